"""Default deny: a question is answered by the markers that fit its role, or that it names itself, and by no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana
from pramana.app import Workspace
from pramana.events import Role, is_answered, is_plain, is_relative, is_same_marker, plain_markers, stored_role
from pramana.karaka import QueryPlan
from pramana.language import word_list, word_table

SAID = """
As what did Tom serve? | Tom served as rector in 1990. | rector
What did Tom serve as? | Tom served as rector in 1990. | rector
Who was the rector? | Tom served as rector in 1990. | Tom
Whom did the bus collide with? | The bus collided with a truck near Oslo. | truck
With what did the bus collide? | The bus collided with a truck near Oslo. | truck
What collided near Oslo? | The bus collided with a truck near Oslo. | bus
What collided in Oslo? | The bus collided with a truck near Oslo. |
Where did the bus collide? | The bus collided with a truck near Oslo. |
Where did Maria vote? | Maria voted against the budget in Paris. | Paris
What did Maria vote against? | Maria voted against the budget in Paris. | budget
Who voted against the budget? | Maria voted against the budget in Paris. | Maria
Who voted for the budget? | Maria voted against the budget in Paris. |
Who resigned before the accident? | Ruth Adeyemi resigned after the accident. |
Who resigned after the accident? | Ruth Adeyemi resigned after the accident. | Ruth Adeyemi
When did Ruth Adeyemi resign? | Ruth Adeyemi resigned after the accident. | after accident
Who lives in their homeland? | Most speakers live outside their homeland. |
Where was the knife found? | The knife was found under the bed. | under bed
What was found under the bed? | The knife was found under the bed. | knife
What was found in the bed? | The knife was found under the bed. |
Who worked in 1930? | Otto worked until 1930. |
Who worked until 1930? | Otto worked until 1930. | Otto
To whom did Rosa speak? | Rosa spoke to the owners, but not to the tenants. | owners
What caused the mould? | According to Ida Krull, the mould was caused by a leaking gutter and not by damp air. | leaking gutter
What caused the mould? | The mould was caused by a leaking gutter, not by damp air. | leaking gutter
Who did Lily lie to? | Lily lied to Sven. | Sven
Who left the hall? | Everyone except Marsh left the hall. |
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in SAID.strip().splitlines()]
PLACES = [
    "in",
    "at",
    "inside",
    "near",
    "close to",
    "outside",
    "far from",
    "under",
    "behind",
    "beside",
    "above",
    "between",
]
TIMES = ["in", "during", "before", "prior to", "after", "following", "since", "until", "by", "throughout"]
WAYS = ["with", "without", "against", "for", "instead of", "despite", "because of", "as", "about"]
NAMES = ["Anna", "Berta", "Clara", "Dora", "Emma", "Frieda", "Gerda", "Helga", "Ida", "Jana", "Karla", "Lena"]
FAMILIES = [
    ("lived", "live", "mine", PLACES),
    ("resigned", "resign", "strike", TIMES),
    ("fought", "fight", "ring", WAYS),
]


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("marked")
    lines = dict.fromkeys(line for _, line, _ in ROWS)
    for said, _, noun, markers in FAMILIES:
        lines |= dict.fromkeys(
            f"{name} {said} {words} the {noun}." for name, words in zip(NAMES, markers, strict=False)
        )
    (folder / "a.txt").write_text("\n\n".join(lines), "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "a.txt")
        yield opened


@pytest.mark.parametrize(("question", "line", "answer"), ROWS, ids=[row[0] for row in ROWS])
def test_a_question_is_answered_by_its_markers(ws: Workspace, question: str, line: str, answer: str) -> None:
    """What answers is named; where the line has another marker there is no answer, and the line is shown."""
    found = ws.ask(question)
    if answer:
        assert (found.status, found.answer.partition(": “")[0]) == ("GROUNDED", answer)
    else:
        assert found.status == "NO_MATCH"
    assert line in found.answer or line in [each.text for each in found.nearest]


CASES = [
    (said, noun, words, dict(zip(markers, NAMES, strict=False)))
    for said, _, noun, markers in FAMILIES
    for words in markers
]


@pytest.mark.parametrize(("said", "noun", "words", "who"), CASES, ids=[f"{case[0]} {case[2]}" for case in CASES])
def test_only_the_same_marker_answers(ws: Workspace, said: str, noun: str, words: str, who: dict[str, str]) -> None:
    """Of a line with each marker, those answer *Who resigned before …?* whose marker says the same, and no others."""
    found = ws.ask(f"Who {said} {words} the {noun}?")
    assert found.status in ("GROUNDED", "NO_MATCH")
    if found.status == "GROUNDED":
        named = {name for match in found.matches for name in (entity.id for entity in match.entities)}
        alike = {name for marker, name in who.items() if is_same_marker(marker, words)}
        assert who[words] in named
        assert named <= alike


@pytest.mark.parametrize("row", FAMILIES, ids=[row[0] for row in FAMILIES])
def test_most_markers_can_be_asked_for(ws: Workspace, row: tuple[str, str, str, list[str]]) -> None:
    """Default deny must not become silence."""
    said, _, noun, markers = row
    answered = [ws.ask(f"Who {said} {words} the {noun}?").status == "GROUNDED" for words in markers]
    assert sum(answered) >= 0.7 * len(answered)


def test_a_fact_shows_its_marker(ws: Workspace) -> None:
    """Lines, facts and answers say *near*; the evidence covers it."""
    assert "collide(agent: bus; place: near Oslo; related: with truck)" in str(
        next(ws.line(f"a.txt:{number}") for number in range(1, 9) if "collided" in ws.line(f"a.txt:{number}").line.text)
    )
    [fact] = list(ws.facts(relation="LOCATED_IN", entity="Oslo"))
    assert fact.edge.properties["marker"] == fact.marker == "near"
    assert {item.quote for item in fact.evidence} == {"near", "Oslo"}


def test_a_denial_is_narrow(tmp_path: Path) -> None:
    """*Did not resign before May* is not *did not resign*: the marker is shown with the denial."""
    (tmp_path / "a.txt").write_text("Nils did not resign before May.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "a.txt")
        for question in ("Did Nils resign?", "Who resigned before May?", "Who did not resign?"):
            answer = opened.ask(question)
            assert "before May" in answer.answer
            assert not answer.answer.startswith("Nils")
        assert any("with “before May”" in match.caution for match in opened.ask("Did Nils resign?").matches)


def test_the_eleventh_relation_can_be_left_out(tmp_path: Path) -> None:
    """`karaka.related = false`: exactly the ten relations of the specification, and the ledger says what is missing."""
    (tmp_path / "a.txt").write_text("Tom served as rector in 1990.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True, karaka={"related": False}) as opened:
        opened.ingest(tmp_path / "a.txt")
        assert not opened.facts(relation="HAS_SAMBANDHA")
        assert "“rector” as related, for “as”" in str(opened.line("a.txt:1"))
        assert "serve(agent: Tom; time: in 1990)" in str(opened.line("a.txt:1"))


PLAIN, RELATIVE = word_table("markers/plain"), word_table("markers/relative")
ROLE = {"subject": Role.KARTA, "object": Role.KARMA, "instrument": Role.KARANA, "recipient": Role.SAMPRADANA}
ROLE |= {"source": Role.APADANA, "place": Role.ADHIKARANA_SPATIAL, "time": Role.ADHIKARANA_TEMPORAL}


def test_the_tables_agree() -> None:
    """A plain or relative marker of a role is one that the role can have, and no marker is both."""
    known = {*word_list("markers/prepositions"), *word_list("markers/complex"), "by night", "by day"}
    for name, role in ROLE.items():
        plain, relative = PLAIN[name].split("|"), RELATIVE.get(name, "").split("|")
        assert {*plain} <= known and {*filter(None, relative)} <= known
        assert not {*plain} & {*relative}
        assert [words for words in (*plain, *filter(None, relative)) if stored_role(role, words) is not role] == []
        assert all(is_plain(role, words) for words in plain_markers(role))
        assert not any(is_plain(role, words) for words in filter(None, relative))
        assert all(is_relative(role, words) for words in filter(None, relative))


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SAMBANDHA])
def test_every_marker_answers_for_itself_and_not_for_its_opposite(role: Role) -> None:
    """Whatever the role: a marker answers a question that names it; *before* never answers *after*."""
    for words in (*word_list("markers/prepositions"), *word_list("markers/complex")):
        assert is_answered(role, words, words)
        assert is_answered(role, words, None) == is_plain(role, words)
    for one, other in (("before", "after"), ("in", "outside"), ("near", "in"), ("with", "without"), ("until", "since")):
        assert not is_answered(role, one, other) and not is_answered(role, other, one)


def test_a_plan_without_a_marker_for_what_is_related_is_refused() -> None:
    """Related participants are nothing but their marker."""
    from pramana.karaka.plans import plan_violations

    steps = [{"goal": "as what", "verb": "serve", "karakas": {"KARTA": "Tom"}, "extract": "SAMBANDHA"}]
    [problem] = plan_violations(QueryPlan.model_validate({"steps": steps}))
    assert "needs a marker" in problem
    steps[0]["markers"] = {"SAMBANDHA": "as", "KARMA": "of"}  # type: ignore[assignment]
    [problem] = plan_violations(QueryPlan.model_validate({"steps": steps}))
    assert "belongs to no participant" in problem
