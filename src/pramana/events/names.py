"""From a mention in a line to the entity that it names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pramana.evidence import Span
from pramana.language import lemma_of, negating_words, possible_tags, word_list, word_set

PRONOUNS = word_set("mentions/pronouns")

_DETERMINERS = word_set("mentions/determiners")
_QUANTITIES = word_set("mentions/quantities")
_PEOPLE = word_set("apposition/person_nouns") | word_set("people/people") | word_set("types/people")
_COMMON_ENDINGS = tuple(word_list("morphology/common_endings"))
_HONORIFICS = word_set("mentions/honorifics")
_ONE_MENTION = re.compile(r"@.*_L\d+:\d+$")
_LIKE_AN_ID = re.compile(rf"_L\d+(_K\d+)?$|{_ONE_MENTION.pattern}|\)$")


_QUOTES = '"“”'
_MARKS = " \t.,;:!?'‘’«»()[]{}—–-…*_" + _QUOTES
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ('"', '"'))
_ABBREVIATION = re.compile(r"\b[A-Z](?:\.[A-Z])+$")
"""*U.S.*: its last stop is its own."""
_POSSESSIVES = word_set("reference/owners")
_POINTING = frozenset("this that these those".split())
_HANGING = word_set("reference/within")


@dataclass(frozen=True, slots=True)
class Named:
    """The entity node of a mention: its id, its canonical name, and the names by which it can be found."""

    id: str
    canonical_name: str
    names: tuple[str, ...]
    pronoun: bool


def name_mention(doc_id: str, line_number: int, line: str, span: Span) -> Named:
    """Return the entity that the mention at `span` names.

    A name is the mention without determiners and surrounding punctuation, in NFC; two lines that use the same name
    mean the same entity until something distinguishes them. Each mention of a pronoun gets a separate node; so does a
    phrase whose meaning depends on its place (*his nephew*, *this man*): one node would fuse every man's nephew.
    """
    mention = " ".join(unicodedata.normalize("NFC", line[span.start : span.end]).split())
    here = f"@{doc_id}_L{line_number}:{span.start}"
    if mention.casefold() in PRONOUNS:
        return Named(mention + here, mention, (), pronoun=True)
    name = canonical_name(_with_common_case(line, span, mention))
    if told_by_place(mention):
        first = mention.partition(" ")[0].casefold()
        kept = name.casefold().startswith(f"{first} of ")  # *those of London*
        said = first + name[len(first) :] if kept else f"{first} {name}"
        name = said if kept else name
        return Named(said + here, said, tuple(dict.fromkeys((said, *search_names(name)))), pronoun=False)
    return Named(_apart_from_ids(name), name, search_names(name), pronoun=False)


def is_one_mention(entity: str) -> bool:
    """Return whether an entity's id is that of one mention: a pronoun, or what only its place tells.

    >>> is_one_mention("He@a.txt_L3:0"), is_one_mention("Scrooge")
    (True, False)
    """
    return bool(_ONE_MENTION.search(entity))


def has_possessive(name: str) -> bool:
    """Return whether a name says by a pronoun whose it is.

    >>> has_possessive("his nephew"), has_possessive("Scrooge's nephew"), has_possessive("his")
    (True, False, False)
    """
    first, blank, _ = name.partition(" ")
    return bool(blank) and first.casefold() in _POSSESSIVES


def is_demonstrative(name: str) -> bool:
    """Return whether a name is a common noun that somebody points at.

    >>> [is_demonstrative(name) for name in ("this old man", "those of London", "that Scrooge", "this")]
    [True, True, False, False]
    """
    first, _, rest = name.partition(" ")
    if first.casefold() not in _POINTING or not rest:
        return False
    words = [first.casefold(), *rest.split()]
    head = next((before for before, word in pairwise(words) if word in _HANGING), words[-1])
    return head[:1].islower()


@lru_cache(maxsize=16_384)
def told_by_place(name: str) -> bool:
    """Return whether the meaning of a phrase other than a pronoun depends on its place: *his nephew*, *this man*.

    Each mention of such a phrase gets a separate node.
    """
    return has_possessive(name) or is_demonstrative(name) or is_partitive(name)


def is_partitive(name: str) -> bool:
    """Return whether a name takes a part out of a group, which the next such name need not mean.

    >>> [is_partitive(name) for name in ("two of the men", "some of them", "one of her husbands", "one of a kind")]
    [True, True, True, False]
    """
    words = name.casefold().split()
    if len(words) < 3 or words[1] != "of" or not (words[0] in _QUANTITIES or words[0].isdecimal()):
        return False
    return words[2] in PRONOUNS or words[2] == "the"


def _with_common_case(line: str, span: Span, mention: str) -> str:
    """The mention in lower case where only the start of a sentence makes its first word a capital: *Prosecutors*.

    *Brown*, *May* and *Apple* stay: the tagger knows them as names, too. So does a word of a name (*Evidence Act*).
    """
    first, _, rest = mention.partition(" ")
    before = line[: span.start].rstrip(_QUOTES + " ‘(")
    starts = not before or before[-1] in ".!?:"
    if not (starts and first[:1].isupper() and first[1:].islower() and not any(letter.isupper() for letter in rest)):
        return mention
    lemma = lemma_of(first.lower(), "NN2") if first.endswith("s") else first.lower()
    common = lemma in _PEOPLE or first.lower().endswith(_COMMON_ENDINGS)
    return first.lower() + mention[len(first) :] if common and "NP0" not in possible_tags(first) else mention


@lru_cache(maxsize=16_384)
def canonical_name(mention: str) -> str:
    """Return a mention as a name: no determiner in front, no punctuation around, no possessive ending.

    What denies it is left out, too: code refuses an affirmative Kriyā with such a mention (`polarity.py`), and in a
    negative one *no evidence* is the evidence that was not found.

    >>> canonical_name("the old bow,")
    'old bow'
    >>> canonical_name("hardly any water"), canonical_name("None of the guards")
    ('water', 'guards')
    >>> canonical_name("No Country for Old Men")
    'No Country for Old Men'
    >>> canonical_name("The"), canonical_name("some of the men"), canonical_name("the U.S.")
    ('The', 'some of the men', 'U.S.')
    >>> canonical_name('the "Cycle"'), canonical_name('the film "Cycle"')
    ('Cycle', 'film "Cycle"')
    """
    words = _strip_marks(mention).split(" ")
    denying = negating_words(words)
    words = words[denying:] if 0 < denying < len(words) else words
    while len(words) > 1 and words[0].casefold() in _DETERMINERS and words[1].casefold() != "of":
        words = words[1:]
    for ending in ("'s", "’s"):
        words[-1] = words[-1].removesuffix(ending)
    return _strip_marks(" ".join(words)) or mention


def _strip_marks(text: str) -> str:
    """The text without marks around it; half of a pair stays where its other half is inside: *Rule 12(b)*."""
    words = text.strip(_MARKS)
    start = text.find(words)
    end = start + len(words)
    for opening, closing in _PAIRS:
        inside = text[start:end]
        half = inside.count('"') % 2 == 1 if opening == closing else inside.count(opening) > inside.count(closing)
        end += half and text[end : end + 1] == closing
        other = opening != closing and inside.count(closing) > inside.count(opening)
        half = half and text[end - 1] != closing
        start -= (other or half) and text[start - 1 : start] == opening
    own = _ABBREVIATION.search(text[start:end]) and text[end : end + 1] == "."
    return text[start : end + bool(own)]


def search_names(name: str) -> tuple[str, ...]:
    """Return the name, and the name without its honorific where it has one.

    >>> search_names("Mr. Scrooge")
    ('Mr. Scrooge', 'Scrooge')
    """
    words = name.split(" ")
    if len(words) > 1 and words[0].casefold().rstrip(".") in _HONORIFICS:
        return name, " ".join(words[1:])
    return (name,)


def _apart_from_ids(name: str) -> str:
    """Keep an entity whose name looks like the id of a line, a Kriyā, a pronoun or a sense apart from it."""
    return f"{name} (entity)" if _LIKE_AN_ID.search(name) else name
