"""Versions, the workspace's integrity, models and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pramana.views.render.parts import Cell, Part, columns, heading, line

if TYPE_CHECKING:
    from pramana.llm import FoundServer

_NAMED = 3
"""Models of a server that are named where all servers are listed."""
GROUPS = {"versions": "Versions", "workspace": "Workspace", "models": "Models", "ptools": "Who answers what"}


def _rows(entry: dict[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """Return what is said of a model, a fact a row: what it is, what was seen, what to do."""
    facts: list[Cell] = [*_model_lines(entry), *((advice, "yellow") for advice in entry["advice"])]
    facts += [(limit, "dim") for limit in entry["limits"]]
    yield _mark(entry), entry["what"], facts[0]
    for fact in facts[1:]:
        yield "", "", fact


def _model_lines(entry: dict[str, Any]) -> Iterator[str]:
    if entry["about"]:
        yield entry["about"]
        return
    if entry["server"]:
        place = entry["base_url"] or entry["server"]
        yield f"{entry['provider']} {entry['model']} at {place}; key: {entry['key']}"
    else:
        yield f"{entry['provider']} {entry['model']}"
    if "device" in entry:
        yield _place(entry)
    if "answer" in entry:
        seconds = f" in {entry['seconds']:.2f} s" if "seconds" in entry else ""
        yield f"answer: {entry['answer']}{seconds}"
    if "forms" in entry:
        yield f"structured output: {'; '.join(f'{form} {how}' for form, how in entry['forms'].items())}"
    if "reading" in entry:
        yield _reading_text(entry["reading"])
    if "dimensions" in entry:
        yield f"vectors of {entry['dimensions']} numbers"


def _reading_text(reading: dict[str, Any]) -> str:
    """Say what reading a few lines in one call showed."""
    if "error" in reading:
        return f"reading: failed; {reading['error']}"
    minutes = reading["minutes_per_1000_lines"]
    return (
        f"reading: {reading['usable']} of {reading['lines']} lines in {reading['seconds']:.1f} s, "
        f"{reading['tokens_per_second']:.0f} tokens/s; 1,000 lines take about {minutes:.0f} min"
    )


def _place(entry: dict[str, Any]) -> str:
    """Say where a local model runs, and how it fits."""
    bits = "4 bits" if entry["quantization"] == "4bit" else entry["dtype"]
    sizes = (entry["memory_needed"], entry["memory_free"])
    needed, free = ("unknown" if size is None else f"{size / 1e9:.1f} GB" for size in sizes)
    return f"on {entry['device']} in {bits}; memory needed: {needed}, free: {free}"


def _mark(entry: dict[str, Any]) -> Cell:
    return ("well", "green") if entry["well"] else ("ILL", "bold red")


def doctor_parts(found: dict[str, Any]) -> Iterator[Part]:
    yield line((GROUPS["versions"], "bold"))
    yield columns(list(found["versions"].items()))
    yield heading(GROUPS["workspace"])
    yield columns([(_mark(entry), entry["what"], entry["seen"]) for entry in found["workspace"]])
    yield heading(GROUPS["models"])
    yield from doctor_model_parts(*found["models"])
    yield heading(GROUPS["ptools"])
    yield columns(_models_of_ptools(found["ptools"]))


def _models_of_ptools(models: dict[str, str]) -> list[tuple[str, str]]:
    """Return each ptool with its model; one row where all have the same, as in most workspaces."""
    if len(set(models.values())) == 1:
        return [(f"all {len(models)} ptools", next(iter(models.values())))]
    return list(models.items())


def doctor_model_parts(*found: dict[str, Any]) -> Iterator[Part]:
    """What was seen of models."""
    yield columns([row for entry in found for row in _rows(entry)])


def server_parts(servers: Sequence[FoundServer]) -> Iterator[Part]:
    """The servers that can be used, numbered from 1."""
    if not servers:
        yield line("No model was found: no server answers on this machine, and the environment holds no key.")
        yield line("  Start one (ollama serve), or set a key (export OPENAI_API_KEY=…), and try again.")
        yield line("  A server elsewhere is named in pramana.toml by its base_url: see docs/models.md.")
        return
    yield columns(
        [(str(number), each.preset, each.address, _key_and_models(each)) for number, each in enumerate(servers, 1)]
    )


def _key_and_models(server: FoundServer) -> str:
    key = f"key in {server.key}" if server.key else ""
    more = f" and {len(server.models) - _NAMED} more" if len(server.models) > _NAMED else ""
    models = f"{', '.join(server.models[:_NAMED])}{more}" if server.models else "lists no models"
    return "; ".join(filter(None, (key, models if server.reached else "did not answer now")))
