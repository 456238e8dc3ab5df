"""An investigation: its answer, claims and hypotheses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.investigate import (
    CheckedClaim,
    Investigation,
    cost_line,
    merge_places,
    missing_text,
    place_text,
    verdict_line,
)
from pramana.views.render.parts import Part, aside, columns, heading, line

_SHOWN = 3
"""Citations of a claim, and places of a citation, that are printed; `--json` and the report have all."""


_STYLES = {"open": "dim", "supported": "green", "refuted": "red", "partial": "yellow"}


def _claim(number: int, claim: CheckedClaim) -> Iterator[Part]:
    yield line(f"{number}. {claim.text}")
    if claim.caution:
        yield line(f"  {claim.caution}")
    rows: list[Any] = []
    cited: dict[str, None] = {}
    for citation in claim.citations[:_SHOWN]:
        places = [place_text(place) for place in merge_places(citation.places)[:_SHOWN]] or ["counted by the engine"]
        new = [place for place in places if place not in cited]  # edges of one event have one line
        rows += [((citation.ref, "cyan") if not index else "", place) for index, place in enumerate(new)]
        cited.update(dict.fromkeys(new))
    told = dict.fromkeys(map(verdict_line, claim.stated))
    rows += [((name, "cyan"), said) for name, said in told]
    yield columns(rows)
    more = len(claim.citations) - _SHOWN + claim.left
    if more > 0:
        yield line((f"  and {more:,} more", "dim"))


def investigation_parts(found: Investigation) -> Iterator[Part]:
    yield line((found.complete, "bold" if found.answered else "yellow"))
    if found.nearest:
        yield heading("Nearest in the graph")
        yield from (line(f"  {each.text}") for each in found.nearest)
    if found.missing:
        yield line((missing_text(found), "dim"))
    if found.claims:
        yield heading("Claims")
        for number, claim in enumerate(found.claims, 1):
            yield from _claim(number, claim)
    if found.hypotheses:
        yield heading("Hypotheses")
        yield columns(
            [((str(each.verdict), _STYLES[str(each.verdict)]), each.id, each.text) for each in found.hypotheses]
        )
    if found.answered and found.limits:
        yield line((f"Partial: {' '.join(found.limits)}", "yellow"))
    if found.tree is not None and found.answered:
        yield aside(found.why)
    yield aside(cost_line(found))
    if found.answered and found.tree is not None and found.tree.reason in ("budget", "rounds", "time"):
        yield aside("What was answered is kept. Run the same command with a larger bound to continue the search.")
    if found.resumable:
        yield aside("What was answered is kept. Run the same command with a larger bound to resume.")
