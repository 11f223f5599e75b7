"""Answers: what the club writes to its players, in lines of at most 80 columns.

The sentences are templates of answers.txt, and club.toml is one; these functions give them their
facts.  A paragraph is a text of one or more lines; an empty one is left out.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import cache
from textwrap import TextWrapper, fill
from typing import Any

import jinja2

from aofref import Record
from aofref.club.journal import armies
from aofref.club.settings import Player, is_address, written_days
from aofref.notation import times
from aofref.text import (
    capitalised,
    escaped,
    json_text,
    on_one_line,
    resource_sections,
    resource_text,
)
from aofref.text import joined as in_series

_WIDTH = 76
TITLE = 200  # the most characters of the names or ids in a Subject
_UNBROKEN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
Paragraphs = Sequence[str]


@cache
def _templates() -> jinja2.Environment:
    named = resource_sections(__name__, "answers.txt")
    named["club.toml"] = resource_text(__name__, "club.toml")
    made = jinja2.Environment(
        loader=jinja2.DictLoader({name: text.strip("\n") for name, text in named.items()}),
        undefined=jinja2.StrictUndefined,
        finalize=lambda fact: on_one_line(str(fact)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    quote = TextWrapper(_WIDTH, initial_indent="> ", subsequent_indent="> ", **_UNBROKEN)
    indented = TextWrapper(_WIDTH, subsequent_indent=" " * 6, **_UNBROKEN)
    made.filters |= {
        "capitalised": capitalised,
        "date": date_in_words,
        "days": lambda days: f"{in_words(days)} ({written_days(days).replace(',', ', ')})",
        "in_words": in_words,
        "in_series": in_series,
        "in_plain_words": _in_plain_words,
        "uncited": lambda why: re.sub(r" \([\w-]+:? [\w.]+\)", "", why),
        "json": json_text,
        "left": left,
        "shell": lambda word: shlex.quote(str(word)),
        "quoted": lambda text: [
            part for line in text.split("\n") for part in quote.wrap(line) or [">"]
        ],
        "pace": lambda control: times.write_control(times.read_control(control) or (), spans=True),
        "moment": lambda time: f"{date_in_words(time)}, {time:%H:%M} UTC",
        "control": lambda text: times.in_words(times.read_control(text) or ()),
        "without": lambda text, word: re.sub(re.escape(word), "...", text, flags=re.IGNORECASE),
        "wrapped": indented.wrap,
        "span": lambda s: times.in_days(s) if s % times.HOUR else times.span_in_words(s),
    }
    functions = (name_of, armies, is_turn, example, is_address)
    made.globals |= {function.__name__: function for function in functions}
    return made


def say(name: str, /, **facts: object) -> str:
    """Write what answers.txt has under a name, with its facts, in one line or more."""
    return _templates().get_template(name).render(**facts).rstrip("\n")


def name_of(record: Record, army: str) -> str:
    """Return the name of a player and the army, as in `Anna (European)`."""
    side, player = record.variant.armies[army], record.players.get(army)
    return on_one_line(side if player is None else f"{player} ({side})")


def in_words(days: Sequence[tuple[date, date]]) -> str:
    """Write spans of days: `from 9 to 13 November 2026 and on 3 December 2026`."""
    spans = list[str]()
    for first, last in days:
        year = f" {first.year}" if first.year != last.year else ""
        month = f" {first:%B}" if year or first.month != last.month else ""
        begun = f"from {first.day}{month}{year} to" if first != last else "on"
        spans.append(f"{begun} {date_in_words(last)}")
    return in_series(spans, "and")


def date_in_words(day: date) -> str:
    """Write a day as `3 December 2026`."""
    return f"{day.day} {day:%B %Y}"


def _in_plain_words(reasons: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a proof, but for what a game's file says to programs."""
    is_files = False
    for line in reasons:
        is_files = re.match(r"  (?:the file|rule: [a-z])" + r"|   " * is_files, line) is not None
        if not is_files:
            yield line.replace("nearest:", "did you mean", 1)


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


def example(record: Record) -> str:
    """Return a legal move of the army to move as an example; empty if there is none."""
    legal = () if record.end is not None else record.position.legal_moves()
    four = len(record.variant.armies) > 2
    return next((f"{move.army}:{move}" if four else move.lan for move in legal), "")


def joined(*parts: str) -> str:
    """Join the parts of an answer, with blank lines between them."""
    lines = "\n\n".join(filter(None, (part.strip("\n") for part in parts))).split("\n")
    for at, line in enumerate(lines):  # drawings, quotations and addresses are not broken
        if len(line) > _WIDTH and not (line.startswith((">", " ")) or "https:" in line):
            lines[at] = fill(line, _WIDTH, **_UNBROKEN)
    return escaped("\n".join(lines)) + "\n"
