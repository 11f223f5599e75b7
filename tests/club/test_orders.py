"""Orders of players besides moves, and the form of the club's mails."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.club.test_killed import ends_alike, shown
from tests.clubs import NAMES, NOW, AClub, a_club
from tests.helpers import aofref


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with a game of four, and one of Anna and Bela."""
    club = a_club(tmp_path, 'site = "https://club.example.org"\n[pace]\ncontrol = "10d"\n')
    club.game("hec-1", "heathen-europe")
    return club


def told(club: AClub, who: str, subject: str, text: str) -> tuple[str, str | None, str]:
    """Send a message, and give its verdict and code, and the answer to its sender."""
    identifier = club.mail(who, subject, text)
    (line,) = club.run()
    return line["verdict"], line["code"], club.answer(identifier, who)


# The form of mails --------------------------------------------------------------------------------


def test_the_subject_names_the_players_and_the_move(club: AClub) -> None:
    club.mail("Anna", "[hec-1]", "ac2-ad2")
    club.mail("Bela", "[hec-1]", "Nae5-be3")
    club.run()
    subjects = [answer["Subject"] for answer in club.answers("<2@example.net>")]
    assert subjects == ["Re: [hec-1] Anna - Bela, move 2"] * 2


def test_the_last_five_rounds_stand_above_the_board(tmp_path: Path) -> None:
    club = a_club(tmp_path, game="hec-1", variant="heathen-europe")
    moves = ("Anna: Ndb2-cb4", "Bela: Nde5-cc5", "Anna: Ncb4-db2", "Bela: Ncc5-de5") * 3
    assert club.took(*moves[:8], *moves[:4]) == ["played"] * 12
    text = club.answer(12, "Anna")
    rounds = re.findall(r"^ +(\d+)\. (\S+) (\S+)$", text, re.MULTILINE)
    assert [int(number) for number, *_ in rounds] == [2, 3, 4, 5, 6]
    assert text.index("  6. ") < text.index("level d")


def test_a_resignation_leaves_the_board_of_two_as_it_stood(club: AClub) -> None:
    club.mail("Anna", "[hec-1]", "ac2-ad2")
    identifier = club.mail("Bela", "[hec-1]", "resign")
    club.run()
    text = club.answer(identifier, "Anna")
    assert "wPd2" in text and "wKa1" in text and "bKf6" in text
    assert text.count("resign") == 3  # a sentence, the move of round 1, the end
    assert text.count("game is over") == 1
    assert "The game is over: White wins, 1-0, by resignation." in text


def test_a_resignation_of_four_is_said_once(club: AClub) -> None:
    verdict, _, text = told(club, "Bela", "[g-1]", "resign")
    assert verdict == "played" and "Bela (Indian) has resigned. The army leaves the board." in text
    assert "is removed" not in text and "iK" not in text


# Which game ---------------------------------------------------------------------------------------


def test_an_id_without_brackets(club: AClub) -> None:
    club.mail("Anna", "Re: g-1, move 1", "Lha5-fb3")
    club.mail("Anna", "my move in HEC-1", "ac2-ad2")
    assert [line["game"] for line in club.run()] == ["g-1", "hec-1"]


def test_an_id_in_brackets_goes_before_one_without(club: AClub) -> None:
    club.mail("Anna", "hec-1 was nice [g-1]", "Lha5-fb3")
    assert [line["game"] for line in club.run()] == ["g-1"]


def test_a_game_that_there_is_not_lists_the_games_that_there_are(club: AClub) -> None:
    verdict, code, text = told(club, "Anna", "[g-2]", "Lha5-fb3")
    assert (verdict, code) == ("asked", "no-record")
    assert "There is no game [g-2]: look at the Subject. Your games: [g-1], [hec-1]." in text


@pytest.mark.parametrize(
    "subject", ["Re: [hec-1] ac2-ad2", "ac2-ad2 [hec-1]", "Fwd: hec-1 [hec-1]"]
)
def test_a_move_that_is_only_in_the_subject(club: AClub, subject: str) -> None:
    verdict, _, text = told(club, "Anna", subject, "")
    if "ac2" in subject:
        assert verdict == "asked"
        assert "Your Subject is ac2-ad2: a move stands alone on a line of the text." in text
    else:
        assert verdict == "held"
    assert "ac2-ad2" not in club.text("hec-1")


# A draw -------------------------------------------------------------------------------------------


def test_a_draw_is_read_as_play_reads_it(club: AClub, tmp_path: Path) -> None:
    verdict, _, text = told(club, "Anna", "[hec-1]", "draw?")
    assert verdict == "answered" and "Anna (White) offers a draw." in text
    mail = tmp_path / "mail"
    mail.write_text("From: Anna <anna@example.net>\n\ndraw?\n")
    record = club.folder / "games" / "hec-1.aof"
    record.write_text(record.read_text().replace("{[%draw W]", "{"))
    for args in (["draw?"], ["--mail", str(mail)]):
        assert "[%draw W]" in aofref("play", str(record), *args).stdout


# Lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", ["my games", "[g-1]"])
def test_games_are_listed(club: AClub, subject: str) -> None:
    verdict, _, text = told(club, "Anna", subject, "Hello,\n\ngames\n\nAnna")
    assert verdict == "listed"
    start = aofref("show", str(club.folder / "games" / "hec-1.aof"), "--format", "position").stdout
    assert start.strip() in text
    assert "[g-1] Anna - Bela - Carl - Dora, move 1" in text
    assert "[hec-1] Anna - Bela, move 1" in text and "Anna (White) is to move" in text
    assert "https://club.example.org/hec-1.html" in text
    assert "\nlevel" not in text


def test_games_without_any(club: AClub) -> None:
    (club.folder / "games" / "g-1.aof").unlink()
    verdict, _, text = told(club, "Dora", "games", "games")
    assert verdict == "listed" and text == "You have no running game here.\n"


def test_games_beside_a_move(club: AClub) -> None:
    verdict, _, text = told(club, "Anna", "[hec-1]", "ac2-ad2\ngames")
    assert verdict == "played" and "[g-1] Anna - Bela" in text


# Words --------------------------------------------------------------------------------------------


def test_words_are_sent_to_the_others(club: AClub) -> None:
    identifier = club.mail("Anna", "[g-1]", "tell Hello all,\n\nI am on a train.\n-- \nAnna")
    (line,) = club.run()
    assert (line["verdict"], line["game"], line["move"]) == ("told", "g-1", None)
    assert club.answer(identifier, "Anna").startswith("Your words were sent to Bela, Carl, Dora.")
    for name in ("Bela", "Carl", "Dora"):
        text = club.answer(identifier, name)
        assert "Anna writes:\n\n> Hello all,\n>\n> I am on a train.\n" in text
        assert "Anna (European) is to move" in text
    assert "train" not in club.text("g-1")


def test_words_do_not_hide_a_move(club: AClub) -> None:
    verdict, _, text = told(club, "Anna", "[g-1]", "tell Hello all,\n\nLha5-fb3")
    assert verdict == "asked" and "Lha5-fb3 stands below tell" in text
    assert len(club.answers()) == 1


def test_words_do_not_tell_a_plan(club: AClub) -> None:
    verdict, _, text = told(club, "Anna", "[g-1]", "tell Hello\nif Lha5-fb3 ea3-fa3")
    assert verdict == "told" and "> if Lha5-fb3 ea3-fa3" in text
    assert all("ea3" not in club.answer("<1@example.net>", name) for name in ("Bela", "Carl"))


def test_words_go_along_with_a_move(club: AClub) -> None:
    identifier = club.mail("Anna", "[g-1]", "Lha5-fb3\ntell Good luck!")
    assert club.verdicts() == ["played"]
    assert "> Good luck!" in club.answer(identifier, "Bela")


@pytest.mark.parametrize(
    "text", ["tell me who is to move", "Tell us!", "rezign", "tell", "Foretell this"]
)
def test_what_is_not_for_the_others(club: AClub, text: str) -> None:
    club.mail("Anna", "[g-1]", text)
    assert club.verdicts() == ["held"] and len(club.answers()) == 1


def test_words_that_some_already_have(club: AClub) -> None:
    """A run that ends between two copies goes on with the rest, and sends nobody two."""
    club.mail("Anna", "[g-1]", "tell Hello")
    (path,) = (club.folder / "in" / "new").iterdir()
    raw, name = path.read_bytes(), path.name
    club.run()
    for copy in sorted((club.folder / "out" / "new").iterdir())[1:]:
        copy.rename(club.folder / "out" / "tmp" / f"{copy.name}.club")
    (done,) = (club.folder / "in" / "cur").iterdir()
    done.unlink()
    path = club.put(raw, name)
    assert club.verdicts() == ["told"]
    assert sorted(answer["To"] for answer in club.answers()) == sorted(
        f"{name} <{name.lower()}@example.net>" for name in NAMES.values()
    )


# Leaving ------------------------------------------------------------------------------------------


def test_who_withdraws_is_asked_for_one_word(club: AClub) -> None:
    verdict, _, text = told(club, "Anna", "I must leave", "Sorry.\n\nwithdraw")
    assert verdict == "asked" and "[g-1], [hec-1]" in text and "Nothing was done." in text
    found = re.search(r"alone on a line:\s+(withdraw-\w+)", text)
    assert found is not None
    assert told(club, "Bela", "", found[1])[0] == "asked"  # the word is Anna's
    assert "resigns" not in club.text("g-1") + club.text("hec-1")
    verdict, _, text = told(club, "Anna", "Re: I must leave", f"> Nothing was done.\n\n{found[1]}")
    assert verdict == "ended" and "resigned these games:\n\n[g-1], [hec-1]" in text
    assert "E:resigns" in club.text("g-1") and "W:resigns" in club.text("hec-1")
    (bela,) = (made for made in club.answers(to="Bela") if "has resigned" in made.get_content())
    assert bela["Subject"] == "Re: [g-1] [hec-1]"
    assert "A player has left the game [hec-1]." in bela.get_content()
    (carl,) = (made for made in club.answers(to="Carl") if "has resigned" in made.get_content())
    assert carl["Subject"] == "Re: [g-1] Anna - Bela - Carl - Dora, move 1"
    assert told(club, "Anna", "again", found[1])[0] == "answered"
    assert len(club.run(now=NOW)) == 0


def test_the_page_that_is_mailed_has_the_word(tmp_path: Path) -> None:
    players = "anna\tAnna\tanna@example.net\t\tdrum\nbela\tBela\tbela@example.net\t\tbass\n"
    club = a_club(tmp_path, "token = true\n", players, game="h", variant="heathen-europe")
    club.mail("Anna", "[h] drum", "show")
    club.run()
    (answer,) = club.answers("<1@example.net>")
    (page,) = (part.get_content() for part in answer.iter_attachments())
    assert '"word":"drum"' in page and "bass" not in page
    made = aofref(
        "gallery", str(club.folder / "games"), "--mail-to", "club@example.org",
        "--output-dir", str(tmp_path / "site"),
    )  # fmt: skip
    assert made.exit_code == 0
    assert "with your secret word in the Subject" in (tmp_path / "site" / "index.html").read_text()
    assert all("drum" not in page.read_text() for page in (tmp_path / "site").glob("*.html"))


# Another player -----------------------------------------------------------------------------------


def test_another_takes_over_the_games_of_a_player(club: AClub) -> None:
    with (club.folder / "players.tsv").open("a") as players:
        players.write("gina\tGina\tgina@example.net\n")
    club.game("over", "heathen-europe", "1. W:resigns")
    club.took("Bela: if E:Lha5-fb3 I:ea3-fa3")
    assert list((club.folder / "plans").iterdir())
    done = club.ran("--replace", "BELA", "gina")
    assert done.exit_code == 0 and "Gina plays Indian now, in place of Bela." in done.stderr
    assert '[Indian "Gina"]' in club.text("g-1") and '[Black "Gina"]' in club.text("hec-1")
    assert '[Black "Bela"]' in club.text("over")
    for name in ("Anna", "Bela"):  # of both games at once
        texts = [answer.get_content() for answer in club.answers(to=name)]
        (told,) = (text for text in texts if "Gina plays Black now, in place of Bela." in text)
        assert "Gina plays Indian now, in place of Bela." in told
    assert [answer["Subject"] for answer in club.answers(to="Gina")] == [
        "[g-1] [hec-1] the club: your 2 games"
    ]
    assert club.took("Anna: Lha5-fb3") == ["played"]  # and no line of Bela's is followed
    assert "ea3-fa3" not in club.text("g-1")
    assert club.took("Bela: ea3-fa3", "Gina: ea3-fa3") == ["refused", "played"]
    (invited,) = (
        a
        for a in club.answers(to="Gina")
        if "your" in a["Subject"] or "You play" in a.get_content()
    )
    assert "You play Indian in the game [g-1]" in invited.get_content()
    done = club.ran("--replace", "bela", "gina")
    assert (done.exit_code, done.stderr) == (
        0, "aofref: Bela has no running game that Gina could take over\n",
    )  # fmt: skip


TIMED = {"UTCDate": "2026.11.21", "UTCTime": "09:00:00", "TimeControl": "864000"}


def timed(tmp_path: Path, away: str = "") -> AClub:
    """A club in which Bela is to move in t-1 since 09:56:41 of 21 November, and Anna in t-2."""
    club = AClub(tmp_path / "timed")
    for name in ("t-1", "t-2"):
        club.game(name, "heathen-europe", **TIMED)
    club.game("t-3", "heathen-europe")
    with (club.folder / "players.tsv").open("a") as players:
        players.write(f"gina\tGina\tgina@example.net\t{away}\n")
    assert club.took("Anna: ac2-ad2") == ["played"]
    return club


@pytest.mark.parametrize(
    ("given", "away", "left", "until"),
    [
        ((), "", "4d 21h 56m 41s", "1 December 2026, 09:56 UTC"),
        (("--time", "5d"), "", "5d", "1 December 2026, 12:00 UTC"),
        (("--time", "36h"), "", "1d 12h", "28 November 2026, 00:00 UTC"),
        (("--time", "30d"), "", "30d", "26 December 2026, 12:00 UTC"),
        (("--time", "5d"), "2026-11-28..2026-11-29", "7d", "3 December 2026, 12:00 UTC"),
    ],
)
def test_how_much_time_a_new_player_has(
    tmp_path: Path, given: tuple[str, ...], away: str, left: str, until: str
) -> None:
    """At noon of 26 November: the rest of Bela's ten days, or a fresh bank, and days of leave."""
    club = timed(tmp_path, away)
    done = club.ran("--now", "2026-11-26T12:00:00Z", "--replace", "bela", "gina", *given)
    assert done.exit_code == 0, done.stderr
    assert f"[t-1] Gina (Black) has {left} left\n" in done.stderr
    bank = {"36h": "1d 12h"}.get(given[1], given[1]) if given else "10d"
    assert f"[t-2] Gina (Black) has {bank} left\n" in done.stderr
    assert "[t-3] Gina (Black) has no time control\n" in done.stderr
    texts = [one.get_content() for one in club.answers(to="Anna")]
    (told,) = (one for one in texts if "Gina plays Black now" in one and "is to move, until" in one
               and "Gina (Black) is to move" in one)  # fmt: skip
    assert f"Gina (Black) is to move, until {until}." in told
    before = club.text("t-1"), club.text("t-2")
    again = club.ran("--now", "2026-11-26T13:00:00Z", "--replace", "bela", "gina", *given)
    assert "no running game" in again.stderr
    assert (club.text("t-1"), club.text("t-2")) == before


def test_a_bank_of_more_digits_than_are_given_at_once(tmp_path: Path) -> None:
    """An arbiter has given Bela 9,999,999,999 seconds twice; Gina has five days."""
    club = timed(tmp_path)
    path = club.folder / "games" / "t-2.aof"
    gifts = 2 * "{[%give B 9999999999]} "
    path.write_text(path.read_text().removesuffix("*\n") + f"{gifts}*\n")
    done = club.ran("--now", "2026-11-26T12:00:00Z", "--replace", "bela", "gina", "--time", "5d")
    assert done.exit_code == 0, done.stderr
    assert "[t-2] Gina (Black) has 5d left\n" in done.stderr


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change: each army changes hands once, and everybody is told and invited once."""
    club = timed(tmp_path)
    words = ("--replace", "bela", "gina", "--time", "5d", "--address", "anna", "a@new.example")

    def processed(folder: Path) -> None:
        done = aofref("club", str(folder), "--now", "2026-11-26T12:00:00Z", *words)
        assert done.exit_code == 0, done.stderr

    whole = shutil.copytree(club.folder, tmp_path / "whole")
    processed(whole)
    written = {name for name in shown(whole) if name.startswith("out/new/")}
    # To two players of all three games; an invitation, an address, two reminders at half-time.
    assert len(written - {*shown(club.folder)}) == 2 + 1 + 1 + 2
    ends_alike(1 if effort > 1 else 13, processed, club.folder, whole, least=40)


@pytest.mark.parametrize(
    "words", [("--time", "5d"), ("--replace", "bela", "gina", "--time", "soon"), ("--time", "-1d")]
)
def test_a_bank_that_is_none(club: AClub, words: tuple[str, ...]) -> None:
    done = club.ran(*words)
    assert done.exit_code == 2 and "--time" in done.stderr


def test_another_address(club: AClub) -> None:
    """It is written into the list, whose other bytes stay, and counts at once."""
    path = club.folder / "players.tsv"
    path.write_bytes(b"# ours\r\n" + path.read_bytes().replace(b"\n", b"\r\n"))
    before = path.read_bytes()
    club.mail("Bela <bela@new.example>", "[hec-1]", "show")
    club.mail("Bela", "[hec-1]", "show")
    done = club.ran("--address", "BELA", "bela@new.example")
    assert done.exit_code == 0 and done.stdout.startswith("answered: [hec-1]")
    assert "held: a stranger" in done.stdout
    assert path.read_bytes() == before.replace(b"bela@example.net", b"bela@new.example")
    (told,) = (one for one in club.answers() if "your address" in one["Subject"])
    assert told["To"] == "Bela <bela@new.example>"
    assert "The arbiter has noted your address: bela@new.example." in told.get_content()
    count = len(club.answers())
    assert club.ran("--address", "bela", "bela@new.example").exit_code == 0
    assert len(club.answers()) == count


@pytest.mark.parametrize(
    ("who", "address", "said"),
    [
        ("hugo", "h@example.net", "there is no player 'hugo'"),
        ("bela", "Anna@example.net", "'Anna@example.net' is the address of Anna"),
        ("bela", "bela", "'bela' is no address of a player"),
        ("bela", "CLUB@example.org", "'CLUB@example.org' is no address of a player"),
    ],
)
def test_what_is_no_address_of_a_player(club: AClub, who: str, address: str, said: str) -> None:
    before = (club.folder / "players.tsv").read_bytes()
    done = club.ran("--address", who, address)
    assert done.exit_code == 2 and said in " ".join(done.stderr.split())
    assert (club.folder / "players.tsv").read_bytes() == before and not club.answers()


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (("anna", "hugo"), "there is no player 'hugo'"),
        (("hugo", "anna"), "there is no player 'hugo'"),
        (("anna", "carl"), "Carl plays in [g-1] already"),
        (("anna", "anna"), "Anna plays in [g-1], [hec-1] already"),
    ],
)
def test_who_cannot_be_replaced(club: AClub, ids: tuple[str, str], said: str) -> None:
    before = club.text("g-1"), club.text("hec-1")
    done = club.ran("--replace", *ids)
    assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") <= 4
    assert (club.text("g-1"), club.text("hec-1")) == before


# A fault of the program ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["waiting.send_digest", "news._write_leave"])
def test_a_fault_of_one_step_stops_no_other(
    club: AClub, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("it fails")

    monkeypatch.setattr(f"aofref.club.{step}", fails)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    done = club.ran("--format", "json", "--now", NOW)
    assert (done.exit_code, '"played"' in done.stdout) == (0, True)
    assert "it fails" in done.stderr and "Traceback" not in done.stderr
    assert len(club.answers("<1@example.net>")) == 4


# A record at fault --------------------------------------------------------------------------------


def test_a_record_at_fault_is_no_game_of_other_players(club: AClub) -> None:
    """Who is away tells nobody of a game of others, and who is replaced leaves it alone."""
    broken = club.game("broken", "heathen-europe")
    text = broken.read_text().replace('"Anna"', '"Carl"').replace('"Bela"', '"Dora"')
    broken.write_text(text.replace('Variant "heathen-europe"', 'Variant "nothing"'))
    (club.folder / "games" / "g-1.aof").unlink()
    with (club.folder / "players.tsv").open("a") as players:
        players.write("gina\tGina\tgina@example.net\n")
    assert told(club, "Anna", "leave", "away 2027-01-10..2027-01-12")[0] == "away"
    assert not club.answers(to="Carl") and len(club.answers(to="Bela")) == 1
    done = club.ran("--replace", "anna", "gina")
    assert (done.exit_code, done.stdout) == (0, "")
    assert '[White "Gina"]' in club.text("hec-1")
