"""A graph as one HTML page: which part is shown, its data, its assets."""

__all__: list[str] = []
