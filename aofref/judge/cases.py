"""Cases: the questions of each to a referee, and the faults of the answers.

A question is a record, an answer its JSON (aofref-json(5)): a case can test any program.  Each line
of a case is a function that asks a referee and examines the answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from aofref import games
from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Replay
from aofref.notation import records
from aofref.notation.cases import Case, Expectation
from aofref.notation.movetext import PASS_TEXT, WITHDRAWALS, lan
from aofref.notation.records import Kind, Token
from aofref.notation.records.splitter import text_lines
from aofref.notation.results import OPEN
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from aofref.values import Value

_OF_TAGS = frozenset(
    ["syntax", "encoding", "unknown-variant", "bad-position", "bad-tag", "no-record", "limit"]
)
"""Codes of faults before any move, unless they have a ply."""

_EVENT = (  # the parts of an event in the order of the cases
    *("ply", "type", "army", "cell", "from", "to", "captured"),
    *("reason", "by", "count", "result"),
)


class Question(Value):
    """A record to be judged; empty fields are the game's defaults."""

    game: str
    rulings: tuple[str, ...] = ()
    array: str = ""
    position: str = ""
    moves: tuple[str, ...] = ()

    @property
    def plies(self) -> int:
        """The number of its moves, without withdrawals."""
        return sum(not move.endswith(WITHDRAWALS) for move in self.moves)

    @property
    def text(self) -> str:
        """The text of the record."""
        tags = {
            "Variant": self.game,
            "Rulings": " ".join(self.rulings),
            "Array": self.array,
            "Position": self.position,
        }
        played = [Token(Kind.MOVE, move) for move in self.moves]
        head = records.write_tags([(name, value) for name, value in tags.items() if value])
        return head + records.write_paragraph([*played, Token(Kind.RESULT, OPEN)])

    @property
    def raw(self) -> records.Record:
        """The record, split from a stream."""
        return next(records.split(text_lines(self.text.splitlines(keepends=True))))

    def then(self, move: str) -> Question:
        """Return the record with one more move."""
        return self._replace(moves=(*self.moves, move))


class Answer(Value):
    """A referee's answer to a record.

    `code`, `ply` (None if it is missing) and `words` are parts of the error, empty without one.
    `events` are in the form of the cases.
    """

    plies: int
    code: str
    ply: int | None
    words: str
    events: tuple[str, ...]
    turn: str
    position: str


def answer(data: object) -> Answer | None:
    """Parse an object of `check --format json`; None if it is not one."""
    if not isinstance(data, dict):
        return None
    plies, error, events = data.get("plies"), data.get("error"), data.get("events")
    if not (
        isinstance(plies, int)
        and isinstance(events, list)
        and all(isinstance(event, dict) for event in events)
        and (error is None or (isinstance(error, dict) and isinstance(error.get("code"), str)))
    ):
        return None
    error = error or {}
    ply = error.get("ply")
    return Answer(
        plies,
        error.get("code", ""),
        ply if isinstance(ply, int) else None,
        " ".join(str(value) for key, value in error.items() if key != "move"),
        tuple(line for event in events for line in _lines(event)),
        str(data.get("turn")),
        str(data.get("position")),
    )


def _lines(event: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an event: one for each army that gives check."""
    by = event.get("by")
    for army in by if isinstance(by, list) else [by]:
        parts = {**event, "by": None if army is None else f"by {army}"}
        yield " ".join(str(parts[key]) for key in _EVENT if parts.get(key) is not None)


def refused(question: Question, answer: Answer) -> str:
    """Return the code of the refusal of the last move, empty if it was played.

    For a record that was refused before its last move, words follow the code.
    """
    if not answer.code:
        return "" if answer.plies == question.plies else f"only {answer.plies} plies"
    if answer.code in _OF_TAGS and answer.ply is None and not question.moves:
        return f"{answer.code}: {answer.words}"
    ply = answer.plies + 1 if answer.ply is None else answer.ply
    return answer.code if ply == question.plies else f"{answer.code} before the last move"


class Replays(dict[Question, Replay]):
    """aofref's own replays of the questions of a case, each made when it is first looked up."""

    # `find` needs the positions to write the moves, and aofref as a referee to judge them.

    def __missing__(self, question: Question) -> Replay:
        judged = self[question] = replay(records.read(question.raw))
        return judged


class Referee(dict[Question, Answer]):
    """The answers of a referee to questions."""

    def played(self, base: Question, moves: Iterable[str]) -> set[str]:
        """Return which of several moves it plays, each behind the moves of a question."""
        asked = ((move, base.then(move)) for move in moves)
        return {move for move, question in asked if not refused(question, self[question])}


class Asked(Referee):
    """A referee that plays everything, and so is asked all that a check may ask, in its order."""

    def __missing__(self, question: Question) -> Answer:
        said = self[question] = Answer(question.plies, "", None, "", (), "", "")
        return said

    def played(self, base: Question, moves: Iterable[str]) -> set[str]:
        """Take the moves behind the question itself."""
        self[base]
        return super().played(base, moves)


Check = Callable[[Referee], str]
"""Puts the questions of a line to a referee; returns the fault of the answers, if there is one."""


def find(case: Case, replays: Replays | None = None) -> tuple[Check, ...]:
    """Return the checks of a case: its position and moves are accepted, then its lines in turn.

    What it replays for that is kept in `replays`.
    """
    assert games.find(case.game) is not None, case.id
    of_game = Question(case.game, case.rulings, case.array)
    base = of_game._replace(position=case.position, moves=case.moves)
    known = Replays() if replays is None else replays
    judged = known[base]
    if not judged.opened:
        raise ValueError(f"unreadable text: {base.text}")
    at = judged.last

    def check(line: Expectation) -> Check:
        match line.keyword:
            case "legal":
                return partial(_legal, [base.then(move) for move in line.rest.split()])
            case "illegal":
                move, code, *facts = line.rest.split()
                return partial(_refused, base.then(move), code, facts)
            case "reaches" | "reaches-also" | "reaches-not":
                return _reached(line, base, at)
            case "count":
                return _count(int(line.rest), base, at)
            case "span" | "span-also" | "span-not":  # of a lone piece, out of reach of the Kings
                (*_, cell), cells = _parts(line)
                number, alone = at.game.board.number, Alone(at.game, of_game, known, line.rest)
                closed = {number[name] for name in cells & number.keys()}
                return _reached(line, *alone.placed(number[cell], closed), alone=True)
            case "bound":
                return _bound(line, Alone(at.game, of_game, known, line.rest))
            case _:
                return partial(_states, base, line)

    def accepted(referee: Referee) -> str:
        code = refused(base, referee[base])
        return f"the position or its moves are refused: {code}" if code else ""

    return (accepted, *map(check, case.expectations))


def questions(checks: Iterable[Check]) -> list[Question]:
    """Return the questions of a case."""
    asked = Asked()
    for check in checks:
        check(asked)
    return [*asked]


def _legal(asked: Iterable[Question], referee: Referee) -> str:
    codes = ((each.moves[-1], refused(each, referee[each])) for each in asked)
    return "; ".join(f"{move} is refused: {code}" for move, code in codes if code)


def _states(base: Question, line: Expectation, referee: Referee) -> str:
    answer = referee[base]
    match line.keyword:
        case "event":
            missing = line.rest not in answer.events
            return f"no {line}; there are {', '.join(answer.events) or 'none'}" if missing else ""
        case "no-event":
            there = [event for event in answer.events if f"{event} ".startswith(f"{line.rest} ")]
            return f"event {', '.join(there)}" if there else ""
        case "turn":
            return "" if answer.turn == line.rest else f"turn {answer.turn}, not {line.rest}"
        case _:
            return "" if answer.position == line.rest else f"after {answer.position}"


def _refused(question: Question, code: str, facts: Sequence[str], referee: Referee) -> str:
    answer, move = referee[question], question.moves[-1]
    if (got := refused(question, answer)) != code:
        return f"{move} is {f'{got}, not {code}' if got else 'legal'}"
    missing = [fact for fact in facts if fact not in answer.words]
    return f"{move}: {', '.join(missing)} not in: {answer.words}" if missing else ""


def _written(at: CorePosition, origin: int, end: str) -> list[str]:
    """Write the moves of a piece to a cell, legal or not, in long notation."""
    game, names, piece = at.game, at.game.board.names, at.board[origin]
    sign = game.signs[piece]
    destination = game.board.number.get(end)
    if destination is None:  # no such cell
        return [f"{sign}{names[origin]}-{end}"]
    taken = at.board[destination]
    takes = taken and game.army_of[taken] != game.army_of[piece]
    texts = [f"{sign}{names[origin]}{'x' if takes else '-'}{end}"]
    if game.is_pawn[piece]:
        if any(right.cell == destination for right in at.passed):
            texts.append(f"{names[origin]}x{end}ep")
        promotes = game.pawns.some_promote(game.army_of[piece], destination)
        if promotes and destination in game.movers[piece].ends(origin):
            both = zip(game.codes, game.types, strict=True)
            codes = [code for code, kind in both if not (kind.royal or kind.pawn)]
            texts += [f"{move}={code}" for move in texts for code in codes]
    return texts


def _parts(line: Expectation) -> tuple[list[str], set[str]]:
    left, _, right = line.rest.partition("=")
    return left.split(), set(right.split()) - {"-"}


def _reached(line: Expectation, base: Question, at: CorePosition, *, alone: bool = False) -> Check:
    """Check the moves of a piece to all cells, or to the named ones; `alone` it may be refused."""
    left, cells = _parts(line)
    kind, board = line.keyword.partition("-")[2], at.game.board
    ways = {
        end: _written(at, board.number[left[-1]], end)
        for end in sorted(cells if kind else set(board.names) - {left[-1]})
    }

    def examine(referee: Referee) -> str:
        if alone and (code := refused(base, referee[base])):
            return f"{base.position} is refused: {code}"
        played = referee.played(base, chain(*ways.values()))
        got = {cell for cell, moves in ways.items() if not played.isdisjoint(moves)}
        lacks = set() if kind == "not" else cells - got
        extra = cells & got if kind == "not" else got - cells
        both = (("not", lacks), ("but", extra))
        wrong = [f"{word} {' '.join(sorted(names))}" for word, names in both if names]
        return f"{line.keyword} {' '.join(left)}: {', '.join(wrong)}" if wrong else ""

    return examine


def _count(count: int, base: Question, at: CorePosition) -> Check:
    game = at.game
    written = {PASS_TEXT} | {lan(at, move) for move in legal_moves(at)}
    for origin in at.cells_of(at.turn) if at.turn >= 0 else ():
        for end in game.movers[at.board[origin]].ends(origin):
            written.update(_written(at, origin, game.board.names[end]))

    def examine(referee: Referee) -> str:
        got = len(referee.played(base, sorted(written)))
        return "" if got == count else f"{got} legal moves, not {count}"

    return examine


def _bound(line: Expectation, alone: Alone) -> Check:
    """Check a move to each cell of the tree, and to each other cell from the nearest of them.

    The tree is aofref's; a referee that allows its moves reaches as many cells.
    """
    (code, _, cell), _ = _parts(line)
    names = alone.game.board.names
    tree = alone.tree(alone.game.board.number[cell])
    origins = {end: before for end, before in tree.items() if end != before}
    for end in sorted({*range(len(names))} - tree.keys()):
        far = distances(alone.game, end)
        origins[end] = min(tree, key=lambda at: (far[at], at))
    placed = {at: alone.placed(at, set())[0] for at in set(origins.values())}
    count = int(line.rest.partition("=")[2])

    def examine(referee: Referee) -> str:
        for base in placed.values():
            referee.played(base, ())  # to a program they are put by themselves, too
        moves = ((at, f"{code}{names[at]}-{names[end]}") for end, at in origins.items())
        got = 1 + sum(len(referee.played(placed[at], (move,))) for at, move in moves)
        return "" if got == len(tree) == count else f"{line.rest}: {got}"

    return examine


class Alone:
    """A piece of an army on an empty board, with the Kings that the game needs.

    `named` are its code and the letter of the army, and perhaps more words.
    """

    def __init__(
        self, game: CompiledVariant, asked: Question, replays: Replays, named: str
    ) -> None:
        self.game, self.asked, self.replays = game, asked, replays
        self.code, letter, *_ = named.split()
        self.army = game.letters.index(letter)
        self.piece = game.piece(self.army, game.kinds[self.code])
        self.quiet = game.movers[self.piece].quiet

    def placed(self, cell: int, wanted: set[int]) -> tuple[Question, CorePosition]:
        """Put it on a cell, with Kings that neither hinder it nor occupy a cell of `wanted`.

        An army that needs no King is off the board.
        """
        game, names, reached = self.game, self.game.board.names, {*self.quiet(cell)}
        letter, other = game.letters[self.army], (self.army + 1) % len(game.letters)
        taken = reached | wanted | {cell}
        far = distances(game, cell)
        free = sorted((at for at in range(len(far)) if at not in taken), key=lambda at: -far[at])
        own_cells = [cell] if game.is_royal[self.piece] else free
        for enemy, own in ((enemy, own) for enemy in free[:12] for own in own_cells):
            if own != enemy and distances(game, own)[enemy] > 2:
                mine = [f"K{names[own]}"] * (own != cell) + [f"{self.code}{names[cell]}"]
                armies = [f"{letter}:-" for letter in game.letters]
                armies[self.army] = f"{letter}:{';'.join(mine)}"
                armies[other] = f"{game.letters[other]}:K{names[enemy]}"
                line = f"{'/'.join(armies)} {letter} - 1"
                placed = self.asked._replace(position=line)
                judged = self.replays[placed]
                if not judged.opened:  # nothing may stand so
                    continue
                legal = legal_moves(judged.last)
                if {move.destination for move in legal if move.origin == cell} == reached:
                    return placed, judged.last
        raise ValueError(f"no room for Kings beside {self.code}{names[cell]}")

    def tree(self, start: int) -> dict[int, int]:
        """Return all cells that it can ever come to, each with the cell before it."""
        before, waiting = {start: start}, deque([start])
        while waiting:
            cell = waiting.popleft()
            for end in sorted(self.quiet(cell).keys() - before.keys()):
                before[end] = cell
                waiting.append(end)
        return before


@lru_cache(maxsize=1024)
def distances(game: CompiledVariant, cell: int) -> tuple[int, ...]:
    """Return the distance of each cell: the largest difference of its coordinates from a cell's."""
    x, y, z = game.board.cells[cell]
    return tuple([max(abs(x - a), abs(y - b), abs(z - c)) for a, b, c in game.board.cells])


class CaseResult(Value):
    """A case, and the faults of the answers to it; empty if it passes."""

    case: Case
    wrong: tuple[str, ...]


def judge(case: Case, checks: Iterable[Check], referee: Referee) -> CaseResult:
    """Examine the answers to a case."""
    wrong = (check(referee) for check in checks)
    return CaseResult(case, tuple(line for line in wrong if line))
