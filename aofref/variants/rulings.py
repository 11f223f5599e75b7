"""Rulings: how aofref reads what the pages leave open, numbered as in aofref-rules(7)."""

from __future__ import annotations

from typing import NamedTuple

from aofref.text import own_text


class Reading(NamedTuple):
    """A ruling: number, the games it concerns, the reading, its evidence, how to choose another.

    `choice` is what a record or `--ruling` says to choose the other reading, `alters` what that
    changes.
    """

    number: str
    games: str
    reading: str
    evidence: str
    choice: str = ""
    alters: str = ""


READINGS = tuple(
    Reading(**dict(line.split(": ", 1) for line in paragraph.splitlines()))
    for paragraph in own_text(__name__, "rulings.txt").split("\n\n")
)
