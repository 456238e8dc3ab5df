"""Text to commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from lark import Lark, UnexpectedInput

from pramana.errors import ConditionError, ParseError
from pramana.expr import MAX_LEAVES, ParserStop, RefusedToken, check_depth, predicate_leaves, stop_of
from pramana.gasl.blocks import EntryProblem, Located, parse_blocks
from pramana.gasl.building import command_builder, grammar
from pramana.gasl.commands import conditions_of
from pramana.gasl.diagnosis import example_for, explain
from pramana.gasl.tree import GASLNode

MAX_LENGTH = 100_000
"""Code points in a command."""


class GASLParser:
    """Reads commands. It keeps nothing between them."""

    def parse(self, command: str) -> GASLNode:
        """Return the tree of one command, or of one TRY block over several lines.

        Raises ParseError with the place, what was expected and a spelling that works.
        """
        return _parse_one(command)

    def parse_script(self, entries: Sequence[str]) -> list[Located]:
        """Return the commands of a plan's entries or of a file's lines, comments left out and blocks gathered.

        Raises ParseError: the first problem of `check`, with a note that names the entry, from 1.
        """
        located, problems = self.check(entries)
        if problems:
            error = problems[0].error
            if len(entries) > 1:
                error.add_note(f"In command {problems[0].entry + 1}.")
            raise error
        return located

    def check(self, entries: Sequence[str]) -> tuple[list[Located], list[EntryProblem]]:
        """Return the commands that can be read, and all that is wrong with the others, in order."""
        return parse_blocks(entries, _parse_command)


@lru_cache(maxsize=256)  # trees are frozen; finding the blocks of a line takes longer than to look it up
def _parse_one(command: str) -> GASLNode:
    located = GASLParser().parse_script([command])
    if len(located) != 1:
        problem = "These are several commands; give one at a time." if located else "A command is missing."
        raise ParseError(problem, command, 0, expected=("one command",), example=example_for(command))
    return located[0].node


def _parse_command(text: str) -> GASLNode:
    """Return the tree of one command that is not a block. Raises ParseError."""
    if len(text) > MAX_LENGTH:
        problem = f"A command has at most {MAX_LENGTH:,} characters, this one has {len(text):,}."
        raise ParseError(problem, text, MAX_LENGTH)
    try:
        return _parse_checked(text)
    except ConditionError as error:
        raise ParseError(error.problem, text, error.position, example=example_for(text)) from None
    except RefusedToken as refused:
        problem = refused.problem[0].upper() + refused.problem[1:]
        example = refused.example if _parser_stop(refused.example) is None else example_for(text)
        raise ParseError(
            problem, text, refused.position, expected=refused.expected, found=refused.found, example=example
        ) from None
    except UnexpectedInput as error:
        raise explain(text, stop_of(error), _parser_stop) from None


@lru_cache(maxsize=256)
def _parse_checked(text: str) -> GASLNode:
    check_depth(text)
    node: GASLNode = parser().parse(text)  # type: ignore[assignment]
    # A comparison has three signs or more, and one between it and the next.
    if len(text) > 4 * MAX_LEAVES and any(
        sum(1 for _ in predicate_leaves(each)) > MAX_LEAVES for each in conditions_of(node)
    ):
        raise ConditionError(f"A condition has at most {MAX_LEAVES:,} comparisons.", text, 0)
    return node


def _parser_stop(text: str) -> ParserStop | None:
    """Return what stops the reading of `text`, None where nothing does."""
    try:
        _parse_checked(text)
    except UnexpectedInput as error:
        return stop_of(error)
    except (RefusedToken, ConditionError) as refused:
        return ParserStop(frozenset(), refused.position)
    return None


@cache
def parser() -> Lark:
    """Return the parser of one command."""
    return Lark(grammar(), parser="lalr", lexer="contextual", transformer=command_builder(), maybe_placeholders=False)
