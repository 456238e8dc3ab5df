"""The built-in kinds of knowledge base: one module each, found by its name. Its `PLUGIN` is a `KnowledgePlugin`."""

__all__: list[str] = []
