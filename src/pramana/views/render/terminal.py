"""Parts on a terminal, or as plain text. Text from documents cannot move the cursor, change colours or be markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pramana.views.render.parts import AlignedRows, Cell, Heading, Part, RuledTable
from pramana.wording import clean

UNWRAPPED = 10_000
"""The width where nobody looks: a pipe, a file or a text gets whole lines."""
_MEASURE = Console(file=StringIO())
"""Where Rich wants a console to wrap a text: nothing is printed on it."""
_NARROW = 24
"""Cells below which the last column is not worth a place beside the others: a sentence would wrap at every word."""


def style_cells(*cells: Cell) -> Text:
    """Return cells as one text, cleaned."""
    text = Text()
    for cell in cells:
        words, style = (cell, "") if isinstance(cell, str) else cell
        text.append(clean(words), style or None)
    return text


def print_part(target: Console, part: Part) -> None:
    """Print a part on a console, in its width."""
    if isinstance(part, RuledTable):
        target.print(_ruled_table(part))
        return
    for text in _texts(part, target.width):
        text.rstrip()
        target.print(text, soft_wrap=not target.is_terminal)


def plain_text(parts: Iterable[Part]) -> str:
    """Return parts as text without styles, no line broken, remarks where they occur."""
    out = StringIO()
    target = Console(file=out, markup=False, highlight=False, emoji=False, no_color=True, width=UNWRAPPED)
    for part in parts:
        print_part(target, part)
    return out.getvalue().rstrip("\n")


def _texts(part: Part, width: int) -> Iterator[Text]:
    if isinstance(part, Heading):
        yield style_cells()
        yield style_cells((part.words, "bold"))
    elif isinstance(part, AlignedRows):
        yield from _aligned_lines(part, width)
    elif not isinstance(part, RuledTable):
        yield style_cells(*part.cells)


def _aligned_lines(part: AlignedRows, width: int) -> Iterator[Text]:
    texts = [[_one_line(cell) for cell in row] for row in part.rows]
    widths = [max(text.cell_len for text in column) for column in zip(*(row[:-1] for row in texts), strict=False)]
    for row in texts:
        yield from _row(row, widths, part.indent, width)


def _one_line(cell: Cell) -> Text:
    words, style = (cell, "") if isinstance(cell, str) else cell
    return style_cells((words.replace("\n", " "), style))


def _row(row: Sequence[Text], widths: Sequence[int], indent: int, width: int) -> Iterator[Text]:
    lead = style_cells(" " * indent)
    for text, wide in zip(row[:-1], widths, strict=True):
        lead.append_text(text)
        lead.append(" " * (wide - text.cell_len + 2))
    room = width - lead.cell_len
    if room < _NARROW:
        lead.rstrip()
        yield lead
        lead, room = style_cells(" " * (indent + 2)), max(width - indent - 2, 8)
    margin = " " * lead.cell_len
    for number, piece in enumerate(row[-1].wrap(_MEASURE, room) or [style_cells()]):
        piece.rstrip()
        yield (lead if number == 0 else style_cells(margin)).append_text(piece)


def _ruled_table(part: RuledTable) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in part.names:
        table.add_column(style_cells((name, "bold")), overflow="fold")
    for row in part.rows:
        table.add_row(*(style_cells(cell) for cell in row))
    return table
