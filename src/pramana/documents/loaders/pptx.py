"""PowerPoint files: the texts of each slide, then its notes, by python-pptx. Needs the extra `office`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.documents.loader import Loader, Part
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import one_line
from pramana.documents.zipped import opening_office


def parts(body: bytes) -> Iterator[Part]:
    """Yield the text of each slide, a paragraph a line, then the text of its notes. Raises Unusable."""
    with opening_office(body, ".pptx", "a PowerPoint file") as file:
        import pptx

        presentation = pptx.Presentation(file)
    for number, slide in enumerate(presentation.slides, 1):
        yield _part(_shape_texts(slide.shapes), f"slide {number}")
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            yield _part(_frame_texts(slide.notes_slide.notes_text_frame), f"slide {number}, notes")


def _part(texts: Iterator[str], place: str) -> Part:
    return Part("\n\n".join(text for text in texts if text) + "\n", place)


def _shape_texts(shapes: Any) -> Iterator[str]:
    """Yield the paragraphs and table rows of shapes, in the order in which they were drawn. No recursion."""
    waiting = list(reversed(list(shapes)))
    while waiting:
        shape = waiting.pop()
        if hasattr(shape, "shapes"):
            waiting += reversed(list(shape.shapes))
        elif getattr(shape, "has_table", False):
            for row in shape.table.rows:
                yield " | ".join(text for cell in row.cells if (text := one_line(cell.text)))
        elif shape.has_text_frame:
            yield from _frame_texts(shape.text_frame)


def _frame_texts(frame: Any) -> Iterator[str]:
    for paragraph in frame.paragraphs:
        yield one_line(paragraph.text)


PLUGIN = Loader((".pptx",), parts, unwrapped_blocks, sandboxed=True, seconds=30, seconds_per_mib=10, memory_per_byte=20)
