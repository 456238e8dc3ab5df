"""`view`: a graph to look at, as one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, say
from pramana.cli.session import reading
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.views import GraphView


def view(
    graph: Annotated[
        Path | None,
        typer.Argument(
            metavar="GRAPH",
            show_default=False,
            help="A graph's file or folder, of any tool. Default: the workspace's.",
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write the page.")] = Path(
        "view.html"
    ),
    about: Annotated[
        str | None,
        typer.Option(
            "--about",
            metavar="NAME",
            show_default=False,
            help="Open at this entity. Default: at the one with most edges.",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            show_default=False,
            help="Show at most so many edges, those nearest to it. Default: 10,000.",
        ),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Write a graph as one page that needs nothing else: search, filter, and click an edge to read its sentence.

    Any browser opens it, without a network. GraphML (nano-graphrag's and LightRAG's too), GEXF, JSON, CSV, Parquet,
    Arrow and GraphRAG's folders can be looked at without a workspace.
    """
    made = _make_view(graph, workspace, about, limit)
    made.save(output)
    nodes, edges, told = len(made.graph.nodes), len(made.graph.edges), made.graph.told
    if as_json:
        print_json({"path": str(output), "nodes": nodes, "edges": edges, "left_out": told})
        return
    say("Wrote ", (str(output), "bold"), f": {plural(nodes, 'node')}, {plural(edges, 'edge')}.")
    if told:
        note(("note: ", "yellow"), f"{told} --limit shows more, --about NAME opens elsewhere.")


def _make_view(graph: Path | None, workspace: Path | None, about: str | None, limit: int | None) -> GraphView:
    from pramana.views import view_file

    if graph is not None:
        return view_file(graph, about, limit)
    with reading(workspace) as ws:
        return ws.view(about, limit)
