"""Whether a prepositional phrase is left with its noun or given to the verb: `python bench/attachment.py FOLDER`.

FOLDER holds `en_ewt-ud-dev.conllu` (Universal Dependencies, English Web Treebank; another file with `--gold`). Counted
is each phrase with a preposition other than *of* right behind a noun, where either the noun or a verb could take it:

- *noun*: the tree makes it an `nmod`. Right is a mention that holds noun, preposition and phrase; wrong is a
  participant of its own.
- *verb*: the tree makes it an `obl` of a verb. Right is a participant of its own; wrong is a mention that holds both.

*lost* is in no mention. Rules were chosen on the first half of the documents; the second gives the figure to quote.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pramana.events import Extraction, read_kriyas
from reading.treebank import TreeSentence, Word, read_treebank

NOUNS = frozenset(("NOUN", "PROPN"))
PHRASES = NOUNS | {"PRON", "NUM"}


def phrases_of(sentence: TreeSentence) -> Iterator[tuple[str, Word, Word, Word]]:
    """Yield what the tree says (`noun`, `verb`), the word before the preposition, the preposition and its noun."""
    words = sentence.words
    for place, case in enumerate(words):
        if case.relation != "case" or not place or case.lemma in {"of", "'s", "’s", "'"}:
            continue
        head, before = words[case.head], words[place - 1]
        if head.upos not in PHRASES or head.start < case.start or before.upos not in NOUNS or head.head < 0:
            continue
        if any(each.relation == "case" and each.head == case.head for each in words[:place]):
            continue
        governor = words[head.head]
        if head.relation.startswith("nmod") and governor.upos in NOUNS and governor.start < case.start:
            yield "noun", before, case, head
        elif head.relation == "obl" and governor.upos == "VERB":
            yield "verb", before, case, head


def choice_of(text: str, mentions: set[str], before: Word, case: Word, head: Word) -> str:
    """Return `noun`, `verb` or `lost`, by the mentions of a line."""
    whole, alone = False, False
    for mention in mentions:
        start = text.find(mention)
        while start >= 0:
            if start <= head.start and head.end <= start + len(mention):
                whole, alone = whole or start <= before.start, alone or start > case.start
            start = text.find(mention, start + 1)
    return "verb" if alone else "noun" if whole else "lost"


def main() -> int:
    parser = argparse.ArgumentParser(description="prepositional phrases: with their noun, or with the verb")
    parser.add_argument("folder", nargs="?", default=".", type=Path)
    parser.add_argument("--gold", default="en_ewt-ud-dev.conllu")
    parser.add_argument("--wrong", choices=("first", "second"), help="print the wrong ones of a half")
    options = parser.parse_args()
    path = options.folder / options.gold
    if not path.is_file():
        print(f"{path} is not there", file=sys.stderr)
        return 2
    counts: dict[str, Counter[tuple[str, str]]] = {"first": Counter(), "second": Counter()}
    for sentence in read_treebank(path):
        answer = read_kriyas(sentence.text)
        if not isinstance(answer, Extraction):
            continue
        mentions = {each for kriya in answer.kriyas for listed in kriya.karakas.values() for each in listed}
        for wanted, before, case, head in phrases_of(sentence):
            given = choice_of(sentence.text, mentions, before, case, head)
            counts[sentence.half][wanted, given] += 1
            if options.wrong == sentence.half and given not in {wanted, "lost"}:
                print(f"{wanted} {given}  {before.form} | {case.form} {head.form}  |  {sentence.text}")
    print(f"{options.gold}\n{'half':8} {'tree':5} right wrong  lost  right of those kept")
    for half, found in counts.items():
        for wanted, other in (("noun", "verb"), ("verb", "noun")):
            right, wrong, lost = found[wanted, wanted], found[wanted, other], found[wanted, "lost"]
            print(f"{half:8} {wanted:5} {right:5} {wrong:5} {lost:5}  {right / max(1, right + wrong):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
