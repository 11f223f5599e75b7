"""Fingerprint: what records share whose moves, or last positions, are the same."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from aofref.judge.replay.verdict import Judged, Status, Unopened
from aofref.notation import positions
from aofref.text import folded_name, in_bytes


def fingerprint(found: Judged, of: str, names: Iterable[str] = ()) -> bytes:
    """Return 16 bytes that records share whose `moves`, or last `position`, are the same.

    Records that were refused or could not be read are the same only if their movetext is, too.
    Any `names` must be the same, in any case and with any blanks.
    """
    game = found.game
    parts = [*map(folded_name, names), game.variant.id if game else ""]
    parts += game.rulings if game else ()
    if not isinstance(found, Unopened):
        if of == "position":
            parts.append(positions.write(found.last))
        else:
            parts += [positions.write(found.first), *(f"{p.army}{p.lan}" for p in found.plies)]
    if found.status is not Status.LEGAL:
        parts += ["", *(token.text for token in found.record.tokens)]
    return blake2b(in_bytes("\n".join(parts)), digest_size=16).digest()
