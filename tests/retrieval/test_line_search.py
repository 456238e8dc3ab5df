"""Searching lines: full text, names, links, vectors; incremental, and the same whatever the order of documents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.documents import DOCUMENT_SCHEMA, Line, LoadedDocument, Shelf
from pramana.retrieval import RETRIEVAL_SCHEMA, LineSearch, RankedLine
from pramana.retrieval.analysis import name_runs, query_names, search_terms
from pramana.retrieval.index import _CONTENTS
from pramana.retrieval.passages import passages_of, title_of
from pramana.store import BLOB_SCHEMA, Database

FILM = {
    "ada.txt": ["Ada Lund is a Danish actress.", "She played the lead in Silver Tide and in three plays."],
    "tide.txt": ["Silver Tide is a film of 1987.", "It was directed by Jens Holm and shown in Aarhus."],
    "harbour.txt": ["A film about the harbour was directed by pupils.", "They showed it in Odense."],
    "weather.txt": ["Rain fell for three days.", "The leads of the roof leaked."],
}


class Shelved:
    """Documents in memory with their search."""

    def __init__(self) -> None:
        self.database = Database(None, [BLOB_SCHEMA, DOCUMENT_SCHEMA, RETRIEVAL_SCHEMA])
        self.shelf = Shelf(self.database)
        self.search = LineSearch(self.database, self.shelf)

    def put(self, doc_id: str, lines: list[str]) -> None:
        if self.shelf.get(doc_id) is not None:
            self.take(doc_id)
        numbered = tuple(Line(number, text, 0, len(text)) for number, text in enumerate(lines, 1))
        self.shelf.put(LoadedDocument(doc_id, "", "", numbered))
        self.search.index.add(doc_id)

    def take(self, doc_id: str) -> None:
        self.search.index.remove(doc_id)
        self.shelf.take(doc_id)

    def contents(self) -> list[list[Any]]:
        return [sorted(self.database.all(sql), key=repr) for sql in _CONTENTS.values()]


def shelved(documents: dict[str, list[str]]) -> Shelved:
    made = Shelved()
    for doc_id, lines in documents.items():
        made.put(doc_id, lines)
    return made


@pytest.fixture
def film() -> Iterator[Shelved]:
    made = shelved(FILM)
    yield made
    made.database.close()


def places(lines: list[RankedLine]) -> list[tuple[str, int]]:
    return [(line.doc_id, line.number) for line in lines]


def test_words_are_compared_by_their_stems(film: Shelved) -> None:
    """Another form of a word finds the line, and its place is marked."""
    first = film.search.lines("leaking roofs")[0]
    assert (first.doc_id, first.number) == ("weather.txt", 2)
    assert [first.text[start:end] for start, end in first.spans] == ["roof", "leaked"]


def test_a_link_finds_what_no_word_of_the_query_names(film: Shelved) -> None:
    """Both films' lines say *directed*; only one film is named by the line about the actress."""
    found = film.search.lines("Who directed the film that Ada Lund played in?", 9)
    assert places(found).index(("tide.txt", 2)) < places(found).index(("harbour.txt", 1))
    linked = next(line for line in found if line.doc_id == "tide.txt")
    assert linked.parts["links"] > 0
    assert linked.via.startswith("ada.txt:1-2 by")


def test_a_score_is_the_sum_of_its_parts(film: Shelved) -> None:
    """What is explained is what is ranked by."""
    for line in film.search.lines("Who directed Silver Tide?", 9):
        assert line.score == pytest.approx(sum(line.parts.values()))


def test_given_names_are_looked_up_beside_the_query(film: Shelved) -> None:
    """A caller that knows whom *she* means says so."""
    assert film.search.lines("What did she play?", names=["Ada Lund"])[0].doc_id == "ada.txt"


def test_vectors_find_what_shares_no_word(film: Shelved) -> None:
    """The nearest passage by vectors is found, though it has no word of the query."""
    keys = {doc_id: key for key, doc_id in film.database.all("SELECT id, doc_id FROM passage")}
    found = film.search.lines("storm", cosines={keys["weather.txt"]: 0.8, keys["ada.txt"]: 0.1})
    assert found[0].doc_id == "weather.txt"
    assert found[0].parts["vectors"] == 1.0


@pytest.mark.parametrize("query", ["", "the of and", "?!", "zzz", "日本", "a" * 100_000])
def test_a_query_without_known_words_finds_nothing(film: Shelved, query: str) -> None:
    """Nothing is no error, whatever is asked."""
    assert film.search.lines(query) == []
    assert film.search.passages(query) == []


def test_lines_that_are_not_wanted_are_left_out(film: Shelved) -> None:
    """The others have the scores that they have among all."""
    found = film.search.lines("film director", 10_000)
    wanted = [each for each in found if "film" in each.text]
    assert 0 < len(wanted) < len(found)
    assert film.search.lines("film director", 10_000, only=lambda text: "film" in text) == wanted


def test_limits_below_one_find_nothing(film: Shelved) -> None:
    """A limit is never taken from the end."""
    assert film.search.lines("film", 0) == film.search.lines("film", -3) == []


@pytest.mark.seeds
def test_the_order_of_documents_decides_nothing() -> None:
    """Every order of ingest gives the same lines with the same scores."""
    found = {
        repr(shelved({doc_id: FILM[doc_id] for doc_id in order}).search.lines("Who directed films in Odense?", 9))
        for order in permutations(FILM)
    }
    assert len(found) == 1


texts = st.lists(st.sampled_from(["Ada Lund met Bo.", "Bo left Aarhus.", "Rain fell.", "the end", ""]), max_size=25)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(["a.txt", "b.txt", "c.txt"]), st.none() | texts), max_size=8))
def test_what_is_indexed_is_what_a_new_index_has(changes: list[tuple[str, list[str] | None]]) -> None:
    """Documents come, change and go in any order: the index is the one that the documents left would make anew."""
    kept: dict[str, list[str]] = {}
    made = shelved({})
    for doc_id, lines in changes:
        if lines is not None:
            made.put(doc_id, lines)
            kept[doc_id] = lines
        elif doc_id in kept:
            made.take(doc_id)
            del kept[doc_id]
    assert made.contents() == shelved(kept).contents()
    assert list(made.search.index.flaws()) == []


def test_an_index_of_another_version_is_made_anew(film: Shelved) -> None:
    """After an upgrade whose stems differ nothing has to be ingested again."""
    before = film.contents()
    film.database.execute("UPDATE passage_analysis SET version = 'older'")
    film.database.execute("UPDATE passage_word SET word = word || 'x'")
    assert film.search.lines("leaking")[0].doc_id == "weather.txt"
    assert film.contents() == before


def test_a_changed_row_is_a_flaw(film: Shelved) -> None:
    """The index is compared with the lines."""
    film.database.execute("UPDATE passage_word SET count = 7 WHERE word = 'roof'")
    assert [flaw.table for flaw in film.search.index.flaws()] == ["passage_word"]


def test_passages_come_whole_for_an_answer(film: Shelved) -> None:
    """A passage has all its lines in order, the best passage first."""
    best, *others = film.search.passages("Who directed Silver Tide?", 2)
    assert best.doc_id == "tide.txt"
    assert [number for number, _ in best.lines] == [1, 2]
    assert all(best.score >= other.score for other in others)


CHAIN = {
    "a.txt": ["Orla Venn wrote the ballad Grey Harbour."],
    "b.txt": ["Orla Venn was born in Tolmin Bay and married there."],
    "c.txt": ["Tolmin Bay belongs to the county of Karst.", "Its lighthouse was built by monks."],
    "d.txt": ["Karst has a governor whom the estates elect."],
    **{f"other{number}.txt": [f"The governor of Region {number} wrote a ballad."] for number in range(8)},
}


def test_a_chain_of_names_leads_on_to_the_last_passage() -> None:
    """Each step passes on for the words that all before it lack: three names lead to *the governor*."""
    made = shelved(CHAIN)
    found = made.search.passages("Who elects the governor of the county where the writer of Grey Harbour was born?", 4)
    assert {each.doc_id for each in found} == {"a.txt", "b.txt", "c.txt", "d.txt"}
    made.database.close()


@given(st.lists(st.sampled_from(["mill", "weir", "lock", "quay"]), min_size=1, max_size=6))
def test_a_set_of_passages_has_what_the_best_ones_have(words: list[str]) -> None:
    """The best passage stays the best; a set of all passages has each once, in any order of documents."""
    documents = {f"{number}.txt": [f"The {word} of the {words[0]} leaks."] for number, word in enumerate(words)}
    made, again = shelved(documents), shelved(dict(reversed(documents.items())))
    question = f"What leaks at the {' and the '.join(words)}?"
    found = made.search.passages(question, 9)
    assert sorted(each.doc_id for each in found) == sorted(documents)
    assert found[0].score == max(each.score for each in found)
    assert found == again.search.passages(question, 9)
    made.database.close()
    again.database.close()


def test_another_part_of_a_question_comes_before_more_of_the_same() -> None:
    """Of three documents on the mill and one on the weir the one on the weir comes second."""
    mills = {f"mill{number}.txt": ["The old mill was sold to a miller."] for number in range(3)}
    made = shelved({**mills, "weir.txt": ["The weir leaked for years, and nobody cared about that at all."]})
    found = [each.doc_id for each in made.search.passages("Was the old mill sold where the weir leaked?", 4)]
    assert found[:2] in (["weir.txt", "mill0.txt"], ["mill0.txt", "weir.txt"])
    made.database.close()


def test_long_documents_are_cut_into_passages() -> None:
    """Every line is in one passage; no passage exceeds ten lines."""
    lines = [(number, f"Line {number} says something short.") for number in range(1, 48)]
    found = list(passages_of("long.txt", lines))
    assert [number for each in found for number in range(each.first, each.last + 1)] == list(range(1, 48))
    assert max(each.last - each.first for each in found) == 9


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In 1950 Ada Lovelace met the Bank of England's J. Smith.", ["ada lovelace", "bank of england", "j smith"]),
        ("The Battle of the Somme, Lincoln (1865)", ["battle of the somme", "lincoln"]),
        ("rome fell. Rome rose", ["rome"]),
        ("", []),
    ],
)
def test_names_are_runs_of_capitals(text: str, names: list[str]) -> None:
    """Joints are part of a name, and neither a comma nor the end of a sentence is."""
    assert [run.text for run in name_runs(text)] == names


def test_a_query_names_in_any_case() -> None:
    """Nobody types capitals into a search box."""
    assert "ada lovelace" in query_names("who is the mother of ada lovelace")


@pytest.mark.parametrize(
    ("doc_id", "first", "title"),
    [
        ("minutes/2024_board-meeting.txt", "Board of Fabrikam", "2024 board meeting, Board of Fabrikam"),
        ("a.txt", "This is a sentence.", "a"),
        ("a.md", "# Report", "a, Report"),
    ],
)
def test_titles_are_file_names_and_headings(doc_id: str, first: str, title: str) -> None:
    """A first line is a heading where it is short and ends without a full stop."""
    assert title_of(doc_id, first) == title


def test_common_words_are_not_terms() -> None:
    """*Ada's* is Ada, and what all lines have says nothing."""
    assert search_terms("Who is Ada's?") == ["ada"]
