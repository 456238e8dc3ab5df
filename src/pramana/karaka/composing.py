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
from pramana.karaka.line_quotes import stem_nearness
from pramana.karaka.ptools import TEXT_ANSWER, ComposedAnswer, ComposedSentence, PassageInput, one_line
from pramana.language import PREPOSITIONS, AnswerKind, analyse_cached, number_values, read_asked
from pramana.llm import Gateway
from pramana.retrieval import search_terms
from pramana.trace import Trail, Verdict

READ_BY_MODEL = 12
"""Nearest lines that a model is shown, each with the line before it: some 900 tokens. On six documents of 42 sentences
each the answering line was among the first five for 99 of 102 questions."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_DENYING = frozenset({"not", "never", "cannot"})
"""Denials of what is asked. *Nobody* and *none* may be the answer itself."""
_NAMED = frozenset(set(AnswerKind) - {AnswerKind.TRUTH, AnswerKind.CHOICE, AnswerKind.REASON, AnswerKind.MANNER})
"""What a denial does not answer: *who*, *where*, *when*; *because it did not rain* is a reason."""


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
    missing: str,
    trail: Trail,
    find_decision: FindDecision = no_decision,
) -> list[JudgedSentence]:
    """Return the sentences of a model's answer that are supported; [] for none, and where no model is configured.

    `missing` are words of the question without which an answer is refused. Every sentence is recorded with its verdict.
    """
    composed = await _ask(gateway, question, passages, trail)
    judged = await _judge(gateway, composed, passages, trail, find_decision)
    kept = [each for each in judged if not each.problem]
    beside = _beside_the_question(question, missing, kept) if kept else ""
    for number, (sentence, each) in enumerate(zip(composed, judged, strict=True), 1):
        _propose(sentence, each, beside, trail.at(number))
    return [] if beside else kept


async def _ask(
    gateway: Gateway, question: str, passages: Sequence[PassageLine], trail: Trail
) -> Sequence[ComposedSentence]:
    """Return the sentences that a model composes; a model that gives no valid answer composes none."""
    if not passages or not gateway.judges(TEXT_ANSWER):
        return ()
    value = PassageInput(question=question, lines=numbered_passages(passages))
    try:
        call = await gateway.call(TEXT_ANSWER, value, trail=trail)
    except AccessRefused:
        raise
    except (OutputInvalid, RequestRefused, TransportError):
        return ()
    return call.output.sentences if isinstance(call.output, ComposedAnswer) else ()


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
    decisions = [find_decision(each.claim) if is_open(each) else None for each in checks]
    checks = [
        decided_check(each, decision) if decision is not None and decision.rests_on(_places_of(places)) else each
        for each, decision, places in zip(checks, decisions, cited, strict=True)
    ]
    open_claims = [
        OpenClaim(each, tuple(shown_evidence(place.line) for place in places), tuple(range(len(places))))
        for each, places in zip(checks, cited, strict=True)
    ]
    judged = await judge_claims(gateway, open_claims, trail.at("claims"))
    return [
        _judged_sentence(sentence, each, places, passages)
        for sentence, each, places in zip(sentences, judged, cited, strict=True)
    ]


def _cited_lines(sentence: ComposedSentence, passages: Sequence[PassageLine]) -> list[PassageLine]:
    """Return the lines that a sentence cites, [] where it cites one that was not given."""
    numbers = sorted(set(sentence.lines))
    return [passages[number - 1] for number in numbers] if numbers[-1] <= len(passages) else []


def _judged_sentence(
    sentence: ComposedSentence, checked: ClaimCheck, cited: Sequence[PassageLine], passages: Sequence[PassageLine]
) -> JudgedSentence:
    text = one_line(sentence.text)
    if not cited:
        reason = f"It cites line {max(sentence.lines)}; only 1 to {len(passages)} were given."
        return JudgedSentence(text, (), reason)
    deciding = tuple(cited[index] for index in checked.lines) or tuple(cited)
    problem = "" if checked.is_supported else " ".join(checked.reasons) or checked.verdict.value
    return JudgedSentence(text, deciding, problem, checked.decided_by, checked.verdict is ClaimVerdict.UNSURE)


def _propose(sentence: ComposedSentence, judged: JudgedSentence, beside: str, trail: Trail) -> None:
    """Record a sentence with what became of it."""
    by_model = judged.decided_by is Decider.MODEL
    verdict, reason = Verdict.VERIFIED if by_model else Verdict.CHECKED, "The lines that it cites say it."
    if judged.problem or beside:
        verdict, reason = Verdict.REFUSED, judged.problem or beside
    about = {"claim": judged.text, "places": _places_of(judged.lines)} if judged.is_open else {}
    trail.propose({**sentence.model_dump(mode="json"), **about}, verdict, reason)


def _places_of(cited: Sequence[PassageLine]) -> list[str]:
    return [f"{place.doc_id}:{place.number}" for place in cited]


def _beside_the_question(question: str, missing: str, kept: Sequence[JudgedSentence]) -> str:
    """Return why supported sentences do not answer a question, "" where nothing shows that they do not.

    They must name whom the question names, say the words that are `missing` elsewhere, and neither oppose one of its
    markers nor deny what it asks for. Verbs may be put otherwise (*turned down* for *refused*), and so may nouns by a
    related one (*collision* for *accident*): each sentence was compared with its lines.
    """
    said = " ".join(each.text for each in kept)
    lines = [place.line for each in kept for place in each.lines]
    there = " ".join([said, *(text for line in lines for text in (line.text, *(ref.means for ref in line.references)))])
    verbs = {*search_terms(" ".join(group.text for group in analyse_cached(question).verb_groups))}
    names = {*search_terms(" ".join(names_of(question)))}
    held = {*search_terms(there)}
    paraphrased = {word for word in search_terms(missing) if any(stem_nearness(word, other) for other in held)}
    wanted = (names - held) | ({*search_terms(missing)} - verbs - held - paraphrased)
    wanted |= number_values(question) - number_values(there)
    if wanted:
        return f"It says nothing of {', '.join(sorted(wanted))}."
    asked, answered = _words(question), _words(said)
    for marker in sorted((asked & PREPOSITIONS) - answered):  # what happened after does not answer *before*
        if opposed := sorted(opposite_of(marker) & (answered - asked)):
            return f"It says “{opposed[0]}” where the question has “{marker}”."
    read = read_asked(question)
    if read is not None and read.kind in _NAMED and _denies(answered) != _denies(asked):
        return "It denies what is asked, or asserts what is asked as denied."
    return ""


def _denies(words: frozenset[str]) -> bool:
    return bool(words & _DENYING) or any(word.endswith(("n't", "n’t")) for word in words)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
