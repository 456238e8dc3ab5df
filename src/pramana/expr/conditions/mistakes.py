"""What models and people write where the grammar wants something else, and what to write instead: a row a mistake.

A row applies where its pattern covers the place at which reading stopped, and the grammar was there in one of its
`places`. `fix` is the replacement for what the pattern covers, a template of `re`; None where only a person can tell.
`example` is shown where the fixed text still cannot be read. Rows are tried in order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from pramana.expr.conditions.names import KEYWORDS


class MistakePlace(Enum):
    """A place in the grammar where reading stops, with what is expected next."""

    CONDITION = ("a field", "${variable}", "LEN", "NOT", "(")
    NAME = ("a field", "${variable}")
    OPERATOR = (
        *("=", "!=", ">", ">=", "<", "<=", "IN", "NOT IN", "CONTAINS", "STARTS_WITH", "ENDS_WITH"),
        *("IS NULL", "IS NOT NULL"),
    )
    VALUE = ('a text in quotes ("…")', "a number", "true", "false", "${variable}", "a field", "LEN ${variable}")
    LIST = ("[value, …]", "(value, …)", "${variable}")
    ITEM = ('a text in quotes ("…")', "a number", "true", "false")
    COMMA = ("a comma", "the end of the list")
    IN = ("IN",)
    NULL = ("NULL", "NOT NULL")
    END = ("AND", "OR", "the end of the condition")
    OPEN = ("AND", "OR", ")")
    """As END, with a parenthesis to close."""


@dataclass(frozen=True, slots=True)
class ConditionMistake:
    pattern: re.Pattern[str]
    places: frozenset[MistakePlace]
    problem: str
    fix: str | None
    example: str
    here: bool
    """Begins where reading stopped; else up to 80 code points before it."""


_FIELD = r"(?<![\w.`$])(?P<f>[^\W\d][\w.]*)"
_VALUE = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?[0-9][0-9.]*)"""
_AFTER = frozenset({MistakePlace.END, MistakePlace.OPEN})
_ANY = frozenset(MistakePlace)
_BEFORE = frozenset({MistakePlace.CONDITION, MistakePlace.NAME})
_OPERATOR = frozenset({MistakePlace.OPERATOR, MistakePlace.IN})
_RIGHT = frozenset({MistakePlace.VALUE, MistakePlace.ITEM, MistakePlace.LIST})


def _row(
    pattern: str,
    places: MistakePlace | frozenset[MistakePlace],
    problem: str,
    fix: str | None,
    example: str = 'name = "Rama"',
    here: bool = False,
) -> ConditionMistake:
    where = frozenset({places}) if isinstance(places, MistakePlace) else places
    return ConditionMistake(re.compile(pattern, re.IGNORECASE), where, problem, fix, example, here)


_SYMBOLS = (
    _row(r"!={2,3}", MistakePlace.VALUE, "inequality is `!=`.", "!="),
    _row(r"(?<![<>!=])={2,3}", MistakePlace.VALUE, "equality is one `=`.", "="),
    _row(r"<=>", MistakePlace.VALUE, "equality is `=`.", "="),
    _row(r"<>", MistakePlace.VALUE, "inequality is `!=`.", "!="),
    _row(r"=>", MistakePlace.VALUE, "at least is `>=`.", ">="),
    _row(r"=<", MistakePlace.VALUE, "at most is `<=`.", "<="),
    _row(
        r"!?[=~]~\*?|!~\*?|(?<![=!~])~\*?",
        _OPERATOR | {MistakePlace.VALUE},
        "there are no regular expressions.",
        "CONTAINS",
    ),
    _row(r"not\s*=+", MistakePlace.IN, "inequality is `!=`.", "!="),
    _row(r"&&?\s*", _AFTER | _OPERATOR, "both is AND.", "AND "),
    _row(r"\|\|?\s*", _AFTER | _OPERATOR, "either is OR.", "OR "),
    _row(r"!(?!=)\s*", _BEFORE, "negation is NOT.", "NOT "),
    _row(r":=?", MistakePlace.OPERATOR, "equality is `=`.", " ="),
    _row(r"[≠]", MistakePlace.OPERATOR, "inequality is `!=`.", "!="),
    _row(r"[≥]", MistakePlace.OPERATOR, "at least is `>=`.", ">="),
    _row(r"[≤]", MistakePlace.OPERATOR, "at most is `<=`.", "<="),
    _row(r"\s*;+\s*$", _ANY, "no `;` ends a condition.", ""),
    _row(r"\s*(?:--|//|#).*", _AFTER, "a condition has no comments.", ""),
    _row(r"\+(?=[0-9.])", _RIGHT, "a positive number has no sign.", ""),
    _row("[\u200b\u2060\ufeff]+", _ANY, "invisible characters are not allowed.", ""),
)

_QUOTES = (
    _row(r"[“”„«»](?P<t>[^“”„«»\"\n]*)[“”„«»\"]", _ANY, "a text needs straight quotes.", r'"\g<t>"'),
    _row(r"[‘’‚](?P<t>[^‘’‚'\"\n]*)[‘’‚']", _ANY, "a text needs straight quotes.", r'"\g<t>"'),
    _row(r"`(?P<t>[^`\"\n]*)`", _RIGHT, "backticks quote a name, quotes a text.", r'"\g<t>"'),
    _row(
        r"'(?P<a>[^'\n]*)''(?P<b>[^'\n]*)'",
        _AFTER | {MistakePlace.COMMA},
        "a quote in a text is `\\'`.",
        r"'\g<a>\\'\g<b>'",
    ),
    _row(
        r"'(?P<a>[^'\n]*)'(?P<b>\w[^'\n]*)'",
        _AFTER | {MistakePlace.COMMA},
        "a quote in a text is `\\'`.",
        r"'\g<a>\\'\g<b>'",
    ),
    _row(
        r"\"[^\"\n]*\n",
        _ANY,
        "a text ends on its line; a line break in it is `\\n`.",
        None,
        r'text CONTAINS "one\ntwo"',
        here=True,
    ),
    _row(
        r"'[^'\n]*\n",
        _ANY,
        "a text ends on its line; a line break in it is `\\n`.",
        None,
        r'text CONTAINS "one\ntwo"',
        here=True,
    ),
    _row(r"\"(?P<t>[^\"\n]*?)\s*$", _ANY, "the quote is not closed.", r'"\g<t>"', here=True),
    _row(r"'(?P<t>[^'\n]*?)\s*$", _ANY, "the quote is not closed.", r"'\g<t>'", here=True),
    _row(r"`[^`]*$", _ANY, "the backtick is not closed.", None, "`first name` = 'Rama'", here=True),
)

_VARIABLES = (
    _row(r"\$\{\s*\}", _ANY, "a variable has a name.", None, "weight > ${limit}", here=True),
    _row(
        r"\$\{\s*(?P<v>[\w.]+)(?!\s*\})", _ANY, "the brace is not closed.", r"${\g<v>}", "weight > ${limit}", here=True
    ),
    _row(r"\$(?P<v>[^\W\d][\w.]*)", _ANY, "a variable is `${name}`.", r"${\g<v>}", "weight > ${limit}", here=True),
    _row(
        r"\{\{?\s*(?P<v>[^\W\d][\w.]*)\s*\}\}?",
        _ANY,
        "a variable is `${name}`.",
        r"${\g<v>}",
        "weight > ${limit}",
        here=True,
    ),
    _row(r"[:@%](?P<v>[^\W\d]\w*)", _RIGHT, "a variable is `${name}`.", r"${\g<v>}", "weight > ${limit}", here=True),
)

_NULL = (
    _row(
        r"(?:none|nil|nothing|undefined|missing|na)\b",
        MistakePlace.NULL,
        "what is missing is NULL.",
        "NULL",
        "name IS NULL",
    ),
    _row(r"(?:none|nil|undefined)\b", MistakePlace.VALUE, "what is missing is null.", "null", "name IS NULL"),
    _row(r"(?:null|none)\b", MistakePlace.VALUE, "null is not compared.", None, "name IS NOT NULL"),
    _row(r"(?:null|none)\b", MistakePlace.ITEM, "a list cannot contain null.", None, "age IN [1, 2] OR age IS NULL"),
    _row(r"is\s+not\s+in\b", MistakePlace.NULL, "membership is NOT IN.", "NOT IN", 'type NOT IN ["PERSON"]'),
    _row(r"is\s+in\b", MistakePlace.NULL, "membership is IN.", "IN", 'type IN ["PERSON"]'),
    _row(r"is\s+not\s+empty\b", MistakePlace.NULL, "a length is compared.", None, "LEN name > 0"),
    _row(r"is\s+empty\b", MistakePlace.NULL, "a length is compared.", None, "LEN name = 0"),
    _row(
        r"is\s+not\s*(?=\S)",
        MistakePlace.NULL,
        "IS NOT goes with NULL alone; inequality is `!=`.",
        "!= ",
        'name != "Rama"',
    ),
    _row(r"is\s*(?=\S)", MistakePlace.NULL, "IS goes with NULL alone; equality is `=`.", "= "),
)

_LISTS = (
    _row(r"!=\s*(?=[\[(])", MistakePlace.VALUE, "a list goes with NOT IN.", "NOT IN ", 'type NOT IN ["PERSON"]'),
    _row(r"=\s*(?=[\[(])", MistakePlace.VALUE, "a list goes with IN.", "IN ", 'type IN ["PERSON", "EVENT"]'),
    _row(
        rf"(?P<v>{_VALUE}(?:\s*,\s*{_VALUE})*)", MistakePlace.LIST, "IN takes a list.", r"[\g<v>]", 'type IN ["PERSON"]'
    ),
    _row(r"\{(?P<v>[^{}\n]*)\}", MistakePlace.LIST, "a list needs square brackets.", r"[\g<v>]", 'type IN ["PERSON"]'),
    _row(
        r"(?P<v>[^\W\d][\w.]*)",
        MistakePlace.LIST,
        "IN takes a list or a `${variable}`.",
        r"${\g<v>}",
        'tags CONTAINS "hero"',
        here=True,
    ),
    _row(r",\s*(?=[\])])", MistakePlace.ITEM, "no comma ends a list.", "", 'type IN ["PERSON"]'),
    _row(
        r"[\[(](?=\s*[^\]\)\s])",
        MistakePlace.ITEM,
        "lists do not nest.",
        None,
        'type IN ["PERSON", "EVENT"]',
        here=True,
    ),
    _row(r"\$\{[^}\n]*\}", MistakePlace.ITEM, "a variable replaces the whole list.", None, "type IN ${types}"),
    _row(r"(?P<v>[^\W\d][\w-]*)", MistakePlace.ITEM, "a text needs quotes.", r'"\g<v>"', 'type IN ["PERSON"]'),
    _row(
        r"\s+(?=[\w\"'-])", MistakePlace.COMMA, "values are separated by commas.", ", ", 'type IN ["PERSON", "EVENT"]'
    ),
    _row(r"\s*$", MistakePlace.COMMA, "the list is not closed.", "]", 'type IN ["PERSON"]'),
    _row(r"\s*$", MistakePlace.COMMA, "the list is not closed.", ")", 'type IN ["PERSON"]'),
)

_WORDS = (
    _row(r"^\s*where\s+", _OPERATOR, "a condition begins after WHERE.", ""),
    _row(
        _FIELD + r"\s+between\s+(?P<a>\S+)\s+and\s+(?P<b>[^\s()]+)",
        _OPERATOR,
        "a range is two comparisons.",
        r"\g<f> >= \g<a> AND \g<f> <= \g<b>",
        "age >= 18 AND age <= 65",
    ),
    _row(
        _FIELD + r"\s+not\s+(?P<o>contains|starts_with|ends_with)\b",
        MistakePlace.IN,
        "NOT goes before the field.",
        r"NOT \g<f> \g<o>",
        'NOT name CONTAINS "Rama"',
    ),
    _row(
        _FIELD + r"\s+not\s+(?:i?like|matches)\b",
        MistakePlace.IN,
        "NOT goes before the field, and LIKE is CONTAINS.",
        r"NOT \g<f> CONTAINS",
        'NOT name CONTAINS "Rama"',
    ),
    _row(
        r"(?:i?like|rlike|regexp?|regexp_like|matches|match|glob)\b",
        MistakePlace.OPERATOR,
        "patterns are CONTAINS, STARTS_WITH, ENDS_WITH.",
        "CONTAINS",
        'name CONTAINS "Rama"',
    ),
    _row(
        r"(?:starts?|begins?)[ _]?with\b|begins\b|startswith\b",
        MistakePlace.OPERATOR,
        "the operator is STARTS_WITH.",
        "STARTS_WITH",
    ),
    _row(r"ends?[ _]?with\b", MistakePlace.OPERATOR, "the operator is ENDS_WITH.", "ENDS_WITH"),
    _row(
        r"(?:has|includes?|containing|includes_any|contains_any)\b",
        MistakePlace.OPERATOR,
        "the operator is CONTAINS.",
        "CONTAINS",
    ),
    _row(r"(?:not_equals?|neq?|isnt)\b", MistakePlace.OPERATOR, "inequality is `!=`.", "!="),
    _row(r"(?:equals?|eq)\b", MistakePlace.OPERATOR, "equality is `=`.", "="),
    _row(r"(?:gte|ge)\b", MistakePlace.OPERATOR, "at least is `>=`.", ">="),
    _row(r"(?:lte|le)\b", MistakePlace.OPERATOR, "at most is `<=`.", "<="),
    _row(r"gt\b", MistakePlace.OPERATOR, "more is `>`.", ">"),
    _row(r"lt\b", MistakePlace.OPERATOR, "less is `<`.", "<"),
    _row(r"(?:not_?in|nin)\b", MistakePlace.OPERATOR, "the operator is NOT IN.", "NOT IN", 'type NOT IN ["PERSON"]'),
    _row(
        r"(?:is_?not_?null|notnull)\b",
        MistakePlace.OPERATOR,
        "the operator is IS NOT NULL.",
        "IS NOT NULL",
        "name IS NOT NULL",
    ),
    _row(r"is_?null\b", MistakePlace.OPERATOR, "the operator is IS NULL.", "IS NULL", "name IS NULL"),
    _row(
        r"exists\b(?=\s*(?:$|\)|and\b|or\b))",
        MistakePlace.OPERATOR,
        "presence is IS NOT NULL.",
        "IS NOT NULL",
        "name IS NOT NULL",
    ),
    _row(
        r"(?<!\w)(?:exists|has)\s*\(?\s*(?P<f>[^\W\d][\w.]*)\s*\)?",
        MistakePlace.OPERATOR,
        "presence is IS NOT NULL.",
        r"\g<f> IS NOT NULL",
        "name IS NOT NULL",
    ),
    _row(
        r"(?<!\w)(?:length|size|count)\s*\(?\s*(?P<f>[^\W\d][\w.]*|\$\{[^}]*\})\s*\)?",
        MistakePlace.OPERATOR,
        "a length is LEN.",
        r"LEN \g<f>",
        "LEN name > 3",
    ),
    _row(r"(?<!\w)\w+\s*\(", MistakePlace.OPERATOR, "LEN is the only function.", None, "LEN name > 3"),
    _row(r"(?:limit|as|order|group|return|then|else)\b", _AFTER, "the condition ends before this word.", None),
    _row(
        r"(?<!\w)(?P<d>\d{4}-\d\d-\d\d(?:T[\d:.Z+-]*)?)",
        _AFTER,
        "a date is a text.",
        r'"\g<d>"',
        'date >= "2024-01-31"',
    ),
    _row(r"[-+*/%]", _OPERATOR | _AFTER, "a condition does not calculate.", None, "weight > 3"),
    _row(
        r"\d{1,3}(?:[,_]\d{3})+", _AFTER | {MistakePlace.COMMA}, "digits are not grouped.", None, "population > 1000000"
    ),
    _row(r"[<>=!]=?", _AFTER, "comparisons do not chain.", None, "age >= 18 AND age <= 65"),
    _row(r",\s*(?=\w)", _AFTER, "conditions are joined by AND or OR.", " AND ", "age >= 18 AND age <= 65"),
    _row(
        r"(?=[^\W\d]|[$`(])",
        _AFTER,
        "conditions are joined by AND or OR.",
        "AND ",
        "age >= 18 AND age <= 65",
        here=True,
    ),
    _row(
        r"\)",
        _AFTER | {MistakePlace.OPERATOR, MistakePlace.CONDITION},
        "no parenthesis is open here.",
        "",
        '(name = "Rama")',
    ),
    _row(r"\s*$", MistakePlace.OPEN, "the parenthesis is not closed.", ")", '(name = "Rama")'),
    _row(r"\s*\b(?:and|or)\s*$", _BEFORE, "a condition is missing after the last word.", "", "age >= 18 AND age <= 65"),
    _row(r"\b(?:and|or)\s+(?=and\b|or\b)", _BEFORE, "one of the two words is too many.", "", "age >= 18 AND age <= 65"),
    _row(r"\s*$", _BEFORE, "a condition is missing.", None),
)

_SIDES = (
    _row(
        rf"(?P<v>{_VALUE})\s*in\s+(?P<f>[^\W\d][\w.]*)",
        _BEFORE,
        "a list attribute is asked by CONTAINS.",
        r"\g<f> CONTAINS \g<v>",
        'tags CONTAINS "hero"',
    ),
    _row(
        rf"(?P<v>{_VALUE})\s*(?P<o>!?=)\s*(?P<f>[^\W\d][\w.]*)",
        _BEFORE,
        "the field goes on the left.",
        r"\g<f> \g<o> \g<v>",
    ),
    _row(
        rf"(?P<v>{_VALUE})\s*<(?P<o>=?)\s*(?P<f>[^\W\d][\w.]*)",
        _BEFORE,
        "the field goes on the left.",
        r"\g<f> >\g<o> \g<v>",
        "age > 18",
    ),
    _row(
        rf"(?P<v>{_VALUE})\s*>(?P<o>=?)\s*(?P<f>[^\W\d][\w.]*)",
        _BEFORE,
        "the field goes on the left.",
        r"\g<f> <\g<o> \g<v>",
        "age < 65",
    ),
    _row(
        r"(?P<k>^|\(|\b(?:and|or|not)\s)\s*(?:and|or)\s+(?=\S)",
        MistakePlace.OPERATOR,
        "a condition is missing before this word.",
        r"\g<k>",
    ),
    _row(r"\blen\s*(?=[^\s(])", MistakePlace.NAME, "a keyword is a name only in backticks.", "`LEN` ", "`LEN` = 3"),
    _row(r"\.(?=\s)", MistakePlace.OPERATOR, "no point ends a name.", "", "source.name = 'Rama'"),
    _row(r"xor\b", _AFTER, "XOR is not supported.", None, "a = 1 AND b != 1 OR a != 1 AND b = 1"),
    _row(_VALUE, _BEFORE, "the field goes on the left.", None),
    _row(rf"(?P<w>{'|'.join(KEYWORDS)})\b", _BEFORE, "a keyword is a name only in backticks.", r"`\g<w>`", "`in` = 3"),
    _row(
        r"\s+(?=and\b|or\b|\))|(?=$|\))",
        MistakePlace.OPERATOR,
        "a field alone is not a condition.",
        " = true ",
        "active = true",
    ),
    _row(
        r"(?P<w>(?!(?:and|or|not|in|is|null|contains|starts_with|ends_with)\b)[^\W\d][\w-]*"
        r"(?:[ ]+(?!(?:and|or)\b)\w[\w-]*)*)",
        MistakePlace.VALUE,
        "a text needs quotes.",
        r'"\g<w>"',
        here=True,
    ),
    _row(r"\s*$", MistakePlace.VALUE, "the value is missing.", None),
    _row(r"\s*$", MistakePlace.LIST, "the list is missing.", None, 'type IN ["PERSON"]'),
)

MISTAKES = (*_SYMBOLS, *_QUOTES, *_VARIABLES, *_NULL, *_LISTS, *_WORDS, *_SIDES)
