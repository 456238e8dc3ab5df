"""What a state's file says of its run, so that the file alone is enough to go on or to replay: graph, caps, models."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pramana.app.config import Config
from pramana.errors import InputError
from pramana.gasl import JSONFileStateBackend, SqliteStateBackend, StateStore
from pramana.graph import Caps
from pramana.gsv import GSVSettings
from pramana.llm import LlmSettings

STATE = "state"
"""The name of a state in its database, and of a workspace's own."""
DATABASES = (".db", ".sqlite", ".sqlite3")
"""The endings of state files that are databases; any other is JSON."""
_ALIASES = {"max_path_len": "max_path_length"}
"""The specification's own example of a state calls the cap so."""
_SECRET: Any = {"models": {"__all__": {"key_env", "key_file"}}, "embedder": {"key_env", "key_file"}}
"""Where keys are found is the machine's affair, and a replay needs none."""


def recorded_path(graph: Path, state: Path | None) -> str:
    """Return the path of a graph as a state names it: seen from the state's folder, so that both can be moved.

    One that was given as absolute, and is elsewhere, stays as it is.
    """
    if state is None or (graph.is_absolute() and not graph.resolve().is_relative_to(state.resolve().parent)):
        return str(graph)
    return os.path.relpath(graph.resolve(), state.resolve().parent)


def recorded_graph(state: Path) -> Path:
    """Return the graph that a state's file names. Raises InputError where the file or the graph does not exist."""
    if not state.is_file():
        raise InputError(f"{state} is not there.")
    named = str(_recorded_config(state).get("adapter", {}).get("path", ""))
    found = state.resolve().parent / named
    if not named or not found.exists():
        what = f"names the graph {named}, which is not there" if named else "names no graph"
        raise InputError(f"{state} {what}. Give it with --graph.")
    return found


def _recorded_config(state: Path) -> Mapping[str, Any]:
    database = SqliteStateBackend(state, STATE) if state.suffix in DATABASES else None
    try:
        saved = (database or JSONFileStateBackend(state)).load()
    finally:
        if database is not None:
            database.close()
    config = saved.header.get("config") if saved else None
    adapter = config.get("adapter") if isinstance(config, Mapping) else None
    return config if isinstance(config, Mapping) and isinstance(adapter, Mapping) else {}


def recorded_store(state: Path) -> Path | None:
    """Return the database of models' answers that a state names, None where it names none that is there."""
    named = _recorded_config(state).get("responses") if state.is_file() else None
    found = state.resolve().parent / named if isinstance(named, str) else None
    return found if found is not None and found.is_file() else None


def require_new(state: Path) -> None:
    """Raise InputError where a file cannot begin a state: it is there, or is to be a database."""
    if state.exists():
        raise InputError(f"{state} is there already; an investigation begins a state of its own.")
    if state.suffix in DATABASES:
        raise InputError(f"The state of an investigation is a JSON file, not {state.name}.")


def keep_state(found: StateStore, state: Path, query: str, config: Mapping[str, Mapping[str, Any] | str]) -> None:
    """Write the state that an investigation ended with, as a run that `gasl` continues and replays."""
    kept = found.fork(None, JSONFileStateBackend(state))
    kept.note_query(query)
    for name, value in config.items():
        kept.note_config(name, value)
    kept.persist()


def caps_of(config: Mapping[str, Any], caps: Caps) -> Caps:
    """Return caps with those that a state's `config.adapter.params` names. Raises InputError for one that is none."""
    adapter = config.get("adapter")
    params = adapter.get("params") if isinstance(adapter, Mapping) else None
    known = {field.name for field in fields(Caps)}
    named = {_ALIASES.get(name, name): value for name, value in (params or {}).items()}
    given = {name: value for name, value in named.items() if name in known}
    for name, value in given.items():
        if not (type(value) is int and value >= 1) and not (value is None and name == "max_rows"):
            raise InputError(f"config.adapter.params.{name} of the state is {value!r}: a whole number from 1 on.")
    return replace(caps, **given)


def recorded_models(config: Config) -> dict[str, Any]:
    """Return what a state notes of the models that a plan asks: `llm` with provider and model, and all settings that
    decide what is asked, without keys; `gsv` where its settings are not the defaults."""
    model = config.llm.model(config.llm.default)
    settings = config.llm.model_dump(mode="json", exclude_defaults=True, exclude=_SECRET)
    noted: dict[str, Any] = {"llm": {"provider": model.provider, "model": model.model, "settings": settings}}
    judged = config.gsv.model_dump(mode="json", exclude_defaults=True)
    return {**noted, "gsv": judged} if judged else noted


def with_recorded(config: Config, recorded: Mapping[str, Any]) -> Config:
    """Return a configuration with the models that a state noted. Raises InputError where they are not valid."""
    noted = recorded.get("llm")
    settings = noted.get("settings") if isinstance(noted, Mapping) else None
    if settings is None:
        return config
    try:
        models = LlmSettings.model_validate(settings)
        judged = GSVSettings.model_validate(recorded.get("gsv", {}))
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        raise InputError(f"config.llm.settings or config.gsv of the state are not valid: {places}.") from None
    return config.model_copy(update={"llm": models, "gsv": judged})
