"""Pronouns and descriptions whose meaning rules can tell."""

from __future__ import annotations

from pramana.karaka.passes import coreference
from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.decisions import not_splitting
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("coreference", not_splitting(coreference.propose, RESOLVE), heeds_splits=True, order=30)
