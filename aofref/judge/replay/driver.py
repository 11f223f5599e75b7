"""Replay: the only driver of play over a record, variations and all (aofref(1))."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import DecidedHere, Words
from aofref.judge.replay.comments import backwards, offering, unread_control
from aofref.judge.replay.conditional import ConditionalLine, conditional_lines
from aofref.judge.replay.ending import claims, false_claim, no_result, not_the_draw
from aofref.judge.replay.line import LineOfPlay, Ply, not_a_move, step
from aofref.judge.replay.opening import Setting, open_game
from aofref.judge.replay.reading import no_move
from aofref.judge.replay.steps import Fate, Step, Steps
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation import moves, results
from aofref.notation.notes import Arbiter, Decided, Illegal, Other, Text, notes_of
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, columns, syntax
from aofref.notation.signs import LETTER_SIGNS
from aofref.rules.position import CorePosition
from aofref.text import excerpt, in_one_line


def replay(
    record: ParsedRecord, setting: Setting | None = None, *, keep_steps: bool = False
) -> Judged:
    """Judge a record: its main line to the first illegal move, and its variations likewise.

    With `keep_steps` the steps are made at once, and keep every position.  Without it the record is
    replayed again when they are first read.
    """
    setting = setting or Setting()
    opened = open_game(record, setting)
    if isinstance(opened, Unopened):
        return opened
    first = opened.first
    driver = _Driver(record, first, setting, keep_steps=keep_steps)
    driver.run()
    stated, faults = claims(first.game, record.tag("Result"), driver.results)
    judged = Replay(
        record,
        (),
        first,
        driver.main.position,
        opened.events,
        tuple(driver.plies),
        stated[-1].text if stated else results.OPEN,
        tuple(driver.marked),
        tuple(army for army in driver.main.position.living if army in driver.offering),
        Steps(driver.steps, partial(_steps_of, record, setting)),
    )
    findings = [*opened.findings, *driver.findings, *faults, *unread_control(record)]
    if judged.refused is None and not driver.unread:
        false = false_claim(judged.last, stated, driver.main.number)
        findings += [false] if false else []
    if judged.is_drawn:
        findings += not_the_draw(judged.last, stated)
    findings += backwards(judged)
    findings.sort(key=lambda finding: (finding.place, finding.token))
    return judged._replace(findings=tuple(findings))


def _steps_of(record: ParsedRecord, setting: Setting) -> Sequence[Step]:
    return replay(record, setting, keep_steps=True).steps


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

    `levels` are the main line and the variations open now; None is a line that was refused, or
    opened behind a refused move.  Unreadable text ends the judging of them all.  `results` are the
    results of this game in the main line.  `behind` is the line in which a comment has the rest of
    an illegal line that conversion kept: conditional lines and offers there are void until its next
    ply.  `offering` are the armies whose offers of a draw stand in the main line.  `plies`,
    `marked` and `steps` become fields of the Replay; `steps` is None if steps are not kept.
    """

    def __init__(
        self, record: ParsedRecord, first: CorePosition, setting: Setting, *, keep_steps: bool
    ) -> None:
        self.record = record
        # Many tokens are made at less cost than one by one.
        self.tokens: Sequence[Token] = tuple(record.tokens) if keep_steps else record.tokens
        self.game = first.game
        self.as_played = setting.as_played
        self.may_castle = bool(first.game.castling_homes)
        self.main = LineOfPlay(first, 0, setting.notation, counting=True)
        self.levels: list[LineOfPlay | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.marked: list[Step] = []
        self.steps: list[Step] | None = [] if keep_steps else None
        self.unread = False
        self.results: list[Token] = []
        self.no_result = False
        self.behind: LineOfPlay | None = None
        self.offering: set[int] = set()

    def run(self) -> None:
        """Take every token in turn; of tokens that play does not depend on, only steps are made."""
        kinds, texts = columns(self.record.tokens)
        for index, kind in enumerate(kinds):
            if kind == _MOVE:
                self._move(index, texts[index])
            elif kind == _NUMBER:
                self._pass_over(index)
            elif kind == _OPEN:
                self._open(index)
            elif kind == _CLOSE:
                self._close(index)
            elif kind == _COMMENT:
                self._comment(self.tokens[index])
            else:
                if kind == _RESULT:
                    self._result(self.tokens[index])
                elif kind == _BAD:
                    self._give_up()
                elif kind == _NAG and texts[index] in LETTER_SIGNS:
                    self._letter_sign(self.tokens[index])
                self._pass_over(index)

    def _pass_over(self, index: int) -> None:
        """Keep the step of a token that is no move and no comment, if steps are kept."""
        if self.steps is not None:
            line = self.levels[-1]
            before, depth = line.position if line else None, len(self.levels) - 1
            self.steps.append(Step(self.tokens[index], Fate.NO_MOVE, depth, before))

    def _keep(self, step: Step, *, mark: bool) -> None:
        """Keep a step, if steps are kept, and mark it in the main line."""
        if self.steps is not None:
            self.steps.append(step)
        if mark and not step.depth:
            self.marked.append(step)

    def _comment(self, token: Token) -> None:
        """Take the notes of a comment, and play its conditional lines."""
        line, depth, notes = self.levels[-1], len(self.levels) - 1, notes_of(token.text)
        if line is not None and Illegal() in notes:
            self.behind = line
        lines: tuple[ConditionalLine, ...] = ()
        before = None if line is None or self.behind is line else line.position
        if line is not None and before is not None:
            if line is self.main:
                self.offering.update(army for army, _ in offering(notes, self.game.letters))
            lines = tuple(conditional_lines(line, token, notes, len(self.plies)))
            self.findings += [ahead.fault for ahead in lines if ahead.fault is not None]
        parent = -1 if depth else self.main.step
        step = Step(token, Fate.NO_MOVE, depth, before, parent=parent, lines=lines, notes=notes)
        self._keep(step, mark=not all(isinstance(note, _NOT_OURS) for note in notes))

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

    def _letter_sign(self, token: Token) -> None:
        """Read no further where a sign could be the piece of the next move, a blank before it."""
        line = self.levels[-1]
        if line is None:
            return
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

    def _open(self, index: int) -> None:
        line = self.levels[-1]
        self.levels.append(line.branch() if line else None)
        self._pass_over(index)

    def _close(self, index: int) -> None:
        """End a variation; there must be one."""
        self._pass_over(index)
        if len(self.levels) > 1:
            self.levels.pop()
        else:
            self._give_up()

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)

    def _move(self, index: int, text: str) -> None:
        """Take a move."""
        line = self.levels[-1]
        if line is None:
            self._unjudged(index, text)
            return
        if text[0] == "0" and self.may_castle and self._is_no_castling(index, text):
            self._stated(index, line.position)
            return
        if self.offering and line is self.main and self.is_drawn:
            done: Ply | Finding = line.refused(Refusal(Code.GAME_OVER), self.tokens[index])
        else:
            done = line.play_at(text, self.tokens, index)
        if isinstance(done, Ply):
            self._played(line, done)
            if self.steps is not None:
                self.steps.append(self._step(Fate.PLAYED, line.last[0], done))
        else:
            self._refused(index, line, line.position, done)

    def _unjudged(self, index: int, text: str) -> None:
        """Take a move of a line that was refused: only whether it is a move matters."""
        token, depth, finding = self.tokens[index], len(self.levels) - 1, None
        if moves.parse(self.game, text) is None:
            finding = not_a_move(token)
            self.findings.append(finding)
        is_first = not self.marked or self.marked[-1].fate not in _UNJUDGED
        self._keep(Step(token, Fate.BEHIND, depth, finding=finding), mark=is_first)

    def _stated(self, index: int, before: CorePosition) -> None:
        """Take a text in the place of a move as a result."""
        token = self.tokens[index]
        self._result(token)
        self._keep(Step(token, Fate.NO_MOVE, len(self.levels) - 1, before), mark=True)

    def _refused(self, index: int, line: LineOfPlay, before: CorePosition, why: Finding) -> None:
        """Take a text that is no legal move: a result, an arbiter's case, or the line's end."""
        token = self.tokens[index]
        text = token.text
        if self._is_stated(index, text, before):
            self._stated(index, before)
            return
        verdict = self._verdict(index)
        if verdict and self.as_played:
            if self._decided(index, line, why, verdict):
                return
        elif verdict:
            why = why._replace(refusal=why.refusal.noting(DecidedHere(verdict)))
        self.levels[-1] = None
        if why.code is Code.SYNTAX and line is self.main:
            why = why._replace(refusal=no_move(before, text))
        if line is not self.main and why.code is not Code.SYNTAX:
            why = why._replace(refusal=Refusal(Code.VARIATION, Aside(why.refusal)))
        self.findings.append(why)
        depth = len(self.levels) - 1
        self._keep(Step(token, Fate.REFUSED, depth, before, finding=why), mark=True)

    def _is_stated(self, index: int, text: str, before: CorePosition) -> bool:
        """Return whether a text that was refused is a result: a nought for each army, at the end.

        It is if the tag Result has it, too.  It also is if no other result is stated and the text
        has no number before it, where this record numbers the moves of the first army.
        """
        if not self._ends_in_noughts(index, text):
            return False
        if self._lost_by_all:
            return True
        kinds = [token.kind for token in self.tokens[:index]]
        return (
            self._claimed == results.OPEN
            and all(token.kind is not Kind.RESULT for token in self.tokens[index + 1 :])
            and before.turn == 0
            and Kind.NUMBER in kinds
            and kinds[-1] is not Kind.NUMBER
        )

    def _is_no_castling(self, index: int, text: str) -> bool:
        """Return whether noughts are a result where castling may be legal.

        They are at the end, not behind a number, if the tag Result has them, too.
        """
        numbered = index > 0 and self.tokens[index - 1].kind is Kind.NUMBER
        return self._lost_by_all and not numbered and self._ends_in_noughts(index, text)

    def _ends_in_noughts(self, index: int, text: str) -> bool:
        """Return whether a text is a nought for each army, at the end of the main line."""
        if len(self.levels) > 1 or not results.is_nobodys(len(self.game.armies), text):
            return False
        return {token.kind for token in self.tokens[index + 1 :]} <= _BEHIND_A_RESULT

    @property
    def _claimed(self) -> str:
        """The result of the tag Result."""
        tag = self.record.tag("Result")
        return results.normal(tag.value) if tag else results.OPEN

    @property
    def _lost_by_all(self) -> bool:
        """Whether every army has lost by the tag Result."""
        return results.is_nobodys(len(self.game.armies), self._claimed)

    def _played(self, line: LineOfPlay, ply: Ply) -> None:
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

    def _decided(self, index: int, line: LineOfPlay, why: Finding, verdict: Decided) -> bool:
        """Carry on past an illegal move as an arbiter decided; return whether that can be."""
        before, token = line.position, self.tokens[index]
        if verdict is Decided.TAKEBACK:
            line.hold()
            step = Step(token, Fate.TAKEN_BACK, len(self.levels) - 1, before, finding=why)
        else:
            ply = line.overrule(self.tokens, index, why, verdict)
            if ply is None:
                return False
            self._played(line, ply)
            step = self._step(_FATES[verdict], before, ply)
        self._keep(step, mark=True)
        return True

    def _step(self, fate: Fate, before: CorePosition, ply: Ply) -> Step:
        """Make the step of a ply that was just played."""
        line, depth = self.levels[-1], len(self.levels) - 1
        assert line is not None
        return Step(ply.token, fate, depth, before, ply, line.position, line.parent, ply.stood)


_NOT_OURS: Final = Text, Other
_BEHIND_A_RESULT: Final = {Kind.COMMENT, Kind.ESCAPE, Kind.NAG, Kind.RESULT}
_MOVE: Final = int(Kind.MOVE)
_NUMBER: Final = int(Kind.NUMBER)
_OPEN: Final = int(Kind.OPEN)
_CLOSE: Final = int(Kind.CLOSE)
_COMMENT: Final = int(Kind.COMMENT)
_RESULT: Final = int(Kind.RESULT)
_NAG: Final = int(Kind.NAG)
_BAD: Final = int(Kind.BAD)
_UNJUDGED: Final = Fate.REFUSED, Fate.BEHIND
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
