"""Understanding: the orders in a player's message, each alone on a line."""

import re
from collections.abc import Sequence

from aofref.findings import START, Code, Finding, fault
from aofref.judge.edit.mail_move import conditional_line, is_move, move_of
from aofref.notation.mail import LineText
from aofref.notation.movetext import Action
from aofref.notation.typed import InputReader
from aofref.rules.position import CorePosition
from aofref.text import escaped
from aofref.values import Value

_VERB = re.compile(r"(?:if|preview|show|help|rules|games)\b", re.IGNORECASE)
_ALONE = ("show", "help", "rules", "games")  # the verbs with nothing behind them
_TELL = re.compile(r"[\s*_]*tell(?:[:,]|(?=\s)|$)(?!\s+(?:me|us)\b)", re.IGNORECASE)
_FOR_ARBITER = re.compile(
    r"""(?<![^\W_])(?:
    arbit(?:er|rator|ration)s? | referees? | umpires? | (?-i:TD) | directors? | organi[sz]ers?
    | protest\w* | complain\w* | disput\w* | object(?:s|ed|ions?)? | appeal(?:s|ed)?
    | cheat\w* | illegal\w* | unfair\w*
    | claim\w* | repetition | three-?fold | (?:50|fifty)[-\s]+moves?
    | forfeit\w* | flag(?:s|ged)? | overstep\w* | (?:on|out\s+of)\s+time | time\s+limit
    | address\w* | my\s+e-?mails?
    | (?:new|other|chang\w*|updating|update[ds]?)\s+(?:\S+\s+){,2}(?:e-?)?mails?
    | withdr[ae]w\w* | take-?backs? | take\s+back\s+(?:my|the|that|this)
    | (?:take|taken|took)\s+(?:\S+\s+){1,3}back
    )(?![^\W_])""",
    re.IGNORECASE | re.VERBOSE,
)
_WITHDRAW = "withdraw(?:-[0-9a-f]+)?"
_AWAY = re.compile(r"[\s*_]*away\b(?![-'\u2019])[\s:,]*", re.IGNORECASE)
_ORDER = re.compile(
    r"[A-Za-z][0-9]|\b(?:resign|draw|withdraw)"
    r"|^[\s*_]*(?:if|preview|show|help|rules|games|tell|pass|accept|agree)",
    re.IGNORECASE,
)
_NONE = ("none", "nothing", "no", "off", "-")
_CELL = re.compile(r"[A-Za-z][0-9]")
_IF = re.compile(r"\bif\b", re.IGNORECASE)
_WORDS = 4000  # the most characters of a player's own words that are passed on


class Understood(Value):
    """The orders of a message.

    `move` is a move or a withdrawal, `draw` an offer or consent as it is written.  `plans` are the
    player's new conditional lines; None leaves the old ones.  `why` is the reason why there is
    nothing to do; `unclear`: there may be a move, so that the player must clarify it.  `words` are
    the sender's words for the other players, without orders and plans; they `tell` those also
    without a move.  `withheld` are lines that may be a plan, though not written as one: the other
    players do not get them.
    """

    move: str = ""
    draw: str = ""
    plans: tuple[str, ...] | None = None
    preview: bool = False
    show: bool = False
    help: bool = False
    rules: bool = False
    games: bool = False
    tell: bool = False
    why: Finding | None = None
    unclear: bool = False
    words: str = ""
    withheld: tuple[str, ...] = ()


def understood(
    position: CorePosition, lines: Sequence[LineText], reader: InputReader
) -> Understood:
    """Parse the orders of a message in a position; `reader` has the names of the players."""
    above, told = _told(lines)
    result, rest, unclear = _verbs(reader, above)
    read = move_of(position, rest, reader)
    orders, why, plans = read.orders, read.why, result.plans
    taken = {order.line for order in orders}
    passed_on = [*rest, *told] if orders else told
    words, withheld = _passed_on(reader, passed_on, taken, beside_a_plan=plans is not None)
    result = result._replace(plans=None, words=words, withheld=withheld, tell=bool(told))
    loose = [order.move for order in orders if not order.alone]
    asking = [
        order.move
        for order in orders
        if not order.offers and rest[order.line].text.rstrip(" *_").endswith("?")
    ]
    below = move_of(position, told, reader).orders if told and not unclear else ()
    if lone := [order.move for order in below if order.alone]:
        unclear = f"{lone[0]} stands below tell; if it is your move, write it above"
    if not unclear and loose:
        unclear = f"{loose[0]} stands inside a sentence; "
        unclear += "if it is your move, write it alone on a line"
    elif not unclear and asking:
        unclear = (
            f"{asking[0]} is asked, not ordered: to play it, write it without the question mark"
        )
    elif not unclear and any(order.move.endswith(Action.FORFEITS) for order in orders):
        unclear = "only the arbiter forfeits an army; to give the game up, write resign"
    if unclear:
        return result._replace(why=fault(Code.SYNTAX, unclear, START), unclear=True)
    if orders:
        move = next((order.move for order in orders if not order.offers), "")
        offer = next((order.move for order in orders if order.offers), "")
        return result._replace(move=move, draw=offer, plans=plans)
    several = why is not None and why.code is Code.AMBIGUOUS
    others = result.preview or result.tell or any(getattr(result, verb) for verb in _ALONE)
    if not several and (plans is not None or others):
        return result._replace(plans=plans)
    may_be_move = any(_CELL.search(line.text) for line in rest if line.own)
    return result._replace(why=why, unclear=several or may_be_move)


def leave_of(lines: Sequence[LineText]) -> tuple[str | None, tuple[LineText, ...]]:
    """Return what stands behind `away` in a message, and its lines without this order.

    Several orders are joined by commas; None stands for no order.
    """
    above, orders = len(_told(lines)[0]), list[str]()
    left = list(lines)
    for number, line in enumerate(lines[:above]):
        match = _AWAY.match(line.text) if line.own else None
        if match is not None:
            orders.append(line.text[match.end() :].rstrip(" \t*_.!?"))
            left[number] = line._replace(text="")
    return ",".join(filter(None, orders)) if orders else None, tuple(left)


def may_order(lines: Sequence[LineText]) -> bool:
    """Whether a message may have another order than `away`, in whatever game."""
    return any(line.own and _ORDER.search(line.text) for line in lines)


def word_of(pattern: str, lines: Sequence[LineText]) -> str:
    """Return the first word alone on a line that matches a pattern, in small letters; or empty."""
    words = (line.text.strip(" *_.!?\t").casefold() for line in lines if line.own)
    return next((word for word in words if re.fullmatch(pattern, word)), "")


def withdrawal_of(lines: Sequence[LineText]) -> str:
    """Return the order `withdraw` of a message, or the word that confirms it; else empty."""
    return word_of(_WITHDRAW, lines)


def for_arbiter(subject: str, lines: Sequence[LineText]) -> str:
    """Return the first line of a message, or its Subject, that may be for the arbiter; or empty.

    It names the arbiter, a protest, a claim, a takeback, a withdrawal or a change of address.
    """
    own = [line.text for line in lines if line.own and not withdrawal_of([line])]
    text = "\n".join([subject, *own])
    found = _FOR_ARBITER.search(text)
    return [subject, *own][text.count("\n", 0, found.start())].strip() if found else ""


def _told(lines: Sequence[LineText]) -> tuple[list[LineText], list[LineText]]:
    """Split a message at the verb `tell`: the lines before it, and what the others are told."""
    for number, line in enumerate(lines):
        match = _TELL.match(line.text) if line.own else None
        if match is not None:
            told = [line._replace(text=line.text[match.end() :].lstrip()), *lines[number + 1 :]]
            return list(lines[:number]), told if any(part.own for part in told) else []
    return list(lines), []


def _verbs(
    reader: InputReader, lines: Sequence[LineText]
) -> tuple[Understood, list[LineText], str]:
    """Parse the lines with a verb: return their orders, the other lines, and an objection."""
    result, left, objection = Understood(), list(lines), ""
    for number, line in enumerate(lines):
        text = " ".join(line.text.split()).strip(" *_") if line.own else ""
        match = _VERB.match(text)
        if match is None:
            continue
        verb, rest = match[0].casefold(), text[match.end() :].lstrip(" :,").rstrip(" .!?")
        none, plan = rest.casefold() in _NONE, conditional_line(reader, line)
        if verb == "if" and (none or plan):
            result = result._replace(plans=(*(result.plans or ()), *([plan] if plan else [])))
            following = lines[number + 1].text.split() if number + 1 < len(lines) else []
            moves = all(is_move(reader, word) for word in following)
            if following and moves and not lines[number + 1].quoted:
                objection = (
                    "the line after a conditional line may be a part of it: "
                    "write a conditional line on one line, and your move before it"
                )
        elif verb == "preview" and (not rest or _CELL.search(rest)):
            result = result._replace(preview=True)
        elif not rest and verb in _ALONE:
            result = result._replace(**{verb: True})
        else:
            continue
        left[number] = line._replace(text="")
    return result, left, objection


def _passed_on(
    reader: InputReader, lines: Sequence[LineText], orders: set[int], *, beside_a_plan: bool
) -> tuple[str, tuple[str, ...]]:
    """Return the sender's words for the others, and the withheld lines, which may be a plan.

    A line may be a plan if it has an `if` and a digit, or several moves.  Beside a conditional line
    a cell is enough: the line may be a part of it.
    """
    kept, withheld = [], []
    for number, line in enumerate(lines):
        if line.quoted:
            continue
        secret, text = False, line.text
        if number not in orders:
            moves = [word for word in text.split() if is_move(reader, word)]
            conditional = _IF.search(text) is not None and any(mark.isdigit() for mark in text)
            part = beside_a_plan and _CELL.search(text) is not None
            secret = conditional or part or len(moves) > 1
        if secret:
            withheld.append(escaped(text.strip()))
        kept.append("" if secret or number in orders else text.rstrip())
    words = re.sub(r"\n{3,}", "\n\n", escaped("\n".join(kept))).strip("\n")
    words = words if len(words) <= _WORDS else words[:_WORDS].rstrip() + " [...]"
    return words, tuple(withheld)
