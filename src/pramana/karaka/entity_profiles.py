"""What documents tell of one entity: its lines in groups, in the order of their dates, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.events import Role, canonical_name
from pramana.graph import Node, fold_name
from pramana.karaka.answer import given_lines
from pramana.karaka.answer_checks import GivenLine
from pramana.karaka.clear_names import walk_same_as
from pramana.karaka.link_notes import link_notes
from pramana.karaka.ordering import dated_matches
from pramana.karaka.result import Citation, QueryResult
from pramana.karaka.rules import answers as rules
from pramana.karaka.schema import KRIYA, RELATION_OF
from pramana.karaka.senses import SenseGraph
from pramana.karaka.traverse import Match, Traversal, caution, entities_called
from pramana.language import AnswerKind, AskedQuestion
from pramana.retrieval import RankedLine
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


def lines_of_identity(
    graph: SenseGraph, ledger: Ledger, question: str, asked: AskedQuestion | None
) -> QueryResult | None:
    """Return the profile of a name whose identity is asked for, behind words that no line says just this; else None."""
    if asked is None or asked.kind is not AnswerKind.IDENTITY or not asked.statement[:1].isupper():
        return None
    found = profile_result(graph, ledger, question, asked.statement)
    if found is None:
        return None
    word = "who" if asked.text.casefold().startswith("who") else "what"
    lead = f"No line says just {word} {asked.statement} is. The lines with this name:"
    return found.model_copy(update={"answer": f"{lead}\n{found.answer}", "status": "QUOTED"})


def with_lines_of_name(
    graph: SenseGraph, ledger: Ledger, found: QueryResult | None, question: str, name: str, lines: Sequence[RankedLine]
) -> QueryResult | None:
    """Return a profile with the lines among some that have the name as written and that it lacks.

    Without a profile the reply quotes these lines, with the profile of the name's last word; None for no line.
    """
    told = found or QueryResult(question=question, answer="", status="QUOTED").with_names([name])
    cited = {(each.doc_id, each.line_number) for each in told.citations}
    written = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    places = {(each.doc_id, each.number): each.text for each in lines if written.search(each.text)}
    more = [Citation(doc_id=place[0], line_number=place[1], text=places[place]) for place in sorted({*places} - cited)]
    more = more[: max(0, MOST_LINES - len(cited))]
    if not more:
        return found
    quoted = " ".join(f"“{each.text}” {cited_place(each.doc_id, each.line_number)}" for each in more)
    citations = sorted([*told.citations, *more], key=lambda each: (each.doc_id, each.line_number))
    answer = "\n".join([*told.answer.splitlines(), f"{_BESIDE}: {quoted}"])
    told = told.model_copy(update={"answer": answer, "citations": citations})
    return told if found is not None else _with_short_name(graph, ledger, told, name)


def _with_short_name(graph: SenseGraph, ledger: Ledger, told: QueryResult, name: str) -> QueryResult:
    """Return the lines of a full name that the graph does not know, with the profile of its last word as an assumption.

    Nothing is added where the last word belongs to another full name, or to several.
    """
    short = name.split()[-1]
    if short == name or _full_name(graph, short):
        return told
    found = profile_result(graph, ledger, told.question, short)
    if found is None:
        return told
    label = f"assuming that “{short}” is {name}"
    answer = f"{told.answer}\n{label[:1].upper()}{label[1:]} —\n{found.answer}"
    citations = list(dict.fromkeys([*told.citations, *found.citations]))
    changed = {"answer": answer, "citations": citations, "assumptions": [label], "status": "ASSUMED"}
    return found.model_copy(update=changed).with_names([name])


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
