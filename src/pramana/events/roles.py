"""Which kāraka a preposition gives to what it governs. Verbs, prepositions and nouns are English, in lower case."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.events.model import Role
from pramana.language import NounPhrase, Token


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TIMES = _words(
    "second minute hour day night week month year century decade morning evening afternoon moment time season "
    "spring summer autumn winter christmas easter midnight noon dawn dusk monday tuesday wednesday thursday "
    "friday saturday sunday january february april june july august september october november december eve "
    "o'clock today tomorrow yesterday tonight quarter period age era instant birthday weekend childhood youth "
    "war reign"
)
_MONTHS_THAT_ARE_WORDS = _words("march may")
_TRANSFER = _words(
    "give tell say speak offer show send bring hand sell write return pay lend teach promise read sing "
    "explain present grant award leave present deliver entrust assign donate talk whisper reply listen answer "
    "introduce bow nod pray apologise apologize appeal owe throw add remark observe mention dedicate devote "
    "belong"
)
_MOTION = _words(
    "go come walk run ride drive fly move return travel march sail climb fall rise leave arrive get hurry "
    "rush proceed flee escape journey turn head step slip creep crawl follow lead take carry bring send draw "
    "push pull throw put drop ascend descend pass cross jump leap dart wander drift migrate retreat advance "
    "withdraw retire bear convey"
)
_GOVERNED = {
    "look": "at for upon on into",
    "laugh": "at",
    "point": "at to",
    "stare": "at",
    "gaze": "at upon",
    "glance": "at",
    "smile": "at",
    "aim": "at",
    "shout": "at",
    "believe": "in",
    "result": "in",
    "succeed": "in",
    "depend": "on upon",
    "rely": "on upon",
    "insist": "on upon",
    "focus": "on",
    "comment": "on",
    "think": "of about",
    "dream": "of about",
    "talk": "about of",
    "speak": "of about",
    "hear": "of about",
    "know": "of about",
    "complain": "about of",
    "consist": "of",
    "wait": "for",
    "ask": "for about",
    "search": "for",
    "call": "for",
    "long": "for",
    "wish": "for",
    "hope": "for",
    "apply": "for",
    "account": "for",
    "listen": "to",
    "belong": "to",
    "refer": "to",
    "lead": "to",
    "object": "to",
    "deal": "with",
    "agree": "with to on",
    "cope": "with",
    "approve": "of",
    "dispose": "of",
    "care": "for about",
    "provide": "for",
}
_MANNERS = _words(
    "ecstasy agony life truth glory heart joke practice theory mind soul dignity utmost horror astonishment "
    "amazement joy sorrow grief pleasure relief satisfaction honour honor expectation fact general particular "
    "vain order addition case effect haste hurry silence love spite way manner respect sense turn once last "
    "first least length all course part common favour favor peace anger fear surprise detail full short "
    "charge tone voice whole contrary instance example purpose account behalf condition terms regard response "
    "return reply answer laugh smile tears whisper cry sleep laughter confidence safety danger comfort "
    "despair rage delight answer wonder earnest state succession consequence accordance connection rate risk "
    "hand means reality"
)
_PERSON_PRONOUNS = _words(
    "me him her us them you thee whom myself himself herself ourselves themselves yourself everyone everybody "
    "someone somebody anyone anybody nobody"
)
_PEOPLE = _words(
    "man woman boy girl child king queen prince princess father mother son daughter brother sister uncle aunt "
    "nephew niece wife husband friend master clerk gentleman lady people person servant spirit ghost lord sir "
    "mr mrs doctor teacher player team student citizen family crowd public reader customer soldier president "
    "minister officer men women children"
)
_SOURCES = _words("from off") | {"out of", "away from", "off of"}
_PLACES = _words(
    "in at on under near inside outside behind beside beneath above below between among amid upon within "
    "around along against opposite by over underneath amongst throughout past beyond"
) | {"in front of", "next to", "on top of", "inside of", "close to", "where"}
_GOALS = _words("into onto toward towards through across over up down")
_DURING = _words("during since until till before after throughout") | {"when", "prior to", "as of"}


def role_of(tokens: Sequence[Token], verb: str, preposition: str, phrase: NounPhrase, acted: bool) -> Role | None:
    """The kāraka of *preposition phrase* with `verb`; None where none fits.

    `acted` says that the clause has an object or is passive: only then does *with* name an instrument.
    """
    base = verb.split(" ")[0]
    if is_time(tokens, phrase):
        return Role.ADHIKARANA_TEMPORAL if preposition not in {"of", "as", "like", "than", "with"} else None
    if preposition in _GOVERNED.get(base, "").split():
        return Role.KARMA
    if preposition in {"to", "unto"}:
        return _to(tokens, base, phrase, acted)
    if preposition == "for":
        return _for(tokens, base, phrase)
    if preposition in _SOURCES:
        return Role.APADANA
    if preposition in {"with", "by means of", "with the help of", "by", "via", "using"}:
        return _instrument(tokens, preposition, phrase, acted)
    return _place(tokens, preposition, phrase)


def is_time(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """A year, a date, an hour, a day, a season."""
    head = tokens[phrase.head]
    word = head.lemma.lower()
    if word in TIMES:
        return head.tag != "ORD"
    if word in _MONTHS_THAT_ARE_WORDS:
        return head.text[:1].isupper()
    if head.tag == "CRD" and phrase.last - phrase.first <= 4:
        year = head.text.isdigit() and len(head.text) == 4 and 1000 <= int(head.text) <= 2100
        decade = head.text.endswith("0s") and head.text[:-1].isdigit()
        dated = any(
            tokens[place].lemma.lower() in TIMES | _MONTHS_THAT_ARE_WORDS for place in range(phrase.first, phrase.last)
        )
        return year or decade or dated
    return False


def is_person(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """A name, a person's pronoun or a noun for people: the surest guess without a dictionary of names."""
    head = tokens[phrase.head]
    return phrase.kind == "name" or head.text.lower() in _PERSON_PRONOUNS or head.lemma.lower() in _PEOPLE


def _to(tokens: Sequence[Token], base: str, phrase: NounPhrase, acted: bool) -> Role | None:
    if base in _TRANSFER and (base not in _MOTION or (acted and is_person(tokens, phrase))):
        return Role.SAMPRADANA
    if base in _MOTION:
        person = tokens[phrase.head].text.lower() in _PERSON_PRONOUNS
        return Role.SAMPRADANA if person else Role.ADHIKARANA_SPATIAL
    if _is_manner(tokens, phrase):
        return None
    return Role.SAMPRADANA


def _for(tokens: Sequence[Token], base: str, phrase: NounPhrase) -> Role | None:
    if base in {"leave", "head", "depart", "sail", "set", "make"} and phrase.kind == "name":
        return Role.ADHIKARANA_SPATIAL
    return Role.SAMPRADANA if is_person(tokens, phrase) else None


def _instrument(tokens: Sequence[Token], preposition: str, phrase: NounPhrase, acted: bool) -> Role | None:
    if is_person(tokens, phrase) or (phrase.kind == "pronoun" and tokens[phrase.head].text.lower() != "it"):
        return None
    if (preposition in {"with", "by"} and not acted) or _is_manner(tokens, phrase):
        return None
    return Role.KARANA


def _place(tokens: Sequence[Token], preposition: str, phrase: NounPhrase) -> Role | None:
    if preposition in _DURING:
        person = is_person(tokens, phrase) or phrase.kind == "pronoun"
        if person:
            return Role.ADHIKARANA_SPATIAL if preposition in {"before", "after"} else None
        return Role.ADHIKARANA_TEMPORAL
    if tokens[phrase.head].text.lower() in {"that", "this", "what", "which"}:
        return None
    if preposition in _PLACES | _GOALS and not _is_manner(tokens, phrase) and phrase.kind != "number":
        return Role.ADHIKARANA_SPATIAL
    return None


def _is_manner(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    return tokens[phrase.head].lemma.lower() in _MANNERS
