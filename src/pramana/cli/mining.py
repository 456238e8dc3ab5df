"""`distil` and `cluster`: graphs to plain Python, free-form runs to graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import faithful, note, print_json, show_parts
from pramana.errors import InputError
from pramana.untrusted import read_file

MODULE = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it there instead of printing it."),
]


def distil(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A StateGraph's JSON.")],
    inner: Annotated[
        list[Path] | None,
        typer.Argument(metavar="INNER", help="The graphs that its nodes run.", show_default=False),
    ] = None,
    output: MODULE = None,
    traces: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules-from",
            metavar="TRACE",
            show_default=False,
            help="Recorded runs of the graph: propose Python for ptools whose answers keep to a rule.",
        ),
    ] = None,
) -> None:
    """Write a StateGraph as a plain Python module that needs nothing of Pramana. Nothing is run.

    With --rules-from, proposals are printed on standard error and never put into the module unasked.
    """
    from pramana.app import StateGraph, propose_rules, read_traces
    from pramana.app import distil as made
    from pramana.views import rules_parts

    read = StateGraph.from_dict(_json(graph))
    source = made(read, [StateGraph.from_dict(_json(file)) for file in inner or []])
    if output is None:
        faithful(source.rstrip("\n"))
    else:
        output.write_text(source, "utf-8")
        note("Wrote ", (str(output), "bold"), ".")
    if traces:
        runs = [trace for file in traces for trace in read_traces(file)]
        show_parts(rules_parts(propose_rules(read, runs)))


def cluster(
    traces: Annotated[
        list[Path],
        typer.Argument(metavar="TRACE", help="Traces, or transcripts of Thought, Action, Observation: JSON or text."),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write the graph's JSON there."),
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to call the graph.")] = "clustered",
    held_out: Annotated[
        float, typer.Option("--held-out", metavar="SHARE", help="The share of runs kept from learning: 0 up to 1.")
    ] = 0.25,
    as_json: options.AsJson = False,
) -> None:
    """Learn a StateGraph from free-form runs, and report how many of the held-out runs it reproduces."""
    from pramana.app import cluster_traces as learned
    from pramana.canonical import canonical
    from pramana.views import clustering_parts

    runs = [run for file in traces for run in _runs(file)]
    found = learned(runs, name, held_out)
    if output is not None:
        output.write_text(canonical(found.graph.to_dict()) + "\n", "utf-8")
    if as_json:
        print_json({"report": found.as_json(), "graph": found.graph.to_dict()})
    else:
        show_parts(clustering_parts(found))
    if output is not None:
        note("Wrote ", (str(output), "bold"), ".")


def _runs(file: Path) -> list[Any]:
    from pramana.app import read_traces, read_transcripts

    if file.suffix == ".json":
        loaded = _json(file)
        first = loaded[0] if isinstance(loaded, list) and loaded else loaded
    elif file.suffix == ".jsonl":
        first = _load_json(file, read_file(file).split("\n", 1)[0] or "{}")
    else:
        first = None
    recorded = isinstance(first, dict) and "initial" in first
    return list(read_traces(file) if recorded else read_transcripts(file))


def _json(file: Path) -> Any:
    return _load_json(file, read_file(file))


def _load_json(file: Path, text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: no JSON ({error}).") from None
