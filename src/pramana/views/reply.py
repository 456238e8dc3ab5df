"""An answer as a workspace gives it: with its run, and the facts that it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import PrivateAttr

from pramana.documents import Shelf
from pramana.karaka import Citation, QueryResult
from pramana.views.facts import Fact, FactReader
from pramana.views.showing import InNotebook, ShownList


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line that a reply shows, as its document has it: `part` names the page, slide, row or time that it is from, ""
    in a plain text; `before` and `after` are the lines beside it, "" at the ends; `marks` the words of facts in it, by
    the code points where they begin and end."""

    doc_id: str
    line_number: int
    text: str
    part: str
    before: str
    after: str
    marks: tuple[tuple[int, int], ...] = ()


class Reply(InNotebook, QueryResult):
    """An answer, the run that it came from (0: not recorded, for the workspace is read-only), and its facts."""

    run: int
    _facts: tuple[Fact, ...] = PrivateAttr(())
    _sources: tuple[SourceLine, ...] = PrivateAttr(())

    @property
    def facts(self) -> ShownList[Fact]:
        """The facts that the plan found in the cited lines, with their evidence. Not part of the reply's JSON."""
        return ShownList(self._facts)

    @property
    def sources(self) -> ShownList[SourceLine]:
        """The lines of `citations`, or those of `nearest`, each with its part of the document and the lines beside it.
        Not part of the reply's JSON."""
        return ShownList(self._sources)

    def __str__(self) -> str:
        cited = [f"  {each}" for each in self.citations or self.nearest]
        near = ["Nearest:"] if cited and not self.citations else []
        return "\n".join([self.answer, *near, *cited])

    __repr__ = InNotebook.__repr__


def reply_of(result: QueryResult, run: int, reader: FactReader, shelf: Shelf) -> Reply:
    """Return the reply that a result is."""
    reply = Reply(**result.model_dump(), run=run)
    reply.with_names(result.names)
    if result.plan is not None:
        reply.found_by(result.plan, result.matches)
    reply._facts = tuple(_facts_behind(reader, reply))
    reply._sources = tuple(_source_line(shelf, each, reply._facts) for each in reply.citations or reply.nearest)
    return reply


def _source_line(shelf: Shelf, cited: Citation, facts: tuple[Fact, ...]) -> SourceLine:
    place = cited.doc_id, cited.line_number
    marks = {
        (item.start, item.end) for fact in facts for item in fact.evidence if (item.doc_id, item.line_number) == place
    }
    around = dict(shelf.texts(cited.doc_id, cited.line_number - 1, cited.line_number + 1))
    shelved = shelf.line(*place)
    return SourceLine(
        *place,
        cited.text,
        shelved.line.place if shelved else "",
        around.get(cited.line_number - 1, ""),
        around.get(cited.line_number + 1, ""),
        tuple(sorted(marks)),
    )


def _facts_behind(reader: FactReader, result: QueryResult) -> Iterator[Fact]:
    """Yield the facts that a plan found in the lines that its answer cites, each once: those of the answering Kriyās,
    and the links by which a name or a pronoun was followed."""
    cited = {(each.doc_id, each.line_number) for each in result.citations}
    kriyas = dict.fromkeys(match.kriya.id for match in result.matches if match.place in cited)
    links = {link.id: link for match in result.matches if match.place in cited for link in match.links}
    yield from (fact for kriya in kriyas for fact in reader.of_kriya(kriya))
    yield from map(reader.of, links.values())
