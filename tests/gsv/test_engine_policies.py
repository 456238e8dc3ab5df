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
    """Return the models of single items and of several: the first letter of each text, well liked."""
    return {
        "generate": lambda v, s: {"word": v.text[0]},
        "batch_generate": lambda v, s: {"words": [text[0] for text in v.texts]},
        "score": kit.scores({}),
        "verify": kit.prefers(*LETTERS),
    }


def test_batched_success_takes_three_calls_for_ten_items(kit: Any) -> None:
    """Ten items that pass validation share a call that reads them and two that judge them."""
    world = kit.world({**alone(kit), **judge({"a": 80})})
    results = world.many(list(LETTERS))
    assert [(r.status, r.golden_candidate.data["word"], r.calls) for r in results] == [
        ("verified", x, Fraction(3, 10)) for x in LETTERS
    ]
    assert world.count() == {"batch_generate": 1, "batch_score": 1, "batch_verify": 1}
    assert world.proposals()[3] == ("item/3/attempt/1/candidate/A", "d", "verified", (90,))
    assert (
        world.trail.proposals[0].reason
        == "Scored 80 and found valid, by two calls for a batch. It was the only candidate. verdict a"
    )
    assert {step.path for step in world.trail.steps} == {"batch/generate/1", "batch/score/1", "batch/verify/1"}


def repairing(kit: Any, first: dict[str, str]) -> dict[str, Any]:
    """Return models that read some texts as `first` says, and all rightly once a note says what was wrong."""

    def read(value: Any, sample: int) -> Any:
        notes = value.notes
        return {"words": [first.get(t, t[0]) if not n else t[0] for t, n in zip(value.texts, notes, strict=True)]}

    return {**alone(kit), "batch_generate": read}


def test_what_fails_a_check_is_repaired_in_one_call_and_judged_together(kit: Any) -> None:
    """Unsound items share one repair call, are told what was wrong, and are judged together."""
    world = kit.world({**repairing(kit, {"b": "x", "d": "y"}), **judge({})})
    results = world.many(list("abcd"))
    assert world.count() == {"batch_generate": 2, "batch_score": 2, "batch_verify": 2}
    assert [[i.text for i in value.items] for value in world.values("batch_score")] == [["a", "c"], ["b", "d"]]
    again = world.values("batch_generate")[1]
    assert (again.texts, again.notes) == (["b", "d"], ["'x' is not in the text.", "'y' is not in the text."])
    assert [(r.status, r.attempts, r.calls) for r in results] == [
        ("verified", 1 + (x in "bd"), Fraction(1, 4) + (Fraction(3, 2) if x in "bd" else 1)) for x in "abcd"
    ]
    assert [p[:3] for p in world.proposals() if p[0].startswith("item/1")] == [
        ("item/1/attempt/1/candidate/A", "x", "refused"),
        ("item/1/attempt/2/candidate/A", "b", "verified"),
    ]


def test_what_the_checks_refuse_twice_loses_that_part_alone(kit: Any) -> None:
    """Where the repair fails too, what is left of a candidate without what the checks refuse is judged."""
    task = replace(kit.task, salvage=lambda text, reading: kit.task.generate.output(word=reading.word[:1]))
    models = {**alone(kit), **judge({}), "batch_generate": lambda v, s: {"words": ["a", "bx"]}}
    world = kit.world(models, task=task)
    results = world.many(["a", "b"])
    assert [(r.status, r.golden_candidate.data["word"]) for r in results] == [("verified", "a"), ("verified", "b")]
    assert [r.left_out for r in results] == [[], ["'bx' is not in the text."]]
    assert "Left out of it, because the checks refuse it: 'bx' is not in the text." in world.trail.proposals[-1].reason


def test_code_corrects_before_it_checks(kit: Any) -> None:
    """What a task can correct in a candidate is corrected, and is no reason for another call."""
    task = replace(kit.task, tidy=lambda text, reading: reading.model_copy(update={"word": reading.word.lower()}))
    world = kit.world({**alone(kit), **judge({}), "batch_generate": lambda v, s: {"words": ["A"]}}, task=task)
    assert [r.golden_candidate.data["word"] for r in world.many(["a"])] == ["a"]
    assert world.count()["batch_generate"] == 1


@pytest.mark.parametrize(
    ("judges", "told"),
    [
        (judge({"b": 79, "d": 20}), ["score b", "score d"]),
        (judge({}, invalid="bd"), ["verdict b score b", "verdict d score d"]),
    ],
)
def test_what_judges_refuse_is_read_once_more_together(kit: Any, judges: dict[str, Any], told: list[str]) -> None:
    """Items that validation holds too low or invalid share a second reading, told why, and a second judgement."""

    def read(value: Any, sample: int) -> Any:
        return {"words": [t[0] if not n else t[1] for t, n in zip(value.texts, value.notes, strict=True)]}

    world = kit.world({**alone(kit), **judges, "batch_generate": read})
    results = world.many(["a1", "b1", "c1", "d1"])
    assert world.count() == {"batch_generate": 2, "batch_score": 2, "batch_verify": 2}
    assert world.values("batch_generate")[1].notes == told
    assert [(r.status, r.attempts) for r in results] == [("verified", 1 + (x in "bd")) for x in "abcd"]


def test_items_that_both_judges_refuse_twice_are_refused(kit: Any) -> None:
    """No loop begins where scorer and verifier agree: seven calls refuse what they would refuse again."""
    world = kit.world({**alone(kit), **judge({"b": 20}, invalid="b")})
    result = world.many(["a", "b"])[1]
    assert (result.status, result.attempts) == ("refused", 2)
    assert world.count() == {"batch_generate": 2, "batch_score": 2, "batch_verify": 2}
    assert result.reason == "Not accepted in 2 attempts. The last: Validation in a batch found it invalid."


@pytest.mark.parametrize("judges", [judge({"b": 79}), judge({}, invalid="b")])
def test_items_in_dispute_go_to_the_loop(kit: Any, judges: dict[str, Any]) -> None:
    """Where scorer and verifier disagree about an item twice, one attempt with three candidates decides it alone.

    Its candidates are scored in one call.
    """
    world = kit.world({**alone(kit), **judges, "generate": kit.by_sample("b", "n", "d")})
    results = world.many(["a", "bond", "c"])
    agreed = results[1].golden_candidate is not None
    assert (results[1].status, results[1].attempts) == ("verified" if agreed else "refused", 3)
    assert results[1].calls == 1 + 3 + 3 + 1 + 1
    assert [len(value.items) for value in world.values("batch_score")] == [3, 1, 3]
    assert world.count()["verify"] == 1


@pytest.mark.parametrize(
    ("judges", "asked"),
    [
        (judge({}, leave_out=(2,)), ["abc", "b"]),
        (judge({}, extra=(2,)), ["abc", "b"]),
        (judge({}, extra=(4,)), ["abc", "ab", "c", "a", "b"]),
        (judge({}, extra=(0,)), ["abc", "ab", "c", "a", "b"]),
        ({**judge({}), "batch_score": lambda v, s: "no JSON"}, ["abc", "ab", "c", "a", "b"]),
        ({**judge({}), "batch_score": lambda v, s: RequestRefused("too long")}, ["abc", "ab", "c", "a", "b"]),
    ],
)
def test_what_a_judge_leaves_out_is_asked_for_in_smaller_parts(
    kit: Any, judges: dict[str, Any], asked: list[str]
) -> None:
    """Entries that came are kept; the other items are judged again in parts of at most half the size."""
    world = kit.world({**alone(kit), **judges})
    world.many(list("abc"))
    shown = ["".join(i.text for i in value.items) for value in world.values("batch_score")]
    assert shown[: len(asked)] == asked


def test_what_a_generation_leaves_out_is_asked_for_in_smaller_parts(kit: Any) -> None:
    """Of an answer that was cut the complete entries are kept; the rest is generated in half the size, down to one."""

    def cut(value: Any, sample: int) -> Any:
        return {"words": [text[0] for text in value.texts][:2]}

    world = kit.world({**alone(kit), **judge({}), "batch_generate": cut})
    results = world.many(list("abcdefg"))
    shown = ["".join(value.texts) for value in world.values("batch_generate")]
    assert shown == ["abcdefg", "cdef", "g", "ef"]
    assert [(r.status, r.attempts) for r in results] == [("verified", 1)] * 7
    assert all("rest" not in step.path or step.kind == "call" for step in world.trail.steps)


@pytest.mark.parametrize("answer", ["no JSON", RequestRefused("too long"), {"words": []}], ids=str)
def test_a_generation_that_brings_nothing_is_halved(kit: Any, answer: Any) -> None:
    """A call that no item has anything of is made again for halves; what fails alone goes to the loop, or is refused."""
    models = {
        **alone(kit),
        **judge({}),
        "batch_generate": lambda v, s: answer if "c" in v.texts else {"words": [t[0] for t in v.texts]},
    }
    world = kit.world(models)
    results = world.many(list("abcd"))
    alone_too = "refused" if isinstance(answer, RequestRefused) else "verified"
    assert [r.status for r in results] == ["verified", "verified", alone_too, "verified"]
    assert ["".join(v.texts) for v in world.values("batch_generate")][:5] == ["abcd", "ab", "cd", "c", "d"]


@pytest.mark.parametrize("silent", ["batch_generate", "batch_score", "batch_verify"])
def test_where_a_shared_call_gets_no_answer_all_that_need_it_fail(kit: Any, silent: str) -> None:
    """No item is decided in other company than if the answer had come; the next run asks again."""
    models = {**alone(kit), **judge({}), silent: lambda v, s: RateLimited("later")}
    results = kit.world(models).many(list("abc"))
    assert {r.status for r in results} == {"failed"}
    assert all("later" in r.reason for r in results)


def test_items_that_were_decided_stay_decided_where_a_later_call_is_lost(kit: Any) -> None:
    """A second reading without an answer fails the items that it is about, and no others."""

    def read(value: Any, sample: int) -> Any:
        return RateLimited("later") if any(value.notes) else {"words": [t[0] for t in value.texts]}

    world = kit.world({**alone(kit), **judge({}, invalid="b"), "batch_generate": read})
    assert [r.status for r in world.many(list("abc"))] == ["verified", "failed", "verified"]


def test_answers_are_bounded_by_the_items(kit: Any) -> None:
    """A batch is split where its answer would be longer than the model may write, and each call is given its share."""
    task = replace(kit.task, answer_tokens=lambda text: 300)
    world = kit.world({**alone(kit), **judge({})}, task=task)
    world.many(list("abcdefg"))
    assert ["".join(value.texts) for value in world.values("batch_generate")] == ["ab", "cd", "ef", "g"]


def test_parts_are_of_about_equal_length(kit: Any) -> None:
    """Twelve items are read as six and six, not as ten and two; judges' answers have room for eleven."""
    world = kit.world({**alone(kit), **judge({})}, {"lines_per_generation": 10})
    world.many([f"a{index}" for index in range(12)])
    assert [len(value.texts) for value in world.values("batch_generate")] == [6, 6]
    assert [len(value.items) for value in world.values("batch_score")] == [6, 6]


@pytest.mark.parametrize("policy", ["full", "fast_path", "batched"])
@pytest.mark.parametrize("width", [(3, 3), (9, 3), (4, 9), (1, 9)])
def test_no_item_takes_more_than_45_calls(kit: Any, policy: str, width: tuple[int, int]) -> None:
    """Whatever judges answer, and however often votes are invalid, an item ends within the bound."""
    for bad in (0, 50):
        models = {
            **alone(kit),
            "generate": kit.by_sample(*LETTERS),
            "score": lambda v, s, bad=bad: {"reasoning": "", "score": bad},
            "verify": kit.prefers("j"),
            **judge(dict.fromkeys(LETTERS, 90), invalid=LETTERS),
        }
        settings = {"policy": policy, "candidates": width[0], "scorers": width[1], "score_attempts": 10}
        world = kit.world(models, settings | {"max_retries": 20})
        results = world.many(["abcdefghi", "bcdefghia"])
        assert all(result.calls <= 45 for result in results)
        assert {result.status for result in results} == {"refused"}


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
    models = {
        "generate": lambda v, s: {"word": "a" if "x" in v.feedback else "x"},
        "batch_generate": lambda v, s: {"words": ["a" if "x" in n else "x" for n in v.notes]},
    }
    (result,) = kit.world(models, settings, rules=("score", "verify")).many(["a"])
    assert (result.status, result.attempts, result.calls) == ("checked", 2, 2)
    models = {"generate": kit.says_word("x"), "batch_generate": lambda v, s: {"words": ["x"]}}
    worse = kit.world(models, settings, rules=("score", "verify")).many(["a"])[0]
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
