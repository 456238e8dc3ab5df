"""`python -m pramana` is the command line."""

from pramana.cli import main

main()
