"""Answers that were recorded: `model` is the file that has them."""

from __future__ import annotations

from pramana.llm.providers.plugin import ProviderPlugin
from pramana.llm.providers.recorded import RecordedAnswers

PLUGIN = ProviderPlugin(
    open=lambda opening: RecordedAnswers(opening.settings.model),
    needs_name=True,
    about="answers of a recording: no network, no key",
)
