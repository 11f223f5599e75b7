"""Run: the steps of one run over a club: arrived messages, clocks and reminders, sending."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from aofref.club import answers, news, outgoing, reminders, settings, waiting
from aofref.club.handler import handle
from aofref.club.log import Verdict
from aofref.club.session import ClubSession, Outcome, word_hash
from aofref.club.settings import Player
from aofref.club.store import Arrived, Store, Unread, pass_over
from aofref.library.writing import Changed
from aofref.text import in_one_line, on_one_line

_TITLE = 200  # the most characters of the club's name in a Subject
_AT_ONCE = 50  # the number of messages put away at once, after their answers are on the disk


def opened(store: Store, now: datetime) -> tuple[ClubSession, list[Player]]:
    """Open a club, and list the players who had not been told their secret word, and are now.

    Raises BadFile for a fault in its settings or its players.
    """
    club, seen = store.club(), store.text(settings.PLAYERS)
    known = settings.read_players(seen)
    players = settings.with_words(known) if club.token else known
    if players != known:
        try:
            store.enter(seen, players)
        except Changed:
            raise settings.bad_settings(settings.PLAYERS, "has changed meanwhile") from None
    session = ClubSession(club, players, store, now)
    told = {player for player in players if session.has_told(player.id, word_hash(player))}
    untold = [player for player in players if club.token and player not in told]
    for player in untold:
        title = f"{on_one_line(club.name)[:_TITLE]}: your secret word"
        out = session.notice(player, title, [answers.say("word", word=player.token)])
        session.send(Verdict.WORD, word_hash(player), out)
    return session, untold


def processed(
    session: ClubSession,
    *,
    reminding: bool,
    withdrawing: str = "",
    replacing: news.Replacing | None = None,
    recalled: Sequence[Path] = (),
) -> Iterator[Outcome]:
    """Process the messages that have arrived, then send the changes of records by others.

    The messages `recalled` are judged anew among them.  Between the two, the player `withdrawing`
    withdraws from every game, and `replacing` gives the games of one to another.  With
    `reminding` the clocks are checked at the end.
    """
    for path in recalled:
        session.recall(path)
    every = [*session.recalled(), *session.store.arrived(session.now)]
    every.sort(key=lambda arrived: arrived.moment)
    for start in range(0, len(every), _AT_ONCE):
        batch = every[start : start + _AT_ONCE]
        done: list[Arrived] = []
        outcomes = []
        for arrived in batch:
            try:
                outcomes += handle(session, arrived)
                done.append(arrived)
            except Unread as problem:  # it has to wait, and does not stop the others
                outcomes.append(Outcome(Verdict.HELD, str(problem)))
        session.store.finish(done)
        yield from outcomes
    session.reload()
    if withdrawing:
        yield from news.withdraw(session, withdrawing, "forfeits", session.now)
    if replacing is not None:
        yield from news.replace(session, replacing)
    session.news += news.notice(session, session.now)
    for path in waiting.settled(session):
        session.store.move(path, "held/cur")
    if reminding:
        yield from reminders.checked(session)
    try:
        waiting.send_digest(session)
    except Exception as problem:  # the players' messages are written, and are to be sent
        pass_over(problem)
        session.news.append(f"no digest was written: {in_one_line(problem)}")
    session.store.finish(())


def send(session: ClubSession, command: Sequence[str]) -> list[str]:
    """Send all messages by a command; list the unsent messages."""

    def is_known(address: str) -> bool:
        known = session.player(address) is not None
        return known or address.casefold() == session.club.arbiter.casefold()

    return outgoing.send_all(session.store, command, is_known, session.now)
