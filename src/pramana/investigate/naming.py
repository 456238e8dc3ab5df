"""Words of a question that name nodes: found by the adapter, exactly, in another case, or spelled nearly so.

A text that several nodes go by gives a mention for each: which is meant is for the planner to say, or to leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pramana.expr import Comparison, Field, Op, Or, Predicate
from pramana.graph.adapters import GraphAdapter
from pramana.graph.model import Node, fold
from pramana.investigate.model import Mention
from pramana.investigate.naming_said import said
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import Terms
from pramana.language import Token, tagged

LONGEST = 9
"""Words of a name."""
NAMESAKES = 8
"""Nodes of one name that are told."""
NEAR = 88.0
"""Least likeness (rapidfuzz ratio, 0 to 100) of another spelling; any other node must be `CLEAR` less like."""
CLEAR = 4.0
SHORTEST_NEAR = 5
_NAME_FIELDS = ("name", "canonical_name", "title", "label")
_MOST_CHARS = 2_000
"""Of a question: names are looked for in these."""
_NEVER = frozenset(
    "who whom whose what which where when why how is are was were be been do does did has have had the a an of in on "
    "at to for by with from and or not no it its he she they his her their there that this these those both all any "
    "most more many much list name show find give me compare between than as people person persons connected common "
    "connection path relation relationship node nodes edge edges thing things".split()
)


def mentions(question: str, adapter: GraphAdapter, facts: GraphProfile) -> tuple[Mention, ...]:
    """Return what the question's words name, in their order, of namesakes each; then the edges that say what it asks.

    The latter only where relations do not tell: `match` is `said`, `id` an edge's, `text` the question's verb.
    """
    text = question[:_MOST_CHARS]
    tokens = tagged(text)
    fields = _fields(facts)
    look = _Look(adapter, fields, Terms.of(facts))
    found: list[Mention] = []
    place = 0
    while place < len(tokens):
        named, after = look.at(text, tokens, place)
        found += named
        place = after
    return (*found, *said(text, adapter, facts, found))


def _fields(facts: GraphProfile) -> tuple[str, ...]:
    """Return the attributes by which the graph's nodes may be called, besides their ids."""
    known = {each.name for kind in facts.types for each in kind.attributes if "text" in each.kinds}
    return tuple(name for name in _NAME_FIELDS if name in known)


@dataclass(frozen=True, slots=True)
class _Look:
    """Looks names up in one graph."""

    adapter: GraphAdapter
    fields: tuple[str, ...]
    terms: Terms

    def at(self, text: str, tokens: Sequence[Token], place: int) -> tuple[list[Mention], int]:
        """Return what is named by the longest run of words that begins at a place, and the place after it.

        A part of a run of capitals is no name of its own: *Bob Smith* is not *Bob*.
        """
        run = _capitals(tokens, place)
        for end in range(min(len(tokens), place + LONGEST), place, -1):
            span = tokens[place:end]
            cuts = place < end < _capitals(tokens, end - 1) or (end < run and place > 0)
            if not cuts and self._may_name(span):
                found = self._exact(text[span[0].start : span[-1].end])
                if found:
                    return found, end
        if run > place:
            near = self._near(text[tokens[place].start : tokens[run - 1].end])
            if near or place:
                return near, run
        return [], place + 1

    def _may_name(self, span: Sequence[Token]) -> bool:
        """Whether words may be a name: not what questions, and this graph's own kinds, are made of."""
        words = [token.text.casefold() for token in span]
        if not words[0][:1].isalnum() or (not words[-1][-1:].isalnum() and words[-1] != "."):
            return False
        if span[-1].tag == "POS" or all(word in _NEVER for word in words):
            return False
        told = [token for token in span if token.text.casefold() not in ("the", "a", "an")]
        return len(told) > 1 or told[0].text[:1].isupper() or not self.terms.knows(told[0].text)

    def _exact(self, text: str) -> list[Mention]:
        for spelled in dict.fromkeys((text, _bare(text), f"the {_bare(text)}")):
            node = self.adapter.get_node(spelled)
            nodes = self._namesakes(spelled, node)
            if nodes:
                return [self._mention(text, spelled, each) for each in nodes]
        return []

    def _namesakes(self, text: str, first: Node | None) -> list[Node]:
        """Return the nodes that go by a text, and by what the first of them is called."""
        spelled = dict.fromkeys([text] + [self._called(first)] * (first is not None))
        found: dict[str, Node] = {} if first is None else {first.id: first}
        for each in spelled:
            rows = self.adapter.find_nodes(self._asks(each), NAMESAKES)
            found.update((node.id, node) for node in rows.nodes())
        return list(found.values())[:NAMESAKES]

    def _asks(self, text: str) -> Predicate:
        parts: list[Predicate] = [Comparison(Field((name,)), Op.EQ, text) for name in ("id", *self.fields)]
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    def _called(self, node: Node | None) -> str:
        if node is None:
            return ""
        texts = (node.properties.get(name) for name in self.fields)
        return next((text for text in texts if isinstance(text, str) and text), node.id)

    def _mention(self, text: str, spelled: str, node: Node, match: str = "") -> Mention:
        field = next((name for name in self.fields if _same(node.properties.get(name), spelled)), "id")
        value = node.id if field == "id" else node.properties[field]
        found = match or ("exact" if value in (text, _bare(text)) else "folded")
        return Mention(text=text, id=node.id, name=self._called(node), type=node.type, match=found, field=field)

    def _near(self, text: str) -> list[Mention]:
        """Return the node whose name is spelled nearly so; where others are about as near, all of them."""
        if len(text) < SHORTEST_NEAR:
            return []
        scored = sorted(((_likeness(text, each), each) for each in self.adapter.nearest(text, 5)), reverse=True)
        close = [each for score, each in scored if score >= NEAR and score > scored[0][0] - CLEAR]
        close = close or [each for _, each in scored if _holds(each, text)]
        nodes = {node.id: (name, node) for name in close for node in self._namesakes(name, self.adapter.get_node(name))}
        return [self._mention(text, name, node, "near") for name, node in nodes.values()]


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
    return isinstance(value, str) and fold(value) == fold(text)


def _holds(name: str, text: str) -> bool:
    """Whether a name has two words or more of a text, all of them and in a row."""
    return " " in text and f" {fold(text)} " in f" {fold(name)} "


def _likeness(text: str, other: str) -> float:
    return float(fuzz.ratio(fold(text), fold(other)))


def groups(found: Sequence[Mention]) -> Iterator[tuple[str, tuple[Mention, ...]]]:
    """Yield each named text once, in order, with all that it may stand for."""
    texts = dict.fromkeys(each.text for each in found)
    for text in texts:
        yield text, tuple(each for each in found if each.text == text)


__all__ = ["groups", "mentions"]
