"""The runners of GASL's commands, a module for each kind: from a node and what it works on to how it ended."""

from pramana.gasl.commands.base import Run, Work

__all__ = ["Run", "Work"]
