"""What a script would do, before it does anything: what it reads, about how much results, what models cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pramana.gasl.commands import command_of, nested_commands
from pramana.gasl.commands.branch import TryNode
from pramana.gasl.estimating import Estimator, Explained, rows_text
from pramana.gasl.tree import GASLNode
from pramana.gasl.writing import write_command


@dataclass(slots=True)
class Explainer(Estimator):
    """Explains commands one after the other. It searches the graph, and writes and asks nothing."""

    def explain(self, nodes: Iterable[GASLNode], depth: int = 0) -> list[Explained]:
        """Return what each command would do, those inside a block after it, with a greater depth."""
        found: list[Explained] = []
        for node in nodes:
            text = "TRY" if isinstance(node, TryNode) else write_command(node)
            found.append(replace(self._explain_node(node), command=text, depth=depth))
            found += self.explain(nested_commands(node), depth + 1)
        return found

    def _explain_node(self, node: GASLNode) -> Explained:
        estimate = command_of(node).estimate
        if estimate is not None:
            return estimate(node, self)
        source = getattr(node, "source", None)
        return Explained("nothing" if source is None else f"{source}: {rows_text(self.of(source))}")
