"""Run: the steps of one run over a club: what has arrived, clocks and reminders, what is sent."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from importlib.util import find_spec

from aofref.club import answers, news, outgoing, settings
from aofref.club.desk import Desk, Outcome, Verdict
from aofref.club.settings import Club, Player, digest
from aofref.club.store import Arrived, Changed, Store, Unread, of_the_disk, whole
from aofref.club.treatment import treat
from aofref.findings import Code
from aofref.judge.analysis.clock import Charging, clock
from aofref.judge.replay.verdict import Replay
from aofref.text import in_one_line

_AT_ONCE = 50  # so many messages are put away at a time, when their answers are on the disk


def club_of(store: Store) -> Club:
    """Read the settings of a club; Unset says what is wrong with them."""
    text = _text(store, settings.CLUB)
    club = settings.read_club(text)
    if club.trust and find_spec("authres") is None:
        why = "trust needs authres, which is not installed: pip install 'aofref[mail]'"
        raise settings.at_key(text, "trust", why)
    return club


def players_of(store: Store) -> tuple[Player, ...]:
    """Read the players of a club; Unset says what is wrong with the list."""
    return settings.read_players(_text(store, settings.PLAYERS))


def opened(store: Store, now: datetime) -> tuple[Desk, list[Player]]:
    """Open a club, and list the players who needed a secret word and were sent one.

    Unset says what is wrong with its settings or its players.
    """
    club, known = club_of(store), players_of(store)
    without = [player.id for player in known if club.token and not player.token]
    players = settings.with_words(known) if without else known
    if without:
        seen = _text(store, settings.PLAYERS)
        text = settings.with_tokens(seen, players)
        try:
            store.write(store.folder / settings.PLAYERS, text.encode(), seen.encode())
        except Changed:
            raise settings.Unset(settings.PLAYERS, "has changed meanwhile") from None
    desk = Desk(club, players, store, now)
    fresh = [player for player in players if player.id in without]
    for player in fresh:
        desk.send("i", digest("word", player.id, player.token), answers.word(club, player))
    return desk, fresh


def _text(store: Store, name: str) -> str:
    try:
        return whole(store.folder / name).decode("utf-8")
    except FileNotFoundError:
        raise settings.Unset(name, "there is no such file", code=Code.CANNOT_OPEN) from None
    except UnicodeDecodeError:
        raise settings.Unset(name, "is not in UTF-8", code=Code.ENCODING) from None


def treated(desk: Desk, *, reminding: bool, withdrawing: str = "") -> Iterator[Outcome]:
    """Treat what has arrived, message by message, and then tell what others did to the records.

    Before that the player whose name is given withdraws from every game; with `reminding`, the
    clocks are looked at after it.
    """
    every = desk.store.arrived(desk.now)
    for start in range(0, len(every), _AT_ONCE):
        batch = every[start : start + _AT_ONCE]
        done: list[Arrived] = []
        outcomes = []
        for arrived in batch:
            try:
                outcomes.append(treat(desk, arrived))
                done.append(arrived)
            except Unread as problem:  # it has to wait, and keeps nobody from the others
                outcomes.append(Outcome("", Verdict.HELD, note=str(problem)))
        desk.store.finish(done)
        yield from outcomes
    desk.look_again()
    if withdrawing:
        yield from news.withdraw(desk, withdrawing)
    for id_ in desk.paths:
        try:
            news.noticed(desk, id_)
        except Exception as problem:  # it keeps nobody from the others
            if isinstance(problem, OSError) and of_the_disk(problem):
                raise
            desk.news.append(f"[{desk.id_of(id_)}] {in_one_line(problem)}")
    for id_ in desk.paths if reminding else ():
        try:
            late = _look_at(desk, id_)
        except Exception as problem:  # it keeps nobody from the others
            if isinstance(problem, OSError) and of_the_disk(problem):
                raise
            late = Outcome("", Verdict.HELD, desk.id_of(id_), note=in_one_line(problem))
        if late is not None:
            yield late
    desk.store.finish(())


def _look_at(desk: Desk, id_: str) -> Outcome | None:
    """Remind who has not moved for long; lay a game whose time is used up before the arbiter.

    A player who is away is left in peace until he is back.
    """
    judged = desk.game(id_)
    running = clock(judged, desk.now, Charging(double_after=desk.club.double_after))
    if running is None or not isinstance(judged, Replay):
        return None
    letter = judged.game.letters[running.army]
    player = next((p for p in desk.seats(judged) if letter in desk.armies(judged, p)), None)
    if player is not None and player.back(desk.now) is not None:
        return None
    game, since = desk.named(id_, judged), running.since
    turn = (str(len(judged.plies)), str(since and int(since.timestamp())))
    if player is not None and desk.club.remind is not None and since is not None:
        spans = (desk.now - since) // timedelta(seconds=desk.club.remind)
        if spans >= 1:  # each of them is reminded of once
            parts = (
                [f"It is your turn in the game [{game.id}] since {answers.moment(since)}."],
                answers.drawn(judged),
                answers.standing(desk.club, game, desk.seats(judged), desk.now),
                [answers.how(judged)],
            )
            hash_ = digest("remind", game.id, *turn, str(spans))
            desk.send("w", hash_, desk.about(game, player, parts))
    if not running.late:
        return None
    lines = answers.overdue(game, running)
    name = f"{digest('late', game.id, *turn)}-late"  # once for each move
    arbiter = Player("", desk.club.name, desk.club.address)
    desk.store.hold(name, desk.message(name, desk.about(game, arbiter, [lines])))
    return Outcome("", Verdict.LATE, game.id, letter, note=lines[0])


def sent(desk: Desk, command: Sequence[str], server: tuple[str, int] | None) -> list[str]:
    """Send what is to be sent, by a command or else to a server; list what was not."""

    def is_known(address: str) -> bool:
        return desk.player(address) is not None

    if server is None:
        return outgoing.send_all(desk.store, outgoing.by_program(command), is_known, desk.now)
    with closing(outgoing.Server(desk.club, *server)) as to:
        return outgoing.send_all(desk.store, to, is_known, desk.now)
