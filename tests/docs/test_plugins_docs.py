"""The page on plug-ins holds what it says. Its package and its commands are run by tests/app/test_plugins.py."""

from __future__ import annotations

import importlib
import re
import tomllib

from plugin_package import PAGE, blocks

from pramana.anot import TEMPLATES
from pramana.app.plugins import REGISTRIES
from pramana.graph.adapters import ADAPTERS


def test_the_table_has_every_group_and_its_class() -> None:
    """Each group has its row, the class that is named is the one that is expected, and the package has one of each."""
    rows = dict(re.findall(r"^\| `(pramana\.\w+)` \| `([\w.]+)` \|", PAGE, re.M))
    registries = {**REGISTRIES, ADAPTERS.group: ADAPTERS, TEMPLATES.group: TEMPLATES}
    assert rows.keys() == registries.keys()
    for group, path in rows.items():
        module, _, name = path.rpartition(".")
        assert getattr(importlib.import_module(module), name) is registries[group].kind
    assert tomllib.loads(blocks("toml")[0])["project"]["entry-points"].keys() == rows.keys()
