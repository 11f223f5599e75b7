"""Variant: a game to be played, under the rulings chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from aofref import variants
from aofref.findings import Code, Refusal
from aofref.findings.facts import Unknown
from aofref.judge.replay.opening import no_such_variant
from aofref.library import made
from aofref.library.position import Position
from aofref.library.values import (
    BadGame,
    BadPosition,
    Finding,
    Frozen,
    FrozenMapping,
    UnknownName,
    UnknownVariant,
)
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.text import on_one_line
from aofref.variants.model import Variant as Game

if TYPE_CHECKING:
    from aofref.library.views import Rules


class Variant(Frozen):
    """A game under rulings, from an array: made by `aofref.variant`.

    Two are equal if every position and move means the same in both: the same game under the same
    rulings from the same array.
    """

    __slots__ = ("_game",)
    _game: CompiledVariant

    def __init__(self, game: CompiledVariant) -> None:
        """Hold a compiled game; `aofref.variant` finds one by its name."""
        self._fill(_game=game)

    @property
    def id(self) -> str:
        """Give the id, such as `aof2`."""
        return self._game.variant.id

    @property
    def title(self) -> str:
        """Give the name of the game on its page."""
        return self._game.variant.title

    @property
    def armies(self) -> FrozenMapping[str]:
        """Give the names of the armies by letter, in order of play: `{"E": "European", ...}`."""
        return FrozenMapping({army.letter: army.name for army in self._game.variant.armies})

    def army_named(self, name: str) -> str | None:
        """Give the letter of an army by its letter or its name, in any case; None for no army."""
        found = self._game.variant.army_named(name)
        return None if found is None else found.letter

    @property
    def pieces(self) -> FrozenMapping[str]:
        """Give the names of the piece types by code: `{"K": "King", ...}`."""
        return FrozenMapping(
            {code: piece.name for code, piece in self._game.variant.pieces.items()}
        )

    @property
    def cells(self) -> tuple[str, ...]:
        """Give the names of the cells."""
        return tuple(self._game.board.names)

    @property
    def rulings(self) -> tuple[str, ...]:
        """Give the rulings chosen instead of the usual ones, such as `check=advisory`."""
        return self._game.rulings

    @property
    def array(self) -> str:
        """Give what stands where at the start, as the first field of a position line."""
        return positions.write_placement(turn.array(self._game))

    @property
    def judged_by(self) -> str:
        """Name the rulings and the array as reports do: `default rulings` if none is chosen."""
        from aofref.report.text.record import rulings

        return rulings(self._game)

    def start(self) -> Position:
        """Give the position that the game starts from."""
        return Position(self, *turn.start(self._game))

    def position(self, text: str) -> Position:
        """Read a position line, or a diagram as `aofref show` writes it.

        The start-of-turn rule is applied to it first.  BadPosition lists everything that is wrong
        with it.
        """
        if "\n" in text:
            from aofref.notation import diagrams  # seldom met

            found = diagrams.read(self._game, text)
        else:
            found = positions.read(self._game, text)
        if isinstance(found, positions.Faults):
            raise BadPosition(tuple(made.refused(why) for why in found.refusals))
        return Position(self, *turn.begin(found))

    def rules(
        self, piece: str | None = None, from_: str | None = None, army: str | None = None
    ) -> Rules:
        """Describe the game; or a piece, by code or name, and its cells on an empty board.

        They are drawn from the cell `from_`, by default one that shows most.  `army` is the letter
        of the army that has the piece; by default an army that has that cell in its array, or any
        army if the piece moves alike for all.  UnknownName for a piece, a cell or an army that does
        not exist, with the code `ambiguous` if the army must be given.
        """
        from aofref.library.views import Rules

        game = self._game
        if piece is None:
            return Rules(game, ())
        code = game.variant.piece_named(piece)
        if code is None:
            why = Refusal(Code.WRONG_PIECE, Unknown("piece", piece, game.codes))
            raise UnknownName(made.refused(why))
        kind = game.kinds[code]
        if from_ is None:
            return Rules(game, (kind,))
        return Rules(game, (kind, self._owner(kind, from_, army), from_))

    def _owner(self, kind: int, origin: str, army: str | None) -> int:
        """Give the army that is meant: the one named, the one whose array has the cell, or any."""
        from aofref.report.text import rules

        game, cell = self._game, made.cell(self._game, origin)
        if army is not None:
            meant = game.variant.army_named(army)
            if meant is None:
                text = f"the armies of {self.id} are {', '.join(game.letters)}, not {army}"
                raise UnknownName(Finding(Code.WRONG_ARMY, text))
            return game.letters.index(meant.letter)
        owner = rules.owner(game, kind, cell)
        if owner is None:
            name = on_one_line(game.types[kind].name)
            text = f"how the {name} moves from {origin} depends on its army"
            raise UnknownName(Finding(Code.AMBIGUOUS, text))
        return owner

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self._game is other._game or self._game.key == other._game.key

    def __hash__(self) -> int:
        return hash((self.id, self.rulings))

    def __reduce__(self) -> tuple[object, ...]:
        return Variant, (self._game,)

    def __repr__(self) -> str:
        rulings = f", rulings={list(self.rulings)}" if self.rulings else ""
        own = ", array=..." if self._game.own_array else ""
        return f"aofref.variant({self.id!r}{rulings}{own})"


def _found(name: str) -> Game:
    """Find a game, or open its file."""
    found = variants.opened(name) if name.endswith(".toml") else variants.find(name)
    faulty = variants.faulty(name) if found is None else found
    if isinstance(faulty, Game):
        return faulty
    if faulty is None:
        raise UnknownVariant(no_such_variant(name))
    faults = faulty.faults
    raise BadGame(tuple(Finding(Code.BAD_GAME, f.message, f.line, f.column) for f in faults))


def variant(name: str, rulings: Iterable[str] = (), array: str | None = None) -> Variant:
    """Find a game by its id, alias or page name, in any case, or by its file, `FILE.toml`.

    `rulings` choose other readings, such as `check=advisory`, from those that `aofref rulings`
    lists for the game; `array` is another placement of its pieces.  Raises UnknownVariant,
    BadGame for a faulty file, ValueError for a ruling that the game does not have, BadPosition for
    a faulty array.

    Once the file of a game has been opened, the game is known by its id, to records, too.
    """
    found = _found(name)
    chosen = tuple(sorted({rulings} if isinstance(rulings, str) else set(rulings)))
    for ruling in chosen:
        if ruling not in found.rulings:
            has = ", ".join(sorted(found.rulings)) or "none"
            raise ValueError(f"{found.id} has no ruling {ruling}; it has {has}")
    game = compile_variant(found, chosen)
    if array is None:
        return Variant(game)
    other = positions.read_array(game, array)
    if isinstance(other, positions.Faults):
        raise BadPosition(tuple(made.refused(why) for why in other.refusals))
    return Variant(other)
