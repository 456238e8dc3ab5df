"""Claims against evidence by rules alone. Usage: python bench/claims.py FOLDER [--half first|second] [--show N]

FOLDER holds the texts of `bench/falsehoods.py`, and claims/wice_claim_dev.jsonl (WiCE: claims of Wikipedia with the
pages that they cite). What is not there is named and left out. Four tables:

- planted: statements of texts and falsehoods made of them by code, each against its line. `false` counts falsehoods
  that are supported, `contradicted` true statements that are called contradicted. Checks a second are given as they
  come, where a line is read once for all of its claims, and with each sentence new: what was kept of any text is
  forgotten before each check, not what is known of words.
- written: claims about lines that the author of the rules wrote for development (tests/claims/claims.txt).
- readers: claims in the words of readers (bench/readers), against the line alone and against the whole text. Of the
  second half only counts are printed.
- WiCE: precision of `supported` and its coverage, beside a lexical baseline (a claim is supported where one sentence,
  or three in a row, hold a share of its content words) at the threshold that has the same coverage, and at the one
  with the best F1.

Halves are by the hash of the text (planted) and of the claim (WiCE, written): rules are chosen on the first.

`--base-url URL` is the server of a model that judges what rules leave open, as with `pramana check --model`. It is
asked about the claims of readers, against the whole text, and the written ones alone: 485 false and 410 true ones.
`--store` keeps its answers; `--replies` writes each claim with its label and its verdict as a line of JSON.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from claims_judged import LabelledClaim, judged_claims, print_judged, write_replies
from planting.sources import read_pairs
from planting.trials import evenly, half_of
from pramana.claims import ClaimText, ClaimVerdict, check
from pramana.evals.falsehoods import Falsehood, falsehoods_of

EACH = 200
"""Falsehoods of each of the twelve kinds: 2,044 pairs, as the rarest kinds give fewer."""
READERS = Path(__file__).with_name("readers")
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
    parser.add_argument("--pairs", type=Path, nargs="+", help="claims of readers, JSON lines; default: bench/readers")
    parser.add_argument("--base-url", default="", help="the server of a model that judges what rules leave open")
    parser.add_argument("--store", type=Path, help="a folder that keeps the model's answers")
    parser.add_argument("--replies", type=Path, help="a file for each claim with its verdict, with --base-url")
    given = parser.parse_args(arguments)
    given.pairs = given.pairs or sorted(READERS.glob("claims-*.jsonl"))
    if given.base_url:
        _judged(given)
        return 0
    tables = {"written": _written, "readers": _readers, "planted": _planted, "wice": _wice}
    for name, table in tables.items():
        if given.only in (None, name):
            table(given)
    return 0


def _judged(given: argparse.Namespace) -> None:
    rows = _read_rows(given.pairs)
    texts = {row["text"]: ClaimText(read_text_lines(row["text"])) for row in rows}
    claims = [LabelledClaim("readers", texts[row["text"]], row["claim"], row["label"] == "true") for row in rows]
    claims += [LabelledClaim("written", ClaimText([line]), claim, true) for line, true, claim in written_claims()]
    claims = [each for each in claims if given.only in (None, each.source)]
    found = judged_claims(claims, given.base_url, given.store)
    print_judged(claims, found, given.show)
    if given.replies:
        write_replies(given.replies, claims, found)


def _read_rows(files: Sequence[Path]) -> list[dict[str, Any]]:
    return [json.loads(row) for file in files for row in file.read_text("utf-8").splitlines()]


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
    """Print the verdicts on claims of readers: against the line alone, and against the whole text, as a user has it."""
    rows = _read_rows(given.pairs)
    for source in ("line", "text"):
        texts = {row["text"]: ClaimText(read_text_lines(row["text"])) for row in rows}
        held = [texts[row["text"]] if source == "text" else ClaimText([row["evidence"]]) for row in rows]
        checked = [(row, text.check(row["claim"]).verdict) for row, text in zip(rows, held, strict=True)]
        for part in ("first", "second"):
            own = [(row, verdict) for row, verdict in checked if half(row["evidence"]) == part]
            if given.half in (None, part):
                print(f"\nwritten by readers, against the {source}, {part} half")
                _print_verdicts(Counter((row["label"] == "true", verdict) for row, verdict in own))
                if part == "first":
                    _show_readers(own, given.show)
                if source == "text":
                    _print_kinds(own)


def read_text_lines(name: str) -> list[str]:
    """Return the lines of a text of the readers."""
    return (READERS / name).read_text("utf-8").splitlines()


def _print_kinds(checked: Sequence[tuple[dict[str, Any], ClaimVerdict]]) -> None:
    """Print of each kind of true claims how many are supported."""
    true = [(row["kind"], verdict) for row, verdict in checked if row["label"] == "true"]
    for kind, n in Counter(kind for kind, _ in true).most_common():
        held = sum(verdict is ClaimVerdict.SUPPORTED for each, verdict in true if each == kind)
        print(f"  {kind:24}{n:>5} supported {held}")


def _show_readers(checked: Sequence[tuple[dict[str, Any], ClaimVerdict]], most: int) -> None:
    shown = Counter[str]()
    for row, verdict in checked:
        true = row["label"] == "true"
        wrong = verdict is (ClaimVerdict.CONTRADICTED if true else ClaimVerdict.SUPPORTED)
        kind = "WRONG" if wrong else "missed" if true and verdict is not ClaimVerdict.SUPPORTED else ""
        if kind and shown[kind] < most:
            shown[kind] += 1
            print(f"{kind} {verdict.value} ({row['label']}, {row['kind']}): {row['claim']}")
            print(f"    {row['evidence']}")


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
    checks = 2 * len(found)
    print(f"\nplanted; {len(found)} pairs, {checks / cpu if cpu else 0:.0f} checks a second of processor time", end="")
    cpu = _cpu_of_new_sentences(found)
    print(f", {checks / cpu if cpu else 0:.0f} with each sentence new, words known")
    for kind, own in kinds.items():
        n = sum(count for key, count in own.items() if key.startswith("False"))
        cells = [f"{own[f'False {verdict.value}']:>6}" for verdict in ClaimVerdict]
        print(f"  {kind:24}{n:>5} false:" + "".join(cells) + f"   true supported {own['True supported']}")
    _print_verdicts(counts)


def _cpu_of_new_sentences(found: Sequence[Falsehood]) -> float:
    """Return the processor time of all checks, in seconds, where nothing is kept of a text between two of them."""
    kept = [
        value
        for name, module in sys.modules.items()
        if name.startswith("pramana.")
        for value in vars(module).values()
        if hasattr(value, "cache_clear") and _OF_TEXTS.intersection(inspect.signature(value).parameters)
    ]
    cpu = 0.0
    for one in found:
        for true in (False, True):
            for each in kept:
                each.cache_clear()
            began = time.process_time()
            _check_planted(one, true)
            cpu += time.process_time() - began
    return cpu


_OF_TEXTS = frozenset({"text", "line", "lines", "claim", "statement", "said"})
"""Parameters of the functions whose results are kept by a text, not by a word or a list of words."""


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
