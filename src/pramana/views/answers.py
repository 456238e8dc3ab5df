"""Questions with their answers as one page that can be sent to somebody who has neither Pramana nor the documents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pramana.documents import Shelved
from pramana.views.reply import Reply
from pramana.views.showing import HtmlPage
from pramana.views.stores import Stores

STATUSES_IN_WORDS = {
    "GROUNDED": "Answered from facts of the graph. Each sentence quotes its lines, or was compared with them.",
    "ASSUMED": "Answered on an assumption that the answer names.",
    "FROM_TEXT": "Answered by the words of the lines that are cited. The graph has no fact for it.",
    "QUOTED": "A line that most likely answers, quoted: it has the question's words and the kind of answer asked for.",
    "NO_MATCH": "Not answered: nothing was found, or the question could not be read. The documents may still say it.",
    "ERROR": "Not answered: something failed.",
}
"""What each status of a reply means, for a reader who does not know Pramana."""


@dataclass(frozen=True)
class AnswersPage(HtmlPage):
    """Replies in the order in which they were asked. `name` is that of the workspace, `graph_hash` that of its graph;
    `documents` are those that the replies cite, each with the hash of the file that was read."""

    replies: tuple[Reply, ...]
    name: str
    graph_hash: str
    documents: tuple[Shelved, ...]

    @property
    def page_title(self) -> str:
        return "Answers"


def answers_page(stores: Stores, replies: Iterable[Reply], name: str) -> AnswersPage:
    """Return the page of some replies of a workspace. Writes nothing."""
    asked = tuple(replies)
    cited = sorted({source.doc_id for reply in asked for source in reply.sources})
    found = (stores.shelf.get(doc_id) for doc_id in cited)
    return AnswersPage(asked, name, stores.graph.hash(), tuple(each for each in found if each is not None))
