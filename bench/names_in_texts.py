"""How well names are linked in real texts with other names: `python bench/names_in_texts.py FOLDER [--show]`.

FOLDER holds `gap_development.tsv` (passages of Wikipedia) and `litbank/*.conll` (novels). In each passage in which a
person is named in full and later by the last name alone, the names are exchanged for those of one of eight traditions
(`names.py`), so that the sentences are nobody's invention, and the embedded reader reads them.

- positive: the later name is a form of the full one, and must be linked to it;
- two bearers: another full name of the passage gets the same last name, and must not be linked to the first;
- place within: two places become *York* and *New York*, *America* and *Bank of America*, and must stay apart;
- firm and founder: a firm or school gets the person's last name, and must not be linked to the person.

Of 400 texts every other one is for choosing rules; the rest, with other names, is for reporting. Printed for each
half: positives linked, wrong links, and both for links from a threshold on.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from litbank import Novel, view_of
from litbank import read as read_novel
from names import POOLS, THRESHOLDS, people
from pramana.documents.sentences import spans
from pramana.events import Role
from pramana.karaka.passes import PassView
from pramana.karaka.passes.clusters import clusters
from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES
from pramana.karaka.passes.resolution import propose

FULL = re.compile(r"\b([A-Z][a-z]+(?: [A-Z]\.)?) ([A-Z][a-z]{2,})\b(?! [A-Z])")
PLACE = re.compile(r"\b(?:in|to|from|near) ([A-Z][a-z]{3,})\b(?! [A-Z])")
SCHOOL = re.compile(r"\b(?:[A-Z][a-z]+ )+(?:University|College|Records|School|Company|Studios|Foundation)\b")
WITHIN = (("York", "New York"), ("Guinea", "New Guinea"), ("America", "Bank of America"), ("Leeds", "Leeds University"))
LOCATING = re.compile(r"\b(?:in|at|near|from|to) $")
NEGATIVE = ("two bearers", "place within", "firm and founder")
TEXTS = 400
LINES = 12
"""Lines of a novel that make a passage."""


@dataclass(frozen=True, slots=True)
class Case:
    """A text, the pair of names that it is about, and whether they are one."""

    group: str
    text: str
    pair: tuple[str, str]
    one: bool


def passages(folder: Path) -> Iterator[str]:
    """Yield the texts: the passages of GAP, and the novels cut into LINES lines."""
    with (folder / "gap_development.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["Text"]
    for path in sorted((folder / "litbank").glob("*.conll")):
        lines = read_novel(path).lines
        for start in range(0, len(lines), LINES):
            yield "\n".join(lines[start : start + LINES])


def full_names(text: str) -> list[tuple[str, str]]:
    """Return the full names of a text that begin with a listed given name, in order: the real ones are of people."""
    found = [(match[1], match[2]) for match in FULL.finditer(text)]
    return [pair for pair in dict.fromkeys(found) if pair[0].split()[0].casefold() in MALE_NAMES | FEMALE_NAMES]


def later_alone(text: str, given: str, last: str) -> bool:
    """Return whether a last name occurs alone, only behind the full name, and in no other name."""
    if any(match[1] != given for match in re.finditer(rf"\b([A-Z][\w.]*(?: [A-Z]\.)?) {last}\b", text)):
        return False  # another bearer is named: nobody may be linked
    first = text.find(f"{given} {last}")
    alone = [match.start() for match in re.finditer(rf"(?<![A-Z.] )(?<!\w ){last}\b|(?<=[a-z,;.] ){last}\b", text)]
    alone = [place for place in alone if not text[:place].endswith(f"{given} ")]
    return bool(alone) and min(alone) > first


def exchanged(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return a text with names exchanged, the longest first, all at once."""
    known = dict(sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0])))
    return re.sub("|".join(rf"\b{re.escape(name)}\b" for name in known), lambda match: known[match[0]], text)


def cases(texts: Sequence[str], half: int) -> Iterator[Case]:
    """Yield positives, and in every other text negatives, of the names of one half of each tradition."""
    made = {tradition: list(people(tradition, half)) for tradition in POOLS}
    number = 0
    for text in texts:
        names = full_names(text)
        main = next((pair for pair in names if later_alone(text, *pair)), None)
        if main is None:
            continue
        tradition = list(POOLS)[number % len(POOLS)]
        long, forms = made[tradition][number % len(made[tradition])]
        others = [pair for pair in names if pair[1] != main[1] and main[1] not in pair]
        own = [(" ".join(main), long), (main[1], forms[0])]
        yield Case(tradition, exchanged(text, own), (long, forms[0]), True)
        yield from _negatives(text, number, own, forms[0], others)
        number += 1


def _negatives(
    text: str, number: int, own: list[tuple[str, str]], short: str, others: list[tuple[str, str]]
) -> Iterator[Case]:
    long = own[0][1]
    if others:
        name = f"{others[0][0]} {short}"
        changed = exchanged(text, [*own, (" ".join(others[0]), name), (others[0][1], name)])
        yield Case("two bearers", changed, (long, name), False)
    places = list(dict.fromkeys(PLACE.findall(text)))
    if len(places) > 1:
        inner, outer = WITHIN[number // 2 % len(WITHIN)]
        yield Case("place within", exchanged(text, [(places[0], inner), (places[1], outer)]), (inner, outer), False)
    school = SCHOOL.search(text)
    if school is not None:
        firm = f"{short} {school[0].split()[-1]}"
        yield Case("firm and founder", exchanged(text, [*own, (school[0], firm)]), (long, firm), False)


def read_view(case: Case) -> PassView:
    """Return the phrases that the embedded reader finds in a text; those behind *in* and the like are places."""
    text = [case.text[start:end] for start, end in spans(case.text)]
    view: PassView = view_of(Novel("d", text))
    mentions = []
    for mention in view.mentions:
        place = mention.evidence
        spatial = bool(LOCATING.search(view.lines["d", place.line_number][: place.start]))
        mentions.append(replace(mention, role=Role.ADHIKARANA_SPATIAL) if spatial else mention)
    return replace(view, mentions=tuple(mentions))


@dataclass(slots=True)
class Count:
    """Texts whose pair is there as two entities, and those in which links of a confidence join it."""

    read: int = 0
    joined: Counter[int] = field(default_factory=Counter)


def measure(found: Sequence[Case], show: bool) -> dict[str, Count]:
    """Count by group. A pair of which the reader finds one name alone is left out."""
    counts: dict[str, Count] = defaultdict(Count)
    for case in found:
        view = read_view(case)
        known = {mention.entity: mention.name for mention in view.mentions}
        ends = [{entity for entity, name in known.items() if names_it(name, wanted)} for wanted in case.pair]
        if not all(ends):
            continue
        count, links = counts[case.group], propose(view)
        count.read += 1
        for least in (0, *THRESHOLDS):
            one = clusters([link for link in links if link.confidence >= least])
            groups = [{one.representative(entity) for entity in each} for each in ends]
            joined = bool(groups[0] & groups[1])
            count.joined[least] += joined
            if show and least == 0 and joined != case.one:
                why = [link.reason for link in links if {link.source, link.target} <= ends[0] | ends[1]]
                print(f"  {case.group}: {case.pair}: {why} {case.text[:300]!r}")
    return counts


def names_it(name: str, wanted: str) -> bool:
    """Return whether a mention names somebody: by the name, or, of a full one, with words before it."""
    return name.removeprefix("the ").removeprefix("The ") == wanted or (" " in wanted and name.endswith(f" {wanted}"))


def report(half: int, found: Sequence[Case], show: bool) -> None:
    """Print the counts of one half, and what thresholds give."""
    counts = measure(found, show)
    print(f"\n{('first', 'second')[half]} half: {len(found)} cases")
    for group, count in sorted(counts.items(), key=lambda item: (item[0] in NEGATIVE, item[0])):
        told = "joined (wrong)" if group in NEGATIVE else "linked"
        print(f"  {group:22} {count.joined[0]:4} of {count.read:4} {told}")
    print("  threshold  precision  recall")
    for least in (0, *THRESHOLDS):
        right = sum(count.joined[least] for group, count in counts.items() if group not in NEGATIVE)
        wrong = sum(count.joined[least] for group, count in counts.items() if group in NEGATIVE)
        wanted = sum(count.read for group, count in counts.items() if group not in NEGATIVE)
        print(f"  {least:9}  {right / max(1, right + wrong):9.3f}  {right / max(1, wanted):6.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print each error")
    arguments = parser.parse_args()
    texts = [text for text in passages(arguments.folder) if any(later_alone(text, *name) for name in full_names(text))]
    texts = texts[:: max(1, len(texts) // TEXTS)][:TEXTS]
    for half in (0, 1):
        report(half, list(cases(texts[half::2], half)), arguments.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
