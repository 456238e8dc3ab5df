"""The options that several commands share."""

from __future__ import annotations

from inspect import signature

from pramana.cli import options


def test_a_command_gets_the_options_on_its_model_as_one_value() -> None:
    """`with_model` shows options in the place of `flags`, in one order, and hands them over nested."""
    got: list[object] = []

    @options.with_model("concurrency", *options.BUDGET)
    def ask(question: str, flags: options.Flags = options.NONE, as_json: bool = False) -> None:
        got.extend([question, as_json, flags])

    shown = ["model", "base_url", "concurrency", "max_calls", "max_tokens", "max_money"]
    assert list(signature(ask).parameters) == ["question", *shown, "as_json"]
    ask(question="Who?", model="rules", max_calls=3)
    assert got == ["Who?", False, options.flags("rules", None, max_calls=3)]
