"""Figures of a claim: another one than its line has, the same one in other writing, and how reasons show them."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check, check_all

WRONG = [
    ("Contoso bought the yard for £12.4 million.", "Contoso bought the yard for £14.2 million.", "£14.2 million"),
    ("Contoso bought the yard for GBP 12.4m.", "Contoso bought the yard for £14.2 million.", "£14.2 million"),
    (
        "Contoso bought the yard for £12.4 million in 2019.",
        "In 2019 Contoso bought the yard from Fabrikam for £14.2 million.",
        "£14.2 million",
    ),
    ("The repair cost £12.4 million.", "The repair cost £14.2 million.", "£14.2 million"),
    ("The rent rose by 4 per cent.", "The rent rose by 5%.", "5%"),
    ("The lease ends in 2024.", "The lease ends on 14 March 2023.", "2023"),
    ("The yard was sold in May 2020.", "The yard was sold to Hansen in June 2020.", "June 2020"),
    ("Ann resigned in May.", "Ann resigned in June.", "June"),
    ("Ann resigned on Monday.", "Ann resigned on Tuesday.", "Tuesday"),
    ("Two editors and ten officers left.", "Ten editors and two officers left.", "ten"),
]
OPEN = [
    ("Contoso paid £12.4 million for repairs.", "Contoso paid £14.2 million for repairs in May."),
    ("Ann sold more than 12 maps.", "Ann sold 14 maps."),
    ("Ann sold about 12 maps.", "Ann sold 14 maps."),
    ("Ann sold 12 maps.", "Ann sold more than 14 maps."),
    ("Revenue rose to £12.4 million.", "Revenue rose to £14.2 million in the year to March 2023."),
    ("The company employs 300 people.", "The company employs 250 people in Hull."),
    ("Ann sold 12 maps.", "Ann sold 4 old maps."),
    ("Ann has three children.", "Ann has two sons."),
    ("Ann may have sold four maps.", "Ann may have sold three maps."),
    ("The first 12 guests left.", "The first 14 guests left."),
    ("Two editors left.", "Ten editors and two officers left."),
    ("Contoso bought ships for £12 million.", "Contoso bought ships for £14 million in May."),
]
SAME = [
    ("Contoso bought the yard for GBP 14.2 million.", "Contoso bought the yard for £14.2m."),
    ("The contract is worth 14.2 million pounds.", "The contract is worth £14.2 million."),
    ("The rent rose by 5 per cent.", "The rent rose by 5%."),
    ("The lease ends in 2023.", "The lease ends on 14 March 2023."),
]


@pytest.mark.parametrize(("claim", "line", "shown"), WRONG)
def test_another_figure_where_the_line_says_all_else_contradicts(claim: str, line: str, shown: str) -> None:
    """The reason shows what the line has, as it is written."""
    found = check(claim, [line])
    assert (found.verdict, found.lines) == (ClaimVerdict.CONTRADICTED, (0,))
    assert f"“{shown}”" in found.reasons[0]
    assert found.reasons[0].startswith("The line says “")


@pytest.mark.parametrize(("claim", "line"), OPEN)
def test_a_figure_of_another_case_does_not_contradict(claim: str, line: str) -> None:
    """Two payments, bounds, another year, a part of the whole, other things that are counted, a possibility."""
    assert check(claim, [line]).verdict is ClaimVerdict.UNSURE


@pytest.mark.parametrize(("claim", "line"), SAME)
def test_one_amount_is_the_same_in_every_writing(claim: str, line: str) -> None:
    """Signs, codes and names of money, *m* for million, per cent."""
    assert check(claim, [line]).verdict is ClaimVerdict.SUPPORTED


def test_reasons_show_words_and_numbers_as_the_claim_writes_them() -> None:
    """No value of a number, no lemma, and no citation where nobody cited."""
    (found,) = check_all(["The Harbour Board paid £12.4 million to Hansen."], ["The Harbour Board met in May."])
    assert found.reasons == ("No line has “paid”, “Hansen”.",)
    assert check("Ann sold 12,400 maps to Bo.", ["Ann sold maps to Bo."]).reasons == ("No line has “12,400”.",)


@pytest.mark.parametrize("claim", ["Fabrikam Inc was bought.", "Fabrikam Inc. was bought.", "Fabrikam was bought."])
@pytest.mark.parametrize("line", ["Fabrikam Inc. was bought.", "Contoso bought Fabrikam Inc."])
def test_a_legal_form_is_the_same_with_its_full_stop_and_may_be_left_out(claim: str, line: str) -> None:
    """In the middle of a sentence as at its end; another form, or one that the line lacks, is another name."""
    assert check(claim, [line]).is_supported
    assert not check("Fabrikam Ltd was bought.", [line]).is_supported
    assert not check("Contoso Inc. was bought.", [line]).is_supported


def test_a_name_with_an_apposition_opens_the_meeting() -> None:
    """Active and passive, on either side of the name."""
    for line in ("Margaret Osei, the Chair, opened the meeting.", "The Chair, Margaret Osei, opened the meeting."):
        claims = ["The meeting was opened by Margaret Osei.", "The meeting was opened by the Chair."]
        assert all(each.is_supported for each in check_all(claims, [line]))
