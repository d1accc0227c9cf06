#!/bin/sh
# run.sh PROGRAM - every fault once: all scripts of this folder, and a table of what they say.
#
# SLICE=1 in the environment: a minute of it.
set -u
program=${1:?usage: run.sh PROGRAM}
here=$(dirname "$0")
sum=$(mktemp) || exit 1
trap 'rm -f "$sum" "$sum.log"' EXIT
failed=0
for script in order heap calls kill readers disk streams short; do
    echo "== $script"
    start=$(date +%s)
    sh "$here/$script.sh" "$program" >"$sum.log" 2>&1
    code=$?
    cat "$sum.log"
    grep -q '^[0-9]* passed, 0 failed$' "$sum.log" || code=1
    [ $code -eq 0 ] || failed=1
    awk -v name=$script -v seconds=$(($(date +%s) - start)) '
        / runs, [0-9]+ wrong$/ && /^ok [^c]|^not ok [^c]|^ok c[^a]/ { runs += $(NF - 3); wrong += $(NF - 1) }
        /^(not )?ok calibration/ { bad++; caught += /^ok/ }
        / passed, .* failed$/ { line = $0 }
        END { printf "%-8s %6d runs, %d wrong; bad writers caught %d of %d; %s; %d s\n", name, runs, wrong,
            caught, bad, line == "" ? "broke off" : line, seconds }' "$sum.log" >>"$sum"
done
echo "== all"
cat "$sum"
exit $failed
