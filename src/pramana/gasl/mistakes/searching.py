"""FIND, the order of clauses, what is not closed, and the name of the result."""

from __future__ import annotations

from pramana.gasl.mistakes.row import END, NAME, NEXT, PATHS, TEXT, VERB, row

UNNAMED = (
    row(
        r"^\s*(?:(?:SORT|GROUP|DISTINCT)\s+BY|(?:PROCESS|ANALYZE)\s+USING|SELECT\s+(?:FIELDS|WHERE))\s*",
        "_BY _USING _FIELDS !FIELD",
        "the name of what it works on is missing.",
        None,
    ),
    row(r"^\s*(?:DECLARE\s+AS|UPDATE\s+WITH)\s+", "_AS _WITH !FIELD", "the key is missing.", None),
    row(r"\bBY\s+AS\s+", "_AS", "BY names the fields.", None),
)

FIND = (
    row(r"(?:all|every|any|the)\s+(?=\w)", "TARGET", "FIND nodes finds all of them.", ""),
    row(r"(?:node|vertex|vertices|entity|entities)\b", "TARGET", "FIND searches nodes, edges or paths.", "nodes"),
    row(
        r"(?:edge|relations?|relationships?|links?|triples?|facts?)\b",
        "TARGET",
        "FIND searches nodes, edges or paths.",
        "edges",
    ),
    row(
        r"(?:path|routes?|walks?|chains?|shortest\s*paths?)\b",
        "TARGET",
        "FIND searches nodes, edges or paths.",
        "paths",
    ),
    row(r"(?=WHERE\b)", "TARGET", "FIND says what it searches.", "nodes "),
    row(
        r"\S+",
        "TARGET",
        "FIND searches nodes, edges or paths; what kind stands in the condition.",
        None,
        'FIND nodes WHERE entity_type = "PERSON" AS people',
        here=True,
    ),
    row(r"(?:in|of|from|on)\s+(?:the\s+)?(?:graph|kg)\b\s*", "_WHERE", "there is one graph; it is not named.", ""),
    row(r"(?:from|between)\s+\S+\s+(?:to|and)\b", "_WHERE", "the ends of a path stand in its condition.", None, PATHS),
    row(
        r"(?:with|having|whose|if|when|that|such\s+that|filter(?:\s+by)?|:)\s+(?=\S)",
        "_WHERE",
        "a condition begins with WHERE.",
        "WHERE ",
    ),
    row(r"(?P<c>\([^\W\d].*?\))(?=\s+(?:AS|LIMIT)\b|\s*$)", "_WHERE", "a condition begins with WHERE.", r"WHERE \g<c>"),
    row(r"\{.*?\}", "_WHERE", "a condition begins with WHERE.", None),
    row(
        r"(?P<f>(?!" + NEXT + r")[^\W\d][\w.]*\s*(?:[=<>!]|IN\b|CONTAINS\b|STARTS_WITH\b|ENDS_WITH\b|IS\b|NOT\b))",
        "_WHERE",
        "a condition begins with WHERE.",
        r"WHERE \g<f>",
    ),
)


CLAUSES = (
    row(
        r"(?P<a>\bAS\s+" + NAME + r")\s+(?P<r>(?:WHERE|LIMIT|USING|BY|FIELDS|RETURNING|VERIFIED)\b.*?)\s*;?\s*$",
        "",
        "AS and the name stand at the end.",
        r"\g<r> \g<a>",
    ),
    row(
        r"(?P<l>\bLIMIT\s+\d+)\s+(?P<w>(?:WHERE|BY)\b.*?)(?=\s+AS\b|\s*$)",
        "",
        "LIMIT stands after the condition and the order.",
        r"\g<w> \g<l>",
    ),
    row(
        r"(?P<r>\bRETURNING\s+LIST\s+OF\s*\{[^}]*\})\s+(?P<u>USING\s+" + TEXT + ")",
        "",
        "USING stands before RETURNING.",
        r"\g<u> \g<r>",
    ),
    row(
        r"(?P<v>VERIFIED)\s+(?P<r>RETURNING\s+LIST\s+OF\s*\{[^}]*\})",
        "",
        "VERIFIED stands after RETURNING.",
        r"\g<r> \g<v>",
    ),
    row(
        r"(?P<m>MERGE|REPLACE)\s+(?P<w>WITH\s+" + NAME + ")", "", "MERGE or REPLACE stands at the end.", r"\g<w> \g<m>"
    ),
    row(
        r"(?P<d>\bWITH_DESCRIPTION\s+" + TEXT + r")\s+(?P<a>AS\s+\w+)",
        "_AS",
        "AS and the type stand before the description.",
        r"\g<a> \g<d>",
    ),
    row(r"(?:TOP|FIRST|MAX|TAKE|HEAD)\s+(?P<n>\d+)", "_LIMIT", "a bound on the items is LIMIT.", r"LIMIT \g<n>"),
    row(r"(?:(?<=LIMIT)|(?<=LIMIT ))\s*(?:=|:|TO|OF)\s*(?=\d)", "NUMBER", "a number follows LIMIT.", " "),
    row(r"[\"'](?P<n>\d+)[\"']", "NUMBER", "a limit is a number, without quotes.", r"\g<n>"),
    row(r"(?<=LIMIT )\s*\S*", "NUMBER", "a number follows LIMIT.", None),
    row(r",\s*\d+", "_AS", "LIMIT takes one number.", None),
)


UNFINISHED = (
    # A piece of a condition stopped by the word that follows conditions; or a text that swallowed the rest.
    row(
        r"(?P<q>[\"'])(?P<t>[^\"'\n]*?)\s+(?=(?:LIMIT\s+\d+\s+|VERIFIED\s+)?AS\s+\S+\s*$)",
        "STRING",
        "the quote is not closed.",
        r"\g<q>\g<t>\g<q> ",
        here=True,
    ),
    row(
        r"(?P<q>[\"'])(?P<t>[^\"'\n]*?)\s+(?=(?:RETURNING|THEN)\b[^\"'\n]*$)",
        "STRING",
        "the quote is not closed.",
        r"\g<q>\g<t>\g<q> ",
        here=True,
    ),
    row(rf"(?<=\S)\s+(?={NEXT})", "RPAR", "the parenthesis is not closed.", ") "),
    row(rf"(?<=\S)\s+(?={NEXT})", "RSQB", "the list is not closed.", "] "),
    row(rf"(?={NEXT})", "TRUE", "the value is missing.", None),
    row(rf"(?={NEXT})", "_LEN", "the condition is missing.", None),
    row(
        r"\b(?:AND|OR)\s+(?P<a>(?:AS|LIMIT|THEN)\s+)",
        "TEXT_OP",
        "a condition is missing after the last word.",
        r"\g<a>",
    ),
    row(r"\bWHERE\s+(?:AND|OR)\s+", "TEXT_OP", "a condition is missing before this word.", "WHERE "),
    row(r"\b(?:WHERE|IF)\s+(?:AS|LIMIT|THEN)\s+", "TEXT_OP", "the condition is missing.", None),
    row(
        r"(?P<w>(?!(?:null|none|nil|undefined|len|and|or|not|in|is|contains|starts_with|ends_with)\b)[^\W\d][\w-]*"
        r"(?:[ ]+(?!(?:and|or|as|limit|then|else)\b)\w[\w-]*)*)(?=\s+(?:and|or|as|limit|then|else)\b|\s*\)|\s*$)",
        "TRUE",
        "a text stands in quotes.",
        r'"\g<w>"',
    ),
)


OUTPUT = (
    row(
        r"(?:INTO|TO|NAMED|CALLED|ALIAS|(?:STORE|SAVE)\s+(?:AS|IN(?:TO)?)|->|=>|→|=)\s*(?=[^\W\d$])",
        "_AS",
        "the name of the result stands after AS.",
        "AS ",
    ),
    row(rf"(?P<v>{NAME})\s*$", "_AS", "the name of the result stands after AS.", r"AS \g<v>", here=True),
    row(r"[\"'](?P<v>[^\W\d]\w*)[\"']", "FIELD", "a name stands without quotes.", r"\g<v>"),
    row(r"\$(?P<v>[^\W\d]\w*)", "FIELD !_LEN", "a name is written plainly.", r"\g<v>"),
    row(r"\$?\{+\s*(?P<v>[^\W\d][\w.]*)\s*\}+", "FIELD !_LEN", "a name is written plainly.", r"\g<v>"),
    row(r"(?P<n>\d\w*)(?=\s*$)", "FIELD", "a name begins with a letter.", r"n\g<n>"),
    row(
        r"(?P<a>\bAS\s+\w+)[- ]+(?!" + VERB + r")(?P<b>[^\W\d]\w*)(?=[\w -]*$)",
        END,
        "a name is one word.",
        r"\g<a>_\g<b>",
    ),
    row(rf"\s*(?:\||&&?|,|\bAND\s+THEN\b|\bTHEN\b|\bAND\b)?\s*(?={VERB})", END, "one command stands on a line.", None),
    row(r"(?<=\bAS)\s*$", "FIELD", "AS needs a name for the result.", " found"),
    row(
        r"^\s*(?:SELECT|SORT|DISTINCT|COUNT|GROUP|PROCESS)\s*(?:BY\b|WHERE\b|USING\b|FIELDS\b|$)",
        "FIELD",
        "the name of what it works on is missing.",
        None,
    ),
)


MISSING = (
    row(r"\s*$", "_AS", "AS and a name for the result are missing.", " AS found"),
    row(r"\s*$", "TARGET", "FIND says what it searches: nodes, edges or paths.", " nodes"),
    row(r"\s*$", "FIELD !_LEN", "a name is missing.", None),
    row(r"\s*$", "NUMBER", "a number follows LIMIT.", None),
    row(r"\s*$", "RBRACE", "the brace is not closed.", "}"),
)
