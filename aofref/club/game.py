"""Game: a game of the club in one run: its record, its plans, and what its players know of it.

The players of a game know the text of its record that they were sent last; a file of the folder
`known` has that text.  An arbiter changes a record by other commands: what it has otherwise then is
news, which the next run sends to the players.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from aofref import Clock, Record, Stamp
from aofref.club import clocks, journal, plans
from aofref.club.journal import MailMark, Refused
from aofref.club.log import Verdict
from aofref.club.plans import Plans
from aofref.club.settings import Player, digest
from aofref.club.store import Unread, folded
from aofref.findings import START, Code, Finding, Place, Severity, fault
from aofref.text import in_bytes, joined, on_one_line
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.club.session import ClubSession

_HEAD = re.compile(rb"% ([0-9]{1,9}) ([0-9a-f]{16})")
_GIVEN = re.compile(r"\[%give [^\[\]]*\]")
_MAIL = re.compile(rb"\[%mail ([0-9a-f]+)")


class Takeback(Value):
    """A takeback: who asks, the names of those who have yet to agree, the `moves`, the `steps`.

    `steps` is how many `aofref undo` is to take back.  The time of the `army` runs on then as it
    did when the first move was `sent`.  `again`: who asks now has asked before.
    """

    by: str
    missing: tuple[str, ...]
    moves: str
    steps: int
    army: str
    sent: datetime | None
    again: bool


class ClubGame:
    """A game of the club, by the file of its record, which is read once for each of its states.

    `id` is as in the name of the file, `key` the same for all spellings of it.  `data` are the
    bytes that were read; if they are not `is_new`, they are read again before the record is used:
    an arbiter may play while this runs.
    """

    def __init__(self, session: ClubSession, path: Path) -> None:
        self.session, self.store, self.path = session, session.store, path
        self.club, self.now = session.club, session.now
        self.id = on_one_line(path.stem)  # which may be printed and mailed
        self.key = folded(self.id)
        self.data = b""
        self._record: Record | None = None
        self.is_new = False
        self._plans: dict[str, Plans] = {}

    def __str__(self) -> str:
        return self.id

    # The record -----------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record; raises Unread if it cannot be read."""
        if not self.is_new or self._record is None:
            dry = self.store.dry and self._record is not None  # then as they would be by now
            data = self.data if dry else self.store.data(self.path)
            if self._record is None or data != self.data:
                self.data, self._record = data, journal.record_of(data)
            self.is_new = True
        return self._record

    @property
    def is_readable(self) -> bool:
        """Whether the record can be read now."""
        with suppress(Unread):
            return self.record is not None
        return False

    def keep(self, longer: Record, army: str = "", new_plans: Plans | None = None) -> None:
        """Write the new plans of an army, if there are any, then a longer record.

        Raises Changed if the file of the record has changed meanwhile.
        """
        with self.store.unchanged(self.path, self.data):
            if new_plans is not None:
                text = "".join(f"{plan}\n" for plan in new_plans)
                self.store.write(self.store.file_of(self.path, "plans", army), text.encode())
                self._plans[army] = new_plans
            if longer is not self.record:
                data = in_bytes(longer.text)
                self.store.write(self.path, data, self.data)
                self.data, self._record = data, longer

    def has(self, hash_: str) -> bool:
        """Whether the record may have a message; False if it cannot be read."""
        return self.is_readable and hash_.encode() in self.data

    def mark(self, hash_: str) -> MailMark | None:
        """Find a message in the record."""
        return journal.marks(self.record).get(hash_) if self.has(hash_) else None

    # Its players ----------------------------------------------------------------------------------

    @property
    def players(self) -> list[Player]:
        """The players who are in the list, in order of play, each once."""
        return self.session.called(self.record.players.values())

    @property
    def clock(self) -> Clock | None:
        """The clock that runs, without the player's days of leave; None if none does."""
        record = clocks.with_leave(self.club, self.record, self.players)
        return record.clock(self.now, double_after=self.club.double_after)

    @property
    def is_late(self) -> bool:
        """Whether the time of the army to move is used up."""
        return (until := self.late_from(self.record)) is not None and self.now >= until

    def late_from(self, record: Record) -> datetime | None:
        """Return from when the army to move in a state of the record is late; None if unknown."""
        return clocks.late_from(self.club, clocks.with_leave(self.club, record, self.players))

    def takeback(self, now: Player | None = None) -> Takeback | None:
        """Return the takeback that players have asked for in this position, or ask `now`.

        All must agree who had an army before the first move: a loser, and who has resigned since.
        None if nobody has asked, or has a move to take back.
        """
        record, line = self.record, self.record.mainline()
        since = journal.last_sent(record, record.variant.armies)
        names = {player.id: player.name for player in self.players}
        here = f"{Verdict.TAKEBACK} {len(line)}", self.id
        lines = [each for each in self.session.log.lines if (each.note, each.game) == here]
        since_then = (each for each in lines if since is None or each.time >= since)
        said = [names[each.player] for each in since_then if each.player in names]
        agreed = [*said, *([now.name] if now else [])]
        own = journal.armies(record, agreed[0]) if agreed else []
        mine = (at for at, ply in enumerate(line) if ply.army in own and ply.lan != "forfeits")
        last = max(mine, default=-1)
        if last < 0:
            return None
        sides = record.variant.armies.items() if len(record.variant.armies) == 2 else ()
        resigned = {f"{letter}:resigns": f"{side}'s resignation" for letter, side in sides}
        moves, steps = joined([resigned.get(str(ply), str(ply)) for ply in line[last:]], "and"), 1
        while len(record.undo(steps)[0].mainline()) > last:
            steps += 1
        before, sent, have = line[last].before, line[last].sent, [*map(folded, agreed)]
        asked = (record.players.get(army, "") for army in before.armies)
        missing = tuple(name for name in dict.fromkeys(asked) if name and folded(name) not in have)
        again = now is not None and now.name in said
        return Takeback(agreed[0], missing, moves, steps, before.turn or "", sent, again)

    # What its players know ------------------------------------------------------------------------

    @cached_property
    def known(self) -> tuple[int, bytes]:
        """How much news the players got, and the record that they know.

        That is empty if it is lost, or damaged.
        """
        path = self.store.file_of(self.path, "known")
        head, _, record = self.store.data(path).partition(b"\n")
        match = _HEAD.fullmatch(head)
        if match is None or match[2] != digest(record).encode():
            return 0, b""
        return int(match[1]), record

    @property
    def is_known(self) -> bool:
        """Whether the players know the record as it is."""
        return bool(self.record and self.data) and self.known[1] == self.data

    @property
    def known_record(self) -> Record:
        """The record as the players know it.

        If that is lost, they know it up to its last message, but neither an end that somebody
        stated nor time that an arbiter gave.
        """
        known = journal.record_of(self.known[1])
        if known.is_opened:
            return known
        record = self.record
        last = max((mark.place for mark in journal.marks(record).values()), default=-1)
        if last < len(record.mainline()) - 1:
            record = journal.up_to(record, last + 1)
        elif record.end is not None and not (record.end.by in journal.BY_PLAY or record.offers):
            record = record.with_tags({"Result": "*", "Termination": None})
        return journal.record_of(in_bytes(_GIVEN.sub("", record.text)))

    def note(self, data: bytes = b"", *, news: bool = False) -> None:
        """Note that the players know the record, or these bytes; `news` are counted."""
        record, number = data or self.data, self.known[0] + news
        if record != self.known[1]:
            head = f"% {number} {digest(record)}\n".encode()
            path = self.store.file_of(self.path, "known")
            self.store.write(path, head + record)
            self.known = number, record

    def note_answered(self, plies: int) -> None:
        """Note that the players know the game up to the last of its `plies` that they were sent."""
        record = journal.up_to(self.record, plies)
        if record is self.record:
            self.note()
        elif journal.apart(self.known_record, record)[1]:
            self.note(in_bytes(record.text))

    # Plans ----------------------------------------------------------------------------------------

    def plans(self, army: str) -> Plans:
        """Return the plans of an army."""
        if army not in self._plans:
            path = self.store.file_of(self.path, "plans", army)
            self._plans[army], _ = plans.read(self.store.data(path))
        return self._plans[army]

    def play_planned(self, stamp: Stamp, first: int = -1) -> None:
        """Play the planned moves of the armies to move, and keep each before the next.

        The ply at the index `first` has the hash of the stamp, the others have hashes made of it.
        """
        while (record := self.record).is_opened and record.end is None:
            letter, number = record.position.turn or "", len(record.mainline())
            move = plans.planned_move(record, self.plans(letter))
            own = stamp if number == first else journal.reply_stamp(stamp, number)
            longer = journal.with_ply(record, move, letter, own) if move else None
            if longer is None or isinstance(longer, Refused):
                return
            self.keep(longer)

    # Faults ---------------------------------------------------------------------------------------

    @property
    def fault(self) -> Finding | None:
        """Why the record must be corrected before it is played on; None if it can be."""
        if journal.is_sound(self.record):
            return None
        read = journal.records_of(self.store.data(self.path))
        for finding in read[0].findings if read else ():
            if finding.refusal.severity is not Severity.WARNING:
                return finding
        if len(read) > 1:
            why = "more begins here, and the file of a club's game has one record"
            return fault(Code.NO_RECORD, why, Place(read[1].line, 1))
        return fault(Code.NO_RECORD, "there is no record here", START)

    @property
    def copied(self) -> str:
        """The id of the other game whose messages are in the record; empty for none."""
        for mark in _MAIL.findall(self.data):
            games = [line.game for line in self.session.log.of(mark.decode()) if line.game]
            if games and self.id not in games and folded(games[0]) in self.session.games:
                return games[0]
        return ""

    @property
    def is_playable(self) -> bool:
        """Whether nothing must be corrected before it is played on: it has no fault, is no copy,
        and its players are in the list.

        Raises Unread if the record, or what belongs to it, cannot be read now.
        """
        is_sound = bool(self.record and self.known) and self.fault is None
        for army in self.record.variant.armies if is_sound else ():
            self.plans(army)
        return is_sound and not (self.copied or self.unlisted)

    @property
    def unlisted(self) -> dict[str, str]:
        """The players of a game under way whose names players.tsv lacks, by their armies."""
        record, listed = self.record, self.session.called
        armies = record.position.armies if record.end is None else ()
        named = ((army, record.players.get(army, "")) for army in armies)
        return {army: name for army, name in named if name and not listed([name])}
