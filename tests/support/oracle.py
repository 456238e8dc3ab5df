"""A model to test against: it answers every Kāraka ptool over HTTP, sometimes badly, always the same way.

It reads by the embedded rules, and spoils some of what it reads, chosen by the hash of the request, so that every
branch of GSV is walked: invented mentions, roles swapped, broken JSON, judges who disagree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from pramana.events import ROLE_NAMES
from pramana.karaka import RULES
from pramana.karaka.ptools import AnswerInput, KriyaInput, QueryInput
from pramana.llm import Abstention

_SECTION = re.compile(r"^## (\w+)\n", re.M)
_FENCE = re.compile(r"<<<data (\w+)\n(.*?)\ndata \1 >>>", re.S)


def fields(request: dict[str, Any]) -> dict[str, str]:
    """Return the sections of the user message by name, fences taken off."""
    parts = _SECTION.split(request["messages"][-1]["content"])[1:]
    found = {}
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        fence = _FENCE.search(body)
        found[name] = fence[2] if fence else body.strip()
    return found


def asked_for(request: dict[str, Any]) -> str:
    """Return the first property of the answer that is asked for: it tells which ptool this is."""
    schema = request["response_format"]["json_schema"]["schema"]
    return next(name for name in schema["properties"] if name not in {"reasoning", "paninian_violations"})


def chance(request: dict[str, Any], salt: str) -> int:
    """Return a number below 100, the same for the same request."""
    body = json.dumps([request["messages"], salt], sort_keys=True)
    return int.from_bytes(blake2b(body.encode(), digest_size=4).digest()) % 100


def read_line(text: str) -> dict[str, Any]:
    found = RULES["karaka.kriya_extraction"](KriyaInput(text=text))
    return {"kriyas": []} if isinstance(found, Abstention) else found.model_dump(mode="json")


def numbered_lines(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the numbered lines of a request: `line`, `text`, and `problem` where one is named."""
    found: list[dict[str, Any]] = []
    for row in fields(request)["lines"].split("\n"):
        number, _, text = row.partition(". ")
        if row.startswith("  problem: "):
            found[-1]["problem"] = row.removeprefix("  problem: ")
        else:
            found.append({"line": int(number), "text": text})
    return found


def judged_items(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the numbered readings of a request: `item`, `text`, and `events`, one text each."""
    found: list[dict[str, Any]] = []
    for row in fields(request)["items"].split("\n"):
        number, _, text = row.partition(". ")
        if row.startswith("- "):
            found[-1]["events"].append(row.removeprefix("- "))
        else:
            found.append({"item": int(number), "text": text, "events": []})
    return found


def reading(request: dict[str, Any], read: Callable[[str], dict[str, Any]] = read_line) -> dict[str, Any] | None:
    """Return the answer of a model that reads each line by `read`, None to a request that is not about reading."""
    kind = asked_for(request)
    if kind == "kriyas":
        return read(fields(request)["text"])
    if kind != "lines":
        return None
    return {"lines": [{"line": each["line"], **read(each["text"])} for each in numbered_lines(request)]}


def obliging(request: dict[str, Any], number: int) -> Any:
    """Answer as a model that reads by the rules and agrees with every reading; all else like `answer`."""
    kind, given = asked_for(request), fields(request)
    found = reading(request)
    if found is not None:
        return found
    if kind == "score" and "extraction" in given:
        return {"reasoning": "it holds", "score": 97}
    if kind == "choice" and "text" in given:
        return {"choice": json.loads(given["candidates"])[0]["id"], "reasoning": "it holds"}
    if kind in ("scores", "verdicts") and "items" in given:
        said = {"score": 97} if kind == "scores" else {"valid": True}
        return {kind: [{"item": each["item"], "reasoning": "", **said} for each in judged_items(request)]}
    return answer(request, number)


def _extraction(request: dict[str, Any]) -> str:
    found = read_line(fields(request)["text"])
    luck = chance(request, "read") if not fields(request).get("feedback") else 99
    if luck < 4:
        return json.dumps(found)[:-4]
    if luck < 10 and found["kriyas"]:
        found["kriyas"][0]["karakas"]["KARTA"] = ["Nobody Wrote This"]
    return json.dumps(found, ensure_ascii=False)


def _lines(request: dict[str, Any]) -> dict[str, Any]:
    """Read several lines, each with a luck of its own; a line with a problem is read rightly."""
    entries = []
    for each in numbered_lines(request):
        found, luck = read_line(each["text"]), chance({"messages": each["text"]}, "read")
        if luck < 4:
            continue
        if luck < 10 and found["kriyas"] and "problem" not in each:
            found["kriyas"][0]["karakas"]["KARTA"] = ["Nobody Wrote This"]
        entries.append({"line": each["line"], **found})
    return {"lines": entries}


def worth(kriyas: list[dict[str, Any]]) -> int:
    """Return how many mentions a reading in short form holds: more is better, says this model."""
    return sum(len(kriya.get(name, ())) for kriya in kriyas for name in ROLE_NAMES)


def _score(request: dict[str, Any]) -> dict[str, Any]:
    given = fields(request)
    if "statement" in given:
        return {"reasoning": "as it seems", "score": 78 + chance(request, "score") // 5}
    if "extraction" not in given:
        return {"reasoning": "as it seems", "score": 90 + chance(request, "score") % 9}
    points = min(16, 4 * worth(json.loads(given["extraction"])))
    return {"reasoning": "as it seems", "score": 74 + points + chance(request, "score") % 9}


def _choice(request: dict[str, Any]) -> dict[str, Any]:
    candidates = json.loads(fields(request)["candidates"])
    best = max(candidates, key=lambda candidate: (worth(candidate["data"].get("kriyas", [])), candidate["id"]))["id"]
    luck = chance(request, "choice")
    choice = "ALL_INVALID" if luck < 8 else candidates[0]["id"] if luck < 16 else best
    return {"choice": choice, "reasoning": "it fits best"}


def statements(given: dict[str, str]) -> list[dict[str, Any]]:
    """Return the numbered statements of a request's fields: `item`, `statement`."""
    rows = [row.partition(". ") for row in given.get("statements", "").splitlines()]
    return [{"item": int(number), "statement": text} for number, _, text in rows]


def _scores(request: dict[str, Any]) -> dict[str, Any]:
    if said := statements(fields(request)):
        return {"scores": [{"item": i["item"], "reasoning": "r", "score": _points(i["statement"])} for i in said]}
    items = judged_items(request)
    return {"scores": [{"item": i["item"], "reasoning": "r", "score": 78 + chance(told(i), "s") // 5} for i in items]}


def _points(statement: str) -> int:
    return 78 + chance({"messages": statement}, "score") // 5


def _verdicts(request: dict[str, Any]) -> dict[str, Any]:
    if said := statements(fields(request)):
        valid = [chance({"messages": i["statement"]}, "valid") > 4 for i in said]
        return {"verdicts": [{"item": i, "valid": each, "reasoning": "r"} for i, each in enumerate(valid, 1)]}
    items = judged_items(request)
    return {"verdicts": [{"item": i["item"], "valid": chance(told(i), "v") > 4, "reasoning": "r"} for i in items]}


def told(item: dict[str, Any]) -> dict[str, Any]:
    """Return what the luck of one item of a batch hangs on: its text, not its neighbours."""
    return {"messages": item["text"]}


def offered(given: dict[str, str]) -> list[tuple[int, str, list[str]]]:
    """Return the expressions of a request's fields: number, words, and the names that each may mean, without kinds."""
    words = dict(re.findall(r"⟦(\d+) ([^⟦⟧]*)", given["lines"]))
    rows = [row.partition(": ") for row in given["names"].splitlines()]
    return [
        (int(item), words[item], [name.partition(" [")[0] for name in names.split(" | ")]) for item, _, names in rows
    ]


def _references(request: dict[str, Any]) -> dict[str, Any]:
    """Return whom the marked expressions mean: nobody, a name that was not given, or one of the names."""
    found = []
    for item, _, names in offered(fields(request)):
        luck = chance({"messages": names}, "means")
        means = None if luck < 20 else "Nobody" if luck < 30 else names[luck % len(names)]
        found.append({"item": item, "means": means})
    return {"references": found}


def _valid(request: dict[str, Any]) -> dict[str, Any]:
    return {"valid": chance(request, "valid") > 4, "reasoning": "the lines say so"}


def _plan(request: dict[str, Any]) -> str:
    given = fields(request)
    known = {name: json.loads(given.get(name, "[]")) for name in ("names", "verbs")}
    planned = RULES["karaka.query_decomposition"](QueryInput(question=given["question"], **known))
    return planned.model_dump_json()


def _composed(question: str, lines: list[str]) -> list[dict[str, Any]]:
    """Return the first line that has every word of a question but its first as the answer, [] where none has them."""
    wanted = set(re.findall(r"\w+", question.casefold())[1:]) - {"the", "a", "an", "did", "does", "was", "is"}
    for row in lines:
        number, _, text = row.partition(". ")
        if number.isdigit() and wanted <= set(re.findall(r"\w+", text.casefold())):
            return [{"text": text.partition(" (“")[0], "lines": [int(number)]}]
    return []


def _answer(request: dict[str, Any]) -> str:
    given = fields(request)
    if not given["lines"].startswith("["):
        return json.dumps({"sentences": _composed(given["question"], given["lines"].splitlines())})
    asked = AnswerInput(question=given["question"], lines=json.loads(given["lines"]))
    return RULES["karaka.answer_generation"](asked).model_dump_json()


_ANSWERS = {
    "kriyas": _extraction,
    "lines": _lines,
    "score": _score,
    "choice": _choice,
    "scores": _scores,
    "verdicts": _verdicts,
    "valid": _valid,
    "references": _references,
    "steps": _plan,
    "sentences": _answer,
}


def answer(request: dict[str, Any], number: int) -> Any:
    return _ANSWERS[asked_for(request)](request)
