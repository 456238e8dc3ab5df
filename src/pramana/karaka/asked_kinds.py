"""Whether what a plan found is of the kind that the question asks for: a name, an amount, an event that happened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pramana.claims import opposite_of
from pramana.events import PRONOUNS, Modality
from pramana.graph import Node, fold_name
from pramana.karaka.line_answers import AMOUNTS, ClausePart, has_unit, may_name_somebody, may_say_colour, question_frame
from pramana.karaka.line_quotes import near_terms, question_terms
from pramana.karaka.traverse import DENIES, HAD_TO, LIMITED, MOOD_CAUTIONS, PAST_ONLY, Match
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    EvidenceLine,
    analyse_cached,
    asked_moods,
    inner_questions,
    number_values,
    read_asked,
    stem,
    tag_tokens,
    word_set,
)

_BEHIND = re.compile(r"(?:in|on|at|to|from|near|by|into|for|with) (?:which|what)\b", re.IGNORECASE)
_WHICH = re.compile(r"(?:\w+ )?(?:which|what)\b", re.IGNORECASE)


def answers_kind(asked: AskedQuestion, match: Match, text: str) -> bool:
    """Return whether an event of a line may answer by its kind: *the foreman* is not a name."""
    if asked.kind is AnswerKind.NAME:
        return any(_is_new_name(asked, node) for node in match.entities)
    if asked.kind is AnswerKind.PERSON and match.entities:
        return not all(_is_thing(node) for node in match.entities)
    if asked.kind is AnswerKind.IDENTITY and asked.text.casefold().startswith("who") and match.entities:
        return not all(_is_state(node) for node in match.entities)
    if asked.kind is AnswerKind.TIME:
        return has_unit(asked.noun, text)
    if not may_say_colour(asked.text, text):
        return False
    if asked.kind is AnswerKind.EVENT:
        return DENIES not in match.caution
    if asked.kind in AMOUNTS and match.entities:
        names = (str(node.properties.get("canonical_name", "")) for node in match.entities)
        return any(_is_quantity(name) or AMOUNTS[asked.kind].search(name) for name in names)
    if asked.kind in AMOUNTS:
        also = (
            AMOUNTS[AnswerKind.MEASURE] if asked.kind is AnswerKind.DURATION else AMOUNTS[asked.kind]
        )  # *how long is it*
        found = (amount for pattern in (AMOUNTS[asked.kind], also) for amount in pattern.finditer(text))
        return any(_says_amount(match, text, amount.start()) for amount in found)
    return True


def _says_amount(match: Match, text: str, at: int) -> bool:
    """Return whether the amount at a place of a line is told of the event: no other verb is nearer before it.

    *The beetle lives where rain may not fall for six years* does not say how long it lives.
    """
    verbs = [token for token in tag_tokens(text[:at]) if token.tag.startswith("V")]
    quoted = str(match.kriya.properties.get("verb_quote", "")).casefold().split()
    return not verbs or not quoted or verbs[-1].text.casefold() in quoted


def lacks_number(asked: AskedQuestion, matches: Sequence[Match], texts: Mapping[tuple[str, int], str]) -> bool:
    """Return whether a question of *how many* has answers, and none of them says how many.

    `texts` are their lines by their places, which answer where a plan asks for lines and not for names.
    """
    if asked.kind is not AnswerKind.NUMBER:
        return False
    names = [str(node.properties.get("canonical_name", "")) for match in matches for node in match.entities]
    names = names or [texts[match.place] for match in matches if DENIES not in match.caution]
    return bool(names) and not any(map(_is_quantity, names))


def _is_quantity(name: str) -> bool:
    """Return whether words say how much or how many: *£40*, *no people*; not *too high*."""
    return bool(number_values(name) or _QUANTITIES & set(name.casefold().split()))


_QUANTITIES = word_set("claims/quantities") | frozenset("no none nobody nothing several few some both".split())


def in_asked_mood(question: str, match: Match) -> Match:
    """Return a match without the caution that its line puts it as planned or as a duty, where that is asked for."""
    moods = {Modality(modal.value) for modal in asked_moods(question)}
    own = {MOOD_CAUTIONS.get(mood) for mood in moods} | ({HAD_TO} if Modality.NECESSARY in moods else set())
    return replace(match, caution="; ".join(part for part in match.caution.split("; ") if part not in own))


def is_still_ahead(question: str, match: Match) -> bool:
    """Return whether a match is planned or due where a question asks what will happen; True for all other questions."""
    return _WILL_HAPPEN.match(question) is None or MOOD_CAUTIONS[Modality.FUTURE] in match.caution


_WILL_HAPPEN = re.compile(r"what will (?:happen|become)\b", re.IGNORECASE)
UNDECIDED = "The documents do not decide this."
"""How a reply begins that has only lines which suppose, plan or allow what a question asks about as a fact."""
_OPEN_MOODS = tuple(
    MOOD_CAUTIONS[mood] for mood in (Modality.CONDITIONAL, Modality.POSSIBLE, Modality.FUTURE, Modality.INTENDED)
)
_SHORT_OF = (PAST_ONLY, LIMITED.partition("“")[0] + "“")
"""How cautions begin of lines that say less than what is asked, now or without reserve."""
_ASKS_FACT = re.compile(r"(?:did|was|were|has|have|had)(?:n['’]t)?\b", re.IGNORECASE)
_ASKS_TRUTH = re.compile(r"(?:did|do|does|is|are|am|was|were|has|have|had)(?:n['’]t)?\b", re.IGNORECASE)


def leaves_open(question: str, cautions: Sequence[str]) -> bool:
    """Return whether a question of yes or no asks what happened, and lines with such cautions only suppose or plan it.

    >>> leaves_open("Did the cellar stay dry?", [MOOD_CAUTIONS[Modality.CONDITIONAL]])
    True
    >>> leaves_open("Will the cellar stay dry?", [MOOD_CAUTIONS[Modality.CONDITIONAL]])
    False
    """
    if cautions and _ASKS_TRUTH.match(question.strip()) and all(each.startswith(_SHORT_OF) for each in cautions):
        return True
    if not cautions or _ASKS_FACT.match(question.strip()) is None:
        return False
    return all(any(mood in caution for mood in _OPEN_MOODS) for caution in cautions)


def opposes_order(question: str, line: str) -> bool:
    """Return whether a line has only the opposite of a word for the order that a question asks about.

    >>> opposes_order("Who left before Ann?", "Bo left after Ann."), opposes_order("Who left before Ann?", "Bo left.")
    (True, False)
    >>> opposes_order("Who was the first to leave?", "Bo was the second to leave.")
    True
    """
    asked, there = set(_WORD.findall(question.casefold())), set(_WORD.findall(line.casefold()))
    others = {word: opposite_of(word) | (_ORDINALS - {word} if word in _ORDINALS else set()) for word in asked}
    return any(word not in there and there & others[word] for word in asked & (_ORDERING | _ORDINALS))


def states_order(question: str, line: str) -> bool:
    """Return whether a line has a word for the order that a question asks about, of events or of places in a row.

    >>> states_order("Who left before Ann?", "Ann left after Bo."), states_order("Who left first?", "Ann left.")
    (True, False)
    """
    asked, there = set(_WORD.findall(question.casefold())), set(_WORD.findall(line.casefold()))
    return all(there & {word, *opposite_of(word)} for word in asked & _ORDERING)


def accounts_for_settings(question: str, line: str) -> bool:
    """Return whether a line has no other name or year where the question has one: behind the same preposition.

    >>> accounts_for_settings("How much are the rates in Bristol?", "The rates in Leeds are £420.")
    False
    """
    held = {word.casefold() for word in _WORD.findall(line)}
    stated = {match["marker"].casefold() for match in _SETTING.finditer(line)}
    return not any(
        match["marker"].casefold() in stated and not {part.casefold() for part in _WORD.findall(match["name"])} & held
        for match in _SETTING.finditer(question)
    )


def is_of_another(question: str, line: EvidenceLine) -> bool:
    """Return whether a question names who acts, and the line has another name for it and not this one.

    >>> is_of_another("Why did Edward leave London?", EvidenceLine("Edith left London because she was ill."))
    True
    """
    read = read_asked(question)
    frame = question_frame(read) if read is not None else None
    actors = [each.mention for each in frame.constraints if each.slot.part is ClausePart.AGENT] if frame else []
    named = {fold_name(word.text) for each in actors if each.name for word in each.words} - PRONOUNS
    meant = " ".join((line.text, *(each.means for each in line.references)))
    if any(_is_namesake(named, each.means) for each in line.references):
        return True
    if not named or named & {fold_name(word) for word in _WORD.findall(meant)}:
        return False
    subjects = [phrase for clause in analyse_cached(line.text).clauses for phrase in clause.subjects]
    return any(phrase.kind == "name" and len(phrase.text) > 1 for phrase in subjects)


def _is_namesake(named: set[str], means: str) -> bool:
    """Return whether a name of a line is that of another bearer: *Sarah Carter* where *Liam Carter* is asked about."""
    other = {fold_name(word) for word in _WORD.findall(means)}
    return bool(named & other) and not (named <= other or other <= named)


def tells_of_event(question: str, line: EvidenceLine) -> bool:
    """Return whether a line has a word of what a question asks about somebody whom a clause of it describes.

    >>> tells_of_event("Where did the person who sold the patent die?", EvidenceLine("She sold the patent in Basel."))
    False
    """
    said = " ".join((line.text, *(each.means for each in line.references)))
    for inner in inner_questions(question):
        outer = [term for term in question_terms(inner.outer_with(_ANYBODY)) if term.lead != stem(_ANYBODY.lower())]
        if outer and not any(near_terms(tuple(outer), said)):
            return False
    return True


_ANYBODY = "Xanthe"
"""A name in the place of a description."""


def only_asks(line: str) -> bool:
    """Return whether a line tells only of a question: *Ms Lacey asked whether rents would rise.*"""
    return _ASKING.search(line) is not None


_SETTING = re.compile(
    r"\b(?P<marker>[Ii]n|[Aa]t|[Ff]rom|[Tt]o|[Ff]or|[Nn]ear|[Oo]n|[Oo]f|[Bb]y|[Ww]ith)"
    r" (?:the )?(?P<name>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*|[12]\d{3})\b"
)
"""A name or a year behind a preposition."""
_ASKING = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|enquired?|inquired?) (?:whether|if|how|why|who|what|when|where)\b"
)
_ORDERING = frozenset({"before", "after", "first", "last"})
_ORDINALS = word_set("claims/ordinals")
_WORD = re.compile(r"\w+")


def preferred_by_noun(asked: AskedQuestion, matches: Sequence[Match]) -> list[Match]:
    """Return the matches that the noun behind *which* names; all where none has it, but none behind a preposition.

    *Which encore does the choir want?* may be answered by *the waltz*, *On which river is Oxley?* by a river alone.
    """
    if not asked.noun or not _WHICH.match(asked.text):
        return list(matches)
    noun = stem(asked.noun.split()[-1].casefold())
    named = [match for match in matches if any(noun in _stems(node) for node in match.entities)]
    return named or ([] if _BEHIND.match(asked.text) and asked.kind is not AnswerKind.TIME else list(matches))


def _is_thing(node: Node) -> bool:
    """Whether a phrase in small letters names a thing or a time, which is nobody: *the evening*, *a statement*.

    A plural alone may be first in its line: *Photos*.
    """
    words = str(node.properties.get("canonical_name", "")).split()
    tokens = tag_tokens(" ".join(words).lower())[-1:]
    named = any(word[:1].isupper() for word in words) and not (len(words) == 1 and tokens and tokens[0].tag == "NN2")
    return bool(tokens) and not named and not may_name_somebody(tokens[0].lemma)


def _is_state(node: Node) -> bool:
    """Whether a phrase is an adjective alone, which says how somebody is and not who: *present*."""
    name = str(node.properties.get("canonical_name", ""))
    return " " not in name and name.islower() and [token.tag for token in tag_tokens(f"was {name}")][1:] == ["AJ0"]


def _is_new_name(asked: AskedQuestion, node: Node) -> bool:
    name = str(node.properties.get("canonical_name", ""))
    own = {fold_name(word) for word in asked.text.split()}
    capitals = [word for word in name.split() if word[:1].isupper() and word.casefold() not in PRONOUNS]
    return bool(capitals) and not {fold_name(word) for word in capitals} <= own and name[:1].isupper()


def _stems(node: Node) -> set[str]:
    return {stem(word.casefold()) for word in str(node.properties.get("canonical_name", "")).split()}


def echoes(question: str, matches: Sequence[Match]) -> bool:
    """Whether matches hold only what was asked about: *a decoration* for *which decoration*, *Ann* for *who is Ann*."""
    asked = read_asked(question)
    if asked is None:
        return False
    which = asked.noun and _WHICH.match(asked.text)
    own = asked.statement if asked.kind is AnswerKind.IDENTITY else asked.noun if which else ""
    words = {fold_name(word) for word in own.split()}
    names = [str(node.properties.get("canonical_name", "")) for match in matches for node in match.entities]
    return bool(names and words) and all({fold_name(word) for word in name.split()} <= words for name in names)
