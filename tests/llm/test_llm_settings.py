"""Which model answers which ptool, what it costs, and how fast it may be asked."""

from __future__ import annotations

import tomllib

import anyio
import anyio.lowlevel
import pytest
from pydantic import ValidationError

from pramana.errors import ConfigError, UnknownName
from pramana.llm import RESPONSE_SCHEMA, Gateway, LlmSettings, ModelSettings, PromptBook, RuleBook, Scripted, Usage
from pramana.llm.limits import RateLimiter
from pramana.llm.prices import Price
from pramana.store import Database
from pramana.testing.model_server import ModelServer, ServerReply

TOML = """
default = "local"
[models.local]
model = "llama3.1"
base_url = "http://localhost:11434/v1"
price = {input = 0, output = 0}
[models.judge]
model = "gpt-4o-mini"
[ptools]
"karaka.*" = "local"
"karaka.kriya_verification" = "judge"
"gasl.*" = "rules"
"""


@pytest.mark.parametrize(
    ("ptool", "name"),
    [
        ("karaka.kriya_scoring", "local"),
        ("karaka.kriya_verification", "judge"),
        ("gasl.plan", "rules"),
        ("anot.formula", "local"),
    ],
)
def test_the_longest_match_names_the_model(ptool, name):
    """A ptool's own entry goes before its room's, and that before the default."""
    assert LlmSettings.model_validate(tomllib.loads(TOML)).model_for(ptool) == name


def test_without_settings_the_embedded_model_answers():
    """The default of everything is `rules`."""
    settings = LlmSettings()
    assert settings.model_for("karaka.kriya_scoring") == "rules"
    assert settings.model("rules").provider == "rules"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"default": "locl", "models": {"local": {"model": "m"}}}, "Did you mean local"),
        ({"ptools": {"karaka.*": "jugde"}}, r"ptools.'karaka.\*' names 'jugde'"),
        ({"models": {"m": {"provider": "openai"}}}, "needs the name of its model"),
        ({"models": {"m": {"model": "m", "api_key": "sk-1"}}}, "api_key"),
        ({"models": {"m": {"model": "m", "concurrency": 0}}}, "concurrency"),
    ],
)
def test_wrong_settings_are_refused_with_what_is_wrong(given, message):
    """A name that is not there, a key in the file, a value out of range."""
    with pytest.raises(ValidationError, match=message):
        LlmSettings.model_validate(given)


def test_an_unknown_model_is_named_with_the_nearest():
    """Asking for a model by a wrong name gives the near ones."""
    with pytest.raises(UnknownName, match="Did you mean rules"):
        LlmSettings().model("rule")


def test_a_scripted_model_without_its_function_is_a_config_error(database):
    """A function cannot stand in a file: it is handed to the gateway."""
    settings = LlmSettings(default="mine", models={"mine": ModelSettings(provider="scripted")})
    with pytest.raises(ConfigError, match="'mine' is scripted"):
        Gateway(database, PromptBook({}), settings).answers(type("P", (), {"name": "a.b"}))


def test_two_ptools_are_answered_by_two_models(database, count, judge, line):
    """A verifier of another make than the generator: each ptool's requests reach its own model only."""
    with ModelServer(lambda *_: '{"words": 1}') as one, ModelServer(lambda *_: '{"words": 2}') as two:
        models = {
            "one": ModelSettings(model="generator", base_url=one.url),
            "two": ModelSettings(model="verifier", base_url=two.url, temperature=0.7, max_tokens=7),
        }
        settings = LlmSettings(default="one", models=models, ptools={judge.name: "two"})
        gateway = Gateway(database, PromptBook({"count": "Count."}), settings)

        async def main():
            calls = [await gateway.call(ptool, line(text="a")) for ptool in (count, judge)]
            await gateway.aclose()
            return calls

        calls = anyio.run(main)
    assert [(call.output.words, call.model) for call in calls] == [(1, "openai:generator"), (2, "openai:verifier")]
    assert [server.requests[0]["model"] for server in (one, two)] == ["generator", "verifier"]
    assert (two.requests[0]["temperature"], two.requests[0]["max_tokens"]) == (0.7, 7)
    assert gateway.identity(judge)["parameters"] == {"temperature": 0.7, "max_tokens": 7}
    assert sorted(gateway.spending.models) == ["openai:generator", "openai:verifier"]


def test_identity_changes_with_whatever_decides_a_response(database, count):
    """Another prompt or another model is another identity; the same settings give the same one."""

    def identity(prompt="Count.", model="m"):
        settings = LlmSettings(default="m", models={"m": ModelSettings(model=model)})
        return Gateway(database, PromptBook({"count": prompt}), settings).identity(count)

    assert identity() == identity()
    assert len({str(identity()), str(identity("Count!")), str(identity(model="n"))}) == 3


def test_a_prompt_decides_nothing_for_the_embedded_model(database, count):
    """Rules read no prompt: another one is the same identity; another version of the rules is not."""

    def identity(prompt="Count.", version="1"):
        return Gateway(database, PromptBook({"count": prompt}), rules=RuleBook(version, {})).identity(count)

    assert identity() == identity("Count!") != identity(version="2")


def test_an_estimate_learns_from_what_is_stored(database, count, line):
    """Before any call it guesses; after one it knows the usual length; a stored answer costs nothing."""
    reply = ServerReply('{"words": 1}', usage={"prompt_tokens": 40, "completion_tokens": 8})
    with ModelServer(lambda *_: reply) as server:
        model = ModelSettings(model="m", base_url=server.url, price={"input": 1, "output": 10})
        gateway = Gateway(database, PromptBook({"count": "Count."}), LlmSettings(default="m", models={"m": model}))
        before = gateway.estimate(count, line(text="a"))

        async def main():
            call = await gateway.call(count, line(text="a"))
            await gateway.aclose()
            return call

        call = anyio.run(main)
    assert before.completion_tokens == 25
    assert gateway.estimate(count, line(text="b")).completion_tokens == 8
    assert gateway.estimate(count, line(text="a")) == Usage(0, 0, 0)
    assert call.usage == Usage(40, 8, 120)
    assert gateway.spending.as_json()["money"] == 120


@pytest.mark.parametrize(
    ("settings", "money"),
    [
        (ModelSettings(model="gpt-4o-mini"), 210),
        (ModelSettings(model="gpt-4o-mini", price={"input": 0.5, "output": 2}), 700),
        (ModelSettings(model="x", price={"input": 0.0001, "output": 0}), 1),
        (ModelSettings(model="llama3.1", base_url="http://localhost:11434/v1"), None),
        (ModelSettings(model="no-such-model"), None),
        (ModelSettings(provider="rules"), 0),
        (ModelSettings(provider="scripted"), 0),
        (ModelSettings(provider="scripted", price={"input": 1, "output": 1}), 1100),
    ],
)
def test_prices_are_whole_millionths_rounded_up(settings, money):
    """1,000 tokens in and 100 out, by the settings' price, else by the list, else unknown; our own models are free."""
    assert Price(settings).cost(1000, 100) == money


def starts(settings, tokens, window_s=0.2):
    """Return when calls of so many tokens begin, in windows since the first."""

    async def main():
        limiter, times = RateLimiter(settings, window_s), []
        for each in tokens:
            async with limiter.slot(each):
                times.append(anyio.current_time())
        return [(time - times[0]) / window_s for time in times]

    return anyio.run(main)


def test_requests_per_window_are_bounded():
    """With `rpm` 2, a call begins a window or more after the one before the last."""
    times = starts(ModelSettings(model="m", rpm=2), [1] * 5)
    assert all(later - earlier >= 0.99 for earlier, later in zip(times, times[2:], strict=False))


def test_tokens_per_window_are_bounded():
    """With `tpm` 100, a window holds calls of 100 tokens together; a larger one goes alone."""
    first, second, third, large, last = starts(ModelSettings(model="m", tpm=100), [60, 40, 30, 500, 10])
    assert second - first < third - first >= 0.99
    assert large - third >= 0.99
    assert last - large >= 0.99


def test_rates_are_kept_through_the_gateway(to_server, count, line):
    """The gateway asks within the model's limits: nothing more than `concurrency` at once, in no order of its own."""
    with ModelServer(lambda *_: '{"words": 1}') as server:

        async def main():
            gateway = to_server(server.url, rpm=100, tpm=1_000_000)
            calls = await gateway.map(count, [line(text=str(number)) for number in range(20)])
            await gateway.aclose()
            return calls

        assert [call.output.words for call in anyio.run(main)] == [1] * 20


def test_a_provider_of_ones_own_takes_a_models_place(database, count, line):
    """`providers` names the model whose place a provider takes; it may be asynchronous."""

    async def script(ask):
        await anyio.lowlevel.checkpoint()
        return count.output(words=len(ask.value.text.split()))

    settings = LlmSettings(default="mine", models={"mine": ModelSettings(provider="scripted", model="counter")})
    gateway = Gateway(database, PromptBook({"count": "."}), settings, providers={"mine": Scripted(script)})
    call = anyio.run(gateway.call, count, line(text="a b"))
    assert (call.output.words, call.model) == (2, "scripted:counter")


def test_responses_outlive_the_process(tmp_path, count, line):
    """A response is committed when it came: another connection sees it at once."""
    seen = []

    def script(ask):
        with Database(tmp_path / "workspace.db", [RESPONSE_SCHEMA]) as other:
            seen.append(other.one("SELECT count(*) FROM response")[0])
        return "nonsense" if len(seen) < 3 else '{"words": 1}'

    settings = LlmSettings(default="mine", models={"mine": ModelSettings(provider="scripted")})
    with Database(tmp_path / "workspace.db", [RESPONSE_SCHEMA]) as database:
        gateway = Gateway(database, PromptBook({"count": "."}), settings, providers={"mine": Scripted(script)})
        anyio.run(gateway.call, count, line(text="a"))
    assert seen == [0, 1, 2]
