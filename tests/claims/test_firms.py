"""Names of firms with their legal form, with and without its full stop: clauses about them are read, claims compared."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check
from pramana.language import EvidenceLine

FORMS = ("Ltd", "Inc", "Corp")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stop", ["", "."])
def test_who_bought_whom_is_read(form: str, stop: str) -> None:
    """The legal form is part of the name, also at the end of a sentence, where the full stop is the sentence's."""
    line = EvidenceLine(f"Contoso {form} bought Fabrikam {form} in March 2024.")
    assert check(f"Contoso {form} bought Fabrikam {form}{stop}", [line]).verdict is ClaimVerdict.SUPPORTED
    assert check(f"Fabrikam {form} bought Contoso {form}{stop}", [line]).verdict is ClaimVerdict.CONTRADICTED
