"""`prompts compare`: two versions of the prompts over the same lines."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.progress import EVERY_S
from pramana.cli.session import working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, CompareEstimate, PromptComparison


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
    only_estimate: options.OnlyEstimate = False,
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
    from pramana.app import compare_estimate_parts

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
        show_parts(compare_estimate_parts(found))  # type: ignore[arg-type]
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


def _note_estimate(found: CompareEstimate) -> None:
    from pramana.app import compare_estimate_note

    show_parts(compare_estimate_note(found))


def _finish(found: PromptComparison, html: Path | None, limit: int, *, printing: bool) -> None:
    from pramana.app import comparison_parts

    if html is not None:
        found.save(html)
        note("Wrote ", (str(html), "bold"), ".")
    if printing:
        show_parts(comparison_parts(found, limit))
    if found.sums.lines and not found.sums.answered:
        raise typer.Exit(ExitCode.FAILED)
    raise typer.Exit(ExitCode.DONE if found.sums.answered == found.sums.lines else ExitCode.PARTIAL)
