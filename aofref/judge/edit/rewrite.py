"""Rewrite: a record replayed with all its variations and written again, in any notation.

Canonical text is a fixed point: reading it and writing it again changes no byte.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from typing import Final

from aofref.findings import UNREADABLE, BadPosition, Code, Finding, Refusal, fault
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import Ply, in_turn, to_move
from aofref.judge.replay.line import step as position_after
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.steps import ConditionalLine, Fate, Step, Unplayed
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves, movetext, positions, resolve, results
from aofref.notation.movetext import Notation
from aofref.notation.notes import If, Illegal, parts
from aofref.notation.records import Kind, Record, Tag, Token, limits
from aofref.notation.records.json import other_keys, write_json
from aofref.notation.records.writer import write_lines, write_paragraph, write_tags
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CoreMove, CorePosition
from aofref.values import Value

_MOVE: Final = Kind.MOVE


class Rewritten(Value):
    """A record written again, and its findings; `text` is empty if it could not be read."""

    text: str
    findings: tuple[Finding, ...]


def rewrite(record: Record, setting: Setting, to: Notation | None) -> Rewritten:
    """Write a record in the notation `to`, or as JSON if it is None.

    A record with an illegal move is written up to it, the rest kept in comments, and so is a
    variation.  A record that cannot be read is not written, save for bad bytes.
    """
    judged = replay(record, setting)
    writer = _Writer(judged, to or Notation.LAN)
    for step in writer.steps:
        writer.take(step)
    # A move that cannot be read is kept in a comment, and bad bytes are written as they were read.
    errors = [finding for finding in judged.errors if finding.token not in writer.kept]
    codes = {finding.code for finding in errors}
    if not judged.opened or codes & UNREADABLE - {Code.ENCODING}:
        return Rewritten("", judged.findings)
    game = judged.game
    if to is not None and (lacks := to.lacks(game)):
        none = fault(Code.BAD_GAME, lacks, record.place)
        return Rewritten("", (*judged.findings, none))
    tags = canonical_tags(record, game)
    items = [*writer.items(), *_results(record, game)]
    if to is None:
        movetext = [item[:2] for item in items if item.kind is not Kind.NUMBER]
        text = write_json(tags, movetext, other_keys(record))
    else:
        lay_out = write_lines if to is Notation.COURIER else write_paragraph
        text = write_tags(tags) + lay_out(items)
    if too_much := _too_much(items, text, to):
        beyond = fault(Code.LIMIT, f"rewritten, this record {too_much}", record.place)
        return Rewritten("", (*judged.findings, beyond))
    return Rewritten(text, judged.findings)


def _too_much(items: list[Token], text: str, to: Notation | None) -> str:
    """Name the limit by which a record could not be read once it is written; empty if none."""
    if to is None and len(text) > limits.JSON:
        return f"would be longer than {limits.JSON} characters"
    if len(items) > limits.TOKENS:
        return f"would have more than {limits.TOKENS} tokens"
    if any(len(item.text) > limits.COMMENT for item in items):
        return f"would have a comment longer than {limits.COMMENT} characters"
    return ""


class _Level:
    """A line as it is written: the main line, or a variation."""

    round: int = 0  # the last that was numbered
    interrupted: bool = False
    rest: list[str] | None = None  # what follows an illegal move and is not yet in a comment
    marked: bool = False


class _Writer:
    """Turns steps into items."""

    def __init__(self, judged: Replay, to: Notation) -> None:
        self.judged = judged
        self.steps = judged.steps
        self.to = to
        self.levels = [_Level()]
        self.kept: set[int] = set()  # moves that are none, in a comment behind a refused one
        self._items: list[Token] = []

    def items(self) -> list[Token]:
        """List the items, the rest of an illegal line included."""
        self._keep_rest(self.levels[-1])
        return self._items

    def take(self, step: Step) -> None:
        """Write the token of a step by its fate."""
        token, level = step.token, self.levels[-1]
        if isinstance(step, Ply):
            if level.rest is None:
                self._played(step, level)
            else:
                level.rest.append(token.text)
            return
        if token.kind is Kind.RESULT and not step.depth:
            return
        is_move = token.kind is Kind.MOVE
        if is_move and (step.fate is Fate.BEHIND or (step.fate is Fate.REFUSED and step.depth)):
            self.kept.add(token.ordinal)
        if token.kind in (Kind.COMMENT, Kind.ESCAPE):
            level.interrupted = True
            self._comment(step, level)
        elif level.rest is not None:
            self._illegal(step, level, level.rest)
        elif is_move and step.fate is not Fate.NO_MOVE and step.fate is not Fate.TAKEN_BACK:
            level.rest = [token.text]
        elif is_move:
            self._tried(token, self.judged.after(step.parent, self.steps), level)
        elif token.kind is Kind.OPEN:
            level.interrupted = True
            self.levels.append(_Level())
            self._items.append(Token(Kind.OPEN, "("))
        elif token.kind is Kind.CLOSE:
            self._close()
        elif token.kind is not Kind.NUMBER:
            self._items.append(Token(token.kind, token.text))

    def _close(self) -> None:
        if len(self.levels) > 1:
            self.levels.pop()
        self._items.append(Token(Kind.CLOSE, ")"))

    def _comment(self, step: Unplayed, level: _Level) -> None:
        keeping = level.rest is not None
        self._keep_rest(level)
        text = rewrite_conditional_lines(step.token.text, step.lines, self.to)
        self._items.append(Token(step.token.kind, text))
        if keeping:
            level.rest = []

    def _illegal(self, step: Unplayed, level: _Level, rest: list[str]) -> None:
        """Keep a token behind an illegal move, up to the end of its variation."""
        if step.token.kind is Kind.CLOSE and step.depth == len(self.levels) - 1:
            self._keep_rest(level)
            self._close()
            return
        rest.append(step.token.text)

    def _keep_rest(self, level: _Level) -> None:
        """Put the tokens behind an illegal move into a comment of their own."""
        if level.rest:
            text = ("" if level.marked else str(Illegal())) + " ".join(level.rest)
            self._items.append(Token(Kind.COMMENT, text))
            level.marked = True
        level.rest = None

    def _played(self, ply: Ply, level: _Level) -> None:
        before, legal = self.judged.after(ply.parent, self.steps), ply.stood is None
        if ply.move is None and not legal:  # an army forfeits by its illegal move
            self._tried(ply.token, before, level)
            return
        text = written(to_move(before, ply.army), ply, self.to, legal=legal)
        if ply.move is not None:
            self._number(level, before, ply.army)
        self._items.append(Token(_MOVE, text))

    def _tried(self, token: Token, before: CorePosition, level: _Level) -> None:
        self._number(level, before, before.turn)
        self._items.append(Token(_MOVE, _as_tried(before, token.text, self.to)))

    def _number(self, level: _Level, before: CorePosition, army: int) -> None:
        """Write the round number where one is due: with a new round, and after an interruption."""
        due = before.round != level.round or (level.interrupted and before.game.two_players)
        level.round, level.interrupted = before.round, False
        if due and self.to is not Notation.COURIER:
            text = f"{before.round}{'.' if army == before.living[0] else '...'}"
            self._items.append(Token(Kind.NUMBER, text))


def written(before: CorePosition, ply: Ply, to: Notation, *, legal: bool = True) -> str:
    """Write a ply with army and suffixes; one that is not `legal` with the whole of its origin."""
    prefix = f"{before.game.letters[ply.army]}:"
    if ply.move is None:
        return prefix + ply.lan
    text = (movetext.write if legal else _in_full)(before, ply.move, to)
    text += ply.suffix if to.has_marks else ""
    return text if before.game.two_players else prefix + text


def _in_full(before: CorePosition, move: CoreMove, to: Notation) -> str:
    """Write a move that is not legal: without the whole origin, SAN might mean another move."""
    if to is Notation.SAN:
        text = movetext.lan(before, move)
        return text.replace("-", "") if move.origin >= 0 else text
    return movetext.write(before, move, to)


def _as_tried(before: CorePosition, text: str, to: Notation) -> str:
    """Write a move that was not played, if it names a piece and a cell; else return its text."""
    game = before.game
    parsed = moves.read(before, text)
    if parsed is None or parsed.action in movetext.WITHDRAWALS or before.turn < 0:
        return text
    at = in_turn(before, parsed)
    meant = resolve.resolve(at, parsed)
    if isinstance(meant, Refusal):
        return text
    tried = _in_full(at, meant, to) + (parsed.suffix if to.has_marks else "")
    return tried if game.two_players else f"{game.letters[at.turn]}:{tried}"


def rewrite_conditional_lines(text: str, lines: tuple[ConditionalLine, ...], to: Notation) -> str:
    """Write the conditional lines of a comment in a notation, moves with blanks in LAN."""
    if not lines:
        return text
    kept, ahead = list[str](), iter(lines)
    for stretch, note in parts(text):
        line = next(ahead) if isinstance(note, If) else None
        if line is None or line.fault is not None:
            kept.append(stretch)
            continue
        at, words = line.start, list[str]()
        for ply in line.plies:
            word = written(at, ply, to)
            words.append(written(at, ply, Notation.LAN) if " " in word else word)
            at = position_after(at, ply)
        kept.append(str(If(tuple(words))))
    return "".join(kept)


def _results(record: Record, game: CompiledVariant) -> list[Token]:
    """List the results behind the last move of the main line, or else that of the tag, or `*`."""
    moves = (token.ordinal for token in record.main_line if token.kind is Kind.MOVE)
    last = max(moves, default=-1)
    if stated := [token.text for token in record.results if token.ordinal > last]:
        return [Token(Kind.RESULT, text) for text, _ in groupby(stated)]
    claimed = results.normal(record.values.get("Result", results.OPEN))
    is_result = results.read(len(game.armies), claimed) is not None
    return [Token(Kind.RESULT, claimed if is_result else results.OPEN)]


def canonical_tags(record: Record, game: CompiledVariant) -> list[tuple[str, str]]:
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
        with suppress(BadPosition):
            return positions.write(positions.read(game, tag.value))
    return tag.value
