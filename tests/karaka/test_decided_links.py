"""People's decisions put over links: properties over every set of links and decisions."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Role
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.clusters import clusters
from pramana.karaka.passes.decisions import is_stated, upheld, with_decisions, without_splits
from pramana.karaka.passes.model import EntityDecision, EntityMention, Link, PassView

NAMES = "abcdef"
PAIRS = list(combinations(NAMES, 2))
pairs = st.sampled_from(PAIRS)
decisions = st.lists(
    st.builds(lambda kind, pair: EntityDecision(kind, *pair), st.sampled_from(["merge", "split"]), pairs)
)
sets_of_links = st.dictionaries(pairs, st.integers(1, 100)).map(
    lambda found: [link(*pair, confidence) for pair, confidence in found.items()]
)
FEW = settings(max_examples=150)


def place(name: str) -> Evidence:
    return Evidence("d.txt", NAMES.index(name) + 1, 0, 1, name, Grade.VERBATIM)


def link(one: str, other: str, confidence: int = 50) -> Link:
    return Link(one, "IS_SAME_AS", other, place(one), place(other), "alike", confidence)


def view(made: list[EntityDecision], names: str = NAMES) -> PassView:
    mentions = tuple(EntityMention(name, name, False, f"k{name}", Role.KARTA, place(name)) for name in names)
    return PassView({}, mentions, (), tuple(made))


def joined(links: list[Link], one: str, other: str) -> bool:
    found = clusters(links)
    return found.representative(one) == found.representative(other)


@FEW
@given(decisions, sets_of_links)
def test_decisions_that_hold_are_obeyed(made: list[EntityDecision], links: list[Link]) -> None:
    """What a merge that holds names is one, what a split that holds names is not, whatever rules propose."""
    result = with_decisions(view(made), links)
    for decision in upheld(made, NAMES):
        assert joined(result, decision.one, decision.other) is (decision.kind == "merge")


@FEW
@given(decisions, sets_of_links)
def test_the_newest_decision_always_holds(made: list[EntityDecision], links: list[Link]) -> None:
    """Nothing overrules the last decision; without decisions nothing changes."""
    assert upheld(made, NAMES)[:1] == made[-1:]
    assert with_decisions(view([]), links) == links


@FEW
@given(decisions, sets_of_links, st.randoms(use_true_random=False))
def test_the_order_of_links_does_not_matter(made: list[EntityDecision], links: list[Link], random: object) -> None:
    """The same links in any order come to the same."""
    shuffled = list(links)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert set(with_decisions(view(made), shuffled)) == set(with_decisions(view(made), links))


@FEW
@given(decisions, sets_of_links)
def test_links_are_dropped_only_where_a_split_needs_it(made: list[EntityDecision], links: list[Link]) -> None:
    """A link of the rules that was dropped would join, with those that are left, two that a split keeps apart."""
    result = with_decisions(view(made), links)
    splits = [decision for decision in upheld(made, NAMES) if decision.kind == "split"]
    kept = {(one.source, one.target) for one in result}
    for dropped in links:
        if (dropped.source, dropped.target) not in kept:
            assert any(joined([*result, dropped], split.one, split.other) for split in splits)


@FEW
@given(decisions, sets_of_links, sets_of_links)
def test_links_of_other_passes_heed_splits(made: list[EntityDecision], links: list[Link], others: list[Link]) -> None:
    """Links of another pass never join, together with those of resolution, what a split keeps apart."""
    standing = with_decisions(view(made), links)
    added = without_splits(view(made), others, standing)
    for decision in upheld(made, NAMES):
        if decision.kind == "split":
            assert not joined([*standing, *added], decision.one, decision.other)


def test_the_weakest_link_goes() -> None:
    """Of a path between two that were split the least sure link is taken out, and the others stay."""
    path = [link("a", "b", 90), link("b", "c", 60), link("c", "d", 80)]
    result = with_decisions(view([EntityDecision("split", "a", "d")]), path)
    assert [(one.source, one.target) for one in result] == [("a", "b"), ("c", "d")]


def test_a_merge_takes_the_place_of_a_rule() -> None:
    """A pair that a rule links and a person merges has one link: the person's, with asserted ends."""
    [found] = with_decisions(view([EntityDecision("merge", "a", "b", "I know them.")]), [link("a", "b")])
    assert is_stated(found)
    assert (found.reason, found.confidence) == ("Stated by a person: I know them.", 100)
    assert str(found.source_evidence) == 'd.txt:1 "a" asserted'


def test_a_decision_about_what_is_not_there_waits() -> None:
    """A decision about an entity without a mention does nothing, and overrules nothing."""
    made = [EntityDecision("split", "a", "c"), EntityDecision("merge", "a", "b"), EntityDecision("merge", "b", "c")]
    assert upheld(made, "ac") == [made[0]]
    assert with_decisions(view(made, "ac"), [link("a", "c")]) == []
    assert upheld(made, "abc") == [made[2], made[1]]
