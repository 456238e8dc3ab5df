"""Where commands print: parts of results, remarks, errors and JSON. Layout and cleaning are `views.render`'s."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pramana.views import TURNING

if TYPE_CHECKING:
    from rich.console import Console

    from pramana.views import Cell, Part

_UNWRAPPED = 10_000
"""The width where nobody looks: a pipe or a file gets whole lines."""


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


def show_parts(parts: Iterable[Part]) -> None:
    """Print the parts of a result: remarks on standard error, where they are in nobody's way."""
    from pramana.views import print_part

    for part in parts:
        print_part(console(err=getattr(part, "aside", False)), part)


def say(*cells: Cell) -> None:
    """Print cells one after the other, as one paragraph."""
    from pramana.views import Paragraph

    show_parts([Paragraph(cells)])


def faithful(text: str) -> None:
    """Print a text of several lines; to a pipe or a file without any change."""
    if sys.stdout.isatty():
        for line in text.split("\n"):
            say(line)
    else:
        sys.stdout.write(text + "\n")


def note(*cells: Cell) -> None:
    """Print a remark on standard error."""
    from pramana.views import Paragraph

    show_parts([Paragraph(cells, aside=True)])


def complain(message: str) -> None:
    """Print what is wrong, on standard error."""
    first, *more = message.split("\n")
    note(("error: ", "bold red"), first)
    for line in more:
        note("  " + line)


def print_json(value: Any) -> None:
    """Print one value as canonical JSON and nothing else, in UTF-8 whatever the locale.

    On a terminal what it would act on is escaped, which leaves the value the same.
    """
    from pramana.canonical import canonical

    text = canonical(value)
    if sys.stdout.isatty():
        text = "".join(f"\\u{ord(c):04x}" if ord(c) in range(0x7F, 0xA0) or c in TURNING else c for c in text)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()
