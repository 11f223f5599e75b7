"""What is reported of damaged records, word for word: places counted, and words read, by hand."""

from __future__ import annotations

import pytest

from aofref.notation.records import limits
from tests.helpers import aofref

HEAD = '[Variant "aof2"]\n\n'
JSON = '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": '
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"


def position(line: str, name: str = "aof2") -> str:
    return f'[Variant "{name}"]\n[Position "{line}"]\n\n*\n'


def at(line: str, moves: str, name: str = "aof2") -> str:
    return f'[Variant "{name}"]\n[Position "{line}"]\n\n{moves} *\n'


EN_PASSANT = "E:Kjb5;Pga4/I:Kdb2;Pga3/J:Kjb1/P:Kjh3 E fa3>ga3 1"

WHOLE: list[tuple[str, int, *tuple[str, ...]]] = [
    (
        HEAD + "1. E:Lha5-fb3 (1. E:Nia4-gb4 *\n",
        2,
        "-:3:15: syntax the variation opened here is never closed",
        "-:3:19: warning: variation E:Nia4-gb4: in a variation: unreachable, E:Nia4 has no move that leads to gb4 (RULES 5)",
    ),
    (
        HEAD + "1. E:Lha5-fb3 ) I:ea3-fa3 *\n",
        2,
        "-:3:15: syntax this closes a variation that was never opened",
    ),
    (
        HEAD + '1. E:Lha5-fb3\n[Site "x"]\nI:ea3-fa3 *\n',
        2,
        "-:4:1: unknown-variant the record names no variant",
    ),
    (
        '[Variant "aof2"]\n[Event "a"]\n[Event "b"]\n\n*\n',
        0,
        "-:3:1: warning: contradiction Event is 'a' above, but here 'b'",
    ),
    (
        '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n1. E:Lha5-fb3 0-1-0-0\n',
        0,
        "-:4:15: warning: contradiction the tag Result is '1-0-0-0', but the result here is '0-1-0-0'",
    ),
    (
        HEAD + "1. E:Lha5-fb3 1-0-0-0 0-1-0-0\n",
        0,
        "-:3:23: warning: contradiction the result is '1-0-0-0' above, but here '0-1-0-0'",
    ),
    (
        '[Variant "aof2]\n\n*\n',
        2,
        "-:1:1: bad-tag not a tag pair: '[Variant \"aof2]'",
        "-:1:1: unknown-variant the record names no variant",
    ),
    (
        '[Variant "aof2"] [Event "x" junk]\n\n*\n',
        2,
        "-:1:18: bad-tag not a tag pair: '[Event'",
        "-:1:25: syntax unreadable text: '\"x\"'",
        "-:1:29: syntax not a move: 'junk'",
        "-:1:33: syntax unreadable text: ']'",
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [}\n',
        2,
        "-:1:37: syntax not valid JSON: Expecting value",
    ),
    (
        '{"aof": 1, "tags": []}\n',
        2,
        "-:1:1: syntax not a JSON record as `convert --to json` writes it: it has no list movetext",
    ),
    (
        '{"aof": 1, "tags": [["Variant"]], "movetext": []}\n',
        2,
        "-:1:21: syntax not a JSON record as `convert --to json` writes it: tags must contain only pairs of strings",
    ),
    (
        JSON + '[{"x": 1}]}\n',
        2,
        "-:1:56: syntax not a JSON record as `convert --to json` writes it: movetext must contain only pairs of strings",
    ),
    (
        JSON + '[{"move": 1}]}\n',
        2,
        "-:1:56: syntax not a JSON record as `convert --to json` writes it: movetext must contain only pairs of strings",
    ),
    (
        JSON + "[" * 201 + "]" * 201 + "}\n",
        2,
        "-:1:1: limit JSON lists and objects are at most 100 deep",
    ),
    (
        JSON + "[" * 70 + "]" * 70 + "}\n",
        2,
        "-:1:56: syntax not a JSON record as `convert --to json` writes it: movetext must contain only pairs of strings",
    ),
    (position(KINGS + " E -"), 2, "-:2:1: bad-position a position has four fields, not 3"),
    (position(KINGS + " E - 0"), 2, "-:2:1: bad-position the round is a number from 1, not '0'"),
    (position(KINGS + " E - x"), 2, "-:2:1: bad-position the round is a number from 1, not 'x'"),
    (
        position(KINGS + "/P:Kjh4 E - 1"),
        2,
        "-:2:1: bad-position army P is given twice",
        "-:2:1: bad-position army P has 2 royal pieces, on jh3 and jh4",
    ),
    (position("E:Kjb5/I:Kdb2/J:Kjb1 E - 1"), 2, "-:2:1: bad-position army P is missing"),
    (
        position("E:Kjb5;Rzz9/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position R has no cell: 'zz9'",
    ),
    (
        position("E:Kjb5;Rjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position two pieces stand on jb5",
    ),
    (
        position("E:Kjb5;xka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position no piece code at 'xka4'",
    ),
    (
        position("E:Kjb5;Rka4^3/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position R on ka4^3 cannot owe 3 moves",
    ),
    (
        position("E:Kjb5,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position army E has 2 royal pieces, on jb5 and ka4",
    ),
    (
        position("E:Rjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position army E has pieces but no royal piece",
        "-:2:1: bad-position army E has the turn but is not on the board",
    ),
    (
        position("E:-/I:-/J:-/P:- E - 1"),
        2,
        "-:2:1: bad-position no army is on the board",
        "-:2:1: bad-position army E has the turn but is not on the board",
    ),
    (position("E:Kjb5;Pjb1/I:Kdb2/J:-/P:Kjh3 E - 1"), 0),
    (position(KINGS + " X - 1"), 2, "-:2:1: bad-position the turn names no army: 'X'"),
    (
        position("E:Kjb5/I:Kdb2/J:-/P:Kjh3 J - 1"),
        2,
        "-:2:1: bad-position army J has the turn but is not on the board",
    ),
    (
        position(KINGS + " E ga3 1"),
        2,
        "-:2:1: bad-position no Pawn fits the en passant right 'ga3'",
    ),
    (
        position(KINGS + " E fa3>ga3 1"),
        2,
        "-:2:1: bad-position no Pawn fits the en passant right 'fa3>ga3'",
    ),
    (
        position("nonsense nonsense nonsense nonsense "),
        2,
        "-:2:1: bad-position not an army: 'nonsense'",
        "-:2:1: bad-position army E is missing",
        "-:2:1: bad-position army I is missing",
        "-:2:1: bad-position army J is missing",
        "-:2:1: bad-position army P is missing",
        "-:2:1: bad-position the turn names no army: 'nonsense'",
        "-:2:1: bad-position no Pawn fits the en passant right 'nonsense'",
        "-:2:1: bad-position the round is a number from 1, not 'nonsense'",
    ),
    (position("Q Q Q "), 2, "-:2:1: bad-position a position has four fields, not 3"),
    (
        position(KINGS + ";RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRka4 E - 1"),
        2,
        "-:2:1: bad-position no piece code at 'RRRRRRRRRRRRRRRRRRRRR...'",
    ),
    (
        position("E:Kjb5;Rz1;Rz2;Rz3;Rz4;Rz5;Rz6;Rz7;Rz8;Rz9/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"),
        2,
        "-:2:1: bad-position R has no cell: 'z1'",
        "-:2:1: bad-position R has no cell: 'z2'",
        "-:2:1: bad-position R has no cell: 'z3'",
        "-:2:1: bad-position R has no cell: 'z4'",
        "-:2:1: bad-position R has no cell: 'z5'",
        "-:2:1: bad-position R has no cell: 'z6'",
        "-:2:1: bad-position R has no cell: 'z7'",
        "-:2:1: bad-position R has no cell: 'z8'",
        "-:2:1: bad-position R has no cell: 'z9'",
    ),
    (position("W:Kda6;Raa1/B:Kdd1;Rdb6 W - 1", "hec"), 0),
    (
        position("W:Kda6;Pac3^9/B:Kdd1 W - 1", "hec"),
        2,
        "-:2:1: bad-position P on ac3^9 cannot owe 9 moves",
    ),
    (
        position("W:Kda6;Rda1/B:Kdd1 W - 1", "hec"),
        2,
        "-:2:1: bad-position army B is in check, but it is not its turn",
    ),
    (
        HEAD + "1. E:Lha5-f *\n",
        2,
        "-:3:4: syntax not a move: 'E:Lha5-f': expected a cell at column 8",
    ),
    (
        HEAD
        + "1. E:LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL *\n",
        2,
        "-:3:4: syntax not a move: 'E:LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL...': expected a move of at most 64 characters at column 1",
    ),
    (
        HEAD + "1. E:Lha5-fb3=Q= *\n",
        2,
        "-:3:4: syntax not a move: 'E:Lha5-fb3=Q=': expected the end of the move at column 13",
    ),
    (
        HEAD + "1. E:Lha5?fb3 *\n",
        1,
        "-:3:4: own-piece E:Lha5: E:Lha5 is already on ha5 (RULES 4); nor can E:Lkd5 go there",
    ),
    (
        HEAD + "1. E:--x *\n",
        2,
        "-:3:4: syntax not a move: 'E:--x': expected the end of the move at column 5",
    ),
    (
        HEAD + "1. E:08015 *\n",
        2,
        "-:3:4: syntax not a move: 'E:08015': expected a move of 10 or 12 digits at column 3",
    ),
    (
        HEAD + "1. E:Lha5-fb3 X:ea3-fa3 *\n",
        1,
        "-:3:15: wrong-army X:ea3-fa3: this game has no army X; it has E, I, J, P (RULES 8)",
    ),
    (
        HEAD + "1. I:ea3-fa3 *\n",
        1,
        "-:3:4: wrong-turn I:ea3-fa3: it is the turn of the European army, not of the Indian army (RULES 8)",
    ),
    (
        HEAD + "1. E:Lha5-fb3+ *\n",
        0,
        "-:3:4: warning: false-check E:Lha5-fb3+: marked +, but no army is in check (RULES 8)",
    ),
    (
        HEAD + "1. E:Lha5xfb3 *\n",
        0,
        "-:3:4: warning: false-capture E:Lha5xfb3: E:Lha5 captures nothing on fb3",
    ),
    (
        HEAD + "1. E:Lha5-fb3ep *\n",
        1,
        "-:3:4: no-capture E:Lha5-fb3ep: E:Lha5 takes nothing en passant on fb3 (RULES 6)",
    ),
    (HEAD + "1. E:Lfb3 *\n", 0),
    (
        HEAD + "1. E:Ngb4 I:Zfa3 *\n",
        1,
        "-:3:4: unreachable E:Ngb4: E:Nia4 has no move that leads to gb4 (RULES 5); nor can E:Nja4, E:Nkb4, E:Nkc4 go there",
    ),
    ("x y z\n", 2, "-:1:1: unknown-variant the record names no variant"),
    (
        '[Variant "aof2"]\n[Rulings "check=never"]\n\n*\n',
        2,
        "-:2:1: bad-tag aof2 has no ruling 'check=never'; it has check=advisory stalemate=move",
    ),
    (
        '[Variant "aof2"]\n[Rulings "hec-king=planar"]\n\n*\n',
        2,
        "-:2:1: bad-tag aof2 has no ruling 'hec-king=planar'; it has check=advisory stalemate=move",
    ),
    ('[Variant "aof3"]\n\n*\n', 2, "-:1:1: unknown-variant no such variant 'aof3': aof2, aof6?"),
    ("\n\n1. E:Lha5-fb3 *\n", 2, "-:3:1: unknown-variant the record names no variant"),
    (
        HEAD + "1. E:Xha5-fb3 *\n",
        1,
        "-:3:4: wrong-piece E:Xha5-fb3: this game has no piece X; it has K, EM, R, N, F, T, Y, O, E, G, A, S, L, U, C, M, B, P (RULES 5)",
    ),
    (
        HEAD + "1. E:Pga4-fa4=X *\n",
        1,
        "-:3:4: bad-promotion E:Pga4-fa4=X: this game has no piece X (RULES 7)",
    ),
    (
        HEAD + "1. E:Lha5-fb3=R *\n",
        1,
        "-:3:4: promotion-forbidden E:Lha5-fb3=R: E:Lha5 may not promote on fb3 (RULES 7)",
    ),
    (
        HEAD + "1. E:Nha5-fb3 *\n",
        1,
        "-:3:4: wrong-piece E:Nha5-fb3: the piece there is E:Lha5, not N (RULES 5)",
    ),
    (
        HEAD + "1. E:Lzz9-fb3 *\n",
        1,
        "-:3:4: no-such-cell E:Lzz9-fb3: the board has no cell zz9 (RULES 2)",
    ),
    (
        HEAD + "1. E:Lha5-zz9 *\n",
        1,
        "-:3:4: no-such-cell E:Lha5-zz9: the board has no cell zz9 (RULES 2)",
    ),
    (
        HEAD + "1. E:ka1-ja1 *\n",
        1,
        "-:3:4: wrong-army E:ka1-ja1: J:Aka1 does not belong to the European army, whose turn it is (RULES 8)",
    ),
    (
        HEAD + "1. E:ea3-fa3 *\n",
        1,
        "-:3:4: wrong-army E:ea3-fa3: I:Pea3 does not belong to the European army, whose turn it is (RULES 8)",
    ),
    (HEAD + "1. E:Pfa4 *\n", 0),
    (HEAD + "1. E:Nzb4 *\n", 1, "-:3:4: no-such-cell E:Nzb4: the board has no cell zb4 (RULES 2)"),
    (
        HEAD + "1. E:Nka4 *\n",
        1,
        "-:3:4: own-piece E:Nka4: E:Nia4 cannot go to ka4: its own E:Rka4 stands there (RULES 4); nor can E:Nja4, E:Nkb4, E:Nkc4 go there",
    ),
    (
        HEAD + "1. -- *\n",
        1,
        "-:3:4: cannot-pass E:--: the European army may not pass: E:Pga4 can go to fa4 (RULES 8)",
    ),
    (
        HEAD + "1. X:-- *\n",
        1,
        "-:3:4: wrong-army X:--: this game has no army X; it has E, I, J, P (RULES 8)",
    ),
    (
        HEAD + "1. E:resigns I:ea3-fa3 J:Sha1-fb1 P:Gki3-hf2 2. E:Lha5-fb3 *\n",
        1,
        "-:3:35: wrong-piece P:Gki3-hf2: the piece there is P:Mki3, not G (RULES 5)",
    ),
    (
        HEAD + "1. E:resigns E:resigns *\n",
        1,
        "-:3:14: wrong-army E:resigns: the European army is no longer on the board (RULES 8)",
    ),
    (
        HEAD + "1. E:resigns I:resigns J:resigns P:Gki3-hf2 *\n",
        1,
        "-:3:34: game-over P:Gki3-hf2: the game is over (RULES 8)",
    ),
    (
        HEAD + "1. E:Lha5-fb3# *\n",
        0,
        "-:3:4: warning: false-check E:Lha5-fb3#: marked #, but no army is checkmated (RULES 8)",
    ),
    (
        HEAD + "1. E:Lha5-fb3 E:Nia4-gb4 *\n",
        1,
        "-:3:15: wrong-turn E:Nia4-gb4: it is the turn of the Indian army, not of the European army (RULES 8)",
    ),
    (at(EN_PASSANT, "1. E:ga4xfa3ep"), 0),
    (
        at(EN_PASSANT, "1. E:ga4xfa5ep"),
        1,
        "-:4:4: no-capture E:ga4xfa5ep: E:Pga4 can go to fa5 only to capture, and there is nothing to capture (RULES 6)",
    ),
    (
        at(EN_PASSANT, "1. E:Kjb5-jb4ep"),
        1,
        "-:4:4: no-capture E:Kjb5-jb4ep: E:Kjb5 takes nothing en passant on jb4 (RULES 6)",
    ),
    (
        at(EN_PASSANT, "1. E:ga4-fa4ep"),
        1,
        "-:4:4: no-capture E:ga4-fa4ep: E:Pga4 takes nothing en passant on fa4 (RULES 6)",
    ),
    (
        at(EN_PASSANT, "1. E:P ga4-fa3; @-ga5"),
        1,
        "-:4:4: no-capture E:P ga4-fa3; @-ga5: E:Pga4 to fa3 takes the Pawn on ga3 en passant, not ga5 (RULES 6)",
    ),
    (
        at(EN_PASSANT, "1. E:P ga4-fa3; @-jb1"),
        1,
        "-:4:4: no-capture E:P ga4-fa3; @-jb1: E:Pga4 to fa3 takes the Pawn on ga3 en passant, not jb1 (RULES 6)",
    ),
    (
        at("E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "1. E:Rka4-ga4"),
        1,
        "-:4:4: own-piece E:Rka4-ga4: E:Rka4 cannot go to ga4: its own E:Rga4 stands there (RULES 4)",
    ),
    (
        at("E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "1. E:Rha4"),
        1,
        "-:4:4: ambiguous E:Rha4: more than one R of the European army can go to ha4: from ga4, ka4",
    ),
    (
        at("E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "1. E:Raa4"),
        1,
        "-:4:4: no-such-cell E:Raa4: the board has no cell aa4 (RULES 2)",
    ),
    (
        at("E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "1. E:Bha4"),
        1,
        "-:4:4: no-match E:Bha4: no B of the European army can go to ha4; the European army has no B",
    ),
    (
        at("E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "1. E:Rkxha4"),
        1,
        "-:4:4: no-match E:Rkxha4: no R on kx of the European army can go to ha4",
    ),
    (
        at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. bf5-bf6", "hec"),
        1,
        "-:4:4: promotion-required W:bf5-bf6: W:Pbf5 must promote on bf6, to one of Y, L (RULES 7)",
    ),
    (
        at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. bf5-bf6=R", "hec"),
        1,
        "-:4:4: bad-promotion W:bf5-bf6=R: W:Pbf5 promotes on bf6 only to one of Y, L (RULES 7)",
    ),
    (at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. bf5-bf6=Y", "hec"), 0),
    (
        at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. bf5-bf6=K", "hec"),
        1,
        "-:4:4: bad-promotion W:bf5-bf6=K: W:Pbf5 promotes on bf6 only to one of Y, L (RULES 7)",
    ),
    (
        at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. bf6", "hec"),
        1,
        "-:4:4: promotion-required W:bf6: W:Pbf5 must promote on bf6, to one of Y, L (RULES 7)",
    ),
    (at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. W:bf6=L", "hec"), 0),
    (
        at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. B:bf6", "hec"),
        1,
        "-:4:4: wrong-turn B:bf6: it is the turn of White, not of Black (RULES 8)",
    ),
    (at("W:Kda6;Pbf5/B:Kdd1 W - 4", "1. Kda6-da5 Kdd1-dc1 2. 01", "hec"), 0),
]


@pytest.mark.parametrize("case", WHOLE)
def test_what_is_reported(case: tuple[str, int, *tuple[str, ...]]) -> None:
    text, status, *lines = case
    checked = aofref("check", "--quiet", stdin=text)
    assert (checked.exit_code, checked.stdout, checked.stderr.splitlines()) == (status, "", lines)


WRITTEN = [
    (
        '[Variant "aof2"]\n[Event "a \\"b\\" \\\\ c"]\n\n1. E:Lha5-fb3 *\n',
        '[Variant "aof2"]\n[Event "a \\"b\\" \\\\ c"]\n\n1. E:Lha5-fb3 *\n\n',
    ),
    (
        HEAD + "1. E:Lha5-fb3 {a comment} I:ea3-fa3 *\n",
        HEAD + "1. E:Lha5-fb3 {a comment} I:ea3-fa3 *\n\n",
    ),
    (
        HEAD + "1. E:Lha5-fb3 ; a comment to the end\nI:ea3-fa3 *\n",
        HEAD + "1. E:Lha5-fb3 {a comment to the end} I:ea3-fa3 *\n\n",
    ),
    (
        HEAD + "1. E:Lha5-fb3 // another\nI:ea3-fa3 *\n",
        HEAD + "1. E:Lha5-fb3 {another} I:ea3-fa3 *\n\n",
    ),
    (HEAD + "1. E:Lha5-fb3 ;glued\nI:ea3-fa3 *\n", HEAD + "1. E:Lha5-fb3 {glued} I:ea3-fa3 *\n\n"),
    (
        HEAD + "% an escape\n1. E:Lha5-fb3\n% another\nI:ea3-fa3 *\n",
        HEAD + "% an escape\n1. E:Lha5-fb3\n% another\nI:ea3-fa3 *\n\n",
    ),
    (
        HEAD + "1. E:Lha5-fb3 $1 $14 I:ea3-fa3!? *\n",
        HEAD + "1. E:Lha5-fb3 $1 $14 I:ea3-fa3!? *\n\n",
    ),
    (
        HEAD + "1. E:Lha5-fb3 (1. E:Lha5-gc3 (1. E:Lha5-ib3) I:ea3-fa3) I:ea3-fa3 *\n",
        HEAD
        + "1. E:Lha5-fb3 (1. E:Lha5-gc3 ({illegal from here: E:Lha5-ib3}) I:ea3-fa3)\nI:ea3-fa3 *\n\n",
    ),
    (
        HEAD + "{first} 1. E:Lha5-fb3 I:ea3-fa3 {last} *\n",
        HEAD + "{first} 1. E:Lha5-fb3 I:ea3-fa3 {last} *\n\n",
    ),
    (
        HEAD + '{"aof" is no record}\n1. E:Lha5-fb3 *\n',
        HEAD + ' {"aof" is no record} 1. E:Lha5-fb3 *\n\n',
    ),
    (HEAD + "1. E:Lha5-fb3 {a\nb} *\n", HEAD + "1. E:Lha5-fb3 {a b} *\n\n"),
    (
        HEAD + "1. E:Lha5-fb3 () {[%if I:ea3-fa3 J:Sha1-fb1]} *\n",
        HEAD + "1. E:Lha5-fb3 () {[%if I:ea3-fa3 J:Sha1-fb1]} *\n\n",
    ),
    (
        HEAD + "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 P:Gki3-gh2 2. E:resigns I:ha3-ga3 *\n",
        HEAD
        + "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 {illegal from here: P:Gki3-gh2 2. E:resigns\nI:ha3-ga3} *\n\n",
    ),
    (
        HEAD
        + "1. E:Lha5-fb3 {word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end} *\n",
        HEAD
        + "1. E:Lha5-fb3 {word word word word word word word word word word word word word\nword word word word word word word word word word word word word word word word\nword word word word word word word word word word word end} *\n\n",
    ),
    (
        '[Variant "aof2"]\n; between the tags\n[Event "x"]\n\n*\n',
        '[Variant "aof2"]\n[Event "x"]\n\n{between the tags} *\n\n',
    ),
    ('; before\n[Variant "aof2"]\n\n*\n', HEAD + "{before} *\n\n"),
    (HEAD + "*\n; behind\n", HEAD + "{behind} *\n\n"),
]


@pytest.mark.parametrize(("text", "written"), WRITTEN)
def test_what_is_written_again(text: str, written: str) -> None:
    """A record is written in a fixed form, whatever notation it has been in before."""
    assert aofref("convert", "--to", "lan", stdin=text).stdout == written
    for notation in ("san", "coord", "numeric", "courier", "json"):
        other = aofref("convert", "--to", notation, stdin=text).stdout
        assert aofref("convert", "--to", "lan", stdin=other).stdout == written, notation


BEYOND: list[tuple[str, int, str, *tuple[str, ...]]] = [
    ("COMMENT", 10, HEAD + "1. E:Lha5-fb3 {1234567890} *\n"),
    (
        "COMMENT",
        10,
        HEAD + "1. E:Lha5-fb3 {12345678901} *\n",
        "-:3:15: limit this comment is longer than 10 characters",
    ),
    ("COMMENT", 10, HEAD + "1. E:Lha5-fb3 {12345\n6789} *\n"),
    (
        "COMMENT",
        10,
        HEAD + "1. E:Lha5-fb3 {12345\n67890} *\n",
        "-:3:15: limit this comment is longer than 10 characters",
    ),
    ("COMMENT", 10, HEAD + "1. E:Lha5-fb3 ; 1234567890\n*\n"),
    (
        "COMMENT",
        10,
        HEAD + "1. E:Lha5-fb3 ; 12345678901\n*\n",
        "-:3:15: limit this comment is longer than 10 characters",
    ),
    ("COMMENT", 10, HEAD + "%1234567890\n*\n"),
    (
        "COMMENT",
        10,
        HEAD + "%12345678901\n*\n",
        "-:3:1: limit this comment is longer than 10 characters",
    ),
    (
        "TOKEN",
        12,
        HEAD + "1. E:Lha5-fb3 abcdefghijkl *\n",
        "-:3:15: syntax not a move: 'abcdefghijkl': expected a move at column 1",
    ),
    (
        "TOKEN",
        12,
        HEAD + "1. E:Lha5-fb3 abcdefghijklm *\n",
        "-:3:15: limit this token is longer than 12 characters",
    ),
    (
        "TOKEN",
        12,
        HEAD + "1. E:Lha5-fb3 @bcdefghijklm *\n",
        "-:3:15: limit this token is longer than 12 characters",
    ),
    ("TAG", 20, '[Event "1234567890"]\n' + HEAD + "*\n"),
    (
        "TAG",
        20,
        '[Event "12345678901"]\n' + HEAD + "*\n",
        "-:1:1: limit this tag pair is longer than 20 characters",
    ),
    ("LINE", 30, HEAD + "1. E:Lha5-fb3 I:ea3-fa3     *\n"),
    (
        "LINE",
        30,
        HEAD + "1. E:Lha5-fb3 I:ea3-fa3      *\n",
        "-:3:1: limit this line is longer than 30 characters",
    ),
    ("TOKENS", 3, HEAD + "1. E:Lha5-fb3 *\n"),
    (
        "TOKENS",
        3,
        HEAD + "1. E:Lha5-fb3 I:ea3-fa3 *\n",
        "-:3:25: limit a record has at most 3 tokens",
    ),
    ("TOKENS", 3, HEAD + "1. E:Lha5-fb3 {a} *\n", "-:3:19: limit a record has at most 3 tokens"),
    (
        "DEPTH",
        1,
        HEAD + "1. E:Lha5-fb3 (1. E:kd5-jd5) *\n",
        "-:3:19: warning: variation E:kd5-jd5: in a variation: own-piece, E:Lkd5 cannot go to jd5: its own E:Pjd5 stands there (RULES 4)",
    ),
    (
        "DEPTH",
        1,
        HEAD + "1. E:Lha5-fb3 (1. E:kd5-jd5 (1. E:kd5-jd5)) *\n",
        "-:3:19: warning: variation E:kd5-jd5: in a variation: own-piece, E:Lkd5 cannot go to jd5: its own E:Pjd5 stands there (RULES 4)",
        "-:3:29: limit variations are at most 1 deep",
    ),
    (
        "FINDINGS",
        2,
        HEAD + "1. @a@ @b@ @c@ @d@ *\n",
        "-:3:4: syntax unreadable text: '@a@'",
        "-:3:8: syntax unreadable text: '@b@'",
        "-:3:8: limit and 2 more unreadable tokens",
    ),
    (
        "FINDINGS",
        2,
        HEAD + "1. @a@ @b@ *\n",
        "-:3:4: syntax unreadable text: '@a@'",
        "-:3:8: syntax unreadable text: '@b@'",
    ),
    ("NESTING", 3, JSON + '[["result", "*"]]}\n'),
    (
        "NESTING",
        2,
        JSON + '[["result", "*"]]}\n',
        "-:1:1: limit JSON lists and objects are at most 2 deep",
    ),
    (
        "JSON",
        70,
        JSON + '[["result", "*"]]}\n',
        "-:1:1: limit this JSON record is longer than 70 characters",
    ),
    (
        "TOKENS",
        1,
        JSON + '[["result", "*"], ["result", "*"]]}\n',
        "-:1:73: limit a record has at most 1 tokens",
    ),
    ("TAG", 19, JSON + '[["result", "*"]]}\n'),
    (
        "TAG",
        15,
        JSON + '[["result", "*"]]}\n',
        "-:1:21: limit this tag pair is longer than 15 characters",
    ),
    (
        "TOKEN",
        2,
        JSON + '[["result", "***"]]}\n',
        "-:1:56: limit this token is longer than 2 characters",
    ),
    (
        "COMMENT",
        3,
        JSON + '[["comment", "abcd"]]}\n',
        "-:1:56: limit this comment is longer than 3 characters",
    ),
    ("COMMENT", 3, JSON + '[["comment", "abc"]]}\n'),
    ("DEPTH", 1, JSON + '[["open", "("], ["close", ")"]]}\n'),
    (
        "DEPTH",
        1,
        JSON + '[["open", "("], ["open", "("], ["close", ")"], ["close", ")"]]}\n',
        "-:1:71: limit variations are at most 1 deep",
    ),
    ("TOKENS", 1, JSON + '[["result", "*"]]}\n'),
    ("TOKEN", 1, JSON + '[["result", "*"]]}\n'),
    ("JSON", 74, JSON + '[["result", "*"]]}\n'),
]


@pytest.mark.parametrize("case", BEYOND)
def test_what_is_reported_beyond_a_limit(
    case: tuple[str, int, str, *tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, most, text, *lines = case
    monkeypatch.setattr(limits, name, most)
    checked = aofref("check", "--quiet", stdin=text)
    assert checked.stderr.splitlines() == lines
    if any(": limit " in line for line in lines):
        assert checked.exit_code == 2


PROMOTED = '[Variant "heathen-europe"]\n[Position "W:Kda6;Pbf5/B:Kdd1 W - 4"]\n\n4. {} *\n\n'
LAST_CODE = '[Variant "aof6"]\n[Position "C:PRed3;PNli1/I:Kon3/M:Kkj3/N:Kta3 C - 5"]\n\n5. {} *\n\n'
PASSED = f'[Variant "aof2"]\n[Position "{EN_PASSANT}"]\n\n1. {{}} *\n\n'


@pytest.mark.parametrize(
    ("record", "written"),
    [
        (
            PROMOTED,
            {"lan": "bf5-bf6=Y", "san": "bf6=Y", "coord": "bf5bf6=Y", "numeric": "26526605"},
        ),
        # 12th file, 9th rank, level 1 to 11, 11, 1; the Firstlady is the last of 32 kinds.
        (
            LAST_CODE,
            {
                "lan": "C:li1-kj1=FL+M",
                "san": "C:kj1=FL+M",
                "coord": "C:li1kj1=FL+M",
                "numeric": "C:120911110132+M",
            },
        ),
        (
            PASSED,
            {
                "lan": "E:ga4xfa3ep",
                "san": "E:gaxfa3ep",
                "coord": "E:ga4fa3",
                "numeric": "E:0701406013",
            },
        ),
    ],
    ids=["promotion", "last-code", "en-passant"],
)
def test_a_move_in_every_notation(record: str, written: dict[str, str]) -> None:
    for text in written.values():
        for notation, other in written.items():
            found = aofref("convert", "--to", notation, stdin=record.format(text))
            assert (found.stdout, found.exit_code) == (record.format(other), 0)
