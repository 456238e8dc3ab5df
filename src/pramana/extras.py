"""Optional libraries: what is missing is said with the words that install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from pramana.errors import InputError


class ExtraMissing(InputError):
    """A library of an extra is not installed."""

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs more than is installed: pip install 'pramana[{extra}]'.")


@contextmanager
def optional_import(extra: str, what: str) -> Iterator[None]:
    """Import libraries inside. `what` is what they are for, as the start of a sentence. Raises ExtraMissing."""
    try:
        yield
    except ImportError:
        raise ExtraMissing(extra, what) from None


def has_tables() -> bool:
    """Return whether the libraries of the extra `tables` are installed; none is imported."""
    return all(find_spec(name) is not None for name in ("polars", "pyarrow"))
