"""Session: one run over a club: its games, its players' plans, its outgoing messages."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path
from typing import Any, TypeVar

from aofref.club import answers, journal, outgoing, settings
from aofref.club.answers import Paragraphs, say
from aofref.club.game import ClubGame
from aofref.club.keys import Keys
from aofref.club.log import LOG, Line, Log, Verdict, line_of
from aofref.club.outgoing import Outgoing
from aofref.club.settings import PLAYERS, Player, digest
from aofref.club.store import DRAWN, Arrived, Changed, Store, Unread, arrival_of, base_of, folded
from aofref.mail import Message
from aofref.text import excerpt, on_one_line
from aofref.values import Value

_TRIES = 5  # how often work is begun again because a record was changed meanwhile
T = TypeVar("T")
Told = Sequence[tuple[ClubGame | None, Paragraphs]]
"""What a message says of games, or of none."""


class Outcome(Value):
    """What became of a message, or of a part of it; or of a game whose time is used up.

    `note` is a sentence on it, `id` the Message-ID.  `private` is for the sender, `theirs` for the
    others.  Behind that the sender gets what answers.txt has of the game under the name `shown`,
    and the game's `page`; the others get the game with whatever they get.  `held` is why the
    message is held, if not for its verdict.  `known` is the number of plies that all know with it.
    `takeback`: it asks for one, or agrees to one.
    """

    verdict: Verdict
    note: str = ""
    game: ClubGame | None = None
    army: str = ""
    move: str = ""
    code: str = ""
    id: str = ""
    private: Paragraphs = ()
    theirs: Paragraphs = ()
    shown: str = ""
    page: bool = False
    held: str = ""
    known: int | None = None
    takeback: bool = False

    @property
    def reason(self) -> str:
        """Why the message is held; empty if it is not."""
        return self.held or (self.note if self.verdict is Verdict.HELD else "")

    def report(self) -> dict[str, str | None]:
        """Return the outcome as plain data."""
        names = ("id", "game", "army", "verdict", "move", "code")
        return {name: str(getattr(self, name) or "") or None for name in names}


class ClubSession:
    """One run over a club: its settings, players and games, its directory, the time.

    `players` other than those of the list, or with a new secret word, are written into it; raises
    BadFile for a fault in it or the settings, and if somebody changes it meanwhile.  Its messages
    have the date `dated`, at first `now`.  `news` are sentences on messages that are not answers.
    `games` are by their keys.  The messages of the players `waiting`, by their ids, wait for a key.
    """

    def __init__(self, store: Store, now: datetime, players: Sequence[Player] = ()) -> None:
        self.club, self.store, self.now, self.dated = store.club(), store, now, now
        players = players or store.players(club=self.club)
        self.enter(settings.with_words(players) if self.club.token else players)
        try:
            store.enter(self.players)
        except Changed:
            path = str(store.folder / PLAYERS)
            raise settings.bad_settings(path, "has changed meanwhile") from None
        games = (ClubGame(self, path) for path in store.files("games"))
        self.games = {game.key: game for game in games}
        self.news: list[str] = []
        self.keys, self.waiting = Keys(), set[str]()
        self.log = Log(store, self._lost_lines)
        store.publish({name for line in self.log.lines for name in line.answers})

    def _lost_lines(self) -> list[Line]:
        """Return the lines of a log from the messages in out, and from those in the records."""
        sent = map(line_of, self.store.usable("out/cur", "out/new"))
        lines = [*dict.fromkeys(line for line in sent if line is not None)]
        known = {line.hash for line in lines}
        for game in self.readable:
            plies = game.record.mainline()
            for hash_, mark in journal.marks(game.record).items():
                if hash_ not in known:
                    at = plies[mark.place].sent if mark.place >= 0 else None
                    lines.append(Line(at or self.now, hash_, "", "", game.id, Verdict.PLAYED))
        if lines:
            self.news.append(f"{LOG} was lost: it was made anew from the records and the mail")
        return lines

    def enter(self, players: Sequence[Player]) -> None:
        """Take this for the list of the players."""
        self.players = tuple(players)
        self._by_address = {player.address.casefold(): player for player in players}
        self._by_name = {folded(player.name): player for player in players}

    def reread(self) -> None:
        """Read the list of players again: an arbiter may write into it while this runs."""
        if not self.store.dry:
            self.enter(self.store.players(club=self.club))

    def rewrite(self, id_: str, cells: Callable[[Player], dict[str, Any]]) -> Player:
        """Change what players.tsv has of a player by now; return the changed player.

        Raises ValueError if there is no such player, BadFile if the list has a fault, and Changed
        if somebody changes it meanwhile.
        """
        self.reread()
        player = self.of_id(id_)
        changed = player._replace(**cells(player))
        self.enter([changed if one == player else one for one in self.players])
        self.store.enter(self.players)
        return changed

    # Games ----------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read each record again before it is used: an arbiter may play while this runs."""
        for game in self.games.values():
            game.is_new = False

    def tried(self, work: Callable[[], T], why: str = "it changes again and again") -> T:
        """Do what writes a file, again if that has changed; raises Unread if it always has."""
        for _ in range(_TRIES):
            with suppress(Changed):
                return work()
            self.reload()
        raise Unread(why)

    @property
    def readable(self) -> list[ClubGame]:
        """The games whose records can be read now."""
        return [game for game in self.games.values() if game.is_readable]

    def drawn(self, season: str = "[!.]*") -> list[ClubGame]:
        """List the games that have yet to begin, of a season or of all."""
        paths = self.store.folder.glob(f"{DRAWN}/{season}/*.aof")
        return [ClubGame(self, path) for path in sorted(paths)]

    def coming(self, name: str = "") -> Iterator[ClubGame]:
        """Yield the games to come, of all or of one name; `news` has the records at fault."""
        for game in self.drawn():
            if not game.is_readable or game.record.findings:
                self.news.append(f"{game.path}: the record must be corrected first")
            elif not name or journal.armies(game.record, name):
                yield game

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

    def called(self, names: Iterable[str]) -> list[Player]:
        """List the players with these names, each once."""
        named = (self._by_name.get(folded(name)) for name in names)
        return list(dict.fromkeys(player for player in named if player is not None))

    # Outgoing -----------------------------------------------------------------------------------

    def give(self, line: Line, out: Sequence[Outgoing], *before: Line) -> None:
        """Write messages, and the line of the log that tells of them, behind others.

        Of the answers to a message the first is for its sender.  An interrupted run gave their
        files the same names.
        """
        judged = str(len(self.log.history(line.file))) if line.file else ""
        key = digest(line.hash, line.file, line.player, judged)
        names = [f"{int(line.time.timestamp())}.{key}.{place}" for place in range(len(out))]
        line = line._replace(answers=tuple(names))
        for name, message in zip(names, out, strict=True):
            written = outgoing.written(message, self.club, self.dated, line.field, name)
            self.store.prepare(name, written)
        self.log.add(*before, line)
        self.store.publish(names)

    def repeat(self, line: Line, old: str, to: str) -> bool:
        """Send an old answer again, by the name of its file, as that to another delivery.

        False if it is gone, or was not written `to` an address.
        """
        path = self.store.find(old, ("out/new", "out/cur"))
        sent = message_from_bytes(b"" if path is None else self.store.data(path))
        if path is None or parseaddr(str(sent.get("To")))[1].casefold() != to.casefold():
            return False
        self.store.move(path, "out/new")
        self.log.add(line._replace(answers=(old,)))
        return True

    def about(self, to: Player, told: Told, answered: Message | None = None) -> Outgoing:
        """Compose a message about a game; or about several, each below its name.

        About none it has the Subject of the message that it answers.
        """
        games, parts = [game for game, _ in told if game is not None], list[str]()
        for game, paragraphs in told:
            head = say("subject", game=game) if game is not None and len(told) > 1 else ""
            parts += [head, *paragraphs]
        title = say("title", games=games)
        if answered is not None and not games:
            title = re.sub(r"(?i)\Are:\s*", "", answered.subject)
        out = self.notice(to, f"Re: {title[: answers.TITLE]}", parts, games)
        return out._replace(answers=answered)

    def notice(
        self, to: Player, title: str, parts: Paragraphs, games: Sequence[ClubGame] = ()
    ) -> Outgoing:
        """Compose a message to a player, in the thread of its game if it is about a single one.

        Its Subject has the player's secret word.
        """
        word = to.token if self.club.token else ""
        if word and not settings.has_word(title, word):
            title += f" ({word})"
        root = outgoing.id_of(self.club, games[0].id) if len(games) == 1 else ""
        return Outgoing((to.name, to.address), title, answers.joined(*parts), root=root)

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

    def recalled(self, paths: Iterable[Path]) -> list[Arrived]:
        """Have messages judged anew; list all that are to be, as of their first arrival.

        An interrupted run may have judged one that lies in held/new still: it has its answer.
        """
        boxes = {base_of(path.name): path.parent.name for path in paths}
        for name, box in boxes.items():
            is_done = box == "new" and self.log.is_rejudged(name)
            if not is_done and on_one_line(name) not in self.log.pending():
                again = digest("again", name)
                self.log.add(Line(self.now, again, verdict=Verdict.AGAIN, file=name))
        found = []
        for name in dict.fromkeys([*map(on_one_line, boxes), *self.log.pending()]):
            if (file := self.store.find(name)) is not None:
                mine, moment = base_of(file.name), min(arrival_of(file), self.now)
                if file.parent.parent.name == "in":
                    self.store.hold(mine, self.store.data(file), "judged anew", moment)
                elif file.parent.name == "cur":
                    file = self.store.move(file, "held/new")
                found.append(Arrived(file, moment, mine, anew=True))
        return found
