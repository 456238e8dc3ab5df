"""The words of a session that are no commands: `:help`, `:vars`, `:state`, `:graph`, `:save`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pramana.cli.output import say, show_parts
from pramana.errors import InputError, UnknownName
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import GaslConsole

WORDS: Mapping[str, str] = {
    ":help [COMMAND]": "what there is to type, or how a command is written",
    ":vars": "the variables, and what they hold",
    ":show NAME": "the rows of a variable again",
    ":state [KEY]": "the keys of the state, or the items under one, with where they come from",
    ":graph": "how large the graph is, and the names that it has",
    ":save FILE": "write the commands that did not fail into a script",
    ":quit": "end, as Ctrl-D does",
}


class SessionWords:
    """Answers words that begin with a colon."""

    def __init__(self, console: GaslConsole, limit: int) -> None:
        self._console = console
        self._limit = limit
        self._known = {"help": _help, "vars": self._vars, "show": self._show}
        self._known |= {"state": self._state, "graph": self._graph, "save": self._save}

    def say(self, text: str) -> bool:
        """Answer one. Returns False: nothing failed. Raises InputError for an unknown word or an unknown name."""
        word, _, rest = text[1:].partition(" ")
        if word.lower() not in self._known:
            raise UnknownName("word", f":{word}", [f":{name}" for name in (*self._known, "quit")])
        self._known[word.lower()](rest.strip())
        return False

    def _vars(self, _: str) -> None:
        from pramana.views import variables_parts

        context = self._console.context
        show_parts(variables_parts({name: context.get(name) for name in context.names()}))

    def _show(self, name: str) -> None:
        from pramana.views import rows_parts, shown_rows

        value = self._console.context.get(name)
        found = self._console.items(value, self._limit)
        count = len(value) if isinstance(value, list) or hasattr(value, "rows") else len(found)
        show_parts(rows_parts(shown_rows(found, count)))

    def _state(self, key: str) -> None:
        from pramana.views import state_keys_parts

        if key:
            self._console.ask(self._items, tuple(key.split(".")))
            return
        state = self._console.state
        keys = self._console.ask(state.keys)
        rows = self._console.ask(lambda: [(key, state.type_of(key), state.count(key)) for key in keys])
        show_parts(state_keys_parts(rows))

    def _items(self, key: tuple[str, ...]) -> None:
        from itertools import islice

        from pramana.app import with_provenance
        from pramana.views import rows_parts, shown_rows

        state = self._console.state
        found = [with_provenance(item.value, item.provenance) for item in islice(state.items(key), self._limit)]
        count = state.count(key) if str(state.type_of(key)) != "COUNTER" else 1
        show_parts(rows_parts(shown_rows(found, int(count))))

    def _graph(self, _: str) -> None:
        from pramana.views import graph_names_parts

        adapter = self._console.adapter
        size = self._console.ask(adapter.count)
        show_parts(graph_names_parts(adapter.name, size, self._console.names().graph))

    def _save(self, name: str) -> None:
        if not name:
            raise InputError("`:save FILE` needs a file, e.g. :save study.gasl")
        done = [result.command for result in self._console.history if result.depth == 0 and not result.errors]
        file = Path(name).expanduser()
        with file.open("x", encoding="utf-8") as script:
            script.write("".join(f"{command}\n" for command in done))
        say(f"{plural(len(done), 'command')} in {file}")


def _help(name: str) -> None:
    from pramana.app import GASL_COMMANDS as COMMANDS
    from pramana.views import help_parts

    wanted = [command for command in COMMANDS if command.name.lower().startswith(name.lower())]
    if not wanted:
        raise UnknownName("command", name, list(dict.fromkeys(command.name for command in COMMANDS)))
    show_parts(help_parts(wanted, WORDS, whole=bool(name)))
