"""Verb groups: *had not been seen*, *is going to give up*, *to kill*."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pramana.language import lexicon as lex
from pramana.language.model import Modal, Token, VerbForm, VerbGroup
from pramana.language.tag_sets import BE_TAGS, CONTRACTED, FINITE, HAVE_TAGS, VERBS
from pramana.language.tokens import straighten

_INFINITIVES = frozenset({"VVI", "VBI", "VHI", "VDI", "VVB", "VBB", "VHB", "VDB"})
_PARTICIPLES = frozenset({"VVN", "VBN", "VHN", "VDN"})
_GERUNDS = frozenset({"VVG", "VBG", "VHG", "VDG"})
_DO_TAGS = frozenset({"VDB", "VDD", "VDZ"})


@lru_cache(maxsize=1)
def auxiliary_pairs() -> frozenset[tuple[str, str]]:
    """(auxiliary's tag, next verb's tag): the pairs that make one verb group."""
    pairs = {("VM0", tag) for tag in _INFINITIVES}
    pairs |= {(be, tag) for be in BE_TAGS for tag in _PARTICIPLES | _GERUNDS}
    pairs |= {(have, tag) for have in HAVE_TAGS for tag in _PARTICIPLES}
    pairs |= {(do, tag) for do in _DO_TAGS for tag in _INFINITIVES}
    return frozenset(pairs)


def verb_group(
    text: str, tokens: Sequence[Token], index: int, auxiliaries: tuple[int, int] | None = None
) -> tuple[VerbGroup, int]:
    """The verb group that starts at token `index` (a verb, *to* or *not to*), and the token after it.

    `auxiliaries` is the token range of an auxiliary apart from the group, before the subject (*Did Rama give*).
    """
    chain = _chain(tokens, index)
    head = chain[-1]
    last = head + 2 if _has_not(tokens, head) else head + 1
    particle = _particle(tokens, last)
    last += 1 if particle else 0
    apart = list(range(*auxiliaries)) if auxiliaries else []
    places = [*([apart[0] - 1] if apart and apart[0] else []), *apart, *range(index, last)]
    words = [straighten(tokens[position].text).lower() for position in places]
    verbs = [*apart, *chain]
    lemma = tokens[head].lemma
    group = VerbGroup(
        start=tokens[index].start,
        end=tokens[last - 1].end,
        text=text[tokens[index].start : tokens[last - 1].end],
        first=index,
        last=last,
        head=head,
        lemma=f"{lemma} {particle}" if particle else lemma,
        form=VerbForm.FINITE if apart else _form(tokens, chain),
        passive=_passive(tokens, verbs),
        negated=_is_negated(words),
        modal=_modal(tokens, verbs, words),
    )
    return group, last


def _has_not(tokens: Sequence[Token], head: int) -> bool:
    """*is not good*, *isn't*, *was never good*: the *not* belongs to the verb."""
    if head + 1 >= len(tokens):
        return False
    if tokens[head].tag in BE_TAGS and tokens[head + 1].text.lower() == "never":
        return True
    return tokens[head + 1].tag == "XX0" and tokens[head].tag[:2] in {"VB", "VH", "VD", "VM"}


def _is_negated(words: Sequence[str]) -> bool:
    """*could hardly bear*, *had almost finished* deny; *had hardly come when …* does not."""
    if len(words) > 1 and words[-2] in lex.NEARLY:
        return True
    if "yet" in words[:-2] and words[words.index("yet") + 1] == "to":  # *have yet to confirm*
        return True
    if "not" in words[:-1] and words[words.index("not") + 1] in {"far", "long", "much"}:  # *had not far to go*
        return False
    if any(word in {"not", "n't", "never", "neither", "nor"} or word in CONTRACTED for word in words):
        return True
    return "had" not in words and any(word in {"hardly", "scarcely"} for word in words)


def _chain(tokens: Sequence[Token], index: int) -> list[int]:
    """The verbs of the group, the main verb last."""
    start = index
    while start < len(tokens) - 1 and tokens[start].tag in {"TO0", "XX0", "AV0"}:
        start += 1
    if tokens[start].tag not in VERBS:
        return [index]
    chain = [start]
    while (following := _following(tokens, chain[-1])) is not None:
        chain.append(following)
    return chain


def _following(tokens: Sequence[Token], index: int) -> int | None:
    position = index + 1
    while position < len(tokens) and position <= index + 3 and tokens[position].tag in {"AV0", "XX0"}:
        position += 1
    if position >= len(tokens):
        return None
    if (tokens[index].tag, tokens[position].tag) in auxiliary_pairs():
        return position
    return _semi_modal(tokens, index, position)


def _semi_modal(tokens: Sequence[Token], index: int, position: int) -> int | None:
    """*have to go*, *is going to go*, *is able to go*, *ought to go*, *used to go*."""
    word = tokens[index].text.lower()
    if tokens[position].tag == "AJ0" and tokens[position].text.lower() == "able" and tokens[index].tag in BE_TAGS:
        position += 1
    elif not (tokens[index].tag in HAVE_TAGS or (word in {"going", "ought", "used"} and _leans(tokens, index))):
        return None
    after = position + 1
    if position < len(tokens) and tokens[position].tag == "TO0" and after < len(tokens):
        return after if tokens[after].tag in _INFINITIVES else None
    return None


def _leans(tokens: Sequence[Token], index: int) -> bool:
    word = tokens[index].text.lower()
    if word == "going":
        return index > 0 and tokens[index - 1].tag in BE_TAGS | {"AV0", "XX0"}
    if word == "used":
        return not (index and tokens[index - 1].tag in BE_TAGS | {"AV0", "XX0"})
    return word == "ought"


def _particle(tokens: Sequence[Token], position: int) -> str:
    if position + 1 < len(tokens) and tokens[position + 1].text.lower() == "of":
        return ""
    if [token.text.lower() for token in tokens[position : position + 2]] == ["up", "to"]:
        return ""  # *contain up to 48 %*
    if position < len(tokens) and tokens[position].tag == "AVP" and tokens[position].text.lower() in lex.PARTICLES:
        return tokens[position].text.lower()
    return ""


def _form(tokens: Sequence[Token], chain: Sequence[int]) -> VerbForm:
    first = chain[0]
    tag = tokens[first].tag
    if (first > 0 and tokens[first - 1].tag == "TO0") or tag in {"VVI", "VBI", "VHI", "VDI"}:
        return VerbForm.INFINITIVE
    if tag in FINITE:
        return VerbForm.FINITE
    return VerbForm.ING if tag in _GERUNDS else VerbForm.PARTICIPLE


def _passive(tokens: Sequence[Token], verbs: Sequence[int]) -> bool:
    head = verbs[-1]
    if tokens[head].tag not in _PARTICIPLES:
        return False
    if len(verbs) == 1:
        return True
    return tokens[verbs[-2]].tag in BE_TAGS or tokens[verbs[-2]].lemma == "get"


def _modal(tokens: Sequence[Token], verbs: Sequence[int], words: Sequence[str]) -> Modal:
    leading = set(words[:-1])
    perfect = any(tokens[verb].tag in HAVE_TAGS for verb in verbs[1:-1])
    if leading & lex.MODAL_CONDITIONAL and tokens[verbs[0]].tag == "VM0":
        return Modal.CONDITIONAL
    if leading & (lex.MODAL_POSSIBLE | {"able"}):
        past = leading & {"could", "might"} and perfect
        return Modal.CONDITIONAL if past else Modal.POSSIBLE
    if "rather" in leading and "should" in leading:  # *I should rather stay*: a wish, and no duty
        return Modal.CONDITIONAL
    if leading & lex.MODAL_NECESSARY or any(
        tokens[verb].tag in HAVE_TAGS and tokens[verb + 1].tag == "TO0" for verb in verbs[:-1] if verb + 1 < len(tokens)
    ):
        return Modal.NECESSARY
    if leading & lex.MODAL_FUTURE or "going" in leading:
        return Modal.FUTURE
    if "allegedly" in leading:
        return Modal.ALLEGED
    if leading & lex.HEDGES:
        return Modal.POSSIBLE
    return Modal.ACTUAL
