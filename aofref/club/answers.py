"""Answers: what the club writes to its players, in lines of at most 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from shlex import quote
from textwrap import fill, wrap
from typing import NamedTuple

from aofref.club.journal import Refused, is_over
from aofref.club.outgoing import Outgoing
from aofref.club.settings import Club, Player
from aofref.findings import Code, Refusal
from aofref.judge.analysis.clock import Charging, Clock, clock
from aofref.judge.analysis.proof import proof_of
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.analysis.view import board_view
from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.replay.ending import ending
from aofref.judge.replay.event import Event
from aofref.judge.replay.line import Ply
from aofref.judge.replay.offers import agreed
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves, times
from aofref.report.svg.plan import plan_of
from aofref.report.text import board, proof, rules
from aofref.report.text.ending import ended
from aofref.report.text.record import proof_lines
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import legal_moves
from aofref.text import capitalised, escaped, on_one_line, own_text

_WIDTH = 76
HELP = own_text(__name__, "help.txt")
_LONGEST, _MOST = 80, 20
"""So many characters of what a player wrote are quoted on a line, and so many lines."""
_TITLE = 200
"""As much of a game's title stands in a Subject."""
_HOW = 'Write your move alone on a line, such as {example}; "help" alone on a line explains more.'


class GameId(NamedTuple):
    """A game in the club: its id as it is written, and what has been played."""

    id: str
    found: Replay


def name_of(found: Replay, army: int) -> str:
    """Name a player with the army, as in `Anna (European)`."""
    one = found.game.variant.armies[army]
    player = dict(players(found))[one.letter]
    return on_one_line(one.name if player == UNNAMED else f"{player} ({one.name})")


def charging(club: Club) -> Charging:
    """Say how a club charges time."""
    return Charging(double_after=club.double_after)


def subject(game: GameId, token: str) -> str:
    """Name a game in a Subject, with the word of the player who is written to."""
    event = on_one_line(game.found.record.values.get("Event", "")).strip(" ?")
    title = event or game.found.game.variant.title
    return f"[{game.id}] {title[:_TITLE]}" + (f" ({token})" if token else "")


def word(club: Club, player: Player) -> Outgoing:
    """Send a player the secret word that he has from now on."""
    lines = [
        f'Your secret word is "{player.token}": the Subject of what you send must contain it.',
        "It is in the Subject of the club's messages to you: it is enough to answer them.",
    ]
    subject = f"{on_one_line(club.name)[:_TITLE]}: your secret word ({player.token})"
    return Outgoing("", (player.name, player.address), subject, joined(lines))


# The parts of an answer ---------------------------------------------------------------------------


def drawn(found: Replay) -> list[str]:
    """Draw the last position of a game, with its last move."""
    view = board_view(found.last, found.plies[-1].move if found.plies else None)
    sheet = board.position_sheet(view)
    lines = list(board.draw(view, plan_of(found.game), sheet, width=_WIDTH))
    return [*lines, *(["", "   ".join(sheet.key)] if sheet.key else [])]


def standing(club: Club, game: GameId, known: Sequence[Player], now: datetime) -> list[str]:
    """Say who is to move until when, who is away, and where the game is shown."""
    found = game.found
    lines = []
    end = ending(found)
    if end is not None:
        lines.append(f"{capitalised(ended(end))}.")
    else:
        running = clock(found, now, charging(club))
        lines.append(_to_move(found, running, club))
        offers = agreed(found)
        if offers:
            names = " and ".join(name_of(found, army) for army in offers)
            lines.append(f'A draw is offered by {names}: to agree, write "draw" alone on a line.')
        for player in known:
            back = player.back(now)
            if back is not None:
                lines.append(f"{on_one_line(player.name)} is away until {back}.")
    if club.site:
        lines.append(f"The game: {club.site}/{game.id}.html")
    return lines


def _to_move(found: Replay, running: Clock | None, club: Club) -> str:
    text = f"{name_of(found, found.last.turn)} is to move"
    until = None if running is None else deadline(running, club)
    if running is not None and running.late and until:
        return f"{text}; the time was used up on {moment(until)}."
    return f"{text}, until {moment(until)}." if until else f"{text}."


def deadline(running: Clock, club: Club) -> datetime | None:
    """Give when the time of the army to move will be used up; None if the record does not say."""
    if running.left is None or running.used is None or running.since is None:
        return None
    whole = running.used + running.left
    single = whole if club.double_after is None else min(whole, club.double_after)
    try:
        return running.since + timedelta(seconds=single + (whole - single) // 2)
    except OverflowError:  # beyond the year 9999
        return None


def moment(of: datetime) -> str:
    """Write a moment for people."""
    return f"{of.day} {of:%B %Y, %H:%M} UTC"


def happened(found: Replay, plies: Iterable[Ply]) -> Iterator[str]:
    """Say what was played, and what it brought about."""
    for ply in plies:
        text = ply.written(found.game)
        if ply.move is None:
            yield f"{name_of(found, ply.army)} has resigned."
        else:
            yield f"{name_of(found, ply.army)} has played {text}."
        for event in ply.events:
            yield f"  {Event(found.game, event)}"


def passed_on(player: Player, words: str) -> list[str]:
    """Quote what a player wrote to all, without the word that only he knows."""
    if player.token:
        words = re.sub(re.escape(player.token), "...", words, flags=re.IGNORECASE)
    if not words:
        return []
    lines = (
        part
        for line in words.split("\n")
        for part in wrap(line, _WIDTH - 2, break_long_words=False, break_on_hyphens=False) or [""]
    )
    quoted = [f"> {line}".rstrip() for line in lines]
    return [f"{player.name} writes:", "", *quoted, ""]


def withheld(lines: Sequence[str]) -> list[str]:
    """Say to a player which of his lines the others do not get."""
    return [
        "Not passed on, because it may be a conditional line:",
        *(f"> {cut(line)}" for line in lines[:_MOST]),
        *(["> [...]"] if len(lines) > _MOST else []),
        'A conditional line is kept when it is written as "if MOVE MOVE", alone on a line.',
    ]


def cut(text: str) -> str:
    """Shorten what a player wrote to what is quoted of it."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def example(found: Replay) -> str:
    """Choose a move of a game to show how one is written: if it can be, of the army to move."""
    position, game = found.last, found.game
    plies = [ply for ply in found.plies if ply.move is not None]
    own = [ply for ply in plies if ply.army == position.turn]
    if own or is_over(found):
        return "".join(ply.unmarked(game) for ply in (own or plies)[-1:]) or "--"
    army = "" if game.two_players else f"{game.letters[position.turn]}:"
    return army + moves.lan(position, min(legal_moves(position)))


def how(found: Replay) -> str:
    """Say in a line how a move is written, by one of this game."""
    return _HOW.format(example=example(found))


def help_of(game: GameId | None) -> list[str]:
    """Describe the orders, with the id and a move of a game, or without a game."""
    move = "MOVE" if game is None else example(game.found)
    return HELP.format(id="ID" if game is None else game.id, move=f"{move:<14}").split("\n")


@lru_cache(maxsize=8)
def rulebook(game: CompiledVariant) -> list[str]:
    """Describe a game, and each of its pieces in full."""
    return "\n".join(rules.book(turn.start(game)[0], _WIDTH)).split("\n")


def outline(game: CompiledVariant) -> list[str]:
    """Describe a game, and each of its pieces in a line or two."""
    more = 'Write "rules" alone on a line, and the club describes each piece in full.'
    return ["The rules of the game:", "", *rules.outline(turn.start(game)[0]), "", more]


def joined(*parts: Sequence[str]) -> str:
    """Put the parts of an answer together, a blank line between them."""
    kept = ["\n".join(_filled(part)).strip("\n") for part in parts]
    return escaped("\n\n".join(part for part in kept if part)) + "\n"


def _filled(part: Sequence[str]) -> Iterator[str]:
    """Break the long sentences of a part; what is drawn, quoted or an address stays."""
    for line in part:
        plain = len(line) <= _WIDTH or line.startswith((">", " ")) or "https:" in line
        yield line if plain else fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)


# Whole answers ------------------------------------------------------------------------------------


def refused(found: Replay, why: Refused, what: str = "Your move was not played") -> list[str]:
    """Prove that a move is not legal, and name those that may have been meant."""
    position, refusal, move = found.last, why.found.refusal, cut(why.move)
    lines = [f"{what}: {on_one_line(move)}", f"{refusal.code.value}: {refusal.message}"]
    if refusal.code in (Code.GAME_OVER, Code.LIMIT):
        return lines
    if refusal.code is not Code.SYNTAX:
        lines += proof_lines(proof_of(position, move, refusal))
    near = suggestions(position, move, refusal)
    for line in proof.hints(position, move, refusal, near):
        lines += wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return lines


def asked(why: Refusal) -> list[str]:
    """Ask a player what is meant."""
    return [f"Nothing was played: {why.message}."]


def noted(plans: Sequence[str]) -> list[str]:
    """Say to a player which conditional lines are kept."""
    if not plans:
        return ["Your conditional lines were taken back."]
    return [
        "These conditional lines are kept, and nobody else sees them:",
        *(f"  if {p}" for p in plans),
    ]


def reminder(game: GameId, running: Clock) -> list[str]:
    """Remind a player that it is his turn."""
    since = f" since {moment(running.since)}" if running.since else ""
    return [f"It is your turn in the game [{game.id}]{since}."]


def overdue(game: GameId, running: Clock) -> list[str]:
    """Tell the arbiter that a player's time is used up."""
    name = name_of(game.found, running.army)
    by = times.write_span(max(1, -(running.left or 0) // times.DAY) * times.DAY)
    return [
        f"In the game [{game.id}] the time of {name} is used up, by {by}.",
        "Nothing was done: an arbiter may let the game go on, or forfeit the army, with",
        f"  aofref play --in-place {quote(f'games/{game.id}.aof')} "
        f"{game.found.game.letters[running.army]}:forfeits",
    ]


def welcome(club: Club, game: GameId, army: int, token: str) -> list[str]:
    """Invite a player to a game."""
    found = game.found
    one = found.game.variant.armies[army]
    names = [f"  {name_of(found, n)}" for n in range(len(found.game.armies))]
    lines = [
        f"You play {on_one_line(one.name)} in the game [{game.id}]: "
        f"{on_one_line(found.game.variant.title)}.",
        "The players, in order of play:",
        *names,
    ]
    control = times.read_control(found.record.values.get("TimeControl", ""))
    if control:
        lines += ["", f"Time control: {times.write_control(control, spans=True)}."]
    if token and club.token:
        lines += [
            "",
            f'Your secret word is "{token}": the Subject of what you send must contain it.',
        ]
    return lines
