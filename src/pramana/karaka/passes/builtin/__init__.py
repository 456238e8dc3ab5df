"""The built-in passes: one module each, found by its name. Its `PLUGIN` is a `Pass`."""

__all__: list[str] = []
