"""What compiling tells a model of formulas, made from what `pramana.expr.formula` takes."""

from __future__ import annotations

from pramana.anot.seed import ITEM_FIELDS
from pramana.expr.formula import FUNCTIONS

_MEANINGS = {
    "abs": "abs(number)",
    "all": "all(test for x in list if test)",
    "any": "any(test for x in list if test)",
    "days_between": "days_between(first_date, second_date): whole days, negative where the second is earlier; "
    "null is no date",
    "exp": "exp(number)",
    "get": "get(object, 'key', default)",
    "len": "len(list or text)",
    "log": "log(number) or log(number, base); fails for 0 and below",
    "lower": "lower(text)",
    "max": "max(a, b) or max(list, default=0); without default it fails for an empty list",
    "min": "min(a, b) or min(list, default=0); without default it fails for an empty list",
    "pow": "pow(base, exponent)",
    "round": "round(number, digits)",
    "sorted": "sorted(list) or sorted(list, reverse=true)",
    "sqrt": "sqrt(number); fails below 0",
    "sum": "sum(number for x in list if test)",
}
PLACEHOLDERS = ("{review_text}", *(f"{{{name}}}" for name in ITEM_FIELDS), "{item.NAME}")
"""What may stand in an extraction prompt; the first one must."""


def language() -> str:
    """Return what formulas may hold, for a model that writes them."""
    functions = "\n".join(f"- {_MEANINGS.get(name, f'{name}(…)')}" for name in FUNCTIONS)
    return f"""\
A formula is one Python expression over JSON values. Allowed: texts in quotes, numbers, true, false, null; lists [a, b];
e['field'] on an extraction; + - * / // %; == != < <= > >=; in, not in; and, or, not; value_a if test else value_b;
[x for x in list if test] and the same inside a function; x is a name that no step and no function has.
Not allowed: assignments, statements, ** (write pow), attributes and methods (no .get, .lower, .append),
f-strings, lambda, := , *unpacking, imports, any other function.
Functions:
{functions}
Numbers and null do not mix: filter first, [e['amount'] for e in extractions if e['amount'] is not null].
A boolean that may be null is asked for as e['again'] == true; sum(1 for … if …) counts, a boolean is no number.
Guard divisors and empty lists: total / n if n > 0 else 0; max(scores, default=0); of dates
(texts, which sort by time): a step dates of its own, then days_between(max(dates), as_of) if dates else 0.
Examples:
- sum(1 for e in extractions if e['severity'] == 'mild' and e['account'] == 'firsthand')
- n_mild * 2 + n_severe * 15
- max(0.3, 1.0 - 0.15 * days / 365.25)
- 'Low' if score < 4 else ('High' if score < 8 else 'Critical')"""
