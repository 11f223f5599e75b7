"""Opening: the game that a record is of, its rulings and array, and the position it starts from."""

from __future__ import annotations

from typing import NamedTuple

from aofref import variants
from aofref.events import Event
from aofref.findings import Code, Finding, Refusal
from aofref.game import Game, game_of
from aofref.nearest import nearest, or_else
from aofref.notation import positions
from aofref.notation.moves import Notation
from aofref.notation.records import Record, excerpt
from aofref.position import Position
from aofref.rules import turn
from aofref.variants.model import Variant


def no_such_variant(name: str) -> str:
    """Say that there is no game of that name, and which may have been meant."""
    near = nearest(name.lower(), (*variants.IDS, *variants.ALIASES))
    return f"no such variant{'' if near else ':'} {excerpt(name)}{or_else(near)}"


class Setting(NamedTuple):
    """What a caller decides: the variant of records that name none, rulings, the notation.

    `notation` None means that it is detected for each move; with `as_played` an arbiter's decision
    in the record lets the play go on past an illegal move.
    """

    variant: str = ""
    rulings: tuple[str, ...] = ()
    notation: Notation | None = None
    as_played: bool = False


def open_game(
    record: Record, setting: Setting, findings: list[Finding]
) -> tuple[Position, tuple[Event, ...]] | Game | None:
    """Find the game and the position that a record starts from, with what holds there.

    What is wrong is added to `findings`; then the game alone comes back, or None without one.
    """
    if record.broken:
        return None
    game = _game(record, setting, findings)
    if game is None or any(finding.code in _FATAL for finding in findings):
        return game
    tag = record.tag("Position")
    if tag is None:
        return turn.start(game)
    found = positions.read(game, tag.value)
    if isinstance(found[0], Position):
        return found
    findings.extend(Finding(fault, tag.place) for fault in found if isinstance(fault, Refusal))
    return game


_FATAL = (Code.BAD_POSITION, Code.LIMIT)


def _game(record: Record, setting: Setting, findings: list[Finding]) -> Game | None:
    tag = record.tag("Variant")
    name = tag.value if tag is not None else setting.variant
    variant = variants.find(name)
    if variant is None:
        text = no_such_variant(name) if name else "the record names no variant"
        place = tag.place if tag is not None else record.start
        findings.append(Finding(Refusal(Code.UNKNOWN_VARIANT, text=text), place))
        return None
    game = game_of(variant, _rulings(variant, record, setting, findings))
    array = record.tag("Array")
    if array is None:
        return game
    found = positions.read_array(game, array.value)
    if isinstance(found, Game):
        return found
    findings.extend(Finding(fault, array.place) for fault in found)
    return game


def _rulings(
    variant: Variant, record: Record, setting: Setting, findings: list[Finding]
) -> tuple[str, ...]:
    chosen = [ruling for ruling in setting.rulings if ruling in variant.rulings]
    tag = record.tag("Rulings")
    if tag is not None:
        for ruling in tag.value.replace(",", " ").split():
            if ruling in variant.rulings:
                chosen.append(ruling)
            else:
                has = " ".join(sorted(variant.rulings)) or "none"
                text = f"{variant.id} has no ruling {excerpt(ruling)}; it has {has}"
                findings.append(Finding(Refusal(Code.BAD_TAG, text=text), tag.place))
    return tuple(sorted(set(chosen)))
