"""The plan: what a model, or a person, hands to the executor. JSON, checked before any of it runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.errors import InputError
from pramana.untrusted import read_file


class PlanCommand(BaseModel):
    """A command with a rationale of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str = Field(description="One GASL command.")
    why: str = Field(default="", description="One line: why this command.")


class PlanConfig(BaseModel):
    """`stop_on_error` ends the plan at the first step that fails; without `continue_on_empty` an empty result ends it,
    unless the next command is an ON EMPTY for it, or it is inside TRY."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stop_on_error: bool = Field(default=True, strict=True)
    continue_on_empty: bool = Field(default=False, strict=True)


class Plan(BaseModel):
    """A sequence of commands with its rationale. A TRY block spans several entries, or the lines of one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plan_id: str = Field(description="Any text that names the plan.")
    why: str = Field(pattern=r"\S", description="One line: why this plan.")
    commands: tuple[str | PlanCommand, ...] = Field(min_length=1, description="GASL commands, in order.")
    config: PlanConfig = PlanConfig()

    def entries(self) -> list[PlanCommand]:
        """Return the commands, each with its own rationale or the plan's."""
        listed = [PlanCommand(command=entry) if isinstance(entry, str) else entry for entry in self.commands]
        return [entry if entry.why else PlanCommand(command=entry.command, why=self.why) for entry in listed]

    def _repr_html_(self) -> str:
        from pramana.pages import bold, code_html, escape_text, fragment, join_line, table  # only in notebooks

        rows = [(n, code_html(each.command), each.why) for n, each in enumerate(self.entries(), 1)]
        return fragment(join_line(bold(self.plan_id), escape_text(self.why)), table(("", "command", "why"), rows))

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """Return the JSON Schema of a plan."""
        return Plan.model_json_schema()


_FIELDS = [*Plan.model_fields, *PlanConfig.model_fields, *PlanCommand.model_fields]

_PROBLEMS = {
    "extra_forbidden": "is not a field of a plan",
    "missing": "is missing",
    "string_type": "should be a text",
    "bool_type": "should be true or false",
    "model_type": "should be an object",
    "tuple_type": "should be a list",
    "too_short": "should hold a command or more",
    "string_pattern_mismatch": "should say in one line why the plan is made",
}


def parse_plan(document: str | Mapping[str, Any]) -> Plan:
    """Return the plan of a JSON text or object. Raises InputError that names every field that is wrong."""
    if isinstance(document, str):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            raise InputError(f"The plan is not JSON: {error}.") from None
    try:
        return Plan.model_validate(document)
    except ValidationError as error:
        raise InputError(f"Not a plan. {'; '.join(_problems(error))}.") from None


def _problems(error: ValidationError) -> list[str]:
    """Return each wrong field, once: a command is a text or an object, and both ways would complain of it."""
    told: dict[str, str] = {}
    for item in error.errors():
        at = [part for part in item["loc"] if part not in ("str", "PlanCommand")]
        place = ".".join(map(str, at)) or "the plan"
        told[place] = f"{place} {_PROBLEMS.get(item['type'], item['msg'])}"
        near = get_close_matches(str(at[-1]), _FIELDS, n=1) if item["type"] == "extra_forbidden" else []
        told[place] += f" (did you mean {near[0]}?)" if near else ""
    if any(place.startswith("commands.") for place in told):
        told.pop("commands", None)  # what is left of them once the wrong ones are out is not a separate problem
    return list(told.values())


def load_plan(path: Path) -> Plan:
    """Return the plan of a file: JSON, or a `.gasl` file of one command a line, named for itself.

    Raises InputError where it cannot be read or is not a plan.
    """
    text = read_file(path)
    return script_plan(text, path.stem) if path.suffix == ".gasl" else parse_plan(text)


def script_plan(text: str, plan_id: str) -> Plan:
    """Return the lines of a script as a plan."""
    return Plan(plan_id=plan_id, why=f"The script {plan_id}.", commands=tuple(text.split("\n")))
