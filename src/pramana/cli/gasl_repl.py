"""`gasl repl`: commands typed one after the other, each with what came of it; also from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import typer

from pramana.cli import options
from pramana.cli.gasl_input import gather_commands
from pramana.cli.gasl_run import SHOWN, GraphPlace, StatePlace, _workspace
from pramana.cli.interrupt import never_lost
from pramana.cli.output import complain, note, say, show_parts
from pramana.errors import ExitCode, PramanaError

if TYPE_CHECKING:
    from pramana.app import GaslConsole

QUIT = (":quit", ":q", ":exit", "quit", "exit")
_GREETING = "GASL over {graph}. TAB completes, :help explains, Ctrl-D or :quit ends."


@options.with_model("concurrency", *options.BUDGET)
def repl(
    graph: GraphPlace = None,
    state: StatePlace = None,
    workspace: options.Folder = None,
    flags: options.Flags = options.NONE,
    limit: options.Limit = SHOWN,
) -> None:
    """Type commands one after the other on a graph, and see what comes of each. Variables and state are kept.

    From a pipe, commands are read to its end; exit code 1 where one of them failed.
    """
    from pramana.app import open_console

    place = graph if graph is not None else _workspace(workspace)
    with open_console(place, state, flags=flags) as console:
        if sys.stdin.isatty() and sys.stdout.isatty():
            from pramana.cli.gasl_prompt import GaslPrompt

            say((_GREETING.format(graph=place), "dim"))
            entered: Iterable[str] = GaslPrompt(console.names).texts()
        else:
            entered = gather_commands(sys.stdin)
        failed = Repl(console, limit).run_all(entered)
    raise typer.Exit(ExitCode.NOTHING if failed and not sys.stdin.isatty() else ExitCode.DONE)


class Repl:
    """Runs what is entered: GASL commands, and session commands that begin with a colon."""

    def __init__(self, console: GaslConsole, limit: int = SHOWN) -> None:
        from pramana.cli.gasl_session import SessionWords

        self._console = console
        self._limit = limit
        self._words = SessionWords(console, limit)

    def run_all(self, entered: Iterable[str]) -> bool:
        """Run all that is entered, up to `:quit`. Returns whether anything failed."""
        failed = False
        with never_lost():
            for text in entered:
                if text.strip().lower() in QUIT:
                    break
                failed = self._safely(text) or failed
        return failed

    def _safely(self, text: str) -> bool:
        try:
            return self._words.say(text.strip()) if text.lstrip().startswith(":") else self._commands(text)
        except PramanaError as error:
            complain(str(error))
        except KeyboardInterrupt:
            note(("interrupted: ", "yellow"), "what it had not finished is left out of the state.")
        return True

    def _commands(self, text: str) -> bool:

        from pramana.views import step_parts

        located = self._console.read(text)
        failed, done = False, 0
        for result in self._console.run(located):
            done += 1
            failed = result.failed
            show_parts(step_parts(result, self._console.items(result.value, self._limit)))
        if done < len(located):
            note(("stopped: ", "red"), f"{len(located) - done} more were not run.")
        return failed


COMMANDS: tuple[Callable[..., None], ...] = (repl,)
"""The commands that this module adds to `pramana gasl`."""
