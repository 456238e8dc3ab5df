"""Names of a graph by their first and last words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pramana.graph import fold_name
from pramana.karaka.names_by_word import NamesByWord

NAMES = st.lists(st.lists(st.sampled_from(["ann", "lee", "old", "eagle", "eagle's", "mr."]), min_size=1, max_size=3))
WORDS = st.lists(st.sampled_from(["ann", "eagle", "old", "s", ""]), min_size=1, max_size=2)


@given(NAMES, WORDS)
def test_names_are_those_that_a_search_of_all_finds(names: list[list[str]], words: list[str]) -> None:
    told = sorted({" ".join(each) for each in names})
    asked, found = fold_name(" ".join(words)), NamesByWord(told)
    assert found.ending_in(asked) == [name for name in told if name.endswith(f" {asked}") and asked]
    for word in words:
        both = [name for name in told if len(name.split()) > 1 and word in (name.split()[0], name.split()[-1])]
        assert found.beside(word) == both
