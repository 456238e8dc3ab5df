"""The suite itself: all that every adapter must do."""

from __future__ import annotations

from pramana.testing.conformance.searching import Searching
from pramana.testing.conformance.walking import Walking
from pramana.testing.conformance.writing import WritingFrame


class AdapterConformance(Searching, Walking, WritingFrame):
    """Subclass it in a test module, under a name that begins with `Test`, and define `build`.

    `build_undirected` where the adapter can hold undirected graphs; `in_order` where edges do not come in the order of
    insertion. What the adapter cannot do goes into `gaps`: the name of the test, and why.
    """
