#!/bin/sh
# suites.sh UNIT SUITE... - runs each suite of the unit tests, as many at once as there are
# processors (JOBS=1: one after another), and prints what it found when it has ended; TIMES=1
# adds the seconds of each.  The last line is the sum, as one run of all would print it.
set -u
unit=$1
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/ridgeline-unit.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# (By xargs, not by `&`: a shell lets what it runs behind it ignore SIGINT.)
# shellcheck disable=SC2016 # expanded by the shell that xargs starts
one='begin=$(date +%s)
    "$0" "$2" >"$1/$2" 2>&1
    code=$?
    [ -z "${TIMES:-}" ] || echo "$2: $(($(date +%s) - begin)) s" >>"$1/$2"
    [ "$code" -eq 0 ] || echo "$2: ends with code $code" | tee "$1/failed.$2" >>"$1/$2"
    cat "$1/$2"'
printf '%s\n' "$@" | xargs -I{} -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh -c "$one" "$unit" "$work" {}

for suite in "$@"; do
    cat "$work/$suite"
done | awk '/%: Checks: [0-9]+, Failures: / { checks += $3; failures += $5; errors += $7 }
    END { printf "%d%%: Checks: %d, Failures: %d, Errors: %d\n",
        checks ? int(100 * (checks - failures - errors) / checks) : 0, checks, failures, errors }'
# A suite that was killed printed no sum.
for suite in "$@"; do
    [ -f "$work/$suite" ] && [ ! -f "$work/failed.$suite" ] || exit 1
done
