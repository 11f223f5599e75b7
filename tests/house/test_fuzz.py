"""The fuzzer: its readers take what they begin with, and what they fail at is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.fuzz import NAMES, Keeper, main, plainly
from tools.readers import READERS


def test_every_reader_is_named() -> None:
    assert list(READERS) == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_takes_its_corpus(name: str, effort: int) -> None:
    """Of a large one every third text, unless --long asks for all."""
    corpus = READERS[name].corpus()
    assert len(corpus) > 5
    for data in corpus[:: 3 if len(corpus) > 50 and effort == 1 else 1]:
        READERS[name].read(data)


def test_what_fails_is_kept_once_and_can_be_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(data: bytes) -> None:
        assert b"\x1b" not in data

    keeper = Keeper("san", read, tmp_path)
    plainly(keeper, [b"E:Lha5-fb3"], 0.5, "1")
    (kept,) = tmp_path.iterdir()
    assert keeper.tell() == 1 and keeper.runs > 10
    assert b"\x1b" in kept.read_bytes() and str(kept) in capsys.readouterr().out
    monkeypatch.setenv("AOFREF_DEBUG", "")
    monkeypatch.setitem(READERS, "san", READERS["san"]._replace(read=read))
    with pytest.raises(AssertionError):
        main(["--replay", str(kept)])


def test_it_goes_without_atheris(tmp_path: Path) -> None:
    found = ["--seconds", "1", "--plain", "--found", str(tmp_path), "position"]
    assert main(found) == 0 and not list(tmp_path.iterdir())


def test_a_reader_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nobody"])
    assert "no such reader: nobody" in capsys.readouterr().err
