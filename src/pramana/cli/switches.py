"""Commands whose help is plain: no Python type (`<bool>`, `<list[str]>`), and no line wrapped twice."""

from __future__ import annotations

import inspect
import re
from typing import Any

from typer.core import TyperArgument, TyperGroup


class GroupOfCommands(TyperGroup):
    """A group of commands, each with plain switches."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _without_types(command.get_params(ctx))  # which keeps its options, that of help too
            command.help = join_wrapped_lines(command.help or "")
        return command


_WRAPPED = re.compile(r"(?<=\S)\n(?=[^\s\-*])")
"""A line break within a paragraph: lists and indented examples keep theirs."""


def join_wrapped_lines(text: str) -> str:
    """Return a help text whose paragraphs are one line each: typer joins the lines of the first paragraph alone.

    >>> join_wrapped_lines("One\\ntwo.\\n\\nThree\\nfour:\\n  five")
    'One two.\\n\\nThree four:\\n  five'
    """
    return _WRAPPED.sub(" ", inspect.cleandoc(text))


def _no_type(ctx: Any) -> None:
    """Show nothing: the name of an argument says what it is."""


def _without_types(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False) and getattr(param, "metavar", None) is None:
            param.metavar = ""
        if isinstance(param, TyperArgument):
            param.display_type_rich = _no_type  # type: ignore[method-assign]
    return params
