"""The embedded model's answer to `karaka.query_decomposition`: questions become query plans."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pramana.events import (
    PRONOUNS,
    Extraction,
    Kriya,
    Polarity,
    Role,
    canonical_name,
    marker_name,
    marker_of,
    read_kriyas,
    stored_role,
)
from pramana.graph import fold_name
from pramana.karaka.plans import QueryPlan, QueryStep, bound_step, plan_violations
from pramana.language import (
    AUXILIARIES,
    QuestionReading,
    Setting,
    StandIns,
    analyse_cached,
    gap,
    other_language,
    plain_question,
    read_statement,
    relative,
    tidy,
    word_set,
)
from pramana.llm import Abstention

if TYPE_CHECKING:
    from pramana.karaka.ptools import QueryInput

LONGEST = 400
"""Longer questions are not read, in characters."""
MAX_STEPS = 5
"""Steps of a plan, as many as the prompt for models allows."""
CONVERSES = {
    "receive": ("give", "giver"),
    "buy": ("sell", "giver"),
    "borrow": ("lend", "giver"),
    "inherit": ("leave", "giver"),
    "give": ("receive", "receiver"),
    "sell": ("buy", "receiver"),
    "lend": ("borrow", "receiver"),
}
"""Verbs that tell one event from its two sides, and whose side the other verb takes."""
_SIDES = {
    "giver": {Role.KARTA: Role.SAMPRADANA, Role.APADANA: Role.KARTA},
    "receiver": {Role.SAMPRADANA: Role.KARTA, Role.KARTA: Role.APADANA},
}
_SETTINGS = {Setting.TIME: Role.ADHIKARANA_TEMPORAL, Setting.PLACE: Role.ADHIKARANA_SPATIAL}
_UNCHANGED = (Role.KARMA, Role.ADHIKARANA_SPATIAL, Role.ADHIKARANA_TEMPORAL)
_IDENTITY = r"(?:who|what) (?:is|was|are|were) (?:the |those |a )?"
_TWO = re.compile(r"\b(?:and|or),? (?:who|whom|whose|what|which|where|when|why|how)\b|[?!]", re.IGNORECASE)
_FRONT_WORDS = AUXILIARIES | word_set("questions/front_words")


@dataclass(frozen=True, slots=True)
class Premise:
    """The claim of one clause of a question: its statement, with placeholders for what is asked for and for the
    answers of earlier steps.

    `first` and `last` bound the steps of the plan that look for it, from 0, `last` exclusive. `bound` maps the
    placeholders of earlier steps to the number of the step, from 1.
    """

    reading: QuestionReading
    first: int
    last: int
    bound: Mapping[str, int] = field(default_factory=dict)


def plan(input: QueryInput) -> QueryPlan | Abstention:
    """Return the plan of a question, without `plan_violations`, or why the question cannot be read.

    Names in `input.names` are spelled as there; if several match, the longest is used.
    """
    planner, problem = _plan_question(input)
    if problem:
        return _abstain(problem)
    found = QueryPlan(steps=planner.steps, reasoning=" ".join(planner.reasons))
    wrong = plan_violations(found)
    return _abstain("I could not tell how its words belong together") if wrong else found


def premises(input: QueryInput, planned: QueryPlan) -> list[Premise]:
    """Return what the clauses of a question claim, [] where it cannot be read or `planned` has other steps."""
    planner, problem = _plan_question(input)
    return planner.premises if not problem and planner.steps == planned.steps else []


def _plan_question(input: QueryInput) -> tuple[_Planner, str]:
    """Return a planner with the steps of a question, and why it cannot be read, "" where it can."""
    text = tidy(input.question)
    names = _Names([*input.names, *input.verbs], text)
    planner = _Planner(names, StandIns(text))
    if not text or len(text) > LONGEST:
        return planner, "it is empty" if not text else TOO_LONG
    language = other_language(text)
    if language:
        return planner, f"it is in {language}, and only English is read without a language model"
    try:
        return planner, planner.add(plain_question(names.restore_capitals(text)))
    except LookupError:
        return planner, TOO_MANY


def _abstain(problem: str) -> Abstention:
    return Abstention(reason=f"{problem[:1].upper()}{problem[1:]}." if problem in _LIMITS else f"{problem}.")


TOO_LONG = f"the question is longer than {LONGEST} characters"
TOO_MANY = "the question has more clauses than can be read"
_LIMITS = frozenset({TOO_LONG, TOO_MANY})


def is_limit(problem: str) -> bool:
    """Return whether a question was not read because of a limit, not because of its words."""
    return any(limit in problem.lower() for limit in _LIMITS)


class _Names:
    """The graph's spelling of the names that were given to the planner."""

    def __init__(self, known: Sequence[str], text: str) -> None:
        ranked = sorted((name for name in known if name.strip()), key=str.isupper)
        self._known = {fold_name(_straight(name)): name for name in reversed(ranked)}
        self._verbs = frozenset(name for name in known if name == name.lower())
        self._words = frozenset(re.findall(r"\w+", text.lower()))

    def lack(self, verb: str) -> bool:
        """Return whether the graph holds no event of this verb: it is a word of the question and not a known verb."""
        return bool(self._known) and verb in self._words and verb not in self._known

    def may_hold(self, name: str | None) -> bool:
        """Return whether the graph may hold the name: it is known, or no names are known."""
        return (
            name is None or not self._known or bound_step(name) is not None or fold_name(_straight(name)) in self._known
        )

    def restore_capitals(self, text: str) -> str:
        """Return the text with the capitals of known names restored: the tagger recognises names by them.

        A word that the graph also knows in lower case, such as a verb, is not changed.
        """
        names = sorted((name for name in self._known.values() if name != name.lower()), key=lambda name: -len(name))
        for name in names:
            if fold_name(name) not in _FRONT_WORDS | PRONOUNS | self._verbs:
                pattern = rf"(?<![\w']){re.escape(_straight(name))}(?!\w)"
                text = re.sub(pattern, _straight(name).replace("\\", r"\\"), text, flags=re.IGNORECASE)
        return text

    def of(self, mention: str) -> str:
        """Return the name of a mention in its known spelling, else without leading words that only describe it."""
        name = canonical_name(mention)
        for known in (mention, name):
            if fold_name(known) in self._known:
                return self._known[fold_name(known)]
        words = name.split(" ")
        for start in range(1, len(words)):
            if not words[start - 1].islower() or words[start - 1].endswith("'s"):
                break
            shorter = fold_name(" ".join(words[start:]))
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
        self.premises: list[Premise] = []
        self._names = names
        self._stand_ins = stand_ins
        self._bound: dict[str, str] = {}

    def add(self, text: str) -> str:
        """Add the steps of a question; return what is wrong with it, "" where nothing is."""
        text, problem = self._without_relatives(text)
        if problem:
            return problem
        if _TWO.search(text):
            return "it asks two things; ask one after the other"
        reading = read_statement(text, self._stand_ins)
        return self._claim(reading) if reading is not None else "I do not know this kind of question"

    def _without_relatives(self, text: str) -> tuple[str, str]:
        """Add the steps of each relative clause, then replace the clause and its noun by a placeholder."""
        for _ in range(MAX_STEPS):
            found = relative(text)
            if found is None:
                break
            again = re.fullmatch(_IDENTITY, text[: found.start], re.IGNORECASE)
            if again and found.end == len(text):
                return f"{found.preposition} {'whom' if found.person else 'what'} {found.body}".strip(), ""
            stand_in = self._stand_ins.take(found.person)
            body, problem = self._without_relatives(found.body)
            problem = problem or self._claim(gap(body, found.person, self._stand_ins, found.preposition), within=True)
            if problem:
                return text, problem
            if self.steps[-1].extract == "LINE":
                return text, f"I could not tell who or what “{body}” speaks of"
            self._bound[fold_name(stand_in)] = f"${len(self.steps)}"
            text = f"{text[: found.start]}{stand_in} {text[found.end :].lstrip()}".rstrip()
        return text, ""

    def _claim(self, reading: QuestionReading, *, within: bool = False) -> str:
        """Add the steps of a statement, `within` a question or the whole of it, and note what it claims."""
        first, bound = len(self.steps), {name: int(step[1:]) for name, step in self._bound.items()}
        problem = self._steps(reading, within=within)
        self.premises.append(Premise(reading, first, len(self.steps), bound))
        return problem

    def _steps(self, reading: QuestionReading, *, within: bool) -> str:
        kriyas = _kriyas(reading.statement)
        if not kriyas:
            return "I found nothing in it that somebody does or that happens"
        if reading.asked is None or reading.setting is not None or reading.any_verb:
            return self._step(_holder(kriyas, reading.asked), reading)
        asked = [kriya for kriya in kriyas if _role_of(kriya, reading.asked) is not None]
        said = [
            kriya
            for kriya in kriyas
            if kriya.attributed_to and fold_name(kriya.attributed_to) == fold_name(reading.asked)
        ]
        if said:
            self.reasons.append("What is said is looked for; the line tells who says it.")
            return self._step(said[0], QuestionReading(reading.statement))
        if (within or len(asked) > 1) and any(kriya.polarity is Polarity.NEGATIVE for kriya in asked):
            return "those who did not do something cannot be looked up; ask who did"
        for kriya in asked[:-1]:
            problem = self._step(kriya, reading)
            if problem:
                return problem
            self._bound[fold_name(reading.asked)] = f"${len(self.steps)}"
            reading = QuestionReading(reading.statement, reading.asked)
        return self._step(asked[-1] if asked else kriyas[0], reading)

    def _step(self, kriya: Kriya, reading: QuestionReading) -> str:
        if len(self.steps) == MAX_STEPS:
            return "it asks for too many things at once"
        nested = self._nested_phrase(kriya, reading.asked)
        if nested:
            return f"it asks for one thing by way of another (“{nested}”); ask for one after the other"
        given = self._stated_constraints(kriya, reading)
        kind = self._value(reading.noun) if reading.noun and not given else None
        role = _role_of(kriya, reading.asked) if reading.asked else None
        if kind and role:
            self.reasons.append(f"Nothing but {kind!r} narrows it down: the lines answer.")
            given, reading = {role: kind}, replace(reading, lines=True)
        lost = self._lost(kriya, reading)
        if lost and not given:
            return f"I could not tell what “{lost[0]}” has to do with the rest"
        self.reasons += [f"{word!r} was not looked for." for word in lost]
        verb = None if reading.any_verb else kriya.verb.lower()
        if not given and (verb is None or verb.split(" ")[0] in {"be", "have", "do"}):
            return "it names nobody and nothing that could be looked up"
        asked = self._asked_role(kriya, reading, given)
        self._append(verb, given, asked, reading, _markers(kriya, reading, self._bound))
        return ""

    def _asked_role(self, kriya: Kriya, reading: QuestionReading, given: dict[Role, str]) -> Role | None:
        """The role that holds the answer; None where the line does."""
        if reading.any_verb or reading.lines or reading.asked is None or fold_name(reading.asked) in self._bound:
            return None
        role = _SETTINGS[reading.setting] if reading.setting else _role_of(kriya, reading.asked)
        return None if role in given else role

    def _append(
        self,
        verb: str | None,
        given: dict[Role, str],
        asked: Role | None,
        reading: QuestionReading,
        markers: Mapping[Role, str],
    ) -> None:
        if verb == "be" and asked is None and Role.KARTA in given and not self._names.may_hold(given.get(Role.KARMA)):
            self.reasons.append(f"The graph knows no {given.pop(Role.KARMA)!r}; the lines say what else is said.")
        if verb is not None and self._names.lack(verb):
            verb, given, asked = self._conversely(verb, given, asked)
            markers = {role: marker for role, marker in markers.items() if role in _UNCHANGED}
        constraints: dict[Role, str | None] = dict(given)
        markers = {role: marker for role, marker in markers.items() if role in given or role == asked}
        step = QueryStep(
            goal=_goal(verb, given, asked, markers),
            verb=verb,
            karakas=constraints,
            markers=markers,
            extract=asked or "LINE",
            follow_causes=reading.causes,
            follow_same_as=True,
        )
        self.steps.append(step)
        self.reasons.append(f"Step {len(self.steps)}: {step.goal}.")

    def _conversely(
        self, verb: str, given: dict[Role, str], asked: Role | None
    ) -> tuple[str, dict[Role, str], Role | None]:
        """Return the same event seen from the other side: to receive is to be given."""
        other = CONVERSES.get(verb)
        if other is None or not {*given, *([asked] if asked else [])} <= {*_SIDES[other[1]], *_UNCHANGED}:
            return verb, given, asked
        sides = {**_SIDES[other[1]], **{role: role for role in _UNCHANGED}}
        self.reasons.append(f"The graph has no event {verb!r}; {other[0]!r} is looked for, its other side.")
        return other[0], {sides[role]: value for role, value in given.items()}, sides[asked] if asked else None

    def _stated_constraints(self, kriya: Kriya, reading: QuestionReading) -> dict[Role, str]:
        """The constraints that the statement states: of several names in one role the first."""
        given: dict[Role, str] = {}
        for role, mentions in kriya.karakas.items():
            named = [mention for mention in mentions if fold_name(mention) != fold_name(reading.asked or "")]
            values = [value for value in map(self._value, named) if value]
            bound = self._bound.get(fold_name(reading.asked)) if reading.asked else None
            if any(reading.asked and fold_name(mention) == fold_name(reading.asked) for mention in mentions):
                values = (
                    [bound]
                    if bound
                    else [value for value in values if fold_name(value) != _placeholder_key(reading.asked)]
                )
            if not values:
                continue
            given[role] = values[0]
            if len(values) > 1:
                self.reasons.append(f"Only {values[0]!r} of {', '.join(values)} is looked for; see the lines.")
        return given

    def _lost(self, kriya: Kriya, reading: QuestionReading) -> list[str]:
        """Return names, pronouns and things of the statement that occur in no event, and names that were taken for
        other words (*Marly* for an adverb)."""
        if reading.asked and fold_name(reading.asked) in self._bound:
            return []
        mentions = [mention for other in _kriyas(reading.statement) for mention in _mentions(other)]
        held = fold_name(" ".join([reading.asked or "", *mentions]))
        analysis = analyse_cached(reading.statement)
        inside = [token.text for token in analysis.tokens[1:] if token.text[0].isupper() and len(token.text) > 1]
        parts = dict.fromkeys([phrase.text for phrase in analysis.noun_phrases] + inside)
        lost = [part for part in parts if fold_name(part) not in held]
        nameless = [mention for mention in _mentions(kriya) if fold_name(mention) in PRONOUNS]
        return lost + [
            mention for mention in nameless if not reading.asked or fold_name(mention) != fold_name(reading.asked)
        ]

    def _nested_phrase(self, kriya: Kriya, asked: str | None) -> str:
        """Return the rest of a mention with a placeholder inside it (*the brother of the man who …*), "" for none: no
        step can ask for it."""
        stand_ins = {*self._bound, *([fold_name(asked)] if asked else [])}
        for mention in _mentions(kriya):
            for word in stand_ins:
                if re.search(rf"\b{word}\b", fold_name(mention)) and word != fold_name(mention):
                    return re.sub(rf"\b{word}\b", "…", mention, flags=re.IGNORECASE)
        return ""

    def _value(self, mention: str) -> str | None:
        if fold_name(mention) in self._bound:
            return self._bound[fold_name(mention)]
        value = self._names.of(mention)
        if fold_name(value) != fold_name(canonical_name(mention)):
            self.reasons.append(f"The graph knows no {canonical_name(mention)!r}; {value!r} is looked for.")
        if fold_name(value) in PRONOUNS or bound_step(value) is not None or not value.strip():
            self.reasons.append(f"{mention!r} names nobody and nothing: it was left out.")
            return None
        return value


def _placeholder_key(stand_in: str | None) -> str:
    return fold_name(canonical_name(stand_in)) if stand_in else ""


def _goal(verb: str | None, given: dict[Role, str], role: Role | None, markers: Mapping[Role, str]) -> str:
    words = {name: f"{name} {markers[name]}" if markers.get(name) else str(name) for name in (*given, role) if name}
    about = f" with {', '.join(f'{words[name]} {value}' for name, value in given.items())}" if given else ""
    event = f"'{verb}'" if verb else "any event"
    return f"find the {words[role]} of {event}{about}" if role else f"find the lines that tell of {event}{about}"


def _markers(kriya: Kriya, reading: QuestionReading, bound: Mapping[str, str]) -> dict[Role, str]:
    """Return the markers of a question's participants: of each role that of the first one that has any.

    *Where* and *when* ask for no marker, whatever their placeholder was given.
    """
    found: dict[Role, str] = {}
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            asked = reading.asked is not None and fold_name(mention) == fold_name(reading.asked)
            marker = _marker(reading.statement, kriya, role, mention)
            if marker and not (asked and reading.setting is not None and fold_name(mention) not in bound):
                found.setdefault(role, marker)
    return found


def _marker(statement: str, kriya: Kriya, role: Role, mention: str) -> str:
    line = _sentence(statement)
    span = marker_of(line, kriya, role, mention)
    return marker_name(line[span.start : span.end]) if span is not None else ""


def _kriyas(statement: str) -> list[Kriya]:
    """The events of a statement; those that only a possessive or an apposition makes, only where nothing else is."""
    found = read_kriyas(_sentence(statement))
    if not isinstance(found, Extraction):
        return []
    kriyas = [_as_asked(kriya, statement) for kriya in found.kriyas]
    verbal = [kriya for kriya in kriyas if kriya.verb_quote[:1].isalpha()]
    return verbal or kriyas


def _sentence(statement: str) -> str:
    return f"{statement[:1].upper()}{statement[1:]}."


def _as_asked(kriya: Kriya, statement: str) -> Kriya:
    """Return an event of a statement as one of a line is stored, without the capital that its first word was given."""
    given = f"{statement[:1].upper()}{statement[1:]}"

    def restore_case(mention: str) -> str:
        return statement[: len(mention)] if given.startswith(mention) else mention

    roles: dict[Role, list[str]] = {}
    for role, listed in kriya.karakas.items():
        for mention in listed:
            stored = stored_role(role, _marker(statement, kriya, role, mention))
            roles.setdefault(stored, []).append(restore_case(mention))
    return kriya.model_copy(update={"karakas": roles})


def _mentions(kriya: Kriya) -> list[str]:
    return [mention for listed in kriya.karakas.values() for mention in listed]


def _role_of(kriya: Kriya, mention: str) -> Role | None:
    for role, mentions in kriya.karakas.items():
        if any(fold_name(other) == fold_name(mention) for other in mentions):
            return role
    return None


def _holder(kriyas: Sequence[Kriya], stand_in: str | None) -> Kriya:
    """Return the event in which the placeholder takes part, else the first event."""
    if stand_in is None:
        return kriyas[0]
    return next((kriya for kriya in kriyas if _role_of(kriya, stand_in) is not None), kriyas[0])
