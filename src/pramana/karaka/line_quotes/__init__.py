"""The line that most likely answers a question, by its words: quoted where it is sure enough, else named as near.

Nothing is unified here: a line is weighed against its neighbours in the ranking, and against there being no answer.
"""

from pramana.karaka.line_quotes.kinds import holds_kind
from pramana.karaka.line_quotes.quoting import LikelyLine, likeliest_line, nearest_lines
from pramana.karaka.line_quotes.terms import question_terms, stem_nearness, words_with

__all__ = [
    "LikelyLine",
    "holds_kind",
    "likeliest_line",
    "nearest_lines",
    "question_terms",
    "stem_nearness",
    "words_with",
]
