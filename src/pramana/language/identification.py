"""Which language a line is in, by py3langid (Lui and Baldwin 2012, naive Bayes over bytes). Loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

NAMES = {
    "af": "Afrikaans",
    "bs": "Bosnian",
    "ca": "Catalan",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "hr": "Croatian",
    "hu": "Hungarian",
    "id": "Indonesian",
    "is": "Icelandic",
    "it": "Italian",
    "la": "Latin",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "ms": "Malay",
    "mt": "Maltese",
    "nl": "Dutch",
    "nn": "Norwegian",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "sk": "Slovak",
    "sl": "Slovene",
    "sq": "Albanian",
    "sv": "Swedish",
    "sw": "Swahili",
    "tl": "Tagalog",
    "tr": "Turkish",
    "vi": "Vietnamese",
}
"""The languages in Latin script that English is compared with. The identifier knows 140; the rarer half takes short
English lines for its own: with all of them 1.0 % of HotpotQA's sentences score above ALONE, with these 0.2 %."""
ALONE = 10.0
"""A line is in another language where that scores so much above English (log-probability). Chosen on CaRB dev, EWT
dev, QA-SRL Wikinews dev, WiCE claims, LitBank, HotpotQA and A Christmas Carol: with WITHOUT_NAMES, 0.1 % of EWT's
lines of four words or more are lost and none of the others', while 96 % of `other_languages.tsv` are caught."""
SHORT_ALONE = 20.0
"""The same for up to SHORT words, of which one name may decide the score: *Priscilla,* is Latin at 7."""
SHORT = 3
WITHOUT_NAMES = 3.0
"""What the words in small letters must score by themselves. Names are of all languages: *Arjuna slew Karna at
Kurukshetra* is Indonesian at 20, *slew at* at 2."""
AMONG_OTHERS = 0.0
"""The same for a line that follows lines in another language: *John Smith bor i New York.* scores 0.4."""
MOST_CHARACTERS = 400
"""Longer texts are identified by their beginning."""
ENGLISH_SHARE = 0.12
"""From this share of unmistakable words on, a text is English, whatever names and quotations it holds."""
_UNMISTAKABLE = frozenset(
    "the and with that which this these those from his she they were have been would should could their there what "
    "when who whom whose where how why does did its your you because before after about between through while then "
    "into said other only than".split()
)
"""English words that are not frequent words of another language in Latin script, as *of*, *is*, *by* (Dutch), *was*
(German), *for*, *her* (Danish), *has* (Spanish) and *my* (Polish) are. Only in lower case: *The Times* is a name."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT_LATIN = re.compile(r"[^\x00-\u024f\u1e00-\u1eff\u2010-\u2027]+")
"""A Russian name in brackets says nothing about the line around it."""


def other_language(text: str, before: Sequence[str] = ()) -> str:
    """Return the English name of the language of a text in Latin script, "" where that is or may be English.

    `before` holds the lines before it: a line that is too short to tell is taken to be in their language.

    >>> other_language("La presidenta viajó a Madrid el lunes.")
    'Spanish'
    >>> other_language("Marley was dead: to begin with.")
    ''
    """
    words = _WORD.findall(text[:MOST_CHARACTERS])
    small = " ".join(word for word in words if not word[0].isupper())
    if not small or sum(word in _UNMISTAKABLE for word in words) >= ENGLISH_SHARE * len(words):
        return ""
    language, margin = _best_other(text[:MOST_CHARACTERS])
    if margin > (ALONE if len(words) > SHORT else SHORT_ALONE) and _best_other(small)[1] > WITHOUT_NAMES:
        return language
    if before and _best_other(small)[1] > AMONG_OTHERS and not _UNMISTAKABLE.intersection(words):
        return other_language(" ".join(before))
    return ""


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
