"""`doctor`: is everything well?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import named_workspace
from pramana.errors import ExitCode
from pramana.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from pramana.app import LlmSettings, PromptBook

LIBRARIES = (
    *("anyio", "HanTa", "httpx2", "numpy", "py3langid", "pydantic", "pypdfium2", "selectolax"),
    "sentencex",
)


def doctor(
    workspace: options.Folder = None,
    call: Annotated[
        bool,
        typer.Option(
            "--call",
            help="Ask every model in use: is it there, does it answer, in which form? A local one is loaded.",
        ),
    ] = False,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Compare every row with its digest, every quote with the stored text. Reads the whole database.",
        ),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Check the installation: versions, the workspace's integrity, models and keys. No network without --call.

    Exit code 1 where something is not.
    """
    from pramana.views import doctor_parts

    found: dict[str, Any] = {"versions": _versions(), **_examine_workspace(workspace, call, deep)}
    ill = [entry for group in ("workspace", "models") for entry in found[group] if not entry["well"]]
    if as_json:
        print_json({**found, "well": not ill})
    else:
        show_parts(doctor_parts(found))
        note()
        note("All is well." if not ill else f"Not well: {', '.join(entry['what'] for entry in ill)}.")
    raise typer.Exit(ExitCode.NOTHING if ill else ExitCode.DONE)


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
    from pramana.app import find, load_config, prompts_of, workspace_checks
    from pramana.errors import PromptError

    place = find(named_workspace(folder))
    config = load_config(place / FILE)
    checks = [asdict(check) for check in workspace_checks(place, deep=deep)]
    try:
        prompts = prompts_of(place)
    except PromptError:  # the check of the prompts reports it; models are measured with the prompts that ship
        prompts = None
    return {"workspace": checks, **anyio.run(_examine_models, config.llm, call, prompts)}


async def _examine_models(llm: LlmSettings, call: bool, prompts: PromptBook | None = None) -> dict[str, Any]:
    from pramana.app import all_ptools, examine_embedder, examine_model

    answering = {ptool.name: llm.model_for(ptool.name) for ptool in all_ptools()}
    models = [await examine_model(name, llm, call, prompts) for name in sorted(set(answering.values()))]
    if not llm.embedder.source().embedded:
        models.append(await examine_embedder(llm.embedder, call))
    return {"models": models, "ptools": answering}
