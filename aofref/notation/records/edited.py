"""Edited: a record with tags and tokens set, replaced or removed; all else stays as written.

The text is a list of pieces that carry the blanks before them.  New tokens stand behind the token
before them; at the start of a line of play, before the next.  A line that would be too long is
wrapped beside them.  Their removal restores the text.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final

from aofref.notation.records import limits
from aofref.notation.records.json import other_keys, write_json
from aofref.notation.records.model import Record, Tag, readable
from aofref.notation.records.tokenizer import result_end, tag_at, torn_tag_at
from aofref.notation.records.tokens import Kind, Token
from aofref.notation.records.writer import (
    WIDTH,
    column_behind,
    hangs_on,
    write_tags,
    write_within,
)
from aofref.notation.signs import ENDING, LETTER_SIGNS
from aofref.values import Value

_ENDING = f"{ENDING} \t\r\n"
_WRAPPED = "\n "
"""The gap behind new tokens where the rest of the line did not fit any more."""


class Change(Value):
    """The `items` that replace the tokens from `first` up to, but without, `last`."""

    first: int
    last: int
    items: tuple[Token, ...] = ()


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Sort changes by their places; those of one place stay in their order."""
    return sorted(changes, key=lambda change: change[:2])


def edited(
    record: Record, changes: Iterable[Change], tags: Mapping[str, str | None] | None = None
) -> Record:
    """Change tokens of a record, and set tags, or remove tags whose value is None.

    A tag that the record has keeps its place, and is there once; a new tag is the last.  With the
    last tag goes the empty line below.  A record in JSON is written again.
    """
    if record.is_json:
        after = _tags_after(record, tags or {})
        kept = [(name, value) for name, value in after if value is not None]
        return record.with_text(write_json(kept, changed(record, changes), other_keys(record)))
    text = _Text(record)
    text.set_tags(record, tags or {})
    done = text.changed(in_order(changes))
    return record.with_text(done.lstrip("\n") if tags else done)


def changed(record: Record, changes: Iterable[Change]) -> list[tuple[Kind, str]]:
    """List the kinds and texts of the tokens of a record after changes."""
    movetext = [(token.kind, token.text) for token in record.tokens]
    for first, last, items in reversed(in_order(changes)):
        movetext[first:last] = [(item.kind, item.text) for item in items]
    return movetext


class _Piece:
    """A tag or token as it is written, and the `gap` before it: blanks and line breaks."""

    __slots__ = ("gap", "kind", "text")

    def __init__(self, gap: str, text: str, kind: Kind) -> None:
        self.gap, self.text = gap, text
        self.kind: Final = kind


class _Text:
    """The text of a record as pieces: an empty one, its tags and tokens in order, and its end.

    Text that is neither, such as a mark apart from its move, is a piece of the kind before it.
    """

    def __init__(self, record: Record) -> None:
        text, start = record.text, record.start
        self._pieces = [_Piece("", "", Kind.TAG)]
        self._tokens, self._tags = list[int](), list[int]()  # their pieces
        self._whole, self._ends = "", list[int]()  # the text before changes, where its pieces end
        self._out = list[str]()
        self._column = 0
        lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        marks: list[Tag | Token] = sorted(
            [*record.tags, *record.tokens], key=lambda mark: mark.place
        )
        places = [(mark.place.line - start.line, mark.place.column) for mark in marks]
        starts = [lines[down] + at - (1 if down else start.column) for down, at in places]
        tail, end = len(text.rstrip(_ENDING)), 0
        for mark, begin, limit in zip(marks, starts, [*starts[1:], tail], strict=False):
            gap, end = self._gap(text[end:begin]), _end(text, mark, begin, limit)
            (self._tags if isinstance(mark, Tag) else self._tokens).append(len(self._pieces))
            kind = Kind.TAG if isinstance(mark, Tag) else mark.kind
            self._pieces.append(_Piece(gap, text[begin:end], kind))
        behind = self._gap(text[end : max(end, tail)]) + text[max(end, tail) :]
        ending = behind.lstrip()
        self._tokens.append(len(self._pieces))
        self._pieces.append(_Piece(behind[: len(behind) - len(ending)], ending, Kind.TAG))

    def _gap(self, between: str) -> str:
        """Make a piece of text between tokens, if there is any; return the gap behind it."""
        inside = between.strip()
        if not inside:
            return between
        ahead, _, gap = between.partition(inside)
        self._pieces.append(_Piece(ahead, inside, self._pieces[-1].kind))
        return gap

    def set_tags(self, record: Record, tags: Mapping[str, str | None]) -> None:
        """Set the tags of a record."""
        notes = (Kind.COMMENT, Kind.ESCAPE)  # which may stand above or among the tags
        pieces, after = self._pieces, _tags_after(record, tags)
        played = next((at for at in self._tokens if pieces[at].kind not in notes), 0)
        last = max((at for at in self._tags if at < played), default=0)
        new = [_pair(name, value or "") for name, value in after[len(self._tags) :]]
        for at, (name, value) in reversed([*zip(self._tags, after, strict=False)]):
            piece, behind = pieces[at], pieces[at + 1]
            kept = [] if value is None else [_pair(name, value) if name in tags else piece.text]
            lines = [*kept, *(new if at == last else ())]
            if not lines and behind.gap[:1] == "\n":
                is_first = at == 1 and not piece.gap
                behind.gap = behind.gap[is_first or piece.gap[-1:] == "\n" :]
            piece.text = "\n".join(lines)
        if new and not last:
            pieces[0].text, pieces[1].gap = "\n".join(new), f"\n\n{pieces[1].gap}"

    def changed(self, changes: Sequence[Change]) -> str:
        """Make changes of the tokens, in order; return the text.

        Words behind a result that changes are put in braces, or they could be moves.
        """
        replaced = (range(self._tokens[one.first], self._tokens[one.last]) for one in changes)
        if any(self._pieces[at].kind is Kind.RESULT for some in replaced for at in some):
            for piece in self._pieces:
                if piece.kind is Kind.COMMENT and piece.text[:1] not in (*"{(;", ""):
                    is_line = piece.text.startswith("//")
                    piece.text = piece.text if is_line else f"{{{piece.text}}}"
        written = [piece.gap + piece.text for piece in self._pieces]
        self._ends, self._whole = [*accumulate(map(len, written))], "".join(written) + "\n"
        joined, done = list[Change](), 0  # of pieces
        for begin, end, items in changes:
            first = self._tokens[begin]
            last = self._tokens[end - 1] + 1 if begin < end else first
            if joined and joined[-1][1] == first:  # they touch
                start, _, before = joined.pop()
                first, items = start, (*before, *items)
            joined.append(Change(first, last, items))
        breaks = [*(self._break(*change) for change in joined[1:]), 0]
        for change, until in zip(joined, breaks, strict=False):
            at, whole = self._ends[change.first - 1], self._whole
            was_long = whole.index("\n", at) - whole.rfind("\n", 0, at) - 1 > WIDTH
            self._put(self._written(done, change.first))
            # a line that was too long is not wrapped
            self._change(change, until, limits.LINE if was_long else WIDTH)
            done = change.last
        return "".join([*self._out, self._written(done)])

    def _written(self, first: int, last: int | None = None) -> str:
        return "".join([piece.gap + piece.text for piece in self._pieces[first:last]])

    def _break(self, first: int, last: int, items: tuple[Token, ...]) -> int:
        """Return the first piece that a change replaces if the line may break there, else 0."""
        if not items or items[0].kind not in (Kind.COMMENT, Kind.NAG):
            return 0
        return first if first == last or self._pieces[first].gap == " " else 0

    def _put(self, text: str) -> None:
        self._out.append(text)
        self._column = column_behind(text, self._column)

    def _change(self, change: Change, until: int, width: int) -> None:
        """Make a change of pieces; behind it the line may break at `until`, if not 0."""
        first, last, items = change
        before, ahead, behind = self._pieces[first - 1], self._pieces[first].gap, self._pieces[last]
        begins = before.kind in (Kind.TAG, Kind.OPEN)  # a line of play
        is_end = last == len(self._pieces) - 1
        new = items[0].kind if items else None
        # letters that are a sign could be the code of the piece that moves next
        is_code = before.text in LETTER_SIGNS and new in (None, Kind.MOVE, Kind.NUMBER)
        glue, gap = "\n" if _ends_line(before.kind, before.text) or is_code else " ", ahead
        if first < last:
            left = behind.gap if is_end else ahead
            gap = left if begins else self._gap_left(first, last, glue)
        if new is None:
            behind.gap = _closed(before.text, gap, behind)
            return
        if first < last and (
            begins or "\n" in ahead or (not ahead and new in (Kind.COMMENT, Kind.OPEN))
        ):
            glue, gap = ahead, behind.gap  # where the old stood
        elif begins and is_end:  # below the tags
            glue, gap = "\n\n", "\n" if new is Kind.RESULT else ahead or "\n"
        elif begins:
            glue, gap = ahead, "\n" if behind.kind is Kind.ESCAPE else " "
        elif new is Kind.RESULT and first == last and is_end and not behind.text:
            glue = gap = "\n"
        elif gap == ahead == _WRAPPED:
            glue = gap
        kind, rest = Kind.OPEN if begins else before.kind, self._rest(gap, last, until)
        text, ends = write_within(items, kind, glue, self._column, width)
        if not ends and column_behind(text, self._column) + rest > width:
            narrow = "\n" if glue == " " and not hangs_on(items[0], kind) else glue
            below, _ = write_within(items, kind, narrow, self._column, width)
            fits = column_behind(below, self._column) + rest <= width
            text, ends = (below, False) if fits else (text, gap == _usual(behind))
            gap = "\n" if begins and ends else gap
        self._put(text)
        behind.gap = _closed(text, gap, behind, ends=ends)

    def _gap_left(self, first: int, last: int, glue: str) -> str:
        """Return the gap that is left of the gaps beside pieces that are removed.

        A line break by which the line was wrapped when they were put in goes with them.
        """
        ahead, behind = self._pieces[first].gap, self._pieces[last]
        gap, is_end = behind.gap, last == len(self._pieces) - 1
        if gap == _WRAPPED != ahead:
            old_end = column_behind(self._written(first, last), self._column)
            is_long = old_end + self._rest(" ", last) > WIDTH
            if is_long or self._pieces[last - 1].text in LETTER_SIGNS:  # a line had to end here
                return _usual(behind)
        if "\n" in gap or (is_end and not behind.text):
            # behind an escape line, blanks before the line break would be its text
            return gap.lstrip(" \t") if glue == "\n" else gap
        if glue == "\n" or ("\n" in ahead and self._column + self._rest(gap, last) > WIDTH):
            return ahead if "\n" in ahead else "\n"
        return gap

    def _rest(self, gap: str, at: int, until: int = 0) -> int:
        """Return how many characters follow up to where the line ends, or may break.

        They are a gap and the pieces from `at` on.
        """
        line, ends, _ = gap.partition("\n")
        if ends:
            return len(line)
        start = self._ends[at] - len(self._pieces[at].text)
        end = self._whole.index("\n", start)  # found at once, as a line may have all the pieces
        if at < until and self._ends[until - 1] <= end:
            end = self._ends[until - 1] + len("!?")  # a mark that stays with its move
        return len(line) + end - start


def _end(text: str, mark: Tag | Token, start: int, limit: int) -> int:
    """Return the offset behind a tag or token, which ends before `limit`."""
    if isinstance(mark, Tag):
        stretch = tag_at(text, start) or torn_tag_at(text, start)
        assert stretch is not None
        return stretch[0]
    kind = mark.kind
    if _ends_line(kind, text[start]):
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)].rstrip("\r")
        if kind is Kind.COMMENT and not line.startswith((";", "//")):  # words behind the result
            line = line[: limit - start].rstrip()
        return start + len(line)
    if kind is Kind.COMMENT:
        return text.index(")" if text[start] == "(" else "}", start) + 1
    if kind is Kind.RESULT:
        return result_end(text, start)
    if kind in (Kind.MOVE, Kind.NUMBER):
        return start + len(text[start:limit].rstrip())
    return start + len(mark.text)


def _ends_line(kind: Kind, text: str) -> bool:
    """Return whether text of a kind is a comment without braces, or an escape."""
    return kind is Kind.ESCAPE or (kind is Kind.COMMENT and text[:1] not in ("{", "("))


def _usual(piece: _Piece) -> str:
    """Return the usual gap before a piece: none if it closes a variation."""
    return "" if piece.text[:1] == ")" else " "


def _closed(new: str, gap: str, behind: _Piece, *, ends: bool = False) -> str:
    """Return the gap behind a text, with a line break in it if the line must end there.

    Where there is none, a blank divides texts that would be read as one.
    """
    if ends and behind.text:
        return gap.lstrip(" \t") if "\n" in gap else "\n" + (gap or " ")
    divided = behind.text[:1] in (*")({;", "") or new[-1:] in (*"()}", "")
    return gap or ("" if divided else " ")


def _tags_after(record: Record, tags: Mapping[str, str | None]) -> list[tuple[str, str | None]]:
    """List each tag of a record and its new value, None if it goes; then the new tags."""
    left, after = dict(tags), list[tuple[str, str | None]]()
    for tag in record.tags:
        new = left.pop(tag.name, None) if tag.name in tags else tag.value
        after.append((tag.name, tag.value if new == readable(tag.value) else new))
    return [*after, *((name, value) for name, value in left.items() if value is not None)]


def _pair(name: str, value: str) -> str:
    return write_tags([(name, value)]).rstrip("\n")
