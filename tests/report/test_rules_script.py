"""The script `rules.js` of pages finds, move for move, what aofref finds.

    AOFREF_BROWSER=yes pytest --long tests/report/test_rules_script.py

plays ten times as much, with new seeds: AOFREF_PLIES says how many plies in all.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import chess
import pytest

from aofref import games
from aofref.findings import BadPosition, Code
from aofref.games.files.loader import load
from aofref.games.model import (
    Alignment,
    Castling,
    FourPartners,
    Pawns,
    ToArrayPiece,
    ToLevelPiece,
    ToPartner,
    VariantData,
)
from aofref.judge.cases import Question
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import step
from aofref.judge.replay.verdict import Replay
from aofref.library.position import Position, Variant
from aofref.notation import fen, positions
from aofref.notation.cases import Case
from aofref.notation.moves import parse
from aofref.notation.movetext import Notation, lan, shown, suffix, write
from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from aofref.notation.resolve import castling_by_cells
from aofref.report.page.data import of_words
from aofref.report.page.rules_data import of_rules
from aofref.rules import events, turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.moves import legal_moves, taken_en_passant
from aofref.rules.position import NO_PROMOTION, NOBODY, CoreMove, CorePosition
from aofref.rules.refuse import refusal
from tests.browsing import browser
from tests.helpers import FIXTURES, ROOT, game, sampled
from tests.judge.test_cases import EVERY as CASES
from tests.pieces.test_page_ways import tables
from tests.referees import second_positions, second_referee
from tests.rules.test_both_referees import SETTINGS
from tests.rules.test_perft import table

__all__ = ["browser"]

Step = dict[str, Any]
PLIES = int(os.environ.get("AOFREF_PLIES", "3000"))
FILES = (*games.every()[len(games.IDS) :], "mixed", "round", "sd2l-cohen-twin", "sd2l-sling-twin")
"""Games from files."""
PAGE = ROOT / "aofref/report/page"
SOURCES = (
    *(PAGE / name for name in ("digits.js", "orthodox.js", "rules.js")),
    ROOT / "tests/report/rules_checker.js",
)
TYPED = "".join((PAGE / name).read_text("utf-8") for name in ("words.js", "typed.js"))
SCRIPT = (
    "\n".join(path.read_text("utf-8") for path in SOURCES)
    + f"""
function reads([data, boards]) {{
  const game = rules(data), {{ names, column, types, armyOf }} = game, {{ letters, codes, two }} = data;
  {TYPED}
  return boards.map(([line, typings]) => {{
    const {{ position }} = game.begin(game.read(line));
    return typings.map(([text]) => {{
      const {{ move, code, why, at }} = typed(position, text);
      return move ? [move.from, move.to, move.promotion, move.castling, ""] : [code, at === undefined ? "" : game.called(position.board[at], at), why];
    }});
  }});
}}"""
)


def started(browser: Any, script: str, called: str) -> Iterator[Callable[[str, Any], Any]]:
    """Start a script in a page of the browser, where functions have what it has by `called`."""
    page = browser.new_page()
    page.evaluate(f"(() => {{ {script}\n window.called = {{ {called} }}; }})()")
    yield lambda function, given: page.evaluate(
        f"(given) => (({function})(JSON.parse(given)))", json.dumps(given)
    )
    page.close()


@pytest.fixture(scope="module")
def run(browser: Any) -> Iterator[Callable[[str, Any], Any]]:
    yield from started(browser, SCRIPT, "checked, coordinates, counts, reads, rules")


def found(run: Callable[[str, Any], Any], steps: list[Step]) -> dict[str, Any]:
    told: dict[str, Any] = run("called.checked", steps)
    assert told["faults"] == []
    return told


# What aofref finds ---------------------------------------------------------------------------------


def stands(position: CorePosition, happened: tuple[events.Event, ...]) -> Step:
    """Write a position that play has come to, and what happened on the way."""
    told = [event.report(0) | _pieces(position, event) for event in happened]
    turn_, *rights = positions.key(position)[len(position.board) + 1 :].split()
    turn_and_rights = f"{'-' if position.turn == NOBODY else turn_} {''.join(rights) or '-'}"
    return {
        "line": positions.write(position),
        "events": [
            {name: value for name, value in event.items() if name != "ply"}
            for event in told
            if event["type"] != "repetition"
        ],
        "key": crc32(f"{positions.write_placement(position)} {turn_and_rights}".encode()),
        "half": position.halfmoves,
    }


def _pieces(position: CorePosition, event: events.Event) -> Step:
    """Name the pieces that give check."""
    if event.type not in ("check", "checkmate"):
        return {}
    of = position.game
    named = [
        f"{of.letters[of.army_of[piece]]}:{of.code(piece)}{of.board.names[cell]}"
        for cell, piece in events.attackers(event)
    ]
    return {"pieces": named}


def refused(
    position: CorePosition, origin: int, end: int, promotion: int = NO_PROMOTION
) -> list[Any]:
    """Write the code and the facts of the refusal of a move between two cells."""
    why = refusal(position, castling_by_cells(position, CoreMove(origin, end, promotion)))
    if why is None:
        return [origin, end, promotion, "legal", {}]
    facts: dict[str, str] = {}
    if why.missing:
        facts["missing"] = why.missing
    if why.code.value in ("blocked", "own-piece") and why.blocker is not None and origin != end:
        facts["by"] = why.blocker.cell
    if why.code is Code.IN_CHECK:
        facts["checks"] = " ".join(attack.piece.cell for attack in why.checks)
    return [origin, end, promotion, why.code.value, facts]


def some_refusals(position: CorePosition, rng: random.Random, count: int) -> list[Any]:
    """Try moves between cells: most from own pieces, and where they might go."""
    of, pairs = position.game, list[Any]()
    for _ in range(count):
        own = position.cells_of(position.turn)
        cell = rng.choice(own) if rng.random() < 0.95 else rng.randrange(len(position.board))
        ends = list(range(len(position.board)))
        if position.board[cell] and rng.random() < 0.7:
            routes = of.movers[position.board[cell]].routes(cell)
            ends = [of.board.index[at] for at in routes if at in of.board.index] or ends
        becomes = rng.randrange(len(of.types)) if rng.random() < 0.1 else NO_PROMOTION
        pairs.append(refused(position, cell, rng.choice(ends), becomes))
    return pairs


def played(position: CorePosition, rng: random.Random, plies: int) -> Iterator[Step]:
    """Play at random, rather captures, promotions, double steps and castlings."""
    for _ in range(plies):
        if position.turn == NOBODY:
            yield {"legal": crc32(b"")}
            return
        legal = {lan(position, move): move for move in legal_moves(position)}
        step: Step = {"legal": crc32("\n".join(sorted(legal)).encode())}
        if rng.random() < 0.15:
            step["refusals"] = some_refusals(position, rng, 4)
        if rng.random() < 0.005:
            army = rng.choice(position.living)
            position, happened = turn.withdraw(position, army, events.Reason.RESIGNS)
            step |= {"left": army, "reason": "resigns"}
        else:
            rare = [text for text in legal if "x" in text or "=" in text or "O-" in text]
            passing = [text for text in rare if "ep" in text]
            text = rng.choice(passing or rare if rare and rng.random() < 0.4 else list(legal))
            step["move"] = text
            position, happened = turn.apply(position, legal[text])
        yield step | stands(position, happened)


def from_given(of: CompiledVariant, line: str) -> tuple[CorePosition, Step]:
    setup = positions.read(of, line)
    position, happened = turn.begin(setup)
    return position, {"given": positions.write(setup), **stands(position, happened)}


def of_record(judged: Replay) -> Iterator[Step]:
    """Write the plies of a record, and the refusal of an illegal move behind them."""
    position = judged.first
    yield {"game": of_rules(judged.game)}
    yield {"given": positions.write(position), "line": positions.write(position)}
    for ply in judged.plies:
        if ply.move is None:
            done: Step = {"left": ply.army, "reason": ply.lan}
        else:
            names = ("from", "to", "promotion", "castling")
            done = {"cells": dict(zip(names, ply.move, strict=True))}
        position = step(position, ply)
        yield done | {
            "events": stands(position, ply.events)["events"],
            "line": positions.write(position),
        }


# Held to each other --------------------------------------------------------------------------------


def test_columns_are_in_the_order_of_their_names(run: Callable[[str, Any], Any]) -> None:
    for name in (*games.IDS, *FILES):
        of = tables(name)
        told = run("(data) => called.rules(data).columns", of_rules(of))
        assert told == sorted(set(of.board.columns))


COUNTED = [
    *((name, "", [count for _, count in table(name)[:2]]) for name in games.IDS),
    # By brute force (tests/games/test_other_programs.py).
    ("glinski", "", [51, 2586]),
    ("mccooey", "", [31, 947]),
    ("raumschach", "", [61, 3615]),
    # https://www.chessprogramming.org/Perft_Results
    ("chess", chess.STARTING_FEN, [20, 400, 8902]),
    (
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97862],
    ),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    (
        "chess",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467],
    ),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
    (
        "chess",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890],
    ),
    # Fairy-Stockfish, `variant capablanca`.
    (
        "capablanca",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        [28, 784, 25228],
    ),
]


@pytest.mark.parametrize(("name", "text", "counts"), COUNTED)
def test_counts_of_others(
    run: Callable[[str, Any], Any], name: str, text: str, counts: list[int]
) -> None:
    """Of lines of one move, two and more from the array, or from a FEN."""
    of = tables(name)
    begun = fen.read(of, text).position if text else turn.start(of)[0]
    assert run("called.counts", [of_rules(of), positions.write(begun), len(counts)]) == counts


def test_moves_of_python_chess(run: Callable[[str, Any], Any]) -> None:
    of, given, expected = tables("chess"), list[str](), list[list[str]]()
    for seed in range(12):
        chance, board = random.Random(f"script {seed}"), chess.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            given.append(positions.write(fen.read(of, board.fen()).position))
            expected.append(sorted(move.uci() for move in moves))
            rare = [move for move in moves if board.is_castling(move) or move.promotion]
            board.push(chance.choice(rare or moves))
    assert run("called.coordinates", [of_rules(of), given]) == expected
    assert any("e1g1" in moves for moves in expected)


RECORDS = sorted((FIXTURES / "records").glob("*.aof"))


def judged_in(path: Path) -> Iterator[Replay]:
    """Judge the records of a file whose games are known."""
    for raw in split(text_lines(path.read_text("utf-8").splitlines(keepends=True))):
        judged = replay(read(raw))
        if judged.opened:
            yield judged


def of_file(path: Path) -> Iterator[Step]:
    """Write the plies of the records of a file."""
    for judged in judged_in(path):
        yield from of_record(judged)


@pytest.mark.parametrize("path", sampled(RECORDS, *RECORDS[::2]), ids=lambda path: path.stem)
def test_records_are_played_alike(run: Callable[[str, Any], Any], path: Path) -> None:
    assert found(run, [*of_file(path)])["count"]["plies"] > 0


ILLEGAL = re.compile(r"(\S+) (\S+)")


def of_case(case: Case) -> Iterator[Step]:
    """Write the moves of a case, and what it says of illegal moves between cells behind them."""
    judged = replay(
        read(Question(case.game, case.rulings, case.array, case.position, case.moves).raw)
    )
    if not judged.opened:
        return
    yield from of_record(judged)
    number, wrong = judged.game.board.number, list[Any]()
    for expected in case.expectations:
        match = ILLEGAL.match(expected.rest) if expected.keyword == "illegal" else None
        written = parse(judged.game, match[1]) if match is not None else None
        if written is None or written.army not in ("", judged.game.letters[judged.last.turn]):
            continue
        if {written.origin, written.destination} <= number.keys() and not (
            written.promotion or written.en_passant
        ):
            wrong.append(refused(judged.last, number[written.origin], number[written.destination]))
    if judged.last.turn != NOBODY:
        yield {"refusals": wrong}


def test_other_pieces_than_the_king_do_not_castle(run: Callable[[str, Any], Any]) -> None:
    """A Rook or Queen between the cells of a castling, and a promotion that a King is given."""
    of, steps = tables("chess"), list[Step]()
    alone, beside = "W:Ke1/B:Kh8", "W:Ke1;Ra1,h1/B:Kg8"
    for placed in ("W:Kd1;Re1/B:Kf5", "W:Kf3;Re1/B:Kh8", "W:Kc3;Qe1;Ra1,h1/B:Kg7", alone, beside):
        position, happened = turn.begin(positions.read(of, f"{placed} W - 9"))
        number = of.board.number
        pairs = [
            refused(position, number["e1"], number[end], becomes)
            for end in ("g1", "c1")
            for becomes in (NO_PROMOTION, 0, 3)
        ]
        given = {"given": positions.write(position), **stands(position, happened)}
        steps += [given, {"refusals": pairs}]
    found(run, [{"game": of_rules(of)}, *steps])


def test_cases_are_judged_alike(run: Callable[[str, Any], Any], effort: int) -> None:
    """Every third of them, unless --long asks for all."""
    told = found(run, [step for case in CASES[:: 1 if effort > 1 else 3] for step in of_case(case)])
    assert told["count"]["refusals"] > 30 and told["count"]["plies"] > 160


ROOKS = "Ra1-a2 Ke8-e7 Ra2-a1 Ke7-e8 "
SEVENTH = "Ra7-a6 Kd8-e8 Ra6-a7 Ke8-d8 "
MADE = {  # from a file with other words: a piece that rides and hops; a King that steps where it castles
    "hopping": ("mixed", "hop 3 diagonals", "hop 3 diagonals + ride verticals"),
    "near": ("chess", 'O-O" = "K e1-g1; R h1-f1', 'O-O" = "K e1-f1; R h1-e1'),
    "cannons": ("mixed", "ride orthogonals; takes hop orthogonals", "hop orthogonals + leap 2:1:0"),
}
DIRECTED = [
    ("chess", "W:Ke1;Ra1/B:Ke8;Pa7 W - 1", 38 * ROOKS),  # fifty moves, and 75
    ("chess", "W:Ke1;Ra1/B:Ke8;Pa7 W - 1", f"{24 * ROOKS} Ra1xa7 Ke8-d8 {25 * SEVENTH}"),
    ("chess", "W:Kf7;Qg5/B:Kh8 W - 1", "Qg5-g6"),  # stalemate
    ("parton", "W:Kac3;Rab1/B:Kaa2 W - 1", ""),
    # Dead from the start, or by a capture: pieces that can give no checkmate, Bishops of one colour.
    ("chess", "W:Ke1;Nb1/B:Ke8 W - 1", "Ke1-e2"),
    ("chess", "W:Ke1;Bc1,e3/B:Ke8;Bf8 W - 1", "Ke1-e2"),
    ("chess", "W:Ke1;Bc1/B:Ke8;Bf8,h6 B - 1", "Bh6xc1 Ke1-e2"),
    ("chess", "W:Ke1;Bc1/B:Ke8;Bf8,g6 B - 1", "Ke8-e7"),
    ("chess", "W:Kf1;Qd1/B:Kd2 B - 1", "Kd2xd1"),
    ("raumschach", "W:Kaa1;Bbc1/B:Kee5;Bbc3 W - 1", "Kaa1-aa2"),
    ("glinski", "W:Kg1;Bf3/B:Kg10;Bf11 W - 1", "Kg1-g2"),
    # Castling: attackers of each cell, on the first cell of the board too; pieces that have moved.
    *(
        ("chess", f"W:Ke1;Ra1,h1/B:Ke8;R{cells} W - 1", "")
        for cells in ("a8,b8", "e5", "d8", "f8", "c8", "g8", "h8", "f8;Bh4")
    ),
    ("chess", "W:Ke1;Ra1,h1^0;Pd2/B:Ke8;Ra8,h8 B - 1", "O-O O-O-O"),
    ("chess", "W:Ke1;Ra1,h1;Nb1,g1/B:Ke8;Ra8^0,h8 B - 1", "O-O Ra1-a7"),
    ("chess", "W:Kd3/B:Ke8;Ra8,h8;Qa1 W - 1", "Kd3-e3 O-O-O"),
    ("capablanca", "W:Kf1;Ra1,j1/B:Kf8;Ra8,j8 W - 1", "O-O O-O-O"),
    ("capablanca", "W:Kf1;Ba1/B:Kf8;Ra8,j8 B - 1", ""),  # from the first cell to one that he passes
    # Games that are over as given.
    ("chess", "W:Ke1/B:- - - 3", ""),
    ("aof2", "E:Kjb5/I:-/J:-/P:- - - 1", ""),
    ("aof6", "C:Ked3/I:-/M:-/N:- - - 1", ""),
    ("heathen-europe", "W:Kaa1/B:Kdf6;Raa4 W - 9", ""),
    # A step where it could castle, too; castling where that step is barred, by a piece or by check.
    ("near", "W:Ke1;Ra1,h1/B:Ke8;Ra8,h8 W - 1", "Ke1-f1 Ke8-e7 Kf1-e1"),
    ("near", "W:Ke1;Ra1,h1/B:Ke8;Ra8,h8 W - 1", "O-O"),
    ("near", "W:Ke1;Rh1/B:Ke8;Rf8 W - 1", ""),
    ("near", "W:Ke1;Bf1;Rh1/B:Ke8 W - 1", ""),
    ("near", "W:Ke1;Rg1/B:Ke8 W - 1", "Ke1-f1"),
    # Promotion to each type, allowed or not.
    ("chess", "W:Ke1;Pa7,b6/B:Kh7;Rb8 W - 1", "a7xb8=Q"),
    ("aof2", "E:Kjb5;Pca4,ga4/I:Kdb2;Pea3/J:Kjb1/P:Kjh3 E - 1", "ca4-ba4=F"),
]


@pytest.mark.parametrize("clock", [0, 99, 100, 101, 120, 148, 149, 150, 151, 400])
def test_a_clock_of_a_fen_is_reported_alike(run: Callable[[str, Any], Any], clock: int) -> None:
    of = tables("chess")
    begun, happened = turn.begin(fen.read(of, f"6k1/8/8/8/8/8/8/K6R w - - {clock} 300").position)
    first = {"given": positions.write(begun), "clock": clock, **stands(begun, happened)}
    (move,) = (one for one in legal_moves(begun) if lan(begun, one) == "Ka1-b2")
    after = {"move": "Ka1-b2", **stands(*turn.apply(begun, move))}
    found(run, [{"game": of_rules(of)}, first, after])


def rare(name: str, line: str, moves: str) -> list[Step]:
    """Try every move between two cells at the beginning and at the end of some moves."""
    of = ruled(name, "")
    position, first = from_given(of, line)
    steps = [{"game": of_rules(of)}, first]
    for text in [*moves.split(), ""]:
        own = position.cells_of(position.turn) if position.turn != NOBODY else []
        ends = range(len(of.board.cells)) if not text or len(steps) == 2 else ()
        steps.append(
            {
                "refusals": [
                    refused(position, cell, end, becomes)
                    for cell in own
                    for becomes in (
                        range(
                            NO_PROMOTION, len(of.types) if of.is_pawn[position.board[cell]] else 0
                        )
                    )
                    for end in ends
                ]
            }
        )
        if text:
            move = {lan(position, move): move for move in legal_moves(position)}[text]
            position, happened = turn.apply(position, move)
            steps.append({"move": text, **stands(position, happened)})
    return steps


@pytest.mark.parametrize(("name", "line", "moves"), DIRECTED)
def test_rare_positions_are_played_alike(
    run: Callable[[str, Any], Any], name: str, line: str, moves: str
) -> None:
    found(run, rare(name, line, moves))


def random_play(name: str, rulings: str, plies: int, seed: str) -> Iterator[Step]:
    """Play from the array, and from positions of every kind if the second referee plays the game."""
    rng, of = random.Random(f"{seed} {name} {rulings}"), ruled(name, rulings)
    yield {"game": of_rules(of)}
    for some in (plies // 2, plies // 6):
        position, happened = turn.start(of)
        yield {"given": None, **stands(position, happened)}
        yield from played(position, rng, some)
    if name not in games.IDS:
        return
    other = second_referee.Game(name, rulings)
    for kind in second_positions.KINDS:
        for state in islice(kind(other, rng), 4):
            try:
                setup = positions.read(of, other.line(state))
            except BadPosition:
                continue
            position, happened = turn.begin(setup)
            yield {"given": positions.write(setup), **stands(position, happened)}
            yield from played(position, rng, plies // 60)


@lru_cache
def ruled(name: str, rulings: str) -> CompiledVariant:
    if name in MADE:
        of, was, now = MADE[name]
        folder = "tests/games/files" if of == "mixed" else "aofref/games/files"
        text = (ROOT / folder / f"{of}.toml").read_text("utf-8")
        assert was in text
        return compile_variant(load(text.replace(was, now).replace(f'"{of}"', f'"{name}"', 1)))
    return game(name, *sorted(rulings.split())) if rulings else tables(name)


ALL = [*SETTINGS, *((name, "") for name in (*FILES, *MADE))]


@pytest.mark.parametrize(("name", "rulings"), ALL)
def test_random_games_are_played_alike(
    run: Callable[[str, Any], Any], name: str, rulings: str, effort: int
) -> None:
    seeds = ["the same"] if effort == 1 else [str(random.random()) for _ in range(effort)]
    steps = [step for seed in seeds for step in random_play(name, rulings, PLIES // len(ALL), seed)]
    told = found(run, steps)
    assert told["count"]["refusals"] > 2, seeds
    happened = [event for step in steps for event in step.get("events", ())]
    types = {event["type"] for event in happened} | {event.get("reason") for event in happened}
    worded = of_words(ruled(name, rulings))["said"]
    assert types - {None, "end", "resigns"} <= worded.keys()


# Typed moves ----------------------------------------------------------------------------------------


def typings(position: CorePosition, move: CoreMove, rng: random.Random) -> Iterator[str]:
    """Yield texts of a legal move: as aofref writes it, and as a player might."""
    letter = position.game.letters[position.turn]
    full, short = lan(position, move), write(position, move, Notation.SAN)
    after, happened = turn.apply(position, move)
    yield from (full, short, short + suffix(after, happened), shown(position, move))
    changes: list[Callable[[str], str]] = [
        lambda text: f"{letter}:{text}",
        lambda text: f"{letter.lower()}: {text}!?",
        lambda text: f"{position.round}. {text}!!",
        lambda text: f"{position.round}... {text} #",
        lambda text: f"({position.round}) {letter}:{text}",
        lambda text: text.replace("=", "").replace("-", " - "),
        lambda text: text.replace("-", "\N{EN DASH}").replace("x", "\N{MULTIPLICATION SIGN}"),
        lambda text: text.replace("ep", " e.p.").replace("O", "0"),
        lambda text: f"{position.game.pawn_code}{text}" if text[0].islower() else text,
        str.lower,
        lambda text: text.replace("-", "x"),
    ]
    yield from (rng.choice(changes)(full), rng.choice(changes)(short))


def wrong_typings(position: CorePosition, rng: random.Random) -> Iterator[str]:
    """Yield texts that are seldom legal: moves between cells, their parts, and nonsense."""
    of = position.game
    for _ in range(30):
        cell = rng.choice(position.cells_of(position.turn))
        cells = of.board.names[cell], rng.choice(of.board.names)
        code = of.code(position.board[cell])
        becomes = rng.choice(("", "", f"={rng.choice(of.codes)}"))
        yield f"{code}{cells[0]}{rng.choice('-x')}{cells[1]}{becomes}"
        yield f"{rng.choice(of.codes)}{rng.choice(of.board.short[cell])}{cells[1]}"
        yield "".join(
            rng.choice("KNPabe125-x:=#+(.) \N{EM DASH}*^\\") for _ in range(rng.randrange(9))
        )
    yield from (
        "O-O",
        "O-O-O",
        "0-0",
        "--",
        "",
        "1.",
        "resigns",
        "Kz9-z9",
        "(",
        "[",
        "$1",
        "W:",
        "B:--",
    )


Boards = list[tuple[str, list[tuple[str, Any]]]]


def understood(position: CorePosition, text: str) -> list[Any]:
    """Return the move that `explain` finds in a typed text, or the code and the piece of its refusal."""
    found = Position(Variant(position.game), position, (), (), None).explain(text)
    why, proof = found.finding, found._proof
    if why is None:
        assert proof is not None and proof.move is not None
        return list(proof.move)
    piece = why.refusal.piece
    stands = piece is not None and piece.cell in position.game.board.number
    return [why.code.value, str(piece) if stands else ""]


def page_data(of: CompiledVariant) -> Any:
    return {**of_rules(of), **of_words(of)}


def held_to(run: Callable[[str, Any], Any], of: CompiledVariant, boards: Boards) -> None:
    """Read texts by the script, which may take small letters for capitals if that is legal alone."""
    told, faults = run("called.reads", [page_data(of), boards]), []
    for (line, typed), found in zip(boards, told, strict=True):
        for (text, wanted), (*one, words) in zip(typed, found, strict=True):
            more = len(one) == 4 and wanted[0] in {"syntax", "ambiguous"}
            more = more or {wanted[0], one[0]} == {"syntax", "no-such-cell"}  # nonsense to both
            if not more and (one != wanted or "undefined" in words):
                faults.append((line, text, one, wanted, words))
    assert faults == []


@pytest.mark.parametrize(
    "name",
    sampled(
        [*games.IDS, *FILES],
        "aof2",
        "aof6",
        "heathen-europe",
        "sd2l-sling",
        "chess",
        "glinski",
        "mixed",
    ),
)
def test_typed_moves_are_read_as_aofref_reads_them(
    run: Callable[[str, Any], Any], name: str, effort: int
) -> None:
    rng, of, boards = random.Random(f"typed {name}"), tables(name), list[Any]()
    position, _ = turn.start(of)
    for number in range(1, 41 * effort):
        if position.turn == NOBODY:
            position, _ = turn.start(of)
        moves = legal_moves(position)
        if number % 40 == 0 or any(taken_en_passant(position, *move[:2]) for move in moves):
            texts = [text for move in moves for text in typings(position, move, rng)]
            texts += wrong_typings(position, rng)
            typed = [(text, understood(position, text)) for text in texts]
            boards.append((positions.write(position), typed))
        position, _ = turn.apply(position, rng.choice(moves))
    held_to(run, of, boards)


@pytest.mark.parametrize(
    ("name", "read", "unread"),
    [
        ("chess", ["N c3", "N b1 c3", "Nb1 c3", "knight b1 to c3", "b1 c3", "N a4"], "Nb c3|Nb a4"),
        ("round", ["N be4", "N bd2 be4", "bd2 be4"], "Nb a1|Nb e4|Nb d2"),
    ],
)
def test_blanks_stand_between_cells_and_behind_a_code(
    run: Callable[[str, Any], Any], name: str, read: list[str], unread: str
) -> None:
    of = tables(name)
    position, _ = turn.start(of)
    typed = [(text, understood(position, text)) for text in read]
    assert all(wanted[0] != "syntax" for _, wanted in typed)
    held_to(run, of, [(positions.write(position), typed)])
    refused = [(text, ["syntax", ""]) for text in unread.split("|")]
    assert [(text, understood(position, text)) for text, _ in refused] == refused
    told = run("called.reads", [page_data(of), [(positions.write(position), refused)]])
    assert [found[:2] for found in told[0]] == [wanted for _, wanted in refused]


def test_no_move_is_read_once_the_game_is_over(run: Callable[[str, Any], Any]) -> None:
    for name, line, text in (
        ("aof2", "E:Kjb5/I:-/J:-/P:- - - 1", "E:Kjb5-jb4"),
        ("chess", "W:Ke1/B:- - - 3", "Ke1-e2"),
    ):
        told = run("called.reads", [page_data(tables(name)), [(line, [(text, "")])]])
        assert told == [[["game-over", "", "the game is over"]]]


def test_moves_of_records_are_read_as_aofref_reads_them(
    run: Callable[[str, Any], Any], effort: int
) -> None:
    of_games = defaultdict[CompiledVariant, Boards](list)
    for path in RECORDS[:: 2 if effort == 1 else 1]:
        for judged in judged_in(path):
            position = judged.first
            for ply in judged.plies:
                text = ply.token.text
                forms = (parse(judged.game, text, kind) for kind in (Notation.LAN, Notation.SAN))
                if ply.move is not None and ply.stood is None and any(forms):
                    board = positions.write(position), [(text, list(ply.move))]
                    of_games[judged.game].append(board)
                position = step(position, ply)
    for of, boards in of_games.items():
        held_to(run, of, boards)
    assert sum(map(len, of_games.values())) > 250


# Nothing is forgotten ------------------------------------------------------------------------------


EXPORTED = {
    VariantData: "id board armies pieces array pawns promotion ending inside four_partners alignment emperor bereft "
    "check_binds stalemate_passes stalemate castlings fifty_moves dead",
    Pawns: "doubles doubles_on over_array first_move limits owed doubles_from",
    ToPartner: "partners elsewhere",
    ToArrayPiece: "zones also needs forced to",
    ToLevelPiece: "by_level",
    FourPartners: "partners most_bound into",
    Alignment: "royal middle ally into radials",
    Castling: "name royal companion",
}
"""The rules that the script knows, by itself or from numbers that follow from them."""
NOT_OF_PLAY = {
    VariantData: "title page source digits mirrored shading rulings default_rulings ruled_needs",
    Alignment: "name",
}
"""Names, drawings and sentences; rulings are in the fields that they change."""


@pytest.mark.parametrize("of", EXPORTED)
def test_every_rule_of_a_game_is_exported_or_none_of_play(of: Any) -> None:
    named = f"{EXPORTED[of]} {NOT_OF_PLAY.get(of, '')}".split()
    assert sorted(of.__annotations__) == sorted(named)


@pytest.mark.parametrize(
    ("name", "ruling"), [(n, r) for n in games.IDS for r in game(n).variant.rulings]
)
def test_every_ruling_changes_the_numbers(name: str, ruling: str) -> None:
    assert of_rules(game(name, ruling)) != of_rules(game(name))
