"""Amend: a record with moves or offers added or taken back, or with an arbiter's decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aofref.findings import NOWHERE, Code, Finding, Refusal
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import By, End, ending
from aofref.judge.replay.line import Decided, LineOfPlay, Ply, finding_of
from aofref.judge.replay.offers import OFFER, Offer, all_agreed, course, taken_out
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.reading import Refused, played
from aofref.judge.replay.verdict import Judged, Replay
from aofref.notation import moves, results
from aofref.notation.moves import MoveText
from aofref.notation.records import Kind, RawRecord, Record, Tag, Token
from aofref.notation.words import DRAW, worded
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, Position


def extended(agreed: Record, tokens: list[Token], result: str) -> Record:
    """Add tokens at the end of the movetext of a game under way, and the result it has now."""
    return _with(agreed, [*agreed.tokens, *tokens], result)


def continued(found: Replay, texts: Iterable[str]) -> Record | Finding:
    """Add moves as people type them to a record that was played; the first that is refused ends it.

    `draw` is an offer of the army that moved before it, `E:draw` one of that army.  The result is
    the one that the moves fix, or `*`.
    """
    line, tokens, mover = LineOfPlay(found.last, found.length), [], found.last.turn
    every = list(texts)
    if every and ending(found) is not None:
        token = Token(Kind.MOVE, every[0], NOWHERE)
        return finding_of(Refusal(Code.GAME_OVER), token, line.number + 1, "")
    for text in (every[at] for at in offers_behind(found.game, every)):
        by = offer_by(found.game, text)
        if by is not None:
            offer = offered(line.position, by or found.game.letters[mover])
            if isinstance(offer, Refusal):
                return finding_of(offer, Token(Kind.MOVE, text, NOWHERE), line.number + 1, by)
            tokens.append(offer)
            continue
        ply = played(line, text)
        if isinstance(ply, Refused):
            return ply.finding
        tokens.append(ply.token)
        mover = ply.army
    fixed = results.write(len(found.game.armies), line.position.winners)
    return extended(found.record, tokens, fixed)


def offer_by(game: CompiledVariant, text: str) -> str | None:
    """Give the army of an offer of a draw, empty if it names none; None for another text."""
    word = worded(game.variant, text)
    return word[:1] if word.endswith(f":{DRAW}") else "" if word == DRAW else None


def offers_behind(game: CompiledVariant, texts: Sequence[str]) -> list[int]:
    """Give the order of texts in which a bare `draw` before the first move stands behind it."""
    places = list(range(len(texts)))
    first = next((at for at in places if offer_by(game, texts[at]) != ""), 0)
    return [first, *places[:first], *places[first + 1 :]] if texts else []


def offered(position: Position, army: str) -> Token | Refusal:
    """Make the comment by which an army offers a draw or agrees to one, or refuse that."""
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER)
    why = moves.army_refusal(position, MoveText("draw", army))
    return why or Token(Kind.COMMENT, OFFER.format(army), NOWHERE)


def settled(found: Judged) -> Record:
    """Close the record of a game that has ended, if it states no result yet."""
    end = ending(found)
    if end is None or end.result in (results.OPEN, found.claimed):
        return found.record
    return extended(found.record, [], end.result)


def concluded(record: Record, setting: Setting) -> Record:
    """Close the record of a game that its players have agreed to end, with play under `setting`.

    Any other end has been stated with the play that brought it about.
    """
    if not any("[%draw" in token.text for token in record.main_line):
        return record
    return settled(replay(record, setting))


Taken = Ply | Finding | Offer | End
"""What can be taken back: a move or withdrawal, an illegal move, an offer of a draw, an end."""


class Undone(NamedTuple):
    """A record, and what was taken back in it, the last first."""

    record: Record
    taken: tuple[Taken, ...]


def cut(found: Replay, count: int) -> Record | None:
    """Take back the last moves and withdrawals, an illegal one at the end among them.

    What stands behind them goes too.  None if there are not so many.
    """
    items = [item for item in _done(found) if not isinstance(item, Offer)]
    return _without(found.record, items[-count:]) if 0 < count <= len(items) else None


def undone(found: Replay, count: int) -> Undone | int:
    """Take back so much of what was done last, or say how much there is to take back.

    An end that people agreed on or decided is one step; where offers of a draw brought it about,
    it goes with the last of them.  Each army's offer is one.  What stands behind a move goes too.
    """
    items = _done(found)
    end = ending(found)
    if end is None and found.refused is None and found.claimed != results.OPEN:
        end = End(found.claimed, By.AGREEMENT, found.length)  # a false one
    together: list[Taken] = []
    if end is not None and end.by not in (By.MOVES, By.RESIGNATION):
        (together if all_agreed(found) else items).append(end)
    if count > len(items):
        return len(items)
    taken = items[-count:]
    return Undone(_without(found.record, taken), (*together, *reversed(taken)))


def _done(found: Replay) -> list[Taken]:
    """List what was done in the main line, in order: moves, withdrawals, offers of a draw."""
    return [*course(found), *((found.refused,) if found.refused is not None else ())]


def _without(record: Record, taken: Sequence[Taken]) -> Record:
    """Leave out of a record what was taken back; its game is open then."""
    moves = [
        item.token if isinstance(item, Finding) else item.token.ordinal
        for item in taken
        if isinstance(item, Ply | Finding)
    ]
    places: dict[int, set[int]] = {}
    for item in taken:
        if isinstance(item, Offer):
            places.setdefault(item.token.ordinal, set()).add(item.at)
    kept = []
    for token in record.tokens:
        if moves and token.ordinal >= moves[0]:
            break
        text = taken_out(token.text, places.get(token.ordinal, ()))
        if text.strip() or text == token.text:
            kept.append(token._replace(text=text))
    tags = tuple(tag for tag in record.tags if not says_how(tag))
    return _with(record._replace(tags=tags), kept, results.OPEN)


def says_how(tag: Tag) -> bool:
    """Say whether a tag says how a game ended."""
    return tag.name == "Termination" and tag.value.strip().lower() != "unterminated"


def _with(agreed: Record, tokens: list[Token], result: str) -> Record:
    """Give a record with other tokens and another result, in its tag too."""
    tags = [tag._replace(value=result) if tag.name == "Result" else tag for tag in agreed.tags]
    stated = {token.ordinal for token in agreed.results}
    kept = [token for token in tokens if token.ordinal not in stated]
    kept.append(Token(Kind.RESULT, result, NOWHERE))
    numbered = tuple(token._replace(ordinal=index) for index, token in enumerate(kept))
    return agreed._replace(tags=tuple(tags), tokens=numbered)


def decided(found: Replay, verdict: Decided, words: str = "") -> RawRecord:
    """Put an arbiter's decision behind the move that was refused; every other character stays.

    `words`, such as who decided and why, stand behind the decision in its comment.
    """
    record, refused = found.record, found.refused
    assert refused is not None
    comment = f"{{{f'[%arbiter {verdict}] {words}'.rstrip()}}}"
    behind = (t for t in record.tokens[refused.token + 1 :] if t.kind is not Kind.NAG)
    follows = next(behind, None)
    text = record.raw.text
    if follows is None:
        return record.raw._replace(text=f"{text.rstrip()} {comment}\n")
    at = record.raw.offset(follows.place)
    gap = "\n" if follows.kind is Kind.ESCAPE else " "
    return record.raw._replace(text=f"{text[:at]}{comment}{gap}{text[at:]}")
