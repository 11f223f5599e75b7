"""Takeback: a player asks to take back a move, the others agree, and the arbiter does it."""

from aofref.club import journal
from aofref.club.game import ClubGame
from aofref.club.log import Verdict
from aofref.club.settings import Player
from aofref.text import joined
from aofref.values import Value


class Takeback(Value):
    """A takeback: who has asked for it first, who has yet to agree, the `moves`, the `steps`.

    `steps` is how many `aofref undo` is to take back.
    """

    by: Player
    missing: tuple[Player, ...]
    moves: str
    steps: int

    @property
    def why(self) -> str:
        """The reason for which the arbiter gets the message."""
        if not self.missing:
            return f"all players agree to take back {self.moves}"
        names = joined([player.name for player in self.missing], "and")
        return f"{self.by.name} asks to take back {self.moves}; {names} did not agree so far"


def asked(game: ClubGame, now: Player | None = None) -> Takeback | None:
    """Return the takeback that players have asked for since the last move of a game, or ask `now`.

    None if nobody has, or has a move to take back.
    """
    record, seats = game.record, game.players
    since = journal.last_sent(record, record.variant.armies)
    lines = [
        line
        for line in game.session.log.lines
        if (line.verdict, line.game) == (Verdict.TAKEBACK, game.id)
        and (since is None or line.time >= since)
    ]
    ids = dict.fromkeys([line.player for line in lines] + ([now.id] if now else []))
    agreed = [player for by in ids for player in seats if player.id == by]
    for by in agreed[:1]:
        own, line = journal.armies(record, by.name), record.mainline()
        places = [at for at, ply in enumerate(line) if ply.army in own and ply.move]
        if places:
            moves, steps = [*map(str, line[places[-1] :])], 1
            while len(record.undo(steps)[0].mainline()) > places[-1]:
                steps += 1
            fighting = [player for player in seats if journal.fights(record, player.name)]
            missing = tuple(player for player in fighting if player not in agreed)
            return Takeback(by, missing, joined(moves, "and"), steps)
    return None
