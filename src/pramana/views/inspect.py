"""Read-only views of a workspace: lines, Kriyās, entities, facts, the ledger, and the status."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import InputError, UnknownName
from pramana.evidence import Evidence
from pramana.graph import NAMES_OF, Edge, Node, fold_name
from pramana.karaka import EVENTS, KARAKA_SCHEMA, canonical_name
from pramana.trace import ErrorLog, Proposal, Run, path_part
from pramana.views.entity import EntityView
from pramana.views.error_log import error_logs
from pramana.views.facts import Fact, FactReader
from pramana.views.kriyas import KriyaView, LineView, RoleView, mentions
from pramana.views.ledger import Entries
from pramana.views.stores import Stores

ENTITY, KRIYA, CITED_IN = "Entity", "Kriya", "CITED_IN"
CAUSES = "CAUSES"
_FACT = re.compile(r"(?P<source>.+?) -(?P<relation>[^\s>]+)-> (?P<target>.+?)(?: #(?P<ordinal>\d+))?")
_SPACED = re.compile(_FACT.pattern.replace(r"[^\s>]+", "[^>]+?"))
"""A fact whose relation has spaces, as relations of imported graphs may."""


@dataclass(slots=True)
class Check:
    """One thing that was looked at: what, whether it is well, and what was seen."""

    what: str
    well: bool
    seen: str = ""
    flaws: list[str] = field(default_factory=list)
    """Each thing that is not as it was written, up to 100: table, row, columns."""


class Inspector:
    """Looks into a workspace that is open."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._facts = FactReader(stores.graph, stores.ledger)

    # One thing

    def line(self, place: str) -> LineView:
        """Return the line at `rama.txt:7`. Raises InputError for no place, UnknownName for no such document."""
        doc_id, _, number = place.rpartition(":")
        if not doc_id or not number.isdecimal():
            raise InputError(f"{place!r} is not a line reference. Use DOC:LINE, e.g. rama.txt:7.")
        document = self._stores.shelf.get(doc_id)
        if document is None:
            raise UnknownName("document", doc_id, self._stores.shelf.ids())
        shelved = self._stores.shelf.line(doc_id, int(number))
        if shelved is None:
            raise InputError(f"{doc_id} has no line {number}; it has {document.lines}.")
        outcome, refused = self._outcome(doc_id, shelved.line.number)
        kriyas = self._kriyas_of(f"{doc_id}_L{shelved.line.number}")
        return LineView(doc_id, shelved.line, outcome, tuple(kriyas), tuple(refused))

    def _outcome(self, doc_id: str, number: int) -> tuple[dict[str, Any] | None, list[Proposal]]:
        """Return the result of the newest run that reached a line, and its refusals there."""
        path = f"{path_part(doc_id)}/line/{number}"
        for run in reversed(self._stores.ledger.runs("ingest")):
            step = self._stores.ledger.recorded_steps(run.id).get(path)
            if step is not None:
                refused = [p for p in self._stores.ledger.proposals(run.id, path) if not p.verdict.accepted]
                return {"run": run.id, **step.body}, refused
        return None, []

    def verdict_of_line(self, doc_id: str, number: int) -> str:
        """Return the verdict of the facts of a line, "" if it has none."""
        for edge in self._stores.graph.edges_to(f"{doc_id}_L{number}", CITED_IN):
            return self._stores.graph.node_origin(edge.source)[0]
        return ""

    def kriya(self, kriya_id: str) -> KriyaView:
        """Return a Kriyā by its id. Raises UnknownName with the nearest ones."""
        node = self._stores.graph.node(kriya_id)
        if node is None or node.type != KRIYA:
            known = [kriya.id for kriya in self._stores.graph.nodes(KRIYA)]
            line = f"{kriya_id.rpartition('_K')[0]}_K"
            raise UnknownName("Kriyā", kriya_id, [name for name in known if name.startswith(line)] or known)
        return self._view(node)

    def _view(self, node: Node) -> KriyaView:
        verdict, origin = self._stores.graph.node_origin(node.id)
        shelved = self._stores.shelf.line(str(node.properties["doc_id"]), int(node.properties["line_number"]))
        text = shelved.line.text if shelved else ""
        why = self._facts.why(verdict, origin)
        return KriyaView(node, verdict, tuple(self._roles(node)), tuple(self._causes(node)), text, why)

    def _causes(self, node: Node) -> Iterator[Fact]:
        """Yield what a Kriyā is a cause of, then what causes it."""
        for edge in (*self._stores.graph.edges_from(node.id, CAUSES), *self._stores.graph.edges_to(node.id, CAUSES)):
            fact = self.fact_of_edge(edge)
            if fact is not None:
                yield fact

    def _roles(self, node: Node) -> Iterator[RoleView]:
        order = list(KARAKA_SCHEMA.relations)
        for edge in sorted(self._stores.graph.edges_from(node.id), key=lambda edge: order.index(edge.relation)):
            fact = self.fact_of_edge(edge)
            target = self._stores.graph.node(edge.target)
            if self.is_role(edge) and fact is not None and target is not None:
                yield RoleView(edge.relation, str(target.properties.get("canonical_name", target.id)), fact)

    def _kriyas_of(self, document_node: str) -> Iterator[KriyaView]:
        for edge in self._stores.graph.edges_to(document_node, CITED_IN):
            node = self._stores.graph.node(edge.source)
            if node is not None:
                yield self._view(node)

    def entities(self, name: str, limit: int | None = None) -> list[EntityView]:
        """Return the entities that go by a name (or the one of that id), each with at most `limit` facts.

        Raises UnknownName with the nearest names.
        """
        return [self._entity(node, limit) for node in self.entities_named(name)]

    def entities_named(self, name: str) -> list[Node]:
        """Return the entities of a name: the one of that id first, then in the order in which they were added."""
        node = self._stores.graph.node(name)
        nodes = [node] if node is not None and node.type == ENTITY and not self._stores.graph.is_empty(node) else []
        called = self._stores.graph.nodes_named(name) or self._stores.graph.nodes_named(canonical_name(name))
        nodes += [node for node in called if node.type == ENTITY and node not in nodes]
        if not nodes:
            raise UnknownName("entity", name, self._stores.graph.names())
        return nodes

    def _entity(self, node: Node, limit: int | None) -> EntityView:
        edges = [edge for edge in self._stores.graph.edges_to(node.id) if self.is_role(edge)]
        facts = [fact for fact in map(self.fact_of_edge, edges[:limit]) if fact is not None]
        sources = [self._stores.graph.node(fact.edge.source) for fact in facts]
        kriyas = [self._view(source) for source in sources if source is not None]
        verdict, _ = self._stores.graph.node_origin(node.id)
        evidence = mentions(self._stores.graph.node_evidence(node.id))
        return EntityView(node, verdict, self._aliases(node), evidence, tuple(facts), tuple(kriyas), len(edges))

    @staticmethod
    def is_role(edge: Edge) -> bool:
        """Return whether an edge runs from a Kriyā to who takes part in it."""
        relation = KARAKA_SCHEMA.relations.get(edge.relation)
        return relation is not None and (relation.sources, relation.targets) == ((KRIYA,), (ENTITY,))

    def relations_of(self, nodes: Iterable[Node]) -> list[Fact]:
        """Return the relations that rules derive from events and that lead from or to these entities, by their ids."""
        graph = self._stores.graph
        near = [edge for node in nodes for edge in (*graph.edges_from(node.id), *graph.edges_to(node.id))]
        derived = {edge.id: edge for edge in near if EVENTS in edge.properties}
        return [fact for key in sorted(derived) if (fact := self.fact_of_edge(derived[key])) is not None]

    def _aliases(self, node: Node) -> tuple[str, ...]:
        own = fold_name(str(node.properties["canonical_name"]))
        sql = NAMES_OF.format("= (SELECT key FROM node WHERE id = ?)")
        return tuple(name for _, name in self._stores.database.all(sql, (node.id,)) if name != own)

    def fact(self, said: str) -> Fact:
        """Return the fact written as `source -RELATION-> target`, the relation with or without diacritics.

        Raises InputError where it is written otherwise, UnknownName where there is none, with the nearest ones.
        """
        words = " ".join(said.split())
        parts = _FACT.fullmatch(words) or _SPACED.fullmatch(words)
        if parts is None:
            raise InputError(
                f"{said!r} is not a fact. Write it as SOURCE -RELATION-> TARGET, e.g. rama.txt_L1_K1 -HAS_KARTĀ-> Rama."
            )
        relation = self._facts.relation(parts["relation"])
        edge = Edge(parts["source"], relation, parts["target"], ordinal=int(parts["ordinal"] or 0))
        fact = self.fact_of_edge(edge)
        if fact is None:
            near = [*self._stores.graph.edges_from(edge.source), *self._stores.graph.edges_to(edge.target)]
            raise UnknownName("fact", edge.id, [known.id for known in near])
        return fact

    def fact_of_edge(self, edge: Edge) -> Fact | None:
        """Return the fact that an edge is, None where it is not in the graph."""
        stored = self._stores.graph.stored_edge(edge)
        if stored is None:
            return None
        return self._facts.fact_of(stored)

    def text(self, item: Evidence) -> str:
        """Return the line of a piece of evidence, "" if it is not stored."""
        shelved = self._stores.shelf.line(item.doc_id, item.line_number)
        return shelved.line.text if shelved else ""

    # Many things

    def ledger(self, *, refused: bool = False, run: int | None = None, doc_id: str | None = None) -> Entries:
        """Return the ledger by run and place: all of it, what was not accepted, one run, what is about one document."""
        runs = self._runs(run, doc_id)
        below = "" if doc_id is None else path_part(doc_id)
        return Entries(self._stores.database, [each.id for each in runs], below, refused)

    def errors(self, *, run: int | None = None, doc_id: str | None = None) -> list[ErrorLog]:
        """Return what went wrong, by run and place: all of it, in one run, what is about one document."""
        return error_logs(self._stores.database, self._runs(run, doc_id), doc_id)

    def _runs(self, run: int | None, doc_id: str | None) -> list[Run]:
        """Return all runs or the one of that number. Raises UnknownName where none of them is about a document."""
        runs = [self._stores.ledger.run(run)] if run is not None else self._stores.ledger.runs()
        if doc_id is not None and not any(doc_id in _documents(each) for each in runs):
            raise UnknownName("document", doc_id, sorted({name for each in runs for name in _documents(each)}))
        return runs

    # Is it well?

    def integrity(self) -> list[Check]:
        """Check the database, the full text index and the graph's hash against what they are made from."""
        checks = {"database": self._check_database, "full text index": self._check_index}
        checks |= {"graph hash": self._check_hash}
        return [run_check(what, check) for what, check in checks.items()]

    def _check_database(self) -> Check:
        found = [str(row[0]) for row in self._stores.database.all("PRAGMA integrity_check(5)")]
        broken = Counter((row[0], row[2]) for row in self._stores.database.all("PRAGMA foreign_key_check"))
        if broken:
            lost = [
                f"{count} rows of {table} refer to a {to} that is not there" for (table, to), count in broken.items()
            ]
            found = [*(line for line in found if line != "ok"), *lost]
        return Check("database", found == ["ok"], "; ".join(found))

    def _check_index(self) -> Check:
        lines, indexed = (
            self._stores.database.all(sql)[0][0]
            for sql in ("SELECT count(*) FROM line", "SELECT coalesce(sum(last - first + 1), 0) FROM passage")
        )
        return Check("full text index", lines == indexed, f"{indexed} of {lines} lines indexed")

    def _check_hash(self) -> Check:
        kept, computed = self._stores.graph.hash(), self._stores.graph.recomputed_hash()
        seen = kept if kept == computed else f"graph_hash has {kept}, the facts have {computed}"
        return Check("graph hash", kept == computed, seen)


def run_check(what: str, check: Callable[[], Check]) -> Check:
    """Return what a check sees, also where what it reads is too damaged for it to be made."""
    try:
        return check()
    except Exception as error:
        return Check(what, False, f"cannot be checked: {error or type(error).__name__}")


def _documents(run: Run) -> list[str]:
    """Return the documents that a run was about."""
    listed = run.manifest.get("documents", [])
    return [str(entry if isinstance(entry, str) else entry[0]) for entry in listed]
