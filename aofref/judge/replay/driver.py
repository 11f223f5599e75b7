"""Driver: the only driver of play over a record, variations and all (aofref(1)).

It plays tokens by the grammar of records; what people write otherwise is left to `repairs`.
"""

from typing import Final

from aofref.findings import DECIDED, Code, Finding, Note, Refusal, fault
from aofref.judge.replay import comments
from aofref.judge.replay.ending import claims, no_result, not_the_draw, untrue
from aofref.judge.replay.line import LineOfPlay, Numbering, Ply, not_a_move
from aofref.judge.replay.opening import Setting, open_game
from aofref.judge.replay.repairs import AFTER, AHEAD, runs_on
from aofref.judge.replay.verdict import ConditionalLine, Fate, Replay, Step, Unplayed, all_agree
from aofref.notation import moves, results
from aofref.notation.notes import Arbiter, Decided, Illegal, notes_of
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.tokens import number_of
from aofref.rules.position import CorePosition
from aofref.text import in_one_line


def replay(record: Record, setting: Setting | None = None) -> Replay:
    """Judge a record: its main line to the first illegal move, and its variations likewise."""
    setting = setting or Setting()
    opened = open_game(record, setting)
    if not opened.opened:
        steps = [Unplayed(c, Fate.NO_MOVE, 0, notes=notes_of(c.text)) for c in record.comments]
        return opened._replace(steps=tuple(steps))
    play = Driver(record, opened.first, setting)
    for token in record.tokens:
        play.take(token)
    play.positions[play.main.step] = play.main.position
    stated, faults = claims(opened.game, record, play.results)
    judged = opened._replace(
        plies=tuple(play.plies),
        steps=tuple(play.steps),
        claimed=stated[-1].text if stated else results.OPEN,
        refused=play.refused,
        offers=tuple(army for army in play.main.position.living if army in play.offering),
        numbering=play.numbering,
        positions=play.positions,
    )
    has_failed = play.unread or any(not finding.is_warning for finding in play.findings)
    if has_failed and setting.notation is None:
        from aofref.judge.replay.in_words import in_words  # few records need it

        if (read := in_words(judged)) is not record:
            return replay(read, setting)
    bad = [token for token in record.tokens if token.kind is _BAD] if play.unread else []
    prose = {token.place for token in bad if runs_on(record.tokens, token.ordinal)}
    opening = [f for f in opened.findings if f.code is not Code.SYNTAX or f.place not in prose]
    findings = [*opening, *play.findings, *faults]
    if judged.refused is None and not play.unread and (false := untrue(judged, stated)):
        findings.append(false)
    if judged.is_drawn:
        findings += not_the_draw(judged.last, stated)
    if play.commented:
        findings += comments.warnings(judged)
    findings.sort(key=lambda finding: (finding.place, finding.token))
    return judged._replace(findings=tuple(findings))


def unjudged(record: Record, problem: Exception) -> Replay:
    """Return the verdict on a record at which the program itself failed: one finding of that."""
    beyond = isinstance(problem, RecursionError | MemoryError | OverflowError)
    text = f"aofref itself failed on this record: {in_one_line(problem)}"
    why = Refusal(Code.LIMIT if beyond else Code.SYNTAX, text)
    failed = record.unreadable(Finding(why, record.start))
    return Replay(failed, failed.findings)


class Driver:
    """Plays the tokens of a record, each on the line that it belongs to.

    `levels` are the main line and the variations open now; None is a line that was refused, or
    opened behind a refused move.  Unreadable text ends the judging of them all.  `results` are the
    results of this game in the main line.  `behind` is the line in which a comment has the rest of
    an illegal line that conversion kept: conditional lines and offers there are void until its next
    ply.  `offering` are the armies whose offers of a draw stand in the main line.  `plies`,
    `steps`, `refused` and `positions` become fields of the Replay.
    """

    def __init__(self, record: Record, first: CorePosition, setting: Setting) -> None:
        self.record = record
        self.tokens = record.tokens
        self.game = first.game
        self.as_played = bool(setting.as_played)
        self.main = LineOfPlay(first, 0, setting.notation)
        self.levels: list[LineOfPlay | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.steps: list[Step] = []  # one for each token so far
        self.refused: Finding | None = None
        self.positions = {-1: first}
        self.unread = False
        self.results: list[Token] = []
        self.no_result = False
        self.behind: LineOfPlay | None = None
        self.offering: set[int] = set()
        self.numbering = Numbering()
        self.misnumbered = False
        self.commented = False

    @property
    def at(self) -> int:
        """The place among the tokens of the one that is taken."""
        return len(self.steps)

    def take(self, token: Token) -> None:
        """Take a token, or what a repair makes of it; other kinds have no meaning for play."""
        kind, text, line = token.kind, token.text, self.levels[-1]
        if kind is _MOVE and text[0] != "0":  # plainly a move, as most tokens are
            self._move(token, line)
            return
        if line is not None and kind in AHEAD:
            ends, repair = AHEAD[kind]
            if text[-1] in ends and (read := repair(self, line, token)) is not None:
                self._take_as(token, line, read)
                return
        if kind is _MOVE:
            self._move(token, line)
            return
        if kind is _COMMENT:
            self._comment(token, line)
            return
        if kind is _OPEN:
            self.levels.append(line.branch() if line else None)
        depth = len(self.levels) - 1
        self.steps.append(_new(Unplayed, (token, _NO_MOVE, depth, *_NOTHING)))
        if kind is _NUMBER:
            if line is not None and (number := number_of(text)) is not None:
                given = number, line.position.round, line.number
                self.numbering, wrong = self.numbering.take(*given, token)
                if wrong is not None and not self.misnumbered:  # the first is reported
                    self.misnumbered = True
                    self.findings.append(wrong)
        elif kind is _RESULT:
            self._result(token)
        elif kind is _CLOSE and depth:
            self.levels.pop()
        elif kind is _CLOSE or kind is _BAD:
            self._give_up()

    def _take_as(self, token: Token, line: LineOfPlay, read: Token | Refusal) -> None:
        """Take a token as a repair has read it; one that nobody can read ends its line, or all."""
        if isinstance(read, Token):
            self.take(read)
        elif token.kind is Kind.NAG:
            self.findings.append(Finding(read, token.place))
            self.take(token._replace(kind=_BAD))
        else:
            self._end(token._replace(kind=_MOVE), line.refused(read, token))

    def _move(self, token: Token, line: LineOfPlay | None) -> None:
        """Play a move; of a line that was refused, only whether it is a move matters."""
        if line is None:
            finding = None
            if moves.parse(self.game, token.text) is None:
                finding = not_a_move(token)
                if not runs_on(self.tokens, self.at):
                    self.findings.append(finding)
            self._keep(token, Fate.BEHIND, finding)
            return
        if self.offering and line is self.main and all_agree(line.position, self.offering):
            done: Ply | Finding = line.refused(Refusal(Code.GAME_OVER), token)
        else:
            done = line.play(token)
        if not isinstance(done, Ply):
            if (stands := self._refused(token, line, done)) is None:
                return
            done = stands
        if done.warnings:
            self.findings += done.warnings
        if self.behind is line:
            self.behind = None
        if len(self.positions) <= _KEPT:
            self.positions[line.step] = line.position
        self.steps.append(done)
        if line is self.main:
            self.plies.append(done)
            if self.offering and done.move is not None and done.army not in self.offering:
                self.offering.clear()

    def _refused(self, token: Token, line: LineOfPlay, why: Finding) -> Ply | None:
        """Take a refused move: it may be something else, or a ply by an arbiter's decision.

        Else the line ends at it, with notes of what may help its writer.
        """
        for repair in AFTER:
            if (read := repair(self, line, token, why)) is not None:
                self._take_as(token, line, read)
                return None
        every = (self.tokens[at] for at in range(self.at + 1, len(self.tokens)))
        behind = next((one for one in every if one.kind is not Kind.NAG), None)
        said = notes_of(behind.text) if behind is not None and behind.kind is _COMMENT else ()
        decision = next((note.verdict for note in said if isinstance(note, Arbiter)), None)
        refusal = why.refusal
        if decision is not None and self.as_played:
            if decision is Decided.TAKEBACK:
                line.hold()
                self._keep(token, Fate.TAKEN_BACK, why)
                return None
            if (ply := line.overrule(token, why, decision)) is not None:
                return ply
        elif decision is not None:
            refusal = refusal.noting(Note(DECIDED, (decision,)))
        from aofref.judge.replay.reading import another_game, as_one, no_move  # for no legal record

        if why.code is Code.SYNTAX and line is self.main:
            refusal = no_move(line.position, token.text)
        notes = [as_one(line.position, self.tokens, self.at)]
        if line is self.main:
            notes.append(another_game(self.record, self.positions[-1], line.position, self.at))
        refusal = refusal.noting(*filter(None, notes))
        if line is not self.main and why.code is not Code.SYNTAX:
            refusal = Refusal(Code.VARIATION, aside=refusal)
        self._end(token, why._replace(refusal=refusal))
        return None

    def _end(self, token: Token, why: Finding) -> None:
        self._keep(token, Fate.REFUSED, why)
        if self.levels[-1] is self.main:
            self.refused = why
        self.levels[-1] = None
        self.findings.append(why)

    def _keep(self, token: Token, fate: Fate, finding: Finding | None = None) -> None:
        line, depth = self.levels[-1], len(self.levels) - 1
        parent = -1 if line is None else line.step
        self.steps.append(Unplayed(token, fate, depth, parent, finding))

    def _comment(self, token: Token, line: LineOfPlay | None) -> None:
        """Take the notes of a comment, and play its conditional lines."""
        self.commented = True
        depth, notes = len(self.levels) - 1, notes_of(token.text)
        if line is not None and Illegal() in notes:
            self.behind = line
        fate, parent = Fate.BEHIND, -1
        lines: tuple[ConditionalLine, ...] = ()
        if line is not None and self.behind is not line:
            fate, parent = Fate.NO_MOVE, line.step
            if line is self.main:
                self.offering.update(
                    army for army, _ in comments.offering(notes, self.game.letters)
                )
            lines = tuple(comments.conditional_lines(line, token, notes, len(self.plies)))
            self.findings += [ahead.fault for ahead in lines if ahead.fault is not None]
        self.steps.append(Unplayed(token, fate, depth, parent, None, lines, notes))

    def _result(self, token: Token) -> None:
        """Read no further behind what is no result of this game; the first of these is reported."""
        if results.read(len(self.game.armies), token.text) is not None:
            if len(self.levels) == 1:
                self.results.append(token)
            return
        if self.no_result:
            return
        self.no_result = True
        why = no_result(self.game, token.text)
        self.findings.append(fault(Code.SYNTAX, why, token.place, token.ordinal))
        if len(self.levels) == 1:
            self._give_up()
        else:
            self.levels[-1] = None

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)


_KEPT: Final = 500
"""The most plies of a record whose positions are kept: more would take too much memory."""
_NOTHING: Final = (-1, None, (), ())  # what an Unplayed has of a token without a meaning
_NO_MOVE: Final = Fate.NO_MOVE  # a member of an enum takes a while to find
_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own
_MOVE: Final = Kind.MOVE
_NUMBER: Final = Kind.NUMBER
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_COMMENT: Final = Kind.COMMENT
_RESULT: Final = Kind.RESULT
_BAD: Final = Kind.BAD
