"""reStructuredText, by docutils: headings, paragraphs, list items, rows of tables. Needs the extra `rst`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Unusable
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import one_line

MISSING = "reading reStructuredText needs more: pip install 'pramana[rst]'"
_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": "",
    "traceback": True,
    "line_length_limit": 100_000,
}
"""No file is read for a directive, and nothing is printed."""


def pages(body: bytes) -> Iterator[str]:
    """Yield the text of a document, its blocks parted by empty lines. Raises Undecodable, Unusable."""
    try:
        from docutils.core import publish_doctree
    except ImportError:
        raise Unusable(MISSING) from None
    try:
        tree = publish_doctree(decode(body), settings_overrides=_SETTINGS)
    except (RecursionError, AttributeError, AssertionError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Unusable(f"broken: docutils cannot read it ({type(error).__name__})") from None
    yield "\n\n".join(_texts(tree))


def _texts(tree: Any) -> Iterator[str]:
    """Yield the text of each block; comments, substitutions and messages of the parser are left out."""
    from docutils import nodes

    unread = (nodes.comment, nodes.system_message, nodes.substitution_definition, nodes.raw, nodes.target)
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, unread):
            continue
        if isinstance(node, nodes.row):
            yield " | ".join(text for cell in node.children if (text := one_line(cell.astext())))
        elif isinstance(node, nodes.literal_block):
            yield node.astext()
        elif isinstance(node, nodes.TextElement):
            yield one_line(node.astext())
        else:
            waiting += reversed(node.children)


PLUGIN = Loader(
    (".rst",),
    pages,
    unwrapped_blocks,
    is_text=True,
    sandboxed=True,
    seconds=20,
    seconds_per_mib=30,
    memory_per_byte=100,
)
