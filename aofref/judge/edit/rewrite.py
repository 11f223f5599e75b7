"""Rewrite: a record replayed with all its variations and written again, in any notation.

Canonical text is a fixed point: reading it and writing it again changes no byte.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from typing import Final

from aofref.findings import UNREADABLE, BadPosition, Code, Finding, Refusal, fault
from aofref.judge.replay.line import Ply, in_turn, to_move
from aofref.judge.replay.line import step as position_after
from aofref.judge.replay.verdict import ConditionalLine, Fate, Replay, Unplayed
from aofref.notation import moves, movetext, positions, resolve, results
from aofref.notation.movetext import Notation
from aofref.notation.notes import If, Illegal, parts
from aofref.notation.records import Kind, Record, Token, limits
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


def rewrite(record: Record, judged: Replay, to: Notation | None) -> Rewritten:
    """Write a record that was judged in the notation `to`, or as JSON if it is None.

    A record with an illegal move is written up to it, the rest kept in comments, and so is a
    variation.  A record that cannot be read is not written, save for bad bytes.
    """
    # A move that cannot be read is kept in a comment, and bad bytes are written as they were read.
    kept = {
        step.token.ordinal
        for step in judged.steps
        if isinstance(step, Unplayed) and step.token.kind is _MOVE
        if step.fate is Fate.BEHIND or (step.fate is Fate.REFUSED and step.depth)
    }
    errors = [finding for finding in judged.errors if finding.token not in kept]
    codes = {finding.code for finding in errors}
    if not judged.opened or codes & UNREADABLE - {Code.ENCODING}:
        return Rewritten("", judged.findings)
    game = judged.game
    if to is not None and (lacks := to.lacks(game)):
        none = fault(Code.BAD_GAME, lacks, record.place)
        return Rewritten("", (*judged.findings, none))
    tags = canonical_tags(record, game)
    items = _items(judged, to or Notation.LAN)
    last = max((t.ordinal for t in record.main_line if t.kind is _MOVE), default=-1)
    stated = [token.text for token in record.results if token.ordinal > last]
    if not stated:
        claimed = results.normal(record.values.get("Result", results.OPEN))
        is_result = results.read(len(game.armies), claimed) is not None
        stated = [claimed if is_result else results.OPEN]
    items += [Token(Kind.RESULT, text) for text, _ in groupby(stated)]
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
    mark: str = str(Illegal())  # of the first comment of these


def _items(judged: Replay, to: Notation) -> list[Token]:
    """Write the steps; what follows an illegal move of a line becomes comments of their own."""
    items, levels, steps = list[Token](), [_Level()], judged.steps

    def number(before: CorePosition, army: int) -> None:
        """Write the round number where one is due: with a new round, and after an interruption."""
        due = before.round != level.round or (level.interrupted and before.game.two_players)
        level.round, level.interrupted = before.round, False
        if due and to is not Notation.COURIER:
            text = f"{before.round}{'.' if army == before.living[0] else '...'}"
            items.append(Token(Kind.NUMBER, text))

    def keep_rest() -> None:
        if level.rest:
            items.append(Token(Kind.COMMENT, level.mark + " ".join(level.rest)))
            level.mark = ""

    for step in steps:
        token, kind, level = step.token, step.token.kind, levels[-1]
        if kind is Kind.RESULT and not step.depth:
            continue
        is_note = kind is Kind.COMMENT or kind is Kind.ESCAPE
        level.interrupted = level.interrupted or is_note or kind is Kind.OPEN
        if level.rest is not None:
            ends = kind is Kind.CLOSE and step.depth == len(levels) - 1
            if not is_note and not ends:
                level.rest.append(token.text)
                continue
            keep_rest()
            level.rest = []
        if isinstance(step, Ply) or (kind is _MOVE and step.fate is Fate.TAKEN_BACK):
            before = judged.after(step.parent, steps)
            if isinstance(step, Ply) and (step.move is not None or step.stood is None):
                if step.move is not None:
                    number(before, step.army)
                text = written(to_move(before, step.army), step, to)
            else:  # an illegal move that was taken back, or by which its army forfeits
                number(before, before.turn)
                text = _as_tried(before, token.text, to)
            items.append(Token(_MOVE, text))
        elif kind is _MOVE:
            level.rest = [token.text]
        elif is_note:
            items.append(Token(kind, _with_lines(token.text, step.lines, to)))
        elif kind is Kind.OPEN:
            levels.append(_Level())
            items.append(Token(kind, "("))
        elif kind is Kind.CLOSE:
            levels.pop()
            items.append(Token(kind, ")"))
        elif kind is not Kind.NUMBER:
            items.append(Token(kind, token.text))
    level = levels[-1]
    keep_rest()
    return items


def written(before: CorePosition, ply: Ply, to: Notation) -> str:
    """Write a ply with army and suffixes; an illegal one with the whole of its origin."""
    prefix = f"{before.game.letters[ply.army]}:"
    if ply.move is None:
        return prefix + ply.lan
    text = (movetext.write if ply.stood is None else _in_full)(before, ply.move, to)
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


def _with_lines(text: str, lines: tuple[ConditionalLine, ...], to: Notation) -> str:
    """Write the conditional lines of a comment in a notation, moves with blanks in LAN."""
    kept, ahead = "", iter(lines)
    for stretch, note in parts(text) if lines else ((text, None),):
        line = next(ahead) if isinstance(note, If) else None
        if line is not None and line.fault is None:
            at, words = line.start, list[str]()
            for ply in line.plies:
                word = written(at, ply, to)
                words.append(written(at, ply, Notation.LAN) if " " in word else word)
                at = position_after(at, ply)
            stretch = str(If(tuple(words)))
        kept += stretch
    return kept


def canonical_tags(record: Record, game: CompiledVariant) -> list[tuple[str, str]]:
    """List the tags in their order, the game by its id and the position in canonical form.

    A tag given again is kept as it stands: the first one holds.  Rulings that name a usual reading
    are left out.
    """
    tags: list[tuple[str, str]] = []
    seen: set[str] = set()
    for name, value in ((tag.name, tag.value) for tag in record.tags):
        if name == "Variant" and name not in seen:
            value = game.variant.id
        elif name == "Position" and name not in seen:
            with suppress(BadPosition):
                value = positions.write(positions.read(game, value))
        tags.append((name, value))
        seen.add(name)
    if "Variant" not in seen:
        tags.append(("Variant", game.variant.id))
    given = [at for at, (name, _) in enumerate(tags) if name == "Rulings"]
    at = given[0] if given else len(tags)
    if game.rulings or len(given) > 1:  # without the first another tag would hold
        tags[at : at + 1] = [("Rulings", " ".join(game.rulings))]
    elif given and tags[at][1].strip():
        del tags[at]
    return tags
