"""Plays games by seed and taste, looks for rare events, and writes them as records.

    python tools/player.py VARIANT SEED [--taste check=3,E:pawn=2] [--plies N] [--position LINE]
    python tools/player.py VARIANT SEED --want 'rescued,mates 3' --tries 500

SEED is a number, or several with the ply from which each holds: `17,40:3,88:12`.  With --want the
games of the seeds from SEED on are searched, then the best is changed ply by ply (more seeds in
its SEED) while it holds no less of what is wanted.  The record goes to standard output, the SEED
that gives it to standard error.  A taste is a list of weights, for one army if its letter stands
before; see `rough` and `fine`.
"""

from __future__ import annotations

import argparse
import random
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aofref import games
from aofref.notation import movetext, positions
from aofref.rules import events as ev
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.moves import has_safe_move, legal_moves, taken_en_passant
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition

Taste = dict[str, float]
Seeds = tuple[tuple[int, int], ...]


class Ply(NamedTuple):
    """A move or withdrawal (`move` is None) as it was played; `word` is its text."""

    before: CorePosition
    army: int
    move: CoreMove | None
    word: str
    after: CorePosition
    events: tuple[ev.Event, ...]


# Choosing ---------------------------------------------------------------------------------------


def rough(position: CorePosition, move: CoreMove, taste: Taste, last: CoreMove | None) -> float:
    """Rate a move at first sight: captures, Pawn moves, promotions, going back."""
    game, board = position.game, position.board
    if move == PASS:
        return 0.0
    piece, taken = board[move.origin], board[move.destination]
    value = 0.0
    if taken:
        value += taste.get("capture", 0) * (0.3 if game.is_pawn[taken] else 1)
    if game.is_pawn[piece]:
        value += taste.get("pawn", 0)
        if move.promotion != NO_PROMOTION:
            new = game.piece(position.turn, move.promotion)
            value += taste.get("promote", 0) * (0.5 if new in board else 1)
        elif move.destination in game.pawns.doubles[position.turn].get(move.origin, ()):
            value += taste.get("double", 0)
        if taken_en_passant(position, *move[:2]):
            value += taste.get("passant", 0)
    elif game.is_royal[piece]:
        value += taste.get("royal", 0)
    if last is not None and (move.origin, move.destination) == (last.destination, last.origin):
        value += taste.get("back", 0)
    return value


def fine(
    before: CorePosition, after: CorePosition, found: Sequence[ev.Event], taste: Taste
) -> float:
    """Rate a move by its checks, also checks without an answer, or two by one army."""
    army, value = before.turn, 0.0
    for other, attacking in enumerate(after.checks):
        if other == army or not attacking:
            value += taste.get("lift", 0) * _too_late(before, other)
            continue
        value += taste.get("check", 0) * (attacking >> army & 1)
        if taste.get("hunt") and not has_safe_move(after.with_turn(other)):
            value += taste["hunt"]
    if taste.get("fork"):
        most = max(
            sum(seen >> one & 1 for seen in after.checks) for one in range(len(after.checks))
        )
        value += taste["fork"] * max(0, most - 1)
    for event in found:
        if event.type == "checkmate":
            own = event.army == before.game.letters[army]
            value += taste.get("mate", 0) * (-1 if own else 1)
        elif event.type == "promotion" and before.board[before.game.board.number[event.cell]]:
            value += taste.get("turn", 0)
        elif event.type == "stalemate":
            value += taste.get("stalemate", 0)
    if taste.get("confine") and after.turn != NOBODY:
        value -= taste["confine"] * len(legal_moves(after))
    return value


def _too_late(position: CorePosition, army: int) -> bool:
    """Return whether an army is in check from an army that moves before it."""
    turns = [(one - position.turn) % len(position.checks) for one in position.game.armies]
    return any(
        position.checks[army] >> one & 1 and turns[one] < turns[army]
        for one in position.game.armies
    )


def choose(
    rng: random.Random, position: CorePosition, taste: Taste, last: CoreMove | None
) -> CoreMove:
    """Choose a move: the best of the most promising at first sight, with some noise."""
    rated = [
        (rough(position, move, taste, last) + rng.random() * taste.get("noise", 1), move)
        for move in sorted(legal_moves(position))
    ]
    rated.sort(reverse=True)
    best = rated[: int(taste.get("look", 6))]
    return max((v + fine(position, *turn.apply(position, m), taste), m) for v, m in best)[1]


class Player:
    """Plays games of one kind: each army has its taste, and the game its greatest length."""

    def __init__(
        self, game: CompiledVariant, tastes: Sequence[Taste], plies: int, opening: str = ""
    ) -> None:
        self.game = game
        self.tastes = tastes
        self.plies = plies
        self.opening = opening
        setup = positions.read(game, opening) if opening else turn.array(game)
        self.first: CorePosition = turn.begin(setup)[0]

    def play(self, seeds: Seeds, known: Sequence[Ply] = ()) -> list[Ply]:
        """Play a game on from the plies known; in the end all but the strongest army resign."""
        played = list(known)
        position = played[-1].after if played else self.first
        rng, reseed = random.Random(), dict(seeds)
        rng.seed(f"{self.game.variant.id} {max(s for s in seeds if s[0] <= len(played))}")
        while position.turn != NOBODY:
            army = position.turn
            if len(played) in reseed:
                rng.seed(f"{self.game.variant.id} {(len(played), reseed[len(played)])}")
            taste = self.tastes[army]
            owners = [self.game.army_of[piece] for piece in position.board if piece]
            strength = [owners.count(one) for one in self.game.armies]
            if len(played) >= self.plies:
                army = min(position.living, key=lambda one: strength[one])
                played.append(withdrawal(position, army))
            elif strength[army] <= taste.get("resign", 0) and strength[army] < max(strength) / 2:
                played.append(withdrawal(position, army))
            else:
                own = (ply.move for ply in reversed(played) if ply.army == army)
                played.append(step(position, choose(rng, position, taste, next(own, None))))
            position = played[-1].after
        return played


def step(position: CorePosition, move: CoreMove) -> Ply:
    """Play a move."""
    after, found = turn.apply(position, move)
    word = movetext.lan(position, move) + movetext.suffix(after, found)
    if not position.game.two_players:
        word = f"{position.game.letters[position.turn]}:{word}"
    return Ply(position, position.turn, move, word, after, found)


def withdrawal(position: CorePosition, army: int) -> Ply:
    """Let an army resign."""
    after, found = turn.withdraw(position, army, ev.Reason.RESIGNS)
    word = f"{position.game.letters[army]}:resigns{movetext.suffix(after, found)}"
    return Ply(position, army, None, word, after, found)


# What a game holds ------------------------------------------------------------------------------


def notable(played: Sequence[Ply]) -> Iterator[tuple[int, str, str]]:
    """Yield (index of the ply, label, sentence) for all events of a game."""
    quiet: dict[int, int] = {}
    seen = Counter([_stands(played[0].before)] if played else [])
    mates = 0
    for at, ply in enumerate(played):
        before, after, game = ply.before, ply.after, ply.before.game
        mover = game.letters[ply.army]
        if len(after.passed) > 1:
            yield at, "two rights", "two en passant rights stand: RULES 6"
        for army in after.living:
            name, was, now = game.letters[army], before.checks[army], after.checks[army]
            gone = [a for a in after.living if was >> a & 1 and not now >> a & 1]
            if ply.move and army != ply.army and gone and ply.army not in gone:
                by = " and ".join(game.letters[one] for one in gone)
                yield (
                    at,
                    "en_passant_cells",
                    f"{mover} en_passant_captures the check of {by} to {name}",
                )
                if quiet.get(army, 0) & sum(1 << one for one in gone):
                    yield (
                        at,
                        "rescued",
                        f"{name} had no way out: {mover} en_passant_captures the check: RULES 8",
                    )
        if ply.move:
            quiet[ply.army] = after.checks[ply.army]
        count = sum(event.type == "checkmate" for event in ply.events)
        at_once = _mated_at_once(ply)
        if len(at_once) > 1:
            yield at, "double mate", f"{len(at_once)} armies mated at once: RULES 8"
        if count > len(at_once):
            yield at, "mates in a row", "a mate opens the way to the next: RULES 8"
        for army, mater in at_once if not game.two_players else ():
            if army != ply.army and not before.checks[army] >> mater & 1:
                who, whose, whom = mover, game.letters[mater], game.letters[army]
                yield at, "opened", f"{who} has opened {whose}'s way to {whom}"
        for event in ply.events:
            yield from ((at, label, said) for label, said in _of_event(ply, event))
        for _ in range(count):
            mates += 1
            yield at, f"mates {mates}", ""
        for army in game.armies:
            kinds = sum(piece in after.board for piece in game.partners[army])
            yield at, f"{game.letters[army]} partners {kinds}", ""
        if game.two_players:
            seen[_stands(after)] += 1
            if seen[_stands(after)] == 3:
                yield at, "repetition", "the same position for the third time: RULES 8"
        yield from ((at, label, said) for label, said in _ending(ply))


def _mated_at_once(ply: Ply) -> list[tuple[int, int]]:
    """Return (army mated, checkmater) for the first consecutive mates of a ply."""
    found: list[tuple[int, int]] = []
    for event in ply.events:
        if event.type == "checkmate":
            letters = ply.before.game.letters
            found.append((letters.index(event.army), letters.index(event["by"])))
        elif found:
            break
    return found


def _stands(position: CorePosition) -> object:
    return position.board, position.turn, position.passed


def _of_event(ply: Ply, event: ev.Event) -> Iterator[tuple[str, str]]:
    game = ply.before.game
    letters, codes = game.letters, game.codes
    letter = event.get("army", "")
    match event.type:
        case ev.Happening.EN_PASSANT:
            said = f"{letter} takes the {event.captured} Pawn en passant: RULES 6"
            yield f"ep {letter}{event.captured}", said
        case ev.Happening.PROMOTION:
            army, cell = letters.index(letter), game.board.number[event.cell]
            label = f"{event.from_}={event.to}"
            rule = 8 if event.to == "EM" else 7
            yield label, f"{event.from_} becomes {event.to}: RULES {rule}"
            yield f"{letter} {label}", ""
            queen = game.piece(army, game.kinds[event.to])
            if event.to == "Q" and queen not in ply.before.board:
                yield "queen again", f"{letter} has a Queen once more: RULES 7"
            for vector in _radials(game) if event.to == "PR" else ():
                if _aligned(ply.after, army, cell, vector):
                    said = f"{letter}'s Elements are in line, {_family(vector)}: RULES 7"
                    yield f"aligned {_family(vector)}", said
        case ev.Happening.CHECKMATE if not game.two_players:
            by = event["by"]
            royal = ply.before.board[ply.before.royals[letters.index(by)]]
            if codes[game.kind_of[royal]] == "EM":
                yield "emperor again", "an army with an Emperor mates"
            if any(codes[game.kind_of[piece]] == "EM" for _, piece in ev.attackers(event)):
                yield "emperor mates", f"the Emperor of {by} itself mates: RULES 8"
        case ev.Happening.REMOVAL:
            reason = event.reason
            yield reason, f"no Queen: {letter} goes: RULES 8" if "q" in reason else ""
        case ev.Happening.PASS:
            yield "pass", f"{letter} has no move: RULES 8"
        case ev.Happening.STALEMATE:
            yield "stalemate", f"{letter} has no move and is not in check: RULES 8"


def _radials(game: CompiledVariant) -> tuple[tuple[int, int, int], ...]:
    rule = game.variant.alignment
    return game.board.lattice.vectors(rule.radials, ()) if rule else ()


def _aligned(position: CorePosition, army: int, royal: int, vector: tuple[int, int, int]) -> bool:
    game = position.game
    near = game.board.next_cell(royal, vector)
    far = game.board.next_cell(near, vector) if near >= 0 else -1
    return far >= 0 and [position.board[near], position.board[far]] == [
        game.piece(army, game.kinds[code]) for code in ("RY", "ET")
    ]


def _family(vector: tuple[int, int, int]) -> str:
    """Name the kind of a radial of aof6: its flat part is none, an O or an H step."""
    flat = vector[0] ** 2 + vector[0] * vector[1] + vector[1] ** 2
    return {(0, 1): "V", (1, 0): "O", (1, 1): "F", (3, 0): "H", (3, 1): "Y"}[flat, abs(vector[2])]


def _ending(ply: Ply) -> Iterator[tuple[str, str]]:
    """Yield how Armies of Faith 6 ended, or went on without the checkmater (RULES 8)."""
    game = ply.before.game
    mates = [event for event in ply.events if event.type == "checkmate"]
    winners = ply.after.winners
    if winners is not None and ply.move is not None:
        yield "won", ""
    if game.variant.bereft is None or not mates:
        return
    gone = [a for a in ply.before.living if ply.after.royals[a] < 0]
    mater = game.letters.index(mates[-1]["by"])
    if winners is None:
        if mater in gone:
            yield "goes on", f"{game.letters[mater]} goes as well, and play goes on: RULES 8"
    elif len(winners) == 4:
        yield "draw of four", "four armies gone at once, a draw: RULES 8"
    elif len(winners) > 1:
        label = "joint" if ply.after.living else "all gone"
        yield f"{label} {len(winners)}", "joint winners: RULES 8"
    elif len(gone) == 3 and winners[0] != mater:
        yield "last of three", "three gone at once, the fourth wins: RULES 8"
    else:
        yield "checkmater wins", "the checkmater alone is left and wins: RULES 8"


def labels(played: Sequence[Ply]) -> dict[str, int]:
    """Return the events of a game, with the index of the first ply of each."""
    found: dict[str, int] = {}
    for at, label, _ in notable(played):
        found.setdefault(label, at)
    return found


# Searching and writing --------------------------------------------------------------------------


def search(player: Player, seeds: Seeds, want: Sequence[str], tries: int) -> Seeds:
    """Search for a game with the wanted events: half of the tries anew, half from the best."""

    def merit(played: list[Ply]) -> tuple[int, int]:
        """Return how many wanted events a game has, and by which ply."""
        held = [at for label, at in labels(played).items() if label in want]
        return len(held), max(held, default=0) + 1

    best = player.play(seeds)
    most, until = merit(best)
    rng = random.Random(repr(seeds))
    for count in range(1, tries):
        if most == len(want):
            break
        if len(seeds) == 1 and count < tries // 2:
            new: Seeds = ((0, rng.randrange(10**6)),)
            played = player.play(new)
        else:
            cut = rng.randrange(min(until, len(best) - 1) if rng.random() < 0.8 else 0, len(best))
            new = (*(s for s in seeds if s[0] < cut), (cut, rng.randrange(10**6)))
            played = player.play(new, best[:cut])
        held, by = merit(played)
        if held > most or (held == most and (by < until or rng.random() < 0.3)):
            best, most, until, seeds = played, held, by, new
    return seeds


def record(player: Player, played: Sequence[Ply], about: str) -> str:
    """Write a game as a record, with comments where something happens for the first time."""
    game = player.game
    result = game.result(played[-1].after.winners if played else None)
    tags = {"Event": f"aofref fixture: {about}", "Site": "?", "Date": "????.??.??", "Round": "-"}
    tags |= {army.name: "?" for army in game.variant.armies}
    tags |= {"Result": result, "Variant": game.variant.id}
    if player.opening:
        tags["Position"] = player.opening
    said: dict[int, list[str]] = {}
    known: set[str] = set()
    for at, label, sentence in notable(played):
        if sentence and label not in known:
            said.setdefault(at, []).append(sentence)
        known.add(label)
    words, round_ = [], 0
    for at, ply in enumerate(played):
        if ply.before.round != round_ and ply.move is not None:
            round_ = ply.before.round
            first = ply.before.turn == 0 or not game.two_players
            words.append(f"{round_}." if first else f"{round_}...")
        words.append(ply.word)
        if at in said:
            words.append("{" + "; ".join(said[at]) + "}")
    lines = textwrap.wrap(" ".join([*words, result]), 79, break_on_hyphens=False)
    return "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", *lines, ""])


def read_seeds(said: str) -> Seeds:
    """Parse `17,40:3`."""
    pairs = [part.split(":") for part in said.split(",")]
    return tuple((int(pair[0]) if len(pair) > 1 else 0, int(pair[-1])) for pair in pairs)


def read_tastes(said: str, letters: Sequence[str]) -> list[Taste]:
    """Parse `check=3,E:pawn=2`: weights without an army are for all, and come first."""
    tastes: list[Taste] = [{} for _ in letters]
    for part in sorted(said.split(","), key=lambda part: ":" in part) if said else ():
        name, _, weight = part.partition("=")
        army, _, key = name.rpartition(":")
        for letter, taste in zip(letters, tastes, strict=True):
            if army in ("", letter):
                taste[key] = float(weight)
    return tastes


def main() -> None:
    """Play, or search and play, and write the record."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("variant")
    options.add_argument("seed", type=read_seeds)
    options.add_argument("--taste", default="")
    options.add_argument("--plies", type=int, default=400)
    options.add_argument("--position", default="")
    options.add_argument("--about", default="a game")
    options.add_argument("--want", default="")
    options.add_argument("--tries", type=int, default=100)
    asked = options.parse_args()
    found = games.find(asked.variant)
    assert found is not None
    game = compile_variant(found)
    player = Player(game, read_tastes(asked.taste, game.letters), asked.plies, asked.position)
    seeds: Seeds = asked.seed
    if asked.want:
        seeds = search(player, seeds, asked.want.split(","), asked.tries)
    played = player.play(seeds)
    sys.stdout.write(record(player, played, asked.about))
    print(",".join(f"{ply}:{seed}" if ply else f"{seed}" for ply, seed in seeds), file=sys.stderr)
    for label, at in labels(played).items():
        print(f"  {at + 1} {label}", file=sys.stderr)


if __name__ == "__main__":
    main()
