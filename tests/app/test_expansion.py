"""Names that nobody goes by are understood as the nearest, and that is told."""

from __future__ import annotations

from pathlib import Path

import pramana


def test_a_misspelled_name_is_understood_and_told(tmp_path: Path, story: Path) -> None:
    """The nearest name by vectors is taken, the answer begins with it, the trace gives the cosine, a replay agrees."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        reply = ws.ask("What did Hanumaan carry?")
        assert reply.status == "GROUNDED"
        assert reply.answer.startswith("Hanuman, for “Hanumaan” — ")
        assert "mountain" in reply.answer
        assert "Nobody goes by that name: “Hanumaan” was taken to mean Hanuman (cosine 0.82)." in reply.reasoning_trace
        assert ws.replay(reply.run).identical


def test_a_name_near_nothing_stays_unanswered(tmp_path: Path, story: Path) -> None:
    """No name is taken for one that shares little with it; the lines nearest to the question are shown instead."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        reply = ws.ask("What did Bismarck carry?")
        assert reply.status == "NO_MATCH"
        assert not any("taken to mean" in told for told in reply.reasoning_trace)


def test_a_name_of_the_graph_is_never_taken_for_another(tmp_path: Path, story: Path) -> None:
    """Somebody whom the graph knows, and of whom it does not tell this, gets no answer about somebody else."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        reply = ws.ask("What did Sita carry?")
        assert reply.status == "NO_MATCH"
        assert not any("taken to mean" in told for told in reply.reasoning_trace)


def test_how_near_is_near_enough_can_be_set(tmp_path: Path, story: Path) -> None:
    """With `near = 1` only the same letters are the same name."""
    with pramana.open(tmp_path / "ws", create=True):
        pass
    settings = tmp_path / "ws" / "pramana.toml"
    settings.write_text(settings.read_text("utf-8").replace("[karaka]", "[karaka]\nnear = 1.0", 1), "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        assert ws.ask("What did Hanumaan carry?").status == "NO_MATCH"


def test_the_same_question_walks_the_graph_once(tmp_path: Path, story: Path) -> None:
    """A traversal is kept in the workspace: another process has it, a change of the graph makes it walk anew."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        first = ws.ask("Who gave the bow to Lakshmana?")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        assert ws.ask("Who gave the bow to Lakshmana?").answer == first.answer
        kept = ws._ws.pipeline.traversals
        assert (kept.hits, kept.misses) == (1, 0)
        story.with_name("b.txt").write_text("Vishnu gave the bow to Lakshmana.", "utf-8")
        ws.ingest(story.with_name("b.txt"))
        assert "Vishnu" in ws.ask("Who gave the bow to Lakshmana?").answer
        assert (kept.hits, kept.misses) == (1, 1)
