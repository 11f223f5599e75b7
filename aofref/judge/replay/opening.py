"""Opening: the game that a record is of, its rulings and array, and the position it starts from."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from aofref import games
from aofref.findings import NOWHERE, BadPosition, Code, Finding, Place, fault
from aofref.games.model import VariantData, switch
from aofref.judge.replay.verdict import Replay
from aofref.notation import positions
from aofref.notation.movetext import Notation
from aofref.notation.records import Kind, Record, Tag
from aofref.notation.records.model import DECISIVE, ELSEWHERE
from aofref.notation.records.tokenizer import value_place
from aofref.notation.records.tokens import number_of
from aofref.notation.signs import UNSAID
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.position import CorePosition
from aofref.text import excerpt, nearest, or_else
from aofref.values import Value

_Read = TypeVar("_Read")


def no_such_variant(name: str) -> str:
    """Write that there is no game of that name, and which may be meant, or else all that exist."""
    lowered = name.lower()
    if games.is_of_others(name):
        listed = ", ".join(games.every())
        return f"{excerpt(name)} is another game; the variants are {listed}"
    near = tuple(id_ for id_ in games.IDS if lowered and id_.startswith(lowered))
    if not near and " " in name:
        near = games.titled(name)
    if not near:
        like = nearest(lowered, (*games.every(), *games.ALIASES), least=0.65)
        near = tuple(dict.fromkeys(games.ALIASES.get(known, known) for known in like))
    every = "" if near else f"; the variants are {', '.join(games.every())}"
    return f"no such variant{'' if near else ':'} {excerpt(name)}{or_else(near)}{every}"


def _unknown(name: str, place: Place) -> tuple[Finding, ...]:
    """List the finding that there is no such game, or all that is wrong with its file."""
    if (faulty := games.faulty(name)) is not None:
        file = f"the file of {excerpt(name)}: {faulty.source}"
        return tuple(
            fault(why.code, f"{file}:{why.line}:{why.column}: {why.message}", place)
            for why in faulty.findings
        )
    text = no_such_variant(name) if name else "the record names no variant"
    return (fault(Code.UNKNOWN_VARIANT, text, place),)


class Setting(Value):
    """What a caller decides: the variant of records that name none, rulings, the notation.

    `notation` None means that it is detected for each move; with `as_played` an arbiter's decision
    in the record lets the play go on past an illegal move (None, before the file is known, counts
    as False).
    """

    variant: str = ""
    rulings: tuple[str, ...] = ()
    notation: Notation | None = None
    as_played: bool | None = False


def open_game(record: Record, setting: Setting) -> Replay:
    """Find the game and the position that a record starts from: a verdict before its first token.

    A record is not opened where a tag is damaged on which that, or its rulings, may depend.
    """
    if record.broken:
        return Replay(record, record.findings)
    wrong = [
        fault(Code.BAD_TAG, f"this tag is written {right}, not {each.name}: {_DEPENDS}", each.place)
        for each in record.tags
        if each.name != (right := each.name.capitalize()) and right.lower() in _OURS
    ]
    if wrong:
        return Replay(record, (*record.findings, *wrong))
    tag = record.game
    name = tag.value if tag is not None else setting.variant
    if tag is None and name and "variant" in record.damaged:
        return Replay(record, record.findings)
    variant = games.find(name)
    if variant is None:
        place = tag.place if tag is not None else record.place
        return Replay(record, (*record.findings, *_unknown(name, place)))
    rulings, faults = _rulings(variant, record, setting)
    game, findings = compile_variant(variant, rulings), (*record.findings, *faults)
    tag = _foreign(record, "fen")  # which only some games have
    if tag is not None:
        from aofref.notation.fen import has_fen  # seldom met

        tag = tag if has_fen(game) and tag.value.strip() not in UNSAID else None
    if (elsewhere := _elsewhere(record, game, tag)) or record.damaged & DECISIVE:
        return Replay(record, (*findings, *elsewhere), game)
    try:
        if (array := record.tag("Array")) is not None:
            game = _read_value(record, array, positions.read_array, game)
        given, warnings = _given(record, game, tag)
    except BadPosition as problem:
        return Replay(record, (*findings, *problem.findings), game)
    first, events = turn.start(game) if given is None else turn.begin(given)
    findings = (*findings, *warnings, *_doubts(record))
    return Replay(record, findings, game, events, positions={-1: first})


_OURS = DECISIVE - ELSEWHERE
_DEPENDS = "the game depends on it"


def _given(
    record: Record, game: CompiledVariant, tag: Tag | None
) -> tuple[CorePosition | None, list[Finding]]:
    """Read the tags FEN and Position, and list the warnings on them; None for neither.

    Where both stand, Position counts.  Raises BadPosition.
    """
    position = record.tag("Position")
    if tag is None:
        given = None if position is None else _read_value(record, position, positions.read, game)
        return given, []
    from aofref.notation import fen  # seldom met

    read = _read_value(record, tag, fen.read, game)
    warnings = [*_in_value(record, tag, read.warnings)]
    switch_tag = _foreign(record, "setup")
    if switch_tag and switch_tag.value.strip() == "0" and read.position != turn.array(game):
        text = f"{switch_tag.name} 0 says that the game starts as usual, but {tag.name} counts"
        warnings.append(fault(Code.CONTRADICTION, text, switch_tag.place))
    if position is None:
        return read.position, warnings
    given = _read_value(record, position, positions.read, game)
    if not fen.agree(read, given):
        text = f"{tag.name} gives another position than Position, which counts"
        warnings.append(fault(Code.CONTRADICTION, text, tag.place))
    counted = read.position.halfmoves
    own = CorePosition(game, given.board, given.turn, given.round, given.passed, counted, given)
    return own, warnings


def _read_value(
    record: Record,
    tag: Tag,
    read: Callable[[CompiledVariant, str], _Read],
    game: CompiledVariant,
) -> _Read:
    """Read the value of a tag; raises BadPosition, with places in the record."""
    try:
        return read(game, tag.value)
    except BadPosition as problem:
        raise BadPosition(_in_value(record, tag, problem.findings)) from None


def _foreign(record: Record, name: str) -> Tag | None:
    """Find a tag of other programs by its name in small letters, in whatever case it is written."""
    return next((tag for tag in record.tags if tag.name.lower() == name), None)


def _elsewhere(record: Record, game: CompiledVariant, read: Tag | None) -> tuple[Finding, ...]:
    """List a finding for each tag with a starting position that is not read."""
    wrong: list[Finding] = []
    known = read is not None or record.tag("Position") is not None
    for tag in record.tags:
        name, value = tag.name.lower(), tag.value.strip()
        needless = value in UNSAID or (name == "setup" and (value == "0" or known))
        if name not in ELSEWHERE or needless or (read is not None and tag.name == read.name):
            continue
        from aofref.notation.fen import has_fen  # seldom met

        text = f"the game starts elsewhere, by {tag.name} {excerpt(value)}, which is not read"
        expected = "FEN or Position" if name == "setup" and has_fen(game) else "Position"
        told = f"{text}: the tag {expected} gives a position"
        wrong.append(fault(Code.BAD_TAG, told, tag.place))
    return tuple(wrong)


def _in_value(record: Record, tag: Tag, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Place findings of the value of a tag in the record: at the tag, if they have no place there.

    In JSON they are placed at the tag, too.
    """
    line, column = tag.place
    if record.is_json or not record.text or (findings[:1] and findings[0].place == NOWHERE):
        return tuple(finding._replace(place=tag.place) for finding in findings)
    start = record.offset(tag.place)
    places = (value_place(record.text, start, finding.column - 1) for finding in findings)
    return tuple(
        finding._replace(place=Place(line, column + at - start))
        for finding, at in zip(findings, places, strict=True)
    )


def _rulings(
    variant: VariantData, record: Record, setting: Setting
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """List the rulings that a record is judged by, and a finding for each that its game lacks."""
    chosen = {ruling for ruling in setting.rulings if ruling in variant.rulings}
    if (tag := record.tag("Rulings")) is None:
        return tuple(sorted(chosen)), ()
    named = tag.value.replace(",", " ").split()
    has = " ".join(sorted(variant.rulings)) or "none"
    wrong = [
        f"{variant.id} has no ruling {excerpt(ruling)}; it has {has}"
        for ruling in named
        if ruling not in variant.rulings and ruling not in variant.default_rulings
    ]
    if why := variant.conflicts(named):
        wrong.append(why)
    # Rulings of the record override the setting.
    switches = set(map(switch, named))
    chosen = {ruling for ruling in chosen if switch(ruling) not in switches}
    chosen.update(ruling for ruling in named if ruling in variant.rulings)
    faults = (fault(Code.BAD_TAG, text, tag.place) for text in wrong)
    return tuple(sorted(chosen)), tuple(faults)


def _doubts(record: Record) -> Iterator[Finding]:
    """Warn of a time control that is not understood, and of a first number above 1.

    Without tags, and so without a position, a record begins with move 1.
    """
    if (tag := record.tag("TimeControl")) is not None:
        from aofref.notation import times  # only where there is one

        if times.states_control(tag.value) and times.read_control(tag.value) is None:
            text = f"the tag TimeControl is not understood: {excerpt(tag.value)}"
            yield fault(Code.TIME, text, tag.place)
    numbers = (token for token in record.tokens if token.kind is Kind.NUMBER)
    if not record.tags and (first := next(numbers, None)) is not None:
        number = number_of(first.text)
        if number is not None and number > 1:
            why = f"no tag says where a game begins whose first number is {number}"
            yield fault(Code.CONTRADICTION, why, first.place, first.ordinal)
