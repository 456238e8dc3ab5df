"""How well a seed judges: each primitive against the truth, and verdicts by measures that a constant cannot please."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isclose
from pathlib import Path
from statistics import fmean
from typing import Any, TypeGuard

from pramana.anot.deciding import NO_VERDICT, UNDECIDED
from pramana.errors import InputError
from pramana.serialization import JsonRecord, JsonShape
from pramana.untrusted import read_file

NONE = "(none)"
"""What a confusion matrix shows for an entity without a result, or whose formula has no value; one that is undecided or
could not be read is shown as `undecided`."""


@dataclass(frozen=True, slots=True)
class TruthAgreement(JsonRecord):
    """How often a primitive is what it should be, of `count` entities whose truth is known.

    `majority` is what always saying the most frequent truth would reach; `error` the mean absolute difference of
    numbers, None where there are none.
    """

    name: str
    count: int
    right: int
    majority: int
    error: float | None

    json_shape = JsonShape(
        without=("right", "majority"), keys={"error": "mean_absolute_error"}, plus=("accuracy", "majority_accuracy")
    )

    @property
    def accuracy(self) -> float:
        return self.right / self.count

    @property
    def majority_accuracy(self) -> float:
        return self.majority / self.count


@dataclass(frozen=True, slots=True)
class ClassScores:
    """One verdict: how often it is true (`support`), said, and both. 0 where a share has no ground."""

    name: str
    support: int
    said: int
    both: int

    @property
    def precision(self) -> float:
        return self.both / self.said if self.said else 0.0

    @property
    def recall(self) -> float:
        return self.both / self.support if self.support else 0.0

    @property
    def f1(self) -> float:
        """Twice the hits over all that is true and all that is said."""
        return 2 * self.both / (self.support + self.said) if self.support + self.said else 0.0


@dataclass(frozen=True, slots=True)
class Confusion(JsonRecord):
    """Verdicts: `classes` are those of the truth in order, then others that were said; `counts` by (truth, said)."""

    classes: tuple[str, ...]
    counts: Mapping[tuple[str, str], int]

    json_shape = JsonShape(
        without=("counts",),
        plus=("accuracy", "balanced_accuracy", "macro_f1"),
        computed={
            "counts": lambda found: found.rows,
            "constant_accuracy": lambda found: found.constant.accuracy,
            "constant_macro_f1": lambda found: found.constant.macro_f1,
            "f1": lambda found: {each.name: each.f1 for each in found.scores()},
        },
    )

    @classmethod
    def of(cls, pairs: Sequence[tuple[str, str]], order: Sequence[str] = ()) -> Confusion:
        """Count (truth, said) pairs; classes are listed in `order`, then the others by name."""
        known = {name for pair in pairs for name in pair}
        listed = [name for name in order if name in known]
        return cls((*listed, *sorted(known - set(listed))), Counter(pairs))

    def of_class(self, name: str) -> ClassScores:
        support = sum(count for (truth, _), count in self.counts.items() if truth == name)
        said = sum(count for (_, other), count in self.counts.items() if other == name)
        return ClassScores(name, support, said, self.counts.get((name, name), 0))

    def scores(self) -> list[ClassScores]:
        """Return the scores of every class that is true of something: one that is only said has no recall."""
        return [each for each in map(self.of_class, self.classes) if each.support]

    @property
    def rows(self) -> list[list[int]]:
        """The counts as a matrix: a row for each true class, a column for each said one."""
        return [[self.counts.get((truth, said), 0) for said in self.classes] for truth in self.classes]

    @property
    def accuracy(self) -> float:
        return sum(count for (truth, said), count in self.counts.items() if truth == said) / sum(self.counts.values())

    @property
    def macro_f1(self) -> float:
        """The plain mean of the classes' F1: a rare class counts as much as a frequent one."""
        return fmean(each.f1 for each in self.scores())

    @property
    def balanced_accuracy(self) -> float:
        """The mean recall of the classes."""
        return fmean(each.recall for each in self.scores())

    @property
    def constant(self) -> Confusion:
        """The matrix of always saying the most frequent truth."""
        truths = Counter[str]()
        for (truth, _), count in self.counts.items():
            truths[truth] += count
        most = max(truths, key=lambda name: (truths[name], name))
        return Confusion(self.classes, {(truth, most): count for truth, count in truths.items()})


@dataclass(frozen=True, slots=True)
class Ranking(JsonRecord):
    """How well a score tells entities at or above a verdict from the rest.

    `auprc` is the average precision; `adjusted` is 0 for what a constant or a random score reaches (the share of
    positives) and 1 for a perfect order; it can be below 0.
    """

    name: str
    positives: int
    count: int
    auprc: float

    json_shape = JsonShape(keys={"name": "at_or_above"}, plus=("adjusted_auprc",))

    @property
    def adjusted_auprc(self) -> float:
        share = self.positives / self.count
        return (self.auprc - share) / (1 - share)


def average_precision(scored: Iterable[tuple[float, bool]]) -> float:
    """Return the area under the precision-recall curve, as average precision: the sum over thresholds of the recall
    gained times the precision there. Equal scores are one threshold. Raises ValueError without a positive.

    >>> average_precision([(0.9, True), (0.8, False), (0.7, True)])
    0.8333333333333333
    """
    ordered = sorted(scored, key=lambda each: -each[0])
    positives = sum(positive for _, positive in ordered)
    if not positives:
        raise ValueError("nothing is positive")
    area, hits, seen, index = 0.0, 0, 0, 0
    while index < len(ordered):
        score, gained = ordered[index][0], 0
        while index < len(ordered) and ordered[index][0] == score:
            gained += ordered[index][1]
            seen, index = seen + 1, index + 1
        hits += gained
        area += gained / positives * (hits / seen)
    return area


@dataclass(frozen=True, slots=True)
class Evaluation(JsonRecord):
    """All measures. `missing` are entities of the truth that have no result."""

    agreements: tuple[TruthAgreement, ...]
    verdict: str | None
    confusion: Confusion | None
    score: str | None
    rankings: tuple[Ranking, ...]
    missing: tuple[str, ...]

    json_shape = JsonShape(keys={"agreements": "primitives"})


def evaluate(
    results: Iterable[Mapping[str, Any]],
    truth: Mapping[str, Mapping[str, Any]],
    outputs: Sequence[str],
    verdict: str | None = None,
    score: str | None = None,
    order: Sequence[str] = (),
) -> Evaluation:
    """Hold results (lines of an output) against the truth: by entity, primitives and what they should be.

    `verdict` None: the last output field whose truth is text. `score` None: the last output field that holds numbers.
    `order` holds the verdicts from the lowest up; empty: by their mean score. An entity without a value is wrong, and
    ranks last.
    """
    found, undecided = dict[str, Mapping[str, Any]](), set[str]()
    for body in results:
        if body["entity"] in truth:
            found[body["entity"]] = body.get("primitives", {})
            undecided.update([body["entity"]] if body.get("status") in NO_VERDICT else [])
    names = list(dict.fromkeys(name for row in truth.values() for name in row))
    told = [name for name in outputs if name in names]
    verdict = verdict or next((name for name in reversed(told) if _holds(truth, name, str)), None)
    score = score or next((name for name in reversed(outputs) if name != verdict and _holds(found, name, float)), None)
    agreements = tuple(_agreement(name, truth, found) for name in names)
    missing = tuple(name for name in truth if name not in found)
    if verdict is None:
        return Evaluation(agreements, None, None, None, (), missing)
    judged = {name: str(row[verdict]) for name, row in truth.items() if row.get(verdict) is not None}
    if not judged:
        raise InputError(f"The truth holds no {verdict!r}.")
    order = (
        _order(judged, truth, found, verdict, score)
        if not order
        else [*order, *sorted(set(judged.values()) - set(order))]
    )
    pairs = [
        (true, str(found.get(name, {}).get(verdict) or (UNDECIDED if name in undecided else NONE)))
        for name, true in judged.items()
    ]
    return Evaluation(
        agreements, verdict, Confusion.of(pairs, order), score, tuple(_rankings(judged, order, found, score)), missing
    )


def _agreement(
    name: str, truth: Mapping[str, Mapping[str, Any]], found: Mapping[str, Mapping[str, Any]]
) -> TruthAgreement:
    pairs = [(row[name], found.get(entity, {}).get(name)) for entity, row in truth.items() if row.get(name) is not None]
    off = [abs(true - said) for true, said in pairs if _number(true) and _number(said)]
    most = Counter(json.dumps(true, sort_keys=True) for true, _ in pairs).most_common(1)
    right = sum(_equal(true, said) for true, said in pairs)
    return TruthAgreement(name, len(pairs), right, most[0][1] if most else 0, fmean(off) if off else None)


def _equal(true: Any, said: Any) -> bool:
    if _number(true) and _number(said):
        return isclose(true, said, rel_tol=1e-9, abs_tol=1e-9)
    return type(true) is type(said) and bool(true == said)


def _number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _holds(rows: Mapping[str, Mapping[str, Any]], name: str, kind: type) -> bool:
    values = [row[name] for row in rows.values() if row.get(name) is not None]
    return bool(values) and all(_number(value) if kind is float else isinstance(value, kind) for value in values)


def _order(
    judged: Mapping[str, str],
    truth: Mapping[str, Mapping[str, Any]],
    found: Mapping[str, Mapping[str, Any]],
    verdict: str,
    score: str | None,
) -> list[str]:
    """Return the verdicts by the mean true score of their entities, where the truth has it, else by the mean computed
    score of those that were so judged, else of those that it is true of."""

    def mean(name: str) -> float:
        true = [entity for entity, each in judged.items() if each == name]
        said = [entity for entity, row in found.items() if row.get(verdict) == name]
        for rows, entities in ((truth, true), (found, said), (found, true)):
            values = [rows.get(entity, {}).get(score or "") for entity in entities]
            numbers = [value for value in values if _number(value)]
            if numbers:
                return fmean(numbers)
        return 0.0

    return sorted(set(judged.values()), key=lambda name: (mean(name), name))


def _rankings(
    judged: Mapping[str, str], order: Sequence[str], found: Mapping[str, Mapping[str, Any]], score: str | None
) -> Iterable[Ranking]:
    if score is None:
        return
    ranks = {name: rank for rank, name in enumerate(order)}
    for name in order[1:]:
        scored = []
        for entity, true in judged.items():
            value = found.get(entity, {}).get(score)
            scored.append((float(value) if _number(value) else float("-inf"), ranks[true] >= ranks[name]))
        yield Ranking(name, sum(positive for _, positive in scored), len(scored), average_precision(scored))


def load_truth(path: Path) -> dict[str, dict[str, Any]]:
    """Read what primitives should be: JSON lines or CSV, each row an `entity` and values by primitive.

    Values of a CSV are read as JSON where they are, else as text; an empty one is not known. Raises InputError.
    """
    try:
        rows = _csv(path) if path.suffix.casefold() == ".csv" else _jsonl(path)
        made = {str(row["entity"]): {k: v for k, v in row.items() if k != "entity" and v is not None} for row in rows}
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None
    except (KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: every row of the truth has an `entity`, and values by primitive.") from None
    except ValueError as error:
        raise InputError(f"{path}: {error}.") from None
    if not made:
        raise InputError(f"{path} holds no truth.")
    return made


def _jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_file(path).splitlines() if line.strip()]


def _csv(path: Path) -> list[dict[str, Any]]:
    rows = csv.DictReader(StringIO(read_file(path), newline=""))
    return [{name: _cell(name, value) for name, value in row.items()} for row in rows]


def _cell(name: str, value: str | None) -> Any:
    if name == "entity" or not value:
        return value or None
    try:
        return json.loads(value)
    except ValueError:
        return value
