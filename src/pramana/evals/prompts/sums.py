"""Figures that compare two readings of the same lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pramana.evals.prompts.facts import LineReading, ReadFact
from pramana.evals.prompts.reading import BatchReading
from pramana.evals.prompts.sample import SampledBatch
from pramana.evals.prompts.stats import Interval, Ratio, bootstrap, mcnemar, wilson
from pramana.serialization import JsonRecord, JsonShape

DIGITS = 6
"""Decimal places of figures in results: the same on every machine, whatever the order of its additions."""


def _texts(facts: Sequence[ReadFact]) -> list[str]:
    return [str(fact) for fact in facts]


@dataclass(frozen=True, slots=True)
class LinePair(JsonRecord):
    """One line as both versions read it."""

    doc_id: str
    line_number: int
    text: str
    a: LineReading
    b: LineReading

    json_shape = JsonShape(plus=("only_a", "only_b"), convert={"only_a": _texts, "only_b": _texts})

    @property
    def place(self) -> str:
        return f"{self.doc_id}:{self.line_number}"

    @property
    def answered(self) -> bool:
        """Whether both versions have a result: a missing answer of the server says nothing about a prompt."""
        return "failed" not in (self.a.status, self.b.status)

    @property
    def only_a(self) -> list[ReadFact]:
        return sorted(self.a.facts - self.b.facts)

    @property
    def only_b(self) -> list[ReadFact]:
        return sorted(self.b.facts - self.a.facts)

    @property
    def differs(self) -> bool:
        return self.a.accepted != self.b.accepted or self.a.facts != self.b.facts


Unit = Literal["share", "number", "money"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of both versions, and B's less A's. `unit` share: 0 to 1; money: millionths of a US dollar.

    `a_95` and `b_95` are Wilson's intervals, of shares only; `difference_95` is of the paired bootstrap. None: unknown.
    """

    name: str
    unit: Unit
    a: float | None
    b: float | None
    difference: float | None
    a_95: Interval | None = None
    b_95: Interval | None = None
    difference_95: Interval | None = None

    @property
    def shown(self) -> bool:
        """Whether the interval of the difference leaves out zero."""
        return self.difference_95 is not None and not self.difference_95[0] <= 0 <= self.difference_95[1]


@dataclass(frozen=True, slots=True)
class ReadingAgreement:
    """How far both read the same: facts in both, and in one alone, over lines for which both have a result.

    `share` is of the facts of either; `same_lines` are those with the same facts, of lines that both accepted.
    """

    both: int
    only_a: int
    only_b: int
    share: float | None
    share_95: Interval | None
    same_lines: int
    both_accepted: int
    same_95: Interval | None


@dataclass(frozen=True, slots=True)
class Sums(JsonRecord):
    """All figures. `only_a` and `only_b` are lines that one version alone accepted; `p` is McNemar's, of these."""

    lines: int
    answered: int
    accepted_a: int
    accepted_b: int
    only_a: int
    only_b: int
    p: float
    agreement: ReadingAgreement
    measures: tuple[Measure, ...]
    groups: int


def pair_lines(
    batches: Sequence[SampledBatch], a: Sequence[BatchReading], b: Sequence[BatchReading]
) -> list[list[LinePair]]:
    """Return the lines of each batch with what both versions made of them."""
    return [
        [
            LinePair(item.doc_id, item.line_number, item.text, *both)
            for item, *both in zip(batch.items, one.lines, other.lines, strict=True)
        ]
        for batch, one, other in zip(batches, a, b, strict=True)
    ]


_COLUMNS = ("lines", "answered", "both", "either")
_OF_SIDE = ("accepted", "facts", "judged", "apart", "attempts", "calls", "tokens", "money")
_MEASURES: tuple[tuple[str, Unit, str, str], ...] = (
    ("acceptance", "share", "accepted", "answered"),
    ("facts a line", "number", "facts", "answered"),
    ("judges apart", "share", "apart", "judged"),
    ("attempts a line", "number", "attempts", "lines"),
    ("calls a line", "number", "calls", "lines"),
    ("tokens a line", "number", "tokens", "lines"),
    ("money a line", "money", "money", "lines"),
)


def compute_sums(
    groups: Sequence[Sequence[LinePair]], a: Sequence[BatchReading], b: Sequence[BatchReading], seed: int
) -> Sums:
    """Return the figures. `seed` is that of the resamples, which draw whole groups: their lines share calls."""
    rows = [_row(*each) for each in zip(groups, a, b, strict=True)]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    at = {name: index for index, name in enumerate(_names())}
    pairs = [(_ratio(at, part, whole, "a"), _ratio(at, part, whole, "b")) for _, _, part, whole in _MEASURES]
    both = Ratio(at["both"], at["either"])
    found = bootstrap(rows, [*(_difference(*pair) for pair in pairs), both.of], seed)
    unpriced = any(reading.money is None for reading in (*a, *b))
    measures = [
        _measure(name, unit, ratios, sums, interval)
        for (name, unit, _, _), ratios, interval in zip(_MEASURES, pairs, found, strict=False)
        if not (unit == "money" and unpriced)
    ]
    lines = [line for group in groups for line in group]
    return Sums(
        **_acceptance(lines),
        agreement=_agreement(lines, both.of(sums), found[-1]),
        measures=tuple(measures),
        groups=len(groups),
    )


def _names() -> list[str]:
    return [*_COLUMNS, *(f"{name}_{side}" for side in "ab" for name in _OF_SIDE)]


def _row(group: Sequence[LinePair], a: BatchReading, b: BatchReading) -> list[int]:
    """Return the integers of one group, in the order of `_names`."""
    answered = [line for line in group if line.answered]
    both = sum(len(line.a.facts & line.b.facts) for line in answered)
    either = sum(len(line.a.facts | line.b.facts) for line in answered)
    row = [len(group), len(answered), both, either]
    for reading, sides in ((a, [line.a for line in answered]), (b, [line.b for line in answered])):
        row += [sum(side.accepted for side in sides), sum(len(side.facts) for side in sides)]
        row += [sum(side.judged for side in sides), sum(side.apart for side in sides)]
        row += [sum(line.attempts for line in reading.lines), reading.calls, reading.tokens, reading.money or 0]
    return row


def _ratio(at: dict[str, int], part: str, whole: str, side: str) -> Ratio:
    return Ratio(at[f"{part}_{side}"], at[whole] if whole in at else at[f"{whole}_{side}"])


def _difference(a: Ratio, b: Ratio) -> Callable[[Sequence[int]], float | None]:
    def less(sums: Sequence[int]) -> float | None:
        one, other = a.of(sums), b.of(sums)
        return None if one is None or other is None else other - one

    return less


def _measure(
    name: str, unit: Unit, ratios: tuple[Ratio, Ratio], sums: Sequence[int], found: Interval | None
) -> Measure:
    a, b = ratios
    whole = [wilson(sums[each.part], sums[each.whole]) if unit == "share" else None for each in ratios]
    difference = _difference(a, b)(sums)
    values = (_round(a.of(sums)), _round(b.of(sums)), _round(difference))
    return Measure(name, unit, *values, *(_both_rounded(each) for each in (*whole, found)))


def _acceptance(lines: Sequence[LinePair]) -> dict[str, Any]:
    counts = {(one, other): 0 for one in (True, False) for other in (True, False)}
    for line in lines:
        if line.answered:
            counts[line.a.accepted, line.b.accepted] += 1
    only_a, only_b, both = counts[True, False], counts[False, True], counts[True, True]
    return {
        "lines": len(lines),
        "answered": sum(counts.values()),
        "accepted_a": both + only_a,
        "accepted_b": both + only_b,
        "only_a": only_a,
        "only_b": only_b,
        "p": _round(mcnemar(only_a, only_b)),
    }


def _agreement(lines: Sequence[LinePair], share: float | None, found: Interval | None) -> ReadingAgreement:
    answered = [line for line in lines if line.answered]
    accepted = [line for line in answered if line.a.accepted and line.b.accepted]
    same = sum(line.a.facts == line.b.facts for line in accepted)
    return ReadingAgreement(
        both=sum(len(line.a.facts & line.b.facts) for line in answered),
        only_a=sum(len(line.a.facts - line.b.facts) for line in answered),
        only_b=sum(len(line.b.facts - line.a.facts) for line in answered),
        share=_round(share),
        share_95=_both_rounded(found),
        same_lines=same,
        both_accepted=len(accepted),
        same_95=_both_rounded(wilson(same, len(accepted))),
    )


def differing(groups: Sequence[Sequence[LinePair]]) -> Iterator[LinePair]:
    """Yield the lines that came out otherwise: first those that one version alone accepted, then by how much."""
    lines = [line for group in groups for line in group if line.answered and line.differs]
    order = sorted(
        enumerate(lines),
        key=lambda each: (each[1].a.accepted == each[1].b.accepted, -len(each[1].a.facts ^ each[1].b.facts), each[0]),
    )
    yield from (line for _, line in order)


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _both_rounded(interval: Interval | None) -> Interval | None:
    return None if interval is None else (round(interval[0], DIGITS), round(interval[1], DIGITS))
