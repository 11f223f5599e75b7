"""Stamps: when each ply reached the arbiter, as comments `[%sent TIME]` of the main line say."""

from __future__ import annotations

from datetime import datetime

from aofref.findings import Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import Ply
from aofref.notation import times
from aofref.notation.records import Kind, ParsedRecord


def stamps(record: ParsedRecord, plies: tuple[Ply, ...]) -> dict[int, datetime]:
    """Return the moment at which each ply was sent, by its place among the plies; some have none.

    Of several stamps behind a ply the first counts.
    """
    places = {ply.token.ordinal: place for place, ply in enumerate(plies)}
    found: dict[int, datetime] = {}
    at = -1
    for token in record.main_line:
        if token.kind is Kind.MOVE:
            at = places.get(token.ordinal, -1)
        elif at >= 0 and at not in found and token.kind is Kind.COMMENT and "[%sent" in token.text:
            moment = times.sent(token.text)
            if moment is not None:
                found[at] = moment
    return found


def backwards(
    record: ParsedRecord, plies: tuple[Ply, ...], letters: tuple[str, ...]
) -> list[Finding]:
    """Warn of each ply whose stamp is before that of an earlier one."""
    last: datetime | None = None
    found = []
    for place, moment in stamps(record, plies).items():
        ply = plies[place]
        if last is not None and moment < last:
            earlier, later = times.write_moment(moment), times.write_moment(last)
            why = Refusal(Code.TIME, Words(f"sent at {earlier}, but an earlier ply at {later}"))
            letter, token = letters[ply.army], ply.token
            found.append(Finding(why, token.place, ply.number, letter, ply.lan, token.ordinal))
        last = moment if last is None else max(last, moment)
    return found
