"""`import` and `schema`: other tools' graphs into a workspace, and what graphs may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pramana.cli import options
from pramana.cli.output import columns, counted, faithful, note, print_json, say
from pramana.cli.session import working

SHOWN = 20
FOUND = 1
"""The exit code where a graph does not keep to a schema, or schemas differ."""

GraphFile = Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph's file or folder, made by any tool.")]
SchemaFile = Annotated[Path, typer.Argument(metavar="SCHEMA", help="A schema: .json or .yaml.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        show_default=False,
        help="The format, such as graphml, json, csv or graphrag. Default: what the ending says.",
    ),
]


def import_(
    file: GraphFile,
    workspace: options.Folder = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", show_default=False, help="What to call it. Without it: the file's name."
        ),
    ] = None,
    format: Format = None,
    as_json: options.AsJson = False,
) -> None:
    """Put another tool's graph into the workspace's, as facts that are asserted: no text was looked at.

    GraphML (nano-graphrag's and LightRAG's too), GEXF, JSON (node-link, KGGen), CSV, Parquet, Arrow, and the folders of
    Microsoft GraphRAG. The same file again changes nothing; `pramana remove NAME` takes it out.
    """
    report = working(workspace, lambda ws: ws.import_graph(file, name, format))
    if as_json:
        print_json(report.as_json())
    else:
        say((f"Run {report.run}: ", "bold") if report.run is not None else "", str(report))
        named = [each.name for each in report.added if each.what == "node type"]
        relations = [each.name for each in report.added if each.what == "relation"]
        if report.run is not None:
            columns([("node types", ", ".join(named) or "none"), ("relations", ", ".join(relations) or "none")])
    for warning in report.warnings:
        note(("note: ", "yellow"), warning)


schema = typer.Typer(
    name="schema", help="What a graph may hold: inferred from one, held against one, compared.", no_args_is_help=True
)


@schema.command()
def infer(
    file: GraphFile,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it there: .json or .yaml."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the narrowest schema that a graph keeps to, as YAML."""
    from pramana.app import infer_schema, schema_as_json, schema_as_yaml, write_schema
    from pramana.app import read_graph_file as read_graph

    graph = read_graph(file)
    found = infer_schema(graph.nodes, graph.edges)
    if output is not None:
        write_schema(found, output)
        note("Wrote ", (str(output), "bold"), ".")
    elif as_json:
        print_json(schema_as_json(found))
    else:
        faithful(schema_as_yaml(found).rstrip("\n"))


@schema.command()
def check(
    schema_file: SchemaFile,
    graph_file: GraphFile,
    as_json: options.AsJson = False,
) -> None:
    """Say everything in which a graph does not keep to a schema. Exit code 1 where there is anything."""
    from pramana.app import read_graph_file as read_graph
    from pramana.app import read_schema
    from pramana.app import schema_violations as violations

    graph = read_graph(graph_file)
    found = violations(read_schema(schema_file), graph.nodes, graph.edges)
    if as_json:
        print_json([violation.as_json() for violation in found])
    else:
        size = f"{counted(len(graph.nodes), 'node')}, {counted(len(graph.edges), 'edge')}"
        say((str(graph_file), "bold"), f": {size}, {counted(len(found), 'violation')}")
        columns([(violation.where, str(violation).removeprefix(f"{violation.where}: ")) for violation in found[:SHOWN]])
        if len(found) > SHOWN:
            say(f"  and {len(found) - SHOWN:,} more: --json lists them all")
    raise typer.Exit(FOUND if found else 0)


@schema.command()
def diff(
    before: SchemaFile,
    after: Annotated[Path, typer.Argument(metavar="OTHER", help="The schema to compare it with.")],
    as_json: options.AsJson = False,
) -> None:
    """Say what changed from one schema to another. Exit code 1 where anything did."""
    from pramana.app import diff_schemas, read_schema

    changes = diff_schemas(read_schema(before), read_schema(after))
    if as_json:
        print_json([change.as_json() for change in changes])
    elif changes:
        for change in changes:
            say(str(change))
    else:
        say("They say the same.")
    raise typer.Exit(FOUND if changes else 0)
