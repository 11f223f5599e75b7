"""Several games in one message: each part is judged for itself, and one answer is for all."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aofref import new
from aofref.club.inbox import parts_of
from aofref.notation import mail
from tests.clubs import AClub, a_club, of_a_season
from tests.helpers import grows_evenly


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with three games of Anna (White) and Bela, and one of four with Carl and Dora."""
    club = a_club(tmp_path, 'arbiter = "arbiter@example.org"\n', game="hec-1", variant="hec")
    club.game("hec-2", "hec")
    club.game("hec-3", "hec")
    club.game("aof-1")
    return club


def played(club: AClub) -> dict[str, bool]:
    return {name: "[%mail" in club.text(name) for name in ("hec-1", "hec-2", "hec-3", "aof-1")}


MOVES = {
    "a line above each": "[hec-1]\nac2-ad2\n\n[hec-2]\nNdb2-cb4\n\n[aof-1]\nLha5-fb3",
    "before each move": "[hec-1] ac2-ad2\n[hec-2] Ndb2-cb4\n[aof-1] Lha5-fb3",
    "with colons": "hec-1: ac2-ad2\nHEC-2: Ndb2-cb4\naof-1: Lha5-fb3",
    "in any case, with stars": "*[HEC-1]*\nac2-ad2\n  [hec-2]: Ndb2-cb4\n*Aof-1: Lha5-fb3*",
    "with words": "Dear all,\n\n[hec-1]\nGood luck!\nac2-ad2\n[hec-2] Ndb2-cb4\n[aof-1]\nLha5-fb3",
}


@pytest.mark.parametrize("text", MOVES.values(), ids=MOVES)
@pytest.mark.parametrize("subject", ["my moves", "Re: [hec-1] [hec-2] [aof-1]"])
def test_a_move_in_each_of_several_games(club: AClub, text: str, subject: str) -> None:
    identifier = club.mail("Anna", subject, text)
    lines = club.run()
    assert [(line["game"], line["verdict"]) for line in lines] == [
        ("hec-1", "played"), ("hec-2", "played"), ("aof-1", "played"),
    ]  # fmt: skip
    assert {line["id"] for line in lines} == {identifier}
    assert played(club) == {"hec-1": True, "hec-2": True, "hec-3": False, "aof-1": True}
    # One mail each: Anna has all, Bela three games, Carl and Dora one.
    assert len(club.answers()) == 4
    (mine,) = club.answers(identifier, "Anna")
    assert mine["Subject"] == "Re: [hec-1] [hec-2] [aof-1]"
    for move in ("ac2-ad2", "Ndb2-cb4", "E:Lha5-fb3"):
        assert f"has played {move}." in mine.get_content()
        assert f"has played {move}." in club.answer(identifier, "Bela")
    (carl,) = club.answers(identifier, "Carl")
    assert carl["Subject"] == "Re: [aof-1] Anna - Bela - Carl - Dora, move 1"
    assert "ac2" not in carl.get_content()


def test_words_go_to_the_players_of_their_game(club: AClub) -> None:
    club.mail("Anna", "", "[hec-1]\nac2-ad2\nA secret for Bela\n\n[aof-1]\nLha5-fb3\nHello Carl")
    club.run()
    assert "> Hello Carl" in club.answer(1, "Carl") and "secret" not in club.answer(1, "Carl")
    assert "> A secret for Bela" in club.answer(1, "Bela")


def test_words_alone_in_a_part_are_not_lost_in_silence(club: AClub) -> None:
    club.mail("Anna", "", "Dear all,\n\n[hec-1]\nac2-ad2\n[hec-2]\nHello!\nNice to meet you")
    lines = club.run()
    assert [(line["game"], line["verdict"]) for line in lines] == [
        ("hec-1", "played"), ("hec-2", "answered"),
    ]  # fmt: skip
    behind = club.answer(1, "Anna").partition("[hec-2] Anna")[2]
    assert "Your words were not passed on: to send them" in behind


def test_words_for_a_game_that_there_is_not_are_not_lost_either(club: AClub) -> None:
    club.mail("Anna", "", "[hec-1]\nac2-ad2\n[hec-9]\nHello!")
    lines = club.run()
    assert [(line["game"], line["verdict"], line["code"]) for line in lines] == [
        ("hec-1", "played", None), (None, "asked", "no-record"),
    ]  # fmt: skip
    assert "There is no game [hec-9]" in club.answer(1, "Anna")


def test_the_text_before_the_first_part_is_of_the_subjects_game(club: AClub) -> None:
    club.mail("Anna", "Re: [hec-3] Anna - Bela, move 1", "ac2-ad2\n\n[hec-2]\nNdb2-cb4")
    club.mail("Bela", "[hec-2]", "[hec-3] ad5-ac5\nae4-ad4")  # behind a part of one line
    lines = club.run()
    assert [(line["game"], line["move"]) for line in lines[:2]] == [
        ("hec-3", "ac2-ad2"), ("hec-2", "Ndb2-cb4"),
    ]  # fmt: skip
    assert [line["game"] for line in lines[2:]] == ["hec-3", "hec-2"]


def test_each_part_is_judged_for_itself(club: AClub) -> None:
    text = "[hec-1]\nac2-ad9\n[hec-2]\nIs Ndb2-cb4 good?\n[hec-3]\nac2-ad2\n[aof-1]\nresign"
    identifier = club.mail("Anna", "", text)
    lines = club.run()
    assert [line["verdict"] for line in lines] == ["refused", "asked", "played", "played"]
    assert played(club) == {"hec-1": False, "hec-2": False, "hec-3": True, "aof-1": True}
    mine = club.answer(identifier, "Anna")
    assert "Your move was not played: ac2-ad9" in mine and "stands inside a sentence" in mine
    assert "ad9" not in club.answer(identifier, "Bela")


def test_a_game_of_others_and_one_that_there_is_not(club: AClub) -> None:
    other = club.game("other", "hec").read_text().replace('"Anna"', '"Carl"')
    (club.folder / "games" / "other.aof").write_text(other)
    club.mail("Anna", "", "[other]\nac2-ad2\n[hec-9]\nac2-ad2\n[hec-1] ac2-ad2")
    lines = club.run()
    assert [(line["game"], line["verdict"], line["code"]) for line in lines] == [
        ("other", "refused", "wrong-army"), (None, "asked", "no-record"), ("hec-1", "played", None),
    ]  # fmt: skip
    text = club.answer(1, "Anna")
    assert "You do not play in the game [other]." in text
    assert "There is no game [hec-9]: look at the text." in text
    assert "[%mail" not in club.text("other")


def test_a_part_without_a_game_is_asked_back(club: AClub) -> None:
    club.mail("Anna", "moves", "ac2-ad2\n[hec-1] ac2-ad2\n[hec-2]\nNdb2-cb4")
    assert [line["verdict"] for line in club.run()] == ["asked", "played", "played"]
    assert "Which game is it?" in club.answer(1, "Anna")


def test_an_id_wins_over_a_move_of_that_name(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="e", variant="hec")
    club.game("w", "hec")
    club.mail("Anna", "", "w: ac2-ad2\ne: Ndb2-cb4")
    assert [(line["game"], line["move"]) for line in club.run()] == [
        ("w", "ac2-ad2"), ("e", "Ndb2-cb4"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["[hec-2] was a fine game", "hec-2: what a fight", "[nice]", "[see hec-2]"]
)
def test_words_about_another_game_are_words(club: AClub, text: str) -> None:
    club.mail("Anna", "[hec-1]", f"ac2-ad2\n\n{text}")
    (line,) = club.run()
    assert (line["game"], line["verdict"]) == ("hec-1", "played")
    assert f"> {text}" in club.answer(1, "Bela")


def test_what_is_quoted_begins_no_part(club: AClub) -> None:
    club.mail("Anna", "[hec-1]", "ac2-ad2\n\n> [hec-2]\n> ac2-ad2\n> [hec-3] ac2-ad2")
    assert [line["game"] for line in club.run()] == ["hec-1"]


def test_orders_of_all_kinds_in_their_parts(club: AClub) -> None:
    text = (
        "[hec-1]\ndraw\n[hec-2] resign\n[hec-3]\nac2-ad2\nif ad5-ac5 Ndb2-cb4\n"
        "[aof-1]\ntell Hello\n\nhow are you?"
    )
    club.mail("Anna", "", text)
    lines = club.run()
    assert [line["verdict"] for line in lines] == ["answered", "ended", "played", "told"]
    assert "%draw W" in club.text("hec-1") and "W:resigns" in club.text("hec-2")
    assert "> how are you?" in club.answer(1, "Carl") and "cb4" not in club.answer(1, "Bela")
    assert "if ad5-ac5 Ndb2-cb4" in club.answer(1, "Anna")


def test_a_message_of_parts_that_comes_again(club: AClub) -> None:
    text = "[hec-1] ac2-ad2\n[hec-2] ac2-ad9"
    club.mail("Anna", "", text)
    assert club.verdicts() == ["played", "refused"]
    before = club.text("hec-1")
    club.mail("Anna", "", text, Message_ID="<1@example.net>")
    assert club.verdicts() == ["duplicate"] and club.text("hec-1") == before
    first, again = club.answers("<1@example.net>", "Anna")
    assert first.get_content() == again.get_content()
    # Judged anew: the move that was played is not played again, nor are its players told.
    club.game("hec-2", "hec", "1. ac2-ad2 ad5-ac5")
    told = len(club.answers(to="Bela"))
    (file,) = (path.name for path in (club.folder / "in" / "cur").iterdir() if ".1.mx" in path.name)
    assert [line["game"] for line in club.run("--again", file)] == ["hec-2"]
    assert club.text("hec-1") == before
    assert all("[hec-1]" not in made["Subject"] for made in club.answers(to="Bela")[told:])


def test_the_words_of_a_protest_are_heard_in_any_part(club: AClub) -> None:
    club.mail("Anna", "", "[hec-1] ac2-ad2\n[hec-2]\nNdb2-cb4\n\nI protest!")
    assert club.verdicts() == ["played", "played"]
    assert "The arbiter gets your message, too." in club.answer(1, "Anna")
    assert len(club.status()["held"]) == 1


def test_invitations_and_reminders_say_how(tmp_path: Path) -> None:
    club = of_a_season(tmp_path, "--games", "2", "--pace", "10d", "--address", "club@example.org")
    ids = sorted(path.stem for path in (club.folder / "games").iterdir())
    for found in club.answers():
        assert all(f"[{id_}]" in found["Subject"] for id_ in ids)
        text = " ".join(found.get_content().split())
        assert "or about several: then write the name of each game before its move" in text


@pytest.mark.parametrize("unit", ["[g-1] ", "g-1: ", "[g-1]\n", "[", "[g-1]", "[x]\n", "a:"])
def test_its_time_grows_evenly(unit: str) -> None:
    game: Any = SimpleNamespace(record=new("aof2"))

    def parted(size: int) -> None:
        raw = f"From: a@b\n\n{unit * (size // len(unit))}\n".encode()
        parts_of("", mail.read(raw).lines, dict.fromkeys(("g-1", "g-2"), game))

    assert grows_evenly(parted, 8000)
