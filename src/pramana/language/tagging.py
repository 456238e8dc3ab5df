"""Tags and lemmas by HanTa (Wartena 2019), its English model, C5 tags. Loaded once, on the first line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import takewhile
from math import inf
from typing import Any

WINDOW = 300
"""Tokens tagged at once: bounds the tagger's memory on lines that never end."""
_CACHED_WORDS = 60_000
"""Words whose tags and lemmas are remembered: more different words than a long novel has."""
_IRREGULAR = {
    "besought": "beseech",
    "wrought": "work",
    "clad": "clothe",
    "flown": "fly",
    "bitten": "bite",
    "sworn": "swear",
    "forsworn": "forswear",
    "trodden": "tread",
    "spilt": "spill",
    "spoilt": "spoil",
    "sped": "speed",
    "pled": "plead",
    "forsaken": "forsake",
    "forbade": "forbid",
    "overcame": "overcome",
    "swum": "swim",
    "quoth": "say",
    "shrivelled": "shrivel",
    "stars": "star",
    "ai": "be",
    "'m": "be",
    "'re": "be",
}
"""Verb forms that the model's lemmatiser gets wrong."""
_DOUBLED = frozenset("bdgmnprt")
"""Consonants that are doubled before an ending behind a short vowel; *-ll-* and *-ss-* may be the verb's own."""
_NO_ENGLISH = frozenset(("NP0", "UNC", "ZZ0"))
"""Tags of names, of foreign words (*de*, *est*) and of letters."""
_INFLECTIONS = (
    ("ies", "y"), ("ied", "y"), ("ily", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
    ("ly", ""), ("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ness", ""), ("less", ""), ("ful", ""),
)  # fmt: skip
_INFLECTED = frozenset(("VVD", "VVG", "VVN", "VVZ"))
_SHORTEST_STEM = 3
_EMPTY, _START, _END, _UNKNOWN = range(4)
"""HanTa's numbers for what is not a tag."""
_STATES = 5
"""States of a word that the next one is reached from; and those within 1 of the sixth's logarithm."""
LONGEST_WORD = 64
"""Characters of a word that is analysed: the longest of English dictionaries has 45. The time grows with the square of
them: a text of 10,000 letters without a space took minutes."""
_LEAST = -1e6
"""The least logarithm of a chance that is followed."""
_FOLLOWED = 50_000
"""Pairs of a state and the tags of a word whose followers are remembered, some 20 MB: a book has 65,000."""

_State = tuple[int, int]
"""The last two tags."""
_Row = dict[_State, float]
"""States that a word is reached in, with the logarithms of their chances."""
_Back = dict[_State, _State]
_Followers = dict[_State, list[tuple[int, float]]]
"""States with the tags that may follow and the logarithms of the chances that they do."""


def _likelihood(analysis: tuple[int, float]) -> float:
    return analysis[1]


class _Tagger:
    """HanTa with its per-word analyses remembered: they depend on the word alone."""

    def __init__(self) -> None:
        from HanTa.HanoverTagger import HanoverTagger

        self._hanta: Any = HanoverTagger("morphmodel_en.pgz")
        self._hanta.analyze_forward = lru_cache(maxsize=_CACHED_WORDS)(self._hanta.analyze_forward)
        self._hanta._tag_word = lru_cache(maxsize=_CACHED_WORDS)(self._hanta._tag_word)
        self._chances = lru_cache(maxsize=_CACHED_WORDS)(self._word_chances)
        self._following: dict[frozenset[int], _Followers] = {}
        self._followed = 0
        self._last: tuple[Sequence[str], list[_Row], list[_Back]] = ((), [{(_EMPTY, _START): 0.0}], [])
        self.lemma = lru_cache(maxsize=_CACHED_WORDS)(self._lemma_of)
        self.possible = lru_cache(maxsize=_CACHED_WORDS)(self._possible_tags)

    def tags(self, words: Sequence[str]) -> list[str]:
        found: list[str] = []
        for start in range(0, len(words), WINDOW):
            found += [self._hanta.int2tag[tag] for tag in self._best_tags(words[start : start + WINDOW])]
        return found

    def _best_tags(self, sentence: Sequence[str]) -> list[int]:
        """Return the likeliest tags of a sentence by the model's own numbers, as HanTa finds them.

        HanTa's search goes over all tags that may follow a tag, this one over those that the next word may have: a
        third of the time of reading a line was spent there. States, their bound and ties are as in HanTa 1.2. What the
        last sentence began with, too, is not searched again: claims are read beside their lines, and parts of lines.
        """
        last, rows, behind = self._last
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(sentence, last, strict=False)))
        rows, behind = rows[: same + 1], behind[:same]
        for place in range(same, len(sentence)):
            likely, followers = self._chances(sentence[place], place > 0)
            row, back = self._next_row(rows[-1], likely, followers)
            rows.append(row)
            behind.append(back)
        self._last = (sentence, rows, behind)
        ends = [(p + self._hanta.LP_trans_word[state].get(_END, -inf), state) for state, p in rows[-1].items()]
        return _path(max(ends, key=_chance)[1], behind)

    def _next_row(self, held: _Row, likely: dict[int, float], followers: _Followers) -> tuple[_Row, _Back]:
        """Return the states that a word is reached in, and from which states."""
        row: _Row = {}
        back: _Back = {}
        bound = sorted(held.values(), reverse=True)[_STATES] - 1 if len(held) > _STATES else _LEAST
        for state, before in held.items():
            if before < bound:
                continue
            following = followers.get(state)
            if following is None:
                following = followers[state] = self._list_followers(state, likely)
            for tag, p in following:
                chance = before + p + likely[tag] if likely else before + p
                new = (state[1], tag)
                if chance > _LEAST and (new not in row or chance > row[new]):
                    row[new], back[new] = chance, state
        return row, back

    def _word_chances(self, word: str, casesensitive: bool) -> tuple[dict[int, float], _Followers]:
        """Return the logarithms of the chances of a word's tags, {} where it may have any, and what follows each state.

        The latter is filled as states are met, and is the same for all words with the same tags.
        """
        likely = {tag: float(p) for tag, p in self._hanta._tag_word(word, 5, casesensitive, True)}
        likely = {} if set(likely) == {_UNKNOWN} else likely
        return likely, self._following.setdefault(frozenset(likely), {})

    def _list_followers(self, state: _State, likely: Collection[int]) -> list[tuple[int, float]]:
        """Return the tags that may follow a state, in the model's order; of a word with known tags only these."""
        self._followed += 1
        if self._followed > _FOLLOWED:
            self._followed = 0
            for followers in self._following.values():
                followers.clear()
        following: dict[int, float] = self._hanta.LP_trans_word[state]
        if not likely:
            return [(tag, p) for tag, p in following.items() if tag != _END]
        return [(tag, p) for tag, p in following.items() if tag in likely and tag != _END]

    def _possible_tags(self, word: str) -> frozenset[str]:
        return frozenset(self._hanta.int2tag[number] for number, _ in self._hanta._tag_word(word, 5, False))

    def _lemma_of(self, word: str, tag: str) -> str:
        lemma = _IRREGULAR.get(word.lower()) if tag.startswith("V") else None
        lemma = lemma or self._analyse(word, tag)
        if lemma.endswith("v") and tag.startswith("VV"):
            lemma += "e"
        if tag.startswith("VV") and _doubles(word.lower(), lemma.lower()):
            lemma = lemma[:-1]
        elif tag in _INFLECTED and _lacks_e(word.lower(), lemma) and not self.knows(lemma) and self.knows(f"{lemma}e"):
            lemma += "e"
        return lemma if tag == "NP0" else lemma.lower()

    def knows(self, word: str) -> bool:
        """Return whether the model's corpus has a word, and mostly as another thing than a name or a foreign word."""
        analyses = self._hanta.cache.get(word)
        return bool(analyses) and self._hanta.int2tag[max(analyses, key=_likelihood)[0]] not in _NO_ENGLISH

    def _analyse(self, word: str, tag: str) -> str:
        number = self._hanta.tag2int.get(tag)
        if number is None or len(word) > LONGEST_WORD:
            return word.lower()
        return str(self._hanta._analyze(word, number, taglevel=1)[0]) or word.lower()


def _chance(end: tuple[float, _State]) -> float:
    return end[0]


def _path(state: _State, behind: Sequence[_Back]) -> list[int]:
    """Return the tags on the way to a state: it holds the last two."""
    tags = [state[1]]
    for back in reversed(behind[1:]):
        state = back[state]
        tags.append(state[1])
    return tags[::-1]


def _doubles(word: str, lemma: str) -> bool:
    """Return whether a lemma in *-e* is given to a form with a doubled consonant: *rapped* is of *rap*, not *rape*."""
    ending = next((each for each in ("ed", "ing") if word.endswith(each)), "")
    base = word.removesuffix(ending)
    doubled = ending and len(base) > _SHORTEST_STEM and base[-1] == base[-2] and base[-1] in _DOUBLED
    return bool(doubled) and lemma == base[:-1] + "e"


def _lacks_e(word: str, lemma: str) -> bool:
    """Return whether a lemma is its form less the ending: *restor* of *restoring*, but not *rob* of *robbing*."""
    return len(lemma) > _SHORTEST_STEM and any(word == f"{lemma}{ending}" for ending in ("ed", "ing", "es"))


@lru_cache(maxsize=1)
def _tagger() -> _Tagger:
    return _Tagger()


def tag(words: Sequence[str]) -> list[str]:
    """The C5 tag of each word, in order. Words are not empty."""
    return _tagger().tags(words) if words else []


def possible_tags(word: str) -> frozenset[str]:
    """The tags that the word alone may have."""
    return _tagger().possible(word)


@lru_cache(maxsize=_CACHED_WORDS)
def may_be_verb(word: str) -> bool:
    """Return whether a word alone may be a form of a verb, contracted ones included."""
    return "'" in word or "’" in word or any(tag.startswith("V") for tag in possible_tags(word))


@lru_cache(maxsize=_CACHED_WORDS)
def is_english_word(word: str) -> bool:
    """Return whether a word in small letters is one of English, as the tagger's corpus (29,000 forms) has it.

    >>> [is_english_word(word) for word in ("arrives", "bowed", "woont", "de")]
    [True, True, False, False]
    """
    known = _tagger().knows
    return known(word) or any(
        word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and known(word[: -len(ending)] + stem)
        for ending, stem in _INFLECTIONS
    )


def lemma_of(word: str, tag: str) -> str:
    """The lemma of `word` read as `tag`; names keep their capital."""
    return _tagger().lemma(word, tag)
