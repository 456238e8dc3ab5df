"""`demo`: documents in, questions answered, evidence shown, a page written; by the commands that a user would type."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pramana.cli.output import note, say
from pramana.errors import ConfigError, ExitCode

PROVED = "minutes.txt:8"
"""The line whose facts are shown with their evidence."""


def demo(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="A new folder for the documents, the workspace and the page.")
    ] = Path("pramana-demo"),
) -> None:
    """Show what Pramana does, on three short documents: read, ask, look at the evidence, open the graph as a page.

    The embedded model reads them: no key, no server, no network. Everything is in FOLDER, which can be deleted.
    """
    from pramana.app import DEMO_QUESTIONS, write_documents

    if folder.exists():
        raise ConfigError(f"{folder} exists already. Name a new folder: pramana demo FOLDER")
    documents, workspace, page = folder / "documents", str(folder / "ws"), folder / "graph.html"
    written = write_documents(documents)
    say(f"Wrote {', '.join(str(path) for path in written)}.")
    run = context.find_root().command
    with _without_settings():
        _step(run, "Documents in", "init", workspace)
        _step(run, "", "ingest", "-w", workspace, str(documents))
        for question, shows in DEMO_QUESTIONS:
            _step(run, shows, "ask", "-w", workspace, question)
        _step(run, "Every fact shows the words that it rests on.", "show", "-w", workspace, "line", PROVED)
        _step(run, "The graph as one page", "view", "-w", workspace, "-o", str(page))
    say()
    say("Open ", (str(page), "bold"), " in a browser. For documents of your own:")
    say(f"  pramana init ws && pramana ingest -w ws DOCUMENTS && pramana ask -w ws {shlex.quote('WHO DID WHAT?')}")
    note("A language model of yours reads more than the embedded one: pramana setup -w ws")


@contextmanager
def _without_settings() -> Iterator[None]:
    """Run without settings of the environment: the demonstration asks no model but the embedded one."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PRAMANA_")}
    try:
        yield
    finally:
        os.environ.update(kept)


def _step(program: Callable[..., int | None], title: str, *arguments: str) -> None:
    """Print a command and run it. Raises Exit where it fails; a question without an answer is not a failure."""
    say()
    if title:
        say((title, "bold"))
    say((f"$ pramana {shlex.join(arguments)}", "dim"))
    code = program(args=list(arguments), prog_name="pramana", standalone_mode=False)
    if code and not (arguments[0] == "ask" and code == ExitCode.NOTHING):
        raise typer.Exit(code)
