"""The built-in formats of graphs: one module each, found by its name. Its `PLUGIN` is a `GraphFormat`."""

__all__: list[str] = []
