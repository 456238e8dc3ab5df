"""From what a plan found to an answer in which every sentence cites a line that was given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, PrivateAttr

from pramana.errors import OutputInvalid, TransportError
from pramana.graph import Node, SqliteGraph
from pramana.karaka.model import RELATION_OF, Polarity, QueryPlan
from pramana.karaka.ptools import ANSWER_GENERATION, Answer, AnswerInput, AnswerLine
from pramana.karaka.schema import document_node_id
from pramana.karaka.tasks import Feedback
from pramana.karaka.traverse import Match, Traversal
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail

MAX_LINES = 40
"""How many lines an answer is written from; what is beyond is named in a warning."""
ATTEMPTS = 3
"""How often an answer is asked for before the lines themselves are given as the answer."""


class Citation(BaseModel):
    """A line that an answer rests on, with its text as it stands in the document."""

    model_config = ConfigDict(frozen=True)

    doc_id: str
    line_number: int
    text: str

    def __str__(self) -> str:
        return f"{self.doc_id}:{self.line_number} {self.text}"


class QueryResult(BaseModel):
    """An answer with its proof. `citations` in order of (doc_id, line_number); `reasoning_trace` tells the hops.

    `status` is GROUNDED (every sentence cites), NO_MATCH (the graph holds no answer; `nearest` has the lines that
    share most words with the question) or ERROR (`answer` says why).
    """

    model_config = ConfigDict(frozen=True)

    question: str
    answer: str
    citations: list[Citation] = []
    reasoning_trace: list[str] = []
    status: Literal["GROUNDED", "NO_MATCH", "ERROR"]
    nearest: list[Citation] = []
    _plan: QueryPlan | None = PrivateAttr(None)
    _matches: tuple[Match, ...] = PrivateAttr(())

    @property
    def plan(self) -> QueryPlan | None:
        """The plan that was carried out, None where the question became none. Not part of the result's JSON."""
        return self._plan

    @property
    def matches(self) -> tuple[Match, ...]:
        """What the plan found in the graph, premises among it. Not part of the result's JSON."""
        return self._matches

    def found_by(self, plan: QueryPlan, matches: Iterable[Match] = ()) -> QueryResult:
        """Return the result with the plan that led to it, and what that found."""
        self._plan, self._matches = plan, tuple(matches)
        return self


@dataclass(frozen=True, slots=True)
class GivenLine:
    """A line that may be cited, with what was found in it."""

    citation: Citation
    asked: AnswerLine


@dataclass(frozen=True, slots=True)
class Written:
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
    meanings = _meanings(graph, matches)
    places = sorted({*by_place, *meanings})
    if len(places) > MAX_LINES:
        found.warnings.append(f"{len(places)} lines were found; the answer is written from the first {MAX_LINES}.")
    given = []
    for number, place in enumerate(places[:MAX_LINES], 1):
        document = graph.node(document_node_id(*place))
        assert document is not None, "a Kriyā stands in the same unit as its line"
        text = str(document.properties["text"])
        here = by_place.get(place, [])
        answering = [match for match in here if match in found.matches]
        told = dict.fromkeys([*(fact_in_words(graph, match.kriya) for match in here), *meanings.get(place, ())])
        asked = AnswerLine(
            number=number,
            text=text,
            found=list(told),
            values=list(dict.fromkeys(_name(node) for match in answering for node in match.entities)),
            caution=_caution(answering or here),
            premise=not answering,
        )
        given.append(GivenLine(Citation(doc_id=place[0], line_number=place[1], text=text), asked))
    return given


def _caution(matches: Sequence[Match]) -> str:
    """Return how far a line asserts what was found in it; "" where it asserts any of it without reserve."""
    cautions = [match.caution for match in matches]
    return "" if "" in cautions else "; ".join(dict.fromkeys(cautions))


def _meanings(graph: SqliteGraph, matches: Iterable[Match]) -> dict[tuple[str, int], list[str]]:
    """Return, by place, what pronouns and other names were taken to mean on the way to the matches."""
    found: dict[tuple[str, int], list[str]] = {}
    for link in {link.id: link for match in matches for link in match.links}.values():
        stored = graph.stored(link)
        if stored is not None and len(stored.evidence) > 1:
            names = [graph.node(link.source), graph.node(link.target)]
            said = " means ".join(f"“{_name(node)}”" for node in names if node is not None)
            for item in stored.evidence:
                found.setdefault((item.doc_id, item.line_number), []).append(said)
    return found


def fact_in_words(graph: SqliteGraph, kriya: Node) -> str:
    """Return a Kriyā with its roles: `give(KARTA: Rama; KARMA: bow)`, or `not give(…)` where the line denies it."""
    roles = []
    for role, relation in RELATION_OF.items():
        targets = [graph.node(edge.target) for edge in graph.edges_from(kriya.id, relation)]
        names = [_name(node) for node in targets if node is not None]
        if names:
            roles.append(f"{role}: {', '.join(names)}")
    denied = "not " if kriya.properties.get("polarity") == Polarity.NEGATIVE else ""
    return f"{denied}{kriya.properties['verb']}({'; '.join(roles)})"


async def write_answer(
    gateway: Gateway, worded: Feedback, question: str, given: Sequence[GivenLine], trail: Trail
) -> Written:
    """Have the answer written from the given lines, and refuse what does not cite them rightly.

    After ATTEMPTS refusals, or where the model gives none, the answer is the lines themselves.
    """
    feedback = ""
    for attempt in range(1, ATTEMPTS + 1):
        wanted = worded("answer_generation_feedback_prompt", feedback)
        asked = AnswerInput(question=question, lines=[line.asked for line in given], feedback=wanted)
        try:
            call = await gateway.call(ANSWER_GENERATION, asked, trail=trail.at(attempt))
        except (OutputInvalid, TransportError) as error:
            return _quoted(given, f"No answer could be written ({error}); these are the lines.")
        if isinstance(call.output, Abstention):
            return _quoted(given, f"No answer was written ({call.output.reason}); these are the lines.")
        problems = answer_violations(question, call.output, given)
        if not problems:
            return _rendered(call.output, given)
        feedback = " ".join(problems)
    return _quoted(given, f"The written answer was refused ({feedback}); these are the lines.")


def answer_violations(question: str, answer: Answer, given: Sequence[GivenLine]) -> list[str]:
    """Return what code alone can see is wrong with an answer: citations that were not given, names and numbers that
    neither the cited lines nor the question hold."""
    problems = []
    for sentence in answer.sentences:
        unknown = [number for number in sentence.citations if not 1 <= number <= len(given)]
        if unknown:
            problems.append(f"{sentence.text!r} cites {unknown}; only 1 to {len(given)} are given.")
            continue
        cited = [given[number - 1] for number in sentence.citations]
        held = {word for line in cited for text in (line.citation.text, *line.asked.values) for word in _words(text)}
        problems += _uncautioned(sentence.text, cited)
        strange = [word for word in _names_and_numbers(sentence.text) if word.casefold() not in held | _words(question)]
        if strange:
            problems.append(f"{sentence.text!r} names {', '.join(strange)}, which its cited lines do not hold.")
    return problems


def _uncautioned(sentence: str, cited: Sequence[GivenLine]) -> Iterable[str]:
    """Yield what a sentence asserts though all its lines deny it, or only report what somebody says."""
    said = _words(sentence)
    if not any(len(word) > 3 for line in cited for word in said & _words(line.citation.text)):
        return  # it tells of the lines ("Two more lines name others."), not what they tell
    cautions = [line.asked.caution for line in cited]
    if all("denies" in caution for caution in cautions) and not said & _DENYING and "n't" not in sentence.casefold():
        yield f"{sentence!r} asserts what its lines deny: say that they do."
    reported = [match[1] for caution in cautions if (match := _REPORTED.search(caution))]
    names = {word for word in _words(" ".join(reported)) if len(word) > 3}
    if len(reported) == len(cautions) and not said & (_REPORTING | names):
        yield f"{sentence!r} asserts what only {reported[0]} says: say who says so."


_REPORTED = re.compile(r"it is what (.+) says")
_REPORTING = frozenset("according said says say told claims claimed reported thinks thought believes words".split())
_DENYING = frozenset("not no never nobody none nothing nor neither denied denies deny without refused".split())
_WORD = re.compile(r"\w+")


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _names_and_numbers(sentence: str) -> Iterable[str]:
    """Yield the words that claim something of their own: numbers, and capitalised words that do not begin it."""
    for match in _WORD.finditer(sentence):
        word = match[0]
        before = sentence[: match.start()].rstrip(" \"'“‘«(")
        begins = not before or before[-1] in ".!?:—–…"
        if word[0].isdigit() or (word[0].isupper() and not begins and word != "I"):
            yield word


def _rendered(answer: Answer, given: Sequence[GivenLine]) -> Written:
    parts, numbers = [], set()
    for sentence in answer.sentences:
        cited = sorted(set(sentence.citations))
        numbers.update(cited)
        parts.append(f"{sentence.text.strip()} {' '.join(_mark(given[number - 1]) for number in cited)}")
    return Written(" ".join(parts), [given[number - 1].citation for number in sorted(numbers)])


def _quoted(given: Sequence[GivenLine], note: str) -> Written:
    parts = [f"“{line.citation.text}” {_mark(line)}" for line in given]
    return Written(" ".join(parts), [line.citation for line in given], note)


def _mark(line: GivenLine) -> str:
    return f"[{line.citation.doc_id}:{line.citation.line_number}]"


def _name(node: Node) -> str:
    return str(node.properties.get("canonical_name", node.id))
