"""Messages: findings as sentences.  The only place where a refusal becomes text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aofref.findings import BEYOND, WARNINGS, Code, Finding, Place, Refusal, Standing, Threat
from aofref.findings.facts import Going, Meant, Note
from aofref.text import on_one_line


def piece(standing: Standing) -> str:
    """Name a piece where it stands, as in `E:Rka4`."""
    return f"{standing.army}:{standing.code}{standing.cell}"


def threat(attack: Threat) -> str:
    """Name an attacking piece and the cells it crosses."""
    through = f" through {' '.join(attack.path)}" if attack.path else ""
    over = f" over {piece(attack.screen)}" if attack.screen else ""
    return f"{piece(attack.piece)}{through}{over}"


def sentence(refusal: Refusal) -> str:
    """Give the reason of a refusal on one line, with its rule where there is one, and its notes."""
    rule = f" ({refusal.cited})" if refusal.rule else ""
    return "; ".join([_sentence(refusal) + rule, *map(_note, refusal.notes)])


def diagnostics(source: str, findings: Iterable[Finding]) -> str:
    """Give the lines of findings, each with its line end."""
    return "".join(diagnostic(source, finding) + "\n" for finding in findings)


def diagnostic(source: str, finding: Finding) -> str:
    """Give the line `FILE:LINE:COL: CODE message`."""
    text = sentence(finding.refusal)
    return placed(source, finding.place, finding.code, written(finding), text)


def placed(source: str, place: Place, code: Code, move: str, text: str) -> str:
    """Give the line of a finding from what it says."""
    about = f"{move}: " if move and code is not Code.SYNTAX else ""
    warning = "warning: " if code in WARNINGS else ""
    return on_one_line(f"{source}:{place.line}:{place.column}: {warning}{code.value} {about}{text}")


def written(finding: Finding) -> str:
    """Give the move of a finding with its army, unless it was written with another."""
    return with_army(finding.army, finding.move)


def with_army(army: str, move: str) -> str:
    """Give a move with its army, unless it was written with another."""
    return f"{army}:{move}" if army and move and move[1:2] != ":" else move


def _sentence(why: Refusal) -> str:
    """Put the facts into the sentence; what else there is to say stands behind it."""
    named = {name: _worded(name, fact) for name, fact in why.facts._asdict().items()}
    if isinstance(why.facts, Meant):
        named["kind"] = _kind(why.facts.piece)
    if isinstance(why.facts, Going) and why.facts.blocker is not None:
        named["blocked"] = why.facts.blocker.cell
    text = why.sentence.format_map(named)
    return f"{text}; {named['besides']}" if named.get("besides") else text


def _note(note: Note) -> str:
    """Put the facts of a note into its sentence."""
    facts = note._asdict().items()
    text: str = getattr(note, "sentence", "")
    return text.format_map({name: _worded(name, fact) for name, fact in facts})


def _worded(name: str, fact: Any) -> str:
    """Give a fact as it stands in a sentence."""
    match fact:
        case Standing():
            return piece(fact)
        case Threat():
            return threat(fact)
        case Refusal(code=code):
            return f"{code.value}, {sentence(fact)}"
        case str() | int():
            return str(fact)
        case tuple() if name == "path":
            return " ".join(f"({cell})" if cell == BEYOND else cell for cell in fact)
        case tuple():
            return ", ".join(_worded(name, one) for one in fact)
        case None:
            return ""
        case _:
            raise TypeError(f"no sentence has {fact!r}")


def _kind(meant: Standing) -> str:
    """Name a piece by its kind: `R of E on ka`."""
    return f"{meant.code} of {meant.army}" + (f" on {meant.cell}" if meant.cell else "")
