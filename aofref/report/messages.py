"""Messages: findings as sentences.  The only place where a refusal becomes text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from aofref.escape import on_one_line
from aofref.findings import BEYOND, UNREADABLE, WARNINGS, Code, Finding, Refusal, Standing, Threat


def piece(standing: Standing) -> str:
    """Name a piece where it stands, as in `E:Rka4`."""
    return f"{standing.army}:{standing.code}{standing.cell}"


def threat(attack: Threat) -> str:
    """Name an attacking piece and the cells it crosses."""
    through = f" through {' '.join(attack.path)}" if attack.path else ""
    over = f" over {piece(attack.screen)}" if attack.screen else ""
    return f"{piece(attack.piece)}{through}{over}"


def sentence(refusal: Refusal) -> str:
    """Give the reason of a refusal on one line, with its rule where there is one."""
    text = _sentence(refusal)
    return f"{text} (RULES {refusal.rule})" if refusal.rule else text


def diagnostics(source: str, findings: Iterable[Finding]) -> str:
    """Give the lines of findings, each with its line end."""
    return "".join(diagnostic(source, finding) + "\n" for finding in findings)


def diagnostic(source: str, finding: Finding) -> str:
    """Give the line `FILE:LINE:COL: CODE message`."""
    place, move = finding.place, written(finding)
    said = f"{move}: " if move and finding.code is not Code.SYNTAX else ""
    warning = "warning: " if finding.code in WARNINGS else ""
    at = f"{source}:{place.line}:{place.column}"
    return on_one_line(f"{at}: {warning}{finding.code.value} {said}{sentence(finding.refusal)}")


def written(finding: Finding) -> str:
    """Give the move of a finding with its army, unless it was written with another."""
    move = finding.move
    return f"{finding.army}:{move}" if finding.army and move and move[1:2] != ":" else move


def _sentence(why: Refusal) -> str:
    return why.text if why.code in UNREADABLE else _SENTENCES[why.code](why)


def _contradiction(why: Refusal) -> str:
    return why.text


def _aside(where: str) -> Callable[[Refusal], str]:
    """Make the sentence of what is wrong beside the main line."""

    def said(why: Refusal) -> str:
        reason = f"{why.cause.code.value}, {sentence(why.cause)}" if why.cause else why.text
        return f"in a {where}: {reason}"

    return said


def _no_such_cell(why: Refusal) -> str:
    return f"the board has no cell {why.missing}"


def _empty_cell(why: Refusal) -> str:
    return f"nothing stands on {why.destination}"


def _wrong_army(why: Refusal) -> str:
    if why.piece:
        return f"{piece(why.piece)} is not of army {why.army}, whose turn it is"
    if why.candidates:
        return f"this game has no army {why.text}; it has {_either(why)}"
    return f"army {why.text} is no longer on the board"


def _wrong_piece(why: Refusal) -> str:
    return f"{piece(why.piece)} is no {why.text}" if why.piece else _unknown_piece(why)


def _unknown_piece(why: Refusal) -> str:
    return f"this game has no piece {why.text}; it has {_either(why)}"


def _wrong_turn(why: Refusal) -> str:
    return f"it is the turn of army {why.army}, not of {_either(why)}"


def _unreachable(why: Refusal) -> str:
    return f"{_mover(why)} has no move that leads to {why.destination}{_besides(why)}"


def _missing_cell(why: Refusal) -> str:
    walk = " ".join(f"({cell})" if cell == BEYOND else cell for cell in why.path)
    if why.missing == BEYOND:
        return f"{_mover(why)} cannot go {walk}: that way leads {BEYOND}"
    return f"{_mover(why)} cannot go {walk}: cell {why.missing}, which the move needs, is missing"


def _blocked(why: Refusal) -> str:
    cell = why.blocker.cell if why.blocker else "?"
    walk = " ".join(why.path)
    return f"{_mover(why)} cannot go {walk}: {cell} is occupied by {_blocker(why)}"


def _own_piece(why: Refusal) -> str:
    return f"{_mover(why)} cannot go to {why.destination}, held by its own {_blocker(why)}"


def _no_capture(why: Refusal) -> str:
    mover, end = _mover(why), why.destination
    if why.army:  # what is written to be lifted is not what is taken en passant
        if why.candidates:
            return f"{mover} to {end} takes the Pawn on {_either(why)} en passant, not {why.text}"
        return f"{mover} takes nothing en passant on {end}"
    if why.blocker:
        return f"{mover} does not capture that way: {end} is held by {_blocker(why)}"
    nothing = f"{mover} goes to {end} only to capture, and there is nothing to take"
    return f"{nothing}{_besides(why)}"


def _no_screen(why: Refusal) -> str:
    over = "only over exactly one piece, and none is between"
    return f"{_mover(why)} captures on {why.destination} {over}"


def _promotion_required(why: Refusal) -> str:
    return f"{_mover(why)} must promote on {why.destination}, to one of {_either(why)}"


def _promotion_forbidden(why: Refusal) -> str:
    return f"{_mover(why)} may not promote on {why.destination}"


def _bad_promotion(why: Refusal) -> str:
    if not why.piece:
        return _unknown_piece(why)
    return f"{_mover(why)} promotes on {why.destination} only to one of {_either(why)}"


def _in_check(why: Refusal) -> str:
    checks = ", ".join(map(threat, why.checks))
    leaves = f"{_mover(why)} to {why.destination} leaves {_blocker(why)} in check by {checks}"
    return f"{leaves}{_besides(why)}"


def _ambiguous(why: Refusal) -> str:
    return f"more than one {_kind(why)} can go to {why.destination}: from {_either(why)}"


def _no_match(why: Refusal) -> str:
    they = f": they stand on {_either(why)}" if why.candidates else ""
    return f"no {_kind(why)} can go to {why.destination}{they}"


def _game_over(_why: Refusal) -> str:
    return "the game is over"


def _cannot_pass(why: Refusal) -> str:
    return f"army {why.army} may not pass: {_mover(why)} can go to {why.destination}"


def _false_result(why: Refusal) -> str:
    if why.army:
        return f"the record claims {why.text}, but {why.army} is no longer on the board"
    return f"the record claims {why.text}, but the play gives {_either(why)}"


def _false_check(why: Refusal) -> str:
    return f"written {why.text}, but it is {_either(why) or 'no check'}"


def _unmarked_capture(why: Refusal) -> str:
    return f"{_mover(why)} captures on {why.destination}, which is not marked"


def _false_capture(why: Refusal) -> str:
    return f"{_mover(why)} captures nothing on {why.destination}"


_SENTENCES: dict[Code, Callable[[Refusal], str]] = {
    Code.NO_SUCH_CELL: _no_such_cell,
    Code.EMPTY_CELL: _empty_cell,
    Code.WRONG_ARMY: _wrong_army,
    Code.WRONG_PIECE: _wrong_piece,
    Code.WRONG_TURN: _wrong_turn,
    Code.UNREACHABLE: _unreachable,
    Code.MISSING_CELL: _missing_cell,
    Code.BLOCKED: _blocked,
    Code.OWN_PIECE: _own_piece,
    Code.NO_CAPTURE: _no_capture,
    Code.NO_SCREEN: _no_screen,
    Code.PROMOTION_REQUIRED: _promotion_required,
    Code.PROMOTION_FORBIDDEN: _promotion_forbidden,
    Code.BAD_PROMOTION: _bad_promotion,
    Code.IN_CHECK: _in_check,
    Code.AMBIGUOUS: _ambiguous,
    Code.NO_MATCH: _no_match,
    Code.GAME_OVER: _game_over,
    Code.CANNOT_PASS: _cannot_pass,
    Code.FALSE_RESULT: _false_result,
    Code.FALSE_CHECK: _false_check,
    Code.UNMARKED_CAPTURE: _unmarked_capture,
    Code.FALSE_CAPTURE: _false_capture,
    Code.CONTRADICTION: _contradiction,
    Code.CONDITIONAL: _aside("conditional line"),
    Code.VARIATION: _aside("variation"),
}
"""The sentence of each code of what could be read."""


def _mover(why: Refusal) -> str:
    return piece(why.piece) if why.piece else ""


def _blocker(why: Refusal) -> str:
    return piece(why.blocker) if why.blocker else "?"


def _either(why: Refusal) -> str:
    return ", ".join(why.candidates)


def _besides(why: Refusal) -> str:
    return f"; {why.text}" if why.text else ""


def _kind(why: Refusal) -> str:
    meant = why.piece
    if meant is None:
        return "piece"
    return f"{meant.code} of {meant.army}" + (f" on {meant.cell}" if meant.cell else "")
