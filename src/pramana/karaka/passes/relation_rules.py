"""Rules that map events to relations between entities, as text: `buy(agent -> object) where modality = actual`.

A rules file is YAML: one relation a key, one rule or a list of rules each. What a rule does not allow it denies: what
was not done, is only planned, or is somebody's words, and participants under other markers than the plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pramana.errors import ConditionError, ConfigError, UnknownName
from pramana.events import ROLE_NAMES, Modality, Polarity, Role, is_plain
from pramana.expr import (
    And,
    Comparison,
    Field,
    IsNull,
    Membership,
    Op,
    Predicate,
    evaluate,
    field_paths,
    parse_condition,
    predicate_leaves,
)
from pramana.graph import Relation
from pramana.karaka.schema import ENTITY, KARAKA_SCHEMA, KarakaSchema
from pramana.untrusted import Malformed, parse_yaml, read_file

LONGEST_FILE = 1 << 20
"""Bytes of a rules file."""
MOST_RULES = 2_000
"""Each rule is held against each event with one of its verbs, so their number is bounded."""
ENDS: Mapping[str, Role] = {"agent": Role.KARTA, **{name: Role(role) for name, role in ROLE_NAMES.items()}}
"""The role of each name that a rule may use: *agent* and *subject* mean the same."""
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,59}")
_RULE = re.compile(
    r"(?P<verbs>[^()]+)\(\s*(?P<source>[^()]+?)\s*(?:->|→)\s*(?P<target>[^()]+?)\s*\)(?:\s*where\s+(?P<where>.+))?",
    re.DOTALL | re.IGNORECASE,
)
_END = re.compile(r"(?P<role>\w+)\s*(?:\[(?P<markers>[^\[\]]*)\])?")
_BARE = re.compile(
    r"(?P<before>(?:!=|=)\s*|[\[(,]\s*)(?P<word>[A-Za-z][\w-]*)(?=\s*(?:[\])},]|$|\s(?:and|or)\b))", re.IGNORECASE
)
"""A word without quotes in the place of a value: `modality = actual`, `modality in [actual, future]`."""
_WORDS = frozenset({"true", "false", "null", "and", "or", "not", "in"})
FIELDS = ("verb", "polarity", "modality", "said_by", "source.name", "source.type", "target.name", "target.type")
"""What `where` may ask about. `said_by` is null where nobody's words are reported."""
_THERE_ARE = f"There are {', '.join(FIELDS)}."
_DENIED: Mapping[str, Predicate] = {
    "modality": Comparison(Field(("modality",)), Op.EQ, Modality.ACTUAL.value),
    "polarity": Comparison(Field(("polarity",)), Op.EQ, Polarity.AFFIRMATIVE.value),
    "said_by": IsNull(Field(("said_by",))),
}
"""What holds of an event where a rule does not speak of the field."""
_VALUES = {
    "modality": tuple(each.value for each in Modality),
    "polarity": tuple(each.value for each in Polarity),
}
_EXAMPLE = "Write it as ACQUIRED: buy(agent -> object) where modality = actual and polarity = affirmative."


@dataclass(frozen=True, slots=True)
class RelationEnd:
    """One end of a relation: the role, and the markers that it may have; None: those that are plain in that role."""

    role: Role
    markers: tuple[str, ...] | None = None

    def admits(self, marker: str, verb: str) -> bool:
        """Return whether a participant with this marker may be the end."""
        return is_plain(self.role, marker, verb) if self.markers is None else marker in self.markers


@dataclass(frozen=True, slots=True)
class RelationRule:
    """A rule: events of which verbs give which relation. `condition` includes what is denied by default."""

    relation: str
    verbs: tuple[str, ...]
    source: RelationEnd
    target: RelationEnd
    condition: Predicate
    text: str

    def holds(self, record: Mapping[str, Any]) -> bool:
        """Return whether an event with these fields (FIELDS) is one that the rule allows."""
        return evaluate(self.condition, record) is True


def read_relation_rules(path: str | Path) -> tuple[RelationRule, ...]:
    """Return the rules of a file, in its order. Raises InputError that names the file, the relation and the fault."""
    text = read_file(path, LONGEST_FILE)
    return rules_from_yaml(text, str(path))


@cache
def default_relation_rules() -> tuple[RelationRule, ...]:
    """Return the rules for common verbs that this package brings."""
    source = files(__package__).joinpath("data/relations.yaml")
    return rules_from_yaml(source.read_text("utf-8"), "the default rules")


def rules_from_yaml(text: str, where: str) -> tuple[RelationRule, ...]:
    """Return the rules of a YAML text. `where` names it in messages. Raises ConfigError."""
    try:
        given = parse_yaml(text)
    except Malformed as problem:
        place = f", line {problem.line}" if problem.line else ""
        raise ConfigError(f"{where}{place}: {problem}.") from None
    if not isinstance(given, dict) or not given:
        raise ConfigError(f"{where}: not a table of relations. {_EXAMPLE}")
    rules = [rule_from_text(name, each, where) for name, each in _rule_texts(given, where)]
    if len(rules) > MOST_RULES:
        raise ConfigError(f"{where}: {len(rules):,} rules; the limit is {MOST_RULES:,}.")
    return tuple(rules)


def rules_from_lines(lines: Iterable[str]) -> tuple[RelationRule, ...]:
    """Return the rules of lines as `written_rules` gives them."""
    parts = (line.partition(": ") for line in lines)
    return tuple(rule_from_text(relation, text, "recorded rules") for relation, _, text in parts)


def written_rules(rules: Sequence[RelationRule]) -> tuple[str, ...]:
    """Return rules as lines, `RELATION: rule`: what a run records of them."""
    return tuple(f"{rule.relation}: {rule.text}" for rule in rules)


def relation_schema(rules: Iterable[RelationRule]) -> KarakaSchema:
    """Return the schema of a graph that also holds the relations of rules."""
    own = {rule.relation: Relation((ENTITY,), (ENTITY,)) for rule in rules}
    return replace(KARAKA_SCHEMA, relations={**KARAKA_SCHEMA.relations, **own})


def _rule_texts(given: Mapping[Any, Any], where: str) -> Iterable[tuple[str, str]]:
    for name, value in given.items():
        for each in value if isinstance(value, list) else [value]:
            if not isinstance(name, str) or not isinstance(each, str):
                raise ConfigError(f"{where}: {name!r} has {each!r}, which is not a rule. {_EXAMPLE}")
            yield name, each


def rule_from_text(relation: str, text: str, where: str = "relations") -> RelationRule:
    """Return the rule that a text says, for a relation.

    >>> rule = rule_from_text("LIVES_IN", "live|reside(agent -> place[in])")
    >>> rule.verbs, rule.target.markers
    (('live', 'reside'), ('in',))

    Raises ConfigError: `where`, the relation, the fault, and the nearest valid spelling.
    """
    place = f"{where}: {relation}"
    _check_relation(relation, place)
    parts = _RULE.fullmatch(text.strip())
    if parts is None:
        raise ConfigError(f"{place}: {text!r} cannot be read as a rule. {_EXAMPLE}")
    verbs = tuple(" ".join(verb.split()) for verb in parts["verbs"].casefold().split("|"))
    if not all(verbs):
        raise ConfigError(f"{place}: a verb is missing in {parts['verbs']!r}.")
    source, target = (_read_end(parts[end], place) for end in ("source", "target"))
    return RelationRule(relation, verbs, source, target, _read_condition(parts["where"], place), " ".join(text.split()))


def _check_relation(name: str, place: str) -> None:
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{place}: a relation is written in capitals, digits and underscores, e.g. WORKS_FOR.")
    if name in KARAKA_SCHEMA.relations:
        raise ConfigError(f"{place}: the graph has a relation of this name already; choose another one.")


def _read_end(text: str, place: str) -> RelationEnd:
    parts = _END.fullmatch(text.strip())
    if parts is None:
        raise ConfigError(f"{place}: {text!r} is not an end. Write a role, e.g. object, or place[near|outside].")
    role = ENDS.get(parts["role"].casefold())
    if role is None:
        raise ConfigError(f"{place}: {UnknownName('role', parts['role'], list(ENDS))}")
    given = parts["markers"]
    markers = None if given is None else tuple(" ".join(each.casefold().split()) for each in given.split("|"))
    if role is Role.SAMBANDHA and not (markers and all(markers)):
        raise ConfigError(f"{place}: a related participant always has a marker. Name it, e.g. related[with].")
    return RelationEnd(role, markers)


def _read_condition(text: str | None, place: str) -> Predicate:
    if text is None:
        return And(tuple(_DENIED.values()))
    try:
        told = parse_condition(_with_quotes(text))
    except ConditionError as problem:
        raise ConfigError(f"{place}: {problem}") from None
    asked = [".".join(path) for path in field_paths(told)]
    for name in asked:
        if name not in FIELDS:
            raise ConfigError(f"{place}: {UnknownName('field', name, FIELDS, _THERE_ARE)}")
    _check_values(told, place)
    denied = [each for name, each in _DENIED.items() if name not in asked]
    return And((told, *denied)) if denied else told


def _with_quotes(text: str) -> str:
    """Return a condition with quotes around bare words: `modality = "actual"`."""

    def quote(match: re.Match[str]) -> str:
        word = match["word"]
        return match[0] if word.casefold() in _WORDS else f'{match["before"]}"{word}"'

    return _BARE.sub(quote, text)


def _check_values(told: Predicate, place: str) -> None:
    """Raise ConfigError for a modality or a polarity that no event has."""
    for leaf in predicate_leaves(told):
        if isinstance(leaf, Comparison | Membership) and isinstance(leaf.left, Field):
            known = _VALUES.get(leaf.left.path[0], ())
            values = leaf.values if isinstance(leaf, Membership) else (leaf.right,)
            for value in values if known and isinstance(values, tuple) else ():
                if value not in known:
                    more = f"There are {', '.join(known)}."
                    raise ConfigError(f"{place}: {UnknownName(leaf.left.path[0], str(value), known, more)}")
