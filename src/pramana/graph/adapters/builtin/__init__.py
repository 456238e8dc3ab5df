"""The built-in adapters: one module each, found by its name. Its `PLUGIN` is an `AdapterPlugin`."""

__all__: list[str] = []
