"""Settings, tasks and the small pure parts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import pramana.gsv as gsv
from pramana.errors import ConfigError
from pramana.gsv import GSVResult, GSVSettings, ItemScore, Score, ScoringResult
from pramana.gsv.chunks import by_item


def test_defaults_are_the_seeds() -> None:
    """Three candidates, three votes, five attempts, and a fast path from 95."""
    assert GSVSettings().model_dump(mode="json") == {
        "policy": "batched",
        "candidates": 3,
        "scorers": 3,
        "score_attempts": 3,
        "max_retries": 5,
        "fast_path_score": 95,
        "accept_score": 80,
        "lines_per_generation": 15,
        "lines_per_validation": 30,
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"candidates": 0}, "[gsv] candidates = 0: Input should be greater than or equal to 1"),
        ({"accept_score": 101}, "[gsv] accept_score = 101: Input should be less than or equal to 100"),
        ({"policy": "fast"}, "[gsv] policy = 'fast': Input should be 'full', 'fast_path' or 'batched'"),
        ({"scorer": 3}, "[gsv] has no setting 'scorer'; there are policy, candidates, scorers"),
        ({"max_retries": "many"}, "[gsv] max_retries = 'many': Input should be a valid integer"),
    ],
)
def test_a_bad_setting_is_named_with_its_value(given: dict[str, Any], message: str) -> None:
    """A setting out of range is refused with its name, its value and what would do, alone or inside other settings."""

    class Config(BaseModel):
        gsv: GSVSettings

    with pytest.raises(ConfigError) as caught:
        GSVSettings(**given)
    assert str(caught.value).startswith(message)
    with pytest.raises(ConfigError):
        Config.model_validate({"gsv": given})


@pytest.mark.parametrize(("scorers", "quorum"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_a_quorum_is_more_than_half(scorers: int, quorum: int) -> None:
    """A candidate needs more than half of its votes."""
    assert GSVSettings(scorers=scorers).quorum == quorum


def test_a_task_names_a_batch_ptool_that_is_half_declared(kit: Any) -> None:
    """A batch ptool without its builder is refused when the task is declared."""
    with pytest.raises(ValueError, match="only a part of batch_generate"):
        replace(kit.task, split=None)


@pytest.mark.parametrize("score", [0, 101, 50.0, "50", True])
def test_scores_are_integers_from_one_to_a_hundred(score: Any) -> None:
    """A score that is no integer from 1 to 100 is invalid, whatever it could be read as."""
    with pytest.raises(ValidationError):
        Score.model_validate({"reasoning": "", "score": score})


def test_averages_are_exact() -> None:
    """An average is a fraction, never rounded."""
    assert ScoringResult(candidate_id="Candidate_A", scores=[90, 90, 91], reasoning=[]).avg_score == Fraction(271, 3)


def test_entries_are_trusted_only_where_their_numbers_are() -> None:
    """An item named twice is left out; a number that is not there discredits all."""
    one, two, zero = (ItemScore(item=number, reasoning="", score=50) for number in (1, 2, 0))
    assert by_item([two, one], 2) == {1: one, 2: two}
    assert by_item([one, two, two], 2) == {1: one}
    assert by_item([zero, one], 2) == {}


def test_results_survive_json(kit: Any) -> None:
    """A result is JSON in and out."""
    models = {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({"a": 90}), "verify": kit.prefers("b", "a")}
    result = kit.world(models, {"policy": "full"}).one()
    assert GSVResult.model_validate_json(result.model_dump_json()) == result


def test_exports_are_there() -> None:
    """Everything in `__all__` exists, in order."""
    assert sorted(gsv.__all__) == gsv.__all__
    assert all(hasattr(gsv, name) for name in gsv.__all__)
