"""Two questions in one: *What did Boris sell, and to whom?* asks what, and to whom he sold it.

>>> question_parts("What did Boris sell, and to whom?")
('What did Boris sell', 'to whom did Boris sell')
"""

from __future__ import annotations

import re

from pramana.language.analysis import analyse_cached
from pramana.language.questions.inversion import AUXILIARIES, undo_inversion
from pramana.language.questions.wording import tidy

_WH = r"(?:who|whom|whose|what|which|where|when|why|how)"
_PREPOSITION = r"(?:to|from|with|for|by|in|on|at|about|against|of)"
_JOINT = re.compile(
    rf"(?:,? (?:and|or)|[;?,]) (?=(?:{_PREPOSITION} )?{_WH}\b)|[?] +(?=\w)|, and (?=(?:did|was|were|is|are|has|had) )",
    re.IGNORECASE,
)
_FRONT = re.compile(rf"(?:(?:{_PREPOSITION}) )?{_WH}\b(?: (?:many|much|long|often|old|far))?", re.IGNORECASE)
_NOUN_FRONT = re.compile(
    rf"(?:{_PREPOSITION} )?(?:which|what|how many|how much) (?P<noun>(?:[a-z-]+ )?[a-z-]+)", re.IGNORECASE
)
_MOST = 3
"""Parts of a question that are read; more are one question that cannot be understood."""


def question_parts(question: str) -> tuple[str, ...]:
    """Return the questions that one question asks, each complete; one where it asks one thing."""
    text = tidy(question)
    parts = [part.strip(" ,;?") for part in _JOINT.split(text)]
    parts = [part for part in parts if part]
    if not 1 < len(parts) <= _MOST or not _is_question(parts[0]):
        return (question,)
    first = _complete(parts[0], parts[1]) if _is_front(parts[0]) else _with_object(parts[0], parts[1])
    return (first, *(_complete(part, first) for part in parts[1:]))


def _with_object(first: str, second: str) -> str:
    """*Who bought and who sold the mill?* leaves out in the first part what the second one has."""
    one, other = (
        re.fullmatch(rf"{_WH} \w+", first, re.IGNORECASE),
        re.fullmatch(rf"{_WH} (\w+) ((?:(?:the|a|an|his|her|its|their) |(?-i:[A-Z\d])).+)", second, re.IGNORECASE),
    )
    if one is None or other is None or other[1].lower() in AUXILIARIES or first.split(" ")[1].lower() in AUXILIARIES:
        return first
    return f"{first} {other[2]}"


def _is_question(part: str) -> bool:
    return _FRONT.match(part) is not None or part.split(" ")[0].lower() in AUXILIARIES


def _is_front(part: str) -> bool:
    """Whether a part is what is asked for alone: *to whom*, *by which firm*; not *what happened next*."""
    if _FRONT.fullmatch(part):
        return True
    found = _NOUN_FRONT.fullmatch(part)
    tokens = analyse_cached(f"They {found['noun']}.").tokens if found else ()
    return found is not None and not any(token.tag in _FINITE for token in tokens)


_FINITE = frozenset({"VVD", "VVZ", "VBD", "VBZ", "VBB", "VHD", "VHZ", "VHB", "VDD", "VDZ", "VDB", "VM0"})
"""Tags (C5) of verbs that cannot be a noun as well, which *price* and *way* may."""


def _complete(part: str, first: str) -> str:
    """Return a part with what it leaves out: *to whom* takes its verb and its subject from the first."""
    opening = _FRONT.match(first)
    if opening is None or not _is_front(part):
        return part
    rest = first[opening.end() :].strip()
    words = rest.split(" ")
    auxiliary = next((index for index, word in enumerate(words) if word.lower() in AUXILIARIES), -1)
    if auxiliary >= 0:
        verbs = " ".join(words[auxiliary:])
        return f"{part} {verbs if undo_inversion(verbs) else _with_subject(opening[0], words, auxiliary)}"
    group = next(iter(analyse_cached(f"they {rest}").verb_groups), None)
    if group is None:
        return part
    return f"{part} did someone {group.lemma} {rest[group.end - len('they ') :].strip()}".strip()


def _with_subject(asked: str, words: list[str], auxiliary: int) -> str:
    """*Who will circulate it*, and *by when*: *will someone circulate it*; of *which clerk will* the clerk will."""
    noun = " ".join(words[:auxiliary])
    subject = f"the {noun}" if noun else "someone" if asked.lower().startswith("who") else "something"
    return f"{words[auxiliary]} {subject} {' '.join(words[auxiliary + 1 :])}"
