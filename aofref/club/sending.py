"""Sending: the messages of out/new, by a program such as sendmail or to a server of mail."""

import re
import smtplib
import subprocess
from collections.abc import Callable, Sequence
from email import message_from_bytes
from email.utils import parseaddr

from aofref.club.settings import Club
from aofref.club.store import Store

_SECONDS = 60
_COMPLAINTS = 3  # how many lines of a program's complaint are reported, the last of them
_REASON = 200  # how many characters of a server's answer are reported
_END = re.compile(rb"\r?\n")
Send = Callable[[bytes], None]


class Unsent(Exception):
    """Why a message was not sent; it stays where it is, for the next time."""


class NoWay(Exception):
    """Why nothing can be sent at all."""


def send_all(store: Store, send: Send) -> list[str]:
    """Send what is to be sent, the oldest first; list what was not, and why."""
    failed = []
    for path in store.outgoing():
        try:
            send(path.read_bytes())
        except Unsent as problem:
            failed.append(f"out/new/{path.name}: not sent: {problem}")
        else:
            store.sent(path)
    return failed


def by_program(words: Sequence[str]) -> Send:
    """Send by a program that reads a message, such as `sendmail -t -i`."""

    def send(message: bytes) -> None:
        try:
            done = subprocess.run(
                words, input=message, capture_output=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise Unsent(f"{words[0]} does not end within {_SECONDS} seconds") from None
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise NoWay(f"{' '.join(words)}: cannot be started: {why}") from problem
        if done.returncode:
            # Some programs name the cause before the last line of what they complain of.
            lines = done.stderr.decode("utf-8", "replace").splitlines()
            complaint = [line for line in (" ".join(line.split()) for line in lines) if line]
            last = "; ".join(complaint[-_COMPLAINTS:])
            raise Unsent(last or f"{words[0]} ended with status {done.returncode}")

    return send


class Server:
    """A server of mail, with which one connection is kept."""

    def __init__(self, club: Club, host: str, port: int) -> None:
        self.club, self.host, self.port = club, host, port
        self._open: smtplib.SMTP | None = None

    def __call__(self, message: bytes) -> None:
        """Send a message to whom its head names."""
        to = parseaddr(str(message_from_bytes(message).get("To", "")))[1]
        try:
            self._connected().sendmail(self.club.address, [to], _END.sub(b"\r\n", message))
        except OSError as problem:  # smtplib's own are such
            self.close()
            raise Unsent(" ".join(_answer(problem).split())[:_REASON]) from problem

    def _connected(self) -> smtplib.SMTP:
        if self._open is None:
            try:
                self._open = smtplib.SMTP(self.host, self.port, timeout=_SECONDS)
            except OSError as problem:
                raise NoWay(f"{self.host}:{self.port}: {_answer(problem)}") from problem
        return self._open

    def close(self) -> None:
        """End the connection."""
        if self._open is not None:
            try:
                self._open.quit()
            except OSError:
                self._open.close()
            self._open = None


def _answer(problem: OSError) -> str:
    """What a server answered, such as `550 5.1.1 User unknown`; else what went wrong."""
    text: bytes | str
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(problem.recipients.values()))  # a message goes to one
    elif isinstance(problem, smtplib.SMTPResponseException):
        code, text = problem.smtp_code, problem.smtp_error
    else:
        return str(problem)
    return f"{code} {text.decode('utf-8', 'replace') if isinstance(text, bytes) else text}"
