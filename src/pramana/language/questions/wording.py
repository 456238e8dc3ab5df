"""Remove the wrapping of questions, and turn orders (*List the people who …*) into the questions they mean."""

from __future__ import annotations

import re

from pramana.language.analysis import analyse_cached
from pramana.language.word_lists import word_set

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "\u00a0": " "})
_LEAD = re.compile(
    r"(?:and|but|so|then|now|well|please|ok|okay)\b,?\s+"
    r"|(?:can|could|will|would) you (?:please )?(?=(?:tell|list|name|show|say|give|find)\b)"
    r"|(?:do you|does anyone|does anybody) know (?=\w)|i(?:'d| would)? (?:want|like|wonder)(?: to know)? (?=\w)"
    r"|(?:please )?(?:tell|show|remind|explain|say)(?: (?:to )?(?:me|us))? "
    r"(?=(?:who|whom|whose|what|which|where|when|why|how|if|whether)\b)"
    r"|(?:if|whether) |(?:is|was) it (?:true|so|the case|known) that "
    r"|what (?=how many|how much)",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:list|name|show|give|tell|find|identify|mention|enumerate)(?: me| us)?(?: (?:all|every|each|any|both))*"
    r"(?: the names? of)?(?: of)?(?: (?:the|those))? (?P<noun>[\w-]+(?: [\w-]+)?) "
    r"(?P<link>who|whom|that|which) (?P<rest>.+)",
    re.IGNORECASE,
)
_BARE_ORDER = re.compile(
    r"(?:list|name|show|give|tell|find|identify)(?: me| us)?(?: (?:all|every|each|any))*(?: of)?(?: (?:the|those))? "
    r"(?P<noun>people|persons?|men|women|children|everyone|everybody|things?|everything) (?P<rest>.+)",
    re.IGNORECASE,
)
_OF_NAME = re.compile(r"what (?:is|was|are|were) (?:the names? of (?P<of>.+)|(?P<owner>.+)'s names?)", re.IGNORECASE)
_MOVED = re.compile(
    r"(?P<phrase>(?:on|in|at|after|before|during|since|from|to|by|with|under|near) [^,]+), "
    r"(?P<rest>(?:who|whom|whose|what|which|where|when|why|how|did|does|do|is|was|are|were|has|had)\b.+)",
    re.IGNORECASE,
)
_WHETHER_IT_WAS = re.compile(r"(?:is|was) it (?P<who>[^,]+?) (?:who|that|which) (?P<rest>.+)", re.IGNORECASE)
_NAMED = re.compile(r"(?:name|identify) (?P<noun>.+)", re.IGNORECASE)
_TOLD = re.compile(
    r"(?:tell (?:me|us) about|describe|what about|what (?:is|was) (?:said|told|written|known) (?:about|of)"
    r"|what (?:does|do) the (?:texts?|documents?) (?:say|tell us|tell) (?:about|of)"
    r"|what do (?:we|you) know (?:about|of)"
    r"|give me (?:a profile|an overview|a summary) of|summari[sz]e|profile(?: of)?) (?P<noun>.+)",
    re.IGNORECASE,
)
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
    (re.compile(r"\bhow come\b", re.IGNORECASE), "why"),
    (re.compile(r"^what (is|was|are|were) (.+) worth$", re.IGNORECASE), r"how much \1 \2 worth"),
    (re.compile(r"^(who|what|where)s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"^(who|what) (?:and|or) (?:who|what)\b", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(who|what|where|when|why|how|which|that)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\b(who|what|where|when|why|how)'d\b", re.IGNORECASE), r"\1 did"),
    (re.compile(r"\b(who|what|where|when|why|how)'ll\b", re.IGNORECASE), r"\1 will"),
    (re.compile(r"\b(who|what|where|when|why|how)'(?:re|ve)\b", re.IGNORECASE), r"\1 have"),
)
_PEOPLE = word_set("questions/people")


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


def plain_question(text: str) -> str:
    """Return the plain question for an order (*List the people who …*), a cleft (*Who was it that …*) or a question
    with a phrase in front (*In London, who …*)."""
    moved = _MOVED.fullmatch(text)
    if moved:
        text = f"{moved['rest']} {moved['phrase']}"
    whether = _WHETHER_IT_WAS.fullmatch(text)
    if whether:
        return f"{whether['who']} {whether['rest']}"
    cleft = _CLEFT.fullmatch(text)
    if cleft:
        return f"{cleft['wh']} {cleft['rest']}"
    order = _ORDER.fullmatch(text)
    if order:
        people = order["link"].lower() in {"who", "whom"} or is_people(order["noun"])
        return f"{'who' if people else 'what'} {order['rest']}"
    bare = _BARE_ORDER.fullmatch(text)
    if bare and analyse_cached(bare["rest"]).verb_groups:
        passive = re.match(r"\w+(?:ed|en|wn|ne) (?:by|to|with|from|in)\b", bare["rest"])
        return f"{'who' if is_people(bare['noun']) else 'what'} {'was ' if passive else ''}{bare['rest']}"
    of_name = _OF_NAME.fullmatch(text)
    if of_name:
        return f"who is {of_name['of'] or of_name['owner']}"
    told = _TOLD.fullmatch(text)
    if told:
        return f"what did {told['noun']} do"
    named = _NAMED.fullmatch(text)
    return f"who is {named['noun']}" if named else text


def profiled_name(question: str) -> str:
    """Return what a question asks to be told of without asking anything of it, "" for any other question.

    >>> profiled_name("Tell me about Harbour Foods."), profiled_name("What did Keller sell?")
    ('Harbour Foods', '')
    """
    told = _TOLD.fullmatch(tidy(question))
    return told["noun"] if told else ""


def is_people(words: str) -> bool:
    """Whether a noun phrase speaks of people, by its last word."""
    last = words.lower().split()[-1] if words.split() else ""
    return last in _PEOPLE or last.removesuffix("s") in _PEOPLE
