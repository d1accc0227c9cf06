#!/bin/sh
# run.sh PROGRAM - runs every tests/cli/test_*.sh against the program.
#
# Each script works in an empty folder of its own and prints one line, `ok NAME`
# or `not ok NAME`, for each thing it holds.  A script that prints none, or that
# ends badly, counts as a failure.  The last line is `N passed, N failed`.
set -u
program=${1:?usage: run.sh PROGRAM [test_NAME.sh...]}
shift
case $program in /*) ;; *) program=$PWD/$program ;; esac
[ -x "$program" ] || { echo "run.sh: $program: is no program" >&2; exit 1; }
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ridgeline-cli.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# Nothing of the user's may have an influence.
unset RIDGELINE_PALETTE_PATH XDG_DATA_HOME XDG_DATA_DIRS NO_COLOR POSIXLY_CORRECT
unset LANG LC_ALL LC_CTYPE LC_NUMERIC LC_MESSAGES LOCPATH
mkdir "$work/home"
HOME=$work/home XDG_DATA_DIRS=$work/none TERM=xterm
export HOME XDG_DATA_DIRS TERM
R=$program ROOT=$root HELPER=$work/helper
export R ROOT HELPER
${CC:-cc} -std=c11 -O1 -o "$HELPER" "$root/tests/cli/helper.c" || exit 1

passed=0 failed=0
[ $# -gt 0 ] || set -- "$root"/tests/cli/test_*.sh
for script in "$@"; do
    case $script in */*) ;; *) script=$root/tests/cli/$script ;; esac
    name=$(basename "$script" .sh)
    mkdir "$work/$name"
    (cd "$work/$name" && sh "$script") >"$work/log" 2>&1
    code=$?
    good=$(grep -c '^ok ' "$work/log")
    bad=$(grep -c '^not ok ' "$work/log")
    if [ "$code" -ne 0 ] || [ $((good + bad)) -eq 0 ]; then
        echo "not ok script ends with code $code" >>"$work/log"
        bad=$((bad + 1))
    fi
    printf '%s: %d passed, %d failed\n' "$name" "$good" "$bad"
    [ "$bad" -eq 0 ] || grep -v '^ok ' "$work/log"
    passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
