"""What a step of a plan asks of the edges of an event: the role, and the words that connect the participant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pramana.events import Role, is_answered, is_plain, is_relative, is_same_marker
from pramana.graph import Edge, Node
from pramana.karaka.plans import QueryStep
from pramana.karaka.schema import MARKER, RELATION_OF, ROLE_OF


def marker_of_edge(edge: Edge) -> str:
    """Return the words that connect an edge's participant, "" for a bare one."""
    return str(edge.properties.get(MARKER) or "")


@dataclass(frozen=True, slots=True)
class MarkedStep:
    """A step of a plan, with the rules of which markers answer it."""

    step: QueryStep

    def relations(self, role: Role) -> list[str]:
        """Return the relations in which a given participant is looked for.

        With a marker the same words may have led to another role: *with* a truck is instrument or related.
        """
        return list(ROLE_OF) if self.step.markers.get(role) else [RELATION_OF[role]]

    def edges(self, edges: Iterable[Edge], role: Role) -> list[Edge]:
        """Return an event's edges in which a given participant may be, whatever their markers."""
        marker = self.step.markers.get(role)
        return [
            edge
            for edge in edges
            if edge.relation == RELATION_OF[role]
            or (marker and edge.relation in ROLE_OF and is_same_marker(marker_of_edge(edge), marker))
        ]

    def answers(self, edge: Edge, role: Role, verb: str) -> bool:
        """Return whether an edge has the role as the step asks for it."""
        asked, marker = self.step.markers.get(role), marker_of_edge(edge)
        if edge.relation == RELATION_OF[role] and is_answered(role, marker, asked, verb):
            return True
        return bool(asked and marker and is_same_marker(marker, asked))

    def answers_anyhow(self, edge: Edge, role: Role) -> bool:
        """Return whether an edge of whatever role is plain, or has the marker of one of the step's participants."""
        marker = marker_of_edge(edge)
        return is_plain(role, marker) or any(is_same_marker(marker, asked) for asked in self.step.markers.values())

    def extracted_edges(self, edges: Iterable[Edge], kriya: Node) -> Iterator[tuple[Edge, str]]:
        """Yield the edges of an event that hold what the step asks for, each with the marker that the answer shows."""
        role, verb = self.step.extract, str(kriya.properties["verb"])
        if role == "LINE":
            return
        for edge in edges:
            marker, asked = marker_of_edge(edge), self.step.markers.get(role)
            own = edge.relation == RELATION_OF[role]
            if own and not asked and is_relative(role, marker) and not is_plain(role, marker, verb):
                yield edge, marker
            elif (own and is_answered(role, marker, asked, verb)) or self._is_related(edge, role, asked):
                yield edge, ""

    def _is_related(self, edge: Edge, role: Role, asked: str | None) -> bool:
        """Return whether a participant has another role for the line than for the question, and the same marker.

        One of the two calls it related; or the question, which does not name it, took for a place who receives (*Who
        did she lie to?*).
        """
        there = ROLE_OF.get(edge.relation)
        related = there is not None and Role.SAMBANDHA in (there, role)
        received = role is Role.ADHIKARANA_SPATIAL and there in (Role.SAMPRADANA, Role.APADANA)
        return bool((related or received) and asked and is_same_marker(marker_of_edge(edge), asked))
