"""Answers: the texts that the club writes to its players, in lines of at most 80 columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from shlex import quote
from textwrap import fill, wrap

from aofref.club import clocks
from aofref.club.journal import is_over
from aofref.club.settings import Club, Days, Player, written_days
from aofref.club.store import folded
from aofref.findings import Code
from aofref.judge.analysis.clock import Clock
from aofref.judge.analysis.diagnosis import proof_of
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.analysis.view import view_of
from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.reading import Refused
from aofref.judge.replay.verdict import End, Replay
from aofref.notation import movetext, positions, times
from aofref.report.svg.plan import plan_of
from aofref.report.text import board, proof, rules
from aofref.report.text.record import ended, proof_lines, round_lines, way
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Reason
from aofref.rules.moves import legal_moves
from aofref.text import capitalised, escaped, on_one_line, resource_text
from aofref.values import Value

_WIDTH = 76
HELP = resource_text(__name__, "help.txt")
_LONGEST, _MOST = 80, 20  # the most characters of a player's line that are quoted, and lines
_TITLE = 200  # the most characters of the names in a Subject
_ROUNDS = 5  # how many of the last rounds a message lists
_HOW = 'Write your move alone on a line, such as {example}; "help" alone on a line explains more.'
_MORE = '"help" alone on a line explains more.'


class ClubGame(Value):
    """A game in the club: its id as in the name of its file, and its play."""

    id: str
    replay: Replay


def name_of(replay: Replay, army: int) -> str:
    """Return the name of a player and the army, as in `Anna (European)`."""
    side = replay.game.variant.armies[army]
    player = dict(players(replay))[side.letter]
    return on_one_line(side.name if player == UNNAMED else f"{player} ({side.name})")


def subject(game: ClubGame, token: str) -> str:
    """Write the Subject of a message about a game, with the secret word of its addressee."""
    replay = game.replay
    names = " - ".join(on_one_line(name) for _, name in players(replay))[:_TITLE]
    return f"[{game.id}] {names}, round {replay.last.round}" + (f" ({token})" if token else "")


def word(player: Player) -> list[str]:
    """Tell a player the new secret word."""
    enough = "It is in the Subject of the club's messages to you: it is enough to answer them."
    return [_secret(player.token), enough]


def _secret(word: str) -> str:
    return f'Your secret word is "{word}": the Subject of what you send must contain it.'


def course(replay: Replay) -> list[str]:
    """List the moves of the last rounds, a line for each round."""
    rounds = [
        (number, [ply.written(replay.game) for ply in plies])
        for number, plies in groupby(replay.plies, key=lambda ply: ply.round)
    ]
    return [line for number, played in rounds[-_ROUNDS:] for line in round_lines(number, played)]


def drawn(replay: Replay) -> list[str]:
    """Draw the last position of a game, with its last move.

    Who gives up a game of two leaves the board as it stood.
    """
    view = view_of(replay, replay.plies, stood=True)
    sheet = board.position_marks(view)
    lines = list(board.draw(view, plan_of(replay.game), sheet, width=_WIDTH))
    return [*lines, *(["", "   ".join(sheet.key)] if sheet.key else [])]


def standing(club: Club, game: ClubGame, known: Sequence[Player], now: datetime) -> list[str]:
    """List the army to move, its deadline, draw offers, absent players and the page of the game."""
    replay = game.replay
    lines = [to_move(club, replay, known, now)]
    if not is_over(replay):
        offers = replay.offers
        if offers:
            names = " and ".join(name_of(replay, army) for army in offers)
            lines.append(f'A draw is offered by {names}: to agree, write "draw" alone on a line.')
        for player in known:
            back = player.back(now)
            if back is not None:
                lines.append(f"{on_one_line(player.name)} is away until {back}.")
    return [*lines, *_link(club, game)]


def stand(
    club: Club, game: ClubGame, known: Sequence[Player], now: datetime
) -> tuple[list[str], ...]:
    """Write the parts on a game as it is now: its last moves, its board, its standing, and how."""
    replay = game.replay
    how_to = [] if is_over(replay) else [how(replay)]
    return course(replay), drawn(replay), standing(club, game, known, now), how_to


def to_move(club: Club, replay: Replay, known: Sequence[Player], now: datetime) -> str:
    """Write which army is to move, and until when; or how the game has ended."""
    end = ending(replay)
    if end is not None:
        return f"{capitalised(_outcome(replay, end))}."
    running = clocks.running(club, replay, known, now)
    who = f"{name_of(replay, replay.last.turn)} is to move"
    until = None if running is None else clocks.deadline(running, club)
    if running is None or until is None:
        return f"{who}."
    return f"{who}{'; the time was used up on' if running.late else ', until'} {moment(until)}."


def _link(club: Club, game: ClubGame) -> list[str]:
    return [f"The game: {club.site}/{game.id}.html"] if club.site else []


def try_on_page(club: Club, game: ClubGame) -> str:
    """Write to a player who wants to try a move where the page of the game is."""
    where = (
        f": {club.site}/{game.id}.html"
        if club.site
        else ', which "show" alone on a line sends you.'
    )
    return f"A move is tried on the page of the game{where}"


def in_short(club: Club, game: ClubGame, known: Sequence[Player], now: datetime) -> list[str]:
    """List the players of a game, the army to move and its deadline, the page, the position."""
    replay = game.replay
    line = f"  {positions.write(replay.last)}"
    return [subject(game, ""), to_move(club, replay, known, now), *_link(club, game), line, ""]


def _outcome(replay: Replay, end: End) -> str:
    """Write how a game ended, and who has won it if the moves or a withdrawal have decided that."""
    last = replay.plies[-1].events if replay.plies else ()
    won = next((event for event in last if event.type == "end"), None)
    return ended(end) if won is None else f"{won}, {way(end)}"


def absent(player: Player, days: Days) -> list[str]:
    """Write to an opponent that a player is away."""
    name = on_one_line(player.name)
    lines = [
        f"{name} is away until {last}" + (f", from {first} on." if first != last else ".")
        for first, last in days
    ]
    return [*lines, "Days of leave do not count for the clock."]


def readdressed(player: Player) -> list[str]:
    """Write to a player that the club has another address of the player now."""
    says = f"The arbiter has noted your address: {player.address}."
    return [says, "The club writes to it, and takes orders only from it."]


def not_absent(player: Player, days: Days) -> list[str]:
    """Write to an opponent that a player takes days of leave back."""
    written = written_days(days).replace(",", ", ")
    return [f"{on_one_line(player.name)} takes leave back: {written}."]


def leave_taken(days: Days) -> str:
    """Write to a player that the days of leave are noted."""
    written = written_days(days).replace(",", ", ")
    return f"You are away {written}: these days do not count for your clock."


def moment(time: datetime) -> str:
    """Write a moment, as `5 May 2026, 12:00 UTC`."""
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def happened(replay: Replay, plies: Iterable[Ply]) -> Iterator[str]:
    """Write plies and their events as sentences; `standing` says how the game ended."""
    for ply in plies:
        text = ply.written(replay.game)
        if ply.move is None:
            did = "has forfeited the game" if ply.lan == Reason.FORFEITS else "has resigned"
            leaves = "" if replay.game.two_players else " The army leaves the board."
            yield f"{name_of(replay, ply.army)} {did}.{leaves}"
        else:
            yield f"{name_of(replay, ply.army)} has played {text}."
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
    lines = (
        part
        for line in words.split("\n")
        for part in wrap(line, _WIDTH - 2, break_long_words=False, break_on_hyphens=False) or [""]
    )
    quoted = [f"> {line}".rstrip() for line in lines]
    return [f"{player.name} writes:", "", *quoted, ""]


def withheld(lines: Sequence[str]) -> list[str]:
    """Quote to a player the lines that are withheld from the others."""
    return [
        "Not passed on, because it may be a conditional line:",
        *(f"> {cut(line)}" for line in lines[:_MOST]),
        *(["> [...]"] if len(lines) > _MOST else []),
        'A conditional line is kept when it is written as "if MOVE MOVE", alone on a line.',
    ]


def cut(text: str) -> str:
    """Shorten the text of a player, to quote it."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def example(replay: Replay) -> str:
    """Return a legal move of the army to move as an example; empty if there is none."""
    legal = [] if is_over(replay) else legal_moves(replay.last)
    return movetext.shown(replay.last, min(legal)) if legal else ""


def how(replay: Replay, army: str = "") -> str:
    """Explain on a line how a move is written, with an example while the game goes on.

    To the player of an army that is not to move, the example would be another's move: it has none.
    """
    turn = "" if is_over(replay) else replay.game.letters[replay.last.turn]
    move = example(replay) if army in ("", turn) else ""
    return _HOW.format(example=move) if move else _MORE


def help_of(game: ClubGame | None) -> list[str]:
    """Describe the orders, with the id and a legal move of the game, if there is one."""
    move = ("" if game is None else example(game.replay)) or "MOVE"
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
    """Join the parts of an answer, with blank lines between them."""
    filled = ["\n".join(map(_filled, part)).strip("\n") for part in parts]
    return escaped("\n\n".join(part for part in filled if part)) + "\n"


def _filled(line: str) -> str:
    """Break a long sentence into lines; drawings, quotations and addresses are not broken."""
    if len(line) <= _WIDTH or line.startswith((">", " ")) or "https:" in line:
        return line
    return fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)


def refused(replay: Replay, why: Refused, what: str = "Your move was not played") -> list[str]:
    """Prove that a move is not legal, and list legal moves that resemble it."""
    position, refusal, move = replay.last, why.finding.refusal, cut(why.token.text)
    lines = [f"{what}: {on_one_line(move)}", f"{refusal.code.value}: {refusal.message}"]
    if refusal.code in (Code.GAME_OVER, Code.LIMIT):
        return lines
    if refusal.code is not Code.SYNTAX and refusal.section is not None:
        lines += proof_lines(proof_of(position, move, refusal))
    near = suggestions(position, move, refusal)
    for line in proof.hints(position, move, refusal, near):
        lines += wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return lines


def noted(plans: Sequence[str]) -> list[str]:
    """Quote to a player the conditional lines that are kept."""
    if not plans:
        return ["Your conditional lines were taken back."]
    kept = "These conditional lines are kept, and nobody else sees them:"
    return [kept, *(f"  if {plan}" for plan in plans)]


def used_up(game: ClubGame) -> list[str]:
    """Tell the players of a game that the time of one is used up."""
    name = name_of(game.replay, game.replay.last.turn)
    return [f"The time of {name} is used up. The arbiter decides how the game goes on."]


def overdue(game: ClubGame, running: Clock) -> list[str]:
    """Report to the arbiter that the time of a player is used up."""
    name = name_of(game.replay, game.replay.last.turn)
    by = times.write_span(max(1, -(running.left or 0) // times.DAY) * times.DAY)
    return [
        f"In the game [{game.id}] the time of {name} is used up, by {by}.",
        "Nothing was done: an arbiter may let the game go on, or forfeit the army, with",
        f"  aofref play --in-place --sent now {quote(f'games/{game.id}.aof')} "
        f"{running.army}:forfeits",
    ]


def invitation(
    club: Club, event: str, games: Sequence[ClubGame], player: Player, now: datetime
) -> list[Sequence[str]]:
    """Invite a player to games of a season, each with its first deadline; explain each variant."""
    parts: list[Sequence[str]] = [] if len(games) == 1 else [[f"These are your games of {event}."]]
    for game in games:
        replay = game.replay
        armies = replay.game.variant.armies
        own = [army.name for army in armies if _plays(replay, army.letter, player)]
        title, round_ = replay.game.variant.title, replay.record.values.get("Round", "?")
        names = [f"  {name_of(replay, n)}" for n in range(len(armies))]
        parts.append(
            [
                f"You play {on_one_line(' and '.join(own))} in the game [{game.id}]: "
                f"{on_one_line(f'{title}, round {round_}')}. In order of play:",
                *names,
                *standing(club, game, [player], now),
            ]
        )
    control = times.read_control(games[0].replay.record.values.get("TimeControl", ""))
    if control:
        parts.append([f"Time control: {times.write_control(control, spans=True)}."])
    if player.token and club.token:
        parts.append([_secret(player.token)])
    first = next((g for g in games if _plays(g.replay, g.replay.game.letters[0], player)), games[0])
    if len(games) > 1:
        parts.append([f"Name the game in the Subject of what you send, as in [{first.id}]."])
    parts.append([how(first.replay)])
    for kind in {game.replay.game.variant.id: game.replay for game in games}.values():
        parts += [[f"{kind.game.variant.title} begins so:", "", *drawn(kind)], outline(kind.game)]
    return parts


def _plays(replay: Replay, letter: str, player: Player) -> bool:
    return folded(dict(players(replay))[letter]) == folded(player.name)
