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
from tests.helpers import aofref, game, grows_evenly, table, unhidden

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


def typed(kind: str) -> list[tuple[str, ...]]:
    """Give rows of `fixtures/reading/typed.txt`: player, record, what is typed, what is meant, what is warned of."""
    found = []
    for mark, record, lines in table("typed"):
        of, _, player = mark.partition(" ")
        for line in lines if of == kind else ():
            text, meant, *warned = unhidden(line).replace("⏎", "\n").split(" | ")
            found.append((player, f"{record}\n", text, meant, *warned, "")[:5])
    return found


# Read alike -------------------------------------------------------------------------------------

HEC = '[Variant "heathen-europe"]\n[White "Anna"]\n[Black "Bela"]\n\n*\n'
CHESS = '[Variant "chess"]\n[White "Anna"]\n[Black "Bela"]\n\n*\n'

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


ROW = ("player", "record", "text", "meant", "warned")


@pytest.mark.parametrize(ROW, typed("alike"))
def test_a_move_is_read_alike_by_all(
    player: str, record: str, text: str, meant: str, warned: str, tmp_path: Path
) -> None:
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


BOTH = of_chess("4kb2/2p5/8/8/8/8/8/4K3 b")  # it and the Pawn come to c5


@pytest.mark.parametrize(ROW, typed("colon"))
def test_a_colon_is_of_an_army_or_of_a_capture(
    player: str, record: str, text: str, meant: str, warned: str, tmp_path: Path
) -> None:
    found = checked(record, text)
    assert (found[0].removeprefix("E:"), found[1]) == (meant, warned)
    assert not unlike(by_library(record, text), meant)
    assert not unlike(by_commands(record, text, tmp_path, player), meant)


def test_an_army_that_is_named_otherwise_is_no_piece() -> None:
    for text in ("Black: c5", "black, c5", "c5"):
        assert aofref("play", "-", text, "--by", "Black", stdin=BOTH).stdout.endswith(
            "1... c7-c5 *\n\n"
        )
        assert library.loads(BOTH).add(text, by="B").record.mainline()[-1].lan == "c7-c5"


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


TAKING = of_moves("1. e4 d5")
PASSING = of_moves("1. e4 a6 2. e5 d5")


@pytest.mark.parametrize(ROW, typed("reading"))
def test_records_and_play_read_one_way(
    player: str, record: str, text: str, meant: str, warned: str, tmp_path: Path
) -> None:
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


# In records -------------------------------------------------------------------------------------


def in_words(record: str, text: str) -> library.Record:
    return library.loads(recorded(record, text))


@pytest.mark.parametrize(ROW, typed("words"))
def test_words_of_a_record_are_moves(
    player: str, record: str, text: str, meant: str, warned: str
) -> None:
    found = in_words(record, text)
    errors = [str(error.code) for error in found.findings if not error.is_warning]
    assert " ".join([*(node.lan.split(":")[-1] for node in found.mainline()), *errors[:1]]) == meant
    checked = aofref("check", "--quiet", stdin=recorded(record, text))
    assert checked.exit_code == (0 if not errors else 2 if "syntax" in errors else 1)
    if not errors:
        again = library.loads(found.write("san"))
        assert [node.lan for node in again.mainline()] == [node.lan for node in found.mainline()]
        assert library.loads(found.to_json()).write("lan") == found.write("lan")


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
