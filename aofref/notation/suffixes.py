"""Suffixes: the check marks of a move, and the false claims of a text (aofref-record(5))."""

import re
from collections.abc import Mapping

from aofref.findings import Code, Refusal
from aofref.findings.facts import Claim, Going
from aofref.notation.movetext import MoveText
from aofref.rules.events import Checkmate, TurnEvent
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import PASS, CoreMove, CorePosition
from aofref.rules.refuse import piece_on, with_variant

_PARTS = re.compile(r"(#)?([A-Z]*)(\+)?([A-Z]*)")


def suffix(after: CorePosition, events: tuple[TurnEvent, ...]) -> str:
    """Write the suffix of a move: `#` and `+`, with the armies if there are four."""
    if not events:
        for watch in after.watches:
            if watch.attackers:
                break
        else:
            return ""
    mated = [event.army for event in events if isinstance(event, Checkmate)]
    checked = [
        army for army, watch in enumerate(after.watches) if watch.attackers and army not in mated
    ]
    if not checked and not mated:
        return ""
    game = after.game
    if game.two_players:
        return "#" if mated else "+" if checked else ""
    letters = game.letters
    text = "#" + "".join(letters[army] for army in sorted(mated)) if mated else ""
    return text + ("+" + "".join(letters[army] for army in checked) if checked else "")


def suffix_agrees(written: str, is_so: str, enemy: str = "") -> bool:
    """Return whether a written suffix claims nothing false; it may claim less than is true."""
    return not written or written == is_so or not _denied(written, is_so, enemy, {})


def _denied(written: str, is_so: str, enemy: str, names: Mapping[str, str]) -> str:
    """Write the denial of a false suffix, as `the Jewish army is not checkmated`.

    A checkmated army is in check too; a sign without letters means some army.  `enemy` is the army
    of signs without letters, if there is only one; `names` has the words for armies by letter.
    """
    mate, mated, check, checked = _read(written)
    is_mate, is_mated, is_check, is_checked = _read(is_so)
    in_mate = {*is_mated, *enemy} if is_mate else set()
    in_check = {*is_checked, *is_mated, *enemy} if is_check or is_mate else set()
    denied = []
    if mate and not (is_mate and in_mate.issuperset(mated)):
        denied.append(_negated(mated, in_mate, enemy, "checkmated", names))
    if check and not ((is_check or is_mate) and in_check.issuperset(checked)):
        denied.append(_negated(checked, in_check, enemy, "in check", names))
    return " and ".join(denied)


def _negated(named: str, truly: set[str], enemy: str, what: str, names: Mapping[str, str]) -> str:
    """Return the armies of a false claim: of the named ones, else the enemy, else all."""
    wrong = [army for army in named if army not in truly] or list(enemy)
    armies = [names.get(army, f"army {army}") for army in wrong]
    if not armies:
        return f"no army is {what}"
    return f"{' and '.join(armies)} {'is' if len(armies) == 1 else 'are'} not {what}"


def _read(text: str) -> tuple[bool, str, bool, str]:
    match = _PARTS.fullmatch(text)
    if match is None:
        return False, "", False, ""
    mate, mated, check, checked = match.groups("")
    return bool(mate), mated, bool(check), checked


def warnings(
    position: CorePosition, move: CoreMove, written: MoveText, is_so: str
) -> list[Refusal]:
    """Return the false claims of a legal move's text; `is_so` is the right suffix."""
    found = []
    game = position.game
    if written.suffix and written.suffix != is_so:
        enemy = game.letters[1 - position.turn] if game.two_players else ""
        if not suffix_agrees(written.suffix, is_so, enemy):
            names = {side.letter: side.name for side in game.sides}
            claim = Claim(written.suffix, _denied(written.suffix, is_so, enemy, names))
            found.append(with_variant(position, Refusal(Code.FALSE_CHECK, claim)))
    if written.captures is None or written.castling or move == PASS:
        return found
    captures = position.board[move.destination] != 0
    if position.passed and not captures:
        captures = bool(en_passant_captures(position, move))
    wrong = None
    if captures and written.captures is False and not written.en_passant:
        wrong = Code.UNMARKED_CAPTURE
    elif written.captures and not captures:
        wrong = Code.FALSE_CAPTURE
    if wrong is not None:
        end = game.board.names[move.destination]
        found.append(Refusal(wrong, Going(piece_on(position, move.origin), end)))
    return found
