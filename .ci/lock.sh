#!/usr/bin/env bash
# Write .ci/requirements.txt again: every package that CI installs, with the hashes of its files,
# for Python 3.11 and newer on any system.  Needs uv (pip install uv).
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
  --extra test --extra mutate --no-emit-package pip --custom-compile-command "bash .ci/lock.sh" \
  pyproject.toml .ci/tools.in --output-file .ci/requirements.txt

# The lowest versions that pyproject.toml allows, for the tests that run without a browser.
tools=()
for name in ruff codespell mypy mypy-extensions build pyproject-hooks playwright greenlet pyee types-jsonschema types-tqdm coverage; do
  tools+=(--no-emit-package "$name")
done
uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
  --resolution lowest-direct --extra test --custom-compile-command "bash .ci/lock.sh" \
  "${tools[@]}" pyproject.toml .ci/lowest.in --output-file .ci/lowest.txt
