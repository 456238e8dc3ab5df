"""Two versions of the prompts over the same lines: sampled, read into scratch graphs, and their units compared."""

__all__: list[str] = []
