"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed.

Messages wait in held/new until they are settled.  Late games, and files that must be corrected as
they are illegal, unreadable, damaged or gone, are states: what is corrected waits no more.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from aofref.club import answers, journal, plans
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.handler import MessageHandler
from aofref.club.inbox import Verb, find_words
from aofref.club.log import LOG, Line, Verdict, written
from aofref.club.news import late_hash
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession
from aofref.club.settings import digest
from aofref.club.store import Arrived, Unread, arrival_of, folded, opened, whole
from aofref.findings import START, Code, Finding, Severity, fault
from aofref.text import nearest, on_one_line
from aofref.values import Value

_MOST_LINES = 20  # how many lines of a player's text are quoted
_KINDS = {"held": "held", "late": "late", "faulty": "at fault", "unproved": "unproved"}


class Entry(Value):
    """One thing that waits: its row in JSON, with the commands that settle it, and its text.

    `key` is the same for the same thing.
    """

    key: str
    row: dict[str, Any]
    text: str


def text(waiting: dict[str, list[Entry]]) -> str:
    """Write what waits for the arbiter."""
    every = [entry.text for entry in chain(*waiting.values())]
    return answers.joined(*(every or ["Nothing waits for the arbiter."]))


def running(session: ClubSession) -> list[ClubGame]:
    """List the games under way whose records can be played on."""
    sound = (game for game in session.readable if journal.is_sound(game.record))
    return [game for game in sound if game.record.end is None]


def settled(session: ClubSession) -> Iterator[Path]:
    """Yield the files of held/new that wait no more: nothing that they ask is open any more."""
    last = session.log.last(Verdict.DIGEST)
    told = last.note.split() if last is not None else []
    for path in session.store.files("held/new"):
        lines = session.log.judged(path.name)
        handler = _handler(session, path) if lines else None
        was_told = not session.club.arbiter or digest("held", path.name, size=4) in told
        is_open = (_is_open(handler, line, was_told=was_told) for line in lines if handler)
        if handler and not any(is_open):
            yield path


def _is_open(handler: MessageHandler, line: Line, *, was_told: bool) -> bool:
    """Whether what a line of a message asks waits for the arbiter, who `was_told` of the message.

    An address does not if it is noted; what was not proven, or asked back, if its sender has moved
    in the game since; what else was judged anew if it is not held again.  Once a digest had them,
    nor does what was not understood, if its sender has moved since, nor a withdrawal that is done.
    """
    session, own, game = handler.session, handler.player, handler.about(line)
    asks = handler.addresses or handler.said(Verb.CLAIM) or handler.said(Verb.ARBITER)
    leaves = handler.said(Verb.WITHDRAW) and (session.fought_by(own.name) or not was_told)
    if asks or leaves or line.takes_back:
        return bool(asks or leaves) or _takes_back(session, line)
    if session.log.is_rejudged(handler.name):
        return False
    is_held = line.verdict == Verdict.HELD
    if not own.id or handler.post or (is_held and handler.why != "not understood"):
        return True
    games = [each for each in session.readable if game in (None, each)]
    moved = handler.moved(games)
    has_moved = moved is not None and moved >= handler.stamp.moment
    is_unclear = is_held or line.verdict == Verdict.ASKED or line.player != own.id
    return is_unclear and not (has_moved and (was_told or not is_held))


def _takes_back(session: ClubSession, line: Line) -> bool:
    """Whether a line asks for a takeback that is not done or declined, nor asked for again."""
    same = [each for each in session.log.lines if each.takes_back and each.game == line.game]
    games = [game for game in session.readable if game.id == line.game]
    is_over = any(journal.is_sound(game.record) and game.takeback() is None for game in games)
    return line.takes_back and same[-1].hash == line.hash and not is_over


def _handler(session: ClubSession, path: Path) -> MessageHandler | None:
    """Read a message that was judged; None if it cannot be read."""
    with suppress(OSError):
        handler = MessageHandler(session, Arrived(path, arrival_of(path), path.name, anew=True))
        return handler if handler.parts else None  # which need the records of their games
    return None


class Desk:
    """The entries of a club whose directory is called `folder` in commands."""

    def __init__(self, session: ClubSession, folder: Path) -> None:
        self.session, self.folder = session, folder

    def waiting(self, is_late: Callable[[ClubGame], object]) -> dict[str, list[Entry]]:
        """List what waits, by its kinds."""
        session, store = self.session, self.session.store
        gone = set(settled(session)) if store.dry else set[Path]()  # no run has put them away yet
        held = [path for path in store.usable("held/new") if path not in gone]
        unproved = []
        for arrived in store.arrived(session.now) if session.log.last(Verdict.UNPROVED) else ():
            *_, last = [None, *session.log.history(arrived.name)]
            if last is not None and last.verdict == Verdict.UNPROVED:
                row: dict[str, Any] = {"file": self._path(arrived.path), "from": last.player}
                row |= {"since": written(last.time), "why": last.note}
                unproved.append(self._entry("unproved", last.file, row))
        late = []
        for game in filter(is_late, running(session)):
            clock = game.clock
            assert clock is not None
            row = {**clock._replace(source=self._path(game.path)).report()}
            late.append(self._entry("late", late_hash(game), row, game=game))
        entries = ([self._held(path) for path in held], late, [*self.faulty()], unproved)
        return dict(zip(_KINDS, entries, strict=True))

    def _entry(self, kind: str, key: str, row: dict[str, Any], **facts: Any) -> Entry:
        """Make an entry of a row, with its commands; what these do is in the text alone."""
        facts = {"session": self.session, "club": self.folder, "path": self._path, **row, **facts}
        do = [line.split("\t") for line in say("commands", kind=kind, **facts).splitlines()]
        row |= {"do": [command for command, _ in do]} if do else {}
        return Entry(digest(kind, key, size=4), row, say(kind, do=do, **facts))

    def _path(self, path: Path) -> str:
        """Return a path in the directory as commands have it."""
        return str(self.folder / path.relative_to(self.session.store.folder))

    # Messages -------------------------------------------------------------------------------------

    def _held(self, path: Path) -> Entry:
        session, since, handler = self.session, arrival_of(path), _handler(self.session, path)
        row: dict[str, Any] = {"file": self._path(path), "from": "?", "address": None, "game": None}
        row |= {"since": written(since), "why": "cannot be read", "text": ""}
        if handler is None:
            return self._entry("held", path.name, row, arrived=since, own=None, claimed=())
        lines, own, message = session.log.judged(path.name), handler.player, handler.message
        about, sender, text = handler.about(*lines), message.sender or "?", _words(handler)
        row |= {"from": own.id or sender, "address": sender, "game": about and about.id}
        row |= {"why": handler.why, "text": text}
        names = {folded(message.name), folded(sender.partition("@")[0])}
        like = [one.id for one in session.players if names & {folded(one.id), folded(one.name)}]
        takebacks = {handler.about(line): _takes_back(session, line) for line in lines}
        games = [game for game in session.readable if game in takebacks]
        sound = [game for game in games if journal.is_sound(game.record)]
        is_claim = handler.said(Verb.CLAIM) or find_words(handler.post, "claim")
        facts = {
            "arrived": since,
            "own": own,
            "subject": message.subject,
            "like": like,
            "last": [Line(since, ""), *lines][-1],
            "leaves": session.fought_by(own.name) and find_words(text, "withdraw"),
            "addresses": handler.addresses,
            "takebacks": [game for game in sound if takebacks[game]],
            "claimed": sound if is_claim else (),
        }
        return self._entry("held", path.name, row, **facts)

    # Files at fault -------------------------------------------------------------------------------

    def faulty(self) -> Iterator[Entry]:
        """Yield the entries of files that must be corrected."""
        session, store = self.session, self.session.store
        names = [player.name for player in session.players]
        seated = {name for game in session.readable for name in game.record.players.values()}
        new = [name for name in names if name not in seated]
        for path in chain(*map(store.files, ("in/new", "held/new", "games", "plans", "known"))):
            try:
                opened(path).close()
            except Unread as odd:
                yield self._fault(path, fault(Code.CANNOT_OPEN, odd.strerror or "?", START), "")
        for game in session.readable:
            if (found := game.fault) is not None:
                is_move = found.refusal.severity is Severity.ILLEGAL and found.token >= 0
                decides = is_move and found.code is not Code.FALSE_RESULT
                yield self._fault(game.path, found, "decide" if decides else "check")
            elif other := game.copied:
                copied = fault(Code.CONTRADICTION, say("copied", id=other), START)
                yield self._fault(game.path, copied, "put aside")
            else:  # the players whom players.tsv lacks
                for army, name in game.unlisted.items():
                    side = game.record.variant.armies[army]
                    lacking = fault(Code.BAD_TAG, say("unlisted", name=name, side=side), START)
                    near = nearest(name, names, 1) or (new if len(new) == 1 else ())
                    yield self._fault(game.path, lacking, "name", name=name, side=side, near=near)
        begun = (*store.files("games"), *(game.path for game in session.drawn()))
        known = {store.file_of(path, "known") for path in begun}
        for path in store.usable("known"):
            if path not in known:
                yield self._fault(
                    path, fault(Code.CANNOT_OPEN, say("record-gone"), START), "remove"
                )
        for path in store.usable("plans"):
            if (found := plans.read(whole(path))[1]) is not None:
                yield self._fault(path, found, "remove")
        if session.log.fault is not None:
            yield self._fault(store.folder / LOG, session.log.fault, "edit")

    def _fault(self, path: Path, found: Finding, mend: str, **facts: object) -> Entry:
        """Make the entry of a file at fault; `message` is the finding there."""
        said = found.diagnostic(self._path(path))
        row = {"file": self._path(path), "message": found.diagnostic("").removeprefix(":")}
        return self._entry("fault", said, row, said=said, mend=mend, **facts)


def _words(handler: MessageHandler) -> str:
    """Return the sender's own words, cut; also the Subject if that is for the arbiter."""
    own = [on_one_line(line.text.strip()) for line in handler.message.lines if line.own]
    post = on_one_line(handler.post)
    own = own if not post or any(post in line for line in own) else [post, *own]
    more = ["[...]"] if len(own) > _MOST_LINES else []
    return "\n".join([*own[: _MOST_LINES - len(more)], *more])


def send_digest(session: ClubSession) -> None:
    """Write the digest to the arbiter, if anything is new since the last, and that is long ago."""
    club, log = session.club, session.log
    last = log.last(Verdict.DIGEST)
    early = last is not None and (session.now - last.time).total_seconds() < club.digest
    if not club.arbiter or session.store.dry or early:
        return
    told = log.last(Verdict.LATE) is not None
    desk = Desk(session, session.store.folder.absolute())
    now = desk.waiting(lambda game: told and log.of(late_hash(game)))
    every, had = [*chain(*now.values())], set[str]() if last is None else set(last.note.split())
    new = [entry for entry in every if entry.key not in had]
    if not new:
        return
    old = [entry.text for entry in every if entry.key in had]
    hash_ = digest("digest", "" if last is None else last.hash)  # one behind each
    ids = {entry.row["from"] for entry in now["held"] if entry in new}
    players = [player for player in session.players if player.id in ids]
    head = say("digest-reply", players=players)
    still = say("digest-still", old=old)
    text = answers.joined(head, *(entry.text for entry in new), still, *old)
    counted = ", ".join(f"{len(many)} {_KINDS[kind]}" for kind, many in now.items() if many)
    subject, arbiter = f"{on_one_line(club.name)[:100]}: {counted}", f"Arbiter of {club.name}"
    reply_to = players[0].address if len(players) == 1 else ""
    out = Outgoing((arbiter, club.arbiter), subject, text, reply_to=reply_to)
    session.send(Verdict.DIGEST, hash_, out, note=" ".join(entry.key for entry in every))
