"""The result of a question: what `ask` returns, and a line that it cites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, PrivateAttr

from pramana.graph import Node

if TYPE_CHECKING:
    from pramana.karaka.plans import QueryPlan
    from pramana.karaka.traverse import Match

AnswerStatus: TypeAlias = Literal["GROUNDED", "ASSUMED", "FROM_TEXT", "QUOTED", "NO_MATCH", "ERROR"]
UNANSWERED: frozenset[str] = frozenset({"NO_MATCH", "ERROR"})
"""Statuses of replies without an answer."""


class Citation(BaseModel):
    """A line that supports an answer, with its text exactly as in the document."""

    model_config = ConfigDict(frozen=True)

    doc_id: str
    line_number: int
    text: str

    def __str__(self) -> str:
        return f"{self.doc_id}:{self.line_number} {self.text}"


class QueryResult(BaseModel):
    """An answer with its proof. `citations` in order of (doc_id, line_number); `reasoning_trace` tells the hops,
    `references` how pronouns and short names of the cited lines were read: *“She” = Marta Keller (likely)*,
    `corroboration` which events of the answer several documents state: *Stated by 3 documents: a.txt:1, …*.

    `status` is GROUNDED (every sentence is a quoted line, or was compared with the lines that it cites); ASSUMED (the
    same, but it joins documents on a common noun, given in `assumptions`, that may mean another thing in each);
    FROM_TEXT (lines answer by their own words, or a model composed sentences from them that were compared with the
    lines that they cite; no fact of the graph was found);
    QUOTED (a line has the question's words and the kind of expression that it asks for, but no clause with its
    structure: the line is quoted as what the text says);
    NO_MATCH (the graph holds no answer: `nearest` has the lines that share most words with the question, or the line
    that says only a part of it; `citations` those that deny it, or tell of it without the reason that was asked for);
    or ERROR (`answer` says why).
    """

    model_config = ConfigDict(frozen=True)

    question: str
    answer: str
    citations: list[Citation] = []
    reasoning_trace: list[str] = []
    assumptions: list[str] = []
    references: list[str] = []
    corroboration: list[str] = []
    status: AnswerStatus
    nearest: list[Citation] = []
    _plan: QueryPlan | None = PrivateAttr(None)
    _matches: tuple[Match, ...] = PrivateAttr(())
    _names: tuple[str, ...] = PrivateAttr(())
    _settled: bool = PrivateAttr(False)

    @property
    def plan(self) -> QueryPlan | None:
        """The executed plan; None if the question could not be planned. Not part of the result's JSON."""
        return self._plan

    @property
    def matches(self) -> tuple[Match, ...]:
        """What the plan found in the graph, premises among it. Not part of the result's JSON."""
        return self._matches

    @property
    def names(self) -> tuple[str, ...]:
        """Who or what answers, as names or words of lines, for questions that go on from here. Not part of the JSON."""
        found = (shown_name(node) for match in self._matches for node in match.entities)
        return self._names or tuple(dict.fromkeys(found))

    def with_names(self, names: Iterable[str]) -> QueryResult:
        """Return the result with the words that answer."""
        self._names = tuple(dict.fromkeys(names))
        return self

    def settle(self) -> QueryResult:
        """Return the result as one that a model cannot better: what was computed of facts, or kept apart by name."""
        self._settled = True
        return self

    @property
    def is_settled(self) -> bool:
        return self._settled

    @property
    def is_answered(self) -> bool:
        """Whether it answers the question; NO_MATCH and ERROR do not."""
        return self.status not in UNANSWERED

    def found_by(self, plan: QueryPlan, matches: Iterable[Match] = ()) -> QueryResult:
        """Return the result with the plan that led to it, and what that found."""
        self._plan, self._matches = plan, tuple(matches)
        return self


def shown_name(node: Node) -> str:
    return str(node.properties.get("canonical_name", node.id))
