"""What models cost, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.views.reports import money

EMBEDDED = "rules:"


def spending_texts(spending: Mapping[str, Any]) -> list[str]:
    """Return the cost of server models so far as text; empty if only the embedded model was used."""
    models = [model for name, model in spending.get("models", {}).items() if not name.startswith(EMBEDDED)]
    calls = sum(model["calls"] for model in models)
    if not calls:
        return []
    tokens = sum(model["prompt_tokens"] + model["completion_tokens"] for model in models)
    return [f"{calls:,} calls", f"{tokens:,} tokens", money(spending.get("money"))]
