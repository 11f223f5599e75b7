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
echo "the installed wheel has judged $(basename "$record")"
