"""HTML to plain text: what a reader sees, a blank line between blocks. Offsets of lines count in this text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pramana.documents.dating import page_date
from pramana.documents.decode import declared_encoding, decode
from pramana.documents.html_tags import DEEPEST, check_tags, too_deep
from pramana.documents.loader import MIB, Loader, Page, known_date
from pramana.documents.plain import unwrapped_blocks

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


_UNREAD = _names(
    "script style noscript template head nav svg math iframe object canvas audio video select button textarea "
    "datalist rp rt"
)
_INLINE = _names(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark nobr output q ruby "
    "s samp small span strike strong sub sup time tt u var wbr rb meter progress picture source"
)
_SPACE = re.compile(r"[ \t\n\r\f]+")


def plain_text(page: str) -> str:
    """Return the text of a page: entities decoded, white space folded, the cells of a row parted by ` | `.

    Blocks are parted by an empty line, `<br>` is one line end, `<pre>` keeps its own. Raises Unusable for a page
    that nests its elements deeper than DEEPEST, or has a tag with more than MOST_ATTRIBUTES.
    """
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError  # only where a page is read

    check_tags(page)
    try:
        root = LexborHTMLParser(page).root
    except SelectolaxError:  # any text is HTML: the parser fails only where it gets no memory
        raise MemoryError from None
    return _TextGatherer().of(root) if root is not None else ""


_OUTER = 2
"""Levels that every page has: `html` and `body`."""


class _TextGatherer:
    """Gathers text in document order: finished blocks, and the pieces of the one that is open."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._pieces: list[str] = []

    def of(self, root: LexborNode) -> str:
        for node, entered, preformatted in _walk(root):
            if node.is_text_node:
                text = node.text_content or ""
                self._pieces.append(text if preformatted else _SPACE.sub(" ", text))
            elif node.tag == "br":
                self._pieces.append("\n" if entered else "")
            elif node.tag in ("td", "th"):
                self._pieces.append("" if entered else " | ")
            elif node.tag not in _INLINE:
                self._close()
        self._close()
        return "\n\n".join(self._blocks)

    def _close(self) -> None:
        rows = "".join(self._pieces).split("\n")
        self._pieces.clear()
        text = "\n".join(row.rstrip() for row in rows).strip("\n").removesuffix(" |")
        if text.strip():
            self._blocks.append(text)


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool, bool]]:
    """Yield (node, entered or left, inside `<pre>`) of all that is read. A text is entered only. No recursion.

    Raises Unusable where the parser's own tree is deeper than DEEPEST: `check_tags` does not know every rule by which
    a parser nests elements.
    """
    stack: list[tuple[LexborNode, bool]] = [(root, True)]
    preformatted = depth = 0
    while stack:
        node, entered = stack.pop()
        if node.is_text_node:
            yield node, True, preformatted > 0
        elif node.is_element_node and not _is_unread(node):
            change = 1 if entered else -1
            depth += change
            if depth > DEEPEST + _OUTER:
                raise too_deep()
            preformatted += change if node.tag == "pre" else 0
            yield node, entered, preformatted > 0
            if entered:
                stack.append((node, False))
                stack += [(child, True) for child in reversed(_children(node))]


def _children(node: LexborNode) -> list[LexborNode]:
    children = []
    child = node.child
    while child is not None:
        children.append(child)
        child = child.next
    return children


def _is_unread(node: LexborNode) -> bool:
    return node.tag in _UNREAD or "hidden" in node.attributes


def _pages(body: bytes) -> list[Page]:
    page = decode(body, declared_encoding(body))
    return [plain_text(page), *known_date(page_date(page))]


PLUGIN = Loader(
    (".html", ".htm", ".xhtml"),
    _pages,
    unwrapped_blocks,
    most_bytes=32 * MIB,
    sandboxed=True,
    seconds=5,
    seconds_per_mib=2,
    memory_per_byte=30,
    is_text=True,
)
"""Reading a page takes 0.3 s for each MiB, and a table of numbers 35 bytes of memory for each byte. Some pages cost the
parser the square of their length whatever is counted before: formatting elements that every paragraph opens again."""
