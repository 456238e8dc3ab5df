"""What code alone can see is wrong with a query plan, and how its steps refer to each other."""

from __future__ import annotations

import re

from pramana.karaka.model import QueryPlan

_BINDING = re.compile(r"\$(\d+)")


def bound_step(value: str) -> int | None:
    """Return the number of the step that a value stands for ("$1"), None where it is a name."""
    match = _BINDING.fullmatch(value.strip())
    return int(match[1]) if match else None


def plan_violations(plan: QueryPlan) -> tuple[str, ...]:
    """Return why a plan cannot be carried out, in words that a model can act on."""
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
                found.append(f"{where}: {value} stands for no earlier step.")
            elif bound is not None and plan.steps[bound - 1].extract == "LINE":
                found.append(f"{where}: {value} stands for a step that extracts the sentence, not a name.")
        if step.follow_causes and step.follow_effects:
            found.append(f"{where}: follow_causes and follow_effects ask for two things; set one.")
        if step.verb is not None and not step.verb.strip():
            found.append(f"{where}: the verb is empty; use null for any verb.")
    return tuple(found)
