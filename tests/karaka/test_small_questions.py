"""Questions that passes ask about a few facts of a graph: SQLite searches an index for each, however large the graph."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from pramana.graph import GRAPH_SCHEMA
from pramana.karaka.passes.relation_blocks import entities_in
from pramana.karaka.passes.source_blocks import linked_kriyas
from pramana.karaka.passes.view import (
    events_in,
    identities_of,
    kriyas_of_both,
    mentions_in,
    type_of,
    view_of,
    with_verdicts,
)
from pramana.store import Database

QUESTIONS: dict[str, Callable[[Database], Any]] = {
    "events": lambda database: events_in(database, ["a"]),
    "mentions": lambda database: mentions_in(database, ["a"]),
    "document": lambda database: view_of(database, documents=["a.txt"]),
    "both": lambda database: kriyas_of_both(database, ["a", "b"]),
    "verdicts": lambda database: with_verdicts(database, ()),
    "identities": lambda database: identities_of(database, "a"),
    "type": lambda database: type_of(database, "a"),
    "linked": lambda database: linked_kriyas(database, ["a.txt"]),
    "entities": lambda database: entities_in(database, ["a.txt"]),
}
_SCAN = re.compile(r"SCAN (?!json_each|one VIRTUAL|CONSTANT)|\((?:kind|type|relation)=\?\)")
"""A table that is gone over, or an index of which nothing but a kind is given."""


@pytest.mark.parametrize("about", QUESTIONS)
def test_a_question_about_few_facts_searches_an_index(about: str) -> None:
    """No plan goes over a table, or over all facts of one kind."""
    asked: list[tuple[str, Any]] = []
    database = Database(None, [GRAPH_SCHEMA])
    ask = Database.all

    def noting(self: Database, sql: str, parameters: Any = ()) -> list[Any]:
        asked.append((sql, parameters))
        return ask(self, sql, parameters)

    with patch.object(Database, "all", noting):
        QUESTIONS[about](database)
    plans = [row[3] for sql, parameters in asked for row in database.all(f"EXPLAIN QUERY PLAN {sql}", parameters)]
    assert plans
    assert [plan for plan in plans if _SCAN.search(plan)] == []
