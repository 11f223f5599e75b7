"""Minify the scripts and styles of pages by esbuild: `python -m tools.minify`.

A page has them in itself.  They are kept, as one bundle each, beside their sources, so that
building and installing aofref does not need esbuild.  A test fails if one is stale; other versions of
esbuild than `VERSION` could write other bytes.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from aofref.report import page

VERSION = "0.25.12"
TARGET = "es2021,chrome91,firefox89,safari14.1"
"""What browsers of 2021 can run and show."""
SOURCES = Path(page.__file__).parent
MADE = SOURCES / "made"
PARTS = {
    "record.js": (
        *("digits.js", "rules.js", "cells.js", "tree.js", "board.js", "words.js", "typed.js"),
        *("movetext.js", "faults.js"),
        *("sheet.js", "drawing.js", "pieces.js", "legend.js", "hand.js", "copies.js"),
        *("bring.js", "list.js"),
        *("steps.js", "paper.js", "choices.js", "start.js"),
    ),
    "rulebook.js": (
        *("digits.js", "rules.js", "cells.js", "ways.js", "trial.js", "glossary.js"),
        *("chapters.js", "contents.js"),
    ),
    "orthodox.js": ("orthodox.js",),
    "fen.js": ("digits.js", "faults.js", "placing.js", "fen.js"),
    "board.css": ("board.css",),
    "theme.css": ("theme.css",),
    "page.css": ("base.css", "page.css"),
    "list.css": ("base.css", "list.css"),
    "rulebook.css": ("rulebook.css",),
    "trial.css": ("trial.css",),
}
PARTS["board.js"] = (*PARTS["record.js"][:-1], "placing.js", "setup.js", "start.js")
"""The parts of each script, in order, in one scope, and of each style."""


def version() -> str:
    """Return the version of the installed esbuild, empty if there is none."""
    if shutil.which("esbuild") is None:
        return ""
    return subprocess.run(
        ["esbuild", "--version"], capture_output=True, check=True, encoding="utf-8"
    ).stdout.strip()


def joined(name: str) -> str:
    """Join the parts of a script or style."""
    text = "\n".join((SOURCES / part).read_text("utf-8") for part in PARTS[name])
    return f'"use strict";\n{text}' if name.endswith(".js") else text


def minified(name: str) -> str:
    """Return a script or style as esbuild minifies it."""
    command = [
        "esbuild",
        "--minify",
        "--bundle",
        "--charset=utf8",
        f"--target={TARGET}",
        f"--loader={Path(name).suffix[1:]}",
    ]
    ran = subprocess.run(
        command, input=joined(name), capture_output=True, check=True, encoding="utf-8"
    )
    return ran.stdout


def main() -> None:
    """Write every script and style."""
    if (found := version()) != VERSION:
        raise SystemExit(f"esbuild is {found}, not {VERSION}: npm install -g esbuild@{VERSION}")
    MADE.mkdir(exist_ok=True)
    for name in PARTS:
        (MADE / name).write_text(minified(name), "utf-8")


if __name__ == "__main__":
    main()
