"""Session: one run over a club: its games, its players' plans, its outgoing messages."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from aofref.club import answers, inbox, journal, outgoing
from aofref.club.answers import Paragraphs
from aofref.club.game import ClubGame
from aofref.club.keys import Keys
from aofref.club.log import FIELD, LOG, Line, Log, Verdict, lines_of
from aofref.club.outgoing import Outgoing, recipient_of
from aofref.club.settings import PLAYERS, Club, Player, digest, read_players, written_days
from aofref.club.store import Arrived, Store, Unread, base_of, folded, whole
from aofref.library.writing import Changed
from aofref.mail import Message
from aofref.text import excerpt, on_one_line
from aofref.values import Value

_TRIES = 5  # how often work is begun again because a record was changed meanwhile
T = TypeVar("T")


class Outcome(Value):
    """What became of a message, or of a part of it; or of a game whose time is used up.

    `note` is a sentence on it, `id` the Message-ID.  `news` are for all players of the game,
    `private` is for the sender, `theirs` for the others.  The sender gets the game as it stands if
    it `stands`, and its `page`; the others get it with whatever they get.  The message is held if
    `held` says why.  `last` is the number of plies up to the last of the news.
    """

    verdict: Verdict
    note: str = ""
    game: ClubGame | None = None
    army: str = ""
    move: str = ""
    code: str = ""
    id: str = ""
    news: Paragraphs = ()
    private: Paragraphs = ()
    theirs: Paragraphs = ()
    stands: bool = False
    page: bool = False
    held: str = ""
    last: int = 0


def as_json(outcome: Outcome) -> dict[str, str | None]:
    """Return an outcome as plain data."""
    names = ("id", "game", "army", "verdict", "move", "code")
    return {name: str(getattr(outcome, name) or "") or None for name in names}


def word_hash(player: Player) -> str:
    """Return the hash of the message that tells a player the secret word."""
    return digest("word", player.id, player.address.casefold(), player.token)


class ClubSession:
    """One run over a club: its settings, players and games, its directory, the time.

    Its messages have the date `dated`, by default `now`.  `news` are sentences on messages that are
    not answers.  `games` are by their keys.  The messages of the players `waiting`, by their ids,
    wait for a key.
    """

    def __init__(
        self,
        club: Club,
        players: Sequence[Player],
        store: Store,
        now: datetime,
        dated: datetime | None = None,
    ) -> None:
        self.club, self.store, self.now = club, store, now
        self.dated = dated or now
        self.enter(players)
        self.games = {game.key: game for game in (ClubGame(self, p) for p in store.records())}
        self.news: list[str] = []
        self.keys, self.waiting = Keys(), set[str]()
        self.log = Log(store)
        if self.log.lost:
            self._remake_log()
        store.resume(lambda name: any(name in line.answers for line in self.log.lines))

    def _remake_log(self) -> None:
        """Make a log that is not there from the messages in out, and from those in the records."""
        mails = ((name, whole(path)) for name, path in self.store.outgoing())
        lines = list(lines_of(mails))
        known = {line.hash for line in lines}
        for game in self.readable:
            line = game.record.mainline()
            for hash_, mark in journal.marks(game.record).items():
                moment = line[mark.place].sent if mark.place >= 0 else None
                if hash_ not in known:
                    at = moment or self.now
                    lines.append(Line(at, hash_, game=game.id, verdict=Verdict.PLAYED))
        if lines:
            for player in self.players:  # whatever is in the list counts as ordered
                hash_, note = digest("away", player.id), written_days(player.away)
                away = Line(self.now, hash_, "", player.id, "", Verdict.AWAY, note=note)
                lines += [away] if player.away else []
            self.news.append(f"{LOG} is not there: it was made anew from the records and the mail")
        self.log.remake(lines)

    def enter(self, players: Sequence[Player]) -> None:
        """Take this for the list of the players."""
        self.players = tuple(players)
        self._by_address = {player.address.casefold(): player for player in players}
        self._by_name = {folded(player.name): player for player in players}

    def reread(self) -> None:
        """Read the list of players again: an arbiter may write into it while this runs."""
        if not self.store.dry:
            self.enter(self.store.players())

    def rewrite(self, id_: str, cells: Callable[[Player], dict[str, Any]]) -> Player:
        """Change what players.tsv has of a player by now; return the changed player.

        Raises ValueError if there is no such player, BadFile if the list has a fault, and Unread if
        somebody changes it again and again.
        """

        def change() -> Player:
            self.reread()
            player = self.of_id(id_)
            changed = player._replace(**cells(player))
            new = tuple(changed if one == player else one for one in self.players)
            if changed != player and not self.store.dry:
                text = self.store.text(PLAYERS)
                if read_players(text) != self.players:
                    raise Changed
                self.store.enter(text, new)
            self.enter(new)
            return changed

        changed = self.tried(change)
        if changed is None:
            raise Unread(f"{PLAYERS} is changed again and again")
        return changed

    # Games ----------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read each record again before it is used: an arbiter may play while this runs."""
        for game in self.games.values():
            game.reload()

    def tried(self, work: Callable[[], T]) -> T | None:
        """Do what writes a record, again if that has changed meanwhile; None if it always has."""
        for _ in range(_TRIES):
            with suppress(Changed):
                return work()
            self.reload()
        return None

    @property
    def readable(self) -> list[ClubGame]:
        """The games whose records can be read now."""
        return [game for game in self.games.values() if game.is_readable]

    def fought_by(self, name: str) -> list[ClubGame]:
        """List the games under way in which somebody of this name still has an army."""
        return [game for game in self.readable if journal.fights(game.record, name)]

    def knows(self, hash_: str) -> bool:
        """Whether a message has an answer, or may be in a record."""
        return bool(self.log.answered(hash_)) or any(g.has(hash_) for g in self.games.values())

    def player(self, address: str) -> Player | None:
        """Return the player with this address; None if there is none."""
        return self._by_address.get(address.casefold()) if address.isascii() else None

    def of_id(self, id_: str) -> Player:
        """Return the player with this id, in any case; raises ValueError if there is none."""
        found = next((p for p in self.players if folded(p.id) == folded(id_)), None)
        if found is None:
            raise ValueError(f"there is no player {excerpt(id_)}")
        return found

    def as_listed(self, player: Player) -> Player:
        """Return a player as the list has it now; as given if the list has it no more."""
        return next((one for one in self.players if one.id == player.id), player)

    def called(self, names: Iterable[str]) -> list[Player]:
        """List the players with these names, each once."""
        named = (self._by_name.get(folded(name)) for name in names)
        return list(dict.fromkeys(player for player in named if player is not None))

    # Outgoing -----------------------------------------------------------------------------------

    def give(self, line: Line, out: Sequence[Outgoing], *before: Line) -> None:
        """Write messages, and the line of the log that tells of them, behind others.

        Of the answers to a message the first is for its sender.
        """
        names = self._names(line, len(out))
        made = {
            name: outgoing.written(self.club, name, message, self.dated, line.field)
            for name, message in zip(names, out, strict=True)
        }
        self._put(line._replace(answers=tuple(names)), made, *before)

    def repeat(self, line: Line, old: str, to: str) -> bool:
        """Give a message a copy of an old answer, by the name of its file.

        False if it is gone, or was not written `to` an address.
        """
        path = self.store.sent(old)
        if path is None or recipient_of(whole(path)).casefold() != to.casefold():
            return False
        (name,) = self._names(line, 1)
        copy = whole(path).replace(old.encode(), name.encode(), 1)
        head, end, text = copy.partition(f"\n{FIELD}: ".encode())
        text = line.field.encode() + re.sub(rb"\A.*(?:\n .*)*", b"", text) if end else b""
        self._put(line._replace(answers=(name,)), {name: head + end + text})
        return True

    def _names(self, line: Line, count: int) -> list[str]:
        """Name the files of messages: those of an interrupted run have the same names again."""
        again = str(self.log.times_again(line.file)) if line.file else ""
        key = digest(line.hash, line.file, line.player, again)
        return [f"{int(line.time.timestamp())}.{key}.{place}" for place in range(count)]

    def _put(self, line: Line, made: dict[str, bytes], *before: Line) -> None:
        self.store.prepare(made, self.now)
        self.log.add(*before, line)
        self.store.publish(made)

    def about(
        self,
        to: Player,
        told: Sequence[tuple[ClubGame | None, Paragraphs]],
        answered: Message | None = None,
        *,
        re: str = "Re: ",
    ) -> Outgoing:
        """Compose a message about a game, in its thread; or about several, each below its name.

        About none it has the Subject of the message that it answers.
        """
        games, parts = [game for game, _ in told if game is not None], list[Sequence[str]]()
        for game, paragraphs in told:
            head = [answers.subject(game)] if game is not None and len(told) > 1 else []
            parts += [head, *paragraphs]
        root = ""
        if len(told) == len(games) == 1:
            subject, root = (
                re + answers.subject(games[0], to),
                outgoing.root_of(self.club, games[0].id),
            )
        elif games or answered is None:
            subject = self._with_word(to, re + answers.ids(games)[: answers.TITLE])
        else:
            title = answered.subject[: answers.TITLE]
            title = title if title.casefold().startswith("re:") else f"Re: {title}"
            subject = self._with_word(to, title)
        text = answers.joined(*parts)
        return Outgoing((to.name, to.address), subject, text, answered, root)

    def notice(self, to: Player, title: str, parts: Paragraphs) -> Outgoing:
        """Compose a message to a player about no game, or with a title of its own."""
        subject = self._with_word(to, title.rstrip("."))
        return Outgoing((to.name, to.address), subject, answers.joined(*parts))

    def _with_word(self, to: Player, title: str) -> str:
        """Add a player's secret word to a Subject that does not have it."""
        word = to.token if self.club.token and not inbox.has_word(title, to.token) else ""
        return title + f" ({word})" * bool(word)

    def invite(
        self, to: Player, event: str, games: Sequence[ClubGame], hash_: str, note: str = ""
    ) -> None:
        """Invite a player to games of an event, by one message: of a single game, in its thread.

        Its line of the log has a `note`, and behind it the hash of the secret word that it tells.
        """
        parts = answers.invitation(event, games, to)
        title = f"{answers.ids(games)} {event}: your {len(games)} games"
        out = self.notice(to, title, parts)
        if len(games) == 1:
            out = self.about(to, [(games[0], parts)], re="")
        note = f"{note} {word_hash(to)}".strip() if self.club.token else note
        self.send(Verdict.INVITED, hash_, out, note=note)

    def has_told(self, to: str, hash_: str) -> bool:
        """Whether the club has written a player, by id, or an address what has a hash."""
        return any(hash_ in (line.hash, *line.note.split()) for line in self.log.of_player(to))

    def send(
        self, verdict: Verdict, hash_: str, out: Outgoing, note: str = "", game: str = ""
    ) -> None:
        """Write a message that is not an answer, unless its recipient has one with this hash."""
        player = self.player(out.to[1])
        to = out.to[1] if player is None else player.id
        if not self.has_told(to, hash_):
            self.give(Line(self.now, hash_, "", to, game, verdict, note=note), [out])

    def wait(self, arrived: Arrived, player: Player, why: str) -> None:
        """Note that a message waits for the key of its signature, and why, unless that is noted."""
        self.waiting.add(player.id)
        hash_, note = digest("unproved", arrived.name), on_one_line(why)
        line = Line(
            arrived.moment, hash_, "", player.id, "", Verdict.UNPROVED, (), arrived.name, note
        )
        *_, last = [line._replace(note=""), *self.log.history(arrived.name)]
        if last.verdict == Verdict.UNPROVED and last.note != note:  # else it was answered
            self.log.add(line)

    def recall(self, path: Path) -> None:
        """Note that a message is to be judged anew, or put one that was not sent into out again."""
        name = base_of(path.name)
        if self.store.sent(name) is not None:
            self.store.move(path, "out/new")
        elif on_one_line(name) not in self.log.pending():
            self.log.add(Line(self.now, digest("again", name), verdict=Verdict.AGAIN, file=name))

    def recalled(self) -> list[Arrived]:
        """List the messages that are to be judged anew, at the time of their first arrival."""
        found = []
        for name in self.log.pending():
            path = self.store.judged(name)
            if path is not None:
                first = self.log.history(name)[0]
                moment = datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
                moment = moment if first.verdict == Verdict.AGAIN else first.time
                if path.parent.name == "cur" and path.parent.parent.name == "held":
                    path = self.store.move(path, "held/new")
                found.append(Arrived(path, moment, base_of(path.name), anew=True))
        return found
