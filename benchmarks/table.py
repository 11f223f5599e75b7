"""The tables of docs/speed.md: both forms measured in one run, between two marks."""

from __future__ import annotations

import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from aofref import games
from benchmarks.measure import Measured, used

ROOT = Path(__file__).parent.parent
BEGIN = "<!-- What stands from here was written by `python -m benchmarks --table`. -->\n"
END = "<!-- What stands to here was written by `python -m benchmarks --table`. -->\n"
FORMS = ("pure Python", "compiled")
UNITS = {"speed": "times as fast", "wall": "times as fast", "cost": "times the CPU", "amount": ""}
NEEDED = (f"{ROOT}[dask]", "chess")
"""The packages that measuring needs."""
IDLE = 0.5
"""A load average up to which a machine is idle before anything runs."""
Forms = tuple[list[Measured], list[Measured]]


def make(arguments: list[str], compiled: str | None) -> None:
    """Measure both forms and write the tables."""
    paper = ROOT / "docs" / "speed.md"
    replaced(paper.read_text("utf-8"), "")  # the marks are there
    begun, load = time.time(), os.getloadavg()[0]
    if load > IDLE:
        print(f"busy: load average {load:.1f}, and the table will say so", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("benchmarks", "tests"):  # apart from aofref, which is as it is installed
            shutil.copytree(ROOT / name, Path(folder) / name)
        other = Path(compiled).absolute() if compiled else _compiled(Path(folder) / "compiled")
        pythons = (sys.executable, str(other))
        for python, form in zip(pythons, FORMS, strict=True):
            if (is_so := _form(python, folder)) != form:
                raise SystemExit(f"{python} has aofref in {is_so}, not {form}")
        all_before, own_before, at = machine_used(), used(), time.time()
        told = [_measured(python, arguments, folder) for python in pythons]
        others = machine_used() - all_before - (used() - own_before)
        share = others / (time.time() - at) / (os.cpu_count() or 1)
    pure, compiled_too = ([Measured(**row) for row in one["rows"]] for one in told)
    measured_on = line(told, (load, os.getloadavg()[0]), share, begun)
    text = written((pure, compiled_too), measured_on)
    paper.write_text(replaced(paper.read_text("utf-8"), text), "utf-8")


def _compiled(folder: Path) -> Path:
    """Compile aofref into a new environment with the packages that this one has."""
    print("aofref is compiled", file=sys.stderr, flush=True)
    pins = folder.with_suffix(".txt")
    names = {one.name: one.version for one in distributions() if one.name != "aofref"}
    pins.write_text("".join(f"{name}=={version}\n" for name, version in names.items()))
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install: list[str | Path] = [
        folder / "bin" / "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
    ]
    env = {**os.environ, "AOFREF_COMPILE": "1"}
    subprocess.run([*install, "-c", pins, *NEEDED], check=True, env=env, stdout=sys.stderr)
    return folder / "bin" / "python"


def _form(python: str, folder: str) -> str:
    told = subprocess.run(
        [python, "-m", "aofref", "--version"], cwd=folder, check=True, capture_output=True
    )
    return told.stdout.decode().partition("(")[2].partition(")")[0]


def _measured(python: str, arguments: list[str], folder: str) -> dict[str, Any]:
    print(f"{python} measures", file=sys.stderr, flush=True)
    command = [python, "-m", "benchmarks", "--json", *arguments]
    told = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
    read: dict[str, Any] = json.loads(told.stdout)
    return read


def machine_used() -> float:
    """Return the CPU seconds that all processes of this machine have used since it was started."""
    user, nice, system, _, _, *irqs_and_stolen = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + sum(irqs_and_stolen)) / os.sysconf("SC_CLK_TCK")


# Writing ------------------------------------------------------------------------------------------


def line(told: list[dict[str, Any]], loads: tuple[float, float], share: float, begun: float) -> str:
    """Write when and where this was measured, and whether the machine was busy."""
    pure, compiled = told
    idle = "idle" if loads[0] <= IDLE and share <= 0.05 else "busy"
    pythons = " and ".join(dict.fromkeys(one["python"] for one in (pure, compiled)))
    return (
        f"Measured on {date.fromtimestamp(begun)} in one run of {(time.time() - begun) / 60:.0f} "
        f"minutes on a machine that was {idle}: {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores, load average {loads[0]:.1f} at the start and {loads[1]:.1f} at "
        f"the end, {max(share, 0):.0%} of its time used by other work; {pythons}, "
        f"{pure['chess']}; medians of {pure['rounds']}, of at most 3 where one takes seconds; by "
        "the clock, the least time of each side."
    )


def written(forms: Forms, measured_on: str) -> str:
    """Write the tables: what concerns all games, and each of them; bold misses its goal."""
    return "\n".join((measured_on, "", *_of_all(forms), "", *_of_games(forms), ""))


def _of_games(forms: Forms) -> Iterator[str]:
    yield f"| | against | | form | {' | '.join(games.IDS)} | goal |"
    yield "|---" * (len(games.IDS) + 5) + "|"
    for name in _names(forms, of_game=True):
        for at, (form, found) in enumerate(zip(FORMS, forms, strict=True)):
            rows = {one.game: one for one in found if one.name == name}
            said = " |  | " if at else _said(next(iter(rows.values())))
            values = " | ".join(_value(rows.get(game)) for game in games.IDS)
            goals = dict.fromkeys(map(goal, rows.values()))
            yield f"| {said} | {form} | {values} | {', '.join(goals)} |"


def _of_all(forms: Forms) -> Iterator[str]:
    yield f"| | against | | {FORMS[0]} | goal | {FORMS[1]} | goal |"
    yield "|---|---|---|---|---|---|---|"
    for name in _names(forms, of_game=False):
        rows = [next((one for one in found if one.name == name), None) for found in forms]
        said = next(_said(row) for row in rows if row)
        cells = [cell for row in rows for cell in (_value(row), goal(row))]
        yield f"| {said} | {' | '.join(cells)} |"


def _said(row: Measured) -> str:
    return f"{row.name} | {row.against} | {UNITS[row.kind]}"


def _names(forms: Forms, of_game: bool) -> list[str]:
    return list(
        dict.fromkeys(one.name for found in forms for one in found if bool(one.game) == of_game)
    )


def goal(row: Measured | None) -> str:
    """Write the goal of a row."""
    return f"{'≥' if row.more else '≤'} {row.goal:g}" if row and row.goal else ""


def _value(row: Measured | None) -> str:
    if row is None:
        return ""
    if math.isnan(row.ratio):
        return "not installed"
    value = _ratio(row.ratio)
    return value if row.reached else f"**{value}**"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}"


def replaced(paper: str, text: str, option: str = "--table") -> str:
    """Put a text between the marks of a document that name an option."""
    before, begin, rest = paper.partition(BEGIN.replace("--table", option))
    _, end, after = rest.partition(END.replace("--table", option))
    if not (begin and end):
        raise SystemExit("a document lacks the marks of the table")
    return f"{before}{begin}\n{text}\n{end}{after}"
