"""Names in the text: which words stand for a node, by which rule."""

from __future__ import annotations

import pytest
from audited import STORY, node

from pramana.audit import AuditVerdict, MatchRule
from pramana.evidence import Grade

FOUND = [
    ("EBENEZER SCROOGE", MatchRule.NAME, "Ebenezer Scrooge"),
    ('"COUNTING-HOUSE"', MatchRule.NAME, "counting-house"),
    ("A PUDDING", MatchRule.NAME, "pudding"),
    ("TITLE: TINY TIM", MatchRule.NAME, "Tiny Tim"),
    ("SCROOGE'S NEPHEW", MatchRule.NAME, "Scrooge's nephew"),
    ("Scrooge’s Nephew", MatchRule.NAME, "Scrooge's nephew"),
    ("CLERKS", MatchRule.INFLECTED, "clerk"),
    ("CANDLE", MatchRule.INFLECTED, "Candles"),
    ("TINY TIM (TIM CRATCHIT)", MatchRule.INNER_NAME, "Tiny Tim"),
    ("MR. SCROOGE", MatchRule.TITLE, "Scrooge"),
    ("THE NEPHEW OF SCROOGE", MatchRule.WORDS, "Scrooge's nephew"),
    ("NEIGHBORING OFFICES", MatchRule.SPELLING, "neighbouring offices"),
    ("SHY TINY TIM", MatchRule.PART, "Tiny Tim"),
]


@pytest.mark.parametrize(("name", "rule", "quote"), FOUND, ids=[name for name, *_ in FOUND])
def test_name_is_found_by_the_closest_rule(name: str, rule: MatchRule, quote: str) -> None:
    """A name is found under its closest alias, and the finding says which, where and by what rule."""
    mention = node(name).mention
    assert mention is not None
    assert (mention.rule, mention.evidence.quote) == (rule, quote)
    line = STORY[mention.evidence.line_number - 1]
    assert line[mention.evidence.start : mention.evidence.end] == quote
    assert mention.line == line


@pytest.mark.parametrize("name", ["WASHINGTON", "COSMOS", "SCROOGE'S DAUGHTER", "MISS CRATCHIT", "Bobby", "", '""'])
def test_name_that_the_text_has_not_is_unsupported(name: str) -> None:
    """A name of which the text has less than half does not occur."""
    assert node(name).verdict is AuditVerdict.UNSUPPORTED


def test_surname_alone_stands_for_a_person() -> None:
    """A person whose surname nobody else bears stands by either half of the name; a thing does not."""
    text = ["Old Jacob Marley was dead.", "But Marley came.", "And Jacob spoke."]
    assert node("JACOB MARLEY", text).mentions == 3
    assert node("JACOB MARLEY", text, kind="LOCATION").mentions == 1


def test_surname_of_several_stands_for_nobody() -> None:
    """A surname under which the text has several given names is no alias of any of them."""
    text = ["We saw Bob Cratchit.", "We saw Peter Cratchit.", "The boy, Cratchit, left."]
    assert node("BOB CRATCHIT", text).mentions == 1


def test_title_of_a_woman_is_not_dropped() -> None:
    """*Cratchit* is not Mrs. Cratchit, and *Mrs. Cratchit* not Cratchit."""
    text = ["It was Cratchit who came.", "And so did Mrs. Cratchit, later."]
    assert [node(name, text).mentions for name in ("MRS. CRATCHIT", "CRATCHIT", "MR. CRATCHIT")] == [1, 1, 1]


def test_noun_alone_counts_soon_after_the_name() -> None:
    """*The nephew* is Scrooge's nephew within ten lines of him, and nobody after that."""
    far = ["Scrooge's nephew laughed."] + ["It snowed."] * 10 + ["The nephew left."]
    near = ["Scrooge's nephew laughed."] + ["It snowed."] * 9 + ["The nephew left."]
    assert (node("SCROOGE'S NEPHEW", far).mentions, node("SCROOGE'S NEPHEW", near).mentions) == (1, 2)


def test_alias_of_the_graph_is_looked_for() -> None:
    """An alias that the graph gives supports a node, and is graded as resolved."""
    finding = node("THE MASTER", aliases=("Scrooge",))
    assert finding.verdict is AuditVerdict.SUPPORTED
    assert finding.mention is not None
    assert (finding.mention.rule, finding.mention.evidence.grade) == (MatchRule.GIVEN_ALIAS, Grade.RESOLVED)


def test_grades_are_those_of_the_aligner() -> None:
    """A name as it stands is verbatim, one in another case normalized, its words alone partial."""
    grades = [node(name).mention for name in ("Tiny Tim", "TINY TIM", "THE NEPHEW OF SCROOGE")]
    assert [each and each.evidence.grade for each in grades] == [Grade.VERBATIM, Grade.NORMALIZED, Grade.PARTIAL]


def test_words_as_verbs_are_no_names() -> None:
    """A word that the text has as a name counts only where it stands capitalised."""
    text = ["There stood Want, and near Want the boy.", "They want for nothing."]
    assert node("WANT", text).mentions == 2


@pytest.mark.parametrize(
    ("name", "found"), [("李白", "李白"), ("सीता", "सीता"), ("СКРУДЖ", "Скрудж"), ("Ἀθήνη", "Ἀθήνη")]
)
def test_names_of_other_scripts_are_found(name: str, found: str) -> None:
    """Scripts with and without case or spaces are searched alike."""
    finding = node(name, ["李白是唐代诗人。", "सीता वन में रहती है।", "Скрудж был скуп.", "Ἀθήνη ἦλθεν."])
    assert finding.verdict is AuditVerdict.SUPPORTED
    assert finding.mention is not None
    assert finding.mention.evidence.quote == found
