"""Whether an entity is decided: what keeps an item from deciding, what then is open, and how every report says so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import anyio
import pytest
from anot_seeds import seed_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot import PROMPTS, Entity, EntityResult, Executor, FormulaSeed, Item
from pramana.anot.deciding import undecided_reason
from pramana.anot.evaluation import evaluate
from pramana.anot.explanation import explain
from pramana.anot.filtering import DAMAGED, KeywordFilter
from pramana.anot.summary import ResultSummary
from pramana.anot.writing import result_row
from pramana.errors import OutputInvalid
from pramana.llm import Ask
from pramana.testing import scripted_gateway
from pramana.trace import Trail

STEPS = {
    "limit": "2",
    "severe": "sum(1 for e in extractions if e['sev'] == 'severe')",
    "risk": "severe * limit",
    "verdict": "'High Risk' if risk >= limit else 'Low Risk'",
}
SEED = seed_of(
    STEPS, extraction_prompt="{review_text}", review_handling={"max_length": 60, "strategy": "truncate_head"}
)
NOTHING: dict[str, Any] = dict.fromkeys(("amount", "count", "again", "day", "dish")) | {"sev": "none", "who": "none"}


def model(ask: Ask) -> Any:
    """Answer as the item's text says: fail, invent a quote, leave it out, or read well."""
    text = ask.value.review_text
    if "broken" in text:
        return OutputInvalid("nonsense")
    if "invented" in text:
        return {**NOTHING, "sev": "severe", "quotes": {"sev": "an ambulance came"}}
    if "bare" in text:
        return {**NOTHING, "sev": "severe"}
    return {**NOTHING, "sev": "severe", "quotes": {"sev": "severe"}} if "severe" in text else NOTHING


def run(*texts: str, seed: FormulaSeed = SEED, embedded: bool = False) -> dict[str, Any]:
    """Execute the seed over one entity with these items."""
    found: list[EntityResult] = []

    def accept(made: Sequence[EntityResult], trail: Trail) -> None:
        found.extend(made)

    executor = Executor(seed, None if embedded else scripted_gateway(model, PROMPTS))
    anyio.run(executor.run, [Entity("a", [Item(str(n), text) for n, text in enumerate(texts, 1)])], accept)
    body: dict[str, Any] = json.loads(json.dumps(found[0].output_line(seed.output_fields)))
    return body


GAPS = {
    "nut broken": "failed",
    "nut invented": "refused",
    "nut bare": "unevidenced",
    "nut " + "and it went on for long " * 3: "truncated",
}
"""Items that decide nothing, by what keeps them from it."""
READ = ("nut ok", "nut severe", "soup", "")


@pytest.mark.parametrize(("text", "kind"), GAPS.items(), ids=GAPS.values())
@pytest.mark.parametrize("others", [(), ("nut severe",), ("nut ok", "soup")])
def test_an_item_that_decides_nothing_leaves_all_that_rests_on_items_open(
    text: str, kind: str, others: tuple[str, ...]
) -> None:
    """Its steps are ranges; one that reads no item, or is the same whatever the item says, has a value."""
    body = run(text, *others)
    assert (body["status"], body["undecided"]["items"]) == ("undecided", {kind: 1})
    severe = others.count("nut severe")
    verdict = "High Risk" if severe else None
    assert body["values"] == {"limit": 2, "severe": None, "risk": None, "verdict": verdict}
    assert body["primitives"] == {"limit": 2, **({"verdict": verdict} if verdict else {})}
    assert body["provisional"]["severe"] == severe
    assert body["undecided"]["ranges"]["severe"] == {"low": severe, "high": severe + 1}
    assert body["undecided"]["ranges"].get("verdict") == (None if verdict else {"one_of": ["Low Risk", "High Risk"]})
    assert "item 1" in body["undecided"]["reason"]
    assert body["items"]["read"] == sum("nut" in each for each in others) + (kind == "truncated")


def test_a_model_that_abstains_decides_nothing() -> None:
    """The embedded model has no cues to read by: no item is read, so no verdict is given."""
    body = run("nut severe", "nut ok", embedded=True)
    assert (body["status"], body["undecided"]["items"], body["values"]["verdict"]) == (
        "undecided",
        {"abstained": 2},
        None,
    )
    assert run("soup", embedded=True)["values"]["verdict"] == "Low Risk"


@settings(max_examples=40)
@given(st.lists(st.sampled_from((*GAPS, *READ)), max_size=5))
def test_a_verdict_is_given_just_where_every_relevant_item_was_read(texts: list[str]) -> None:
    """Open items leave a verdict open just where they could change it: by code over what the texts make the model do."""
    body = run(*texts)
    gap, severe = any(text in GAPS for text in texts), "nut severe" in texts
    assert body["status"] == ("undecided" if gap else "done")  # the count of incidents is an output, too
    assert body["values"]["verdict"] == ("High Risk" if severe else None if gap else "Low Risk")


def test_an_entity_is_done_where_open_items_change_no_output() -> None:
    """The verdict is an output, and the same whatever the item says; the reason is kept, and said."""
    seed = SEED.with_values(output_fields=["verdict"])
    body = run("nut severe", "nut broken", seed=seed)
    assert (body["status"], body["values"], body["note"]) == (
        "done",
        {"verdict": "High Risk"},
        "open items change no output",
    )
    assert body["undecided"]["items"] == {"failed": 1}
    assert result_row(body, seed.output_fields)["problem"] is None
    derived = str(explain(seed, body, "verdict"))
    assert derived.startswith("verdict = 'High Risk'") and "? item 2: was not read: the model failed" in derived


def test_an_explanation_lists_an_open_item_once() -> None:
    """Every step over the items rests on it; later ones say how many were listed above."""
    derived = str(explain(SEED, run("nut ok", "nut broken"), "verdict"))
    assert derived.count("? item 2: was not read") == 1
    assert derived.endswith("? 1 open item (see above)")


@pytest.mark.parametrize(
    ("texts", "note"), [((), "no items"), (("soup",), "no relevant items"), (("soup", "nut ok"), None)]
)
def test_nothing_relevant_is_decided_and_said(texts: tuple[str, ...], note: str | None) -> None:
    """The formula's verdict over nothing is given with what it rests on."""
    body = run(*texts)
    assert (body["status"], body["values"]["verdict"], body.get("note")) == ("done", "Low Risk", note)
    assert result_row(body, SEED.output_fields)["note"] == note


def test_an_order_of_magnitude_more_text_is_read_piece_by_piece() -> None:
    """With `split_and_merge` a long item is no gap."""
    seed = SEED.with_values(review_handling={"max_length": 30, "strategy": "split_and_merge"})
    body = run("Nut soup. " * 9 + "It was severe.", seed=seed)
    assert (body["status"], body["values"]["verdict"]) == ("done", "High Risk")


@pytest.mark.parametrize(
    ("text", "hit"),
    [
        ("pea\u00adnuts", "nut"),
        ("n\u200but", "nut"),
        ("ｎｕｔ", "nut"),
        ("n\N{REPLACEMENT CHARACTER}t", DAMAGED),
        ("soup", None),
        ("", None),
        ("n u t", None),
    ],
)
def test_the_filter_finds_keywords_in_disguise_and_passes_what_it_cannot_judge(text: str, hit: str | None) -> None:
    """Invisible characters and compatibility forms hide no keyword; damaged text may have had one."""
    assert KeywordFilter(SEED).hit(text) == hit


def test_reasons_count_items_and_quote_the_first() -> None:
    """One phrase for all gaps, in the order in which they occur; a long reason is cut."""
    long = "x" * 1_000
    readings = [
        ("1", {"status": "checked"}),
        ("2", {"status": "failed", "reason": long}),
        ("3", {"status": "failed", "reason": "500"}),
        ("4", {"status": "checked", "cut": 1200}),
    ]
    found = undecided_reason(readings)
    assert found is not None
    assert found.reason.startswith(
        "of 4 relevant items, 2 were not read: the model failed, 1 was read in part (item 2: x"
    )
    assert len(found.reason) < 450
    assert undecided_reason(readings[:1]) is None


def test_every_report_says_undecided_and_why() -> None:
    """The row, the sums, the evaluation and the derivation; nowhere the verdict of what was read alone."""
    bodies = [
        run("nut severe"),
        {**run("nut broken"), "entity": "b"},
        {"entity": "c", "status": "failed", "error": "x"},
    ]
    row = result_row(bodies[1], SEED.output_fields)
    assert (row["status"], row["verdict"]) == ("undecided", None)
    assert row["problem"].startswith("undecided: of 1 relevant item, 1 was not read: the model failed (item 1:")
    summary = ResultSummary.of(bodies, SEED.output_fields)
    assert summary.verdicts["verdict"] == {
        "High Risk": 1,
        "undecided: Low Risk or High Risk": 1,
        "undecided": 1,
    }
    assert row["possible"] == "severe: 0 to 1; risk: 0 to 2; verdict: Low Risk or High Risk"
    assert summary.spans["risk"] == (0, 2)
    assert summary.numbers["risk"].count == 1
    assert summary.as_json()["undecided"]["items"] == {"failed": 1}
    truth = {"a": {"verdict": "High Risk"}, "b": {"verdict": "Low Risk"}, "c": {"verdict": "Low Risk"}}
    confusion = evaluate(bodies, truth, SEED.output_fields).confusion
    assert confusion is not None
    assert confusion.counts == {("High Risk", "High Risk"): 1, ("Low Risk", "undecided"): 2}
    derived = explain(SEED, bodies[1], "verdict")
    assert derived.as_json()["undecided"] == bodies[1]["undecided"]["reason"] and "value" not in derived.as_json()
    first = str(derived).splitlines()[0]
    assert first.startswith("verdict = undecided (Low Risk or High Risk): of 1 relevant item") and "'Low Risk'" in first
    assert explain(SEED, bodies[1], "limit").as_json()["value"] == 2


CUED = [
    {
        "name": "sev",
        "type": "enum",
        "values": ["none", "mild", "severe"],
        "cues": {"severe": ["ambulance", "hospital*"]},
    },
    {"name": "amount", "type": "number"},
]
POLICIES = [
    ("required", "an ambulance came", True),
    ("required", "Nut cake was lovely", False),
    ("required", "hospitalized", True),
    ("required", "severe", True),
    ("required", "no ambulance", False),
    ("required", "", False),
    ("located", "Nut cake was lovely", True),
    ("located", "", False),
    ("none", "", True),
    (None, "Nut cake was lovely", True),
    (None, "", False),
]
TEXT = "Nut cake was lovely, an ambulance came, he was hospitalized, severe; I say no ambulance."


@pytest.mark.parametrize(("policy", "quote", "counts"), POLICIES)
def test_a_seed_says_what_words_a_value_needs(policy: str | None, quote: str, counts: bool) -> None:
    """Words that have a cue of the value or its name, any words of the item, or none; a denied cue is none."""
    fields = [{**CUED[0], **({"evidence": policy} if policy else {})}, CUED[1]]
    steps = {"n": "sum(1 for e in extractions if e['sev'] == 'severe')"}
    seed = seed_of(steps, extraction_fields=fields)
    found: list[EntityResult] = []

    def answer(ask: Ask) -> Any:
        return {"sev": "severe", "amount": None, "quotes": {"sev": quote}}

    executor = Executor(seed, scripted_gateway(answer, PROMPTS))
    anyio.run(executor.run, [Entity("a", [Item("1", TEXT)])], lambda made, _: found.extend(made))
    assert found[0].status == ("done" if counts else "undecided")
    body = found[0].output_line(seed.output_fields)
    assert body["values"]["n"] == (1 if counts else None)
    if not counts:
        assert found[0].gap is not None and found[0].gap.as_json()["ranges"]["n"] == {"low": 0, "high": 1}


def test_a_number_need_not_be_in_its_words_where_any_are_enough() -> None:
    """The policy of a number is `required` unless the seed says otherwise."""
    for policy, status in (("located", "done"), ("required", "undecided"), ("none", "done")):
        fields = [CUED[0], {**CUED[1], "evidence": policy}]
        seed = seed_of(
            {"n": "len(extractions)", "a": "sum(e['amount'] for e in extractions)"}, extraction_fields=fields
        )
        found: list[EntityResult] = []

        def answer(ask: Ask) -> Any:
            return {"sev": "none", "amount": 3.5, "quotes": {"amount": "cake"}}

        executor = Executor(seed, scripted_gateway(answer, PROMPTS))
        anyio.run(executor.run, [Entity("a", [Item("1", TEXT)])], lambda made, _, kept=found: kept.extend(made))
        assert found[0].status == status, policy


def test_an_explained_score_names_the_share_and_the_words_of_each_item() -> None:
    """A score over other steps: what each item adds, its quotes, and what is left without any item."""
    steps = {
        "severe": "sum(1 for e in extractions if e['sev'] == 'severe')",
        "score": "min(20, 1.5 + severe * 15)",
        "verdict": "'High' if score > 5 else 'Low'",
    }
    seed = seed_of(steps)
    body = run("nut severe", "nut ok", "a nut, severe", seed=seed)
    told = str(explain(seed, body, "score"))
    assert "without items 1.5" in told
    assert "* item 1 (+3.500): sev 'severe'" in told and 'sev: "severe" verbatim' in told
    found = explain(seed, run("nut severe", "nut ok", seed=seed), "verdict")
    assert found.base is not None and found.base.as_json() == {"value": "Low"}
    assert [each.item for each in found.items] == ["1"]
