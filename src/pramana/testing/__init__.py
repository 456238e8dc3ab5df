"""What is shipped for tests of others' code: here a model that is a function.

`pramana.testing.model_server` is a real server that misbehaves; it is imported by its own name.
"""

from pramana.testing.scripted import Answer, Script, Scripted, scripted_gateway

__all__ = ["Answer", "Script", "Scripted", "scripted_gateway"]
