"""Atoms: what a piece can do, as frozen data (RULES 4).  Only `paths` makes moves of them."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from aofref.geometry import OF_AN_ARMY, Directions, Flat, Prism


class Leap(NamedTuple):
    """Go straight to the end of a vector; a single step is a leap along it."""

    directions: Directions


class LameLeap(NamedTuple):
    """Go exactly two steps in one direction; an occupied middle asks for the whole block."""

    directions: Directions


class Ride(NamedTuple):
    """Go any number of steps in one direction through empty cells."""

    directions: Directions


class Bend(NamedTuple):
    """Step onto an empty cell, then ride at the least angle to that step; no stop on the bend."""

    first: Directions
    then: Directions


class Curve(NamedTuple):
    """Go up to `steps` flat steps through empty cells, each turned 60 degrees the same way."""

    ring: Flat
    steps: int


class Hop(NamedTuple):
    """Ride without capturing; capture over exactly one piece with nothing else between."""

    directions: Directions


Atom = Leap | LameLeap | Ride | Bend | Curve | Hop
Atoms = tuple[Atom, ...]


def oriented(atom: Atom) -> bool:
    """Say whether an atom takes its bearings from its army's Pawn directions."""
    match atom:
        case Leap(directions) | LameLeap(directions) | Ride(directions) | Hop(directions):
            families = directions
        case Bend(first, then):
            families = first + then
        case Curve():
            return False
        case _:
            assert_never(atom)
    return any(isinstance(family, Prism) and family.flat in OF_AN_ARMY for family in families)


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
