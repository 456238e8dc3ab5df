"""What a model that only pretends answers to ptools beyond reading: a rule's answer, else a small valid one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pramana.anot import FormulaSeed, template
from pramana.app.models import package_rule
from pramana.claims import CLAIM_VERDICT, ClaimsInput
from pramana.gsv import Score, Verification
from pramana.karaka import REASON
from pramana.llm import Abstention, Ask

SURE = 96
"""The score of a judge that has no doubt: above every threshold of the settings."""
_DEEPEST = 12
"""Schemas nest no deeper in an example: one that refers to itself ends here, with null."""


def example_answer(ask: Ask) -> Any:
    """Return an answer to a call: the embedded model's, where it has a rule for the ptool and does not abstain; of a
    judge a good one; else the smallest that the schema allows."""
    rule = package_rule(ask.ptool.name)
    found = None if rule is None else rule(ask.value)
    if found is not None and not isinstance(found, Abstention):
        spoil = _SPOILT.get(ask.ptool.name.rpartition(".")[2]) if ask.ptool.name.startswith("investigate.") else None
        return found.model_dump(mode="json") if spoil is None else spoil(ask.value, found.model_dump(mode="json"))
    if isinstance(ask.value, ClaimsInput):
        return {"verdicts": [{"item": each.item, **_UNDECIDED} for each in ask.value.items]}
    if ask.ptool is CLAIM_VERDICT:
        return _UNDECIDED
    if ask.ptool.output is Score:
        return {"score": SURE, "reasoning": REASON}
    if ask.ptool.name in _COMPILED:
        return _COMPILED[ask.ptool.name](template("g1a"))
    candidates = getattr(ask.value, "candidates", ())
    if ask.ptool.output is Verification and candidates:
        return {"choice": candidates[0].id, "reasoning": REASON, "paninian_violations": []}
    return example_of(ask.schema)


_UNDECIDED = {"reasoning": REASON, "verdict": "unsure", "lines": [1]}
"""A verdict on a claim, as long as most."""
UNREADABLE = "SORT jobs ORDER BY id AS sorted"
"""A command as models write it who know SQL better than GASL."""


def _first_plans(_given: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return a hypothesis whose plan cannot be read, as happens once in most investigations."""
    broken = [{**plan, "commands": [*plan["commands"], UNREADABLE]} for plan in found["next_actions"][:1]]
    return {**found, "next_actions": broken}


def _next_plans(given: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return the plan that could not be read without the command at fault."""
    if UNREADABLE not in given.last_plan:
        return found
    commands = [each for each in given.last_plan if each != UNREADABLE]
    again = {"commands": commands, "confidence": 0.8, "rationale": REASON}
    told = {"because": REASON, "verdict": "open", "decision": "refine", "evidence": []}
    return {**found, **told, "hypothesis": None, "next_actions": [again]}


def _first_claims(given: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with a claim that rests on nothing; once it was refused, without."""
    if not found["claims"] or given.refused:
        return found
    return {**found, "claims": [*found["claims"], {"text": REASON, "cites": ["nothing[999]"]}]}


_SPOILT: Mapping[str, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {
    "hypothesise": _first_plans,
    "evaluate": _next_plans,
    "answer": _first_claims,
}
"""What models get wrong at first in an investigation, by the last part of the ptool's name."""


def _fields(seed: FormulaSeed) -> list[dict[str, Any]]:
    kept = ("name", "type", "values", "description")
    return [{name: getattr(field, name) for name in kept} for field in seed.extraction_fields]


def _conditions(seed: FormulaSeed) -> dict[str, Any]:
    rules = [{"name": step.name, "rule": step.formula, "quote": REASON} for step in seed.compute_dag]
    words = list(seed.filter_keywords)
    return {"task_name": seed.task_name, "keywords": words, "fields": _fields(seed), "rules": rules}


def _graph(seed: FormulaSeed) -> dict[str, Any]:
    return {"steps": [step.model_dump(mode="json") for step in seed.compute_dag], "outputs": list(seed.output_fields)}


def _single_step(seed: FormulaSeed) -> dict[str, Any]:
    graph = _graph(seed)
    return {
        "task_name": seed.task_name,
        "filter_keywords": list(seed.filter_keywords),
        "extraction_fields": _fields(seed),
        "extraction_prompt": seed.extraction_prompt,
        "compute_dag": graph["steps"],
        "output_fields": graph["outputs"],
    }


_COMPILED: Mapping[str, Callable[[FormulaSeed], dict[str, Any]]] = {
    "anot.conditions": _conditions,
    "anot.graph": _graph,
    "anot.seed": lambda seed: {"extraction_prompt": seed.extraction_prompt},
    "anot.single_step": _single_step,
}
"""What a formula is compiled to: a seed of the usual size, the template *g1a*."""


def example_of(schema: Mapping[str, Any]) -> Any:
    """Return a small value that a JSON Schema allows; texts are as long as a judge's sentence.

    >>> example_of({"type": "object", "properties": {"n": {"type": "integer", "minimum": 3}}, "required": ["n"]})
    {'n': 3}
    """
    return _value(schema, schema.get("$defs", {}), 0)


def _value(schema: Mapping[str, Any], named: Mapping[str, Any], depth: int) -> Any:
    if "$ref" in schema:
        schema = named[str(schema["$ref"]).rpartition("/")[2]]
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return _value(schema[key][0], named, depth + 1)
    return None if depth > _DEEPEST else _of_type(schema, named, depth)


def _of_type(schema: Mapping[str, Any], named: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type", "null")
    if kind == "object":
        wanted = schema.get("required", ())
        return {name: _value(schema["properties"][name], named, depth + 1) for name in wanted}
    if kind == "array":
        return [_value(schema.get("items", {}), named, depth + 1)] * int(schema.get("minItems", 1))
    if kind in ("integer", "number"):
        return schema.get("minimum", 1)
    return {"string": REASON[: schema.get("maxLength")], "boolean": True}.get(str(kind))
