"""What a line denies, against what a Kriyā says of it: checked by code, whoever proposed the Kriyā."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.events.model import Kriya, Modality, Polarity
from pramana.evidence import Span, align
from pramana.language import NOMINAL, Sentence, VerbGroup, analyse_cached, denied_before, is_negative, negating_words

_WORD = re.compile(r"[\w'’-]+")
_DENIALS = re.compile(
    r"\b(?:no|not|non|nor|none|never|neither|nobody|nothing|nowhere|nought|cannot|without|hardly|scarcely|barely|seldom|"
    r"rarely|few|little|fewer|less|too|unable|unwilling|unlikely|untrue|unsuccessful\w*|unaware|incapable|inability|"
    r"impossible|improbable|mistake\w*|disagree\w*|disallow\w*|disapprov\w*|disbelie\w*|discontinu\w*|dismiss\w*|"
    r"disprov\w*|disput\w*|disqualif\w*|disregard\w*|discard\w*|disown\w*|fail\w*|refus\w+|"
    r"declin\w+|den(?:y|ies|ied|ying|ials?)|reject\w*|neglect\w*|forg[eo]t\w*|lack(?!s? of)\w*|los(?:e|es|t|ing)|"
    r"absen\w+|avoid\w*|refrain\w*|abst\w+|prevent\w*|stop\w*|ceas\w+|cancel\w*|ban\w*|prohibit\w*|forb\w+|block\w*|halt\w*|"
    r"quit\w*|doubt\w*|false\w*|wrong\w*|rul\w+ out|rather than|instead|far from|far too|miss\w*|omit\w*|empty|free|"
    r"zero|nil|withdr\w+|withh\w+|refut\w+|contest\w*|abandon\w*|drop\w*|spar\w+|unless|until|"
    r"(?:all|every\w*|any\w*|none|nothing|nobody|no one) but|except\w*|yet to|almost|nearly)\b|n['’]t\b",
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
    for mention in (mention for listed in kriya.karakas.values() for mention in listed):
        span = align(mention, line, near=verb.start)
        if span is not None and negates(sentence, span):
            yield f"{mention!r} is denied in the line; make the polarity negative, or leave it out."
    if kriya.modality is Modality.ACTUAL and _is_unasserted(sentence, verb):
        yield "the line does not assert it; make the polarity negative, or the modality possible."
    group = _group_at(sentence, verb)
    if group is not None and (group.negated or denied_before(sentence.tokens, group.first)):
        yield f"the line denies it ({group.text!r}); make the polarity negative."


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
    found = (each for each in sentence.clauses if each.verb_start < verb.end and verb.start < each.verb_end)
    return any(each.unasserted and each.kind not in NOMINAL for each in found)


def _group_at(sentence: Sentence, verb: Span) -> VerbGroup | None:
    """Return the last verb group with its main verb within a verb quote: *open* of *did not fail to open*."""
    heads = ((sentence.tokens[group.head], group) for group in reversed(sentence.verb_groups))
    return next((group for head, group in heads if verb.start <= head.start and head.end <= verb.end), None)
