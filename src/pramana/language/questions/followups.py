"""Questions that go on from the one before: *And when did she sell it?*, *Why?*, *What about Leo?*

>>> complete_question("Why did she sell it?", "What did Marta sell?", ["the patent"])
'Why did Marta sell the patent?'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.language.agreement import FEMALE, FEMALE_NAMES, MALE, MALE_NAMES
from pramana.language.analysis import analyse_cached
from pramana.language.lexicon import PRONOUNS
from pramana.language.model import NounPhrase
from pramana.language.questions.asked import AnswerKind, read_asked
from pramana.language.questions.inversion import AUXILIARIES, undo_inversion
from pramana.language.questions.wording import is_people
from pramana.language.word_lists import word_set

_PRONOUN = re.compile(r"\b(?P<word>he|him|his|she|her|hers|it|its|they|them|their|that|this|there)\b", re.IGNORECASE)
_PLACES_AND_THINGS = frozenset({"there", "it", "its", "that", "this"})
_POSSESSIVE = frozenset({"his", "its", "their", "hers"})
_ALONE = re.compile(
    r"(?P<wh>why|when|where|how|by whom|to whom|from whom|with whom|for whom|with what|since when|until when|from where"
    r"|(?:for )?how (?:long|often|much|many(?: \w+)?|far))(?: (?:exactly|not))?\??",
    re.IGNORECASE,
)
_NAME_ALONE = re.compile(r"(?P<whom>[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})\?")
"""*And Doug Fairlie?* asks the same of another one."""
_ABOUT = re.compile(r"(?:what|how) about (?P<whom>.+?)\??", re.IGNORECASE)
_FRONT = re.compile(
    r"(?:\w+ )?(?:who|whom|whose|what|which|where|when|why|how(?: (?:long|often|much|far|old))?)\b", re.IGNORECASE
)


def complete_question(question: str, before: str, answers: Sequence[str], earlier: Sequence[str] = ()) -> str:
    """Return a question with its pronouns replaced by what the question before it and its answers name.

    A pronoun takes the nearest name that agrees with it: of the answers, of the question before, then of `earlier`
    turns. One that agrees with none stays. *When?* and *By whom?* take the rest of the question before.
    """
    text = re.sub(r"^(?:and|but|so|then),? ", "", question.strip(), flags=re.IGNORECASE)
    asked = read_asked(before)
    kind = asked.kind if asked is not None else AnswerKind.THING
    names = [each for each in answers if each.casefold() not in PRONOUNS and len(each.split()) <= _LONGEST]
    earlier = [each for each in earlier if each.casefold() not in PRONOUNS]
    named = _phrases(before)
    about, alone = _ABOUT.fullmatch(text) or _NAME_ALONE.fullmatch(text), _ALONE.fullmatch(text)
    if alone is not None:
        return _with_rest(alone["wh"], before, names if kind in _NAMING else []) or question
    if about is not None and named:
        return before.replace(named[0], about["whom"], 1)
    known = kind is AnswerKind.IDENTITY and bool(named) and named[0][:1].isupper()  # *Who was Anna?* *A chemist*
    named_by_answer = names if kind in _NAMING and not known else []
    places = names if kind is AnswerKind.PLACE else []
    taken: list[str] = []
    again: dict[str, str] = {}

    def replacement(match: re.Match[str]) -> str:
        word = match["word"].casefold()
        if word in again:  # *How old was she when she left?*: of one person
            return again[word]
        near = _phrases(before) if word in _PLACES_AND_THINGS else _people_first(before)
        found = [*(places if word in {"there", "it"} else ()), *named_by_answer, *near, *earlier]
        meant = _meaning_of(match, text, found, taken)
        if word in _SUBJECTS:
            again[word] = meant
        return meant

    return _PRONOUN.sub(replacement, text)


def unnamed_pronoun(question: str) -> str:
    """Return the pronoun of a question for a person whom nothing before it names, as written; "" where there is none.

    >>> unnamed_pronoun("What did he sell?"), unnamed_pronoun("What did Tom say that he sold?")
    ('he', '')
    >>> unnamed_pronoun("Who sold his house?"), unnamed_pronoun("Who hired him?")
    ('', 'him')
    """
    sentence = analyse_cached(question)
    asks_who = re.match(r"(?:to |by |with |for |from )?(?:who|whose|which|what [a-z]+)\b", question, re.IGNORECASE)
    for token in sentence.tokens:
        word = token.text.casefold()
        named = any(
            each.kind in {"name", "noun"} and each.start < token.start and not _asks(each)
            for each in sentence.noun_phrases
        )
        owned = bool(asks_who) and (token.tag == "DPS" or word == "his")
        if word in _PERSONAL and not named and not owned:
            return token.text
    return ""


_PERSONAL = frozenset({"he", "him", "his", "she", "her", "hers"})
"""Pronouns that always mean somebody: *it* and *they* may be said of nobody (*Is it true?*, *What do they say?*)."""
_LONGEST = 6
"""Words of an answer that a pronoun may mean: what is longer is a clause."""


def _with_rest(front: str, before: str, names: Sequence[str]) -> str:
    """Return a question word with the rest of the question before, "" where it leaves none.

    A question for who did or suffered it gets its answer, or somebody, for a subject: *Who was jailed?* and *Why?* make
    *Why was somebody jailed?*
    """
    opening = _FRONT.match(before)
    rest = before.strip(" ?")[opening.end() if opening else 0 :].strip()
    words = rest.split(" ")
    front = f"{front[:1].upper()}{front[1:]}"
    asks_for_subject = opening is not None and re.fullmatch(r"who|what|which", opening[0], re.IGNORECASE)
    if words[0].lower() in AUXILIARIES:
        moved = undo_inversion(rest)
        subject = "" if moved is not None and not asks_for_subject else _subject(names)
        whole = words[0].lower() in _DOING or (moved is not None and not moved.bare_be)
        subject = "" if whole else subject
        return " ".join(f"{front} {words[0].lower()} {subject} {' '.join(words[1:])}?".split())
    if opening is None or not asks_for_subject:
        return ""
    group = next(iter(analyse_cached(f"they {rest}").verb_groups), None)
    if group is None or group.lemma in {"happen", "become"}:
        return ""
    return f"{front} did {_subject(names)} {group.lemma}{rest[group.end - len('they ') :]}?"


def _subject(names: Sequence[str]) -> str:
    name = next(iter(names), "somebody")
    return f"the {name}" if names and name[:1].islower() and name.split(" ")[0] not in _DETERMINED else name


_DETERMINED = frozenset({"the", "a", "an", "his", "her", "its", "their", "this", "that"})
_DOING = frozenset({"did", "does", "do"})
"""Auxiliaries that a subject follows: *Who did she meet?*"""


_NAMING = frozenset(
    (AnswerKind.PERSON, AnswerKind.THING, AnswerKind.IDENTITY, AnswerKind.NAME, AnswerKind.POSSESSOR, AnswerKind.CHOICE)
)
"""Kinds of questions whose answers a pronoun may mean: *in 1940* and *because it rained* are nobody."""


def _phrases(text: str) -> list[str]:
    """Return the noun phrases of a question, names first."""
    phrases = [each for each in analyse_cached(text).noun_phrases if each.kind in {"name", "noun"} and not _asks(each)]
    ordered = sorted(phrases, key=lambda each: (each.kind != "name", each.start))
    return [_name_alone(each.text) if _is_named(each) else each.text for each in ordered]


def _people_first(text: str) -> list[str]:
    """Return the noun phrases of a question, those last that follow a preposition of places.

    *When did Marta Kovac move to Vienna?* is about her: *she* is not Vienna.
    """
    phrases = [each for each in analyse_cached(text).noun_phrases if each.kind in {"name", "noun"} and not _asks(each)]
    ordered = sorted(
        phrases, key=lambda each: (not _is_named(each), _PLACING.search(text[: each.start]) is not None, each.start)
    )
    return [_name_alone(each.text) if _is_named(each) else each.text for each in ordered]


_PLACING = re.compile(r"\b(?:in|at|near|to|from|into|of) (?:the )?$", re.IGNORECASE)
_SUBJECTS = frozenset({"he", "she", "it", "they"})


def full_names(text: str) -> list[str]:
    """Return the names of a text in full, each once, in order.

    >>> full_names("The work was led by Ngozi Adeyemi.")
    ['Ngozi Adeyemi']
    """
    phrases = [each.text for each in analyse_cached(text).noun_phrases if each.kind == "name"]
    named = [each for each in phrases if all(word[:1].isupper() for word in each.split(" ")) and each not in _TIMES]
    return list(dict.fromkeys(named))


_TIMES = word_set("types/months_and_days")


def fitting_names(pronoun: str, text: str) -> list[str]:
    """Return the full names of persons in a text that a pronoun may mean, by gender and number.

    >>> fitting_names("He", "Nordvik's founder, Sigbjørn Haaland, will remain as head of the business.")
    ['Sigbjørn Haaland']
    """
    person = pronoun.casefold() in {"he", "him", "she", "her"}
    full = [each for each in full_names(text) if len(each.split(" ")) > 1]
    return [each for each in full if _agrees(pronoun.casefold(), each)] if person else []


def _is_named(phrase: NounPhrase) -> bool:
    """Whether a phrase begins with a full name: *Eino Saarela notice* has a verb for its last word."""
    return phrase.kind == "name" or all(word[:1].isupper() for word in phrase.text.split(" ")[:2])


def _name_alone(text: str) -> str:
    """Return a name without a bare verb that was taken for its last word: *Marta Keller work*."""
    words = text.split(" ")
    while len(words) > 1 and words[-1].islower():
        words.pop()
    return re.sub(r"['’]s?$", "", " ".join(words))


def _asks(phrase: NounPhrase) -> bool:
    return _FRONT.match(phrase.text) is not None


def _meaning_of(match: re.Match[str], text: str, candidates: Sequence[str], taken: list[str]) -> str:
    """Return what a pronoun is replaced by; two participants of one question are not the same (`taken`)."""
    word = match["word"].casefold()
    if word in {"that", "this", "there"} and not re.fullmatch(r"[ ?]*", text[match.end() :]):
        return match[0]  # *that year*, *is there a ghost*: no pronoun
    owns = word in _POSSESSIVE or (word == "her" and _is_possessive(text, match) and not _is_given(text, match))
    fitting = [each for each in candidates if _agrees(word, each) and (owns or each not in taken)]
    sure = [each for each in fitting if word not in _PLACES_AND_THINGS and _genders(each)]
    name = next(iter(sure or fitting), "")
    if not name:
        return match[0]
    if owns:
        return f"{name}'s"
    taken.append(name)
    return f"in {name}" if word == "there" else name


def _is_possessive(text: str, match: re.Match[str]) -> bool:
    tokens = analyse_cached(text).tokens
    return any(token.start == match.start() and token.tag == "DPS" for token in tokens)


def _is_given(text: str, match: re.Match[str]) -> bool:
    """Whether *her* is whom something is given to: *taught her Latin*, not *taught her dog*."""
    before = analyse_cached(text[: match.start()]).tokens
    giving = bool(before) and before[-1].lemma.casefold() in _DITRANSITIVE
    return giving and re.match(r" (?:[A-Z]|the |a |an |some )", text[match.end() :]) is not None


_DITRANSITIVE = word_set("grammar/ditransitive")


def _genders(name: str) -> set[str]:
    """Return the genders that the given names and titles in a name have; none for most other names."""
    words = {word.casefold() for word in re.findall(r"\w+", name)}
    lists = ((MALE, MALE_NAMES | _MALE_TITLES), (FEMALE, FEMALE_NAMES | _FEMALE_TITLES))
    return {gender for gender, names in lists if words & names}


_MALE_TITLES = frozenset(word.rstrip(".") for word in word_set("people/male_titles"))
_FEMALE_TITLES = frozenset(word.rstrip(".") for word in word_set("people/female_titles"))


_TITLES = frozenset(word.casefold().rstrip(".") for word in word_set("types/titles")) | word_set("types/people")
_PEOPLE = word_set("types/people")


def _agrees(pronoun: str, name: str) -> bool:
    """Whether a pronoun may mean a name, by gender, number and kind; of an unknown gender any may.

    A thing that somebody owns is nobody: *Mrs Abernathy's door*.
    """
    last = name.split(" ")[-1] if name else ""
    genders = _genders(name) if last[:1].isupper() or is_people(name) else set()
    several = is_plural(name)
    proper = all(word[:1].isupper() for word in name.split(" "))
    titled = any(word.casefold().rstrip(".") in _TITLES for word in name.split(" ")) and proper
    person = (bool(genders) and proper) or titled or is_people(name) or last.casefold() in _PEOPLE
    if pronoun in {"he", "him", "his"}:
        return not several and genders <= {MALE} and (person or proper)
    if pronoun in {"she", "her", "hers"}:
        return not several and genders <= {FEMALE} and (person or proper)
    if pronoun in {"it", "its", "that", "this"}:
        return not person and not several
    if pronoun in {"they", "them", "their", "theirs"}:
        return several or (proper and not genders)
    return pronoun != "there" or name[:1].isupper()


def is_plural(name: str) -> bool:
    """Return whether a phrase names several: *fourteen children*, *Ann and Bob*.

    >>> is_plural("Fourteen children"), is_plural("the meeting")
    (True, False)
    """
    if " and " in name:
        return True
    tokens = [token for token in analyse_cached(name).tokens if token.tag.startswith("N")]
    return bool(tokens) and tokens[-1].tag == "NN2"
