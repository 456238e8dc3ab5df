"""Commands whose help shows no type beside a switch: typer prints `<bool>` there."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class GroupOfCommands(TyperGroup):
    """A group of commands, each with plain switches."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _without_types(command.get_params(ctx))  # which keeps its options, that of help too
        return command


def _without_types(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False) and getattr(param, "metavar", None) is None:
            param.metavar = ""
    return params
