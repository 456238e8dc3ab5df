"""Whether the lines that a plan found show the whole question, with what they answer in the place of what it asks.

*Who resigned before the accident?* is not answered by a line on a resignation after it. The question becomes a
statement (*Adeyemi resigned before the accident*), and `pramana.claims` decides whether the line says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pramana.claims import unsupported_reasons
from pramana.events import Modality, Role
from pramana.graph import Edge, SqliteGraph
from pramana.karaka.answered_statements import as_sentence, fill_placeholder
from pramana.karaka.plans import QueryPlan
from pramana.karaka.premise_words import missing_parts
from pramana.karaka.rules.queries import Premise
from pramana.karaka.schema import RELATION_OF, document_node_id, mention_evidence
from pramana.karaka.traverse import DENIES, Match, Traversal, entities_called
from pramana.language import EvidenceLine, LinkedExpression, analyse_cached, negations, plain_question, tidy

_EMPTY_KINDS = frozenset("person people persons thing things one ones somebody something".split())
"""Kinds that a question names without a claim: *which person*. *Which king* claims that it is a king."""

CHECKED = 40
"""Events that are compared with a question: each takes some 10 ms. *What happened to the key?* found 500 of them in
12,000 lines, and an answer is written from at most as many lines."""
_SO = "”, “"
"""Between the phrases that a line does not say."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a traversal shows the question.

    `found` holds just that; where nothing does, the match that comes nearest. `denied`: the lines deny it. `missing`:
    the words of the question that the nearest line does not say, "" where lines show it.
    """

    found: Traversal
    denied: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class _Verdict:
    match: Match
    shown: bool = False
    denied: bool = False
    missing: tuple[str, ...] = ()


@dataclass(slots=True)
class _Bindings:
    """What earlier steps were shown to answer: by number of the step, the ids of the nodes."""

    nodes: dict[int, set[str]] = field(default_factory=dict)


class PremiseCheck:
    """Compares what a plan found in one graph with the question that it was made from."""

    def __init__(
        self, graph: SqliteGraph, question: str, plan: QueryPlan, premises: Sequence[Premise], taken: Mapping[str, str]
    ) -> None:
        """`premises` are the clauses of the question, [] where they are not known: then its words are compared.
        `taken` has the names of the graph that names of the question were taken to mean."""
        self._graph = graph
        self._question = _replace_names(plain_question(tidy(question)), taken)
        self._plan = plan
        self._lines = dict[tuple[str, tuple[str, ...]], EvidenceLine]()
        self._premises = [
            replace(each, reading=replace(each.reading, statement=_replace_names(each.reading.statement, taken)))
            for each in premises
        ]

    def check(self, found: Traversal) -> Shown:
        """Return what of a traversal shows the question."""
        if not self._premises:
            return self._by_words(found)
        bound, led = _Bindings(), list[Match]()
        for premise in self._premises[:-1]:
            verdicts = [self._verdict(premise, match, bound, ()) for match in found.all_matches]
            held = [verdict.match for verdict in verdicts if verdict.shown]
            if not held:
                return _unshown(found, verdicts)
            led += held
            bound.nodes[premise.last] = {node for match in held for node in _nodes_of(match)}
        return self._final(self._premises[-1], found, bound, led)

    def _final(self, premise: Premise, found: Traversal, bound: _Bindings, led: Sequence[Match]) -> Shown:
        step = self._plan.steps[premise.last - 1] if premise.last else self._plan.steps[-1]
        chained = found.premises if premise.last - premise.first > 1 else ()
        follows = step.follow_causes or step.follow_effects
        verdicts = [
            self._verdict(premise, match, bound, chained) for match in (found.all_matches if follows else found.matches)
        ]
        if follows:
            told = any(verdict.shown or verdict.denied for verdict in verdicts)
            return Shown(found) if told else _unshown(found, verdicts)
        return _shown_matches(found, verdicts, led)

    def _by_words(self, found: Traversal) -> Shown:
        """Every content word of a question that became no statement is in the lines, or in the plan."""
        matches = found.all_matches
        planned = " ".join(value for step in self._plan.steps for value in (step.verb, *step.karakas.values()) if value)
        lines = [self._line(match) for match in matches]
        missing = missing_parts(self._question, [*lines, EvidenceLine(planned)], free=self._other_verbs(self._question))
        return Shown(found, missing=_SO.join(missing)) if missing else Shown(found)

    def _other_verbs(self, question: str) -> frozenset[str]:
        """Return the verbs of a question that the plan puts otherwise: *authored*, looked for as *write*."""
        planned = {step.verb.lower() for step in self._plan.steps if step.verb}
        asked = [group.lemma.lower() for group in analyse_cached(question).verb_groups]
        return frozenset() if planned <= set(asked) else frozenset(asked)

    def _verdict(self, premise: Premise, match: Match, bound: _Bindings, chained: Iterable[Match]) -> _Verdict:
        """Return whether the line of a match shows a clause of the question."""
        reading, line = premise.reading, self._line(match)
        lines = [line, *map(self._line, chained)]
        statement = self._with_bound(premise, match, bound)
        if statement is None:
            return _Verdict(match, missing=(reading.statement,))
        asked = reading.asked if reading.asked not in premise.bound else None
        missing = missing_parts(reading.noun, [line]) if reading.noun and reading.noun not in _EMPTY_KINDS else []
        # of *what happened* no participant is asked for: its statement has no verb to compare
        values = self._values(match, premise) if asked and not reading.any_verb else []
        setting = reading.setting is not None
        made = (
            [fill_placeholder(statement, asked, value, setting=setting) for value in values] if asked else [statement]
        )
        if (
            not missing
            and not reading.any_verb
            and any(not unsupported_reasons(as_sentence(each), lines) for each in made)
        ):
            return _Verdict(_as_asked(match, statement), shown=True)
        freed = self._optional_verbs(premise, statement, match)
        missing += missing_parts(statement, lines, without=asked or "", free=freed)
        if _has_mood(match):  # *will* is in another word of its line: *undertook to circulate a budget*
            missing = [each for each in missing if each not in _MODALS]
        if missing:
            return _Verdict(match, missing=tuple(missing))
        missing += _denied_verbs(statement, match, line)
        if missing:
            return _Verdict(match, missing=tuple(missing))
        denied = DENIES in match.caution
        if denied and reading.asked is not None and not reading.any_verb and not reading.lines:
            return _Verdict(match, denied=True)
        if (freed or reading.lines or _has_caution(match)) and not negations(statement):
            return _Verdict(match, shown=True)
        return _Verdict(match, missing=(made[0] if made else statement,))

    def _optional_verbs(self, premise: Premise, statement: str, match: Match) -> frozenset[str]:
        """Return the verbs of a clause that its line need not have: a related verb answered, or none was named."""
        verbs = frozenset(group.lemma.lower() for group in analyse_cached(as_sentence(statement)).verb_groups)
        if premise.reading.any_verb:
            return frozenset({"change", "nature", *verbs})
        if str(match.kriya.properties.get("verb_quote", "")).lower() == "as":  # *served as rector*: was the rector
            return verbs
        said = str(match.kriya.properties["verb"]).lower()
        return frozenset() if said in verbs or said in {"be", "have"} else verbs

    def _line(self, match: Match) -> EvidenceLine:
        """Return the line of a match, with what its participants mean by the links over which they were found."""
        key = (match.kriya.id, tuple(link.id for link in match.links))
        if key not in self._lines:
            document = self._graph.node(document_node_id(*match.place))
            text = str(document.properties["text"]) if document is not None else ""
            self._lines[key] = EvidenceLine(text, tuple(dict.fromkeys(self._references(match))))
        return self._lines[key]

    def _references(self, match: Match) -> Iterator[LinkedExpression]:
        linked = {end for link in match.links for end in (link.source, link.target)}
        for step in self._plan.steps:
            for role, value in step.karakas.items():
                if value is None or value.startswith("$"):
                    continue
                ids = linked | {node.id for node in entities_called(self._graph, value)}
                for start, end, _ in self._mentions(match, role, ids):
                    yield LinkedExpression(start, end, value)

    def _mentions(self, match: Match, role: Role, ids: set[str] | None = None) -> Iterator[tuple[int, int, str]]:
        """Yield where the line of a match names who has a role, with the words; of all entities, or of some."""
        for edge in self._graph.edges_from(match.kriya.id, RELATION_OF[role]):
            if ids is None or edge.target in ids:
                yield from self._places(edge, match)

    def _places(self, edge: Edge, match: Match) -> Iterator[tuple[int, int, str]]:
        stored = self._graph.stored_edge(edge)
        for item in mention_evidence(edge, stored.evidence) if stored is not None else ():
            if (item.doc_id, item.line_number) == match.place:
                yield item.start, item.end, item.quote

    def _with_bound(self, premise: Premise, match: Match, bound: _Bindings) -> str | None:
        """Return the statement with the line's own words for what earlier steps found; None where they are others'."""
        text = premise.reading.statement
        for stand_in, number in premise.bound.items():
            if not re.search(rf"\b{re.escape(stand_in)}\b", text, re.IGNORECASE):
                continue
            known = bound.nodes.get(number, set())
            linked = {end for link in match.links for end in (link.source, link.target)}
            ids = known | (linked if known & linked else set())
            roles = [role for step in self._plan.steps for role, value in step.karakas.items() if value == f"${number}"]
            mention = next((found for role in roles for found in self._mentions(match, role, ids)), None)
            if mention is None:
                return None
            text = fill_placeholder(text, stand_in, self._phrases(match, mention)[0])
        return text

    def _values(self, match: Match, premise: Premise) -> list[str]:
        """Return the line's words for what answers, in the forms that the statement may use."""
        step = self._plan.steps[premise.last - 1]
        marked = step.extract != "LINE" and bool(step.markers.get(step.extract))
        roles = list(RELATION_OF) if step.extract == "LINE" or marked else [step.extract]
        ids = {*_nodes_of(match)} if marked else None
        mentions = [mention for role in roles for mention in self._mentions(match, role, ids)]
        found = [phrase for mention in mentions for phrase in self._phrases(match, mention)]
        if premise.reading.setting is not None:
            found = [phrase for mention in mentions for phrase in self._settings(match, mention)]
        speaker = match.kriya.properties.get("attributed_to")
        return list(dict.fromkeys([*found, *([str(speaker)] if speaker else [])]))

    def _phrases(self, match: Match, mention: tuple[int, int, str]) -> list[str]:
        """Return the noun phrases around a mention, then the mention itself."""
        start, end, quote = mention
        phrases = analyse_cached(self._line(match).text).noun_phrases
        return [*(each.text for each in phrases if each.start <= start and end <= each.end), quote]

    def _settings(self, match: Match, mention: tuple[int, int, str]) -> list[str]:
        """Return a place or time with its preposition."""
        start, end, quote = mention
        text = self._line(match).text
        clauses = analyse_cached(text).clauses
        spans = [(part.start, part.end) for clause in clauses for part in clause.prepositions]
        spans += [(part.start, part.end) for clause in clauses for part in clause.adverbials]
        return [*(text[first:last] for first, last in spans if first <= start and end <= last), quote]


def _shown_matches(found: Traversal, verdicts: Sequence[_Verdict], led: Sequence[Match]) -> Shown:
    """Return the matches that show the question, with those that deny it where others show it."""
    shown = [verdict for verdict in verdicts if verdict.shown]
    denied = [verdict for verdict in verdicts if verdict.denied]
    if not shown and not denied:
        return _unshown(found, verdicts)
    matches = [verdict.match for verdict in verdicts if verdict.shown or verdict.denied]
    premises = [match for match in found.premises if not led or match in led]
    return Shown(replace(found, matches=matches, premises=premises), denied=not shown)


def _unshown(found: Traversal, verdicts: Sequence[_Verdict]) -> Shown:
    """Return what the nearest line does not say: the one with the fewest such words."""
    nearest = min(verdicts, key=lambda verdict: sum(map(len, verdict.missing)))
    return Shown(Traversal([nearest.match]), missing=_SO.join(dict.fromkeys(nearest.missing)))


def _nodes_of(match: Match) -> Iterator[str]:
    """Yield the ids of the entities that a match answers with, and of what they are linked to."""
    entities = {node.id for node in match.entities}
    yield from entities
    for link in match.links:
        if entities & {link.source, link.target}:
            yield from (link.source, link.target)


def _as_asked(match: Match, statement: str) -> Match:
    """Return a match without the caution that its line denies it, where the question asks for just that."""
    if not negations(statement):
        return match
    cautions = [part for part in match.caution.split("; ") if part != DENIES]
    return replace(match, caution="; ".join(cautions))


def _denied_verbs(statement: str, match: Match, line: EvidenceLine) -> list[str]:
    """Return the predicates of a statement that its line only denies, but for the verb that was found.

    *Not allowed to enter* has somebody who enters for its words, and nobody who is allowed to.
    """
    found = str(match.kriya.properties["verb"])
    said = [(each.verb, each.negated) for each in analyse_cached(line.text).clauses if each.verb != found]
    return [
        each.predicate
        for each in analyse_cached(as_sentence(statement)).clauses
        if not each.negated and (each.verb, True) in said and (each.verb, False) not in said
    ]


def _has_caution(match: Match) -> bool:
    """Return whether the answer has a caution: the line reports it, calls it possible, or uses other words."""
    return bool(match.caution)


def _has_mood(match: Match) -> bool:
    """Return whether the line of a match puts it as planned, wished or due, not as done."""
    return match.kriya.properties.get("modality") in _AHEAD


_AHEAD = frozenset({Modality.FUTURE, Modality.INTENDED, Modality.NECESSARY})
_MODALS = frozenset({"will", "shall", "would"})


def _replace_names(text: str, taken: Mapping[str, str]) -> str:
    for asked, name in taken.items():
        text = re.sub(rf"(?<!\w){re.escape(asked)}(?!\w)", name.replace("\\", r"\\"), text, flags=re.IGNORECASE)
    return text


def first_matches(found: Traversal) -> Traversal:
    """Return what is compared with the question: of very many events the first, with a warning."""
    count = len(found.matches)
    if count <= CHECKED:
        return found
    told = f"{count} events were found; the first {CHECKED} were compared with the question."
    return replace(found, matches=found.matches[:CHECKED], warnings=[*found.warnings, told])
