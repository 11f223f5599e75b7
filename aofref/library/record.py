"""Record: a game as it was written down, judged when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from operator import index
from threading import RLock
from typing import TYPE_CHECKING, Any

from aofref.findings import Finding as Found
from aofref.findings import Place
from aofref.judge.replay.driver import position_at
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Decided
from aofref.judge.replay.offers import offers
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay, Status, Unopened
from aofref.library import made
from aofref.library.node import Node, Reading, nodes
from aofref.library.position import Position
from aofref.library.values import BadRecord, End, Finding, FrozenMapping, IllegalMove, Lazy, Move
from aofref.library.variant import Variant
from aofref.notation.moves import Notation
from aofref.notation.records import RawRecord, as_read
from aofref.notation.records import Record as Written
from aofref.text import excerpt

if TYPE_CHECKING:
    from aofref.judge.edit.rewrite import Rewritten
    from aofref.library.views import Comparison

DECISIONS = tuple(one.value for one in Decided)
"""What an arbiter may decide of an illegal move."""
_START = Place(1, 1)


class Record(Lazy):
    """A record: its tags, its moves, and the verdict on them.  Made by `read`, `loads` and `new`.

    It is replayed when an answer first depends on the rules, and the verdict is kept.  Two records
    are equal if they have the same tags and tokens and are judged by the same rulings; move
    numbers, line ends and where they were read from are not compared.

    `source` is the name of the file that it was read from (`-` for a file object without a name,
    empty for one of `loads`, `new` and `play`), `line` the number of its first line there, from 1.
    """

    __slots__ = ("_main", "_reading", "line", "source")
    source: str
    line: int
    _reading: Reading

    def __init__(self, raw: RawRecord, setting: Setting, source: str = "", *built: Written) -> None:
        """Hold the text of one record, and how it is to be judged."""
        reading = Reading(raw, setting, *built)
        self._fill(_lock=RLock(), _reading=reading, source=source, line=raw.start.line)

    # What it says ------------------------------------------------------------------------------

    @property
    def tags(self) -> FrozenMapping[str]:
        """Give the tags by name, in order; a tag that is given twice has its first value."""
        found: dict[str, str] = {}
        for tag in self._reading.tokens.tags:
            found.setdefault(tag.name, tag.value)
        return FrozenMapping(found)

    @property
    def variant(self) -> Variant | None:
        """Give the game, with the rulings and the array of the record; None if it names no game."""
        return self._reading.variant

    @property
    def text(self) -> str:
        """Give the record as it stands, character for character."""
        return self._reading.raw.text or str(self)

    @property
    def is_json(self) -> bool:
        """Say whether it is written in JSON."""
        return self._reading.raw.is_json

    @property
    def comments(self) -> tuple[str, ...]:
        """Give the comments before the first move."""
        return self._reading.tree.comments

    # What became of it -------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Give `legal`, `illegal` or `malformed`."""
        return self._reading.found.status.value

    def check(self) -> str:
        """Judge the record and give its status, without the positions that `mainline` keeps.

        That is half the work, and enough for the attributes of the record as a whole; `mainline`
        replays it again.
        """
        return self._reading.judged().status.value

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Give everything that is wrong with it, warnings included, in the order of the text."""
        return tuple(made.finding(found) for found in self._reading.found.findings)

    @property
    def plies(self) -> int:
        """Count the legal plies of the main line; withdrawals do not count."""
        return self._reading.found.length

    @property
    def start(self) -> Position | None:
        """Give the position that it starts from; None if it could not be opened."""
        found = self._reading.found
        if isinstance(found, Unopened):
            return None
        return self._reading.position(found.first, found.opening)

    @property
    def position(self) -> Position | None:
        """Give the position after its last legal ply; None if it could not be opened."""
        found = self._reading.found
        if isinstance(found, Unopened):
            return None
        led = found.plies[-1].events if found.plies else found.opening
        return self._reading.position(found.last, led)

    @property
    def end(self) -> End | None:
        """Say how the game ended; None while it goes on."""
        found = ending(self._reading.found)
        return None if found is None else End(found.result, found.by, found.ply)

    @property
    def offers(self) -> tuple[str, ...]:
        """Give the letters of the armies whose offers of a draw stand."""
        return offers(self._reading.found)

    def mainline(self) -> tuple[Node, ...]:
        """Give the legal plies of the main line, withdrawals included, in order.

        It is made once; asking again costs nothing.
        """
        return self._once("_main", lambda: nodes(self._reading, self._reading.tree.main))

    def at(self, ply: int) -> Position:
        """Give the position after a ply, from the end if it is negative: -1 is the last.

        Withdrawals that follow the ply are included.  IndexError if there is no such ply.
        """
        found = self._reading.found
        number = ply + found.length + 1 if ply < 0 else ply
        if isinstance(found, Unopened) or not 0 <= number <= found.length:
            plies = "ply" if found.length == 1 else "plies"
            raise IndexError(f"the record has only {found.length} {plies}")
        led = next((one.events for one in reversed(found.plies) if one.number <= number), None)
        at = position_at(found, number)
        return self._reading.position(at, found.opening if led is None else led)

    def compare(self, other: Record) -> Comparison:
        """Say where two versions of a game first differ, by the names of their sources.

        ValueError for records that are not of one game under the same rulings, or were not opened.
        """
        from aofref.judge.analysis.diagnosis import compare, same_game
        from aofref.library.views import Comparison

        a, b = self._reading.judged(), other._reading.judged()
        names = (self.source or "-", other.source or "-")
        if isinstance(a, Unopened) or isinstance(b, Unopened) or not same_game(a.game, b.game):
            text = "are not of the same game under the same rulings"
            raise ValueError(f"{names[0]} and {names[1]} {text}")
        seen = (compare(a, b), (a.first, b.first), (a.last, b.last), names)
        return Comparison(a.game, seen)

    def report(self, source: str = "", number: int = 1) -> dict[str, Any]:
        """Give the report as `aofref check --format json` does, as plain data."""
        from aofref.judge.analysis.diagnosis import diagnosed
        from aofref.report.json import record

        return record.record(diagnosed(self._reading.found), number, source or self.source or "-")

    # What is made of it ------------------------------------------------------------------------

    def play(self, *moves: str | Move) -> Record:
        """Give the record with moves added, each in any notation; raises IllegalMove.

        An army withdraws by `E:resigns`; it offers a draw, or agrees to one, by `E:draw`.  The
        record must be legal so far, and its game under way.  Moves are written in long notation,
        and so are those that were there.  Every call replays the whole record: give many moves at
        once rather than one by one.
        """
        from aofref.judge.edit.amend import concluded, continued
        from aofref.judge.edit.rewrite import rewrite

        found = self._reading.found
        if isinstance(found, Unopened) or found.errors:
            raise IllegalMove(made.finding(found.errors[0]))
        longer = continued(found, (made.text(move) for move in moves))
        if isinstance(longer, Found):
            raise IllegalMove(made.finding(longer))
        setting = self._reading.setting
        text = rewrite(concluded(longer, setting), setting, Notation.LAN).text
        return Record(RawRecord(as_read(text), _START), setting)

    def undo(self, count: int = 1) -> tuple[Record, tuple[str, ...]]:
        """Give the record without its last steps, and these steps in words, the last first.

        A move is one step, as are an agreed result and an offer of a draw; an illegal move is taken
        back, too.  The rest stays as it is written.  Raises ValueError for a record that cannot be
        read or that has fewer steps.
        """
        from aofref.judge.edit.amend import undone
        from aofref.report.text.undone import taken_back

        found = self._played("taken back")
        if index(count) < 1:
            raise ValueError(f"a number of steps is 1 or more, not {count}")
        done = undone(found, count)
        if isinstance(done, int):
            steps = "step" if done == 1 else "steps"
            raise ValueError(f"only {done} {steps} can be taken back")
        taken = tuple(taken_back(found.game, (one,)) for one in done.taken)
        return self._built(done.record), taken

    def merge(self, other: Record) -> Record:
        """Give the longer of two versions of a game with what only the shorter has.

        Raises BadRecord, with the findings of the shorter, where they contradict each other, and
        for a record that is not legal.
        """
        from aofref.judge.edit.merge import merged

        both = (self._reading.judged(), other._reading.judged())
        a, b = sorted(both, key=lambda found: -len(found.plies))
        if isinstance(a, Unopened) or isinstance(b, Unopened) or a.errors or b.errors:
            raise BadRecord(tuple(made.finding(one) for one in (*a.errors, *b.errors)))
        found = merged(a, b, self._reading.setting)
        if isinstance(found, list):
            raise BadRecord(tuple(made.finding(one) for one in found))
        return self._built(found)

    def _built(self, record: Written) -> Record:
        """Give a record that is made of this one, judged alike."""
        record = record._replace(raw=RawRecord("", _START), start=_START)
        return Record(record.raw, self._reading.setting, "", record)

    def decide(
        self, verdict: str, arbiter: str = "", reason: str = "", at: datetime | None = None
    ) -> Record:
        """Give the record with an arbiter's decision on the illegal move that it stops at.

        The move `stands`, is taken back (`takeback`) or its army `forfeits`; who decided, when and
        why stand behind that in a comment.  Every other character stays, and decisions are applied
        in the record that is returned.  Raises ValueError for a record without an illegal move, in
        JSON or that cannot be read, and IllegalMove for a move that cannot be carried out, as then
        the decision would have no effect.
        """
        from aofref.judge.edit.amend import decided
        from aofref.notation.times import write_moment

        if self.is_json:
            raise ValueError("decisions are not written into JSON: convert the record to lan first")
        here, heeding = self._reading, self._reading.setting._replace(as_played=True)
        raw = here.raw._replace(text=self.text)
        found = Record(raw, heeding, self.source)._played("decided on")
        why = found.refused
        if why is None:
            raise ValueError("the record has no illegal move to decide on")
        who = [f"by {in_comment(arbiter)}"] if arbiter else []
        when = [f"at {write_moment(at)}"] if at is not None else []
        words = ": ".join(part for part in (" ".join([*who, *when]), in_comment(reason)) if part)
        done = Record(decided(found, Decided(verdict), words), heeding, self.source)
        judged = done._reading.judged()
        if isinstance(judged, Unopened) or len(judged.decisions) <= len(found.decisions):
            raise IllegalMove(made.finding(why))
        return done

    def with_tags(self, tags: Mapping[str, str | None]) -> Record:
        """Give the record with tags set, or removed where their value is None.

        A `Result` is written behind the moves, too.  Every other character stays.  Raises BadRecord
        for a record that is not one, for tags that cannot be read, and for a result that the moves
        contradict; ValueError for a tag that cannot be written.
        """
        from aofref.judge.edit.tagged import faults, tagged

        old = self._reading
        if not old.raw.text:  # it was built, and has tokens without a text
            old = Reading(old.raw._replace(text=self.text), old.setting)
        if old.tokens.broken:
            raise BadRecord(self.findings)
        done = Record(tagged(old.tokens, tags), old.setting, self.source)
        if wrong := faults(old.judged(), done._reading.judged(), tags.get("Result")):
            raise BadRecord(tuple(made.finding(one) for one in wrong))
        for name, value in tags.items():
            if done.tags.get(name) != value:
                raise ValueError(f"the tag {name} cannot be {value!r}")
        return done

    def write(self, notation: str = "lan") -> str:
        """Write the record in `lan`, `san`, `coord`, `numeric` or `courier`, comments and all.

        What follows an illegal move stays in comments.  Raises ValueError for another notation, and
        BadRecord for a record that cannot be read.
        """
        return self._written(made.notation(notation))

    def to_json(self) -> str:
        """Write the record as one line of JSON, which `loads` and `read` can read.

        Raises BadRecord for a record that cannot be read.
        """
        return self._written(None)

    def _written(self, to: Notation | None) -> str:
        done = self._rewritten(to)
        if not done.text:
            found = (one for one in done.findings if not one.code.is_warning)
            raise BadRecord(tuple(made.finding(one) for one in found))
        return done.text

    def _rewritten(self, to: Notation | None) -> Rewritten:
        from aofref.judge.edit.rewrite import rewrite

        return rewrite(self._reading.tokens, self._reading.setting, to)

    # The rest ----------------------------------------------------------------------------------

    def _played(self, what: str) -> Replay:
        """Give what was played of the record, all of which could be read."""
        found = self._reading.judged()
        if isinstance(found, Unopened) or found.status is Status.MALFORMED:
            raise ValueError(f"nothing can be {what} in a record that cannot be read")
        return found

    def __str__(self) -> str:
        """Write the record in long notation; one that cannot be read comes as it stands."""
        return self._rewritten(Notation.LAN).text or self._reading.raw.text

    def __repr__(self) -> str:
        return f"<aofref.Record {self.source or '-'}:{self.line}>"

    def _same(self) -> Reading:
        return self._reading

    def __reduce__(self) -> tuple[Any, ...]:
        of = self._reading
        return Record, (of.raw, of.setting, self.source, *of._made)


def in_comment(text: str) -> str:
    """Give words as they can stand in a comment, on one line; ValueError if they cannot."""
    found = " ".join(text.split())
    if "}" in found or "[%" in found:
        raise ValueError(f"{excerpt(found)} cannot stand in a comment")
    return found
