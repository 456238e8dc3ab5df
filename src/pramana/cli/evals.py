"""`evals`: how good answers are on documents of your own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import print_json, show_parts
from pramana.cli.session import working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace

evals = typer.Typer(name="evals", help="Measure answers on documents of your own.", no_args_is_help=True)


@evals.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@evals.command("questions")
@options.with_model("policy", "concurrency", *options.BUDGET)
def questions(
    sheet: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Rows of: question, tab, expected answer; REFUSE where the documents do not say."
        ),
    ],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Ask every question of a sheet, and compare the answers with the expected ones by their words.

    Comparing words is a hint, not a judgement: answers in other words are listed for you to read. Exit code 1 where a
    question has no answer, or one that the sheet does not expect.
    """
    from pramana.app import judge_answer, question_sheet_parts, read_question_sheet

    rows = read_question_sheet(sheet)

    async def work(ws: AsyncWorkspace) -> int:
        found = []
        for row in rows:
            reply = await until_interrupted(partial(ws.ask, row.question), lambda: None)
            found.append(judge_answer(row, reply.status, reply.answer))
        if as_json:
            print_json([each.as_json() for each in found])
        else:
            show_parts(question_sheet_parts(found))
        return ExitCode.DONE if all(each.outcome in {"holds", "refused"} for each in found) else ExitCode.NOTHING

    raise typer.Exit(working(workspace, work, flags))
