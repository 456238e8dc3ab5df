"""Wikidata, and any other Wikibase, by its action API: `wbsearchentities` for names, `wbgetentities` for entries.

https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities, …=wbgetentities;
https://www.mediawiki.org/wiki/Manual:Maxlag_parameter; Wikimedia's User-Agent policy.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pramana.errors import KnowledgeFailed
from pramana.retrieval.knowledge.answers import Answers, KnowledgeAnswer
from pramana.retrieval.knowledge.model import KnowledgeEntry, LookUp, entry
from pramana.retrieval.knowledge.polite import PoliteClient, failure_of, read_object
from pramana.retrieval.knowledge.settings import KnowledgeSettings

BATCH = 50
"""How many entries one request may ask for."""
LONGEST_SEARCH = 250
"""In code points. Nothing has a longer label."""
_ITEM = re.compile(r"Q[1-9]\d{0,17}")
_INSTANCE_OF = "P31"
_NO_ENTITY = ("no-such-entity",)


class Wikidata:
    """Wikidata as a knowledge base. In replay nothing is asked."""

    def __init__(self, settings: KnowledgeSettings, identity: Mapping[str, str], answers: Answers) -> None:
        self.name = identity["name"]
        self.identity = identity
        self._language = settings.language
        self._maxlag = str(settings.maxlag)
        self._answers = answers
        self._client = PoliteClient(settings)
        self._read: tuple[bytes, dict[str, Any]] = (b"", {})

    async def search(self, name: str, looking: LookUp, *, kind: str = "", limit: int = 8) -> tuple[KnowledgeEntry, ...]:
        """Return items whose label or alias begins with a name, in Wikidata's order, without their types."""
        wanted = name[:LONGEST_SEARCH]
        request = self._answers.key("name", wanted)
        stored = self._answers.stored_answer(request, looking, _usable)
        if stored is None:
            parameters = {"action": "wbsearchentities", "search": wanted, "type": "item", "limit": str(limit)}
            languages = {"language": self._language, "uselang": self._language}
            stored = (await self._ask((request,), {**parameters, **languages}))[request]
            looking.used[request] = stored.number
        hits = self._object(stored).get("search")
        made = (_hit(hit) for hit in (hits if isinstance(hits, list) else []))
        return tuple(one for one in made if one is not None)[:limit]

    async def entries(self, ids: Sequence[str], looking: Mapping[str, LookUp]) -> dict[str, KnowledgeEntry]:
        """Return items with the labels of their classes. Raises KnowledgeFailed where an answer is missing."""
        bodies = await self._bodies("entry", ids, looking, "labels|descriptions|aliases|claims")
        found = {id_: item for id_, body in bodies.items() if (item := _item(body, id_)) is not None}
        classes = {id_: tuple(_classes(item)) for id_, item in found.items()}
        users: dict[str, LookUp] = {}
        for id_, several in classes.items():
            for each in several:
                users.setdefault(each, LookUp(pinned=looking[id_].pinned))
        named = await self._bodies("class", sorted(users), users, "labels")
        labels = {each: self._label(_item(body, each)) for each, body in named.items()}
        for id_, several in classes.items():
            for each in several:
                looking[id_].used |= users[each].used
        made = {id_: self._entry(item, [labels.get(each, "") for each in classes[id_]]) for id_, item in found.items()}
        return {id_: one for id_, one in made.items() if one is not None}

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _bodies(
        self, what: str, ids: Sequence[str], looking: Mapping[str, LookUp], props: str
    ) -> dict[str, dict[str, Any]]:
        """Return the answer that holds each of some ids: stored ones, and others by fifty at a time."""
        known = sorted({id_ for id_ in ids if _ITEM.fullmatch(id_)}, key=lambda id_: (len(id_), id_))
        found: dict[str, KnowledgeAnswer] = {}
        for id_ in known:
            stored = self._answers.stored_answer(self._answers.key(what, id_), looking[id_], partial(_tells_of, id_))
            if stored is not None:
                found[id_] = stored
        missing = [id_ for id_ in known if id_ not in found]
        for start in range(0, len(missing), BATCH):
            found |= await self._batch(what, missing[start : start + BATCH], props)
        for id_, answer in found.items():
            looking[id_].used[self._answers.key(what, id_)] = answer.number
        return {id_: self._object(found[id_]) for id_ in known if id_ in found}

    async def _batch(self, what: str, ids: Sequence[str], props: str) -> dict[str, KnowledgeAnswer]:
        """Ask for entries. An id that was never given out spoils a whole batch: the others are asked for anew."""
        requests = {id_: self._answers.key(what, id_) for id_ in ids}
        languages = "|".join(self._languages())
        parameters = {"action": "wbgetentities", "ids": "|".join(ids), "props": props, "languages": languages}
        came = await self._ask(tuple(requests.values()), {**parameters, "redirects": "yes"}, _NO_ENTITY)
        answers = {id_: came[request] for id_, request in requests.items()}
        told = {id_: answer for id_, answer in answers.items() if _tells_of(id_, answer)}
        left = [id_ for id_ in ids if id_ not in told]
        if not told:
            raise KnowledgeFailed(f"{self.name} gave no answer about {', '.join(ids[:3])}.")
        return {**told, **(await self._batch(what, left, props) if left else {})}

    async def _ask(
        self, requests: tuple[str, ...], parameters: Mapping[str, str], fine: Collection[str] = ()
    ) -> dict[str, KnowledgeAnswer]:
        kept: dict[str, KnowledgeAnswer] = {}
        common = {"format": "json", "formatversion": "2", "errorformat": "bc", "maxlag": self._maxlag}

        def keep(status: int, body: bytes) -> None:
            kept.update(self._answers.put(requests, status, body))

        await self._client.ask({**parameters, **common}, keep, fine)
        return kept

    def _object(self, answer: KnowledgeAnswer) -> dict[str, Any]:
        """Return an answer's JSON. Fifty entries are of one body: the last one read is kept."""
        if self._read[0] != answer.body:
            self._read = (answer.body, read_object(answer.body) or {})
        return self._read[1]

    def _entry(self, item: Mapping[str, Any], types: Sequence[str]) -> KnowledgeEntry | None:
        aliases = _dict(item.get("aliases"))
        called = [_text(each, "value") for language in self._languages() for each in _list(aliases.get(language))]
        described = self._first(_dict(item.get("descriptions")))
        return entry(_text(item, "id"), self._label(item), described, called, types)

    def _label(self, item: Mapping[str, Any] | None) -> str:
        return "" if item is None else self._first(_dict(item.get("labels")))

    def _languages(self) -> Iterator[str]:
        yield from dict.fromkeys((self._language, "mul", "en"))

    def _first(self, by_language: Mapping[str, Any]) -> str:
        said = (_text(_dict(by_language.get(language)), "value") for language in self._languages())
        return next((text for text in said if text), "")


def _usable(answer: KnowledgeAnswer) -> bool:
    return failure_of(answer.status, answer.body) is None


def _tells_of(id_: str, answer: KnowledgeAnswer) -> bool:
    """Return whether an answer tells what an id means; that it means nothing, too."""
    if _usable(answer):
        return True
    error = _dict((read_object(answer.body) or {}).get("error")) if answer.status == 200 else {}
    return _text(error, "code") in _NO_ENTITY and _text(error, "id") == id_


def _hit(hit: Any) -> KnowledgeEntry | None:
    said = _dict(hit)
    id_ = _text(said, "id")
    if not _ITEM.fullmatch(id_):
        return None
    shown = _dict(said.get("display"))
    label = _text(said, "label") or _text(_dict(shown.get("label")), "value") or id_
    match = _dict(said.get("match"))
    aliases = [text for text in _list(said.get("aliases")) if isinstance(text, str)]
    if _text(match, "type") in ("alias", "label"):
        aliases.append(_text(match, "text"))
    return entry(id_, label, _text(said, "description"), aliases)


def _item(body: Mapping[str, Any], id_: str) -> Mapping[str, Any] | None:
    """Return the item that an id means in an answer: also under the id of the one that it was merged into."""
    entities = _dict(body.get("entities"))
    found = _dict(entities.get(id_))
    if not found:
        merged = (_dict(each) for each in entities.values())
        found = next((each for each in merged if _text(_dict(each.get("redirects")), "from") == id_), {})
    return None if not found or "missing" in found else found


def _classes(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ids of an item's classes, the preferred ones first; deprecated ones are left out."""
    claims = [_dict(claim) for claim in _list(_dict(item.get("claims")).get(_INSTANCE_OF))]
    for rank in ("preferred", "normal"):
        for claim in claims:
            value = _dict(_dict(_dict(claim.get("mainsnak")).get("datavalue")).get("value"))
            if _text(claim, "rank") == rank and _ITEM.fullmatch(_text(value, "id")):
                yield _text(value, "id")


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""
