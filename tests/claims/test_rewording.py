"""Claims in other words, and about order: told from the other side, or the other way round; what happened *before* need not follow."""

from __future__ import annotations

import pytest

from pramana.claims import check

ORDERS = """
Ann left before Bo came. | Bo came after Ann left. | supported
The storm hit the coast before the pier fell. | The pier fell after the storm hit the coast. | supported
Before Bo came, Ann left. | Bo came after Ann left. | supported
Ann left after Bo came. | Bo came before Ann left. | unsure
Marsh finished the map after he died. | Marsh died before he finished the map. | unsure
Ann left before Bo came. | Bo came before Ann left. | contradicted
Ann left before Bo came. | Ann left after Bo came. | contradicted
Before Bo came, Ann left. | Ann left after Bo came. | contradicted
The pier fell before the storm hit the coast. | The pier fell after the storm hit the coast. | contradicted
Ann left when Bo came. | Ann left before Bo came. | unsure
Ann left before Bo came. | Ann may have left after Bo came. | unsure
Ann left before Bo came. | Ann left before Bo came, or after. | unsure
Ann did not leave before Bo came. | Ann left before Bo came. | unsure
Ann was the first to leave. | Ann was the second to leave. | contradicted
Ann finished second. | Ann finished first. | contradicted
Ann won the first race. | Ann won the second race. | unsure
Ann left first. | Ann left before Bo. | unsure
"""
SAME = """
It was Clare who stole the ball. | Clare stole the ball. | supported
It was not Clare who stole the ball. | Clare stole the ball. | contradicted
It was Clare who stole the ball. | Clare never stole the ball. | contradicted
It was only Clare who stole the ball. | Clare stole the ball. | unsure
The editor of the paper is Ann Berg. | Ann Berg, the editor of the paper, left the city. | supported
The captain is Ann. | Ann is the captain. | supported
The captain is Ann. | Ann is a captain. | unsure
The captain is Ann. | Ann is the former captain. | unsure
The captain is Ann. | Ann is not the captain. | unsure
"""
REASONS = """
The pier fell because the storm came. | The pier fell because the storm came. | supported
The pier fell because of the storm. | The pier fell in the storm. | unsure
The pier fell because of the storm. | The pier fell after the storm. | unsure
The pier fell because the storm came. | The pier fell before the storm came. | unsure
The storm came because the pier fell. | The pier fell because the storm came. | unsure
Rama gave the bow because he was generous. | Rama gave the bow to Hanuman. | unsure
"""
NUMBERS = """
Ann won three medals. | Ann won three medals, and Bo won two. | supported
Ann won two medals. | Ann won three medals. | contradicted
Ann won many medals. | Ann won three medals. | unsure
Ann won exactly three medals. | Ann won at least three medals. | unsure
Scrooge met three ghosts. | Scrooge met Past, Present, Future and Marley. | unsure
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


@pytest.mark.parametrize(("claim", "line", "verdict"), [*rows(ORDERS), *rows(SAME), *rows(REASONS), *rows(NUMBERS)])
def test_orders_reasons_and_numbers_need_to_be_stated(claim: str, line: str, verdict: str) -> None:
    """A reason, an order and a number follow from nothing but a reason, an order and a number of the text."""
    assert check(claim, [line]).verdict.value == verdict
