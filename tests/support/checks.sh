#!/bin/sh
# checks.sh FOLDER CHECK... -- MAKE... - runs `MAKE... CHECK...`, where each check is a target
# that writes FOLDER/CHECK.log and FOLDER/CHECK.code (logged.sh), and prints what failed, so
# that it is on the last screen however many checks ran at once, with the command that runs
# one of them again.
set -u
folder=$1
out=$(dirname "$folder")
shift

# again CHECK: commands that repeat the parts of it that failed, else all of it.
again()
{
    log=$folder/$1.log
    case $1 in
    check-unit*)
        sed -n 's|.*/test_\([a-z0-9_]*\)\.c:[0-9]*:[FE]:.*|\1|p' "$log" | LC_ALL=C sort -u |
            sed "s|^|env GOLDEN_SCENES=$out/golden-scenes $out/unit |"
        ;;
    check-cli)
        sed -n 's|^\(test_[a-z0-9_]*\): [0-9]* passed, [1-9][0-9]* failed.*|\1.sh|p' "$log" |
            sed "s|^|sh tests/full/cli/run.sh $out/ridgeline |"
        ;;
    esac >"$folder/again"
    [ -s "$folder/again" ] || echo "make $1" >"$folder/again"
    sed 's/^/    again: /' "$folder/again"
}

checks=
while [ "$1" != -- ]; do
    checks="$checks $1"
    shift
done
shift
rm -rf "$folder"
mkdir -p "$folder"
# Check names are words.
# shellcheck disable=SC2086
"$@" $checks
code=$?
failed=
for check in $checks; do
    [ "$(cat "$folder/$check.code" 2>/dev/null)" = 0 ] || failed="$failed $check"
done
if [ $code -eq 0 ] && [ -z "$failed" ]; then
    echo "passed:$checks"
    exit 0
fi
echo
for check in $failed; do
    if [ ! -f "$folder/$check.code" ]; then
        echo "FAILED $check: not run: see the errors above"
        echo "    again: make $check"
        continue
    fi
    echo "FAILED $check (whole log: $folder/$check.log)"
    # TAP-like lines with their details, Check's failures and errors; else the log's end.
    awk '/^not ok/ { shown = 1; print; next } /^ok |^[^ ]/ { shown = 0 } shown && /^ / { print }
        /:[FE]:/ { print }' "$folder/$check.log" >"$folder/failures"
    [ -s "$folder/failures" ] || tail -n 12 "$folder/$check.log" >"$folder/failures"
    head -n 15 "$folder/failures" | cut -c 1-200 | sed 's/^/    /'
    [ "$(wc -l <"$folder/failures")" -le 15 ] || echo "    ... $(wc -l <"$folder/failures") lines"
    again "$check"
done
exit 1
