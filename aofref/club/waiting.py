"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed.

Messages wait in held/new until they are settled.  Late games and files at fault are states of the
records: what is decided or corrected waits no more.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from aofref.club import answers, journal, takeback
from aofref.club.faults import command, faults
from aofref.club.game import ClubGame
from aofref.club.handler import MessageHandler
from aofref.club.log import Line, Verdict
from aofref.club.outgoing import Outgoing, recipient_of
from aofref.club.reminders import is_late, late_hash
from aofref.club.session import ClubSession
from aofref.club.settings import digest
from aofref.club.store import (
    Arrived,
    Unread,
    arrival_of,
    base_of,
    folded,
    reason_of,
    whole,
)
from aofref.club.understanding import HEARD, Verb, may_hold, move_in
from aofref.notation.times import write_moment
from aofref.text import on_one_line
from aofref.values import Value

_MOST_LINES = 20  # how many lines of a player's text are quoted
_REPETITION = 3  # how often a position stands before a player can claim a draw
_MORE = "7d"  # the time that a command offers to give an army that is late
_UNCLEAR = {Verdict.ASKED, Verdict.HELD, Verdict.REFUSED}
_STILL = "Still waiting, as the last digest said:"


class Entry(Value):
    """One thing that waits: its row in JSON, with the commands that settle it, and its lines.

    `key` is the same for the same thing.  `player` is the address of the player whose message it
    is, if it is one.
    """

    key: str
    row: dict[str, Any]
    lines: tuple[str, ...]
    player: str = ""

    @property
    def paragraph(self) -> list[str]:
        """The lines, and the commands."""
        return [*map(on_one_line, self.lines), *(f"    {do}" for do in self.row.get("do", ()))]


def text(waiting: dict[str, list[Entry]]) -> str:
    """Write what waits for the arbiter."""
    every = [entry.paragraph for entries in waiting.values() for entry in entries]
    return answers.joined(*(every or [["Nothing waits for the arbiter."]]))


def running(session: ClubSession) -> list[ClubGame]:
    """List the games under way whose records can be played on."""
    sound = (game for game in session.readable if journal.is_sound(game.record))
    return [game for game in sound if game.record.end is None]


def settled(session: ClubSession) -> Iterator[Path]:
    """Yield the files of held/new that wait no more.

    A message was judged anew, and is not held again; or it was not understood, and its sender has
    moved in its game since, or was asked about it again; or a later one is about the same takeback.
    """
    asked, takebacks = set[tuple[str, str]](), set[str]()
    for path in reversed(session.store.files("held/new")):
        *_, last = [None, *session.log.of_file(path.name)]
        if last is None:
            continue
        parts = session.log.parts(last)
        verdicts = {line.verdict for line in parts}
        if session.log.times_again(path.name) and Verdict.HELD not in verdicts:
            yield path
            continue
        handler = _handler(session, path)
        if handler is None or not handler.player.id:
            continue
        if handler.post or any(map(handler.said, HEARD)):
            continue
        if verdicts == {Verdict.TAKEBACK}:
            games = {line.game for line in parts}
            if games <= takebacks:
                yield path
            takebacks |= games
        held = Verdict.HELD in verdicts  # for some other reason, perhaps
        if not verdicts <= _UNCLEAR or (held and reason_of(whole(path)) != "not understood"):
            continue
        about = [session.games.get(folded(li.game)) if li.game else handler.about() for li in parts]
        moved = [handler.moved([game] if game else session.readable) for game in about]
        again = last.verdict == Verdict.ASKED and (last.player, last.game) in asked
        if again or all(at is not None and at >= handler.stamp.moment for at in moved):
            yield path
        elif last.verdict == Verdict.ASKED:
            asked.add((last.player, last.game))


def _handler(session: ClubSession, path: Path) -> MessageHandler | None:
    """Read a message that was judged; None if it cannot be read."""
    with suppress(OSError, Unread):
        return MessageHandler(session, Arrived(path, arrival_of(path), path.name, anew=True))
    return None


def waiting(
    session: ClubSession, folder: Path, is_late: Callable[[ClubGame], object]
) -> dict[str, list[Entry]]:
    """List what waits in a club whose directory is called `folder` in commands, by its kinds."""
    desk, store = _Desk(session, folder), session.store
    gone = set(settled(session)) if store.dry else set[Path]()  # no run has put them away yet
    held = [path for path in store.usable("held/new") if path not in gone]
    unproved = []
    for arrived in store.arrived(session.now) if session.log.last(Verdict.UNPROVED) else ():
        *_, last = [None, *session.log.history(arrived.name)]
        if last is not None and last.verdict == Verdict.UNPROVED:
            unproved.append(desk.unproved(arrived.path, last))
    return {
        "held": [desk.held(path) for path in held],
        "late": [desk.late(game) for game in running(session) if is_late(game)],
        "faulty": [*desk.faulty()],
        "unproved": unproved,
    }


class _Desk:
    """The entries of a club whose directory is called `folder` in commands."""

    def __init__(self, session: ClubSession, folder: Path) -> None:
        self.session, self.folder = session, folder

    def club(self, option: str, *names: str) -> str:
        """Return a command of the club."""
        return command("aofref", "club", self.folder, option, *names)

    def path(self, path: Path) -> str:
        """Return a path in the directory as commands have it."""
        return str(self.folder / path.relative_to(self.session.store.folder))

    def held(self, path: Path) -> Entry:
        """Return the entry of a message in held/new."""
        session, file, handler = self.session, self.path(path), _handler(self.session, path)
        since = arrival_of(path)
        *_, last = [None, *session.log.of_file(path.name)]
        unsent = session.store.sent(base_of(path.name)) is not None
        who, address, why, game, player, quoted = "?", "", "cannot be read", None, "", ""
        do = [self.club("--done", file)]
        if unsent or last is None or last.verdict in (Verdict.HELD, Verdict.REFUSED):
            do = [self.club("--again", file), *do]
        if handler is not None:
            address, why = handler.message.sender or "?", reason_of(whole(path))
            who, game, quoted = handler.player.id or address, handler.about(), _words(handler)
            player = handler.player.address if handler.player.id else ""
            if unsent:
                address, quoted = recipient_of(handler.raw), ""
                why += f", to {address}"
            else:
                do = [*self.settling(handler, last, game), *do]
        row: dict[str, Any] = {"file": file, "from": who, "address": address or None}
        row |= {"game": game.id if game else None, "since": write_moment(since), "why": why}
        row |= {"text": quoted, "do": do}
        about = f"{who} <{address}>" if address not in ("", who) else who
        about += f", [{game}]" if game else ""
        about += f", since {answers.moment(since)}: {why.rstrip('.')}."
        head = f"{'Not sent' if unsent else 'Held'}: {about}"
        lines = [f"  > {answers.cut(line)}" for line in quoted.splitlines()]
        if last is not None and last.verdict == Verdict.CLAIMED and game is not None:
            board = answers.drawn(game.record) if journal.is_sound(game.record) else []
            lines += ["", *(f"  {line}" for line in board), ""]
        return Entry(digest("held", path.name, size=4), row, (head, *lines), player)

    def settling(
        self, handler: MessageHandler, last: Line | None, about: ClubGame | None
    ) -> Iterator[str]:
        """Yield the commands that do what a message asks for, and the move that it may mean."""
        session, player = self.session, handler.player.id
        for line in session.log.parts(last) if last is not None else ():
            game = session.games.get(folded(line.game))
            path = self.path(game.path) if game is not None else ""
            if line.verdict == Verdict.TAKEBACK and game is not None:
                asked = takeback.asked(game)
                if asked is not None and not asked.missing:
                    yield command("aofref", "undo", "--in-place", path, str(asked.steps))
            elif line.verdict == Verdict.CLAIMED and game is not None:
                record, late = game.record, is_late(game)
                if late:
                    yield _forfeit(path, record.position.turn)
                sound = journal.is_sound(record)
                repeated = sound and record.position.times_stood() >= _REPETITION
                if sound and may_hold(_words(handler), repeated=repeated, late=late):
                    yield command("aofref", "tag", "--in-place", path, "Result=1/2-1/2")
            elif line.verdict == Verdict.ADDRESS and player:
                for order in handler.said(Verb.ADDRESS):
                    yield self.club("--address", player, order.text)
        if about is not None and last is not None and last.verdict in _UNCLEAR:
            yield from self.meant(handler, about)

    def meant(self, handler: MessageHandler, game: ClubGame) -> list[str]:
        """Return the command that plays the one legal move in a message, if there is one."""
        record = game.record
        by = journal.army(record, handler.player.name) if journal.is_sound(record) else ""
        if not by:
            return []
        words = (word.strip(".,;:!?()\"'") for word in _words(handler).split())
        legal = []
        for word in dict.fromkeys(word for word in words if move_in(record, word)):
            tried = journal.with_ply(record, word, by, handler.stamp)
            legal += [] if isinstance(tried, journal.Refused) else [word]
        if len(legal) != 1:
            return []
        sent, file = write_moment(handler.stamp.moment), self.path(game.path)
        words_ = ("--in-place", "--by", by, "--sent", sent, file, *legal)
        return [command("aofref", "play", *words_)]

    def late(self, game: ClubGame) -> Entry:
        """Return the entry of a game whose time is used up."""
        path, clock = self.path(game.path), game.clock
        assert clock is not None
        more = command("aofref", "clock", "--give", f"{clock.army}={_MORE}", "--in-place", path)
        do = [_forfeit(path, clock.army), more]
        row = clock._replace(source=path).report() | {"do": do}
        line = f"Late: [{game}]: {answers.to_move(game)[0]}"
        return Entry(digest("late", late_hash(game), size=4), row, (line,))

    def faulty(self) -> Iterator[Entry]:
        """Yield the entries of files that must be corrected."""
        for fault in faults(self.session, self.folder):
            row = {"file": str(fault.path), "message": fault.message, "do": list(fault.do)}
            yield Entry(digest("fault", str(fault), size=4), row, ("At fault:", f"  {fault}"))

    def unproved(self, path: Path, line: Line) -> Entry:
        """Return the entry of a message of in/new that waits for the key of its signature."""
        since, who, why = write_moment(line.time), line.player, line.note
        row = {"file": self.path(path), "from": who, "since": since, "why": why}
        said = f"Not proven yet: {who}, since {since}: {why}."
        return Entry(digest("unproved", line.file, size=4), row, (said,))


def _forfeit(path: str, army: str | None) -> str:
    """Return the command by which an army forfeits."""
    return command("aofref", "play", "--in-place", "--sent", "now", path, f"{army}:forfeits")


def _words(handler: MessageHandler) -> str:
    """Return the sender's own words, cut; also the Subject if that is for the arbiter."""
    own = [on_one_line(line.text.strip()) for line in handler.message.lines if line.own]
    post = on_one_line(handler.post)
    own = own if not post or any(post in line for line in own) else [post, *own]
    more = ["[...]"] if len(own) > _MOST_LINES else []
    return "\n".join([*own[: _MOST_LINES - len(more)], *more])


def send_digest(session: ClubSession) -> None:
    """Write the digest to the arbiter, if anything is new since the last, and that is long ago."""
    club = session.club
    if not club.arbiter or session.store.dry:
        return
    last = session.log.last(Verdict.DIGEST)
    if last is not None and (session.now - last.time).total_seconds() < club.digest:
        return
    log = session.log
    told = log.last(Verdict.LATE) is not None
    now = waiting(
        session, session.store.folder.absolute(), lambda game: told and log.of(late_hash(game))
    )
    every, had = [*chain(*now.values())], set[str]() if last is None else set(last.note.split())
    new = [entry for entry in every if entry.key not in had]
    if not new:
        return
    old = [entry.paragraph for entry in every if entry.key in had]
    text = answers.joined(*(entry.paragraph for entry in new), *([[_STILL], *old] if old else []))
    hash_ = digest("digest", "" if last is None else last.hash)  # one behind each
    players = {entry.player for entry in new if entry.player}
    reply_to = players.pop() if len(players) == 1 else ""
    names = zip(("held", "late", "at fault", "unproved"), now.values(), strict=True)
    counted = ", ".join(f"{len(many)} {what}" for what, many in names if many)
    subject, to = f"{on_one_line(club.name)[:100]}: {counted}", f"Arbiter of {club.name}"
    out = Outgoing((to, club.arbiter), subject, text, reply_to=reply_to)
    session.send(Verdict.DIGEST, hash_, out, note=" ".join(entry.key for entry in every))
