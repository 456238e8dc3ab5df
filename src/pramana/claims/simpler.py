"""Shorter sentences that follow from a line: one for each sentence joined by *and*, *but* or a semicolon, and the line
without what is inserted between commas.

Long lines are read with more errors than short ones; a claim is compared with both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from pramana.claims.reach import is_saying
from pramana.claims.scope import supposing_words
from pramana.language import (
    DOUBTS,
    NEGATIONS,
    PRONOUNS,
    Clause,
    ClauseKind,
    EvidenceLine,
    LinkedExpression,
    Modal,
    analyse_cached,
    is_person_noun,
    may_be_verb,
    operator_words,
    word_set,
)

_JOINT = re.compile(r"(?:,|;|:| –| —)? (?:and|but|while|whereas|so|yet|although|though|because|since) |; ")
_INSERTED = re.compile(
    r", (?!according\b)(?:(?:who|which|whose|where|an?|the|his|her|its|their|then|now|once|formerly|also|by then|aged|"
    r"born|known|called|named|built|made|[a-z]+ing)\b[^,;:.()“”\"]{2,120}|(?:[A-Z][\w.'’-]*(?: |(?=,))){1,4}),(?= )"
)
_TRAILING = re.compile(
    r", (?!according\b)(?:who|which|whose|where|with|[a-z]+ing|an?|the|despite|although|as|because)\b"
    r"[^,;:()“”\"]{2,160}(?=\.$)"
)
_BRACKETS = re.compile(r" \([^()]{1,120}\)| [–—] [^–—.;]{2,120} [–—](?= )")
_OPENER = re.compile(
    r"(?:However|Moreover|Furthermore|Meanwhile|Finally|Then|Also|Still|Instead|Nevertheless|In addition|In the end|"
    r"At first|As a result|Besides|Today|Afterwards|Later|Soon|Eventually|Fortunately|Unfortunately|Of course|"
    r"For this reason|For that reason), ?|(?:For this reason|For that reason) ",
    re.IGNORECASE,
)
_COUNTED = NEGATIONS | frozenset("either only except every few hardly scarcely all".split())
"""Words before something between commas with which it may be one of a list that is denied or counted."""
_DENYING = (
    DOUBTS
    | word_set("claims/false")
    | frozenset("not disputed denied denies retracted withdrawn pending subject".split())
)
"""Words within brackets, or between commas, that may take back what is around them: *(not true)*, *, it is said,*."""
_SUPPOSING = frozenset(
    "if unless whether suppose supposing assuming provided allegedly reportedly supposedly probably possibly perhaps "
    "maybe or either neither nor".split()
)
"""Words that may reach over all that a conjunction joins: nothing is parted beside them."""
_MOST = 10
"""Shorter sentences of a line."""


@lru_cache(maxsize=4_096)
def shorter_lines(line: EvidenceLine) -> tuple[EvidenceLine, ...]:
    """Return sentences that follow from a line, with its links; the line itself is not among them.

    >>> [each.text for each in shorter_lines(EvidenceLine("Ann, who is old, left, and the dog ran home."))]
    ['Ann left, and the dog ran home.', 'Ann left.', 'The dog ran home.']
    """
    text = line.text
    if not _SHORTEST <= len(text) <= _LONGEST or _QUOTED.search(text):
        return ()
    found = {line: None}
    pending = [line]
    for _ in range(_DEPTH):
        pending = [way for each in pending for way in _cuts(each) if way not in found]
        found.update(dict.fromkeys(pending))
        if len(found) > _MOST:
            break
    return tuple(list(found)[1 : _MOST + 1])


_DEPTH = 3
"""Cuts one after the other."""
_SHORTEST, _LONGEST = 18, 600
"""Characters of a line that is worth a cut, and of one that may be read so often."""
_QUOTED = re.compile(r"[\"“”?]")
"""What is quoted or asked is not cut: who says it may be named before or behind it."""


def _cuts(line: EvidenceLine) -> Iterator[EvidenceLine]:
    """Yield a line without one of its insertions, and the parts that a conjunction joins."""
    text = line.text
    if (
        (aside := _ASIDE.fullmatch(text))
        and is_saying(aside["verb"].removesuffix(" them"))
        and text.count(aside["verb"]) == 1
        and not _reports(text[: aside.start("who")])
    ):
        yield _report_of(line, aside)
    if opened := _OPENER.match(text):
        yield _part(line, opened.end(), len(text))
    yield from _where_lines(line)
    yield from _couple_lines(line)
    yield from _named_lines(line)
    for pattern in (_INSERTED, _TRAILING, _BRACKETS):
        for found in pattern.finditer(text):
            if _DENYING.isdisjoint(operator_words(found[0])) and _COUNTED.isdisjoint(
                operator_words(text[: found.start()])
            ):
                yield _without(line, *found.span())
    joints = list(_JOINT.finditer(text))
    if not joints or not _SUPPOSING.isdisjoint(operator_words(text)) or supposing_words(text) or not _is_stated(text):
        return
    for found in joints:
        if _is_sentence(text[: found.start()]) and _is_sentence(text[found.end() :]):
            yield _part(line, 0, found.start())
            yield _part(line, found.end(), len(text))


def _named_lines(line: EvidenceLine) -> Iterator[EvidenceLine]:
    """Yield *Olaf Lie found water* of *The mate, Olaf Lie, found water*: a name in the place of what describes it.

    Only at the start of a line and right before its verb, or of somebody at the end of one without another comma.
    Behind *with the help of the owner, Ann Roe, …* the sentence itself may begin; other commas, and *and*, may make a
    list.
    """
    for found in _NAMED.finditer(line.text):
        before, verb = line.text[: found.start()], found["verb"]
        if not _COUNTED.isdisjoint(operator_words(before)):
            continue
        leads = not before and verb is not None and may_be_verb(verb) and not is_saying(verb)
        ends = verb is None and "," not in before and is_person_noun(found["noun"])
        if leads or (ends and any(may_be_verb(word) for word in operator_words(before))):
            yield _without(line, found.start("what"), found.start("name"))


_NAMED = re.compile(
    r"(?P<what>\b(?:the|his|her|its|their|our|my|[A-Z]\w+['’]s) (?-i:[a-z-]+ ){0,3}?(?P<noun>(?-i:[a-z-]+)), )"
    r"(?P<name>(?-i:[A-Z])[\w.'’-]*(?: (?-i:[A-Z])[\w'’-]*){0,3})(?:, (?P<verb>[a-z]+)\b|(?=\.$))",
    re.IGNORECASE,
)


def _couple_lines(line: EvidenceLine) -> Iterator[EvidenceLine]:
    """Yield *Ann married Bo in 1990* of *Ann and Bo married in 1990*, and *Ann and Bo married*.

    Only of two names and nothing else than a time or a place: *both married*, *married, he to a widow*, *married
    sailors* and *Ann, Bo and Carl married* do not say that one married the other.
    """
    if found := _COUPLE.fullmatch(line.text):
        rest = found["rest"] or ""
        yield EvidenceLine(f"{found['one']} {found['verb']} {found['other']}{rest}.")
        yield EvidenceLine(f"{found['one']} and {found['other']} {found['verb']}{rest}.")


_COUPLE = re.compile(
    r"(?P<one>(?:[A-Z][\w’'-]+ ?){1,4}?) and (?P<other>[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,3}) "
    r"(?:(?:got|were) (?=married))?(?P<verb>married|divorced)(?P<rest> (?:in|on|at) (?!the same\b)[\w ]{2,60})?\."
)


def _where_lines(line: EvidenceLine) -> Iterator[EvidenceLine]:
    """Yield *plovers nest on the banks* of *stay off the banks, where plovers nest*; which preposition is not said."""
    for found in _WHERE.finditer(line.text):
        behind = [each.text for each in analyse_cached(line.text).noun_phrases if each.end == found.start()]
        if behind and _is_sentence(found["rest"]):
            rest = f"{found['rest'][:1].upper()}{found['rest'][1:]}"
            yield from (EvidenceLine(f"{rest} {marker} {behind[0]}.") for marker in ("in", "on", "at"))


_WHERE = re.compile(r", where (?P<rest>[^,;:.()]{3,120})(?=[,.])")


def _report_of(line: EvidenceLine, aside: re.Match[str]) -> EvidenceLine:
    """Return *Ann warned that the yard would close* of *The yard, Ann warned, would close*, with its links."""
    placed = aside["front"].partition(" ")[0] in _FRONTED and aside["rest"]
    order = ("rest", " ", "front") if placed else ("front", " ", "rest")
    pieces, text, links = ("who", " ", "verb", " that ", *order), "", list[LinkedExpression]()
    for piece in pieces:
        if aside.groupdict().get(piece.strip()):
            start, end = aside.span(piece)
            inside = (each for each in line.references if start <= each.start and each.end <= end)
            shift = len(text) - start
            links += [replace(each, start=each.start + shift, end=each.end + shift) for each in inside]
            said = line.text[start:end]
            front = said.partition(" ")[0] in _FRONT
            text += f"{said[:1].lower()}{said[1:]}" if piece == "front" and front else said
        elif piece.strip() not in aside.groupdict():
            text += piece
    text = text.rstrip(" ,.")
    return EvidenceLine(f"{text[:1].upper()}{text[1:]}.", tuple(links))


_ASIDE = re.compile(
    r"(?P<front>[^\"“”;:]+?), (?P<who>(?:he|she|they|(?:[A-Z][\w.]*|the [a-z]+)(?: [A-Z]\w+){0,3})) "
    r"(?P<verb>[a-z]+|told them)"
    r"(?:,|(?=\.$))(?: (?P<rest>[^\"“”;:]+?))?\.?"
)
"""*Without heating, she warned, the yard would have to close.*"""
_FRONTED = frozenset("In On At Without With From After Before By For Since During".split())
_FRONT = _FRONTED | frozenset("The A An This That These Those If".split())


def claim_parts(claim: str) -> tuple[str, ...]:
    """Return sentences that together say what a claim says, () where it is one; no pronoun begins the second.

    >>> claim_parts("Ann Roe, a nurse, left, and the dog ran home.")
    ('Ann Roe left, and the dog ran home.', 'Ann Roe is a nurse.')
    >>> claim_parts("Ann left, and the dog ran home.")
    ('Ann left.', 'The dog ran home.')
    """
    found = _DESCRIBED.fullmatch(claim)
    if not found and not _JOINT.search(claim):
        return ()
    if _QUOTED.search(claim) or not _SUPPOSING.isdisjoint(operator_words(claim)) or not _is_stated(claim):
        return ()
    if found and _COUNTED.isdisjoint(operator_words(found["who"])):
        return f"{found['who']}{found['rest']}", f"{found['who']} is {found['what']}."
    for joint in _JOINT.finditer(claim):
        parts = claim[: joint.start()].rstrip(" ,;"), claim[joint.end() :]
        named = parts[1].split(" ")[0].casefold() not in PRONOUNS and joint[0].strip(" ,") in JOINTS
        if named and all(map(_is_sentence, parts)):
            return f"{parts[0]}.", f"{parts[1][:1].upper()}{parts[1][1:]}"
    return ()


JOINTS = frozenset({"and", "but", ";"})
"""What parts of a claim are joined by, and lack themselves."""
_DESCRIBED = re.compile(
    r"(?P<who>[A-Z][^,;:]{1,60}), (?P<what>(?:an?|the|[A-Z]\w+['’]s) [^,;:]{2,80}),(?P<rest> (?!and\b|or\b)[^;:]+)"
)
"""*Irene Babcock, a councillor, left.*"""


def _without(line: EvidenceLine, start: int, end: int) -> EvidenceLine:
    """Return a line without a span, and without the links of it."""
    kept = [each for each in line.references if each.end <= start or each.start >= end]
    moved = [
        each if each.end <= start else replace(each, start=each.start - (end - start), end=each.end - (end - start))
        for each in kept
    ]
    return EvidenceLine(f"{line.text[:start]}{line.text[end:]}", tuple(moved))


def _part(line: EvidenceLine, start: int, end: int) -> EvidenceLine:
    """Return a span of a line as a sentence, with its links."""
    inside = [each for each in line.references if start <= each.start and each.end <= end]
    moved = tuple(replace(each, start=each.start - start, end=each.end - start) for each in inside)
    return EvidenceLine(_as_sentence(line.text[start:end]), moved)


def _as_sentence(text: str) -> str:
    """Return words as a sentence: with a capital and a mark at its end."""
    text = text.rstrip(" ,;:")
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!')) else '.'}"


@lru_cache(maxsize=4_096)
def _is_stated(text: str) -> bool:
    """Whether all clauses of a sentence say what is so: nothing is reported, supposed or wanted in it."""
    return all(map(_is_fact, analyse_cached(text).clauses))


def _reports(text: str) -> bool:
    """Whether somebody says something in words before who says them."""
    return any(word == "whether" or is_saying(word) for word in operator_words(text))


def _is_fact(clause: Clause) -> bool:
    reported = clause.attributed_to is not None or clause.kind is ClauseKind.CONTENT
    return clause.modal is not Modal.CONDITIONAL and not clause.unasserted and not reported


@lru_cache(maxsize=4_096)
def _is_sentence(text: str) -> bool:
    """Whether words are a sentence by themselves: a main clause with a subject near their start."""
    if not any(may_be_verb(word) for word in operator_words(text)):
        return False
    clauses = analyse_cached(_as_sentence(text)).clauses  # as it is compared, if it is one
    main = [each for each in clauses if each.kind is ClauseKind.MAIN and each.parent is None]
    if not main or main[0].marker is not None or main[0].subject_from != "stated" or not main[0].subjects:
        return False
    return len(text[: main[0].subjects[0].start].split()) <= _BEFORE


_BEFORE = 6
"""Words that a sentence may have before its subject: *on the night of 3 May*."""
