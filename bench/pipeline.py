"""Train a spaCy pipeline on a treebank: `python bench/pipeline.py FOLDER TARGET --half first`.

FOLDER holds `en_ewt-ud-dev.conllu` (see `bench/syntax.py`). The pipeline goes to TARGET and is a small one: with a half
of the file as its only text it is no match for the pipelines that spaCy offers. A reader over it can be measured on the
other half: `python bench/syntax.py FOLDER --reader spacy --pipeline TARGET/trained/model-best --half second`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from reading.pipeline import STEPS, train_pipeline
from reading.treebank import read_treebank


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when trained, 2 when the data is not there or no target is named."""
    parser = argparse.ArgumentParser(description="A spaCy pipeline trained on a treebank")
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path, nargs="?")
    parser.add_argument("--gold", default="en_ewt-ud-dev.conllu")
    parser.add_argument("--half", choices=["first", "second"], help="only the documents of this half")
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args(arguments)
    path = given.folder / given.gold
    if not path.is_file() or given.target is None:
        print(f"needs a treebank ({path}) and a folder for the pipeline", file=sys.stderr)
        return 2
    sentences = [each for each in read_treebank(path) if given.half in (None, each.half)]
    print(train_pipeline(sentences, given.target, given.steps))
    return 0


if __name__ == "__main__":
    sys.exit(main())
