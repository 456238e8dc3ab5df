"""The embedded model's answer to `karaka.query_decomposition`: questions become query plans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pramana.graph import fold
from pramana.karaka.model import Extraction, Kriya, Polarity, QueryPlan, QueryStep, Role
from pramana.karaka.names import PRONOUNS, canonical_name
from pramana.karaka.plans import bound_step, plan_violations
from pramana.karaka.rules.extraction import extract
from pramana.karaka.rules.questions import (
    AUXILIARIES,
    Reading,
    StandIns,
    gap,
    is_people,
    read,
    reworded,
    tidy,
)
from pramana.language import Sentence, analyse
from pramana.llm.ptool import Abstention

if TYPE_CHECKING:
    from pramana.karaka.ptools import QueryInput

LONGEST = 400
"""Longer questions are not read, in characters."""
MAX_STEPS = 5
SHAPES = (
    "The embedded model reads questions about one action: who, what, whom, whose, which, where, when, why, how, with "
    "what, to whom, from whom, or yes and no, such as 'Who gave the bow to Lakshmana?'"
)
_TELLERS = frozenset("tell inform show convince promise warn assure remind teach persuade notify ask".split())
_FRONT_WORDS = AUXILIARIES | frozenset("who whom whose what which where when why how name list show tell".split())


def plan(input: QueryInput) -> QueryPlan | Abstention:
    """Return the plan of a question, one that has no `plan_violations`, or why it cannot be read.

    Names are spelled as in `input.known` where they stand there; of several the longest counts.
    """
    text = tidy(input.question)
    if not text or len(text) > LONGEST:
        return _abstain("it is empty" if not text else f"it is longer than {LONGEST} characters")
    names = _Names(input.known)
    planner = _Planner(names, StandIns(text))
    try:
        problem = planner.add(reworded(names.spelled(text)))
    except LookupError:
        problem = "it holds too many clauses"
    if problem:
        return _abstain(problem)
    found = QueryPlan(steps=planner.steps, reasoning=" ".join(planner.reasons))
    wrong = plan_violations(found)
    return _abstain(wrong[0]) if wrong else found


def _abstain(problem: str) -> Abstention:
    return Abstention(reason=f"The question could not be read: {problem}. {SHAPES}")


class _Names:
    """The graph's spelling of names, as far as it was told."""

    def __init__(self, known: Sequence[str]) -> None:
        self._known = {fold(_straight(name)): name for name in reversed(known) if name.strip()}

    def spelled(self, text: str) -> str:
        """Return the text with known names that have capitals spelled with them: the tagger reads names by these."""
        names = sorted((name for name in self._known.values() if name != name.lower()), key=lambda name: -len(name))
        for name in names:
            if fold(name) not in _FRONT_WORDS | PRONOUNS:
                pattern = rf"(?<![\w']){re.escape(_straight(name))}(?!\w)"
                text = re.sub(pattern, lambda _, name=name: _straight(name), text, flags=re.IGNORECASE)
        return text

    def of(self, mention: str) -> str:
        """Return the name of a mention: as it is known, else without words in front that only describe it."""
        name = canonical_name(mention)
        for known in (mention, name):
            if fold(known) in self._known:
                return self._known[fold(known)]
        words = name.split(" ")
        for start in range(1, len(words)):
            if not words[start - 1].islower() or words[start - 1].endswith("'s"):
                break
            shorter = fold(" ".join(words[start:]))
            if shorter in self._known:
                return self._known[shorter]
        return name


def _straight(name: str) -> str:
    return name.replace("’", "'").replace("‘", "'")


class _Planner:
    """Adds the steps of a question, those of its relative clauses first."""

    def __init__(self, names: _Names, stand_ins: StandIns) -> None:
        self.steps: list[QueryStep] = []
        self.reasons: list[str] = []
        self._names = names
        self._stand_ins = stand_ins
        self._bound: dict[str, str] = {}

    def add(self, text: str) -> str:
        """Add the steps of a question; return what is wrong with it, "" where nothing is."""
        text, problem = self._without_relatives(text)
        if problem:
            return problem
        reading = read(text, self._stand_ins)
        return self._steps(reading) if reading is not None else "it asks nothing that stands in its grammar"

    def _without_relatives(self, text: str) -> tuple[str, str]:
        """Put a stand-in for each relative clause and its noun, once its own steps are added."""
        for _ in range(MAX_STEPS):
            relative = _relative(text)
            if relative is None:
                break
            start, end, person, body = relative
            again = re.fullmatch(r"(?:who|what) (?:is|was|are|were) (?:the |those |a )?", text[:start], re.IGNORECASE)
            if again and end == len(text):
                return f"{'who' if person else 'what'} {body}", ""
            stand_in = self._stand_ins.take(person)
            problem = self._steps(gap(body, person, self._stand_ins))
            if problem:
                return text, problem
            if self.steps[-1].extract == "LINE":
                return text, f"who or what {body!r} speaks of could not be made out"
            self._bound[fold(stand_in)] = f"${len(self.steps)}"
            text = f"{text[:start]}{stand_in} {text[end:].lstrip()}".rstrip()
        return text, ""

    def _steps(self, reading: Reading) -> str:
        kriyas = _kriyas(reading.statement)
        if not kriyas:
            return "no verb with a participant was found in it"
        if reading.asked is None or reading.role is not None or reading.any_verb:
            return self._step(_holder(kriyas, reading.asked), reading)
        asked = [kriya for kriya in kriyas if _role_of(kriya, reading.asked) is not None]
        said = [kriya for kriya in kriyas if kriya.attributed_to and fold(kriya.attributed_to) == fold(reading.asked)]
        if said:
            self.reasons.append("What is said is looked for; the line tells who says it.")
            return self._step(said[0], Reading(reading.statement))
        if any(kriya.polarity is Polarity.NEGATIVE for kriya in asked):
            return "a plan cannot look for those who did not do something; ask who did"
        for kriya in asked[:-1]:
            problem = self._step(kriya, reading)
            if problem:
                return problem
            self._bound[fold(reading.asked)] = f"${len(self.steps)}"
            reading = Reading(reading.statement, reading.asked)
        return self._step(asked[-1] if asked else kriyas[0], reading)

    def _step(self, kriya: Kriya, reading: Reading) -> str:
        if len(self.steps) == MAX_STEPS:
            return f"it needs more than {MAX_STEPS} steps"
        given = self._given(kriya, reading)
        role = reading.role or (_role_of(kriya, reading.asked) if reading.asked else None)
        asked_again = reading.asked is not None and fold(reading.asked) in self._bound
        extract_role: Role | None = None if reading.any_verb or asked_again or role in given else role
        verb = None if reading.any_verb else kriya.verb.lower()
        if verb is None and not given or verb in {"be", "have", "do"} and not given:
            return "it names nobody and nothing that the graph could start from"
        constraints: dict[Role, str | None] = dict(given)
        self.steps.append(
            QueryStep(
                goal=_goal(verb, given, extract_role),
                verb=verb,
                karakas=constraints,
                extract=extract_role or "LINE",
                follow_causes=reading.causes,
                follow_same_as=True,
            )
        )
        self.reasons.append(f"Step {len(self.steps)}: {self.steps[-1].goal}.")
        return ""

    def _given(self, kriya: Kriya, reading: Reading) -> dict[Role, str]:
        """The constraints that the statement states: of several names in one role the first."""
        given: dict[Role, str] = {}
        for role, mentions in kriya.karakas.items():
            values = [value for value in map(self._value, mentions) if value]
            bound = self._bound.get(fold(reading.asked)) if reading.asked else None
            if any(reading.asked and fold(mention) == fold(reading.asked) for mention in mentions):
                values = [bound] if bound else [value for value in values if fold(value) != _plain(reading.asked)]
            if not values:
                continue
            given[role] = values[0]
            if len(values) > 1:
                self.reasons.append(f"Only {values[0]!r} of {', '.join(values)} is looked for; see the lines.")
        return given

    def _value(self, mention: str) -> str | None:
        if fold(mention) in self._bound:
            return self._bound[fold(mention)]
        value = self._names.of(mention)
        if fold(value) in PRONOUNS or bound_step(value) is not None or not value.strip():
            self.reasons.append(f"{mention!r} names nobody and nothing: it was left out.")
            return None
        return value


def _plain(stand_in: str | None) -> str:
    return fold(canonical_name(stand_in)) if stand_in else ""


def _goal(verb: str | None, given: dict[Role, str], role: Role | None) -> str:
    about = f" with {', '.join(f'{name} {value}' for name, value in given.items())}" if given else ""
    event = f"'{verb}'" if verb else "any event"
    return f"find the {role} of {event}{about}" if role else f"find the lines that tell of {event}{about}"


def _kriyas(statement: str) -> list[Kriya]:
    """The events of a statement; those that only a possessive or an apposition makes, only where nothing else is."""
    found = extract(f"{statement[:1].upper()}{statement[1:]}.")
    if not isinstance(found, Extraction):
        return []
    verbal = [kriya for kriya in found.kriyas if kriya.verb_quote[:1].isalpha()]
    return verbal or list(found.kriyas)


def _role_of(kriya: Kriya, mention: str) -> Role | None:
    for role, mentions in kriya.karakas.items():
        if any(fold(other) == fold(mention) for other in mentions):
            return role
    return None


def _holder(kriyas: Sequence[Kriya], stand_in: str | None) -> Kriya:
    """The event that the stand-in takes part in, else the first."""
    if stand_in is None:
        return kriyas[0]
    return next((kriya for kriya in kriyas if _role_of(kriya, stand_in) is not None), kriyas[0])


def _relative(text: str) -> tuple[int, int, bool, str] | None:
    """Start and end of the first noun with a relative clause, whether it is a person, and the clause's own words."""
    sentence = analyse(text)
    for index, token in enumerate(sentence.tokens):
        if index < 2 or token.text.lower() not in {"who", "whom", "that", "which"}:
            continue
        phrase = next((phrase for phrase in sentence.noun_phrases if phrase.last == index), None)
        if phrase is None or phrase.first == 0 or _is_content(sentence, phrase.first, index):
            continue
        end = _relative_end(sentence, phrase.first, index)
        body = text[token.end : end].strip()
        if not body:
            continue
        person = token.text.lower() in {"who", "whom"} or is_people(phrase.text)
        return phrase.start, end, person, body
    return None


def _is_content(sentence: Sentence, first: int, index: int) -> bool:
    """*told Scrooge that Marley was dead*: no relative clause."""
    if sentence.tokens[index].text.lower() != "that" or index + 1 >= len(sentence.tokens):
        return False
    told = any(token.lemma.lower() in _TELLERS for token in sentence.tokens[max(0, first - 2) : first])
    return told and sentence.tokens[index + 1].tag[:1] != "V"


def _relative_end(sentence: Sentence, first: int, index: int) -> int:
    """Where the relative clause ends: before the main verb if that is still to come, else with the question."""
    text_end = len(sentence.text)
    before = [token.text.lower() for token in sentence.tokens[:first] if token.tag[:1] == "V"]
    if len(before) > 1 or any(word not in AUXILIARIES for word in before):
        return text_end
    groups = [group for group in sentence.verb_groups if group.first > index]
    for group in groups[1:]:
        around = {token.text.lower() for token in sentence.tokens[group.first - 1 : group.first + 1]}
        if not around & {"to", "and", "or", "but", ","}:
            return group.start
    if groups and before and before[0] not in {"is", "was", "are", "were", "has", "have", "had"}:
        return _bare_verb(sentence, groups[0].last) or text_end
    return text_end


def _bare_verb(sentence: Sentence, start: int) -> int | None:
    """*did the man who received the bow kill Ravana*: a bare verb that was tagged as a noun behind a noun."""
    for before, token in zip(sentence.tokens[start:], sentence.tokens[start + 1 :], strict=False):
        if before.tag in {"NN0", "NN1", "NN2", "NP0", "PNP"} and token.tag in {"NN0", "NN1", "AJ0"} | _VERB_TAGS:
            return token.start
    return None


_VERB_TAGS = frozenset({"VVB", "VVI", "VVD", "VVN"})
