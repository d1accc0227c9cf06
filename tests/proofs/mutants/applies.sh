#!/bin/sh
# applies.sh - names the mutants whose lines the source no longer has, in seconds: builds and
# runs nothing.  A mutant follows its line by hand: MUTANT.mutant, after `@@ FILE`.
set -u
cd "$(dirname "$0")/../../.." || exit 1
top=$PWD
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0
cp -R src "$scratch/" || exit 1
for file in tests/proofs/mutants/*.mutant; do
    why=$(cd "$scratch" && awk -f "$top/tests/proofs/mutants/edit.awk" "$top/$file" 2>&1) || {
        failed=$((failed + 1))
        echo "not ok $(basename "$file" .mutant): ${why#"$top"/}"
    }
    # The files that the mutant broke are put back.
    sed -n 's/^@@ //p' "$file" | sort -u | while read -r path; do
        [ ! -f "$path" ] || cp "$path" "$scratch/$path"
    done
done
echo "$failed mutants do not apply"
[ $failed -eq 0 ]
