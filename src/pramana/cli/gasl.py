"""`gasl`: the language's commands, one module for what runs scripts and one for what only reads them."""

from __future__ import annotations

import typer

from pramana.cli.gasl_run import COMMANDS

gasl = typer.Typer(
    name="gasl",
    help="A small language for the analysis of graphs: scripts run, explained, replayed.",
    no_args_is_help=True,
)

for command in COMMANDS:
    gasl.command(command.__name__)(command)
