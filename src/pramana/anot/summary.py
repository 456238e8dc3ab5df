"""The summary of a run: entities by status and verdict, the distribution of its numbers, what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from pramana.anot.deciding import NO_VERDICT, UNDECIDED
from pramana.anot.rendering import range_text
from pramana.serialization import JsonRecord, JsonShape

BINS = 20
"""Bars of a histogram. Twenty show the shape of a distribution and fit a terminal and a page."""
MOST_VALUES = 20
"""Of a text primitive so many values are counted one by one, the rest together."""
OTHERS = "(others)"
_KEPT = 10_000
"""So many numbers of a primitive are kept to draw their distribution; of more, every second, fourth … one."""


@dataclass(slots=True)
class NumberSums(JsonRecord):
    """The numbers of one primitive, summed as they come: the sums are exact, the sample is every `_stride`-th."""

    count: int = 0
    total: float = 0.0
    least: float = 0.0
    most: float = 0.0
    sample: list[float] = field(default_factory=list)
    _stride: int = 1

    json_shape = JsonShape(
        without=("total", "sample", "_stride"), keys={"least": "min", "most": "max"}, plus=("median", "mean")
    )

    def add(self, value: float) -> None:
        self.least = value if not self.count else min(self.least, value)
        self.most = value if not self.count else max(self.most, value)
        if self.count % self._stride == 0:
            self.sample.append(value)
            if len(self.sample) > _KEPT:
                self.sample, self._stride = self.sample[::2], self._stride * 2
        self.count += 1
        self.total += value

    def quantile(self, share: float) -> float:
        """Return the value that a share (0 to 1) of the sample does not pass, by the nearest rank."""
        ordered = sorted(self.sample)
        return ordered[max(0, ceil(share * len(ordered)) - 1)]

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    @property
    def mean(self) -> float:
        return self.total / self.count

    def histogram(self, bins: int = BINS) -> list[tuple[float, float, int]]:
        """Return (from, to, count) of equal bins over the sample; one bin where all are equal."""
        if self.least == self.most:
            return [(self.least, self.most, len(self.sample))]
        width = (self.most - self.least) / bins
        counts = Counter(min(bins - 1, int((value - self.least) / width)) for value in self.sample)
        return [(self.least + at * width, self.least + (at + 1) * width, counts[at]) for at in range(bins)]


@dataclass(slots=True)
class ResultSummary(JsonRecord):
    """Sums over results. `outputs` are the seed's output fields, `undecided` counts by output the entities that have no
    value because their items do not decide it, or because they could not be read; `open_texts` counts them by what
    they can be, `spans` holds between which numbers; `gaps` counts items by why they do not decide (see `deciding`),
    `notes` entities by what must be said of them."""

    outputs: Sequence[str]
    statuses: Counter[str] = field(default_factory=Counter)
    items: Counter[str] = field(default_factory=Counter)
    readings: Counter[str] = field(default_factory=Counter)
    grades: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, NumberSums] = field(default_factory=dict)
    texts: dict[str, Counter[str]] = field(default_factory=dict)
    undecided: Counter[str] = field(default_factory=Counter)
    open_texts: dict[str, Counter[str]] = field(default_factory=dict)
    spans: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)
    gaps: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)

    json_shape = JsonShape(
        without=("outputs", "gaps", "open_texts", "spans"),
        keys={"statuses": "entities", "problems": "without_value"},
        computed={
            "undecided": lambda sums: {
                "outputs": sums.undecided,
                "items": sums.gaps,
                "possible": {**sums.open_texts, **{name: list(span) for name, span in sums.spans.items()}},
            }
        },
    )

    @classmethod
    def of(cls, results: Iterable[Mapping[str, Any]], outputs: Sequence[str]) -> ResultSummary:
        """Sum results up, one at a time."""
        summary = cls(outputs)
        for body in results:
            summary.add(body)
        return summary

    def add(self, body: Mapping[str, Any]) -> None:
        """Add one result, as `EntityResult.output_line` has it."""
        self.statuses[body["status"]] += 1
        if body["status"] != "done" and len(self.left_out) < MOST_VALUES:
            name, why = body["entity"], _why(body)
            self.left_out.append(why if why.startswith(f"{name}: ") else f"{name}: {why}")
        self.items.update(body.get("items", {}))
        for reading in body.get("extractions", ()):
            self.readings[reading["status"]] += 1
            self.grades.update(quoted["grade"] for quoted in reading.get("evidence", {}).values())
        for name, why in body.get("without_value", {}).items():
            self.problems[f"{name}: {why.get('error', 'blocked')}"] += 1
        self.gaps.update(body.get(UNDECIDED, {}).get("items", {}))
        self.notes.update([body["note"]] if "note" in body else [])
        for name in self.outputs:
            value = body.get("values", {}).get(name)
            self._value(name, value)
            if value is None and body["status"] in NO_VERDICT:
                self.undecided[name] += 1
                self._open(name, body.get(UNDECIDED, {}).get("ranges", {}).get(name, {}))

    @property
    def verdicts(self) -> dict[str, Counter[str]]:
        """How many entities have each value of each output that holds texts, and how many are undecided, by what they
        can be. An output of which nothing is decided is taken for one, unless it can only be a number."""
        numeric = self.numbers.keys() | self.spans.keys()
        names = [name for name in self.outputs if name in self.texts or name not in numeric]
        found = {name: self.texts.get(name, Counter()) + self._undecided_counts(name) for name in names}
        return {name: counts for name, counts in found.items() if counts}

    def _undecided_counts(self, name: str) -> Counter[str]:
        """Return how many entities have no value of an output, by what it can be."""
        named = self.open_texts.get(name, Counter())
        told = Counter({f"{UNDECIDED}: {text}": count for text, count in named.items()})
        return told + Counter({UNDECIDED: self.undecided[name] - named.total()})

    def _open(self, name: str, possible: Mapping[str, Any]) -> None:
        if "one_of" in possible:
            counts = self.open_texts.setdefault(name, Counter())
            text = range_text(possible)
            counts.update([text] if text in counts or len(counts) < MOST_VALUES else [])
        elif "low" in possible or "high" in possible:
            bounds, here = self.spans.get(name), (possible.get("low"), possible.get("high"))
            self.spans[name] = (
                here if bounds is None else (_widest(min, bounds[0], here[0]), _widest(max, bounds[1], here[1]))
            )

    def _value(self, name: str, value: Any) -> None:
        if isinstance(value, str | bool):
            counts = self.texts.setdefault(name, Counter())
            text = str(value)
            counts[text if text in counts or len(counts) < MOST_VALUES else OTHERS] += 1
        elif isinstance(value, int | float):
            self.numbers.setdefault(name, NumberSums()).add(value)


def _widest(choose: Callable[..., float], one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else choose(one, other)


def _why(body: Mapping[str, Any]) -> str:
    if body.get("error"):
        return str(body["error"])
    if body["status"] == UNDECIDED:
        return f"{UNDECIDED}: {body[UNDECIDED]['reason']}"
    name, why = next(iter(body.get("without_value", {"": {}}).items()))
    return f"{name} has no value: {why.get('message', '')}"
