#!/usr/bin/env bash
# Ask PyPI for known faults in the packages of .ci/requirements.txt: 1 where there is one.  Where
# the answers cannot be had, as behind a mirror, it says so and is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."
told=$(mktemp)
trap 'rm -f "$told"' EXIT
timeout 120 "${1:-pip-audit}" --disable-pip --require-hashes -r .ci/requirements.txt \
  --format json --output "$told" --progress-spinner off --timeout 15 >/dev/null 2>&1 || true
python3 - "$told" <<'PYTHON'
import json
import sys

try:
    with open(sys.argv[1], encoding="utf-8") as file:
        packages = json.load(file)["dependencies"]
except (OSError, ValueError):
    sys.exit(print("pip-audit: its data cannot be reached; nothing was audited"))
asked = [package for package in packages if "skip_reason" not in package]
known = [(package, fault) for package in asked for fault in package["vulns"]]
for package, fault in known:
    print(f"pip-audit: {package['name']} {package['version']}: {fault['id']}")
print(f"pip-audit: {len(asked)} of {len(packages)} packages audited, {len(known)} known faults")
sys.exit(bool(known))
PYTHON
