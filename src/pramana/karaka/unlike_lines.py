"""Lines that share the words of a question and tell of another matter: another one of a kind, a part, a proposal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from pramana.claims import opposite_of
from pramana.karaka.line_answers import agreement, frames_of, question_frame, read_line
from pramana.karaka.line_quotes import stem_nearness, stems_of_text
from pramana.language import AnswerKind, EvidenceLine, analyse_cached, read_asked, stem, word_list, word_set

_WORD = re.compile(r"[\w'’-]+")
_COMMON = word_set("search/common")
_AMOUNTS = frozenset({AnswerKind.NUMBER, AnswerKind.PRICE, AnswerKind.MEASURE, AnswerKind.DURATION})
_WHOLE = re.compile(r"\b(?:altogether|in total|in all|whole|entire|overall|total|combined)\b", re.IGNORECASE)
_SAYS_WHOLE = re.compile(rf"{_WHOLE.pattern}|\b(?:together|all|sum|totall?ed|totall?ing)\b", re.IGNORECASE)
_PROPOSES = re.compile(
    r"\b(?:propos(?:e[sd]?|ing|als?)|suggest\w*|recommend\w*|urg(?:e[sd]?|ing)|consider(?:s|ed|ing)?|discuss\w*"
    r"|(?:offer|want|threaten)(?:s|ed)? to)\b",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\b(?:decid\w+|decision|agree[sd]?|agreement|approv\w+|accept\w*|voted?|votes|resolv\w+|resolution|adopt\w*)\b",
    re.IGNORECASE,
)


def names_another(question: str, line: EvidenceLine) -> bool:
    """Return whether a line has another one of what a question names, and not this one.

    >>> names_another("Who wrote the second report?", EvidenceLine("Ann wrote the first report."))
    True
    >>> names_another("How hot did it get in hall 2?", EvidenceLine("The temperature in hall 3 rose to 40 degrees."))
    True
    """
    told = " ".join((line.text, *(each.means for each in line.references)))
    if _has_other_number(question, told):
        return True
    asked, stated = list(_marked_nouns(question)), list(_marked_nouns(told))
    groups = [group for group, _, _ in asked]
    return any(
        groups.count(group) == 1
        and any(other[0] == group and other[2] == noun and other[1] != member for other in stated)
        and not any(other[:2] == (group, member) for other in stated)
        for group, member, noun in asked
    )


_LABELLED = re.compile(r"\b(?P<noun>[^\W\d_]{3,}) (?P<number>\d{1,3}[A-Za-z]?|[A-Z])\b(?![.,:]\d)")
"""A noun with a number or a letter that tells one of its kind from another: *hall 2*, *compressor room B*."""


def _has_other_number(question: str, told: str) -> bool:
    """Return whether a line has other numbers or letters of what the question names by one: *hall 3* for *hall 2*."""
    stated = [(match["noun"].casefold(), match["number"]) for match in _LABELLED.finditer(told)]
    for match in _LABELLED.finditer(question):
        noun, number = match["noun"].casefold(), match["number"]
        others = {each for name, each in stated if name == noun}
        if others and number not in others:
            return True
    return False


def _marked_nouns(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the words that tell one of a kind from another: their group, their place in it, the stem behind them."""
    words = [word.casefold() for word in _WORD.findall(text)]
    for word, behind in pairwise(words):
        for group, member in _members().get(word, ()) if behind not in _COMMON else ():
            yield group, member, stem(behind)


@cache
def _members() -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for group, entry in enumerate(word_list("questions/one_of_a_kind")):
        for member, words in enumerate(entry.split()):
            for word in words.split("/"):
                found.setdefault(word, []).append((group, member))
    return found


def tells_opposite(question: str, line: str) -> bool:
    """Return whether a line has the opposite of a verb of the question, and no word near the verb itself.

    >>> tells_opposite("In what year did the works shut down?", "In 1859 the works were opened near the station.")
    True
    """
    asked = {group.lemma.casefold().split(" ")[0] for group in analyse_cached(question).verb_groups}
    stated = {group.lemma.casefold().split(" ")[0] for group in analyse_cached(line).verb_groups}
    held = stems_of_text(line)
    return any(
        (opposite_of(verb) & stated or any(verb in opposite_of(other) for other in stated))
        and not any(stem_nearness(stem(verb), each) for each in held)
        for verb in asked
    )


def tells_of_part(question: str, line: str) -> bool:
    """Return whether a question asks for the amount of a whole, and a line says of none that it is that.

    >>> tells_of_part("How many people work there altogether?", "The mill employs 40 people.")
    True
    """
    asked = read_asked(question)
    whole = asked is not None and asked.kind in _AMOUNTS and _WHOLE.search(question) is not None
    return whole and _SAYS_WHOLE.search(line) is None


def only_proposes(question: str, line: str) -> bool:
    """Return whether a question asks whether or what was done or decided, and a line tells only of a proposal.

    >>> only_proposes("Did they decide to sell the barn?", "Ann proposed selling the barn.")
    True
    """
    asked = read_asked(question)
    done = (asked is not None and asked.kind is AnswerKind.TRUTH) or _DECIDES.search(question) is not None
    proposed = _PROPOSES.search(line) is not None and _PROPOSES.search(question) is None
    return done and proposed and _DECIDES.search(line) is None


def befalls_nobody(question: str, line: EvidenceLine) -> bool:
    """Return whether a question asks what happened to somebody or something, and a line has it only in another part: as
    who did it, or behind a preposition.

    >>> befalls_nobody("What happened to the choir?", EvidenceLine("Ann promised the barn to the choir."))
    True
    >>> befalls_nobody("What happened to the barn?", EvidenceLine("Ann promised the barn to the choir."))
    False
    """
    asked = read_asked(question) if _HAPPENED.match(question) else None
    frame = question_frame(asked) if asked is not None else None
    whom = next((each.mention for each in frame.constraints), None) if frame is not None else None
    if whom is None:
        return False
    read = read_line(line)
    return not any(
        not slot.preposition and agreement(whom, read, slot.start, slot.end)
        for each in frames_of(read.sentence)
        for slot in (() if each.is_nominal or each.clause.verb in _STATES else each.slots)
    )


def gives_effect(question: str, line: str) -> bool:
    """Return whether what a line gives as a reason is what a question asks the reason of.

    >>> gives_effect("What was the reason for the delay?", "Ann missed her train because of the delay.")
    True
    """
    own = stems_of_text(question)
    causes = [set(stems_of_text(match["cause"])) for match in _BECAUSE.finditer(line)]
    return bool(causes) and all(cause and cause <= set(own) for cause in causes)


def counts_others(question: str, line: str) -> bool:
    """Return whether a question asks how many somebody has, and a line only says of how many somebody is one.

    >>> counts_others("How many children did Ann have?", "Ann was the youngest of five children.")
    True
    """
    asked = read_asked(question)
    if asked is None or asked.kind is not AnswerKind.NUMBER or not asked.noun or not _HAS.search(asked.text):
        return False
    noun = rf"{re.escape(asked.noun.split(' ')[-1])}\b"
    every, one_of = (len(re.findall(pattern + noun, line, re.IGNORECASE)) for pattern in (r"\b", _ONE_OF))
    return 0 < every == one_of


_STATES = frozenset({"be", "have"})
"""Verbs of how somebody or something is: nothing happens to it."""
_HAPPENED = re.compile(r"what (?:\w+ )?(?:happen(?:s|ed)? to|be(?:came|come|comes) of)\b", re.IGNORECASE)
_BECAUSE = re.compile(r"\b(?:because of|due to|owing to|as a result of|caused by) (?P<cause>[^,;.]+)", re.IGNORECASE)
_HAS = re.compile(r"\b(?:have|has|had)$", re.IGNORECASE)
_ONE_OF = r"\b(?:\w+est|one|first|last|second|third) of (?:[\w-]+ ){0,3}?"
