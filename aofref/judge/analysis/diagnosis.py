"""Diagnosis: a record's refused move proved, slips of turn, and what became of each army."""

from enum import StrEnum
from typing import NamedTuple

from aofref.findings import Code, Finding
from aofref.judge.analysis.proof import Proof, proof_of
from aofref.judge.replay.line import LineOfPlay
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Token
from aofref.rules import turn
from aofref.rules.events import Checkmate, GameEnd, Removal
from aofref.rules.position import NOBODY, CorePosition


class ArmyFate(StrEnum):
    """What became of an army; the values of Reason say why one was removed."""

    ABSENT = "absent"  # from the start
    PLAYING = "playing"
    MATED = "mated"
    NO_QUEEN = "no-queen"
    RESIGNS = "resigns"
    FORFEITS = "forfeits"
    SURVIVED = "survived"  # the game is over, and others share it too, or it is not known who
    WON = "won"


class ArmyOutcome(NamedTuple):
    """What became of an army: by which other army, and at which ply, where there is one."""

    fate: ArmyFate
    by: str = ""
    ply: int | None = None


class Slip(NamedTuple):
    """A way to mend a record where the turn is wrong: how many of the moves after it then fit.

    `put_in` names the army whose move seems to be missing; empty, the written move is superfluous.
    """

    put_in: str
    fitting: int
    following: int


class Diagnosis(NamedTuple):
    """All there is to say of a record; `proof` and `slips` are of the move that was refused."""

    replay: Replay
    proof: Proof | None
    slips: tuple[Slip, ...]
    outcomes: dict[str, ArmyOutcome]


def diagnosed(judged: Judged) -> Diagnosis | Unopened:
    """Complete what was played; of a record that could not be opened there is no more to say."""
    return judged if isinstance(judged, Unopened) else diagnosis(judged)


def diagnosis(replay: Replay) -> Diagnosis:
    """Complete a replay: prove what was refused, look for slips of turn, find the outcomes."""
    why, proof = replay.refused, None
    guesses: tuple[Slip, ...] = ()
    if why is not None and why.code is not Code.SYNTAX:
        proof = proof_of(replay.last, why.move, why.refusal)
        moves = (token for token in replay.record.main_line if token.kind is Kind.MOVE)
        guesses = slips(replay.last, why, [move for move in moves if move.ordinal >= why.token])
    return Diagnosis(replay, proof, guesses, outcomes(replay))


def slips(position: CorePosition, why: Finding, rest: list[Token]) -> tuple[Slip, ...]:
    """Try to mend a wrong turn: with a turn put in, and with the move `rest[0]` left out."""
    if why.code not in (Code.WRONG_TURN, Code.WRONG_ARMY):
        return ()
    missing = position.game.letters[position.turn]
    slips = [Slip(missing, _fitting(turn.skip(position), rest), len(rest))]
    if len(rest) > 1:
        slips.append(Slip("", _fitting(position, rest[1:]), len(rest) - 1))
    return tuple(slips)


def _fitting(position: CorePosition, tokens: list[Token]) -> int:
    line = LineOfPlay(position)
    for count, token in enumerate(tokens):
        if isinstance(line.play(token), Finding):
            return count
    return len(tokens)


def outcomes(replay: Replay) -> dict[str, ArmyOutcome]:
    """Return each army's outcome by letter."""
    letters, winners = replay.game.letters, replay.last.winners or ()
    over = replay.last.turn == NOBODY
    still = ArmyOutcome(ArmyFate.SURVIVED if over else ArmyFate.PLAYING)
    outcome_of = dict.fromkeys(letters, still)
    if len(winners) == 1:  # at no ply if nothing was played
        outcome_of[letters[winners[0]]] = ArmyOutcome(ArmyFate.WON)
    for army, letter in enumerate(letters):
        if replay.first.royals[army] < 0:
            outcome_of[letter] = ArmyOutcome(ArmyFate.ABSENT)
    for ply, event in replay.events():
        if isinstance(event, Checkmate):
            mated = ArmyOutcome(ArmyFate.MATED, letters[event.by], ply)
            outcome_of[letters[event.army]] = mated
        elif isinstance(event, Removal):
            outcome_of[letters[event.army]] = ArmyOutcome(ArmyFate(event.reason), "", ply)
        elif isinstance(event, GameEnd):
            for letter, outcome in outcome_of.items():
                if outcome.fate is ArmyFate.WON:
                    outcome_of[letter] = outcome._replace(ply=ply)
    return outcome_of
