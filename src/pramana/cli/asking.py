"""`ask`: a question answered with citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import Cell, columns, heading, lines, note, place, print_json, say, verdict
from pramana.cli.progress import spending_texts
from pramana.cli.session import working

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, Reply
    from pramana.views import Inspector

STATUS_STYLES = {"GROUNDED": "green", "ASSUMED": "yellow", "NO_MATCH": "yellow", "ERROR": "bold red"}
PLANNING = "karaka.query_decomposition"


@options.with_model("policy", "concurrency", *options.BUDGET)
def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In quotes.")],
    workspace: options.Folder = None,
    trace: Annotated[
        bool, typer.Option("--trace", metavar="", help="Show the plan and the hops that led there.")
    ] = False,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Answer a question from the graph. Every sentence of the answer cites the lines that it rests on."""

    async def work(ws: AsyncWorkspace) -> int:
        reply = await until_interrupted(lambda: ws.ask(question), lambda: None)
        if as_json:
            print_json(reply.model_dump(mode="json", exclude={"run"}))
            note(f"Run {reply.run}; `pramana replay {reply.run}` repeats it.")
        else:
            _print_reply(ws, reply, trace)
        return 1 if reply.status == "ERROR" else 0

    raise typer.Exit(working(workspace, work, flags))


def _print_reply(ws: AsyncWorkspace, reply: Reply, trace: bool) -> None:

    inspector = ws.inspector
    lines(reply.answer, style="bold" if reply.status == "GROUNDED" else "")
    if reply.citations:
        say()
        columns([_citation(inspector, item.doc_id, item.line_number, item.text) for item in reply.citations])
    if reply.nearest:
        heading("The lines that come nearest")
        columns([((place(item.doc_id, item.line_number), "cyan"), item.text) for item in reply.nearest])
    if trace:
        heading("How")
        columns([(f"{number}", hop) for number, hop in enumerate(reply.reasoning_trace, 1)])
    say()
    say(*_footer(ws, reply))
    if reply.status == "NO_MATCH" and not reply.citations and ws.config.llm.model_for(PLANNING) == "rules":
        note("The embedded model understands plain questions and clauses; a model of yours reads more.")


def _citation(inspector: Inspector, doc_id: str, line_number: int, text: str) -> tuple[Cell, ...]:
    return (place(doc_id, line_number), "cyan"), verdict(inspector.verdict_of_line(doc_id, line_number)), text


def _footer(ws: AsyncWorkspace, reply: Reply) -> list[Cell]:
    plans = [proposal for proposal in ws.ledger.proposals(reply.run, "plan") if proposal.verdict.accepted]
    cells: list[Cell] = [(reply.status, STATUS_STYLES[reply.status])]
    if plans:
        cells += [" · plan ", verdict(plans[-1].verdict.value)]
    cost = spending_texts(ws.gateway.spending.as_json())
    return [*cells, f" · run {reply.run}", f" · {', '.join(cost)}" if cost else ""]
