"""The description of formulas for a model that writes them, made from the declarations in `pramana.expr.formula`."""

from __future__ import annotations

from pramana.anot.seed import ITEM_FIELDS
from pramana.expr import FUNCTIONS

PLACEHOLDERS = ("{review_text}", *(f"{{{name}}}" for name in ITEM_FIELDS), "{item.NAME}")
"""The placeholders of an extraction prompt; the first one is needed."""


def language() -> str:
    """Return what formulas may hold, for a model that writes them."""
    functions = "\n".join(f"- {function.usage}: {function.meaning}" for function in FUNCTIONS.values())
    return f"""\
A formula is one Python expression over JSON values. Allowed: texts in quotes, numbers, true, false, null; lists [a, b];
e['field'] on an extraction; get(entity, 'field', default) for what the data say of the judged thing itself;
+ - * / // %; == != < <= > >=; in, not in; and, or, not; value_a if test else value_b;
[x for x in list if test] and the same inside a function; x is a name that no step and no function has.
Not allowed: assignments, statements, ** (write pow), attributes and methods (no .get, .lower, .append),
f-strings, lambda, := , *unpacking, imports, any other function.
Functions:
{functions}
Numbers and null do not mix: filter first, [e['amount'] for e in extractions if e['amount'] is not null].
A boolean that may be null is asked for as e['again'] == true; sum(1 for … if …) counts, a boolean is not a number.
Guard divisors and empty lists: total / n if n > 0 else 0; max(scores, default=0); of dates
(texts, which sort by time): a step dates of its own, then days_between(max(dates), as_of) if dates else 0.
Examples:
- sum(1 for e in extractions if e['severity'] == 'mild' and e['account'] == 'firsthand')
- n_mild * 2 + n_severe * 15
- max(0.3, 1.0 - 0.15 * days / 365.25)
- 'Low' if score < 4 else ('High' if score < 8 else 'Critical')"""
