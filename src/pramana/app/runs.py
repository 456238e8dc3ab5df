"""Every kind of run, and how it is replayed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from pramana.app.anot import COMPILE, replay_compilation
from pramana.app.anot_replay import replay_execution
from pramana.app.anot_runs import KIND as EXECUTE
from pramana.app.asking import replay_ask
from pramana.app.chain import replay_chain
from pramana.app.claims import replay_check
from pramana.app.comparing import replay_comparison
from pramana.app.deep import run_flaws
from pramana.app.igg import KINDS as GROWN
from pramana.app.igg import replay_growth
from pramana.app.ingest import CHAIN
from pramana.app.investigate import replay_investigation
from pramana.app.stategraph_replay import replay_batch, replay_stategraph
from pramana.app.workspace import WorkspaceResources
from pramana.errors import InputError
from pramana.evals import COMPARE
from pramana.investigate import KIND as INVESTIGATE
from pramana.stategraph import BATCH
from pramana.stategraph import KIND as STATEGRAPH
from pramana.trace import Run
from pramana.views import CHECK, Difference, ReplayReport

Replay = Callable[[WorkspaceResources, Run], Awaitable[ReplayReport]]
REPLAYS: Mapping[str, Replay] = {
    **dict.fromkeys(CHAIN, replay_chain),
    "ask": replay_ask,
    CHECK: replay_check,
    COMPILE: replay_compilation,
    EXECUTE: replay_execution,
    **dict.fromkeys(GROWN, replay_growth),
    INVESTIGATE: replay_investigation,
    COMPARE: replay_comparison,
    STATEGRAPH: replay_stategraph,
    BATCH: replay_batch,
}
"""How a run of each kind is repeated from stored responses alone."""
OF_GRAPHS = {STATEGRAPH: replay_stategraph, BATCH: replay_batch}
"""The kinds of run that call functions of the user."""
OVER_GRAPH = {"ask": replay_ask, CHECK: replay_check}
"""The kinds of run that only read the graph, so that the stored one serves where it is still that of then."""
OVER_TEXTS = (*CHAIN, "ask", CHECK, INVESTIGATE)
"""The kinds of run that rest on the documents' lines and on the graph."""


async def replay(
    workspace: WorkspaceResources, number: int, handlers: Path | None = None, from_texts: bool = False
) -> ReplayReport:
    """Repeat a run and compare; what is stored must also be what was written.

    With `from_texts` the graph that a question or claim was asked of is rebuilt from the texts, also where the stored
    one is still the same. `handlers` is a Python file of yours, which is run: it holds the callables of a run of a
    graph of states. Raises InputError for a kind that this version does not know, and where a run of another kind is
    given `handlers`.
    """
    run = workspace.ledger.run(number)
    if run.kind not in REPLAYS:
        raise InputError(f"Run {number} ({run.kind}) cannot be replayed: this version does not know the kind.")
    if purged := run.result.get("purged"):
        raise InputError(
            f"Run {number} ({run.kind}) cannot be repeated: it rested on {', '.join(purged)}, whose text was purged."
        )
    if handlers is not None and run.kind not in OF_GRAPHS:
        raise InputError(f"Run {number} ({run.kind}) calls no functions of yours: leave --handlers out.")
    replayed = REPLAYS[run.kind] if handlers is None else partial(OF_GRAPHS[run.kind], handlers=handlers)
    if from_texts and run.kind in OVER_GRAPH:
        replayed = partial(OVER_GRAPH[run.kind], from_texts=True)
    report = await replayed(workspace, run)
    if not report.identical:
        report = replace(report, differences=(*_purged_since(workspace, run), *report.differences))
    altered = tuple(
        Difference(flaw.table, f"{flaw.row}: {flaw.what}")
        for flaw in run_flaws(workspace, number, texts=run.kind in OVER_TEXTS)
    )
    if not altered:
        return report
    return replace(report, identical=False, differences=report.differences + altered)


def _purged_since(workspace: WorkspaceResources, run: Run) -> Iterator[Difference]:
    """Yield the documents whose text was purged after a run: what rested on it cannot be repeated."""
    for purge in workspace.ledger.runs("remove"):
        if purge.id > run.id and purge.manifest["purge"] and run.kind in OVER_TEXTS:
            what = f"purged in run {purge.id}: what rested on it cannot be repeated"
            yield from (Difference(doc_id, what) for doc_id in purge.manifest["documents"])


def can_replay(run: Run) -> bool:
    """Return whether a run is of a kind that this version repeats."""
    return run.kind in REPLAYS
