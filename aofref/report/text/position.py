"""Position: who attacks and guards a cell, and the material, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aofref.judge.analysis.attackers import Attackers, Material
from aofref.report.text.messages import piece, threat


def attackers(seen: Attackers) -> Iterator[str]:
    """Say who attacks and who guards a cell."""
    name = piece(seen.piece) if seen.piece else f"{seen.cell}, empty"
    if not seen.attackers and not seen.guards:
        yield f"{name}: neither attacked nor guarded" if seen.piece else f"{name}: not attacked"
        return
    attacked = f"attacked by {len(seen.attackers)}" if seen.attackers else "not attacked"
    guarded = f", guarded by {len(seen.guards)}" if seen.piece else ""
    yield f"{name}: {attacked}{guarded}"
    for one in seen.attackers:
        yield f"  by {threat(one)}"
    for one in seen.guards:
        yield f"  guarded by {threat(one)}"


def material(found: Iterable[Material]) -> Iterator[str]:
    """Say what every army has, what it has lost, and what it gained by promotion."""
    for army in found:
        if not army.pieces:
            yield f"{army.army}: off the board"
            continue
        count = sum(number for _, number in army.pieces)
        yield f"{army.army}: {_counted(army.pieces)}; {count} in all"
        if army.lost:
            yield f"  lost: {_counted(army.lost)}"
        if army.gained:
            yield f"  gained: {_counted(army.gained)}"


def _counted(pieces: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{number} {code}" for code, number in pieces)
