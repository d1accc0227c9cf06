#!/bin/sh
# run.sh [--accept] PROGRAM [OPTION...] - renders each line of scenes.txt with
# `-f hash` and compares with hashes.txt.  The hash covers size, depth and
# samples, never the bytes of a file.
#
# OPTIONs are added to every scene (determinism.sh adds --threads).  A scene that
# differs leaves its picture in $GOLDEN_FAILURES (default build/golden-failures).
# --accept writes hashes.txt from what PROGRAM paints today.
set -u
here=$(dirname "$0")
failures=${GOLDEN_FAILURES:-build/golden-failures}
accept=
if [ "$1" = --accept ]; then
    accept=yes
    shift
fi
program=$1
shift

passed=0
failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
rm -rf "$failures"

# "name | arguments" -> "name arguments", without comments and empty lines.
sed -e 's/#.*//' -e 's/|/ /' "$here/scenes.txt" | awk 'NF > 1' >"$scratch/scenes"
awk '{ print $1 }' "$scratch/scenes" | sort | uniq -d >"$scratch/twice"
if [ -s "$scratch/twice" ]; then
    sed 's|^|scenes.txt: a name twice: |' "$scratch/twice" >&2
    exit 1
fi

# Arguments are plain words: split at spaces, never expanded.
set -f
while read -r name arguments; do
    # shellcheck disable=SC2086
    actual=$("$program" $arguments "$@" -f hash -o - 2>"$scratch/errors" </dev/null)
    if [ -z "$actual" ]; then
        actual=$(head -n 1 "$scratch/errors")
        actual="none: ${actual:-no output}"
    fi
    echo "$name $actual" >>"$scratch/hashes"
    expected=$(awk -v name="$name" '$1 == name { sub(/^[^ ]+ /, ""); print }' "$here/hashes.txt")
    if [ "$actual" = "$expected" ]; then
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    if [ -z "$accept" ]; then
        mkdir -p "$failures"
        # shellcheck disable=SC2086
        "$program" $arguments "$@" -o "$failures/$name.png" 2>/dev/null </dev/null
        echo "not ok $name: $actual: hashes.txt says ${expected:-nothing}"
    fi
done <"$scratch/scenes"

while read -r name _; do
    if ! grep -q "^$name " "$scratch/scenes"; then
        failed=$((failed + 1))
        [ -n "$accept" ] || echo "not ok $name: is in hashes.txt, but not in scenes.txt"
    fi
done <"$here/hashes.txt"

if [ -n "$accept" ]; then
    if grep ' none: ' "$scratch/hashes" >&2; then
        exit 1
    fi
    cp "$scratch/hashes" "$here/hashes.txt"
    echo "$failed changed, $passed as before: read 'git diff tests/golden/hashes.txt'"
    exit 0
fi
if [ "$failed" -gt 0 ]; then
    echo "The pictures as they are now: $failures/NAME.png; if they are right: make golden-accept"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
