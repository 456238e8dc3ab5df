"""A real HTTP server that speaks Wikibase's action API over given items, and misbehaves on demand, for tests.

In a test: `with WikibaseServer(items) as server: … server.url`. Its answers have the shapes that Wikidata's have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

BATCH = 50
"""Ids in one request, as many as Wikidata allows to those without special rights."""


@dataclass(frozen=True, slots=True)
class WikibaseItem:
    """An item. `classes` are the ids that it is an instance of; `merged` that of the item that it is now a part of."""

    id: str
    label: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    merged: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer in the place of the right one."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)


def error(code: str, info: str = "no luck", status: int = 200, **more: str) -> Fault:
    """Return an error of the API. `more` are fields of it."""
    body = {"error": {"code": code, "info": info, **more}, "servedby": "test"}
    return Fault(status, json.dumps(body).encode(), {"MediaWiki-API-Error": code})


def lag_fault(seconds: str = "0") -> Fault:
    """Return what a server says that lags too far behind, with how long it wishes to be left alone."""
    said = error("maxlag", "Waiting for db1: 7.2 seconds lagged", host="db1", type="db")
    return Fault(said.status, said.body, {"Retry-After": seconds, "X-Database-Lag": "7"})


def limit_fault(seconds: str = "0") -> Fault:
    """Return a 429 with its Retry-After."""
    return Fault(429, b"<html>Too many requests</html>", {"Retry-After": seconds, "Content-Type": "text/html"})


BROKEN = Fault(200, b'{"search": [{"id": "Q1", "lab')


class WikibaseServer:
    """The server, in a thread, on a free port of the loopback address.

    `requests` holds the parameters of every request in order of arrival, `agents` their User-Agents. The faults are
    given one after the other before anything right is.
    """

    def __init__(self, items: Sequence[WikibaseItem], faults: Sequence[Fault] = ()) -> None:
        self.items = {item.id: item for item in items}
        self.faults = list(faults)
        self.requests: list[dict[str, str]] = []
        self.agents: list[str] = []
        self.url = ""

    def __enter__(self) -> WikibaseServer:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/w/api.php"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def requests_of(self, action: str) -> list[dict[str, str]]:
        """Return the requests of one action."""
        return [request for request in self.requests if request["action"] == action]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parameters = dict(parse_qsl(urlsplit(self.path).query))
                server.requests.append(parameters)
                server.agents.append(self.headers.get("User-Agent", ""))
                fault = server.faults.pop(0) if server.faults else server._answer(parameters)
                self.send_response(fault.status)
                for name, value in {"Content-Type": "application/json", **fault.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(fault.body)))
                self.end_headers()
                self.wfile.write(fault.body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler

    def _answer(self, parameters: Mapping[str, str]) -> Fault:
        if parameters["action"] == "wbsearchentities":
            return _right(self._search(parameters))
        ids = parameters["ids"].split("|")
        if len(ids) > BATCH:
            return error("toomanyvalues", f"Too many values supplied for parameter ids. The limit is {BATCH}.")
        for id_ in ids:
            if int(id_[1:]) > 2**31:
                return error("no-such-entity", f'Could not find an entity with the ID "{id_}".', id=id_)
        found = {id_: self._entity(id_, parameters["props"].split("|")) for id_ in ids}
        return _right({"entities": found, "success": 1})

    def _search(self, parameters: Mapping[str, str]) -> dict[str, Any]:
        wanted = parameters["search"].casefold()
        hits = []
        for item in self.items.values():
            names = [name for name in (item.label, *item.aliases) if name.casefold().startswith(wanted)]
            if names and not item.merged:
                hits.append(_hit(item, names[0]))
        return {
            "searchinfo": {"search": parameters["search"]},
            "search": hits[: int(parameters["limit"])],
            "success": 1,
        }

    def _entity(self, id_: str, props: Sequence[str]) -> dict[str, Any]:
        item = self.items.get(id_)
        if item is None:
            return {"id": id_, "missing": ""}
        if item.merged:
            return {**self._entity(item.merged, props), "redirects": {"from": id_, "to": item.merged}}
        parts: dict[str, Any] = {
            "labels": {"en": _monolingual_text(item.label)},
            "descriptions": {"en": _monolingual_text(item.description)} if item.description else {},
            "aliases": {"en": [_monolingual_text(alias) for alias in item.aliases]} if item.aliases else {},
            "claims": {"P31": [_claim(each) for each in item.classes]} if item.classes else {},
        }
        return {"type": "item", "id": id_, **{name: parts[name] for name in props if name in parts}}


def _right(body: Mapping[str, Any]) -> Fault:
    return Fault(200, json.dumps(body).encode())


def _hit(item: WikibaseItem, name: str) -> dict[str, Any]:
    hit: dict[str, Any] = {
        "id": item.id,
        "title": item.id,
        "concepturi": f"http://www.wikidata.org/entity/{item.id}",
        "repository": "wikidata",
        "url": f"//www.wikidata.org/wiki/{item.id}",
        "display": {"label": {"value": item.label, "language": "en"}},
        "label": item.label,
        "match": {"type": "label" if name == item.label else "alias", "language": "en", "text": name},
    }
    if item.description:
        hit["description"] = item.description
    if name != item.label:
        hit["aliases"] = [name]
    return hit


def _monolingual_text(text: str) -> dict[str, str]:
    return {"language": "en", "value": text}


def _claim(id_: str) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": int(id_[1:]), "id": id_}
    snak = {"snaktype": "value", "property": "P31", "datavalue": {"value": value, "type": "wikibase-entityid"}}
    return {"mainsnak": {**snak, "datatype": "wikibase-item"}, "type": "statement", "rank": "normal"}
