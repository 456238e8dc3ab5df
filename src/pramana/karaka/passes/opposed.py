"""Links that the text contradicts. *X means Y* is a claim about lines, and `pramana.claims` holds it to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from pramana.claims import ClaimText, ClaimVerdict, check_identity
from pramana.evidence import Evidence
from pramana.karaka.passes.applying import Applied
from pramana.karaka.passes.decisions import is_stated
from pramana.karaka.passes.model import EntityMention, Link, PassView
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import EvidenceLine, MentionPlace


class _ViewText:
    """The documents of a view as texts that claims are held to, and what takes part in which Kriyā."""

    def __init__(self, view: PassView) -> None:
        self._lines: dict[str, dict[int, str]] = defaultdict(dict)
        for (doc_id, number), text in view.lines.items():
            self._lines[doc_id][number] = text
        self._mentions: dict[str, dict[str, EntityMention]] = defaultdict(dict)
        for mention in view.mentions:
            self._mentions[mention.entity].setdefault(mention.kriya, mention)
        self._texts: dict[str, ClaimText] = {}
        self._places: dict[str, dict[int, int]] = {}

    def reason(self, link: Link) -> str:
        """Return why the lines of their documents contradict a link, "" where they do not."""
        for one, other in dict.fromkeys(self._pairs(link)):
            text = self._text(one.doc_id)
            found = check_identity(text, self._place(one), self._place(other))
            if found.verdict is ClaimVerdict.CONTRADICTED:
                numbers = list(self._places[one.doc_id])
                lines = ", ".join(f"{one.doc_id}:{numbers[line]}" for line in found.lines)
                return f"{lines} contradicts it: {found.reasons[0]}"
        return ""

    def _pairs(self, link: Link) -> Iterator[tuple[Evidence, Evidence]]:
        """Yield the ends of a link, and the mentions of both entities in one Kriyā; each pair in one document."""
        if link.source_evidence.doc_id == link.target_evidence.doc_id:
            yield link.source_evidence, link.target_evidence
        mine, its = self._mentions.get(link.source, {}), self._mentions.get(link.target, {})
        for kriya in sorted(mine.keys() & its.keys()):
            yield mine[kriya].evidence, its[kriya].evidence

    def _text(self, doc_id: str) -> ClaimText:
        if doc_id not in self._texts:
            lines = self._lines[doc_id]
            self._texts[doc_id] = ClaimText([EvidenceLine(text) for text in lines.values()])
            self._places[doc_id] = {number: place for place, number in enumerate(lines)}
        return self._texts[doc_id]

    def _place(self, evidence: Evidence) -> MentionPlace:
        return MentionPlace(self._places[evidence.doc_id][evidence.line_number], evidence.start, evidence.end)


_TEXTS: WeakKeyDictionary[PassView, _ViewText] = WeakKeyDictionary()
"""The texts of views that are still in use."""


def opposing_line(view: PassView, proposed: Applied) -> str:
    """Return why a line contradicts that the two ends of a proposed link are one, "" where none does.

    What a person stated is not held to the lines; links of other kinds are not claims of identity.
    """
    if not isinstance(proposed, Link) or proposed.relation != IS_SAME_AS or is_stated(proposed):
        return ""
    if proposed.source not in _named_entities(view) or proposed.target not in _named_entities(view):
        return ""  # Kriyās that tell of one event
    text = _TEXTS.get(view)
    if text is None:
        text = _TEXTS[view] = _ViewText(view)
    return text.reason(proposed)


_ENTITIES: WeakKeyDictionary[PassView, frozenset[str]] = WeakKeyDictionary()


def _named_entities(view: PassView) -> frozenset[str]:
    found = _ENTITIES.get(view)
    if found is None:
        found = _ENTITIES[view] = frozenset(mention.entity for mention in view.mentions)
    return found
