"""A club's messages are sent by a program or to a server of mail; what was not is sent again."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.clubs import NOW, AClub, a_club, a_program


class Taking:
    """A server of mail that takes messages, and refuses those to whom it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, list[str], bytes]] = []
        self.refused = ""

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, to: str, _o: Any
    ) -> str:
        if self.refused and to.startswith(self.refused):
            return "450 try again"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


@pytest.fixture
def server() -> Iterator[tuple[Taking, str]]:
    handler = Taking()
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, f"127.0.0.1:{port}"
    controller.stop()


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    made = a_club(tmp_path)
    made.mail("Anna", "[g-1]", "Grüße!\n\nLha5-fb3")
    return made


def test_by_a_server(club: AClub, server: tuple[Taking, str]) -> None:
    handler, where = server
    handler.refused = "carl"
    done = club.ran("--now", NOW, "--smtp", where)
    assert done.exit_code == 1
    assert done.stderr.endswith(": not sent: 450 try again\n") and done.stderr.count("\n") == 1
    assert len(handler.taken) == 3 and club.left()["out/new"] == 1 and club.left()["out/cur"] == 3
    handler.refused = ""
    assert club.ran("--now", NOW, "--smtp", where).exit_code == 0
    assert club.left()["out/new"] == 0 and len(handler.taken) == 4
    assert {to for _, (to,), _ in handler.taken} == {
        f"{name}@example.net" for name in ("anna", "bela", "carl", "dora")
    }
    for sender, (to,), content in handler.taken:
        made = message_from_bytes(content, policy=policy.default)
        assert sender == "club@example.org" and made["To"].endswith(f"<{to}>")
        assert "> Grüße!" in made.get_content()
        assert all(len(line) <= 80 for line in made.get_content().splitlines())
        assert b"\n" not in content.replace(b"\r\n", b"")
    assert club.ran("--now", NOW, "--smtp", where).exit_code == 0 and len(handler.taken) == 4


def test_a_server_that_leaves(
    club: AClub, server: tuple[Taking, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, times = smtplib.SMTP.sendmail, [0]

    def sendmail(self: smtplib.SMTP, *args: Any, **more: Any) -> Any:
        times[0] += 1
        if times[0] == 2:
            raise smtplib.SMTPServerDisconnected("the server has left")
        return real(self, *args, **more)

    monkeypatch.setattr(smtplib.SMTP, "sendmail", sendmail)
    done = club.ran("--now", NOW, "--smtp", server[1])
    assert done.exit_code == 1 and done.stderr.endswith(": not sent: the server has left\n")
    assert len(server[0].taken) == 3 and club.left()["out/new"] == 1


def test_a_server_that_answers_no(
    club: AClub, server: tuple[Taking, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_args: Any) -> str:
        return "554-5.7.1 Not from\r\n554 5.7.1 this machine"

    monkeypatch.setattr(server[0], "handle_DATA", refused)
    done = club.ran("--now", NOW, "--smtp", server[1])
    assert done.exit_code == 1 and club.left()["out/new"] == 4
    assert done.stderr.count(": not sent: 554 5.7.1 Not from 5.7.1 this machine\n") == 4


def test_a_stranger_whom_a_server_refuses_for_good(club: AClub, server: tuple[Taking, str]) -> None:
    async def refused(_server: Any, _session: Any, envelope: Any, to: str, _o: Any) -> str:
        if to.startswith("eve"):
            return "550 5.1.1 User unknown"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    server[0].handle_RCPT = refused  # type: ignore[method-assign]
    club.mail("eve@example.com", "hello", "Let me play!")
    done = club.ran("--now", NOW, "--smtp", server[1])
    assert done.exit_code == 1 and done.stderr.count("\n") == 1
    assert done.stderr.endswith(": not sent: 550 5.1.1 User unknown; it is in held now\n")
    assert len(server[0].taken) == 4 and club.left()["out/new"] == 0


def test_a_message_to_no_address_stops_no_other(club: AClub, server: tuple[Taking, str]) -> None:
    (club.folder / "out" / "new").mkdir(parents=True)
    (club.folder / "out" / "new" / "0.mine").write_bytes("To: é <é@example.com>\n\nx\n".encode())
    done = club.ran("--now", NOW, "--smtp", server[1])
    assert done.exit_code == 1 and len(server[0].taken) == 4
    assert done.stderr == "aofref: out/new/0.mine: not sent: the field To has no mail address\n"


def test_there_is_no_server(club: AClub) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{one.getsockname()[1]}"
    done = club.ran("--now", NOW, "--smtp", where)
    assert done.exit_code == 2 and f"nothing is sent: {where}: " in done.stderr
    assert "played" in done.stdout and club.left()["out/new"] == 4


@pytest.mark.unmeasured
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


def test_a_program_that_fails_in_silence_or_never_ends(
    club: AClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path, "sys.exit(75)"))
    assert done.exit_code == 1 and done.stderr.count("ended with status 75") == 4
    monkeypatch.setattr("aofref.club.outgoing._SECONDS", 0.05)
    done = club.ran("--now", NOW, "--deliver", a_program(tmp_path, "import time; time.sleep(5)"))
    assert done.exit_code == 1 and done.stderr.count("does not end within") == 4


@pytest.mark.unmeasured
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
        ("--deliver", "x", "--smtp", "localhost:25"),
        ("--deliver", " "),
        ("--deliver", "'x"),
        ("--smtp", "localhost"),
        ("--now", "soon"),
    ],
)
def test_usage(club: AClub, args: tuple[str, ...]) -> None:
    assert club.ran(*args).exit_code == 2 and club.left()["in/new"] == 1
