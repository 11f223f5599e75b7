"""Inbox: a message that has arrived, as far as the club reads it."""

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from email import message_from_bytes
from email.policy import compat32
from itertools import islice
from pathlib import Path

from aofref.club.settings import digest
from aofref.club.store import JUDGED, NoWay, Store, base_of, folded, whole
from aofref.findings import BadText
from aofref.notation import mail
from aofref.notation.mail import LineText, Message
from aofref.text import folded_name, in_one_line, nearest, on_one_line

_BRACKETS = re.compile(r"\[([^\[\]]{1,300})\]")
_BEGINS = re.compile(r"[\s*_]*(?:\[([^\[\]]{1,300})\]:?|([^\s:\[\]][^:\[\]]{0,300}):)")
_BARE = re.compile(r"[^\s\[\](),;:]+")
_LONGEST = 1000  # how many characters of a Subject are searched for an id without brackets
_MOST_BRACKETS = 20  # the most words in brackets of a Subject that are read
_PREFIX = re.compile(r"\A\s*(?:(?:re|fwd?|aw|wg|sv|antw|rv)(?:\[\d+\])?:\s*)*", re.IGNORECASE)
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


def named(subject: str, ids: Collection[str]) -> tuple[list[str], str]:
    """Find the ids of games in a Subject, as `[ID]`; ignore other words in brackets.

    Without any, an id with a digit may stand there without brackets.  Returns the ids, and a word
    in brackets that is none, but has a digit or is much like an id; empty without such a word.
    """
    games, unknown = [], ""
    for match in islice(_BRACKETS.finditer(subject), _MOST_BRACKETS):
        words = match[1]
        text = folded(words)
        if text in ids:
            games.append(text)
        elif any(mark.isdigit() for mark in text) or nearest(text, ids, 1, 0.75):
            unknown = unknown or " ".join(words.split())
    if not games and not unknown:
        bare = (folded(word) for word in _BARE.findall(subject[:_LONGEST]))
        games += [word for word in bare if word in ids and any(map(str.isdigit, word))]
    return list(dict.fromkeys(games)), unknown


def parts(
    subject: str,
    lines: Sequence[LineText],
    ids: Collection[str],
    is_order: Callable[[str, str], bool],
) -> dict[tuple[str, str], list[LineText]]:
    """Part a message by its games, in the order in which it names them.

    `[ID]` alone on a line begins the part of a game; before an order, and so `ID:`, it is a part of
    one line.  The text before belongs to the game of the Subject; if it names none, all of a
    message that names a single game is about that game.  `is_order` tells of an id and a text.
    Returns the lines by the id, empty if none is named, and a word that is no id of a game.
    """
    title, other = named(subject, ids)
    begun = at = (title[0], "") if len(title) == 1 else ("", other)
    parted: list[tuple[tuple[str, str], LineText]] = []
    for line in lines:
        here, match = at, _BEGINS.match(line.text) if line.own else None
        if match is not None:
            rest = line.text[match.end() :].strip(" \t*_")
            game, bracketed = folded(match[1] or match[2]), match[1] is not None
            unknown = ""
            if bracketed and not rest and len(match[1].split()) == 1:
                is_move = bool(at[0]) and is_order(at[0], match[1])
                like = not is_move or nearest(folded(match[1]), ids, 1, 0.75)
                unknown = named(line.text, ids)[1] if like else ""
            if game not in ids:
                game = ""
            if bracketed and not rest and (game or unknown):
                here = at = game, unknown
                line = line._replace(text="")
            elif game and rest and is_order(game, rest):
                here, line = (game, ""), line._replace(text=f"{'':{match.end()}}{rest}")
        parted.append((here, line))
    named_games = {key for key, _ in parted if any(key)}
    if not any(begun) and len(named_games) == 1 and (only := named_games.pop())[0]:
        parted = [(only, line) for _, line in parted]
    games: dict[tuple[str, str], list[LineText]] = {}
    for key, line in parted:
        games.setdefault(key, []).append(line)
    full = {key: told for key, told in games.items() if any(line.own for line in told)}
    return full or games or {begun: []}


def alone(subject: str, word: str) -> str:
    """Return a Subject without the prefixes of answers, words in brackets and the secret word."""
    bare = _BRACKETS.sub(" ", _PREFIX.sub("", subject[:_LONGEST]))
    return " ".join((bare.replace(f"({word})", " ") if word else bare).split())


def has_word(subject: str, word: str) -> bool:
    """Whether a Subject has a player's secret word, in any case."""
    whole = rf"(?<![\w-]){re.escape(folded_name(word))}(?![\w-])"
    return bool(word) and re.search(whole, folded_name(subject)) is not None
