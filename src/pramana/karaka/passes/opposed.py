"""Links that the text contradicts. *X means Y* is a claim about lines, and `pramana.claims` holds it to them.

What was found of a link is kept until a document that it was held to changes: reading lines is most of a pass's time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

from pramana.canonical import digest
from pramana.evidence import Evidence
from pramana.karaka.passes.applying import Applied
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import EntityMention, Link, LinkTexts, PassView
from pramana.karaka.passes.per_view import once_for_view
from pramana.karaka.passes.scopes import PASS_SCHEMA
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import EvidenceLine, MentionPlace
from pramana.store import Database

if TYPE_CHECKING:
    from pramana.claims import ClaimText

MOST_TEXTS = 16
"""Documents that are held as read texts at a time."""


class _ViewTexts:
    """The documents of a view, and what takes part in which Kriyā."""

    def __init__(self, view: PassView) -> None:
        self._lines: dict[str, dict[int, str]] = defaultdict(dict)
        for (doc_id, number), text in view.lines.items():
            self._lines[doc_id][number] = text
        self._mentions: dict[str, dict[str, EntityMention]] = defaultdict(dict)
        for mention in view.mentions:
            self._mentions[mention.entity].setdefault(mention.kriya, mention)

    def lines(self, doc_id: str) -> Mapping[int, str]:
        return self._lines[doc_id]

    def is_entity(self, entity: str) -> bool:
        return entity in self._mentions

    def beside(self, one: str, other: str) -> list[tuple[Evidence, Evidence]]:
        mine, its = self._mentions.get(one, {}), self._mentions.get(other, {})
        return [(mine[kriya].evidence, its[kriya].evidence) for kriya in sorted(mine.keys() & its.keys())]


class _LinkReader:
    """Holds links to the texts of their documents."""

    def __init__(self, texts: LinkTexts) -> None:
        self._read = texts
        self._texts: dict[str, ClaimText] = {}
        self._places: dict[str, dict[int, int]] = {}

    def is_identity(self, proposed: Applied) -> TypeGuard[Link]:
        """Return whether lines are asked: about two entities that no person stated to be one, not about two Kriyās."""
        if not isinstance(proposed, Link) or proposed.relation != IS_SAME_AS or is_stated(proposed):
            return False
        return self._read.is_entity(proposed.source) and self._read.is_entity(proposed.target)

    def reason(self, link: Link) -> str:
        """Return why the lines of their documents contradict a link, "" where they do not."""
        from pramana.claims import ClaimVerdict, check_identity  # only where a link was not held to its lines before

        for one, other in self.pairs(link):
            text = self._text(one.doc_id)
            found = check_identity(text, self._place(one), self._place(other))
            if found.verdict is ClaimVerdict.CONTRADICTED:
                numbers = list(self._places[one.doc_id])
                lines = ", ".join(f"{one.doc_id}:{numbers[line]}" for line in found.lines)
                return f"{lines} contradicts it: {found.reasons[0]}"
        return ""

    def pairs(self, link: Link) -> list[tuple[Evidence, Evidence]]:
        """Return the ends of a link, and the mentions of both entities in one Kriyā; each pair in one document."""
        ends = (link.source_evidence, link.target_evidence)
        here = [ends] if ends[0].doc_id == ends[1].doc_id else []
        return list(dict.fromkeys([*here, *self._read.beside(link.source, link.target)]))

    def _text(self, doc_id: str) -> ClaimText:
        from pramana.claims import ClaimText

        if doc_id not in self._texts:
            if len(self._texts) >= MOST_TEXTS:
                del self._texts[next(iter(self._texts))]
            lines = self._read.lines(doc_id)
            self._texts[doc_id] = ClaimText([EvidenceLine(text) for text in lines.values()])
            self._places[doc_id] = {number: place for place, number in enumerate(lines)}
        return self._texts[doc_id]

    def _place(self, evidence: Evidence) -> MentionPlace:
        return MentionPlace(self._places[evidence.doc_id][evidence.line_number], evidence.start, evidence.end)


def opposing_line(view: PassView, proposed: Applied) -> str:
    """Return why a line contradicts that the two ends of a proposed link are one, "" where none does.

    What a person stated is not held to the lines; links of other kinds are not claims of identity.
    """
    reader = _reader_of(view)
    return reader.reason(proposed) if reader.is_identity(proposed) else ""


class LineChecks:
    """What lines say against the links of one pass, kept in the database with what it rests on.

    `changes` has the number of the last change of the lines of each document, `basis` hashes all else that decides. Of
    senses only the places matter that are compared: other senses in a document alone have no line read again.
    """

    def __init__(self, database: Database, changes: Mapping[str, int], basis: str) -> None:
        database.add(PASS_SCHEMA)
        self._database, self._changes, self._basis = database, changes, basis

    def reasons(self, view: PassView, proposed: Mapping[str, Applied]) -> dict[str, str]:
        """Return, by slot, why a line contradicts a proposal, "" where none does. Those that are known are not read."""
        found, fresh = dict.fromkeys(proposed, ""), []
        reader = _reader_of(view)
        identities = [(slot, link) for slot, link in proposed.items() if reader.is_identity(link)]
        for slot, link in sorted(identities, key=lambda each: each[1].source_evidence.doc_id):  # a text is read once
            rests = self._rests_on(reader.pairs(link))
            row = self._database.one("SELECT reason FROM pass_check WHERE slot = ? AND basis = ?", (slot, rests))
            if row is None:
                found[slot] = reader.reason(link)
                fresh.append((slot, rests, found[slot]))
            else:
                found[slot] = row[0]
        if fresh:
            with self._database.transaction():
                self._database.executemany("INSERT OR REPLACE INTO pass_check VALUES (?, ?, ?)", fresh)
        return found

    def forget(self, slots: Iterable[str]) -> None:
        """Forget what was found of links that are no longer proposed."""
        self._database.executemany("DELETE FROM pass_check WHERE slot = ?", [(slot,) for slot in slots])

    def held_below(self, place: str) -> list[str]:
        """Return the slots below `place` of the links of which something is kept."""
        sql = "SELECT slot FROM pass_check WHERE slot >= ? AND slot < ?"
        return [slot for (slot,) in self._database.all(sql, (f"{place}/", f"{place}/\U0010ffff"))]

    def _rests_on(self, pairs: Sequence[tuple[Evidence, Evidence]]) -> str:
        """Return the hash of the places that are compared, and of the state of their documents."""
        places = [[each.doc_id, each.line_number, each.start, each.end] for pair in pairs for each in pair]
        states = {one.doc_id: self._changes.get(one.doc_id, 0) for one, _ in pairs}
        return digest([self._basis, places, states])


@once_for_view
def _reader_of(view: PassView) -> _LinkReader:
    return _LinkReader(view.texts or _ViewTexts(view))
