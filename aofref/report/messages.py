"""Messages: findings as sentences.  The only place where a refusal becomes text."""

from __future__ import annotations

from collections.abc import Iterable

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
    mover = piece(why.piece) if why.piece else ""
    besides = f"; {why.text}" if why.text else ""
    end, either = why.destination, ", ".join(why.candidates)
    if why.code in UNREADABLE:
        return why.text
    match why.code:
        case Code.CONTRADICTION:
            return why.text
        case Code.CONDITIONAL | Code.VARIATION:
            reason = f"{why.cause.code.value}, {sentence(why.cause)}" if why.cause else why.text
            where = "variation" if why.code is Code.VARIATION else "conditional line"
            return f"in a {where}: {reason}"
        case Code.NO_SUCH_CELL:
            return f"the board has no cell {why.missing}"
        case Code.EMPTY_CELL:
            return f"nothing stands on {end}"
        case Code.WRONG_ARMY:
            if not mover and why.candidates:
                return f"this game has no army {why.text}; it has {either}"
            if not mover:
                return f"army {why.text} is no longer on the board"
            return f"{mover} is not of army {why.army}, whose turn it is"
        case Code.WRONG_PIECE:
            if not mover:
                return f"this game has no piece {why.text}; it has {either}"
            return f"{mover} is no {why.text}"
        case Code.WRONG_TURN:
            return f"it is the turn of army {why.army}, not of {either}"
        case Code.UNREACHABLE:
            return f"{mover} has no move that leads to {end}{besides}"
        case Code.MISSING_CELL:
            walk = " ".join(f"({cell})" if cell == BEYOND else cell for cell in why.path)
            if why.missing == BEYOND:
                return f"{mover} cannot go {walk}: that way leads {BEYOND}"
            return f"{mover} cannot go {walk}: cell {why.missing}, which the move needs, is missing"
        case Code.BLOCKED:
            blocker = piece(why.blocker) if why.blocker else "?"
            cell = why.blocker.cell if why.blocker else "?"
            return f"{mover} cannot go {' '.join(why.path)}: {cell} is occupied by {blocker}"
        case Code.OWN_PIECE:
            return (
                f"{mover} cannot go to {end}, held by its own {why.blocker and piece(why.blocker)}"
            )
        case Code.NO_CAPTURE:
            if why.text and why.candidates:
                return f"{mover} to {end} takes the Pawn on {either} en passant, not {why.text}"
            if why.text:
                return f"{mover} takes nothing en passant on {end}"
            if why.blocker:
                return f"{mover} does not capture that way: {end} is held by {piece(why.blocker)}"
            return f"{mover} goes to {end} only to capture, and there is nothing to take{besides}"
        case Code.NO_SCREEN:
            return f"{mover} captures on {end} only over exactly one piece, and none is between"
        case Code.PROMOTION_REQUIRED:
            return f"{mover} must promote on {end}, to one of {either}"
        case Code.PROMOTION_FORBIDDEN:
            return f"{mover} may not promote on {end}"
        case Code.BAD_PROMOTION:
            if not mover:
                return f"this game has no piece {why.text}; it has {either}"
            return f"{mover} promotes on {end} only to one of {either}"
        case Code.IN_CHECK:
            king = piece(why.blocker) if why.blocker else "?"
            checks = ", ".join(map(threat, why.checks))
            return f"{mover} to {end} leaves {king} in check by {checks}{besides}"
        case Code.AMBIGUOUS:
            return f"more than one {_kind(why)} can go to {end}: from {either}"
        case Code.NO_MATCH:
            return f"no {_kind(why)} can go to {end}" + (
                f": they stand on {either}" if either else ""
            )
        case Code.GAME_OVER:
            return "the game is over"
        case Code.CANNOT_PASS:
            return f"army {why.army} may not pass: {mover} can go to {end}"
        case Code.FALSE_RESULT:
            if why.army:
                return f"the record claims {why.text}, but {why.army} is no longer on the board"
            return f"the record claims {why.text}, but the play gives {either}"
        case Code.FALSE_CHECK:
            return f"written {why.text}, but it is {either or 'no check'}"
        case Code.UNMARKED_CAPTURE:
            return f"{mover} captures on {end}, which is not marked"
        case Code.FALSE_CAPTURE:
            return f"{mover} captures nothing on {end}"
        case _:
            raise AssertionError(why.code)


def _kind(why: Refusal) -> str:
    meant = why.piece
    if meant is None:
        return "piece"
    return f"{meant.code} of {meant.army}" + (f" on {meant.cell}" if meant.cell else "")
