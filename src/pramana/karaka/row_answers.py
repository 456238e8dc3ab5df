"""Answers from rows of tables: where a question names a column and a value of another column, the cell answers.

*What is the rent of Fjord Logistics?* is answered by `Company: Fjord Logistics | City: Leith | Rent: 180000`. A row
states no clause, so it is read by its columns; each word of the question must be a column, a value or add nothing. A
verb names the column of who does it: *Who rents Quay 1?* asks for `Tenant`, *Who owns it?* for `Owner`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.karaka.line_quotes import question_terms, stems_of_text
from pramana.language import stem, word_set, word_table

_HOW = "how (?:much|many|old|long|large|big|high)"
_ASKS = re.compile(rf"\b(?:what|which|who|whom|whose|when|where|{_HOW})\b", re.IGNORECASE)
_WHO = re.compile(r"\b(?:who|whom)\b", re.IGNORECASE)
_COUNTS = re.compile(rf"\b{_HOW}\b", re.IGNORECASE)
_TURNS = re.compile(r"\b(?:not|never|no|except|without|other|than|before|after|between|or)\b|n['’]t\b", re.IGNORECASE)
"""Words that ask for more than a cell: which rows there are not, or how values compare."""
_LIGHT = frozenset(("pay", "have", "cost", "charg", "get", "list", "give", "show", "record", "belong", "long", "old"))
"""Stems that say no more than that a row has a value: *How much rent does Fjord Logistics pay?*"""
_UNITS = frozenset(code.casefold() for code in word_set("values/currency_codes"))
"""Words of a column's name that nobody asks for: *monthly_rent_eur*."""
_CELL = re.compile(r"(?P<name>[^:|]+): (?P<value>[^|]+?)(?= \| |$)")
_DIGIT = re.compile(r"\d")
_AMOUNT = re.compile(r"[\d.,' %£$€¥-]*\d[\d.,' %£$€¥-]*(?:[A-Z]{3})?")
_PAYING = frozenset(("pay", "cost", "charg"))
_MONEY = frozenset(map(stem, "rent price cost fee charge salary wage amount payment sum total premium".split()))
"""Columns that *pay* and *cost* ask for where a row has only one number."""


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
    if " | " not in text:
        return ()
    found = [_CELL.fullmatch(part) for part in text.split(" | ")]
    if not all(found):
        return ()
    return tuple(Cell(match["name"].strip(), match["value"].strip()) for match in found if match)


def may_ask_for_cell(question: str) -> bool:
    """Return whether a cell of a row may answer a question, by the question's form."""
    return bool(_ASKS.search(question)) and not _TURNS.search(question)


def row_answers(question: str, lines: Iterable[RowLine]) -> list[RowAnswer]:
    """Return the cells that answer a question, in the order of the lines; [] where none does.

    A row answers where one of its columns is named without its value, and a value of another column is named whole.
    """
    if not may_ask_for_cell(question):
        return []
    terms, counts = question_terms(question), bool(_COUNTS.search(question))
    verbs = frozenset((*(term.stem for term in terms if term.verb), *_verbs_by_place(question)))
    asked = _CellQuestion(
        f" {' '.join(_words(question))} ",
        frozenset(stems_of_text(question)),
        frozenset(term.stem for term in terms),
        verbs,
        counts,
        bool(_WHO.search(question)),
    )
    answers = [(_answering(asked, cells_of(line.text)), line) for line in lines]
    return [RowAnswer(cell, line) for cell, line in answers if cell is not None]


def _verbs_by_place(question: str) -> list[str]:
    """Return the stems of words that are verbs by their place: *Who rents it?*, *What does she rent?*"""
    found = [match["verb"] for pattern in (_WHO_DOES, _DOES) if (match := pattern.search(question)) is not None]
    return [stem(each.casefold()) for each in found]


_WHO_DOES = re.compile(r"\bwho (?:(?:has|have|had|will|can|did|does) )?(?P<verb>[a-z]{3,})\b", re.IGNORECASE)
_DOES = re.compile(r"\b(?:do|does|did)\b.* (?P<verb>[a-z]{2,})(?: for [^?]*)?[ ?.!]*$")


@dataclass(frozen=True, slots=True)
class _CellQuestion:
    """A question: its words with spaces around them, all their stems, those that claim something, those of its
    verbs, whether it asks for a number or for somebody."""

    words: str
    stems: frozenset[str]
    terms: frozenset[str]
    verbs: frozenset[str]
    number: bool
    somebody: bool


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _columns(stems: frozenset[str], cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells whose columns a question names: whole (*monthly rent*), else by the last word (*rent*)."""
    heads = {cell: [stem for stem in stems_of_text(cell.name) if stem not in _UNITS] for cell in cells}
    whole = [cell for cell, words in heads.items() if words and stems.issuperset(words)]
    return whole or [cell for cell, words in heads.items() if words and words[-1] in stems]


def _answering(asked: _CellQuestion, cells: Sequence[Cell]) -> Cell | None:
    named = [cell for cell in cells if f" {' '.join(_words(cell.value))} " in asked.words]
    rest = [cell for cell in cells if cell not in named]
    plain = asked.stems - (frozenset() if asked.number else asked.verbs)
    columns = _columns(plain, rest) or _columns_by_verb(asked, named, rest) or _columns(asked.stems, rest)
    if not named or len(columns) != 1 or not _fits(asked, columns[0]):
        return None
    told = {stem for cell in named for stem in stems_of_text(f"{cell.name} {cell.value}")}
    told.update(stems_of_text(columns[0].name))
    told.update(verb for verb in asked.verbs for cell in (*named, columns[0]) if _does(cell.name, verb))
    return columns[0] if {term.split("_")[0] for term in asked.terms} <= told | _LIGHT else None


def _fits(asked: _CellQuestion, cell: Cell) -> bool:
    """Whether a cell may be what is asked for: a number, or somebody, whom no amount names."""
    if asked.somebody:
        return not _AMOUNT.fullmatch(cell.value)
    return not asked.number or _DIGIT.search(cell.value) is not None


def _columns_by_verb(asked: _CellQuestion, named: Sequence[Cell], rest: Sequence[Cell]) -> list[Cell]:
    """Return the cells that a verb asks for: who does it, or the only thing that the one who does it may do it to."""
    if asked.somebody:
        return [cell for cell in rest if any(_does(cell.name, verb) for verb in asked.verbs)]
    amounts = [cell for cell in rest if _AMOUNT.fullmatch(cell.value)]
    if asked.number:
        paid = asked.stems & _PAYING and len(amounts) == 1 and not _MONEY.isdisjoint(stems_of_text(amounts[0].name))
        return amounts if paid else []
    doer = any(_does(cell.name, verb) for cell in named for verb in asked.verbs)
    return [cell for cell in rest if cell not in amounts and not _names_doer(cell.name)] if doer else []


def _names_doer(column: str) -> bool:
    """Return whether a column is named for somebody: *owner*, *tenant*."""
    noun = _words(column.replace("_", " "))[-1:]
    return bool(noun) and (noun[0] in word_table("questions/doers") or _DOER.fullmatch(noun[0]) is not None)


def _does(column: str, verb: str) -> bool:
    """Return whether a column is named for who does something, given by the stem of its verb: *tenant* and *rent*."""
    words = [word for word in _words(column.replace("_", " ")) if stem(word) not in _UNITS]
    if not words:
        return False
    noun = words[-1].removesuffix("s")
    if verb in {stem(each) for each in word_table("questions/doers").get(noun, "").split()}:
        return True
    ending = _DOER.fullmatch(noun)
    return ending is not None and stem(ending["verb"]) in {verb, *(stem(verb + more) for more in ("e", verb[-1:]))}


_DOER = re.compile(r"(?P<verb>[a-z]{2,}?)(?:er|or|ee)")
"""A noun for who does what its verb says: *owner*, *supplier*, *director*."""
