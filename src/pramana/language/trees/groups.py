"""Verb groups of a tree: the rules' own, begun where the tree says that the auxiliaries begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pramana.language.model import Token, VerbForm, VerbGroup
from pramana.language.tag_sets import VERBS
from pramana.language.trees.model import DependencyTree
from pramana.language.verbs import verb_group
from pramana.language.word_lists import word_set

_AUXILIARIES = ("aux", "auxpass")
_NO_HEADS = word_set("trees/no_heads")
"""Relations of verb forms that are no verbs of a clause: *a retiring judge*, *according to*."""
_NOUN_RELATIONS = frozenset("nsubj nsubjpass dobj pobj attr".split())
_OF_NOUNS = ("det", "amod", "poss")


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a clause: its place in the tree, its group, and the verb that it is one group with (*is going to go*).

    `absorbed` is the place of the first verb of such a group, None where there is only one.
    """

    place: int
    group: VerbGroup
    absorbed: int | None = None


def verbs_of(tree: DependencyTree, tokens: Sequence[Token]) -> dict[int, Verb]:
    """Return the verbs of all clauses by place."""
    heads = [place for place in range(len(tokens)) if _is_head(tree, tokens, place)]
    found = {place: Verb(place, _group(tree, tokens, place)) for place in heads}
    for place, verb in list(found.items()):
        last = verb.group.head
        if last != place and last in found and _hangs(tree, last, place):
            first = found.pop(place)
            found[last] = Verb(last, _with_particle(tree, tokens, first.group, last), place)
    return {place: _settle(tree, tokens, verb) for place, verb in sorted(found.items())}


def _is_head(tree: DependencyTree, tokens: Sequence[Token], place: int) -> bool:
    if tokens[place].tag not in VERBS or tree.relation(place) in _NO_HEADS:
        return False
    if tree.lower(place) == "including" or (
        tree.relation(place) in _NOUN_RELATIONS and tree.children(place, *_OF_NOUNS)
    ):
        return False  # *five people, including Marsh*, *the following*
    return tokens[place].tag != "VM0" or not tree.children(place, "xcomp", "ccomp")


def _hangs(tree: DependencyTree, low: int, high: int) -> bool:
    """Return whether a verb depends on another as its infinitive: *have to go*, *is able to go*."""
    heads = list(tree.above(low))[:2]
    return tree.relation(low) in {"xcomp", "ccomp"} and high in heads


def _group(tree: DependencyTree, tokens: Sequence[Token], place: int) -> VerbGroup:
    helpers = [each for each in tree.children(place, *_AUXILIARIES) if each < place]
    helpers += [each for each in tree.children(place, "mark") if tokens[each].tag == "TO0" and each < place]
    helpers.sort()
    first, apart = place, None
    for helper in reversed(helpers):
        between = range(helper + 1, first)
        if all(tokens[each].tag in {"AV0", "XX0", "AVP"} or each in helpers for each in between):
            first = helper
        else:
            apart = (helpers[0], helpers[helpers.index(helper)] + 1)
            break
    while first > 0 and tokens[first - 1].tag == "XX0" and tokens[first].tag == "TO0":
        first -= 1  # *not to go*
    return verb_group(tree.text, tokens, first, apart)[0]


def _settle(tree: DependencyTree, tokens: Sequence[Token], verb: Verb) -> Verb:
    """Return a verb whose group has the tree's head, voice, negation and particle."""
    group = verb.group
    if group.head != verb.place:
        group = _end_at(tree, tokens, group, verb.place)
    group = _with_particle(tree, tokens, group, verb.place)
    acted = bool(tree.children(verb.place, "auxpass", "nsubjpass", "csubjpass"))
    denied = bool(tree.children(verb.place, "neg")) or group.negated
    bare = group.form is VerbForm.PARTICIPLE and tokens[verb.place].tag == "VVN"
    group = replace(group, passive=acted or (group.passive and bare) or _had_done(tree, group, acted), negated=denied)
    return replace(verb, group=group)


def _had_done(tree: DependencyTree, group: VerbGroup, acted: bool) -> bool:
    """Return whether the rules' *get* passive holds: *got fired*."""
    return group.passive and not acted and group.text.lower().startswith(("got ", "get ", "gets ", "getting "))


def _end_at(tree: DependencyTree, tokens: Sequence[Token], group: VerbGroup, head: int) -> VerbGroup:
    """Return a group that the rules ended elsewhere, with its end at the tree's verb."""
    first = min(group.first, head)
    start, end = tokens[first].start, tokens[head].end
    lemma = tokens[head].lemma
    return replace(
        group, first=first, last=head + 1, head=head, start=start, end=end, text=tree.text[start:end], lemma=lemma
    )


def _with_particle(tree: DependencyTree, tokens: Sequence[Token], group: VerbGroup, head: int) -> VerbGroup:
    """Return a group with the particle that the tree gives its verb, beside it (*gave up*) or not (*put it off*)."""
    particles = [place for place in tree.children(head, "prt") if tokens[place].text.isalpha()]
    base = tokens[head].lemma
    if not particles:
        return replace(group, lemma=base) if group.head == head else group
    place = particles[0]
    last = place + 1 if place == head + 1 else group.last
    start, end = tokens[group.first].start, tokens[last - 1].end
    text = tree.text[start:end]
    lemma = f"{base} {tokens[place].text.lower()}"
    return replace(group, head=head, last=last, end=end, text=text, lemma=lemma)
