"""Which entry of a knowledge base an entity is, where the rules are sure of it; and why not, where they are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pramana.graph import fold_name
from pramana.karaka.passes.linking_subjects import Subject, bare_words, content_words
from pramana.karaka.passes.linking_types import NAME, types_of
from pramana.karaka.passes.mark_words import MEN, TRADES, WOMEN
from pramana.karaka.passes.marks import callings_conflict
from pramana.karaka.passes.name_reading import read_name
from pramana.karaka.passes.name_words import COMMON_SURNAMES, FEMALE_NAMES, MALE_NAMES
from pramana.karaka.schema import LOCATION, ORGANIZATION, PERSON
from pramana.language import word_set
from pramana.retrieval import KnowledgeEntry, name_key

LEAD = 2
"""By how much the lines must speak for one of several entries more than for any other."""
SURE = 95
"""Confidence where the base itself says that a name means nothing else."""
_WORDLESS = word_set("linking/wordless")


@dataclass(frozen=True, slots=True)
class Assessed:
    """An entry that shares a name with a subject, and the evidence for it.

    `name` is the fullest name that both have. `words` are words of the entry's description that occur in the subject's
    lines; `around` are words of it that are parts of other names in the subject's documents.
    """

    entry: KnowledgeEntry
    name: str
    full: bool
    fit: Literal["agrees", "unknown", "conflicts"]
    words: tuple[str, ...]
    around: tuple[str, ...]

    @property
    def support(self) -> int:
        return len(self.words) + 2 * len(self.around)


@dataclass(frozen=True, slots=True)
class Choice:
    """The entry that a subject is, and how sure that is (1 to 100); or None. `reason` says why, or why not."""

    entry: KnowledgeEntry | None
    reason: str
    confidence: int = 0


def assess(subject: Subject, entries: Iterable[KnowledgeEntry]) -> list[Assessed]:
    """Return the entries that go by a name of a subject, but for those that are about names, by id."""
    found = {one.entry.id: one for entry in entries if (one := _assess(subject, entry)) is not None}
    return [found[id_] for id_ in sorted(found, key=lambda id_: (len(id_), id_))]


def name_entries(entries: Iterable[KnowledgeEntry]) -> bool:
    """Return whether one of the entries is about a name: then others bear it."""
    return any(NAME in types_of(entry.types) for entry in entries)


def choose(subject: Subject, found: Sequence[Assessed], *, borne: bool) -> Choice:
    """Return the entry that a subject surely is. `borne`: the base knows its name as one that several bear."""
    if subject.unclear:
        return Choice(None, "several go by this name, and these lines do not say which")
    flagged = [one for one in found if one.entry.sure and one.fit != "conflicts"]
    if len(flagged) == 1:
        return Choice(flagged[0].entry, f"{_naming_reason(flagged[0])}, and the base says that nothing else is", SURE)
    if not found:
        return Choice(None, "no entry goes by its names")
    left = [one for one in found if one.fit != "conflicts"]
    if not left:
        return Choice(None, "what goes by its name is of another type, gender or calling")
    fullest = [one for one in left if one.full]
    ranked = sorted(
        fullest or left, key=lambda one: (-one.support, one.fit != "agrees", len(one.entry.id), one.entry.id)
    )
    best, rest = ranked[0], ranked[1:]
    if rest and best.support - rest[0].support < LEAD:
        return Choice(None, f"{len(ranked)} entries go by {best.name!r}, and the lines speak for none of them alone")
    missing = _missing(subject, best, alone=not rest, borne=borne)
    if missing:
        return Choice(None, missing)
    confidence = 60 + 10 * (best.fit == "agrees") + 10 * best.full + min(15, 3 * best.support)
    return Choice(best.entry, _reason(subject, best, rest), min(confidence, SURE))


def _missing(subject: Subject, best: Assessed, *, alone: bool, borne: bool) -> str:
    """Return what the best entry lacks, "" where it is sure."""
    words = bare_words(best.name)
    single = len(words) == 1 and (subject.kind != LOCATION or best.fit != "agrees")
    common = single or words[-1] in COMMON_SURNAMES or not {*words} - MALE_NAMES - FEMALE_NAMES
    needed = 0 if best.fit == "agrees" else 2
    if (common and PERSON in (subject.kind, *types_of(best.entry.types))) or borne or single:
        needed = max(needed, 1)
    if subject.sense is not None or not best.full or not alone:
        needed = max(needed, 2)
    if best.support >= needed:
        return ""
    return f"only its name speaks for {best.entry.label!r}, and others may bear it"


def _assess(subject: Subject, entry: KnowledgeEntry) -> Assessed | None:
    kinds = types_of(entry.types)
    called = {name_key(name) for name in entry.names}
    shared = [name for name in subject.names if name_key(name) in called]
    if not shared or kinds == {NAME}:
        return None
    described = content_words(entry.description) - _WORDLESS
    own = content_words(" ".join((*entry.names, *subject.names)))
    capital = content_words(" ".join(word for word in entry.description.split() if word[:1].isupper())) - _WORDLESS
    around = (capital & subject.around) - own
    words = (described & subject.words) - own - around
    full = len(bare_words(shared[0])) == max(len(bare_words(name)) for name in subject.names)
    return Assessed(entry, shared[0], full, _fit(subject, entry, kinds), tuple(sorted(words)), tuple(sorted(around)))


def _fit(subject: Subject, entry: KnowledgeEntry, kinds: frozenset[str]) -> Literal["agrees", "unknown", "conflicts"]:
    if subject.gender and _gender(entry) not in ("", subject.gender):
        return "conflicts"
    if subject.sense is not None and _another_calling(subject.sense, entry.description):
        return "conflicts"
    if not subject.kind or not kinds - {NAME}:
        return "unknown"
    if subject.kind in kinds:
        return "agrees"
    both = {subject.kind, *kinds} <= {LOCATION, ORGANIZATION, NAME}  # a school is either
    return "unknown" if both else "conflicts"


def _gender(entry: KnowledgeEntry) -> str:
    """Return m or f, by a title or a given name of the label, else by the first noun of the description that tells."""
    told = read_name(entry.label).gender
    if told:
        return told
    nouns = (word.strip(",.;:()") for word in entry.description.casefold().split())
    return next(("m" if noun in MEN else "f" for noun in nouns if noun in MEN | WOMEN), "")


def _another_calling(sense: str, description: str) -> bool:
    own = {TRADES[word] for word in fold_name(sense).split() if word in TRADES}
    said = {TRADES[word] for word in content_words(description) if word in TRADES}
    return bool(own and said) and all(callings_conflict(one, other) for one in own for other in said)


def _naming_reason(one: Assessed) -> str:
    return f"{one.entry.label!r} goes by {one.name!r}"


def _reason(subject: Subject, best: Assessed, rest: Sequence[Assessed]) -> str:
    alone = "as no other entry does" if not rest else "and the lines speak for it more than for others"
    parts = [f"{_naming_reason(best)}, {alone}"]
    if best.fit == "agrees":
        parts.append(f"both are of the type {subject.kind}")
    if best.words:
        parts.append(f"its lines say {', '.join(best.words[:5])}")
    if best.around:
        parts.append(f"{', '.join(best.around[:5])} is named beside it")
    return "; ".join(parts)
