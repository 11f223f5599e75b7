"""Outgoing: a whole message, as bytes (RFC 5322)."""

import re
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from functools import lru_cache
from quopri import encodestring
from typing import NamedTuple

from aofref.club.settings import Club, digest
from aofref.notation.mail import Message
from aofref.text import on_one_line

_POLICY = SMTP.clone(linesep="\n", cte_type="7bit")
_LINE = 990  # a line of a message has at most 998 characters
_REFERENCES = 10  # how many messages of a thread are named, the last of them
_NAME = 100  # how many characters of a name stand in a head
_ATOM = re.compile("[A-Za-z0-9._+-]+")  # what may stand in an identifier as it is


class Attached(NamedTuple):
    """A page that goes with a message."""

    name: str
    page: str


class Outgoing(NamedTuple):
    """A message: to whom, what it answers (None: nothing), what it says."""

    to: tuple[str, str]
    subject: str
    text: str
    answers: Message | None = None
    root: str = ""
    attached: Attached | None = None


def root_of(club: Club, game: str) -> str:
    """Name the message that a game's thread begins with."""
    return f"<{game if _ATOM.fullmatch(game) else digest(game)}@{club.domain}>"


def written(club: Club, name: str, out: Outgoing, moment: datetime) -> bytes:
    """Write a message under a name."""
    answered = out.answers
    known = [] if answered is None else [*answered.references, answered.id]
    first, *rest = dict.fromkeys(id_ for id_ in (out.root, *known) if _plain(id_)) or [""]
    head = {
        "From": _named(club.name, club.address),
        "To": _named(*out.to),
        "Subject": Header(on_one_line(out.subject), header_name="Subject").encode(),
        "Date": format_datetime(moment),
        "Message-ID": f"<{name}@{club.domain}>",
        "In-Reply-To": answered.id if answered is not None and _plain(answered.id) else out.root,
        "References": "\n ".join([first, *rest[-_REFERENCES:]]),
        "Auto-Submitted": "auto-generated" if answered is None else "auto-replied",
        "X-Auto-Response-Suppress": "All",
    }
    lines = "".join(f"{name}: {value}\n" for name, value in head.items() if value)
    if out.attached is None:
        return lines.encode("ascii") + _content(out.text)
    whole = EmailMessage(_POLICY)
    whole.set_content(out.text)
    whole.add_attachment(
        out.attached.page, subtype="html", filename=out.attached.name, cte="base64"
    )
    whole.set_boundary(f"={name}=")
    return lines.encode("ascii") + whole.as_bytes()


def _named(name: str, address: str) -> str:
    return formataddr((on_one_line(name)[:_NAME], address))


@lru_cache(maxsize=8)
def _content(text: str) -> bytes:
    """Write a text with the fields that say how it is written; the players of a game share it."""
    plain = text.isascii() and max(map(len, text.split("\n"))) < _LINE
    body = text.encode("utf-8")
    return (
        b'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\n'
        b"Content-Transfer-Encoding: "
        + (b"7bit\n\n" + body if plain else b"quoted-printable\n\n" + encodestring(body))
    )


def _plain(identifier: str) -> bool:
    return 2 < len(identifier) < 400 and all("!" <= mark <= "~" for mark in identifier)
