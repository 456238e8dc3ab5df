"""What is asked, of which graph: from it the situations are made that planners are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pramana.gasl import Plan, language_card
from pramana.investigate.model import Claim, Diagnosis, Hypothesis, QuestionMention, RefusedClaim, Situation, StepView
from pramana.investigate.profile import GraphProfile
from pramana.investigate.profile_text import profile_text
from pramana.investigate.references import shown_state
from pramana.investigate.stepping import StateFork

RECORDS = 16
"""Commands that a planner is shown, the newest."""


@dataclass(frozen=True)
class Problem:
    """A question about a graph. `facts` is the graph's profile, None where none was made."""

    question: str
    facts: GraphProfile | None = None
    mentions: tuple[QuestionMention, ...] = ()

    @cached_property
    def profile(self) -> str:
        """The profile as a page for a prompt."""
        return "" if self.facts is None else profile_text(self.facts)

    @cached_property
    def graph(self) -> str:
        """The hash of the graph, or of its profile."""
        return "" if self.facts is None else self.facts.hash

    def situation(
        self,
        snapshot: StateFork,
        *,
        last_plan: Plan | None = None,
        records: Sequence[StepView] = (),
        hypotheses: Sequence[Hypothesis] = (),
        diagnoses: Sequence[Diagnosis] = (),
        held: Sequence[Claim] = (),
        refused: Sequence[RefusedClaim] = (),
        iteration: int = 0,
        last: bool = False,
    ) -> Situation:
        """Return the situation of an investigation at a snapshot."""
        return Situation(
            question=self.question,
            profile=self.profile,
            card=language_card(),
            graph=self.graph,
            facts=self.facts,
            mentions=self.mentions,
            state=shown_state(snapshot.state),
            last_plan=() if last_plan is None else tuple(entry.command for entry in last_plan.entries()),
            records=tuple(records[-RECORDS:]),
            hypotheses=tuple(hypotheses),
            diagnoses=tuple(diagnoses),
            held=tuple(held),
            refused=tuple(refused),
            iteration=iteration,
            last=last,
        )
