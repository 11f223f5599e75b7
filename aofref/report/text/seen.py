"""Seen: where a vector leads as an army sees it, in words."""

from __future__ import annotations

import math
from typing import NamedTuple

from aofref.geometry import Forward, HexPrism, Lattice, Vector


class Spot(NamedTuple):
    """Where a vector leads, in words; `near` says that it is a single step."""

    where: str
    near: bool


def some(count: int, name: str) -> str:
    """Count things: `1 level`, `2 levels`."""
    return f"{count} {name}{'' if count == 1 else 's'}"


def seen(lattice: Lattice, vector: Vector, forward: Forward) -> Spot:
    """Say where a vector leads as an army sees it that goes `forward`, and whether it is a step."""
    x, y, z = vector
    levels = f"{some(abs(z), 'level')} {'up' if z > 0 else 'down'}"
    if not (x or y):
        return Spot(f"straight {levels.split()[-1]}" if abs(z) == 1 else levels, abs(z) == 1)
    hexes = isinstance(lattice, HexPrism)
    size = x * x + x * y + y * y if hexes else max(x * x, y * y)
    near = size in (1, 3) if hexes else size == 1
    way = _turned(lattice, (x, y), _ahead(forward))
    if not near:
        way = f"{way}, root-{size} away" if hexes else _counted((x, y), _ahead(forward)) or way
    return Spot(f"{way} and {levels}" if z else way, near and abs(z) <= 1)


def _turned(lattice: Lattice, flat: tuple[int, int], ahead: tuple[int, int]) -> str:
    """Say by how much a way in the level is turned from straight ahead."""
    (across, up, _), (ahead_x, ahead_y, _) = (in_space(lattice, (*way, 0)) for way in (flat, ahead))
    angle = round(math.degrees(math.atan2(up, across) - math.atan2(ahead_y, ahead_x))) % 360
    side = "to its left" if angle < 180 else "to its right"
    off = min(angle, 360 - angle)
    ways = {0: "straight ahead", 180: "straight back", 90: f"straight {side}"}
    if not isinstance(lattice, HexPrism):
        ways |= {45: f"diagonally ahead {side}", 135: f"diagonally back {side}"}
    return ways.get(off, f"{off} degrees {side}")


def _counted(flat: tuple[int, int], ahead: tuple[int, int]) -> str:
    """Count the cells ahead and aside on squares; empty where ahead is no line of cells."""
    (x, y), (fx, fy) = flat, ahead
    if fx and fy:
        return ""
    fx, fy = (fx > 0) - (fx < 0), (fy > 0) - (fy < 0)
    along, aside = x * fx + y * fy, x * fy - y * fx
    parts = [f"{abs(along)} {'ahead' if along > 0 else 'back'}"] if along else []
    parts += [f"{abs(aside)} to its {'right' if aside > 0 else 'left'}"] if aside else []
    return " and ".join(parts)


def _ahead(forward: Forward) -> tuple[int, int]:
    """Give the way in its level that an army takes for straight ahead."""
    return next(((x, y) for x, y, _ in forward if x or y), (0, 1))


def in_space(lattice: Lattice, vector: Vector) -> tuple[float, float, float]:
    """Give a vector in lengths: columns stand as far apart as levels do."""
    x, y, z = vector
    if not isinstance(lattice, HexPrism):
        return (x, y, z)
    across, up = lattice.flat_place((x, y))
    return (across / 2, up * math.sqrt(3) / 2, z)
