"""The role of what a preposition governs, and the amounts of an action, by the clause around them."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Role, read_kriyas


def kriyas(text: str) -> list[Kriya]:
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction), answer
    return answer.kriyas


PLACE, TIME, RELATED = Role.ADHIKARANA_SPATIAL, Role.ADHIKARANA_TEMPORAL, Role.SAMBANDHA


@pytest.mark.parametrize(
    ("text", "role", "mention"),
    [
        ("The water spread to the car deck.", PLACE, "the car deck"),
        ("The line will extend to Fairview.", PLACE, "Fairview"),
        ("She gave the land to Fairview.", Role.SAMPRADANA, "Fairview"),
        ("He moved from Paris to Rome.", PLACE, "Rome"),
        ("He went to the wedding.", PLACE, "the wedding"),
        ("He went to war.", RELATED, "war"),
        ("They arrived by boat.", Role.KARANA, "boat"),
        ("He sat by the river.", PLACE, "the river"),
        ("They opened the door with a key.", Role.KARANA, "a key"),
        ("She travelled to Rome with her brother.", RELATED, "her brother"),
        ("The ferry collided with a truck.", RELATED, "a truck"),
        ("The prosecutor charged Weiss with fraud.", RELATED, "fraud"),
        ("They provided the school with books.", Role.SAMPRADANA, "the school"),
        ("He served as rector.", RELATED, "rector"),
        ("Lily lied to Marsh.", RELATED, "Marsh"),
        ("Both were shot in the confrontation with police.", RELATED, "the confrontation with police"),
        ("He was sent to Rome with a letter.", RELATED, "a letter"),
        ("The test will begin January 6.", TIME, "January 6"),
        ("The council voted against the budget.", RELATED, "the budget"),
        ("He leaned against the wall.", PLACE, "the wall"),
        ("He was killed in the attack.", RELATED, "the attack"),
        ("She lived in poverty.", RELATED, "poverty"),
        ("He suffers from asthma.", RELATED, "asthma"),
        ("The train arrived at 5.30.", TIME, "5.30"),
        ("She works for the money.", RELATED, "the money"),
        ("The meeting was held in either Paris or Rome.", PLACE, "Paris or Rome"),
        ("Either Marta or Hans stole it.", Role.KARTA, "Marta or Hans"),
        ("Neither Marta nor Hans stole it.", Role.KARTA, "Hans"),
    ],
)
def test_the_clause_decides_a_role(text: str, role: Role, mention: str) -> None:
    """The verb, its object, its other complements and the noun decide; what fits no kāraka is related."""
    assert mention in kriyas(text)[0].karakas.get(role, [])


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("He has been married 10 times.", ["10 times"]),
        ("Sales rose by 12 %.", ["12 %"]),
        ("Sales rose 12 % in May.", ["12 %"]),
        ("The talks lasted for three hours.", ["three hours"]),
        ("He visited Rome twice.", ["twice"]),
        ("They walked three miles to the village.", ["three miles"]),
        ("He sold the house for $5 million.", ["$5 million"]),
        ("He came for the third time.", []),
        ("He left at 5 pm on the last day.", []),
        ("He ate 12 apples.", []),
    ],
)
def test_amounts_of_an_action_are_its_measures(text: str, measures: list[str]) -> None:
    """How often, how far, how long and by how much belong to the event and are no participants."""
    (kriya,) = kriyas(text)
    assert kriya.measures == measures
    assert not set(measures) & {mention for each in kriya.karakas.values() for mention in each}
