"""What a replay finds otherwise than its run recorded it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pramana.canonical import canonical
from pramana.trace import Run, Step
from pramana.views import Difference, ReplayReport


def replay_report(
    run: Run,
    expected: str,
    found: str,
    differences: Sequence[Difference],
    engine_changed: bool,
    stored_graph: bool = False,
) -> ReplayReport:
    """Return the report of a replay: identical where the hashes are equal and nothing else differs."""
    same = found == expected and not differences
    return ReplayReport(run.id, same, expected, found, tuple(differences), engine_changed, stored_graph)


def differences(recorded: Mapping[str, Step], found: Mapping[str, Step]) -> Iterator[Difference]:
    """Yield where two records of a run part: steps that only one has, and what in a step is not the same."""
    for path in sorted({*recorded, *found}, key=_natural):
        if path not in found:
            yield Difference(path, "was recorded, and did not happen now")
        elif path not in recorded:
            yield Difference(path, "happened now, and was not recorded")
        else:
            before, now = recorded[path].body, found[path].body
            names = [
                name for name in sorted({*before, *now}) if canonical(before.get(name)) != canonical(now.get(name))
            ]
            if names:
                yield Difference(
                    path,
                    "; ".join(
                        f"{name} was {short_json(before.get(name))}, is {short_json(now.get(name))}" for name in names
                    ),
                )


def _natural(path: str) -> tuple[tuple[bool, int, str], ...]:
    """Sort `line/9` before `line/10`."""
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in path.split("/"))


def short_json(value: Any) -> str:
    """Return a value as canonical JSON, cut after 200 characters: enough to see in what two values differ."""
    text = canonical(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
