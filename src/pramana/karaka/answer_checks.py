"""What code refuses in a written answer: whatever its cited lines cannot be shown to say.

A sentence passes where it is a cited line in quotes, under what was found in it; where it counts further lines; or
where `pramana.claims` finds that the lines say it, through the links that the graph accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.claims import ClaimCheck, check, is_open
from pramana.karaka.ptools import Answer, AnswerLine, AnswerSentence
from pramana.karaka.result import Citation
from pramana.karaka.rules.answers import DENIED, DISAGREE, QUOTE, lead_of
from pramana.language import EvidenceLine, LinkedExpression, word_set


@dataclass(frozen=True, slots=True)
class GivenLine:
    """A line that may be cited, with what was found in it. `references`: whom its pronouns and other names mean."""

    citation: Citation
    asked: AnswerLine
    references: tuple[LinkedExpression, ...] = ()

    @property
    def evidence(self) -> EvidenceLine:
        return EvidenceLine(self.citation.text, self.references)


SHORTEST_CUT = 100
"""Characters of a quote that was cut out of a line longer than QUOTE. A shorter piece could hide who says it, or a
denial; the embedded model cuts some 240."""
_COUNT = re.compile(
    r"[A-Z][a-z]+(?:-[a-z]+)? more lines? (?:says? the same|names? others|were found|was found|led to it), such as:"
)
_UNRESOLVED = re.compile(r" \((?:a pronoun|pronouns) that the graph has not resolved\)")
_SENSE = re.compile(r" \([^()]{1,120}\)$")
_RESTS = re.compile(r"This rests on(?: \((?P<lead>[^()]*)\))?")
_WORD = re.compile(r"\w+")
_REPORTED = re.compile(r"it is what (.+) says")
_REPORTING = word_set("answers/reporting")
_DENYING = word_set("answers/denying")


def violations_by_sentence(answer: Answer, given: Sequence[GivenLine]) -> list[list[str]]:
    """Return what is wrong with each sentence of an answer, [] where nothing is."""
    found = []
    for sentence in answer.sentences:
        cited = lines_cited(sentence, given)
        if cited is None:
            unknown = [number for number in sentence.citations if not 1 <= number <= len(given)]
            found.append([f"{sentence.text!r} cites {unknown}; only 1 to {len(given)} are given."])
        else:
            found.append(sentence_violations(sentence.text, cited))
    return found


def lines_cited(sentence: AnswerSentence, given: Sequence[GivenLine]) -> list[GivenLine] | None:
    """Return the lines that a sentence cites, None where it cites one that is not given."""
    known = all(1 <= number <= len(given) for number in sentence.citations)
    return [given[number - 1] for number in sentence.citations] if known else None


def sentence_violations(sentence: str, cited: Sequence[GivenLine]) -> list[str]:
    """Return why a sentence does not hold on the lines that it cites, [] where it does."""
    text = sentence.strip()
    if _COUNT.fullmatch(text) or (text == DISAGREE and _disagree(cited)) or any(_quotes(text, line) for line in cited):
        return []
    checked = check(text, [line.evidence for line in cited])
    reasons = [] if checked.is_supported else [f"“{text}”: {reason}" for reason in checked.reasons]
    return [*reasons, *_missing_cautions(text, cited)]


def _disagree(cited: Sequence[GivenLine]) -> bool:
    """Whether one of two lines denies, or says no, and the other does neither."""
    leads = [lead_of(line.asked) for line in cited]
    answers = [line.asked.values for line in cited]
    return len(cited) == 2 and ((leads.count(DENIED) == 1) or (["Yes"] in answers and ["No"] in answers))


def open_check(sentence: str, cited: Sequence[GivenLine]) -> ClaimCheck | None:
    """Return the check of a sentence that a model may decide about, None where rules have decided."""
    text = sentence.strip()
    if any(_missing_cautions(text, cited)):
        return None
    checked = check(text, [line.evidence for line in cited])
    return checked if is_open(checked) else None


def _quotes(sentence: str, line: GivenLine) -> bool:
    """Whether a sentence is a line in quotes, under what was found in it."""
    found = line.citation.text.strip()
    for mark in ("“", '"'):
        for match in re.finditer(mark, sentence):
            frame, quote = sentence[: match.start()], _quote_to_end(sentence[match.start() :])
            if quote is not None and _is_of(quote, found) and _frames(frame, line):
                return True
    return False


def _quote_to_end(text: str) -> str | None:
    """Return what a text that begins with a quotation mark quotes up to its end, None where it ends otherwise.

    Not a regular expression: on a sentence of quotation marks alone one takes time that grows with their cube.
    """
    body = text.removesuffix(".")
    return body[1:-1] if len(body) > 1 and body[-1] in '”"' else None


def _is_of(quote: str, line: str) -> bool:
    """Whether a quote is the line, or a long piece of a long line with dots where it was cut."""
    piece = quote.strip("…")
    cut = len(line) > QUOTE and piece != quote and piece in line
    return quote.strip() == line or (cut and (not piece or len(piece) >= SHORTEST_CUT))


def _frames(frame: str, line: GivenLine) -> bool:
    """Return whether the text before a quoted line holds only what was found in the line and how far it asserts it."""
    frame = frame.strip().removesuffix(":").strip()
    if not frame:
        return True
    lead = lead_of(line.asked).casefold()
    rests = _RESTS.fullmatch(frame)
    if rests:
        return (rests["lead"] or "").casefold() == lead
    if frame in line.asked.found:
        return " means " in frame
    values, parted, told = frame.rpartition(" — ")
    if not parted:
        values, told = ("", frame) if frame.casefold() == lead else (frame, "")
    return told.casefold() == lead and (not values or _are_values(_UNRESOLVED.sub("", values), line.asked.values))


def _are_values(text: str, values: Sequence[str]) -> bool:
    """Whether a text lists values, with commas between. A value may hold commas, so the longest is taken first."""
    while text:
        value = max((each for each in values if each and f"{text}, ".startswith(f"{each}, ")), key=len, default="")
        if not value:
            return False
        text = text[len(value) :].removeprefix(", ")
    return True


def without_value(answer: Answer, given: Sequence[GivenLine]) -> list[str]:
    """Return that an answer names nothing of what was asked for, where the search found it; else [].

    What a line denies need not be named: *evidence* does not answer what was found where *no evidence* was.
    """
    text = " ".join(sentence.text for sentence in answer.sentences)
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    held = [line.asked.values for line in given if lead_of(line.asked) != DENIED]
    values = [value for listed in held for value in listed if len(value) <= QUOTE]
    named = [value for number in sorted(cited) for value in given[number - 1].asked.values]
    if not values or any(_words(_SENSE.sub("", value)) <= _words(text) for value in named):
        return []
    return [f"The answer names none of what was asked for and found: {', '.join(dict.fromkeys(values))}."]


def _missing_cautions(sentence: str, cited: Sequence[GivenLine]) -> Iterator[str]:
    """Yield what a sentence asserts though the graph holds that all its lines deny or only report it."""
    said = _words(sentence)
    cautions = [line.asked.caution for line in cited]
    if all("denies" in caution for caution in cautions) and not said & _DENYING and "n't" not in sentence.casefold():
        yield f"{sentence!r} asserts what its lines deny: say that they do."
    reported = [match[1] for caution in cautions if (match := _REPORTED.search(caution))]
    names = {word for word in _words(" ".join(reported)) if len(word) > 3}
    if len(reported) == len(cautions) and not said & (_REPORTING | names):
        yield f"{sentence!r} asserts what only {reported[0]} says: say who says so."


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
