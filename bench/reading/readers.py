"""The readers that the benchmarks of reading measure, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pramana.events import Analyser, Extraction, Unread, read_kriyas
from pramana.language import TreeWord, analyse

Reader = Callable[[str, Sequence[str]], Extraction | Unread]
"""From a line, and the lines before it (the nearest last), to its Kriyās."""

READERS = ("rules", "spacy")
PIPELINE = "en_core_web_sm"


@dataclass(frozen=True, slots=True)
class MeasuredReader:
    """A reader: what finds the clauses of a line, and the section `llm` of a workspace that reads with it."""

    analyser: Analyser
    settings: str = ""
    parse: Callable[[str], list[TreeWord]] | None = None
    """What gives the tree of a line, None for a reader without trees."""

    @property
    def read(self) -> Reader:
        return partial(read_kriyas, analyser=self.analyser)


def open_reader(name: str, pipeline: str = PIPELINE) -> MeasuredReader:
    """Return the reader of that name; `pipeline` is the name or folder of spaCy's."""
    if name == "rules":
        return MeasuredReader(analyse)
    from pramana.llm.providers.spacy_trees import SpacyTrees

    model = f'provider = "spacy"\nmodel = "{pipeline}"\n'
    settings = f'[llm]\ndefault = "trees"\n\n[llm.models.trees]\n{model}'
    trees = SpacyTrees(pipeline)
    return MeasuredReader(trees.analyse, settings, trees.parse)
