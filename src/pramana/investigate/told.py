"""What the texts of a graph's elements say of a question: descriptions of nodes and edges, read sentence by sentence.

The graphs of other tools say most in descriptions, and little in their relations. The sentences nearest to the question
are unified with it, as the lines of documents are; where none is, one that has all of its words is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from pramana.graph import GraphAdapter, fold_name
from pramana.investigate.element_texts import (
    ABSENT,
    CUT,
    NEAR_TEXT,
    TOLD,
    ElementSentence,
    ElementTexts,
    bare_name,
    element_texts,
    plain_words,
)
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.quoting import asked_words, has_words, is_owned, quoted_agent, quotes_answer
from pramana.investigate.rephrasing import connected_ends, told_questions
from pramana.investigate.shapes_events import event_types
from pramana.investigate.terms import name_parts
from pramana.karaka import FoundAnswer, PassageLine, answer_from_lines
from pramana.language import (
    AnswerKind,
    AskedQuestion,
    EvidenceLine,
    LinkedExpression,
    question_parts,
    read_asked,
    tag_tokens,
)

SURE = 0.75
"""The least sureness of an answer, 0–1. Below it the verb is only kindred (*engage* for *employ*) and the other
participant is anywhere in the sentence; of 11 such answers to questions of our own about a novel 9 were wrong."""
MOST_TOLD = 4
"""Sentences that an answer quotes."""
MOST_DESCRIBED = 3
"""Sentences that say who or what something is, or what two are to each other."""
_DOING = re.compile(r"^what (?:does|did|do) | do(?: (?:in|for) .+)?$", re.IGNORECASE)
_DEED = re.compile(r"\b(?:who|which|that|and) [a-z]+(?:s|ed)\b|^\S+(?: \S+){0,5}? (?!is|was|has)[a-z]+(?:s|ed) ")
"""A sentence with a verb of doing: *a character who works for Scrooge*, *Fred proposes a toast*."""
_WHO_IS = re.compile(r"(?:who|what) (?:is|was|are|were) (.+)", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:\w+ [\w ]{0,20}, )?(He|She|It|They|he|she|it|they)\b")
"""At the beginning of a sentence of its own description a pronoun means the node."""
_REDUCED = re.compile(
    r"(?P<subject>\S.{0,80}?) (?:is|was|are|were) (?:an?|the) (?:[\w.'’-]+ ){1,9}?"
    r"(?P<verb>\w+(?:ed|en|wn|lt|de|ld|nt|ht)\b)"
    r"(?= (?:and \w+ )?(?:by|in|on|at|from|near)\b)"
)
"""*Boston Beer is a brewer founded in 1984*: who or what was founded."""
_DATE = r"(?:\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})"
_LIVED = re.compile(
    rf"(?P<name>[A-Z][^()]{{1,80}}) \((?:[^()]*; )?(?:born |b\. )?(?P<born>{_DATE})(?: [–-] (?P<died>{_DATE}))?\)"
)
"""*E. B. White (July 11, 1899 – October 1, 1985) was …*, as encyclopedias write when somebody lived."""
_OWNED = re.compile(r"['’]s?\b|\bof\b")
_RELATED = re.compile(r"['’]s? [a-z]|\b(?!the\b)[a-z]+ of\b")
"""Somebody called by what he is to another (*Scrooge's nephew*), not a name with *of* in it."""
_NAME = re.compile(r"(?:the )?[A-Z]")
_QUOTED = re.compile(r"(?<!\w)['‘]([^'‘’]{2,60})['’](?!\w)")
_VAGUE = re.compile(
    r"^(?:(?!\b(?:is|are|was|were)\b).)*\b(?:is|are|was|were) (?:\w+ )?(?:mentioned|referenced|referred|described"
    r"|depicted|portrayed|characteri[sz]ed|addressed|presented|associated"
    r"|an? (?:\w+ )?(?:character|figure|person|individual|entity|concept) (?:who|that|which|mentioned))\b"
)
"""How tools that describe each mention of a node begin where the text says little of it."""
_LINKS = re.compile(r"['’]s? \w+|\b(?:of|to|for|with|in|at|by)\b")


def told_mentions(
    question: str, adapter: GraphAdapter, facts: GraphProfile, named: Sequence[QuestionMention]
) -> tuple[QuestionMention, ...]:
    """Return the sentences of the graph that answer a question; where none does, the words that occur nowhere in the
    graph, and the sentences nearest to it. Then that not all texts were searched, where it is so."""
    if event_types(facts):  # what their lines say is in the events, and `ask` reads lines
        return ()
    texts = element_texts(adapter, facts)
    ends = connected_ends(question)
    if ends is not None:
        mentioned = tuple(dict.fromkeys(each.text for each in named if each.names_node and _means(ends, each)))
        found = _relations(texts, ends) or (_relations(texts, mentioned) if len(mentioned) == len(ends) else [])
        return (*found, *texts.cut)
    told = _told_parts(question_parts(question), texts, named) if texts.sentences else []
    return (*(told or _lacking(question, texts)), *texts.cut)


def _means(ends: Sequence[str], named: QuestionMention) -> bool:
    """Whether one of two things is a name, with no more beside it than its kind: *the ferry Sea Heron*, but not *the
    owner of the Sea Heron*."""
    kind = frozenset(name_parts(named.type)) | {"the", "a", "an"}
    name = frozenset(plain_words(named.text).split())
    return any(name <= (words := frozenset(plain_words(end).split())) and words - name <= kind for end in ends)


def _lacking(question: str, texts: ElementTexts) -> Iterator[QuestionMention]:
    """Yield the words of a question that occur nowhere in the graph, and the sentences nearest to it."""
    for word in [] if texts.cut else texts.absent(question):
        yield QuestionMention(text=word, id="", match=ABSENT)
    for each in texts.nearest(question)[:2]:
        yield each.mention("", NEAR_TEXT)


def _told_parts(parts: Sequence[str], texts: ElementTexts, named: Sequence[QuestionMention]) -> list[QuestionMention]:
    """Return the sentences that answer all parts of a question; none where a part has no answer."""
    found = [_told_question(part, texts, named) for part in parts]
    return list(dict.fromkeys(each for part in found for each in part)) if all(found) else []


def _told_question(question: str, texts: ElementTexts, named: Sequence[QuestionMention]) -> list[QuestionMention]:
    """Return the sentences that answer one question: unified ones about what it names, else quoted ones about that,
    else unified or quoted ones about others."""
    names = {bare_name(each.text) for each in named} | texts.ids_by_name.keys()
    topics = {each.id for each in named if each.match != "near"}
    kept: list[list[QuestionMention]] = [[], [], []]
    for each, required in told_questions(question, names):
        asked = read_asked(each)
        if asked is None:
            continue
        near = [sentence for sentence in texts.nearest(each) if required in sentence.text.casefold()]
        unified, quotes = _told_sentences(asked, texts, near, named)
        if unified and (asked.kind in _DESCRIBED or topics & {told.id for told in unified[:1]}):
            return unified[:MOST_TOLD]
        found = ([told for told in quotes if told.id in topics], unified, quotes)
        kept = [old or new for old, new in zip(kept, found, strict=True)]
    return next((found[:MOST_TOLD] for found in kept if found), [])


_DESCRIBED = frozenset((AnswerKind.IDENTITY, AnswerKind.EVENT))
_AT_A_TIME = re.compile(r"\b(?:before|after|until|while|when|as soon as) \w")
"""*What did Ann do before she became mayor?* asks for more than what a description of Ann says."""


def _relations(texts: ElementTexts, ends: Sequence[str]) -> list[QuestionMention]:
    """Return the sentences that say what one of two things is to the other: *Fred is Scrooge's nephew*."""
    names = list(map(bare_name, ends))
    one, two = map(re.escape, names)
    either, both = f"(?:{one}|{two})", f"(?:{one} and {two}|{two} and {one})"
    being = rf"{either} (?:.{{0,60}} )?(?:is|was|are|were) (?:.{{0,60}} )?{either}"
    said = re.compile(rf" (?:{being}|{both}|\w+ {two} {one}|\w+ {one} {two}|{one} \w+ {two}|{two} \w+ {one}) ")
    found = [each for each in texts.sentences if said.search(plain_words(each.text)) and _has_names(names, each.text)]
    predicate = _predicate(one, two)
    order = sorted(found, key=lambda each: (predicate.search(plain_words(each.text)) is None, _vagueness(each)))
    return _mentions_once(order[:MOST_DESCRIBED])


def _predicate(one: str, two: str) -> re.Pattern[str]:
    """Return what finds *X is the partner of Y* and *X is Y's nephew*."""
    being = "(?:is|was|are|were)"
    of = "(?:an? |the |one of )?(?:[\\w-]+ ){1,5}?(?:of|to|for) (?:the )?"
    ways = (f"{a} {being} (?:{of}{b}|{b} (?!and|or|who)\\w+)" for a, b in ((one, two), (two, one)))
    return re.compile("|".join(f" (?:{way}) " for way in ways))


def _mentions_once(sentences: Iterable[ElementSentence]) -> list[QuestionMention]:
    """Return the sentences as mentions, each text once: a node and its edges may say the same."""
    found = {fold_name(each.text): each.mention("", TOLD) for each in reversed(list(sentences))}
    return list(reversed(found.values()))


def _has_names(names: Collection[str], text: str) -> bool:
    return all(f" {name} " in plain_words(text) for name in names)


def _naming(sentences: Sequence[ElementSentence], named: Sequence[QuestionMention]) -> list[ElementSentence]:
    """Return the sentences with every name of the question: what *Bob Cratchit* does is not said of *Mrs. Cratchit*."""
    names = {bare_name(each.text) for each in named if each.match != "near"}
    return [each for each in sentences if _has_names(names, f"{each.label} {each.text}")]


def _told_sentences(
    asked: AskedQuestion, texts: ElementTexts, near: Sequence[ElementSentence], named: Sequence[QuestionMention]
) -> tuple[list[QuestionMention], list[QuestionMention]]:
    """Return those of the nearest sentences that answer one wording of a question: unified with it, or describing what
    it asks of; and those that have all of its words."""
    describes = (asked.kind in _DESCRIBED and not _AT_A_TIME.search(asked.text)) or _WHO_IS.fullmatch(asked.text)
    quotes = [] if asked.kind is AnswerKind.EVENT else _quotes(asked, near)
    if describes and (own := _description(asked, texts, named)):
        return ([*quotes, *own] if _RELATED.search(asked.statement) else own), []
    if asked.kind is AnswerKind.IDENTITY and not _OWNED.search(asked.statement) and _NAME.match(asked.statement):
        return [], []  # a name that no node has: what is said of others with a part of it says nothing of this one
    return _unify_sentences(asked, _naming(near, named), named), quotes


def _quotes(asked: AskedQuestion, near: Sequence[ElementSentence]) -> list[QuestionMention]:
    """Return the sentences that have all words of a question; those of a node before an edge's, which repeat them."""
    words = asked_words(asked)
    found = [each for each in near if quotes_answer(asked, words, each.plain_label, each.text)]
    order = sorted(found, key=lambda each: each.edge)
    told = {fold_name(each.text): each for each in reversed(order)}
    kept = list(reversed(told.values()))[:MOST_DESCRIBED]
    agents = asked.kind is AnswerKind.PERSON or asked.noun
    return [each.mention(quoted_agent(words, each.text) if agents else "", TOLD) for each in kept]


def _unify_sentences(
    asked: AskedQuestion, near: Sequence[ElementSentence], named: Sequence[QuestionMention]
) -> list[QuestionMention]:
    told: dict[str, QuestionMention] = {}
    if asked.kind is AnswerKind.IDENTITY:  # *Who was X pregnant with?* is not who X was
        words = asked_words(asked)
        near = [
            each for each in near if has_words(words, each.label, tag_tokens(each.text)) and is_owned(asked, each.text)
        ]
    for answer in _answers(asked, near):
        sentence = near[answer.place.number]
        said = _answer_words(answer, sentence)
        if said != sentence.label and bare_name(said) in {bare_name(each.text) for each in named}:
            continue  # nobody is asked for who the question names
        told.setdefault(fold_name(sentence.text if said == sentence.label else said), sentence.mention(said, TOLD))
    return list(told.values())


def _answers(asked: AskedQuestion, sentences: Sequence[ElementSentence]) -> list[FoundAnswer]:
    lines = [PassageLine(each.id, number, line) for number, each in enumerate(sentences) for line in _readings(each)]
    return [answer for answer in answer_from_lines(asked, lines) if answer.sureness >= SURE]


def _readings(sentence: ElementSentence) -> Iterator[EvidenceLine]:
    """Yield what a sentence of a description says: itself, its first pronoun meaning the node, and *X was founded in
    1984* for *X is a brewer founded in 1984*."""
    text = _without_marks(sentence.text)
    name = sentence.plain_label
    pronoun = None if sentence.edge else _PRONOUN.match(text)
    means = (LinkedExpression(pronoun.start(1), pronoun.end(1), name),) if pronoun else ()
    yield EvidenceLine(text, means)
    lived = _LIVED.match(text)
    for verb, date in (("was born", lived["born"]), ("died", lived["died"])) if lived else ():
        if date:
            yield EvidenceLine(f"{_bearer(sentence, lived['name'] if lived else '')} {verb} on {date}.")
    reduced = _REDUCED.match(text)
    if reduced is not None and tag_tokens(text[: reduced.end("verb")])[-1].tag == "VVN":
        subject = name if pronoun else reduced["subject"]
        yield EvidenceLine(f"{subject} was {text[reduced.start('verb') :]}")


def _bearer(sentence: ElementSentence, name: str) -> str:
    """Return what somebody is called whose dates are behind a name: by the node, where the name is a longer one."""
    own = not sentence.edge and sentence.plain_label.split()[-1] == name.split()[-1]
    return sentence.plain_label if own else name


def _without_marks(text: str) -> str:
    """Return a sentence with blanks for the marks around quoted titles: *'A Christmas Carol' is authored by …*."""
    return _QUOTED.sub(lambda found: f" {found[1]} ", text)


def _description(asked: AskedQuestion, texts: ElementTexts, named: Sequence[QuestionMention]) -> list[QuestionMention]:
    """Return the most telling sentences about the node that *who is …*, or *what does … do*, asks of.

    One that says what it is to another (*Scrooge's nephew*) goes before *a character*, and that before where it is
    *mentioned*; what somebody does is in those that have another verb than *be*.
    """
    deeds = asked.kind is AnswerKind.EVENT
    identity = _WHO_IS.fullmatch(asked.text)
    whole = bare_name(_DOING.sub("", asked.text) if deeds else identity[1] if identity else asked.statement)
    ids = {each.id for each in named if bare_name(each.text) == whole} | texts.ids_by_name.get(whole, frozenset())
    own = [each for each in texts.sentences if not each.edge and each.id in ids]
    if deeds:
        return [each.mention("", TOLD) for each in own if _DEED.search(each.text)][:MOST_TOLD]
    order = sorted(range(len(own)), key=lambda number: (_vagueness(own[number]), number))
    return _mentions_once([own[number] for number in order[:MOST_DESCRIBED]])


def _vagueness(sentence: ElementSentence) -> int:
    """Return 0 for a sentence that says what something is to another, 1 for what it is, 2 for where it is mentioned."""
    if _VAGUE.search(sentence.text):
        return 2
    label = set(plain_words(sentence.label).split())
    names = [word for word in re.findall(r"\b[A-Z][\w'’]+", sentence.text) if plain_words(word).strip() not in label]
    return 0 if names and _LINKS.search(sentence.text) else 1


def _answer_words(answer: FoundAnswer, sentence: ElementSentence) -> str:
    """Return the words that answer: names and numbers. Other words (*a character*, *the text*) are left to the
    sentence, which is quoted, under the element's own name."""
    if answer.verdict:
        return answer.verdict
    words = " and ".join(dict.fromkeys(text.strip(" '‘’") for text in answer.texts))
    return words if re.search(r"[A-Z\d]", words) else sentence.label


__all__ = ["ABSENT", "CUT", "NEAR_TEXT", "TOLD", "told_mentions"]
