"""A question read into a shape: its row of signs is folded from the inside out, then held against whole patterns.

*the founder of X*, *the company that X works for*, *films directed by X* each become what is known of one more hop.
Whatever is left over that no pattern has means that the question is not read: a word passed over could turn it round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.investigate.composing import read_composed
from pramana.investigate.element_texts import ABSENT, TOLD
from pramana.investigate.families import THINGS, is_place
from pramana.investigate.kinds import kinds_beside, kinds_called
from pramana.investigate.matched_plans import set_text
from pramana.investigate.matched_words import plain_speech
from pramana.investigate.matching import MEANT, read_matched
from pramana.investigate.model import QuestionMention
from pramana.investigate.parts_reading import read_parts
from pramana.investigate.profile import GraphProfile
from pramana.investigate.rephrasing import connection_question, ranked_question
from pramana.investigate.shapes import (
    Anchor,
    AttributeShape,
    Busiest,
    Chain,
    Common,
    Compared,
    Confirmed,
    DescribedSet,
    EdgeValue,
    Hop,
    MatchedSet,
    Meeting,
    Paths,
    Ranked,
    Shape,
    ToldShape,
    UnreadShape,
    Whole,
)
from pramana.investigate.shapes_asked import read_about
from pramana.investigate.shapes_events import event_types, read_event, roles_of
from pramana.investigate.shapes_hops import HopPiece, Hops, ShapeError
from pramana.investigate.terms import term_of
from pramana.investigate.words import ASCENDING, PERSON_TYPES, QuestionWord, items_of
from pramana.language import word_set

MOST_HOPS = 4
"""Hops of a chain (*the mother of the wife of …*) that are followed: bounds the reading. Four is arbitrary; one and two
are common."""
_PLACES = word_set("investigation/places")


def read_question(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> Shape | UnreadShape:
    """Return what is asked of a graph, or why it is not read. `mentions` are what the question's words name."""
    whole = _without_doubt(question, read_part(question, mentions, facts), facts)
    if not isinstance(whole, UnreadShape):
        return whole
    return read_parts(question, mentions, facts, lambda part, own: read_part(part, own, facts, part)) or whole


def _without_doubt(question: str, shape: Shape | UnreadShape, facts: GraphProfile) -> Shape | UnreadShape:
    """Return a shape, or that it is unread where the first of a type is asked for and other types may be meant."""
    ranked = shape.ranked if isinstance(shape, Whole | DescribedSet | MatchedSet) else None
    if ranked is None or not isinstance(shape, Whole | DescribedSet | MatchedSet) or not shape.types:
        return shape
    others = kinds_beside(question, shape.types, ranked.attribute, facts)
    return UnreadShape(f"It may ask for {' or '.join((*shape.types, *others))}.") if others else shape


def read_part(
    question: str, mentions: Sequence[QuestionMention], facts: GraphProfile, part: str = ""
) -> Shape | UnreadShape:
    """Return what a question that asks one thing asks of a graph, or why it is not read. `part`: it is this part of
    another one."""
    told = tuple(each for each in mentions if each.match == TOLD and each.part == part)
    if told:
        return ToldShape(told)
    question = plain_speech(question)
    names = {each.name for kind in facts.types for each in kind.attributes}
    question = ranked_question(connection_question(question), names)
    events = event_types(facts)
    without = frozenset(relation for event in events for relation in roles_of(facts, event.type).values())
    items = items_of(question, mentions, facts, without)
    happened = read_event(items, events, facts) if events else None
    if happened is not None:  # what a relation leaves out of an event (*who gave the bow*) its roles have
        return happened
    problem = ""
    try:
        shape = _QuestionShape(facts, items).shape()
        if shape is not None:
            return shape
    except ShapeError as error:
        problem = str(error)
    found = None if events else read_composed(question, mentions, facts)
    found = (
        found
        or read_about(question, mentions, facts)
        or (None if events else _matched_shape(question, mentions, facts))
    )
    return _unread(problem, items, mentions, facts) if found is None else found


def _matched_shape(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> MatchedSet | None:
    """Return what a question asks in its own words; of several readings the one that was found to be meant."""
    found = [each.shape for each in read_matched(question, mentions, facts)]
    if len(found) == 1:
        return found[0]
    meant = {each.said for each in mentions if each.match == MEANT}
    return next((each for each in found if set_text(each) in meant), None)


def _unread(
    problem: str, items: Sequence[QuestionWord], mentions: Sequence[QuestionMention], facts: GraphProfile
) -> UnreadShape:
    """Return why a question is not read: first what the graph has no word of, then what prevents it."""
    every = [kind.type for kind in facts.types]
    absent = [each.text for each in mentions if each.match == ABSENT and not kinds_called([each.text.lower()], every)]
    if absent and not problem:
        words = " or ".join(f"“{word}”" for word in absent)
        problem = f"No name, type, relation, attribute or text of the graph has the word {words}."
        if any(word[:1].isupper() for word in absent):
            return UnreadShape(problem, lacks=True)
    return UnreadShape(problem or "The rules have no plan for this question.")


class _QuestionShape:
    """The reading of one question."""

    def __init__(self, facts: GraphProfile, items: Sequence[QuestionWord]) -> None:
        self._facts = facts
        self._hops = Hops(facts)
        self._pieces = [self._piece(item) for item in items]

    def _piece(self, item: QuestionWord) -> HopPiece:
        return HopPiece(item, types=frozenset(each.type for each in item.mentions))

    @property
    def _signs(self) -> str:
        return "".join(piece.sign for piece in self._pieces)

    def shape(self) -> Shape | None:
        """Return the shape, None where no pattern fits. Raises Unfit where one does, but not the graph."""
        found = self._match_patterns()
        if found is not None:
            return found
        self._fold()
        return self._match_patterns()

    # Folding

    def _fold(self) -> None:
        folds = (
            (re.compile(r"KSP"), self._possessive_hop),
            (re.compile(r"D?PO[DT]*K"), self._noun_of),
            (re.compile(r"D?T[RW]?(?:B|V)?P[IY]?K"), self._subject_relative),
            (re.compile(r"D?T[RWH]?KB?PI?"), self._object_relative),
            (re.compile(r"D?TB?PI?[RWH]KB?PI?"), self._set_apart),
        )
        for _ in range(MOST_HOPS):
            for pattern, fold in folds:
                match = pattern.search(self._signs)
                if match is not None:
                    self._pieces[match.start() : match.end()] = fold(self._pieces[match.start() : match.end()])
                    break
            else:
                return

    def _possessive_hop(self, span: list[HopPiece]) -> list[HopPiece]:
        return [self._reached_piece(span[0], span[-1], "of")]

    def _noun_of(self, span: list[HopPiece]) -> list[HopPiece]:
        noun = next(piece for piece in span if piece.sign == "P")
        return [self._reached_piece(span[-1], noun, "of")]

    def _subject_relative(self, span: list[HopPiece]) -> list[HopPiece]:
        by = any(piece.sign == "Y" for piece in span)
        return [self._reached_piece(span[-1], _one_piece(span, "P"), "subject" if by else "object", span)]

    def _object_relative(self, span: list[HopPiece]) -> list[HopPiece]:
        return [self._reached_piece(_one_piece(span, "K"), _one_piece(span, "P"), "subject", span)]

    def _set_apart(self, span: list[HopPiece]) -> list[HopPiece]:
        """*the company is based that X works for*: what is set apart belongs to its noun."""
        place = next(at for at, piece in enumerate(span) if piece.sign == "K") - 1
        noun = next(at for at, piece in enumerate(span) if piece.sign == "T")
        inner = [*span[: noun + 1], *span[place:]]
        return [*self._object_relative(inner), *span[noun + 1 : place]]

    def _reached_piece(
        self, known: HopPiece, predicate: HopPiece, side: str, span: Sequence[HopPiece] = ()
    ) -> HopPiece:
        """Return what is known one hop on. `side` says what the known thing is to the predicate."""
        wanted = _one_piece(span, "T").item.types if any(piece.sign == "T" for piece in span) else ()
        before = [at for at, piece in enumerate(span) if piece is predicate]
        after = span[before[0] + 1 : before[0] + 2] if before else ()
        said = after[0].item.text if after and after[0].sign == "I" else ""
        hop, types = self._hops.hop(known, predicate, side, said, wanted)
        return replace(known, hops=(*known.hops, hop), types=types)

    # Whole patterns

    def _match_patterns(self) -> Shape | None:
        row = self._signs
        for pattern, make in self._patterns():
            if re.fullmatch(pattern, row):
                found = make()
                if found is not None:
                    return found
        return None

    def _patterns(self) -> Iterator[tuple[str, Callable[[], Shape | None]]]:
        yield r"hBKCKl|hBKlI?K|hXKlI?K|hXKCKl|WlKCK|WlKIK|i*[WBD]*lIKCK|BKlIK|BKCKl|i*[WBD]*lIKIK", self._paths
        yield r"WXKCKVIc|WBcIKCK|i*[WBD]*clOKCK|WBcTIKCK|WcKCK", self._common
        yield r"WT?XM?KCKPI?|WT?V?B?P[IY]?M?KCK", self._common_over
        yield r"WT?V?D?FAI?[KD]?K?LK|WT?VDFAKLK|WVDFAIKLK", self._compared_shape
        yield r"Q[ne](?:BJ?)?(?:ID)?|QT(?:BJ?)?(?:ID)?", self._count_shape
        yield r"i+D?T|WTBJ|WBDT", self._list_shape
        yield r"W[Tn]VDEA|WTBDEYA|WBDETYA|WBDTIDEA|WBDETIA|i+DTIDEA|WBDETVDEA", self._ranked_shape
        yield r"WT?V?PI?DUT?|W[Tn]VDU[le]|WT?BlIDUT?|W[Tn]VDUl", self._busiest
        yield r"WBD?AOD?K|WBKSA|WABK|WAXKV", self._value
        yield r"W[Tn]?BlIK|W[Tn]?BKlI|i*[WBD]*lOK|Q[Tn]BlIK|WlIK", self._near
        yield r"I?[WQH]T?XKPI?", lambda: self._asked_shape("subject")
        yield r"I?[WH]T?BKPI?", lambda: self._asked_shape("subject", stative=True)
        yield r"I?WT?BKPY|YWT?BKP", lambda: self._asked_shape("object")
        yield r"[WQ]T?V?PI?K|[WQ]T?V?B+PIK|[WQ]T?VD?lPI?K", lambda: self._asked_shape("object")
        yield r"[WQ]T?V?B+PYK", lambda: self._asked_shape("subject")
        yield r"W[BD]*A[OI]?D?[el]?[OI]?KCK|WDAXKCKV", self._edge_value
        yield r"WeVDEA|W[BD]*eIDEA", self._ranked_edge
        yield r"W[TB]*KD?PO", lambda: self._asked_shape("turned")
        yield r"[WQ]TVD?PK", lambda: self._asked_shape("turned")
        yield r"[WQ]PXKV", lambda: self._asked_shape("of")
        yield r"[WQ]B?D?K|QKBJ?|i+D?K|K|HBD?K", self._known_shape
        yield r"[WQ]KV?B?P[IY]?K", self._meeting
        yield r"XKPI?D?K|BKD?P[IYO]?D?K", self._confirmed_shape
        yield r"WKVDEA|WBKIDEA|WBDEAOK", self._known_ranked

    def _anchors(self) -> list[Anchor]:
        return [self._anchor(piece) for piece in self._pieces if piece.sign == "K"]

    def _anchor(self, piece: HopPiece, types: frozenset[str] | None = None) -> Anchor:
        """Return the one node that a name means. Raises Unfit where it may be several."""
        mentions = [each for each in piece.item.mentions if types is None or each.type in types]
        exact = [each for each in mentions if each.match == "exact"] or mentions
        if len(exact) != 1:
            told = ", ".join(f"{each.name or each.id} ({each.type})" for each in (exact or piece.item.mentions))
            raise ShapeError(f"{piece.item.text!r} can mean several nodes: {told}.")
        return Anchor(piece.item.text, (exact[0],))

    def _chain(self, piece: HopPiece, *, count: bool = False, ranked: Ranked | None = None) -> Chain:
        """Return the chain of a folded name: of namesakes the one from which the first hop leads on."""
        first = piece.hops[0]
        able = frozenset(
            each.type
            for each in piece.item.mentions
            if not first.relations or self._hops.leads(frozenset((each.type,)), first.relations[0], first.along)
        )
        return Chain(self._anchor(piece, able), piece.hops, count, ranked)

    def _wanted_types(self) -> tuple[str, ...]:
        """Return the types that the question's first words ask for."""
        for piece in self._pieces[:3]:
            if piece.sign == "T":
                return piece.item.types
        return ()

    def _asked_shape(self, side: str, *, stative: bool = False) -> Shape | None:
        known, predicate = _one_piece(self._pieces, "K"), _one_piece(self._pieces, "P")
        at = self._pieces.index(predicate)
        after = self._pieces[at + 1 : at + 2]
        first = self._pieces[0]
        preposition = after[0].item.text if after and after[0].sign == "I" else ""
        preposition = preposition or (first.item.text if first.sign == "I" else "")
        hop, types = self._hops.hop(known, predicate, side, preposition, self._wanted_types())
        self._check_asked(hop, types, stative=stative and not preposition)
        hop = self._narrow_to_people(hop, types)
        known = replace(known, hops=(*known.hops, hop), types=types)
        return self._chain(known, count=any(piece.sign == "Q" for piece in self._pieces))

    def _check_asked(self, hop: Hop, types: frozenset[str], *, stative: bool) -> None:
        """Raise Unfit where *where* is asked of what tells no place, or *who* of things."""
        where = any(piece.sign == "H" for piece in self._pieces)
        preposition = term_of(hop.relations[0]).preposition
        local = is_place(hop, self._facts) or any(each.casefold() in _PLACES for each in types)
        who = any(piece.item.text in ("who", "whom") for piece in self._pieces[:2])
        if who and types and all(each.casefold() in THINGS for each in types):
            raise ShapeError(f"{hop.relations[0]} leads to no person.")
        if where and not local:
            raise ShapeError(f"{hop.relations[0]} tells no place.")
        if stative and not preposition and not where and self._facts.directed:
            raise ShapeError("A passive without *by* leaves open which way the relation runs.")

    def _narrow_to_people(self, hop: Hop, types: frozenset[str]) -> Hop:
        """Return a hop to people alone, where *who* is asked and some that it leads to are people."""
        who = any(piece.item.text in ("who", "whom") for piece in self._pieces[:2])
        people = tuple(sorted(each for each in types if each.casefold() in PERSON_TYPES))
        return replace(hop, types=people) if who and people and len(people) < len(types) and not hop.types else hop

    def _known_shape(self) -> Shape | None:
        piece = _one_piece(self._pieces, "K")
        if not piece.hops:
            return None
        first = self._pieces[0]
        if first.sign == "H":
            self._check_asked(piece.hops[-1], piece.types, stative=False)
        return self._chain(piece, count=first.sign == "Q")

    def _meeting(self) -> Shape | None:
        """*Which films directed by X won Y?*: what was folded into the first name, and what the verb leads to."""
        first, second = (piece for piece in self._pieces if piece.sign == "K")
        if not first.hops or second.hops:
            return None
        at = next(place for place, piece in enumerate(self._pieces) if piece.sign == "P")
        after = self._pieces[at + 1]
        side = "subject" if after.sign == "Y" else "object"
        said = after.item.text if after.sign == "I" else ""
        hop, types = self._hops.hop(second, self._pieces[at], side, said, sorted(first.types))
        other = replace(second, hops=(hop,), types=types)
        return Meeting(self._chain(first), self._chain(other), count=self._pieces[0].sign == "Q")

    def _confirmed_shape(self) -> Shape | None:
        """*Does X work for Y?*, *Was X acquired by Y?*, *Is X the mentor of Y?*"""
        one, two = (piece for piece in self._pieces if piece.sign == "K")
        predicate = _one_piece(self._pieces, "P")
        after = self._pieces[self._pieces.index(predicate) + 1]
        active = self._pieces[0].sign == "X"
        said = after.item.text if after.sign == "I" else ""
        known, other = (one, two) if active or after.sign == "Y" else (two, one)
        side = "subject" if active else "object" if after.sign == "Y" else "of"
        hop, _ = self._hops.hop(known, predicate, side, said, sorted(other.types))
        return Confirmed(self._anchor(known), replace(hop, types=(), turned=()), self._anchor(other))

    def _known_ranked(self) -> Shape | None:
        piece = _one_piece(self._pieces, "K")
        if not piece.hops:
            return None
        return self._chain(piece, ranked=self._order(tuple(piece.types)))

    def _order(self, types: Sequence[str]) -> Ranked:
        """Return the order that a superlative or comparative asks for, by an attribute with numbers."""
        word = next(piece for piece in self._pieces if piece.sign in "EF").item.text
        terms = _one_piece(self._pieces, "A").item.terms
        names = [term.name for term in terms if self._has_numbers(types, term.name)]
        if len(names) != 1:
            raise ShapeError(f"No one attribute of {' or '.join(types)} with numbers is called so.")
        return Ranked(names[0], word not in ASCENDING)

    def _has_numbers(self, types: Sequence[str], name: str) -> bool:
        found = [kind.attribute(name) for each in types if (kind := self._facts.type(each)) is not None]
        return any(each is not None and {"integer", "number"} & set(each.kinds) for each in found)

    def _paths(self) -> Shape | None:
        one, two = self._anchors()
        return Paths(one, two)

    def _common(self) -> Shape | None:
        one, two = self._anchors()
        return Common(one, two, Hop((), None, self._wanted_types()))

    def _common_over(self) -> Shape | None:
        known = [piece for piece in self._pieces if piece.sign == "K"]
        predicate = _one_piece(self._pieces, "P")
        by = any(piece.sign == "Y" for piece in self._pieces)
        side = "subject" if by or any(piece.sign == "X" for piece in self._pieces) else "object"
        after = self._pieces[self._pieces.index(predicate) + 1 :][:1]
        said = after[0].item.text if after and after[0].sign == "I" else ""
        hops = [self._hops.hop(each, predicate, side, said, self._wanted_types())[0] for each in known]
        if hops[0] != hops[1]:
            raise ShapeError("The relation would be another for each of the two.")
        one, two = (self._chain(replace(each, hops=(hop,))).anchor for each, hop in zip(known, hops, strict=True))
        return Common(one, two, hops[0])

    def _compared_shape(self) -> Shape | None:
        known = [piece for piece in self._pieces if piece.sign == "K"]
        if len(known) != 2:
            return None
        shared = known[0].types & known[1].types
        able = tuple(sorted(each for each in shared or known[0].types | known[1].types))
        ranked = self._order(able)
        one, two = (self._anchor(each, frozenset(able)) for each in known)
        return Compared(one, two, ranked)

    def _count_shape(self) -> Shape | None:
        if any(piece.sign in "ne" for piece in self._pieces):
            return Whole((), count=True, edges=any(piece.sign == "e" for piece in self._pieces))
        return Whole(_one_piece(self._pieces, "T").item.types, count=True)

    def _list_shape(self) -> Shape | None:
        return Whole(_one_piece(self._pieces, "T").item.types)

    def _ranked_shape(self) -> Shape | None:
        types = next((piece.item.types for piece in self._pieces if piece.sign == "T"), None)
        types = types or tuple(kind.type for kind in self._facts.types)
        return Whole(types, ranked=self._order(types))

    def _busiest(self) -> Shape | None:
        kinds = [piece for piece in self._pieces if piece.sign == "T"]
        predicates = [piece for piece in self._pieces if piece.sign == "P"]
        asked = next((piece.item.types for piece in self._pieces[:2] if piece.sign == "T"), ())
        if not predicates:
            if kinds and self._pieces.index(kinds[-1]) > 1:
                return None
            return Busiest(asked, (), "", down=True)
        terms = predicates[0].item.terms
        counted = kinds[-1].item.types if kinds and self._pieces.index(kinds[-1]) > 1 else ()
        if len(terms) != 1 or not self._facts.directed:
            raise ShapeError(f"{predicates[0].item.text!r} can be read in more than one way.")
        inverse = terms[0].preposition == "by"
        profile = self._facts.relation(terms[0].name)
        reached = {pair.source if inverse else pair.target for pair in (profile.ends if profile else ())}
        if counted and not reached <= set(counted):
            raise ShapeError(f"{terms[0].name} leads to others than {' or '.join(counted)}, too.")
        return Busiest(asked, (terms[0].name,), "target" if inverse else "source", down=True)

    def _value(self) -> Shape | None:
        known = _one_piece(self._pieces, "K")
        names = [term.name for term in _one_piece(self._pieces, "A").item.terms]
        able = frozenset(
            each
            for each in known.types
            for name in names
            if name == "type" or ((kind := self._facts.type(each)) is not None and kind.attribute(name) is not None)
        )
        if known.hops or len(names) != 1:
            return None
        return AttributeShape(self._anchor(known, able or None), names[0])

    def _edge_value(self) -> Shape | None:
        names = self._of_edges()
        if len(names) != 1:
            return None
        one, two = self._anchors()
        return EdgeValue(one, two, names[0])

    def _of_edges(self) -> list[str]:
        """Return the attributes that the question names and that edges have."""
        known = {each.name for relation in self._facts.relations for each in relation.attributes}
        return [term.name for term in _one_piece(self._pieces, "A").item.terms if term.name in known]

    def _ranked_edge(self) -> Shape | None:
        numbers = {
            each.name
            for relation in self._facts.relations
            for each in relation.attributes
            if {"integer", "number"} & set(each.kinds)
        }
        names = [name for name in self._of_edges() if name in numbers]
        word = _one_piece(self._pieces, "E").item.text
        return Whole((), ranked=Ranked(names[0], word not in ASCENDING), edges=True) if len(names) == 1 else None

    def _near(self) -> Shape | None:
        known = _one_piece(self._pieces, "K")
        if known.hops:
            return None
        count = self._pieces[0].sign == "Q"
        return Chain(self._anchor(known), (Hop((), None, self._wanted_types()),), count)


def _one_piece(span: Sequence[HopPiece], sign: str) -> HopPiece:
    return next(piece for piece in span if piece.sign == sign)
