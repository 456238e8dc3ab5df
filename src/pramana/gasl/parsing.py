"""Text to commands, by the grammar beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from lark import Lark, UnexpectedInput

from pramana.errors import ParseError
from pramana.expr.conditions.parsing import Refused, stop_of
from pramana.gasl.blocks import Located, parse_blocks
from pramana.gasl.building import CommandBuilder
from pramana.gasl.diagnosis import explain
from pramana.gasl.tree import GASLNode

MAX_LENGTH = 100_000
"""Code points in a command."""
MAX_NESTED = 32
"""Commands within each other: THEN and ELSE."""


class GASLParser:
    """Reads commands. It keeps nothing between them."""

    def parse(self, command: str) -> GASLNode:
        """Return the tree of one command, or of one TRY block over several lines.

        Raises ParseError with the place, what was expected and a spelling that works.
        """
        located = parse_blocks([command], self._one)
        if len(located) != 1:
            problem = "this is no command." if not located else "these are several commands; give one at a time."
            raise ParseError(problem, command, 0, expected=("one command",), example="FIND nodes LIMIT 5 AS some")
        return located[0].node

    def parse_script(self, entries: Sequence[str]) -> list[Located]:
        """Return the commands of a plan's entries or of a file's lines, comments left out and blocks gathered.

        Raises ParseError.
        """
        return parse_blocks(entries, self._one)

    def _one(self, text: str) -> GASLNode:
        if len(text) > MAX_LENGTH:
            problem = f"a command has at most {MAX_LENGTH:,} characters, this one has {len(text):,}."
            raise ParseError(problem, text, MAX_LENGTH)
        if text.upper().count("THEN") > MAX_NESTED:
            raise ParseError(f"commands stand at most {MAX_NESTED} deep in each other.", text, 0)
        try:
            node: GASLNode = parser().parse(text)  # type: ignore[assignment]
        except Refused as refused:
            raise ParseError(
                refused.problem[0].upper() + refused.problem[1:],
                text,
                refused.position,
                expected=refused.expected,
                found=refused.found,
                example=refused.example,
            ) from None
        except UnexpectedInput as error:
            raise explain(text, stop_of(error)) from None
        return node


@cache
def parser() -> Lark:
    """Return the parser of one command: GASL's rules and those of conditions, read as one grammar."""
    commands = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    conditions = files("pramana.expr.conditions").joinpath("grammar.lark").read_text("utf-8")
    grammar = commands + conditions.replace("?start: disjunction", "")
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=CommandBuilder(), maybe_placeholders=False)
