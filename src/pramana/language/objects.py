"""Two participants in one noun phrase: *elected Marsh | president*, *accused the man | of theft*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft
from pramana.language.model import NounPhrase, Prepositional, Token

_CALLING = frozenset("call name christen dub title term".split())


def split_object(
    text: str, tokens: Sequence[Token], draft: ClauseDraft, phrase: NounPhrase
) -> tuple[NounPhrase, NounPhrase | Prepositional | None]:
    """Return the object of a verb, and what else its words hold: what it is called, or is accused of."""
    if draft.group.passive:
        return phrase, None
    inner = phrase.inner
    if draft.base in lex.OF_VERBS and inner is not None and phrase.possessor is None:
        of = inner.first - 1
        whole = _part(text, tokens, phrase, phrase.first, of, phrase.kind)
        return whole, Prepositional("of", inner, tokens[of].start, inner.end)
    cut = _name_and_title(tokens, draft, phrase) if draft.base in lex.NAMING and phrase.possessor is None else 0
    if not cut:
        return phrase, None
    first = _part(text, tokens, phrase, phrase.first, cut, "noun" if tokens[cut - 1].tag != "NP0" else "name")
    return first, replace(phrase, start=tokens[cut].start, text=text[tokens[cut].start : phrase.end], first=cut)


def _part(text: str, tokens: Sequence[Token], phrase: NounPhrase, first: int, last: int, kind: str) -> NounPhrase:
    start, end = tokens[first].start, tokens[last - 1].end
    head = min(phrase.head, last - 1)
    return replace(phrase, start=start, end=end, text=text[start:end], last=last, head=head, kind=kind, inner=None)


def _name_and_title(tokens: Sequence[Token], draft: ClauseDraft, phrase: NounPhrase) -> int:
    """Where *president* begins in *elected Marsh president*, *Aurora* in *called the boat Aurora*; 0 for neither."""
    tags = [tokens[place].tag for place in range(phrase.first, phrase.head + 1)]
    named = sum(tag == "NP0" for tag in tags)
    if 0 < named == len(tags) - 1 and tags[-1] == "NN1" and tokens[phrase.head].text.islower():
        return phrase.head
    common = len(tags) - named
    called = draft.base in _CALLING and tags[0] in {"AT0", "DPS"} and 1 < common < len(tags)
    return phrase.first + common if called and "NP0" not in tags[:common] else 0
