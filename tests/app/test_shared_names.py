"""A name that several people share answers for none of them, unless the text or a person says for whom."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import pramana

# Given names that no list knows, those of men, those of women.
UNKNOWN, MEN, WOMEN = ("Xiru", "Yolu"), ("Liam", "Daniel"), ("Sarah", "Priya")


def _workspace(folder: Path, text: str) -> pramana.Workspace:
    file = folder / "a.txt"
    file.write_text(text, "utf-8")
    workspace = pramana.open(folder / "w", create=True)
    workspace.ingest(file)
    return workspace


def _text(one: str, other: str, short: str) -> str:
    return f"{one} Carter met {other} Carter. {short} signed the deed."


@pytest.mark.parametrize(
    ("short", "first", "second"),
    [
        ("Mr Carter", *UNKNOWN),
        ("Carter", *UNKNOWN),
        ("Ms Carter", *UNKNOWN),
        ("Mr Carter", *MEN),
        ("Mrs Carter", *WOMEN),
    ],
)
def test_a_shared_name_answers_for_neither_and_names_both(short: str, first: str, second: str, tmp_path: Path) -> None:
    """Whichever of the two is asked about, as agent or of what was done: a refusal with both."""
    with _workspace(tmp_path, _text(first, second, short)) as workspace:
        for name in (first, second):
            for question in (f"Did {name} Carter sign the deed?", f"What did {name} Carter sign?"):
                reply = workspace.ask(question)
                assert reply.status == "NO_MATCH"
                both = " or ".join(f"{each} Carter" for each in sorted((first, second)))
                assert reply.answer.startswith(f"“{short}” may be {both}, and the text does not say which: ")


@pytest.mark.parametrize(("man", "woman"), list(product(MEN, WOMEN)))
def test_a_title_says_which_of_two_by_their_given_names(man: str, woman: str, tmp_path: Path) -> None:
    """*Mrs Carter* is Sarah Carter, not Liam Carter."""
    with _workspace(tmp_path, _text(man, woman, "Mrs Carter")) as workspace:
        assert workspace.ask(f"What did {woman} Carter sign?").status == "GROUNDED"
        refused = workspace.ask(f"Did {man} Carter sign the deed?")
        assert (refused.status, refused.answer[:3] == "Yes") == ("NO_MATCH", False)


def test_a_persons_decision_binds_answers_at_once(tmp_path: Path) -> None:
    """After a merge the one is answered for, the other is refused with whom the name means."""
    with _workspace(tmp_path, _text(*UNKNOWN, "Mr Carter")) as workspace:
        workspace.merge("Mr Carter", "Xiru Carter")
        assert workspace.ask("Did Xiru Carter sign the deed?").status == "GROUNDED"
        for question in ("Did Yolu Carter sign the deed?", "What did Yolu Carter sign?"):
            reply = workspace.ask(question)
            assert reply.status == "NO_MATCH"
            assert reply.answer.startswith("“Mr Carter” means Xiru Carter here, not Yolu Carter: ")
        verdicts = [each.verdict for each in workspace.check(*CLAIMS).claims]
        assert verdicts == ["supported", "unsure"]


CLAIMS = ["Xiru Carter signed the deed.", "Yolu Carter signed the deed."]


def test_a_short_name_with_one_bearer_still_answers(tmp_path: Path) -> None:
    """Only a second bearer makes it doubtful."""
    with _workspace(tmp_path, "Xiru Carter met Ann Poole. Mr Carter signed the deed.") as workspace:
        assert workspace.ask("What did Xiru Carter sign?").is_answered
