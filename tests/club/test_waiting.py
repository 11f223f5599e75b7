"""What waits for the arbiter: by `--status`, on standard error, and in the digest."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.clubs import NOW, AClub, a_club, tree
from tests.helpers import aofref

ARBITER = 'arbiter = "Arbiter@example.org"\n'
TOKENS = "anna\tAnna\tanna@example.net\t\tdrum\nbela\tBela\tbela@example.net\t\tbass\n"
TIMED = {"UTCDate": "2026.11.20", "TimeControl": "864000"}
SCHEMA = Draft202012Validator(json.loads(aofref("schema", "club").stdout))
LATE = "2026-12-05T00:00:00Z"


def status(club: AClub, *args: str) -> dict[str, Any]:
    """Give the status of a club, which changes nothing."""
    before = tree(club.folder)
    found = club.status(*args)
    assert tree(club.folder) == before
    SCHEMA.validate(found)
    assert list(found) == ["held", "late", "faulty", "unproved", "running"]
    return found


def digests(club: AClub) -> list[EmailMessage]:
    """Give the digests that were written, the oldest first."""
    to_arbiter = [made for made in club.answers() if "arbiter@" in made["To"].casefold()]
    return sorted(to_arbiter, key=lambda made: str(made["Message-ID"]))


def body(made: EmailMessage) -> str:
    return str(made.get_content())


def types(command: str) -> None:
    """Run a command as it stands in the digest."""
    program, *args = shlex.split(command)
    assert program == "aofref"
    done = aofref(*args)
    assert done.exit_code == 0, done.stderr


def test_nothing_waits(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    assert status(club) == {
        "held": [],
        "late": [],
        "faulty": [],
        "unproved": [],
        "running": 1,
    }
    assert club.ran("--status").stdout == "Nothing waits for the arbiter.\n\n1 game is running.\n"
    assert club.took("Anna: Lha5-fb3") == ["played"] and digests(club) == []


def test_what_is_held(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    club.mail("Anna", "[g-1]", "\n> quoted\n\nSee you on Sunday.\nAnna")
    club.mail("eve@example.com", "hello", "Can I join?")
    club.run()
    assert "passed on to the arbiter" in club.answer(1, "Anna") and club.left()["in/cur"] == 2
    first, second = status(club)["held"]
    assert (first["from"], first["address"], first["game"]) == ("anna", "anna@example.net", "g-1")
    assert (first["text"], first["why"]) == ("See you on Sunday.\nAnna", "not understood")
    assert first["since"] == "2026-11-21T09:56:41Z"
    assert (second["from"], second["address"]) == ("eve@example.com",) * 2
    assert (second["game"], second["text"], second["why"]) == (None, "Can I join?", "a stranger")
    assert all(Path(row["file"]).read_bytes().startswith(b"X-Held: ") for row in (first, second))
    (made,) = digests(club)
    assert made["Subject"] == "The Drum: 2 held" and made["Auto-Submitted"] == "auto-generated"
    assert made["Reply-To"] == "anna@example.net"  # the one player of it
    for row in (first, second):
        for text in (row["from"], *row["text"].splitlines(), row["why"], *row["do"]):
            assert text in body(made).replace("\n", " ")
    assert "[g-1]" in body(made) and "since 21 November 2026, 09:56 UTC" in body(made)
    *_, done = second["do"]
    types(done)
    again, _ = first["do"]
    types(again)
    assert [row["from"] for row in status(club)["held"]] == ["anna"]
    assert club.left()["held/cur"] == 1


def test_words_as_they_were_written(tmp_path: Path) -> None:
    """Decoded, at most 20 lines, without what is quoted."""
    club = a_club(tmp_path, ARBITER)
    text = "\n".join(f"Größe {number}" for number in range(1, 26))
    club.mail("Anna", "[g-1]", f"{text}\n\nOn Monday the club wrote:\n> move!\n", X_A="é")
    club.run()
    (row,) = status(club)["held"]
    lines = row["text"].splitlines()
    assert lines[0] == "Größe 1" and lines[18:] == ["Größe 19", "[...]"]
    assert "  > Größe 19" in body(digests(club)[0])


@pytest.mark.parametrize("wanted", ["held/new/9", "", "<1@example.net>", "\x1b"])
def test_what_does_not_wait_is_not_settled(tmp_path: Path, wanted: str) -> None:
    club = a_club(tmp_path)
    club.took("Anna: See you on Sunday.")
    (row,) = status(club)["held"]
    before = tree(club.folder)
    done = club.ran("--done", row["file"], wanted)
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "\x1b" not in done.stderr
    assert tree(club.folder) == before
    assert club.ran("--done", row["file"], "--dry-run").exit_code == 0
    assert tree(club.folder) == before
    assert club.ran("--done").exit_code == club.ran("--done", "--again", "x").exit_code == 2


def test_late_games(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER, **TIMED)
    clock = json.loads(
        aofref("clock", "--format", "json", "--now", LATE, f"{club.folder}/games").stdout
    )
    (row,) = status(club, "--now", LATE)["late"]
    assert {**clock, "do": row["do"]} == row
    assert status(club)["late"] == []  # the clocks are read only with --now
    assert [line["verdict"] for line in club.run(now=LATE)] == ["late"]
    assert status(club)["held"] == []
    (made,) = digests(club)
    said = "[g-1]: Anna (European) is to move; the time was used up on 30 November 2026, 00:00 UTC."
    assert said in " ".join(body(made).split()) and all(do in body(made) for do in row["do"])
    forfeit, more = row["do"]
    assert "--give E=7d" in more
    types(forfeit)
    assert "E:forfeits" in club.text("g-1")
    club.run(now="2026-12-06T00:00:01Z")
    assert len(digests(club)) == 1  # the next one has its time


def test_late_games_are_in_a_digest_of_a_run_that_reads_no_clock(tmp_path: Path) -> None:
    """Else a daily digest at another hour would keep them out for ever."""
    club = a_club(tmp_path, **TIMED)
    club.run(now=LATE)
    with (club.folder / "club.toml").open("a") as file:
        file.write(ARBITER)
    assert club.ran().exit_code == 0
    assert "Late: " in body(digests(club)[0])


def test_asked_twice(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    assert club.took("Anna: Is Lha5-fb3 good?") == ["asked"]
    assert status(club)["held"] == [] and digests(club) == []
    assert club.took("Anna: I think Lha5-fb3 is good.") == ["asked"]
    (row,) = status(club)["held"]
    assert (row["from"], row["game"]) == ("anna", "g-1")
    assert row["why"] == "asked twice"
    assert row["text"] == "I think Lha5-fb3 is good."
    (made,) = digests(club)
    assert "asked twice" in body(made) and all(do in body(made) for do in row["do"])
    assert club.took("Anna: So Lha5-fb3 it is.") == ["asked"]
    (row,) = status(club)["held"]  # the last about a game
    assert row["why"] == "asked 3 times"
    play, _ = row["do"]
    types(play)
    assert "Lha5-fb3 {[%sent 2026-11-21T09:56:43Z]}" in club.text("g-1")
    assert status(club)["held"] == []
    club.run()
    assert club.left()["held/new"] == 0 and club.left()["held/cur"] == 2


def test_a_player_who_has_moved_waits_no_more(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    asked = ("Anna: Is Lha5-fb3 good?", "Anna: Is Lha5-fb3 good?")
    assert club.took(*asked, "Anna: Lha5-fb3") == ["asked", "asked", "played"]
    assert status(club)["held"] == [] and digests(club) == []
    assert club.took("Bela: What about ea3-fa3?", "Anna: Is ga4-fa4 good?") == ["asked"] * 2
    assert status(club)["held"] == []  # each only once since then


def test_what_is_not_proven(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER + "token = true\n", TOKENS, game="h", variant="heathen-europe")
    assert club.took("Anna: Pac2-ad2") == ["refused"]
    (row,) = status(club)["held"]
    assert (row["from"], row["game"], row["why"]) == ("anna", "h", "without the player's word")
    assert club.left()["held/new"] == 1 and all(do in body(digests(club)[0]) for do in row["do"])
    _, again, _ = row["do"]
    types(again)  # the arbiter knows that it is hers
    assert "ac2-ad2" in club.text("h") and status(club)["held"] == []


def test_a_player_who_sends_the_word_waits_no_more(tmp_path: Path) -> None:
    club = a_club(tmp_path, "token = true\n", TOKENS, game="h", variant="heathen-europe")
    club.took("Anna: Pac2-ad2")
    club.mail("Anna", "[h] drum", "Pac2-ad2")
    assert club.verdicts() == ["played"] and status(club)["held"] == []


FAULTS: dict[str, Callable[[str], str]] = {
    "hello": lambda text: f"{text}hello\n",
    "unreadable": lambda text: text.replace("aof2", "aof3"),
    "illegal": lambda text: text.replace("\n*\n", "\nE:Lha5-ha5 *\n"),
    "empty": lambda _text: "",
}


@pytest.mark.parametrize("name", FAULTS)
def test_records_at_fault(tmp_path: Path, name: str) -> None:
    club = a_club(tmp_path, ARBITER)
    club.game("g-2")
    club.run()
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text()
    path.write_text(FAULTS[name](text))
    for _ in range(2):  # in every run; the mail of other games is treated
        club.mail("Anna", "[g-2]", "help")
        done = club.ran("--now", NOW)
        assert done.exit_code == 0 and done.stdout.startswith("answered: [g-2]")
        assert done.stderr.startswith(f"{path}:") and done.stderr.count("\n") == 1
    if name in ("unreadable", "illegal"):
        assert done.stderr == aofref("check", "--quiet", str(path)).stderr
    (row,) = status(club)["faulty"]
    assert row["file"] == str(path) and f"{path}:{row['message']}\n" == done.stderr
    assert status(club)["running"] == 1
    (made,) = digests(club)
    (do,) = row["do"]
    assert row["message"] in body(made) and do in body(made)
    if name == "illegal":
        types(do)
        assert "{[%arbiter takeback]}" in path.read_text()
    else:
        path.write_text(text)
    assert club.ran("--now", NOW).stderr.count(f"{path}:") == 0


def test_a_record_that_is_gone(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    club.run()
    path = club.folder / "games" / "g-1.aof"
    path.rename(tmp_path / "g-1.aof")
    done = club.ran("--now", NOW)
    assert done.exit_code == 0 and "g-1.txt:1:1: cannot-open the record is gone" in done.stderr
    (row,) = status(club)["faulty"]
    assert row["message"] in " ".join(body(digests(club)[0]).split())
    program, file = shlex.split(row["do"][0])
    assert program == "rm" and file == row["file"]
    Path(file).unlink()
    assert club.ran("--now", NOW).stderr == ""


def test_a_player_who_is_not_in_the_list(tmp_path: Path) -> None:
    """A name that was corrected, or a player who was removed, is a fault of the running games."""
    club = a_club(tmp_path, ARBITER)
    club.game("g-2", "heathen-europe")
    club.run()
    assert status(club)["faulty"] == []
    path, players = club.folder / "games" / "g-2.aof", club.folder / "players.tsv"
    players.write_text(players.read_text().replace("Anna", "Annah"))
    named = [row["file"] for row in status(club)["faulty"]]
    assert named == [str(club.folder / "games" / "g-1.aof"), str(path)]
    assert "Anna plays European, and players.tsv has no such name" in club.ran("--now", NOW).stderr
    assert "no such name" in " ".join(body(digests(club)[0]).split())
    for row in status(club)["faulty"]:
        types(row["do"][0])  # the tag gets the name that is most like it
    assert '"Annah"' in path.read_text() and status(club)["faulty"] == []
    players.write_text(players.read_text().replace("bela\tBela\tbela@example.net\n", ""))
    club.run()
    *_, row = status(club)["faulty"]
    types(row["do"][-1])  # the player is withdrawn
    assert "forfeits" in path.read_text()


def test_a_copied_record(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    club.took("Anna: Lha5-fb3")
    path = club.folder / "games" / "a-copy.aof"
    path.write_text(club.text("g-1"))
    (row,) = status(club)["faulty"]
    assert row["file"] == str(path) and "messages of [g-1] are in this record" in row["message"]
    assert "a-copy.aof" in club.ran("--now", NOW).stderr
    program, old, new = shlex.split(row["do"][0])
    assert program == "mv"
    Path(old).rename(new)
    assert not status(club)["faulty"]  # nobody was told of it


def test_when_a_digest_is_sent(tmp_path: Path) -> None:
    """Once there is something new, at most once a day, and with what was listed before."""
    club = a_club(tmp_path, ARBITER)
    assert club.took("Anna: Hello!") == ["held"]
    assert len(digests(club)) == 1
    club.run()
    club.run(now="2026-11-30T10:00:00Z")
    assert len(digests(club)) == 1  # nothing is new
    assert club.took("Bela: See you!") == ["held"]
    assert len(digests(club)) == 1  # it is too soon
    club.run(now="2026-11-22T09:59:59Z")
    assert len(digests(club)) == 1
    for _ in range(2):
        club.run(now="2026-11-22T10:00:00Z")
        assert len(digests(club)) == 2
    new, still, old = body(digests(club)[1]).partition("Still waiting, as the last digest said:")
    assert still and "See you!" in new and "Hello!" not in new and "Hello!" in old
    for path in (club.folder / "held" / "new").iterdir():
        path.unlink()
    club.run(now="2026-11-30T10:00:00Z")
    assert len(digests(club)) == 2  # nothing waits


def test_a_span_of_its_own(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER + 'digest = "2h"\n')
    club.took("Anna: Hello!")
    club.mail("Anna", "[g-1]", "Hello?")
    club.run(now="2026-11-21T11:59:59Z")
    assert len(digests(club)) == 1
    club.run(now="2026-11-21T12:00:00Z")
    assert len(digests(club)) == 2


def test_no_arbiter_no_digest(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    assert club.took("Anna: Hello!") == ["held"]
    assert len(club.answers()) == 1 and len(status(club)["held"]) == 1


def test_a_dry_run_writes_no_digest(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    club.took("Anna: Lha5-fb3")
    club.mail("Bela", "[g-1]", "Hello!")
    before = tree(club.folder)
    assert club.verdicts("--dry-run") == ["held"] and tree(club.folder) == before


def test_an_arbiter_who_answers_is_told_where_orders_go(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    club.mail("arbiter@example.org", "Re: The Drum: 1 held", "Let her play.")
    assert club.verdicts() == ["answered"]
    (told,) = digests(club)
    assert "--status" in body(told) and told["Auto-Submitted"] == "auto-replied"
    assert status(club)["held"] == []


@pytest.mark.parametrize("args", [["--withdraw", "anna"], ["--again", "x"], ["--deliver", "cat"]])
def test_a_status_is_given_alone(tmp_path: Path, args: list[str]) -> None:
    done = a_club(tmp_path).ran("--status", *args)
    assert done.exit_code == 2 and "--status" in done.stderr


def test_a_season_writes_the_arbiter(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("a\tA\ta@example.net\nb\tB\tb@example.net\n")
    made = ("season", str(tmp_path / "p.tsv"), "--variant", "hec", "--address", "c@example.org")
    for place, given in enumerate((["--arbiter", "me@example.org"], [])):
        folder = tmp_path / str(place)
        assert aofref(*made, *given, "--output-dir", str(folder)).exit_code == 0
        settings = (folder / "club.toml").read_text()
        assert ('\narbiter = "me@example.org"\n' in settings) == bool(given)
        assert ('\n# arbiter = "arbiter@example.org"\n' in settings) != bool(given)
    for wrong in ("me", "C@example.org"):
        done = aofref(*made, "--arbiter", wrong, "--output-dir", str(tmp_path / "no"))
        assert done.exit_code == 2 and not (tmp_path / "no").exists()
