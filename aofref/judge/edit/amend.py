"""Amend: a record with moves or offers added or taken back, or with an arbiter's decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aofref.findings import NOWHERE, Code, Finding, Place, Refusal
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Decided, LineOfPlay, finding_of
from aofref.judge.replay.offers import OFFER
from aofref.judge.replay.reading import played
from aofref.judge.replay.verdict import Judged, Replay
from aofref.notation import moves, results
from aofref.notation.moves import MoveText
from aofref.notation.records import Kind, RawRecord, Record, Tag, Token
from aofref.notation.words import DRAW, worded
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, Position


def extended(agreed: Record, tokens: list[Token], result: str) -> Record:
    """Add tokens at the end of the movetext of a game under way, and the result it has now."""
    kept = [token for token in agreed.tokens if token is not agreed.result]
    return _with(agreed, [*kept, *tokens], result)


def continued(found: Replay, texts: Iterable[str]) -> Record | Finding:
    """Add moves as people type them to a record that was played; the first that is refused ends it.

    `draw` is an offer of the army that moved before it, `E:draw` one of that army.  The result is
    the one that the moves fix, or `*`.
    """
    line, tokens, mover = LineOfPlay(found.last, found.length), [], found.last.turn
    every = list(texts)
    for text in (every[at] for at in offers_behind(found.game, every)):
        by = offer_by(found.game, text)
        if by is not None:
            offer = offered(line.position, by or found.game.letters[mover])
            if isinstance(offer, Refusal):
                return finding_of(offer, Token(Kind.MOVE, text, NOWHERE), line.number + 1, by)
            tokens.append(offer)
            continue
        ply = played(line, text)
        if isinstance(ply, Finding):
            return ply
        tokens.append(ply.token)
        mover = ply.army
    fixed = results.write(len(found.game.armies), line.position.winners)
    return extended(found.record, tokens, fixed)


def offer_by(game: CompiledVariant, text: str) -> str | None:
    """Give the army of an offer of a draw, empty if it names none; None for another text."""
    said = worded(game.variant, text)
    return said[:1] if said.endswith(f":{DRAW}") else "" if said == DRAW else None


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


def undone(found: Replay, count: int) -> Record | None:
    """Take back the last moves and withdrawals, an illegal one at the end among them.

    What stands behind them goes too, and the game is open again.  None if there are not so many.
    """
    items = [ply.token.ordinal for ply in found.plies]
    if found.refused is not None:
        items.append(found.refused.token)
    if not 0 < count <= len(items):
        return None
    cut = items[-count]
    kept = [token for token in found.record.tokens if token.ordinal < cut]
    return _with(found.record, kept, results.OPEN)


def _with(agreed: Record, tokens: list[Token], result: str) -> Record:
    """Give a record with other tokens and another result, in its tag too."""
    tags = tuple(
        Tag(tag.name, result, tag.place) if tag.name == "Result" else tag for tag in agreed.tags
    )
    told = [*tokens, Token(Kind.RESULT, result, NOWHERE)]
    numbered = tuple(token._replace(ordinal=index) for index, token in enumerate(told))
    return agreed._replace(tags=tags, tokens=numbered)


def decided(found: Replay, verdict: Decided) -> RawRecord:
    """Put an arbiter's decision behind the move that was refused; every other character stays."""
    record, refused = found.record, found.refused
    assert refused is not None
    comment = f"{{[%arbiter {verdict}]}}"
    behind = (t for t in record.tokens[refused.token + 1 :] if t.kind is not Kind.NAG)
    follows = next(behind, None)
    text = record.raw.text
    if follows is None:
        return record.raw._replace(text=f"{text.rstrip()} {comment}\n")
    at = _offset(record.raw, follows.place)
    gap = "\n" if follows.kind is Kind.ESCAPE else " "
    return record.raw._replace(text=f"{text[:at]}{comment}{gap}{text[at:]}")


def _offset(raw: RawRecord, place: Place) -> int:
    """Give where in the text of a record a place of its stream is."""
    lines = raw.text.split("\n")
    down = place.line - raw.start.line
    column = place.column - (raw.start.column if not down else 1)
    return sum(len(line) + 1 for line in lines[:down]) + column
