"""Comments: what commands in comments of the main line say.

`[%draw E]` is an army's offer of a draw or its consent, `[%sent TIME]` the time at which a ply
reached the arbiter.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from aofref.findings import Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.notes import Draw, Illegal, Note, Sent, notes_of, parts
from aofref.notation.records import Kind, ParsedRecord, Token
from aofref.text import excerpt

if TYPE_CHECKING:
    from datetime import datetime


class Offer(NamedTuple):
    """An army's offer of a draw, or its consent: the comment, and the number of its letter there.

    The letters of all offers in a comment are numbered from 0.
    """

    army: int
    token: Token
    at: int


def course(replay: Replay) -> Iterator[Ply | Offer]:
    """Yield the plies and the offers of the main line in order.

    What stands behind an illegal move does not count, even where that move is kept in a comment.
    """
    plies, void = {ply.token.ordinal: ply for ply in replay.plies}, False
    letters = replay.game.letters
    for token in replay.record.main_line:
        if token.kind is Kind.MOVE:
            ply = plies.get(token.ordinal)
            if ply is not None:
                void = False
                yield ply
            elif replay.refused is not None and token.ordinal >= replay.refused.token:
                return
        elif token.kind is Kind.COMMENT:
            notes = notes_of(token.text)
            void = void or Illegal() in notes
            if not void:
                for army, at in offering(notes, letters):
                    yield Offer(army, token, at)


def offering(notes: Iterable[Note], letters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the armies that offer a draw in a comment, with the numbers of their letters."""
    draws = (note for note in notes if isinstance(note, Draw))
    for at, letter in enumerate(letter for draw in draws for letter in draw.letters):
        if letter in letters:
            yield letters.index(letter), at


def taken_out(text: str, numbers: Collection[int]) -> str:
    """Take offers out of the text of a comment, given the numbers of their letters."""
    kept, at = list[str](), count()
    for stretch, note in parts(text):
        left = stretch
        if isinstance(note, Draw):
            letters = tuple(letter for letter in note.letters if next(at) not in numbers)
            if letters != note.letters:
                left = str(Draw(letters)) if letters else ""
        kept.append(left)
    return "".join(kept)


def agreed(replay: Replay) -> tuple[int, ...]:
    """List the armies on the board that offer a draw or have agreed to one, in order of play.

    An offer stands until an army that has not agreed moves.
    """
    if not any("[%draw" in comment.text for comment in replay.record.comments):
        return ()
    standing = set[int]()
    for item in course(replay):
        if isinstance(item, Offer):
            standing.add(item.army)
        elif item.move is not None and item.army not in standing:
            standing.clear()
    return tuple(army for army in replay.last.living if army in standing)


def offers(judged: Judged) -> tuple[str, ...]:
    """List the letters of the armies whose offers of a draw stand."""
    if isinstance(judged, Unopened):
        return ()
    return tuple(judged.game.letters[army] for army in agreed(judged))


def all_agreed(replay: Replay) -> bool:
    """Whether every army on the board has agreed to a draw, so that the game has ended."""
    return len(replay.last.living) > 1 and agreed(replay) == tuple(replay.last.living)


def stamps(record: ParsedRecord, plies: tuple[Ply, ...]) -> "dict[int, datetime]":
    """Return the moment at which each ply was sent, by its place among the plies; some have none.

    Of several stamps behind a ply the first counts.
    """
    places = {ply.token.ordinal: place for place, ply in enumerate(plies)}
    sent: dict[int, datetime] = {}
    at = -1
    for token in record.main_line:
        if token.kind is Kind.MOVE:
            at = places.get(token.ordinal, -1)
        elif at >= 0 and at not in sent and token.kind is Kind.COMMENT and "[%sent" in token.text:
            stamp = next((note for note in notes_of(token.text) if isinstance(note, Sent)), None)
            if stamp is not None and (moment := stamp.moment) is not None:
                sent[at] = moment
    return sent


def unread_control(record: ParsedRecord) -> list[Finding]:
    """Warn of a time control that is not understood."""
    tag = record.tag("TimeControl")
    if tag is None:
        return []
    from aofref.notation import times  # only where there is one

    if not times.states_control(tag.value) or times.read_control(tag.value) is not None:
        return []
    text = f"the tag TimeControl is not understood: {excerpt(tag.value)}"
    return [Finding(Refusal(Code.TIME, Words(text)), tag.place)]


def backwards(
    record: ParsedRecord, plies: tuple[Ply, ...], letters: tuple[str, ...]
) -> list[Finding]:
    """Warn of each ply whose stamp is before that of an earlier one."""
    from aofref.notation import times

    last: datetime | None = None
    findings = []
    for place, moment in stamps(record, plies).items():
        ply = plies[place]
        if last is not None and moment < last:
            earlier, later = times.write_moment(moment), times.write_moment(last)
            why = Refusal(Code.TIME, Words(f"sent at {earlier}, but an earlier ply at {later}"))
            letter, token = letters[ply.army], ply.token
            findings.append(Finding(why, token.place, ply.number, letter, ply.lan, token.ordinal))
        last = moment if last is None else max(last, moment)
    return findings
