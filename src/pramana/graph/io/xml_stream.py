"""XML read as it comes, from anyone: no document type, so no entities; bounded depth, bounded texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol
from xml.parsers import expat

from pramana.errors import GraphFileError

CHUNK = 1 << 16
DEEPEST = 100
LONGEST_TEXT = 64 << 20
"""In bytes of the file: of one text, one attribute or one tag."""


class Fault(ValueError):
    """Something is wrong with the element that is being read. The stream adds where."""


class Handler(Protocol):
    """What is told of the elements. Names come without their namespace; attributes of a namespace as `URI name`."""

    texts: frozenset[str]
    """The elements whose own text is wanted."""

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None: ...

    def end(self, tag: str, text: str, line: int) -> None:
        """`text` is what stands directly in the element, "" where it is not wanted."""


def parse_xml(path: Path, handler: Handler) -> None:
    """Read a file, and tell `handler` of every element.

    Raises GraphFileError, with line and column, where it is no well-formed XML, has a document type, or is deeper or
    longer than the bounds; and for every Fault of the handler.
    """
    stream = _Stream(handler)
    try:
        with path.open("rb") as file:
            stream.read(file)
    except OSError as error:
        raise GraphFileError(path, f"cannot be read: {error.strerror}") from error
    except expat.ExpatError as error:
        reason = f"is no well-formed XML: {expat.errors.messages[error.code]}"
        raise GraphFileError(path, reason, line=error.lineno, column=error.offset + 1) from error
    except Fault as error:
        line, column = stream.position()
        raise GraphFileError(path, str(error), line=line, column=column) from error
    except (LookupError, ValueError) as error:  # an encoding that Python does not know, or that is no table of bytes
        raise GraphFileError(path, f"is in an encoding that cannot be read: {error}") from error


class _Stream:
    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._open: list[tuple[str, list[str] | None]] = []
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._pending = 0

    def position(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def read(self, file: object) -> None:
        fed = 0
        while chunk := file.read(CHUNK):  # type: ignore[attr-defined]
            self._parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - max(self._parser.CurrentByteIndex, 0) > LONGEST_TEXT:
                raise Fault(f"holds a tag of more than {LONGEST_TEXT:,} bytes")
        self._parser.Parse(b"", True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        if len(self._open) >= DEEPEST:
            raise Fault(f"is nested deeper than {DEEPEST} elements")
        self._open.append((tag, [] if tag in self._handler.texts else None))
        self._pending = 0
        self._handler.start(tag, attributes, self._parser.CurrentLineNumber)

    def _end(self, name: str) -> None:
        tag, parts = self._open.pop()
        self._pending = 0
        self._handler.end(tag, "".join(parts) if parts else "", self._parser.CurrentLineNumber)

    def _text(self, text: str) -> None:
        parts = self._open[-1][1]
        if parts is not None:
            self._pending += len(text)
            if self._pending > LONGEST_TEXT:
                raise Fault(f"holds a text of more than {LONGEST_TEXT:,} characters")
            parts.append(text)

    def _refuse_doctype(self, *_: object) -> None:
        raise Fault("has a document type (<!DOCTYPE …>), which is refused: it could name entities and other files")
