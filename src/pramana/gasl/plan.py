"""The plan: what a model, or a person, hands to the executor. JSON, checked before any of it runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.errors import InputError


class PlanCommand(BaseModel):
    """A command with a rationale of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str = Field(description="One GASL command.")
    why: str = Field(default="", description="One line: why this command.")


class PlanConfig(BaseModel):
    """`stop_on_error` ends the plan at the first step that fails; without `continue_on_empty` an empty result ends it,
    unless the next command is an ON EMPTY for it, or it stands inside TRY."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stop_on_error: bool = True
    continue_on_empty: bool = False


class Plan(BaseModel):
    """A sequence of commands with its rationale. TRY blocks stand in several entries, or in the lines of one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plan_id: str = Field(description="Any text that names the plan.")
    why: str = Field(default="", description="One line: why this plan.")
    commands: tuple[str | PlanCommand, ...] = Field(min_length=1, description="GASL commands, in order.")
    config: PlanConfig = PlanConfig()

    def entries(self) -> list[PlanCommand]:
        """Return the commands, each with its own rationale or the plan's."""
        listed = [PlanCommand(command=entry) if isinstance(entry, str) else entry for entry in self.commands]
        return [entry if entry.why else PlanCommand(command=entry.command, why=self.why) for entry in listed]

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """Return the JSON Schema of a plan."""
        return Plan.model_json_schema()


def parse_plan(document: str | Mapping[str, Any]) -> Plan:
    """Return the plan of a JSON text or object. Raises InputError that names every field that is wrong."""
    if isinstance(document, str):
        try:
            document = json.loads(document)
        except ValueError as error:
            raise InputError(f"The plan is no JSON: {error}.") from None
    try:
        return Plan.model_validate(document)
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, item['loc'])) or 'plan'}: {item['msg']}" for item in error.errors()]
        raise InputError(f"This is no plan. {'; '.join(problems)}.") from None


def load_plan(path: Path) -> Plan:
    """Return the plan of a file: JSON, or a `.gasl` file of one command a line, named for itself.

    Raises InputError where it cannot be read or is no plan.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from None
    if path.suffix != ".gasl":
        return parse_plan(text)
    return Plan(plan_id=path.stem, commands=tuple(text.splitlines()) or ("",))
