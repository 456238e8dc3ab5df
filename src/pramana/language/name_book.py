"""What a text tells of its names somewhere: *Mr. Scrooge* once, and *Scrooge* is a man everywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property

from pramana.language import lexicon as lex
from pramana.language.agreement import FEMALE, FEMALE_TITLES, MALE, MALE_TITLES, PERSON, THING, UNKNOWN, Traits
from pramana.language.mentions import SUBJECT, AnalysedLine, Mention

_HE_OR_SHE = {
    **dict.fromkeys("he him his himself".split(), MALE),
    **dict.fromkeys("she her hers herself".split(), FEMALE),
}
LEAST_VOTES = 2
"""Lines with one name and pronouns of one gender that tell a gender, where none speaks against it."""
CLEAR = 4
"""So many times as many votes outweigh those against."""
_WHERE = frozenset("in at near into through across around within towards beyond".split())
"""A lone name after these, and never a subject, is a place's. *From* and *to* go with people as well."""


def key_of(mention: Mention) -> str:
    """Mentions with one key are taken for the same: a name's last word, else the whole phrase without determiner."""
    words = mention.text.casefold().split()
    if mention.name and words:
        return words[-1]
    return " ".join(words[1:] if len(words) > 1 and words[0] in {"the", "a", "an"} else words)


def _given_name(mention: Mention) -> str:
    """Return the first word of a name, by which its bearer's gender is known."""
    return mention.text.casefold().removeprefix("the ").split(" ", 1)[0]


def _word_before(line: AnalysedLine, mention: Mention) -> list[str]:
    return line.sentence.text[: mention.start].lower().split()[-1:]


class NameBook:
    """The sorts that titles and verbs give to each name of a text."""

    def __init__(self) -> None:
        self._sorts: dict[str, set[str]] = {}
        self._acting: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._subject = ""
        """The given name of the only name of the line before, where that is a subject."""
        self._votes: dict[str, Counter[str]] = defaultdict(Counter)
        self._seen: dict[str, Counter[str]] = defaultdict(Counter)

    def note_line(self, line: AnalysedLine, mentions: Sequence[Mention]) -> None:
        """Take in the mentions of a line: pronouns of one gender beside a single name tell that name's gender.

        So does a pronoun that opens the line after one with a single subject.
        """
        names = {
            _given_name(mention): mention
            for mention in mentions
            if mention.name and mention.traits.sort != THING and not _WHERE.intersection(_word_before(line, mention))
        }
        for mention in mentions:
            self.note(line, mention)
        opener = line.sentence.text.lstrip("\"'“‘ ").split(" ", 1)[0].lower()
        if self._subject and opener in _HE_OR_SHE:
            self._votes[self._subject][_HE_OR_SHE[opener]] += LEAST_VOTES
        self._subject = ""
        if len(names) != 1:
            return
        ((key, name),) = names.items()
        self._subject = key if name.role == SUBJECT else ""
        said = {
            _HE_OR_SHE[mention.text.lower()]
            for mention in mentions
            if mention.start > name.start and mention.text.lower() in _HE_OR_SHE
        }
        if len(said) == 1:
            self._votes[key].update(said)

    def note(self, line: AnalysedLine, mention: Mention) -> None:
        """Take in one mention of a name: a title tells its gender; one that speaks or has a given name is human."""
        if not mention.name:
            return
        key = key_of(mention)
        self._counts[key] += 1
        self._note_use(line, mention, key)
        title = mention.text.split(" ")[0].lower().rstrip(".")
        if " " in mention.text and title in MALE_TITLES | FEMALE_TITLES:
            self._sorts.setdefault(key, set()).add(mention.traits.sort)
        elif " " in mention.text and mention.traits.sort in {MALE, FEMALE}:
            self._acting.add(key)  # of a family's name, a given name tells no gender
        if mention.role == SUBJECT and mention.clause >= 0:
            verb = line.sentence.clauses[mention.clause].verb
            if verb in lex.SPEECH or verb in lex.THOUGHT:
                self._acting.add(key)

    def is_most_named(self, key: str) -> bool:
        """Whether no name of the text occurs more often."""
        return self._counts[key] > 0 and self._counts[key] == self._most

    @cached_property
    def _most(self) -> int:
        return max(self._counts.values(), default=0)

    def _note_use(self, line: AnalysedLine, mention: Mention, key: str) -> None:
        before = _word_before(line, mention)
        opener, _, rest = mention.text.partition(" ")
        if opener.lower() == "the" and rest and " " not in rest:
            self._seen[key]["article"] += 1
        if not rest:
            use = "subject" if mention.role == SUBJECT else "other"
            use = "article" if before == ["the"] else "place" if _WHERE.intersection(before) else use
            self._seen[key][use] += 1

    def _is_thing(self, key: str) -> bool:
        """Whether a lone name is mostly used as names of places and ships are: *in Graz*, *the Grosvenor*."""
        seen = self._seen[key]
        articled = 2 * seen["article"] > sum(seen.values())
        return not seen["subject"] and (articled or seen["place"] > seen["other"])

    def _voted_gender(self, key: str) -> str:
        """The gender that pronouns beside a name tell, "" where they tell none."""
        votes = self._votes.get(key, Counter())
        for one, other in ((MALE, FEMALE), (FEMALE, MALE)):
            if votes[one] >= LEAST_VOTES and votes[one] >= CLEAR * votes[other]:
                return one
        return ""

    def traits(self, mention: Mention) -> Traits:
        """What is known of a mention: its own words first, but for a lone name that the text says more of."""
        told = mention.traits
        if mention.name and told.sort == UNKNOWN:
            told = self._told_by_text(mention)
        if not mention.name or mention.phrase[0] < mention.start or " " in mention.text:
            return told
        sorts = self._sorts.get(key_of(mention), set())
        if len(sorts) == 1 and told.sort != THING:
            return Traits(next(iter(sorts)), told.plural)
        if len(sorts) > 1 or (told.sort == UNKNOWN and key_of(mention) in self._acting):
            return Traits(PERSON, told.plural)
        return told

    def _told_by_text(self, mention: Mention) -> Traits:
        """What pronouns and prepositions tell of a name whose own words tell nothing."""
        words = mention.text.casefold().removeprefix("the ").split()
        voted = self._voted_gender(_given_name(mention))
        if voted:
            return Traits(voted, mention.traits.plural)
        thing = len(words) == 1 and key_of(mention) not in self._acting and self._is_thing(words[0])
        return Traits(THING, mention.traits.plural) if thing else mention.traits
