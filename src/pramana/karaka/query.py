"""Questions answered: decomposed through GSV, carried out on the graph, written from the lines that were found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.documents import Shelf
from pramana.graph import SqliteGraph, fold
from pramana.gsv import GSVRetryEngine, GSVSettings, Policy
from pramana.karaka import ptools
from pramana.karaka.answer import Citation, QueryResult, given_lines, write_answer
from pramana.karaka.model import QueryPlan
from pramana.karaka.schema import ENTITY, KRIYA
from pramana.karaka.tasks import Feedback, Question, planning_task
from pramana.karaka.traverse import traverse
from pramana.language import analyse
from pramana.llm import Gateway, PromptBook
from pramana.retrieval import LineIndex
from pramana.store import Database
from pramana.trace import Trail

ASKING_PTOOLS = (
    ptools.QUERY_DECOMPOSITION,
    ptools.QUERY_SCORING,
    ptools.QUERY_VERIFICATION,
    ptools.ANSWER_GENERATION,
)
NEAREST = 5
LINES_STEP = "lines"
"""Where the lines that a reply was made from are recorded."""
_LONGEST_NAME = 5
_WORD = re.compile(r"[\w'’.-]*\w")


class QueryPipeline:
    """Answers questions from one graph. Nothing is written to it."""

    def __init__(
        self, database: Database, graph: SqliteGraph, gateway: Gateway, book: PromptBook, settings: GSVSettings
    ) -> None:
        self._graph = graph
        self._shelf = Shelf(database)
        self._index = LineIndex(database)
        self._gateway = gateway
        policy: Policy = "full" if settings.policy == "full" else "fast_path"
        self._gsv = GSVRetryEngine(gateway, settings.model_copy(update={"policy": policy}))
        self._task = planning_task(book)
        self._worded = Feedback(book)
        self.identity = {
            "ptools": {ptool.name: gateway.identity(ptool) for ptool in ASKING_PTOOLS},
            "gsv": settings.as_json(),
        }
        """All but the question and the graph that decides an answer, as JSON."""

    async def answer_query(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question; what happens on the way is recorded at `trail`.

        Raises the errors that must end a run (budget, access, replay); everything else is an ERROR result.
        """
        asked = Question(question, *known_words(self._graph, question))
        planned = await self._gsv.extract_with_retry(self._task, asked, trail.at("plan"))
        if planned.golden_candidate is None:
            return self._error(question, f"The question could not be turned into a plan: {planned.reason}", trail)
        plan = QueryPlan.model_validate(planned.golden_candidate.data)
        found = traverse(self._graph, plan)
        trace = [f"Plan ({planned.status}): {plan.reasoning or plan.steps[-1].goal}", *found.trace]
        if not found.matches:
            return self._no_match(question, trace, trail)
        given = given_lines(self._graph, found)
        _record_lines(trail, [line.citation for line in given])
        written = await write_answer(self._gateway, self._worded, question, given, trail.at("answer"))
        notes = [written.note] if written.note else []
        return QueryResult(
            question=question,
            answer=written.text,
            citations=written.citations,
            reasoning_trace=[*trace, *found.warnings, *notes],
            status="GROUNDED",
        )

    def _error(self, question: str, problem: str, trail: Trail) -> QueryResult:
        nearest = self._nearest(question)
        _record_lines(trail, nearest)
        return QueryResult(question=question, answer=problem, status="ERROR", nearest=nearest)

    def _no_match(self, question: str, trace: list[str], trail: Trail) -> QueryResult:
        nearest = self._nearest(question)
        _record_lines(trail, nearest)
        return QueryResult(
            question=question,
            answer="No answer found in the knowledge graph.",
            reasoning_trace=trace,
            status="NO_MATCH",
            nearest=nearest,
        )

    def _nearest(self, question: str) -> list[Citation]:
        keys = self._index.nearest(question, NEAREST)
        return [
            Citation(doc_id=shelved.doc_id, line_number=shelved.line.number, text=shelved.line.text)
            for shelved in self._shelf.by_keys(keys)
        ]


def _record_lines(trail: Trail, lines: Sequence[Citation]) -> None:
    """Record the places of the lines that a reply was made from, so that a purge finds the replies of a document."""
    trail.at(LINES_STEP).record("lines", {"lines": [[line.doc_id, line.line_number] for line in lines]})


def known_words(graph: SqliteGraph, question: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the graph holds of a question's words: names of entities as it spells them, and verbs as lemmas.

    For a noun that names nothing by itself, longer names that end in it are returned (*eagle*: *old eagle*).
    """
    words = [match[0] for match in _WORD.finditer(question)][:60]
    spans = [(length, start) for length in range(_LONGEST_NAME, 0, -1) for start in range(len(words) - length + 1)]
    found: dict[str, None] = {}
    for length, start in spans:
        for name in _entities(graph, " ".join(words[start : start + length])):
            found.setdefault(name)
    tokens = [token for token in analyse(question).tokens if token.text in words]
    nouns = [token.text for token in tokens if token.tag.startswith("N") and not _entities(graph, token.text)]
    for name in _names_ending_in(graph, nouns):
        found.setdefault(name)
    lemmas = [token.lemma.lower() for token in tokens if token.tag.startswith("V")]
    particles = [token.text.lower() for token in tokens if token.tag in ("AVP", "AV0", "PRP")]
    verbs = lemmas + [f"{lemma} {particle}" for lemma in lemmas for particle in particles]
    return tuple(found), tuple(dict.fromkeys(verb for verb in verbs if graph.nodes_where(KRIYA, "verb", verb)))


def _entities(graph: SqliteGraph, name: str) -> list[str]:
    return [str(node.properties["canonical_name"]) for node in graph.named(name) if node.type == ENTITY]


def _names_ending_in(graph: SqliteGraph, nouns: Sequence[str]) -> list[str]:
    """Return up to three names for each noun that end in it as a word, the shortest first."""
    if not nouns:
        return []
    names = graph.names()
    found = []
    for noun in nouns:
        longer = [name for name in names if name.endswith(f" {fold(noun)}")]
        found += [
            spelled for name in sorted(longer, key=lambda n: (len(n), n))[:3] for spelled in _entities(graph, name)
        ]
    return found
