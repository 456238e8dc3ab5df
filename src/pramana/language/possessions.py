"""Who has what, by the words of a noun phrase: *Marta's brother*, *her eighth husband*, *the brother of Marta*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pramana.language import lexicon as lex
from pramana.language.appositions import name_start, nested_phrases
from pramana.language.drafts import is_time
from pramana.language.model import Clause, ClauseKind, NounPhrase, Token
from pramana.language.nominals import part_of_phrase
from pramana.language.word_lists import word_list, word_set

_CONFIDENCE = 0.7
_OF_OWNERS = word_set("possession/of_owners") | word_set("reference/kin") | word_set("names/offices")
_IDIOMS = word_set("possession/idioms")
_INALIENABLE = word_set("possession/inalienable")
_ACTIONS = ("ing", *(ending for ending in word_list("roles/abstract_endings") if ending not in {"ship", "hood"}))
_TANGIBLE = word_set("possession/tangible") | word_set("roles/concrete") | word_set("roles/place_nouns")
_TANGIBLE |= word_set("types/places") | word_set("types/organizations") | word_set("types/objects")
_KINDS = frozenset("men women children boys girls people".split())
"""*women's rights*, *a men's room*: a bare plural says of what kind, not whose."""
_NOUNS = frozenset({"NN0", "NN1", "NN2", "NP0", "NN"})
_SOMEBODY = frozenset({"his", "her", "its", "their", "my", "our"})
"""*Your* is most often nobody in particular; in speech, whoever is spoken to is a guess."""


def possessions(text: str, tokens: Sequence[Token], phrases: Iterable[NounPhrase]) -> list[Clause]:
    """*have* clauses. The quote is the mark of possession itself: *'s*, the pronoun (*his*), or *of*.

    The object is what is had without its owner: *brother* in *Marta's brother*; with *of* the whole phrase.
    """
    return [clause for phrase in phrases for clause in _of_phrase(text, tokens, phrase)]


def owned_start(clause: Clause) -> int:
    """Return where the phrase begins that names what a possession's owner has, the owner included.

    *Marta's brother* and *her brother* are found in other clauses as one participant.
    """
    if clause.verb_quote == "of":
        return clause.objects[0].start
    return clause.verb_start if clause.verb_quote[:1].isalpha() else clause.subjects[0].start


def _of_phrase(text: str, tokens: Sequence[Token], phrase: NounPhrase) -> Iterator[Clause]:
    for level in nested_phrases(phrase):
        yield from _by_marks(text, tokens, level)
        if level.inner is not None and _belongs(tokens, level, level.inner):
            of = level.head + 1
            yield _have(text, (tokens[of].start, tokens[of].end), level.inner, level)


def _by_marks(text: str, tokens: Sequence[Token], phrase: NounPhrase) -> Iterator[Clause]:
    """*my brother's wife*: I have the brother, he has the wife."""
    marks = [place for place in range(phrase.first, phrase.head) if tokens[place].tag == "POS"]
    if tokens[phrase.first].tag == "DPS" and tokens[phrase.first].text.lower() in _SOMEBODY:
        marks.insert(0, phrase.first)
    for mark, following in pairwise([*marks, -1]):
        pronoun = tokens[mark].tag == "DPS"
        name = name_start(tokens, phrase)  # *his wife Jan*: he has the wife, and she is Jan
        last = following if following > 0 else name or phrase.last
        head = last - 1 if following > 0 or name else phrase.head
        first = mark if pronoun else phrase.first
        if mark >= head or not _is_had(tokens, mark + 1, head, pronoun):
            continue
        owner = part_of_phrase(text, tokens, first, mark + 1 if pronoun else mark)
        if pronoun or _is_owner(tokens, owner, head):
            span = tokens[mark].start, tokens[mark].end
            yield _have(text, span, owner, part_of_phrase(text, tokens, mark + 1, last, head))


def _is_had(tokens: Sequence[Token], first: int, head: int, pronoun: bool) -> bool:
    noun, word = tokens[head], tokens[head].lemma.lower()
    # *its illegal* for *it's illegal*
    if noun.tag not in _NOUNS or (first == head and word in _IDIOMS):
        return False
    if word.endswith(_ACTIONS) and word not in _TANGIBLE:  # *his treatment of the sick* is done, not had
        return False
    return not (pronoun and word in _INALIENABLE | _IDIOMS)


def _is_owner(tokens: Sequence[Token], owner: NounPhrase, head: int) -> bool:
    """No time (*last week's news*), no kind (*women's rights*), no part of a name (*King's College*)."""
    word, first = tokens[owner.head].text.lower(), tokens[owner.first].text.lower()
    if is_time(tokens, owner) or tokens[owner.head].lemma.lower() in lex.TIME_NOUNS or word in lex.TIME_ADVERBS:
        return False
    bare = owner.last - owner.first == 1
    if word in _KINDS and (bare or first in {"a", "an"}):
        return False
    named = tokens[head].tag == "NP0" or tokens[head].text[:1].isupper()
    return not (named and bare and tokens[owner.head].text[:1].isupper() and tokens[head - 1].tag == "POS")


def _belongs(tokens: Sequence[Token], phrase: NounPhrase, owner: NounPhrase) -> bool:
    """*the brother of Marta*, but not *a cup of tea*; *a leader of men* names nobody's."""
    if tokens[phrase.head].lemma.lower() not in _OF_OWNERS or tokens[phrase.head].tag == "NP0":
        return False
    determined = tokens[owner.first].tag in {"AT0", "DPS", "DT0"} or owner.possessor is not None
    return owner.kind == "name" or (owner.kind == "noun" and determined)


def _have(text: str, span: tuple[int, int], owner: NounPhrase, owned: NounPhrase) -> Clause:
    return Clause(
        kind=ClauseKind.POSSESSIVE,
        verb="have",
        verb_quote=text[span[0] : span[1]],
        verb_start=span[0],
        verb_end=span[1],
        predicate="have",
        end=owned.end,
        subjects=(owner,),
        objects=(owned,),
        confidence=_CONFIDENCE,
    )
