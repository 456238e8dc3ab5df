"""The built-in templates: one module each, found by its name, beside its seed. Its `PLUGIN` is an `AnotTemplate`."""

__all__: list[str] = []
