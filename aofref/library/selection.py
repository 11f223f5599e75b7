"""Selection: records selected by the criteria of `aofref select`, and put in order.

`_read` reads what is wanted of a record, and three tables have what meets it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from aofref import games
from aofref.judge.collect.summary import captured, fingerprint, outcome
from aofref.judge.replay.ending import FORFEIT, By, ending
from aofref.judge.replay.verdict import Replay, Status
from aofref.library.values import texts
from aofref.notation import results
from aofref.notation.signs import UNSAID
from aofref.rules.events import attackers
from aofref.rules.position import CorePosition
from aofref.text import excerpt, folded_name, natural
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.games.model import VariantData
    from aofref.library.record import Record
    from aofref.library.typed import StatusName

ENDS = (*(by.value for by in By), FORFEIT)
STATUSES = tuple(status.value for status in Status)
UNIQUE = ("moves", "position")
_EITHER = ("result", "ended", "winner", "status")
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
T = TypeVar("T")
Mark = tuple[bytes, tuple[str, ...]]
"""A digest of what makes a record unique, and the values of the tags that order records."""


class SelectKeywords(TypedDict, total=False):
    """The criteria of `select`, and what becomes of the records that meet them.

    The criteria have the names, and their values the texts, of the options of `aofref select`,
    which the manual explains: `tag` a test as `Date>2025`, `Round=3` or `Event~cup` (which contains
    it), `player` a part of a name, `plies` a number or a range as `10..40`, `event` an event as
    `promotion:E:F`, `moved` a piece as `E:Elf@fb3`, `position` pieces as `E:Kjb5;Rka4/J:Aka1`,
    `material` their numbers as `E:Q=2,J:P<3`, `variant` a game.  A record must meet
    them all; of `result`, `ended`, `winner` and `status` it must meet one value of each.  Each is
    one text or several, but for `variant`.

    `invert` selects the other records.  `unique` drops those whose `moves` (or True), or last
    `position`, were met before.  `sort` are the tags that order the records; by default they keep
    their order.  `first` is the greatest number of records.
    """

    tag: str | Iterable[str]
    player: str | Iterable[str]
    result: str | Iterable[str]
    ended: str | Iterable[str]
    winner: str | Iterable[str]
    plies: str | int | Iterable[str]
    event: str | Iterable[str]
    moved: str | Iterable[str]
    position: str | Iterable[str]
    material: str | Iterable[str]
    status: StatusName | Iterable[StatusName]
    variant: str
    invert: bool
    unique: str | bool | None
    sort: str | Iterable[str]
    first: int | None


Criteria = tuple[tuple[tuple[str, tuple[Any, ...]], ...], ...]
"""Groups of criteria, each its name and what is wanted: a record must meet one of each group."""


class BadCriterion(ValueError):
    """A value that a criterion cannot have: the `name` of the criterion, and `why`."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why = name, why


class Selection(Value):
    """What `select` is asked for: the criteria, and what becomes of the records that meet them."""

    criteria: Criteria
    invert: bool
    unique: str | None
    sort: tuple[str, ...]
    first: int | None

    def mark(self, record: Record) -> Mark | None:
        """Return the mark of a record, None if it is not selected.

        It is replayed only if a criterion, or `unique`, needs that.
        """
        every = self.criteria
        if all(any(_is_met(record, *one) for one in group) for group in every) == self.invert:
            return None
        same = b"" if self.unique is None else fingerprint(record.verdict, self.unique)
        return same, tag_values(record, self.sort)

    def arranged(
        self, found: Iterable[tuple[Mark, T]], dropped: Callable[[T], object] = id
    ) -> Iterator[T]:
        """Yield what was found, without what is not unique, in order, and no more than `first`."""
        seen = set[bytes]()

        def is_new(one: tuple[Mark, T]) -> bool:
            if one[0][0] in seen:
                dropped(one[1])
                return False
            seen.add(one[0][0])
            return True

        kept = iter(found) if self.unique is None else filter(is_new, found)
        if self.sort:
            kept = iter(sorted(kept, key=lambda one: order(one[0][1])))
        return (one for _, one in islice(kept, self.first))


def read_selection(options: Mapping[str, Any], variant: str = "") -> Selection:
    """Read the values of options by name; `variant` is the id of the wanted game, or empty.

    Raises BadCriterion for a value that its criterion cannot have.
    """
    given = dict(options)
    invert, unique, first = (given.pop(name, None) for name in ("invert", "unique", "first"))
    if isinstance(unique, bool):
        unique = UNIQUE[0] if unique else None
    if isinstance(given.get("plies"), int):
        given["plies"] = str(given["plies"])
    values = {name: texts(f"a value of {name}", value) for name, value in given.items()}
    sort = values.pop("sort", ())
    if first is not None and (not isinstance(first, int) or first < 1):
        raise BadCriterion("first", f"{first!r} is not a number from 1 on")
    if unique not in (None, *UNIQUE):
        raise BadCriterion("unique", f"{excerpt(str(unique))} is not {' or '.join(UNIQUE)}")
    groups: list[Any] = [(("variant", (variant,)),)] if variant else []
    for name, given_texts in values.items():
        read = tuple([(name, _read(name, text, variant)) for text in given_texts])
        groups += [read] if read and name in _EITHER else [(one,) for one in read]
    groups.sort(key=lambda group: group[0][0] not in OF_TAGS)
    return Selection(tuple(groups), bool(invert), unique, sort, first)


def select(records: Iterable[Record], **options: Unpack[SelectKeywords]) -> Iterator[Record]:
    """Yield the records that meet criteria, as `aofref select` does; `SelectKeywords` has them.

    Without criteria all are selected.  Criteria on tags and players need no replay: with them,
    read the records with `judge=False`.

    Raises at once ValueError for a value that a criterion cannot have, UnknownVariant, and
    TypeError for a criterion that there is not.
    """
    from aofref.library.position import variant as find
    from aofref.library.record import record_of

    known = SelectKeywords.__annotations__
    if unknown := [name for name in options if name not in known]:
        raise TypeError(f"there is no criterion {unknown[0]}; there are {', '.join(known)}")
    given: dict[str, Any] = dict(options)
    variant = given.pop("variant", "")
    wanted = read_selection(given, find(variant).id if variant else "")
    marked = ((wanted.mark(record_of(record)), record) for record in records)
    return wanted.arranged((mark, record) for mark, record in marked if mark is not None)


def tag_values(record: Record, names: Iterable[str]) -> tuple[str, ...]:
    """List the values of tags by which records are ordered or divided.

    One is empty for none, `?` and the like.  That of `Variant` is the id of the game.
    """
    found = []
    for name in names:
        text, game = record.tags.get(name, ""), None
        if name == "Variant":
            text = _game_named(record) or record._setting.variant
            game = games.find(text)
        found.append(game.id if game is not None else text if text.strip("?.- ") else "")
    return tuple(found)


def order(values: Sequence[str]) -> list[tuple[bool, list[tuple[bool, int, str]]]]:
    """Return a sort key for records: numbers as numbers, case folded, empty values last."""
    return [(not text, natural(folded_name(text))) for text in values]


# How a criterion is read ------------------------------------------------------------------------


def _read(name: str, text: str, variant: str) -> tuple[Any, ...]:
    """Return what is wanted of a record."""
    wanted: tuple[Any, ...]
    match name:
        case "player":
            if not text:
                raise BadCriterion(name, "a name is missing")
            army, sign, player = text.partition("=")  # an army if some game has it
            if not (sign and player and any(game.army_named(army) for game in _games(""))):
                army, player = "", text
            wanted = player, army
        case "result":
            if not results.is_of("", results.normal(text)):
                raise BadCriterion(name, f"{text!r} is not a result")
            wanted = (results.normal(text),)
        case "ended" | "status":
            every = ENDS if name == "ended" else STATUSES
            if text not in every:
                raise BadCriterion(name, f"{text!r} is not one of {', '.join(every)}")
            wanted = (text,)
        case "winner":
            wanted = ((text or "?", ""),)
        case _:
            from aofref.judge.collect.criteria import read  # and with it pyparsing

            try:
                wanted = read(name, text)
            except ValueError as problem:
                raise BadCriterion(name, str(problem)) from problem
    for _, code, cell in wanted if name == "position" else ():
        having = (game for game in _games("") if code in ("-", *game.pieces))
        if not any(cell in game.board.names for game in having):
            raise BadCriterion(name, f"no game has a piece and a cell {code}{cell}")
    if name in OF_GAME and not any(_within(wanted, game) for game in _games(variant)):
        game = games.find(variant)
        if game is None:
            raise BadCriterion(name, "no game has such an army or piece")
        armies, pieces = [army.letter for army in game.armies], ", ".join(game.pieces)
        has = f"it has the armies {', '.join(armies)} and the pieces {pieces}"
        raise BadCriterion(name, f"{variant} has no such army or piece: {has}")
    return wanted


def _games(variant: str) -> Iterator[VariantData]:
    """Yield the wanted game; else every game, the six first: other files take a while to find."""
    yield from filter(None, map(games.find, (variant,) if variant else games.IDS))
    if not variant:
        yield from filter(None, map(games.find, games.every()[len(games.IDS) :]))


# What it means ----------------------------------------------------------------------------------


def _is_met(record: Record, name: str, wanted: tuple[Any, ...]) -> bool:
    """Return whether a record meets a criterion: in its play to the first illegal move."""
    if name in OF_TAGS:
        return OF_TAGS[name](record, *wanted)
    if name in OF_PLAY:
        return OF_PLAY[name](record.verdict, *wanted)
    game = record.verdict.known_game
    known = None if game is None else _within(wanted, game.variant)
    return known is not None and OF_GAME[name](record.verdict, *known)


def _within(wanted: Iterable[Any], game: VariantData) -> tuple[Any, ...] | None:
    """Return what is wanted by the letters and codes of a game; None if it lacks one."""
    found = []
    for named, piece, *rest in wanted:
        army = game.army_named(named) if named else None
        code = piece if piece in ("", "-") else game.piece_named(piece)
        if (named and army is None) or code is None:
            return None
        found.append((army.letter if army is not None else "", code, *rest))
    return tuple(found)


def _game_named(record: Record) -> str:
    named = record.tags.get("Variant", "")
    return "" if named.strip() in UNSAID else named


def _of_game(record: Record, id_: str) -> bool:
    named = _game_named(record)
    return not named or ((game := games.find(named)) is not None and game.id == id_)


def _tagged(record: Record, name: str, relation: str, value: str) -> bool:
    tag = record.tags.get(name)
    if tag is None or relation == "=":
        return tag == value
    if relation == "~":
        return value.casefold() in tag.casefold()
    return _COMPARE[relation](natural(tag), natural(value))


def _played_by(record: Record, name: str, army: str) -> bool:
    """Look for a part of a player's name, in any case; `army` is empty for any."""
    game = games.find(_game_named(record))
    return any(
        name.casefold() in record.tags.get(side.name, "").casefold()
        for variant in filter(None, map(games.find, games.IDS) if game is None else (game,))
        for side in variant.armies
        if not army or side is variant.army_named(army)
    )


def _ended_by(judged: Replay, by: str) -> bool:
    """Compare the end; FORFEIT is a resignation, but not by the players themselves."""
    end, wanted = ending(judged), By.RESIGNATION if by == FORFEIT else By(by)
    return end is not None and end.by == wanted and end.forfeited >= (by == FORFEIT)


def _won_by(judged: Replay, wanted: tuple[str, str]) -> bool:
    letters = judged.known_game.letters if judged.known_game else ()
    shares = results.read(len(letters), outcome(judged)) or ()
    won = [army for army, share in zip(letters, shares, strict=False) if share]
    return won == [wanted[0]]


def _happened(judged: Replay, wanted: tuple[str, str, str]) -> bool:
    """Look for an event: a type in `check`'s JSON, a reason of a removal, or `capture`."""
    army, piece, type_ = wanted
    if type_ == "capture":
        return any(
            army in ("", before.game.letters[ply.army]) and piece in ("", name[2:])
            for before, ply in judged.moves()
            for name in captured(before, ply)
        )
    for _, event in judged.events():
        codes = [judged.game.code(attacker) for _, attacker in attackers(event)]
        if event.type == "promotion":
            codes = [event.to]
        elif event.type == "en-passant":
            codes = [judged.game.pawn_code]
        is_so = type_ in (event.type, event.get("reason"))
        if is_so and army in ("", event.get("army", "")) and piece in ("", *codes):
            return True
    return False


def _moved(judged: Replay, wanted: tuple[str, str, str]) -> bool:
    army, piece, cell = wanted
    return any(
        game.code(before.board[ply.move.origin]) == piece
        and cell in ("", game.board.names[ply.move.destination])
        and army in ("", game.letters[ply.army])
        for before, ply in judged.moves()
        if ply.move is not None and ply.move.origin >= 0 and (game := before.game)
    )


def _stands(position: CorePosition, army: str, code: str, cell: str) -> bool:
    """Look for a piece on a cell; a cell of `-` is empty."""
    game, at = position.game, position.game.board.number.get(cell)
    piece = 0 if at is None else position.board[at]
    if not piece:
        return at is not None and code == "-"
    return game.code(piece) == code and army in ("", game.letters[game.army_of[piece]])


def _counts(position: CorePosition, army: str, code: str, sign: str, count: int) -> bool:
    game = position.game
    pieces = [piece for piece in position.board if piece and game.code(piece) == code]
    own = sum(army in ("", game.letters[game.army_of[piece]]) for piece in pieces)
    return _COMPARE[sign](own, count)


def _at_once(judged: Replay, stands: Callable[..., bool], wanted: Iterable[Any]) -> bool:
    """Return whether one position has all that is wanted."""
    last = [judged.last] if judged.opened else []
    every = chain((before for before, _ in judged.moves()), last)
    return any(all(stands(position, *each) for each in wanted) for position in every)


OF_TAGS: dict[str, Callable[..., bool]] = {
    "variant": _of_game,
    "tag": _tagged,
    "player": _played_by,
}
"""Criteria on a record without its moves: what meets each."""
OF_PLAY: dict[str, Callable[..., bool]] = {
    "result": lambda judged, result: outcome(judged) == result,
    "ended": _ended_by,
    "plies": lambda judged, least, most: (
        least <= judged.length and (most is None or judged.length <= most)
    ),
    "status": lambda judged, status: judged.status == status,
}
"""Criteria on a verdict."""
OF_GAME: dict[str, Callable[..., bool]] = {
    "winner": _won_by,
    "event": _happened,
    "moved": _moved,
    "position": lambda judged, *wanted: _at_once(judged, _stands, wanted),
    "material": lambda judged, *wanted: _at_once(judged, _counts, wanted),
}
"""Criteria on a verdict whose parts each begin with an army and a piece, by letter, code or name.

An empty one means any.  A record whose game lacks one does not meet the criterion.
"""
