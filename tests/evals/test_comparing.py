"""`prompts compare`: two versions over the same lines, paid once, replayed, and refused where it shows nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from oracle import read_line
from selectolax.lexbor import LexborHTMLParser
from sentences import text
from tuned_reader import KEYS, answer, better, better_file

import pramana
from pramana.errors import BudgetExceeded, InputError, PromptError, UnknownName
from pramana.evals.prompts.compare import CompareEstimate
from pramana.evals.prompts.result import PromptComparison
from pramana.karaka import PROMPTS
from pramana.llm import Ask
from pramana.testing import Scripted
from pramana.testing.model_server import ModelServer, ServerReply, failure_reply


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(answer) as running:
        yield running


@pytest.fixture
def read(tmp_path: Path) -> Path:
    """A workspace that has read two documents by the embedded model."""
    for name, lines in (("long.txt", 45), ("short.txt", 15)):
        (tmp_path / name).write_text(text(lines), "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "long.txt", tmp_path / "short.txt")
    return tmp_path / "ws"


def asking(url: str, **more: Any) -> dict[str, Any]:
    model = {"model": "test", "base_url": url, "concurrency": 8, "backoff_s": 0.001, "retries": 0}
    return {"llm": {"default": "it", "models": {"it": model}}, **more}


def compared(folder: Path, url: str, b: str | Path, sample: int = 40, **flags: Any) -> PromptComparison:
    with pramana.open(folder, create=True, **asking(url, **flags)) as ws:
        return ws.compare_prompts("shipped", b, sample=sample)


def essence(found: PromptComparison) -> dict[str, Any]:
    return {name: value for name, value in found.as_json().items() if name not in ("paid", "run")}


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["batched", "fast_path", "full"])
def test_the_better_prompt_is_shown_to_be_better(read: Path, server: ModelServer, tmp_path: Path, policy: str) -> None:
    """Under every policy the prompt that reads better is accepted more, and the intervals leave out zero."""
    found = compared(read, server.url, better_file(tmp_path), 60, gsv={"policy": policy})
    sums = found.sums
    acceptance = sums.measures[0]
    assert found.differing == (KEYS if policy == "batched" else KEYS[1:])
    assert sums.lines == sums.answered == 60
    assert sums.only_b > sums.only_a
    assert sums.p < 0.05
    assert acceptance.shown
    assert acceptance.difference is not None
    assert acceptance.difference > 0
    assert sums.agreement.only_b > sums.agreement.only_a
    assert found.conclusions[0].startswith("B is accepted at more lines than A, n = 60")


def test_a_second_run_asks_nothing_and_says_the_same(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """All responses are stored: the same comparison again makes no call, and comes to the same."""
    first = compared(read, server.url, better_file(tmp_path))
    asked = len(server.requests)
    second = compared(read, server.url, better_file(tmp_path))
    assert len(server.requests) == asked > 0
    assert first.paid["calls"] == asked
    assert second.paid["calls"] == 0
    assert essence(first) == essence(second)


def test_the_graph_is_not_touched_and_the_run_is_replayed(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """The run is in the ledger under its own kind, is replayed to the same, and leaves graph and lines as they were."""
    with pramana.open(read, create=True, **asking(server.url)) as ws:
        before = ws.graph_hash(), ws.report().lines
        found = ws.compare_prompts("shipped", better_file(tmp_path), sample=20)
        (run,) = [run for run in ws.runs() if run.kind == "compare"]
        replayed = ws.replay(run.id)
        assert (ws.graph_hash(), ws.report().lines) == before
    assert (found.run, run.status) == (run.id, "done")
    assert replayed.identical, replayed


@pytest.mark.slow
def test_a_changed_response_is_named_by_a_replay(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """A replay uses the responses that the run used: one that was tampered with is no match."""
    with pramana.open(read, create=True, **asking(server.url)) as ws:
        run = ws.compare_prompts("shipped", better_file(tmp_path), sample=10).run
        ws._ws.database.execute("UPDATE response SET body = replace(body, 'verb', 'herb')")
        replayed = ws.replay(run)
    assert not replayed.identical


def test_what_both_ask_alike_is_paid_once(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """Where only a judge's prompt differs, both read the same candidates from one set of calls."""
    file = tmp_path / "judge.json"
    key = "kriya_batch_verification_prompt"
    file.write_text(json.dumps({key: PROMPTS[key] + "\nBe strict."}), "utf-8")
    found = compared(read, server.url, file, 20)
    asked = [json.dumps(each, sort_keys=True) for each in server.requests]
    assert len(set(asked)) == len(asked)
    assert found.paid["stored"] >= 20
    assert any("judges' own prompts differ" in sentence for sentence in found.conclusions)


def test_models_may_differ_by_ptool(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """A verifier of another make than the generator is asked for its part."""
    flags = asking(server.url, gsv={"policy": "fast_path"})
    flags["llm"]["models"]["other"] = {**flags["llm"]["models"]["it"], "model": "second"}
    flags["llm"]["ptools"] = {"karaka.kriya_verification": "other"}
    with pramana.open(read, create=True, **flags) as ws:
        paid = ws.compare_prompts("shipped", better_file(tmp_path), sample=10).paid
    assert set(paid["models"]) == {"openai:test", "openai:second"}


def test_a_budget_stops_it_and_the_same_call_goes_on(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """It stops before the call that would pass the budget, and comes to the same as one that never was stopped."""
    file = better_file(tmp_path)
    with pytest.raises(BudgetExceeded):
        compared(read, server.url, file, 20, budget={"calls": 9})
    assert len(server.requests) == 9
    resumed = compared(read, server.url, file, 20)
    with pramana.open(read, create=True) as ws:
        assert [run.status for run in ws.runs() if run.kind == "compare"] == ["done"]
    assert essence(resumed) == essence(compared(read, server.url, file, 20))


def test_the_estimate_asks_nothing_and_sinks_to_nothing(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """Before: calls to be made, none made. Afterwards: none."""

    async def estimated() -> tuple[CompareEstimate, CompareEstimate]:
        async with pramana.aopen(read, create=True, flags=asking(server.url)) as ws:
            comparer = ws.prompt_comparer("shipped", better_file(tmp_path), 20)
            first = await comparer.estimate()
            assert server.requests == []
            await comparer.compare()
            return first, await comparer.estimate()

    before, after = anyio.run(estimated)
    assert before.to_read[0] == before.to_read[1] > 0 and before.money is None
    assert before.calls > 0
    assert (after.to_read, after.calls, after.tokens, after.money) == ((0, 0), 0, 0, 0)


@pytest.mark.slow
def test_lines_without_an_answer_are_left_out_and_tried_again(read: Path, tmp_path: Path) -> None:
    """A server that fails says nothing of a prompt: its lines count in no share, and the next run asks again."""
    down = True

    def flaky(request: dict[str, Any], number: int) -> ServerReply | Any:
        return failure_reply(500) if down and number % 4 == 0 else answer(request, number)

    with ModelServer(flaky) as server:
        options = {"gsv": {"policy": "fast_path"}}
        first = compared(read, server.url, better_file(tmp_path), 20, **options)
        down = False
        second = compared(read, server.url, better_file(tmp_path), 20, **options)
    assert 0 < first.sums.answered < first.sums.lines == 20
    assert any("received no answer" in sentence for sentence in first.conclusions)
    assert second.sums.answered == 20


def test_rules_do_not_read_prompts(read: Path, tmp_path: Path) -> None:
    """Where the embedded model answers, a comparison is refused with the reason, and nothing is written."""
    with pramana.open(read, create=True) as ws:
        with pytest.raises(InputError, match="rules do not read prompts"):
            ws.compare_prompts("shipped", better_file(tmp_path))
        assert not [run for run in ws.runs() if run.kind == "compare"]


def test_what_could_show_nothing_is_refused(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """The same prompts, prompts that reading does not use, no such version, document or key: each says what is wrong."""
    unused, unknown = tmp_path / "unused.json", tmp_path / "unknown.json"
    unused.write_text(json.dumps({"answer_generation_prompt": "Answer."}), "utf-8")
    unknown.write_text(json.dumps({"kriya_extracton_prompt": "Read."}), "utf-8")
    with pramana.open(read, create=True, **asking(server.url)) as ws:
        for b, kind, words in (
            ("shipped", InputError, "the same prompts"),
            ("workspace", InputError, "the same prompts"),
            (unused, InputError, "uses none of these"),
            (unknown, PromptError, "Did you mean kriya_extraction_prompt"),
            ("no.json", PromptError, "Unknown version of the prompts"),
        ):
            with pytest.raises(kind, match=words):
                ws.compare_prompts("shipped", b)
        with pytest.raises(UnknownName):
            ws.compare_prompts("shipped", better_file(tmp_path), documents=["nobody.txt"])
    assert server.requests == []


def test_the_workspace_s_own_prompts_are_a_version(read: Path, server: ModelServer) -> None:
    """`workspace` is what is in force there."""
    (read / "prompts.json").write_text(json.dumps(better()), "utf-8")
    assert compared(read, server.url, "workspace", 10).differing == KEYS


def test_a_purge_forgets_what_was_compared(read: Path, server: ModelServer, tmp_path: Path) -> None:
    """Nothing that quotes a purged document stays with a comparison, and a replay says that its text is gone."""
    with pramana.open(read, create=True, **asking(server.url)) as ws:
        found = ws.compare_prompts("shipped", better_file(tmp_path), sample=60)
        ws.remove("long.txt", purge=True)
        steps = [step.path for step in ws._ws.ledger.steps(found.run)]
        assert steps
        assert not [path for path in steps if path.startswith("long.txt/")]
        assert "purged" in str(ws.replay(found.run))
        result = json.dumps(ws._ws.ledger.run(found.run).result)
    assert all(line.text not in result for line in found.differences)


def test_the_page_escapes_what_documents_say(tmp_path: Path, server: ModelServer) -> None:
    """A document's markup is text on the page, which has no script."""
    file = tmp_path / "bad.txt"
    file.write_text(
        "".join(f"Rama gave <script>bow {n}</script> to <b>Sita</b> and Hanuman slept.\n" for n in range(12)), "utf-8"
    )
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(file)
    found = compared(tmp_path / "ws", server.url, better_file(tmp_path), 12)
    page = LexborHTMLParser(found.html())
    assert found.differences
    assert page.css("script") == []
    assert page.css("article b:not(.one):not(.other)") == []
    assert len(page.css("article")) == len(found.differences)


def several(ask: Ask) -> dict[str, Any]:
    """Read several lines at once, and see no action in them unless told to be thorough."""
    if ask.ptool.name == "karaka.kriya_batch_extraction":
        most = None if "Be thorough." in ask.messages[0]["content"] else 0
        lines = [{"line": n.line, "kriyas": read_line(n.text)["kriyas"][:most]} for n in ask.value.lines]
        return {"lines": lines}
    if ask.ptool.name == "karaka.kriya_batch_scoring":
        return {"scores": [{"item": each.item, "reasoning": "", "score": 90} for each in ask.value.items]}
    return {"verdicts": [{"item": each.item, "valid": True, "reasoning": ""} for each in ask.value.items]}


def test_where_one_call_reads_several_lines_whole_batches_are_drawn(read: Path, tmp_path: Path) -> None:
    """The prompt for several lines is compared over lines that stand together, as an ingest reads them."""
    key, file = "kriya_batch_extraction_prompt", tmp_path / "thorough.json"
    file.write_text(json.dumps({key: PROMPTS[key] + "\nBe thorough."}), "utf-8")
    model = {"default": "mine", "models": {"mine": {"provider": "scripted"}}}
    settings = {"lines_per_generation": 2, "lines_per_validation": 2}
    with pramana.open(read, create=True, llm=model, gsv=settings, providers={"mine": Scripted(several)}) as ws:
        found = ws.compare_prompts("shipped", file, sample=12)
        replayed = ws.replay(found.run)
    assert (found.differing, found.sums.lines, found.sums.groups) == ((key,), 17, 3)
    assert found.sums.agreement.only_b > found.sums.agreement.only_a == 0
    assert replayed.identical
