"""Selection: records selected by the criteria of `aofref select`, and put in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from aofref import games
from aofref.judge.collect import criteria
from aofref.judge.collect.criteria import fits, meets
from aofref.judge.collect.summary import fingerprint
from aofref.judge.replay.ending import FORFEIT, By
from aofref.judge.replay.verdict import Status
from aofref.library.values import texts
from aofref.notation import results
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.games.model import VariantData
    from aofref.library.record import Record
    from aofref.library.typed import StatusName

ENDS = (*(by.value for by in By), FORFEIT)
STATUSES = tuple(status.value for status in Status)
UNIQUE = ("moves", "position")
_IN_WORDS: dict[str, type[criteria.Criterion]] = {
    "tag": criteria.Tagged,
    "plies": criteria.Long,
    "event": criteria.Happened,
    "moved": criteria.Moved,
    "position": criteria.Stood,
    "material": criteria.Had,
}
_EITHER = ("result", "ended", "winner", "status")


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


class BadCriterion(ValueError):
    """A value that a criterion cannot have: the `name` of the criterion, and `why`."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why = name, why


class Selection(Value):
    """A record must meet all `outward` criteria, and one of each group; or else not, with `invert`.

    `unique` is what must not be repeated, `moves` or `position`, if anything.
    """

    outward: tuple[criteria.Outward, ...]
    groups: tuple[tuple[criteria.Inward, ...], ...]
    invert: bool = False
    unique: str | None = None

    def selects(self, record: Record) -> bool:
        """Return whether a record is selected; it is replayed only if a criterion needs that."""
        chosen = all(fits(record.tags, test) for test in self.outward) and all(
            any(meets(record._verdict, test) for test in group) for group in self.groups
        )
        return chosen != self.invert

    def mark(self, record: Record) -> bytes:
        """Return what must not be repeated of a record; nothing if anything may be."""
        return b"" if self.unique is None else fingerprint(record._verdict, self.unique)


def read_criteria(
    given: Mapping[str, Iterable[str]],
    variant: str = "",
    *,
    invert: bool = False,
    unique: str | None = None,
) -> Selection:
    """Read the values of criteria by name; `variant` is the id of the wanted game, or empty.

    Raises BadCriterion for a value that its criterion cannot have.
    """
    if unique not in (None, *UNIQUE):
        raise BadCriterion("unique", f"{excerpt(str(unique))} is not {' or '.join(UNIQUE)}")
    outward: list[criteria.Outward] = [criteria.OfGame(variant)] if variant else []
    groups = list[tuple[criteria.Inward, ...]]()
    for name, given_texts in given.items():
        read = [_read(name, text, variant) for text in given_texts]
        outward += [test for test in read if isinstance(test, criteria.Outward)]
        inward = [test for test in read if isinstance(test, criteria.Inward)]
        groups += [tuple(inward)] if inward and name in _EITHER else [(test,) for test in inward]
    return Selection(tuple(outward), tuple(groups), invert, unique)


def select(records: Iterable[Record], **options: Unpack[SelectKeywords]) -> Iterator[Record]:
    """Yield the records that meet criteria, as `aofref select` does; `SelectKeywords` has them.

    Without criteria all are selected.  Criteria on tags and players need no replay: with them,
    read the records with `judge=False`.

    Raises at once ValueError for a value that a criterion cannot have, UnknownVariant, and
    TypeError for a criterion that there is not.
    """
    from aofref.library.position import variant as find

    every = SelectKeywords.__annotations__
    if unknown := [name for name in options if name not in every]:
        raise TypeError(f"there is no criterion {unknown[0]}; there are {', '.join(every)}")
    given: dict[str, Any] = dict(options)
    variant, first = given.pop("variant", ""), given.pop("first", None)
    invert, unique = given.pop("invert", False), given.pop("unique", None)
    if isinstance(unique, bool):
        unique = UNIQUE[0] if unique else None
    if isinstance(given.get("plies"), int):
        given["plies"] = str(given["plies"])
    values = {name: texts(f"a value of {name}", value) for name, value in given.items()}
    sort = values.pop("sort", ())
    if first is not None and (not isinstance(first, int) or first < 1):
        raise BadCriterion("first", f"{first!r} is not a number from 1 on")
    game = find(variant).id if variant else ""
    wanted = read_criteria(values, game, invert=bool(invert), unique=unique)
    return islice(_in_order(_unrepeated(records, wanted), sort), first)


def _unrepeated(records: Iterable[Record], wanted: Selection) -> Iterator[Record]:
    from aofref.library.record import record_of

    seen: set[bytes] = set()
    for record in records:
        if wanted.selects(record_of(record)):
            mark = wanted.mark(record)
            if not mark or mark not in seen:
                seen.add(mark)
                yield record


def tag_values(record: Record, names: Iterable[str]) -> tuple[str, ...]:
    """List the values of tags by which records are ordered or divided."""
    variant = record._setting.variant
    return tuple([criteria.value(record.tags, name, variant) for name in names])


def _in_order(records: Iterator[Record], tags: tuple[str, ...]) -> Iterator[Record]:
    def key(record: Record) -> object:
        return criteria.order(tag_values(record, tags))

    return iter(sorted(records, key=key)) if tags else records  # type: ignore[arg-type]


def _read(name: str, text: str, variant: str) -> criteria.Criterion:
    """Read a value of a criterion; raises BadCriterion."""
    if name == "player":
        return _player(text)
    if name == "result":
        if not results.is_of("", results.normal(text)):
            raise BadCriterion(name, f"{text!r} is not a result")
        return criteria.Ended(results.normal(text))
    if name == "ended":
        by = By.RESIGNATION if text == FORFEIT else By(_one_of(name, text, ENDS))
        return criteria.EndedBy(by, forfeited=text == FORFEIT)
    if name == "status":
        return criteria.InStatus(_one_of(name, text, STATUSES))
    made = criteria.WonBy(text) if name == "winner" else _in_words(name, text)
    if isinstance(made, criteria.ByName):
        _must_be_known(name, made, variant)
    return made


def _one_of(name: str, text: str, every: tuple[str, ...]) -> str:
    if text not in every:
        raise BadCriterion(name, f"{text!r} is not one of {', '.join(every)}")
    return text


def _in_words(name: str, text: str) -> criteria.Criterion:
    from aofref.judge.collect.criteria_text import read  # and with it pyparsing
    from aofref.notation.movetext import Expected

    made = read(_IN_WORDS[name], text)
    if isinstance(made, Expected):
        raise BadCriterion(name, f"{text!r}: expected {made.what} at column {made.column}")
    for _, code, cell in made.pieces if isinstance(made, criteria.Stood) else ():
        having = (game for game in _games("") if code in ("-", *game.pieces))
        if not any(cell in game.board.names for game in having):
            raise BadCriterion(name, f"no game has a piece and a cell {code}{cell}")
    return made


def _player(text: str) -> criteria.PlayedBy:
    """Read a player's name, behind an army if some game has it."""
    if not text:
        raise BadCriterion("player", "a name is missing")
    army, sign, name = text.partition("=")
    known = any(game.army_named(army) for game in _games(""))
    return criteria.PlayedBy(name, army) if sign and name and known else criteria.PlayedBy(text)


def _must_be_known(name: str, criterion: criteria.ByName, variant: str) -> None:
    """Check that some game, or the wanted one, has all armies and pieces of a criterion."""
    if any(criteria.within(game, criterion) for game in _games(variant)):
        return
    game = games.find(variant)
    if game is None:
        raise BadCriterion(name, "no game has such an army or piece")
    armies, pieces = [army.letter for army in game.armies], ", ".join(game.pieces)
    has = f"it has the armies {', '.join(armies)} and the pieces {pieces}"
    raise BadCriterion(name, f"{variant} has no such army or piece: {has}")


def _games(variant: str) -> Iterator[VariantData]:
    """Yield the wanted game; else every game, the six first."""
    names = (variant,) if variant else games.IDS
    yield from (game for name in names if (game := games.find(name)) is not None)
    others = () if variant else games.every()[len(games.IDS) :]
    yield from (game for name in others if (game := games.find(name)) is not None)
