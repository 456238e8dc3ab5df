"""How everything is printed. Text from documents cannot move the cursor, change colours or be taken for markup."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Cell = str | tuple[str, str]
"""A text, or a text and its style."""

VERDICT_STYLES = {
    "verified": "green",
    "checked": "yellow",
    "empty": "dim",
    "unchanged": "dim",
    "supported": "green",
    "weak": "yellow",
    "unsupported": "red",
    "refused": "red",
    "abstained": "magenta",
    "failed": "bold red",
    "done": "green",
    "partial": "yellow",
    "undecided": "yellow",
    "stopped": "yellow",
    "running": "cyan",
}
"""One style a word, the same in every command."""

_UNWRAPPED = 10_000
"""The width where nobody looks: a pipe or a file gets whole lines."""
_NARROW = 24
"""A last column of fewer cells is not worth standing beside the others."""
_HARMFUL = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of the text that follows it, ours included."""


def clean(text: str) -> str:
    r"""Return `text` with everything made visible that a terminal would act on.

    >>> clean("\x1b[31mred\u202e")
    '\\x1b[31mred\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if unicodedata.category(character) in _HARMFUL or character in _TURNING:
        return character.encode("unicode_escape", "backslashreplace").decode("ascii")
    return character


def verdict(word: str) -> Cell:
    """Return a verdict or a status in its style."""
    return word, VERDICT_STYLES.get(word, "")


def console(*, err: bool = False) -> Console:
    """Return a console on standard output or standard error, whatever those are now."""
    from rich.console import Console

    class Whole(Console):
        """A console that leaves a broken pipe to `main`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    made = Whole(stderr=err, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made = Whole(stderr=err, markup=False, highlight=False, emoji=False, width=_UNWRAPPED)
    return made


def style_cells(*cells: Cell) -> Text:
    """Return cells as one text, cleaned."""
    from rich.text import Text

    text = Text()
    for cell in cells:
        words, style = (cell, "") if isinstance(cell, str) else cell
        text.append(clean(words), style or None)
    return text


def say(*cells: Cell, err: bool = False) -> None:
    """Print cells one after the other, as one paragraph."""
    _emit(console(err=err), style_cells(*cells))


def lines(text: str, *, style: str = "") -> None:
    """Print a text of several lines."""
    target = console()
    for line in text.split("\n"):
        _emit(target, style_cells((line, style)))


def faithful(text: str) -> None:
    """Print a text of several lines; to a pipe or a file without any change."""
    if sys.stdout.isatty():
        lines(text)
    else:
        sys.stdout.write(text + "\n")


def heading(words: str) -> None:
    say()
    say((words, "bold"))


def note(*cells: Cell) -> None:
    """Print a remark on standard error, where it is in nobody's way."""
    say(*cells, err=True)


def complain(message: str) -> None:
    """Print what is wrong, on standard error."""
    first, *more = message.split("\n")
    say(("error: ", "bold red"), first, err=True)
    for line in more:
        say("  " + line, err=True)


def columns(rows: Sequence[Sequence[Cell]], *, indent: int = 2, err: bool = False) -> None:
    """Print rows with their cells below each other. The last cell of a row wraps below itself."""
    target = console(err=err)
    texts = [[_one_line(cell) for cell in row] for row in rows]
    widths = [max(text.cell_len for text in column) for column in zip(*(row[:-1] for row in texts), strict=False)]
    for row in texts:
        _row(target, row, widths, indent)


def _one_line(cell: Cell) -> Text:
    words, style = (cell, "") if isinstance(cell, str) else cell
    return style_cells((words.replace("\n", " "), style))


def _row(target: Console, row: Sequence[Text], widths: Sequence[int], indent: int) -> None:
    lead = style_cells(" " * indent)
    for text, width in zip(row[:-1], widths, strict=True):
        lead.append_text(text)
        lead.append(" " * (width - text.cell_len + 2))
    room = target.width - lead.cell_len
    if room < _NARROW:
        lead.rstrip()
        _emit(target, lead)
        lead, room = style_cells(" " * (indent + 2)), max(target.width - indent - 2, 8)
    margin = " " * lead.cell_len
    for number, piece in enumerate(row[-1].wrap(target, room) or [style_cells()]):
        piece.rstrip()
        _emit(target, (lead if number == 0 else style_cells(margin)).append_text(piece))


def _emit(target: Console, text: Text) -> None:
    text.rstrip()
    target.print(text, soft_wrap=not target.is_terminal)


def print_json(value: Any) -> None:
    """Print one value as canonical JSON and nothing else, in UTF-8 whatever the locale.

    On a terminal what it would act on is escaped, which leaves the value the same.
    """
    from pramana.canonical import canonical

    text = canonical(value)
    if sys.stdout.isatty():
        text = "".join(f"\\u{ord(c):04x}" if ord(c) in range(0x7F, 0xA0) or c in _TURNING else c for c in text)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def place(doc_id: str, line_number: int) -> str:
    """Return a line's place as every command writes and reads it: `rama.txt:7`."""
    return f"{doc_id}:{line_number}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "line"), plural(2000, "line")
    ('1 line', '2,000 lines')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def tally_text(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.items()) or "none"
