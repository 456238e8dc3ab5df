"""From a question to a statement in which a stand-in takes the place of what is asked for.

The statement is then read by the same rules as a line of a document, so that a question's roles and a line's agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pramana.karaka.model import Role
from pramana.karaka.rules.roles import TIMES
from pramana.language import NounPhrase, Sentence, Token, analyse

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "\u00a0": " "})
_LEAD = re.compile(
    r"(?:and|but|so|then|now|well|please|ok|okay)\b,?\s+"
    r"|(?:can|could|will|would) you (?:please )?(?=(?:tell|list|name|show|say|give|find)\b)"
    r"|(?:do you|does anyone|does anybody) know (?=\w)|i (?:want|would like|wonder|'d like)(?: to know)? (?=\w)"
    r"|(?:please )?(?:tell|show|remind) (?:me|us) (?=(?:who|whom|whose|what|which|where|when|why|how|if|whether)\b)"
    r"|(?:if|whether) ",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:list|name|show|give|tell|find|identify|mention|enumerate)(?: me| us)?(?: (?:all|every|each|any|both))*"
    r"(?: of)?(?: (?:the|those))? (?P<noun>[\w-]+(?: [\w-]+)?) (?P<link>who|whom|that|which) (?P<rest>.+)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:name|identify) (?P<noun>.+)", re.IGNORECASE)
_TOLD = re.compile(r"(?:tell (?:me|us) about|describe|what about) (?P<noun>.+)", re.IGNORECASE)
_CLEFT = re.compile(
    r"(?P<wh>who|what|which) (?:is|was|were|are) (?:it|there|(?:the|those) "
    r"(?:one|ones|man|woman|person|people|thing|things|men|women)) (?:who|that|which) (?P<rest>.+)",
    re.IGNORECASE,
)
_SHORT = (
    (re.compile(r"\b(can)'t\b|\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bshan't\b", re.IGNORECASE), "shall not"),
    (re.compile(r"(?<=\w)n't\b", re.IGNORECASE), " not"),
    (re.compile(r"\b(who|what|where|when|why|how|which|that)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\b(who|what|where|when|why|how)'d\b", re.IGNORECASE), r"\1 did"),
    (re.compile(r"\b(who|what|where|when|why|how)'ll\b", re.IGNORECASE), r"\1 will"),
    (re.compile(r"\b(who|what|where|when|why|how)'(?:re|ve)\b", re.IGNORECASE), r"\1 have"),
)
_FRONT = re.compile(
    r"(?:(?P<prep>by means of|with the help of|out of|to|by|with|from|for|in|on|at|of|into|onto|about|near|under|over"
    r"|through|during|against|behind|beside|before|after|upon|towards?|between|among) )?"
    r"(?P<wh>who|whom|whose|what|which|where|when|why|how)\b *(?P<rest>.*)",
    re.IGNORECASE,
)
_BE = frozenset("is was are were am be been".split())
_DO = frozenset("do does did".split())
_HAVE = frozenset("has had have".split())
_MODALS = frozenset("can could may might must shall should will would".split())
AUXILIARIES = _BE | _DO | _HAVE | _MODALS
_STRANDED = frozenset(
    "to with from for by in on at of about into onto upon against near under over through behind beside after".split()
)
_PEOPLE = frozenset(
    "man woman person people king queen prince princess boy girl child children men women ghost spirit friend brother "
    "sister father mother son daughter uncle aunt nephew niece husband wife character somebody someone anyone anybody "
    "everyone everybody one those soldier writer author president minister doctor teacher player clerk partner".split()
)
_REASONS = frozenset({"reason", "purpose"})
_WAYS = frozenset({"way", "manner"})
_SAYING = frozenset(
    "say think reply answer ask cry exclaim remark observe believe suppose hope shout whisper murmur tell know claim "
    "wish explain declare".split()
)
"""What they take as an object is mostly a clause, which has no node of its own: the line is the answer."""
_PERSONS = "Thomas Peter Henry Edward Arthur Walter Philip Martin".split()
_THINGS = "the stone,the lamp,the wheel,the spoon,the rope,the kettle,the ladder,the basket".split(",")


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as a statement. `asked` is the stand-in whose role is asked for, None where a line is the answer.

    `role` is the role asked for where the question word alone tells it (where, when), `causes` says that reasons are
    asked for, `any_verb` that the verb of the statement says nothing (*What did Rama do?*).
    """

    statement: str
    asked: str | None = None
    role: Role | None = None
    causes: bool = False
    any_verb: bool = False


class StandIns:
    """Names and things that a question does not hold, to stand for what it asks for."""

    def __init__(self, text: str) -> None:
        held = text.casefold()
        self._subjects = [word for word in ("she", "he") if not re.search(rf"\b{word}\b", held)]
        self._persons = [word for word in _PERSONS if word.casefold() not in held]
        self._things = [words for words in _THINGS if words.split()[1] not in held]

    def subject(self) -> str:
        """Return one to stand before a verb: a pronoun where it is free, as it leaves no doubt that a verb follows."""
        return self._subjects.pop(0) if self._subjects else self.take(person=True)

    def take(self, person: bool) -> str:
        """Return one that was not taken yet. Raises LookupError when there are no more."""
        if not self._persons or not self._things:
            raise LookupError("no stand-in left")
        return (self._persons if person else self._things).pop(0)


def tidy(text: str) -> str:
    """Return a question without what only wraps it: courtesy, marks at its end, contractions, curly quotes.

    >>> tidy("Please tell me who didn’t come?")
    'who did not come'
    """
    text = " ".join(text.translate(_QUOTES).split()).strip(" \"'?.!,;:")
    for short, long in _SHORT:
        text = short.sub(long, text)
    while (lead := _LEAD.match(text)) is not None and lead.end() < len(text):
        text = text[lead.end() :]
    return text


def reworded(text: str) -> str:
    """Return an order (*List the people who …*) and a cleft (*Who was it that …*) as the plain question."""
    cleft = _CLEFT.fullmatch(text)
    if cleft:
        return f"{cleft['wh']} {cleft['rest']}"
    order = _ORDER.fullmatch(text)
    if order:
        people = order["link"].lower() in {"who", "whom"} or is_people(order["noun"])
        return f"{'who' if people else 'what'} {order['rest']}"
    told = _TOLD.fullmatch(text)
    if told:
        return f"what did {told['noun']} do"
    named = _NAMED.fullmatch(text)
    return f"who is {named['noun']}" if named else text


def is_people(words: str) -> bool:
    """Whether a noun phrase speaks of people, by its last word."""
    last = words.lower().split()[-1] if words.split() else ""
    return last in _PEOPLE or last.removesuffix("s") in _PEOPLE


def read(text: str, stand_ins: StandIns) -> Reading | None:
    """Return the statement of a tidied question without relative clauses; None where it is no question."""
    front = _FRONT.fullmatch(text)
    if front is None:
        return _truth(text) or _in_place(text, stand_ins)
    word, rest, preposition = front["wh"].lower(), front["rest"], (front["prep"] or "").lower()
    if not rest:
        return None
    if word in {"why", "how"} and not preposition:
        counted = re.match(r"(?:many|much) (?P<rest>.+)", rest) if word == "how" else None
        return _with_noun(counted["rest"], "", stand_ins) if counted else _line(word, rest, stand_ins)
    if word in {"where", "when"} and preposition not in {"from", "to"}:
        return _place_or_time(word, rest, stand_ins)
    if word in {"whose", "which"} or (word == "what" and _noun_follows(rest)):
        return _with_noun(rest, preposition, stand_ins)
    return gap(rest, word in {"who", "whom"}, stand_ins, preposition)


def gap(rest: str, person: bool, stand_ins: StandIns, preposition: str = "") -> Reading:
    """Return the statement of what follows *who* or *what*: a stand-in takes the place that is empty in it."""
    turned = _turned(rest)
    if turned is None:
        return _not_turned(rest, stand_ins, preposition, person)
    stand_in = stand_ins.take(person)
    if preposition:
        return Reading(_before_clauses(turned.statement, turned.verb_at, f"{preposition} {stand_in}"), stand_in)
    if turned.bare_be and turned.stranded is None:
        return _being(turned, stand_in)
    if not person and (doing := _doing(turned)) is not None:
        return doing
    return _filled(turned.statement, turned.verb_at, stand_in, person)


def _not_turned(rest: str, stand_ins: StandIns, preposition: str, person: bool) -> Reading:
    """*who gave the bow*: the subject is asked for. *who Rama killed*: subject and verb stand in their order."""
    happened = re.fullmatch(r"(?:has |had )?(?:happen(?:ed|s)?|befell|became of) ?(?P<rest>.*)", rest, re.IGNORECASE)
    if happened and not person:
        return _happening(rest, happened["rest"])
    if preposition:
        stand_in = stand_ins.take(person)
        return Reading(_before_clauses(rest, 0, f"{preposition} {stand_in}"), stand_in)
    sentence = analyse(rest)
    starts = bool(sentence.noun_phrases) and sentence.noun_phrases[0].first == 0
    if not starts or _starts_with_verb(sentence) or len(sentence.verb_groups) == 0:
        stand_in = stand_ins.subject()
        return Reading(f"{stand_in} {rest}", stand_in)
    stand_in = stand_ins.take(person)
    return _filled(rest, _subject(sentence, 0).end, stand_in, person)


def _happening(rest: str, complement: str) -> Reading:
    """*What happened to Rama?*: anything that was done to him. *What happened in London?*: anything there."""
    to = re.fullmatch(r"(?:to |became of |befell )(?P<whom>.+)", complement or rest, re.IGNORECASE)
    if to:
        return Reading(f"Nature changed {to['whom']}", "Nature", any_verb=True)
    return Reading(f"Nature changed {complement}", "Nature", any_verb=True)


@dataclass(frozen=True, slots=True)
class _Turned:
    """A clause whose auxiliary stood before its subject, put back in order. `verb_at` is where its verbs begin."""

    statement: str
    verb_at: int
    subject: str
    auxiliary: str
    tail: str
    bare_be: bool

    @property
    def stranded(self) -> str | None:
        last = self.tail.split()[-1].lower() if self.tail.split() else ""
        return last if last in _STRANDED else None


def _turned(text: str) -> _Turned | None:
    """*did Rama give* becomes *Rama did give*; None where no auxiliary stands before a subject."""
    words = text.split(" ", 1)
    if len(words) < 2 or words[0].lower() not in AUXILIARIES:
        return None
    auxiliary, at = words[0].lower(), len(words[0]) + 1
    if text[at:].lower().startswith("not "):
        auxiliary, at = f"{auxiliary} not", at + 4
    sentence = analyse(text)
    first = next((index for index, token in enumerate(sentence.tokens) if token.start >= at), 0)
    if not first or not _phrase_at(sentence, first):
        return _there(text, auxiliary, at)
    subject = _subject(sentence, first)
    end = subject.end
    needs_verb = words[0].lower() in _DO | _MODALS
    if needs_verb and not _verb_follows(sentence, end) and " " in text[at:end]:
        end = text.rfind(" ", at, end)
    tail = text[end:].strip() if end > at else ""
    verbal = _verb_follows(sentence, end) or words[0].lower() in _DO
    if (not verbal and words[0].lower() not in _BE) or (words[0].lower() in _DO and not tail):
        return None
    said = text[at:end].strip()
    return _Turned(f"{said} {auxiliary} {tail}".strip(), len(said) + 1, said, auxiliary, tail, not verbal)


def _there(text: str, auxiliary: str, at: int) -> _Turned | None:
    """*is there a ghost*, *is he*: a subject that the chunker leaves out."""
    match = re.match(r"there\b", text[at:], re.IGNORECASE)
    if match is None:
        return None
    tail = text[at + match.end() :].strip()
    return _Turned(f"there {auxiliary} {tail}", 6, "there", auxiliary, tail, bare_be=True)


def _phrase_at(sentence: Sentence, first: int) -> NounPhrase | None:
    return next((phrase for phrase in sentence.noun_phrases if phrase.first == first), None)


@dataclass(frozen=True, slots=True)
class _Span:
    last: int
    end: int


def _subject(sentence: Sentence, first: int) -> _Span:
    """The subject that starts at token `first`, with what *and* joins to it."""
    phrase = _phrase_at(sentence, first)
    assert phrase is not None, "the caller has seen it"
    while (joint := _token(sentence, phrase.last)) is not None and joint.text.lower() in {"and", "or", ","}:
        joined = _phrase_at(sentence, phrase.last + 1)
        if joined is None:
            break
        phrase = joined
    return _Span(phrase.last, phrase.end)


def _token(sentence: Sentence, index: int) -> Token | None:
    return sentence.tokens[index] if index < len(sentence.tokens) else None


def _is_verb(token: Token) -> bool:
    return token.tag[:1] == "V"


def _verb_follows(sentence: Sentence, end: int) -> bool:
    for token in sentence.tokens:
        if token.start >= end and token.tag not in {"AV0", "XX0"}:
            return _is_verb(token)
    return False


def _starts_with_verb(sentence: Sentence) -> bool:
    for token in sentence.tokens:
        if _is_verb(token) or token.text.lower() in AUXILIARIES:
            return True
        if token.tag not in {"AV0", "XX0"}:
            return False
    return False


def _being(turned: _Turned, stand_in: str) -> Reading:
    """*Who is Scrooge?* asks what he is; *Who is the king of Ayodhya?*, who that is."""
    described = re.match(r"(?:the|his|her|their|my)\b|.*(?:\bof\b|'s\b|s'\s)", turned.subject, re.IGNORECASE)
    if described:
        return Reading(f"{stand_in} {turned.auxiliary} {turned.subject} {turned.tail}".strip(), stand_in)
    return Reading(f"{turned.subject} {turned.auxiliary} {stand_in} {turned.tail}".strip(), stand_in)


def _doing(turned: _Turned) -> Reading | None:
    """*What did Rama do?*, *… do to Sita?*, *… do in London?*, and what somebody said or thought."""
    verb = turned.tail.split(" ", 1)
    word = verb[0].lower()
    rest = verb[1] if len(verb) > 1 else ""
    if word in {"do", "done", "doing"}:
        to = re.fullmatch(r"(?:to|with|for) (?P<whom>.+)", rest, re.IGNORECASE)
        acted = f"{turned.subject} changed {to['whom'] if to else rest}".strip()
        return Reading(acted, any_verb=True)
    if word in _SAYING and not turned.stranded:
        return Reading(turned.statement)
    return None


def _filled(statement: str, verb_at: int, stand_in: str, person: bool) -> Reading:
    """Put the stand-in behind the preposition that was left alone, else where the verb's object is missing."""
    words = statement.split(" ")
    if words[-1].lower() in _STRANDED:
        return Reading(f"{statement} {stand_in}", stand_in)
    sentence = analyse(statement)
    groups = [group for group in sentence.verb_groups if group.start >= verb_at - 1 and group.end > verb_at]
    if not groups:
        return Reading(f"{statement} {stand_in}", stand_in)
    chosen = groups[0]
    for group in groups[1:]:
        chained = group.first - chosen.last <= 3 and statement[group.start :].lower().startswith("to ")
        if not chained or _phrase_at(sentence, group.last):
            break
        chosen = group
    after = _phrase_at(sentence, chosen.last)
    at = chosen.end if after is None or person else after.end
    return Reading(f"{statement[:at]} {stand_in}{statement[at:]}", stand_in)


def _before_clauses(statement: str, verb_at: int, words: str) -> str:
    """Put words at the end of the statement's first clause: before *when …*, *because …*."""
    for token in analyse(statement).tokens:
        if token.start > verb_at and token.tag == "CJS":
            return f"{statement[: token.start]}{words} {statement[token.start :]}"
    return f"{statement} {words}"


def _stated(rest: str) -> tuple[str, int]:
    turned = _turned(rest)
    return (turned.statement, turned.verb_at) if turned else (rest, 0)


def _line(word: str, rest: str, stand_ins: StandIns) -> Reading:
    """*why …* and *how …*: the lines themselves answer. *How old is Fred?*: what he is."""
    turned = _turned(rest)
    measured = rest.split(" ", 1)
    if word == "how" and turned is None and len(measured) == 2:
        turned = _turned(measured[1])
    if turned is None:
        return Reading(rest, causes=word == "why")
    if turned.bare_be and not turned.tail:
        stand_in = stand_ins.take(person=False)
        return Reading(f"{turned.statement} {stand_in}", stand_in)
    return Reading(turned.statement, causes=word == "why")


def _place_or_time(word: str, rest: str, stand_ins: StandIns) -> Reading:
    statement, verb_at = _stated(rest)
    if word == "when":
        time = "at midnight" if "midnight" not in rest.lower() else "at noon"
        return Reading(_before_clauses(statement, verb_at, time), time.split()[1], role=Role.ADHIKARANA_TEMPORAL)
    stand_in = stand_ins.take(person=False)
    if statement.split(" ")[-1].lower() in {"from", "to"}:
        return Reading(f"{statement} {stand_in}", stand_in)
    return Reading(_before_clauses(statement, verb_at, f"in {stand_in}"), stand_in, role=Role.ADHIKARANA_SPATIAL)


def _noun_follows(rest: str) -> bool:
    sentence = analyse(f"the {rest}")
    phrase = _phrase_at(sentence, 0)
    if phrase is None or rest.split(" ")[0].lower() in AUXILIARIES:
        return False
    own = analyse(rest).tokens
    return bool(own) and own[0].tag in {"NN0", "NN1", "NN2", "AJ0"} and phrase.last < len(sentence.tokens)


def _with_noun(rest: str, preposition: str, stand_ins: StandIns) -> Reading | None:
    """*which king …*, *whose bow …*, *what time …*, *how many ghosts …*: the noun says only what kind is asked for."""
    if rest.split(" ")[0].lower() in AUXILIARIES | {"one", "ones"}:
        return gap(rest.removeprefix("one ").removeprefix("ones "), False, stand_ins, preposition)
    rest = re.sub(r"^of (?:the |these |those )?", "", rest, flags=re.IGNORECASE)
    sentence = analyse(f"the {rest}")
    phrase = _phrase_at(sentence, 0)
    if phrase is None:
        return gap(rest, False, stand_ins, preposition)
    head, end = sentence.tokens[phrase.head].lemma.lower(), phrase.end - 4
    after = rest[end:].strip()
    if head == "means" and after:
        return gap(after, False, stand_ins, "by means of")
    if head in _REASONS | _WAYS:
        return _line("why" if head in _REASONS else "how", after, stand_ins)
    if (head in TIMES and not _starts_with_verb(analyse(after))) or (head in TIMES and _turned(after)):
        return _place_or_time("when", after, stand_ins)
    if head in {"place", "places"}:
        return _place_or_time("where", after, stand_ins) if after else None
    return gap(after, is_people(head), stand_ins, preposition) if after else None


def _truth(text: str) -> Reading | None:
    """A question of yes or no: the auxiliary stands first."""
    turned = _turned(text)
    return Reading(turned.statement) if turned else None


def _in_place(text: str, stand_ins: StandIns) -> Reading | None:
    """*Rama killed whom?*: the question word stands where the answer would."""
    match = re.search(r"\b(who|whom|what)$", text, re.IGNORECASE)
    if match is None or not match.start():
        return None
    stand_in = stand_ins.take(match[1].lower() != "what")
    return Reading(f"{text[: match.start()]}{stand_in}", stand_in)
