"""From text to Python's tree: bounded before it is parsed, and again before anything walks it."""

from __future__ import annotations

import ast
import re
from typing import Final, NoReturn

from pramana.errors import FormulaRefused

MAX_LENGTH: Final = 10_000
"""Longest formula, in code points."""
MAX_NODES: Final = 2_000
"""Nodes of the syntax tree: bounds compilation and static analysis, whose work grows with them."""
MAX_DEPTH: Final = 60
"""Levels of nesting. Python's parser and the walks over the tree are recursive."""
_BRACKETS: Final = re.compile(r"[\[\](){}]")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_TOKENS: Final = re.compile(
    r"""
      (?P<comment>\#[^\r\n]*)
    | (?P<prefix>\b[bBfFrRtTuU]{1,2})?(?P<text>\'{3}(?:[^\\]|\\.)*?\'{3}|"{3}(?:[^\\]|\\.)*?"{3}
        |'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*")
    | (?P<name>[^\W\d]\w*)
    | (?P<number>0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+
        |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
      (?P<keyword>and|else|for|i[fns]|not|or)?
    """,
    re.VERBOSE | re.DOTALL,
)
"""Comments, texts, names, and numbers with the keyword that follows without a space."""
_ESCAPES: Final = re.compile(
    r"""\\(?![4-7][0-7]{2})(?:[\r\n\\'"abfnrtvxNuU]|[0-7]{1,3})|(?P<unknown>\\(?:[4-7][0-7]{2}|.))""", re.DOTALL
)
"""A backslash with what follows, `unknown` where Python takes the backslash for itself, or a number for too large."""
_PREFIXES: Final = re.compile(r"(?:(?:[-+~]|\bnot\b|\blambda\s*:)\s*){60,}")


def parse_formula(source: str) -> ast.expr:
    """Return the tree of one expression. Raises FormulaRefused."""
    if len(source) > MAX_LENGTH:
        _refuse(source, "", f"a formula has at most {MAX_LENGTH:,} characters, this one {len(source):,}")
    if not source:
        _refuse(source, "", "a formula cannot be empty")
    _check_nesting(source)
    _check_tokens(source)
    try:
        tree = ast.parse(source, filename="<formula>", mode="eval").body
    except SyntaxError as error:
        raise _syntax(source, error) from None
    except (MemoryError, RecursionError):
        raise FormulaRefused(source, 1, 0, _start(source), "the formula is nested too deeply") from None
    except ValueError as error:  # a NUL, half of a surrogate pair, or an integer of thousands of digits
        raise FormulaRefused(source, 1, 0, _start(source), f"the formula cannot be read ({error})") from None
    _check_size(source, tree)
    return tree


def place(source: str, node: ast.expr | ast.comprehension) -> tuple[int, int, str]:
    """Return line (from 1), column (from 0, in code points) and the text of a piece of the formula."""
    first = node.target if isinstance(node, ast.comprehension) else node
    return *position(source, first.lineno, first.col_offset), ast.get_source_segment(source, first) or _start(source)


def position(source: str, line: int, byte: int) -> tuple[int, int]:
    """Return line and column for a place that Python gives as a line and an offset in UTF-8 bytes."""
    lines = lines_of(source)
    text = lines[min(line, len(lines)) - 1]
    return line, len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "ignore"))


def lines_of(source: str) -> list[str]:
    """Return the lines as Python counts them: U+2028 and the like, which `splitlines` cuts at, end none."""
    return _LINE_END.split(source)


def _check_nesting(source: str) -> None:
    """Refuse deep nesting before Python's parser, whose own bounds differ between versions, meets it."""
    depth = 0
    for bracket in _BRACKETS.findall(source):
        depth += 1 if bracket in "[({" else -1
        if depth > MAX_DEPTH:
            _refuse(source, bracket, f"brackets are nested more than {MAX_DEPTH} deep")
    prefixes = _PREFIXES.search(source)
    if prefixes:
        _refuse(source, prefixes[0][:20], "too many signs in a row")


def _check_tokens(source: str) -> None:
    """Refuse what Python reads with a warning, which a program may have made an error: `'\\d'` and `1if x else 2`.

    Texts with a prefix (bytes, formatted texts) are refused here too, since they have escapes of their own.
    """
    for token in _TOKENS.finditer(source):
        if token["keyword"]:
            number, word = token["number"], token["keyword"]
            _refuse_token(source, token, "a number and a word need a space between them", f"{number} {word}")
        elif token["prefix"] and token["prefix"].lower() not in ("r", "u"):
            _refuse_token(source, token, "formulas have no formatted text and no bytes", "'text' + other_text")
        elif token["text"] and (token["prefix"] or "").lower() != "r":
            for escape in _ESCAPES.finditer(token["text"]):
                if escape["unknown"]:
                    _refuse_token(source, token, f"a text has no escape {escape[0]}", f"\\{escape[0]}")


def _refuse_token(source: str, token: re.Match[str], problem: str, instead: str) -> NoReturn:
    before = _LINE_END.split(source[: token.start()])
    raise FormulaRefused(source, len(before), len(before[-1]), token[0][:80], problem, instead)


def _check_size(source: str, tree: ast.expr) -> None:
    count, level = 0, [tree]
    for _ in range(MAX_DEPTH + 1):
        if not level:
            return
        count += len(level)
        if count > MAX_NODES:
            _refuse(source, _start(source), f"the formula has more than {MAX_NODES:,} parts")
        level = [child for node in level for child in ast.iter_child_nodes(node)]  # type: ignore[misc]
    _refuse(source, _start(source), f"the formula is nested more than {MAX_DEPTH} deep")


def _syntax(source: str, error: SyntaxError) -> FormulaRefused:
    line, column = error.lineno or 1, max((error.offset or 1) - 1, 0)
    lines = lines_of(source)
    text = lines[min(line, len(lines)) - 1]
    what = text[column : column + 20] or text[-20:] or _start(source)
    instead = "a single expression, such as 'Low' if score < 4 else 'High'"
    for wrong, right in _HABITS.items():
        if wrong in text[max(column - 2, 0) : column + 3]:
            instead = right
            break
    return FormulaRefused(source, line, column, what, f"not an expression ({error.msg})", instead)


_HABITS: Final = {"&&": "and", "||": "or", "!": "not, or !=", "?": "a if test else b", ":=": "==", "=": "=="}


def _start(source: str) -> str:
    return source[:40]


def _refuse(source: str, what: str, problem: str) -> None:
    raise FormulaRefused(source, 1, 0, what, problem)
