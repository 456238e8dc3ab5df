"""The prompt of `gasl repl`: history from session to session, completion, colours, blocks over several lines."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, get_common_complete_suffix
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from pramana.app import GASL_COMMANDS as COMMANDS
from pramana.app import KnownNames as Names
from pramana.app import is_comment, suggestions
from pramana.cli.gasl_input import is_open
from pramana.cli.gasl_session import WORDS
from pramana.views import clean

PROMPT, MORE = "gasl> ", "....> "
HISTORY = "gasl_history"
_STYLE = Style.from_dict({"word": "bold", "text": "ansigreen", "name": "ansicyan", "comment": "ansibrightblack"})
_WORDS = sorted({word for command in COMMANDS for word in re.findall(r"[A-Z_]{2,}", command.syntax)})
_PIECES = re.compile(
    r"""(?P<comment>^\s*\#.*)|(?P<text>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(?P<name>\$\{[^}]*\}?)"""
    rf"""|(?P<word>(?ai:\b(?:{"|".join(_WORDS)}|AND|OR|NOT|IN|IS|NULL|LEN|CONTAINS|STARTS_WITH|ENDS_WITH)\b))""",
    re.VERBOSE,
)


class GaslPrompt:
    """Reads texts until the input ends. `names` returns the defined names; it is called at each TAB."""

    def __init__(self, names: Callable[[], Names]) -> None:
        completer = GaslCompleter(names)
        self._session: PromptSession[str] = PromptSession(
            PROMPT,
            history=history(),
            completer=completer,
            key_bindings=_keys(completer),
            complete_while_typing=False,
            lexer=GaslLexer(),
            style=_STYLE,
            multiline=Condition(lambda: is_open(get_app().current_buffer.text)),
            prompt_continuation=lambda width, number, wrapped: MORE,
            enable_open_in_editor=False,
        )

    def texts(self) -> Iterator[str]:
        """Yield what is entered, without what is empty. Ctrl-C gives a text up, Ctrl-D at its beginning ends."""
        while True:
            try:
                text = self._session.prompt(handle_sigint=False)  # a signal that comes as it ends would be lost
            except KeyboardInterrupt:
                continue
            except EOFError:
                return
            if not all(map(is_comment, text.split("\n"))):
                yield text


def _keys(completer: Completer) -> KeyBindings:
    """Return a TAB that completes at once what only one thing can be, so that whoever types on is not overtaken."""
    keys = KeyBindings()

    @keys.add("tab")
    def _complete(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state:
            buffer.complete_next()
            return
        found = list(completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif common := get_common_complete_suffix(buffer.document, found):
            buffer.insert_text(common)
        elif found:
            buffer.start_completion()

    return keys


class GaslCompleter(Completer):
    """Completes commands by the grammar and the names there are, and the words of a session."""

    def __init__(self, names: Callable[[], Names]) -> None:
        self._names = names

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what the grammar allows at the cursor."""
        text = document.text_before_cursor
        if text.startswith(":"):
            words = dict.fromkeys(word.split()[0] for word in WORDS)
            yield from (Completion(word, -len(text)) for word in words if word.startswith(text))
            return
        start, found = suggestions(text, self._names())
        for each in found:
            yield Completion(each.text, start - len(text), display=clean(each.text), display_meta=each.kind)


class GaslLexer(Lexer):
    """Colours keywords, texts, variables and comments."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return what gives the pieces of a line, each with its style."""
        return lambda number: list(_pieces(document.lines[number])) if number < len(document.lines) else []


def _pieces(line: str) -> Iterator[tuple[str, str]]:
    at = 0
    for found in _PIECES.finditer(line):
        yield "", line[at : found.start()]
        yield f"class:{found.lastgroup}", found[0]
        at = found.end()
    yield "", line[at:]


def history() -> History:
    """Return the history in the user's folder for such things; in memory where that cannot be written."""
    file = state_folder() / HISTORY
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def state_folder() -> Path:
    """Return where a user's programs keep what they remember: $XDG_STATE_HOME, else the system's usual folder."""
    named = os.environ.get("XDG_STATE_HOME")
    if named:
        return Path(named) / "pramana"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "pramana"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pramana"
    return Path.home() / ".local" / "state" / "pramana"
