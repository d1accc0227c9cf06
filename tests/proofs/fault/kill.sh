#!/bin/sh
# kill.sh PROGRAM - a signal at every system call of a run.
#
# Pairs of a call's name and its number are tried, all of them: strace counts each name for
# itself, so "the Kth call of any name" would miss most moments.  After SIGKILL the old file or
# the new one is there, whole, and the next run sweeps what was left beside it.  SIGTERM and
# SIGINT leave nothing, and the process ends by them or has done all its work.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
need_tools strace || exit 1
few=8

# kills_of SIGNAL ARG...: the words that send it at each call from the program's beginning on.
kills_of()
{
    kills_signal=$1
    shift
    rm -rf "$scratch/dry"
    cp -r "$scratch/case/old" "$scratch/dry"
    (cd "$scratch/dry" && strace -qq -o "$scratch/calls" "$@" >/dev/null 2>&1)
    sed -n 's/^\([a-z_0-9]*\)(.*/\1/p' "$scratch/calls" |
        awk '{ count[$1]++ } $1 == "munmap" { begun = 1 }
            begun && $1 != "exit_group" { print $1, count[$1] }' >"$scratch/points"
    some "$(wc -l <"$scratch/points")" $few | while read -r n; do
        sed -n "${n}s|\([^ ]*\) \(.*\)|strace -qq -o /dev/null -e trace=\1 -e inject=\1:signal=$kills_signal:when=\2|p" \
            "$scratch/points"
    done
}

# kills NAME ARG...
kills()
{
    kills_name=$1
    shift
    kills_of SIGKILL "$R" "$@" >"$scratch/faults"
    bears "$kills_name, SIGKILL" -s 9 -l -n "$scratch/case" "$R" "$@"
    kills_of SIGTERM "$R" "$@" >"$scratch/faults"
    bears "$kills_name, SIGTERM" -s 15 "$scratch/case" "$R" "$@"
    kills_of SIGINT "$R" "$@" >"$scratch/faults"
    bears "$kills_name, SIGINT" -s 2 "$scratch/case" "$R" "$@"
}

# ---- calibration ----------------------------------------------------------------

case_new
old_file a.png
few=1000
kills_of SIGKILL "$BAD" -o a.png >"$scratch/faults"
caught 'an old file overwritten' -s 9 -l "$scratch/case" "$BAD" -o a.png
kills_of SIGTERM "$BAD" --temporary -o a.png >"$scratch/faults"
caught 'a temporary that stays' -s 15 "$scratch/case" "$BAD" --temporary -o a.png
kills_of SIGKILL "$BAD" --temporary -o a.png >"$scratch/faults"
caught 'a temporary that nobody sweeps' -s 9 -l -n "$scratch/case" "$BAD" --temporary -o a.png
few=8

# ---- the program ----------------------------------------------------------------

case_new
old_file a.png
kills 'render' -s 40x24 --seed 7 --threads 1 -q -o a.png
kills 'render, two threads' -s 40x24 --seed 7 --threads 2 -q -o a.png
kills 'map' map --seed 7 -s 17 --threads 1 -q -o a.png
case_new
kills 'layers' layers -s 64x24 --seed 7 --threads 1 -q -o layers
kills 'wallpaper' wallpaper -s 40x24 --seed 7 --threads 1 -q --dark --now @1795240800 -o walls
verdicts_end
