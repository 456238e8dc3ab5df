"""How far a line has an expression of the kind that a question asks for, other than the question's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from pramana.evidence import words
from pramana.karaka.line_answers.expressions import has_unit
from pramana.karaka.line_quotes.amounts import PEOPLE, TIME_NOUNS, amount_share, bare_word, has_new
from pramana.karaka.line_quotes.terms import QuestionTerm, is_near_word, near_terms, stems_of_text
from pramana.language import AnswerKind, AskedQuestion, stem, tag_tokens, word_list, word_set
from pramana.retrieval import name_runs

SURE_KIND = 0.5
"""The least share of a line that is quoted. Below: a number of something else, a possessive that may be a firm's."""
_MONTHS_AND_DAYS = frozenset(word.casefold() for word in word_set("types/months_and_days"))
_DAYS = "|".join(sorted(_MONTHS_AND_DAYS - {"may"}))
_UNITS = "|".join(sorted(word_list("grammar/time_units")))
_TIMES = "|".join(sorted(word_list("questions/time_words")))
_TIME = re.compile(
    rf"\b(?:{_DAYS}|{_TIMES}|1[0-9]{{3}}s?|20\d\d|\d{{1,2}}[.:]\d\d|\d{{1,2}} ?(?:am|pm|a\.m|p\.m)"
    rf"|(?:{_UNITS})s? (?:later|earlier|ago|before|after)|half past|in May|\d{{1,2}} May|May \d)\b",
    re.IGNORECASE,
)
_RELATIVE_TIME = re.compile(r"\b(?:after|before|when|until|since|as soon as|by the time|while|during)\b", re.IGNORECASE)
_REASON = re.compile(
    r"\b(?:"
    + "|".join(word.replace("_", " ").replace("*", r"\w+") for word in word_list("questions/reason_words"))
    + r")\b",
    re.IGNORECASE,
)
_PURPOSES = "|".join(word_list("questions/purpose_verbs"))
_WEAK_REASON = re.compile(
    r", for (?:the|his|her|their|[A-Z]\w+)\b.* (?:had|was|were|has|is|could|would|did)\b"
    r"|, who (?:was|were|is|are) \w+ing\b"
    r"|(?<!able )(?<!want )(?<!wanted )(?<!used )(?<!going )(?<!began )(?<!likely )"
    rf"\bto (?:{_PURPOSES})\b"
)
"""What may give a reason without a word for it: *apologies from Ann, who was resting*, *sold it to pay for a pump*."""
_FOLLOWS = re.compile(
    r"\bafter (?:\w+ ){1,4}(?:had |was |were |\w+ed\b|broke|burst|fell|came|went)"
    r"|\bfor (?:having|failing|refusing|being|\w+ing (?:the|a|an|his|her|its|their|to|in|on)\b)"
    r"|\b(?:explained by|put down to|blamed|attributed|thank\w* (?:him|her|them|the)|way of \w+ing)\b"
    r"|, (?:who|which) (?:had|was|were|could|did|would)\b",
    re.IGNORECASE,
)
"""What came before or is told of somebody, which may be the reason: *closed after a pipe burst*, *dismissed for having
corrected an error*, *the lookout, who had been sent to close a door*."""
_MEANS = re.compile(r"\bby \w+ing\b|\bby (?:means of|sending|using)\b|\bwith (?:a|an|the|his|her|their)\b")
_PREPOSITIONS = "|".join(sorted(word_set("types/locating"), key=lambda word: (-len(word), word)))
_PLACED = re.compile(rf"\b(?:{_PREPOSITIONS}|on|by|along|over) (?=(?P<after>[\w'’-]+(?: [\w'’-]+){{0,3}}))")
_PLACES = word_set("types/places") | word_set("roles/place_nouns")
_ORGANISATIONS = word_set("types/organizations") | word_set("people/organisations") | word_set("people/groups")
_FIRST_NAMES = frozenset(
    name.casefold() for names in ("names/male_names", "names/female_names") for name in word_set(names)
)
_TITLES = frozenset(
    title.casefold().rstrip(".")
    for titles in ("names/male_titles", "names/female_titles", "names/plain_titles", "people/neutral_titles")
    for title in word_set(titles)
)
_WHICH = re.compile(r"(?:\w+ )?(?:what|which)\b", re.IGNORECASE)
_NAME_ASKED = re.compile(r"\bnames?\b", re.IGNORECASE)
_OWN = frozenset({"its", "their"})
_WHERE_IT_IS = re.compile(r"\b(?:is|are|was|were|be)$")
"""How the statement of *where is it* ends, and *where will it be*."""
_OPEN = 0.6
"""Of kinds that no expression marks, what any line has: an event, a thing, yes or no."""


def kind_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    """Return how surely a line has an expression of the kind that was asked for, 0–1; 0 where it has none."""
    amount = amount_share(asked, terms, text)
    if amount is not None:
        return amount
    kind = asked.kind
    if kind is AnswerKind.REASON:
        return _reason_share(asked, text)
    if kind is AnswerKind.TIME and not has_unit(asked.noun, text):
        return 0.0
    if kind is AnswerKind.TIME:
        return 1.0 if has_new(_TIME, asked.text, text) else 0.5 * has_new(_RELATIVE_TIME, asked.text, text)
    if kind is AnswerKind.PLACE:
        return max(_place_shares(asked, text), default=0.0)
    if kind is AnswerKind.MANNER:
        return (1.0 if _MEANS.search(text) else _OPEN) if _tells_of_event(terms, text) else 0.0
    return _named_share(asked, text)


def _reason_share(asked: AskedQuestion, text: str) -> float:
    """Return how surely a line gives a reason: with a word for it or a clause behind a comma, then in other ways."""
    if has_new(_REASON, asked.text, text) or _has_reason_clause(text):
        return 1.0
    return 0.6 * (has_new(_WEAK_REASON, asked.text, text) or _FOLLOWS.search(text) is not None)


def holds_kind(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> bool:
    """Return whether a line has any expression of the kind that was asked for."""
    return kind_share(asked, terms, text) > 0


_CLAUSE_OPENERS = frozenset({"for", "since", "as"})
_FINITE = ("VVD", "VVZ", "VBD", "VBZ", "VBB", "VHD", "VHZ", "VHB", "VM0", "VDD", "VDZ")
_ENDS = frozenset(
    {",", ";", ":", ".", "(", "who", "which", "that", "whom", "where", "when", "whose", "far", "well", "long"}
)
_SUBJECT_WORDS = 6
"""Words in which the verb of a clause comes, at most."""


def _has_reason_clause(text: str) -> bool:
    """Whether a clause behind a comma gives a reason: *…, since a bear broke into the store*, *…, for he was ill*.

    Before it a line says what happened; *for* and *since* before a phrase without a verb say for whom and from when.
    """
    tokens = tag_tokens(text)
    for at in range(1, len(tokens)):
        if tokens[at].text.casefold() in _CLAUSE_OPENERS and tokens[at - 1].text in {",", ";"}:
            for token in tokens[at + 2 : at + 2 + _SUBJECT_WORDS]:
                if token.text.casefold() in _ENDS or tokens[at + 1].text.casefold() in _ENDS:
                    break
                if token.tag in _FINITE:
                    return True
    return False


def _place_shares(asked: AskedQuestion, text: str) -> Iterator[float]:
    """Yield how surely each phrase behind a preposition names a place: a name, then a noun for places, then others."""
    own = set(stems_of_text(asked.text))
    names = {word for name, _, _ in _new_names(text, own) for word in name}
    for match in _PLACED.finditer(text):
        after = [bare_word(word) for word in match["after"].split()]
        if not TIME_NOUNS.isdisjoint(after[:2]):
            continue
        if after[0] in _OWN and _WHERE_IT_IS.search(asked.statement):
            continue  # *on its roof* is where something of it is
        if not names.isdisjoint(after):
            yield 1.0
        elif any(word in _PLACES and stem(word) not in own for word in after):
            yield 0.9
        else:
            yield 0.5 * (not {stem(word) for word in after} <= own)


def _named_share(asked: AskedQuestion, text: str) -> float:
    """Return how surely a line names somebody or something new; `_OPEN` where no name is needed."""
    own = set(stems_of_text(asked.text))
    who = asked.kind in {AnswerKind.PERSON, AnswerKind.POSSESSOR}
    if who or (asked.kind is AnswerKind.IDENTITY and asked.text.casefold().startswith("who")):
        return max(_person_shares(text, own), default=0.0)
    if asked.kind is AnswerKind.NAME or (asked.kind is AnswerKind.IDENTITY and _NAME_ASKED.search(asked.text)):
        return float(any(True for _ in _new_names(text, own)))
    if asked.kind is AnswerKind.THING and asked.noun and _WHICH.match(asked.text):
        return _which_share(asked, text, own)
    return _OPEN


def _person_shares(text: str, own: set[str]) -> Iterator[float]:
    """Yield how surely each new name is a person's, then that the line has a noun for people."""
    for name, before, possessive in _new_names(text, own):
        known = name[0] in _TITLES or not _FIRST_NAMES.isdisjoint(name)
        yield (1.0 if known else _OPEN) - 0.2 * possessive - 0.2 * (before in {"in", "at", "on", "near", "to"})
    if any(stem(word) not in own and word in PEOPLE for word in words(text).forms):
        yield 0.5


def _which_share(asked: AskedQuestion, text: str, own: set[str]) -> float:
    """Return how surely a line says which: *the school library* of *which library*; of a firm only a name does."""
    noun = _head(asked)
    names = any(True for _ in _new_names(text, own))
    if not _ORGANISATIONS.isdisjoint({noun, noun.removesuffix("s"), f"{noun.removesuffix('ies')}y"}):
        return 0.9 * names
    forms = words(text).forms
    marked = any(
        is_near_word(stem(noun), stem(word)) and stem(before) not in own and before not in _FUNCTION_WORDS
        for before, word in pairwise(forms)
    )
    return 1.0 if marked else 0.5 if names else 0.3


_FUNCTION_WORDS = word_set("search/common") | word_set("answers/glue") | word_set("questions/empty_words")


def _new_names(text: str, own: set[str]) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """Yield names that are more than words of the question: their words, the word before, if they are possessive."""
    return (name for name in _names(text) if not {stem(word) for word in name[0]} <= own)


@lru_cache(maxsize=8_192)
def _names(text: str) -> tuple[tuple[tuple[str, ...], str, bool], ...]:
    """Return the names of a line but for dates, and for a first word that is not a first name: it may be any word."""
    forms = (*words(text).forms, "")
    found = []
    for run in name_runs(text):
        dated = all(word in _MONTHS_AND_DAYS or word[:1].isdigit() for word in run.words)
        if not dated and (run.before or len(run.words) > 1 or run.words[0] in _FIRST_NAMES):
            possessive = forms[min(run.before + len(run.words), len(forms) - 1)] == "s"  # *Ada's* is *ada* and *s*
            found.append((run.words, forms[run.before - 1] if run.before else "", possessive))
    return tuple(found)


def _head(asked: AskedQuestion) -> str:
    return asked.noun.split(" ")[-1].casefold()


def _tells_of_event(terms: tuple[QuestionTerm, ...], text: str) -> bool:
    """Whether a text has one of the verbs of a question, or the question has none."""
    verbs = [value for term, value in zip(terms, near_terms(terms, text), strict=True) if term.verb]
    return not verbs or max(verbs) > 0
