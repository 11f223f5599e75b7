"""Break `orthodox.js` and `rules.js` in one place at a time, and see whether what holds it to aofref notices.

    python -m tools.mutate_script [--sample 200] [--seed 14]

Needs node.  What aofref finds (`tests/report/test_rules_script.py`: cases, records, rare positions,
random games) is worked out once; each mutant must find the same.  Those that live are printed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

from tests.judge.test_cases import EVERY
from tests.report import test_rules_script as held

OPERATORS = [
    *((r"===", "!=="), (r"!==", "==="), (r" < ", " <= "), (r" > ", " >= "), (r" >= ", " > ")),
    *((r" <= ", " < "), (r"&&", "||"), (r"\|\|", "&&"), (r"\.some\(", ".every(")),
    *((r"\.every\(", ".some("), (r" \+ 1\b", " + 2"), (r" - 1\b", " - 2"), (r"\btrue\b", "false")),
    *((r"\bfalse\b", "true"), (r"\? 0 :", "? 1 :"), (r"\? 1 :", "? 2 :"), (r"\(!", "(")),
    *((r" = 0;", " = 1;"), (r"\.sort\([^()]*\)", ""), (r"\bNONE\b", "0"), (r" 1 - ", " 0 - ")),
]
"""What is replaced, and by what."""
RUN = """
const fs = require("fs"), vm = require("vm"), [digits, script, checker, given, places] = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const lives = (text) => {
  const code = `${digits}\\n${text}\\n${checker}\\ngiven.every((steps) => !checked(steps).faults.length)`;
  try { return vm.runInNewContext(code, { given }, { timeout: 120000 }); } catch { return false; }
};
if (!lives(script)) throw new Error("the rules themselves differ from aofref");
for (const [start, end, put] of places) console.log(lives(script.slice(0, start) + put + script.slice(end)) ? "lives" : "");
"""


def steps() -> list[list[held.Step]]:
    """List what aofref finds, the quickest part first."""
    rare = [held.rare(*one) for one in held.DIRECTED]
    cases = [[step for case in EVERY for step in held.of_case(case)]]
    records = [[*held.of_file(path)] for path in held.RECORDS]
    games = [[*held.random_play(name, rulings, 400, "the same")] for name, rulings in held.ALL]
    return [*rare, *cases, *records, *games]


def mutants(text: str) -> list[tuple[int, int, str]]:
    """List the places of a script where something can be replaced, comments left out."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", lambda found: " " * len(found[0]), text, flags=re.DOTALL)
    return sorted(
        (found.start(), found.end(), new)
        for pattern, new in OPERATORS
        for found in re.finditer(pattern, code)
    )


def main() -> None:
    """Try a sample, and print which mutants live."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=14)
    options = parser.parse_args()
    digits, *rules, checker = (path.read_text("utf-8") for path in held.SOURCES)
    script = "\n".join(rules)
    places = mutants(script)
    chosen = sorted(random.Random(options.seed).sample(places, min(options.sample, len(places))))
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        given, program = Path(folder, "given.json"), Path(folder, "mutants.js")
        given.write_text(json.dumps([digits, script, checker, steps(), chosen]), "utf-8")
        program.write_text(RUN, "utf-8")
        with subprocess.Popen(["node", program, given], stdout=subprocess.PIPE, text=True) as ran:
            assert ran.stdout is not None
            for (start, end, new), told in zip(chosen, ran.stdout, strict=True):
                if told.strip():
                    line = script.count("\n", 0, start)
                    shown = script.splitlines()[line].strip()[:120]
                    print(f"{line + 1}: {script[start:end]} -> {new}: {shown}", flush=True)
                else:
                    killed += 1
    print(f"{killed} of {len(chosen)} killed, of {len(places)} places")


if __name__ == "__main__":
    main()
