"""Ending: the result that a record states, and how its game ended: by moves, people or rules."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from aofref.findings import Code, Finding, Refusal, fault
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import End, Replay, Status
from aofref.notation import results
from aofref.notation.notes import Note, Text
from aofref.notation.records import Kind, Record, Token
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import DRAW, JOINT_WIN, Reason
from aofref.rules.position import NOBODY, CorePosition
from aofref.rules.refuse import with_variant
from aofref.rules.turn import is_dead
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.typed import EndName, FateName


class By(StrEnum):
    """The cause by which a game ended."""

    _value_: "EndName"

    MOVES = "moves"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    TIME = "time"
    RULES = "rules"
    ABANDONED = "abandoned"
    UNKNOWN = "unknown"


class ArmyFate(StrEnum):
    """The fate of an army; of a removed one, the value of its Reason."""

    _value_: "FateName"

    ABSENT = "absent"  # from the start
    PLAYING = "playing"
    MATED = "mated"
    NO_QUEEN = "no-queen"
    RESIGNS = "resigns"
    FORFEITS = "forfeits"
    SURVIVED = "survived"  # the game is over, and shared or without a known winner
    WON = "won"


class ArmyOutcome(Value):
    """The fate of an army, the army that mated it, and the ply, if any."""

    fate: ArmyFate
    by: str = ""
    ply: int | None = None


_WORDS = {
    By.RESIGNATION: "resign.*",
    By.ADJUDICATION: "adjudicat.*",
    By.ABANDONED: "abandon.*|disconnect.*|stalled",
    By.RULES: "rules|illegal|infraction",
    By.TIME: "time|timeout|flag.*",
    By.AGREEMENT: "agreement|agreed",
}
"""The words of an ending, as sites and programs write it; the first that fits counts."""
_STEMS = "|".join(_WORDS.values()).replace(".*", "").split("|")
"""Text without any of these names no cause."""
_WON = "wins|won"
_BESIDE = (
    rf"{'|'.join(_WORDS.values())}|{_WON}|loses?|lost|forfeits?|forfeited|fell|fallen|down|out|ran|runs"
    "|s|the|a|has|is|was|by|on|in|of|and|game|drawn?|mutual|move|claims?|flag"
)
"""The words of a comment beside a result that says how the game ended, but for who is named."""


FORFEIT = "forfeit"
"""The word for a resignation that is not the player's own."""


def called(end: End) -> str:
    """Return the word for the cause of an end; a forfeit is not called a resignation."""
    return FORFEIT if end.forfeited else end.by


def terminated(record: Record) -> By | None:
    """Read the tag Termination: UNKNOWN for words without a cause, None for none or normal."""
    tag = record.tag("Termination")
    if tag is None:
        return None
    words = _words(tag.value)
    return _cause(words) or (By.UNKNOWN if words and "normal" not in words else None)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _cause(words: Iterable[str]) -> By | None:
    told = re.sub(r"\btime (?:control|trouble)\b", "", " ".join(words)).split()
    known = (by for by, some in _WORDS.items() if any(re.fullmatch(some, word) for word in told))
    return next(known, None)


def may_say_how(notes: Iterable[Note]) -> bool:
    """Return whether the words of a comment may say how a game ended, beside its result."""
    texts = [note.text.lower() for note in notes if isinstance(note, Text)]
    return any(stem in text for text in texts for stem in _STEMS)


def stated_cause(judged: Replay) -> tuple[By | None, Finding | None]:
    """Return the cause of a stated result, by the tag or by a comment beside the result.

    The comment beside it has the words of an ending, and perhaps a letter, an army or a player: if
    that is the winner as the loser, or the other way round, there is a finding instead.
    """
    told = terminated(judged.record)
    if told is not None or judged.claimed == results.OPEN or ended_by_play(judged):
        return told, None
    shares = _shares(judged.game, judged.claimed)
    for comment in reversed(judged.steps):
        if comment.depth:
            continue
        if isinstance(comment, Ply):
            break
        if not may_say_how(comment.notes):
            continue
        text = " ".join(note.text for note in comment.notes if isinstance(note, Text))
        words = _words(text)
        told = _cause(words)
        named = {word for word in words if re.fullmatch(_BESIDE, word) is None}
        armies = [army for army in judged.game.armies if named <= _names(judged, army)]
        if told is None or not armies:
            continue
        wins = any(re.fullmatch(_WON, word) for word in words)
        is_false = len(armies) == 1 and wins != bool(shares[armies[0]])
        if is_false if results.WHOLE in shares else told is By.RESIGNATION:
            why = f"the result is {judged.claimed}, but this says {excerpt(text.strip())}"
            token = comment.token
            return None, fault(Code.CONTRADICTION, why, token.place, token.ordinal)
        return told, None
    return None, None


def _names(judged: Replay, army: int) -> set[str]:
    """Return the words that name an army: its letter, its name and its player."""
    side, player = judged.game.sides[army], judged.record.values
    colour = ("white", "black")[army] if judged.game.two_players else ""
    return {*_words(f"{side.letter} {side.name} {colour} {player.get(side.name, '')}")}


def ended_by_play(replay: Replay) -> bool:
    """Return whether the moves, or a withdrawal, ended the game, and not people or a tag."""
    return replay.last.winners is not None or (replay.last.turn == NOBODY and bool(replay.plies))


def shared(end: End) -> str:
    """Return DRAW or JOINT_WIN if several armies share the result; else nothing.

    A result that is only stated does not show which it is, unless all armies share it.
    """
    shares = end.result.split("-")
    sharing = len(shares) - shares.count("0")
    if sharing < 2:
        return ""
    if sharing == len(shares) or end.by == "agreement":
        return DRAW
    return JOINT_WIN if end.by in (By.MOVES, By.RESIGNATION) else ""


def ending(judged: Replay) -> End | None:
    """Find out how the game of a record ended; None while it goes on, or if it was not opened.

    A result of the moves comes before the tags.  Then comes a draw that all have agreed to, also
    if a move was tried behind it, then a result that a legal record only states.  An abandoned game
    has ended, too, without a result.
    """
    if not judged.opened:
        return None
    if ended_by_play(judged):
        last = judged.plies[-1] if judged.plies else None
        if last is None or last.move is not None:
            return End(judged.result, "moves", judged.length)
        return End(judged.result, "resignation", judged.length, last.lan == Reason.FORFEITS)
    told = terminated(judged.record)
    claimed = judged.claimed if judged.status is Status.LEGAL else results.OPEN
    if claimed == results.OPEN and judged.last.turn == NOBODY:  # over before the first move
        over: By = By.MOVES if told in (By.AGREEMENT, By.UNKNOWN) else told or By.MOVES
        return End(results.OPEN, over.value, judged.length)
    behind = judged.refused is not None and judged.refused.code is Code.GAME_OVER
    if (behind or judged.status is Status.LEGAL) and (shared := agreed_draw(judged)):
        stated = told is not By.UNKNOWN and claimed == shared
        agreed = told if told is not None and stated else By.AGREEMENT
        return End(shared, agreed.value, judged.length)
    if claimed == results.OPEN and told is not By.ABANDONED:
        return None
    said = judged.record.values["Termination"] if told is By.UNKNOWN else ""
    is_won = results.WHOLE in _shares(judged.game, claimed)
    cause, denied = stated_cause(judged)
    by = cause or (By.UNKNOWN if is_won else By.AGREEMENT)
    bare = not (cause or denied or "Termination" in judged.record.values)
    return End(claimed, by.value, judged.length, termination=said, unexplained=bare)


def agreed_draw(replay: Replay) -> str:
    """Write the draw to which every army on the board has agreed; empty if they have not."""
    if not replay.is_drawn:
        return ""
    return replay.game.result(tuple(replay.last.living))


def claims(
    game: CompiledVariant, record: Record, every: Sequence[Token]
) -> tuple[list[Token], list[Finding]]:
    """List the results stated, the tag first, and the findings: contradictions, and a bad tag.

    `every` are the results of the main line that are results of the game.
    """
    tag, findings = record.tag("Result"), list[Finding]()

    def warn(text: str, at: Token) -> None:
        findings.append(fault(Code.CONTRADICTION, text, at.place))

    goes_on = bool(every) and every[0].ordinal < len(record.tokens) - 1
    behind = record.main_line if goes_on else ()
    last_move = max((token.ordinal for token in behind if token.kind is Kind.MOVE), default=-1)
    for early in every:
        if early.ordinal < last_move:
            warn(f"the game goes on behind this result, {excerpt(early.text)}", early)
    tagged = [Token(Kind.RESULT, results.normal(tag.value), *tag.place)] if tag else []
    if tag is not None and not _shares(game, tagged[0].text):
        findings.append(fault(Code.SYNTAX, no_result(game, tag.value), tag.place))
        tagged = []
    if every and tagged and tagged[0].text not in (results.OPEN, every[-1].text):
        result, last = excerpt(tagged[0].text), every[-1]
        warn(f"the tag Result is {result}, but the result here is {excerpt(last.text)}", last)
    for earlier, later in pairwise(every):
        if earlier.text != later.text and earlier.ordinal > last_move:
            result = excerpt(earlier.text)
            warn(f"the result is {result} above, but here {excerpt(later.text)}", later)
    return [claim for claim in (*tagged, *every[-1:]) if claim.text != results.OPEN], findings


def no_result(game: CompiledVariant, text: str) -> str:
    """Write that a text is no result of a game, and which results it has."""
    count = len(game.armies)
    if count == 2:
        some = "1-0, 0-1, 1/2-1/2 or *"
    else:
        some = f"* or each army's share in order of play, such as {game.result((0,))}"
    lost = f", by which {'both' if count == 2 else 'all'} lose"
    why = lost if results.is_nobodys(count, text) else ""
    return f"not a result for {count} armies: {excerpt(text)}{why}; results are {some}"


def not_the_draw(position: CorePosition, stated: Sequence[Token]) -> list[Finding]:
    """Warn of results that are not the draw to which all armies on the board have agreed."""
    game = position.game
    shared = game.result(tuple(position.living))
    drawn = f"all have agreed to a draw, {shared}, but here is "
    return [
        fault(Code.CONTRADICTION, drawn + excerpt(claim.text), claim.place, claim.ordinal)
        for claim in stated
        if _shares(game, claim.text) != _shares(game, shared)
    ]


def _shares(game: CompiledVariant, text: str) -> tuple[int, ...]:
    return results.read(len(game.armies), text) or ()


def false_result(claimed: str, is_so: str) -> Refusal:
    """Refuse a stated result that is not the result of the moves."""
    return Refusal(Code.FALSE_RESULT, f"the record claims {claimed}, but the moves give {is_so}")


def untrue(judged: Replay, stated: Sequence[Token]) -> Finding | None:
    """Find the first stated result that the play makes false, or warn of one that is doubtful.

    That is a win in a dead position, unless time or a breach of the rules decided it, and a result
    that the words of a comment beside it contradict.
    """
    last, game = judged.last, judged.game
    winners, fixed = last.winners, game.result(last.winners)
    for claim in stated:
        shares = _shares(game, claim.text)
        gone = [
            game.sides[army].name
            for army, share in enumerate(shares)
            if share and last.royals[army] < 0
        ]
        if winners is None:  # an agreement, or a game that was over before the first move
            agrees = last.turn == NOBODY or not gone
        else:
            agrees = shares == _shares(game, fixed)
        if not agrees:
            why = false_result(claim.text, fixed)
            if gone and not winners:
                who = f"{' and '.join(gone)} {'is' if len(gone) == 1 else 'are'}"
                text = f"the record claims {claim.text}, but {who} no longer on the board"
                why = why._replace(reason=text, topics=("removed",))
            why = with_variant(game, why)
            return Finding(why, claim.place, judged.length, "", claim.text, claim.ordinal)
    cause, denied = stated_cause(judged)
    for claim in stated if game.variant.dead and cause not in (By.TIME, By.RULES) else ():
        if results.WHOLE in _shares(game, claim.text) and last.turn != NOBODY and is_dead(last):
            text = f"the record claims {claim.text}, but the position is dead"
            return fault(Code.CONTRADICTION, text, claim.place, claim.ordinal)
    return denied


def outcomes(replay: Replay) -> dict[str, ArmyOutcome]:
    """Return each army's outcome by letter; none of a record that could not be opened."""
    if not replay.opened:
        return {}
    letters, winners = replay.game.letters, replay.last.winners or ()
    still = ArmyFate.SURVIVED if replay.last.turn == NOBODY else ArmyFate.PLAYING
    outcome_of = dict.fromkeys(letters, ArmyOutcome(still))
    if len(winners) == 1:  # at no ply if nothing was played
        outcome_of[letters[winners[0]]] = ArmyOutcome(ArmyFate.WON)
    for army, letter in enumerate(letters):
        if replay.first.royals[army] < 0:
            outcome_of[letter] = ArmyOutcome(ArmyFate.ABSENT)
    for ply, event in replay.events():
        if event.type == "checkmate":
            outcome_of[event.army] = ArmyOutcome(ArmyFate.MATED, event["by"], ply)
        elif event.type == "removal":
            outcome_of[event.army] = ArmyOutcome(ArmyFate(event.reason), "", ply)
        elif event.type == "end":
            for letter, outcome in outcome_of.items():
                if outcome.fate is ArmyFate.WON:
                    outcome_of[letter] = outcome._replace(ply=ply)
    return outcome_of
