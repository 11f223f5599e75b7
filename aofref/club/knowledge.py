"""Knowledge: the players of a game know the text of its record that they were sent last.

An arbiter changes a record by other commands.  A file of the folder `known` has that text: what the
record has otherwise is news, which the next run sends to the players.
"""

import re
from collections.abc import Iterator

from aofref.club import answers, journal
from aofref.club.settings import digest
from aofref.findings import START, Code, Finding, fault
from aofref.judge.collect.summary import UNNAMED
from aofref.judge.replay.comments import given
from aofref.judge.replay.ending import ended_by_play
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record
from aofref.notation.notes import Decided
from aofref.notation.times import HOUR, in_days, span_in_words
from aofref.report.text.record import ended
from aofref.text import in_bytes, json_text, on_one_line
from aofref.values import Value

_DAMAGED = (
    "this is damaged, and written anew: what the players learnt by mail counts as known, and "
    "anything else is sent again"
)
_OF_THE_END = ("Result", "Termination")  # the tags of the end of a game
_HEAD = re.compile(rb"% ([0-9]{1,9}) ([0-9a-f]{16})")
_GIVEN = re.compile(r"\[%give [^\[\]]*\]")
_DECISIONS = {
    Decided.STANDS: "stands, though it is not legal",
    Decided.TAKEBACK: "is not legal and is taken back",
    Decided.FORFEITS: "is not legal, and its army forfeits",
}


class Known(Value):
    """The record that the players of a game know, empty for a lost one, and how much news they got.

    As bytes it is a file of `known`: a line with the number and a digest of the record, and this.
    """

    number: int = 0
    record: bytes = b""

    def __bytes__(self) -> bytes:
        return f"% {self.number} {digest(self.record)}\n".encode() + self.record


def read(data: bytes) -> Known | Finding:
    """Read a file of `known`, or find its fault."""
    head, _, record = data.partition(b"\n")
    match = _HEAD.fullmatch(head)
    if match is None or match[2] != digest(record).encode():
        return fault(Code.SYNTAX, _DAMAGED, START)
    return Known(int(match[1]), record)


def by_mail(record: Record) -> Record:
    """Return a record up to its last message: its players know that, if nothing else is known.

    Neither an end that somebody stated nor time that an arbiter gave is known.
    """
    judged = record._verdict
    last = max((mark.place for mark in journal.marks(judged).values()), default=-1)
    if last < len(judged.plies) - 1:
        record = journal.up_to(record, last + 1)
    elif record.end is not None and not (ended_by_play(judged) or judged.offers):
        record = record.with_tags({"Result": "*", "Termination": None})
    return journal.record_of(in_bytes(_GIVEN.sub("", record.text)))


def apart(before: Record, now: Record) -> tuple[int, int]:
    """Count the moves and withdrawals at the end of each record that the other does not have."""
    try:
        return before.compare(now).behind
    except ValueError:  # somebody has made another game of it
        return len(before._verdict.plies), len(now._verdict.plies)


def news(before: Record, now: Record) -> Iterator[str]:
    """Write what a record has otherwise than the one that its players know, as sentences."""
    old, new, (lost, more) = before._verdict, now._verdict, apart(before, now)
    if taken := [ply.unmarked(old.game) for ply in old.plies[len(old.plies) - lost :]]:
        yield f"Taken back: {', '.join(taken)}."
    known = [(finding.quoted, verdict) for verdict, finding in old.decisions]
    for verdict, finding in new.decisions:
        if (finding.quoted, verdict) not in known:
            yield f"The arbiter has decided: {finding.quoted} {_DECISIONS[verdict]}."
    yield from answers.happened(new, new.plies[len(new.plies) - more :])
    ends = ["" if end is None else ended(end) for end in (before.end, now.end)]
    if ends[0] and not ends[1]:
        yield f"Taken back: {ends[0]}."
        yield "The game goes on."
    elif ends[0] != ends[1] and not more:
        yield "A result was recorded."
    if not now.end and not more:
        for army in new.offers:
            if army not in old.offers:
                yield f"{answers.name_of(new, army)} offers a draw."
        if old.offers and not new.offers:
            yield "No draw is offered any more."
    times = _given(old), _given(new)
    for army, letter in enumerate(new.game.letters):
        seconds = times[1].get(letter, 0) - times[0].get(letter, 0)
        in_words = in_days if seconds % HOUR else span_in_words
        name, span = answers.name_of(new, army), in_words(abs(seconds))
        if seconds:
            did = f"given {name} {span}" if seconds > 0 else f"taken {span} from {name}"
            yield f"The arbiter has {did}."
    sides = {army.name for army in new.game.variant.armies}
    for name in dict.fromkeys((*before.tags, *now.tags)):
        was, value = before.tags.get(name), now.tags.get(name)
        if name in _OF_THE_END or was == value:
            continue
        if name in sides and was and value and UNNAMED not in (was, value):
            yield on_one_line(f"{value} plays {name} now, in place of {was}.")
        else:
            change = "is not given any more" if value is None else f"is now {json_text(value)}"
            yield on_one_line(f"The tag {name} {change}.")


def _given(judged: Replay) -> dict[str, int]:
    """Add up the seconds that an arbiter gave each army."""
    totals: dict[str, int] = {}
    for gift in given(judged):
        if not journal.leave_of(gift):
            totals[gift.letter] = totals.get(gift.letter, 0) + gift.seconds
    return totals
