"""Make a data set of services with support tickets, and its truth: `python examples/tickets/generate.py --help`.

The same seed gives the same files. The truth is S1's compute DAG over the planted labels.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reviews.generate import Planted, main

from tickets import phrases

FIRST_DAY, DAYS = date(2024, 6, 1), 213
NOTHING: Mapping[str, Any] = {
    "impact": "none",
    "account_type": "none",
    "resolution": "none",
    "repeated": None,
    "review_validity": "valid",
}
KINDS = {"quiet": 0.62, "creaking": 0.2, "failing": 0.18}
"""What sort of service: most are quiet, so that always saying so is right most of the time."""
_MIX: Mapping[str, Mapping[str, float]] = {
    "quiet": {"filler": 40, "question": 48, "denied": 5, "supposed": 4, "heard": 1.5, "spam": 1, "adversarial": 0.5},
    "creaking": {"filler": 40, "question": 36, "degraded": 14, "supposed": 4, "outage": 2, "denied": 3, "spam": 1},
    "failing": {
        "filler": 34,
        "question": 22,
        "degraded": 14,
        "outage": 16,
        "data_loss": 6,
        "supposed": 3,
        "heard": 3,
        "adversarial": 2,
    },
}
_BECAME = {"none": 0.4, "resolved": 0.2, "workaround": 0.15, "unresolved": 0.25}


def services(count: int, seed: int = 1, tickets: int = 12) -> Iterator[Planted]:
    """Yield so many services with about so many tickets each."""
    for number in range(count):
        yield _service(random.Random(f"{seed}/{number}"), f"service-{number + 1:05d}", tickets)


def _service(chance: random.Random, name: str, tickets: int) -> Planted:
    mix = _MIX[chance.choices(list(KINDS), list(KINDS.values()))[0]]
    made: list[dict[str, Any]] = []
    labels: dict[str, dict[str, Any]] = {}
    for number in range(1, max(1, round(chance.gauss(tickets, tickets / 4))) + 1):
        text, label = _ticket(chance, chance.choices(list(mix), list(mix.values()))[0])
        day = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
        made.append({"id": f"t{number}", "text": text, "date": day.isoformat()})
        labels[f"t{number}"] = {**NOTHING, **label}
    return Planted({"id": name, "tickets": made}, labels)


def _ticket(chance: random.Random, sort: str) -> tuple[str, dict[str, Any]]:
    """Return a ticket of a sort, padded with sentences that say nothing of it, and its labels."""
    text, label = _told(chance, sort)
    part, who = chance.choice(phrases.PARTS), chance.choice(phrases.TEAM)
    slots = {"part": part, "who": who, "part_": _capital(part), "who_": _capital(who)}
    before = chance.sample(phrases.FILLERS, chance.choice((0, 0, 1)))
    after = chance.sample(phrases.FILLERS, chance.choice((0, 1)))
    return " ".join([*before, text.format(**slots), *after]), label


def _told(chance: random.Random, sort: str) -> tuple[str, dict[str, Any]]:
    if sort in phrases.FAILURES:
        return _failure(chance, sort)
    if sort == "heard":
        impact = chance.choice(list(phrases.HEARD))
        return chance.choice(phrases.HEARD[impact]), {"impact": impact, "account_type": "secondhand"}
    if sort in ("spam", "adversarial"):
        return chance.choice(getattr(phrases, sort.upper())), {"review_validity": sort}
    texts = {"supposed": phrases.SUPPOSED, "denied": phrases.DENIED, "question": phrases.QUESTIONS}
    label = {"account_type": "hypothetical"} if sort == "supposed" else {}
    return chance.choice(texts.get(sort, phrases.FILLERS)), label


def _failure(chance: random.Random, impact: str) -> tuple[str, dict[str, Any]]:
    became = chance.choices(list(_BECAME), list(_BECAME.values()))[0]
    again = chance.random() < 0.2
    parts = [chance.choice(phrases.FAILURES[impact]), chance.choice(phrases.RESOLVED[became])]
    parts += [chance.choice(phrases.AGAIN)] if again else []
    label = {"impact": impact, "account_type": "firsthand", "resolution": became}
    return " ".join(part for part in parts if part), {**label, "repeated": True if again else None}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


if __name__ == "__main__":
    main(services, "s1", "tickets", __doc__)
