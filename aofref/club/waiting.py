"""Waiting: what waits for the arbiter, as text, as JSON and as the digest that is mailed."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any

from aofref.club import answers, journal, reminders
from aofref.club.faults import faults
from aofref.club.handler import MessageHandler
from aofref.club.log import OPEN, Verdict
from aofref.club.outgoing import Outgoing, recipient_of
from aofref.club.reminders import Ticking
from aofref.club.session import ClubSession
from aofref.club.settings import digest
from aofref.club.store import Arrived, Unread, is_usable, reason_of, whole
from aofref.judge.edit.addition import reader_of
from aofref.judge.replay.reading import Refused
from aofref.notation.times import write_moment
from aofref.text import on_one_line
from aofref.values import Value

_ENDING = (
    "What you have settled by hand: move a file of held/new to held/cur, and take the flag F from "
    "a file of in/cur. What was listed before is listed again, until it waits no more."
)


class Item(Value):
    """One thing that waits: its row in JSON, with any command to type in `do`, and its lines."""

    row: dict[str, Any]
    lines: tuple[str, ...]

    @property
    def paragraph(self) -> list[str]:
        """The lines, and any command."""
        do = [f"    {self.row['do']}"] if "do" in self.row else []
        return [*map(on_one_line, self.lines), *do]


class Waiting(Value):
    """What waits for the arbiter."""

    held: tuple[Item, ...]
    late: tuple[Item, ...]
    asked: tuple[Item, ...]
    faulty: tuple[Item, ...]
    unproved: tuple[Item, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that waits."""
        return (*self.held, *self.late, *self.asked, *self.faulty, *self.unproved)

    def report(self) -> dict[str, Any]:
        """Return it as plain data."""
        lists = ("held", "late", "asked", "faulty", "unproved")
        return {name: [item.row for item in getattr(self, name)] for name in lists}

    def __str__(self) -> str:
        nothing = [["Nothing waits for the arbiter."]]
        return answers.joined(*([item.paragraph for item in self.items] or nothing))


def running(session: ClubSession) -> list[str]:
    """List the games under way whose records can be played on."""
    games = ((id_, journal.open_game(session.game(id_))) for id_ in session.readable())
    return [id_ for id_, judged in games if judged is not None and not journal.is_over(judged)]


def waiting(session: ClubSession, folder: Path, *, by_clock: bool) -> Waiting:
    """List what waits in a club whose directory is called `folder` in commands.

    Late games are found `by_clock`, or else as an earlier run has told their players.
    """
    messages = session.store.files("held/new")
    held = [_held(session, folder, path, anew=True) for path in messages if is_usable(path)]
    asked = dict[tuple[str, str], Item]()
    for path in session.store.waiting():
        handler = _handler(session, path, anew=False)
        if handler is None or _is_settled(handler):
            continue
        if handler.unproven:
            held.append(_held(session, folder, path, anew=False))
        else:
            item = _asked(handler, folder, path)
            asked[item.row["from"], item.row["game"] or ""] = item  # the last about a game
    late = []
    for id_ in running(session):
        ticking = reminders.ticking(session, id_)
        if ticking is None:
            continue
        if ticking.clock.late if by_clock else session.log.of(reminders.late_hash(ticking)):
            late.append(_late(session, folder, session.paths[id_], ticking))
    wrong = (
        Item(
            {"file": str(fault.path), "message": fault.message, "do": fault.do},
            ("At fault:", f"  {fault}"),
        )
        for fault in faults(session, folder)
    )
    unproved = (_unproved(session, folder, *each) for each in session.store.unproved(session.now))
    every = (held, late, asked.values(), wrong, unproved)
    return Waiting(*map(tuple, every))


def send_digest(session: ClubSession) -> None:
    """Write the digest to the arbiter, if anything is new since the last, and that is long ago.

    What is new is what the last one did not have.
    """
    club = session.club
    if not club.arbiter or session.store.dry:
        return
    last = session.log.last(Verdict.DIGEST)
    if last is not None and (session.now - last.time).total_seconds() < club.digest:
        return
    now = waiting(session, session.store.folder.absolute(), by_clock=False)
    before = "" if last is None else session.written(last.answers[0])
    if all(answers.joined(item.paragraph) in before for item in now.items):
        return
    text = f"{now}\n{answers.joined([_ENDING])}"
    hash_ = digest("digest", "" if last is None else last.hash)  # one behind each
    subject = f"{on_one_line(club.name)[:100]}: {_counted(now)}"
    to = f"Arbiter of {club.name}", club.arbiter
    session.send(Verdict.DIGEST, hash_, Outgoing(to, subject, text))


def _counted(now: Waiting) -> str:
    lists = (
        *(("held", now.held), ("late", now.late), ("asked", now.asked)),
        *(("at fault", now.faulty), ("unproved", now.unproved)),
    )
    return ", ".join(f"{len(items)} {what}" for what, items in lists if items)


def _handler(session: ClubSession, path: Path, *, anew: bool) -> MessageHandler | None:
    """Read a message that was treated; `anew` for one of held.  None if it cannot be read."""
    with suppress(OSError, Unread):
        moment = datetime.fromtimestamp(int(path.lstat().st_mtime), UTC)
        return MessageHandler(session, Arrived(path, moment, path.name.partition(":2,")[0], anew))
    return None


def _is_settled(handler: MessageHandler) -> bool:
    """Whether a message needs no arbiter any more: its sender has moved since, or it is over."""
    session = handler.session
    if not handler.player.id:
        return False
    id_ = handler.asked()[0] or handler.about()
    games = [id_] if id_ else session.readable()
    if id_ and journal.is_over(session.game(id_)):
        return True
    moved = handler.moved(games)
    return moved is not None and moved >= handler.stamp.moment


def _has_order(handler: MessageHandler) -> bool:
    """Whether a message may have an order that was not carried out."""
    lines = handler.session.log.of(handler.hash)
    done = any(line.answers and line.verdict not in OPEN for line in lines)
    return any(said.may_order for _, said in handler.parts) and not done


def _held(session: ClubSession, folder: Path, path: Path, *, anew: bool) -> Item:
    file = folder / path.relative_to(session.store.folder)
    handler = _handler(session, path, anew=anew)
    who, game, line, post, why = "?", "", "", "", "cannot be read"
    if handler is not None:
        who, post = _who(handler), on_one_line(handler.post)
        line = _line(handler) or post
        why = handler.unproven or reason_of(whole(path))
        why += f", to {recipient_of(handler.raw)}" if session.store.is_unsent(path) else ""
        id_ = handler.about()
        game = session.id_of(id_)
    do = f"aofref club {quote(str(folder))} --again {quote(str(file))}"
    if handler is not None and post and not _has_order(handler):
        do = f"mv {quote(str(file))} {quote(str(folder / 'held' / 'cur'))}"
    row = {"file": str(file), "from": who, "game": game or None, "line": line, "why": why, "do": do}
    what = "Not sent" if session.store.is_unsent(path) else "Held"
    quoted = [part for each in dict.fromkeys((line, post)) for part in _quoted(each)]
    return Item(row, (f"{what}: {_about(who, game)}: {why}.", *quoted))


def _asked(handler: MessageHandler, folder: Path, path: Path) -> Item:
    session = handler.session
    id_, times = handler.asked()
    file = folder / path.relative_to(session.store.folder)
    who, game, line = _who(handler), session.id_of(id_), _line(handler)
    record = folder / "games" / (session.paths[id_].name if id_ else "GAME.aof")
    army, move = _meant(handler, id_)
    sent = write_moment(handler.stamp.moment)
    do = f"aofref play --in-place --by {army} --sent {sent} {quote(str(record))} {move}"
    row = {"file": str(file), "from": who, "game": game or None, "line": line, "times": times}
    often = "twice" if times == 2 else f"{times} times"
    said = (f"Asked {often}, and has not moved: {_about(who, game)}.", *_quoted(line))
    return Item({**row, "do": do}, said)


def _unproved(session: ClubSession, folder: Path, arrived: Arrived, why: str) -> Item:
    handler = _handler(session, arrived.path, anew=True)
    who, since = "?" if handler is None else _who(handler), write_moment(arrived.moment)
    file = folder / arrived.path.relative_to(session.store.folder)
    row = {"file": str(file), "from": who, "since": since, "why": why}
    return Item(row, (f"Not proven yet: {who}, since {since}: {why}.",))


def _meant(handler: MessageHandler, id_: str) -> tuple[str, str]:
    """Return the army of a sender, and the one legal move in the message; or words for them."""
    session = handler.session
    judged = journal.open_game(session.game(id_)) if id_ else None
    by = "" if judged is None else handler.army(judged)
    if judged is None or not by:
        return "ARMY", "MOVE"
    words = [word.strip(".,;:!?()\"'") for line in _own(handler) for word in line.split()]
    reader = reader_of(judged)
    legal = []
    for word in dict.fromkeys(word for word in words if word and reader.is_move(word)):
        tried = journal.with_ply(session.record(id_), word, by, handler.stamp)
        legal += [] if isinstance(tried, Refused) else [word]
    return by, quote(legal[0]) if len(legal) == 1 else "MOVE"


def _late(session: ClubSession, folder: Path, record: Path, ticking: Ticking) -> Item:
    path, clock = folder / "games" / record.name, ticking.clock
    do = f"aofref play --in-place --sent now {quote(str(path))} {clock.army}:forfeits"
    row = clock._replace(source=str(path)).report() | {"do": do}
    standing = answers.to_move(session.club, ticking.game.replay, session.players, session.now)[0]
    return Item(row, (f"Late: [{ticking.game.id}]: {standing}",))


def _who(handler: MessageHandler) -> str:
    return handler.player.id or handler.message.sender or "?"


def _about(who: str, game: str) -> str:
    return f"{who}, [{game}]" if game else who


def _own(handler: MessageHandler) -> Iterable[str]:
    """List the sender's own lines that are not empty."""
    return [line.text.strip() for line in handler.message.lines if line.own and line.text.strip()]


def _line(handler: MessageHandler) -> str:
    """Return the first of the sender's own lines; empty for none."""
    return on_one_line(next(iter(_own(handler)), ""))


def _quoted(line: str) -> list[str]:
    return [f"  > {answers.cut(line)}"] if line else []
