"""Conditions: `WHERE`, `ASSERT`, `IF` and path bounds, as a tree, with one meaning on every target."""

__all__: list[str] = []
