"""What is said where nothing answers a question, and where a line is quoted that only its words speak for."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes import LikelyLine
from pramana.karaka.ptools import AnswerLine
from pramana.karaka.rules import answers as rules
from pramana.karaka.rules.queries import is_limit
from pramana.karaka.text_answers import NameDoubt
from pramana.wording import cited_place

NOT_SAID = "I found no line that answers this."
QUOTED_BY_WORDS = (
    "No fact of the graph answers, and no clause of a line has the question's own structure: the line is quoted "
    "because of its words (likelihood {likelihood:.2f})."
)
"""What the trace of a quoted answer says of it."""


def quoted_text(likely: LikelyLine) -> str:
    """Return a likely line as an answer: the words that were asked for, where they are known, and the line.

    The line before follows where it has words of the question that the line lacks.
    """
    said = f"the text says: {_quote(likely.place.line.text, likely.phrase)} {_mark(likely.place)}"
    if likely.before is not None:
        said += f" This follows {_quote(likely.before.line.text, '')} {_mark(likely.before)}"
    return f"{likely.phrase} — {said}" if likely.phrase else f"{said[:1].upper()}{said[1:]}"


def refusal_text(likely: LikelyLine | None, unknown: Sequence[str] = ()) -> str:
    """Return that nothing answers, with the line that comes nearest where it may, else with the words in no line."""
    if likely is None or not likely.is_near:
        words = ", ".join(f"“{word}”" for word in unknown[:_MOST_WORDS])
        return f"{NOT_SAID} No line has {words}." if words else NOT_SAID
    said = f"{_quote(likely.place.line.text, likely.phrase)} {_mark(likely.place)}"
    return f"I found no line that surely answers this. The nearest says: {said}"


def shared_name_text(doubt: NameDoubt) -> str:
    """Return that a line answers only if a name that several share means whom the question names, with the line."""
    shared, line = doubt.shared, f"{_quote(doubt.place.line.text, '')} {_mark(doubt.place)}"
    if shared.joined:
        return f"“{shared.name}” means {shared.bearers[0]} here, not {doubt.asked}: {line}"
    bearers = f"{', '.join(shared.bearers[:-1])} or {shared.bearers[-1]}"
    return f"“{shared.name}” may be {bearers}, and the text does not say which: {line}"


def misunderstood_text(problem: str, names: Sequence[str] = ()) -> str:
    """Return why a question was not understood, because of a limit or of its words, and one way to ask it.

    `names` are those of the question that the documents have.
    """
    if is_limit(problem):
        return f"A limit was reached: {problem}"
    known = next((name for name in names if name[:1].isupper()), "")
    said = problem.strip().rstrip(".")
    ask = f"Ask, for example: “Tell me about {known}.”" if known else ASK_SHORTER
    return f"I could not understand the question: {said}. {ask}"


_MOST_WORDS = 3
"""Unknown words that a refusal names, at most."""
ASK_SHORTER = "Ask a short question that names a person or a thing, for example: “Who bought the mill?”"
"""How to ask where no name of the question is known."""


def cut_text(warnings: Sequence[str]) -> str:
    """Return that a limit was reached before anything was found."""
    return f"A limit was reached before an answer was found: {' '.join(warnings)}"


def _quote(text: str, phrase: str) -> str:
    found = [f"found: {phrase}"] if phrase else []
    return rules.quote_line(AnswerLine(number=1, text=text, found=found))


def _mark(line: PassageLine) -> str:
    return cited_place(line.doc_id, line.number)
