"""Inbox: a message that arrived, as far as the club looks at it."""

from __future__ import annotations

import re
from collections.abc import Collection
from email import message_from_bytes
from email.policy import compat32
from itertools import islice
from typing import NamedTuple

from aofref.club.settings import digest
from aofref.club.store import folded
from aofref.notation import mail
from aofref.notation.mail import Message
from aofref.text import folded_name, in_one_line, nearest

_FROM = re.compile(rb"^From:([^\n]*)", re.IGNORECASE | re.MULTILINE)
_AUTOMATED = re.compile(
    rb"^(?:Auto-Submitted: *(?!no\b)|Precedence:|List-|X-Auto|Return-Path: *<>)",
    re.IGNORECASE | re.MULTILINE,
)
_BRACKETS = re.compile(r"\[([^\[\]]{1,300})\]")
_MOST_BRACKETS = 20
"""As many words in brackets of a Subject are looked at."""
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_PASS = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*pass\b([^;]*)", re.IGNORECASE)
_OF = re.compile(r"(?:header\.(?:d|i|from)|smtp\.mailfrom)\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


class Letter(NamedTuple):
    """A message: its hash, who sent it, and what it says.

    Two deliveries of one message have the same hash.  `fault` says why a message could not be
    read; then it has no text, and is said to be sent by whom its head names.
    """

    hash: str
    sender: str
    message: Message
    fault: str = ""


def letter(raw: bytes) -> Letter:
    """Read a message."""
    try:
        message = mail.read(raw)
    except Exception as problem:  # whatever a message may do to the package email
        why = str(problem) if isinstance(problem, mail.Beyond) else in_one_line(problem)
        written = _FROM.search(_head(raw))
        sender = mail.address(written[1].decode("latin-1")) if written else ""
        return Letter(digest(raw), sender, Message((), sender=sender), why)
    sender = message.sender
    if message.id:
        return Letter(digest(message.id, sender.casefold()), sender, message)
    return Letter(digest(*_lasting(raw)), sender, message)


def _lasting(raw: bytes) -> tuple[bytes, ...]:
    """Give what two deliveries of a message without an id share."""
    head = message_from_bytes(_head(raw), policy=compat32)
    fields = (str(head.get(name, "")) for name in ("From", "Subject", "Date"))
    return (*(field.encode("utf-8", "replace") for field in fields), raw[len(_head(raw)) :].strip())


def _head(raw: bytes) -> bytes:
    end = _END_OF_HEAD.search(raw)
    return raw[: end.start()] if end else raw


def vouched(raw: bytes, machine: str, sender: str) -> bool:
    """Say whether a machine has found that a message comes from the domain of its sender.

    Only the uppermost `Authentication-Results` count: those below may be the sender's own.
    """
    head = message_from_bytes(_head(raw), policy=compat32)
    results = " ".join(str(head.get("Authentication-Results", "")).split())
    name, _, rest = results.partition(";")
    if name.split(" ")[0].casefold() != machine.casefold():
        return False
    domain = sender.rpartition("@")[2].casefold()
    return any(
        _within(domain, named[1].rpartition("@")[2].casefold())
        for match in _PASS.finditer(rest)
        for named in _OF.finditer(match[2])
    )


def _within(domain: str, parent: str) -> bool:
    return domain == parent or (domain.endswith(f".{parent}") and "." in parent)


class Named(NamedTuple):
    """The games that a Subject names by their ids, and a name that no game has."""

    ids: tuple[str, ...]
    unknown: str = ""


def named(subject: str, ids: Collection[str]) -> Named:
    """Find the game that a Subject names, as `[ID]`; other words in brackets are passed over.

    One that has a digit, or is much like an id, is taken for the name of a game.
    """
    named_ids, unknown = [], ""
    for match in islice(_BRACKETS.finditer(subject), _MOST_BRACKETS):
        words = match[1]
        text = folded(words)
        if text in ids:
            named_ids.append(text)
        elif any(mark.isdigit() for mark in text) or nearest(text, ids, 1, 0.75):
            unknown = unknown or " ".join(words.split())
    return Named(tuple(dict.fromkeys(named_ids)), unknown)


def has_word(subject: str, word: str) -> bool:
    """Say whether a Subject has a player's word, in any case."""
    whole = rf"(?<![\w-]){re.escape(folded_name(word))}(?![\w-])"
    return bool(word) and re.search(whole, folded_name(subject)) is not None


def looks_automated(raw: bytes) -> bool:
    """Say whether a message that could not be read may be a program's, by the words of its head."""
    return _AUTOMATED.search(_head(raw)) is not None
