"""Every notation round-trips, comments and variations and all; SAN is minimal and unique."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref import games
from aofref.findings import Refusal
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation import moves as text
from aofref.notation import movetext, resolve
from aofref.notation.movetext import Notation
from aofref.notation.records import Record
from aofref.rules.moves import legal_moves
from tests.helpers import OURS, aofref, game, play_at_random
from tests.notation.test_records import one

SLOW = settings(max_examples=3)
COMMENTS = [
    "why not",
    "a } b",
    'J:Nja4 (or so) $3 [x] "y" \\',
    "ünï→",
    "a long " * 20,
    "",
    "1. e4; no",
    " two  blanks\u00a0and\u3000others\u2028 at its ends ",
]


def written(name: str, seed: int, plies: int) -> str:
    """Write a random game as a record with comments, annotations and nested variations."""
    rng = random.Random(seed)
    of = game(name)
    words = [
        f'[Event "a \\"b\\" \\\\ {seed}"]',
        f'[Variant "{name}"]',
        '[Foo "x"]',
        '[Foo "x"]',
        "",
    ]
    for position, move in play_at_random(of, seed, plies):
        prefix = "" if of.two_players else f"{of.letters[position.turn]}:"
        words.append(prefix + movetext.lan(position, move))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            note = rng.choice(COMMENTS)
            words.append(f";{note}\n" if "}" in note or rng.random() < 0.3 else f"{{{note}}}")
        if rng.random() < 0.2:
            words.append(rng.choice(["!", "??", "$14"]))
        if rng.random() < 0.3:
            other = rng.choice(legal_moves(position))
            deeper = f"( {prefix}{movetext.lan(position, other)} {{deep}} )"
            words.append(f"( {prefix}{movetext.lan(position, other)} {{x}} {deeper} )")
    return "\n".join([*words, "*", ""])


def record(source: str) -> Record:
    found = one(source)
    assert not found.findings, found.findings
    return found


def rewritten(source: str, to: Notation | None, come: Notation | None = None) -> str:
    given = record(source)
    done = rewrite(given, replay(given, Setting(notation=come)), to)
    assert not done.findings, done.findings
    return done.text


@pytest.mark.parametrize("name", games.IDS)
@SLOW
@given(seed=st.integers(0, 10**6), plies=st.integers(1, 40))
def test_every_notation_comes_back_to_the_same_canonical_text(
    name: str, seed: int, plies: int
) -> None:
    source = written(name, seed, plies)
    canonical = rewritten(source, Notation.LAN)
    assert rewritten(canonical, Notation.LAN) == canonical
    assert all(
        len(line) <= 79 or line[0] in ";[" or " " not in line for line in canonical.splitlines()
    )
    texts = {to: rewritten(source, to) for to in [*OURS, None]}
    for way, there in texts.items():
        for come in {None, way}:
            assert rewritten(there, Notation.LAN, come) == canonical
        for other, same in texts.items():  # from any to any, so in whatever order they come
            assert rewritten(there, other, way) == same, (way, other)


@pytest.mark.parametrize("name", games.IDS)
@SLOW
@given(seed=st.integers(0, 10**6))
def test_san_is_unique_and_as_short_as_can_be(name: str, seed: int) -> None:
    for position, _ in play_at_random(game(name), seed, 40)[::8]:
        board = position.game.board
        legal = [move for move in legal_moves(position) if move.origin >= 0]
        for move in random.Random(seed).sample(legal, min(12, len(legal))):
            san = movetext.write(position, move, Notation.SAN)
            said = text.parse(position.game, san)
            assert said is not None, san
            assert resolve.resolve(position, said) == move
            shorter = ["", board.columns[move.origin], board.levels[move.origin]]
            before = shorter[: shorter.index(said.origin)] if said.origin in shorter else shorter
            pawn_takes = position.game.is_pawn[position.board[move.origin]] and said.captures
            for origin in before:
                if pawn_takes and origin != board.columns[move.origin]:
                    continue
                meant = resolve.resolve(position, said._replace(origin=origin, numbers=None))
                assert isinstance(meant, Refusal) and meant.code.value == "ambiguous"


@SLOW
@given(data=st.data())
def test_damage_never_costs_another_record_and_never_a_traceback(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(games.IDS))
    source = written(name, data.draw(st.integers(0, 999)), 12)
    at = data.draw(st.integers(0, len(source)))
    junk = data.draw(st.text(st.characters(blacklist_characters="{"), max_size=8))
    damaged = source[:at] + junk + source[at + data.draw(st.integers(0, 9)) :]
    good = written("aof2", 5, 9)
    found = aofref(
        "check", "--format", "json", stdin=f"{damaged}\n\n{good}".encode("utf-8", "replace")
    )
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    last = json.loads(found.stdout.splitlines()[-1])
    assert last["variant"] == "aof2" and last["status"] == "legal" and last["plies"] == 9


@settings(SLOW, max_examples=20)
@given(data=st.data())
def test_as_many_records_out_as_in(data: st.DataObject) -> None:
    """Whatever is in a record's movetext but what opens or ends something, no record is lost."""
    count = data.draw(st.integers(1, 6))
    sources = [written(data.draw(st.sampled_from(games.IDS)), n, 6) for n in range(count)]
    harmless = st.text(st.characters(exclude_characters='{[*;%"/', exclude_categories=["Nd", "Zl", "Cc", "Cs"]), max_size=12)  # fmt: skip
    for n in data.draw(st.sets(st.integers(0, count - 1))):
        head, _, movetext = sources[n].partition("\n\n")
        sources[n] = f"{head}\n\n{data.draw(harmless)} {movetext}"
    stream = "\n\n".join(sources)
    for command in (["check", "--format", "json"], ["check", "--format", "short"], ["list"]):
        found = aofref(*command, stdin=stream.encode())
        assert not found.exception or isinstance(found.exception, SystemExit)
        lines = found.stdout.splitlines()
        assert len(lines) == count, (command, found.stdout)
    done = aofref("convert", "--to", "json", stdin=stream.encode())
    assert len(done.stdout.splitlines()) + done.stderr.count(" not converted:") == count


def test_what_is_foreseen_behind_an_illegal_move_is_void() -> None:
    """Found by tools.fuzz: once the move is in a comment, the line would be of another position."""
    source = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:ea3-hb3 {[%if J:ga1-fa1 P:xx]} {and so on} *\n'
    there = aofref("convert", "--to", "san", stdin=source)
    assert "{illegal from here: I:ea3-hb3} {[%if J:ga1-fa1 P:xx]} {and so on} *" in there.stdout
    again = aofref("convert", "--to", "san", stdin=there.stdout)
    assert (again.stdout, again.stderr, again.exit_code) == (there.stdout, "", 0)
    assert aofref("check", "--quiet", stdin=there.stdout).stderr == ""
    played_on = there.stdout.replace(" *", " I:ea3-fa3 {[%if J:ga1-fa1]} *")
    assert "{[%if J:fa1]}" in aofref("convert", "--to", "san", stdin=played_on).stdout


def test_an_unreadable_record_goes_to_standard_error() -> None:
    good = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
    found = aofref("convert", stdin=f'[Variant "aof2"]\n\n1. E:Lha5-fb3 ~~ *\n\n{good}')
    assert found.exit_code == 2
    assert found.stdout.count("[Variant") == 1
    assert (
        "-: lines 1-3 are not converted:" in found.stderr and "| 1. E:Lha5-fb3 ~~ *" in found.stderr
    )


@pytest.mark.parametrize("withdrawal", ["J:resigns", "J:resigns+I", "P:forfeits"])
def test_a_withdrawal_is_written_without_suffix(withdrawal: str) -> None:
    moves = "E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I"
    source = f'[Variant "aof2"]\n\n1. {moves} {withdrawal} *\n'
    found = aofref("convert", stdin=source)
    assert found.exit_code == 0 and f" {withdrawal.partition('+')[0]} *" in found.stdout
    assert aofref("convert", stdin=found.stdout).stdout == found.stdout


@pytest.mark.parametrize("to", ["coord", "numeric", "courier", "san"])
def test_an_illegal_variation_survives_a_fixed_notation(to: str) -> None:
    source = '[Variant "aof2"]\n\n1. E:Lha5-fb3 (E:Kjb5-jb4) I:ea3-fa3 *\n'
    there = aofref("convert", "--to", to, stdin=source).stdout
    back = aofref("convert", "--from", to, stdin=there)
    assert back.stdout == aofref("convert", stdin=source).stdout


# Passes --------------------------------------------------------------------------------------------
