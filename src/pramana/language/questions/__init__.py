"""Questions in English: their kind, what they ask for, and the statement that an answer would make of them."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.language.questions.asked import AnswerKind, AskedQuestion, is_wildcard, read_asked
    from pramana.language.questions.comparing import ComparisonQuestion, OrderQuestion, read_comparison, read_order
    from pramana.language.questions.followups import complete_question, fitting_names, full_names, unnamed_pronoun
    from pramana.language.questions.inner import InnerQuestion, inner_questions
    from pramana.language.questions.inversion import AUXILIARIES
    from pramana.language.questions.norms import Norm, NormQuestion, asked_moods, has_condition, norm_before, read_norm
    from pramana.language.questions.ordering import TwoTimesQuestion, read_two_times, when_question
    from pramana.language.questions.paraphrases import Paraphrase, paraphrases
    from pramana.language.questions.parts import question_parts
    from pramana.language.questions.relatives import relative
    from pramana.language.questions.stated import (
        ComparativeClaim,
        StatedComparison,
        opposite_comparatives,
        read_stated_comparison,
    )
    from pramana.language.questions.statements import QuestionReading, Setting, StandIns, gap, read_statement
    from pramana.language.questions.wording import is_people, plain_question, profiled_name, tidy
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "AUXILIARIES",
    "AnswerKind",
    "AskedQuestion",
    "ComparativeClaim",
    "ComparisonQuestion",
    "InnerQuestion",
    "Norm",
    "NormQuestion",
    "OrderQuestion",
    "Paraphrase",
    "QuestionReading",
    "Setting",
    "StandIns",
    "StatedComparison",
    "TwoTimesQuestion",
    "asked_moods",
    "complete_question",
    "fitting_names",
    "full_names",
    "gap",
    "has_condition",
    "inner_questions",
    "is_people",
    "is_wildcard",
    "norm_before",
    "opposite_comparatives",
    "paraphrases",
    "plain_question",
    "profiled_name",
    "question_parts",
    "read_asked",
    "read_comparison",
    "read_norm",
    "read_order",
    "read_stated_comparison",
    "read_statement",
    "read_two_times",
    "relative",
    "tidy",
    "unnamed_pronoun",
    "when_question",
]
