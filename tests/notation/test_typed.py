"""Moves as people send them: leniently, explained, with the nearest that would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import aofref as library
from aofref import games
from aofref.notation import moves, movetext, resolve
from aofref.notation.movetext import Notation
from aofref.notation.typed import InputReader
from aofref.rules import turn
from aofref.rules.moves import legal_moves
from tests.clubs import AClub
from tests.entries import by_commands, by_library, by_mail, checked, mailed, recorded, unlike
from tests.helpers import aofref, game, grows_evenly

NEW = '[Variant "aof2"]\n\n*\n'

# Forgiven ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["e:Lha5-fb3", "E: Lha5-fb3", "e : Lha5-fb3", "E:LHA5-FB3", "E:Lha5 - fb3", "E:Lha5\u00a0-\u00a0fb3",
     "E:Lha5- fb3", "E:Lha5 -fb3", "1. E:Lha5-fb3", "1.E:Lha5-fb3!", "1) e:Lha5-fb3", "(1) E:Lha5-fb3 !?",
     "1 E:Lha5-fb3", "1... E:Lha5-fb3.", "E:Lha5\u2009\u2013\u2009fb3", "\ufeffE:Lha5-fb3", "E:Lha5-fb3 !!"],
)  # fmt: skip
def test_what_people_type(text: str) -> None:
    said = moves.parse(game("aof2"), InputReader(game("aof2")).read(text).text)
    assert said is not None
    assert (said.army, said.code, said.origin, said.destination) == ("E", "L", "ha5", "fb3")
    played = aofref("play", "-", text, stdin=NEW)
    assert played.exit_code == 0 and "1. E:Lha5-fb3 *" in played.stdout


@pytest.mark.parametrize("name", games.IDS)
def test_what_is_readable_is_left_alone(name: str) -> None:
    position = turn.start(game(name))[0]
    letter = position.game.letters[position.turn]
    for move in legal_moves(position)[::7]:
        for notation in Notation:
            text = movetext.write(position, move, notation)
            for said in (text, f"{letter}:{text}"):
                assert InputReader(position.game).read(said).text == said
            if notation in (Notation.LAN, Notation.COORD):
                typed = f"3. {letter.lower()}: {text.upper().replace('X', ' x ')} !"
                mended = InputReader(position.game).read(typed).text
                meant = moves.parse(position.game, mended)
                assert meant is not None, (text, mended)
                assert resolve.resolve(position, meant) == move


@given(st.text(alphabet="EeNja45-x:=!. \u00a0", max_size=20))
def test_forgiving_changes_only_what_is_no_move(text: str) -> None:
    of, reader = game("aof2"), InputReader(game("aof2"))
    written = moves.parse(of, text)
    cells = ("", *of.board.number, *(part for parts in of.board.short for part in parts))
    found = reader.read(text).text
    if written is not None and {written.origin, written.destination} <= set(cells):
        assert found == text or written.code not in ("", *of.kinds)
    else:
        assert found == text or moves.parse(of, found) is not None
    assert reader.read(found).text == found


# Read alike -------------------------------------------------------------------------------------

HEC = '[Variant "heathen-europe"]\n[White "Anna"]\n[Black "Bela"]\n\n*\n'
CHESS = '[Variant "chess"]\n[White "Anna"]\n[Black "Bela"]\n\n*\n'
LED = NEW.replace("\n\n", '\n[European "Anna"]\n\n')
COHEN = HEC.replace("heathen-europe", "sd2l-cohen")
LATE = HEC.replace("\n\n", '\n[Position "W:Kba1;Nab2;Paa3,ac3/B:Kcf6;Udf6 B - 7"]\n\n')
LATER = LATE.replace("B - 7", "W - 8")

ALIKE = [
    *((HEC, text, "Nab2-bb4") for text in (
        "Nab2-bb4", "nab2-bb4", "NAB2-BB4", "nAB2-bb4", "Nab2 bb4", "Nab2 - bb4", "ab2 to bb4",
        "ab2 bb4", "Ab2-bb4", "knight ab2-bb4", "KNIGHT AB2 TO BB4", "Knight ab2 goes to bb4",
        "White: Nbb4", "white: nbb4", "w: Nbb4", "White, Nbb4", "White Nbb4", "Anna: Nbb4",
        "anna: knight to bb4", "(Nbb4)", "[Nbb4]", "\u201cNbb4\u201d", "1. Nbb4", "(1) Nbb4",
        "1 ... Nbb4", "7. ... Nab2-bb4", "... Nbb4", "(1. Nbb4!)", "1. (nbb4)", "n ab2-bb4",
        "Nab2 -> bb4", "Nab2\u2192bb4", "nbb4", "w:nbb4", "1. White: Nbb4.",
    )),
    *((HEC, text, "aa3-aa5") for text in (
        "paa3-aa5", "PAA3-AA5", "aa3 - aa5", "Aa3-aa5", "pawn aa3 to aa5", "Paa3 aa5", "PN aa3-aa5",
    )),
    *((LATE, text, "Udf6xac3") for text in (
        "7. ... Udf6xac3", "7... udf6xac3", "Black: Udf6 x ac3", "Unicorn takes ac3", "bela: uxac3",
        "unicorn df6 captures ac3", "Udf6 ac3", "(7. ... Udf6xac3)",
    )),
    *((LATER, text, "aa3-aa4=N") for text in ("aa3-aa4=n", "AA3-AA4=N", "aa3 aa4 = knight", "paa3-aa4N")),
    (HEC, "nab2-bb9", "no-such-cell"), (HEC, "Nab2-bb5", "unreachable"), (HEC, "hello", "syntax"),
    (HEC, "qab2-bb4", "syntax"), (HEC, "Qab2-bb4", "wrong-piece"), (HEC, "a b4", "syntax"),
    (HEC, "Black: Nbb4", "wrong-turn"), (HEC, "Bela: Nbb4", "wrong-turn"),
    (COHEN, "rabh4", "RAbh1-bh4"),  # no Rook of level a may go to bh4
    (COHEN, "RABH4", "RAbh1-bh4"), (COHEN, "rabh1-bh4", "RAbh1-bh4"), (COHEN, "rabbi bh4", "RAbh1-bh4"),
    *((CHESS, text, "Ng1-f3") for text in ("\u2658f3", "\u265e\ufe0e f3", "White: \u2658 g1-f3", "W Nf3", "w nf3")),
    *((CHESS, text, "syntax") for text in ("bNc3", "bQxd5")), (HEC, "U2be4", "syntax"),
    *((LED, text, "Lha5-fb3") for text in ("E Lha5-fb3", "e lha5 - fb3")), (LED, "I ea3-fa3", "wrong-turn"),
    (LED, "k:GYre2", "syntax"), (LED, "E ga4-fa4", "wrong-piece"), (LED, "P ga4-fa4", "ga4-fa4"),
]  # fmt: skip
"""What is typed in which record, and the move that it is, or the code of its refusal."""
RESIGNED = [
    *("I resign", "Anna resigns", "anna resigns.", "White resigns", "(I resign)", "1. resign"),
    *("Anna: resign", "w: I resign!"),
]


def by_the_club(record: str, text: str, folder: Path, player: str) -> str:
    """Give what a club makes of a mail: the move, or the code or word of what it does with it."""
    club = AClub(folder / "club")
    (club.folder / "games" / "g.aof").write_text(record)
    club.mail(player, "[g]", text)
    (line,) = club.run()
    ended = {"ended": "resigns", "held": "syntax"}
    return str(line["code"] or line["move"] or ended[line["verdict"]])


@pytest.mark.parametrize(("record", "text", "meant"), ALIKE)
def test_a_move_is_read_alike_by_all(record: str, text: str, meant: str, tmp_path: Path) -> None:
    player = "Bela" if record is LATE else "Anna"
    made = by_library(record, text) | by_commands(record, text, tmp_path, player)
    del made["play, in words"]  # words of the command line may be several moves
    assert unlike(made, meant) == {}
    assert by_the_club(record, text, tmp_path, player) == meant


@pytest.mark.parametrize("text", RESIGNED)
def test_a_resignation_is_read_alike_by_all(text: str, tmp_path: Path) -> None:
    file, resigned = tmp_path / "game.aof", HEC.replace("*", "W:resigns 0-1") + "\n"
    file.write_text(HEC)
    assert aofref("play", str(file), text).stdout == resigned
    assert aofref("play", str(file), "--mail", stdin=mailed(text, "Anna")).stdout == resigned
    assert aofref("explain", str(file), text).exit_code == 2
    assert library.loads(HEC).play(text).mainline()[-1].lan == "resigns"
    assert by_the_club(HEC, text, tmp_path, "Anna") == "resigns"


def of_chess(fen: str) -> str:
    return f'[Variant "chess"]\n[FEN "{fen} - - 0 1"]\n[White "Anna"]\n[Black "Anna"]\n\n*\n'


BISHOP = of_chess("4k3/8/8/4b3/8/2N5/8/4K3 b")  # takes c3
FAR = of_chess("4k3/2p5/8/8/5b2/8/8/4K3 b")  # neither it nor a Pawn comes to c4
BOTH = of_chess("4kb2/2p5/8/8/8/8/8/4K3 b")  # it and the Pawn come to c5
PAWN = of_chess("4k3/2p5/8/8/8/8/2p5/4K3 b")
KNIGHT = of_chess("4k3/8/8/4p3/3P4/3N4/8/4K3 w")
WHITE = of_chess("4k3/8/2n5/1B6/8/8/8/4K3 w")
COLONS = [
    (BISHOP, "B:c3", "Be5xc3", ""), (BISHOP, "B:c3+", "Be5xc3", ""), (BISHOP, "B:c3#", "Be5xc3", "false-check"),
    (KNIGHT, "N:e5", "Nd3xe5", ""), (KNIGHT, "P:e5", "d4xe5", ""), (KNIGHT, "d:e5", "d4xe5", ""),
    (KNIGHT, "W:d5", "d4-d5", ""), (KNIGHT, "N:c6", "unreachable", ""), (KNIGHT, "Z:e5", "wrong-army", ""),
    (WHITE, "B:c6", "Bb5xc6", ""), (WHITE, "B:c6+", "Bb5xc6", ""), (WHITE, "B:c7", "unreachable", ""),
    (WHITE, "B:c6-e5", "wrong-turn", ""), (WHITE, "B:c6=Q", "wrong-turn", ""),
    (PAWN, "B:c5", "c7-c5", ""), (PAWN, "B:c5+", "c7-c5", "false-check"), (PAWN, "B:c1=Q", "c2-c1=Q", ""),
    (PAWN, "B:c7-c5", "c7-c5", ""), (PAWN, "B:c7c5", "c7-c5", ""), (PAWN, "B:Ke8-e7", "Ke8-e7", ""),
    (BOTH, "B:c5", "Bf8-c5", "false-capture"), (BOTH, "B:c6", "c7-c6", ""), (BOTH, "B:d6", "Bf8-d6", "false-capture"),
    (FAR, "B:c4", "unreachable", ""), (FAR, "B:c7", "own-piece", ""), (FAR, "B:O-O", "cannot-castle", ""),
    (of_chess("r3k2r/8/8/8/8/8/8/4K3 b").replace("- -", "kq -"), "B:O-O", "O-O", ""),
    (of_chess("4k3/8/8/8/2Pp4/8/8/4K3 b").replace("- -", "- c3"), "B:c3ep", "d4xc3ep", ""),
    (NEW, "L:fb3", "wrong-army", ""), (NEW, "P:fb3", "wrong-turn", ""), (NEW, "E:fa4", "ga4-fa4", ""),
]  # fmt: skip
"""An army or a piece, and a colon: in which record, the move or the code of its refusal, warnings."""


@pytest.mark.parametrize(("record", "text", "meant", "warned"), COLONS)
def test_a_colon_is_of_an_army_or_of_a_capture(
    record: str, text: str, meant: str, warned: str, tmp_path: Path
) -> None:
    found = checked(record, text)
    assert (found[0].removeprefix("E:"), found[1]) == (meant, warned)
    assert not unlike(by_library(record, text), meant)
    assert not unlike(by_commands(record, text, tmp_path, "" if record == NEW else "Anna"), meant)


@pytest.mark.parametrize(
    ("record", "text", "told"),
    [
        (FAR, "B:c4", "unreachable B:Bxc4: B:Bf4 has no move that leads to c4 (chess: pieces.B); "
         "read as the capture Bxc4, not as the move B:Pc4 of Black"),
        (WHITE, "B:c7", "unreachable W:Bxc7: W:Bb5 has no move that leads to c7 (chess: pieces.B); "
         "read as the capture Bxc7, not as the move B:Pc7 of Black"),
        (BOTH, "B:c5", "warning: false-capture B:Bxc5: B:Bf8 captures nothing on c5; "
         "read as the capture Bxc5, not as the move B:Pc5 of Black"),
        (PAWN, "B:c5+", "warning: false-check B:c7-c5+: marked +, but White is not in check (chess: ending); "
         "read as the move B:Pc5+ of Black, not as the capture Bxc5+"),
        (KNIGHT, "N:c6", "unreachable W:Nxc6: W:Nd3 has no move that leads to c6 (chess: pieces.N)"),
        (FAR, "c4", "unreachable B:c7-c4: B:Pc7 has no move that leads to c4 (chess: pieces.P)"),
        (PAWN, "c5#", "warning: false-check B:c7-c5#: marked #, but White is not checkmated (chess: ending)"),
        (BISHOP, "c3", "no-match B:Pc3: no P of Black can go to c3; Black has no P"),
        (KNIGHT, "e7", "unreachable W:e7: W:Pd4 has no move that leads to e7 (chess: pieces.P)"),
        (NEW, "L:fb3", "wrong-army L:fb3: this game has no army L; it has E, I, J, P (RULES 8); a capture is written Lxfb3"),
        (NEW, "P:Lha5-fb3", "wrong-turn P:Lha5-fb3: it is the turn of the European army, "
         "not of the Persian army (RULES 8)"),
    ],
)  # fmt: skip
def test_a_finding_names_the_other_reading(record: str, text: str, told: str) -> None:
    found = aofref("check", "-", stdin=record.replace("*\n", f"{text} *\n"))
    assert found.stderr.splitlines()[0].partition(" ")[2] == told


def test_an_army_that_is_named_otherwise_is_no_piece() -> None:
    for text in ("Black: c5", "black, c5", "c5"):
        assert aofref("play", "-", text, "--by", "Black", stdin=BOTH).stdout.endswith(
            "1... c7-c5 *\n\n"
        )
        assert library.loads(BOTH).add(text, by="B").record.mainline()[-1].lan == "c7-c5"


@pytest.mark.parametrize(
    ("record", "words", "played"),
    [
        (HEC, "aa3 - aa5", "1. aa3-aa5 *"),
        (HEC, "1. Nab2 to bb4 1. ... ae4 - ae3", "1. Nab2-bb4 ae4-ae3 *"),
        (HEC, "knight bb4", "1. Nab2-bb4 *"),
        (HEC, "Anna resigns", "W:resigns 0-1"),
        (HEC, "White : nab2 x bb4 draw", "1. Nab2-bb4 {[%draw W]} *"),
        (HEC, "aa3-aa5 ae4-ae3", "1. aa3-aa5 ae4-ae3 *"),
        (HEC, "aa5 ae3", "1. aa3-aa5 ae4-ae3 *"),  # two moves, each of them a word
        *((CHESS, text, "1. Ng1-f3 *") for text in ("\u265e\ufe0e f3", "White: \u2658 g1-f3", "W Nf3", "w nf3")),
        *((LED, text, "1. E:Lha5-fb3 *") for text in ("E Lha5-fb3", "e lha5 - fb3")),
        (LED, "P ga4-fa4", "1. E:ga4-fa4 *"),
    ],
)  # fmt: skip
def test_words_of_the_command_line_are_put_together(record: str, words: str, played: str) -> None:
    found = aofref("play", "-", *words.split(), stdin=record)
    assert found.exit_code == 0, found.stderr
    assert found.stdout == record.replace("*", played) + "\n"


def test_words_that_are_moves_by_themselves_are_not_put_together() -> None:
    found = aofref("play", "-", "aa3", "aa5", stdin=HEC)
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr.startswith("argument 1:1:1: own-piece W:aa3: ")
    assert "\n  if 'aa3 aa5' is one move, write it as one word: aa3aa5\n" in found.stderr


SEVERAL = "several moves: give each as an argument of its own: "
LINE = "a conditional line is given by itself"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. e4 e5", f"{SEVERAL}e4 e5"),
        ("e4, e5", f"{SEVERAL}e4 e5"),
        ("e2e4 Nf3", f"{SEVERAL}e2e4 Nf3"),
        ("Ng1 - f3 Ng8-f6", f"{SEVERAL}Ng1-f3 Ng8-f6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", f"{SEVERAL}e4 e5 Nf3 Nc6 Bb5 a6 ..."),
        ("e4 resign", f"{SEVERAL}e4 resigns"),
        ("e4 if e5 Nf3", f'{LINE} behind the move e4: --if "e5 Nf3"'),
        ("1. e4, if 1... e5 2. Nf3", f'{LINE} behind the move e4: --if "e5 Nf3"'),
        ("if e5 Nf3", f'{LINE}: --if "e5 Nf3"'),
    ],
)
def test_several_moves_in_one_word(text: str, why: str, tmp_path: Path) -> None:
    record = '[Variant "chess"]\n\n*\n'
    found = aofref("play", "-", text, stdin=record)
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr == f"argument:1:1: ambiguous {text}: {why}\n"  # and nothing is nearest
    found = aofref("explain", "-", text, stdin=record)
    assert (found.exit_code, found.stdout) == (1, f"ambiguous {why}\n")
    position = library.variant("chess").start()
    calls = (
        position.move, position.push, position.board().push,
        library.loads(record).play, library.loads(record).add,
    )  # fmt: skip
    for call in calls:
        with pytest.raises(library.IllegalMove, match=f"^{re.escape(why)}$") as caught:
            call(text)
        assert caught.value.code == "ambiguous"
    assert not position.legal(text)
    if "resign" in text:  # in a mail that needs a line of its own
        return
    status, _, said = by_mail(record, mailed(f"{text}\n\nAnna", "Anna"), tmp_path)
    if text.startswith("if "):  # which a mail may have beside a move
        assert status == 2 and " syntax " in said and "a conditional line goes with one" in said
        return
    assert status == 1 and re.search(" ambiguous .*several ", said), said


def test_one_move_of_several_words_is_one() -> None:
    position = library.variant("chess").start()
    assert all(map(position.legal, ("e2 e4", "1. e2 to e4", "Knight g1 f3")))
    with pytest.raises(library.IllegalMove, match="W:Pe2 has no move that leads to e5"):
        position.push("e2 e5")


def test_the_word_if_is_pointed_out() -> None:
    found = aofref("play", "-", "e4", "if", "e5", "Nf3", stdin='[Variant "chess"]\n\n*\n')
    why = "not a move: 'if'; a conditional line is given by --if \"LINE\""
    assert found.exit_code == 2 and found.stderr.startswith(f"argument 2:1:1: syntax {why}\n")


def test_a_player_of_several_armies_names_the_army() -> None:
    record = NEW.replace("\n\n", '\n[European "Anna"]\n[Jewish "ANNA"]\n\n')
    found = aofref("play", "-", "Anna resigns", stdin=record)
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr == (
        "argument:1:1: ambiguous Anna resigns: one player's armies are E and J: "
        "E:resigns, J:resigns?\n"
    )
    for by in ("E", "J"):
        done = aofref("play", "-", "Anna resigns", "--by", by, stdin=record)
        assert done.exit_code == 0 and f"{by}:resigns" in done.stdout


@pytest.mark.parametrize(
    ("text", "word"),
    [
        *((text, "to offer or accept a draw, write draw") for text in (
            "yes", "Yes!", "I accept", "1/2-1/2", "\u00bd", "OK", "I agree.", "accepted")),
        *((text, "a draw is declined by a move") for text in (
            "no", "no draw", "No, thanks", "Draw declined", "I do not accept the draw")),
        *((text, "to resign, write resign") for text in ("I give up", "I lost.", "you win")),
    ],
)  # fmt: skip
def test_what_means_a_word_is_told_which(text: str, word: str, tmp_path: Path) -> None:
    told = f"syntax not a move: {text!r}; {word}\n"
    for args in (["play", "-", text], ["explain", "-", text]):
        found = aofref(*args, stdin=HEC)
        assert (found.exit_code, found.stdout) == (2, "") and told in found.stderr
    with pytest.raises(library.IllegalMove, match=re.escape(told.strip().removeprefix("syntax "))):
        library.loads(HEC).play(text)
    status, _, said = by_mail(NEW, mailed(f"{text}\n\nAnna", "Anna"), tmp_path)
    assert status == 2
    assert f"no line of this message is a move; line 1 is {text!r}: {word}\n" in said
    club = AClub(tmp_path / "club")
    club.game("g")
    assert club.mail("Anna", "[g]", text) and club.verdicts() == ["held"]
    assert word in " ".join(club.answer("<1@example.net>", "Anna").split())


# One reading, both ways ---------------------------------------------------------------------------


def of_moves(text: str) -> str:
    return CHESS.replace("*", f"{text} *")


BEGUN = of_moves("1. e4")
TAKING = of_moves("1. e4 d5")
PASSING = of_moves("1. e4 a6 2. e5 d5")
SHORT = of_moves("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5")
BISHOPS = of_moves("1. e4 e5")


def set_up(fen: str) -> str:
    return CHESS.replace("\n\n", f'\n[FEN "{fen} w - - 0 1"]\n\n')


BISHOP = set_up("4k3/8/8/8/8/8/1P2B3/4K3")  # the Bishop may go to b5, the Pawn may not
EITHER = set_up("4k3/8/8/8/1P6/8/4B3/4K3")
LAST = set_up("7k/1P6/8/8/8/8/8/K7")
HIDDEN = (
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
ONE_READING = [
    *((CHESS, text, "e2-e4") for text in (
        "1.-e4", "1.- e4", "1-e4", "1.\u2013e4", "1\u2212e4", "1.\u2014 e4", "1, e4", "1:e4", "(1) e4", "1) e4",
        "e2 e4", "e4 (!)", "e4 (?!)", "e4 +-", "e4+-", "e4+\u2212", "e4 +\u2212", "e4\u2212+", "e4+/\u2212",
        "e4 N", "e4 TN", "e4 D", "e4=", "e4 =", "e4\u00b1", "e4! +=", "e4 $1", "e4 {x}", "e4 {e5}", "e4 ; x",
        "e4 // x", "E2-E4", *(f"{one}e4" for one in HIDDEN), *(f"e4{one}" for one in HIDDEN),
        *(f"e2{one}-e4" for one in HIDDEN), "\u2066e\u200b4\u2069+\u2212", "5254",
        "e2 -e4", "e2- e4", "e2 \u2013e4", '"5254"', "'5254'", "\u00ab5254\u00bb", "5254,", "White, 5254",
    )),
    *((BEGUN, text, "e7-e5") for text in ("1...-e5", "1...\u2013e5", "1.-e5", "1-e5", "...-e5")),
    *((PASSING, text, "e5xd6ep") for text in (
        "exd6 (ep)", "exd6 (e.p.)", "exd6(ep)", "exd6 ep", "exd6/ep", "exd6 (ep)+-",
    )),
    *((SHORT, text, "O-O") for text in ("0-O", "O-0", "o-0", "0-O+-", "0-0+\u2212", "O-O =", "4.-0-0")),
    (CHESS, "B2-B4", "b2-b4"), (BISHOP, "BB5", "Be2-b5"), (BISHOPS, "BC4", "Bf1-c4"), (BISHOPS, "BB3", "b2-b3"),
    (EITHER, "BB5", "ambiguous"), (CHESS, "BC4", "ambiguous"),
    *((TAKING, text, "syntax") for text in ("ed", "exd", "e:d", "ed+", "exd!")),
    *((CHESS, text, "syntax") for text in ("e4q", "e4k", "e2e4q", "Nf3n", "5254-5755", "52541x")),
    (CHESS, "e4=Q", "promotion-forbidden"), (CHESS, "52541", "promotion-forbidden"),
    (CHESS, "e2 e5", "unreachable"), (CHESS, "e4 (N)", "promotion-forbidden"),
    *((LAST, text, "b7-b8=Q") for text in ("b8q", "b8=q", "b8 (Q)", "27281", "272802", "b8=Q=", "b8=Q +-")),
    (LAST, "27282", "b7-b8=R"), (LAST, "27283", "b7-b8=B"), (LAST, "27284", "b7-b8=N"),
    (LAST, "27285", "syntax"), (LAST, "b8=", "promotion-required"), (LAST, "b8k", "syntax"),
    (LAST, "b8=K", "bad-promotion"),
    *((NEW, text, "Lha5-fb3") for text in ("1.-Lha5-fb3", "1, E:Lha5-fb3", "1:Lfb3", "E:Lfb3 +\u2212", "Lha5 fb3")),
    (NEW, "0801506023", "Lha5-fb3"), (NEW, "ga4 fa4", "ga4-fa4"), (NEW, "Lha5 -fb3", "Lha5-fb3"), (NEW, "57581", "syntax"),
    (HEC, "aa3 aa5", "aa3-aa5"), (HEC, "Nab2\u200b-bb4 N", "Nab2-bb4"),
]  # fmt: skip
"""What is written behind which record, and the move that it is, or the code of its refusal."""


@pytest.mark.parametrize(("record", "text", "meant"), ONE_READING)
def test_records_and_play_read_one_way(record: str, text: str, meant: str, tmp_path: Path) -> None:
    judged_alone = record.replace("*", f"\n{text}\n*")
    before, read = library.loads(record).plies, library.loads(judged_alone)
    errors = [str(one.code) for one in read.findings if not one.is_warning]
    found = " ".join(node.move.lan for node in read.mainline()[before:] if node.move is not None)
    assert (errors[:1] or [found]) == [meant]
    status = aofref("check", "--quiet", stdin=judged_alone).exit_code
    assert status == (0 if not errors else 2 if meant == "syntax" else 1)
    if not errors:
        again = library.loads(aofref("convert", stdin=judged_alone).stdout)
        assert [node.lan for node in again.mainline()] == [node.lan for node in read.mainline()]
        assert library.loads(read.to_json()).write("lan") == read.write("lan")
    player = "Bela" if record is BEGUN else "Anna"
    made = by_library(record, text) | by_commands(record, text, tmp_path, player)
    del made["play, in words"]  # words of the command line may be several moves
    assert unlike(made, meant) == {}
    mail = library.read_mail(mailed(text, player), library.loads(record))
    assert meant == "syntax" or (mail.finding is None and mail.words)


@pytest.mark.parametrize(
    ("record", "text", "told"),
    [
        (TAKING, "exd", "not a move: 'exd'; legal captures: e4xd5"),
        (PASSING, "ed+", "not a move: 'ed+'; legal captures: e5xd6ep"),
        (CHESS, "ed", "not a move: 'ed': expected a move at column 1"),
        (CHESS, "5254-5755", "; two moves have a blank between them: 5254 5755"),
        (CHESS, "e4k", "not a move: 'e4k'; K is no promotion that could be made there"),
    ],
)
def test_what_the_refusal_of_a_form_says(record: str, text: str, told: str) -> None:
    (error,) = library.loads(recorded(record, text)).findings
    assert told in str(error)
    with pytest.raises(library.IllegalMove, match=re.escape(told)):
        library.loads(record).play(text)


def test_lines_of_two_words_are_moves_where_the_first_is_none() -> None:
    text = CHESS.replace("*", "e2 e4\ne7 e5\nNg1 f3\nNc6 Bb5\na7 a6\nBA4 {good} *")
    record = library.loads(text)
    moves_ = "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6 Bb5-a4"
    assert ([node.lan for node in record.mainline()], record.findings) == (moves_.split(), ())


def test_a_piece_before_its_cell_is_no_sign() -> None:
    found = aofref("play", "-", "e4", "e5", "N", "f3", stdin=CHESS)
    assert found.stdout.endswith("1. e2-e4 e7-e5 2. Ng1-f3 *\n\n")


# In records -------------------------------------------------------------------------------------

SICILIAN = "e2-e4 c7-c5 Ng1-f3 Nb8-c6"
IN_WORDS = [
    *((CHESS, text, SICILIAN) for text in (
        "1. e2 - e4 c7 - c5 2. Knight g1 - f3 Knight b8 - c6",
        "1. Pawn e2 - e4\n1. Pawn c7 - c5\n2. Knight g1 - f3\n2. Knight b8 - c6\n",  # Zillions of Games
        "1. p e2-e4 p c7-c5 2. n g1-f3 n b8-c6",  # Game Courier
        "1. E4 C5 2. nf3 nc6", "1. Pe2 - e4! pc7-c5 $1 2. ng1 to f3 {a plan} knight c6",
        "1. e2\u2013e4 c7 \u2013 c5 2. Knight f3\nKnight c6",
        "1. White: e4 Black: c5 2. Anna: nf3 bela: Nc6", "1. e4 (1. Pawn d2 - d4 d7 - d5) c5 2. nf3 nc6",
    )),
    (CHESS, "1. e4 e5 White resigns", "e2-e4 e7-e5 resigns"), (CHESS, "1. e4 e5\nAnna resigns.", "e2-e4 e7-e5 resigns"),
    (HEC, "1. Nab2 - bb4 paa3-aa5", "Nab2-bb4 wrong-army"), (HEC, "1. knight ab2 to bb4 Knight ee6 - ee4", "Nab2-bb4 syntax"),
    (NEW, "E:GA4 - fa4 i : ea3-FA3", "ga4-fa4 ea3-fa3"), (NEW, "1. Elf ha5 - fb3", "Lha5-fb3"),
]  # fmt: skip
"""A record, moves in words, and the moves that they are, or the code of their refusal last."""


def in_words(record: str, text: str) -> library.Record:
    return library.loads(recorded(record, text))


@pytest.mark.parametrize(("record", "text", "meant"), IN_WORDS)
def test_words_of_a_record_are_moves(record: str, text: str, meant: str) -> None:
    found = in_words(record, text)
    errors = [str(error.code) for error in found.findings if not error.is_warning]
    assert " ".join([*(node.lan.split(":")[-1] for node in found.mainline()), *errors[:1]]) == meant
    checked = aofref("check", "--quiet", stdin=recorded(record, text))
    assert checked.exit_code == (0 if not errors else 2 if "syntax" in errors else 1)
    if not errors:
        again = library.loads(found.write("san"))
        assert [node.lan for node in again.mainline()] == [node.lan for node in found.mainline()]
        assert library.loads(found.to_json()).write("lan") == found.write("lan")


@pytest.mark.parametrize(
    "text", ["1. e4 e5 2. Nf{3", "Pawn e2 - e4 {x", "1. e4 foo {", "foo!{ bar"]
)
def test_words_before_a_comment_that_is_not_closed(text: str) -> None:
    found = in_words(CHESS, text)
    assert any("the comment opened here is never closed" in str(why) for why in found.findings)
    assert found.report()["status"] == "malformed"
    checked = aofref("check", stdin=recorded(CHESS, text))
    assert checked.exit_code == 2 and "never closed" in checked.output


def test_moves_in_words_stay_as_they_are_written() -> None:
    text = "1. Pawn e2 - e4 {first} p e7 - e5 2. Knight g1 - f3!"
    record = in_words(CHESS, text)
    node = record.mainline()[1]
    assert (node.text, node.lan) == ("Pe7-e5", "e7-e5")
    noted = node.with_comments("second")
    assert text.replace("e5", "e5 {second}") in str(noted.text)
    assert noted.mainline()[1].comments == ("second",)
    assert str(record.play("Nc6").text).endswith(f"{text} Nb8-c6 *\n")
    assert str(record.undo()[0].text).endswith("1. Pawn e2 - e4 {first} p e7 - e5 *\n")
    assert "Ng1-f3" in record.html() and "unreadable" not in record.html()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e2 e4", "go there; if 'e2 e4' is one move, write it as e2e4"),
        ("1. e4 d5 2. Knight f3 d6 3. d4", "; if 'Knight f3' is one move, write it as Nf3"),
        ("1. BC4", "not a move: 'BC4'; it may be read in several ways: bc4, Bc4?"),
        ("1. castles", "not a move: 'castles'; it may be read in several ways: O-O, O-O-O?"),
        ("1. Knight g1 - f9", "not a move: 'Knight': expected a cell at column 2"),
        ("1. bNc3", "not a move: 'bNc3': expected a move at column 1"),
        ("1. e4 {x} e7 - {y} e5", "nor can any other P of Black go there"),
    ],
)
def test_words_that_may_be_something_else_are_not_joined(text: str, told: str) -> None:
    first = aofref("check", "--quiet", stdin=recorded(CHESS, text)).stderr.splitlines()[0]
    assert first.endswith(told)


@pytest.mark.parametrize("word", ["foo e4 bar e5 ", "e2 - ", "Knight g1 f3 "])
def test_words_that_are_no_moves_are_read_in_even_time(word: str) -> None:
    assert grows_evenly(lambda size: in_words(CHESS, f"1. e5 {word * size}").status, 1500)


# Explained --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what", "column"),
    [
        ("E:Nja4-h5x", "a cell", 8),
        ("Nja4-", "a cell", 6),
        ("Nh5x", "a cell", 2),
        ("hello", "a move", 1),
        ("E:", "a move", 3),
        ("ja4-ha5=", "a piece", 9),
        ("ja4-ha5=q", "a piece", 9),
        ("Nja4-ha5 z", "the end of the move", 9),
        ("E:Nja4-ha5#j", "the end of the move", 11),
        ("100250", "a move of 10 or 12 digits", 1),
        ("E:08015060231", "a move of 10 or 12 digits", 3),
        ("E:08015#J", "a move of 10 or 12 digits", 3),
        ("08015-06023", "a move", 1),
        ("E:08015x", "a move", 3),
        ("ha5ha5ha5", "the end of the move", 7),
        ("resigns!", "the end of the move", 8),
        ("N ha5", "a cell", 2),
        ("N ja4-h", "a cell", 7),
        ("N ja4-ha5; R", "the end of the move", 10),
        ("N ja4-ha5 ep", "the end of the move", 10),
        ("E:--x", "the end of the move", 5),
        ("", "a move", 1),
    ],
)
def test_what_was_expected_where(text: str, what: str, column: int) -> None:
    assert moves.expected(game("aof2"), text) == f"expected {what} at column {column}"


@pytest.mark.parametrize("name", games.IDS)
def test_nothing_is_lacking_in_a_move(name: str) -> None:
    position = turn.start(game(name))[0]
    for move in legal_moves(position)[::5]:
        for notation in (Notation.LAN, Notation.SAN, Notation.COORD, Notation.NUMERIC):
            assert not moves.expected(position.game, movetext.write(position, move, notation))
    for other in ("--", "--#J+I", "resigns", "forfeits", "0"):
        assert not moves.expected(position.game, other)


PARTS = (
    *("E:", "N", "CA", "ja4", "ha5", "j", "4", "-", "x", ":", "--", "\u2013", " ", "ep", " e.p."),
    *("=", "Q", "#J", "+", "+EI", "resigns", "forfeits", "0", "1001506023", "!"),
)
"""What moves are made of, and what they are not."""


@pytest.mark.parametrize("name", ["aof2", "aof6", "heathen-europe"])
@given(parts=st.lists(st.sampled_from(PARTS), max_size=7))
@example(parts=["ja4", " ", "N"])
@example(parts=["N", " ", "ja4"])
@example(parts=["N", " ", "ja4", "-", "ha5", "ep"])
@example(parts=["N", " ", "j", "4", "-", "ha5"])
@example(parts=["N", " ", "ja4", "x", "ha5"])
@example(parts=["x", "x", "x", "4"])  # a capture on xx4
def test_something_is_lacking_in_all_else(name: str, parts: list[str]) -> None:
    text = " ".join("".join(parts).split())  # as whoever asks has it
    is_a_move = moves.parse(game(name), text) is not None
    assert is_a_move is (moves.expected(game(name), text) == "")


@given(st.text(max_size=80))
def test_what_a_text_lacks_is_in_it(text: str) -> None:
    found = moves.expected(game("sd2l-cohen"), text)
    assert not found or 1 <= int(found.rpartition(" ")[2]) <= len(text) + 1


# The nearest ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["moves", "--variant", "aof3"], "no such variant 'aof3': aof2, aof6?"),
        (["explain", "--variant", "aof2", "Lkd4-hb3"], "no L of the European army on kd4; Lkd5-hb3?"),
        (["explain", "--variant", "aof2", "Lha5-bf3"], "\n  nearest: Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Lah5-fb3"], "\n  no L of the European army on ah5; Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Z:Lha5-fb3"], "nearest: E:Lha5-fb3?"),
        (["explain", "--variant", "aof2", "Z:Lha5-fb3"], "this game has no army Z; it has E, I, J, P"),
        (["explain", "--variant", "aof2", "--position",
          "E:Kjb5;Ria4,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "E:Rja4"], "one of: E:Ria4-ja4 E:Rka4-ja4"),
        (["explain", "--variant", "aof2", "nothing-like-it"], "expected a move at column 1"),
    ],
)  # fmt: skip
def test_the_nearest_that_would_be_right(args: list[str], told: str) -> None:
    found = aofref(*args)
    assert told in found.output
    assert found.exit_code in (1, 2)


@pytest.mark.parametrize("text", ["Rae6-", "Rae6-zz", "Rae6-a"])
def test_what_is_nearest_has_the_piece_or_the_cell(text: str) -> None:
    """No Rook can move; no Pawn is near, though some look like it."""
    record = HEC.replace("*", "aa3-aa5 *")
    assert "nearest" not in aofref("play", "-", text, stdin=record).stderr


def test_a_suggestion_changes_no_verdict() -> None:
    for move, code, status in (("Lkd4-hb3", "wrong-piece", 1), ("Lkd9-hb3", "no-such-cell", 1),
                               ("Lkd5-hbx", "syntax", 2), ("Lha4-fb3", "wrong-piece", 1)):  # fmt: skip
        found = aofref("play", "-", move, stdin=NEW)
        assert (found.exit_code, found.stdout) == (status, "")
        assert found.stderr.startswith(f"argument:1:1: {code} ")
        assert "?" in found.stderr.splitlines()[-1]
