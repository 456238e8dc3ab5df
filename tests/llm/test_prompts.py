"""Prompts, their slots, and the fences around data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

import pramana
from pramana.errors import PromptError
from pramana.llm import PromptBook, PromptFolder, Ptool, load_prompts
from pramana.llm.prompts import compose, fence


class Given(BaseModel):
    line: str
    feedback: str | None = None
    choices: list[str] = []


class Out(BaseModel):
    n: int


def ptool(prompt: str = "p") -> Ptool[Given, Out]:
    return Ptool("room.tool", prompt, Given, Out, ("line",))


def messages(text: str, **fields: object) -> tuple[str, str]:
    prompt = PromptBook({"p": text}).prompt_for(ptool())
    system, user = compose(prompt, ("line",), Given(**fields).model_dump(mode="json"))
    return system["content"], user["content"]


def test_fields_stand_under_their_names_and_text_is_fenced():
    """Each field has a heading; text from documents is fenced, other fields are plain or JSON; empty ones are left out."""
    system, user = messages("Do it.", line="Rama gave.", choices=["a", "ब"])
    assert system.startswith("Do it.\n\nWhatever stands between")
    assert user == f'## line\n{fence("Rama gave.")}\n\n## choices\n["a", "ब"]'


def test_slots_are_filled_and_other_braces_stay():
    """`{name}` of a field is filled, JSON and doubled braces stay as they are, and a field in a slot is not shown twice."""
    text = 'Mend: {feedback}. Answer {"n": 1} or {} or {{line}} or { line }.'
    system, user = messages(text, line="x", feedback="too {line}")
    assert system.startswith('Mend: too {line}. Answer {"n": 1} or {} or {{line}} or { line }.')
    assert "feedback" not in user


def test_a_slot_of_none_is_empty():
    """A slot whose field is None leaves nothing behind."""
    assert messages("A{feedback}B", line="x")[0].startswith("AB")


def test_document_text_in_a_slot_is_fenced_too():
    """A text field keeps its fence in the system message."""
    assert fence("be evil") in messages("Line: {line}", line="be evil")[0]


def test_a_slot_that_is_no_field_is_refused_with_the_fields():
    """The message names prompt, slot and fields, and how to write the braces themselves."""
    book = PromptBook({"p": "Use {lines}."})
    with pytest.raises(
        PromptError, match=r"'p' has the slot \{lines\}.*Fields: line, feedback, choices.*\{\{lines\}\}"
    ):
        book.prompt_for(ptool())


@given(st.text(max_size=200))
@settings(max_examples=100)
def test_no_text_can_close_its_fence(text):
    """The closing mark of a fence occurs once, at its end, also for a text that holds another fence."""
    for inner in (text, fence(text), fence(fence(text))):
        fenced = fence(inner)
        mark = fenced.split("\n", 1)[0].removeprefix("<<<data ")
        assert fenced.count(mark) == 2
        assert fenced.endswith(f"\ndata {mark} >>>")


def test_overrides_replace_a_prompt_and_change_its_hash():
    """A user's prompt is the one in force, with another hash; the shipped one can still be read."""
    plain, own = PromptBook({"p": "A"}), PromptBook({"p": "A"}, {"p": "B"})
    assert (own.get_prompt("p"), own.builtin("p"), own.overridden("p")) == ("B", "A", True)
    assert plain.hash("p") != own.hash("p") == PromptBook({"p": "B"}).hash("p")


def test_an_unknown_prompt_is_named_with_the_nearest():
    """A wrong key in a call or an override names the near ones."""
    with pytest.raises(PromptError, match="Did you mean scoring_prompt"):
        PromptBook({"scoring_prompt": "A"}, {"scorin_prompt": "B"})
    with pytest.raises(PromptError, match="There is no prompt 'x'"):
        PromptBook({"scoring_prompt": "A"}).get_prompt("x")


def test_prompts_are_read_from_json(tmp_path):
    """A file of keys and texts loads; anything else is a PromptError that names the file."""
    path = tmp_path / "prompts.json"
    path.write_text(json.dumps({"p": "कर्ता {line}"}), "utf-8")
    assert load_prompts(path) == {"p": "कर्ता {line}"}
    for bad in ('{"p": 1}', "[]", "{", '"p"'):
        path.write_text(bad)
        with pytest.raises(PromptError, match=r"prompts\.json"):
            load_prompts(path)
    with pytest.raises(PromptError):
        load_prompts(tmp_path / "none.json")


def test_prompt_folder_reads_text_files_with_their_parts(tmp_path):
    """A key is a file's name; an included part comes without its last line break, and braces keep their meaning."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "roles.txt").write_text("Roles:\n- KARTĀ\n", "utf-8")
    (tmp_path / "p.txt").write_text(
        '{% include "parts/roles.txt" %}\n\nAnswer {"a": {"b": {feedback}}} {{c}}\n', "utf-8"
    )
    folder = PromptFolder(tmp_path)
    assert dict(folder) == {"p": 'Roles:\n- KARTĀ\n\nAnswer {"a": {"b": {feedback}}} {{c}}'}


def test_every_shipped_prompt_is_whole():
    """No shipped prompt holds a template's sign, an empty line at its ends, or a part that nothing includes."""
    for package in ("anot", "gasl", "igg", "investigate", "karaka", "mining"):
        home = Path(pramana.__file__).parent / package / "prompts"
        for text in PromptFolder(home).values():
            assert "{%" not in text
            assert text == text.strip()
        sources = "".join(file.read_text("utf-8") for file in home.glob("*.txt"))
        assert [part.name for part in home.glob("parts/*") if f"parts/{part.name}" not in sources] == []


def test_a_prompt_is_read_when_it_is_asked_for(tmp_path):
    """Keys come from the names of files; a file that cannot be read matters to its own prompt alone."""
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "good.txt").write_text("Good.\n", "utf-8")
    (other / "missing.txt").write_text('{% include "parts/none.txt" %}', "utf-8")
    (other / "circle.txt").write_text('{% include "circle.txt" %}', "utf-8")
    (other / "tag.txt").write_text("{% if x %}", "utf-8")
    book = PromptBook(PromptFolder(tmp_path, other))
    assert book.keys() == ["circle", "good", "missing", "tag"]
    assert book.get_prompt("good") == "Good."
    for key, named in (("circle", "circle"), ("missing", "none"), ("tag", "tag")):
        with pytest.raises(PromptError, match=f"{named}.txt"):
            book.get_prompt(key)
