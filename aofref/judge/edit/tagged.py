"""Tagged: a record with tags set, corrected or removed; every other character stays."""

from collections.abc import Mapping

from aofref.findings import START, UNREADABLE, Code, Finding, Refusal
from aofref.judge.edit.amend import says_how
from aofref.judge.replay.ending import agreed_draw, false_result
from aofref.judge.replay.verdict import Replay
from aofref.notation import results
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.edited import Change, edited
from aofref.rules.refuse import with_variant


def tagged(record: Record, tags: Mapping[str, str | None]) -> Record:
    """Set tags to values, or remove those whose value is None.

    A tag that the record has keeps its place, and is there once; a new tag is the last.  A result
    is written behind the movetext, too; `*` removes the tag that states how the game ended.
    """
    if tags.get("Result") == results.OPEN and any(map(says_how, record.tags)):
        tags = {"Termination": None, **tags}
    result, changes = tags.get("Result"), list[Change]()
    if result is not None:
        end, new = len(record.tokens), (Token(Kind.RESULT, result),)
        stated = [token.ordinal for token in record.results]
        changes = [Change(at, at + 1, new) for at in stated] or [Change(end, end, new)]
    return edited(record, changes, tags)


def faults(before: Replay, changed: Replay, result: str | None) -> list[Finding]:
    """List the findings that forbid the new tags; `result` is the new tag Result, if there is one.

    They are tags that cannot be read, although the old ones could, and a result that is not one of
    the game, or differs from the result of the moves.
    """
    old, new = (
        [finding for finding in judged.errors if finding.token < 0 and finding.code in UNREADABLE]
        for judged in (before, changed)
    )
    known = [finding.refusal for finding in old]
    if wrong := [finding for finding in new if finding.refusal not in known]:
        return wrong
    if result is None:
        return []
    game = changed.known_game
    if game is None or results.read(len(game.armies), result) is None:
        return list(changed.findings)
    if false := [finding for finding in changed.findings if finding.code is Code.FALSE_RESULT]:
        return false[:1]
    if changed.opened and (shared := agreed_draw(changed)):
        count = len(game.armies)
        if results.read(count, result) != results.read(count, shared):
            why = f"all have agreed to a draw, {shared}: undo takes that back"
            return [Finding(Refusal(Code.FALSE_RESULT, why, section=None), START)]
    if changed.opened and result == results.OPEN != changed.result:
        claim = false_result(result, changed.result)
        return [Finding(with_variant(game, claim), START)]
    return []
