"""`report`: the results of reading, and their cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import VERDICT_STYLES, Cell, columns, heading, note, plural, print_json, say, verdict
from pramana.cli.session import reading

if TYPE_CHECKING:
    from pramana.views import Report, WhyNot

SHOWN = 10
"""Documents that are printed; `--json` prints all."""
WIDE = 28
"""Characters of a full bar: label, bar and figures fit 80 columns."""
_PARTS = " ▏▎▍▌▋▊▉"


def report(
    workspace: options.Folder = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", show_default=False, help="Also write an HTML page with plots."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Report on reading: what was accepted at which attempt, at what cost, why not, how judges agreed, what was slow.

    The sums are made by the database: a workspace of a million steps takes about a second.
    """
    with reading(workspace) as ws:
        made = ws.report()
    if html is not None:
        made.save(html)
        note("Wrote ", (str(html), "bold"), ".")
    if as_json:
        print_json(made.as_json())
    else:
        _print(made)


def _print(made: Report) -> None:
    from pramana.views import ptool_rows, summed_up

    say((made.folder, "bold"))
    say(summed_up(made))
    for sentence in made.unknown:
        say((sentence, "yellow"))
    if made.read:
        _print_reading(made)
    if made.asked:
        heading("What was asked")
        rows = [(ptool, model, answers, tokens, cost) for ptool, model, answers, tokens, cost in ptool_rows(made)]
        columns([("ptool", "model", "answers", "tokens", "cost"), *rows])


def _print_reading(made: Report) -> None:
    heading("Coverage by document")
    columns([_coverage(made, number) for number in range(min(len(made.coverage), SHOWN))])
    if len(made.coverage) > SHOWN:
        say(f"  and {len(made.coverage) - SHOWN:,} more (--json names them all)")
    heading("Acceptance by attempt")
    columns(list(_attempts(made)))
    heading("Calls a line")
    say(f"  {_a_line(made)}")
    columns(list(_calls(made)))
    heading("Scorer and verifier")
    columns(list(_judgement_rows(made)) or [("nobody judged", "")])
    heading("Why lines were left out")
    columns([_why(each) for each in made.reasons] or [("none was", "")])
    if made.refusals:
        heading("Why proposals were refused")
        columns([_why(each) for each in made.refusals])
    heading("The slowest lines, from asking to answer")
    columns(list(_slowest(made)) or [("no call was timed", "")])


def _coverage(made: Report, number: int) -> list[Cell]:
    from pramana.views import share

    each = made.coverage[number]
    told = ", ".join(f"{count:,} {status}" for status, count in each.statuses.items())
    bar = (_bar(each.accepted, each.lines), VERDICT_STYLES["verified"])
    return [each.doc_id, bar, f"{share(each.accepted, each.lines):>6}", told]


def _attempts(made: Report) -> Iterator[list[Cell]]:
    from pramana.views import share

    most = max((each.tried for each in made.attempts), default=0)
    for each in made.attempts:
        told = f"{each.accepted:,} of {plural(each.tried, 'line')}"
        yield [f"{each.number}", (_bar(each.accepted, most), "green"), f"{share(each.accepted, each.tried):>6}", told]


def _calls(made: Report) -> Iterator[list[Cell]]:
    from pramana.views import bin_counts

    bins = bin_counts(made.calls)
    most = max(count for _, count in bins)
    for label, count in bins:
        yield [f"{label:>7}", (_bar(count, most), "cyan"), plural(count, "line")]


def _a_line(made: Report) -> str:
    """Return what a line took on average."""
    from pramana.views import money_exactly

    told = f"{made.calls_a_line:.2f} on average"
    tokens, money = made.a_line["tokens"], made.a_line["money"]
    if not tokens:
        return told
    cost = "price unknown" if money is None else money_exactly(money)
    return f"{told}; {tokens:,.0f} tokens, {cost} for each line ever read"


def _judgement_rows(made: Report) -> Iterator[list[Cell]]:
    from pramana.views import JUDGED, share

    if not made.judged:
        return
    for name, count in made.judgements.items():
        if count and name != "unheard":
            style = "green" if name == "agreed" else "yellow"
            yield [JUDGED[name], (_bar(count, made.judged), style), f"{share(count, made.judged):>6}", f"{count:,}"]


def _why(each: WhyNot) -> list[Cell]:
    return [f"{each.count:>7,}", verdict(each.status), (each.place, "cyan"), each.reason]


def _slowest(made: Report) -> Iterator[list[Cell]]:
    from pramana.views import seconds

    for each in made.slowest:
        yield [f"{seconds(each.seconds):>10}", (each.place, "cyan"), plural(each.calls, "call"), each.text[:80]]


def _bar(part: float, whole: float) -> str:
    """Return a bar of eighths of a cell, as long as a part is of the whole."""
    eighths = round(8 * WIDE * part / whole) if whole else 0
    full = "█" * (eighths // 8)
    return (full + _PARTS[eighths % 8].strip()).ljust(WIDE)
