from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import digest_bytes
from pramana.documents import (
    Line,
    Loaded,
    find_documents,
    load_and_refine_documents,
    read_document,
    read_source,
)
from pramana.documents.html_tags import DEEPEST
from pramana.documents.loaders import markdown
from pramana.documents.loaders.html import plain_text
from pramana.documents.sentences import sentences
from pramana.errors import DocumentError

MakePdf = Callable[..., bytes]


def _lines(path: Path, body: bytes | str) -> list[Line]:
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return list(read_document(path, path.name).lines)


def _texts(path: Path, body: bytes | str) -> list[str]:
    return [line.text for line in _lines(path, body)]


def _reason(path: Path, body: bytes) -> str:
    path.write_bytes(body)
    with pytest.raises(DocumentError) as raised:
        read_document(path, path.name)
    return raised.value.reason


# Text


def test_lines_are_numbered_and_keep_their_place(tmp_path: Path) -> None:
    """A line has its number from 1, its text, and code points of the decoded file, a byte order mark not counted."""
    assert _lines(tmp_path / "a.txt", "\ufeff😀 Rama gave\r\nthe bow. He left.\r\n") == [
        Line(1, "😀 Rama gave the bow.", 0, 21),
        Line(2, "He left.", 22, 30),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides(tmp_path: Path, encoding: str) -> None:
    """UTF-8 needs no mark; UTF-16 and UTF-32 are read by theirs."""
    assert _texts(tmp_path / "a.txt", "Café 弓.".encode(encoding)) == ["Café 弓."]


REFUSED = [
    ("a.txt", b"", "empty"),
    ("a.txt", b" \r\n\t", "empty"),
    ("a.txt", b"\xef\xbb\xbf", "empty"),
    ("a.txt", b"abc\x00def", "binary, not text"),
    ("a.txt", b"PK\x03\x04rest", "binary, not text"),
    ("a.txt", bytes(range(1, 32)), "binary, not text"),
    (
        "a.txt",
        b"caf\xe9 au lait",
        "not UTF-8: byte 0xe9 at offset 3; it may be cp1252: name it with --encoding, or convert the file to UTF-8",
    ),
    ("a.txt", b"\xff\xfea\x00b", "not UTF-16-LE: byte 0x62 at offset 4"),
    ("a.md", b"\xff\xfe\x00\xd8", "not UTF-16-LE: byte 0x00 at offset 2"),
    (
        "a.html",
        b"<p>caf\xe9",
        "not UTF-8: byte 0xe9 at offset 6; it may be cp1252: name it with --encoding, or convert the file to UTF-8",
    ),
    ("a.html", b"<p> </p>", "empty"),
    ("a.html", b"<div>" * (DEEPEST + 1) + b"x", f"elements nested deeper than {DEEPEST}"),
    ("a.pdf", b"%PDF-1.4 junk", "broken: PDFium cannot read it"),
    (
        "a.odt",
        b"PK",
        "unsupported type .odt; what can be read: .csv .tsv .docx .epub .html .htm .xhtml .jsonl .ndjson .eml .mbox .md .markdown .pdf .pptx .rst .srt .vtt .txt .text .xlsx",
    ),
    (
        "a",
        b"text",
        "unsupported type (none); what can be read: .csv .tsv .docx .epub .html .htm .xhtml .jsonl .ndjson .eml .mbox .md .markdown .pdf .pptx .rst .srt .vtt .txt .text .xlsx",
    ),
]


@pytest.mark.parametrize(("name", "body", "reason"), REFUSED)
def test_what_cannot_be_used_is_refused_with_the_reason(tmp_path: Path, name: str, body: bytes, reason: str) -> None:
    """A file that is empty, binary, undecodable, broken or of no known type says which, and where."""
    assert _reason(tmp_path / name, body) == reason


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    """The bound is named with the size."""
    path = tmp_path / "a.html"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    [error] = find_documents(path).refused
    assert error.reason == "too large: 34603008 bytes, the most is 33554432"


# Markdown

MARKDOWN = """---
title: not read
---
# Head *one* #

Rama **gave** the [bow *old*](http://x.y/z_a "t") to
Sita. 2*3*4 is `a_b`.

- item one
* [ ] item two goes
  on \\*here
  1. nested

> quoted text
> goes on
lazy too

Setext
------
```py
x = "# no head"

y
```
| a | b |
|---|:-:|
| 1 | 2 |

***
[x]: http://foo
![alt text](i.png) <!-- hidden --> <https://a.b> end.
"""

MARKDOWN_LINES = [
    "Head one",
    "Rama gave the bow old to Sita.",
    "2*3*4 is a_b.",
    "item one",
    "item two goes on *here",
    "nested",
    "quoted text goes on lazy too",
    "Setext",
    'x = "# no head"',
    "y",
    "a | b",
    "1 | 2",
    "alt text https://a.b end.",
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_markdown_structure_bounds_lines(tmp_path: Path, line_end: str) -> None:
    """Headings, items, quotations, code and table rows are lines of their own; markup goes, text stays."""
    assert _texts(tmp_path / "a.md", MARKDOWN.replace("\n", line_end)) == MARKDOWN_LINES


def test_markdown_offsets_count_in_the_source(tmp_path: Path) -> None:
    """source[start:end] holds a line's words in order, with the markup between them."""
    path = tmp_path / "a.md"
    lines = _lines(path, MARKDOWN)
    [source] = read_source(path)
    assert source[lines[1].start : lines[1].end].startswith("Rama **gave** the [bow *old*]")
    for line in lines:
        pattern = r"[^\w]*".join(map(re.escape, re.findall(r"\w", line.text)))
        assert re.search(pattern.replace(r"[^\w]*", r"[\s\S]*?"), source[line.start : line.end])
        assert source[line.start] == line.text[0]
        assert source[line.end - 1] == line.text[-1]


MARKS = [
    "*",
    "**",
    "_",
    "`",
    "```\n",
    "[",
    "]",
    "](u)",
    "!",
    "<!--",
    "-->",
    "> ",
    "- ",
    "# ",
    "---",
    "\n",
    "\n\n",
    "|",
    " ",
    "\\",
    "a",
    "Rama.",
    "弓",
    "\r\n",
    "===",
    "1. ",
]


@given(st.lists(st.sampled_from(MARKS), max_size=40).map("".join))
@settings(max_examples=300)
def test_any_markdown_gives_lines_in_order(source: str) -> None:
    """Whatever marks stand together: parts are in order and in the source, and no character of a line is invented."""
    done = 0
    for block in markdown.blocks(source):
        assert all(start < end for start, end in block)
        for text, (start, end) in sentences(source, block):
            assert done <= start < end <= len(source)
            assert source[start] == text[0]
            assert source[end - 1] == text[-1]
            done = end


@given(st.text("<>/pbdiv brpre&;a=\"' \n!-é", max_size=60))
@settings(max_examples=200)
def test_any_html_gives_text(page: str) -> None:
    """No page is too broken: there is always a text."""
    assert isinstance(plain_text(page), str)


# HTML

HTML = """<!doctype html><html><head><meta charset="ISO-8859-1"><title>not read</title><style>p {}</style></head><body>
<nav>menu</nav><h1>Caf\xe9 &amp; tea</h1><p>Rama <b>ga</b>ve the
 bow. Sita&nbsp;left.<script>no()</script><div hidden>no</div><p>Next<br>line two<br>Third<ul><li>one<li>two</ul>
<table><tr><th>a<th>b<tr><td>1</td><td>2</td></table><pre>x
  Y</pre><!-- no --></body></html>"""


def test_html_is_read_as_it_is_seen(tmp_path: Path) -> None:
    """Block elements bound lines; scripts, styles, menus, comments and what is hidden are not read."""
    lines = [
        "Café & tea",
        "Rama gave the bow.",
        "Sita left.",
        "Next line two",
        "Third",
        "one",
        "two",
        "a | b",
        "1 | 2",
        "x",
        "Y",
    ]
    assert _texts(tmp_path / "a.html", HTML.encode("latin-1")) == lines


def test_html_offsets_count_in_the_plain_text(tmp_path: Path) -> None:
    """`read_source` gives the text that offsets count in."""
    path = tmp_path / "a.html"
    lines = _lines(path, HTML.encode("latin-1"))
    [source] = read_source(path)
    assert [re.sub(r"\s+", " ", source[line.start : line.end]) for line in lines] == [line.text for line in lines]


@pytest.mark.parametrize("label", ["utf-7", "rot13", "unicode_escape", "idna", "no-such", "utf-16"])
def test_a_declared_encoding_that_pages_cannot_be_in_is_not_believed(tmp_path: Path, label: str) -> None:
    """Only encodings of web pages are taken from a declaration; else UTF-8 holds."""
    assert _texts(tmp_path / "a.html", f"<meta charset={label}><p>Caf\xe9 \\u0041 +AEE-") == ["Café \\u0041 +AEE-"]


# PDF


def test_pdf_lines_have_pages(tmp_path: Path, make_pdf: MakePdf) -> None:
    """Wrapped text is rejoined, also over a page break; such a sentence belongs to the page where it begins."""
    body = make_pdf(
        [
            ["Rama gave the exam-", "ple to well-", "known Lakshmana. He then", "went to the forest and he"],
            ["left it. The end\u2014caf\u00e9. An example."],
        ]
    )
    path = tmp_path / "a.pdf"
    lines = _lines(path, body)
    assert [(line.text, line.page) for line in lines] == [
        ("Rama gave the example to well-known Lakshmana.", 1),
        ("He then went to the forest and he left it.", 1),
        ("The end—café.", 2),
        ("An example.", 2),
    ]
    pages = read_source(path)
    assert pages[0][lines[1].start : lines[1].end] == "He then\nwent to the forest and he"
    assert pages[1][lines[2].start : lines[2].end] == "The end—café."


def test_running_heads_are_not_read(tmp_path: Path, make_pdf: MakePdf) -> None:
    """Page numbers, and lines at the edge of at least half of the pages, do not stand in the middle of sentences."""
    texts = ["Rama gave the bow to the", "brother of his, and he took", "it. Sita left."]
    pages = [["The Book of Rama", text, f"- {number} -"] for number, text in enumerate(texts, 1)]
    lines = _lines(tmp_path / "a.pdf", make_pdf(pages))
    assert [(line.text, line.page) for line in lines] == [
        ("Rama gave the bow to the brother of his, and he took it.", 1),
        ("Sita left.", 3),
    ]
    assert _texts(tmp_path / "b.pdf", make_pdf(pages[:1])) == ["The Book of Rama Rama gave the bow to the - 1 -"]


def test_a_head_that_counts_two_pages_is_not_read(tmp_path: Path, make_pdf: MakePdf) -> None:
    """Two pages are few, but a number that counts them is no text; nor is the short line beside it on both."""
    pages = [["Rama gave the post-", "Report 7", "1"], ["poned bow to Sita.", "Report 7", "2"]]
    assert _texts(tmp_path / "a.pdf", make_pdf(pages)) == ["Rama gave the postponed bow to Sita."]


def test_the_mark_of_a_note_is_no_part_of_a_sentence(tmp_path: Path, make_pdf: MakePdf) -> None:
    """*Corvo.1 The radar* is two sentences where a note 1 is below; without a note a number stays."""
    text = [
        "The ship came from Corvo.1 The radar",
        "of type ASN.1 had failed.",
        "It was cold.",
        "1The log is in Maren.",
    ]
    assert _texts(tmp_path / "a.pdf", make_pdf([text])) == [
        "The ship came from Corvo.",
        "The radar of type ASN.1 had failed.",
        "It was cold.",
        "1 The log is in Maren.",
    ]
    assert _texts(tmp_path / "b.pdf", make_pdf([["He chose Corvo.1 They left."]])) == ["He chose Corvo.1 They left."]


def test_a_misread_head_is_not_read(tmp_path: Path, make_pdf: MakePdf) -> None:
    """A scanned head differs by a letter on some pages, and its number is before or behind it."""
    heads = [
        "THE ANNALS OF HARBOROUGH. 49",
        "50 THE ANNALS OF HARBORODGH.",
        "THE ANNALS OF HARBOROUGH. 51",
        "52 THE ANNALS OP HARBOROUGH",
    ]
    texts = ["One tile fell near", "the church, and broke.", "Rain fell, and", "we slept."]
    lines = _texts(tmp_path / "a.pdf", make_pdf([[head, text] for head, text in zip(heads, texts, strict=True)]))
    assert lines == ["One tile fell near the church, and broke.", "Rain fell, and we slept."]


def test_a_note_interrupts_no_sentence(tmp_path: Path, make_pdf: MakePdf) -> None:
    """A footnote at the foot of a column, or of a page, is read before the sentence that goes on behind it."""
    column = [
        "The methods are old.",
        "They work well, but some patterns1 are",
        ("1Lindqvist shows an exception to this", 9),
        "brittle and spurious.",
        "The last sentence goes",
        ("2Moreau", 9),
    ]
    assert _texts(tmp_path / "a.pdf", make_pdf([column, ["on over the page.", "It ends."]])) == [
        "The methods are old.",
        "1 Lindqvist shows an exception to this",
        "They work well, but some patterns are brittle and spurious.",
        "2 Moreau",
        "The last sentence goes on over the page.",
        "It ends.",
    ]


def test_a_paragraph_of_a_page_is_one_block(tmp_path: Path, make_pdf: MakePdf) -> None:
    """Lines of a page are wraps, however wide they are, and though most of them end a sentence; labels are not."""
    wide = [
        "Rama gave the bow that his father had made to Lakshmana " * 3 + "and",
        "left. Sita",
        "wept. It was",
        "dark.",
    ]
    assert _texts(tmp_path / "a.pdf", make_pdf([wide]))[1:] == ["Sita wept.", "It was dark."]
    form = ["Name:", "Street and town:", "Signed on:"]
    assert _texts(tmp_path / "b.pdf", make_pdf([form])) == form


def test_pdfs_without_use_are_refused(tmp_path: Path, make_pdf: MakePdf) -> None:
    """An encrypted PDF and one without text say so."""
    assert _reason(tmp_path / "a.pdf", make_pdf([["secret"]], encrypted=True)) == "encrypted: it needs a password"
    assert _reason(tmp_path / "a.pdf", make_pdf([[], []])) == "empty: no text on its pages; are they scans?"


# Folders and names


def _tree(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"This is a document.")


def test_a_folder_is_read_and_the_rest_goes_on(tmp_path: Path) -> None:
    """Documents come in order of doc_id; bad files are named, hidden ones passed over, others counted."""
    _tree(tmp_path, "b.txt", "sub/a.md", "Z.TXT", "image.png", ".hidden.txt", ".git/x.txt")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xff")
    (tmp_path / "empty.txt").write_bytes(b"")
    loaded = load_and_refine_documents(tmp_path)
    assert [document.doc_id for document in loaded.documents] == ["Z.TXT", "b.txt", "sub/a.md"]
    assert [(Path(error.path).name, error.reason.split(":")[0]) for error in loaded.refused] == [
        ("bad.txt", "not UTF-8"),
        ("empty.txt", "empty"),
    ]
    assert len(loaded.skipped) == 1


def test_loaded_is_the_mapping_of_the_seed(tmp_path: Path) -> None:
    """`for doc_id, lines in loaded.items()` gives the texts of the lines."""
    (tmp_path / "rama.txt").write_text("Rama gave the bow to Lakshmana.\nHe used it to kill Ravana.\n")
    loaded = load_and_refine_documents(str(tmp_path))
    lines = ["Rama gave the bow to Lakshmana.", "He used it to kill Ravana."]
    assert dict(loaded.items()) == {"rama.txt": lines}
    assert (len(loaded), list(loaded), loaded["rama.txt"]) == (1, ["rama.txt"], lines)
    assert "sita.txt" not in loaded
    assert isinstance(loaded, Loaded)


def test_files_given_by_name_are_refused_by_name(tmp_path: Path) -> None:
    """A file of another type, or none at all, is refused where it was asked for, not passed over."""
    _tree(tmp_path, "a.png", "b.txt")
    loaded = load_and_refine_documents([tmp_path / "a.png", tmp_path / "b.txt", tmp_path / "no.txt"])
    assert list(loaded) == ["b.txt"]
    assert [error.reason.split(";")[0] for error in loaded.refused] == [
        "unsupported type .png",
        "unreadable: No such file or directory",
    ]


def test_a_file_reached_twice_is_found_once(tmp_path: Path) -> None:
    """Whether by itself, by two folders or by a link, with the name it has below the outermost."""
    _tree(tmp_path, "docs/sub/a.txt")
    (tmp_path / "link.txt").symlink_to(tmp_path / "docs/sub/a.txt")
    sources = [tmp_path / "docs/sub/a.txt", tmp_path / "docs", tmp_path / "docs/sub", tmp_path / "link.txt"]
    for order in (sources, sources[::-1]):
        assert [document.doc_id for document in find_documents(order).documents] == ["sub/a.txt"]


def test_equal_names_are_told_apart_by_folders(tmp_path: Path) -> None:
    """As many parent folders as are needed are put before; the order of the sources changes nothing."""
    _tree(tmp_path, "one/x/a.txt", "two/x/a.txt", "two/x/b.txt")
    sources = [tmp_path / "one/x", tmp_path / "two/x"]
    for order in (sources, sources[::-1]):
        names = [document.doc_id for document in find_documents(order).documents]
        assert names == ["b.txt", "one/x/a.txt", "two/x/a.txt"]


def test_paths_are_said_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative source gives relative paths, for documents and for what is refused."""
    _tree(tmp_path, "docs/a.txt")
    (tmp_path / "docs/b.txt").write_bytes(b"\xff\xff")
    (tmp_path / "docs/c.txt").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    assert [str(document.path) for document in find_documents("docs").documents] == ["docs/a.txt", "docs/b.txt"]
    assert [error.path for error in load_and_refine_documents("docs").refused] == ["docs/b.txt", "docs/c.txt"]


def test_links_in_folders_are_not_followed(tmp_path: Path) -> None:
    """A link is counted as passed over, be it to a file, a folder, itself or nothing."""
    _tree(tmp_path, "out/secret.txt", "docs/a.txt")
    (tmp_path / "docs/file.txt").symlink_to(tmp_path / "out/secret.txt")
    (tmp_path / "docs/folder").symlink_to(tmp_path / "out")
    (tmp_path / "docs/loop.txt").symlink_to(tmp_path / "docs/loop.txt")
    found = find_documents(tmp_path / "docs")
    assert [document.doc_id for document in found.documents] == ["a.txt"]
    assert (found.refused, [file.reason for file in found.skipped]) == ((), ["a link"] * len(found.skipped))
    assert len(find_documents(tmp_path / "docs/loop.txt").refused) == 1


def test_doc_ids_are_nfc(tmp_path: Path) -> None:
    """However a system writes the name of a file."""
    _tree(tmp_path, "cafe\u0301.txt")
    assert [document.doc_id for document in find_documents(tmp_path).documents] == ["café.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell such names apart, or refuse them")
def test_names_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    """Two names that differ in Unicode form only are both refused; bytes that are no UTF-8 are written out."""
    _tree(tmp_path, "cafe\u0301.txt", "café.txt", "caf\udce9.txt")
    found = find_documents(tmp_path)
    assert [document.doc_id for document in found.documents] == ["caf\\xe9.txt"]
    assert {error.reason for error in found.refused} == {"another file's name differs in Unicode form only"}
    assert len(found.refused) == 2


def test_a_hash_is_of_the_bytes(tmp_path: Path) -> None:
    """What finding hashes and what reading hashes is the same, so that unchanged files can be passed over."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"Rama.\r\n")
    [found] = find_documents(path).documents
    assert found.sha == digest_bytes(b"Rama.\r\n") == read_document(found.path, found.doc_id).sha
    assert found.doc_id == "a.txt"
