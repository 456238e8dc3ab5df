"""The embedded model's extraction: by a seed's cue words, with who denies, supposes or only heard of it.

It never reads what a text asks of its reader: such sentences are left out, and tell that the text is adversarial.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pramana.anot.accounts import (
    has_any,
    is_carried,
    is_denied,
    is_here_and_now,
    is_name_or_place,
    is_ours,
    is_sensed,
    is_supposed,
)
from pramana.anot.cue_words import DENIED, CueWords, compile_cues, cue_key, denies
from pramana.anot.extraction import ExtractionForm, ExtractionInput
from pramana.anot.orders import likely_order, sentences
from pramana.anot.seed import VALIDITY, ExtractionField, FormulaSeed
from pramana.language import NOMINAL, Clause, Modal, analyse, normalize_signs
from pramana.llm import Abstention

FIRSTHAND, SECONDHAND, HYPOTHETICAL = "firsthand", "secondhand", "hypothetical"
_ACCOUNTS = {FIRSTHAND, SECONDHAND, HYPOTHETICAL}
"""A field with these values says who it happened to. It is filled from what other fields found."""
_SUPPOSED = {Modal.POSSIBLE, Modal.CONDITIONAL, Modal.ASKED, Modal.INTENDED, Modal.FUTURE}
_REACH = 300
"""So many code points in front of a cue are looked at for who denies, supposes or heard of it."""
_NEAR = 160
"""So many code points around a sentence may hold the word that a cue needs beside it: about one sentence each way."""
_LONGEST = 600
"""Longer sentences are not analysed into clauses; the words in front of a cue still deny it."""

_BUT = re.compile(
    r"(?:[;:,]|\b(?:but|though|although|until|because|so|then)|\band (?=(?:i|we|he|she|they|it|my|our|his|her)\b))\s?",
    re.IGNORECASE,
)
"""Where a denial or a supposition ends: also before *and* with a subject of its own."""
_OPENING = re.compile(
    r"^\W*(?:let's (?:just )?say|(?:suffice it|needless) to say|long story short)\b(?: that\b)?", re.IGNORECASE
)
"""How tellers begin: it supposes and asks nothing."""
_HEARSAY = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:heard|read)\b|\b(?:apparently|allegedly|reportedly|supposedly|rumou?r)\b"
    r"|\b(?:told|tells) (?:me|us) (?:that )?(?:s?he|they|someone|somebody|(?:his|her|their)\b)"
    r"|\b(?:friends?|acquaintances?|neighbou?rs?|colleagues?|co-?workers?|cousins?) of\b"
    r"|\b(?:my|our|a|another|some) (?:co-?worker|colleague|neighbou?r|acquaintance|friend|roommate|boss|customer|"
    r"guest|diner|stranger)(?:'s)?\b|\b(?:someone|somebody) (?:else|i know|we know|told)",
    re.IGNORECASE,
)
_SUPPOSING = re.compile(
    r"\b(?:if|whether|unless|in case|worr(?:y|ied)|afraid|fear(?:ed)?|scared|might|may|could(?! not| hardly|n't)|would|"
    r"imagine|what if|hope|wonder(?:ed|ing)?|asked|risk|concerned)\b",
    re.IGNORECASE,
)
_SPAM = re.compile(
    r"https?://|\bwww\.|\b(?:promo|coupon|discount|referral) code\b|\bclick (?:here|the link|on)\b"
    r"|\bbuy (?:now|followers)\b"
    r"|\bvisit (?:our|my) (?:site|website|page|channel|profile)\b|\b(?:dm|whatsapp|telegram) (?:me|us)\b"
    r"|\bearn \$|\bcrypto\b|\bfree gift\b|\b100% (?:free|guaranteed)\b|\blimited[- ]time offer\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Hit:
    """A cue that was found in a sentence. `how` is who tells it: one of the accounts, None where it is denied."""

    field: str
    value: str
    quote: str
    how: str | None
    place: int


def extract(asked: ExtractionInput) -> Any:
    """Answer one item by its seed's cues; abstain where the seed has none, or a field could only be guessed."""
    if not isinstance(asked.seed, FormulaSeed):
        return Abstention(reason="Without a seed there are no cues to read by.")
    reader = _reader(asked.seed.hash, _SeedKey(asked.seed))
    if not reader.cued:
        return Abstention(reason="The seed has no cues; a model has to be configured, or cues written.")
    return reader.read(asked.review_text)


class _SeedKey:
    """A seed as an argument that a cache does not look at."""

    def __init__(self, seed: FormulaSeed) -> None:
        self.seed = seed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SeedKey)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=16)
def _reader(_key: str, held: _SeedKey) -> _CueReader:
    return _CueReader(ExtractionForm(held.seed))


class _CueReader:
    """A seed's cues, compiled once."""

    def __init__(self, form: ExtractionForm) -> None:
        self._form = form
        own = [field for field in form.seed.extraction_fields if field.type in ("enum", "boolean")]
        self._accounts = [field for field in own if set(field.values) >= _ACCOUNTS]
        self.cued = [compile_cues(field) for field in own if field.cues and field not in self._accounts]
        self._lowercase = {
            field.name: {cue for listed in field.cues.values() for cue in listed if cue == cue.casefold()}
            for field in own
        }
        self._told = {field.name: compile_cues(field) for field in self._accounts if field.cues}

    def read(self, text: str) -> Any:
        alike = normalize_signs(text)
        orders: list[tuple[int, int]] = []
        told: list[tuple[int, int]] = []
        for start, end in sentences(alike):
            (orders if likely_order(alike[start:end]) else told).append((start, end))
        hits = [hit for start, end in told for hit in self._hits(alike, start, end, text)]
        values: dict[str, Any] = dict(self._form.defaults)
        quotes: dict[str, str] = {}
        for cues in self.cued:
            self._settle(cues.field, [hit for hit in hits if hit.field == cues.field.name], values, quotes)
        for field in self._accounts:
            self._account(field, hits, values, quotes)
        if VALIDITY in values:
            values[VALIDITY], quotes[VALIDITY] = _validity(alike, text, orders)
        return self._form.output(**values, **{self._form.quotes: quotes})

    def _hits(self, alike: str, start: int, end: int, text: str) -> Iterator[_Hit]:
        """Yield the cues of one sentence, each with who tells it."""
        sentence = alike[start:end]
        found = [(cues, match) for cues in self.cued for match in cues.search.finditer(sentence)]
        if not found:
            return
        clauses = (
            [each for each in analyse(_without_opening(sentence)).clauses if each.kind not in NOMINAL]
            if end - start <= _LONGEST
            else []
        )
        for cues, match in found:
            at, after = start + match.start(), start + match.end()
            how = self._how(sentence, match, clauses)
            if how is not None and cues.field.beside:
                how = self._told_of_company(cues, sentence, match, how, alike[max(0, start - _NEAR) : end + _NEAR])
            yield _Hit(cues.field.name, cues.values[cue_key(match.group())], text[at:after], how, at)

    def _how(self, sentence: str, match: re.Match[str], clauses: Sequence[Clause]) -> str | None:
        before = sentence[max(0, match.start() - _REACH) : match.start()]
        breaks = [cut.end() for cut in _BUT.finditer(before)]
        near = before[breaks[-1] :] if breaks else before
        clause = _clause(clauses, match)
        if DENIED.search(near) or (clause is not None and clause.negated and not denies(match.group())):
            return None
        if clause is not None and clause.modal in _SUPPOSED and not denies(match.group()):
            return HYPOTHETICAL
        if _SUPPOSING.search(near) or self._says(HYPOTHETICAL, near):
            return HYPOTHETICAL
        if _HEARSAY.search(before) or self._says(SECONDHAND, before):
            return SECONDHAND
        return FIRSTHAND

    def _told_of_company(
        self, cues: CueWords, sentence: str, match: re.Match[str], how: str, around: str
    ) -> str | None:
        """Return who tells a cue that needs a person and a word beside it; None where the sentence does not tell it."""
        field, start, end = cues.field, match.start(), match.end()
        lowercase = match.group().casefold() in self._lowercase[field.name]
        if is_name_or_place(sentence, start, end, lowercase) or has_any(sentence, field.unless):
            return None
        needed = cues.needs.get(cue_key(match.group()), ())
        if needed and not has_any(sentence, needed):
            return None
        if is_denied(sentence, end) or is_carried(sentence, start, end) or not is_here_and_now(sentence):
            return None
        if is_supposed(sentence, start):
            return HYPOTHETICAL
        if how != FIRSTHAND and not (how == HYPOTHETICAL and is_sensed(sentence, start)):
            return how
        return FIRSTHAND if is_ours(sentence, end) and has_any(around, field.beside) else None

    def _says(self, account: str, words: str) -> bool:
        """Return whether a cue of the seed's own says so."""
        found = (
            cues.values[cue_key(match.group())] for cues in self._told.values() for match in cues.search.finditer(words)
        )
        return account in found

    def _settle(
        self, field: ExtractionField, hits: Sequence[_Hit], values: dict[str, Any], quotes: dict[str, str]
    ) -> None:
        """Take the value that ranks highest of those that did happen; what did not happen leaves it untold."""
        order = list(field.values) if field.type == "enum" else ["false", "true"]
        happened = [hit for hit in hits if hit.how in (FIRSTHAND, SECONDHAND)]
        if happened:
            best = max(happened, key=lambda hit: (hit.how == FIRSTHAND, order.index(hit.value), -hit.place))
            values[field.name] = best.value if field.type == "enum" else best.value == "true"
            quotes[field.name] = best.quote

    def _account(
        self, field: ExtractionField, hits: Sequence[_Hit], values: dict[str, Any], quotes: dict[str, str]
    ) -> None:
        told = [hit for hit in hits if hit.how is not None and hit.value != self._form.defaults[hit.field]]
        for account in (FIRSTHAND, SECONDHAND, HYPOTHETICAL):
            first = next((hit for hit in told if hit.how == account), None)
            if first is not None:
                values[field.name], quotes[field.name] = account, first.quote
                return


def _without_opening(sentence: str) -> str:
    """Return a sentence with blanks in place of how a teller begins."""
    found = _OPENING.match(sentence)
    return sentence if found is None else " " * found.end() + sentence[found.end() :]


def _clause(clauses: Sequence[Clause], match: re.Match[str]) -> Clause | None:
    """Return the clause that contains a cue: the nearest that covers it, else that of the last verb before it."""
    covering = [each for each in clauses if each.verb_start < match.end() and each.end >= match.start()]
    if covering:
        return min(covering, key=lambda each: each.end - each.verb_start)
    before = [each for each in clauses if each.verb_end <= match.start()]
    # At most one short word between them, such as *and* or *with*: further on the clause is about something else.
    return before[-1] if before and match.start() - before[-1].end < 12 else None


def _validity(alike: str, text: str, orders: Sequence[tuple[int, int]]) -> tuple[str, str]:
    if orders:
        start, end = orders[0]
        return "adversarial", text[start:end].strip()[:300]
    spam = _SPAM.search(alike)
    return ("spam", text[spam.start() : spam.end()]) if spam else ("valid", "")
