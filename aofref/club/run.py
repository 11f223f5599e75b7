"""Run: the steps of one run over a club: arrived messages, clocks and reminders, sending."""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from aofref.club import answers, news, waiting
from aofref.club.handler import handle
from aofref.club.log import Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player
from aofref.club.store import Arrived, NoWay, Store, Unread, pass_over, whole
from aofref.text import in_one_line, on_one_line

_AT_ONCE = 50  # the number of messages put away at once, after their answers are on the disk
_SECONDS = 60  # for which a program may take to send a message
_COMPLAINTS = 3  # how many of the last lines of a program's errors are reported


def opened(store: Store, now: datetime) -> tuple[ClubSession, list[Player]]:
    """Open a club, and list the players who had not been told their secret word, and are now.

    Raises BadFile for a fault in its settings or its players.
    """
    session = ClubSession(store, now)
    untold = [to for to in session.players if not session.has_told(to.id, to.word_hash)]
    untold = untold if session.club.token else []
    for player in untold:
        title = f"{on_one_line(session.club.name)[: answers.TITLE]}: your secret word"
        out = session.notice(player, title, [answers.say("word", word=player.token)])
        session.send(Verdict.WORD, player.word_hash, out)
    return session, untold


def processed(
    session: ClubSession,
    *,
    reminding: bool,
    changes: Iterable[Iterator[Outcome]] = (),
    recalled: Sequence[Path] = (),
) -> Iterator[Outcome]:
    """Process the messages that have arrived, then send the changes of records by others.

    The messages `recalled` are judged anew among them.  Between the two are the arbiter's own
    `changes`, as of `news.withdraw`.  With `reminding` the clocks are checked at the end.
    """
    every = [*session.recalled(recalled), *session.store.arrived(session.now)]
    every.sort(key=lambda arrived: arrived.moment)
    for start in range(0, len(every), _AT_ONCE):
        done, outcomes = list[Arrived](), list[Outcome]()
        for arrived in every[start : start + _AT_ONCE]:
            try:
                outcomes += handle(session, arrived)
                done.append(arrived)
            except Unread as problem:  # it has to wait, and does not stop the others
                outcomes.append(Outcome(Verdict.HELD, str(problem)))
        session.store.finish(done)
        yield from outcomes
    session.reload()
    yield from chain.from_iterable(changes)
    session.news += news.notice(session, session.now)
    for path in waiting.settled(session):
        session.store.move(path, "held/cur")
    if reminding:
        yield from news.checked(session)
    try:
        waiting.send_digest(session)
    except Exception as problem:  # the players' messages are written, and are to be sent
        pass_over(problem)
        session.news.append(f"no digest was written: {in_one_line(problem)}")
    session.store.finish()


def send(session: ClubSession, program: Sequence[str]) -> list[str]:
    """Send all messages by a program, the oldest first; list the unsent ones with the reasons.

    The words of `program` are those of a command that reads a message, such as `sendmail -t -i`.
    A message that was not sent stays in out/new, and is tried again the next time.  Raises NoWay if
    the program cannot be started.
    """
    failed = []
    for path in session.store.files("out/new"):
        why = "not sent"
        try:
            message = whole(path)
            problem = _sent(program, message) if message.strip() else "this is empty"
            if not problem:
                why = "sent, but cannot be moved to out/cur"
                session.store.move(path, "out/cur")
                continue
        except OSError as wrong:  # a folder, a pipe, a link to nothing: it stops no other
            pass_over(wrong)
            problem = wrong.strerror or str(wrong)
        failed.append(f"out/new/{path.name}: {why}: {problem}")
    return failed


def _sent(program: Sequence[str], message: bytes) -> str:
    """Give a message to a program; return why it was not sent; raises NoWay."""
    try:
        done = subprocess.run(
            program, input=message, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"{program[0]} does not end within {_SECONDS} seconds"
    except OSError as problem:
        why = problem.strerror or str(problem)
        command = " ".join(program)
        raise NoWay(f"nothing is sent: {command}: cannot be started: {why}") from problem
    if not done.returncode:
        return ""
    # Some programs name the cause before the last line of their errors.
    lines = (" ".join(line.split()) for line in done.stderr.decode("utf-8", "replace").splitlines())
    complaint = "; ".join([*filter(None, lines)][-_COMPLAINTS:])
    return complaint or f"{program[0]} ended with status {done.returncode}"
