"""What models and people write where a command wants something else: the table, in the order in which it is tried."""

from pramana.gasl.mistakes.foreign import BLOCKS, CYPHER, SQL, VERBS, WRAPPED
from pramana.gasl.mistakes.row import START, Mistake
from pramana.gasl.mistakes.searching import CLAUSES, FIND, MISSING, OUTPUT, UNFINISHED, UNNAMED
from pramana.gasl.mistakes.steps import CONTROL, DATA, MODEL, STATE

MISTAKES = (
    *(*WRAPPED, *BLOCKS, *CYPHER, *SQL, *VERBS),
    *(*UNNAMED, *FIND, *CLAUSES, *UNFINISHED),
    *(*MODEL, *STATE, *CONTROL, *DATA),
    *(*OUTPUT, *MISSING),
)

__all__ = ["MISTAKES", "START", "Mistake"]
