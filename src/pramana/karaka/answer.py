"""From what a plan found to an answer in which every sentence cites a line that was given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.claims import FindDecision, no_decision
from pramana.errors import OutputInvalid, TransportError
from pramana.events import Polarity
from pramana.graph import Node, SqliteGraph, StoredEdge, fold_name
from pramana.karaka.answer_checks import GivenLine
from pramana.karaka.answer_judging import judge_answer
from pramana.karaka.marked_steps import marker_of_edge
from pramana.karaka.ptools import ANSWER_GENERATION, Answer, AnswerInput, AnswerLine
from pramana.karaka.result import AnswerStatus, Citation, QueryResult, shown_name
from pramana.karaka.rules import answers as rules
from pramana.karaka.schema import RELATION_OF, document_node_id
from pramana.karaka.tasks import Feedback
from pramana.karaka.traverse import DENIES, Match, Traversal
from pramana.language import LinkedExpression
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail
from pramana.wording import cited_place

Place = tuple[str, int]
MAX_LINES = 40
"""How many lines an answer is written from; what is beyond is named in a warning."""
ATTEMPTS = 2
"""How often an answer is asked for before the lines are quoted instead."""


def joined_result(question: str, parts: Sequence[QueryResult]) -> QueryResult:
    """Return the results of a question's parts as one; a part without an answer is named as such."""
    answered = [part for part in parts if part.is_answered]
    citations = {(one.doc_id, one.line_number): one for part in answered for one in part.citations}
    nearest = {(one.doc_id, one.line_number): one for part in parts for one in part.nearest}
    return QueryResult(
        question=question,
        answer=" ".join(_part_answer(part) for part in parts),
        citations=list(citations.values()),
        reasoning_trace=[told for part in parts for told in (f"Asked: {part.question}", *part.reasoning_trace)],
        assumptions=list(dict.fromkeys(told for part in parts for told in part.assumptions)),
        references=list(dict.fromkeys(told for part in parts for told in part.references)),
        corroboration=list(dict.fromkeys(told for part in parts for told in part.corroboration)),
        status=least_sure(part.status for part in answered) if answered else "NO_MATCH",
        nearest=list(nearest.values())[:_NEAREST] if not answered else [],
    ).with_names(name for part in answered for name in part.names)


def least_sure(statuses: Iterable[AnswerStatus]) -> AnswerStatus:
    """Return the least sure of some statuses, at least one: that of an answer which rests on all of them."""
    return max(statuses, key=_ORDER.index)


_ORDER: tuple[AnswerStatus, ...] = ("GROUNDED", "FROM_TEXT", "ASSUMED", "QUOTED", "NO_MATCH", "ERROR")
"""Statuses from the surest on."""
_NEAREST = 5
"""Lines that a refused question of several parts shows."""


def _part_answer(part: QueryResult) -> str:
    asked = f"{part.question[:1].upper()}{part.question[1:].rstrip('?')}?"
    return f"{asked} {part.answer}" if part.is_answered else f"{asked} Not answered: {part.answer}"


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer's text, with `[doc:line]` behind every sentence, and the lines that it cites."""

    text: str
    citations: list[Citation]
    note: str = ""


def given_lines(graph: SqliteGraph, found: Traversal) -> list[GivenLine]:
    """Return the lines that an answer may rest on, in order of (doc_id, line), numbered from 1."""
    matches = [*found.matches, *found.premises]
    by_place: dict[tuple[str, int], list[Match]] = {match.place: [] for match in matches}
    for match in matches:
        by_place[match.place].append(match)
    links = _links(graph, matches)
    meanings = _meanings(graph, [link for link in links if not _joins_parts(graph, link)])
    references = _references(graph, links)
    places = sorted({*by_place, *meanings})
    if len(places) > MAX_LINES:
        found.warnings.append(f"{len(places)} lines were found; the answer is written from the first {MAX_LINES}.")
    given = []
    for number, place in enumerate(places[:MAX_LINES], 1):
        document = graph.node(document_node_id(*place))
        assert document is not None, "a Kriyā and its line are in the same unit"
        text = str(document.properties["text"])
        here = by_place.get(place, [])
        answering = _surest([match for match in here if match in found.matches])
        told = dict.fromkeys([*(fact_in_words(graph, match.kriya) for match in here), *meanings.get(place, ())])
        asked = AnswerLine(
            number=number,
            text=text,
            found=list(told),
            values=list(dict.fromkeys(_value(match, node) for match in answering for node in match.entities)),
            caution=_caution(answering or here),
            premise=not answering,
        )
        citation = Citation(doc_id=place[0], line_number=place[1], text=text)
        given.append(GivenLine(citation, asked, tuple(references.get(place, ()))))
    return given


def _surest(matches: Sequence[Match]) -> list[Match]:
    """Return those that a line asserts without reserve, else those it does not deny, else all.

    *To him, but not to her*; *according to Ann, it was caused by rain and not by snow*.
    """
    asserted = [match for match in matches if not match.caution]
    return asserted or [match for match in matches if DENIES not in match.caution] or list(matches)


def _caution(matches: Sequence[Match]) -> str:
    """Return how far a line asserts what was found in it; "" where it asserts any of it without reserve."""
    cautions = [match.caution for match in matches]
    return "" if "" in cautions else "; ".join(dict.fromkeys(cautions))


def _links(graph: SqliteGraph, matches: Iterable[Match]) -> list[StoredEdge]:
    """Return the links over which the matches were found that have a place for each end, each once."""
    links = {link.id: link for match in matches for link in match.links}
    stored = [graph.stored_edge(link) for link in links.values()]
    return [link for link in stored if link is not None and len(link.evidence) > 1]


def _meanings(graph: SqliteGraph, links: Iterable[StoredEdge]) -> dict[Place, list[str]]:
    """Return, by place, what pronouns and other names were taken to mean while finding the matches."""
    found: dict[Place, list[str]] = {}
    for link in links:
        said = " means ".join(f"“{name}”" for name in _ends(graph, link))
        for item in link.evidence:
            found.setdefault((item.doc_id, item.line_number), []).append(said)
    return found


def _joins_parts(graph: SqliteGraph, link: StoredEdge) -> bool:
    """Whether a link joins a name with a shorter form of it, *Marta Keller* and *Keller*: nobody asks for its lines."""
    one, other = (frozenset(fold_name(name).split()) for name in _ends(graph, link))
    pronouns = any(node is not None and node.properties.get("pronoun") for node in _end_nodes(graph, link))
    return not pronouns and (one <= other or other <= one)


def _references(graph: SqliteGraph, links: Sequence[StoredEdge]) -> dict[Place, list[LinkedExpression]]:
    """Return, by place, which names each expression means. Chains of links are followed. Pronouns are not names."""
    group: dict[str, set[str]] = {}
    for link in links:
        joined = group.get(link.edge.source, {link.edge.source}) | group.get(link.edge.target, {link.edge.target})
        group |= dict.fromkeys(joined, joined)
    found: dict[Place, list[LinkedExpression]] = {}
    for link in links:
        nodes = [node for node in map(graph.node, sorted(group[link.edge.source])) if node is not None]
        names = [shown_name(node) for node in nodes if not node.properties.get("pronoun")]
        for item in link.evidence:
            here = found.setdefault((item.doc_id, item.line_number), [])
            here += [LinkedExpression(item.start, item.end, name) for name in names]
    return found


def _ends(graph: SqliteGraph, link: StoredEdge) -> list[str]:
    return [shown_name(node) for node in _end_nodes(graph, link) if node is not None]


def _end_nodes(graph: SqliteGraph, link: StoredEdge) -> list[Node | None]:
    return [graph.node(link.edge.source), graph.node(link.edge.target)]


def fact_in_words(graph: SqliteGraph, kriya: Node) -> str:
    """Return a Kriyā with its roles and their markers: `give(KARTA: Rama; ADHIKARANA_TEMPORAL: before noon)`.

    `not give(…)` where the line denies it.
    """
    roles = []
    edges = graph.edges_from(kriya.id)
    nodes = graph.nodes_of(edge.target for edge in edges)
    for role, relation in RELATION_OF.items():
        found = [edge for edge in edges if edge.relation == relation and edge.target in nodes]
        names = [f"{marker_of_edge(edge)} {shown_name(nodes[edge.target])}".strip() for edge in found]
        if names:
            roles.append(f"{role}: {', '.join(names)}")
    denied = "not " if kriya.properties.get("polarity") == Polarity.NEGATIVE else ""
    return f"{denied}{kriya.properties['verb']}({'; '.join(roles)})"


async def write_answer(
    gateway: Gateway,
    worded: Feedback,
    question: str,
    given: Sequence[GivenLine],
    trail: Trail,
    find_decision: FindDecision = no_decision,
) -> WrittenAnswer:
    """Have the answer written from the given lines, and refuse what they cannot be shown to say.

    After ATTEMPTS refusals the sentences that are not supported are replaced by the lines that they cite; where the
    model gives no answer, the lines are quoted.
    """
    feedback, refused = "", None
    for attempt in range(1, ATTEMPTS + 1):
        wanted = worded("answer_generation_feedback_prompt", feedback)
        asked = AnswerInput(question=question, lines=[line.asked for line in given], feedback=wanted)
        try:
            call = await gateway.call(ANSWER_GENERATION, asked, trail=trail.at(attempt))
        except (OutputInvalid, TransportError) as error:
            return _quoting_answer(question, given, f"No answer could be written ({error}); these are the lines.")
        if isinstance(call.output, Abstention):
            return _quoting_answer(
                question, given, f"No answer was written ({call.output.reason}); these are the lines."
            )
        refused = await judge_answer(gateway, call.output, given, trail.at(attempt), find_decision)
        if not refused.problems:
            return _written_answer(call.output, given)
        feedback = " ".join(refused.problems)
    note = f"The written answer was refused ({feedback}); these are the lines."
    kept = None if refused is None else refused.with_quotations(given)
    return _quoting_answer(question, given, note) if kept is None else replace(_written_answer(kept, given), note=note)


def _written_answer(answer: Answer, given: Sequence[GivenLine]) -> WrittenAnswer:
    return answer_with_marks(answer, [line.citation for line in given])


def answer_with_marks(answer: Answer, lines: Sequence[Citation]) -> WrittenAnswer:
    """Return an answer with a mark for each line that its sentences cite, and these lines."""
    parts, numbers = [], set()
    for sentence in answer.sentences:
        cited = sorted(set(sentence.citations))
        numbers.update(cited)
        parts.append(f"{sentence.text.strip()} {' '.join(_mark(lines[number - 1]) for number in cited)}")
    return WrittenAnswer(" ".join(parts), [lines[number - 1] for number in sorted(numbers)])


def without_reason(question: str, given: Sequence[GivenLine], unstated: str) -> WrittenAnswer:
    """Return that the text does not state what was asked for (a "reason", a "number"), with the lines that tell of the
    rest."""
    told = [replace(line, asked=line.asked.model_copy(update={"values": []})) for line in given]
    quoted = _quoting_answer(question, told, "")
    return replace(quoted, text=f"The text states no {unstated}: {quoted.text}")


def not_said(missing: str, lines: Sequence[GivenLine]) -> str:
    """Return that the text does not say some words of a question, with the line that comes nearest."""
    nearest = next((line for line in lines if not line.asked.premise), lines[0])
    quoted = f"{rules.quote_line(nearest.asked)} {_mark(nearest.citation)}"
    if missing.casefold() in _QUESTION_WORDS:  # nothing of the question is missing: its answer is put otherwise
        return f"This line does not say just {missing.casefold()}; it says: {quoted}"
    return f"This line does not say “{missing}”: {quoted}"


_QUESTION_WORDS = frozenset("who whom whose what which where when why how".split())


def _quoting_answer(question: str, given: Sequence[GivenLine], note: str) -> WrittenAnswer:
    """Return the lines themselves as the answer, under what was found in them."""
    quoted = rules.answer(AnswerInput(question=question, lines=[line.asked for line in given]))
    assert isinstance(quoted, Answer), "answering from at least one line gives an Answer"
    return replace(_written_answer(quoted, given), note=note)


def _mark(line: Citation) -> str:
    return cited_place(line.doc_id, line.line_number)


def _value(match: Match, node: Node) -> str:
    """Return what answers, with the words without which it does not: *behind the door*."""
    return f"{match.markers.get(node.id, '')} {shown_name(node)}".strip()
