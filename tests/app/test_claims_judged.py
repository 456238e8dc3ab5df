"""Claims and weak edges that a configured model judges, one isolated call each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

import pramana
from pramana.app import (
    AuditJudge,
    ClaimReport,
    GivenClaim,
    JudgeSession,
    audit_files,
    check_claims,
    estimate_check,
    read_claims,
)
from pramana.claims import ClaimInput, ClaimVerdict, Decider
from pramana.errors import InputError
from pramana.llm import Ask, Scripted
from pramana.views import WorkEstimate

FLAGS = {"llm": {"default": "it", "models": {"it": {"provider": "scripted"}}}}
TALE = "Marsh stole the map at night. He hid it in the old lighthouse. Lily saw nothing."
GRAPH = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d" for="edge" attr.name="description" attr.type="string"/>
<graph edgedefault="directed"><node id="Marsh"/><node id="map"/>
<edge source="Marsh" target="map"><data key="d">He made off with the chart after dark.</data></edge></graph></graphml>"""


class Judge:
    """Answers every question about a claim alike, and keeps what it was shown."""

    def __init__(self, **answer: Any) -> None:
        self.answer = {"reasoning": "It says so.", "verdict": "supported", "lines": [1], **answer}
        self.asked: list[ClaimInput] = []

    def __call__(self, ask: Ask) -> Any:
        self.asked.append(ask.value)
        return self.answer


@pytest.fixture
def tale(tmp_path: Path) -> Path:
    (tmp_path / "tale.txt").write_text(TALE, "utf-8")
    return tmp_path / "tale.txt"


def checked(tale: Path, judge: Judge, *claims: str) -> ClaimReport:
    async def work() -> ClaimReport:
        return await check_claims(claims, [tale], judged=True, flags=FLAGS, providers={"it": Scripted(judge)})

    return anyio.run(work)


def test_a_model_judges_what_rules_leave_unsure(tale: Path) -> None:
    """It sees the claim and the nearest lines; rules have decided the other claims, and it is not asked about these."""
    judge = Judge()
    report = checked(
        tale, judge, "Marsh robbed the map at night.", "Marsh stole the map.", "Marsh never stole the map."
    )
    found = [(each.verdict.value, each.decided_by.value) for each in report.claims]
    assert found == [("supported", "model"), ("supported", "rules"), ("contradicted", "rules")]
    assert [set(each.model_dump()) for each in judge.asked] == [{"claim", "lines"}]
    assert report.claims[0].lines[0].text == "Marsh stole the map at night."
    assert report.exit_code == 1


@pytest.mark.parametrize("answer", [{"lines": []}, {"lines": [99]}, {"verdict": "perhaps"}])
def test_an_answer_without_a_line_or_a_verdict_decides_nothing(tale: Path, answer: dict[str, Any]) -> None:
    """A model that cannot name where it read it has not read it."""
    (found,) = checked(tale, Judge(**answer), "Marsh robbed the map at night.").claims
    assert (found.verdict, found.decided_by) == (ClaimVerdict.UNSURE, Decider.RULES)


def test_the_embedded_model_judges_no_claim(tale: Path) -> None:
    """Its rules have already been asked."""

    async def work() -> ClaimReport:
        return await check_claims(["Marsh robbed the map."], [tale], judged=True, flags={"model": "rules"})

    (found,) = anyio.run(work).claims
    assert (found.verdict, found.decided_by) == (ClaimVerdict.UNSURE, Decider.RULES)


@pytest.mark.parametrize(
    ("said", "verdict"), [("supported", "supported"), ("contradicted", "contradicted"), ("unsure", "weak")]
)
def test_a_model_judges_weak_edges(tmp_path: Path, tale: Path, said: str, verdict: str) -> None:
    """What the graph says is shown with the lines where its ends meet; the finding says whose verdict it is."""
    (tmp_path / "g.graphml").write_text(GRAPH, "utf-8")
    judge = Judge(verdict=said)
    weak = audit_files(tmp_path / "g.graphml", [tale]).audit.edges[0]
    asked = AuditJudge(FLAGS, providers={"it": Scripted(judge)})
    found = audit_files(tmp_path / "g.graphml", [tale], judge=asked).audit.edges[0]
    assert (weak.verdict.value, weak.decided_by) == ("weak", Decider.RULES)
    assert (found.verdict.value, found.decided_by) == (verdict, Decider.MODEL)
    assert judge.asked[0].claim == "He made off with the chart after dark."


def test_a_workspace_is_the_text_with_its_links(tmp_path: Path) -> None:
    """*He counted* says that Scrooge counted, through the link that the graph accepted."""
    (tmp_path / "tale.txt").write_text("Scrooge entered the shop. He counted forty coins. He did not speak.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "tale.txt")
        report = ws.check("Scrooge counted forty coins.", "Scrooge spoke.", "Fred counted forty coins.")
    assert [each.verdict.value for each in report.claims] == ["supported", "contradicted", "unsure"]
    assert report.claims[0].lines[0].line_number == 2


def test_claims_are_read_from_json_lines(tmp_path: Path) -> None:
    """Strings and objects; anything else is named with its line."""
    file = tmp_path / "claims.jsonl"
    file.write_text('"One."\n\n{"claim": "Two.", "id": 7}\n', "utf-8")
    assert read_claims(file) == [GivenClaim("One."), GivenClaim("Two.", {"id": 7})]
    for text, told in (
        ("[1]", "line 1"),
        ("{", "line 1"),
        ("", "holds no claims"),
        ('"One."\n" "', "line 2: the claim is empty"),
    ):
        file.write_text(text, "utf-8")
        with pytest.raises(InputError, match=told):
            read_claims(file)


class BatchJudge:
    """Gives claims the verdicts of a table by their texts, in one call for several."""

    def __init__(self, verdicts: dict[str, str], drop: int = 0, twice: int = 0) -> None:
        self.verdicts, self.drop, self.twice = verdicts, drop, twice
        self.asked: list[Any] = []

    def __call__(self, ask: Ask) -> Any:
        self.asked.append(ask.value)
        if isinstance(ask.value, ClaimInput):
            return {"reasoning": "Read.", "verdict": self.verdicts[ask.value.claim], "lines": [1]}
        found = [
            {"item": each.item, "reasoning": "Read.", "verdict": self.verdicts[each.claim], "lines": [1]}
            for each in ask.value.items
            if each.item != self.drop
        ]
        return {"verdicts": [*found, *(each for each in found if each["item"] == self.twice)]}


OPEN = {
    "Marsh robbed the map at night.": "supported",
    "Marsh pinched the map.": "contradicted",
    "Lily noticed nothing.": "not_stated",
    "Lily beheld nothing.": "unsure",
}


def judged_together(tale: Path, judge: BatchJudge, *claims: str) -> ClaimReport:
    async def work() -> ClaimReport:
        return await check_claims(claims, [tale], judged=True, flags=FLAGS, providers={"it": Scripted(judge)})

    return anyio.run(work)


def test_open_claims_share_a_call(tale: Path) -> None:
    """Each with its own lines, and without the claims that rules decided; the verdicts are as if each were alone."""
    judge = BatchJudge(OPEN)
    together = judged_together(tale, judge, *OPEN, "Marsh stole the map.")
    alone = [judged_together(tale, BatchJudge(OPEN), claim).claims[0] for claim in OPEN]
    assert [each.verdict.value for each in together.claims] == [*OPEN.values(), "supported"]
    assert list(together.claims[:-1]) == alone
    assert [len(value.items) for value in judge.asked] == [4]


def test_more_than_ten_open_claims_take_a_second_call(tale: Path) -> None:
    """A call judges ten at most; one that is left alone is asked as a single claim."""
    claims = {f"Marsh robbed the map at night, {number} times.": "supported" for number in range(21, 32)}
    judge = BatchJudge(claims)
    found = judged_together(tale, judge, *claims)
    assert all(each.decided_by is Decider.MODEL for each in found.claims)
    assert [len(getattr(value, "items", [value])) for value in judge.asked] == [10, 1]


@pytest.mark.parametrize("fault", [{"drop": 2}, {"twice": 2}])
def test_a_claim_without_one_verdict_stays_open(tale: Path, fault: dict[str, int]) -> None:
    """One that is left out, or judged twice, keeps the verdict of the rules; the others have the model's."""
    found = judged_together(tale, BatchJudge(OPEN, **fault), *OPEN)
    deciders = [each.decided_by.value for each in found.claims]
    assert deciders == ["model", "rules", "model", "model"]
    assert found.claims[1].reasons[-1] == "The model gave no verdict, or two, on this claim."


def test_an_estimate_counts_the_calls_and_asks_nothing(tale: Path) -> None:
    """Eleven open claims are two calls; decided ones cost nothing."""
    judge = BatchJudge({})
    claims = [f"Marsh robbed the map at night, {number} times." for number in range(21, 32)]

    async def work() -> WorkEstimate:
        session = JudgeSession(None, flags=FLAGS, providers={"it": Scripted(judge)})
        return await estimate_check([*claims, "Marsh stole the map."], [tale], session)

    found = anyio.run(work)
    assert (found.calls, found.work, judge.asked) == (2, "checking 12 claims", [])
    assert found.prompt_tokens > 500
