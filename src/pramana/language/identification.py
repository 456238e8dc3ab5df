"""Which language a line is in, by py3langid (Lui and Baldwin 2012, naive Bayes over bytes). Loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pramana.language.tagging import is_english_word
from pramana.language.word_lists import word_set, word_table

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

NAMES = word_table("languages/names")
_CODES = {name: code for code, name in NAMES.items()}
ALONE = 10.0
"""A line is in another language where that scores so much above English (log-probability). Chosen on CaRB dev, EWT
dev, QA-SRL Wikinews dev, WiCE claims, LitBank, HotpotQA and A Christmas Carol: with WITHOUT_NAMES, 0.1 % of EWT's
lines of four words or more are lost and none of the others', while 96 % of `other_languages.tsv` are caught."""
SHORT_ALONE = 20.0
"""The same for up to SHORT words, of which one name may decide the score: *Priscilla,* is Latin at 7."""
SHORT = 3
"""Words."""
WITHOUT_NAMES = 3.0
"""What the words in small letters must score by themselves. Names are of all languages: *Arjuna slew Karna at
Kurukshetra* is Indonesian at 20, *slew at* at 2."""
AMONG_OTHERS = 0.0
"""The same for a line that follows lines in another language: *John Smith bor i New York.* scores 0.4."""
STRANGE = 5.0
"""What a line must score that has words that English has not, and none that is surely English: *Le train arrive en
retard* (8). Chosen on the odd rows of `bench/languages/foreign.tsv` and of the English files above; English lines with
a strange word that score more are headings, addresses and exclamations (0.1 % of EWT dev)."""
LIKELY, STRANGE_WITHOUT_NAMES = 3.0, 8.0
"""The same for *Manuel no come carne* (4.6), whose name hides how foreign its other words are (9.2)."""
MOST_CHARACTERS = 400
"""Longer texts are identified by their beginning."""
ENGLISH_SHARE = 0.12
"""From this share of unmistakable words on, a text is English, whatever names and quotations it holds."""
_UNMISTAKABLE = word_set("languages/unmistakable")
_ENGLISH = word_set("languages/likely")
_QUOTED = re.compile('["“„«][^"“”„«»]{1,300}["”“»]')
_IN = re.compile(r"\bi (?=\d|[^\W\d_a-z])")
"""The Scandinavian *in*, no English *I*, before a name or a year: *sank i 1940*."""
_FEWEST_AROUND = 3
"""Words around a quotation that tell the language of the line."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT_LATIN = re.compile(r"[^\x00-\u024f\u1e00-\u1eff\u2010-\u2027]+")
"""A Russian name in brackets says nothing about the line around it."""


def other_language(text: str, before: Sequence[str] = ()) -> str:
    """Return the English name of the language of a text in Latin script, "" where that is or may be English.

    `before` holds the lines before it: a line that is too short to tell is taken to be in their language. What is
    between quotation marks counts only where there is nothing else.

    >>> other_language("La presidenta viajó a Madrid el lunes.")
    'Spanish'
    >>> other_language("Marley was dead: to begin with.")
    ''
    """
    return _other_language(text[:MOST_CHARACTERS], tuple(before))


def other_language_code(text: str) -> str:
    """Return the ISO 639-1 code of the language of a text in Latin script, `en` where that is or may be English."""
    name = other_language(text)
    return _CODES[name] if name else "en"


def _other_language(text: str, before: tuple[str, ...]) -> str:
    unquoted = _QUOTED.sub(" ", text)
    words = _WORD.findall(unquoted)
    if len(words) < _FEWEST_AROUND:
        unquoted, words = text, _WORD.findall(text)
    small = [word for word in words if not word[0].isupper()]
    certain = sum(word in _UNMISTAKABLE for word in [*small, words[0].lower()]) if words else 0
    if not small or certain >= ENGLISH_SHARE * len(words):
        return ""
    strange = sum(not is_english_word(word) for word in small) + len(_IN.findall(unquoted))
    if not strange and (certain or len(small) <= SHORT):
        return ""  # English words alone, as in none of `bench/languages/foreign.tsv`; loading the model takes 0.5 s
    language, margin = _best_other(unquoted)
    without_names = _best_other(" ".join(small))[1]
    if _is_other(words, small, margin, without_names, certain, strange):
        return language
    if before and strange and without_names > AMONG_OTHERS and not certain:
        return _other_language(" ".join(before)[-MOST_CHARACTERS:], ())
    return ""


def _is_other(
    words: Sequence[str], small: Sequence[str], margin: float, without_names: float, certain: int, strange: int
) -> bool:
    """Return whether the scores of a line, and its words that are `strange` to English, show another language."""
    if margin > (ALONE if len(words) > SHORT else SHORT_ALONE) and without_names > WITHOUT_NAMES:
        return strange > 0 or len(small) > SHORT
    if certain or not strange or not _ENGLISH.isdisjoint(small):
        return False
    if margin > STRANGE and len(small) > 1:
        return without_names > AMONG_OTHERS or 2 * strange >= len(small)
    return margin > LIKELY and without_names > STRANGE_WITHOUT_NAMES


@lru_cache(maxsize=1024)  # lines are asked about once themselves, and again with the lines after them
def _best_other(text: str) -> tuple[str, float]:
    """Return the likeliest language but English, and by how much it scores above English (below: negative)."""
    scores = _identifier().rank(_NOT_LATIN.sub(" ", text))
    english = next(score for code, score in scores if code == "en")
    code, score = next((code, score) for code, score in scores if code != "en")
    return NAMES[code], score - english


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(["en", *NAMES])
    return identifier
