"""Restore the order of a clause whose auxiliary precedes its subject: *did Rama give* becomes *Rama did give*."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pramana.language.analysis import analyse_cached
from pramana.language.model import NounPhrase, Sentence, Token
from pramana.language.word_lists import word_set

_BE = frozenset("is was are were am be been".split())
_DO = frozenset("do does did".split())
_HAVE = frozenset("has had have".split())
_DOING = frozenset({"VVG", "VDG", "VHG"})
_MODALS = word_set("questions/modals")
AUXILIARIES = _BE | _DO | _HAVE | _MODALS
STRANDED = word_set("questions/stranded")


@dataclass(frozen=True, slots=True)
class ReorderedClause:
    """A clause whose auxiliary stood before its subject, put back in order. `verb_at` is where its verbs begin."""

    statement: str
    verb_at: int
    subject: str
    auxiliary: str
    tail: str
    bare_be: bool

    @property
    def stranded_preposition(self) -> str | None:
        last = self.tail.split()[-1].lower() if self.tail.split() else ""
        return last if last in STRANDED else None


def undo_inversion(text: str) -> ReorderedClause | None:
    """Return *Rama did give* for *did Rama give*; None if no auxiliary precedes a subject."""
    words = text.split(" ", 1)
    if len(words) < 2 or words[0].lower() not in AUXILIARIES:
        return None
    if words[0].lower() in _DO | _MODALS:  # *did* leaves the tagger no doubt that a bare verb follows
        text, words = f"did {words[1]}", ["did", words[1]]
    auxiliary, at = words[0].lower(), len(words[0]) + 1
    if text[at:].lower().startswith("not "):
        auxiliary, at = f"{auxiliary} not", at + 4
    sentence = analyse_cached(text)
    first = next((index for index, token in enumerate(sentence.tokens) if token.start >= at), 0)
    if not first or not phrase_at(sentence, first):
        return _there(text, auxiliary, at)
    subject = subject_at(sentence, first)
    end = _end_of_subject(sentence, first, subject, of_be=words[0].lower() in _BE)
    needs_verb, perfect = auxiliary.startswith("did"), False
    doing = next((index for index in range(first + 1, subject.last) if _is_doing(sentence.tokens[index])), 0)
    doing = doing or _name_before_doing(sentence, first, subject.last)
    doing = doing or _nobody_before_done(sentence, first, subject.last)
    if doing and words[0].lower() in _BE and not _verb_follows(sentence, end):
        end = sentence.tokens[doing - 1].end
    if needs_verb and not _verb_follows(sentence, end):
        end = _before_bare_verb(sentence, first, subject.last)
    if words[0].lower() in _HAVE and not _verb_follows(sentence, end):
        participle = _before_participle(text, at, auxiliary)
        end, perfect = participle or end, participle > 0
    tail = text[end:].strip() if end > at else ""
    going_on = re.match(r"(?!during\b)[a-z]+ing\b", tail) is not None
    verbal = (
        perfect or going_on or _verb_follows(sentence, end) or needs_verb or (doing > 0 and words[0].lower() in _BE)
    )
    if (not verbal and words[0].lower() not in _BE) or (words[0].lower() in _DO and not tail):
        return None
    said = text[at:end].strip()
    return ReorderedClause(f"{said} {auxiliary} {tail}".strip(), len(said) + 1, said, auxiliary, tail, not verbal)


def _end_of_subject(sentence: Sentence, first: int, subject: _Span, *, of_be: bool) -> int:
    """Where the subject ends that starts at token `first`, with the phrases of prepositions before its verb."""
    end = subject.end
    if of_be and subject.last - first > 1 and sentence.tokens[subject.last - 1].text == "worth":
        end = sentence.tokens[subject.last - 2].end  # *was the contract worth* (it): no noun there
    if sentence.tokens[first].tag in {"AT0", "DPS", "DT0"} and not _verb_follows(sentence, end):
        end = _behind_prepositions(sentence, subject.last, of_be=of_be) or end
    return end


def _name_before_doing(sentence: Sentence, first: int, last: int) -> int:
    """The place of what a name or a pronoun is doing, where its phrase swallowed it: *was Ann building*; else 0."""
    doer, word = sentence.tokens[max(first, last - 2)], sentence.tokens[last - 1]
    names = doer.tag in {"NP0", "PNI", "PNP"} and doer is not word
    return last - 1 if names and word.text.islower() and word.text.endswith("ing") else 0


def _nobody_before_done(sentence: Sentence, first: int, last: int) -> int:
    """The place of what was done to nobody in particular, where one phrase swallowed both: *was someone murdered*; else
    0. An adjective, too, may follow *someone*, so only a form that is a participle is one."""
    if last - first != 2 or sentence.tokens[first].tag != "PNI":
        return 0
    said = analyse_cached(f"It was {sentence.tokens[first + 1].text} by them.").tokens
    return first + 1 if len(said) > 2 and said[2].tag in {"VVN", "VVD"} else 0


def _behind_prepositions(sentence: Sentence, index: int, *, of_be: bool) -> int:
    """Where a subject ends that has phrases of prepositions before its verb, 0 for none: *the house in Elm Street
    sold*; of *be* a participle. Of *was the house in Elm Street* the place is what is asked for."""
    tokens, start = sentence.tokens, index
    while index + 1 < len(tokens) and tokens[index].tag in {"PRP", "PRF"}:
        phrase = phrase_at(sentence, index + 1)
        if phrase is None:
            return 0
        index = phrase.last
    if index == start or index >= len(tokens) or not tokens[index].text.islower():
        return 0
    verbal = tokens[index].tag in {"VVN", "VVD", "VBN", "VHN"} if of_be else tokens[index].tag.startswith("V")
    return tokens[index - 1].end if verbal else 0


def _before_bare_verb(sentence: Sentence, first: int, last: int) -> int:
    """Where the subject ends whose phrase swallowed its verb, a word that may also be a noun: *the ghost show Fred*."""
    tokens = sentence.tokens
    for index in range(first + 1, last):
        before = tokens[index - 1]
        follows_noun = before.tag in {"NN0", "NN1", "NN2", "NP0", "PNP"} or before.text.endswith("ing")
        if follows_noun and tokens[index].tag != "NP0" and tokens[index].text.islower():
            read_again = analyse_cached(f"they did {sentence.text[tokens[index].start :]}").tokens
            if len(read_again) > 2 and _is_verb(read_again[2]):
                return tokens[index - 1].end
    if last < len(tokens):  # *did the trial last*: the verb behind the phrase was taken for another word
        return tokens[last - 1].end
    return tokens[last - 2].end if last - first > 1 else tokens[last - 1].end


def _before_participle(text: str, at: int, auxiliary: str) -> int:
    """Where the subject ends whose phrase swallowed its participle, 0 for nowhere: *has the Board deferred it*.

    The first place at which the auxiliary, put there, makes a verb with what follows, and a whole phrase precedes.
    """
    for blank in list(re.finditer(" ", text[at:]))[:_LONGEST_SUBJECT]:
        end = at + blank.start()
        said = text[at:end]
        again = analyse_cached(f"{said[:1].upper()}{said[1:]} {auxiliary} {text[end:].strip()}")
        whole = any(phrase.start == 0 and phrase.end == len(said) for phrase in again.noun_phrases)
        reach = len(said) + 1 + len(auxiliary)
        if whole and any(group.start == len(said) + 1 and group.end > reach for group in again.verb_groups):
            return end
    return 0


_LONGEST_SUBJECT = 8
"""Words of a subject before a participle that are tried: each is analysed again."""


def _there(text: str, auxiliary: str, at: int) -> ReorderedClause | None:
    """*is there a ghost*, *is he*: a subject that the chunker leaves out."""
    match = re.match(r"there\b", text[at:], re.IGNORECASE)
    if match is None:
        return None
    tail = text[at + match.end() :].strip()
    return ReorderedClause(f"there {auxiliary} {tail}", 6, "there", auxiliary, tail, bare_be=True)


def phrase_at(sentence: Sentence, first: int) -> NounPhrase | None:
    return next((phrase for phrase in sentence.noun_phrases if phrase.first == first), None)


@dataclass(frozen=True, slots=True)
class _Span:
    last: int
    end: int


def subject_at(sentence: Sentence, first: int) -> _Span:
    """The subject that starts at token `first`, with what *and* joins to it."""
    phrase = phrase_at(sentence, first)
    assert phrase is not None, "the caller has seen it"
    while (joint := _token(sentence, phrase.last)) is not None and joint.text.lower() in {"and", "or", ","}:
        joined = phrase_at(sentence, phrase.last + 1)
        if joined is None:
            break
        phrase = joined
    return _Span(phrase.last, phrase.end)


def _token(sentence: Sentence, index: int) -> Token | None:
    return sentence.tokens[index] if index < len(sentence.tokens) else None


def _is_doing(token: Token) -> bool:
    return token.tag in _DOING or token.text.lower() == "doing"


def _is_verb(token: Token) -> bool:
    return token.tag[:1] == "V"


def _verb_follows(sentence: Sentence, end: int) -> bool:
    for token in sentence.tokens:
        if token.start >= end and token.tag not in {"AV0", "XX0"}:
            return _is_verb(token)
    return False


def starts_with_verb(sentence: Sentence) -> bool:
    for token in sentence.tokens:
        if _is_verb(token) or token.text.lower() in AUXILIARIES:
            return True
        if token.tag not in {"AV0", "XX0"}:
            return False
    return False
