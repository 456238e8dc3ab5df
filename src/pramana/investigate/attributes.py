"""Which attribute words of a question mean: *price* is `unit_price_eur`, *hired* `hireDate`, *heaviest* `weight_kg`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from pramana.investigate.called import type_names
from pramana.investigate.profile import AttributeProfile, GraphProfile
from pramana.investigate.shapes import Ranked
from pramana.investigate.terms import term_of
from pramana.investigate.words import ASCENDING
from pramana.language import spelled_singular, stem, word_set, word_table

_UNITS = word_set("investigation/units")
_MAKING = frozenset(map(stem, word_set("investigation/making")))
_DATES = frozenset(("year", "date"))
_SINCE = frozenset(("since", "from", "start", "year", "date", "started"))
_FILLING = frozenset(("a", "an", "the", "per", "each", "of", "in", "own", "its"))
_ASKED: Mapping[str, frozenset[str]] = {
    key: frozenset(names.split())
    for word, names in word_table("investigation/asked").items()
    for key in (word, " ".join((*word.split()[:-1], stem(word.split()[-1]))))  # *wide* has the stem *wid*
}
_EXTREMES = word_table("investigation/extremes")
_NUMBERS = frozenset(("integer", "number"))
_SIGNS = word_table("investigation/signs")
_LOW = ASCENDING | {"fewer"}
_HIGH = frozenset((*_SIGNS["E"].split(), *_SIGNS["F"].split(), "most")) - _LOW


class Attributes:
    """The attributes of nodes of some types, or of edges, by the words that may ask for them."""

    def __init__(self, found: Iterable[AttributeProfile]) -> None:
        self._profiles = {each.name: each for each in found}

    @classmethod
    def of_types(cls, facts: GraphProfile, types: Iterable[str]) -> Attributes:
        """Return those of nodes of some types, without their names."""
        kinds = [kind for each in types if (kind := facts.type(each)) is not None]
        return cls(each for kind in kinds for each in kind.attributes if each.name not in type_names(kind))

    @classmethod
    def of_relations(cls, facts: GraphProfile, relations: Iterable[str]) -> Attributes:
        """Return those of edges of some relations."""
        found = [profile for each in relations if (profile := facts.relation(each)) is not None]
        return cls(each for profile in found for each in profile.attributes)

    def name_for(self, words: Sequence[str], form: str = "what", *, numbers: bool = False) -> str | None:
        """Return the one attribute that words ask for, by its name with or without its unit, or by a word that asks for
        it in questions of a `form` (*what*, *how much*); None where there is none, or several."""
        wanted = _stems(words)
        if not wanted:
            return None
        able = [name for name in self._profiles if not numbers or self.has_numbers(name)]
        for fits in (
            [name for name in able if _stems(_without_unit(name, units=True)) == wanted],
            [name for name in able if _stems(_without_unit(name)) == wanted],
            [name for name in able if _ask_for(form, wanted, name)],
        ):
            if fits:
                return fits[0] if len(fits) == 1 else None
        return None

    def asked_name(self, words: Sequence[str], form: str) -> str | None:
        """Return the attribute that a question of a form asks for: *when* a time, *how many* a number, *who* by a verb
        that is a post (*who runs X*), never by an attribute's own name (*who founded X* is not a year)."""
        if form == "when":
            return self.time_name(words)
        if form == "who":
            found = [name for name in self._profiles for word in _stems(words) if _measures(form, word, name)]
            return found[0] if len(found) == 1 and self.is_text(found[0]) else None
        return self.name_for(words, form, numbers=form in ("much", "many"))

    def time_name(self, words: Sequence[str], *, since: bool = False) -> str | None:
        """Return the one attribute that says when what a verb says took place; None where there is none, or several.

        `since`: the verb is the relation of an edge, and any date of the edge is meant.
        """
        able = [name for name in self._profiles if self.is_time(name)]
        wanted = _stems(words)
        own = [name for name in able if wanted and wanted <= _stems(_words(name))]
        told = [name for name in able for word in wanted if _measures("when", word, name)]
        general = _SINCE if since else _DATES if wanted and wanted <= _MAKING else frozenset[str]()
        any_date = [name for name in able if general and set(_without_unit(name)) <= general]
        for fits in (own, list(dict.fromkeys(told)), any_date):
            if fits:
                return fits[0] if len(fits) == 1 else None
        return None

    def order_by(self, word: str, words: Sequence[str] = ()) -> Ranked | None:
        """Return the order that a superlative asks for, by the attribute that words name, or by the one that it
        measures itself (*heaviest*); None where not exactly one attribute fits."""
        if words:
            name = self.name_for(words, numbers=True) or (self.time_name(words) if word in _HIGH | _LOW else None)
            down = word in _HIGH or (word not in _LOW and _direction(word))
            return None if name is None or not is_superlative(word) else Ranked(name, down)
        found = []
        for each in _extremes(word):
            down, measure = not each.startswith("-"), each.removeprefix("-")
            names = [name for name in self._profiles if measure in _words(name) and self._can_order(name)]
            found += [Ranked(name, down) for name in names]
        return found[0] if len({each.attribute for each in found}) == 1 else None

    def _can_order(self, name: str) -> bool:
        return self.has_numbers(name) or self.is_time(name)

    def has_numbers(self, name: str) -> bool:
        """Whether all that is known of an attribute are numbers."""
        return set(self._profiles[name].kinds) <= _NUMBERS

    def is_text(self, name: str) -> bool:
        """Whether an attribute's values are texts."""
        return self._profiles[name].kinds == ("text",)

    def is_time(self, name: str) -> bool:
        """Whether an attribute's values are years, or dates as ISO 8601 writes them, as far as examples show."""
        profile = self._profiles[name]
        return bool(profile.values) and all(map(_is_time, profile.values))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return tuple(self._profiles)

    def has(self, name: str) -> bool:
        """Whether there is an attribute of this name."""
        return name in self._profiles


def _ask_for(form: str, words: frozenset[str], name: str) -> bool:
    """Whether all words ask for an attribute, or are its own: *job title* for a title."""
    measuring = [word for word in words if _measures(form, word, name)]
    own = _stems(_words(name))
    return bool(measuring) and all(word in measuring or word in own for word in words)


def _measures(form: str, word: str, name: str) -> bool:
    """Whether a word asks for an attribute in questions of a form: *how much does he earn* for a salary."""
    return not _ASKED.get(f"{form} {word}".strip(), frozenset()).isdisjoint(_words(name))


def _is_time(value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return (
            1000 <= value <= 2100
        )  # years that people date things by; a count may be one too, so words decide as well
    parts = str(value).split("T")[0].split("-")
    return isinstance(value, str) and len(parts[0]) == 4 and all(part.isdigit() for part in parts)


def _direction(word: str) -> bool:
    first = _extremes(word)
    return bool(first) and not first[0].startswith("-")


@cache
def _extremes(word: str) -> tuple[str, ...]:
    """Return the measures by which a superlative orders, those with `-` from the least on.

    They are its own, else those that *how* asks for with its adjective: *deepest* is how deep.
    """
    if word in _EXTREMES or not word.endswith("est"):
        return tuple(_EXTREMES.get(word, "").split())
    base = word.removesuffix("est")
    adjectives = (base, f"{base}e", f"{base[:-1]}y", base[:-1])  # deepest, widest, heaviest, biggest
    found = (_ASKED.get(each) or _ASKED.get(stem(each)) for each in adjectives)
    return tuple(sorted(next(filter(None, found), ())))


def is_superlative(word: str) -> bool:
    """Whether a word asks for the first by some order."""
    return word in _HIGH | _LOW or bool(_extremes(word))


def is_making(word: str) -> bool:
    """Whether a verb says that something was made: *written*, *built*."""
    return stem(word) in _MAKING


def is_low(word: str) -> bool:
    """Whether a superlative asks for the least of what is named beside it."""
    return word in _LOW


@cache
def _words(name: str) -> tuple[str, ...]:
    return term_of(name).words or (name.casefold(),)


@cache
def _without_unit(name: str, units: bool = False) -> tuple[str, ...]:
    """Return an attribute's words without the unit at their end: of `visitors_per_year` the visitors."""
    words = [word for word in _words(name) if word not in _FILLING]
    while not units and len(words) > 1 and words[-1] in _UNITS:
        words.pop()
    if not units and len(words) > 1 and words[0] == "unit":
        words = words[1:]
    return tuple(words)


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(spelled_singular(word.casefold())) for word in words if word.casefold() not in _FILLING)
