"""`gasl check`, `gasl fmt`: scripts and plans read, and written again, without running them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import complain, faithful, print_json, say
from pramana.errors import ExitCode, InputError, ParseError
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import GaslPlan as Plan
    from pramana.app import ScriptProblem as Problem
    from pramana.app import UndefinedName

STANDARD = "-"

File = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A plan (.json), or a script (.gasl); - reads either from standard input."),
]


def check(file: File, as_json: options.AsJson = False) -> None:
    """Check a plan or a script: each error with its place, what was expected, and a command that works.

    Exit code 2 where anything is wrong, also where no command before gives a name a value; REQUIRE EXISTS says that the
    state has to hold it. Nothing is run, no graph is needed.
    """
    from pramana.app import GASLParser, undefined_names

    plan, script = _plan(file, _text(file))
    located, problems = GASLParser().check([entry.command for entry in plan.entries()])
    undefined = undefined_names(located)
    if as_json:
        told = {"problems": [_as_json(each, script) for each in problems]}
        told["undefined"] = [_undefined_as_json(each, script) for each in undefined]
        print_json({"file": str(file), "commands": len(located), **told})
    else:
        for name in undefined:
            complain(_undefined_text(file, name, script))
        for each in problems:
            complain(_error_text(file, each, script))
        if not (problems or undefined):
            say(("ok: ", "green"), f"{file}: {plural(len(located), 'command')}")
    if problems or undefined:
        raise typer.Exit(ExitCode.BAD_INPUT)


def card() -> None:
    """Print the language on a card for a model: every command, what it gives, an example, the form of a plan."""
    from pramana.app import language_card

    faithful(language_card().rstrip("\n"))


def fmt(
    file: File,
    write: Annotated[bool, typer.Option("--write", help="Write it into the file.")] = False,
) -> None:
    """Print a plan or a script in the one canonical spelling, comments kept; a file with an error is not changed."""
    from pramana.app import GASLParser, format_plan, format_script, replacing

    text = _text(file)
    plan, script = _plan(file, text)
    parser = GASLParser()
    _refuse(file, parser.check([entry.command for entry in plan.entries()])[1], script)
    if script:
        formatted = format_script(text, parser.parse).rstrip("\n")
    else:
        formatted = format_plan(plan, parser.parse).model_dump_json(indent=2, exclude_unset=True)
    if write and str(file) != STANDARD:
        with replacing(file) as replaced:
            replaced.write(f"{formatted}\n")
    else:
        faithful(formatted)


def _text(file: Path) -> str:
    try:
        if str(file) == STANDARD:
            return sys.stdin.buffer.read().decode("utf-8")
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.") from None


def _plan(file: Path, text: str) -> tuple[Plan, bool]:
    """Return the plan, and whether it is a script."""
    from pramana.app import parse_plan, script_plan

    script = file.suffix == ".gasl" or (str(file) == STANDARD and not text.lstrip().startswith("{"))
    name = "stdin" if str(file) == STANDARD else file.stem
    return (script_plan(text, name) if script else parse_plan(text)), script


def given_plan(file: Path) -> Plan:
    """Return the plan of a file, or of standard input. Raises InputError where it cannot be read or is not a plan."""
    from pramana.app import load_plan

    if str(file) != STANDARD:
        return load_plan(file)
    return _plan(file, _text(file))[0]


def _refuse(file: Path, problems: list[Problem], script: bool) -> None:
    if problems:
        raise InputError(_error_text(file, problems[0], script))


def _error_text(file: Path, problem: Problem, script: bool) -> str:
    """Return an error's message under its place in the file: of a plan, in the command."""
    error = problem.error
    place = f"{file}:{problem.entry + error.line}:{error.column}"
    if not script:
        place = f"{file}: command {problem.entry + 1}, line {error.line}, column {error.column}"
    return "\n".join([f"{place}: {error.problem}", *str(error).split("\n")[1:]])


def _undefined_text(file: Path, found: UndefinedName, script: bool) -> str:
    place = f"{file}:{found.entry + found.line + 1}" if script else f"{file}: command {found.entry + 1}"
    near = f" Did you mean {' or '.join(found.nearest)}?" if found.nearest else ""
    said = f"no command before gives {found.name} a value; if the state has it, REQUIRE EXISTS {found.name}."
    return f"{place}: {said}{near}"


def _undefined_as_json(found: UndefinedName, script: bool) -> dict[str, Any]:
    place = {"line": found.entry + found.line + 1} if script else {"command": found.entry + 1, "line": found.line + 1}
    return {**place, "name": found.name, "nearest": list(found.nearest)}


def _as_json(problem: Problem, script: bool) -> dict[str, Any]:
    """Return a problem as data: of a script the line in the file, of a plan the command's number and the line in it."""
    error: ParseError = problem.error
    told = {name: getattr(error, name) for name in ("column", "problem", "found", "example")}
    told |= {"expected": list(error.expected), "nearest": list(error.nearest)}
    if script:
        return {"line": problem.entry + error.line, **told}
    return {"command": problem.entry + 1, "line": error.line, **told}


COMMANDS: tuple[Callable[..., None], ...] = (check, fmt, card)
