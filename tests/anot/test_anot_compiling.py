"""Plain words compiled by a model that is told what is wrong, until its seed stands up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import pytest

from pramana.anot import COMPILE_PTOOLS, PROMPTS, Compiler, FormulaSeed, available_templates, check_seed, template
from pramana.anot.faithful import faithful
from pramana.anot.ptools import SEED
from pramana.errors import InputError, NeedsModel, OutputInvalid, SeedRefused
from pramana.llm import RESPONSE_SCHEMA, Abstention, Ask, Gateway, PromptBook
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway
from pramana.trace import Trail

TASK = "Count severe incidents told firsthand. Score: 5 for each. Verdict: High above 8, else Low."
CONDITIONS = {
    "task_name": "incidents",
    "keywords": ["allerg"],
    "fields": [{"name": "sev", "type": "enum", "values": ["none", "severe"]}],
    "rules": [{"name": "score", "rule": "5 for each severe incident", "quote": "5 for each"}],
}
GRAPH = {"steps": [{"name": "n", "formula": "len(extractions)"}], "outputs": ["n"]}
GOOD: dict[str, Any] = {
    "task_name": "incidents",
    "filter_keywords": ["allerg"],
    "extraction_fields": [{"name": "sev", "type": "enum", "values": ["none", "severe"]}],
    "extraction_prompt": "Read: {review_text}",
    "compute_dag": [
        {"name": "score", "formula": "5 * n"},
        {"name": "n", "formula": "sum(1 for e in extractions if e['sev'] == 'severe')"},
        {"name": "verdict", "formula": "'High' if score > 8 else 'Low'"},
    ],
    "output_fields": ["n", "score", "verdict"],
}


def changed(**values: Any) -> dict[str, Any]:
    return {**GOOD, **values}


def step(formula: str) -> dict[str, Any]:
    return changed(compute_dag=[{"name": "n", "formula": formula}], output_fields=["n"])


BROKEN = [
    step("sum(1 for e in extractions if e['sev'] == 'sever')"),
    changed(extraction_prompt="Read it."),
    changed(output_fields=["verdikt"]),
]


def model(*seeds: Any, asked: list[Ask] | None = None) -> Callable[[Ask], Any]:
    """Return a model that proposes these seeds, one after the other."""
    left = list(seeds)

    def script(ask: Ask) -> Any:
        if asked is not None:
            asked.append(ask)
        return {"anot.conditions": CONDITIONS, "anot.graph": GRAPH}.get(ask.ptool.name) or left.pop(0)

    return script


def compiled(*seeds: Any, asked: list[Ask] | None = None, trail: Trail | None = None, **options: Any) -> Any:
    async def work() -> Any:
        gateway = scripted_gateway(model(*seeds, asked=asked), PROMPTS)
        name = options.pop("name", "")
        return await Compiler(gateway, **options).compile(TASK, name=name, trail=trail)

    return anyio.run(work)


def test_three_steps_give_a_checked_seed() -> None:
    """Conditions, computation graph, seed: each is asked once, each is given what the one before made."""
    asked: list[Ask] = []
    trail = Trail()
    found = compiled(GOOD, asked=asked, trail=trail)
    assert [ask.ptool.name for ask in asked] == ["anot.conditions", "anot.graph", "anot.seed"]
    last: Any = asked[2].value
    assert (last.conditions.task_name, last.graph.outputs, last.draft) == ("incidents", ["n"], None)
    assert [each.path for each in trail.steps] == ["conditions", "graph", "seed/0"]
    assert check_seed(found.seed) == []
    assert [each.name for each in found.seed.compute_dag] == ["n", "score", "verdict"]
    assert (found.seed.source_formula, found.seed.task_name, found.seed.version) == (TASK, "incidents", 1)


def test_the_third_step_writes_only_what_the_others_did_not() -> None:
    """Name, keywords, fields, steps and outputs are taken from the first two answers; a draft is changed in parts."""
    asked: list[Ask] = []
    said = {"extraction_prompt": "Read: {review_text}"}
    found = compiled({"extraction_prompt": "Read it."}, said, said, asked=asked)
    assert found.seed.extraction_prompt == "Read: {review_text}"
    assert [field.name for field in found.seed.extraction_fields] == ["sev"]
    assert [each.formula for each in found.seed.compute_dag] == ["len(extractions)"]
    assert (found.seed.task_name, found.seed.output_fields) == ("incidents", ("n",))
    assert asked[3].value.draft.seed.extraction_prompt == "Read it."  # type: ignore[attr-defined]
    assert "compute_dag" not in SEED.output.model_json_schema().get("required", [])


def test_a_single_step_asks_once() -> None:
    """The seed is asked for at once; a name that is given wins over the model's."""
    asked: list[Ask] = []
    found = compiled(GOOD, asked=asked, single_step=True, name="mine")
    assert [ask.ptool.name for ask in asked] == ["anot.single_step"]
    assert found.seed.task_name == "mine"


@pytest.mark.parametrize("single", [True, False])
def test_what_fails_goes_back_with_the_diagnosis(single: bool) -> None:
    """A broken seed is shown to the model again, with each finding and how to mend it, up to one that stands up."""
    asked: list[Ask] = []
    found = compiled(*BROKEN, GOOD, asked=asked, single_step=single)
    drafts = [ask.value.draft for ask in asked if ask.ptool.name in ("anot.seed", "anot.single_step")]  # type: ignore[attr-defined]
    assert drafts[0] is None
    assert [[each for each in draft.findings if each.startswith("error")] for draft in drafts[1:]] == [
        ["error at compute_dag.0.formula: 'sever' is not a value of the field 'sev' (write 'severe')"],
        ["error at extraction_prompt: the prompt does not contain the item's text (write {review_text} into it)"],
        ["error at output_fields.0: unknown step 'verdikt' (write 'verdict')"],
    ]
    assert drafts[1].seed.compute_dag[0].formula == BROKEN[0]["compute_dag"][0]["formula"]
    assert (len(found.attempts), check_seed(found.seed)) == (4, [])


def test_the_bound_is_kept() -> None:
    """After the last mending the seed is refused with its findings, and nothing more is asked."""
    asked: list[Ask] = []
    with pytest.raises(SeedRefused) as caught:
        compiled(*BROKEN, GOOD, asked=asked, single_step=True, mendings=2)
    assert len(asked) == 3
    assert "None of the model's 3 proposals" in str(caught.value)
    assert [each.place for each in caught.value.findings] == ["output_fields.0"]  # type: ignore[attr-defined]


def test_a_model_that_repeats_itself_is_asked_anew() -> None:
    """The same broken seed twice makes two requests, not one stored answer for ever."""
    asked: list[Ask] = []
    with pytest.raises(SeedRefused):
        compiled(*[BROKEN[1]] * 4, asked=asked, single_step=True)
    assert len(asked) == 4


def test_warnings_are_sent_back_and_the_best_seed_is_kept() -> None:
    """A seed that may fail on some data is mended, too; where the model cannot, the one with fewest warnings holds."""
    risky, worse = step("1 / len(extractions)"), step("1 / len(extractions) + max([e['sev'] for e in extractions])")
    found = compiled(risky, GOOD, single_step=True)
    assert (found.findings, found.seed.output_fields) == ((), ("n", "score", "verdict"))
    kept = compiled(risky, worse, BROKEN[0], risky, single_step=True)
    assert [each.problem for each in kept.findings] == [
        "the divisor len(extractions) can be 0",
        "no formula reads 'sev'",
        "the task formula's 5 is missing from the seed",
        "the task formula's 8 is missing from the seed",
    ]
    assert kept.seed.compute_dag[0].formula == "1 / len(extractions)"


def test_a_seed_that_the_model_leaves_as_it_is_is_not_asked_for_again() -> None:
    """Warnings that a second answer did nothing about end the mending: a third would be the same."""
    asked: list[Ask] = []
    found = compiled(*[step("5 * len(extractions)")] * 4, asked=asked, single_step=True)
    assert (len(asked), len(found.attempts)) == (2, 2)


def test_no_number_of_the_task_is_left_out_and_none_made_up() -> None:
    """What the words name and the seed does not goes back to the model; what it adds is told to the reviewer."""
    task = "2 points a case, 1,500 at most, ages to 2025-01-01, decays by 20 % a year (within 48 hours).\n3. Verdict."
    seed = FormulaSeed.from_dict(changed(extraction_prompt="{review_text} within 48 hours"))

    def told(*formulas: str) -> list[str]:
        steps = [{"name": f"s{index}", "formula": each} for index, each in enumerate(formulas)]
        return [str(each) for each in faithful(seed.with_values(compute_dag=steps), task)]

    assert told("min(1500, 2 * len(extractions))", "days_between('2024-01-01', '2025-01-01')", "0.2") == []
    assert [each.split(" (write")[0] for each in told("2 * len(extractions) + 9")] == [
        "warning at compute_dag: the task formula's 2025-01-01 is missing from the seed",
        "warning at compute_dag: the task formula's 1,500 is missing from the seed",
        "warning at compute_dag: the task formula's 20 % is missing from the seed",
        "note at compute_dag.0.formula: s0: the task formula has no 9",
    ]


@pytest.mark.parametrize("name", available_templates())
def test_the_templates_say_what_their_words_say(name: str) -> None:
    """A reviewed seed has every number of its own task formula, no other, and nothing is found about it."""
    seed = template(name)
    assert seed.source_formula is not None
    assert [*check_seed(seed), *faithful(seed, seed.source_formula)] == []


def test_values_that_make_no_seed_go_back_too() -> None:
    """An answer outside the fixed keys is corrected by the gateway; one that the seed's model refuses, by a finding."""
    found = compiled(
        {**GOOD, "verdict": "High"}, changed(compute_dag=GOOD["compute_dag"] * 200), GOOD, single_step=True
    )
    assert check_seed(found.seed) == []
    assert "compute_dag" in found.attempts[0].findings[0].problem


def test_the_embedded_model_does_not_compile() -> None:
    """Without a model the error says that one is needed, and how to start without."""

    async def work() -> None:
        gateway = Gateway(Database(None, [RESPONSE_SCHEMA]), PromptBook(PROMPTS))
        await Compiler(gateway).compile(TASK)

    with pytest.raises(NeedsModel, match="pramana anot new"):
        anyio.run(work)


def test_an_empty_formula_and_an_abstention_are_told() -> None:
    """Nothing is asked about nothing; a model that abstains ends it."""
    with pytest.raises(InputError, match="empty"):
        anyio.run(Compiler(scripted_gateway(lambda ask: "", PROMPTS)).compile, " \n")

    async def work() -> None:
        from pramana.llm import RawResponse

        answer = RawResponse(Abstention(reason="too vague").model_dump_json(), "abstained")
        await Compiler(scripted_gateway(lambda ask: answer, PROMPTS)).compile(TASK)

    with pytest.raises(OutputInvalid, match="too vague"):
        anyio.run(work)


def test_prompts_fit_their_ptools() -> None:
    """Every ptool has its prompt, every slot in it is a field of the input, and formulas are told of completely."""
    from pramana.anot.language import PLACEHOLDERS, language
    from pramana.expr.formula import FUNCTIONS

    book = PromptBook(PROMPTS)
    assert all(book.prompt_for(ptool).text for ptool in COMPILE_PTOOLS)
    assert all(f"- {name}(" in language() and f"{name}(…)" not in language() for name in FUNCTIONS)
    assert PLACEHOLDERS[0] == "{review_text}"
