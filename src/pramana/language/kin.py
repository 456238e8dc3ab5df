"""Everyday verbs that tell of the same kind of event: where a text says one, a question may ask by another."""

from __future__ import annotations

from functools import cache

from pramana.language.word_lists import word_list


@cache
def _kin() -> dict[str, tuple[str, ...]]:
    """Return the kin of each verb: what is in a family with it."""
    found: dict[str, dict[str, None]] = {}
    for family in word_list("verbs/families"):
        head, *others = family.split()
        for verb in others:
            verb = verb.replace("_", " ")
            found.setdefault(head, {}).setdefault(verb)
            found.setdefault(verb, {}).setdefault(head)
    return {verb: tuple(others) for verb, others in found.items()}


def kindred_verbs(verb: str) -> tuple[str, ...]:
    """Return the lemmas that may tell of the same event as `verb`, a lemma, the nearest first; none for most.

    >>> kindred_verbs("marry")
    ('wed',)
    """
    return _kin().get(verb, ())
