"""Names of a game's title, armies and pieces are text wherever they are shown, never markup."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aofref.games import aof2
from tests.damage import unsafe
from tests.helpers import aofref

MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;--></svg>]]>"
EVIL = f"{MARKUP}\x00\x07\x1b[31m\x7f\x9b\u202e\u2028\ufeff\nline 1:1: syntax of its own\r\t\ufffe"
RECORD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 {x} (1. E:ga4-fa4) I:ea3-fa3 J:Sha1-fb1 {y} *\n'
ENDING = (
    '[Variant "aof2"]\n[Position "E:Kjb5;Pca4,ga4/I:Kdb2;Pea3/J:Kjb1/P:Kjh3 E - 1"]\n\n'
    "1. E:ca4-ba4=F *\n"
)
COMMANDS = [
    ["show"],
    ["show", "--from", "fb3"],
    ["show", "--format", "json"],
    *(["show", "--format", "svg", *options] for options in (
        [], ["--pieces", "drawings"], ["--view", "stacked", "--cells"],
        ["--from", "fb3", "--pieces", "drawings"],
        ["--bindings", "N"],
    )),
    ["show", "--format", "html"],
    ["check", "--trace"],
    ["check", "--format", "json"],
    ["log"],
    ["list"],
    ["stats"],
    ["explain", "-", "P:kg2-kf2"],
    ["rules", "aof2"],
    *(["rules", "aof2", piece] for piece in ("N", "P", "K")),
    ["rules", "aof2", "N", "--from", "fb3", "--format", "json"],
    ["variants"],
    ["variants", "--format", "json"],
    ["threats"],
    ["material"],
]  # fmt: skip


@pytest.fixture(autouse=True)
def _stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give aof2 names as a stranger's file might have them."""
    game = aof2.VARIANT
    monkeypatch.setattr(
        aof2,
        "VARIANT",
        game._replace(
            title=f"{game.title} {EVIL}",
            page=f"page {EVIL}",
            armies=tuple(army._replace(name=f"{army.name} {EVIL}") for army in game.armies),
            pieces={
                c: piece._replace(name=f"{piece.name} {EVIL}") for c, piece in game.pieces.items()
            },
        ),
    )


def is_markup(text: str) -> bool:
    return "<script>alert" in text or "<img src=x" in text


@pytest.mark.parametrize("record", [RECORD, ENDING], ids=["record", "ending"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_name_is_text(command: list[str], record: str) -> None:
    if command[-1] == "P:kg2-kf2" and record is ENDING:
        command = [*command[:-1], "I:Kdb2-eb2"]
    if "fb3" in command and record is ENDING:
        command = ["jb5" if word == "fb3" else word for word in command]
    found = aofref(*command, stdin=record)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert found.exit_code == 0, found.output
    assert not unsafe(re.sub("[\n\t]", "", found.stdout)) and "\ufeff" not in found.stdout
    assert not [line for line in found.stdout.split("\n") if line.startswith("line 1:1:")]
    if "json" in command:
        for line in found.stdout.splitlines():
            json.loads(line)
    if "svg" in command:
        root = ElementTree.fromstring(found.stdout)
        assert not [one for one in root.iter() if one.tag.endswith(("script", "img"))]
        assert MARKUP[:30] in "".join(root.itertext())
    if "html" in command:
        assert not is_markup(found.stdout)
        given = re.search(r'id="data">(.*?)</script>', found.stdout, re.DOTALL)
        assert given is not None
        data = json.loads(given[1])
        assert any(MARKUP in name for name in data["types"])
        assert MARKUP in unescape(found.stdout)


def test_a_gallery_of_such_a_game(tmp_path: Path) -> None:
    record = tmp_path / "a.aof"
    record.write_text(RECORD)
    found = aofref("gallery", str(tmp_path), "--output-dir", str(tmp_path / "out"))
    assert found.exit_code == 0, found.output
    for page in (tmp_path / "out").iterdir():
        text = page.read_text("utf-8")
        assert not unsafe(re.sub("[\n\t]", "", text)), page
        if page.suffix == ".svg":
            root = ElementTree.fromstring(text)
            assert not [one for one in root.iter() if one.tag.endswith(("script", "img"))]
        else:
            assert not is_markup(text), page
