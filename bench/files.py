"""Forty files of sixteen kinds, as people have them: what was read of each. `python bench/files.py [--markdown]`.

Each file is made here, by the library that people's tools use where there is one, and holds `TEXT` in the way of its
kind, or is one that cannot be read. Printed are the lines, how many of the three facts of `TEXT` are among them whole,
and how the first one begins; else the reason that the program gives. Exit code 1 where a file that ought to be read is
not, or the other way round. Needs the extras `office` and `rst`.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from pramana.documents import LoadedDocument, load_and_refine_documents

TEXT = (
    "Fjord Logistics bought the cold store in Leith in March 2024.",
    "Tyler Brooks voted against the lease because the rent was too high.",
    "The board did not approve the bonus for the directors.",
)
PROSE = " ".join(TEXT)
ROWS = [["Company", "City", "Rent"], ["Fjord Logistics", "Leith", "180000"], ["Harbour Foods", "Aberdeen", "95000"]]


@dataclass(frozen=True)
class Sample:
    """A file: its name, what is special about it, its bytes, whether it ought to be read, and whether it holds TEXT."""

    name: str
    about: str
    body: bytes
    readable: bool = True
    facts: bool = True


def _bytes(write: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    write(stream)
    return stream.getvalue()


def _zip(files: dict[str, str]) -> bytes:
    def write(stream: io.BytesIO) -> None:
        with zipfile.ZipFile(stream, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)

    return _bytes(write)


def _docx(*, table: bool = False, headings: bool = False) -> bytes:
    import docx

    document = docx.Document()
    if headings:
        document.add_heading("Minutes", 1)
    for sentence in TEXT:
        document.add_paragraph(sentence, style="List Bullet" if headings else None)
    if table:
        shown = document.add_table(len(ROWS), 3)
        for row, cells in zip(ROWS, shown.rows, strict=True):
            for value, cell in zip(row, cells.cells, strict=True):
                cell.text = value
    return _bytes(document.save)


def _pptx() -> bytes:
    import pptx

    deck = pptx.Presentation()
    for sentence in TEXT:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = "Minutes"
        slide.placeholders[1].text = sentence
    return _bytes(deck.save)


def _xlsx(*, sentences: bool = False) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in [["Note"], *([sentence] for sentence in TEXT)] if sentences else ROWS:
        book.active.append(row)
    return _bytes(book.save)


def _pdf(pages: list[list[str]]) -> bytes:
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
    ]
    for at, lines in enumerate(pages):
        body = b"BT /F1 11 Tf 14 TL 72 720 Td %s ET" % b" ".join(
            b"(%s) Tj T*" % each.encode("cp1252") for each in lines
        )
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * at} 0 R"
        objects.append(f"{page} /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(body), body))
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return out + end + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))


def _mail(*, html: bool = False) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ann@example.org", "bo@example.org", "The store"
    message["Date"] = "Thu, 14 Mar 2024 09:00:00 +0000"
    message.set_content(f"<p>{PROSE}</p>" if html else PROSE, subtype="html" if html else "plain")
    return message


def _epub() -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" '
        'media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest><item id="a" href="a.xhtml" '
        'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>'
    )
    return _zip(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "b.opf": package,
            "a.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{PROSE}</p></body></html>',
        }
    )


def _captions(sign: str) -> str:
    cues = enumerate(TEXT, 1)
    return "\n".join(f"{at}\n00:00:0{at}{sign}000 --> 00:00:0{at}{sign}900\n{said}\n" for at, said in cues)


def _table(separator: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(ROWS)
    return out.getvalue().encode()


def samples() -> list[Sample]:
    """Return the files, in the order in which they are shown."""
    wrapped = PROSE.replace(" because", "\nbecause").replace(" bonus", "\nbonus")
    page = f"<!doctype html><nav>Home</nav><main><h1>Minutes</h1><p>{PROSE}</p></main><script>alert(1)</script>"
    box = b"".join(b"From ann@example.org\n" + bytes(_mail(html=html)) + b"\n" for html in (False, True))
    column = [
        "Fjord Logistics bought the cold store in Leith in",
        "March 2024. Tyler Brooks voted against the lease be-",
    ]
    column += ["cause the rent was too high. The board did not", "approve the bonus for the directors."]
    headed = [["Annual report", line, str(at)] for at, line in enumerate(TEXT, 1)]
    records = "".join(f"{json.dumps({'note': each})}\n" for each in TEXT)
    return [
        Sample("plain.txt", "UTF-8", PROSE.encode()),
        Sample("wrapped.txt", "lines wrapped within sentences", wrapped.encode()),
        Sample(
            "windows.txt",
            "Windows line ends, byte order mark",
            b"\xef\xbb\xbf" + wrapped.replace("\n", "\r\n").encode(),
        ),
        Sample("utf16.txt", "UTF-16 with its mark", PROSE.encode("utf-16")),
        Sample("latin.txt", "Latin-1, not declared", ("Café: " + PROSE).encode("latin-1"), readable=False),
        Sample("empty.txt", "no bytes", b"", readable=False),
        Sample("binary.txt", "bytes that are no text", bytes(range(256)) * 8, readable=False),
        Sample(
            "notes.md",
            "Markdown with a heading and a list",
            ("# Minutes\n\n" + "".join(f"- {t}\n" for t in TEXT)).encode(),
        ),
        Sample("front.md", "Markdown with front matter", f"---\ntitle: x\n---\n\n{PROSE}\n".encode()),
        Sample("code.md", "Markdown with a code block", f"{PROSE}\n\n```python\nprint(1)\n```\n".encode()),
        Sample("page.html", "a page with a menu and a script", page.encode()),
        Sample("list.htm", "paragraphs and a table", f"<p>{PROSE}</p><table><tr><td>1</td></tr></table>".encode()),
        Sample("broken.html", "tags that do not close", f"<p>{PROSE}<div><b>".encode()),
        Sample("report.pdf", "one column, hyphenated", _pdf([column])),
        Sample("headed.pdf", "three pages with heads and numbers", _pdf(headed)),
        Sample("scan.pdf", "no text layer", _pdf([[]]), readable=False),
        Sample("cut.pdf", "broken off in the middle", _pdf([column])[:300], readable=False),
        Sample("minutes.docx", "Word, a heading and bullets", _docx(headings=True)),
        Sample("plain.docx", "Word, paragraphs", _docx()),
        Sample("table.docx", "Word, paragraphs and a table", _docx(table=True)),
        Sample("fake.docx", "a text with the ending of Word", PROSE.encode(), readable=False),
        Sample("slides.pptx", "PowerPoint, three slides", _pptx()),
        Sample("rents.xlsx", "Excel, a table", _xlsx(), facts=False),
        Sample("notes.xlsx", "Excel, sentences in cells", _xlsx(sentences=True)),
        Sample("rents.csv", "a table with commas", _table(","), facts=False),
        Sample("semicolons.csv", "a table with semicolons", _table(";"), facts=False),
        Sample("rents.tsv", "a table with tabs", _table("\t"), facts=False),
        Sample("records.jsonl", "an object a line", records.encode()),
        Sample("cut.jsonl", "the last line is cut", (records + '{"note": "cu').encode(), readable=False),
        Sample("mail.eml", "a plain mail", bytes(_mail())),
        Sample("html.eml", "a mail in HTML", bytes(_mail(html=True))),
        Sample("box.mbox", "two mails", box),
        Sample("book.epub", "an e-book", _epub()),
        Sample("bomb.epub", "a ZIP that is no e-book", _zip({"a.txt": "x"}), readable=False),
        Sample("film.srt", "subtitles", _captions(",").encode()),
        Sample("talk.vtt", "a transcript", ("WEBVTT\n\n" + _captions(".")).encode()),
        Sample("manual.rst", "reStructuredText", ("Minutes\n=======\n\n" + PROSE + "\n").encode()),
        Sample("photo.png", "a picture", b"\x89PNG\r\n\x1a\n" + bytes(64), readable=False),
        Sample("old.doc", "Word before 2007", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64), readable=False),
        Sample("archive.zip", "an archive", _zip({"a.txt": PROSE}), readable=False),
    ]


def read_of(document: LoadedDocument | None) -> str:
    """Return in words what was read of a file."""
    if document is None:
        return ""
    lines = [line.text for line in document.lines]
    whole = sum(any(fact in line for line in lines) for fact in TEXT)
    return f"{len(lines)} lines, {whole} of 3 facts whole; the first: {lines[0][:60]!r}"


def main() -> int:
    """Write the files, read them, and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--markdown", action="store_true", help="print a table for the documentation")
    markdown = parser.parse_args().markdown
    made, wrong = samples(), 0
    with tempfile.TemporaryDirectory() as home:
        for sample in made:
            (Path(home) / sample.name).write_bytes(sample.body)
        loaded = load_and_refine_documents(Path(home))
    read = {document.doc_id: document for document in loaded.documents}
    reasons = {Path(each.path).name: f"passed over: {each.reason}" for each in loaded.skipped}
    reasons |= {
        Path(str(each).split(": ")[0]).name: f"refused: {str(each).split(': ', 1)[1]}" for each in loaded.refused
    }
    for sample in made:
        said = read_of(read.get(sample.name)) or reasons.get(sample.name, "not named")
        whole = not sample.facts or "3 of 3" in said
        right = (sample.name in read) == sample.readable and said != "not named" and (whole or not sample.readable)
        wrong += not right
        row = (sample.name, sample.about, said if right else f"WRONG {said}")
        print("| " + " | ".join(row) + " |" if markdown else "  ".join(row))
    kinds = len({Path(sample.name).suffix for sample in made if sample.readable})
    print(f"{len(made)} files, {kinds} kinds that are read; {wrong} not as they ought to be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
