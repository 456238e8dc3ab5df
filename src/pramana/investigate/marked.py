"""A question in lower case with signs for what it names: `@0` a node, `$0` a value of an attribute, `#0` a number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pramana.investigate.model import QuestionMention
from pramana.investigate.shapes import Anchor
from pramana.investigate.terms import term_of
from pramana.investigate.values import VALUE
from pramana.language import spelled_singular, word_table

_NUMBER = re.compile(r"(?<![\w.@$#-])\d{1,3}(?:,\d{3})+(?!\w)|(?<![\w.@$#-])\d+(?:\.\d+)?(?![\w-])")


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question with signs, and what they mean, in order."""

    text: str
    anchors: tuple[Anchor, ...] = ()
    values: tuple[tuple[QuestionMention, ...], ...] = ()
    numbers: tuple[str, ...] = ()


def mark_question(question: str, mentions: Sequence[QuestionMention]) -> MarkedQuestion | None:
    """Return a question with signs; None where a name of it can mean several nodes."""
    text = f" {question.strip().rstrip('?.! ')} "
    anchors: list[Anchor] = []
    values: list[tuple[QuestionMention, ...]] = []
    for name in sorted(dict.fromkeys(each.text for each in mentions if each.names_node), key=len, reverse=True):
        meant = tuple(each for each in mentions if each.text == name and each.names_node)
        exact = tuple(each for each in meant if each.match == "exact") or meant
        if len(exact) != 1:
            return None
        text = _with_sign(text, name, f"@{len(anchors)}")
        anchors.append(Anchor(name, exact))
    for value in dict.fromkeys(each.text for each in mentions if each.match == VALUE):
        marked = _with_sign(text, value, f"${len(values)}")
        if marked != text:
            text = marked
            values.append(tuple(each for each in mentions if each.text == value and each.match == VALUE))
    text, numbers = _number_signs(text)
    plain = " ".join(re.findall(r"[@$#]\d+|'s|[\w-]+", text.casefold().replace("’", "'")))
    return _in_order(MarkedQuestion(_without_titles(plain, anchors), tuple(anchors), tuple(values), numbers))


def _with_sign(text: str, name: str, sign: str) -> str:
    return re.sub(rf"(?<![\w@$#]){re.escape(name)}(?![\w])", f" {sign} ", text)


def _number_signs(text: str) -> tuple[str, tuple[str, ...]]:
    numbers: list[str] = []

    def sign(found: re.Match[str]) -> str:
        numbers.append(found[0].replace(",", ""))
        return f" #{len(numbers) - 1} "

    return _NUMBER.sub(sign, text), tuple(numbers)


def _without_titles(text: str, anchors: Sequence[Anchor]) -> str:
    """Return a text without articles before names, and without the kind of a name: *the Cobalt project*."""
    text = re.sub(r"\bthe (?=@)", "", text)
    for place, anchor in enumerate(anchors):
        for kind in anchor.types:
            words = " ".join(term_of(kind).words)
            text = re.sub(rf"@{place} {re.escape(words)}s?\b(?! @)" if words else r"(?!)", f"@{place}", text)
    return text


def _in_order(marked: MarkedQuestion) -> MarkedQuestion:
    """Return the same with names numbered in the order in which they come."""
    order = [int(place) for place in dict.fromkeys(re.findall(r"@(\d+)", marked.text))]
    new = {old: at for at, old in enumerate(order)}
    text = re.sub(r"@(\d+)", lambda found: f"@{new[int(found[1])]}", marked.text)
    return MarkedQuestion(text, tuple(marked.anchors[old] for old in order), marked.values, marked.numbers)


def kinds_of(words: str, types: Sequence[str]) -> tuple[str, ...]:
    """Return the types that words call, in the singular or the plural; else those with another noun for it."""
    wanted = tuple(map(spelled_singular, words.split()))
    own = {each: tuple(map(spelled_singular, term_of(each).words)) for each in types}
    exact = tuple(each for each, name in own.items() if name == wanted)
    if exact or len(wanted) != 1:
        return exact
    return tuple(each for each, name in own.items() if len(name) == 1 and wanted[0] in _kin().get(name[0], ()))


@cache
def _kin() -> Mapping[str, frozenset[str]]:
    """Return, for a noun, the others for the same kind of thing."""
    found: dict[str, set[str]] = {}
    for words in word_table("investigation/kinds").values():
        group = {spelled_singular(word) for word in words.split()}
        for word in group:
            found.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in found.items()}
