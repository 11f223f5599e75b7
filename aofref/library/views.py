"""Views: what a position shows, as values that print as the commands print it.

`str` of each is the text of a command, and `report()` its JSON, as plain data.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from aofref.findings import Code, Standing, Threat
from aofref.library import made
from aofref.library.values import Compared, Event, Finding, FrozenMapping, Move, Piece
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position as Core

if TYPE_CHECKING:
    from aofref.judge.analysis.attackers import Attackers as Attacked
    from aofref.judge.analysis.attackers import Material as Counted
    from aofref.judge.analysis.diagnosis import Comparison as Parting
    from aofref.judge.analysis.suggestions import Explained
    from aofref.judge.analysis.threats import KingThreat as Threatened
    from aofref.library.position import Position


class _View(Compared):
    """The base of views: a game, and what was seen in a position of it."""

    __slots__ = ("_game", "_seen")
    _game: CompiledVariant
    _seen: Any

    def __init__(self, game: CompiledVariant, seen: Any) -> None:
        self._fill(_game=game, _seen=seen)

    def _piece(self, at: Standing) -> Piece:
        return Piece(at.army, at.code, self._game.variant.pieces[at.code].name, at.cell)

    def _attacks(self, found: tuple[Threat, ...]) -> tuple[Attack, ...]:
        return tuple(Attack(self._game, one) for one in found)

    def _same(self) -> object:
        return self._seen, self._game.key

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._game, self._seen)

    def __repr__(self) -> str:
        return f"<aofref.{type(self).__name__} {str(self).partition(chr(10))[0]}>"


class Attack(_View):
    """A piece that attacks, and how; `str` is as in proofs: `E:Rka4 through ja4`."""

    __slots__ = ()
    _seen: Threat

    @property
    def piece(self) -> Piece:
        """Give the piece that attacks."""
        return self._piece(self._seen.piece)

    @property
    def path(self) -> tuple[str, ...]:
        """Give the empty cells that it crosses."""
        return self._seen.path

    @property
    def screen(self) -> Piece | None:
        """Give the piece that it hops over; None if it hops over none."""
        return None if self._seen.screen is None else self._piece(self._seen.screen)

    def report(self) -> dict[str, Any]:
        """Give it as plain data."""
        from aofref.report.json import position

        return position.attack(self._seen)

    def __str__(self) -> str:
        from aofref.report.text import messages

        return messages.threat(self._seen)


class Attackers(_View):
    """A cell, who attacks it and who guards it: made by `Position.attackers`.

    Attackers could capture on the cell if it were their turn; guards are pieces of the same army as
    the piece there that could recapture.  For an empty cell, every piece that could capture there
    is an attacker.  Pins and captures en passant are not considered.
    """

    __slots__ = ()
    _seen: Attacked

    @property
    def cell(self) -> str:
        """Give the cell."""
        return self._seen.cell

    @property
    def piece(self) -> Piece | None:
        """Give the piece on the cell, or None."""
        return None if self._seen.piece is None else self._piece(self._seen.piece)

    @property
    def attackers(self) -> tuple[Attack, ...]:
        """Give who attacks it."""
        return self._attacks(self._seen.attackers)

    @property
    def guards(self) -> tuple[Attack, ...]:
        """Give who guards it."""
        return self._attacks(self._seen.guards)

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref threats --on CELL --format json` does."""
        from aofref.report.json import position

        return position.attackers(self._seen)

    def __str__(self) -> str:
        from aofref.report.text import position

        return "\n".join(position.attackers(self._seen))


class KingThreat(_View):
    """A royal piece and who attacks it: made by `Position.threats`."""

    __slots__ = ()
    _seen: Threatened

    @property
    def piece(self) -> Piece:
        """Give the royal piece."""
        return self._piece(self._seen.royal)

    @property
    def attackers(self) -> tuple[Attack, ...]:
        """Give who attacks it; usually nobody."""
        return self._attacks(self._seen.attackers)

    @property
    def waits(self) -> tuple[str, ...]:
        """Give the letters of the armies that move before it could be captured."""
        return self._seen.waits

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref threats --format json` does."""
        from aofref.report.json import position

        return position.king_threat(self._seen)

    def __str__(self) -> str:
        from aofref.report.text import proof

        return "\n".join(proof.danger(self._seen))


class Material(_View):
    """The pieces of an army, compared with its array: made by `Position.material`.

    The numbers of pieces are by code, in the order of the game's pieces.
    """

    __slots__ = ()
    _seen: Counted

    @property
    def army(self) -> str:
        """Give the letter of the army."""
        return self._seen.army

    @property
    def pieces(self) -> FrozenMapping[int]:
        """Give what it has on the board; nothing for an army that has been removed."""
        return FrozenMapping(dict(self._seen.pieces))

    @property
    def lost(self) -> FrozenMapping[int]:
        """Give what it lacks of its array."""
        return FrozenMapping(dict(self._seen.lost))

    @property
    def gained(self) -> FrozenMapping[int]:
        """Give what it has beyond its array, by promotion."""
        return FrozenMapping(dict(self._seen.gained))

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref material --format json` does, without the army."""
        from aofref.report.json import position

        return position.material(self._seen)

    def __str__(self) -> str:
        from aofref.report.text import position

        return "\n".join(position.material([self._seen]))


class Explanation(_View):
    """Why a move is legal, or the proof that it is not: made by `Position.explain`."""

    __slots__ = ("_board", "position")
    _seen: Explained
    _board: bool
    position: Position

    def __init__(self, position: Position, seen: Explained, board: bool) -> None:
        self._fill(position=position, _game=position.variant._game, _seen=seen, _board=board)

    @property
    def legal(self) -> bool:
        """Say whether the move is legal."""
        return self._seen.why is None

    @property
    def finding(self) -> Finding | None:
        """Give what is wrong; None if the move is legal."""
        why, army = self._seen.why, self.position.turn or ""
        return None if why is None else made.refused(why, army, self._seen.move)

    @property
    def code(self) -> Code | None:
        """Give the code of the refusal, `syntax` if it is not a move; None if it is legal."""
        return None if self._seen.why is None else self._seen.why.code

    @property
    def move(self) -> Move | None:
        """Give the legal move; None if it is refused."""
        proof = self._seen.proof
        if proof is None or proof.move is None:
            return None
        return made.move(proof.position, proof.move)

    @property
    def path(self) -> tuple[str, ...]:
        """Give the cells that a legal move passes, origin and destination included."""
        return () if self._seen.proof is None else self._seen.proof.path

    @property
    def events(self) -> tuple[Event, ...]:
        """Give what a legal move brings about."""
        return () if self._seen.proof is None else made.events(self._game, self._seen.proof.events)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Give legal moves that may have been meant."""
        return self._seen.near

    @property
    def text(self) -> str:
        """Give the whole proof."""
        from aofref.report.text import proof, suggested

        read, why, found, near = self._seen
        lines = [*proof.lines(found, board=self._board)] if found else [f"{self.finding}"]
        if why is not None:
            lines += suggested.lines(self.position._core, read, why, near)
        return "\n".join(lines)

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref explain --format json` does."""
        from aofref.report.json import position

        _, _, found, near = self._seen
        if found is None:
            assert self.finding is not None
            return position.unread(self.position._core, self.finding.code, self.finding.message)
        return position.explained(found, near)

    def _same(self) -> object:
        return self._seen, self.position, self._board

    def __reduce__(self) -> tuple[Any, ...]:
        return Explanation, (self.position, self._seen, self._board)

    def __str__(self) -> str:
        return self.text


class Difference(_View):
    """How two positions of a game differ: made by `Position.difference`.

    `str` has a line for each cell and field that differs.
    """

    __slots__ = ()
    _seen: tuple[Core, Core]

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref diff --position P --format json` does."""
        from aofref.report.json import diff

        return diff.claimed(*self._seen)

    def __bool__(self) -> bool:
        return str(self) != ""

    def __str__(self) -> str:
        from aofref.report.text import diff

        return "\n".join(diff.claimed(*self._seen))


class Comparison(_View):
    """Where two versions of a game differ: made by `Record.compare`."""

    __slots__ = ()
    _seen: tuple[Parting, tuple[Core, Core], tuple[Core, Core], tuple[str, str]]

    @property
    def agree(self) -> bool:
        """Say whether they start alike, have the same moves, and end alike."""
        found, (start, other), _, _ = self._seen
        return found.agree and start == other

    @property
    def shared(self) -> int:
        """Count the plies that they share."""
        return self._seen[0].shared

    @property
    def behind(self) -> tuple[int, int]:
        """Count what each has after what they share, withdrawals too."""
        one, other = ((of.more + of.rest) for of in self._seen[0].versions)
        return one, other

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref diff --format json` does."""
        from aofref.report.json import diff

        found, starts, ends, names = self._seen
        if starts[0] != starts[1]:
            return diff.starts(*starts, found, names)
        return diff.versions(self._game, found, names, ends)

    def __str__(self) -> str:
        from aofref.report.text import diff

        found, starts, ends, names = self._seen
        lines = [*diff.versions(self._game, found, names, ends)]
        if starts[0] != starts[1]:
            lines = ["the records start from different positions:"]
            lines += [f"  {line}" for line in diff.between(*starts, names)]
        return "\n".join([*lines, *diff.stated(found, names)])

    def _same(self) -> object:
        return str(self), self._seen[1:], self._game.key


class Rules(_View):
    """A game, or a piece of it, described: made by `Variant.rules`."""

    __slots__ = ()
    _seen: tuple[()] | tuple[int] | tuple[int, int, str]

    def report(self) -> dict[str, Any]:
        """Give it as plain data, as `aofref rules --format json` does."""
        from aofref.report.json import rules

        match self._seen:
            case ():
                return rules.game(turn.start(self._game)[0])
            case (kind,):
                return rules.piece(self._game, kind)
            case (kind, army, cell):
                reach = rules.reach(self._game, kind, army, cell)
                return {**rules.piece(self._game, kind), "reach": reach}

    def __str__(self) -> str:
        from aofref.report.text import rules

        match self._seen:
            case ():
                lines = rules.game(turn.start(self._game)[0])
            case (kind,):
                lines = chain(rules.piece(self._game, kind), rules.shown(self._game, kind))
            case (kind, army, cell):
                reach = rules.reach(self._game, kind, army, cell)
                lines = chain(rules.piece(self._game, kind), reach)
        return "\n".join(lines)
