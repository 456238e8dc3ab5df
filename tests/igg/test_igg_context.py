"""What the agent reads, and what it can ask of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import InputError, UnknownName
from pramana.evidence import Grade, align
from pramana.igg.context import RunContext
from pramana.igg.sources import LONGEST_LINE

CODE = """class AuthController:
    def login(self, name):
        return self.service.check(name)

class AuthService:
    def check(self, name):
        return name in self.table
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Sources, notes, what is no text, what is hidden, and links that lead out."""
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "auth.py").write_text(CODE)
    (tmp_path / "src" / "deep" / "auth.py").write_text("x = 1\r\ny = 2\r\n")
    (tmp_path / "src" / "notes.md").write_text("# Notes\n\nLogin is old. The service is new.\n")
    (tmp_path / "src" / "image.png").write_bytes(b"\x89PNG\x00\x01")
    (tmp_path / "src" / ".secret").write_text("key")
    (tmp_path / "outside.txt").write_text("Not yours.")
    (tmp_path / "src" / "link.txt").symlink_to(tmp_path / "outside.txt")
    return tmp_path


def test_a_text_is_one_document_of_its_lines() -> None:
    """A text given as it is keeps its lines and their indentation; they count from 1."""
    context = RunContext.of(CODE)
    assert list(context.documents) == ["text"]
    assert [(line.number, line.text) for line in context.lines("text", 2, 3)] == [
        (2, "    def login(self, name):"),
        (3, "        return self.service.check(name)"),
    ]


def test_texts_files_and_folders_are_read_together(folder: Path) -> None:
    """Names are those below the folder; what is no text, hidden or a link is passed over; nothing is read twice."""
    data = ["Read this.", {"text": {"brief": "And this."}, "files": "src/auth.py", "folders": ["src"]}]
    context = RunContext.of(data, folder)
    assert list(context.documents) == ["text", "brief", "auth.py", "notes.md", "deep/auth.py"]
    assert context.documents["deep/auth.py"].lines == ("x = 1", "y = 2")
    assert context.documents["notes.md"].lines[-2:] == ("Login is old.", "The service is new.")
    assert context.skipped == 1


def test_an_object_without_the_keys_is_texts_by_name() -> None:
    """An object of other keys is texts by name; what is no text is shown as JSON."""
    context = RunContext.of({"A.java": "class A {}", "table": {"rows": [1]}})
    assert context.documents["A.java"].lines == ("class A {}",)
    assert context.documents["table"].lines == ("{", '  "rows": [', "    1", "  ]", "}")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"files": ["../outside.txt"]}, "leads out of"),
        ({"files": ["/etc/passwd"]}, "leads out of"),
        ({"files": ["link.txt"]}, "leads out of"),
        ({"folders": [".."]}, "leads out of"),
        ({"files": ["none.py"]}, "No such file"),
        ({"files": ["a\x00b"]}, "cannot be read"),
        ({"files": ["deep"]}, "is not a file"),
        ({"folders": ["auth.py"]}, "is not a folder"),
        ({"files": [3]}, "must be paths, not 3"),
        ({"files": "auth.py", "urls": []}, "has the unknown key 'urls'"),
        (7, "cannot contain 7"),
    ],
)
def test_no_path_leads_out_of_the_root(folder: Path, data: Any, problem: str) -> None:
    """A path that is not there, is of the wrong kind, or leads out of the root is refused, links followed."""
    with pytest.raises(InputError, match=problem):
        RunContext.of(data, folder / "src")


def test_documents_are_asked_for_by_name_and_never_by_path(folder: Path) -> None:
    """What can be asked for are the documents that were read: no name reaches the disk."""
    context = RunContext.of({"folders": "src"}, folder)
    for name in ("../outside.txt", "/etc/passwd", str(folder / "outside.txt"), "src/link.txt", ".secret", ""):
        with pytest.raises(UnknownName):
            context.lines(name)
    (folder / "src" / "auth.py").write_text("changed")
    assert context.lines("auth.py", 1, 1)[0].text == "class AuthController:"
    with pytest.raises(UnknownName, match=r"Did you mean notes\.md"):
        context.lines("note.md")


def test_a_name_alone_is_enough_where_one_document_has_it(folder: Path) -> None:
    """The end of a path names a document where no other has it."""
    (folder / "src" / "deep" / "only.py").write_text("z = 3")
    context = RunContext.of({"folders": "src"}, folder)
    assert context.document("only.py").id == "deep/only.py"


def test_search_finds_lines_by_their_words(folder: Path) -> None:
    """The best line comes first; a text without words finds nothing."""
    context = RunContext.of({"folders": "src"}, folder)
    assert [(hit.document, hit.number) for hit in context.search("what does the service check", 1)] == [("auth.py", 3)]
    assert context.search('" OR NEAR(', 3) == context.search("NEAR", 3) == []
    assert context.search("?", 3) == []
    assert [(hit.document, hit.number) for hit in context.search("controller")] == [("auth.py", 1)]
    assert context.search("authController")[0].number == 1


def test_quotes_stand_in_their_line() -> None:
    """Verbatim before normalized before partial; the words of the quote as the line has them."""
    context = RunContext.of(
        {"a": "The old bow was given.\nRama gave the bow.", "b": "RAMA  gave, the bow to Sita, gladly."}
    )
    found = context.align("Rama gave the bow")
    assert found is not None
    assert (found.doc_id, found.line_number) == ("a", 2)
    assert (found.quote, found.grade) == ("Rama gave the bow", Grade.VERBATIM)
    other = context.align("Rama gave the bow", "b")
    assert other is not None
    assert (other.quote, other.grade) == ("RAMA  gave, the bow", Grade.NORMALIZED)
    partial = context.align("Rama gave bow Sita")
    assert partial is not None
    assert (partial.doc_id, partial.grade) == ("b", Grade.PARTIAL)
    for nothing in ("Rama took the bow", "ama gave", "", "…", "bow. Rama"):
        assert context.align(nothing) is None or nothing == "bow. Rama"
    assert context.align("Rama gave the bow", "c") is None


def test_a_quote_may_run_over_line_ends_of_one_document() -> None:
    """Its evidence is the part in its first line; no quote runs from one document into the next."""
    context = RunContext.of({"a": "def check(name,\n\n          table):", "b": "return name"})
    found = context.align("check(name,\n\n          table)")
    assert found is not None
    assert (found.line_number, found.quote, found.grade) == (1, "check(name", Grade.NORMALIZED)
    assert context.align("table): return") is None


@settings(max_examples=150)
@given(st.lists(st.text("ab c.\n", max_size=12), min_size=1, max_size=6), st.text("ab c.", max_size=6))
def test_a_quote_that_some_line_has_is_found_as_surely(texts: list[str], quote: str) -> None:
    """What the aligner finds in some line the context finds too, as surely or more."""
    context = RunContext.of({f"d{number}": text for number, text in enumerate(texts)})
    ranks = list(Grade)
    each = [align(quote, line) for document in context.documents.values() for line in document.lines]
    surest = min((ranks.index(span.grade) for span in each if span is not None), default=None)
    found = context.align(quote)
    if surest is not None:
        assert found is not None
        assert ranks.index(found.grade) <= surest
    if found is not None:
        line = context.lines(found.doc_id, found.line_number, found.line_number)[0].text
        assert line[found.start : found.end] == found.quote


def test_a_page_shows_all_where_it_fits() -> None:
    """A small context is one page, with numbered lines."""
    page = RunContext.of(CODE).page(1_000)
    assert page.whole
    assert page.text.splitlines()[:2] == ["### text (7 lines)", "1| class AuthController:"]


def test_a_page_says_what_it_leaves_out() -> None:
    """A large context is its documents, then lines from the first on, within the budget."""
    context = RunContext.of({f"d{number}.py": CODE * 40 for number in range(9)})
    page = context.page(400)
    assert not page.whole
    assert page.tokens <= 400
    assert page.text.startswith("- d0.py (280 lines)\n")
    assert page.left == "2,473 of 2,520 lines"
    tiny = context.page(1)
    assert (tiny.text, tiny.left) == ("", "2,520 of 2,520 lines and the names of 9 of 9 documents")


def test_long_lines_come_in_pieces() -> None:
    """A line that is too long is cut at spaces, and nothing of it is lost."""
    text = " ".join(f"word{number}" for number in range(2_000))
    lines = RunContext.of(text).documents["text"].lines
    assert max(map(len, lines)) <= LONGEST_LINE
    assert " ".join(lines) == text


def test_lines_hold_nothing_that_ends_or_turns_them() -> None:
    """A shown line is one line: separators, directions and controls are written as escapes."""
    hostile = "a\u2028## b\u202e\x0c\x1b[31m"
    assert str(RunContext.of(hostile).lines("text")[0]) == r"1| a\u2028## b\u202e\u000c\u001b[31m"


def test_files_that_cannot_be_read_are_named(folder: Path) -> None:
    """A file that was named and is no text stays out, and the reason is kept."""
    context = RunContext.of({"files": ["src/image.png", "src/auth.py"]}, folder)
    assert list(context.documents) == ["auth.py"]
    assert [(Path(error.path).name, error.reason) for error in context.refused] == [("image.png", "binary, not text")]
