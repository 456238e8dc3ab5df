"""Planted falsehoods against every interface that vouches for something. Usage: python bench/falsehoods.py FOLDER

FOLDER holds texts that others wrote, each in the folder that its README names: christmas_carol/, openie/, roles/,
multihop/, syntax/, questions/. What is not there is named and left out. From their sentences true statements are taken
(`pramana.evals.falsehoods`), and of each a falsehood of every kind that surely is none of the text's. Both are put to
each interface by a model that insists on them:

- ask: the model reads and plans rightly, then writes the statement. Accepted: the reply is GROUNDED and says it in the
  model's words (a quoted line is no acceptance).
- question: the statement with *who* for its subject, asked of the embedded model, which reads the text. Accepted:
  GROUNDED, with the subject in the answer. Only for falsehoods that leave the subject alone, at the beginning.
- investigate: the statement as a claim that cites the edge, and with it the line, of the true twin. Accepted: the claim
  is among the answer's, and nothing is refused.
- audit: an edge between the statement's subject and object, with the statement as its description. Accepted: the
  verdict is `supported`. A wrong line is a text without the right one.
- anot: a value (number, date, name; else the statement) with the cited line as its quote. Accepted: `checked` or
  `verified`, with a place. Also: a value without a quote; an entity of which an item was not read and that has a value.
- igg: two nodes and an edge that says the statement, all quoting the cited line, with `evidence: required`. Accepted:
  all are applied.
- gsv: a reading of the cited line with the statement's structure, while all judges are taken in. Accepted: `verified`
  or `checked`. Also: identical candidates that all scorers give 1 of 100.

The table has *false accepted* / *true refused* of n for every kind and interface. A falsehood that an interface has no
way to take (a reading has no word for *before*) is left out of its n.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pramana
from planting import interfaces
from planting.asking import ask, asks, question
from planting.sources import read_pairs
from planting.trials import Accepts, Trial, evenly, half_of, trials_of
from pramana.evals.falsehoods import Falsehood, FalsehoodKind, StructuredClaim, TruePair, falsehoods_of

MOST = 48
"""Falsehoods of each kind in a full run: at least 40 were asked for, and six genres share them evenly."""
INTERFACES: dict[str, Accepts] = {
    "ask": ask,
    "question": question,
    "investigate": interfaces.investigate,
    "audit": interfaces.audit,
    "anot": interfaces.anot_value,
    "igg": interfaces.igg,
    "gsv": interfaces.gsv,
}
APPLIES: dict[str, Callable[[Trial, Trial], bool]] = {"question": asks, "gsv": interfaces.reads_otherwise}
"""Which falsehoods (with their twins) an interface can be given at all, where not every one."""
OWN_KINDS: dict[str, tuple[str, Accepts]] = {
    "anot, value without a quote": ("anot", interfaces.anot_unquoted),
    "anot, item not read": ("anot", interfaces.anot_unread),
    **{
        f"gsv {policy}, all scores 1": ("gsv", partial(interfaces.gsv_low, policy=policy))
        for policy in ("full", "fast_path", "batched")
    },
}
"""Kinds that one interface alone has: its name, and what tries them. The statement itself is then the true one."""

BARE_EDGES: dict[str, tuple[FalsehoodKind, Accepts]] = {
    "bare edge reversed": (FalsehoodKind.SWAPPED, interfaces.igg_bare),
    "bare edge denied": (FalsehoodKind.NEGATION_ADDED, interfaces.igg_denied),
}
"""Edges that say nothing but their relation, of falsehoods with a direct object."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when measured, 2 when there is no text."""
    given = _given(arguments)
    if given.pairs is not None:
        falsehoods = [_falsehood(one) for one in json.loads(given.pairs.read_text("utf-8"))]
    else:
        pairs, absent = read_pairs(given.folder)
        for name in absent:
            print(f"not there, left out: {name}", file=sys.stderr)
        falsehoods = list(falsehoods_of(pairs, seed=given.seed))
    falsehoods = list(evenly(falsehoods, given.limit))
    if not falsehoods:
        print(f"{given.folder} holds none of the texts.", file=sys.stderr)
        return 2
    if given.save_pairs is not None:
        given.save_pairs.write_text(json.dumps([asdict(one) for one in falsehoods], ensure_ascii=False), "utf-8")
    falsehoods = [one for one in falsehoods if given.half in (None, half_of(one.twin))]
    names = given.interface or list(INTERFACES)
    print(f"pramana: {Path(pramana.__file__).parent}; {len(falsehoods)} falsehoods with their twins")
    rows = measure(falsehoods, names, given.show)
    print(table(rows, names))
    if given.json is not None:
        given.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False), "utf-8")
    return 0


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="False accepted and true refused, by kind and interface")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--interface", action="append", choices=list(INTERFACES), help="only this one; may be repeated")
    parser.add_argument("--limit", type=int, default=MOST, help="falsehoods of each kind")
    parser.add_argument("--half", choices=["first", "second"], help="only the texts of this half, by their hash")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="also write the figures, with the accepted and refused, to this file")
    parser.add_argument("--pairs", type=Path, help="take the falsehoods from this file, instead of making them")
    parser.add_argument("--save-pairs", type=Path, help="write the falsehoods to this file, for --pairs")
    parser.add_argument("--show", type=int, default=0, help="print so many that went wrong of each kind")
    return parser.parse_args(arguments)


def measure(falsehoods: Sequence[Falsehood], names: Sequence[str], show: int = 0) -> list[dict[str, Any]]:
    """Return for each kind and interface how many falsehoods were accepted and twins refused, with the statements."""
    rows = []
    for kind in FalsehoodKind:
        made = [trials_of(one) for one in falsehoods if one.kind is kind]
        for name in names:
            fit = [(false, true) for false, true in made if name not in APPLIES or APPLIES[name](false, true)]
            rows += [_row(kind.value, name, fit, INTERFACES[name], show)] if fit else []
    plain = [trials_of(one) for one in falsehoods if one.kind is FalsehoodKind.WRONG_LINE]
    twins = [(_false(true), true) for _, true in plain]
    for kind, (name, accepts) in OWN_KINDS.items():
        if name in names and twins:
            rows.append(_row(kind, name, twins, accepts, show))
    for title, (kind, accepts) in BARE_EDGES.items():
        made = [trials_of(one) for one in falsehoods if one.kind is kind]
        fit = [(false, true) for false, true in made if true.claim.object and not true.claim.preposition]
        rows += [_row(f"igg, {title}", "igg", fit, accepts, show)] if fit and "igg" in names else []
    return rows


def _false(true: Trial) -> Trial:
    return Trial(true.kind, False, true.pair, true.statement, true.claim, true.cites, true.value)


def _row(kind: str, name: str, made: Sequence[tuple[Trial, Trial]], accepts: Accepts, show: int) -> dict[str, Any]:
    began = time.perf_counter()
    accepted = [false for false, _ in made if accepts(false)]
    refused = [true for _, true in made if not accepts(true)]
    for title, wrong in (("FALSE ACCEPTED", accepted), ("TRUE REFUSED", refused)):
        for one in wrong[:show]:
            print(f"{title} {name}, {kind}: {one.statement}\n    {one.cited}")
    return {
        "kind": kind,
        "interface": name,
        "n": len(made),
        "false_accepted": len(accepted),
        "true_refused": len(refused),
        "seconds": round(time.perf_counter() - began, 2),
        "accepted": [one.statement for one in accepted],
        "refused": [one.statement for one in refused],
    }


def table(rows: Iterable[dict[str, Any]], names: Sequence[str]) -> str:
    """Return the figures as text: a kind a line, an interface a column, `false accepted/true refused`."""
    rows = list(rows)
    lines = [f"{'false accepted / true refused':32}" + "".join(f"{name:>15}" for name in names)]
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = {row["interface"]: row for row in rows if row["kind"] == kind}
        cells = [_cell(own[name]) if name in own else "" for name in names]
        lines.append(f"{kind:32}" + "".join(f"{cell:>15}" for cell in cells))
    sums = []
    for name in names:
        own_rows = [row for row in rows if row["interface"] == name]
        keys = ("false_accepted", "true_refused", "n", "seconds")
        sums.append({key: sum(row[key] for row in own_rows) for key in keys})
    lines.append(f"{'all':32}" + "".join(f"{_cell(one):>15}" for one in sums))
    lines.append(f"{'seconds':32}" + "".join(f"{one['seconds']:>15.0f}" for one in sums))
    return "\n".join(lines)


def _cell(row: dict[str, Any]) -> str:
    return f"{row['false_accepted']}/{row['true_refused']} of {row['n']}"


def _falsehood(told: dict[str, Any]) -> Falsehood:
    """Return a falsehood from its JSON."""
    other = None if told["other"] is None else _pair(told["other"])
    claim = StructuredClaim(**told["claim"])
    return Falsehood(
        **{**told, "kind": FalsehoodKind(told["kind"]), "claim": claim, "twin": _pair(told["twin"]), "other": other}
    )


def _pair(told: dict[str, Any]) -> TruePair:
    return TruePair(**{**told, "lines": tuple(told["lines"]), "claim": StructuredClaim(**told["claim"])})


if __name__ == "__main__":
    sys.exit(main())
