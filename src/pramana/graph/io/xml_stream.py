"""A streaming parser for untrusted XML: no document type, hence no entities; bounded depth and text length."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol
from xml.parsers import expat

from pramana.errors import GraphFileError

CHUNK = 1 << 16
"""Bytes read at a time."""

DEEPEST = 100
"""Nested elements: GraphML and GEXF need fewer than ten. Chosen by hand."""

LONGEST_TEXT = 64 << 20
"""In bytes of the file: the bound of one text, one attribute or one tag. Chosen by hand."""


class XmlFault(ValueError):
    """The element that is being read is invalid. The stream adds the position."""


class Handler(Protocol):
    """Receives the elements. Names come without their namespace; attributes with a namespace as `URI name`."""

    texts: frozenset[str]
    """The elements whose text is needed."""

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None: ...

    def end(self, tag: str, text: str, line: int) -> None:
        """`text` is the text directly in the element, "" if it is not needed."""


def parse_xml(path: Path, handler: Handler) -> None:
    """Read a file and pass every element to `handler`.

    Raises GraphFileError, with line and column, if the XML is not well-formed, has a document type, or exceeds the
    bounds of depth and length; and for every Fault of the handler.
    """
    stream = _Stream(handler)
    try:
        with path.open("rb") as file:
            stream.read(file)
    except OSError as error:
        raise GraphFileError(path, f"cannot be read: {error.strerror}") from error
    except expat.ExpatError as error:
        reason = f"not well-formed XML: {expat.errors.messages[error.code]}"
        raise GraphFileError(path, reason, line=error.lineno, column=error.offset + 1) from error
    except XmlFault as error:
        line, column = stream.position()
        raise GraphFileError(path, str(error), line=line, column=column) from error
    except (LookupError, ValueError) as error:  # an encoding that Python lacks or expat rejects
        raise GraphFileError(path, f"unsupported encoding: {error}") from error


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
                raise XmlFault(f"has a tag of more than {LONGEST_TEXT:,} bytes")
        self._parser.Parse(b"", True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        if len(self._open) >= DEEPEST:
            raise XmlFault(f"is nested deeper than {DEEPEST} elements")
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
                raise XmlFault(f"has a text of more than {LONGEST_TEXT:,} characters")
            parts.append(text)

    def _refuse_doctype(self, *_: object) -> None:
        raise XmlFault(
            "has a document type (<!DOCTYPE …>), which is refused: it could refer to entities and other files"
        )
