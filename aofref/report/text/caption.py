"""Captions: the text beside pictures of a position, and about a ply."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from aofref.judge.analysis.view import BoardView, view_of
from aofref.judge.replay.ending import shared
from aofref.judge.replay.line import Ply
from aofref.notation import results, times
from aofref.report.text.record import cause, offering, way
from aofref.rules.events import DRAW, JOINT_WIN, Event, Reason, over
from aofref.rules.position import NOBODY, PASS
from aofref.text import capitalised, joined, on_one_line
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.judge.replay.verdict import Replay
    from aofref.rules.compiled_variant import CompiledVariant


class LegendEntry(Value):
    """An army in the legend: its letter, name and player, whether it has left or is to move.

    `fate` is the word for its end: `won`, `drew`, `checkmated`, `resigned` and so on.
    """

    letter: str
    name: str
    player: str
    left: bool
    to_move: bool
    fate: str

    @property
    def state(self) -> str:
        """Its end, or that it has left or is to move."""
        return self.fate or ("off the board" if self.left else "to move" if self.to_move else "")

    @property
    def text(self) -> str:
        """All of it on a line."""
        player = f": {self.player}" if self.player else ""
        return f"{self.letter} {self.name}{player}" + (f" – {self.state}" if self.state else "")


class Caption(Value):
    """The text about a position: a title, further lines, and a line an army."""

    title: str
    lines: tuple[str, ...]
    armies: tuple[LegendEntry, ...]


def caption(
    board_view: BoardView,
    tags: Mapping[str, str],
    number: int | None,
    last: Ply | str | None = None,
) -> Caption:
    """Write the caption of a view: the last ply, the turn, the checks.

    `number` is that of the ply, None if it is not known; `last` is the ply, or its text.
    """
    game = board_view.game
    event = on_one_line(tags.get("Event", "")).strip().strip("?")
    name = on_one_line(f"{game.variant.title} ({game.variant.id})")
    stood = [] if number is None else [f"After ply {number}" if number else "At the start"]
    stood += [f"round {board_view.round}"] if board_view.turn != NOBODY else []
    where, came = capitalised(", ".join(stood)), ""
    if isinstance(last, str):
        came = f"Last move: {last}. " if last else ""
    elif last is not None and last.move is None:
        came = capitalised(f"{game.sides[last.army].name} {last.lan}. ")
    elif last is not None:
        came = f"Last move: {last.written(game)}. "
    fates = fates_of(board_view)
    lines = [name] if event else []
    lines.append(f"{where}. {came}{turn(board_view)}".removeprefix(". "))
    for royal, attackers in board_view.checks:
        by = ", ".join(str(board_view.piece(cell)) for cell in attackers)
        owner = game.army_of[board_view.position.board[royal]]
        state = f"{MATED} by" if fates[owner] == MATED else "in check from"
        lines.append(f"{board_view.piece(royal)} is {state} {by}.")
    if game.rulings or game.own_array:
        lines.append("Rulings: " + rulings(board_view))
    armies = []
    for place, army in enumerate(game.variant.armies):
        player = on_one_line(tags.get(army.name, "")).strip()
        player = "" if player == "?" else player
        left = place not in board_view.position.living and fates[place] not in SHARES
        end = left, place == board_view.turn, fates[place]
        armies.append(LegendEntry(army.letter, on_one_line(army.called), player, *end))
    return Caption(event or name, tuple(lines), tuple(armies))


MATED = "checkmated"
WON = "won"
_SHARED = {DRAW: "drew", JOINT_WIN: "won jointly", "": "shared"}
SHARES = (WON, *_SHARED.values())
_FATES = {
    Reason.NO_QUEEN: "has no Queen",
    Reason.RESIGNS: "resigned",
    Reason.FORFEITS: "forfeited",
}


def fates_of(board_view: BoardView) -> list[str]:
    """Return the word for each army that has won, drawn or left the game; empty for others."""
    winners = _winners(board_view)
    ends = {
        event.army: MATED if event.type == "checkmate" else _FATES[Reason(event.reason)]
        for event in reversed(board_view.departures)
    }
    share = WON if len(winners) == 1 else _SHARED[_kind(board_view)] if winners else ""
    letters = enumerate(board_view.game.letters)
    return [share if army in winners else ends.get(letter, "") for army, letter in letters]


def _kind(board_view: BoardView) -> str:
    if board_view.end is not None:
        return shared(board_view.end)
    every = len(_winners(board_view)) == len(board_view.game.armies)
    return DRAW if every else JOINT_WIN


def _winners(board_view: BoardView) -> tuple[int, ...]:
    """Return the armies that have won or share a game that is over; none while it goes on."""
    end = board_view.end
    if end is None:
        return board_view.position.winners or ()
    shares = results.read(len(board_view.game.armies), end.result) or ()
    return tuple(place for place, share in enumerate(shares) if share)


def turn(board_view: BoardView) -> str:
    """Write the army to move, and offers of a draw; or how the game ended, if that is known."""
    game, end, winners = board_view.game, board_view.end, _winners(board_view)
    if winners:
        came = "" if end is None or end.by == "moves" else f", {way(end)}"
        return f"{capitalised(over(game, winners, _kind(board_view)))}{came}."
    if end is not None:
        return f"The game is over: {cause(end)}."
    if board_view.turn == NOBODY:
        return "The game is over."
    army = on_one_line(game.variant.armies[board_view.turn].called)
    offers = [game.sides[army].name for army in board_view.offers]
    return f"{army} to move." + (f" {capitalised(offering(offers))}." if offers else "")


def rulings(board_view: BoardView) -> str:
    """Write the rulings, and the record's own array."""
    game = board_view.game
    chosen = [f"{ruling} ({game.variant.rulings[ruling].number})" for ruling in game.rulings]
    return ", ".join(chosen + ["the record's own array"] * game.own_array)


def events(game: CompiledVariant, happened: Sequence[Event], ply: Ply | None = None) -> list[str]:
    """Write the events of a ply, or of the start, and an arbiter's decision on it, as sentences.

    The removal of an army is left out if the ply is its withdrawal, and its check if it is
    checkmated.
    """
    left = ply is not None and ply.move is None and (game.letters[ply.army], ply.lan)
    mated = {event.army for event in happened if event.type == "checkmate"}
    sentences = [
        str(event)
        for event in happened
        if (event.get("army"), event.get("reason")) != left
        and not (event.type == "check" and event.army in mated)
    ]
    if ply is not None and ply.stood is not None:
        done = "let this stand" if ply.move else "made the army forfeit"
        sentences.insert(0, f"an arbiter {done}: {ply.stood.message}")
    return [f"{capitalised(text)}." for text in sentences]


TAGS = {"TimeControl": "Time control", "UTCDate": "UTC date", "UTCTime": "UTC time"}


def tag_in_words(name: str, value: str) -> str:
    """Write the value of a tag for people; nothing if it is unknown."""
    control = times.read_control(value) if name == "TimeControl" else None
    known = value if value.strip("?.-* ") else ""
    return on_one_line(known if control is None else times.in_words(control))


def in_names(game: CompiledVariant, text: str) -> str:
    """Write the pieces of a sentence by their names: `the Rook on db4` for `W:Rdb4`."""

    def named(found: re.Match[str]) -> str:
        letter, code, cell = found.groups()
        army = game.variant.armies[game.letters.index(letter)].called
        piece = game.types[game.kinds[code]].name
        name = f"the {piece if game.two_players else f'{army} {piece}'} on {cell}"
        return on_one_line(name) if cell in game.board.number else found[0]

    codes = "|".join(sorted(game.codes, key=len, reverse=True))
    pieces = rf"\b([{''.join(game.letters)}]):({codes})([a-z]+\d+)(?![-x\w])"
    return re.sub(pieces, named, text)


def spoken(replay: Replay, plies: Sequence[Ply]) -> str:
    """Write the last of the plies that a record begins with: number, move, events, who is to move.

    Its start if there are none.
    """
    game, ply = replay.game, plies[-1] if plies else None
    happened = replay.opening if ply is None else ply.events
    ended = any(event.type == "end" for event in happened)
    sentences = events(game, happened, ply)
    sentences += [] if ended else [turn(view_of(replay, plies, stood=True))]
    done = "The start." if ply is None else f"Ply {ply.number}: {_moved(replay, ply)}."
    return in_names(game, " ".join([done, *sentences]))


def _moved(replay: Replay, ply: Ply) -> str:
    """Write which army moved which piece, and where: `European Elf from kd5 to hc3`."""
    position = replay.after(ply.parent, replay.steps)
    game, names = position.game, position.game.board.names
    army = capitalised(game.sides[ply.army].name)
    if ply.move is None:
        return f"{army} {ply.lan}" + ("" if game.two_players else " and is removed")
    if ply.move == PASS:
        return f"{army} passes"
    army = on_one_line(game.variant.armies[ply.army].called)  # as in `European Leopard`
    walks, target = game.castlings.walks(ply.move), position.board[ply.move.destination]
    movers = [game.type_of(position.board[start]).name for start, _ in walks]
    ways = [f"from {names[start]} to {names[end]}" for start, end in walks]
    if target:
        whose = game.variant.armies[game.army_of[target]]
        taken = f"{whose.called} {game.type_of(target).name}"
        start, end = (names[cell] for cell in walks[0])
        ways = [f"from {start} takes the {taken} on {end}"]
    moved = [f"{mover} {way}" for mover, way in zip(movers, ways, strict=True)]
    return f"{army} {on_one_line(joined(moved, 'and'))}"
