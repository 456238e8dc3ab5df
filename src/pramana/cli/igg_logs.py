"""The commands of `igg` that read logs, and need no model: replay, show, diff, view, export, promote, schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import faithful, note, print_json, say, show_parts
from pramana.errors import ExitCode, InputError, WorkspaceNotFound
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import Growth
    from pramana.app import GrowthLog as Log

LogPlace = Annotated[Path, typer.Argument(metavar="LOG", help="A log file, or the name of a session of the workspace.")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]


def replay(log: LogPlace, workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """Rebuild the graph of a log without a model, compare the hash after each iteration, and print it.

    The exit code is 2 if the log is damaged or gives another graph; the message names the line.
    """
    read, growth = _grown(log, workspace)
    nodes, edges = growth.graph.count()
    if as_json:
        ended = None if read.end is None else read.end.stopped
        told = {"log": str(read.path), "hash": growth.hash, "nodes": nodes, "edges": edges}
        print_json({**told, "iterations": len(read.records), "stopped": ended})
        return
    say(("identical", "green"), f": {growth.hash}")
    stood = "open" if read.end is None else read.end.stopped
    note(f"{plural(len(read.records), 'iteration')}, {plural(nodes, 'node')}, {plural(edges, 'edge')}; {stood}.")


def show(
    log: LogPlace,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="N", min=0, show_default=False, help="Show the graph after iteration N. Default: the last."
        ),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the graph after an iteration (0: the initial graph), and the actions of that iteration."""
    from pramana.app import graph_lines
    from pramana.views import iteration_parts

    read, growth = _grown(log, workspace, at)
    number = len(read.records) if at is None else at
    record = read.records[number - 1] if number else None
    if as_json:
        nodes = [
            {"id": node.id, "type": node.type, "properties": dict(node.properties)} for node in growth.graph.nodes()
        ]
        edges = [
            {
                "source": edge.source,
                "relation": edge.relation,
                "target": edge.target,
                "properties": dict(edge.properties),
            }
            for edge in growth.graph.edges()
        ]
        told = {"iteration": number, "hash": growth.hash, "nodes": nodes, "edges": edges}
        print_json({**told, "record": None if record is None else record.model_dump(mode="json")})
        return
    show_parts(iteration_parts(number, record, graph_lines(growth.graph)))
    note(f"graph {growth.hash}")


def export(
    log: LogPlace,
    output: Output,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="N", min=0, show_default=False, help="Write the graph after iteration N. Default: the last."
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            show_default=False,
            help="The format, e.g. graphml, json, csv, cypher or parquet. Default: the ending says it.",
        ),
    ] = None,
    workspace: options.Folder = None,
) -> None:
    """Write a log's graph in any format that `pramana export` writes. `.log.json`: the log itself."""
    from pramana.app import export_growth as write
    from pramana.app import write_log_json

    read, growth = _grown(log, workspace, at)
    if output.name.endswith(".log.json"):
        write_log_json(read, output)
        say(f"Wrote {output}")
        return
    for path in write(growth, output, form):
        say(f"Wrote {path}")


def diff(
    one: LogPlace,
    other: Annotated[Path, typer.Argument(metavar="LOG", help="The log that it is compared with.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Compare the graphs of two logs, and name the iteration in which the runs part. Exit code 1 where they differ."""
    from pramana.app import diff_logs, read_log
    from pramana.views import log_difference_parts

    found = diff_logs(*(read_log(_file(place, workspace), torn=True) for place in (one, other)))
    if as_json:
        print_json(found.as_json())
    else:
        show_parts(log_difference_parts(found))
    raise typer.Exit(ExitCode.DONE if found.identical else ExitCode.NOTHING)


def view(log: LogPlace, output: Output, workspace: options.Folder = None) -> None:
    """Write the growth of a log as a page that needs nothing else: the graph, with a slider over its iterations."""
    from pramana.app import growth_html, read_log, save_page

    say(f"Wrote {save_page(output, growth_html(read_log(_file(log, workspace), torn=True)))}")


def promote(
    log: LogPlace,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write the config to FILE."),
    ] = None,
    workspace: options.Folder = None,
) -> None:
    """Convert the extended schema of a log to a strict `config` for the next payload.

    The additions to the schema are listed on standard error: by whom, in which iteration, why.
    """
    from pramana.app import promoted_config

    _, growth = _grown(log, workspace)
    config = promoted_config(growth).model_dump(mode="json", by_alias=True)
    for widened in growth.widened:
        note(str(widened))
    if output is None:
        print_json(config)
        return
    if output.exists():
        raise InputError(f"{output} already exists. Name another file: -o FILE.")
    output.write_text(json.dumps(config, ensure_ascii=False, indent=2) + "\n", "utf-8")
    say(f"Wrote {output}")


def schema(
    actions: Annotated[bool, typer.Option("--actions", help="Print the schema of an agent's answer instead.")] = False,
) -> None:
    """Print the JSON Schema of a payload."""
    from pramana.app import GrowthDecision as Decision
    from pramana.app import GrowthPayload as Payload

    faithful(json.dumps(Decision.model_json_schema() if actions else Payload.json_schema(), indent=2))


def _grown(place: Path, folder: Path | None, at: int | None = None) -> tuple[Log, Growth]:
    from pramana.app import read_log
    from pramana.app import replay_log as rebuild

    log = read_log(_file(place, folder), torn=True)
    return log, rebuild(log, iterations=at)


def _file(place: Path, folder: Path | None) -> Path:
    """Return a log's file: that of its path, else that of a session of the workspace."""
    import os

    from pramana.app import IGG_FOLDER as FOLDER
    from pramana.app import GrowthShelf, find, open_database

    if place.is_file():
        return place
    try:
        found = find(folder or os.environ.get("PRAMANA_WORKSPACE") or None)
    except WorkspaceNotFound:
        raise InputError(f"No log {place}, and no workspace in which it could be a session's.") from None
    with open_database(found) as database:
        shelf = GrowthShelf(database, found / FOLDER)
        return shelf.log(shelf.get(str(place)).session)


COMMANDS = (replay, show, diff, view, export, promote, schema)
"""The commands that this module adds to `pramana igg`."""
