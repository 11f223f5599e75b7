"""Criteria: the selection of records, their order, and their division into files.

The criteria of selection are a closed union, read in one place.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, assert_never

from aofref import games
from aofref.games.model import VariantData
from aofref.judge.collect.summary import captured, outcome, players
from aofref.judge.replay.ending import By, ending
from aofref.judge.replay.verdict import Replay
from aofref.notation import results
from aofref.notation.records.model import UNSAID
from aofref.rules.events import Happening, Reason, attackers
from aofref.rules.position import CorePosition
from aofref.text import as_file_name, folded_name, free_name, natural
from aofref.values import Value


class Relation(Enum):
    """How a tag, or a count, is compared with a wanted value."""

    EQUAL = "="
    HOLDS = "~"
    BELOW = "<"
    ABOVE = ">"


class Tagged(Value):
    """A tag compared with a value; a record without the tag is not selected."""

    name: str
    relation: Relation
    value: str


class OfGame(Value):
    """The id of the game; a record without a game is included."""

    variant: str


class PlayedBy(Value):
    """A part of a player's name, in any case; `army` is a letter or a name, or empty for any."""

    name: str
    army: str = ""


class Ended(Value):
    """The result: each army's share."""

    result: str


class EndedBy(Value):
    """The end of the game; `forfeited` excludes resignations by the players themselves."""

    by: By
    forfeited: bool = False


class WonBy(Value):
    """The army that won alone, by its letter or name."""

    army: str


class Long(Value):
    """The number of legal plies, bounds included; `most` is None for no bound."""

    least: int
    most: int | None


class Happened(Value):
    """An event: its type, its army, and a piece of it.

    Types are the types in `check`'s JSON, reasons of removals, and `capture`.  Here and in the
    criteria below, armies and pieces are letters, codes or names, in any case; empty means any.
    """

    type: str
    army: str = ""
    piece: str = ""


class Moved(Value):
    """A piece that was moved, perhaps onto a cell, perhaps of an army."""

    piece: str
    cell: str = ""
    army: str = ""


class Stood(Value):
    """Pieces in one position: army letter (or empty), code, cell; code `-` is an empty cell."""

    pieces: tuple[tuple[str, str, str], ...]


class Had(Value):
    """Numbers of pieces in one position: army letter (or empty for all), code, relation, number."""

    counts: tuple[tuple[str, str, Relation, int], ...]


class InStatus(Value):
    """The verdict: `legal`, `illegal` or `malformed`."""

    status: str


Outward = Tagged | OfGame | PlayedBy  # criteria that need no replay
Inward = Ended | EndedBy | WonBy | Long | Happened | Moved | Stood | Had | InStatus
ByName = WonBy | Happened | Moved | Stood | Had  # criteria with names of armies and pieces
Criterion = Outward | Inward

_TYPES = list(map(str, Happening))
EVENTS = (*_TYPES[:3], *map(str, Reason), *_TYPES[3:], "capture")  # a reason is one of a removal


def fits(tags: Mapping[str, str], wanted: Outward) -> bool:
    """Return whether the tags of a record meet a criterion."""
    match wanted:
        case Tagged(name, relation, value):
            tag = tags.get(name)
            if tag is None:
                return False
            if relation is Relation.HOLDS:
                return value.casefold() in tag.casefold()
            if relation is Relation.EQUAL:
                return tag == value
            return _COMPARE[relation](natural(tag), natural(value))
        case OfGame(id_):
            named = _game_named(tags)
            return not named or ((game := games.find(named)) is not None and game.id == id_)
        case PlayedBy(name, army):
            game = games.find(_game_named(tags))
            every = (game,) if game is not None else map(games.find, games.IDS)
            return any(
                name.casefold() in tags.get(side.name, "").casefold()
                for variant in every
                if variant is not None
                for side in (variant.armies if not army else (variant.army_named(army),))
                if side is not None
            )
        case _:
            assert_never(wanted)


def _game_named(tags: Mapping[str, str]) -> str:
    """Return the name of the game; empty if the tags name none."""
    named = tags.get("Variant", "")
    return "" if named.strip() in UNSAID else named


_COMPARE: dict[Relation, Callable[[Any, Any], bool]] = {
    Relation.EQUAL: operator.eq,
    Relation.BELOW: operator.lt,
    Relation.ABOVE: operator.gt,
}


def meets(judged: Replay, wanted: Inward) -> bool:
    """Return whether the play of a record, to its first illegal move, meets a criterion."""
    if isinstance(wanted, ByName):
        game = judged.known_game
        translated = None if game is None else within(game.variant, wanted)
        if translated is None:
            return False
        wanted = translated
    match wanted:
        case InStatus(status):
            return judged.status == status
        case Long(least, most):
            return least <= judged.length and (most is None or judged.length <= most)
        case Ended(result):
            return outcome(judged) == result
        case EndedBy(by, forfeited):
            end = ending(judged)
            return end is not None and end.by == by and end.forfeited >= forfeited
        case WonBy(army):
            shares = results.read(len(players(judged)), outcome(judged)) or ()
            winners = [index for index, share in enumerate(shares) if share]
            game = judged.known_game
            return game is not None and [game.letters[index] for index in winners] == [army]
        case Happened():
            return _happened(judged, wanted)
        case Moved(piece, cell, army):
            return any(
                game.code(before.board[ply.move.origin]) == piece
                and cell in ("", game.board.names[ply.move.destination])
                and army in ("", game.letters[ply.army])
                for before, ply in judged.moves()
                if ply.move is not None and ply.move.origin >= 0 and (game := before.game)
            )
        case Stood(pieces):
            return any(all(_stands(at, *piece) for piece in pieces) for at in _positions(judged))
        case Had(counts):
            return any(_counts(position, counts) for position in _positions(judged))
        case _:
            assert_never(wanted)


def within(game: VariantData, wanted: ByName) -> ByName | None:
    """Return a criterion with letters and codes of a game; None if the game lacks a name."""
    try:
        match wanted:
            case WonBy(army):
                return WonBy(_letter(game, army or "?"))
            case Happened(_, army, piece) | Moved(piece, _, army):
                return wanted._replace(army=_letter(game, army), piece=_code(game, piece))
            case Stood(pieces):
                return Stood(tuple((_letter(game, a), _code(game, c), at) for a, c, at in pieces))
            case Had(counts):
                return Had(
                    tuple((_letter(game, a), _code(game, c), sign, n) for a, c, sign, n in counts)
                )
            case _:
                assert_never(wanted)
    except LookupError:
        return None


def _letter(game: VariantData, named: str) -> str:
    army = game.army_named(named) if named else None
    if named and army is None:
        raise LookupError(named)
    return army.letter if army is not None else ""


def _code(game: VariantData, named: str) -> str:
    code = named if named in ("", "-") else game.piece_named(named)
    if code is None:
        raise LookupError(named)
    return code


def _happened(judged: Replay, wanted: Happened) -> bool:
    if not judged.opened:
        return False
    game = judged.game
    if wanted.type == "capture":
        return any(
            _fit(wanted, game.letters[ply.army], (name[2:],))
            for before, ply in judged.moves()
            for name in captured(before, ply)
        )
    for _, event in judged.events():
        codes = [game.code(piece) for _, piece in attackers(event)]
        if event.type == "promotion":
            codes = [event.to]
        elif event.type == "en-passant":
            codes = [game.pawn_code]
        types = (event.type, event.get("reason"))
        if wanted.type in types and _fit(wanted, event.get("army", ""), codes):
            return True
    return False


def _fit(wanted: Happened, army: str, codes: Sequence[str]) -> bool:
    return wanted.army in ("", army) and (not wanted.piece or wanted.piece in codes)


def _positions(judged: Replay) -> Iterator[CorePosition]:
    for before, _ in judged.moves():
        yield before
    if judged.opened:
        yield judged.last


def _stands(position: CorePosition, army: str, code: str, cell: str) -> bool:
    game, at = position.game, position.game.board.number.get(cell)
    piece = 0 if at is None else position.board[at]
    if not piece:
        return at is not None and code == "-"
    return game.code(piece) == code and army in ("", game.letters[game.army_of[piece]])


def _counts(position: CorePosition, counts: tuple[tuple[str, str, Relation, int], ...]) -> bool:
    game = position.game
    has: Counter[tuple[str, str]] = Counter()
    for piece, number in Counter(position.board).items():
        if piece:
            code = game.code(piece)
            has[game.letters[game.army_of[piece]], code] += number
            has["", code] += number
    return all(
        code in game.kinds
        and army in ("", *game.letters)
        and _COMPARE[relation](has[army, code], number)
        for army, code, relation, number in counts
    )


UNKNOWN = "unknown"  # the file of records without a value


def value(tags: Mapping[str, str], name: str, variant: str = "") -> str:
    """Return the value of a tag; empty for none, `?` and the like.

    The value of `Variant` is the id of the game; without the tag it is `variant`.
    """
    text = (_game_named(tags) or variant) if name == "Variant" else tags.get(name, "")
    game = games.find(text) if name == "Variant" else None
    return game.id if game is not None else text if text.strip("?.- ") else ""


def order(values: Sequence[str]) -> list[tuple[bool, list[tuple[bool, int, str]]]]:
    """Return a sort key for records: numbers as numbers, case folded, empty values last."""
    return [(not text, natural(folded_name(text))) for text in values]


class FileNames:
    """The names of files of records by value, all different on any file system.

    Values that differ only in case or blanks share a file.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, text: str) -> str:
        """Return the name of the file for a value."""
        key = folded_name(text)
        if key not in self._names:
            self._names[key] = f"{free_name(as_file_name(text) or UNKNOWN, self._taken)}.aof"
        return self._names[key]
