"""`investigate`: a question about a graph, hypotheses, plans, and an answer whose every claim is cited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.gasl_run import GraphPlace
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import show_estimate
from pramana.errors import ExitCode, InputError
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import Bounds, Investigation, InvestigationSession, Iteration, SearchTree, Spending
    from pramana.views import WorkEstimate

_PANEL = "Bounds"
_ANSWER = 80
"""Characters of an answer that a line about a round shows."""

Search = Annotated[
    str,
    typer.Option("--search", metavar="STRATEGY", help="greedy, best-first or mcts: how plans are chosen."),
]
Iterations = Annotated[
    int,
    typer.Option(
        "--iterations", min=1, metavar="N", rich_help_panel=_PANEL, help="The maximum number of plans to execute."
    ),
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        min=0,
        metavar="SECONDS",
        rich_help_panel=_PANEL,
        show_default=False,
        help="Stop after so many seconds of wall clock.",
    ),
]
LightRag = Annotated[
    Path | None,
    typer.Option(
        "--lightrag",
        metavar="DIR",
        show_default=False,
        help="Investigate a store of LightRAG or nano-graphrag, with the texts of its chunks.",
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        show_default=False,
        help="For a graph outside a workspace: the database that keeps the models' answers, so that none is paid for "
        "twice. Default: pramana-investigations.db in this folder, if a model is configured.",
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", show_default=False, help="Also write the report as one HTML page."),
]
Markdown = Annotated[
    Path | None,
    typer.Option("--markdown", metavar="FILE", show_default=False, help="Also write the report as Markdown."),
]
StateFile = Annotated[
    Path | None,
    typer.Option(
        "--state",
        metavar="FILE",
        show_default=False,
        help="Also write the state that it ends with into a new JSON file: `gasl run` continues it, `gasl replay` "
        "executes its commands again.",
    ),
]
Trace = Annotated[
    Path | None,
    typer.Option(
        "--trace",
        metavar="FILE",
        show_default=False,
        help="Also write what happened as a trace, for `audit-trace` and `cluster`.",
    ),
]
Tree = Annotated[
    Path | None,
    typer.Option(
        "--tree",
        metavar="FILE",
        show_default=False,
        help="Also write the tree of the search: .html to look at, .mmd (Mermaid) or .json.",
    ),
]

Rollout = Annotated[
    str | None,
    typer.Option(
        "--rollout",
        metavar="MODEL",
        show_default=False,
        help="In a search, have a cheaper model of pramana.toml play on from each new state; `rules` is the embedded "
        "one.",
    ),
]
SourceText = Annotated[
    list[Path] | None,
    typer.Option(
        "--source",
        "-s",
        metavar="FILES",
        show_default=False,
        help="The text that the graph was made from, files or folders: what is cited is shown with its lines.",
    ),
]


@options.with_model("concurrency", *options.BUDGET)
def investigate(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to find out, in plain words.")],
    graph: GraphPlace = None,
    lightrag: LightRag = None,
    search: Search = "greedy",
    iterations: Iterations = 12,
    time: Time = None,
    source: SourceText = None,
    store: Store = None,
    html: Page = None,
    markdown: Markdown = None,
    state: StateFile = None,
    trace: Trace = None,
    tree: Tree = None,
    rollout: Rollout = None,
    only_estimate: options.OnlyEstimate = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Investigate a question about a graph: a model hypothesises and plans in GASL, the engine executes the plans,
    evidence decides. The answer's claims cite items of the state, and lines.

    Exit code 1 if no answer was found; 4 if a bound stopped it: run the same command with a larger bound to resume.
    """
    import anyio

    from pramana.app import ROLLOUT
    from pramana.cli.interrupt import until_interrupted
    from pramana.views import investigation_parts

    _check_tree(tree, search, rollout)
    bounds = _bounds(search, iterations, time, flags["budget"])
    if rollout is not None:
        flags = {**flags, "llm": {"ptools": {f"{ROLLOUT}.*": rollout}}}

    def session() -> InvestigationSession:
        return _session(graph, lightrag, store, workspace, flags, source or [])

    if only_estimate:
        show_estimate(anyio.run(_estimate, session, question, bounds, search), as_json)
        return

    async def investigate_in_session() -> tuple[int, Investigation]:
        async with session() as opened:
            spent = opened.gateway.spending
            tell = (None, None) if as_json else (partial(_observe, spent), partial(_watch, spent))
            return await opened.investigate(
                question, bounds=bounds, search=search, observe=tell[0], watch=tell[1], state=state
            )

    run, found = anyio.run(until_interrupted, investigate_in_session, _stopping)
    _write(found, html, markdown, trace, tree)
    if as_json:
        print_json({"run": run, **found.as_json()})
    else:
        show_parts(investigation_parts(found))
    raise typer.Exit(_exit_code(found))


def _bounds(search: str, iterations: int, seconds: float | None, budget: Mapping[str, Any]) -> Bounds:
    """Return the bounds. A search counts what its answers cost when they were first given: killed, it ends in the same
    tree."""
    from pramana.app import GREEDY
    from pramana.app import Bounds as Made

    dollars = None if budget["money"] is None else _dollars(budget["money"])
    if search == GREEDY:
        return Made(iterations, seconds=seconds)
    return Made(iterations, budget["calls"], dollars, seconds)


async def _estimate(
    session: Callable[[], InvestigationSession], question: str, bounds: Bounds, search: str
) -> WorkEstimate:
    from pramana.app import estimate_investigation

    async with session() as opened:
        return await estimate_investigation(opened.ground, opened.prompts, question, bounds, search)


def _exit_code(found: Investigation) -> ExitCode:
    if found.answered:
        return ExitCode.DONE
    if found.stop in ("failed", "broken"):
        return ExitCode.FAILED
    return ExitCode.STOPPED if found.resumable else ExitCode.NOTHING


def _check_tree(tree: Path | None, search: str, rollout: str | None) -> None:
    """Refuse, before anything is paid, a file that could not be written, and what a greedy investigation has not."""
    if rollout is not None and search == "greedy":
        raise InputError("--rollout is for a search; choose --search mcts or best-first.")
    if tree is not None and search == "greedy":
        raise InputError("--tree writes the tree of a search; choose --search mcts or best-first.")
    if tree is not None and tree.suffix not in (".html", ".mmd", ".json"):
        raise InputError(f"--tree is a file .html, .mmd or .json, and not {tree.name!r}.")


def _stopping() -> None:
    note("Stopping. What was answered is kept; run the same command again to resume.")


def _dollars(text: str) -> int:
    """Return an amount in millionths of a US dollar."""
    try:
        amount = Decimal(text)
        if amount.is_finite() and amount >= 0:
            return int(amount * 1_000_000)
    except ArithmeticError:
        pass
    raise InputError(f"--max-money is an amount of US dollars, as 0.50, and not {text!r}.")


def _session(
    graph: Path | None,
    lightrag: Path | None,
    store: Path | None,
    workspace: Path | None,
    flags: options.Flags,
    texts: list[Path],
) -> InvestigationSession:
    """Open what is investigated. Raises InputError where two graphs are named."""
    from pramana.app import INVESTIGATIONS as STORE
    from pramana.app import InvestigationSession
    from pramana.cli.gasl_run import _settings, _workspace

    if graph is not None and lightrag is not None:
        raise InputError("--graph and --lightrag both name a graph; give one.")
    place = lightrag or graph or _workspace(workspace)
    settings = _settings(workspace)
    if store is None and _asks_server(settings, flags):
        store = STORE
    return InvestigationSession(
        place, store, settings=settings, flags=flags, lightrag=lightrag is not None, texts=texts
    )


def _asks_server(settings: Path | None, flags: options.Flags) -> bool:
    """Whether a model other than the embedded one is configured: its answers cost something, and are kept."""
    from pramana.app import CONFIG_FILE as FILE
    from pramana.app import load_config

    llm = load_config(settings or Path(FILE), flags).llm
    return {llm.default, *llm.ptools.values()} != {"rules"}


def _observe(spent: Spending, turn: Iteration) -> None:
    """Tell a turn in a line or two, on standard error."""
    if turn.action is None or turn.stepped is None:
        if turn.refused:
            note(f"{turn.number}. sent back: {turn.refused[0].problem}")
        return
    gained = turn.stepped.signals
    told = f"{plural(gained.items_gained, 'item')} gained"
    told += f", {plural(gained.errors, 'error')}" if gained.errors else ""
    told += f", {gained.empties} empty" if gained.empties else ""
    why = turn.action.rationale or turn.action.plan.plan_id
    note(f"{turn.number}. {turn.proposal.decision}: {why} ({told}){_cost(spent)}")


def _watch(spent: Spending, tree: SearchTree[Any]) -> None:
    """Tell a round of a search in a line, on standard error."""
    from pramana.app import best_answer as best

    answers = [node for node in tree.nodes.values() if node.answer is not None]
    told = f"round {tree.rounds}: {plural(len(tree.nodes) - len(answers), 'state')}, {plural(len(answers), 'answer')}"
    found = best(tree)
    if found.answer is not None:
        judged = f" (judged {found.node.judged:.0%})" if found.node.judged is not None else ""
        text = found.answer.text
        told += f"; leading: {text if len(text) <= _ANSWER else text[:_ANSWER] + '…'}{judged}"
    note(told + _cost(spent))


def _cost(spent: Spending) -> str:
    """Return what was spent by now, "" where only the embedded model answered."""
    from pramana.views import spending_texts

    told = ", ".join(spending_texts(spent.as_json()))
    return f"; {told}" if told else ""


def _write(
    found: Investigation, html: Path | None, markdown: Path | None, trace: Path | None, tree: Path | None
) -> None:
    """Write the files that were asked for, each whole or not at all."""
    from pramana.app import replacing, tree_text
    from pramana.canonical import canonical

    texts = (
        (html, found.to_html),
        (markdown, found.to_markdown),
        (trace, lambda: canonical(found.trace.to_dict()) + "\n"),
        (tree, lambda: tree_text(found.tree, tree.suffix if tree else "", found.question)),
    )
    for path, text in texts:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                file.write(text())
            note("Wrote ", (str(path), "bold"), ".")
