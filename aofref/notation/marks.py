"""Marks: the suffixes of a move, and what a text claims of a move that is not so (CONTRACT 3)."""

from __future__ import annotations

import re

from aofref.findings import Code, Refusal
from aofref.findings.facts import Claim, Going
from aofref.notation.movetext import MoveText
from aofref.rules.events import Checkmate, Event
from aofref.rules.generate import lifts
from aofref.rules.position import PASS, Move, Position
from aofref.rules.refuse import standing

_PARTS = re.compile(r"(#)?([A-Z]*)(\+)?([A-Z]*)")


def suffix(after: Position, events: tuple[Event, ...]) -> str:
    """Write what a move did to royal pieces: `#` and `+`, with the armies if there are four."""
    if not events and not after.watches.attacked:
        return ""
    game = after.game
    mated = [event.army for event in events if isinstance(event, Checkmate)]
    checked = [army for army, watch in enumerate(after.watch) if watch.armies and army not in mated]
    if game.two_players:
        return "#" if mated else "+" if checked else ""
    letters = game.letters
    text = "#" + "".join(letters[army] for army in sorted(mated)) if mated else ""
    return text + ("+" + "".join(letters[army] for army in checked) if checked else "")


def suffix_agrees(said: str, is_so: str, enemy: str = "") -> bool:
    """Say whether everything that a written suffix says is true; it may say less than is true.

    Who is checkmated is in check too; a sign without letters stands for some army.  `enemy` is the
    army that signs without letters are about, where there is but one.
    """
    if not said or said == is_so:
        return True
    mate, mated, check, checked = _read(said)
    is_mate, is_mated, is_check, is_checked = _read(is_so)
    if mate and not (is_mate and set(mated) <= {*is_mated, *enemy}):
        return False
    if not check:
        return True
    in_check = {*is_checked, *is_mated, *enemy}
    return (is_check or is_mate) and set(checked) <= in_check


def _read(text: str) -> tuple[bool, str, bool, str]:
    """Divide a suffix: is there a mate, of whom, is there a check, of whom."""
    match = _PARTS.fullmatch(text)
    if match is None:
        return False, "", False, ""
    mate, mated, check, checked = match.groups("")
    return bool(mate), mated, bool(check), checked


def warnings(position: Position, move: Move, said: MoveText, is_so: str) -> list[Refusal]:
    """List what the text claims of a legal move that is not so; `is_so` is the right suffix."""
    found = []
    game = position.game
    enemy = game.letters[1 - position.turn] if game.two_players and is_so else ""
    if said.suffix and not suffix_agrees(said.suffix, is_so, enemy):
        found.append(Refusal(Code.FALSE_CHECK, Claim(said.suffix, is_so or "no check")))
    if move == PASS:
        return found
    captures = bool(position.board[move.destination] or lifts(position, move))
    wrong = None
    if captures and said.captures is False and not said.en_passant:
        wrong = Code.UNMARKED_CAPTURE
    elif said.captures and not captures:
        wrong = Code.FALSE_CAPTURE
    if wrong is not None:
        end = game.board.names[move.destination]
        found.append(Refusal(wrong, Going(standing(position, move.origin), end)))
    return found
