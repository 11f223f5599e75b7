"""Runs every command in the documents as it is written: `python -m tools.documents CLONE WORK`.

A command is a line of a shell block, or code in a sentence that begins with the name of a program: in
the README, CONTRIBUTING, SECURITY, docs/play, docs/club, docs/commands, docs/chess, docs/speed, the README of the
cases, and behind a prompt in the manual.

Commands that install aofref run in a clone of their own and a fresh environment (FRESH).  Commands of
`aofref` run with the aofref that the README's first command has installed, in a folder with the files
that the examples name; the lines of a block behind IN_ORDER share an empty folder, and so do all
blocks of a document behind ALL_IN_ORDER.  All others run in
CLONE, with its `.venv`.  Commands that cannot run as written are in INSTEAD, with the reason.  The
commands and their times are printed; the status is 1 if a command fails, or changes a file of CLONE.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/play.md",
    "docs/club.md",
    "docs/commands.md",
    "docs/chess.md",
    "docs/speed.md",
    "fixtures/cases/README.md",
)
MANUAL = sorted(f"man/{page.name}" for page in (ROOT / "man").glob("*.[1-9]"))
PATIENCE = 3600
"""Seconds after which a command is given up."""
LAST = 80
"""The most lines of the output of a command in the clone that are shown."""

PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )*"
    r"(?:aofref|python3?|pip|pipx|bash|ruff|mypy|coverage|timeout|find|parallel|eval|\.venv/bin/\w+) "
)
FIRST = (
    "python3 -m venv .venv && .venv/bin/pip install -q . "
    "&& .venv/bin/aofref check fixtures/records/heathen-europe-00-first.aof"
)
"""The first command of a newcomer."""
FRESH = re.compile(r"pip install (?:'?\.|uv |cibuildwheel )|python -m tools.wheels")
OURS = re.compile(r"(?:timeout \d+ |AOFREF_GAMES=\S+ )?aofref |eval |find |parallel |test -s ")
IN_ORDER = "<!-- one after the other -->"
"""The mark before a block whose commands build on one another."""
ALL_IN_ORDER = "<!-- all one after the other -->"
"""The mark above blocks that build on one another, to the end of the document."""
MANUAL_IN_ORDER = '.\\" one after the other'
"""The same in a page of the manual, up to its next section."""
ESCAPES = {r"\e": "\\", r"\&": "", r"\-": "-", r"\(ha": "^", r"\(dq": '"'}


class Named(NamedTuple):
    """A command, its document and line; `desk` is the name of a shared folder."""

    where: str
    text: str
    desk: str = ""


class Instead(NamedTuple):
    """A replacement for a command, and the reason; an empty one is run elsewhere."""

    command: str
    why: str


_BY_CI = "this is what runs the commands here"
_CASES = "minutes: the tests put all of them, here some are put"
_NO_PROGRAM = "the words in capitals stand for a program"
_BY_UV = "uv installs in a second what pip takes ten for; pip, where uv reaches nothing"


def _installed(what: str) -> str:
    """Return the command that installs packages into the first environment of PATH."""
    return f"{sys.executable} -m uv pip install -q {what} || python -m pip install {what}"


INSTEAD = {
    ". .venv/bin/activate": Instead("", "the environment is in PATH already"),
    "aofref play --in-place first.aof": Instead("", "the move that a page writes stands behind it"),
    "bash .ci/test.sh": Instead("", _BY_CI),
    "bash .ci/run": Instead("", _BY_CI),
    ".venv/bin/coverage run -m pytest -n 2 --dist worksteal && .venv/bin/coverage combine -q": Instead(
        ".venv/bin/coverage run -m pytest -n 2 tests/rules/test_refuse.py && .venv/bin/coverage combine -q",
        "all tests run above, without coverage: here a few are measured",
    ),
    ".venv/bin/coverage json -q && .venv/bin/python -m tools.covered coverage.json": Instead(
        ".venv/bin/coverage json -q && ! .venv/bin/python -m tools.covered coverage.json",
        "a few tests do not reach the minimum",
    ),
    ".venv/bin/pytest --long tests/rules/test_second_referee.py": Instead(
        ".venv/bin/pytest --long tests/rules/test_second_referee.py -k sd2l-sling",
        "long: one game of six",
    ),
    "python -m tools.fuzz --seconds 600": Instead(
        "python -m tools.fuzz --plain --seconds 1 --found ../found position san arguments",
        "ten minutes: a second of three readers, without atheris; the tests put its corpus to each reader",
    ),
    "python -m tools.mutate --sample 400": Instead(
        "python -m tools.mutate --help",
        "half an hour, minutes of it before the first mutant: that it starts",
    ),
    "python -m tools.mutate_script --sample 200": Instead(
        "python -m tools.mutate_script --help", "ten minutes: that it starts"
    ),
    "python -m tools.mutate --report mutants.jsonl": Instead(
        "touch mutants.jsonl && python -m tools.mutate --report mutants.jsonl", "nothing was found"
    ),
    "bash .ci/lock.sh": Instead("", "the line of CONTRIBUTING that brings uv does it"),
    "python -m benchmarks": Instead(
        "python -m benchmarks --quick aof2 && python -m benchmarks --quick python-chess version help "
        "completion import memory club",
        "minutes: one small round, with one game in the rows that have six, and without those of several "
        "processes, whose commands tests run",
    ),
    "python -m benchmarks --since ../then": Instead(
        "python -m benchmarks --since . --quick chess || ! command -v valgrind",
        "no other checkout is there: one row, beside this one; seconds of one round say nothing",
    ),
    "python -m benchmarks --table": Instead(
        "", "ten minutes, and other documents; what it runs, the line above and tests run"
    ),
    "python -m benchmarks --twins": Instead(
        "", "ten minutes, and an idle machine; tests/house/test_benchmarks runs what it compares"
    ),
    "python -m benchmarks --queues": Instead(
        "python -m benchmarks --queues --quick stream gallery club",
        "half an hour: a thousandth of three queues",
    ),
    "python -m benchmarks replay perft": Instead(
        "python -m benchmarks --quick replay perft", "minutes: one small round"
    ),
    "bash .ci/audit.sh PATH/TO/pip-audit": Instead(
        "", "SECURITY's line does it, with the pip-audit of the clone's environment"
    ),
    "aofref cases": Instead("aofref cases --game heathen-europe --core", _CASES),
    'aofref cases --core --against "otherref check --format json"': Instead(
        'aofref cases --game sd2l-cohen --core --against "otherref check --format json"', _CASES
    ),
    'aofref cases --against "otherref check --format json"': Instead(
        'aofref cases --game sd2l-sling --core --against "otherref check --format json"', _CASES
    ),
    'aofref cases --report tap --against "otherref check --format json -"': Instead(
        'aofref cases --game sd2l-sling --core --report tap --against "otherref check --format json -"',
        _CASES,
    ),
    "aofref cases --against COMMAND": Instead(
        'aofref cases --game sd2l-sling --core --against "otherref check --format json"',
        _NO_PROGRAM,
    ),
    "python -m build": Instead("", ".ci/test.sh builds both, twice, and compares their bytes"),
    "python -m venv .venv && .venv/bin/pip install -e '.[test]'": Instead(
        "python -m venv .venv && " + _installed("-e '.[test]'"), _BY_UV
    ),
    "pip install -e '.[test,mutate]'": Instead(_installed("-e '.[mutate]'"), _BY_UV),
    "AOFREF_COMPILE=1 pip install .": Instead(
        "", "it compiles for a minute: tools.wheels builds and installs the same wheel"
    ),
    "python -m tools.wheels": Instead(
        "python -m tools.wheels --here", "each Python takes three minutes: one"
    ),
    "mkdir games && $EDITOR games/mine.toml": Instead(
        "test -s games/mine.toml", "nobody is here to write it"
    ),
    "aofref new mine --player W=Anna --player B=Bela > anna-bela.aof": Instead(
        "AOFREF_GAMES=$PWD/games aofref new mine --player W=Anna --player B=Bela > anna-bela.aof",
        "the line before it says so for the shell of a person",
    ),
    "aofref play --in-place anna-bela.aof --by W --mail mail.eml": Instead(
        "AOFREF_GAMES=$PWD/games aofref play --in-place anna-bela.aof --by W --mail mail.eml",
        "as in the line before it",
    ),
    "pip install '.[dask]'": Instead(_installed("'.[dask]'"), _BY_UV),
    "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH=0 dask scheduler": Instead(
        "(DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH=0 timeout 300 dask scheduler "
        "--host 127.0.0.1 --port 18786 --no-dashboard > scheduler.log 2>&1 & echo $! > running)",
        "it runs until it is stopped: beside the commands below",
    ),
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=false \\\n"
    "    DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL=1s \\\n"
    "    dask worker tcp://host:8786 --nworkers -1 --nthreads 1": Instead(
        "(DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=false DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL=1s "
        "timeout 300 dask worker tcp://127.0.0.1:18786 --nworkers -1 --nthreads 1 > worker.log 2>&1 & echo $! >> running) "
        "&& timeout 60 sh -c 'until grep -q Registered worker.log; do sleep 0.2; done'",
        "beside the commands below, on the same machine",
    ),
    "aofref check --scheduler tcp://host:8786 games/": Instead(
        "aofref check --scheduler tcp://127.0.0.1:18786 games/", "all is on one machine"
    ),
    "aofref gallery --scheduler tcp://host:8786 games/ --output-dir pages/": Instead(
        "aofref gallery --scheduler tcp://127.0.0.1:18786 games/ --output-dir pages/; status=$?; "
        "kill $(tac running); exit $status",
        "all is on one machine, and ends here",
    ),
    "aofref completion fish | source": Instead("aofref completion fish", "there is no fish here"),
    'eval "$(aofref completion zsh)"': Instead("aofref completion zsh", "there is no zsh here"),
}
"""Commands that are not run as written."""

ANOTHER_STATUS = (
    ("aofref explain .*Bha3-ia2", 1),
    ("aofref explain .*Ngd4-ge2", 1),
    ("aofref play .*Raa2-aa5", 1),
    ("aofref diff .*belas", 0),
    ("aofref diff", 1),
    (r"aofref show .*--game 1 .*games\.pgn", 0),
    (r"aofref (?:check|convert|show|explain) .*games\.pgn", 1),
)
"""Commands that end with another status than 0: illegal moves, records that differ."""


def named() -> list[Named]:
    """List the commands in the documents, each once."""
    found: dict[str, Named] = {}
    for name in DOCUMENTS:
        for line, text, block in _in_markdown((ROOT / name).read_text("utf-8")):
            desk = f"{Path(name).stem}-{block}" if block else ""
            found.setdefault(text, Named(f"{name}:{line}", text, desk))
    for name in MANUAL:
        for line, text, block in _in_manual((ROOT / name).read_text("utf-8")):
            desk = f"{Path(name).stem}-{block}" if block else ""
            found.setdefault(text, Named(f"{name}:{line}", text, desk))
    return list(found.values())


def _in_markdown(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield lines, commands, and the first line of the block with a shared folder, or 0."""
    fence, block, all_behind = None, 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line == ALL_IN_ORDER:
            block = all_behind = number
        elif line == IN_ORDER:
            block = number
        elif line.startswith("```"):
            block = block if fence is None else all_behind
            fence = line[3:] if fence is None else None
        elif fence is not None:
            if line.startswith("$ ") or fence == "sh":
                yield number, _bare(line.removeprefix("$ ")), block
        elif re.match(r" {4}(?:aofref|python|pip|bash) ", line):
            yield number, _bare(line), 0
    prose = re.sub(
        r"^```.*?^```", lambda block: re.sub(".+", "", block[0]), text, flags=re.M | re.S
    )
    for span in re.finditer(r"`([^`]+)`", prose):
        if PROGRAM.match(command := " ".join(span[1].split())):
            yield prose[: span.start()].count("\n") + 1, command, 0


def _in_manual(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield lines, commands, and the line of the mark whose commands share a folder, or 0."""
    begun, block = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(MANUAL_IN_ORDER) or line.startswith(".S"):
            block = number if line == MANUAL_IN_ORDER else 0
        line = re.sub(r"\\(?:\(..|.)", lambda found: ESCAPES.get(found[0], found[0]), line)
        prompt = re.match(r"(?:\.Dl )?\$ |\.Ql (?=pip )|(?=eval|aofref completion)", line)
        if begun or prompt:
            begun += line[prompt.end() if prompt else 0 :]
            if not begun.endswith("\\"):
                yield number, _bare(begun), block
                begun = ""
            else:
                begun += "\n"


def _bare(command: str) -> str:
    """Return a command without the comment behind it."""
    return re.sub(r"\s+# .*", "", command).strip()


# The files that the examples name -----------------------------------------------------------------

RECORDS = ROOT / "fixtures" / "records"
START = (
    '[European "Anna"]\n[Indian "Bela"]\n[Jewish "Carl"]\n[Persian "Dora"]\n[Variant "aof2"]\n\n'
)
ANNA = START + "1. E:Lha5-fb3 I:ea3-fa3 J:hb1-hc1 *\n"
"""A record in which the Persian is to move."""
BELA = START + "1. E:Lha5-fb3 I:ea3-ga3 *\n"
ILLEGAL = START + "1. E:Lha5-fb3 I:da3-fa3 *\n"
WON = START.removesuffix("\n") + (
    '[Rulings "stalemate=move"]\n'
    '[Position "E:EMkd4;Bka5,kb4;Fba3,fe5;Lkd5;Nkc4;Oif2,if3;Rka4;The3,hg5;Ycb2,ga5/I:-/J:EMkb5/P:- '
    'E - 158"]\n\n158. E:Ycb2-eb3 J:EMkb5xkc4#J 1-0-0-0\n'
)
"""The end of a game that Anna has won by checkmate."""
OF_ONES_OWN = (ROOT / "aofref/games/files/chess-without-castling.toml").read_text("utf-8")
"""The file of a game, to be `games/mine.toml`."""
MAIL = "From: Anna <anna@example.org>\nSubject: my move\n\nE:Lha5-fb3\n"

GAMES = (
    (r"play --in-place|play game.aof E:", START + "*\n"),
    (r"play .*P:?jg3-jf3|play .*jg3-jf3 --by P", ANNA),
    (r"decide", ILLEGAL),
    (r"aofref tag ", ANNA),
)
"""The content of `game.aof` and `agreed.aof` for some commands: before a move, or with an illegal one."""


def lay_out(folder: Path, command: str) -> None:
    """Write the files that a command of aofref may name into a folder."""
    first = (RECORDS / "aof2-00-first.aof").read_text("utf-8")
    game = next((text for form, text in GAMES if re.search(form, command)), first)
    for name in ("game.aof", "agreed.aof", "games.aof", "round1.aof", "round2.aof"):
        (folder / name).write_text(game, "utf-8")
    for name, text in (
        ("anna.aof", ANNA),
        ("mine.aof", ANNA),
        ("bela.aof", BELA),
        ("theirs.aof", BELA),
    ):
        (folder / name).write_text(text, "utf-8")
    two = "anna-bela" in command
    for name in ("mail.eml", "message.eml"):
        (folder / name).write_text(MAIL.replace("E:Lha5-fb3", "e2-e4") if two else MAIL, "utf-8")
    (folder / "games").mkdir()
    mine = OF_ONES_OWN.replace('id = "chess-without-castling"', 'id = "mine"')
    (folder / "games" / "mine.toml").write_text(mine, "utf-8")
    (folder / "anna-bela.aof").write_text('[Variant "mine"]\n\n*\n', "utf-8")
    (folder / "games" / "1.aof").write_text(first, "utf-8")
    (folder / "games" / "2.aof").write_text(WON, "utf-8")
    shutil.copy(ROOT / "fixtures" / "chess" / "games.pgn", folder)
    club = ROOT / "examples" / "club"
    shutil.copytree(club, folder / "club")
    shutil.copy(club / "players.tsv", folder)
    (folder / "bin").mkdir()
    for name, text in (("otherref", 'exec aofref "$@"'), ("sendmail", "exec cat > /dev/null")):
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (folder / "bin" / name).chmod(0o755)


# Running ------------------------------------------------------------------------------------------


class Places(NamedTuple):
    """The folders of commands: the clone, and a folder for others, the newcomer's clone included."""

    clone: Path
    work: Path

    def environment(self, command: str, ours: bool) -> Path:
        """Return the first environment in PATH: for aofref the newcomer's, if it was made."""
        newcomer = self.work / "newcomer"
        extra = re.search("--format png|--scheduler|dask", command)  # which needs a further package
        plain = ours and not extra
        return (newcomer if plain and newcomer.exists() else self.clone) / ".venv"

    def fresh(self, name: str) -> Path:
        """Clone the clone."""
        folder = self.work / name
        subprocess.run(["git", "clone", "-q", str(self.clone), str(folder)], check=True)
        return folder


def place(command: str, places: Places, shared: str) -> tuple[Path, Path]:
    """Prepare and return the folder of a command, and the first environment in PATH."""
    if shared:
        folder = places.work / shared
        if not folder.exists():
            folder.mkdir()
            if shared.startswith("aofref"):  # an example of the manual names files
                lay_out(folder, command)
        return folder, places.environment(command, ours=True)
    if command == FIRST:
        folder = places.fresh("newcomer")
        return folder, folder / ".venv"
    if FRESH.search(command):
        folder = places.fresh(re.sub(r"\W+", "-", command))
        environment = folder / ".venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python")]
        subprocess.run([*pip, "install", "-q", "pip"], check=True)  # sooner than venv installs it
        return folder, environment
    ours = bool(OURS.match(command)) and "fixtures/" not in command
    if not ours:
        return places.clone, places.environment(command, ours)
    desk = Path(tempfile.mkdtemp(dir=places.work))
    lay_out(desk, command)
    return desk, places.environment(command, ours)


def run(command: str, places: Places, shared: str = "") -> bool:
    """Run a command in its folder; return whether it fails, and show its output then."""
    folder, environment = place(command, places, shared)
    path = f"{environment / 'bin'}:{folder / 'bin'}:{os.environ['PATH']}"
    game = folder / "game.aof"
    with tempfile.TemporaryFile("w+") as said:
        with game.open() if game.exists() else Path(os.devnull).open() as given:
            process = subprocess.Popen(
                ["bash", "-c", command],
                cwd=folder,
                env={**os.environ, "PATH": path, "VIRTUAL_ENV": str(environment)},
                stdin=given,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = process.wait(PATIENCE)
            except BaseException as problem:  # whoever ends this ends what it has started, too
                os.killpg(process.pid, signal.SIGTERM)
                if not isinstance(problem, subprocess.TimeoutExpired):
                    raise
                status = 124
        wanted = next(
            (number for form, number in ANOTHER_STATUS if re.search(form, command, re.S)), 0
        )
        said.seek(0)
        lines = said.read().splitlines(keepends=True)
    if status != wanted:
        print(f"status {status}, not {wanted}:")
        print(*lines[-200:], sep="", end="")
    elif folder == places.clone:
        print(*lines[-LAST:], sep="", end="")
    return status != wanted


def changed(clone: Path) -> str:
    """Return the files of a clone that commands have changed."""
    command = ["git", "-C", str(clone), "status", "--porcelain", "--untracked-files=no"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Run the chosen commands, one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    for option, told in ("--only", "those with one of these words"), ("--without", "the others"):
        parser.add_argument(option, metavar="WORD", action="append", default=[], help=told)
    parser.add_argument("clone", type=Path)
    parser.add_argument("work", type=Path, help="a new folder, for what else is laid out")
    asked = parser.parse_args()
    chosen = [
        one
        for one in named()
        if (not asked.only or any(word in one.text for word in asked.only))
        and not any(word in one.text for word in asked.without)
    ]
    asked.work.mkdir()
    failed = sum(
        not tried(one, Places(asked.clone.resolve(), asked.work.resolve())) for one in chosen
    )
    print(f"{len(chosen)} commands of the documents, {failed} of them failed", flush=True)
    if left := changed(asked.clone):
        print(f"they have changed what is kept:\n{left}", end="")
    return bool(failed or left or not chosen)


def tried(one: Named, places: Places) -> bool:
    """Run a command, or its replacement, and print the result."""
    command, why = INSTEAD.get(one.text, Instead(one.text, ""))
    print(f"{one.where}: {one.text}", flush=True)
    if why:
        print(f"    {f'as {command}' if command else 'not run here'}: {why}", flush=True)
    begun = time.monotonic()
    wrong = run(command, places, one.desk) if command else False
    if command:
        print(f"    {'FAILED' if wrong else 'ok'}, {time.monotonic() - begun:.1f} s", flush=True)
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
