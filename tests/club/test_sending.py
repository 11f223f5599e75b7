"""A club's messages are sent by a program; what was not sent is sent again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clubs import NOW, AClub, a_club, a_program


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    made = a_club(tmp_path)
    made.mail("Anna", "[g-1]", "Grüße!\n\nLha5-fb3")
    return made


def test_by_a_program(club: AClub, tmp_path: Path) -> None:
    fails = a_program(tmp_path, "sys.exit('no room' if b'carl@' in sys.stdin.buffer.read() else 0)")
    done = club.ran("--now", NOW, "--deliver", fails)
    assert done.exit_code == 1 and done.stderr.endswith(": not sent: no room\n")
    assert club.left()["out/new"] == 1
    works = a_program(
        tmp_path, f"open({str(tmp_path / 'x')!r}, 'wb').write(sys.stdin.buffer.read())"
    )
    assert club.ran("--now", NOW, "--deliver", works).exit_code == 0
    assert (
        club.left()["out/new"] == 0
        and b"To: Carl <carl@example.net>" in (tmp_path / "x").read_bytes()
    )


def test_in_the_order_of_writing(tmp_path: Path) -> None:
    """Of one second, too: who goes on leave and comes back at once is not away for ever."""
    club = a_club(tmp_path)
    for number in range(6):
        club.mail("Anna", "leave", f"away 2027-01-1{number}")
        club.mail("Anna", "leave", "away none")
    into = f"open({str(tmp_path / 'x')!r}, 'ab').write(sys.stdin.buffer.read())"
    assert club.ran("--now", NOW, "--deliver", a_program(tmp_path, into)).exit_code == 0
    for name in ("Bela", "Carl", "Dora"):
        mails = (tmp_path / "x").read_text().split("From: The Drum")
        told = [mail for mail in mails if f"To: {name} " in mail]
        days = [mail.partition("January")[0].rpartition(" on ")[2] for mail in told]
        assert days == [f"{day} " for day in (10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15)]
        assert ["will not be away" in mail for mail in told] == [False, True] * 6


def test_the_old_answer_is_sent_again(club: AClub, tmp_path: Path) -> None:
    """For each run in which its message comes again, with the same Message-ID, to its sender."""
    into = f"open({str(tmp_path / 'x')!r}, 'ab').write(sys.stdin.buffer.read())"
    sends = a_program(tmp_path, into)
    for copies in (1, 2, 1):
        for _ in range(copies):
            club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")
        assert club.ran("--now", NOW, "--deliver", sends).exit_code == 0
        assert club.left()["out/new"] == 0 and club.left()["out/cur"] == 4
    sent = (tmp_path / "x").read_bytes()
    assert [sent.count(f"To: {name} ".encode()) for name in ("Anna", "Bela")] == [3, 1]
    ids = [line for line in sent.splitlines() if line.startswith(b"Message-ID: ")]
    assert len(ids) == 3 + 3 and len(set(ids)) == 4


def test_a_program_that_fails_in_silence_or_never_ends(
    club: AClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path, "sys.exit(75)"))
    assert done.exit_code == 1 and done.stderr.count("ended with status 75") == 4
    monkeypatch.setattr("aofref.club.run._SECONDS", 0.05)
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path, "import time; time.sleep(5)"))
    assert done.exit_code == 1 and done.stderr.count("does not end within") == 4


def test_a_program_that_complains_in_several_lines(club: AClub, tmp_path: Path) -> None:
    says = "postdrop: w\nmsmtp: recipient not accepted\n\nmsmtp: 550  User unknown\nmsmtp: no\n"
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path, f"sys.exit({says.strip()!r})"))
    assert done.exit_code == 1
    line = ": not sent: msmtp: recipient not accepted; msmtp: 550 User unknown; msmtp: no\n"
    assert done.stderr.count(line) == done.stderr.count("\n") == 4


def test_a_program_that_is_not_there(club: AClub) -> None:
    done = club.ran("--now", NOW, "--deliver", "/no/such/sendmail -t")
    assert done.exit_code == 2
    assert "nothing is sent: /no/such/sendmail -t: cannot be started" in done.stderr
    assert club.left()["out/new"] == 4


@pytest.mark.parametrize(
    "args",
    [
        ("--deliver", " "),
        ("--deliver", "'x"),
        ("--now", "soon"),
    ],
)
def test_usage(club: AClub, args: tuple[str, ...]) -> None:
    assert club.ran(*args).exit_code == 2 and club.left()["in/new"] == 1


@pytest.mark.parametrize("more", [(), ("--deliver", "x"), ("--status",)])
def test_a_server_is_no_way_any_more(club: AClub, more: tuple[str, ...]) -> None:
    """The option and the table in club.toml name what to use."""
    instead = '--deliver "sendmail -t -i", or "msmtp -t -i" for a server elsewhere'
    done = club.ran("--smtp", "localhost:25", *more)
    assert done.exit_code == 2 and instead in " ".join(done.stderr.split())
    assert club.left()["in/new"] == 1
    settings = club.folder / "club.toml"
    settings.write_text(settings.read_text() + '\n[smtp]\nhost = "mx.example.org"\n')
    done = club.ran("--now", NOW)
    assert done.exit_code == 2 and club.left()["in/new"] == 1
    said = f"club.toml:4:1: syntax smtp is not known any more: {instead}\n"
    assert done.stderr.endswith(said) and done.stderr.count("\n") == 1
