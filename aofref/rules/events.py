"""Event: an effect of a move or of the start of a turn, in names and words (aofref-json(5))."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import joined, on_one_line
from aofref.values import FrozenMapping

if TYPE_CHECKING:
    from aofref.library.typed import EventName, EventReport, ReasonName

Attacker = tuple[int, int]  # the cell of an attacking piece, and the piece
DRAW, JOINT_WIN = "draw", "joint win"
"""How several armies share a game that is over."""
_SHARED = {DRAW: "draw", JOINT_WIN: "win jointly", "": "share the game"}


class Happening(StrEnum):
    """The type of an event."""

    CHECK = "check"  # a royal piece is newly attacked
    CHECKMATE = "checkmate"  # with four armies, the army leaves the board
    REMOVAL = "removal"  # an army leaves the board without being checkmated
    PROMOTION = "promotion"  # of a Pawn, an Emperor, a Bishop or a President
    EN_PASSANT = "en-passant"
    PASS = "pass"
    STALEMATE = "stalemate"
    REPETITION = "repetition"  # the same position occurs for the third time, or more
    FIFTY_MOVES = "fifty-moves"  # by each player since the last capture or move of a Pawn
    DEAD_POSITION = "dead-position"  # neither player can ever be checkmated
    END = "end"


class Reason(StrEnum):
    """Why an army leaves the board without being checkmated."""

    NO_QUEEN = "no-queen"
    RESIGNS = "resigns"
    FORFEITS = "forfeits"


SENTENCES: Final[Mapping[str, str]] = {
    Happening.CHECK: "{army} is in check from {pieces}",
    Happening.CHECKMATE: "{army} is checkmated by {by}, with {pieces}",
    Happening.REMOVAL: "{army} {reason} and is removed",
    Reason.NO_QUEEN: "{army} is removed: it has a King but no Queen",
    Happening.PROMOTION: "{army} promotes its {from} on {cell} to {to}",
    Happening.EN_PASSANT: "{army} takes a Pawn of {captured} en passant on {cell}",
    Happening.PASS: "{army} has no move that it may make, and passes",
    Happening.STALEMATE: "{army} is stalemated",
    Happening.REPETITION: "this position occurs for the {nth} time",
    Happening.FIFTY_MOVES: (
        "each player has made {count} moves without a capture or a move of a Pawn"
    ),
    Happening.DEAD_POSITION: "the position is dead: neither player can ever be checkmated",
}
"""By type, or by the reason of a removal; in braces are facts of the event, in words."""


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

    __slots__ = ("_attackers", "_game")
    _game: CompiledVariant
    _attackers: tuple[Attacker, ...]
    type: "EventName"
    army: str
    by: str | tuple[str, ...]
    reason: "ReasonName"
    cell: str
    from_: str
    to: str
    captured: str
    count: int
    result: str

    def __init__(
        self, game: CompiledVariant, facts: dict[str, Any], attackers: tuple[Attacker, ...] = ()
    ) -> None:
        self._set(_items=MappingProxyType(facts), _game=game, _attackers=attackers)

    def report(self, ply: int) -> "EventReport":
        """Return it as plain data, as `aofref check --format json` does, as of a ply."""
        facts = {key: [*fact] if type(fact) is tuple else fact for key, fact in self._items.items()}
        return cast("EventReport", {"ply": ply, **facts})

    def __str__(self) -> str:
        game, facts = self._game, self._items
        if facts["type"] == Happening.END:
            shares = enumerate(facts["result"].split("-"))
            winners = tuple([place for place, share in shares if share != "0"])
            return over(game, winners, DRAW if len(winners) == len(game.sides) else JOINT_WIN)
        sides = {side.letter: side.name for side in game.sides}
        count = facts.get("count", 0)
        words = {**facts, "pieces": self._pieces, "nth": f"{count}{'rd' if count == 3 else 'th'}"}
        for name in facts.keys() & {"army", "by", "captured"}:
            words[name] = sides.get(facts[name])
        for name in facts.keys() & {"from", "to"}:
            words[name] = on_one_line(game.types[game.kinds[facts[name]]].name)
        sentence = SENTENCES.get(facts.get("reason", "")) or SENTENCES[facts["type"]]
        return sentence.format_map(words)

    @property
    def _pieces(self) -> str:
        game = self._game
        return ", ".join(
            f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{game.board.names[cell]}"
            for cell, piece in self._attackers
        )

    if not TYPE_CHECKING:  # to which any other name is an error

        def __getattr__(self, name: str) -> Any:
            """Look up a key."""
            key = "from" if name == "from_" else name
            if key.startswith("_") or key not in self._items:
                raise AttributeError(
                    f"an event {self['type']!r} has no {name}; it has {', '.join(self)}"
                )
            return self._items[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self._game, dict(self._items), self._attackers)


def attackers(event: Event) -> tuple[Attacker, ...]:
    """Return the pieces that give check or checkmate, with their cells, as numbers."""
    return event._attackers  # no key of an event, so no attribute for all to see


def over(game: CompiledVariant, winners: tuple[int, ...], kind: str) -> str:
    """Write that a game is over and who has won or, by DRAW, JOINT_WIN or neither, shares it."""
    who = joined([game.sides[army].name for army in winners], "and")
    verb = "wins" if len(winners) == 1 else _SHARED[kind]
    return f"the game is over: {who} {verb}, {game.result(winners)}"
