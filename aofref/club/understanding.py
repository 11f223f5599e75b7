"""Understanding: what a player's message asks for, line by line; what is not alone is no order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Code, Refusal
from aofref.findings.facts import Words
from aofref.judge.edit.mail_move import move_of
from aofref.notation import moves
from aofref.notation.lenient import leniently
from aofref.notation.mail import LineText
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position
from aofref.text import escaped

_VERB = re.compile(r"(if|preview|show|help)\b[\s:,]*(.*?)[\s.!?]*", re.IGNORECASE | re.DOTALL)
_NONE = ("none", "nothing", "no", "off", "-")
_CELL = re.compile(r"[A-Za-z][0-9]")
_IF = re.compile(r"\bif\b", re.IGNORECASE)
_SMALL = re.compile(r"([*_]*)([a-z]:)?([a-z]{1,2}[a-z]+[0-9]\S*?)([*_]*)", re.IGNORECASE)
_ORIGIN = re.compile("[a-z]+[0-9]+")
_LONGEST = 200
"""No line that is typed by hand, and is moves and nothing else, is longer."""
_WORDS = 4000
"""As many characters of a player's own words are passed on."""


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
    why: Refusal | None = None
    unclear: bool = False
    words: str = ""
    withheld: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        """Say whether it changes the game, or what the club keeps of it."""
        return bool(self.move or self.draw or self.plans is not None)


class _Verbs(NamedTuple):
    """The orders with a verb, and the lines of the message without them."""

    plans: list[str]
    given: bool
    previews: list[str]
    show: bool
    help: bool
    rest: list[LineText]
    torn: str


def understood(position: Position, lines: Sequence[LineText]) -> Understood:
    """Find what a message asks for in a position."""
    verbs = _verbs(position.game, [_in_capitals(position.game, line) for line in lines])
    found = move_of(position, verbs.rest)
    words, withheld = _passed_on(position.game, verbs, {one.line for one in found.orders})
    asked = Understood(
        previews=tuple(verbs.previews),
        show=verbs.show,
        help=verbs.help,
        words=words,
        withheld=withheld,
    )
    if verbs.torn:
        return asked._replace(why=_why(verbs.torn), unclear=True)
    played = [one for one in found.orders if not one.offers]
    loose = next((one for one in found.orders if not one.alone), None)
    if loose is not None:
        why = f"{loose.move} stands inside a sentence; if it is your move, write it alone on a line"
        return asked._replace(why=_why(why), unclear=True)
    for one in found.orders:
        if verbs.rest[one.line].text.rstrip(" *_").endswith("?"):
            why = f"with a question mark {one.move} is not played: write it alone on a line"
            return asked._replace(why=_why(why), unclear=True)
    plans = tuple(verbs.plans) if verbs.given else None
    if found.orders:
        offer = next((one.move for one in found.orders if one.offers), "")
        return asked._replace(move=played[0].move if played else "", draw=offer, plans=plans)
    several = found.why is not None and found.why.code is Code.AMBIGUOUS
    if not several and (plans is not None or verbs.previews or verbs.show or verbs.help):
        return asked._replace(plans=plans)
    unclear = several or any(_CELL.search(line.text) for line in verbs.rest if line.own)
    return asked._replace(why=found.why, unclear=unclear)


def asks(lines: Sequence[LineText], verb: str) -> bool:
    """Say whether a line is that verb alone."""
    return any(line.own and line.text.strip(" *_.!?\t").casefold() == verb for line in lines)


def _in_capitals(game: CompiledVariant, line: LineText) -> LineText:
    """Write the codes of pieces in capitals, where a line is typed in small letters."""
    words = line.text.split()
    if not line.own or len(line.text) > _LONGEST or not any(map(_CELL.search, words)):
        return line
    typed = [_coded(game, word) for word in words]
    return line if typed == words else line._replace(text=" ".join(typed))


def _coded(game: CompiledVariant, word: str) -> str:
    """Give a move whose piece has small letters as it should be; any other word as it is."""
    match = _SMALL.fullmatch(word)
    if match is None or moves.parse(game, leniently(game, word)) is not None:
        return word
    for size in (1, 2):
        code, rest = match[3][:size].upper(), match[3][size:]
        cell = _ORIGIN.match(rest)
        if code in game.kinds and cell is not None and cell[0] in game.board.number:
            return f"{match[1]}{(match[2] or '').upper()}{code}{rest}{match[4]}"
    return word


def _why(text: str) -> Refusal:
    return Refusal(Code.SYNTAX, Words(text))


def _verbs(game: CompiledVariant, lines: Sequence[LineText]) -> _Verbs:
    """Take the lines with a verb out of a message."""
    verbs = _Verbs([], False, [], False, False, list(lines), "")
    for number, line in enumerate(lines):
        match = _VERB.fullmatch(line.text.strip(" *_\t")) if line.own else None
        if match is None:
            continue
        verb, rest = match[1].casefold(), match[2]
        if verb == "if" and (rest.casefold() in _NONE or _is_move(game, rest.split()[:1])):
            if rest.casefold() not in _NONE:
                verbs.plans.append(rest)
            verbs = verbs._replace(given=True, torn=verbs.torn or _torn(game, lines, number))
        elif verb == "preview" and _CELL.search(rest):
            verbs.previews.append(rest)
        elif not rest and verb in ("show", "help"):
            verbs = verbs._replace(**{verb: True})  # type: ignore[arg-type]
        else:
            continue
        verbs.rest[number] = line._replace(text="")
    return verbs


def _torn(game: CompiledVariant, lines: Sequence[LineText], number: int) -> str:
    """Say that a conditional line may go on in the next, which is moves and nothing else."""
    following = lines[number + 1].text.split() if number + 1 < len(lines) else []
    if not following or lines[number + 1].quoted:
        return ""
    if not all(_is_move(game, [word]) for word in following):
        return ""
    return (
        "the line after a conditional line may be a part of it: write a conditional line on one "
        "line, and your move before it"
    )


def _is_move(game: CompiledVariant, words: Sequence[str]) -> bool:
    return any(
        _CELL.search(word) and moves.parse(game, leniently(game, word)) is not None
        for word in words
    )


def _passed_on(
    game: CompiledVariant, verbs: _Verbs, orders: set[int]
) -> tuple[str, tuple[str, ...]]:
    """Give the sender's own words, and the lines that are withheld: those that may be a plan."""
    kept, withheld = [], []
    for number, line in enumerate(verbs.rest):
        if line.quoted:
            continue
        secret = number not in orders and _may_be_plan(game, verbs, line.text)
        if secret:
            withheld.append(escaped(line.text.strip()))
        kept.append("" if secret or number in orders else line.text.rstrip())
    text = re.sub(r"\n{3,}", "\n\n", escaped("\n".join(kept))).strip("\n")
    text = text if len(text) <= _WORDS else text[:_WORDS].rstrip() + " [...]"
    return text, tuple(withheld)


def _may_be_plan(game: CompiledVariant, verbs: _Verbs, text: str) -> bool:
    """Say whether a line may be a conditional one: it has an `if` and a digit, or several moves.

    Beside a conditional line any cell is enough, for the line may be a part of it.
    """
    if _IF.search(text) is not None and any(mark.isdigit() for mark in text):
        return True
    if not _CELL.search(text):
        return False
    several = [word for word in text.split() if _is_move(game, [word.strip('()[],;"')])]
    return verbs.given or len(several) > 1
