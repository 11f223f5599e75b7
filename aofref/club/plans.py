"""Plans: conditional lines that a player keeps with the club; nobody else sees them.

A plan is a line of moves from a ply of the record on.  While the game follows it, it plays its
player's next move; a line that the game has left is void.
"""

import re
from collections.abc import Sequence

from aofref import IllegalMove, Record, mail
from aofref.club.journal import Refused
from aofref.findings import Code, Finding, Place, Refusal, fault
from aofref.text import excerpt
from aofref.values import Value

MOST = 100  # the most conditional lines of a player in a game
LONGEST = 60  # the most moves of a conditional line, of all armies together
_WORDS = 8 * LONGEST + 1  # too many moves, as a move has at most eight words


class StoredPlan(Value):
    """A conditional line: the number of plies before it, and its moves as in records."""

    after: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.after}\t{' '.join(self.moves)}"


Plans = tuple[StoredPlan, ...]


def read(data: bytes) -> tuple[Plans, Finding | None]:
    """Read a file of plans, and find its first fault, which does not quote a player's plans.

    Lines that are none, or not text, are not played.
    """
    lines = data.decode("ascii", "replace").splitlines()
    found = [re.fullmatch(r"([0-9]+)\t([!-~]+(?: [!-~]+)*)|", line) for line in lines]
    wrong = next((number for number, match in enumerate(found, 1) if match is None), 0)
    plans = tuple(StoredPlan(int(m[1]), tuple(m[2].split())) for m in found if m and m[1])
    why = "this is no conditional line, and is not played: its player may write it again"
    return plans, fault(Code.SYNTAX, why, Place(wrong, 1)) if wrong else None


def planned_move(record: Record, plans: Plans) -> str:
    """Return the next move by the plans of the army to move; empty if there is none, or two."""
    played, moves = _played(record), set()
    for plan in plans:
        met = len(played) - plan.after
        if met >= 0 and plan.moves[:met] == played[plan.after :] and met < len(plan.moves):
            moves.add(plan.moves[met])
    return moves.pop() if len(moves) == 1 else ""


def _played(record: Record) -> tuple[str, ...]:
    """List the moves and withdrawals of a record as plans have them."""
    return tuple(
        _written(record, ply.army, ply.lan if ply.move is None else ply.move.lan)
        for ply in record.mainline()
    )


def _written(record: Record, army: str, lan: str) -> str:
    """Write a move with its army if there are four, and a withdrawal with its army."""
    alone = len(record.variant.armies) == 2 and lan not in ("resigns", "forfeits")
    return lan if alone else f"{army}:{lan}"


def validated(record: Record, texts: Sequence[str], army: str) -> Plans | Refused:
    """Read an army's conditional lines; all of them are legal, or the first refusal is returned.

    Each begins now, or at a ply since the army's last move.
    """
    if len(texts) > MOST:
        why = f"a message has at most {MOST} conditional lines"
        return _refused(record, Code.LIMIT, why, army, texts[MOST])
    line, plans = record.mainline(), []
    own = (number for number, ply in enumerate(line, 1) if ply.army == army)
    first = max(own, default=0)
    for text in texts:
        words = mail.Reader(record).moves(" ".join(text.split()[:_WORDS]))
        if len(words) > LONGEST:
            why = f"a conditional line has at most {LONGEST} moves"
            return _refused(record, Code.LIMIT, why, army, text)
        tried = [_from(record, after, words, army) for after in range(len(line), first - 1, -1)]
        plan = next((plan for plan in tried if isinstance(plan, StoredPlan)), tried[0])
        if isinstance(plan, Refused):
            return plan
        plans.append(plan)
    return tuple(plans)


def _from(record: Record, after: int, words: Sequence[str], army: str) -> StoredPlan | Refused:
    """Read a conditional line from a ply on, if the game has followed it since.

    Each move must be legal, the first another army's, and the last the army's own.
    """
    position = record.mainline()[after - 1].after if after else record.start
    since, moves, turns = _played(record)[after:], list[str](), list[str]()
    for word in words:
        try:
            lan, after_it = position.write(word, suffix=False), position.push(word)
        except IllegalMove as problem:
            return Refused(position, word, problem.finding)
        turns.append(position.turn or "")
        moves.append(_written(record, turns[-1], lan))
        position = after_it
    is_followed = tuple(moves[: len(since)]) == since and len(moves) > len(since)
    if turns[-1] == army != turns[0] and is_followed:
        return StoredPlan(after, tuple(moves))
    text = excerpt(" ".join(words))
    why = f"it must begin with a move of another army and end with one of {army}: {text}"
    return _refused(record, Code.CONDITIONAL, why, army, text)


def _refused(record: Record, code: Code, why: str, army: str, text: str) -> Refused:
    return Refused(record.position, text, Finding(Refusal(code, why), army=army, move=text))
