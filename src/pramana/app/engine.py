"""What code decided: hashes over the sources and libraries that a result depends on."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pramana.canonical import digest
from pramana.registry import PluginIdentity

_PACKAGE = Path(__file__).parent.parent
_LISTS = _PACKAGE / "language" / "data"
_DECIDING = (
    "app/importing.py",
    "canonical.py",
    "documents",
    "events",
    "evidence",
    "graph",
    "gsv",
    "karaka",
    "language",
    "llm/embeddings.py",
    "llm/parse.py",
    "llm/providers/ngrams.py",
    "llm/quantise.py",
    "retrieval",
)
_EMBEDDED = (
    *("language", "events", "karaka/rules", "karaka/plans.py", "gasl/rules.py", "gasl/ptools.py"),
    *("anot/cues.py", "anot/extraction.py", "anot/orders.py", "mining/ptools.py"),
    *(
        "igg/ptools.py",
        "igg/python_facts.py",
        "igg/python_names.py",
        "igg/python_reading.py",
        "igg/rules.py",
        "igg/shown.py",
    ),
    *("investigate/ptools.py", "investigate/rules.py", "investigate/rules_answers.py", "investigate/rules_plans.py"),
    *("investigate/shapes.py", "investigate/shapes_events.py", "investigate/shapes_hops.py"),
    *("investigate/shapes_reading.py", "investigate/terms.py", "investigate/words.py"),
)
_EXECUTING = ("anot", "canonical.py", "evidence", "expr", "findings.py", "llm/parse.py")
_GROWING = ("canonical.py", "evidence", "expr", "graph", "igg", "language/data/search", "llm/parse.py", "retrieval")
_INVESTIGATING = ("canonical.py", "evidence", "expr", "gasl", "graph", "investigate", "language", "llm/parse.py")
_LIBRARIES = ("HanTa", "numpy", "py3langid", "pydantic", "pypdfium2", "selectolax", "sentencex")
_READING = ("HanTa", "py3langid")


@cache
def engine_hash(plugins: tuple[PluginIdentity, ...] = ()) -> str:
    """Return the hash of all code that decides what enters the graph. Another one is another configuration.

    `plugins` are those of other packages that take part: see `plugins.identities`.
    """
    libraries = {name: version(name) for name in _LIBRARIES}
    more = {"plugins": [asdict(each) for each in plugins]} if plugins else {}
    return digest({"sources": _sources(_DECIDING), "libraries": libraries, **more})


@cache
def execution_hash() -> str:
    """Return the hash of all code that decides what a Formula Seed comes to, beside what models say."""
    return digest({"sources": _sources(_EXECUTING), "libraries": {"pydantic": version("pydantic")}})


@cache
def growth_hash() -> str:
    """Return the hash of all code that decides what a graph that agents grow comes to, beside what they say."""
    return digest({"sources": _sources(_GROWING), "libraries": {"pydantic": version("pydantic")}})


@cache
def investigation_hash() -> str:
    """Return the hash of all code that decides what an investigation comes to, beside what models say."""
    return digest({"sources": _sources(_INVESTIGATING), "libraries": {"pydantic": version("pydantic")}})


@cache
def embedded_version() -> str:
    """Return the version of the embedded model: the hash of its rules, its tagger and its identifier of languages."""
    return digest({"sources": _sources(_EMBEDDED), "libraries": {name: version(name) for name in _READING}})[:12]


def _sources(rooms: tuple[str, ...]) -> dict[str, str]:
    files = [file for room in rooms for file in _deciding_files(_PACKAGE / room)]
    return {file.relative_to(_PACKAGE).as_posix(): file.read_text("utf-8") for file in files}


def _deciding_files(path: Path) -> list[Path]:
    """Return the sources and word lists at a path. Prompts are hashed with the configuration: users may change them."""
    if path.is_file():
        return [path]
    lists = (each for each in path.rglob("*.txt") if _LISTS in each.parents)
    return sorted([*path.rglob("*.py"), *lists])
