"""Rewrite: a record replayed with all its variations and written again, in any notation.

Canonical text is a fixed point: reading it and writing it again changes no byte.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from aofref.findings import UNREADABLE, Code, Finding
from aofref.notation import moves, positions, results
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, Record, Tag, Token
from aofref.opening import Setting, open_game
from aofref.replay import Ply, Run, decide
from aofref.rules.position import Position
from aofref.rules.tables import Tables

WIDTH = 79
ILLEGAL = "illegal from here: "


class Rewritten(NamedTuple):
    """A record written again, and what was found; `text` is empty if it could not be read."""

    text: str
    findings: tuple[Finding, ...]


class Item(NamedTuple):
    """A token to be written, and for a legal move its number, such as `12.`, if one is due."""

    kind: Kind
    text: str
    number: str = ""


def rewrite(record: Record, setting: Setting, to: Notation | None) -> Rewritten:
    """Write a record in the notation `to`, or as JSON if it is None.

    A record with an illegal move is written up to it, the rest kept in comments.  A record that
    cannot be read is not written, save for bad bytes.
    """
    findings = list(record.findings)
    opened = open_game(record, setting, findings)
    if opened is None or isinstance(opened, Tables) or _unreadable(findings):
        return Rewritten("", tuple(findings))
    first = opened[0]
    work = _Rewriter(record.tokens, first, to or Notation.LAN, setting)
    for index in range(len(record.tokens)):
        work.take(index)
    findings += work.findings()
    if _unreadable(work.levels[0].run.findings):
        return Rewritten("", tuple(findings))
    tags = _tags(record, first.game)
    items = [*work.items(), Item(Kind.RESULT, _result(record, first.game))]
    if to is None:
        text = _as_json(tags, items)
    elif to is Notation.COURIER:
        text = _tag_lines(tags) + _as_lines(items)
    else:
        text = _tag_lines(tags) + _as_paragraph(items)
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
        if token.kind is Kind.RESULT:
            return
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


def _result(record: Record, game: Tables) -> str:
    tag, token = record.tag("Result"), record.result
    if token is not None:
        return token.text
    stated = tag is not None and results.read(len(game.armies), tag.value) is not None
    return tag.value if tag is not None and stated else results.OPEN


# Layout -----------------------------------------------------------------------------------------


def _tags(record: Record, game: Tables) -> list[tuple[str, str]]:
    """List the tags in their order, the game by its id and the position in canonical form."""
    tags = [(tag.name, _tag_value(tag, game)) for tag in record.tags]
    if record.tag("Variant") is None:
        tags.append(("Variant", game.variant.id))
    if game.rulings:
        chosen = ("Rulings", " ".join(game.rulings))
        at = next((i for i, (name, _) in enumerate(tags) if name == "Rulings"), len(tags))
        tags[at : at + 1] = [chosen]
    return tags


def _tag_value(tag: Tag, game: Tables) -> str:
    if tag.name == "Variant":
        return game.variant.id
    if tag.name == "Position":
        return positions.canonical(game, tag.value)
    return tag.value


def _tag_lines(tags: list[tuple[str, str]]) -> str:
    escaped = ((name, re.sub(r'(["\\])', r"\\\1", value)) for name, value in tags)
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped) + "\n"


def _comment(text: str) -> str:
    """Give the text of a comment as it is kept: ends trimmed, line breaks as spaces."""
    return re.sub(r"\s*\n\s*", " ", text.strip())


def _as_paragraph(items: list[Item]) -> str:
    """Lay out movetext, wrapped at WIDTH; a comment with a closing brace in it ends its line."""
    words: list[tuple[str, str]] = []  # each with what stands before it; a line break stays
    after, before = " ", Kind.RESULT
    for item in items:
        glue, after = after, " "
        if item.kind is Kind.ESCAPE:
            words.append(("\n", f"%{item.text}"))
            after = "\n"
        elif item.kind in (Kind.COMMENT, Kind.LINE_COMMENT):
            text = _comment(item.text)
            if "}" in text:
                words.append((glue or " ", f";{text}"))
                after = "\n"
            else:
                first, *rest = re.split(r"(\s+)", f"{{{text}}}")
                _attach(words, glue, first)
                words.extend(zip(rest[::2], rest[1::2], strict=True))
        else:
            mark = item.kind is Kind.NAG and item.text[0] in "!?" and before is Kind.MOVE
            if (item.kind is Kind.CLOSE or mark) and glue == " ":
                glue = ""
            if item.number:
                _attach(words, glue, item.number)
                glue = " "
            _attach(words, glue, item.text)
            if item.kind is Kind.OPEN:
                after = ""
        before = item.kind
    return _wrapped(words) + "\n\n"


def _attach(words: list[tuple[str, str]], glue: str, word: str) -> None:
    """Add a word, or the rest of the last one if no glue stands between."""
    if glue or not words:
        words.append((glue, word))
    else:
        words[-1] = (words[-1][0], words[-1][1] + word)


def _wrapped(words: list[tuple[str, str]]) -> str:
    lines: list[str] = []
    for glue, word in words:
        if not lines or glue == "\n" or len(lines[-1]) + len(glue) + len(word) > WIDTH:
            lines.append(word)
        else:
            lines[-1] += glue + word
    return "\n".join(lines)


def _as_lines(items: list[Item]) -> str:
    """Lay out movetext one move a line, comments behind two slashes."""
    lines: list[str] = []
    for item in items:
        if item.kind in (Kind.COMMENT, Kind.LINE_COMMENT):
            lines.append(f"// {_comment(item.text)}".rstrip())
        elif item.kind is Kind.ESCAPE:
            lines.append(f"%{item.text}")
        elif item.kind is Kind.NAG and lines and not lines[-1].startswith(("//", "%")):
            lines[-1] += f" {item.text}"
        else:
            lines.append(item.text)
    return "\n".join(lines) + "\n\n"


def _as_json(tags: list[tuple[str, str]], items: list[Item]) -> str:
    movetext = [
        [item.kind.name.lower(), _comment(item.text) if "COMMENT" in item.kind.name else item.text]
        for item in items
    ]
    return json.dumps({"aof": 1, "tags": tags, "movetext": movetext}, ensure_ascii=False) + "\n"
