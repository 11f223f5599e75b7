"""Answers: what the club writes to its players, in lines of at most 80 columns.

The sentences are templates of answers.txt; these functions give them their facts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import groupby
from textwrap import fill, wrap

import jinja2

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
from aofref.report.text.record import ended, round_lines, way
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Reason
from aofref.rules.moves import legal_moves
from aofref.text import capitalised, escaped, on_one_line, resource_text
from aofref.values import Value

_WIDTH = 76
_LONGEST, _MOST = 80, 20  # the most characters of a player's line that are quoted, and lines
_TITLE = 200  # the most characters of the names in a Subject
_ROUNDS = 5  # how many of the last rounds a message lists
Paragraphs = Sequence[Sequence[str]]


class ClubGame(Value):
    """A game in the club: its id as in the name of its file, and its play."""

    id: str
    replay: Replay


@cache
def _templates() -> dict[str, jinja2.Template]:
    made = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        finalize=lambda fact: on_one_line(str(fact)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    _, *texts = re.split(r"^# (\S+)\n", resource_text(__name__, "answers.txt"), flags=re.MULTILINE)
    return {
        name: made.from_string(text.strip("\n"))
        for name, text in zip(texts[::2], texts[1::2], strict=True)
    }


def say(name: str, /, **facts: object) -> list[str]:
    """Write what answers.txt has under a name, with its facts, in lines."""
    return _templates()[name].render(**facts).rstrip("\n").split("\n")


def name_of(replay: Replay, army: int) -> str:
    """Return the name of a player and the army, as in `Anna (European)`."""
    side = replay.game.variant.armies[army]
    player = dict(players(replay))[side.letter]
    return on_one_line(side.name if player == UNNAMED else f"{player} ({side.name})")


def subject(game: ClubGame, word: str) -> str:
    """Write the Subject of a message about a game, with the secret word of its addressee."""
    replay = game.replay
    names = " - ".join(on_one_line(name) for _, name in players(replay))[:_TITLE]
    return say("subject", id=game.id, names=names, number=replay.last.round, word=word)[0]


def word(player: Player) -> list[str]:
    """Tell a player the new secret word."""
    return [*say("word", word=player.token), *say("word-is-there")]


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


def standing(
    club: Club, game: ClubGame, known: Iterable[Player], now: datetime, to: Player
) -> list[str]:
    """List the army to move, its deadline, draw offers, absent players and the page of the game.

    To `to` it says what that player may do about it.
    """
    replay, known = game.replay, list(known)
    lines = to_move(club, replay, known, now)
    if not is_over(replay):
        if lines[1:] and not is_turn(replay, to):
            lines.pop()
        if offers := replay.offers:
            names = " and ".join(name_of(replay, army) for army in offers)
            others = [army for army in replay.last.living if army not in offers]
            lines += say("offer", names=names, may_agree=any(_has(replay, a, to) for a in others))
        absences = ((player.name, player.back(now)) for player in known)
        lines += [line for name, day in absences if day for line in say("back", name=name, day=day)]
    return [*lines, *_link(club, game)]


def stand(
    club: Club, game: ClubGame, known: Iterable[Player], now: datetime, to: Player
) -> list[Sequence[str]]:
    """Write the parts on a game as it is now: its last moves, its board, its standing, and how.

    Who is not to move has nothing to write.
    """
    replay = game.replay
    how_to = how(replay) if is_turn(replay, to) else []
    return [course(replay), drawn(replay), standing(club, game, known, now, to), how_to]


def to_move(club: Club, replay: Replay, known: Iterable[Player], now: datetime) -> list[str]:
    """Write which army is to move, and until when; or how the game has ended.

    Where the time is used up, a second line is for the player of the army.
    """
    end = ending(replay)
    if end is not None:
        return [f"{capitalised(_outcome(replay, end))}."]
    running = clocks.running(club, replay, known, now)
    until = None if running is None else clocks.deadline(running, club)
    late = running is not None and until is not None and running.late
    who, left = name_of(replay, replay.last.turn), "" if until is None else _left(until, now)
    day = until and moment(until)
    return [*say("to-move", who=who, late=late, until=day, left=left), *(say("still") * late)]


def _left(until: datetime, now: datetime) -> str:
    """Write how much time is left, in whole days, or hours, or minutes."""
    seconds = max(60, int((until - now).total_seconds()))
    unit = next((unit for unit in (times.DAY, 3600) if seconds >= 2 * unit), 60)
    return times.span_in_words(seconds // unit * unit)


def _has(replay: Replay, army: int, player: Player) -> bool:
    """Whether an army is a player's."""
    return folded(dict(players(replay))[replay.game.letters[army]]) == folded(player.name)


def is_turn(replay: Replay, player: Player) -> bool:
    """Whether a player is to move in a game under way."""
    return not is_over(replay) and _has(replay, replay.last.turn, player)


def _link(club: Club, game: ClubGame) -> list[str]:
    return say("page", site=club.site, id=game.id) if club.site else []


def in_short(club: Club, game: ClubGame, known: Iterable[Player], now: datetime) -> list[str]:
    """List the players of a game, the army to move and its deadline, the page, the position."""
    replay = game.replay
    line = f"  {positions.write(replay.last)}"
    turn = to_move(club, replay, known, now)[0]
    return [subject(game, ""), turn, *_link(club, game), line, ""]


def _outcome(replay: Replay, end: End) -> str:
    """Write how a game ended, and who has won it if the moves or a withdrawal have decided that."""
    last = replay.plies[-1].events if replay.plies else ()
    won = next((event for event in last if event.type == "end"), None)
    return ended(end) if won is None else f"{won}, {way(end)}"


def absent(player: Player, days: Days) -> list[str]:
    """Write to an opponent that a player is away."""
    name = player.name
    lines = [say("absent", name=name, first=first, last=last) for first, last in days]
    return [*(line for said in lines for line in said), *say("not-counted")]


def readdressed(player: Player) -> list[str]:
    """Write to a player that the club has another address of the player now."""
    says = f"The arbiter has noted your address: {player.address}."
    return [says, "The club writes to it, and takes orders only from it."]


def not_absent(player: Player, days: Days) -> list[str]:
    """Write to an opponent that a player takes days of leave back."""
    return say("not-absent", name=player.name, days=written_days(days).replace(",", ", "))


def leave_taken(days: Days) -> str:
    """Write to a player that the days of leave are noted."""
    return say("away", days=written_days(days).replace(",", ", "))[0]


def moment(time: datetime) -> str:
    """Write a moment, as `5 May 2026, 12:00 UTC`."""
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def happened(replay: Replay, plies: Iterable[Ply]) -> Iterator[str]:
    """Write plies and their events as sentences; `standing` says how the game ended."""
    for ply in plies:
        who = name_of(replay, ply.army)
        if ply.move is None:
            forfeits, removed = ply.lan == Reason.FORFEITS, not replay.game.two_players
            yield from say("left", who=who, forfeits=forfeits, removed=removed)
        else:
            yield from say("played", who=who, move=ply.written(replay.game))
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
    return [*say("writes", name=player.name), "", *quoted, ""]


def withheld(lines: Sequence[str]) -> list[str]:
    """Quote to a player the lines that are withheld from the others."""
    quoted = [f"> {cut(line)}" for line in lines[:_MOST]]
    return [
        *say("withheld"),
        *quoted,
        *(["> [...]"] if len(lines) > _MOST else []),
        *say("how-if"),
    ]


def cut(text: str) -> str:
    """Shorten the text of a player, to quote it."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} [...]"


def example(replay: Replay) -> str:
    """Return a legal move of the army to move as an example; empty if there is none."""
    legal = [] if is_over(replay) else legal_moves(replay.last)
    return movetext.shown(replay.last, min(legal)) if legal else ""


def how(replay: Replay) -> list[str]:
    """Explain on a line how a move is written, with an example while the game goes on."""
    move = example(replay)
    return say("how", move=move) if move else say("more")


def help_of(game: ClubGame | None) -> list[str]:
    """Describe the orders, with the id and a legal move of the game, if there is one."""
    move = ("" if game is None else example(game.replay)) or "MOVE"
    over = game is not None and is_over(game.replay)
    return say("help", id="ID" if game is None else game.id, move=f"{move:<14}", over=over)


def facts(club: Club, game: ClubGame, known: Iterable[Player], now: datetime) -> list[str]:
    """Write what the club knows of a game for a claim: repetition, clock and position."""
    last = game.replay.last
    stood = say("stood", count=turn.times_stood(last))
    return [*stood, to_move(club, game.replay, known, now)[0], f"  {positions.write(last)}"]


@lru_cache(maxsize=8)
def rulebook(game: CompiledVariant) -> list[str]:
    """Describe a game, and each of its pieces in full."""
    return "\n".join(rules.book(turn.start(game)[0], _WIDTH)).split("\n")


def outline(game: CompiledVariant) -> list[str]:
    """Describe a game, and each of its pieces in a line or two."""
    return [
        *say("rules"),
        "",
        *rules.outline(turn.start(game)[0]),
        "",
        *say("rules-more"),
    ]


def joined(*parts: Sequence[str]) -> str:
    """Join the parts of an answer, with blank lines between them."""
    filled = ["\n".join(map(_filled, part)).strip("\n") for part in parts]
    return escaped("\n\n".join(part for part in filled if part)) + "\n"


def _filled(line: str) -> str:
    """Break a long sentence into lines; drawings, quotations and addresses are not broken."""
    if len(line) <= _WIDTH or line.startswith((">", " ")) or "https:" in line:
        return line
    return fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)


def refused(why: Refused, what: str = "refused") -> list[str]:
    """Prove that a move is not legal, and list legal moves that resemble it."""
    position, refusal, move = why.before, why.finding.refusal, cut(why.token.text)
    lines = [f"{say(what)[0]}: {on_one_line(move)}", f"{refusal.code.value}: {refusal.message}"]
    if refusal.code in (Code.GAME_OVER, Code.LIMIT):
        return lines
    near = suggestions(position, move, refusal)
    for line in proof.reasons(proof_of(position, move, refusal), move, near):
        whole = len(line) <= _WIDTH
        lines += [line] if whole else wrap(line, _WIDTH, subsequent_indent="    ")
    return lines


def noted(plans: Sequence[str]) -> list[str]:
    """Quote to a player the conditional lines that are kept."""
    return [*say("plans", are=bool(plans)), *(f"  if {plan}" for plan in plans)]


def used_up(game: ClubGame) -> list[str]:
    """Tell the players of a game that the time of one is used up."""
    return say("used-up", who=name_of(game.replay, game.replay.last.turn))


def overdue(game: ClubGame, running: Clock) -> str:
    """Write to the arbiter that the time of a player is used up."""
    span = times.write_span(max(1, -(running.left or 0) // times.DAY) * times.DAY)
    who = name_of(game.replay, game.replay.last.turn)
    return say("overdue", id=game.id, who=who, span=span)[0]


def invitation(
    club: Club, event: str, games: Sequence[ClubGame], player: Player, now: datetime
) -> Paragraphs:
    """Invite a player to games of a season, each with its first deadline; explain each variant."""
    parts = [] if len(games) == 1 else [say("your-games", event=event)]
    for game in games:
        replay = game.replay
        armies = replay.game.variant.armies
        own = " and ".join(army.name for n, army in enumerate(armies) if _has(replay, n, player))
        title, round_ = replay.game.variant.title, replay.record.values.get("Round", "?")
        lines = say("you-play", armies=own, id=game.id, title=title, round=round_)
        lines += [f"  {name_of(replay, n)}" for n in range(len(armies))]
        parts.append([*lines, *standing(club, game, [player], now, player)])
    control = times.read_control(games[0].replay.record.values.get("TimeControl", ""))
    if control:
        parts.append(say("control", control=times.write_control(control, spans=True)))
    if player.token and club.token:
        parts.append(say("word", word=player.token))
    first = next((g for g in games if is_turn(g.replay, player)), None)
    if len(games) > 1:
        parts.append(several(first or games[0]))
    parts.append(say("more") if first is None else how(first.replay))
    for kind in {game.replay.game.variant.id: game.replay for game in games}.values():
        begins = say("begins", title=kind.game.variant.title)
        parts += [[*begins, "", *drawn(kind)], outline(kind.game)]
    return parts


def several(game: ClubGame) -> list[str]:
    """Explain how several games go into one message."""
    return say("several", id=game.id, move=example(game.replay) or "MOVE")
