"""What is wrong with each sentence of a written answer: by rules, then by a blind verdict on what they leave unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.claims import (
    ClaimVerdict,
    FindDecision,
    OpenClaim,
    decidable_claim,
    judge_claims,
    no_decision,
    shown_evidence,
)
from pramana.karaka.answer_checks import (
    GivenLine,
    lines_cited,
    open_check,
    violations_by_sentence,
    without_value,
)
from pramana.karaka.ptools import Answer, AnswerSentence
from pramana.karaka.rules.answers import quote_line
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer with what is wrong with each of its sentences, and with the whole of it."""

    answer: Answer
    by_sentence: tuple[tuple[str, ...], ...]
    whole: tuple[str, ...] = ()

    @property
    def problems(self) -> list[str]:
        return [*(problem for found in self.by_sentence for problem in found), *self.whole]

    def with_quotations(self, given: Sequence[GivenLine]) -> Answer | None:
        """Return the answer with quotations in the place of each sentence that is refused.

        None where no sentence would be left, or one cites a line that is not given.
        """
        sentences = self.answer.sentences
        if self.whole or all(self.by_sentence) or any(lines_cited(each, given) is None for each in sentences):
            return None
        kept = [
            part
            for sentence, problems in zip(sentences, self.by_sentence, strict=True)
            for part in (_quotations(sentence, given) if problems else [sentence])
        ]
        return Answer(sentences=list({part.text: part for part in kept}.values()))


def _quotations(sentence: AnswerSentence, given: Sequence[GivenLine]) -> list[AnswerSentence]:
    cited = [given[number - 1].asked for number in sorted(set(sentence.citations))]
    return [AnswerSentence(text=quote_line(line), citations=[line.number]) for line in cited]


def _places_of(cited: Sequence[GivenLine]) -> list[str]:
    return [f"{line.citation.doc_id}:{line.citation.line_number}" for line in cited]


async def judge_answer(
    gateway: Gateway,
    answer: Answer,
    given: Sequence[GivenLine],
    trail: Trail,
    find_decision: FindDecision = no_decision,
) -> JudgedAnswer:
    """Return what is wrong with an answer, by rules, then by what people decided about its sentences.

    A model is asked about what is open after that, blind; what stays open is recorded, for a person to decide.
    """
    found = [tuple(problems) for problems in violations_by_sentence(answer, given)]
    open_claims = dict[int, OpenClaim]()
    texts = [sentence.text for sentence in answer.sentences]
    for place, (sentence, problems) in enumerate(zip(answer.sentences, found, strict=True)):
        cited = lines_cited(sentence, given)
        checked = open_check(sentence.text, cited) if problems and cited else None
        decision = find_decision(decidable_claim(texts, place)) if checked is not None else None
        if decision is not None and decision.rests_on(_places_of(cited or ())):
            found[place] = () if decision.is_accepted else (f"“{sentence.text}”: {decision.reason}",)
        elif checked is not None and cited:
            lines = tuple(shown_evidence(line.evidence) for line in cited)
            open_claims[place] = OpenClaim(checked, lines, tuple(range(len(lines))))
    judged = await judge_claims(gateway, list(open_claims.values()), trail.at("claims"))
    for place, check in zip(open_claims, judged, strict=True):
        said = f"“{answer.sentences[place].text}”"
        found[place] = () if check.is_supported else tuple(f"{said}: {reason}" for reason in check.reasons)
        if check.verdict is ClaimVerdict.UNSURE:
            cited = lines_cited(answer.sentences[place], given)
            body = {"claim": decidable_claim(texts, place), "places": _places_of(cited or ())}
            trail.at("refused", place + 1).propose(body, Verdict.REFUSED, " ".join(check.reasons))
    return JudgedAnswer(answer, tuple(found), () if any(found) else tuple(without_value(answer, given)))
