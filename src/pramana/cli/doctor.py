"""`doctor`: is everything well?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, heading, note, print_json, say
from pramana.cli.session import named_workspace
from pramana.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from pramana.app import LlmSettings

LIBRARIES = (
    *("anyio", "HanTa", "httpx2", "numpy", "py3langid", "pydantic", "pypdfium2", "selectolax"),
    "sentencex",
)
GROUPS = {"versions": "Versions", "workspace": "Workspace", "models": "Models", "ptools": "Who answers what"}


def doctor(
    workspace: options.Folder = None,
    call: Annotated[
        bool,
        typer.Option(
            "--call",
            metavar="",
            help="Ask every model in use: is it there, does it answer, in which form? A local one is loaded.",
        ),
    ] = False,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            metavar="",
            help="Hold every row to its digest, every line and quote to the stored text. Reads the whole database.",
        ),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Look whether everything is well: versions, the workspace's integrity, models and keys. No network by itself.

    Exit code 1 where something is not.
    """
    found: dict[str, Any] = {"versions": _versions(), **_examine_workspace(workspace, call, deep)}
    ill = [entry for group in ("workspace", "models") for entry in found[group] if not entry["well"]]
    if as_json:
        print_json({**found, "well": not ill})
    else:
        _print(found)
        note()
        note("All is well." if not ill else f"Not well: {', '.join(entry['what'] for entry in ill)}.")
    raise typer.Exit(1 if ill else 0)


def _versions() -> dict[str, str]:
    import sqlite3
    from importlib.metadata import version

    own = {"pramana": __version__, "Python": sys.version.split()[0], "SQLite": sqlite3.sqlite_version}
    return own | {name: version(name) for name in LIBRARIES}


def _examine_workspace(folder: Path | None, call: bool, deep: bool) -> dict[str, Any]:
    """Examine a workspace, and its models also where its database cannot be opened."""
    from dataclasses import asdict

    import anyio

    from pramana.app import CONFIG_FILE as FILE
    from pramana.app import find, load_config, workspace_checks

    place = find(named_workspace(folder))
    config = load_config(place / FILE)
    checks = [asdict(check) for check in workspace_checks(place, deep=deep)]
    return {"workspace": checks, **anyio.run(_examine_models, config.llm, call)}


async def _examine_models(llm: LlmSettings, call: bool) -> dict[str, Any]:
    from pramana.app import all_ptools, examine_embedder, examine_model

    answering = {ptool.name: llm.model_for(ptool.name) for ptool in all_ptools()}
    models = [await examine_model(name, llm, call) for name in sorted(set(answering.values()))]
    if not llm.embedder.source().embedded:
        models.append(await examine_embedder(llm.embedder, call))
    return {"models": models, "ptools": answering}


def _print(found: dict[str, Any]) -> None:
    say((GROUPS["versions"], "bold"))
    columns(list(found["versions"].items()))
    heading(GROUPS["workspace"])
    columns([(_mark(entry), entry["what"], entry["seen"]) for entry in found["workspace"]])
    heading(GROUPS["models"])
    columns([row for entry in found["models"] for row in _rows(entry)])
    heading(GROUPS["ptools"])
    columns(list(found["ptools"].items()))


def _rows(entry: dict[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """Return what is said of a model, a fact a row: what it is, what was seen, what to do."""
    facts: list[Cell] = [*_model_lines(entry), *((advice, "yellow") for advice in entry["advice"])]
    facts += [(limit, "dim") for limit in entry["limits"]]
    yield _mark(entry), entry["what"], facts[0]
    for fact in facts[1:]:
        yield "", "", fact


def _model_lines(entry: dict[str, Any]) -> Iterator[str]:
    if entry["about"]:
        yield entry["about"]
        return
    if entry["server"]:
        place = entry["base_url"] or entry["server"]
        yield f"{entry['provider']} {entry['model']} at {place}; key: {entry['key']}"
    else:
        yield f"{entry['provider']} {entry['model']}"
    if "device" in entry:
        yield _place(entry)
    if "answer" in entry:
        seconds = f" in {entry['seconds']:.2f} s" if "seconds" in entry else ""
        yield f"answer: {entry['answer']}{seconds}"
    if "forms" in entry:
        yield f"structured output: {'; '.join(f'{form} {how}' for form, how in entry['forms'].items())}"
    if "dimensions" in entry:
        yield f"vectors of {entry['dimensions']} numbers"


def _place(entry: dict[str, Any]) -> str:
    """Say where a local model runs, and how it fits."""
    bits = "4 bits" if entry["quantization"] == "4bit" else entry["dtype"]
    sizes = (entry["memory_needed"], entry["memory_free"])
    needed, free = ("unknown" if size is None else f"{size / 1e9:.1f} GB" for size in sizes)
    return f"on {entry['device']} in {bits}; memory needed: {needed}, free: {free}"


def _mark(entry: dict[str, Any]) -> Cell:
    return ("well", "green") if entry["well"] else ("ILL", "bold red")
