"""Budgets are never passed."""

from __future__ import annotations

import anyio
import anyio.lowlevel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import BudgetExceeded, CallTimedOut, PriceUnknown, ServerFailed
from pramana.llm import Budget, RawResponse, Usage
from pramana.llm.budget import BudgetGuard
from pramana.testing.scripted import scripted_gateway

PROMPTS = {"count": "Count."}
costs = st.integers(0, 50)
calls = st.lists(st.tuples(costs, costs, st.floats(0, 1)), max_size=20)
limit = st.none() | st.integers(0, 300)


@given(calls, st.builds(Budget, limit, limit, limit), st.integers(1, 8))
@settings(max_examples=80)
def test_what_is_spent_never_passes_a_budget(sizes, budget, workers):
    """Whatever calls cost and however many are in flight, no limit is passed, and refusals come before the call."""
    purse, made = BudgetGuard(budget), []

    async def work(pending):
        for tokens, money, share in pending:
            try:
                reserved = await purse.reserve(Usage(tokens, 0, money))
            except BudgetExceeded:
                continue
            for _ in range(round(share * 3)):
                await anyio.lowlevel.checkpoint()
            actual = Usage(int(tokens * share), 0, int(money * share))
            made.append(actual)
            purse.settle(reserved, actual)

    async def main():
        pending = iter(sizes)
        async with anyio.create_task_group() as group:
            for _ in range(workers):
                group.start_soon(work, pending)

    anyio.run(main)
    spent = (len(made), sum(usage.tokens for usage in made), sum(usage.money for usage in made))
    for amount, bound in zip(spent, (budget.calls, budget.tokens, budget.money), strict=True):
        assert bound is None or amount <= bound


def test_a_call_waits_for_those_in_flight_before_it_is_refused(count, line):
    """A call that fits once the one before it turns out cheaper than its worst case is made, not refused."""

    async def cheap(_):
        await anyio.sleep(0.01)
        return RawResponse('{"words": 1}', prompt_tokens=5, completion_tokens=5)

    async def main():
        gateway = scripted_gateway(cheap, PROMPTS, budget=Budget(tokens=700))
        return await gateway.map(count, [line(text=str(number)) for number in range(10)]), gateway

    calls, gateway = anyio.run(main)
    assert [call.output.words for call in calls] == [1] * 10
    assert gateway.spending.tokens == 100


def test_the_call_that_could_pass_is_not_made_and_the_stored_ones_cost_nothing(count, line, database):
    """Calls stop at the budget; a second run answers the first ones from the store and goes on from there."""
    asked = []

    def answer(ask):
        asked.append(ask.value.text)
        return '{"words": 1}'

    async def run(calls):
        gateway = scripted_gateway(answer, PROMPTS, database=database, budget=Budget(calls=calls), concurrency=1)
        return await gateway.map(count, [line(text=str(number)) for number in range(5)])

    first = anyio.run(run, 3)
    assert [type(result) for result in first[3:]] == [BudgetExceeded] * 2
    second = anyio.run(run, 2)
    assert asked == ["0", "1", "2", "3", "4"]
    assert [call.cached for call in second] == [True] * 3 + [False] * 2


def test_retries_and_corrections_are_calls_too(count, line):
    """A budget of two calls allows one retry or one correction, not two."""
    for bad in (ServerFailed("no luck"), "no JSON"):
        gateway = scripted_gateway(lambda _, bad=bad: bad, PROMPTS, budget=Budget(calls=2))
        with pytest.raises(BudgetExceeded, match="2 calls"):
            anyio.run(gateway.call, count, line(text="a"))
        assert gateway.spending.calls == 2


def test_a_call_that_may_have_been_paid_counts_in_full(count, line):
    """After a time-out the server may have done the work: its worst case stays spent."""
    gateway = scripted_gateway(lambda _: CallTimedOut("slow"), PROMPTS, budget=Budget(tokens=900))
    with pytest.raises(BudgetExceeded, match="900 tokens"):
        anyio.run(gateway.call, count, line(text="a"))
    assert gateway.spending.calls < 4


def test_money_needs_a_price(to_server, count, line):
    """A budget of money with a model of unknown price is refused before any call; with a price it is kept."""
    gateway = to_server("http://127.0.0.1:9/v1", budget=Budget(money=1_000_000))
    with pytest.raises(PriceUnknown, match="openai:test"):
        anyio.run(gateway.call, count, line(text="a"))
    gateway = to_server("http://127.0.0.1:9/v1", budget=Budget(money=10), price={"input": 1, "output": 1})
    with pytest.raises(BudgetExceeded, match=r"0\.000010 US dollars"):
        anyio.run(gateway.call, count, line(text="a"))


def test_a_further_budget_holds_within_its_context(count, line):
    """A narrower budget counts from where it begins, is named in its own numbers, and ends with its context."""

    async def main():
        gateway = scripted_gateway(lambda _: {"words": 1}, PROMPTS, budget=Budget(calls=5))
        await gateway.call(count, line(text="1"))
        with gateway.within(Budget(calls=2)):
            await gateway.call(count, line(text="2"))
            await gateway.call(count, line(text="3"))
            with pytest.raises(BudgetExceeded, match="The budget is 2 calls"):
                await gateway.call(count, line(text="4"))
        await gateway.call(count, line(text="4"))
        with gateway.within(Budget(calls=9)):
            await gateway.call(count, line(text="5"))
            with pytest.raises(BudgetExceeded, match="The budget is 5 calls"):
                await gateway.call(count, line(text="6"))
        assert gateway.spending.calls == 5

    anyio.run(main)
