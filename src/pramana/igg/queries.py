"""Answers an agent's queries from the graph and the context, within bounds of rows and tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import AccessRefused, BudgetExceeded, LanguageError, PramanaError, PriceUnknown, ReplayMiss
from pramana.igg.actions import QUERY_KINDS, Query
from pramana.igg.budgeting import Room, name, tokens_of, value, visible_line
from pramana.igg.context import ContextLine, RunContext
from pramana.igg.plain import ActionError
from pramana.igg.rendering import node_line, sentence
from pramana.igg.searching import (
    Given,
    SearchContext,
    SearchResult,
    edges_where,
    near_nodes,
    node_record,
    nodes_where,
    paths_between,
    subgraph_where,
)
from pramana.igg.vectors import NodeVectors
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Trail

TOKENS = 1_500
"""The default token limit of an answer."""

_LINES = 60
"""Lines of a document that are shown if the query does not set a number."""

_MOST_LINES = 2_000
_ENDS_RUN = (BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss)


@dataclass(frozen=True, slots=True)
class QueryAnswer(JsonRecord):
    """The answer to one query. `rows` are JSON; `lines` are text, the query first.

    `problem` is the reason of a missing answer, else ""; `diagnosis` has its details as fields: the expected form,
    similar valid values, an example. `left` describes what was left out, `note` why nothing was found.
    """

    query: Query
    rows: tuple[Mapping[str, Any], ...] = ()
    lines: tuple[str, ...] = ()
    problem: str = ""
    diagnosis: Mapping[str, Any] = field(default_factory=dict)
    left: str = ""
    note: str = ""
    found: SearchResult | None = field(default=None, repr=False, compare=False)

    json_shape = JsonShape(
        without=("lines", "found"),
        omit_empty=("problem", "diagnosis", "left", "note"),
        convert={"query": lambda query: {"kind": query.kind, **query.arguments}},
    )

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def tokens(self) -> int:
        """An estimate of the tokens in its lines."""
        return sum(map(tokens_of, self.lines))

    def within(self, tokens: int) -> QueryAnswer:
        """Return the answer with as many rows as fit into this many tokens, and a note of what was left out."""
        return self if self.found is None or self.tokens <= tokens else _bound_answer(self.query, self.found, tokens)


async def answer(
    query: Query,
    growth: SearchContext,
    context: RunContext | None = None,
    vectors: NodeVectors | None = None,
    *,
    tokens: int = TOKENS,
    trail: Trail | None = None,
) -> QueryAnswer:
    """Answer one query within a token limit. Problems with the query are reported in the answer.

    Only `semantic` calls a model, for vectors; its errors that end a run are raised: BudgetExceeded,
    PriceUnknown, AccessRefused, ReplayMiss.
    """
    try:
        if query.kind == "semantic":
            found = await _semantic(Given(query), vectors, trail)
        else:
            found = _looked_up(query, growth, context)
    except _ENDS_RUN:
        raise
    except ActionError as unfit:
        return _failure(query, str(unfit), {"nearest": list(unfit.candidates)})
    except LanguageError as error:
        return _failure(query, error.problem, _diagnosis(error))
    except PramanaError as error:
        return _failure(query, str(error), {"nearest": list(getattr(error, "nearest", ()))})
    return _bound_answer(query, found, tokens)


def _looked_up(query: Query, growth: SearchContext, context: RunContext | None) -> SearchResult:
    if query.kind in GRAPH_WAYS:
        return GRAPH_WAYS[query.kind](growth, Given(query))
    if query.kind not in CONTEXT_WAYS:
        raise ActionError("field", f"unknown query {query.kind!r}", tuple(QUERY_KINDS))
    if context is None or not context.documents:
        raise ActionError("field", "this run has no context")
    return CONTEXT_WAYS[query.kind](context, Given(query))


async def _semantic(given: Given, vectors: NodeVectors | None, trail: Trail | None) -> SearchResult:
    """Answer `semantic`: the nodes whose vectors are nearest to the vector of a text."""
    if vectors is None:
        raise ActionError("field", "this run has no node vectors; use a condition, or search the context")
    text, limit = given.text("text"), given.limit
    nearest = await vectors.nearest(text, limit + 1, trail=trail)
    rows = [{"cosine": round(cosine, 4), **node_record(node)} for node, cosine in nearest[:limit]]
    lines = [f"{node_line(node)} (cosine {cosine:.2f})" for node, cosine in nearest[:limit]]
    left = "less similar nodes" if len(nearest) > limit else ""
    return SearchResult(rows, lines, left, "" if rows else "no similar node")


def _lines(context: RunContext, given: Given) -> SearchResult:
    """Answer `lines`: the lines of a document from `first` to `last`."""
    document = context.document(given.text("document"))
    first = given.integer("first", 1, 1_000_000_000)
    last = given.integer("last", first + _LINES - 1, 1_000_000_000)
    total = len(document.lines)
    if first > total or last < first:
        raise ActionError(
            "field", f"{visible_line(document.id)} has lines 1 to {total:,}, none from {first:,} to {last:,}"
        )
    shown = context.lines(document.id, first, min(last, first + _MOST_LINES - 1))
    after = shown[-1].number + 1
    left = f"lines {after} to {total}, with `first`: {after}" if after <= total else ""

    def rest_note(count: int) -> str:
        following = first + count
        return f"lines {following} to {shown[-1].number}, which do not fit; continue with `first`: {following}"

    return SearchResult([_row(line) for line in shown], [str(line) for line in shown], left, cut=rest_note)


def _files(context: RunContext, given: Given) -> SearchResult:
    """Answer `files`: the documents whose names match a pattern."""
    pattern, limit = given.text_or("pattern", "*"), given.limit
    fitting = context.files(pattern)
    rows = [{"document": document, "lines": count} for document, count in fitting[:limit]]
    shown = [f"- {visible_line(document)} ({count:,} lines)" for document, count in fitting[:limit]]
    left = f"{len(fitting) - limit:,} other documents" if len(fitting) > limit else ""
    return SearchResult(rows, shown, left, "" if rows else f"no document matches; there are {len(context.documents):,}")


def _search(context: RunContext, given: Given) -> SearchResult:
    """Answer `search`: the lines that share most words with a text."""
    hits = context.search(given.text("text")[:1_000], given.limit + 1)
    shown = hits[: given.limit]
    lines = [f"{visible_line(line.document)}:{line}" for line in shown]
    left = "other lines that share a word with it" if len(hits) > len(shown) else ""
    return SearchResult([_row(line) for line in shown], lines, left, "" if shown else "no line shares a word with it")


def _row(line: ContextLine) -> dict[str, Any]:
    return {"document": line.document, "line": line.number, "text": line.text}


GRAPH_WAYS: Mapping[str, Callable[[SearchContext, Given], SearchResult]] = {
    "nodes": nodes_where,
    "edges": edges_where,
    "subgraph": subgraph_where,
    "neighbours": near_nodes,
    "paths": paths_between,
}
CONTEXT_WAYS: Mapping[str, Callable[[RunContext, Given], SearchResult]] = {
    "lines": _lines,
    "files": _files,
    "search": _search,
}


# Answers


def _query_line(query: Query) -> str:
    """Return a query as one line: `### nodes where="type = 'Class'"`."""
    told = "".join(f" {name(key)}={value(given, 120)}" for key, given in query.arguments.items())
    return f"### {visible_line(query.kind[:40])}{told}"


def _bound_answer(query: Query, found: SearchResult, tokens: int) -> QueryAnswer:
    """Return as many rows as fit, and a note of what was left out."""
    room = Room(tokens)
    room.add(_query_line(query))
    reserve = 40
    room.left -= reserve
    shown = room.add_all(found.lines)
    if not shown and found.lines and room.left > 0:
        shown += room.add(_beginning(found.lines[0], room.left))
    room.left += reserve
    left = found.left_after(shown)
    if left:
        room.add(f"(left out: {left})")
    if found.note:
        room.add(f"(nothing found: {sentence(found.note, 300)})")
    return QueryAnswer(query, tuple(found.rows[:shown]), room.lines, left=left, note=found.note, found=found)


def _beginning(line: str, tokens: int) -> str:
    """Return as much of a line as fits: an agent that continues from there must get further."""
    most = len(line)
    while tokens_of(f"{line[:most]}… (cut)") > tokens and most:
        most //= 2
    return f"{line[:most]}… (cut)"


def _failure(query: Query, problem: str, diagnosis: Mapping[str, Any]) -> QueryAnswer:
    told = {name: said for name, said in diagnosis.items() if said not in ("", [], None)}
    hints = [f"{name}: {_hint(said)}" for name, said in told.items() if name in ("expected", "nearest", "example")]
    lines = [_query_line(query), f"(cannot be answered: {sentence(problem)})", *(f"({hint})" for hint in hints)]
    return QueryAnswer(query, lines=tuple(lines), problem=problem, diagnosis=told)


def _hint(said: Any) -> str:
    return (
        ", ".join(sentence(str(one), 80) for one in said[:10]) if isinstance(said, list) else sentence(str(said), 300)
    )


def _diagnosis(error: LanguageError) -> dict[str, Any]:
    """Return the details of a syntax error as fields; `line` and `column` count from 1, `position` from 0."""
    lists: dict[str, Sequence[str]] = {"expected": error.expected, "nearest": error.nearest}
    return {
        "line": error.line,
        "column": error.column,
        "position": error.position,
        "found": error.found,
        **{name: list(some) for name, some in lists.items()},
        "example": error.example,
    }
