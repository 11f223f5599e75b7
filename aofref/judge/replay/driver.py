"""Replay: the only driver of play over a record, variations and all (aofref(1))."""

from collections.abc import Sequence
from typing import Final

from aofref.findings import DECIDED, Code, Finding, Note, Place, Refusal
from aofref.judge.replay.comments import backwards, offering, swallowed, ungiven, unread_control
from aofref.judge.replay.ending import (
    claims,
    dead_win,
    false_claim,
    no_result,
    not_the_draw,
    stated_cause,
)
from aofref.judge.replay.line import LineOfPlay, Ply, not_a_move
from aofref.judge.replay.numbers import ROUNDS, Numbering, begun_late, misnumbered
from aofref.judge.replay.opening import Setting, open_game
from aofref.judge.replay.steps import ConditionalLine, Fate, Unplayed
from aofref.judge.replay.verdict import Replay, all_agree
from aofref.notation import moves, results
from aofref.notation.notes import Arbiter, Decided, If, Illegal, notes_of
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, fault, syntax
from aofref.notation.records.between import is_word
from aofref.notation.records.tokens import BARE_MARKS, following, number_of
from aofref.notation.signs import LETTER_SIGNS
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from aofref.text import excerpt, in_one_line


def replay(record: ParsedRecord, setting: Setting | None = None) -> Replay:
    """Judge a record: its main line to the first illegal move, and its variations likewise."""
    setting = setting or Setting()
    opened = open_game(record, setting)
    first = opened.first
    if first is None:
        return _unopened(record, opened.findings, opened.game)
    driver = _Driver(record, first, setting)
    driver.run()
    stated, faults = claims(first.game, record, driver.results)
    judged = Replay(
        record,
        (),
        first.game,
        (first, driver.main.position),
        opened.events,
        tuple(driver.plies),
        stated[-1].text if stated else results.OPEN,
        tuple(driver.variations),
        tuple(driver.unplayed),
        driver.refused,
        tuple(army for army in driver.main.position.living if army in driver.offering),
        driver.numbering,
        driver.positions,
    )
    if driver.has_failed and setting.notation is None:
        from aofref.judge.replay.in_words import in_words  # few records need it

        read = in_words(judged)
        if read is not record:
            return replay(read, setting)
    opening = [
        f for f in opened.findings if f.code is not Code.SYNTAX or f.place not in driver.run_on
    ]
    findings = [*opening, *driver.findings, *faults, *unread_control(record)]
    findings += [*ungiven(judged), *begun_late(record)]
    if judged.refused is None and not driver.unread:
        false = false_claim(judged.last, stated, driver.main.number) or dead_win(judged, stated)
        said = false or stated_cause(judged)[1]
        findings += [said] if said else []
    if judged.is_drawn:
        findings += not_the_draw(judged.last, stated)
    findings += [*backwards(judged), *swallowed(judged)]
    findings.sort(key=lambda finding: (finding.place, finding.token))
    return judged._replace(findings=tuple(findings))


BEFORE: Final = -2
"""The place of the ply before a variation that `replay_variation` judges."""


def replay_variation(
    judged: Replay, ply: Ply, before: CorePosition, tokens: Sequence[Token], setting: Setting
) -> Replay:
    """Judge a variation, in its parentheses, that takes the place of a ply of a judged record.

    The findings, what was not played, the plies of variations and the positions are those of the
    variation alone.
    """
    record = judged.record._replace(tokens=tuple(tokens))
    driver = _Driver(record, judged.first, setting)
    line = LineOfPlay(before, ply.number, setting.notation)
    line.last = before, ply.number - (ply.move is not None), BEFORE
    line.depth = ply.depth
    driver.levels = [None] * ply.depth + [line]
    driver.numbering = ROUNDS
    driver.run()
    return judged._replace(
        record=record,
        findings=tuple(driver.findings),
        variations=tuple(driver.variations),
        unplayed=tuple(driver.unplayed),
        positions=driver.positions,
    )


def _unopened(
    record: ParsedRecord, findings: tuple[Finding, ...], game: CompiledVariant | None
) -> Replay:
    comments = [
        Unplayed(token, Fate.NO_MOVE, 0, notes=notes_of(token.text)) for token in record.comments
    ]
    return Replay(record, findings, game, unplayed=tuple(comments))


def unjudged(raw: RawRecord, problem: Exception) -> Replay:
    """Return the verdict on a record at which the program itself failed: one finding of that."""
    beyond = isinstance(problem, RecursionError | MemoryError | OverflowError)
    text = f"aofref itself failed on this record: {in_one_line(problem)}"
    why = Refusal(Code.LIMIT if beyond else Code.SYNTAX, text)
    findings = (*raw.findings, Finding(why, raw.start))
    record = ParsedRecord((), (), findings, raw.start, raw, broken=True)
    return Replay(record, findings)


class _Driver:
    """Plays the tokens of a record, each on the line that it belongs to.

    `levels` are the main line and the variations open now; None is a line that was refused, or
    opened behind a refused move.  Unreadable text ends the judging of them all.  `results` are the
    results of this game in the main line.  `behind` is the line in which a comment has the rest of
    an illegal line that conversion kept: conditional lines and offers there are void until its next
    ply.  `offering` are the armies whose offers of a draw stand in the main line.  `plies`,
    `variations`, `unplayed`, `refused` and `positions` become fields of the Replay.
    `at_ply`: no move that was not played follows the last ply.
    """

    def __init__(self, record: ParsedRecord, first: CorePosition, setting: Setting) -> None:
        self.record = record
        self.tokens = record.tokens
        self.game = first.game
        self.as_played = bool(setting.as_played)
        self.may_castle = bool(first.game.castling_homes)
        self.main = LineOfPlay(first, 0, setting.notation)
        self.levels: list[LineOfPlay | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.variations: list[Ply] = []
        self.unplayed: list[Unplayed] = []
        self.refused: Finding | None = None
        self.at_ply = True
        self.positions = {-1: first}
        self.unread = False
        self.results: list[Token] = []
        self.no_result = False
        self.behind: LineOfPlay | None = None
        self.offering: set[int] = set()
        self.numbering = Numbering()
        self.misnumbered = False
        self.ahead: list[Kind | None] = []
        self.word = -2  # the last token that was a word of prose
        self.run_on: set[Place] = set()  # unreadable words behind others

    def run(self) -> None:
        """Take every token in turn; play does not depend on other kinds of tokens."""
        for token in self.tokens:
            kind = token.kind
            if kind is _MOVE:
                self._move(token)
            elif kind is _NUMBER:
                self._number(token)
            elif kind is _OPEN:
                line = self.levels[-1]
                self.levels.append(line.branch() if line else None)
            elif kind is _CLOSE:
                if len(self.levels) > 1:
                    self.levels.pop()
                else:
                    self._give_up()
            elif kind is _COMMENT:
                self._comment(token)
            elif kind is _RESULT:
                self._result(token)
            elif kind is _BAD:
                if self._runs_on(token):
                    self.run_on.add(token.place)
                self._give_up()
            elif kind is Kind.NAG and token.text in LETTER_SIGNS:
                self._letter_sign(token)
            elif kind is Kind.NAG and self.word == token.ordinal - 1:
                self.word += 1  # an exclamation mark

    @property
    def has_failed(self) -> bool:
        """Whether there was a token that could not be read, or no legal move."""
        return self.unread or any(not finding.is_warning for finding in self.findings)

    def _number(self, token: Token) -> None:
        """Take a number: it must be due, and a bare one must stand before a move."""
        line, text = self.levels[-1], token.text
        number = None if line is None else number_of(text)
        if line is not None and number is not None:
            plies, numbering = line.number, self.numbering
            round_ = line.position.round
            counted = numbering.take(number, round_, plies)
            if text[-1] not in _DOTS and not self._stands(token, number, counted, line):
                return
            if counted is not numbering:
                if counted is None:
                    self._misnumbered(token, number, numbering.due(round_, plies), plies)
                else:
                    self.numbering = counted

    def _stands(
        self, token: Token, number: int, counted: Numbering | None, line: LineOfPlay
    ) -> bool:
        """Return whether a number without dots is one; else take it as a fault."""
        if not token.text.rstrip(BARE_MARKS).isdecimal():
            return True
        self.ahead = self.ahead or following(self.tokens)
        behind = self.ahead[token.ordinal]
        may_begin = number == line.position.round or (not line.number and behind is _MOVE)
        is_due = counted is not None and (self.numbering.has_begun or may_begin)
        if is_due and behind in _ENDS:
            return True
        self._bare(token, line)
        return False

    def _misnumbered(self, token: Token, number: int, due: int, plies: int) -> None:
        """Warn of a wrong number, once."""
        if not self.misnumbered:
            self.misnumbered = True
            why = fault(Code.CONTRADICTION, misnumbered(number, due), token.place)
            self.findings.append(why._replace(ply=plies + 1, token=token.ordinal))

    def _bare(self, token: Token, line: LineOfPlay) -> None:
        """Take a bare number that is neither due nor a move: what follows is not judged."""
        due = self.numbering.due(line.position.round, line.number)
        text = f"not a move, nor the number that is due here, {due}: {excerpt(token.text)}"
        why = line.refused(Refusal(Code.SYNTAX, text), token)
        self._end(token._replace(kind=_MOVE), why)

    def _keep(self, token: Token, fate: Fate, finding: Finding | None = None) -> None:
        """Keep a move that is not played, or a token that is no move after all."""
        line, depth = self.levels[-1], len(self.levels) - 1
        parent = -1 if line is None else line.step
        self.unplayed.append(Unplayed(token, fate, depth, parent, finding))
        if not depth:
            self.at_ply = False

    def _comment(self, token: Token) -> None:
        """Take the notes of a comment, and play its conditional lines."""
        line, depth, notes = self.levels[-1], len(self.levels) - 1, notes_of(token.text)
        if line is not None and Illegal() in notes:
            self.behind = line
        after, fate, parent = len(self.plies), Fate.BEHIND, -1
        lines: tuple[ConditionalLine, ...] = ()
        if line is not None and self.behind is not line:
            fate, parent = Fate.NO_MOVE, line.step
            if line is self.main:
                self.offering.update(army for army, _ in offering(notes, self.game.letters))
            if any(isinstance(note, If) for note in notes):
                from aofref.judge.replay.conditional import conditional_lines  # few records need it

                lines = tuple(conditional_lines(line, token, notes, after))
            self.findings += [ahead.fault for ahead in lines if ahead.fault is not None]
        self.unplayed.append(
            Unplayed(token, fate, depth, parent, None, lines, notes, after, self.at_ply)
        )

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

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)

    def _move(self, token: Token) -> None:
        """Take a move."""
        line = self.levels[-1]
        if line is None:
            self._unjudged(token)
            return
        if token.text[0] == "0" and self.may_castle and self._is_no_castling(token):
            self._stated(token)
            return
        if self.offering and line is self.main and all_agree(line.position, self.offering):
            done: Ply | Finding = line.refused(Refusal(Code.GAME_OVER), token)
        else:
            done = line.play(token)
        if isinstance(done, Ply):
            self._played(line, done)
        else:
            self._refused(token, line, line.position, done)

    def _unjudged(self, token: Token) -> None:
        """Take a move of a line that was refused: only whether it is a move matters."""
        finding = None
        if moves.parse(self.game, token.text) is None:
            finding = not_a_move(token)
            if not self._runs_on(token):
                self.findings.append(finding)
        self._keep(token, Fate.BEHIND, finding)

    def _runs_on(self, token: Token) -> bool:
        """Return whether a text that is no move is a word of prose right behind another."""
        if not is_word(token.kind, token.text):
            return False
        before, self.word = self.word, token.ordinal
        return before == token.ordinal - 1

    def _stated(self, token: Token) -> None:
        """Take a text in the place of a move as a result."""
        self._result(token)
        self._keep(token, Fate.NO_MOVE)

    def _refused(self, token: Token, line: LineOfPlay, before: CorePosition, why: Finding) -> None:
        """Take a text that is no legal move: a result, an arbiter's case, or the line's end."""
        if self._is_stated(token, before):
            self._stated(token)
            return
        if why.code is Code.NO_SUCH_CELL and token.text.isdecimal():
            number = token._replace(kind=_NUMBER)
            self.unplayed.append(Unplayed(number, Fate.NO_MOVE, len(self.levels) - 1))
            self._number(number)
            return
        verdict = self._verdict(token)
        if verdict and self.as_played:
            if self._decided(token, line, why, verdict):
                return
        elif verdict:
            why = why._replace(refusal=why.refusal.noting(Note(DECIDED, (verdict,))))
        if why.code is Code.SYNTAX:
            self._runs_on(token)
        from aofref.judge.replay.reading import another_game, as_one, no_move  # for no legal record

        if why.code is Code.SYNTAX and line is self.main:
            why = why._replace(refusal=no_move(before, token.text))
        notes = [as_one(before, self.tokens, token.ordinal)]
        if line is self.main:
            notes.append(another_game(self.record, self.positions[-1], before, token))
        why = why._replace(refusal=why.refusal.noting(*filter(None, notes)))
        if line is not self.main and why.code is not Code.SYNTAX:
            why = why._replace(refusal=Refusal(Code.VARIATION, aside=why.refusal))
        self._end(token, why)

    def _end(self, token: Token, why: Finding) -> None:
        """End a line at a text that is refused."""
        self._keep(token, Fate.REFUSED, why)
        if self.levels[-1] is self.main:
            self.refused = why
        self.levels[-1] = None
        self.findings.append(why)

    def _is_stated(self, token: Token, before: CorePosition) -> bool:
        """Return whether a text that was refused is a result: a nought for each army, at the end.

        It is if the tag Result has it, too.  It also is if no other result is stated and the text
        has no number before it, where this record numbers the moves of the first army.
        """
        if not self._ends_in_noughts(token):
            return False
        if self._lost_by_all:
            return True
        kinds = [other.kind for other in self.tokens[: token.ordinal]]
        return (
            self._claimed == results.OPEN
            and all(other.kind is not Kind.RESULT for other in self.tokens[token.ordinal + 1 :])
            and before.turn == 0
            and Kind.NUMBER in kinds
            and kinds[-1] is not Kind.NUMBER
        )

    def _is_no_castling(self, token: Token) -> bool:
        """Return whether noughts are a result where castling may be legal.

        They are at the end, not behind a number, if the tag Result has them, too.
        """
        at = token.ordinal
        numbered = at > 0 and self.tokens[at - 1].kind is Kind.NUMBER
        return self._lost_by_all and not numbered and self._ends_in_noughts(token)

    def _ends_in_noughts(self, token: Token) -> bool:
        """Return whether a text is a nought for each army, at the end of the main line."""
        if len(self.levels) > 1 or not results.is_nobodys(len(self.game.armies), token.text):
            return False
        behind = range(token.ordinal + 1, len(self.tokens))
        return all(self.tokens[at].kind in _BEHIND_A_RESULT for at in behind)

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
        if len(self.positions) <= _KEPT:
            self.positions[ply.token.ordinal] = line.position
        if line is not self.main:
            self.variations.append(ply)
        else:
            self.plies.append(ply)
            self.at_ply = True
            if self.offering and ply.move is not None and ply.army not in self.offering:
                self.offering.clear()

    def _verdict(self, token: Token) -> Decided | None:
        """Return the arbiter's decision that the comment behind a move holds, if any."""
        at = token.ordinal + 1
        while at < len(self.tokens) and self.tokens[at].kind is Kind.NAG:
            at += 1
        if at == len(self.tokens) or self.tokens[at].kind is not Kind.COMMENT:
            return None
        decided = (n.verdict for n in notes_of(self.tokens[at].text) if isinstance(n, Arbiter))
        return next(decided, None)

    def _decided(self, token: Token, line: LineOfPlay, why: Finding, verdict: Decided) -> bool:
        """Carry on past an illegal move as an arbiter decided; return whether that can be."""
        if verdict is Decided.TAKEBACK:
            line.hold()
            self._keep(token, Fate.TAKEN_BACK, why)
            return True
        ply = line.overrule(token, why, verdict)
        if ply is not None:
            self._played(line, ply)
        return ply is not None


_BEHIND_A_RESULT: Final = {Kind.COMMENT, Kind.ESCAPE, Kind.NAG, Kind.RESULT}
_KEPT: Final = 500
"""The most plies of a record whose positions are kept: more would take too much memory."""
_MOVE: Final = Kind.MOVE
_NUMBER: Final = Kind.NUMBER
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_COMMENT: Final = Kind.COMMENT
_RESULT: Final = Kind.RESULT
_BAD: Final = Kind.BAD
_DOTS: Final = ".\u2026"
_ENDS: Final = None, Kind.MOVE, Kind.CLOSE, Kind.RESULT
