"""What a line connects with a later verb is refused as a participant of the verb before; what both may share is not."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role
from pramana.events.strangers import stranger_problems
from pramana.evidence import align
from pramana.karaka.writer import LineItem, violations
from pramana.language import analyse_cached

REFUSED = [
    ("Marsh bent his knee, and cast his eyes upon the ground.", "bend", "bent", "KARMA", "the ground"),
    ("Lily wrote a letter while Tom waited at the station.", "write", "wrote", "KARMA", "the station"),
    ("The vote was held by Marsh, who left after the end of the game.", "hold", "was held", "KARMA", "the game"),
    ("The clerk met a man who lived near the harbour.", "meet", "met", "KARMA", "the harbour"),
    ("Every year included one storm affecting the coast.", "include", "included", "KARMA", "the coast"),
    ("Marsh chose the dog because it was loyal to the king.", "choose", "chose", "SAMPRADANA", "the king"),
    ("Marsh took the boat, and Lily walked to the farm.", "take", "took", "ADHIKARANA_SPATIAL", "the farm"),
    ("Ban praised the list made by the clerks.", "praise", "praised", "KARANA", "the clerks"),
    ("Marsh was unable to score until the end of the game.", "be", "was", "ADHIKARANA_SPATIAL", "the game"),
    ("The ship has a device to search for debris of the plane.", "have", "has", "ADHIKARANA_SPATIAL", "the plane"),
]
KEPT = [
    ("The map was stolen by Marsh when he came to the farm.", "steal", "was stolen", "KARMA", "The map"),
    ("The map was stolen by Marsh when he came to the farm.", "steal", "was stolen", "KARTA", "Marsh"),
    ("Marsh gave up the fight.", "give up", "gave up", "KARMA", "the fight"),
    ("Tom stayed at home and listened to the king.", "listen", "listened", "KARMA", "the king"),
    ("Marsh wanted to look at the map.", "look", "wanted to look", "KARMA", "the map"),
    ("Marsh asked Lily to leave the house.", "leave", "leave", "KARTA", "Lily"),
    ("Marsh washed, dried and looked at the cups.", "wash", "washed", "KARMA", "the cups"),
    ("Marsh made and sold the boats.", "make", "made", "KARMA", "the boats"),
    ("Marsh came to the farm and stole the map.", "steal", "stole", "KARTA", "Marsh"),
    ("Lily went into the shop that sells bread.", "sell", "sells", "KARTA", "the shop"),
    ("The farm to which Marsh came belongs to Lily.", "belong", "belongs", "KARTA", "The farm"),
    ("Marsh put the book that he bought in the bag.", "put", "put", "ADHIKARANA_SPATIAL", "the bag"),
    ("Marsh used a knife to cut bread in the kitchen.", "use", "used", "ADHIKARANA_SPATIAL", "the kitchen"),
    ("Marsh gave the book, which he loved, to Lily.", "give", "gave", "SAMPRADANA", "Lily"),
    ("The firm said that it will close the mine on Monday.", "say", "said", "ADHIKARANA_TEMPORAL", "Monday"),
    ("Marsh left the farm and Lily walked to the farm.", "leave", "left", "KARMA", "the farm"),
    ("Marsh stole a map, and later stole from the king.", "steal", "stole", "APADANA", "the king"),
]


def problems(line: str, verb: str, quote: str, role: str, mention: str) -> list[str]:
    span = align(quote, line)
    assert span is not None
    kriya = Kriya(verb=verb, verb_quote=quote, karakas={Role(role): [mention]})
    return list(stranger_problems(analyse_cached(line), kriya, span))


@pytest.mark.parametrize(("line", "verb", "quote", "role", "mention"), REFUSED)
def test_a_participant_of_another_verb_is_refused(line: str, verb: str, quote: str, role: str, mention: str) -> None:
    """After another verb's preposition, as its object, or within a noun of its clause."""
    (problem,) = problems(line, verb, quote, role, mention)
    assert problem.startswith(f"the line connects {mention!r} with ") and problem.endswith(f"not with {quote!r}.")


@pytest.mark.parametrize(
    ("line", "verb", "quote", "role", "mention", "reason"),
    [
        (
            "Ann was involved in the planning of the strike.",
            "involve",
            "involved",
            "ADHIKARANA_SPATIAL",
            "the strike",
            "p",
        ),
        ("Ann announced the return of the cup.", "announce", "announced", "ADHIKARANA_SPATIAL", "the cup", "part"),
        ("I survived it without a problem.", "survive", "survived", "KARMA", "a problem", "behind 'without'"),
        ("The cob is a type rather than a breed.", "be", "is", "KARMA", "a breed", "behind 'rather than'"),
    ],
)
def test_a_part_of_a_phrase_and_what_is_excluded_are_refused(
    line: str, verb: str, quote: str, role: str, mention: str, reason: str
) -> None:
    """Where in a strike, and surviving a problem, are said by none of these lines."""
    (problem,) = problems(line, verb, quote, role, mention)
    assert problem.startswith(f"the line has {mention!r} ") and reason in problem


def test_what_a_later_sentence_with_a_subject_of_its_own_has_is_refused() -> None:
    """A new subject begins a clause whose object and instrument are its own."""
    line = "I took my car here, they did a great job, I am very satisfied with the results."
    assert len(problems(line, "take", "took", "KARANA", "the results")) == 1
    assert len(problems(line, "take", "took", "KARMA", "a great job")) == 1


@pytest.mark.parametrize(("line", "verb", "quote", "role", "mention"), KEPT)
def test_what_a_verb_may_have_is_kept(line: str, verb: str, quote: str, role: str, mention: str) -> None:
    """Passives, phrasal verbs, control, joined verbs, relative clauses, and phrases that may belong to either verb."""
    assert problems(line, verb, quote, role, mention) == []


def test_a_reading_with_a_stranger_is_refused_by_the_writer() -> None:
    line = "Marsh bent his knee, and cast his eyes upon the ground."
    karakas = {Role.KARTA: ["Marsh"], Role.KARMA: ["the ground"]}
    reading = Extraction(kriyas=[Kriya(verb="bend", verb_quote="bent", karakas=karakas)])
    (problem,) = violations(LineItem("a.txt", 1, line), reading)
    assert "connects 'the ground' with 'cast'" in problem
