"""Merge: a longer version of a game takes what only a shorter one has, or is not made."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers import aofref, play_at_random
from tests.helpers import game as compiled
from tests.judging import written

TAGS = '[Variant "aof2"]\n[European "Anna"]\n'


def record(movetext: str, **tags: str) -> str:
    return (
        TAGS + "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{movetext}\n"
    )


def merge(tmp_path: Path, a: str, b: str, *args: str) -> tuple[str, str, int]:
    one, other = written(tmp_path, "a.aof", a), written(tmp_path, "b.aof", b)
    found = aofref("diff", "--merge", *args, one, other)
    return found.stdout, found.stderr.replace(f"{tmp_path}/", ""), found.exit_code


def movetext(text: str) -> str:
    return " ".join(text.partition("\n\n")[2].split())


# What is put together -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shorter", "longer", "both"),
    [
        ("E:Lha5-fb3 *", "E:Lha5-fb3 {x} I:ea3-fa3 *", "1. E:Lha5-fb3 {x} I:ea3-fa3 *"),
        ("E:Lha5-fb3 {x} *", "E:Lha5-fb3 I:ea3-fa3 *", "1. E:Lha5-fb3 {x} I:ea3-fa3 *"),
        ("E:Lha5-fb3 {x} *", "E:Lha5-fb3 {y} I:ea3-fa3 {x} *", "1. E:Lha5-fb3 {y} {x} I:ea3-fa3 {x} *"),
        ("Lfb3 {one  same\ncomment} *", "1. E:Lha5-fb3 {one same comment} fa3 *", "1. E:Lha5-fb3 {one same comment} I:ea3-fa3 *"),
        ("E:Lha5-fb3 {x} {x} *", "E:Lha5-fb3 {x} I:ea3-fa3 *", "1. E:Lha5-fb3 {x} {x} I:ea3-fa3 *"),
        ("{at first} Lfb3 *", "{before all} E:Lha5-fb3 I:ea3-fa3 *", "{before all} {at first} 1. E:Lha5-fb3 I:ea3-fa3 *"),
        ("{a game} *", "E:Lha5-fb3 *", "{a game} 1. E:Lha5-fb3 *"),
        ("Lfb3! $7 {x} *", "Lfb3 $7 {y} fa3 *", "1. E:Lha5-fb3 $7 ! {y} {x} I:ea3-fa3 *"),
        ("Lfb3 (ga4-fa4 {v}) *", "Lfb3 (1. E:ga4-fa4 {v}) {w} fa3 *", "1. E:Lha5-fb3 (1. E:ga4-fa4 {v}) {w} I:ea3-fa3 *"),
        ("Lfb3 (ga4-fa4 (Lhb3) {v}) *", "Lfb3 (ga4-fa4) fa3 *", "1. E:Lha5-fb3 (1. E:ga4-fa4) (1. E:ga4-fa4 (1. E:Lkd5-hb3) {v}) I:ea3-fa3 *"),
        ("Lfb3 {[%if fa3 Sfb1 Pjg3-jf3]} *", "Lha5-fb3 {[%if ea3-fa3 Sha1-fb1 jg3-jf3]} fa3 *", "1. E:Lha5-fb3 {[%if I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3]} I:ea3-fa3 *"),
        ("Lfb3 {[%draw E]} *", "Lfb3 {[%draw I]} *", "1. E:Lha5-fb3 {[%draw I]} {[%draw E]} *"),
        ("Lfb3 1-0-0-0", "Lfb3 {x} *", "1. E:Lha5-fb3 {x} 1-0-0-0"),
        ("Lfb3 1-0-0-0", "Lfb3 {x} 1-0-0-0", "1. E:Lha5-fb3 {x} 1-0-0-0"),
        ("Lfb3 I:resigns {sorry} *", "Lfb3 I:resigns Sfb1 *", "1. E:Lha5-fb3 I:resigns {sorry} J:Sha1-fb1 *"),
        ("Lfb3 ; to the end\n*", "Lfb3 {to the end} fa3 *", "1. E:Lha5-fb3 {to the end} I:ea3-fa3 *"),
    ],
)  # fmt: skip
def test_what_both_have_is_there_once(tmp_path: Path, shorter: str, longer: str, both: str) -> None:
    text, said, status = merge(tmp_path, record(longer), record(shorter))
    assert (movetext(text), said, status) == (both, "", 0)
    if len(longer) != len(shorter) and " I:" in longer:
        assert merge(tmp_path, record(shorter), record(longer)) == (text, said, status)
    assert merge(tmp_path, text, record(shorter)) == (text, "", 0)  # nothing is left to be added


def test_tags_are_put_together_as_far_as_they_are_known(tmp_path: Path) -> None:
    longer = record(
        "Lfb3 fa3 *", Event="Spring", Date="2026.??.??", Site="?", Indian=" BELA", Result="*"
    )
    shorter = record(
        "Lfb3 *", Event="?", Date="????.03.01", Site="mail", Indian="Bela", Round="2", PlyCount="1"
    )
    text, said, status = merge(tmp_path, shorter, longer)
    assert (said, status) == ("", 0)
    assert text.partition("\n\n")[0].splitlines() == [
        *TAGS.splitlines(),
        '[Event "Spring"]',
        '[Date "2026.03.01"]',
        '[Site "mail"]',
        '[Indian " BELA"]',
        '[Result "*"]',
        '[Round "2"]',
        '[PlyCount "1"]',
    ]


def test_a_result_is_that_of_the_version_that_has_one_in_its_tag_too(tmp_path: Path) -> None:
    text, _, status = merge(tmp_path, record("Lfb3 *"), record("Lfb3 1-0-0-0", Result="1-0-0-0"))
    assert status == 0 and '[Result "1-0-0-0"]\n' in text and text.endswith(" 1-0-0-0\n\n")
    text, _, status = merge(tmp_path, record("Lfb3 *", Result="*"), record("Lfb3 1-0-0-0"))
    assert status == 0 and '[Result "1-0-0-0"]\n' in text and text.endswith(" 1-0-0-0\n\n")


def test_decisions_of_an_arbiter_are_applied_and_kept(tmp_path: Path) -> None:
    bad = "E:Kjb5-aa1 {[%arbiter takeback]}"
    longer, shorter = record(f"{bad} Lfb3 fa3 *"), record(f"{bad} Lfb3 {{x}} *")
    text, _, status = merge(tmp_path, longer, shorter, "--as-played")
    assert status == 0 and movetext(text).endswith("E:Lha5-fb3 {x} I:ea3-fa3 *")
    assert text.count("[%arbiter takeback]") == 1
    assert merge(tmp_path, longer, record("Lfb3 {x} *"), "--as-played") == (
        "",
        "b.aof:1:1: contradiction other moves were taken back here\n",
        1,
    )
    assert merge(tmp_path, longer, shorter)[::2] == ("", 1)  # illegal without them


# What contradicts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("longer", "shorter", "said"),
    [
        ("Lfb3 fa3 *", "Lfb3 I:eb4-fb4 *", ["4:6: contradiction I:eb4-fb4 is ply 2 here, but I:ea3-fa3 in the longer version"]),
        ("Lfb3 fa3 Sfb1 *", "Lfb3 I:resigns *", ["4:6: contradiction I:resigns is ply 1 here, but I:ea3-fa3 in the longer version"]),
        ("Lfb3 fa3 *", "Lfb3 0-1-0-0", ["4:6: contradiction the game ends here with 0-1-0-0 (agreement), but goes on in the longer version"]),
        ("Lfb3 fa3 *", "Lfb3 {[%draw E I J P]} *", ["4:24: contradiction the game ends here with 1/4-1/4-1/4-1/4 (agreement), but goes on in the longer version"]),
        ("Lfb3 1-0-0-0", "Lfb3 0-1-0-0", ["4:6: contradiction the game ends here with 0-1-0-0 (agreement), in the other version with 1-0-0-0 (agreement)"]),
        (
            "Lfb3 {[%sent 2026-01-01T10:00:00Z]} fa3 *",
            "Lfb3 {[%sent 2026-01-01T11:00:00+00:00]} *",
            ["4:1: contradiction ply 1 was sent at 2026-01-01T11:00:00Z here, but at 2026-01-01T10:00:00Z in the other version"],
        ),
    ],
)  # fmt: skip
def test_what_contradicts_is_refused(
    tmp_path: Path, longer: str, shorter: str, said: list[str]
) -> None:
    expected = "".join(f"b.aof:{line}\n" for line in said)
    assert merge(tmp_path, record(longer), record(shorter)) == ("", expected, 1)


def test_tags_that_contradict_are_all_named(tmp_path: Path) -> None:
    tags = {"Event": "Cup ?", "Date": "2026.02.0?", "Round": "1"}
    text, said, status = merge(
        tmp_path, record("Lfb3 *", Event="Cup 1", Date="2026.03.??", Round="2"), record("*", **tags)
    )
    assert (text, status) == ("", 1)
    assert said.splitlines() == [
        "b.aof:3:1: contradiction the tag Event is 'Cup ?' here, but 'Cup 1' in the other version",
        "b.aof:4:1: contradiction the tag Date is '2026.02.0?' here, but '2026.03.??' in the other version",
        "b.aof:5:1: contradiction the tag Round is '1' here, but '2' in the other version",
    ]


def test_what_is_no_version_of_the_same_game_is_refused(tmp_path: Path) -> None:
    here = record("*", Position="E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1")
    assert merge(tmp_path, record("Lfb3 *"), here) == ("", "b.aof:1:1: contradiction starts from another position than a.aof\n", 1)  # fmt: skip
    assert merge(tmp_path, record("Lfb3 *"), '[Variant "pp"]\n\n*\n')[::2] == ("", 2)
    text, said, status = merge(tmp_path, record("Lfb3 *"), record("E:Kjb5-aa1 *"))
    assert (text, status) == ("", 1) and said.startswith("b.aof:4:1: no-such-cell ")
    assert merge(tmp_path, record("~~"), record("*"))[::2] == ("", 2)


@pytest.mark.parametrize(
    "args", [["{a}"], ["{a}", "--position", "x"], ["{a}", "{a}", "--format", "json"]]
)
def test_what_does_not_go_with_merge(tmp_path: Path, args: list[str]) -> None:
    name = written(tmp_path, "a.aof", record("*"))
    found = aofref("diff", "--merge", *(arg.format(a=name) for arg in args))
    assert (found.exit_code, found.stdout) == (2, "") and "Usage:" in found.stderr


# Random games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aof2", "heathen-europe"])
def test_a_game_cut_short_and_annotated_loses_nothing(tmp_path: Path, name: str) -> None:
    from aofref.notation import moves

    rng = random.Random(name)
    played = [moves.lan(position, move) for position, move in play_at_random(compiled(name), 7, 30)]
    head = f'[Variant "{name}"]\n\n'
    for _ in range(3):
        mine = {at: f"{{mine {rng.random()}}}" for at in rng.sample(range(30), 6)}
        theirs = {at: f"{{theirs {rng.random()}}}" for at in rng.sample(range(20), 6)}
        longer, shorter = (
            head
            + " ".join(f"{move} {notes.get(at, '')}" for at, move in enumerate(played[:most]))
            + " *\n"
            for most, notes in ((30, mine), (20, theirs))
        )
        text, said, status = merge(tmp_path, longer, shorter)
        both = " ".join(
            f"{move} {mine.get(at, '')} {theirs.get(at, '')}" for at, move in enumerate(played)
        )
        assert (said, status) == ("", 0)
        assert text == aofref("convert", stdin=f"{head}{both} *\n").stdout
