"""Wikidata's client against a server that speaks its API: what is asked, how politely, and what becomes of answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from pramana.errors import KnowledgeFailed, ReplayMiss
from pramana.retrieval.knowledge import (
    KNOWLEDGE_SCHEMA,
    KnowledgeBase,
    KnowledgeEntry,
    KnowledgeSettings,
    LookUp,
    open_knowledge,
    reopen_knowledge,
)
from pramana.store import BLOB_SCHEMA, Database
from pramana.testing.wikibase_server import BROKEN, Fault, WikibaseItem, WikibaseServer, error, lag_fault, limit_fault
from pramana.version import __version__

ITEMS = [
    WikibaseItem("Q84", "London", "capital of England", ("Londinium",), ("Q515", "Q5119")),
    WikibaseItem("Q92561", "London", "city in Ontario", (), ("Q515",)),
    WikibaseItem("Q7", "Jack London", "American novelist", ("John Griffith Chaney",), ("Q5",)),
    WikibaseItem("Q70", "Old", merged="Q84"),
    WikibaseItem("Q515", "city"),
    WikibaseItem("Q5119", "capital city"),
    WikibaseItem("Q5", "human"),
]


def database() -> Database:
    return Database(None, (BLOB_SCHEMA, KNOWLEDGE_SCHEMA))


def client(server: WikibaseServer, store: Database | None = None, **given: Any) -> KnowledgeBase:
    quick = {"pause_s": 0, "backoff_s": 0.01, "contact": "test@example.org", "url": server.url}
    settings = KnowledgeSettings(kind="wikidata", **(quick | given))
    known = open_knowledge(settings, None, store or database())  # type: ignore[arg-type]
    assert known is not None
    return known


def search(known: KnowledgeBase, *names: str, looking: LookUp | None = None) -> list[list[KnowledgeEntry]]:
    async def work() -> list[list[KnowledgeEntry]]:
        try:
            return [list(await known.search(name, looking or LookUp())) for name in names]
        finally:
            await known.aclose()

    return anyio.run(work)


def entries(
    known: KnowledgeBase, ids: Sequence[str], looking: dict[str, LookUp] | None = None
) -> dict[str, KnowledgeEntry]:
    async def work() -> dict[str, KnowledgeEntry]:
        try:
            return await known.entries(ids, looking or {id_: LookUp() for id_ in ids})
        finally:
            await known.aclose()

    return anyio.run(work)


def test_names_are_searched_politely() -> None:
    """A request names who asks, with a contact, and gives way to a lagging server; entries keep the server's order."""
    with WikibaseServer(ITEMS) as server:
        [hits, alias] = search(client(server), "London", "Londinium")
    assert [(one.id, one.label, one.description) for one in hits] == [
        ("Q84", "London", "capital of England"),
        ("Q92561", "London", "city in Ontario"),
    ]
    assert [(one.id, one.aliases) for one in alias] == [("Q84", ("Londinium",))]
    assert server.agents[0].startswith(f"Pramana/{__version__} (test@example.org) httpx2/")
    first = server.requests[0]
    assert {name: first[name] for name in ("action", "search", "language", "type", "limit", "maxlag", "format")} == {
        "action": "wbsearchentities",
        "search": "London",
        "language": "en",
        "type": "item",
        "limit": "8",
        "maxlag": "5",
        "format": "json",
    }


def test_entries_come_whole_with_the_names_of_their_classes() -> None:
    """Fifty ids go in one request; what is missing is left out; what was merged comes as what it is now."""
    many = [WikibaseItem(f"Q{number}", f"Thing {number}", classes=("Q515",)) for number in range(1000, 1119)]
    with WikibaseServer([*ITEMS, *many]) as server:
        found = entries(client(server), ["Q84", "Q70", "Q999999", "no id", *(item.id for item in many)])
        asked = [len(request["ids"].split("|")) for request in server.requests_of("wbgetentities")]
    assert asked == [50, 50, 22, 2]
    assert found["Q84"] == KnowledgeEntry(
        "Q84", "London", "capital of England", ("Londinium",), ("city", "capital city"), sure=False
    )
    assert found["Q70"] == found["Q84"]
    assert len(found) == 121


def test_an_id_that_was_never_given_out_spoils_no_batch() -> None:
    """The API refuses a batch as a whole for it; the others are asked for anew, and it is known to be nothing."""
    store, looking = database(), {id_: LookUp() for id_ in ("Q7", "Q99999999999", "Q84")}
    with WikibaseServer(ITEMS) as server:
        known = client(server, store)
        assert sorted(entries(known, list(looking), looking)) == ["Q7", "Q84"]
        before = len(server.requests)
        assert sorted(entries(client(server, store), list(looking))) == ["Q7", "Q84"]
        assert len(server.requests) == before
    pinned = {id_: LookUp(pinned=each.used) for id_, each in looking.items()}
    assert sorted(entries(reopen_knowledge(known.identity, store), list(looking), pinned)) == ["Q7", "Q84"]


@pytest.mark.parametrize(
    "faults",
    [
        [limit_fault("0"), lag_fault("0")],
        [BROKEN],
        [Fault(503, b"upstream"), Fault(200, b"[]")],
        [error("ratelimited")],
        [error("readonly"), limit_fault("Wed, 21 Oct 2015 07:28:00 GMT")],
    ],
    ids=["429 and maxlag", "broken JSON", "503 and no object", "ratelimited", "a date that is over"],
)
def test_what_passes_is_asked_again(faults: list[Fault]) -> None:
    """After a refusal that goes by the same question is asked again, after the time that the server wishes."""
    with WikibaseServer(ITEMS, faults) as server:
        store = database()
        [hits] = search(client(server, store), "Jack London")
        assert [one.id for one in hits] == ["Q7"]
        assert len(server.requests) == len(faults) + 1
    [(kept,)] = store.all("SELECT count(*) FROM knowledge_answer")
    assert kept == len(faults) + 1  # every answer is stored, broken ones too


def test_the_server_s_wish_is_kept_to() -> None:
    """Retry-After is waited for in full; a wish longer than the bound ends the look-up, and all that would follow."""
    with WikibaseServer(ITEMS, [lag_fault("1")]) as server:
        began = time.monotonic()
        search(client(server), "London")
        assert time.monotonic() - began >= 1.0
    with WikibaseServer(ITEMS, [limit_fault("900")]) as server:
        known = client(server)
        for _ in range(2):
            with pytest.raises(KnowledgeFailed, match="asks to be left alone for 900 s"):
                anyio.run(known.search, "London", LookUp())
        assert len(server.requests) == 1


def test_requests_are_made_one_after_the_other_with_a_pause() -> None:
    """Between the end of one request and the next lies the pause that is set."""
    with WikibaseServer(ITEMS) as server:
        began = time.monotonic()
        search(client(server, pause_s=0.15), "London", "Jack London", "Londinium")
        assert time.monotonic() - began >= 0.3


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(403, b"blocked"), "HTTP 403"),
        (Fault(301, b"", {"Location": "https://elsewhere.example/"}), "HTTP 301"),
        (
            error("badvalue", "Unrecognized value\u202e for parameter\n\x1b[31m"),
            r"badvalue: Unrecognized value for parameter",
        ),
    ],
)
def test_what_does_not_pass_is_said_at_once(fault: Fault, said: str) -> None:
    """A permanent refusal is not retried, and its text is made plain. Redirections are not followed."""
    with WikibaseServer(ITEMS, [fault]) as server:
        with pytest.raises(KnowledgeFailed, match=said) as failed:
            search(client(server), "London")
        assert len(server.requests) == 1
    assert "\x1b" not in str(failed.value)


def test_what_never_answers_is_given_up() -> None:
    """Where all attempts fail, the error says how; nothing but the last reason, and no trace of the library."""
    with WikibaseServer(ITEMS) as server:
        gone = client(server, retries=1)
    with pytest.raises(KnowledgeFailed, match="gave no usable answer"):
        search(gone, "London")


def test_nothing_is_asked_twice_and_replay_asks_nothing() -> None:
    """A stored answer is used again, also by another client; repeated, what was never asked is a miss."""
    store = database()
    with WikibaseServer(ITEMS) as server:
        known, looking = client(server, store), LookUp()
        hits = search(known, "London", looking=looking)
        assert search(client(server, store), "London") == hits
        assert len(server.requests) == 1
        other = search(client(server, store, edition="2"), "London")
        assert (other, len(server.requests)) == (hits, 2)
    again = reopen_knowledge(known.identity, store)
    assert search(again, "London", looking=LookUp(pinned=looking.used)) == hits
    with pytest.raises(ReplayMiss):
        search(again, "Jack London", looking=LookUp(pinned=looking.used))


def test_odd_shapes_are_nothing() -> None:
    """Fields of other types than the API promises are left out, and break nothing."""
    body = b'{"search": [1, {"id": "P31", "label": "x"}, {"id": "Q5"}, {"id": "Q6", "label": [], "aliases": {"a": 1}}]}'
    with WikibaseServer(
        ITEMS, [Fault(200, body), Fault(200, b'{"entities": {"Q5": {"id": "Q5", "labels": []}}}')]
    ) as server:
        known = client(server)
        assert [[one.id, one.label] for one in search(known, "x")[0]] == [["Q5", "Q5"], ["Q6", "Q6"]]
        assert entries(client(server), ["Q5"]) == {}


def test_wikidata_needs_a_contact() -> None:
    """Without somebody to write to nothing is asked."""
    with pytest.raises(ValueError, match="contact"):
        KnowledgeSettings(kind="wikidata")
