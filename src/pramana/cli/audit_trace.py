"""`audit-trace`: did a run keep its rules?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import print_json, show_parts
from pramana.errors import ExitCode

if TYPE_CHECKING:
    pass


def audit_trace(
    traces: Annotated[list[Path], typer.Argument(metavar="TRACE", help="Traces: .json, or .jsonl with one a line.")],
    audits: Annotated[Path, typer.Option("--audits", "-a", metavar="FILE", help="The audits: .json or .yaml.")],
    module: Annotated[
        list[Path] | None,
        typer.Option(
            "--with",
            metavar="FILE.py",
            show_default=False,
            help="A Python file of yours, run first, that registers kinds of audits.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Check traces against audits: transitions, order, counts, budgets, invariants. No workspace, no model.

    Exit code 1 where an audit fails. Nothing in a trace or in an audit is run; a file named by --with is.
    """
    from pramana.app import audit_trace as hold
    from pramana.app import read_audits, read_traces
    from pramana.views import trace_audits_parts

    for file in module or []:
        _load(file)
    ready = read_audits(audits)
    found = [(f"{file}", trace) for file in traces for trace in read_traces(file)]
    results = [(name, hold(trace, ready)) for name, trace in found]
    if as_json:
        print_json([{"trace": name, "audits": [each.as_json() for each in those]} for name, those in results])
    else:
        show_parts(trace_audits_parts(results))
    raise typer.Exit(
        ExitCode.NOTHING if any(each.violations for _, those in results for each in those) else ExitCode.DONE
    )


def _load(file: Path) -> None:
    """Run a Python file that the user named."""
    from runpy import run_path

    run_path(str(file))
