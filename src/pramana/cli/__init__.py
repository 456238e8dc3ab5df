"""The command line: parse, call, print. No logic of its own.

Nothing heavy is imported before a command runs, so that `pramana --help` answers at once.
"""

from pramana.cli.program import main

__all__ = ["main"]
