"""Takeback: a player asks to take back a move, the others agree, and the arbiter does it."""

from aofref.club import journal
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.log import Verdict
from aofref.club.settings import Player
from aofref.text import joined
from aofref.values import Value


class Takeback(Value):
    """A takeback: the names of those who have yet to agree, the `moves`, the `steps`, and `why`.

    `steps` is how many `aofref undo` is to take back, `why` the reason for which the arbiter gets
    the message.
    """

    missing: tuple[str, ...]
    moves: str
    steps: int
    why: str


def asked(game: ClubGame, now: Player | None = None) -> Takeback | None:
    """Return the takeback that players have asked for since the last move of a game, or ask `now`.

    None if nobody has, or has a move to take back.
    """
    record, line = game.record, game.record.mainline()
    since = journal.last_sent(record, record.variant.armies)
    agreed = [
        said.player
        for said in game.session.log.lines
        if (said.verdict, said.game) == (Verdict.TAKEBACK, game.id)
        and (since is None or said.time >= since)
    ]
    agreed += [now.id] if now else []
    seats = {player.id: player for player in game.players}
    by = next((seats[id_] for id_ in agreed if id_ in seats), None)
    own = journal.armies(record, by.name) if by is not None else []
    places = [at for at, ply in enumerate(line) if ply.army in own and ply.move]
    if by is None or not places:
        return None
    moves, steps = joined([*map(str, line[places[-1] :])], "and"), 1
    while len(record.undo(steps)[0].mainline()) > places[-1]:
        steps += 1
    fighting = [player for player in game.players if journal.fights(record, player.name)]
    missing = tuple(player.name for player in fighting if player.id not in agreed)
    (why,) = say("takeback-why", by=by.name, moves=moves, names=missing)
    return Takeback(missing, moves, steps, why)
