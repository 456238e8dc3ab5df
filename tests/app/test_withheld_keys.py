"""A key goes to the host that it was configured for, and to no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.app.config import load_config
from pramana.testing.model_server import ModelServer

FILE = """
[llm]
default = "house"

[llm.models.house]
model = "test"
base_url = "http://gpu.example.org:8000/v1"
key_env = "HOUSE_KEY"

[llm.models.filed]
model = "test"
base_url = "http://gpu.example.org:8000/v1"
key_file = "house.key"

[llm.models.own]
model = "gpt-4o-mini"
key_env = "WORK_KEY"

[llm.models.hosted]
preset = "nim"
model = "test"
key_env = "HOUSE_KEY"
"""
ELSEWHERE = "http://elsewhere.example.org/v1"


def key_of(folder: Path, name: str, flags: dict[str, Any], environment: dict[str, str] | None = None) -> Any:
    (folder / "pramana.toml").write_text(FILE, "utf-8")
    model = load_config(folder / "pramana.toml", {"model": name, **flags}, environment or {}).llm.models[name]
    return model.key_env or (model.key_file and str(model.key_file))


@pytest.mark.parametrize(
    ("name", "flags", "key"),
    [
        ("house", {}, "HOUSE_KEY"),
        ("house", {"base_url": "http://GPU.example.org:8000/v2"}, "HOUSE_KEY"),
        ("house", {"base_url": ELSEWHERE}, None),
        ("house", {"base_url": "https://gpu.example.org:8000/v1"}, None),
        ("house", {"base_url": "http://gpu.example.org:9000/v1"}, None),
        ("house", {"base_url": ELSEWHERE, "key_env": "OTHER_KEY"}, "OTHER_KEY"),
        ("house", {"llm": {"models": {"house": {"base_url": ELSEWHERE}}}}, None),
        ("house", {"llm": {"models": {"house": {"base_url": ELSEWHERE, "key_env": "HOUSE_KEY"}}}}, "HOUSE_KEY"),
        ("filed", {"base_url": ELSEWHERE}, None),
        ("own", {"base_url": ELSEWHERE}, None),
        ("own", {}, "WORK_KEY"),
        ("hosted", {"base_url": "https://integrate.api.nvidia.com/v1"}, "HOUSE_KEY"),
        ("hosted", {"base_url": ELSEWHERE}, None),
    ],
)
def test_a_key_stays_with_its_host(tmp_path: Path, name: str, flags: dict[str, Any], key: str | None) -> None:
    """Scheme, host and port are those beside the key, or the flags name a key, too."""
    assert key_of(tmp_path, name, flags) == key


def test_the_environment_sends_no_key_elsewhere(tmp_path: Path) -> None:
    """PRAMANA_BASE_URL is held to the same rule; PRAMANA_KEY_ENV names another key."""
    assert key_of(tmp_path, "house", {}, {"PRAMANA_BASE_URL": ELSEWHERE}) is None
    named = {"PRAMANA_BASE_URL": ELSEWHERE, "PRAMANA_KEY_ENV": "OTHER_KEY"}
    assert key_of(tmp_path, "house", {}, named) == "OTHER_KEY"


def test_another_server_sees_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No header of any request to it holds the key."""
    monkeypatch.setenv("HOUSE_KEY", "sk-secret-0123456789")
    pramana.open(tmp_path / "ws", create=True).close()
    (tmp_path / "ws" / "pramana.toml").write_text(FILE, "utf-8")
    with ModelServer(lambda *_: '{"text": "1"}') as server:
        with pramana.open(tmp_path / "ws", model="house", base_url=server.url) as ws:
            ws.llm.generate("What is one?")
        assert server.requests
        assert "sk-secret" not in str([dict(each) for each in server.headers])
