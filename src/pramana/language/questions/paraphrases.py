"""Other questions that ask the same: by the verb of an event that a noun names, and by *why* for a reason or a cause.

>>> [each.text for each in paraphrases("When was the installation of the pump?")]
['when did someone install the pump']
>>> paraphrases("What caused the collapse of the bridge?")[0].text
'why did the bridge collapse'
>>> paraphrases("Which trustee voted against the sale?")[0].noun
'trustee'
>>> [each.text for each in paraphrases("Who is Ann's father?")]
['of whom is Ann the son', 'of whom is Ann the daughter']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pramana.language.agreement import genders_of_noun
from pramana.language.analysis import analyse_cached
from pramana.language.appositions import is_person_noun
from pramana.language.model import NounPhrase
from pramana.language.noun_events import event_of_noun
from pramana.language.questions.inversion import undo_inversion
from pramana.language.questions.wording import plain_question, tidy
from pramana.language.word_lists import word_table

_BE = r"(?:is|was|are|were)"
_PLACE = r"(?:take place|happen|occur|come about)"
_SETTING = re.compile(
    rf"(?P<wh>when|where|how often|(?:in|on) (?:what|which) \w+) (?:{_BE}|(?P<will>did|does|do|will)) (?P<noun>.+?)"
    rf"(?: (?:{_PLACE}|(?:be )?(?:held|carried out)))?",
    re.IGNORECASE,
)
_DOING = re.compile(
    r"who (?:carried out|did|made|performed|conducted|undertook|(?:is|was) responsible for) (?P<noun>.+)",
    re.IGNORECASE,
)
_REASON = re.compile(
    rf"(?:what {_BE} (?:the )?(?:main |root )?(?:reasons?|causes?) (?:for|of|behind)|what caused|what led to) "
    r"(?P<noun>.+)|what (?:is|was) (?P<owned>.+'s?) (?:reason|cause)",
    re.IGNORECASE,
)
_DOER = re.compile(
    rf"who {_BE} (?:the (?P<of_doer>\w+) of (?P<of>.+)|(?P<owner>.+?)(?:'s|(?<=s)') (?P<doer>\w+))", re.IGNORECASE
)
_SPOUSES = frozenset({"husband", "wife"})
_WANTS = re.compile(r"what (?P<aux>did|does|do) (?P<who>.+?) (?:want|wish|ask) to know", re.IGNORECASE)
_FUTURE = re.compile(r"when (?:is|are|will) (?P<noun>.+?)(?: be(?: held)?)?", re.IGNORECASE)


_WHICH = re.compile(r"(?:which|what) (?P<noun>\w+) (?P<rest>.+)", re.IGNORECASE)
_FIRMS = frozenset({"company", "firm", "business", "organisation", "organization", "enterprise"})
"""Nouns for any body of people: of *which bank* a name without the word tells nothing."""


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Another question that asks what a question does.

    `noun`: what its answer is then taken to be, "" for nothing. `kin`: what the one whom it names must be by gender.
    `of_whom`: whether an answer may first say what the person of the question is: *the son of Tom Lee*.
    """

    text: str
    noun: str = ""
    kin: str = ""
    of_whom: bool = False

    @property
    def asks_for_gender(self) -> bool:
        """Whether only the gender of whoever is found tells that it is the one: a father or the mother, not a wife."""
        return bool(genders_of_noun(self.kin)) and self.kin not in _SPOUSES


def paraphrases(question: str) -> list[Paraphrase]:
    """Return other questions that ask what a question does, the nearest first; [] for most."""
    text = plain_question(tidy(question))
    same = [
        _by_setting(text),
        _by_doing(text),
        _by_reason(text),
        _by_cause(text),
        _by_wish(text),
        _by_future(text),
    ]
    wider = _by_noun(text)
    found = [*map(Paraphrase, same), *_from_the_other_side(text), *([wider] if wider else [])]
    return [each for each in dict.fromkeys(found) if each.text and each.text != text]


def _by_noun(text: str) -> Paraphrase | None:
    """*Which trustee voted against it?* asks who did, if who did is a trustee."""
    match = _WHICH.fullmatch(text)
    noun = match["noun"].lower() if match else ""
    if match is None or not (is_person_noun(noun) or noun in _FIRMS):
        return None
    inverted = undo_inversion(match["rest"]) is not None
    return Paraphrase(f"{'whom' if inverted else 'who'} {match['rest']}", noun)


def _by_setting(text: str) -> str:
    """*When was the installation of the pump?* asks when someone installed it."""
    match = _SETTING.fullmatch(text)
    told = _event(match["noun"]) if match else ""
    return f"{match['wh'].lower()} {told}" if match and told else ""


def _by_doing(text: str) -> str:
    """*Who carried out the repair of the lift?* asks who repaired it."""
    match = _DOING.fullmatch(text)
    told = _event(match["noun"]) if match else ""
    return re.sub(r"^did someone", "who did", told) if told.startswith("did someone") else ""


def _by_reason(text: str) -> str:
    """*What was the reason for her resignation?* asks why she resigned."""
    match = _REASON.fullmatch(text)
    noun = match and (match["noun"] or re.sub(r"'s?$", "", match["owned"]))
    told = _event(noun) if noun else ""
    return f"why {told}" if told else ""


def _by_cause(text: str) -> str:
    """*What was the reason for the outage?* asks what its cause was."""
    match = _REASON.fullmatch(text)
    return f"what was the cause of {match['noun']}" if match and match["noun"] else ""


def _from_the_other_side(text: str) -> Iterator[Paraphrase]:
    """*Who is the owner of the mill?* asks who owns it, *Who is Ann's father?* of whom she is the daughter."""
    match = _DOER.fullmatch(text)
    if match is None:
        return
    noun, whose = (match["of_doer"] or match["doer"]).lower(), match["of"] or match["owner"]
    for asked in filter(None, word_table("questions/converse_nouns").get(noun, "").split("; ")):
        yield Paraphrase(asked.replace("*", whose), kin=noun, of_whom=asked.startswith("of whom "))


def _by_wish(text: str) -> str:
    """*What did Ann want to know?* asks what she asked."""
    match = _WANTS.fullmatch(text)
    return f"what {match['aux']} {match['who']} ask" if match else ""


def _by_future(text: str) -> str:
    """*When is the next meeting?* asks when it will be held."""
    match = _FUTURE.fullmatch(text)
    phrase = _phrase(match["noun"]) if match else None
    if match is None or phrase is None:
        return ""
    return f"when will {match['noun']} be held" if _asked_event(_head(match["noun"], phrase))[0] else ""


def _event(noun: str) -> str:
    """Return what follows the question word of a question for the event that a phrase names, "" for no event."""
    phrase = _phrase(noun)
    if phrase is None:
        return ""
    verb, of, alone = _asked_event(_head(noun, phrase))
    if not verb:
        return ""
    if phrase.inner is not None:
        return _asking_words(verb, of, phrase.inner.text)
    owner = noun[phrase.possessor[0] : phrase.possessor[1]] if phrase.possessor else ""
    return _asking_words(verb, alone, re.sub(r"'s?$", "", owner)) if owner else ""


def _asked_event(noun: str) -> tuple[str, ...]:
    entry = word_table("questions/event_nouns").get(noun)
    return tuple(entry.split()) if entry else event_of_noun(noun)


def _asking_words(verb: str, part: str, participant: str) -> str:
    """*did someone install the pump*, *did Weiss die*; "" where the participant's part is not sure."""
    if part == "o":
        return f"did someone {verb} {participant}"
    return f"did {participant} {verb}" if part == "s" else ""


def _phrase(noun: str) -> NounPhrase | None:
    """Return the noun phrase that a text is, None where it is not just one."""
    phrases = analyse_cached(noun).noun_phrases
    return phrases[0] if len(phrases) == 1 and len(noun) == phrases[0].end - phrases[0].start else None


def _head(noun: str, phrase: NounPhrase) -> str:
    return analyse_cached(noun).tokens[phrase.head].lemma.lower()
