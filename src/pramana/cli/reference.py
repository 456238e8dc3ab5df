"""The reference of all commands, from their own help: `python -m pramana.cli.reference > docs/cli.md`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import typer

from pramana.cli.program import PANELS, app, name_of
from pramana.errors import ExitCode

HEAD = """\
# The command line

This page is made from the commands' own help by `python -m pramana.cli.reference`; a test holds it to them.

The workspace is what `-w` names, before or after the command's own arguments, else `$PRAMANA_WORKSPACE`, else the
nearest folder upward that holds a `pramana.toml`. With `--json` a command prints one JSON value on standard output and
nothing else there; messages and progress go to standard error. A setting is taken from the option, else from an
environment variable (`PRAMANA_GSV__POLICY=full`), else from `pramana.toml`. `pramana --install-completion` turns on
completion in your shell.

"""


def reference() -> str:
    """Return the page as Markdown."""
    root: Any = typer.main.get_command(app)
    parts = [HEAD, *_exit_codes()]
    for panel, commands in PANELS.items():
        parts.append(f"\n## {panel}\n")
        for command in commands:
            name = command.info.name if isinstance(command, typer.Typer) else name_of(command)
            parts += _command(root.commands[str(name)], f"pramana {name}")
    return "".join(parts)


def _exit_codes() -> Iterator[str]:
    yield "## Exit codes\n\n| code | meaning |\n|---|---|\n"
    yield from (f"| {code.value} | {code.meaning} |\n" for code in ExitCode)


def _command(command: Any, path: str) -> Iterator[str]:
    inner = getattr(command, "commands", {})
    if not inner:
        yield f"\n### {path}\n\n```\n{_usage(command, path)}\n```\n\n{_prose(command.help)}\n"
        yield from _parameters(command)
    for name, child in inner.items():
        yield from _command(child, f"{path} {name}")


def _usage(command: Any, path: str) -> str:
    arguments = [_argument_name(parameter) for parameter in command.params if parameter.param_type_name == "argument"]
    return " ".join([path, *arguments, "[OPTIONS]"])


def _argument_name(argument: Any) -> str:
    name = f"{argument.metavar}{'...' if argument.nargs == -1 else ''}"
    return name if argument.required else f"[{name}]"


def _parameters(command: Any) -> Iterator[str]:
    rows = [_row(parameter) for parameter in command.params if parameter.name != "workspace"]
    if rows:
        yield "\n| | |\n|---|---|\n"
        yield from rows


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names = f"`{_argument_name(parameter)}`"
    else:
        value = f" {parameter.metavar}" if parameter.metavar else ""
        names = ", ".join(f"`{name}{value}`" for name in sorted(parameter.opts, key=len, reverse=True))
    default = parameter.default
    shown = "" if default in (None, False, "") or parameter.required else f" Default: {default}."
    return f"| {names} | {_prose(parameter.help).replace('|', chr(92) + '|')}{shown} |\n"


def _prose(text: str | None) -> str:
    return inspect.cleandoc(text or "").strip()


if __name__ == "__main__":
    sys.stdout.write(reference())
