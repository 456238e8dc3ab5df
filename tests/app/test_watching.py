"""A workspace that follows a folder: real events of files, and files by the time of their change."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sentences import sentence

import pramana
from pramana.app import AsyncWorkspace, follow_folder
from pramana.errors import InputError
from pramana.views import render_as

ALONE = {"karaka": {"passes": [], "workers": 1}}


def _text(first: int, count: int) -> str:
    return "\n\n".join(sentence(number) for number in range(first, first + count))


def test_only_files_changed_since_a_time_are_read(tmp_path: Path) -> None:
    """A scheduler reads what is new: by date, by time, or by how long ago it was changed."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, days in (("old.txt", 10), ("new.txt", 0)):
        (docs / name).write_text(_text(days, 3), "utf-8")
        os.utime(docs / name, (time.time() - days * 86400,) * 2)
    with pramana.open(tmp_path / "ws", create=True, **ALONE) as ws:
        with pytest.raises(InputError, match="'soon' is not a time"):
            ws.ingest(docs, since="soon")
        assert ws.ingest(docs, since="2d").documents == 1
        assert ws.ingest(docs, since="2001-01-01").documents == 1  # the other one


@pytest.mark.anyio
async def test_a_workspace_follows_its_folder(tmp_path: Path) -> None:
    """New files are read, of changed ones the changed lines, and deleted ones are taken out; another folder's stay."""
    docs, other = tmp_path / "docs", tmp_path / "other.txt"
    docs.mkdir()
    (docs / "a.txt").write_text(_text(0, 6), "utf-8")
    (docs / "b.txt").write_text(_text(6, 3), "utf-8")
    other.write_text(_text(20, 2), "utf-8")
    async with AsyncWorkspace.open(tmp_path / "ws", create=True, flags=ALONE) as ws:
        await ws.ingest(other)
        assert (await follow_folder(ws, docs)).report.documents == 2
        (docs / "a.txt").write_text(f"{_text(0, 6)}\n\nRama gave the bow to Sita.", "utf-8")
        (docs / "b.txt").unlink()
        update = await follow_folder(ws, docs)
        assert update.removed == ("b.txt",)
        assert update.report.lines["unchanged"] == 6
        assert not (await follow_folder(ws, docs)).changed
        assert ws.shelf.ids() == ["a.txt", "other.txt"]


def test_an_ingest_names_files_that_are_gone_from_its_folder(tmp_path: Path) -> None:
    """Their texts are kept, as a drive may be away: the report says so, and how they are taken out."""
    docs, other = tmp_path / "docs", tmp_path / "other.txt"
    docs.mkdir()
    for path in (docs / "a.txt", docs / "b.txt", other):
        path.write_text(_text(len(path.stem), 2), "utf-8")
    with pramana.open(tmp_path / "ws", create=True, **ALONE) as ws:
        assert ws.ingest(docs, other).deleted_files == []
        other.unlink()
        (docs / "b.txt").unlink()
        report = ws.ingest(docs)
        assert report.deleted_files == ["b.txt"]
        (said,) = [each for each in render_as(report).splitlines() if "gone" in each]
        assert said == "1 file gone from the folder"
        assert ws.ingest(docs / "a.txt").deleted_files == []
        docs.rename(tmp_path / "away")
        docs.mkdir()
        (docs / "c.txt").write_text(_text(9, 2), "utf-8")
        assert ws.ingest(docs).deleted_files == ["a.txt", "b.txt"]


@pytest.mark.slow
def test_watch_reads_what_happens_in_a_folder(tmp_path: Path) -> None:
    """The command sees a new file, a change and a deletion as they happen, and Ctrl-C ends it; the workspace may lie in
    the folder itself."""
    pytest.importorskip("watchfiles", reason="the extra 'watch' is not installed")
    folder = tmp_path / "docs"
    folder.mkdir()
    subprocess.run([sys.executable, "-m", "pramana", "init", str(folder)], check=True, capture_output=True)
    (folder / "a.txt").write_text("Rama gave the bow to Sita.\n", "utf-8")
    command = [sys.executable, "-m", "pramana", "watch", str(folder), "-w", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1 document read: 1 line")
        (folder / "b.txt").write_text("Sita saw Rama.\n", "utf-8")
        assert process.stdout.readline().startswith("1 document read: 1 line")
        (folder / "b.txt").unlink()
        assert "removed: b.txt" in process.stdout.readline()
        process.send_signal(2)
        assert process.wait() == 0
