"""Rules: a game and its pieces in words and diagrams.

The sentences of rules.txt are written with facts of the game, which are made here of its data.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from typing import Any, TypeVar, assert_never

from aofref.boards import NO_CELL, Naming
from aofref.games.model import ToArrayPiece, ToLevelPiece, ToPartner
from aofref.geometry import HexPrism
from aofref.judge.analysis.examples import ArmyCell, Shows, examples, informative_cell
from aofref.report.text import board
from aofref.report.text.movement import Phrases, Terms, columns, moves, said, summary
from aofref.report.text.record import armies_joined, folded, rulings
from aofref.rules.compiled_variant import CompiledCastling, CompiledVariant
from aofref.rules.position import CorePosition
from aofref.text import article, capitalised, joined, on_one_line, padded, some, width

_V = TypeVar("_V")


def game(start: CorePosition) -> Iterator[str]:
    """Describe a game by the position that it starts from."""
    yield from outline(start)
    first = "; begin with the Pawn" if start.game.pawn_kind >= 0 else ""
    yield f"`aofref rules {start.game.variant.id} CODE` describes one in full{first}."
    yield f"Board, {len(start.game.board.cells)} cells, and array:"
    yield board.position(start)


def outline(start: CorePosition) -> Iterator[str]:
    """Describe a game without its array, and each piece in a line or two."""
    game = start.game
    yield on_one_line(f"{game.variant.title} ({game.variant.id})")
    if game.variant.page != game.variant.title:
        yield on_one_line(f"Page: {game.variant.page}")
    yield f"Rulings: {rulings(game)}"
    yield "Armies in order of play:"
    for army in game.variant.armies:
        yield on_one_line(f"  {army.letter} {army.called}")
    yield "Play:"
    for term, text in how_it_goes(game):
        yield from _sentences(f"{term}:", text)
    yield "Pieces, each after its number in numeric notation:"
    wide = max(width(on_one_line(piece.name)) for piece in game.types)
    for kind, (code, piece) in enumerate(zip(game.codes, game.types, strict=True)):
        label = f"{kind + 1:02} {code:<2} {padded(on_one_line(piece.name), wide)} "
        yield from _sentences(label, summary(game, kind), len(label) + 3)


def piece(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe a piece: its moves, and its cells at the start."""
    name = f"{game.codes[kind]} {game.types[kind].name} ({game.variant.id}):"
    yield from _sentences(name, summary(game, kind), 4, 0)
    for name, text in words(game, kind):
        yield from _sentences(f"{name}:", text)
    for side, (_, cells) in zip(game.sides, starts(game, kind), strict=True):
        if cells:
            yield from folded(f"{capitalised(side.name)} starts with {len(cells)}:", cells)


def _sentences(label: str, text: str, rest: int = 4, first: int = 2) -> Iterator[str]:
    return folded(on_one_line(label), on_one_line(text).split(), rest, first)


def words(game: CompiledVariant, kind: int) -> Terms:
    """Describe a piece: subjects with their sentences, without its cells at the start."""
    facts = _of_piece(game, kind)
    yield from moves(game, kind)
    if game.types[kind].pawn:
        yield from _terms(facts, "Forward", "Double step", "En passant")
        yield from _terms(facts, "Promotion of a Pawn", term="Promotion")
    yield from _terms(facts, "Castling of a piece", term="Castling")
    if game.types[kind].royal:
        yield "Check", said(facts, "Check", "Check of a royal piece")
    yield from _terms(facts, "Where it comes from", term="Promotion" * facts["at_start"])
    yield from _terms(facts, "Cells")


def shown(game: CompiledVariant, kind: int, width: int) -> Iterator[str]:
    """Draw the destinations of a piece from its most informative cell, and list example moves."""
    at = informative_cell(game, kind)
    yield from _reached(game, kind, at)
    yield from board.marked(game, marks(game, kind, at), width)
    yield "  Examples:"
    shown_moves = examples(game, kind, at)
    compound = any(example.part for example in shown_moves)
    names = game.board.names
    for example in shown_moves:
        beside = ""  # the Pawn that it captures, or the cells that it crosses
        if example.shows is Shows.EN_PASSANT:
            beside = f", taking the Pawn that came to {names[example.position.passed[0].pawn]}"
        elif example.via:
            beside = f" over {joined([names[cell] for cell in example.via], 'and')}"
        label = f"as {example.part}" if example.part else example.shows.value
        label = "also" if compound and not example.part else label
        yield on_one_line(f"    {label:<14} {example.text}{beside}")


def starts(game: CompiledVariant, kind: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each army's letter with the cells of the piece at the start."""
    names = game.board.names
    for letter, array in zip(game.letters, game.array, strict=True):
        yield letter, sorted(names[cell] for cell, stands in array.items() if stands == kind)


def owner(game: CompiledVariant, kind: int, cell: int) -> int | None:
    """Return the army whose array has a cell; else one with the piece, if it moves alike for all.

    None if it does not.
    """
    for army, array in enumerate(game.array):
        if cell in array:
            return army
    reaches = [ways(game, game.piece(army, kind), cell) for army in game.armies]
    if any(way != reaches[0] for way in reaches):
        return None
    having = (army for army, array in enumerate(game.array) if kind in array.values())
    return next(having, 0)


def ways(game: CompiledVariant, stands: int, cell: int) -> tuple[set[int], set[int]]:
    """Return the cells that a piece goes to without capturing, and the cells it captures on."""
    return set(game.movers[stands].quiet(cell)), set(game.movers[stands].captures(cell))


def reach(game: CompiledVariant, kind: int, at: ArmyCell, width: int) -> Iterator[str]:
    """Describe and draw the moves of an army's piece from a cell of an empty board."""
    name = f"{game.codes[kind]} {game.types[kind].name} ({game.variant.id}):"
    yield from _sentences(name, summary(game, kind), 4, 0)
    yield from _reached(game, kind, at)
    if game.types[kind].pawn:
        pawn = game.piece(at.army, kind)
        ends = set[int]().union(*ways(game, pawn, at.cell))
        must = {end for end in ends if game.pawns.must(pawn, end)}
        may = {end for end in ends - must if game.pawns.may_promote(pawn, end)}
        lists = {"by a double step": {*game.pawns.doubles[pawn].get(at.cell, ())}}
        lists |= {"must promote on": must, "may promote on": set() if game.pawns.owing else may}
        for label, cells in lists.items():
            if cells:
                yield from folded(f"{label}:", sorted(game.board.names[cell] for cell in cells))
    if game.array[at.army].get(at.cell) == kind:
        owed = game.pawns.owed_at_start(at.cell) if game.types[kind].pawn else 0
        counted = f"; it may promote after {some(owed, 'move')}" if owed else ""
        yield f"  {capitalised(game.sides[at.army].name)} starts with one there{counted}."
    yield f"`aofref rules {game.variant.id} {game.codes[kind]}` describes the piece in full."
    yield from board.marked(game, marks(game, kind, at), width)


def _reached(game: CompiledVariant, kind: int, at: ArmyCell) -> Iterator[str]:
    names = game.board.names
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    only = takes - quiet
    yield f"  {game.letters[at.army]}:{game.codes[kind]}{names[at.cell]} on an empty board:"
    yield from folded("x", sorted(names[cell] for cell in quiet) or ["no move"])
    if only:
        yield from folded("+ only to capture:", sorted(names[cell] for cell in only))


def marks(game: CompiledVariant, kind: int, at: ArmyCell) -> dict[int, str]:
    """Mark a piece, the cells it goes to, and the cells it goes to only to capture."""
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    return dict.fromkeys(takes, "+") | dict.fromkeys(quiet, "x") | {at.cell: "*"}


def how_it_goes(game: CompiledVariant) -> Terms:
    """Describe the board, the order of play, check, winning and changes of pieces."""
    facts = facts_of(game)
    yield "Board", said(facts, "Board", "Cells")
    yield from _terms(facts, "Order of play", "Check", "Winning", "Draws", "Promotion", "Castling")
    yield from _terms(facts, "Four Partners")
    yield from _terms(facts, "Alignment", term=facts.get("aligned", [""])[0])


def _terms(facts: Mapping[str, Any], *names: str, term: str = "") -> Terms:
    for name in names:
        if text := said(facts, name):
            yield term or name, text


@lru_cache(maxsize=8)  # each page of a rulebook has them for every piece
def facts_of(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the facts of a game for its sentences: its data by their names, and what they mean."""
    board, variant, castlings = game.board, game.variant, game.castlings.from_array
    name = {code: game.types[kind].name for code, kind in game.kinds.items()}
    facts = variant._asdict() | variant.pawns._asdict() | variant.promotion._asdict()
    facts |= {variant.ending.name: True, variant.stalemate.name: True, "two": game.two_players}
    facts["armies"] = joined([f"{army.called} ({army.letter})" for army in variant.armies], "and")

    counts = Counter(zip([z for _, _, z in board.cells], board.levels, strict=True))
    sizes = [str(count) for _, count in sorted(counts.items())]
    (_, lowest), (_, highest) = min(counts), max(counts)
    flat, hexes = board.naming is Naming.FILE_RANK, isinstance(board.lattice, HexPrism)
    facts |= {"flat": flat, "lowest": lowest, "highest": highest, "levels": len(sizes)}
    facts["shape"] = "hexagonal" if hexes else "square" if flat else "cubic"
    facts["sizes"] = f"{sizes[0]} each" if len({*sizes}) == 1 else joined(sizes, "and")
    facts |= {"cells": len(board.cells), "columns": len({*board.columns})}
    facts["lacking"] = facts["columns"] * len(sizes) > len(board.cells)
    if camps := [region for region in board.regions if region.endswith(("Drum", "Subcamp"))]:
        facts["camps"] = joined([f"the {camp}{columns(game, camp)}" for camp in camps], "and")
        facts["part"] = "a part" if len(camps) == 1 else "parts"

    cell = next(cell for cell, kind in game.array[0].items() if game.types[kind].royal)
    column, level = board.columns[cell], board.levels[cell]
    facts |= {"cell": board.names[cell], "column": column, "file": column[0], "rank": column[1:]}
    facts["place"] = f"level {level}, column {column} (file {column[0]}, rank {column[1:]})"
    if board.naming is Naming.COLUMN_THEN_LEVEL:
        facts["place"] = f"column {column}, level {level}"

    royal = joined([article(piece.name) for piece in game.types if piece.royal])
    facts |= {"royal": royal, "Royal": capitalised(royal)}
    facts["bereft"] = tuple(name[code] for code in variant.bereft or ())
    facts["emperor"] = variant.emperor and article(name[variant.emperor])
    facts["dead"] = variant.dead and joined([f"one {name[code]}" for code in variant.dead])
    if castlings:
        who = capitalised(
            armies_joined(game, [*dict.fromkeys(each.army for each in castlings)], "and")
        )
        royals = [*dict.fromkeys(game.type_of(each.royal.piece).name for each in castlings)]
        texts = [*dict.fromkeys(each.name for each in castlings)]
        facts["castles"] = who, joined(texts), joined(royals, "and")
    if (four := variant.four_partners) is not None:
        bound = [f"{name[code]}s of {_armies(game, at)}" for at, code in four.most_bound.items()]
        partners = joined([article(name[code]) for code in four.partners], "and")
        facts["four"] = partners, name[four.into], joined(bound, "and")
    if (align := variant.alignment) is not None:
        king, middle, other = (name[code] for code in (align.royal, align.middle, align.ally))
        line = article(middle), Phrases(game, short=True).along(align.radials), article(other)
        facts["aligned"] = align.name, king, *line, middle, article(name[align.into])

    facts |= _of_pawns(game) | _of_promotion(game, name)
    facts["no_way"] = said(facts, "No way")
    return facts | {"becomes": said(facts, "Becomes"), "double_from": said(facts, "Double from")}


def _of_pawns(game: CompiledVariant) -> dict[str, Any]:
    board, rule, inside, steps = game.board, game.variant.pawns, game.variant.inside, list[str]()
    for forward, letters in _alike({army.letter: army.forward for army in game.variant.armies}):
        for cell in sorted(game.pawns.starts[game.letters.index(letters[0])]):
            ends = [board.next_cell(cell, vector) for vector in forward]
            if NO_CELL not in ends:
                way = joined([board.names[end] for end in ends])
                steps.append(f"{_armies(game, *letters)} from {board.names[cell]} to {way}")
                break
    doubles: dict[str, set[int]] = {}
    for army, origins in zip(game.army_of, game.pawns.doubles, strict=True):
        if origins:
            doubles.setdefault(game.letters[army], set()).update(origins)
    only = f"Only a Pawn of {_armies(game, *doubles, word='or')}" if doubles else ""
    listed = doubles if rule.doubles_on or rule.over_array or rule.doubles_from else ()
    return {
        "pawn": game.pawn_kind >= 0 and game.types[game.pawn_kind].name,
        "steps": "; ".join(steps),
        "doubling": "A Pawn" if len(doubles) == len(game.armies) else only,
        "doubled": [(_armies(game, letter), _cells(game, doubles[letter])) for letter in listed],
        "on": rule.doubles_on and f", if that is on the {rule.doubles_on} of the board",
        "limits": [
            (_armies(game, *sorted(pair, key=game.letters.index)), region)
            for pair, region in rule.limits.items()
        ],
        "inside": inside and f"{inside}{columns(game, inside)}",
    }


def _of_promotion(game: CompiledVariant, name: Mapping[str, str]) -> dict[str, Any]:
    """Return the facts on where Pawns promote, and to what; `name` has the types by their codes."""
    board, rule, owed = game.board, game.variant.promotion, game.variant.pawns.owed

    def some_of(codes: Iterable[str]) -> str:
        return article(joined([name[code] for code in codes]))

    match rule:
        case ToPartner(partners, elsewhere):
            each = [f"{name[code]} of {_armies(game, army)}" for army, code in partners.items()]
            others = [
                f"a Pawn of {_armies(game, *letters, word='or')} becomes {some_of(codes)}"
                + (", as its player chooses" if len(codes) > 1 else "")
                for codes, letters in _alike(elsewhere)
            ]
            return {"partners": ", ".join(each), "others": "; ".join(others), "at_end": True}
        case ToArrayPiece(zones, also, needs, forced, to):
            parts = []
            for letter in zones if forced else filter(zones.__contains__, game.letters):
                zone = board.regions[zones[letter]]
                where = _cells(game, zone)
                if not forced:
                    where = f"{zones[letter]} ({' '.join(sorted(_entered(game, letter, zone)))})"
                parts.append(f"{_armies(game, letter)} {where}")
            kinds = _alike(dict(zip(game.letters, game.pawns.array_types, strict=True)))
            choices = [
                (f"for {_armies(game, *letters)} " if len(kinds) > 1 else "")
                + joined([game.types[kind].name for kind in own])
                for own, letters in kinds
                if own
            ]
            return {
                "at_end": not zones,
                "zones": "; ".join(parts),
                "to": to and some_of(to),
                "to_array": not to,
                "choices": "; ".join(choices),
                "also": also and (name[needs], name[also]),
            }
        case ToLevelPiece(by_level):
            levels = [(joined(levels, "and"), some_of(codes)) for codes, levels in _alike(by_level)]
            facts: dict[str, Any] = {"on_levels": levels}
            if owed is not None:
                start = min(game.pawns.starts[0])
                marked = f"{board.names[start]}^{game.pawns.owed_at_start(start)}"
                facts["owed"] = (
                    some(owed[0], "move"),
                    game.variant.pawns.doubles_on,
                    owed[1],
                    marked,
                )
            return facts
        case _:
            assert_never(rule)


def _entered(game: CompiledVariant, letter: str, zone: Set[int]) -> set[str]:
    """Return the columns where Pawns of an army step into a zone."""
    board, forward = game.board, game.variant.armies[game.letters.index(letter)].forward
    ends = {
        board.next_cell(cell, way)
        for cell in range(len(board.cells))
        for way in forward
        if cell not in zone
    }
    return {board.columns[cell] for cell in ends & zone}


def _of_piece(game: CompiledVariant, kind: int) -> dict[str, Any]:
    variant, name, every = game.variant, game.types[kind].name, game.castlings.from_array
    rule, align, four = variant.promotion, variant.alignment, variant.four_partners
    choosing = [army for army in game.armies if kind in _choices(game, army)]
    pawns = "Pawns" if len(choosing) == len(game.armies) else ""
    if choosing and not pawns:
        pawns = f"Pawns of {armies_joined(game, choosing, 'and')}"
    partners = rule.partners.items() if isinstance(rule, ToPartner) else ()
    own = [each for each in every if game.kind_of[each.royal.piece] == kind]
    with_it = [each.royal for each in every if game.kind_of[each.companion.piece] == kind]
    royals = [*dict.fromkeys(game.type_of(path.piece).name for path in with_it)]
    walks = []
    for army in dict.fromkeys(each.army for each in own):
        ways = [_castled(game, each) for each in own if each.army == army]
        walks.append((capitalised(game.sides[army].name), "; ".join(ways)))
    code = game.codes[kind]
    return {
        **facts_of(game),
        "piece": name,
        "a_piece": article(name),
        "castling": bool(own),
        "walks": walks,
        "castled_by": royals and joined(royals),
        "at_start": any(kind in array.values() for array in game.array),
        "partner_of": [(_armies(game, letter),) for letter, partner in partners if partner == code],
        "of_pawns": pawns,
        "is_emperor": code == variant.emperor,
        "into_by_alignment": align is not None and code == align.into,
        "into_by_partners": four is not None and code == four.into,
    }


def _castled(game: CompiledVariant, castling: CompiledCastling) -> str:
    names = game.board.names
    royal, companion = (
        (game.type_of(path.piece).name, f"from {names[path.origin]} to {names[path.destination]}")
        for path in castling.paths
    )
    return f"by {castling.name} the {' goes '.join(royal)}, and the {' '.join(companion)}"


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
            codes = [
                *elsewhere[letter],
                *(code for other, code in partners.items() if other != letter),
            ]
        case ToArrayPiece():
            also = {game.kinds[rule.also]} if rule.also else set()
            return {*game.pawns.choices[army]} | also
        case ToLevelPiece():
            codes = [code for of_level in rule.by_level.values() for code in of_level]
        case _:
            assert_never(rule)
    return {game.kinds[code] for code in codes}


def _armies(game: CompiledVariant, *letters: str, word: str = "and") -> str:
    return armies_joined(game, [*map(game.letters.index, letters)], word)


def _cells(game: CompiledVariant, cells: Iterable[int]) -> str:
    return " ".join([game.board.names[cell] for cell in sorted(cells)])


def _alike(values: Mapping[str, _V]) -> list[tuple[_V, list[str]]]:
    different = dict.fromkeys(values.values())
    return [(value, [key for key in values if values[key] == value]) for value in different]
