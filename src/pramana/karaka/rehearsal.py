"""A scripted model that answers as models usually do, so that work can be rehearsed and its price counted.

It reads lines by the embedded reader, and a share of its answers is bad, so that repairs, refusals and loops are
rehearsed, too. What it says is never used: only how often it is asked, and how long questions and answers are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pramana.canonical import canonical, digest
from pramana.events import PRONOUNS, ROLE_NAMES, as_wire
from pramana.karaka import ptools
from pramana.karaka.entry_ptools import Linking, NumberedSubject
from pramana.karaka.rules import RULES
from pramana.llm import Abstention, Ask, RawResponse, about_tokens

FAILING, INCOMPLETE, DISPUTED = 10, 5, 2
"""Of a hundred lines so many are read wrongly at first so that a check sees it, or only a judge does, and so many stay
disputed. Of 17 lines of a news article that were read by hand through the real protocol, 2 went to the loop."""
DOUBTED = 8
"""Of a hundred links so many are refused."""
NOBODY = 45
"""Of a hundred expressions so many mean none of the names."""
HINTED = 45
"""Of a hundred pronouns so many have a hint in the reading: 90 of 200 that people read in place of a model."""
UNLINKED = 30
"""Of a hundred entities that some entry of a knowledge base goes by so many are none of them: bearers of a name."""
REASON = "The agent, the object and the place are those that the line names."
"""As long as the sentence of a judge that is asked for one."""
_SENT = 12
"""Tokens that a chat template adds to the messages of a call."""


Seen = dict[str, bool]
"""The lines that were judged so far, and whether each is disputed."""


class RehearsedModel:
    """The provider. Equal calls get equal answers. `others` answers the ptools of other packages. `takes_samples`: it
    gives several answers to one request, as the server does in whose place it is."""

    reads_messages = True

    def __init__(self, others: Callable[[Ask], Any], takes_samples: bool = False) -> None:
        self.takes_samples = takes_samples
        self._seen: Seen = {}
        self._others = others

    def _answer(self, ask: Ask) -> Any:
        name = ask.ptool.name
        if name in _VERDICTS:
            return _VERDICTS[name](ask.value, self._seen)
        if name in _ANSWERS:
            return _ANSWERS[name](ask.value, ask.sample)
        return self._others(ask)

    async def complete(self, ask: Ask) -> RawResponse:
        body, *more = (canonical(self._answer(replace(ask, sample=ask.sample + n))) for n in range(ask.count))
        sent = sum(_tokens(message["content"]) for message in ask.messages) + _tokens(canonical(dict(ask.schema)))
        others = tuple(RawResponse(each, "stop", 0, about_tokens(each)) for each in more)
        return RawResponse(body, "stop", sent + _SENT, about_tokens(body), others=others)

    async def aclose(self) -> None:
        pass


@lru_cache(maxsize=512)
def _tokens(text: str) -> int:
    """Return about how many tokens a text is. Prompts and schemas are counted once."""
    return about_tokens(text)


def _luck(text: str, what: str) -> int:
    """Return a number below 100 that depends on a text and on what it is for."""
    return int(digest([what, text])[:8], 16) % 100


@lru_cache(maxsize=4096)
def _reading(text: str) -> tuple[Mapping[str, Any], ...]:
    found = RULES["karaka.kriya_extraction"](ptools.KriyaInput(text=text))
    if isinstance(found, Abstention):
        return ()
    return tuple(as_wire(kriya) for kriya in found.model_dump(mode="json")["kriyas"])


def _kriyas(text: str, told: str, sample: int) -> list[Any]:
    """Return a reading of a line: wrong at first for some, whole where it was `told` what is wrong."""
    whole, chance = list(_reading(text)), _luck(text, "line")
    if whole and not told and chance < FAILING:
        return [{**whole[0], "subject": ["somebody whom no line names"]}, *whole[1:]]
    missing = (not told and chance < FAILING + INCOMPLETE) or (sample and _luck(text, str(sample)) < INCOMPLETE)
    return whole[:-1] if missing else whole


def _is_whole(text: str, kriyas: Sequence[Any]) -> bool:
    return len(kriyas) >= len(_reading(text))


def _is_disputed(text: str, seen: Seen) -> bool:
    """Return whether a line stays disputed: one in so many that are judged, exactly, as each costs a whole loop."""
    if text not in seen:
        seen[text] = len(seen) % (100 // DISPUTED) == 50 // DISPUTED
    return seen[text]


def _vote(good: bool) -> dict[str, Any]:
    return {"score": 96 if good else 65, "reasoning": REASON}


def _choice(choice: str) -> dict[str, Any]:
    return {"choice": choice, "reasoning": REASON, "paninian_violations": []}


def _choice_of_reading(given: ptools.KriyaVerificationInput, seen: Seen) -> dict[str, Any]:
    best = max(given.candidates, key=lambda each: (len(each.data["kriyas"]), each.id))
    good = _is_whole(given.text, best.data["kriyas"]) and not _is_disputed(given.text, seen)
    return _choice(best.id if good else "ALL_INVALID")


def _item_vote(item: ptools.JudgedItem) -> dict[str, Any]:
    good = _is_whole(item.text, item.extraction)
    return {"item": item.item, "score": 96 if good else 65, "reasoning": _short(good)}


def _verdict(item: ptools.JudgedItem, seen: Seen) -> dict[str, Any]:
    valid = _is_whole(item.text, item.extraction) and not _is_disputed(item.text, seen)
    return {"item": item.item, "valid": valid, "reasoning": _short(valid)}


def _references(given: ptools.ReferenceBatchInput) -> dict[str, Any]:
    """Return the first of an expression's names, which is the most salient one, or nobody."""
    found = []
    for row in given.names:
        item, _, names = row.partition(": ")
        nobody = _luck(row, "nobody") < NOBODY
        found.append({"item": int(item), "means": None if nobody else names.split(" | ")[0]})
    return {"references": found}


def _statements(given: ptools.LinkBatchInput, kind: str) -> dict[str, Any]:
    every = 100 // DOUBTED
    # One in so many of each call, exactly: what is refused is asked about in another round, which few texts escape.
    good = [(each.item, each.item % every != every // 2) for each in given.statements]
    if kind == "scores":
        return {kind: [{"item": item, "score": 96 if sure else 60, "reasoning": _short(sure)} for item, sure in good]}
    return {kind: [{"item": item, "valid": sure, "reasoning": _short(sure)} for item, sure in good]}


def _short(sure: bool) -> str:
    return "" if sure else "Another reading is as likely here."


def _entry(given: Linking | NumberedSubject, name: str) -> dict[str, Any]:
    nobody = _luck(name, "nobody") < UNLINKED
    return {"entry": None if nobody else given.entries[0].id, "reasoning": REASON}


def _first(candidates: Sequence[ptools.NamedCandidate]) -> dict[str, Any]:
    return _choice(candidates[0].id)


def _lines(given: ptools.KriyaBatchInput) -> dict[str, Any]:
    """Return readings with hints: a share of the pronouns mean the last name, and each name is of the first kind."""
    found, names = [], list[str]()
    for each in given.lines:
        kriyas = _kriyas(each.text, each.problem, 0)
        refs, last = [], names[-1] if names else "Anna"
        for mention in dict.fromkeys(_mentions(kriyas)):
            if mention.casefold() in PRONOUNS and _luck(f"{each.text}{mention}", "hint") < HINTED:
                refs.append({"mention": mention, "means": last, "line": max(0, each.line - 1)})
            elif mention[:1].isupper() and mention.casefold() not in PRONOUNS and mention not in names:
                names.append(mention)
        found.append({"line": each.line, "kriyas": kriyas, "refs": refs})
    return {"lines": found, "kinds": [{"kind": kind, "names": names} for kind in given.kinds[:1]]}


def _mentions(kriyas: Sequence[Any]) -> Iterator[str]:
    for kriya in kriyas:
        for role in ROLE_NAMES:
            yield from kriya.get(role, ())


_ANSWERS: Mapping[str, Callable[[Any, int], Any]] = {
    "karaka.kriya_extraction": lambda given, sample: {"kriyas": _kriyas(given.text, given.feedback, sample)},
    "karaka.kriya_batch_extraction": lambda given, _: _lines(given),
    "karaka.kriya_scoring": lambda given, _: _vote(_is_whole(given.text, given.extraction)),
    "karaka.kriya_batch_scoring": lambda given, _: {"scores": [_item_vote(each) for each in given.items]},
    "karaka.link_scoring": lambda given, _: _vote(_luck(given.statement, "link") >= DOUBTED),
    "karaka.link_verification": lambda given, _: {
        "valid": _luck(given.statement, "link") >= DOUBTED,
        "reasoning": REASON,
    },
    "karaka.link_batch_scoring": lambda given, _: _statements(given, "scores"),
    "karaka.link_batch_verification": lambda given, _: _statements(given, "verdicts"),
    "karaka.reference_batch": lambda given, _: _references(given),
    "karaka.entry": lambda given, _: _entry(given, "".join(given.names)),
    "karaka.entry_scoring": lambda given, _: _vote(_luck("".join(given.names), "link") >= DOUBTED),
    "karaka.entry_verification": lambda given, _: _first(given.candidates),
    "karaka.entry_batch": lambda given, _: {
        "entries": [{"item": each.item, "entry": _entry(each, "".join(each.names))["entry"]} for each in given.subjects]
    },
    "karaka.entry_batch_scoring": lambda given, _: _statements(given, "scores"),
    "karaka.entry_batch_verification": lambda given, _: _statements(given, "verdicts"),
}
"""By ptool: those of reading, and of the passes over what was read."""
_VERDICTS: Mapping[str, Callable[[Any, Seen], Any]] = {
    "karaka.kriya_verification": _choice_of_reading,
    "karaka.kriya_batch_verification": lambda given, seen: {"verdicts": [_verdict(each, seen) for each in given.items]},
}
"""Those of lines, which may stay disputed."""
