"""Merge: a longer version of a game with the comments, marks and tags of a shorter one."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import filterfalse, takewhile

from aofref.findings import START, Code, Finding, Place
from aofref.judge.analysis.versions import compare
from aofref.judge.edit.amend import extended
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.comments import stamps
from aofref.judge.replay.ending import ending
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay
from aofref.notation import records, results, times
from aofref.notation.moves import Notation
from aofref.notation.records import Item, Kind, ParsedRecord, RawRecord, Token, fault
from aofref.notation.records.edited import Change
from aofref.text import excerpt, folded_name
from aofref.values import Value

_FOLLOWING = ("Result", "PlyCount", "Variant", "Rulings", "Array", "Position", "FEN", "SetUp")
"""Tags that follow from the moves, or that two versions of one game have alike."""
_DATE = re.compile(r"[0-9?.]+")


def merged(longer: Replay, shorter: Replay, setting: Setting) -> RawRecord | list[Finding]:
    """Return the longer of two versions of a game with the comments, marks and tags of the shorter.

    Both are legal, and start from the same position.  If they contradict each other, return the
    contradictions in the shorter instead.
    """
    if wrong := [*_contradictions(longer, shorter)]:
        return [fault(Code.CONTRADICTION, text, place) for text, place in wrong]
    # In long notation what is the same reads the same.
    texts = (rewrite(version.record, setting, Notation.LAN).text for version in (longer, shorter))
    base, extra = (records.read(RawRecord(records.as_read(text), START)) for text in texts)
    mine, theirs = _stretches(base), _stretches(extra)
    if any(a.move != b.move for a, b in zip(mine, theirs, strict=False)):
        return [fault(Code.CONTRADICTION, "other moves were taken back here", shorter.record.start)]
    closed = longer.claimed != results.OPEN or len(longer.plies) > len(shorter.plies)
    result = longer.claimed if closed else shorter.claimed
    return extended(
        base, [], result, changes=_together(mine, theirs), tags=dict(_tags(base, extra, result))
    )


def _contradictions(longer: Replay, shorter: Replay) -> Iterator[tuple[str, Place]]:
    theirs, mine = (version.next for version in compare(longer, shorter).versions)
    if mine is not None and mine.lan:
        parted = theirs is not None and theirs.lan
        behind = f", but {parted} in the longer version" if parted else ""
        yield f"{mine.lan} is ply {mine.ply} here{behind}", mine.place
        return
    other, end, stated = ending(longer), ending(shorter), shorter.record.result
    if end is not None:
        place = shorter.record.start if stated is None else stated.place
        text = f"the game ends here with {end.result} ({end.by})"
        if len(longer.plies) > len(shorter.plies):
            yield f"{text}, but goes on in the longer version", place
        elif other is not None and other.result != end.result:
            yield f"{text}, in the other version with {other.result} ({other.by})", place
    values = longer.record.values
    for tag in shorter.record.tags:
        there = values.get(tag.name)
        if tag.name in _FOLLOWING or there is None or shorter.record.tag(tag.name) is not tag:
            continue
        if _known(there, tag.value) is None:
            text = f"the tag {tag.name} is {excerpt(tag.value)} here"
            yield f"{text}, but {excerpt(there)} in the other version", tag.place
    late, early = (stamps(replay) for replay in (longer, shorter))
    for at in sorted(early.keys() & late.keys()):
        if early[at] != late[at]:
            here, there = times.write_moment(early[at]), times.write_moment(late[at])
            ply = shorter.plies[at]
            text = f"ply {ply.number} was sent at {here} here, but at {there} in the other version"
            yield text, ply.token.place


def _known(value: str, other: str) -> str | None:
    """Combine two values of a tag; None if they contradict each other.

    `?` is an unknown value, in a date or a number also an unknown digit.
    """
    if not other.strip("?.- ") or folded_name(value) == folded_name(other):
        return value
    if not value.strip("?.- "):
        return other
    if len(value) != len(other) or not all(map(_DATE.fullmatch, (value, other))):
        return None
    pairs = list(zip(value, other, strict=True))
    if any(a != b and "?" not in (a, b) for a, b in pairs):
        return None
    return "".join(b if a == "?" else a for a, b in pairs)


def _tags(base: ParsedRecord, extra: ParsedRecord, result: str) -> Iterator[tuple[str, str]]:
    """Yield the tags that the extra record makes known."""
    mine, theirs = base.values, extra.values
    for name, value in mine.items():
        known = None if name == "Result" else _known(value, theirs.get(name, "?"))
        if known not in (None, value):
            yield name, known
    for name, value in theirs.items():
        if name not in mine:
            yield name, result if name == "Result" else value


_Unit = tuple[Token, ...]  # a comment, a mark or an escape line; or a whole variation


class _Stretch(Value):
    """A move of the main line (None before the first), and the units behind it.

    `at` is the ordinal of the token behind the move.
    """

    move: str | None
    at: int
    units: list[_Unit]

    def behind(self, count: int) -> int:
        """Return the ordinal of the token behind the first `count` units."""
        return self.units[count - 1][-1].ordinal + 1 if count else self.at


def _stretches(record: ParsedRecord) -> list[_Stretch]:
    """Divide the movetext at the moves of the main line; numbers and results are left out."""
    stretches = [_Stretch(None, 0, [])]
    variation: list[Token] = []
    depth = 0
    for token in record.tokens:
        kind = token.kind
        depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        if depth or kind is Kind.CLOSE:
            variation.append(token)
        if variation and depth:
            continue
        if kind is Kind.MOVE:
            stretches.append(_Stretch(token.text, token.ordinal + 1, []))
        elif kind not in (Kind.NUMBER, Kind.RESULT):
            stretches[-1].units.append(tuple(variation) or (token,))
            variation = []
    return stretches


def _together(longer: list[_Stretch], shorter: list[_Stretch]) -> Iterator[Change]:
    """Yield what only the shorter version has, or has more often: marks first."""
    for mine, theirs in zip(longer, shorter, strict=False):
        more = []
        left = Counter(map(_key, mine.units))
        for unit in theirs.units:
            left[_key(unit)] -= 1
            if left[_key(unit)] < 0:
                more.append(unit)
        marks = len([*takewhile(_is_mark, mine.units)])
        for wanted, count in ((filter, marks), (filterfalse, len(mine.units))):
            at, units = mine.behind(count), wanted(_is_mark, more)
            items = tuple(Item(token.kind, token.text) for unit in units for token in unit)
            if items:
                yield Change(at, at, items)


def _is_mark(unit: _Unit) -> bool:
    return unit[0].kind is Kind.NAG


def _key(unit: _Unit) -> tuple[tuple[Kind, str], ...]:
    """Return the kinds and texts of a unit without its layout and numbers, to compare it by."""
    kept = (token for token in unit if token.kind is not Kind.NUMBER)
    return tuple((token.kind, " ".join(token.text.split())) for token in kept)
