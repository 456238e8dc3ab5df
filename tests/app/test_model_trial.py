"""What one measured call says of a model's settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from pramana.app import load_config
from pramana.app.model_trial import LINES, ReadingTrial, try_reading
from pramana.app.models import all_prompts
from pramana.llm import ModelSettings, PromptBook
from pramana.testing.model_server import ModelServer, ServerReply


def trial(script: Any, **settings: Any) -> ReadingTrial:
    with ModelServer(script) as server:
        model = ModelSettings(model="m", base_url=server.url, retries=0, **settings)
        return anyio.run(try_reading, model, PromptBook(all_prompts()))


def answered(count: int) -> Any:
    """Return a model that reads the first `count` lines: each as a heading, without events."""

    def script(request: dict[str, Any], _: int) -> ServerReply:
        lines = [{"line": number, "kriyas": []} for number in range(1, count + 1)]
        usage = {"prompt_tokens": 900, "completion_tokens": 200}
        return ServerReply(json.dumps({"lines": lines}), usage=usage, delay_s=0.1)

    return script


def test_one_call_is_measured() -> None:
    found = trial(answered(len(LINES)))
    assert (found.lines, found.usable, found.first_usable) == (8, 8, 8)
    assert (found.prompt_tokens, found.completion_tokens) == (900, 200)
    assert 0.1 <= found.seconds < 5
    assert found.tokens_per_second == pytest.approx(200 / found.seconds)


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_a_model_that_loses_lines_gets_fewer_of_them(count: int) -> None:
    found = trial(answered(count))
    assert (found.usable, found.first_usable) == (count, count)
    advice = found.advice(ModelSettings(model="m"))
    assert advice == [f"It read {count} of 8 lines of one call: set lines_per_call = {max(1, count)} for it."]


def test_settings_that_suit_a_model_get_no_advice() -> None:
    found = ReadingTrial(8, 8, 8, 2.0, 900, 200)
    assert found.advice(ModelSettings(model="m")) == []
    assert found.advice(ModelSettings(model="m", lines_per_call=5)) == [
        "It read all 8 lines of one call: lines_per_call = 8 would take fewer calls."
    ]
    assert found.minutes_for(1_000, 4) == pytest.approx(2 * 2.0 / 8 * 1_000 / 4 / 60)


def test_a_slow_model_gets_a_longer_time_out() -> None:
    assert ReadingTrial(8, 8, 8, 80.0, 900, 200).advice(ModelSettings(model="m")) == [
        "It is slow: set timeout_s = 450 for it."
    ]


@pytest.mark.parametrize(
    ("table", "sizes"),
    [
        ("", (5, 10)),
        ("[gsv]\nlines_per_generation = 12\n", (12, 30)),
        ("[gsv]\nlines_per_validation = 7\n", (5, 7)),
    ],
)
def test_batches_have_the_size_that_suits_the_model(tmp_path: Path, table: str, sizes: tuple[int, int]) -> None:
    """A preset knows small models; what the user sets wins."""
    file = tmp_path / "pramana.toml"
    file.write_text(f'[llm]\ndefault = "m"\n[llm.models.m]\npreset = "ollama"\nmodel = "qwen3:8b"\n{table}', "utf-8")
    gsv = load_config(file, environment={}).gsv
    assert (gsv.lines_per_generation, gsv.lines_per_validation) == sizes
