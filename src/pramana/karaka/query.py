"""Questions answered: decomposed through GSV, carried out on the graph, written from the lines that were found."""

from __future__ import annotations

import re

from pramana.documents import Shelf
from pramana.graph import SqliteGraph
from pramana.gsv import GSVRetryEngine, GSVSettings
from pramana.karaka import ptools
from pramana.karaka.answer import Citation, QueryResult, given_lines, write_answer
from pramana.karaka.model import QueryPlan
from pramana.karaka.schema import ENTITY, KRIYA
from pramana.karaka.tasks import Feedback, Question, planning_task
from pramana.karaka.traverse import traverse
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
        self._gsv = GSVRetryEngine(gateway, settings)
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
        asked = Question(question, known_words(self._graph, question))
        planned = await self._gsv.extract_with_retry(self._task, asked, trail.at("plan"))
        if planned.golden_candidate is None:
            return self._error(question, f"The question could not be turned into a plan: {planned.reason}")
        plan = QueryPlan.model_validate(planned.golden_candidate.data)
        found = traverse(self._graph, plan)
        trace = [f"Plan ({planned.status}): {plan.reasoning or plan.steps[-1].goal}", *found.trace]
        if not found.matches:
            return self._no_match(question, trace)
        given = given_lines(self._graph, found)
        written = await write_answer(self._gateway, self._worded, question, given, trail.at("answer"))
        notes = [written.note] if written.note else []
        return QueryResult(
            question=question,
            answer=written.text,
            citations=written.citations,
            reasoning_trace=[*trace, *found.warnings, *notes],
            status="GROUNDED",
        )

    def _error(self, question: str, problem: str) -> QueryResult:
        nearest = self._nearest(question)
        return QueryResult(question=question, answer=problem, status="ERROR", nearest=nearest)

    def _no_match(self, question: str, trace: list[str]) -> QueryResult:
        return QueryResult(
            question=question,
            answer="No answer found in the knowledge graph.",
            reasoning_trace=trace,
            status="NO_MATCH",
            nearest=self._nearest(question),
        )

    def _nearest(self, question: str) -> list[Citation]:
        keys = self._index.nearest(question, NEAREST)
        return [
            Citation(doc_id=shelved.doc_id, line_number=shelved.line.number, text=shelved.line.text)
            for shelved in self._shelf.by_keys(keys)
        ]


def known_words(graph: SqliteGraph, question: str) -> tuple[str, ...]:
    """Return the names of entities, as the graph spells them, and the verbs that stand in a question."""
    words = [match[0] for match in _WORD.finditer(question)][:60]
    found: dict[str, None] = {}
    for length in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - length + 1):
            for node in graph.named(" ".join(words[start : start + length])):
                if node.type == ENTITY:
                    found.setdefault(str(node.properties["canonical_name"]))
    verbs = [word.lower() for word in words if graph.nodes_where(KRIYA, "verb", word.lower())]
    return tuple(found) + tuple(dict.fromkeys(verbs))
