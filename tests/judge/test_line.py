"""Lines of play: what is played, withdrawn, repeated and let stand, ply by ply."""

from __future__ import annotations

import pytest

from aofref.judge.replay.driver import replay, unjudged
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.notation import positions
from aofref.notation.records import read
from aofref.rules import turn
from tests.helpers import game
from tests.judging import (
    EU,
    IN,
    JE,
    KINGS,
    MATES,
    PE,
    STANDS,
    fate,
    game_of,
    judged_as,
    of_text,
)


def numbers(plies: tuple[Ply, ...]) -> list[tuple[int, int, int, str, str]]:
    return [(one.number, one.round, one.army, one.lan, one.suffix) for one in plies]


ROUND = [
    (1, 1, 0, "Lha5-fb3", ""),
    (1, 1, 1, "resigns", ""),
    (2, 1, 2, "Sha1-fb1", ""),
    (3, 1, 3, "jg3-jf3", ""),
    (4, 2, 0, "Lkd5-hb3", ""),
]


@pytest.mark.parametrize(
    "moves",
    [
        [EU, "I:resigns", JE, PE, "E:Lkd5-hb3"],
        ["Lfb3", "I:resigns", "Sfb1", "jgjf3", "Lhb3"],
        ["ha5fb3", "resigns", "(I:zz)", "J:ha1fb1", "jg3jf3", "(P:jg4-jf4)", "E:kd5hb3"],
    ],
)
def test_plies_of_a_record(moves: list[str]) -> None:
    found = game_of(*moves)
    assert numbers(found.plies) == ROUND and found.length == 4
    assert [one.token.text for one in found.plies] == [move for move in moves if move[0] != "("]
    assert [(ply, event.type) for ply, event in found.events()] == [(1, "removal")]
    assert found.refused is None and found.last.turn == 2


def test_checks_of_two_players_are_told() -> None:
    line = "W:Kdf6;Rbb1/B:Kaa1 W - 1"
    found = game_of("Rbb1-ab1", variant="hec", tags=f'[Position "{line}"]\n')
    assert [(ply, event.type) for ply, event in found.events()] == [(1, "check")]
    assert found.plies[0].suffix == "+"


SHUFFLE = "W:Kca1{}/B:Kdf6{} W - 1"
STEPS = ["Kca1-cb1", "Kdf6-de6", "Kcb1-ca1", "Kde6-df6"]
BLACK_PAWN = "W:Kbg1;Pbg2/B:Kbg7;Pag4 W - 1"
"""It can take the Pawn that steps from bg2 to bg4 en passant, on bg3."""
PINNED_PAWN = "W:Kbg1;Pbg2;Rag1/B:Kag7;Pag4 W - 1"
WITHOUT = "W:Kbg1;Pbg2/B:Kbg7 W - 1"
AROUND = ["Kbg7-bg6", "Kbg1-bg2", "Kbg6-bg7", "Kbg2-bg1"]


@pytest.mark.parametrize(
    ("of", "line", "moves", "times"),
    [
        # the start stands again after plies 4, 8, 12; what follows it after 5, 9, 13
        ("hec", SHUFFLE.format("", ""), STEPS * 3, [(8, 3), (9, 3), (10, 3), (11, 3), (12, 4)]),
        # what has been taken never stands again: the count begins anew with ply 1
        (
            *("hec", SHUFFLE.format("", ";Rcb1")),
            *(["Kca1xcb1", "Kdf6-de6", "Kcb1-ca1", "Kde6-df6", *STEPS, *STEPS],
              [(9, 3), (10, 3), (11, 3), (12, 3)]),
        ),
        # with the right to take en passant it is another position than without
        ("sd2l-cohen", BLACK_PAWN, ["bg2-bg4", *AROUND * 3], [(10, 3), (11, 3), (12, 3), (13, 3)]),
        # but not where nobody can use the right
        *(
            ("sd2l-cohen", line, ["bg2-bg4", *moves * 3], [(n, 3) for n in range(9, 13)] + [(13, 4)])
            for line, moves in (
                (WITHOUT, AROUND),
                (PINNED_PAWN, [move.replace("bg7", "ag7").replace("bg6", "ag6") for move in AROUND]),
            )
        ),
        ("aof2", "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", ["E:Kjb5-ja5 I:Kdb2-da2 J:Kjb1-ja1 P:Kjh3-jh4 "
         "E:Kja5-jb5 I:Kda2-db2 J:Kja1-jb1 P:Kjh4-jh3"] * 3, []),
    ],
)  # fmt: skip
def test_repetitions(of: str, line: str, moves: list[str], times: list[tuple[int, int]]) -> None:
    found = game_of(*moves, variant=of, tags=f'[Position "{line}"]\n')
    assert found.refused is None
    told = [(ply, event.count) for ply, event in found.events() if event.type == "repetition"]
    assert told == times


def test_a_variation_counts_its_own_repetitions() -> None:
    """The plies 8 to 12 of the variation, and the ply beside it, which is played before it."""
    text = f"1. {STEPS[0]} (1. {' '.join(STEPS * 3)}) *"
    found = judged_as(f'[Variant "hec"]\n[Position "{SHUFFLE.format("", "")}"]\n\n{text}\n')
    plies = [step for step in found.steps if isinstance(step, Ply)]
    assert len(plies) == 13
    told = [(ply.number, event.count) for ply in plies for event in ply.events]
    assert told == [(8, 3), (9, 3), (10, 3), (11, 3), (12, 4)]


@pytest.mark.parametrize("marked", ["", "#E"])
def test_who_is_mated_is_marked(marked: str) -> None:
    found = game_of(f"J:Kjb1-ja1{marked}", tags=f'[Position "{MATES}"]\n')
    assert [one.suffix for one in found.plies] == ["#E"] and not found.findings
    short = game_of(f"Kja1{marked}", tags=f'[Position "{MATES}"]\n')
    assert [one.suffix for one in short.plies] == ["#E"] and not short.findings


def test_a_move_out_of_turn_that_stands_bears_its_round() -> None:
    text = f'[Variant "aof2"]\n\n{EU} {IN} {JE} {PE} I:ea2-fa2 {STANDS} J:ga1-fa1 *\n'
    found = replay(read(of_text(text)), Setting(as_played=True))
    assert found.opened
    assert [verdict for verdict, _ in found.decisions] == ["stands"]
    marked = replay(read(of_text(text.replace(STANDS, f"$1 {STANDS}"))), Setting(as_played=True))
    assert len(marked.plies) == 6
    assert [one.round for one in found.plies] == [1, 1, 1, 1, 2, 2]
    ((events, finding),) = [(one.events, one.stood) for one in found.plies if one.stood]
    assert events == () and finding is not None
    assert (finding.ply, finding.army, finding.move) == (5, "E", "I:ea2-fa2")


@pytest.mark.parametrize(
    ("text", "army", "move"),
    [("E:zz1-zz2", "E", "zz1-zz2"), ("zz1-zz2", "E", "zz1-zz2"), ("I:zz1-zz2", "E", "I:zz1-zz2")],
)
def test_a_finding_names_its_army_once(text: str, army: str, move: str) -> None:
    found = game_of(text).refused
    assert found is not None and (found.army, found.move, found.ply) == (army, move, 1)
    over = game_of("E:resigns", "I:resigns", "J:resigns", text).refused
    assert over is not None and (over.army, over.code.value) == ("", "game-over")


def test_the_position_after_a_ply() -> None:
    found = game_of(EU, IN, "J:resigns", PE)
    places = [-1, *(ply.token.ordinal for ply in found.plies if ply.move is not None)]
    told = [found.after(place, found.steps) for place in places]
    assert told[0] == found.first and told[3] == found.last
    played = list(found.moves())
    del found.positions[0], found.positions[1], found.positions[2]  # as with too many plies
    assert [found.after(place, found.steps) for place in places] == told
    assert list(found.moves()) == played
    assert [position.turn for position in told] == [0, 1, 2, 0]
    assert [position.royals[2] < 0 for position in told] == [False, False, False, True]


def test_what_is_foreseen_behind_an_illegal_move_is_void() -> None:
    kept = "{illegal from here: I:zz1-zz2}"
    line = f"{{[%if {IN} {JE}]}}"
    assert len(game_of(EU, line, kept, line).lines) == 1
    assert len(game_of(EU, kept, IN, f"{{[%if {JE}]}}").lines) == 1
    assert len(game_of(EU, kept, f"(E:Lkd5-hb3 {line})", line).lines) == 0
    assert len(game_of(EU, f"(E:Lkd5-hb3 {kept})", line).lines) == 1
    assert len(game_of(EU, f"(E:Lkd5-hb3 {line})").lines) == 0  # of a variation
    assert len(game_of(EU, "I:zz1-zz2", line).lines) == 0  # behind what is refused
    assert len(game_of(EU, f"\n%[%if {IN}]\n").lines) == 0  # in no comment
    assert len(game_of(EU, line, IN, f"{{[%if {JE}]}}").lines) == 2
    told = judged_as(f'[Variant "aof2"]\n\n{EU} {line} *\n').steps
    assert list(map(fate, told)) == ["PLAYED", "NO_MOVE", "NO_MOVE"]


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (ValueError("so\nit is"), "syntax"),
        (RecursionError("so it is"), "limit"),
        (MemoryError("so it is"), "limit"),
        (OverflowError("so it is"), "limit"),
    ],
)
def test_a_record_that_the_program_fails_at(problem: Exception, code: str) -> None:
    found = unjudged(of_text("\n\n1. E:Lha5-fb3 *\n"), problem)
    (finding,) = found.findings
    assert (finding.code.value, finding.place.line) == (code, 3)
    told = finding.message
    assert told.startswith("aofref itself failed on this record: ") and told.endswith("so it is")
    assert (found.status, found.known_game, found.length, found.result) == (
        "malformed",
        None,
        0,
        "*",
    )
    assert replay(found.record) == found
    record = found.record
    assert (record.tags, record.tokens, record.place) == ((), (), record.start)
    assert record.text == "1. E:Lha5-fb3 *\n"


def test_every_token_has_its_step() -> None:
    raw = of_text(
        f'[Variant "aof2"]\n\n1. {EU} ({{x}} E:zz1-zz2 E:ga4) {IN} J:zz1-zz2 {{y}} P:z *\n'
    )
    found = replay(read(raw))
    told = found.steps
    assert [fate(one) for one in told if one.token.kind.name == "MOVE"] == [
        *("PLAYED", "REFUSED", "BEHIND", "PLAYED", "REFUSED", "BEHIND")
    ]
    assert [one.token.ordinal for one in told] == list(range(len(read(raw).tokens)))
    others = {one.token.text: fate(one) for one in told if one.token.kind.name != "MOVE"}
    assert others.pop("y") == "BEHIND" and {*others.values()} == {"NO_MOVE"}
    parents = {one.token.text: one.parent for one in told}
    assert [parents[text] for text in (EU, "x", IN, "J:zz1-zz2", "y")] == [-1, -1, 1, 7, -1]
    kept = dict(found.positions)
    assert [*kept] == [-1, 1, 7]
    for place in (1, 7):  # as of a record with too many plies
        del found.positions[place]
    assert {place: found.after(place, told) for place in (7, -1, 1)} == kept == found.positions


# Where a record begins: its game, its rulings, its array, its position ----------------------------


OTHER = (
    positions.write(turn.start(game("aof2"))[0])
    .partition(" ")[0]
    .replace("Lha5,kd5", "Lka5,kd5")
    .replace("Uja5,ka5,kb5", "Uha5,ja5,kb5")
)
"""An array with a European Elf and a Unicorn in each other's places."""


@pytest.mark.parametrize(
    ("tags", "begins"),
    [
        (f'[Array "{OTHER}"]\n', f"{OTHER} E - 1"),
        (f'[Position "{KINGS} J - 4"]\n', f"{KINGS} J - 4"),
        (f'[Array "{OTHER}"]\n[Position "{KINGS} J - 4"]\n', f"{KINGS} J - 4"),
    ],
)
def test_where_a_record_begins(tags: str, begins: str) -> None:
    assert "Lka5,kd5" in OTHER and "Uha5" in OTHER
    found = game_of(tags=tags)
    assert positions.write(found.first) == begins
    assert (found.game.key == game("aof2").key) == ("Array" not in tags)


def test_what_holds_at_the_start_is_told() -> None:
    found = game_of(tags='[Position "E:Kgd3/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1"]\n')
    assert [(ply, event.type) for ply, event in found.events()] == [(0, "check")]


@pytest.mark.parametrize("tag", ["Array", "Position"])
def test_a_start_that_cannot_be(tag: str) -> None:
    text = f'[Event "x"]\n[Variant "aof2"]\n[Rulings "y"]\n[{tag} "E:Kzz1/I:-/J:-/P:- E - 1"]\n\n{EU} *\n'
    found = judged_as(text)
    assert [(one.code.value, one.place.line) for one in found.findings][:2] == [
        ("bad-tag", 3),
        ("bad-position", 4),
    ]
    assert (found.plies, found.status, found.claimed) == ((), "malformed", "*")
    assert found.record.text == text
    assert found.known_game is not None and found.known_game.variant.id == "aof2"


def test_rulings_of_the_caller_and_of_the_record() -> None:
    text = '[Variant "aof2"]\n[Rulings "check=advisory"]\n\n*\n'
    asked = Setting(rulings=("stalemate=move", "hec-king=planar"))  # the last of another game
    found = replay(read(of_text(text)), asked)
    assert found.known_game is not None and not found.findings
    assert found.known_game.rulings == ("check=advisory", "stalemate=move")
