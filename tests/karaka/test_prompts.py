"""What a first reader of the prompts stumbled over, kept as rules that every prompt holds to."""

from __future__ import annotations

import json
import re

import pytest

from pramana.events import ROLE_NAMES, Extraction, Modality, Role
from pramana.gsv.round import Draft, Round
from pramana.gsv.words import feedback_on
from pramana.karaka import PROMPTS, PTOOLS, reading_task
from pramana.llm import PromptBook, Ptool

JUDGES = [key for key in PROMPTS if "kriya" in key and ("scoring" in key or "verification" in key)]
PLANNERS = [key for key in PROMPTS if key.startswith("query") and "feedback" not in key]
SEED_KEYS = [
    "kriya_extraction_prompt",
    "kriya_extraction_feedback_prompt",
    "kriya_scoring_prompt",
    "kriya_verification_prompt",
    "query_decomposition_prompt",
    "query_scoring_prompt",
    "query_verification_prompt",
]


def test_the_seed_s_keys_are_there() -> None:
    """All seven keys of the specification, and both ways to verify: the faults, and the sūtras."""
    assert set(SEED_KEYS) <= set(PROMPTS)
    assert "HALLUCINATION" in PROMPTS["kriya_verification_prompt"]
    assert "svatantraḥ kartā" in PROMPTS["kriya_verification_sutra_prompt"]
    assert "{feedback}" in PROMPTS["kriya_extraction_feedback_prompt"]


@pytest.mark.parametrize("ptool", PTOOLS, ids=lambda ptool: ptool.name)
def test_every_field_that_is_asked_for_is_explained(ptool: Ptool) -> None:  # type: ignore[type-arg]
    """A prompt names every field of the answer, and every field of the question but those that name themselves."""
    text = PROMPTS[ptool.prompt]
    for name in properties(ptool.output.model_json_schema()):
        assert re.search(rf"\b{name}\b", text), name
    plain = {"question", "plan", "extraction", "item", "line", "text"}
    for name in set(properties(ptool.input.model_json_schema())) - plain:
        if name not in properties(ptool.output.model_json_schema()):
            assert re.search(rf'"?\b{name}\b"?', text), name


def properties(schema: dict[str, object]) -> list[str]:
    """Return the names of all fields of a schema and of those within it, but for those of what a judge is shown."""
    inner = schema.get("$defs", {})
    assert isinstance(inner, dict)
    shown = {"QueryPlan", "QueryStep", "Extraction", "Kriya", "NamedCandidate"}
    own = [schema] + [each for name, each in inner.items() if name not in shown or schema.get("title") in shown]
    return [name for each in own for name in each.get("properties", {})]


@pytest.mark.parametrize("key", JUDGES)
def test_judges_are_told_how_a_line_is_read(key: str) -> None:
    """Who judges a reading knows the rules that it was made by; whoever judges many at once has them in short."""
    if "batch" in key:
        named = [*ROLE_NAMES, "measure", "EVENTS", "MENTIONS", "said_by", "negative"]
        named += [value.value for value in Modality if value is not Modality.ACTUAL]
        assert [name for name in named if not re.search(rf"\b{name}\b", PROMPTS[key])] == []
        return
    extraction = PROMPTS["kriya_extraction_prompt"]
    rules = extraction[extraction.index("EVENTS") : extraction.index("verb: a lemma")]
    assert rules in PROMPTS[key]


@pytest.mark.parametrize("key", PLANNERS)
def test_planners_and_their_judges_know_what_an_invalid_plan_is(key: str) -> None:
    """The rules of plans are told to whoever makes, scores or verifies one."""
    assert "A plan is invalid where" in PROMPTS[key]


@pytest.mark.parametrize("key", [key for key in PROMPTS if "verification" in key])
def test_no_example_names_a_candidate(key: str) -> None:
    """A weak model copies the id of an example: none is given."""
    assert not re.search(r"Candidate_[A-Z]", PROMPTS[key])


def test_the_examples_are_valid_answers() -> None:
    """What the prompts show as an answer is one, by the very schema that answers are held to."""
    for ptool in PTOOLS:
        if ptool.prompt in ("kriya_extraction_prompt", "kriya_batch_extraction_prompt", "query_decomposition_prompt"):
            text = PROMPTS[ptool.prompt]
            start = re.search(r'^\{"', text, re.M)
            assert start is not None
            ptool.output.model_validate(json.JSONDecoder().raw_decode(text[start.start() :])[0])


def test_roles_and_modalities_are_all_named() -> None:
    """Every role and every modality that an answer may hold is in the extraction prompts, by the name it has there."""
    assert [*ROLE_NAMES.values()] == [role.value for role in Role]
    for key in ("kriya_extraction_prompt", "kriya_batch_extraction_prompt"):
        named = [*ROLE_NAMES, *(value.value for value in Modality if value is not Modality.ACTUAL)]
        assert [name for name in named if name not in PROMPTS[key]] == []


def test_the_prompts_of_reading_are_short() -> None:
    """A batch is read for at most 750 tokens besides its lines: o200k has 3.67 characters a token of this prompt."""
    assert len(PROMPTS["kriya_batch_extraction_prompt"]) <= 2_752
    for key in ("kriya_batch_scoring_prompt", "kriya_batch_verification_prompt"):
        assert len(PROMPTS[key]) <= 2_850


def test_every_prompt_fits_its_ptool() -> None:
    """No slot in a prompt is without a field."""
    book = PromptBook(PROMPTS)
    for ptool in PTOOLS:
        assert book.prompt_for(ptool).slots == frozenset()


READER = PROMPTS["kriya_batch_extraction_prompt"]


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ('a time or place to the verbs it is true of, not past ";"', "in front to all verbs after it"),
        ("get an event of opposite sign", "get a negative event"),
        ('Y of "X is Y" ("old", too)', ""),
        ('("he" of "he was told it")', ""),
        ("for a person's years", "for its years"),
        ('its own phrases ("a school for girls")', 'and "of" phrase'),
        ('"never failed to pay": *fail* alone', ""),
        ("in the line's words", "as it names them"),
        ("by its use here", "each name once."),
    ],
)
def test_readers_are_told_what_they_got_wrong(said: str, left_out: str) -> None:
    """By hand: times across semicolons, what a denial excludes, adjectives, two objects in the passive, titles' years."""
    assert said in READER
    assert not left_out or left_out not in READER


def test_feedback_quotes_a_reading_in_the_words_of_its_generator() -> None:
    """English role names, whole events, and how many are left out: no JSON that is cut in the middle."""
    events = [
        {"verb": "give", "quote": "gave", "subject": ["Rama"], "object": [f"bow {at} " + "x" * 300]} for at in range(9)
    ]
    task = reading_task(PromptBook(PROMPTS))
    assert task.words is not None
    words = tuple(task.words(Extraction.model_validate({"kriyas": events})))
    draft = Draft("Candidate_A", Extraction(kriyas=[]), "", ("wrong",), words=words)
    said = feedback_on(Round(1, 1, 80, [draft]))
    assert "gave (give): subject Rama; object bow 0" in said
    assert "KARTA" not in said
    assert said.endswith("and 7 more: wrong")
