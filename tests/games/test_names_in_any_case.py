"""Names: armies, pieces and cells are asked for by letter, code or name, in any case."""

from __future__ import annotations

import pytest

from aofref.games import find
from tests.helpers import aofref

NEW = '[Variant "aof2"]\n\n*\n'


@pytest.mark.parametrize(
    ("game", "name", "letter"),
    [
        ("aof2", "E", "E"),
        ("aof2", "e", "E"),
        ("aof2", "european", "E"),
        ("aof2", " EUROPEAN ", "E"),
        ("aof6", "New Age", "N"),
        ("aof6", "newage", "N"),
        ("hec", "black", "B"),
        ("hec", "European", None),
        ("aof2", "", None),
        ("aof2", "Europe", None),
    ],
)
def test_an_army_is_named(game: str, name: str, letter: str | None) -> None:
    variant = find(game)
    assert variant is not None
    found = variant.army_named(name)
    assert (found and found.letter) == letter


@pytest.mark.parametrize(
    ("game", "name", "code"),
    [
        ("aof2", "L", "L"),
        ("aof2", "l", "L"),
        ("aof2", "Elf", "L"),
        ("aof2", "ELF", "L"),
        ("aof6", "elf", "EF"),
        ("aof2", "e", "E"),  # the code of the Elephant
        ("aof2", "em", "EM"),
        ("aof2", "pawn", "P"),
        ("aof6", "Pawn", "PN"),
        ("hec", "Ferz", None),
        ("aof2", "", None),
    ],
)
def test_a_piece_is_named(game: str, name: str, code: str | None) -> None:
    variant = find(game)
    assert variant is not None and variant.piece_named(name) == code


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("rules aof2 L", "rules aof2 Elf"),
        ("rules aof2 L", "rules aof2 l"),
        ("rules aof2 P --from ga4 --army E", "rules aof2 pawn --from GA4 --army european"),
        ("moves --variant aof2 --from ha5", "moves --variant aof2 --from HA5"),
        ("threats --variant aof2 --on ha5", "threats --variant aof2 --on HA5"),
        ("show --side J --from ha5", "show --side jewish --from HA5"),
        ("show --format svg --bindings P:O", "show --format svg --bindings persian:peacock"),
        ("play - --by E Lha5-fb3", "play - --by European Lha5-fb3"),
        ("play - --by E Lha5-fb3", "play - --by e Lha5-fb3"),
        ("new aof2 --player E=Anna", "new aof2 --player european=Anna"),
        ("new aof2 --player E=Anna", "new aof2 --player e=Anna"),
    ],
)
def test_the_same_by_any_name(usual: str, other: str) -> None:
    one, two = (aofref(*args.split(), stdin=NEW) for args in (usual, other))
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout != ""


def test_levels_are_named_in_any_case() -> None:
    stdin = '[Variant "hec"]\n\n*\n'
    one, two = (aofref("show", "--level", name, stdin=stdin) for name in ("a", "A"))
    assert one.exit_code == two.exit_code == 0 and one.stdout == two.stdout


@pytest.mark.parametrize(
    "args",
    [
        "rules aof2 Elves",
        "rules aof2 P --from ga4 --army Europe",
        "play - --by Europe Lha5-fb3",
        "play - --by chrislamic Lha5-fb3",
        "new aof2 --player Europe=Anna",
        "show --side Europe",
        "moves --variant aof2 --from ZZ9",
    ],
)
def test_what_there_is_not_is_refused(args: str) -> None:
    found = aofref(*args.split(), stdin=NEW)
    assert found.exit_code == 2 and found.stdout == "" and found.stderr


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("E:GA4-FA4", "E:ga4-fa4"),
        ("LHA5-FB3", "Lha5-fb3"),
        ("e:ga4-fa4", "E:ga4-fa4"),
        ("ga4-FA4", "ga4-fa4"),
    ],
)
def test_a_record_reads_what_play_reads(written: str, meant: str) -> None:
    found = aofref("convert", "-", "--to", "lan", stdin=f'[Variant "aof2"]\n\n{written} *\n')
    assert found.exit_code == 0
    assert f"\n1. E:{meant.removeprefix('E:')} *\n" in found.output
    assert aofref("play", "-", written, stdin=NEW).exit_code == 0


def test_a_cell_that_the_board_does_not_have_is_not_proposed() -> None:
    found = aofref("check", "--quiet", "--variant", "chess", stdin="1. P-K4 e4-E9 *\n")
    assert found.exit_code == 2 and "'P-K4'" in found.stderr and "write it" not in found.stderr
