"""What planners are shown, and what people are: prompts, the state in short, reports. What went wrong with readers of
the prompts is kept here."""

from __future__ import annotations

import asyncio
import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from planners import FIND_STAFF, FIRM, STAFF_ANSWER, Written, action, answer, begin, line

from pramana.gasl import GASLParser, StateStore, language_card
from pramana.investigate import PROMPTS, PTOOLS, Investigation, Problem, StateFork, investigate
from pramana.investigate.element_texts import ABSENT, CUT, NEAR_TEXT, TOLD
from pramana.investigate.matching import MEANT
from pramana.investigate.references import STATE_CHARS, ref_of, referenced_items, shown_state
from pramana.investigate.values import VALUE
from pramana.llm import PromptBook
from pramana.llm.prompts import compose

QUESTION = 'Who <b>works</b> for "Orbit" | *now* \u202e?'


def state_of(items: list[object]) -> StateStore:
    state = StateStore()
    state.merge(("found",), items)
    return state


def test_prompts_fit_their_inputs_and_hold_the_whole_card() -> None:
    """Each prompt's slots are fields of its input; those that ask for plans hold the card, in the part that is stable."""
    book = PromptBook(PROMPTS)
    for ptool in PTOOLS:
        book.prompt_for(ptool)
    for name in ("hypothesise", "evaluate"):
        prompt = next(book.prompt_for(ptool) for ptool in PTOOLS if ptool.name == f"investigate.{name}")
        assert prompt.slots == {"card", "graph"}
        system, user = compose(prompt, (), {"card": language_card(), "graph": "abc", "question": "Who?"})
        assert language_card() in system["content"] and "card" not in user["content"]


def test_prompts_explain_each_kind_of_mention() -> None:
    """A kind that is shown and not explained is read as a node of that name."""
    for name in ("investigate_hypothesise_prompt", "investigate_evaluate_prompt"):
        text = PROMPTS[name]
        assert all(f'"{kind}"' in text for kind in ("near", VALUE, TOLD, ABSENT, NEAR_TEXT, CUT, MEANT))


def test_the_commands_in_the_prompts_can_be_read() -> None:
    """An example that does not parse would teach a mistake."""
    text = PROMPTS["investigate_hypothesise_prompt"]
    example = json.loads(text[text.rindex('{"hypothesis"') :])
    for command in example["next_actions"][0]["commands"]:
        GASLParser().parse(command)
    found = re.findall(
        r"FIND (?:nodes|paths|edges) WHERE [^\n…]*? AS \w+", text.split("Answer with one JSON object")[0]
    )
    assert len(found) >= 3
    for command in found:
        GASLParser().parse(command)


def test_a_list_that_fits_is_shown_whole() -> None:
    """A reader who was shown 12 of 39 names could not answer which there are."""
    shown = shown_state(state_of([{"end": f"Person {number}"} for number in range(39)]))
    assert len(shown["found"]["items"]) == shown["found"]["count"] == 39


def test_what_few_items_say_is_shown_at_length() -> None:
    """Three paths whose descriptions were cut to dots said how long they were, and not what connects their ends."""
    told = "Fezziwig was the master of young Scrooge, and kept him as an apprentice. " * 5
    paths = [{"nodes": ["a", "b"], "edges": [{"description": [told], "weight": number}]} for number in range(3)]
    shown = json.dumps(shown_state(state_of(paths)))
    assert shown.count("kept him as an apprentice") == 15


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=300), max_size=5), max_size=200))
def test_a_state_is_shown_within_bounds_and_by_references_that_hold(items: list[dict[str, str]]) -> None:
    """However large the items are, the summary is bounded, and each reference in it names the item beside it."""
    state = state_of([{"id": str(number), "data": list(item.items())} for number, item in enumerate(items)])
    shown = shown_state(state)
    assert len(json.dumps(shown, ensure_ascii=False)) <= STATE_CHARS + 100
    for ref in shown["found"].get("items", {}) if isinstance(shown["found"], dict) else ():
        if not ref.startswith("…"):
            (item,) = referenced_items(state, ref)
            assert ref_of(item) == ref


def test_only_the_newest_records_are_shown() -> None:
    """A long investigation does not make its prompts longer and longer."""
    stepped = [action("FIND nodes AS n", plan=f"p{number}") for number in range(30)]
    planner = Written(*[begin(each) for each in stepped[:10]])
    asyncio.run(investigate("Who?", FIRM, planner))
    assert max(len(each.records) for each in planner.seen) <= 16


def found() -> Investigation:
    hostile = answer(
        "2 people work for Orbit.",
        ("2 people <script>alert(1)</script> work for Orbit.", ["staff"]),
        ("[Zoe](javascript:x) `Lim`", ["staff[0]"]),
    )
    planner = Written(begin(action(*FIND_STAFF, rationale="<img src=x> **look**")), hostile, STAFF_ANSWER)
    return asyncio.run(investigate(QUESTION, FIRM, planner, lines=line))


def test_a_page_holds_no_markup_of_others() -> None:
    """Whatever a question, a model or a document says is text on the page, and what turns writing round is spelled."""
    page = found().to_html()
    assert "<script" not in page and "<img" not in page and "<b>works" not in page
    assert "&lt;b&gt;works&lt;/b&gt;" in page and "\\u202e" in page and "\u202e" not in page
    assert "Ann Ray has worked for Orbit since 2001." in page


def test_markdown_holds_no_markup_of_others() -> None:
    """Marks of Markdown and of HTML in a text are shown, and do nothing."""
    report = found().to_markdown()
    assert "<script" not in re.sub(r"`[^`]*`", "", report)
    assert "\\*now\\*" in report and "\\<b\\>works" in report
    assert "](javascript" not in re.sub(r"`+[^`]*`+", "", report)


def test_a_situation_needs_no_profile() -> None:
    """A problem without a profile is shown all the same: a planner of one's own may need none."""
    situation = Problem("Who?").situation(StateFork.root())
    assert (situation.profile, situation.graph, situation.state) == ("", "", {})
