"""Where facts stand in the text: grades, spans, and the aligner that finds a quote in its line.

Nothing here asks a model; nothing here trusts an offset from one.
"""

from pramana.evidence.model import Evidence, Grade, Span

__all__ = ["Evidence", "Grade", "Span"]
