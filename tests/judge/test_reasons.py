"""The reason that a person would give: of a move sent at the wrong time, twice, or half said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.helpers import aofref

AOF2 = '[Variant "aof2"]\n\n'
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"


def at(position: str) -> str:
    return f'[Variant "aof2"]\n[Position "{position}"]\n\n*\n'


def said(*args: str, record: str, status: int = 1) -> str:
    """Give the first line that `play` says of a move, without its place."""
    found = aofref("play", "-", *args, stdin=record)
    assert (found.exit_code, found.stdout) == (status, ""), found.output
    place, _, text = found.stderr.splitlines()[0].partition(" ")
    assert place.startswith("argument")
    return text


# Whose move it is -------------------------------------------------------------------------------

NEW = AOF2 + "*\n"
MOVED = AOF2 + "1. E:Lha5-fb3 *\n"
GONE = AOF2 + "1. E:Lha5-fb3 I:resigns *\n"
OVER = AOF2 + "1. E:resigns I:resigns J:resigns 0-0-0-1\n"
BARE = ("ga4-fa4", "fa4", "Nja4-ha5", "ja4ha5", "1001408015", "0")


@pytest.mark.parametrize(
    ("record", "move", "by", "text"),
    [
        # after E's move it is the turn of I, and E sends one more
        *((MOVED, move, "E", f"wrong-turn E:{move}: it is the turn of the Indian army, not of the European army (RULES 8)") for move in BARE),
        ('[Variant "sd2l-cohen"]\n\n*\n', "bg6-bg5", "B", "wrong-turn B:bg6-bg5: it is the turn of White, not of Black (RULES 8)"),
        *((GONE, move, "I", f"wrong-army I:{move.removeprefix('I:')}: the Indian army is no longer on the board (RULES 8)")
          for move in ("ea3-fa3", "I:ea3-fa3", "fa3", "resigns")),
        (GONE, "J:ga1-fa1", "I", "wrong-army J:ga1-fa1: a move of the Jewish army, not of the Indian army"),
        (NEW, "E:Lha5-fb3", "I", "wrong-turn E:Lha5-fb3: a move of the European army, not of the Indian army"),
        (OVER, "ga4-fa4", "E", "game-over E:ga4-fa4: the game is over (RULES 8)"),
    ],
)  # fmt: skip
def test_a_bare_move_is_of_the_army_that_it_is_by(
    record: str, move: str, by: str, text: str
) -> None:
    assert said(move, "--by", by, record=record) == text


def test_who_resigns_in_its_mail_resigns_out_of_turn_too() -> None:
    found = aofref("play", "-", "resigns", "--by", "P", stdin=NEW)
    assert (found.exit_code, found.stdout) == (0, AOF2 + "P:resigns *\n\n")


# Played already ---------------------------------------------------------------------------------

SIX = "1. E:Lha5-fb3 I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 2. E:Lkd5-hb3 I:fa3-ga3 *\n"


@pytest.mark.parametrize(
    ("move", "by"),
    [
        ("I:fa3-ga3", ""),
        ("fa3-ga3", "I"),
        ("fa3-ga3", ""),  # nothing stands on fa3 any more
        ("I:ga3", ""),
        ("ga3", "I"),
        ("fa3ga3", "I"),
        ("0601307013", "I"),
    ],
)
def test_a_mail_delivered_twice(move: str, by: str) -> None:
    args = ["--by", by] if by else []
    text = said(move, *args, record=AOF2 + SIX)
    assert "; already played as ply 6" in text
    told = aofref("play", "-", move, *args, "--format", "json", stdin=AOF2 + SIX)
    assert "already played as ply 6" in json.loads(told.stdout)["message"]
    assert "left out" not in told.stderr


@pytest.mark.parametrize("move", ["O-O", "Ke1-g1", "e1g1", "5171", "K e1-g1; R h1-f1", "Kg1"])
def test_a_castling_delivered_twice(move: str) -> None:
    record = '[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *\n'
    assert said(move, "--by", "W", record=record).endswith("; already played as ply 7")


def test_a_mail_delivered_a_round_late() -> None:
    record = AOF2 + SIX.replace("*", "J:fa1-ea1 P:jf3-je3 *")
    assert (
        said("ha5-fb3", record=record)
        == "empty-cell E:ha5-fb3: nothing stands on ha5; already played as ply 1"
    )
    assert said("Lha5-fb3", "--by", "E", record=record).endswith("; already played as ply 1")


def test_a_move_sent_twice_in_one_call() -> None:
    found = aofref("play", "-", "Lha5-fb3", "E:Lha5-fb3", stdin=NEW)
    assert found.exit_code == 1 and "; already played as ply 1\n" in found.stderr


@pytest.mark.parametrize(
    "move",
    [
        "E:Lha5-gb1",  # another cell
        "E:Nha5-fb3",  # another piece
        "E:fb3",  # of a Pawn
        "J:ga1-fa2",  # nearly
        "J:Lkd5-hb3",  # another army
        "I:resigns",
    ],
)
def test_what_was_not_played_already(move: str) -> None:
    record = AOF2 + SIX.replace("*", "J:fa1-ea1 I:resigns *")
    found = aofref("play", "-", move, stdin=record)
    assert found.exit_code == 1 and "already played" not in found.stderr


def test_a_piece_that_is_back_is_refused_for_what_stands_in_its_way() -> None:
    """The Rook went to ga4 once, came back, and now a Pawn is on its way."""
    record = '[Variant "aof2"]\n[Position "E:Kjb5;Rka4/I:Kdb2;Pea4/J:Kjb1/P:Kjh3 E - 1"]\n\n'
    record += "1. E:Rka4-ha4 I:Kdb2-da2 J:Kjb1-ja1 P:Kjh3-kh3 2. E:Rha4-ka4 I:ea4-fa4 J:Kja1-jb1 P:Kkh3-jh3 "
    record += "3. E:Kjb5-jc5 I:fa4-ga4 J:Kjb1-ja1 P:Kjh3-kh3 4. E:Kjc5-jb5 I:ga4-ha4 J:Kja1-jb1 P:Kkh3-jh3 *\n"
    text = said("E:Rka4-ga4", record=record)
    assert text.startswith("blocked ") and "already played" not in text


# Half said --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "move", "text"),
    [
        ('[Variant "sd2l-cohen"]\n\n*\n', "bg2-bg2", "own-piece W:bg2-bg2: W:Pbg2 is already on bg2"),
        (NEW, "E:Kjb5-jb5", "own-piece E:Kjb5-jb5: E:Kjb5 is already on jb5"),
        (NEW, "Kjb5", "own-piece E:Kjb5: E:Kjb5 is already on jb5"),
    ],
)  # fmt: skip
def test_a_move_to_where_the_piece_stands(record: str, move: str, text: str) -> None:
    assert said(move, record=record) == f"{text} (RULES 4)"
    lines = aofref("play", "-", move, stdin=record).stderr.splitlines()
    assert not any("in the way" in line for line in lines)


def test_a_piece_of_the_next_army() -> None:
    """M is Persia's: ji3 to gf3 is two steps along a hex diagonal's line, were it its turn."""
    record = at("E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3;Mji3 E - 1")
    [move] = [
        text
        for text in aofref(
            "moves", "-", "--from", "ji3", stdin=record.replace(" E - 1", " P - 1")
        ).stdout.splitlines()
        if text.startswith("Mji3-")
    ][:1]
    short = f"M{move[5:]}"
    assert said(short, record=record) == (
        f"wrong-army E:{short}: P:Mji3 does not belong to the European army, whose turn it is (RULES 8)"
    )
    assert said(f"E:{short}", record=record) == (
        f"no-match E:{short}: no M of the European army can go to {move[5:]}; the European army has no M"
    )
    decided = aofref("decide", "-", "stands", stdin=record.replace("*", f"1. {short} *"))
    assert decided.exit_code == 0, decided.output
    told = aofref("check", "--as-played", "--format", "json", stdin=decided.stdout)
    assert json.loads(told.stdout)["plies"] == 1


@pytest.mark.parametrize(
    ("move", "text"),
    [
        # from ji3 no Simurgh comes to eb3: so nothing is said of a turn
        ("Meb3", "no-match E:Meb3: no M of the European army can go to eb3; the European army has no M"),
        # the four Knights of E; ha3 is no Knight's move from any of them
        ("Nha3", "unreachable E:Nha3: E:Nia4 has no move that leads to ha3 (RULES 5); "
         "nor can E:Nja4, E:Nkb4, E:Nkc4 go there"),
        ("fa2", " (RULES 6); nor can any other P of the European army go there"),
        ("Yfb4", "E:Yjb4 has no move that leads to fb4 (RULES 5)"),  # one candidate needs no others
    ],
)  # fmt: skip
def test_every_candidate_is_named(move: str, text: str) -> None:
    assert said(move, record=NEW).endswith(text)


# Promotion --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("ca4-ba4=Q", "this game has no piece Q; on ba4 the Pawn may become F"),
        ("ba4=Q", "this game has no piece Q; on ba4 the Pawn may become F"),
        ("da4-ca4=Q", "this game has no piece Q"),
        ("Kjb5-jb4=Q", "this game has no piece Q"),
    ],
)
def test_only_what_a_pawn_may_become_is_possible(move: str, text: str) -> None:
    record = at("E:Kjb5;Pca4,da4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1")
    found = aofref("play", "-", move, "--format", "json", stdin=record)
    assert found.exit_code == 1
    told = json.loads(found.stdout)
    assert (told["code"], told["message"]) == ("bad-promotion", f"{text} (RULES 7)")
    possible = [line for line in found.stderr.splitlines() if "possible:" in line]
    may = ["F"] if "become" in text else []
    assert possible == [f"  possible: {code}" for code in may]
    assert told["proof"].get("candidates", []) == may


# Decided ----------------------------------------------------------------------------------------

REFUSED = AOF2 + "1. E:Lha5-fb3 I:da4-fa4 *\n"


@pytest.fixture
def taken_back(tmp_path: Path) -> str:
    path = tmp_path / "game.aof"
    path.write_text(aofref("decide", "-", "takeback", stdin=REFUSED).stdout)
    return str(path)


def test_play_says_that_an_arbiter_has_decided(taken_back: str) -> None:
    found = aofref("play", taken_back, "I:ea3-fa3")
    assert (found.exit_code, found.stdout) == (1, "")
    assert (
        "; an arbiter has decided on this move (takeback), and --as-played applies that\n"
        in found.stderr
    )
    assert "arbiter" not in aofref("play", "-", "I:ea3-fa3", stdin=REFUSED).stderr


@pytest.mark.parametrize(
    "args",
    [
        ["check"], ["convert"], ["show"], ["moves", "--count"], ["perft", "--depth", "1"],
        ["threats"], ["material"], ["list"], ["log"], ["table"], ["stats"], ["undo"],
        ["show", "--format", "html"], ["show", "--format", "json"], ["select", "--status", "legal"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_heeds_decisions_if_told_to(
    args: list[str], taken_back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(taken_back).read_text()
    strict = aofref(*args, "-", stdin=text)
    told = aofref(*args, "--as-played", "-", stdin=text)
    assert strict.exit_code == (0 if args == ["undo"] else 1)
    notes = {
        "undo": "aofref: taken back: E:Lha5-fb3\n",
        "table": "aofref: -:1: left out of the table: no player is named\n",
    }
    assert (told.exit_code, told.stderr) == (0, notes.get(args[0], ""))
    monkeypatch.setenv("AOFREF_AS_PLAYED", "1")
    assert seen(aofref(*args, "-", stdin=text)) == seen(told) != seen(strict)
    for off in ("", "0"):
        monkeypatch.setenv("AOFREF_AS_PLAYED", off)
        assert seen(aofref(*args, "-", stdin=text)) == seen(strict)


def seen(found: Result) -> tuple[int, str, str]:
    return found.exit_code, found.stdout, found.stderr


def test_play_and_gallery_heed_decisions(
    taken_back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    play = ["play", taken_back, "I:ea3-fa3"]
    gallery = ["gallery", str(tmp_path), "--output-dir", str(page)]
    assert [aofref(*args).exit_code for args in (play, gallery)] == [1, 1]
    assert [aofref(*args, "--as-played").exit_code for args in (play, gallery)] == [0, 0]
    monkeypatch.setenv("AOFREF_AS_PLAYED", "1")
    assert [aofref(*args).exit_code for args in (play, gallery)] == [0, 0]
    assert aofref("moves", "--variant", "aof2", "--count").stdout == "28\n"  # no record is read
