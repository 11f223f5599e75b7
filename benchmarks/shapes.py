"""How time grows with the input, for every shape that was once quadratic: the exponents.

    python -m benchmarks.shapes [--size CHARACTERS]

Doubles each shape of `tests/notation/test_streams.py` three times, reads it and writes it again,
and prints the seconds for the largest and the exponent of the growth: about 1 is linear, 2 is
quadratic.
"""

from __future__ import annotations

import argparse
import math
import time

from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation.movetext import Notation
from aofref.notation.records import read, split
from tests.notation.test_records import _lines
from tests.notation.test_streams import SHAPES

DOUBLINGS = 3


def seconds(text: str) -> float:
    """Measure the time that it takes to read a text and to write it again."""
    lines = _lines(text)
    begun = time.process_time()
    for raw in split(iter(lines)):
        record = read(raw)
        rewrite(record, replay(record, Setting("aof2")), Notation.LAN)
    return time.process_time() - begun


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=1_000_000, help="of the largest text")
    size = options.parse_args().size
    for name, shape in SHAPES.items():
        small, large = (seconds(shape(n)) for n in (size >> DOUBLINGS, size))
        exponent = math.log2(max(large, 1e-3) / max(small, 1e-3)) / DOUBLINGS
        print(f"{name:28} {large:6.2f} s for {size} characters, exponent {exponent:.2f}")


if __name__ == "__main__":
    main()
