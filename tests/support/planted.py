"""Questions whose answers were planted: a seeded graph, and questions about it that can go wrong in known ways.

For tests of what plans, and for benchmarks of search. Nothing here is asked of a model: the answers are read off the
facts from which the graph is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from planted_world import ALIKE, Hop, World, between

from pramana.expr.conditions.names import write_text
from pramana.graph.adapters import MemoryAdapter

ANSWER = "answer"
"""The key of the state under which the right steps put the answer."""
LEAST = 24
"""People: a smaller graph has not enough to ask about."""


@dataclass(frozen=True, slots=True)
class PlantedStep:
    """One step towards an answer: the commands of the right plan, and those of others that look as good.

    Each plan reads what the step before it put into the state, and puts its own result there. A wrong one finds
    nothing, or finds something that leads astray later.
    """

    right: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PlantedQuestion:
    """A question with its answer: ids of nodes; of counts the number as text; nothing where the graph cannot say.

    `shape`: relation, chain, path, count, rank, common, compare, none. `hops` is how many edges lead to the answer.
    `traps`: inverse (the relation runs the other way), misleading (a like relation leads elsewhere), homonym (the name
    is another's too), spelling (the name is written with a letter too few). Of paths the answer is what lies between
    the two, on the only shortest one.
    """

    text: str
    shape: str
    answer: frozenset[str]
    hops: int
    traps: tuple[str, ...]
    steps: tuple[PlantedStep, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    graph: MemoryAdapter
    questions: tuple[PlantedQuestion, ...]


def planted(seed: int = 0, size: int = 60) -> Planted:
    """Return a graph of `size` people (24 or more), their companies and cities, and 40 questions or more about it.

    Equal seeds and sizes give equal graphs and questions. Raises ValueError for fewer people.
    """
    if size < LEAST:
        raise ValueError(f"a planted graph has {LEAST} people or more, not {size}")
    world = World(Random(seed), size)
    asked = _Asker(world, Random(seed + 1))
    return Planted(world.graph(), tuple(asked.questions()))


@dataclass(frozen=True, slots=True)
class _Template:
    """A kind of question about one thing: `{}` in the text is its name."""

    text: str
    type: str
    hops: tuple[Hop, ...]


_CHAINS = (
    _Template("Which company does {} work for?", "Person", (Hop("WORKS_FOR"),)),
    _Template("Who works for {}?", "Company", (Hop("WORKS_FOR", False),)),
    _Template("Who founded {}?", "Company", (Hop("FOUNDED", False),)),
    _Template("Who mentored {}?", "Person", (Hop("MENTORED", False),)),
    _Template("Which companies does {} supply?", "Company", (Hop("SUPPLIES"),)),
    _Template("Who lives in {}?", "City", (Hop("LIVES_IN", False),)),
    _Template("Where is the company that {} works for based?", "Person", (Hop("WORKS_FOR"), Hop("BASED_IN"))),
    _Template("Where is the company that {} founded based?", "Person", (Hop("FOUNDED"), Hop("BASED_IN"))),
    _Template("Who mentored the founder of {}?", "Company", (Hop("FOUNDED", False), Hop("MENTORED", False))),
    _Template("Where does the founder of {} live?", "Company", (Hop("FOUNDED", False), Hop("LIVES_IN"))),
    _Template("Who lives in the city where {} is based?", "Company", (Hop("BASED_IN"), Hop("LIVES_IN", False))),
    _Template("Which country is the city where {} lives located in?", "Person", (Hop("LIVES_IN"), Hop("LOCATED_IN"))),
    _Template(
        "Which companies supply the company that {} works for?", "Person", (Hop("WORKS_FOR"), Hop("SUPPLIES", False))
    ),
    _Template(
        "Which country is the city located in where the company is based that {} works for?",
        "Person",
        (Hop("WORKS_FOR"), Hop("BASED_IN"), Hop("LOCATED_IN")),
    ),
    _Template(
        "Who works for the companies that supply the company that {} founded?",
        "Person",
        (Hop("FOUNDED"), Hop("SUPPLIES", False), Hop("WORKS_FOR", False)),
    ),
)


@dataclass(slots=True)
class _Asker:
    """Asks about a world, at random but seeded."""

    world: World
    random: Random
    _asked: set[str] = field(default_factory=set)

    def questions(self) -> Iterator[PlantedQuestion]:
        for number, template in enumerate(_CHAINS * 2):
            found = self._chain(template, misspelt=number % 5 == 4)
            if found is not None:
                yield found
        for make, times in self._kinds():
            yield from (found for _ in range(times) if (found := make()) is not None)

    def _kinds(self) -> tuple[tuple[Callable[[], PlantedQuestion | None], int], ...]:
        return (
            (self._path, 4),
            (self._count, 4),
            (self._rank, 2),
            (self._rank_near, 3),
            (self._common, 3),
            (self._compare, 4),
            (self._none, 5),
        )

    def _of_type(self, type_: str) -> list[str]:
        return [node.id for node in self.world.nodes.values() if node.type == type_]

    def _fresh(self, choices: Sequence[Any], text: Callable[[Any], str]) -> Any:
        """Return a choice that makes a question not asked yet, None where there is none."""
        for choice in self.random.sample(choices, len(choices)):
            if text(choice) not in self._asked:
                self._asked.add(text(choice))
                return choice
        return None

    def _chain(self, template: _Template, *, misspelt: bool) -> PlantedQuestion | None:
        world = self.world

        def led(node: str) -> list[str]:
            found = [node]
            for hop in template.hops:
                found = hop.from_(world, found)
            return found

        able = [node for node in self._of_type(template.type) if 0 < len(led(node)) <= 12]
        node = self._fresh(able, lambda each: template.text.format(world.name(each)))
        if node is None:
            return None
        name = world.name(node)
        spelled = _misspelt(name) if misspelt else name
        if spelled != name and world.is_name(spelled):
            spelled = name
        start = _start(world, node, spelled)
        hops = [
            _hop_step(number, hop, last=number == len(template.hops)) for number, hop in enumerate(template.hops, 1)
        ]
        traps = [*_start_traps(world, node, misspelt=spelled != name), *_hop_traps(template.hops)]
        return PlantedQuestion(
            template.text.format(spelled),
            "relation" if len(template.hops) == 1 else "chain",
            frozenset(led(node)),
            len(template.hops),
            tuple(dict.fromkeys(traps)),
            (start, *hops),
        )

    def _path(self) -> PlantedQuestion | None:
        world = self.world
        led = {start: between(world, start) for start in world.people[:40]}
        pairs = [(start, end) for start, ways in led.items() for end in world.cities if len(ways.get(end, ())) == 2]
        pair = self._fresh(pairs, lambda each: f"How are {world.name(each[0])} and {world.name(each[1])} connected?")
        if pair is None:
            return None
        start, end = pair
        text = f"How are {world.name(start)} and {world.name(end)} connected?"
        found = led[start][end]
        ways = "FIND paths WHERE start.id = {} AND end.id = {} AND length <= {} AS ways"
        put = f"UPDATE {ANSWER} WITH ways REPLACE"
        right = (ways.format(write_text(start), write_text(end), 3), put)
        short, back = (ways.format(write_text(a), write_text(b), n) for a, b, n in ((start, end, 2), (end, start, 3)))
        traps = tuple(_start_traps(world, end, misspelt=False))
        return PlantedQuestion(
            text, "path", frozenset(found), 3, traps, (PlantedStep(right, ((short, put), (back, put))),)
        )

    def _count(self) -> PlantedQuestion | None:
        world = self.world
        kind = self.random.choice(("Person", "City", "Company", "near", "near"))
        if kind != "near":
            text = f"How many {_PLURAL[kind]} are there?"
            if self._fresh([kind], lambda _: text) is None:
                return None
            right = (f"FIND nodes WHERE type = {write_text(kind)} AS found", *_COUNTED)
            return PlantedQuestion(
                text, "count", frozenset({str(len(self._of_type(kind)))}), 0, (), (PlantedStep(right),)
            )
        able = [company for company in world.companies if world.into(company, "WORKS_FOR")]
        company = self._fresh(able, lambda each: f"How many people work for {world.name(each)}?")
        name, count = world.name(company), len(world.into(company, "WORKS_FOR"))
        step = _found_step(Hop("WORKS_FOR", False), 1, "found", _COUNTED)
        traps = (*_start_traps(world, company, misspelt=False), "misleading", "inverse")
        return PlantedQuestion(
            f"How many people work for {name}?",
            "count",
            frozenset({str(count)}),
            1,
            traps,
            (_start(world, company, name), step),
        )

    def _rank(self) -> PlantedQuestion | None:
        world = self.world
        type_, attribute, word, most = self.random.choice(_RANKS)
        text = f"Which {type_.lower()} has the {word} {attribute.replace('_', ' ')}?"
        if self._fresh([text], str) is None:
            return None
        found = (max if most else min)(self._of_type(type_), key=lambda each: world.nodes[each].properties[attribute])
        right, wrong = (
            (f"FIND nodes WHERE type = {write_text(type_)} AS all", *_sorted("all", attribute, down))
            for down in (most, not most)
        )
        return PlantedQuestion(text, "rank", frozenset({found}), 0, (), (PlantedStep(right, (wrong,)),))

    def _rank_near(self) -> PlantedQuestion | None:
        world = self.world
        able = [city for city in world.cities if len(world.into(city, "BASED_IN")) > 1]
        city = self._fresh(able, lambda each: f"near {each}")
        if city is None:
            return None
        name = world.name(city)
        found = max(world.into(city, "BASED_IN"), key=lambda each: world.nodes[each].properties["revenue"])
        step = _found_step(Hop("BASED_IN", False), 1, "found", _sorted("found", "revenue", down=True))
        traps = (*_start_traps(world, city, misspelt=False), "inverse")
        return PlantedQuestion(
            f"Which company based in {name} has the highest revenue?",
            "rank",
            frozenset({found}),
            1,
            traps,
            (_start(world, city, name), step),
        )

    def _common(self) -> PlantedQuestion | None:
        world = self.world
        able = [
            (one, two)
            for number, one in enumerate(world.people)
            for two in world.people[number + 1 :]
            if world.out(one, "WORKS_FOR") == world.out(two, "WORKS_FOR")
        ]
        pair = self._fresh(able, lambda each: f"{each}")
        if pair is None:
            return None
        one, two = pair
        ends = [
            f"FIND edges WHERE relation = {{}} AND source = {write_text(each)} AS {name}"
            for each, name in ((one, "mine"), (two, "yours"))
        ]
        both = ("FIND nodes WHERE id IN ${mine.target} AND id IN ${yours.target} AS both", f"UPDATE {ANSWER} WITH both")
        right, wrong = (
            (*(end.format(write_text(relation)) for end in ends), *both) for relation in ("WORKS_FOR", "WORKED_FOR")
        )
        return PlantedQuestion(
            f"Which company do both {world.name(one)} and {world.name(two)} work for?",
            "common",
            frozenset(world.out(one, "WORKS_FOR")),
            1,
            ("misleading",),
            (PlantedStep(right, (wrong,)),),
        )

    def _compare(self) -> PlantedQuestion | None:
        world = self.world
        type_, attribute, word, most = self.random.choice(_RANKS)
        one, two = self.random.sample(self._of_type(type_), 2)
        text = (
            f"Which has the {_COMPARATIVE[word]} {attribute.replace('_', ' ')}, {world.name(one)} or {world.name(two)}?"
        )
        if self._fresh([text], str) is None:
            return None
        found = (max if most else min)((one, two), key=lambda each: world.nodes[each].properties[attribute])
        right, wrong = (
            (f"FIND nodes WHERE id IN [{write_text(one)}, {write_text(two)}] AS all", *_sorted("all", attribute, down))
            for down in (most, not most)
        )
        traps = tuple(dict.fromkeys(trap for each in (one, two) for trap in _start_traps(world, each, misspelt=False)))
        return PlantedQuestion(text, "compare", frozenset({found}), 0, traps, (PlantedStep(right, (wrong,)),))

    def _none(self) -> PlantedQuestion | None:
        world = self.world
        text = self.random.choice(_UNANSWERABLE)
        person = self._fresh(world.people, lambda each: text.format(world.name(each)))
        return PlantedQuestion(text.format(world.name(person)), "none", frozenset(), 0, (), ())


_PLURAL = {"Person": "people", "City": "cities", "Company": "companies"}
_RANKS = (
    ("City", "population", "largest", True),
    ("City", "population", "smallest", False),
    ("Company", "revenue", "highest", True),
    ("Company", "revenue", "lowest", False),
    ("Person", "birth_year", "earliest", False),
    ("Person", "birth_year", "latest", True),
)
_COMPARATIVE = {
    "largest": "larger",
    "smallest": "smaller",
    "highest": "higher",
    "lowest": "lower",
    "earliest": "earlier",
    "latest": "later",
}
_UNANSWERABLE = (
    "Who married {}?",
    "Which book did {} write?",
    "What is the phone number of {}?",
    "Who owns the horse of {}?",
)
_COUNTED = ("COUNT found AS size", f"UPDATE {ANSWER} WITH size REPLACE")


def _sorted(name: str, attribute: str, down: bool) -> tuple[str, ...]:
    order = f"SORT {name} BY {attribute}{' DESC' if down else ''} LIMIT 1 AS first"
    return order, f"UPDATE {ANSWER} WITH first REPLACE"


def _misspelt(name: str) -> str:
    """Return a name with a letter too few in its middle."""
    return name[: len(name) // 2] + name[len(name) // 2 + 1 :]


def _namesakes(world: World, node: str) -> list[str]:
    return [other for other in world.nodes if other != node and world.name(other) == world.name(node)]


def _start_traps(world: World, node: str, *, misspelt: bool) -> list[str]:
    return ["homonym"] * bool(_namesakes(world, node)) + ["spelling"] * misspelt


def _hop_traps(hops: Sequence[Hop]) -> list[str]:
    return ["inverse"] * any(not hop.along for hop in hops) + ["misleading"] * any(
        hop.relation in ALIKE for hop in hops
    )


def _start(world: World, node: str, spelled: str) -> PlantedStep:
    """Return the step that finds the node that the question names."""
    put = "UPDATE hop0 WITH found REPLACE"
    found = world.nodes[node]
    named = f"FIND nodes WHERE name = {write_text(world.name(node))} AND type = {{}} AS found"
    right = named.format(write_text(found.type))
    wrong = [named.format(write_text(world.nodes[each].type)) for each in _namesakes(world, node)]
    if spelled != world.name(node):
        wrong.append(f"FIND nodes WHERE name = {write_text(spelled)} AS found")
    return PlantedStep((right, put), tuple((each, put) for each in wrong))


def _hop_step(number: int, hop: Hop, *, last: bool) -> PlantedStep:
    key = ANSWER if last else f"hop{number}"
    return _found_step(hop, number, "found", (f"UPDATE {key} WITH found REPLACE",))


def _found_step(hop: Hop, number: int, name: str, then: tuple[str, ...]) -> PlantedStep:
    """Return the step that follows a hop from what the one before it found."""
    ways = [hop, Hop(hop.relation, not hop.along), *(Hop(other, hop.along) for other in ALIKE.get(hop.relation, ()))]
    right, *wrong = ((*_follow(way, number, name), *then) for way in ways)
    return PlantedStep(right, tuple(wrong))


def _follow(hop: Hop, number: int, name: str) -> tuple[str, ...]:
    near, far = ("source", "target") if hop.along else ("target", "source")
    edges = f"FIND edges WHERE relation = {write_text(hop.relation)} AND {near} IN ${{hop{number - 1}.id}} AS links"
    return edges, f"FIND nodes WHERE id IN ${{links.{far}}} AS {name}"
