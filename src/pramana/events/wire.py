"""Kriyās as models write and read them: short English role names, and nothing that is as usual.

`{"verb": "give", "quote": "gave", "subject": ["Rama"], "object": ["the bow"]}`. Readers make fewest mistakes with these
names, and what is left out costs no tokens. The names of the specification (`karakas`, `verb_quote`) are read as well.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

ROLE_NAMES: Mapping[str, str] = {
    "subject": "KARTA",
    "object": "KARMA",
    "instrument": "KARANA",
    "recipient": "SAMPRADANA",
    "source": "APADANA",
    "place": "ADHIKARANA_SPATIAL",
    "time": "ADHIKARANA_TEMPORAL",
    "related": "SAMBANDHA",
}
"""The role of each name, in the order in which they are written."""

_OTHER_ROLE_NAMES = {
    "AGENT": "KARTA",
    "PATIENT": "KARMA",
    "BENEFICIARY": "SAMPRADANA",
    "LOCATION": "ADHIKARANA_SPATIAL",
    **{name.upper(): role for name, role in ROLE_NAMES.items()},
}
"""Role names that models write, asked for or not, in capitals."""

_FIELDS = {"quote": "verb_quote", "said_by": "attributed_to", "measure": "measures"}
_OWN = frozenset(("verb", "verb_quote", "karakas", "polarity", "modality", "attributed_to", "measures", "because"))
_NOTHING = frozenset(("", "null", "none", "n/a", "nil"))
"""What models write where they should leave a field out."""
_MODALITIES = ("asked", "conditional", "alleged", "necessary", "possible", "intended", "future")
"""All but *actual*, which is left out."""


def role_name(key: Any) -> Any:
    """Return the kāraka that a key names: with diacritics, in any case, or by an English name."""
    if not isinstance(key, str):
        return key
    decomposed = unicodedata.normalize("NFD", key)
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    name = plain.strip().upper().replace(" ", "_").replace("-", "_")
    return _OTHER_ROLE_NAMES.get(name, name)


def is_nothing(value: Any) -> bool:
    """Return whether a value says that there is none: null, "", "None".

    >>> [is_nothing(each) for each in (None, " None ", "nobody")]
    [True, True, False]
    """
    return value is None or (isinstance(value, str) and value.strip().casefold() in _NOTHING)


def from_wire(value: Any) -> Any:
    """Return a Kriyā under the names of `Kriya`, whichever names it has. What is neither is left for validation.

    >>> from_wire({"verb": "give", "quote": "gave", "subject": "Rama", "negative": True})
    {'verb': 'give', 'verb_quote': 'gave', 'polarity': 'negative', 'karakas': {'KARTA': ['Rama']}}
    """
    if not isinstance(value, dict) or value.keys() <= _OWN:
        return value
    found: dict[Any, Any] = {}
    roles = dict(value["karakas"]) if isinstance(value.get("karakas"), dict) else {}
    for key, each in value.items():
        role = role_name(key)
        if role in ROLE_NAMES.values():
            roles[role] = [*as_list(roles.get(role)), *as_list(each)]
        elif key == "negative":
            found["polarity"] = "negative" if each is True or each == "true" else "affirmative"
        elif key != "karakas":
            found[_FIELDS.get(key, key)] = each
    return {**found, "karakas": roles}


def as_list(value: Any) -> list[Any]:
    """Return a list of values: a value that is none is a list of one, nothing an empty list.

    >>> [as_list(each) for each in (["10 times"], "10 times", "none")]
    [['10 times'], ['10 times'], []]
    """
    listed = value if isinstance(value, list) else [value]
    return [each for each in listed if not is_nothing(each)]


def as_wire(kriya: Mapping[str, Any], hints: bool = False) -> dict[str, Any]:
    """Return a Kriyā (as JSON) in short form; with `hints` its causes too, which no judge is shown."""
    short: dict[str, Any] = {"verb": kriya["verb"], "quote": kriya["verb_quote"]}
    short |= {name: kriya["karakas"][role] for name, role in ROLE_NAMES.items() if kriya["karakas"].get(role)}
    if kriya["polarity"] == "negative":
        short["negative"] = True
    if kriya["modality"] != "actual":
        short["modality"] = kriya["modality"]
    if kriya["attributed_to"] is not None:
        short["said_by"] = kriya["attributed_to"]
    if kriya.get("measures"):
        short["measure"] = kriya["measures"]
    if hints and kriya.get("because"):
        short["because"] = kriya["because"]
    return short


def as_text(short: Mapping[str, Any]) -> str:
    """Return a Kriyā in short form as one line of text, for judges: it takes a third fewer tokens than JSON.

    >>> as_text({"verb": "give", "quote": "gave", "subject": ["Rama"], "object": ["a bow", "a ring"], "negative": True})
    'gave (give): subject Rama; object a bow | a ring; negative'
    """
    parts = [f"{name} {' | '.join(short[name])}" for name in ROLE_NAMES if name in short]
    parts += ["negative"] if short.get("negative") else []
    parts += [f"{name} {short[name]}" for name in ("modality", "said_by") if name in short]
    parts += [f"measure {' | '.join(short['measure'])}"] if "measure" in short else []
    return " ".join(f"{short['quote']} ({short['verb']}): {'; '.join(parts)}".split())


def _closed_object(properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def kriya_schema() -> dict[str, Any]:
    """Return the JSON schema of a Kriyā in short form, closed, with the role names as keys."""
    text = {"type": "string"}
    roles = {name: {"type": "array", "items": text} for name in ROLE_NAMES}
    properties = {
        "verb": text,
        "quote": text,
        **roles,
        "negative": {"type": "boolean"},
        "modality": {"type": "string", "enum": list(_MODALITIES)},
        "said_by": text,
        "measure": {"type": "array", "items": text},
        "because": {"type": "array", "items": text},
    }
    return _closed_object(properties, ["verb", "quote"])
