"""Answers: what the club writes to its players, in lines of at most 80 columns.

The sentences are templates of answers.txt; these functions give them their facts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from textwrap import TextWrapper, fill, wrap
from typing import Any

import jinja2

from aofref import Node, Record, Variant
from aofref.club import clocks
from aofref.club.game import ClubGame
from aofref.club.journal import Refused, armies
from aofref.club.settings import Days, Player, written_days
from aofref.findings import Code
from aofref.notation import times
from aofref.text import capitalised, escaped, on_one_line, resource_text

_WIDTH = 76
_LONGEST = 80  # the most characters of a player's line that are quoted
TITLE = 200  # the most characters of the names or ids in a Subject
_ROUNDS = 5  # how many of the last rounds a message lists
_UNBROKEN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
Paragraphs = Sequence[Sequence[str]]


@cache
def _templates() -> dict[str, jinja2.Template]:
    made = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        finalize=lambda fact: on_one_line(str(fact)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"cut": cut, "moment": moment, "days": days_in_words}
    _, *texts = re.split(r"^# (\S+)\n", resource_text(__name__, "answers.txt"), flags=re.MULTILINE)
    return {
        name: made.from_string(text.strip("\n"))
        for name, text in zip(texts[::2], texts[1::2], strict=True)
    }


def say(name: str, /, **facts: object) -> list[str]:
    """Write what answers.txt has under a name, with its facts, in lines."""
    return _templates()[name].render(**facts).rstrip("\n").split("\n")


def name_of(record: Record, army: str) -> str:
    """Return the name of a player and the army, as in `Anna (European)`."""
    side, player = record.variant.armies[army], record.players.get(army)
    return on_one_line(side if player is None else f"{player} ({side})")


def subject(game: ClubGame) -> str:
    """Write the Subject of a message about a game."""
    record = game.record
    players = (record.players.get(army, "?") for army in record.variant.armies)
    names = " - ".join(map(on_one_line, players))[:TITLE]
    return say("subject", id=game.id, names=names, number=record.position.round)[0]


def ids(games: Iterable[ClubGame]) -> str:
    """Name games for a Subject."""
    return " ".join(f"[{game.id}]" for game in games)


def course(record: Record) -> list[str]:
    """List the moves of the last rounds, each round behind its number."""
    rounds = [
        wrap(
            " ".join(map(str, plies)),
            _WIDTH,
            initial_indent=f"{number:>4}. ",
            subsequent_indent=" " * 6,
            **_UNBROKEN,
        )
        for number, plies in groupby(record.mainline(), key=lambda ply: ply.round)
    ]
    return [line for lines in rounds[-_ROUNDS:] for line in lines]


def drawn(record: Record) -> list[str]:
    """Draw the last position of a game, with its last move.

    Who gives up a game of two leaves the board as it stood.
    """
    last = record.mainline()[-1:]
    left = len(record.variant.armies) == 2 and any(ply.move is None for ply in last)
    position = last[0].before if left else record.position
    return position.text(_WIDTH, key=True).split("\n")


def standing(game: ClubGame, to: Player) -> list[str]:
    """List the army to move, its deadline, draw offers, absent players and the page of the game.

    To `to` it says what that player may do about it.
    """
    record, lines = game.record, to_move(game)
    if record.end is None:
        lines = lines if is_turn(record, to) else lines[:1]
        if offers := record.offers:
            names = " and ".join(name_of(record, army) for army in offers)
            others = {*record.position.armies}.difference(offers)
            may_agree = not others.isdisjoint(armies(record, to.name))
            lines += say("offer", names=names, may_agree=may_agree)
        for player in game.players:
            if day := player.back(game.now):
                lines += say("back", name=player.name, day=day)
    return [*lines, *_link(game)]


def stand(game: ClubGame, to: Player) -> list[Sequence[str]]:
    """Write the parts on a game as it is now: its last moves, its board, its standing, and how.

    Who is not to move has nothing to write.
    """
    how_to = how(game.record) if is_turn(game.record, to) else []
    return [course(game.record), drawn(game.record), standing(game, to), how_to]


def to_move(game: ClubGame) -> list[str]:
    """Write which army is to move, and until when; or how the game has ended.

    Where the time is used up, a second line is for the player of the army.
    """
    record, clock = game.record, game.clock
    until = clocks.deadline(game.club, clock)
    if record.end is not None:
        return [f"{_outcome(record)}."]
    late = clock is not None and until is not None and clock.late
    who, left = name_of(record, record.position.turn or ""), until and _left(until, game.now)
    return say("to-move", who=who, late=late, until=until, left=left)


def _left(until: datetime, now: datetime) -> str:
    """Write how much time is left, to the nearest hour; less than a day to the nearest minute."""
    seconds = (until - now).total_seconds()
    whole, unit = (times.DAY, times.HOUR) if seconds >= times.DAY else (times.HOUR, 60)
    rounded = max(1, round(seconds / unit)) * unit
    parts = (rounded // whole * whole, rounded % whole)
    return " and ".join(times.span_in_words(part) for part in parts if part)


def is_turn(record: Record, player: Player) -> bool:
    """Whether a player is to move in a game under way."""
    return record.end is None and record.position.turn in armies(record, player.name)


def _link(game: ClubGame) -> list[str]:
    return say("page", site=game.club.site, id=game.id) if game.club.site else []


def in_short(game: ClubGame) -> list[str]:
    """List the players of a game, the army to move and its deadline, the page, the position."""
    link, position = _link(game), f"  {game.record.position}"
    return [subject(game), to_move(game)[0], *link, position, ""]


def _outcome(record: Record) -> str:
    """Write how a game ended, and who has won it if the moves or a withdrawal have decided that."""
    end, won = record.end, [event for event in record.position.events if event.type == "end"]
    if end is None or not won:
        return f"The game is over: {record.ending}"
    by = "the moves" if end.by == "moves" else "forfeit" if end.forfeited else end.by
    return f"{capitalised(str(won[0]))}, by {by}"


def moment(time: datetime) -> str:
    """Write a moment, as `5 May 2026, 12:00 UTC`."""
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def days_in_words(days: Days) -> str:
    """Write days of leave, as `2027-01-10..2027-01-14, 2027-02-01`."""
    return written_days(days).replace(",", ", ")


def happened(record: Record, plies: Iterable[Node]) -> Iterator[str]:
    """Write plies and their events as sentences; `standing` says how the game ended."""
    for ply in plies:
        who = name_of(record, ply.army)
        if ply.move is None:
            forfeits, removed = ply.lan == "forfeits", len(record.variant.armies) > 2
            yield from say("left", who=who, forfeits=forfeits, removed=removed)
        else:
            yield from say("played", who=who, move=ply)
        for event in ply.events:
            said = event.type == "removal" and event.reason == ply.lan
            if not said and event.type != "end":
                yield f"  {event}"


def passed_on(player: Player, words: str) -> list[str]:
    """Quote the words of a player to all, without the secret word."""
    if player.token:
        words = re.sub(re.escape(player.token), "...", words, flags=re.IGNORECASE)
    if not words:
        return []
    quote = TextWrapper(_WIDTH, initial_indent="> ", subsequent_indent="> ", **_UNBROKEN)
    quoted = [part for line in words.split("\n") for part in quote.wrap(line) or [">"]]
    return [*say("writes", name=player.name), "", *quoted, ""]


def cut(text: str) -> str:
    """Shorten the text of a player, to quote it."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def example(record: Record) -> str:
    """Return a legal move of the army to move as an example; empty if there is none."""
    legal = () if record.end is not None else record.position.legal_moves()
    four = len(record.variant.armies) > 2
    return next((f"{move.army}:{move}" if four else move.lan for move in legal), "")


def how(record: Record) -> list[str]:
    """Explain on a line how a move is written, with an example while the game goes on."""
    return say("how", move=example(record))


def help_of(game: ClubGame | None) -> list[str]:
    """Describe the orders, with the id and a legal move of the game, if there is one."""
    move = ("" if game is None else example(game.record)) or "MOVE"
    over = game is not None and game.record.end is not None
    return say("help", id="ID" if game is None else game.id, move=f"{move:<14}", over=over)


def facts(game: ClubGame) -> list[str]:
    """Write what the club knows of a game for a claim: repetition and clock."""
    return [*say("stood", count=game.record.position.times_stood()), to_move(game)[0]]


def rules(game: Variant, pieces: Iterable[str] = ()) -> Iterator[list[str]]:
    """Describe a game with its array and its pieces in short, and some of the pieces in full."""
    for piece in (None, *pieces):
        lines = game.rules(piece).text(_WIDTH).split("\n")
        yield [line for line in lines if not line.startswith("`aofref ")]  # a mail has no commands


def joined(*parts: Sequence[str]) -> str:
    """Join the parts of an answer, with blank lines between them."""
    filled = ["\n".join(map(_filled, part)).strip("\n") for part in parts]
    return escaped("\n\n".join(part for part in filled if part)) + "\n"


def _filled(line: str) -> str:
    """Break a long sentence into lines; drawings, quotations and addresses are not broken."""
    if len(line) <= _WIDTH or line.startswith((">", " ")) or "https:" in line:
        return line
    return fill(line, _WIDTH, **_UNBROKEN)


def refused(why: Refused, what: str = "refused") -> list[str]:
    """Prove that a move is not legal, and list legal moves that resemble it."""
    finding, move = why.finding, cut(why.text)
    lines = [f"{say(what)[0]}: {on_one_line(move)}", f"{finding.code.value}: {finding.message}"]
    proof = why.before.explain(why.text)
    for line in proof.reasons if proof.code == finding.code != Code.GAME_OVER else ():
        whole = len(line) <= _WIDTH
        lines += [line] if whole else wrap(line, _WIDTH, subsequent_indent="    ")
    return lines


def invitation(event: str, games: Sequence[ClubGame], player: Player) -> Paragraphs:
    """Invite a player to games of a season, each with its first deadline; explain each variant."""
    parts = [] if len(games) == 1 else [say("your-games", event=event)]
    for game in games:
        record, sides = game.record, game.record.variant.armies
        own = " and ".join(sides[army] for army in armies(record, player.name))
        title, round_ = record.variant.title, record.tags.get("Round", "?")
        lines = say("you-play", armies=own, id=game.id, title=title, round=round_)
        lines += [f"  {name_of(record, army)}" for army in sides]
        parts.append([*lines, *standing(game, player)])
    control = times.read_control(games[0].record.tags.get("TimeControl", ""))
    if control:
        parts.append(say("control", control=times.write_control(control, spans=True)))
    if player.token and games[0].club.token:
        parts.append(say("word", word=player.token))
    first = next((g for g in games if is_turn(g.record, player)), None)
    if len(games) > 1:
        parts.append(several(first or games[0]))
    parts.append(say("how", move="") if first is None else how(first.record))
    for record in {game.record.variant.id: game.record for game in games}.values():
        parts += [say("rules"), *rules(record.variant), say("rules-more")]
    return parts


def several(game: ClubGame) -> list[str]:
    """Explain how several games go into one message."""
    return say("several", id=game.id, move=example(game.record) or "MOVE")
