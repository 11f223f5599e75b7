"""Positions, arrays and owed counts: read in any order, written canonically, every fault named."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest

from aofref.findings import BadPosition
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from tests.helpers import aofref, game, given, play_at_random, table

H = '[Variant "hec"]\n\n1. cb3-cb4 *\n'
OWED = "W:Kca1;Pbb4^3/B:Kcf6;Paa3,ae4^5 W - 9"
ENDING = "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"


def test_any_order_reads_the_same() -> None:
    shuffled = "P:-/J:Akb1,ka1;Kjb1/E:Rka4;Kjb5/I:- E - 41"
    assert positions.write(given(game("aof2"), shuffled)) == ENDING
    setup = positions.read(game("aof2"), shuffled)
    assert positions.write(setup) == ENDING


@pytest.mark.parametrize(
    ("name", "text", "line", "result"),
    [
        ("sd2l-cohen", "1. B:resigns 1-0", "", "1-0"),
        ("aof6", "*", "C:Ked3;RKgb1/I:Kgb4/M:-/N:- C - 5", "1/2-1/2-0-0"),
        ("aof6", "*", "C:Ked3;RKgb1/I:Kgb4/M:-/N:Kta3;Qtb3 C - 5", "1/2-0-0-1/2"),
        ("aof2", "*", "E:Kjb5;Rja1/I:-/J:Kjb1/P:- E - 41", "1-0-0-0"),
    ],
)
def test_a_finished_position_is_read_back(name: str, text: str, line: str, result: str) -> None:
    tag = f'[Position "{line}"]\n' if line else ""
    told = json.loads(
        aofref("check", "--format", "json", stdin=f'[Variant "{name}"]\n{tag}\n{text}\n').stdout
    )
    assert (told["result"], told["turn"]) == (result, "-")
    assert positions.write(given(game(name), told["position"])) == told["position"]
    again = f'[Variant "{name}"]\n[Position "{told["position"]}"]\n\n{result}\n'
    assert aofref("check", "--quiet", stdin=again).exit_code == 0


def array_of(of: CompiledVariant) -> str:
    return positions.write_placement(turn.start(of)[0])


def test_an_array_moves_double_steps_and_promotion() -> None:
    usual = array_of(game("aof2"))
    other = usual.replace("ed4", "fd4")  # an Indian Pawn starts on fd4, none on ed4
    text = f'[Variant "aof2"]\n[Array "{other}"]\n\n1. E:Lha5-fb3 I:fd4-hd4 *\n'
    told = json.loads(aofref("check", "--format", "json", stdin=text).stdout)
    assert (told["status"], told["plies"]) == ("legal", 2)
    assert told["position"].split()[1:] == ["J", "gd4>hd4", "1"]
    # ba4 is I's Elephant's array cell; without an array piece there E promotes to Y or T
    ending = '[Position "E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 9"]'
    swapped = usual.replace("Eba4", "Eea1").replace("Eea1,ca2", "Eca2,ea1")
    for array, codes in ((usual, "F"), (swapped, "YT")):
        for code in "FYT":
            text = f'[Variant "aof2"]\n[Array "{array}"]\n{ending}\n\n1. E:ca4-ba4={code} *\n'
            assert aofref("check", stdin=text).exit_code == (0 if code in codes else 1)


def test_an_array_of_heathen_europe_owes_by_the_cell() -> None:
    of = game("heathen-europe")
    array = re.sub(r"\^\d", "", array_of(of))
    text = f'[Variant "hec"]\n[Array "{array}"]\n\n*\n'
    told = json.loads(aofref("check", "--format", "json", stdin=text).stdout)
    assert told["position"] == positions.write(turn.start(of)[0])
    assert "aa3^6" in told["position"] and "ab3^5" in told["position"]


def test_an_array_is_held_to_the_conditions_of_a_position() -> None:
    array = array_of(game("aof2"))
    # The Pawn of E from ga4 and the Elephant of I from ba4 change places: the Pawn is at its end.
    array = (
        array.replace("Pga4,", "Pba4,").replace("Eba4,ca2", "Eca2").replace("db4;F", "db4,ga4;F")
    )
    found = aofref("check", "--quiet", stdin=f'[Variant "aof2"]\n[Array "{array}"]\n\n*\n')
    assert found.exit_code == 2
    assert "-:2:1: bad-position the Pawn of E on ba4 should have promoted there" in found.stderr


def test_an_array_with_the_waiting_king_in_check_is_none() -> None:
    # White's Pawn from cc1 stands on ce5: one file, rank and level off Black's King on cf6, no; on
    # be6 it captures cf6 by a forward step and a level. be6's Elf takes its place on cc1.
    array = re.sub(r"\^\d", "", array_of(game("heathen-europe")))
    swapped = array.replace("cc1,", "").replace("cb3,", "be6,cb3,")
    swapped = swapped.replace("Lbe5,be6,bf5,ce5", "Lbe5,bf5,cc1,ce5")
    found = aofref("check", "--quiet", stdin=f'[Variant "hec"]\n[Array "{swapped}"]\n\n*\n')
    assert found.exit_code == 2
    assert found.stderr == "-:2:1: bad-position army B is in check, but it is not its turn\n"


Reader = Callable[[CompiledVariant, str], object]


def faults(read: Reader, of: CompiledVariant, text: str, code: str = "bad-position") -> list[str]:
    """Give the words of every fault, each of a code, and without a place."""
    with pytest.raises(BadPosition) as problem:
        read(of, text)
    assert {(why.code.value, *why.place) for why in problem.value.findings} == {(code, 0, 0)}
    return [why.message for why in problem.value.findings]


LONGER = positions.LONGEST + 1


def test_no_more_characters_and_faults_than_a_reader_can_use() -> None:
    many = f"E:Kjb5;{';'.join(f'Rz{number}' for number in range(30))}/I:-/J:-/P:- E - 1"
    told = faults(positions.read, game("aof2"), many)
    most = positions.MOST_FAULTS
    assert told[:2] == ["R has no cell: 'z0'", "R has no cell: 'z1'"]
    assert told[most:] == [f"and {30 - most} more faults"]
    exactly = f"E:Kjb5;{';'.join(f'Rz{number}' for number in range(most))}/I:-/J:-/P:- E - 1"
    assert len(faults(positions.read, game("aof2"), exactly)) == most
    readers: list[Reader] = [positions.read, positions.read_array]
    for read in readers:
        assert faults(read, game("aof2"), LONGER * " ", "limit") == [
            "a position has at most 20000 characters, not 20001"
        ]
    assert faults(positions.read, game("aof2"), positions.LONGEST * " ") == [
        "a position has four fields, not 0"
    ]


@pytest.mark.parametrize(("name", "line", "told"), table("positions"))
def test_every_fault_word_for_word(name: str, line: str, told: list[str]) -> None:
    if not told:
        assert positions.write(positions.read(game(name), line)) == line
    else:
        assert faults(positions.read, game(name), line) == told


def test_every_fault_of_an_array() -> None:
    of = game("heathen-europe")
    marked = "an array has no marks of Pawns (^): they follow from it"
    usual = re.sub(r"\^[0-9]", "", positions.write_placement(turn.start(of)[0]))
    white = usual.partition("/")[0]
    count = {"R": 2, "N": 2, "L": 4, "Y": 2, "U": 4, "P": 16}
    few = {
        army: [f"army {army} has 0 {code}, not {count[code]}" for code in count] for army in "WB"
    }
    assert faults(positions.read_array, of, "W:Kca1/B:Kcf6") == few["W"] + few["B"]
    without = ["army B has 0 K, not 1", *few["B"]]
    assert faults(positions.read_array, of, f" {white} ") == ["army B is missing", *without]
    assert faults(positions.read_array, of, f"{white}/B:-") == [*without, "army B has no King"]
    assert faults(positions.read_array, of, usual.replace("Kca1", "Kzz9", 1)) == [
        "K has no cell: 'zz9'",
        "army W has 0 K, not 1",
        "army W has pieces but no royal piece",
    ]
    assert faults(positions.read_array, of, usual.replace("Paa3", "Paa3^6")) == [marked]
    assert positions.read_array(of, f" {usual}\n").own_array


@pytest.mark.parametrize("args", [["-"], ["--ply", "1"], ["--game", "1"], ["--as-played"]])
def test_a_position_is_shown_without_a_record(args: list[str]) -> None:
    found = aofref("show", "--variant", "hec", "--position", OWED, *args)
    assert found.exit_code == 2 and "--position cannot be combined with FILE" in found.stderr
    assert aofref("show", "--no-position", "--format", "svg", stdin=H).exit_code == 2
    whole = aofref("show", stdin=H).stdout
    assert whole.startswith(aofref("show", "--no-position", stdin=H).stdout)
    assert (
        whole.count("\nW:Kca1;") == 1
        and "W:Kca1;" not in aofref("show", "--no-position", stdin=H).stdout
    )


def test_a_position_in_every_format() -> None:
    for form in ("text", "svg", "html", "position", "json"):
        found = aofref("show", "--variant", "hec", "--position", OWED, "--format", form)
        assert (found.exit_code, found.stderr) == (0, "")
        text = found.stdout
        assert text and (form != "position" or text == f"{OWED}\n")


@pytest.mark.parametrize("seed", range(10))
def test_a_folded_position_reads_the_same(seed: int) -> None:
    chance = random.Random(seed)
    position = play_at_random(game("aof2"), f"folded {seed}", 12)[-1][0]
    line = positions.write(position)
    fold = {"/": ["/", "/\n", "\n/", " / ", "/\r\n  "], " ": [" ", "\n", "\r\n\t", "  "]}
    fold |= {";": [";", ";\n", "; "], ",": [",", ",\n", ",\r\n   ", "\n,"]}
    folded = "".join(chance.choice(fold.get(letter, [letter])) for letter in line)
    assert positions.write(given(game("aof2"), folded)) == line
    assert aofref("moves", "--variant", "aof2", "--position", "-", stdin=folded).exit_code == 0


def test_the_cells_of_en_passant_may_be_folded_too() -> None:
    line = "E:Kjb5/I:Kdb2;Pga3/J:Kjb1/P:Kjh3;Phe3 E fa3>ga3,hf3>he3 7"
    whole, folded = (aofref("show", "--format", "position", "--variant", "aof2", "--position", text) for text in (line, line.replace(",", ",\n ")))  # fmt: skip
    assert whole.stdout == f"{line}\n" == folded.stdout
