"""Understanding: what a player's message asks for, line by line; what is not alone is no order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Code, Refusal
from aofref.findings.facts import Words
from aofref.judge.edit.mail_move import move_of
from aofref.notation.mail import LineText
from aofref.notation.typed import Typist
from aofref.rules.position import Position
from aofref.text import escaped

_VERB = re.compile(r"(?:if|preview|show|help|rules)\b", re.IGNORECASE)
_NONE = ("none", "nothing", "no", "off", "-")
_CELL = re.compile(r"[A-Za-z][0-9]")
_IF = re.compile(r"\bif\b", re.IGNORECASE)
_FIRST = 8
"""The first move of a conditional line has at most so many words."""
_WORDS = 4000
"""How many characters of a player's own words are passed on."""


class Understood(NamedTuple):
    """What a message asks for.

    `move` is a move or a withdrawal, `draw` an offer or consent as it is written.  `plans` are
    conditional lines in place of those that the player had, None where there are none.  `why` says
    why there is nothing to do; `unclear` that there may be a move, so that the player is asked.
    `words` are the sender's own for the others to read: no order, no plan.  `withheld` are lines
    that may be a plan, though not written as one: they are kept from the others.
    """

    move: str = ""
    draw: str = ""
    plans: tuple[str, ...] | None = None
    previews: tuple[str, ...] = ()
    show: bool = False
    help: bool = False
    rules: bool = False
    why: Refusal | None = None
    unclear: bool = False
    words: str = ""
    withheld: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        """Whether it changes the game, or what the club keeps of it."""
        return bool(self.move or self.draw or self.plans is not None)


class _Verbs(NamedTuple):
    """The orders with a verb, and the lines of the message without them."""

    plans: list[str]
    given: bool
    previews: list[str]
    show: bool
    help: bool
    rules: bool
    rest: list[LineText]
    torn: str


def understood(position: Position, lines: Sequence[LineText], typist: Typist) -> Understood:
    """Find what a message asks for in a position; `typist` knows the names of the players."""
    verbs = _verbs(typist, lines)
    read = move_of(position, verbs.rest, typist)
    orders, why = read.orders, read.why
    words, withheld = _passed_on(typist, verbs, {order.line for order in orders})
    asked = Understood(
        previews=tuple(verbs.previews),
        show=verbs.show,
        help=verbs.help,
        rules=verbs.rules,
        words=words,
        withheld=withheld,
    )
    loose = [order.move for order in orders if not order.alone]
    asking = [o.move for o in orders if verbs.rest[o.line].text.rstrip(" *_").endswith("?")]
    unclear = verbs.torn
    if not unclear and loose:
        unclear = f"{loose[0]} stands inside a sentence; "
        unclear += "if it is your move, write it alone on a line"
    elif not unclear and asking:
        unclear = f"with a question mark {asking[0]} is not played: write it alone on a line"
    if unclear:
        return asked._replace(why=Refusal(Code.SYNTAX, Words(unclear)), unclear=True)
    plans = tuple(verbs.plans) if verbs.given else None
    if orders:
        move = next((order.move for order in orders if not order.offers), "")
        offer = next((order.move for order in orders if order.offers), "")
        return asked._replace(move=move, draw=offer, plans=plans)
    several = why is not None and why.code is Code.AMBIGUOUS
    others = verbs.previews or verbs.show or verbs.help or verbs.rules
    if not several and (plans is not None or others):
        return asked._replace(plans=plans)
    may_be_move = any(_CELL.search(line.text) for line in verbs.rest if line.own)
    return asked._replace(why=why, unclear=several or may_be_move)


def asks(lines: Sequence[LineText], verb: str) -> bool:
    """Whether a line is that verb alone."""
    return any(line.own and line.text.strip(" *_.!?\t").casefold() == verb for line in lines)


def _verbs(typist: Typist, lines: Sequence[LineText]) -> _Verbs:
    """Take the lines with a verb out of a message."""
    verbs = _Verbs([], False, [], False, False, False, list(lines), "")
    for number, line in enumerate(lines):
        text = " ".join(line.text.split()).strip(" *_") if line.own else ""
        match = _VERB.match(text)
        if match is None:
            continue
        verb, rest = match[0].casefold(), text[match.end() :].lstrip(" :,").rstrip(" .!?")
        none = rest.casefold() in _NONE
        first = typist.gathered(rest.split()[:_FIRST])[:1] if verb == "if" and not none else []
        if verb == "if" and (none or any(_is_move(typist, word) for _, word in first)):
            if not none:
                verbs.plans.append(rest)
            verbs = verbs._replace(given=True, torn=verbs.torn or _torn(typist, lines, number))
        elif verb == "preview" and _CELL.search(rest):
            verbs.previews.append(rest)
        elif not rest and verb in ("show", "help", "rules"):
            verbs = verbs._replace(**{verb: True})  # type: ignore[arg-type]
        else:
            continue
        verbs.rest[number] = line._replace(text="")
    return verbs


def _torn(typist: Typist, lines: Sequence[LineText], number: int) -> str:
    """Explain that a conditional line may go on in the next, which has only moves; else empty."""
    following = lines[number + 1].text.split() if number + 1 < len(lines) else []
    if not following or lines[number + 1].quoted:
        return ""
    if not all(_is_move(typist, word) for word in following):
        return ""
    return (
        "the line after a conditional line may be a part of it: write a conditional line on one "
        "line, and your move before it"
    )


def _is_move(typist: Typist, word: str) -> bool:
    return _CELL.search(word) is not None and typist.is_move(word)


def _passed_on(typist: Typist, verbs: _Verbs, orders: set[int]) -> tuple[str, tuple[str, ...]]:
    """The sender's own words, and the lines that are withheld: those that may be a plan."""
    kept, withheld = [], []
    for number, line in enumerate(verbs.rest):
        if line.quoted:
            continue
        secret = number not in orders and _may_be_plan(typist, verbs, line.text)
        if secret:
            withheld.append(escaped(line.text.strip()))
        kept.append("" if secret or number in orders else line.text.rstrip())
    text = re.sub(r"\n{3,}", "\n\n", escaped("\n".join(kept))).strip("\n")
    text = text if len(text) <= _WORDS else text[:_WORDS].rstrip() + " [...]"
    return text, tuple(withheld)


def _may_be_plan(typist: Typist, verbs: _Verbs, text: str) -> bool:
    """Whether a line may be a conditional one: it has an `if` and a digit, or several moves.

    Beside a conditional line any cell is enough, for the line may be a part of it.
    """
    if _IF.search(text) is not None and any(mark.isdigit() for mark in text):
        return True
    if not _CELL.search(text):
        return False
    several = [word for word in text.split() if _is_move(typist, word)]
    return verbs.given or len(several) > 1
