"""Versions: how two records of a game, or two positions, differ."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from aofref.findings import Finding, Place
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import same_ply
from aofref.judge.replay.verdict import Replay
from aofref.notation import positions
from aofref.notation.records import Record
from aofref.rules.position import CorePosition
from aofref.text import on_one_line, some
from aofref.values import Frozen, Value

if TYPE_CHECKING:
    from aofref.library.typed import (
        CellDiffers,
        ComparisonReport,
        DifferenceReport,
        FieldDiffers,
        PartingReport,
        VersionReport,
    )

_NOTHING = "nothing"
_OF_THE_GAME = ("Variant", "Rulings", "Array", "Position", "FEN", "SetUp")


class Parting(Value):
    """The next move or withdrawal of a version where two versions part, as in reports.

    `move` is its text and `place` where that stands.  `why` is the finding on an illegal one, and
    `decision` an arbiter's: `stands`, `forfeits` or nothing.  `ply` is its number, and `lan` the
    move in long notation with its army; 0 and empty for a refused move.
    """

    place: Place
    move: str
    why: Finding | None = None
    decision: "Literal['', 'stands', 'forfeits']" = ""
    ply: int = 0
    lan: str = ""

    @property
    def refused(self) -> Finding | None:
        """The finding that ended its version; None if it was played."""
        return None if self.decision else self.why

    def __str__(self) -> str:
        verdict = "legal"
        if self.why is not None:
            decided = f", {self.decision}" if self.decision else ""
            verdict = f"{self.why.code.value}{decided}: {self.why.message}"
        return f"{self.place.line}:{self.place.column}: {self.move}: {verdict}"

    def report(self) -> "PartingReport":
        """Return it as plain data."""
        data: Any = {**self.place._asdict(), "move": self.move, "legal": self.why is None}
        if self.why is not None:
            data |= {"code": self.why.code.value, "message": self.why.message}
        report: PartingReport = data | ({"decision": self.decision} if self.decision else {})
        return report


class Version(Value):
    """The rest of one version after the shared moves: its `next` move, None if it ends there.

    `more` counts its further plies, `rest` its further withdrawals.
    """

    next: Parting | None
    more: int
    rest: int

    @property
    def behind(self) -> str:
        """The number of its further plies and withdrawals, in words."""
        plies = some(self.more, "ply", "plies")
        gone = "a withdrawal" if self.rest == 1 else f"{self.rest} withdrawals"
        return " and ".join([plies] * bool(self.more) + [gone] * bool(self.rest))


class TagsDiffer(Value):
    """A tag with different values in two records.

    `name` is its name, `a` and `b` are the values; None for a record without it.
    """

    name: str
    a: str | None
    b: str | None


class Difference(Frozen):
    """How two positions of a game differ: made by `Position.difference`.

    `str` has a line for each cell and field that differs.
    """

    __slots__ = ("_stands", "_claimed")
    _stands: CorePosition
    _claimed: CorePosition

    def report(self) -> "DifferenceReport":
        """Return it as plain data, as `aofref diff --position P --format json` does."""
        game = self._stands.game
        cells, fields = _differing(self._stands, self._claimed)
        return {
            "variant": game.variant.id,
            "rulings": list(game.rulings),
            "comparison": "differ" if cells or fields else "agree",
            "position": positions.write(self._stands),
            "claimed-position": positions.write(self._claimed),
            "different-cells": cells,
            "fields": fields,
        }

    def __bool__(self) -> bool:
        return str(self) != ""

    def __str__(self) -> str:
        differing = differences(self._stands, self._claimed)
        return "\n".join(f"{what}: {mine}, claimed {theirs}" for what, mine, theirs in differing)


class Comparison(Frozen):
    """The differences of two versions of a game: made by `Record.compare`.

    `shared` counts the shared plies, `versions` have the next moves, and `results` the results that
    the moves fix or the records state.  `tags` are the tags that differ, except the tags that
    choose the game and its position.
    """

    __slots__ = ("shared", "versions", "results", "tags", "_starts", "_ends", "_names")
    shared: int
    versions: tuple[Version, Version]
    results: tuple[str, str]
    tags: tuple[TagsDiffer, ...]
    _starts: tuple[CorePosition, CorePosition]
    _ends: tuple[CorePosition, CorePosition]
    _names: tuple[str, str]

    @property
    def agree(self) -> bool:
        """Whether they start alike, have the same moves, and end alike; tags may differ."""
        results, starts = self.results, self._starts
        return self.moves_agree and results[0] == results[1] and starts[0] == starts[1]

    @property
    def behind(self) -> tuple[int, int]:
        """The number of plies and withdrawals of each after the shared ones."""
        a, b = (version.more + version.rest for version in self.versions)
        return a, b

    @property
    def moves_agree(self) -> bool:
        """Whether their moves agree; one may go on where the other legally ends."""
        parting = [version.next for version in self.versions if version.next is not None]
        return len(parting) < 2 and all(each.refused is None for each in parting)

    @property
    def refused_alike(self) -> bool:
        """Whether both end in the same illegal move."""
        a, b = (version.next.refused if version.next else None for version in self.versions)
        if a is None or b is None:
            return False
        return (a.refusal, a.army, a.move) == (b.refusal, b.army, b.move)

    def report(self) -> "ComparisonReport":
        """Return it as plain data, as `aofref diff --format json` does."""
        game, alike = self._starts[0].game, self._starts[0] == self._starts[1]
        outcome: Literal["agree", "differ", "refused-alike"] = (
            "agree" if self.agree else "refused-alike" if self.refused_alike else "differ"
        )
        parted = () if self.moves_agree or self.refused_alike else self._ends
        cells, fields = _differing(*(parted if alike else self._starts))
        versions: list[VersionReport] = [
            {"next": next_ and next_.report(), "plies": more, "withdrawals": rest}
            for next_, more, rest in self.versions
        ]
        a, b = self.results
        return {
            "a": self._names[0],
            "b": self._names[1],
            "variant": game.variant.id,
            "rulings": list(game.rulings),
            "comparison": outcome if alike else "different-starts",
            "shared-plies": self.shared if alike else None,
            "versions": versions if alike else [],
            "different-cells": cells,
            "fields": fields,
            "both-results": {"a": a, "b": b},
            "different-tags": [{"name": tag.name, "a": tag.a, "b": tag.b} for tag in self.tags],
        }

    def __str__(self) -> str:
        lines = [*self._parting()]
        if self.results[0] != self.results[1]:
            lines.append(f"the results differ: {self._in_each(self.results)}")
        lines += ["tags that differ:"] * bool(self.tags)
        for name, *values in self.tags:
            shown = [_NOTHING if value is None else f'"{on_one_line(value)}"' for value in values]
            lines.append(f"  {on_one_line(name)}: {self._in_each(shown)}")
        return "\n".join(lines)

    def _parting(self) -> Iterator[str]:
        if self._starts[0] != self._starts[1]:
            yield "the records start from different positions:"
            yield from self._between(self._starts)
            return
        plies = some(self.shared, "ply", "plies")
        both = list(zip(self._names, self.versions, strict=True))
        if self.moves_agree:
            longer = (
                f"; {name} has {version.behind} more" for name, version in both if version.next
            )
            yield f"the records agree in all {plies}{''.join(longer)}"
        elif self.refused_alike:
            yield f"the records agree in all {plies}, and in the next, which is illegal"
        else:
            yield f"the records agree in {plies} and differ in the next:"
        for name, version in both:
            if version.next is not None:
                yield f"{name}:{version.next}"
            elif not self.moves_agree:
                yield f"{name}: ends here"
        if self.moves_agree or self.refused_alike:
            return
        differing = self._between(self._ends)
        yield f"their last positions {'differ in:' if differing else 'are the same'}"
        yield from differing

    def _between(self, pair: tuple[CorePosition, CorePosition]) -> list[str]:
        return [f"  {what}: {self._in_each(each)}" for what, *each in differences(*pair)]

    def _in_each(self, values: Sequence[str]) -> str:
        return f"{values[0]} in {self._names[0]}, {values[1]} in {self._names[1]}"


def compare(first: Replay, second: Replay, names: tuple[str, str] = ("-", "-")) -> Comparison:
    """Compare two versions of a game; both may end in the same refused move."""
    count = 0
    for a, b in zip(first.plies, second.plies, strict=False):
        stood = (None if ply.stood is None else ply.stood.code for ply in (a, b))
        if not same_ply(a, b) or len(set(stood)) > 1:
            break
        count += 1
    shared = first.plies[count - 1].number if count else 0
    return Comparison(
        shared,
        (_version(first, count, shared), _version(second, count, shared)),
        (_result(first), _result(second)),
        tuple(_tags(first.record, second.record)),
        (first.first, second.first),
        (first.last, second.last),
        names,
    )


def _version(replay: Replay, count: int, shared: int) -> Version:
    later, refused, following = replay.plies[count:], replay.refused, None
    if later:
        ply = later[0]
        stood, lan = ply.stood, f"{replay.game.letters[ply.army]}:{ply.lan}"
        decision: Literal["", "stands", "forfeits"] = (
            "" if stood is None else "stands" if ply.move is not None else "forfeits"
        )
        text = ply.written(replay.game) if stood is None else stood.quoted
        following = Parting(ply.token.place, text, stood, decision, ply.number, lan)
    elif refused is not None:
        following = Parting(refused.place, refused.quoted, refused)
    gone = sum(ply.move is None for ply in later)
    return Version(following, replay.length - shared, gone)


def _result(replay: Replay) -> str:
    end = ending(replay)
    return replay.claimed if end is None else end.result


def _tags(first: Record, second: Record) -> Iterator[TagsDiffer]:
    """List the tags that differ, in the order of the first record; a value `?` counts as none."""
    a, b = first.values, second.values
    for name in dict.fromkeys(tag.name for tag in (*first.tags, *second.tags)):
        if name in _OF_THE_GAME or a.get(name) == b.get(name):
            continue
        if (a.get(name) or b.get(name) or "").strip("?.") or (name in a and name in b):
            yield TagsDiffer(name, a.get(name), b.get(name))


def differences(position: CorePosition, other: CorePosition) -> Iterator[tuple[str, str, str]]:
    """List the cells and fields in which two positions differ, with the contents in each."""
    contents = zip(position.game.board.names, _contents(position), _contents(other), strict=True)
    yield from (cell for cell in contents if cell[1] != cell[2])
    texts = (positions.write(each).split()[1:] for each in (position, other))
    fields = zip(("turn", "en passant", "round"), *texts, strict=True)
    yield from (field for field in fields if field[1] != field[2])


def _contents(position: CorePosition) -> Iterator[str]:
    """Write what stands on each cell, with the number that a position line has behind it."""
    game, board = position.game, position.board
    marks = positions.marks_on(game, board)
    for cell, piece in enumerate(board):
        mark = f"^{marks[cell]}" if cell in marks else ""
        yield f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{mark}" if piece else _NOTHING


def _differing(*pair: CorePosition) -> "tuple[list[CellDiffers], list[FieldDiffers]]":
    found: tuple[list[Any], list[Any]] = [], []
    for what, *texts in differences(*pair) if pair else ():
        a, b = (None if text == _NOTHING else text for text in texts)
        is_field = what not in pair[0].game.board.number
        name = {"field": what.replace(" ", "-")} if is_field else {"cell": what}
        found[is_field].append({**name, "a": a, "b": b})
    return found
