"""Scripts and plans in the canonical spelling: a command a line, blocks indented, comments and blank lines kept."""

from __future__ import annotations

from collections.abc import Callable

from pramana.gasl.blocks import BLOCK_WORD, is_comment
from pramana.gasl.commands.branch import INDENT
from pramana.gasl.plan import Plan, PlanCommand
from pramana.gasl.tree import GASLNode
from pramana.gasl.writing import write_command

Parse = Callable[[str], GASLNode]


def format_script(text: str, parse: Parse) -> str:
    """Return the text of a `.gasl` file, each of its lines formatted. Raises ParseError where one is not a command."""
    out: list[str] = []
    depth = 0
    for line in text.split("\n"):
        mark = BLOCK_WORD.match(line)
        if mark is not None:
            word = " ".join(mark[1].upper().split())
            depth -= word != "TRY" and depth > 0
            out.append(INDENT * depth + (word if word != "CATCH" else "CATCH ANY"))
            depth += word != "END"
        rest = line[mark.end() :] if mark else line
        if is_comment(rest):
            if rest.strip() or mark is None:
                out.append((INDENT * depth + rest.strip()).rstrip())
        else:
            out.append(INDENT * depth + write_command(parse(rest)))
    return "\n".join(out)


def format_plan(plan: Plan, parse: Parse) -> Plan:
    """Return a plan with its commands formatted; an entry with lines of a block as a script. Raises ParseError."""
    return plan.model_copy(update={"commands": tuple(_entry(each, parse) for each in plan.commands)})


def _entry(entry: str | PlanCommand, parse: Parse) -> str | PlanCommand:
    if isinstance(entry, PlanCommand):
        return entry.model_copy(update={"command": _entry(entry.command, parse)})
    lines = entry.split("\n")
    if any(map(BLOCK_WORD.match, lines)):
        return format_script(entry, parse)
    comments = [line.strip() for line in lines if is_comment(line) and line.strip()]
    command = [] if all(map(is_comment, lines)) else [write_command(parse(entry))]
    return "\n".join([*comments, *command])
