"""A graph learned from runs, and rules proposed for its ptools."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.mining import Clustering, PathCoverage, RuleProposal
from pramana.views.render.parts import Part, aside, columns, heading, line
from pramana.wording import plural


def _coverage_text(coverage: PathCoverage) -> str:
    return f"{coverage.reproduced:,} of {coverage.traces:,}"


def clustering_parts(found: Clustering) -> Iterator[Part]:
    graph = found.graph
    size = f"{plural(len(graph.nodes), 'node')}, {plural(len(graph.edges), 'edge')}"
    yield line((graph.name, "bold"), f": {size}; begins at {graph.start}, ends at {', '.join(sorted(graph.terminal))}")
    yield line(f"reproduced: {_coverage_text(found.training)} learned from, {_coverage_text(found.held_out)} held out")
    yield heading("Edges")
    yield columns(
        [
            (f"{edge.src} → {edge.dst}", "on failure" if edge.on_failure else "", edge.condition.expr)
            for edge in graph.edges
        ]
    )
    doubtful = [branch for branch in found.branches if branch.agreement < branch.samples]
    if doubtful:
        yield heading("Not told by the states")
        yield columns([(branch.node, f"{branch.agreement} of {branch.samples} as recorded") for branch in doubtful])
    for node, names in found.unbound.items():
        yield aside(f"{node}: no state key holds {', '.join(names)}; the graph takes it from the inputs.")


def rules_parts(proposals: list[RuleProposal]) -> Iterator[Part]:
    if not proposals:
        yield aside("No ptool's answers kept to a rule.")
    for each in proposals:
        agreed = f"{each.agreed:,} of {each.held_out:,} held out"
        yield aside(
            (each.callable, "bold"), f" → {each.output}: {each.kind}, learned from {each.learned:,}, right in {agreed}"
        )
        for each_line in each.python.splitlines():
            yield aside(f"    {each_line}")
