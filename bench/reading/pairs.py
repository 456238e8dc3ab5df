"""From the Kriyās of a sentence to pairs of verb and participant, and their comparison with a gold tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pramana.events import Extraction, Kriya, Role, Unread
from pramana.evidence import Span, align, align_all
from reading.treebank import Gold, Pair, TreeSentence, gold_pairs, has_preposition

KIND_OF = {Role.KARTA: "subject", Role.KARMA: "object"}
_CONTENT = frozenset("NOUN PROPN PRON NUM ADJ VERB SYM X ADV DET INTJ".split())


@dataclass(frozen=True, slots=True)
class Mistake:
    """One pair that was missed or is wrong: its kind in words, and an example with its sentence."""

    kind: str
    example: str


@dataclass(slots=True)
class Score:
    """Counts of pairs of one kind. A rate of nothing is 0."""

    gold: int = 0
    found: int = 0
    right: int = 0

    def __iadd__(self, other: Score) -> Score:
        self.gold, self.found, self.right = self.gold + other.gold, self.found + other.found, self.right + other.right
        return self

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a reader found in a sentence. `verbs` are the places of its verbs; `others` pairs in other roles."""

    verbs: frozenset[int] = frozenset()
    subject: frozenset[Pair] = frozenset()
    object: frozenset[Pair] = frozenset()
    others: dict[Pair, Role] = field(default_factory=dict)


def found_pairs(sentence: TreeSentence, extraction: Extraction, gold: Gold) -> Found:
    """Return the pairs that the Kriyās of a sentence state.

    A mention counts by its head in the gold tree, and for each phrase that is joined to it within the mention. Where it
    has several words without a head in it, it counts for the right one. It counts for each verb of the verb quote:
    *is going to leave* is one event to readers, and two verbs to a tree.
    """
    pairs: dict[str, set[Pair]] = {"subject": set(), "object": set()}
    verbs, others = set(), {}
    spans = align_all([kriya.verb_quote for kriya in extraction.kriyas], sentence.text)
    for kriya, span in zip(extraction.kriyas, spans, strict=True):
        verb = None if span is None else verb_place(sentence, kriya, span)
        if verb is None or span is None:
            continue
        quoted = _verbs_in(sentence, span)
        verbs.update([verb, *quoted])
        for role, mentions in kriya.karakas.items():
            for mention in mentions:
                heads = [(verb, place) for place in _heads(sentence, align(mention, sentence.text, near=span.start))]
                kind = KIND_OF.get(role)
                if kind is None:
                    others.update(dict.fromkeys(heads, role))
                else:
                    wanted = gold.subject if kind == "subject" else gold.object
                    right = [(each, noun) for _, noun in heads for each in {verb, *quoted} if (each, noun) in wanted]
                    pairs[kind].update(right or heads[:1])
    return Found(frozenset(verbs), frozenset(pairs["subject"]), frozenset(pairs["object"]), others)


def _verbs_in(sentence: TreeSentence, span: Span) -> list[int]:
    words = enumerate(sentence.words)
    return [place for place, word in words if word.upos == "VERB" and word.start < span.end and span.start < word.end]


def verb_place(sentence: TreeSentence, kriya: Kriya, span: Span) -> int | None:
    """Return the place of a Kriyā's verb; None for a copula and for events that the line shows by another word."""
    words, base = sentence.words, kriya.verb.casefold().partition(" ")[0]
    inside = [place for place, word in enumerate(words) if word.start < span.end and span.start < word.end]
    own = [place for place in inside if words[place].lemma.casefold() == base]
    verbs = [place for place in inside if words[place].upos == "VERB"]
    best = next((place for place in reversed(own) if place in verbs), None)
    if best is None:
        best = verbs[-1] if verbs else own[-1] if own else None
    return None if best is None or words[best].upos == "AUX" else best


def _heads(sentence: TreeSentence, span: Span | None) -> Iterator[int]:
    """Yield the places of the words in a mention that hang on a word outside of it, and of those joined to them."""
    if span is None:
        return
    words = sentence.words
    inside = [place for place, word in enumerate(words) if word.start < span.end and span.start < word.end]
    tops = [place for place in inside if words[place].head not in inside and words[place].upos in _CONTENT]
    nouns = [place for place in tops if words[place].upos in {"NOUN", "PROPN", "PRON", "NUM"}]
    for top in nouns or tops:
        yield top
        yield from (place for place in inside if words[place].relation == "conj" and words[place].head == top)


def compare(sentence: TreeSentence, reading: Extraction | Unread) -> tuple[dict[str, Score], list[Mistake]]:
    """Return the scores of a sentence by kind of pair, and its mistakes."""
    gold = gold_pairs(sentence)
    found = Found() if isinstance(reading, Unread) else found_pairs(sentence, reading, gold)
    scores, mistakes = score_pairs(sentence, found), []
    for kind in ("subject", "object"):
        wanted, given = _pairs(gold, kind), _pairs(found, kind)
        missed = (_Pair(sentence, kind, pair) for pair in sorted(wanted - given))
        wrong = (_Pair(sentence, kind, pair) for pair in sorted(_counted(sentence, gold, found, kind) - wanted))
        mistakes += [Mistake(f"missed {kind}: {_why_missed(each, found, reading)}", str(each)) for each in missed]
        mistakes += [Mistake(f"wrong {kind}: {_why_wrong(each, gold)}", str(each)) for each in wrong]
    return scores, mistakes


def score_pairs(sentence: TreeSentence, found: Found) -> dict[str, Score]:
    """Return the scores of the pairs that were found in a sentence, by kind."""
    gold, scores = gold_pairs(sentence), {}
    for kind in ("subject", "object"):
        wanted, counted = _pairs(gold, kind), _counted(sentence, gold, found, kind)
        scores[kind] = Score(len(wanted), len(counted), len(counted & wanted))
    return scores


def _pairs(held: Gold | Found, kind: str) -> frozenset[Pair]:
    return held.subject if kind == "subject" else held.object


def _counted(sentence: TreeSentence, gold: Gold, found: Found, kind: str) -> set[Pair]:
    """Return the pairs of a kind that are right or wrong."""
    wanted = _pairs(gold, kind)
    return {pair for pair in _pairs(found, kind) if pair in wanted or not _is_neutral(sentence, gold, pair)}


def _is_neutral(sentence: TreeSentence, gold: Gold, pair: Pair) -> bool:
    """Return whether a pair is neither right nor wrong by the tree.

    Roles of prepositions are not syntax, nor is the predicate of *become*; the subject of a participle or infinitive
    that has none of its own is not annotated; *interested* may be read as a verb or an adjective.
    """
    verb, noun = sentence.words[pair[0]], sentence.words[pair[1]]
    if pair in gold.neutral or has_preposition(sentence, pair[1]):
        return True
    if noun.head == pair[0]:
        return noun.relation == "xcomp" or (verb.upos != "VERB" and noun.relation.startswith(("nsubj", "nmod")))
    return _shares(sentence, gold, pair)


def _shares(sentence: TreeSentence, gold: Gold, pair: Pair) -> bool:
    """Return whether a verb without a subject of its own is given a participant of a clause that it hangs on."""
    verb = sentence.words[pair[0]]
    own = any(held[0] == pair[0] for held in gold.subject) or any(
        word.head == pair[0] and word.relation in {"nsubj", "nsubj:pass", "csubj"} for word in sentence.words
    )
    if own or verb.relation.partition(":")[0] not in {"acl", "advcl", "xcomp", "amod", "conj", "ccomp", "csubj"}:
        return False
    place = pair[0]
    for _ in range(_CLIMB):
        place = sentence.words[place].head
        if place < 0 or place == pair[1]:
            return place == pair[1]
        subject = sentence.words[pair[1]].head == place and sentence.words[pair[1]].relation.startswith("nsubj")
        if subject or any((place, pair[1]) in held for held in (gold.subject, gold.object, gold.neutral)):
            return True
    return False


_CLIMB = 5
"""Heads between a verb and the clause whose participant it shares, at most: *a plan to come and see* has three."""


@dataclass(frozen=True, slots=True)
class _Pair:
    sentence: TreeSentence
    kind: str
    pair: Pair

    def __str__(self) -> str:
        verb, noun = (self.sentence.words[place].form for place in self.pair)
        return f"{verb} ← {noun}  |  {self.sentence.text}"


def _why_missed(missed: _Pair, found: Found, reading: Extraction | Unread) -> str:
    if isinstance(reading, Unread):
        return "the line is not read"
    verb = missed.pair[0]
    if verb not in found.verbs:
        return f"the verb is not read ({missed.sentence.words[verb].relation})"
    if missed.pair in found.others:
        return f"in another role ({found.others[missed.pair].value})"
    other, own = ("object", found.subject) if missed.kind == "object" else ("subject", found.object)
    if missed.pair in own:
        return f"it is read as {'subject' if other == 'object' else 'object'}"
    same = found.subject if missed.kind == "subject" else found.object
    return "another word has its place" if any(pair[0] == verb for pair in same) else "it is not read"


def _why_wrong(wrong: _Pair, gold: Gold) -> str:
    verb, noun = (wrong.sentence.words[place] for place in wrong.pair)
    if verb.upos != "VERB":
        return f"the word is no verb ({verb.upos})"
    if wrong.pair in (gold.object if wrong.kind == "subject" else gold.subject):
        return f"it is the {'object' if wrong.kind == 'subject' else 'subject'}"
    if noun.head == wrong.pair[0]:
        return f"another relation to the verb ({noun.relation})"
    held = any(pair[1] == wrong.pair[1] for pair in gold.subject | gold.object)
    return "it belongs to another verb" if held else f"it does not belong to the verb ({noun.relation})"


def add_up(parts: Sequence[dict[str, Score]]) -> dict[str, Score]:
    """Return the sums of scores, with those of both kinds as `both`."""
    sums = {"subject": Score(), "object": Score(), "both": Score()}
    for part in parts:
        for kind, score in part.items():
            sums[kind] += score
            sums["both"] += score
    return sums
