"""Text: the report of a record, for referees."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from aofref import games
from aofref.findings import Code, Finding
from aofref.games.model import VariantData
from aofref.judge.analysis.diagnosis import Proof, Slip, proved, slips_in
from aofref.judge.replay.ending import ArmyFate, By, ending, outcomes, shared
from aofref.judge.replay.verdict import End, Replay
from aofref.notation import positions, results
from aofref.report.text import board
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import as_file_name, excerpt, joined, on_one_line, width

WIDTH = 79


def report(replay: Replay, number: int, source: str, *, trace: bool) -> Iterator[str]:
    """Write the whole report of a record; with `trace`, a line for every ply."""
    record, game = replay.record, replay.known_game
    event = record.values.get("Event")
    title = "" if event is None else f", {on_one_line(event)}"
    yield f"Record {number} ({source}:{record.place.line}){title}: {replay.status}"
    if game is not None:
        yield on_one_line(f"  {game.variant.title} ({game.variant.id})")
        yield f"  Rulings: {rulings(game)}"
        tags = record.values
        players = [
            on_one_line(f"{army.letter} {army.called} {tags.get(army.name) or '?'}")
            for army in game.variant.armies
        ]
        yield from folded("Players:", " - ".join(players).split(" "))
    if not replay.opened:
        for finding in replay.findings:
            yield _fault(finding)
        return
    game = replay.game
    if replay.plies:
        yield ""
    for ply in replay.plies if trace else ():
        happened = "; ".join(map(str, ply.events))
        yield f"{ply.number:>5} {ply.written(game):<20} {happened}".rstrip()
    for number, group in () if trace else groupby(replay.plies, key=lambda ply: ply.round):
        yield from folded(f"{number:>4}.", (ply.written(game) for ply in group), 6, 0)
    if events := list(replay.events()):
        yield ""
        yield "What happened:"
        for at, caused in events:
            when = f"ply {at}" if at else "at the start"
            yield from folded(f"{when:<14}", str(caused).split(), 17)
    yield ""
    yield from _standing(replay)
    for finding in replay.findings:
        yield _fault(finding)
        if finding is replay.refused and (why := proved(replay)) is not None:
            yield from proof_lines(why)
            for guess in slips_in(replay):
                yield from slip(game, guess)


def player_names(tags: Mapping[str, str], variant: VariantData | None) -> str:
    """Join the names of the players of a record, each cut short, for the name of a file."""
    armies = variant.armies if variant else ()
    return " ".join(tags.get(army.name, "")[:40] for army in armies)


def file_name(players: str, number: int, ending: str) -> str:
    """Make the name of a file for a record: its number and its players, without odd characters."""
    return f"{as_file_name(f'{number:03} {players}')}.{ending}"


def rulings(game: CompiledVariant) -> str:
    """Write the rulings, and the record's own array, that a game is judged by."""
    chosen = ", ".join(f"{r} ({game.variant.rulings[r].number})" for r in game.rulings)
    array = "; the record's own array" if game.own_array else ""
    return (chosen or "default rulings") + array


def _standing(replay: Replay) -> Iterator[str]:
    game, last = replay.game, replay.last
    end, standing = ending(replay), replay.offering
    turn = "nobody" if end is not None else game.sides[last.turn].name
    yield f"After ply {replay.length}, {turn} to move:"
    yield board.position(last)
    yield ""
    yield positions.write(last)
    result = replay.result if end is None else end.result
    false = replay.claimed not in (result, replay.result)
    yield f"Result: {result}" + (f" (the record claims {replay.claimed})" if false else "")
    if end is not None:
        yield f"End: {cause(end)}"
    elif standing:
        names = {side.letter: side.name for side in game.sides}
        yield f"Offers: {offering([names[letter] for letter in standing])}"
    names = {army.letter: on_one_line(army.called) for army in game.variant.armies}
    armies = []
    for letter, (fate, by, ply) in outcomes(replay).items():
        mated = f" by {names[by]}" if by else ""
        when = f" at ply {ply}" if ply is not None else ""
        stays = end is not None and fate is ArmyFate.PLAYING  # nobody plays on after an end
        armies.append(f"{names[letter]} {'on the board' if stays else f'{fate}{mated}{when}'};")
    yield from folded("Armies:", [*armies[:-1], armies[-1].removesuffix(";")], 2, 0)
    for verdict, finding in replay.decisions:
        where = f"at ply {finding.ply} ({finding.code.value})"
        yield f"Arbiter: {finding.quoted} {where}: {verdict}"
        yield f"  {finding.message}"


def _fault(finding: Finding) -> str:
    ply = f" at ply {finding.ply}" if finding.ply else ""
    about = f" {finding.quoted}:" if finding.move else ""
    severity = "warning: " if finding.is_warning else ""
    return f"{severity}{finding.code.value}{ply}:{about} {finding.message}"


def proof_lines(proof: Proof) -> Iterator[str]:
    """Write the facts of a refusal: rule, page, path, blocker, the piece's moves."""
    game, why = proof.position.game, proof.refusal
    if why is None:
        return
    if why.rule:
        yield f"  rule: {why.cited}; page {game.variant.page}"
        if quoted := proof.page_sentence:
            whose = "the file:" if game.variant.source else "the page:"
            yield from folded(whose, f'"{quoted}"'.split())
            if slip := games.slips(game.variant.id).get(quoted):
                yield from folded("a slip:", slip.split())
    if why.path:
        start = f"{why.piece.cell} > " if why.piece else ""
        yield from folded("path:", f"{start}{' > '.join(why.path)}".split(" "))
    if why.missing:
        yield f"  missing cell: {why.missing}"
    if why.blocker:
        name = "in check" if why.code is Code.IN_CHECK else "in the way"
        yield f"  {name}: {why.blocker}"
    for attack in why.checks:
        yield f"  check: {attack}"
    if why.candidates and why.code is not Code.WRONG_TURN:
        yield from folded("possible:", map(str, why.candidates))
    if why.army:
        yield f"  to move: {why.army}"
    if proof.cell >= 0:
        stands = proof.position.board[proof.cell]
        army, cell = game.letters[game.army_of[stands]], game.board.names[proof.cell]
        mover = f"{army}:{game.code(stands)}{cell}"
        label = f"legal moves of {mover}:"
        if not proof.on_turn:
            label = f"on its own turn {mover} could play:"
        yield from folded(label, proof.moves or ("none",))


def armies_joined(game: CompiledVariant, armies: Sequence[int], word: str = "or") -> str:
    """Join armies for a sentence: `White or Black`, `the European and Jewish armies`."""
    if len(armies) == 1 or game.two_players:
        return joined([game.sides[army].name for army in armies], word)
    names = [on_one_line(game.variant.armies[army].called) for army in armies]
    return f"the {joined(names, word)} {'armies' if word == 'and' else 'army'}"


def folded(label: str, words: Iterable[str], rest: int = 4, first: int = 2) -> Iterator[str]:
    """Write a label and words on lines of at most WIDTH, indented by `first`, then by `rest`.

    Only lists and quotes are folded; a sentence stays on one line, so that it can be searched.
    """
    line = " " * first + label
    fresh = not label
    for word in words:
        if not fresh and width(line) + 1 + width(word) > WIDTH:
            yield line
            line, fresh = " " * rest, True
        line += word if fresh else f" {word}"
        fresh = False
    yield line


def slip(game: CompiledVariant, guess: Slip) -> Iterator[str]:
    """Write how many moves are legal if one was left out, or was too many; nothing for 0."""
    if not guess.fitting:
        return
    legal = f"{guess.fitting} of the {guess.following} moves"
    if guess.missing:
        side = game.sides[game.letters.index(guess.missing)]
        legal = "this move is" if guess.following == 1 else f"{legal} from here on are"
        yield f"  if a move of {side.name} is missing here, {legal} legal"
    else:
        legal = "the move after it is" if guess.following == 1 else f"{legal} after it are"
        yield f"  if this move is one too many, {legal} legal"


_HOW: dict[str, str] = {
    By.MOVES: "by the moves",
    By.RESIGNATION: "by resignation",
    By.AGREEMENT: "by agreement",
    By.ADJUDICATION: "by adjudication",
    By.TIME: "on time",
    By.RULES: "by a breach of the rules",
    By.ABANDONED: "abandoned",
    By.UNKNOWN: "in an unknown way",
}


def how(end: End) -> str:
    """Write how a game ended, behind its result if it has one."""
    return cause(end) if end.result == results.OPEN else f"{end.result}, {cause(end)}"


def cause(end: End) -> str:
    """Write how a game ended, without its result: `by agreement`, `joint win by the moves`.

    The result of two players itself shows a draw.
    """
    kind = shared(end) if end.result.count("-") > 1 else ""
    return f"{kind} {way(end)}".lstrip()


def way(end: End) -> str:
    """Write the way in which a game ended: `by agreement`."""
    if end.termination:
        return f"Termination {excerpt(end.termination)}"
    return "by forfeit" if end.forfeited else _HOW[end.by]


def ended(end: End) -> str:
    """Write `the game is over`, and how it ended."""
    return f"the game is over: {how(end)}"


def offering(names: Sequence[str]) -> str:
    """Write which armies offer a draw."""
    *first, last = names
    who = f"{', '.join(first)} and {last} offer" if first else f"{last} offers"
    return f"{who} a draw"
