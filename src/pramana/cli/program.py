"""The program `pramana`: its commands, and how it ends."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from copy import copy
from typing import Annotated

import typer

from pramana.cli import (
    anot,
    asking,
    audit,
    audit_trace,
    check,
    demo,
    doctor,
    entity,
    evals,
    gasl,
    graphs,
    igg,
    investigate,
    ledger,
    linking,
    mining,
    passes,
    prompts,
    report,
    review,
    searching,
    serving,
    setup,
    showing,
    stategraph,
    status,
    view,
    watching,
    writing,
)
from pramana.cli.options import Folder, current_name
from pramana.cli.output import complain, note, say
from pramana.cli.switches import GroupOfCommands
from pramana.collector import rare_collections
from pramana.errors import BudgetExceeded, ExitCode, PramanaError
from pramana.version import __version__

DEBUG = "PRAMANA_DEBUG"
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_DISK = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM))
"""Errors of the system that no other input avoids: a full or broken disk, too many open files, no memory."""

EPILOG = f"Exit codes: {'; '.join(f'{code.value} {code.meaning}' for code in ExitCode)}."

app = typer.Typer(
    name="pramana",
    cls=GroupOfCommands,
    help="Documents in, a knowledge graph out in which every fact can be proved; questions answered with citations.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": current_name},
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"pramana {__version__}")
        raise typer.Exit


@app.callback()
def root(
    workspace: Folder = None,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    pass


PANELS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Documents in": (
        demo.demo,
        writing.init,
        setup.setup,
        writing.estimate,
        writing.ingest,
        watching.watch,
        writing.rebuild,
    ),
    "Answers and facts": (
        asking.ask,
        searching.search,
        entity.entity,
        review.review,
        linking.link,
        showing.show,
        view.view,
        ledger.ledger,
    ),
    "Analysis of graphs": (gasl.gasl, investigate.investigate),
    "Claims": (check.check, evals.evals),
    "Other tools' graphs": (audit.audit, graphs.import_, graphs.push, graphs.schema),
    "Graphs that agents grow": (igg.igg,),
    "Judging by a formula": (anot.anot,),
    "Workflows": (stategraph.stategraph, audit_trace.audit_trace, mining.distil, mining.cluster),
    "For programs and agents": (serving.serve, serving.mcp),
    "The workspace": (
        status.status,
        report.report,
        passes.passes,
        ledger.runs,
        ledger.replay,
        writing.export,
        writing.remove,
        prompts.prompts,
        doctor.doctor,
    ),
}
"""Every command, under the heading that `--help` shows it under."""


def name_of(command: Callable[..., None]) -> str:
    """Return what a command is called: `audit-trace` for `audit_trace`, `import` for `import_`."""
    return command.__name__.rstrip("_").replace("_", "-")


for heading, commands in PANELS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            if not isinstance(command.info.cls, type):  # it has no class of its own
                command.info.cls = GroupOfCommands
            app.add_typer(command, rich_help_panel=heading)
        else:
            app.command(name_of(command), rich_help_panel=heading)(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: the console script. `arguments` None are those of the process."""
    debugging = os.environ.pop(DEBUG, "") == "1"  # no setting, as PRAMANA_… variables are otherwise
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    with rare_collections():  # a command imports much, and builds much that stays
        code = _run(arguments, debugging)
    sys.exit(code)


def _run(arguments: Sequence[str] | None, debugging: bool) -> int:
    try:
        program = typer.main.get_command(_program_for(sys.argv[1:] if arguments is None else arguments))
        code = program(args=arguments, prog_name="pramana", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except BrokenPipeError:
        _abandon_output()
        return ExitCode.READER_GONE
    except typer.TyperException as error:
        _complain_of_usage(error)
        return error.exit_code
    except Exception as error:
        if debugging:
            traceback.print_exc()
        return _report_failure(error)


def _program_for(arguments: Sequence[str]) -> typer.Typer:
    """Return the command line with the command alone that the first argument names; with all where it names none.

    Typer looks at the options of every command that it is given: 60 ms for all of them. `demo` runs the others.
    """
    first = arguments[0] if arguments else ""
    commands = [each for each in app.registered_commands if each.name == first]
    groups = [each for each in app.registered_groups if _name_of_group(each.typer_instance) == first]
    if first == name_of(demo.demo) or not (commands or groups):
        return app
    program = copy(app)
    program.registered_commands, program.registered_groups = commands, groups
    return program


def _name_of_group(group: typer.Typer | None) -> str | None:
    return group.info.name if group is not None else None


def _report_failure(error: Exception) -> int:
    """Say in one message what is wrong, and return the exit code."""
    if isinstance(error, PramanaError):
        complain("\n".join([str(error), *getattr(error, "__notes__", ())]))
        if isinstance(error, BudgetExceeded):
            note("What was answered is kept. Run the same command with a larger budget to resume.")
        return error.exit_code
    if isinstance(error, OSError):
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return ExitCode.FAILED if error.errno in _DISK else ExitCode.BAD_INPUT
    complain(f"{type(error).__name__}: {error}")
    if type(error).__module__ == "sqlite3":  # a full disk, a file that is gone: not loaded by itself for this
        if getattr(error, "sqlite_errorname", "").startswith(_DAMAGED):
            note("The database is damaged: `pramana doctor` shows where. Restore it from a backup.")
            return ExitCode.BAD_INPUT
        return ExitCode.FAILED
    note(
        "This is a fault in Pramana, or the workspace is damaged: `pramana doctor --deep` finds damage. "
        f"{DEBUG}=1 shows where a fault happened; please report it."
    )
    return ExitCode.FAILED


def _complain_of_usage(error: typer.TyperException) -> None:
    context: typer.Context | None = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":  # the help itself was printed where it was made
        return
    hint = f"\n`{context.command_path} --help` shows what it takes." if context is not None else ""
    complain(error.format_message() + hint)


def _abandon_output() -> None:
    """Send what is still buffered nowhere, so that closing the stream does not complain."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    os.dup2(sys.stdout.fileno(), 1)
