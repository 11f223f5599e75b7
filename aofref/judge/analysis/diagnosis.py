"""The arbiter's desk: the whole diagnosis of a record, slips, conditional lines, versions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aofref.findings import Code, Finding
from aofref.judge.analysis.proof import Proof, proof_of
from aofref.judge.analysis.threats import Outcome, outcomes
from aofref.judge.replay.conditional import Foreseen
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Record, Token
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position


class Diagnosis(NamedTuple):
    """All there is to say of a record; `proof` and `slips` are of the move that was refused."""

    replay: Replay
    proof: Proof | None
    slips: "tuple[Slip, ...]"
    outcomes: dict[str, Outcome]


class Slip(NamedTuple):
    """A way to mend a record where the turn is wrong: how many of the moves after it then fit.

    `put_in` names the army whose move seems to be missing; empty, the written move is superfluous.
    """

    put_in: str
    fitting: int
    following: int


def diagnosed(found: Judged) -> Diagnosis | Unopened:
    """Complete what was played; of a record that could not be opened there is no more to say."""
    return found if isinstance(found, Unopened) else diagnosis(found)


def diagnosis(found: Replay) -> Diagnosis:
    """Complete a replay: prove what was refused, guess at a slip of turn, give the outcomes."""
    why, proof = found.refused, None
    guesses: tuple[Slip, ...] = ()
    if why is not None and why.code is not Code.SYNTAX:
        proof = proof_of(found.last, why.move, why.refusal)
        moves = (token for token in found.record.main_line if token.kind is Kind.MOVE)
        guesses = slips(found.last, why, [move for move in moves if move.ordinal >= why.token])
    return Diagnosis(found, proof, guesses, outcomes(found))


def slips(position: Position, why: Finding, rest: list[Token]) -> tuple[Slip, ...]:
    """Where the turn is wrong: try with one turn put in, and with the move `rest[0]` left out."""
    if why.code not in (Code.WRONG_TURN, Code.WRONG_ARMY):
        return ()
    missing = position.game.letters[position.turn]
    found = [Slip(missing, _fitting(turn.skip(position), rest), len(rest))]
    if len(rest) > 1:
        found.append(Slip("", _fitting(position, rest[1:]), len(rest) - 1))
    return tuple(found)


def _fitting(position: Position, tokens: list[Token]) -> int:
    line = LineOfPlay(position)
    for count, token in enumerate(tokens):
        if isinstance(line.play(token), Finding):
            return count
    return len(tokens)


# Conditional lines ------------------------------------------------------------------------------


class Course(NamedTuple):
    """How a conditional line stands: `met` of its moves were played as foreseen.

    `departed` is the ply at which the play went another way, None if it did not; `last` counts the
    items of play, withdrawals too, up to the one that made it stand so.
    """

    line: Foreseen
    met: int
    departed: int | None
    last: int


def courses(found: Judged) -> list[Course]:
    """Say of every conditional line that can be played how far the play has followed it.

    Lines of a player who has left are passed over.
    """
    if isinstance(found, Unopened):
        return []
    return [
        course_of(found.plies, line)
        for line in found.lines
        if line.fault is None and found.last.royals[giver(found.plies, line)] >= 0
    ]


def giver(plies: Sequence[Ply], line: Foreseen) -> int:
    """Give the army whose player gave a line: that of the move before it, else that of its last."""
    return plies[line.after - 1].army if line.after else line.plies[-1].army


def leaver(plies: Sequence[Ply], course: Course) -> str:
    """Give the letter of the army that left its own line, empty if none did."""
    army = plies[course.last - 1].army
    own = course.departed is not None and army == giver(plies, course.line)
    return course.line.start.game.letters[army] if own else ""


def course_of(plies: Sequence[Ply], line: Foreseen) -> Course:
    """Say how far the play has followed a line that can be played."""
    for met, mine in enumerate(line.plies):
        at = line.after + met
        if at >= len(plies):
            return Course(line, met, None, at)
        if not _same(mine, plies[at]):
            return Course(line, met, plies[at].number, at + 1)
    return Course(line, len(line.plies), None, line.after + len(line.plies))


def _same(one: Ply, other: Ply) -> bool:
    return (one.army, one.move, one.lan) == (other.army, other.move, other.lan)


# Versions ---------------------------------------------------------------------------------------


class Version(NamedTuple):
    """What one of two versions has where they part: its next ply, or the finding that ended it.

    `more` counts the plies from there on, `rest` the withdrawals among what follows.
    """

    next: Ply | Finding | None
    more: int
    rest: int


class TagsDiffer(NamedTuple):
    """A tag that two records have with different values; None where a record lacks it."""

    name: str
    a: str | None
    b: str | None


class Comparison(NamedTuple):
    """Two versions of a game: how many plies they share, and what each has next.

    `results` are those that the moves fixed or the records state, `tags` those that differ, save
    what decides which game is played.
    """

    shared: int
    versions: tuple[Version, Version]
    results: tuple[str, str]
    tags: tuple[TagsDiffer, ...]

    @property
    def agree(self) -> bool:
        """Say whether moves and results agree; tags may differ."""
        return self.moves_agree and self.results[0] == self.results[1]

    @property
    def moves_agree(self) -> bool:
        """Say whether the one goes on, if at all, where the other has legally ended."""
        one, other = (version.next for version in self.versions)
        return (one is None or other is None) and not isinstance(one or other, Finding)

    @property
    def refused_alike(self) -> bool:
        """Say whether both end in the same illegal move."""
        one, other = (version.next for version in self.versions)
        if not isinstance(one, Finding) or not isinstance(other, Finding):
            return False
        return (one.refusal, one.army, one.move) == (other.refusal, other.army, other.move)


def compare(one: Replay, other: Replay) -> Comparison:
    """Find where two versions of a game part; a refused move is the same in both or it is not."""
    count = 0
    for a, b in zip(one.plies, other.plies, strict=False):
        if not _same(a, b) or _code(a.stood) != _code(b.stood):
            break
        count += 1
    shared = one.plies[count - 1].number if count else 0
    return Comparison(
        shared,
        (_version(one, count, shared), _version(other, count, shared)),
        (_result(one), _result(other)),
        tuple(_tags(one.record, other.record)),
    )


def _result(found: Replay) -> str:
    """Give the result of a record, be it that the record is legal or not."""
    end = ending(found)
    return found.claimed if end is None else end.result


_OF_THE_GAME = ("Variant", "Rulings", "Array", "Position")


def _tags(one: Record, other: Record) -> Iterator[TagsDiffer]:
    """Give the tags that differ, those of the first record first, each in its order.

    A tag whose value is not known, such as `?`, is as good as none.
    """
    a, b = one.values, other.values
    for name in dict.fromkeys(tag.name for tag in (*one.tags, *other.tags)):
        if name in _OF_THE_GAME or a.get(name) == b.get(name):
            continue
        if (a.get(name) or b.get(name) or "").strip("?.") or (name in a and name in b):
            yield TagsDiffer(name, a.get(name), b.get(name))


def _version(found: Replay, count: int, shared: int) -> Version:
    later = found.plies[count:]
    gone = sum(ply.move is None for ply in later)
    return Version(later[0] if later else found.refused, found.length - shared, gone)


def _code(of: Finding | None) -> Code | None:
    return of.code if of is not None else None


def differing_cells(one: Position, other: Position) -> list[int]:
    """List the cells on which two positions of a game differ, moves owed included."""
    return [
        cell
        for cell in range(len(one.board))
        if one.board[cell] != other.board[cell] or one.owed.get(cell) != other.owed.get(cell)
    ]


def same_game(one: CompiledVariant, other: CompiledVariant) -> bool:
    """Say whether two records are of one game under the same rulings and array."""
    return (one.variant, one.rulings, one.array) == (other.variant, other.rulings, other.array)
