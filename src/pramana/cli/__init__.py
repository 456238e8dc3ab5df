"""The command line: parse, call, print. It contains no logic.

Nothing heavy is imported before a command runs, so that `pramana --help` answers at once.
"""

from pramana.cli.program import main

__all__ = ["main"]
