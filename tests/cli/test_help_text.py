"""What `--help` of every command prints: paragraphs that are wrapped once, by the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer
import typer.main

from pramana.cli.program import app


def commands(group: Any, name: str = "pramana") -> Iterator[tuple[str, Any]]:
    context = typer.Context(group)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        yield f"{name} {each}", command
        if hasattr(command, "list_commands"):
            yield from commands(command, f"{name} {each}")


@pytest.mark.parametrize(("name", "command"), list(commands(typer.main.get_group(app))))
def test_a_paragraph_is_one_line(name: str, command: Any) -> None:
    """Lists and indented examples alone have line breaks of their own."""
    for paragraph in (command.help or "").split("\n\n"):
        assert all(line.startswith((" ", "-", "*")) for line in paragraph.split("\n")[1:]), name
