"""What is shipped for tests of others' code: a model that is a function, and a real server that misbehaves.

`pramana.testing.scripted` and `pramana.testing.model_server`; each is imported by its own name.
"""
