"""Mail: what a message says to a game, or why it says nothing, in words."""

from collections.abc import Iterable, Iterator

from aofref.findings import Code, Finding, Refusal
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.collect.summary import players
from aofref.judge.edit.addition import Word
from aofref.judge.edit.mail_move import MailMove, Order
from aofref.judge.replay.verdict import Replay
from aofref.notation.typed import consents
from aofref.report.text.proof import hints
from aofref.report.text.record import armies_joined
from aofref.text import excerpt, on_one_line

_NAMED = 5  # how many lines that are no move are named


def orders(found: MailMove, conditional: Iterable[Word]) -> Iterator[str]:
    """Write which lines have the move, the draw and conditional lines, and which have none."""
    for order in found.orders:
        line = f"line {order.place.line}"
        move = f"the move is that of {line}: {excerpt(order.move)}"
        verb = "accepted" if consents([order.move]) else "offered"
        yield f"a draw is {verb} in {line}" if order.offers else move
    for told in conditional:
        yield f"line {told.place.line} is a conditional line: {excerpt(told.text)}"
    if found.unread:
        named = [f"line {line.place().line} {excerpt(line.text.strip())}" for line in found.unread]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        yield f"not understood: {', '.join(named[:_NAMED])}{more}"


def sender(judged: Replay, armies: str) -> str:
    """Write whom From names, by the letters of the armies of that player."""
    if not armies:
        return "From names no player of this game"
    game, name = judged.game, on_one_line(dict(players(judged))[armies[0]])
    has = armies_joined(game, [game.letters.index(letter) for letter in armies], "and")
    return f"From names {name}, who plays {has}"


def unclear(judged: Replay, first: Order, armies: str) -> Finding:
    """Return the finding that the army of a move or word is not clear."""
    who = sender(judged, armies)
    text = f"{excerpt(first.move)} does not name its army, and {who}: name it with --by ARMY"
    return Finding(Refusal(Code.AMBIGUOUS, text, section=None), first.place)


def refused(judged: Replay, word: str, why: Finding, source: str) -> Iterator[str]:
    """Write why a message has no move, and moves like the `word` that looks like one."""
    near = suggestions(judged.last, word, why.refusal) if word else ()
    yield why.diagnostic(source)
    yield from hints(judged.last, word, why.refusal, near)
