"""What answers *who*: nouns for people and groups, and all that nothing shows to name a thing."""

from __future__ import annotations

import pytest

from pramana.karaka.line_answers import may_name_somebody


@pytest.mark.parametrize(
    "noun", ["clerk", "government", "statesman", "Police", "delegation", "voter", "biologist", "crowd", "stranger"]
)
def test_people_and_groups_answer(noun: str) -> None:
    assert may_name_somebody(noun)


@pytest.mark.parametrize(
    "noun", ["statement", "tournament", "survey", "operation", "recognition", "leg", "arrest", "key"]
)
def test_things_and_events_do_not(noun: str) -> None:
    """*Who condemned it?* is not answered by *a statement*."""
    assert not may_name_somebody(noun)
