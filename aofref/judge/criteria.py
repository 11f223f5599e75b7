"""Criteria: what a record can be selected by.  A closed union, read in one place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple, assert_never

from aofref import variants
from aofref.judge.summary import captured, course, outcome, players
from aofref.judge.verdict import Judged, Unopened
from aofref.notation import positions, results
from aofref.notation.records import Record
from aofref.rules.events import (
    Check,
    Checkmate,
    End,
    EnPassant,
    Event,
    Passes,
    Promotion,
    Removal,
    Repetition,
    Stalemate,
)
from aofref.rules.position import Position
from aofref.rules.tables import Tables
from aofref.text import in_bytes


class Relation(Enum):
    """How a tag, or a count, is compared with what is wanted."""

    EQUAL = "="
    HOLDS = "~"
    BELOW = "<"
    ABOVE = ">"


class Tagged(NamedTuple):
    """A tag compared with a value; a record without the tag is not selected."""

    name: str
    relation: Relation
    value: str


class OfGame(NamedTuple):
    """The id of the game; a record that names none is taken to be of it."""

    variant: str


class PlayedBy(NamedTuple):
    """A piece of a player's name, in any case; `army` a letter, or empty for any army."""

    name: str
    army: str = ""


class Ended(NamedTuple):
    """The result, as each army's share."""

    result: str


class WonBy(NamedTuple):
    """The army that won alone."""

    army: str


class Long(NamedTuple):
    """The number of legal plies, both bounds included; `most` None for no bound."""

    least: int
    most: int | None


class Happened(NamedTuple):
    """An event: its type, the army that it happened to or that did it, and a piece of it.

    Types are those of `check`'s JSON, reasons of removals, and `capture`.
    """

    type: str
    army: str = ""
    piece: str = ""


class Moved(NamedTuple):
    """A piece that was moved, perhaps onto a cell, perhaps of an army."""

    piece: str
    cell: str = ""
    army: str = ""


class Stood(NamedTuple):
    """Pieces that stood at one time: army letter (or empty), code, cell; code `-` is no piece."""

    pieces: tuple[tuple[str, str, str], ...]


class Had(NamedTuple):
    """Numbers of pieces at one time: army letter (or empty for all), code, relation, number."""

    counts: tuple[tuple[str, str, Relation, int], ...]


class InStatus(NamedTuple):
    """The verdict: `legal`, `illegal` or `malformed`."""

    status: str


Outward = Tagged | OfGame | PlayedBy
"""What can be told without playing the game."""
Inward = Ended | WonBy | Long | Happened | Moved | Stood | Had | InStatus
Criterion = Outward | Inward

EVENTS = (
    "check",
    "checkmate",
    "removal",
    "no-queen",
    "resigns",
    "forfeits",
    "promotion",
    "en-passant",
    "pass",
    "stalemate",
    "repetition",
    "end",
    "capture",
)


# Without play -------------------------------------------------------------------------------------


def fits(record: Record, wanted: Outward) -> bool:
    """Say whether the tags of a record meet a criterion."""
    match wanted:
        case Tagged(name, relation, value):
            tag = record.tag(name)
            return tag is not None and _compared(tag.value, relation, value)
        case OfGame(variant):
            tag = record.tag("Variant")
            found = variants.find(tag.value) if tag is not None else None
            return tag is None or (found is not None and found.id == variant)
        case PlayedBy(name, army):
            tags = {tag.name: tag.value for tag in reversed(record.tags)}
            return any(
                name.casefold() in tags.get(title, "").casefold()
                for title, letter in _titles(record)
                if army in ("", letter)
            )
        case _:
            assert_never(wanted)


def _titles(record: Record) -> list[tuple[str, str]]:
    """Pair the tags of a record that name players with the letters of their armies."""
    tag = record.tag("Variant")
    named = variants.find(tag.value) if tag is not None else None
    games = [named] if named else [game for name in variants.IDS if (game := variants.find(name))]
    return [(army.name, army.letter) for game in games for army in game.armies]


def _compared(value: str, relation: Relation, wanted: str) -> bool:
    match relation:
        case Relation.EQUAL:
            return value == wanted
        case Relation.HOLDS:
            return wanted.casefold() in value.casefold()
        case Relation.BELOW:
            return _key(value) < _key(wanted)
        case Relation.ABOVE:
            return _key(value) > _key(wanted)
        case _:
            assert_never(relation)


def _key(value: str) -> list[tuple[bool, int, str]]:
    """Give what values are ordered by: numbers in them as numbers, the rest as text."""
    parts = re.findall(r"0*([0-9]+)|([^0-9]+)", value)
    return [(not number, len(number), number or text) for number, text in parts]


# With play ----------------------------------------------------------------------------------------


def meets(found: Judged, wanted: Inward) -> bool:
    """Say whether the play of a record, to its first illegal move, meets a criterion."""
    match wanted:
        case InStatus(status):
            return found.status == status
        case Long(least, most):
            return least <= found.length and (most is None or found.length <= most)
        case Ended(result):
            return outcome(found) == result
        case WonBy(army):
            return _winner(found) == army
        case Happened():
            return _happened(found, wanted)
        case Moved(piece, cell, army):
            return any(
                (piece, cell or at, army or letter) == (code, at, letter)
                for code, at, letter in _moves(found)
            )
        case Stood(pieces):
            return any(_stands(position, pieces) for position in _positions(found))
        case Had(counts):
            return any(_counts(position, counts) for position in _positions(found))
        case _:
            assert_never(wanted)


def _winner(found: Judged) -> str:
    result = outcome(found)
    shares = results.read(len(players(found)), result) or ()
    winners = [index for index, share in enumerate(shares) if share]
    if found.game is None or len(winners) != 1:
        return ""
    return found.game.letters[winners[0]]


def _moves(found: Judged) -> Iterator[tuple[str, str, str]]:
    """Give the code, the destination and the army of each move."""
    for before, ply in course(found):
        if ply.move is not None and ply.move.origin >= 0:
            game = before.game
            code = game.code(before.board[ply.move.origin])
            yield code, game.board.names[ply.move.destination], game.letters[ply.army]


def _happened(found: Judged, wanted: Happened) -> bool:
    if isinstance(found, Unopened):
        return False
    game = found.game
    if wanted.type == "capture":
        taken = (
            (game.letters[ply.army], name[2:])
            for before, ply in course(found)
            for name in captured(before, ply)
        )
        return any(_fit(wanted, army, (piece,)) for army, piece in taken)
    return any(_is(game, event, wanted) for _, event in found.events())


def _is(game: Tables, event: Event, wanted: Happened) -> bool:
    types: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    army = -1
    match event:
        case Check(army, _, attackers):
            types, codes = ("check",), tuple(game.code(piece) for _, piece in attackers)
        case Checkmate(army, _, attackers):
            types, codes = ("checkmate",), tuple(game.code(piece) for _, piece in attackers)
        case Removal(army, reason):
            types = ("removal", reason)
        case Promotion(army, _, _, after):
            types, codes = ("promotion",), (game.codes[after],)
        case EnPassant(army, _, _):
            types, codes = ("en-passant",), (game.codes[game.pawn_kind],)
        case Passes(army):
            types = ("pass",)
        case Stalemate(army):
            types = ("stalemate",)
        case Repetition():
            types = ("repetition",)
        case End():
            types = ("end",)
        case _:
            assert_never(event)
    return wanted.type in types and _fit(wanted, game.letters[army] if army >= 0 else "", codes)


def _fit(wanted: Happened, army: str, codes: tuple[str, ...]) -> bool:
    return wanted.army in ("", army) and (not wanted.piece or wanted.piece in codes)


def _positions(found: Judged) -> Iterator[Position]:
    """Give every position of a game, the first and the last included."""
    for before, _ in course(found):
        yield before
    if not isinstance(found, Unopened):
        yield found.last


def _stands(position: Position, pieces: tuple[tuple[str, str, str], ...]) -> bool:
    game = position.game
    for army, code, name in pieces:
        cell = game.board.number.get(name)
        if cell is None:
            return False
        piece = position.board[cell]
        if code == "-":
            if piece:
                return False
        elif (
            not piece
            or game.code(piece) != code
            or army not in ("", game.letters[game.army_of[piece]])
        ):
            return False
    return True


def _counts(position: Position, counts: tuple[tuple[str, str, Relation, int], ...]) -> bool:
    game = position.game
    here: Counter[tuple[str, str]] = Counter()
    for piece, number in Counter(position.board).items():
        if piece:
            code = game.code(piece)
            here[game.letters[game.army_of[piece]], code] = number
            here["", code] += number
    return all(
        code in game.kinds
        and army in ("", *game.letters)
        and _numbered(here[army, code], relation, number)
        for army, code, relation, number in counts
    )


def _numbered(found: int, relation: Relation, wanted: int) -> bool:
    if relation is Relation.BELOW:
        return found < wanted
    return found > wanted if relation is Relation.ABOVE else found == wanted


# The same again -----------------------------------------------------------------------------------


def fingerprint(found: Judged, of: str) -> int:
    """Give 64 bits, never 0, that records share whose `moves`, or last `position`, are the same.

    That two others among a million share them has a chance of one in 30 million.
    Records that were refused or could not be read are the same only if their movetext is, too.
    """
    game = found.game
    parts = [game.variant.id if game else "", *(game.rulings if game else ())]
    if not isinstance(found, Unopened):
        if of == "position":
            parts.append(positions.write(found.last))
        else:
            parts += [positions.write(found.first), *(f"{p.army}{p.lan}" for p in found.plies)]
    if found.status != "legal":
        parts += ["", *(token.text for token in found.record.tokens)]
    content = in_bytes("\n".join(parts))
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big") or 1


class Seen:
    """The numbers met so far, in at most 16 bytes each once there are many."""

    def __init__(self) -> None:
        self._slots = bytearray(8 * 96)
        self._view = memoryview(self._slots).cast("Q")
        self._size = 96
        self._used = 0

    def add(self, number: int) -> bool:
        """Note a number from 1 to 2**64 - 1, and say whether it is a new one."""
        if 4 * (self._used + 1) > 3 * self._size:
            self._grow()
        new = self._put(number)
        self._used += new
        return new

    def _put(self, number: int) -> bool:
        at, view = number % self._size, self._view
        while held := view[at]:
            if held == number:
                return False
            at = at + 1 if at + 1 < self._size else 0
        view[at] = number
        return True

    def _grow(self) -> None:
        before = self._view
        self._size = self._size * 3 // 2
        self._slots = bytearray(8 * self._size)
        self._view = memoryview(self._slots).cast("Q")
        for number in before:
            if number:
                self._put(number)
