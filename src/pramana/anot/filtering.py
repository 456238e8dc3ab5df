"""FILTER: which items may bear on the task, by keywords, all of them in one pass over the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from pramana.anot.seed import FormulaSeed

_Trie = dict[str, "_Trie"]
DAMAGED = "\N{REPLACEMENT CHARACTER}"
"""What decoders and converters leave in the place of letters that they lost: a keyword could have been there."""
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Soft hyphens, zero-width and direction marks: web pages put them into words, and a keyword is not found with them."""


class KeywordFilter:
    """A seed's keywords, compiled once. Case does not count. With `word_start` one counts where a word begins."""

    def __init__(self, seed: FormulaSeed) -> None:
        keywords = {_fold(keyword) for keyword in seed.filter_keywords}
        before = r"(?<!\w)" if seed.filter.match == "word_start" else ""
        self._search = re.compile(before + _pattern(_trie(keywords))).search if keywords else None

    def hit(self, text: str) -> str | None:
        """Return the first keyword that occurs in a text, else None; at the same place the shortest.
        A damaged text without any gives DAMAGED: it may bear on the task, so it is read.

        >>> KeywordFilter(FormulaSeed.model_construct(filter_keywords=("nut",))).hit("A PEANUT!")
        'nut'
        """
        found = self._search(_fold(text)) if self._search else None
        if found:
            return found.group()
        return DAMAGED if DAMAGED in text and self._search else None


def _fold(text: str) -> str:
    """Return a text as keywords are compared: without case, compatibility forms and invisible characters."""
    if text.isascii():
        return text.casefold()
    return _INVISIBLE.sub("", normalize("NFKC", normalize("NFKC", text).casefold()))


def _trie(keywords: Iterable[str]) -> _Trie:
    """Return keywords by their letters; what begins with another keyword is left out, since that one is found there."""
    root: _Trie = {}
    for keyword in sorted(keywords):
        node = root
        for letter in keyword:
            if "" in node:
                break
            node = node.setdefault(letter, {})
        else:
            node[""] = {}
    return root


def _pattern(node: _Trie) -> str:
    """Return the trie as a regular expression whose search takes one pass, with the first letters as a set."""
    tail = ""
    while len(node) == 1:
        letter, node = next(iter(node.items()))
        tail += re.escape(letter)
    if not node:
        return tail
    return f"{tail}(?:{'|'.join(re.escape(letter) + _pattern(below) for letter, below in node.items())})"
