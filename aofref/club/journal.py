"""Journal: the record of a game, to which a message adds plies and offers, each with its hash."""

from __future__ import annotations

import re
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import NamedTuple

from aofref.club.settings import digest
from aofref.findings import START, Finding
from aofref.judge.edit.amend import added, concluded, cut, extended
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged, Replay, Status
from aofref.notation import results, times
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, read
from aofref.notation.records.stream import records
from aofref.rules.position import NOBODY
from aofref.text import in_bytes

SETTING = Setting(as_played=True)
"""How the records of a club are judged: an arbiter's decisions in them hold."""
_MAIL = re.compile(r"\[%mail\s+([0-9a-f]+)\s*\](\s*\[%sent)?")
_STAMPED = re.compile(
    r"\s*\{(\[%mail\s[^{}\[\]]+\]\s\[%sent\s[^{}\[\]]+\](?:\s\[%draw\s.\])?)\}\s*"
)


def _in_one_line(match: re.Match[str]) -> str:
    """Lay out a ply with its stamp as a line of its own."""
    return f" {{{' '.join(match[1].split())}}}\n"


class Stamp(NamedTuple):
    """What stands behind a ply: the hash of the message that played it, and when that came."""

    hash: str
    moment: datetime

    def __str__(self) -> str:
        return f"[%mail {self.hash}] [%sent {times.write_moment(self.moment)}]"

    def next(self, ply: int) -> Stamp:
        """Give the stamp of a ply that a message brought about, and did not hold itself."""
        return self._replace(hash=digest(self.hash, str(ply)))


class Refused(NamedTuple):
    """Why a move was not played, and how it was read."""

    found: Finding
    move: str


def judged(data: bytes) -> Judged:
    """Judge the one record of a file; of a file with several nothing is read."""
    found = list(islice(records(BytesIO(data)), 2))
    return replay(read(found[0] if len(found) == 1 else RawRecord("", START)), SETTING)


def open_game(found: Judged) -> Replay | None:
    """Give a record that can be played on; None if it must be put right first."""
    return found if isinstance(found, Replay) and found.status is Status.LEGAL else None


def is_over(found: Judged) -> bool:
    """Say whether a game has ended, however it did."""
    return ending(found) is not None


class Mark(NamedTuple):
    """Where a record has a message: behind which ply (-1: before the first), if it `played` it."""

    place: int
    played: bool


def marks(found: Judged) -> dict[str, Mark]:
    """Find the messages of a record by their hashes."""
    places = {ply.token.ordinal: place for place, ply in enumerate(found.plies)}
    known: dict[str, Mark] = {}
    at = -1
    for token in found.record.main_line:
        if token.kind is Kind.MOVE:
            at = places.get(token.ordinal, at)
        elif token.kind is Kind.COMMENT and "[%mail" in token.text:
            for match in _MAIL.finditer(token.text):
                known.setdefault(match[1], Mark(at, match[2] is not None))
    return known


def with_ply(
    found: Replay, text: str, by: str, stamp: Stamp, *, draw: str = ""
) -> Replay | Refused:
    """Add a move that the army `by` sent, and with it its offer of a draw, or that alone."""
    new = added(found, [(one, START) for one in (text, draw) if one], by)
    ended = new.plies and new.line.position.turn == NOBODY  # and there is nothing more to offer
    if new.refused is not None and not ended:
        move = new.refused.token.text
        bare = move.removeprefix(f"{by}:") if found.game.two_players else move
        return Refused(new.refused.finding, bare)
    offers = [one.text for one in new.done if isinstance(one, Token)]
    texts = [str(stamp), *offers] if new.plies else [*offers, f"[%mail {stamp.hash}]"]
    comment = Token(Kind.COMMENT, " ".join(texts), START)
    tokens = [*(ply.token for ply in new.plies), comment]
    fixed = results.write(len(found.game.armies), new.line.position.winners)
    return _written(extended(found.record, tokens, fixed))


def _written(longer: ParsedRecord) -> Replay:
    """Write a record with what was added, and read it again as it will be read."""
    tags, gap, moves = rewrite(concluded(longer, SETTING), SETTING, Notation.LAN).text.partition(
        "\n\n"
    )
    text = tags + gap + _STAMPED.sub(_in_one_line, moves)
    again = judged(in_bytes(text))
    assert text and isinstance(again, Replay)
    return again


def up_to(found: Replay, plies: int) -> Replay:
    """Give a record as it was after its first plies."""
    shorter = cut(found, len(found.plies) - plies)
    done = found if shorter is None else replay(shorter, SETTING)
    assert isinstance(done, Replay)
    return done


def replies(found: Judged, first: int, stamp: Stamp) -> list[Ply]:
    """List the plies that a message led to: from the one it played on, those that answer it."""
    last = first
    known = marks(found)
    while known.get(stamp.next(last + 1).hash) == Mark(last + 1, True):
        last += 1
    return list(found.plies[first : last + 1])
