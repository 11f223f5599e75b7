"""Compile what is done for every move with mypyc: AOFREF_COMPILE=1 pip install .

Needs a C compiler.  Without the variable, and in an editable install, nothing is compiled; the
modules are the same either way.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CORE = """
boards paths
rules/compiled_variant rules/position rules/moves rules/turn rules/refuse
notation/positions notation/fen notation/movetext notation/resolve notation/moves
notation/records/tokens notation/records/tokenizer notation/records/splitter
notation/records/reader notation/records/writer judge/replay/line judge/replay/driver
judge/replay/opening judge/replay/ending judge/replay/comments judge/analysis/diagnosis
judge/edit/rewrite notation/results report/json/record
"""
"""The modules that are compiled: what is done for every move of a record."""


class CoreBuildHook(BuildHookInterface):  # type: ignore[misc,type-arg]
    """Add the compiled modules to a wheel."""

    PLUGIN_NAME = "custom"
    _into: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Name what the build needs besides hatchling: mypy reads what aofref imports, too.

        From 2.4 on what is Final cannot be changed in what is compiled, as in a position.
        """
        return ["mypy>=2.4", "setuptools>=65", *self.metadata.core.dependencies] if asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel take the libraries in."""
        if not asked() or version == "editable":
            return
        self._into = tempfile.TemporaryDirectory(prefix="aofref-core-")
        into = Path(self._into.name)
        for library in compiled(Path(self.root), into):
            build_data["force_include"][str(library)] = str(library.relative_to(into))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was compiled, which is in the wheel now."""
        if self._into is not None:
            self._into.cleanup()


def asked() -> bool:
    """Say whether the environment asks for the compiled form."""
    return os.environ.get("AOFREF_COMPILE", "") not in ("", "0")


def compiled(root: Path, into: Path) -> list[Path]:
    """Compile the core under `root` into a folder and list the libraries made there."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    before = Path.cwd()
    os.chdir(root)
    try:
        modules = mypycify(
            [f"aofref/{module}.py" for module in CORE.split()],
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
            group_name="aofref",
            target_dir=str(into / "build"),
        )
        command = build_ext(Distribution({"name": "aofref", "ext_modules": modules}))
        command.build_lib, command.build_temp = str(into), str(into / "build")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    return [path for path in sorted(into.rglob("*")) if path.suffix in (".so", ".pyd")]
