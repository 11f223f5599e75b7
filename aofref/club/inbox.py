"""Inbox: a message that has arrived: what is read of it, its parts, and the orders in them.

A part of a message is about a game; each order stands alone on a line.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import islice

from aofref import Record, mail
from aofref.club import journal
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.settings import digest
from aofref.club.store import folded
from aofref.findings import START, BadText, Code, Finding, fault
from aofref.mail import LineText, MailMove, Message, Order, Reader
from aofref.text import escaped, in_one_line, nearest, resource_rows
from aofref.values import Value


class Verb(StrEnum):
    """An order that is neither a move nor a conditional line, by the word that players write."""

    PREVIEW = "preview"
    SHOW = "show"
    HELP = "help"
    RULES = "rules"
    GAMES = "games"
    AWAY = "away"
    WITHDRAW = "withdraw"
    TAKEBACK = "takeback"
    ADDRESS = "address"
    TELL = "tell"
    CLAIM = "claim"
    ARBITER = "arbiter"


ORDERS = resource_rows(__name__, "orders.tsv")
"""The verb of an order, its verdict, where it is heard, what may stand behind it, its words."""
HEARD = {Verb(row[0]) for row in ORDERS if row[2] == "arbiter"}
"""Orders that the arbiter hears, without a game and whatever becomes of the rest."""
_BELOW = (Verb.TELL, Verb.CLAIM, Verb.ARBITER)  # the lines below belong to these orders, too
_TABLE = [
    (Verb(verb), re.compile(rf"(?:{words})(?![\w'\u2019-])", re.I), re.compile(behind, re.I))
    for verb, _, _, behind, words in ORDERS
]
_KINDS = resource_rows(__name__, "words.tsv")
_BRACKETS = re.compile(r"\[([^\[\]]{1,300})\]")
_BEGINS = re.compile(r"[\s*_]*(?:\[([^\[\]]{1,300})\]:?|([^\s:\[\]][^:\[\]]{0,300}):)")
_NEXT = re.compile(r";(?=\s*\[?([^\s:;\[\]]{1,300})[\]:])")  # another game, behind a semicolon
_BARE = re.compile(r"[^\s\[\](),;:]+")
_LONGEST = 1000  # how many characters of a Subject are searched for an id without brackets
_MOST_BRACKETS = 20  # the most words in brackets of a Subject that are read
_PREFIX = re.compile(r"\A\s*(?:(?:re|fwd?|aw|wg|sv|antw|rv)(?:\[\d+\])?:\s*)*", re.IGNORECASE)
_ORDER = re.compile(
    r"[A-Za-z][0-9]|\b(?:resign|draw)|^[\s*_]*(?:i\s+)?(?:if|pass|accept|agree)\b", re.IGNORECASE
)
_NO_PLAN = re.compile(r"[\s*_]*if[\s:]+(?:none|nothing|no|off|-)[\s*_.!?]*", re.IGNORECASE)
_CELL = re.compile(r"[A-Za-z][0-9]")
_IF_DIGIT = re.compile(r"(?=.*\d).*\bif\b", re.IGNORECASE | re.DOTALL)
_WORDS = 4000  # the most characters of a player's own words that are passed on


class Said(Value):
    """An order of the table: its verb, the word that stands for it, and the text behind that."""

    verb: Verb
    word: str
    text: str = ""


class Part(Value):
    """A part of a message: its orders of the table, the other lines, and the lines below `tell`.

    The first line `below` is what stands behind the word; so with the other verbs of this kind.
    `id` is its game, empty if none is named; `unknown` is a word for one that there is not.
    """

    orders: tuple[Said, ...]
    lines: tuple[LineText, ...]
    below: tuple[LineText, ...] = ()
    id: str = ""
    unknown: str = ""

    def of(self, verb: Verb) -> list[Said]:
        """List the orders with a verb."""
        return [order for order in self.orders if order.verb is verb]

    @property
    def told(self) -> tuple[LineText, ...]:
        """The lines below `tell`, which are for the other players."""
        return self.below if self.of(Verb.TELL) else ()

    @property
    def may_order(self) -> bool:
        """Whether there may be a move, a draw or the like, in whatever game."""
        return any(line.own and _ORDER.search(line.text) for line in self.lines)


# A whole message ----------------------------------------------------------------------------------


def read(raw: bytes) -> tuple[Message, str, str]:
    """Read a message: its content, its hash, and why it could not be read, empty if it was.

    Two deliveries of one message have the same hash.  A message that could not be read has no text,
    its sender is the address in its head, and it is automated if that may be a program's.
    """
    try:
        message = mail.read(raw)
    except Exception as problem:  # any error of the package email
        why = str(problem) if isinstance(problem, BadText) else in_one_line(problem)
        return mail.read_head(raw), digest(raw), why
    # Two deliveries of a message without an id share these fields and the text.
    lasting = (message.subject, str(message.sent), *(line.text for line in message.lines))
    named = (message.id,) if message.id else lasting
    return message, digest(*named, message.sender.casefold()), ""


# Its parts ----------------------------------------------------------------------------------------


def _part(lines: Sequence[LineText], id_: str = "", unknown: str = "") -> Part:
    """Find the orders of the table in lines, in order; one that has lines below it is the last."""
    orders, left = list[Said](), list[LineText]()
    for number, line in enumerate(lines):
        order = _order(line.text) if line.own else None
        if order is not None and order.verb in _BELOW:
            start = line.text.casefold().index(order.word) + len(order.word)
            first = line._replace(text=line.text[start:].lstrip(" \t:,*_"))
            below = (first, *lines[number + 1 :])
            if order.verb is not Verb.TELL or any(part.own for part in below):
                return Part((*orders, order), tuple(left), below, id_, unknown)
        elif order is not None:
            orders.append(order)
            line = line._replace(text="")
        left.append(line)
    return Part(tuple(orders), tuple(left), (), id_, unknown)


def _order(text: str) -> Said | None:
    """Read a line as an order of the table; None if it is none."""
    bare = " ".join(text.split()).strip(" *_")
    for verb, words, behind in _TABLE:
        match = words.match(bare)
        rest = "" if match is None else bare[match.end() :].lstrip(" :,*_").rstrip(" .!?")
        if match is not None and behind.fullmatch(rest):
            return Said(verb, match[0].casefold(), rest)
    return None


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


def parts_of(subject: str, lines: Sequence[LineText], games: Mapping[str, ClubGame]) -> list[Part]:
    """Part a message by its games, given by their ids, in the order in which it names them.

    `[ID]` alone on a line begins the part of a game; before an order, and so `ID:`, it is a part of
    one line, also if there is no such game.  Words below that belong to it, too, up to an order of
    the part before, which goes on there.  The text before the first part belongs to the game of the
    Subject; if it names none, words belong to the first game, and orders if it is the only one.
    """

    def is_order(id_: str, text: str) -> bool:
        said = _part([LineText(text, ((0, START),))])
        return bool(said.orders or said.may_order or (id_ and move_in(games[id_].record, text)))

    title, other = named(subject, games)
    begun = at = near = (title[0], "") if len(title) == 1 else ("", other)
    parted: list[tuple[tuple[str, str], LineText]] = []
    for line in lines:
        here, match = near, _BEGINS.match(line.text) if line.own else None
        if near != at and line.own and is_order(at[0], line.text):
            record = games[at[0]].record if at[0] else None
            plan = record and journal.is_sound(record) and Reader(record).conditional_line(line)
            if plan or len(line.text.split()) < 4 or (record and _order(line.text)):
                here = near = at
        if match is not None:
            rest, word = line.text[match.end() :].strip(" \t*_"), match[1] or match[2]
            rest = _NEXT.sub(lambda other: " " if folded(other[1]) in games else ";", rest)
            game = name if (name := folded(word)) in games else ""
            alone, is_move = bool(match[1] and not rest), bool(at[0]) and is_order(at[0], word)
            like = match[1] and not is_move and "://" not in rest  # no footnote
            like = len(word.split()) == 1 and (like or nearest(name, games, 1, 0.75))
            key = game, named(f"[{word}]", games)[1] if like else ""
            if any(key) and (alone or (rest and is_order(game or at[0], rest))):
                here, line = key, line._replace(text=f"{'':{match.end()}}{rest}" if rest else "")
                at, near = key if alone else at, key
        parted.append((here, line))
    several = list(dict.fromkeys(key for key, _ in parted if any(key)))
    if not any(begun) and several and (first := several.pop(0))[0]:
        parted = [
            (key if any(key) or (several and is_order("", line.text)) else first, line)
            for key, line in parted
        ]
    every: dict[tuple[str, str], list[LineText]] = {}
    for key, line in parted:
        every.setdefault(key, []).append(line)
    full = {key: told for key, told in every.items() if any(line.own for line in told)}
    return [_part(told, *key) for key, told in (full or every or {begun: []}).items()]


def title_of(subject: str, word: str) -> str:
    """Return a Subject without the prefixes of answers, words in brackets and the secret word."""
    bare = _BRACKETS.sub(" ", _PREFIX.sub("", subject[:_LONGEST]))
    return " ".join((bare.replace(f"({word})", " ") if word else bare).split())


def for_arbiter(subject: str, *parts: Part) -> str:
    """Return the first line of a message, or its Subject, that may be for the arbiter; or empty.

    It names the arbiter, a protest, a claim, a takeback, a withdrawal or a change of address.  What
    an order says to the arbiter is none of these.
    """
    lines = (line for part in parts for line in (*part.lines, *part.told) if line.own)
    every = [subject, *(line.text for line in lines)]
    text = "\n".join(every)
    found = find_words(text, "arbiter", "claim")
    return every[text.count("\n", 0, found.start())].strip() if found else ""


def find_words(text: str, *kinds: str) -> re.Match[str] | None:
    """Find the first of the words in a text that words.tsv has for kinds.

    With those for the `arbiter` and of a `claim` a message is held; others only hint at an order.
    """
    words = "|".join(words for kind, words in _KINDS if kind in kinds)
    return re.search(rf"(?<![^\W_])(?:{words})(?![^\W_])", text, re.IGNORECASE)


class Understood(Value):
    """The moves and words of a part of a message, in the position of its game.

    `move` is a move or a withdrawal as it is written, `draw` an offer or consent; `declined`: an
    offer is declined.  `plans` are the player's new conditional lines; None leaves the old ones.
    `why` is the reason why there is nothing to do; `unclear`: there may be a move, so that the
    player must clarify it.  `words` are the sender's words for the other players, without orders
    and plans.  `withheld` are lines that may be a plan, though not written as one: the other
    players do not get them.  `aside` is said of a move beside an order: it may be the player's.
    """

    move: str = ""
    draw: str = ""
    declined: bool = False
    plans: tuple[str, ...] | None = None
    why: Finding | None = None
    unclear: bool = False
    words: str = ""
    withheld: tuple[str, ...] = ()
    aside: Finding | None = None


def understood(record: Record, part: Part, by: str, *, turn: bool) -> Understood:
    """Parse the moves and words of a part about a game that can be played on.

    Its sender has the army `by`; `turn`: and is to move.  Beside an order that stands alone on its
    line, words are words though they name a move; beside a takeback a move is played only by who is
    to move.
    """
    reader, rest, takeback = Reader(record), list(part.lines), bool(part.of(Verb.TAKEBACK))
    plans, why, aside = None, None, None
    for number, line in enumerate(part.lines):
        plan = reader.conditional_line(line)
        if plan or (line.own and _NO_PLAN.fullmatch(line.text)):
            plans = (*(plans or ()), *filter(None, [plan]))
            rest[number] = line._replace(text="")
            behind = part.lines[number + 1 :][:1]
            if any(one.own and all(map(reader.is_move, one.text.split())) for one in behind):
                why = fault(Code.SYNTAX, say("behind-if"), START)
    read = reader.move([] if takeback and not turn else rest, sentences=False)
    if not (part.orders or read.orders or (plans is not None and not turn)):
        read = reader.move(rest)
    elif turn and not takeback and all(order.offers for order in read.orders):
        aside = _doubt(reader.move(rest), rest)
    found = (order for order in reader.move(part.below[1:]).orders if order.alone and turn)
    below = [order.move for order in found if part.told or not order.offers]  # a draw is claimed
    if below:
        said = say("below", move=below[0], word=part.orders[-1].word)
        aside = fault(Code.SYNTAX, said, START)
        why = why or (aside if part.told else None)
    orders = read.orders
    kept, withheld = list[LineText](), list[str]()
    # Neither quotations nor orders are passed on.  A line may be a plan if it has an `if` and a
    # digit, or several moves; beside a plan if it has a cell: it may be a part of that.
    is_passed = bool(orders or takeback or part.told)
    for number, line in enumerate([*rest, *part.told] if is_passed or plans is not None else ()):
        text = "" if any(order.line == number for order in orders) else line.text.rstrip()
        may_be_plan = (plans is not None and _CELL.search(text)) or _IF_DIGIT.match(text)
        if line.own and (may_be_plan or sum(map(reader.is_move, text.split())) > 1):
            withheld.append(escaped(text.strip()))
            text = ""
        kept.append(line._replace(text=text))
    told = escaped("\n".join(line.text for line in kept if is_passed and not line.quoted))
    words = re.sub(r"\n{3,}", "\n\n", told).strip("\n")
    words = words if len(words) <= _WORDS else words[:_WORDS].rstrip() + " [...]"
    result = Understood(plans=plans, words=words, withheld=tuple(withheld), aside=aside)
    if why := why or _doubt(read, rest):
        return result._replace(why=why, unclear=True)
    if orders:
        move = next((_text(order, rest) for order in orders if not order.offers), "")
        offer = next((order.move for order in orders if order.offers), "")
        return result._replace(move=move, draw=offer)
    own = [line.text.strip(" \t*_") for line in rest if line.own]
    declined = bool({*record.offers} - {by}) and any(map(reader.declines, own))
    if declined or plans is not None or part.orders:
        return result._replace(declined=declined)
    return result._replace(why=read.why, unclear=any(map(_CELL.search, own)))


def _text(order: Order, lines: Sequence[LineText]) -> str:
    return lines[order.line].text[order.start : order.end]


def _doubt(read: MailMove, lines: Sequence[LineText]) -> Finding | None:
    """Return why a move that was read in lines may not be meant; None if it is clear, or none."""
    for order in read.orders:
        doubt = "" if order.alone else say("in-a-sentence", move=order.move)
        if order.alone and not order.offers and _text(order, lines).rstrip(" *_").endswith("?"):
            doubt = say("with-a-question-mark", move=order.move)
        elif order.alone and order.move.endswith("forfeits"):
            doubt = say("only-the-arbiter-forfeits")
        if doubt:
            return fault(Code.SYNTAX, doubt, START)
    return read.why if read.why is not None and read.why.code is Code.AMBIGUOUS else None


def move_in(record: Record, text: str) -> str:
    """Return a text that is a move or a withdrawal by itself; empty for any other."""
    if not (text and journal.is_sound(record)):
        return ""
    orders = Reader(record).move([LineText(text, ((0, START),))]).orders
    return text if orders and not orders[0].offers else ""
