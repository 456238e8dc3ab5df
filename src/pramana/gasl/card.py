"""The language on a card for models, and as a table for people: both are made from the commands' declarations."""

from __future__ import annotations

from textwrap import indent

from pramana.gasl.command import Command
from pramana.gasl.commands import COMMANDS

HEAD = """\
GASL: one command a line, keywords in any case, # comments. Texts are quoted.
Conditions: = != > >= < <= IN [..] NOT IN CONTAINS STARTS_WITH ENDS_WITH IS [NOT] NULL AND OR NOT (..), LEN x. The left
side is a field, the right a value, a field (birth = death) or ${name}. NOT is first: NOT name CONTAINS "x".
Case counts. What is missing makes a comparison false, != too. CONTAINS on a list: in any item.
Nodes have id, type; edges id, source, target, relation; paths start, end, length, nodes, edges; and attributes.
Of edges also source.f, target.f (source.city = target.city); of paths start.f, end.f, edge.f, length, joined by AND.
FIELDS and BY read them too, and of paths the lists nodes.f, edges.f:
  FIND paths WHERE start.name = "Rama" AND end.name = "Sita" AND length <= 3 SHORTEST DIRECTION any AS ways
From one search to the next: FIND nodes WHERE id IN ${links.target} AS ends (all items' values).
Types: text integer number boolean list object; ? may miss.
Only DECLARE and UPDATE write the state (key); a name holds a result within its plan.
A failed or empty step ends the plan, unless config, an ON right after it, or TRY says otherwise.
Plan: {"plan_id": "p1", "why": "…", "commands": ["…"], "config": {"stop_on_error": true, "continue_on_empty": false}}
"""


def language_card() -> str:
    """Return the whole language on a card for a model: each command's form, what it gives, an example.

    At most 4,200 characters: about 1,200 tokens of every request for a plan.
    """
    return HEAD + "".join(map(_entry, COMMANDS))


def _entry(command: Command) -> str:
    gives = f"  -> {command.gives}" if command.gives else ""
    return f"{command.syntax}{gives}\n{indent(command.example, '  ')}\n"


def command_table() -> str:
    """Return the commands as a Markdown table: form, meaning, example."""
    rows = [
        (f"`{command.syntax}`", command.says, "<br>".join(f"`{line}`" for line in command.example.splitlines()))
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
