"""Readings of the embedded reader by table: a line, a tab, and one of its Kriyās."""

from __future__ import annotations

from pathlib import Path

import pytest
from readings import told

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a table."""
    return [tuple(line.split("\t")) for line in (DATA / f"{name}.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("text", "kriya"), rows("moods"))
def test_modality_polarity_and_speaker_are_as_the_line_puts_them(text: str, kriya: str) -> None:
    """What is planned, possible, wished, denied or reported is not asserted; what was forced or first is."""
    assert kriya in told(text)


@pytest.mark.parametrize(("text", "kriya"), rows("participants"))
def test_verbs_have_the_participants_of_their_own_clause(text: str, kriya: str) -> None:
    """Subjects and objects over relative clauses, infinitives, participles and misread verbs."""
    assert kriya in told(text)
