"""Pawns: their rules in words, made from a game's data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, assert_never

from aofref.boards import NO_CELL
from aofref.games.model import ToArrayPiece, ToLevelPiece, ToPartner
from aofref.report.text.movement import Terms, columns
from aofref.report.text.record import armies_joined
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import article, joined, some

_K = TypeVar("_K")
_V = TypeVar("_V")


def rules(game: CompiledVariant) -> Terms:
    """Describe a Pawn's forward directions, double step, capture en passant and promotion."""
    yield "Forward", " ".join(_forward(game))
    if _doubles(game):
        yield "Double step", " ".join(_double(game))
        yield "En passant", " ".join(_en_passant(game))
    elif game.variant.pawns.over_array:
        yield (
            "Double step",
            (
                "In this array no Pawn has a double step. It would have to pass over the starting "
                "cell of another Pawn of its army (R-18), and none has such a cell ahead of it."
            ),
        )
    yield "Promotion", " ".join(promotion(game))


def _forward(game: CompiledVariant) -> Iterator[str]:
    board, names = game.board, game.board.names
    parts = []
    ways = {army: game.variant.armies[army].forward for army in game.armies}
    for forward, armies in _alike(ways):
        for cell in sorted(game.pawns.starts[armies[0]], key=lambda cell: names[cell]):
            ends = [board.next_cell(cell, vector) for vector in forward]
            if NO_CELL not in ends:
                way = joined([names[end] for end in ends])
                parts.append(f"{armies_joined(game, armies, 'and')} from {names[cell]} to {way}")
                break
    yield f"One step forward, army by army: {'; '.join(parts)}."
    yield "Forward is the same direction from every cell; a Pawn never goes back."


def _doubles(game: CompiledVariant) -> dict[int, set[int]]:
    """Return the cells from which Pawns double-step, by army; armies without any are left out."""
    doubles: dict[int, set[int]] = {}
    for army, cells in zip(game.army_of, game.pawns.doubles, strict=True):
        if cells:
            doubles.setdefault(army, set()).update(cells)
    return doubles


def _double(game: CompiledVariant) -> Iterator[str]:
    rule, doubles = game.variant.pawns, _doubles(game)
    every = len(doubles) == len(game.armies)
    who = "A Pawn" if every else f"Only a Pawn of {armies_joined(game, [*doubles])}"
    where = "a cell where a Pawn of its army starts, its own or another's"
    if rule.first_move:
        where = "its own starting cell, as its first move"
    if rule.doubles_from:
        where = "a cell from which its army does so"
    if rule.doubles_on:
        where += f", if that is on the {rule.doubles_on} of the board"
    yield (
        f"{who} may go two steps at once in one of its forward directions, over an empty cell to "
        f"an empty cell, from {where}."
    )
    if rule.over_array:
        yield "The cell passed over must be the starting cell of another Pawn of its army."
    if rule.doubles_on or rule.over_array or rule.doubles_from:
        for army, cells in doubles.items():
            names = sorted(game.board.names[cell] for cell in cells)
            yield f"For {game.sides[army].name} these cells are {' '.join(names)}."


def _en_passant(game: CompiledVariant) -> Iterator[str]:
    until = "until the army that double-stepped has its next turn"
    if game.two_players:
        until = "with the very next move only"
    yield (
        "An enemy Pawn, and no other piece, may capture a Pawn that double-stepped, as if it had "
        "made only one step: by its usual capture the capturing Pawn goes to the cell passed over, "
        f"while that cell is empty, {until}."
    )
    if not game.two_players:
        yield "If Pawns of several armies have passed over that cell, it captures them all."
    for pair, region in game.variant.pawns.limits.items():
        armies = sorted(map(game.letters.index, pair))
        yield f"Between {armies_joined(game, armies, 'and')} this is allowed only onto {region}."


def promotion(game: CompiledVariant) -> Iterator[str]:
    """Describe where Pawns promote, whether they must, and to which types."""
    rule = game.variant.promotion
    match rule:
        case ToPartner():
            yield _must_only(game)
            partners = [
                f"{_name(game, code)} of {_of_letters(game, [letter])}"
                for letter, code in rule.partners.items()
            ]
            yield (
                "On a cell where a piece of an enemy army starts, even of one that has been "
                f"removed, it becomes that army's King's Partner: {', '.join(partners)}."
            )
            parts = []
            for codes, letters in _alike(rule.elsewhere):
                names = article(joined([_name(game, code) for code in codes]))
                choice = ", as its player chooses" if len(codes) > 1 else ""
                parts.append(f"a Pawn of {_of_letters(game, letters)} becomes {names}{choice}")
            yield f"Elsewhere, {'; '.join(parts)}."
        case ToArrayPiece():
            yield from _zones(game, rule)
            alike = _alike(dict(zip(game.letters, game.pawns.array_types, strict=True)))
            every = (
                "It becomes any kind of piece that its own army starts with, except King and Pawn:"
            )
            listed = joined([_name(game, code) for code in rule.to]) if rule.to else ""
            yield f"It becomes {article(listed)}." if listed else every
            for n, (kinds, letters) in enumerate(() if listed else alike, 1):
                names = joined([game.types[kind].name for kind in kinds])
                who = f"for {_of_letters(game, letters, 'and')} " if len(alike) > 1 else ""
                yield f"{who}{names}{'.' if n == len(alike) else ';'}"
            if rule.also and not listed:
                yield (
                    f"If its army had a {_name(game, rule.needs)} before the move, it may also "
                    f"become a {_name(game, rule.also)}."
                )
        case ToLevelPiece():
            yield _owed(game)
            yield f"Where it ends its move with {_no_way(game)}, it must promote, whatever it owes."
            for codes, levels in _alike(rule.by_level):
                names = joined([_name(game, code) for code in codes])
                yield f"On the levels {joined(levels, 'and')} it becomes {article(names)}."
        case _:
            assert_never(rule)
    yield "It stays in its army, and is then a piece like any other of its kind."


def promotion_in_short(game: CompiledVariant) -> str:
    """Describe in a sentence where Pawns promote, and to what."""
    rule, no_way = game.variant.promotion, _no_way(game)
    must = f"must promote where it ends its move with {no_way}"
    only, becomes = f"{must}, and nowhere else", "any kind of piece with which its army starts"
    match rule:
        case ToPartner():
            becomes = "the King's Partner of an army"
        case ToLevelPiece():
            owes = "" if game.variant.pawns.owed is None else " once it owes no more moves"
            only, becomes = f"may promote{owes}, and {must}", "a piece that depends on its level"
        case ToArrayPiece():
            if rule.zones and rule.forced:
                only = f"must promote in its promotion zone and with {no_way}"
            elif rule.zones:
                only = f"may promote in its promotion zone, and {must}"
            if rule.to:
                becomes = article(joined([_name(game, code) for code in rule.to]))
            else:
                becomes += ", except King and Pawn"
    pawn = game.types[game.pawn_kind].name
    return f"A {pawn} {only}: it becomes {becomes} (see {pawn})."


def _name(game: CompiledVariant, code: str) -> str:
    return game.types[game.kinds[code]].name


def _no_way(game: CompiledVariant) -> str:
    if game.variant.inside:
        inside = game.variant.inside
        return f"no step forward left inside the {inside}{columns(game, inside)}"
    if game.variant.source:
        return "no cell left to step to, occupied or not"
    return "no cell ahead of it on its level, occupied or not"


def _must_only(game: CompiledVariant) -> str:
    no_way = _no_way(game)
    return f"A Pawn must promote where it ends its move with {no_way}; it may promote nowhere else."


def _of_letters(game: CompiledVariant, letters: Sequence[str], word: str = "or") -> str:
    return armies_joined(game, [game.letters.index(letter) for letter in letters], word)


def _zones(game: CompiledVariant, rule: ToArrayPiece) -> Iterator[str]:
    board = game.board
    if not rule.zones:
        yield _must_only(game)
        return
    if rule.forced:
        zones = []
        for letter, zone in rule.zones.items():
            cells = sorted(board.names[cell] for cell in board.regions[zone])
            zones.append(f"{_of_letters(game, [letter])} {' '.join(cells)}")
        where = f"in its promotion zone: {'; '.join(zones)}"
        yield f"A Pawn must promote where it ends its move {where}."
        yield f"It must also promote where it ends its move with {_no_way(game)}."
        return
    parts = []
    for letter in filter(rule.zones.__contains__, game.letters):
        inside = board.regions[rule.zones[letter]]
        entered = {
            board.columns[end]
            for cell in range(len(board.cells))
            if cell not in inside
            for vector in game.variant.armies[game.letters.index(letter)].forward
            if (end := board.next_cell(cell, vector)) in inside
        }
        columns_in = " ".join(sorted(entered))
        parts.append(f"{_of_letters(game, [letter])} {rule.zones[letter]} ({columns_in})")
    yield (
        "A Pawn may promote at the end of any move that leaves it in its promotion zone, which "
        f"begins with the columns in parentheses: {'; '.join(parts)}."
    )
    yield f"Where it ends its move with {_no_way(game)}, it must promote."


def _owed(game: CompiledVariant) -> str:
    owed, on = game.variant.pawns.owed, game.variant.pawns.doubles_on
    if owed is None:
        return "A Pawn may promote at the end of any move."
    start = min(game.pawns.starts[0], key=lambda cell: game.board.names[cell])
    marked = f"{game.board.names[start]}^{game.pawns.owed_at_start(start)}"
    return (
        f"A Pawn owes {some(owed[0], 'move')} if it starts on the {on} of the board, where it "
        f"could double-step, and {owed[1]} if not; each move counts one, a double step two. Once "
        "it owes none it may promote, at the end of that move or of any later one. A position "
        f"line writes what it owes behind its cell, as in {marked}."
    )


def _alike(values: Mapping[_K, _V]) -> list[tuple[_V, list[_K]]]:
    different = dict.fromkeys(values.values())
    return [(value, [key for key in values if values[key] == value]) for value in different]


def becomes(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe how a piece comes about in the course of a game."""
    variant, code, name = game.variant, game.codes[kind], game.types[kind].name
    rule = variant.promotion
    if isinstance(rule, ToPartner):
        own = [letter for letter, partner in rule.partners.items() if partner == code]
        yield from (f"It is the King's Partner of {_of_letters(game, [letter])}." for letter in own)
    armies = [army for army in game.armies if kind in _choices(game, army)]
    if armies:
        who = (
            "Pawns"
            if len(armies) == len(game.armies)
            else f"Pawns of {armies_joined(game, armies, 'and')}"
        )
        yield f"{who} can promote to it (see {game.types[game.pawn_kind].name})."
    if code == variant.emperor:
        yield f"The King of a player who checkmates another army becomes {article(name)}."
    if variant.alignment and code == variant.alignment.into:
        yield f"A King becomes {article(name)} by {variant.alignment.name} (see the game)."
    if variant.four_partners and code == variant.four_partners.into:
        yield f"An army's most-bound pieces become {name}s by its Four Partners (see the game)."


def owners(game: CompiledVariant, kind: int) -> list[int]:
    """List the armies that start with a piece or can promote a Pawn to it; all if there is none."""
    armies = [
        army
        for army in game.armies
        if kind in game.array[army].values() or kind in _choices(game, army)
    ]
    return armies or list(game.armies)


def _choices(game: CompiledVariant, army: int) -> set[int]:
    rule, letter = game.variant.promotion, game.letters[army]
    match rule:
        case ToPartner(partners, elsewhere):
            codes = [*elsewhere[letter], *(partners[e] for e in partners if e != letter)]
        case ToArrayPiece():
            also = {game.kinds[rule.also]} if rule.also else set()
            return {*game.pawns.choices[army]} | also
        case ToLevelPiece():
            codes = [code for of_level in rule.by_level.values() for code in of_level]
        case _:
            assert_never(rule)
    return {game.kinds[code] for code in codes}
