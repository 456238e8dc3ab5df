"""`gasl`: the language's commands, one module for what runs scripts and one for what only reads them."""

from __future__ import annotations

from collections.abc import Callable

import typer

from pramana.cli import gasl_check, gasl_repl, gasl_run, options

gasl = typer.Typer(
    name="gasl",
    help="A small language for the analysis of graphs: scripts checked, run, explained, replayed.",
    no_args_is_help=True,
)


@gasl.callback()
def root(workspace: options.Folder = None) -> None:
    pass


COMMANDS: tuple[Callable[..., None], ...] = (*gasl_check.COMMANDS, *gasl_run.COMMANDS, *gasl_repl.COMMANDS)

for command in COMMANDS:
    gasl.command(command.__name__)(command)
