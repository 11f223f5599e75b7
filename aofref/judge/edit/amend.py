"""Amend: a record with moves or offers added or taken back, an arbiter's decision, or tags set."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, groupby
from operator import itemgetter
from types import MappingProxyType

from aofref.findings import START, UNREADABLE, Code, Finding, Refusal
from aofref.judge.edit.beside import with_notes
from aofref.judge.replay.comments import offering
from aofref.judge.replay.ending import agreed_draw, ended_by_play, ending, false_result
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import End, Fate, Replay, Unplayed
from aofref.notation import results
from aofref.notation.moves import parse
from aofref.notation.notes import (
    Arbiter,
    Decided,
    Draw,
    Give,
    If,
    Illegal,
    Other,
    Text,
    Ungiven,
    notes_of,
)
from aofref.notation.records import Kind, Record, Tag, Token
from aofref.notation.records.edited import Change, edited
from aofref.rules.refuse import with_variant
from aofref.values import Value

_NOTES = (Kind.COMMENT, Kind.ESCAPE)
_WORDS = (Text, Illegal, Other, Give, Ungiven)
_OF_OTHERS = (Code.GAME_OVER, Code.WRONG_ARMY, Code.WRONG_TURN)
"""Why a move is refused of an army that has not the turn, or of a game that is over."""


def extended(
    record: Record,
    items: Sequence[Token],
    result: str,
    first: int | None = None,
    changes: Iterable[Change] = (),
    tags: Mapping[str, str | None] = MappingProxyType({}),
) -> Record:
    """End a record with items and a result in the place of its tokens from `first` on, or of none.

    No other result stays.  Also make changes of tokens before `first`, and of tags.
    """
    end = len(record.tokens)
    first = end if first is None else first
    stated = [token.ordinal for token in record.results if token.ordinal < first]
    if first == end and stated[-1:] == [end - 1]:
        first = stated.pop()
    ended = [Change(first, end, (*items, Token(Kind.RESULT, result)))]
    if not items and [token[:2] for token in record.tokens[first:]] == [(Kind.RESULT, result)]:
        ended = []
    removed = [Change(at, at + 1) for at in stated]
    if record.values.get("Result", result) != result:
        tags = {**tags, "Result": result}
    return edited(record, [*changes, *removed, *ended], tags)


def reopened(judged: Replay) -> Record:
    """State the result that the moves have, or `*`, and no other way in which the game ended."""
    return extended(judged.record, [], judged.result, tags=_telling(judged.record))


class Offer(Value):
    """An army's offer of a draw, or its consent: the comment, and the number of its letter there.

    The letters of all offers in a comment are numbered from 0.
    """

    army: int
    token: Token
    at: int


Taken = Ply | Finding | Offer | End
"""A move or withdrawal, an illegal move, an offer of a draw, or an end: all can be taken back."""


class Undone(Value):
    """A record, and the moves, offers and end that were `taken` back in it, the last first.

    A `stated` result and `tags`, by their names, were removed with them, and so were comments,
    conditional lines and variations, whose numbers are in `counts`.
    """

    record: Record
    taken: tuple[Taken, ...]
    stated: str
    counts: Mapping[str, int]
    tags: tuple[str, ...]


def cut(replay: Replay, count: int) -> Record | None:
    """Take back the last moves and withdrawals, an illegal one at the end among them.

    Everything behind them goes too.  None if there are fewer than `count`.
    """
    items = [item for item in _done(replay) if not isinstance(item, Offer)]
    return _without(replay.record, items[-count:]) if 0 < count <= len(items) else None


def undone(replay: Replay, count: int) -> Undone | int:
    """Take back the last `count` steps, or return how many there are if they are fewer.

    A step is a move, a withdrawal, an army's offer of a draw, or an end that people agreed on or
    decided; an end that follows from offers of a draw goes with the last of them.  Everything
    behind a move goes too.
    """
    items = _done(replay)
    end = ending(replay)
    if end is None and replay.refused is None and replay.claimed != results.OPEN:
        end = End(replay.claimed, "agreement", replay.length)  # a false one
    together: list[Taken] = []
    if end is not None and end.by != "moves" and not ended_by_play(replay):
        (together if replay.is_drawn else items).append(end)
    if count > len(items):
        return len(items)
    taken = items[-count:]
    if not any(isinstance(item, Offer) for item in taken):
        together = []
    every = (*together, *reversed(taken))
    record, named = replay.record, any(isinstance(item, End) for item in every)
    rest = replay.steps[_first_move(record, taken) :]
    notes = [step.notes for step in rest if isinstance(step, Unplayed)]
    return Undone(
        _without(record, taken),
        every,
        results.OPEN if named else replay.claimed,
        {
            "comment": sum(any(isinstance(note, _WORDS) for note in given) for given in notes),
            "conditional line": sum(isinstance(note, If) for given in notes for note in given),
            "variation": sum(step.token.kind is Kind.OPEN and step.depth == 1 for step in rest),
        },
        () if named else tuple(tag.name for tag in record.tags if says_how(tag)),
    )


def _done(replay: Replay) -> list[Taken]:
    offers = [
        (after - 1, Offer(army, comment.token, at))
        for after, comment in replay.comments
        if comment.fate is not Fate.BEHIND
        for army, at in offering(comment.notes, replay.game.letters)
    ]
    played: list[tuple[int, Taken]] = [*enumerate(replay.plies), *offers]
    items = [item for _, item in sorted(played, key=itemgetter(0))]
    return items if replay.refused is None else [*items, replay.refused]


def _first_move(record: Record, taken: Sequence[Taken]) -> int:
    """Find the place among the tokens of the first move that was taken back, or else the end."""
    moves = (item for item in taken if isinstance(item, Ply | Finding))
    places = (move.token if isinstance(move, Finding) else move.token.ordinal for move in moves)
    return min(places, default=len(record.tokens))


def _without(record: Record, taken: Sequence[Taken]) -> Record:
    """Return a record without the moves and offers that were taken back; its game is open then."""
    places: dict[int, set[int]] = {}
    for item in taken:
        if isinstance(item, Offer):
            places.setdefault(item.token.ordinal, set()).add(item.at)
    first = _first_move(record, taken)
    changes = list[Change]()
    for at in sorted(places):
        if at < first:
            text, letter = record.tokens[at].text, count()
            offers = [note for note in notes_of(text) if isinstance(note, Draw)]
            left = [
                Draw(tuple(x for x in one.letters if next(letter) not in places[at]))
                for one in offers
            ]
            texts = with_notes([text], Draw, [one if one.letters else "" for one in left])
            changes.append(Change(at, at + 1, tuple(Token(Kind.COMMENT, text) for text in texts)))
    while first and record.tokens[first - 1].kind is Kind.NUMBER:
        first -= 1
    return extended(record, [], results.OPEN, first, changes, _telling(record))


def _telling(record: Record) -> dict[str, None]:
    """Return the tags that state how a game ended, to be removed."""
    return dict.fromkeys(tag.name for tag in record.tags if says_how(tag))


def says_how(tag: Tag) -> bool:
    """Return whether a tag states how a game ended."""
    return tag.name == "Termination" and tag.value.strip().lower() != "unterminated"


def decided(replay: Replay, verdict: Decided, words: str = "") -> Record:
    """Put an arbiter's decision behind the move that was refused; every other character stays.

    `words`, such as who decided and why, stand behind the decision in its comment.
    """
    record, refused = replay.record, replay.refused
    assert refused is not None
    behind = (token for token in record.tokens[refused.token + 1 :] if token.kind is not Kind.NAG)
    at = next((token.ordinal for token in behind), len(record.tokens))
    text = f"{Arbiter(verdict)} {words}".rstrip()
    return edited(record, [Change(at, at, (Token(Kind.COMMENT, text),))])


def without_answers(replay: Replay) -> Record | None:
    """Put into comments the moves behind a move that the last decision did not let stand.

    None if these moves can be played: they may replace it, or be moves of the others.  If an army
    forfeits and the game goes on, it is only the first of its later moves.  Comments stay as they
    are, and so does everything else.
    """
    record, refused = replay.record, replay.refused
    if refused is None or not replay.decisions:
        return None
    verdict, tried = replay.decisions[-1]
    behind = (token for token in record.main_line if token.ordinal > tried.token)
    follows = next((token for token in behind if token.kind is Kind.MOVE), None)
    short = False
    if follows is not None and replay.game.two_players:
        parsed = parse(replay.game, follows.text)  # which army a short move is of is not written
        short = parsed is not None and parsed.origin not in replay.game.board.number
    at_once = follows is not None and follows.ordinal == refused.token
    answers = verdict is Decided.TAKEBACK and at_once and short
    of_another = verdict is Decided.FORFEITS or (verdict is Decided.TAKEBACK and at_once)
    if not answers and not (of_another and refused.code in _OF_OTHERS):
        return None
    first, tokens = refused.token, record.tokens
    if verdict is Decided.FORFEITS and refused.code is not Code.GAME_OVER:
        last = next((t.ordinal for t in tokens[first + 1 :] if t.kind is not Kind.NAG), len(tokens))
    else:
        ends = [token.ordinal for token in record.results if token.ordinal > first]
        last = min(ends, default=len(tokens))
    first -= tokens[first - 1].kind is Kind.NUMBER
    changes, mark = list[Change](), str(Illegal())
    for is_note, group in groupby(tokens[first:last], lambda token: token.kind in _NOTES):
        if not is_note:
            run = [*group]
            after = run[-1].ordinal + 1
            end = record.offset(tokens[after].place) if after < len(tokens) else len(record.text)
            text = record.text[record.offset(run[0].place) : end].rstrip()
            changes.append(Change(run[0].ordinal, after, (Token(Kind.COMMENT, mark + text),)))
            mark = ""
    return edited(record, changes)


def tagged(record: Record, tags: Mapping[str, str | None]) -> Record:
    """Set tags to values, or remove those whose value is None.

    A tag that the record has keeps its place, and is there once; a new tag is the last.  A result
    is written behind the movetext, too; `*` removes the tag that states how the game ended.
    """
    if tags.get("Result") == results.OPEN and any(map(says_how, record.tags)):
        tags = {"Termination": None, **tags}
    result, changes = tags.get("Result"), list[Change]()
    if result is not None:
        end, new = len(record.tokens), (Token(Kind.RESULT, result),)
        stated = [token.ordinal for token in record.results]
        changes = [Change(at, at + 1, new) for at in stated] or [Change(end, end, new)]
    return edited(record, changes, tags)


def faults(before: Replay, changed: Replay, result: str | None) -> list[Finding]:
    """List the findings that forbid the new tags; `result` is the new tag Result, if there is one.

    They are tags that cannot be read, although the old ones could, and a result that is not one of
    the game, or differs from the result of the moves.
    """
    old, new = (
        [finding for finding in judged.errors if finding.token < 0 and finding.code in UNREADABLE]
        for judged in (before, changed)
    )
    known = [finding.refusal for finding in old]
    if wrong := [finding for finding in new if finding.refusal not in known]:
        return wrong
    if result is None:
        return []
    game = changed.known_game
    if game is None or results.read(len(game.armies), result) is None:
        return list(changed.findings)
    if false := [finding for finding in changed.findings if finding.code is Code.FALSE_RESULT]:
        return false[:1]
    if changed.opened and (shared := agreed_draw(changed)):
        count = len(game.armies)
        if results.read(count, result) != results.read(count, shared):
            why = f"all have agreed to a draw, {shared}: undo takes that back"
            return [Finding(Refusal(Code.FALSE_RESULT, why, section=None), START)]
    if changed.opened and result == results.OPEN != changed.result:
        claim = false_result(result, changed.result)
        return [Finding(with_variant(game, claim), START)]
    return []
