"""A reader over a spaCy pipeline: facts from its trees, its identity in keys, and what it says where something is missing.

The pipeline is trained here on a handful of sentences, and knows these alone: tests need no download.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sample_trees import SAMPLES, words_of

import pramana
from pramana.errors import ConfigError, NeedsModel
from pramana.llm import PROVIDERS, ModelSettings
from pramana.llm.providers.spacy_trees import NOT_INSTALLED, SpacyTrees, load_pipeline, needs_of, version_of

HERE = find_spec("spacy") is not None
needs_spacy = pytest.mark.skipif(
    not HERE, reason="spaCy is not installed: pip install 'pramana[spacy]' to run this test"
)
TEXTS = [text for text, *_ in SAMPLES]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline with tagger and parser that has learnt the sample sentences by heart."""
    folder = tmp_path_factory.mktemp("pipeline") / "en_samples"
    train(folder)
    return folder


def train(folder: Path, rounds: int = 60) -> None:
    import spacy
    from spacy.training import Example
    from spacy.util import fix_random_seed

    fix_random_seed(0)
    nlp = spacy.blank("en", meta={"name": "samples", "version": "1.0"})
    width = {"width": 48, "depth": 2, "embed_size": 1000}
    tok2vec = {"@architectures": "spacy.HashEmbedCNN.v2", "pretrained_vectors": None, **width}
    tok2vec |= {"window_size": 1, "maxout_pieces": 2, "subword_features": True}
    nlp.add_pipe("tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": tok2vec}})
    state = {"@architectures": "spacy.TransitionBasedParser.v2", "state_type": "parser", "extra_state_tokens": False}
    state |= {"hidden_width": 48, "maxout_pieces": 2, "use_upper": True, "nO": None, "tok2vec": tok2vec}
    # Rare relations would become `dep` else.
    nlp.add_pipe("parser", config={"model": state, "min_action_freq": 1})
    examples = [Example.from_dict(nlp.make_doc(text), annotation(text, tree)) for text, tree, _ in SAMPLES]
    nlp.initialize(lambda: examples)
    order = random.Random(0)
    for _ in range(rounds):
        order.shuffle(examples)
        nlp.update(examples)
    nlp.to_disk(folder)


def annotation(text: str, tree: str) -> dict[str, Any]:
    words = words_of(text, tree)
    return {
        "words": [word.text for word in words],
        "tags": [word.tag for word in words],
        "heads": [word.head for word in words],
        "deps": [word.relation for word in words],
    }


def settings_text(model: Path | str) -> str:
    return f'[llm]\ndefault = "trees"\n\n[llm.models.trees]\nprovider = "spacy"\nmodel = "{model}"\n'


def make_workspace(folder: Path, model: Path | str, lines: list[str]) -> Path:
    """Return the folder of a workspace that reads with a pipeline; the document lies beside it."""
    (folder / "story.txt").write_text("\n\n".join(lines), "utf-8")
    with pramana.open(folder / "ws", create=True):
        pass
    settings = folder / "ws" / "pramana.toml"
    settings.write_text(settings.read_text("utf-8").replace("[llm]\n", settings_text(model), 1), "utf-8")
    return folder / "ws"


@needs_spacy
def test_lines_are_read_by_their_trees(pipeline: Path, tmp_path: Path) -> None:
    """Facts come from the pipeline's trees; questions and everything else are answered by rules."""
    place = make_workspace(tmp_path, pipeline, ["They put the meeting off yesterday.", "The bow Rama broke was old."])
    with pramana.open(place) as ws:
        report = ws.ingest(tmp_path / "story.txt")
        graph = ws.to_networkx()
        answer = ws.ask("Who broke the bow?")
    assert report.lines == {"checked": 2}
    kriyas = {(held["verb"], held["verb_quote"]) for _, held in graph.nodes(data=True) if held["type"] == "Kriya"}
    assert kriyas == {("put off", "put"), ("break", "broke"), ("be", "was")}
    assert "Rama" in answer.answer


@needs_spacy
def test_reading_is_replayed_and_not_repeated(pipeline: Path, tmp_path: Path) -> None:
    """The same pipeline reads nothing twice, and a replay from stored responses gives the same graph."""
    place = make_workspace(tmp_path, pipeline, TEXTS)
    with pramana.open(place) as ws:
        first = ws.ingest(tmp_path / "story.txt")
        before = ws.graph_hash
        again = ws.ingest(tmp_path / "story.txt")
        replayed = ws.replay(first.run)
    assert (sum(first.lines.values()), sum(again.lines.values())) == (len(TEXTS), 0)
    assert not replayed.differences
    assert before is not None


@needs_spacy
def test_another_pipeline_reads_again(pipeline: Path, tmp_path: Path) -> None:
    """A file that changed within the pipeline is another identity, so lines are read again."""
    own = tmp_path / "copy"
    shutil.copytree(pipeline, own)
    before = version_of(str(own))
    other = tmp_path / "other"
    shutil.copytree(pipeline, other)
    with (other / "meta.json").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert version_of(str(own)) == before
    assert version_of(str(other)).partition("@")[2] != before.partition("@")[2]


@needs_spacy
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Der Kapitän der Fähre ist gestern in Hamburg zurückgetreten.", "German"),
        ("12 34 56 -- ++ 78", "no words"),
        ("Rama gave the bow. " * 600, "longer than"),
    ],
)
def test_reader_abstains_as_the_rules_do(pipeline: Path, tmp_path: Path, line: str, reason: str) -> None:
    """Another language, no words, and a line that is too long are left, with the reason."""
    from pramana.llm.providers.rules import RuleBook
    from pramana.llm.providers.spacy_trees import SpacyRules

    found = SpacyRules(str(pipeline), RuleBook("none", {})).read(line, [])
    assert reason in getattr(found, "reason", "")


@needs_spacy
def test_blanks_of_a_line_are_no_words(pipeline: Path) -> None:
    """Runs of blanks, which spaCy makes words, are in no tree, and places are those of the line."""
    text = "Rama  gave\tLakshmana   the bow."
    sentence = SpacyTrees(str(pipeline)).analyse(text)
    assert [token.text for token in sentence.tokens] == ["Rama", "gave", "Lakshmana", "the", "bow", "."]
    assert all(text[token.start : token.end] == token.text for token in sentence.tokens)


@needs_spacy
def test_missing_pipeline_is_named_with_the_command() -> None:
    """A pipeline that is not installed: the command that installs it, in the error and in `doctor`."""
    with pytest.raises(NeedsModel, match="python -m spacy download en_no_such_pipeline"):
        load_pipeline("en_no_such_pipeline")
    needs = needs_of("en_no_such_pipeline")
    assert needs.missing == ("en_no_such_pipeline",)
    assert needs.install == "python -m spacy download en_no_such_pipeline"


@needs_spacy
def test_pipeline_without_trees_is_refused(tmp_path: Path) -> None:
    """A pipeline without tagger or parser is named with the components that it has."""
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigError, match="needs a tagger and a parser"):
        load_pipeline(str(tmp_path / "blank"))


@pytest.mark.skipif(HERE, reason="spaCy is installed")
def test_missing_library_is_named_with_its_extra() -> None:
    """Without spaCy the message says which extra installs it."""
    with pytest.raises(NeedsModel, match="pramana\\[spacy\\]"):
        version_of("en_core_web_sm")
    assert "pramana[spacy]" in NOT_INSTALLED
    assert needs_of("en_core_web_sm").missing == ("spacy",)


def test_settings_need_no_more_than_the_provider() -> None:
    """The pipeline is en_core_web_sm where none is named."""
    assert ModelSettings(provider="spacy").model == "en_core_web_sm"
    assert PROVIDERS["spacy"].install == "pip install 'pramana[spacy]'"


def test_spacy_is_not_imported_unless_a_line_is_parsed() -> None:
    """Naming the provider, and asking what it needs, imports nothing of spaCy."""
    script = (
        "import sys, pramana.llm as llm; from pramana.llm.providers.spacy_trees import needs_of; "
        "settings = llm.ModelSettings(provider='spacy'); needs_of(settings.model); "
        "sys.exit('spacy' in sys.modules or 'thinc' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
