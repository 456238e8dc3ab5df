"""The participants of a verb in a tree: its subjects, objects and complements, and what it governs by prepositions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.language import lexicon as lex
from pramana.language.drafts import ClauseDraft, Excluded, is_time
from pramana.language.model import Adverbial, ClauseKind, NounPhrase, Prepositional, Token
from pramana.language.nominals import Nominal
from pramana.language.trees.model import DependencyTree
from pramana.language.trees.phrases import Phrases
from pramana.language.word_lists import word_table

SUBJECTS = ("nsubj", "nsubjpass")
_RELATIVE_TAGS = frozenset({"PNQ", "DTQ"})
_PREPOSITION_TAGS = frozenset({"PRP", "PRF", "TO0", "CJS", "AVP", "AJ0", "VVG", "AV0"})


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line with its tree, its tokens and its noun phrases."""

    tree: DependencyTree
    tokens: Sequence[Token]
    phrases: Phrases

    def antecedent(self, place: int) -> int | None:
        """Return the noun that a relative pronoun at a place is about; None where it is none, or has none."""
        if self.tokens[place].tag not in _RELATIVE_TAGS and self.tree.lower(place) != "that":
            return None
        if self.tree.lower(place) == "that" and self.tree.words[place].tag not in {"WDT", "WP"}:
            return None
        for each in self.tree.above(place):
            if self.tree.relation(each) == "relcl":
                head = self.tree.words[each].head
                return head if head < place and self.phrases.is_nominal(head) else None
        return None

    def group(self, place: int) -> list[NounPhrase]:
        """Return the noun phrase at a place with those joined to it; for a relative pronoun that of its noun."""
        antecedent = self.antecedent(place)
        if antecedent is not None:
            return [self.phrases.at(antecedent)]
        return self.phrases.joined_phrases(place) if self.phrases.is_nominal(place) else []

    def excluded_phrases(self, place: int) -> list[NounPhrase]:
        """Return the phrases joined to that at a place which *not* excludes."""
        return self.phrases.excluded_phrases(place) if self.phrases.is_nominal(place) else []


def subjects_of(line: TreeLine, verb: int) -> list[NounPhrase]:
    """Return the subjects that the tree gives a verb itself."""
    return [phrase for place in line.tree.children(verb, *SUBJECTS) for phrase in line.group(place)]


def add_participants(line: TreeLine, draft: ClauseDraft, verbs: Sequence[int]) -> None:
    """Give a clause what its verbs govern, subjects aside: *is going to go* has two verbs."""
    for verb in verbs:
        for place in line.tree.children(verb):
            _add(line, draft, place)
            _exclude(line, draft, place)
            _add_of_noun(line, draft, place)
    draft.prepositions = list({(part.start, part.phrase.start): part for part in draft.prepositions}.values())
    after = [phrase.last for phrase in (*draft.objects, *draft.indirect) if phrase.first >= draft.group.last]
    after += [phrase.last for part in draft.prepositions if (phrase := part.phrase).first >= draft.group.last]
    after += [draft.complement[1]] if draft.complement else []
    for last in after:
        draft.reach(last)


def _add(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    relation = line.tree.relation(place)
    if relation in {"dobj", "attr"}:
        _add_object(line, draft, place)
    elif relation == "dative" and line.phrases.is_nominal(place):
        draft.indirect += line.group(place)
    elif relation in {"prep", "agent", "dative"}:
        draft.prepositions += _prepositional(line, place, draft)
    elif relation == "oprd" and line.phrases.is_nominal(place) and not draft.group.passive:
        phrase = line.phrases.at(place)
        draft.complement = (phrase.first, phrase.last)
    elif relation in {"acomp", "oprd"}:
        _complete(line, draft, place)
    elif relation in {"npadvmod", "advmod"}:
        _add_adverbial(line, draft, place)
    if relation in {"prt", "advmod"}:  # *headed back to Paris*
        for each in line.tree.children(place, "prep"):
            draft.prepositions += _prepositional(line, each, draft)


def _exclude(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    """Set aside whom the clause excludes: *Marsh, not Lily*, *with sand and not with gravel*."""
    relation = line.tree.relation(place)
    subjects = line.excluded_phrases(place) if relation in SUBJECTS else []
    objects = line.excluded_phrases(place) if relation in {"dobj", "attr"} else []
    joined = line.tree.children(place, "conj") if relation in {"prep", "agent"} else ()
    denied = [each for each in joined if line.tree.children(each, "neg")]
    parts = [part for each in denied for part in _prepositional(line, each, draft)]
    if subjects or objects or parts:
        draft.excluded = Excluded(subjects, objects, parts)


def _add_of_noun(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    """Add what hangs on a participant by a preposition, for the reader to decide whose it is.

    Not what a noun is with, nor where it is (`examples_of`), but of nouns that name events: *an attack on the village*.
    """
    tree = line.tree
    nouns = [place] if tree.relation(place) in {"dobj", "attr", *SUBJECTS} else []
    if tree.relation(place) in {"prep", "agent"}:
        nouns = [noun for noun in tree.children(place, "pobj") if _is_event(line, noun)]
    for noun in (each for one in nouns if line.phrases.is_nominal(one) for each in tree.joined_words(one)):
        for preposition in tree.children(noun, "prep"):
            name = tree.lower(preposition)
            held = name in lex.LOCATING or name in {"with", "without"}
            if name != "of" and preposition > noun and (_is_event(line, noun) or not held):
                draft.prepositions += _prepositional(line, preposition, draft)
                _add_of_noun(line, draft, preposition)


def _is_event(line: TreeLine, noun: int) -> bool:
    return line.tokens[noun].lemma.lower() in word_table("nominalizations/events")


def _add_object(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    """Add an object; a time without a preposition is none: *left last night*."""
    group = line.group(place)
    if len(group) == 1 and draft.base != "be" and is_time(line.tokens, group[0]) and draft.objects:
        _add_adverbial(line, draft, place)
    elif draft.objects and draft.base in lex.DITRANSITIVE and not draft.indirect and group:
        draft.indirect, draft.objects = draft.objects, group
    else:
        draft.objects += group


def _complete(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    """Add an adjective that completes a verb, and what depends on it by a preposition: *responsible for the map*."""
    tree = line.tree
    for each in tree.joined_words(place):
        draft.prepositions += [
            part for child in tree.children(each, "prep") for part in _prepositional(line, child, draft)
        ]
    inside = tree.under(place, "prep", "xcomp", "ccomp", "advcl", "relcl", "acl", "conj", "cc", "punct", "npadvmod")
    first = place
    while first - 1 in inside:
        first -= 1
    if draft.complement is None:
        draft.complement = (first, place + 1)


def _prepositional(line: TreeLine, place: int, draft: ClauseDraft) -> Iterator[Prepositional]:
    """Yield the preposition at a place with each noun phrase that it governs: *out of the house*, *from under it*."""
    tree = line.tree
    if line.tokens[place].tag not in _PREPOSITION_TAGS:
        return
    words, nouns = _words(line, place)
    start = line.tokens[words[0]].start
    name = " ".join(tree.lower(word) for word in words)
    for noun in nouns:
        for phrase in line.group(noun):
            yield Prepositional(name, phrase, start, max(phrase.end, line.tokens[words[-1]].end))
    draft.reach(max(words) + 1 if min(words) > draft.group.head else draft.last)
    for each in tree.children(place, "conj"):  # *in and around Paris*, *by land and by sea*
        if not tree.children(each, "neg"):
            yield from _prepositional(line, each, draft)


def _words(line: TreeLine, place: int) -> tuple[list[int], list[int]]:
    """Return the words of a preposition, and the nouns that it governs."""
    tree, words = line.tree, [place]
    words += tree.children(place, "fixed")
    nouns = list(tree.children(place, "pobj"))
    inner = [each for each in tree.children(place, "prep", "pcomp") if line.tokens[each].tag in {"PRP", "PRF", "TO0"}]
    if inner and not nouns:
        more, nouns = _words(line, inner[0])
        words += more
    words += [each for each in tree.children(place, "amod", "advmod") if tree.lower(each) in {"such", "close"}]
    return sorted(words), nouns


def examples_of(line: TreeLine, noun: int) -> Iterator[Nominal]:
    """Yield *such as* and *including* behind a noun, and the places that it is at: *the house on the hill*."""
    whole = line.phrases.at(noun)
    for verb in line.tree.children(noun, "acl", "prep", "advcl"):
        if line.tree.lower(verb) == "including":
            for phrase in (each for inner in line.tree.children(verb, "dobj", "pobj") for each in line.group(inner)):
                yield Nominal(ClauseKind.EXAMPLE, whole, phrase, verb, verb + 1)
    for place in line.tree.children(noun, "prep"):
        words, nouns = _words(line, place)
        name = " ".join(line.tree.lower(word) for word in words)
        for phrase in (each for inner in nouns for each in line.group(inner)):
            if place > noun and name in lex.EXAMPLES:
                yield Nominal(ClauseKind.EXAMPLE, whole, phrase, words[0], words[-1] + 1)
            elif place > noun and name in lex.LOCATING and _is_place(line, whole, phrase):
                yield Nominal(ClauseKind.LOCATION, whole, phrase, words[0], words[-1] + 1)


def _is_place(line: TreeLine, whole: NounPhrase, phrase: NounPhrase) -> bool:
    return whole.kind not in {"pronoun", "number"} and (phrase.kind != "number" or is_time(line.tokens, phrase))


def _add_adverbial(line: TreeLine, draft: ClauseDraft, place: int) -> None:
    """Add a time or a place without a preposition: *last night*, *yesterday*, *there*."""
    tree, tokens = line.tree, line.tokens
    if line.phrases.is_nominal(place):
        phrase = line.phrases.at(place)
        if not is_time(tokens, phrase):
            return
        first, last, kind = phrase.first, phrase.last, "time"
    else:
        word = tree.lower(place)
        kind = "time" if word in lex.TIME_ADVERBS else "place" if word in lex.PLACE_ADVERBS else ""
        first, last = place, place + 1
    if kind and tree.lower(place) not in {"when", "where"}:
        text = " ".join(token.text for token in tokens[first:last])
        draft.adverbials.append(Adverbial(kind, tokens[first].start, tokens[last - 1].end, text))
        if first > draft.group.head:
            draft.reach(last)
