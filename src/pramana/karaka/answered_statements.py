"""The statement that an answer makes of a question: *Who stole the map?* with *Marsh* is *Marsh stole the map.*"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language import AnswerKind, StandIns, plain_question, read_asked, read_statement, tidy


def fill_placeholder(statement: str, stand_in: str, value: str, *, setting: bool = False) -> str:
    """Return a statement with a placeholder replaced by a value. A place or time includes its preposition."""
    before = "(?:(?:in|at) )?" if setting else ""
    pattern = rf"{before}(?<!\w){re.escape(stand_in)}(?!\w)"
    return re.sub(pattern, lambda _: value, statement, count=1, flags=re.IGNORECASE)


def as_sentence(statement: str) -> str:
    """Return a statement with a capital and a full stop."""
    spoken = _DOING.sub("", statement)
    return f"{spoken[:1].upper()}{spoken[1:]}."


def answered_statements(question: str, values: Sequence[str]) -> list[str]:
    """Return the statement that each value makes of a question, [] where it becomes none.

    Of a question of yes or no it is what the question asks about; a reason and a manner follow the statement.

    >>> answered_statements("Who stole the map?", ["Marsh"])
    ['Marsh stole the map.']
    >>> answered_statements("Why did the pump stop?", ["because a bearing had seized"])
    ['The pump did stop because a bearing had seized.']
    """
    text = plain_question(tidy(question))
    asked = read_asked(text)
    try:
        reading = read_statement(text, StandIns(text))
    except LookupError:
        return []
    if asked is None or reading is None or reading.any_verb:
        return []
    if asked.kind is AnswerKind.TRUTH:
        return [as_sentence(reading.statement)]
    if reading.asked is not None:
        held = ((value, reading.setting is not None) for value in values)
        filled = (fill_placeholder(reading.statement, reading.asked, value, setting=at) for value, at in held)
        return [as_sentence(each) for each in filled]
    following = asked.kind in (AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.DURATION)
    return [as_sentence(f"{reading.statement} {value}") for value in values] if following else []


_DOING = re.compile(r"\bto do (?=to )")
"""*Decided to do to close the bridge*: *to do* only held the place of what was decided."""
