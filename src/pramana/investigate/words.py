"""A question as a row of signs: names, predicates, kinds, and the small words between them, one letter each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import PREPOSITIONS, GraphTerms, Term, term_of
from pramana.language import Token, spelled_singular, tag_tokens, word_forms, word_set, word_table

_SIGN_OF = {word: sign for sign, words in word_table("investigation/signs").items() for word in words.split()}
LITERAL = "literal"
"""The tag of a relation that is called by its very name."""
_DROPPED = word_set("investigation/dropped")
_PEOPLE = frozenset("people person persons someone somebody".split())
PERSON_TYPES = frozenset("person people human humans per individual character".split())
ASCENDING = word_set("investigation/ascending")


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A word, or several, of a question. `sign`: K a name, P a predicate, T a kind of node, A an attribute, S the sign
    of possession, I a preposition, Q *how many*, x a word that nothing explains; others as in `investigation/signs`."""

    sign: str
    text: str
    tag: str = ""
    mentions: tuple[QuestionMention, ...] = ()
    terms: tuple[Term, ...] = ()
    types: tuple[str, ...] = ()


def items_of(
    question: str, mentions: Sequence[QuestionMention], facts: GraphProfile, without: frozenset[str]
) -> list[QuestionWord]:
    """Return a question as items. Relations in `without` are no predicates."""
    text = question[:2_000]
    tokens = [token for token in tag_tokens(text) if token.text not in ("?", ".", "!", ",", '"', "“", "”")]
    reader = _WordReader(GraphTerms.of(facts), facts, without)
    named = _spans(text, tokens, mentions)
    found: list[QuestionWord] = []
    place = 0
    while place < len(tokens):
        if place in named:
            end, meant = named[place]
            found.append(QuestionWord("K", meant[0].text, mentions=meant))
            place = end
        else:
            item, place = reader.at(tokens, place)
            found += [item] if item is not None else []
    return _without_titles(found)


def _without_titles(items: Sequence[QuestionWord]) -> list[QuestionWord]:
    """Return items without the kind that a name is said to be: *the Lighthouse project*, *the film Always*."""
    found: list[QuestionWord] = []
    for item in items:
        before = found[-1] if found else item
        name, kind = (before, item) if item.sign == "T" else (item, before)
        article = found[-2:-1] and found[-2].sign == "D"
        titled = name.text.casefold().startswith("the ") and before is name
        if name.sign == "K" and kind.sign == "T" and (article or titled) and _is_kind_of(kind, name):
            found[-2 if article else -1 :] = [name]
        else:
            found.append(item)
    return found


def _spans(
    text: str, tokens: Sequence[Token], mentions: Sequence[QuestionMention]
) -> dict[int, tuple[int, tuple[QuestionMention, ...]]]:
    """Return where names occur: by the place of the first token, the place after the last, and the nodes meant."""
    found: dict[int, tuple[int, tuple[QuestionMention, ...]]] = {}
    texts = dict.fromkeys(each.text for each in mentions if each.names_node)
    after = 0
    for name in texts:
        meant = tuple(each for each in mentions if each.text == name and each.names_node)
        start = text.find(name, after)
        while start >= 0:
            inside = [
                place for place, each in enumerate(tokens) if start <= each.start and each.end <= start + len(name)
            ]
            if inside:
                found[inside[0]] = (inside[-1] + 1, meant)
            start = text.find(name, start + len(name))
    return found


def _is_kind_of(kind: QuestionWord, name: QuestionWord) -> bool:
    return {each.type for each in name.mentions} <= set(kind.types)


@dataclass(frozen=True, slots=True)
class _WordReader:
    """Reads words that are no names."""

    terms: GraphTerms
    facts: GraphProfile
    without: frozenset[str]

    def at(self, tokens: Sequence[Token], place: int) -> tuple[QuestionWord | None, int]:
        """Return the item that begins at a place, and the place after it."""
        token = tokens[place]
        word = token.text.casefold()
        if word == "how" and place + 1 < len(tokens) and tokens[place + 1].text.casefold() == "many":
            return QuestionWord("Q", "how many"), place + 2
        if token.tag == "POS":
            return QuestionWord("S", word), place + 1
        if word in _PEOPLE:
            types = self.people()
            return QuestionWord("T" if types else "x", word, types=types), place + 1
        literal = self._literal(token)
        if literal is not None:
            return literal, place + 1
        found = self._kind(tokens, place) or self._predicate(tokens, place) or self._attribute(tokens, place)
        if found is not None and word not in ("has", "have", "had"):
            return found
        if word in _SIGN_OF:
            return QuestionWord(_SIGN_OF[word], word, token.tag), place + 1
        if word in PREPOSITIONS or word == "between":
            return QuestionWord("I", word, token.tag), place + 1
        return (None if word in _DROPPED else QuestionWord("x", word, token.tag)), place + 1

    def people(self) -> tuple[str, ...]:
        """Return the types that are people's."""
        return tuple(kind.type for kind in self.facts.types if kind.type.casefold() in PERSON_TYPES)

    def _kind(self, tokens: Sequence[Token], place: int) -> tuple[QuestionWord, int] | None:
        fits = [(term, length) for term in self.terms.types if (length := _length(term, tokens, place, exact=True))]
        if not fits:
            return None
        longest = max(length for _, length in fits)
        types = tuple(term.name for term, length in fits if length == longest)
        return QuestionWord("T", _text(tokens, place, longest), tokens[place].tag, types=types), place + longest

    def _literal(self, token: Token) -> QuestionWord | None:
        """Return a relation that is called by its very name, as no English word is written."""
        word = token.text
        known = [each.relation for each in self.facts.relations if each.relation.casefold() == word.casefold()]
        written = word.isupper() or "_" in word or any(sign.isdigit() for sign in word)
        if not known or not written or known[0] in self.without:
            return None
        term = term_of(known[0])
        return QuestionWord("P", word.casefold(), LITERAL, terms=(term if term.words else Term(known[0], (word,), ()),))

    def _predicate(self, tokens: Sequence[Token], place: int) -> tuple[QuestionWord, int] | None:
        fits = [
            (term, length)
            for term in self.terms.relations
            if term.name not in self.without and (length := _length(term, tokens, place))
        ]
        if not fits:
            return None
        longest = max(length for _, length in fits)
        terms = tuple(term for term, length in fits if length == longest)
        text = _text(tokens, place, longest)
        return QuestionWord("P", text, tokens[place].tag, terms=_agreeing(terms, tokens, place)), place + longest

    def _attribute(self, tokens: Sequence[Token], place: int) -> tuple[QuestionWord, int] | None:
        if tokens[place].text.casefold() in ("type", "kind"):
            return QuestionWord("A", "type", terms=(Term("type", ("type",), ()),)), place + 1
        fits = [
            (term, length) for term in self.terms.attributes if (length := _length(term, tokens, place, exact=True))
        ]
        if not fits:
            return None
        longest = max(length for _, length in fits)
        terms = tuple(term for term, length in fits if length == longest)
        return QuestionWord("A", _text(tokens, place, longest), terms=terms), place + longest


def _length(term: Term, tokens: Sequence[Token], place: int, exact: bool = False) -> int:
    """Return how many words from a place on are the term's, all of its content words in order; 0 where they are not."""
    if place + len(term.words) > len(tokens):
        return 0
    span = tokens[place : place + len(term.words)]
    for token, word, stems in zip(span, term.words, term.stems, strict=True):
        if exact and not _same_noun(token, word):
            return 0
        if not exact and stems.isdisjoint(word_forms(token.text, token.tag)):
            return 0
    return len(term.words)


def _same_noun(token: Token, word: str) -> bool:
    """Whether a word is a name's, in the singular or the plural."""
    low = token.text.casefold()
    return low == word or spelled_singular(low) == spelled_singular(word)


def _text(tokens: Sequence[Token], place: int, length: int) -> str:
    return " ".join(token.text.casefold() for token in tokens[place : place + length])


def _agreeing(terms: tuple[Term, ...], tokens: Sequence[Token], place: int) -> tuple[Term, ...]:
    """Return, of relations alike but for the tense (*works for*, *worked for*), those in the question's tense."""
    if len(terms) < 2:
        return terms
    word = tokens[place].text.casefold()
    before = [token.text.casefold() for token in tokens[:place]]
    past = word.endswith("ed") or "did" in before
    kept = tuple(term for term in terms if term.words[0].endswith("ed") is past)
    spelled = tuple(term for term in terms if term.words[0] == word)
    if any(term.preposition == "by" for term in terms):
        return terms  # *owns* and *owned by* say the same from two sides
    return spelled or kept or terms
