"""Word files: paragraphs, rows of tables, footnotes and endnotes, by python-docx. Needs the extra `office`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pramana.documents.loader import Loader, Page, Part, known_date
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import Row, one_line, records
from pramana.documents.zipped import opening_office

if TYPE_CHECKING:
    from docx.document import Document

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_WRITTEN = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_SKIPPED = frozenset((_FALLBACK, f"{_W}del", f"{_W}moveFrom"))
"""Text that is there twice, or that a tracked change has removed."""
_TEMPLATE_DAY = "2013-12-23"
"""Of the template with which python-docx begins: files that it made say so of themselves."""


def parts(body: bytes) -> Iterator[Page]:
    """Yield the paragraphs and rows of a Word file, then its notes. Raises Unusable."""
    with opening_office(body, ".docx", "a Word file") as file:
        import docx

        document = docx.Document(file)
    yield from _body_parts(document)
    for kind in ("footnote", "endnote"):
        yield from _notes(document, kind)
    yield from known_date(_creation_day(document))


def _creation_day(document: Document) -> str:
    """Return the day on which a file was created, "" where its metadata do not say."""
    try:
        created = document.core_properties.created
    except Exception:  # broken metadata
        return ""
    day = "" if created is None else created.date().isoformat()
    return "" if day == _TEMPLATE_DAY else day


def _body_parts(document: Document) -> Iterator[Part]:
    paragraphs = tables = 0
    for element in _blocks(document.element.body):
        if element.tag == f"{_W}p":
            paragraphs += 1
            text = _text(element)
            if text.strip():
                yield Part(f"{text.strip()}\n", f"paragraph {paragraphs}")
        else:
            tables += 1
            yield from records(_rows(element), f"table {tables}, ")


def _blocks(element: Any) -> Iterator[Any]:
    """Yield the paragraphs and tables of a body, in order, those within content controls too."""
    for child in element:
        if child.tag in (f"{_W}p", f"{_W}tbl"):
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}moveTo"):
            yield from _blocks(child)


def _rows(table: Any) -> Iterator[Row]:
    for number, row in enumerate(_children(table, "tr"), 1):
        cells = [one_line(" ".join(map(_text, _paragraphs(cell)))) for cell in _children(row, "tc")]
        if any(cells):
            yield Row(number, cells)


def _children(element: Any, name: str) -> Iterator[Any]:
    """Yield the rows of a table, or the cells of a row, those within content controls too."""
    for child in element:
        if child.tag == f"{_W}{name}":
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins"):
            yield from _children(child, name)


def _paragraphs(element: Any) -> Iterator[Any]:
    for paragraph in element.iter(f"{_W}p"):
        if not any(above.tag in _SKIPPED for above in paragraph.iterancestors()):
            yield paragraph


def _text(paragraph: Any) -> str:
    """Return what a paragraph says, without what tracked changes have removed; line ends stay. No recursion."""
    pieces: list[str] = []
    waiting = [paragraph]
    while waiting:
        element = waiting.pop()
        if element.tag in _SKIPPED:
            continue
        if element.tag == f"{_W}t":
            pieces.append(element.text or "")
        elif element.tag in _WRITTEN:
            pieces.append(_WRITTEN[element.tag])
        elif element.tag == f"{_W}p" and element is not paragraph and pieces:
            pieces.append("\n")  # a text box
        waiting += reversed(element)
    return "".join(pieces)


def _notes(document: Document, kind: str) -> Iterator[Part]:
    from docx.oxml.parser import parse_xml

    for relation in document.part.rels.values():
        if relation.is_external or not relation.reltype.endswith(f"/{kind}s"):
            continue
        number = 0
        for note in parse_xml(relation.target_part.blob).iter(f"{_W}{kind}"):
            text = one_line(" ".join(map(_text, _paragraphs(note))))
            if text and note.get(f"{_W}type") is None:  # others are separators
                number += 1
                yield Part(f"{text}\n", f"{kind} {number}")


PLUGIN = Loader((".docx",), parts, unwrapped_blocks, sandboxed=True, seconds=30, seconds_per_mib=10, memory_per_byte=40)
