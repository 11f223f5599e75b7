"""Replay: the only driver of play over a record, variations and all (aofref(1))."""

from collections.abc import Callable, Sequence
from typing import Final

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import DecidedHere, Words
from aofref.judge.replay.comments import backwards, offering, unread_control
from aofref.judge.replay.conditional import ConditionalLine, conditional_lines
from aofref.judge.replay.ending import claims, false_claim, no_result, not_the_draw
from aofref.judge.replay.line import LineOfPlay, Ply, not_a_move, step
from aofref.judge.replay.opening import Setting, open_game
from aofref.judge.replay.reading import is_castling, no_move
from aofref.judge.replay.steps import Fate, Step
from aofref.judge.replay.verdict import Decision, Judged, Noted, Replay, Unopened
from aofref.notation import moves, results
from aofref.notation.notes import Arbiter, Decided, Illegal, Other, Text, notes_of
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, Tokens, syntax
from aofref.notation.signs import LETTER_SIGNS
from aofref.rules.position import CorePosition
from aofref.text import excerpt, in_one_line

Listener = Callable[[Step], None]


def replay(
    record: ParsedRecord, setting: Setting | None = None, listener: Listener | None = None
) -> Judged:
    """Judge a record: its main line to the first illegal move, and its variations likewise.

    The listener gets every step of the movetext in order.
    """
    setting = setting or Setting()
    opened = open_game(record, setting)
    if isinstance(opened, Unopened):
        return opened
    first = opened.first
    driver = _Driver(record, first, setting, listener)
    driver.run()
    stated, faults = claims(first.game, record.tag("Result"), driver.results)
    findings = [*opened.findings, *driver.findings, *faults]
    findings += unread_control(record)
    judged_whole = driver.refused is None and not driver.unread
    if judged_whole:
        false = false_claim(driver.main.position, stated, driver.main.number)
        findings += [false] if false else []
    if driver.is_drawn:
        findings += not_the_draw(driver.main.position, stated)
    judged = Replay(
        record,
        (),
        first,
        driver.main.position,
        opened.events,
        tuple(driver.plies),
        stated[-1].text if stated else results.OPEN,
        tuple(driver.decisions),
        tuple(driver.lines),
        driver.refused,
        tuple(driver.noted),
        tuple(army for army in driver.main.position.living if army in driver.offering),
    )
    findings += backwards(judged)
    findings.sort(key=lambda finding: (finding.place, finding.token))
    return judged._replace(findings=tuple(findings))


def unjudged(raw: RawRecord, problem: Exception) -> Unopened:
    """Return the verdict on a record at which the program itself failed: one finding of that."""
    beyond = isinstance(problem, RecursionError | MemoryError | OverflowError)
    text = f"aofref itself failed on this record: {in_one_line(problem)}"
    why = Refusal(Code.LIMIT if beyond else Code.SYNTAX, Words(text))
    findings = (*raw.findings, Finding(why, raw.start))
    record = ParsedRecord((), (), findings, raw.start, raw, broken=True)
    return Unopened(record, findings, None)


class _Driver:
    """Plays the tokens of a record, each on the line that it belongs to.

    `levels` holds the main line and the variations open now; None is one that has been refused, or
    was opened behind a refused move.  Unreadable text ends the judging of them all.  `results` are
    the results of this game in the main line.  `behind` is the line in which a comment has what
    conversion kept of an illegal move: what is foreseen or offered there is void until its next
    ply.  `offering` are the armies whose offers of a draw stand in the main line, `tried` is the
    place of the last move there that was not played.
    """

    def __init__(
        self, record: ParsedRecord, first: CorePosition, setting: Setting, listener: Listener | None
    ) -> None:
        self.record = record
        self.tokens: Sequence[Token] = record.tokens
        self.game = first.game
        self.as_played = setting.as_played
        self.main = LineOfPlay(first, 0, setting.notation, counting=True)
        self.levels: list[LineOfPlay | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.decisions: list[Decision] = []
        self.lines: list[ConditionalLine] = []
        self.refused: Finding | None = None
        self.listener = listener
        self.unread = False
        self.results: list[Token] = []
        self.no_result = False
        self.behind: LineOfPlay | None = None
        self.offering: set[int] = set()
        self.noted: list[Noted] = []
        self.tried = -1

    def run(self) -> None:
        """Take every token in turn."""
        listener = self.listener
        if listener is None and isinstance(self.tokens, Tokens):
            self._run_alone(self.tokens)
            return
        self.tokens = tuple(self.tokens)
        for index, token in enumerate(self.tokens):
            is_move = token.kind == _MOVE
            taken = self._move(index, token.text) if is_move else self._take(token)
            if listener is not None and taken is not None:
                listener(taken)

    def _run_alone(self, tokens: Tokens) -> None:
        """Take the tokens that play depends on, without a listener.

        The token of a move is made only where it is asked for.
        """
        for index, kind in enumerate(bytes(tokens.kinds)):
            if kind == _MOVE:
                self._move(index, tokens.texts[index])
            elif kind == _OPEN:
                self._open()
            elif kind == _CLOSE:
                self._close()
            elif kind in _OTHERS or (kind == _NAG and tokens.texts[index] in LETTER_SIGNS):
                self._take(tokens[index])

    def _take(self, token: Token) -> Step:
        """Take a token that is no move."""
        if token.kind is Kind.BAD:
            self._give_up()
        line = self.levels[-1]
        if token.kind is Kind.RESULT:
            self._result(token)
        if token.kind is Kind.NAG and token.text in LETTER_SIGNS and line is not None:
            self._letter_sign(token, line)
        if token.kind is Kind.OPEN:
            self._open()
        before, depth = line.position if line else None, len(self.levels) - 1
        if token.kind is Kind.CLOSE:
            self._close()
        elif token.kind is Kind.COMMENT:
            lines = self._comment(token, line)
            return Step(token, Fate.NO_MOVE, depth, before, lines=lines)
        return Step(token, Fate.NO_MOVE, depth, before)

    def _comment(self, token: Token, line: LineOfPlay | None) -> tuple[ConditionalLine, ...]:
        """Take what a comment says; return its conditional lines."""
        notes = notes_of(token.text)
        if all(isinstance(note, _NOT_OURS) for note in notes):
            return ()
        if line is not None and Illegal() in notes:
            self.behind = line
        void = line is None or self.behind is line
        if len(self.levels) == 1:
            place = len(self.plies) - 1
            at_ply = place >= 0 and self.plies[place].token.ordinal >= self.tried
            self.noted.append(Noted(token, notes, place, at_ply, void))
        if line is None or void:
            return ()
        if line is self.main:
            self.offering.update(army for army, _ in offering(notes, self.game.letters))
        lines = tuple(conditional_lines(line, token, notes, len(self.plies)))
        self.findings += [ahead.fault for ahead in lines if ahead.fault is not None]
        if line is self.main:
            self.lines += lines
        return lines

    def _result(self, token: Token) -> None:
        """Read no further behind what is no result of this game; the first of these is reported."""
        if results.read(len(self.game.armies), token.text) is not None:
            if len(self.levels) == 1:
                self.results.append(token)
            return
        if self.no_result:
            return
        self.no_result = True
        why = syntax(no_result(self.game, token.text), token.place)
        self.findings.append(why._replace(token=token.ordinal))
        if len(self.levels) == 1:
            self._give_up()
        else:
            self.levels[-1] = None

    def _letter_sign(self, token: Token, line: LineOfPlay) -> None:
        """Read no further where a sign could be the piece of the next move, a blank before it."""
        behind = self.tokens[token.ordinal + 1 : token.ordinal + 2]
        if not behind or behind[0].kind is not Kind.MOVE:
            return
        (row, column), (next_row, next_column) = token.place, behind[0].place
        if row != next_row or column == next_column:  # parted by a line's end, or in JSON
            return
        piece, move = token.text, behind[0].text
        written = moves.parse(self.game, piece + move, line.notation)
        if written is None or isinstance(moves.legal(line.position, written), Refusal):
            return
        which = f"{excerpt(f'{piece} {move}')} may be the move {piece}{move}, or a sign and {move}"
        self.findings.append(syntax(f"{which}; a novelty is $146, a diagram $220", token.place))
        self._give_up()

    def _open(self) -> None:
        line = self.levels[-1]
        self.levels.append(line.branch() if line else None)

    def _close(self) -> None:
        """End a variation; there must be one."""
        if len(self.levels) > 1:
            self.levels.pop()
        else:
            self._give_up()

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)

    def _move(self, index: int, text: str) -> Step | None:
        """Take a move; one that is played is reported only where somebody listens."""
        line, tokens, depth = self.levels[-1], self.tokens, len(self.levels) - 1
        if line is None:
            token, finding = tokens[index], None
            if not depth:
                self.tried = index
            if moves.parse(self.game, text) is None and not is_castling(text):
                finding = not_a_move(token)
                self.findings.append(finding)
            return Step(token, Fate.BEHIND, depth, finding=finding)
        before = line.position
        if self.offering and line is self.main and self.is_drawn:
            done: Ply | Finding = line.refused(Refusal(Code.GAME_OVER), tokens[index])
        else:
            done = line.play_at(text, tokens, index)
        if isinstance(done, Ply):
            self._note(line, done)
            if self.listener is None:
                return None
            return self._step(index, _PLAYED, before, done)
        token, why = tokens[index], done
        if line is self.main:
            self.tried = index
        if why.code is Code.SYNTAX and self._is_stated(index, text, before):
            self._result(token)
            return Step(token, Fate.NO_MOVE, depth, before)
        verdict = self._verdict(index)
        if verdict and self.as_played:
            decided = self._decided(index, line, why, verdict)
            if decided is not None:
                return decided
        elif verdict:
            why = why._replace(refusal=why.refusal.noting(DecidedHere(verdict)))
        self.levels[-1] = None
        if why.code is Code.SYNTAX and (line is self.main or is_castling(text)):
            why = why._replace(refusal=no_move(before, text))
        if line is self.main:
            self.refused = why
        elif why.code is not Code.SYNTAX:
            why = why._replace(refusal=Refusal(Code.VARIATION, Aside(why.refusal)))
        self.findings.append(why)
        return Step(token, Fate.REFUSED, depth, before, finding=why)

    def _is_stated(self, index: int, text: str, before: CorePosition) -> bool:
        """Return whether a text is a nought for each army, at the end: a result and no castling.

        It is where the tag Result has it, too; or where no other result is stated, and a move would
        have its number before it: those of the first army have in this record.
        """
        count = len(self.game.armies)
        if len(self.levels) > 1 or not results.is_nobodys(count, text):
            return False
        behind = {token.kind for token in self.tokens[index + 1 :]}
        if not behind <= _BEHIND_A_RESULT:
            return False
        tag = self.record.tag("Result")
        stated = results.normal(tag.value) if tag else results.OPEN
        if results.is_nobodys(count, stated):
            return True
        kinds = [token.kind for token in self.tokens[:index]]
        return (
            stated == results.OPEN
            and Kind.RESULT not in behind
            and before.turn == 0
            and Kind.NUMBER in kinds
            and kinds[-1] is not Kind.NUMBER
        )

    def _note(self, line: LineOfPlay, ply: Ply) -> None:
        if ply.warnings:
            self.findings += ply.warnings
        if self.behind is line:
            self.behind = None
        if line is self.main:
            self.plies.append(ply)
            if self.offering and ply.move is not None and ply.army not in self.offering:
                self.offering.clear()

    @property
    def is_drawn(self) -> bool:
        """Whether every army on the board has agreed to a draw, so that the game is over."""
        living = self.main.position.living
        return len(living) > 1 and self.offering.issuperset(living)

    def _verdict(self, index: int) -> Decided | None:
        """Return the arbiter's decision that the comment behind a move holds, if any."""
        at = index + 1
        while at < len(self.tokens) and self.tokens[at].kind is Kind.NAG:
            at += 1
        if at == len(self.tokens) or self.tokens[at].kind is not Kind.COMMENT:
            return None
        decided = (n.verdict for n in notes_of(self.tokens[at].text) if isinstance(n, Arbiter))
        return next(decided, None)

    def _decided(self, index: int, line: LineOfPlay, why: Finding, verdict: Decided) -> Step | None:
        """Carry on past an illegal move as an arbiter decided, if that can be."""
        before, token = line.position, self.tokens[index]
        if verdict is Decided.TAKEBACK:
            line.hold()
            step = Step(token, Fate.TAKEN_BACK, len(self.levels) - 1, before, finding=why)
        else:
            ply = line.overrule(token, why, verdict)
            if ply is None:
                return None
            self._note(line, ply)
            step = self._step(index, _FATES[verdict], before, ply)
        if line is self.main:
            self.decisions.append(Decision(verdict, why))
        return step

    def _step(self, index: int, fate: Fate, before: CorePosition, ply: Ply) -> Step:
        """Make the step of a ply, and note on its line that it was the last."""
        line, depth = self.levels[-1], len(self.levels) - 1
        assert line is not None
        line.parent, line.step = line.step, index
        return Step(
            self.tokens[index], fate, depth, before, ply, line.position, line.parent, ply.stood
        )


_NOT_OURS: Final = Text, Other
_BEHIND_A_RESULT: Final = {Kind.COMMENT, Kind.ESCAPE, Kind.NAG, Kind.RESULT}
_MOVE: Final = int(Kind.MOVE)
_OPEN: Final = int(Kind.OPEN)
_CLOSE: Final = int(Kind.CLOSE)
_NAG: Final = int(Kind.NAG)
_OTHERS: Final = frozenset(map(int, (Kind.BAD, Kind.COMMENT, Kind.RESULT)))
"""The kinds of the tokens that play depends on, besides moves and parentheses."""
_PLAYED: Final = Fate.PLAYED
_FATES = {
    Decided.STANDS: Fate.STANDS,
    Decided.FORFEITS: Fate.FORFEITS,
}


def position_at(replay: Replay, number: int) -> CorePosition:
    """Return the position after a ply, withdrawals that follow it included."""
    if number >= replay.length:
        return replay.last
    position = replay.first
    for ply in replay.plies:
        if ply.number > number:
            break
        position = step(position, ply)
    return position
