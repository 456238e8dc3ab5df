"""Where responses come from: the store, the model, or the recorded run."""

from __future__ import annotations

from contextlib import suppress

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from pramana.canonical import digest_bytes
from pramana.errors import ModelError, NeedsModel, OutputInvalid, ReplayMiss, RequestRefused, ServerFailed
from pramana.llm import (
    RESPONSE_SCHEMA,
    Abstention,
    Gateway,
    PromptBook,
    Ptool,
    RawResponse,
    Responses,
    RuleBook,
)
from pramana.llm.parse import replace_surrogates
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway
from pramana.trace import Trail

PROMPTS = {"count": "Count."}


class Number(BaseModel):
    n: int


TEXTS = ["good", "repaired", "corrected", "invalid", "refused", "down", "length"]
ANSWERS = {
    "good": '{"words": 1}',
    "repaired": '{"words": 2,',
    "invalid": "nothing",
    "refused": RequestRefused("400: too long"),
    "down": ServerFailed("500: no luck"),
    "length": RawResponse('{"words": 7}', "length"),
}


def script(ask):
    if ask.value.text == "corrected":
        return '{"words": 3}' if "what is wrong" in ask.messages[1]["content"] else "three"
    return ANSWERS[ask.value.text]


def silent(ask):
    raise AssertionError(f"a replay asked the model about {ask.value.text}")


async def run(gateway, ptool, line, recorded=None, texts=TEXTS):
    trail = Trail("run", recorded=recorded or {})
    results = await gateway.map(ptool, [line(text=text) for text in texts], trail=trail)
    shown = [result.output if not isinstance(result, ModelError) else repr(result) for result in results]
    return {step.path: step for step in trail.steps}, shown


def test_a_replay_equals_the_run(count, line, database):
    """Steps and results of a replay are those of the run, repaired, corrected and failed calls among them."""
    steps, results = anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line)
    replay = scripted_gateway(silent, PROMPTS, database=database, mode="replay")
    assert anyio.run(run, replay, count, line, steps) == (steps, results)
    assert replay.spending.calls == 0
    outcomes = [step.body["outcome"] for _, step in sorted(steps.items())]
    assert [outcome if outcome == "ok" else outcome["error"] for outcome in outcomes] == [
        "ok",
        "ok",
        "ok",
        "OutputInvalid",
        "RequestRefused",
        "ServerFailed",
        "ok",
    ]
    assert [steps[f"run/{index}"].body["repaired"] for index in range(3)] == [False, True, False]


def test_a_second_live_run_records_the_same_steps_and_pays_nothing(count, line, database):
    """A step does not tell whether its response was stored; the timing and the spending do."""
    texts = ["good", "repaired", "corrected"]
    first, _ = anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, texts)
    gateway = scripted_gateway(silent, PROMPTS, database=database)
    second, _ = anyio.run(run, gateway, count, line, None, texts)
    assert first == second
    assert (gateway.spending.calls, gateway.spending.stored) == (0, 4)


def test_a_refresh_makes_a_new_revision_and_old_runs_keep_theirs(count, line, database):
    """After a refresh a live call uses the new revision, and a replay of the old run the old one."""
    words = iter([1, 2])

    def changing(_):
        return f'{{"words": {next(words)}}}'

    async def one(mode, recorded=None):
        trail = Trail("run", recorded=recorded or {})
        gateway = scripted_gateway(changing, PROMPTS, database=database, mode=mode)
        call = await gateway.call(count, line(text="a"), trail=trail)
        return call.output.words, call.revision, {step.path: step for step in trail.steps}

    old = anyio.run(one, "live")
    assert old[:2] == (1, 1)
    assert anyio.run(one, "refresh")[:2] == (2, 2)
    assert anyio.run(one, "live")[:2] == (2, 2)
    assert anyio.run(one, "replay", old[2])[:2] == (1, 1)


def test_every_response_is_stored_unusable_ones_too(count, line, database):
    """Unusable responses are stored in the database beside the usable ones, with their status."""
    anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, ["invalid", "length"])
    rows = database.all("SELECT body, status FROM response ORDER BY status, body")
    assert rows == [('{"words": 7}', "length")] + [("nothing", "stop")] * 3


def test_a_changed_response_is_found(count, line, database):
    """A replay re-hashes the stored body: the step of a changed response has another digest than the recorded one."""
    steps, _ = anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, ["good"])
    database.execute("UPDATE response SET body = '{\"words\": 9}'")
    replay = scripted_gateway(silent, PROMPTS, database=database, mode="replay")
    again, results = anyio.run(run, replay, count, line, steps, ["good"])
    assert results[0].words == 9
    before, after = (found["run/0"].body["exchanges"][0]["response"] for found in (steps, again))
    assert before != after


def test_a_response_changed_beyond_use_is_named(count, line, database):
    """Where the changed response leads to a request that was never made, the miss names the change."""
    steps, _ = anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, ["good"])
    database.execute("UPDATE response SET body = 'broken'")
    replay = scripted_gateway(silent, PROMPTS, database=database, mode="replay")
    with pytest.raises(ReplayMiss, match=r"room\.count at run/0: .* was changed"):
        anyio.run(lambda: replay.call(count, line(text="good"), trail=Trail("run/0", recorded=steps)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("input", "another request than the recorded one: input was"),
        ("prompt", "another request than the recorded one: prompt was"),
        ("place", "the recorded run made no call here"),
        ("response", "no response to request"),
    ],
)
def test_a_miss_says_what_differs(count, line, database, change, message):
    """ReplayMiss names the ptool, the place, and the part of the request that is not what it was."""
    steps, _ = anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, ["good"])
    if change == "response":
        database.execute("DELETE FROM response")
    prompts = {"count": "Count well."} if change == "prompt" else PROMPTS
    replay = scripted_gateway(silent, prompts, database=database, mode="replay")
    trail = Trail("run/9" if change == "place" else "run/0", recorded=steps)
    with pytest.raises(ReplayMiss, match=f"room.count at {trail.path}: {message}"):
        anyio.run(lambda: replay.call(count, line(text="other" if change == "input" else "good"), trail=trail))
    assert trail.steps == []


def test_without_a_recorded_run_a_replay_takes_the_newest_response(count, line, database):
    """A call outside any run replays from the store, and misses where nothing is stored."""
    anyio.run(run, scripted_gateway(script, PROMPTS, database=database), count, line, None, ["good"])
    replay = scripted_gateway(silent, PROMPTS, database=database, mode="replay")
    assert anyio.run(replay.call, count, line(text="good")).output.words == 1
    with pytest.raises(ReplayMiss):
        anyio.run(replay.call, count, line(text="other"))


def test_samples_are_separate_requests(count, line, database):
    """Equal inputs with another `sample` are asked apart; the same sample is not."""
    gateway = scripted_gateway(script, PROMPTS, database=database)

    async def main():
        return [await gateway.call(count, line(text="good"), sample=sample) for sample in (0, 1, 0)]

    calls = anyio.run(main)
    assert [call.cached for call in calls] == [False, False, True]
    assert calls[0].request == calls[2].request != calls[1].request


def test_a_correction_shows_the_answer_and_what_is_wrong_as_data(count, line, database):
    """The second request is isolated, holds the invalid answer and its problem between fences, and has its own key."""
    seen = []

    def wrong(ask):
        seen.append(ask.messages)
        return '{"words": "many"}'

    with pytest.raises(OutputInvalid, match=r"in 3 attempts.*words: Input should be a valid integer"):
        anyio.run(scripted_gateway(wrong, PROMPTS, database=database).call, count, line(text="a"))
    assert [len(messages) for messages in seen] == [2, 2, 2]
    assert '{"words": "many"}' not in seen[0][1]["content"]
    assert [messages[1]["content"].count('\n{"words": "many"}\n') for messages in seen] == [0, 1, 2]
    assert database.one("SELECT count(DISTINCT request) FROM response") == (3,)


def test_answers_of_rules_are_computed_again_in_a_replay(count, judge, line, database):
    """The embedded model's answers and abstentions are not stored; a replay computes them, and names one that is another
    now, or of another version."""

    def rule(value):
        return Abstention(reason="too long") if value.text == "long" else count.output(words=1)

    prompts = PromptBook(PROMPTS)
    live = Gateway(database, prompts, rules=RuleBook("7", {"room.count": rule}))
    steps, results = anyio.run(run, live, count, line, None, ["a", "long"])
    assert results == [count.output(words=1), Abstention(reason="too long")]
    assert [steps[f"run/{index}"].body["outcome"] for index in (0, 1)] == ["ok", "abstained"]
    assert steps["run/0"].body["model"] == "rules:7"
    assert Responses(database).newest(steps["run/0"].body["exchanges"][0]["request"]) is None
    replay = Gateway(database, prompts, rules=RuleBook("7", {"room.count": rule}), mode="replay")
    assert anyio.run(run, replay, count, line, steps, ["a", "long"]) == (steps, results)
    other = Gateway(
        database, prompts, rules=RuleBook("7", {"room.count": lambda _: count.output(words=2)}), mode="replay"
    )
    assert "answer has the hash" in str(anyio.run(run, other, count, line, steps, ["a"])[1])
    newer = Gateway(database, prompts, rules=RuleBook("8", {"room.count": rule}), mode="replay")
    assert "model was rules:7, is rules:8" in str(anyio.run(run, newer, count, line, steps, ["a"])[1])
    assert (live.answers(count), live.answers(judge)) == (True, False)
    assert not live.judges(count)
    with pytest.raises(NeedsModel, match=r"no rule for room\.judge.*pramana\.toml"):
        anyio.run(live.call, judge, line(text="a"))


def test_responses_that_nothing_needs_are_deleted(count, line, database):
    """`keep_only` deletes all revisions of every request but those it is given."""

    async def main(mode):
        gateway = scripted_gateway(lambda _: '{"words": 1}', PROMPTS, database=database, mode=mode)
        return [await gateway.call(count, line(text=text)) for text in "ab"]

    anyio.run(main, "live")
    first, second = anyio.run(main, "refresh")
    responses = Responses(database)
    responses.keep_only({second.request, "no such request"})
    assert responses.newest(first.request) is None
    assert responses.newest(second.request).revision == 2


def test_what_was_spent_is_summed_as_answers_come_and_go(count, line, database, tmp_path):
    """The sums by model are those of the table of responses, also after deletions and in a workspace from before."""

    def summed(at):
        sql = "SELECT count(*), sum(prompt_tokens), sum(completion_tokens), sum(money) FROM response"
        [spent] = Responses(at).spending_by_model()
        assert tuple(spent[name] for name in ("calls", "prompt_tokens", "completion_tokens", "money")) == at.one(sql)

    async def main():
        gateway = scripted_gateway(lambda ask: f'{{"words": {len(ask.value.text)}}}', PROMPTS, database=database)
        return [await gateway.call(count, line(text="a" * length)) for length in (1, 10_000, 3)]

    calls = anyio.run(main)
    asked = database.one("SELECT DISTINCT ptool, model FROM response")
    mean = Responses(database).mean_completion(*asked)
    summed(database)
    assert mean == database.one("SELECT avg(completion_tokens) FROM response")[0]
    Responses(database).keep_only({calls[1].request})
    summed(database)
    with Database(tmp_path / "w.db", [RESPONSE_SCHEMA]) as copy:
        rows = [row[:-1] for row in database.all("SELECT * FROM response")]  # the last column is computed
        copy.executemany(f"INSERT INTO response VALUES ({', '.join('?' * len(rows[0]))})", rows)
        summed(copy)
        assert Responses(copy).spending_by_model() == Responses(database).spending_by_model()
    Responses(database).keep_only(set())
    assert (Responses(database).spending_by_model(), Responses(database).mean_completion(*asked)) == ([], None)


@given(st.text() | st.text(st.characters(categories=("Cs", "Cc"))))
@settings(max_examples=50)
def test_whatever_a_model_writes_is_stored_as_it_is(text):
    """Every text comes back from the store as it was written, NUL included, but for surrogates."""

    async def main(database):
        gateway = scripted_gateway(lambda _: text, PROMPTS, database=database)
        with suppress(OutputInvalid):
            await gateway.call(Ptool("room.any", "count", Number, Number), Number(n=0))

    with Database(None, [RESPONSE_SCHEMA]) as database:
        anyio.run(main, database)
        (body, stored) = database.one("SELECT body, digest FROM response ORDER BY rowid LIMIT 1")
    assert body == replace_surrogates(text)
    assert stored == digest_bytes(body.encode())
