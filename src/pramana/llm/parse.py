"""From what a model wrote to a ptool's output. Pure: the same text gives the same output, repairs and all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from pramana.errors import OutputInvalid
from pramana.llm.repair import DEEPEST, repaired_values

PARSER = 3
"""The version of this module's behaviour. It is part of a ptool's identity."""

Out = TypeVar("Out", bound=BaseModel)
_FENCE = "```"
_LANGUAGE = re.compile(r"[A-Za-z0-9_-]*[ \t]*\n?")
"""What follows the opening of a fence: *json*."""
_THOUGHT = "</think>"
"""Ends what a reasoning model thinks aloud, drafts of its answer included."""
_OPENING = re.compile(r"[{\[]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STARTS = 32
"""How many opening brackets in prose are tried."""
_LARGEST = 2**63 - 1
"""The largest whole number that an output may hold: SQLite stores no larger one."""
_LONG = 200_000
"""How many characters of broken JSON are worth a repair."""


class Unparsable(ValueError):
    """An answer holds no valid output; the message says what is wrong, so that the model can correct it."""


class DuplicateKey(Unparsable):
    """An object names a key twice: which of the values is meant only the model knows."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {replace_surrogates(key)[:100]!r} occurs twice in one object.")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Out]):
    """A valid output. `repaired`: its JSON was broken, or it stood inside a wrapper that nobody asked for."""

    output: Out
    repaired: bool


def parse(text: str, output: type[Out], complete: bool = True, entries: str = "") -> Parsed[Out]:
    """Find the output in a model's answer.

    JSON is taken unchanged, from fences or from prose; then without a wrapper around it; then repaired, but not where
    the answer is known to be cut short (`complete` False), since a repair would hide what is missing. Lone surrogates
    become U+FFFD. Raises Unparsable, which says what is wrong. `entries` names a list of independent entries: of an
    answer that is invalid or cut short the complete and valid ones are kept, if there are any.
    """
    problem, doubled = "", None
    text = text.rpartition(_THOUGHT)[2]
    try:
        for value in _values(text):
            try:
                return _validate(value, output)
            except Unparsable as error:
                problem = problem or str(error)
    except DuplicateKey as error:
        doubled = error
    if entries and (kept := _kept_entries(text, output, entries)) is not None:
        return Parsed(kept, True)
    if doubled is not None:
        raise doubled
    if not complete:
        raise Unparsable("The answer was cut off at the limit of tokens. Give a shorter one.")
    for repaired in _repairs(text):
        try:
            return Parsed(_validate(repaired, output).output, True)
        except Unparsable as error:
            problem = problem or str(error)
    raise Unparsable(problem or "The answer holds no JSON.")


def _kept_entries(text: str, output: type[Out], name: str) -> Out | None:
    """Return the output with the complete and valid entries of a list, None where an answer holds none."""
    opening = re.search(rf'"{re.escape(name)}"\s*:\s*\[', text)
    kept: list[Any] = []
    for entry in _entries(text, opening.end()) if opening else ():
        try:
            output.model_validate({name: [entry]})
        except ValidationError:
            continue
        kept.append(entry)
    return output.model_validate({name: kept}) if kept else None


def _entries(text: str, at: int) -> Iterator[Any]:
    """Yield the JSON values of a list from `at` on, up to the first that is not complete."""
    decoder = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_object)
    while at < len(text):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        try:
            value, at = decoder.raw_decode(text, at)
            yield _clean(value)
        except DuplicateKey:
            continue
        except (ValueError, RecursionError):
            return


def parse_json_response(response: str) -> Any:
    """Return the JSON object or list in a model's answer: plain, fenced, inside prose, or repaired where it is broken.

    >>> parse_json_response('Here it is: {"verb": "give", "karakas": {"KARTA": "Rama",}')
    {'verb': 'give', 'karakas': {'KARTA': 'Rama'}}

    Raises OutputInvalid where the answer holds none.
    """
    text = response.rpartition(_THOUGHT)[2]
    try:
        value = next((found for found in _whole_values(text) if isinstance(found, (dict, list))), None)
    except DuplicateKey as error:
        raise OutputInvalid(str(error)) from None
    value = _first_in_prose(text) if value is None else value
    if value is None:
        raise OutputInvalid("The answer holds no JSON.")
    return value


def _first_in_prose(text: str) -> Any:
    """Return the first object in a text, repaired where it is broken; without one the first list, or None.

    What is inside a broken object is not taken for the answer. A bracket that begins no list is prose: *see [1]*.
    """
    decoder, listed = json.JSONDecoder(parse_constant=_no_number), None
    for opening in islice(_OPENING.finditer(text), _STARTS):
        try:
            value = _clean(decoder.raw_decode(text, opening.start())[0])
        except (ValueError, RecursionError):
            if opening[0] == "{":
                return next(_repairs(text[opening.start() :]), None)
            continue
        if isinstance(value, dict):
            return value
        listed = value if listed is None else listed
    return next(_repairs(text), None) if listed is None else listed


def replace_surrogates(text: str) -> str:
    """Return `text` with each pair of surrogates joined, and each lone one, which UTF-8 cannot hold, as U+FFFD."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _values(text: str) -> Iterator[Any]:
    """Yield the JSON values in `text`, the likeliest first."""
    yield from _whole_values(text)
    decoder = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_object)
    end = tried = 0
    for opening in _OPENING.finditer(text):
        if opening.start() < end:
            continue
        tried += 1
        if tried > _STARTS:
            return
        try:
            value, end = decoder.raw_decode(text, opening.start())
            yield _clean(value)
        except DuplicateKey:
            raise
        except (ValueError, RecursionError):
            continue


def _whole_values(text: str) -> Iterator[Any]:
    """Yield the JSON values that are the whole text, or the whole of a fenced block."""
    for candidate in (text, *fenced_blocks(text)):
        try:
            value = _load(candidate)
            yield _clean(_load(value) if isinstance(value, str) else value)
        except DuplicateKey:
            raise
        except (ValueError, RecursionError):
            continue


def fenced_blocks(text: str) -> Iterator[str]:
    """Yield what a text holds between fences. The last fence without an end opens no block."""
    opening = text.find(_FENCE)
    while opening >= 0 and (closing := text.find(_FENCE, opening + 3)) >= 0:
        language = _LANGUAGE.match(text, opening + 3, closing)
        yield text[language.end() if language else opening + 3 : closing]
        opening = text.find(_FENCE, closing + 3)


def _load(text: str) -> Any:
    return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)


class _Doubled(dict[str, Any]):
    """An object that names `key` twice."""

    key: str = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs. Whether one with a key twice matters shows only when its text is used."""
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    doubled, seen = _Doubled(made), set[str]()
    doubled.key = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
    return doubled


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _clean(value: Any, depth: int = 0) -> Any:
    """Return `value` with surrogates replaced. Raises ValueError for what no canonical JSON holds."""
    if depth > DEEPEST:
        raise ValueError("nested too deep")
    if isinstance(value, str):
        return replace_surrogates(value)
    if (isinstance(value, float) and not isfinite(value)) or (isinstance(value, int) and abs(value) > _LARGEST):
        raise ValueError("a number too large")
    if isinstance(value, list):
        return [_clean(item, depth + 1) for item in value]
    if isinstance(value, _Doubled):
        raise DuplicateKey(value.key)
    if isinstance(value, dict):
        return {replace_surrogates(str(key)): _clean(item, depth + 1) for key, item in value.items()}
    return value


def _validate(value: Any, output: type[Out]) -> Parsed[Out]:
    problem = ""
    for shape, wrapped in _shapes(value, output):
        try:
            found = output.model_validate(shape)
        except ValidationError as error:
            problem = problem or _problem(error)
        else:
            if _is_finite(found):
                return Parsed(found, wrapped)
            problem = problem or "NaN and Infinity are not numbers of JSON."
    raise Unparsable(problem)


def _is_finite(value: Any) -> bool:
    """Return whether every number in an output is finite: Pydantic reads the text \"NaN\" as a number."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, BaseModel):
        return all(map(_is_finite, value.__dict__.values()))
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    return all(map(_is_finite, value)) if isinstance(value, (list, tuple)) else True


def _shapes(value: Any, output: type[BaseModel]) -> Iterator[tuple[Any, bool]]:
    """Yield `value`, and what it is if it only wraps the output: `[output]`, `{"properties": output}`, `items`."""
    yield value, False
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict):
            yield value[0], True
        if len(output.model_fields) == 1:
            yield {next(iter(output.model_fields)): value}, True
    if isinstance(value, dict):
        if isinstance(value.get("properties"), dict):
            yield value["properties"], True
        if len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
            yield inner, True


def _problem(error: ValidationError) -> str:
    lines = []
    for item in error.errors(include_url=False, include_context=False, include_input=False)[:5]:
        where = ".".join(str(part) for part in item["loc"]) or "the answer"
        lines.append(replace_surrogates(f"{where}: {item['msg']}")[:300])
    more = error.error_count() - len(lines)
    return "\n".join([*lines, f"and {more} more"] if more else lines)


def _repairs(text: str) -> Iterator[Any]:
    """Yield the repaired objects and lists in a text, the first ones only."""
    if len(text) > _LONG:
        return
    try:
        for value in islice(repaired_values(text), _STARTS):
            yield _clean(value)
    except ValueError:
        return
