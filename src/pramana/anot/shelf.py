"""Seeds kept by the hash of the formula that they were compiled from, one file a version, open to any editor."""

from __future__ import annotations

import re
from pathlib import Path

from pramana.anot.seed import FormulaSeed, formula_hash, load_seed, save_seed

_VERSION = re.compile(r"v([1-9]\d{0,8})\.json")


class SeedShelf:
    """A folder of seeds: `<hash of the formula>/v1.json`, `v2.json` … The newest version is the one in force.

    Files may be edited by hand, and added: what counts is what they hold when they are read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def versions(self, formula: str) -> list[Path]:
        """Return the files of a formula's seeds, oldest first."""
        place = self.folder / formula_hash(formula)
        found = [(int(match[1]), path) for path in place.glob("v*.json") if (match := _VERSION.fullmatch(path.name))]
        return [path for _, path in sorted(found)]

    def newest(self, formula: str) -> tuple[Path, FormulaSeed] | None:
        """Return a formula's seed in force and its file, None without one. Raises InputError where it is broken."""
        versions = self.versions(formula)
        return (versions[-1], load_seed(versions[-1])) if versions else None

    def keep(self, seed: FormulaSeed, formula: str) -> tuple[Path, FormulaSeed]:
        """Keep a seed as its formula's next version; the newest again where nothing but the version would change."""
        newest = self.newest(formula)
        if newest is not None and newest[1].with_values(version=1) == seed.with_values(version=1):
            return newest
        versions = self.versions(formula)
        number = int(versions[-1].stem[1:]) + 1 if versions else 1
        numbered = seed.with_values(version=number)
        return save_seed(numbered, self.folder / formula_hash(formula) / f"v{number}.json"), numbered
