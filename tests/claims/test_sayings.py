"""Claims in other frames and standard words, and parts of long lines: what each rule accepts, and its false twins."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pramana.claims import ClaimVerdict, check, check_all
from pramana.claims.sayings import _frames, other_sayings
from pramana.claims.simpler import claim_parts, shorter_lines
from pramana.claims.standard import _forms_in, _pattern, _standard, in_standard_words
from pramana.language import EvidenceLine, word_list

WORDS = {"X": "Anna Roe", "Y": "Ben Holt", "Z": "Carl Odo", "N": "340 pounds", "BE": "was"}
SWAPPED = {**WORDS, "X": "Ben Holt", "Y": "Anna Roe"}
OTHER = {**WORDS, "N": "430 pounds"}
_SLOT = re.compile(r"\b(?:[NXYZ]|BE)\b")
_MUTUAL = re.compile(r"\b(?:and|married|met|divorced|brothers|sisters|siblings|name)\b")


def _filled(way: str, words: dict[str, str]) -> str:
    text = _SLOT.sub(lambda found: words[found[0]], way)
    return f"{text[:1].upper()}{text[1:]}."


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield each frame of a claim with each frame of a line that says it."""
    for entry in word_list("claims/sayings"):
        said, _, more = entry.partition(" < ")
        equal = said.split(" = ")
        for way in equal:
            yield from ((way, other) for other in (*equal, *(more.split(" | ") if more else ())) if other != way)


def _twins(way: str) -> Iterator[str]:
    """Yield false twins of a claim: participants exchanged, another number, denied."""
    if {"X", "Y"} <= set(_SLOT.findall(way)) and not _MUTUAL.search(way):
        yield _filled(way, SWAPPED)
    if "N" in _SLOT.findall(way):
        yield _filled(way, OTHER)
    if "BE " in way:
        yield _filled(way.replace("BE ", "BE never "), WORDS)
    yield f"It is not true that {_filled(way, WORDS)}"


def test_no_false_twin_of_a_frame_is_supported() -> None:
    """Each frame with each of its ways as the line: the claim with participants exchanged, another number, a denial."""
    wrong = [
        (twin, line)
        for way, other in _pairs()
        for line in [_filled(other, WORDS)]
        for twin in _twins(way)
        if twin != line and check(twin, [line]).is_supported
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "claim", "twin"),
    [
        ("The yard was sold to Fabrikam for £12 million.", "Fabrikam paid £12 million for the yard.", "The yard paid £12 million for Fabrikam."),
        ("Anna is older than Ben.", "Ben is younger than Anna.", "Anna is younger than Ben."),
        ("Priya Nair is the chair of the council.", "Priya Nair chairs the council.", "The council chairs Priya Nair."),
        ("Priya Nair chaired the council until 2019.", "Priya Nair chaired the council.", "Priya Nair chairs the council."),
        ("The winner of the race was Paula Nel.", "Paula Nel won the race.", "The race won Paula Nel."),
        ("The company employs 340 people.", "340 people work for the company.", "430 people work for the company."),
        ("Emil married Clara in Graz.", "Clara married Emil in Graz.", "Clara married Graz."),
        ("No fewer than 40 people left.", "At least 40 people left.", "At most 40 people left."),
        ("Ann was able to swim.", "Ann could swim.", "Ann could not swim."),
        ("The firm closed prior to the fire.", "The firm closed before the fire.", "The firm closed after the fire."),
        ("Dr. Hale took a course of antibiotics.", "Dr. Hale took antibiotics.", "Dr. Hale took no antibiotics."),
        ("It was in 1987 that the yard was sold.", "The yard was sold in 1987.", "The yard was sold in 1978."),
        ("The yard was sold in 1987.", "It was in 1987 that the yard was sold.", "It was in 1978 that the yard was sold."),
        ("Not Ben but Anna signed the lease.", "Anna signed the lease.", "Ben signed the lease."),
        ("Ivan's brother Jon sold the boat.", "Ivan's brother sold the boat.", "Ivan sold the boat."),
        ("Drew's daughter, Leah, organised the petition.", "Drew's daughter organised the petition.", "Leah's daughter organised the petition."),
        ("The plan costs 18 euros instead of 15.", "The plan costs 18 euros.", "The plan costs 15 euros."),
        ("The maps are not changed, because they are legal documents.", "The maps are not changed.", "The maps are changed."),
        ("Ruth is warm now that the stove has been mended by Ann.", "Ann has mended the stove.", "Ruth has mended the stove."),
        ("The library lent 12,400 books in 2021, almost twice as many as before.", "In 2021 the library lent 12,400 books.", "In 2020 the library lent 12,400 books."),
        ("Without heating, Ann warned, the museum would have to close.", "Ann warned that the museum would have to close without heating.", "The museum would have to close without heating."),
        ("The team won the final 3-1.", "The team won the final 3-1.", "The team won the final 1-3."),
        ("Ann Roe, a nurse, left, and the dog ran home.", "The dog ran home.", "The cat ran home."),
        ("The mate, Olaf Lie, found water in the hold.", "Olaf Lie found water in the hold.", "The cook found water in the hold."),
        ("Bo met the singer, Ann Roe.", "Bo met Ann Roe.", "Bo never met Ann Roe."),
        ("The trust has persuaded seven farmers to leave.", "Seven farmers have been persuaded by the trust to leave.", "Seven farmers left."),
    ],
)  # fmt: skip
def test_a_rule_accepts_what_a_line_says_and_not_its_twin(line: str, claim: str, twin: str) -> None:
    """Each rule with a claim that follows, and one that looks like it."""
    supported = [each.is_supported for each in check_all([claim, twin], [line])]
    assert supported == [True, False]


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("If it rains, the match is off, and Ann goes home.", "Ann goes home."),
        ("Bo said that the firm closed, and that Ann left.", "Ann left."),
        ("The firm owned the mill until the fire.", "The firm owns the mill."),
        ("Neither Ann, the cook, nor Bo left.", "Ann left."),
        ("Ann refused to let the council, which she disliked, meet.", "The council met."),
        ("Ann was not able to swim.", "Ann could swim."),
        ("The treasurer did not say that the fund, which was small, was empty.", "The fund was empty."),
        ("Anna heard that Bo was appointed director.", "Bo became director."),
        ("Bo was not appointed director.", "Bo became director."),
        ("Bo, said Ann, owns the mill.", "Bo is the owner of the mill."),
        ("Bo, said Ann, owns the mill.", "Bo owns the mill."),
        ("The mill, he said, was sold in May.", "The mill was sold in May."),
        ("The vote was 5 to 2.", "The vote was 2 to 5."),
        ("Ann was given Bo.", "Bo was given Ann."),
    ],
)
def test_no_part_of_a_line_loses_what_reaches_over_it(line: str, claim: str) -> None:
    """Conditions, doubts, reports, denials and counts keep their reach when a line is cut or put in another frame."""
    assert check_all([claim], [line])[0].verdict is not ClaimVerdict.SUPPORTED


def test_other_frames_are_few_and_of_the_same_words() -> None:
    """A claim that no frame fits has none; one that many fit has a bounded number."""
    assert other_sayings("Rain fell.") == []
    assert 0 < len(other_sayings("The chair of the council was the founder of the club of the son of Ann.")) <= 24
    assert in_standard_words("Rain fell.") == "Rain fell."


@pytest.mark.parametrize(
    "line",
    [
        "The captain, Ann Roe, and the mate did not leave.",
        "The captain, said Ann Roe, left.",
        "No captain, Ann Roe, left.",
        "When Bo met the owner, Ann Roe, who was ill, slept.",
        "The mate of Ann Roe, Bo Lee, left.",
        "Not the captain, Ann Roe, left.",
    ],
)
def test_a_name_takes_the_place_of_its_description_alone(line: str) -> None:
    """Not one of a list, of who says it, of what is denied, or behind another phrase."""
    assert not any(
        each.text.startswith(("Ann Roe left", "Ann Roe, left")) for each in shorter_lines(EvidenceLine(line))
    )
    assert not check("Ann Roe left.", [line]).is_supported


def test_a_quotation_is_never_cut() -> None:
    """What is said in quotation marks stays with who says it."""
    line = EvidenceLine('"The mill burned down, and nobody was hurt," said Ann.')
    assert shorter_lines(line) == ()
    assert claim_parts('"The mill burned down, and Ann left," said Bo.') == ()


FORMS = tuple(dict.fromkeys(entry.split(": ")[0] for entry in word_list("claims/standard_forms")))
FITTING = {"#": "40", "the": "his"}
"""What may follow a form that ends so."""


@pytest.mark.parametrize("front", ["", "No map, ", "They said so: "])
def test_a_text_is_written_as_by_a_pattern_of_all_forms(front: str) -> None:
    """Only forms with all of their words in the text are looked for: alone, behind each other, and in capitals."""
    every = _pattern(FORMS)
    filled = [" ".join(FITTING.get(word, word) for word in form.split(" ")) for form in FORMS]
    for one, other in zip(filled, [*filled[1:], filled[0]], strict=True):
        for text in (
            f"{front}{one} him.",
            f"{front}{one} {other} men",
            f"{front}{one.upper()}-free, {other.title()} us",
        ):
            assert in_standard_words(text) == every.sub(_standard, text)


def test_only_forms_are_looked_for_all_of_whose_words_a_text_has() -> None:
    assert _forms_in("Marsh stole the map at night.") == ()
    assert _forms_in("He left in the wake of it; it rained.") == ("in the wake of",)


def test_a_claim_that_fits_a_frame_has_all_that_is_between_its_letters() -> None:
    """What is looked for before the pattern of a frame is tried is part of each text that the pattern takes."""
    fitting = 0
    for text in dict.fromkeys(_filled(said, WORDS)[:-1] for said, _ in _pairs()):
        own = frozenset(re.findall(r"[a-z]+", text.casefold()))
        for frame in (each for each in _frames() if each.own_words <= own):
            for written in (text, text.upper()):
                if frame.pattern_of_words.fullmatch(written):
                    fitting += 1
                    assert all(piece in written.casefold() for piece in frame.pieces), (frame.words, written)
    assert fitting > len(list(_pairs()))
