"""What the tests of a club share: a club in a directory, its mail, and what came of it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from aofref.club import answers, handler
from tests.helpers import aofref

NOW = "2026-11-21T10:00:00Z"
BEGIN = 1_795_255_000  # 2026-11-21T09:56:40Z
NAMES = {"E": "Anna", "I": "Bela", "J": "Carl", "P": "Dora"}
CLUB = 'name = "The Drum"\naddress = "club@example.org"\n'


class AClub:
    """A club in a directory."""

    def __init__(self, folder: Path, settings: str = "", players: str = "") -> None:
        self.folder = folder
        (folder / "games").mkdir(parents=True)
        (folder / "in" / "new").mkdir(parents=True)
        (folder / "club.toml").write_text(CLUB + settings, "utf-8")
        rows = [f"{n.lower()}\t{n}\t{n.lower()}@example.net\n" for n in NAMES.values()]
        (folder / "players.tsv").write_text(players or "".join(rows), "utf-8")
        self.sent = 0
        self.about = ""  # the game that was begun first

    def game(self, name: str, variant: str = "aof2", moves: str = "", **tags: str) -> Path:
        """Begin a game of Anna, Bela, Carl and Dora, or of Anna and Bela."""
        letters = "EIJP" if variant == "aof2" else "WB"
        names = [f"{a}={n}" for a, n in zip(letters, NAMES.values(), strict=False)]
        given = [part for name_ in names for part in ("--player", name_)]
        given += [part for n, v in tags.items() for part in ("--tag", f"{n}={v}")]
        text = aofref("new", variant, *given).stdout
        self.about = self.about or name
        path = self.folder / "games" / f"{name}.aof"
        path.write_text(text.replace("\n*\n", f"\n{moves} *\n") if moves else text, "utf-8")
        return path

    def mail(self, who: str, subject: str, text: str, **head: str) -> str:
        """Have a message arrive, a second after the last; its Message-ID."""
        made = EmailMessage()
        made["From"] = who if "@" in who else f"{who} <{who.lower()}@example.net>"
        made["To"] = "club@example.org"
        made["Subject"] = subject
        identifier = head.pop("Message_ID", f"<{self.sent + 1}@example.net>")
        if identifier:
            made["Message-ID"] = identifier
        for name, value in head.items():
            made[name.replace("_", "-")] = value
        made.set_content(text)
        self.put(made.as_bytes())
        return identifier

    def put(self, raw: bytes, name: str = "") -> Path:
        """Have bytes arrive."""
        self.sent += 1
        path = self.folder / "in" / "new" / (name or f"{BEGIN + self.sent}.{self.sent}.mx")
        path.write_bytes(raw)
        os.utime(path, (BEGIN + self.sent, BEGIN + self.sent))
        return path

    def run(self, *args: str, now: str = NOW, status: int = 0) -> list[dict[str, Any]]:
        """Run the club and give the lines of its report."""
        done = self.ran("--format", "json", "--now", now, *args)
        assert done.exit_code == status, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def ran(self, *args: str) -> Result:
        return aofref("club", str(self.folder), *args)

    def status(self, *args: str) -> dict[str, list[dict[str, Any]]]:
        """Give what waits for the arbiter."""
        done = self.ran("--status", "--format", "json", *args)
        assert done.exit_code == 0 and done.stderr == "", done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def clock(self, now: str) -> dict[str, Any]:
        """Give the clock of the first game at a time, as the arbiter reads it."""
        path = str(self.folder / "games" / f"{self.about}.aof")
        done = aofref("clock", "--now", now, "--format", "json", path)
        assert not done.stderr, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def verdicts(self, *args: str) -> list[str]:
        return [line["verdict"] for line in self.run(*args)]

    def took(self, *letters: str) -> list[str]:
        """Have messages about the first game arrive, as `Anna: text`, and give the verdicts."""
        for letter in letters:
            who, _, text = letter.partition(": ")
            self.mail(who, f"[{self.about}]", text)
        return self.verdicts()

    def told(self, who: str, text: str, subject: str = "") -> tuple[dict[str, Any], str]:
        """Send a message: its line of the report, and the answer to its sender on one line."""
        identifier = self.mail(who, subject or f"[{self.about}]", text)
        (line,) = self.run()
        return line, " ".join(self.answer(identifier, who).split())

    def text(self, name: str) -> str:
        """Give the record of a game."""
        return (self.folder / "games" / f"{name}.aof").read_text("utf-8")

    def answers(self, identifier: str = "", to: str = "", folder: str = "*") -> list[EmailMessage]:
        """Give what was written, to one player and in answer to one message if they are named."""
        found = []
        for path in sorted((self.folder / "out").glob(f"{folder}/*")):
            made = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(made, EmailMessage)
            if identifier in ("", made["In-Reply-To"]) and f"{to.lower()}@" in made["To"]:
                found.append(made)
        return found

    def answer(self, identifier: str | int, to: str) -> str:
        """Give the text of the one answer to a message, or to the one of a number, to a player."""
        named = f"<{identifier}@example.net>" if isinstance(identifier, int) else identifier
        (found,) = self.answers(named, to)
        body = found.get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    def left(self) -> dict[str, int]:
        """Count what is in each folder of mail."""
        return {
            f"{box}/{part}": len(list((self.folder / box / part).glob("*")))
            for box in ("in", "out", "held")
            for part in ("new", "cur", "tmp")
        }


def a_club(
    tmp_path: Path, settings: str = "", players: str = "", *, game: str = "g-1",
    variant: str = "aof2", moves: str = "", **tags: str,
) -> AClub:  # fmt: skip
    """Make a club with one game."""
    club = AClub(tmp_path / "club", settings, players)
    club.game(game, variant, moves, **tags)
    return club


def of_a_season(tmp_path: Path, *args: str) -> AClub:
    """Give the club of a season of Anna and Bela, who play heathen-europe."""
    players, club = tmp_path / "players.tsv", AClub.__new__(AClub)
    club.folder, club.sent, club.about = tmp_path / "club", 0, ""
    players.write_text("anna\tAnna\tanna@example.net\nbela\tBela\tbela@example.net\n")
    begin = ("season", str(players), "--variant", "hec", "--output-dir", str(club.folder))
    assert aofref(*begin, "--start", NOW, *args).exit_code == 0
    return club


def while_help_is_written(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Have something happen while a run answers a message that asks for help."""
    real = answers.say

    def said(name: str, **facts: object) -> str:
        if name == "order-help":
            act()
        return real(name, **facts)

    monkeypatch.setattr(handler, "say", said)


def a_program(tmp_path: Path, text: str = "sys.stdin.buffer.read()") -> str:
    """Write a program that is given messages to send, and return its command."""
    path = tmp_path / "send.py"
    path.write_text(f"import sys\n{text}\n")
    return f'"{sys.executable}" "{path}"'


def tree(folder: Path) -> dict[str, bytes]:
    """Give every file of a directory, by its name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
