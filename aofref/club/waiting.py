"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed.

Messages wait in held/new until they are settled.  Late games and files at fault are states of the
records: what is decided or corrected waits no more.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aofref import Clock
from aofref.club import answers, journal, reminders, takeback
from aofref.club.faults import command, faults
from aofref.club.game import ClubGame
from aofref.club.handler import MessageHandler
from aofref.club.log import Line, Verdict
from aofref.club.outgoing import Outgoing, recipient_of
from aofref.club.session import ClubSession
from aofref.club.settings import digest
from aofref.club.store import Arrived, Unread, base_of, folded, is_usable, reason_of, whole
from aofref.club.understanding import HEARD, Verb, may_hold, move_in
from aofref.notation.times import write_moment
from aofref.text import on_one_line
from aofref.values import Value

_MOST_LINES = 20  # how many lines of a player's text are quoted
_REPETITION = 3  # how often a position stands before a player can claim a draw
_MORE = "7d"  # the time that a command offers to give an army that is late
_UNCLEAR = (Verdict.ASKED, Verdict.HELD, Verdict.REFUSED)
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


class Waiting(Value):
    """What waits for the arbiter."""

    held: tuple[Entry, ...]
    late: tuple[Entry, ...]
    faulty: tuple[Entry, ...]
    unproved: tuple[Entry, ...]

    @property
    def every(self) -> tuple[Entry, ...]:
        """Everything that waits."""
        return (*self.held, *self.late, *self.faulty, *self.unproved)

    def report(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {name: [entry.row for entry in getattr(self, name)] for name in self._fields}

    def __str__(self) -> str:
        nothing = [["Nothing waits for the arbiter."]]
        return answers.joined(*([entry.paragraph for entry in self.every] or nothing))


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
        if session.log.times_again(path.name) and not any(p.verdict == Verdict.HELD for p in parts):
            yield path
            continue
        handler = _handler(session, path)
        if handler is None or not handler.player.id:
            continue
        if handler.post or any(map(handler.said, HEARD)):
            continue
        if all(line.verdict == Verdict.TAKEBACK for line in parts):
            games = {line.game for line in parts}
            if games <= takebacks:
                yield path
            takebacks |= games
        unclear = all(line.verdict in _UNCLEAR for line in parts)
        if any(line.verdict == Verdict.HELD for line in parts):  # for some other reason, perhaps
            unclear = unclear and reason_of(whole(path)) == "not understood"
        if not unclear:
            continue
        about = last.player, last.game
        moved = all(_has_moved(session, handler, line) for line in parts)
        if moved or (about in asked and last.verdict == Verdict.ASKED):
            yield path
        elif last.verdict == Verdict.ASKED:
            asked.add(about)


def _has_moved(session: ClubSession, handler: MessageHandler, line: Line) -> bool:
    """Whether the sender of a message has moved since in its game; or in any, if it has none."""
    game = session.games.get(folded(line.game)) if line.game else handler.about()
    moved = handler.moved(session.readable if game is None else [game])
    return moved is not None and moved >= handler.stamp.moment


def _handler(session: ClubSession, path: Path) -> MessageHandler | None:
    """Read a message that was judged; None if it cannot be read."""
    with suppress(OSError, Unread):
        moment = datetime.fromtimestamp(int(path.lstat().st_mtime), UTC)
        return MessageHandler(session, Arrived(path, moment, path.name, anew=True))
    return None


def waiting(session: ClubSession, folder: Path, *, by_clock: bool) -> Waiting:
    """List what waits in a club whose directory is called `folder` in commands.

    Late games are found `by_clock`, or else as an earlier run has told their players.
    """
    desk, store, late = _Desk(session, folder), session.store, []
    any_late = by_clock or session.log.last(Verdict.LATE) is not None
    for game in running(session) if any_late else ():
        clock = game.clock
        if clock is not None and (
            clock.late if by_clock else session.log.of(reminders.late_hash(game, clock))
        ):
            late.append(desk.late(game, clock))
    gone = set(settled(session)) if store.dry else set[Path]()  # no run has put them away yet
    held = [path for path in store.files("held/new") if is_usable(path) and path not in gone]
    unproved = []
    for arrived in store.arrived(session.now) if session.log.last(Verdict.UNPROVED) else ():
        *_, last = [None, *session.log.history(arrived.name)]
        if last is not None and last.verdict == Verdict.UNPROVED:
            unproved.append(desk.unproved(arrived.path, last))
    every = (
        map(desk.held, held),
        late,
        desk.faulty(),
        unproved,
    )
    return Waiting(*map(tuple, every))


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
        since = datetime.fromtimestamp(int(path.lstat().st_mtime), UTC)
        last = [None, *session.log.of_file(path.name)][-1]
        why = reason_of(whole(path)) if handler is not None else "cannot be read"
        who = address = player = text = ""
        game: ClubGame | None = None
        do = [self.club("--done", file)]
        unsent = session.store.sent(base_of(path.name)) is not None
        if handler is not None:
            address = handler.message.sender or "?"
            who, game = handler.player.id or address, handler.about()
            text, player = _words(handler), handler.player.address if handler.player.id else ""
        if handler is not None and unsent:
            address, text = recipient_of(handler.raw), ""
            why += f", to {address}"
        if unsent or last is None or last.verdict in (Verdict.HELD, Verdict.REFUSED):
            do = [self.club("--again", file), *do]
        if handler is not None and not unsent:
            do = [*self.settling(handler, last, game), *do]
        row = {
            **{
                "file": file,
                "from": who or "?",
                "address": address or None,
                "game": str(game or "") or None,
            },
            **{"since": write_moment(since), "why": why, "text": text, "do": do},
        }
        about = f"{who or '?'} <{address}>" if address not in ("", who) else who or "?"
        about += f", [{game}]" if game else ""
        about += f", since {answers.moment(since)}: {why.rstrip('.')}."
        head = f"{'Not sent' if unsent else 'Held'}: {about}"
        quoted = [f"  > {answers.cut(line)}" for line in text.splitlines()]
        if last is not None and last.verdict == Verdict.CLAIMED and game is not None:
            board = answers.drawn(game.record) if journal.is_sound(game.record) else []
            quoted += ["", *(f"  {line}" for line in board), ""]
        return Entry(digest("held", path.name, size=4), row, (head, *quoted), player)

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
                record, clock = game.record, game.clock
                late = clock is not None and clock.late
                if clock is not None and late:
                    yield _forfeit(path, clock.army)
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
        by = game.army(handler.player) if journal.is_sound(record) else ""
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

    def late(self, game: ClubGame, clock: Clock) -> Entry:
        """Return the entry of a game whose time is used up."""
        path = self.path(game.path)
        more = command("aofref", "clock", "--give", f"{clock.army}={_MORE}", "--in-place", path)
        do = [_forfeit(path, clock.army), more]
        row = clock._replace(source=path).report() | {"do": do}
        standing = answers.to_move(game)[0]
        line = f"Late: [{game}]: {standing}"
        return Entry(digest("late", reminders.late_hash(game, clock), size=4), row, (line,))

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


def _forfeit(path: str, army: str) -> str:
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
    now = waiting(session, session.store.folder.absolute(), by_clock=False)
    had = set[str]() if last is None else set(last.note.split())
    new = [entry for entry in now.every if entry.key not in had]
    if not new:
        return
    old = [entry.paragraph for entry in now.every if entry.key in had]
    text = answers.joined(*(entry.paragraph for entry in new), *([[_STILL], *old] if old else []))
    hash_ = digest("digest", "" if last is None else last.hash)  # one behind each
    players = {entry.player for entry in new if entry.player}
    reply_to = players.pop() if len(players) == 1 else ""
    subject, to = f"{on_one_line(club.name)[:100]}: {_counted(now)}", f"Arbiter of {club.name}"
    out = Outgoing((to, club.arbiter), subject, text, reply_to=reply_to)
    session.send(Verdict.DIGEST, hash_, out, note=" ".join(entry.key for entry in now.every))


def _counted(now: Waiting) -> str:
    names = ("held", "late", "at fault", "unproved")
    return ", ".join(f"{len(many)} {what}" for what, many in zip(names, now, strict=True) if many)
