"""What rules cannot tell: pronouns that they left open, and descriptions such as *the old miser*. A model is asked.

Each expression is asked about by itself, with the lines before it and the names that may be meant; what the model
answers is a proposal like any other, to be judged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.graph import fold
from pramana.gsv import gather
from pramana.karaka.model import Role
from pramana.karaka.names import whose
from pramana.karaka.passes import coreference
from pramana.karaka.passes.model import GraphView, Link, Mention
from pramana.karaka.ptools import REFERENCE, Reference, ReferenceInput
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict, path_part

WINDOW = 8
"""How many lines before the expression's own are shown."""
NEAR = 3
"""Things that are no proper names are offered where they stand in so many lines before the expression."""
FREQUENT = 12
"""How many of a document's most mentioned names are offered beside those of the window."""
CONFIDENCE = 60
"""Of a link that a model proposed, before it is judged."""
_DEFINITE = ("the ", "this ", "that ", "these ", "those ")
_ROLES = (Role.KARTA, Role.KARMA, Role.SAMPRADANA)
"""Those that persons take: a description in another role is mostly a thing or a place."""
_NOBODY = frozenset(
    "who whom whose which that nobody none nothing somebody someone something anybody anyone anything everybody "
    "everyone everything one another other others each all some many few".split()
)


@dataclass(frozen=True, slots=True)
class _Question:
    """An expression that somebody may stand behind, and the mentions of named entities that may be meant, by name."""

    mention: Mention
    names: Mapping[str, Mention]


async def ask(gateway: Gateway, view: GraphView, trail: Trail) -> list[Link]:
    """Ask about every open expression of the view, and return what is proposed. Nothing without a real model."""
    if not gateway.judges(REFERENCE):
        return []
    works = [partial(_ask, gateway, view, question, _place(trail, question)) for question in questions(view)]
    found: list[Link | None] = []
    for start in range(0, len(works), 64):
        found += await gather(works[start : start + 64])
    return [link for link in found if link is not None]


def questions(view: GraphView) -> Iterator[_Question]:
    """Yield the expressions to ask about, in order of place, each with the names that may be meant."""
    settled = {link.source for link in coreference.propose(view)}
    by_document: dict[str, list[Mention]] = defaultdict(list)
    for mention in view.mentions:
        by_document[mention.evidence.doc_id].append(mention)
    for mentions in by_document.values():
        named = [mention for mention in mentions if _is_named(mention)]
        frequent = {
            name for name, _ in Counter(mention.entity for mention in named if _is_name(mention)).most_common(FREQUENT)
        }
        before = _Before(frequent)
        asked: set[str] = set()
        for _, here in groupby(mentions, lambda mention: (mention.evidence.line_number, mention.evidence.start)):
            at_once = list(here)
            for mention in at_once:
                if mention.entity not in settled and mention.entity not in asked and _is_open(mention):
                    asked.add(mention.entity)
                    names = before.names(mention)
                    if names:
                        yield _Question(mention, names)
            before.add(at_once)


def _is_open(mention: Mention) -> bool:
    if mention.pronoun:
        return fold(mention.name) not in _NOBODY
    quote = mention.evidence.quote
    described = quote.lower().startswith(_DEFINITE) and mention.name == mention.name.lower()
    return described and mention.role in _ROLES


def _is_named(mention: Mention) -> bool:
    return not mention.pronoun and not whose(mention.name)


def _is_name(mention: Mention) -> bool:
    return any(word[:1].isupper() for word in mention.name.split()[-1:])


class _Before:
    """The last mention of every named entity so far in a document, kept up as its mentions go by."""

    def __init__(self, frequent: set[str]) -> None:
        self._frequent = sorted(frequent)
        self._count = 0
        self._last: dict[str, tuple[int, Mention]] = {}
        """By entity, the one mentioned last at the end."""

    def add(self, mentions: Sequence[Mention]) -> None:
        for mention in mentions:
            self._count += 1
            if _is_named(mention):
                self._last.pop(mention.entity, None)
                self._last[mention.entity] = self._count, mention

    def names(self, mention: Mention) -> dict[str, Mention]:
        """Return the last mention of each name that stands in the window before `mention` or is frequent."""
        found = {entity: self._last[entity] for entity in self._frequent if entity in self._last}
        for entity, (count, other) in reversed(self._last.items()):
            distance = mention.evidence.line_number - other.evidence.line_number
            if distance > WINDOW:
                break
            if distance <= (WINDOW if _is_name(other) else NEAR):
                found[entity] = count, other
        found.pop(mention.entity, None)
        return {other.name: other for _, other in sorted(found.values(), key=lambda entry: entry[0])}


def _place(trail: Trail, question: _Question) -> Trail:
    here = question.mention.evidence
    return trail.at(path_part(here.doc_id), here.line_number, here.start)


async def _ask(gateway: Gateway, view: GraphView, question: _Question, trail: Trail) -> Link | None:
    here = question.mention.evidence
    first = max(1, here.line_number - WINDOW)
    lines = [f"{number}: {view.lines[here.doc_id, number]}" for number in range(first, here.line_number + 1)]
    names = sorted(question.names)
    asked = ReferenceInput(expression=here.quote, line=here.line_number, lines=lines, names=names)
    try:
        answer = (await gateway.call(REFERENCE, asked, trail=trail)).output
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused):
        return None
    if not isinstance(answer, Reference) or answer.means is None:
        return None
    spelled = {fold(name): name for name in names}
    if fold(answer.means) not in spelled:
        body = {"expression": here.quote, "means": answer.means}
        trail.propose(body, Verdict.REFUSED, f"{answer.means!r} is none of the names that were given.")
        return None
    target = question.names[spelled[fold(answer.means)]]
    reason = f"A model read {here.quote!r} as {target.name!r}: {answer.reasoning[:300]}"
    return Link(question.mention.entity, IS_SAME_AS, target.entity, here, target.evidence, reason, CONFIDENCE)
