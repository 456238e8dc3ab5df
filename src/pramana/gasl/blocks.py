"""From lines to commands: comments, blank lines, and TRY blocks over several lines or plan entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pramana.errors import ParseError
from pramana.gasl.commands.branch import TryNode
from pramana.gasl.tree import GASLNode

MAX_DEPTH = 32
"""How deep TRY blocks nest."""
EXAMPLE = "TRY\nFIND nodes AS n\nCATCH ANY\nFIND edges AS n\nEND"
PARTS = ("TRY", "CATCH ANY", "FINALLY", "END")

BLOCK_WORD = re.compile(r"[ \t]*(?ai:(TRY|CATCH(?:[ \t]+ANY)?|FINALLY|END))(?![\w.])[ \t\r]*")
"""What a line begins with that opens, parts or closes a block."""
_COMMENT = re.compile(r"\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Located:
    """A command, the text it was read from, and where it began: the entry and the line in it, both from 0."""

    node: GASLNode
    source: str
    entry: int
    line: int


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """What is wrong in an entry, from 0. The error's source is the entry: its line and column count in that."""

    entry: int
    error: ParseError


Parse = Callable[[str], GASLNode]


def is_comment(line: str) -> bool:
    """Say whether a line, without its break, holds no command: a comment, or nothing."""
    return _COMMENT.fullmatch(line) is not None


def parse_blocks(entries: Sequence[str], parse: Parse) -> tuple[list[Located], list[EntryProblem]]:
    """Return the commands of plan entries or of the lines of a file, TRY blocks gathered, and all that is wrong.

    An entry without a line that begins a block is one command, however many lines it has.
    """
    reader = _BlockReader(entries, parse)
    return reader.script(), reader.problems


@dataclass(frozen=True, slots=True)
class _ScriptLine:
    """A line: its mark (`TRY`, `CATCH`, `FINALLY`, `END`, or "" for a command), and where in the entry it begins."""

    mark: str
    command: str
    entry: int
    line: int
    start: int


class _BlockReader:
    def __init__(self, entries: Sequence[str], parse: Parse) -> None:
        self.problems: list[EntryProblem] = []
        self._entries = entries
        self._parse = parse
        self._lines = [line for number, entry in enumerate(entries) for line in _lines(entry, number)]
        self._at = 0

    def script(self) -> list[Located]:
        found = self._commands(0)
        while (line := self._ahead) is not None:
            self._blame(line, f"{line.mark} is outside a TRY.", found=line.mark, expected=("a command",))
            self._at += 1
            found += self._commands(0)
        return found

    @property
    def _ahead(self) -> _ScriptLine | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _commands(self, depth: int) -> list[Located]:
        """Read up to a mark that ends a part of a block, or to the end."""
        found: list[Located] = []
        while (line := self._ahead) is not None and line.mark in ("", "TRY"):
            first, self._at = self._at, self._at + 1
            node = self._block(line, depth + 1) if line.mark else self._command(line)
            if node is not None:
                found.append(Located(node, self._text(first), line.entry, line.line))
        return found

    def _command(self, line: _ScriptLine) -> GASLNode | None:
        try:
            return self._parse(line.command)
        except ParseError as error:
            self._blame(
                line,
                error.problem,
                error.position,
                found=error.found,
                expected=error.expected,
                nearest=error.nearest,
                example=error.example,
            )
            return None

    def _block(self, opening: _ScriptLine, depth: int) -> TryNode:
        if depth == MAX_DEPTH + 1:
            self._blame(opening, f"TRY blocks nest at most {MAX_DEPTH} deep.", found="TRY")
        if depth > MAX_DEPTH:
            return self._skip_block()
        parts: dict[str, tuple[GASLNode, ...]] = {"TRY": self._part(depth)}
        while (line := self._ahead) is not None and line.mark != "END":
            if line.mark in parts or (line.mark == "CATCH" and "FINALLY" in parts):
                problem = f"{line.mark} cannot be here: a block is TRY, CATCH ANY, FINALLY, END, each once."
                self._blame(line, problem, found=line.mark, expected=("END",))
            self._at += 1
            parts[line.mark] = self._part(depth)
        if self._ahead is None:
            self._blame(opening, "This TRY has no END.", found="TRY", expected=("CATCH ANY", "FINALLY", "END"))
        self._at += 1
        return TryNode(parts["TRY"], parts.get("CATCH"), parts.get("FINALLY"))

    def _skip_block(self) -> TryNode:
        """Pass over a block that is nested too deep, whatever is in it, without going deeper."""
        opened = 1
        while opened and (line := self._ahead) is not None:
            opened += {"TRY": 1, "END": -1}.get(line.mark, 0)
            self._at += 1
        return TryNode(())

    def _part(self, depth: int) -> tuple[GASLNode, ...]:
        return tuple(located.node for located in self._commands(depth))

    def _text(self, first: int) -> str:
        """Return the text from a line to the one read last: of a block, its whole lines."""
        lines = self._lines[first : self._at]
        if not lines[0].mark:
            return lines[0].command
        spans: dict[int, tuple[int, int]] = {}
        for line in lines:
            spans[line.entry] = spans.get(line.entry, (line.line, 0))[0], line.line + 1
        return "\n".join("\n".join(self._entries[at].split("\n")[slice(*span)]) for at, span in spans.items())

    def _blame(
        self,
        line: _ScriptLine,
        problem: str,
        position: int = 0,
        *,
        found: str,
        expected: Sequence[str] = (),
        nearest: Sequence[str] = (),
        example: str = EXAMPLE,
    ) -> None:
        entry = self._entries[line.entry]
        error = ParseError(
            problem, entry, line.start + position, expected=expected, found=found, nearest=nearest, example=example
        )
        self.problems.append(EntryProblem(line.entry, error))


def _lines(entry: str, number: int) -> Iterator[_ScriptLine]:
    lines = entry.split("\n")
    if not any(map(BLOCK_WORD.match, lines)):
        if not all(map(is_comment, lines)):
            yield _ScriptLine("", "\n".join(map(_blank_comment, lines)), number, 0, 0)
        return
    start = 0
    for index, text in enumerate(lines):
        mark = BLOCK_WORD.match(text)
        if mark is not None:
            yield _ScriptLine(mark[1].upper().split()[0], "", number, index, start + mark.start(1))
        rest = mark.end() if mark else 0
        if not _COMMENT.fullmatch(text, rest):
            yield _ScriptLine("", text[rest:], number, index, start + rest)
        start += len(text) + 1


def _blank_comment(line: str) -> str:
    """Return a line, a comment's signs all spaces: what follows keeps its place."""
    return " " * len(line) if is_comment(line) else line
