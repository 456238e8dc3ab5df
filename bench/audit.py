"""An audit of a graph against its text, beside a plain substring search. Usage: python bench/audit.py FOLDER

FOLDER holds christmas_carol/ with nano_graphrag.graphml and christmas_carol.txt, or is that folder. The graph is padded
to 500 nodes with names drawn from the text; the text is also taken five times over. The plain search asks of each node
whether a line holds its name, and of each edge whether a line holds both, in any case, and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from pramana.audit import AuditGraph, AuditNode, audit_graph, graph_of
from pramana.documents import LoadedDocument, read_document
from pramana.graph.io import read_graph

NODES = 500
ROUNDS = 3


def padded(graph: AuditGraph, document: LoadedDocument) -> AuditGraph:
    """Add nodes of two or three words of the text, the same in every run, up to 500."""
    random = Random(11)
    nodes = list(graph.nodes)
    while len(nodes) < NODES:
        words = random.choice(document.lines).text.split()
        start = random.randrange(max(len(words) - 3, 1))
        nodes.append(AuditNode(f"n{len(nodes)}", " ".join(words[start : start + random.choice((2, 3))])))
    return AuditGraph(tuple(nodes), graph.edges)


def plain(graph: AuditGraph, documents: Sequence[LoadedDocument]) -> tuple[int, int]:
    """Count the nodes and edges whose names stand in a line as they are."""
    lines = [line.text.casefold() for document in documents for line in document.lines]
    names = {node.id: node.name.casefold() for node in graph.nodes}
    nodes = sum(any(name in line for line in lines) for name in names.values())
    ends = [(names[edge.source], names[edge.target]) for edge in graph.edges]
    return nodes, sum(any(one in line and other in line for line in lines) for one, other in ends)


def timed(work: Callable[[], object]) -> float:
    """Return the shortest of a few runs, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def compare(graph: AuditGraph, documents: Sequence[LoadedDocument], size: int) -> None:
    """Print one row: both times, and what each finds."""
    ours, theirs = timed(lambda: audit_graph(graph, documents)), timed(lambda: plain(graph, documents))
    counts = audit_graph(graph, documents).counts
    nodes, edges = plain(graph, documents)
    print(
        f"{len(graph.nodes)} nodes, {len(graph.edges)} edges, {size / 1000:.0f} kB: audit {ours:.2f} s "
        f"({counts['nodes']['supported']} nodes, {counts['edges']['supported']} edges supported); "
        f"plain search {theirs:.2f} s ({nodes} nodes, {edges} edges found); ratio {ours / theirs:.1f}"
    )


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    given = Path(sys.argv[1])
    folder = given / "christmas_carol" if (given / "christmas_carol").is_dir() else given
    text, file = folder / "christmas_carol.txt", folder / "nano_graphrag.graphml"
    if not text.exists() or not file.exists():
        sys.exit(f"{folder} does not hold {text.name} and {file.name}.")
    document = read_document(text, text.name)
    imported = read_graph(file)
    graph = padded(graph_of(imported.nodes, imported.edges), document)
    size = text.stat().st_size
    compare(graph, [document], size)
    compare(graph, [LoadedDocument(f"{n}", document.sha, "", document.lines) for n in range(5)], 5 * size)


if __name__ == "__main__":
    main()
