"""Kept: edits that decide nothing, of comments, marks and tags; the verdict before them is kept.

The steps of an edited record are those of the record that was replayed, with the tokens and places
that they have there, and an Unplayed without a place for each comment and mark that is new.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from aofref.findings import Code, Finding
from aofref.judge.replay.comments import backwards
from aofref.judge.replay.ending import may_say_how
from aofref.judge.replay.line import Ply
from aofref.judge.replay.steps import Fate, Step, Unplayed
from aofref.judge.replay.verdict import Replay
from aofref.notation.notes import Arbiter, If, Illegal, Other, Sent, Text, notes_of
from aofref.notation.records import Item, Kind, ParsedRecord, Token, limits
from aofref.notation.records.edited import Change, in_order
from aofref.notation.records.model import DECIDING

_DECIDE_NOTHING = (Text, Other, Sent)
_TAGS = DECIDING | {"termination", "timecontrol"}
"""Tags, in small letters, on which a verdict depends."""
_PLAIN = r'(?!\s*")[^}\r\n]*'
"""A comment that is read as it is written, wherever a comment can stand."""


def can_keep(verdict: Replay, read: ParsedRecord) -> bool:
    """Return whether the verdict on a record as it was `read` holds for edits that decide nothing.

    It may not if a comment decides on moves, if a move was not played, and if a finding is at a
    comment, or at a place that is not the place of a tag or a token.
    """
    places = {tag.place for tag in read.tags} | {token.place for token in read.tokens}
    return (
        verdict.opened
        and verdict.record is read
        and all(
            step.token.kind is not Kind.MOVE
            and not any(isinstance(note, Arbiter | If | Illegal) for note in step.notes)
            for step in verdict.unplayed
        )
        and all(
            why.place in places
            and (why.token < 0 or read.tokens[why.token].place == why.place)
            and (why.token < 0 or read.tokens[why.token].kind is not Kind.COMMENT)
            for why in verdict.findings
        )
    )


def decides(tag: str) -> bool:
    """Return whether a verdict may depend on a tag, by its name."""
    return tag.lower() in _TAGS


def with_changes(steps: Sequence[Step], changes: Iterable[Change]) -> list[Step] | None:
    """Return the steps of a record after changes; None if a change may decide something."""
    after, at = list[Step](), 0
    for first, last, items in in_order(changes):
        depth = 0
        if first:
            before = steps[first - 1]
            depth = before.depth - (before.token.kind is Kind.CLOSE)
        new = [_new(item, depth) for item in items]
        if not all(_decides_nothing(step) for step in (*steps[first:last], *new)):
            return None
        after += steps[at:first]
        after += new
        at = last
    return [*after, *steps[at:]] if len(steps) < limits.TOKENS else None


def _decides_nothing(step: Step) -> bool:
    if isinstance(step, Ply):
        return False
    kind = step.token.kind
    if kind is Kind.NAG:
        return step.token.text[0] in "$!?"
    if kind is not Kind.COMMENT or may_say_how(step.notes):
        return False
    return all(isinstance(note, _DECIDE_NOTHING) for note in step.notes)


def _new(item: Item, depth: int) -> Unplayed:
    token = Token(item.kind, item.text, 0, 0)
    notes = notes_of(item.text) if item.kind is Kind.COMMENT else ()
    return Unplayed(token, Fate.NO_MOVE, depth, notes=notes)


def is_plain(changes: Iterable[Change]) -> bool:
    """Return whether new comments and marks behind a move are read as written, whatever follows."""
    return all(
        change.first > 0
        and all(
            item.text[0] == "$" if item.kind is Kind.NAG else re.fullmatch(_PLAIN, item.text)
            for item in change.items
        )
        for change in changes
    )


def changes_to(steps: Iterable[Step], count: int) -> Iterator[Change]:
    """Yield the changes of the `count` tokens of the record replayed that lead to these steps.

    A new token stands in the place of one that was removed there, if there is one.
    """
    end = Token(Kind.RESULT, "", 0, 0, count)
    at, items = 0, list[Item]()
    for token in (*(step.token for step in steps), end):
        if token.ordinal < 0:
            items.append(Item(token.kind, token.text))
            continue
        for removed in range(at, token.ordinal):
            yield Change(removed, removed + 1, tuple(items[:1]))
            del items[:1]
        at = token.ordinal
        if items:
            yield Change(at, at, tuple(items))
            items.clear()
        at += 1


def kept(before: Replay, record: ParsedRecord, steps: Sequence[Step]) -> Replay:
    """Return the verdict on an edited record, of which `before` is the verdict before the edits."""
    old, tokens = before.record, record.tokens
    moved = {-1: Token(Kind.BAD, "", 0, 0)}
    for token, step in zip(tokens, steps, strict=True):
        if step.token.ordinal >= 0:
            moved[step.token.ordinal] = token
    places = {old.tokens[at].place: token.place for at, token in moved.items() if at >= 0}
    tags = list(record.tags)
    for tag in old.tags:
        now = next((one for one in tags if one.name == tag.name), None)
        if now is not None:  # a tag that was removed has no finding: such tags decide nothing
            places[tag.place] = now.place
            tags.remove(now)

    def finding(why: Finding) -> Finding:
        token = moved[why.token]
        place = places[why.place] if why.token < 0 else token.place
        return why._replace(place=place, token=token.ordinal)

    plies, variations, unplayed = list[Ply](), list[Ply](), list[Unplayed]()
    known = {step.token.ordinal for step in before.unplayed}
    lines = [(-1, -1)]  # of each line, the last ply and the ply before it
    for token, step in zip(tokens, steps, strict=True):
        if isinstance(step, Ply):
            warnings = tuple([finding(why) for why in step.warnings])
            parent = moved[step.parent].ordinal
            ply = step._replace(token=token, warnings=warnings, parent=parent)
            (variations if step.depth else plies).append(ply)
            lines[-1] = token.ordinal, parent
        elif token.kind is Kind.OPEN:
            lines.append((lines[-1][1], lines[-1][1]))
        elif token.kind is Kind.CLOSE:
            lines.pop()
        elif step.token.ordinal in known:
            parent = lines[-1][0] if step.token.kind is Kind.COMMENT else step.parent
            one = token._replace(kind=step.token.kind)
            unplayed.append(step._replace(token=one, parent=parent))
        elif token.kind is Kind.COMMENT:
            new = step._replace(token=token, parent=lines[-1][0], after=len(plies))
            unplayed.append(new)
    judged = before._replace(
        record=record,
        plies=tuple(plies),
        variations=tuple(variations),
        unplayed=tuple(unplayed),
        positions={moved[at].ordinal: one for at, one in [*before.positions.items()]},
    )
    stamps = [why for why in before.findings if why.code is Code.TIME and why.token >= 0]
    findings = [finding(why) for why in before.findings if why not in stamps]
    findings += backwards(judged)
    findings.sort(key=lambda why: (why.place, why.token))
    return judged._replace(findings=tuple(findings))
