"""Data for the script of a record's page: the rules, the look of the board, what moves leave open.

The moves are in the text of the record, a tag or a token a line: readers without scripts see it as
it stands; the script makes of it the list of moves and copies.  Nodes are the start and the plies
in its order, as `tree.js` says.  `truth` has positions as the referee has found them.
"""

from typing import Any

from aofref import games
from aofref.findings import Code, Finding
from aofref.judge.analysis.diagnosis import proved
from aofref.judge.analysis.view import BoardView, view_of
from aofref.judge.edit.rewrite import canonical_tags
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Fate, Replay
from aofref.notation import fen, positions
from aofref.notation.records import Kind
from aofref.notation.records.model import readable
from aofref.notation.records.writer import write_tags
from aofref.notation.typed import FIGURINES
from aofref.report.page.look import of_look
from aofref.report.page.rules_data import of_rules
from aofref.report.text.caption import events, fates_of, turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import SENTENCES, Happening, Reason
from aofref.rules.position import NOBODY
from aofref.text import escaped, on_one_line, resource_rows
from aofref.values import Value

_FOUND = (Happening.CHECK, Happening.FIFTY_MOVES, Happening.DEAD_POSITION)
"""What the script finds of a position that it is given; for the rest it must be told."""


class Post(Value):
    """The address that moves are mailed to, the game's id in the club, the sender's secret word.

    Each may be empty.
    """

    address: str = ""
    game: str = ""
    word: str = ""


def of_record(
    judged: Replay, shown: BoardView, post: Post, other: dict[int, list[str]]
) -> dict[str, Any]:
    """Return the data of a record for the script.

    `shown` is the view of its end, `other` is what its text does not show.
    """
    game, last = judged.game, node_after(judged, judged.length)
    id_, letters = game.variant.id, fen.castlings(game)
    plies = [step for step in judged.steps if isinstance(step, Ply)]
    nodes = {-1: 0, **{ply.token.ordinal: node for node, ply in enumerate(plies, 1)}}
    before = [(node, nodes[ply.parent]) for node, ply in enumerate(plies, 1)]
    parents = {node: parent for node, parent in before if parent != node - 1}
    to_come = {"mail": post.address, "game": post.game, "offers": list(shown.offers)}
    to_come |= {"word": post.word} if post.word else {}
    decided = {
        node: [ply.army, ply.stood.message, *([ply.token.text] if ply.move is None else [])]
        for node, ply in enumerate(plies, 1)
        if ply.stood is not None
    }
    ended = shown.end is not None
    rare = {
        "parents": parents,
        "other": other,
        "decided": decided,
        "refused": _refused(judged),
        "end": ended and {"fates": fates_of(shown)},
        "words": (ended or shown.offers) and turn(shown),
    }
    return {
        **of_rules(game),
        **of_look(game),
        **of_words(game),
        **_beginning(judged),
        "called": [id_, *(alias for alias, name in games.ALIASES.items() if name == id_)],
        "usual": game.variant.default_rulings,
        **({} if letters is None else {"fen": letters}),
        "last": last,
        **{name: value for name, value in rare.items() if value},
        "next": None if shown.turn == NOBODY else to_come,
    }


def of_words(game: CompiledVariant) -> dict[str, Any]:
    """Return the figurines of pieces, and the sentences of refusals and of events that can be."""
    named = ((sign, game.variant.piece_named(name)) for sign, name in FIGURINES.items())
    variant, of_two = game.variant, game.two_players
    refusals = resource_rows(__name__, "said.tsv")  # which the script words, some in its own words
    happens: dict[str, object] = {Happening.PASS: not of_two, Happening.STALEMATE: of_two}
    happens |= {Happening.REPETITION: of_two, Happening.FIFTY_MOVES: variant.fifty_moves}
    happens |= {Happening.DEAD_POSITION: variant.dead, Reason.NO_QUEEN: variant.bereft}
    return {
        "figurines": {sign: code for sign, code in named if code},
        "said": {Code[name].value: said or Code[name].sentence for name, said in refusals}
        | {one: SENTENCES[one] for one in SENTENCES if happens.get(one, True)},
    }


def _beginning(judged: Replay) -> dict[str, Any]:
    line = positions.write(judged.first)
    if line == of_rules(judged.game)["start"]:
        return {}
    found: dict[str, Any] = {"given": line}
    if judged.first.halfmoves:
        found["half"] = judged.first.halfmoves
    if any(event.type not in _FOUND for event in judged.opening):
        every = zip(judged.game.letters, fates_of(view_of(judged, ())), strict=True)
        fates = {letter: word for letter, word in every if word}
        found["began"] = {"words": events(judged.game, judged.opening), "fates": fates}
    return found


def truth(judged: Replay) -> dict[int, str]:
    """Return the position after the last ply, each decision and each withdrawal, by ply."""
    found = {0: positions.write(judged.first)} if not judged.plies else {}
    for ply in judged.plies:
        if ply is judged.plies[-1] or ply.stood is not None or ply.move is None:
            position = judged.after(ply.token.ordinal, judged.steps)
            found[ply.number] = positions.write(position)
    return found


def node_after(judged: Replay, number: int) -> int:
    """Return the node after a ply of the main line and the withdrawals behind it."""
    plies = (step for step in judged.steps if isinstance(step, Ply))
    main = (node for node, ply in enumerate(plies, 1) if not ply.depth and ply.number <= number)
    return max(main, default=0)


def _refused(judged: Replay) -> dict[str, Any] | None:
    proof, refused = proved(judged), judged.refused
    if refused is None:
        return None
    cells = []
    if proof is not None and proof.refusal is not None:
        end = proof.position.game.board.number.get(proof.refusal.destination, -1)
        cells = [cell for cell in (proof.cell, end) if cell >= 0]
    why = f"{refused.code.value}, {refused.refusal.sentence(options=False)}"
    move = refused.written if refused.code is not Code.SYNTAX else ""
    reason = on_one_line(f"Refused: {move}: {why}" if move else f"Refused: {why}")
    return {"node": node_after(judged, judged.length), "cells": cells, "why": reason}


def tag_lines(replay: Replay) -> list[str]:
    """Write the tags of a record, a line each; they name its game and its rulings."""
    tags = canonical_tags(replay.record, replay.game)
    plain = [(name, on_one_line(readable(value))) for name, value in tags]
    return write_tags(plain).split("\n")[:-2]


def token_lines(replay: Replay) -> tuple[list[str], dict[int, list[str]]]:
    """Write the tokens of a record, a line each, with a number before each round of its own line.

    Also return, by line, what its text does not show: what became of a token that was not played,
    and why; that it is a result or a mark.
    """
    game = replay.game
    lines, other = list[str](), dict[int, list[str]]()
    round_, fresh = 0, False
    for step in replay.steps:
        token, depth = step.token, step.depth
        if token.kind in (Kind.NUMBER, Kind.ESCAPE):
            continue
        text, kind = escaped(readable(token.text)).replace("\n", " "), token.kind
        if isinstance(step, Ply):
            if (not depth and step.round != round_) or (depth and fresh):
                later = game.two_players and step.army
                lines.append(f"{step.round}{'...' if later else '.'}")
                round_ = round_ if depth else step.round
            lines.append(step.written(game))
        elif kind is Kind.COMMENT:
            lines.append(f";{text}" if "}" in text else f"{{{text}}}")
        else:
            if kind is Kind.RESULT or (kind is Kind.NAG and text[0] not in "$!?"):
                other[len(lines)] = [kind.name.lower()]
            elif kind in (Kind.MOVE, Kind.BAD):
                fate = Fate.BEHIND if kind is Kind.BAD else step.fate
                why = step.finding
                told = [] if why is None else [_reason(why)]
                other[len(lines)] = [fate.name.lower(), *told]
            lines.append(text)
        fresh = text == "("
    return lines, other


def _reason(finding: Finding) -> str:
    why = finding.refusal.aside or finding.refusal
    return f"{why.code.value}: {why.sentence(options=False)}"
