"""Outgoing: a whole message as bytes (RFC 5322), and sending it by a program."""

import re
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, parseaddr
from functools import lru_cache
from quopri import encodestring

from aofref.club.log import FIELD
from aofref.club.settings import Club, digest
from aofref.club.store import Store, pass_over, unheld, whole
from aofref.notation.mail import Message
from aofref.text import on_one_line
from aofref.values import Value

_POLICY = SMTP.clone(linesep="\n", cte_type="7bit")
_LINE = 990  # a line of a message has at most 998 characters
_REFERENCES = 10  # how many of the last messages of a thread are named
_NAME = 100  # how many characters of a name a head has
_ATOM = re.compile("[A-Za-z0-9._+-]+")  # a text that can be an identifier unchanged


class Outgoing(Value):
    """A message: its recipient, the message that it answers (None: no message), its text.

    `attached` are the name and the text of an attached page, `reply_to` is an address.
    """

    to: tuple[str, str]
    subject: str
    text: str
    answers: Message | None = None
    root: str = ""
    attached: tuple[str, str] | None = None
    reply_to: str = ""


def root_of(club: Club, game: str) -> str:
    """Return the Message-ID that begins the thread of a game."""
    return f"<{game if _ATOM.fullmatch(game) else digest(game)}@{club.domain}>"


def written(club: Club, name: str, out: Outgoing, moment: datetime, field: str = "") -> bytes:
    """Write a message; `name` is the first part of its Message-ID, `field` its line in the log."""
    answered = out.answers
    known = [] if answered is None else [*answered.references, answered.id]
    first, *rest = dict.fromkeys(id_ for id_ in (out.root, *known) if _plain(id_)) or [""]
    head = {
        "From": _named(club.name, club.address),
        "To": _named(*out.to),
        "Reply-To": out.reply_to,
        "Subject": Header(on_one_line(out.subject), header_name="Subject").encode(),
        "Date": format_datetime(moment),
        "Message-ID": f"<{name}@{club.domain}>",
        "In-Reply-To": answered.id if answered is not None and _plain(answered.id) else out.root,
        "References": "\n ".join([first, *rest[-_REFERENCES:]]),
        "Auto-Submitted": "auto-generated" if answered is None else "auto-replied",
        "X-Auto-Response-Suppress": "All",
        FIELD: field,
    }
    lines = "".join(f"{name}: {value}\n" for name, value in head.items() if value)
    if out.attached is None:
        return lines.encode("ascii") + _content(out.text)
    whole, (page_name, page) = EmailMessage(_POLICY), out.attached
    whole.set_content(out.text)
    whole.add_attachment(page, subtype="html", filename=page_name, cte="base64")
    whole.set_boundary(f"={name}=")
    return lines.encode("ascii") + whole.as_bytes()


def _named(name: str, address: str) -> str:
    return formataddr((on_one_line(name)[:_NAME], address))


@lru_cache(maxsize=8)
def _content(text: str) -> bytes:
    """Write a text with the fields of its encoding; the players of a game share it."""
    plain = text.isascii() and max(map(len, text.split("\n"))) < _LINE
    body = text.encode("utf-8")
    return (
        b'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\n'
        b"Content-Transfer-Encoding: "
        + (b"7bit\n\n" + body if plain else b"quoted-printable\n\n" + encodestring(body))
    )


def _plain(identifier: str) -> bool:
    return 2 < len(identifier) < 400 and all("!" <= mark <= "~" for mark in identifier)


_SECONDS = 60
_COMPLAINTS = 3  # how many of the last lines of a program's errors are reported
PATIENCE = timedelta(days=5)  # for how long mail servers try, by RFC 5321 and by custom
_FOR_GOOD = (65, 67, 68)  # statuses of sendmail: bad data, no such user, no such machine


class NoWay(Exception):
    """Nothing can be sent at all."""


def send_all(
    store: Store, program: Sequence[str], is_known: Callable[[str], bool], now: datetime
) -> list[str]:
    """Send all messages by a program, the oldest first; list the unsent ones with the reasons.

    The words of `program` are those of a command that reads a message, such as `sendmail -t -i`.
    A message that was not sent is tried again the next time, for `PATIENCE` at most.  Later it is
    held, and at once if it is refused for good and its address is not known.
    """
    failed = []
    for path in store.files("out/new"):
        why = "not sent"
        try:
            message = unheld(whole(path))
            problem, status = _sent(program, message) if message.strip() else ("this is empty", 0)
            why = f"not sent: {problem}" if problem else "sent, but cannot be moved to out/cur"
            late = now - datetime.fromtimestamp(path.stat().st_mtime, UTC) > PATIENCE
            lost = late or (status in _FOR_GOOD and not is_known(recipient_of(message)))
            if problem and lost:
                store.hold(path.name, message, why)
            if lost or not problem:
                store.finish(())
                store.move(path, "out/cur")
            if not problem:
                continue
            why += "; it is in held now" * lost
        except OSError as wrong:  # a folder, a pipe, a link to nothing: it stops no other
            pass_over(wrong)
            why = f"{why}: {wrong.strerror or wrong}"
        failed.append(f"out/new/{path.name}: {why}")
    return failed


def recipient_of(message: bytes) -> str:
    """Return the address of a message's recipient."""
    return parseaddr(str(message_from_bytes(message).get("To", "")))[1]


def _sent(program: Sequence[str], message: bytes) -> tuple[str, int]:
    """Give a message to a program; return why it was not sent, and the status; raises NoWay."""
    try:
        done = subprocess.run(
            program, input=message, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"{program[0]} does not end within {_SECONDS} seconds", 0
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise NoWay(f"{' '.join(program)}: cannot be started: {why}") from problem
    # Some programs name the cause before the last line of their errors.
    lines = done.stderr.decode("utf-8", "replace").splitlines() if done.returncode else []
    complaint = [line for line in (" ".join(line.split()) for line in lines) if line]
    ended = f"{program[0]} ended with status {done.returncode}" if done.returncode else ""
    return "; ".join(complaint[-_COMPLAINTS:]) or ended, done.returncode
