"""The loop under the policy `full`."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from pramana.errors import AccessRefused, BudgetExceeded, NeedsModel, RateLimited, RequestRefused
from pramana.gsv import ALL_INVALID
from pramana.llm import Budget

FULL = {"policy": "full"}


def test_agreement_at_first_try_takes_thirteen_calls(kit: Any) -> None:
    """Three candidates, nine votes and one verdict: what scorers and verifier agree on is accepted, rivals refused."""
    world = kit.world(
        {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({"b": 90}), "verify": kit.prefers("b")}, FULL
    )
    result = world.one()
    assert (result.status, result.golden_candidate.id, result.golden_candidate.data) == (
        "verified",
        "Candidate_B",
        {"word": "b"},
    )
    assert (result.attempts, result.calls, result.failure_log, result.feedback_history) == (1, 13, [], [])
    assert world.count() == {"generate": 3, "score": 9, "verify": 1}
    assert [s.avg_score for s in result.all_scores] == [85, 90, 85]
    assert result.verification.choice == "Candidate_B"
    assert world.proposals() == [
        ("item/attempt/1/candidate/A", "a", "refused", (85, 85, 85)),
        ("item/attempt/1/candidate/B", "b", "verified", (90, 90, 90)),
        ("item/attempt/1/candidate/C", "c", "refused", (85, 85, 85)),
    ]


def test_disagreement_reaches_the_next_prompt(kit: Any) -> None:
    """Where the verifier chooses a candidate that the scorers did not put first, both reasons go to the next attempt."""
    world = kit.world(
        {
            "generate": lambda value, sample: {"word": "c" if value.feedback else "ab"[sample % 2]},
            "score": kit.scores({"a": 90}),
            "verify": kit.prefers("c", "b"),
        },
        FULL,
    )
    result = world.one()
    assert (result.status, result.attempts, result.golden_candidate.data) == ("verified", 2, {"word": "c"})
    told = world.values("generate")[-1].feedback
    assert result.feedback_history == [told] == [result.failure_log[0].feedback]
    assert all(part in told for part in ('{"word":"a"}', "a seen", '{"word":"b"}', "b seen", "likes c, b"))
    log = result.failure_log[0]
    assert (log.attempt, log.candidates, log.verifier_choice) == (
        1,
        ["Candidate_A", "Candidate_B", "Candidate_C"],
        "Candidate_B",
    )
    assert log.scores == [[90, 90, 90], [85, 85, 85], [90, 90, 90]]


def test_all_invalid_leads_to_another_attempt(kit: Any) -> None:
    """What the verifier said of candidates that are all invalid is the next attempt's feedback."""
    world = kit.world(
        {
            "generate": lambda value, sample: {"word": "c" if "likes c" in value.feedback else "a"},
            "score": kit.scores({}),
            "verify": kit.prefers("c"),
        },
        FULL,
    )
    result = world.one()
    assert (result.status, result.attempts) == ("verified", 2)
    assert result.failure_log[0].verifier_choice == ALL_INVALID


def test_exhaustion_is_a_result(kit: Any) -> None:
    """Attempts that are used up refuse the item with a record of each, and cost no more than 45 calls."""
    world = kit.world(
        {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({"a": 90}), "verify": kit.prefers("b")}, FULL
    )
    result = world.one()
    assert (result.status, result.golden_candidate, result.attempts) == ("refused", None, 3)
    assert result.reason == "Not accepted in 3 attempts. The last: Scorers and verifier disagreed."
    assert [log.attempt for log in result.failure_log] == [1, 2, 3]
    assert (len(result.all_candidates), len(result.all_scores), result.calls) == (9, 9, 3 * 13)
    assert [step.path for step in world.trail.steps if step.kind == "gsv_failure"] == [
        f"item/attempt/{n}" for n in range(1, 4)
    ]
    assert {verdict for _, _, verdict, _ in world.proposals()} == {"refused"}


def test_every_generation_is_a_request_of_its_own(kit: Any) -> None:
    """Generations are told apart by sample, through all attempts."""
    world = kit.world(
        {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({}), "verify": kit.prefers()},
        FULL | {"max_retries": 3},
    )
    world.one()
    assert [sample for name, _, sample in world.asked if name == "generate"] == list(range(9))


def test_any_of_tied_leaders_may_be_chosen(kit: Any) -> None:
    """Of candidates that tie for the top score the verifier may choose any."""
    for word in "abc":
        world = kit.world(
            {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({}), "verify": kit.prefers(word)}, FULL
        )
        assert world.one().golden_candidate.data == {"word": word}


@pytest.mark.parametrize("policy", ["full", "fast_path", "batched"])
@pytest.mark.parametrize(("score", "status"), [(1, "refused"), (79, "refused"), (80, "verified"), (100, "verified")])
def test_equal_candidates_are_not_accepted_for_being_equal(kit: Any, policy: str, score: int, status: str) -> None:
    """Of equal candidates any score is the highest: below `accept_score` all of them are refused."""
    world = kit.world(
        {"generate": kit.says_word("a"), "score": kit.scores({}, score), "verify": kit.prefers("a")},
        {"policy": policy, "max_retries": 2, "fast_path_score": 1},
    )
    result = world.one()
    assert result.status == status
    if status == "refused":
        reason = f"Found valid, but scored {score} on average; 80 are needed."
        assert result.reason == f"Not accepted in 2 attempts. The last: {reason}"
        assert all("scored too low" in feedback for feedback in result.feedback_history)
        assert world.trail.proposals[0].reason == f"{reason} {_chose}"


_chose = "The verifier chose Candidate_A: likes a Equal: Candidate_A, Candidate_B, Candidate_C."


def test_the_average_of_the_winner_is_compared_exactly(kit: Any) -> None:
    """79, 80 and 80 are below 80, however they are rounded."""
    models = {
        "generate": kit.says_word("a"),
        "score": lambda value, sample: {"reasoning": "", "score": 79 if sample == 0 else 80},
        "verify": kit.prefers("a"),
    }
    result = kit.world(models, FULL | {"max_retries": 1}).one()
    assert (result.status, result.agreed) == ("refused", 0)
    assert result.failure_log[0].reason == "Found valid, but scored 79.6 on average; 80 are needed."


@pytest.mark.parametrize(
    ("words", "agreed", "said"),
    [
        ("aaa", 3, "3 of 3 candidates proposed it."),
        ("aba", 2, "2 of 3 candidates proposed it."),
        ("abc", 1, "1 of 3 candidates proposed it."),
        ("axx", 1, "1 of 3 candidates proposed it."),
    ],
)
def test_the_record_says_how_many_candidates_agreed(kit: Any, words: str, agreed: int, said: str) -> None:
    """The result and the ledger count the candidates that are equal to the accepted one, those refused by code too."""
    world = kit.world(
        {"generate": kit.by_sample(*words), "score": kit.scores({"a": 90}), "verify": kit.prefers("a")}, FULL
    )
    result = world.one()
    assert (result.status, result.agreed) == ("verified", agreed)
    assert result.reason == f"Scorers and verifier agreed: scored 90 on average. {said}"
    assert world.trail.proposals[0].reason.startswith(result.reason)


def test_equal_candidates_are_scored_once(kit: Any) -> None:
    """Equal candidates share their votes, are shown to the verifier once, and stand for each other."""
    world = kit.world(
        {
            "generate": kit.by_sample("a", "b", "a"),
            "score": kit.scores({}),
            "verify": lambda v, s: {"choice": "Candidate_C", "reasoning": ""},
        },
        FULL,
    )
    result = world.one()
    assert (result.status, result.golden_candidate.id, result.calls) == ("verified", "Candidate_A", 3 + 6 + 1)
    assert sorted(world.values("verify")[0].candidates) == [("Candidate_A", "a"), ("Candidate_B", "b")]
    assert [path for path, *_ in world.proposals()] == ["item/attempt/1/candidate/A", "item/attempt/1/candidate/B"]


def test_violations_are_refused_before_any_judge_is_asked(kit: Any) -> None:
    """A candidate that breaks a rule is neither scored nor verified; the rule reaches the next attempt."""
    world = kit.world(
        {"generate": kit.by_sample("x", "a", "y"), "score": kit.scores({}), "verify": kit.prefers()},
        FULL | {"max_retries": 1},
    )
    result = world.one()
    assert {value.word for value in world.values("score")} == {"a"}
    assert world.values("verify")[0].candidates == [("Candidate_B", "a")]
    assert "'x' is not in the text." in result.failure_log[0].feedback
    assert world.trail.proposals[0].reason == "Refused by the checks: 'x' is not in the text."


def test_a_choice_that_nobody_offered_is_all_invalid(kit: Any) -> None:
    """An unknown choice counts as ALL_INVALID, and the record says so; case and white space do not matter."""
    models = {"generate": kit.says_word("a"), "score": kit.scores({})}
    strange = kit.world(
        {**models, "verify": lambda v, s: {"choice": "Candidate_Z", "reasoning": "hm"}}, FULL | {"max_retries": 1}
    )
    result = strange.one()
    assert (result.status, result.verification.choice) == ("refused", ALL_INVALID)
    assert (
        result.verification.reasoning == "It chose 'Candidate_Z', which is not a candidate: counted as ALL_INVALID. hm"
    )
    assert (
        kit.world({**models, "verify": lambda v, s: {"choice": " candidate_a\n", "reasoning": ""}}, FULL).one().status
        == "verified"
    )


@pytest.mark.parametrize("bad", [0, 101, "85", 85.5, True, None])
def test_an_invalid_score_is_asked_for_again(kit: Any, bad: Any) -> None:
    """A vote that is no integer from 1 to 100 is asked for again, as a sample of its own."""
    world = kit.world(
        {
            "generate": kit.says_word("a"),
            "score": lambda v, sample: {"reasoning": "", "score": 83 if sample >= 3 else bad},
            "verify": kit.prefers("a"),
        },
        FULL,
    )
    result = world.one()
    assert (result.status, result.all_scores[0].scores, result.calls) == ("verified", [83, 83, 83], 3 + 6 + 1)
    assert sorted(sample for name, _, sample in world.asked if name == "score") == [0, 1, 2, 3, 4, 5]


def test_scores_are_asked_for_no_more_often_than_the_bound(kit: Any) -> None:
    """Votes that never become valid end an attempt after score_attempts calls each."""
    world = kit.world(
        {
            "generate": kit.says_word("a"),
            "score": lambda v, s: {"reasoning": "", "score": 0},
            "verify": kit.prefers("a"),
        },
        FULL | {"max_retries": 2},
    )
    result = world.one()
    assert result.reason == "Not accepted in 2 attempts. The last: No candidate got enough valid votes."
    assert result.calls == 2 * (3 + 9)


def test_a_minority_of_votes_may_be_missing(kit: Any) -> None:
    """A candidate is compared by the exact average of its votes where more than half of them came."""

    def score(value: Any, sample: int) -> Any:
        return (
            RateLimited("later")
            if sample == 0 and value.word == "a"
            else {"reasoning": "", "score": 80 if value.word == "a" else 79}
        )

    world = kit.world({"generate": kit.by_sample("a", "b", "b"), "score": score, "verify": kit.prefers("a")}, FULL)
    result = world.one()
    assert (result.status, result.all_scores[0].scores) == ("verified", [80, 80])


def test_a_candidate_without_a_majority_of_votes_is_not_compared(kit: Any) -> None:
    """A single high vote out of three puts nobody first."""

    def score(value: Any, sample: int) -> Any:
        return (
            RateLimited("later")
            if sample and value.word == "a"
            else {"reasoning": "", "score": 100 if value.word == "a" else 80}
        )

    models = {"generate": kit.by_sample("a", "b", "b"), "score": score}
    assert kit.world({**models, "verify": kit.prefers("a")}, FULL | {"max_retries": 1}).one().status == "refused"
    assert kit.world({**models, "verify": kit.prefers("b")}, FULL).one().golden_candidate.data == {"word": "b"}


def test_one_lost_generation_leaves_the_others(kit: Any) -> None:
    """A generation that fails is a candidate less, and candidates keep their ids."""
    for error in (RateLimited("later"), RequestRefused("filtered"), "no JSON"):
        models = {
            "generate": lambda v, s, error=error: error if s == 0 else {"word": "ab"[s - 1]},
            "score": kit.scores({"a": 99}),
            "verify": kit.prefers("a"),
        }
        result = kit.world(models, FULL).one()
        assert (result.status, result.golden_candidate.id) == ("verified", "Candidate_B")


@pytest.mark.parametrize(
    ("silent", "reason"),
    [
        ("generate", "No candidate came: later"),
        ("score", "The votes did not come: later"),
        ("verify", "No verdict came: later"),
    ],
)
def test_where_no_answer_comes_the_item_failed(kit: Any, silent: str, reason: str) -> None:
    """Where a server that is silent leaves nothing to decide on, the item has failed: a later run may fare better."""
    models = {"generate": kit.says_word("a"), "score": kit.scores({}), "verify": kit.prefers("a")}
    result = kit.world({**models, silent: lambda v, s: RateLimited("later")}, FULL).one()
    assert (result.status, result.reason, result.attempts) == ("failed", reason, 1)
    assert result.failure_log[0].reason == reason


def test_a_request_that_is_refused_is_not_repeated(kit: Any) -> None:
    """A text that the server will never answer ends its item, and only that, after one attempt."""
    result = kit.world({"generate": lambda v, s: RequestRefused("too long")}, FULL).one()
    assert (result.status, result.reason, result.calls) == ("refused", "The server will not answer: too long", 3)


def test_answers_that_cannot_be_read_are_fed_back(kit: Any) -> None:
    """Where no answer could be read, the next attempt is told what was wrong."""
    world = kit.world(
        {
            "generate": lambda v, s: {"word": "a"} if "could not be read" in v.feedback else {"wrong": 1},
            "score": kit.scores({}),
            "verify": kit.prefers("a"),
        },
        FULL,
    )
    assert (world.one().attempts, world.values("generate")[-1].feedback[:28]) == (2, "The answer could not be read")


def test_an_unreadable_verdict_leads_to_another_attempt(kit: Any) -> None:
    """A verifier that gives no verdict accepts nothing, and what the generator was told before stays."""
    result = kit.world(
        {"generate": kit.says_word("a"), "score": kit.scores({}), "verify": lambda v, s: "no JSON"},
        FULL | {"max_retries": 2},
    ).one()
    assert (result.status, result.verification, result.feedback_history) == ("refused", None, ["", ""])


def test_feedback_stays_where_an_attempt_says_nothing_new(kit: Any) -> None:
    """An attempt that ends without a verdict leaves the generator what it was told before."""
    models = {
        "generate": lambda v, s: {"word": "a" if v.feedback else "x"},
        "score": kit.scores({}),
        "verify": lambda v, s: "no JSON",
    }
    told = kit.world(models, FULL | {"max_retries": 3}).one().feedback_history
    assert told == [told[0]] * 3
    assert told[0].startswith("The checks refused")


def test_abstention_needs_all_candidates(kit: Any) -> None:
    """An item is abstained from only where every candidate of an attempt abstains."""
    silent = kit.abstention(reason="not sure")
    models = {"score": kit.scores({}), "verify": kit.prefers("a")}
    alone = kit.world({**models, "generate": lambda v, s: silent}, FULL).one()
    assert (alone.status, alone.reason, alone.calls) == ("abstained", "not sure", 3)
    some = kit.world({**models, "generate": lambda v, s: silent if s < 2 else {"word": "a"}}, FULL).one()
    assert (some.status, some.golden_candidate.id) == ("verified", "Candidate_C")


@pytest.mark.parametrize("error", [AccessRefused("key"), NeedsModel("model")])
@pytest.mark.parametrize("where", ["generate", "score", "verify"])
def test_errors_that_end_a_run_are_raised(kit: Any, error: Exception, where: str) -> None:
    """An error after which no other call would fare better is raised as it is, not as an outcome of the item."""
    models = {"generate": kit.says_word("a"), "score": kit.scores({}), "verify": kit.prefers("a")}
    with pytest.raises(type(error)):
        kit.world({**models, where: lambda v, s: error}, FULL, concurrency=4).one()


def test_a_budget_ends_the_run(kit: Any) -> None:
    """A budget that would be passed stops the engine before the call, with the budget's own error."""
    models = {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({}), "verify": kit.prefers("a")}
    world = kit.world(models, FULL, concurrency=4, budget=Budget(calls=5))
    with pytest.raises(BudgetExceeded):
        world.one()
    assert len(world.asked) == 5


_ORDER = """
from pydantic import BaseModel
from pramana.gsv.round import Draft, Rival, blind_order
class V(BaseModel):
    word: str
rivals = [Rival(Draft(f"Candidate_{i}", V(word=w), "", ()), ()) for i, w in zip("ABCDE", "vwxyz")]
print(*("".join(r.draft.value.word for r in blind_order(V(word="item"), n, rivals)) for n in range(1, 9)))
"""


def test_the_order_for_the_verifier_is_the_same_under_any_hash_seed() -> None:
    """The verifier's order is made from content alone: two hash seeds give the same, attempts give others."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", _ORDER],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert len(set(runs[0].stdout.split())) > 4


def test_the_order_for_the_verifier_tells_nothing_of_scores_or_ids(kit: Any) -> None:
    """Other scores and other samples leave the order in which the verifier sees the words as it is."""
    shown = set()
    for turn in range(3):
        words = "abc"[turn:] + "abc"[:turn]
        world = kit.world(
            {"generate": kit.by_sample(*words), "score": kit.scores({words[0]: 99}), "verify": kit.prefers("a")},
            FULL | {"max_retries": 1},
        )
        world.one()
        shown.add("".join(word for _, word in world.values("verify")[0].candidates))
    assert len(shown) == 1


def test_feedback_is_one_bounded_line(kit: Any) -> None:
    """However much a judge writes, the next prompt gets at most 4000 characters of it, without line breaks."""
    flood = "spam\n" * 400
    world = kit.world(
        {
            "generate": kit.by_sample("a", "b", "c"),
            "score": lambda v, s: {"reasoning": flood, "score": 50 + (v.word == "a")},
            "verify": lambda v, s: {
                "choice": next(n for n, w in v.candidates if w == "b"),
                "reasoning": flood,
                "paninian_violations": [flood] * 9,
            },
        },
        FULL | {"max_retries": 2},
    )
    told = world.one().feedback_history[0]
    assert 500 < len(told) <= 4000
    assert "\n" not in told
