"""`ask`: a question answered with citations."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import note, print_json, say, show_parts
from pramana.cli.session import working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, Reply


@options.with_model("policy", "concurrency", *options.BUDGET)
def ask(
    question: Annotated[
        str | None, typer.Argument(metavar="QUESTION", help="In quotes. Default: ask one after the other.")
    ] = None,
    workspace: options.Folder = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the plan and the hops that led there.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            show_default=False,
            help="Also write a page to send: each answer, its lines in their context, and the documents.",
        ),
    ] = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Answer a question from the graph. Every sentence of the answer cites the lines that it rests on.

    Without a question, questions are read one after the other, also from a pipe; a pronoun means what the last answer
    or question named. Exit code 1 if nothing was found.
    """

    async def work(ws: AsyncWorkspace) -> int:
        given = []
        async for asked, reply in _replies(ws, question):
            if reply.question != asked and not as_json:
                say((f"Asked: {reply.question}", "dim"))
            _show(ws, reply, trace, as_json)
            given.append(reply)
        if html is not None:
            ws.answers_page(given).save(html)
            note("Wrote ", (str(html), "bold"), ".")
        return ExitCode.DONE if all(reply.is_answered for reply in given[-1:]) else ExitCode.NOTHING

    raise typer.Exit(working(workspace, work, flags))


QUIT = ("quit", "exit", ":q", ":quit")


async def _replies(ws: AsyncWorkspace, question: str | None) -> AsyncIterator[tuple[str, Reply]]:
    """Yield what was asked and the reply: to `question`, or where it is None to one after the other until the input
    ends."""
    from anyio import to_thread

    if question is not None:
        yield question, await until_interrupted(lambda: ws.ask(question), lambda: None)
        return
    conversation = ws.chat()
    shown = sys.stdin.isatty() and sys.stdout.isatty()
    if shown:
        say(("Ask one question after the other. Ctrl-D or quit ends.", "dim"))
    while (line := await to_thread.run_sync(_read_question, shown)) is not None:
        asked = line.strip()
        if asked.lower() in QUIT:
            break
        if asked:
            yield asked, await conversation.ask(asked)


def _read_question(shown: bool) -> str | None:
    """Return the next line of the input, None at its end."""
    try:
        return input("? " if shown else "")
    except (EOFError, KeyboardInterrupt):
        return None


def _show(ws: AsyncWorkspace, reply: Reply, trace: bool, as_json: bool) -> None:
    if not as_json:
        _print_reply(ws, reply, trace)
        return
    print_json(reply.model_dump(mode="json", exclude={"run"}))
    replayed = f"Run {reply.run}; `pramana replay {reply.run}` repeats it."
    note(replayed if reply.run else "The question was not recorded: the workspace can only be read.")


def _print_reply(ws: AsyncWorkspace, reply: Reply, trace: bool) -> None:
    from pramana.views import footer_parts, reply_parts, spending_texts

    places = [(each.doc_id, each.line_number) for each in reply.citations]
    show_parts(reply_parts(reply, {each: ws.inspector.verdict_of_line(*each) for each in places}, trace=trace))
    plans = [proposal for proposal in ws.ledger.proposals(reply.run, "plan") if proposal.verdict.accepted]
    cost = spending_texts(ws.gateway.spending.as_json())
    show_parts(footer_parts(reply, plans[-1].verdict.value if plans else "", cost))
