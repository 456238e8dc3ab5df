"""Words of a question that name nodes: found by the adapter, exactly, in another case, or spelled nearly so.

A text that several nodes go by gives a mention for each: which is meant is for the planner to say, or to leave open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from pramana.expr import Comparison, Field, Membership, Op, Or, Predicate
from pramana.graph import GraphAdapter, Node, fold_name
from pramana.investigate.called import is_name, name_fields, name_of
from pramana.investigate.matched_trial import meant_reading
from pramana.investigate.matched_words import plain_speech
from pramana.investigate.model import QuestionMention
from pramana.investigate.parts_reading import parts_of
from pramana.investigate.profile import GraphProfile
from pramana.investigate.rephrasing import connected_ends
from pramana.investigate.shapes import About, PartsShape, UnreadShape
from pramana.investigate.shapes_reading import read_question
from pramana.investigate.terms import GraphTerms
from pramana.investigate.told import TOLD, told_mentions
from pramana.investigate.values import value_mentions
from pramana.language import Token, tag_tokens, word_set

LONGEST = 9
"""Words of a name."""
NAMESAKES = 8
"""Nodes that are reported for one name."""
NEAR = 88.0
"""Least likeness (rapidfuzz ratio, 0 to 100) of another spelling; any other node must be `CLEAR` less like."""
CLEAR = 4.0
"""Points of likeness. Two nodes that are closer to each other than this are both possible, so neither is taken."""
SHORTEST_NEAR = 5
"""Letters. In shorter names one other letter makes another name."""
_MOST_CHARS, _MOST_WORDS = 2_000, 120
"""Of a question: names are looked for in these."""
MOST_HEADED = 5
"""Words by which a part of a name is said."""
SMALL = 20_000
"""Nodes of a graph in which every run of words may be looked up by itself."""
MOST_ASKED = 4
"""Names that are looked up by themselves in a larger one."""
MOST_NAMED = 500
"""Nodes that one question can name."""
DESCRIBING = ("description", "summary")
"""Attributes whose text says what a node is."""
_NEVER = word_set("investigation/never")


def mentions(question: str, adapter: GraphAdapter, facts: GraphProfile) -> tuple[QuestionMention, ...]:
    """Return what the question's words name, in their order, of namesakes each.

    Where no shape of the graph's own terms fits the question, what the texts of its elements say of it follows.
    """
    text = plain_speech(question)[:_MOST_CHARS]
    tokens = tag_tokens(text)[:_MOST_WORDS]
    described = any(kind.attribute(name) for kind in facts.types for name in DESCRIBING)
    look = _Look(adapter, name_fields(facts), GraphTerms.of(facts), facts.nodes <= SMALL, described)
    look.read(text, tokens)
    found: list[QuestionMention] = []
    place = 0
    while place < len(tokens):
        named, after = look.at(text, tokens, place)
        found += (each for each in named if each not in found)  # a name that is said twice means one node
        place = after
    found += value_mentions(text, tokens, adapter, facts, found) if look.small else ()
    read = read_question(text, found, facts)
    if isinstance(read, UnreadShape) and (meant := meant_reading(text, found, adapter, facts)):
        return (*found, meant)
    if isinstance(read, PartsShape):
        return (*found, *_told_of_parts(read, adapter, facts, found))
    if not isinstance(read, UnreadShape | About) and connected_ends(text) is None:
        return tuple(found)
    named = [each for each in found if each.names_node]
    told = told_mentions(text, adapter, facts, named)
    if isinstance(read, UnreadShape) and not any(each.match == TOLD for each in told):
        parts = parts_of(text, found, facts)
        asked = PartsShape(tuple((part, None) for part in parts)) if len(parts) > 1 else None
        told = (*told, *(_told_of_parts(asked, adapter, facts, found) if asked else ()))
    return (*found, *told)


def _told_of_parts(
    shape: PartsShape, adapter: GraphAdapter, facts: GraphProfile, found: Sequence[QuestionMention]
) -> Iterator[QuestionMention]:
    """Yield the sentences that answer those parts of a question that relations and attributes do not."""
    named = [each for each in found if each.names_node]
    for part, read in shape.parts:
        if read is None or isinstance(read, About):
            for each in told_mentions(part, adapter, facts, [one for one in named if one.text in part]):
                if each.match == TOLD:
                    yield each.model_copy(update={"part": part})


@dataclass(slots=True)
class _Look:
    """Looks names up in one graph: all that may be one in a single search, and few one by one."""

    adapter: GraphAdapter
    fields: tuple[str, ...]
    terms: GraphTerms
    small: bool
    described: bool = False
    _known: dict[str, dict[str, Node]] = field(default_factory=dict)
    _asked: int = 0

    def read(self, text: str, tokens: Sequence[Token]) -> None:
        """Read the nodes whose id or name is a run of words of the question, as written or in another usual case."""
        spelled: dict[str, None] = {}
        for place in range(len(tokens)):
            for end in range(place + 1, min(len(tokens), place + LONGEST) + 1):
                if self._may_name(tokens[place:end]):
                    spelled.update(dict.fromkeys(_cases(text[tokens[place].start : tokens[end - 1].end])))
        if spelled:
            self._keep(self.adapter.find_nodes(self._asks(tuple(spelled)), MOST_NAMED).nodes())

    def _keep(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            names = (name for name in self.fields if is_name(name, node.properties))
            values = (node.id, *(node.properties.get(name) for name in names))
            for value in values:
                if isinstance(value, str):
                    self._known.setdefault(fold_name(value), {})[node.id] = node

    def at(self, text: str, tokens: Sequence[Token], place: int) -> tuple[list[QuestionMention], int]:
        """Return what the longest run of words that begins at a place names, and the place after it.

        A part of a run of capitals is not a separate name: *Bob Smith* is not *Bob*.
        """
        run = _capitals(tokens, place)
        for end in range(min(len(tokens), place + LONGEST), place, -1):
            span = tokens[place:end]
            cuts = place < end < _capitals(tokens, end - 1) or (end < run and place > 0)
            if not cuts and self._may_name(span):
                found = self._exact(text[span[0].start : span[-1].end])
                if found:
                    return found, end
        if run == place and (part := self._headed_name(text, tokens, place)):
            return part
        if run > place:
            near = self._near(text[tokens[place].start : tokens[run - 1].end])
            if near or place:
                return near, run
        return [], place + 1

    def _headed_name(self, text: str, tokens: Sequence[Token], place: int) -> tuple[list[QuestionMention], int] | None:
        """Return the one node that *the …* can mean by the last word of its name: *the paper mill* is the only mill
        with *paper* in its name. Of words that the graph has as types, relations or attributes none is read so."""
        if not self.small or tokens[place].text.casefold() not in ("the", "one", "a", "an", "this"):
            return None
        end = place + 1
        while end < len(tokens) and end - place <= MOST_HEADED and _is_part(tokens[end]):
            end += 1
        while end > place + 1 and tokens[end - 1].tag == "POS":
            end -= 1
        if end < len(tokens) and tokens[end].text.casefold() == "of":
            return None
        owners = [at for at in range(place + 2, end) if tokens[at].tag == "POS"]  # *the vicar's sister*: the vicar
        shorter = range(end - 1, place + 2, -1)  # *the battery pack cost*: a verb may look like a noun
        for last in (end, *owners[:1], *shorter):
            node = self._headed_node(text, tokens[place + 1 : last])
            if node is not None:
                said = text[tokens[place + 1].start : tokens[last - 1].end]
                return [self._mention(said, self._name_of(node), node, "near")], last
        return None

    def _headed_node(self, text: str, span: Sequence[Token]) -> Node | None:
        """Return the one node that a noun with the words before it means, by its name or by its description."""
        words = _plain_words(text[span[0].start : span[-1].end]) if span else []
        if not words or self.terms.names_type(words[-1]):
            return None
        head = words[-1]
        having: dict[str, Node] = {}
        if not self.terms.knows(head):
            cases = dict.fromkeys((head, head.title(), head.upper()))
            asks = [Comparison(Field((name,)), Op.CONTAINS, case) for name in ("id", *self.fields) for case in cases]
            nodes = self.adapter.find_nodes(Or(tuple(asks)), MOST_NAMED).nodes()
            headed = {node.id: node for node in nodes if _is_headed(self._name_of(node), words)}
            having = headed or {node.id: node for node in nodes if _is_in(self._name_of(node), words)}
        having = having or self._nodes_described_as(words)
        return next(iter(having.values())) if len(having) == 1 else None

    def _nodes_described_as(self, words: Sequence[str]) -> dict[str, Node]:
        """Return the nodes that descriptions say to be what words say: *the vicar* is *Father Hale, vicar of X*."""
        found: dict[str, Node] = {}
        for name in DESCRIBING:
            asks = Comparison(Field((name,)), Op.CONTAINS, words[-1])
            for node in self.adapter.find_nodes(asks, MOST_NAMED).nodes() if self.described else ():
                if any(_is_head_of(words, part) for part in _parts_of(node.properties.get(name))):
                    found[node.id] = node
        return found

    def _may_name(self, span: Sequence[Token]) -> bool:
        """Whether words may be a name: not what questions, and this graph's own kinds, are made of."""
        words = [token.text.casefold() for token in span]
        if not words[0][:1].isalnum() or (not words[-1][-1:].isalnum() and words[-1] not in (".", ")")):
            return False
        if span[-1].tag == "POS" or all(word in _NEVER for word in words):
            return False
        told = [token for token in span if token.text.casefold() not in ("the", "a", "an")]
        return len(told) > 1 or told[0].text[:1].isupper() or not self.terms.knows(told[0].text)

    def _exact(self, text: str) -> list[QuestionMention]:
        for spelled in dict.fromkeys((text, _bare(text), f"the {_bare(text)}")):
            nodes = self._called_so(spelled)
            if nodes:
                return [self._mention(text, spelled, each) for each in nodes]
        return []

    def _called_so(self, text: str) -> list[Node]:
        """Return the nodes that go by a text in any case: those that were read, else the one that the adapter knows."""
        if fold_name(text) not in self._known and (self.small or self._may_ask(text)):
            node = self.adapter.get_node(text)
            if node is not None:
                called = dict.fromkeys((text, self._name_of(node)))
                self._keep([node, *self.adapter.find_nodes(self._asks(tuple(called)), NAMESAKES).nodes()])
        return list(self._known.get(fold_name(text), {}).values())[:NAMESAKES]

    def _may_ask(self, text: str) -> bool:
        """Whether to look a name up by itself in a large graph, which may mean to look at all of it."""
        self._asked += text[:1].isupper()
        return text[:1].isupper() and self._asked <= MOST_ASKED

    def _asks(self, texts: tuple[str, ...]) -> Predicate:
        parts: list[Predicate] = [Membership(Field((name,)), texts) for name in ("id", *self.fields)]
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    def _name_of(self, node: Node) -> str:
        return name_of(node.properties) or node.id

    def _mention(self, text: str, spelled: str, node: Node, match: str = "") -> QuestionMention:
        place = next((name for name in self.fields if _same(node.properties.get(name), spelled)), "id")
        value = node.id if place == "id" else node.properties[place]
        found = match or ("exact" if value in (text, _bare(text)) else "folded")
        return QuestionMention(
            text=text, id=node.id, name=self._name_of(node), type=node.type, match=found, field=place
        )

    def _near(self, text: str) -> list[QuestionMention]:
        """Return the node whose name is spelled nearly so; where others are about as near, all of them."""
        if not (self.small or self._may_ask(text)):
            return []
        if len(text) < SHORTEST_NEAR:
            return self._mentions_near(text, self._with_word(text))
        scored = sorted(((_likeness(text, each), each) for each in self.adapter.nearest(text, 5)), reverse=True)
        close = [each for score, each in scored if score >= NEAR and score > scored[0][0] - CLEAR]
        close = close or [each for _, each in scored if _holds(each, text)] or self._with_word(text)
        return self._mentions_near(text, close)

    def _mentions_near(self, text: str, close: Sequence[str]) -> list[QuestionMention]:
        if close:
            self._keep(self.adapter.find_nodes(self._asks(tuple(close)), NAMESAKES).nodes())
        nodes = {node.id: (name, node) for name in close for node in self._called_so(name)}
        return [self._mention(text, name, node, "near") for name, node in nodes.values()]

    def _with_word(self, text: str) -> list[str]:
        """Return the one name that has a word of the question as a word: *Kestrel* is *Kestrel Drones* where no other
        name has it; none where several nodes have it."""
        if not self.small or not all(map(_NAMING.fullmatch, text.split())):
            return []
        cases = tuple(dict.fromkeys((text, text.lower(), text.upper(), text.title())))
        asks = [Comparison(Field((name,)), Op.CONTAINS, case) for name in ("id", *self.fields) for case in cases]
        nodes = self.adapter.find_nodes(Or(tuple(asks)), MOST_NAMED).nodes()
        having = {node.id: name for node in nodes if _has_word(name := self._name_of(node), text) or _holds(name, text)}
        return list(having.values()) if len(having) == 1 else []


_NAMING = re.compile(r"[^\W_][\w.'’-]{2,}")
"""A word that may be a part of a name, three letters or more."""


def _is_part(token: Token) -> bool:
    """Whether a word may be one of a name that is said without capitals."""
    return token.tag.startswith(("NN", "NP", "AJ", "POS")) or token.text in ("'", "’")


def _plain_words(text: str) -> list[str]:
    return re.findall(r"[^\W_]{2,}", fold_name(text))


def _is_headed(name: str, words: Sequence[str]) -> bool:
    """Whether a name ends with the last of some words, and has all of them."""
    own = _plain_words(name)
    return len(own) > 1 and own[-1] == words[-1] and set(words) <= set(own)


def _is_in(name: str, words: Sequence[str]) -> bool:
    """Whether two words or more are a row of a longer name's: *the battery pack* is `Battery Pack 12V`."""
    return len(words) > 1 and f" {' '.join(words)} " in f" {' '.join(_plain_words(name))} "


def _parts_of(description: object) -> Iterator[str]:
    """Yield the noun phrases that a description begins with: *Father Hale*, then *vicar of X*."""
    texts = description if isinstance(description, list) else [description]
    for text in texts:
        if isinstance(text, str):
            yield from re.split(r"[,;]", re.split(r"[.!?<]", text)[0])[:2]


_BEHIND_HEAD = re.compile(
    r" (?:of|who|which|that|in|on|at|from|to|for|with|by|and|near|where|whose|is|was|had|has|[a-z]+ed|made|built) .*"
)
"""What follows the head of a noun phrase at the beginning of a description."""


def _is_head_of(words: Sequence[str], phrase: str) -> bool:
    """Whether words are the head of a noun phrase with some that come before it."""
    said = _plain_words(_BEHIND_HEAD.sub("", f"{phrase.strip()} "))
    return bool(said) and said[-1] == words[-1] and set(words) <= set(said)


def _has_word(name: str, text: str) -> bool:
    return " " in name and fold_name(text) in fold_name(name).split()


def _cases(text: str) -> Iterator[str]:
    """Yield a name as written and in other usual cases, with the article and without."""
    bare = _bare(text)
    for spelled in (text, bare, f"The {bare}"):
        yield from (spelled, spelled.lower(), spelled.upper(), spelled.title())


def _capitals(tokens: Sequence[Token], place: int) -> int:
    """Return the end of a run of words with capitals, which begins no sentence with a question word."""
    end = place
    while end < len(tokens) and tokens[end].text[:1].isupper() and tokens[end].text.casefold() not in _NEVER:
        end += 1
    return end


def _bare(text: str) -> str:
    """Return a name without the article in front of it."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.casefold() in ("the", "a", "an") else text


def _same(value: object, text: str) -> bool:
    return isinstance(value, str) and fold_name(value) == fold_name(text)


def _holds(name: str, text: str) -> bool:
    """Whether a name has two words or more of a text, all of them and in a row."""
    return " " in text and f" {fold_name(text)} " in f" {fold_name(name)} "


def _likeness(text: str, other: str) -> float:
    return float(fuzz.ratio(fold_name(text), fold_name(other)))
