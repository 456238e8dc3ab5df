"""A plan that was cut off, run again: behind its last finished step, with the state of an undisturbed run."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from planners import FIRM

from pramana.errors import BudgetExceeded, ParseError
from pramana.gasl import GASL_SCHEMA, PROMPTS, Plan, StateStore, run_or_resume
from pramana.gasl.state import JSONFileStateBackend, SqliteStateBackend
from pramana.llm import RESPONSE_SCHEMA, Ask, Budget
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway

COMMANDS = (
    "SET adapter.caps.max_rows = 2",
    'FIND nodes WHERE type = "Person" AS people',
    "COUNT people AS size",
    "UPDATE study.total WITH size",
    'PROCESS people USING "who is it" RETURNING LIST OF {who: text} AS one',
    "UPDATE study.names WITH one",
    "UPDATE study.total WITH size",
    "FIND nodes AS everything",
    "COUNT everything AS size",
    "UPDATE study.total WITH size",
    'PROCESS everything USING "who else" RETURNING LIST OF {who: text} AS two',
    "UPDATE study.names WITH two",
)
PLAN = Plan(plan_id="p", why="To see.", commands=COMMANDS)


class Model:
    """Names each item; counts what it is asked."""

    def __init__(self, database: Database) -> None:
        self.database, self.asked = database, 0

    def answer(self, ask: Ask) -> Any:
        self.asked += 1
        named = [(each.item, each.data["name"]) for each in ask.value.items]  # type: ignore[attr-defined]
        return {"items": [{"of": [item], "data": {"who": name}, "quote": name} for item, name in named]}

    def run(self, store: StateStore, plan: Plan = PLAN, calls: int | None = None) -> Any:
        gateway = scripted_gateway(self.answer, PROMPTS, database=self.database, budget=Budget(calls=calls))
        return anyio.run(run_or_resume, plan, FIRM, gateway, store)


def state_of(kind: str, folder: Any, database: Database) -> StateStore:
    return StateStore(SqliteStateBackend(database, "s") if kind == "db" else JSONFileStateBackend(folder / "s.json"))


def history(store: StateStore) -> list[Any]:
    times = ("started_at", "finished_at", "seconds")
    return [{name: value for name, value in record.items() if name not in times} for record in store.history()]


@pytest.mark.parametrize("kind", ["db", "json"])
def test_a_stopped_plan_goes_on_behind_its_last_finished_step(kind: str, tmp_path: Any) -> None:
    """Stopped by a budget at each of its calls in turn: state, history and answers are those of one run, paid once."""
    caps = FIRM.caps
    with Database(None, [GASL_SCHEMA, RESPONSE_SCHEMA]) as whole_database:
        whole = Model(whole_database)
        (tmp_path / "whole").mkdir()
        undisturbed = state_of(kind, tmp_path / "whole", whole_database)
        result = whole.run(undisturbed)
        assert (result.stopped, whole.asked) == ("", 2)
        with Database(None, [GASL_SCHEMA, RESPONSE_SCHEMA]) as database:
            model = Model(database)
            for calls in (0, 1, 0):
                with pytest.raises(BudgetExceeded):
                    model.run(state_of(kind, tmp_path, database), calls=calls)
            store = state_of(kind, tmp_path, database)
            assert store.plan_at_work is not None
            resumed = model.run(store)
            assert model.asked == 2
            assert [str(each.status) for each in resumed.results] == [str(each.status) for each in result.results]
            assert (store.hash, history(store)) == (undisturbed.hash, history(undisturbed))
            assert store.variables()["study"]["total"]["value"] == 6
            assert store.plan_at_work is None
    assert FIRM.caps == caps


def test_a_finished_plan_begins_anew_and_another_plan_is_another(tmp_path: Any) -> None:
    """What was not cut off is not resumed, nor a plan of other commands."""
    with Database(None, [GASL_SCHEMA, RESPONSE_SCHEMA]) as database:
        model, store = Model(database), state_of("db", tmp_path, database)
        model.run(store)
        steps = store.steps
        model.run(store)
        assert store.steps == 2 * steps
        with pytest.raises(BudgetExceeded):
            model.run(
                store,
                Plan(plan_id="p", why="To see.", commands=(*COMMANDS[:4], COMMANDS[4].replace("who", "where"))),
                calls=0,
            )
        before = store.steps
        model.run(store)
        assert store.steps == before + steps


def test_a_block_that_a_budget_ends_leaves_the_state_as_it_was(tmp_path: Any) -> None:
    """What its first commands had added is taken back: the block is executed again as a whole."""
    commands = ('FIND nodes WHERE type = "Person" AS people', "COUNT people AS size")
    block = 'TRY\nUPDATE total WITH size\nPROCESS people USING "who" RETURNING LIST OF {who: text} AS one\nCATCH ANY\nCOUNT people AS size\nEND'
    plan = Plan(plan_id="b", why="To see.", commands=(*commands, block))
    with Database(None, [GASL_SCHEMA, RESPONSE_SCHEMA]) as database:
        model = Model(database)
        with pytest.raises(BudgetExceeded):
            model.run(state_of("db", tmp_path, database), plan, calls=0)
        store = state_of("db", tmp_path, database)
        assert "total" not in store.variables()
        model.run(store, plan)
        assert store.variables()["total"]["value"] == 3


def test_a_plan_that_cannot_be_read_writes_nothing(tmp_path: Any) -> None:
    """No state begins with it."""
    with Database(None, [RESPONSE_SCHEMA]) as database, pytest.raises(ParseError):
        Model(database).run(
            state_of("json", tmp_path, database), Plan(plan_id="p", why="To see.", commands=("FINDE nodes",))
        )
    assert not (tmp_path / "s.json").exists()
