"""Records that are edited: moves added, taken back and decided on, and records written again."""

from __future__ import annotations

import pytest

from aofref.judge.edit.amend import decided, undone
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import Decided
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay
from aofref.notation.moves import Notation
from aofref.notation.records import read, split
from tests.helpers import aofref, played
from tests.judging import EU, GIVEN, HEAD, IN, JE, PE, STANDS, TAKEN, of_text

# Amended -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1. ", ""])
def test_undo_takes_back_an_illegal_first_move(number: str) -> None:
    found = aofref("undo", "-", stdin=HEAD + f"{number}E:ga4-aa1 *\n")
    assert (found.exit_code, found.stdout) == (0, HEAD + "*\n\n")


def test_play_behind_the_last_ply_takes_nothing_back() -> None:
    text = HEAD + "1. E:Lha5-fb3 I:ea3-fa3 *\n"
    found = aofref("play", "-", "J:Sha1-fb1", "--ply", "2", stdin=text)
    assert found.stdout == HEAD + "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 *\n\n"


@pytest.mark.parametrize("tag", ["", '[Result "*"]\n'])
def test_a_false_agreement_beside_a_warning(tag: str) -> None:
    text = f'[Variant "aof2"]\n{tag}\n1. E:Lha5-fb3+I I:resigns *\n'
    found = aofref("play", "-", "--result", "0-1-0-0", stdin=text)
    assert (found.exit_code, found.stdout) == (1, "") and "false-result" in found.stderr


def test_a_decision_at_the_end_of_the_text() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da4-fa4'
    found = aofref("decide", "-", "takeback", stdin=text + "\n\n")
    assert found.stdout == text + " {[%arbiter takeback]}\n"


def test_a_decision_in_the_second_record_of_a_line() -> None:
    lines = ['[Variant "aof2"] * [Variant "aof2"] 1. E:Lha5-fb3', "I:da4-fa4 J:Sha1-fb1 *"]
    for text in (" ".join(lines) + "\n", "\n".join(lines) + "\n"):
        _, second = split((line, None) for line in text.splitlines(keepends=True))
        told = decided(played(second), Decided.TAKEBACK).text
        assert told == text[19:].replace("J:", "{[%arbiter takeback]} J:")


def test_moves_taken_back_one_after_the_other() -> None:
    raw = "1. E:Lha5-fb3 {a} I:ea3-fa3 J:Sha1-fb1 *\n"
    (whole,) = split([('[Variant "aof2"]\n', None), (raw, None)])
    found = replay(read(whole))
    for left in (2, 1, 0):
        assert isinstance(found, Replay)
        shorter = undone(found, 1)
        assert not isinstance(shorter, int)
        found = replay(shorter.record)
        assert found.length == left


# Written again -------------------------------------------------------------------------------------

LIKED = """[Event "x"]
[Variant "AOF2"]
[Event "y"]
[Rulings "check=advisory"]

1. Lfb3 {a} (1. ga4fa4 $1 I:zz1-zz2 {b} ea3-fa3 (x) ; c
) I:ea3-fa3 Sfb1 jgjf3 2. E:Kjb5-jb5 $2 {d} I:ea2-fa2 (Z) *
"""


LIKED_HEAD = """[Event "x"]
[Variant "aof2"]
[Event "y"]
[Rulings "check=advisory"]

"""


TWO = (
    '[Variant "hec"]\n[Position "W:Kca1;Pac1^6/B:Kdf6 W - 1"]\n\n1. Kcb1 (1. Kcb2 Kde6) Kdf5 '
    "2. ac1-ad1 {x} Kdf6 3. Kca1 $1 Kde6 1-0 {z}\n"
)


TWO_HEAD = '[Variant "heathen-europe"]\n[Position "W:Kca1;Pac1^6/B:Kdf6 W - 1"]\n\n'


DECIDED = (
    f'[Variant "aof2"]\n\n1. {EU} I:da4-fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} {IN} '
    f"{JE} P:kg3-jf4 {STANDS} E:Lkd5-gb5+P {{[%arbiter forfeits]}} I:ea2-fa2 *\n"
)


FORESEEN = (
    f'[Variant "aof2"]\n\n{EU} {{[%if {IN} {JE}] [%if I:ea2fa2 J:zz1-zz2] [%if I:ea2fa2]}} '
    "I:resigns {z} J:resigns *\n"
)


@pytest.mark.parametrize(
    ("text", "to", "head", "told", "plies"),
    [
        (
            *(LIKED, Notation.LAN, LIKED_HEAD),
            "1. E:Lha5-fb3 {a} (1. E:ga4-fa4 $1 {illegal from here: I:zz1-zz2} {b} {ea3-fa3 "
            "( x )} {c}) I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 {illegal from here: E:Kjb5-jb5 $2} {d} "
            "{I:ea2-fa2 ( Z )} *",
            4,
        ),
        (
            *(LIKED, Notation.SAN, LIKED_HEAD),
            "1. E:Lfb3 {a} (1. E:fa4 $1 {illegal from here: I:zz1-zz2} {b} {ea3-fa3 ( x )} {c}) "
            "I:fa3 J:Sfb1 P:jgjf3 {illegal from here: E:Kjb5-jb5 $2} {d} {I:ea2-fa2 ( Z )} *",
            4,
        ),
        (
            *(LIKED, Notation.COURIER, LIKED_HEAD),
            "E:L ha5-fb3 // a ( E:P ga4-fa4 $1 // illegal from here: I:zz1-zz2 // b "
            "// ea3-fa3 ( x ) // c ) I:P ea3-fa3 J:S ha1-fb1 P:P jg3-jf3 "
            "// illegal from here: E:Kjb5-jb5 $2 // d // I:ea2-fa2 ( Z ) *",
            4,
        ),
        # with two players a number comes again behind what interrupts
        (
            *(TWO, Notation.LAN, TWO_HEAD),
            "1. Kca1-cb1 (1. Kca1-cb2 Kdf6-de6) 1... Kdf6-df5 2. ac1-ad1 {x} 2... Kdf5-df6 "
            "3. Kcb1-ca1 $1 Kdf6-de6 {z} 1-0",
            6,
        ),
        (
            *(TWO, Notation.SAN, TWO_HEAD),
            "1. Kcb1 (1. Kcb2 Kde6) 1... Kdf5 2. ad1 {x} 2... Kdf6 3. Kca1 $1 Kde6 {z} 1-0",
            6,
        ),
        # where it stands: with the whole of its origin
        (
            *(DECIDED, Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 I:da4fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} I:fa3 J:Sfb1 P:kg3jf4 "
            f"{STANDS} 2. E:Lkd5gb5+P {{[%arbiter forfeits]}} I:fa2 *",
            6,
        ),
        (
            *(DECIDED, Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} I:da4-fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} {IN} {JE} P:kg3-jf4 "
            f"{STANDS} 2. E:Lkd5-gb5+P {{[%arbiter forfeits]}} I:ea2-fa2 *",
            6,
        ),
        (
            *(FORESEEN, Notation.SAN, '[Variant "aof2"]\n\n'),
            "1. E:Lfb3 {[%if I:fa3 J:Sfb1] [%if I:ea2fa2 J:zz1-zz2] [%if I:fa2]} I:resigns {z} "
            "J:resigns *",
            3,
        ),
        (
            *(FORESEEN, Notation.COURIER, '[Variant "aof2"]\n\n'),
            f"E:L ha5-fb3 // [%if {IN} {JE}] [%if I:ea2fa2 J:zz1-zz2] [%if I:ea2-fa2] I:resigns "
            "// z J:resigns *",
            3,
        ),
        (
            f'[Variant "aof2"]\n\n1. {EU} I:zz1-zz2 {{d}} (E:ga4-fa4 ((x) *)) $1 2. {{e}} {{f}} *\n',
            *(Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} {{illegal from here: I:zz1-zz2}} {{d}} {{( E:ga4-fa4 ( ( x ) * ) ) $1 2.}} "
            "{e} {f} *",
            1,
        ),
        (
            f'[Variant "aof2"]\n\n{EU} I:Gba3-fa3 {STANDS} *\n',
            *(Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 I:Gba3fa3 {STANDS} *",
            2,
        ),
        (
            f'[Variant "aof2"]\n\n{EU} J:-- {STANDS} *\n',
            *(Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 J:-- {STANDS} *",
            2,
        ),
        (  # from the first cell of the board
            f"{GIVEN}E:Kba2-ea2 {STANDS} *\n",
            *(Notation.SAN, GIVEN),
            f"1. E:Kba2ea2 {STANDS} *",
            1,
        ),
        (  # with two players nothing names the army of a move that was tried
            f"{TWO_HEAD}Kca1-df4 {TAKEN} Kcb1 {STANDS} Kde6 *\n",
            *(Notation.LAN, TWO_HEAD),
            f"1. Kca1-df4 {TAKEN} 1. Kca1-cb1 {STANDS} 1... Kdf6-de6 *",
            2,
        ),
        (  # a withdrawal bears no number
            f'[Variant "aof2"]\n\n{EU} {IN} {JE} {PE} E:resigns I:ea2-fa2 *\n',
            *(Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} {IN} {JE} {PE} E:resigns 2. I:ea2-fa2 *",
            6,
        ),
        ('[Variant "aof2"]\n\n1. E:Lha5-fb3 zz *\n', Notation.LAN, "", "", 1),
        ('[Variant "aof2"]\n\n1. E:Lha5-fb3 ) *\n', Notation.LAN, "", "", 1),
        ('[Variant "chess"]\n\n1. e4 *\n', Notation.LAN, "", "", 0),
    ],
)
def test_a_record_written_again(text: str, to: Notation, head: str, told: str, plies: int) -> None:
    found = rewrite(read(of_text(text)), Setting(as_played=True), to)
    assert found.text.startswith(head)
    assert found.text[len(head) :].split() == told.split()
    assert found.plies == plies


STARTED = """[Result "1-0-0-0"]
[Variant "aof2"]
[Position "P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3"]
[Position "x"]
[Variant "AOF2"]
[Rulings "check=advisory"]
[Rulings "y"]

"""


PUT = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 3"


@pytest.mark.parametrize(
    ("text", "setting", "to", "told"),
    [
        (
            *(STARTED, Setting(), Notation.LAN),
            STARTED.replace("P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3", PUT) + "1-0-0-0\n\n",
        ),
        (
            *(STARTED, Setting(rulings=("stalemate=move",)), Notation.LAN),
            STARTED.replace("P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3", PUT).replace(
                "=advisory", "=advisory stalemate=move"
            )
            + "1-0-0-0\n\n",
        ),
        (
            f"1. {EU} 1-0-0-0 1-0-0-0 0-1-0-0\n",
            *(Setting("aof2", ("check=advisory",)), Notation.LAN),
            f'[Variant "aof2"]\n[Rulings "check=advisory"]\n\n1. {EU} 1-0-0-0 0-1-0-0\n\n',
        ),
        (
            f'[Event "x"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n',
            *(Setting("aof2"), Notation.LAN),
            f'[Event "x"]\n[Variant "aof2"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n*\n\n',
        ),
        (
            '[Result "*"]\n[Variant "pp"]\n\n{a} ($1 zz) {b}\n',
            *(Setting(), Notation.LAN),
            '[Result "*"]\n[Variant "proto-prelates"]\n\n{a} ($1 {illegal from here: zz}) {b} *\n\n',
        ),
        (
            '[Result "*"]\n[Variant "pp"]\n\n{a} (E:zz1-zz2 zz {b\n} x (y) ) $1 {c}\n',
            *(Setting(), Notation.COORD),
            '[Result "*"]\n[Variant "proto-prelates"]\n\n{a} ({illegal from here: E:zz1-zz2 zz} {b\n} '
            "{x ( y )}) $1 {c} *\n\n",
        ),
        (
            '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n{a}\n',
            *(Setting(), None),
            '{"aof": 1, "tags": [["Variant", "aof2"], ["Result", "1-0-0-0"]], "movetext": '
            '[["comment", "a"], ["result", "1-0-0-0"]]}\n',
        ),
        ('[Variant "chess"]\n\n1. e4 *\n', Setting(), Notation.LAN, ""),
        (f'[Variant "aof2"]\n\n{EU} & *\n', Setting(), Notation.LAN, ""),
        (
            f'[Variant "aof2"]\n\n{EU} $1 {{a}} (E:zz1-zz2) *\n',
            *(Setting(), None),
            '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:Lha5-fb3"], '
            '["nag", "$1"], ["comment", "a"], ["open", "("], '
            '["comment", "illegal from here: E:zz1-zz2"], ["close", ")"], ["result", "*"]]}\n',
        ),
    ],
)
def test_tags_and_results_written_again(
    text: str, setting: Setting, to: Notation | None, told: str
) -> None:
    record = read(of_text(text))
    found = rewrite(record, setting, to)
    assert found.text == told
    judged = replay(record, setting)
    assert (found.findings, found.plies) == (judged.findings, len(judged.plies))
