"""Claims against evidence by rules alone. Usage: python bench/claims.py FOLDER [--half first|second] [--show N]

FOLDER holds the texts of `bench/falsehoods.py`, and claims/wice_claim_dev.jsonl (WiCE: claims of Wikipedia with the
pages that they cite). What is not there is named and left out. Three tables:

- planted: statements of texts and falsehoods made of them by code, each against its line. `false` counts falsehoods
  that are supported, `contradicted` true statements that are called contradicted.
- written: claims about lines that the author of the rules wrote for development (tests/claims/claims.txt).
- WiCE: precision of `supported` and its coverage, beside a lexical baseline (a claim is supported where one sentence,
  or three in a row, hold a share of its content words) at the threshold that has the same coverage, and at the one
  with the best F1.

Halves are by the hash of the text (planted) and of the claim (WiCE, written): rules are chosen on the first.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from planting.sources import read_pairs
from planting.trials import evenly, half_of
from pramana.claims import ClaimVerdict, check, check_all
from pramana.documents import read_text
from pramana.evals.falsehoods import Falsehood, falsehoods_of

EACH = 200
"""Falsehoods of each of the twelve kinds: 2,044 pairs, as the rarest kinds give fewer."""
WRITTEN = Path(__file__).parents[1] / "tests" / "claims" / "claims.txt"
_WORD = re.compile(r"\w+")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when there is nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=["first", "second"])
    parser.add_argument("--show", type=int, default=0, help="print so many of each kind that went wrong")
    parser.add_argument("--each", type=int, default=EACH, help="falsehoods of each kind")
    parser.add_argument("--only", choices=["planted", "written", "readers", "wice"])
    parser.add_argument("--pairs", type=Path, nargs="+", help="claims of readers, as JSON lines")
    given = parser.parse_args(arguments)
    given.pairs = given.pairs or sorted((given.folder / "claims").glob("readers-*.jsonl"))
    tables = {"written": _written, "readers": _readers, "planted": _planted, "wice": _wice}
    for name, table in tables.items():
        if given.only in (None, name):
            table(given)
    return 0


def half(text: str) -> str:
    """Return `first` or `second`, by the hash of a text."""
    return ("first", "second")[blake2b(text.encode()).digest()[0] % 2]


def written_claims() -> Iterator[tuple[str, bool, str]]:
    """Yield the hand-written claims: line, whether it says the claim, claim."""
    line = ""
    for entry in WRITTEN.read_text("utf-8").splitlines():
        mark, text = entry[:1], entry[2:]
        if mark == "=":
            line = text
        elif mark in "+-" and mark:
            yield line, mark == "+", text


def _written(given: argparse.Namespace) -> None:
    counts: Counter[tuple[bool, str]] = Counter()
    for line, true, claim in written_claims():
        if given.half not in (None, half(line)):
            continue
        verdict = check(claim, [line]).verdict
        counts[true, verdict] += 1
        wrong = verdict is (ClaimVerdict.CONTRADICTED if true else ClaimVerdict.SUPPORTED)
        missed = true and verdict is not ClaimVerdict.SUPPORTED
        if given.show and (wrong or missed):
            print(f"{'WRONG' if wrong else 'missed'} {verdict.value}: {claim}\n    {line}")
    print("\nwritten by hand")
    _print_verdicts(counts)


def _readers(given: argparse.Namespace) -> None:
    rows = [json.loads(row) for file in given.pairs for row in file.read_text("utf-8").splitlines()]
    if not rows:
        print("not given, left out: claims of readers (--pairs FILE)", file=sys.stderr)
        return
    checked = [(row, check_all([row["claim"]], _sentences(row["lines"]))[0].verdict) for row in rows]
    for part in ("first", "second"):
        own = [(row, verdict) for row, verdict in checked if half(" ".join(row["lines"])) == part]
        if given.half in (None, part):
            print(f"\nwritten by readers, {part} half")
            _print_verdicts(Counter((row["label"] == "supported", verdict) for row, verdict in own))
            _show_readers(own, given.show)


def _sentences(lines: Sequence[str]) -> list[str]:
    """Return lines as the product reads them: a sentence each."""
    return [line.text for line in read_text("\n\n".join(lines), "text").lines]


def _show_readers(checked: Sequence[tuple[dict[str, Any], ClaimVerdict]], most: int) -> None:
    shown = Counter[str]()
    for row, verdict in checked:
        true = row["label"] == "supported"
        opposite = verdict is ClaimVerdict.CONTRADICTED and row["label"] != "contradicted"
        wrong = (verdict is ClaimVerdict.SUPPORTED and not true) or opposite
        kind = "WRONG" if wrong else "missed" if true and verdict is not ClaimVerdict.SUPPORTED else ""
        if kind and shown[kind] < most:
            shown[kind] += 1
            print(f"{kind} {verdict.value} ({row['label']}, {row['class']}): {row['claim']}")
            print("".join(f"    {line}\n" for line in row["lines"]), end="")


def _planted(given: argparse.Namespace) -> None:
    pairs, absent = read_pairs(given.folder)
    for name in absent:
        print(f"not there, left out: {name}", file=sys.stderr)
    found = [one for one in evenly(list(falsehoods_of(pairs)), given.each) if given.half in (None, half_of(one.twin))]
    counts: Counter[tuple[bool, str]] = Counter()
    kinds: dict[str, Counter[str]] = {}
    cpu = time.process_time()
    for one in found:
        for true in (False, True):
            verdict = _check_planted(one, true)
            counts[true, verdict] += 1
            kinds.setdefault(one.kind.value, Counter())[f"{true} {verdict.value}"] += 1
            wrong = verdict is (ClaimVerdict.CONTRADICTED if true else ClaimVerdict.SUPPORTED)
            if wrong and given.show:
                print(f"WRONG {verdict.value} ({one.kind.value}): {one.twin.statement if true else one.statement}")
                print(f"    {one.twin.line if true else one.twin.lines[one.cites - 1]}")
    cpu = time.process_time() - cpu
    print(f"\nplanted; {len(found)} pairs, {2 * len(found) / cpu if cpu else 0:.0f} checks a second of processor time")
    for kind, own in kinds.items():
        n = sum(count for key, count in own.items() if key.startswith("False"))
        cells = [f"{own[f'False {verdict.value}']:>6}" for verdict in ClaimVerdict]
        print(f"  {kind:24}{n:>5} false:" + "".join(cells) + f"   true supported {own['True supported']}")
    _print_verdicts(counts)


def _check_planted(one: Falsehood, true: bool) -> ClaimVerdict:
    line = one.twin.line if true else one.twin.lines[one.cites - 1]
    return check(one.twin.statement if true else one.statement, [line]).verdict


def _print_verdicts(counts: Counter[tuple[bool, str]]) -> None:
    for true in (True, False):
        own = {verdict: counts[true, verdict] for verdict in ClaimVerdict}
        n = sum(own.values())
        cells = "".join(f"  {verdict.value} {count} ({count / n if n else 0:.1%})" for verdict, count in own.items())
        print(f"{'true' if true else 'false'} {n}:{cells}")


def _wice(given: argparse.Namespace) -> None:
    file = given.folder / "claims" / "wice_claim_dev.jsonl"
    if not file.is_file():
        print(f"not there, left out: WiCE ({file})", file=sys.stderr)
        return
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    rows = [row for row in rows if given.half in (None, half(row["claim"]))]
    began = time.process_time()
    checked = [check(row["claim"], row["evidence"]) for row in rows]
    seconds = time.process_time() - began
    true = [row["label"] == "supported" for row in rows]
    chosen = [each.verdict is ClaimVerdict.SUPPORTED for each in checked]
    print(f"\nWiCE; {len(rows)} claims, {sum(true)} of them supported, {seconds:.1f} s")
    print("  verdicts:", dict(Counter(each.verdict.value for each in checked)))
    by = Counter((row["label"], each.verdict.value) for row, each in zip(rows, checked, strict=True))
    for (label, verdict), count in sorted(by.items()):
        print(f"    {label:22}{verdict:14}{count}")
    _print_precision("rules", true, chosen)
    shares = [_best_share(row["claim"], row["evidence"]) for row in rows]
    order = sorted(shares, reverse=True)
    same = order[sum(chosen) - 1] if any(chosen) else 2.0
    best = max(sorted(set(shares)), key=lambda bar: _f1(true, [share >= bar for share in shares]))
    _print_precision(f"lexical, threshold {same:.2f}", true, [share >= same for share in shares])
    _print_precision(f"lexical, threshold {best:.2f}", true, [share >= best for share in shares])
    if given.show:
        for row, each in zip(rows, checked, strict=True):
            if each.verdict is not ClaimVerdict.UNSURE:
                lines = " | ".join(row["evidence"][index] for index in each.lines)
                print(f"{each.verdict.value}, {row['label']}: {row['claim']}\n    {each.reasons} {lines[:300]}")


def _best_share(claim: str, lines: Sequence[str]) -> float:
    own = set(_content(claim))
    there = [set(_content(line)) for line in lines]
    windows = [
        one | two | three for one, two, three in zip(there, there[1:] or there, there[2:] or there, strict=False)
    ]
    return max((len(own & words) / len(own) for words in [*there, *windows]), default=0.0) if own else 0.0


def _content(text: str) -> Iterable[str]:
    return (word for word in _WORD.findall(text.casefold()) if len(word) > 3 or word.isdigit())


def _print_precision(name: str, true: Sequence[bool], chosen: Sequence[bool]) -> None:
    right = sum(one and other for one, other in zip(true, chosen, strict=True))
    n = sum(chosen)
    precision = f"{right / n:.2f}" if n else "–"
    print(f"  {name:26} precision {precision} ({right} of {n}), of the supported ones {right / max(1, sum(true)):.1%}")


def _f1(true: Sequence[bool], chosen: Sequence[bool]) -> float:
    right = sum(one and other for one, other in zip(true, chosen, strict=True))
    return 2 * right / max(1, sum(true) + sum(chosen))


if __name__ == "__main__":
    sys.exit(main())
