"""What traces and graphs teach: graphs distilled to plain Python, free-form runs clustered to graphs.

Nothing here asks a model to decide; what is found is data or source to be read, with what it agrees with.
"""

from pramana.mining.distil import distil, literal
from pramana.mining.plain import Plain, plain

__all__ = ["Plain", "distil", "literal", "plain"]
