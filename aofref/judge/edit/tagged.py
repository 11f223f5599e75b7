"""Tagged: a record with tags set, corrected or removed; every other character stays."""

from collections.abc import Iterator, Mapping

from aofref.findings import START, UNREADABLE, Code, Finding, Refusal
from aofref.findings.facts import Claim, Unruled
from aofref.judge.edit.amend import says_how
from aofref.judge.replay.ending import agreed_draw
from aofref.judge.replay.verdict import Judged, Replay
from aofref.notation import results
from aofref.notation.records import Kind, ParsedRecord, RawRecord, write_tags
from aofref.notation.records.json import write_json
from aofref.notation.records.tokenizer import result_end, tag_at
from aofref.rules.refuse import with_variant

_Change = tuple[int, int, str]
"""The start and the end of a stretch of text, and its new text."""


def tagged(record: ParsedRecord, tags: Mapping[str, str | None]) -> RawRecord:
    """Set tags to values, or remove those whose value is None.

    A tag that the record has keeps its place, and is there once; a new tag is the last.  A result
    is written behind the movetext, too; `*` removes the tag that states how the game ended.
    """
    if tags.get("Result") == results.OPEN and any(map(says_how, record.tags)):
        tags = {"Termination": None, **tags}
    raw = record.raw
    if raw.is_json:
        return raw.with_text(_as_json(record, tags))
    text, changes = raw.text, [*_tag_changes(record, tags)]
    if (result := tags.get("Result")) is not None:
        changes += [
            (at := raw.offset(stated.place), result_end(text, at), result)
            for stated in record.results
        ]
        if not record.results:
            gap = "" if record.tokens else "\n"
            changes.append((len(text.rstrip()), len(text), f"{gap}\n{result}\n"))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return raw.with_text(text)


def faults(before: Judged, changed: Judged, result: str | None) -> list[Finding]:
    """List the findings that forbid the new tags; `result` is the new tag Result, if there is one.

    They are tags that cannot be read, although the old ones could, and a result that is not one of
    the game, or differs from the result of the moves.
    """
    old, new = (
        [finding for finding in judged.findings if finding.token < 0 and finding.code in UNREADABLE]
        for judged in (before, changed)
    )
    known = [finding.refusal for finding in old]
    if wrong := [finding for finding in new if finding.refusal not in known]:
        return wrong
    if result is None:
        return []
    if changed.game is None or results.read(len(changed.game.armies), result) is None:
        return list(changed.findings)
    if false := [finding for finding in changed.findings if finding.code is Code.FALSE_RESULT]:
        return false[:1]
    if isinstance(changed, Replay) and (shared := agreed_draw(changed)):
        count = len(changed.game.armies)
        if results.read(count, result) != results.read(count, shared):
            why = Unruled(f"all have agreed to a draw, {shared}: undo takes that back")
            return [Finding(Refusal(Code.FALSE_RESULT, why), START)]
    if isinstance(changed, Replay) and result == results.OPEN != changed.result:
        claim = Refusal(Code.FALSE_RESULT, Claim(result, changed.result))
        return [Finding(with_variant(changed.last, claim), START)]
    return []


def _tag_changes(record: ParsedRecord, tags: Mapping[str, str | None]) -> Iterator[_Change]:
    raw, there = record.raw, set[str]()
    end = 0
    for tag in record.tags:
        start = raw.offset(tag.place)
        stretch = tag_at(raw.text, start)
        assert stretch is not None
        if not record.tokens or tag.place < record.tokens[0].place:
            end = stretch[0]
        if tag.name not in tags:
            continue
        value = tags[tag.name]
        if value is None or tag.name in there:
            whole = raw.text[:start].endswith("\n") or not start
            yield start, stretch[0] + (whole and raw.text[stretch[0] :][:1] == "\n"), ""
        else:
            yield start, stretch[0], _pair(tag.name, value)
        there.add(tag.name)
    added = [(name, value) for name, value in tags.items() if value is not None]
    pairs = "".join(f"\n{_pair(*tag)}" for tag in added if tag[0] not in there)
    if pairs:
        yield end, end, pairs if end else f"{pairs[1:]}\n\n"


def _pair(name: str, value: str) -> str:
    return write_tags([(name, value)]).rstrip("\n")


def _as_json(record: ParsedRecord, tags: Mapping[str, str | None]) -> str:
    result, stated = tags.get("Result"), {token.ordinal for token in record.results}
    movetext = [
        (token.kind, token.text if result is None or token.ordinal not in stated else result)
        for token in record.tokens
    ]
    if result is not None and not stated:
        movetext.append((Kind.RESULT, result))
    values = {**record.values, **tags}.items()
    return write_json([(name, value) for name, value in values if value is not None], movetext)
