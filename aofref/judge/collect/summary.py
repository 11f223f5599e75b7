"""Summary: the data of a record for lists and tables, and fingerprints of games."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from aofref import games
from aofref.findings import DECIDED, Finding
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import End, Replay, Status
from aofref.notation import positions, results
from aofref.rules.position import CorePosition
from aofref.text import folded_name, in_bytes
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.record import Record

UNNAMED = "?"  # the name of a player who is not named


class Summary(Value):
    """The data of a record for lists and tables: its place, players, length, end and tags.

    `players` pairs army letters with names, `?` for an unknown name; without a game they are the
    tags that name an army of some game.  `turn` is `-` after the end; `result` is the final
    result, `*` while the game goes on.  `offers` are the letters of the armies that offer a draw.
    `army` is the name of the army to move, or empty.  `event`, `round` and `date` are tags, or
    None.  `error` is the first error, if any.  A `decided` record stops at a move on which an
    arbiter has decided.  Records of one game (moves, players, event, round) have the same `mark`;
    it is empty if it was not computed.
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
    error: Finding | None = None
    decided: bool = False
    mark: bytes = b""

    @property
    def player(self) -> str | None:
        """The name of the player to move; None if the game is over, or the name is unknown."""
        name = dict(self.players).get(self.turn, UNNAMED)
        return None if name == UNNAMED else name

    def awaits(self, who: str) -> bool:
        """Return whether an army, or a player, by whole words of the name, is to move."""
        if not self.army:
            return False
        wanted, name = folded_name(who), folded_name(self.player or "")
        army = wanted.replace(" ", "") in (self.turn.casefold(), self.army.casefold())
        return army or (bool(wanted) and f" {wanted} " in f" {name} ")


def summary(record: "Record", *, marked: bool = False) -> Summary:
    """Summarise a record; `marked` adds the mark of its game."""
    judged = record.verdict
    end, tags, errors = ending(judged), judged.record.values, judged.errors
    turn, refused, mark = "?", None, b""
    if judged.opened:
        turn = judged.game.letters[judged.last.turn] if end is None else "-"
        refused = judged.refused
        if marked and (judged.plies or end):
            named = (name for _, name in players(judged))
            of_the_game = (*named, tags.get("Event", ""), tags.get("Round", ""))
            mark = fingerprint(judged, "moves", of_the_game)
    notes = refused.refusal.notes if refused is not None else ()
    armies = judged.known_game.variant.armies if judged.known_game else ()
    return Summary(
        record.source or "-",
        record.number,
        judged.record.place.line,
        judged.known_game.variant.id if judged.known_game else "",
        players(judged),
        judged.length,
        turn,
        outcome(judged),
        judged.status,
        end,
        judged.offering,
        next((army.name for army in armies if army.letter == turn), ""),
        tags.get("Event"),
        tags.get("Round"),
        tags.get("Date"),
        error=errors[0] if errors else None,
        decided=any(note.words == DECIDED for note in notes),
        mark=mark,
    )


def fingerprint(judged: Replay, compared: str, names: Iterable[str] = ()) -> bytes:
    """Return 16 bytes that identify the moves (`compared` is `moves`) or the last `position`.

    For records that are not legal the whole movetext is compared, too.  `names` are compared
    without case and blanks.
    """
    from hashlib import blake2b  # and with it OpenSSL

    game = judged.known_game
    parts = [*map(folded_name, names), game.variant.id if game else ""]
    parts += game.rulings if game else ()
    if judged.opened:
        if compared == "position":
            parts.append(positions.write(judged.last))
        else:
            plies = (f"{ply.army}{ply.lan}" for ply in judged.plies)
            parts += [positions.write(judged.first), *plies]
    if judged.status is not Status.LEGAL:
        parts += ["", *(token.text for token in judged.record.tokens)]
    return blake2b(in_bytes("\n".join(parts)), digest_size=16).digest()


def fault_in_words(error: Finding) -> str:
    """Write an error in a line: its code, its move and its sentence."""
    move = f" {error.quoted}" if error.move else ""
    return f"{error.code.value}{move}: {error.message}"


def outcome(judged: Replay) -> str:
    """Return the final result of a game; `*` while it goes on."""
    end = ending(judged)
    return results.OPEN if end is None else end.result


def players(judged: Replay) -> tuple[tuple[str, str], ...]:
    """Return pairs of an army's letter and its player's name."""
    tags = judged.record.values
    if judged.known_game is not None:
        armies = judged.known_game.variant.armies
        return tuple((army.letter, tags.get(army.name, "").strip() or UNNAMED) for army in armies)
    known = filter(None, map(games.find, games.IDS))
    letters = {army.name: army.letter for game in known for army in game.armies}
    named = ((letter, tags.get(name, "").strip()) for name, letter in letters.items())
    return tuple([pair for pair in named if pair[1]])


def captured(before: CorePosition, ply: Ply) -> list[str]:
    """List the pieces that a ply captured, as `J:N`, Pawns en passant included."""
    if ply.move is None or ply.move.destination < 0:
        return []
    game, target = before.game, before.board[ply.move.destination]
    taken = [f"{game.letters[game.army_of[target]]}:{game.code(target)}"] if target else []
    pawn = game.pawn_code
    passed = [event for event in ply.events if event.type == "en-passant"]
    return taken + [f"{event.captured}:{pawn}" for event in passed]
