"""Decoding under a JSON schema: the tokens that may come next.

By llguidance: one wheel of 3 MB without dependencies, which takes recursive schemas and computes a mask in
microseconds. (outlines brings ten packages, xgrammar Triton, lm-format-enforcer walks every character in Python.)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pramana.errors import NeedsModel
from pramana.llm.providers.transformers_models import Local, library

_LAYOUT = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": ", "lenient": True}
"""As Python writes JSON: without it a model may fill its answer with white space for ever. What the library does not
know of a schema is left to the check of the answer."""


def grammar(local: Local, schema: Mapping[str, Any]) -> str | None:
    """Return a schema's grammar, None where this tokenizer or this schema cannot be had under one."""
    if _tokens(local) is None:
        return None
    matching = library("llguidance").LLMatcher
    made: str = matching.grammar_from_json_schema(json.dumps(close_schema(schema)), overrides=_LAYOUT)
    return made if matching(_tokens(local), made, log_level=0).is_error() is False else None


def close_schema(schema: Any, named: Mapping[str, Any] | None = None) -> Any:
    """Return a schema as the grammars take it. Every answer that is valid under it is valid under `schema`, too.

    Objects hold the keys that they name and nothing else, unless they say more: other keys would be ignored, and a
    model that has begun to write them may never end. A mapping whose keys are of a list names each of them. `named` are
    the definitions of the whole schema, None where `schema` is the whole.
    """
    if isinstance(schema, list):
        return [close_schema(part, named) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    known: Mapping[str, Any] = schema.get("$defs", {}) if named is None else named
    parts = {name: _part(name, value, known) for name, value in _with_keys(schema, known).items()}
    return {"additionalProperties": False, **parts} if "properties" in parts else parts


def _part(name: str, value: Any, named: Mapping[str, Any]) -> Any:
    """Return one entry of a schema: some entries hold names that the user chose, others hold no schemas."""
    if name in ("properties", "$defs"):
        return {key: close_schema(part, named) for key, part in value.items()}
    return value if name in ("default", "const", "enum", "examples") else close_schema(value, named)


def _with_keys(schema: Mapping[str, Any], named: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a mapping whose keys are of a list as an object that may have each of them; others as they are."""
    keys = schema.get("propertyNames", {})
    keys = named.get(str(keys.get("$ref", "")).removeprefix("#/$defs/"), keys)
    if "enum" not in keys or "properties" in schema:
        return schema
    rest = {name: value for name, value in schema.items() if name not in ("propertyNames", "additionalProperties")}
    return {**rest, "properties": {key: schema.get("additionalProperties", {}) for key in keys["enum"]}}


def matcher(local: Local, made: str) -> Any:
    """Return a new reader of answers under a grammar. It gets each token that was written."""
    return library("llguidance").LLMatcher(_tokens(local), made, log_level=0)


def forbid(scores: Any, matchers: list[Any]) -> None:
    """Set the scores of all tokens that may not come next to minus infinity; None in `matchers` forbids nothing."""
    torch = library("torch")
    width = (scores.shape[1] + 31) // 32
    mask = torch.full((len(matchers), width), -1, dtype=torch.int32)
    for row, reading in zip(mask, matchers, strict=True):
        if reading is not None:
            reading.unsafe_compute_mask_ptr(row.data_ptr(), width * 4)
    bits = mask.to(scores.device).unsqueeze(-1) >> torch.arange(32, device=scores.device, dtype=torch.int32)
    scores.masked_fill_((bits & 1).view(len(matchers), -1)[:, : scores.shape[1]] == 0, float("-inf"))


def _tokens(local: Local) -> Any:
    """Return the tokenizer as the grammars want it; None for one that is not of the fast kind."""
    if local.grammars is None:
        local.grammars = _guide_tokenizer(local) or False
    return local.grammars or None


def _guide_tokenizer(local: Local) -> Any:
    try:
        guide = library("llguidance.hf")
        size = local.model.get_output_embeddings().weight.shape[0]
        return guide.from_tokenizer(local.tokenizer, n_vocab=size, eos_token=sorted(local.stops))
    except (NeedsModel, ValueError, RuntimeError, AttributeError):
        return None
