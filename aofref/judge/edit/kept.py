"""Kept: edits after which the verdict is kept: comments, marks and tags that decide nothing, lines.

An edited record has the steps of the record that was replayed, in another order if lines changed
places, and new ones.  The ordinal of a step is its place in the record replayed; the ordinals of
new variations are beyond these, and a new comment or mark beside a ply has none.  A token that is
written anew has no line.  A ply keeps what it brought about, since the ply before it in its line is
the same; the plies of new variations are judged behind theirs.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from aofref.findings import Code, Finding
from aofref.judge.edit.reordered import Exchange
from aofref.judge.replay.comments import backwards
from aofref.judge.replay.driver import BEFORE, replay_variation
from aofref.judge.replay.ending import claims, dead_win, false_claim, may_say_how
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.steps import Fate, Step, Unplayed, closing
from aofref.judge.replay.verdict import Replay
from aofref.notation.notes import Arbiter, If, Illegal, Other, Sent, Text, notes_of
from aofref.notation.records import Kind, Record, Token, limits
from aofref.notation.records.edited import Change, in_order
from aofref.notation.records.model import DECIDING
from aofref.notation.records.tokens import number_of

_DECIDE_NOTHING = (Text, Other, Sent)
_TAGS = DECIDING | {"termination", "timecontrol"}
"""Tags, in small letters, on which a verdict depends."""
_PLAIN = {
    Kind.COMMENT: r'(?!\s*")[^}\r\n]*',
    Kind.NAG: r"\$\d+",
    Kind.NUMBER: r"\d+\.(?:\.\.)?",
    Kind.MOVE: r"(?:[A-Z]:)?[A-Za-z][a-z0-9]*(?:[-x][a-z0-9]+)?(?:=[A-Z]+)?[+#]?|O-O(?:-O)?[+#]?",
    Kind.OPEN: r"\(",
    Kind.CLOSE: r"\)",
}
"""Texts that are read as they are written, wherever they can stand."""
_made = tuple.__new__  # of a named tuple, without the cost of its own
_BESIDE = (Kind.COMMENT, Kind.NAG, Kind.ESCAPE)
_OF_LINES = (Kind.OPEN, Kind.CLOSE, Kind.NUMBER)
_HANGS = re.compile("[!?]{1,2}")
"""Marks that are read as one where they hang on a move."""


def can_keep(verdict: Replay, read: Record) -> bool:
    """Return whether the verdict on a record as it was `read` holds for edits that decide nothing.

    It may not if a comment decides on moves, if a move was not played, and if a finding is at a
    comment, or at a place that is not the place of a tag or a token.
    """
    places = {tag.place for tag in read.tags} | {token.place for token in read.tokens}
    return (
        verdict.opened
        and verdict.record is read
        and all(
            isinstance(step, Ply)
            or (
                step.token.kind is token.kind is not Kind.MOVE
                and not any(isinstance(note, Arbiter | If | Illegal) for note in step.notes)
            )
            for step, token in zip(verdict.steps, read.tokens, strict=True)
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


def with_changes(
    judged: Replay,
    steps: Sequence[Step],
    changes: Iterable[Change],
    fresh: Iterator[int],
    setting: Setting,
) -> list[Step] | None:
    """Return the steps of a record after changes; None if a change may decide something.

    New steps of variations take their ordinals from `fresh`, and `judged` the positions after them.
    """
    after, at = list[Step](), 0
    for first, last, items in in_order(changes):
        depth, new = 0, list[Step]()
        if first:
            before = steps[first - 1]
            depth = before.depth - (before.token.kind is Kind.CLOSE)
        removes = first < last and steps[first].token.kind is Kind.OPEN
        adds = bool(items) and items[0].kind is Kind.OPEN
        if removes and (closing(steps, first) != last - 1 or not _counts_rounds(judged)):
            return None
        if adds:
            found = _variation(judged, steps, Change(first, last, items), fresh, setting)
            if found is None:
                return None
            new = found
        else:
            new += [_new(item, depth) for item in items]
        beside = [*(() if removes else steps[first:last]), *(() if adds else new)]
        if not all(_decides_nothing(step) for step in beside):
            return None
        after += steps[at:first]
        after += new
        at = last
    after += steps[at:]
    return after if len(after) < limits.TOKENS else None


def _decides_nothing(step: Step) -> bool:
    if isinstance(step, Ply):
        return False
    kind = step.token.kind
    if kind is Kind.NAG:
        return step.token.text[0] in "$!?"
    if kind is not Kind.COMMENT or may_say_how(step.notes):
        return False
    return all(isinstance(note, _DECIDE_NOTHING) for note in step.notes)


def _new(item: Token, depth: int) -> Unplayed:
    token = Token(item.kind, item.text)
    notes = notes_of(item.text) if item.kind is Kind.COMMENT else ()
    return Unplayed(token, Fate.NO_MOVE, depth, notes=notes)


def _variation(
    judged: Replay, steps: Sequence[Step], change: Change, fresh: Iterator[int], setting: Setting
) -> list[Step] | None:
    """Judge the variation that a change puts behind a ply; None unless all its moves are played."""
    at, inside = change.first - 1, 0
    while at >= 0 and (inside or not isinstance(steps[at], Ply)):
        kind = steps[at].token.kind
        inside += (kind is Kind.CLOSE) - (kind is Kind.OPEN)
        at -= 1
    ply = steps[at] if at >= 0 else None
    if not isinstance(ply, Ply):
        return None
    tokens = [Token(item.kind, item.text, 0, 0, n) for n, item in enumerate(change.items)]
    before = judged.after(ply.parent, {step.token.ordinal: step for step in steps})
    found = replay_variation(judged, ply, before, tokens, setting)
    places = {BEFORE: ply.parent, -1: -1} | {token.ordinal: next(fresh) for token in tokens}
    judged.positions.update({places[n]: one for n, one in found.positions.items() if n >= 0})
    made, warned = list[Step](), 0
    for step in found.steps:
        token = step.token._replace(ordinal=places[step.token.ordinal])
        moved: Step = step._replace(token=token, parent=places[step.parent])
        if isinstance(moved, Ply):
            warned += len(moved.warnings)
            warnings = tuple([why._replace(token=token.ordinal) for why in moved.warnings])
            moved = moved._replace(warnings=warnings)
        elif token.kind not in _OF_LINES and not _decides_nothing(moved):
            return None
        made.append(moved)
    return made if warned == len(found.findings) and _are_due(judged, made) else None


def _counts_rounds(judged: Replay) -> bool:
    """Return whether every number of a record is that of its round, whatever lines it has."""
    tokens = judged.record.tokens
    wrong = any(tokens[why.token].kind is Kind.NUMBER for why in judged.findings if why.token >= 0)
    return judged.numbering.rounds is not None and not wrong


def _are_due(judged: Replay, steps: Iterable[Step]) -> bool:
    """Return whether the numbers among steps of lines are due wherever their lines stand."""
    number: int | None = None
    for step in steps:
        kind = step.token.kind
        if kind is Kind.MOVE:
            if number is not None:
                if not isinstance(step, Ply) or number - step.round != judged.numbering.rounds:
                    return False
                number = None
        elif kind is Kind.NUMBER:
            text = step.token.text
            if number is not None or (text[-1] != "." and number_of(text) is not None):
                return False
            number = number_of(text)
        elif number is not None and kind not in _BESIDE:
            return False
    return number is None and _counts_rounds(judged)


def with_order(
    judged: Replay, steps: Sequence[Step], exchanges: Iterable[Exchange]
) -> tuple[list[Step], Replay] | None:
    """Return the steps of a record after lines changed places, and the verdict on its main line.

    None if the verdict may depend on more than the moves.
    """
    if not all(_decides_nothing(s) for s in judged.steps if s.token.kind is Kind.COMMENT):
        return None
    after, at = list[Step](), 0
    for first, last, moved in exchanges:
        placed = _placed(moved, steps[first].depth - (steps[first].token.kind is Kind.OPEN))
        if placed is None or not _are_due(judged, moved):
            return None
        after += steps[at:first]
        after += placed
        at = last
    after += steps[at:]
    plies = [step for step in after if not step.depth and isinstance(step, Ply)]
    last_ply = plies[-1].token.ordinal if plies else -1
    known = judged.positions.get(last_ply)
    final = known or judged.after(last_ply, {step.token.ordinal: step for step in after})
    now = judged._replace(plies=tuple(plies), ends=(judged.first, final))
    stated = [step.token for step in after if step.token.kind is Kind.RESULT and not step.depth]
    if any(_is_false(one, stated) for one in (judged, now)):
        return None
    return after, now


def _placed(steps: Sequence[Step], depth: int) -> list[Step] | None:
    """Return steps that stand at a depth now, written anew; None if a ply is in another line."""
    parent = next(step.parent for step in steps if isinstance(step, Ply))
    placed, lines = list[Step](), [(parent, parent)]  # of each line, its last two plies
    for step in steps:
        token = step.token
        kind = token.kind
        if token.line:
            token = token._replace(line=0, column=0)
        if kind is Kind.OPEN:
            depth += 1
            lines.append((lines[-1][1], lines[-1][1]))
        if isinstance(step, Ply):
            if step.parent != lines[-1][0]:
                return None
            lines[-1] = token.ordinal, step.parent
            placed.append(_made(Ply, (*step[:7], token, *step[8:11], depth)))
        else:
            placed.append(_made(Unplayed, (token, step.fate, depth, *step[3:])))
        if kind is Kind.CLOSE:
            depth -= 1
            lines.pop()
    return placed


def _is_false(judged: Replay, stated: Sequence[Token]) -> bool:
    """Return whether a result that is stated is not one that the main line can have."""
    claimed, _ = claims(judged.game, judged.record, stated)
    false = false_claim(judged.last, claimed, judged.length)
    return false is not None or dead_win(judged, claimed) is not None


def is_plain(first: int, items: Sequence[Token]) -> bool:
    """Return whether items behind a token are read as they are written, whatever follows."""
    begins = not first and (not items or items[0].kind is not Kind.NUMBER)
    return not begins and all(
        _reads(item.kind, item.text) or _hangs(items[max(at - 1, 0) : at + 2], item)
        for at, item in enumerate(items)
    )


@lru_cache(maxsize=4096)  # lines that are moved again and again have the same texts
def _reads(kind: Kind, text: str) -> bool:
    return kind in _PLAIN and re.fullmatch(_PLAIN[kind], text) is not None


def _hangs(beside: Sequence[Token], item: Token) -> bool:
    """Return whether an item hangs on a move as its only mark, and another kind of item follows."""
    kinds = [one.kind for one in beside]
    alone = len(kinds) == 3 and kinds[:2] == [Kind.MOVE, Kind.NAG]
    return alone and kinds[2] is not Kind.NAG and _HANGS.fullmatch(item.text) is not None


def changes_to(steps: Iterable[Step], count: int) -> Iterator[Change]:
    """Yield the changes of the `count` tokens of the record replayed that lead to these steps.

    A new token stands in the place of one that was removed there, if there is one.
    """
    end = Token(Kind.RESULT, "", 1, 0, count)
    at, items = 0, list[Token]()
    for token in (*(step.token for step in steps), end):
        if not token.line:
            items.append(token)
            continue
        for removed in range(at, token.ordinal):
            yield Change(removed, removed + 1, tuple(items[:1]))
            del items[:1]
        at = token.ordinal
        if items:
            yield Change(at, at, tuple(items))
            items.clear()
        at += 1


def kept(before: Replay, judged: Replay, record: Record, steps: Sequence[Step]) -> Replay:
    """Return the verdict on an edited record.

    `before` is the verdict before the edits; `judged` has the main line.
    """
    old, tokens = before.record, record.tokens
    moved = {-1: Token(Kind.BAD, "")}
    for token, step in zip(tokens, steps, strict=True):
        if step.token.ordinal >= 0:
            moved[step.token.ordinal] = token
    count = len(old.tokens)
    places = {old.tokens[at].place: token.place for at, token in moved.items() if 0 <= at < count}
    tags = list(record.tags)
    for tag in old.tags:
        now = next((one for one in tags if one.name == tag.name), None)
        if now is not None:
            places[tag.place] = now.place
            tags.remove(now)

    def finding(why: Finding) -> Finding:
        token = moved[why.token]
        place = places[why.place] if why.token < 0 else token.place
        return why._replace(place=place, token=token.ordinal)

    every, warnings = list[Step](), list[Finding]()  # of new plies
    lines = [(-1, -1)]  # of each line, the last ply and the ply before it
    for token, step in zip(tokens, steps, strict=True):
        kind = step.token.kind
        if isinstance(step, Ply):
            warned = tuple([finding(why) for why in step.warnings])
            warnings += warned if step.token.ordinal >= count else ()
            parent = moved[step.parent].ordinal
            step = step._replace(token=token, warnings=warned, parent=parent)
            lines[-1] = token.ordinal, parent
        else:
            parent = lines[-1][0] if kind is Kind.COMMENT else step.parent
            step = _made(Unplayed, (token, step.fate, step.depth, parent, *step[4:]))
            if kind is Kind.OPEN:
                lines.append((lines[-1][1], lines[-1][1]))
            elif kind is Kind.CLOSE:
                lines.pop()
        every.append(step)
    made = judged._replace(
        record=record,
        plies=tuple([step for step in every if isinstance(step, Ply) and not step.depth]),
        steps=tuple(every),
        positions={
            moved[at].ordinal: one for at, one in [*before.positions.items()] if at in moved
        },
    )
    stays = [why for why in before.findings if why.token in moved and why.place in places]
    stamps = [why for why in stays if why.code is Code.TIME and why.token >= 0]
    findings = [finding(why) for why in stays if why not in stamps]
    findings += [*warnings, *backwards(made)]
    findings.sort(key=lambda why: (why.place, why.token))
    return made._replace(findings=tuple(findings))
