"""`prompts compare`: two versions of the prompts over the same lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import Cell, columns, heading, note, plural, print_json, say, verdict
from pramana.cli.progress import EVERY_S, spending_texts
from pramana.cli.session import working

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace
    from pramana.evals import CompareEstimate, LinePair, LineReading, PromptComparison, ReadFact


@options.with_model("policy", "concurrency", *options.BUDGET)
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="`shipped`, `workspace`, or a file like prompts.json.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one, in the same way.")],
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=1, help="How many lines, of all documents in proportion.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which lines, and which resamples of them.")] = 0,
    docs: Annotated[
        list[str] | None,
        typer.Option("--doc", metavar="DOC", show_default=False, help="Only lines of this document; may be repeated."),
    ] = None,
    only_estimate: Annotated[
        bool, typer.Option("--estimate", metavar="", help="Print the expected cost, and ask no model.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="How many differing lines to print.")] = 10,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", show_default=False, help="Also write an HTML page with all of them."),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Compare two versions of the prompts over the same lines: acceptance, agreement, cost, each with how sure it is.

    The lines are drawn from the workspace's documents; its graph is not touched. Responses are stored: the same again
    costs nothing, and one that a budget stopped is resumed.
    """

    async def work(ws: AsyncWorkspace) -> PromptComparison | CompareEstimate:
        comparer = ws.prompt_comparer(a, b, sample, seed, docs or ())
        reckoned = await comparer.estimate()
        if only_estimate:
            return reckoned
        _note_estimate(reckoned)
        return await until_interrupted(lambda: comparer.compare(_Telling().observe), _stopping)

    found = working(workspace, work, flags)
    if as_json:
        print_json(found.as_json())
    elif only_estimate:
        _print_estimate(found)  # type: ignore[arg-type]
    if only_estimate:
        return
    _finish(found, html, limit, printing=not as_json)  # type: ignore[arg-type]


def _stopping() -> None:
    note("Stopping. What was answered is kept; run the same command again to resume.")


class _Telling:
    """Says now and then how far it is."""

    def __init__(self) -> None:
        self._told = monotonic()

    def observe(self, side: str, done: int, lines: int) -> None:
        if monotonic() - self._told >= EVERY_S:
            self._told = monotonic()
            note(f"{side.upper()}: {done:,} of {lines:,} lines")


def _estimate_words(found: CompareEstimate) -> str:
    from pramana.views import money

    if not any(found.to_read):
        return "every answer is stored: no call, no cost"
    told = f"{found.to_read[0]:,} lines to read under A, {found.to_read[1]:,} under B"
    return f"{told}: about {plural(found.calls, 'call')}, {found.tokens:,} tokens, {money(found.money)}"


def _note_estimate(found: CompareEstimate) -> None:
    note(f"{plural(found.lines, 'line')} of {plural(_sampled_count(found), 'document')}; {_estimate_words(found)}.")


def _sampled_count(found: CompareEstimate) -> int:
    return sum(1 for lines in found.documents.values() if lines)


def _print_estimate(found: CompareEstimate) -> None:
    columns(
        [
            ("prompts that differ", ", ".join(found.differing)),
            ("lines", f"{found.lines:,} of {plural(_sampled_count(found), 'document')}"),
            ("to pay", _estimate_words(found)),
        ],
        indent=0,
    )


def _finish(found: PromptComparison, html: Path | None, limit: int, *, printing: bool) -> None:
    if html is not None:
        found.save(html)
        note("Wrote ", (str(html), "bold"), ".")
    if printing:
        _print(found, limit)
    raise typer.Exit(0 if found.sums.answered == found.sums.lines else 3)


def _print(found: PromptComparison, limit: int) -> None:
    say((f"Run {found.run}", "bold"), f": A is {found.a}, B is {found.b}; they differ in {', '.join(found.differing)}")
    per = ", ".join(f"{count:,} of {doc_id}" for doc_id, count in list(found.by_document.items())[:5] if count)
    more = " …" if len(found.by_document) > 5 else ""
    say(f"{plural(found.sums.lines, 'line')} ({per}{more}), policy {found.policy}, seed {found.seed}")
    heading("Measures, with 95 % intervals")
    columns(_measures(found))
    heading("What may be concluded")
    for sentence in found.conclusions:
        say(f"  {sentence}")
    heading(f"Lines that came out otherwise: {len(found.differences):,} of {found.sums.answered:,}")
    for line in found.differences[:limit]:
        _print_line(line)
    if len(found.differences) > limit:
        say(f"  and {len(found.differences) - limit:,} more (--limit, or --html for all)")
    bought = spending_texts(found.paid)
    note(f"Paid now: {', '.join(bought)}." if bought else "Nothing was paid: every answer was stored.")


def _measures(found: PromptComparison) -> Sequence[Sequence[Cell]]:
    from pramana.evals import amount_text, change_interval_text, change_text, interval_text

    rows: list[list[Cell]] = [["", ("A", "bold"), "", ("B", "bold"), "", ("B less A", "bold")]]
    for each in found.sums.measures:
        told: Cell = (
            f"{change_text(each, each.difference)}  {change_interval_text(each)}",
            "bold" if each.shown else "",
        )
        a, b = (amount_text(each, value) for value in (each.a, each.b))
        rows.append([each.name, a, interval_text(each, each.a_95), b, interval_text(each, each.b_95), told])
    return rows


def _print_line(line: LinePair) -> None:
    say()
    say("  ", (line.place, "cyan"), f"  {line.text}")
    _print_side("A", line.a, line.only_a, "red")
    _print_side("B", line.b, line.only_b, "green")


def _print_side(name: str, reading: LineReading, only: Sequence[ReadFact], style: str) -> None:
    from pramana.evals import in_words

    say(f"    {name} ", verdict(reading.status), "" if reading.accepted else f": {reading.reason}")
    for words in in_words(only):
        say("      ", (f"only {name}", style), f"  {words}")
