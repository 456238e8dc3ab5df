"""What careless callers pass: several sources, wrong types, misspelt models. A typed error, and nothing is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

import pramana
from pramana.app import init
from pramana.app.config import load_config
from pramana.errors import ConfigError, InputError, UnknownName
from pramana.llm import LlmSettings, Scripted
from pramana.testing.model_server import ModelServer

A, B = "Rama gave the bow to Sita.", "Sita saw Ravana."


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    for name, text in (("a.txt", A), ("b.txt", B)):
        (tmp_path / name).write_text(text)
    return tmp_path / "a.txt", tmp_path / "b.txt"


SEVERAL: list[Callable[[Path, Path], tuple[Any, ...]]] = [
    lambda a, b: (a, b),
    lambda a, b: (str(a), str(b)),
    lambda a, b: ([a, b],),
    lambda a, b: ((a, str(b)),),
    lambda a, b: (a, [b]),
    lambda a, b: ({a, b},),
    lambda a, b: (path for path in (a, b)),
    lambda a, b: ((path for path in (a, b)),),
    lambda a, b: ([[a], [[b]]],),
    lambda a, b: (anyio.Path(a), a.parent.glob("b.txt")),
    lambda a, b: (dict.fromkeys([a, b]).keys(),),
]


@pytest.mark.parametrize("named", SEVERAL)
def test_sources_are_named_one_by_one_or_in_any_iterable(named: Any, texts: tuple[Path, Path], tmp_path: Path) -> None:
    """The same two documents, however they are given; `estimate` takes the same, and `remove` names in a list."""
    with pramana.open(init(tmp_path / "ws"), karaka={"passes": []}) as ws:
        assert ws.estimate(*named(*texts)).documents == 2
        assert ws.ingest(*named(*texts)).documents == 2
        assert ws.remove(["a.txt"], "b.txt") == ["a.txt", "b.txt"]


WRONG = [None, 3, True, b"a.txt", {"a.txt": 1}, ["a.txt", None], [b"a.txt"], object(), "", [""], 1.5]


@pytest.mark.parametrize("given", WRONG, ids=lambda given: type(given).__name__)
def test_what_is_no_path_is_refused_with_its_type(given: Any, tmp_path: Path) -> None:
    """Nothing is read, and no run begins."""
    with pramana.open(init(tmp_path / "ws")) as ws:
        for call in (ws.ingest, ws.estimate):
            with pytest.raises(InputError, match="A document is named by its path"):
                call(given)
        for call in (ws.remove, ws.run_passes):
            if given in ("", [""]):
                continue
            with pytest.raises(InputError, match="is named by a str"):
                call(given)
        assert list(ws.runs()) == []


CONFIGURED = """
[llm]
default = "mine"
[llm.models.mine]
model = "m"
base_url = "{url}"
[llm.models.judge]
model = "j"
base_url = "{url}"
"""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(lambda _: {"nothing": True}) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("jugde", "judge"),
        ("MINE", "mine"),
        ("nope", ""),
        ("gpt-5-mini", ""),
        ("rule", "rules"),
        ("", ""),
        ("mine ", "mine"),
    ],
)
def test_an_unknown_model_is_refused_with_the_configured_ones(
    name: str, nearest: str, tmp_path: Path, texts: tuple[Path, Path], server: ModelServer
) -> None:
    """From Python, the environment and the file alike; nothing is sent, neither to that server nor to OpenAI's."""
    ws = tmp_path / "ws"
    init(ws)
    (ws / "pramana.toml").write_text(CONFIGURED.format(url=server.url))
    asked: list[Callable[[], Any]] = [
        lambda: pramana.open(ws, model=name),
        lambda: load_config(ws / "pramana.toml", {"model": name}),
        lambda: load_config(ws / "pramana.toml", environment={"PRAMANA_MODEL": name}),
        lambda: pramana.open(ws, llm={"default": name}),
        lambda: pramana.open(ws, llm={"ptools": {"karaka.*": name}}),
        lambda: pramana.open(ws, providers={name: Scripted(lambda _: {})}).llm,
        lambda: LlmSettings().model(name),
    ]
    for ask in asked[:-1]:
        with pytest.raises(InputError) as caught:
            ask()
        assert "Configured: judge, mine, rules" in str(caught.value)
        assert not nearest or f"Did you mean {nearest}" in str(caught.value)
    with pytest.raises(UnknownName, match="Configured: rules"):
        asked[-1]()
    assert server.requests == []


def test_a_model_of_a_preset_is_named_with_it(tmp_path: Path) -> None:
    """`openai:gpt-5-mini`; a name with a colon of a server that is given is a name; a misspelt preset is near one."""

    def chosen(**flags: Any) -> tuple[str, str | None, str | None]:
        llm = load_config(tmp_path / "none.toml", flags, {}).llm
        settings = llm.model(llm.default)
        return settings.model, settings.preset, settings.base_url

    assert chosen(model="openai:gpt-5-mini") == ("gpt-5-mini", "openai", None)
    assert chosen(model="ollama:qwen3:8b") == ("qwen3:8b", "ollama", "http://localhost:11434")
    assert chosen(model="qwen3:8b", base_url="http://127.0.0.1:9/v1") == ("qwen3:8b", None, "http://127.0.0.1:9/v1")
    assert chosen(model="qwen3:8b", preset="ollama")[0] == "qwen3:8b"
    with pytest.raises(UnknownName, match="Did you mean ollama:qwen3"):
        chosen(model="olama:qwen3")
    for name in ("openai:", ":gpt", "http://x/y", "gpt-5-mini"):
        with pytest.raises(UnknownName):
            chosen(model=name)


@pytest.mark.parametrize(
    "settings",
    [
        {"llm": {"models": {"x": {"provider": "opnai", "model": "m"}}}},
        {"llm": {"models": {"x": {"preset": "olama", "model": "m"}}}},
        {"llm": {"models": {"x": {"base_ulr": "http://127.0.0.1:9", "model": "m"}}}},
        {"llm": {"embedder": {"provider": "ngram"}}},
        {"preset": "olama"},
        {"model": "m", "preset": "olama"},
    ],
)
def test_misspelt_settings_of_a_model_are_refused(settings: dict[str, Any], tmp_path: Path) -> None:
    """A provider, a preset, the name of a setting."""
    with pytest.raises(ConfigError):
        load_config(tmp_path / "none.toml", settings, {})
