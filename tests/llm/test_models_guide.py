"""The guide to models holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pramana.app.config import Config
from pramana.llm import ModelSettings
from pramana.llm.providers.presets import PRESETS
from pramana.llm.settings import LOCAL_EMBEDDER, LOCAL_MODEL, LocalSettings

DOCS = Path(__file__).parents[2] / "docs"
GUIDE, LOCAL = ((DOCS / name).read_text("utf-8") for name in ("models.md", "local-models.md"))


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", GUIDE + LOCAL, re.DOTALL))
def test_each_configuration_is_accepted(block):
    """Every example of a pramana.toml validates, and where it sets models its default is one of them."""
    config = Config.model_validate(tomllib.loads(block))
    assert config.llm.default in config.llm.models or not config.llm.models


def test_the_table_names_every_setting_with_its_default():
    """No setting is left out, and the numbers are those in force."""
    table = "\n".join(line for line in GUIDE.splitlines() if line.startswith("|"))
    for name, field in ModelSettings.model_fields.items():
        row = next(line for line in table.splitlines() if f"`{name}`" in line)
        if isinstance(field.default, (int, float)) and not isinstance(field.default, bool):
            assert re.search(rf"\b{field.default:g}\b", row.rsplit("|", 2)[1])


def test_the_table_of_presets_is_whole():
    """Each preset is listed in the guide with its address and the variable of its key."""
    rows = {name: line for line in GUIDE.splitlines() for name in PRESETS if line.startswith(f"| `{name}` |")}
    assert rows.keys() == PRESETS.keys()
    for name, row in rows.items():
        for field in ("base_url", "key_env"):
            assert str(PRESETS[name].settings.get(field) or "") in row


def test_the_guide_to_local_models_names_their_settings_and_defaults():
    """The page on local models names each of their settings, and the models that stand for no name."""
    assert all(f"| `{name}` |" in LOCAL for name in LocalSettings.model_fields)
    assert (LOCAL_MODEL in LOCAL, LOCAL_EMBEDDER in LOCAL) == (True, True)


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
def test_each_snippet_runs(block, capsys):
    """A snippet prints what the comment beside the print says."""
    exec(compile(block, "docs/models.md", "exec"), {"__name__": "guide"})  # noqa: S102
    assert capsys.readouterr().out.split() == re.findall(r"print\(.*\)  # (.*)", block)
