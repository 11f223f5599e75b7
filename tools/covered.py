"""Checks the coverage of the tests: branches of aofref, and of every module.

    coverage json -o FILE && python -m tools.covered FILE

Prints the modules that are not covered whole, with the lines and branches left; the status is 1 if
aofref or a module is under its minimum.  docs/coverage.md explains what is left.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WHOLE, MODULE = 97.0, 92.0
"""The least per cent of lines and branches: of aofref, and of each of its modules."""
APART = {
    *("aofref/__main__.py", "aofref/cli/cluster.py", "aofref/cli/io.py", "aofref/cli/start.py"),
    "aofref/cli/workers.py",
}
"""Modules whose work is in processes that tests start, which is not measured."""


def left(path: str, module: dict[str, Any]) -> str:
    """Return a line with the parts of a module that no test runs."""
    lines = [str(line) for line in module["missing_lines"]]
    branches = [
        f"{start}->{'end' if end < 0 else end}"
        for start, end in module["missing_branches"]
        if start not in module["missing_lines"] and end not in module["missing_lines"]
    ]
    return f"{module['summary']['percent_covered']:6.1f}  {path}: {' '.join([*lines, *branches])}"


def main() -> int:
    """Print what is left and judge it."""
    told = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    low = []
    for path, module in sorted(told["files"].items()):
        percent = module["summary"]["percent_covered"]
        if percent < 100:
            print(left(path, module))
        if percent < MODULE and path not in APART:
            low.append(f"{path} is under {MODULE:.0f} %")
    whole = told["totals"]["percent_covered"]
    print(f"{whole:6.1f}  aofref, {len(told['files'])} modules")
    if whole < WHOLE:
        low.append(f"aofref is under {WHOLE:.0f} %")
    for fault in low:
        print(f"coverage: {fault}", file=sys.stderr)
    return bool(low)


if __name__ == "__main__":
    sys.exit(main())
