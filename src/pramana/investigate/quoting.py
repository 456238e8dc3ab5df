"""Sentences that have every word of a question, and words of the kind that it asks for: quoted where none is unified.

A description says one thing in one sentence. One that has all names, verbs, nouns and numbers of a question, its names
in the same roles of the verb, and something new beside them, is what the graph says of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from pramana.karaka import holds_kind, question_terms, stem_nearness
from pramana.language import AnswerKind, AskedQuestion, Token, stem, tag_tokens

NEAR_ENOUGH = 0.7
"""How near a word of a sentence must be to one of the question, 0–1: the same stem or root (*inspect*, *inspector*).
With related words (*die* for *deceased*) *What did Marley die of?* was answered with *Marley is a deceased friend*."""
_CONTENT = ("NN", "NP", "VV", "AJ", "CRD", "ORD", "UNC")
"""Tags (C5) of the words that a sentence must have. Adverbs and prepositions (*together with*) may be others."""
_QUOTED_KINDS = frozenset(
    (
        *(AnswerKind.PERSON, AnswerKind.THING, AnswerKind.PLACE, AnswerKind.TIME, AnswerKind.NUMBER, AnswerKind.PRICE),
        *(AnswerKind.MEASURE, AnswerKind.DURATION, AnswerKind.REASON, AnswerKind.IDENTITY, AnswerKind.AGE),
    )
)
_DENIED = re.compile(r"\b(?:not|never|no|nobody|neither|without|refus\w+|den(?:y|ies|ied))\b|n't\b", re.IGNORECASE)
_PLACED = re.compile(
    r"\b(?:in|at|near|on|from|to|of) (?:the |a |an )?[A-Z]\w*|\bplace|\blocation|\bhouse|\bshop|\broom"
)
_PURPOSE = re.compile(r"\bto [a-z]+|\bfor [a-z]+ing|\bbecause\b|\bdue to\b|\bafter\b")
_COMPARED = re.compile(r"\b(?:most|least|more|less|fewer|fewest|only|last|[a-z]{3,}est)\b(?! of\b)")
"""What asks for one of several: a sentence must say it itself (*the most people*)."""
_NUMBER = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand)\b")
_GENERAL_NOUNS = frozenset(("person", "people", "character", "characters", "thing", "things", "name", "node", "entity"))
"""Nouns of *which character …* that every node may be called by."""
_NO_NAMES = frozenset(("it", "he", "she", "they", "the", "a", "an", "this", "these", "in"))
"""Words with a capital at the beginning of a sentence."""
_FORMS_OF_BE = frozenset(("be", "is", "are", "was", "were", "been", "being"))
_FORMS_OF_HAVE = frozenset(("has", "had", "have", "having"))
_PASSIVE_REACH = 3
"""Tokens back from a participle in which a form of *be* makes it a passive: *was soon also founded*."""


@dataclass(frozen=True, slots=True)
class AskedWords:
    """The words of a question that a sentence must have, as stems, in order. `verb` is its main verb, "" for none;
    `doers` and `done_to` are the names in its subject and in its object, whatever its voice; `gap_leads`: what is asked
    for is who does it; `beside` are names behind a preposition that a sentence must have too (*with Ann*)."""

    stems: tuple[str, ...]
    names: frozenset[str]
    verb: str
    doers: frozenset[str]
    done_to: frozenset[str]
    gap_leads: bool
    beside: frozenset[tuple[str, str]] = frozenset()


def asked_words(asked: AskedQuestion) -> AskedWords:
    """Return the words of a question that a sentence must have."""
    gap = asked.gap
    statement = asked.statement
    place = statement.find(gap) if gap else -1
    tokens = [token for token in tag_tokens(statement) if place < 0 or not place <= token.start < place + len(gap)]
    nouns = [token for token in tag_tokens(asked.noun) if token.text.casefold() not in _GENERAL_NOUNS]
    if asked.kind is AnswerKind.IDENTITY or asked.noun in ("who", "what"):
        nouns = []
    verb = _main_verb(tokens)
    tokens = [token for token in tokens if token.tag != "ORD" or verb is None or token.end != verb.start - 1]
    content = [token for token in (*tokens, *nouns) if _is_content(token) or token is verb]
    at = tokens.index(verb) if verb is not None else 0
    passive = verb is not None and _is_passive(tokens, at)
    subject, objects = _names_of(tokens[:at]), _names_of(takewhile(_in_object, tokens[at + 1 :]))
    return AskedWords(
        tuple(dict.fromkeys(map(_stem, content))),
        frozenset(_stem(token) for token in content if _is_name(token)),
        "" if verb is None else _stem(verb),
        frozenset() if passive else subject,
        subject if passive else objects,
        verb is not None and not passive and bool(gap) and 0 <= place < verb.start,
        frozenset(
            (one.text.casefold(), _stem(other))
            for one, other in pairwise(tokens)
            if one.text.casefold() in _TELLING and _is_name(other)
        ),
    )


def _main_verb(tokens: Sequence[Token]) -> Token | None:
    """Return the main verb: behind *did* any word but an adverb (*did own*), else the first word tagged as a verb."""
    done = next((at for at, token in enumerate(tokens) if token.text.casefold() in ("do", "does", "did")), len(tokens))
    behind = (token for token in tokens[done + 1 :] if not token.tag.startswith(("AV", "ORD", "XX")))
    return next(behind, None) or next((token for token in tokens if token.tag.startswith("VV")), None)


def _names_of(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset(_stem(token) for token in tokens if _is_name(token))


def _in_object(token: Token) -> bool:
    """Whether a word behind the verb still belongs to its object: not a preposition, a conjunction or a relative."""
    return not token.tag.startswith(("PR", "CJ", "DTQ", "PNQ", "TO", "PUN"))


def _is_passive(tokens: Sequence[Token], at: int) -> bool:
    """Whether the verb at a place is a participle behind a form of *be*, or behind a noun (*a film directed by …*)."""
    if tokens[at].tag not in ("VVN", "VVD"):
        return False
    before = [token.text.casefold() for token in tokens[max(0, at - _PASSIVE_REACH) : at]]
    after = [token.text.casefold() for token in tokens[at + 1 : at + 2]]
    reduced = at > 0 and tokens[at].tag == "VVN" and _FORMS_OF_HAVE.isdisjoint(before)
    return not _FORMS_OF_BE.isdisjoint(before) or after == ["by"] or reduced


def _is_content(token: Token) -> bool:
    return token.tag.startswith(_CONTENT) and token.text[:1].isalnum() and len(token.text) > 1


def _is_name(token: Token) -> bool:
    return token.text[:1].isupper()


def _stem(token: Token) -> str:
    return stem(token.text.casefold().replace("’", "'").removesuffix("'s"))


def quotes_answer(asked: AskedQuestion, words: AskedWords, label: str, text: str) -> bool:
    """Return whether a sentence of an element called `label` answers a question by having all of its words."""
    if asked.kind not in _QUOTED_KINDS or not words.stems or (_DENIED.search(text) and not _DENIED.search(asked.text)):
        return False
    if any(word not in text.casefold() for word in _COMPARED.findall(asked.text.casefold())):
        return False
    tokens = tag_tokens(text)
    if not has_words(words, label, tokens) or not _tells_where(asked, tokens):
        return False
    return _has_kind(asked, words, label, text, tokens) and _runs_alike(words, tokens) and is_owned(asked, text)


def _tells_where(asked: AskedQuestion, tokens: Sequence[Token]) -> bool:
    """Return whether a sentence puts something somewhere, where that is asked: *in which building is the clinic?*"""
    before = re.search(rf"(\w+) {re.escape(asked.gap)}$", asked.statement) if asked.gap else None
    return before is None or before[1] not in _WHERE or any(token.text.casefold() in _WHERE for token in tokens)


_WHERE = frozenset("in on at near under inside within into beside behind from to".split())


def quoted_agent(words: AskedWords, text: str) -> str:
    """Return the name behind *by* where a question asks who does what a passive says: *it is owned by Ann Ray*; "" for
    none."""
    tokens = tag_tokens(text)
    verbs = [at for at, token in enumerate(tokens) if words.verb and _stem(token) == words.verb]
    at = next((at for at in verbs if words.gap_leads and _is_passive(tokens, at)), None)
    if at is None or [token.text for token in tokens[at + 1 : at + 2]] != ["by"]:
        return ""
    first = at + 3 if tokens[at + 2 : at + 3] and tokens[at + 2].text == "the" else at + 2
    end = first
    while end < len(tokens) and (_is_name(tokens[end]) or (tokens[end].text == "of" and _begins_name(tokens, end + 1))):
        end += 1
    return text[tokens[at + 2].start : tokens[end - 1].end] if end > first else ""


def _begins_name(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and _is_name(tokens[at])


def has_words(words: AskedWords, label: str, tokens: Sequence[Token]) -> bool:
    """Return whether a sentence of an element called `label` has all words that a question asks for."""
    own = {_stem(token) for token in tokens}
    called = {_stem(token) for token in tag_tokens(label)}
    return all(_has(each, own, called, is_name=each in words.names) for each in words.stems)


def _has(wanted: str, own: set[str], called: set[str], *, is_name: bool) -> bool:
    if wanted in own or wanted in called:
        return True
    return not is_name and any(stem_nearness(wanted, each) >= NEAR_ENOUGH for each in own)


def _has_kind(asked: AskedQuestion, words: AskedWords, label: str, text: str, tokens: Sequence[Token]) -> bool:
    """Return whether a sentence has words of the kind that is asked for, beside those of the question."""
    new = [token for token in tokens if _stem(token) not in words.stems]
    if asked.kind is AnswerKind.IDENTITY and asked.noun == "what":
        return any(token.tag.startswith(_CONTENT) for token in new)
    if asked.kind in (AnswerKind.PERSON, AnswerKind.IDENTITY):
        names = {_stem(token) for token in (*new, *tag_tokens(label)) if token.tag.startswith("NP") or _is_name(token)}
        return bool(names - set(words.stems) - _NO_NAMES)
    if asked.kind is AnswerKind.NUMBER:
        counted = {_stem(token) for token in tag_tokens(asked.noun)}
        return any(
            _NUMBER.search(token.text) and counted & {_stem(each) for each in tokens[at + 1 : at + 3]}
            for at, token in enumerate(tokens)
        )
    if asked.kind is AnswerKind.PLACE and asked.noun and any(map(_is_name, new)):
        return True
    if asked.kind is AnswerKind.PLACE:
        return any(_stem(tag_tokens(found[0])[-1]) not in words.stems for found in _PLACED.finditer(text))
    if asked.kind is AnswerKind.REASON:
        verb = next((token for token in tokens if words.verb and _stem(token) == words.verb), None)
        return verb is not None and bool(_PURPOSE.search(text[verb.end :]))
    return holds_kind(asked, question_terms(asked.text), text)


def _runs_alike(words: AskedWords, tokens: Sequence[Token]) -> bool:
    """Return whether the names of a question do, or have done to them, what its verb says in a sentence too."""
    if not words.verb:
        return True
    said = [at for at, token in enumerate(tokens) if token.tag.startswith("VV") and not _is_attribute(tokens, at)]
    verbs = [at for at in said if _stem(tokens[at]) == words.verb]
    near = verbs or [at for at in said if stem_nearness(words.verb, _stem(tokens[at])) >= NEAR_ENOUGH]
    if not near:  # said by a noun: *its author*; an adjective says it of the noun behind it
        nouns = (_stem(token) for token in tokens if token.tag.startswith(("NN", "NP")))
        return not (words.doers or words.done_to) and any(
            stem_nearness(words.verb, each) >= NEAR_ENOUGH for each in nouns
        )
    return any(_agrees_at(words, tokens, at) for at in near)


def _is_attribute(tokens: Sequence[Token], at: int) -> bool:
    """Whether a participle is put before a noun: *his caring nature* says of nobody that he cares for somebody."""
    around = [token.tag for token in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])]
    return (
        tokens[at].tag in ("VVG", "VVN")
        and len(around) > 1
        and around[0].startswith(("AT", "AJ", "DPS", "DT", "POS", "CJC"))
        and around[1].startswith("NN")
    )


_TELLING = frozenset(("with", "without", "against", "before", "after", "from"))
"""Prepositions that change what is said: *plays with Ann* is not *plays and reminds Ann*."""


def _agrees_at(words: AskedWords, tokens: Sequence[Token], at: int) -> bool:
    before, after = _names_of(tokens[:at]), _names_of(tokens[at + 1 :])
    spoken = {token.text.casefold() for token in tokens}
    if any(preposition not in spoken for preposition, _ in words.beside):
        return False
    if _is_passive(tokens, at):
        if tuple(token.text.casefold() for token in tokens[max(0, at - 2) : at]) == ("to", "be") and words.done_to:
            return False  # *goods to be weighed*: what stands before decides what is weighed, and is no name
        subject = _subject_end(tokens, at)
        if subject < at and not words.done_to <= _names_of(tokens[:subject]):
            return False
        by = "by" in [token.text.casefold() for token in tokens[at + 1 : at + 7]]
        return not words.done_to & after - before and words.doers <= after and (by or not words.gap_leads)
    if words.doers & after - before or words.done_to & before - after:
        return False
    return words.done_to <= after  # an object that only the label names is not what somebody else does it to


def _subject_end(tokens: Sequence[Token], at: int) -> int:
    """Return the place behind the subject of a verb: of one that *and* joins to another, its first verb's.

    *X operates the Heron and is owned by Y* does not say that the Heron is owned.
    """
    begin = at
    while begin > 0 and tokens[begin - 1].tag.startswith(("VB", "VH", "AV", "VM")):
        begin -= 1
    if begin == at or begin == 0 or tokens[begin - 1].tag != "CJC":
        return at
    verbs = (place for place in range(begin) if tokens[place].tag.startswith(("VV", "VB")))
    finite = [place for place in verbs if tokens[place].tag in _FINITE]
    return finite[-1] if finite else at


_FINITE = ("VVZ", "VVD", "VVB", "VBZ", "VBD", "VBB")
"""Tags (C5) of verbs that have a subject."""


def is_owned(asked: AskedQuestion, text: str) -> bool:
    """Return whether *the wife of Bob* is his wife in a sentence too, and not a wife beside Bob."""
    owned = _OWNED.fullmatch(asked.statement) if asked.kind is AnswerKind.IDENTITY else None
    if owned is None:
        return True
    noun = stem((owned["noun"] or owned["own"]).split()[-1].casefold())
    owner = _stem(tag_tokens(owned["owner"] or owned["one"])[-1])
    tokens = [token for token in tag_tokens(text) if token.text[:1].isalnum() or token.tag == "POS"]
    stems = list(map(_stem, tokens))
    nouns = [at for at, each in enumerate(stems) if each == noun]
    if nouns and owner not in stems:  # its own description: *It had a population of 2,614*
        return _HAS.search(text) is not None
    return any(_are_joined(tokens, one, at) for at in nouns for one, each in enumerate(stems) if each == owner)


def _are_joined(tokens: Sequence[Token], owner: int, noun: int) -> bool:
    """Return whether a genitive, *of* or *have* joins an owner and what is his, a few words apart."""
    between = list(tokens[min(owner, noun) + 1 : max(owner, noun)])
    if len(between) > _APART:
        return False
    if owner > noun:
        while between and _is_name(between[-1]):  # the names before the owner's last one
            between.pop()
        return any(token.tag.startswith("PR") for token in between) and not any(map(_is_name, between))
    return any(token.tag == "POS" or token.text.casefold() in ("has", "had", "have") for token in between)


_APART = 7
"""Words between an owner and what is his: *frontman and vocalist for the rock band Counting Crows*."""
_OWNED = re.compile(
    r"(?:the |an? )?(?P<noun>[\w -]+?) (?:of|to|for|at|in) (?P<owner>.+)|(?P<one>.+?)['’]s? (?P<own>[\w -]+)"
)
_HAS = re.compile(r"\b(?:has|had|have) (?:an?|the) ")
