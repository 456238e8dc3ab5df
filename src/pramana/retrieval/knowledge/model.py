"""What a knowledge base is asked, and what it answers with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

LONGEST_LABEL = 200
"""Code points. Labels and aliases of Wikidata have at most 250. These four bounds keep what a
stranger's server sends out of prompts and databases; what is beyond them is cut."""
LONGEST_DESCRIPTION = 500
"""Code points. Wikidata's descriptions have at most 250; a gazetteer's may be two sentences."""
MOST_ALIASES = 64
"""Aliases of an entry, the first ones. Arbitrary: a name is compared with each."""
MOST_TYPES = 16
"""Types of an entry, the first ones. Arbitrary: prompts list them."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/#-]{0,119}")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", ".": ""})


@dataclass(frozen=True, slots=True)
class KnowledgeEntry:
    """One entry of a knowledge base, its texts made plain. `types` are the names of its classes (*human*, *city*).

    `sure`: whoever keeps the base says that its names mean nothing else in the documents it is meant for.
    """

    id: str
    label: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sure: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return (self.label, *self.aliases)


@dataclass(slots=True)
class LookUp:
    """One look-up of several questions. `used` grows by the stored answers that it rests on: request to number.

    `pinned` holds those of the run that is repeated; None where none is.
    """

    used: dict[str, int] = field(default_factory=dict)
    pinned: Mapping[str, int] | None = None


class KnowledgeBase(Protocol):
    """Entries by name and by id. Answers depend on `identity` and on the question alone, once they are stored.

    Both methods raise KnowledgeFailed where no usable answer came, KnowledgeFileError for a broken file, and
    ReplayMiss where a repeated look-up has no stored answer.
    """

    @property
    def name(self) -> str:
        """What ids are prefixed by outside the base: `wikidata`."""
        ...

    @property
    def identity(self) -> Mapping[str, str]:
        """All that decides answers."""
        ...

    async def search(self, name: str, looking: LookUp, *, kind: str = "", limit: int = 8) -> tuple[KnowledgeEntry, ...]:
        """Return at most `limit` entries that may be called so, in the base's own order; types may be missing.

        `kind` is the type that is looked for (*Person*), a hint.
        """
        ...

    async def entries(self, ids: Sequence[str], looking: Mapping[str, LookUp]) -> dict[str, KnowledgeEntry]:
        """Return entries whole, by the ids asked for; ids that are not there are left out.

        An entry that was merged into another comes with the id of that one. `looking` is by the id asked for.
        """
        ...

    async def aclose(self) -> None: ...


def name_key(name: str) -> str:
    """Return the form under which names are looked up: folded, one kind of quotes and dashes, no full stops.

    >>> name_key("Mr.  O’Brien—Smith")
    "mr o'brien-smith"
    """
    composed = unicodedata.normalize("NFC", name.translate(_QUOTES)).casefold()
    return " ".join(unicodedata.normalize("NFC", composed).split())


def one_line(text: str, longest: int) -> str:
    """Return a stranger's text on one line: no control or invisible signs, cut at `longest` code points.

    >>> one_line("a\\u202eb\\n\\x1b[31mc", 9)
    'ab [31mc'
    """
    if text.isprintable():
        return " ".join(text.split())[:longest].rstrip()
    shown = "".join(" " if sign.isspace() else "" if unicodedata.category(sign)[0] == "C" else sign for sign in text)
    return " ".join(shown.split())[:longest].rstrip()


def entry(
    id_: str,
    label: str,
    description: str = "",
    aliases: Iterable[str] = (),
    types: Iterable[str] = (),
    sure: bool = False,
) -> KnowledgeEntry | None:
    """Return an entry made plain; None where its id or its label is none."""
    named = one_line(label, LONGEST_LABEL)
    if not _ID.fullmatch(id_) or not named:
        return None
    also = [one_line(alias, LONGEST_LABEL) for alias in aliases]
    called = tuple(name for name in dict.fromkeys(also) if name and name != named)
    kinds = tuple(kind for kind in dict.fromkeys(one_line(each, LONGEST_LABEL) for each in types) if kind)
    return KnowledgeEntry(
        id_, named, one_line(description, LONGEST_DESCRIPTION), called[:MOST_ALIASES], kinds[:MOST_TYPES], sure
    )
