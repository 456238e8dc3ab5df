"""Rules of relations: what is read, what is refused and with which words, and what is denied by default."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.errors import InputError
from pramana.events import Role
from pramana.karaka.passes.relation_rules import (
    default_relation_rules,
    read_relation_rules,
    relation_schema,
    rule_from_text,
    rules_from_lines,
    written_rules,
)

DONE = {
    "verb": "buy",
    "polarity": "affirmative",
    "modality": "actual",
    "said_by": None,
    "source": {"name": "Fabrikam", "type": "Organization"},
    "target": {"name": "Contoso", "type": None},
}


@pytest.mark.parametrize(
    ("where", "changed", "holds"),
    [
        ("", {}, True),
        ("", {"polarity": "negative"}, False),
        ("", {"modality": "intended"}, False),
        ("", {"said_by": "Tom"}, False),
        ("where modality = actual and polarity = affirmative", {}, True),
        ("where modality = actual and polarity = affirmative", {"said_by": "Tom"}, False),
        ("where modality in [intended, future]", {"modality": "future"}, True),
        ("where modality in [intended, future]", {"modality": "future", "polarity": "negative"}, False),
        ("where modality in [intended, future]", {}, False),
        ("where polarity = negative", {"polarity": "negative"}, True),
        ("where said_by is not null", {"said_by": "Tom"}, True),
        ("where source.type = Organization", {}, True),
        ("where target.type = Organization", {}, False),
        ('where source.name = "Fabrikam" or verb = sell', {}, True),
        ("where not source.name = Contoso", {}, True),
    ],
)
def test_a_rule_allows_only_what_it_speaks_of(where: str, changed: dict[str, object], holds: bool) -> None:
    """Denied, unreal and reported events give nothing unless the condition speaks of the field."""
    assert rule_from_text("ACQUIRED", f"buy(agent -> object) {where}").holds({**DONE, **changed}) is holds


@pytest.mark.parametrize(
    ("end", "role", "plain", "other"),
    [
        ("place", Role.ADHIKARANA_SPATIAL, "in", "near"),
        ("place[near|outside]", Role.ADHIKARANA_SPATIAL, "outside", "in"),
        ("recipient[|to]", Role.SAMPRADANA, "", "for"),
        ("related[with]", Role.SAMBANDHA, "with", "against"),
        ("subject", Role.KARTA, "", "without"),
    ],
)
def test_an_end_has_a_role_and_markers(end: str, role: Role, plain: str, other: str) -> None:
    """Without brackets the plain markers of the role are admitted, with brackets those alone."""
    found = rule_from_text("X", f"go(agent -> {end})").target
    assert (found.role, found.admits(plain, "go"), found.admits(other, "go")) == (role, True, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ACQUIRED: buy(agnet -> object)", "ACQUIRED: There is no role 'agnet'. Did you mean agent?"),
        ("ACQUIRED: buy agent object", "ACQUIRED: 'buy agent object' cannot be read as a rule. Write it as"),
        ("ACQUIRED: buy(agent -> object) where mood = actual", "There is no field 'mood'. Did you mean"),
        ("ACQUIRED: buy(agent -> object) where modality = real", "There is no modality 'real'."),
        ("ACQUIRED: buy(agent -> object) where modality in [actul]", "Did you mean actual?"),
        ("ACQUIRED: buy(agent -> object) where modality =", "The value is missing."),
        ("acquired: buy(agent -> object)", "acquired: a relation is written in capitals"),
        ("CAUSES: make(agent -> object)", "CAUSES: the graph has a relation of this name already"),
        ("MET: meet(agent -> related)", "MET: a related participant always has a marker"),
        ("MET: meet|(agent -> object)", "MET: a verb is missing"),
        ("MET: meet(agent -> place[in)", "is not an end"),
        ("MET: [3]", "MET' has 3, which is not a rule"),
        ("- MET", "not a table of relations"),
        ("MET: [a: &x 1, *x]", "has an alias"),
        ("MET: 'x", "line 1: not valid YAML"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, told: str) -> None:
    """A message names the file, the relation, the fault and the nearest valid spelling."""
    (tmp_path / "rules.yaml").write_text(text, "utf-8")
    with pytest.raises(InputError) as raised:
        read_relation_rules(tmp_path / "rules.yaml")
    assert told in str(raised.value) and "rules.yaml" in str(raised.value)


def test_the_default_rules_are_valid_and_survive_writing() -> None:
    """The rules that are shipped are read, and a run can record them as lines."""
    rules = default_relation_rules()
    assert len({rule.relation for rule in rules}) > 50
    assert rules_from_lines(written_rules(rules)) == rules
    assert {rule.relation for rule in rules} < {*relation_schema(rules).relations}
