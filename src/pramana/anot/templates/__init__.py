"""Seeds that people reviewed, to start one's own from."""

from __future__ import annotations

from pathlib import Path

from pramana.anot.seed import FormulaSeed, load_seed
from pramana.errors import InputError

_FOLDER = Path(__file__).parent


def templates() -> list[str]:
    """Return the templates' names, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.json"))


def template(name: str) -> FormulaSeed:
    """Return a template by its name, in any case. Raises InputError with all names."""
    if name.casefold() not in templates():
        raise InputError(f"There is no template {name!r}. There are: {', '.join(templates())}.")
    return load_seed(_FOLDER / f"{name.casefold()}.json")


__all__ = ["template", "templates"]
