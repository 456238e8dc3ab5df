"""From tagged words to chunks: noun phrases, verb groups, prepositions, joints and marks, left to right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from pramana.language import lexicon as lex
from pramana.language.model import NounPhrase, Token, VerbGroup
from pramana.language.phrase_words import ADJECTIVES, DETERMINERS, INSIDE, PhraseWords
from pramana.language.tag_sets import ADVERBS, INVERTING, NOUNS, VERBS, may_be
from pramana.language.verbs import auxiliary_pairs, verb_group
from pramana.language.word_lists import word_set

MAX_PHRASE = 60
"""Tokens in one noun phrase, at most: longer runs of nouns are no phrase."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the line. `kind`: NP VG PREP ADJ ADV CONJ SUB THAT REL WH THERE COMMA BREAK QUOTE OPEN CLOSE OTHER.

    `first` and `last` index tokens, `last` exclusive. `word` is the chunk's text in lower case, blanks single.
    """

    kind: str
    first: int
    last: int
    word: str
    phrase: NounPhrase | None = None
    verb: VerbGroup | None = None


class Chunker(PhraseWords):
    """One pass over the tokens of one line."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        set_off: frozenset[int] = frozenset(),
        titles: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """`set_off`: quotation marks that only set off words, and so may occur inside a phrase; `titles` in marks."""
        self._titles = titles
        super().__init__(text, tokens)
        self._set_off = set_off

    def chunks(self) -> list[Chunk]:
        found: list[Chunk] = []
        index = 0
        while index < len(self._tokens):
            new = self._next(index)
            found += new
            index = max(chunk.last for chunk in new)
        return found

    def _next(self, index: int) -> list[Chunk]:
        if index - 1 in self._titles:  # the mark before a title is no phrase
            last = self._titles[index - 1] - 1
            return [self._noun_chunk(replace(self._make(index, last, last - 1, None, None), kind="name"))]
        compound = self._compound(index)
        if compound and not self._quantifier(index):
            return [self._chunk("PREP", index, index + compound)]
        if self._no_doubt(index) or self._is_at_least(index):
            return [self._chunk("ADV", index, index + 2)]
        if self._is_aside(index):
            return [self._chunk("ADV", index, index + 3)]
        tag = self._tags[index]
        if tag in VERBS or tag == "TO0" or (tag == "XX0" and self._tag(index + 1) == "TO0"):
            return self._verbs(index)
        phrase = self._phrase(index)
        if phrase is not None:
            return [self._noun_chunk(phrase)]
        return [self._joint(index)]

    def _no_doubt(self, index: int) -> bool:
        """Whether *no doubt* is an adverb: *No doubt Marsh left*, but not *no doubt that*, *no doubts*."""
        return (
            self._word(index) == "no" and self._word(index + 1) == "doubt" and self._tag(index + 2) not in _OF_OR_THAT
        )

    def _is_at_least(self, index: int) -> bool:
        """Whether *at least* is an adverb: *or at least I was not*, but not *at least eight men*."""
        pair = self._word(index) == "at" and self._word(index + 1) in {"least", "most", "last", "first", "once"}
        return pair and self._tag(index + 2) not in NOUNS | ADJECTIVES | {"CRD"}

    def _is_aside(self, index: int) -> bool:
        """Whether *to be sure* and the like, between marks, are an adverb: nobody is to be anything; *from then on*."""
        if " ".join(self._lower[index : index + 3]) in _FROM_THEN:
            return True
        if self._lower[index : index + 2] != ["to", "be"] or self._word(index + 2) not in _ASIDES:
            return False
        return self._word(index + 3) == "," and (index == 0 or self._tag(index - 1) in {"PUN", "PUQ", "CJC"})

    # Verbs -----------------------------------------------------------------

    def _verbs(self, index: int) -> list[Chunk]:
        group, last = verb_group(self._text, self._tokens, index)
        inverted = self._inverted_question(group, last)
        if inverted is not None:
            return inverted
        return [Chunk("VG", index, last, group.text.lower(), verb=group)]

    def _inverted_question(self, group: VerbGroup, last: int) -> list[Chunk] | None:
        """*Did Rama give …*: the subject is between the auxiliary and its verb."""
        if group.last - group.first > 2 or not self._is_auxiliary(group) or not self._may_invert(group.first):
            return None
        phrase = self._phrase(last)
        if phrase is None:
            return None
        after = phrase.last
        while self._tag(after) in ADVERBS and after < phrase.last + 3:
            after += 1
        leaves = self._lower[group.first] == "were" and self._tag(after) == "TO0"  # *Were she to resign, …*
        if not leaves and (self._tags[group.head], self._tag(after)) not in auxiliary_pairs():
            return None
        main, end = verb_group(self._text, self._tokens, after, auxiliaries=(group.first, group.last))
        return [self._noun_chunk(phrase), Chunk("VG", after, end, main.text.lower(), verb=main)]

    def _is_fronted(self, index: int) -> bool:
        """*Not until 1990 did he …*, *Under no circumstances will he …*: a denied phrase in front inverts the order."""
        first = index
        while first > max(0, index - _FRONT) and self._tags[first - 1] not in VERBS | {"PUN", "PUQ"}:
            first -= 1
        front = " ".join(self._lower[first:index])
        return bool(_FRONTED.match(front)) and not self._tags[index].startswith("VH")

    def _is_auxiliary(self, group: VerbGroup) -> bool:
        return self._tags[group.head][:2] in {"VB", "VH", "VD", "VM"}

    def _may_invert(self, index: int) -> bool:
        if index == 0:
            return True
        left, having = self._tags[index - 1], self._tags[index].startswith("VH")
        if left in {"PUQ", "DTQ", "PNQ", "AVQ"}:
            return True
        if self._lower[index - 1] in INVERTING:
            return True
        negative = self._lower[index - 1] in {"so", "not"} or self._is_fronted(index)
        wished = self._lower[index] == "had" and left == "PUN" and self._word(index + 1) in lex.NOMINATIVE | {"it"}
        supposed = self._lower[index] == "had" and not _WOULD.isdisjoint(self._lower)  # *Tonight, had it worked, …*
        return wished or (supposed and left == "PUN") or (not having and (left == "PUN" or negative))

    # Noun phrases ----------------------------------------------------------

    def _noun_chunk(self, phrase: NounPhrase) -> Chunk:
        return Chunk("NP", phrase.first, phrase.last, phrase.text.lower(), phrase=phrase)

    def _phrase(self, index: int, depth: int = 0) -> NounPhrase | None:
        core = None if self._correlates(index) else self._pronoun(index) or self._core(index)
        if core is None:
            return None
        last, head, possessor = core
        personal = last - index == 1 and self._tags[index] == "PNP"
        inner = None
        if depth < 4 and not personal and self._tag(last) == "PRF" and self._tag(last + 1) not in VERBS:
            inner = self._phrase(last + 1, depth + 1)
            if inner is not None and inner.last - index <= MAX_PHRASE:
                last = self._rest_of_pair(inner)
            else:
                inner = None
        return self._make(index, self._rest_of_institution(head, self._rest_of_name(last)), head, possessor, inner)

    def _rest_of_pair(self, inner: NounPhrase) -> int:
        """*the office of Maddison and Pryce*: two short names behind one *of*."""
        last, single = inner.last, inner.kind == "name" and inner.last - inner.first == 1
        paired = self._word(last) == "and" and self._tag(last + 1) == "NP0"
        return last + 2 if single and paired and self._tag(last + 2) in {"PUN", "PRP", ""} else last

    def _rest_of_institution(self, head: int, last: int) -> int:
        """*the Committee for Skeptical Inquiry*, *the Institute of Art and Letters*: one name of capitalised words."""
        if not self._capital(head) or head == 0 or self._tokens[head].lemma.lower() not in _INSTITUTIONS:
            return last
        for joining in ("for", "and"):
            own = self._word(last) == joining and (joining == "for" or self._word(head + 1) in {"of", "for"})
            rest = self._phrase(last + 1, 3) if own else None
            if rest is not None and self._is_field(rest) and (joining == "for" or self._is_common(last - 1)):
                last = self._rest_of_fields(rest.last) if joining == "for" else rest.last
        return last

    def _rest_of_fields(self, last: int) -> int:
        """*the Department for Environment, Food and Rural Affairs*: fields in a list that ends with *and*."""
        place = last
        while self._word(place) in {",", "and"} and (rest := self._phrase(place + 1, 3)) is not None:
            if not self._is_field(rest):
                return last
            place, ends = rest.last, self._word(place) == "and"
            if ends:
                return place
        return last

    def _is_field(self, phrase: NounPhrase) -> bool:
        """Whether all words of a phrase are English words in capitals, none an institution of its own."""
        inside = [at for at in range(phrase.first, phrase.last) if self._tags[at] not in {"AT0", "PRF", "CJC"}]
        return all(map(self._is_common, inside)) and self._lower[phrase.head] not in _INSTITUTIONS

    def _correlates(self, index: int) -> bool:
        """*neither the map nor the ring*: a conjunction, not a pronoun."""
        return self._word(index) == "neither" and "nor" in self._lower[index : index + _CORRELATION]

    def _rest_of_name(self, last: int) -> int:
        """*the Ghost of Christmas Yet to Come*: capitals go on after a name."""
        if self._tags[last - 1] != "NP0" or self._starts_subject(min(last, len(self._tags) - 1)):
            return last
        while self._capital(last) and self._tag(last) in _NAME_WORDS:
            last += 1
            joined = self._word(last) in {"to", "the", "of"} and self._tag(last + 1) in _NAME_WORDS
            if joined and self._capital(last + 1):
                last += 1
        return last

    def _make(
        self, first: int, last: int, head: int, possessor: tuple[int, int] | None, inner: NounPhrase | None
    ) -> NounPhrase:
        start, end = self._tokens[first].start, self._tokens[last - 1].end
        owner = (self._tokens[possessor[0]].start, self._tokens[possessor[1] - 1].end) if possessor else None
        return NounPhrase(
            start, end, self._text[start:end], first, last, head, self._kind(first, last, head), owner, inner
        )

    def _kind(self, first: int, last: int, head: int) -> str:
        if last - first == 1 and (self._lower[head] in lex.PRONOUNS or self._tags[head] in {"PNP", "PNI"}):
            return "pronoun"
        if self._tags[head] == "NP0":
            return "name"
        if self._is_capitalised(first, last):
            return "name"
        return "number" if self._tags[head] == "CRD" else "noun"

    def _is_capitalised(self, first: int, last: int) -> bool:
        """*the maintenance company, Fjord Service*; *Harbour Foods sold …*: at least two words, all with a capital.

        Not at the start of a line where every noun has a capital, as in a heading.
        """
        if last - first < 2 or not all(self._tokens[place].text[:1].isupper() for place in range(first, last)):
            return False
        starts = not first or (self._tags[first - 1] in {"PUN", "PUQ"} and self._word(first - 1) != ",")
        return not starts or (self._tags[first] not in DETERMINERS and self._has_small_noun)

    @cached_property
    def _has_small_noun(self) -> bool:
        """Whether a common noun of the line is in small letters."""
        return any(token.tag in {"NN1", "NN2"} and token.text[:1].islower() for token in self._tokens)

    def _pronoun(self, index: int) -> tuple[int, int, None] | None:
        tag, word, after = self._tag(index), self._word(index), self._word(index + 1)
        if (word, after) in {("no", "one"), ("each", "other"), ("one", "another")}:
            return index + 2, index + 1, None
        if tag == "PNI" and self._tag(index + 1) == "POS":  # *everyone's relief*
            return None
        if tag == "PNI" and after == "else":
            return index + 2, index, None
        if tag == "PNI" and self._tag(index + 1) == "AJ0" and self._tag(index + 2) not in NOUNS:
            return index + 2, index, None
        return (index + 1, index, None) if tag in {"PNP", "PNI"} else None

    def _core(self, index: int) -> tuple[int, int, tuple[int, int] | None] | None:
        """End, head and possessor of the phrase that starts at `index`, its *of*-phrases left out."""
        start = position = index
        predetermined = (
            self._word(position) in _PREDETERMINERS and self._tag(position) != "AV0"
        )  # *both the king and …*
        if predetermined and self._tag(position + 1) in {"AT0", "DPS"}:
            position += 1
        elif self._lower[position : position + 1] == ["as"] and self._word(position + 1) in _COMPARED:
            position += self._tag(position + 2) in INSIDE  # *as much space as …*
        position += self._quantifier(position)
        determined = self._tag(position) in DETERMINERS
        if determined:
            position += 1
            if self._tag(position) == "DT0":
                position += 1
        head, possessor = -1, None
        limit = min(index + MAX_PHRASE, len(self._tokens))
        while position < limit:
            if self._follows_clock(start, position):
                break
            headed = head >= 0 and not self._counts(head)
            step, is_head = self._inside(position, determined or position > start, headed)
            if not step:
                break
            position += step
            if is_head:
                head = position - 1
            elif self._tags[position - 1] == "POS" and head >= 0:
                possessor, head = (start, position - 1), -1
        core = self._close(start, position, head, determined, possessor)
        return core and (self._whole_end(start, core[0]), core[1], core[2])

    def _whole_end(self, start: int, last: int) -> int:
        """*the film | "Eyes Wide Shut"*, *£140 | a month*: the end of a phrase with what hangs on its last word."""
        return self._titles.get(last) or self._rest_of_amount(start, last) or last

    def _rest_of_amount(self, start: int, last: int) -> int:
        """*£140 | a month*, *two | in the morning*, *half | past ten*: the end of what belongs to a number, or 0."""
        parts = {"past": _PARTS_OF_HOURS, "to": _PARTS_OF_HOURS - {"half"}}.get(self._word(last), frozenset())
        if self._word(last - 1) in parts and self._tag(last + 1) == "CRD":
            return last + 2
        if not any(self._tags[place] == "CRD" for place in range(start, last)):
            return 0
        if self._word(last) in _EXTENTS and self._is_extent(last):
            return last + 1
        rate = self._word(last) in {"a", "an"} and self._word(last + 1) in _RATES
        money = not lex.CURRENCY_SIGNS.isdisjoint(self._lower[start:last])
        if rate and self._tag(last + 2) not in NOUNS | VERBS and (money or self._is_rated(last)):
            return last + 2
        words = " ".join(self._lower[last : last + 3])
        hour = last - start <= 3 and self._tags[last - 1] == "CRD" and words.startswith(_OF_DAY)
        return (last + (2 if words.startswith("at night") else 3)) if hour else 0

    def _is_extent(self, last: int) -> bool:
        """*31 kilometres | long*; but *two metres thick ice* is about the ice."""
        return self._tokens[last - 1].lemma.lower() in _LENGTHS and self._tag(last + 1) in {"PUN", "CJC", "PRP"}

    def _is_rated(self, last: int) -> bool:
        """*four pounds | a week*, *three times | a day*; but *four pounds | a week later* is when."""
        return self._tokens[last - 1].lemma.lower() in _RATED and self._word(last + 2) not in _FROM_HERE

    def _close(
        self, start: int, position: int, head: int, determined: bool, possessor: tuple[int, int] | None
    ) -> tuple[int, int, tuple[int, int] | None] | None:
        if head >= 0:
            return head + 1, head, possessor
        if possessor is not None:
            return possessor[1] + 1, possessor[1] - 1, None
        nominal = determined and position > start + 1 and self._tags[position - 1] in ADJECTIVES
        pointed = nominal and self._lower[start] in {"this", "that"} and may_be(self._lower[position - 1], "NN1")
        if nominal and (pointed or not {"AT0", "DPS"}.isdisjoint(self._tags[start : start + 2])):
            return position, position - 1, None
        if (
            determined
            and position == start + 1
            and (self._tags[start] == "DT0" or self._lower[start] in {"mine", "hers"})
        ):
            return position, start, None
        return None

    def _inside(self, position: int, begun: bool, headed: bool) -> tuple[int, bool]:
        """How many tokens the phrase may go on by, and whether the last of them can be its head."""
        tag = self._tags[position]
        if tag in NOUNS or tag == "CRD":
            apart = headed and self._is_apart(position)
            return (0, False) if apart else self._noun_step(position)
        if tag in ADJECTIVES or self._lower[position] == "own":
            counted = self._tags[position - 1] == "CRD" and not self._dates(position - 1)
            ends = headed and not counted and not self._name_goes_on(position)
            return (0, False) if ends else (1, False)
        if tag == "DT0" and begun and not headed and self._tag(position + 1) in INSIDE:
            return 1, False
        if tag in {"POS", "PNI"}:
            own = begun if tag == "POS" else not begun and self._tag(position + 1) == "POS"
            return int(own), own and tag == "PNI"
        if position in self._set_off and begun:
            inner = self._tag(position + 1) in INSIDE and (not headed or self._tags[position + 1] == "NP0")
            return (1, False) if inner else (0, False)
        if begun and self._lower[position] == "-" and self._hyphenates(position):
            return 2, self._tags[position + 1] in NOUNS
        if (
            (begun or tag == "DT0")
            and tag in {"AV0", "DT0"}
            and (
                self._tag(position + 1) in {"AJ0", "AJC", "AJS", "CRD", "VVN"} or self._is_participle(position, headed)
            )
            and self._noun_within(position)
        ):
            return 1, False
        if begun and tag in {"VVN", "VVG", "VVD"} and self._premodifier(position):
            return 1, False
        if begun and tag in {"CJC", "PUN"} and self._joins_adjectives(position):
            return 1, False
        return 0, False

    def _is_apart(self, position: int) -> bool:
        """Whether a noun or number behind a head starts a phrase of its own."""
        return self._follows_year(position) or self._starts_subject(position) or self._starts_amount(position)

    # The rest --------------------------------------------------------------

    def _compound(self, index: int) -> int:
        for length in (4, 3, 2):
            if tuple(self._lower[index : index + length]) in lex.COMPOUND_PREPOSITIONS:
                return length
        return 0

    def _chunk(self, kind: str, first: int, last: int) -> Chunk:
        return Chunk(kind, first, last, " ".join(self._lower[first:last]))

    def _joint(self, index: int) -> Chunk:
        tag, word = self._tags[index], self._lower[index]
        degree = tag in ADVERBS and self._tag(index + 1) in ADJECTIVES and self._phrase(index + 1) is None
        if tag in ADJECTIVES or degree:
            return self._adjectives(index)
        return self._chunk(self._joint_kind(tag, word), index, index + 1)

    def _adjectives(self, index: int) -> Chunk:
        last = index + 1
        while self._tag(last) in ADJECTIVES or (self._tag(last) in ADVERBS and self._tag(last + 1) in ADJECTIVES):
            last += 1
        return self._chunk("ADJ", index, last)

    def _joint_kind(self, tag: str, word: str) -> str:
        by_mark = _MARKS.get(word) or _KINDS.get(tag)
        if by_mark:
            return by_mark
        if tag == "CJS":
            return "PREP" if word in {"than", "as", "like"} and word not in lex.CONDITIONAL else "SUB"
        if tag in {"PNQ", "DTQ"} or (tag == "AVQ" and word == "where"):
            return "REL" if word in lex.RELATIVES else "WH"
        if tag == "AVQ":
            return "SUB" if word in lex.TIME_SUBORDINATORS else "WH"
        return "OTHER"


_INSTITUTIONS = word_set("types/organizations") | frozenset("academy center centre foundation office campaign".split())
"""Nouns that name an institution together with its field."""
_RATES = word_set("grammar/rates")
_RATED = word_set("grammar/rated")
"""What is counted by the day, the week or the visit, though no sign of money is before it."""
_EXTENTS = frozenset("long wide high deep thick tall".split())
_LENGTHS = frozenset("kilometre kilometer metre meter centimetre millimetre mile yard foot inch".split())
"""Units that an adjective of extent may follow: *forty feet high*."""
_FROM_HERE = lex.DISTANCES | {"before", "after"}
"""Words that make a time of what is before them: *a week later*."""
_PARTS_OF_HOURS = frozenset("half quarter five ten twenty minutes".split())
_COMPARED = frozenset("much many little few".split())
_OF_DAY = ("in the morning", "in the afternoon", "in the evening", "at night")
_ASIDES = frozenset("sure certain fair honest frank clear precise exact blunt brief truthful".split())
"""*To be sure, he left*: how it is said, not what happens."""
_FROM_THEN = frozenset(("from then on", "from now on", "from there on", "from here on"))
_CORRELATION = 24
"""Tokens from *neither* to its *nor*, at most."""
_WOULD = frozenset({"would", "could", "might"})
_FRONT = 8
"""Tokens in a fronted phrase, at most."""
_FRONTED = re.compile(
    r"(?:and |but )?(?:not (?:until|till|before|since|only|for)|only (?:in|on|after|when|then|once)"
    r"|(?:under|at|in|on|by|to|from) no|never|nowhere|no longer)\b"
)
_OF_OR_THAT = frozenset({"PRF", "CJT", "PRP"})
_NAME_WORDS = frozenset({"AV0", "AJ0", "AJC", "AJS", "ORD", "VVI", "VVB", "NN1", "NN2", "NP0"})
_PREDETERMINERS = frozenset({"both", "all", "half", "such", "quite", "many", "what"})
_MARKS = {
    ",": "COMMA",
    ";": "BREAK",
    ":": "BREAK",
    "--": "BREAK",
    "—": "BREAK",
    ".": "BREAK",
    "!": "BREAK",
    "?": "BREAK",
    "(": "OPEN",
    "[": "OPEN",
    ")": "CLOSE",
    "]": "CLOSE",
}
_KINDS = {
    "PRP": "PREP",
    "PRF": "PREP",
    "CJC": "CONJ",
    "CJT": "THAT",
    "EX0": "THERE",
    "AV0": "ADV",
    "AVP": "ADV",
    "XX0": "ADV",
    "PUQ": "QUOTE",
    "PUL": "OPEN",
    "PUR": "CLOSE",
    "PUN": "BREAK",
}
