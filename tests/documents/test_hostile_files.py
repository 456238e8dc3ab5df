"""Files that are made to harm their reader: each is read or refused by name, in bounded time, and the rest is read."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.timing import quickest

from pramana.documents import load_and_refine_documents, read_document, sandbox
from pramana.documents.html_tags import DEEPEST, MOST_ATTRIBUTES, check_tags
from pramana.documents.loader import LOADERS, Unusable
from pramana.documents.loaders.html import plain_text
from pramana.documents.loading import valid_text
from pramana.errors import DocumentError

POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions and pipes are POSIX's")
NOBODY = 65534
TOO_DEEP = f"elements nested deeper than {DEEPEST}"
TOO_MANY = f"a tag with more than {MOST_ATTRIBUTES} attributes"


def reason(path: Path, body: bytes | str) -> str:
    """Return why a file is refused, "" where it is read."""
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    try:
        read_document(path, path.name)
    except DocumentError as error:
        return error.reason
    return ""


# HTML

SCANNED = [
    ("<div><!--</div>-->" * 200_000, TOO_DEEP),
    ("<div><!--></div>" * 3_000, ""),
    ("<div></x>" * 200_000, TOO_DEEP),
    ("<div><p title='</div>'>" * 3_000, TOO_DEEP),
    ("<div><script></div></script>" * 3_000, TOO_DEEP),
    ("<div><textarea></div></textarea>" * 3_000, TOO_DEEP),
    ("<div></DIV >" * 3_000, ""),
    ("<div></div/x='>'>" * 3_000, ""),
    ("<div><b></div>" * 3_000, ""),
    ("<DiV>" * 3_000, TOO_DEEP),
    ("<li>one<p>two<td>three" * 3_000, ""),
    ("<p " + " ".join(f"a{number}" for number in range(40_000)) + ">", TOO_MANY),
    ("<p " + " ".join(f"a{number}='>'" for number in range(40_000)) + ">", TOO_MANY),
    ("</p " + "/".join(f"a{number}" for number in range(40_000)) + ">", TOO_MANY),
    ("<p " + " ".join(f"a{number}" for number in range(MOST_ATTRIBUTES)) + ">", ""),
    ("<a \"" * 3_000, TOO_MANY),
    ("<p title='" + "x " * 100_000 + "'>", ""),
    ("<!-- " + "<div>" * 3_000 + " --><p>", ""),
    ("<!DOCTYPE " + "<div" * 3_000 + "><p>", ""),
    ("<script>" + "<div>" * 3_000, ""),
]  # fmt: skip


@pytest.mark.parametrize(("page", "refused"), SCANNED, ids=[page[:24] for page, _ in SCANNED])
def test_tags_are_counted_as_a_parser_reads_them(page: str, refused: str) -> None:
    """Comments, attribute values and scripts hold no tags; an end tag without its element closes nothing."""
    try:
        check_tags(page)
        found = ""
    except Unusable as error:
        found = str(error)
    assert found == refused


UNSEEN = ["<dd><li>", "<form><div></form>", "<li><ul>"]


@pytest.mark.parametrize("unit", UNSEEN)
def test_the_parsers_own_tree_is_counted_too(unit: str) -> None:
    """What the count of tags underestimates is found in the tree."""
    check_tags(unit * DEEPEST)
    with pytest.raises(Unusable, match=TOO_DEEP):
        plain_text(unit * DEEPEST + "x")


@pytest.mark.slow
@POSIX
def test_a_page_that_takes_too_long_costs_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no count tells that a page is costly, its time is bounded, and the next one is read."""
    monkeypatch.setattr(sandbox, "MOST_SECONDS", 1)
    sandbox._CHILDREN.end()
    assert reason(tmp_path / "a.html", "<dd><li>" * 60_000) == "its parser takes too long: more than 1 s"
    assert reason(tmp_path / "b.html", "<p>Rama left.") == ""


@POSIX
@pytest.mark.slow
def test_a_page_that_takes_too_much_memory_costs_itself_alone(tmp_path: Path) -> None:
    """Formatting elements that every paragraph opens again make many elements of few bytes: that is refused."""
    page = "<p>" + "".join(f"<b a={number}>" for number in range(1_900)) + "</p>" + "<p>x" * 100_000
    assert reason(tmp_path / "a.html", page).startswith("its parser takes too much memory: more than")
    assert reason(tmp_path / "b.html", "<p>Rama left.") == ""


TAGS = st.sampled_from(
    [
        *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<table>", "<td>", "</table>", "<li>", "<script>", "</script>"),
        *("<!--", "-->", "<!x", "<", ">", "'", '"', "=", " ", "/", "a", "<textarea>", "<svg>", "<template>", "<a b='c'>"),
        *("<select>", "<form>", "</form>", "<pre>", "\n", "&amp", "&#0;", "<br>", "<hr/>", "<frameset>", "<plaintext>"),
    ]
)  # fmt: skip


@given(st.lists(TAGS, max_size=60).map("".join))
@settings(max_examples=150)
def test_any_sequence_of_tags_gives_text(page: str) -> None:
    """No page is too broken."""
    assert isinstance(plain_text(page), str)


# PDF

IDENTICAL = ["Rama left the wood.", "Sita stayed."]


@pytest.mark.parametrize("lines", [1, 2])
def test_pages_that_are_all_the_same_are_text(tmp_path: Path, make_pdf: Callable[..., bytes], lines: int) -> None:
    """A line at the edge of every page is a running head only where what is beside it differs."""
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([IDENTICAL[:lines]] * 300))
    read = read_document(path, "a.pdf").lines
    assert [line.text for line in read] == IDENTICAL[:lines] * 300
    assert read[-1].page == 300


def test_a_head_beside_different_texts_is_left_out(tmp_path: Path, make_pdf: Callable[..., bytes]) -> None:
    """Also on a page that has nothing else."""
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([["The Book 1"], ["The Book 2", "Rama left."], ["The Book 3", "Sita stayed."]]))
    assert [line.text for line in read_document(path, "a.pdf").lines] == ["Rama left.", "Sita stayed."]


# Files that cannot be read


@contextmanager
def without_privileges() -> Iterator[None]:
    """Run as a user whom permissions bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder that everybody may read, with a document before and after what a test puts into it."""
    for above in (tmp_path, *tmp_path.parents):
        if above.owner() == tmp_path.owner() and above != above.parent:
            above.chmod(above.stat().st_mode | 0o055)
    (tmp_path / "a.txt").write_text("Rama left.")
    (tmp_path / "z").mkdir()
    (tmp_path / "z" / "z.txt").write_text("Sita stayed.")
    yield tmp_path
    for path in sorted(tmp_path.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755)


@POSIX
def test_what_may_not_be_read_is_named_and_the_rest_is_read(folder: Path) -> None:
    """A file without permission, a folder that cannot be listed, one that can be listed and not entered."""
    LOADERS.items()  # loaders are imported by the user who may
    for name, mode in (("closed", 0), ("listed", 0o644)):
        (folder / name).mkdir()
        (folder / name / "b.txt").write_text("Bharata waited.")
        (folder / name).chmod(mode)
    (folder / "b.txt").write_text("Bharata waited.")
    (folder / "b.txt").chmod(0)
    with without_privileges():
        loaded = load_and_refine_documents(folder)
    assert list(loaded) == ["a.txt", "z/z.txt"]
    assert [(Path(error.path).relative_to(folder).as_posix(), error.reason) for error in loaded.refused] == [
        ("b.txt", "unreadable: Permission denied"),
        ("closed", "unreadable: Permission denied"),
        ("listed/b.txt", "unreadable: Permission denied"),
    ]


@POSIX
def test_pipes_and_devices_are_never_waited_for(folder: Path) -> None:
    """In a folder they are passed over; given by name, or put in a file's place after it was found, refused."""
    os.mkfifo(folder / "pipe.txt")
    assert len(load_and_refine_documents(folder).skipped) == 1
    with pytest.raises(DocumentError, match="neither a file nor a folder"):
        read_document(folder / "pipe.txt", "x")
    (folder / "zero.txt").symlink_to("/dev/zero")
    with pytest.raises(DocumentError, match="neither a file nor a folder"):
        read_document(folder / "zero.txt", "x")


def test_a_file_that_vanishes_is_named(tmp_path: Path) -> None:
    """So is one whose name no file can have."""
    for path in (tmp_path / "no.txt", tmp_path / "a\x00b.txt"):
        with pytest.raises(DocumentError, match="unreadable"):
            read_document(path, "x")


def test_a_file_that_grows_while_it_is_read_is_read_once(tmp_path: Path) -> None:
    """The size is bounded by the loader, not by when the writer stops."""
    path, stop = tmp_path / "a.txt", time.monotonic() + 0.5
    path.write_text("Rama left.\n")

    def grow() -> None:
        with path.open("a") as file:
            while time.monotonic() < stop:
                file.write("Sita stayed.\n" * 10)
                file.flush()

    writer = Thread(target=grow)
    writer.start()
    loaded = load_and_refine_documents(tmp_path)
    writer.join()
    assert loaded["a.txt"][0] == "Rama left."


@POSIX
def test_control_characters_in_names_are_written_out(tmp_path: Path) -> None:
    """A name is part of every citation: it must not move the cursor, nor break the line."""
    (tmp_path / "a\x1b[2J\n.txt").write_text("Rama left.")
    assert list(load_and_refine_documents(tmp_path)) == [r"a\x1b[2J\x0a.txt"]


def test_a_loader_may_return_halves_of_surrogate_pairs() -> None:
    """A format that counts in UTF-16 can hold them, and nothing after it can."""
    assert [valid_text(text) for text in ("a\ud800b", "\ud83d\ude00", "\udfff", "弓")] == [
        "a\ufffdb",
        "😀",
        "\ufffd",
        "弓",
    ]


# Growth

HOSTILE_LINES = {
    "one line": "Rama left the wood. ",
    "no sentence": "word ",
    "no space": "x",
    "spaces": " ",
    "spaces and tabs": " \t",
    "no-break spaces": "\u00a0",
    "line ends": "\n",
    "line separators": "\u2028 ",
    "brackets": "(",
    "link openings": "[a](",
    "quotes": '"',
    "quoted words": '"a" ',
    "quoted sentences": '"a." ',
    "stops": ". ",
    "initials": "A. ",
    "hyphens at line ends": "a-\n",
    "stars": "*a ",
    "backticks": "`a``",
    "quotation marks of Markdown": "> ",
    "hashes": " #a",
    "table cells": "| - ",
    "comments": "<!--",
    "front matter": "---\n",
    "fences": "```\n",
    "Gutenberg markers": "*** START OF x ***\n",
    "Han": "漢。",
    "combining marks": "\u0301",
    "joiners": "\u200d",
    "fields": "Name: x\n",
}
SECONDS_PER_CHARACTER = 60e-6
"""Reading takes 0.1 to 1.5 µs of processor time for each character on one core; 200,000 characters whose time grew with
their square would take minutes."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["text", "markdown"])
@pytest.mark.parametrize("unit", HOSTILE_LINES.values(), ids=HOSTILE_LINES)
def test_the_time_of_reading_grows_with_the_text(tmp_path: Path, name: str, unit: str) -> None:
    """Four times the text takes about four times as long, whatever it is made of."""
    seconds = []
    for size in (25_000, 100_000):
        path = tmp_path / f"a{LOADERS[name].suffixes[0]}"
        path.write_text("a" + unit * (size // len(unit)) + "b", "utf-8")
        seconds.append(quickest(lambda path=path: read_document(path, "a"), 0.5))
    assert seconds[1] < max(10 * seconds[0], 2.0)  # short times say little on a busy machine
    assert seconds[1] < size * SECONDS_PER_CHARACTER
