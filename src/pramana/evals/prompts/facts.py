"""What one version of the prompts read in one line, as facts that can be compared with another version's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.errors import SchemaViolation
from pramana.graph import SqliteGraph, Unit
from pramana.gsv import GSVResult
from pramana.karaka import RELATION_OF, Extraction, LineItem, line_unit
from pramana.serialization import JsonRecord, JsonShape
from pramana.views import ACCEPTED

ROLE_OF = {relation: role.value for role, relation in RELATION_OF.items()}


@dataclass(frozen=True, slots=True, order=True)
class ReadFact:
    """One fact, as it would be in the graph, without the number of its Kriyā, which depends on its neighbours.

    `at` is the place of the verb in the line. `role` is "" for the Kriyā itself; `value` is then its marks
    (*negative, possible, attributed to Sita*), else who or what fills the role, by canonical name.
    """

    at: tuple[int, int]
    verb: str
    quote: str
    role: str
    value: str

    def __str__(self) -> str:
        if self.role:
            return f"{self.verb}: {self.role} {self.value}"
        return f"{self.verb} (“{self.quote}”)" + (f", {self.value}" if self.value else "")


def in_words(facts: Iterable[ReadFact]) -> list[str]:
    """Return facts as text, one string a verb. The verb is quoted where the Kriyā itself is among the facts.

    >>> verb = (5, 9), "give", "gave"
    >>> in_words([ReadFact(*verb, "", "negative"), ReadFact(*verb, "KARTA", "Rama"), ReadFact(*verb, "KARMA", "bow")])
    ['give (“gave”), negative: KARMA bow, KARTA Rama']
    """
    grouped: dict[tuple[tuple[int, int], str], list[ReadFact]] = {}
    for fact in sorted(facts):
        grouped.setdefault((fact.at, fact.verb), []).append(fact)
    return [_group_text(each) for each in grouped.values()]


def _group_text(facts: Sequence[ReadFact]) -> str:
    head = "; ".join(str(fact) for fact in facts if not fact.role) or facts[0].verb
    roles = ", ".join(f"{fact.role} {fact.value}" for fact in facts if fact.role)
    return f"{head}: {roles}" if roles else head


@dataclass(frozen=True, slots=True)
class LineReading(JsonRecord):
    """The result of a line. `judged` counts the attempts in which scorers and verifier both answered, `apart` those of
    them in which they did not agree on what is best, or that it is good enough."""

    status: str
    reason: str
    facts: frozenset[ReadFact]
    attempts: int
    judged: int
    apart: int

    json_shape = JsonShape(
        without=("judged", "apart"), convert={"facts": lambda facts: [str(fact) for fact in sorted(facts)]}
    )

    @property
    def accepted(self) -> bool:
        return self.status in ACCEPTED


def line_reading(graph: SqliteGraph, item: LineItem, result: GSVResult) -> LineReading:
    """Return the reading of a result after it is put into `graph`, a scratch one: its schema may still refuse it."""
    apart = sum(1 for failed in result.failure_log if failed.verifier_choice and any(failed.scores))
    found = LineReading(
        result.status, result.reason, frozenset(), result.attempts, apart + (result.status == "verified"), apart
    )
    if result.golden_candidate is None:
        return found
    extraction = Extraction.model_validate(result.golden_candidate.data)
    unit = line_unit(item, extraction, "compared", result.status, (0, ""))
    try:
        graph.put(unit)
    except SchemaViolation as violation:
        return replace(found, status="refused", reason=str(violation))
    status = result.status if unit.edges else "empty"
    return replace(found, status=status, facts=frozenset(_facts(unit)))


def _facts(unit: Unit) -> Iterator[ReadFact]:
    names = {fact.node.id: str(fact.node.properties.get("canonical_name", fact.node.id)) for fact in unit.nodes}
    kriyas: dict[str, ReadFact] = {}
    for node in unit.nodes:
        if "verb_quote" in node.node.properties:
            told, where = node.node.properties, node.evidence[0]
            verb = (where.start, where.end), str(told["verb"]), str(told["verb_quote"])
            kriyas[node.node.id] = ReadFact(*verb, "", _manner(told))
    yield from kriyas.values()
    for fact in unit.edges:
        if fact.edge.relation in ROLE_OF:
            kriya = kriyas[fact.edge.source]
            yield replace(kriya, role=ROLE_OF[fact.edge.relation], value=names[fact.edge.target])


def _manner(told: Any) -> str:
    """Return how a Kriyā is put, "" for what happened, said by the line itself."""
    parts = [told[name] for name, usual in (("polarity", "affirmative"), ("modality", "actual")) if told[name] != usual]
    return ", ".join([*parts, *([f"attributed to {told['attributed_to']}"] if told["attributed_to"] else [])])
