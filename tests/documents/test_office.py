"""Office files, e-books, tables, mails, subtitles: each is written by the library that others write it with, then read."""

from __future__ import annotations

import datetime
import json
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.documents import read_document, read_source
from pramana.documents.loaders.csv import separator_of
from pramana.documents.tables import Row, is_header
from pramana.errors import DocumentError


@pytest.fixture(name="lines")
def _lines(tmp_path: Path) -> Callable[[str, bytes], list[tuple[str, str]]]:
    """Return places and texts of the lines of a file with these bytes; every line is where its offsets say."""

    def read(name: str, body: bytes) -> list[tuple[str, str]]:
        path = tmp_path / name
        path.write_bytes(body)
        document, parts = read_document(path, name), read_source(path)
        for line in document.lines:
            assert line.end > line.start
            assert any(line.text.startswith(" ".join(part[line.start : line.end].split())) for part in parts)
        return [(line.place, line.text) for line in document.lines]

    return read


Reader = Callable[[str, bytes], list[tuple[str, str]]]


def saved(document: object) -> bytes:
    """Return what a document of one of the libraries writes."""
    stream = BytesIO()
    document.save(stream)  # type: ignore[attr-defined]
    return stream.getvalue()


def minutes() -> bytes:
    document = docx.Document()
    document.add_heading("Minutes", 1)
    paragraph = document.add_paragraph("Anna Keller opened the meeting. She thanked ")
    paragraph._p.append(parse_xml(f"<w:del {nsdecls('w')}><w:r><w:delText>Carl</w:delText></w:r></w:del>"))
    paragraph._p.append(parse_xml(f"<w:ins {nsdecls('w')}><w:r><w:t>Boris.</w:t></w:r></w:ins>"))
    table = document.add_table(3, 2)
    for cell, text in zip(table._cells, ("Item", "Owner", "Roof", "Boris", "Door", "Anna"), strict=True):
        cell.text = text
    return saved(document)


def test_word_files_are_read_with_tracked_insertions_and_without_deletions(lines: Reader) -> None:
    assert lines("minutes.docx", minutes()) == [
        ("paragraph 1", "Minutes"),
        ("paragraph 2", "Anna Keller opened the meeting."),
        ("paragraph 2", "She thanked Boris."),
        ("table 1, row 2", "Item: Roof | Owner: Boris"),
        ("table 1, row 3", "Item: Door | Owner: Anna"),
    ]


def test_slides_are_read_with_tables_and_notes(lines: Reader) -> None:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Quarter 3"
    slide.placeholders[1].text = "Sales rose by 12 %.\nBoris left the firm"
    table = slide.shapes.add_table(1, 2, 0, 0, 10, 10).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Leeds", "12"
    slide.notes_slide.notes_text_frame.text = "Mention the office."
    assert lines("show.pptx", saved(show)) == [
        ("slide 1", "Quarter 3"),
        ("slide 1", "Sales rose by 12 %."),
        ("slide 1", "Boris left the firm"),
        ("slide 1", "Leeds | 12"),
        ("slide 1, notes", "Mention the office."),
    ]


def test_rows_of_sheets_are_records_and_hidden_sheets_are_left_out(lines: Reader) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    sheet.append(["Name", "Paid", "Share", "When", "Note"])
    long = "He came late to the meeting. He said that the train from Leeds had been delayed by snow again."
    sheet.append(["Anna", 12.50, 0.12, datetime.date(2024, 5, 3), None])
    sheet.append(["Boris", 7, 1, datetime.datetime(2024, 5, 3, 12, 30), long])
    sheet["C2"].number_format = "0%"
    book.create_sheet("Secret").append(["hidden"])
    book["Secret"].sheet_state = "hidden"
    assert lines("book.xlsx", saved(book)) == [
        ("sheet Data, row 2", "Name: Anna | Paid: 12.5 | Share: 12 % | When: 2024-05-03"),
        ("sheet Data, row 3", "Name: Boris | Paid: 7 | Share: 1 | When: 2024-05-03 12:30"),
        ("sheet Data, cell E3", "He came late to the meeting."),
        ("sheet Data, cell E3", "He said that the train from Leeds had been delayed by snow again."),
    ]


@pytest.mark.parametrize("separator", ",;\t|")
def test_tables_with_any_separator_give_the_same_records(lines: Reader, separator: str) -> None:
    name = "table.tsv" if separator == "\t" else "table.csv"
    body = separator.join(("Name", "Price")) + "\r\n" + separator.join(('"Bow, long"', "15")) + "\r\n\r\n"
    assert lines(name, body.encode()) == [("row 2", "Name: Bow, long | Price: 15")]


def test_a_table_without_a_header_keeps_its_first_row(lines: Reader) -> None:
    assert lines("table.csv", b"12,Leeds\n14,York\n") == [("row 1", "12 | Leeds"), ("row 2", "14 | York")]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["Name", "Age"], ["Anna", "7"]], True),
        ([["Name", "Name"], ["Anna", "7"]], False),
        ([["Anna", "7"], ["Boris", "8"]], False),
        ([["Name", "Age"]], False),
        ([["Report of 2024", "", "", ""], ["Anna", "7", "8", "9"]], False),
    ],
)
def test_headers_are_told_from_rows(rows: list[list[str]], header: bool) -> None:
    assert is_header([Row(number, cells) for number, cells in enumerate(rows, 1)]) is header


def test_the_separator_is_what_cuts_all_rows_alike() -> None:
    assert separator_of("a,b;c\nd;e,f\n") == ","
    assert separator_of("one line of text") in ",;\t|"


def test_json_lines_name_their_fields_by_path(lines: Reader) -> None:
    rows = [{"id": 1, "who": {"name": "Anna"}, "tags": ["a", "b"], "ok": True, "none": None}, "Old Amos slept."]
    body = "\n\n".join(map(json.dumps, rows)).encode()
    assert lines("rows.jsonl", body) == [
        ("line 1", "id: 1 | who.name: Anna | tags: a, b | ok: yes"),
        ("line 3", "Old Amos slept."),
    ]


def book(pages: dict[str, str], spine: list[str]) -> bytes:
    """Return an e-book of XHTML pages, read in the order of `spine`."""
    items = "".join(
        f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(pages)
    )
    order = "".join(f'<itemref idref="i{[*pages].index(name)}"/>' for name in spine)
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("META-INF/container.xml", '<container><rootfile full-path="in/b.opf"/></container>')
        archive.writestr("in/b.opf", f"<package><manifest>{items}</manifest><spine>{order}</spine></package>")
        for name, page in pages.items():
            archive.writestr(f"in/{name}", page)
    return stream.getvalue()


def test_e_books_are_read_in_the_order_of_reading(lines: Reader) -> None:
    pages = {"b.xhtml": "<p>Then he slept.</p>", "a.xhtml": "<h1>One</h1><p>Old Amos kept the lighthouse.</p>"}
    assert lines("book.epub", book(pages, ["a.xhtml", "b.xhtml"])) == [
        ("chapter 1", "One"),
        ("chapter 1", "Old Amos kept the lighthouse."),
        ("chapter 2", "Then he slept."),
    ]


def mail(text: str, html: str = "") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "Ann <ann@example.org>", "Café"
    message["Date"] = "Fri, 03 May 2024 10:00:00 +0200"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return message


def test_mails_are_read_without_what_they_quote(lines: Reader) -> None:
    message = mail("Hello Bob,\n\nI sold the mill.\n\nOn 2 May, Bob wrote:\n> Did you?\n-- \nAnn\n", "<p>other</p>")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="deed.pdf")
    assert lines("one.eml", bytes(message)) == [
        ("header", "From: Ann <ann@example.org> | Date: 2024-05-03 10:00+02:00 | Subject: Café"),
        ("text", "Hello Bob,"),
        ("text", "I sold the mill."),
        ("attachments", "Attached: deed.pdf"),
    ]


def test_a_file_of_many_mails_numbers_them(lines: Reader) -> None:
    body = b"".join(b"From ann Fri May  3\n" + bytes(mail(f"I sold mill {number}.\n")) + b"\n" for number in (1, 2))
    assert [line for line in lines("all.mbox", body) if "sold" in line[1]] == [
        ("mail 1, text", "I sold mill 1."),
        ("mail 2, text", "I sold mill 2."),
    ]


def test_a_mail_of_html_alone_is_read(lines: Reader) -> None:
    message = EmailMessage()
    message["Subject"] = "Mill"
    message.set_content("<p>I sold<br>the mill.</p><script>x()</script>", subtype="html")
    assert lines("one.eml", bytes(message))[1:] == [("text", "I sold the mill.")]


def test_sentences_run_over_cues_and_have_the_time_of_the_first(lines: Reader) -> None:
    cues = "1\n00:00:01,000 --> 00:00:04,000\n<i>Rama gave the bow</i>\n\n2\n00:01:04,500 --> 00:01:06,000\nto Lakshmana.\n"
    assert lines("film.srt", cues.encode()) == [("00:00:01", "Rama gave the bow to Lakshmana.")]
    spoken = "WEBVTT\n\nNOTE x\n\n01:01.000 --> 01:04.000\n<v Anna>I sold\n\n01:05.000 --> 01:06.000\n<v Boris>Why?\n"
    assert lines("talk.vtt", spoken.encode()) == [("00:01:01", "Anna: I sold"), ("00:01:05", "Boris: Why?")]


def test_restructured_text_is_read_and_includes_no_file(lines: Reader, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    text = f"Title\n=====\n\nAnna sold\nthe *mill*.\n\n- one\n\n.. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n"
    assert [text for _, text in lines("page.rst", text.encode())] == ["Title", "Anna sold the mill.", "one"]


REFUSED = [
    ("a.docx", b"\xd0\xcf\x11\xe0 old", "encrypted, or in the format before 2007: save it as .docx without a password"),
    ("a.xlsx", b"no archive", "broken: not .xlsx"),
    ("a.pptx", book({}, []), "broken: KeyError where a PowerPoint file was expected"),
    ("a.epub", book({"a.xhtml": "<p>x</p>"}, []), "empty"),
    ("a.jsonl", b'{"a": 1}\n{"a": \n', "line 2 is not JSON"),
    ("a.srt", b"no times", "not subtitles: it has no line with times (00:00:01,000 --> 00:00:04,000)"),
    ("a.eml", b"just text", "not a mail: it has neither a sender nor a subject"),
]


@pytest.mark.parametrize(("name", "body", "reason"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_what_is_not_of_its_kind_is_refused_with_the_reason(lines: Reader, name: str, body: bytes, reason: str) -> None:
    with pytest.raises(DocumentError) as refused:
        lines(name, body)
    assert refused.value.reason == reason


@pytest.mark.slow
def test_an_archive_that_unpacks_without_bound_is_refused(lines: Reader) -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (600 * 1024 * 1024))
    for name in ("a.docx", "a.xlsx", "a.pptx", "a.epub"):
        with pytest.raises(DocumentError, match="too large: it unpacks to more than 512 MiB"):
            lines(name, stream.getvalue())


def test_entities_of_an_e_book_are_not_expanded(lines: Reader) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><container>&b;</container>'
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("META-INF/container.xml", bomb)
    with pytest.raises(DocumentError, match="declares entities"):
        lines("a.epub", stream.getvalue())


BODIES = {
    "a.docx": minutes(),
    "a.epub": book({"a.xhtml": "<p>Old Amos slept.</p>"}, ["a.xhtml"]),
    "a.eml": bytes(mail("I sold the mill.\n", "<p>other</p>")),
    "a.csv": b"Name,Age\nAnna,7\n",
    "a.srt": b"1\n00:00:01,000 --> 00:00:04,000\nRama slept.\n",
    "a.rst": b"Title\n=====\n\nAnna *sold* it. |x|\n\n==== ====\nA    B\n==== ====\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
@given(data=st.data())
@settings(max_examples=25)
def test_damaged_files_are_read_or_refused(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Bytes that are changed, cut or doubled cost the file, never the reader."""
    body = bytearray(BODIES[name])
    for _ in range(data.draw(st.integers(1, 6))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / f"damaged-{name}"
    path.write_bytes(bytes(body[: data.draw(st.integers(1, len(body)))]) if data.draw(st.booleans()) else bytes(body))
    try:
        assert all(line.text for line in read_document(path, name).lines)
    except DocumentError as error:
        assert error.reason
