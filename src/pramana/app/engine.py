"""What code decided: hashes over the sources and libraries that a result depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import version

from pramana.app.engine_sources import LIBRARIES, deciding_code
from pramana.canonical import digest
from pramana.registry import PluginIdentity

ROOTS: Mapping[str, tuple[str, ...]] = {
    "reading": ("app/importing.py", "gsv", "karaka"),
    "execution": ("anot",),
    "growth": ("igg",),
    "investigation": ("app/gasl_verifier.py", "app/passages.py", "investigate"),
    "gasl": ("app/gasl_verifier.py", "gasl"),
    "embedded": (
        *("karaka/rules", "karaka/plans.py", "gasl/rules.py", "anot/reading.py"),
        *("igg/rules.py", "investigate/rules.py", "mining/ptools.py"),
    ),
}
"""The code that makes each kind of result. What it imports is found: see `deciding_code`."""


@cache
def engine_hash(plugins: tuple[PluginIdentity, ...] = ()) -> str:
    """Return the hash of all code that decides what enters the graph. Another one is another configuration.

    `plugins` are those of other packages that take part: see `plugins.identities`.
    """
    more = {"plugins": [asdict(each) for each in plugins]} if plugins else {}
    return _hash("reading", **more)


@cache
def execution_hash() -> str:
    """Return the hash of all code that decides what a Formula Seed comes to, beside what models say."""
    return _hash("execution")


@cache
def growth_hash() -> str:
    """Return the hash of all code that decides what a graph that agents grow comes to, beside what they say."""
    return _hash("growth")


@cache
def investigation_hash() -> str:
    """Return the hash of all code that decides what an investigation comes to, beside what models say."""
    return _hash("investigation")


@cache
def gasl_hash() -> str:
    """Return the hash of all code that decides what a run of GASL comes to, beside what models say."""
    return _hash("gasl")


@cache
def embedded_version() -> str:
    """Return the version of the embedded model: the hash of its rules, and of all that they read with."""
    return _hash("embedded")[:12]


def _hash(kind: str, **more: object) -> str:
    code = deciding_code(ROOTS[kind])
    libraries = {LIBRARIES[name]: _version(LIBRARIES[name]) for name in code.libraries}
    return digest({"sources": dict(code.files), "libraries": libraries, **more})


@cache
def _version(distribution: str) -> str:
    """Return a distribution's version: Python parses its whole description for it, so each is asked once."""
    return version(distribution)
