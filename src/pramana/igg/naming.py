"""The names of nodes, and whether a passage of the context contains names and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pramana.claims import states_value
from pramana.graph import Node, Properties
from pramana.language import QuotedPassage, mentions

ALIASES = ("aliases", "alias", "also_known_as", "other_names")
"""Properties that hold other names of a node: a text or a list of texts."""

NAMES = ("name", "title", "label")
"""Properties that hold the name of a node; the first that it has is used."""


def names_of(node: Node, keys: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of a node: its name, then its aliases. `keys` are the identifying properties of its type, used
    if it has no name; if it has no text property at all, its id is its name."""
    own = [name for name in NAMES if _texts(node.properties.get(name))][:1]
    own = own or [name for name in keys if _texts(node.properties.get(name))] or list(node.properties)
    texts = [text for name in own if name not in ALIASES for text in _texts(node.properties.get(name))]
    aliases = [text for name in ALIASES for text in _texts(node.properties.get(name))]
    return tuple(dict.fromkeys((*(texts or [node.id]), *aliases)))


def names(passage: QuotedPassage, called: Iterable[str]) -> bool:
    """Return whether a passage contains any of these names."""
    return any(mentions(passage, name) for name in called)


def sentences_of(passage: QuotedPassage) -> str:
    """Return the words of a passage, with the rest of the sentences that it begins and ends in."""
    before = [found.end() for found in _ENDED.finditer(passage.text, 0, passage.start + 1)]
    after = _ENDED.search(passage.text, max(passage.end - 1, passage.start))
    return passage.text[before[-1] if before else 0 : after.end() if after else len(passage.text)].strip()


_ENDED = re.compile(r"[.!?][\"'”’)]*\s+(?=[\"'“‘(]*[A-Z])|\n\s*\n")
"""The end of a sentence: a mark, then a capital. An abbreviation that is taken for one shortens what is read."""


def unsaid(passages: Sequence[QuotedPassage], values: Mapping[str, Any]) -> str | None:
    """Return the first property with a value that no passage contains, None if all are contained.

    Booleans, and texts without a word, are not checked. Lists and objects are checked value by value.
    """
    for name, value in values.items():
        exact = name in ALIASES
        if not all(any(states_value(passage, leaf, exact) for passage in passages) for leaf in _leaves(value)):
            return name
    return None


def _texts(value: Any) -> list[str]:
    found = value if isinstance(value, list) else [value]
    return [text for text in found if isinstance(text, str) and text.strip()]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def claims(properties: Properties, choices: Iterable[str], called: Iterable[str]) -> dict[str, Any]:
    """Return the properties whose values a passage must contain: without those that the schema restricts to a list, and
    those that are accepted names already."""
    known = set(called)
    return {
        name: value
        for name, value in properties.items()
        if name not in choices and not (isinstance(value, str) and value in known)
    }
