#!/bin/sh
# run.sh PROGRAM [test_NAME.sh...] - runs every tests/full/cli/test_*.sh against the
# program, as many at once as there are processors (JOBS=1: one after another).
#
# Each script works in an empty folder and with a home of its own and prints one
# line, `ok NAME` or `not ok NAME`, for each thing it holds.  A script that prints
# none, or that ends badly, counts as a failure.  Scripts are reported in the order
# of their names; TIMES=1 adds the seconds of each.  The last line is
# `N passed, N failed`.
set -u
program=${1:?usage: run.sh PROGRAM [test_NAME.sh...]}
shift
case $program in /*) ;; *) program=$PWD/$program ;; esac
[ -x "$program" ] || { echo "run.sh: $program: is no program" >&2; exit 1; }
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ridgeline-cli.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# Nothing of the user's may have an influence, and no test may change what the user sees.
unset XDG_CURRENT_DESKTOP XDG_SESSION_DESKTOP DESKTOP_SESSION DISPLAY WAYLAND_DISPLAY SWAYSOCK
unset HYPRLAND_INSTANCE_SIGNATURE DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR
unset XDG_CONFIG_HOME XDG_STATE_HOME RIDGELINE_CONFIG
unset RIDGELINE_PALETTE_PATH XDG_DATA_HOME XDG_DATA_DIRS NO_COLOR POSIXLY_CORRECT
unset LANG LC_ALL LC_CTYPE LC_NUMERIC LC_MESSAGES LOCPATH
XDG_DATA_DIRS=$work/none TERM=xterm
export XDG_DATA_DIRS TERM
R=$program ROOT=$root HELPER=$work/helper REFUSED=$work/refused WORK=$work
export R ROOT HELPER REFUSED WORK
for name in helper refused; do
    ${CC:-cc} -std=c11 -O1 -o "$work/$name" "$root/tests/full/cli/$name.c" || exit 1
done

[ $# -gt 0 ] || set -- "$root"/tests/full/cli/test_*.sh
for script in "$@"; do
    case $script in /*) ;; */*) script=$PWD/$script ;; *) script=$root/tests/full/cli/$script ;; esac
    printf '%s\n' "$script"
done >"$work/scripts"

# Runs the script of line $1 of $WORK/scripts, and says that line when it is done.
# (By xargs, not by `&`: a shell lets what it runs behind it ignore SIGINT.)
# shellcheck disable=SC2016 # expanded by the shell that xargs starts
one='script=$(sed -n "$1p" "$WORK/scripts")
    HOME=$WORK/$1.home
    export HOME
    mkdir "$HOME" "$WORK/$1" && cd "$WORK/$1" || exit
    begin=$(date +%s)
    sh "$script" >"$WORK/$1.log" 2>&1
    echo "$? $(($(date +%s) - begin))" >"$WORK/$1.end"
    mv "$WORK/$1.end" "$WORK/$1.code"
    echo "$1"'

# report NUMBER: what the script of that line found; adds it to passed and failed.
report()
{
    log=$work/$1.log
    read -r code seconds <"$work/$1.code"
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    if [ "$code" -ne 0 ] || [ $((good + bad)) -eq 0 ]; then
        echo "not ok script ends with code $code" >>"$log"
        bad=$((bad + 1))
    fi
    printf '%s: %d passed, %d failed%s\n' "$(basename "$(sed -n "$1p" "$work/scripts")" .sh)" \
        "$good" "$bad" "${TIMES:+, $seconds s}"
    [ "$bad" -eq 0 ] || grep -v '^ok ' "$log"
    passed=$((passed + good)) failed=$((failed + bad))
}

awk '{ print NR }' "$work/scripts" |
    xargs -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh -c "$one" one | {
    passed=0 failed=0 next=1
    while read -r _; do
        while [ -f "$work/$next.code" ]; do
            report "$next"
            next=$((next + 1))
        done
    done
    left=$(($# - next + 1))
    [ "$left" -eq 0 ] || echo "not ok $left scripts never ended"
    echo "$passed passed, $((failed + left)) failed"
    [ $((failed + left)) -eq 0 ]
}
