"""Falsehoods about who does it and whether it is so: swapped participants, negation, modality, speaker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from pramana.evals.falsehoods import lexicon as lex
from pramana.evals.falsehoods.editing import foreign_names, make_falsehood, uncapitalise, words_of
from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, TruePair
from pramana.evals.falsehoods.pairs import complement_of, main_clause
from pramana.language import Clause, NounPhrase, analyse

_AUXILIARY = re.compile(
    r"(is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|shall|does|do|did|am)\b(?= \w)", re.I
)
_BE = re.compile(r"(is|are|was|were)$", re.I)


def clause_of(pair: TruePair) -> Clause:
    """Return the clause of a pair's statement. A pair has one, or it would not have been made."""
    clause = _clause_of(pair.statement)
    assert clause is not None
    return clause


@lru_cache(maxsize=4096)
def _clause_of(statement: str) -> Clause | None:
    return main_clause(analyse(statement))


def swap_ends(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with subject and object exchanged, where the verb has a direction."""
    clause = clause_of(pair)
    target, preposition = complement_of(clause)
    if target is None or preposition or not clause.objects or clause.negated or clause.verb in lex.SYMMETRIC:
        return
    subject = clause.subjects[0]
    shared = (words_of(subject.text) & words_of(target.text)) - {"the", "a", "an"}
    if shared or not (_has_own_name(subject) and _has_own_name(target)):
        return
    if len(clause.subjects) > 1 or len(clause.objects) > 1 or " and " in f" {subject.text} {target.text} ":
        return
    statement = pair.statement
    front = target.text[:1].upper() + target.text[1:] if subject.start == 0 else target.text
    back = uncapitalise(subject.text, analyse(statement).tokens[subject.first].tag == "NP0")
    made = statement[: subject.start] + front + statement[subject.end : target.start] + back + statement[target.end :]
    claim = replace(pair.claim, subject=target.text, object=back)
    yield Falsehood(FalsehoodKind.SWAPPED, made, claim, pair, subject.text, target.text, pair.number)


def _has_own_name(phrase: NounPhrase) -> bool:
    """Whether a phrase says by itself whom it means, and is neither a pronoun nor an amount."""
    return phrase.kind in ("name", "noun") and not words_of(phrase.text) & lex.PRONOUNS


def negation_added(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with *not* or *never*."""
    clause = clause_of(pair)
    if clause.negated or words_of(pair.statement) & lex.NEGATIVE or "n't" in pair.statement or "n’t" in pair.statement:
        return
    start, verb = clause.verb_start, pair.statement[clause.verb_start : clause.verb_end]
    auxiliary = _AUXILIARY.match(verb) or _BE.match(verb)
    word = random.choice(("not", "never"))
    if auxiliary:
        at = start + auxiliary.end()
        yield make_falsehood(FalsehoodKind.NEGATION_ADDED, pair, at, at, f" {word}", negated=True)
    elif word == "never" or clause.verb == verb:
        yield make_falsehood(FalsehoodKind.NEGATION_ADDED, pair, start, start, "never ", negated=True)
    else:
        now = f"did not {clause.verb}" if not verb.endswith("s") else f"does not {clause.verb}"
        yield make_falsehood(FalsehoodKind.NEGATION_ADDED, pair, start, clause.verb_end, now, negated=True)


_NEGATED = re.compile(
    r"\b(?P<cannot>cannot)\b|\b(?P<wont>won['’]t)\b|\b(?P<aux>\w+)(?:n['’]t| n['’]t)\b|(?P<not> not)\b|"
    r"\b(?P<never>never )|\b(?P<nobody>nobody|no one)\b|\b(?P<no>no)(?= [a-z])",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"not (?:only|just|merely|until|even|yet|long|far|all|every|much|many|least|to|less|more|a few|without)\b|"
    r"no (?:longer|more|less|doubt|matter|sooner|later|other|wonder|one)\b|never(?:theless)|why not|whether or not|"
    r"not (?:\w+ )?but\b|\bbut\b",
    re.IGNORECASE,
)
"""Where the word does not simply deny, leaving it out is not simply false (*not only*, *not until*, *not X but Y*)."""


def negation_dropped(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement without its *not*, *never* or *no*, where there is one only."""
    clause, statement = clause_of(pair), pair.statement
    found = list(_NEGATED.finditer(statement))
    negative = [word for word in re.findall(r"[\w’']+", statement.lower()) if word in lex.NEGATIVE]
    if len(found) != 1 or len(negative) > 1 or _NO_DENIAL.search(statement):
        return
    match = found[0]
    inside = clause.subjects[0].start <= match.start() <= clause.verb_end + 8
    if not inside:
        return
    now = {"cannot": "can", "wont": "will", "nobody": "somebody", "no": "some"}.get(match.lastgroup or "", "")
    if match["aux"]:
        now = {"ca": "can", "wo": "will", "sha": "shall"}.get(match["aux"].lower(), match["aux"])
    yield make_falsehood(FalsehoodKind.NEGATION_DROPPED, pair, match.start(), match.end(), now, negated=False)


def modality(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with its *may*, *must*, *will* or *allegedly* dropped, else with one added."""
    clause, statement = clause_of(pair), pair.statement
    dropped = list(_hedge_dropped(pair, clause))
    if dropped:
        yield from dropped[:1]
        return
    if clause.negated or clause.modal.value != "actual" or lex.HEDGES.search(statement):
        return
    verb = statement[clause.verb_start : clause.verb_end]
    plain = re.fullmatch(r"\w+(ed|s)", verb) is not None and not clause.passive and clause.verb.isalpha()
    ways: list[Callable[[], Falsehood]] = [lambda: _allege(pair, clause), lambda: _conditional(pair)]
    if plain:
        for modal, value in (("will", "future"), ("must", "necessary"), ("might", "possible")):
            now = f"{modal} {clause.verb}"
            ways.append(lambda now=now, value=value: _with_modal(pair, clause, now, value))  # type: ignore[misc]
    yield random.choice(ways)()


def _with_modal(pair: TruePair, clause: Clause, now: str, value: str) -> Falsehood:
    return make_falsehood(FalsehoodKind.MODALITY, pair, clause.verb_start, clause.verb_end, now, modality=value)


def _allege(pair: TruePair, clause: Clause) -> Falsehood:
    start = clause.verb_start
    auxiliary = _AUXILIARY.match(pair.statement, start, clause.verb_end)
    be = _BE.match(pair.statement, start, clause.verb_end)
    at = auxiliary.end() if auxiliary else be.end() if be else start
    now = " allegedly" if auxiliary or be else "allegedly "
    return make_falsehood(FalsehoodKind.MODALITY, pair, at, at, now, modality="possible")


def _conditional(pair: TruePair) -> Falsehood:
    end = len(pair.statement.rstrip().rstrip("."))
    return make_falsehood(FalsehoodKind.MODALITY, pair, end, end, " if the weather allows it", modality="conditional")


def _hedge_dropped(pair: TruePair, clause: Clause) -> Iterator[Falsehood]:
    statement = pair.statement
    hedge = lex.HEDGES.search(statement)
    if hedge:
        yield make_falsehood(FalsehoodKind.MODALITY, pair, hedge.start(), hedge.end(), "", modality="actual")
    modal = lex.WEAK_MODALS.match(statement, clause.verb_start, clause.verb_end)
    if modal and not clause.negated and not modal[2]:
        now = {"have": "had", "be": "was"}.get(modal[3], f"did {modal[3]}")
        yield make_falsehood(FalsehoodKind.MODALITY, pair, modal.start(), modal.end(), now, modality="actual")


def speaker(pair: TruePair, random: Random, names: Sequence[str]) -> Iterator[Falsehood]:
    """Yield the statement said by somebody else: a name of the same text, else one of `names`."""
    clause = clause_of(pair)
    subject = clause.subjects[0]
    if clause.verb not in lex.REPORTING or subject.kind not in ("name", "noun") or clause.passive:
        return
    if words_of(subject.text) & lex.PRONOUNS or len(clause.subjects) > 1:
        return
    near = [name for name in names_in(pair.lines) if not words_of(name) & words_of(subject.text)]
    fit = near or foreign_names(pair, names, random)
    if fit:
        choice = random.choice(fit)
        made = make_falsehood(
            FalsehoodKind.SPEAKER, pair, subject.start, subject.end, choice, subject=choice, speaker=choice
        )
        yield made


@lru_cache(maxsize=1024)
def names_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of two words in a text, which are mostly of persons; in order, each once."""
    found = (phrase for line in lines for phrase in analyse(line).noun_phrases if phrase.kind == "name")
    fit = (phrase.text for phrase in found if re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", phrase.text))
    return tuple(dict.fromkeys(fit))
