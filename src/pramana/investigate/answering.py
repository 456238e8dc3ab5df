"""Checks answers against their citations: a claim's names and numbers must occur in the items that it cites.

No claim of a model is trusted. A reference must exist in the state. The item must lead to lines, sources or elements of
the graph, or be counted by the engine. Names, numbers and quoted words of a claim must occur in any of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.claims import ClaimCheck, ClaimVerdict, Decider
from pramana.errors import UnknownName
from pramana.gasl import StateItem, StateView, bounded_json, has_origin
from pramana.investigate.described_words import Named, named_ids, names_of_nodes
from pramana.investigate.grounds import Grounds, TextVerdict, known_names, named_nodes, node_names, places_of
from pramana.investigate.grounds import Texts as Texts  # also looked for here
from pramana.investigate.lines import (
    Disagreement,
    assumption,
    disagreement,
    folded_words,
    lines_of,
    own_words,
    sentences_of,
    statements_of,
    without_text,
)
from pramana.investigate.model import Claim, PlannerProposal, RefusedClaim
from pramana.investigate.named_quotes import QuotedItem, named_quotes
from pramana.investigate.references import count_of, nearest_refs, ref_of, referenced_items
from pramana.language import number_values
from pramana.serialization import JsonRecord, JsonShape

SHOWN = 10
"""Items that the citation of a whole key lists."""
SUPPORTED, CONTRADICTED = str(ClaimVerdict.SUPPORTED), str(ClaimVerdict.CONTRADICTED)
NOT_SHOWN = "The graph says this; the rules do not show that the text does."
VALUE_CHARS = 1_000
"""Characters of JSON of a cited item: results keep them, and reports cut them further."""


@dataclass(frozen=True, slots=True)
class ItemCitation(JsonRecord):
    """One cited item: its reference, its value (shortened), and its places, as records of provenance.

    `computed`: the engine counted the value, so the item has no places; the plans show the computation.
    """

    ref: str
    value: Any
    places: tuple[Mapping[str, Any], ...]
    computed: bool = False

    json_shape = JsonShape(omit_empty=("computed",))


@dataclass(frozen=True, slots=True)
class CheckedClaim(JsonRecord):
    """A claim whose citations check out. `left` items that it cites are not listed. `stated` is what the text that the
    graph was made from says of it, a verdict a statement; empty where no such text is given."""

    text: str
    cites: tuple[str, ...]
    citations: tuple[ItemCitation, ...]
    left: int = 0
    stated: tuple[TextVerdict, ...] = ()
    judged: str = ""
    """Why a model finds that the cited lines say it, where rules are unsure; "" where rules decide."""

    json_shape = JsonShape(plus=("caution",), omit_empty=("caution", "left", "stated", "judged"))

    @property
    def caution(self) -> str:
        """What a reader must know: that the text does not support an element that the claim rests on, or what the claim
        assumes of lines in several documents; "" for nothing."""
        places = [place for each in self.citations for place in each.places]
        lines = [(str(place.get("doc_id", "")), str(place["line"])) for place in places if "line" in place]
        alone = any(each.verdict != SUPPORTED for each in self.stated)
        by = f"A model finds that the lines say it: {self.judged}" if self.judged else ""
        return " ".join(filter(None, (without_text(places), NOT_SHOWN * alone, by, assumption(self.text, lines))))


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an answer's claims, in order."""

    claims: tuple[CheckedClaim, ...]
    refused: tuple[RefusedClaim, ...]
    open: Mapping[str, Disagreement] = field(default_factory=dict)
    """The refused claims about which rules are unsure, by their text: a model may judge them."""


async def judged_answer(
    state: StateView, question: str, proposal: PlannerProposal, texts: Texts | None, key: str
) -> Checked:
    """Check an answer by rules; the judge of `texts` decides, blind, about the claims that rules leave unsure."""
    complete, claims = proposal.complete or "", proposal.claims
    checked = check_answer(state, question, complete, claims, texts)
    if texts is None or texts.judge is None or not checked.open:
        return checked
    found = await texts.judge([each.open for each in checked.open.values() if each.open is not None], key)
    return check_answer(state, question, complete, claims, texts, dict(zip(checked.open, found, strict=True)))


def quoting_proposal(proposal: PlannerProposal, checked: Checked) -> PlannerProposal | None:
    """Return an answer with lines in the place of the claims that they are not shown to say, as quotations.

    None where another claim is refused, or none would be left as it was.
    """
    if not checked.open or any(each.text not in checked.open for each in checked.refused):
        return None
    texts = {text: f"“{each.nearest}”" for text, each in checked.open.items()}
    claims = tuple(Claim(text=texts.get(each.text, each.text), cites=each.cites) for each in proposal.claims)
    whole = " ".join(dict.fromkeys(each.text for each in claims))
    return proposal.model_copy(update={"claims": claims, "complete": whole})


def check_answer(
    state: StateView,
    question: str,
    complete: str,
    claims: Sequence[Claim],
    texts: Texts | None = None,
    judged: Mapping[str, ClaimCheck] | None = None,
) -> Checked:
    """Check each claim against the items that it cites, and the answer against the items of all its claims.

    Names and numbers of the question may occur anywhere. `texts` gives the text of cited lines and sources, `judged`
    a model's verdicts on claims that rules leave unsure, by their text.
    """
    judged, unsure = judged or {}, dict[str, Disagreement]()
    held: list[CheckedClaim] = []
    refused: list[RefusedClaim] = []
    known = known_names(state)
    grounds = Grounds.of(question, known)
    for claim in claims:
        own = _grounds(state, question, claim, known)
        problem = _problem(state, claim, own, texts)
        other = None if problem else _disagreement(state, question, claim, texts)
        verdict = judged.get(claim.text) if other is not None and other.open is not None else None
        if other is not None and not (verdict is not None and verdict.is_supported):
            problem = _with_verdict(other.problem, verdict)
            unsure |= {claim.text: other} if other.open is not None else {}
        if problem := problem or _text_problem(claim, texts):
            refused.append(RefusedClaim(text=claim.text, cites=claim.cites, problem=problem))
        else:
            told = " ".join(verdict.reasons) if verdict is not None else ""
            held.append(replace(_check_claim(state, claim, texts), judged=told))
            grounds.add(own)
    refs = [ref for claim in claims for ref in claim.cites]
    missing = grounds.missing(complete, refs) if held and not refused else ""
    if missing:
        refused.append(RefusedClaim(text=complete, problem=f"The answer says {missing}, which no claim of it cites."))
    if not claims:
        refused.append(RefusedClaim(text=complete, problem="The answer has no claims: nothing is cited for it."))
    return Checked(tuple(held), tuple(refused), unsure)


def _with_verdict(problem: str, verdict: ClaimCheck | None) -> str:
    """Return why a claim is refused, with what a model found about it, where it was asked."""
    asked = verdict is not None and verdict.decided_by is Decider.MODEL
    return (
        f"{problem} A model judged it {verdict.verdict.value}: {verdict.reasons[0]}" if asked and verdict else problem
    )


def known_refs(state: StateView, refs: Iterable[str]) -> tuple[str, ...]:
    """Return those of the references that name something in the state."""
    return tuple(ref for ref in dict.fromkeys(refs) if _is_known(state, ref))


def _is_known(state: StateView, ref: str) -> bool:
    try:
        return bool(referenced_items(state, ref)) or count_of(state, ref) is not None
    except UnknownName:
        return False


def _problem(state: StateView, claim: Claim, grounds: Grounds, texts: Texts | None) -> str:
    """Return why a claim is refused, "" where it is accepted. The items that it cites are added to `grounds`."""
    if not claim.cites:
        return "It cites nothing."
    for ref in claim.cites:
        try:
            items = referenced_items(state, ref)
        except UnknownName:
            return f"It cites {ref!r}, which the state does not hold." + _suggestion(state, ref)
        counted = count_of(state, ref)
        if counted is not None:
            grounds.number(counted)
        if not items and counted is None:
            return f"It cites {ref!r}, which holds nothing."
        for item in items:
            if not has_origin(item.provenance) and not _is_computed(item):
                return f"It cites {ref_of(item)!r}, which leads to no line, source or element of the graph."
            grounds.item(item, texts)
    if grounds.missing(claim.text, claim.cites):
        grounds.value(node_names(named_nodes(_cited_items(state, claim), texts)))
    if missing := grounds.missing(claim.text, claim.cites):
        return f"It says {missing}, which {_refs_with_verb(claim.cites)} not hold."
    return ""


def _text_problem(claim: Claim, texts: Texts | None) -> str:
    """Return how the text that the graph was made from contradicts a claim, "" where it does not."""
    wrong = next((each for each in _text_verdicts(claim, texts) if each.verdict == CONTRADICTED), None)
    if wrong is None or wrong.place is None:
        return ""
    at = f"{wrong.place['doc_id']}:{wrong.place['line_number']}"
    return f"The text contradicts it in {at}: {wrong.reason} The line is “{wrong.place['line']}”"


def _text_verdicts(claim: Claim, texts: Texts | None) -> tuple[TextVerdict, ...]:
    """Return what the text that the graph was made from says of a claim, a verdict a statement."""
    if texts is None or texts.statements is None:
        return ()
    return tuple(map(texts.statements, statements_of(claim.text)))


def _disagreement(state: StateView, question: str, claim: Claim, texts: Texts | None) -> Disagreement | None:
    """Return what a claim says otherwise than the lines of its items, None for nothing."""
    items = _cited_items(state, claim)
    lines = [line for item in items for line in lines_of(item, texts)]
    nodes = named_nodes(items, texts) if lines else {}
    words = [*(word for item in items for word in own_words(item)), *node_names(nodes)] if lines else []
    counts = [str(count) for ref in claim.cites if (count := count_of(state, ref)) is not None]
    said = claim.text
    for ref in sorted(set(claim.cites), key=len, reverse=True):
        said = said.replace(ref, " ") if "[" in ref else said
    quotable = [QuotedItem(_words_of(item, nodes), tuple(lines_of(item, texts))) for item in items] if lines else []
    quoted = named_quotes(said, quotable)
    if quoted.problem or not quoted.rest.strip(" .,;-"):
        return Disagreement(quoted.problem) if quoted.problem else None
    by_sentence = _names_by_sentence(items, nodes)
    by_item = [] if number_values(said) & set(counts) else [each.words for each in quotable]
    return disagreement(quoted.rest, lines, (*words, *claim.cites), counts, by_sentence, question, by_item=by_item)


def _words_of(item: StateItem, nodes: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    own = list(own_words(item))
    called = node_names({each: nodes[each] for each in own if each in nodes})
    return frozenset(folded_words((*own, *called)))


def _names_by_sentence(
    items: Iterable[StateItem], nodes: Mapping[str, Mapping[str, Any]]
) -> dict[str, tuple[Named, ...]]:
    """Return of each sentence of the items' own which nodes its words may mean; of two items with one sentence all."""
    found: dict[str, tuple[Named, ...]] = {}
    for item in items:
        named = names_of_nodes(named_ids(item), nodes)
        for sentence in sentences_of(item):
            found[sentence] = tuple(dict.fromkeys((*found.get(sentence, ()), *named)))
    return found


def _cited_items(state: StateView, claim: Claim) -> list[StateItem]:
    return [item for ref in claim.cites for item in referenced_items(state, ref)]


def _grounds(state: StateView, question: str, claim: Claim, known: frozenset[str]) -> Grounds:
    """Return what a claim may say before its items are looked at: of a number that the engine counted, what was asked.

    Nothing else that a question names is evidence: *Did Lily steal it?* does not show that Lily did.
    """
    counted = any(_is_known(state, ref) and count_of(state, ref) is not None for ref in claim.cites)
    return Grounds.of(question if counted else "", known)


def _suggestion(state: StateView, ref: str) -> str:
    near = nearest_refs(state, ref)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def _refs_with_verb(refs: Sequence[str]) -> str:
    return f"{refs[0]!r} does" if len(refs) == 1 else f"{', '.join(map(repr, refs))} do"


def _is_computed(item: StateItem) -> bool:
    """Whether an item was made by the engine alone: what a model made says so in its provenance."""
    return not item.provenance


def _check_claim(state: StateView, claim: Claim, texts: Texts | None) -> CheckedClaim:
    items = list({ref_of(item): item for ref in claim.cites for item in referenced_items(state, ref)}.values())
    citations = [_citation(item, texts) for item in items[:SHOWN]]
    empty = [
        ItemCitation(ref, count_of(state, ref), (), True) for ref in claim.cites if not referenced_items(state, ref)
    ]
    left, stated = max(len(items) - SHOWN, 0), _text_verdicts(claim, texts)
    return CheckedClaim(claim.text, claim.cites, (*citations, *empty), left, stated)


def _citation(item: StateItem, texts: Texts | None) -> ItemCitation:
    places = tuple(places_of(item.provenance, texts))
    return ItemCitation(ref_of(item), bounded_json(item.value, 20, VALUE_CHARS), places, not places)
