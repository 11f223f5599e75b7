"""Rulebook: what a game's rulebook shows, as values; `report.page.rulebook` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from aofref import variants
from aofref.judge.analysis.examples import Example, Shows, examples, informative_cell
from aofref.judge.analysis.scenes import Scene, play, played, scenes
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.pawns import promotions
from aofref.rules.position import NO_MARKS, NO_PROMOTION, CoreMove, CorePosition, Setup
from aofref.variants import RulingText


class Chapter(NamedTuple):
    """What a rulebook says of a piece: the sentences of the page, and `scenes`, moves played.

    `rulings` are those that name it.
    """

    kind: int
    sentences: tuple[str, ...]
    scenes: tuple[Scene, ...]
    rulings: tuple[RulingText, ...]


class PromotionDrawing(NamedTuple):
    """Where an army's Pawns must promote, and to which types; and where they may."""

    army: int
    must: dict[int, tuple[int, ...]]
    may: frozenset[int]


class Rulebook(NamedTuple):
    """All that a rulebook shows of a game, by the position that it starts from."""

    start: CorePosition
    chapters: tuple[Chapter, ...]
    promotions: tuple[PromotionDrawing, ...]
    scenes: tuple[Scene, ...]
    rulings: tuple[RulingText, ...]
    moves: tuple[Example, ...]


def rulebook(of: CompiledVariant) -> Rulebook:
    """Work out the rulebook of a game."""
    chapters = tuple(chapter(of, kind) for kind in range(len(of.types)))
    return Rulebook(
        turn.start(of)[0],
        chapters,
        tuple(_promotions(of)) if of.pawn_kind >= 0 else (),
        tuple(scenes(of)),
        variants.rulings_of(of.base),
        tuple(_written_moves(of)),
    )


def chapter(of: CompiledVariant, kind: int) -> Chapter:
    """Work out the chapter of a piece."""
    named = re.compile(rf"\b{re.escape(of.types[kind].name)}s?\b")
    every = variants.rulings_of(of.base)
    rulings = tuple(each for each in every if named.search(f"{each.question} {each.reading}"))
    return Chapter(kind, tuple(_sentences(of, kind)), tuple(_scenes(of, kind)), rulings)


def _sentences(of: CompiledVariant, kind: int) -> Iterator[str]:
    """Find what the game's page says of a piece, each sentence once; a file is no page."""
    name, pawn = of.types[kind].name, of.types[kind].pawn
    page = {} if of.variant.source else variants.page(of.variant.id) or {}
    found: dict[str, None] = {}
    for key, sentence in page.items():
        about = key == name or key.startswith(f"{name} ") or key.endswith(f" {name}")
        if about or (pawn and key.partition(" ")[0] in ("double-step", "en-passant")):
            found[sentence] = None
    yield from (text for text in found if not any(text != o and text in o for o in found))


# Moves played ------------------------------------------------------------------------------------

_SHOWN = {
    Shows.CAPTURE: ("A capture", "It captures otherwise than it moves."),
    Shows.PROMOTION: ("Promotion", "The Pawn ends its move where it must promote."),
}


def _scenes(of: CompiledVariant, kind: int) -> Iterator[Scene]:
    """Play the examples of a piece that captures otherwise than it moves."""
    if not of.types[kind].captures_apart:
        return
    for example in examples(of, kind, informative_cell(of, kind)):
        if example.shows in _SHOWN:
            topic, text = _SHOWN[example.shows]
            if example.via:
                text = "Over exactly one piece, of any army, which stays where it is."
            yield played(topic, text, play(example.position, example.move))
        elif example.shows is Shows.EN_PASSANT:
            yield from _en_passant(of, example)


def _en_passant(of: CompiledVariant, example: Example) -> Iterator[Scene]:
    """Play a double step and the capture en passant of the Pawn that made it."""
    right, board = example.position.passed[0], bytearray(example.position.board)
    pawn = board[right.pawn]
    origin = next(
        cell
        for cell, ends in sorted(of.pawns.doubles[pawn].items())
        if ends.get(right.pawn) == right.cell and not board[cell]
    )
    board[right.pawn], board[origin] = 0, pawn
    before, _ = turn.begin(Setup(of, bytes(board), right.army, 1, (), NO_MARKS))
    first = play(before, CoreMove(origin, right.pawn))
    text = "A Pawn goes two steps at once. An enemy Pawn could capture on the cell passed over."
    yield played("Double step", text, first)
    text = "It captures there, en passant: the Pawn that made the double step is taken."
    yield played("en passant", text, first, play(first.after, example.move))


def _written_moves(of: CompiledVariant) -> Iterator[Example]:
    """Find a move of each sort to show how moves are written."""
    pieces = [kind for kind in range(len(of.types)) if not of.types[kind].royal]
    kinds = [kind for kind in pieces if kind != of.pawn_kind][:1]
    for kind in [*kinds, *([of.pawn_kind] if of.pawn_kind >= 0 else [])]:
        yield from examples(of, kind, informative_cell(of, kind))


# Promotion ---------------------------------------------------------------------------------------


def _promotions(of: CompiledVariant) -> Iterator[PromotionDrawing]:
    """Find where each army's Pawns promote; where only those may that owe no move is left out."""
    for army in of.armies:
        pawn = of.piece(army, of.pawn_kind)
        ways: dict[int, int] = {}
        for cell in range(len(of.board.cells)):
            ends = {*of.lines.quiet(pawn, cell), *of.lines.captures(pawn, cell)}
            ways.update(dict.fromkeys(ends & of.pawns.promotion_cells(army), cell))
        must = {end for end in ways if of.pawns.must(pawn, end)}
        yield PromotionDrawing(
            army,
            {end: _choices(of, pawn, ways[end], end) for end in sorted(must)},
            frozenset() if of.pawns.owing else frozenset(ways) - must,
        )


def _choices(of: CompiledVariant, pawn: int, origin: int, end: int) -> tuple[int, ...]:
    """List what a Pawn may become at the end of a move, with nothing else on the board."""
    board = bytearray(len(of.board.cells))
    board[origin] = pawn
    setup = Setup(of, bytes(board), of.army_of[pawn], 1, (), NO_MARKS)
    found = promotions(turn.as_it_stands(setup), origin, end)
    return tuple(kind for kind in found if kind != NO_PROMOTION)
