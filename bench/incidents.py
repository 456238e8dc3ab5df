"""Incidents that the embedded model finds in single review sentences, beside two constant answers.

    python bench/incidents.py [FILE …]

`bench/incidents/*.jsonl`: sentences that readers wrote and labelled who had not seen the rules. Half tell of an
allergic reaction of the writer's company to food here, half are near misses of twelve classes. An answer is *yes* where
the template G1a finds a severity and a firsthand account. Prints precision and recall by file, and the classes of what
was wrongly found. The goal is precision 0.95 or more at recall 0.60 or more, on sentences of other readers.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from pramana.anot import template
from pramana.anot.cues import extract
from pramana.anot.extraction import ExtractionForm

FILES = sorted((Path(__file__).parent / "incidents").glob("*.jsonl"))


def is_found(form: ExtractionForm, sentence: str) -> bool:
    """Return whether an incident of the writer's company is found in a sentence."""
    values = form.values(extract(form.input(sentence, {})))
    return values["incident_severity"] != "none" and values["account_type"] == "firsthand"


def measure(form: ExtractionForm, path: Path) -> None:
    """Print precision and recall over one file."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    found = [row for row in rows if is_found(form, row["sentence"])]
    right = sum(row["label"] for row in found)
    true = sum(row["label"] for row in rows)
    wrong = Counter(row["class"] for row in found if not row["label"])
    print(f"{path.name}: {len(rows)} sentences, {true} true; found {len(found)}, {right} of them true")
    print(f"  precision {right / max(1, len(found)):.3f}  recall {right / max(1, true):.3f}")
    print(f"  always yes: {true / len(rows):.3f} and 1.000; always no: no precision, recall 0")
    if wrong:
        print("  wrongly found: " + ", ".join(f"{name} {count}" for name, count in wrong.most_common()))


def main() -> None:
    form = ExtractionForm(template("g1a"))
    for path in [Path(each) for each in sys.argv[1:]] or FILES:
        measure(form, path)


if __name__ == "__main__":
    main()
