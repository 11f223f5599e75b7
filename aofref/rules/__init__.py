"""The rules: a variant compiled, positions, moves, threats, refusals, turns."""

from __future__ import annotations

from importlib.machinery import PathFinder


def compiled() -> bool:
    """Return whether mypyc has compiled the rules, as with `AOFREF_COMPILE=1 pip install .`."""
    spec = PathFinder.find_spec("aofref.rules.turn", __path__)
    return spec is not None and not (spec.origin or ".py").endswith(".py")
