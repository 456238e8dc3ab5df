"""What a comparison of two versions of the prompts came to: as data, in words, and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.app.comparing_reading import BatchReading
from pramana.app.comparing_sums import LinePair, Sums, differing, paired, summed
from pramana.app.comparing_trial import Trial


@dataclass(frozen=True, slots=True)
class Comparison:
    """Version `a` against version `b` over the same lines. `paid` is what was spent now, by model.

    `differing` are the prompts that differ and were read by a model, `by_document` how many lines were sampled of
    each, `differences` the lines that came out otherwise, the most telling first. `texts` has both versions of every
    differing prompt.
    """

    run: int
    a: str
    b: str
    policy: str
    judged: bool
    seed: int
    differing: tuple[str, ...]
    by_document: Mapping[str, int]
    texts: Mapping[str, tuple[str, str]]
    sums: Sums
    differences: tuple[LinePair, ...]
    paid: Mapping[str, Any]

    @property
    def conclusions(self) -> list[str]:
        """What may be concluded, a sentence a measure, and what is to be kept in mind."""
        from pramana.app.comparing_words import cautions, conclusions

        return [*conclusions(self), *cautions(self)]

    def as_json(self, *, texts: bool = True) -> dict[str, Any]:
        """Return it as JSON; without `texts`, nothing that quotes a document."""
        found: dict[str, Any] = {
            "run": self.run,
            "a": self.a,
            "b": self.b,
            "policy": self.policy,
            "judged": self.judged,
            "seed": self.seed,
            "differing": list(self.differing),
            "by_document": dict(self.by_document),
            "sums": self.sums.as_json(),
            "conclusions": self.conclusions,
            "paid": dict(self.paid),
            "differing_lines": [[line.doc_id, line.line_number] for line in self.differences],
        }
        return found | ({"differences": [line.as_json() for line in self.differences]} if texts else {})

    def html(self) -> str:
        """Return it as one page that needs nothing else."""
        from pramana.app.comparing_html import comparison_page

        return comparison_page(self)

    def save(self, path: str | Path) -> Path:
        """Write the page, whole or not at all."""
        from pramana.pages import save_page

        return save_page(path, self.html())

    def _repr_html_(self) -> str:
        from pramana.pages import framed

        return framed(self.html(), f"{self.a} against {self.b}")

    def __str__(self) -> str:
        return "\n".join([f"{self.a} (A) against {self.b} (B) over {self.sums.lines:,} lines", *self.conclusions])


def made_of(trial: Trial, sides: Sequence[Sequence[BatchReading]], run: int, paid: Mapping[str, Any]) -> Comparison:
    """Return what two readings of a trial's batches come to."""
    a, b = sides
    groups = paired(trial.batches, a, b)
    return Comparison(
        run=run,
        a=trial.names[0],
        b=trial.names[1],
        policy=trial.settings.gsv.policy,
        judged=trial.judged,
        seed=trial.settings.seed,
        differing=trial.differing,
        by_document=trial.by_document,
        texts={key: (trial.books["a"].get_prompt(key), trial.books["b"].get_prompt(key)) for key in trial.differing},
        sums=summed(groups, a, b, trial.settings.seed),
        differences=tuple(differing(groups)),
        paid=paid,
    )
