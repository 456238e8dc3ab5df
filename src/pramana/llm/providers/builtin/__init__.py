"""The built-in providers: one module each, found by its name. Its `PLUGIN` is a `ProviderPlugin`."""

__all__: list[str] = []
