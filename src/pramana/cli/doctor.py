"""`doctor`: is everything well?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, heading, note, print_json, say
from pramana.cli.session import working
from pramana.version import __version__

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace
    from pramana.llm import LlmSettings, ModelSettings

LIBRARIES = ("anyio", "HanTa", "json-repair", "numpy", "openai", "pydantic", "pypdfium2", "selectolax", "sentencex")
GROUPS = {"versions": "Versions", "workspace": "Workspace", "models": "Models", "ptools": "Who answers what"}


def doctor(
    workspace: options.Folder = None,
    call: Annotated[
        bool, typer.Option("--call", metavar="", help="Send one tiny request to every model that is in use.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Look whether everything is well: versions, the workspace's integrity, models and keys. No network by itself.

    Exit code 1 where something is not.
    """
    found: dict[str, Any] = {"versions": _versions(), **working(workspace, lambda ws: _examine(ws, call))}
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


async def _examine(ws: AsyncWorkspace, call: bool) -> dict[str, Any]:
    from dataclasses import asdict

    from pramana.app.inspect import Inspector
    from pramana.app.ptools import PTOOLS

    llm = ws.config.llm
    answering = {ptool.name: llm.model_for(ptool.name) for ptool in PTOOLS}
    used = sorted(set(answering.values()))
    return {
        "workspace": [asdict(check) for check in Inspector(ws).integrity()],
        "models": [await _model(name, llm, call) for name in used],
        "ptools": answering,
    }


async def _model(name: str, llm: LlmSettings, call: bool) -> dict[str, Any]:
    settings = llm.model(name)
    key, well = _key(settings)
    told = {"what": name, "well": well, "provider": settings.provider, "model": settings.model, "key": key}
    told["base_url"] = settings.base_url
    if not call or settings.provider != "openai" or not well:
        return told
    return told | await _call(name, llm)


def _key(settings: ModelSettings) -> tuple[str, bool]:
    """Say whether there is a key, never which."""
    from pramana.errors import ConfigError

    if settings.provider != "openai":
        return "none needed", True
    try:
        return ("there" if settings.key() is not None else "none needed"), True
    except ConfigError as error:
        return str(error), False


async def _call(name: str, llm: LlmSettings) -> dict[str, Any]:
    """Ask a model one thing, in a gateway of its own: nothing of it is kept."""
    from time import perf_counter

    from pydantic import BaseModel

    from pramana.errors import PramanaError
    from pramana.llm import RESPONSE_SCHEMA, Gateway, Parameters, PromptBook, Ptool
    from pramana.store import Database

    class Ping(BaseModel):
        word: str

    ptool = Ptool("doctor.ping", "ping", Ping, Ping, parameters=Parameters(0.0, 64))
    once = llm.model(name).model_copy(update={"retries": 0, "rate_limit_retries": 0})
    alone = llm.model_copy(update={"default": name, "ptools": {}, "models": {**llm.models, name: once}})
    with Database(None, [RESPONSE_SCHEMA]) as database:
        gateway = Gateway(database, PromptBook({"ping": "Repeat the word, as JSON."}), alone)
        began = perf_counter()
        try:
            await gateway.call(ptool, Ping(word="pramana"))
        except PramanaError as error:
            return {"well": False, "answer": str(error)}
        finally:
            await gateway.aclose()
        taken = round(perf_counter() - began, 3)
        row = database.one("SELECT negotiated FROM response ORDER BY revision DESC LIMIT 1")
    return {"answer": "came", "seconds": taken, "negotiated": json.loads(row[0]) if row else {}}


def _print(found: dict[str, Any]) -> None:
    say((GROUPS["versions"], "bold"))
    columns(list(found["versions"].items()))
    heading(GROUPS["workspace"])
    columns([(_mark(entry), entry["what"], entry["seen"]) for entry in found["workspace"]])
    heading(GROUPS["models"])
    columns([(_mark(entry), entry["what"], "; ".join(_told(entry))) for entry in found["models"]])
    heading(GROUPS["ptools"])
    columns(list(found["ptools"].items()))


def _told(entry: dict[str, Any]) -> Iterator[str]:
    if entry["provider"] == "rules":
        yield "the embedded model: no network, no key"
        return
    yield f"{entry['provider']} {entry['model']} at {entry['base_url'] or 'OpenAI'}"
    yield f"key: {entry['key']}"
    if "answer" in entry:
        seconds = f" in {entry['seconds']:.2f} s" if "seconds" in entry else ""
        yield f"answer: {entry['answer']}{seconds}"
    if entry.get("negotiated"):
        yield f"structured output: {entry['negotiated'].get('mode', 'unknown')}"


def _mark(entry: dict[str, Any]) -> Cell:
    return ("well", "green") if entry["well"] else ("ILL", "bold red")
