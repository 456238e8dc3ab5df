"""English as data: the files in `language/data`, and the code that names them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana.language
from pramana.language import word_list, word_set, word_table, word_weights

PACKAGE = Path(pramana.language.__file__).parent.parent
DATA = PACKAGE / "language" / "data"
NAMES = sorted(file.relative_to(DATA).with_suffix("").as_posix() for file in DATA.rglob("*.txt"))
LONGEST = 12
"""Words of a list that may be written in a module: longer ones are data."""


def test_every_list_is_named_in_the_code_and_every_name_is_a_list() -> None:
    """A file that nothing reads and a name without a file are both mistakes."""
    called = re.compile(r"\bword_(?:list|set|table|weights)\(\s*[\"']([\w/]+)[\"']")
    sources = [file.read_text("utf-8") for file in PACKAGE.rglob("*.py")]
    assert sorted({name for source in sources for name in called.findall(source)}) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_list_says_what_it_is_for_and_holds_each_entry_once(name: str) -> None:
    """Comment lines, a blank line, then entries without blanks around them, none twice."""
    head, _, body = (DATA / f"{name}.txt").read_text("utf-8").partition("\n\n")
    assert all(line.startswith("# ") for line in head.splitlines())
    entries = body.removesuffix("\n").split("\n")
    assert word_list(name) == tuple(entries)
    assert all(entry and entry == " ".join(entry.split()) for entry in entries)
    assert len(word_set(name)) == len(entries)


def test_no_two_lists_are_equal() -> None:
    """Lists that say the same are one file; lists that differ have names of their own."""
    by_content: dict[frozenset[str], list[str]] = {}
    for name in NAMES:
        by_content.setdefault(word_set(name), []).append(name)
    assert [names for names in by_content.values() if len(names) > 1] == []


def test_tables_are_read_by_key() -> None:
    """A table keeps the order of its file; weights are whole numbers."""
    assert list(word_table("names/generations").items())[:2] == [("jr", "jr"), ("junior", "jr")]
    assert word_weights("causes/clause_signals")["because"] == 95


def test_long_word_lists_are_not_written_in_modules() -> None:
    """A set or tuple of many plain words belongs into a file."""
    found = [
        f"{file.relative_to(PACKAGE)}:{line}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if file.relative_to(PACKAGE).parts[0] in {"language", "events", "karaka", "audit", "investigate"}
        and file.name != "__init__.py"
        for line in _long_lists(ast.parse(file.read_text("utf-8")))
    ]
    assert found == []


def _long_lists(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split"), args=[]):
                words = text.split()
            case ast.Set(elts=items) | ast.Tuple(elts=items) | ast.List(elts=items):
                words = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            case _:
                continue
        if sum(word.islower() for word in words) > LONGEST:
            yield node.lineno
