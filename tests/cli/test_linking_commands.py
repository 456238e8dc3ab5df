"""Links to a knowledge base on the command line: configured, made, shown, decided, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

TALE = "Sita lived in Videha. Rama married Sita. Anna saw Rama."
TABLE = (
    "id\tlabel\tdescription\taliases\ttypes\n1\tSita\twife of Rama\t\thuman\n2\tRama\tking, who married Sita\t\thuman\n"
)


@pytest.fixture
def tale(run, tmp_path: Path) -> Path:
    """A workspace with a gazetteer that has read a tale: the current folder."""
    run("init")
    (tmp_path / "tale.txt").write_text(TALE, "utf-8")
    (tmp_path / "people.tsv").write_text(TABLE + "3\tAnna\tcomposer\t\thuman\n", "utf-8")
    (tmp_path / "pramana.toml").write_text('[kb]\nkind = "gazetteer"\nfile = "people.tsv"\n', "utf-8")
    assert "links" in run("ingest", "tale.txt").out
    return tmp_path


def test_links_are_shown_with_why_and_where(run, tale: Path) -> None:
    """Each link is shown with the entry's own words, the reason and the place; what was unsure on demand."""
    done = run("link")
    assert "  Sita = people:1  Sita  checked\n    wife of Rama\n" in done.out
    assert '    tale.txt:1  "Sita" verbatim\n' in done.out
    assert "1 more name may be meant by an entry, and nothing was sure enough: --unsure" in done.err
    assert (
        "Linked to nothing\n  Anna  only its name speaks for 'Anna', and others may bear it\n"
        in run("link", "--unsure").out
    )


def test_the_ledger_tells_links_in_words(run, tale: Path) -> None:
    """What was linked, and what was not, is told on a line each, with the reason."""
    assert "Sita is people:1: 'Sita' goes by 'Sita', as no other entry does" in run("ledger").out
    assert "Anna is an entry: only its name speaks for 'Anna'" in run("ledger", "--refused").out


def test_links_as_json(run, tale: Path) -> None:
    """`--json` holds the links, what was unsure, and what went wrong."""
    told = run("link", "--json").json
    assert [(one["entities"], one["entry"], one["verdict"]) for one in told["links"]] == [
        (["Rama"], "people:2", "checked"),
        (["Sita"], "people:1", "checked"),
    ]
    assert [one["entities"] for one in told["unsure"]] == [["Anna"]]
    assert told["failures"] == []


def test_people_decide(run, tale: Path) -> None:
    """What a person links and unlinks is a decision, shown with the entity, kept, and taken back."""
    assert "Decision 1: 'Sita' is not people:1 (Sita)." in run("entity", "unlink", "Sita", "--why", "another").out
    assert "Decision 2: 'Anna' is people:3 (Anna)." in run("entity", "link", "Anna", "3").out
    shown = run("entity", "Anna").out
    assert "In the knowledge base\n  Anna = people:3  Anna  checked\n    composer\n    Stated by a person.\n" in shown
    assert "In the knowledge base" not in run("entity", "Sita").out
    assert run("entity", "undo", "1").code == 0
    assert "Sita = people:1" in run("entity", "Sita").out
    assert run("entity", "link", "Anna", "77").err.startswith("error: There is no entry of people '77'.")


def test_all_links_are_taken_back_at_once(run, tale: Path) -> None:
    """`passes undo links` leaves none; a person's decisions stay, and hold when they are made again."""
    run("entity", "unlink", "Sita")
    assert "1 taken out" in run("passes", "undo", "links").out
    assert "links        off" in run("passes", "list").out
    assert [one["entities"] for one in run("link", "--json").json["links"]] == [["Rama"]]


def test_what_is_wrong_is_said(run, tmp_path: Path, tale: Path) -> None:
    """No base, a broken one and one that is not there each end with what would do."""
    (tmp_path / "people.tsv").write_text(TABLE + "2\tRama\t\t\t\n", "utf-8")
    done = run("link")
    assert (done.code, done.err) == (
        2,
        f"error: {tmp_path / 'people.tsv'}, line 4: the id '2' occurs twice.\n",
    )
    (tmp_path / "people.tsv").unlink()
    done = run("link")
    assert done.code == 3
    assert "2 links" in done.out  # what stood stays, until there is an answer
    assert "No answer about some names: The file of the gazetteer 'people' is not there (people.tsv)." in done.err
    (tmp_path / "pramana.toml").write_text("", "utf-8")
    done = run("link")
    assert done.code == 2
    assert done.err.startswith("error: No knowledge base is configured: set `kind` in the section [kb]")
