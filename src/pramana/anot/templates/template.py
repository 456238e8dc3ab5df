"""Which templates there are: those in `builtin/`, and those of other packages (`pramana.anot_templates`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pramana.anot.seed import FormulaSeed, load_seed
from pramana.registry import PluginRegistry


@dataclass(frozen=True, slots=True)
class AnotTemplate:
    """A seed that people reviewed. `file` holds it as JSON. Its name is in lower case."""

    file: Path

    def seed(self) -> FormulaSeed:
        """Read the seed anew: each caller may change its own."""
        return load_seed(self.file)


TEMPLATES: PluginRegistry[AnotTemplate] = PluginRegistry(
    "anot_templates", "pramana.anot.templates.builtin", AnotTemplate, "template"
)
"""By name."""


def available_templates() -> list[str]:
    """Return the templates' names, sorted."""
    return sorted(TEMPLATES)


def template(name: str) -> FormulaSeed:
    """Return a template by its name, in any case. Raises UnknownName with the nearest."""
    return TEMPLATES[name.casefold()].seed()
