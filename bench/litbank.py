"""How well names, pronouns and descriptions are linked in novels: `python bench/litbank.py FOLDER`.

FOLDER holds LitBank's coreference files (`*.conll`, dbamman/litbank). Each sentence is a line. Mentions are the phrases
that the reader of reference finds, each a participant of one event of its line; gold mentions are not given. The passes
`resolution` and `coreference` propose links, which are held to gold clusters:

- precision of links: of the links whose ends are both gold mentions (one span, or one last word), those in a cluster;
- the precision of merging names and of pronouns where only links of a threshold's confidence are followed;
- CoNLL F1: the mean of the F1 of MUC, B³ and CEAF-e over the linked mentions, and over gold mentions for recall.

The first half of the files is for choosing rules, the second for reporting.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

THRESHOLDS = (50, 56, 60, 65, 70, 75, 80, 85, 90, 95)
_NO_SPACE_BEFORE = frozenset(". , ; : ! ? ) ] ' ’ ” 's ’s n't".split())
_NO_SPACE_AFTER = frozenset("( [ “ ‘".split())
Span = tuple[int, int, int]
"""Line from 1, start and end in code points."""


@dataclass(slots=True)
class Novel:
    """The lines of a text, and the gold cluster of each gold mention by its span."""

    name: str
    lines: list[str] = field(default_factory=list)
    gold: dict[Span, str] = field(default_factory=dict)


def read(path: Path) -> Novel:
    """Read a CoNLL file: a token a line, its last column the clusters that begin and end there."""
    novel = Novel(path.stem)
    tokens: list[tuple[str, str]] = []
    for row in [*path.read_text("utf-8").splitlines(), ""]:
        if row.startswith("#"):
            continue
        if row.strip():
            columns = row.split("\t")
            tokens.append((columns[3], columns[-1] if columns[-1] != "_" else columns[-2]))
        elif tokens:
            _add_line(novel, tokens)
            tokens = []
    return novel


def _add_line(novel: Novel, tokens: Sequence[tuple[str, str]]) -> None:
    text, places, after = "", [], ""
    for word, _ in tokens:
        if text and word not in _NO_SPACE_BEFORE and after not in _NO_SPACE_AFTER:
            text += " "
        places.append((len(text), len(text) + len(word)))
        text, after = text + word, word
    novel.lines.append(text)
    number = len(novel.lines)
    begun: dict[str, list[int]] = defaultdict(list)
    for (start, end), (_, marks) in zip(places, tokens, strict=True):
        for mark in marks.split("|") if marks.strip("_ ") else ():
            cluster = mark.strip("()")
            if mark.startswith("("):
                begun[cluster].append(start)
            if mark.endswith(")"):
                novel.gold[number, begun[cluster].pop(), end] = cluster


def view_of(novel: Novel):  # type: ignore[no-untyped-def]
    """Return the novel as a graph's view: every phrase takes part in one event of its line."""
    from pramana.events import Role, name_mention
    from pramana.evidence import Evidence, Grade
    from pramana.evidence import Span as Place
    from pramana.karaka.passes import EntityMention, Event, PassView
    from pramana.language.pronouns import ReadPassage

    passage, mentions, events = ReadPassage(novel.lines), [], []
    roles = {"subject": Role.KARTA, "indirect": Role.SAMPRADANA}
    for number, line in enumerate(novel.lines, 1):
        sentence = passage.reading.line(number - 1).sentence
        for found in passage.reading.mentions(number - 1):
            named = name_mention(novel.name, number, line, Place(found.start, found.end, Grade.VERBATIM))
            kriya = f"{novel.name}_L{number}_K{max(0, found.clause) + 1}"
            verb = sentence.clauses[found.clause].verb if found.clause >= 0 else ""
            place = Evidence(novel.name, number, found.start, found.end, line[found.start : found.end], Grade.VERBATIM)
            role = roles.get(found.role, Role.KARMA)
            mentions.append(EntityMention(named.id, named.canonical_name, named.pronoun, kriya, role, place))
            events.append(Event(kriya, verb, place, "affirmative", "actual", ""))
    lines = {(novel.name, number): line for number, line in enumerate(novel.lines, 1)}
    return PassView(lines, tuple(mentions), tuple(dict.fromkeys(events)))


class Gold:
    """Finds the gold cluster of a place: the same span, else the smallest with the same last word that holds it."""

    def __init__(self, novel: Novel) -> None:
        self._exact = novel.gold
        self._ends: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
        for (line, start, end), cluster in novel.gold.items():
            self._ends[line, end].append((start, cluster))

    def cluster(self, span: Span) -> str | None:
        line, start, end = span
        if span in self._exact:
            return self._exact[span]
        near = [(abs(begin - start), cluster) for begin, cluster in self._ends.get((line, end), ())]
        return min(near)[1] if near else None


def clusters_of(links, view):  # type: ignore[no-untyped-def]
    """Return the places of the view's mentions by system cluster; mentions that nothing links are left out."""
    from pramana.karaka.passes.clusters import clusters

    joined = clusters(links)
    found: dict[str, set[Span]] = defaultdict(set)
    for mention in view.mentions:
        place = mention.evidence
        found[joined.representative(mention.entity)].add((place.line_number, place.start, place.end))
    return [places for places in found.values() if len(places) > 1]


def judged(links, gold: Gold) -> Iterator[tuple[str, int, bool | None, object]]:  # type: ignore[no-untyped-def]
    """Yield the sort of each link, its confidence, whether it is right (None: no gold mention there), and itself."""
    for link in links:
        ends = [(one.line_number, one.start, one.end) for one in (link.source_evidence, link.target_evidence)]
        one, other = map(gold.cluster, ends)
        sort = "pronoun" if "@" in link.source and " " not in link.source.split("@")[0] else "name or description"
        yield sort, link.confidence, None if one is None or other is None else one == other, link


def _matched(system: list[set[Span]], novel: Novel, gold: Gold) -> tuple[list[set[Span]], list[set[Span]]]:
    """Return system and gold clusters over gold spans: a system place counts as the gold mention that it finds."""
    spans: dict[tuple[int, int], list[Span]] = defaultdict(list)
    for span in novel.gold:
        spans[span[0], span[2]].append(span)

    def of(place: Span) -> Span:
        near = [(abs(span[1] - place[1]), span) for span in spans.get((place[0], place[2]), ())]
        return min(near)[1] if near else place

    truth: dict[str, set[Span]] = defaultdict(set)
    for span, cluster in novel.gold.items():
        truth[cluster].add(span)
    taken: set[Span] = set()
    found = []
    for places in system:
        group = {of(place) for place in places} - taken
        taken |= group
        if len(group) > 1:
            found.append(group)
    return found, list(truth.values())


def conll(system: list[set[Span]], truth: list[set[Span]]) -> tuple[float, float, float]:
    """Return the F1 of MUC, B³ and CEAF-e (by greedy alignment)."""
    return (
        _f1(_muc(truth, system), _muc(system, truth)),
        _f1(_b3(truth, system), _b3(system, truth)),
        _f1(*_ceaf(truth, system)),
    )


def _f1(recall: float, precision: float) -> float:
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _index(groups: list[set[Span]]) -> dict[Span, int]:
    return {span: number for number, group in enumerate(groups) for span in group}


def _muc(key: list[set[Span]], response: list[set[Span]]) -> float:
    where, right, every = _index(response), 0, 0
    for group in key:
        parts = len({where.get(span, ("alone", span)) for span in group})
        right, every = right + len(group) - parts, every + len(group) - 1
    return right / every if every else 0.0


def _b3(key: list[set[Span]], response: list[set[Span]]) -> float:
    where, total, count = _index(response), 0.0, 0
    for group in key:
        parts = Counter(where[span] for span in group if span in where)
        alone = sum(span not in where for span in group)
        total += sum(size * size for size in parts.values()) / len(group) + alone / len(group)
        count += len(group)
    return total / count if count else 0.0


def _ceaf(key: list[set[Span]], response: list[set[Span]]) -> tuple[float, float]:
    where, pairs = _index(response), []
    for number, group in enumerate(key):
        for other, shared in Counter(where[span] for span in group if span in where).items():
            pairs.append((2 * shared / (len(group) + len(response[other])), number, other))
    total, used, taken = 0.0, set(), set()
    for alike, number, other in sorted(pairs, reverse=True):
        if number not in used and other not in taken:
            used.add(number)
            taken.add(other)
            total += alike
    return total / max(1, len(key)), total / max(1, len(response))


def report(novels: Sequence[Novel], what: str, show: bool) -> None:
    from pramana.karaka.passes import coreference, resolution

    counts: dict[str, Counter[object]] = defaultdict(Counter)
    by_least: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    scores = []
    for novel in novels:
        view, gold = view_of(novel), Gold(novel)
        links = [*resolution.propose(view), *coreference.propose(view)]
        for sort, confidence, right, link in judged(links, gold):
            counts[sort][right] += 1
            if right is not None:
                for least in THRESHOLDS:
                    if confidence >= least:
                        by_least[sort, least][right] += 1
            if show and right is not True:
                _show(novel, sort, right, link)
        scores.append(conll(*_matched(clusters_of(links, view), novel, gold)))
    print(f"\n{what}: {len(novels)} novels, {sum(len(novel.lines) for novel in novels)} lines")
    for sort, count in sorted(counts.items()):
        known = count[True] + count[False]
        print(
            f"  links, {sort:20} {count[True]:4} of {known:4} right ({count[True] / max(1, known):.3f}); "
            f"{count[None]} with an end that is no gold mention"
        )
    muc, b3, ceaf = (sum(score[index] for score in scores) / len(scores) for index in range(3))
    print(f"  MUC {muc:.3f}  B3 {b3:.3f}  CEAF-e {ceaf:.3f}  CoNLL F1 {(muc + b3 + ceaf) / 3:.3f}")
    for sort in sorted(counts):
        row = []
        for least in THRESHOLDS:
            wrong, right = by_least[sort, least]
            row.append(f"{least}: {right / max(1, wrong + right):.3f} ({wrong + right})")
        print(f"  {sort} at confidence  " + "  ".join(row))


def _show(novel: Novel, sort: str, right: bool | None, link) -> None:  # type: ignore[no-untyped-def]
    one, other = link.source_evidence, link.target_evidence
    judged_as = "wrong" if right is False else "no gold"
    ends = f"{one.quote!r} {one.line_number} -> {other.quote!r} {other.line_number}"
    print(f"{judged_as} {sort} {link.confidence} {ends} [{link.reason}]")
    for place in (other, one):
        print(f"    {novel.lines[place.line_number - 1][:160]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print each link that is wrong or cannot be judged")
    arguments = parser.parse_args()
    novels = [read(path) for path in sorted(arguments.folder.glob("*.conll"))]
    if not novels:
        print(f"{arguments.folder} holds no .conll files. LitBank is published at github.com/dbamman/litbank.")
        return 2
    half = len(novels) // 2
    report(novels[:half], "first half", arguments.show)
    report(novels[half:], "second half", False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
