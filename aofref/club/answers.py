"""Answers: what the club writes to its players, in lines of at most 80 columns.

The sentences are templates of answers.txt; these functions give them their facts.  A paragraph is
a text of one or more lines; an empty one is left out.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from textwrap import TextWrapper, fill
from typing import Any

import jinja2

from aofref import Record, Variant
from aofref.club.game import ClubGame
from aofref.club.journal import armies
from aofref.club.settings import Player, written_days
from aofref.notation import times
from aofref.text import capitalised, escaped, json_text, on_one_line, resource_sections

_WIDTH = 76
_LONGEST = 80  # the most characters of a player's line that are quoted
TITLE = 200  # the most characters of the names or ids in a Subject
_ROUNDS = 5  # how many of the last rounds a message lists
_UNBROKEN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
Paragraphs = Sequence[str]


@cache
def _templates() -> jinja2.Environment:
    named = resource_sections(__name__, "answers.txt").items()
    made = jinja2.Environment(
        loader=jinja2.DictLoader({name: text.strip("\n") for name, text in named}),
        undefined=jinja2.StrictUndefined,
        finalize=lambda fact: on_one_line(str(fact)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "capitalised": capitalised,
        "cut": lambda text: text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]",
        "days": lambda days: written_days(days).replace(",", ", "),
        "exact": times.in_days,
        "json": json_text,
        "left": left,
        "pace": lambda control: times.write_control(times.read_control(control) or (), spans=True),
        "moment": lambda time: f"{time.day} {time:%B %Y, %H:%M} UTC",
        "wrapped": TextWrapper(_WIDTH, subsequent_indent="    ").wrap,
        "span": lambda s: times.in_days(s) if s % times.HOUR else times.span_in_words(s),
    }
    made.globals |= {"name_of": name_of, "armies": armies, "is_turn": is_turn}
    made.globals |= {"example": example, "subject": subject, "rules": rules}
    return made


def say(name: str, /, **facts: object) -> str:
    """Write what answers.txt has under a name, with its facts, in one line or more."""
    return _templates().get_template(name).render(**facts).rstrip("\n")


def name_of(record: Record, army: str) -> str:
    """Return the name of a player and the army, as in `Anna (European)`."""
    side, player = record.variant.armies[army], record.players.get(army)
    return on_one_line(side if player is None else f"{player} ({side})")


def subject(game: ClubGame) -> str:
    """Write the Subject of a message about a game."""
    record = game.record
    players = (record.players.get(army, "?") for army in record.variant.armies)
    names = " - ".join(map(on_one_line, players))[:TITLE]
    return say("subject", id=game.id, names=names, number=record.position.round)


def ids(games: Iterable[ClubGame]) -> str:
    """Name games for a Subject."""
    return " ".join(f"[{game.id}]" for game in games)


def drawn(record: Record) -> str:
    """Draw the last position of a game, with its last move.

    Who gives up a game of two leaves the board as it stood.
    """
    last = record.mainline()[-1:]
    left = len(record.variant.armies) == 2 and any(ply.move is None for ply in last)
    position = last[0].before if left else record.position
    return position.text(_WIDTH, key=True)


def stand(game: ClubGame, to: Player) -> Paragraphs:
    """Write the parts on a game as it is now: its last moves, its board, its standing, and how.

    Who is not to move has nothing to write.
    """
    record = game.record
    rounds = groupby(record.mainline(), key=lambda ply: ply.round)
    plain = [f"{number:>4}. {' '.join(map(str, plies))}" for number, plies in rounds]
    course = (
        fill(line, _WIDTH, subsequent_indent=" " * 6, **_UNBROKEN) for line in plain[-_ROUNDS:]
    )
    how = say("how", record=record) if is_turn(record, to) else ""
    return ["\n".join(course), drawn(record), say("standing", game=game, to=to), how]


def left(until: datetime, now: datetime) -> str:
    """Write how much time is left, to the nearest hour; less than a day to the nearest minute."""
    seconds = (until - now).total_seconds()
    whole, unit = (times.DAY, times.HOUR) if seconds >= times.DAY else (times.HOUR, 60)
    rounded = max(1, round(seconds / unit)) * unit
    parts = (rounded // whole * whole, rounded % whole)
    return " and ".join(times.span_in_words(part) for part in parts if part)


def is_turn(record: Record, player: Player) -> bool:
    """Whether a player is to move in a game under way."""
    return record.end is None and record.position.turn in armies(record, player.name)


def passed_on(player: Player, words: str) -> str:
    """Quote the words of a player to all, without the secret word; empty for no words."""
    if player.token:
        words = re.sub(re.escape(player.token), "...", words, flags=re.IGNORECASE)
    quote = TextWrapper(_WIDTH, initial_indent="> ", subsequent_indent="> ", **_UNBROKEN)
    quoted = "\n".join(quote.fill(line) or ">" for line in words.split("\n"))
    return f"{say('writes', name=player.name)}\n\n{quoted}" if words else ""


def example(record: Record) -> str:
    """Return a legal move of the army to move as an example; empty if there is none."""
    legal = () if record.end is not None else record.position.legal_moves()
    four = len(record.variant.armies) > 2
    return next((f"{move.army}:{move}" if four else move.lan for move in legal), "")


def rules(game: Variant, pieces: Iterable[str] = ()) -> Paragraphs:
    """Describe a game with its array and its pieces in short, and some of the pieces in full."""
    texts = (game.rules(piece).text(_WIDTH).split("\n") for piece in (None, *pieces))
    # A mail has no commands.
    return ["\n".join(line for line in text if not line.startswith("`aofref ")) for text in texts]


def joined(*parts: str) -> str:
    """Join the parts of an answer, with blank lines between them."""
    lines = "\n\n".join(filter(None, (part.strip("\n") for part in parts))).split("\n")
    for at, line in enumerate(lines):  # drawings, quotations and addresses are not broken
        if len(line) > _WIDTH and not (line.startswith((">", " ")) or "https:" in line):
            lines[at] = fill(line, _WIDTH, **_UNBROKEN)
    return escaped("\n".join(lines)) + "\n"
