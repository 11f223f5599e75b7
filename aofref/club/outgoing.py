"""Outgoing: a whole message as bytes (RFC 5322)."""

import re
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from aofref.club.log import FIELD
from aofref.club.settings import Club, digest
from aofref.mail import Message
from aofref.text import on_one_line
from aofref.values import Value

_POLICY = SMTP.clone(linesep="\n", cte_type="7bit")
_LINE = 990  # a line of a message has at most 998 characters
_REFERENCES = 10  # how many of the last messages of a thread are named
_NAME = 100  # how many characters of a name a head has
_ID = re.compile("[!-~]{3,399}")  # a Message-ID that another message can name
_ATOM = re.compile("[A-Za-z0-9._+-]+")  # a text that can be an identifier unchanged


class Outgoing(Value):
    """A message: its recipient, the message that it answers (None: no message), its text.

    `root` is the Message-ID that begins its thread.  `attached` are the name and the text of an
    attached page, `reply_to` is an address.
    """

    to: tuple[str, str]
    subject: str
    text: str
    answers: Message | None = None
    root: str = ""
    attached: tuple[str, str] | None = None
    reply_to: str = ""


def id_of(club: Club, name: str) -> str:
    """Return the Message-ID of a message of a club, or the one that begins the thread of a game."""
    return f"<{name if _ATOM.fullmatch(name) else digest(name)}@{club.address.partition('@')[2]}>"


def written(out: Outgoing, club: Club, moment: datetime, field: str, name: str) -> bytes:
    """Write a message; `name` is the first part of its Message-ID, `field` its line in the log."""
    answered = out.answers
    known = [] if answered is None else [*answered.references, answered.id]
    first, *rest = dict.fromkeys(id_ for id_ in (out.root, *known) if _ID.fullmatch(id_)) or [""]
    head = {
        "From": formataddr((on_one_line(club.name)[:_NAME], club.address)),
        "To": formataddr((on_one_line(out.to[0])[:_NAME], out.to[1])),
        "Reply-To": out.reply_to,
        "Subject": Header(on_one_line(out.subject), header_name="Subject").encode(),
        "Date": format_datetime(moment),
        "Message-ID": id_of(club, name),
        "In-Reply-To": answered.id if answered and _ID.fullmatch(answered.id) else out.root,
        "References": "\n ".join([first, *rest[-_REFERENCES:]]),
        "Auto-Submitted": "auto-generated" if answered is None else "auto-replied",
        "X-Auto-Response-Suppress": "All",
        FIELD: field,
    }
    body, longest = EmailMessage(_POLICY), max(map(len, out.text.split("\n")))
    is_plain = out.text.isascii() and longest < _LINE
    body.set_content(out.text, cte="7bit" if is_plain else "quoted-printable")
    if out.attached is not None:
        page_name, page = out.attached
        body.add_attachment(page, subtype="html", filename=page_name, cte="base64")
        body.set_boundary(f"={name}=")
    fields = "".join(f"{key}: {value}\n" for key, value in head.items() if value)
    return fields.encode() + body.as_bytes()
