"""Turn a question into a statement with a placeholder for what is asked for.

The statement is then read by the same rules as a line of a document, so the roles of questions and lines agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from pramana.language.analysis import analyse_cached
from pramana.language.questions.inversion import (
    AUXILIARIES,
    STRANDED,
    ReorderedClause,
    phrase_at,
    starts_with_verb,
    subject_at,
    undo_inversion,
)
from pramana.language.questions.wording import is_people
from pramana.language.word_lists import word_list, word_set

_PREPOSITIONS = sorted(
    {*word_list("markers/complex"), *word_list("markers/prepositions")}, key=lambda words: -len(words)
)
_FRONT = re.compile(
    rf"(?:(?P<prep>{'|'.join(map(re.escape, _PREPOSITIONS))}) )?"
    r"(?P<wh>who|whom|whose|what|which|where|when|why|how)\b *(?P<rest>.*)",
    re.IGNORECASE,
)
_TIME_NOUNS = word_set("roles/times")
_REASONS = frozenset({"reason", "purpose"})
_WAYS = frozenset({"way", "manner"})
_SAYING = word_set("questions/saying")
_PERSONS = word_list("questions/persons")
_THINGS = word_list("questions/things")


class Setting(StrEnum):
    """What *where* and *when* ask for."""

    TIME = "time"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A question as a statement.

    `asked` is the placeholder whose role is asked for; None if a line is the answer. `setting` is set where the
    question word alone says that a time or a place is asked for. `causes`: reasons are asked for. `any_verb`: the verb
    of the statement says nothing (*What did Rama do?*). `lines`: lines answer. `noun`: the kind asked for (*which
    ghost*).
    """

    statement: str
    asked: str | None = None
    setting: Setting | None = None
    causes: bool = False
    any_verb: bool = False
    lines: bool = False
    noun: str | None = None


class StandIns:
    """Placeholders for what a question asks for: names and things that do not occur in it."""

    def __init__(self, text: str) -> None:
        held = text.casefold()
        self._subjects = [word for word in ("she", "he") if not re.search(rf"\b{word}\b", held)]
        self._persons = [word for word in _PERSONS if word.casefold() not in held]
        self._things = [words for words in _THINGS if words.split()[1] not in held]

    def subject(self) -> str:
        """Return a placeholder for a subject: a pronoun if one is free, because a pronoun shows that a verb follows."""
        return self._subjects.pop(0) if self._subjects else self.take(person=True)

    def take(self, person: bool) -> str:
        """Return an unused placeholder. Raises LookupError if none is left."""
        if not self._persons or not self._things:
            raise LookupError("no placeholder left")
        return (self._persons if person else self._things).pop(0)


def read_statement(text: str, stand_ins: StandIns) -> QuestionReading | None:
    """Return the statement of a tidied question without relative clauses; None if it is not a question."""
    front = _FRONT.fullmatch(text)
    if front is None:
        return _in_place(text, stand_ins) or _truth(text)
    word, rest, preposition = front["wh"].lower(), front["rest"], (front["prep"] or "").lower()
    if not rest:
        return None
    if word in {"why", "how"} and not preposition:
        counted = re.match(r"(?:many|much) (?P<rest>.+)", rest) if word == "how" else None
        return _with_noun(counted["rest"], "", stand_ins) if counted else _line(word, rest, stand_ins)
    if word in {"where", "when"} and preposition not in {"from", "to"}:
        return _place_or_time(word, rest, stand_ins)
    if word == "what" and rest.lower().startswith("means "):
        return gap(rest[len("means ") :], False, stand_ins, "by means of")
    if word in {"whose", "which"} or (word == "what" and _noun_follows(rest)):
        return _with_noun(rest, preposition, stand_ins)
    return gap(rest, word in {"who", "whom"}, stand_ins, preposition)


def gap(rest: str, person: bool, stand_ins: StandIns, preposition: str = "") -> QuestionReading:
    """Return the statement of what follows *who* or *what*, with a placeholder in the empty role."""
    clause = undo_inversion(rest)
    if clause is None:
        return _in_order(rest, stand_ins, preposition, person)
    stand_in = stand_ins.take(person)
    if preposition:
        return QuestionReading(_before_clauses(clause.statement, clause.verb_at, f"{preposition} {stand_in}"), stand_in)
    if clause.bare_be and clause.stranded_preposition is None:
        return _being(clause, stand_in, person)
    if not person and (doing := _doing(clause)) is not None:
        return doing
    return _fill_placeholder(clause.statement, clause.verb_at, stand_in, person)


def _in_order(rest: str, stand_ins: StandIns, preposition: str, person: bool) -> QuestionReading:
    """Read *who gave the bow* (the subject is asked for) and *who Rama killed* (the subject precedes the verb)."""
    happened = re.fullmatch(
        r"(?:has |had |will )?(?:happen(?:ed|s)?|befell|bec[ao]me of) ?(?P<rest>.*)", rest, re.IGNORECASE
    )
    if happened and not person:
        return _happening(rest, happened["rest"])
    done = re.fullmatch(r"(?P<who>.+) (?:did|does|do|has done|had done)(?P<rest> .+)?", rest, re.IGNORECASE)
    if done and not person and not preposition and not analyse_cached(done["who"]).verb_groups:
        return QuestionReading(f"{done['who']} changed{done['rest'] or ''}", any_verb=True)
    if preposition:
        stand_in = stand_ins.take(person)
        return QuestionReading(_before_clauses(rest, 0, f"{preposition} {stand_in}"), stand_in)
    sentence = analyse_cached(rest)
    starts = bool(sentence.noun_phrases) and sentence.noun_phrases[0].first == 0
    if not starts or starts_with_verb(sentence) or len(sentence.verb_groups) == 0:
        stand_in = stand_ins.subject()
        return QuestionReading(f"{stand_in} {rest}", stand_in)
    stand_in = stand_ins.take(person)
    return _fill_placeholder(rest, subject_at(sentence, 0).end, stand_in, person)


def _happening(rest: str, complement: str) -> QuestionReading:
    """*What happened to Rama?*: anything that was done to him. *What happened in London?*: anything there."""
    to = re.fullmatch(r"(?:to |became of |befell )(?P<whom>.+)", complement or rest, re.IGNORECASE)
    if to:
        return QuestionReading(f"Nature changed {to['whom']}", "Nature", any_verb=True)
    return QuestionReading(f"Nature changed {complement}", "Nature", any_verb=True)


def _being(clause: ReorderedClause, stand_in: str, person: bool) -> QuestionReading:
    """*Who is Scrooge?* asks what he is; *Who is the king of Ayodhya?*, who that is."""
    head = re.split(r" of ", clause.subject)[0].split(" ")[-1]
    described = r" of |'s |s' |^(?:the|his|her|their|my)\b" if person else r" of |'s |s' "
    if (head.islower() or head.isupper()) and re.search(described, clause.subject, re.IGNORECASE):
        return QuestionReading(f"{stand_in} {clause.auxiliary} {clause.subject} {clause.tail}".strip(), stand_in)
    return QuestionReading(f"{clause.subject} {clause.auxiliary} {stand_in} {clause.tail}".strip(), stand_in)


def _doing(clause: ReorderedClause) -> QuestionReading | None:
    """*What did Rama do?*, *… do to Sita?*, *… do in London?*, and what somebody said or thought."""
    verb = clause.tail.split(" ", 1)
    word = verb[0].lower()
    rest = verb[1] if len(verb) > 1 else ""
    if word in {"do", "done", "doing"}:
        to = re.fullmatch(r"(?:to|with|for) (?P<whom>.+)", rest, re.IGNORECASE)
        acted = f"{clause.subject} changed {to['whom'] if to else rest}".strip()
        return QuestionReading(acted, any_verb=True)
    if word in _SAYING and not clause.stranded_preposition:
        return QuestionReading(clause.statement)
    return None


def _fill_placeholder(statement: str, verb_at: int, stand_in: str, person: bool) -> QuestionReading:
    """Put the placeholder after a stranded preposition, else where the verb's object is missing."""
    words = statement.split(" ")
    if words[-1].lower() in STRANDED:
        return QuestionReading(f"{statement} {stand_in}", stand_in)
    sentence = analyse_cached(statement)
    groups = [group for group in sentence.verb_groups if group.start >= verb_at - 1 and group.end > verb_at]
    if not groups:
        return QuestionReading(f"{statement} {stand_in}", stand_in)
    chosen = groups[0]
    if chosen.text.lower() == "did":  # the bare verb behind it was taken for a noun
        bare = re.search(r"\S+", statement[chosen.end :])
        end = chosen.end + (bare.end() if bare else 0)
        return QuestionReading(f"{statement[:end]} {stand_in}{statement[end:]}", stand_in)
    for group in groups[1:]:
        chained = group.first - chosen.last <= 3 and statement[group.start :].lower().startswith("to ")
        if not chained or phrase_at(sentence, group.last):
            break
        chosen = group
    after = phrase_at(sentence, chosen.last)
    at = chosen.end if after is None or person else after.end
    return QuestionReading(f"{statement[:at]} {stand_in}{statement[at:]}", stand_in)


def _before_clauses(statement: str, verb_at: int, words: str) -> str:
    """Put words at the end of the statement's first clause: before *when …*, *because …*."""
    for token in analyse_cached(statement).tokens:
        if token.start > verb_at and token.tag == "CJS":
            return f"{statement[: token.start]}{words} {statement[token.start :]}"
    return f"{statement} {words}"


def _statement_order(rest: str) -> tuple[str, int]:
    clause = undo_inversion(rest)
    return (clause.statement, clause.verb_at) if clause else (rest, 0)


def _line(word: str, rest: str, stand_ins: StandIns) -> QuestionReading:
    """*why …* and *how …*: the lines themselves answer. *How old is Fred?*: those that say what he is."""
    clause = undo_inversion(rest)
    measured = rest.split(" ", 1)
    if word == "how" and clause is None and len(measured) == 2:
        clause = undo_inversion(measured[1])
    if clause is None:
        return QuestionReading(rest, causes=word == "why")
    if clause.bare_be and not clause.tail:
        stand_in = stand_ins.take(person=False)
        return QuestionReading(f"{clause.statement} {stand_in}", stand_in, lines=True)
    return QuestionReading(clause.statement, causes=word == "why")


def _place_or_time(word: str, rest: str, stand_ins: StandIns) -> QuestionReading:
    statement, verb_at = _statement_order(rest)
    if word == "when":
        last = statement.rsplit(" ", 1)
        statement = last[0] if last[-1].lower() in {"in", "on", "at"} else statement
        time = "at midnight" if "midnight" not in rest.lower() else "at noon"
        return QuestionReading(_before_clauses(statement, verb_at, time), time.split()[1], setting=Setting.TIME)
    stand_in = stand_ins.take(person=False)
    if statement.split(" ")[-1].lower() in {"from", "to"}:
        return QuestionReading(f"{statement} {stand_in}", stand_in)
    return QuestionReading(_before_clauses(statement, verb_at, f"in {stand_in}"), stand_in, setting=Setting.PLACE)


def _noun_follows(rest: str) -> bool:
    sentence = analyse_cached(f"the {rest}")
    phrase = phrase_at(sentence, 0)
    if phrase is None or rest.split(" ")[0].lower() in AUXILIARIES:
        return False
    own = analyse_cached(rest).tokens
    return bool(own) and own[0].tag in {"NN0", "NN1", "NN2", "AJ0"} and phrase.last < len(sentence.tokens)


def _with_noun(rest: str, preposition: str, stand_ins: StandIns) -> QuestionReading | None:
    """*which king …*, *whose bow …*, *what time …*, *how many ghosts …*: the noun says only what kind is asked for."""
    if rest.split(" ")[0].lower() in AUXILIARIES | {"one", "ones"}:
        return gap(rest.removeprefix("one ").removeprefix("ones "), False, stand_ins, preposition)
    rest = re.sub(r"^of (?:the |these |those )?", "", rest, flags=re.IGNORECASE)
    sentence = analyse_cached(f"the {rest}")
    phrase = phrase_at(sentence, 0)
    if phrase is None:
        return gap(rest, False, stand_ins, preposition)
    head, end = sentence.tokens[phrase.head].lemma.lower(), phrase.end - 4
    after = rest[end:].strip()
    if head in _REASONS | _WAYS:
        return _line("why" if head in _REASONS else "how", after, stand_ins)
    if head in _TIME_NOUNS and (undo_inversion(after) or not starts_with_verb(analyse_cached(after))):
        return _place_or_time("when", after, stand_ins)
    if head in {"place", "places"}:
        return _place_or_time("where", after, stand_ins) if after else None
    if not after:
        return None
    clause = undo_inversion(after)
    if clause is not None and clause.bare_be and not clause.stranded_preposition and not is_people(head):
        stand_in = stand_ins.take(person=False)
        place = f"{preposition} {stand_in}".strip()  # *on which river is Oxley*: Oxley is on it
        return QuestionReading(f"{clause.statement} {place}", stand_in)
    return replace(gap(after, is_people(head), stand_ins, preposition), noun=phrase.text.removeprefix("the "))


def _truth(text: str) -> QuestionReading | None:
    """Read a yes-no question, which begins with its auxiliary, or a plain statement: is it true?"""
    clause = undo_inversion(text)
    if clause is None:
        return QuestionReading(text) if _states(text) else None
    if clause.bare_be and not clause.tail:
        parts = re.fullmatch(r"(?P<who>[^']+?) (?P<what>\w+(?:'s|s') .+|\S+)", clause.subject)
        return QuestionReading(f"{parts['who']} {clause.auxiliary} {parts['what']}") if parts else None
    return QuestionReading(clause.statement)


def _states(text: str) -> bool:
    sentence = analyse_cached(text)
    return bool(sentence.noun_phrases) and any(clause.subjects for clause in sentence.clauses)


def _in_place(text: str, stand_ins: StandIns) -> QuestionReading | None:
    """Read *Rama killed whom?*: the question word is in the place of the answer."""
    match = re.search(r"\b(who|whom|what)$", text, re.IGNORECASE)
    if match is None or not match.start():
        return None
    stand_in = stand_ins.take(match[1].lower() != "what")
    return QuestionReading(f"{text[: match.start()]}{stand_in}", stand_in)
