"""Documents that change: what is as before keeps its reading, and the graph is that of the new text alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sentences import sentence

import pramana

CONTEXT = 2
"""How many lines before a line its reading may depend on."""
ALONE = {"karaka": {"passes": [], "workers": 1}}

EDITS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "delete", "change", "swap", "repeat"]), st.integers(0, 11), st.integers(20, 60)
    ),
    min_size=1,
    max_size=3,
)


def _edited(lines: list[str], edits: list[tuple[str, int, int]]) -> list[str]:
    """Return lines after some edits, each (what, place, number of a new sentence)."""
    found = list(lines)
    for what, place, new in edits:
        at = place % len(found)
        if what == "insert":
            found.insert(at, sentence(new))
        elif what == "delete" and len(found) > 1:
            del found[at]
        elif what == "change":
            found[at] = sentence(new)
        elif what == "repeat":
            found.insert(at, found[(at + 3) % len(found)])
        elif what == "swap":
            found[at], found[at - 1] = found[at - 1], found[at]
    return found


@pytest.mark.slow
@pytest.mark.seeds
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(EDITS, min_size=1, max_size=3))
def test_a_changed_document_gives_the_graph_of_its_text(
    tmp_path_factory: pytest.TempPathFactory, history: list[list[tuple[str, int, int]]]
) -> None:
    """After any edits: the hash of a workspace that never saw the earlier text; few lines are read; runs replay."""
    folder = tmp_path_factory.mktemp("edits")
    document, lines = folder / "a.txt", [sentence(number) for number in range(12)]
    document.write_text("\n\n".join(lines), "utf-8")
    with pramana.open(folder / "ws", create=True, **ALONE) as ws:
        ws.ingest(document)
        for edits in history:
            before, lines = lines, _edited(lines, edits)
            document.write_text("\n\n".join(lines), "utf-8")
            report = ws.ingest(document)
            if lines != before:
                assert report.lines.total() - report.lines["unchanged"] <= 2 * len(edits) * (1 + CONTEXT)
            assert ws.replay(max(run.id for run in ws.runs())).identical
        with pramana.open(folder / "fresh", create=True, **ALONE) as fresh:
            assert ws.graph_hash() == fresh.ingest(document).graph_hash


def test_an_inserted_line_moves_the_others(tmp_path: Path) -> None:
    """A line in front: it and the two whose context it is in are read; the others keep their readings, with new
    numbers in facts, evidence and record."""
    document, lines = tmp_path / "a.txt", [sentence(number) for number in range(20)]
    document.write_text("\n\n".join(lines), "utf-8")
    with pramana.open(tmp_path / "ws", create=True, **ALONE) as ws:
        ws.ingest(document)
        document.write_text("\n\n".join(["Rama gave the bow to Lakshmana.", *lines]), "utf-8")
        assert ws.estimate(document).lines == 1 + CONTEXT
        report = ws.ingest(document)
        assert report.lines["unchanged"] == 18
        assert report.spending["calls"] == 1 + CONTEXT
        assert ws.line("a.txt:21").line.text == lines[-1]
        assert ws.line("a.txt:21").kriyas
        assert ws.status().lines.get("unread", 0) == 0
        assert sum(ws.status().lines.values()) == 21


def test_a_removed_line_takes_its_facts_along(tmp_path: Path) -> None:
    """What only the removed line said is gone, and the lines behind it keep their readings."""
    document = tmp_path / "a.txt"
    document.write_text("Rama gave the bow to Lakshmana.\n\n" + "\n\n".join(map(sentence, range(9))), "utf-8")
    with pramana.open(tmp_path / "ws", create=True, **ALONE) as ws:
        ws.ingest(document)
        assert any("bow" in str(fact) for fact in ws.facts())
        document.write_text("\n\n".join(map(sentence, range(9))), "utf-8")
        report = ws.ingest(document)
        assert report.lines["unchanged"] == 9 - CONTEXT
        assert not any("bow" in str(fact) for fact in ws.facts())


def test_a_purge_leaves_nothing_of_the_text_in_the_file(tmp_path: Path) -> None:
    """The room is given back, and neither the database nor its log has a word of the document any more."""
    (tmp_path / "a.txt").write_text("\n\n".join(map(sentence, range(60))), "utf-8")
    (tmp_path / "b.txt").write_text("Zoroastra gave the bow to Lakshmana.\n\n" * 60, "utf-8")
    with pramana.open(tmp_path / "ws", create=True, **ALONE) as ws:
        ws.ingest(tmp_path / "a.txt", tmp_path / "b.txt")
        ws.remove("b.txt", purge=True)
        held = b"".join(file.read_bytes() for file in (tmp_path / "ws").glob("workspace.db*"))
        assert b"Zoroastra" not in held
        assert ws._ws.database.one("PRAGMA freelist_count") == (0,)
