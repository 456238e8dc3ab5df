"""Query plans: their steps, how the steps refer to each other, and what code can see is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from pramana.events import KarakaOutput, Role

_BINDING = re.compile(r"\$(\d+)")


class QueryStep(KarakaOutput):
    """One hop. Roles in `karakas` with a value constrain; `extract` is the role that holds this step's answer.

    A value `"$1"` means what step 1 extracted. `verb` None matches any verb.
    """

    goal: str
    verb: str | None = None
    karakas: dict[Role, str | None] = Field(default_factory=dict)
    markers: dict[Role, str] = Field(default_factory=dict)
    """Words that connect the participant of a role, where the question has some: *before*, *near*.

    A role without one is answered by its plain markers alone."""
    extract: Role | Literal["LINE"] = "LINE"
    """`LINE`: the sentence itself is the answer (why, how, did …)."""
    follow_causes: bool = False
    """What led to the events is the answer, over chains of causes."""
    follow_effects: bool = False
    """What the events led to is the answer; not with `follow_causes`."""
    follow_same_as: bool = False


class QueryPlan(KarakaOutput):
    steps: Annotated[list[QueryStep], Field(min_length=1, max_length=5)]
    reasoning: str = ""

    def _repr_html_(self) -> str:
        from pramana.pages import fragment, table  # only in notebooks

        rows = [(number, step.goal, _conditions(step), step.extract) for number, step in enumerate(self.steps, 1)]
        return fragment(table(("", "goal", "where", "asks for"), rows))


def constraint_in_words(step: QueryStep, role: Role, value: str) -> str:
    """Return a constraint with its marker: `ADHIKARANA_TEMPORAL before 'May'`."""
    marker = step.markers.get(role, "")
    return f"{role} {marker} {value!r}" if marker else f"{role} {value!r}"


def bound_step(value: str) -> int | None:
    """Return the number of the step that a value refers to ("$1"); None if it is a name."""
    match = _BINDING.fullmatch(value.strip())
    return int(match[1]) if match else None


def plan_violations(plan: QueryPlan) -> tuple[str, ...]:
    """Return why a plan cannot be executed, phrased as instructions for a model."""
    found = []
    for number, step in enumerate(plan.steps, 1):
        where = f"Step {number}"
        for role, value in step.karakas.items():
            if value is None:
                continue
            if not value.strip():
                found.append(f"{where}: the {role} is empty; leave the role out.")
            if role == step.extract:
                found.append(f"{where}: {role} is both given and asked for.")
            bound = bound_step(value)
            if bound is not None and not 1 <= bound < number:
                found.append(f"{where}: {value} is not the number of an earlier step.")
            elif bound is not None and plan.steps[bound - 1].extract == "LINE":
                found.append(f"{where}: {value} is a step that extracts the sentence, not a name.")
        found += [f"{where}: {problem}" for problem in _marker_violations(step)]
        if step.follow_causes and step.follow_effects:
            found.append(f"{where}: follow_causes and follow_effects ask for two things; set one.")
        if step.verb is not None and not step.verb.strip():
            found.append(f"{where}: the verb is empty; use null for any verb.")
    return tuple(found)


def _marker_violations(step: QueryStep) -> Iterator[str]:
    used = {role for role, value in step.karakas.items() if value is not None} | {step.extract}
    for role in step.markers:
        if role not in used:
            yield f"the marker of {role} belongs to no participant; leave it out."
    if Role.SAMBANDHA in used and not step.markers.get(Role.SAMBANDHA, "").strip():
        yield f"{Role.SAMBANDHA} needs a marker: the preposition that connects the participant."


def _conditions(step: QueryStep) -> str:
    """Return what a step looks for, for people: `verb give, KARMA bow; follows causes`."""
    told = [f"verb {step.verb}"] if step.verb else []
    told += [
        f"{role} {step.markers.get(role, '')} {value}".replace("  ", " ")
        for role, value in step.karakas.items()
        if value
    ]
    follows = [
        name
        for name, on in (
            ("causes", step.follow_causes),
            ("effects", step.follow_effects),
            ("same as", step.follow_same_as),
        )
        if on
    ]
    return ", ".join(told) + "".join(f"; follows {name}" for name in follows)
