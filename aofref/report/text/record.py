"""Text: the report that a referee reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from aofref.findings import WARNINGS, Code, Finding, Refusal
from aofref.judge.analysis.diagnosis import Diagnosis, Slip
from aofref.judge.analysis.proof import Proof
from aofref.judge.analysis.threats import ArmyFate, Outcome
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.offers import offers
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation import positions, results
from aofref.notation.records import Record
from aofref.report.text import diagram
from aofref.report.text.ending import how, offering
from aofref.report.text.messages import piece, sentence, threat
from aofref.report.text.messages import written as _written
from aofref.rules import events
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import as_file_name, excerpt, on_one_line

WIDTH = 79


def report(judged: Diagnosis | Unopened, number: int, source: str, *, trace: bool = False) -> str:
    """Write the whole report of a record; with `trace`, a line for every ply."""
    return "\n".join(_lines(judged, number, source, trace)) + "\n"


def _lines(judged: Diagnosis | Unopened, number: int, source: str, trace: bool) -> Iterator[str]:
    found = judged if isinstance(judged, Unopened) else judged.replay
    record, game = found.record, found.game
    event = record.tag("Event")
    title = f", {on_one_line(event.value)}" if event else ""
    yield f"Record {number} ({source}:{record.start.line}){title}: {found.status}"
    if game is not None:
        yield on_one_line(f"  {game.variant.title} ({game.variant.id})")
        yield f"  Rulings: {rulings(game)}"
        yield from folded("Players:", _players(record, game).split(" "))
    if isinstance(judged, Unopened):
        for finding in judged.findings:
            yield _fault(finding)
        return
    yield from _play(judged, trace)
    for finding in judged.replay.findings:
        yield _fault(finding)
        if finding is judged.replay.refused and judged.proof is not None:
            yield from proof_lines(judged.proof)
            for guess in judged.slips:
                yield from slip(guess)


def _play(judged: Diagnosis, trace: bool) -> Iterator[str]:
    """Give the moves, what happened, and where everything stands."""
    replay = judged.replay
    game = replay.game
    if replay.plies:
        yield ""
        yield from _trace(replay, game) if trace else _moves(replay.plies, game)
    if happened := list(replay.events()):
        yield ""
        yield "What happened:"
        for ply, e in happened:
            when = f"ply {ply}" if ply else "at the start"
            yield from folded(f"{when:<14}", describe(game, e).split(), 17)
    yield ""
    yield from _standing(judged)


def written_move(of: Finding) -> str:
    """Give the move of a finding with its army, quoted where it could not be printed."""
    text = _written(of)
    return text if on_one_line(text) == text else excerpt(text)


def file_name(replay: Judged, number: int, ending: str) -> str:
    """Make the name of a file for a record: its number and its players, without odd characters."""
    tags = {tag.name: tag.value for tag in replay.record.tags}
    armies = replay.game.variant.armies if replay.game else ()
    names = " ".join(tags.get(army.name, "")[:40] for army in armies)
    return f"{as_file_name(f'{number:03} {names}')}.{ending}"


def rulings(game: CompiledVariant) -> str:
    """Name the rulings and the array that a game is judged by."""
    chosen = ", ".join(f"{r} ({game.variant.rulings[r].number})" for r in game.rulings)
    array = "; the record's own array" if game.own_array else ""
    return (chosen or "default rulings") + array


def describe(game: CompiledVariant, event: events.Event) -> str:
    """Say in a sentence what happened."""
    letters, names = game.letters, game.board.names
    match event:
        case events.Check(army, _, attackers):
            return f"{letters[army]} is in check from {_pieces(game, attackers)}"
        case events.Checkmate(army, by, attackers):
            return (
                f"{letters[army]} is checkmated by {letters[by]}, with {_pieces(game, attackers)}"
            )
        case events.Removal(army, events.Reason.NO_QUEEN):
            return f"{letters[army]} is removed: it has a King but no Queen"
        case events.Removal(army, reason):
            return f"{letters[army]} {reason} and is removed"
        case events.Promotion(army, cell, before, after):
            was, is_now = (on_one_line(game.types[kind].name) for kind in (before, after))
            return f"{letters[army]} promotes its {was} on {names[cell]} to {is_now}"
        case events.EnPassant(army, cell, captured):
            return (
                f"{letters[army]} takes a Pawn of {letters[captured]} en passant on {names[cell]}"
            )
        case events.Passes(army):
            return f"{letters[army]} has no move that it may make, and passes"
        case events.Stalemate(army):
            return f"{letters[army]} is stalemated"
        case events.Repetition(count):
            return f"this position stands for the {count}{'rd' if count == 3 else 'th'} time"
        case events.End(winners):
            who = " and ".join(letters[army] for army in winners)
            verb = "wins" if len(winners) == 1 else "share the game"
            return f"the game is over: {who} {verb}, {results.write(len(letters), winners)}"


def _pieces(game: CompiledVariant, attackers: tuple[events.Attacker, ...]) -> str:
    return ", ".join(
        f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{game.board.names[cell]}"
        for cell, piece in attackers
    )


def _players(record: Record, game: CompiledVariant) -> str:
    tags = {tag.name: on_one_line(tag.value) for tag in record.tags}
    return " - ".join(
        f"{army.letter} {on_one_line(army.name)} {tags.get(army.name) or '?'}"
        for army in game.variant.armies
    )


def written(game: CompiledVariant, ply: Ply) -> str:
    """Write a ply as a record has it, with its army if there are four and its suffixes."""
    return unmarked(game, ply) + ply.suffix


def unmarked(game: CompiledVariant, ply: Ply) -> str:
    """Write a ply without its suffixes."""
    if ply.move is None or not game.two_players:
        return f"{game.letters[ply.army]}:{ply.lan}"
    return ply.lan


def latest(game: CompiledVariant, ply: Ply | None) -> str:
    """Say what a ply did, which need not be a move; nothing of none."""
    if ply is None:
        return ""
    if ply.move is None:
        return f"{on_one_line(game.variant.armies[ply.army].name)} {ply.lan}"
    return f"Last move: {written(game, ply)}"


def _moves(plies: tuple[Ply, ...], game: CompiledVariant) -> Iterator[str]:
    """Write the moves, a round to a paragraph, wrapped."""
    for number, group in groupby(plies, key=lambda ply: ply.round):
        yield from folded(f"{number:>4}.", (written(game, ply) for ply in group), 6, 0)


def _trace(replay: Replay, game: CompiledVariant) -> Iterator[str]:
    for ply in replay.plies:
        happened = "; ".join(describe(game, event) for event in ply.events)
        yield f"{ply.number:>5} {written(game, ply):<20} {happened}".rstrip()


def _standing(judged: Diagnosis) -> Iterator[str]:
    """Give the position after the last legal ply, and the result."""
    replay = judged.replay
    game, last = replay.game, replay.last
    end, standing = ending(replay), offers(replay)
    turn = "nobody" if end is not None else game.letters[last.turn]
    yield f"After ply {replay.length}, {turn} to move:"
    yield diagram.position(last)
    yield ""
    yield positions.write(last)
    claimed = f" (the record claims {replay.claimed})" if replay.claimed != replay.result else ""
    yield f"Result: {replay.result}{claimed}"
    if end is not None:
        yield f"End: {how(end)}"
    elif standing:
        yield f"Offers: {offering(standing)}"
    outcomes = judged.outcomes.items()
    *armies, last_army = (_outcome(letter, of, end is not None) for letter, of in outcomes)
    yield from folded("Armies:", [*(f"{army};" for army in armies), last_army], 2, 0)
    for verdict, finding in replay.decisions:
        where = f"at ply {finding.ply} ({finding.code.value})"
        yield f"Arbiter: {written_move(finding)} {where}: {verdict}"
        yield f"  {sentence(finding.refusal)}"


def _outcome(letter: str, found: Outcome, ended: bool) -> str:
    """Say what became of an army; nobody plays on once the game has ended."""
    if ended and found.fate is ArmyFate.PLAYING:
        return f"{letter} on the board"
    by = f" by {found.by}" if found.by else ""
    when = f" at ply {found.ply}" if found.ply is not None else ""
    return f"{letter} {found.fate}{by}{when}"


def _fault(finding: Finding) -> str:
    ply = f" at ply {finding.ply}" if finding.ply else ""
    about = f" {written_move(finding)}:" if finding.move else ""
    severity = "warning: " if finding.code in WARNINGS else ""
    return f"{severity}{finding.code.value}{ply}:{about} {sentence(finding.refusal)}"


def proof_lines(proof: Proof) -> Iterator[str]:
    """Write the facts of a refusal: rule, page, path, what is in the way, the piece's moves."""
    from aofref.report.text import pages  # only where something was refused

    game, why = proof.position.game, proof.refusal
    if why is None:
        return
    if why.rule:
        yield f"  rule: {why.cited}; page {game.variant.page}"
        quoted = pages.page_sentence(game.variant, why)
        if quoted:
            whose = "the file:" if game.variant.source else "the page:"
            yield from folded(whose, f'"{quoted}"'.split())
    yield from _facts(why)
    if proof.piece >= 0:
        yield from _own_moves(proof)


def _facts(why: Refusal) -> Iterator[str]:
    known = why.known
    if "path" in known:
        start = f"{why.piece.cell} > " if why.piece else ""
        yield from folded("path:", f"{start}{' > '.join(known['path'])}".split(" "))
    if "missing" in known:
        yield f"  missing cell: {known['missing']}"
    if "blocker" in known:
        name = "in check" if why.code is Code.IN_CHECK else "in the way"
        yield f"  {name}: {piece(known['blocker'])}"
    for attack in known.get("checks", ()):
        yield f"  check: {threat(attack)}"
    if "candidates" in known and why.code is not Code.WRONG_TURN:
        yield from folded("possible:", known["candidates"])
    if "army" in known:
        yield f"  to move: {known['army']}"


def _own_moves(proof: Proof) -> Iterator[str]:
    game, stands = proof.position.game, proof.position.board[proof.piece]
    army, name = game.letters[game.army_of[stands]], game.board.names[proof.piece]
    mover = f"{army}:{game.code(stands)}{name}"
    label = f"legal moves of {mover}:"
    if not proof.on_turn:
        label = f"on the turn of {army}, {mover} could play:"
    yield from folded(label, proof.own or ("none",))


def folded(label: str, words: Iterable[str], rest: int = 4, first: int = 2) -> Iterator[str]:
    """Write a label and words on lines of at most WIDTH, indented by `first`, then by `rest`.

    Only lists and quotes are folded: a sentence stays on its line, where it can be searched for.
    """
    line = " " * first + label
    fresh = not label
    for word in words:
        if not fresh and len(line) + 1 + len(word) > WIDTH:
            yield line
            line, fresh = " " * rest, True
        line += word if fresh else f" {word}"
        fresh = False
    yield line


def slip(found: Slip) -> Iterator[str]:
    """Say what a slip of turn would explain."""
    rest = f"{found.fitting} of the {found.following} moves from there on fit"
    if found.following == 1:
        rest = f"it {'fits' if found.fitting else 'does not fit'}"
    if found.put_in:
        text = f"if a move of {found.put_in} was left out here and is put in, {rest}"
    else:
        text = f"if this move is left out, {rest}"
    yield from folded("", text.split())
