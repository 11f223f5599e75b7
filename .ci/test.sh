#!/usr/bin/env bash
# The README's test command: every check, in fresh environments, on two cores.  What README,
# CONTRIBUTING and the manual name is run in a clone, as written (tools/documents.py): ruff, mypy and
# the tests among it; beside it go the tests with other packages and Pythons, and the builds.
set -euo pipefail
cd "$(dirname "$0")/.."
# Hundreds of processes load aofref here: it is compiled once, and what pip installs when it is loaded.
unset PYTHONDONTWRITEBYTECODE
export PIP_COMPILE=0 PIP_DISABLE_PIP_VERSION_CHECK=1
work=$(mktemp -d)
chmod 755 "$work"  # some tests run as nobody, who must find the modules
trap 'rm -rf "$work"' EXIT

# What tests, tools and the documents' commands start, and Debian's packages that have it: a test that
# starts another program fails (tests/programs.py).  chromium-headless-shell, for one, tries the pages.
programs=(
  chromium-headless-shell=chromium-headless-shell
  groff=groff-base
  mandoc=mandoc
  parallel=parallel
  pdftotext=poppler-utils
  xmllint=libxml2-utils
)
missing=()
for program in "${programs[@]}"; do
  command -v "${program%%=*}" >/dev/null || missing+=("${program#*=}")
done
# The font in which two renderers are compared; to compile the rules, a compiler and Python's headers.
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || missing+=(fonts-dejavu-core)
command -v cc >/dev/null || missing+=(gcc libc6-dev)
[ -e "$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] || missing+=(python3-dev)
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}") >"$work/apt.log" 2>&1 ||
    { tail -n 20 "$work/apt.log"; echo "no ${missing[*]}: install it"; exit 1; }
fi
# From the npm registry: axe-core looks for what would keep people from reading the page, and esbuild
# shows that the scripts that ship are those of their sources.
npm install --silent --no-audit --no-fund --prefix "$work/npm" axe-core@4.14 esbuild@0.25.12 >/dev/null &
npm=$!
export AOFREF_BROWSER=yes AOFREF_AXE="$work/npm/node_modules/axe-core/axe.min.js"
export PATH="$work/npm/node_modules/.bin:$PATH"

# uv installs in two seconds what pip takes half a minute for; pip, where uv reaches nothing.
python3 -m venv "$work/uv"
awk '/^[^ ]/ { wanted = /^uv==/ } wanted' .ci/requirements.txt > "$work/uv.txt"
"$work/uv/bin/pip" install -q --require-hashes --no-deps -r "$work/uv.txt"

install() {  # FOLDER ARGUMENT...
  "$work/uv/bin/uv" pip install -q --no-deps --python "$1/bin/python" "${@:2}" ||
    "$work/uv/bin/pip" --python "$1/bin/python" install -q --no-deps "${@:2}"
}

# A virtual environment with packages whose hashes are known.
packages() {  # FOLDER PYTHON REQUIREMENTS
  "$2" -m venv --without-pip "$1"
  install "$1" --require-hashes -r "$3"
}

# The same, and aofref from here.
environment() {  # FOLDER PYTHON REQUIREMENTS
  packages "$@"
  install "$1" --no-build-isolation -e .
}

# A clone, with what is not committed yet, and its environment.
git clone -q . "$work/clone"
git ls-files -z -co --exclude-standard | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; else rm -f "$work/clone/$file"; fi
done | xargs -0 cp --parents -t "$work/clone"
git -C "$work/clone" add -A
git -C "$work/clone" -c user.name=CI -c user.email=ci@localhost commit -q --allow-empty -m "as it is"
(cd "$work/clone" && environment .venv python3 .ci/requirements.txt &&
  .venv/bin/python -m ensurepip --default-pip >/dev/null)

wait "$npm"
test -s "$AOFREF_AXE"

# Some tests of each room with the oldest packages that pyproject.toml allows, and on the other Pythons.
rooms=(tests/cli/test_fixtures.py tests/judge/test_scenes.py tests/judge/test_fixture_records.py tests/library/test_library.py tests/notation/test_moves.py tests/notation/test_positions.py tests/rules/test_refuse.py tests/report/test_reports.py tests/report/test_tables.py)
elsewhere() {
  environment "$work/lowest" python3 .ci/lowest.txt
  AOFREF_BROWSER= "$work/lowest/bin/python" -m pytest -W error -m "not slow" -k "not by_every_entry" "${rooms[@]}"
  echo "tests of each room have passed with the lowest versions of what aofref needs"
  ours=$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
  for python in python3.11 python3.12 python3.13; do
    # A version that pyenv keeps is found there, too: its shims answer for the chosen one only.
    for found in "$(command -v $python || true)" "$HOME"/.pyenv/versions/*/bin/$python; do
      if [ "$python" != "$ours" ] && [ ! -e "$work/$python" ] && "$found" -c '' 2>/dev/null; then
        environment "$work/$python" "$found" .ci/requirements.txt
        "$work/$python/bin/python" -m pytest -W error -m "not slow" -k "not by_every_entry" "${rooms[@]}"
        echo "tests of each room have passed with $python"
      fi
    done
  done
}

# Whoever builds this commit gets these bytes: wheel and sdist, here and from a copy elsewhere.
builds() {
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  packages "$work/build" python3 .ci/requirements.txt
  "$work/build/bin/python" -m build -q --no-isolation --outdir "$work/dist" .
  (umask 077 && mkdir "$work/copy" && git ls-files -z | xargs -0 cp --parents -t "$work/copy" &&
    "$work/build/bin/python" -m build -q --no-isolation --outdir "$work/again" "$work/copy")
  for file in "$work"/dist/*; do
    cmp "$file" "$work/again/$(basename "$file")"
  done
  echo "built twice, the same bytes: $(cd "$work/dist" && sha256sum ./* | cut -c1-12,65- | tr '\n' ' ')"

  python3 -m venv --without-pip "$work/wheel"
  "$work/uv/bin/pip" --python "$work/wheel/bin/python" install -q "$work"/dist/*.whl
  record=$(ls "$PWD"/fixtures/records/aof2-*.aof | head -n 1)
  (cd "$work" && "$work/wheel/bin/aofref" check --quiet "$record")
  "$work/wheel/bin/aofref" show --format html "$record" | grep -c '</html>' >/dev/null
  "$work/wheel/bin/aofref" man | grep -ce ' --pipe --recstart ' >/dev/null
  echo "the installed wheel has judged $(basename "$record") and has its manual"
}

# A compiled wheel is built, repaired and tested as pyproject.toml has cibuildwheel do it, for one Python.
compiled() {
  sed -n 's/^\([^ ].*==.*\) \\$/\1/p' .ci/requirements.txt > "$work/versions.txt"
  # It is tested for what it does, not for its speed: unoptimised it is compiled in half the time, and in a
  # third of that where gcc does not look at how mypyc's seventeen megabytes of C are indented.  The browser
  # tests the pages of the pure form.
  local -x PIP_CONSTRAINT="$work/versions.txt" MYPYC_OPT_LEVEL=0 AOFREF_BROWSER=
  local -x CFLAGS=-Wno-misleading-indentation
  "$work/clone/.venv/bin/python" -m tools.documents --only tools.wheels "$work/clone" "$work/compiling"
}

# The benchmarks run, whatever they measure beside all else.
benchmarks() {
  "$work/clone/.venv/bin/python" -m tools.documents --only benchmarks "$work/clone" "$work/measured"
}

# Beside the other commands of the documents, of which most keep one core busy.
(compiled; builds; elsewhere; benchmarks) > "$work/beside.log" 2>&1 &
beside=$!
status=0
"$work/clone/.venv/bin/python" -m tools.documents --without tools.wheels --without benchmarks \
  "$work/clone" "$work/shown" || status=1
wait "$beside" || status=1
cat "$work/beside.log"
exit "$status"
