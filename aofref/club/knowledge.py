"""Knowledge: the state of a game that its players know; differences of the record are news.

An arbiter changes a record by other commands.  After each message about a game, a file of the
folder `known` has the state that its players know.  If the record differs from it, the next run
sends them the differences.
"""

import json
from collections.abc import Iterator

from aofref.club import answers, journal
from aofref.club.settings import digest
from aofref.findings import START, Code, Finding, Place, fault
from aofref.judge.collect.summary import UNNAMED
from aofref.judge.replay.comments import given
from aofref.judge.replay.conditional import count_followed
from aofref.judge.replay.ending import ended_by_play, ending
from aofref.judge.replay.verdict import Replay
from aofref.notation.notes import Decided
from aofref.notation.times import span_in_words
from aofref.report.text.record import ended
from aofref.text import json_text, on_one_line
from aofref.values import Value

_DAMAGED = (
    "this is damaged, and written anew: what the players learnt by mail counts as known, and "
    "anything else is sent again"
)
_OF_THE_END = ("Result", "Termination")  # the tags of the end of a game


class Knowledge(Value):
    """What the players of a game know: its plies, decisions, offers and end, its tags.

    `given` has the seconds that an arbiter gave each army, by its letter.
    `record` is the hash of the record that they know, empty if they know a part of it, and `number`
    the number of their last news.
    """

    record: str
    number: int
    plies: tuple[str, ...]
    decisions: tuple[str, ...]
    offers: tuple[str, ...]
    end: str
    tags: dict[str, str]
    given: dict[str, int]

    def __str__(self) -> str:
        return f"{json_text(self._asdict())}\n"

    def of(self, replay: Replay) -> "Knowledge":
        """Return the knowledge of players who know a game as it is now, with the same number."""
        return known_all(replay)._replace(record=self.record, number=self.number)

    def is_behind(self, other: "Knowledge") -> bool:
        """Whether the other knowledge is of the same game, or of this one continued."""
        ahead = other.plies[: len(self.plies)] == self.plies
        more = len(other.plies) > len(self.plies) or set(self.offers) <= set(other.offers)
        return ahead and more


def known_all(replay: Replay) -> Knowledge:
    """Return the knowledge of players who know all of a game, without a number or a record."""
    end = ending(replay)
    tags = {name: value for name, value in replay.record.values.items() if name not in _OF_THE_END}
    return Knowledge(
        "",
        0,
        tuple(ply.unmarked(replay.game) for ply in replay.plies),
        tuple(_decision(verdict, finding) for verdict, finding in replay.decisions),
        replay.offering,
        "" if end is None else ended(end),
        tags,
        _given(replay),
    )


def _given(replay: Replay) -> dict[str, int]:
    """Return the seconds that an arbiter gave each army."""
    totals: dict[str, int] = {}
    for gift in given(replay):
        if not journal.leave_of(gift):
            totals[gift.letter] = totals.get(gift.letter, 0) + gift.seconds
    return {letter: seconds for letter, seconds in sorted(totals.items()) if seconds}


def read(text: str) -> Knowledge | Finding:
    """Read the knowledge of players, or find the fault of a missing or damaged file."""
    try:
        told = json.loads(text)
        record, end, number = str(told["record"]), str(told["end"]), int(told["number"])
        plies, made, offered = (
            tuple(map(str, told[name])) for name in ("plies", "decisions", "offers")
        )
        tags = {str(name): str(value) for name, value in told["tags"].items()}
        times = {str(letter): int(seconds) for letter, seconds in told.get("given", {}).items()}
        return Knowledge(record, number, plies, made, offered, end, tags, times)
    except json.JSONDecodeError as problem:
        return fault(Code.SYNTAX, _DAMAGED, Place(problem.lineno, problem.colno))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return fault(Code.SYNTAX, _DAMAGED, START)


def known(replay: Replay) -> Knowledge:
    """Return the knowledge of players without a file: the messages in the record."""
    whole = known_all(replay)._replace(given={})
    places = [mark.place for mark in journal.marks(replay).values()]
    last = max(places, default=-1)
    if places and last == len(replay.plies) - 1:
        by_play = ended_by_play(replay) or whole.offers
        return whole if by_play else whole._replace(end="")
    at = replay.plies[last].token.ordinal if last >= 0 else -1
    decided = sum(finding.token <= at for _, finding in replay.decisions)
    plies, decisions = whole.plies[: last + 1], whole.decisions[:decided]
    return whole._replace(plies=plies, decisions=decisions, offers=(), end="")


def news(replay: Replay, before: Knowledge) -> Iterator[str]:
    """Write the changes of a game that its players do not know as sentences."""
    now = known_all(replay)
    same = count_followed(before.plies, now.plies)
    if taken := before.plies[same:]:
        yield f"Taken back: {', '.join(taken)}."
    for decision in now.decisions:
        if decision not in before.decisions:
            yield f"The arbiter has decided: {decision}."
    yield from answers.happened(replay, replay.plies[same:])
    if before.end and not now.end:
        yield f"Taken back: {before.end}."
        yield "The game goes on."
    elif now.end != before.end and len(now.plies) == same:
        yield "A result was recorded."
    if before.offers and not now.offers and not now.end and len(now.plies) == same:
        yield "No draw is offered any more."
    yield from _more_time(replay, before.given, now.given)
    sides = {army.name for army in replay.game.variant.armies}
    for name in dict.fromkeys((*before.tags, *now.tags)):
        old, new = before.tags.get(name), now.tags.get(name)
        if old != new and name in sides and UNNAMED not in (old, new) and old and new:
            yield on_one_line(f"{new} plays {name} now, in place of {old}.")
        elif old != new:
            change = "is not given any more" if new is None else f"is now {json_text(new)}"
            yield on_one_line(f"The tag {name} {change}.")


def _more_time(replay: Replay, before: dict[str, int], now: dict[str, int]) -> Iterator[str]:
    for army, letter in enumerate(replay.game.letters):
        more = now.get(letter, 0) - before.get(letter, 0)
        name, span = answers.name_of(replay, army), span_in_words(abs(more))
        if more > 0:
            yield f"The arbiter has given {name} {span}."
        elif more < 0:
            yield f"The arbiter has taken {span} from {name}."


def name_of(id_: str, number: int, replay: Replay) -> str:
    """Return the name of a piece of news: it is sent once, and again if it happens again."""
    return digest("news", id_, str(number), str(known_all(replay)))


def _decision(verdict: Decided, finding: Finding) -> str:
    words = {
        Decided.STANDS: "stands, though it is not legal",
        Decided.TAKEBACK: "is not legal and is taken back",
        Decided.FORFEITS: "is not legal, and its army forfeits",
    }
    return f"{finding.quoted} {words[verdict]}"
