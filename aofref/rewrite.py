"""Rewrite: a record replayed with all its variations and written again, in any notation.

Canonical text is a fixed point: reading it and writing it again changes no byte.
"""

from __future__ import annotations

from typing import NamedTuple

from aofref.findings import UNREADABLE, Code, Finding
from aofref.game import Game
from aofref.notation import moves, positions, results
from aofref.notation.moves import Notation
from aofref.notation.records import (
    Item,
    Kind,
    Record,
    Tag,
    Token,
    write_json,
    write_lines,
    write_paragraph,
    write_tags,
)
from aofref.opening import Setting, open_game
from aofref.position import Position
from aofref.replay import Ply, Run, decide

ILLEGAL = "illegal from here: "


class Rewritten(NamedTuple):
    """A record written again, and what was found; `text` is empty if it could not be read."""

    text: str
    findings: tuple[Finding, ...]


def rewrite(record: Record, setting: Setting, to: Notation | None) -> Rewritten:
    """Write a record in the notation `to`, or as JSON if it is None.

    A record with an illegal move is written up to it, the rest kept in comments.  A record that
    cannot be read is not written, save for bad bytes.
    """
    findings = list(record.findings)
    opened = open_game(record, setting, findings)
    if opened is None or isinstance(opened, Game) or _unreadable(findings):
        return Rewritten("", tuple(findings))
    first = opened[0]
    work = _Rewriter(record.tokens, first, to or Notation.LAN, setting)
    for index in range(len(record.tokens)):
        work.take(index)
    findings += work.findings()
    if _unreadable(work.levels[0].run.findings):
        return Rewritten("", tuple(findings))
    tags = _tags(record, first.game)
    items = [*work.items(), *_results(record, first.game)]
    text = _laid_out(tags, items, to)
    return Rewritten(text, tuple(sorted(findings, key=lambda finding: finding.place)))


def _unreadable(findings: list[Finding]) -> bool:
    return any(f.code in UNREADABLE and f.code is not Code.ENCODING for f in findings)


class _Level:
    """A line of play: the main line, or a variation being replayed."""

    __slots__ = ("before", "interrupted", "judging", "round", "run")

    def __init__(self, start: Position, number: int, setting: Setting) -> None:
        self.run = Run(start, number, setting)
        self.before = start
        self.judging = True
        self.round = 0
        self.interrupted = False


class _Rewriter:
    """Turns tokens into items, following the play of every line."""

    def __init__(
        self, tokens: tuple[Token, ...], first: Position, to: Notation, setting: Setting
    ) -> None:
        self.tokens = tokens
        self.to = to
        self.setting = setting
        self.levels = [_Level(first, 0, setting)]
        self.found: list[Finding] = []
        self._items: list[Item] = []
        self.rest: list[str] | None = None
        self.marked = False
        self.depth = 0

    def findings(self) -> list[Finding]:
        """Give what was found in every line of play."""
        return [*self.found, *(f for level in self.levels for f in level.run.findings)]

    def items(self) -> list[Item]:
        """Give the items, the last of what is illegal included."""
        self._keep_rest()
        return self._items

    def take(self, index: int) -> None:
        """Take the next token of the movetext, by its index."""
        token = self.tokens[index]
        if token.kind is Kind.RESULT and self.depth == 0:
            return
        self.depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        comment = token.kind in (Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE)
        if self.rest is not None:
            if comment:
                self._keep_rest()
                self._items.append(Item(token.kind, token.text))
                self.rest = []
            else:
                self.rest.append(token.text)
            return
        if comment:
            self.levels[-1].interrupted = True
            self._items.append(Item(token.kind, token.text))
        elif token.kind is Kind.MOVE:
            self._move(index)
        elif token.kind is Kind.OPEN:
            here = self.levels[-1]
            here.interrupted = True
            deeper = _Level(here.before, max(0, here.run.number - 1), self.setting)
            deeper.judging = here.judging
            self.levels.append(deeper)
            self._items.append(Item(Kind.OPEN, "("))
        elif token.kind is Kind.CLOSE:
            self.found += self.levels.pop().run.findings
            self._items.append(Item(Kind.CLOSE, ")"))
        elif token.kind is not Kind.NUMBER or not self.levels[-1].judging:
            self._items.append(Item(token.kind, token.text))

    def _move(self, index: int) -> None:
        here, token = self.levels[-1], self.tokens[index]
        if not here.judging:
            self._items.append(Item(Kind.MOVE, token.text))
            return
        before = here.run.position
        if here.run.play(token):
            here.before = before
            ply = here.run.plies.pop()
            self._items.append(
                Item(Kind.MOVE, self._text(before, ply), self._number(here, before, ply))
            )
            return
        main_line = len(self.levels) == 1
        if main_line and self.setting.as_played and decide(here.run, self.tokens, index, []):
            here.before = before
            self._items.append(Item(Kind.MOVE, token.text))
            return
        here.judging = False
        if main_line:
            self.rest = [token.text]
        else:
            self._items.append(Item(Kind.MOVE, token.text))

    def _text(self, before: Position, ply: Ply) -> str:
        prefix = f"{before.game.letters[ply.army]}:"
        if ply.move is None:
            return prefix + ply.lan
        text = moves.write(before, ply.move, self.to) + ply.suffix
        return text if before.game.two_players else prefix + text

    def _number(self, here: _Level, before: Position, ply: Ply) -> str:
        """Give the round number where one is due: with a new round, and after an interruption."""
        if ply.move is None:
            return ""
        due = before.round != here.round or (here.interrupted and before.game.two_players)
        here.round, here.interrupted = before.round, False
        if not due:
            return ""
        return f"{before.round}{'.' if ply.army == before.living[0] else '...'}"

    def _keep_rest(self) -> None:
        """Put what follows an illegal move into a comment of its own."""
        if self.rest:
            text = ("" if self.marked else ILLEGAL) + " ".join(self.rest)
            self._items.append(Item(Kind.COMMENT, text))
            self.marked = True
        self.rest = None


# Layout -----------------------------------------------------------------------------------------


def _results(record: Record, game: Game) -> list[Item]:
    """List the results of the main line, or what the tag says, or `*`."""
    stated = [token.text for token in record.results]
    if stated:
        return [
            Item(Kind.RESULT, text)
            for index, text in enumerate(stated)
            if not index or text != stated[index - 1]
        ]
    tag = record.tag("Result")
    is_result = tag is not None and results.read(len(game.armies), tag.value) is not None
    return [Item(Kind.RESULT, tag.value if tag is not None and is_result else results.OPEN)]


def _tags(record: Record, game: Game) -> list[tuple[str, str]]:
    """List the tags in their order, the game by its id and the position in canonical form.

    A tag given again is kept as it stands: the first one holds.
    """
    tags: list[tuple[str, str]] = []
    seen: set[str] = set()
    for tag in record.tags:
        tags.append((tag.name, tag.value if tag.name in seen else _tag_value(tag, game)))
        seen.add(tag.name)
    if "Variant" not in seen:
        tags.append(("Variant", game.variant.id))
    if game.rulings:
        chosen = ("Rulings", " ".join(game.rulings))
        at = next((i for i, (name, _) in enumerate(tags) if name == "Rulings"), len(tags))
        tags[at : at + 1] = [chosen]
    return tags


def _tag_value(tag: Tag, game: Game) -> str:
    if tag.name == "Variant":
        return game.variant.id
    if tag.name == "Position":
        return positions.canonical(game, tag.value)
    return tag.value


def _laid_out(tags: list[tuple[str, str]], items: list[Item], to: Notation | None) -> str:
    """Lay a record out as its notation asks, or as JSON."""
    if to is None:
        return write_json(tags, [(item.kind, item.text) for item in items])
    lay_out = write_lines if moves.FORMS[to].one_a_line else write_paragraph
    return write_tags(tags) + lay_out(items)
