"""Other questions that ask for the same: connections in many words, and *who employs X* for *who is X's employer*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pramana.language import lemma_of, paraphrases, tag_tokens, word_set, word_table

_CONNECTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:what|which) (?:is|was|are|were) (?:the )?(?:relationships?|relations?|connections?|links?|ties) "
        r"(?:between|of) (?P<one>.+?) (?:and|with) (?P<two>.+)",
        r"(?:what|how) (?:is|was) (?P<one>.+?)(?:'s|’s|(?<=s)['’]) (?:relationship|relation|connection|link|tie) "
        r"(?:with|to) (?P<two>.+)",
        r"how (?:is|was|are|were) (?P<one>.+?) (?:related|connected|linked|tied) (?:to|with) (?P<two>.+)",
        r"how (?:does|did|do) (?P<one>.+?) know (?P<two>(?!each other).+)",
        r"how (?:do|did) (?P<one>.+?) and (?P<two>.+?) know each other",
        r"what (?:connects|connected|links|linked|ties|joins) (?P<one>.+?) (?:and|with|to) (?P<two>.+)",
        r"how (?:do|did) (?P<one>.+?) and (?P<two>.+?) (?:relate|connect)(?: to each other)?",
    )
)
_PROFILE = re.compile(
    r"(?:please )?(?:tell me (?:something |more )?about|describe|what (?:do (?:you|we) know|is (?:known|said|told)|"
    r"does the graph say) (?:about|of)|what (?:is|was) the (?:role|part) of|what (?:role|part) (?:does|did|do)"
    r"|what (?:kind|sort|type) of (?:[\w-]+ ){1,2}?(?:is|was|are|were)) (?P<one>.+?)(?: play(?: in .+)?)?",
    re.IGNORECASE,
)
"""Questions for all that is said of one thing."""
_BELONGS = re.compile(r"(?:who|(?:which|what) \w+) (?:does |do )?belongs? to (?P<one>.+)", re.IGNORECASE)
_SAID_TO_BE = re.compile(
    r"(?:who|what) (?:is|was|are|were) (?P<one>[^?]+)|what (?:does|did|do) (?P<two>.+) do", re.IGNORECASE
)
_WHO_DOES = re.compile(r"who (?P<verb>\w+) (?P<whom>.+)", re.IGNORECASE)
_WHO_IS = re.compile(
    r"who (?:is|was|are|were) (?:the (?P<of>\w+?(?:er|or)s?) of (?P<one>.+)|(?P<two>.+?)(?:'s|’s|(?<=s)['’]) "
    r"(?P<own>\w+?(?:er|or)s?))",
    re.IGNORECASE,
)
_KIN = word_set("names/kin")
_VOWELS = "aeiou"


def connection_question(question: str) -> str:
    """Return a question for what joins two things in the words that shapes know; the question itself where it asks for
    something else.

    >>> connection_question("What is Scrooge's relationship with Marley?")
    'How are Scrooge and Marley connected?'
    """
    plain = question.strip().rstrip("?").strip()
    for pattern in _CONNECTIONS:
        found = pattern.fullmatch(plain)
        if found is not None:
            return f"How are {found['one']} and {found['two']} connected?"
    return question


def connected_ends(question: str) -> tuple[str, str] | None:
    """Return the two things of a question for what joins them, in any words; None where it asks for something else.

    >>> connected_ends("What is Scrooge's relationship with Marley?")
    ('Scrooge', 'Marley')
    """
    found = _PLAIN.fullmatch(connection_question(question).rstrip("?").strip())
    return None if found is None else (found["one"], found["two"])


_PLAIN = re.compile(
    r"how (?:are|were) (?P<one>.+?) (?:and|with) (?P<two>.+?) (?:connected|related|linked)", re.IGNORECASE
)


def ranked_question(question: str, attributes: Collection[str]) -> str:
    """Return a question for the first of a kind with the attribute that its superlative orders by; the question itself
    where none of the `attributes` is one.

    >>> ranked_question("Who is the oldest person?", ["name", "age"])
    'Which person has the highest age?'
    """
    found = _SUPERLATIVE.fullmatch(question.strip().rstrip("?").strip())
    told = _ORDERS.get(found["how"].casefold()) if found is not None else None
    if found is None or told is None:
        return question
    end, *names = told.split()
    name = next((name for name in names if name in attributes), None)
    kind = found["kind"] or found["one"]
    return question if name is None or kind is None else f"Which {kind} has the {end} {name}?"


_ORDERS = word_table("investigation/superlatives")
_SUPERLATIVE = re.compile(
    r"(?:who|what|which(?: (?P<kind>[\w ]+?))?) (?:is|was|are) the (?P<how>\w+est)(?: (?P<one>\w+))?", re.IGNORECASE
)


def profile_subject(question: str) -> str | None:
    """Return the one thing of which a question asks for all that is known, or who, what it is; None for others.

    >>> profile_subject("What do we know about Fred?"), profile_subject("Who is Fred?"), profile_subject("Why?")
    ('Fred', 'Fred', None)
    """
    plain = question.strip().rstrip("?.").strip()
    found = _PROFILE.fullmatch(plain) or _SAID_TO_BE.fullmatch(plain)
    return None if found is None else next(each for each in found.groups() if each)


def told_questions(question: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield a question, then others that a sentence may answer in its place, each with a word that it must have then.

    `names` are those of nodes in the question, case-folded.

    >>> list(told_questions("Who employs Bob?", ["bob"]))[1:3]
    [("Who is Bob's employer?", 'employer'), ("Who is Bob's employor?", 'employor')]
    >>> list(told_questions("Tell me about Fred.", []))
    [('Who is Fred?', '')]
    """
    plain = question.strip().rstrip("?.").strip()
    profile = _PROFILE.fullmatch(plain)
    if profile is not None:
        yield f"Who is {profile['one']}?", ""
        return
    yield question, ""
    belongs = _BELONGS.fullmatch(plain)
    if belongs is not None:
        yield f"Who is a member of {belongs['one']}?", ""
    does = _WHO_DOES.fullmatch(plain)
    if does is not None and does["whom"].casefold() in names:
        yield from _as_agents(plain, does["whom"])
    agent = _WHO_IS.fullmatch(plain)
    if agent is not None and (agent["of"] or agent["own"]).casefold() not in _KIN:
        yield from _as_deeds(agent["of"] or agent["own"], agent["one"] or agent["two"])
    for other in paraphrases(plain):
        if other.kin and not other.of_whom and not other.asks_for_gender:  # a named parent may be either one
            yield f"{other.text[:1].upper()}{other.text[1:]}?", ""


def _as_agents(plain: str, whom: str) -> Iterator[tuple[str, str]]:
    """*Who employs Bob?*: who is Bob's employer."""
    tokens = tag_tokens(plain)
    verb = tokens[1]
    if not verb.tag.startswith("VV"):
        return
    lemma = lemma_of(verb.text.casefold(), verb.tag)
    stem = lemma.removesuffix("e")
    doubled = len(stem) > 2 and stem == lemma and stem[-1] not in f"{_VOWELS}wxy" and stem[-2] in _VOWELS
    for noun in (f"{stem}er", f"{stem}or", *((f"{stem}{stem[-1]}er",) if doubled else ())):
        yield f"Who is {whom}'s {noun}?", noun


def _as_deeds(noun: str, whom: str) -> Iterator[tuple[str, str]]:
    """*Who is the founder of Colora?*: who founded Colora."""
    stem = noun.removesuffix("s")[:-2]
    for verb in dict.fromkeys((stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem)):
        past = f"{verb}d" if verb.endswith("e") else f"{verb}ed"
        yield f"Who {past} {whom}?", stem
