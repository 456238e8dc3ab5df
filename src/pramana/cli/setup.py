"""`setup`: a model of yours, found, written into pramana.toml, and called once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, say, show_parts
from pramana.cli.session import named_workspace
from pramana.errors import ConfigError, ExitCode

if TYPE_CHECKING:
    from pathlib import Path

    from pramana.app import FoundServer


def setup(
    workspace: options.Folder = None,
    only_list: Annotated[bool, typer.Option("--list", help="Only show what there is; write nothing.")] = False,
    model: Annotated[
        str,
        typer.Option("--model", metavar="PRESET:MODEL", help="Take this one without asking, such as ollama:qwen3:8b."),
    ] = "",
    as_json: options.AsJson = False,
) -> None:
    """Find models that you can use (Ollama, vLLM, llama.cpp, keys in the environment), and set one up.

    The one that you choose is written into pramana.toml, the rest of which stays as it is, and called once. No key is
    printed or written: the file names the environment variable. Exit code 1 where there is none, or it does not answer.
    """
    import anyio

    from pramana.app import CONFIG_FILE, find, find_servers
    from pramana.views import server_parts

    file = find(named_workspace(workspace)) / CONFIG_FILE
    servers = [] if model else anyio.run(find_servers)
    if as_json and not model:
        print_json([server.as_json() for server in servers])
    elif not model:
        show_parts(server_parts(servers))
    if only_list or not (servers or model):
        raise typer.Exit(ExitCode.DONE if servers else ExitCode.NOTHING)
    chosen = _settings_of(model) if model else _choose(servers)
    _set_up(file, chosen)


def _settings_of(model: str) -> dict[str, str]:
    preset, _, name = model.partition(":")
    if not name:
        raise ConfigError(f"{model} names no model: PRESET:MODEL, such as ollama:qwen3:8b.")
    return {"preset": preset, "model": name}


def _choose(servers: Sequence[FoundServer]) -> dict[str, str]:
    """Ask for a server and one of its models, and return the settings for it."""
    from pramana.app import PRESETS

    server = servers[_number("Which one?", len(servers))]
    model = server.models[0] if server.models else _answer("Which model?")
    if len(server.models) > 1:
        for place, each in enumerate(server.models, 1):
            say(f"  {place}  ", each)
        model = server.models[_number("Which model?", len(server.models))]
    usual = PRESETS[server.preset].settings.get("base_url")
    address = {} if usual in (None, server.address) else {"base_url": server.address}
    return {"preset": server.preset, "model": model, **address}


def _number(question: str, most: int) -> int:
    """Return the place, from 0, of what somebody chose; the first one where the line is empty."""
    while True:
        word = _answer(f"{question} [1]", "1")
        if word.isdecimal() and 1 <= int(word) <= most:
            return int(word) - 1


def _answer(question: str, default: str = "") -> str:
    """Return a line of standard input, `default` where it is empty. Raises ConfigError at its end."""
    while True:
        note(question)
        line = sys.stdin.readline()
        if not line:
            raise ConfigError("No answer: nothing was changed.")
        if line.strip() or default:
            return line.strip() or default


def _set_up(file: Path, settings: dict[str, str]) -> None:
    import anyio

    from pramana.app import examine_model, load_config, set_model
    from pramana.views import doctor_model_parts

    name = f"{settings['preset']}-model"
    set_model(file, name, settings)
    say("Wrote ", (str(file), "bold"), f': default = "{name}", {settings["preset"]} {settings["model"]}.')
    found = anyio.run(examine_model, name, load_config(file).llm, True)
    show_parts(doctor_model_parts(found))
    if not found["well"]:
        note("It did not answer as it should. `pramana doctor --call` looks again.")
        raise typer.Exit(ExitCode.NOTHING)
    note("Next: pramana estimate DOCUMENTS says what reading costs; for documents read before: pramana rebuild")
