"""Atoms: the elementary ways of moving, as frozen data (RULES 4); only `paths` reads them."""

from collections.abc import Callable
from typing import ParamSpec, assert_never

from aofref.geometry import OF_AN_ARMY, Directions, Flat, Prism, Seen
from aofref.values import Value


class Leap(Value):
    """Go straight to the end of a vector; a single step is a leap along it."""

    directions: Directions


class LameLeap(Value):
    """Go exactly two steps in one direction; over an occupied cell the whole block must exist."""

    directions: Directions


class Lame(Value):
    """Go to the end of a vector if the cell at the nearest step of `over` is empty."""

    directions: Directions
    over: Directions


class Ride(Value):
    """Go any number of steps in one direction through empty cells; at most `most`, if not 0."""

    directions: Directions
    most: int = 0


class Bend(Value):
    """Step onto an empty cell, then ride at the least angle to that step; no stop on the bend.

    `most`, if not 0, limits the steps, the first included.
    """

    directions: Directions
    then: Directions
    most: int = 0


class Curve(Value):
    """Go up to `steps` flat steps through empty cells, each turned 60 degrees the same way."""

    ring: Flat
    steps: int


class Hop(Value):
    """Ride without capturing; capture over exactly one piece with nothing else between.

    `most`, if not 0, limits the steps of both.
    """

    directions: Directions
    most: int = 0


Atom = Leap | LameLeap | Lame | Ride | Bend | Curve | Hop
Atoms = tuple[Atom, ...]
_P = ParamSpec("_P")


def directions_of(atom: Atom) -> Directions:
    """Return all directions of an atom."""
    match atom:
        case Leap(directions) | LameLeap(directions) | Ride(directions) | Hop(directions):
            return directions
        case Bend(first, then) | Lame(first, then):
            return first + then
        case Curve(ring, _):
            return (Prism(ring),)
        case _:
            assert_never(atom)


def oriented(atom: Atom) -> bool:
    """Return whether an atom is relative to its army's Pawn directions."""
    return any(
        isinstance(family, Seen) or (isinstance(family, Prism) and family.flat in OF_AN_ARMY)
        for family in directions_of(atom)
    )


def _compound(kind: Callable[_P, Atom]) -> Callable[_P, Atoms]:
    """Make a function that builds a compound of one atom; compounds are joined by `+`."""

    def compound(*args: _P.args, **kwargs: _P.kwargs) -> Atoms:
        return (kind(*args, **kwargs),)

    return compound


leap = step = _compound(Leap)
lame_leap = _compound(LameLeap)
ride = _compound(Ride)
bent = _compound(Bend)
curve = _compound(Curve)
hop = _compound(Hop)
