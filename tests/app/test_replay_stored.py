"""A question is replayed on the stored graph where that is still, row for row, the graph that was asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import DATABASE, tampering

import pramana
from pramana.app import AsyncWorkspace, Workspace
from pramana.views import ReplayReport

TALE = "Rama gave the bow to Lakshmana. Ravana did not release Sita.\nSita saw the deer.\n"
QUESTION = "Who gave the bow to Lakshmana?"
ALTERED = {
    "an edge's properties": "UPDATE edge SET short_props = '{}' WHERE props <> '{}'",
    "an edge's end": "UPDATE OR IGNORE edge SET target = source WHERE key = (SELECT min(key) FROM edge)",
    "a node's properties": "UPDATE node SET short_props = replace(short_props, 'bow', 'sword')",
    "evidence": "UPDATE unit_fact SET start = start + 1",
    "a missing edge": "DELETE FROM edge WHERE key = (SELECT max(key) FROM edge)",
    "a word of a passage": "UPDATE passage_word SET word = 'sword' WHERE word = 'bow'",
    "a missing word": "DELETE FROM passage_word WHERE word = 'bow'",
    "a name of a passage": "DELETE FROM passage_name",
}
"""What the question reads, altered before it is asked, so that the recorded answer is the altered one's."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rama.txt").write_text(TALE, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "rama.txt")
    return tmp_path / "ws"


def asked(ws: Workspace) -> int:
    ws.ask(QUESTION)
    return ws.runs()[-1].id


def both(ws: Workspace, run: int) -> tuple[ReplayReport, ReplayReport]:
    return ws.replay(run), ws.replay(run, from_texts=True)


def test_the_stored_graph_is_asked(folder: Path) -> None:
    """The result is that of a graph rebuilt from the texts; the report says which graph it was."""
    with pramana.open(folder) as ws:
        short, whole = both(ws, asked(ws))
    assert (short.identical, short.stored_graph, short.found) == (True, True, whole.found)
    assert (whole.identical, whole.stored_graph) == (True, False)
    assert "--from-texts" in str(short) and "--from-texts" not in str(whole)


def test_claims_are_checked_on_the_stored_graph(folder: Path) -> None:
    with pramana.open(folder) as ws:
        ws.check("Rama gave the bow to Lakshmana.")
        short, whole = both(ws, ws.runs()[-1].id)
    assert (short.identical, short.stored_graph) == (True, True)
    assert (whole.identical, whole.stored_graph, whole.found) == (True, False, short.found)


@pytest.mark.parametrize("what", ALTERED)
def test_a_graph_that_was_altered_is_rebuilt(what: str, folder: Path) -> None:
    """Also where the answer was made from the altered graph, so that asking that again would give the same."""
    with tampering(folder / DATABASE) as database:
        assert database.execute(ALTERED[what]).rowcount, what
    database.close()
    with pramana.open(folder) as ws:
        assert not ws.replay(asked(ws)).stored_graph


def test_what_an_earlier_question_worked_out_is_not_used(folder: Path) -> None:
    """The walk of a plan is kept: where that was altered, the question that was answered by it is not repeated by it."""
    with pramana.open(folder) as ws:
        first = asked(ws)
    with tampering(folder / DATABASE) as database:
        assert database.execute("UPDATE traversal SET body = json_set(body, '$.matches', json('[]'))").rowcount
    database.close()
    with pramana.open(folder) as ws:
        second = asked(ws)
        assert ws.replay(first).identical
        assert not ws.replay(second).identical


def test_a_graph_that_has_changed_since_is_rebuilt(folder: Path) -> None:
    (folder.parent / "more.txt").write_text("Bharata gave the bow to Lakshmana.\n", "utf-8")
    with pramana.open(folder) as ws:
        run = asked(ws)
        ws.ingest(folder.parent / "more.txt")
        later = ws.replay(run)
    assert (later.identical, later.stored_graph) == (True, False)


def test_a_decision_since_is_not_seen(folder: Path) -> None:
    """A decision that changes no fact would change the answer of the stored graph: it is rebuilt as of then."""
    with pramana.open(folder) as ws:
        run = asked(ws)
        ws.merge("Rama", "Sita")
        later = ws.replay(run)
    assert (later.identical, later.stored_graph) == (True, False)


def test_another_engine_rebuilds_the_graph(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pramana.open(folder) as ws:
        run = asked(ws)
        monkeypatch.setattr("pramana.app.workspace.engine_hash", lambda *_: "another")
        assert not ws.replay(run).stored_graph


def test_a_workspace_that_is_read_only_replays(folder: Path) -> None:
    with pramana.open(folder) as ws:
        run = asked(ws)
    with Workspace(lambda: AsyncWorkspace.open(folder, read_only=True)) as ws:
        assert ws.replay(run).stored_graph
