"""Run: the steps of one run over a club: what has arrived, clocks and reminders, what is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta

from aofref.club import answers, sending, settings
from aofref.club.desk import Desk, Outcome, Verdict
from aofref.club.settings import Club, Player, digest
from aofref.club.store import Arrived, Changed, Store, Unread, of_the_disk
from aofref.club.treatment import treat
from aofref.findings import Code
from aofref.judge.analysis.clock import Clock, clock
from aofref.judge.replay.verdict import Replay
from aofref.text import in_one_line

_AT_ONCE = 50  # so many messages are put away at a time, when their answers are on the disk


def club_of(store: Store) -> Club:
    """Read the settings of a club; Unset says what is wrong with them."""
    return settings.read_club(_text(store, settings.CLUB))


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
        return (store.folder / name).read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise settings.Unset(name, "there is no such file", code=Code.CANNOT_OPEN) from None
    except UnicodeDecodeError:
        raise settings.Unset(name, "is not in UTF-8", code=Code.ENCODING) from None


def treated(desk: Desk, *, reminding: bool) -> Iterator[Outcome]:
    """Treat what has arrived, message by message; with `reminding`, look at the clocks then."""
    every = desk.store.arrived(desk.now)
    for start in range(0, len(every), _AT_ONCE):
        batch = every[start : start + _AT_ONCE]
        treated = [(arrived, _treated(desk, arrived)) for arrived in batch]
        done = [arrived for arrived, outcome in treated if not outcome.unread]
        desk.store.finish(done)
        yield from (outcome for _, outcome in treated)
    if reminding:
        yield from _watched(desk)


def _treated(desk: Desk, arrived: Arrived) -> Outcome:
    try:
        return treat(desk, arrived)
    except Unread as problem:
        return Outcome("", Verdict.HELD, note=str(problem), unread=True)


def _watched(desk: Desk) -> Iterator[Outcome]:
    """Remind who has not moved for long, and report each game that is late.

    A game of which the program fails keeps nobody from the others.
    """
    desk.look_again()
    for id_ in desk.paths:
        try:
            late = _look_at(desk, id_)
        except Exception as problem:
            if isinstance(problem, OSError) and of_the_disk(problem):
                raise
            late = Outcome("", Verdict.HELD, desk.id_of(id_), note=in_one_line(problem))
        if late is not None:
            yield late


def _look_at(desk: Desk, id_: str) -> Outcome | None:
    """Look at the clock of a game; a player who is away is left in peace until he is back."""
    judged = desk.game(id_)
    running = clock(judged, desk.now, answers.charging(desk.club))
    if running is None or not isinstance(judged, Replay):
        return None
    letter = judged.game.letters[running.army]
    player = next((p for p in desk.seats(judged) if letter in desk.armies(judged, p)), None)
    if player is not None and player.back(desk.now) is not None:
        return None
    if player is not None:
        _remind(desk, id_, judged, running, player)
    return _late(desk, id_, judged, running) if running.late else None


def _remind(desk: Desk, id_: str, replay: Replay, running: Clock, player: Player) -> None:
    """Write to a player once for every span that has gone by."""
    if desk.club.remind is None or running.since is None:
        return
    spans = (desk.now - running.since) // timedelta(seconds=desk.club.remind)
    if spans < 1:
        return
    game = desk.named(id_, replay)
    hash_ = digest("remind", game.id, str(len(replay.plies)), str(spans))
    parts = (
        answers.reminder(game, running),
        answers.drawn(replay),
        answers.standing(desk.club, game, desk.seats(replay), desk.now),
        [answers.how(replay)],
    )
    desk.send("w", hash_, desk.about(game, player, parts))


def _late(desk: Desk, id_: str, replay: Replay, running: Clock) -> Outcome:
    """Lay a game whose time is used up before the arbiter, once for each move."""
    game = desk.named(id_, replay)
    lines = answers.overdue(game, running)
    name = digest("late", game.id, str(len(replay.plies)))
    arbiter = Player("", desk.club.name, desk.club.address)
    message = desk.message(f"{name}-late", desk.about(game, arbiter, [lines]))
    desk.store.hold(f"{name}-late", message)
    letter = replay.game.letters[running.army]
    return Outcome("", Verdict.LATE, game.id, letter, note=lines[0])


def sent(desk: Desk, command: Sequence[str], server: tuple[str, int] | None) -> list[str]:
    """Send what is to be sent, by a command or else to a server; list what was not."""
    if server is None:
        return sending.send_all(desk.store, sending.by_program(command))
    with closing(sending.Server(desk.club, *server)) as to:
        return sending.send_all(desk.store, to)
