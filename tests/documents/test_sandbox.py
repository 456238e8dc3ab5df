"""Files that are made to harm their parser: each costs itself, and nothing else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread

import pytest

from pramana.documents import load_and_refine_documents, sandbox
from pramana.documents.loader import Unusable
from pramana.documents.loaders.pdf import page_texts
from pramana.documents.sandbox import texts_apart

LIMIT = 60.0
"""Seconds for what takes a few."""
SHOW = b"BT /F 12 Tf 10 100 Td (Rama gave the bow to Lakshmana.) Tj ET"
POSIX = pytest.mark.skipif(os.name != "posix", reason="limits of the operating system are POSIX's")


def pdf(objects: Sequence[bytes]) -> bytes:
    """Return a PDF of these objects, numbered from 1: the catalog, the page tree's root, and whatever follows."""
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(body))
    return body + head + table + end


def of_stream(stream: bytes, filters: bytes = b"", pages: int = 1) -> bytes:
    """Return a PDF whose pages all show one stream."""
    font = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 3 0 R/Resources%s>>" % font
    kids = b" ".join(b"%d 0 R" % (4 + number) for number in range(pages))
    tree = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids)
    content = b"<</Length %d%s>>stream\n%s\nendstream" % (len(stream), filters, stream)
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", tree, content, *[page] * pages])


def bomb(mebibytes: int) -> bytes:
    """Return a PDF of some hundred bytes whose stream, inflated twice, has so many MiB."""
    press = zlib.compressobj(9)
    stream = b"".join(press.compress(b" " * sandbox.MIB) for _ in range(mebibytes)) + press.flush()
    return of_stream(zlib.compress(stream, 9), b"/Filter[/FlateDecode/FlateDecode]")


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Leave no child that was started under the limits of a test."""
    sandbox._CHILDREN.end()
    yield
    sandbox._CHILDREN.end()


def child_at_rest() -> sandbox._Child:
    """Return the child that will read the next file."""
    child = sandbox._CHILDREN.take()
    sandbox._CHILDREN.put(child)
    return child


def read_folder(folder: Path, body: bytes) -> tuple[list[str], list[str]]:
    """Read a folder with a bad PDF between good ones: return the ids of what was read, and why the bad one was not."""
    for name in ("a.pdf", "c.pdf"):
        (folder / name).write_bytes(of_stream(SHOW))
    (folder / "b.pdf").write_bytes(body)
    (folder / "d.txt").write_text("Sita waited.", "utf-8")
    loaded = load_and_refine_documents(folder)
    assert {loaded[name][0] for name in loaded if name in ("a.pdf", "c.pdf")} == {"Rama gave the bow to Lakshmana."}
    return list(loaded), [error.reason for error in loaded.refused]


def test_texts_are_those_of_a_reading_in_this_process(make_pdf) -> None:
    """The border changes nothing: not a ligature, not a page, not an empty one, not in the second file of a child."""
    bodies = [make_pdf([["Rama (the élder) wept."], [], ["“Go,” said\\ Sita"]]), of_stream(SHOW, pages=300)]
    for body in [*bodies, *bodies]:
        assert texts_apart("pdf", body) == page_texts(body)


def test_one_child_reads_many_files_and_is_replaced_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child is used again, up to its number of files."""
    monkeypatch.setattr(sandbox, "MOST_FILES", 3)
    seen = []
    for _ in range(4):
        texts_apart("pdf", of_stream(SHOW))
        seen.append(len(sandbox._CHILDREN._idle))
    assert seen == [1, 1, 0, 1]


@pytest.mark.slow
@POSIX
def test_a_decompression_bomb_costs_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that inflates to more than there is memory ends the child; the rest of the folder is read."""
    monkeypatch.setattr(sandbox, "MOST_MEMORY", 300 * sandbox.MIB)
    body = bomb(400)
    assert len(body) < 2_000
    read, [reason] = read_folder(tmp_path, body)
    assert read == ["a.pdf", "c.pdf", "d.txt"]
    assert reason.startswith(("its parser crashed (SIG", "its parser takes too"))


@POSIX
def test_a_bomb_within_the_limits_is_only_an_empty_file(tmp_path: Path) -> None:
    """A file of a few hundred bytes that inflates to 100 MiB of nothing is read, and has no text."""
    body = bomb(100)
    assert len(body) < 1_000
    assert read_folder(tmp_path, body)[1] == ["empty: no text on its pages; are they scans?"]


ENDLESS = {
    "count": b"<</Type/Pages/Count 2000000000/Kids[3 0 R]>>",
    "cycle": b"<</Type/Pages/Count 100000/Kids[2 0 R 2 0 R]>>",
    "negative": b"<</Type/Pages/Count -5/Kids[2 0 R]>>",
}


@POSIX
@pytest.mark.parametrize("tree", ENDLESS)
def test_an_endless_page_tree_costs_itself_alone(tree: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page trees that lie about their number of pages, or hold themselves, end in a named error, in bounded time."""
    monkeypatch.setattr(sandbox, "MOST_SECONDS", 2)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>"
    began = time.monotonic()
    read, reasons = read_folder(tmp_path, pdf([b"<</Type/Catalog/Pages 2 0 R>>", ENDLESS[tree], page]))
    assert (read, len(reasons)) == (["a.pdf", "c.pdf", "d.txt"], 1)
    assert time.monotonic() - began < LIMIT


@pytest.mark.slow
@POSIX
def test_processor_time_is_bounded_for_each_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes too long is named so; files before it in the same child do not count against it."""
    monkeypatch.setattr(sandbox, "MOST_SECONDS", 1)
    for _ in range(3):
        assert len(texts_apart("pdf", of_stream(SHOW, pages=100))) == 100
    with pytest.raises(Unusable, match="takes too long"):
        texts_apart("pdf", of_stream(b"BT /F 12 Tf " + b"10 0 Td (word word word) Tj " * 20_000 + b" ET", pages=500))
    assert texts_apart("pdf", of_stream(SHOW)) == page_texts(of_stream(SHOW))


@pytest.mark.slow
@POSIX
def test_the_clock_ends_a_child_that_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that uses no processor time and gives no answer is ended by the parent's clock."""
    texts_apart("pdf", of_stream(SHOW))
    os.kill(child_at_rest().process.pid, signal.SIGSTOP)
    with monkeypatch.context() as limited, pytest.raises(Unusable, match="takes too long: more than 1 s"):
        limited.setattr(sandbox, "MOST_SECONDS", 1)
        limited.setattr(sandbox, "PATIENCE", 1)
        texts_apart("pdf", of_stream(SHOW))
    assert len(texts_apart("pdf", of_stream(SHOW))) == 1


@POSIX
def test_a_killed_child_costs_the_file_that_it_read() -> None:
    """kill -9 in the middle of a file is named; the next file has a child of its own."""
    texts_apart("pdf", of_stream(SHOW))
    child = child_at_rest()
    killer = Thread(target=lambda: (time.sleep(0.5), os.kill(child.process.pid, signal.SIGKILL)))
    killer.start()
    with pytest.raises(Unusable, match=r"crashed \(SIGKILL\)"):
        texts_apart("pdf", of_stream(b"BT /F 12 Tf " + b"10 0 Td (word word word) Tj " * 20_000 + b" ET", pages=2000))
    killer.join()
    assert len(texts_apart("pdf", of_stream(SHOW))) == 1


def test_a_child_that_ended_between_two_files_costs_nothing() -> None:
    """A child ends by itself when it was idle for long: the next file begins another one, unseen."""
    texts_apart("pdf", of_stream(SHOW))
    stdin, _ = child_at_rest()._pipes()
    stdin.close()
    child_at_rest().process.wait(LIMIT)
    child_at_rest().process.stdin = open(os.devnull, "wb")  # noqa: SIM115, PTH123
    assert texts_apart("pdf", of_stream(SHOW)) == page_texts(of_stream(SHOW))


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parent counts what comes over the border."""
    monkeypatch.setattr(sandbox, "MOST_TEXT", 50)
    with pytest.raises(Unusable, match="too large: more than 50 characters"):
        texts_apart("pdf", of_stream(SHOW, pages=2))


@pytest.mark.parametrize(
    ("line", "left"),
    [(b"", 9), (b"{}", 9), (b"[]\n", 9), (b'{"text": 1}\n', 9), (b"no JSON\n", 9), (b"[" * 100_000 + b"\n", 9)],
)
def test_an_answer_that_is_none_is_cut(line: bytes, left: int, tmp_path: Path) -> None:
    """What a parser that was taken over may write is not taken for an answer."""
    (tmp_path / "answer").write_bytes(line)
    with (tmp_path / "answer").open("rb") as answer, pytest.raises(sandbox._Cut):
        sandbox._answer(answer, left)


def test_threads_have_a_child_each() -> None:
    """Files are read from several threads at once."""
    found: list[list[str]] = []
    body = of_stream(SHOW, pages=20)
    threads = [Thread(target=lambda: found.append(texts_apart("pdf", body))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
    assert found == [page_texts(body)] * 3


READ = """
import json, sys
from pramana.documents import sandbox
from pathlib import Path
body, good = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]).read_bytes()
sandbox.texts_apart("pdf", good)
child = sandbox._CHILDREN.take()
sandbox._CHILDREN.put(child)
print(child.process.pid, flush=True)
"""


def program(folder: Path, rest: str) -> subprocess.Popen[str]:
    slow = of_stream(b"BT /F 12 Tf " + b"10 0 Td (word word word) Tj " * 20_000 + b" ET", pages=2000)
    (folder / "slow.pdf").write_bytes(slow)
    (folder / "good.pdf").write_bytes(of_stream(SHOW))
    command = [sys.executable, "-W", "error", "-c", READ + rest, str(folder / "slow.pdf"), str(folder / "good.pdf")]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def is_gone(pid: int) -> bool:
    """Return whether a process has ended, within the time that a child takes to notice that its parent has."""
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return True  # nobody in a container may wait for orphans
        time.sleep(0.05)
    return False


@POSIX
def test_an_interrupt_ends_the_child_with_the_reading(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a file: the caller gets it at once, and no process is left at work."""
    rest = "signal = __import__('signal'); signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    rest += "try: sandbox.texts_apart('pdf', body)\nexcept KeyboardInterrupt: print('interrupted', flush=True)\n"
    with program(tmp_path, rest) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LIMIT)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)
    assert is_gone(child)


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("rest", ["", "import os; os._exit(0)", "raise SystemExit"])
def test_an_idle_child_ends_with_its_parent(rest: str, tmp_path: Path) -> None:
    """However the parent ends, its child does not outlive it for long, and nothing is printed."""
    with program(tmp_path, rest) as process:
        out, err = process.communicate(timeout=LIMIT)
    assert (err, process.returncode) == ("", 0)
    assert is_gone(int(out))


@POSIX
def test_a_forked_child_has_children_of_its_own(tmp_path: Path) -> None:
    """After a fork, parent and child read at the same time and do not take each other's answers."""
    rest = """
import os, warnings
pid = os.fork()
for _ in range(20): assert len(sandbox.texts_apart("pdf", good)) == 1
if pid: print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
    with program(tmp_path, rest) as process:
        out, err = process.communicate(timeout=LIMIT)
    assert (out.split()[1:], err, process.returncode) == (["0"], "", 0)


def test_answers_are_read_where_modules_are_found_in_odd_places(tmp_path: Path) -> None:
    """The child finds what this process finds, wherever it was started, and reads no settings of Python's."""
    (tmp_path / "json.py").write_text("raise SystemExit('the folder of the user')", "utf-8")
    (tmp_path / "good.pdf").write_bytes(of_stream(SHOW))
    code = "from pramana.documents import load_and_refine_documents as l, sandbox; import os, sys, json\n"
    code += f"os.chdir({json.dumps(str(tmp_path))}); print(dict(l('good.pdf')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.stdout, done.stderr) == ("{'good.pdf': ['Rama gave the bow to Lakshmana.']}\n", "")
