"""Which entry an entity is, by the rules: what is sure, what is not, and that no order decides."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.linking_choice import Choice, assess, choose, name_entries
from pramana.karaka.passes.linking_subjects import Subject, bare_words, content_words
from pramana.karaka.passes.linking_types import types_of
from pramana.retrieval.knowledge import KnowledgeEntry

PLACE = Evidence("a.txt", 1, 0, 3, "Ann", Grade.VERBATIM)


def subject(
    *names: str,
    kind: str = "Person",
    words: str = "",
    around: str = "",
    gender: str = "",
    sense: str | None = None,
    unclear: bool = False,
) -> Subject:
    ordered = tuple(sorted(names, key=lambda name: (-len(name.split()), name)))
    spoken, near = frozenset(words.split()), frozenset(around.split())
    line = (("a.txt", 1),)
    return Subject("x", ("x",), ordered, kind, (("x", PLACE),), line, spoken, near, gender, "", sense, unclear)


def entry(
    id_: str, label: str, description: str = "", types: str = "human", *aliases: str, sure: bool = False
) -> KnowledgeEntry:
    return KnowledgeEntry(id_, label, description, aliases, tuple(types.split("|")) if types else (), sure)


def chosen(who: Subject, *entries: KnowledgeEntry) -> str | None:
    found = _choose(who, entries)
    return None if found.entry is None else found.entry.id


def _choose(who: Subject, entries: tuple[KnowledgeEntry, ...] | list[KnowledgeEntry]) -> Choice:
    return choose(who, assess(who, entries), borne=name_entries(entries))


@pytest.mark.parametrize(
    ("who", "entries", "expected"),
    [
        (subject("Ebenezer Scrooge"), [entry("1", "Ebenezer Scrooge")], "1"),
        (subject("Ebenezer Scrooge"), [entry("1", "Ebenezer Scrooge", types="city")], None),
        (subject("Ebenezer Scrooge", kind=""), [entry("1", "Ebenezer Scrooge")], None),
        (
            subject("Ebenezer Scrooge", kind="", words="miser clerk"),
            [entry("1", "Ebenezer Scrooge", "miser, no clerk")],
            "1",
        ),
        (subject("Scrooge"), [entry("1", "Scrooge")], None),
        (subject("Scrooge", words="miser"), [entry("1", "Scrooge", "miser")], "1"),
        (subject("John Smith"), [entry("1", "John Smith")], None),
        (subject("John Smith", around="york"), [entry("1", "John Smith", "mason of York")], "1"),
        (subject("London", kind="Location"), [entry("1", "London", types="city")], "1"),
        (
            subject("London", kind="Location"),
            [entry("1", "London", types="city"), entry("2", "London", types="city")],
            None,
        ),
        (
            subject("London", kind="Location", around="ontario"),
            [entry("1", "London", types="city"), entry("2", "London", "city in Ontario", "city")],
            "2",
        ),
        (subject("Scrooge", words="miser"), [entry("1", "Scrooge", "miser", "family name")], None),
        (
            subject("Mrs. Cratchit", "Cratchit", gender="f"),
            [entry("1", "Bob Cratchit", "father", "human", "Cratchit")],
            None,
        ),
        (subject("Mrs. Fezziwig", "Fezziwig", gender="f"), [entry("1", "Mr. Fezziwig", "", "human", "Fezziwig")], None),
        (subject("St. Paul"), [entry("1", "Saint Paul", "apostle", "human", "St. Paul")], None),
        (subject("Joe"), [entry("1", "Old Joe", "", "human", "Joe", sure=True), entry("2", "Joe")], "1"),
        (subject("Joe", kind="Location"), [entry("1", "Joe", sure=True)], None),
        (subject("Ann Lee", unclear=True), [entry("1", "Ann Lee", sure=True)], None),
        (
            subject("Ann Lee", sense="mason", words="york church"),
            [entry("1", "Ann Lee", "doctor of the york church")],
            None,
        ),
        (
            subject("Ann Lee", sense="mason", words="york church"),
            [entry("1", "Ann Lee", "built a church at york")],
            "1",
        ),
        (subject("Ebenezer Scrooge", "Scrooge"), [entry("1", "Scrooge McDuck", "duck", "", "Scrooge")], None),
        (subject("Ann Lee"), [entry("1", "Ann Leigh")], None),
    ],
)
def test_only_what_is_sure_is_chosen(who: Subject, entries: list[KnowledgeEntry], expected: str | None) -> None:
    """A full rare name of the same type is enough; everything else needs the lines, and more where others bear it."""
    assert chosen(who, *entries) == expected


NAMES = st.sampled_from(["Ann Lee", "Ann", "Lee", "Mrs. Lee", "ANN LEE"])
ENTRIES = st.builds(
    entry,
    st.integers(1, 9).map(str),
    NAMES,
    st.sampled_from(["", "painter of York", "wife of a painter", "king"]),
    st.sampled_from(["human", "city", "family name", "", "taxon"]),
    NAMES,
    sure=st.booleans(),
)


@settings(max_examples=200)
@given(st.lists(ENTRIES, max_size=5, unique_by=lambda one: one.id), st.randoms(use_true_random=False))
def test_the_order_of_entries_decides_nothing(entries: list[KnowledgeEntry], random: object) -> None:
    """What is chosen, why and how surely is the same for any order; what is chosen goes by a name of the subject."""
    who = subject("Ann Lee", "Lee", words="painter", around="york")
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    choice = _choose(who, entries)
    assert choice == _choose(who, shuffled)
    assert choice.entry is None or {name.casefold() for name in choice.entry.names} & {"ann lee", "lee"}
    assert (choice.entry is None) == (choice.confidence == 0)
    assert choice.reason


def test_classes_stand_for_types() -> None:
    """A class is told by its head noun; one that is not known stands for none."""
    told = {
        "human": "Person",
        "fictional character": "Person",
        "city in India": "Location",
        "member state of the European Union": "Location",
        "public university": "Organization",
        "1951 film": "Object",
        "Wikimedia disambiguation page": "Name",
        "Family name": "Name",
        "taxon": None,
        "": None,
    }
    assert {name: next(iter(types_of([name])), None) for name in told} == told


def test_words_that_say_nothing_do_not_count() -> None:
    """Short and common words, and titles in front of names, are no signs."""
    assert content_words("He was with the 3 misers of Yorkshire; very good") == {"misers", "yorkshire"}
    assert bare_words("Poor old Mr. Scrooge") == ("scrooge",)
