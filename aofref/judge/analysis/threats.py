"""Threats and outcomes: who attacks which royal piece, and what became of each army."""

from enum import StrEnum
from typing import Any, NamedTuple

from aofref.findings import Attack, Piece, Side
from aofref.judge.replay.verdict import Replay
from aofref.rules.events import Checkmate, GameEnd, Removal
from aofref.rules.position import NOBODY, Position
from aofref.rules.refuse import piece_on, threats_of
from aofref.rules.threats import attacks
from aofref.text import joined


class KingThreat(NamedTuple):
    """A royal piece and who attacks it: made by `Position.threats`.

    `piece` is the royal piece, `attackers` say who attacks it, usually nobody, `sides` are the
    armies that move before it could be captured.
    """

    piece: Piece
    attackers: tuple[Attack, ...]
    sides: tuple[Side, ...]

    @property
    def waits(self) -> tuple[str, ...]:
        """The letters of the armies that move before it could be captured."""
        return tuple(side.letter for side in self.sides)

    def report(self) -> dict[str, Any]:
        """Return it as plain data, as `aofref threats --format json` does."""
        return {
            "piece": str(self.piece),
            "attackers": [attack.report() for attack in self.attackers],
            "waits": list(self.waits),
        }

    def __str__(self) -> str:
        if not self.attackers:
            return f"{self.piece}: not attacked"
        first = "at once"
        if self.sides:
            verb = "move" if len(self.sides) > 1 else "moves"
            first = f"{joined([side.name for side in self.sides], 'and')} {verb} before the capture"
        by = [f"  by {attack}" for attack in self.attackers]
        return "\n".join([f"{self.piece}: attacked; {first}", *by])


def king_threats(position: Position) -> list[KingThreat]:
    """List every royal piece, who attacks it, and which armies move before the first attacker."""
    game, found = position.game, []
    for army in position.living:
        attackers = threats_of(
            game, position.board, attacks(position.board, position.king_attacks[army])
        )
        at = piece_on(position, position.royals[army])
        waits: list[Side] = []
        hostile = {threat.piece.army for threat in attackers}
        if attackers and position.turn != NOBODY:
            order = [(position.turn + n) % len(game.letters) for n in range(len(game.letters))]
            for side in (game.sides[a] for a in order if a in position.living):
                if side.letter in hostile:
                    break
                waits.append(side)
        found.append(KingThreat(at, attackers, tuple(waits)))
    return found


class ArmyFate(StrEnum):
    """What became of an army; the values of Reason say why one was removed."""

    ABSENT = "absent"  # from the start
    PLAYING = "playing"
    MATED = "mated"
    NO_QUEEN = "no-queen"
    RESIGNS = "resigns"
    FORFEITS = "forfeits"
    SURVIVED = "survived"  # the game is over, and others share it too, or it is not known who
    WON = "won"


class Outcome(NamedTuple):
    """What became of an army: by which other army, and at which ply, where there is one."""

    fate: ArmyFate
    by: str = ""
    ply: int | None = None


def outcomes(replay: Replay) -> dict[str, Outcome]:
    """Return each army's outcome by letter."""
    game = replay.game
    over = replay.last.turn == NOBODY
    winners = replay.last.winners or ()
    still = Outcome(ArmyFate.SURVIVED if over else ArmyFate.PLAYING)
    found = dict.fromkeys(game.letters, still)
    if len(winners) == 1:
        found[game.letters[winners[0]]] = Outcome(ArmyFate.WON)  # at no ply if nothing was played
    for army, letter in enumerate(game.letters):
        if replay.first.royals[army] < 0:
            found[letter] = Outcome(ArmyFate.ABSENT)
    for ply, event in replay.events():
        if isinstance(event, Checkmate):
            found[game.letters[event.army]] = Outcome(ArmyFate.MATED, game.letters[event.by], ply)
        elif isinstance(event, Removal):
            found[game.letters[event.army]] = Outcome(ArmyFate(event.reason), "", ply)
        elif isinstance(event, GameEnd):
            for letter in game.letters:
                if found[letter].fate is ArmyFate.WON:
                    found[letter] = Outcome(ArmyFate.WON, "", ply)
    return found
