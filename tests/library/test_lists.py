"""Lists: the games, the rulings, and tables of points; the commands print the same."""

from __future__ import annotations

import json
import pickle
import re
import shutil
import weakref
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import aofref
from aofref.cli.commands import COMMANDS
from tests.games.test_files import SMALL
from tests.helpers import ROOT
from tests.helpers import aofref as command

SIX = ["aof2", "aof6", "proto-prelates", "sd2l-cohen", "sd2l-sling", "heathen-europe"]
CELLS = {"aof2": 245, "aof6": 370, "sd2l-cohen": 110, "heathen-europe": 144, "chess": 64}


def lines(*args: str) -> list[str]:
    return command(*args).stdout.splitlines()


# Games --------------------------------------------------------------------------------------------


def test_the_games_are_listed_as_the_command_lists_them() -> None:
    listed = aofref.variants()
    ids = [game.id for game in listed]
    assert ids[:6] == SIX and "chess" in ids[6:] and len(set(ids)) == len(ids) == len(listed)
    assert str(listed).splitlines() == [str(game) for game in listed] == lines("variants")
    told = [json.loads(line) for line in lines("variants", "--format", "json")]
    assert listed.report() == [game.report() for game in listed] == told
    assert not listed.faults


def test_each_game_of_the_list_can_be_played() -> None:
    games = {game.id: game for game in aofref.variants()}
    assert {name: len(games[name].cells) for name in CELLS} == CELLS
    for name, game in games.items():
        assert game == aofref.variant(name) and game.start().legal_moves()
        assert str(game).startswith(f"{name} ") and game.report()["title"] == game.title
    chosen = aofref.variant("aof2", ["check=advisory"])
    assert str(chosen) == str(games["aof2"]) and chosen.report() == games["aof2"].report()


def test_the_list_is_a_value() -> None:
    listed = aofref.variants()
    assert listed == aofref.variants() and hash(listed) == hash(aofref.variants())
    assert pickle.loads(pickle.dumps(listed)) == listed != aofref.rulings()
    assert listed[0].id == "aof2" and listed[-1] in listed and listed[:2] == (listed[0], listed[1])


def test_faults_of_files_are_findings_and_the_other_games_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    (first / "small.toml").write_text(SMALL)
    (second / "small.toml").write_text(SMALL)  # is never read
    (first / "wrong.toml").write_text(SMALL.replace('"small"', '"other"'))
    (first / "chess.toml").write_text(SMALL)  # an id of ours
    monkeypatch.setenv("AOFREF_GAMES", f"{first}:{second}")
    listed = aofref.variants()
    assert [game.id for game in listed][-1] == "small" and "wrong" not in listed[-1].id
    found = {path: [str(fault) for fault in faults] for path, faults in listed.faults.items()}
    assert found == {
        f"{first}/wrong.toml": ["bad-game the id is 'other', but the file is called 'wrong'"],
        f"{first}/chess.toml": ["bad-game a game of aofref has this id"],
        f"{second}/small.toml": [f"bad-game {first}/small.toml has the same id, and is read instead"],
    }  # fmt: skip
    warned = [fault.is_warning for faults in listed.faults.values() for fault in faults]
    assert warned == [False, False, True]
    said = command("variants")
    assert said.exit_code == 2 and said.stdout.splitlines() == str(listed).splitlines()
    told = [fault.diagnostic(path) for path, faults in listed.faults.items() for fault in faults]
    assert said.stderr.splitlines() == told
    assert pickle.loads(pickle.dumps(listed)) == listed


def test_a_file_that_a_program_opens_is_not_among_the_games(tmp_path: Path) -> None:
    path = tmp_path / "opened-here.toml"
    path.write_text(SMALL.replace('"small"', '"opened-here"'))
    game = aofref.variant(str(path))
    assert game not in aofref.variants() and str(game).startswith("opened-here     Small: 25 cells")


# Rulings ------------------------------------------------------------------------------------------


def test_the_rulings_are_listed_as_the_command_lists_them() -> None:
    listed = aofref.rulings()
    assert [ruling.number for ruling in listed] == [f"R-{n}" for n in range(1, 30)]
    assert str(listed).splitlines() == lines("rulings")
    told = [json.loads(line) for line in lines("rulings", "--format", "json")]
    assert listed.report() == [ruling.report() for ruling in listed] == told


@pytest.mark.parametrize("name", SIX)
def test_the_rulings_of_a_game(name: str) -> None:
    listed = aofref.rulings(name)
    assert listed == aofref.rulings(name.upper()) == aofref.rulings(aofref.variant(name))
    assert str(listed).splitlines() == lines("rulings", name) != lines("rulings")
    told = [json.loads(line) for line in lines("rulings", name, "--format", "json")]
    assert listed.report() == told
    # what can be chosen is what the game can be opened with, but the tag Array is in words
    words = {ruling.choice for ruling in listed if "=" in ruling.choice}
    assert words == set(aofref.variant(name).report()["rulings"])
    for word in words:
        assert aofref.rulings(aofref.variant(name, [word])) == listed


def test_rulings_of_games_from_files_and_of_none() -> None:
    assert aofref.rulings("chess") == aofref.rulings(aofref.variant("chess"))
    assert len(aofref.rulings("chess")) == 0 and str(aofref.rulings("chess")) == ""
    assert aofref.rulings("chess").report() == [] == lines("rulings", "chess")
    assert "leaves nothing open" in command("rulings", "chess").stderr
    with pytest.raises(aofref.UnknownVariant):
        aofref.rulings("aof3")
    with pytest.raises(TypeError):
        aofref.rulings(2)  # type: ignore[arg-type]


# Points -------------------------------------------------------------------------------------------

RECORDS = ROOT / "fixtures" / "records"
SEASON = """[Variant "aof2"]
[Event "Four"]
[European "Ada"]
[Indian "Bob"]
[Jewish "Cy"]
[Persian "Dan"]

1/2-0-0-1/2

[Variant "chess"]
[Event "Spring"]
[White "Ada"]
[Black "Bob"]

1. e4 e5 1-0

[Variant "chess"]
[Event "spring "]
[White "Bob"]
[Black "Ada"]

1. e4 e5 *

[Variant "chess"]
[Event "Spring"]
[White "Bob"]
[Black "Ada"]

1. e4 e4 0-1

[Variant "chess"]

1. e4 e5 1-0
"""
"""Ada shares with Dan and wins once; a game is open, one is illegal, and one has no players."""
OPTIONS: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    (["--cross"], {"cross": True}),
    (["--by", "Event"], {"by": "Event"}),
    (["--by", "event", "--by", "Variant", "--cross"], {"by": ["EVENT", "variant"], "cross": True}),
]


def test_the_rows_of_a_table() -> None:
    table = aofref.table(aofref.read(StringIO(SEASON)))
    half = Fraction(1, 2)
    assert [(r.name, r.points, r.games, r.wins, r.shared, r.open) for r in table.rows] == [
        ("Ada", 1 + half, 2, 1, 1, 1),
        ("Dan", half, 1, 0, 1, 0),
        ("Cy", 0, 1, 0, 0, 0),
        ("Bob", 0, 2, 0, 0, 1),
    ]
    ada = table.rows[0]
    # of Ada's points against Bob, Cy and Dan, only those against Dan have points behind them
    assert ada.sonneborn_berger == half * half and ada.head_to_head is None
    assert dict(ada.against) == {
        "Dan": aofref.Opponent(1, half),
        "Cy": aofref.Opponent(1, half),
        "Bob": aofref.Opponent(2, 1 + half),
    }
    assert [(one.line, one.status, one.why.partition(" ")[0]) for one in table.left_out] == [
        (24, "illegal", "illegal:"),
        (31, "legal", "no"),
    ]
    assert list(table) == list(table.rows) and len(table) == 4 and table[1].name == "Dan"
    assert pickle.loads(pickle.dumps(table)) == table and hash(table) == hash(table)


@pytest.mark.parametrize(("args", "options"), OPTIONS)
@pytest.mark.parametrize("of", ["season", "records"])
def test_a_table_is_that_of_the_command(
    of: str, args: list[str], options: dict[str, Any], tmp_path: Path
) -> None:
    if of == "season":
        path = tmp_path / "season.pgn"
        path.write_text(SEASON)
    else:
        path = tmp_path / "records"
        path.mkdir()
        for record in [*RECORDS.glob("aof6-0[12]*"), *RECORDS.glob("aof2-0[04]*")]:
            shutil.copy(record, path)
    found = {form: command("table", *args, "--format", form, str(path)) for form in ("text", "json", "tsv", "html")}  # fmt: skip
    table = aofref.table(aofref.read(path), **options)
    assert f"{table}\n" == found["text"].stdout
    assert table.report() == [json.loads(line) for line in found["json"].stdout.splitlines()]
    assert (table.tsv(), table.html()) == (found["tsv"].stdout, found["html"].stdout)
    told = [line.removeprefix("aofref: ") for line in found["text"].stderr.splitlines()]
    told = [line for line in told if ": left out of the table: " in line]
    assert list(map(str, table.left_out)) == told and told
    assert table.by == tuple(word.title() for word in args if word.title() in ("Event", "Variant"))
    if table.by:
        assert {row.tags["Event"] for row in table} >= (
            {"Four", "Spring"} if of == "season" else set()
        )


def test_a_table_reads_one_record_after_another() -> None:
    """It takes any iterable, and keeps no record."""
    alive: weakref.WeakSet[aofref.Record] = weakref.WeakSet()
    most = []

    def games() -> Iterator[aofref.Record]:
        for number in range(20):
            record = aofref.new("chess", {"W": f"Player {number}"}).with_tags({"Result": "1-0"})
            alive.add(record)
            most.append(len(alive))
            yield record

    table = aofref.table(games())
    assert len(table) == 20 and max(most) <= 2 and not table.left_out


def test_a_table_of_nothing_and_by_what_there_is_not() -> None:
    assert str(aofref.table([])).split() == ["player", "points", "games", "wins", "shared", "open", "SB", "H2H"]  # fmt: skip
    assert str(aofref.table([], by="Round")) == "" and aofref.table([]).report() == []
    with pytest.raises(ValueError, match="no table by 'Site'; there are Event, Round, Variant"):
        aofref.table([], by="Site")
    with pytest.raises(TypeError):
        aofref.table([], by=[2])  # type: ignore[list-item]


# What for which command ---------------------------------------------------------------------------


def test_a_program_finds_what_each_command_does() -> None:
    """Every command is named, and all that stands beside it is there."""
    text = (ROOT / "docs" / "library.md").read_text("utf-8")
    part = text.partition("## What for which command\n")[2].partition("\n## ")[0]
    table = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", part, re.MULTILINE))
    named = re.findall(r"`([a-z]+)[ `]", " ".join([*table, part.rpartition("|")[2]]))
    assert {*named} >= COMMANDS.keys() - {"help", "man", "completion"}
    of = {"record": aofref.Record, "position": aofref.Position, "variant": aofref.Variant}
    found = re.findall(r"`(aofref|record|position|variant)\.(\w+)", " ".join(table.values()))
    assert len(found) > 30
    for owner, name in found:
        assert hasattr(of.get(owner, aofref), name), f"{owner}.{name}"
