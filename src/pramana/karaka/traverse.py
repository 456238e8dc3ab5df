"""Carrying out a query plan on the graph, hop by hop, from the most selective constraint outwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from rapidfuzz import process

from pramana.events import Modality, Polarity, Role, canonical_name, is_plain
from pramana.graph import Edge, Node, SqliteGraph, fold_name
from pramana.karaka.clear_names import person_of, walk_same_as
from pramana.karaka.joins import assumed_same
from pramana.karaka.marked_steps import MarkedStep, marker_of_edge
from pramana.karaka.plans import QueryPlan, QueryStep, bound_step, constraint_in_words
from pramana.karaka.reasons import MAX_CAUSES, reasons_of
from pramana.karaka.schema import ENTITY, KRIYA, RELATION_OF, ROLE_OF
from pramana.language import kindred_verbs


@dataclass(frozen=True, slots=True)
class Match:
    """A Kriyā that a step found, and the entities in the role asked for. `caution` is "" if the line asserts
    it, else it says how far it does. `links` are the IS_SAME_AS edges that the match depends on."""

    kriya: Node
    entities: tuple[Node, ...]
    caution: str
    links: tuple[Edge, ...] = ()
    markers: Mapping[str, str] = field(default_factory=dict)
    """By the id of an entity, the words without which it does not answer: *behind* the door."""

    @property
    def place(self) -> tuple[str, int]:
        return _place(self.kriya)


@dataclass(slots=True)
class Traversal:
    """The result of a plan. `matches` are those of the last step; `premises` are those of earlier steps that it used.

    `trace` describes the hops, `warnings` what was truncated. `assumed` are the common nouns on which steps were joined
    across documents. `unstated` is what was asked for but is not stated: "reason" or "result" if the plan follows
    causes or effects and `matches` are events without any, else "". `otherwise` are the events that fit but for a
    marker, and `unlike` says which: what was asked for (*before accident*), and what the event has (*after accident*).
    """

    matches: list[Match] = field(default_factory=list)
    premises: list[Match] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    unstated: str = ""
    otherwise: list[Match] = field(default_factory=list)
    unlike: list[tuple[str, str]] = field(default_factory=list)

    @property
    def all_matches(self) -> list[Match]:
        """The matches, then the premises."""
        return [*self.matches, *self.premises]


def traverse(
    graph: SqliteGraph, plan: QueryPlan, meant: Mapping[str, Sequence[Node]] = MappingProxyType({})
) -> Traversal:
    """Execute a plan without `plan_violations`. If a step finds nothing, the plan ends without a match.

    `meant` maps ambiguous names to the entities they mean.
    """
    found = Traversal()
    answers: list[_Answers] = []
    for number, step in enumerate(plan.steps, 1):
        matches = _Step(graph, step, answers, found, meant).run(number)
        if not matches:
            found.matches = []
            return found
        found.premises += found.matches
        found.matches = matches
        answers.append(_binding(matches))
    return found


@dataclass(frozen=True, slots=True)
class _Answers:
    """What a step extracted, and by node in which documents."""

    nodes: tuple[Node, ...]
    documents: Mapping[str, frozenset[str]]


def _binding(matches: Sequence[Match]) -> _Answers:
    """Return the values of a later step's "$1": what the lines assert, or if they assert nothing, what they hedge."""
    asserted = [match for match in matches if not caution(match.kriya)]
    asserted = asserted or [match for match in matches if DENIES not in caution(match.kriya)] or list(matches)
    documents: dict[str, frozenset[str]] = {}
    for match in asserted:
        for node in match.entities:
            documents[node.id] = documents.get(node.id, frozenset()) | {match.place[0]}
    return _Answers(tuple({node.id: node for match in asserted for node in match.entities}.values()), documents)


def entities_called(graph: SqliteGraph, value: str) -> list[Node]:
    """Return the entities that a plan's value names: by the exact value, else by its canonical name."""
    return entities_named(graph, value) or entities_named(graph, canonical_name(value))


def entities_named(graph: SqliteGraph, name: str) -> list[Node]:
    """Return the entities that go by a name, in any case."""
    return [node for node in graph.nodes_named(name) if node.type == ENTITY]


class _Step:
    def __init__(
        self,
        graph: SqliteGraph,
        step: QueryStep,
        answers: list[_Answers],
        found: Traversal,
        meant: Mapping[str, Sequence[Node]],
    ) -> None:
        self._graph = graph
        self._meant = meant
        self._step = step
        self._answers = answers
        self._found = found
        self._marked = MarkedStep(step)
        self._chains: dict[str, tuple[Edge, ...]] = {}
        """By node: the links over which it was reached."""
        self._roles: dict[str, list[Edge]] = {}
        """By Kriyā: its edges, which each of the checks of an event looks at."""

    def run(self, number: int) -> list[Match]:
        say = self._found.trace.append
        self._found.unstated = ""
        say(f"Step {number}: {self._step.goal or 'look for events'} — {self._constraints_in_words()}.")
        allowed: dict[Role, set[str]] = {}
        for role, value in self._step.karakas.items():
            if value is not None:
                nodes = self._entities(value)
                if not nodes and role is not Role.SAMBANDHA:
                    say(self._nobody(value))
                    return []
                allowed[role] = {node.id for node in nodes}
        candidates, start, fitting = self._fitting(allowed)
        kept = self._as_marked(fitting, allowed)
        say(f"Started from {start}: {_count(len(candidates), 'event')}, of which {len(kept)} fit.")
        if not kept and self._step.verb:
            kept = self._by_kindred_verbs(allowed)
        kept = self._without_strangers(kept, allowed)
        if kept and (self._step.follow_causes or self._step.follow_effects):
            kept = self._causes_or_effects(kept, allowed)
        matches = [self._match(kriya, allowed) for kriya in kept]
        if self._step.extract != "LINE":
            self._note_unlike_answers([match for match in matches if not match.entities])
            matches = [match for match in matches if match.entities]
            say(f"{self._step.extract} of these: {_names_or_nobody(_binding(matches).nodes)}.")
        return matches

    def _fitting(self, allowed: dict[Role, set[str]]) -> tuple[list[Node], str, list[Node]]:
        """Return the Kriyās that are looked at, where they were reached from, and those of them that fit.

        A reading may lack what is related in another way. Where no Kriyā has it, the others answer: whether the line
        says it is checked afterwards.
        """
        candidates, start = self._candidates(allowed)
        fitting = [kriya for kriya in candidates if self._fits(kriya, allowed)]
        rest = {role: ids for role, ids in allowed.items() if role is not Role.SAMBANDHA}
        if fitting or rest == allowed or not (rest or self._step.verb):
            return candidates, start, fitting
        del allowed[Role.SAMBANDHA]
        words = constraint_in_words(self._step, Role.SAMBANDHA, self._step.karakas[Role.SAMBANDHA] or "")
        self._found.trace.append(f"No event has {words}; those without it are looked at.")
        candidates, start = self._candidates(allowed)
        return candidates, start, [kriya for kriya in candidates if self._fits(kriya, allowed)]

    def _without_strangers(self, kept: list[Node], allowed: dict[Role, set[str]]) -> list[Node]:
        """Return the Kriyās that an earlier step's answer takes part in for sure; failing these all, and note on what
        common noun of another document they were joined."""
        assumed = {kriya.id: self._assumptions(kriya, allowed) for kriya in kept}
        sure = [kriya for kriya in kept if not assumed[kriya.id]]
        nouns = list(dict.fromkeys(noun for kriya in kept for noun in assumed[kriya.id]))
        if sure and nouns:
            left = _count(len(kept) - len(sure), "event")
            self._found.trace.append(f"{left} left out: “{', '.join(nouns)}” of another document may be another.")
        elif nouns:
            self._found.trace.append(f"Assumed that “the {', '.join(nouns)}” is the same in both documents.")
            self._found.assumed += [noun for noun in nouns if noun not in self._found.assumed]
        return sure or kept

    def _assumptions(self, kriya: Node, allowed: dict[Role, set[str]]) -> list[str]:
        """Return on what common nouns of other documents a Kriyā was joined with the answers of earlier steps."""
        found: list[str] = []
        for role, value in self._step.karakas.items():
            bound = bound_step(value) if value is not None else None
            if bound is None:
                continue
            origins, here = self._answers[bound - 1].documents, str(kriya.properties["doc_id"])
            targets = dict.fromkeys(edge.target for edge in self._edges_of(kriya.id))
            ways = [
                assumed_same(self._graph, target, self._chains.get(target, ()), origins, here)
                for target in targets
                if target in allowed.get(role, ())
            ]
            found += sorted(ways, key=len)[0] if ways else []
        return found

    def _constraints_in_words(self) -> str:
        parts = [f"verb {self._step.verb!r}"] if self._step.verb else ["any verb"]
        given = [(role, value) for role, value in self._step.karakas.items() if value is not None]
        parts += [constraint_in_words(self._step, role, value) for role, value in given]
        return ", ".join(parts)

    def _entities(self, value: str) -> list[Node]:
        bound = bound_step(value)
        if bound is not None:
            nodes = list(self._answers[bound - 1].nodes)
        elif value in self._meant:
            nodes = list(self._meant[value])
        else:
            nodes = entities_called(self._graph, value)
        return self._same_as(nodes) if self._step.follow_same_as else nodes

    def _nobody(self, value: str) -> str:
        near = [name for name, _, _ in process.extract(fold_name(value), self._graph.names(), limit=3, score_cutoff=75)]
        hint = f" Nearest: {', '.join(near)}." if near else ""
        return f"The graph knows nobody and nothing called {value!r}.{hint}"

    def _candidates(self, allowed: dict[Role, set[str]]) -> tuple[list[Node], str]:
        """Return the Kriyās to look at, in order, and a description of where they were reached from."""
        starts: list[tuple[int, str, Callable[[], list[Node]]]] = []
        for role, ids in allowed.items():
            relations = self._marked.relations(role)
            pairs = [(node_id, relation) for node_id in sorted(ids) for relation in relations]
            size = sum(self._graph.count_edges_to(node_id, relation) for node_id, relation in pairs)
            starts.append((size, f"{role} {_first_names(sorted(ids))}", partial(self._sources, pairs)))
        if self._step.verb:
            verb = self._step.verb.strip().lower()
            most = min((size for size, *_ in starts), default=1)  # a verb of as many events as a name is not chosen
            size = self._graph.count_where(KRIYA, "verb", verb, most)
            starts.append((size, f"verb {verb!r}", partial(self._graph.nodes_where, KRIYA, "verb", verb)))
        if not starts:
            return list(self._graph.nodes(KRIYA)), "all events"
        _, words, reach = min(starts, key=lambda start: start[0])
        return reach(), words

    def _sources(self, pairs: Iterable[tuple[str, str]]) -> list[Node]:
        edges = [edge for node_id, relation in pairs for edge in self._graph.edges_to(node_id, relation)]
        return self._nodes(dict.fromkeys(edge.source for edge in edges))

    def _fits(self, kriya: Node, allowed: dict[Role, set[str]]) -> bool:
        if self._step.verb and kriya.properties["verb"] != self._step.verb.strip().lower():
            return False
        return all(
            any(edge.target in ids for edge in self._marked.edges(self._edges_of(kriya.id), role))
            for role, ids in allowed.items()
        )

    def _as_marked(self, fitting: list[Node], allowed: dict[Role, set[str]]) -> list[Node]:
        """Return the Kriyās whose markers are those that are asked for, and note the others: *after* for *before*."""
        kept, say = [], self._found.trace.append
        for kriya in fitting:
            unlike = [found for role, ids in allowed.items() if (found := self._unlike(kriya, role, ids)) is not None]
            if not unlike:
                kept.append(kriya)
                continue
            self._found.otherwise.append(Match(kriya, (), caution(kriya)))
            self._found.unlike += unlike
            told = ", ".join(f"“{there}”" for _, there in unlike)
            say(f"Left out: {kriya.properties['verb']} of {_place(kriya)[0]}:{_place(kriya)[1]} has {told}.")
        return kept

    def _unlike(self, kriya: Node, role: Role, ids: set[str]) -> tuple[str, str] | None:
        """Return what is asked for of a role and what a Kriyā has in its place; None where that answers."""
        verb = str(kriya.properties["verb"])
        edges = [edge for edge in self._marked.edges(self._edges_of(kriya.id), role) if edge.target in ids]
        if any(self._marked.answers(edge, role, verb) for edge in edges):
            return None
        asked = " ".join(part for part in (self._step.markers.get(role, ""), self._step.karakas[role] or "") if part)
        return asked, self._in_words(edges[0])

    def _in_words(self, edge: Edge) -> str:
        node = self._graph.node(edge.target)
        name = str(node.properties.get("canonical_name", edge.target)) if node is not None else edge.target
        return f"{marker_of_edge(edge)} {name}".strip()

    def _note_unlike_answers(self, matches: Iterable[Match]) -> None:
        """Note the Kriyās in which somebody has the role that is asked for, under a marker that does not answer."""
        role = self._step.extract
        assert role != "LINE", "a line has no marker"
        for match in matches:
            edges = [edge for edge in self._edges_of(match.kriya.id) if edge.relation == RELATION_OF[role]]
            if edges:
                told = ", ".join(f"“{self._in_words(edge)}”" for edge in edges)
                self._found.otherwise.append(match)
                self._found.unlike.append((self._step.markers.get(role, "") or _ASKING.get(role, ""), told))
                self._found.trace.append(f"Left out: {told} does not say it as {role}.")

    def _by_kindred_verbs(self, allowed: dict[Role, set[str]]) -> list[Node]:
        """Return the Kriyās of related verbs in which all that is given takes part, in whatever role is not asked for.

        Another verb casts its participants otherwise: who is *visited* is one to whom somebody *comes*.
        """
        kindred = kindred_verbs((self._step.verb or "").strip().lower())
        if not kindred or not allowed:
            return []
        shared = self._taking_part_in_all(list(allowed.values()))
        found = [node for node in self._nodes(shared) if node.properties["verb"] in kindred]
        if found:
            verbs = ", ".join(dict.fromkeys(str(node.properties["verb"]) for node in found))
            told = f"No event {self._step.verb!r} fits; {_count(len(found), 'event')} of related verbs ({verbs}) do."
            self._found.trace.append(told)
        return found

    def _taking_part_in_all(self, parties: Sequence[set[str]]) -> list[str]:
        """Return the Kriyās in which one entity of each party takes part, in the order of the first party's edges.

        They are found from the party with the fewest edges: a thing may be in every tenth line of a large graph.
        """
        sizes = [sum(map(self._graph.degree, ids)) for ids in parties]
        fewest = sizes.index(min(sizes))
        shared = list(self._taking_part(parties[fewest]))
        for number, ids in enumerate(parties):
            if number != fewest:
                among = set(self._taking_part(ids, shared))
                shared = [kriya for kriya in shared if kriya in among]
        return list(self._taking_part(parties[0], shared)) if fewest else shared

    def _taking_part(self, ids: Iterable[str], among: Sequence[str] | None = None) -> dict[str, None]:
        """Return the Kriyās, all or some, in which one of the entities has a role other than the one asked for."""
        relations = {relation: role for relation, role in ROLE_OF.items() if role != self._step.extract}
        edges = [edge for node_id in sorted(ids) for edge in self._edges_to(node_id, among)]
        return dict.fromkeys(
            edge.source
            for edge in edges
            if edge.relation in relations and self._marked.answers_anyhow(edge, relations[edge.relation])
        )

    def _edges_to(self, node_id: str, among: Sequence[str] | None) -> list[Edge]:
        """Return the edges to an entity, of some Kriyās where these are few."""
        if among is None:
            return self._graph.edges_to(node_id)
        if len(among) > _FEW:
            held = set(among)
            return [edge for edge in self._graph.edges_to(node_id) if edge.source in held]
        return self._graph.edges_between(among, node_id) if among else []

    def _match(self, kriya: Node, allowed: dict[Role, set[str]]) -> Match:
        links = [
            link
            for ids in allowed.values()
            for edge in self._edges_of(kriya.id)
            if edge.target in ids
            for link in self._chains.get(edge.target, ())
        ]
        entities: list[Node] = []
        markers: dict[str, str] = {}
        asked = {node_id for ids in allowed.values() for node_id in ids}
        if self._step.extract != "LINE":
            for edge, marker in self._marked.extracted_edges(self._edges_of(kriya.id), kriya):
                entity = self._graph.node(edge.target)
                if entity is None:
                    continue
                person, chain = person_of(self._graph, entity, asked) if self._step.follow_same_as else (entity, ())
                entities.append(person)
                markers |= {person.id: marker} if marker else {}
                links += chain
        cautions = [part for part in (self._other_words(kriya), self._caution(kriya)) if part]
        found = tuple({link.id: link for link in links}.values())
        return Match(kriya, tuple(entities), "; ".join(cautions), found, markers)

    def _caution(self, kriya: Node) -> str:
        """Return how far a Kriyā's line asserts it; of a denial also what alone it denies: *not before May*."""
        told = caution(kriya)
        if not told.startswith(DENIES):
            return told
        edges = [edge for edge in self._edges_of(kriya.id) if edge.relation in ROLE_OF]
        narrow = [
            edge
            for edge in edges
            if not is_plain(ROLE_OF[edge.relation], marker_of_edge(edge), str(kriya.properties["verb"]))
        ]
        words = ", ".join(f"“{self._in_words(edge)}”" for edge in narrow)
        return told.replace(DENIES, f"{DENIES} with {words}", 1) if words else told

    def _other_words(self, kriya: Node) -> str:
        """Return that the line tells of a related event, where its verb is not the one that was asked for."""
        said, asked = str(kriya.properties["verb"]), (self._step.verb or "").strip().lower()
        if not asked or self._step.follow_causes or self._step.follow_effects or said == asked:
            return ""
        return f"{OTHER_WORDS} “{said}”, not of “{asked}”"

    def _same_as(self, nodes: Sequence[Node]) -> list[Node]:
        """Return the nodes and all that mean the same, and note the links over which each was reached."""
        reached = list(walk_same_as(self._graph, nodes))
        for node, chain in reached:
            if chain:
                self._chains.setdefault(node.id, chain)
        return [node for node, _ in reached]

    def _causes_or_effects(self, kept: list[Node], allowed: dict[Role, set[str]]) -> list[Node]:
        """Return what led to the Kriyās, or what they led to, as the step asks. They themselves become premises, unless
        the same line gives both. Where nothing is stated, they are returned, and `unstated` says so.
        """
        effects = not self._step.follow_causes
        found = reasons_of(self._graph, kept, effects=effects)
        if found.cut:
            self._found.warnings.append(f"Causes were followed for {MAX_CAUSES} hops; the chain is longer.")
        if not found.reached:
            self._found.unstated = ("result" if effects else "reason") if found.unstated else ""
            return list(found.events)
        led = "effects" if effects else "causes"
        self._found.trace.append(f"Followed CAUSES to the {led}: {_count(len(found.reached), 'further event')}.")
        places = {_place(kriya) for kriya in found.reached}
        apart = [kriya for kriya in found.events if _place(kriya) not in places]
        self._found.premises += [replace(self._match(kriya, allowed), entities=()) for kriya in apart]
        shared = [kriya for kriya in found.events if _place(kriya) in places]
        return [*(shared if self._step.extract == "LINE" else ()), *found.reached]

    def _edges_of(self, kriya: str) -> list[Edge]:
        if kriya not in self._roles:
            self._roles[kriya] = self._graph.edges_from(kriya)
        return self._roles[kriya]

    def _nodes(self, ids: Iterable[str]) -> list[Node]:
        return [*self._graph.nodes_of(ids).values()]


_FEW = 500
"""Kriyās that are looked up one by one; SQLite allows 999 parameters at least."""

OTHER_WORDS = "the line tells of"
"""How a caution begins where a line has another verb than the one that was asked for."""

DENIES = "the line denies it"
UNSHOWN = "it is not shown that the line answers"
"""The caution of a line that seems to answer, and that rules do not find to say the whole statement."""
PAST_ONLY = "the line tells it as past, and the question is of the present"
LIMITED = "the line says “{}”"
"""The caution of a line that limits what it says by a word: *temporarily*, *in principle*."""
_ASKING = {Role.ADHIKARANA_SPATIAL: "where", Role.ADHIKARANA_TEMPORAL: "when", Role.KARANA: "with what"}
_ASKING |= {Role.SAMPRADANA: "to whom", Role.APADANA: "from where", Role.KARTA: "who", Role.KARMA: "what"}
"""What is asked for, in words, by the role."""

MOOD_CAUTIONS = {
    Modality.POSSIBLE: "the line only says that it may be so",
    Modality.NECESSARY: "the line says that it should or must be so, not that it is",
    Modality.FUTURE: "the line says that it will be so",
    Modality.CONDITIONAL: "the line only supposes it",
    Modality.INTENDED: "the line gives it as a wish or a purpose, not as done",
    Modality.ALLEGED: "the line gives it as a charge or a rumour",
    Modality.ASKED: "the line asks or demands it",
}
"""How far a line asserts what it puts in each mood, for people."""
HAD_TO = "the line says that it had to be so"
"""Of *had to be closed in 1986*: a need of the past, which mostly tells what was done, but may not."""


def caution(kriya: Node) -> str:
    """Return how far a Kriyā's line asserts it, "" where it does without reserve."""
    parts = []
    if kriya.properties.get("polarity") == Polarity.NEGATIVE:
        parts.append(DENIES)
    modality = Modality(kriya.properties.get("modality", Modality.ACTUAL))
    if modality in MOOD_CAUTIONS:
        needed = modality is Modality.NECESSARY and str(kriya.properties.get("verb_quote", "")).casefold()
        parts.append(HAD_TO if needed and needed.startswith("had to ") else MOOD_CAUTIONS[modality])
    if kriya.properties.get("attributed_to"):
        parts.append(f"it is what {kriya.properties['attributed_to']} says")
    return "; ".join(parts)


def _place(kriya: Node) -> tuple[str, int]:
    return str(kriya.properties["doc_id"]), int(kriya.properties["line_number"])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _names_or_nobody(nodes: Sequence[Node]) -> str:
    return _first_names([str(node.properties.get("canonical_name", node.id)) for node in nodes]) or "nobody and nothing"
