"""Results as HTML: what a notebook shows of each, and whole pages."""

__all__: list[str] = []
