"""Files of games that ask for much in little space: many of everything that a file may have."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

CODES = list("ABCDEFGHIJLMNORSTUVWXYZ")
CODES += [a + b for a in CODES for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
FILES = "abcdefghijklmnopqrstuvwyz"
FLAT = 'lattice = "cubic"\nx = "1..25"\ny = "1..80"\n'
CUBE = 'lattice = "cubic"\nx = "1..20"\ny = "1..10"\nz = "1..10"\n'
HEXES = CUBE.replace("cubic", "hex")
SMALL = 'lattice = "cubic"\nx = "1..5"\ny = "1..5"\n'
HEAD = 'id = "small"\ntitle = "Small"\n'


def vectors(count: int, seed: int = 0, far: int = 20) -> str:
    """So many different vectors."""
    chance, found = random.Random(seed), dict[tuple[int, int], None]()
    while len(found) < count:
        found[chance.randint(-far, far), chance.randint(1, far)] = None
    return "".join(f"({x} {y})" for x, y in found)


def file(
    board: str = SMALL,
    kinds: Iterable[str] = (),
    more: str = "",
    standing: str = "",
    armies: int = 2,
) -> str:
    """A game on a board with these kinds of pieces, some of them standing, and what more there is.

    Armies stand on the cells of the first and of the last rank.
    """
    level = "a" if "\nz" in board else ""
    lines = "".join(
        f'{code} = "{code}: {kind}"\n' for code, kind in zip(CODES, kinds, strict=False)
    )
    lines = lines.replace(": pawn ", ", pawn: ")
    text = (
        f"{HEAD}[board]\n{board}{more}\n[pieces]\n"
        'K = "King, royal: step (1 0)"\nQ = "Queen: step (1 0)"\n' + lines
    )
    last = board.split('y = "1..')[1].partition('"')[0]
    for letter, name, king, queen, ahead in (
        ("W", "White", "a1", "b1", "0 1"),
        ("B", "Black", f"a{last}", f"b{last}", "0 -1"),
        ("C", "Crimson", "e1", "f1", "0 1"),
        ("D", "Dark", f"e{last}", f"f{last}", "0 -1"),
    )[:armies]:
        array = f"K {level}{king}; Q {level}{queen}{standing if letter == 'W' else ''}"
        text += f'[armies.{letter}]\nname = "{name}"\nforward = ["{ahead}"]\narray = "{array}"\n'
    return text


def many(kind: Callable[[int], str], count: int = 60) -> list[str]:
    """So many kinds of pieces that differ."""
    return [kind(number) for number in range(count)]


def cells(rows: Iterable[int]) -> str:
    return " ".join(f"{letter}{row}" for letter in FILES for row in rows)


BENDS = f"bend {vectors(60, 1, 7)} then {vectors(60, 2, 7)}"
RIDERS = "; A " + cells(range(3, 40))
OF_PIECES = {
    "pawns of 480 directions": file(
        FLAT, many(lambda n: f"pawn step {vectors(100, n)}; takes step {vectors(20, n)}", 20)
    ),
    "pawns of four armies": file(FLAT, many(lambda n: f"pawn step {vectors(110, n)}"), armies=4),
    "pawns that ride": file(FLAT, many(lambda n: f"pawn ride {vectors(100, n)}")),
    "pawns that ride far": file(FLAT, ["pawn ride root-1, root-2, root-5"] * 60),
    "pawns that bend": file(FLAT, ["pawn " + BENDS] * 60),
    "riders": file(FLAT, ["ride root-1, root-2, root-5, root-10"] * 60, standing=RIDERS),
    "hoppers": file(FLAT, ["hop root-1, root-2, root-5, root-10"] * 60, standing=RIDERS),
    "a rider": file(FLAT, [f"ride {vectors(110, 0, 9)}"], standing=RIDERS),
    "riders in space": file(CUBE, many(lambda n: f"ride {n % 9}:{n % 5}:1, {n % 8 + 1}:{n % 7}:2")),
    "leapers": file(FLAT, many(lambda n: f"leap {vectors(110, n)}"), standing=RIDERS),
    "leaps of every length": file(
        CUBE, many(lambda n: "leap " + ",".join(f"root-{899 - n - m}" for m in range(0, 800, 8)))
    ),
    "lame leapers": file(FLAT, many(lambda n: f"leap {vectors(50, n)} over {vectors(50, n)}")),
    "benders": file(FLAT, [BENDS] * 60),
    "benders on a small board": file(SMALL, [BENDS] * 60),
    "bends that tie": file(
        FLAT,
        ["bend " + "".join(f"({n} 0)" for n in range(1, 50))
         + " then " + "".join(f"(9 {n})" for n in range(-40, 41))] * 60,
    ),
    "steps that need cells": file(HEXES, many(lambda n: f"leap {n % 9 + 10}:9, {n % 5 + 9}:8")),
    "rides that need cells": file(HEXES, many(lambda n: f"ride {n % 9 + 1}:{n % 4 + 1}, diagonals")),
    "curves": file(HEXES, ["curve hex diagonals 5 + curve orthogonals 5 + leap root-7"] * 60),
    "compounds": file(
        SMALL, [f"leap {vectors(100)}", *(" + ".join(CODES[:n]) for n in range(1, 110))]
    ),
    "compounds of many": file(
        SMALL, many(lambda n: f"leap {vectors(6, n)}") + [" + ".join(CODES[:60])] * 60
    ),
    "a piece named again": file(SMALL, [f"leap {vectors(100)}", *[" + ".join("A" * 240)] * 60]),
    "faulty pieces": file(SMALL, ["step " + "(1 0)" * 190 + "q"] * 60),
    "faulty terms": file(SMALL, ["step (1 0) + " * 70 + "q_"] * 60),
    "short faulty pieces": file(SMALL, ["q_"] * 550),
    "blanks": file(SMALL, [" " * 900] * 60),
    "marks": file(SMALL, ["x"] * 60).replace(": x", ", royal" * 140),
}  # fmt: skip
OF_CONDITIONS = {
    "regions": file(
        FLAT, more="[board.regions]\n" + "".join(f"r{n} = [[]]\n" for n in range(4000))
    ),
    "regions of nothing": file(
        FLAT, more="[board.regions]\n" + "".join(f"r{n} = []\n" for n in range(4000))
    ),
    "empty conditions": file(FLAT, more="cells = [" + "[]," * 20_000 + "]"),
    "empty conditions of a region": file(
        FLAT, more="[board.regions]\nr = [" + "[]," * 20_000 + "]"
    ),
    "conditions": file(
        'lattice = "cubic"\nx = "1..20"\ny = "1..50"\nz = "1..20"\n',
        more="cells = [" + '["x+y+z+x+y+z = 999"],' * 100 + "[],]",
    ),
    "conditions of another kind": file(SMALL, more="cells = [[" + "1," * 30_000 + "]]"),
    "lists of another kind": file(SMALL, more="cells = [" + "1," * 30_000 + "]"),
    "a long sum": file(SMALL, more='cells = [["' + "x+" * 30_000 + 'x = 1"]]'),
    "a long blank": file(SMALL, more='cells = [["' + " " * 60_000 + '"]]'),
    "long blanks": file(SMALL, more="cells = [" + ('["' + " " * 900 + '"],') * 60 + "]"),
    "a long range": file().replace('x = "1..5"', f'x = "{"9" * 60_000}"'),
    "a name of a region": file(SMALL, more='[board.regions]\n"' + "w" * 60_000 + '" = [["x = 1"]]'),
}
PLAIN = file(SMALL)
OF_TABLES = {
    "armies": HEAD + "".join(f'[armies.A{n}]\nname = "N{n}"\n' for n in range(2000)),
    "armies that double": HEAD + "".join(f"[armies.A{n}]\n" for n in range(3000))
    + '[pawns]\ndoubles = "' + "W" * 20_000 + '"\n',
    "doubles": PLAIN + '[pawns]\ndoubles = "' + "W" * 60_000 + '"\n',
    "regions to double in": PLAIN
    + '[pawns]\ndoubles = "W"\non = {' + ",".join(f'a{n} = "x"' for n in range(5000)) + "}\n",
    "zones": PLAIN + "[promotion]\nzones = {" + ",".join(f'a{n}="x"' for n in range(5000)) + "}\n",
    "promotions": PLAIN + '[promotion]\nto = "' + "Q " * 30_000 + '"\n',
    "promotions to nothing": PLAIN + '[promotion]\nto = "' + "ZZ " * 20_000 + '"\n',
    "ways forward": PLAIN.replace('"0 1"', '"0 1",' * 8000),
    "ways forward of another kind": PLAIN.replace('"0 1"', "1," * 30_000),
    "faults behind an escape": PLAIN.replace("K a1", "\\u004b a1 " + "zz9 " * 14_000),
    "faults in an array": PLAIN.replace("K a1", "K a1 " + "zz9 " * 14_000),
    "codes in an array": PLAIN.replace("K a1", "Z;" * 30_000),
    "a long name": PLAIN.replace("White", "W" * 60_000),
    "keys": "".join(f"a{n} = 1\n" for n in range(6000)),
    "keys like others": "".join(f"boarf{n} = 1\n" for n in range(4000)),
    "a long key": "board" * 12_000 + " = 1",
    "a long code": PLAIN.replace("Q =", "Q" * 60_000 + " ="),
}  # fmt: skip
OF_TOML = {
    "dots": "a" + ".a" * 30_000 + " = 1",
    "brackets": "a = " + "[" * 30_000,
    "brackets and comments": "a = " + "[#\n" * 20_000,
    "elements": "a = " + "[1," * 20_000,
    "braces": "a = " + "{b = " * 10_000,
    "lists": "a = " + "[1,\n" * 450 + "]" * 450,
    "strings": 'a = "' + "x" * 60_000 + '"',
    "quotes": "a = " + '"' * 60_001,
    "escapes": PLAIN.replace("Small", "\\u0041" * 9000),
    "a string over lines": PLAIN.replace('"Small"', '"""' + "\\\n" * 20_000 + '"""'),
    "tables": "".join(f"[a.b{n}]\n" for n in range(6000)),
    "lists of tables": "[[a]]\n[a.b]\n" * 4000,
    "dotted keys": "".join("a." * 15 + f"k{n} = 1\n" for n in range(1500)),
    "comments": "#\n" * 32_000,
    "blanks": " " * 65_000,
    **{
        f"{sort} number": PLAIN.replace('"Small"', number)
        for sort, number in {
            "a long": "1" * 60_000, "a signed": "-" + "1_1" * 2200, "a hexadecimal": "0x" + "f" * 60_000,
            "an octal": "0o" + "7" * 60_000, "a binary": "0b" + "1" * 60_000,
            "a broken": "0." + "1" * 60_000, "a great": "1e" + "1" * 60_000, "an infinite": "-inf",
            "no": "nan", "a day's": "2026-12-12", "a time's": "07:32:00",
        }.items()
    },
}  # fmt: skip
HOSTILE = {
    f"{part}: {name}": text
    for part, texts in {
        "pieces": OF_PIECES, "conditions": OF_CONDITIONS, "tables": OF_TABLES, "toml": OF_TOML,
    }.items()
    for name, text in texts.items()
}  # fmt: skip


def random_file(seed: int) -> str:
    """A file with many of something, most of which is right."""
    chance = random.Random(seed)
    board, armies = chance.choice((FLAT, CUBE, HEXES, SMALL)), chance.choice((2, 3, 4))
    families = ["orthogonals", "diagonals", "2:1", "root-5", "root-9", "5:3", "1:2"]
    if board == HEXES:
        families = ["orthogonals", "hex diagonals", "hybrid diagonals", "9:7", "root-7:2"]
    most = chance.choice((5, 30, 110))

    def directed() -> str:
        if chance.random() < 0.5:
            return ", ".join(chance.sample(families, chance.randint(1, 3)))
        return vectors(chance.randint(1, most), chance.randint(1, 9), chance.choice((9, 30, 50)))

    def phrase(number: int) -> str:
        far = chance.choice(("", "2 ", "99 "))
        curve = f"curve hex diagonals {chance.randint(1, 5)}"
        terms = {
            f"step {directed()}": 3,
            f"ride {far}{directed()}": 3,
            f"hop {far}{directed()}": 2,
            f"leap {directed()} over {directed()}": 2,
            f"bend {far}{directed()} then {directed()}": 2,
            curve if board == HEXES else "King": 1,
            " + ".join(CODES[:number]) or "King": 1,
            chance.choice(("leap 99:1", "step", "curve 9", "")): 0.02,
        }
        return chance.choices([*terms], [*terms.values()])[0]

    kinds = []
    for number in range(chance.choice((1, 10, 50, 250 // armies - 2))):
        takes = f"; takes {phrase(number)}" if chance.random() < 0.3 else ""
        kinds.append(chance.choice(("", "pawn ")) + phrase(number) + takes)
    short = [kind for kind in kinds if len(kind) < 980]
    while sum(map(len, short)) > 55_000:
        short.pop()
    regions = (
        f'r{n} = [["x+y >= {n}", "x <= 3"], []]\n' for n in range(chance.choice((9, 33, 60)))
    )
    standing = chance.choice(("", "", "; A " + cells([5]) if "\nz" not in board else "; A be5 be6"))
    return file(board, short, f"[board.regions]\n{''.join(regions)}", standing, armies)
