"""An answer as a workspace gives it: with its run, and the facts that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import PrivateAttr

from pramana.karaka import QueryResult
from pramana.views.facts import Fact, FactReader
from pramana.views.showing import InNotebook, ShownList


class Reply(InNotebook, QueryResult):
    """An answer, the run that it came from (0: not recorded, for the workspace is read-only), and its facts."""

    run: int
    _facts: tuple[Fact, ...] = PrivateAttr(())

    @property
    def facts(self) -> ShownList[Fact]:
        """The facts that the plan found in the cited lines, with their evidence. Not part of the reply's JSON."""
        return ShownList(self._facts)

    def __str__(self) -> str:
        cited = [f"  {each}" for each in self.citations or self.nearest]
        near = ["Nearest:"] if cited and not self.citations else []
        return "\n".join([self.answer, *near, *cited])

    __repr__ = InNotebook.__repr__


def reply_of(result: QueryResult, run: int, reader: FactReader) -> Reply:
    """Return the reply that a result is."""
    reply = Reply(**result.model_dump(), run=run)
    reply.with_names(result.names)
    if result.plan is not None:
        reply.found_by(result.plan, result.matches)
    reply._facts = tuple(_facts_behind(reader, reply))
    return reply


def _facts_behind(reader: FactReader, result: QueryResult) -> Iterator[Fact]:
    """Yield the facts that a plan found in the lines that its answer cites, each once: those of the answering Kriyās,
    and the links by which a name or a pronoun was followed."""
    cited = {(each.doc_id, each.line_number) for each in result.citations}
    kriyas = dict.fromkeys(match.kriya.id for match in result.matches if match.place in cited)
    links = {link.id: link for match in result.matches if match.place in cited for link in match.links}
    yield from (fact for kriya in kriyas for fact in reader.of_kriya(kriya))
    yield from map(reader.of, links.values())
