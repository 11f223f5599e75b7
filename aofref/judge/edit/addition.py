"""Addition: what somebody has sent for a game, judged behind the last move of its record."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain

from aofref.findings import NOWHERE, START, Code, Place, Refusal
from aofref.judge.collect.summary import players
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import LineOfPlay, Numbering, Ply, finding_of
from aofref.judge.replay.reading import Refused, play_typed
from aofref.judge.replay.verdict import Replay, all_agree
from aofref.notation import moves, movetext, resolve
from aofref.notation.movetext import MoveText
from aofref.notation.notes import Draw, Mail, Sent
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.tokenizer import lexemes
from aofref.notation.typed import DRAW, InputReader, Typed, consents, number_typed
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, CorePosition
from aofref.rules.refuse import with_variant
from aofref.text import excerpt
from aofref.values import Value


class Word(Value):
    """A move or a word as somebody wrote it, or a conditional line: its `text`.

    `place` is where it stands in its `source`, empty if it has none.  `behind` has the marks and
    comments of a move, as a record has them.
    """

    text: str
    place: Place = NOWHERE
    source: str = ""
    behind: str = ""


class Stamp(Value):
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


def items_of(
    done: Sequence[Ply | Token], words: Iterable[Word], stamp: Stamp | None = None
) -> Iterator[Ply | Token]:
    """Yield the moves and comments of a record for words, the stamp behind each move.

    `done` has the ply or the offer of each.  A stamp of a message is one comment, with the offers.
    An offer that is made twice in a row is there once.
    """
    if stamp is not None and stamp.message:
        plies = [item for item in done if isinstance(item, Ply)]
        yield from plies
        offers = [item.text for item in done if isinstance(item, Token)]
        texts = [str(stamp), *offers] if plies else [*offers, stamp.mail]
        yield Token(Kind.COMMENT, " ".join(texts))
        return
    before: Ply | Token | None = None
    for item, word in zip(done, words, strict=False):
        if isinstance(item, Ply):
            yield from stamped([item, *_items_behind(word)], stamp)
        elif item != before:
            yield item
            yield from (mark for mark in _items_behind(word) if mark.kind is Kind.COMMENT)
        before = item


def _items_behind(word: Word) -> list[Token]:
    """List the marks and comments of a word; ValueError if another text is among them."""
    found = [*lexemes(word.behind, START)]
    if any(lexeme.kind not in (Kind.COMMENT, Kind.NAG) for lexeme in found):
        raise ValueError(f"not marks and comments: {excerpt(word.behind)}")
    return [Token(lexeme.kind, lexeme.text) for lexeme in found]


def reader_of(replay: Replay) -> InputReader:
    """Make a reader of typed moves for a record: of its players, and whether a draw is offered."""
    return InputReader.among(replay.game, players(replay), offered=bool(replay.offers))


def in_order(reader: InputReader, words: Sequence[str]) -> list[tuple[int, str]]:
    """Join what was typed word by word into moves and offers, a bare `draw` behind the first move.

    A draw that is accepted stays before the move, which may end the offer.
    Each text comes with the place of its first word, from 0.
    """
    texts = reader.gathered(words)
    read = [reader.read(text) for _, text in texts]
    first = next((at for at, typed in enumerate(read) if typed != Typed(DRAW, offer="")), 0)
    return [*texts[first : first + 1], *texts[:first], *texts[first + 1 :]]


def as_words(replay: Replay, texts: Iterable[str]) -> tuple[Word, ...]:
    """Make words of texts as people type them, with the marks and comments behind each move."""
    reader = reader_of(replay)
    given = [word for text in texts for word in _parted(text)]
    for at, word in enumerate(given):
        if word.behind and "{" not in word.behind:
            read = reader.read(word.text)
            is_word = read.why is not None or bool(read.offer)
            written = None if is_word else moves.parse(reader.game, read.text)
            if written is None or written.action in movetext.WITHDRAWALS:  # `I resign!` has no mark
                given[at] = Word(f"{word.text}{word.behind}")
    ordered = in_order(reader, [word.text for word in given])
    firsts = {at for at, _ in ordered}
    behind: dict[int, str] = {}
    for at, word in enumerate(given):
        first = max(place for place in firsts if place <= at)
        behind[first] = f"{behind.get(first, '')} {word.behind}"
    return tuple([Word(text, behind=behind.pop(at, "")) for at, text in ordered])


def _parted(text: str) -> list[Word]:
    """Part a text behind marks and comments in braces.

    One that begins with them, or has parentheses, is not parted.
    """
    record, words = Record(text, START), list[Word]()
    start, end = 0, -1  # of the move
    for lexeme in lexemes(text, START):
        at = record.offset(lexeme.place)
        if lexeme.kind in (Kind.COMMENT, Kind.NAG) and text[at] in "{!?$":
            end = at if end < 0 else end
        elif lexeme.kind is Kind.OPEN:
            return [Word(text)]
        elif end >= 0:
            words.append(Word(text[start:end].strip(), behind=text[end:at]))
            start, end = at, -1
    end = len(text) if end < 0 else end
    words.append(Word(text[start:end].strip(), behind=text[end:]))
    return words if all(word.text for word in words) else [Word(text)]


def judge_words(
    replay: Replay, words: Iterable[Word], by: str = ""
) -> tuple[LineOfPlay, list[Ply | Token], Refused | None]:
    """Judge moves and words as people type them behind a game, up to the first refused.

    `draw` is an offer of the army that moved before it, `E:draw` one of that army; a draw is
    accepted only if another army offers it.  With `by`, the letter of an army, all must be of that
    army.  Return the line of play behind them, the ply of each or the comment of its offer, and the
    first that was refused.
    """
    reader, letters, done = reader_of(replay), replay.game.letters, list[Ply | Token]()
    line, mover = LineOfPlay(replay.last, replay.length), replay.last.turn
    over, offers = ending(replay) is not None, {*replay.offers}
    played = list[tuple[CorePosition, Ply]]()
    numbering = replay.numbering if replay.numbering.has_begun else Numbering(0)  # by rounds
    for text, at, _, _ in words:
        before, token = line.position, Token(Kind.MOVE, text, *at)
        read = reader._replace(offered=bool(offers)).read(text, by)
        if over:
            why = Refusal(Code.GAME_OVER)
        elif all_agree(before, offers):
            why = Refusal(Code.GAME_OVER, "the draw agreed before it ends the game", section=None)
        elif read.offer is not None:
            army = read.offer or by or letters[mover]
            offer = draw_offer(before, army)
            if by not in ("", army):
                offer = _not_of(before, "a draw offered by", army, by)
            if isinstance(offer, Token):
                number = letters.index(army)
                if not consents([read.text]) or offers - {number}:
                    done.append(offer)
                    offers.add(number)
                    continue
                none = f"no offer of a draw stands that {before.game.sides[number]} could accept"
                offer = Refusal(Code.NO_MATCH, f"{none}; to offer a draw, write draw", section=None)
            why = offer
        else:
            ply = play_typed(line, text, at, by, chain(replay.moves(), played), reader)
            if isinstance(ply, Refused):
                return line, done, ply
            its_number = number_typed(text) if ply.move is not None else None
            if its_number is not None:  # it may be another than the one that is due
                given = its_number, before.round, ply.number - 1
                numbering, wrong = numbering.take(*given, ply.token)
                ply = ply._replace(warnings=(*ply.warnings, *([wrong] if wrong else ())))
            mover = ply.army
            played.append((before, ply))
            if ply.move is not None and mover not in offers:
                offers.clear()
            if by in ("", letters[mover]):
                done.append(ply)
                continue
            token = ply.token
            why = _not_of(before, "a move of", letters[mover], by)
        refused = finding_of(with_variant(before.game, why), token, line.number + 1, by)
        return line, done, Refused(before, token, refused)
    return line, done, None


def draw_offer(position: CorePosition, army: str) -> Token | Refusal:
    """Make the comment by which an army offers a draw or agrees to one, or refuse that."""
    if position.turn == NOBODY:
        return with_variant(position.game, Refusal(Code.GAME_OVER))
    why = resolve.army_refusal(position, MoveText("draw", army))
    return why or Token(Kind.COMMENT, str(Draw((army,))), *NOWHERE)


def _not_of(position: CorePosition, what: str, army: str, by: str) -> Refusal:
    names = {side.letter: side.name for side in position.game.sides}
    text = f"{what} {names.get(army, army)}, not {what.split()[-1]} {names[by]}"
    gone = position.royals[position.game.letters.index(by)] < 0
    return Refusal(Code.WRONG_ARMY if gone else Code.WRONG_TURN, text, section=None)


def stamped(items: Iterable[Ply | Token], stamp: Stamp | None) -> Iterator[Ply | Token]:
    """Put the stamp behind each move, if there is one."""
    for item in items:
        yield item
        if stamp is not None and isinstance(item, Ply):
            yield Token(Kind.COMMENT, str(stamp))


def numbered_behind(replay: Replay, items: Iterable[Ply | Token]) -> list[Token]:
    """Write plies and comments that stand behind a game, in long notation."""
    last = replay.last
    played = (ply.round for ply in reversed(replay.plies) if ply.move is not None)
    round_ = next(played, 0)
    begins = bool(round_) or last.turn == last.living[0]
    behind = [token.kind for token in replay.record.tokens[-2:] if token.kind is not Kind.RESULT]
    apart = bool(behind) and behind[-1] in (Kind.COMMENT, Kind.ESCAPE, Kind.CLOSE)
    every = [*numbered(replay.game, items, round_, begins=begins, apart=apart)]
    return [one for one in every if one.kind is not Kind.NUMBER or not replay.record.is_json]


def numbered(
    game: CompiledVariant,
    items: Iterable[Ply | Token],
    round_: int = 0,
    *,
    begins: bool,
    apart: bool = False,
) -> Iterator[Token]:
    """Write plies and comments in long notation, behind a move of a round, if there is one.

    A move has a number where a round begins, and in a game of two players behind comments, `apart`
    from the moves before it.  `begins`: the first move is one with which a round begins.
    """
    for item in items:
        if isinstance(item, Token):
            apart = apart or item.kind is Kind.COMMENT
            yield item
            continue
        if item.move is not None:
            number = ""
            if item.round != round_:
                number = f"{item.round}." if begins else f"{item.round}..."
            elif apart and game.two_players:
                number = f"{item.round}..."
            if number:
                yield Token(Kind.NUMBER, number)
            round_, begins, apart = item.round, True, False
        yield Token(Kind.MOVE, item.written(game))
