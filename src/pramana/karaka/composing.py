"""Answers composed by a model from the nearest lines, where neither the graph nor a single line has one.

Such an answer rests on no fact of the graph: each sentence is held to the lines that it cites, and all of them
together to the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.claims import (
    ClaimCheck,
    ClaimVerdict,
    Decider,
    FindDecision,
    OpenClaim,
    check,
    decidable_claim,
    decided_check,
    is_open,
    judge_claims,
    names_of,
    no_decision,
    opposite_of,
    shown_evidence,
)
from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.karaka.line_answers import PassageLine
from pramana.karaka.ptools import TEXT_ANSWER, ComposedAnswer, ComposedSentence, PassageInput, one_line
from pramana.language import PREPOSITIONS, AnswerKind, number_values, read_asked
from pramana.llm import Gateway
from pramana.retrieval import search_terms
from pramana.trace import Trail, Verdict

READ_BY_MODEL = 20
"""Nearest lines that a model is shown, beside those that rules found, each with the line before it, and up to twice as
many with the lines around them: some 1,300 tokens. On the half of the readers' texts that nothing was chosen on all
lines that answer were shown for 0.98 of 120 questions; for 0.88 where they were 12, each with the line before it."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_FIGURE = re.compile(r"\d[\d.,]*")
"""Figures in digits. Number words often only point: *which of the two founders*, *the last six minutes*."""
_CONVERSE = frozenset({"before", "after", "above", "below", "over", "under"})
"""Markers that say the same of the other thing: what was done before he withdrew, he did, and withdrew after it."""
_DENYING = frozenset({"not", "never", "cannot"})
"""Denials of what is asked. *Nobody* and *none* may be the answer itself."""
_NAMED = frozenset(set(AnswerKind) - {AnswerKind.TRUTH, AnswerKind.CHOICE, AnswerKind.REASON, AnswerKind.MANNER})
"""What a denial does not answer: *who*, *where*, *when*; *because it did not rain* is a reason."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What a model made of lines. `beside` is why its supported sentences do not answer, "" where they may."""

    sentences: tuple[JudgedSentence, ...]
    beside: str = ""
    denies: bool = False
    """Whether the sentences deny and the question does not: then they may say that nothing answers."""
    is_valid: bool = True
    """Whether a model answered: with sentences, or that the lines do not say it."""

    @property
    def answering_sentences(self) -> list[JudgedSentence]:
        """The sentences that their lines say; [] where these do not answer the question."""
        return [] if self.beside or self.denies else [each for each in self.sentences if not each.problem]

    @property
    def open_lines(self) -> list[PassageLine]:
        """The lines of sentences that nobody could decide, or that deny: they may be quoted, not put in other words."""
        open_ones = [each for each in self.sentences if each.is_open or (self.denies and not each.problem)]
        found = [place for each in open_ones for place in each.lines]
        return [] if self.beside else list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A composed sentence with the verdict on it. `lines` are those that it rests on."""

    text: str
    lines: tuple[PassageLine, ...]
    problem: str
    """Why it is refused, "" where its lines say it."""
    decided_by: Decider = Decider.RULES
    is_open: bool = False
    """Whether neither rules nor a model nor a person could decide."""


async def compose_answer(
    gateway: Gateway,
    question: str,
    passages: Sequence[PassageLine],
    trail: Trail,
    find_decision: FindDecision = no_decision,
) -> Composition:
    """Return the sentences of a model's answer, each with its verdict, which is recorded."""
    composed = await _ask(gateway, question, passages, trail)
    if composed is None:
        return Composition((), is_valid=False)
    judged = await _judge(gateway, composed, passages, trail, find_decision)
    may_answer = [each for each in judged if not each.problem or each.is_open]
    beside = _beside_the_question(question, may_answer) if may_answer else ""
    texts = [sentence.text for sentence in composed]
    for number, (sentence, each) in enumerate(zip(composed, judged, strict=True), 1):
        _propose(sentence, each, beside, trail.at(number), decidable_claim(texts, number - 1))
    return Composition(tuple(judged), beside, _denies_otherwise(question, may_answer))


async def _ask(
    gateway: Gateway, question: str, passages: Sequence[PassageLine], trail: Trail
) -> Sequence[ComposedSentence] | None:
    """Return the sentences that a model composes, None where it gives no valid answer."""
    if not passages:
        return ()
    value = PassageInput(question=question, lines=numbered_passages(passages))
    try:
        call = await gateway.call(TEXT_ANSWER, value, trail=trail)
    except AccessRefused:
        raise
    except (OutputInvalid, RequestRefused, TransportError):
        return None
    return call.output.sentences if isinstance(call.output, ComposedAnswer) else None


def numbered_passages(passages: Sequence[PassageLine]) -> list[str]:
    """Return lines with their numbers, from 1, and whom their words mean, under the names of their documents."""
    rows, last = [], ""
    for number, place in enumerate(passages, 1):
        if place.doc_id != last:
            rows.append(f"document {one_line(place.doc_id)}")
            last = place.doc_id
        rows.append(f"{number}. {one_line(shown_evidence(place.line))}")
    return rows


async def _judge(
    gateway: Gateway,
    sentences: Sequence[ComposedSentence],
    passages: Sequence[PassageLine],
    trail: Trail,
    find_decision: FindDecision,
) -> list[JudgedSentence]:
    """Return each sentence with the verdict of the rules on it, or of a person; of a model that sees the open ones with
    their own lines alone, where they leave any open."""
    cited = [_cited_lines(sentence, passages) for sentence in sentences]
    checks = [
        check(one_line(sentence.text), [place.line for place in places])
        for sentence, places in zip(sentences, cited, strict=True)
    ]
    texts = [sentence.text for sentence in sentences]
    decisions = [
        find_decision(decidable_claim(texts, place)) if is_open(each) else None for place, each in enumerate(checks)
    ]
    checks = [
        decided_check(each, decision) if decision is not None and decision.rests_on(_places_of(places)) else each
        for each, decision, places in zip(checks, decisions, cited, strict=True)
    ]
    shown = [_with_line_before(places, passages) for places in cited]
    open_claims = [
        OpenClaim(each, tuple(shown_evidence(place.line) for place in places), tuple(range(len(places))))
        for each, places in zip(checks, shown, strict=True)
    ]
    judged = await judge_claims(gateway, open_claims, trail.at("claims"))
    return [
        _judged_sentence(sentence, each, own, places, len(passages))
        for sentence, each, own, places in zip(sentences, judged, cited, shown, strict=True)
    ]


def _with_line_before(cited: Sequence[PassageLine], passages: Sequence[PassageLine]) -> list[PassageLine]:
    """Return cited lines, then the one before the first of them: it says what *it* means in *It was caused by …*."""
    if not cited:
        return []
    before = (cited[0].doc_id, cited[0].number - 1)
    return [*cited, *(place for place in passages if (place.doc_id, place.number) == before)]


def _cited_lines(sentence: ComposedSentence, passages: Sequence[PassageLine]) -> list[PassageLine]:
    """Return the lines that a sentence cites, [] where it cites one that was not given."""
    numbers = sorted(set(sentence.lines))
    return [passages[number - 1] for number in numbers] if numbers[-1] <= len(passages) else []


def _judged_sentence(
    sentence: ComposedSentence,
    checked: ClaimCheck,
    cited: Sequence[PassageLine],
    shown: Sequence[PassageLine],
    given: int,
) -> JudgedSentence:
    """Return a sentence with its verdict, which names lines by their place among those `shown` to the judge."""
    text = one_line(sentence.text)
    if not cited:
        reason = f"It cites line {max(sentence.lines)}; only 1 to {given} were given."
        return JudgedSentence(text, (), reason)
    deciding = tuple(shown[index] for index in checked.lines) if checked.is_supported else ()
    problem = "" if checked.is_supported else " ".join(checked.reasons) or checked.verdict.value
    is_open = checked.verdict is ClaimVerdict.UNSURE
    return JudgedSentence(text, deciding or tuple(cited), problem, checked.decided_by, is_open)


def _propose(sentence: ComposedSentence, judged: JudgedSentence, beside: str, trail: Trail, claim: str) -> None:
    """Record a sentence with what became of it; `claim` is what a person may decide about it."""
    by_model = judged.decided_by is Decider.MODEL
    verdict, reason = Verdict.VERIFIED if by_model else Verdict.CHECKED, "The lines that it cites say it."
    if judged.problem or beside:
        verdict, reason = Verdict.REFUSED, judged.problem or beside
    about = {"claim": claim, "places": _places_of(judged.lines)} if judged.is_open else {}
    trail.propose({**sentence.model_dump(mode="json"), **about}, verdict, reason)


def _places_of(cited: Sequence[PassageLine]) -> list[str]:
    return [f"{place.doc_id}:{place.number}" for place in cited]


def _beside_the_question(question: str, kept: Sequence[JudgedSentence]) -> str:
    """Return why supported sentences do not answer a question, "" where nothing shows that they do not.

    They must have a name of the question, where it has any (*rather than in Ullenfold* need not be said again), and the
    figures that it has, and not oppose one of its markers. Words may be put otherwise: each sentence was compared with
    its lines.
    """
    said = " ".join(each.text for each in kept)
    lines = [place.line for each in kept for place in each.lines]
    there = " ".join([said, *(text for line in lines for text in (line.text, *(ref.means for ref in line.references)))])
    asked_names = {*search_terms(" ".join(names_of(question)))}
    wanted = set() if asked_names & {*search_terms(there)} else asked_names
    wanted |= number_values(" ".join(_FIGURE.findall(question))) - number_values(there)
    if wanted:
        return f"It says nothing of {', '.join(sorted(wanted))}."
    asked, answered = _words(question), _words(said)
    for marker in sorted((asked & PREPOSITIONS) - answered - _CONVERSE):
        if opposed := sorted(opposite_of(marker) & (answered - asked)):
            return f"It says “{opposed[0]}” where the question has “{marker}”."
    return ""


def _denies_otherwise(question: str, kept: Sequence[JudgedSentence]) -> bool:
    """Whether sentences deny what is asked, or assert what is asked as denied."""
    read = read_asked(question)
    answered = _words(" ".join(each.text for each in kept))
    return read is not None and read.kind in _NAMED and bool(kept) and _denies(answered) != _denies(_words(question))


def _denies(words: frozenset[str]) -> bool:
    return bool(words & _DENYING) or any(word.endswith(("n't", "n’t")) for word in words)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
