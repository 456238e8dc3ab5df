"""Values derived from the history of a graph in memory, updated incrementally on demand."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pramana.graph.adapters.memory_log import GraphChange, change_route
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.elements import element_of
from pramana.graph.model import Edge, Node, fold_name
from pramana.graph.sethash import SetHash


class _FollowingView(ABC):
    """Follows the graph: an update costs as much as the changes since the last one."""

    def __init__(self, start: GraphChange) -> None:
        self._at = start

    def follow(self, head: GraphChange) -> None:
        """Update to a state of the graph."""
        back, forth = change_route(self._at, head)
        for change in back:
            self._turn(change, change.after, change.before)
        for change in forth:
            self._turn(change, change.before, change.after)
        self._at = head

    def restart(self, start: GraphChange) -> None:
        """Set the state at which the history begins."""
        self._at = start

    @abstractmethod
    def _turn(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None: ...


class HashView(_FollowingView):
    """The hash of the live nodes and edges."""

    def __init__(self, start: GraphChange) -> None:
        super().__init__(start)
        self._hash = SetHash()

    def hexdigest(self) -> str:
        return self._hash.hexdigest()

    def _turn(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if old is not None:
            self._hash.remove([element_of(old)])
        if new is not None:
            self._hash.add([element_of(new)])


class NameView(_FollowingView):
    """The rows of nodes by their ids and names, folded."""

    def __init__(self, start: GraphChange) -> None:
        super().__init__(start)
        self._rows: dict[str, dict[int, None]] = {}

    def first(self, folded: str) -> int | None:
        return min(self._rows.get(folded, ()), default=None)

    def _turn(self, change: GraphChange, old: Node | Edge | None, new: Node | Edge | None) -> None:
        if change.kind is not ElementKind.NODES:
            return
        for name in folded_names(old):
            rows = self._rows[name]
            del rows[change.row]
            if not rows:
                del self._rows[name]
        for name in folded_names(new):
            self._rows.setdefault(name, {})[change.row] = None


def folded_names(node: Node | Edge | None) -> set[str]:
    """Return the folded id and `name` of a node; an empty set for an edge or None."""
    if not isinstance(node, Node):
        return set()
    name = node.properties.get("name")
    return {fold_name(node.id), fold_name(name)} if isinstance(name, str) else {fold_name(node.id)}
