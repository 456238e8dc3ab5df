"""The entry of pramana.toml that uses a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pramana.app.config import load_config
from pramana.errors import ConfigError
from pramana.store import replacing_paths


def set_model(file: Path, name: str, settings: dict[str, Any]) -> None:
    """Write a model into a pramana.toml, under `name`, as the one that answers; all else, comments too, stays.

    Raises ConfigError where the file is not TOML, or would not be valid afterwards; it is then as it was.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(file.read_text("utf-8"))
        llm = document.setdefault("llm", tomlkit.table())
        llm["default"] = name
        models = llm.setdefault("models", tomlkit.table(is_super_table=True))
        entry = tomlkit.table()
        entry.update(settings)
        models[name] = entry
        text = tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise ConfigError(f"{file}: {error}") from None
    with replacing_paths(file) as (draft,):
        draft.write_text(text, "utf-8")
        try:
            load_config(draft)
        except ConfigError as error:
            raise ConfigError(str(error).replace(str(draft), str(file))) from None
