"""The short form in which models write Kriyās, and the tolerance of its reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pramana.events import ROLE_NAMES, Extraction, Kriya, Modality, Polarity, Role, as_wire

GAVE = {"verb": "give", "quote": "gave"}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"said_by": ""}, {"attributed_to": None}),
        ({"said_by": "null"}, {"attributed_to": None}),
        ({"attributed_to": "None"}, {"attributed_to": None}),
        ({"attributed_to": " Sita"}, {"attributed_to": " Sita"}),
        ({"negative": True}, {"polarity": Polarity.NEGATIVE}),
        ({"negative": False}, {"polarity": Polarity.AFFIRMATIVE}),
        ({"negative": "true"}, {"polarity": Polarity.NEGATIVE}),
        ({"polarity": "Negative"}, {"polarity": Polarity.NEGATIVE}),
        ({"polarity": None}, {"polarity": Polarity.AFFIRMATIVE}),
        ({"modality": ""}, {"modality": Modality.ACTUAL}),
        ({"modality": "Intended"}, {"modality": Modality.INTENDED}),
        ({"because": None}, {"because": []}),
        ({"because": ["rained", 7]}, {"because": ["rained"]}),
        ({"subject": "Rama"}, {"karakas": {Role.KARTA: ["Rama"]}}),
        ({"subject": ["Rama", "Sita"], "place": []}, {"karakas": {Role.KARTA: ["Rama", "Sita"]}}),
        ({"subject": None, "object": ["", "null", "bow"]}, {"karakas": {Role.KARMA: ["bow"]}}),
        ({"Agent": ["Rama"], "location": ["Lanka"]}, {"karakas": {Role.KARTA: ["Rama"], Role.ADHIKARANA_SPATIAL: ["Lanka"]}}),
        ({"karakas": {"subject": ["Rama"]}, "time": ["now"]}, {"karakas": {Role.KARTA: ["Rama"], Role.ADHIKARANA_TEMPORAL: ["now"]}}),
        ({"kartā": ["Rama"]}, {"karakas": {Role.KARTA: ["Rama"]}}),
    ],
    ids=json.dumps,
)  # fmt: skip
def test_what_models_write_is_read(written: dict[str, Any], read: dict[str, Any]) -> None:
    """Absent values in any spelling, one mention for a list, and either set of names mean what they plainly mean."""
    kriya = Kriya.model_validate({**GAVE, **written})
    assert {name: getattr(kriya, name) for name in read} == read


@pytest.mark.parametrize("written", [{"modality": "maybe"}, {"subject": [1]}, {"colour": "red"}, {"quote": ""}])
def test_what_means_nothing_is_refused(written: dict[str, Any]) -> None:
    """An unknown modality, a mention that is no text, an unknown key and an empty quote are errors."""
    with pytest.raises(ValidationError):
        Kriya.model_validate({**GAVE, **written})


def test_usual_values_are_left_out() -> None:
    """An affirmative, actual event that nobody is quoted for has its verb, its quote and its participants."""
    kriya = Kriya(verb="give", verb_quote="gave", karakas={Role.KARTA: ["Rama"]})
    assert as_wire(kriya.model_dump(mode="json")) == {"verb": "give", "quote": "gave", "subject": ["Rama"]}


texts = st.text("abc é'", min_size=1, max_size=8).filter(str.strip)
kriyas = st.builds(
    Kriya,
    verb=texts,
    verb_quote=texts,
    karakas=st.dictionaries(st.sampled_from(Role), st.lists(texts, min_size=1, max_size=3), max_size=4),
    polarity=st.sampled_from(Polarity),
    modality=st.sampled_from(Modality),
    attributed_to=st.none() | texts,
    measures=st.lists(texts, max_size=2),
    because=st.lists(texts, max_size=2),
)


@settings(max_examples=60)
@given(kriyas)
def test_the_short_form_says_all(kriya: Kriya) -> None:
    """What is written in short form and read again is the same Kriyā; so is the long form."""
    assert Kriya.model_validate(as_wire(kriya.model_dump(mode="json"), hints=True)) == kriya
    assert Kriya.model_validate(kriya.model_dump(mode="json")) == kriya


def test_the_schema_is_closed_and_has_fixed_keys() -> None:
    """Models are asked for the short names alone; nothing but verb and quote is required."""
    schema = Extraction.model_json_schema()["$defs"]["Kriya"]
    assert [name for name in schema["properties"] if name in ROLE_NAMES] == [*ROLE_NAMES]
    assert (schema["required"], schema["additionalProperties"]) == (["verb", "quote"], False)
