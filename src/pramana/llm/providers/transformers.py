"""A causal model in this process, by the transformers library: `pip install pramana[local]`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event
from time import monotonic
from typing import Any

from anyio import to_thread

from pramana.canonical import digest
from pramana.errors import CallTimedOut, ModelError, RequestRefused, ServerFailed
from pramana.llm.prompts import Message
from pramana.llm.providers.apis import TRANSFORMERS
from pramana.llm.providers.base import Ask, RawResponse, Status, first_form
from pramana.llm.providers.openai import schema_note
from pramana.llm.providers.transformers_batch import Gatherer
from pramana.llm.providers.transformers_generate import GrowingAnswer, PromptRow, generate
from pramana.llm.providers.transformers_memory import TOO_LARGE, halving
from pramana.llm.providers.transformers_models import Local, free_memory, load_chat, load_encoder
from pramana.llm.providers.transformers_schema import grammar
from pramana.llm.settings import LOCAL_EMBEDDER, EmbedderSettings, ModelSettings

FORMS = TRANSFORMERS.forms
"""How the schema is asked for: by a grammar that every token has to follow, or in the prompt alone."""

_THOUGHTLESS = {"llama-3.1-nemotron": "detailed thinking off", "llama-3.3-nemotron": "detailed thinking off"}
"""What tells a model, before all else, to answer without thinking aloud first; by a part of its name."""


@dataclass(frozen=True, slots=True)
class GenerationOutcome:
    """What came of one row: an answer, or the error in its place."""

    text: str
    tokens: int
    status: Status
    notes: tuple[str, ...] = ()


class LocalChat:
    """The provider for one model. Calls that come together go through it together, at most `concurrency` of them."""

    reads_messages = True

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._local: Local | None = None
        self._gatherer: Gatherer[PromptRow, GenerationOutcome | ModelError] = Gatherer(
            self._answer, settings.concurrency
        )
        self._grammars: dict[str, str | None] = {}

    @classmethod
    def of(cls, model: Any, tokenizer: Any) -> LocalChat:
        """Return the provider for a model that is loaded already."""
        chat = cls(ModelSettings(provider="transformers"))
        chat._local = Local.of(model, tokenizer)
        return chat

    async def complete(self, ask: Ask) -> RawResponse:
        local = await to_thread.run_sync(self._load)
        row = await to_thread.run_sync(self._row, local, ask)
        outcome = await self._gatherer.do(row)
        if isinstance(outcome, ModelError):
            raise type(outcome)(str(outcome))
        form = "json_schema" if row.grammar else "prompt"
        local_messages: dict[str, Any] = {"mode": form, "dtype": local.dtype, "quantization": local.quantization}
        if outcome.notes:
            local_messages["notes"] = list(outcome.notes)
        return RawResponse(outcome.text, outcome.status, len(row.tokens), outcome.tokens, local_messages)

    async def aclose(self) -> None:
        """Let go of the model. It stays loaded for the next one who asks for it: see `unload_models`."""
        self._local = None

    def _load(self) -> Local:
        if self._local is None:
            self._local = load_chat(self._settings)
        return self._local

    def _row(self, local: Local, ask: Ask) -> PromptRow:
        tokens = encode_messages(local, local_messages(self._settings.model, ask))
        room = ask.parameters.max_tokens if local.context is None else local.context - len(tokens)
        if room < 1:
            raise RequestRefused(f"The prompt has {len(tokens)} tokens; {self._settings.model} takes {local.context}.")
        seed = int(digest({"messages": list(ask.messages), "sample": ask.sample}), 16)
        bound = min(ask.parameters.max_tokens, room)
        return PromptRow(tokens, bound, ask.parameters.temperature, seed, self._grammar(local, ask))

    def _grammar(self, local: Local, ask: Ask) -> str | None:
        """Return the grammar of the answer, None where JSON is asked for in the prompt alone."""
        if FORMS[first_form(FORMS, self._settings.structured)] != "json_schema":
            return None
        key = digest(dict(ask.schema))
        if key not in self._grammars:
            self._grammars[key] = grammar(local, ask.schema)
        return self._grammars[key]

    # In the thread of a batch

    def _answer(self, rows: Sequence[PromptRow], stop: Event) -> list[GenerationOutcome | ModelError]:
        local, notes = self._load(), list[str]()

        def note_halving(size: int) -> None:
            self._gatherer.largest = min(self._gatherer.largest, size)
            notes.append(f"out of memory: went on with at most {size} at once")

        def work(some: Sequence[PromptRow]) -> list[GenerationOutcome | ModelError]:
            ends = monotonic() + self._settings.timeout_s
            with local.running:
                writings = generate(local, some, lambda: stop.is_set() or monotonic() > ends)
            return [self._outcome(local, writing) for writing in writings]

        results: list[GenerationOutcome | ModelError] = halving(rows, work, free_memory, note_halving, TOO_LARGE)
        return [replace(one, notes=tuple(notes)) if isinstance(one, GenerationOutcome) else one for one in results]

    def _outcome(self, local: Local, writing: GrowingAnswer) -> GenerationOutcome | ModelError:
        if writing.status is None:
            seconds = self._settings.timeout_s
            return CallTimedOut(f"No end of the answer within {seconds:g} s. Set timeout_s, or a smaller concurrency.")
        if writing.reading is not None and writing.reading.is_error():
            return ServerFailed(f"The grammar lost its way: {writing.reading.get_error()[:200]}")
        text = local.tokenizer.decode(writing.tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return GenerationOutcome(text, len(writing.tokens), writing.status)


def local_messages(model: str, ask: Ask) -> list[Message]:
    """Return the messages as a local model gets them: the schema as text, too, and no thinking aloud."""
    system, *rest = ask.messages
    first = next((words for part, words in _THOUGHTLESS.items() if part in model.lower()), "")
    content = "\n\n".join(part for part in (first, system["content"], schema_note(ask.schema)) if part)
    return [{"role": "system", "content": content}, *rest]


def encode_messages(local: Local, messages: Sequence[Message]) -> tuple[int, ...]:
    """Return a conversation as tokens, by the model's own chat template; plainly where it has none."""
    tokenizer = local.tokenizer
    if not getattr(tokenizer, "chat_template", None):
        plain = "\n\n".join(message["content"] for message in messages)
        return tuple(tokenizer(f"{plain}\n\n")["input_ids"])
    try:
        text = _apply_template(tokenizer, messages)
    except Exception:  # a template of a model without system messages refuses them, in an error of its own
        whole = "\n\n".join(message["content"] for message in messages)
        text = _apply_template(tokenizer, [{"role": "user", "content": whole}])
    return tuple(tokenizer(text, add_special_tokens=False)["input_ids"])


def _apply_template(tokenizer: Any, messages: Sequence[Message]) -> str:
    text: str = tokenizer.apply_chat_template(
        list(messages), tokenize=False, add_generation_prompt=True, enable_thinking=False
    )
    return text


# Without a gateway


def load_both(model: str, embedder: str | None, *, local_files_only: bool) -> tuple[Local, Local]:
    """Load both models, or find them loaded: the causal one in 4 bits on a GPU, and the one for vectors."""
    chat = ModelSettings(provider="transformers", model=model, local_files_only=local_files_only)
    vectors = EmbedderSettings(
        provider="transformers", model=embedder or LOCAL_EMBEDDER, local_files_only=local_files_only
    )
    return load_chat(chat), load_encoder(vectors)


def complete_text(system_prompt: str, user_prompt: str, model: Any, tokenizer: Any, max_tokens: int = 300) -> str:
    """Return what a loaded model answers to two prompts, and nothing else: no history, temperature 0, no schema."""
    local = Local.of(model, tokenizer)
    messages: list[Message] = [{"role": "system", "content": system_prompt}, {"role": "user", "content": user_prompt}]
    [writing] = generate(local, [PromptRow(encode_messages(local, messages), max_tokens)])
    text: str = tokenizer.decode(writing.tokens, skip_special_tokens=True)
    return text
