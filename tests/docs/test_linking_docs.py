"""The page on linking holds what it says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pramana.retrieval.knowledge import KnowledgeSettings

PAGE = (Path(__file__).parents[2] / "docs" / "linking.md").read_text("utf-8")


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The example prints the link and its evidence, and asserts the rest."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(code, {})  # noqa: S102
    printed = capsys.readouterr().out
    assert printed == (
        'people:1 Ebenezer Scrooge checked\ntale.txt:1 "Ebenezer Scrooge" verbatim\ntale.txt:2 "Scrooge" verbatim\n'
    )


def test_the_settings_are_settings() -> None:
    """Each section that is shown can stand in pramana.toml, and the defaults are those that are told."""
    sections = [tomllib.loads(toml)["kb"] for toml in re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)]
    kinds = [KnowledgeSettings(**section).kind for section in sections]
    assert kinds == ["gazetteer", "wikidata"]
    given = KnowledgeSettings()
    told = (given.pause_s, given.maxlag, given.timeout_s, given.retries, given.longest_wait_s)
    assert told == (0.2, 5, 30.0, 4, 120.0)
    assert all(text in PAGE for text in ("`pause_s`, 0.2 s", "`maxlag` (5)", "(30 s)", "`retries` (4)", "(120 s)"))
