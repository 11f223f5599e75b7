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

from aofref.judge.replay.driver import replay_variation
from aofref.judge.replay.ending import claims, dead_win, false_claim, may_say_how
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.steps import Fate, Step, Unplayed
from aofref.judge.replay.verdict import Replay
from aofref.notation.notes import Arbiter, If, Illegal, Other, Sent, Text, notes_of
from aofref.notation.records import Kind, Record, Token, limits
from aofref.notation.records.edited import Change, in_order
from aofref.notation.records.model import DECIDING
from aofref.notation.records.tokens import BARE_MARKS

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


def can_keep(verdict: Replay, read: Record) -> bool:
    """Return whether the verdict on a record as it was `read` holds for edits that decide nothing.

    It may not if its text has a fault, if a comment decides on moves, or if a move was not played.
    """
    return (
        verdict.opened
        and verdict.record is read
        and not read.findings
        and all(
            isinstance(step, Ply)
            or (
                step.token.kind is token.kind is not Kind.MOVE
                and not any(isinstance(note, Arbiter | If | Illegal) for note in step.notes)
            )
            for step, token in zip(verdict.steps, read.tokens, strict=True)
        )
    )


def with_changes(
    judged: Replay, steps: Sequence[Step], changes: Iterable[Change], setting: Setting
) -> tuple[list[Step], Replay] | None:
    """Return the steps of a record after changes, and the verdict on its main line.

    None if a change may decide something.  Tokens of the record among the items change places.
    `judged` takes the positions after the plies of new variations.
    """
    after, at, known, lines = list[Step](), 0, dict[int, Step](), False
    for first, last, items in in_order(changes):
        before, old = steps[first - 1 : first], steps[first:last]
        depth = sum(step.depth - (step.token.kind is Kind.CLOSE) for step in before)
        if any(item.ordinal >= 0 for item in items):
            known = known or {id(step.token): step for step in steps}
            new = _placed([known[id(item)] for item in items], depth)
        elif items and items[0].kind is Kind.OPEN:
            new = _variation(judged, steps[:first], items, depth, setting)
        else:
            new = [_new(item, depth) for item in items]
        if new is None or not all(map(_decides_nothing, (*old, *new))):
            return None
        lines = lines or any(step.token.kind is Kind.OPEN for step in (*old, *new))
        after += (*steps[at:first], *new)
        at = last
    after += steps[at:]
    if len(after) >= limits.TOKENS or (lines and any(map(_is_bare, after))):
        return None
    now = _in_order(judged, after) if known else judged
    return None if now is None else (after, now)


def _decides_nothing(step: Step) -> bool:
    if isinstance(step, Ply):
        return True
    kind = step.token.kind
    if kind is Kind.NAG:
        return step.token.text[0] in "$!?"
    if kind is not Kind.COMMENT or may_say_how(step.notes):
        return kind not in (Kind.COMMENT, Kind.MOVE)
    return all(isinstance(note, _DECIDE_NOTHING) for note in step.notes)


def _new(item: Token, depth: int) -> Unplayed:
    notes = notes_of(item.text) if item.kind is Kind.COMMENT else ()
    return Unplayed(Token(item.kind, item.text), Fate.NO_MOVE, depth, notes=notes)


def _variation(
    judged: Replay, above: Sequence[Step], items: Iterable[Token], depth: int, setting: Setting
) -> list[Step]:
    """Judge a variation behind the last ply of a line."""
    ply = next(step for step in reversed(above) if isinstance(step, Ply) and step.depth == depth)
    before = judged.positions.get(ply.parent)
    before = before or judged.after(ply.parent, {step.token.ordinal: step for step in above})
    tokens = [Token(item.kind, item.text, ordinal=next(_FRESH)) for item in items]
    return replay_variation(judged, ply, before, tokens, setting)


def _is_bare(step: Step) -> bool:
    """Return whether a step is a number that is read only where it is due."""
    token = step.token
    return token.kind is Kind.NUMBER and token.text.rstrip(BARE_MARKS).isdecimal()


def _in_order(judged: Replay, after: Sequence[Step]) -> Replay | None:
    """Return the verdict on the main line of steps in another order than they were judged in.

    None if the verdict may depend on more than the moves.
    """
    comments = (step for step in judged.steps if step.token.kind is Kind.COMMENT)
    if not all(map(_decides_nothing, comments)):
        return None
    plies = [step for step in after if not step.depth and isinstance(step, Ply)]
    last_ply = plies[-1].token.ordinal if plies else -1
    known = judged.positions.get(last_ply)
    final = known or judged.after(last_ply, {step.token.ordinal: step for step in after})
    now = judged._replace(plies=tuple(plies), ends=(judged.first, final))
    stated = [step.token for step in after if step.token.kind is Kind.RESULT and not step.depth]
    return None if any(_is_false(one, stated) for one in (judged, now)) else now


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
