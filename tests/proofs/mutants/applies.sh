#!/bin/sh
# applies.sh - names the mutants whose lines the source no longer has, in seconds: builds and
# runs nothing.  A mutant follows its line by hand: MUTANT.mutant, after `@@ FILE`.
set -u
cd "$(dirname "$0")/../../.." || exit 1
top=$PWD
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0
for file in tests/proofs/mutants/*.mutant; do
    rm -rf "$scratch/src" && cp -R src "$scratch/" || exit 1
    why=$(cd "$scratch" && awk -f "$top/tests/proofs/mutants/edit.awk" "$top/$file" 2>&1) && continue
    failed=$((failed + 1))
    echo "not ok $(basename "$file" .mutant): ${why#"$top"/}"
done
echo "$failed mutants do not apply"
[ $failed -eq 0 ]
