"""A scripted model: it reads lines by the embedded reader, and a stated share of its answers is bad.

What it answers follows from the request alone, but for disputed lines, of which there are exactly as many as stated.
Some lines are read wrongly at first (an invented participant, which the checks see; a left-out event, which judges
see) and rightly when the answer is asked for again with feedback. Judges compare a reading with the rules' own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from pramana import events
from pramana.events import PRONOUNS, ROLE_NAMES
from pramana.karaka import RULES
from pramana.karaka.ptools import AnswerInput, KriyaInput, QueryInput
from pramana.llm import Abstention

SHORT = hasattr(events, "as_wire")
"""Whether the measured version asks for readings in short form."""
as_wire: Any = getattr(events, "as_wire", None)
_SECTION = re.compile(r"^## (\w+)\n", re.M)
_FENCE = re.compile(r"<<<data (\w+)\n(.*?)\ndata \1 >>>", re.S)
REASON = "The agent, the object and the place are those that the line names."
"""What a judge writes: as long as a real one's sentence."""
DOUBT = "The line also says what is left out here, and that is of weight."


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of a hundred lines, links or expressions are answered badly.

    `failing` readings break a check at first, `incomplete` ones are seen by judges at first, `disputed` lines have
    scorers and verifier disagree whatever is proposed. Of links and expressions `doubtful` ones are refused; `nobody`
    of the expressions mean none of the names. `hinted` pronouns have a hint in the reading. Of every other plan for a
    question `vague` ones leave the verb out.
    """

    failing: int = 10
    incomplete: int = 5
    disputed: int = 2
    doubtful: int = 8
    nobody: int = 45
    hinted: int = 45
    vague: int = 40


def luck(text: str, salt: str) -> int:
    """Return a number below 100, the same for the same text and salt."""
    return int.from_bytes(blake2b(f"{salt}:{text}".encode(), digest_size=4).digest()) % 100


def fields(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sections of the user message by name, fences taken off, JSON read."""
    parts = _SECTION.split(request["messages"][-1]["content"])[1:]
    return {name: _content(body) for name, body in zip(parts[::2], parts[1::2], strict=True)}


def _content(body: str) -> Any:
    fenced = _FENCE.search(body)
    text = fenced[2] if fenced else body.strip()
    if text[:1] not in "[{":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def ptool_of(request: Mapping[str, Any]) -> str:
    """Return the name under which a request's schema is sent: that of the ptool."""
    return str(request["response_format"]["json_schema"]["name"])


@lru_cache(maxsize=4096)
def _read(text: str) -> str:
    found = RULES["karaka.kriya_extraction"](KriyaInput(text=text))
    kriyas = [] if isinstance(found, Abstention) else found.model_dump(mode="json")["kriyas"]
    return json.dumps([as_wire(kriya) for kriya in kriyas] if SHORT else kriyas)


def _numbered(given: Any) -> list[dict[str, Any]]:
    """Return numbered lines, or items, as objects: they are sent as text, in older versions as JSON."""
    if not isinstance(given, str):
        return list(given)
    found: list[dict[str, Any]] = []
    for row in given.split("\n"):
        number, _, text = row.partition(". ")
        if row.startswith("- "):
            found[-1]["extraction"].append(row)
        elif row.startswith("  problem: "):
            found[-1]["problem"] = row
        else:
            found.append({"line": int(number), "item": int(number), "text": text, "extraction": []})
    return found


def _events(extraction: Any) -> list[Any]:
    """Return the Kriyās of a reading as judges are shown it: a list, or an object in older versions."""
    found: list[Any] = extraction["kriyas"] if isinstance(extraction, dict) else extraction
    return found


def _with_agent(kriya: dict[str, Any], name: str) -> dict[str, Any]:
    return {**kriya, "subject": [name]} if SHORT else {**kriya, "karakas": {**kriya["karakas"], "KARTA": [name]}}


class ScriptedModel:
    """Answers requests by their ptools."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._disputed: dict[str, bool] = {}
        self._answers: dict[str, Callable[[dict[str, Any], int], Any]] = {
            "karaka_kriya_extraction": lambda given, sample: {"kriyas": self._kriyas(given["text"], given, sample)},
            "karaka_kriya_batch_extraction": self._batch,
            "karaka_kriya_scoring": lambda given, _: self._vote(given["text"], _events(given["extraction"])),
            "karaka_kriya_verification": self._choice,
            "karaka_kriya_batch_scoring": lambda given, _: {"scores": self._each(given, self._vote)},
            "karaka_kriya_batch_verification": lambda given, _: {"verdicts": self._each(given, self._verdict)},
            "karaka_link_scoring": lambda given, _: self._link_vote(given["statement"]),
            "karaka_link_verification": lambda given, _: self._link_verdict(given["statement"]),
            "karaka_link_batch_scoring": lambda given, _: {"scores": self._statements(given, self._link_vote)},
            "karaka_link_batch_verification": lambda given, _: {
                "verdicts": self._statements(given, self._link_verdict)
            },
            "karaka_reference_batch": lambda given, _: {"references": self._meanings(given)},
            "karaka_query_decomposition": self._plan,
            "karaka_query_scoring": lambda given, _: self._link_vote(given["question"]),
            "karaka_query_verification": lambda given, _: self._named(given["question"], given["candidates"]),
            "karaka_answer_generation": lambda given, _: _answer(given),
        }

    def __call__(self, request: Mapping[str, Any]) -> str:
        answer = self._answers[ptool_of(request)](fields(request), int(request.get("seed", 0)))
        brief = '"quote"' in json.dumps(request["response_format"]["json_schema"]["schema"])
        return json.dumps(_shortened(answer) if brief else answer, ensure_ascii=False)

    def _batch(self, given: dict[str, Any], sample: int) -> Any:
        names: list[str] = []
        lines = []
        for each in _numbered(given["lines"]):
            kriyas = self._kriyas(each["text"], each, sample)
            lines.append({"line": each["line"], "kriyas": kriyas, "refs": self._hints(each["line"], kriyas, names)})
        return {"lines": lines, "kinds": [{"kind": "Person", "names": names}]}

    def _kriyas(self, text: str, given: Mapping[str, Any], sample: int) -> list[Any]:
        """Return a reading: the rules' own, but for the lines that are read wrongly at first."""
        found: list[Any] = json.loads(_read(text))
        chance = luck(text, "line")
        first = not (given.get("feedback") or given.get("problem"))
        if first and found and chance < self._shares.failing:
            found[0] = _with_agent(found[0], "somebody whom no line names")
        elif (first and chance < self._shares.failing + self._shares.incomplete) or (
            sample and luck(text, f"{sample}") < 5
        ):
            found = found[:-1]
        return found

    def _hints(self, line: int, kriyas: list[Any], names: list[str]) -> list[dict[str, Any]]:
        """Return hints for a share of the pronouns, at the last of `names`, to which it adds the names of the line."""
        mentions = [each for kriya in kriyas for role in ROLE_NAMES for each in kriya.get(role, ())]
        found = []
        for mention in dict.fromkeys(mentions):
            is_hinted = luck(f"{kriyas}{mention}", "hint") < self._shares.hinted
            if mention.casefold() in PRONOUNS and is_hinted:
                found.append({"mention": mention, "means": names[-1] if names else "Marley", "line": max(0, line - 1)})
            elif mention[:1].isupper() and mention.casefold() not in PRONOUNS and mention not in names:
                names.append(mention)
        return found

    def _is_disputed(self, text: str) -> bool:
        if text not in self._disputed:
            every = 100 // self._shares.disputed
            self._disputed[text] = len(self._disputed) % every == every // 2
        return self._disputed[text]

    def _vote(self, text: str, kriyas: list[Any]) -> dict[str, Any]:
        whole = len(kriyas) >= len(json.loads(_read(text)))
        return {"reasoning": REASON if whole else DOUBT, "score": 95 + luck(text, "vote") % 5 if whole else 65}

    def _verdict(self, text: str, kriyas: list[Any]) -> dict[str, Any]:
        whole = len(kriyas) >= len(json.loads(_read(text))) and not self._is_disputed(text)
        return {"valid": whole, "reasoning": REASON if whole else DOUBT, "paninian_violations": []}

    def _each(self, given: Mapping[str, Any], judge: Callable[[str, list[Any]], dict[str, Any]]) -> list[Any]:
        """Return an entry an item: as short prompts ask, what is right has no reason."""
        found = [
            {"item": each["item"], **judge(each["text"], _events(each["extraction"]))}
            for each in _numbered(given["items"])
        ]
        return [entry | {"reasoning": ""} if SHORT and entry["reasoning"] == REASON else entry for entry in found]

    def _choice(self, given: dict[str, Any], _: int) -> Any:
        whole = len(json.loads(_read(given["text"])))
        best = max(given["candidates"], key=lambda each: (len(each["data"]["kriyas"]), each["id"]))
        valid = len(best["data"]["kriyas"]) >= whole and not self._is_disputed(given["text"])
        return _chosen(best["id"] if valid else "ALL_INVALID")

    def _plan(self, given: dict[str, Any], sample: int) -> Any:
        """Return the rules' plan; of some questions every other sample leaves the verb out."""
        known = {name: given.get(name) or [] for name in ("names", "verbs")}
        planned = RULES["karaka.query_decomposition"](QueryInput(question=given["question"], **known))
        plan: dict[str, Any] = planned.model_dump(mode="json")
        if sample % 2 and luck(given["question"], "plan") < self._shares.vague:
            plan["steps"][-1]["verb"] = None
        return plan

    def _is_doubtful(self, statement: str) -> bool:
        return luck(statement, "link") < self._shares.doubtful

    def _link_vote(self, statement: str) -> dict[str, Any]:
        doubtful = self._is_doubtful(statement)
        return {"reasoning": DOUBT if doubtful else REASON, "score": 60 if doubtful else 96}

    def _link_verdict(self, statement: str) -> dict[str, Any]:
        doubtful = self._is_doubtful(statement)
        return {"valid": not doubtful, "reasoning": DOUBT if doubtful else REASON}

    def _statements(self, given: Mapping[str, Any], judge: Callable[[str], dict[str, Any]]) -> list[Any]:
        told = given["statements"]
        if isinstance(told, str):  # older versions send JSON
            rows = [row.partition(". ") for row in told.splitlines()]
            told = [{"item": int(number), "statement": text} for number, _, text in rows]
        return [{"item": each["item"], **_brief(judge(each["statement"]))} for each in told]

    def _meanings(self, given: Mapping[str, Any]) -> list[Any]:
        """Return what expressions mean: nobody, or one of the names in their rows."""
        found = []
        for row in given["names"].splitlines():
            item, _, names = row.partition(": ")
            listed = names.split(" | ")
            nobody = luck(row, "nobody") < self._shares.nobody
            found.append({"item": int(item), "means": None if nobody else listed[int(item) % len(listed)]})
        return found

    def _named(self, about: str, candidates: list[Any]) -> dict[str, Any]:
        return _chosen("ALL_INVALID" if self._is_doubtful(about) else candidates[0]["id"])


def _shortened(answer: Any) -> Any:
    """Return readings with the short names of their parts, without what is as usual."""
    if isinstance(answer, list):
        return [_shortened(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    if "verb_quote" not in answer:
        return {name: _shortened(each) for name, each in answer.items()}
    short: dict[str, Any] = {"verb": answer["verb"], "quote": answer["verb_quote"]}
    short |= {_ROLES[role]: mentions for role, mentions in answer["karakas"].items()}
    short |= {"negative": True} if answer["polarity"] == "negative" else {}
    short |= {"modality": answer["modality"]} if answer["modality"] != "actual" else {}
    short |= {"said_by": answer["attributed_to"]} if answer["attributed_to"] else {}
    return short


_ROLES = {
    "KARTA": "subject",
    "KARMA": "object",
    "KARANA": "instrument",
    "SAMPRADANA": "recipient",
    "APADANA": "source",
    "ADHIKARANA_SPATIAL": "place",
    "ADHIKARANA_TEMPORAL": "time",
}


def _brief(judged: dict[str, Any]) -> dict[str, Any]:
    """Return a judgement as the short prompts ask for it: with reasons only for what is doubted."""
    return judged if judged["reasoning"] == DOUBT else {**judged, "reasoning": ""}


def _chosen(choice: str) -> dict[str, Any]:
    return {"choice": choice, "reasoning": REASON, "paninian_violations": []}


def _answer(given: Mapping[str, Any]) -> Any:
    asked = AnswerInput(question=given["question"], lines=given["lines"])
    written = RULES["karaka.answer_generation"](asked)
    if isinstance(written, Abstention):
        line = asked.lines[0]
        return {"sentences": [{"text": line.text, "citations": [line.number]}]}
    return written.model_dump(mode="json")
