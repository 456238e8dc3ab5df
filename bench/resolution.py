"""CPU time, memory, precision and recall of entity resolution by rules. Usage: bench/resolution.py [PLOT.svg]

Names are generated from a seed: people with titles, initials, nicknames and slips of spelling, companies, places, in
documents of a few people each. Two names are truly one where both have one bearer, the same. A name with several
bearers (*Smith*) is truly one with none. Peer in the same run, at 1,000 names: every pair compared by rapidfuzz's
`token_set_ratio`, joined at 90 or above. Each is measured in a process of its own. With a file, the time of growing
numbers of names is drawn into it, beside a line that is linear in them.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time

from log_plot import Series, log_plot

SIZES = (1_000, 10_000, 100_000)
DRAWN = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
PEOPLE_IN_A_DOCUMENT = 8
_SYLLABLES = "bar cal dor fen gar hol kel lan mar nor pel ros sten tor val wen win brook ford ham ley mont sby ton wick"


@dataclass
class Generated:
    """Mentions as (document, name, place or not), and who bears each name."""

    mentions: list[tuple[str, str, bool]] = field(default_factory=list)
    bearers: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, document: str, bearer: int, names: Iterable[str], *, place: bool = False) -> None:
        for name in names:
            self.mentions.append((document, name, place))
            self.bearers[name].add(bearer)


def generate(size: int, seed: int = 7) -> Generated:
    """Return mentions of `size` different names, or a few more."""
    from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES

    random, made = Random(seed), Generated()
    syllables = _SYLLABLES.split()
    surnames = sorted({"".join(random.choices(syllables, k=random.choice((2, 3)))).title() for _ in range(size // 6)})
    given = {"m": sorted(MALE_NAMES), "f": sorted(FEMALE_NAMES)}
    bearer = 0
    while len(made.bearers) < size:
        document = f"d{bearer // PEOPLE_IN_A_DOCUMENT:06}"
        kind = random.random()
        stem = random.choice(surnames)
        if kind < 0.8:
            gender = random.choice("mf")
            made.add(document, bearer, _person(random, gender, random.choice(given[gender]).title(), stem))
        elif kind < 0.9:
            forms = (f"{stem} Corp.", f"{stem} Corporation", f"{stem} Corp")
            made.add(document, bearer, random.sample(forms, 2))
        else:
            made.add(document, bearer, (f"Port {stem}",), place=True)
        bearer += 1
    return made


def _person(random: Random, gender: str, first: str, last: str) -> Iterator[str]:
    title = random.choice(("Mr.", "Dr.") if gender == "m" else ("Ms.", "Dr."))
    yield f"{first} {last}"
    others = [
        f"{title} {last}",
        last,
        f"{first[0]}. {last}",
        f"{title} {first} {last}",
        f"{first} {_slip(random, last)}",
        f"old {last}",
        first,
    ]
    yield from random.sample(others, random.choice((1, 2, 3)))


def _slip(random: Random, word: str) -> str:
    """Leave a letter out, double one, or let two change places, never at the ends."""
    at = random.randrange(1, len(word) - 2)
    change = random.choice(("drop", "double", "swap"))
    if change == "drop":
        return word[:at] + word[at + 1 :]
    if change == "double":
        return word[:at] + word[at] + word[at:]
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def by_rules(size: int) -> None:
    from pramana.events import Role, canonical_name
    from pramana.evidence import Evidence, Grade
    from pramana.karaka.passes import EntityMention, Event, PassView, homonyms
    from pramana.karaka.passes.resolution import resolve

    made, before = generate(size), _peak()
    lines, mentions, events, numbers = {}, [], [], defaultdict(int)
    bearers: dict[str, set[int]] = defaultdict(set)
    for document, name, place in made.mentions:
        numbers[document] += 1
        number = numbers[document]
        lines[document, number] = f"Later {name} was there."
        here = Evidence(document, number, 6, 6 + len(name), name, Grade.VERBATIM)
        kriya, entity = f"{document}_L{number}_K1", canonical_name(name)
        role = Role.ADHIKARANA_SPATIAL if place else Role.KARTA
        mentions.append(EntityMention(entity, entity, False, kriya, role, here))
        events.append(Event(kriya, "be" if place else "say", here, "affirmative", "actual", ""))
        bearers[entity] |= made.bearers[name]
    view = PassView(lines, tuple(mentions), tuple(events))
    began = process_time()
    found = resolve(view)
    seconds = process_time() - began
    proposed = {both for members in found.clusters.members.values() for both in combinations(sorted(members), 2)}
    largest = max(map(len, found.clusters.members.values()), default=0)
    _report("pramana, embedded rules", len(bearers), seconds, proposed, bearers)
    links, refused = len(found.clusters.held), len(found.refusals)
    print(f"{'':26} {links} links, {refused} refusals, largest cluster {largest}, {before:.0f} MB before")
    began = process_time()
    senses = len(homonyms.propose(view))
    print(f"{'  homonyms':26} {len(bearers):7} names {process_time() - began:7.2f} s   {senses} senses")


def by_all_pairs(size: int) -> None:
    from rapidfuzz import fuzz

    made = generate(size)
    names = sorted(made.bearers)
    root = {name: name for name in names}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    began = process_time()
    for one, other in combinations(names, 2):
        if fuzz.token_set_ratio(one, other) >= 90:
            root[top(one)] = top(other)
    seconds = process_time() - began
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[top(name)].append(name)
    proposed = {both for members in groups.values() for both in combinations(members, 2)}
    _report("all pairs, token_set_ratio", len(names), seconds, proposed, made.bearers)


def _report(name: str, size: int, seconds: float, proposed: set[tuple[str, str]], bearers: dict[str, set[int]]) -> None:
    owned: dict[int, list[str]] = defaultdict(list)
    for one in sorted(bearers):
        if len(bearers[one]) == 1:
            owned[min(bearers[one])].append(one)
    true = {both for names in owned.values() for both in combinations(names, 2)}
    right = len(true & proposed)
    precision, recall = right / max(1, len(proposed)), right / max(1, len(true))
    print(
        f"{name:26} {size:7} names {seconds:7.2f} s {size / seconds:8.0f}/s   peak {_peak():5.0f} MB   "
        f"precision {precision:.3f} recall {recall:.3f}"
    )


def draw(file: Path) -> None:
    """Measure names in growing numbers, and write the plot."""
    passes: dict[str, list[tuple[float, float]]] = {"resolution": [], "homonyms": []}
    for size in DRAWN:
        done = subprocess.run(
            [sys.executable, __file__, "rules", str(size)], check=True, capture_output=True, text=True
        )
        print(done.stdout, end="")
        measured = re.findall(r"(\d+) names +([\d.]+) s", done.stdout)
        for points, (names, seconds) in zip(passes.values(), measured, strict=True):
            points.append((int(names), max(0.001, float(seconds))))
    (first, start), (last, _) = passes["resolution"][0], passes["resolution"][-1]
    linear = Series("linear", [(first, start), (last, start * last / first)], dashed=True)
    series = [Series(name, points) for name, points in passes.items()]
    file.write_text(log_plot("Seconds of CPU, by rules", "different names", [*series, linear]), "utf-8")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    if len(sys.argv) == 3:
        {"rules": by_rules, "pairs": by_all_pairs}[sys.argv[1]](int(sys.argv[2]))
        return 0
    if len(sys.argv) == 2:
        draw(Path(sys.argv[1]))
        return 0
    for what, size in [("pairs", SIZES[0]), *(("rules", size) for size in SIZES)]:
        subprocess.run([sys.executable, __file__, what, str(size)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
