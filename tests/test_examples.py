"""The examples do what they say: the club, from messages to records and replies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.helpers import ROOT, aofref

CLUB = ROOT / "examples" / "club.sh"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the example is for bash")


def run(tmp_path: Path) -> None:
    """Run the club with this very aofref."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    program = folder / "aofref"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m aofref "$@"\n')
    program.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    args = ["bash", str(CLUB), *(str(tmp_path / name) for name in ("in", "games", "out"))]
    done = subprocess.run(args, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def send(tmp_path: Path, name: str, sender: str, subject: str, text: str) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "club@example.org", subject
    mail.set_content(text, cte="quoted-printable")
    (tmp_path / "in" / f"{name}.eml").write_bytes(mail.as_bytes())


def reply(tmp_path: Path, name: str) -> tuple[str, str]:
    """Give whom a reply is to, and what it says."""
    found = message_from_bytes(
        (tmp_path / "out" / f"{name}.eml").read_bytes(), policy=policy.default
    )
    assert isinstance(found, EmailMessage)
    return str(found["To"]), str(found.get_content())


def test_the_club(tmp_path: Path) -> None:
    for name in ("in", "games"):
        (tmp_path / name).mkdir()
    players = [part for letter, who in zip("EIJP", ("anna", "bela", "carl", "dora"), strict=True)
               for part in ("--player", f"{letter}={who}@example.org")]  # fmt: skip
    record = tmp_path / "games" / "game-7.aof"
    record.write_text(aofref("new", "aof2", *players).stdout)
    send(
        tmp_path,
        "1",
        "Anna <anna@example.org>",
        "my move [game-7]",
        "Gr\u00fc\u00dfe,\n\n1. e:Lha5\u00a0- fb3!\n",
    )
    send(tmp_path, "2", "bela@example.org", "Re: [game-7]", "I:da3-fa3\n\n> E:Lha5-fb3\n")
    send(tmp_path, "3", "Eve <eve@example.org>", "[game-7]", "I:ea3-fa3")
    send(tmp_path, "4", "carl@example.org", "[game-7]", "I:ea3-fa3")
    send(tmp_path, "5", "bela@example.org", "[../game-7]", "I:ea3-fa3")
    run(tmp_path)
    to, said = reply(tmp_path, "1")
    assert to == "anna@example.org" and "1. E:Lha5-fb3 *" in said and "After ply 1" in said
    to, said = reply(tmp_path, "2")
    assert to == "bela@example.org" and "not played" in said and "your mail:1:1: blocked" in said
    assert "You play no game" in reply(tmp_path, "3")[1]
    assert "wrong-turn" in reply(tmp_path, "4")[1]
    assert "You play no game" in reply(tmp_path, "5")[1]
    assert record.read_text().endswith("\n1. E:Lha5-fb3 *\n\n")
    send(
        tmp_path, "6", "Bela <BELA@example.org>", "[game-7]", "Sorry. I:ea3-fa3 it is.\n-- \nBela\n"
    )
    run(tmp_path)
    assert record.read_text().endswith("\n1. E:Lha5-fb3 I:ea3-fa3 *\n\n")
    assert sorted(path.name for path in (tmp_path / "in" / "done").iterdir()) == [
        f"{n}.eml" for n in range(1, 7)
    ]
    run(tmp_path)  # nothing to do


def test_the_script_is_short() -> None:
    assert len(CLUB.read_text("utf-8").splitlines()) < 60
    assert subprocess.run(["bash", "-n", str(CLUB)], check=False).returncode == 0
