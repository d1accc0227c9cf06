#!/bin/sh
# replay.sh BUILD HARNESS... - every harness over its committed corpus, by the replay-...
# programs of BUILD: no clang and no libFuzzer.  A few seconds.
set -u
build=$1
shift
[ $# -gt 0 ] || {
    echo 'not ok tests/fuzz: holds no harness'
    exit 1
}
failed=0
for harness; do
    "$build/replay-$harness" "tests/fuzz/corpus/$harness.pack" || failed=1
done
exit $failed
