"""What a line denies, against what a Kriyā says of it: checked by code, whoever proposed the Kriyā."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.events.model import Kriya, Modality, Polarity
from pramana.evidence import Span, align
from pramana.language import NOMINAL, Sentence, VerbGroup, analyse_cached, denied_before, is_negative, negating_words

_NEARLY = frozenset({"almost", "nearly"})
_WORD = re.compile(r"[\w'’-]+")
_DENIALS = re.compile(
    r"\b(?:no|not|non|nor|none|never|neither|nobody|nothing|nowhere|nought|cannot|without|hardly|scarcely|barely|seldom|"
    r"rarely|few|little|fewer|less|too|unable|unwilling|unlikely|untrue|unsuccessful\w*|unaware|incapable|inability|"
    r"impossible|improbable|mistake\w*|disagree\w*|disallow\w*|disapprov\w*|disbelie\w*|discontinu\w*|dismiss\w*|"
    r"disprov\w*|disput\w*|disqualif\w*|disregard\w*|discard\w*|disown\w*|fail\w*|refus\w+|"
    r"declin\w+|den(?:y|ies|ied|ying|ials?)|reject\w*|neglect\w*|forg[eo]t\w*|lack(?!s? of)\w*|los(?:e|es|t|ing)|"
    r"absen\w+|avoid\w*|refrain\w*|abst\w+|prevent\w*|stop\w*|ceas\w+|cancel\w*|ban\w*|prohibit\w*|forb\w+|block\w*|halt\w*|"
    r"bars|barred|barring|exclud\w+|deter\w*|hinder\w*|ke(?:pt|ep\w*)|"
    r"quit\w*|doubt\w*|false\w*|wrong\w*|rul\w+ out|rather than|instead|far from|far too|miss\w*|omit\w*|empty|free|"
    r"zero|nil|withdr\w+|withh\w+|refut\w+|contest\w*|abandon\w*|drop\w*|spar\w+|unless|until|"
    r"(?:all|every\w*|any\w*|none|nothing|nobody|no one) but|except\w*|yet to|almost|nearly)\b|n['’‘ʼ]t\b|"
    r"\b(?:do|does|did|is|was|are|has|have|ca|could|would|should)nt\b",
    re.IGNORECASE,
)
"""Words that may deny, wide on purpose: only a line with none of them surely denies nothing."""


def polarity_problems(line: str, kriya: Kriya, verb: Span) -> Iterator[str]:
    """Yield where a Kriyā asserts what the line denies, or the reverse, as a message for a model.

    `verb` is the place of its verb quote in the line. Mentions that are not in the line are passed over.
    """
    sentence = analyse_cached(line)
    if kriya.polarity is Polarity.NEGATIVE:
        if not _DENIALS.search(sentence.text):
            yield "the polarity is negative, but nothing in the line denies it."
        return
    named = [mention for listed in kriya.karakas.values() for mention in listed]
    denied = [mention for mention in named if _is_denied(sentence, mention, align(mention, line, near=verb.start))]
    yield from (f"{each!r} is denied in the line; make the polarity negative, or leave it out." for each in denied)
    if not denied and kriya.modality is Modality.ACTUAL and _has_denied_participant(sentence, verb):
        yield "the line denies it of everybody; make the polarity negative, or leave it out."
    if kriya.modality is Modality.ACTUAL and _is_unasserted(sentence, verb):
        yield "the line does not assert it; make the polarity negative, or the modality possible."
    group = _group_at(sentence, verb)
    if (
        group is not None
        and _denies(sentence, group)
        and not (kriya.modality is not Modality.ACTUAL and _is_near(sentence, group))
    ):
        yield f"the line denies it ({group.text!r}); make the polarity negative."


def _is_denied(sentence: Sentence, mention: str, span: Span | None) -> bool:
    return span is not None and negates(sentence, span) and not _is_compared(sentence, mention, span)


def negates(sentence: Sentence, span: Span) -> bool:
    """Return whether a mention is denied by the noun phrase that it belongs to.

    *evidence* is denied in *no evidence*, and so is *fraud* in *no evidence of fraud*.
    """
    if negating_words(_WORD.findall(sentence.text[span.start : span.end])):
        return True
    held = (each for each in sentence.noun_phrases if each.start < span.end and span.start < each.end)
    return any(is_negative(sentence.tokens, phrase) for phrase in held)


def _is_unasserted(sentence: Sentence, verb: Span) -> bool:
    """Return whether the clause of a verb quote is denied by another word: *denied that …*, *failed to …*."""
    group = _group_at(sentence, verb)
    found = (each for each in sentence.clauses if each.verb_start < verb.end and verb.start < each.verb_end)
    own = (each for each in found if group is None or each.verb_end == group.end)  # not the *failed* of *failed to go*
    return any(each.unasserted and each.kind not in NOMINAL for each in own)


def _has_denied_participant(sentence: Sentence, verb: Span) -> bool:
    """Return whether nobody does it, or nothing is done: *Nobody stole the map* does not say that it was stolen.

    *Nobody but Ann stole it* says it of Ann, and so does *Ann, not Bo, stole it*.
    """
    own = [each for each in sentence.clauses if each.verb_start < verb.end and verb.start < each.verb_end]
    parts = [part for each in own if each.kind not in NOMINAL for part in (each.subjects, each.objects) if part]
    return not _EXCEPTING.search(sentence.text) and any(
        all(is_negative(sentence.tokens, phrase) for phrase in part) for part in parts
    )


_EXCEPTING = re.compile(r"\b(?:but|except|other than|than|save)\b|(?:,| and) (?:not|no)\b")
"""What says it of somebody beside: *Marsh, not Lily*, *bread and no wine*."""


def _denies(sentence: Sentence, group: VerbGroup) -> bool:
    return group.negated or denied_before(sentence.tokens, group.first)


def _is_near(sentence: Sentence, group: VerbGroup) -> bool:
    """Return whether *almost* or *nearly* belongs to a verb group."""
    return any(token.text.lower() in _NEARLY for token in sentence.tokens[max(0, group.first - 1) : group.head])


def _is_compared(sentence: Sentence, mention: str, span: Span) -> bool:
    """Return whether what is missing is compared with what is there: *No deal is better than a bad deal*."""
    words = _WORD.findall(mention.lower())
    after = sentence.text[span.end :].lower().partition(" than ")[2]
    return words[:1] == ["no"] and any(word in _WORD.findall(after) for word in words[1:])


def _group_at(sentence: Sentence, verb: Span) -> VerbGroup | None:
    """Return the last verb group with its main verb within a verb quote: *open* of *did not fail to open*."""
    heads = ((sentence.tokens[group.head], group) for group in reversed(sentence.verb_groups))
    return next((group for head, group in heads if verb.start <= head.start and head.end <= verb.end), None)
