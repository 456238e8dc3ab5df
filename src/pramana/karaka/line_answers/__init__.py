"""Answers read from lines: a question and a line are unified clause by clause, and the words that fill the gap answer.

Nothing is looked up in the graph but what pronouns and other names of a line mean by its accepted links.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.karaka.line_answers.answering import FoundAnswer, PassageLine, answer_from_lines, norms_from_lines
    from pramana.karaka.line_answers.checking import CheckedAnswer, check_answer, check_answers
    from pramana.karaka.line_answers.expressions import has_unit, may_say_colour
    from pramana.karaka.line_answers.frames import ClausePart, frames_of, read_line
    from pramana.karaka.line_answers.measures import AMOUNTS
    from pramana.karaka.line_answers.persons import may_name_somebody
    from pramana.karaka.line_answers.question import question_frame
    from pramana.karaka.line_answers.truths import NO, YES
    from pramana.karaka.line_answers.wording import agreement, genders_of, like_terms
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "AMOUNTS",
    "NO",
    "YES",
    "CheckedAnswer",
    "ClausePart",
    "FoundAnswer",
    "PassageLine",
    "agreement",
    "answer_from_lines",
    "check_answer",
    "check_answers",
    "frames_of",
    "genders_of",
    "has_unit",
    "like_terms",
    "may_name_somebody",
    "may_say_colour",
    "norms_from_lines",
    "question_frame",
    "read_line",
]
