"""Atoms: what a piece can do, as frozen data (RULES 4).  Only `paths` interprets them."""

from __future__ import annotations

from dataclasses import dataclass

from aofref.geometry import Directions, Flat


@dataclass(frozen=True, slots=True)
class Leap:
    """Go straight to the end of a vector; a single step is a leap along it."""

    directions: Directions


@dataclass(frozen=True, slots=True)
class LameLeap:
    """Go exactly two steps in one direction; an occupied middle asks for the whole block."""

    directions: Directions


@dataclass(frozen=True, slots=True)
class Ride:
    """Go any number of steps in one direction through empty cells."""

    directions: Directions


@dataclass(frozen=True, slots=True)
class Bend:
    """Step onto an empty cell, then ride at the least angle to that step; no stop on the bend."""

    first: Directions
    then: Directions


@dataclass(frozen=True, slots=True)
class Curve:
    """Go up to `steps` flat steps through empty cells, each turned 60 degrees the same way."""

    ring: Flat
    steps: int


@dataclass(frozen=True, slots=True)
class Hop:
    """Ride without capturing; capture over exactly one piece with nothing else between."""

    directions: Directions


Atom = Leap | LameLeap | Ride | Bend | Curve | Hop
Atoms = tuple[Atom, ...]


def leap(directions: Directions) -> Atoms:
    """Make the compound of one Leap."""
    return (Leap(directions),)


step = leap


def lame_leap(directions: Directions) -> Atoms:
    """Make the compound of one LameLeap."""
    return (LameLeap(directions),)


def ride(directions: Directions) -> Atoms:
    """Make the compound of one Ride."""
    return (Ride(directions),)


def bent(first: Directions, then: Directions) -> Atoms:
    """Make the compound of one Bend."""
    return (Bend(first, then),)


def curve(ring: Flat, steps: int) -> Atoms:
    """Make the compound of one Curve."""
    return (Curve(ring, steps),)


def hop(directions: Directions) -> Atoms:
    """Make the compound of one Hop."""
    return (Hop(directions),)
