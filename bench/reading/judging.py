"""Sheets for judges, and what two filled ones say: shares with Wilson intervals, and how far the judges agree."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

EDGE_VERDICTS = ("true", "partly", "false")
FACT_VERDICTS = ("full", "partial", "missing")
_Z = 1.96
"""Standard deviations of a 95 % interval."""


def write_sheet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as tab-separated values. Blanks and line breaks within a value become one blank."""
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, list(rows[0]) if rows else ["id"], delimiter="\t", lineterminator="\n")
        sheet.writeheader()
        sheet.writerows({name: " ".join(str(value).split()) for name, value in row.items()} for row in rows)


def read_sheet(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write_for_judges(folder: Path, name: str, rows: Sequence[Mapping[str, Any]], seed: int) -> list[Path]:
    """Write a sheet for each of two judges, with an empty verdict and note, each in an order of its own."""
    paths = []
    for judge in (1, 2):
        order = list(rows)
        Random(f"{seed} {judge}").shuffle(order)
        paths.append(folder / f"{name}-judge-{judge}.tsv")
        write_sheet(paths[-1], [{**row, "verdict": "", "note": ""} for row in order])
    return paths


def verdicts_of(path: Path) -> dict[str, str]:
    """Return the verdict of each row of a filled sheet. Raises ValueError where one is empty or unknown."""
    found = {}
    for place, row in enumerate(read_sheet(path), 2):
        verdict = (row.get("verdict") or "").strip().casefold()
        if verdict not in EDGE_VERDICTS + FACT_VERDICTS:
            known = ", ".join(EDGE_VERDICTS) + " or " + ", ".join(FACT_VERDICTS)
            raise ValueError(f"{path}, line {place}: the verdict is {verdict!r}; expected {known}")
        found[row["id"]] = verdict
    return found


def wilson(found: int, of: int) -> tuple[float, float]:
    """Return the Wilson interval (95 %) of a share; (0, 1) of nothing."""
    if not of:
        return 0.0, 1.0
    share, wide = found / of, _Z * _Z / of
    middle = (share + wide / 2) / (1 + wide)
    half = _Z * sqrt(share * (1 - share) / of + wide / (4 * of)) / (1 + wide)
    return middle - half, middle + half


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return Cohen's kappa: agreement beyond what chance gives; 1.0 where both judges gave one verdict to all."""
    total = len(pairs)
    same = sum(one == two for one, two in pairs) / total
    first, second = Counter(one for one, _ in pairs), Counter(two for _, two in pairs)
    chance = sum(first[verdict] * second[verdict] for verdict in first) / (total * total)
    return 1.0 if chance == 1.0 else (same - chance) / (1 - chance)


def score_rows(first: Mapping[str, str], second: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return counts, shares and intervals by each judge, and by both: of two verdicts the worse one counts.

    Raises ValueError where the sheets are not of the same rows or kinds of verdict.
    """
    if first.keys() != second.keys() or not first:
        alone = sorted(first.keys() ^ second.keys())
        raise ValueError(f"the sheets have other rows: {', '.join(alone[:5]) or 'none at all'}")
    kinds = next(
        (kinds for kinds in (EDGE_VERDICTS, FACT_VERDICTS) if {*first.values(), *second.values()} <= {*kinds}), ()
    )
    if not kinds:
        raise ValueError("the sheets mix verdicts on edges with verdicts on facts")
    worse = {each: max(first[each], second[each], key=kinds.index) for each in first}
    return [
        _row(judge, verdict, given)
        for judge, given in (("first", first), ("second", second), ("both", worse))
        for verdict in kinds
    ]


def _row(judge: str, verdict: str, given: Mapping[str, str]) -> dict[str, Any]:
    count, of = sum(each == verdict for each in given.values()), len(given)
    low, high = wilson(count, of)
    return {"judge": judge, "verdict": verdict, "count": count, "of": of, "share": count / of, "low": low, "high": high}


def score_lines(first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[str]:
    """Yield the scores as a table, and the agreement of the judges."""
    yield "judge    verdict    count    of   share   95 % interval"
    for row in score_rows(first, second):
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        yield f"{row['judge']:8} {row['verdict']:8} {row['count']:7} {row['of']:5}   {row['share']:.3f}   {interval}"
    pairs = [(first[each], second[each]) for each in first]
    same = sum(one == two for one, two in pairs)
    yield f"agreement {same} of {len(pairs)} ({same / len(pairs):.3f}), Cohen's kappa {kappa(pairs):.3f}"
