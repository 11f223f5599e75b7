"""What an arbiter does to a record of a club: its players are told, once, and the clock goes on."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from aofref.club.game import ClubGame
from tests.club.test_killed import ends_alike, shown, treat
from tests.clubs import NAMES, NOW, AClub
from tests.helpers import aofref

TIMED = {"UTCDate": "2026.11.21", "UTCTime": "09:00:00", "TimeControl": "864000"}
LATER = "2026-11-22T12:00:00Z"
HALF = "2026-11-26T12:00:00Z"  # half of the ten days of the second move is over


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """Give a club with a game of ten days a player, of which Anna has played the first move."""
    club = AClub(tmp_path / "club")
    club.game("g-1", **TIMED)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert [line["verdict"] for line in club.run()] == ["played"]
    assert len(club.answers()) == 4
    club.sent += 1000  # what arrives from now on is later than this run
    return club


def acts(club: AClub, command: str, *args: str, game: str = "g-1", status: int = 0) -> str:
    """Change a record in place, as an arbiter does."""
    path = str(club.folder / "games" / f"{game}.aof")
    words = ["--in-place", path, *args] if command == "play" else [path, *args, "--in-place"]
    done = aofref(command, *words)
    assert done.exit_code == status, done.stderr
    return done.stderr


def news(club: AClub, now: str = NOW) -> dict[str, str]:
    """Run the club, and give the messages about g-1 that were written, by the name of the player."""
    before = {path.name for path in club.folder.glob("out/new/*")}
    assert club.run(now=now) == []
    texts: dict[str, str] = {}
    for made in club.answers():
        (name,) = (n for n in NAMES.values() if f"{n.lower()}@" in made["To"])
        number = made["Message-ID"].strip("<>").partition("@")[0]
        if number not in before:
            assert name not in texts and made["Subject"].startswith("Re: [g-1]")
            assert made["Auto-Submitted"] == "auto-generated"
            texts[name] = str(made.get_content())
    return texts


def ended_by(path: Path) -> str:
    """Give the cause of the end of a game by `check`."""
    return str(json.loads(aofref("check", "--format", "json", str(path)).stdout)["end"]["by"])


def told(club: AClub, *lines: str, to_move: str) -> None:
    """The next run tells all four players these lines, and the one behind it nothing."""
    texts = news(club)
    assert set(texts) == set(NAMES.values())
    for text in texts.values():
        assert "The record of the game [g-1] was changed by the arbiter." in text
        for line in lines:
            assert line in text
        assert re.search(rf"{re.escape(to_move)} is to move, until ", text)
    assert news(club) == {}


def test_a_forfeit_as_the_late_message_prints_it(club: AClub) -> None:
    late = "2026-12-05T00:00:00Z"
    (line,) = club.run(now=late)
    assert (line["verdict"], line["army"]) == ("late", "I")
    shown = club.ran("--status", "--now", late).stdout.splitlines()
    command, _more = (text.strip() for text in shown if text.startswith("    aofref"))
    path = club.folder / "games" / "g-1.aof"
    assert command == f"aofref play --in-place --sent now {path} I:forfeits"
    assert aofref(*shlex.split(command)[1:]).exit_code == 0
    assert re.search(r"I:forfeits \{\[%sent 20\d\d-[^]]+\]\}", club.text("g-1"))
    told(club, "Bela (Indian) has forfeited the game.", to_move="Carl (Jewish)")


def test_a_forfeit_without_a_time_is_stamped_by_the_next_run(club: AClub) -> None:
    acts(club, "play", "I:forfeits")
    assert club.clock(LATER)["used"] is None
    told(club, "Bela (Indian) has forfeited the game.", to_move="Carl (Jewish)")
    assert f"I:forfeits {{[%sent {NOW}]}}\n" in club.text("g-1")
    assert club.clock(LATER) | {"source": ""} == {
        "source": "",
        "record": 1,
        "variant": "aof2",
        "army": "J",
        "player": "Carl",
        "since": NOW,
        "used": 86_400,
        "left": 9 * 86_400,
        "late": False,
    }
    assert set(news(club, HALF)) == {"Carl"}  # reminded
    assert news(club, HALF) == {}


def test_a_move_by_hand(club: AClub) -> None:
    acts(club, "play", "ea3-fa3", "J:resigns")
    told(
        club,
        "Bela (Indian) has played I:ea3-fa3.",
        "Carl (Jewish) has resigned.",
        to_move="Dora (Persian)",
    )
    assert club.text("g-1").count(f"[%sent {NOW}]") == 2
    club.mail("Dora", "[g-1]", "jg3-jf3")
    assert [line["move"] for line in club.run(now=LATER)] == ["jg3-jf3"]
    assert club.clock(LATER)["left"] is not None


def test_a_move_that_is_taken_back(club: AClub) -> None:
    """It can be played again: another message, another clock, another reminder."""
    acts(club, "undo")
    told(club, "Taken back: E:Lha5-fb3.", to_move="Anna (European)")
    club.mail("Anna", "[g-1]", "ga4-fa4")
    assert [line["verdict"] for line in club.run(now="2026-11-21T11:00:00Z")] == ["played"]
    assert set(news(club, HALF)) == {"Bela"}
    acts(club, "undo")
    acts(club, "play", "E:Lha5-fb3")
    told(club, "Taken back: E:ga4-fa4.", "has played E:Lha5-fb3.", to_move="Bela (Indian)")
    assert club.clock(LATER)["used"] is not None


def test_time_that_is_given(club: AClub) -> None:
    """Ten days are eleven, and then nine."""
    acts(club, "clock", "--give", "Bela=1d")
    told(club, "The arbiter has given Bela (Indian) 1 day.", to_move="Bela (Indian)")
    assert club.clock(LATER)["left"] == 10 * 86_400
    acts(club, "clock", "--give", "I=-2d")
    acts(club, "clock", "--give", "E=36h")
    texts = news(club)
    assert len(texts) == 4
    for text in texts.values():
        assert "The arbiter has given Anna (European) 36 hours." in text
        assert "The arbiter has taken 2 days from Bela (Indian)." in text
        assert "Bela (Indian) is to move, until 30 November 2026, 09:56 UTC" in text
    (club.folder / "known" / "g-1.txt").unlink()
    assert "The arbiter has taken 1 day from Bela (Indian)." in news(club)["Dora"]
    assert news(club) == {}


def test_what_is_done_twice_is_told_twice(club: AClub) -> None:
    for _ in range(2):
        acts(club, "play", "ea3-fa3")
        told(club, "has played I:ea3-fa3.", to_move="Carl (Jewish)")
        acts(club, "undo")
        told(club, "Taken back: I:ea3-fa3.", to_move="Bela (Indian)")
    acts(club, "play", "ea3-fa3")
    acts(club, "undo")
    assert news(club) == {}  # nothing has become of it


@pytest.mark.parametrize(
    "decision, line, to_move",
    [
        ("takeback", "I:da3-fa3 is not legal and is taken back.", "Bela (Indian)"),
        ("stands", "Bela (Indian) has played I:da3-fa3.", "Carl (Jewish)"),
        ("forfeits", "Bela (Indian) has forfeited the game.", "Carl (Jewish)"),
    ],
)
def test_a_decision(club: AClub, decision: str, line: str, to_move: str) -> None:
    path = club.folder / "games" / "g-1.aof"
    path.write_text(club.text("g-1").replace("\n*\n", "\nI:da3-fa3\n*\n"))
    assert news(club) == {}  # it must be corrected first
    acts(club, "decide", decision)
    told(
        club,
        "The arbiter has decided: I:da3-fa3 is not legal" if decision != "stands" else line,
        line,
        to_move=to_move,
    )
    assert club.clock(LATER)["left"] is not None


def test_an_offer_and_a_tag_come_and_go(club: AClub) -> None:
    acts(club, "tag", "Site=Berlin")
    acts(club, "play", "draw")
    text = news(club)["Anna"]
    assert 'The tag Site is now "Berlin".' in text
    assert "Bela (Indian) offers a draw." in " ".join(text.split())
    acts(club, "undo")
    acts(club, "tag", "--remove", "Site")
    text = news(club)["Anna"]
    assert "The tag Site is not given any more." in text and "No draw is offered any more." in text


def test_a_result_and_back(club: AClub) -> None:
    acts(club, "tag", "Result=1-0-0-0", "Termination=adjudication")
    texts = news(club)
    assert set(texts) == set(NAMES.values()) and news(club) == {}
    for text in texts.values():
        assert "The game is over: 1-0-0-0, by adjudication." in text and "to move" not in text
    acts(club, "undo")
    told(club, "The game goes on.", to_move="Bela (Indian)")


@pytest.mark.parametrize("result", ["0-1-0-0", "1/4-1/4-1/4-1/4", "1/2-1/2-0-0"])
@pytest.mark.parametrize("comment", ["", "{the organisers met}"])
def test_a_result_alone_is_an_adjudication(club: AClub, result: str, comment: str) -> None:
    """The next run writes that, and tells the players."""
    path = club.folder / "games" / "g-1.aof"
    acts(club, "tag", f"Result={result}")
    path.write_text(path.read_text().replace(f"\n{result}", f"\n{comment} {result}"))
    assert "Termination" not in path.read_text()
    for text in news(club).values():
        assert f"The game is over: {result}, " in text and "by adjudication." in text
    assert path.read_text().count('[Termination "adjudication"]') == 1
    assert ended_by(path) == "adjudication"
    before = shown(club.folder)
    assert news(club) == {} and shown(club.folder) == before
    acts(club, "tag", "Result=*")  # and taken back, with its cause
    told(club, "The game goes on.", to_move="Bela (Indian)")
    assert "Termination" not in path.read_text()


@pytest.mark.parametrize(
    ("moves", "by"),
    [
        ("1. W:resigns", "resignation"),
        ("1. Pac2-ad2 {[%draw W] [%draw B]} 1/2-1/2", "agreement"),
        ("1. Pac2-ad2 {White's flag fell} 0-1", "time"),
    ],
)
def test_another_cause_stays(tmp_path: Path, moves: str, by: str) -> None:
    club = AClub(tmp_path / "club")
    path = club.game("g-1", "heathen-europe")
    path.write_text(path.read_text().replace("\n*\n", f"\n{moves}\n"))
    club.run()
    assert "Termination" not in path.read_text()
    assert ended_by(path) == by


@pytest.mark.parametrize(
    "act",
    [("play", "--result", "1-0"), ("tag", "Result=1/2-1/2", "Termination=agreement")],
)
def test_what_the_players_agreed_on_is_no_adjudication(
    tmp_path: Path, act: tuple[str, ...]
) -> None:
    club = AClub(tmp_path / "club")
    path = club.game("g-1", "heathen-europe")
    club.run()
    acts(club, *act)
    assert all("by agreement" in text for text in news(club).values())
    assert ended_by(path) == "agreement"


def test_another_player_of_an_army(club: AClub) -> None:
    """He who has played it is told, too."""
    acts(club, "tag", "Indian=Eve")
    rows = (club.folder / "players.tsv").read_text()
    (club.folder / "players.tsv").write_text(f"{rows}eve\tEve\teve@example.net\n")
    before = len(club.answers())
    assert club.run() == []
    assert len(club.answers()) == before + 5
    (made,) = club.answers(to="Eve")
    assert "Eve plays Indian now, in place of Bela." in str(made.get_content())


def test_an_act_before_the_first_run(tmp_path: Path) -> None:
    club = AClub(tmp_path / "club")
    club.game("g-1", **TIMED)
    acts(club, "play", "E:forfeits")
    told(club, "Anna (European) has forfeited the game.", to_move="Bela (Indian)")


def test_an_act_and_a_message_at_once(club: AClub) -> None:
    acts(club, "play", "ea3-fa3")
    move = club.mail("Carl", "[g-1]", "ga1-fa1")
    assert [line["verdict"] for line in club.run()] == ["played"]
    for name in NAMES.values():
        assert "has played J:ga1-fa1." in club.answer(move, name)
        texts = [str(made.get_content()) for made in club.answers(to=name)]
        assert sum("was changed by the arbiter" in text for text in texts) == 1
    assert news(club) == {}


def test_a_dry_run_tells_nobody(club: AClub) -> None:
    acts(club, "play", "I:forfeits")
    before = shown(club.folder)
    done = club.ran("--dry-run")
    assert "[g-1] sent to its players: Bela (Indian) has forfeited the game." in done.stderr
    assert shown(club.folder) == before
    told(club, "Bela (Indian) has forfeited the game.", to_move="Carl (Jewish)")


def test_a_club_that_has_lost_what_it_told(club: AClub) -> None:
    """What came by mail was told."""
    for path in (club.folder / "known").iterdir():
        path.write_text("{")
    assert news(club) == {}
    acts(club, "undo")
    told(club, "Taken back: E:Lha5-fb3.", to_move="Anna (European)")


# Withdrawal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["bela", "Bela", "BELA"])
def test_a_player_withdraws_from_every_game(club: AClub, who: str) -> None:
    club.game("g-2", "heathen-europe", **TIMED)
    club.game("g-3", "heathen-europe", **TIMED)
    acts(club, "tag", "Result=1-0", game="g-3")
    club.run()
    before, over = len(club.answers()), club.text("g-3")
    done = club.ran("--now", NOW, "--withdraw", who)
    assert done.exit_code == 0
    assert done.stderr.count("Bela (") == 2
    assert f"I:forfeits {{[%sent {NOW}]}}" in club.text("g-1")
    assert f"B:forfeits {{[%sent {NOW}]}}" in club.text("g-2")
    assert '[Result "1-0"]' in club.text("g-2") and club.text("g-3") == over
    assert len(club.answers()) == before + 4  # Anna and Bela are told of both games at once
    left = shown(club.folder)
    for _ in range(2):
        assert club.ran("--now", NOW, "--withdraw", who).exit_code == 0
    assert shown(club.folder) == left
    assert club.clock(LATER)["player"] == "Carl" and club.clock(LATER)["left"] is not None


def four_games(tmp_path: Path) -> AClub:
    """A club with four games of Anna: two with Bela, one with Carl, one with all."""
    club = AClub(tmp_path / "four")
    for name, other in (("h-1", "Bela"), ("h-2", "Bela"), ("h-3", "Carl")):
        path = club.game(name, "heathen-europe", **TIMED)
        path.write_text(path.read_text("utf-8").replace('"Bela"', f'"{other}"'), "utf-8")
    club.game("g-1", **TIMED)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert [line["verdict"] for line in club.run()] == ["played"]
    return club


def test_who_leaves_four_games_is_told_of_in_one_mail(tmp_path: Path) -> None:
    """Each opponent gets one, whoever has several of the games, too; the log has a line for it."""
    club = four_games(tmp_path)
    before, log = len(club.answers()), (club.folder / "log.tsv").read_text("utf-8")
    assert club.ran("--now", NOW, "--withdraw", "anna").exit_code == 0
    new = {made["To"].partition(" ")[0]: made for made in club.answers()[before:]}
    assert len(club.answers()) == before + 4 and set(new) == {"Anna", "Bela", "Carl", "Dora"}
    games = {"Anna": "g-1 h-1 h-2 h-3", "Bela": "g-1 h-1 h-2", "Carl": "g-1 h-3", "Dora": "g-1"}
    for name, ids in games.items():
        text = new[name].get_content()
        heads = re.findall(r"The record of the game \[(\S+)\] was changed", text)
        assert heads == ids.split() and text.count("Anna (White) has forfeited") == len(heads) - 1
        named = re.findall(r"\[(\S+)\]", new[name]["Subject"])
        assert named == ids.split()
    lines = (club.folder / "log.tsv").read_text("utf-8")[len(log) :].splitlines()
    told = [line.split("\t") for line in lines if "\tchanged\t" in line]
    assert sorted((cells[3], cells[4]) for cells in told) == [
        (name.lower(), ids) for name, ids in games.items()
    ]
    left = shown(club.folder)
    assert club.run() == [] and shown(club.folder) == left


def test_ended_while_a_player_leaves_four_games(tmp_path: Path, effort: int) -> None:
    """Killed at a change: everybody is told once, and in one mail."""
    club = four_games(tmp_path)

    def processed(folder: Path) -> None:
        words = ("--now", NOW, "--withdraw", "anna")
        assert aofref("club", str(folder), *words).exit_code == 0

    whole = shutil.copytree(club.folder, tmp_path / "whole")
    processed(whole)
    ends_alike(1 if effort > 1 else 11, processed, club.folder, whole, least=20)


def test_nobody_is_told_of_a_game_at_fault(club: AClub) -> None:
    """A name that is written wrongly is for the arbiter; when it is right again, nothing was."""
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"Bela"', '"Bella"'), "utf-8")
    assert news(club) == {}
    path.write_text(text, "utf-8")
    assert news(club) == {}


def test_a_record_that_is_wrong_waits_for_its_correction(club: AClub) -> None:
    path = club.folder / "games" / "g-1.aof"
    wrong = path.read_text("utf-8").replace("Lha5-fb3", "Lha5-fb4")
    path.write_text(wrong, "utf-8")
    done = club.ran("--now", NOW, "--withdraw", "bela")
    assert "the record must be corrected first, before Bela withdraws" in done.stdout
    assert path.read_text("utf-8") == wrong and len(club.answers()) == 4


@pytest.mark.parametrize("times", [1, 99])
@pytest.mark.parametrize("words", [(), ("--withdraw", "bela")])
def test_a_record_that_is_changed_meanwhile(
    club: AClub, times: int, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = club.folder / "games" / "g-1.aof"
    acts(club, "play", "I:ea3-fa3")
    was, left = ClubGame.unchanged, [times]

    def changed(game: ClubGame) -> contextlib.AbstractContextManager[None]:
        if left[0]:
            left[0] -= 1
            path.write_text(path.read_text("utf-8").replace("*\n", "{edited} *\n"), "utf-8")
        return was(game)

    monkeypatch.setattr(ClubGame, "unchanged", changed)
    assert club.ran("--now", NOW, *words).exit_code == 0
    if times > 1:  # whoever changes it without end is left alone, until the next run
        left[0] = 0
        assert club.ran("--now", NOW, *words).exit_code == 0
    text = club.text("g-1")
    assert "{edited}" in text and f"[%sent {NOW}]" in text
    assert text.count("I:forfeits") == bool(words)
    written = [made["Subject"] for made in club.answers()]
    shown_once = len(written)
    assert club.ran("--now", NOW).exit_code == 0 and len(club.answers()) == shown_once


def test_nobody_of_that_name_withdraws(club: AClub) -> None:
    before = shown(club.folder)
    done = club.ran("--withdraw", "zoe")
    assert done.exit_code == 2 and "there is no player 'zoe'" in done.stderr
    assert shown(club.folder) == before


def test_a_move_by_hand_is_answered_as_its_players_planned(club: AClub) -> None:
    planned(club, "g-1")
    texts = news(club)
    assert set(texts) == set(NAMES.values())
    begun = (
        "The record of the game [g-1] was changed by the arbiter.\n\n"
        "Bela (Indian) has played I:ea3-fa3.\n\n"
        "This was answered at once:\n\n"
        "Carl (Jewish) has played J:ga1-fa1.\nDora (Persian) has played P:jg3-jf3.\n"
    )
    for text in texts.values():
        assert text.startswith(begun) and "Anna (European) is to move, until " in text
        assert "conditional" not in text
    assert len(re.findall(r"\[%mail \w+\] \[%sent 2026-11-21T09:59:00Z\]", club.text("g-1"))) == 2
    before = club.text("g-1")
    assert news(club) == {} and club.text("g-1") == before
    acts(club, "undo")  # what a plan played is not played again when it is taken back
    told(club, "Taken back: P:jg3-jf3.", to_move="Dora (Persian)")
    assert "jg3" not in club.text("g-1")


def planned(club: AClub, game: str) -> None:
    """Have Carl and Dora plan their answers to a move of Bela, which an arbiter plays."""
    club.mail("Carl", f"[{game}]", "if I:ea3-fa3 J:ga1-fa1")
    club.mail("Dora", f"[{game}]", "if I:ea3-fa3 J:ga1-fa1 P:jg3-jf3")
    assert club.verdicts() == ["answered", "answered"]
    acts(club, "play", "--sent", "2026-11-21T09:59:00Z", "ea3-fa3", game=game)


# Killed -------------------------------------------------------------------------------------------


def an_arbiters_day(folder: Path) -> AClub:
    club = AClub(folder)
    for name in ("g-1", "g-2", "g-3", "g-4"):
        club.game(name, **TIMED)
        club.mail("Anna", f"[{name}]", "Lha5-fb3")
    club.run()
    planned(club, "g-4")
    acts(club, "play", "I:forfeits")
    acts(club, "undo", game="g-2")
    acts(club, "tag", "Result=1-0-0-0", game="g-3")
    club.mail("Carl", "[g-1]", "ga1-fa1")
    club.mail("Anna", "[g-2]", "ga4-fa4")
    return club


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change while news are told; then all is as if it had not been."""
    begun = an_arbiters_day(tmp_path / "begun").folder
    whole = shutil.copytree(begun, tmp_path / "whole")
    assert treat(whole) == ["played", "played"]
    assert treat(whole) == []
    ends_alike(1 if effort > 1 else 23, treat, begun, whole, least=50, last=[])
