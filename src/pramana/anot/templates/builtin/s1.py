"""How urgent it is to act on a service."""

from __future__ import annotations

from pathlib import Path

from pramana.anot.templates.template import AnotTemplate

PLUGIN = AnotTemplate(Path(__file__).with_name("s1.json"))
