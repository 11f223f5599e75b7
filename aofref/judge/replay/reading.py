"""Reading: the move of a text that someone has sent, or the reason why it is not a move."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from aofref.findings import CAPTURE_WRITTEN, NOWHERE, Code, Finding, Note, Place, Refusal
from aofref.judge.replay.line import LineOfPlay, Ply, to_move
from aofref.notation import moves, movetext, resolve
from aofref.notation.records import Kind, Record, Token
from aofref.notation.resolve import NO_WAY, legal_or_none
from aofref.notation.signs import marks_parted
from aofref.rules.moves import legal_moves
from aofref.rules.position import NOBODY, CorePosition
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.notation.typed import InputReader, Typed


def read_typed(
    position: CorePosition, text: str, by: str = "", reader: "InputReader | None" = None
) -> "Typed":
    """Read a move as people type it; `why` explains why a text is not a move.

    A move that names no army is one of the army `by`, if that is given.  `reader` knows the names
    of the players.  A text of several moves, or with a conditional line, is refused, and how to
    give them is the reason.
    """
    from aofref.notation.typed import InputReader, Typed, advice  # only when somebody has typed

    reader = reader or InputReader(position.game)
    move, why, _ = reader.read(text, by, lambda one: _is_legal(position, one))
    written = moves.parse(position.game, move)
    plain = re.sub(_BRACES, "", text).strip()
    is_behind = ";" in plain and ";" not in move  # several moves, or a move and a comment
    one = move if written is not None and not is_behind else ""
    if re.search(_BLANK, plain):
        (before, *behind), apart = re.split(_IF, plain, maxsplit=1), ""
        found = reader.several(before)
        if behind:
            line = " ".join(reader.several(behind[0]))
            if line and len(found) < 2 and (found or not before.strip()):
                own = f" behind the move {found[0]}" if found else ""
                apart = f'a conditional line is given by itself{own}: --if "{line}"'
        # One move, as `e4 e5` may be, is meant if it is legal, or if the first of several is not.
        elif len(found) > 1 and not (
            one and (_is_legal(position, one) or not _is_legal(position, found[0]))
        ):
            each = " ".join(found[:_MOST]) + (" ..." if len(found) > _MOST else "")
            apart = f"several moves: give each as an argument of its own: {each}"
        if apart:
            return Typed(text, Refusal(Code.AMBIGUOUS, apart, section=None))
    if written is not None:
        named = by and not written.army
        return Typed(moves.of_army(position.game, by, move) if named else move)
    if why is None and (word := advice(text)):
        why = Refusal(Code.SYNTAX, f"not a move: {excerpt(text)}; {word}")
    return Typed(move, why or _unread(position, move))


_IF = r"(?i)(?<!\w)if(?!\w)"
_BLANK = r"[\s,;]"
_BRACES = r"(?<=\S)\s*\{[^{}]*\}"
_MOST = 6
"""The most moves that are named."""


def _is_legal(position: CorePosition, move: str) -> bool:
    written = moves.parse(position.game, move)
    if written is None or written.action in movetext.WITHDRAWALS:
        return written is not None
    return legal_or_none(position, written) is not None


_GONE = {Code.GAME_OVER, Code.WRONG_TURN, Code.EMPTY_CELL, Code.WRONG_ARMY, Code.WRONG_PIECE}
"""Codes for a move whose piece has left; short notation may then mean a piece that cannot go there,
or none."""


def no_move(position: CorePosition, text: str) -> Refusal:
    """Return why a text of a record is not a move: its several readings, or what is expected."""
    from aofref.notation.typed import InputReader

    several = InputReader(position.game).read(text).why
    if several is not None:
        why = f"not a move: {excerpt(text)}; {several.message}"
        return Refusal(Code.AMBIGUOUS, why, section=None)
    written = moves.read(position, text)
    if written is None or written.action in movetext.WITHDRAWALS:
        return _unread(position, text)
    refused = resolve.legal(position, written)
    return refused if isinstance(refused, Refusal) else _unread(position, text)


def as_one(position: CorePosition, tokens: Sequence[Token], at: int) -> Note | None:
    """Return the note that tokens of one line may be one legal move from `at` on, or None."""
    from aofref.notation.typed import MOST_WORDS, InputReader

    kinds, line = (Kind.MOVE, Kind.BAD), tokens[at].line
    behind = tokens[at : at + MOST_WORDS]
    on_it = takewhile(lambda token: token.kind in kinds and token.line == line, behind)
    words = [token.text for token in on_it]
    if len(words) == 1 or position.turn == NOBODY:
        return None
    reader = InputReader(position.game)
    for last in range(len(words), 1, -1):
        read = reader.read(text := " ".join(words[:last]))
        written = moves.read(position, read.text)
        if written is not None and not written.action and legal_or_none(position, written):
            return Note(f"if {excerpt(text)} is one move, write it as {read.text}")
    return None


def another_game(record: Record, first: CorePosition, before: CorePosition, at: int) -> Note | None:
    """Return the note that another game may begin at a refused move, or None.

    The move begins a line behind an empty line or behind the end of the game, is legal in the first
    position, and nothing else parts the games of such a record.
    """
    token = record.tokens[at]
    down = token.line - record.start.line
    is_plain = not record.tags and all(one.kind not in _PARTING for one in record.tokens)
    if not at or record.tokens[at - 1].line == token.line or not is_plain or record.is_json:
        return None
    above, line = record.text.split("\n")[down - 1 : down + 1]
    is_first = not above.strip() or before.turn == NOBODY
    begins = is_first and _is_legal(first, line.split()[0])  # two words may be read as one move
    how = "another game may begin here: part it by an empty line, and 1. before its first move"
    return Note(how) if begins else None


_PARTING = Kind.NUMBER, Kind.RESULT


def _unread(position: CorePosition, text: str) -> Refusal:
    """Return what a text that is not a move may mean, or the expected element and its column.

    Columns of Pawns, as `ed` or `exd`, may mean a capture.
    """
    game, board, why = position.game, position.game.board, f"not a move: {excerpt(text)}"
    (bare, _), captures = marks_parted(text), set[str]()
    for move in legal_moves(position) if len(bare) <= _COLUMNS and position.turn != NOBODY else ():
        origin, end, _, _ = move
        if origin >= 0 and game.kind_of[position.board[origin]] == game.pawn_kind:
            lan, column, to = (
                movetext.lan(position, move),
                board.short[origin][0],
                board.short[end][0],
            )
            if "x" in lan and bare in (f"{column}{to}", f"{column}x{to}", f"{column}:{to}"):
                captures.add(lan)
    if captures:
        why += f"; legal captures: {', '.join(sorted(captures))}"
    elif (apart := re.fullmatch(moves.TWO_IN_DIGITS, text)) is not None:
        why += f"; two moves have a blank between them: {' '.join(apart.groups())}"
    elif missing := moves.expected(game, text):
        why += f": {missing}"
    return Refusal(Code.SYNTAX, why)


_COLUMNS = 5
"""The most letters of two columns and a sign."""


class Refused(Value):
    """A move as it was read, and why it was not played; `twice` if it was played before.

    `before` is the position that it was sent in.
    """

    before: CorePosition
    token: Token
    finding: Finding
    twice: bool = False


def play_typed(
    line: LineOfPlay,
    text: str,
    at: Place = NOWHERE,
    by: str = "",
    earlier: Iterable[tuple[CorePosition, Ply]] = (),
    reader: "InputReader | None" = None,
) -> Ply | Refused:
    """Play a move as people type it on a line of play, or return why it is not legal, or no move.

    A move that names no army is one of the army `by`; a refused one that was played among the
    plies `earlier`, each with the position before it, notes that.
    """
    from aofref.notation.typed import Typed, has_letter

    is_plain = not by and text[:1].isalpha() and moves.read_legal(line.position, text) is not None
    read = Typed(text) if is_plain else read_typed(line.position, text, by, reader)
    token = Token(Kind.MOVE, read.text, *at)
    done = line.play(token)
    if isinstance(done, Ply):
        return done
    why = read.why or done.refusal
    if not has_letter(text):
        why = why._replace(notes=tuple(n for n in why.notes if n.words != CAPTURE_WRITTEN))
    # A mail that is delivered twice has a move that was played before, and its piece is gone from
    # there.  One that has come back may be meant to go there again.
    game, numbers = line.position.game, [0]
    written = moves.parse(game, read.text)
    whole = written is not None and written.origin in game.board.number
    if (
        written is not None
        and not written.action
        and why.code in (_GONE if whole else _GONE | NO_WAY | {Code.NO_MATCH})
    ):
        for before, ply in earlier:
            then = to_move(before, ply.army)
            same = moves.read(then, read.text) if ply.move else None
            if same is not None and resolve.resolve(then, same) == ply.move:
                numbers.append(ply.number)
    if twice := max(numbers):
        why = why.noting(Note(f"already played as ply {twice}"))
    return Refused(line.position, token, done._replace(refusal=why), twice > 0)
