"""The built-in loaders: one module each, found by its name. Its `PLUGIN` is a `Loader`."""

__all__: list[str] = []
