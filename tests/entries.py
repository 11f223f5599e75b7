"""Every entry that takes a move, and what each makes of it: the move in LAN, or a refusal's code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import aofref as library
from tests.helpers import aofref

LEGAL = "legal"
"""What an entry says of a legal move without the move."""


def recorded(record: str, text: str) -> str:
    """Write a move, or more of movetext, in the place of the star that ends a record."""
    body, star, end = record.rpartition("*")
    assert star and not end.strip()
    return f"{body}{text} *\n"


def checked(record: str, text: str) -> tuple[str, str]:
    """Judge a record with a move behind its moves: the move or its refusal, and the warnings."""
    before, found = library.loads(record).plies, library.loads(recorded(record, text))
    warned = " ".join(one.code for one in found.findings if one.is_warning)
    errors = [str(one.code) for one in found.findings if not one.is_warning]
    if errors:
        return errors[0], warned
    return " ".join(_lan(node) for node in found.mainline()[before:]), warned


def by_library(record: str, text: str) -> dict[str, str]:
    """Put a move to everything of the library that takes one."""
    game = library.loads(record)
    position = game.position
    assert position is not None
    takers: dict[str, Callable[[], str]] = {
        "Position.move": lambda: position.move(text).lan,
        "Position.write": lambda: position.write(text, suffix=False),
        "Position.explain": lambda: _explained(position.explain(text)),
        "Board.push": lambda: _pushed(position.board(), text),
        "Record.play": lambda: _lan(game.play(text).mainline()[-1]),
        "Record.add": lambda: _lan(game.add(text).record.mainline()[-1]),
        "Position.push": lambda: LEGAL if position.push(text) else "",
    }
    made = {}
    for name, take in takers.items():
        try:
            made[name] = take()
        except library.IllegalMove as why:
            made[name] = str(why.code)
    made["Position.legal"] = LEGAL if position.legal(text) else made["Position.move"]
    made["Board.legal"] = LEGAL if position.board().legal(text) else made["Position.move"]
    return made


def _lan(node: library.Node) -> str:
    """Write a move without its suffix, or a withdrawal."""
    return node.lan if node.move is None else node.move.lan


def _explained(found: library.Explanation) -> str:
    return str(found.code) if found.move is None else found.move.lan


def _pushed(board: library.Board, text: str) -> str:
    board.push(text)
    return board.line[-1].lan


def by_commands(record: str, text: str, folder: Path, player: str = "Anna") -> dict[str, str]:
    """Put a move to every command that takes one; `player` sends the mail."""
    file, sent = folder / "game.aof", folder / "mail.eml"
    file.write_text(record, "utf-8")
    sent.write_bytes(mailed(text, player))
    made = {}
    for name, args in {
        "play": (str(file), text),
        "play, in words": (str(file), *text.split()),
        "play --mail": (str(file), "--mail", str(sent)),
    }.items():
        done = aofref("play", *args)
        if done.exit_code:
            told = re.search(r":[0-9]+: (?!warning)([a-z-]+) ", done.stderr)
            made[name] = told[1] if told is not None else done.stderr
        else:
            made[name] = _lan(library.loads(done.stdout).mainline()[-1])
    proof = json.loads(aofref("explain", str(file), text, "--format", "json").stdout)
    made["explain"] = LEGAL if proof["legal"] else proof["code"]
    return made


def mailed(text: str, sender: str, **how: Any) -> bytes:
    """Write a mail of a player that holds a text, under a subject that names another move."""
    message = EmailMessage()
    message["From"], message["To"] = f"{sender} <a@example.org>", "club@example.org"
    message["Subject"] = "Re: E:Lkd5-hb3"
    message.set_content(f"{text}\n", **how)
    return bytes(message)


def by_mail(record: str, message: bytes, folder: Path) -> tuple[int, str, str]:
    """Play a message: the status, the move written, what is said of it, which is called m."""
    file, sent = folder / "game.aof", folder / "mail.eml"
    file.write_text(record, "utf-8")
    sent.write_bytes(message)
    found = aofref("play", str(file), "--mail", str(sent))
    moves = [line for line in found.stdout.splitlines() if line.startswith("1.")]
    return found.exit_code, "".join(moves), found.stderr.replace(str(sent), "m")


def unlike(made: dict[str, str], meant: str) -> dict[str, str]:
    """Give what entries made of a text that is not the move, or the code, that is meant."""
    legal = not re.fullmatch("[a-z-]*[a-z]", meant)
    return {
        name: found
        for name, found in made.items()
        if found != meant and not (legal and found == LEGAL)
    }
