#!/bin/sh
# random.sh BUILD - breaks a copy of the source by rule at places drawn by a seed: random.py.
# It reports and does not fail: which places survive changes with every line of the source.
set -u
build=${1:?usage: random.sh BUILD}
cd "$(dirname "$0")/../../.." || exit 1
place=$build/mutants-random
command -v python3 >/dev/null || { echo 'random.sh: python3 is not installed' >&2; exit 1; }
[ -n "${TMPDIR:-}" ] || { [ -w /dev/shm ] && TMPDIR=/dev/shm && export TMPDIR; }
# shellcheck source=tests/support/tree.sh
. tests/support/tree.sh
tree_copy program.a unit pages-make alt-truth golden-scenes || { echo 'random.sh: cannot copy the project' >&2; exit 1; }
tree_make "$place/log" build/ridgeline build/unit build/pages-make build/alt-truth ||
    { tail -n 20 "$place/log"; exit 1; }
MAKE_COMMAND="${MAKE:-make} -s BUILD=build 'PREFIX_MAPS=$tree_maps'" python3 tests/proofs/mutants/random.py "$place/tree"
code=$?
rm -rf "$place"
exit $code
