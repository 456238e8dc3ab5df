"""PROCESS and ANALYZE, the state, control, and the commands over data."""

from __future__ import annotations

from pramana.gasl.mistakes.row import END, NAME, NEXT, START, TEXT, VERB, row

MODEL = (
    row(
        r"(?:WITH|BY|VIA|PROMPT|INSTRUCTION|TO|FOR|:)\s*(?=[\"'])",
        "_USING",
        "the instruction stands after USING.",
        "USING ",
    ),
    row(rf"(?=[\"'])(?={TEXT})", "_USING", "the instruction stands after USING.", "USING "),
    row(
        r"(?<=USING)\s*(?P<t>[^\"'\s][^\"\n]*?)(?=\s+(?:AS\s+\S+\s*$|RETURNING\b|VERIFIED\b)|\s*$)",
        "STRING",
        "the instruction stands in quotes.",
        r' "\g<t>"',
    ),
    row(
        r"(?<=USING )\s*(?P<t>[^\"'\s][^\"\n]*?)(?=\s+(?:AS\s+\S+\s*$|RETURNING\b|VERIFIED\b)|\s*$)",
        "STRING",
        "the instruction stands in quotes.",
        r'"\g<t>"',
    ),
    row(
        r"(?:RETURNS?|OUTPUTS?|OUTPUTTING|SCHEMA|YIELDS?|FORMAT)\b",
        "_RETURNING",
        "the fields stand after RETURNING LIST OF.",
        "RETURNING",
    ),
    row(r"(?:ARRAY|ITEMS|LISTS|ROWS)\b", "_LIST", "it is RETURNING LIST OF {…}.", "LIST"),
    row(r"\[\s*(?P<f>\{.*?\})\s*\]", "_LIST", "it is RETURNING LIST OF {…}.", r"LIST OF \g<f>"),
    row(r"(?=\{)", "_LIST", "it is RETURNING LIST OF {…}.", "LIST OF "),
    row(r"(?=\{)", "_OF", "it is RETURNING LIST OF {…}.", "OF "),
    row(r"[(\[](?P<f>[^)\]\n]*)[)\]]", "LBRACE", "the fields stand in braces.", r"{\g<f>}"),
    row(
        r"(?P<f>[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)(?=\s+(?:AS|VERIFIED)\b)",
        "LBRACE",
        "the fields stand in braces, each with its type.",
        r"{\g<f>}",
    ),
    row(
        r"(?:str|strings?|varchar|char|date|datetime|any)\b",
        "TYPE",
        "the types are text, integer, number, boolean, list, object.",
        "text",
    ),
    row(r"(?:ints?|long)\b", "TYPE", "the types are text, integer, number, boolean, list, object.", "integer"),
    row(
        r"(?:floats?|double|decimal|numeric)\b",
        "TYPE",
        "the types are text, integer, number, boolean, list, object.",
        "number",
    ),
    row(r"bool\b", "TYPE", "the types are text, integer, number, boolean, list, object.", "boolean"),
    row(r"(?:array|set|tuple)\b", "TYPE", "the types are text, integer, number, boolean, list, object.", "list"),
    row(r"(?:dict|map|json|record)\b", "TYPE", "the types are text, integer, number, boolean, list, object.", "object"),
    row(r"[\"'](?P<t>\w+)[\"']", "TYPE", "a type stands without quotes.", r"\g<t>"),
    row(r"(?=[,}])", "COLON", "each field has a type.", ": text"),
    row(r"(?<=[,{])\s*,?(?=\s*\})|(?P<c>,)\s*(?=\})", "FIELD", "no comma ends the fields.", ""),
    row(r"\s+(?=[\w\"']+\s*:)", "COMMA", "commas stand between the fields.", ", "),
    row(r",\s*(?=\})", "FIELD", "no comma ends the fields.", ""),
    row(r"(?<=\S)\s+(?=(?:AS|VERIFIED)\b)", "RBRACE", "the brace is not closed.", "} "),
    row(r"(?:VERIFY|WITH\s+VERIFICATION|CHECKED)\b", "VERIFIED", "the word is VERIFIED.", "VERIFIED"),
)


STATE = (
    row(
        r"\s*(?::|=|\b(?:OF\s+TYPE|TYPE|IS(?:\s+A)?)\b)\s*(?=\w)",
        "_AS !_WHERE !_LIMIT !_OR",
        "the type stands after AS.",
        " AS ",
    ),
    row(r"(?=(?:LIST|DICT|COUNTER)\b)", "_AS", "the type stands after AS.", "AS "),
    row(
        r"(?:ARRAY|SET|TUPLE|SEQUENCE|TABLE|STRING|TEXT|STR)\b(?:\s*[\[<].*?[\]>])?",
        "STATE_TYPE",
        "the types are LIST, DICT and COUNTER.",
        "LIST",
    ),
    row(
        r"(?:MAP|OBJECT|DICTIONARY|JSON|HASH|RECORD|GRAPH)\b",
        "STATE_TYPE",
        "the types are LIST, DICT and COUNTER.",
        "DICT",
    ),
    row(r"(?:INT|INTEGER|NUMBER|FLOAT|COUNT)\b", "STATE_TYPE", "the types are LIST, DICT and COUNTER.", "COUNTER"),
    row(r"\s*(?:OF\s+\w+|[\[<(].*?[\]>)])", "_WITH_DESCRIPTION", "a key's type says nothing of its items.", ""),
    row(
        r"(?:(?:WITH\s+)?(?:A\s+)?(?:DESCRIPTION|COMMENT|DESC)|DESCRIBED\s+AS|AS|WITH|:)\s*(?=[\"'])",
        "_WITH_DESCRIPTION",
        "the description stands after WITH_DESCRIPTION.",
        "WITH_DESCRIPTION ",
    ),
    row(rf"(?={TEXT})", "_WITH_DESCRIPTION", "the description stands after WITH_DESCRIPTION.", "WITH_DESCRIPTION "),
    row(
        r"(?<=WITH_DESCRIPTION )\s*(?P<t>[^\"'\s][^\"\n]*?)\s*$",
        "STRING",
        "the description stands in quotes.",
        r'"\g<t>"',
    ),
    row(rf"^\s*DECLARE\s+{NAME}\s*$", "_AS", "AS and the type are missing.", r"\g<0> AS LIST"),
    row(
        rf"(?:SET|USING|FROM|BY|TO|=|\+=|WITH:)\s*(?={NAME})",
        "_WITH",
        "UPDATE names the key, then WITH, then the result.",
        "WITH ",
    ),
    row(
        rf"(?P<v>{NAME})(?=\s*(?:MERGE|REPLACE)?\s*$)",
        "_WITH",
        "UPDATE names the key, then WITH, then the result.",
        r"WITH \g<v>",
        here=True,
    ),
    row(r"\s*$", "_WITH", "UPDATE says with what: WITH and the name of a result.", None),
    row(
        r"(?:APPEND|ADD|UNION|EXTEND|INSERT|CONCAT|(?:USING|MODE|AS|BY|WITH|DO)\s*=?\s*MERGE|\(\s*MERGE\s*\))(?!\w)",
        "MODE",
        "the ways are MERGE and REPLACE.",
        "MERGE",
    ),
    row(
        r"(?:OVERWRITE|SET|(?:USING|MODE|AS|BY|WITH|DO)\s*=?\s*REPLACE|\(\s*REPLACE\s*\))(?!\w)",
        "MODE",
        "the ways are MERGE and REPLACE.",
        "REPLACE",
    ),
    row(r"(?<=\bWITH)\s+(?:\d|\[|\{|" + TEXT + ")", "VARIABLE", "here stands the name of a result, no value.", None),
    row(r":=|:", "EQUALITY !TEXT_OP", "SET gives a value with =.", "="),
    row(r"TO\b", "EQUALITY !TEXT_OP", "SET gives a value with =.", "="),
    row(r"(?=\S+\s*$)", "EQUALITY !TEXT_OP", "SET gives a value with =.", "= "),
    row(r"==+", "TRUE !VARIABLE", "SET gives a value with =.", "="),
    row(r"(?=[\"'])", "_PLAN", "the word PLAN stands before a plan's name.", "PLAN "),
    row(r"(?P<t>[\w-]+)\s*$", "_PLAN", "CANCEL PLAN names the plan, in quotes.", r'PLAN "\g<t>"'),
    row(r"(?<=PLAN )\s*(?P<t>[^\s\"']+)\s*$", "STRING", "a plan's name stands in quotes.", r'"\g<t>"'),
    row(r"\bPLAN(?P<t>[-.:]\S*)\s*$", "STRING", "a plan's name stands in quotes.", r'PLAN "plan\g<t>"'),
    row(r"\s*$", "STRING !NUMBER", "a text in quotes is missing.", None),
    row(r"\s*$", "TRUE", "the value is missing.", None),
)


CONTROL = (
    row(r"(?:EXIST|DEFINED|NOT_EMPTY)\b", "_EXISTS", "the word is EXISTS.", "EXISTS"),
    row(rf"(?={NAME}\s*$)", "_EXISTS", "a result is required by REQUIRE EXISTS.", "EXISTS "),
    row(
        r"(?:FAIL(?:S|ED|URE)?|EXCEPTION|FAULT|INVALID|BINDING_FAILURE)\b",
        "TRIGGER",
        "ON waits for EMPTY, ERROR, PARTIAL or SCHEMA_MISMATCH.",
        "ERROR",
    ),
    row(
        r"(?:NONE|NULL|NOTHING|NO_?RESULTS?|MISSING|ZERO)\b",
        "TRIGGER",
        "ON waits for EMPTY, ERROR, PARTIAL or SCHEMA_MISMATCH.",
        "EMPTY",
    ),
    row(
        r"(?:MISMATCH|SCHEMA(?:\s+MISMATCH)?|BAD_SCHEMA)\b",
        "TRIGGER",
        "ON waits for EMPTY, ERROR, PARTIAL or SCHEMA_MISMATCH.",
        "SCHEMA_MISMATCH",
    ),
    row(
        rf"(?P<v>{NAME})\s+(?:IS\s+)?(?P<t>EMPTY|ERROR|PARTIAL|SCHEMA_MISMATCH)\b",
        "TRIGGER",
        "ON names what it waits for, then the result.",
        r"\g<t> \g<v>",
    ),
    row(r"\w+", "TRIGGER", "ON waits for EMPTY, ERROR, PARTIAL or SCHEMA_MISMATCH.", None, here=True),
    row(r"\(\s*(?P<v>" + NAME + r")\s*\)", "FIELD !_LEN", "a name stands without parentheses.", r" \g<v>"),
    row(
        r"\(\s*(?P<v>[\w.]+(?:\s*,\s*[\w.]+)*)\s*\)|\[\s*(?P<w>[\w.]+(?:\s*,\s*[\w.]+)*)\s*\]",
        "FIELD",
        "names stand without parentheses.",
        r"\g<v>\g<w>",
    ),
    row(rf"THEN\s+(?={VERB})", "_THEN", "ON names the result that it looks at.", None),
    row(rf"\s*(?:\bDO\b|:|->|=>|→|,|\{{)\s*(?={VERB})", "_THEN", "a command follows THEN.", " THEN "),
    row(rf"(?<=\S)\s+(?={VERB})", "_THEN", "a command follows THEN.", " THEN "),
    row(r"\s*\}\s*$", END, "no braces stand around a command.", ""),
    row(r"(?:END\s*IF|END)\s*$", "_ELSE", "IF is one line and has no END.", ""),
    row(r"\{\s*(?P<c>[^{}]*?)\s*\}", START, "a command stands without braces.", r"\g<c>"),
    row(r"\(\s*(?P<c>[^()]*?)\s*\)\s*$", START, "a command stands without parentheses.", r"\g<c>"),
    row(r"(?:ELSE\s*IF|ELIF|ELSIF|ELSEIF)\b", END, "another choice is ELSE IF.", "ELSE IF"),
    row(r"(?:OTHERWISE|OR\s+ELSE)\b", "_ELSE", "the other choice is ELSE.", "ELSE"),
    row(r"\s*$", "_THEN", "THEN and a command are missing.", None),
)


DATA = (
    row(r"(?=AS\b)", "_FIELDS", "SELECT says what it keeps: FIELDS or WHERE.", None),
    row(r"(?=AS\b)", "_BY", "BY and the fields are missing.", None),
    row(r"(?=AS\b)", "_USING", "USING and the instruction are missing.", None),
    row(
        r"[^\W\d][\w.]*(?:\s*,\s*[^\W\d][\w.]*)*(?=\s+AS\b)",
        "_FIELDS",
        "the fields stand after FIELDS.",
        r"FIELDS \g<0>",
        here=True,
    ),
    row(
        r"[(\[]\s*(?P<f>[\w.]+(?:\s*,\s*[\w.]+)*)\s*[)\]]", "_FIELDS", "the fields stand after FIELDS.", r"FIELDS \g<f>"
    ),
    row(r"(?:IF|WITH|HAVING|WHEN|ON|:)\s+(?=\S)", "_FIELDS", "a condition begins with WHERE.", "WHERE "),
    row(r"[^\W\d][\w.]*\s*[=<>!]", "_FIELDS", "a condition begins with WHERE.", r"WHERE \g<0>"),
    row(r"\*", "FIELD", "the fields are named one by one.", None),
    row(r",\s*(?P<a>AS\s+)(?=\S+\s*$)", "_AS COMMA", "no comma stands before AS.", r" \g<a>"),
    row(r"(?:ON|ORDER\s+BY|USING|WITH|OVER|KEY|:)\s+(?=\w)", "_BY", "the fields stand after BY.", "BY "),
    row(
        rf"(?!{NEXT}){NAME}(?=\s+(?:AS|DESC|ASC|COUNT|SUM|MIN|MAX|AVG|LIMIT)\b|\s*,)",
        "_BY",
        "the fields stand after BY.",
        r"BY \g<0>",
        here=True,
    ),
    row(
        r"(?:\(\s*)?(?:DESCENDING|REVERSED?|HIGHEST|DOWN|DECREASING)(?:\s*\))?",
        "DIRECTION",
        "from the largest down is DESC.",
        "DESC",
    ),
    row(r"(?:\(\s*)?(?:ASCENDING|LOWEST|UP|INCREASING)(?:\s*\))?", "DIRECTION", "from the smallest up is ASC.", "ASC"),
    row(r"(?:MEAN|AVERAGE)\b", "AGGREGATE", "the mean is AVG.", "AVG"),
    row(r"TOTAL\b", "AGGREGATE", "the sum is SUM.", "SUM"),
    row(
        r"(?:AGGREGATE|WITH|USING|COMPUTE|:)\s*(?=(?:COUNT|SUM|MIN|MAX|AVG)\b)",
        "AGGREGATE",
        "COUNT, SUM, MIN, MAX or AVG follow the fields.",
        "",
    ),
    row(r"\(\s*\*?\s*\)", "FIELD", "COUNT takes no field.", ""),
    row(r"\s+(?=[^\W\d][\w.]*\s*(?:,|AS\b))(?!\s*AS\b)", "COMMA", "commas stand between the fields.", ", "),
    row(
        r"WHERE\b",
        "",
        "COUNT and GROUP take a result: SELECT … WHERE goes before them.",
        None,
        "SELECT people WHERE age >= 18 AS adults",
    ),
)
