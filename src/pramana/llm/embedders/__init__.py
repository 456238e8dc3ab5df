"""The built-in embedders: one module each, found by its name. Its `PLUGIN` is an `EmbedderPlugin`."""

__all__: list[str] = []
