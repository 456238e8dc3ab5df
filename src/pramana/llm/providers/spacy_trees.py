"""Dependency trees by a spaCy pipeline that the user has installed, and the embedded model that reads them.

spaCy is imported on the first line. A pipeline is named by its version and the hash of its files, so that a unit's key
changes with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.errors import ConfigError, NeedsModel
from pramana.events import Extraction, Unread, read_kriyas
from pramana.language import Sentence, TreeWord, analyse_tree
from pramana.llm.providers.base import Ask, RawResponse
from pramana.llm.providers.needs import Needs
from pramana.llm.providers.rules import RuleBook, Rules
from pramana.llm.ptool import Abstention

LONGEST = 10_000
"""Code points of a line that is parsed, at most: a parser's memory grows with the line."""
NOT_INSTALLED = "spaCy is not installed. Install it: pip install 'pramana[spacy]'"
_UNUSED = ("ner", "entity_linker", "entity_ruler", "lemmatizer", "textcat", "textcat_multilabel", "senter", "spancat")
"""Components that say nothing of clauses."""


class SpacyTrees:
    """A pipeline, loaded with the first line that it parses."""

    def __init__(self, pipeline: str) -> None:
        self._pipeline = pipeline
        self._parse: Any = None

    def parse(self, text: str) -> list[TreeWord]:
        """Return the words of a line with their tree. Raises NeedsModel and ConfigError."""
        if self._parse is None:
            self._parse = load_pipeline(self._pipeline)
        return _words(self._parse(text))

    def analyse(self, text: str) -> Sentence:
        """Return the words, phrases and clauses of a line. Raises NeedsModel and ConfigError."""
        return analyse_tree(text, self.parse(text))


class SpacyRules(Rules):
    """The embedded model, but that it takes a line's clauses from trees. Everything else is answered by its rules.

    Its answers are stored: a replay must not need spaCy and a pipeline that may be gone by then.
    """

    computes = False

    def __init__(self, pipeline: str, book: RuleBook) -> None:
        super().__init__(book)
        folder_of(pipeline)  # what is missing is reported before the first line
        self._trees = SpacyTrees(pipeline)

    async def complete(self, ask: Ask) -> RawResponse:
        """Answer by tree where a line is to be read, else by rule. Raises NeedsModel for a ptool without a rule."""
        if ask.ptool.output is not Extraction or not self.answers(ask.ptool.name):
            return await super().complete(ask)
        value: Any = ask.value
        found = self.read(value.text, value.context)
        if isinstance(found, Unread):
            return RawResponse(canonical(Abstention(reason=found.reason)), "abstained", 0, 0)
        return RawResponse(canonical(found), "stop", 0, 0)

    def read(self, text: str, context: Sequence[str]) -> Extraction | Unread:
        """Return the Kriyās of a line by its tree, or why it is not read."""
        if len(text) > LONGEST:
            return Unread(f"the line is longer than {LONGEST:,} characters")
        return read_kriyas(text, context, self._trees.analyse)


def load_pipeline(pipeline: str) -> Any:
    """Return a spaCy pipeline. Raises NeedsModel where it or spaCy is missing, ConfigError where it gives no trees."""
    folder = folder_of(pipeline)
    import spacy

    try:
        loaded = spacy.load(folder, exclude=list(_UNUSED))
    except (OSError, ValueError, ImportError) as error:
        raise ConfigError(f"The spaCy pipeline {pipeline!r} cannot be loaded: {error}") from None
    probe = loaded("Rama gave the bow to Lakshmana.")
    if not (probe.has_annotation("DEP") and probe.has_annotation("TAG")):
        raise ConfigError(
            f"The spaCy pipeline {pipeline!r} gives no trees with tags: it needs a tagger and a parser, "
            f"as en_core_web_sm has. Its components: {', '.join(loaded.pipe_names) or 'none'}."
        )
    return loaded


def folder_of(pipeline: str) -> Path:
    """Return the folder of a pipeline's files, by its folder or package name. Raises NeedsModel where it is missing."""
    if find_spec("spacy") is None:
        raise NeedsModel(NOT_INSTALLED)
    if (Path(pipeline) / "config.cfg").is_file():
        return Path(pipeline).resolve()
    package = find_spec(pipeline) if pipeline.isidentifier() else None
    if package is not None and package.origin is not None:
        inside = sorted(Path(package.origin).parent.glob("*/config.cfg"))
        if inside:
            return inside[0].parent
    raise NeedsModel(
        f"The spaCy pipeline {pipeline!r} is not installed. {_advice(pipeline)}, or name the folder of a pipeline: "
        'model = "path/to/pipeline".'
    )


def _advice(pipeline: str) -> str:
    return f"Install it: python -m spacy download {pipeline}"


def needs_of(pipeline: str) -> Needs:
    """Return what is missing of spaCy and a pipeline. Loads neither."""
    if find_spec("spacy") is None:
        return Needs(("spacy",))
    try:
        folder_of(pipeline)
    except NeedsModel:
        return Needs((pipeline,), install=f"python -m spacy download {pipeline}")
    return Needs((), device="cpu", here=True)


def version_of(pipeline: str) -> str:
    """Return the version of spaCy, the name of a pipeline and the hash of its files. Raises NeedsModel."""
    folder = folder_of(pipeline)
    try:
        library = version("spacy")
    except PackageNotFoundError:
        raise NeedsModel(NOT_INSTALLED) from None
    return f"{folder.name}@{_hash_of(folder)}, spacy {library}"


@lru_cache(maxsize=8)
def _hash_of(folder: Path) -> str:
    """Return the hash of all files of a pipeline, with their names."""
    whole = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        whole.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def _words(doc: Any) -> list[TreeWord]:
    """Return the words of a parsed line without those that are blanks, whose children hang on the head above."""
    kept = [token for token in doc if not token.is_space]
    place = {token.i: index for index, token in enumerate(kept)}
    words = []
    for index, token in enumerate(kept):
        head = token.head
        while head.is_space and head.head is not head:
            head = head.head
        words.append(
            TreeWord(
                start=token.idx,
                end=token.idx + len(token.text),
                text=token.text,
                tag=token.tag_,
                pos=token.pos_,
                head=place.get(head.i, index),
                relation=token.dep_,
            )
        )
    return words
