"""Position: positions, proofs and plies as plain data."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aofref.findings import Code, Finding
from aofref.judge.analysis.diagnosis import Proof
from aofref.judge.analysis.threats import king_threats
from aofref.judge.analysis.view import BoardView
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.notation import movetext, positions
from aofref.notation.records import Record
from aofref.report.json.record import ended, proof
from aofref.rules.position import NOBODY, CorePosition

if TYPE_CHECKING:
    from aofref.library.typed import LegalReport, PositionReport, RefusedReport, UnreadReport


def head(at: CorePosition) -> "PositionReport":
    """Return the entries that identify a position."""
    turn = "-" if at.turn == NOBODY else at.game.letters[at.turn]
    return {
        "variant": at.game.variant.id,
        "rulings": list(at.game.rulings),
        "position": positions.write(at),
        "turn": turn,
        "round-of-play": at.round,
    }


def explained(move: Proof, near: tuple[str, ...]) -> "LegalReport | RefusedReport":
    """Describe the proof of a move as plain data."""
    at, why, written = move.position, move.refusal, move.written
    if why is not None:
        return {
            **head(at),
            "move": written,
            "legal": False,
            "code": why.code.value,
            "message": why.message,
            "proof": proof(move),
            "suggestions": list(near),
        }
    assert move.move is not None  # it is legal
    army = at.game.letters[at.turn]
    false = [Finding(one, army=army, move=written).report() for one in move.warnings]
    return {
        **head(at),
        "move": movetext.lan(at, move.move),
        "legal": True,
        "path": list(move.path),
        "warnings": false,
        "then": [str(event) for event in move.events],
        "moves": list(move.moves),
    }


def unread(at: CorePosition, code: Code, text: str) -> "UnreadReport":
    """Describe a refusal without a proof as plain data."""
    return {**head(at), "legal": False, "code": code.value, "message": text}


def added(
    done: Replay, moves: Sequence[str], answers: Sequence[str], false: Sequence[Finding], text: str
) -> dict[str, Any]:
    """Describe moves added to a record, and its new state, as plain data.

    `answers` are moves of conditional lines, `false` are warnings, `text` is the record.
    """
    return {
        **head(done.last),
        "legal": True,
        "played": list(moves),
        "answered": list(answers),
        "warnings": [warned.report() for warned in false],
        "end": ended(ending(done)),
        "offers": list(done.offering),
        "text": text,
    }


def edited(judged: Replay, text: str, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a record that was made or changed as plain data: its new state, and its `text`.

    `changed` are the entries that describe the change.
    """
    errors = judged.errors
    return {
        **_state(judged),
        "done": True,
        **changed,
        "status": judged.status.value,
        "tags": judged.record.values,
        "error": errors[0].report() if errors else None,
        "warnings": [warning.report() for warning in judged.warnings],
        "end": ended(ending(judged)),
        "offers": list(judged.offering),
        "text": text,
    }


def unchanged(judged: Replay, code: Code | None, why: str) -> dict[str, Any]:
    """Describe why a record was not changed as plain data; `code` is None for a fault without."""
    named = None if code is None else code.value
    return {**_state(judged), "done": False, "code": named, "message": why}


def _state(judged: Replay) -> Mapping[str, object]:
    """Return the entries that identify the last position, None of a record that is not opened."""
    if judged.opened:
        return head(judged.last)
    game = judged.known_game
    named = {"variant": game.variant.id if game else None}
    rulings = list(game.rulings) if game else []
    return {**named, "rulings": rulings, **dict.fromkeys(("position", "turn", "round-of-play"))}


def standing(record: Record, board_view: BoardView, ply: int, last: Ply | None) -> dict[str, Any]:
    """Describe the position after a ply as plain data: board, turn, checks, `last` move.

    The end of the game and offers of a draw are set only after its last ply.
    """
    game, position = board_view.game, board_view.position
    names, letters = game.board.names, game.letters
    marks, moved = positions.marks_on(game, position.board), None
    board = dict[str, dict[str, Any] | None].fromkeys(names)
    for cell, name in enumerate(names):
        if (piece := board_view.piece(cell)) is not None:
            owes = {"owes": marks[cell]} if cell in marks else {}
            board[name] = {"army": piece.army, "kind": piece.code, **owes}
    if last is not None:
        start, end = map(names.__getitem__, board_view.last[0]) if board_view.last else (None, None)
        moved = {"army": letters[last.army], "move": last.written(game), "from": start, "to": end}
    return {
        "line": record.place.line,
        "variant": game.variant.id,
        "rulings": list(game.rulings),
        "tags": record.values,
        "ply": ply,
        "position": positions.write(position),
        "turn": "-" if position.turn == NOBODY else letters[position.turn],
        "round-of-play": position.round,
        "end": ended(board_view.end),
        "offers": [letters[army] for army in board_view.offers],
        "living": [letters[army] for army in position.living],
        "board": board,
        "royals": [threat.report() for threat in king_threats(position)],
        "last": moved,
    }
