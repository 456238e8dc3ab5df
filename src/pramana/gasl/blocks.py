"""From lines to commands: comments, blank lines, and TRY blocks over several lines or plan entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pramana.errors import ParseError
from pramana.gasl.tree import GASLNode, TryNode

MAX_DEPTH = 32
"""How deep TRY blocks stand in each other."""
EXAMPLE = "TRY\nFIND nodes AS n\nCATCH ANY\nFIND edges AS n\nEND"

_MARK = re.compile(r"[ \t]*(?ai:(TRY|CATCH(?:[ \t]+ANY)?|FINALLY|END))(?!\w)[ \t]*")
_COMMENT = re.compile(r"[ \t]*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Located:
    """A command with where it began: the entry and the line in it, both from 0."""

    node: GASLNode
    source: str
    entry: int
    line: int


Parse = Callable[[str], GASLNode]


def parse_blocks(entries: Sequence[str], parse: Parse) -> list[Located]:
    """Return the commands of plan entries or of the lines of a file, TRY blocks gathered. Raises ParseError.

    An entry without a line that begins a block is one command, however many lines it has.
    """
    reader = _Reader([line for number, entry in enumerate(entries) for line in _lines(entry, number)], parse)
    commands = reader.commands(0)
    if reader.ahead is not None:
        mark = reader.ahead.mark
        raise ParseError(f"{mark} stands outside a TRY.", reader.ahead.text, 0, found=mark, example=EXAMPLE)
    return commands


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: the mark that it begins with (`TRY`, `CATCH`, `FINALLY`, `END` or ""), and what follows."""

    mark: str
    rest: str
    text: str
    entry: int
    line: int


class _Reader:
    def __init__(self, lines: list[_Line], parse: Parse) -> None:
        self._lines = lines
        self._parse = parse
        self._at = 0

    @property
    def ahead(self) -> _Line | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def commands(self, depth: int) -> list[Located]:
        """Read up to a mark that ends a part of a block, or to the end."""
        found: list[Located] = []
        while (line := self.ahead) is not None and line.mark in ("", "TRY"):
            self._at += 1
            if line.mark:
                node: GASLNode = self._block(line, depth + 1)
            else:
                node = self._parse(line.rest)
            found.append(Located(node, line.text, line.entry, line.line))
        return found

    def _block(self, opening: _Line, depth: int) -> TryNode:
        if depth > MAX_DEPTH:
            raise ParseError(f"TRY blocks stand at most {MAX_DEPTH} deep in each other.", opening.text, 0, found="TRY")
        parts: dict[str, tuple[GASLNode, ...]] = {"TRY": self._part(depth)}
        while (line := self.ahead) is not None and line.mark != "END":
            if line.mark in parts or (line.mark == "CATCH" and "FINALLY" in parts):
                problem = f"{line.mark} cannot stand here: a block is TRY, CATCH ANY, FINALLY, END, each once."
                raise ParseError(problem, line.text, 0, found=line.mark, example=EXAMPLE)
            self._at += 1
            parts[line.mark] = self._part(depth)
        if self.ahead is None:
            raise ParseError("this TRY has no END.", opening.text, 0, found="TRY", expected=("END",), example=EXAMPLE)
        self._at += 1
        return TryNode(parts["TRY"], parts.get("CATCH"), parts.get("FINALLY"))

    def _part(self, depth: int) -> tuple[GASLNode, ...]:
        return tuple(located.node for located in self.commands(depth))


def _lines(entry: str, number: int) -> list[_Line]:
    lines = entry.splitlines()
    if not any(map(_MARK.match, lines)):
        kept = [line for line in lines if not _COMMENT.fullmatch(line)]
        return [_Line("", "\n".join(kept), entry, number, 0)] if kept else []
    found: list[_Line] = []
    for index, text in enumerate(lines):
        if _COMMENT.fullmatch(text):
            continue
        mark = _MARK.match(text)
        if mark is None:
            found.append(_Line("", text, text, number, index))
            continue
        word, rest = mark[1].upper().split()[0], text[mark.end() :]
        found.append(_Line(word, "", text, number, index))
        if rest and not _COMMENT.fullmatch(rest):
            found.extend(_line for _line in _after(word, rest, text, number, index))
    return found


def _after(word: str, rest: str, text: str, number: int, index: int) -> list[_Line]:
    if word == "END":
        position = len(text) - len(rest)
        raise ParseError("nothing follows END on its line.", text, position, found=rest, example=EXAMPLE)
    return [_Line("", rest, text, number, index)]
