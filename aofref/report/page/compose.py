"""Compose: what the page's script needs to write the next move, and to say why it may not be.

Most refusals of a piece are alike but for the cells that they name.  So each is one of `sentences`,
with `{o}` for the piece, `{e}` for the cell and `{E}` for what stands on it, `{c}` and `{s}` for
further cells and what stands there.  `why` is a text for each piece: its cell and its most frequent
sentence, then every cell that has another, with the cells that this one names.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from aofref.findings import Refusal
from aofref.judge.analysis.game_view import NextMove
from aofref.rules.position import PASS, CorePosition

_NAMED = re.compile(
    r"(?<![A-Za-z0-9])(?:([A-Z]):([A-Z]{1,2}))?([a-z]{1,3}[0-9]{1,2})(?![A-Za-z0-9])"
)
NONE = "--"  # what stands for no sentence
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""Small numbers are written as text of two places: cells, pieces, sentences."""


@cache
def digits(number: int) -> str:
    """Write a number below 4096."""
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


class Post(NamedTuple):
    """Where a move is mailed to: an address, empty for nowhere, and the game's id in the club."""

    address: str = ""
    game: str = ""


def of_next_move(next_move: NextMove, node: int, post: Post) -> dict[str, Any]:
    """Write what may be played at a node, and why the rest may not."""
    position = next_move.position
    game = position.game
    sentences: dict[str, int] = {}
    return {
        "node": node,
        "army": position.turn,
        "living": list(position.living),
        "prefix": "" if game.two_players else f"{game.letters[position.turn]}:",
        "pass": next((lan for move, lan in next_move.legal if move == PASS), ""),
        "moves": [
            digits(move.origin) + digits(move.destination) + lan
            for move, lan in next_move.legal
            if move != PASS
        ],
        "why": [
            _packed(position, origin, whys, sentences)
            for origin, whys in next_move.refusals.items()
        ],
        "sentences": list(sentences),
        "mail": post.address,
        "game": post.game,
    }


def _packed(
    position: CorePosition, origin: int, whys: Mapping[int, Refusal], sentences: dict[str, int]
) -> str:
    packed = {}
    for cell, refusal in whys.items():
        why = f"{refusal.code.value}, {refusal.message}"
        text, cells = _parted(position, origin, cell, why)
        packed[cell] = digits(sentences.setdefault(text, len(sentences))) + cells
    bare = Counter(why if len(why) == len(NONE) else NONE for why in packed.values())
    ((usual, _),) = bare.most_common(1)
    rest = "".join(digits(cell) + why for cell, why in packed.items() if why != usual)
    return digits(origin) + usual + rest


def _parted(position: CorePosition, origin: int, end: int, text: str) -> tuple[str, str]:
    """Separate a sentence from the cells and pieces that it names, which are written as digits."""
    game, cells = position.game, []

    def placeholder(match: re.Match[str]) -> str:
        letter, code, name = match.groups()
        cell = game.board.number.get(name, -1)
        if cell < 0:  # a cell that the board lacks
            return match[0]
        piece = position.board[cell]
        stands = piece and (game.letters[game.army_of[piece]], game.code(piece)) == (letter, code)
        if letter and cell == origin and stands:
            return "{o}"
        if cell == end:
            return "{E}" if stands else f"{letter}:{code}{{e}}" if letter else "{e}"
        cells.append(digits(cell))
        return "{s}" if stands else f"{letter}:{code}{{c}}" if letter else "{c}"

    return _NAMED.sub(placeholder, text), "".join(cells)
