"""Addition: what somebody has sent for a game, judged behind the last move of its record."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from aofref.findings import NOWHERE, Code, Finding, Place, Refusal
from aofref.findings.facts import Instead, Unruled, Words
from aofref.judge.collect.summary import players
from aofref.judge.replay.conditional import PlayedLine, play_line
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import LineOfPlay, Ply, finding_of
from aofref.judge.replay.reading import Refused, play_typed
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves
from aofref.notation.moves import MoveText
from aofref.notation.notes import Draw, Mail, Sent
from aofref.notation.records import Kind, Token
from aofref.notation.typed import InputReader
from aofref.rules.position import NOBODY, CorePosition


class Word(NamedTuple):
    """A move or a word as somebody wrote it, or a conditional line: its `text`.

    `place` is where it stands in its `source`, empty if it has none.
    """

    text: str
    place: Place = NOWHERE
    source: str = ""


class Stamp(NamedTuple):
    """The `moment` at which a move came, and the hash of the `message` that brought it, if one did.

    `str` is the commands that stand behind the move.
    """

    moment: datetime
    message: str = ""

    @property
    def mail(self) -> str:
        """The command that names the message; empty without one."""
        return str(Mail(self.message)) if self.message else ""

    def __str__(self) -> str:
        return f"{self.mail} {Sent.at(self.moment)}".lstrip()


class JudgedWords(NamedTuple):
    """Words judged in order: the line of play behind them, and the ply or the offer of each.

    An offer is its comment.  `refused` is the first word that was refused, and why.
    """

    line: LineOfPlay
    done: tuple[Ply | Token, ...]
    refused: Refused | None = None

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves and withdrawals."""
        return tuple(item for item in self.done if isinstance(item, Ply))

    def tokens(self, stamp: Stamp | None = None) -> list[Token]:
        """List the tokens that a record then has, the stamp behind each move.

        A stamp of a message is one comment, with the offers.  An offer that is made twice in a row
        is there once.
        """
        tokens = [item.token if isinstance(item, Ply) else item for item in self.done]
        tokens = [token for at, token in enumerate(tokens) if at == 0 or token != tokens[at - 1]]
        if stamp is None or not stamp.message:
            return list(stamped(tokens, stamp))
        offers = [item.text for item in self.done if isinstance(item, Token)]
        texts = [str(stamp), *offers] if self.plies else [*offers, stamp.mail]
        return [*(ply.token for ply in self.plies), Token(Kind.COMMENT, " ".join(texts), NOWHERE)]


def reader_of(replay: Replay) -> InputReader:
    """Make a reader of typed moves in the game of a record, with the names of its players."""
    return InputReader.among(replay.game, players(replay))


def in_order(reader: InputReader, words: Sequence[str]) -> list[tuple[int, str]]:
    """Join what was typed word by word into moves and offers, a bare `draw` behind the first move.

    Each text comes with the place of its first word, from 0.
    """
    texts = reader.gathered(words)
    offers = [reader.read(text).offer for _, text in texts]
    first = next((at for at, offer in enumerate(offers) if offer != ""), 0)
    return [*texts[first : first + 1], *texts[:first], *texts[first + 1 :]]


def judge_words(replay: Replay, words: Iterable[Word], by: str = "") -> JudgedWords:
    """Judge moves and words as people type them behind a game, up to the first refused.

    `draw` is an offer of the army that moved before it, `E:draw` one of that army.  With `by`,
    the letter of an army, all must be of that army.
    """
    reader, done = reader_of(replay), list[Ply | Token]()
    line, mover = LineOfPlay(replay.last, replay.length), replay.last.turn
    over = ending(replay) is not None
    for text, at, _ in words:
        before, token = line.position, Token(Kind.MOVE, text, at)
        army = reader.read(text, by).offer
        if over:
            why = Refusal(Code.GAME_OVER)
        elif army is not None:
            army = army or by or replay.game.letters[mover]
            mine = by in ("", army)
            offer = _offer(before, army) if mine else _not_of(before, "a draw offered by", army, by)
            if isinstance(offer, Token):
                done.append(offer)
                continue
            why = offer
        else:
            plies = (*replay.plies, *JudgedWords(line, tuple(done)).plies)
            ply = play_typed(line, text, at, by, plies, reader)
            if isinstance(ply, Refused):
                return JudgedWords(line, tuple(done), ply)
            mover = ply.army
            if by in ("", replay.game.letters[mover]):
                done.append(ply)
                continue
            token = ply.token
            why = _not_of(before, "a move of", replay.game.letters[mover], by)
        refused = finding_of(why, token, line.number + 1, by)
        return JudgedWords(line, tuple(done), Refused(before, token, refused))
    return JudgedWords(line, tuple(done))


def _offer(position: CorePosition, army: str) -> Token | Refusal:
    """Make the comment by which an army offers a draw or agrees to one, or refuse that."""
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER)
    why = moves.army_refusal(position, MoveText("draw", army))
    return why or Token(Kind.COMMENT, str(Draw((army,))), NOWHERE)


def _not_of(position: CorePosition, what: str, army: str, by: str) -> Refusal:
    names = {side.letter: side.name for side in position.game.sides}
    text = f"{what} {names.get(army, army)}, not {what.split()[-1]} {names[by]}"
    gone = position.royals[position.game.letters.index(by)] < 0
    return Refusal(Code.WRONG_ARMY if gone else Code.WRONG_TURN, Instead(text))


def judge_conditional(
    start: LineOfPlay, given: Word, sender: int, reader: InputReader
) -> PlayedLine | Finding:
    """Judge a conditional line that an army sends with its move; a Finding if it cannot be read.

    Its last move must be the sender's.
    """
    words = list(re.finditer(r"\S+", given.text))
    if not words or any(mark in given.text for mark in "(){};[]"):
        wrong = "a conditional line may contain only moves, without variations"
        return Finding(Refusal(Code.SYNTAX, Words(wrong)), given.place)
    row, column = given.place
    placed = [
        Token(Kind.MOVE, text, Place(row, column + words[number].start()))
        for number, text in reader.gathered([word.group() for word in words])
    ]
    line = play_line(start, placed, reader)
    if line.refused is not None or line.plies[-1].army == sender:
        return line
    sides, last = start.position.game.sides, line.plies[-1]
    text = (
        f"the line ends with a move of {sides[last.army].name}; it must end with one of the "
        f"sender, {sides[sender].name}"
    )
    why = finding_of(Refusal(Code.WRONG_TURN, Unruled(text)), placed[-1], start.number, "")
    return line._replace(refused=Refused(start.position, placed[-1], why))


def stamped(tokens: Iterable[Token], stamp: Stamp | None) -> Iterator[Token]:
    """Put the stamp behind each move, if there is one."""
    for token in tokens:
        yield token
        if stamp is not None and token.kind is Kind.MOVE:
            yield Token(Kind.COMMENT, str(stamp), NOWHERE)
