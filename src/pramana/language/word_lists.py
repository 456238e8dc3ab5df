"""English words as data: the files in the folder `data`, one list a file, for all packages.

A file holds one entry a line, after comment lines (`#`) that say what the list is for. Tables write `key: value`.
Lists are named by their path without the ending: `people/men` is `data/people/men.txt`. Lists with almost the same
content are separate where the rules that use them need different words; equal lists are one file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_DATA = Path(__file__).with_name("data")


@cache
def word_list(name: str) -> tuple[str, ...]:
    """Return the entries of a list in the order of its file.

    >>> word_list("numbers/tens")[:3]
    ('twenty', 'thirty', 'forty')
    """
    lines = (_DATA / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def word_set(name: str) -> frozenset[str]:
    """Return the entries of a list as a set."""
    return frozenset(word_list(name))


def word_table(name: str) -> dict[str, str]:
    """Return a table: values by key, in the order of its file.

    >>> word_table("names/generations")["junior"]
    'jr'
    """
    return dict(entry.split(": ", 1) for entry in word_list(name))


def word_weights(name: str) -> dict[str, int]:
    """Return a table whose values are whole numbers."""
    return {key: int(value) for key, value in word_table(name).items()}
