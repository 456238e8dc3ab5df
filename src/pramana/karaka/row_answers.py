"""Answers from rows of tables: where a question names a column and a value of another column, the cell answers.

*What is the rent of Fjord Logistics?* is answered by `Company: Fjord Logistics | City: Leith | Rent: 180000`. A row
states no clause, so it is read by its columns; each word of the question must be a column, a value or add nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.karaka.line_quotes import question_terms, stems_of_text
from pramana.language import word_set

_HOW = "how (?:much|many|old|long|large|big|high)"
_ASKS = re.compile(rf"\b(?:what|which|who|whom|whose|when|where|{_HOW})\b", re.IGNORECASE)
_COUNTS = re.compile(rf"\b{_HOW}\b", re.IGNORECASE)
_TURNS = re.compile(r"\b(?:not|never|no|except|without|other|than|before|after|between|or)\b|n['’]t\b", re.IGNORECASE)
"""Words that ask for more than a cell: which rows there are not, or how values compare."""
_LIGHT = frozenset(("pay", "have", "cost", "charg", "get", "list", "give", "show", "record", "belong", "long", "old"))
"""Stems that say no more than that a row has a value: *How much rent does Fjord Logistics pay?*"""
_UNITS = frozenset(code.casefold() for code in word_set("values/currency_codes"))
"""Words of a column's name that nobody asks for: *monthly_rent_eur*."""
_CELL = re.compile(r"(?P<name>[^:|]+): (?P<value>[^|]+?)(?= \| |$)")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row under the name of its column."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line that may be a row of a table."""

    doc_id: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """A cell that answers, and its row."""

    cell: Cell
    line: RowLine


def cells_of(text: str) -> tuple[Cell, ...]:
    """Return the cells of a row, () for a line that is none.

    >>> [cell.value for cell in cells_of("Company: Fjord Logistics | City: Leith")]
    ['Fjord Logistics', 'Leith']
    >>> cells_of("Minutes: the board met.")
    ()
    """
    parts = text.split(" | ")
    found = [_CELL.fullmatch(part) for part in parts]
    if len(parts) < 2 or not all(found):
        return ()
    return tuple(Cell(match["name"].strip(), match["value"].strip()) for match in found if match)


def row_answers(question: str, lines: Iterable[RowLine]) -> list[RowAnswer]:
    """Return the cells that answer a question, in the order of the lines; [] where none does.

    A row answers where one of its columns is named without its value, and a value of another column is named whole.
    """
    if not _ASKS.search(question) or _TURNS.search(question):
        return []
    asked = _CellQuestion(
        f" {' '.join(_words(question))} ",
        frozenset(stems_of_text(question)),
        frozenset(term.stem for term in question_terms(question)),
        bool(_COUNTS.search(question)),
    )
    answers = [(_answering(asked, cells_of(line.text)), line) for line in lines]
    return [RowAnswer(cell, line) for cell, line in answers if cell is not None]


@dataclass(frozen=True, slots=True)
class _CellQuestion:
    """A question: its words with spaces around them, all their stems, those that claim something, whether it asks for a
    number."""

    words: str
    stems: frozenset[str]
    terms: frozenset[str]
    number: bool


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _columns(stems: frozenset[str], cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells whose columns a question names: whole (*monthly rent*), else by the last word (*rent*)."""
    heads = {cell: [stem for stem in stems_of_text(cell.name) if stem not in _UNITS] for cell in cells}
    whole = [cell for cell, words in heads.items() if words and stems.issuperset(words)]
    return whole or [cell for cell, words in heads.items() if words and words[-1] in stems]


def _answering(asked: _CellQuestion, cells: Sequence[Cell]) -> Cell | None:
    named = [cell for cell in cells if f" {' '.join(_words(cell.value))} " in asked.words]
    columns = _columns(asked.stems, [cell for cell in cells if cell not in named])
    if not named or len(columns) != 1 or (asked.number and not _DIGIT.search(columns[0].value)):
        return None
    told = {stem for cell in named for stem in stems_of_text(f"{cell.name} {cell.value}")}
    told.update(stems_of_text(columns[0].name))
    return columns[0] if asked.terms <= told | _LIGHT else None
