"""Verbs that tell of the same kind of event."""

from __future__ import annotations

from pramana.language import kindred_verbs


def test_kin_goes_both_ways() -> None:
    """Whoever asks by one of two kindred verbs finds what is told by the other."""
    for verb in ("visit", "die", "marry", "say", "call on"):
        assert all(verb in kindred_verbs(other) for other in kindred_verbs(verb))
    assert "come" in kindred_verbs("visit")


def test_a_verb_is_not_its_own_kin() -> None:
    """The verb itself is never among its kin; most verbs have none."""
    assert all(verb not in kindred_verbs(verb) for verb in ("give", "take", "go"))
    assert kindred_verbs("photosynthesise") == ()
