"""Sentences that set one thing against another (*Ann, not Bo*), and claims about them that are true or false by how
the sentence was made: of who did it, of what, where and when.

Two fillings have no name, verb, thing, place or time in common: rules are chosen on the first, and reported on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Filling:
    """Names, deeds (past, base, participle, two objects), acts without an object, places and times."""

    names: tuple[str, ...]
    deeds: tuple[tuple[str, str, str, str, str], ...]
    acts: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    times: tuple[str, ...]


FILLINGS = {
    "chosen": Filling(
        ("Ann", "Bo", "Krug", "Vera", "Zed", "Ivo Lind", "Rosa Kern"),
        (
            ("sold", "sell", "sold", "the mill", "the gate"),
            ("burned", "burn", "burned", "the letters", "the maps"),
            ("stole", "steal", "stolen", "the ring", "the clock"),
        ),
        (("ran home", "run home"), ("slept", "sleep"), ("left", "leave"), ("wept", "weep")),
        ("in Hull", "in Bergen", "near the harbour", "at the station"),
        ("in May", "on Tuesday", "in 1994", "last winter", "on 4 March 1912"),
    ),
    "reported": Filling(
        ("Tomas", "Ilse", "Marsh", "Petra Voss", "Haruki", "Nadia Bright", "Omar"),
        (
            ("repaired", "repair", "repaired", "the bridge", "the tower"),
            ("hid", "hide", "hidden", "the money", "the keys"),
            ("bought", "buy", "bought", "the tug", "the barge"),
            ("cut", "cut", "cut", "the rope", "the wire"),
        ),
        (("fell", "fall"), ("sang", "sing"), ("swam away", "swim away"), ("resigned", "resign")),
        ("in Lagos", "in Oulu", "behind the barn", "on the pier"),
        ("in June", "on Friday", "in 2003", "last spring", "on 9 May 1950"),
    ),
}

_PAIRS = (
    "{X}, not {Y},", "{X} and not {Y}", "{X}, and not {Y},", "not {Y} but {X}", "{X} rather than {Y}",
    "{X}, rather than {Y},", "{X} instead of {Y}", "{X}, instead of {Y},", "{X}, but not {Y},", "{X} but not {Y}",
    "{X}, as opposed to {Y},", "not {Y}, but {X},", "{X} (not {Y})", "{X} – not {Y} –", "{X}, never {Y},",
    "{X}, and never {Y},", "{X} in place of {Y}", "{X}, certainly not {Y},", "{X}, and certainly not {Y},",
)  # fmt: skip
"""What is so (X) beside what is not (Y)."""
_CLEFTS = (
    *(f"It was {pair} {{wh}} {{rest}}." for pair in _PAIRS),
    "It was {X} {wh} {rest}, not {Y}.", "It was {X} {wh} {rest}, and not {Y}.", "It was not {Y} {wh} {rest} but {X}.",
    "It was not {Y} {wh} {rest}, but {X}.", "It wasn't {Y} {wh} {rest}, but {X}.", "It wasn't {Y} but {X} {wh} {rest}.",
    "It was not {Y} {wh} {rest}; it was {X}.", "It wasn't {Y} {wh} {rest}. It was {X}.", "It was {X} {wh} {rest} rather than {Y}.",
    "It was {X} {wh} {rest} instead of {Y}.",
)  # fmt: skip
_AFTER = (
    "{whole}, not {Y}.", "{whole}, and not {Y}.", "{whole} and not {Y}.", "{whole} rather than {Y}.",
    "{whole} instead of {Y}.", "{whole}, rather than {Y}.", "{whole}, instead of {Y}.", "{whole} but not {Y}.",
    "{whole}, but not {Y}.", "{whole}, as opposed to {Y}.", "{whole}, never {Y}.", "{denied} but {X}.",
    "{denied}, but {X}.", "{denied}, but rather {X}.", "{denied}; it was {X}.", "{denied}, only {X}.",
)  # fmt: skip
"""The contrast behind the sentence; `denied` is it with Y, denied."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A line, a claim and whether the line says it."""

    structure: str
    line: str
    claim: str
    is_said: bool


def contrasts(filling: Filling, random: Random) -> Iterator[Contrast]:
    """Yield all claims about one filling of each structure."""
    for place in ("who", "what", "where", "when"):
        for text in (*_CLEFTS, *_AFTER, *_PAIRS):
            yield from _contrast(place, text, filling, random)


def _contrast(place: str, text: str, filling: Filling, random: Random) -> Iterator[Contrast]:
    who, other = random.sample(filling.names, 2)
    past, base, done, thing, thing2 = random.choice(filling.deeds)
    act, act_base = random.choice(filling.acts)
    where, where2 = random.sample(filling.places, 2)
    when, when2 = random.sample(filling.times, 2)
    with_object = place == "what" or random.random() < 0.5
    says, denies = (f"{past} {thing}", f"{base} {thing}") if with_object else (act, act_base)
    if place == "who":
        x, y, rest, wh = who, other, says, "who"
        whole, denied, around = f"{who} {says}", f"{other} did not {denies}", ("", f" {says}")
    elif place == "what":
        x, y, rest, wh = thing, thing2, f"{who} {past}", "that"
        whole, denied, around = f"{who} {says}", f"{who} did not {base} {thing2}", (f"{who} {past} ", "")
    else:
        x, y = (where, where2) if place == "where" else (when, when2)
        rest, wh = f"{who} {says}", "that"
        whole, denied, around = f"{who} {says} {x}", f"{who} did not {denies} {y}", (f"{who} {says} ", "")
    pair = text.format(X=x, Y=y) if text in _PAIRS else ""
    if pair:
        line = f"{around[0]}{pair}{around[1]}".rstrip(",") + "."
    else:
        line = text.format(X=x, Y=y, wh=wh, rest=rest, whole=whole, denied=denied)
    line = line[:1].upper() + line[1:]
    for claim, said in _claims(place, (x, y), who, (past, base, done), (says, denies), thing if with_object else ""):
        yield Contrast(f"{place}: {text}", line, claim, said)


def _claims(
    place: str, pair: tuple[str, str], who: str, verb: tuple[str, str, str], deed: tuple[str, str], thing: str
) -> Iterator[tuple[str, bool]]:
    (past, base, done), (says, denies) = verb, deed
    for value, said in zip(pair, (True, False), strict=True):
        if place == "who":
            plain, no = f"{value} {says}", f"{value} did not {denies}"
            clefts = [f"It was {value} who {says}"]
            passive = f"{thing} was {done} by {value}" if thing else ""
        elif place == "what":
            plain, no = f"{who} {past} {value}", f"{who} did not {base} {value}"
            clefts = [f"It was {value} that {who} {past}"]
            were = "were" if value.endswith("s") else "was"
            passive = f"{value} {were} {done} by {who}"
        else:
            plain, no = f"{who} {says} {value}", f"{who} did not {denies} {value}"
            clefts = [f"It was {value} that {who} {says}"]
            were = "were" if thing.endswith("s") else "was"
            passive = f"{thing} {were} {done} by {who} {value}" if thing else ""
        yield f"{plain}.", said
        for cleft in clefts:
            yield f"{cleft}.", said
        if passive:
            yield f"{passive[:1].upper()}{passive[1:]}.", said
        if said:
            yield f"{no}.", False
    if place in ("where", "when"):
        yield f"{who} {says}.", True
        yield f"{who} did not {denies}.", False
    both = [
        f"{value} {says}" if place == "who" else f"{who} {past} {value}" if place == "what" else f"{who} {says} {value}"
        for value in pair
    ]
    yield f"{both[0]}, and {both[1]}.", False
