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
from itertools import count

from aofref.judge.replay.driver import Driver
from aofref.judge.replay.ending import claims, may_say_how, untrue
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Fate, Replay, Step, Unplayed
from aofref.notation.notes import Arbiter, If, Illegal, Other, Sent, Text, notes_of
from aofref.notation.records import Kind, Record, Token, limits
from aofref.notation.records.edited import Change, in_order
from aofref.notation.records.model import DECIDING
from aofref.notation.records.tokens import BARE_MARKS
from aofref.rules.position import CorePosition

_DECIDE_NOTHING = (Text, Other, Sent)
TAGS = DECIDING | {"termination", "timecontrol"}
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
_FRESH = count(limits.TOKENS)
"""Ordinals for the tokens of new variations, which no other token has."""
_made = tuple.__new__  # of a named tuple, without the cost of its own
_HANGS = re.compile("[!?]{1,2}")
"""Marks that are read as one where they hang on a move."""


def keeps(verdict: Replay, read: Record) -> tuple[bool, bool]:
    """Return whether a verdict holds for edits that decide nothing, and for lines that move.

    It may not if the text, as it was `read`, has a fault, if a comment decides on moves, if a move
    was not played, or if a number is read only where it is due.  Lines may not move if it depends
    on more than the moves, or if the result that is stated is false.
    """
    holds = (
        verdict.opened
        and verdict.record is read
        and not read.findings
        and all(
            isinstance(step, Ply)
            or (
                step.token.kind is token.kind is not Kind.MOVE
                and not _is_bare(token)
                and not any(isinstance(note, Arbiter | If | Illegal) for note in step.notes)
            )
            for step, token in zip(verdict.steps, read.tokens, strict=True)
        )
    )
    moves = holds and all(map(_decides_nothing, verdict.steps))
    return holds, moves and not _is_false(verdict, verdict.steps)


def with_changes(
    judged: Replay, changes: Iterable[Change], setting: Setting, *, reorders: bool
) -> Replay | None:
    """Return the verdict on the moves of a record after changes, with the steps that it has then.

    Tokens of these steps among the items are lines that change places, if the verdict `reorders`
    (`keeps`).  None if a change may decide something, if a ply would be in another line, or
    if the main line cannot have the result stated.  `judged` takes the positions after new plies,
    which are those of a variation, or of its end.
    """
    steps, after, known, in_main = judged.steps, [*judged.steps], dict[int, Step](), False
    ordered = in_order(changes)
    for first, last, items in reversed(ordered):
        depth = steps[first - 1].depth - (steps[first - 1].token.kind is Kind.CLOSE) if first else 0
        old = steps[first:last]
        in_main = in_main or any(isinstance(step, Ply) and not step.depth for step in old)
        if any(item.ordinal >= 0 for item in items):
            known = known or {id(step.token): step for step in steps[ordered[0].first :]}
            new = _placed([known[id(item)] for item in items], depth)
            if not reorders or _begins(new) != _begins(old):
                return None
        else:
            if any(item.kind is Kind.MOVE for item in items):
                new = _played(judged, steps[:first], items, depth, setting)
            else:
                new = [_new(item, depth) for item in items]
            if not all(map(_decides_nothing, (*old, *new))):
                return None
        after[first:last] = new
    if in_main:
        plies = tuple([step for step in after if not step.depth and isinstance(step, Ply)])
        place = plies[-1].token.ordinal if plies else -1
        _after(judged, place, after)  # the last position is known
        judged = judged._replace(plies=plies)
        if not reorders or _is_false(judged, after):
            return None
    return None if len(after) >= limits.TOKENS else judged._replace(steps=tuple(after))


def _decides_nothing(step: Step) -> bool:
    if isinstance(step, Ply):
        return True
    token, kind = step.token, step.token.kind
    if kind is Kind.NAG:
        return token.text[0] in "$!?"
    if kind is Kind.COMMENT and not may_say_how(step.notes):
        return all(isinstance(note, _DECIDE_NOTHING) for note in step.notes)
    return kind not in (Kind.COMMENT, Kind.MOVE) and not _is_bare(token)


def _is_bare(token: Token) -> bool:
    """Return whether a token is a number that is read only where it is due."""
    return token.kind is Kind.NUMBER and token.text.rstrip(BARE_MARKS).isdecimal()


def _new(item: Token, depth: int) -> Unplayed:
    notes = notes_of(item.text) if item.kind is Kind.COMMENT else ()
    return Unplayed(Token(item.kind, item.text), Fate.NO_MOVE, depth, notes=notes)


def _played(
    judged: Replay, above: Sequence[Step], items: Iterable[Token], depth: int, setting: Setting
) -> list[Step]:
    """Judge a variation, or moves at the end of one, behind the last ply of a line."""
    ply = next(step for step in reversed(above) if isinstance(step, Ply) and step.depth == depth)
    place, tokens = ply.token.ordinal, [item._replace(ordinal=next(_FRESH)) for item in items]
    play = Driver(judged.record._replace(tokens=tuple(tokens)), judged.first, setting)
    line = LineOfPlay(_after(judged, place, above), ply.number, setting.notation, place, depth)
    before = _after(judged, ply.parent, above)
    line.last = before, ply.number - (ply.move is not None), ply.parent
    play.levels, play.positions = [None] * depth + [line], judged.positions
    for token in tokens:
        play.take(token)
    return play.steps


def _after(judged: Replay, place: int, steps: Iterable[Step]) -> CorePosition:
    """Return the position after a ply of these steps, by its place in the record replayed."""
    known = judged.positions.get(place)
    return known or judged.after(place, {step.token.ordinal: step for step in steps})


def _placed(steps: Iterable[Step], depth: int) -> list[Step]:
    """Return steps that stand at a depth now, with tokens that are written anew."""
    placed, opens, closes = list[Step](), Kind.OPEN, Kind.CLOSE
    for step in steps:
        token = step.token
        if token.line:
            token = Token(token.kind, token.text, 0, 0, token.ordinal)
            step = step._replace(token=token)
        if isinstance(step, Ply):
            placed.append(_made(Ply, (*step[:-1], depth)))
            continue
        depth += token.kind is opens
        placed.append(_made(Unplayed, (token, step.fate, depth, *step[3:])))
        depth -= token.kind is closes
    return placed


def _begins(steps: Iterable[Step]) -> int:
    """Return the place of the ply behind which the first ply of these steps stands."""
    return next(step.parent for step in steps if isinstance(step, Ply))


def _is_false(judged: Replay, steps: Iterable[Step]) -> bool:
    """Return whether a result that is stated is not one that the main line can have."""
    result = Kind.RESULT
    stated = [step.token for step in steps if not step.depth and step.token.kind is result]
    claimed, _ = claims(judged.game, judged.record, stated)
    return untrue(judged, claimed) is not None


def is_plain(first: int, items: Sequence[Token]) -> bool:
    """Return whether items behind a token are read as they are written, whatever follows."""
    begins = not first and (not items or items[0].kind is not Kind.NUMBER)
    odd = [at for at, item in enumerate(items) if not _reads(item.kind, item.text)]
    return not begins and all(_hangs(items[max(at - 1, 0) : at + 2]) for at in odd)


@lru_cache(maxsize=4096)  # lines that are moved again and again have the same texts
def _reads(kind: Kind, text: str) -> bool:
    return kind in _PLAIN and re.fullmatch(_PLAIN[kind], text) is not None


def _hangs(items: Sequence[Token]) -> bool:
    """Return whether of three items the second hangs on a move as its only mark."""
    kinds = [item.kind for item in items]
    alone = len(kinds) == 3 and kinds[:2] == [Kind.MOVE, Kind.NAG] and kinds[2] is not Kind.NAG
    return alone and _HANGS.fullmatch(items[1].text) is not None


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
