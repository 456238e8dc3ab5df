"""Local models run for real: tiny ones with random weights, made on the spot. Needs the extra `local`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
import tiny_models
from pydantic import BaseModel, Field

from pramana.app.models import all_ptools
from pramana.errors import AccessRefused, CallTimedOut, RequestRefused
from pramana.llm import (
    RESPONSE_SCHEMA,
    Gateway,
    LlmSettings,
    ModelSettings,
    Parameters,
    PromptBook,
    Ptool,
    call_llm_isolated,
)
from pramana.llm.providers import transformers_generate
from pramana.llm.providers.transformers import LocalChat, encode_messages
from pramana.llm.providers.transformers_generate import PromptRow, generate
from pramana.llm.providers.transformers_models import Local, load_chat, unload_models
from pramana.llm.providers.transformers_schema import close_schema, grammar
from pramana.store import Database
from pramana.trace import Trail

WHY = "the extra 'local' is not installed, so no local model was run: pip install 'pramana[local]'"
for needed in ("torch", "transformers", "llguidance"):
    pytest.importorskip(needed, reason=WHY)

pytestmark = [
    pytest.mark.local,
    pytest.mark.filterwarnings("default::DeprecationWarning", "default::FutureWarning"),
]


class Line(BaseModel):
    text: str


class Tag(BaseModel):
    name: str = Field(max_length=8)
    weight: int = Field(ge=0, le=99)
    kind: str = Field(pattern="^(one|two)$")


TAG = Ptool("room.tag", "tag", Line, Tag, ("text",), Parameters(0.0, 120))
WARM = Ptool("room.warm", "tag", Line, Tag, ("text",), Parameters(1.0, 120))
LINES = [Line(text="Rama gave the bow " * count) for count in range(1, 9)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.chat_model(tmp_path_factory.mktemp("chat"))


@pytest.fixture(scope="module")
def local(folder: Path) -> Local:
    return load_chat(settings(folder))


@pytest.fixture(autouse=True, scope="module")
def memory() -> Iterator[None]:
    yield
    unload_models()


def settings(folder: Path, **more: Any) -> ModelSettings:
    return ModelSettings(
        **{"provider": "transformers", "model": str(folder), "device": "cpu", "backoff_s": 0.001, **more}
    )


def asked(folder: Path, ptool: Any, values: list[Line], trail: Trail | None = None, **more: Any) -> list[Any]:
    """Return the outputs for values, asked for together in a gateway of its own."""
    chosen = LlmSettings(default="own", models={"own": settings(folder, **more)}, corrections=0)

    async def run() -> list[Any]:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook({"tag": "Name a tag."}), chosen)
            try:
                return await gateway.map(ptool, values, trail=trail)
            finally:
                await gateway.aclose()

    return anyio.run(run)


def outputs(calls: list[Any]) -> list[Any]:
    return [getattr(call, "output", call) for call in calls]


def test_a_grammar_holds_what_a_schema_names():
    """Objects are closed unless the schema opens them; what only looks like a schema is left alone."""
    inner = {"type": "object", "properties": {"properties": {"type": "string", "enum": [{"properties": 1}]}}}
    open_one = {"type": "object", "properties": {"a": {"$ref": "#/$defs/I"}}, "additionalProperties": True}
    made = close_schema({**open_one, "$defs": {"I": inner}})
    assert made == {**open_one, "$defs": {"I": {**inner, "additionalProperties": False}}}


def test_a_mapping_with_keys_of_a_list_names_each_of_them():
    """The library knows nothing of `propertyNames`; an object that may have each of the names says the same."""
    roles = {"type": "object", "propertyNames": {"$ref": "#/$defs/R"}, "additionalProperties": {"type": "string"}}
    made = close_schema({"$defs": {"R": {"enum": ["A", "B"]}}, **roles})
    assert made == {
        "$defs": {"R": {"enum": ["A", "B"]}},
        "type": "object",
        "properties": {"A": {"type": "string"}, "B": {"type": "string"}},
        "additionalProperties": False,
    }


def rows_for(local: Local, made: str | None) -> list[PromptRow]:
    tokens = [tuple(local.tokenizer("bow " * count + "?")["input_ids"]) for count in range(1, 9)]
    return [
        PromptRow(each, 20 + place, heat, place, rule)
        for place, each in enumerate(tokens)
        for heat in (0.0, 0.7)
        for rule in (None, made)
    ]


def test_every_answer_of_a_local_model_obeys_its_schema(folder):
    """A model of random weights gives valid answers, for no token may stand where the schema forbids it."""
    for ptool in (TAG, WARM):
        assert all(isinstance(output, Tag) for output in outputs(asked(folder, ptool, LINES)))


def test_a_batch_equals_its_rows_one_by_one(local):
    """In 32 bits on a processor each row of a mixed batch is what it is alone: free or bound, cold or warm."""
    rows = rows_for(local, grammar(local, Tag.model_json_schema()))
    together = generate(local, rows)
    alone = [generate(local, [row])[0] for row in rows]
    assert [(one.tokens, one.status) for one in together] == [(one.tokens, one.status) for one in alone]
    assert {one.status for one in together} == {"stop", "length"}


def test_the_order_of_a_batch_does_not_matter(local):
    """Rows in another order give the same answers in that order."""
    rows = rows_for(local, None)
    order = list(range(len(rows)))
    random.Random(0).shuffle(order)
    straight, mixed = generate(local, rows), generate(local, [rows[place] for place in order])
    assert [straight[place].tokens for place in order] == [one.tokens for one in mixed]


@pytest.mark.parametrize("ptool", [TAG, WARM], ids=["cold", "warm"])
def test_map_equals_one_call_at_a_time(folder, ptool):
    """`gateway.map` in batches of eight gives what it gives without batches, in order."""
    assert outputs(asked(folder, ptool, LINES, concurrency=8)) == outputs(asked(folder, ptool, LINES, concurrency=1))


def test_calls_that_come_together_go_through_the_model_together(folder, monkeypatch):
    """Eight concurrent calls are one batch; nine are two."""
    sizes: list[int] = []
    own = generate

    def counting(local: Local, rows: Any, stopped: Any) -> Any:
        sizes.append(len(rows))
        return own(local, rows, stopped)

    monkeypatch.setattr("pramana.llm.providers.transformers.generate", counting)
    asked(folder, TAG, LINES, concurrency=8)
    asked(folder, TAG, [*LINES, Line(text="one more")], concurrency=8)
    assert sizes == [8, 8, 1]


def test_a_sample_can_be_repeated(folder):
    """Above temperature 0 the number of a sample decides the answer: equal numbers, equal answers."""
    chosen = LlmSettings(default="own", models={"own": settings(folder)}, corrections=0)

    async def run(mode: str) -> list[Any]:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook({"tag": "Name a tag."}), chosen, mode=mode)
            try:
                return [(await gateway.call(WARM, LINES[0], sample=sample)).output for sample in (0, 1, 2)]
            finally:
                await gateway.aclose()

    first = anyio.run(run, "refresh")
    assert first == anyio.run(run, "refresh")
    assert len({output.model_dump_json() for output in first}) > 1


def test_a_model_is_loaded_once(folder, local):
    """Settings of the same model find it loaded, as a cell of a notebook does that is run again."""
    assert load_chat(settings(folder, concurrency=2)) is local


def test_without_memory_the_batch_is_halved(folder, monkeypatch):
    """Where memory runs out for more than three, eight calls still come to their answers, and their steps say so."""
    sizes: list[int] = []
    own = generate

    def narrow(local: Local, rows: Any, stopped: Any) -> Any:
        sizes.append(len(rows))
        if len(rows) > 3:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return own(local, rows, stopped)

    expected = outputs(asked(folder, TAG, LINES))
    monkeypatch.setattr("pramana.llm.providers.transformers.generate", narrow)
    trail = Trail()
    assert outputs(asked(folder, TAG, LINES, trail=trail)) == expected
    assert sizes == [8, 4, 2, 2, 4, 2, 2]
    notes = [step.body["exchanges"][0]["notes"] for step in trail.steps]
    assert len(notes) == len(LINES)
    assert notes[0][0] == "out of memory: went on with at most 4 at once"


def test_a_prompt_too_large_for_memory_is_refused_alone(folder, monkeypatch):
    """The one call that does not fit is refused; those beside it get their answers."""
    own = generate

    def narrow(local: Local, rows: Any, stopped: Any) -> Any:
        if any(len(row.tokens) > 2000 for row in rows):
            raise MemoryError
        return own(local, rows, stopped)

    monkeypatch.setattr("pramana.llm.providers.transformers.generate", narrow)
    large = Line(text="x" * 2000)
    results = outputs(asked(folder, TAG, [LINES[0], large, LINES[1]]))
    assert [type(result) for result in results] == [Tag, RequestRefused, Tag]
    assert "more memory than there is" in str(results[1])


def test_other_failures_are_not_taken_for_a_lack_of_memory(folder, monkeypatch):
    """A fault in the model is raised as it is."""

    def broken(*_: Any) -> Any:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied")

    monkeypatch.setattr("pramana.llm.providers.transformers.generate", broken)
    with pytest.raises(RuntimeError, match="mat1"):
        asked(folder, TAG, LINES[:2])


def test_a_local_model_is_stopped_after_its_time(folder):
    """An answer without an end within `timeout_s` is CallTimedOut."""
    [result] = asked(folder, TAG, LINES[:1], timeout_s=0.001, retries=0)
    assert isinstance(result, CallTimedOut)


def test_a_cancelled_call_leaves_the_others_their_answers(folder):
    """Of calls in one batch the first, who leads it, is cancelled: the others are answered all the same."""
    provider = LocalChat(settings(folder))
    chosen = LlmSettings(default="own", models={"own": settings(folder)}, corrections=0)

    async def run() -> list[Any]:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook({"tag": "Name a tag."}), chosen, providers={"own": provider})
            found: list[Any] = []

            async def one(line: Line) -> None:
                found.append((await gateway.call(TAG, line)).output)

            async with anyio.create_task_group() as group:
                leading = anyio.CancelScope()

                async def first() -> None:
                    with leading:
                        await one(LINES[0])

                group.start_soon(first)
                await anyio.sleep(0.005)
                for line in LINES[1:4]:
                    group.start_soon(one, line)
                await anyio.sleep(0.005)
                leading.cancel()
            return found

    assert len(anyio.run(run)) == 3


def test_a_prompt_longer_than_the_context_is_refused(tmp_path):
    """A prompt that leaves no room is refused with both numbers, not cut."""
    short = tiny_models.chat_model(tmp_path, context=64)
    [result] = asked(short, TAG, LINES[:1])
    assert isinstance(result, RequestRefused)
    assert "takes 64" in str(result)


def test_a_template_without_system_messages_gets_one_message(tmp_path):
    """Where the chat template refuses a system message, its text is put before the user's."""
    refusing = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}" + tiny_models.TEMPLATE
    made = load_chat(settings(tiny_models.chat_model(tmp_path, template=refusing)))
    tokens = encode_messages(made, [{"role": "system", "content": "Sys."}, {"role": "user", "content": "Use."}])
    assert made.tokenizer.decode(tokens) == "<|user|>Sys.\n\nUse.<|end|><|assistant|>"


def test_a_model_without_a_template_gets_the_plain_text(tmp_path):
    """A model that knows no conversations gets the prompts one after the other."""
    made = load_chat(settings(tiny_models.chat_model(tmp_path, template=None)))
    tokens = encode_messages(made, [{"role": "system", "content": "Sys."}, {"role": "user", "content": "Use."}])
    assert made.tokenizer.decode(tokens) == "Sys.\n\nUse.\n\n"


def test_a_schema_beyond_the_grammars_is_asked_for_in_words(local):
    """A schema that the library cannot hold has no grammar, and the answer stays free."""
    assert grammar(local, {"type": "object", "properties": {"a": {"type": "string", "pattern": "(?=a)b"}}}) is None


def test_no_grammar_where_words_are_asked_for(folder):
    """`structured = "prompt"` leaves the answer free, and a random model's is then no JSON."""
    [result] = asked(folder, TAG, LINES[:1], structured="prompt")
    assert type(result).__name__ == "OutputInvalid"


def test_loading_prints_nothing(tmp_path, capfd):
    """Standard output and error belong to the command: no bars and no notes of the library's."""
    made = tiny_models.chat_model(tmp_path)
    capfd.readouterr()
    load_chat(settings(made))
    assert tuple(capfd.readouterr()) == ("", "")


def test_the_isolated_call_of_the_specification(local):
    """`call_llm_isolated` is a function of its two prompts alone."""
    answers = [call_llm_isolated("Sys.", "Use.", local.model, local.tokenizer, 20) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0] != call_llm_isolated("Sys.", "Other.", local.model, local.tokenizer, 20)


def break_config(folder: Path) -> None:
    (folder / "config.json").write_text("{ no json", "utf-8")


def cut_weights(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])


def lose_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def lose_tokenizer(folder: Path) -> None:
    for file in folder.glob("tokenizer*"):
        file.unlink()


def bring_code(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    config |= {"model_type": "its_own", "auto_map": {"AutoConfig": "own.Config", "AutoModelForCausalLM": "own.Model"}}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    (folder / "own.py").write_text("raise SystemExit('code of the model was run')\n", "utf-8")


@pytest.mark.parametrize("spoil", [break_config, cut_weights, lose_weights, lose_tokenizer, bring_code])
def test_a_local_chat_model_that_cannot_be_loaded_is_refused(tmp_path, spoil):
    """A folder that is broken, lacks a part or brings code of its own is named with a way out; no code of it is run."""
    made = tiny_models.chat_model(tmp_path)
    spoil(made)
    with pytest.raises(AccessRefused, match=r"cannot be loaded \(.*hf download"):
        load_chat(settings(made))


def test_rows_take_no_token_after_their_end(local):
    """What follows the end of an answer in a batch changes it no more."""
    writing = transformers_generate.GrowingAnswer(PromptRow((5,), 2), random.Random(0))
    for token in (9, 8, 7):
        writing.take(token, frozenset({1}))
    assert (writing.tokens, writing.status) == ([9, 8], "length")


def test_a_model_in_four_bits_answers(tmp_path):
    """bitsandbytes packs the weights of a model into 4 bits, on the processor too, and its answers obey their schema."""
    pytest.importorskip("bitsandbytes", reason=WHY)
    wide = tiny_models.chat_model(tmp_path, width=256)
    packed = load_chat(settings(wide, quantization="4bit"))
    whole = load_chat(settings(wide))
    assert packed.quantization == "4bit"
    assert packed.model.get_memory_footprint() < 0.4 * whole.model.get_memory_footprint()
    assert all(isinstance(output, Tag) for output in outputs(asked(wide, TAG, LINES[:2], quantization="4bit")))


def test_every_ptool_of_the_product_has_a_grammar(local):
    """The schema of each of our own ptools can be held to, recursive ones too."""
    assert [ptool.name for ptool in all_ptools() if grammar(local, ptool.output.model_json_schema()) is None] == []
