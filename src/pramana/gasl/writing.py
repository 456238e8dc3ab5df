"""Commands to text, in the canonical spelling: the parser reads it as an equal tree."""

from __future__ import annotations

from pramana.gasl.commands import command_of
from pramana.gasl.tree import GASLNode


def write_command(node: GASLNode) -> str:
    """Return the one canonical text of a command; a block's is several lines.

    >>> from pramana.gasl.parsing import GASLParser
    >>> write_command(GASLParser().parse("find nodes where a='x' as n"))
    'FIND nodes WHERE a = "x" AS n'
    """
    return command_of(node).text(node, write_command)
