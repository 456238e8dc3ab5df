"""The line that most likely answers a question, by its words: quoted where it is sure enough, else named as near.

Nothing is unified here: a line is weighed against its neighbours in the ranking, and against there being no answer.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.karaka.line_quotes.kinds import holds_kind
    from pramana.karaka.line_quotes.quoting import JudgedLines, LikelyLine, judge_lines
    from pramana.karaka.line_quotes.terms import (
        QuestionTerm,
        near_terms,
        question_terms,
        stem_nearness,
        stems_of_text,
        words_with,
    )
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "JudgedLines",
    "LikelyLine",
    "QuestionTerm",
    "holds_kind",
    "judge_lines",
    "near_terms",
    "question_terms",
    "stem_nearness",
    "stems_of_text",
    "words_with",
]
