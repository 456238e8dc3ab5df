"""What a claim may not leave out, since another word reaches over it: what a denial denies, what *every* or *the
largest* ranges over, what a condition conditions.

*The treaty forbids the export of weapons to countries at war* does not say that it forbids the export of weapons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pramana.claims.circumstances import part_difference
from pramana.claims.model import Aspect, Mismatch
from pramana.claims.phrases import names_same
from pramana.language import (
    DENYING_VERBS,
    NEGATIONS,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    ReadLine,
    dates_of,
    is_word,
    negations,
    word_set,
)

_NEGATIVE_VERBS = DENYING_VERBS | word_set("claims/negative_verbs")
_RANGING = word_set("claims/ranging")
_CONDITIONS = frozenset("if unless provided providing otherwise".split())
_EXPECTING = frozenset({"when", "whenever", "once", "after", "before", "as soon as", "by the time"})
"""Before a verb in the present tense these say what is expected, or happens each time: *once the bank agrees, …*."""
_PRESENT = frozenset({"VBZ", "VBB", "VHZ", "VHB", "VVZ", "VVB", "VDZ", "VDB", "VM0"})
_PAST = frozenset({"VBD", "VHD", "VVD", "VDD"})
_APART = frozenset({"because", "although", "though", "since", "as", "whereas", "while", "so"})
"""Behind a comma these say why or what else; a denial before them does not reach over them."""
_SUPPOSING = re.compile(
    r"(?:^|[,;:] )(?:suppos(?:e|ing)|provid(?:ed|ing)|assum(?:e|ing)|imagin(?:e|ing)|(?:as|so) long as|in case|"
    r"on (?:the )?condition|in the event|it (?:is|was|'s|’s) (?:high |about )?time|were it|had it)\b"
    r"|\b(?:would|could|might)(?:n.t| not)? have \w+(?: \w+){0,8} had (?!been\b|to\b)"
    r"|\b(?:provid(?:ed|ing) that|on (?:the )?condition that|in the event that|in case (?!of\b)|if only)\b"
    r"|\b(?:as though|lest)\b"
    r"|\b(?:rumou?rs?|legend|word|tradition|gossip|hearsay|folklore) (?:has|have|had) it\b"
    r"|\bthe (?:story|tale|legend) goes\b"
    r"|, (?:i|we) (?:think|believe|guess|suppose|hope|assume|imagine|expect|fear|gather|understand|presume)\b"
    r"|^(?:myth|fiction|false|hoax|fake|rumou?r|claim|allegation|joke|example|draft|proposal|hypothesis|scenario)s?\s?:"
    r"|[\[(](?:retracted|withdrawn|disputed|unverified|unconfirmed|false|not true|untrue|denied|disproved|satire)[\])]"
    r"|!\?"
    r"|(?:^|[.;:] )let ",
    re.IGNORECASE,
)
"""Words that make all of a sentence a supposition: *Assuming Ann sold the mill, Bo is rich*."""
_MODIFYING = ("AJ", "NN", "NP", "ORD", "CRD")
"""Tags (C5) of the words that narrow what a phrase names."""


def scope_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield what a claim leaves out of a line's clause though another word of that clause reaches over it."""
    if (framed := _conditions(line) - _conditions(said)) and _is_supposed(line, stated):
        yield Mismatch(Aspect.MODALITY, claimed.predicate, " ".join(sorted(framed)))
    if stated.kind is ClauseKind.RELATIVE and any(_is_nested(line, stated, phrase) for phrase in _core(stated)):
        yield Mismatch(Aspect.NAME, "", "that")
    yield from _dropped_measures(claimed, line, stated)
    denied = stated.negated or stated.verb in _NEGATIVE_VERBS
    ranging = any(_ranges(line, each) for each in _core(stated)) and any(_ranges(said, each) for each in _core(claimed))
    if not denied and not ranging:
        return
    for part in stated.prepositions:
        if not ranging and not stated.negated and not stated.objects and dates_of(part.phrase.text):
            continue  # *the lease ends on 4 March*: when it ends, not what ends
        if part_difference(line, part, said, claimed, stated) is not None:
            yield Mismatch(Aspect.DETAIL, "", line.sentence.text[part.start : part.end])
    held = {each.text.casefold() for each in claimed.adverbials}
    dated = not stated.negated and line.finite_tag(stated) in _PAST  # *refused it last month*: when, not what
    for adverbial in stated.adverbials:
        if adverbial.text.casefold() not in held and not (dated and adverbial.kind == "time"):
            yield Mismatch(Aspect.DETAIL, "", adverbial.text)
    if denied:
        yield from _dropped_under_denial(said, claimed, line, stated)


def _dropped_measures(claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    markers = {part.preposition for part in claimed.prepositions}
    for part in stated.prepositions:
        if part.preposition not in markers and _compares_measure(line, part):
            yield Mismatch(Aspect.DETAIL, "", line.sentence.text[part.start : part.end])


def _compares_measure(line: ReadLine, part: Prepositional) -> bool:
    """Whether a participant says from what a measure is counted: *rose by 4 per cent more than wages*."""
    if not part.preposition.endswith("than"):
        return False
    before = [token for token in line.sentence.tokens if token.end <= part.start][-_MEASURE:]
    return any(token.tag == "CRD" for token in before)


_MEASURE = 3
"""Words of a measure: *4 per cent*, *40 metres*."""


def _conditions(line: ReadLine) -> set[str]:
    """Return the words by which a line supposes something: *if*, *unless*, of *Had the pump worked, …* *if* as well."""
    tokens = {token.text.casefold() for token in line.sentence.tokens} & _CONDITIONS
    expected = {clause.marker for clause in line.sentence.clauses if clause.marker and _is_expected(line, clause)}
    markers = {clause.marker for clause in line.sentence.clauses if clause.marker and _supposes(clause)}
    return tokens | expected | markers | {each[0].strip(" ,;:").casefold() for each in supposing_words(line.line.text)}


@lru_cache(maxsize=4096)
def supposing_words(text: str) -> tuple[re.Match[str], ...]:
    """Return the words that make all of a sentence a supposition."""
    return tuple(_SUPPOSING.finditer(text))


def _supposes(clause: Clause) -> bool:
    """Whether a clause is a condition; of *asked if it rained* it is not."""
    marker = (clause.marker or "").split(" ")[-1]
    return marker in _CONDITIONS and clause.kind is not ClauseKind.CONTENT


def _is_expected(line: ReadLine, clause: Clause) -> bool:
    return clause.marker in _EXPECTING and line.finite_tag(clause) in _PRESENT


def _is_supposed(line: ReadLine, stated: Clause) -> bool:
    """Whether a clause is a condition, depends on one, or belongs to a sentence that supposes something."""
    if stated.modal is Modal.CONDITIONAL or supposing_words(line.line.text):
        return True
    place = line.place_of(stated)
    for clause in line.sentence.clauses:
        if _supposes(clause) or _is_expected(line, clause):
            over = clause.parent == place or (clause.parent is None and stated.kind is ClauseKind.MAIN)
            if clause is stated or over:
                return True
    return False


def is_plain(line: ReadLine, denials: int = 0) -> bool:
    """Return whether a line only asserts what is so: it supposes, asks and reports nothing, and denies so often."""
    asserted = all(
        clause.modal is Modal.ACTUAL
        and clause.kind is not ClauseKind.CONTENT
        and clause.attributed_to is None
        and not (clause.unasserted or (clause.negated and not denials))
        for clause in line.sentence.clauses
    )
    return asserted and not _conditions(line) and negations(line.line.text) == denials


def _core(clause: Clause) -> list[NounPhrase]:
    return [*clause.subjects, *clause.objects, *clause.indirect]


def _is_nested(line: ReadLine, clause: Clause, phrase: NounPhrase) -> bool:
    """Whether a relative clause may be about the whole of a phrase, or about its last noun: *a copy of the map
    that*."""
    tokens = line.sentence.tokens[phrase.first : phrase.last]
    between = line.sentence.text[phrase.end : clause.verb_start]
    return phrase.end <= clause.verb_start and any(token.tag == "PRF" for token in tokens) and len(between) < _NEAR


_NEAR = 40
"""Characters between an antecedent and its verb, at most: *that the sailor from Bergen stole*."""


def _ranges(line: ReadLine, phrase: NounPhrase) -> bool:
    """Whether a phrase is about all of a kind, or about the one that is most of it: what narrows the kind must stay."""
    tokens = line.sentence.tokens[phrase.first : phrase.last]
    if [token.text.casefold() for token in tokens[:2]] == ["at", "least"]:
        tokens = tokens[2:]  # *at least 40 left by boat* says that at least 40 left
    return any(token.tag == "AJS" or token.text.casefold() in _RANGING for token in tokens)


def _dropped_under_denial(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield adverbs, modifiers of objects, and clauses that a denial reaches over and the claim has not."""
    words = {form for token in said.sentence.tokens for form in (token.text.casefold(), token.lemma.casefold())}
    place = line.place_of(stated)
    for token in line.sentence.tokens:
        inside = token.tag in ("AV0", "AVP") and line.owner(token, verbal=True) == place
        if inside and is_word(token) and token.text.casefold() not in words | NEGATIONS:
            yield Mismatch(Aspect.DETAIL, "", token.text)
    for phrase in stated.objects:
        for token in line.sentence.tokens[phrase.first : phrase.last]:
            strange = words.isdisjoint((token.text.casefold(), token.lemma.casefold()))
            if token.tag.startswith(_MODIFYING) and strange and _is_spoken_of(said, claimed, line, phrase):
                yield Mismatch(Aspect.DETAIL, "", token.text)
    if stated.negated:
        verbs = {each.verb for each in said.sentence.clauses}
        for clause in line.sentence.clauses:
            apart = clause.marker in _APART and line.sentence.text[: _start_of(line, clause)].endswith(", ")
            if (
                clause.parent == place
                and clause.kind is ClauseKind.SUBORDINATE
                and clause.verb not in verbs
                and not apart
            ):
                yield Mismatch(Aspect.DETAIL, "", clause.marker or clause.verb)


def _start_of(line: ReadLine, clause: Clause) -> int:
    """Return where the marker of a clause begins."""
    before = line.sentence.text[: clause.verb_start].casefold()
    return before.rfind(clause.marker or "")


def _is_spoken_of(said: ReadLine, claimed: Clause, line: ReadLine, phrase: NounPhrase) -> bool:
    """Whether a claim names an object of a line at all; in its own words, or by what a link says that it means."""
    return any(names_same(said, each, line, phrase) for each in (*claimed.objects, *claimed.subjects))
