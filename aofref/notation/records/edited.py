"""Edited: a record with tags and tokens set, replaced or removed; all else stands as it is written.

New tokens stand behind the token before them; at the start of a line of play, before the next.  A
line that would be too long is wrapped beside them.  Their removal restores the text.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from aofref.notation.records import limits
from aofref.notation.records.json import other_keys, write_json
from aofref.notation.records.model import ParsedRecord, RawRecord, Splice, Tag
from aofref.notation.records.tokenizer import result_end, tag_at, torn_tag_at
from aofref.notation.records.tokens import Kind
from aofref.notation.records.writer import WIDTH, Item, write_tags, write_within
from aofref.notation.signs import ENDING, LETTER_SIGNS
from aofref.values import Value

_WRAPPED = "\n "
"""The gap behind new tokens where the rest of the line did not fit any more."""

_BLANKS = re.compile(r"\s*+")


class Change(Value):
    """The `items` that replace the tokens from `first` up to, but without, `last`."""

    first: int
    last: int
    items: tuple[Item, ...] = ()


def edited(
    record: ParsedRecord, changes: Iterable[Change], tags: Mapping[str, str | None] | None = None
) -> RawRecord:
    """Change tokens of a record, and set tags, or remove tags whose value is None.

    A tag that the record has keeps its place, and is there once; a new tag is the last.  A record
    in JSON is written again.
    """
    below = _below_tags(record)
    joined = [*_joined(sorted(changes, key=lambda change: change[:2]), below)]
    if record.raw.is_json:
        return record.raw.with_text(_as_json(record, joined, tags or {}))
    return record.raw.spliced(
        [*_tag_changes(record, tags or {}), *_Layout(record).splices(joined, below)]
    )


def changed(record: ParsedRecord, changes: Iterable[Change]) -> list[tuple[Kind, str]]:
    """List the kinds and texts of the tokens of a record after changes."""
    movetext, at = list[tuple[Kind, str]](), 0
    tokens = [(token.kind, token.text) for token in record.tokens]
    for first, last, items in sorted(changes, key=lambda change: change[:2]):
        movetext += tokens[at:first]
        movetext += [(item.kind, item.text) for item in items]
        at = last
    return [*movetext, *tokens[at:]]


def _below_tags(record: ParsedRecord) -> set[int]:
    """Find the tokens that stand right below tag pairs: a comment may stand above or among them."""
    tokens = record.tokens
    return {bisect_left(tokens, tag.place, key=lambda token: token.place) for tag in record.tags}


def _joined(changes: Iterable[Change], below_tags: set[int]) -> Iterator[Change]:
    """Make one change of changes that touch each other, without tag pairs between them."""
    held: Change | None = None
    for change in changes:
        if held is not None and held.last == change.first and change.first not in below_tags:
            held = Change(held.first, change.last, (*held.items, *change.items))
            continue
        if held is not None:
            yield held
        held = change
    if held is not None:
        yield held


class _Layout:
    """The places of the tokens in the text of a record, and the stretches that changes replace."""

    def __init__(self, record: ParsedRecord) -> None:
        self._raw, self._tokens = record.raw, record.tokens
        self._text = record.raw.text
        self._old = self._new = 0  # where the last splice ends: in the old text, and its column

    def splices(self, changes: Iterable[Change], below_tags: set[int]) -> Iterator[Splice]:
        """Yield the stretches that changes replace, and their new texts, in order."""
        for change in changes:
            first = change.first
            begins = first in {0, *below_tags} or self._tokens[first - 1].kind is Kind.OPEN
            start, end, new = self._at_start(change) if begins else self._behind(change)
            self._new = _column(new, self._column_at(start))
            self._old = end
            yield start, end, new

    def _behind(self, change: Change) -> Splice:
        """Change tokens that stand behind another in their line of play."""
        first, last, items = change
        before, sign = self._tokens[first - 1].kind, self._tokens[first - 1].text
        start = self._end_of(first - 1)
        ahead = gap = self._gap(start)
        end = start + len(gap)
        # letters that are a sign could be the code of the piece that moves next
        is_code = sign in LETTER_SIGNS and (not items or items[0].kind in (Kind.MOVE, Kind.NUMBER))
        glue = "\n" if self._ends_line(first - 1) or is_code else " "
        if first < last:
            end = self._exact_end(last - 1)
            behind = self._gap(end)
            end += len(behind)
            gap = self._gap_left(start, end, ahead, behind, glue)
        if not items:
            return start, end, self._closed("", gap, end, before=self._text[start - 1])
        stuck = not ahead and items[0].kind in (Kind.COMMENT, Kind.OPEN)
        if first < last and (stuck or ("\n" in ahead and "\n" in gap)):  # where the old stood
            new, ends = write_within(items, before, "", _column(ahead, self._column_at(start)))
            return start, end, ahead + self._closed(new, behind, end, ends_line=ends)
        if items[0].kind is Kind.RESULT and end == len(self._text) and first == last:
            return start, end, f"\n{write_within(items, before, '', 0)[0]}\n"
        return start, end, self._laid(items, before, (start, end), gap, glue)

    def _at_start(self, change: Change) -> Splice:
        """Change tokens at the start of the movetext or of a variation."""
        first, last, items = change
        all_of_it = first == len(self._tokens) or (last == len(self._tokens) and not items)
        start = end = len(self._text) if first == last == len(self._tokens) else self._start(first)
        if first < last:
            end = self._exact_end(last - 1)
        if all_of_it:  # below the tags
            start = len(self._text[:start].rstrip())
            if not items:
                return start, end, ""
            new, _ = write_within(items, Kind.OPEN, "", 0)
            if items[0].kind is Kind.RESULT:
                return start, len(self._text), f"\n\n{new}\n"
            return start, start, f"\n\n{new}" + ("\n" if start == len(self._text) else "")
        gap = self._gap(end) if first < last else ""
        end += len(gap)
        if not items:
            return start, end, ""
        column = self._column_at(start)
        new, ends = write_within(items, Kind.OPEN, "", column)
        if first == last:
            fits = _column(new, column) + self._rest(end) < WIDTH
            gap = " " if fits and self._tokens[first].kind is not Kind.ESCAPE else "\n"
        return start, end, self._closed(new, gap, end, ends_line=ends)

    def _gap_left(self, start: int, end: int, ahead: str, behind: str, glue: str) -> str:
        """Return the gap that is left of the gaps beside tokens that are removed.

        A line break by which the line was wrapped when they were put in goes with them.
        """
        if behind == _WRAPPED and ahead != _WRAPPED and self._is_wrapped(start, end - len(behind)):
            return self._narrow(end)
        if "\n" in behind or end == len(self._text):
            # behind an escape line, blanks before the line break would be its text
            return behind.lstrip(" \t") if glue == "\n" else behind
        fits = self._column_at(start) + len(behind) + self._rest(end) <= WIDTH
        if glue == "\n" or ("\n" in ahead and not fits):
            return ahead if "\n" in ahead else "\n"
        return behind

    def _is_wrapped(self, start: int, end: int) -> bool:
        """Return whether a line had to end behind text: it is too long, or ends in letters.

        Such letters are a sign, which would be read as part of the next move.
        """
        if self._text[start:end].split()[-1] in LETTER_SIGNS:
            return True
        column = end - self._text.rfind("\n", 0, end) - 1
        return column + 1 + self._rest(end + len(_WRAPPED)) > WIDTH

    def _laid(
        self, items: tuple[Item, ...], before: Kind, place: tuple[int, int], gap: str, glue: str
    ) -> str:
        """Lay out items and the gap behind them, where the gap stands between two tokens now."""
        start, end = place
        column = self._column_at(start)
        is_inside = "\n" not in gap and end < len(self._text)
        rest = len(gap) + self._rest(end) if is_inside else 0
        was_long = column + self._rest(start) > WIDTH
        width = limits.LINE if was_long else WIDTH  # a line that was too long is not wrapped
        new, ends = write_within(items, before, glue, column, width)
        if gap == _WRAPPED == self._gap(start):
            new = gap + new.lstrip()
        if is_inside and not ends and _column(new, column) + rest > width:
            below, _ = write_within(items, before, "\n", column, width)
            fits = _column(below, column) + rest <= width
            new, ends = (below, False) if fits else (new, gap == self._narrow(end))
        return self._closed(new, gap, end, ends_line=ends)

    def _closed(
        self, new: str, gap: str, end: int, *, ends_line: bool = False, before: str = ""
    ) -> str:
        """Return new text with the gap behind it, a line break in it if the line must end there.

        Where neither is left, a blank divides the characters `before` and behind it.
        """
        follows = self._text[end : end + 1]
        if ends_line and follows:
            return new + (gap.lstrip(" \t") if "\n" in gap else "\n" + (gap or " "))
        needs_blank = not gap and follows not in ")({;" and (new or before)[-1] not in ")}"
        return f"{new} " if needs_blank else new + gap

    def _narrow(self, end: int) -> str:
        """Return the usual gap before the token at an offset: none if it closes a variation."""
        return "" if self._text[end : end + 1] == ")" else " "

    def _start(self, at: int) -> int:
        """Return the offset of a token."""
        return self._raw.offset(self._tokens[at].place)

    def _end_of(self, at: int) -> int:
        """Return the offset behind a token, and behind marks of its move that stand apart."""
        return max(self._exact_end(at), self._end_before(at + 1))

    def _end_before(self, at: int) -> int:
        """Return the offset behind the text before a token, or before the end."""
        if at == len(self._tokens):
            return len(self._text.rstrip(ENDING + " \t\r\n"))
        return len(self._text[: self._start(at)].rstrip())

    def _exact_end(self, at: int) -> int:
        """Return the offset behind the text of a token."""
        token, start, text = self._tokens[at], self._start(at), self._text
        if self._ends_line(at):
            return len(text[: start + self._rest(start)].rstrip("\r"))
        match token.kind:
            case Kind.COMMENT:
                return text.index(")" if text[start] == "(" else "}", start) + 1
            case Kind.RESULT:
                return result_end(text, start)
            case Kind.MOVE | Kind.NUMBER:
                return self._end_before(at + 1)
        return start + len(token.text)

    def _ends_line(self, at: int) -> bool:
        """Return whether a token is a comment without braces, or an escape."""
        kind = self._tokens[at].kind
        return kind is Kind.ESCAPE or (
            kind is Kind.COMMENT and self._text[self._start(at)] not in "{("
        )

    def _gap(self, at: int) -> str:
        """Return the blanks and line breaks at an offset."""
        match = _BLANKS.match(self._text, at)
        assert match is not None
        return match[0]

    def _rest(self, at: int) -> int:
        """Return how many characters are left of the line of an offset."""
        end = self._text.find("\n", at)
        return (len(self._text) if end < 0 else end) - at

    def _column_at(self, at: int) -> int:
        """Return the column of an offset behind the last splice, in the new text, from 0."""
        return _column(self._text[self._old : at], self._new)


def _column(text: str, column: int) -> int:
    """Return the column at which a text ends that begins at a column."""
    line = text.rpartition("\n")
    return len(line[2]) if line[1] else column + len(text)


def _tags_after(
    record: ParsedRecord, tags: Mapping[str, str | None]
) -> Iterator[tuple[Tag | None, str, str | None]]:
    """Yield each tag of a record, its name and new value, None if it goes; then the new tags."""
    waiting = dict(tags)
    for tag in record.tags:
        value = waiting.pop(tag.name, None) if tag.name in tags else tag.value
        yield tag, tag.name, value
    for name, value in waiting.items():
        if value is not None:
            yield None, name, value


def _tag_changes(record: ParsedRecord, tags: Mapping[str, str | None]) -> Iterator[Splice]:
    raw, end, added = record.raw, 0, ""
    notes = (Kind.COMMENT, Kind.ESCAPE)  # which may stand above or among the tags
    first = next((token for token in record.tokens if token.kind not in notes), None)
    for tag, name, value in _tags_after(record, tags):
        if tag is None:
            assert value is not None
            added += f"\n{_pair(name, value)}"
            continue
        start = raw.offset(tag.place)
        stretch = tag_at(raw.text, start) or torn_tag_at(raw.text, start)
        assert stretch is not None
        if first is None or tag.place < first.place:
            end = stretch[0]
        if value is None:
            whole = raw.text[:start].endswith("\n") or not start
            yield start, stretch[0] + (whole and raw.text[stretch[0] :][:1] == "\n"), ""
        elif name in tags:
            yield start, stretch[0], _pair(name, value)
    if added:
        yield end, end, added if end else f"{added[1:]}\n\n"


def _pair(name: str, value: str) -> str:
    return write_tags([(name, value)]).rstrip("\n")


def _as_json(
    record: ParsedRecord, changes: Iterable[Change], tags: Mapping[str, str | None]
) -> str:
    kept = [(name, value) for _, name, value in _tags_after(record, tags) if value is not None]
    return write_json(kept, changed(record, changes), other_keys(record.raw))
