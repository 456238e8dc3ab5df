"""Text of any length, from a seed: documents of 400 sentences, each about eight people.

Sentences are made of patterns by hand, as the embedded model reads them: who gave what to whom, where and when; what
was said, denied, intended and caused; pronouns that mean who was named before. People have the forms of a name that
resolution looks for (*Anna Barlow*, *Mrs. Barlow*, *Barlow*). Surnames are drawn from 15,625 made-up ones, the common
ones far more often, as in a country's register, so different people share a surname and some share the whole name. One
person in four is known to all documents; of these, a few appear in very many.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from pathlib import Path
from random import Random

LINES_IN_A_DOCUMENT = 400
PEOPLE_IN_A_DOCUMENT = 8
KNOWN_PEOPLE = 200
KNOWN_SHARE = 0.25
COMMON_SURNAMES = 20
"""Surname number r is as frequent as 1 / (r + 20): the first has 0.8 % of all people, about as *Smith* in lists."""
_SYLLABLES = "bar cal dor fen gar hol kel lan mar nor pel ros sten tor val wen win brook ford ham ley mont sby ton wick"
_WOMEN = "Anna Clara Edith Frances Grace Harriet Isabel Jane Louisa Martha Nora Sarah".split()
_MEN = "Arthur Charles Daniel Edward Francis George Henry James Philip Robert Samuel Thomas".split()
_THINGS = "letter key book lamp map ring sword cup coat clock purse violin ledger portrait basket rope".split()
_PLACES = "garden kitchen market harbour library mill station church tavern orchard attic courtyard".split()
_TIMES = "in the morning|in the evening|on Monday|at noon|at night|in winter|on the tenth day|yesterday".split("|")
_CITIES = "London Bristol Dublin York Leeds Oxford Bath Chester".split()
_PATTERNS = (
    "{one} gave the {thing} to {other} {time}.",
    "{One} took the {thing} from the {place}.",
    "{one} did not see {other} in the {place}.",
    "{other} said that {one} stole the {thing}.",
    "{One} wanted to sell the {thing} in {city}.",
    "{he} carried the {thing} into the {place}.",
    "{one} opened the door of the {place} with the {thing}.",
    "The {thing} was found by {other} in the {place} {time}.",
    "{other} left {city} because {one} lost the {thing}.",
    "{one} and {other} walked through the {place} {time}.",
    "If {one} came to {city}, {other} would hide the {thing}.",
    "{he} lived in {city} with {other}.",
    "The old {thing} stood in the {place}, and nobody touched it.",
    "{One} asked {other} about the {thing}, but {he2} answered nothing.",
    "{one} mended the {thing} {time}, so {other} paid {him}.",
    "Did {other} bring the {thing} to the {place}?",
    "{One} was a tailor of {city}.",
    "{other} must return the {thing} to {one} {time}.",
    "{he} fell on the stairs, and the {thing} broke.",
    "Snow lay on the roofs of {city}.",
)


def documents(folder: Path, lines: int, seed: int = 11) -> list[Path]:
    """Write so many lines into files of 400 lines each, and return these."""
    made = []
    for number, start in enumerate(range(0, lines, LINES_IN_A_DOCUMENT)):
        path = folder / f"d{number:05}.txt"
        count = min(LINES_IN_A_DOCUMENT, lines - start)
        path.write_text("\n".join(_sentences(Random(f"{seed}/{number}"), count)) + "\n", "utf-8")
        made.append(path)
    return made


def question(folder: Path) -> str:
    """Return a question whose answer stands in the first document: what somebody gave to somebody.

    It calls the one by a first name that nobody goes by alone, so that names have to be searched by their letters, too.
    """
    for sentence in (folder / "d00000.txt").read_text("utf-8").splitlines():
        if " gave the " in sentence:
            giver, _, rest = sentence.partition(" gave the ")
            return f"What did {giver} give to {rest.partition(' to ')[2].split()[0]}?"
    raise LookupError("the first document tells of no gift")


def _sentences(chance: Random, count: int) -> Iterator[str]:
    cast = [_known(chance) if chance.random() < KNOWN_SHARE else _person(chance) for _ in range(PEOPLE_IN_A_DOCUMENT)]
    for _ in range(count):
        one, other = chance.sample(cast, 2)
        he, him = ("She", "her") if one[0] == "f" else ("He", "him")
        yield chance.choice(_PATTERNS).format(
            one=one[1],
            One=chance.choice(one[1:]),
            other=other[1],
            he=he,
            him=him,
            he2="she" if other[0] == "f" else "he",
            thing=chance.choice(_THINGS),
            place=chance.choice(_PLACES),
            time=chance.choice(_TIMES),
            city=chance.choice(_CITIES),
        )


def _known(chance: Random) -> tuple[str, str, str, str]:
    """Return a person of the collection; number r appears 1 / r as often as the first."""
    (rank,) = chance.choices(
        range(KNOWN_PEOPLE), cum_weights=list(accumulate(1 / (r + 1) for r in range(KNOWN_PEOPLE)))
    )
    return _person(Random(f"known/{rank}"))


def _person(chance: Random) -> tuple[str, str, str, str]:
    """Return a gender, and the forms of a name: the whole of it first."""
    gender = chance.choice("fm")
    surnames, weights = _surnames()
    (last,) = chance.choices(surnames, cum_weights=weights)
    first, title = chance.choice(_WOMEN if gender == "f" else _MEN), "Mrs." if gender == "f" else "Mr."
    return gender, f"{first} {last}", f"{title} {last}", last


@cache
def _surnames() -> tuple[list[str], list[float]]:
    """Return the surnames in an order that is no alphabet's, and the sums of their weights."""
    made = ["".join(parts).title() for parts in product(_SYLLABLES.split(), repeat=3)]
    Random("surnames").shuffle(made)
    return made, list(accumulate(1 / (rank + COMMON_SURNAMES) for rank in range(1, len(made) + 1)))
