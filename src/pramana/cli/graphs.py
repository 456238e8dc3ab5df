"""The commands `import` and `schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pramana.cli import options
from pramana.cli.output import faithful, note, print_json, say, show_parts
from pramana.cli.session import reading, working
from pramana.errors import ExitCode
from pramana.wording import plural

GraphFile = Annotated[Path, typer.Argument(metavar="GRAPH", help="The file or folder of a graph.")]
SchemaFile = Annotated[Path, typer.Argument(metavar="SCHEMA", help="A schema file: .json or .yaml.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        show_default=False,
        help="The format, such as graphml, json, csv or graphrag. Default: by the file's extension.",
    ),
]


def import_(
    file: GraphFile,
    workspace: options.Folder = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", show_default=False, help="The name of the import. Default: the file's name."
        ),
    ] = None,
    format: Format = None,
    as_json: options.AsJson = False,
) -> None:
    """Import another tool's graph into the workspace. Its facts are asserted, without evidence.

    Formats: GraphML (also of nano-graphrag and LightRAG), GEXF, JSON (node-link, KGGen), CSV, Parquet, Arrow, and the
    folders of Microsoft GraphRAG; and the address of a graph server (neo4j://HOST, gremlin://HOST). Importing an
    unchanged file does nothing; `pramana remove NAME` removes an import.
    """
    from pramana.views import import_parts, warnings_parts

    report = working(workspace, lambda ws: ws.import_graph(file, name, format))
    if as_json:
        print_json(report.as_json())
    else:
        show_parts(import_parts(report))
    show_parts(warnings_parts(report.warnings))


def push(
    address: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS",
            help="Where to: neo4j://HOST:PORT?label=NAME or gremlin://HOST:PORT?graph=NAME. The name may be left out.",
        ),
    ],
    graph: Annotated[
        Path | None,
        typer.Argument(
            metavar="GRAPH",
            show_default=False,
            help="The file of a graph, the log of an IGG run, or a workspace. Default: the workspace.",
        ),
    ] = None,
    workspace: options.Folder = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Read the copy back; compare its counts and its set hash.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Let it take the place of another graph's copy.")] = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a graph to a graph server, and keep the copy up to date: whole the first time, then what has changed.

    The copy has the evidence, the verdicts and the derived relations. What is no longer in the graph is deleted from
    the copy. A push that was cut off is resumed by the same command. Credentials come from the environment
    (NEO4J_USERNAME, NEO4J_PASSWORD; GREMLIN_USERNAME, GREMLIN_PASSWORD) or the keyring; TLS is on except for loopback.
    The exit code is 1 if --verify finds a difference.
    """
    from pramana.app import push_graph
    from pramana.cli.progress import LiveDisplay
    from pramana.views import push_parts

    with LiveDisplay(quiet=quiet) as display:

        def observe(nodes: int, edges: int) -> None:
            display.show(nodes + edges, 0, "", lambda: f"{plural(nodes, 'node')} and {plural(edges, 'edge')} written")

        given = {"verify": verify, "replace": replace}
        if graph is not None:
            report = push_graph(address, graph, observe=observe, **given)
        else:
            with reading(workspace) as ws:
                report = push_graph(address, ws, observe=observe, **given)
    if as_json:
        print_json(report.as_json())
    else:
        show_parts(push_parts(report))
    raise typer.Exit(ExitCode.NOTHING if report.check is not None and not report.check.same else ExitCode.DONE)


schema = typer.Typer(
    name="schema", help="Infer graph schemas, check graphs against them, compare them.", no_args_is_help=True
)


@schema.command()
def infer(
    file: GraphFile,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", show_default=False, help="Write the schema to FILE: .json or .yaml."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the narrowest schema that a graph satisfies, as YAML."""
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
    """Check a graph against a schema and list the violations. The exit code is 1 if there are any."""
    from pramana.app import read_graph_file as read_graph
    from pramana.app import read_schema
    from pramana.app import schema_violations as violations
    from pramana.views import violations_parts

    graph = read_graph(graph_file)
    found = violations(read_schema(schema_file), graph.nodes, graph.edges)
    if as_json:
        print_json([violation.as_json() for violation in found])
    else:
        show_parts(violations_parts(str(graph_file), (len(graph.nodes), len(graph.edges)), found))
    raise typer.Exit(ExitCode.NOTHING if found else ExitCode.DONE)


@schema.command()
def diff(
    before: SchemaFile,
    after: Annotated[Path, typer.Argument(metavar="OTHER", help="The schema to compare with.")],
    as_json: options.AsJson = False,
) -> None:
    """List the changes from one schema to another. The exit code is 1 if there are any."""
    from pramana.app import diff_schemas, read_schema

    changes = diff_schemas(read_schema(before), read_schema(after))
    if as_json:
        print_json([change.as_json() for change in changes])
    elif changes:
        for change in changes:
            say(str(change))
    else:
        say("The schemas are equal.")
    raise typer.Exit(ExitCode.NOTHING if changes else ExitCode.DONE)
