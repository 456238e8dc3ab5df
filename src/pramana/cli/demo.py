"""`demo`: documents in, questions answered, evidence shown, a page written; by the commands that a user would type."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
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
        Path, typer.Argument(metavar="FOLDER", help="A new folder for the documents, the workspace and the page.")
    ] = Path("pramana-demo"),
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Repeat what a language model answered about 68 sentences of Dickens.")
    ] = False,
) -> None:
    """Show what Pramana does, on three short documents: read, ask, look at the evidence, open the graph as a page.

    The embedded model reads them: no key, no server, no network. Everything is in FOLDER, which can be deleted.
    """
    if folder.exists():
        raise ConfigError(f"{folder} exists already. Name a new folder: pramana demo FOLDER")
    run = context.find_root().command
    with _without_settings():
        (_show_recorded if recorded else _show_embedded)(run, folder)


def _show_embedded(run: Callable[..., int | None], folder: Path) -> None:
    from pramana.app import DEMO_QUESTIONS, write_documents

    documents, workspace, page = folder / "documents", str(folder / "ws"), folder / "graph.html"
    written = write_documents(documents)
    say(f"Wrote {', '.join(str(path) for path in written)}.")
    _step(run, "Documents in", "init", workspace)
    _step(run, "", "ingest", "-w", workspace, str(documents))
    _ask(run, workspace, DEMO_QUESTIONS)
    _step(run, "Every fact shows the words that it rests on.", "show", "-w", workspace, "line", PROVED)
    _step(run, "The graph as one page", "view", "-w", workspace, "-o", str(page))
    say()
    say("Open ", (str(page), "bold"), " in a browser. For documents of your own:")
    say(f"  pramana init ws && pramana ingest -w ws DOCUMENTS && pramana ask -w ws {shlex.quote('WHO DID WHAT?')}")
    note("What a language model of yours adds: pramana demo --recorded. Use one: pramana setup -w ws")


def _show_recorded(run: Callable[..., int | None], folder: Path) -> None:
    """Show a run of a language model: scores, votes, refusals and costs, by answers that were recorded."""
    from pramana.app import RECORDED_QUESTIONS, set_model, write_recorded

    text, settings = write_recorded(folder / "documents")
    workspace, page = str(folder / "ws"), folder / "graph.html"
    say(f"Wrote {text}, and the answers that a language model gave about it.")
    say("Nothing is asked now: its answers are given again, and checked as they would be if they came today.")
    _step(run, "Documents in", "init", workspace)
    set_model(Path(workspace) / "pramana.toml", "recorded", settings)
    _step(run, "What it would cost", "estimate", "-w", workspace, str(text))
    _step(run, "Read, scored, and verified by a second opinion", "ingest", "-w", workspace, str(text))
    _step(run, "What was refused, and why", "ledger", "-w", workspace, "--refused")
    _step(
        run,
        "“His hat” was first taken for Scrooge's; that was refused, and asked again.",
        "entity",
        "-w",
        workspace,
        "Bob Cratchit",
    )
    _ask(run, workspace, RECORDED_QUESTIONS)
    _step(run, "The run again, without the model: to the byte", "replay", "-w", workspace, "1")
    _step(run, "The graph as one page", "view", "-w", workspace, "-o", str(page))
    say()
    say("Open ", (str(page), "bold"), " in a browser. To use a model of yours: pramana setup -w ws")


def _ask(run: Callable[..., int | None], workspace: str, questions: Iterable[tuple[str, str]]) -> None:
    for question, shows in questions:
        _step(run, shows, "ask", "-w", workspace, question)


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
