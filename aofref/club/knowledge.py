"""Knowledge: the players of a game know the text of its record that they were sent last.

An arbiter changes a record by other commands.  A file of the folder `known` has that text: what the
record has otherwise is news, which the next run sends to the players.
"""

import re
from collections.abc import Iterator

from aofref import Record
from aofref.club import answers, clocks, journal
from aofref.club.settings import digest
from aofref.findings import START, Code, Finding, fault
from aofref.notation.times import HOUR, in_days, span_in_words
from aofref.text import in_bytes, json_text, on_one_line
from aofref.values import Value

_DAMAGED = (
    "this is damaged, and written anew: what the players learnt by mail counts as known, and "
    "anything else is sent again"
)
_OF_THE_END = ("Result", "Termination")  # the tags of the end of a game
_HEAD = re.compile(rb"% ([0-9]{1,9}) ([0-9a-f]{16})")
_GIVEN = re.compile(r"\[%give [^\[\]]*\]")
_DECISIONS: dict[str, str] = {
    "stands": "stands, though it is not legal",
    "takeback": "is not legal and is taken back",
    "forfeits": "is not legal, and its army forfeits",
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
    last, end = max((mark.place for mark in journal.marks(record).values()), default=-1), record.end
    if last < len(record.mainline()) - 1:
        record = journal.up_to(record, last + 1)
    elif end is not None and end.by not in journal.BY_PLAY and not record.offers:
        record = record.with_tags({"Result": "*", "Termination": None})
    return journal.record_of(in_bytes(_GIVEN.sub("", record.text)))


def apart(before: Record, now: Record) -> tuple[int, int]:
    """Count the moves and withdrawals at the end of each record that the other does not have."""
    try:
        return before.compare(now).behind
    except ValueError:  # somebody has made another game of it
        return len(before.mainline()), len(now.mainline())


def news(before: Record, now: Record) -> Iterator[str]:
    """Write what a record has otherwise than the one that its players know, as sentences."""
    lost, more = apart(before, now)
    if taken := [str(ply) for ply in before.mainline()[len(before.mainline()) - lost :]]:
        yield f"Taken back: {', '.join(taken)}."
    known = [(finding.quoted, verdict) for verdict, finding in before.decisions]
    for verdict, finding in now.decisions:
        if (finding.quoted, verdict) not in known:
            yield f"The arbiter has decided: {finding.quoted} {_DECISIONS[verdict]}."
    yield from answers.happened(now, now.mainline()[len(now.mainline()) - more :])
    if before.end and not now.end:
        yield f"Taken back: the game is over: {before.ending}."
        yield "The game goes on."
    elif before.ending != now.ending and not more:
        yield "A result was recorded."
    if not now.end and not more:
        for army in now.offers:
            if army not in before.offers:
                yield f"{answers.name_of(now, army)} offers a draw."
        if before.offers and not now.offers:
            yield "No draw is offered any more."
    for army in now.variant.armies:
        seconds = _given(now, army) - _given(before, army)
        in_words = in_days if seconds % HOUR else span_in_words
        name, span = answers.name_of(now, army), in_words(abs(seconds))
        if seconds:
            did = f"given {name} {span}" if seconds > 0 else f"taken {span} from {name}"
            yield f"The arbiter has {did}."
    sides = {*now.variant.armies.values()}
    for name in dict.fromkeys((*before.tags, *now.tags)):
        was, value = before.tags.get(name), now.tags.get(name)
        if name in _OF_THE_END or was == value:
            continue
        if name in sides and was and value and "?" not in (was, value):
            yield on_one_line(f"{value} plays {name} now, in place of {was}.")
        else:
            change = "is not given any more" if value is None else f"is now {json_text(value)}"
            yield on_one_line(f"The tag {name} {change}.")


def _given(record: Record, army: str) -> int:
    """Add up the seconds that an arbiter gave an army."""
    gifts = (gift for gift in record.given if gift.army == army)
    return sum(gift.seconds for gift in gifts if not clocks.leave_of(gift))
