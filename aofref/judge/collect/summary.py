"""Summary: what a list says of a record, and what the same game is known again by."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from aofref import variants
from aofref.findings.facts import DecidedHere
from aofref.judge.replay.comments import offers
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply, step
from aofref.judge.replay.verdict import End, Judged, Status, Unopened
from aofref.notation import moves, positions, results
from aofref.rules.events import EnPassant
from aofref.rules.position import CorePosition
from aofref.text import folded_name, in_bytes

UNNAMED = "?"  # the name of a player who is not named


class Summary(NamedTuple):
    """What a list says of a record: where it is, who plays what, how far they have come.

    `players` pairs army letters with names, `?` for a name not given; without a game they are those
    of the tags that name an army of some game.  `turn` is `-` once the game has ended; `result`
    is the one that it ended with, `*` while it goes on; `offers` are the letters of the armies that
    offer a draw.  `army` is the name of the army to move, empty if none is; `event`, `round` and
    `date` are the tags, None where they are not given.  `decided` says that the record stops at a
    move on which an arbiter has decided.  `mark` is shared by what is the same game twice: the same
    moves, players, event and round; it is empty where that cannot be known.
    """

    source: str
    number: int
    line: int
    variant: str
    players: tuple[tuple[str, str], ...]
    plies: int
    turn: str
    result: str
    status: Status
    end: End | None = None
    offers: tuple[str, ...] = ()
    army: str = ""
    event: str | None = None
    round: str | None = None
    date: str | None = None
    decided: bool = False
    mark: bytes = b""

    @property
    def player(self) -> str | None:
        """The name of the player to move; None if nobody is, or the name is not given."""
        name = dict(self.players).get(self.turn, UNNAMED)
        return None if name == UNNAMED else name

    def awaits(self, who: str) -> bool:
        """Whether this army is to move, by its letter or name, or this player, by whole words."""
        if not self.army:
            return False
        wanted, name = folded_name(who), folded_name(self.player or "")
        army = wanted.replace(" ", "") in (self.turn.casefold(), self.army.casefold())
        return army or (bool(wanted) and f" {wanted} " in f" {name} ")


def summary(judged: Judged, number: int, source: str, *, marked: bool = False) -> Summary:
    """Sum up a replay, with the mark of its game if it is to be `marked`."""
    end, tags = ending(judged), judged.record.values
    turn, refused, mark = "?", None, b""
    if not isinstance(judged, Unopened):
        turn = judged.game.letters[judged.last.turn] if end is None else "-"
        refused = judged.refused
        if marked and (judged.plies or end):
            named = (name for _, name in players(judged))
            of_the_game = (*named, tags.get("Event", ""), tags.get("Round", ""))
            mark = fingerprint(judged, "moves", of_the_game)
    notes = refused.refusal.notes if refused is not None else ()
    armies = judged.game.variant.armies if judged.game else ()
    return Summary(
        source,
        number,
        judged.record.start.line,
        judged.game.variant.id if judged.game else "",
        players(judged),
        judged.length,
        turn,
        outcome(judged),
        judged.status,
        end,
        offers(judged),
        next((army.name for army in armies if army.letter == turn), ""),
        tags.get("Event"),
        tags.get("Round"),
        tags.get("Date"),
        decided=any(isinstance(note, DecidedHere) for note in notes),
        mark=mark,
    )


def fingerprint(judged: Judged, compared: str, names: Iterable[str] = ()) -> bytes:
    """Return 16 bytes, the same for records of the same `moves`, or of the same last `position`.

    Records that were refused or could not be read are the same only if their movetext is, too.
    Any `names` must be the same, in any case and with any blanks.
    """
    from hashlib import blake2b  # and with it OpenSSL

    game = judged.game
    parts = [*map(folded_name, names), game.variant.id if game else ""]
    parts += game.rulings if game else ()
    if not isinstance(judged, Unopened):
        if compared == "position":
            parts.append(positions.write(judged.last))
        else:
            plies = (f"{ply.army}{ply.lan}" for ply in judged.plies)
            parts += [positions.write(judged.first), *plies]
    if judged.status is not Status.LEGAL:
        parts += ["", *(token.text for token in judged.record.tokens)]
    return blake2b(in_bytes("\n".join(parts)), digest_size=16).digest()


def outcome(judged: Judged) -> str:
    """Return the result that a game ended with; `*` while it goes on."""
    end = ending(judged)
    return results.OPEN if end is None else end.result


def players(judged: Judged) -> tuple[tuple[str, str], ...]:
    """Pair the letters of the armies with the names of their players."""
    tags = judged.record.values
    if judged.game is not None:
        armies = judged.game.variant.armies
        return tuple((army.letter, tags.get(army.name, "").strip() or UNNAMED) for army in armies)
    games = filter(None, map(variants.find, variants.IDS))
    letters = {army.name: army.letter for game in games for army in game.armies}
    return tuple(
        (letter, tags[name]) for name, letter in letters.items() if tags.get(name, "").strip()
    )


def with_positions(judged: Judged) -> Iterator[tuple[CorePosition, Ply]]:
    """Yield every ply with the position that it was played in."""
    if isinstance(judged, Unopened):
        return
    position = judged.first
    for ply in judged.plies:
        yield position, ply
        position = step(position, ply)


def in_san(judged: Judged) -> tuple[str, ...]:
    """Write every ply in short notation with its suffixes; withdrawals and illegal moves in LAN."""
    return tuple(
        (ply.lan if ply.move is None or ply.stood else moves.san(before, ply.move)) + ply.suffix
        for before, ply in with_positions(judged)
    )


def captured(before: CorePosition, ply: Ply) -> list[str]:
    """Name what a ply took, as in `J:N`: at most a piece it went to and a Pawn in passing."""
    if ply.move is None or ply.move.destination < 0:
        return []
    game, target = before.game, before.board[ply.move.destination]
    taken = [f"{game.letters[game.army_of[target]]}:{game.code(target)}"] if target else []
    pawn = game.pawn_code
    passed = [event for event in ply.events if isinstance(event, EnPassant)]
    return taken + [f"{game.letters[event.captured]}:{pawn}" for event in passed]
