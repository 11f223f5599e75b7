"""Plans: conditional lines that a player keeps with the club; nobody else sees them.

A plan is a line of moves from a ply of the record on.  While the game follows it, it plays its
player's next move; a line that the game has left is void.
"""

import re
from collections.abc import Sequence

from aofref.club.settings import decoded
from aofref.findings import START, BadFile, Code, Finding, Place, Refusal, fault
from aofref.judge.edit.addition import reader_of
from aofref.judge.replay.conditional import count_followed, play_line
from aofref.judge.replay.line import LineOfPlay, finding_of
from aofref.judge.replay.reading import Refused
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Kind, Token
from aofref.notation.typed import InputReader
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


class Plans(Value):
    """The plans of an army, and the hash of the message that set them; `str` is their file."""

    message: str
    lines: tuple[StoredPlan, ...]

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in (self.message, *self.lines))


def read(text: str) -> Plans:
    """Read the file of plans; ignore lines that are none."""
    message, _, rest = text.partition("\n")
    rows = (line.partition("\t") for line in rest.splitlines())
    lines = [
        StoredPlan(int(after), tuple(moves.split()))
        for after, _, moves in rows
        if after.isdecimal()
    ]
    return Plans(message, tuple(lines))


def damage(data: bytes, name: str) -> Finding | None:
    """Find the first line of a file of plans that is none; it does not quote a player's plans."""
    try:
        lines = decoded(data, name).splitlines()
    except BadFile as problem:
        return problem.findings[0]
    for number, line in enumerate(lines, 1):
        if re.fullmatch(r"[0-9]+\t\S+(?: \S+)*" if number > 1 else "[0-9a-f]*", line) is None:
            why = "this is no conditional line, and is not played: its player may write it again"
            return fault(Code.SYNTAX, why, Place(number, 1))
    return None


def planned_move(replay: Replay, plans: tuple[StoredPlan, ...]) -> str:
    """Return the next move by the plans of the army to move; empty if there is none, or two."""
    played = [ply.unmarked(replay.game) for ply in replay.plies]
    moves = set()
    for plan in plans:
        since = played[plan.after :]
        met = count_followed(plan.moves, since)
        if plan.after <= len(played) and met == len(since) < len(plan.moves):
            moves.add(plan.moves[met])
    return moves.pop() if len(moves) == 1 else ""


def validated(replay: Replay, texts: Sequence[str], army: int) -> tuple[StoredPlan, ...] | Refused:
    """Read an army's conditional lines; all of them are legal, or the first refusal is returned.

    Each begins now, or at a ply since the army's last move.
    """
    if not texts:
        return ()
    if len(texts) > MOST:
        why = f"a message has at most {MOST} conditional lines"
        return _refused(replay, Code.LIMIT, why, army, texts[MOST])
    own = (number for number, ply in enumerate(replay.plies, 1) if ply.army == army)
    first = max(own, default=0)
    positions = [*(before for before, _ in replay.moves()), replay.last][first:]
    reader, plans = reader_of(replay), []
    for text in texts:
        words = [word for _, word in reader.gathered(text.split()[:_WORDS])]
        if len(words) > LONGEST:
            why = f"a conditional line has at most {LONGEST} moves"
            return _refused(replay, Code.LIMIT, why, army, text)
        refused = None
        for back, position in enumerate(reversed(positions)):
            line = LineOfPlay(position, len(replay.plies) - back)
            plan = _from(replay, line, words, reader, army)
            if isinstance(plan, StoredPlan):
                plans.append(plan)
                break
            refused = refused or plan
        else:
            assert refused is not None
            return refused
    return tuple(plans)


def _from(
    replay: Replay, line: LineOfPlay, words: Sequence[str], reader: InputReader, army: int
) -> StoredPlan | Refused | None:
    """Read a conditional line from a ply on; None if the game has not followed it since.

    Each move must be legal, and the last move the army's own.
    """
    after = line.number
    since = [ply.unmarked(replay.game) for ply in replay.plies[after:]]
    tokens = [Token(Kind.MOVE, word, *START) for word in words]
    judged = play_line(line, tokens, reader)
    moves = [ply.unmarked(replay.game) for ply in judged.plies]
    if count_followed(moves, since) < min(len(moves), len(since)):
        return None
    if judged.refused is not None:
        return judged.refused._replace(token=tokens[len(moves)])
    first, last = judged.plies[0].army, judged.plies[-1].army
    if len(moves) <= len(since) > 0:
        return None
    if last == army != first:
        return StoredPlan(after, tuple(moves))
    letter, text = replay.game.letters[army], " ".join(words)
    why = f"it must begin with a move of another army and end with one of {letter}: {excerpt(text)}"
    return _refused(replay, Code.CONDITIONAL, why, army, text)


def _refused(replay: Replay, code: Code, why: str, army: int, text: str) -> Refused:
    token, letter = Token(Kind.MOVE, text, *START), replay.game.letters[army]
    found = finding_of(Refusal(code, why), token, len(replay.plies), letter)
    return Refused(replay.last, token, found)
