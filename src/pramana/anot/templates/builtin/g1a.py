"""The risk of an allergic reaction to peanuts, from reviews."""

from __future__ import annotations

from pathlib import Path

from pramana.anot.templates.template import AnotTemplate

PLUGIN = AnotTemplate(Path(__file__).with_name("g1a.json"))
