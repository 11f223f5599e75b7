"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed.

Messages wait in held/new until they are settled.  Late games, and files that must be corrected as
they are illegal, unreadable, damaged or gone, are states: what is corrected waits no more.
"""

import re
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
from aofref.club.inbox import HEARD, Part, Verb, move_in
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
_REPETITION = 3  # how often a position stands before a player can claim a draw
_UNCLEAR = {Verdict.ASKED, Verdict.HELD, Verdict.REFUSED}
_STILL = "Still waiting, as the last digest said:"
_REPEATED = re.compile(r"repeat|repetition|three-?\s?fold|third time|three times", re.IGNORECASE)
_LATE = re.compile(
    r"\b(?:late\b|(?:on|out of|his|her|their|the) time\b|time (?:limit|is)\b|flag|overstep)",
    re.IGNORECASE,
)
_CLAIM = re.compile(rf"\bclaim|{_REPEATED.pattern}|{_LATE.pattern}", re.IGNORECASE)
_DRAWN = re.compile(rf"{_REPEATED.pattern}|draw", re.IGNORECASE)
_LEAVES = re.compile(
    r"\b(?:withdr[ae]w|giv(?:e|ing) up|quit|stop playing|leav(?:e|ing) the club)", re.I
)
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

    A message was judged anew, and is not held again; or it was not understood, and its sender has
    moved in its game since, or was asked about it again; or its takeback is done, was declined by a
    move, or is asked for by a later message, too.  What was held waits until a digest had it.
    """
    last = session.log.last(Verdict.DIGEST)
    told = last.note.split() if last is not None else []
    later = set[tuple[str, str, str]]()  # what later messages ask; for a takeback whoever does
    for path in reversed(session.store.files("held/new")):
        lines = session.log.judged(path.name)
        verdicts = {line.verdict for line in lines}
        if lines and Verdict.HELD not in verdicts and session.log.times_again(path.name):
            yield path
            continue
        handler = _handler(session, path) if lines else None
        if handler is None or not handler.player.id or handler.post:
            continue
        other = Verdict.HELD in verdicts and handler.why != "not understood"
        if other or any(map(handler.said, HEARD)) or not verdicts <= {*_UNCLEAR, Verdict.TAKEBACK}:
            continue
        asked = {
            (line.verdict, line.game, line.player * (line.verdict == Verdict.ASKED))
            for line in lines
            if line.verdict in (Verdict.ASKED, Verdict.TAKEBACK)
        }
        was_told = not session.club.arbiter or digest("held", path.name, size=4) in told
        is_over = all(_is_over(handler, line) for line in lines)
        if (asked and asked <= later) or (is_over and (was_told or Verdict.HELD not in verdicts)):
            yield path
        later |= asked


def _is_over(handler: MessageHandler, line: Line) -> bool:
    """Whether a move in the game of a line has settled what it asks, or an undo its takeback."""
    game = handler.game_of(line) if line.game else handler.about([line])
    if line.verdict == Verdict.TAKEBACK:
        is_sound = game is not None and game.is_readable and journal.is_sound(game.record)
        return game is not None and is_sound and game.takeback() is None
    moved = handler.moved([game] if game else handler.session.readable)
    return moved is not None and moved >= handler.stamp.moment


def _handler(session: ClubSession, path: Path) -> MessageHandler | None:
    """Read a message that was judged; None if it cannot be read."""
    with suppress(OSError, Unread):
        return MessageHandler(session, Arrived(path, arrival_of(path), path.name, anew=True))
    return None


def _claims(handler: MessageHandler, game: ClubGame) -> list[Part]:
    """List the parts of a message that claim something of a game, by the order or otherwise."""
    is_claim = not handler.unproven and _CLAIM.search(handler.post)
    free = [part for part in handler.parts if is_claim and part.id in ("", game.key)]
    return handler.with_order(Verb.CLAIM, game) or free


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
        session, file, handler = self.session, self._path(path), _handler(self.session, path)
        parts = session.log.judged(path.name)
        verdict = parts[-1].verdict if parts else ""
        who, address, why, game, player, quoted = "?", "", "cannot be read", None, "", ""
        do = [self._do("done", file)]
        if handler is not None:
            address, why = handler.message.sender or "?", handler.why
            who, game, quoted = handler.player.id or address, handler.about(parts), _words(handler)
            player = handler.player.address if handler.player.id else ""
            if parts:
                do = [*self._settling(handler, parts, game), *do]
        settled = verdict not in ("", Verdict.HELD, Verdict.REFUSED)
        alike = why.startswith(("not understood", "without a game")) or not player
        if handler is None or not (settled or alike):  # else it is judged alike
            do = [self._do("again", file), *do]
        id_, since = game.id if game else None, arrival_of(path)
        row: dict[str, Any] = {"file": file, "from": who, "address": address or None}
        row |= {"game": id_, "since": written(since), "why": why, "text": quoted, "do": do}
        boards = list[tuple[ClubGame, str]]()
        for it in dict.fromkeys(session.games.get(folded(line.game)) for line in parts):
            if it and handler and _claims(handler, it) and journal.is_sound(it.record):
                is_drawn = len(it.record.variant.armies) == 2 or _DRAWN.search(quoted)
                board = answers.drawn(it.record) if is_drawn else str(it.record.position)
                boards.append((it, board))
        subject = handler.message.subject if handler and not player else ""
        facts = {"arrived": since, "boards": boards, "subject": subject}
        return self._entry("held", path.name, row, player, **facts)

    def _settling(
        self, handler: MessageHandler, parts: Sequence[Line], about: ClubGame | None
    ) -> Iterator[Command]:
        """Yield the commands that do what a message asks for, or play the one legal move in it."""
        session, own, words = self.session, handler.player, _words(handler)
        if not own.id:
            name, address = handler.message.name, handler.message.sender
            names = {folded(word) for word in (name, address.partition("@")[0])}
            there = about.players if about else [*session.players]
            like = [one for one in there if names & {folded(one.id), folded(one.name)}]
            ids = [one.id for one in like or (there if about else ())] or ["PLAYER"]
            for id_ in ids if is_address(address) else ():
                file = self._path(session.store.folder / "held/new" / handler.name)
                yield self._do("known", file, player=id_, address=address)
            return
        if parts[-1].verdict in {*_UNCLEAR, Verdict.PASSED_ON} and _LEAVES.search(words):
            yield from (self._do(name, player=own.id) for name in ("withdraw", "replace"))
        proven = parts[-1].player == own.id
        for order in handler.said(Verb.ADDRESS) if proven else ():
            if is_address(order.text) and session.player(order.text) is None:
                yield self._do("address", player=own.id, address=order.text)
        for game in filter(None, dict.fromkeys(map(handler.game_of, parts))):
            path, record = self._path(game.path), game.record
            if handler.with_order(Verb.TAKEBACK, game):
                asked = game.takeback()
                if asked is not None and not asked.missing:
                    yield self._do("undo", path, steps=asked.steps)
                    days = (session.now - asked.sent).days if asked.sent else 0
                    if days > 0:  # which its player would lose by that
                        yield self._for_army("time", game, asked.army, days=days)
            if claims := _claims(handler, game):
                lines = (line for part in claims for line in (*part.lines, *part.below))
                own_words = "\n".join(line.text for line in lines if line.own)
                claim = own_words if len(handler.parts) > 1 else words
                late, sound = game.is_late, journal.is_sound(record) and record.end is None
                army, every = record.position.turn or "", record.variant.armies
                if late and army not in journal.armies(record, own.name):
                    yield self._for_army("forfeit", game, army)
                repeated = sound and record.position.times_stood() >= _REPETITION
                two = len(every) == 2 and handler.with_order(Verb.CLAIM, game)
                is_draw = _DRAWN.search(claim) or (two and not _LATE.search(claim))
                if sound and is_draw and (repeated or not _REPEATED.search(claim)):
                    share = f"1/{len(record.position.armies)}"
                    shares = (share if one in record.position.armies else "0" for one in every)
                    yield self._do("draw", path, result="-".join(shares))
        if about is None or parts[-1].verdict not in _UNCLEAR or not journal.is_sound(about.record):
            return
        record = about.record
        by = journal.army(record, own.name)
        each = (word.strip(".,;:!?()\"'") for word in words.split() if by)
        moves = dict.fromkeys(word for word in each if move_in(record, word))
        tried = {word: journal.with_ply(record, word, by, handler.stamp) for word in moves}
        legal = [word for word, it in tried.items() if not isinstance(it, journal.Refused)]
        if len(legal) == 1:
            sent = written(handler.stamp.moment)
            yield self._do("move", self._path(about.path), army=by, sent=sent, move=legal[0])

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
