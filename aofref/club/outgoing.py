"""Outgoing: a whole message, as bytes (RFC 5322)."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from typing import NamedTuple

from aofref.club.settings import Club
from aofref.notation.mail import Message
from aofref.text import on_one_line

_POLICY = SMTP.clone(linesep="\n", max_line_length=78, cte_type="7bit")
_REFERENCES = 10
"""As many messages of a thread are named, the last."""


class Attached(NamedTuple):
    """A page that goes with a message."""

    name: str
    page: str


class Outgoing(NamedTuple):
    """A message: to whom, what it answers (None: nothing), what it says."""

    name: str
    to: tuple[str, str]
    subject: str
    text: str
    answers: Message | None = None
    root: str = ""
    attached: Attached | None = None


def root_of(club: Club, game: str) -> str:
    """Name the message that a game's thread begins with."""
    return f"<{game}@{club.domain}>"


def written(club: Club, out: Outgoing, moment: datetime) -> bytes:
    """Write a message."""
    made = EmailMessage(_POLICY)
    made["From"] = formataddr((on_one_line(club.name), club.address))
    made["To"] = formataddr((on_one_line(out.to[0]), out.to[1]))
    made["Subject"] = on_one_line(out.subject)
    made["Date"] = format_datetime(moment)
    made["Message-ID"] = f"<{out.name}@{club.domain}>"
    answered = out.answers
    known = [one for one in (*(answered.references if answered else ()),) if _plain(one)]
    thread = [*([out.root] if out.root else []), *known]
    if answered is not None and _plain(answered.id):
        made["In-Reply-To"] = answered.id
        thread.append(answered.id)
    elif out.root:
        made["In-Reply-To"] = out.root
    if thread:
        kept = list(dict.fromkeys(thread))
        made["References"] = " ".join([*kept[:1], *kept[1:][-_REFERENCES:]])
    made["Auto-Submitted"] = "auto-generated" if answered is None else "auto-replied"
    made["X-Auto-Response-Suppress"] = "All"
    made.set_content(out.text, charset="utf-8")
    if out.attached is not None:
        made.add_attachment(
            out.attached.page, subtype="html", filename=out.attached.name, cte="base64"
        )
    return made.as_bytes()


def _plain(identifier: str) -> bool:
    """Say whether an identifier may stand in a head."""
    return (
        2 < len(identifier) < 400 and identifier.isascii() and not set(identifier) & set(" \t\r\n")
    )
