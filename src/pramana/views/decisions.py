"""What people decided about entities, as it holds now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pramana.claims import ClaimDecision, claim_key
from pramana.karaka import EntityDecision, EntryDecision, upheld
from pramana.serialization import JsonRecord
from pramana.trace import Run
from pramana.views.stores import Stores

DECISION = "decision"
"""The kind of run that a decision is recorded as."""
ABOUT_ENTRIES = ("link", "unlink")
ABOUT_CLAIMS = ("accept", "refuse")


@dataclass(frozen=True, slots=True)
class Ruling(JsonRecord):
    """A decision and its state. `number` counts the decisions of a workspace from 1; `undoes` is the one it takes back.

    `state`: `in force`; `taken back` by a later decision; `overruled` by one that contradicts it; `waiting` for an
    entity that is not in the graph now.
    """

    number: int
    run: int
    what: Literal["merge", "split", "link", "unlink", "accept", "refuse", "undo"]
    one: str
    other: str
    why: str
    undoes: int | None = None
    state: str = "in force"
    places: tuple[str, ...] = ()
    """Where `one`, a name, means `other`, a bearer of it; none where the decision is about two entities. Of a claim
    the lines that it was decided by."""
    label: str = ""
    description: str = ""
    """What the knowledge base said of the entry `other`, where the decision is about one."""
    texts: tuple[str, ...] = ()
    """Of a decision about the claim `one`: the texts of the lines at `places`, which say it or do not."""

    def __str__(self) -> str:
        if self.what in ABOUT_CLAIMS:
            return f"the lines {'say' if self.what == 'accept' else 'do not say'} “{self.one}”"
        joined = "are not one" if self.what == "split" else "are one"
        if self.what in ABOUT_ENTRIES:
            named = f"{self.other} ({self.label})" if self.label else self.other
            return f"{self.one!r} is {'' if self.what == 'link' else 'not '}{named}"
        if self.what == "undo":
            return f"decision {self.undoes} is taken back"
        if self.places:
            return f"{self.one!r} in {', '.join(self.places)} is {self.other!r}"
        return f"{self.one!r} and {self.other!r} {joined}"


class DecisionReader:
    """The decisions of one workspace."""

    def __init__(self, stores: Stores) -> None:
        self._database = stores.database
        self._graph = stores.graph
        self._ledger = stores.ledger
        self._shelf = stores.shelf

    def in_force(self) -> tuple[EntityDecision, ...]:
        """Return what was decided and not taken back, oldest first, for the passes."""
        return tuple(_decision(ruling) for ruling in self._rulings() if _counts(ruling))

    def about_entries(self) -> tuple[EntryDecision, ...]:
        """Return what was decided of entities and entries of a knowledge base, and not taken back, oldest first."""
        return tuple(
            EntryDecision(ruling.what, ruling.one, ruling.other, ruling.label, ruling.description, ruling.why)
            for ruling in self._rulings()
            if ruling.what in ("link", "unlink") and ruling.state != "taken back"
        )

    def all(self) -> list[Ruling]:
        """Return every decision, oldest first."""
        rulings = self._rulings()
        counting = [ruling for ruling in rulings if _counts(ruling)]
        present = {id_ for ruling in counting for id_ in (ruling.one, ruling.other) if self._stands(id_)}
        settled = {place: ruling.number for ruling in counting for place in _decided_places(ruling)}
        newest = {(ruling.one, ruling.other): ruling.number for ruling in counting}
        last = {one.one: one.number for one in rulings if one.what in ABOUT_ENTRIES and one.state != "taken back"}
        held = {(decision.one, decision.other) for decision in upheld(list(map(_decision, counting)), present)}

        claims = {claim_key(one.one): one.number for one in rulings if one.what in ABOUT_CLAIMS and _is_kept(one)}

        def standing(ruling: Ruling) -> Ruling:
            if ruling.what in ABOUT_CLAIMS and _is_kept(ruling):
                newest_one = claims[claim_key(ruling.one)] == ruling.number
                state = "in force" if self._holds(ruling) else "waiting"
                return replace(ruling, state=state if newest_one else "overruled")
            if last.get(ruling.one) and ruling.what in ABOUT_ENTRIES and ruling.state != "taken back":
                state = "in force" if last[ruling.one] == ruling.number else "overruled"
                return replace(ruling, state=state if self._stands(ruling.one) else "waiting")
            if not _counts(ruling):
                return ruling
            pair = (ruling.one, ruling.other)
            if ruling.places and all(settled[place] != ruling.number for place in _decided_places(ruling)):
                return replace(ruling, state="overruled")
            if not present.issuperset(pair[1:] if ruling.places else pair):
                return replace(ruling, state="waiting")
            if ruling.places:
                return ruling
            return ruling if newest[pair] == ruling.number and pair in held else replace(ruling, state="overruled")

        return [standing(ruling) for ruling in rulings]

    def about_claim(self, claim: str) -> ClaimDecision | None:
        """Return the decision about a claim that is in force, None where there is none."""
        key = claim_key(claim)
        own = (each for each in reversed(self._rulings()) if each.what in ABOUT_CLAIMS and _is_kept(each))
        found = next((each for each in own if claim_key(each.one) == key), None)
        if found is None or not self._holds(found):
            return None
        return ClaimDecision(found.number, found.one, found.what == "accept", found.why, found.places)

    def _holds(self, ruling: Ruling) -> bool:
        """Whether the lines that a claim was decided by are in the documents as they were then."""
        return all(self._text_at(place) == text for place, text in zip(ruling.places, ruling.texts, strict=True))

    def _text_at(self, place: str) -> str | None:
        doc_id, _, number = place.rpartition(":")
        shelved = self._shelf.line(doc_id, int(number)) if number.isdigit() else None
        return None if shelved is None else shelved.line.text

    def _stands(self, entity: str) -> bool:
        """Return whether some mention of an entity belongs to no sense of its name."""
        node = self._graph.node(entity)
        return node is not None and not self._graph.is_empty(node)

    def _rulings(self) -> list[Ruling]:
        """Return every decision with `taken back` as the only state but `in force`."""
        rulings = [_ruling(number, run) for number, run in enumerate(self._ledger.runs(DECISION), 1)]
        taken: set[int] = set()
        for ruling in reversed(rulings):
            if ruling.undoes is not None and ruling.number not in taken:
                taken.add(ruling.undoes)
        return [replace(ruling, state="taken back") if ruling.number in taken else ruling for ruling in rulings]


def _ruling(number: int, run: Run) -> Ruling:
    said = run.manifest
    places = tuple(said.get("places", ()))
    return Ruling(
        *(number, run.id, said["what"], said["one"], said["other"], said["why"], said.get("undoes")),
        places=places,
        label=said.get("label", ""),
        description=said.get("description", ""),
        texts=tuple(said.get("texts", ())),
    )


def _decided_places(ruling: Ruling) -> list[tuple[str, str]]:
    """Return the places of a name that a decision is about; none where it is about two entities."""
    return [(ruling.one, place) for place in ruling.places]


def _counts(ruling: Ruling) -> bool:
    """Return whether a decision is about entities alone, and was not taken back."""
    return ruling.what not in ("undo", *ABOUT_ENTRIES, *ABOUT_CLAIMS) and _is_kept(ruling)


def _is_kept(ruling: Ruling) -> bool:
    return ruling.state != "taken back"


def _decision(ruling: Ruling) -> EntityDecision:
    assert ruling.what in ("merge", "split")
    return EntityDecision(ruling.what, ruling.one, ruling.other, ruling.why, ruling.places)
