"""Plain sentences made by rule, as many as a test wants."""

from __future__ import annotations

WHO = ("Anna", "Boris", "Clara", "David", "Elena", "Farid", "Greta", "Hugo")
DID = ("gave the book to", "took the letter from", "met", "did not see", "painted a picture for", "wrote to")
WHERE = ("in Paris", "at the station", "on Monday", "in the garden", "near the river")


def sentence(number: int) -> str:
    first = WHO[number % len(WHO)]
    second = WHO[(number * 5 + 3) % len(WHO)]
    if second == first:
        second = WHO[(number * 5 + 4) % len(WHO)]
    return f"{first} {DID[number % len(DID)]} {second} {WHERE[number % len(WHERE)]} in {1800 + number}."


def text(count: int) -> str:
    return "\n\n".join(sentence(number) for number in range(count))
