"""A StateGraph, what is wrong with it, its runs and their steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pramana.canonical import canonical
from pramana.stategraph import BATCH, BatchResult, StateGraph
from pramana.stategraph import GraphFinding as Finding
from pramana.trace import Run, WorkflowTrace
from pramana.views.render.parts import Cell, Paragraph, Part, columns, heading, line, verdict
from pramana.wording import plural

MOST_ITEMS = 50
"""Inputs of a batch that failed or wait that are listed: a page of a terminal."""


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else canonical(value)


def _node_row(name: str, graph: StateGraph) -> tuple[Cell, ...]:
    node = graph.nodes[name]
    reads, writes = ", ".join(node.input_map.values()) or "–", ", ".join(node.output_map.values()) or "–"
    return (name, "bold"), f"{node.kind} {node.callable_id}", f"{reads} → {writes}", node.goal or ""


def stategraph_run_row(run: Run) -> list[Cell]:
    return [
        f"{run.id}",
        verdict(run.status.value),
        (run.manifest["graph"]["name"], "bold"),
        _origin(run.manifest),
        _result_text(run),
    ]


def _origin(manifest: Mapping[str, Any]) -> str:
    if fork := manifest.get("fork"):
        return f"from {fork['run']} behind step {fork['step']}"
    batch = manifest.get("batch")
    return f"input {batch['index'] + 1} of batch {batch['run']}" if batch else ""


def _result_text(run: Run) -> str:
    told = run.result
    if run.kind == BATCH:
        return ", ".join(f"{count:,} {status}" for status, count in sorted(told.items()) if isinstance(count, int))
    if waiting := told.get("waiting"):
        until = f" until {waiting['until']}" if waiting["until"] else ""
        return f"waits for {waiting['for']} ({', '.join(waiting['asks'])}){until}"
    if "error" in told:
        return f"{told['error']}: {told.get('message', '')}"
    return f"{told.get('steps', '')} steps".lstrip()


def stategraph_run_json(run: Run) -> dict[str, Any]:
    fork = {"fork": run.manifest["fork"]} if "fork" in run.manifest else {}
    told = {"run": run.id, "kind": run.kind, "graph": run.manifest["graph"]["name"], "status": run.status.value, **fork}
    return {**told, "started": run.started, "ended": run.ended, "result": dict(run.result)}


def graph_findings_parts(found: list[Finding], *, err: bool = False) -> Iterator[Part]:
    styles = {"error": "red", "warning": "yellow", "note": "dim"}
    for finding in found:
        head = (finding.severity, styles[finding.severity]), " ", (finding.place, "cyan"), f" {finding.code}"
        yield Paragraph(head, err)
        yield Paragraph((f"  {finding.reason}{f': {finding.mend}' if finding.mend else ''}",), err)


def stategraph_parts(graph: StateGraph) -> Iterator[Part]:
    yield line((graph.name, "bold"), f": begins at {graph.start}, ends at {', '.join(sorted(graph.terminal))}")
    yield heading("Nodes")
    yield columns([_node_row(name, graph) for name in graph.nodes])
    yield heading("Edges, in the order in which they are tried")
    rows: list[tuple[Cell, ...]] = []
    for edge in graph.edges:
        rows.append((f"{edge.src} → {edge.dst}", "on failure" if edge.on_failure else "", edge.condition.expr))
    yield columns(rows)


def steps_parts(trace: WorkflowTrace) -> Iterator[Part]:
    yield heading("Steps")
    rows: list[tuple[Cell, ...]] = []
    for number, step in enumerate(trace.steps, start=1):
        error = step.error
        told = f"{error['type']}: {error['message']}" if error else ", ".join(step.to_dict()["changed"])
        rows.append((f"{number}", (step.node, "bold"), verdict("failed") if error else "", told))
    yield columns(rows)


def stategraph_runs_parts(runs: Iterable[Run]) -> Iterator[Part]:
    """Yield runs of graphs as a table."""
    yield columns([stategraph_run_row(run) for run in runs], indent=0)


def batch_parts(result: BatchResult) -> Iterator[Part]:
    """Yield how many inputs of a batch have each status, then those that failed or wait."""
    counts = ", ".join(f"{count:,} {status}" for status, count in result.counts.items())
    yield line(f"{plural(result.total, 'input')}: {counts or 'none'}")
    open_items = [item for item in result.items if item.status in ("failed", "waiting")]
    rows: list[tuple[Cell, ...]] = []
    for item in open_items[:MOST_ITEMS]:
        run = "" if item.run is None else f"run {item.run}"
        rows.append((f"input {item.index + 1}", run, verdict(item.status), item.problem))
    yield columns(rows)
    if len(open_items) > MOST_ITEMS:
        yield line(f"and {len(open_items) - MOST_ITEMS:,} more; all are in --output FILE")
    if result.run is not None:
        yield line(f"kept as run {result.run}")


def state_parts(state: Mapping[str, Any]) -> Iterator[Part]:
    """Yield a state, a key a row."""
    yield columns([(key, _value_text(value)) for key, value in state.items()], indent=0)
