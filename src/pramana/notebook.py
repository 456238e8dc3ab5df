"""`%gasl` and `%%gasl` in notebooks: `%load_ext pramana`. Results are tables; variables last from cell to cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import Any

from pramana.app import GaslConsole, open_console
from pramana.errors import ExecutionError, InputError, PramanaError, UnknownName
from pramana.gasl import ExecutionResult, KnownNames, Status, Suggestion, suggestions
from pramana.views import ROWS_SHOWN, ShownRows, cell_html, remarks, row_count, shown_rows

USAGE = "%%gasl [--graph NAME] [--state FILE] [--limit N] [--model NAME] [--base-url URL]"
_HELP = """Commands of GASL, one a line. NAME is a Python variable (a NetworkX graph, an adapter, a workspace) or a
path; where none is named, it is the graph of the cell before. Variables and the state are kept from cell to cell."""
_OPTION = re.compile(r"""\s*--(?P<name>[\w-]+)(?:=|\s+)(?P<value>"[^"]*"|'[^']*'|\S+)""")
_LINE = re.compile(r"%gasl\b(?:\s+--[\w-]+(?:=|\s+)\S+)*\s+(?!--)")
_CELL = re.compile(r"^<ipython-input|ipykernel_\d+")
"""The files that cells are compiled as."""
_KNOWN = ("graph", "state", "limit", "model", "base-url")


@dataclass(slots=True)
class CellResult:
    """What a cell brought: `results` of its commands, in order; as HTML a table of each.

    Its items are the rows of `value`, the last value that a command made.
    """

    results: list[ExecutionResult]
    _console: GaslConsole
    _shown: list[ShownRows] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """How the last command ended."""
        return self.results[-1].status if self.results else Status.EMPTY

    @property
    def value(self) -> Any:
        """The last value, as the executor has it: a selection, a list, an object, a number, None."""
        return next((each.value for each in reversed(self.results) if each.value is not None), None)

    def __len__(self) -> int:
        return next((row_count(each) for each in reversed(self.results) if each.value is not None), 0)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._console.items(self.value, len(self)))

    def __getitem__(self, index: int | slice) -> Any:
        return self._console.items(self.value, len(self))[index]

    def _repr_html_(self) -> str:
        return cell_html(list(zip(self.results, self._shown, strict=True)))

    def __repr__(self) -> str:
        told = []
        for result, rows in zip(self.results, self._shown, strict=True):
            count = "" if result.count is None else f", {result.count:,}"
            told.append(f"{result.status}{count}: {result.record.command}")
            told += ["  " + " | ".join(row) for row in rows.cells]
            told += [f"  … {rows.left:,} more rows"] * bool(rows.left)
            told += [f"  hint: {remark}" for remark in remarks(result)]
        return "\n".join(told) or "nothing to do"


class GaslMagics:
    """The state of the magics of one notebook: a console for each graph and state, and the one used last."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._consoles: dict[tuple[Any, ...], tuple[Any, GaslConsole]] = {}
        self._console: GaslConsole | None = None
        self._limit = ROWS_SHOWN

    def gasl(self, line: str, cell: str | None = None) -> CellResult | None:
        """Execute the commands of a cell, or of a line. Returns None if there are none."""
        options, rest = parse_options(line)
        if cell is not None and rest.strip():
            raise InputError(
                f"{rest.strip()!r} is not an option. Use {USAGE}, with the commands on the lines below it."
            )
        self._limit = _limit(options.pop("limit", str(self._limit)))
        console = self._chosen(options)
        commands = console.read(rest if cell is None else cell)
        if not commands:
            return None
        return self._carried_out(console, commands)

    def _carried_out(self, console: GaslConsole, commands: list[Any]) -> CellResult:
        done = CellResult([], console)
        try:
            for result in console.run(commands):
                done.results.append(result)
                done._shown.append(shown_rows(console.items(result.value, self._limit), row_count(result)))
        except (PramanaError, KeyboardInterrupt):
            self._display(done)
            raise
        if done.results[-1].failed:
            self._display(done)
            raise _failure(done, len(commands))
        return done

    def _display(self, done: CellResult) -> None:
        if done.results:
            import_module("IPython.display").display(done)

    def _chosen(self, options: Mapping[str, str]) -> GaslConsole:
        """Return the console that the options mean; without any, the one used last."""
        if not options and self._console is not None:
            return self._console
        if "graph" not in options:
            raise InputError(f"On which graph? {USAGE}: NAME is a Python variable or a path.")
        graph = self._graph(options["graph"])
        known = graph if isinstance(graph, str | Path) else id(graph)
        key = (str(known), *(options.get(name) for name in _KNOWN[1:]))
        if key not in self._consoles:
            flags = {"model": options.get("model"), "base_url": options.get("base-url")}
            self._consoles[key] = graph, open_console(graph, options.get("state"), flags=flags)
        self._console = self._consoles[key][1]
        return self._console

    def _graph(self, name: str) -> Any:
        """Return what a name means: a variable of the notebook, else a place."""
        known = self._shell.user_ns
        if name in known:
            return known[name]
        if not Path(name).expanduser().exists():
            raise UnknownName("variable or path", name, [each for each in known if not each.startswith("_")])
        return name

    def suggest(self, text: str) -> tuple[int, list[Suggestion]]:
        """Return the completions at the end of a command, and where the word begins. Names of the graph that was used
        last are among them."""
        return suggestions(text, KnownNames() if self._console is None else self._console.names())

    def close(self) -> None:
        """Close all consoles."""
        for _, console in self._consoles.values():
            console.close()
        self._consoles, self._console = {}, None


def parse_options(line: str) -> tuple[dict[str, str], str]:
    """Return the options that a line begins with, and the rest of it. Raises InputError for an unknown one.

    >>> parse_options("--graph g --limit=5 COUNT a AS b")
    ({'graph': 'g', 'limit': '5'}, ' COUNT a AS b')
    """
    options: dict[str, str] = {}
    at = 0
    while found := _OPTION.match(line, at):
        if found["name"] not in _KNOWN:
            raise UnknownName("option", f"--{found['name']}", [f"--{name}" for name in _KNOWN])
        value = found["value"]
        options[found["name"]] = value[1:-1] if value[0] in "\"'" else value
        at = found.end()
    return options, line[at:]


def _limit(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 10_000:  # a larger table slows the notebook down
        raise InputError(f"--limit is a number of rows from 1 to 10,000, not {text!r}.")
    return int(text)


def _failure(done: CellResult, commands: int) -> ExecutionError:
    last = done.results[-1]
    left = f" {commands - len(done.results):,} more were not executed." if commands > len(done.results) else ""
    message = str((last.error or {}).get("message", last.status))
    return ExecutionError(f"Command {len(done.results):,} ended in {last.status}. {message}{left}")


def _brief(error: PramanaError) -> list[str]:
    """Return what a notebook shows of an error on purpose: its message, and where in cells it came up. All that lies
    between is ours."""
    told = f"{type(error).__name__}: {error}".split("\n")
    frames = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    for code, line in frames:
        if _CELL.search(code.co_filename) and (code.co_name != "<module>" or line > 1):
            told.append(f"  in line {line} of {'the cell' if code.co_name == '<module>' else code.co_name}")
    return told


def complete_cell(magics: GaslMagics, context: Any) -> dict[str, Any]:
    """Return the completions at the cursor in a cell of GASL; none in other cells. It is a matcher (version 2) of
    IPython's completer."""
    nothing = {"completions": [], "suppress": False}
    line = context.text_until_cursor
    if context.full_text.startswith("%%gasl"):
        text = line if context.cursor_line else None
    else:
        start = _LINE.search(line)
        text = None if start is None else line[start.end() :]
    if text is None:
        return nothing
    begun, found = magics.suggest(text)
    listed = [import_module("IPython.core.completer").SimpleCompletion(each.text, type=each.kind) for each in found]
    return {"completions": listed, "matched_fragment": text[begun:], "suppress": bool(listed)}


def load_ipython_extension(shell: Any) -> None:
    """Give a notebook `%gasl` and `%%gasl`, and show our errors as their messages. `%load_ext pramana` calls it."""
    magics = GaslMagics(shell)

    def gasl(line: str, cell: str | None = None) -> CellResult | None:
        return magics.gasl(line, cell)

    def pramana_gasl(context: Any) -> dict[str, Any]:
        return complete_cell(magics, context)

    gasl.__doc__ = f"{USAGE}\n\n{_HELP}"
    # Otherwise `${name}` would be looked up among the notebook's variables.
    setattr(gasl, import_module("IPython.core.magic").MAGIC_NO_VAR_EXPAND_ATTR, True)
    shell.register_magic_function(gasl, "line_cell", "gasl")
    pramana_gasl.matcher_api_version = 2  # type: ignore[attr-defined]
    shell.Completer.custom_matchers.append(pramana_gasl)
    PramanaError._render_traceback_ = _brief  # type: ignore[attr-defined]
    shell._pramana_gasl = magics, pramana_gasl


def unload_ipython_extension(shell: Any) -> None:
    """Take the magics away again, and close what they opened."""
    magics, matcher = getattr(shell, "_pramana_gasl", (None, None))
    if magics is not None:
        magics.close()
        shell.Completer.custom_matchers.remove(matcher)
        del PramanaError._render_traceback_  # type: ignore[attr-defined]
        del shell._pramana_gasl
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("gasl", None)
