"""What code decided: hashes over the sources and libraries that a result depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from typing import Literal

from pramana.app.engine_sources import LIBRARIES, deciding_code
from pramana.canonical import digest
from pramana.registry import PluginIdentity

EMBEDDED: Mapping[str, tuple[str, ...]] = {
    "karaka": ("karaka/rules", "karaka/plans.py"),
    "gasl": ("gasl/rules.py",),
    "anot": ("anot/reading.py",),
    "igg": ("igg/rules.py",),
    "investigate": ("investigate/rules.py",),
    "mining": ("mining/ptools.py",),
}
"""The rules of the embedded model, by the package whose ptools they answer."""

ROOTS: Mapping[str, tuple[str, ...]] = {
    "reading": ("app/importing.py", "gsv", "karaka"),
    "lines": ("gsv", "karaka/ingest.py"),
    "names": ("karaka/passes/blocks.py",),
    "execution": ("anot",),
    "growth": ("igg",),
    "investigation": ("app/gasl_verifier.py", "app/passages.py", "investigate"),
    "gasl": ("app/gasl_verifier.py", "gasl"),
    "embedded": tuple(root for roots in EMBEDDED.values() for root in roots),
}
"""The code that makes each kind of result. What it imports is found: see `deciding_code`.

`reading` is all that decides in a workspace's graph. `lines` reads one line; `names` is what passes keep of names and
of the links between these. A pass has its own: see `pass_hash`.
"""


@cache
def engine_hash(
    plugins: tuple[PluginIdentity, ...] = (), kind: Literal["reading", "lines", "names"] = "reading"
) -> str:
    """Return the hash of the code that decides what enters the graph. Another one is another configuration.

    `plugins` are those of other packages that take part: see `plugins.identities`.
    """
    return _hash(ROOTS[kind], plugins)


@cache
def pass_hash(name: str, plugins: tuple[PluginIdentity, ...] = ()) -> str:
    """Return the hash of the code that decides what a built-in pass proposes: with another one it decides anew.

    What other passes wrote it reads in the graph: their code is in it only as far as it imports that.
    """
    return _hash(pass_roots(name), plugins)


def pass_roots(name: str) -> tuple[str, ...]:
    """Return where the code of a built-in pass begins."""
    return (f"karaka/passes/builtin/{name}.py",)


@cache
def execution_hash() -> str:
    """Return the hash of all code that decides what a Formula Seed comes to, beside what models say."""
    return _hash(ROOTS["execution"])


@cache
def growth_hash() -> str:
    """Return the hash of all code that decides what a graph that agents grow comes to, beside what they say."""
    return _hash(ROOTS["growth"])


@cache
def investigation_hash() -> str:
    """Return the hash of all code that decides what an investigation comes to, beside what models say."""
    return _hash(ROOTS["investigation"])


@cache
def gasl_hash() -> str:
    """Return the hash of all code that decides what a run of GASL comes to, beside what models say."""
    return _hash(ROOTS["gasl"])


@cache
def embedded_version(package: str = "") -> str:
    """Return the version of the embedded model: the hash of its rules, and of all that they read with.

    With `package` that of the rules for that package's ptools, so that other rules leave what these decided as it is.
    """
    return _hash(EMBEDDED.get(package, ROOTS["embedded"]))[:12]


def _hash(roots: tuple[str, ...], plugins: tuple[PluginIdentity, ...] = ()) -> str:
    code = deciding_code(roots)
    libraries = {LIBRARIES[name]: _version(LIBRARIES[name]) for name in code.libraries}
    more = {"plugins": [asdict(each) for each in plugins]} if plugins else {}
    return digest({"sources": dict(code.files), "libraries": libraries, **more})


@cache
def _version(distribution: str) -> str:
    """Return a distribution's version: Python parses its whole description for it, so each is asked once."""
    return version(distribution)
