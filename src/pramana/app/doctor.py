"""What `doctor` looks at: each model's key, server and form of answer, and what a local one needs.

A finding is a JSON object with `what`, `well`, `advice` (what to do) and `limits` (what to know of the server).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict

from pramana.errors import AccessRefused, ConfigError, ConnectionFailed, ModelError, PramanaError
from pramana.llm import (
    PRESETS,
    TOKENS,
    Ask,
    EmbedderSettings,
    LocalSettings,
    ModelSettings,
    ModelSource,
    Parameters,
    Provider,
    Ptool,
    RawResponse,
    Renegotiated,
    ServerSettings,
    Unparsable,
    first_form,
    parse,
)
from pramana.serialization import JsonRecord, JsonShape

if TYPE_CHECKING:
    from pramana.llm import LlmSettings, PromptBook

_MOST_REFUSALS = 6
"""Forms of a request that are tried, as many as in a run (`RENEGOTIATIONS` of `llm.attempts`)."""


class DoctorWord(BaseModel):
    """What a model is to give back. Its prompt does not ask for JSON: only a schema that is obeyed makes it JSON."""

    model_config = ConfigDict(extra="forbid")

    word: str


_PING = Ptool("doctor.ping", "ping", DoctorWord, DoctorWord, parameters=Parameters(0.0, 128))
_SYSTEM = "Write one short sentence about the word that you are given, and use the word itself in it."


def _settings_json(settings: ServerSettings) -> dict[str, Any]:
    """Return what a report says of a model's settings: never the key."""
    chosen, source = PRESETS.get(settings.preset or ""), settings.source()
    return {
        "provider": settings.provider,
        "about": source.about,
        "server": source.title or (settings.provider if source.server else ""),
        "model": settings.model,
        "base_url": settings.base_url,
        "preset": settings.preset,
        "limits": chosen.limits if chosen else (),
    }


@dataclass(slots=True)
class ModelFinding(JsonRecord):
    """What is known of one model. `more` are further fields, as JSON."""

    what: str
    settings: ServerSettings
    well: bool = True
    key: str = "none needed"
    advice: list[str] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)

    json_shape = JsonShape(convert={"settings": _settings_json}, inline=("settings", "more"))

    def ill(self, answer: str, *advice: str) -> None:
        self.well = False
        self.more["answer"] = "; ".join(filter(None, (self.more.get("answer"), answer)))
        self.advice += [each for each in advice if each]


async def examine_model(name: str, llm: LlmSettings, call: bool, prompts: PromptBook | None = None) -> dict[str, Any]:
    """Look at one model; with `call`, ask its server, or load it, and have it answer one tiny request a form.

    With `prompts`, it then reads a few lines in one call, and its settings are held to the time that this took.
    """
    settings = llm.model(name)
    finding = ModelFinding(name, settings)
    await _look_around(finding, call)
    if call and finding.well and settings.source().forms:
        await _look_at_forms(finding, settings)
        if finding.well and prompts is not None:
            await _look_at_reading(finding, settings, prompts)
    return finding.as_json()


async def examine_embedder(settings: EmbedderSettings, call: bool) -> dict[str, Any]:
    """Look at the embedder; with `call`, have it turn one word into a vector."""
    finding = ModelFinding("embedder", settings)
    await _look_around(finding, call)
    if call and finding.well and not settings.source().embedded:
        await _look_at_vectors(finding, settings)
    return finding.as_json()


async def _look_around(finding: ModelFinding, call: bool) -> None:
    """Look at all but the answers of a model: what it needs in this process, or its key and its server."""
    source = finding.settings.source()
    if source.needs is not None:
        await _look_at_needs(finding, source)
    elif source.server:
        _look_at_key(finding)
        if call and finding.well and source.list_models is not None:
            await _look_at_server(finding, source.list_models)


def _look_at_key(finding: ModelFinding) -> None:
    """Say whether there is a key, never which."""
    try:
        finding.key = "there" if finding.settings.key() is not None else "none needed"
    except ConfigError as error:
        finding.key, finding.well = str(error), False


async def _look_at_server(finding: ModelFinding, list_models: Callable[[Any], Awaitable[list[str] | None]]) -> None:
    settings = finding.settings
    try:
        names = await list_models(settings)
    except ConnectionFailed as error:
        finding.more["reachable"] = False
        finding.ill(f"nobody answers at {_address(settings)} ({error})", _start(settings))
    except PramanaError as error:
        finding.more["reachable"] = not isinstance(error, ModelError) or isinstance(error, AccessRefused)
        finding.ill(str(error), _unlock(settings) if isinstance(error, AccessRefused) else "")
    else:
        finding.more |= {"reachable": True, "listed": None if names is None else settings.model in names}
        if names is not None and settings.model not in names:
            finding.advice.append(_missing_model_message(settings, names))


async def _look_at_forms(finding: ModelFinding, settings: ModelSettings) -> None:
    """Ask in one form after the other, the strictest first, until an answer obeys its schema."""
    known, forms = settings.source().forms, dict[str, str]()
    place = first_form(known, settings.structured)
    while place < len(known):
        began = perf_counter()
        try:
            raw = await _ask(settings.model_copy(update={"structured": known[place]}))
        except PramanaError as error:
            finding.ill(str(error), _after(finding, error))
            return
        used = known.index(str(raw.negotiated["mode"]))
        forms |= dict.fromkeys(known[place:used], "refused")
        forms[known[used]] = "works" if obeys(raw) else "taken, and not obeyed"
        if obeys(raw):
            break
        place = used + 1
    finding.more["forms"] = forms
    _conclude(finding, raw, round(perf_counter() - began, 3))


def _conclude(finding: ModelFinding, raw: RawResponse, seconds: float) -> None:
    forms = finding.more["forms"]
    works = next((form for form, how in forms.items() if how == "works"), None)
    if works is None:
        finding.ill(
            f"no JSON in any form; the last answer begins: {raw.body[:80]!r}",
            "The model is too small, or its chat template is wrong: try another one.",
        )
        return
    finding.more |= {"answer": "came", "seconds": seconds, "negotiated": dict(raw.negotiated)}
    finding.more |= {"structured": works, "counts_tokens": raw.prompt_tokens is not None}
    if "taken, and not obeyed" in forms.values():
        finding.advice.append(f'The server takes a stricter form and does not obey it: set structured = "{works}".')
    if raw.prompt_tokens is None:
        finding.advice.append("The server counts no tokens: each answer is reckoned at the most that it can have been.")


async def _look_at_reading(finding: ModelFinding, settings: ModelSettings, prompts: PromptBook) -> None:
    """Have the model read a few lines, in the form that works."""
    from pramana.app.model_trial import LINES, try_reading  # the package that reads: only where a model is tried

    try:
        trial = await try_reading(settings.model_copy(update={"structured": finding.more["structured"]}), prompts)
    except PramanaError as error:
        finding.more["reading"] = {"error": str(error)}
        finding.advice.append(
            f"It could not read {len(LINES)} lines in one call: set lines_per_call = 1 and try again."
        )
        return
    minutes = trial.minutes_for(1_000, settings.concurrency)
    measured = {"tokens_per_second": round(trial.tokens_per_second, 1), "minutes_per_1000_lines": round(minutes, 1)}
    finding.more["reading"] = trial.as_json() | measured
    finding.advice += trial.advice(settings)


async def _ask(settings: ModelSettings) -> RawResponse:
    """Make one call, outside any gateway: nothing of it is stored. Raises the errors of a call."""
    from pramana.llm import RuleBook, open_provider

    provider: Provider = open_provider("doctor", settings, RuleBook("none", {}))
    messages = ({"role": "system", "content": _SYSTEM}, {"role": "user", "content": "pramana"})
    ask = Ask(
        _PING,
        DoctorWord(word="pramana"),
        messages,
        DoctorWord.model_json_schema(),
        settings.parameters(_PING.parameters),
    )
    try:
        for _ in range(_MOST_REFUSALS):
            raw = await provider.complete(ask)
            if not isinstance(raw, Renegotiated):
                return raw
        raise ModelError("The server refused every form of the request.")
    finally:
        await provider.aclose()


def obeys(raw: RawResponse) -> bool:
    """Return whether an answer is JSON under the schema, and said to be whole."""
    try:
        return raw.status == "stop" and not parse(raw.body, DoctorWord).repaired
    except Unparsable:
        return False


async def _look_at_vectors(finding: ModelFinding, settings: EmbedderSettings) -> None:
    import numpy as np

    began = perf_counter()
    try:
        provider = settings.source().open(settings)
        try:
            raw = await provider.vectors([f"{settings.query_prefix}pramana"], "query")
        finally:
            await provider.aclose()
        shape = np.asarray(raw.rows, dtype=float).shape
    except PramanaError as error:
        finding.ill(str(error), _after(finding, error))
        return
    except (TypeError, ValueError):
        shape = ()
    if len(shape) != 2:
        finding.ill("the answer holds no vector", "Is this a model of embeddings?")
        return
    finding.more |= {"answer": "came", "seconds": round(perf_counter() - began, 3), "dimensions": shape[1]}
    finding.more["counts_tokens"] = raw.prompt_tokens is not None


async def _look_at_needs(finding: ModelFinding, source: ModelSource) -> None:
    """Look at libraries, files and memory of a model in this process. Loads nothing."""
    from anyio import to_thread

    settings = finding.settings
    assert source.needs is not None
    needs = await to_thread.run_sync(source.needs, settings)
    if needs.missing:
        command = needs.install or source.install
        advice = f"Install it: {command}" if command else ""
        finding.ill(f"not installed: {', '.join(needs.missing)}", advice)
        return
    local = {"device": needs.device, "dtype": needs.dtype, "quantization": needs.quantization, "here": needs.here}
    finding.more |= {**local, "memory_needed": needs.batch_bytes, "memory_free": needs.present}
    if not needs.here and isinstance(settings, LocalSettings) and settings.local_files_only:
        finding.ill("the model is not on this machine", f"Fetch it: hf download {settings.model}")
    if needs.fits is False:
        rows = f" for {settings.concurrency} answers of {TOKENS:,} tokens at once" if needs.cache else ""
        finding.ill(
            f"needs {_gigabytes(needs.batch_bytes)}{rows}; {_gigabytes(needs.present)} are free on {needs.device}",
            "Set a smaller concurrency, take a smaller model, or use a GPU, where the weights are packed into 4 bits.",
        )


def _gigabytes(size: int | None) -> str:
    return "?" if size is None else f"{size / 1e9:.1f} GB"


def _address(settings: ServerSettings) -> str:
    return settings.base_url or urlsplit(settings.source().default_url).netloc


def _preset(settings: ServerSettings) -> str:
    """Return the preset that says what to do: the settings' own, or that of the address."""
    if settings.preset is not None:
        return settings.preset
    if settings.base_url is None:
        return settings.provider
    return next((name for name, each in PRESETS.items() if each.settings.get("base_url") == settings.base_url), "")


def _start(settings: ServerSettings) -> str:
    chosen = PRESETS.get(_preset(settings))
    if chosen is None:
        return f"Start the server, or correct base_url: {settings.base_url}"
    return chosen.start.format(model=settings.model)


def _unlock(settings: ServerSettings) -> str:
    where = settings.key_env or ("the key file" if settings.key_file else "key_env")
    return f"The server did not take the key: look at {where}."


def _missing_model_message(settings: ServerSettings, names: list[str]) -> str:
    near = get_close_matches(settings.model, names, n=3, cutoff=0.4) or names[:3]
    chosen = PRESETS.get(_preset(settings))
    fetch = f" {chosen.fetch.format(model=settings.model)}" if chosen else ""
    has = f" It has {', '.join(near)}{' …' if len(names) > len(near) else ''}." if near else ""
    return f"The server does not list {settings.model!r}.{has}{fetch}"


def _after(finding: ModelFinding, error: Exception) -> str:
    """Return what to do after a call that failed, where the server's list has not said so already."""
    if isinstance(error, ConnectionFailed):
        return _start(finding.settings)
    if isinstance(error, AccessRefused) and error.status in (401, 403):
        return _unlock(finding.settings)
    return ""


__all__ = ["examine_embedder", "examine_model", "obeys"]
