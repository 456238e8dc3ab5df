"""What holds whatever the models answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import digest
from pramana.errors import RateLimited, RequestRefused
from pramana.trace import Trail

TEXTS = ["a b", "b c", "c a", "a b c"]


def oracle(kit: Any, seed: int) -> dict[str, Any]:
    """Return models whose every answer is drawn from the hash of what they are asked."""

    def draw(name: str, value: Any, sample: int) -> Random:
        return Random(digest([seed, name, value, sample]))

    def spoiled(dice: Random, answer: Any) -> Any:
        bad = [RateLimited("later"), RequestRefused("no"), "no JSON", kit.abstention(reason="unsure")]
        return dice.choice(bad) if dice.random() < 0.1 else answer

    def generate(value: Any, sample: int) -> Any:
        dice = draw("generate", value, sample)
        return spoiled(dice, {"word": dice.choice("abcx")})

    def score(value: Any, sample: int) -> Any:
        dice = draw("score", value, sample)
        return spoiled(dice, {"reasoning": "r", "score": dice.choice([0, 1, 70, 80, 95, 100])})

    def verify(value: Any, sample: int) -> Any:
        dice = draw("verify", value, sample)
        names = [name for name, _ in value.candidates]
        return spoiled(dice, {"choice": dice.choice([*names, *names, "ALL_INVALID", "Candidate_Q"]), "reasoning": "r"})

    def batch_generate(value: Any, sample: int) -> Any:
        dice = draw("batch_generate", value, sample)
        return spoiled(dice, {"words": [dice.choice(["a", "b", "x", ""]) for _ in value.texts]})

    def numbers(dice: Random, value: Any) -> list[int]:
        return [item.item + (dice.random() < 0.05) for item in value.items if dice.random() < 0.9]

    def batch_score(value: Any, sample: int) -> Any:
        dice = draw("batch_score", value, sample)
        entries = [{"item": n, "reasoning": "r", "score": dice.choice([60, 80, 100])} for n in numbers(dice, value)]
        return spoiled(dice, {"scores": entries})

    def batch_verify(value: Any, sample: int) -> Any:
        dice = draw("batch_verify", value, sample)
        entries = [{"item": n, "valid": dice.random() < 0.6, "reasoning": "r"} for n in numbers(dice, value)]
        return spoiled(dice, {"verdicts": entries})

    return {
        "generate": generate,
        "score": score,
        "verify": verify,
        "batch_generate": batch_generate,
        "batch_score": batch_score,
        "batch_verify": batch_verify,
    }


POLICIES = st.fixed_dictionaries(
    {
        "policy": st.sampled_from(["full", "fast_path", "batched"]),
        "candidates": st.integers(1, 4),
        "scorers": st.integers(1, 3),
        "score_attempts": st.integers(1, 2),
        "max_retries": st.integers(1, 3),
        "accept_score": st.sampled_from([1, 60, 80, 99]),
        "fast_path_score": st.sampled_from([1, 75, 95]),
        "lines_per_generation": st.integers(1, 3),
        "lines_per_validation": st.integers(1, 4),
    }
)


def worst_case(chosen: dict[str, Any]) -> int:
    """Return the most calls that one item can take, by the formula in docs/gsv.md."""
    votes = chosen["candidates"] * chosen["scorers"] * chosen["score_attempts"]
    verdicts = 2 if chosen["policy"] == "fast_path" else 1
    shared = 14 if chosen["policy"] == "batched" else 0
    return min(45, shared + chosen["max_retries"] * (chosen["candidates"] + votes + verdicts))


def holds(text: str, result: Any, accept: int) -> None:
    """Assert what must hold of every result."""
    golden = result.golden_candidate
    assert (golden is not None) == (result.status == "verified") == (result.agreed > 0)
    if golden is None:
        assert result.reason
        assert len(result.failure_log) == result.attempts or result.status == "refused"
        return
    assert golden.data["word"] in text
    assert golden.attempt == result.attempts
    assert result.verification.choice == golden.id
    averages = {s.candidate_id: s.avg_score for s in result.all_scores if s.attempt == golden.attempt}
    assert averages[golden.id] >= accept
    rivals = [candidate for candidate in result.all_candidates if candidate.attempt == golden.attempt]
    assert result.agreed == sum(candidate.data == golden.data for candidate in rivals)


@pytest.mark.parametrize("kind", ["many", "one"])
@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), chosen=POLICIES)
def test_whatever_is_accepted_was_agreed_upon(kit: Any, kind: str, seed: int, chosen: dict[str, Any]) -> None:
    """An accepted candidate breaks no rule, scores enough, leads its attempt's votes, and is the verifier's choice."""
    world = kit.world(oracle(kit, seed), chosen)
    texts = TEXTS if kind == "many" else TEXTS[:1]
    results = world.many(texts) if kind == "many" else [world.one(texts[0])]
    for text, result in zip(texts, results, strict=True):
        holds(text, result, chosen["accept_score"])
        _leads(result, chosen["scorers"] // 2 + 1)
    assert sum(result.calls for result in results) == len([s for s in world.trail.steps if s.kind == "call"])
    assert all(result.calls <= worst_case(chosen) for result in results)
    accepted = [p for p in world.trail.proposals if p.verdict.accepted]
    assert len(accepted) == sum(result.golden_candidate is not None for result in results)
    assert len({p.path for p in world.trail.proposals}) == len(world.trail.proposals)
    assert len({s.path for s in world.trail.steps}) == len(world.trail.steps)


def _leads(result: Any, quorum: int) -> None:
    golden = result.golden_candidate
    if golden is None:
        return
    votes = [s for s in result.all_scores if s.attempt == golden.attempt]
    compared = [s for s in votes if len(s.scores) >= quorum] or votes
    own = next(s.avg_score for s in votes if s.candidate_id == golden.id)
    assert own == max(s.avg_score for s in compared)


def _record(world: Any) -> tuple[Any, Any]:
    """Return what was recorded: every item's proposals in their order, and the steps by path."""
    proposals = [[p for p in world.trail.proposals if p.path.startswith(f"item/{i}/")] for i in range(len(TEXTS))]
    return proposals, {step.path: (step.kind, step.body) for step in world.trail.steps}


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), chosen=POLICIES)
def test_concurrency_changes_nothing(kit: Any, seed: int, chosen: dict[str, Any]) -> None:
    """One call at a time or sixteen: the same results, each item's proposals in the same order, the same steps."""
    worlds = [kit.world(oracle(kit, seed), chosen, concurrency) for concurrency in (1, 16)]
    results = [world.many(TEXTS) for world in worlds]
    assert results[0] == results[1]
    assert _record(worlds[0]) == _record(worlds[1])


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), chosen=POLICIES)
def test_a_replay_gives_the_same_without_a_call(kit: Any, seed: int, chosen: dict[str, Any]) -> None:
    """From the recorded steps and the stored responses the same comes out, lost calls included; no model is asked."""
    live = kit.world(oracle(kit, seed), chosen, 4)
    results = live.many(TEXTS)
    recorded = {step.path: step for step in live.trail.steps}
    again = kit.world({}, chosen, 4, database=live.database, mode="replay", trail=Trail(recorded=recorded))
    assert again.many(TEXTS) == results
    assert _record(again) == _record(live)
    assert again.asked == []
