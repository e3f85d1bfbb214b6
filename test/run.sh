#!/usr/bin/env bash
# Every test: installs what is missing, builds everything, runs lit and
# GoogleTest. Ends with one line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/.."
core/cmake/install-packages.sh || exit 1
if [ ! -f build/build.ninja ]; then
  cmake -B build -G Ninja || exit 1
fi
rm -f build/check.json
ninja -C build || exit 1
ninja -C build check
status=$?
python3 test/count.py build/check.json || status=1
exit $status
