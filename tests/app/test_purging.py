"""After a purge no table holds a word that only the purged document had, apart from what people asked."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

import pramana
from pramana.errors import InputError
from pramana.store.seals import add_functions

KEPT = "Rama gave the bow to Lakshmana. James Whitfield paid the rent because the harbour manager asked him."
GONE = (
    "The zeppelin landed on the quayside. James Whitfield, a wharfinger, denied the smuggling because the customs "
    "officer lied. The depot manager met Quentin Farnsworth. He sold the kiosk. Farnsworth bought Blenkinsop for 7319315 crowns. "
    "The harbour officer left."
)
ONLY_THERE = "zeppelin quayside wharfinger smuggling customs depot farnsworth kiosk blenkinsop 7319315".split()
QUESTIONS = ("Who met the man?", "What did James Whitfield do?", "What landed?", "Who paid the rent?")


def _in(text: str) -> list[str]:
    """Return the words of ONLY_THERE in a text. Hashes are left out, and the number is long: digits meet by chance."""
    words = re.sub("[0-9a-f]{24,}", "", text.casefold())
    return [word for word in ONLY_THERE if word in words]


def _left(file: Path) -> dict[str, list[str]]:
    """Return the words of ONLY_THERE that are in each table."""
    found: dict[str, list[str]] = {}
    with sqlite3.connect(file) as database:
        add_functions(database)
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = database.execute(f'SELECT * FROM "{table}"').fetchall()
            text = str([[each.decode("latin-1") if isinstance(each, bytes) else each for each in row] for row in rows])
            if words := _in(text):
                found[table] = words
    return found


@pytest.fixture(name="texts")
def _texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "kept.txt").write_text(KEPT, "utf-8")
    (folder / "gone.txt").write_text(GONE, "utf-8")
    return folder


def test_a_purge_reaches_what_passes_and_questions_noted(tmp_path: Path, texts: Path) -> None:
    """Names, links, profiles, notes of passes and answers go; what rests on other documents can still be repeated."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(texts)
        for question in QUESTIONS:
            ws.ask(question)
            ws.investigate(question)
        assert set(_left(tmp_path / "ws" / "workspace.db")) > {"document_row", "proposal", "graph_profile"}
        ws.remove("gone.txt", purge=True)
    assert _left(tmp_path / "ws" / "workspace.db") == {}
    for file in (tmp_path / "ws").iterdir():
        assert not _in(file.read_bytes().decode("latin-1")), file
    with pramana.open(tmp_path / "ws") as ws:
        assert ws.ask("Who paid the rent?").answer.startswith("James Whitfield")


def test_a_run_that_rested_on_purged_text_says_so(tmp_path: Path, texts: Path) -> None:
    """A replay names the document, and the run that purged it, whatever kind of run it repeats."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        read = ws.ingest(texts).run
        asked = ws.ask("What landed?").run
        ws.investigate("Who met Farnsworth?")
        (searched,) = (run.id for run in ws.runs() if run.kind == "investigate")
        ws.remove("gone.txt", purge=True)
        (purged,) = (run.id for run in ws.runs() if run.kind == "remove")
        for run in (asked, searched):
            with pytest.raises(InputError, match=r"cannot be repeated: it rested on gone\.txt, whose text was purged"):
                ws.replay(run)
        report = ws.replay(read or 0)
        assert not report.identical
        assert str(report.differences[0]) == f"gone.txt: purged in run {purged}: what rested on it cannot be repeated"
