"""Markdown cut into blocks: headings, paragraphs, list items, quotations, table rows, lines of code.

What marks structure or emphasis is left out of a block's parts; nothing else is. Not a renderer: what CommonMark calls
a paragraph is one block here, and code is kept line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.documents.blocks import Block, Range
from pramana.documents.dating import front_matter_date
from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Page, known_date
from pramana.documents.plain import LONGEST_BLOCK, bounded_blocks

_ROW = re.compile(r"[^\n\r]*(?:\r\n?|\n)|[^\n\r]+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)")
_CLOSING_HASHES = re.compile(r"(?<!\S)#+\s*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)\s*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"\s{0,40}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$)")
_DELIMITER = frozenset("|-: \t")
_DEFINITION = re.compile(r" {0,3}\[[^\]]{1,200}\]:[ \t]*\S+.{0,300}$")
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\r?\n.{0,20000}?^(?:\1|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)

# Inline markup: the named groups are what stays. Every repeat is bounded, so hostile text costs linear time.
_INLINE = re.compile(
    r"(?P<ticks>`{1,3})(?P<code>[^`]{1,500})(?P=ticks)"
    r"|!?\[(?P<link>[^\[\]]{0,300})\](?:\([^()\s]{0,500}(?:\s{1,9}[\"'][^\"'()]{0,200}[\"'])?\)|\[[^\[\]]{0,200}\])"
    r"|<(?P<address>(?:https?|mailto):[^<>\s]{1,500})>"
    r"|(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])"
    r"|(?<![\w_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\w_])"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|<!--[\s\S]{0,2000}?-->"
)


def blocks(source: str) -> Iterator[Block]:
    """Yield the blocks of a Markdown source, in order. Front matter is left out."""
    front = _FRONT_MATTER.match(source)
    scanner = _Scanner(source)
    for match in _ROW.finditer(source, front.end() if front else 0):
        yield from scanner.row(*match.span())
    yield from scanner.finish_paragraph()


class _Scanner:
    """Reads rows; holds the paragraph that is not finished, the fence that is not closed, the depth of quotation."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._paragraph: list[Range] = []
        self._length = 0
        self._fence = ""
        self._depth = 0

    def row(self, start: int, end: int) -> Iterator[Block]:
        quoted = None if self._fence and not self._depth else _QUOTE.match(self._source, start, end)
        inner = quoted.end() if quoted else start
        text = self._source[inner:end].rstrip("\r\n")
        fence = _FENCE.match(text)
        if self._fence:
            yield from self._code(text, inner, end, fence)
            return
        depth = quoted[0].count(">") if quoted else 0
        if depth != self._depth and not (depth == 0 and self._paragraph and text.strip()):
            yield from self.finish_paragraph()
            self._depth = depth
        if fence:
            yield from self.finish_paragraph()
            self._fence = fence[1]
        else:
            yield from self._line(text, inner, end)

    def _code(self, text: str, start: int, end: int, fence: re.Match[str] | None) -> Iterator[Block]:
        if fence and fence[1].startswith(self._fence) and not text[fence.end() :].strip():
            self._fence = ""
        elif text.strip():
            yield from bounded_blocks(self._source, start, end)

    def _line(self, text: str, start: int, end: int) -> Iterator[Block]:
        nothing = self._is_markup(text)
        heading, item = _HEADING.match(text), _ITEM.match(text)
        row = not nothing and text.strip().startswith("|")
        if nothing or heading or item or row:
            yield from self.finish_paragraph()
        if heading:
            hashes = _CLOSING_HASHES.search(text, heading.end())
            yield from self._text(start + heading.end(), start + hashes.start() if hashes else end)
        elif row:
            first = start + text.index("|") + 1
            yield from self._text(first, max(first, start + len(text.rstrip(" \t|"))))
        elif not nothing:
            yield from self._text(start + item.end() if item else start, end)
        if heading or row:
            yield from self.finish_paragraph()

    def _is_markup(self, text: str) -> bool:
        """Return whether the row holds no text: blank, an underline, a rule (of a table too), a link's address."""
        if not text.strip() or (self._paragraph and _UNDERLINE.match(text)):
            return True
        if "|" in text and "-" in text and _DELIMITER.issuperset(text):
            return True
        return bool(_RULE.match(text) or _DEFINITION.match(text))

    def _text(self, start: int, end: int) -> Iterator[Block]:
        """Add to the paragraph; yield it first if it would become too long."""
        for ((first, last),) in bounded_blocks(self._source, start, end):
            if self._length + last - first > LONGEST_BLOCK:
                yield from self.finish_paragraph()
            self._paragraph.append((first, last))
            self._length += last - first

    def finish_paragraph(self) -> Iterator[Block]:
        """Yield the paragraph gathered so far, if there is one, without its inline markup."""
        if self._paragraph:
            yield _without_markup(self._source, self._paragraph)
        self._paragraph = []
        self._length = 0


def _without_markup(source: str, parts: list[Range]) -> Block:
    """Return the parts, less their markup."""
    raw = "".join([source[start:end] for start, end in parts])
    block: list[Range] = []
    kept = _unmarked_ranges(raw)
    stretch = next(kept, None)
    at = 0  # where in raw the part begins
    for start, end in parts:
        after = at + end - start
        while stretch and stretch[0] < after:
            first, last = max(stretch[0], at), min(stretch[1], after)
            block.append((start + first - at, start + last - at))
            if stretch[1] > after:
                break
            stretch = next(kept, None)
        at = after
    return tuple(block)


def _unmarked_ranges(raw: str) -> Iterator[Range]:
    """Yield the stretches of a paragraph that are not markup, in order, none empty."""
    done = 0
    for start, end in sorted(_markup(raw)):
        if start > done:
            yield done, start
        done = max(done, end)
    if done < len(raw):
        yield done, len(raw)


def _markup(raw: str) -> Iterator[Range]:
    at = 0
    while match := _INLINE.search(raw, at):
        at = match.end()
        if match.lastgroup is None:
            yield match.span()
            continue
        first, last = match.span(match.lastgroup)
        yield match.start(), first
        yield last, match.end()
        if match.lastgroup == "link":
            at = first  # the text of a link may hold emphasis


def _pages(body: bytes) -> list[Page]:
    text = decode(body)
    return [text, *known_date(front_matter_date(text))]


PLUGIN = Loader((".md", ".markdown"), _pages, blocks, is_text=True)
