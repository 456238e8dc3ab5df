"""Who is who by names, in texts that are read: classes of short forms, descriptions, spellings and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana


def links_of(folder: Path, text: str) -> set[frozenset[str]]:
    """Return the pairs of names that are linked in a text."""
    (folder / "a.txt").write_text(text, "utf-8")
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "a.txt")
        graph = ws.to_networkx()
    return set(_pairs(graph))


def _pairs(graph: object) -> Iterator[frozenset[str]]:
    names = dict(graph.nodes(data="canonical_name"))  # type: ignore[attr-defined]
    for one, other, relation in graph.edges(data="relation"):  # type: ignore[attr-defined]
        if relation == "IS_SAME_AS" and names.get(one) and names.get(other):
            yield frozenset((names[one], names[other]))


LINKED = [
    ("A stranger named Marsh came to the inn. The stranger paid in gold.", "stranger", "Marsh"),
    ("A girl called Tilda sang in the hall. Tilda won a prize.", "girl", "Tilda"),
    ("They hired a lawyer named Ruth Kell. Kell won the case.", "lawyer", "Ruth Kell"),
    ("In 1950 a company called Lumo opened a shop. Lumo closed it in 1960.", "company", "Lumo"),
    ("Contoso bought a plant from its rival Fabrikam. Fabrikam had built it.", "its rival Fabrikam", "Fabrikam"),
    ("Its subsidiary Borealis Energy drilled a well. Borealis found gas.", "its subsidiary Borealis Energy", "Borealis"),
    ("Old Amos lived by the river. Amos mended nets.", "Old Amos", "Amos"),
    ("Poor Lina lost her purse. Lina wept.", "Poor Lina", "Lina"),
    ("Aunt Rosalind sold the house. Rosalind moved to Kent.", "Aunt Rosalind", "Rosalind"),
    ("Delta Construction built the bridge. Delta lost money.", "Delta Construction", "Delta"),
    ("Omar Haddad opened a shop. In May Haddad sold lamps.", "Omar Haddad", "Haddad"),
    ("In 1924 Mary met the South African poet Marla Delacroix. Later Delacroix sang.", "Marla Delacroix", "Delacroix"),
    ("They met the Dolphins captain Bilal Qasim. Then Qasim left.", "Bilal Qasim", "Qasim"),
    ("The River Thames rose in May. The Thames fell again in June.", "River Thames", "Thames"),
    ("The Hudson River froze in January. Ships crossed the Hudson in March.", "Hudson River", "Hudson"),
    ("Margaret Thornbury signed the letter. Margaret Thornbery denied it.", "Margaret Thornbury", "Margaret Thornbery"),
    ("Yekaterina Smirnova led the team. In May Ekaterina Smirnova retired.", "Yekaterina Smirnova", "Ekaterina Smirnova"),
    ("Mohammed Haddad opened a shop. Muhammad Haddad closed it in May.", "Mohammed Haddad", "Muhammad Haddad"),
    ("Catherine Holt signed the letter. Later Katherine Holt left.", "Catherine Holt", "Katherine Holt"),
    ("The factory was founded by Иван Петров in 1890. Later Петров sold the factory.", "Иван Петров", "Петров"),
    ("The choir was led by Γιώργος Παπαδόπουλος. In May Παπαδόπουλος left.", "Γιώργος Παπαδόπουλος", "Παπαδόπουλος"),
    ("Katherine Johnson, known as Kat, ran the lab. Kat retired.", "Katherine Johnson", "Kat"),
]  # fmt: skip

APART = [
    ("A stranger named Marsh came. A stranger named Tull left.", "stranger", "Marsh"),
    ("A stranger named Marsh came. Another stranger left.", "stranger", "Tull"),
    ("Westchester County sent twelve engines. New York sent none.", "Westchester County", "New York"),
    ("Christian Holt signed the letter. Christina Holt left.", "Christian Holt", "Christina Holt"),
    ("Michael Brand sang. Michelle Brand danced.", "Michael Brand", "Michelle Brand"),
    ("They sailed to York. New York grew.", "York", "New York"),
    ("The Thames Valley grew. The River Thames rose.", "Thames Valley", "River Thames"),
    ("They moved to Leeds. Leeds University hired them.", "Leeds", "Leeds University"),
    ("Lake Geneva froze. Geneva voted.", "Lake Geneva", "Geneva"),
    ("May Keller left. In April Ann Keller came. Keller sang.", "May Keller", "Keller"),
]


@pytest.mark.parametrize(("text", "one", "other"), LINKED)
def test_forms_of_one_name_are_linked_in_texts(text: str, one: str, other: str, tmp_path: Path) -> None:
    """Descriptions with a name, owners, adjectives, kin, firms, rivers, spellings and scripts."""
    assert frozenset((one, other)) in links_of(tmp_path, text)


@pytest.mark.parametrize(("text", "one", "other"), APART)
def test_two_that_share_words_stay_apart_in_texts(text: str, one: str, other: str, tmp_path: Path) -> None:
    """Two strangers, places within others, brothers and sisters, and a month that is a given name."""
    assert frozenset((one, other)) not in links_of(tmp_path, text)
