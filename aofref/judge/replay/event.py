"""Event: an effect of a move or of the start of a turn, in names and words."""

from typing import TYPE_CHECKING, Any

from aofref.notation import results
from aofref.rules import events
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import joined, on_one_line
from aofref.values import FrozenMapping

DRAW, JOINT_WIN = "draw", "joint win"
"""How several armies share a game that is over."""

_SHARED = {DRAW: "draw", JOINT_WIN: "win jointly", "": "share the game"}


def over(game: CompiledVariant, winners: tuple[int, ...], kind: str) -> str:
    """Write that a game is over and who has won or, by DRAW, JOINT_WIN or neither, shares it."""
    who = joined([game.sides[army].name for army in winners], "and")
    verb = "wins" if len(winners) == 1 else _SHARED[kind]
    return f"the game is over: {who} {verb}, {results.write(len(game.armies), winners)}"


class Event(FrozenMapping[Any]):
    """Something that a move, or the start of a turn, brought about.

    It has the keys that `aofref check --format json` gives an event, except `ply`: `type` and what
    belongs to that type, such as `army` and `by` of a `check`.  Each key is an attribute too
    (`event.type`, `event.army`), `from` as `from_`.  Armies, cells and pieces are texts; `by` of a
    `check` is a tuple of armies.  `str` describes the event in a sentence.

    The types are `check` and `checkmate` (with `army`, `by`), `removal` (`army`, `reason`),
    `promotion` (`army`, `cell`, `from`, `to`), `en-passant` (`army`, `cell`, `captured`), `pass`
    and `stalemate` (`army`), `repetition` and `fifty-moves` (`count`), `dead-position` and `end`
    (`result`).
    """

    __slots__ = ("_game", "_happened")
    _game: CompiledVariant
    _happened: events.TurnEvent
    type: str
    army: str
    by: str | tuple[str, ...]
    reason: str
    cell: str
    from_: str
    to: str
    captured: str
    count: int
    result: str

    def __init__(self, game: CompiledVariant, happened: events.TurnEvent) -> None:
        super().__init__(_facts(game, happened))
        self._set(_game=game, _happened=happened)

    def report(self, ply: int) -> dict[str, Any]:
        """Return it as plain data, as `aofref check --format json` does, as of a ply."""
        data = {"ply": ply, **self}
        if isinstance(data.get("by"), tuple):
            data["by"] = list(data["by"])
        return data

    def __str__(self) -> str:
        game = self._game
        armies, names = [side.name for side in game.sides], game.board.names
        match self._happened:
            case events.Check(army, _, attackers):
                return f"{armies[army]} is in check from {_pieces(game, attackers)}"
            case events.Checkmate(army, by, attackers):
                with_ = _pieces(game, attackers)
                return f"{armies[army]} is checkmated by {armies[by]}, with {with_}"
            case events.Removal(army, events.Reason.NO_QUEEN):
                return f"{armies[army]} is removed: it has a King but no Queen"
            case events.Removal(army, reason):
                return f"{armies[army]} {reason} and is removed"
            case events.Promotion(army, cell, before, after):
                was, is_now = (on_one_line(game.types[kind].name) for kind in (before, after))
                return f"{armies[army]} promotes its {was} on {names[cell]} to {is_now}"
            case events.EnPassant(army, cell, captured):
                taken = f"a Pawn of {armies[captured]} en passant on {names[cell]}"
                return f"{armies[army]} takes {taken}"
            case events.Passes(army):
                return f"{armies[army]} has no move that it may make, and passes"
            case events.Stalemate(army):
                return f"{armies[army]} is stalemated"
            case events.Repetition(count):
                return f"this position occurs for the {count}{'rd' if count == 3 else 'th'} time"
            case events.FiftyMoves(count):
                return f"each player has made {count} moves without a capture or a move of a Pawn"
            case events.DeadPosition():
                return "the position is dead: neither player can ever be checkmated"
            case events.GameEnd(winners):
                return over(game, winners, DRAW if len(winners) == len(armies) else JOINT_WIN)

    if not TYPE_CHECKING:  # to which any other name is an error

        def __getattr__(self, name: str) -> Any:
            """Look up a key."""
            key = "from" if name == "from_" else name
            if key.startswith("_") or key not in self:
                raise AttributeError(f"an event {self['type']!r} has no {name}")
            return self[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self._game, self._happened)


def _facts(game: CompiledVariant, happened: events.TurnEvent) -> dict[str, Any]:
    """Name what happened as `check --format json` does."""
    letters, cells, codes = game.letters, game.board.names, game.codes
    match happened:
        case events.Check(army, by, _):
            checking = tuple(letters[other] for other in by)
            return {"type": "check", "army": letters[army], "by": checking}
        case events.Checkmate(army, mating, _):
            return {"type": "checkmate", "army": letters[army], "by": letters[mating]}
        case events.Removal(army, reason):
            return {"type": "removal", "army": letters[army], "reason": reason}
        case events.Promotion(army, cell, before, after):
            promoted = {"type": "promotion", "army": letters[army], "cell": cells[cell]}
            return {**promoted, "from": codes[before], "to": codes[after]}
        case events.EnPassant(army, cell, captured):
            taking = {"type": "en-passant", "army": letters[army], "cell": cells[cell]}
            return {**taking, "captured": letters[captured]}
        case events.Passes(army):
            return {"type": "pass", "army": letters[army]}
        case events.Stalemate(army):
            return {"type": "stalemate", "army": letters[army]}
        case events.Repetition(times):
            return {"type": "repetition", "count": times}
        case events.FiftyMoves(count):
            return {"type": "fifty-moves", "count": count}
        case events.DeadPosition():
            return {"type": "dead-position"}
        case events.GameEnd(winners):
            return {"type": "end", "result": results.write(len(letters), winners)}


def _pieces(game: CompiledVariant, attackers: tuple[events.Attacker, ...]) -> str:
    return ", ".join(
        f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{game.board.names[cell]}"
        for cell, piece in attackers
    )


def named(game: CompiledVariant, happened: tuple[events.TurnEvent, ...]) -> tuple[Event, ...]:
    """Name and word what happened in a game."""
    return tuple([Event(game, event) for event in happened])
