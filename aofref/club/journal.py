"""Journal: the record of a game, to which a message adds plies and offers, each with its hash."""

import re
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import NamedTuple

from aofref.club.settings import digest
from aofref.findings import START, Finding
from aofref.judge.edit.amend import added, concluded, cut, extended
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.comments import stamps
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged, Replay, Status
from aofref.notation import results, times
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, read
from aofref.notation.records.stream import records
from aofref.rules.events import Reason
from aofref.rules.position import NOBODY
from aofref.text import in_bytes

SETTING = Setting(as_played=True)  # an arbiter's decisions in the records of a club hold
_SENT = "[%sent {}]"
_MAIL = re.compile(r"\[%mail\s+([0-9a-f]+)\s*\](\s*\[%sent)?")
_STAMPED = re.compile(
    r"\s*\{((?:\[%mail\s[^{}\[\]]+\]\s)?\[%sent\s[^{}\[\]]+\](?:\s\[%draw\s.\])?)\}\s*"
)


class Stamp(NamedTuple):
    """What stands behind a ply: the hash of the message that played it, and when that came."""

    hash: str
    moment: datetime

    def __str__(self) -> str:
        return f"[%mail {self.hash}] [%sent {times.write_moment(self.moment)}]"

    def next(self, ply: int) -> "Stamp":
        """The stamp of a ply that a message led to, but did not contain itself."""
        return self._replace(hash=digest(self.hash, str(ply)))


class RefusedOrder(NamedTuple):
    """Why a move was not played, and how it was read."""

    finding: Finding
    move: str


def judged(data: bytes) -> Judged:
    """Judge the one record of a file; a file with several counts as unreadable."""
    raws = list(islice(records(BytesIO(data)), 2))
    return replay(read(raws[0] if len(raws) == 1 else RawRecord("", START)), SETTING)


def open_game(judged: Judged) -> Replay | None:
    """The record, if it can be played on; None if it must be corrected first."""
    return judged if isinstance(judged, Replay) and judged.status is Status.LEGAL else None


def is_over(judged: Judged) -> bool:
    """Whether a game has ended, in whatever way."""
    return ending(judged) is not None


class MailMark(NamedTuple):
    """Which ply of a record a message stands behind (-1: none), and whether it `played` that."""

    place: int
    played: bool


def marks(judged: Judged) -> dict[str, MailMark]:
    """Find the messages of a record by their hashes."""
    places = {ply.token.ordinal: place for place, ply in enumerate(judged.plies)}
    known: dict[str, MailMark] = {}
    at = -1
    for token in judged.record.main_line:
        if token.kind is Kind.MOVE:
            at = places.get(token.ordinal, at)
        elif token.kind is Kind.COMMENT and "[%mail" in token.text:
            for match in _MAIL.finditer(token.text):
                known.setdefault(match[1], MailMark(at, match[2] is not None))
    return known


def with_ply(
    replay: Replay, text: str, by: str, stamp: Stamp, *, draw: str = ""
) -> Replay | RefusedOrder:
    """Add a move that the army `by` sent, and with it its offer of a draw, or that alone."""
    new = added(replay, [(word, START) for word in (text, draw) if word], by)
    ended = new.plies and new.line.position.turn == NOBODY  # and there is nothing more to offer
    if new.refused is not None and not ended:
        move = new.refused.token.text
        bare = move.removeprefix(f"{by}:") if replay.game.two_players else move
        return RefusedOrder(new.refused.finding, bare)
    offers = [item.text for item in new.done if isinstance(item, Token)]
    texts = [str(stamp), *offers] if new.plies else [*offers, f"[%mail {stamp.hash}]"]
    comment = Token(Kind.COMMENT, " ".join(texts), START)
    tokens = [*(ply.token for ply in new.plies), comment]
    fixed = results.write(len(replay.game.armies), new.line.position.winners)
    return _kept(concluded(extended(replay.record, tokens, fixed), SETTING))


def withdrawn(replay: Replay, letters: Sequence[str], moment: datetime) -> Replay:
    """Have armies forfeit at a moment, those that are on the board of a game under way."""
    for letter in letters:
        if not is_over(replay):
            new = added(replay, [(f"{letter}:{Reason.FORFEITS}", START)], letter)
            if new.refused is None:
                sent = Token(Kind.COMMENT, _SENT.format(times.write_moment(moment)), START)
                fixed = results.write(len(replay.game.armies), new.line.position.winners)
                replay = _kept(
                    concluded(extended(replay.record, [*new.tokens, sent], fixed), SETTING)
                )
    return replay


def stamped(replay: Replay, moment: datetime) -> Replay:
    """Have a moment behind each ply that has none and is behind the last that has one.

    It is not before that one's.
    """
    sent = stamps(replay.record, replay.plies)
    lacking = [ply.token.ordinal for ply in replay.plies[max(sent, default=-1) + 1 :]]
    if not lacking:
        return replay
    moment = max(moment, *sent.values()) if sent else moment
    stamp = Token(Kind.COMMENT, _SENT.format(times.write_moment(moment)), START)
    tokens, waiting = list[Token](), False
    for token in replay.record.tokens:
        if waiting and token.kind not in (Kind.NAG, Kind.COMMENT):
            tokens.append(stamp)
            waiting = False
        waiting = waiting or token.ordinal in lacking
        tokens.append(token)
    tokens += [stamp] if waiting else []
    numbered = tuple(token._replace(ordinal=at) for at, token in enumerate(tokens))
    return _kept(replay.record._replace(tokens=numbered))


def _kept(longer: ParsedRecord) -> Replay:
    """Write a record as it is kept, and read it again as it will be read."""
    tags, gap, moves = rewrite(longer, SETTING, Notation.LAN).text.partition("\n\n")
    # A ply and its stamp are a line of their own.
    text = tags + gap + _STAMPED.sub(lambda match: f" {{{' '.join(match[1].split())}}}\n", moves)
    again = judged(in_bytes(text))
    assert text and isinstance(again, Replay)
    return again


def up_to(longer: Replay, plies: int) -> Replay:
    """Replay a record as it was after its first plies."""
    shorter = cut(longer, len(longer.plies) - plies)
    before = longer if shorter is None else replay(shorter, SETTING)
    assert isinstance(before, Replay)
    return before


def replies(judged: Judged, first: int, stamp: Stamp) -> list[Ply]:
    """List the ply that a message played, and the planned answers to it that followed at once."""
    last = first
    known = marks(judged)
    while known.get(stamp.next(last + 1).hash) == MailMark(last + 1, True):
        last += 1
    return list(judged.plies[first : last + 1])
