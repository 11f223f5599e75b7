"""Wrong games: each is one of ours with one thing altered, a piece's move or a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from aofref import games
from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, LameLeap, Leap, Ride
from aofref.games.model import Ending, ToArrayPiece, ToLevelPiece, ToPartner, VariantData
from aofref.pieces import ELEPHANT_KEPT_OUT_FROM_6

Value = TypeVar("Value")
OTHER_END = {Ending.LAST_ARMY: Ending.JOINT, Ending.JOINT: Ending.LAST_ARMY}


def wrong_games(name: str) -> dict[str, VariantData]:
    """Give the wrong forms of a game, each under what is wrong with it."""
    right = games.find(name)
    assert right is not None
    found = {}
    for code, kind in right.pieces.items():
        for what, atoms in altered(kind.atoms):
            other = kind._replace(atoms=atoms)
            found[f"{code}: {what}"] = right._replace(pieces={**right.pieces, code: other})
        if kind.kept_out:
            freely, more = kind._replace(kept_out=()), ELEPHANT_KEPT_OUT_FROM_6
            found[f"{code}: kept out of nothing"] = right._replace(
                pieces={**right.pieces, code: freely}
            )
            found[f"{code}: kept out of more"] = right._replace(pieces={**right.pieces, code: more})
    found |= {what: right._replace(**changes) for what, changes in rules(right).items()}
    return found


def altered(atoms: Atoms) -> Iterator[tuple[str, Atoms]]:
    """Alter a move: a compound lacks a part, a part goes too far or not far enough."""
    for at, atom in enumerate(atoms):
        without = (*atoms[:at], *atoms[at + 1 :])
        if without:
            yield f"without part {at + 1}", without
        for what, other in instead(atom):
            yield f"part {at + 1} {what}", (*without, *other)


def instead(atom: Atom) -> Iterator[tuple[str, Atoms]]:
    match atom:
        case Leap(directions):
            yield "goes on", (Ride(directions),)
        case Ride(directions):
            yield "is a step", (Leap(directions),)
        case LameLeap(directions):
            yield "is a ride", (Ride(directions),)
        case Hop(directions):
            yield "needs no screen", (Ride(directions),)
        case Bend(first, _):
            yield "stops on the bend", (atom, Leap(first))
        case Curve(ring, steps):
            yield "is too short", (Curve(ring, steps - 1),)
            yield "is too long", (Curve(ring, steps + 1),)


def rules(of: VariantData) -> dict[str, Mapping[str, Any]]:
    """Name the rules of a game that are left out or altered, with what that changes."""
    everybody = "".join(army.letter for army in of.armies)
    pawns = of.pawns
    found: dict[str, Mapping[str, Any]] = {
        "no double step": {"pawns": pawns._replace(doubles="")},
        "a double step for all": {"pawns": pawns._replace(doubles=everybody)},
        "a double step over any cell": {"pawns": pawns._replace(over_array=False)},
        "a double step at any time": {"pawns": pawns._replace(first_move=False)},
        "a double step at first only": {"pawns": pawns._replace(first_move=True)},
        "en passant anywhere": {"pawns": pawns._replace(limits={})},
        "promotion anywhere on the board": {"inside": ""},
        "no Bishops": {"four_partners": None},
        "no President": {"alignment": None},
        "no Emperor": {"emperor": ""},
        "no Queen needed": {"bereft": None},
        "checks do not bind": {"check_binds": False},
        "no pass": {"stalemate_passes": False},
        "a survivor wins alone": {
            "ending": Ending.SURVIVOR if of.ending is Ending.JOINT else of.ending
        },
        "another end": {"ending": OTHER_END.get(of.ending, of.ending)},
    }
    if pawns.owed is not None:
        first, second = pawns.owed
        found["owed: one less"] = {"pawns": pawns._replace(owed=(first - 1, second))}
        found["owed: one more"] = {"pawns": pawns._replace(owed=(first, second + 1))}
    if len(of.armies) == 2:
        del found["no pass"]  # there is none
    found |= promotions(of)
    return {what: changes for what, changes in found.items() if not _same(of, changes)}


def promotions(of: VariantData) -> dict[str, Mapping[str, Any]]:
    match of.promotion:
        case ToPartner(partners, elsewhere):
            own = {letter: (partners[letter],) for letter in elsewhere}
            return {
                "another's Partner": {"promotion": ToPartner(turned(partners), elsewhere)},
                "the own Partner only": {"promotion": ToPartner(partners, own)},
            }
        case ToArrayPiece(zones, also, _) if also and zones:
            return {
                "no rank": {"promotion": of.promotion._replace(zones={})},
                "another's rank": {"promotion": of.promotion._replace(zones=turned(zones))},
                "no Firstlady": {"promotion": of.promotion._replace(also="")},
                "a Firstlady for all": {"promotion": of.promotion._replace(needs="K")},
            }
        case ToLevelPiece(by_level):
            return {"another level": {"promotion": ToLevelPiece(turned(by_level))}}
        case _:
            return {}


def turned(of: Mapping[str, Value]) -> dict[str, Value]:
    """Give each key the value of the next one."""
    first, *rest = of.values()
    return dict(zip(of, (*rest, first), strict=True))


def _same(of: VariantData, changes: Mapping[str, Any]) -> bool:
    return all(getattr(of, field) == value for field, value in changes.items())
