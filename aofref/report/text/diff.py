"""Versions: how two records of a game, or a claimed position, differ, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aofref.findings import Finding, Place
from aofref.judge.analysis.diagnosis import Comparison, Version, differing_cells
from aofref.notation import positions
from aofref.report.text.messages import sentence
from aofref.report.text.record import written, written_move
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position
from aofref.text import on_one_line

SIDES = ("A", "B")


def versions(
    game: CompiledVariant,
    found: Comparison,
    names: tuple[str, str],
    ends: tuple[Position, Position],
) -> Iterator[str]:
    """Say where two versions part, with both readings, and how they stand at their ends."""
    plies = "ply" if found.shared == 1 else "plies"
    if found.moves_agree:
        more = "".join(_goes_on(side, of) for side, of in zip(SIDES, found.versions, strict=True))
        yield f"the records agree in all {found.shared} {plies}{more}"
    elif found.refused_alike:
        yield f"the records agree in all {found.shared} {plies}, and in the next, which is illegal"
    else:
        yield f"the records agree in {found.shared} {plies} and differ in the next:"
    for name, of in zip(names, found.versions, strict=True):
        if of.next is not None or not found.moves_agree:
            yield f"{name}:{_next(game, of)}"
    if found.moves_agree or found.refused_alike:
        return
    differing = list(between(*ends, names))
    yield "their last positions differ in:" if differing else "their last positions are the same"
    yield from (f"  {line}" for line in differing)


def stated(found: Comparison, names: tuple[str, str]) -> Iterator[str]:
    """Say which results and tags differ."""
    if found.results[0] != found.results[1]:
        yield f"the results differ: {_in_each(found.results, names)}"
    if found.tags:
        yield "tags that differ:"
    for name, *values in found.tags:
        shown = [NOTHING if value is None else f'"{on_one_line(value)}"' for value in values]
        yield f"  {on_one_line(name)}: {_in_each(shown, names)}"


def _in_each(values: Sequence[str], names: tuple[str, str]) -> str:
    return f"{values[0]} in {names[0]}, {values[1]} in {names[1]}"


def _goes_on(side: str, of: Version) -> str:
    if of.next is None:
        return ""
    gone = "a withdrawal" if of.rest == 1 else f"{of.rest} withdrawals"
    more = [str(of.more)] * bool(of.more) + [gone] * bool(of.rest)
    return f"; {side} goes on for {' and '.join(more)}"


def _next(game: CompiledVariant, of: Version) -> str:
    """Give the place of what a version has next, what it is, and what is said of it."""
    if of.next is None:
        return " ends here"
    if isinstance(of.next, Finding):
        return f"{_at(of.next.place)}: {written_move(of.next)}: {_refused(of.next)}"
    ply = of.next
    at, stood = _at(ply.token.place), ply.stood
    if stood is not None:
        verdict = "stands" if ply.move is not None else "forfeits"
        why = f"{stood.code.value}, {verdict}: {sentence(stood.refusal)}"
        return f"{at}: {written_move(stood)}: {why}"
    return f"{at}: {written(game, ply)}: legal"


def _at(place: Place) -> str:
    return f"{place.line}:{place.column}"


def _refused(of: Finding) -> str:
    return f"{of.code.value}: {sentence(of.refusal)}"


def differences(one: Position, other: Position) -> Iterator[tuple[str, str, str]]:
    """List the cells and the fields in which two positions differ, with what each has there."""
    names = one.game.board.names
    for cell in differing_cells(one, other):
        yield names[cell], _stands(one, cell), _stands(other, cell)
    mine, theirs = (positions.write(at).split()[1:] for at in (one, other))
    fields = zip(("turn", "en passant", "round"), mine, theirs, strict=True)
    yield from (found for found in fields if found[1] != found[2])


def between(one: Position, other: Position, names: tuple[str, str]) -> Iterator[str]:
    """Say how the positions of two records differ."""
    for what, mine, theirs in differences(one, other):
        yield f"{what}: {_in_each((mine, theirs), names)}"


def claimed(is_so: Position, claim: Position) -> Iterator[str]:
    """Say how a claimed position differs from the one that stands."""
    for what, mine, theirs in differences(is_so, claim):
        yield f"{what}: {mine}, claimed {theirs}"


NOTHING = "nothing"


def _stands(position: Position, cell: int) -> str:
    piece, game = position.board[cell], position.game
    if not piece:
        return NOTHING
    owed = f"^{position.owed[cell]}" if cell in position.owed else ""
    return f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{owed}"
