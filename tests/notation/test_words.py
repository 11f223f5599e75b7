"""Words in the place of moves: resign, draw, pass; whose they are; what is nearest to no move."""

from __future__ import annotations

from pathlib import Path

import pytest

import aofref as library
from aofref.notation.typed import InputReader, Typed
from tests.clubs import AClub
from tests.helpers import aofref, game

START = '[Variant "aof2"]\n\n*\n'
TWO = '[White "Bela"]\n[Black "Anna  K."]\n[Variant "sd2l-cohen"]\n\n1. bg3-bg4 *\n'
FOUR = (
    '[European "Anna"]\n[Indian "Bela"]\n[Jewish "anna"]\n[Persian "?"]\n[Variant "aof2"]\n\n'
    "1. E:Lha5-fb3 *\n"
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("resign", "resigns"), ("Resigns.", "resigns"), ("I resign", "resigns"), ("i hereby resign!", "resigns"),
        ("We resign", "resigns"), ("I must resign the game.", "resigns"), ('"resign"', "resigns"), ("'resign'", "resigns"),
        ("E: I resign", "E:resigns"), ("european resigns", "E:resigns"), ("P, resigns", "P:resigns"),
        ("x:resign", "X:resigns"),
        ("draw?", "draw"), ("(=)", "draw"), ("I offer a draw.", "draw"), ("Draw offered", "draw"),
        ("I accept the draw", "draw accepted"), ("I agree to your draw offer", "draw accepted"),
        ("Draw accepted!", "draw accepted"), ("J:draw agreed", "J:draw accepted"), ("J offers a draw", "J:draw"),
        ("Persian accepts the draw", "P:draw accepted"),
        ("how about a draw?", "draw"), ("p:DRAW", "P:draw"),
        ("pass", "--"), ("I pass", "--"), ("Persian passes", "P:--"), ("P:pass", "P:--"),
        ("I will resign", ""), ("I never resign", ""), ("I do not resign", ""), ("resign?!x", ""),
        ("I resigns", ""), ("I resign, thanks", ""), ("no draw", ""), ("I draw your attention", ""),
        ("drawn", ""), ("to pass", ""), ("X resigns", ""), ("E:Lha5-fb3", ""), ("", ""), ("x" * 99, ""),
    ],
)  # fmt: skip
def test_what_words_mean(text: str, meant: str) -> None:
    assert InputReader(game("aof2")).worded(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I accept", "draw accepted"), ("Agreed.", "draw accepted"), ("accepted", "draw accepted"),
        ("yes, I agree", "draw accepted"), ("I accept your offer", "draw accepted"),
        ("J accepts", "J:draw accepted"), ("J:agreed", "J:draw accepted"),
        ("yes", ""), ("I agree with you", ""), ("acceptable", ""), ("draw", "draw"),
    ],
)  # fmt: skip
def test_what_words_mean_where_a_draw_is_offered(text: str, meant: str) -> None:
    assert InputReader(game("aof2"), offered=True).worded(text) == meant
    assert meant == "draw" or InputReader(game("aof2")).worded(text) == ""


@pytest.mark.parametrize("word", ["draw accepted", "I accept the draw", "agreed, draw"])
def test_a_draw_that_nobody_offers_is_not_accepted(word: str, tmp_path: Path) -> None:
    why = "no offer of a draw stands that Black could accept; to offer a draw, write draw"
    for record in (TWO, TWO.replace(" *", " {[%draw B]} *")):  # its own offer is none
        found = aofref("play", "-", word, stdin=record)
        assert (found.exit_code, found.stdout) == (1, "")
        assert found.stderr == f"argument:1:1: no-match {word}: {why}\n"
        for call in (library.loads(record).play, library.loads(record).add):
            with pytest.raises(library.IllegalMove, match=why) as caught:
                call(word)
            assert caught.value.code == "no-match"
        mail, game_file = tmp_path / "m", tmp_path / "g.aof"
        mail.write_text(f"From: Anna K. <a@example.net>\n\n{word}\n")
        game_file.write_text(record)
        found = aofref("play", str(game_file), "--mail", str(mail))
        assert (found.exit_code, found.stdout) == (1, "") and why in found.stderr
    club = AClub(tmp_path / "club")
    club.game("h", "heathen-europe")
    club.mail("Anna", "[h]", word)
    assert [(line["verdict"], line["code"]) for line in club.run()] == [("refused", "no-match")]


@pytest.mark.parametrize("word", ["I accept", "agreed", "Black accepts", "draw accepted"])
def test_a_draw_that_is_offered_is_accepted(word: str, tmp_path: Path) -> None:
    record = TWO.replace(" *", " {[%draw W]} *")
    drawn = "{[%draw W]} {[%draw B]} 1/2-1/2\n\n"
    assert aofref("play", "-", word, stdin=record).stdout.endswith(drawn)
    assert str(library.loads(record).play(word)).endswith(drawn)
    assert str(library.loads(record).add(word, by="B").record).endswith(drawn)
    agreed = library.loads(TWO).play("bj7-bj6", "draw", f"W:{word.split()[-1]}")
    assert agreed.end == library.End("1/2-1/2", "agreement", 2, armies=("W", "B"))
    mail, game_file = tmp_path / "m", tmp_path / "g.aof"
    mail.write_text(f"From: Anna K. <a@example.net>\n\n{word}\n")
    game_file.write_text(record)
    found = aofref("play", str(game_file), "--mail", str(mail))
    assert found.stdout.endswith(drawn) and "m: a draw is accepted in line 1\n" in found.stderr
    club = AClub(tmp_path / "club")
    club.game("h", "heathen-europe")
    club.mail("Anna", "[h]", "draw")
    club.mail("Bela", "[h]", word)
    assert club.verdicts() == ["answered", "ended"]


def test_a_draw_is_accepted_before_the_move_that_comes_with_it(tmp_path: Path) -> None:
    offered = FOUR.replace(" *", " {[%draw E]} *")  # Bela is not the last to agree
    found = aofref("play", "-", "ea3-fa3, draw accepted", stdin=offered)  # its move ends the offer
    assert (found.exit_code, found.stdout) == (1, "") and " no-match " in found.stderr
    agreed = "{[%draw E]} {[%draw I]} I:ea3-fa3 *\n\n"
    assert aofref("play", "-", "I accept", "ea3-fa3", stdin=offered).stdout.endswith(agreed)
    mail, game_file = tmp_path / "m", tmp_path / "g.aof"
    mail.write_text("From: Bela <b@example.net>\n\nI:ea3-fa3\nI accept.\n")
    game_file.write_text(offered)
    assert aofref("play", str(game_file), "--mail", str(mail)).stdout.endswith(agreed)


def test_no_move_behind_an_agreed_draw_is_added() -> None:
    offered = TWO.replace(" *", " {[%draw W]} *")
    for words in (["B:draw", "bj7-bj6"], ["agreed", "bj7-bj6"]):
        found = aofref("play", "-", *words, stdin=offered)
        assert (found.exit_code, found.stdout) == (1, "")
        why = "the draw agreed before it ends the game"
        assert found.stderr == f"argument 2:1:1: game-over bj7-bj6: {why}\n"
        with pytest.raises(library.IllegalMove, match=why):
            library.loads(offered).play(*words)


def test_words_given_apart() -> None:
    reader = InputReader(game("aof2"))
    assert reader.gathered(["I", "resign"]) == [(0, "I resign")]
    assert reader.gathered(["ga4-fa4", "I", "offer", "a", "draw", "x"]) == [
        *((0, "ga4-fa4"), (1, "I offer a draw"), (5, "x")),
    ]


def test_moves_given_apart_are_not_tried_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word is read once, so that many moves at once cost what each of them does."""
    read, texts = InputReader.read, list[str]()

    def reading(reader: InputReader, text: str, by: str = "") -> Typed:
        texts.append(text)
        return read(reader, text, by)

    monkeypatch.setattr(InputReader, "read", reading)
    words = ["e4", "e5", "Nf3", "Nc6"] * 20
    assert InputReader(game("chess")).gathered(words) == [*enumerate(words)]
    assert texts == words


# Mails --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "played", "unread"),
    [
        ("I resign.\n\nBela", ["resigns"], ["Bela"]),
        ("*resign*\nE:resigns\n", ["resigns"], []),
        ("Lha5-fb3, draw?\n", ["Lha5-fb3", "draw"], []),
        ("Lha5-fb3 (=)\nNice weather\n1.\n", ["Lha5-fb3", "draw"], ["Nice weather"]),
        ("I offer a draw\nI play Lha5-fb3, so\n", ["Lha5-fb3", "draw"], ["I play Lha5-fb3, so"]),
        ("draw\n", ["draw"], []),
        ("Lha5-fb3\nI will never resign\n> resign\n", ["Lha5-fb3"], ["I will never resign"]),
    ],
)
def test_the_words_of_a_mail(message: str, played: list[str], unread: list[str]) -> None:
    found = library.read_mail(f"\n{message}".encode(), library.new("aof2"))
    assert [one.text for one in found.words] == played
    assert [line.text for line in found.unread] == unread


@pytest.mark.parametrize(
    ("message", "status", "said"),
    [
        ("resign\nLha5-fb3\n", 1, "several lines could be the move: line 1 'resigns', line 2 'Lha5-fb3'"),
        ("resign\ndraw\n", 1, "several lines could be the move: line 1 'resigns', line 2 'draw'"),
        ("E:draw\nJ:draw\n", 1, "several lines could be the move: line 1 'E:draw', line 2 'J:draw'"),
        ("Well\nI resign, thanks\n", 2, "if line 2 means it, write resign alone on a line"),
        ("Hello\ne4, I think\n", 2, "  nearest: jd4-je4, ke4-je4?\n"),
        ("J:draw\n", 1, ":1:1: wrong-turn J:draw: a draw offered by the Jewish army, not by the European army"),
    ],
)  # fmt: skip
def test_a_mail_that_is_not_played(message: str, status: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(START)
    found = aofref("play", str(path), "--mail", "--by", "E", stdin=f"\n{message}")
    assert (found.exit_code, found.stdout) == (status, "") and said in found.stderr


def test_what_a_mail_says_around_the_move_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(START)
    words = [f"Line {letter}" for letter in "abcdefg"]
    mail = "\n".join(["", "Lha5-fb3 draw", *words])
    found = aofref("play", str(path), "--mail", stdin=mail)
    assert found.stderr.splitlines() == [
        "-: the move is that of line 1: 'Lha5-fb3'",
        "-: a draw is offered in line 1",
        "-: not understood: line 2 'Line a', line 3 'Line b', line 4 'Line c', line 5 'Line d', "
        "line 6 'Line e' and 2 more",
        f"{path}: played E:Lha5-fb3; draw offered by the European army; I Indian is to move",
        f"{path}: not saved: the record is only printed; --in-place saves it",
    ]


# The nearest --------------------------------------------------------------------------------------


def test_the_library_reads_words() -> None:
    record = library.loads(TWO).play("I resign")
    assert record.end == library.End("1-0", "resignation", 1, armies=("W", "B"))
