"""`distil` and `cluster`: graphs to plain Python, free-form runs to graphs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import columns, faithful, heading, note, plural, print_json, say
from pramana.errors import InputError

if TYPE_CHECKING:
    from pramana.app import Clustering, PathCoverage, RuleProposal

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

    read = StateGraph.from_dict(_json(graph))
    source = made(read, [StateGraph.from_dict(_json(file)) for file in inner or []])
    if output is None:
        faithful(source.rstrip("\n"))
    else:
        output.write_text(source, "utf-8")
        note("Wrote ", (str(output), "bold"), ".")
    if traces:
        runs = [trace for file in traces for trace in read_traces(file)]
        _print_rules(propose_rules(read, runs))


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

    runs = [run for file in traces for run in _runs(file)]
    found = learned(runs, name, held_out)
    if output is not None:
        output.write_text(canonical(found.graph.to_dict()) + "\n", "utf-8")
    if as_json:
        print_json({"report": found.as_json(), "graph": found.graph.to_dict()})
    else:
        _print(found)
    if output is not None:
        note("Wrote ", (str(output), "bold"), ".")


def _print(found: Clustering) -> None:
    graph = found.graph
    size = f"{plural(len(graph.nodes), 'node')}, {plural(len(graph.edges), 'edge')}"
    say((graph.name, "bold"), f": {size}; begins at {graph.start}, ends at {', '.join(sorted(graph.terminal))}")
    say(f"reproduced: {_coverage_text(found.training)} learned from, {_coverage_text(found.held_out)} held out")
    heading("Edges")
    columns(
        [
            (f"{edge.src} → {edge.dst}", "on failure" if edge.on_failure else "", edge.condition.expr)
            for edge in graph.edges
        ]
    )
    doubtful = [branch for branch in found.branches if branch.agreement < branch.samples]
    if doubtful:
        heading("Not told by the states")
        columns([(branch.node, f"{branch.agreement} of {branch.samples} as recorded") for branch in doubtful])
    for node, names in found.unbound.items():
        note(f"{node}: no state key holds {', '.join(names)}; the graph takes it from the inputs.")


def _coverage_text(coverage: PathCoverage) -> str:
    return f"{coverage.reproduced:,} of {coverage.traces:,}"


def _print_rules(proposals: list[RuleProposal]) -> None:
    if not proposals:
        note("No ptool's answers kept to a rule.")
    for each in proposals:
        agreed = f"{each.agreed:,} of {each.held_out:,} held out"
        note(
            (each.callable, "bold"), f" → {each.output}: {each.kind}, learned from {each.learned:,}, right in {agreed}"
        )
        for line in each.python.splitlines():
            note(f"    {line}")


def _runs(file: Path) -> list[Any]:
    from pramana.app import read_traces, read_transcripts

    if file.suffix == ".json":
        loaded = _json(file)
        first = loaded[0] if isinstance(loaded, list) and loaded else loaded
    elif file.suffix == ".jsonl":
        first = _load_json(file, file.read_text("utf-8").split("\n", 1)[0] or "{}")
    else:
        first = None
    recorded = isinstance(first, dict) and "initial" in first
    return list(read_traces(file) if recorded else read_transcripts(file))


def _json(file: Path) -> Any:
    return _load_json(file, file.read_text("utf-8"))


def _load_json(file: Path, text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: no JSON ({error}).") from None
