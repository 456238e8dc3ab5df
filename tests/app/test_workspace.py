"""The main job through the façade, without a model."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.errors import UnknownName, WorkspaceLocked
from pramana.trace import RunStatus


def test_the_first_script_runs(tmp_path: Path, story: Path) -> None:
    """The script that the design gives as a user's first runs, and every citation and every quote stands in the text."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        assert "6 lines to read" in str(ws.estimate(story.parent))
        report = ws.ingest(story.parent)
        assert report.lines["checked"] == 6
        reply = ws.ask("Who gave the bow to Lakshmana?")
        assert reply.status == "GROUNDED"
        assert "Rama" in reply.answer
        assert [(c.doc_id, c.line_number, c.text) for c in reply.citations] == [
            ("rama.txt", 1, "Rama gave the bow to Lakshmana.")
        ]
        fact = ws.facts(relation="HAS_KARTĀ", limit=5)[0]
        assert str(fact.evidence[0]) == 'rama.txt:1 "Rama" verbatim'
        assert fact.verdict == "checked"
        assert [proposal.verdict.value for proposal in fact.why().accepted] == ["checked"]
        assert ws.replay(reply.run).identical


def test_an_unchanged_document_is_not_read_again(tmp_path: Path, story: Path) -> None:
    """The same ingest again does nothing, makes no run, and leaves the graph as it is."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        first = ws.ingest(story)
        again = ws.ingest(story)
        assert (again.run, again.unchanged_documents, again.graph_hash) == (None, 1, first.graph_hash)


def test_a_changed_document_takes_its_old_facts_with_it(tmp_path: Path, story: Path) -> None:
    """The graph after a change equals the graph of a workspace that never saw the old text."""
    with pramana.open(tmp_path / "ws", create=True) as ws, pramana.open(tmp_path / "fresh", create=True) as fresh:
        ws.ingest(story)
        story.write_text("Sita gave the ring to Hanuman.", "utf-8")
        assert ws.ingest(story).graph_hash == fresh.ingest(story).graph_hash
        assert ws.ask("Who gave the bow to Lakshmana?").status == "NO_MATCH"


def test_the_order_of_documents_does_not_matter(tmp_path: Path, story: Path) -> None:
    """A then B, B then A, both at once, and A, B, C without C are the same graph."""
    for name, text in {"b": "Sita saw Rama in the garden.", "c": "Ravana took Sita to Lanka."}.items():
        story.with_name(f"{name}.txt").write_text(text, "utf-8")
    a, b, c = story, story.with_name("b.txt"), story.with_name("c.txt")
    hashes = []
    for number, order in enumerate([[(a,), (b,)], [(b,), (a,)], [(a, b)], [(c,), (a,), (b,)]]):
        with pramana.open(tmp_path / f"ws{number}", create=True) as ws:
            for sources in order:
                ws.ingest(*sources)
            if c in {source for sources in order for source in sources}:
                ws.remove("c.txt")
            hashes.append(ws.graph_hash())
    assert len(set(hashes)) == 1


def test_removing_everything_leaves_the_empty_graph(tmp_path: Path, story: Path) -> None:
    """After the last document has gone the graph's hash is that of a new workspace."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        empty = ws.graph_hash()
        ws.ingest(story)
        assert ws.remove("rama.txt") == ["rama.txt"]
        assert ws.graph_hash() == empty


def test_removing_an_unknown_document_names_the_nearest(tmp_path: Path, story: Path) -> None:
    """Nothing is removed, and the error says what was perhaps meant."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        before = ws.ingest(story).graph_hash
        with pytest.raises(UnknownName, match=r"Did you mean rama\.txt"):
            ws.remove("rama.txt", "ramas.txt")
        assert ws.graph_hash() == before


def test_purge_deletes_every_trace_of_the_text(tmp_path: Path, story: Path) -> None:
    """After a purge no table and no index holds a word of the document, and other documents can still be replayed."""
    story.with_name("b.txt").write_text("Xerxes crossed the Hellespont.", "utf-8")
    folder = tmp_path / "ws"
    with pramana.open(folder, create=True) as ws:
        run = ws.ingest(story).run
        ws.ingest(story.with_name("b.txt"))
        assert "Hellespont" in ws.ask("What did Xerxes cross?").answer
        assert ws.ask("Who saw the Hellespont?").nearest
        ws.remove("b.txt", purge=True)
        assert ws.replay(run or 0).identical
        assert ws.replay(ws.runs()[-1].id).identical
    with pramana.open(folder, create=True) as ws:
        ws._call(ws._ws.database.execute, "VACUUM")
    for file in folder.iterdir():
        assert b"Hellespont" not in file.read_bytes().replace(b"Who saw the Hellespont?", b""), file


def test_the_status_names_files_that_were_left_out(tmp_path: Path, story: Path) -> None:
    """Files that could not be read, and those passed over, by name and reason; after a clean ingest none."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "story.txt").write_bytes(story.read_bytes())
    (folder / "empty.txt").touch()
    (folder / "photo.png").write_bytes(b"\x89PNG")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        assert ws.status().left_out == []
        ws.ingest(folder)
        assert ws.status().left_out == [
            {"name": "empty.txt", "reason": "empty"},
            {"name": "photo.png", "reason": "type .png"},
        ]
        (folder / "more.txt").write_text("Bharata ruled Ayodhya.", "utf-8")
        ws.ingest(folder / "more.txt")
        assert ws.status().left_out == []


def test_a_document_of_the_same_name_from_elsewhere_is_refused(tmp_path: Path, story: Path) -> None:
    """Another file of the same name never takes the place of a document unasked."""
    other = tmp_path / "elsewhere" / "rama.txt"
    other.parent.mkdir()
    other.write_text("Bharata ruled Ayodhya.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        before = ws.ingest(story).graph_hash
        report = ws.ingest(other)
        assert report.exit_code == 3
        assert "another document called 'rama.txt'" in report.refused_documents[0].reason
        assert report.graph_hash == before
        assert ws.ingest(other, replace=True).graph_hash != before


def test_bad_files_are_named_and_the_rest_goes_on(tmp_path: Path, story: Path) -> None:
    """An empty and a binary file are named with the reason; the good one is read; the exit code is 3."""
    story.with_name("empty.txt").write_text("", "utf-8")
    story.with_name("binary.txt").write_bytes(bytes(range(256)))
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(story.parent)
    assert sorted(Path(refused.path).name for refused in report.refused_documents) == ["binary.txt", "empty.txt"]
    assert (report.lines["checked"], report.status, report.exit_code) == (6, RunStatus.PARTIAL, 3)


def test_two_ingests_at_once_are_refused(tmp_path: Path, story: Path) -> None:
    """While one process ingests, a second one is told so at once and writes nothing."""
    with pramana.open(tmp_path / "ws", create=True) as ws, pramana.open(tmp_path / "ws", create=True) as second:

        def try_second(_: object) -> None:
            with pytest.raises(WorkspaceLocked, match="pramana ingest"):
                second.ingest(story)

        ws.ingest(story, observe=try_second)


def test_the_facade_works_inside_a_running_event_loop(tmp_path: Path, story: Path) -> None:
    """A notebook's loop is no hindrance."""
    import anyio

    async def cell() -> str:
        with pramana.open(tmp_path / "ws", create=True) as ws:
            ws.ingest(story)
            return ws.ask("Where did Sita live?").status

    assert anyio.run(cell) == "GROUNDED"


def test_a_second_question_has_the_same_answer(tmp_path: Path, story: Path) -> None:
    """Asking the same again gives the same answer; what the embedded model said of it is not stored, but computed."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        first = ws.ask("Who was killed by Rama?")
        assert ws.ask("Who was killed by Rama?").answer == first.answer
        assert not ws.status().spending
