"""Threats and outcomes: who attacks which royal piece, and what became of each army."""

from __future__ import annotations

from typing import NamedTuple

from aofref.findings import Threat
from aofref.judge.verdict import Replay
from aofref.rules.events import Checkmate, End, Removal
from aofref.rules.position import NOBODY, Position
from aofref.rules.refuse import standing, threats
from aofref.rules.threats import attacks


class Danger(NamedTuple):
    """A royal piece and every attacker with its path; `first` moves before the blow can fall."""

    royal: str
    army: str
    attackers: tuple[Threat, ...]
    waits: tuple[str, ...]


def dangers(position: Position) -> list[Danger]:
    """List every royal piece, who attacks it, and which armies move before the first attacker."""
    game, found = position.game, []
    for army in position.living:
        attackers = threats(game, position.board, attacks(position.board, position.watch[army]))
        at = standing(position, position.royals[army])
        waits: list[str] = []
        hostile = {threat.piece.army for threat in attackers}
        if attackers and position.turn != NOBODY:
            order = [(position.turn + n) % len(game.letters) for n in range(len(game.letters))]
            for letter in (game.letters[a] for a in order if a in position.living):
                if letter in hostile:
                    break
                waits.append(letter)
        found.append(Danger(f"{at.code}{at.cell}", at.army, attackers, tuple(waits)))
    return found


class Outcome(NamedTuple):
    """What became of an army: `mated`, `removed`, `resigns`, `forfeits`, `won`, ... and when."""

    fate: str
    by: str = ""
    ply: int | None = None


def outcomes(replay: Replay) -> dict[str, Outcome]:
    """Give each army's outcome by letter; `playing` or, once the game is over, `survived`."""
    game = replay.game
    over = replay.last.turn == NOBODY
    winners = replay.last.winners or ()
    found = {letter: Outcome("survived" if over else "playing") for letter in game.letters}
    if len(winners) == 1:
        found[game.letters[winners[0]]] = Outcome("won")  # at no ply if nothing was played
    for army, letter in enumerate(game.letters):
        if replay.first.royals[army] < 0:
            found[letter] = Outcome("absent")
    for ply, event in replay.events():
        if isinstance(event, Checkmate):
            found[game.letters[event.army]] = Outcome("mated", game.letters[event.by], ply)
        elif isinstance(event, Removal):
            found[game.letters[event.army]] = Outcome(event.reason, "", ply)
        elif isinstance(event, End):
            for letter in game.letters:
                if found[letter].fate == "won":
                    found[letter] = Outcome("won", "", ply)
    return found
