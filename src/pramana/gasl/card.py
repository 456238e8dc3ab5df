"""The language on a card: one table of the commands, from which the card, the reference and the hints are made."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from pramana.gasl.tree import (
    AnalyzeNode,
    AssertNode,
    BranchNode,
    CancelNode,
    CountNode,
    DeclareNode,
    DistinctNode,
    FindNode,
    GASLNode,
    GroupNode,
    OnNode,
    ProcessNode,
    RequireNode,
    SelectFieldsNode,
    SelectWhereNode,
    SetNode,
    SortNode,
    TryNode,
    UpdateNode,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the words it begins with, how it is written, an example, and what it does in one sentence."""

    name: str
    node: type[GASLNode]
    form: str
    example: str
    says: str


COMMANDS = (
    Command(
        "DECLARE",
        DeclareNode,
        'DECLARE key AS LIST|DICT|COUNTER [WITH_DESCRIPTION "text"]',
        "DECLARE study.authors AS LIST WITH_DESCRIPTION 'All authors.'",
        "Makes a key of the state.",
    ),
    Command(
        "FIND",
        FindNode,
        "FIND nodes|edges|paths [WHERE condition] [LIMIT n] AS name",
        'FIND nodes WHERE entity_type = "PERSON" LIMIT 100 AS people',
        "Searches the graph.",
    ),
    Command(
        "PROCESS",
        ProcessNode,
        'PROCESS name USING "instruction" [RETURNING LIST OF {field: type, …}] [VERIFIED] AS name',
        'PROCESS people USING "Where do they work?" RETURNING LIST OF {place: text?} AS jobs',
        "Has a model read each item and answer with items.",
    ),
    Command(
        "UPDATE",
        UpdateNode,
        "UPDATE key WITH name [MERGE|REPLACE]",
        "UPDATE study.authors WITH people MERGE",
        "Writes a result into the state.",
    ),
    Command(
        "ANALYZE",
        AnalyzeNode,
        'ANALYZE key USING "instruction" AS name',
        'ANALYZE study USING "Who is central?" AS view',
        "Has a model judge what the state holds.",
    ),
    Command(
        "REQUIRE",
        RequireNode,
        "REQUIRE EXISTS name",
        "REQUIRE EXISTS people",
        "Fails where no step has given the name a value.",
    ),
    Command(
        "ASSERT", AssertNode, "ASSERT condition", "ASSERT LEN ${people} > 0", "Fails unless the condition is true."
    ),
    Command(
        "ON",
        OnNode,
        "ON EMPTY|ERROR|PARTIAL|SCHEMA_MISMATCH name THEN command",
        "ON EMPTY people THEN FIND nodes LIMIT 10 AS people",
        "Runs a command where the step that made the name ended so.",
    ),
    Command(
        "IF",
        BranchNode,
        "IF condition THEN command [ELSE command]",
        "IF LEN ${people} > 50 THEN COUNT people AS size ELSE DISTINCT people AS few",
        "Runs one command or the other.",
    ),
    Command(
        "TRY",
        TryNode,
        "TRY … [CATCH ANY …] [FINALLY …] END",
        "TRY\nFIND paths AS p\nCATCH ANY\nFIND edges AS p\nEND",
        "Runs other commands after a failure; each word and command stands on a line of its own.",
    ),
    Command(
        "SET",
        SetNode,
        "SET adapter.caps.key = value",
        "SET adapter.caps.max_path_length = 2",
        "Changes a bound of the search.",
    ),
    Command("CANCEL", CancelNode, 'CANCEL PLAN "plan_id"', 'CANCEL PLAN "plan-1"', "Ends a running plan."),
    Command(
        "SELECT FIELDS",
        SelectFieldsNode,
        "SELECT name FIELDS field, … AS name",
        "SELECT people FIELDS id, born.year AS short",
        "Keeps some fields of each item.",
    ),
    Command(
        "SELECT WHERE",
        SelectWhereNode,
        "SELECT name WHERE condition AS name",
        "SELECT people WHERE age >= 18 AS adults",
        "Keeps the items for which the condition is true.",
    ),
    Command(
        "SORT",
        SortNode,
        "SORT name BY field [DESC], … [LIMIT n] AS name",
        "SORT people BY age DESC, name LIMIT 3 AS oldest",
        "Puts the items in order.",
    ),
    Command(
        "DISTINCT",
        DistinctNode,
        "DISTINCT name [BY field, …] AS name",
        "DISTINCT people BY name AS names",
        "Keeps the first of the items that are alike.",
    ),
    Command("COUNT", CountNode, "COUNT name AS name", "COUNT people AS size", "Counts the items."),
    Command(
        "GROUP",
        GroupNode,
        "GROUP name BY field, … [COUNT|SUM f|MIN f|MAX f|AVG f, …] AS name",
        "GROUP people BY city COUNT, AVG age AS cities",
        "Gathers the items that are alike in the fields, and says of each group how many, or a sum.",
    ),
)
"""Every command, in the order in which they are told."""

HEAD = """\
GASL: one command a line, keywords in any case, # comments.
Conditions: = != > >= < <= IN [..] NOT IN CONTAINS STARTS_WITH ENDS_WITH IS [NOT] NULL AND OR NOT (..), LEN x, ${name}.
Nodes have id, type; edges id, source, target, relation; paths start, end, length, nodes, edges; and attributes.
Of edges also source.f, target.f; of paths start.f, end.f, edge.f, length.
From one search to the next: FIND nodes WHERE id IN ${links.target} AS ends (every item's value).
Types: text integer number boolean list object; ? may miss.
Only DECLARE and UPDATE write the state (key); a name holds a result within its plan.
Plan: {"plan_id": "p1", "why": "…", "commands": ["…"], "config": {"stop_on_error": true, "continue_on_empty": false}}
"""


def language_card() -> str:
    """Return the whole language on a card for a model: each command's form and an example; at most 2,500 characters."""
    return HEAD + "".join(f"{command.form}\n{indent(command.example, '  ')}\n" for command in COMMANDS)


def command_table() -> str:
    """Return the commands as a Markdown table: form, meaning, example."""
    rows = [
        (f"`{command.form}`", command.says, "<br>".join(f"`{line}`" for line in command.example.splitlines()))
        for command in COMMANDS
    ]
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "| command | what it does | example |\n|---|---|---|\n" + "".join(f"| {line} |\n" for line in lines)


def example_of(text: str) -> str:
    """Return an example of the command that `text` begins with, "" where it begins with none."""
    words = text.split(None, 1)
    name = words[0].upper() if words else ""
    ways = [command.example for command in COMMANDS if command.name.split()[0] == name]
    return ways[-1 if " WHERE " in text.upper() else 0] if ways else ""
