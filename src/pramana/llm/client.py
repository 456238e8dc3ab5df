"""A model for scripts: two prompts in, text or checked JSON out. Every call goes through a gateway."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, RootModel

from pramana.background import BackgroundLoop
from pramana.errors import InputError, NeedsModel
from pramana.llm.gateway import Gateway
from pramana.llm.json_check import checked_by
from pramana.llm.prompts import PromptBook
from pramana.llm.providers import Ask, Provider, RuleBook, Script, Scripted
from pramana.llm.ptool import Abstention, Parameters, Ptool
from pramana.llm.responses import RESPONSE_SCHEMA
from pramana.llm.settings import LOCAL_MODEL, LlmSettings, ModelSettings
from pramana.store import Database

TextFunction = Callable[..., str | Awaitable[str]]
"""A function of (prompt, system_prompt=…) that returns text, also as a coroutine: LightRAG's `llm_model_func`."""

ANSWER_TOKENS = 1_024
"""How long an answer may be, in tokens, unless the caller says otherwise."""
NO_SYSTEM = "Answer the request."
"""The system prompt where the caller gives none."""


class Prompted(BaseModel):
    """What is asked: both prompts, word for word."""

    system: str
    prompt: str


class ClientAnswer(BaseModel):
    """The answer of a model that was asked for text."""

    text: str


_GENERATE: Ptool[Prompted, ClientAnswer] = Ptool("llm.generate", "", Prompted, ClientAnswer)


class LLMClient:
    """A model that is asked with two prompts. Every call is isolated, stored, and counted against the budget.

    `model` is a gateway, a provider, a function (see `TextFunction`), or a loaded model with its `tokenizer`. All but
    a gateway are called through a gateway of the client's own, which stores responses in memory. `loop` is the event
    loop that a gateway belongs to; whoever gives one closes it. Use a client from one thread, and close it.
    """

    def __init__(self, model: Any, tokenizer: Any = None, *, loop: BackgroundLoop | None = None) -> None:
        self._given = (model, tokenizer)
        self.gateway = gateway_of(model, tokenizer)
        self.loop = loop or BackgroundLoop()
        self._own_loop = loop is None
        if self._own_loop:
            self.loop.at_end(self.gateway.aclose)

    def gateway_with(self, prompts: Mapping[str, str]) -> Gateway:
        """Return a gateway for ptools that have these prompts; the client's own where it was given one."""
        model, tokenizer = self._given
        if isinstance(model, Gateway):
            return model
        opened = gateway_of(model, tokenizer, prompts)
        self.loop.at_end(opened.aclose)
        return opened

    def generate(self, prompt: str, system: str | None = None, *, max_tokens: int = ANSWER_TOKENS) -> str:
        """Return what the model writes, at temperature 0.

        The model is asked for a JSON object with the field `text`, because every answer is checked against a schema.
        Raises NeedsModel where the embedded model is configured, and the other errors below ModelError.
        """
        return self.loop.run(self.agenerate(prompt, system, max_tokens=max_tokens))

    async def agenerate(self, prompt: str, system: str | None = None, *, max_tokens: int = ANSWER_TOKENS) -> str:
        """Return what the model writes: `generate` for event loops."""
        written: ClientAnswer = await self._ask(_GENERATE, prompt, system, max_tokens)
        return written.text

    def structured(
        self, prompt: str, schema: Mapping[str, Any], system: str | None = None, *, max_tokens: int = ANSWER_TOKENS
    ) -> dict[str, Any]:
        """Return a JSON object that fits a JSON Schema.

        Types, required and additional properties, items and enumerations are checked; other keywords are sent to the
        model alone. Raises OutputInvalid where no such object came within the bound of corrections.
        """
        output: type[RootModel[dict[str, Any]]] = checked_by(schema)
        ptool: Ptool[Prompted, RootModel[dict[str, Any]]] = Ptool("llm.structured", "", Prompted, output)
        found: RootModel[dict[str, Any]] = self.loop.run(self._ask(ptool, prompt, system, max_tokens))
        return found.root

    async def _ask(self, ptool: Ptool[Prompted, Any], prompt: str, system: str | None, max_tokens: int) -> Any:
        bounded = replace(ptool, parameters=Parameters(max_tokens=max_tokens))
        call = await self.gateway.call(bounded, Prompted(system=system or NO_SYSTEM, prompt=prompt))
        if isinstance(call.output, Abstention):
            raise NeedsModel(f"The model did not answer: {call.output.reason}")
        return call.output

    def close(self) -> None:
        """Close the connections of a client that has its own event loop."""
        if self._own_loop:
            self.loop.close()

    def __enter__(self) -> LLMClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class ArgoBridgeLLMClient(LLMClient):
    """A client over the `argo_bridge_llm` function of an existing project, or any function of that form.

    Pramana ships no Argo bridge: the function is the caller's. No retries are added to those of the function itself.
    """

    def __init__(self, argo_bridge_llm: TextFunction) -> None:
        super().__init__(argo_bridge_llm)


def call_llm_isolated(
    system_prompt: str, user_prompt: str, model: Any, tokenizer: Any = None, max_tokens: int = 300
) -> str:
    """Return what a model answers to two prompts alone: no history, temperature 0.

    A loaded model with its `tokenizer` writes freely, and nothing is stored. Without a tokenizer `model` is anything
    that LLMClient takes, or a client (as `ws.llm`), which stores the call.
    """
    if tokenizer is not None:
        from pramana.llm.providers.transformers import complete_text  # an extra: only where a model is loaded

        return complete_text(system_prompt, user_prompt, model, tokenizer, max_tokens)
    if isinstance(model, LLMClient):
        return model.generate(user_prompt, system_prompt, max_tokens=max_tokens)
    with LLMClient(model) as client:
        return client.generate(user_prompt, system_prompt, max_tokens=max_tokens)


def load_models(
    model: str = LOCAL_MODEL, embedder: str | None = None, *, local_files_only: bool = False
) -> tuple[Any, Any]:
    """Load the local chat model and the local embedding model, or return those that are loaded: `(chat, embedder)`.

    Each has the attributes `model` and `tokenizer`. On a GPU the chat model is loaded in 4 bits. Needs the extra
    `pramana[local]`.
    """
    from pramana.llm.providers.transformers import load_both

    return load_both(model, embedder, local_files_only=local_files_only)


def gateway_of(
    model: Any, tokenizer: Any = None, prompts: Mapping[str, str] | None = None, rules: RuleBook | None = None
) -> Gateway:
    """Return the gateway to a model: its own where it has one, else a new one with `prompts`, in memory.

    A model of None is the embedded one, by its `rules`.

    Raises InputError for anything that is not a model.
    """
    if isinstance(model, Gateway):
        return model
    if isinstance(model, LLMClient):
        return model.gateway if prompts is None else model.gateway_with(prompts)
    database, book = Database(None, (RESPONSE_SCHEMA,)), PromptBook(prompts or {})
    if model is None:
        return Gateway(database, book, rules=rules)
    settings = LlmSettings(default="given", models={"given": ModelSettings(provider="scripted", model="given")})
    providers = {"given": _provider_of(model, tokenizer)}
    return Gateway(database, book, settings, providers=providers)


def _provider_of(model: Any, tokenizer: Any) -> Provider:
    if tokenizer is not None:
        from pramana.llm.providers.transformers import LocalChat  # an extra: only where a model is loaded

        return LocalChat.of(model, tokenizer)
    if hasattr(model, "complete") and hasattr(model, "reads_messages"):
        provider: Provider = model
        return provider
    if callable(model):
        return Scripted(function_script(model))
    raise InputError(f"{type(model).__name__} is not a model: give a gateway, a provider, a function, or a tokenizer.")


def function_script(function: TextFunction) -> Script:
    """Return a script that asks a function of two prompts, with the schema of the answer as text."""

    async def ask(asked: Ask) -> str:
        system, user = asked.messages[0]["content"], asked.messages[-1]["content"]
        schema = json.dumps(asked.schema, ensure_ascii=False)
        told = f"{system}\n\nAnswer with one JSON object of this schema, and nothing else:\n{schema}"
        answer = function(user, system_prompt=told)
        return str(await answer if inspect.isawaitable(answer) else answer)

    return ask
