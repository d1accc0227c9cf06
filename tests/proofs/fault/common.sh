# common.sh - what the scripts of tests/proofs/fault share; they source it first, with PROGRAM in $1.
#
# $R is the program, $ROOT the project, $BAD a writer that every one of them must catch, $EACH the judge of what
# a fault leaves behind.  SLICE=1 in the environment tries a few points in place of all;
# POINTS=60: so many.
# shellcheck shell=sh
set -u
program=${1:?usage: $0 PROGRAM}
case $program in /*) ;; *) program=$PWD/$program ;; esac
cd "$(dirname "$0")/../../.." || exit 1
# what is synced after each file costs a disk minutes
[ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
SLICE=${SLICE:-}
unset RIDGELINE_PALETTE_PATH XDG_DATA_HOME XDG_DATA_DIRS LANG LC_ALL
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
# shellcheck disable=SC2154,SC2034 # scratch is of verdict.sh; the scripts use them
EACH=$scratch/each BAD=$scratch/bad_writer R=$program ROOT=$PWD

build()
{
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O1 "$@"
}

verdict 'the judge is built' build -o "$EACH" tests/proofs/fault/each.c || exit 1
verdict 'the bad writer is built' build -o "$BAD" tests/proofs/fault/bad_writer.c || exit 1

# case_new: an empty $scratch/case/old.
case_new()
{
    rm -rf "$scratch/case"
    mkdir -p "$scratch/case/old"
}

# old_file NAME: there has been a file of that name.
old_file()
{
    mkdir -p "$(dirname "$scratch/case/old/$1")"
    echo 'what was there before' >"$scratch/case/old/$1"
}

# some COUNT FEW: the numbers 1 to COUNT; in a slice FEW of them, the first and the last too.
some()
{
    if [ -z "$SLICE" ] || [ "$1" -le "$2" ]; then
        seq 1 "$1"
    else
        awk -v n="$1" -v few="$2" 'BEGIN {
            for (i = 0; i < few; i++) print 1 + int(i * (n - 1) / (few - 1)) }'
    fi
}

# bears NAME EACH-ARGUMENT...: the faults in $scratch/faults leave nothing that is wrong.  They
# are in a file, because what counts verdicts must not be behind a pipe.
bears()
{
    bears_name=$1
    shift
    "$EACH" "$@" <"$scratch/faults" >"$scratch/bears"
    bears_code=$?
    verdict "$bears_name: $(tail -n 1 "$scratch/bears")" told "$bears_code" "$scratch/bears"
}

told()
{
    cat "$2"
    return "$1"
}

# caught NAME EACH-ARGUMENT...: the faults in $scratch/faults show that a writer is bad.
caught()
{
    caught_name=$1
    shift
    "$EACH" "$@" <"$scratch/faults" >"$scratch/bears" 2>&1
    verdict "calibration, $caught_name is caught: $(tail -n 1 "$scratch/bears")" \
        grep -q ' runs, [1-9][0-9]* wrong$' "$scratch/bears"
}
