"""Kriyās (events) as data, and the embedded reader from a line to its Kriyās, over `language`.

Knows nothing of graphs and models: what checks claims, audits graphs or builds them shares one reading of a line.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.events.compatibility import (
        is_answered,
        is_plain,
        is_relative,
        is_same_marker,
        marker_name,
        plain_markers,
        stored_role,
    )
    from pramana.events.contradicted import contradictions
    from pramana.events.markers import marker_at, marker_of
    from pramana.events.model import (
        Extraction,
        KarakaOutput,
        KindHint,
        KindHints,
        Kriya,
        Modality,
        Polarity,
        ReferenceHint,
        ReferenceHints,
        Role,
        Unread,
    )
    from pramana.events.names import (
        PRONOUNS,
        Named,
        canonical_name,
        has_possessive,
        is_demonstrative,
        is_one_mention,
        name_mention,
        search_names,
        told_by_place,
    )
    from pramana.events.nouns import TIME_NOUNS
    from pramana.events.participants import ROLE_WORDS, Participant, Participants, implied_kriyas, participants_of
    from pramana.events.polarity import polarity_problems
    from pramana.events.reader import Analyser, read_kriyas
    from pramana.events.values import Values, values_of
    from pramana.events.values_edtf import days_of, days_of_event, is_edtf
    from pramana.events.values_relative import depends_on_date
    from pramana.events.wire import ROLE_NAMES, as_text, as_wire
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "PRONOUNS",
    "ROLE_NAMES",
    "ROLE_WORDS",
    "TIME_NOUNS",
    "Analyser",
    "Extraction",
    "KarakaOutput",
    "KindHint",
    "KindHints",
    "Kriya",
    "Modality",
    "Named",
    "Participant",
    "Participants",
    "Polarity",
    "ReferenceHint",
    "ReferenceHints",
    "Role",
    "Unread",
    "Values",
    "as_text",
    "as_wire",
    "canonical_name",
    "contradictions",
    "days_of",
    "days_of_event",
    "depends_on_date",
    "has_possessive",
    "implied_kriyas",
    "is_answered",
    "is_demonstrative",
    "is_edtf",
    "is_one_mention",
    "is_plain",
    "is_relative",
    "is_same_marker",
    "marker_at",
    "marker_name",
    "marker_of",
    "name_mention",
    "participants_of",
    "plain_markers",
    "polarity_problems",
    "read_kriyas",
    "search_names",
    "stored_role",
    "told_by_place",
    "values_of",
]
