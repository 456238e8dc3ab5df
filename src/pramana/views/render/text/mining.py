"""A graph learned from runs, and rules proposed for its ptools."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.canonical import canonical
from pramana.mining import Clustering, PathCoverage, RuleProposal
from pramana.views.render.parts import Part, aside, columns, heading, line
from pramana.wording import plural

MOST_PROBLEMS = 10
"""Reasons that are listed, the most frequent first; all are in the JSON."""


def _coverage_text(coverage: PathCoverage) -> str:
    return f"{coverage.reproduced:,} of {coverage.traces:,}"


def clustering_parts(found: Clustering) -> Iterator[Part]:
    graph = found.graph
    size = f"{plural(len(graph.nodes), 'node')}, {plural(len(graph.edges), 'edge')}"
    yield line((graph.name, "bold"), f": {size}; begins at {graph.start}, ends at {', '.join(sorted(graph.terminal))}")
    learned, unseen = _coverage_text(found.executed), _coverage_text(found.executed_held_out)
    yield line(f"executed as they went: {learned} learned from, {unseen} held out")
    learned, unseen = _coverage_text(found.training), _coverage_text(found.held_out)
    yield line(f"guards right on the recorded states: {learned} learned from, {unseen} held out")
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
    if found.problems:
        yield heading("Held-out runs that it does not follow")
        yield columns([(f"{count:,}", problem) for problem, count in list(found.problems.items())[:MOST_PROBLEMS]])
    for key, value in found.constants.items():
        yield aside(f"Input {key} was always {canonical(value):.80}; give it to each run.")
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
