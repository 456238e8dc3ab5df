"""What every page shows: commands that the program takes, and code that runs."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from pramana.cli.entity import NamesOrCommands
from pramana.cli.program import app
from pramana.cli.showing import LinesOrCommands

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
COMMAND = re.compile(r"^\$ (pramana .*?)$", re.M)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.M | re.S)


def commands(page: Path) -> list[str]:
    """Return the commands of a page, those after `&&` too; lines that a backslash continues are one."""
    shown = "\n".join(CONSOLE.findall(page.read_text("utf-8"))).replace("\\\n", " ")
    return [
        part for line in COMMAND.findall(shown) for part in re.split(r" && | \| | > ", line) if part[:8] == "pramana "
    ]


class Unknown(Exception):
    """A command or an option that the program does not have."""


def parse(command: str) -> None:
    """Parse a command as the program does, and run nothing. Raises Unknown."""
    words = shlex.split(command, comments=True)[1:]
    parser: Any = typer.main.get_command(app)
    context = parser.context_class(parser, info_name="pramana")
    while hasattr(parser, "commands"):
        name = next((word for word in words if parser.get_command(context, word)), None)
        if name is None:
            if not isinstance(parser, NamesOrCommands | LinesOrCommands):
                raise Unknown(f"no command among {words}")
            return
        found = parser.get_command(context, name)
        words = words[words.index(name) + 1 :]
        parser, context = found, found.context_class(found, parent=context, info_name=name)
    options = {option for each in parser.params for option in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}
    for word in words:
        if word.startswith("-") and len(word) > 1 and word.split("=")[0] not in options:
            raise Unknown(f"no option {word}")


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_are_those_of_the_program(page: Path) -> None:
    """Each command exists, and takes the options that it is shown with."""
    for command in commands(page):
        try:
            parse(command)
        except Unknown as error:
            pytest.fail(f"{command}: {error}")


def test_a_command_that_does_not_exist_is_noticed() -> None:
    for wrong in ("pramana ingst a.txt", "pramana ask --nope X", "pramana gasl rum x"):
        with pytest.raises(Unknown):
            parse(wrong)


def test_the_code_of_the_page_on_documents_runs() -> None:
    for block in PYTHON.findall((ROOT / "docs" / "documents.md").read_text("utf-8")):
        exec(compile(block, "documents.md", "exec"), {})  # noqa: S102


def test_the_code_of_the_page_on_the_embedded_model_prints_what_it_says() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "embedded-model.md"), module_relative=False)
    assert (failed, tried) == (0, 4)
