"""Scripts and plans in the canonical spelling."""

from __future__ import annotations

from gasl_commands import commands
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.gasl import GASLNode
from pramana.gasl.formatting import format_plan, format_script
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan
from pramana.gasl.writing import write_command

PARSER = GASLParser()


@given(st.lists(commands, min_size=1, max_size=3), st.sampled_from(["", "# about", "\t"]))
@settings(max_examples=60)
def test_canonical_commands_stay_as_they_are(nodes: list[GASLNode], between: str) -> None:
    """What is canonical is left alone, and says the same, with and without comments between."""
    entries = [write_command(node) for node in nodes]
    text = f"\n{between.strip()}\n".join(entries)
    assert format_script(text, PARSER.parse) == text
    plan = Plan(plan_id="p", why="To see.", commands=tuple(entries))
    assert format_plan(plan, PARSER.parse) == plan


def test_lines_of_blocks_are_indented_and_keep_their_comments() -> None:
    """A command or a comment behind a block's word goes to a line of its own, at the depth of the block."""
    text = "try # first\nTRY count a as b\nend\n  catch   any count a as c\n# late\nfinally\nend # done"
    made = "TRY\n  # first\n  TRY\n    COUNT a AS b\n  END\nCATCH ANY\n  COUNT a AS c\n  # late\nFINALLY\nEND\n# done"
    assert format_script(text, PARSER.parse) == made
    assert PARSER.parse(made) == PARSER.parse(text)
    assert format_script(made, PARSER.parse) == made
