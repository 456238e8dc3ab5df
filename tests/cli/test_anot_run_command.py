"""`pramana anot run`, `explain`, `eval`: from entities to results, derivations and measures."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from pathlib import Path

import pyarrow.parquet
import pytest

REVIEWS = [
    {"id": "a", "reviews": [{"text": "I was vomiting after the nuts.", "date": "2024-05-01"}, {"text": "Soup."}]},
    {"id": "b<script>", "reviews": [{"text": "They changed gloves for my nut allergy.", "date": "2024-02-01"}]},
]


@pytest.fixture
def data(run) -> Path:
    assert run("anot", "new", "g1a", "-o", "g1a.json").code == 0
    path = Path("data.jsonl")
    path.write_text("".join(json.dumps(each) + "\n" for each in REVIEWS), "utf-8")
    return path


def test_run_writes_results_and_says_what_they_come_to(run, data: Path) -> None:
    """A table of verdicts and numbers; without a workspace the run is kept beside the output."""
    done = run("anot", "run", "g1a.json", data, "-o", "out.jsonl")
    assert done.code == 0
    assert "2 done" in done.out and "Wrote out.jsonl; the run is kept in out.jsonl.db." in done.out
    first, second = map(json.loads, Path("out.jsonl").read_text("utf-8").splitlines())
    assert (first["values"]["n_total_incidents"], second["values"]["final_risk_score"]) == (1, 1.5)


def test_what_is_left_out_is_named_with_exit_code_3(run, data: Path) -> None:
    """The other entities have results."""
    data.write_text(data.read_text("utf-8") + "{broken\n", "utf-8")
    done = run("anot", "run", "g1a.json", data, "-o", "out.csv", "--json")
    assert (done.code, done.json["entities"]) == (3, {"done": 2, "failed": 1})
    assert "left out: line 3" in run("anot", "run", "g1a.json", data, "-o", "out.csv").err


def test_bad_input_writes_nothing(run, data: Path) -> None:
    """An unknown format, a file that is not there, a seed with errors: exit code 2."""
    assert run("anot", "run", "g1a.json", data, "-o", "out.xlsx").code == 2
    assert run("anot", "run", "g1a.json", "none.jsonl", "-o", "out.jsonl").code == 2
    text = Path("g1a.json").read_text("utf-8").replace("== 'mild'", "== 'midl'")
    Path("bad.json").write_text(text, "utf-8")
    assert run("anot", "run", "bad.json", data, "-o", "out.jsonl").code == 2
    assert not Path("out.jsonl").exists()


def test_a_run_in_a_workspace_is_in_its_ledger(run, data: Path) -> None:
    """No database beside the output; `pramana runs` lists it."""
    assert run("init").code == 0
    assert run("anot", "run", "g1a.json", data, "-o", "out.jsonl").code == 0
    assert not Path("out.jsonl.db").exists()
    assert "anot run" in run("runs").out
    assert run("anot", "explain", ".", "n_moderate", "-e", "a").code == 0


def test_explain_leads_to_the_words(run, data: Path) -> None:
    """From the output as from the database: the formula, the item that moves it, its quote with place and grade."""
    run("anot", "run", "g1a.json", data, "-o", "out.jsonl")
    done = run("anot", "explain", "out.jsonl", "n_moderate", "--entity", "a")
    assert done.out == run("anot", "explain", "out.jsonl.db", "n_moderate", "--entity", "a").out
    assert "n_moderate = 1" in done.out
    assert 'incident_severity: "vomiting" at 6-14 verbatim' in done.out
    assert run("anot", "explain", "out.jsonl", "verdict", "-e", "a", "--json").json["value"] == "High Risk"
    several = run("anot", "explain", "out.jsonl", "verdict")
    assert (several.code, "name one, --entity a" in several.err) == (2, True)
    assert "Did you mean n_mild" in run("anot", "explain", "out.jsonl", "n_mld", "-e", "a").err
    assert run("anot", "explain", "out.jsonl", "verdict", "-e", "zz").code == 2


def test_eval_holds_results_to_the_truth(run, data: Path) -> None:
    """Accuracy by primitive, the confusion matrix, and what always saying the same would reach."""
    Path("truth.csv").write_text("entity,n_moderate,verdict\na,1,High Risk\nb<script>,0,Low Risk\n", "utf-8")
    done = run("anot", "eval", "g1a.json", data, "truth.csv", "--json")
    assert done.code == 0
    assert done.json["confusion"]["macro_f1"] == 1.0
    assert done.json["confusion"]["constant_macro_f1"] == pytest.approx(1 / 3)
    assert [each["accuracy"] for each in done.json["primitives"]] == [1.0, 1.0]
    shown = run("anot", "eval", "g1a.json", data, "truth.csv").out
    assert "macro f1" in shown and "adjusted" in shown


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name in ("src", "href") or name.startswith("on") for name, _ in attrs)


def test_the_report_is_one_page_that_loads_nothing(run, data: Path) -> None:
    """Plots are inline SVG; what comes from data is text, never markup."""
    assert run("anot", "run", "g1a.json", data, "-o", "out.jsonl", "--html", "out.html").code == 0
    text = Path("out.html").read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert "script" not in page.tags and page.tags.count("svg") == 5
    assert "b&lt;script&gt;" in text and "<q>vomiting</q>" in text


def test_a_run_is_replayed_from_its_own_database_or_the_workspace(run, data: Path) -> None:
    """Identical: exit code 0; a changed output, or data that went: 1, and named."""
    assert run("anot", "run", "g1a.json", data, "-o", "out.jsonl", "--html", "page.html").code == 0
    done = run("anot", "replay", "--store", "out.jsonl.db")
    assert (done.code, "Run 1 replayed without a model: identical" in done.out) == (0, True)
    data.rename("moved.jsonl")
    gone = run("anot", "replay", "1", "--store", "out.jsonl.db")
    assert (gone.code, "--data FILE" in gone.out) == (1, True)
    assert run("anot", "replay", "--store", "out.jsonl.db", "--data", "moved.jsonl").code == 0
    Path("page.html").write_text("edited", "utf-8")
    edited = run("anot", "replay", "--store", "out.jsonl.db", "--data", "moved.jsonl", "--json")
    assert edited.code == 1
    assert edited.json["differences"][0]["what"] == "was changed after the run had written it"
    assert "--store OUT.db" in run("anot", "replay").err
    assert run("init").code == 0
    assert run("anot", "run", "g1a.json", "moved.jsonl", "-o", "again.csv").code == 0
    assert run("replay", "1").code == 0
    assert run("anot", "replay").code == 0


def test_a_flat_table_is_grouped_by_the_column_that_is_named(run, data: Path) -> None:
    """Without the column the rows are named, with what to say; with it the items are grouped."""
    rows = [{"shop": shop, "text": text} for shop, text in (("a", "hives, nuts"), ("b", "nuts"), ("a", "no nuts"))]
    Path("flat.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    unnamed = run("anot", "run", "g1a.json", "flat.jsonl", "-o", "out.jsonl")
    assert unnamed.code == 1
    assert "left out: line 1: the entity has no id" in unnamed.err and "(--by)" in unnamed.err
    done = run("anot", "run", "g1a.json", "flat.jsonl", "--by", "shop", "-o", "out.jsonl", "--json")
    assert (done.code, done.json["items"]) == (0, {"all": 3, "relevant": 3, "read": 3})
    assert run("anot", "replay", "--store", "out.jsonl.db").code == 0


LONG = "They had nut bread. " + "The waiter took his time. " * 90 + "My throat closed, EpiPen, ambulance."


def test_the_command_line_never_gives_a_verdict_that_rests_on_half_a_text(run, data: Path) -> None:
    """Exit code 3; the printed sums, the CSV, the Parquet, the page and `explain` say undecided and why."""
    rows = [{"id": "a", "reviews": [LONG]}, {"id": "b", "reviews": ["The soup was cold."]}]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    seed = json.loads(Path("g1a.json").read_text("utf-8"))
    seed["review_handling"] = {"strategy": "truncate_head"}
    Path("g1a.json").write_text(json.dumps(seed), "utf-8")
    done = run("anot", "run", "g1a.json", data, "-o", "out.csv", "--html", "page.html")
    assert done.code == 3
    assert "1 undecided" in done.out and "1 no relevant items" in done.out and "1 truncated" in done.out
    assert "left out: a: undecided: of 1 relevant item, 1 was read in part" in done.err
    a, b = csv.DictReader(Path("out.csv").read_text("utf-8").splitlines())
    assert (a["status"], a["verdict"], a["problem"][:9]) == ("undecided", "", "undecided")
    assert (b["status"], b["verdict"], b["note"]) == ("done", "Low Risk", "no relevant items")
    assert (
        a["possible"].endswith("verdict: Low Risk or High Risk or Critical Risk")
        and "final_risk_score: " in a["possible"]
    )
    page = Path("page.html").read_text("utf-8")
    assert "undecided: Low Risk or High Risk or Critical Risk" in page
    assert "<strong>undecided</strong>: of 1 relevant item" in page and "(no relevant items)" in page
    assert run("anot", "run", "g1a.json", data, "-o", "out.parquet").code == 3
    table = pyarrow.parquet.read_table("out.parquet").to_pylist()
    assert [each["verdict"] for each in table] == [None, "Low Risk"]
    assert run("anot", "run", "g1a.json", data, "-o", "out.jsonl").code == 3
    told = run("anot", "explain", "out.jsonl", "verdict", "-e", "a").out
    assert (
        "verdict = undecided (Low Risk or High Risk or Critical Risk): of 1 relevant item, 1 was read in part" in told
    )
    assert "? item 1: was read in part" in told


def test_public_review_files_are_joined_and_replayed(run, data: Path) -> None:
    """Two files as Yelp gives them; formulas read the entity's columns, and `explain` shows the first result of an id."""
    places = [{"business_id": name, "categories": kind} for name, kind in (("a", "Thai"), ("b", "Vegan"), ("a", "Bar"))]
    rows = [
        {"review_id": str(n), "business_id": name, "text": text, "stars": 4.0, "date": "2024-01-02 10:00:00"}
        for n, (name, text) in enumerate((("b", "nuts"), ("a", "hives, nuts"), ("z", "nuts"), ("a", "no nuts")))
    ]
    for name, lines in (("places.json", places), ("reviews.json", rows)):
        Path(name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    seed = json.loads(Path("g1a.json").read_text("utf-8"))
    seed["compute_dag"].append({"name": "kind", "formula": "lower(entity['categories'])"})
    seed["output_fields"].append("kind")
    Path("g1a.json").write_text(json.dumps(seed), "utf-8")
    command = ("anot", "run", "g1a.json", "--items", "reviews.json", "--entities", "places.json", "--by", "business_id")
    assert run("anot", "run", "g1a.json", "-o", "out.jsonl").code == 2
    done = run(*command, "-o", "out.jsonl")
    assert done.code == 3 and "left out: a: line 3: the id 'a' is a duplicate" in done.err
    bodies = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [each["values"]["kind"] for each in bodies if "values" in each] == ["thai", "vegan"]
    assert [each["items"]["all"] for each in bodies if "items" in each] == [2, 1]
    assert "entity categories 'Thai'" in run("anot", "explain", "out.jsonl", "kind", "-e", "a").out
    assert run("anot", "explain", "out.jsonl.db", "verdict", "-e", "a").code == 0
    assert run("anot", "replay", "--store", "out.jsonl.db").code == 0
    Path("places.json").rename("moved.json")
    assert run("anot", "replay", "--store", "out.jsonl.db").code == 1
    assert run("anot", "replay", "--store", "out.jsonl.db", "--entities", "moved.json").code == 0
