"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed.

Messages wait in held/new until they are settled.  Late games, and files that must be corrected as
they are illegal, unreadable, damaged or gone, are states: what is corrected waits no more.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any

from aofref.club import answers, journal, plans
from aofref.club.answers import say
from aofref.club.game import ClubGame, of_file
from aofref.club.handler import MessageHandler
from aofref.club.inbox import HEARD, Verb, find_words
from aofref.club.log import LOG, Line, Verdict, written
from aofref.club.news import late_hash
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession
from aofref.club.settings import PLAYERS, digest, is_address
from aofref.club.store import Arrived, Unread, arrival_of, folded, whole
from aofref.findings import Code, Severity
from aofref.text import nearest, on_one_line, resource_rows
from aofref.values import Value

_MOST_LINES = 20  # how many lines of a player's text are quoted
_REPETITION = 3  # how often a position has stood when a draw can be claimed
_UNCLEAR = {Verdict.ASKED, Verdict.HELD, Verdict.REFUSED}
_STILL = "Still waiting, as the last digest said:"
_COMMANDS = {name: row for name, *row in resource_rows(__name__, "commands.tsv")}
Command = tuple[str, str]
"""A command, and what it does, in a few words."""
_KINDS = {"held": "held", "late": "late", "faulty": "at fault", "unproved": "unproved"}


class Entry(Value):
    """One thing that waits: its row in JSON, with the commands that settle it, and its text.

    `key` is the same for the same thing.  `player` is the address of the player whose message it
    is, if it is one.
    """

    key: str
    row: dict[str, Any]
    text: str
    player: str = ""


def text(waiting: dict[str, list[Entry]]) -> str:
    """Write what waits for the arbiter."""
    every = [entry.text for entry in chain(*waiting.values())]
    return answers.joined(*(every or ["Nothing waits for the arbiter."]))


def running(session: ClubSession) -> list[ClubGame]:
    """List the games under way whose records can be played on."""
    sound = (game for game in session.readable if journal.is_sound(game.record))
    return [game for game in sound if game.record.end is None]


def settled(session: ClubSession) -> Iterator[Path]:
    """Yield the files of held/new that wait no more.

    A message was judged anew, and is not held again; or nothing that it asks is open any more.
    What was held waits until a digest had it.
    """
    last = session.log.last(Verdict.DIGEST)
    told = last.note.split() if last is not None else []
    for path in session.store.files("held/new"):
        lines = session.log.judged(path.name)
        handler = _handler(session, path) if lines else None
        is_held = any(line.verdict == Verdict.HELD for line in lines)
        was_told = not session.club.arbiter or digest("held", path.name, size=4) in told
        if lines and not is_held and session.log.times_again(path.name):
            yield path
        elif handler is None or (is_held and not (was_told and handler.why == "not understood")):
            continue
        elif not any(_is_open(handler, line) for line in lines):
            yield path


def _is_open(handler: MessageHandler, line: Line) -> bool:
    """Whether what a line of a message asks waits for the arbiter.

    A takeback does not if it is done or declined, or is asked for by a later message, too; what was
    not understood or not proven does not if its sender has moved in the game since.
    """
    log, games = handler.session.log, handler.session.readable
    if not handler.player.id or handler.post or any(map(handler.said, HEARD)):
        return True
    if (game := handler.game_of(line) if line.game else handler.about([line])) is not None:
        games = [each for each in games if each is game]
    if line.verdict == Verdict.TAKEBACK:
        asked = [
            each.hash
            for each in log.lines
            if (each.verdict, each.game) == (line.verdict, line.game)
        ]
        sound = [each for each in games if journal.is_sound(each.record)]
        return asked[-1] == line.hash and not any(each.takeback() is None for each in sound)
    moved = handler.moved(games)
    return line.verdict not in _UNCLEAR or moved is None or moved < handler.stamp.moment


def _handler(session: ClubSession, path: Path) -> MessageHandler | None:
    """Read a message that was judged; None if it cannot be read."""
    with suppress(OSError, Unread):
        return MessageHandler(session, Arrived(path, arrival_of(path), path.name, anew=True))
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
            file, clock, key = self._path(game.path), game.clock, late_hash(game)
            assert clock is not None
            do = [self._for_army(name, game, clock.army, days=7) for name in ("forfeit", "time")]
            row = {**clock._replace(source=file).report(), "do": do}
            late.append(self._entry("late", key, row, game=game))
        entries = ([self._held(path) for path in held], late, [*self.faulty()], unproved)
        return dict(zip(_KINDS, entries, strict=True))

    @staticmethod
    def _entry(kind: str, key: str, row: dict[str, Any], player: str = "", **facts: Any) -> Entry:
        """Make an entry of a row, whose commands have what they do: that is in the text alone."""
        bare = row | {"do": [command for command, _ in row["do"]]} if "do" in row else row
        return Entry(digest(kind, key, size=4), bare, say(kind, **row | facts), player)

    def _do(self, name: str, file: Path | str = "", **words: object) -> Command:
        """Write a command of commands.tsv, its words as a shell reads them."""
        given = {"club": self.folder, "file": file, **words}
        command, does = _COMMANDS[name]
        quoted = {key: quote(str(word)) for key, word in given.items()}
        return command.format(**quoted), does.format(**given)

    def _for_army(self, name: str, game: ClubGame, army: str, **words: object) -> Command:
        who = answers.name_of(game.record, army)
        return self._do(name, self._path(game.path), army=army, who=who, **words)

    def _path(self, path: Path) -> str:
        """Return a path in the directory as commands have it."""
        return str(self.folder / path.relative_to(self.session.store.folder))

    # Messages -------------------------------------------------------------------------------------

    def _held(self, path: Path) -> Entry:
        session, file, since = self.session, self._path(path), arrival_of(path)
        row: dict[str, Any] = {"file": file, "from": "?", "address": None, "game": None}
        row |= {"since": written(since), "why": "cannot be read", "text": ""}
        row["do"] = [self._do("again", file), self._do("done", file)]
        if (handler := _handler(session, path)) is None:
            return self._entry("held", path.name, row, arrived=since, claimed=(), subject="")
        own, message, lines = handler.player, handler.message, session.log.judged(path.name)
        about = handler.about(lines)
        row |= {"from": own.id or message.sender or "?", "address": message.sender or "?"}
        row |= {"game": about and about.id, "why": handler.why, "text": _words(handler)}
        alike = not own.id or handler.why.startswith(("not understood", "without a game"))
        if alike or (lines and lines[-1].verdict not in (Verdict.HELD, Verdict.REFUSED)):
            del row["do"][0]  # it would be judged alike
        is_claim = handler.said(Verb.CLAIM) or find_words(handler.post, "claim")
        games = list(filter(None, map(handler.game_of, lines if is_claim else ())))
        claimed = [it for it in games if it.is_readable and journal.is_sound(it.record)]
        row["do"] = [*self._settling(handler, lines, claimed), *row["do"]]
        subject, player = ("", own.address) if own.id else (message.subject, "")
        facts = {"arrived": since, "claimed": claimed, "subject": subject}
        return self._entry("held", path.name, row, player, **facts)

    def _settling(
        self, handler: MessageHandler, lines: Sequence[Line], claimed: Sequence[ClubGame]
    ) -> Iterator[Command]:
        """Yield the commands that do what a message asks for, where the facts allow it."""
        session, own, address = self.session, handler.player, handler.message.sender
        if not own.id:
            names = {folded(name) for name in (handler.message.name, address.partition("@")[0])}
            like = [one.id for one in session.players if names & {folded(one.id), folded(one.name)}]
            file = self._path(session.store.folder / "held/new" / handler.name)
            for id_ in (like or ["PLAYER"]) if is_address(address) else ():
                yield self._do("known", file, player=id_, address=address)
            return
        if session.fought_by(own.name) and find_words(_words(handler), "withdraw"):
            yield from (self._do(name, player=own.id) for name in ("withdraw", "replace"))
        proven = bool(lines) and lines[-1].player == own.id
        for order in handler.said(Verb.ADDRESS) if proven else ():
            if is_address(order.text) and session.player(order.text) is None:
                yield self._do("address", player=own.id, address=order.text)
        for line in lines:
            game = handler.game_of(line) if line.verdict == Verdict.TAKEBACK else None
            asked = game.takeback() if game is not None and game.is_readable else None
            if game is not None and asked is not None and not asked.missing:
                yield self._do("undo", self._path(game.path), steps=asked.steps)
                if asked.sent is not None and (days := (session.now - asked.sent).days) > 0:
                    yield self._for_army("time", game, asked.army, days=days)  # else lost by it
        for game in claimed:
            record, turn = game.record, game.record.position.turn or ""
            if game.is_late and turn not in journal.armies(record, own.name):
                yield self._for_army("forfeit", game, turn)
            if record.end is None and record.position.times_stood() >= _REPETITION:
                living, every = record.position.armies, record.variant.armies
                shares = (f"1/{len(living)}" if army in living else "0" for army in every)
                yield self._do("draw", self._path(game.path), result="-".join(shares))

    # Files at fault -------------------------------------------------------------------------------

    def faulty(self) -> Iterator[Entry]:
        """Yield the entries of files that must be corrected; `message` is the finding there."""
        for file, found, *do in self._faults():
            said = found.diagnostic(str(file))
            row = {"file": str(file), "message": found.diagnostic("").removeprefix(":"), "do": do}
            yield self._entry("fault", said, row, said=said)

    def _faults(self) -> Iterator[tuple[Any, ...]]:
        """Yield each file at fault, why, and the commands that mend it."""
        session, store = self.session, self.session.store
        names = [player.name for player in session.players]
        seated = {name for game in session.readable for name in game.record.players.values()}
        new = [name for name in names if name not in seated]
        for game in session.games.values():
            file, found = self._path(game.path), game.fault
            if found is not None:
                is_move = found.refusal.severity is Severity.ILLEGAL and found.token >= 0
                decides = is_move and found.code is not Code.FALSE_RESULT
                yield file, found, self._do("takeback" if decides else "check", file)
            elif other := game.copied:
                copied = of_file(Code.CONTRADICTION, say("copied", id=other))
                yield file, copied, self._do("copy", file, copy=f"{file}.copy")
            else:  # the players whom players.tsv lacks
                for army, name in game.unlisted.items():
                    side = game.record.variant.armies[army]
                    lacking = of_file(Code.BAD_TAG, say("unlisted", name=name, side=side))
                    near = nearest(name, names, 1) or (new if len(new) == 1 else ())
                    do = [self._do("tag", file, tag=f"{side}={like}") for like in near]
                    edit = self._do("edit", self.folder / PLAYERS)
                    yield file, lacking, *do, edit, self._do("withdraw", player=name)
        known = {store.file_of(path, "known") for path in store.files("games")}
        for path in store.files("known"):
            if path not in known:
                gone = of_file(Code.CANNOT_OPEN, say("record-gone"))
                yield self._path(path), gone, self._do("remove", self._path(path))
        for path in store.usable("plans"):
            if found := plans.read(whole(path), path.name)[1]:
                yield self._path(path), found, self._do("remove", self._path(path))
        if session.log.fault is not None:
            yield self.folder / LOG, session.log.fault, self._do("edit", self.folder / LOG)


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
    players = {entry.player for entry in new if entry.player}
    reply_to = players.pop() if len(players) == 1 else ""
    head = say("digest-reply", to=session.player(reply_to)) if reply_to else ""
    text = answers.joined(head, *(entry.text for entry in new), *([_STILL, *old] if old else []))
    counted = ", ".join(f"{len(many)} {_KINDS[kind]}" for kind, many in now.items() if many)
    subject, to = f"{on_one_line(club.name)[:100]}: {counted}", f"Arbiter of {club.name}"
    out = Outgoing((to, club.arbiter), subject, text, reply_to=reply_to)
    session.send(Verdict.DIGEST, hash_, out, note=" ".join(entry.key for entry in every))
