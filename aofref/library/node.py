"""Node: a ply of a record, and the edits of what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from aofref.findings import START, Code, Finding, Place, Refusal, fault
from aofref.judge.edit import beside
from aofref.judge.edit.addition import Word, as_words, draw_offer, items_of, numbered, reader_of
from aofref.judge.edit.amend import reopened
from aofref.judge.replay.line import LineOfPlay, Ply, finding_of, same_ply
from aofref.judge.replay.reading import Refused, play_typed
from aofref.judge.replay.verdict import closing, opening, texts, variations
from aofref.library.values import (
    IllegalMove,
    Move,
    moment_of,
    move_of,
    text_of,
    whole,
    written_move,
)
from aofref.library.values import texts as texts_of
from aofref.notation.notes import Arbiter, Decided, Draw, If, Sent, notes_of
from aofref.notation.records import Kind, Token
from aofref.notation.records.edited import Change
from aofref.notation.records.model import readable
from aofref.text import excerpt, some
from aofref.values import Frozen

if TYPE_CHECKING:
    from datetime import datetime

    from aofref.judge.replay.verdict import Replay
    from aofref.library.position import Position
    from aofref.library.record import Record
    from aofref.rules.events import Event
    from aofref.rules.position import CorePosition

    Warnings = list[tuple[Word, Finding]]

N = TypeVar("N", Arbiter, Draw, If, Sent)


class NodeChanges(TypedDict, total=False):
    """What `Record.edited` changes beside a ply, each as a method of a Node does.

    `comments`, `opening_comments`, `nags` and `lines` are texts, or one text, in place of the old
    ones; `sent` is a time or None, `draw` whether a draw is offered.  `variations` take the place
    of the old ones: each is a text as for `add_variation`, or the moves alone.
    """

    comments: str | Iterable[str]
    opening_comments: str | Iterable[str]
    nags: str | Iterable[str]
    sent: datetime | str | None
    draw: bool
    lines: str | Iterable[str]
    variations: Iterable[str | Iterable[str | Move]]


class Node(Frozen):
    """A legal ply of a record, or a withdrawal, with the positions before and after it.

    Two are equal if they are the same ply of equal records.  Made by `Record.mainline` and
    `Record.node`.
    """

    __slots__ = ("_number", "_record")
    _number: int
    _record: Record

    @property
    def _ply(self) -> Ply:
        ply = self._record._steps[self._number]
        assert isinstance(ply, Ply)
        return ply

    @property
    def _before(self) -> CorePosition:
        return self._record._after(self._ply.parent)

    @property
    def _after(self) -> CorePosition:
        return self._record._after(self._ply.token.ordinal)

    @property
    def parent(self) -> Node | None:
        """The ply before it in its line; None for the first ply of the record.

        Before the first ply of a variation, it is the ply before the one that it replaces.
        """
        record, parent = self._record, self._ply.parent
        return None if parent < 0 else Node(record._numbers[parent], record)

    @property
    def index(self) -> int:
        """Its number among the plies that can follow its `parent`: 0 for the one of the line.

        The first ply of the first variation in place of that one is 1, and so on.
        """
        return self._record._following[self._ply.parent].index(self._number)

    @property
    def following(self) -> tuple[Node, ...]:
        """The plies that can follow it, each at its `index`; none at the end of its line."""
        return self._record._nodes(self._record._following.get(self._ply.token.ordinal, ()))

    @property
    def ply(self) -> int:
        """The number of the ply, from 1; a withdrawal has the number of the ply before it."""
        return self._ply.number

    @property
    def round(self) -> int:
        """The round in which it was played."""
        return self._ply.round

    @property
    def army(self) -> str:
        """The letter of the army that moved or withdrew."""
        return self._record._judged.game.letters[self._ply.army]

    @property
    def text(self) -> str:
        """The move as it is written in the record."""
        return self._ply.token.text

    @property
    def lan(self) -> str:
        """The move in long notation, with its suffix but without its army; or the withdrawal."""
        return self._ply.lan + self._ply.suffix

    @property
    def san(self) -> str:
        """The same in short notation; in long notation for an illegal move that stands."""
        return self._ply.in_san(self._before)

    @property
    def move(self) -> Move | None:
        """The move; None for a withdrawal."""
        move = self._ply.move
        if move is None:
            return None
        taken = move_of(self._before, move)
        return copy(taken) if self._ply.stood else taken  # a copy is not legal there

    @property
    def before(self) -> Position:
        """The position before it."""
        return self._record._position(self._ply.parent)

    @property
    def after(self) -> Position:
        """The position after it."""
        return self._record._position(self._ply.token.ordinal)

    @property
    def events(self) -> tuple[Event, ...]:
        """Its events, in order."""
        return self._ply.events

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments after it."""
        return tuple(map(readable, self._texts(Kind.COMMENT)))

    @property
    def opening_comments(self) -> tuple[str, ...]:
        """The comments before it, if it begins a variation."""
        record = self._record
        start = opening(record._steps, self._number)
        if start < 0:
            return ()
        return tuple(map(readable, texts(record._steps, start, Kind.COMMENT)))

    @property
    def nags(self) -> tuple[str, ...]:
        """The marks after it as they are written: `!`, `$1`."""
        return self._texts(Kind.NAG)

    def _texts(self, kind: Kind) -> tuple[str, ...]:
        return texts(self._record._steps, self._number, kind)

    @property
    def movetext(self) -> str:
        """The moves from it to the end of its line, with all beside them, but for the result."""
        steps, at, ply = self._record._steps, self._number, self._ply
        tokens = [step.token for step in steps[at : closing(steps, at)]]
        number = f"{ply.round}{'.' if ply.army == self._before.living[0] else '...'}"
        has_one = at > 0 and steps[at - 1].token.kind is Kind.NUMBER
        tokens.insert(0, steps[at - 1].token if has_one else Token(Kind.NUMBER, number))
        return beside.on_a_line(t for t in tokens if t.kind not in (Kind.RESULT, Kind.ESCAPE))

    @property
    def variations(self) -> tuple[tuple[Node, ...], ...]:
        """The variations in place of it, each a list of its legal plies in order."""
        lines = variations(self._record._steps, self._number).values()
        return tuple([self._record._nodes(plies) for plies in lines if plies])

    @property
    def unplayed_variations(self) -> tuple[str, ...]:
        """The texts of the variations in place of it that have no legal ply."""
        found = beside.unplayed_variations(self._record._steps, self._number)
        return tuple([text for _, text in found])

    @property
    def sent(self) -> datetime | None:
        """The time at which it was sent, by the first `[%sent TIME]` in its comments."""
        moments = (note.moment for note in _notes(self.comments, Sent))
        return next((moment for moment in moments if moment is not None), None)

    @property
    def lines(self) -> tuple[str, ...]:
        """The conditional lines in its comments: `[%if MOVES]`."""
        return tuple([" ".join(note.words) for note in _notes(self.comments, If)])

    @property
    def offers_draw(self) -> bool:
        """Whether its army offers a draw, or agrees to one, in its comments: `[%draw E]`."""
        return any(self.army in note.letters for note in _notes(self.comments, Draw))

    def in_(self, record: Record) -> Node:
        """Return the same ply in another version of the record, such as an edited one.

        It is the ply that the same moves lead to, in the main line or in a variation; of several,
        the one in the same order.  ValueError if the record has no such ply.
        """
        if not isinstance(record, type(self._record)):
            raise TypeError(f"a record is a Record, not {type(record).__name__}")
        place = self._ply.token.ordinal
        if self._record._replayed is record._replayed and place in record._plies:
            return Node(record._numbers[place], record)
        own, other = self._equals(self._record), self._equals(record)
        if not other:
            raise ValueError(f"that record has no ply {self.ply}, {self.lan}, after the same moves")
        return Node(other[min(own.index(self._number), len(other) - 1)], record)

    def _equals(self, record: Record) -> list[int]:
        """List the numbers in a record of the plies that the same moves lead to."""
        node, moves = self, [self._ply]
        while (before := node.parent) is not None:
            node = before
            moves.append(node._ply)
        places, found = [-1], list[int]()
        for ply in reversed(moves):
            after = (number for place in places for number in record._following.get(place, ()))
            found = [number for number in after if same_ply(ply, Node(number, record)._ply)]
            places = [record._steps[number].token.ordinal for number in found]
        return found

    # Editing: every method returns another record, in which all else is unchanged ----------------

    def with_comments(self, *texts: str) -> Record:
        """Return the record with other comments behind the ply; commands are among its `comments`.

        A line break in a text stands for a blank, as in a record.  Every other character stays; a
        line that would be too long is wrapped.  Raises ValueError for a text that cannot be a
        comment, such as one with a closing brace and an empty line, and for a record that cannot be
        read; BadRecord for a command by which other moves would be illegal.
        """
        return self._with(comments=texts)

    def with_opening_comments(self, *texts: str) -> Record:
        """Return the record with other comments before the ply, which begins a variation.

        Raises ValueError if it begins none; other errors as of `with_comments`.
        """
        return self._with(opening_comments=texts)

    def with_nags(self, *nags: str) -> Record:
        """Return the record with other marks of the ply, such as `!`, `$1` or `+=`.

        Raises ValueError for another text, and for a record that cannot be read.
        """
        return self._with(nags=nags)

    def with_sent(self, time: datetime | str | None) -> Record:
        """Return the record with another time at which the ply was sent; None removes it.

        A text is a time such as `2026-11-21T10:00:00Z`, or a date.  A time before that of an
        earlier ply is a warning of the new record.  Raises ValueError for another text.
        """
        return self._with(sent=time)

    def with_lines(self, *lines: str) -> Record:
        """Return the record with other conditional lines of the army that moved.

        Each has the moves after the ply, and ends with a move of this army.  Raises IllegalMove for
        a line that is refused.
        """
        return self._with(lines=lines)

    def with_draw(self, *, offered: bool) -> Record:
        """Return the record with or without an offer of a draw, or consent to one, of its army.

        Raises IllegalMove if the army cannot offer one, and BadRecord if later moves would be
        illegal, because all armies have agreed.
        """
        return self._with(draw=offered)

    def _with_more(self, notes: Sequence[Token]) -> Record:
        """Return the record with marks and comments of the ply that it does not have."""
        changes, had = dict[str, list[str]](), {"nags": self.nags, "comments": self.comments}
        for key, kind in (("nags", Kind.NAG), ("comments", Kind.COMMENT)):
            new = [note.text for note in notes if note.kind is kind and note.text not in had[key]]
            if new:
                changes[key] = [*had[key], *new]
        return self._with(**changes) if changes else self._record

    def _with(self, **changes: Any) -> Record:
        return self._record._edited(self._changes(changes))

    def _changes(self, changes: Mapping[str, Any]) -> list[Change]:
        """Make the changes of the tokens for what `Record.edited` takes for a ply."""
        known = NodeChanges.__annotations__
        if unknown := [key for key in changes if key not in known]:
            have = ", ".join(known)
            raise ValueError(f"a ply has no {excerpt(str(unknown[0]))} to change; it has {have}")
        steps, given = self._record._steps, dict(changes)
        made: list[Change] = []
        if "nags" in given:
            made += beside.marks(steps, self._number, texts_of("a mark", given.pop("nags")))
        if "opening_comments" in given:
            opens = opening(steps, self._number)
            if opens < 0:
                raise ValueError("only the first ply of a variation has comments before it")
            new = texts_of("a comment", given.pop("opening_comments"))
            made += beside.comments(steps, opens, new)
        if "variations" in given:
            given.pop("variations")  # others are put in afterwards
            there = variations(steps, self._number)
            made += [Change(opened, closing(steps, opened) + 1) for opened in there]
        if given:
            texts: Sequence[str] = self._texts(Kind.COMMENT)
            if "comments" in given:
                texts = texts_of("a comment", given["comments"])
            if "sent" in given:
                time = given["sent"]
                stamp = [] if time is None else [Sent.at(moment_of(time))]
                texts = beside.with_notes(texts, Sent, stamp)
                if any(note.verdict is Decided.TAKEBACK for note in _notes(texts, Arbiter)):
                    # behind the move that was taken back it would be no time of this one
                    texts = sorted(texts, key=lambda text: text not in map(str, stamp))
            if "draw" in given:
                texts = self._with_draw(texts, offered=bool(given["draw"]))
            if "lines" in given:
                verdict, start = self._record.verdict, LineOfPlay(self._after, self.ply)
                words = [Word(one, START) for one in texts_of("a conditional line", given["lines"])]
                lines = [foreseen(verdict, start, word, self._ply.army, []) for word in words]
                texts = beside.with_notes(texts, If, lines)
            made += beside.comments(steps, self._number, texts)
        return made

    def _with_draw(self, texts: Sequence[str], *, offered: bool) -> Sequence[str]:
        """Return the texts of comments with or without an offer of a draw of the army."""
        draws = _notes(texts, Draw)
        if any(self.army in draw.letters for draw in draws) == offered:
            return texts
        if not offered:
            kept = [Draw(tuple(x for x in one.letters if x != self.army)) for one in draws]
            return beside.with_notes(texts, Draw, [draw for draw in kept if draw.letters])
        refused = draw_offer(self._after, self.army)
        if isinstance(refused, Refusal):
            raise IllegalMove(Finding(refused, START))
        return beside.with_notes(texts, Draw, [*draws, Draw((self.army,))])

    def add_variation(self, movetext: str) -> Record:
        """Return the record with one more variation in place of the ply: `1... c5 2. Nf3 {x}`.

        Its moves are in any notation, with comments, marks and variations.  A move that is there is
        gone into, and takes their comments and marks along.  Raises ValueError for another text,
        IllegalMove for a move that is not legal there, and BadRecord as `with_comments`.
        """
        return self._with_variation(text_of("a variation", movetext))

    def _with_variation(self, line: str | Iterable[str | Move]) -> Record:
        if isinstance(line, str):
            items = beside.movetext_of(line)
        else:
            items = _items(self._record, self._ply.parent, line)
        return grown(self._record, self.parent, items, self._number)

    def play(self, *moves: str | Move) -> Record:
        """Return the record with moves behind the ply, each in any notation, as for `Record.play`.

        A move that follows there is gone into; at the end of the line moves are added to it, and
        where another move stands they are a variation: of these the new moves alone are judged.
        Raises IllegalMove for a move that is not legal there, and ValueError for a record that
        cannot be read; at the end of the main line all is as for `Record.play`.
        """
        record, place = self._record, self._ply.token.ordinal
        record._require_readable()
        if not self._ply.depth and place not in record._following:
            return record.play(*moves)
        return grown(record, self, _items(record, place, moves))

    def cut(self) -> Record:
        """Return the record without the ply and what follows it.

        The first variation in its place, if there is one, becomes the line, with the others.  In
        the main line the result becomes `*`, unless the moves that are left have one.  Raises
        ValueError for a record that cannot be read.
        """
        record = self._record
        done = record._edited(beside.cutting(record._steps, self._number))
        return done if self._ply.depth else record._amended(reopened(done.verdict))

    def remove_variation(self, which: int | str) -> Record:
        """Return the record without a variation of the ply.

        It is given by its number in `variations`, from 0, or by its text in `unplayed_variations`.
        IndexError if there is no such variation, ValueError for a record that cannot be read.
        """
        steps = self._record._steps
        if isinstance(which, str):
            texts = {text: place for place, text in beside.unplayed_variations(steps, self._number)}
            if which not in texts:
                raise IndexError(f"the ply has no unplayed variation {excerpt(which)}")
            opens = texts[which]
        else:
            there = [opened for opened, plies in variations(steps, self._number).items() if plies]
            if not -len(there) <= whole("a variation", which) < len(there):
                raise IndexError(f"the ply has only {some(len(there), 'variation')}")
            opens = there[which]
        return self._record._edited([Change(opens, closing(steps, opens) + 1)])

    def _repr_svg_(self) -> str:
        """Draw the position after it in a notebook."""
        return self.after.svg()

    def __str__(self) -> str:
        """Write the move as a record has it: with its suffix, and its army if there are four."""
        return self._ply.written(self._record._judged.game)

    def __repr__(self) -> str:
        return f"<aofref.Node {self.ply} {self.army}:{self.lan}>"


def grown(record: Record, behind: Node | None, items: Sequence[Token], at: int = -1) -> Record:
    """Put movetext behind a ply, or at the start: a move that is there is gone into.

    Another move stands in place of the step `at`, by default of the ply of the line.  Raises
    IllegalMove for a move that is not legal there.
    """
    record._require_readable()
    is_rest = False
    while any(item.kind is Kind.MOVE for item in items):
        place, number, depth = -1, 0, 0
        if behind is not None:
            place, number, depth = behind._ply.token.ordinal, behind.ply, behind._ply.depth
        following, position = record._following.get(place, ()), record._after(place)
        move, notes, others, rest = beside.parted(items)
        played = LineOfPlay(position, number).play(move)
        every = record._nodes(following)
        known = [one for one in every if isinstance(played, Ply) and same_ply(one._ply, played)]
        if known:
            node = known[0]
            record = node._with_more(notes)
        elif not following and not depth:
            word = Word(move.text, START, behind=beside.on_a_line(notes))
            record = record.add(word, answers=False).record
            node = record.mainline()[-1]
        else:
            if following and is_rest and items[0].kind is Kind.MOVE:
                dots = "." if position.turn == position.living[0] else "..."
                items = [Token(Kind.NUMBER, f"{position.round}{dots}"), *items]
            if following:
                change = beside.variation(record._steps, following[0] if at < 0 else at, items)
            else:
                assert behind is not None  # the main line goes on by `add`
                change = beside.continuation(record._steps, behind._number, items)
            done = record._edited([change])
            if (why := beside.unplayed(done._steps, change)) is not None:
                raise IllegalMove(why)
            return done
        for other in others:
            record = grown(record, behind and behind.in_(record), other)
        behind, items, is_rest, at = node.in_(record), rest, True, -1
    return record


def _items(record: Record, place: int, moves: Iterable[str | Move]) -> list[Token]:
    """Read moves behind a ply, by its place; IllegalMove for one that is refused."""
    judged, position = record._judged, record._after(place)
    words, reader = as_words(judged, map(written_move, moves)), reader_of(judged)
    line, done = LineOfPlay(position), list[Ply | Token]()
    for word in words:
        ply = play_typed(line, word.text, reader=reader)
        if isinstance(ply, Refused):
            raise illegal(word, ply, [], judged)
        done.append(ply)
    begins = position.turn in position.living[:1]
    return [*numbered(judged.game, items_of(done, words), begins=begins)]


def _notes(texts: Iterable[str], kind: type[N]) -> list[N]:
    return [note for text in texts for note in notes_of(text) if isinstance(note, kind)]


def foreseen(record: Replay, start: LineOfPlay, given: Word, sender: int, warnings: Warnings) -> If:
    """Read a conditional line that an army gives, and add its warnings; IllegalMove if refused.

    Its last move must be the sender's.
    """
    words, reader, plies = [*re.finditer(r"\S+", given.text)], reader_of(record), list[Ply]()
    if not words or any(mark in given.text for mark in "(){};[]"):
        wrong = "a conditional line may contain only moves, without variations"
        raise illegal(given, fault(Code.SYNTAX, wrong, given.place), warnings, record)
    (row, column), line = given.place, LineOfPlay(start.position, start.number)
    for number, text in reader.gathered([word.group() for word in words]):
        place = Place(row, column + words[number].start())
        done = play_typed(line, text, place, reader=reader)
        if isinstance(done, Refused):
            raise illegal(given, done, warnings, record)
        warnings += [(given, warned) for warned in done.warnings]
        plies.append(done)
    army, sides = plies[-1].army, start.position.game.sides
    if army != sender:
        ends = f"the line ends with a move of {sides[army].name}"
        reason = f"{ends}; it must end with one of the sender, {sides[sender].name}"
        why = Refusal(Code.WRONG_TURN, reason, army=sides[sender], section=None)
        token = Token(Kind.MOVE, text, *place)
        refused = Refused(start.position, token, finding_of(why, token, start.number, ""))
        raise illegal(given, refused, warnings, record)
    return If(tuple(ply.token.text for ply in plies))


def illegal(word: Word, why: Refused | Finding, warnings: Warnings, record: Replay) -> IllegalMove:
    """Make the error of a text that was refused or could not be read."""
    from aofref.judge.collect.summary import players
    from aofref.library.position import refusal

    problem = IllegalMove(why if isinstance(why, Finding) else why.finding)
    problem.word, problem.warnings = word, tuple(warnings)
    if isinstance(why, Refused):
        problem._explain = partial(refusal, why, players(record))
    return problem
