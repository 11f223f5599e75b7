#!/usr/bin/env bash
# The README's test command: a fresh virtual environment, every check, the built wheel.
# Words behind it go to pytest (bash .ci/test.sh -k clerk); the whole only is held to its coverage.
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

# uv installs in two seconds what pip takes half a minute for; pip, where uv reaches nothing.
python3 -m venv "$work/uv"
awk '/^[^ ]/ { wanted = /^uv==/ } wanted' .ci/requirements.txt > "$work/uv.txt"
"$work/uv/bin/pip" install -q --disable-pip-version-check --require-hashes --no-deps -r "$work/uv.txt"

# A virtual environment with packages whose hashes are known, and aofref from here.
environment() {  # FOLDER PYTHON REQUIREMENTS
  "$2" -m venv "$1"
  "$work/uv/bin/uv" pip install -q --python "$1/bin/python" --require-hashes --no-deps -r "$3" ||
    "$1/bin/pip" install -q --disable-pip-version-check --require-hashes --no-deps --no-compile -r "$3"
  "$1/bin/pip" install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
}

environment "$work/env" python3 .ci/requirements.txt
"$work/env/bin/ruff" format --check .
"$work/env/bin/ruff" check .
"$work/env/bin/mypy"

export COVERAGE_FILE="$work/coverage/data"
mkdir "$work/coverage"
"$work/env/bin/coverage" run -m pytest -n 2 --dist worksteal --durations 10 -W error \
  -m "not unmeasured" "$@"
if [ $# = 0 ]; then
  "$work/env/bin/python" -m pytest -n 2 --dist worksteal --durations 10 -W error -m unmeasured
  "$work/env/bin/coverage" combine -q
  "$work/env/bin/coverage" json -q -o "$work/coverage.json"
  "$work/env/bin/python" -m tools.covered "$work/coverage.json"
fi

# The tests of each room with the oldest packages that pyproject.toml allows, and on the other Pythons.
elsewhere=(tests/test_{bad_input,cli_fixtures,comfort,easy,encodings,faults,man,many,moves,notations,pictures,positions,progress,records,refusals,schemas,seldom,short_play,words}.py)
environment "$work/lowest" python3 .ci/lowest.txt
AOFREF_BROWSER= "$work/lowest/bin/python" -m pytest -n 2 -W error -m "not slow" "${elsewhere[@]}"
AOFREF_BROWSER= "$work/lowest/bin/python" -m pytest -W error tests/test_page.py
echo "the tests of each room have passed with the lowest versions of what aofref needs"
ours=$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
for python in python3.11 python3.12 python3.13; do
  # A version that pyenv keeps is found there, too: its shims answer for the chosen one only.
  for found in "$(command -v $python || true)" "$HOME"/.pyenv/versions/*/bin/$python; do
    if [ "$python" != "$ours" ] && [ ! -e "$work/$python" ] && "$found" -c '' 2>/dev/null; then
      environment "$work/$python" "$found" .ci/requirements.txt
      "$work/$python/bin/python" -m pytest -n 2 -W error -m "not slow" "${elsewhere[@]}"
      echo "the tests of each room have passed with $python"
    fi
  done
done

# Whoever builds this commit gets these bytes: wheel and sdist, here and from a copy elsewhere.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
"$work/env/bin/python" -m build -q --no-isolation --outdir "$work/dist" .
(umask 077 && mkdir "$work/copy" && git ls-files -z | xargs -0 cp --parents -t "$work/copy" &&
  "$work/env/bin/python" -m build -q --no-isolation --outdir "$work/again" "$work/copy")
for file in "$work"/dist/*; do
  cmp "$file" "$work/again/$(basename "$file")"
done
echo "built twice, the same bytes: $(cd "$work/dist" && sha256sum ./* | cut -c1-12,65- | tr '\n' ' ')"

python3 -m venv "$work/wheel"
"$work/wheel/bin/pip" install -q --disable-pip-version-check "$work"/dist/*.whl
record=$(ls "$PWD"/fixtures/records/aof2-*.aof | head -n 1)
(cd "$work" && "$work/wheel/bin/aofref" check --quiet "$record")
"$work/wheel/bin/aofref" show --format html "$record" | grep -c '</html>' >/dev/null
echo "the installed wheel has judged $(basename "$record")"

bash .ci/audit.sh "$work/env/bin/pip-audit"

# What needs one core only runs side by side: building the compiled form, benchmarks, fuzzing.
compiling=
if command -v cc >/dev/null; then
  AOFREF_COMPILE=1 "$work/env/bin/python" -m build -q --no-isolation --wheel --outdir "$work/compiled" . &
  compiling=$!
fi

# Thirty seconds of input that nobody would write: guided where atheris can be installed.
"$work/env/bin/pip" install -q --disable-pip-version-check 'atheris>=3' || echo "no atheris here"
"$work/env/bin/python" -m tools.fuzz --seconds 30 --found "$work/found" &
fuzzing=$!

"$work/env/bin/python" -m benchmarks --quick > "$work/benchmarks"
echo "the benchmarks have run: $(wc -l < "$work/benchmarks") lines, no time asserted"
wait "$fuzzing"

# The compiled rules are held to the same cases, counts and facts; without a C compiler there is none.
if [ -n "$compiling" ]; then
  wait "$compiling"
  "$work/env/bin/pip" uninstall -q -y aofref
  "$work/env/bin/pip" install -q --disable-pip-version-check --no-deps "$work"/compiled/*.whl
  mkdir "$work/apart"
  cp -r tests fixtures man README.md pyproject.toml "$work/apart"
  (cd "$work/apart" && "$work/env/bin/python" -c "
from aofref import rules
assert rules.compiled(), 'the wheel is not compiled'" &&
    "$work/env/bin/python" -m pytest -n 2 -W error tests/test_cases.py tests/test_fixture_records.py \
      tests/test_incremental.py tests/test_orthodox.py tests/test_perft.py tests/test_pieces.py \
      tests/test_positions.py tests/test_refusals.py tests/test_second_referee.py \
      tests/test_short_play.py -k "not against and not wrong_games and not wrong_referee")
fi
