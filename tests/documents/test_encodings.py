"""Texts in other encodings than UTF-8: advice that helps, and `encoding` that is obeyed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.documents import load_and_refine_documents
from pramana.errors import InputError

GERMAN = (
    "Der Prüfer öffnete die Tür. Über der Straße hing ein großes Schild, und die Gäste grüßten höflich. "
    "Später fuhr er zurück nach Köln, wo die Brüder seiner Frau für größere Häuser Öfen bauen."
)
RUSSIAN = (
    "Сегодня утром директор завода подписал договор с новым поставщиком. Рабочие узнали об этом только вечером, "
    "когда газета напечатала короткую заметку о встрече."
)


@pytest.mark.parametrize(
    ("text", "encoding"), [(GERMAN, "cp1252"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r")], ids=["cp1252", "1251", "koi8"]
)
def test_the_advice_names_an_encoding_that_reads_the_text(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    [error] = load_and_refine_documents(tmp_path).refused
    assert "; it may be " in error.reason
    named = error.reason.partition("it may be ")[2].partition(":")[0]
    assert " ".join(load_and_refine_documents(tmp_path, encoding=named)["a.txt"]) == text


def test_a_named_encoding_is_used_for_texts_alone_and_recorded(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes("<meta charset='koi8-r'><p>Größe zählt.</p>".encode("latin-1"))
    (tmp_path / "b.eml").write_bytes(b"Subject: Bow\nContent-Type: text/plain; charset=utf-8\n\nS\xc3\xadta left.\n")
    loaded = load_and_refine_documents(tmp_path, encoding="latin-1")
    assert loaded["a.html"] == ["Größe zählt."]
    assert loaded["b.eml"][-1] == "Síta left."
    assert [document.loader.endswith(" iso8859-1") for document in loaded.documents] == [True, False]


def test_a_byte_order_mark_wins_over_the_named_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Größe zählt.".encode("utf-8-sig"))
    assert load_and_refine_documents(tmp_path, encoding="cp1252")["a.txt"] == ["Größe zählt."]


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "zlib"])
def test_an_unknown_encoding_is_refused_before_anything_is_read(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(InputError, match=f"Unknown encoding '{encoding}'"):
        load_and_refine_documents(tmp_path, encoding=encoding)


def test_bytes_that_the_named_encoding_lacks_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a\x81b")
    [error] = load_and_refine_documents(tmp_path, encoding="cp1252").refused
    assert error.reason == "not CP1252: byte 0x81 at offset 1"
