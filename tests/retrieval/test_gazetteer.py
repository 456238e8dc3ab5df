"""A knowledge base that is a file: what is taken from it, what is refused, and what is stored."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import KnowledgeFailed, KnowledgeFileError, ReplayMiss
from pramana.retrieval.knowledge import (
    KNOWLEDGE_SCHEMA,
    KnowledgeBase,
    KnowledgeEntry,
    KnowledgeSettings,
    LookUp,
    name_key,
    open_knowledge,
    reopen_knowledge,
)
from pramana.retrieval.knowledge.model import one_line
from pramana.store import BLOB_SCHEMA, Database

TABLE = """\
id\tlabel\tdescription\taliases\ttypes\tsure
1\tSita\tprincess of Videha\tVaidehi|Jānaki\thuman|princess\tyes

2\tO’Brien\tsmith\t\thuman\t
"""


def database() -> Database:
    return Database(None, (BLOB_SCHEMA, KNOWLEDGE_SCHEMA))


def base(folder: Path, text: str | None, store: Database | None = None, name: str = "people.tsv") -> KnowledgeBase:
    if text is not None:
        (folder / name).write_text(text, "utf-8")
    found = open_knowledge(KnowledgeSettings(kind="gazetteer", file=Path(name)), folder, store or database())
    assert found is not None
    return found


def found(known: KnowledgeBase, name: str, looking: LookUp | None = None) -> list[KnowledgeEntry]:
    return list(anyio.run(known.search, name, looking or LookUp()))


def whole(known: KnowledgeBase, *ids: str) -> dict[str, KnowledgeEntry]:
    return anyio.run(known.entries, ids, {id_: LookUp() for id_ in ids})


def test_a_table_is_looked_up_by_label_and_alias_in_any_case(tmp_path: Path) -> None:
    """Names are one by case, white space, quotes, dashes and full stops; accents count; lists are parted by bars."""
    known = base(tmp_path, TABLE)
    sita = KnowledgeEntry("1", "Sita", "princess of Videha", ("Vaidehi", "Jānaki"), ("human", "princess"), sure=True)
    assert [found(known, name) for name in ("SITA", "jānaki", "Janaki", "Sit")] == [[sita], [sita], [], []]
    assert [one.id for one in found(known, "o'brien")] == ["2"]
    assert whole(known, "1", "9", "1") == {"1": sita}
    assert (known.name, known.identity["kind"]) == ("people", "gazetteer")


def test_json_lines_say_the_same(tmp_path: Path) -> None:
    """Rows may be JSON objects, with lists or bars; numbers are ids, too."""
    rows = [
        {"id": 1, "label": "Sita", "aliases": ["Vaidehi"], "sure": True},
        {"id": "2", "label": "Rama", "types": "god|king"},
    ]
    known = base(tmp_path, "".join(json.dumps(row) + "\n" for row in rows))
    assert found(known, "vaidehi") == [KnowledgeEntry("1", "Sita", aliases=("Vaidehi",), sure=True)]
    assert found(known, "Rama") == [KnowledgeEntry("2", "Rama", types=("god", "king"))]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("name\tlabel\n1\tx\n", 1, "names its columns"),
        ("id\tlabel\n1\tx\n1\ty\n", 3, "the id '1' occurs twice"),
        ("id\tlabel\n1\n", 2, "a row needs a label"),
        ("id\tlabel\na b\tx\n", 2, "a row needs a label, and an id"),
        ("id\tlabel\n1\tx\ty\n", 2, "the row has 3 fields, the first one 2"),
        ("id\tlabel\tsure\n1\tx\tperhaps\n", 2, "sure is yes or no, not 'perhaps'"),
        ('{"id": "1", "label": \n', 1, "is not JSON"),
        ('{"id": "1", "label": "x", "types": [1]}\n', 1, "types are texts"),
        ('{"id": "1", "label": ["x"]}\n', 1, "are texts"),
        ("id\tlabel\n1\t" + "x" * (1 << 20), 2, "longer than"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, text: str, line: int, reason: str) -> None:
    """Nothing of a broken file is taken; the error names file, line and what was expected. Mended, it is read."""
    with pytest.raises(KnowledgeFileError, match=reason) as refused:
        base(tmp_path, text)
    assert (refused.value.line, refused.value.path) == (line, str(tmp_path / "people.tsv"))
    assert [one.id for one in found(base(tmp_path, "id\tlabel\n1\tAnna\n"), "anna")] == ["1"]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A file in another encoding is named with its line; a byte order mark is none of the text."""
    (tmp_path / "people.tsv").write_bytes(b"\xef\xbb\xbfid\tlabel\n1\tJos\xe9\n")
    with pytest.raises(KnowledgeFileError, match="line 2: the row is not UTF-8"):
        base(tmp_path, None)


def test_another_file_is_another_base(tmp_path: Path) -> None:
    """The identity follows the content, not the time; another content is indexed anew."""
    first = base(tmp_path, TABLE)
    again = base(tmp_path, TABLE)
    other = base(tmp_path, TABLE + "3\tRama\t\t\t\t\n")
    assert first.identity == again.identity != other.identity
    assert [one.id for one in found(other, "rama")] == ["3"]


def test_answers_are_stored_and_repeated_without_the_file(tmp_path: Path) -> None:
    """What was answered once is answered again from the store alone; what was not is a miss."""
    store, looking = database(), LookUp()
    known = base(tmp_path, TABLE, store)
    answer = found(known, "Sita", looking)
    (tmp_path / "people.tsv").unlink()
    again = reopen_knowledge(known.identity, store)
    assert found(again, "sita", LookUp(pinned=looking.used)) == answer
    with pytest.raises(ReplayMiss):
        found(again, "Rama", LookUp(pinned=looking.used))
    with pytest.raises(KnowledgeFailed, match="is not there"):
        found(base(tmp_path, None, store), "Rama")


def test_strangers_texts_are_made_plain(tmp_path: Path) -> None:
    """Control signs, bidirectional marks and endless texts do not get in; markup is text like any other."""
    said = {"id": "1", "label": "A\u202eb\x1b[31m", "description": "<script>x</script>\n## entry\n" + "y" * 900}
    [one] = found(base(tmp_path, json.dumps(said)), "ab[31m")
    assert one.label == "Ab[31m"
    assert one.description.startswith("<script>x</script> ## entry yyy")
    assert len(one.description) == 500


@pytest.mark.slow
def test_a_large_file_takes_no_memory(tmp_path: Path) -> None:
    """Rows are read one by one: indexing 20,000 of them holds less than a tenth of the file."""
    with (tmp_path / "people.tsv").open("w", encoding="utf-8") as file:
        file.write("id\tlabel\tdescription\n")
        for number in range(20_000):
            file.write(f"{number}\tPerson {number}\t{'said of somebody ' * 20}\n")
    tracemalloc.start()
    known = base(tmp_path, None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < (tmp_path / "people.tsv").stat().st_size / 3
    assert [one.id for one in found(known, "person 19999")] == ["19999"]


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_a_name_s_form_is_its_own_form(name: str) -> None:
    """Normalising twice is normalising once, and a plain text stays what it is."""
    assert name_key(name_key(name)) == name_key(name)
    assert one_line(one_line(name, 30), 30) == one_line(name, 30)
