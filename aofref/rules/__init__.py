"""The rules: a variant compiled, positions, moves, what stands against a move, what a turn does."""

from __future__ import annotations

from importlib.machinery import PathFinder


def compiled() -> bool:
    """Say whether the rules run compiled by mypyc, as `AOFREF_COMPILE=1 pip install .` has it."""
    spec = PathFinder.find_spec("aofref.rules.turn", __path__)
    return spec is not None and not (spec.origin or ".py").endswith(".py")
