"""What can be reached in a graph, which cycles nothing bounds, and which keys the state holds where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pramana.expr import guard_reads
from pramana.stategraph.model import StateEdge, StateGraph, StateNode

Keys = frozenset[str]


def written_keys(node: StateNode) -> Keys:
    """Return the state keys that a node writes."""
    failures = [node.map.failures] if node.map is not None and node.map.failures is not None else []
    return frozenset([*node.output_map.values(), *failures])


def needed_keys(node: StateNode) -> dict[str, str]:
    """Return the state keys that a node reads, by their place in it."""
    found = {f"input_map.{argument}": key for argument, key in node.input_map.items()}
    return found if node.map is None else {**found, "map.over": node.map.over}


def reachable_nodes(start: str, edges: Iterable[StateEdge]) -> set[str]:
    """Return the nodes that can be reached from one, itself included."""
    following: dict[str, list[str]] = {}
    for edge in edges:
        following.setdefault(edge.src, []).append(edge.dst)
    found, pending = {start}, [start]
    while pending:
        for name in following.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return found


# Cycles


def unbounded_cycles(graph: StateGraph, edges: Sequence[StateEdge]) -> list[tuple[list[str], bool]]:
    """Return cycles that nothing in the state ends: their nodes in the graph's order, and whether any edge leaves them.

    A cycle is bounded by a node of it that an edge leaves, where a guard up to that edge reads what the cycle writes.
    """
    found = []
    pending = components(graph.nodes, edges)
    while pending:
        cycle = pending.pop(0)
        keys = frozenset[str]().union(*(written_keys(graph.nodes[name]) for name in cycle))
        leaving = [edge for edge in edges if edge.src in cycle and edge.dst not in cycle]
        deciders = {edge.src for edge in leaving if _decided_by(edge, edges, keys)}
        if deciders:
            rest = [name for name in cycle if name not in deciders]
            pending += components(rest, edges)
        else:
            found.append((cycle, bool(leaving) or not graph.terminal.isdisjoint(cycle)))
    return found


def _decided_by(leaving: StateEdge, edges: Sequence[StateEdge], keys: Keys) -> bool:
    """Return whether what is written decides that a run leaves by an edge."""
    rivals = [edge for edge in edges if edge.src == leaving.src and edge.on_failure == leaving.on_failure]
    for edge in rivals[: rivals.index(leaving) + 1]:
        read = guard_reads(edge.condition.expr)
        if keys & (read.needed | read.optional):
            return True
    return False


def components(names: Collection[str], edges: Iterable[StateEdge]) -> list[list[str]]:
    """Return the strongly connected components that hold a cycle, each in the order of `names`."""
    following: dict[str, list[str]] = {name: [] for name in names}
    for edge in edges:
        if edge.src in following and edge.dst in following:
            following[edge.src].append(edge.dst)
    preceding: dict[str, list[str]] = {name: [] for name in names}
    for source, targets in following.items():
        for target in targets:
            preceding[target].append(source)
    seen: set[str] = set()
    found = []
    for root in reversed(_depth_first_order(following)):
        if root not in seen:
            member = _collect_component(root, preceding, seen)
            if len(member) > 1 or root in following[root]:
                found.append([name for name in names if name in member])
    order = {name: index for index, name in enumerate(names)}
    return sorted(found, key=lambda cycle: order[cycle[0]])


def _depth_first_order(following: Mapping[str, Sequence[str]]) -> list[str]:
    """Return names in the order in which a search in depth is done with them."""
    seen: set[str] = set()
    order = []
    for root in following:
        pending = [(root, iter(following[root]))] if root not in seen else []
        seen.add(root)
        while pending:
            name, rest = pending[-1]
            for target in rest:
                if target not in seen:
                    seen.add(target)
                    pending.append((target, iter(following[target])))
                    break
            else:
                order.append(name)
                pending.pop()
    return order


def _collect_component(root: str, preceding: Mapping[str, Sequence[str]], seen: set[str]) -> set[str]:
    member, pending = {root}, [root]
    seen.add(root)
    while pending:
        for name in preceding[pending.pop()]:
            if name not in seen:
                seen.add(name)
                member.add(name)
                pending.append(name)
    return member


# Keys


@dataclass(frozen=True, slots=True)
class Held:
    """Keys that the state holds at a place: on every path that leads there, and on some."""

    surely: Keys
    perhaps: Keys

    def __or__(self, keys: Keys) -> Held:
        return Held(self.surely | keys, self.perhaps | keys)

    def meet(self, other: Held) -> Held:
        return Held(self.surely & other.surely, self.perhaps | other.perhaps)


def flow(graph: StateGraph, edges: Sequence[StateEdge], inputs: Keys) -> dict[str, Held]:
    """Return what the state holds before each node that can be reached."""
    held = {graph.start: Held(inputs, inputs)}
    leaving: dict[str, list[StateEdge]] = {}
    for edge in edges:
        leaving.setdefault(edge.src, []).append(edge)
    pending = [graph.start]
    while pending:
        name = pending.pop()
        for edge in leaving.get(name, ()):
            arriving = after(graph.nodes[name], held[name], edge.on_failure) | guard_reads(edge.condition.expr).ensured
            before = held.get(edge.dst)
            merged = arriving if before is None else before.meet(arriving)
            if merged != before:
                held[edge.dst] = merged
                pending.append(edge.dst)
    return held


def after(node: StateNode, before: Held, failed: bool) -> Held:
    """Return what the state holds behind a node. One that failed by its guards has written, one that raised has not."""
    return Held(before.surely, before.perhaps | written_keys(node)) if failed else before | written_keys(node)
