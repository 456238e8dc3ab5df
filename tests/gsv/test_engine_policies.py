"""The policies `fast_path` and `batched`, and work without a model to judge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pramana.errors import AccessRefused, RateLimited, RequestRefused
from pramana.gsv import ALL_INVALID

FAST = {"policy": "fast_path"}


def test_fast_path_takes_five_calls(kit: Any) -> None:
    """A first candidate that is scored 95 on average and found valid alone needs no rivals."""
    models = {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({"a": 95}), "verify": kit.prefers("a")}
    world = kit.world(models, FAST)
    result = world.one()
    assert (result.status, result.calls, world.count()) == ("verified", 5, {"generate": 1, "score": 3, "verify": 1})


def test_fast_path_goes_the_full_way_below_its_score(kit: Any) -> None:
    """A first candidate that is scored lower gets its rivals, and keeps its votes: thirteen calls in all."""
    models = {"generate": kit.by_sample("a", "b", "c"), "score": kit.scores({"a": 94}), "verify": kit.prefers("a")}
    world = kit.world(models, FAST)
    result = world.one()
    assert (result.status, result.calls, world.count()) == ("verified", 13, {"generate": 3, "score": 9, "verify": 1})
    assert [sample for name, _, sample in world.asked if name == "generate"] == [0, 1, 2]


def test_fast_path_needs_the_exact_average(kit: Any) -> None:
    """Votes of 95, 95 and 94 are below an average of 95."""
    models = {
        "generate": kit.by_sample("a", "b", "c"),
        "score": lambda v, s: {"reasoning": "", "score": 95 - (s == 2)},
        "verify": kit.prefers("a"),
    }
    assert kit.world(models, FAST).one().calls == 13


def test_fast_path_goes_the_full_way_where_the_verifier_refuses(kit: Any) -> None:
    """A high score that the verifier does not share gets rivals, and one verdict on all of them."""
    models = {
        "generate": kit.by_sample("a", "b", "c"),
        "score": kit.scores({"a": 95, "b": 99}),
        "verify": kit.prefers("b"),
    }
    world = kit.world(models, FAST)
    result = world.one()
    assert (result.status, result.golden_candidate.data, result.calls) == ("verified", {"word": "b"}, 14)
    assert [len(value.candidates) for value in world.values("verify")] == [1, 3]


def test_fast_path_asks_no_verdict_twice(kit: Any) -> None:
    """Where the rivals all equal the first candidate, the verdict on it alone stands."""
    world = kit.world(
        {"generate": kit.says_word("a"), "score": kit.scores({"a": 99}), "verify": kit.prefers()},
        FAST | {"max_retries": 1},
    )
    assert (world.one().status, world.count()) == ("refused", {"generate": 3, "score": 3, "verify": 1})


def test_fast_path_goes_on_where_the_first_candidate_is_unsound(kit: Any) -> None:
    """A first candidate that breaks a rule or abstains is followed by the others at once."""
    for first in ({"word": "x"}, kit.abstention(reason="no")):
        models = {
            "generate": lambda v, s, first=first: {"word": "a"} if s else first,
            "score": kit.scores({}),
            "verify": kit.prefers("a"),
        }
        result = kit.world(models, FAST).one()
        assert (result.status, result.golden_candidate.id, result.calls) == ("verified", "Candidate_B", 3 + 3 + 1)


def judge(
    points: dict[str, int], invalid: str = "", leave_out: tuple[int, ...] = (), extra: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Return the batch judges: votes by word, words that are invalid, items left out, items invented."""

    def score(value: Any, sample: int) -> Any:
        entries = [
            {"item": i.item, "reasoning": f"score {i.word}", "score": points.get(i.word, 90)}
            for i in value.items
            if i.item not in leave_out
        ]
        return {"scores": [*entries, *({"item": number, "reasoning": "", "score": 90} for number in extra)]}

    def verify(value: Any, sample: int) -> Any:
        return {
            "verdicts": [
                {"item": i.item, "valid": i.word not in invalid, "reasoning": f"verdict {i.word}"} for i in value.items
            ]
        }

    return {"batch_score": score, "batch_verify": verify}


LETTERS = "abcdefghij"


def alone(kit: Any) -> dict[str, Any]:
    """Return the models of a single item: the first letter of the text, well liked."""
    return {"generate": lambda v, s: {"word": v.text[0]}, "score": kit.scores({}), "verify": kit.prefers(*LETTERS)}


def test_batched_success_takes_one_call_and_two_tenths(kit: Any) -> None:
    """Ten items that pass validation in a batch take a call each and two together."""
    world = kit.world({**alone(kit), **judge({"a": 80})})
    results = world.many(list(LETTERS))
    assert [(r.status, r.golden_candidate.data["word"], r.calls) for r in results] == [
        ("verified", x, Fraction(6, 5)) for x in LETTERS
    ]
    assert world.count() == {"generate": 10, "batch_score": 1, "batch_verify": 1}
    assert world.proposals()[3] == ("item/3/attempt/1/candidate/A", "d", "verified", (90,))
    assert (
        world.trail.proposals[0].reason
        == "Scored 80 and found valid, by two calls for a batch. It was the only candidate. verdict a"
    )
    paths = {step.path for step in world.trail.steps}
    assert {"batch/score/1", "batch/verify/1", "item/0/attempt/1/generate/A"} <= paths


@pytest.mark.parametrize(
    ("judges", "told"),
    [
        (judge({"b": 79}), ["scored too low", "79 of 100, score b"]),
        (judge({}, invalid="b"), ["no candidate valid: verdict b", "90 of 100, score b"]),
    ],
)
def test_batched_loops_for_what_failed(kit: Any, judges: dict[str, Any], told: list[str]) -> None:
    """An item that validation holds too low or invalid goes to the full loop, told what validation said of it."""
    world = kit.world({**alone(kit), **judges})
    results = world.many(list("abc"))
    assert [(r.status, r.attempts) for r in results] == [("verified", 1), ("verified", 2), ("verified", 1)]
    assert results[1].calls == 1 + Fraction(2, 3) + 3 + 3 + 1
    again = [value.feedback for value in world.values("generate")[3:]]
    assert len(again) == 3
    assert all(part in text for text in again for part in told)
    assert [p[:3] for p in world.proposals() if p[0].startswith("item/1")] == [
        ("item/1/attempt/1/candidate/A", "b", "refused"),
        ("item/1/attempt/2/candidate/A", "b", "verified"),
    ]


@pytest.mark.parametrize(
    ("judges", "looped"),
    [
        (judge({}, leave_out=(2,)), [1]),
        (judge({}, extra=(2,)), [1]),
        (judge({}, extra=(4,)), [0, 1, 2]),
        (judge({}, extra=(0,)), [0, 1, 2]),
        ({**judge({}), "batch_verify": lambda v, s: "no JSON"}, [0, 1, 2]),
        ({**judge({}), "batch_score": lambda v, s: RateLimited("later")}, [0, 1, 2]),
        ({**judge({}), "batch_score": lambda v, s: RequestRefused("too long")}, [0, 1, 2]),
    ],
)
def test_batch_answers_that_are_not_whole_lead_to_the_loop(kit: Any, judges: dict[str, Any], looped: list[int]) -> None:
    """Items left out or named twice go to the loop; all do where the call fails or names an item that is not there."""
    results = kit.world({**alone(kit), **judges}).many(list("abc"))
    assert [index for index, r in enumerate(results) if r.attempts == 2] == looped
    assert {r.status for r in results} == {"verified"}
    assert all(results[i].failure_log[0].reason == "Validation in a batch left this item out." for i in looped)


def test_unsound_items_take_no_part_in_validation(kit: Any) -> None:
    """A candidate that breaks a rule is not shown to the batch judges, and the rule is its loop's first feedback."""
    models = {**alone(kit), **judge({}), "generate": lambda v, s: {"word": "b" if v.feedback or v.text != "b" else "x"}}
    world = kit.world(models)
    results = world.many(["b1", "b", "b2"])
    assert [[i.text for i in value.items] for value in world.values("batch_score")] == [["b1", "b2"]]
    assert [[i.item for i in value.items] for value in world.values("batch_verify")] == [[1, 2]]
    assert [(r.status, r.attempts, r.calls) for r in results] == [
        ("verified", 1, 2),
        ("verified", 2, 8),
        ("verified", 1, 2),
    ]


def test_a_single_pass_that_gets_no_answer_decides_for_its_item_alone(kit: Any) -> None:
    """In the single pass a silent server fails an item and a generator that abstains ends it; the others go on."""
    answers = {"a": RateLimited("later"), "b": kit.abstention(reason="unsure"), "c": {"word": "c"}}
    world = kit.world({**alone(kit), **judge({}), "generate": lambda v, s: answers[v.text]})
    results = world.many(list("abc"))
    assert [(r.status, r.reason) for r in results[:2]] == [
        ("failed", "No candidate came: later"),
        ("abstained", "unsure"),
    ]
    assert (results[2].status, results[2].calls) == ("verified", 3)


def test_several_lines_a_generation(kit: Any) -> None:
    """Generation in batches splits its answer; items for which it holds nothing go to the loop."""
    models = {
        **alone(kit),
        **judge({}),
        "batch_generate": lambda v, s: {"words": ["" if t == "b" else t for t in v.texts]},
    }
    world = kit.world(models, {"lines_per_generation": 2})
    results = world.many(list("abcde"))
    assert [value.texts for value in world.values("batch_generate")] == [["a", "b"], ["c", "d"], ["e"]]
    assert [(r.status, r.attempts) for r in results] == [("verified", 2 if x == "b" else 1) for x in "abcde"]
    assert results[0].calls == Fraction(1, 2) + Fraction(2, 4)
    assert world.values("generate")[0].feedback == ""


def test_a_batch_generation_that_fails_leaves_all_to_the_loop(kit: Any) -> None:
    """A generation for several items that brings nothing says nothing about any of them."""
    for answer in (RateLimited("later"), RequestRefused("too long"), "no JSON", kit.abstention(reason="many")):
        world = kit.world(
            {**alone(kit), **judge({}), "batch_generate": lambda v, s, a=answer: a}, {"lines_per_generation": 3}
        )
        assert [(r.status, r.attempts) for r in world.many(list("abc"))] == [("verified", 2)] * 3


def test_batches_follow_from_places_alone(kit: Any) -> None:
    """Validation takes items by their places: what another chunk holds does not move them."""
    world = kit.world(
        {
            **alone(kit),
            **judge({}),
            "generate": lambda v, s: {"word": "x" if v.text in "a" and not v.feedback else v.text},
        },
        {"lines_per_validation": 2},
    )
    world.many(list("abcde"))
    assert [[i.text for i in value.items] for value in world.values("batch_score")] == [["b"], ["c", "d"], ["e"]]


def test_without_batch_judges_every_item_is_judged_alone(kit: Any) -> None:
    """A task that has no batch judges is worked on item by item under the batched policy."""
    task = replace(kit.task, batch_score=None, batch_scoring_input=None)
    world = kit.world(alone(kit), task=task)
    assert [r.calls for r in world.many(["a", "b"])] == [7, 7]


def test_full_policy_runs_a_batch_item_by_item(kit: Any) -> None:
    """Under `full` a batch is the sum of its items."""
    world = kit.world(alone(kit), {"policy": "full"})
    assert [(r.status, r.calls) for r in world.many(["a", "b"])] == [("verified", 7), ("verified", 7)]
    assert world.many([]) == []


def test_an_error_that_ends_the_run_ends_the_batch(kit: Any) -> None:
    """A batch call that meets refused access raises it."""
    with pytest.raises(AccessRefused):
        kit.world({**alone(kit), **judge({}), "batch_score": lambda v, s: AccessRefused("key")}).many(["a"])


EMBEDDED = ("generate", "score", "verify", "batch_score", "batch_verify", "batch_generate")


@pytest.mark.parametrize("settings", [{}, {"policy": "full"}, {"policy": "fast_path"}, {"lines_per_generation": 2}])
def test_the_embedded_model_does_not_vote(kit: Any, settings: dict[str, Any]) -> None:
    """Where rules are all there is, one generation and the checks decide, and nothing is ever `verified`."""
    answers = {"ab": {"word": "a"}, "cd": {"word": "x"}, "ef": kit.abstention(reason="unsure")}

    def read(value: Any, sample: int) -> Any:
        found = answers[value.text]
        return found if isinstance(found, kit.abstention) else kit.task.generate.output(**found)

    world = kit.world({"generate": read}, settings, rules=EMBEDDED)
    results = world.many(list(answers))
    assert [(r.status, r.calls, r.attempts) for r in results] == [
        ("checked", 1, 1),
        ("refused", 1, 1),
        ("abstained", 1, 1),
    ]
    assert world.proposals() == [
        ("item/0/attempt/1/candidate/A", "a", "checked", ()),
        ("item/1/attempt/1/candidate/A", "x", "refused", ()),
    ]
    assert results[1].reason == "Not accepted in one attempt. The last: No candidate passed the deterministic checks."


@pytest.mark.parametrize("settings", [{}, {"policy": "full"}])
def test_a_generator_without_judges_is_asked_until_one_passes(kit: Any, settings: dict[str, Any]) -> None:
    """A model that only generates is asked up to n times, told what the checks said, and is `checked` at best."""
    world = kit.world(
        {"generate": lambda v, s: {"word": "a" if "x" in v.feedback else "x"}}, settings, rules=("score", "verify")
    )
    (result,) = world.many(["a"])
    assert (result.status, result.attempts, result.calls) == ("checked", 2, 2)
    worse = kit.world({"generate": kit.says_word("x")}, settings, rules=("score", "verify")).many(["a"])[0]
    assert (worse.status, worse.attempts, worse.calls) == ("refused", 3, 3)


def test_rules_that_judge_are_not_asked(kit: Any) -> None:
    """A rule for scoring or verifying gives no vote: the item is `checked`, not `verified`."""
    models = {**alone(kit), "verify": lambda v, s: {"choice": ALL_INVALID, "reasoning": ""}}
    world = kit.world(models, {"policy": "full"}, rules=("verify",))
    assert (world.one("a").status, world.count()) == ("checked", {"generate": 1})


def test_an_embedded_generator_is_judged_once(kit: Any) -> None:
    """Rules answer the same however often they are asked: one candidate, one attempt, judged by the models."""
    models = {**alone(kit), "generate": lambda v, s: kit.task.generate.output(word="a")}
    world = kit.world(models, {"policy": "full"}, rules=("generate",))
    result = world.one("a")
    assert (result.status, result.calls, world.count()) == ("verified", 5, {"score": 3, "verify": 1})
    refused = kit.world({**models, "verify": kit.prefers()}, {"policy": "full"}, rules=("generate",)).one("a")
    assert (refused.status, refused.attempts) == ("refused", 1)
