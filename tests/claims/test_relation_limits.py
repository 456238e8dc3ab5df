"""Relations between two ends that a text nearly says: of somebody beside them, in part, in name, or with another word."""

from __future__ import annotations

import pytest

from pramana.claims import RelationReading, read_relation, states_value
from pramana.language import QuotedPassage

TAKEN = {RelationReading.SAID, RelationReading.UNREAD}


@pytest.mark.parametrize(
    ("relation", "source", "target", "text"),
    [
        ("BOUGHT", "Zed", "Contoso", "Zed provisionally bought Contoso."),
        ("BOUGHT", "Zed", "Contoso", "In principle Zed bought Contoso."),
        ("KNEW", "Zed", "Anna", "Zed hardly knew Anna."),
        ("MARRIED", "Anna", "Ben", "Anna and Ben were married, he to a widow and she to a miller."),
        ("MARRIED", "Anna", "Ben", "Anna and Ben both married sailors."),
        ("MARRIED", "Anna", "Ben", "The sister of Anna married Ben."),
        ("CALLED", "Ben", "Carl", "Anna, wife of Ben, called Carl."),
        ("CALLED", "Anna", "Carl", "Anna called the brother of Carl."),
        ("WORKS_FOR", "Anna", "Ben", "Anna works with Ben for Zed."),
        ("PAID", "Anna", "Ben", "Anna paid through Ben."),
        ("LEFT", "Anna", "Ben", "Anna left without Ben."),
        ("OLDER_THAN", "Ben", "Anna", "Anna is older than Ben."),
        ("MOTHER_OF", "Anna", "Ben", "Anna is the mother-in-law of Ben."),
        ("DIRECTOR_OF", "Anna", "Zed", "Anna is the deputy director of Zed."),
        ("DIRECTOR_OF", "Anna", "Zed", "Anna is the self-styled managing director of Zed."),
        ("DIRECTOR_OF", "Anna", "Zed", "Anna is nominally director of Zed."),
    ],
)
def test_what_a_text_says_of_others_or_in_part_is_no_relation(
    relation: str, source: str, target: str, text: str
) -> None:
    assert read_relation(relation, text, [source], [target]) not in TAKEN


@pytest.mark.parametrize(
    ("relation", "source", "target", "text"),
    [
        ("BOUGHT", "Zed", "Contoso", "Zed quietly bought Contoso."),
        ("MARRIED", "Anna", "Ben", "Anna and Ben married in 1990."),
        ("MARRIED", "Anna", "Ben", "Anna married Ben, a widower."),
        ("MET", "Anna", "Ben", "Anna and Ben met in Hull."),
        ("WORKS_FOR", "Anna", "Zed", "Anna works with Ben for Zed."),
        ("WORKS_FOR", "Anna", "Zed", "Anna works at Zed."),
        ("OLDER_THAN", "Anna", "Ben", "Anna is older than Ben."),
        ("MOTHER_OF", "Anna", "Ben", "Anna is the mother of Ben."),
        ("DIRECTOR_OF", "Anna", "Zed", "Anna is the former director of Zed."),
        ("DIRECTOR_OF", "Anna", "Zed", "Anna, director of Zed, left."),
        ("SUED", "Zed", "Contoso", "The board of Zed sued Contoso."),
    ],
)
def test_what_a_text_says_of_both_ends_stays_a_relation(relation: str, source: str, target: str, text: str) -> None:
    assert read_relation(relation, text, [source], [target]) in TAKEN


@pytest.mark.parametrize(
    ("text", "value", "is_stated"),
    [
        ("Anna is nominally a baker.", "baker", False),
        ("Anna is an assistant baker.", "baker", False),
        ("Anna is under 42.", 42, False),
        ("It took almost 30 minutes.", 30, False),
        ("It took almost 30 minutes.", "almost 30 minutes", True),
        ("Anna is a former baker.", "baker", True),
        ("Anna is a good baker.", "baker", True),
        ("Anna is 42.", 42, True),
        ("The deputy left. Bakers stayed.", "Bakers", True),
    ],
)
def test_words_before_a_value_that_make_less_of_it_state_another(text: str, value: str | int, is_stated: bool) -> None:
    assert states_value(QuotedPassage(text, 0, len(text)), value) is is_stated
