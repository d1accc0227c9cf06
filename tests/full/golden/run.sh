#!/bin/sh
# run.sh [--accept] PROGRAM [OPTION...] - renders each line of scenes.txt with
# `-f hash` and compares with hashes.txt.  The hash covers size, depth and
# samples, never the bytes of a file.
#
# OPTIONs are added to every scene (determinism.sh adds --threads).  A scene that
# differs leaves its picture in $GOLDEN_FAILURES (default build/golden-failures).
# GOLDEN_ONLY names a file with the names of the scenes to try (few.txt); else it is all.
# --accept writes hashes.txt from what PROGRAM paints today.
# --older paints each scene from its text, in which keys and sections have the names of version 0.2.
set -u
here=$(dirname "$0")
failures=${GOLDEN_FAILURES:-build/golden-failures}
accept=
older=
case $1 in
--accept)
    accept=yes
    unset GOLDEN_ONLY
    shift
    ;;
--older)
    older=yes
    shift
    ;;
esac
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

# "name hash arguments" of each scene that is wanted.
if [ -n "${GOLDEN_ONLY:-}" ]; then
    sed 's/#.*//' "$GOLDEN_ONLY" | tr -s ' ' '\n' | grep .
else
    cut -d ' ' -f 1 "$scratch/scenes"
fi >"$scratch/names"
awk 'FILENAME == ARGV[1] { name = $1; $1 = ""; line[name] = $0; next }
    FILENAME == ARGV[2] { hash[$1] = $2; next }
    !($1 in line) { print "few: " $1 ": is no scene"; exit 1 }
    { print $1, $1 in hash ? hash[$1] : "nothing", line[$1] }' \
    "$scratch/scenes" "$here/hashes.txt" "$scratch/names" >"$scratch/wanted" || {
    grep '^few: ' "$scratch/wanted" >&2
    exit 1
}

# Turns a scene's text into one of version 0.2; scenes with heights or pictures of the user's have
# no text that stands alone.
if [ -n "$older" ]; then
    grep -vE -e '--from-map|--input|slices=1' "$scratch/wanted" >"$scratch/alone"
    mv "$scratch/alone" "$scratch/wanted"
    echo 's/^\[extent]$/[world]/; s/^world = /style = /; s/^blur = /smooth = /' >"$scratch/older"
fi

# Paints the scene of a line of `wanted`, as many at once as there are processors.  Arguments are
# plain words: split at spaces, never expanded.
# shellcheck disable=SC2016 # expanded by the shell that xargs starts
one='set -f
    program=$1 scratch=$2 options=$3 number=$4
    set -- $(sed -n "${number}p" "$scratch/wanted")
    shift 2
    if [ -f "$scratch/older" ]; then
        "$program" "$@" -q -f scene -o - 2>"$scratch/$number.errors" </dev/null |
            sed -f "$scratch/older" >"$scratch/$number.ini"
        set -- "$scratch/$number.ini"
    fi
    "$program" "$@" $options -f hash -o - >"$scratch/$number" 2>>"$scratch/$number.errors" </dev/null
    true'
awk '{ print NR }' "$scratch/wanted" | xargs -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" \
    sh -c "$one" one "$program" "$scratch" "$*"

number=0
set -f
while read -r name expected arguments; do
    number=$((number + 1))
    actual=$(cat "$scratch/$number")
    if [ -z "$actual" ]; then
        actual=$(head -n 1 "$scratch/$number.errors")
        actual="none: ${actual:-no output}"
    fi
    echo "$name $actual" >>"$scratch/hashes"
    if [ "$actual" = "$expected" ]; then
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    if [ -z "$accept" ]; then
        mkdir -p "$failures"
        # shellcheck disable=SC2086
        "$program" $arguments "$@" -o "$failures/$name.png" 2>/dev/null </dev/null
        echo "not ok $name: $actual: hashes.txt says $expected"
    fi
done <"$scratch/wanted"

awk 'NR == FNR { known[$1]; next } !($1 in known) { print $1 }' \
    "$scratch/scenes" "$here/hashes.txt" >"$scratch/gone"
while read -r name; do
    failed=$((failed + 1))
    [ -n "$accept" ] || echo "not ok $name: is in hashes.txt, but not in scenes.txt"
done <"$scratch/gone"

if [ -n "$accept" ]; then
    if grep ' none: ' "$scratch/hashes" >&2; then
        exit 1
    fi
    cp "$scratch/hashes" "$here/hashes.txt"
    echo "$failed changed, $passed as before: read 'git diff tests/full/golden/hashes.txt'"
    exit 0
fi
if [ "$failed" -gt 0 ]; then
    echo "The pictures as they are now: $failures/NAME.png; if they are right: make golden-accept"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
