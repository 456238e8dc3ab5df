"""What stands around a command, and the words of other languages."""

from __future__ import annotations

from pramana.gasl.mistakes.row import EDGES, END, NAME, PATHS, START, VERB, row

WRAPPED = (
    row(r"^\s*`{3,}\w*[ \t]*\n(?P<c>(?:[^`]|`(?!``))*)`{3,}\s*$", START, "a command stands without a fence.", r"\g<c>"),
    row(r"^\s*`{3,}(?:\w*\n)?", START, "a command stands without a fence.", ""),
    row(r"^\s*`(?P<c>[^`\n]*)`[.;]?\s*$", START, "a command stands without backticks.", r"\g<c>"),
    row(
        r"^\s*\{.*?\"(?:command|gasl|query|action)\"\s*:\s*\"(?P<c>(?:[^\"\\]|\\.)*)\".*$",
        START,
        "a command is text, not JSON.",
        r"\g<c>",
    ),
    row(r"^\s*\{.*\"commands\"", START, "this is a plan; a command is one of its texts.", None),
    row(r"^\s*\{", START, "a command is text, not JSON.", None),
    row(r"^\s*\[\s*\"(?P<c>(?:[^\"\\]|\\.)*)\"\s*,?\s*\]?,?\s*$", START, "a command is text, not JSON.", r"\g<c>"),
    row(r"^\s*\[", START, "these are several commands; give one at a time.", None),
    row(r"^\s*\"(?P<c>.*)\"\s*,?\s*$", START, "no quotes stand around a command.", r"\g<c>"),
    row(r"^\s*'(?P<c>.*)'\s*,?\s*$", START, "no quotes stand around a command.", r"\g<c>"),
    row(r"^\s*\*+(?P<c>[^*]*)\*+\s*$", START, "a command stands without markup.", r"\g<c>"),
    row(r"^\s*(?:--|//|/\*).*", START, "a comment begins with #, on a line of its own.", None),
    row(
        r"^\s*(?:\(?\d+\s*[.):]|step\s+\d+\s*[:.)-]|[-*•+>]+)\s*(?=\S)",
        START,
        "no number or bullet stands before a command.",
        "",
    ),
    row(
        r"^\s*(?:gasl|command|cmd|query|action|next(?: command| step)?|plan)\s*[:>]+\s*",
        START,
        "no label stands before a command.",
        "",
    ),
    row(r"^\s*EXECUTE\s+|^\s*RUN\s+", START, "a command begins with its own word.", ""),
    row(
        r"\\(?P<q>[\"'])(?P<t>[^\"'\\\n]*)\\(?P=q)",
        "",
        "no backslash stands before the quotes of a text.",
        r"\g<q>\g<t>\g<q>",
    ),
    row(rf"\s*[;|&]+\s*(?={VERB})", END, "one command stands on a line.", None),
    row(r"(?:[;,]|(?<=\w)\.)+\s*$", "", "no sign ends a command.", ""),
    row(r"\s*(?:#|--|//).*$", END, "a comment stands on a line of its own.", ""),
)


BLOCKS = (
    row(r"^\s*(?:END_?TRY|ENDTRY)\b", START, "a block ends with END.", None, "TRY\nFIND nodes AS n\nEND"),
    row(
        r"^\s*(?:EXCEPT|RESCUE|ON_ERROR)\b.*",
        START,
        "the part that runs after a failure begins with CATCH ANY.",
        None,
        "TRY\nFIND nodes AS n\nCATCH ANY\nFIND edges AS n\nEND",
    ),
    row(r"^\s*[:{]\s*$", START, "no sign follows TRY, CATCH ANY or FINALLY.", None, "TRY\nFIND nodes AS n\nEND"),
    row(
        r"^\s*\(?(?:\w*(?:Error|Exception|Failure|Timeout)\w*|ALL)\b",
        START,
        "CATCH takes ANY: every failure is caught.",
        None,
        "TRY\nFIND nodes AS n\nCATCH ANY\nFIND edges AS n\nEND",
    ),
    row(
        r"(?:TRY|CATCH|FINALLY)\b|END\b(?!\s*(?:IF\s*)?$)",
        f"{END} {START}",
        "TRY, CATCH ANY, FINALLY and END each stand on a line of their own, and not after THEN.",
        None,
        "TRY\nFIND nodes AS n\nCATCH ANY\nFIND edges AS n\nEND",
    ),
    row(r"^\s*\w+\s*\n\s*" + VERB, START, "each command stands on a line of its own.", None),
    row(
        r"^\s*(?:ELSE|ELSEIF|ELIF)\b",
        START,
        "ELSE stands in the line of its IF.",
        None,
        "IF LEN ${a} = 0 THEN FIND nodes AS a ELSE COUNT a AS n",
    ),
    row(
        r"^\s*END\s*IF\b",
        START,
        "IF is one line and has no END.",
        None,
        "IF LEN ${a} = 0 THEN FIND nodes AS a ELSE COUNT a AS n",
    ),
)


CYPHER = (
    row(r"^\s*(?:OPTIONAL\s+)?MATCH\b.*\*", START, "this is Cypher; GASL finds paths by FIND paths.", None, PATHS),
    row(
        r"^\s*(?:OPTIONAL\s+)?MATCH\b.*-\s*[\[>-]",
        START,
        "this is Cypher; GASL finds edges by FIND edges.",
        None,
        EDGES,
    ),
    row(
        r"^\s*(?:OPTIONAL\s+)?MATCH\b",
        START,
        "this is Cypher; GASL finds nodes by FIND nodes.",
        None,
        'FIND nodes WHERE entity_type = "PERSON" AS found',
    ),
    row(
        r"^\s*g\s*\.\s*[VE]\s*\(",
        START,
        "this is Gremlin; GASL searches by FIND.",
        None,
        'FIND nodes WHERE entity_type = "PERSON" AS found',
    ),
    row(r"^\s*(?:PREFIX|ASK)\b", START, "this is SPARQL; GASL searches by FIND.", None, EDGES),
    row(
        r"^\s*UNWIND\b|^\s*FOR(?:EACH| EACH)?\b|^\s*WHILE\b|^\s*LOOP\b",
        START,
        "there are no loops: PROCESS looks at each item.",
        None,
        'PROCESS people USING "Where do they work?" AS jobs',
    ),
    row(r"^\s*RETURN\b", START, "there is no RETURN: what stands after AS is the result.", None),
    row(r"^\s*COMPLETE\b", START, "COMPLETE is an answer, not a command.", None),
)


SQL = (
    row(
        r"^\s*SELECT\s+COUNT\s*\(\s*\*?\s*\)\s+FROM\s+(?P<v>" + NAME + r")(?=\s*;?\s*$|\s+AS\b)",
        "",
        "COUNT is a command of its own.",
        r"COUNT \g<v>",
    ),
    row(
        r"^\s*SELECT\s+(?:\*|[\w.,]+(?:\s+[\w.,]+)*)\s+FROM\s+(?P<t>nodes|edges|paths)\b",
        "",
        "the graph is searched by FIND; SELECT takes from what was found.",
        r"FIND \g<t>",
    ),
    row(
        r"^\s*SELECT\s+\*\s+FROM\s+(?P<v>" + NAME + ")",
        "",
        "SELECT names what it takes from, then WHERE or FIELDS.",
        r"SELECT \g<v>",
    ),
    row(
        r"^\s*SELECT\s+(?P<f>[\w.]+(?:\s*,\s*[\w.]+)*)\s+FROM\s+(?P<v>" + NAME + ")",
        "",
        "SELECT names what it takes from, then FIELDS.",
        r"SELECT \g<v> FIELDS \g<f>",
    ),
    row(r"^\s*SELECT\s+\*", "FIELD", "SELECT names what it takes from, then WHERE or FIELDS.", None),
    row(
        r"^\s*(?:INSERT|CREATE|DELETE|DROP|ALTER|REMOVE|ADD)\b(?!\s+(?:TABLE|VARIABLE|STATE|KEY|LIST|DICT)\b)",
        START,
        "only DECLARE and UPDATE write, and the state alone.",
        None,
        "UPDATE study.authors WITH people MERGE",
        here=True,
    ),
    row(
        r"(?:ORDER|SORT(?:ED)?)\s+BY\b",
        "",
        "SORT is a command of its own.",
        None,
        "SORT found BY weight DESC AS sorted",
    ),
    row(r"(?:OFFSET|SKIP)\b", "", "there is no OFFSET.", None),
    row(
        r"GROUP(?:ED)?\s+BY\b",
        f"{END} _AS",
        "GROUP is a command of its own.",
        None,
        "GROUP found BY entity_type COUNT AS groups",
    ),
    row(r"(?:INNER\s+|LEFT\s+)?JOIN\b", "", "there is no JOIN: FIND edges asks both ends.", None, EDGES),
    row(
        r"HAVING\b",
        "",
        "there is no HAVING: SELECT … WHERE asks the groups.",
        None,
        "SELECT groups WHERE count > 3 AS large",
    ),
    row(
        r"UNION\b",
        END,
        "there is no UNION: UPDATE merges into one key.",
        None,
        "UPDATE study.authors WITH people MERGE",
    ),
)


VERBS = (
    row(
        r"^\s*(?:let\s+|var\s+)?(?P<v>[^\W\d]\w*)\s*:?=\s*(?P<c>" + VERB + r".*?)\s*;?\s*$",
        START,
        "the name of the result stands at the end, after AS.",
        r"\g<c> AS \g<v>",
    ),
    row(
        r"^\s*(?:SEARCH|GET|FETCH|LOOKUP|QUERY|RETRIEVE|SHOW|LOCATE|SCAN)(?:\s+FOR)?\b",
        START,
        "the graph is searched by FIND.",
        "FIND",
    ),
    row(r"^\s*(?:TRAVERSE|WALK|EXPAND|PATHS?)\b", START, "paths are found by FIND paths.", None, PATHS),
    row(
        r"^\s*(?:CREATE|INIT|INITIALI[SZ]E|DEFINE|LET|VAR)(?:\s+(?:VARIABLE|STATE|KEY|LIST|DICT))?\b",
        START,
        "a key of the state is made by DECLARE.",
        "DECLARE",
    ),
    row(
        r"^\s*(?:STORE|SAVE|WRITE|PERSIST|MERGE|APPEND)\b",
        START,
        "the state is written by UPDATE.",
        None,
        "UPDATE study.authors WITH people MERGE",
    ),
    row(r"^\s*FILTER\b", START, "items are kept by SELECT … WHERE.", "SELECT"),
    row(r"^\s*(?:PROJECT|PICK)\b", START, "fields are kept by SELECT … FIELDS.", "SELECT"),
    row(r"^\s*(?:TRANSFORM|EXTRACT|MAP|APPLY|LLM|CLASSIFY|ASK)\b", START, "a model reads items by PROCESS.", "PROCESS"),
    row(
        r"^\s*(?:ANALYSE|SUMMARI[SZ]E|EVALUATE|REFLECT|REASON)\b",
        START,
        "a model judges the state by ANALYZE.",
        "ANALYZE",
    ),
    row(r"^\s*(?:CHECK|ENSURE|VERIFY|VALIDATE|GUARD)\b", START, "a condition is held by ASSERT.", "ASSERT"),
    row(r"^\s*EXISTS?\b", START, "a result is required by REQUIRE EXISTS.", "REQUIRE EXISTS"),
    row(r"^\s*(?:WHEN|BRANCH(?:\s+IF)?|CASE\s+WHEN)\b", START, "a choice begins with IF.", "IF"),
    row(r"^\s*(?:ABORT|STOP|EXIT|QUIT|HALT)\b", START, "a plan is ended by CANCEL PLAN.", None, 'CANCEL PLAN "plan-1"'),
    row(r"^\s*(?:ORDER(?:\s+BY)?|RANK)\b", START, "items are put in order by SORT.", "SORT"),
    row(r"^\s*(?:UNIQUE|DEDUP(?:LICATE)?)\b", START, "what is alike is dropped by DISTINCT.", "DISTINCT"),
    row(r"^\s*(?:AGGREGATE|CLUSTER)\b", START, "items are gathered by GROUP.", "GROUP"),
    row(r"^\s*(?:LEN|SIZE|LENGTH)\b", START, "items are counted by COUNT.", "COUNT"),
    row(
        r"^\s*(?!" + VERB + r")(?:\S+\s+){1,12}?(?-i:(?=" + VERB + "))",
        START,
        "no words stand before a command.",
        "",
        here=True,
    ),
    row(r"\s*$", START, "a command is missing.", None),
)
