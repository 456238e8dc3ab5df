"""The reading report (`pramana report`): results and costs, as data, for a terminal and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pramana.documents import Shelf, Shelved
from pramana.serialization import JsonRecord, JsonShape
from pramana.store import Database
from pramana.views.abstentions import cause_of, merge_causes
from pramana.views.report_sums import (
    READING,
    OutcomeSums,
    Reason,
    SlowLine,
    judgements,
    outcome_sums,
    refusals,
    score_counts,
    slowest,
)
from pramana.views.reports import ACCEPTED, LEFT_OUT
from pramana.views.showing import HtmlPage
from pramana.views.stores import Stores

COMMONEST = 10
"""Reasons that a report names, the most frequent first."""
EMBEDDED = "rules:"
"""How the names of models begin in the store where it is the embedded one."""
STATUSES = (*ACCEPTED, *LEFT_OUT, "unread")


@dataclass(frozen=True, slots=True)
class AttemptCount:
    """Lines that reached attempt `number`, and how many of these were accepted at it."""

    number: int
    tried: int
    accepted: int


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A reason, of how many lines or proposals, and one place where: `rama.txt:7`."""

    status: str
    reason: str
    count: int
    place: str


@dataclass(frozen=True, slots=True)
class PtoolSpending:
    """What was spent on one ptool. `money` in millionths of a US dollar, None where a price is unknown."""

    ptool: str
    model: str
    answers: int
    prompt_tokens: int
    completion_tokens: int
    money: int | None
    cached_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Slow:
    place: str
    run: int
    seconds: float
    calls: int
    text: str


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """A document's lines, by what became of them; those that were not read are `unread`."""

    doc_id: str
    lines: int
    statuses: Mapping[str, int]

    @property
    def accepted(self) -> int:
        return sum(self.statuses.get(status, 0) for status in ACCEPTED)


@dataclass(frozen=True)
class Report(HtmlPage, JsonRecord):
    """The reading report. Figures of lines cover the present lines, by the newest run that reached each.

    `calls` are lines by their calls, to a tenth. `judgements` and `scores` (see reporting_sums) cover all runs, as does
    `asked`: what was spent. `a_line` has the answers, the tokens and the money of reading per line of the `lines_read`
    so far, None if unknown. `unknown` lists what is not known, with the reason, a sentence each.
    """

    folder: str
    lines: Mapping[str, int]
    attempts: tuple[AttemptCount, ...]
    calls: Mapping[float, int]
    lines_read: int
    a_line: Mapping[str, float | None]
    asked: tuple[PtoolSpending, ...]
    judgements: Mapping[str, int]
    scores: Mapping[int, Mapping[str, int]]
    reasons: tuple[WhyNot, ...]
    refusals: tuple[WhyNot, ...]
    slowest: tuple[Slow, ...]
    coverage: tuple[LineCoverage, ...]
    unknown: tuple[str, ...]

    json_shape = JsonShape(
        convert={
            "scores": lambda scores: [{"from": score, **counts} for score, counts in scores.items()],
            "calls": lambda calls: [{"calls": number, "lines": lines} for number, lines in calls.items()],
        }
    )

    @property
    def accepted(self) -> int:
        return sum(self.lines.get(status, 0) for status in ACCEPTED)

    @property
    def read(self) -> int:
        """How many of the present lines were read."""
        return sum(self.lines.values()) - self.lines.get("unread", 0)

    @property
    def calls_a_line(self) -> float | None:
        """The mean over the present lines, None where none was read."""
        return sum(calls * count for calls, count in self.calls.items()) / self.read if self.read else None

    @property
    def judged(self) -> int:
        """How many attempts a verifier gave a verdict on."""
        return sum(count for name, count in self.judgements.items() if name != "unheard")

    @property
    def page_title(self) -> str:
        return "Report"


def report_on(stores: Stores, folder: Path) -> Report:
    """Return the reading report of a workspace. Writes nothing."""
    documents, database = stores.shelf.all(), stores.database
    sums = outcome_sums(stores, documents)
    asked, read = _spending_by_ptool(stores.database), _lines_read(stores.database)
    judged = judgements(database)
    coverage = tuple(_coverage(documents, sums))
    return Report(
        folder=str(folder),
        lines=_in_order(sum((each.statuses.get(status, 0) for each in coverage), 0) for status in STATUSES),
        attempts=tuple(_attempts(sums)),
        calls=dict(sorted(sums.calls.items())),
        lines_read=read,
        a_line=_a_line(asked, read),
        asked=asked,
        judgements=judged,
        scores=dict(sorted(score_counts(database).items())),
        reasons=_commonest(_merged_reasons(sums.reasons)),
        refusals=_commonest(("refused", reason, why) for reason, why in refusals(database).items()),
        slowest=tuple(_slow(stores.shelf, each) for each in slowest(database)),
        coverage=coverage,
        unknown=tuple(_unknown(sums, judged, asked)),
    )


def _in_order(counts: Iterator[int]) -> dict[str, int]:
    return {status: count for status, count in zip(STATUSES, counts, strict=True) if count}


def _attempts(sums: OutcomeSums) -> Iterator[AttemptCount]:
    left = sums.attempts.total()
    for number in range(1, max(sums.attempts, default=0) + 1):
        yield AttemptCount(number, left, sums.accepted[number])
        left -= sums.attempts[number]


def _spending_by_ptool(database: Database) -> tuple[PtoolSpending, ...]:
    sql = (
        "SELECT ptool, model, answers, prompt_tokens, completion_tokens, CASE WHEN unpriced THEN NULL ELSE money END, "
        "cached_tokens FROM spent ORDER BY ptool, model"
    )
    return tuple(PtoolSpending(*row) for row in database.all(sql))


def _lines_read(database: Database) -> int:
    sql = "SELECT coalesce(sum(amount), 0) FROM effort JOIN run ON id = run WHERE kind = 'ingest' AND name = 'lines'"
    return int(database.all(sql)[0][0])


def _a_line(asked: Sequence[PtoolSpending], read: int) -> dict[str, float | None]:
    """Return what reading one line took on average, over all that was ever read."""
    reading = [each for each in asked if each.ptool.startswith(READING)]
    if not read:
        return {"answers": None, "tokens": None, "money": None}
    prices = [each.money for each in reading]
    known = None if None in prices else sum(price for price in prices if price is not None) / read
    return {
        "answers": round(sum(each.answers for each in reading) / read, 3),
        "tokens": round(sum(each.tokens for each in reading) / read, 1),
        "money": None if known is None else round(known, 3),
    }


def _merged_reasons(reasons: Mapping[tuple[str, str], Reason]) -> Iterator[tuple[str, str, Reason]]:
    """Yield reasons with those of one cause as one: its place is the first of theirs."""
    for status in dict.fromkeys(status for status, _ in reasons):
        whys = {reason: why for (of, reason), why in reasons.items() if of == status}
        for merged, count in merge_causes({reason: why.count for reason, why in whys.items()}).items():
            places = [why.place for reason, why in whys.items() if cause_of(reason) == cause_of(merged)]
            yield status, merged, Reason(count, min(places))


def _commonest(reasons: Any) -> tuple[WhyNot, ...]:
    ordered = sorted(reasons, key=lambda each: (-each[2].count, each[0], each[1]))
    return tuple(_why_not(*each) for each in ordered[:COMMONEST])


def _why_not(status: str, reason: str, why: Reason) -> WhyNot:
    return WhyNot(status, reason, why.count, _place(why.place))


def _place(path: str) -> str:
    """Return the line that a path is about.

    >>> _place("letters%2F1843.txt/line/7/attempt/1")
    'letters/1843.txt:7'
    """
    part, _, rest = path.partition("/line/")
    number = rest.partition("/")[0]
    return f"{unquote(part)}:{number}" if number else ""


def _slow(shelf: Shelf, slow: SlowLine) -> Slow:
    doc_id = unquote(slow.part)
    shelved = shelf.line(doc_id, slow.line)
    text = shelved.line.text if shelved else ""
    return Slow(f"{doc_id}:{slow.line}", slow.run, round(slow.seconds, 6), slow.calls, text)


def _coverage(documents: Sequence[Shelved], sums: OutcomeSums) -> Iterator[LineCoverage]:
    for document in documents:
        statuses: Mapping[str, int] = sums.documents.get(document.doc_id, {})
        unread = document.lines - sum(statuses.values())
        counts = {**statuses, "unread": max(unread, 0)}
        yield LineCoverage(
            document.doc_id, document.lines, {name: counts[name] for name in STATUSES if counts.get(name)}
        )


def _unknown(sums: OutcomeSums, judged: Mapping[str, int], asked: Sequence[PtoolSpending]) -> Iterator[str]:
    if not sums.statuses:
        yield "No line was read yet: `pramana ingest`."
        return
    if not any(count for name, count in judged.items() if name != "unheard"):
        yield (
            "No model scored or verified: what was accepted passed the deterministic checks alone, so the agreement of "
            "judges is unknown."
        )
    if all(each.model.startswith(EMBEDDED) for each in asked):
        yield "No model was paid: the embedded one costs nothing, and its answers are computed again, not stored."
    elif any(each.money is None for each in asked):
        yield "The price of some model is unknown, so money is not summed up for what it was asked."
