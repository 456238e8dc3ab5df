"""`ask`: a question answered with citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, Reply

STATUS_STYLES = {
    "GROUNDED": "green",
    "ASSUMED": "yellow",
    "FROM_TEXT": "green",
    "NO_MATCH": "yellow",
    "ERROR": "bold red",
}
ANSWERED = ("GROUNDED", "ASSUMED", "FROM_TEXT")
PLANNING = "karaka.query_decomposition"


@options.with_model("policy", "concurrency", *options.BUDGET)
def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In quotes.")],
    workspace: options.Folder = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the plan and the hops that led there.")] = False,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Answer a question from the graph. Every sentence of the answer cites the lines that it rests on.

    Exit code 1 if nothing was found.
    """

    async def work(ws: AsyncWorkspace) -> int:
        reply = await until_interrupted(lambda: ws.ask(question), lambda: None)
        if as_json:
            print_json(reply.model_dump(mode="json", exclude={"run"}))
            replayed = f"Run {reply.run}; `pramana replay {reply.run}` repeats it."
            note(replayed if reply.run else "The question was not recorded: the workspace can only be read.")
        else:
            _print_reply(ws, reply, trace)
        return ExitCode.DONE if reply.status in ANSWERED else ExitCode.NOTHING

    raise typer.Exit(working(workspace, work, flags))


def _print_reply(ws: AsyncWorkspace, reply: Reply, trace: bool) -> None:

    from pramana.views import footer_parts, reply_parts, spending_texts

    places = [(each.doc_id, each.line_number) for each in reply.citations]
    show_parts(reply_parts(reply, {each: ws.inspector.verdict_of_line(*each) for each in places}, trace=trace))
    plans = [proposal for proposal in ws.ledger.proposals(reply.run, "plan") if proposal.verdict.accepted]
    cost = spending_texts(ws.gateway.spending.as_json())
    show_parts(footer_parts(reply, plans[-1].verdict.value if plans else "", cost))
    if reply.status == "NO_MATCH" and not reply.citations and ws.config.llm.model_for(PLANNING) == "rules":
        note("The embedded model understands plain questions and clauses; a model of yours reads more.")
