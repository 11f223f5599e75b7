"""Claims: the result that a record states, held against what its moves fixed."""

from typing import NamedTuple

from aofref.findings import Code, Finding, Place, Refusal, Side
from aofref.findings.facts import Claim, WonByGone
from aofref.notation import results
from aofref.notation.records import ParsedRecord, syntax
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, Position
from aofref.rules.refuse import cited
from aofref.text import excerpt


class Stated(NamedTuple):
    """A result as a record states it: its place, and the ordinal of its token (-1: a tag)."""

    text: str
    place: Place
    token: int


def claims(game: CompiledVariant, record: ParsedRecord) -> tuple[list[Stated], list[Finding]]:
    """List the results stated, the tag first, and what is no result of this game."""
    tag, token = record.tag("Result"), record.result
    stated = [Stated(tag.value, tag.place, -1)] if tag else []
    if token is not None:
        stated.append(Stated(token.text, token.place, token.ordinal))
    count, good, bad = len(game.armies), [], []
    for claim in stated:
        if results.read(count, claim.text) is None:
            text = f"not a result for {count} armies: {excerpt(claim.text)}"
            bad.append(syntax(text, claim.place)._replace(token=claim.token))
        elif claim.text != results.OPEN:
            good.append(claim)
    return good, bad


def false_claim(position: Position, stated: list[Stated], ply: int) -> Finding | None:
    """Return the first stated result that the play, which ended here, makes false."""
    fixed = results.write(len(position.game.armies), position.winners)
    for claim in stated:
        if not _may_claim(position, claim.text, fixed):
            removed = () if position.winners else _removed_winners(position, claim.text)
            facts = WonByGone(claim.text, removed) if removed else Claim(claim.text, fixed)
            why = cited(position, Refusal(Code.FALSE_RESULT, facts))
            return Finding(why, claim.place, ply, "", claim.text, claim.token)
    return None


def _removed_winners(position: Position, text: str) -> tuple[Side, ...]:
    shares = results.read(len(position.game.armies), text) or ()
    gone = (army for army, share in enumerate(shares) if share and position.royals[army] < 0)
    return tuple(position.game.sides[army] for army in gone)


def _may_claim(position: Position, text: str, fixed: str) -> bool:
    """Say whether a stated result agrees with the play, or is an agreement in an open position."""
    shares = results.read(len(position.game.armies), text) or ()
    if position.winners is not None:
        return shares == results.read(len(shares), fixed)
    over = position.turn == NOBODY  # as given: how it ended is not known
    return over or all(not share or position.royals[army] >= 0 for army, share in enumerate(shares))
