"""Commands whose help shows no Python type beside switches and arguments: typer prints `<bool>`, `<list[str]>`."""

from __future__ import annotations

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
        return command


def _no_type(ctx: Any) -> None:
    """Show nothing: the name of an argument says what it is."""


def _without_types(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False) and getattr(param, "metavar", None) is None:
            param.metavar = ""
        if isinstance(param, TyperArgument):
            param.display_type_rich = _no_type  # type: ignore[method-assign]
    return params
