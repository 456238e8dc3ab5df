"""What documents tell of one entity: its lines in groups, in the order of their dates, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pramana.events import Role, canonical_name
from pramana.graph import Node, fold_name
from pramana.karaka.answer import given_lines
from pramana.karaka.answer_checks import GivenLine
from pramana.karaka.clear_names import walk_same_as
from pramana.karaka.link_notes import link_notes
from pramana.karaka.ordering import dated_matches
from pramana.karaka.result import QueryResult
from pramana.karaka.rules import answers as rules
from pramana.karaka.schema import KRIYA, RELATION_OF
from pramana.karaka.senses import SenseGraph
from pramana.karaka.traverse import Match, Traversal, caution, entities_called
from pramana.trace import Ledger
from pramana.wording import cited_place, plural

MOST_LINES = 12
"""Lines of a profile, at most: they fit one screen."""
_BEING = frozenset({"be", "become", "remain"})
_IDENTITY, _DID, _HAPPENED, _BESIDE = "Who or what", "Did", "What happened to it", "Also named where"
_GROUP_OF = {Role.KARTA: _DID, Role.KARMA: _HAPPENED, Role.SAMPRADANA: _HAPPENED, Role.APADANA: _HAPPENED}
_ORDER = (_IDENTITY, _DID, _HAPPENED, _BESIDE)


@dataclass(frozen=True, slots=True)
class _ProfileLine:
    """A line of a profile.

    `date` is the first day of its event with its time as the graph has it, ("", "") for none.
    """

    match: Match
    group: str
    date: tuple[str, str]

    @property
    def key(self) -> tuple[int, bool, str, tuple[str, int]]:
        return _ORDER.index(self.group), not self.date[0], self.date[0], self.match.place


def profile_result(graph: SenseGraph, ledger: Ledger, question: str, name: str) -> QueryResult | None:
    """Return what the documents tell of the entity that goes by a name; None where none does, or several do.

    Each line is given once, with the date of its event where that is known; lines that deny or only suppose something
    say so. What is beyond twelve lines is counted.
    """
    if any(len(graph.readings(each)) > 1 for each in (name, canonical_name(name))):
        return None
    lines = sorted(_profile_lines(graph, name), key=lambda each: each.key)
    seen: dict[tuple[str, int], _ProfileLine] = {}
    for line in lines:
        seen.setdefault(line.match.place, line)
    chosen = list(seen.values())[:MOST_LINES]
    if not chosen:
        return None
    matches = [each.match for each in chosen]
    given = {_place(line): line for line in given_lines(graph, Traversal(matches))}
    told = [
        f"{group}: {' '.join(_line_text(each, given[each.match.place]) for each in chosen if each.group == group)}"
        for group in _ORDER
        if any(each.group == group for each in chosen)
    ]
    left = len(seen) - len(chosen)
    told += [f"{plural(left, 'more line')} of {name} {'is' if left == 1 else 'are'} not shown."] if left else []
    citations = [given[place].citation for place in sorted(each.match.place for each in chosen)]
    return QueryResult(
        question=question,
        answer="\n".join(told),
        citations=citations,
        reasoning_trace=[f"Profile: the lines that name “{name}”, by their part in what happens and by date."],
        references=link_notes(graph, ledger, matches, {each.match.place for each in chosen}),
        status="GROUNDED",
    ).with_names([name])


def _profile_lines(graph: SenseGraph, name: str) -> Iterator[_ProfileLine]:
    nodes = entities_called(graph, name)
    for node, chain in walk_same_as(graph, [*nodes, *_full_name(graph, name)]):
        for role, relation in RELATION_OF.items():
            for edge in graph.edges_to(node.id, relation):
                kriya = graph.node(edge.source)
                if kriya is not None and kriya.type == KRIYA:
                    match = Match(kriya, (), caution(kriya), chain)
                    yield _ProfileLine(match, _group(kriya, role), _date(graph, match))


def _full_name(graph: SenseGraph, name: str) -> list[Node]:
    """Return the entity of the only longer name that has all words of a name: *Matteo Zanetti* for *Matteo*."""
    words = set(fold_name(canonical_name(name)).split())
    longer = [each for each in graph.names() if words < set(each.split()) and len(each.split()) <= _LONGEST]
    found = [node for each in longer for node in entities_called(graph, each) if _is_name(node)]
    return found if len({fold_name(str(node.properties.get("canonical_name"))) for node in found}) == 1 else []


_LONGEST = 3
"""Words of a full name: longer ones are descriptions with a name in them."""


def _is_name(node: Node) -> bool:
    return all(
        word[:1].isupper() and "'" not in word for word in str(node.properties.get("canonical_name", "")).split()
    )


def _group(kriya: Node, role: Role) -> str:
    if str(kriya.properties.get("verb")) in _BEING and role in {Role.KARTA, Role.KARMA}:
        return _IDENTITY
    verb, quote = (str(kriya.properties.get(each, "")).casefold() for each in ("verb", "verb_quote"))
    owns = verb == "have" and quote[:2] != "ha"  # *Calder's offices*, *the director of Calder*: nobody does anything
    return _BESIDE if owns else _GROUP_OF.get(role, _BESIDE)


def _date(graph: SenseGraph, match: Match) -> tuple[str, str]:
    dated = next(dated_matches(graph, [match]), None)
    return (dated.earliest, dated.edtf) if dated is not None else ("", "")


def _line_text(line: _ProfileLine, given: GivenLine) -> str:
    """Return a line in quotes with its date and place, and how far it asserts what it says."""
    asked = given.asked.model_copy(update={"caution": line.match.caution})
    lead = rules.lead_of(asked)
    date = f"{line.date[1]} " if line.date[1] else ""
    return f"{date}{f'({lead.lower()}) ' if lead else ''}{rules.quote_line(asked)} {cited_place(*line.match.place)}"


def _place(line: GivenLine) -> tuple[str, int]:
    return line.citation.doc_id, line.citation.line_number
