#!/bin/sh
# checks.sh FOLDER CHECK... -- MAKE... - runs `MAKE... CHECK...`, where each check is a target
# that writes FOLDER/CHECK.log and FOLDER/CHECK.code (logged.sh), and prints what failed, so
# that it is on the last screen however many checks ran at once.
set -u
folder=$1
shift
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
        continue
    fi
    echo "FAILED $check (whole log: $folder/$check.log)"
    # TAP-like lines with their details, Check's failures and errors; else the log's end.
    awk '/^not ok/ { shown = 1; print; next } /^ok |^[^ ]/ { shown = 0 } shown && /^ / { print }
        /:[FE]:/ { print }' "$folder/$check.log" >"$folder/failures"
    [ -s "$folder/failures" ] || tail -n 12 "$folder/$check.log" >"$folder/failures"
    head -n 15 "$folder/failures" | cut -c 1-200 | sed 's/^/    /'
    [ "$(wc -l <"$folder/failures")" -le 15 ] || echo "    ... $(wc -l <"$folder/failures") lines"
done
exit 1
