"""Fuzzing: random damaged input for all readers, for a given time.

    python -m tools.fuzz --seconds 600                 # all readers in turn
    python -m tools.fuzz --seconds 60 position mail    # these alone
    python -m tools.fuzz --replay found/position-*     # what was found, once more

Each reader starts from the fixtures.  Where atheris is installed (`pip install atheris`) it leads
the way by what the code has reached; elsewhere, and with --plain, the damage is random.  An input
that a reader fails at, or is slow at, is kept in the folder `found`, and the status is then 1.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.readers import Reader

SLOW = 5.0
"""Seconds that no input of so few bytes may take."""
LONGEST = 4096
"""Bytes of an input."""
NAMES = ("record", "position", "san", "json", "mail", "arguments")


class Keeper:
    """Runs a reader, and keeps inputs at which it fails: one for each place of failure."""

    def __init__(self, name: str, read: Callable[[bytes], None], folder: Path) -> None:
        self.name, self.read, self.folder = name, read, folder
        self.runs = 0
        self.seen: set[str] = set()

    def run(self, data: bytes) -> None:
        """Run the reader on an input."""
        self.runs += 1
        begun = time.monotonic()
        try:
            self.read(data)
        except Exception as problem:
            place = traceback.extract_tb(problem.__traceback__)[-1]
            where = f"{Path(place.filename).stem}-{place.lineno}-{type(problem).__name__}"
            self._keep(data, where, "".join(traceback.format_exception(problem)[-6:]))
        taken = time.monotonic() - begun
        if taken > SLOW:
            self._keep(data, f"slow-{taken:.0f}", f"{taken:.1f} s\n")

    def tell(self) -> int:
        """Print the results, and return the status."""
        print(f"{self.name}: {self.runs} inputs, {len(self.seen)} kept", flush=True)
        return 1 if self.seen else 0

    def _keep(self, data: bytes, where: str, told: str) -> None:
        if where in self.seen:
            return
        self.seen.add(where)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.name}-{where}"
        path.write_bytes(data)
        print(f"{path}: {data!r}\n{told}", flush=True)


def plainly(keeper: Keeper, corpus: list[bytes], seconds: float, seed: str) -> None:
    """Damage the corpus at random."""
    from tests.damage import mutated

    rng, end = random.Random(seed), time.monotonic() + seconds
    for data in corpus:
        keeper.run(data)
    while time.monotonic() < end:
        text = rng.choice(corpus)
        if rng.random() < 0.2:
            other = rng.choice(corpus)
            text = text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]
        keeper.run(mutated(rng, text)[:LONGEST])


def guided(keeper: Keeper, corpus: list[bytes], seconds: float, seed: str) -> None:
    """Let atheris choose the inputs; it never returns, so time is measured here."""
    from tests.damage import WORDS

    atheris = import_module("atheris")
    end = time.monotonic() + seconds

    def run(data: bytes) -> None:
        if time.monotonic() > end:
            os._exit(keeper.tell())
        keeper.run(data)

    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    for number, data in enumerate(corpus):
        (folder / str(number)).write_bytes(data)
    words = folder / "words"
    entries = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in WORDS)
    words.write_text("".join(f'"{entry}"\n' for entry in entries))
    options = [f"-max_len={LONGEST}", f"-seed={1 + random.Random(seed).randrange(2**31)}"]
    quiet = ["-verbosity=0", "-rss_limit_mb=0", "-timeout=60"]
    atheris.Setup(["fuzz", *options, *quiet, f"-dict={words}", str(folder)], run)
    atheris.Fuzz()


def fuzz(name: str, seconds: float, seed: str, folder: Path, *, plain: bool) -> int:
    """Fuzz one reader in this process, and return the status."""
    os.environ["AOFREF_DEBUG"] = "yes"  # a fault of the program is a finding, and no line of output
    readers = _loaded(plain=plain)
    keeper = Keeper(name, readers[name].read, folder)
    (plainly if plain else guided)(keeper, readers[name].corpus(), seconds, seed)
    return keeper.tell()


def _loaded(*, plain: bool) -> dict[str, Reader]:
    """Load the readers, instrumented for atheris."""
    if plain:
        from tools.readers import READERS

        return READERS
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["aofref"], enable_loader_override=False):
        import aofref

        for module in walk_packages(aofref.__path__, "aofref."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        from tools.readers import READERS
    return READERS


def replayed(paths: Sequence[str]) -> int:
    """Run readers on kept inputs again, and report whether they fail."""
    from tools.readers import READERS

    os.environ["AOFREF_DEBUG"] = "yes"
    for path in paths:
        READERS[Path(path).name.partition("-")[0]].read(Path(path).read_bytes())
        print(f"{path}: passes")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz each reader in a process of its own, or replay kept inputs."""
    parser = argparse.ArgumentParser("python -m tools.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("reader", nargs="*", help=f"of {', '.join(NAMES)}; without any, all")
    parser.add_argument("--seconds", type=float, default=60, help="for all of them together")
    parser.add_argument("--seed", default="1", help="another seed, other inputs")
    parser.add_argument("--found", type=Path, default=Path("found"), help="where inputs are kept")
    parser.add_argument("--plain", action="store_true", help="do without atheris")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="inputs that were kept")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args(arguments)
    if told.replay:
        return replayed(told.replay)
    names = told.reader or NAMES
    unknown = set(names) - set(NAMES)
    if unknown:
        parser.error(f"no such reader: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    plain = told.plain or find_spec("atheris") is None
    if told.here:
        return fuzz(names[0], told.seconds, told.seed, told.found, plain=plain)
    print("at random" if plain else "guided by atheris", flush=True)
    common = [
        f"--seconds={told.seconds / len(names)}",
        f"--seed={told.seed}",
        f"--found={told.found}",
    ]
    if plain:
        common.append("--plain")
    command = [sys.executable, "-m", "tools.fuzz", "--here", *common]
    return max(_apart([*command, name]) for name in names)


def _apart(command: list[str]) -> int:
    """Run a reader's process; its standard error is shown only if it crashes."""
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        print(f"{command[-1]}: status {done.returncode}\n{done.stderr[-3000:]}", flush=True)
        return 2
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
