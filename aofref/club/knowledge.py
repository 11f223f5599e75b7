"""Knowledge: what a record has otherwise than the one that its players know, in sentences."""

from collections.abc import Iterator

from aofref import Record
from aofref.club import answers, clocks, journal
from aofref.notation.times import HOUR, in_days, span_in_words
from aofref.text import json_text, on_one_line

_OF_THE_END = ("Result", "Termination")  # the tags of the end of a game
_DECISIONS: dict[str, str] = {
    "stands": "stands, though it is not legal",
    "takeback": "is not legal and is taken back",
    "forfeits": "is not legal, and its army forfeits",
}


def news(before: Record, now: Record) -> Iterator[str]:
    """Write what a record has otherwise than the one that its players know, as sentences."""
    lost, more = journal.apart(before, now)
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
