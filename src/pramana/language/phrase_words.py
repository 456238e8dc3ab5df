"""What may follow within a noun phrase: names, dates, amounts, adjectives that are joined."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.model import Token
from pramana.language.tag_sets import FINITE, NOUNS
from pramana.language.tagging import is_english_word
from pramana.language.word_lists import word_set

ADJECTIVES = frozenset({"AJ0", "AJC", "AJS", "ORD"})
DETERMINERS = frozenset({"AT0", "DPS", "DT0"})
INSIDE = NOUNS | ADJECTIVES | {"CRD"}
_BEFORE_MONTHS = frozenset("in by since until during".split())
_BEFORE_AMOUNTS = lex.CURRENCY_SIGNS | {"us"} | {code.lower() for code in word_set("values/currency_codes")}
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_FRACTIONS = frozenset("third quarter half fifth tenth dozen hundred thousand million".split())
_HOURS = frozenset("am pm a.m. p.m. hours hrs gmt utc cet est pst".split())
_LARGER_UNITS = frozenset("hour minute foot pound".split())
_SMALLER_UNITS = frozenset("minutes seconds inches ounces".split())
_NAME_OPENERS = word_set("grammar/name_openers")
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_FEASTS = frozenset("ash black good easter palm bloody holy maundy sheffield cyber super".split())
"""Words of one name with the day that follows: *Ash Wednesday*; but *took Fallujah | Wednesday*."""
_TITLES = frozenset("mr mrs miss ms dr sir".split())
_PEOPLE = word_set("types/people")
_QUANTIFIERS = word_set("grammar/quantifiers")


class PhraseWords:
    """The tokens of one line, and questions about the words at a place of it."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._lower = [token.text.lower() for token in tokens]
        self._tags = [token.tag for token in tokens]

    def _counts(self, head: int) -> bool:
        """*a 2015 American drama film*: a number before adjectives and their noun."""
        counts = self._tags[head] == "CRD" and not self._dates(head)
        return counts and self._tag(head + 1) in ADJECTIVES and self._noun_within(head)

    def _dates(self, position: int) -> bool:
        """*In 2015 local people left*: a year before the subject."""
        return self._is_year(position) and self._tag(position - 1) == "PRP"

    def _follows_clock(self, start: int, position: int) -> bool:
        """*09:14 | pump 2 tripped*: an hour in front of a subject is none of its words."""
        after_clock = position == start + 1 and bool(_CLOCK.fullmatch(self._lower[start]))
        return after_clock and self._tags[position] in NOUNS | ADJECTIVES and self._word(position) not in _HOURS

    def _quantifier(self, position: int) -> int:
        """*at least eight*, *about thirty*, *nearly all*, *no fewer than 40*."""
        if self._word(position + 1) in {"a", "an"} and self._word(position + 2) in _FRACTIONS:
            return int(self._word(position) in _QUANTIFIERS)  # *about a third of them*
        for length in (3, 2, 1):
            words = " ".join(self._lower[position : position + length])
            if words in _QUANTIFIERS and self._tag(position + length) in {"CRD", "UNC"}:
                return length
        return 0

    def _is_participle(self, position: int, headed: bool) -> bool:
        """*many largely recognized shapes*: a past form behind an adverb, before the head."""
        return not headed and self._tag(position) == "AV0" and self._tag(position + 1) == "VVD"

    def _name_goes_on(self, position: int) -> bool:
        """After a noun an adjective starts something else, unless both are parts of a name."""
        capitals = self._tokens[position].text[:1].isupper() and self._tokens[position - 1].text[:1].isupper()
        return capitals or self._lower[position - 1] in lex.CURRENCY_SIGNS | {"%"}

    def _noun_step(self, position: int) -> tuple[int, bool]:
        """Dates (*October 6, 1973*) and firms (*Eli Lilly & Co.*) hold marks."""
        dated = position and self._lower[position - 1] in lex.SEASONS_AND_DAYS
        if dated and self._tags[position] == "CRD" and self._word(position + 1) == "," and self._is_year(position + 2):
            return 3, True
        if self._word(position + 1) == "&" and self._tag(position + 2) in NOUNS:
            return 3, True
        if self._word(position + 1) == "," and self._word(position + 2) in {"jr.", "sr.", "inc.", "ltd."}:
            return 3, True
        return 1, True

    def _starts_subject(self, position: int) -> bool:
        """*the bow | Rama broke belonged …*, *before dawn | Rama left*: a name that starts a new phrase."""
        titled = self._tags[position] == "NN1" and self._capital(position) and not self._capital(position - 1)
        if titled and self._tokens[position - 1].lemma in lex.TIME_UNITS and self._tag(position + 1) in NOUNS:
            return True  # *last week | President Marsh left*
        if self._lower[position - 1] == "war" and self._capital(position) and self._tag(position + 1) in FINITE:
            return True  # *During the First World War | Tarrow inspected …*
        if self._tags[position] != "NP0" or self._lower[position] in lex.TIME_NOUNS:
            return self._is_day(position)
        if self._follows_place(position) or self._is_titled(position):
            return True
        if self._tags[position - 1] != "NN1":
            if self._tags[position - 1] == "NN2" and self._tokens[position - 1].lemma in lex.TIME_UNITS:
                return True  # *for the next ten years | Hansen's book …*
            if self._lower[position - 1] not in lex.SEASONS_AND_DAYS:
                return False
            before = self._word(position - 2)
            return before in lex.TIME_DETERMINERS | {"on"} or (before in _BEFORE_MONTHS and self._is_acting(position))
        time = self._lower[position - 1] in lex.TIME_NOUNS
        return time or (self._tag(position + 1) in FINITE and self._tag(position + 2) in FINITE)

    def _is_day(self, position: int) -> bool:
        """*took Fallujah | Wednesday*: the day of a report behind a name."""
        day = self._lower[position] in _WEEKDAYS and self._tags[position - 1] == "NP0" and self._capital(position)
        ends = self._tag(position + 1) in {"PUN", "PRP", "CJC", ""}
        return day and ends and self._lower[position - 1] not in _FEASTS

    def _is_titled(self, position: int) -> bool:
        """*read to the court | Mrs Tull said*: a title behind a phrase that a preposition governs."""
        if self._lower[position].rstrip(".") not in _TITLES or self._tags[position - 1] not in {"NN1", "NN2"}:
            return False
        place = position - 1
        while place > 0 and self._tags[place] in INSIDE:
            place -= 1
        governed = self._tags[place] in {"AT0", "DPS"} and self._tag(place - 1) == "PRP"
        return governed and self._lower[position - 1] not in _PEOPLE

    def _is_acting(self, position: int) -> bool:
        """Whether a finite verb follows the name: *In March | Harbour Foods sold …*, not *in April Smith's house*."""
        while self._tag(position) in NOUNS:
            position += 1
        return self._tag(position) in FINITE

    def _follows_year(self, position: int) -> bool:
        """*In 1925 | Keller bought …*, *On 3 May 1925 | Keller left*: a name behind a date is not part of it."""
        if self._tags[position] != "NP0" or not self._is_year(position - 1):
            return False
        return self._tag(position - 2) == "PRP" or self._word(position - 2) in lex.SEASONS_AND_DAYS

    def _starts_amount(self, position: int) -> bool:
        """*awarded Hansen Lines | 40 million kroner*, *left Oslo | two years ago*."""
        if self._tags[position] != "CRD" or self._lower[position - 1] in lex.SEASONS_AND_DAYS | _BEFORE_AMOUNTS:
            return False
        if self._tokens[position - 1].lemma in _LARGER_UNITS and self._word(position + 1) in _SMALLER_UNITS:
            return False  # *3 hours 12 minutes*
        if self._lower[position] in lex.CURRENCY_SIGNS:
            return True
        if self._word(position + 2) in lex.DISTANCES:
            return True
        follower = self._tag(position + 1)
        unit = self._word(position + 1) in {"hundred", "thousand", "million", "billion"}
        unit = unit or (follower == "NN2" and self._tokens[position + 1].lemma in lex.TIME_UNITS)
        return unit or (follower == "NN2" and self._tags[position - 1] in {"NN1", "NN2"})

    def _follows_place(self, position: int) -> bool:
        """*In Zurich | Marta worked*: a line begins with a preposition and two names, and no other subject follows."""
        if position != 2 or self._tags[0] != "PRP" or self._tags[1] != "NP0" or self._lower[1] in _NAME_OPENERS:
            return False
        return self._tag(3) in {"VVD", "VVZ"} and self._tag(4) != "AT0"

    def _hyphenates(self, position: int) -> bool:
        """*a fume - filled mine*, *prime - time shows*: texts that were cut into words before."""
        left, right = self._tags[position - 1], self._tag(position + 1)
        return left in INSIDE and right in INSIDE | {"VVN", "VVG", "VVD"} and self._tag(position + 2) in INSIDE

    def _is_year(self, position: int) -> bool:
        word = self._word(position)
        return len(word) == 4 and word.isdigit()

    def _premodifier(self, position: int) -> bool:
        left = self._tags[position - 1]
        return (
            left in {"AT0", "DPS", "AJ0", "POS", "CRD", "AV0", "DT0"}
            and self._tag(position + 1) in INSIDE
            and (left != "DT0" or self._tags[position] == "VVN")
        )

    def _noun_within(self, position: int) -> bool:
        if self._lower[position] == "only" and self._word(position + 1) in {"one", "ones"}:  # *the only one of them*
            return True
        for ahead in range(position + 1, min(position + 5, len(self._tags))):
            if self._tags[ahead] in NOUNS:
                return True
            past = self._tags[ahead] == "VVD" and ahead == position + 1
            if not past and self._tags[ahead] not in ADJECTIVES | {"CRD", "VVN", "AV0"}:
                return False
        return False

    def _joins_adjectives(self, position: int) -> bool:
        """*chemical and biotechnological companies*, *a cold, dark night*."""
        if self._tags[position - 1] not in ADJECTIVES or self._word(position) not in {",", "and", "or", "but"}:
            return False
        after = position + 1
        if self._word(after) in {"and", "or", "but"}:
            after += 1
        certain = self._lower[position] == "," or self._determined_before(position)
        return certain and self._tag(after) in ADJECTIVES and self._noun_within(after - 1)

    def _determined_before(self, position: int) -> bool:
        return any(self._tags[back] in DETERMINERS | {"POS", "CRD"} for back in range(max(0, position - 6), position))

    def _is_common(self, index: int) -> bool:
        word = self._lower[index]
        return self._capital(index) and is_english_word(word) and word not in lex.SEASONS_AND_DAYS

    def _capital(self, index: int) -> bool:
        return 0 <= index < len(self._tokens) and self._tokens[index].text[:1].isupper()

    def _tag(self, index: int) -> str:
        return self._tags[index] if 0 <= index < len(self._tags) else ""

    def _word(self, index: int) -> str:
        return self._lower[index] if 0 <= index < len(self._lower) else ""
