"""Inbox: a message that has arrived, as far as the club reads it."""

import re
from contextlib import suppress
from email import message_from_bytes
from email.policy import compat32
from pathlib import Path

from aofref.club.settings import digest
from aofref.club.store import JUDGED, NoWay, Store, base_of, whole
from aofref.findings import BadText
from aofref.notation import mail
from aofref.notation.mail import Message
from aofref.text import folded_name, in_one_line, on_one_line

_HEAD = 1 << 20  # the most bytes of an unreadable message that are searched for its head
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")


def read(raw: bytes) -> tuple[Message, str, str]:
    """Read a message: its content, its hash, and why it could not be read, empty if it was.

    Two deliveries of one message have the same hash.  A message that could not be read has no text,
    its sender is the address in its head, and it is automated if that may be a program's.
    """
    end = _END_OF_HEAD.search(raw)
    head_of = raw[: end.start()] if end else raw
    try:
        message = mail.read(raw)
    except Exception as problem:  # any error of the package email
        why = str(problem) if isinstance(problem, BadText) else in_one_line(problem)
        message = Message((), automated=True)
        with suppress(Exception):  # any error of the package email
            head = message_from_bytes(head_of[:_HEAD], policy=compat32)
            message = Message((), sender=mail.mailbox(head)[1], automated=mail.automated(head))
        return message, digest(raw), why
    if message.id:
        return message, digest(message.id, message.sender.casefold()), ""
    # Two deliveries of a message without an id share these fields and the text.
    head = message_from_bytes(head_of, policy=compat32)
    fields = (str(head.get(name, "")) for name in ("From", "Subject", "Date"))
    lasting = (field.encode("utf-8", "replace") for field in fields)
    return message, digest(*lasting, raw[len(head_of) :].strip()), ""


def found(store: Store, wanted: str, *, waiting: bool = False) -> Path:
    """Find a message that was judged by its file, wherever that is now, or by its Message-ID.

    One that is `waiting` is in a file of held/new.  Raises NoWay if there is none, or several.
    """
    if waiting:
        path = store.folder / "held" / "new" / Path(wanted).name
        if path in store.files("held/new"):
            return path
        raise NoWay(f"{on_one_line(wanted)}: no message waits in this file of held/new")
    if (judged := store.judged(on_one_line(base_of(Path(wanted).name)))) is not None:
        return judged
    named = wanted.strip("<>").encode("utf-8", "surrogateescape")
    for box in JUDGED:
        files = [path for path in store.usable(box) if named in whole(path)]
        having = [path for path in files if read(whole(path))[0].id == f"<{wanted.strip('<>')}>"]
        if len(having) > 1:
            why = f"several messages have this Message-ID: name a file of {box}"
            raise NoWay(f"{on_one_line(wanted)}: {why}")
        if having:
            return having[0]
    why = "no message is in this file of held, or has this Message-ID"
    raise NoWay(f"{on_one_line(wanted)}: {why}")


def has_word(subject: str, word: str) -> bool:
    """Whether a Subject has a player's secret word, in any case."""
    whole = rf"(?<![\w-]){re.escape(folded_name(word))}(?![\w-])"
    return bool(word) and re.search(whole, folded_name(subject)) is not None
