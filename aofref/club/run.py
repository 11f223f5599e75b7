"""Run: the steps of one run over a club: arrived messages, clocks and reminders, sending."""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from aofref.club import answers, news, waiting
from aofref.club.handler import handle
from aofref.club.log import Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import PLAYERS
from aofref.club.store import NoWay, Unread, base_of, pass_over, whole
from aofref.findings import BadFile
from aofref.text import in_one_line, on_one_line

_SECONDS = 60  # for which a program may take to send a message
_COMPLAINTS = 3  # how many of the last lines of a program's errors are reported


def processed(
    session: ClubSession,
    *,
    reminding: bool,
    changes: Iterable[Iterator[Outcome]] = (),
    recalled: Sequence[Path] = (),
) -> Iterator[Outcome]:
    """Process the messages that have arrived, then send the changes of records by others.

    First players are told their secret words, if they have not been.  The messages `recalled` are
    judged anew among those that have arrived.  Before the changes by others are the arbiter's own
    `changes`, as of `news.withdraw`.  With `reminding` the clocks are checked at the end.
    """
    _tell_words(session)
    every = [*session.recalled(recalled), *session.store.arrived(session.now)]
    for arrived in sorted(every, key=lambda arrived: arrived.moment):
        try:
            outcomes = handle(session, arrived)
            if not arrived.anew:  # else it stays until it is settled
                session.store.move(arrived.path, "in/cur", arrived.name)
            yield from outcomes
        except BadFile as problem:  # it has to wait, and stops no other
            yield Outcome(Verdict.HELD, str(problem))
        except OSError as problem:
            pass_over(problem)
            why = f"{problem.filename or arrived.path}: {problem.strerror or problem}"
            session.news += [] if isinstance(problem, Unread) else [why]  # which is named anyway
            yield Outcome(Verdict.HELD, why)
    session.reload()
    yield from chain.from_iterable(changes)
    news.notice(session)
    for path in waiting.settled(session):
        session.store.move(path, "held/cur")
    if reminding:
        yield from news.checked(session)
    try:
        waiting.send_digest(session)
    except Exception as problem:  # the players' messages are written, and are to be sent
        pass_over(problem)
        session.news.append(f"no digest was written: {in_one_line(problem)}")


def _tell_words(session: ClubSession) -> None:
    """Send their secret words to players who have not been told them."""
    for player in session.players if session.club.token else ():
        if not session.has_told(player.id, player.word_hash):
            title = f"{on_one_line(session.club.name)[: answers.TITLE]}: your secret word"
            out = session.notice(player, title, [answers.say("word", word=player.token)])
            session.send(Verdict.WORD, player.word_hash, out)
            why = f"{player.name} had not been told the secret word: it was sent"
            session.news.append(f"{session.store.folder / PLAYERS}: {why}")


def send(session: ClubSession, program: Sequence[str]) -> list[str]:
    """Send all messages by a program, as the log has them; list the unsent ones with the reasons.

    The words of `program` are those of a command that reads a message, such as `sendmail -t -i`.
    A message that was not sent stays in out/new, and is tried again the next time.  Raises NoWay if
    the program cannot be started.
    """
    failed, lines = [], session.log.lines
    place = {name: at for at, line in enumerate(lines) for name in line.answers}
    paths = session.store.files("out/new")
    for path in sorted(paths, key=lambda path: place.get(base_of(path.name), -1)):
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
        why = f"{' '.join(program)}: cannot be started: {problem.strerror or problem}"
        raise NoWay(f"nothing is sent: {why}") from problem
    if not done.returncode:
        return ""
    # Some programs name the cause before the last line of their errors.
    lines = (" ".join(line.split()) for line in done.stderr.decode("utf-8", "replace").splitlines())
    complaint = "; ".join([*filter(None, lines)][-_COMPLAINTS:])
    return complaint or f"{program[0]} ended with status {done.returncode}"
