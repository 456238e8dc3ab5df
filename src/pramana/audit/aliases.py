"""The aliases under which a node may occur in a text, by rule: *Scrooge* and *Ebenezer* for EBENEZER SCROOGE."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from pramana.audit import lexicon as lex
from pramana.audit.model import AuditNode, MatchRule
from pramana.evidence import CHARACTER_KINDS, words

LONGEST_NAME = 60
"""Longest name, in words, that is shortened by rules. A longer one is only searched for as written."""
_LABEL = re.compile(r"^[^\W\d_][\w ]{1,20}:\s+(?=\S)")
_BRACKETS = re.compile(r"^([^()]*\S)\s*\(([^()]+)\)\s*$")
_QUOTES = "\"'“”‘’„«»`"


@dataclass(frozen=True, slots=True)
class Alias:
    """A text to look for. `forms` are its words as they are compared."""

    text: str
    rule: MatchRule
    forms: tuple[str, ...]


def clean(name: str) -> str:
    """Return a name without what tools wrap it in: quotes, white space, characters that nobody sees.

    >>> clean('""Caroline\\u200b (wife)" ')
    'Caroline (wife)'
    """
    seen = "".join(character for character in name if unicodedata.category(character) not in ("Cf", "Cc"))
    text = " ".join(seen.replace("_", " ").split())
    while len(text) > 1 and (text[0] in _QUOTES or (text[-1] in _QUOTES and text[0] != text[-1])):
        text = text[1:] if text[0] in _QUOTES else text[:-1]
        text = text.strip()
    return text.rstrip(_QUOTES).strip()


def says_nothing(forms: tuple[str, ...]) -> str | None:
    """Return why a name of these words names nothing, None where it may name something."""
    if not forms:
        return "the name has no letters"
    if all(form in lex.STOP_WORDS for form in forms):
        return "the name is a pronoun or a function word: it occurs everywhere and names nothing"
    content = [form for form in forms if form not in lex.STOP_WORDS]
    if len(content) == 1 and len(content[0]) == 1 and CHARACTER_KINDS[ord(content[0])] in "wd":
        return "the name is a single character: it names nothing"
    return None


class AliasNames(Protocol):
    """What a text shows about the words of a name."""

    def is_name(self, form: str) -> bool: ...

    def bearers(self, surname: str) -> frozenset[str]: ...


def aliases(node: AuditNode, names: AliasNames) -> tuple[Alias, ...]:
    """Return what to look for, the closest first, each text once."""
    found: dict[tuple[str, ...], Alias] = {}
    for text, rule in _texts(node, names):
        forms = words(text).forms
        if says_nothing(forms) is None or (rule is MatchRule.NAME and forms):
            found.setdefault(forms, Alias(text, rule, forms))
    return tuple(found.values())


def _texts(node: AuditNode, names: AliasNames) -> Iterator[tuple[str, MatchRule]]:
    name = clean(node.name)
    yield name, MatchRule.NAME
    bare = _LABEL.sub("", name)
    yield _without_article(bare), MatchRule.NAME
    for given in node.aliases:
        yield clean(given), MatchRule.GIVEN_ALIAS
    inner = _BRACKETS.match(bare)
    parts = [part.strip() for part in inner.groups()] if inner else [bare]
    if inner:
        yield from ((_without_article(part), MatchRule.INNER_NAME) for part in parts)
    for part in parts:
        if len(words(part).forms) <= LONGEST_NAME:
            yield from _shorter(_without_article(part), node, names)


def _without_article(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest.strip() if first.casefold() in lex.ARTICLES and rest.strip() else name


def _shorter(name: str, node: AuditNode, names: AliasNames) -> Iterator[tuple[str, MatchRule]]:
    tokens = name.split()
    titles = _titles(tokens)
    rest = tokens[titles:]
    if titles and rest and not _feminine(tokens[:titles]):
        yield " ".join(rest), MatchRule.TITLE
    if len(rest) > 1 and _fold_token(rest[-1]) in lex.LEGAL_FORMS:
        yield " ".join(rest[:-1]).rstrip(" ,"), MatchRule.SUFFIX
    # Initials of two words are too often those of something else, and nobody forms them from more than eight.
    if 3 <= len(rest) <= 8 and not _is_person(node.type):
        yield (
            "".join(token[0] for token in rest if _fold_token(token) not in lex.STOP_WORDS).upper(),
            MatchRule.INITIALS,
        )
    if _is_full_name(rest) and (titles or _is_person(node.type)):
        yield from _halves(rest, names)


def _halves(rest: list[str], names: AliasNames) -> Iterator[tuple[str, MatchRule]]:
    """Yield the given name and the surname, where the text has them as names; no surname that several bear."""
    given, surname = _fold_token(rest[0]), _fold_token(rest[-1])
    if len(given) > 1 and names.is_name(given):
        yield rest[0], MatchRule.GIVEN_NAME
    if names.is_name(surname) and not names.bearers(surname) - {given}:
        yield rest[-1], MatchRule.SURNAME


def _titles(tokens: list[str]) -> int:
    """Return how many words before the last are titles."""
    count = 0
    while count < len(tokens) - 1 and _fold_token(tokens[count]) in lex.TITLES:
        count += 1
    return count


def _feminine(titles: list[str]) -> bool:
    """*Cratchit* alone is not Mrs. Cratchit."""
    return any(_fold_token(title) in lex.FEMININE_TITLES for title in titles)


def _is_full_name(tokens: list[str]) -> bool:
    plain = all(
        words(token).forms == (_fold_token(token),) and _fold_token(token) not in lex.STOP_WORDS for token in tokens
    )
    return 2 <= len(tokens) <= 4 and plain and _fold_token(tokens[-1]) not in lex.LEGAL_FORMS


def _is_person(kind: str) -> bool:
    return any(form in lex.PERSON_TYPES for form in words(kind.replace("_", " ")).forms)


def _fold_token(token: str) -> str:
    return token.casefold().rstrip(".,;:")
