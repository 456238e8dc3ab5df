"""Results as parts for a terminal: a function from each result to what is printed of it."""

__all__: list[str] = []
