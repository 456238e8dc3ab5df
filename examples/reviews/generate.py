"""Make a data set of restaurants with reviews, and its truth: `python examples/reviews/generate.py --help`.

The same seed gives the same files. The truth is G1a's compute DAG over the planted labels.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pramana.anot import CompiledDag, FormulaSeed, PrimitiveValue, template
from reviews import phrases

FIRST_DAY, DAYS = date(2021, 1, 1), 1_450
NOTHING = {
    "incident_severity": "none",
    "account_type": "none",
    "safety_interaction": "none",
    "review_validity": "valid",
}
KINDS = {"safe": 0.66, "careful": 0.14, "careless": 0.12, "dangerous": 0.08}
"""What sort of restaurant: most are safe, so that always saying so is right most of the time."""
_MIX: Mapping[str, Mapping[str, float]] = {
    "safe": {
        "filler": 70,
        "distractor": 16,
        "denied": 4,
        "supposed": 3,
        "heard": 1,
        "positive": 4,
        "spam": 1,
        "adversarial": 1,
    },
    "careful": {
        "filler": 60,
        "distractor": 10,
        "denied": 8,
        "supposed": 2,
        "positive": 18,
        "mild": 1,
        "spam": 1,
    },
    "careless": {
        "filler": 66,
        "distractor": 10,
        "supposed": 4,
        "negative": 10,
        "mild": 5,
        "moderate": 2,
        "heard": 2,
        "spam": 1,
    },
    "dangerous": {
        "filler": 60,
        "distractor": 8,
        "negative": 6,
        "betrayal": 6,
        "mild": 5,
        "moderate": 6,
        "severe": 5,
        "heard": 2,
        "adversarial": 2,
    },
}


@dataclass(frozen=True, slots=True)
class Planted:
    """An entity as `pramana anot run` reads it, and what a careful reader takes from each of its items, by item."""

    entity: dict[str, Any]
    labels: dict[str, dict[str, Any]]

    def truth(self, seed: FormulaSeed, dag: CompiledDag) -> dict[str, Any]:
        """Return what the seed's primitives come to over the labels."""
        records = []
        for item in next(each for each in self.entity.values() if isinstance(each, list)):
            own = {f"review_{name}": item.get(name) for name in ("date", "stars", "useful")}
            records.append({**self.labels[item["id"]], **own})
        found = dag.run(records, len(records))
        told = {name: each.value for name, each in found.items() if isinstance(each, PrimitiveValue)}
        kept = [name for name in told if name.startswith("n_") or name in seed.output_fields]
        return {"entity": self.entity["id"], **{name: told[name] for name in kept}}


def restaurants(count: int, seed: int = 1, reviews: int = 30) -> Iterator[Planted]:
    """Yield so many restaurants with about so many reviews each."""
    for number in range(count):
        yield _restaurant(random.Random(f"{seed}/{number}"), f"restaurant-{number + 1:05d}", reviews)


def _restaurant(chance: random.Random, name: str, reviews: int) -> Planted:
    kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
    mix = _MIX[kind]
    made: list[dict[str, Any]] = []
    labels: dict[str, dict[str, Any]] = {}
    for number in range(1, max(1, round(chance.gauss(reviews, reviews / 4))) + 1):
        sort = chance.choices(list(mix), list(mix.values()))[0]
        text, label = _review(chance, sort)
        day = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
        stars = chance.choice((1, 2, 3)) if label["incident_severity"] != "none" else chance.choice((2, 3, 4, 4, 5, 5))
        review = {
            "id": f"r{number}",
            "text": text,
            "date": day.isoformat(),
            "stars": stars,
            "useful": chance.randrange(12),
        }
        made.append(review)
        labels[review["id"]] = label
    return Planted({"id": name, "reviews": made}, labels)


def _review(chance: random.Random, sort: str) -> tuple[str, dict[str, Any]]:
    """Return a review of a sort, padded with sentences that say nothing of it, and its labels."""
    text, label = _told(chance, sort)
    who, other = chance.choice(phrases.TABLE), chance.choice(phrases.OTHERS)
    slots = {
        "dish": chance.choice(phrases.DISHES),
        "who": who,
        "other": other,
        "who_": _capital(who),
        "other_": _capital(other),
    }
    padding = chance.sample(phrases.FILLERS, chance.choice((0, 1, 1, 2)))
    at = chance.randrange(len(padding) + 1)
    return " ".join([*padding[:at], text.format(**slots), *padding[at:]]), {**NOTHING, **label}


def _told(chance: random.Random, sort: str) -> tuple[str, dict[str, str]]:
    if sort in phrases.INCIDENTS:
        return chance.choice(phrases.INCIDENTS[sort]), {"incident_severity": sort, "account_type": "firsthand"}
    if sort in phrases.STAFF:
        return chance.choice(phrases.STAFF[sort]), {"safety_interaction": sort, "account_type": "firsthand"}
    if sort == "heard":
        severity = chance.choice(list(phrases.HEARD))
        return chance.choice(phrases.HEARD[severity]), {"incident_severity": severity, "account_type": "secondhand"}
    if sort in ("spam", "adversarial"):
        return chance.choice(getattr(phrases, sort.upper())), {"review_validity": sort}
    texts = {"supposed": phrases.SUPPOSED, "denied": phrases.DENIED, "distractor": phrases.DISTRACTORS}
    label = {"account_type": "hypothetical"} if sort == "supposed" else {}
    return chance.choice(texts.get(sort, phrases.FILLERS)), label


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def write(count: int, seed: int, reviews: int, data: Path, truth: Path) -> None:
    """Write the data and the truth as JSON lines."""
    write_planted(restaurants(count, seed, reviews), "g1a", data, truth)


def write_planted(made: Iterable[Planted], name: str, data: Path, truth: Path) -> None:
    """Write entities, and what the template of that name comes to over their labels."""
    formula = template(name)
    dag = CompiledDag(formula)
    with data.open("w", encoding="utf-8") as entities, truth.open("w", encoding="utf-8") as truths:
        for planted in made:
            entities.write(json.dumps(planted.entity, ensure_ascii=False) + "\n")
            truths.write(json.dumps(planted.truth(formula, dag), ensure_ascii=False) + "\n")


Make = Callable[[int, int, int], Iterator[Planted]]
"""Gets how many entities, the seed of chance, and how many items of each on average."""


def main(make: Make = restaurants, name: str = "g1a", items: str = "reviews", about: str | None = __doc__) -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(prog="generate.py", description=about)
    parser.add_argument("--entities", type=int, default=100)
    parser.add_argument(f"--{items}", dest="items", type=int, default=30, help="of an entity, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=Path(f"{items}.jsonl"))
    parser.add_argument("--truth", type=Path, default=Path("truth.jsonl"))
    chosen = parser.parse_args()
    write_planted(make(chosen.entities, chosen.seed, chosen.items), name, chosen.data, chosen.truth)


if __name__ == "__main__":
    main()
