#!/usr/bin/env bash
# The README's test command: a fresh virtual environment, every check, the built wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# mandoc checks the man pages; where it cannot be installed that check is skipped and says so.
if ! command -v mandoc >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  (apt-get update -qq && apt-get install -y -qq mandoc) >/dev/null 2>&1 || true
fi

# The page of a record is tried in a real browser, and pictures are checked as XML.
missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v xmllint >/dev/null || missing+=(libxml2-utils)
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  (apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}") \
    >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log"; echo "no ${missing[*]}: install it"; exit 1; }
fi
# axe-core, from the npm registry, looks for what would keep people from reading the page.
npm install --silent --no-audit --no-fund --prefix "$work/axe" axe-core@4.14 >/dev/null
export AOFREF_BROWSER=yes AOFREF_AXE="$work/axe/node_modules/axe-core/axe.min.js"
test -s "$AOFREF_AXE"

python3 -m venv "$work/env"
"$work/env/bin/pip" install -q --disable-pip-version-check -e '.[test]'
"$work/env/bin/ruff" format --check .
"$work/env/bin/ruff" check .
"$work/env/bin/mypy"
"$work/env/bin/python" -m pytest -W error "$@"

"$work/env/bin/python" -m build -q --wheel --outdir "$work/dist" .
python3 -m venv "$work/wheel"
"$work/wheel/bin/pip" install -q --disable-pip-version-check "$work"/dist/*.whl
record=$(ls "$PWD"/fixtures/records/aof2-*.aof | head -n 1)
(cd "$work" && "$work/wheel/bin/aofref" check --quiet "$record")
"$work/wheel/bin/aofref" show --format html "$record" | grep -c '</html>' >/dev/null
echo "the installed wheel has judged $(basename "$record")"

"$work/env/bin/python" -m benchmarks --quick > "$work/benchmarks"
echo "the benchmarks have run: $(wc -l < "$work/benchmarks") lines, no time asserted"

# Thirty seconds of input that nobody would write: guided where atheris can be installed.
"$work/env/bin/pip" install -q --disable-pip-version-check 'atheris>=3' || echo "no atheris here"
"$work/env/bin/python" -m tools.fuzz --seconds 30 --found "$work/found"

# The compiled form of the rules, held to the same tests; without a C compiler there is none.
if command -v cc >/dev/null; then
  AOFREF_COMPILE=1 "$work/env/bin/python" -m build -q --wheel --outdir "$work/compiled" .
  python3 -m venv "$work/core"
  "$work/core/bin/pip" install -q --disable-pip-version-check \
    "$(ls "$work"/compiled/*.whl)[test]"
  mkdir "$work/apart"
  cp -r tests fixtures man README.md pyproject.toml "$work/apart"
  (cd "$work/apart" && "$work/core/bin/python" -c "
from aofref import rules
assert rules.compiled(), 'the wheel is not compiled'" &&
    "$work/core/bin/python" -m pytest -W error tests/test_cases.py tests/test_fixture_records.py \
      tests/test_incremental.py tests/test_orthodox.py tests/test_perft.py tests/test_pieces.py \
      tests/test_positions.py tests/test_properties.py tests/test_refusals.py \
      tests/test_second_referee.py tests/test_second_refusals.py)
fi
