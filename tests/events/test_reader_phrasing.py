"""How common phrasings are read: short denials, asides, names of institutions, whom one tells, reported clauses."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role, marker_of, read_kriyas


def kriyas(text: str) -> list[Kriya]:
    """Return what the line states."""
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction), answer
    return answer.kriyas


def kriya(text: str, verb: str) -> Kriya:
    """Return the one Kriyā with a verb."""
    (found,) = [each for each in kriyas(text) if each.verb == verb]
    return found


@pytest.mark.parametrize("mark", ["'", "’", "‘", "ʼ"])
@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(
    ("before", "after"),
    [("The trees are", "company"), ("The trees were", "company"), ("Anne did", "leave"), ("Anne could", "swim")],
)
def test_a_short_not_denies_with_any_apostrophe(before: str, after: str, blank: str, mark: str) -> None:
    """Straight or curly, joined to its auxiliary or cut off from it."""
    assert [each.polarity.value for each in kriyas(f"{before}{blank}n{mark}t {after}.")] == ["negative"]


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        *(("rapped", "rap"), ("tapped", "tap"), ("robbed", "rob"), ("begged", "beg"), ("hugged", "hug")),
        *(("ripped", "rip"), ("planned", "plan"), ("patted", "pat"), ("stabbed", "stab"), ("dragged", "drag")),
        *(("added", "add"), ("rated", "rate"), ("shaped", "shape"), ("hated", "hate"), ("called", "call")),
    ],
)
def test_a_doubled_consonant_is_no_verb_in_e(form: str, lemma: str) -> None:
    """*rapped* is of *rap*; verbs in *-e* and those with a double consonant of their own keep it."""
    assert kriya(f"Anne {form} the boy.", lemma).karakas[Role.KARTA] == ["Anne"]


@pytest.mark.parametrize("aside", ["To be sure", "To be honest", "To be fair", "To be precise"])
def test_an_aside_is_no_event(aside: str) -> None:
    """How something is said does not happen."""
    assert [each.verb for each in kriyas(f"{aside}, Anne loved Diana.")] == ["love"]


@pytest.mark.parametrize(
    ("text", "verb", "polarity", "modality"),
    [
        ("The guards were unwilling to release the men.", "release", "negative", "intended"),
        ("The guards were not unwilling to release the men.", "release", "affirmative", "intended"),
        ("The guards were willing to release the men.", "release", "affirmative", "intended"),
        ("Anne was not to be seen.", "see", "negative", "possible"),
        ("The map was not to be found.", "find", "negative", "possible"),
        ("The map is to be sold.", "sell", "affirmative", "future"),
        ("The report should be ready.", "be", "affirmative", "necessary"),
    ],
)
def test_will_and_possibility(text: str, verb: str, polarity: str, modality: str) -> None:
    """*unwilling* denies what follows; *not to be seen* says what could not be."""
    found = kriya(text, verb)
    assert (found.polarity.value, found.modality.value) == (polarity, modality)


@pytest.mark.parametrize(
    ("text", "verb", "role", "mentions"),
    [
        ("He joined the Committee for Skeptical Inquiry in 1990.", "join", Role.KARMA,
         ["the Committee for Skeptical Inquiry"]),
        ("He left the Association for the Advancement of Science.", "leave", Role.KARMA,
         ["the Association for the Advancement of Science"]),
        ("She founded the Institute of Art and Letters.", "found", Role.KARMA, ["the Institute of Art and Letters"]),
        ("He met the Ministry of Health and Parliament.", "meet", Role.KARMA, ["the Ministry of Health", "Parliament"]),
        ("He met the Council and Anne.", "meet", Role.KARMA, ["the Council", "Anne"]),
        ("He met the committee for an interview.", "meet", Role.KARMA, ["the committee"]),
        ("The house where the Smiths lived was a mile away.", "live", Role.KARTA, ["the Smiths"]),
        ("The train left; the house where the Smiths lived was a ruin.", "be", Role.KARTA, ["the house"]),
        ("Last week President Carl Marsh announced an inquiry.", "announce", Role.KARTA, ["President Carl Marsh"]),
        ("She received an award in art.", "receive", Role.SAMBANDHA, ["art"]),
        ("She received an award in Oslo.", "receive", Role.ADHIKARANA_SPATIAL, ["Oslo"]),
    ],
)  # fmt: skip
def test_participants(text: str, verb: str, role: Role, mentions: list[str]) -> None:
    """Names of institutions are whole; fields of study are no places; a relative clause with *where* has its subject."""
    assert kriya(text, verb).karakas.get(role) == mentions


def test_letters_behind_a_name_are_no_hour() -> None:
    """*AM* is a time behind a number only."""
    assert Role.ADHIKARANA_TEMPORAL not in kriya("Saxby met Kerry Saxby AM.", "meet").karakas


@pytest.mark.parametrize(
    ("text", "verb", "role"),
    [
        ("Anne told reporters that the plan failed.", "tell", Role.SAMPRADANA),
        ("Anne told the police that the plan failed.", "tell", Role.SAMPRADANA),
        ("The minister informed customers that the plan failed.", "inform", Role.SAMPRADANA),
        ("The firm assured the ministry that the plan failed.", "assure", Role.SAMPRADANA),
        ("The minister informed customers.", "inform", Role.KARMA),
        ("The mayor told a story that Anne liked.", "tell", Role.KARMA),
        ("The mayor told the truth.", "tell", Role.KARMA),
    ],
)
def test_whom_one_tells_is_the_recipient(text: str, verb: str, role: Role) -> None:
    """People and bodies of people are told; what is told is the object."""
    told = kriya(text, verb).karakas
    assert {Role.KARMA, Role.SAMPRADANA} & set(told) == {role}


@pytest.mark.parametrize("verb", ["said", "told the Guardian", "informed the police"])
@pytest.mark.parametrize("joint", ["although", "because", "when", "while"])
def test_all_clauses_behind_that_are_reported(verb: str, joint: str) -> None:
    """The clause with its own conjunction, and the one behind the comma; not the next sentence."""
    found = kriyas(f"Oslo {verb} that {joint} Anne sent a truck, Marsh received a letter; Lily left.")
    speakers = {each.verb: each.attributed_to for each in found}
    assert (speakers["send"], speakers["receive"], speakers["leave"]) == ("Oslo", "Oslo", None)


@pytest.mark.parametrize(
    ("text", "verb", "role", "mention", "marker"),
    [
        ("The road along which he drove was long.", "drive", Role.ADHIKARANA_SPATIAL, "The road", "along"),
        ("The road, along which he drove, was long.", "drive", Role.ADHIKARANA_SPATIAL, "The road", "along"),
        ("The man to whom she gave the map left.", "give", Role.SAMPRADANA, "The man", "to"),
        ("The house where she lived was old.", "live", Role.ADHIKARANA_SPATIAL, "The house", None),
    ],
)
def test_the_marker_of_what_a_relative_clause_is_about(
    text: str, verb: str, role: Role, mention: str, marker: str | None
) -> None:
    """The preposition before *which*, never the article of the phrase."""
    found = kriya(text, verb)
    assert found.karakas[role] == [mention]
    span = marker_of(text, found, role, mention)
    assert (text[span.start : span.end] if span else None) == marker
