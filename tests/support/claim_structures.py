"""Claims about sentences whose truth is known by construction: `structures.txt` says what each structure asserts.

A line is a structure filled with names, deeds, times and places; its claims combine every name of the line with every
deed, time and place of it, affirmed, denied, in the passive, in a cleft and joined. Whether the line says a claim
follows from the facts of its structure, and from nothing that reads English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

STRUCTURES = Path(__file__).parents[1] / "claims" / "structures.txt"


@dataclass(frozen=True, slots=True)
class StructureWords:
    """What structures are filled with; `deeds` are past, base form, participles and object of what somebody does."""

    names: tuple[str, ...]
    nouns: tuple[str, ...]
    times: tuple[str, ...]
    places: tuple[str, ...]
    deeds: tuple[str, ...]


CHOSEN = StructureWords(
    (*"Ann Bo Dana Krug Mia Olaf Vera Zed".split(), "Ann Roe", "Ole Berg", "Ivo Lind", "Rosa Kern"),
    tuple("nurse cook baker sailor clerk teacher".split()),
    ("in May", "in 1994", "on 4 March 1912", "on Tuesday", "last winter"),
    ("in Hull", "in Bergen", "near the harbour", "at the station", "in the chapel"),
    (
        "sold sell selling sold | the mill",
        "painted paint painting painted | the gate",
        "found find finding found | the ring",
        "burned burn burning burned | the letters",
        "opened open opening opened | the shop",
        "signed sign signing signed | the lease",
        "stole steal stealing stolen | the map",
        "repaired repair repairing repaired | the roof",
        "left leave leaving left |",
        "wept weep weeping wept |",
        "slept sleep sleeping slept |",
        "ran run running run | home",
    ),
)
"""Rules were chosen with these; *home* is no object."""
OTHERS = StructureWords(
    (
        *"Tomas Ilse Marsh Haruki Omar Gita Lena Yusuf".split(),
        "Petra Voss",
        "Nadia Bright",
        "Karl Brandt",
        "Tamsin Gray",
    ),
    tuple("plumber lawyer singer farmer pilot judge".split()),
    ("in June", "in 2003", "on 9 May 1950", "on Friday", "last spring"),
    ("in Lagos", "in Oulu", "behind the barn", "on the pier", "in the library"),
    (
        "bought buy buying bought | the tug",
        "cleaned clean cleaning cleaned | the tower",
        "lost lose losing lost | the keys",
        "sank sink sinking sunk | the boat",
        "locked lock locking locked | the barn",
        "wrote write writing written | the note",
        "hid hide hiding hidden | the money",
        "washed wash washing washed | the windows",
        "resigned resign resigning resigned |",
        "sang sing singing sung |",
        "fell fall falling fallen |",
        "swam swim swimming swum | away",
    ),
)
"""No word of these is in the first."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody does, in its forms."""

    past: str
    base: str
    ing: str
    done: str
    rest: str

    @property
    def object(self) -> str:
        return self.rest if self.rest.startswith("the ") else ""

    def form(self, which: str) -> str:
        if which in ("o", "v"):
            return self.object if which == "o" else self.done
        verb = {"": self.past, "base": self.base, "ing": self.ing, "done": self.done}[which]
        return f"{verb} {self.rest}".strip()


Fact = tuple[str, ...]
"""A slot of who, a slot of what, and one of when or where, if any."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A sentence with slots, and the facts that it asserts, denies and leaves open."""

    text: str
    asserted: frozenset[Fact]
    denied: frozenset[Fact]
    open: frozenset[Fact]

    @property
    def slots(self) -> list[str]:
        return sorted({found[0] for found in re.findall(r"\{(\w)(:\w+)?\}", self.text)})


@dataclass(frozen=True, slots=True)
class StructureClaim:
    """A line, a claim about it, and whether the line says the claim; None where either verdict is right."""

    structure: str
    line: str
    claim: str
    is_said: bool | None


def structures() -> list[Structure]:
    """Return the structures of the file, in order."""
    found = []
    for entry in STRUCTURES.read_text("utf-8").splitlines():
        if entry and not entry.startswith("#"):
            text, *facts = (part.strip() for part in entry.split("|"))
            sets = [frozenset(tuple(each.split()) for each in part.split(";") if each.strip()) for part in facts]
            found.append(Structure(text, *(*sets, frozenset(), frozenset(), frozenset())[:3]))
    return found


def claims_of(structure: Structure, random: Random, words: StructureWords = CHOSEN) -> list[StructureClaim]:
    """Return all claims about one filling of a structure."""
    filling = _filling(structure, random, words)
    line = _capital(_SLOT.sub(lambda found: _written(filling[found[1]], found[2] or ""), structure.text))
    simple = list(_simple_claims(structure, filling))
    claims = [*simple, *_joined_claims(simple, random)]
    return [StructureClaim(structure.text, line, claim, said) for claim, said in dict(claims).items()]


_SLOT = re.compile(r"\{(\w)(?::(\w+))?\}")


def _filling(structure: Structure, random: Random, words: StructureWords) -> dict[str, str | Deed]:
    deeds = [Deed(*entry.partition(" |")[0].split(), entry.partition("|")[2].strip()) for entry in words.deeds]
    if "{p:o}" in structure.text:
        deeds = [each for each in deeds if each.object]
    picked = {
        "ABC": _distinct_names(random, words.names),
        "pqr": random.sample(deeds, 3),
        "nm": random.sample(words.nouns, 2),
        "ST": random.sample(words.times, 2),
        "UV": random.sample(words.places, 2),
    }
    return {slot: value for slots, values in picked.items() for slot, value in zip(slots, values, strict=True)}


def _distinct_names(random: Random, of: tuple[str, ...]) -> list[str]:
    names: list[str] = []
    for name in random.sample(of, len(of)):
        if len(names) < 3 and not any(set(name.split()) & set(other.split()) for other in names):
            names.append(name)
    return names


def _written(value: str | Deed, form: str) -> str:
    if isinstance(value, Deed):
        return value.form(form)
    return _capital(value) if form == "c" else value


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _simple_claims(structure: Structure, filling: dict[str, str | Deed]) -> Iterator[tuple[str, bool | None]]:
    slots = structure.slots
    people = [each for each in slots if each in "ABC"]
    whens = ["", *(each for each in slots if each in "STUV")]
    for who, what in product(people, (each for each in slots if each in "nm")):
        article = "a"
        yield f"{filling[who]} is {article} {filling[what]}.", _is_said(structure, (who, what))
        yield f"{filling[who]} is not {article} {filling[what]}.", _is_denied(structure, (who, what))
    for who, what, when in product(people, (each for each in slots if each in "pqr"), whens):
        fact = (who, what, when) if when else (who, what)
        name, deed = filling[who], filling[what]
        assert isinstance(deed, Deed)
        rest = f" {filling[when]}" if when else ""
        said, denied = _is_said(structure, fact), _is_denied(structure, fact)
        yield f"{name} {deed.past} {deed.rest}".strip() + f"{rest}.", said
        yield f"{name} did not {deed.base} {deed.rest}".strip() + f"{rest}.", denied
        yield f"It was {name} who {deed.past} {deed.rest}".strip() + f"{rest}.", said
        if deed.object:
            yield f"{_capital(deed.object)} was {deed.done} by {name}{rest}.", said
    for what, noun in product((each for each in slots if each in "pqr"), (each for each in slots if each in "nm")):
        deed = filling[what]
        assert isinstance(deed, Deed)
        doers = {fact[0] for fact in structure.asserted if fact[1] == noun}
        named = [_is_said(structure, (who, what)) for who in doers]
        if f"The {{{noun}}}" not in structure.text and f"A {{{noun}}}" not in structure.text:
            said = None if any(each is not False for each in named) or _is_loose(structure, noun) else False
            yield f"The {filling[noun]} {deed.form('')}.", said


def _is_loose(structure: Structure, noun: str) -> bool:
    """Whether the deeds of a noun are not given as facts: *the nurse who met Ann left*."""
    return bool(re.search(rf"(?:[Tt]he|[Aa]|Some|No|Few|every|the) \{{{noun}\}}(?!, )", structure.text)) or any(
        fact[-1] == noun for fact in structure.open
    )


def _is_said(structure: Structure, fact: Fact) -> bool | None:
    if any(each[: len(fact)] == fact for each in structure.asserted):
        return True
    return None if any(each[: len(fact)] == fact for each in structure.open) else False


def _is_denied(structure: Structure, fact: Fact) -> bool | None:
    if fact in structure.denied:
        return True
    wider = any(fact[: len(each)] == each for each in structure.denied)
    return None if wider or any(each[: len(fact)] == fact for each in structure.open) else False


def _joined_claims(simple: list[tuple[str, bool | None]], random: Random) -> Iterator[tuple[str, bool | None]]:
    """Yield two claims in one: said where both are."""
    plain = [each for each in simple if not each[0].startswith(("It ", "The "))]
    for _ in range(min(6, len(plain))):
        (one, first), (other, second) = random.sample(plain, 2) if len(plain) > 1 else (plain[0], plain[0])
        both = False if False in (first, second) else None if None in (first, second) else True
        joint = random.choice([", and ", ", but ", "; "])
        yield f"{one[:-1]}{joint}{other}", both
