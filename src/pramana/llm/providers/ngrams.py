"""The built-in embedder: hashed character n-grams. No model, no download, the same integers on every machine."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np
from anyio.lowlevel import checkpoint

from pramana.llm.providers.vectors import Kind, RawVectors
from pramana.llm.quantise import Matrix
from pramana.llm.settings import EmbedderSettings

_MOST = 127
_LONGEST = 2_000


class NgramEmbedder:
    """Turns texts into vectors of counts, so that texts that share many letter sequences lie close.

    It knows spelling, not meaning: *Scrooge* and *Scroodge* are near, *miser* and *skinflint* are not. Case, marks
    over letters and punctuation do not count. Each n-gram adds 1 or -1 to one of `dimensions` places; only the first
    2,000 code points of a text are looked at.
    """

    def __init__(self, dimensions: int = 256, sizes: Sequence[int] = (2, 3, 4)) -> None:
        """`dimensions` is at least 8; `sizes` are the lengths of the n-grams, in code points."""
        self.dimensions = dimensions
        self._sizes = tuple(sizes)
        self._places: dict[str, tuple[int, int]] = {}

    @property
    def name(self) -> str:
        """Identifies the embedder: vectors of the same name can be compared."""
        return f"ngrams-{self.dimensions}-{'.'.join(map(str, self._sizes))}"

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one row a text, `dimensions` wide. A text without letters or digits gives zeros.

        >>> NgramEmbedder(8).embed(["Rama", "rāma!"]).tolist()[0] == NgramEmbedder(8).embed(["RAMA"]).tolist()[0]
        True
        """
        rows = np.zeros((len(texts), self.dimensions), dtype=np.int8)
        counts = [0] * self.dimensions
        for row, text in zip(rows, texts, strict=True):
            for gram in self._ngrams(text):
                place, sign = self._place(gram)
                counts[place] += sign
            for place, count in enumerate(counts):
                if count:
                    row[place] = max(-_MOST, min(_MOST, count))
                    counts[place] = 0
        return rows

    def _ngrams(self, text: str) -> Iterator[str]:
        for word in _words(text):
            padded = f" {word} "
            for size in self._sizes:
                for start in range(max(1, len(padded) - size + 1)):
                    yield padded[start : start + size]

    def _place(self, gram: str) -> tuple[int, int]:
        known = self._places.get(gram)
        if known is None:
            hashed = crc32(gram.encode("utf-8", "surrogatepass"))
            known = hashed % self.dimensions, 1 if hashed >> 31 else -1
            if len(self._places) < 500_000:  # bounds the memory that hostile text can ask for
                self._places[gram] = known
        return known


class NgramVectors:
    """The provider that asks the built-in embedder. It costs nothing and never errs, so nothing of it is stored."""

    pure = True

    def __init__(self, settings: EmbedderSettings) -> None:
        self._embedder = NgramEmbedder(settings.dimensions or 256)
        self.name = self._embedder.name

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        await checkpoint()
        return RawVectors(self._embedder.embed(texts), 0)

    async def aclose(self) -> None:
        pass


def _words(text: str) -> list[str]:
    """Return the words of a text: case folded, without marks over letters and without punctuation."""
    plain = unicodedata.normalize("NFKD", text[:_LONGEST]).casefold()
    kept = (
        character if character.isalnum() else "" if unicodedata.combining(character) else " " for character in plain
    )
    return "".join(kept).split()
