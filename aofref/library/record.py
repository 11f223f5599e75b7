"""Record: a game as it was written down, judged when needed, and its plies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from aofref.findings import NOWHERE, START, Code, Finding, Place, Refusal, moved
from aofref.judge.replay import comments
from aofref.judge.replay.driver import replay, unjudged
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import End, Replay, Status, Step, texts
from aofref.library.values import (
    BadRecord,
    IllegalMove,
    Move,
    MoveMissing,
    UnknownName,
    mapped,
    moment_of,
    text_of,
    whole,
    written_move,
)
from aofref.library.values import notation as as_notation
from aofref.notation import records as written
from aofref.notation import results
from aofref.notation.movetext import Notation
from aofref.notation.notes import Decided, Give
from aofref.notation.records import Kind, Token, read
from aofref.notation.records.model import readable
from aofref.rules.position import CorePosition
from aofref.text import excerpt, no_such, some
from aofref.values import Frozen, FrozenMapping, Value

if TYPE_CHECKING:
    from aofref.judge.analysis.clock import Charging, Clock, Turn
    from aofref.judge.analysis.versions import Comparison
    from aofref.judge.edit.addition import Stamp, Word
    from aofref.judge.replay.verdict import Given
    from aofref.library.node import Node, NodeChanges
    from aofref.library.position import Position, Variant
    from aofref.library.typed import DecisionName, NotationName, RecordReport, StatusName
    from aofref.notation.records.edited import Change
    from aofref.notation.typed import Named

T = TypeVar("T")
DECISIONS = tuple(decided.value for decided in Decided)  # of an arbiter, on an illegal move


class once(cached_property[T]):
    """A property that is computed once, also if several threads read it at the same time."""

    def __get__(self, record: Any, owner: Any = None) -> T:  # type: ignore[override]
        if record is None:
            return self  # type: ignore[return-value]
        with record._lock:
            found: T = super().__get__(record, owner)
            return found


class Added(Value):
    """The result of `Record.add`: the longer `record`, and the number of its new plies.

    `played` is the number of plies that were sent, `answered` the number of plies of conditional
    lines after them.  `warnings` are false claims in the texts that were sent, each with its text.
    """

    record: Record
    played: int
    answered: int = 0
    warnings: tuple[tuple[Word, Finding], ...] = ()


class Record(Frozen):
    """A record: its tags, its moves, and the verdict on them.  Made by `read`, `loads` and `new`.

    It is replayed when an attribute first needs the rules, and the verdict is kept.  Two records
    are equal if they have the same tags and tokens and are judged by the same rulings; move
    numbers, line ends and sources are not compared.

    `source` is the name of the file that it was read from, edited or not: `-` for a file object
    without a name, empty for a record of `loads` and `new`.  `number` is its number there, from 1;
    a text there that is no part of a record, such as a remark above the tags, has 0.
    """

    _setting: Setting
    source: str
    number: int
    _lock: RLock
    has_failed: bool = False  # aofref itself, at this record: see `failed`
    _before: Record | None = None  # the record before edits that decide nothing: see `_drafted`
    _new_tags: Mapping[str, str | None] = MappingProxyType({})  # set by these

    def __init__(
        self,
        raw: written.Record,
        setting: Setting,
        source: str = "",
        number: int = 1,
    ) -> None:
        self._set(_raw=raw, _setting=setting, source=source, number=number, _lock=RLock())

    # Read and judged once ----------------------------------------------------------------------

    @property
    def _replayed(self) -> Record:
        """The record whose verdict holds for it: itself, or the one before the edits."""
        return self._before or self

    @once
    def _raw(self) -> written.Record:
        """The text of an edited record; another is made with its text."""
        from aofref.judge.edit.kept import changes_to
        from aofref.notation.records.edited import edited

        read = self._replayed._tokens
        return edited(read, changes_to(self._steps, len(read.tokens)), self._new_tags)

    @once
    def _tokens(self) -> written.Record:
        return read(self._raw)

    @once
    def verdict(self) -> Replay:
        """The verdict, of which reports are made; positions after many plies are made when read."""
        return replay(self._tokens, self._setting)

    @once
    def _judged(self) -> Replay:
        """The verdict on its moves: of an edited record, without what else the edits changed."""
        return self.verdict

    @once
    def _keeps(self) -> tuple[bool, bool]:
        """Whether its verdict holds for edits that decide nothing, and for lines that move."""
        from aofref.judge.edit.kept import keeps

        return keeps(self.verdict, self._tokens)

    @once
    def _steps(self) -> Sequence[Step]:
        """The steps of its movetext, with the tokens and parents of the record replayed."""
        return self._judged.steps if self._judged.opened else ()

    def _after(self, place: int) -> CorePosition:
        """Return the position after a ply, by its place in the record replayed; -1 is the first."""
        return self._judged.after(place, self._plies)

    @once
    def _plies(self) -> dict[int, Ply]:
        """The plies by their places in the record replayed, or behind them."""
        return {step.token.ordinal: step for step in self._steps if isinstance(step, Ply)}

    @once
    def _numbers(self) -> dict[int, int]:
        """The numbers of the steps, by their places."""
        return {step.token.ordinal: number for number, step in enumerate(self._steps)}

    @once
    def _following(self) -> dict[int, list[int]]:
        """The numbers of the plies behind a ply, by its place (-1: none); its line is first."""
        found = dict[int, list[int]]()
        for number, step in enumerate(self._steps):
            if isinstance(step, Ply):
                found.setdefault(step.parent, []).append(number)
        return found

    @once
    def _key(self) -> bytes:
        """A digest of all that is compared: nodes are compared as fast as records."""
        from hashlib import blake2b  # and with it OpenSSL

        read = self._tokens
        tags = [(tag.name, tag.value) for tag in read.tags]
        kept = (token for token in read.tokens if token.kind is not Kind.NUMBER)
        tokens = [(token.kind.name, token.text) for token in kept]
        unread = self._raw.text if read.findings else ""
        named = read.game is not None  # a default for other records does not count
        setting = self._setting._replace(variant="") if named else self._setting
        content = repr((tags, tokens, unread, setting))
        return blake2b(content.encode("utf-8")).digest()

    def _position(self, place: int) -> Position:
        """Make the position after a ply, by its place in the record replayed; -1 is the first."""
        from aofref.library.position import Position, Variant  # a check does not need them

        if not self._judged.opened:
            raise BadRecord(tuple(self._judged.errors))
        core, led = self._after(place), self._plies.get(place)
        last = led and led.move and f"{core.game.letters[led.army]}:{led.lan}"
        events = self._judged.opening if led is None else led.events
        return Position(Variant(core.game), core, events, self._players, last)

    @once
    def _players(self) -> Named:
        from aofref.judge.collect.summary import players

        if self._before is not None and not self._new_tags:
            return self._before._players
        return players(self._judged._replace(record=self._tokens))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self is other or self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self._raw, self._setting, self.source, self.number)

    def __repr__(self) -> str:
        return f"<aofref.Record {self.source or '-'}:{self.line}>"

    def _amended(self, raw: written.Record) -> Record:
        return Record(raw, self._setting, self.source, self.number)

    def failed(self, problem: Exception) -> Record:
        """Return the record with the verdict that aofref itself failed at it."""
        tried, verdict = self._amended(self._raw), unjudged(self._raw, problem)
        vars(tried).update(_tokens=verdict.record, verdict=verdict, has_failed=True)
        return tried

    # Contents ----------------------------------------------------------------------------------

    @once
    def tags(self) -> FrozenMapping[str]:
        """The tags by name, in order; a tag that is given twice has its first value."""
        pairs = self._raw.pairs
        return FrozenMapping(self._tokens.values if pairs is None else dict(pairs))

    @property
    def line(self) -> int:
        """The number of its first line in its source, from 1."""
        return self._raw.start.line

    @property
    def is_opened(self) -> bool:
        """Whether it has a game and positions, and so `variant`, `start` and `position`."""
        return self._judged.opened

    @property
    def variant(self) -> Variant:
        """The game, with the rulings and the array; BadRecord if it was not opened."""
        return self.start.variant

    @property
    def players(self) -> FrozenMapping[str]:
        """The names of the players by the letters of their armies, of those that have a name."""
        from aofref.judge.collect.summary import UNNAMED

        return FrozenMapping({army: name for army, name in self._players if name != UNNAMED})

    @property
    def text(self) -> str:
        """The text of the record, character for character; every line ends with a line feed."""
        return self._raw.text

    @property
    def movetext(self) -> str:
        """Its moves on a line, with all that stands beside them, but for the result."""
        from aofref.judge.edit.beside import on_a_line

        read, ends = self._tokens, {token.ordinal for token in self._tokens.results}
        kept = (token for token in read.tokens if token.kind is not Kind.ESCAPE)
        return on_a_line(token for token in kept if token.ordinal not in ends)

    @property
    def place(self) -> Place:
        """The line and the column at which it begins in its source, from 1."""
        return self._raw.start

    @property
    def content(self) -> bytes:
        """Its bytes as they were read; empty unless `read` was asked for them, and once edited."""
        return self._raw.content

    @property
    def is_json(self) -> bool:
        """Whether it is written in JSON."""
        return self._raw.is_json

    @property
    def is_closed(self) -> bool:
        """Whether its end is plain, so that another record may follow its text at once.

        It ends with an empty line or with a result, or is written in JSON.
        """
        ends = self.text.endswith("\n\n") or self.is_json
        return ends or bool(self._tokens.results and not self._tokens.findings)

    @property
    def origin(self) -> str:
        """The line `% aofref: FILE:LINE:COLUMN: record NUMBER`: its source, place and number.

        `aofref select` writes it before a record, for the next program of a pipe: see `at_origin`.
        """
        return written.write_origin(written.Origin(self.source, self.place, self.number))

    def at_origin(self) -> Record:
        """Return the record with the source, place and number of the `origin` line before it.

        It is the record itself if there is no such line.
        """
        raw, origin = self._raw, self._raw.origin
        if origin is None:
            return self
        now = origin.start
        bad = tuple([why._replace(place=moved(why.place, raw.start, now)) for why in raw.bad])
        raw = raw.unread(start=now, bad=bad)
        return Record(raw, self._setting, origin.source, origin.number)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments before the first move."""
        return tuple(map(readable, texts(self._steps, -1, Kind.COMMENT)))

    # Verdict -----------------------------------------------------------------------------------

    @property
    def is_judged(self) -> bool:
        """Whether it has been replayed, so that its verdict costs nothing."""
        return "verdict" in vars(self._replayed)

    @property
    def head_findings(self) -> tuple[Finding, ...]:
        """The findings on its tags and on the text above its moves; it is not replayed for them."""
        if self._raw.pairs is not None:
            return ()  # an exported game
        read = self._tokens
        begun = min((token.place for token in read.tokens[:1]), default=None)
        return tuple([why for why in read.findings if begun is None or why.place < begun])

    @property
    def undecoded(self) -> tuple[Finding, ...]:
        """Its bytes that are not valid in the encoding, the first of each line, with their places.

        `findings` has one warning of all, if they decide nothing.
        """
        return self._raw.bad

    @property
    def status(self) -> StatusName:
        """`legal`, `illegal` or `malformed`."""
        return self._judged.status.value

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Its errors and warnings, in the order of the text."""
        return self.verdict.findings

    @property
    def decisions(self) -> tuple[tuple[DecisionName, Finding], ...]:
        """An arbiter's decisions on illegal moves of the main line that were applied, in order.

        Each is `stands`, `takeback` or `forfeits`, with the finding on the move.
        """
        return tuple([(verdict.value, finding) for verdict, finding in self._judged.decisions])

    @property
    def plies(self) -> int:
        """The number of legal plies of the main line; withdrawals do not count."""
        return self._judged.length

    @property
    def start(self) -> Position:
        """The position that it starts from; BadRecord if it was not opened."""
        return self._position(-1)

    @property
    def position(self) -> Position:
        """The position after its last legal ply; BadRecord if it was not opened."""
        plies = self._judged.plies
        return self._position(plies[-1].token.ordinal if plies else -1)

    @property
    def end(self) -> End | None:
        """How the game ended; None while it goes on."""
        end = ending(self._judged)
        return None if end is None else end._replace(armies=self._judged.game.letters)

    @property
    def ending(self) -> str:
        """How the game ended, in words such as `1-0, by agreement`; empty while it goes on."""
        from aofref.report.text.record import how

        end = ending(self._judged)
        return "" if end is None else how(end)

    @property
    def offers(self) -> tuple[str, ...]:
        """The letters of the armies that offer a draw."""
        return self._judged.offering

    @once
    def _main(self) -> tuple[Node, ...]:
        every = enumerate(self._steps)
        return self._nodes(at for at, step in every if isinstance(step, Ply) and not step.depth)

    def _nodes(self, numbers: Iterable[int]) -> tuple[Node, ...]:
        from aofref.library.node import Node

        return tuple([Node(number, self) for number in numbers])

    def mainline(self) -> tuple[Node, ...]:
        """List the legal plies of the main line, withdrawals included, in order.

        The list is made once.
        """
        return self._main

    def node(self, ply: int) -> Node:
        """Return a ply of the main line by its number, from the end if it is negative: -1 is last.

        It is a move; a withdrawal, which has the number of the move before it, is in `mainline`.
        IndexError if there is no such ply.
        """
        number, plies = self._counted(ply, least=1), self._judged.plies
        at = number - 1
        while plies[at].move is None or plies[at].number < number:  # behind withdrawals
            at += 1
        return self._nodes([self._steps.index(plies[at], at)])[0]

    def at(self, ply: int) -> Position:
        """Return the position after a ply, from the end if it is negative: -1 is the last.

        Withdrawals after the ply are included.  IndexError if there is no such ply.
        """
        number, plies = self._counted(ply), reversed(self._judged.plies)
        places = (done.token.ordinal for done in plies if done.number <= number)
        return self._position(next(places, -1))

    def _counted(self, ply: int, least: int = 0) -> int:
        """Return the number of a ply from the start; a negative one counts from the end."""
        verdict, ply = self._judged, whole("a ply", ply)
        number = ply + verdict.length + 1 if ply < 0 else ply
        if not verdict.opened or not least <= number <= verdict.length:
            have = some(verdict.length, "ply", "plies")
            raise IndexError(f"there is no ply {ply}: the record has only {have}")
        return number

    def compare(self, other: Record) -> Comparison:
        """Compare two versions of a game; the report has the names of their sources.

        ValueError for records that are not of one game under the same rulings, or were not opened.
        """
        from aofref.judge.analysis.versions import compare

        a, b = self.verdict, record_of(other).verdict
        names = (self.source or "-", other.source or "-")
        if not a.opened or not b.opened or a.game.key != b.game.key:
            text = "are not of the same game under the same rulings"
            raise ValueError(f"{names[0]} and {names[1]} {text}")
        return compare(a, b, names)

    def clock(
        self,
        now: datetime | str | None = None,
        *,
        exact: bool = False,
        double_after: int | str | None = None,
    ) -> Clock | None:
        """Read the clock of the army to move; None if the game has ended, or was not opened.

        `now` is an aware datetime, or a text such as `2026-11-21T10:00:00Z` or a date; by default
        the present time.  Time is charged in whole days of 24 hours, or every second if `exact`;
        the time of a move beyond `double_after`, in seconds or as `20d`, counts twice.  ValueError
        for a text that is no time, and for a datetime without a zone.
        """
        from aofref.judge.analysis.clock import clock

        at = datetime.now(UTC) if now is None else moment_of(now)
        running = clock(self.verdict, at, _charging(exact, double_after))
        if running is None:
            return None
        return running._replace(source=self.source or "-", number=self.number)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of its armies on the clock, in order; the one under way is the last."""
        from aofref.judge.analysis.clock import turns

        return tuple(turns(self.verdict)) if self.is_opened else ()

    @property
    def given(self) -> tuple[Given, ...]:
        """The times that an arbiter gave armies, in order; those of an army add up."""
        return tuple(comments.given(self.verdict)) if self.is_opened else ()

    def bank(
        self, army: str, *, exact: bool = False, double_after: int | str | None = None
    ) -> int | None:
        """Return the time of an army after its moves, in seconds; None if it is unknown.

        The time of a move under way is not taken from it.  The options are as for `clock`, the army
        as for `give_time`; the errors are of both.
        """
        from aofref.judge.analysis.clock import bank

        return bank(self.verdict, self.army_named(army), _charging(exact, double_after))

    def report(self, source: str = "", number: int = 0, *, trace: bool = False) -> RecordReport:
        """Return the report as plain data, as `aofref check --format json` does.

        `source` and `number`, if given, replace its own; `trace` adds every ply.
        """
        from aofref.report.json import record

        where = (number or self.number, source or self.source or "-")
        return record.record(self.verdict, *where, trace=trace)

    def html(
        self,
        ply: int | None = None,
        mail_to: str = "",
        rules: str = "",
        *,
        game: str | None = None,
        word: str = "",
    ) -> str:
        """Write the page that steps through the record, as `aofref show --format html` does.

        It opens at a ply, counted as for `at`; by default at the last.  The reader's moves can be
        mailed to the address `mail_to`; the Subject has the id of the `game`, by default the name
        of its file without the ending, and a secret `word`.  `rules` is the address of the rulebook
        of the game (`Rules.html`), relative to the page, to which the pieces link; or, with a slash
        at its end, of the folder in which `aofref gallery --rules` writes it.  ValueError for a
        record that could not be opened, IndexError if there is no such ply.
        """
        from aofref.report.page import RULES, Post, book_name, page

        opens = None if ply is None else self._counted(ply)
        if not self.verdict.opened:
            raise ValueError("a record that could not be opened has no page")
        name = self.source.removesuffix("-").replace("\\", "/").rpartition("/")[2]
        game = (name.rpartition(".")[0] or name) if game is None else game
        if rules.endswith("/"):
            book = book_name(self.verdict.game)
            rules = f"{rules}{RULES}{book}" if book else ""
        return page(self.verdict, opens, Post(mail_to, game, word), rules)

    def _repr_html_(self) -> str | None:
        """Show the page in a notebook; nothing if the record could not be opened."""
        from html import escape

        if not self.verdict.opened:
            return None
        look = 'sandbox="allow-scripts" style="width: 100%; height: 640px; border: 0"'
        return f'<iframe {look} srcdoc="{escape(self.html())}"></iframe>'

    # Editing -----------------------------------------------------------------------------------

    def play(self, *moves: str | Move) -> Record:
        """Return the record with moves added, each in any notation; raises IllegalMove.

        Marks and comments in braces behind a move stay with it: `Nf3! {good}`.  An army withdraws
        by `E:resigns`; it offers a draw, or agrees to one, by `E:draw`, and agrees to one that is
        offered by `E:draw accepted`.  The record must be legal so far, and its game under way.  The
        new moves are written in long notation; every other character stays.  Every call replays the
        whole record: add many moves at once, not one by one.
        """
        from aofref.judge.edit.addition import as_words

        words = as_words(self._require_legal(), map(written_move, moves))
        return self.add(*words, answers=False).record

    def army_named(self, name: str) -> str:
        """Return the letter of an army by its letter, name or player, in any case.

        UnknownName if there is no such army, and for the player of several armies.
        """
        from aofref.judge.edit.addition import reader_of

        verdict = self._require_legal()
        letters = reader_of(verdict).armies(text_of("an army", name))
        if len(letters) == 1:
            return letters
        have = ", ".join(f"{army.letter} {army.called}" for army in verdict.game.variant.armies)
        text = f"there is no army or player {excerpt(name)}; there are {have}"
        if letters:
            text = f"{excerpt(name)} plays {' and '.join(letters)}: name the army"
        raise UnknownName(Finding(Refusal(Code.WRONG_ARMY, text, section=None)))

    def _require_legal(self) -> Replay:
        verdict = self.verdict
        if not verdict.opened or verdict.errors:
            raise IllegalMove(verdict.errors[0])
        return verdict

    def add(
        self,
        *words: str | Move | Word,
        by: str = "",
        sent: datetime | str | Stamp | None = None,
        lines: Iterable[str | Word] = (),
        result: str | None = None,
        answers: bool = True,
    ) -> Added:
        """Judge moves, and words such as `draw`, that somebody has sent, and add all of them.

        `by` is the army that has sent them, by its letter, its name or its player: words that name
        no army are its own, and words of another army are refused.  `sent` is stamped on each move.
        `lines` are conditional lines; each must end with a move of the army that moved last.
        `result` is a result that the players agreed on.  With `answers`, moves of conditional lines
        in the record that answer the new moves are added, too, unless a draw is offered.

        The record must be legal so far, and its game under way; the new moves are written as by
        `play`, and the rest of it is not changed.  Raises IllegalMove for the first word or
        conditional line that is refused, UnknownName for an unknown army, ValueError for a result
        that the game cannot have and for a line or a time without a move, and BadRecord for a
        result that the moves contradict.
        """
        from aofref.judge.edit import addition
        from aofref.judge.edit.addition import Stamp
        from aofref.judge.edit.amend import extended, tagged
        from aofref.library.node import foreseen, illegal

        if result is not None:
            text_of("a result", result)
        before, army = self._require_legal(), self.army_named(by) if by else ""
        given, foretold = [_word(word) for word in words], [_word(line, START) for line in lines]
        stamp = sent if sent is None or isinstance(sent, Stamp) else Stamp(moment_of(sent))
        line, played, refused = addition.judge_words(before, given, army)
        plies = [one for one in played if isinstance(one, Ply)]
        warnings = [
            (word, warned)
            for word, one in zip(given, played, strict=False)
            for warned in (one.warnings if isinstance(one, Ply) else ())
        ]
        if refused is not None:
            raise illegal(given[len(played)], refused, warnings, before)
        items = [*addition.items_of(played, given, stamp)]
        for told in foretold if plies else ():
            note = foreseen(before, line, told, plies[-1].army, warnings)
            items.append(Token(Kind.COMMENT, str(note)))
        armies, at = len(before.game.armies), line.position
        fixed = at.game.result(at.winners) if result is None else result
        if result is not None and (fixed == results.OPEN or results.read(armies, fixed) is None):
            raise ValueError(f"{excerpt(fixed)} is not a result of {armies} armies")
        longer, added = self, addition.numbered_behind(before, items)
        if added or fixed != results.OPEN:
            longer = self._amended(extended(before.record, added, fixed))
        if result is not None and longer.end is not None and longer.end.by == "unknown":
            longer = longer._amended(tagged(longer._tokens, {"Termination": "agreement"}))
        errors = longer.verdict.errors if result is not None else []
        if false := [error for error in errors if error.code is Code.FALSE_RESULT]:
            problem = BadRecord(tuple(false))
            problem.warnings = tuple(warnings)
            raise problem
        if not plies and stamp is not None and not stamp.message:
            raise MoveMissing("a time", "sent")
        if not plies and foretold:
            raise MoveMissing("a conditional line", "lines")
        answering = list[Ply | Token]()
        may_answer = result is None and bool(plies) and answers
        if may_answer and "[%if" in longer.text and not longer.offers:
            answering = comments.answering_moves(longer.verdict)
        if answering:
            done = longer.verdict
            added = addition.numbered_behind(done, addition.stamped(answering, stamp))
            longer = longer._amended(extended(done.record, added, results.OPEN))
        if answering or "[%draw" in longer.text:  # all armies may have agreed to one
            done, end = longer.verdict, longer.end
            if end is not None and end.result not in (results.OPEN, done.claimed):
                longer = longer._amended(extended(done.record, [], end.result))
        count = sum(isinstance(item, Ply) for item in answering)
        return Added(longer, len(plies), count, tuple(warnings))

    def undo(self, count: int = 1) -> tuple[Record, tuple[str, ...]]:
        """Return the record without its last steps, and these steps in words, the last first.

        The words after them name all else that was removed, such as comments.  A step is a move, an
        illegal move, an agreed result or an offer of a draw.  The rest is not changed.  Raises
        ValueError for a record that cannot be read or has fewer steps.
        """
        from aofref.judge.edit.amend import undone
        from aofref.report.text.played import taken_back

        self._require_readable("taken back")
        verdict = self.verdict
        if whole("a number of steps", count) < 1:
            raise ValueError(f"a number of steps is 1 or more, not {count}")
        done = undone(verdict, count)
        if isinstance(done, int):
            raise ValueError(f"only {some(done, 'step')} can be taken back")
        return self._amended(done.record), taken_back(verdict.game, done)

    def until(self, ply: int) -> Record:
        """Return the record without what follows a ply, counted as for `at`.

        If moves follow, an illegal one among them, they go, and all behind them; a result becomes
        `*`.  Else the record stays as it is.  IndexError if there is no such ply.
        """
        from aofref.judge.edit.amend import cut

        at, verdict = self._counted(ply), self.verdict
        behind = sum(one.number > at for one in verdict.plies)
        shorter = cut(verdict, behind + (verdict.refused is not None))
        return self if shorter is None else self._amended(shorter)

    def decide(
        self, verdict: DecisionName, arbiter: str = "", reason: str = "", at: datetime | None = None
    ) -> Record:
        """Return the record with an arbiter's decision on the illegal move that it stops at.

        The verdict is `stands`, `takeback` or `forfeits`.  A comment has it, with the arbiter, the
        time and the reason.  Answers to a move that is taken back, and later moves of an army that
        forfeits, become a comment, and a result that follows is stated.  Every other character
        stays, and the returned record is judged under its decisions.  Raises ValueError for a
        record without an illegal move, in JSON or that cannot be read, and IllegalMove if the
        decision would have no effect, as for a move that cannot be played.
        """
        from aofref.judge.edit.amend import decided, tagged, without_answers
        from aofref.notation.times import write_moment

        if text_of("a decision", verdict) not in DECISIONS:
            raise ValueError(no_such("decision", verdict, DECISIONS))
        if self.is_json:
            raise ValueError("decisions are not written into JSON: convert the record to lan first")
        setting = self._setting._replace(as_played=True)
        tried = Record(self._raw, setting, self.source, self.number)
        tried._require_readable("decided on")
        played = tried.verdict
        why = played.refused
        if why is None:
            raise ValueError("the record has no illegal move to decide on")
        who = [f"by {in_comment(arbiter)}"] if arbiter else []
        when = [f"at {write_moment(moment_of(at))}"] if at is not None else []
        words = ": ".join(part for part in (" ".join([*who, *when]), in_comment(reason)) if part)
        done = tried._amended(decided(played, Decided(verdict), words))
        judged = done.verdict
        if not judged.opened or len(judged.decisions) <= len(played.decisions):
            raise IllegalMove(why)
        while judged.opened and (shorter := without_answers(judged)) is not None:
            done = tried._amended(shorter)
            judged = done.verdict
        if judged.opened and judged.result not in (results.OPEN, judged.claimed):
            done = tried._amended(tagged(done._tokens, {"Result": judged.result}))
        return done

    def give_time(self, army: str, seconds: int) -> Record:
        """Return the record with more time for an army, or less if `seconds` are negative.

        The command `[%give E 432000]`, in a comment of its own behind the last ply, or before the
        first, has the army and the seconds; `aofref clock` counts all of them.  The army is
        given by its letter, name or player.  Raises UnknownName for an unknown army, IllegalMove
        for a record that is not legal so far, and ValueError if its game has ended, or for more
        than ten digits.
        """
        from aofref.notation.times import LONGEST

        note = str(Give(self.army_named(army), whole("a number of seconds", seconds)))
        if abs(seconds) >= LONGEST:
            raise ValueError("a time that is given is a number of seconds of up to ten digits")
        if self.end is not None:
            raise ValueError("the game has ended: no time can be given")
        last = self.mainline()[-1] if self.mainline() else self
        return last.with_comments(*last.comments, note)

    def with_comments(self, *texts: str) -> Record:
        """Return the record with other comments before its first move; errors as of a Node."""
        from aofref.judge.edit import beside

        given = [text_of("a comment", text) for text in texts]
        return self._edited(beside.comments(self._steps, -1, given))

    def edited(self, changes: Mapping[Node, NodeChanges]) -> Record:
        """Return the record with all that stands beside several plies changed at once.

        `NodeChanges` has the keys of the changes of a ply.  Stamps, offers and lines are changed in
        the new comments, if these are given, too; variations are put in last.  Raises ValueError
        for another key and for a ply of another record, and what the methods of a Node raise.
        """
        every: list[Change] = []
        for node, given in mapped("changes", changes).items():
            every += self._own(node)._changes(mapped("changes of a ply", given))
        done = self._edited(every)
        for node, given in changes.items():
            for line in given.get("variations", ()):
                done = node.in_(done)._with_variation(line)
        return done

    def _own(self, node: Node) -> Node:
        from aofref.library.node import Node

        if not isinstance(node, Node):
            raise TypeError(f"a ply is a Node, not {type(node).__name__}")
        if node._record is self:
            return node
        if node._record != self:
            raise ValueError(f"ply {node.ply}, {node.lan}, is of another record")
        return node.in_(self)

    def promote_variation(self, node: Node) -> Record:
        """Return the record with the variation of a ply one place up.

        It changes places with the variation before it, the first one with the line in whose place
        it stands; in the main line the record stays as it is.  Everything stays with its move, but
        comments before the first move of a variation stand behind it in the main line, and a result
        stands behind the main line.  Raises BadRecord if the moves or the result of the main line
        would be refused, and ValueError for a ply of another record and for a record that cannot be
        read.
        """
        from aofref.judge.edit.beside import promotion

        return self._edited(promotion(self._steps, self._own(node)._number), decides=True)

    def demote_variation(self, node: Node) -> Record:
        """Return the record with the line of a ply one place down.

        If the ply has variations in its place, the first of them becomes the line, and this line a
        variation; else the variation of the ply changes places with the next one.  If there is
        none the record stays as it is.  The rest is as for `promote_variation`.
        """
        from aofref.judge.edit.beside import demotion

        return self._edited(demotion(self._steps, self._own(node)._number), decides=True)

    def _edited(self, changes: Sequence[Change], *, decides: bool = False) -> Record:
        """Make changes of tokens, which decide something if they reorder lines, or by commands.

        ValueError if the text would be read otherwise; BadRecord for new errors if the changes
        decide something.
        """
        from aofref.judge.edit.kept import is_plain, with_changes
        from aofref.notation.records.edited import changed, edited

        self._require_readable()
        if not changes:
            return self
        (keeps, reorders), found = self._replayed._keeps, None
        if keeps:
            found = with_changes(self._judged, changes, self._setting, reorders=reorders)
        if found is not None:
            done = self._drafted(found, self._new_tags)
            if all(is_plain(change.first, change.items) for change in changes):
                return done
            before, after = self._tokens, done._tokens
        else:
            # `in_words`, it may be
            before = self.verdict.record if self._before is None else self._tokens
            done = self._amended(edited(before, changes))
            after = done._tokens if before is self._tokens else done.verdict.record
        if _movetext(after) != changed(before, changes):
            raise ValueError("a record cannot have this text there: it would be read otherwise")
        commands = any("[%" in item.text for change in changes for item in change.items)
        if found is None and (decides or commands):
            known = [error.refusal for error in self._judged.errors]
            wrong = [error for error in done.verdict.errors if error.refusal not in known]
            if wrong:
                raise BadRecord(tuple(wrong))
        return done

    def _drafted(self, judged: Replay, tags: Mapping[str, str | None]) -> Record:
        """Return the record with other steps and tags that decide nothing; its text is made later.

        The steps are those of the record replayed and new ones, the tags all that differ from it.
        """
        done = object.__new__(Record)
        own = {"_setting": self._setting, "source": self.source, "number": self.number}
        done._set(**own, _lock=RLock(), _before=self._replayed, _new_tags=tags, _judged=judged)
        return done

    def with_tags(self, tags: Mapping[str, str | None]) -> Record:
        """Return the record with tags set, or removed if their value is None.

        A `Result` is also written after the moves.  Every other character stays.  A record that has
        not been judged is judged only if the verdict may depend on such a tag.  Raises BadRecord
        for a text that is not a record, for tags that cannot be read, and for a result that the
        moves contradict; ValueError for a tag that cannot be written.
        """
        from aofref.judge.edit.amend import faults, tagged
        from aofref.judge.edit.kept import TAGS

        tags = dict(mapped("tags", tags))
        for name, value in tags.items():
            text_of("a tag's name", name)
            if value is not None:
                text_of("a tag's value", value)
        before, is_judged = self._tokens, self.is_judged
        if before.broken:
            raise BadRecord(self.findings)
        may_keep = (
            not any(name.lower() in TAGS or name in self._new_tags for name in tags)
            and not before.findings
            and (not is_judged or self._replayed._keeps[0])
        )
        if may_keep and is_judged:
            done = self._drafted(self._judged, {**self._new_tags, **tags})
        else:
            done = self._amended(tagged(before, tags))
        if not may_keep or done._tokens.findings or _movetext(done._tokens) != _movetext(before):
            done = self._amended(done._raw)
            if wrong := faults(self.verdict, done.verdict, tags.get("Result")):
                raise BadRecord(tuple(wrong))
        for name, value in tags.items():
            if done.tags.get(name) != value:
                raise ValueError(f"the tag {name} cannot be {value!r}")
        return done

    def write(self, notation: NotationName = "lan") -> str:
        """Write the record in `lan`, `san`, `coord`, `numeric`, `courier` or `uci`, with comments.

        An illegal move and all after it become comments.  Raises ValueError for another notation,
        and BadRecord for a record that cannot be read, or has no such notation (`Position.write`).
        """
        return self._written(as_notation(notation))

    def to_json(self) -> str:
        """Write the record as one line of JSON, which `loads` and `read` can read.

        Raises BadRecord for a record that cannot be read.
        """
        return self._written(None)

    def _written(self, to: Notation | None) -> str:
        from aofref.judge.edit.rewrite import rewrite

        done = rewrite(self._tokens, self.verdict, to)
        if not done.text:
            raise BadRecord(tuple(fault for fault in done.findings if not fault.is_warning))
        return done.text

    def _require_readable(self, action: str = "changed") -> None:
        verdict = self._judged
        if not verdict.opened or verdict.status is Status.MALFORMED:
            raise ValueError(f"nothing can be {action} in a record that cannot be read")

    def __str__(self) -> str:
        """Write the record in long notation; its text if it cannot be read."""
        try:
            return self._written(Notation.LAN)
        except BadRecord:
            return self._raw.text


def _word(given: str | Move | Word, at: Place = NOWHERE) -> Word:
    """Make a Word of a text or a Move, with the place `at`; return a Word as it is."""
    from aofref.judge.edit.addition import Word

    return given if isinstance(given, Word) else Word(written_move(given), at)


def record_of(given: Record) -> Record:
    """Return a record as it is; TypeError for anything else."""
    if not isinstance(given, Record):
        raise TypeError(f"a record is a Record, not {type(given).__name__}")
    return given


def _charging(exact: bool, double_after: int | str | None) -> Charging:
    from aofref.judge.analysis.clock import Charging
    from aofref.notation.times import span

    given, beyond = double_after, None
    if given is not None:
        beyond = span(given) if isinstance(given, str) else whole("a span", given)
        if beyond is None or beyond < 0:
            raise ValueError(f"{given!r} is not a time span such as 20d")
    return Charging(exact, beyond)


def in_comment(text: str) -> str:
    """Return a text on one line, for a comment; ValueError if a comment cannot have it."""
    words = " ".join(text_of("a comment", text).split())
    if "}" in words or "[%" in words:
        raise ValueError(f"{excerpt(words)} cannot stand in a comment")
    return words


def _movetext(record: written.Record) -> list[tuple[Any, ...]]:
    return [token[:2] for token in record.tokens]
