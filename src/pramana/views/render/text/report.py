"""The results of reading, with bars."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.views.render.parts import VERDICT_STYLES, Cell, Part, columns, heading, line, verdict
from pramana.views.render.report_page import bin_counts
from pramana.views.report import Report, WhyNot
from pramana.views.report_words import JUDGED, money_exactly, ptool_rows, seconds, share, summed_up
from pramana.wording import plural

SHOWN = 10
"""Documents that are printed; `--json` prints all."""


WIDE = 28
"""Characters of a full bar: label, bar and figures fit 80 columns."""


_PARTS = " ▏▎▍▌▋▊▉"


def _coverage(made: Report, number: int) -> list[Cell]:
    each = made.coverage[number]
    told = ", ".join(f"{count:,} {status}" for status, count in each.statuses.items())
    bar = (_bar(each.accepted, each.lines), VERDICT_STYLES["verified"])
    return [each.doc_id, bar, f"{share(each.accepted, each.lines):>6}", told]


def _attempts(made: Report) -> Iterator[list[Cell]]:
    most = max((each.tried for each in made.attempts), default=0)
    for each in made.attempts:
        told = f"{each.accepted:,} of {plural(each.tried, 'line')}"
        yield [f"{each.number}", (_bar(each.accepted, most), "green"), f"{share(each.accepted, each.tried):>6}", told]


def _calls(made: Report) -> Iterator[list[Cell]]:
    bins = bin_counts(made.calls)
    most = max(count for _, count in bins)
    for label, count in bins:
        yield [f"{label:>7}", (_bar(count, most), "cyan"), plural(count, "line")]


def _a_line(made: Report) -> str:
    """Return what a line took on average."""
    told = f"{made.calls_a_line:.2f} on average"
    tokens, money = made.a_line["tokens"], made.a_line["money"]
    if not tokens:
        return told
    cost = "price unknown" if money is None else money_exactly(money)
    return f"{told}; {tokens:,.0f} tokens, {cost} for each line ever read"


def _judgement_rows(made: Report) -> Iterator[list[Cell]]:
    if not made.judged:
        return
    for name, count in made.judgements.items():
        if count and name != "unheard":
            style = "green" if name == "agreed" else "yellow"
            yield [JUDGED[name], (_bar(count, made.judged), style), f"{share(count, made.judged):>6}", f"{count:,}"]


def _why(each: WhyNot) -> list[Cell]:
    return [f"{each.count:>7,}", verdict(each.status), (each.place, "cyan"), each.reason]


def _slowest(made: Report) -> Iterator[list[Cell]]:
    for each in made.slowest:
        yield [f"{seconds(each.seconds):>10}", (each.place, "cyan"), plural(each.calls, "call"), each.text[:80]]


def _bar(part: float, whole: float) -> str:
    """Return a bar of eighths of a cell, as long as a part is of the whole."""
    eighths = round(8 * WIDE * part / whole) if whole else 0
    full = "█" * (eighths // 8)
    return (full + _PARTS[eighths % 8].strip()).ljust(WIDE)


def _reading(made: Report) -> Iterator[Part]:
    yield heading("Coverage by document")
    yield columns([_coverage(made, number) for number in range(min(len(made.coverage), SHOWN))])
    if len(made.coverage) > SHOWN:
        yield line(f"  and {len(made.coverage) - SHOWN:,} more (--json names them all)")
    yield heading("Acceptance by attempt")
    yield columns(list(_attempts(made)))
    yield heading("Calls a line")
    yield line(f"  {_a_line(made)}")
    yield columns(list(_calls(made)))
    yield heading("Scorer and verifier")
    yield columns(list(_judgement_rows(made)) or [("nobody judged", "")])
    yield heading("Why lines were left out")
    yield columns([_why(each) for each in made.reasons] or [("none was", "")])
    if made.refusals:
        yield heading("Why proposals were refused")
        yield columns([_why(each) for each in made.refusals])
    yield heading("The slowest lines, from asking to answer")
    yield columns(list(_slowest(made)) or [("no call was timed", "")])


def report_parts(made: Report) -> Iterator[Part]:
    yield line((made.folder, "bold"))
    yield line(summed_up(made))
    for sentence in made.unknown:
        yield line((sentence, "yellow"))
    if made.read:
        yield from _reading(made)
    if made.asked:
        yield heading("What was asked")
        rows = [(ptool, model, answers, tokens, cost) for ptool, model, answers, tokens, cost in ptool_rows(made)]
        yield columns([("ptool", "model", "answers", "tokens", "cost"), *rows])
