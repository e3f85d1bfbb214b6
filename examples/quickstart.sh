#!/usr/bin/env bash
# From a fresh clone to a Triton softmax on the NPU simulator: installs what is
# missing, builds the one program that it runs, and runs it. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."
core/cmake/install-packages.sh
[ -f build/build.ninja ] || cmake -B build -G Ninja >build-configure.log 2>&1 || { cat build-configure.log; exit 1; }
rm -f build-configure.log
echo "building build/bin/kiln (some minutes the first time)"
ninja -C build kiln
run() { echo "\$ $*"; "$@"; }

echo
echo "vector add: 3 programs of 1024 elements, the last one ragged"
run build/bin/kiln run test/triton/general/vector_add.ttir --target=npu --grid=3 \
  --arg x_ptr=randn:f32[3000] --arg y_ptr=randn:f32[3000] --arg o_ptr=zeros:f32[3000] --arg n=3000 --check

echo
echo "softmax of 64 rows of 781 columns, checked against the reference"
run build/bin/kiln run test/triton/general/softmax_rows.ttir --target=npu --grid=64 \
  --arg x_ptr=randn:f32[64x781] --arg o_ptr=zeros:f32[64x781] \
  --arg x_stride=781 --arg o_stride=781 --arg n_cols=781 --check --stats
