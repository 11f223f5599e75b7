"""Moves as text: forgiving on input, refused for the right reason, SAN as short as can be."""

from __future__ import annotations

import json
import random
import re
from itertools import permutations
from pathlib import Path

import pytest

from aofref import games
from aofref.findings import Code, Refusal
from aofref.judge.replay.line import step
from aofref.notation import moves as text
from aofref.notation import movetext, positions, resolve
from aofref.notation.movetext import Action, MoveText, Notation
from aofref.notation.records import split
from aofref.notation.records.splitter import text_lines
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves, origins
from aofref.rules.position import NO_PROMOTION, PASS, CoreMove, CorePosition
from aofref.rules.refuse import refusal
from tests.entries import by_commands, by_library, checked, recorded, unlike
from tests.helpers import (
    FIXTURES,
    aofref,
    game,
    given,
    meant,
    play_at_random,
    sampled,
    table,
    unhidden,
)
from tests.helpers import played as replayed

TWO_PAWNS = "E:Kjb5;Pfa3,fa4/I:Kdb2;Pgc3/J:Kjb1/P:Kjh3 E fb3>gc3 1"
OWED = "W:Kca1;Pdc6^2,dd5^1/B:Kbf6 W - 1"


def place(name: str, line: str) -> CorePosition:
    return given(game(name), line)


def named(position: CorePosition, said: str) -> str:
    """Give the LAN of the move that a text means, or the code of its refusal."""
    found = meant(position, said)
    return found.code.value if isinstance(found, Refusal) else movetext.lan(position, found)


# Input is forgiving -----------------------------------------------------------------------------


MEANT = [
    (name, line, *unhidden(row).split(" | ")) for name, line, rows in table("moves") for row in rows
]


@pytest.mark.parametrize(("name", "line", "said", "is_so"), MEANT)
def test_what_a_text_means_in_a_position(name: str, line: str, said: str, is_so: str) -> None:
    assert named(place(name, line), said) == is_so


READ: list[tuple[str, str, str, MoveText | None]] = [
    ("aof2", "lan", "E:Lha5-fb3+I", MoveText("", "E", "L", "ha5", False, "fb3", suffix="+I")),
    ("aof2", "lan", "PNga4xfa3ep#", MoveText("", "", "P", "ga4", True, "fa3", True, suffix="#")),
    ("aof6", "lan", "P th2-ba4=Q", None),
    ("aof6", "lan", "Pth2-ba4=Q", MoveText("", "", "PN", "th2", False, "ba4", promotion="Q")),
    ("aof2", "lan", "Lfb3", None),
    ("aof2", "lan", "ha5fb3", None),
    ("aof2", "lan", "zz9-zz8", None),
    ("aof2", "san", "zz9-zz8", MoveText("", "", "", "zz9", False, "zz8")),
    ("aof2", "lan", "J:--+E", MoveText("", "J", suffix="+E", action=Action.PASS)),
    ("aof2", "san", "Lxfb3", MoveText("", "", "L", "", True, "fb3")),
    ("aof2", "san", "L5-fb3", MoveText("", "", "L", "5", False, "fb3")),
    ("aof2", "san", "ha5fb3", MoveText("", "", "", "ha5", None, "fb3")),
    ("aof2", "coord", "E:ha5fb3=R#I+E", MoveText("", "E", "", "ha5", None, "fb3", False, "R", "#I+E")),
    ("aof2", "coord", "Lha5fb3", None),
    ("aof2", "coord", "ha5-fb3", None),
    ("aof2", "coord", "fb3", None),
    ("aof2", "coord", "--", MoveText("", action=Action.PASS)),
    ("aof2", "numeric", "E:0801506023+", MoveText("", "E", "", "ha5", None, "fb3", suffix="+")),
    ("aof2", "numeric", "080150602318", MoveText("", "", "", "ha5", None, "fb3", False, "P")),
    ("aof2", "numeric", "080150602301", MoveText("", "", "", "ha5", None, "fb3", False, "K")),
    ("aof2", "numeric", "080150602319", MoveText("", "", "", "ha5", None, "fb3", False, "19")),
    ("aof2", "numeric", "080150602300", MoveText("", "", "", "ha5", None, "fb3", False, "00")),
    ("aof2", "numeric", "9901506023", MoveText("", "", "", "99015", None, "fb3")),
    ("aof2", "numeric", "08015060231", None),
    ("aof2", "numeric", "P:0#", MoveText("", "P", suffix="#", action=Action.PASS)),
    ("aof2", "numeric", "--", None),
    ("aof2", "courier", "L ha5-fb3", MoveText("", "", "L", "ha5", None, "fb3")),
    ("aof2", "courier", "E:PN ga4-fa3; R-fa3; @-ga3;@-zz9+", MoveText("", "E", "P", "ga4", None, "fa3", True, "R", "+", Action.MOVE, ("ga3", "zz9"))),
    ("aof2", "courier", "L ha5-fb3; R-fb4", None),
    ("aof2", "courier", "L ha5-fb3; R-fb3; N-fb3", None),
    ("aof2", "courier", "Lha5-fb3", None),
    ("aof2", "courier", "--+", MoveText("", suffix="+", action=Action.PASS)),
    ("aof2", "courier", "E:resigns+J", MoveText("", "E", suffix="+J", action=Action.RESIGNS)),
    ("aof2", "san", "forfeits", MoveText("", action=Action.FORFEITS)),
    ("aof2", "san", "resign", None),
    ("aof2", "san", "e:Lha5-fb3", None),
    ("aof2", "san", "Z:Lha5-fb3", MoveText("", "Z", "L", "ha5", False, "fb3")),
    ("heathen-europe", "san", "PNab3xac4", MoveText("", "", "P", "ab3", True, "ac4")),
    ("heathen-europe", "numeric", "123456", MoveText("", "", "", "ab3", None, "de6")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "form", "said", "meaning"), READ)
def test_what_a_text_says_in_a_notation(
    name: str, form: str, said: str, meaning: MoveText | None
) -> None:
    for written in (said, f" {said.replace(' ', chr(9))}  "):
        found = text.parse(game(name), written, Notation(form))
        numbers = found and found.numbers
        assert found == (meaning and meaning._replace(text=written, numbers=numbers))


def test_a_text_that_is_too_long_is_no_move() -> None:
    for size in (text.LONGEST, text.LONGEST + 1):
        said = "Lha5-fb3".ljust(size)
        assert (text.parse(game("aof2"), said) is not None) == (size == text.LONGEST)


def test_texts_that_are_kept_are_short_and_few() -> None:
    variant = games.find("aof2")
    assert variant is not None
    of, long = CompiledVariant(variant), f"Lha5-fb3{'A' * 60}"
    assert text.parse(of, long) is None and long not in of.parsed_texts
    names = of.board.names[:100]
    texts = [f"{start}-{end}" for start in names for end in names]
    for said in texts:
        text.parse(of, said)
    assert 0 < len(of.parsed_texts) < len(texts)


def test_parts_of_cells_that_do_not_exist_are_not_kept() -> None:
    variant = games.find("aof2")
    assert variant is not None
    of = CompiledVariant(variant)
    for number in range(100):
        assert text.parse(of, f"Lzz{number}-fb3") is not None
    assert of.board._parts.keys() == {part for parts in of.board.short for part in parts}


RECORDS = sorted((FIXTURES / "records").glob("*.aof"))[::3]
DAMAGE = ("x", "-", ":", "A:", "P", "K", "=Q", "+", "#", "ep", " ", "1", "a")


def read_as_it_is_judged(position: CorePosition, said: str) -> CoreMove | None:
    """Read a legal move; None if the way that gives reasons refuses it."""
    found, written = text.read_legal(position, said), text.read(position, said)
    is_move = written is not None and written.action not in movetext.WITHDRAWALS
    judged = resolve.legal(position, written) if written is not None and is_move else None
    assert found == (None if isinstance(judged, Refusal) else judged), said
    return found


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_legal_moves_are_read_in_every_notation(path: Path) -> None:
    """At every twelfth ply of a whole game: its moves, and where each piece could come from."""
    raw = next(split(text_lines(path.read_text("utf-8").splitlines(keepends=True))))
    record, rng = replayed(raw), random.Random(path.stem)
    position, plain = record.first, record.game.plain
    for number, ply in enumerate(record.plies):
        if number % 12 == 0 and ply.move not in (None, PASS):
            legal = [move for move in legal_moves(position) if move != PASS]
            starts: dict[tuple[int, int, int], list[int]] = {}
            for move in legal:
                key = (plain[position.board[move.origin]], move.destination, move.promotion)
                starts.setdefault(key, []).append(move.origin)
            for piece in {plain[position.board[cell]] for cell in position.cells_of(position.turn)}:
                for end in range(len(position.board)):
                    for promotion in (NO_PROMOTION, 1):
                        key = (piece, end, promotion)
                        assert origins(position, *key) == sorted(starts.get(key, ()))
            for move in (ply.move, rng.choice(legal)):
                for notation in Notation:
                    said = movetext.write(position, move, notation)
                    at = rng.randrange(len(said) + 1)
                    read_as_it_is_judged(position, said[:at] + rng.choice(DAMAGE) + said[at:])
                    read_as_it_is_judged(position, said[:at] + said[at + 1 :])
                    assert read_as_it_is_judged(position, f"Z:{said}") is None
                    if not notation.lacks(record.game):
                        assert read_as_it_is_judged(position, said) == move
        position = step(position, ply)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("Nhf3", "no N on h of White can go to f3"),
        ("zf3", "no P on z of White can go to f3"),
    ],
)
def test_a_letter_that_is_no_file_is_named(said: str, sentence: str) -> None:
    record = f"1. {said} *\n"
    found = aofref("check", "--quiet", "--variant", "chess", stdin=record)
    assert (found.exit_code, found.stderr) == (1, f"-:1:4: no-match W:{said}: {sentence}\n")


def test_couriers_clauses_come_in_either_order() -> None:
    line = "C:Kea3/I:Kon3/M:Kkj3;Pqd3/N:Kta3;Pra3 N - 1"
    said = {
        order: text.parse(game("aof6"), f"PN aa1-bb2; {order}")
        for order in ("Q-bb2; @-cc3", "@-cc3; Q-bb2", "@-cc3;Q-bb2", "@-cc3; @-dd4; Q-bb2")
    }
    assert all(found and found.promotion == "Q" for found in said.values()), line
    assert {found.taken for found in said.values() if found} == {("cc3",), ("cc3", "dd4")}
    for wrong in ("Q-bb2; R-bb2", "Q-cc2"):
        assert text.parse(game("aof6"), f"PN aa1-bb2; {wrong}") is None


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("owner", "mover"), list(permutations("EIJP", 2)))
def test_a_move_of_a_piece_that_only_another_army_has(owner: str, mover: str) -> None:
    """Each army has its King, and one of them a Rook."""
    rook = {"E": "ia5", "I": "ba2", "J": "ia1", "P": "ih3"}[owner]
    line = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3".replace(f"{owner}:K", f"{owner}:R{rook};K")
    theirs, ours = place("aof2", f"{line} {owner} - 1"), place("aof2", f"{line} {mover} - 1")
    names = ours.game.board.names
    ends = {names[m.destination] for m in legal_moves(theirs) if names[m.origin] == rook}
    armies = {"E": "European", "I": "Indian", "J": "Jewish", "P": "Persian"}
    assert ends
    for end in ends:
        found = meant(ours, f"R{end}")
        assert isinstance(found, Refusal)
        assert found.message.startswith(
            f"{owner}:R{rook} does not belong to the {armies[mover]} army, whose turn it is"
        )


def test_the_reason_of_san_is_the_last_of_all_reasons() -> None:
    # ja4 to ga4 is blocked by ia4; the Rook on ja3 has no way there: `unreachable` comes later
    line = "E:Kjb5;Ria4,ka4/I:Kdb2;Nha4/J:Kjb1/P:Kjh3 E - 1"
    position = place("aof2", line)
    reasons = [
        refusal(position, CoreMove(*(position.game.board.number[cell] for cell in (origin, "ga4"))))
        for origin in ("ia4", "ka4")
    ]
    assert [why and why.code for why in reasons] == [Code.BLOCKED, Code.BLOCKED]


@pytest.mark.parametrize("digits", ["100250", "1002501", "10025010", "100250100", "10025010002"])
def test_numeric_with_a_wrong_count_of_digits_is_syntax(digits: str) -> None:
    for command in ("check", "convert", "show"):
        found = aofref(command, stdin=f'[Variant "aof2"]\n\n{digits} *\n')
        assert found.exit_code == 2 and "-:3:1: syntax " in found.stderr, found.output
    assert text.parse(game("aof2"), digits) is None
    assert text.parse(game("aof2"), digits, Notation.NUMERIC) is None


def test_an_army_off_the_board_neither_moves_nor_resigns() -> None:
    for said in ("I:Kdb2-da2", "I:resigns", "I:forfeits", "Z:resigns", "Z:Kdb2-da2"):
        found = aofref("check", stdin=f'[Variant "aof2"]\n\n1. E:Lha5-fb3 I:resigns {said} *\n')
        assert found.exit_code == 1 and "-:3:25: wrong-army " in found.stderr, found.output
    assert "this game has no army Z; it has E, I, J, P" in found.stderr


# Suffixes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_so", "true", "false"),
    [
        ("#J+IM", ["#J+IM", "#J", "+I", "+M", "+IM", "+MI", "#", "+", "#+", "#J+I", "#+M", "+J", "+IJ"],
         ["#I", "#JI", "+C", "#J+C", "#IM+J"]),
        ("+I", ["+I", "+"], ["#", "#I", "+J", "+IJ", "#+I"]),
        ("", [""], ["+", "#", "+I", "#I"]),
    ],
)  # fmt: skip
def test_a_suffix_may_say_less_than_is_true(is_so: str, true: list[str], false: list[str]) -> None:
    assert [said for said in true if movetext.denied(said, is_so)] == []
    assert [said for said in false if not movetext.denied(said, is_so)] == []


def test_suffixes_of_two_players() -> None:
    for is_so, true, false in (
        ("#", "# + #B +B", "#W +W"),
        ("+", "+ +B", "# #B +W"),
        ("", "", "+ #"),
    ):
        assert all(not movetext.denied(said, is_so, "B" if is_so else "") for said in true.split())
        assert all(movetext.denied(said, is_so, "B" if is_so else "") for said in false.split())


def test_a_check_said_of_a_mate_is_no_false_check() -> None:
    source = (FIXTURES / "records" / "heathen-europe-01-checkmate.aof").read_text("utf-8")
    mate = re.search(r"(\S+)#", source)
    assert mate is not None
    for mark, warned in (("#", 0), ("+", 0), ("", 0), ("#W", 1)):
        claimed = source.replace(mate[0], mate[1] + mark)
        told = json.loads(aofref("check", "--format", "json", stdin=claimed).stdout)
        assert len([w for w in told["warnings"] if w["code"] == "false-check"]) == warned


# SAN --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "lan", "san"),
    [
        ("aof2", TWO_PAWNS, "fa3-fb3", "fb3"),  # never `3fb3`
        ("aof2", TWO_PAWNS, "fa4xfb3ep", "faxfb3ep"),
        ("heathen-europe", OWED, "dd5-dd6=R", "dd6=R"),
        ("heathen-europe", OWED, "dd5-dd6", "d5dd6"),
        ("heathen-europe", OWED, "dc6-dd6", "c6dd6"),
    ],
)
def test_marks_count_for_what_is_unique(name: str, line: str, lan: str, san: str) -> None:
    position = place(name, line)
    move = meant(position, lan)
    assert isinstance(move, CoreMove)
    assert movetext.write(position, move, Notation.SAN) == san
    assert meant(position, san) == move


def test_a_level_that_would_be_a_move_number_gives_way_to_the_cell() -> None:
    # two Pawns of one column, both quiet to fb3, cannot be; so the level never stands alone
    position = place("aof2", "E:Kjb5;Pfa3/I:Kdb2/J:Kjb1/P:Kjh3 E - 1")
    for name in games.IDS:
        for at, move in play_at_random(game(name), 3, 60):
            if move.origin >= 0:
                assert not movetext.write(at, move, Notation.SAN)[0].isdigit()
    assert named(position, "fa3fb3") == "fa3-fb3"


def test_whole_cell_san_has_no_dash_but_is_read_with_one() -> None:
    line = "E:Kjb5;Lif1,if5,kd1/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
    position = place("aof2", line)
    for move in legal_moves(position):
        san = movetext.write(position, move, Notation.SAN)
        assert "-" not in san
        assert meant(position, san) == move
        assert meant(position, movetext.lan(position, move), Notation.SAN) == move


@pytest.mark.parametrize(
    "name",
    sampled(games.every(), "aof2", "aof6", "heathen-europe", "sd2l-sling", "chess", "glinski"),
)
def test_every_legal_move_is_read_back_by_every_entry(
    name: str, effort: int, tmp_path: Path
) -> None:
    """Some moves of some positions, ten times as many with --long."""
    of, tried = game(name), 0
    tags = "".join(f'[{army.name} "Anna"]\n' for army in of.variant.armies)
    for position, played in play_at_random(of, "entries", 60)[5 :: 18 if effort > 1 else 27]:
        record = f'[Variant "{name}"]\n[Position "{positions.write(position)}"]\n{tags}\n*\n'
        promoting = [move for move in legal_moves(position) if move.promotion >= 0]
        for move in (played, *legal_moves(position)[:: 1 if effort > 1 else 20], *promoting[:2]):
            meant = movetext.lan(position, move)
            sign = "x" if "x" in meant else "-"
            wrong = "false-capture" if sign == "-" else "unmarked-capture"
            said = {movetext.write(position, move, notation): "" for notation in Notation}
            if move.origin >= 0 and move.castling < 0 and "ep" not in meant:
                other = meant.replace(sign, "-x"[sign == "-"], 1)
                said |= {other: wrong, meant.replace(sign, "", 1): ""}
                letter = of.letters[position.turn]
                said[f"{meant}{'#' if of.two_players else f'+{letter}'}"] = "false-check"
            after = turn.apply(position, move)[0]
            over = movetext.suffix(after, ())
            for way, warned in said.items():
                tried += 1
                if "#" in way and over:
                    continue  # a mate, it may be
                assert checked(record, way) == (meant, warned), (record, way)
                assert not unlike(by_library(record, way), meant), (record, way)
                if tried % 19 == 1:
                    assert not unlike(by_commands(record, way, tmp_path), meant), (record, way)
    assert tried > 20


@pytest.mark.parametrize(
    ("text", "warned"),
    [("e5-d6", "unmarked-capture"), ("e5xd6", ""), ("e5-d6ep", ""), ("exd6", ""), ("e5d6", "")],
)
def test_a_capture_en_passant_has_its_mark(text: str, warned: str, tmp_path: Path) -> None:
    """The cell that is entered is empty, and a Pawn is taken all the same (RULES 6)."""
    record = '[Variant "chess"]\n[White "Anna"]\n[Black "Anna"]\n\n1. e4 a6 2. e5 d5 *\n'
    assert checked(record, text) == ("e5xd6ep", warned)
    assert not unlike(by_library(record, text), "e5xd6ep")
    assert not unlike(by_commands(record, text, tmp_path), "e5xd6ep")
    said = aofref("check", "--quiet", stdin=recorded(record, text)).stderr
    assert ("unmarked-capture" in said) is bool(warned)
