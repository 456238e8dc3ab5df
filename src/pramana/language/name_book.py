"""What a text tells of its names: which of them name one bearer, and what is known of each bearer from any line.

*Mr. Scrooge* once, and *Scrooge* is a man everywhere; *Marta Keller* once, and *Marta* and *Dr. Keller* are she.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from pramana.language import lexicon as lex
from pramana.language.agreement import (
    FEMALE,
    FEMALE_TITLES,
    GROUPS,
    MALE,
    MALE_TITLES,
    NEUTRAL_TITLES,
    PERSON,
    THING,
    UNKNOWN,
    Traits,
)
from pramana.language.mentions import INDIRECT, OBJECT, POSSESSOR, SUBJECT, AnalysedLine, Mention
from pramana.language.model import Clause, ClauseKind, NounPhrase
from pramana.language.word_lists import word_set, word_table

_HE_OR_SHE = {
    **dict.fromkeys("he him his himself".split(), MALE),
    **dict.fromkeys("she her hers herself".split(), FEMALE),
}
LEAST_VOTES = 2
"""Lines with one name and pronouns of one gender that tell a gender, where none speaks against it."""
NEAR = 3
"""Lines in which another person of a gender takes its pronouns."""
CLEAR = 4
"""So many times as many votes outweigh those against."""
_WHERE = word_set("reference/whereabouts")
"""A lone name after these, and never a subject, is a place's. *From* and *to* go with people as well."""
_TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
_AGES = frozenset(word_table("names/ages"))
_PARTICLES = word_set("names/particles") | {"of", "and", "&"}
_PLACES = word_set("types/places")
GROUP = "group"
"""What is told of an organisation: a thing that *it* and *they* can both mean."""
_DESCRIBING = frozenset({ClauseKind.APPOSITION, ClauseKind.TITLE})
_CALLING = frozenset({"name", "call"})

Words = tuple[str, ...]


def name_words(mention: Mention) -> Words:
    """Return the words of a name in small letters, without what precedes it: *Chief engineer Tom Brekke*.

    Titles, ages and articles are left out, unless nothing else is left: *Old Amos*, *the Nile*.
    """
    words = [word.strip(".,;:'’\"“”()") for word in mention.text.removesuffix("'s").removesuffix("’s").split()]
    first = 0
    for place, word in enumerate(words):
        if word[:1].islower() and word.lower() not in _PARTICLES:
            first = place + 1
    own = [word.casefold() for word in words[first:] if word] or [word.casefold() for word in words if word]
    while len(own) > 1 and (own[0] in _TITLES or own[0] in _AGES or own[0] in {"the", "a", "an"}):
        own = own[1:]
    return tuple(own)


class NameBook:
    """The names of a text, each with its bearer, and the sorts that titles, nouns, verbs and pronouns give it.

    All lines are noted before the first question.
    """

    def __init__(self, heading: frozenset[str] = frozenset()) -> None:
        self._heading = heading
        self._full: set[Words] = set()
        self._things: set[Words] = set()
        self._counts: Counter[Words] = Counter()
        self._inside: set[Words] = set()
        self._titled: dict[Words, set[str]] = defaultdict(set)
        self._told: dict[Words, set[str]] = defaultdict(set)
        self._votes: dict[Words, Counter[str]] = defaultdict(Counter)
        self._seen: dict[Words, Counter[str]] = defaultdict(Counter)
        self._subject: Words = ()
        """The only name of the line before, where that is a subject."""
        self._last: dict[str, tuple[int, Words]] = {}
        """By gender, the last line with a person of it, and who that is; () where nothing tells."""
        self._keys: dict[tuple[Words, str], str] = {}

    def note_line(self, line: AnalysedLine, mentions: Sequence[Mention]) -> None:
        """Take in the mentions of a line."""
        for mention in mentions:
            if mention.name:
                self._note(line, mention)
        for name, sort in _descriptions(line):
            self._told[name].add(sort)
        self._note_pronouns(line, mentions)

    def _note(self, line: AnalysedLine, mention: Mention) -> None:
        words = name_words(mention)
        self._counts[words] += 1
        if line.sentence.text[: mention.start].strip("\"'“‘«([ "):
            self._inside.add(words)
        if len(words) > 1:
            self._full.add(words)
            if mention.traits.sort == THING:
                self._things.add(words)
        title = mention.text.split(" ")[0].lower().rstrip(".")
        if " " in mention.text and title in MALE_TITLES | FEMALE_TITLES:
            self._titled[words].add(MALE if title in MALE_TITLES else FEMALE)
        elif mention.traits.sort != UNKNOWN:
            self._told[words].add(mention.traits.sort)
        if mention.role == SUBJECT and mention.clause >= 0:
            verb = line.sentence.clauses[mention.clause].verb
            if verb in lex.SPEECH or verb in lex.THOUGHT:
                self._told[words].add(PERSON)
        self._note_use(line, mention, words)

    def _note_use(self, line: AnalysedLine, mention: Mention, words: Words) -> None:
        articled = mention.text[:4].lower() == "the "
        before = _word_before(line, mention)
        if len(words) == 1:
            use = "subject" if mention.role == SUBJECT else "other"
            use = "article" if articled or before == ["the"] else "place" if _WHERE.intersection(before) else use
            self._seen[words][use] += 1

    def _note_pronouns(self, line: AnalysedLine, mentions: Sequence[Mention]) -> None:
        """Take in the gender that pronouns tell: those behind the only name of a line, or opening the line after it.

        Not where somebody else of that gender is near: *Dunmore wrote that she had found it* tells that he knew her.
        """
        names = {
            name_words(mention): mention
            for mention in mentions
            if mention.name and mention.traits.sort != THING and not _WHERE.intersection(_word_before(line, mention))
        }
        opener = line.sentence.text.lstrip("\"'“‘ ").split(" ", 1)[0].lower()
        if self._subject and opener in _HE_OR_SHE:
            self._vote(self._subject, _HE_OR_SHE[opener], line.number, LEAST_VOTES)
        self._subject = ()
        if len(names) == 1:
            ((words, name),) = names.items()
            whole = name.role == SUBJECT and name.phrase[0] == _first_subject(line, name)
            self._subject = words if whole else ()
            meant = [m for m in mentions if _may_mean(m, name)]
            said = {_HE_OR_SHE[m.text.lower()] for m in meant}
            own = any(m.role == POSSESSOR and m.clause == name.clause and name.role == SUBJECT for m in meant)
            for gender in said if len(said) == 1 else ():
                self._vote(words, gender, line.number, LEAST_VOTES if own else 1)
        self._note_people(line.number, mentions)

    def _vote(self, words: Words, gender: str, number: int, weight: int) -> None:
        line, who = self._last.get(gender, (number - NEAR - 1, ()))
        if who == words or number - line > NEAR:
            self._votes[words][gender] += weight
            self._last[gender] = number, words

    def _note_people(self, number: int, mentions: Sequence[Mention]) -> None:
        """Remember who of each gender was mentioned last: a person whose own words tell it, or a pronoun."""
        for mention in mentions:
            gender = mention.traits.sort
            if gender not in {MALE, FEMALE}:
                continue
            if not mention.pronoun:
                self._last[gender] = number, name_words(mention) if mention.name else ()
            else:
                line, who = self._last.get(gender, (number, ()))
                self._last[gender] = number, who if line >= number - NEAR else ()

    # Bearers ---------------------------------------------------------------------------------------------------------

    def key(self, mention: Mention) -> str:
        """Return what is the same for all mentions of one bearer: a name's fullest form, else the noun phrase.

        A short form has its only longer name of the text. *Marta* and *Dr. Keller* are *Marta Keller*.
        """
        if not mention.name:
            said = mention.text.casefold().split()
            return " ".join(said[1:] if len(said) > 1 and said[0] in {"the", "a", "an"} else said)
        words, gender = name_words(mention), _title_gender(mention)
        if (words, gender) not in self._keys:
            self._keys[words, gender] = " ".join(self._bearer(words, gender))
        return self._keys[words, gender]

    def _bearer(self, words: Words, gender: str) -> Words:
        found = self._bearers(words)
        if gender and len(found) > 1:
            found = [full for full in found if self._gender_of(full) in {gender, ""}]
        if len(found) > 1 and self._heading:
            found = [full for full in found if self._heading.issuperset((full[0], full[-1]))] or found
        if len(found) == 1 and not (gender and self._gender_of(found[0]) not in {gender, ""}):
            return found[0]
        return (*words, gender) if gender and len(self._titled[words]) > 1 else words

    def _bearers(self, words: Words) -> list[Words]:
        """Return the longer names that begin or end as a name does, of those that contain each other the longest."""
        if len(words) > 1:
            return sorted({self._longest[words[0], words[-1]]} if (words[0], words[-1]) in self._longest else {words})
        own = self._voted_gender(words)  # *Patey*, who married *John Patey*, is *she*
        found = sorted(self._by_word.get(words[0], ()))
        return [full for full in found if not own or self._gender_of(full) in {own, ""}]

    @cached_property
    def _longest(self) -> dict[tuple[str, str], Words]:
        """The longest name with the same first and last word: *Agnes Mary Tarrow* for *Agnes Tarrow*."""
        found: dict[tuple[str, str], Words] = {}
        for words in sorted(self._full, key=lambda each: (len(each), each)):
            found[words[0], words[-1]] = words
        return found

    @cached_property
    def _by_word(self) -> dict[str, set[Words]]:
        found: dict[str, set[Words]] = defaultdict(set)
        for words in self._longest.values():
            found[words[0]].add(words)
            if words not in self._things and "of" not in words:
                found[words[-1]].add(words)
        return found

    def is_name(self, mention: Mention) -> bool:
        """Whether a name occurs within a line, or is part of a longer one."""
        words = name_words(mention)
        return words in self._inside or self.key(mention) != " ".join(words)

    def is_most_named(self, key: str) -> bool:
        """Whether no bearer of the text is named more often."""
        return self._bearer_counts[key] > 0 and self._bearer_counts[key] == max(self._bearer_counts.values())

    @cached_property
    def _bearer_counts(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for words, count in self._counts.items():
            found[" ".join(self._bearer(words, ""))] += count
        return found

    # Traits ----------------------------------------------------------------------------------------------------------

    def traits(self, mention: Mention) -> Traits:
        """What is known of a mention: its own words first, then what the text says of its bearer."""
        told = mention.traits
        if not mention.name or told.sort in {MALE, FEMALE, THING}:
            return self._by_title(mention) if mention.name and told.sort in {MALE, FEMALE} else told
        sort = self._sort_of(name_words(mention), self.key(mention))
        if sort == GROUP:
            return Traits(THING, None)
        return Traits(sort, told.plural) if sort else told

    def _by_title(self, mention: Mention) -> Traits:
        """A lone name that is a surname here has the gender of its titles: *Mr. Kelly*, and *Kelly*."""
        words = name_words(mention)
        told = self._titled[words]
        if len(words) > 1 or " " in mention.text or not told:
            return mention.traits
        return Traits(next(iter(told)) if len(told) == 1 else PERSON, mention.traits.plural)

    def _sort_of(self, words: Words, key: str) -> str:
        if len(self._titled[words]) > 1:
            return PERSON
        names = [words, *self._names_of.get(key, ())]
        gender = _only({self._gender_of(each) for each in names} - {""})
        if gender:
            return gender
        told = {sort for each in names for sort in self._told[each]}
        if told & {PERSON, MALE, FEMALE}:
            return PERSON
        if GROUP in told:
            return GROUP
        thing = THING in told or (len(words) == 1 and self._is_used_as_thing(words))
        return THING if thing else ""

    @cached_property
    def _names_of(self) -> dict[str, list[Words]]:
        """The names of each bearer."""
        found: dict[str, list[Words]] = defaultdict(list)
        for words in self._counts:
            found[" ".join(self._bearer(words, ""))].append(words)
        return found

    def _gender_of(self, words: Words) -> str:
        """The gender that titles, nouns and pronouns give to one form of a name, "" for none or two."""
        titled, told = self._titled[words], self._told[words] & {MALE, FEMALE}
        return _only(titled) or ("" if titled else _only(told)) or self._voted_gender(words)

    def _voted_gender(self, words: Words) -> str:
        votes = self._votes.get(words, Counter())
        for one, other in ((MALE, FEMALE), (FEMALE, MALE)):
            if votes[one] >= LEAST_VOTES and votes[one] >= CLEAR * votes[other]:
                return one
        return ""

    def _is_used_as_thing(self, words: Words) -> bool:
        """Whether a lone name is mostly used as names of places and ships are: *in Graz*, *the Grosvenor*."""
        seen = self._seen[words]
        articled = 2 * seen["article"] > sum(seen.values())
        return not seen["subject"] and (articled or seen["place"] > seen["other"])


def _only(found: set[str]) -> str:
    return next(iter(found)) if len(found) == 1 else ""


def _title_gender(mention: Mention) -> str:
    title, _, rest = mention.text.lower().partition(" ")
    title = title.rstrip(".")
    return "" if not rest else MALE if title in MALE_TITLES else FEMALE if title in FEMALE_TITLES else ""


def _may_mean(pronoun: Mention, name: Mention) -> bool:
    """Whether *he* or *she* behind a name may be its bearer: not the object of his own verb (*Dunmore took her*)."""
    if pronoun.start < name.start or pronoun.text.lower() not in _HE_OR_SHE:
        return False
    acted_on = pronoun.clause == name.clause and pronoun.role in {OBJECT, INDIRECT} and name.role == SUBJECT
    return not acted_on or pronoun.text.lower().endswith("self")


def _first_subject(line: AnalysedLine, mention: Mention) -> int:
    subjects = line.sentence.clauses[mention.clause].subjects if mention.clause >= 0 else ()
    return subjects[0].start if subjects else -1


def _word_before(line: AnalysedLine, mention: Mention) -> list[str]:
    return line.sentence.text[: mention.start].lower().split()[-1:]


def _descriptions(line: AnalysedLine) -> Iterator[tuple[Words, str]]:
    """Yield the names that a line describes with the sort that the noun gives: *Colora, a small company*.

    *Her father, Josef Keller*, *a stranger named Marsh*, *Nadia Petrova is a botanist*.
    """
    for clause in line.sentence.clauses:
        if len(clause.subjects) != 1 or len(clause.objects) != 1 or not _describes(clause):
            continue
        one, other = (_phrase_mention(line, each) for each in (clause.subjects[0], clause.objects[0]))
        if one.name == other.name:
            continue
        name, noun = (one, other) if one.name else (other, one)
        sort = _sort_of_noun(noun)
        if sort:
            yield name_words(name), sort


def _sort_of_noun(noun: Mention) -> str:
    """Return what a describing noun tells of a name; "" where it may be said of anything (*the key*, *the heart*)."""
    word = noun.text.lower().split()[-1]
    if word in GROUPS:
        return GROUP
    if word in _PLACES:
        return THING
    return noun.traits.sort if noun.traits.sort in {MALE, FEMALE, PERSON} else ""


def _describes(clause: Clause) -> bool:
    return clause.kind in _DESCRIBING or clause.verb in _CALLING or (clause.verb == "be" and not clause.negated)


def _phrase_mention(line: AnalysedLine, phrase: NounPhrase) -> Mention:
    return line.mention(phrase.start, line.sentence.tokens[phrase.head].end)
