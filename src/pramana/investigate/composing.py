"""Questions composed of conditions: *Which projects that Ann works on have a budget over 500,000?*

Names, values and numbers are replaced by signs; then a kind of thing, and one clause after another, are taken off the
question. Each clause is a condition: an edge to a name, the value of an attribute, a bound. What is left over that
none of them explains means that the question is not read: a word passed over could turn it round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.attributes import Attributes, is_low, is_superlative
from pramana.investigate.families import RelationWords, hops, is_place, leads_to_things
from pramana.investigate.joining_words import BE, DO, HAVE, relation_words, verbs_of
from pramana.investigate.marked import MarkedQuestion, kinds_of, mark_question
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import (
    Anchor,
    AttributeShape,
    Chain,
    Common,
    Confirmed,
    DescribedSet,
    EdgeValue,
    Hop,
    Meeting,
    Ranked,
    Shape,
    ValueBound,
    Whole,
)
from pramana.investigate.terms import PREPOSITIONS
from pramana.investigate.words import PERSON_TYPES

_WHO = "(?:who|whom|what|which|where)"
_ABOVE = "more than|greater than|higher than|larger than|over|above|exceeding|after|later than|since"
_BELOW = "less than|fewer than|lower than|smaller than|under|below|before|earlier than"
_BOUND = re.compile(rf"(?P<how>{_ABOVE}|{_BELOW}|at least|at most|exactly|in|of) (?P<number>#\d+)")
_OPS = {
    **dict.fromkeys(_ABOVE.split("|"), ">"),
    **dict.fromkeys(_BELOW.split("|"), "<"),
    "since": ">=",
    "exactly": "=",
    "at least": ">=",
    "at most": "<=",
    "in": "=",
    "of": "=",
}
_TIMED = frozenset(("after", "later than", "since", "before", "earlier than", "in"))
"""Words of bounds that are said of times: *before 1960*."""
_REFUSED = re.compile(
    r"\b(?:not|no|never|without|except|besides|other|another|neither|nor|only|or|if|why|because|instead|every|all"
    r"|each|both of|last|first|next|previous|former|formerly|current|currently|ever|yet|still|already|again|would|could"
    r"|should|may|might|will|can't|n't|same|different|similar|per|average|mean|total|sum)\b|n't\b"
)
"""Words that make another question of one: it is left to others."""


@dataclass(frozen=True, slots=True)
class WantedSet:
    """What a question asks for: nodes of some types, with what holds of them. `types` empty: of any."""

    types: tuple[str, ...]
    chains: tuple[Chain, ...] = ()
    bounds: tuple[ValueBound, ...] = ()
    ranked: Ranked | None = None


def read_composed(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> Shape | None:
    """Return what a question asks for, composed of conditions; None where a word of it is not explained."""
    marked = mark_question(question, mentions)
    if marked is None:
        return None
    found = re.fullmatch(rf"(in|at|on|for|to|from|with|by|under|through) ({_WHO}) (.*)", marked.text)
    marked = replace(marked, text=f"{found[2]} {found[3]} {found[1]}") if found else marked
    reader = Composer(marked, facts)
    return (
        reader.edge_value()
        or reader.value()
        or reader.confirmed_edge()
        or reader.shared_nodes()
        or reader.wanted_nodes()
    )


class Composer:
    """The reading of one question."""

    def __init__(self, marked: MarkedQuestion, facts: GraphProfile) -> None:
        self._marked, self._facts = marked, facts
        self._text = marked.text
        self._who = re.match(r"whom?\b", marked.text) is not None
        self._every = tuple(kind.type for kind in facts.types)

    # One attribute of one thing

    def value(self) -> Shape | None:
        """Return an attribute of the one node that is named."""
        anchors = self._marked.anchors
        if len(anchors) != 1 or self._marked.values or self._marked.numbers:
            return None
        anchor = anchors[0]
        own = Attributes.of_types(self._facts, anchor.types)
        for form, pattern in _VALUES:
            found = pattern.fullmatch(self._text)
            if found is None:
                continue
            groups = found.groupdict()
            words = _content(groups.get("words") or "")
            name = own.asked_name(words, form)
            if name is not None:
                return AttributeShape(anchor, name)
        return None

    # An attribute of the edge between two

    def edge_value(self) -> Shape | None:
        """Return an attribute of the edge between the two nodes that are named."""
        anchors = self._marked.anchors
        if len(anchors) != 2 or self._marked.values or self._marked.numbers:
            return None
        for pattern in _EDGE_VALUES:
            found = pattern.fullmatch(self._text)
            if found is not None and (shape := self._edge_value(found.groupdict(), anchors)):
                return shape
        return None

    def _edge_value(self, said: dict[str, str | None], anchors: Sequence[Anchor]) -> EdgeValue | None:
        one, two = anchors
        joining = self._joining(one, two)
        verb = [word for word in _content(said.get("verb") or "") if word not in PREPOSITIONS]
        if verb:
            named = {
                hop.relations[0]
                for known, other in ((one, two), (two, one))
                for leads in (True, False)
                for hop in hops(RelationWords(tuple(verb), "", leads), known.types, other.types, self._facts)
            }
            joining = [name for name in joining if name in named] or (joining if verb == [said.get("light")] else [])
        own = Attributes.of_relations(self._facts, joining)
        words = _content(said.get("words") or "")
        attribute = own.name_for(words) if words else own.time_name(verb, since=True)
        if attribute is None:
            return None
        able = [name for name in joining if Attributes.of_relations(self._facts, [name]).has(attribute)]
        return EdgeValue(one, two, attribute, tuple(able)) if len(able) == 1 else None

    def _joining(self, one: Anchor, two: Anchor) -> list[str]:
        """Return the relations that join the types of two nodes."""
        pairs = {(a, b) for a in one.types for b in two.types} | {(b, a) for a in one.types for b in two.types}
        return [
            each.relation
            for each in self._facts.relations
            if any((end.source, end.target) in pairs for end in each.ends)
        ]

    # Whether

    def confirmed_edge(self) -> Shape | None:
        """Return whether an edge joins the two nodes that are named, as the question says it."""
        if len(self._marked.anchors) != 2 or self._marked.values or self._marked.numbers:
            return None
        found = _CONFIRMED.fullmatch(self._text)
        if found is None:
            return None
        one, two = self._marked.anchors
        verbs, preposition = verbs_of(found["active"] or found["passive"] or "")
        if not verbs:
            return None
        leads = not (found["passive"] and preposition == "by")
        able = hops(RelationWords(verbs, preposition, leads), one.types, tuple(two.types), self._facts)
        return Confirmed(one, replace(able[0], types=()), two) if len(able) == 1 else None

    def shared_nodes(self) -> Shape | None:
        """Return the nodes of a kind next to both that are named: *Which skill do X and Y share?*"""
        found = _SHARED.fullmatch(self._text)
        kinds = kinds_of(found["kind"], self._every) if found else ()
        if not kinds:
            return None
        one, two = self._marked.anchors
        return Common(one, two, Hop((), None, kinds))

    # What has all conditions

    def wanted_nodes(self) -> Shape | None:
        """Return the nodes that a question asks for, or their number, or the first of them."""
        if _REFUSED.search(self._text):
            return None
        count, rest = count_of(self._text)
        for types, told in self._kinds(rest, count=count):
            wanted = self._conditions(WantedSet(types), told)
            if wanted is not None and (shape := _shape(wanted, count=count)):
                return shape
        return None

    def _kinds(self, text: str, *, count: bool) -> Iterable[tuple[tuple[str, ...], str]]:
        """Yield the types that a question asks for with what is said of them, likelier ones first."""
        people = tuple(each for each in self._every if each.casefold() in PERSON_TYPES)
        for words in (3, 2, 1):
            found = re.match(rf"(?:which|what|whose)?(?: of)?(?: the)? ?((?:[^\s#@$]+ ?){{{words}}})(.*)", text)
            kinds = kinds_of(found[1].strip(), self._every) if found else ()
            if found and kinds:
                yield kinds, found[2].strip()
        valued = re.match(r"(?:which|what|who|whose)? ?(?P<value>\$\d+) (?P<kind>[\w-]+)(?P<rest>.*)", text)
        if valued:  # *which Danish artist*, *which designer*
            if kinds := kinds_of(valued["kind"], self._every):
                yield kinds, f"{valued['value']}{valued['rest']}"
            yield (), f"{valued['value']} {valued['kind']}{valued['rest']}"
        kind = self._kind_behind(text)
        if kind is not None:
            yield kind
        if not count and (found := re.match(r"(who|whom|what|where) (.*)", text)):
            if found[1] in ("who", "whom"):
                yield people or self._employees() or (), found[2]
            yield (), found[2] if found[1] != "where" else f"where {found[2]}"

    def _employees(self) -> tuple[str, ...]:
        """Return the types whose name is another word for people: *Employee*."""
        return kinds_of("people", self._every)

    def _kind_behind(self, text: str) -> tuple[tuple[str, ...], str] | None:
        """*What is the heaviest component?*, *Who is the oldest person on the team?*: a kind behind its superlative."""
        found = re.match(rf"{_WHO} {BE} the (?P<most>(?:most|least) \w+|\w+) (?P<kind>\w+)(?P<rest>.*)", text)
        kinds = kinds_of(found["kind"], self._every) if found else ()
        if not found or not kinds or not is_superlative(found["most"].split()[-1]):
            return None
        return kinds, f"{found['rest'].strip()} the {found['most']}".strip()

    def _conditions(self, wanted: WantedSet, text: str) -> WantedSet | None:
        """Return what is asked for with all conditions of a text; None where something of it is not explained."""
        left = " ".join(text.split())
        for _ in range(_MOST_CLAUSES):
            left = re.sub(r"^(?:(?:that|who|which|and) )+", "", left).strip()
            if left in ("", "there are", "are there", "exist", "do you know"):
                return wanted
            for take in (self.take_rank, self.take_bound, self.take_value, self._take_edge):
                taken = take(wanted, left)
                if taken is not None:
                    wanted, left = taken
                    break
            else:
                return None
        return None

    def _own(self, wanted: WantedSet) -> Attributes:
        return Attributes.of_types(self._facts, wanted.types or self._every)

    def take_rank(self, wanted: WantedSet, text: str) -> tuple[WantedSet, str] | None:
        """Take off a superlative at the end: *is the oldest*, *has the lowest salary*, *earns the most*."""
        own = self._own(wanted)
        for pattern in _RANKS:
            found = pattern.fullmatch(text)
            if found is None or wanted.ranked is not None:
                continue
            groups = found.groupdict()
            words = _content(groups.get("words") or "")
            most = groups.get("most") or "most"
            if verb := groups.get("verb"):
                ranked = own.order_by(f"{verb.removesuffix('s')}s")
                ranked = ranked and replace(ranked, down=not is_low(most))
            else:
                word = most.split()[-1]
                ranked = own.order_by(word, words) if is_superlative(word) else None
                if ranked is not None and most.startswith("least "):
                    ranked = replace(ranked, down=False)
            if ranked is not None:
                return replace(wanted, ranked=ranked), (groups.get("rest") or "").strip()
        return None

    def take_bound(self, wanted: WantedSet, text: str) -> tuple[WantedSet, str] | None:
        """Take off a bound: *founded before 1960*, *with more than 50 desks*, *has a capacity of over 500 units*."""
        text = re.sub(rf"^({HAVE}) (#\d+) (?=\w)", r"\1 exactly \2 ", text)
        found = _BOUND.search(text)
        if found is None or "@" in text[: found.start()] or "$" in text[: found.start()]:
            return None
        before = re.sub(rf"\b(?:{BE}|{HAVE}|a|an|the|that|of|values?)\b", " ", text[: found.start()]).split()
        after = text[found.end() :].split()
        own = self._own(wanted)
        number = self._marked.numbers[int(found["number"][1:])]
        timed = found["how"] in _TIMED
        name = own.time_name(before) if timed else own.name_for(before, "much", numbers=True)
        used = 0
        if not timed and name is None and not before:  # *with more than 50 desks*
            name, used = next(((n, end) for end in (1, 2) if (n := own.name_for(after[:end], numbers=True))), (None, 0))
        elif not timed and after and own.name_for([*before, after[0]], numbers=True) == name:
            used = 1  # *a capacity of more than 500 units*: the unit
        if name is None or (found["how"] in ("in", "of") and not timed and not before):
            return None
        bound = value_bound(name, _OPS[found["how"]], number, text=own.is_text(name))
        if bound is None:
            return None
        return replace(wanted, bounds=(*wanted.bounds, *bound)), " ".join(after[used:])

    def take_value(self, wanted: WantedSet, text: str) -> tuple[WantedSet, str] | None:
        """Take off a value: *are active*, *is the CTO*, *with the status active*."""
        found = _VALUED.fullmatch(text)
        if found is None:
            return None
        able = [each for each in self._marked.values[int(found["at"])] if not wanted.types or each.type in wanted.types]
        said = _content(found["words"] or "")
        own = Attributes.of_types(self._facts, {each.type for each in able})
        able = [each for each in able if not said or own.name_for(said) == each.field]
        if len({each.field for each in able}) != 1:
            return None
        kinds = tuple(dict.fromkeys(each.type for each in able))
        values = tuple(dict.fromkeys(each.name for each in able))
        bound = ValueBound(able[0].field, "=", values)
        return replace(wanted, types=wanted.types or kinds, bounds=(*wanted.bounds, bound)), found["rest"].strip()

    def _take_edge(self, wanted: WantedSet, text: str) -> tuple[WantedSet, str] | None:
        """Take off a clause with a name: *supply X*, *are based in X*, *did X write*, *of X*."""
        found = re.match(
            r"(?P<pre>[^@#$]*)@(?P<at>\d+)(?P<more> (?:and|both) @\d+)?(?P<post>[^@#$]*)(?P<rest>.*)$", text
        )
        if found is None or "both" in found["post"].split():
            return None
        places = [int(found["at"]), *((int(found["more"].split("@")[1]),) if found["more"] else ())]
        pre = re.sub(r"\bboth\b", " ", found["pre"]).split()
        post, rest = found["post"].split(), found["rest"]
        if rest:  # the words before the next name are of its clause, unless this one asks with *does*
            post, rest = [], f"{found['post'].strip()} {rest}".strip()
        asked = relation_words(pre, post)
        if asked is None:
            return None
        chains = []
        for place in places:
            anchor = self._marked.anchors[place]
            able = self._hops(asked, anchor, wanted.types)
            if pre[:1] == ["where"]:
                able = [hop for hop in able if is_place(hop, self._facts)]
            if len(able) != 1:
                return None
            chains.append(Chain(anchor, (able[0],)))
        return replace(wanted, chains=(*wanted.chains, *chains)), rest

    def _hops(self, asked: RelationWords, anchor: Anchor, types: tuple[str, ...]) -> list[Hop]:
        if not types and not asked.verbs:
            return []
        found = hops(asked, anchor.types, types, self._facts)
        return [hop for hop in found if not leads_to_things(hop, anchor.types, self._facts)] if self._who else found


_MOST_CLAUSES = 4
"""Conditions of a question that are read: bounds the work. Four is arbitrary; one and two are common."""
_NAME = r"@\d+"
_WORDS = r"(?P<words>[^@#$]+?)"
_VALUES = tuple(
    (form, re.compile(pattern))
    for form, pattern in (
        ("what", rf"(?:who|what|which) {BE} (?:the )?{_WORDS} (?:of|for|at|in) {_NAME}"),
        ("what", rf"(?:(?:who|what|which) {BE} )?{_NAME} 's {_WORDS}"),
        ("many", rf"how many {_WORDS} (?:{DO} {_NAME} have|{HAVE} {_NAME})"),
        ("many", rf"how many people (?P<words>works?|worked|lives?|lived) (?:at|for|in) {_NAME}"),
        ("what", rf"(?:what|which) {_WORDS} (?:{BE}|{DO}|{HAVE}) {_NAME}(?: (?:have|from|in|built|made))?"),
        ("", rf"how (?P<words>\w+) {BE} {_NAME}"),
        ("much", rf"how much {BE} {_NAME} (?P<words>\w+)"),
        ("much", rf"how much {DO} {_NAME} (?P<words>\w+)"),
        ("when", rf"when (?:{BE}|{DO}) {_NAME} (?P<words>\w+)"),
        ("who", rf"who (?P<words>\w+) {_NAME}"),
    )
)
_LIGHT = r"(?P<light>spends?|works?|puts?|gives?|has|have|take|takes)?"
_EDGE_VALUES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:who|what|which) {BE} (?:the )?{_WORDS} (?:from|of|between|for|by) {_NAME} "
        rf"(?:to|and|on|in|at|for|with|by) {_NAME}",
        rf"(?:who|what|which) {BE} {_NAME} 's {_WORDS} (?:to|on|in|at|for|with) {_NAME}",
        rf"(?:what|which|how many) {_WORDS} (?:does|did|do|has|had) {_NAME} (?P<verb>{_LIGHT}[^@#$]*?) ?{_NAME}",
        rf"(?:what|which|how much) (?:{_WORDS} )?of {_NAME} (?:does|did|do) {_NAME} (?P<verb>\w+)",
        rf"since when (?:{BE}|has|have|{DO}) {_NAME} (?:been )?(?P<verb>[^@#$]+?) {_NAME}",
        rf"when (?:{BE}|{DO}) {_NAME} (?P<verb>[^@#$]+?) {_NAME}",
    )
)
_CONFIRMED = re.compile(rf"(?:{DO} {_NAME} (?P<active>[^@#$]+?)|{BE} {_NAME} (?P<passive>[^@#$]+?)) {_NAME}")
_SHARED = re.compile(rf"(?:which|what) (?P<kind>[\w-]+) {DO} @0 and @1 (?:both )?(?:share|have in common)")
_VALUED = re.compile(rf"(?:{BE} |{HAVE} )?(?:a |an |the |in )?(?P<words>\w+ )?\$(?P<at>\d+)(?P<rest>(?: .*)?)")
_RANKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?P<rest>.*) )?{BE} (?:the )?(?P<most>(?:most |least )?\w+)(?: (?:by|in) (?P<words>[\w ]+))?",
        rf"(?:(?P<rest>.*) )?(?:{HAVE}|gets|get|receives|draws|attracts) (?:the )?(?P<most>\w+) (?P<words>[\w ]+)",
        r"(?:(?P<rest>.*) )?(?P<verb>\w+) the (?P<most>most|least)",
        r"(?:by (?P<words>[\w ]+) )?the (?P<most>(?:most |least )?\w+)",
    )
)


def _content(text: str) -> list[str]:
    return [word for word in text.split() if word not in ("the", "a", "an", "own")]


def count_of(text: str) -> tuple[bool, str]:
    """Return whether a marked question asks for a number, and what is left of it behind *how many* or *list all*."""
    found = re.match(r"how many (?:of the )?(.*)", text)
    return (True, found[1]) if found else (False, re.sub(r"^(?:list|name|show|find|give)(?: all)?(?: the)? ", "", text))


def value_bound(name: str, op: str, number: str, *, text: bool) -> tuple[ValueBound, ...] | None:
    """Return a bound as conditions; of dates as texts those that hold for the whole year. None where the number is no
    year."""
    if not text:
        value = float(number) if "." in number else int(number)
        return (ValueBound(name, op, (value,)),)
    if not re.fullmatch(r"\d{4}", number):
        return None
    begin, end = number, str(int(number) + 1)
    return {
        "<": (ValueBound(name, "<", (begin,)),),
        ">": (ValueBound(name, ">=", (end,)),),
        ">=": (ValueBound(name, ">=", (begin,)),),
        "<=": (ValueBound(name, "<", (end,)),),
        "=": (ValueBound(name, ">=", (begin,)), ValueBound(name, "<", (end,))),
    }[op]


def _shape(wanted: WantedSet, *, count: bool) -> Shape | None:
    """Return the shape of what is asked for, the plainest that holds it."""
    if wanted.bounds or len(wanted.chains) > 2 or (len(wanted.chains) == 2 and wanted.ranked):
        return DescribedSet(wanted.types, wanted.chains, wanted.bounds, count, wanted.ranked)
    if count and wanted.ranked is not None:
        return None
    if len(wanted.chains) == 2:
        one, two = wanted.chains
        return Meeting(one, two, count)
    if wanted.chains:
        return replace(wanted.chains[0], count=count, ranked=wanted.ranked)
    return Whole(wanted.types, count, wanted.ranked) if wanted.types and (wanted.ranked or count) else None
