"""Rewrite: a record replayed with all its variations and written again, in any notation.

Canonical text is a fixed point: reading it and writing it again changes no byte.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final, NamedTuple

from aofref.findings import UNREADABLE, Code, Finding, Refusal
from aofref.judge.replay.conditional import Foreseen
from aofref.judge.replay.driver import ILLEGAL, Fate, Step, replay
from aofref.judge.replay.line import Ply, in_turn, step, to_move
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Unopened
from aofref.notation import moves, positions, results
from aofref.notation.moves import Notation
from aofref.notation.records import (
    Item,
    Kind,
    ParsedRecord,
    Tag,
    fault,
    limits,
    write_json,
    write_lines,
    write_paragraph,
    write_tags,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Move, Position

_MOVE: Final = Kind.MOVE
_PLAYED: Final = Fate.PLAYED
_REFUSED: Final = Fate.REFUSED
_STANDS: Final = Fate.STANDS


class Rewritten(NamedTuple):
    """A record written again, and what was found; `text` is empty if it could not be read.

    `plies` counts those of its main line that were judged legal.
    """

    text: str
    findings: tuple[Finding, ...]
    plies: int


def rewrite(record: ParsedRecord, setting: Setting, to: Notation | None) -> Rewritten:
    """Write a record in the notation `to`, or as JSON if it is None.

    A record with an illegal move is written up to it, the rest kept in comments, and so is a
    variation.  A record that cannot be read is not written, save for bad bytes.
    """
    writer = _Writer(to or Notation.LAN)
    found = replay(record, setting, writer.take)
    if isinstance(found, Unopened) or _unreadable(found.findings, writer.kept):
        return Rewritten("", found.findings, len(found.plies))
    game = found.game
    tags = _tags(record, game)
    items = [*writer.items(), *_results(record, game)]
    text = _laid_out(tags, items, to)
    too_much = _too_much(items, text, to)
    if too_much:
        beyond = fault(Code.LIMIT, f"rewritten, this record {too_much}", record.start)
        return Rewritten("", (*found.findings, beyond), len(found.plies))
    return Rewritten(text, found.findings, len(found.plies))


def _too_much(items: list[Item], text: str, to: Notation | None) -> str:
    """Say which limit keeps a record from being read once it is written; nothing if none does."""
    if to is None and len(text) > limits.JSON:
        return f"would be longer than {limits.JSON} characters"
    if sum(2 if item.number else 1 for item in items) > limits.TOKENS:
        return f"would have more than {limits.TOKENS} tokens"
    if any(len(item.text) > limits.COMMENT for item in items):
        return f"would have a comment longer than {limits.COMMENT} characters"
    return ""


def _unreadable(findings: tuple[Finding, ...], kept: set[int]) -> bool:
    """Say whether there is what could not be written: what is kept in comments is."""
    codes = {finding.code for finding in findings if finding.token not in kept}
    return bool(codes & UNREADABLE - {Code.ENCODING})


class _Level:
    """A line as it is written: the main line, or a variation.

    `round` is the last that was numbered; `rest` what follows an illegal move and is not yet in a
    comment, `inner` how many variations are open in it.
    """

    __slots__ = ("inner", "interrupted", "marked", "rest", "round")

    def __init__(self) -> None:
        self.round = 0
        self.interrupted = False
        self.rest: list[str] | None = None
        self.inner = 0
        self.marked = False


class _Writer:
    """Listens to a replay and turns its tokens into items.

    `kept` are the ordinals of moves that are no moves, and stand in a comment behind a refused one.
    """

    def __init__(self, to: Notation) -> None:
        self.to = to
        self.levels = [_Level()]
        self.kept: set[int] = set()
        self._items: list[Item] = []

    def items(self) -> list[Item]:
        """List the items, the last of what is illegal included."""
        self._keep_rest(self.levels[-1])
        return self._items

    def take(self, taken: Step) -> None:
        """Take the next token, with what came of it."""
        token, here = taken.token, self.levels[-1]
        if taken.fate is _PLAYED and here.rest is None:
            self._move(taken, here)
            return
        if token.kind is Kind.RESULT and len(self.levels) == 1 and not here.inner:
            return
        if taken.fate is Fate.BEHIND or (taken.fate is Fate.REFUSED and len(self.levels) > 1):
            self.kept.add(token.ordinal)
        if token.kind in (Kind.COMMENT, Kind.ESCAPE):
            here.interrupted = True
            self._comment(taken, here)
        elif here.rest is not None:
            self._illegal(taken, here, here.rest)
        elif token.kind is Kind.MOVE:
            self._move(taken, here)
        elif token.kind is Kind.OPEN:
            here.interrupted = True
            self.levels.append(_Level())
            self._items.append(Item(Kind.OPEN, "("))
        elif token.kind is Kind.CLOSE:
            self._close()
        elif token.kind is not Kind.NUMBER:
            self._items.append(Item(token.kind, token.text))

    def _close(self) -> None:
        if len(self.levels) > 1:
            self.levels.pop()
        self._items.append(Item(Kind.CLOSE, ")"))

    def _comment(self, taken: Step, here: _Level) -> None:
        keeping = here.rest is not None
        self._keep_rest(here)
        text = foretold(taken.token.text, taken.lines, self.to)
        self._items.append(Item(taken.token.kind, text))
        if keeping:
            here.rest = []

    def _illegal(self, taken: Step, here: _Level, rest: list[str]) -> None:
        """Keep a token behind an illegal move, up to the end of its variation."""
        kind = taken.token.kind
        if kind is Kind.CLOSE and not here.inner:
            self._keep_rest(here)
            self._close()
            return
        here.inner += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        rest.append(taken.token.text)

    def _keep_rest(self, here: _Level) -> None:
        """Put what follows an illegal move into a comment of its own."""
        if here.rest:
            text = ("" if here.marked else ILLEGAL) + " ".join(here.rest)
            self._items.append(Item(Kind.COMMENT, text))
            here.marked = True
        here.rest = None

    def _move(self, taken: Step, here: _Level) -> None:
        before, ply, text = taken.before, taken.ply, taken.token.text
        fate = taken.fate
        if fate is _REFUSED or before is None:
            here.rest = [text]
            return
        if (fate is _PLAYED or fate is _STANDS) and ply is not None:
            text = written(to_move(before, ply.army), ply, self.to, legal=fate is _PLAYED)
            number = "" if ply.move is None else self._number(here, before, ply.army)
        else:
            text = _as_tried(before, text, self.to)
            number = self._number(here, before, before.turn)
        self._items.append(Item(_MOVE, text, number))

    def _number(self, here: _Level, before: Position, army: int) -> str:
        """Return the round number where one is due: with a new round, and after an interruption."""
        due = before.round != here.round or (here.interrupted and before.game.two_players)
        here.round, here.interrupted = before.round, False
        if not due:
            return ""
        return f"{before.round}{'.' if army == before.living[0] else '...'}"


def written(before: Position, ply: Ply, to: Notation, *, legal: bool = True) -> str:
    """Write a ply with army and suffixes; one that is not `legal` with the whole of its origin."""
    prefix = f"{before.game.letters[ply.army]}:"
    if ply.move is None:
        return prefix + ply.lan
    text = (moves.write if legal else _in_full)(before, ply.move, to) + ply.suffix
    return text if before.game.two_players else prefix + text


def _in_full(before: Position, move: Move, to: Notation) -> str:
    """Write a move that is not legal: what SAN leaves out might mean another."""
    if to is Notation.SAN:
        return moves.lan(before, move).replace("-", "") if move.origin >= 0 else moves.PASS_TEXT
    return moves.write(before, move, to)


def _as_tried(before: Position, text: str, to: Notation) -> str:
    """Write a move that was not played, if it names a piece and a cell; else as it stood."""
    game = before.game
    parsed = moves.parse(game, text)
    if parsed is None or parsed.action in moves.WITHDRAWALS or before.turn < 0:
        return text
    at = in_turn(before, parsed)
    meant = moves.resolve(at, parsed)
    if isinstance(meant, Refusal):
        return text
    tried = _in_full(at, meant, to) + parsed.suffix
    return tried if game.two_players else f"{game.letters[at.turn]}:{tried}"


def foretold(text: str, lines: tuple[Foreseen, ...], to: Notation) -> str:
    """Write the conditional lines of a comment in a notation; in LAN where moves have blanks."""
    to = Notation.LAN if to is Notation.COURIER else to
    for line in reversed(lines):
        if line.fault is None:
            at, words = line.start, []
            for ply in line.plies:
                words.append(written(at, ply, to))
                at = step(at, ply)
            start, end = line.span
            text = f"{text[:start]} {' '.join(words)}{text[end:]}"
    return text


# Layout -----------------------------------------------------------------------------------------


def _results(record: ParsedRecord, game: CompiledVariant) -> list[Item]:
    """List the results of the main line, or what the tag says, or `*`."""
    stated = [token.text for token in record.results]
    if stated:
        return [Item(Kind.RESULT, text) for text, _ in groupby(stated)]
    claimed = record.values.get("Result", results.OPEN)
    is_result = results.read(len(game.armies), claimed) is not None
    return [Item(Kind.RESULT, claimed if is_result else results.OPEN)]


def _tags(record: ParsedRecord, game: CompiledVariant) -> list[tuple[str, str]]:
    """List the tags in their order, the game by its id and the position in canonical form.

    A tag given again is kept as it stands: the first one holds.  Rulings that name a usual reading
    are left out.
    """
    tags: list[tuple[str, str]] = []
    seen: set[str] = set()
    for tag in record.tags:
        tags.append((tag.name, tag.value if tag.name in seen else _tag_value(tag, game)))
        seen.add(tag.name)
    if "Variant" not in seen:
        tags.append(("Variant", game.variant.id))
    given = [at for at, (name, _) in enumerate(tags) if name == "Rulings"]
    at = given[0] if given else len(tags)
    if game.rulings or len(given) > 1:  # without the first another tag would hold
        tags[at : at + 1] = [("Rulings", " ".join(game.rulings))]
    elif given and tags[at][1].strip():
        del tags[at]
    return tags


def _tag_value(tag: Tag, game: CompiledVariant) -> str:
    if tag.name == "Variant":
        return game.variant.id
    if tag.name == "Position":
        setup = positions.read(game, tag.value)
        return tag.value if isinstance(setup, positions.Faults) else positions.write(setup)
    return tag.value


def _laid_out(tags: list[tuple[str, str]], items: list[Item], to: Notation | None) -> str:
    """Lay a record out as its notation asks, or as JSON."""
    if to is None:
        return write_json(tags, [(item.kind, item.text) for item in items])
    lay_out = write_lines if moves.FORMS[to].one_a_line else write_paragraph
    return write_tags(tags) + lay_out(items)
