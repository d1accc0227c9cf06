#!/bin/sh
# run.sh BUILD [NAME...] - breaks the source on purpose, once for each NAME.mutant here, and
# requires that the test which the mutant names fails.
#
# BUILD is the folder of a finished build: the source and its objects are copied, so that
# only what a mutant changes is compiled.  Each test that is named must first pass on the
# unbroken source.  SLICE=N takes four mutants, other ones for each N.  What a test said is
# kept in BUILD/mutants/NAME.log.
#
# `caught:` is one of
#     unit SUITE          a suite of tests/fast or tests/full
#     cli SCRIPT          a script of tests/full/cli
#     golden SCENE...     scenes of tests/full/golden
#     fault SCRIPT        a script of tests/proofs/fault
# and `slow: yes` keeps a mutant out of slices.
set -u
build=${1:?usage: run.sh BUILD [NAME...]}
shift
cd "$(dirname "$0")/../../.." || exit 1
place=$build/mutants
SLICED=4
# A mutant may run for ever.
LIMIT=900
# On a busy machine Check's own limits are too near.
export CK_TIMEOUT_MULTIPLIER=10
# What is synced after each file costs a disk minutes.
[ -n "${TMPDIR:-}" ] || { [ -w /dev/shm ] && TMPDIR=/dev/shm && export TMPDIR; }

fail()
{
    echo "run.sh: $*" >&2
    exit 1
}

# ---- which mutants ------------------------------------------------------------

for tool in timeout awk find; do
    command -v $tool >/dev/null || fail "$tool is not installed"
done
if [ $# -eq 0 ]; then
    set --
    for file in tests/proofs/mutants/*.mutant; do
        set -- "$@" "$(basename "$file" .mutant)"
    done
fi
for name in "$@"; do
    [ -f "tests/proofs/mutants/$name.mutant" ] || fail "$name: no such mutant"
done

# word WORD NAME: what the mutant's line of that name says.
word()
{
    sed -n "/^@@/q; s/^$1: *//p" "tests/proofs/mutants/$2.mutant"
}

# slice NAME...: four of those whose test takes a few seconds, as far apart as they can be.
slice()
{
    for name in "$@"; do
        [ -n "$(word slow "$name")" ] || echo "$name"
    done | awk -v number="$SLICE" -v most=$SLICED '{ name[NR - 1] = $0 }
        END { for (i = 0; i < most; i++) print name[(int(i * NR / most) + number) % NR] }'
}

case ${SLICE:-} in
'') ;;
*[!0-9]*) fail "SLICE=$SLICE: must be a number" ;;
*)
    # shellcheck disable=SC2046 # words
    set -- $(slice "$@")
    ;;
esac

# ---- the copy -------------------------------------------------------------------

# shellcheck source=tests/support/tree.sh
. tests/support/tree.sh

# Puts back what was changed since the stamp, with its dates.
restore()
{
    (cd "$place/tree" && find . -newer "$place/stamp" -type f) >"$place/changed"
    while read -r file; do
        if [ -f "$place/whole/$file" ]; then
            cp -p "$place/whole/$file" "$place/tree/$file"
        else
            rm -f "$place/tree/$file"
        fi
    done <"$place/changed"
}

# ---- the tests ------------------------------------------------------------------

# targets KIND: what has to be built for a test.
targets()
{
    case $1 in
    unit) echo build/unit ;;
    cli) echo build/ridgeline build/pages-make build/alt-truth ;;
    *) echo build/ridgeline ;;
    esac
}

# golden SCENE...: some of them alone.
golden()
{
    rm -rf tests/some
    mkdir tests/some
    cp tests/full/golden/run.sh tests/some/
    for scene in "$@"; do
        grep "^$scene " tests/full/golden/scenes.txt >>tests/some/scenes.txt || return 9
        grep "^$scene " tests/full/golden/hashes.txt >>tests/some/hashes.txt || return 9
    done
    GOLDEN_FAILURES=build/golden-failures timeout $LIMIT sh tests/some/run.sh build/ridgeline
}

# test_runs KIND NAME...: in the copy; fails as the test does.
test_runs()
{
    kind=$1
    shift
    (
        cd "$place/tree" || exit 9
        case $kind in
        unit)
            ls tests/f*/test_"$1".c >/dev/null 2>&1 || exit 9
            timeout $LIMIT build/unit "$@"
            ;;
        cli) timeout $LIMIT sh tests/full/cli/run.sh build/ridgeline "$@" ;;
        golden) golden "$@" ;;
        fault) timeout $LIMIT sh "tests/proofs/fault/$1" build/ridgeline ;;
        *) exit 9 ;;
        esac
    )
}

# Every test that is named, on the source as it is.
calibrate()
{
    for name in "$@"; do
        word caught "$name"
    done | sort -u >"$place/tests"
    while read -r test; do
        # shellcheck disable=SC2086 # words
        test_runs $test >"$place/log" 2>&1 </dev/null && continue
        tail -n 20 "$place/log"
        fail "'$test' fails on the unbroken source"
    done <"$place/tests"
}

# ---- one mutant -----------------------------------------------------------------

# edited NAME LOG: in the copy.
edited()
{
    (cd "$place/tree" && awk -f "$top/tests/proofs/mutants/edit.awk" "$top/tests/proofs/mutants/$1.mutant") \
        >"$2" 2>&1
}

# try NAME: prints yes, or what is wrong.
# shellcheck disable=SC2046,SC2086 # words
try()
{
    log=$place/$1.log
    test=$(word caught "$1")
    edited "$1" "$log" || { echo 'NO: does not apply' && return; }
    tree_make "$log" $(targets ${test%% *}) || { echo 'NO: does not build' && return; }
    test_runs $test >"$log" 2>&1 </dev/null
    case $? in
    0) echo 'NO: survives' ;;
    9) echo 'NO: no such test' ;;
    124) echo 'NO: runs for ever' ;;
    *) echo yes ;;
    esac
}

tree_copy program.a unit pages-make alt-truth golden-scenes || fail 'cannot copy the project'
tree_make "$place/log" build/ridgeline build/unit build/pages-make build/alt-truth ||
    { tail -n 20 "$place/log" && fail 'the unbroken source does not build'; }
cp -Rp "$place/tree" "$place/whole"
calibrate "$@"

survivors=0
echo 'mutant | broken | caught by | caught | seconds'
echo '--- | --- | --- | --- | ---'
for name in "$@"; do
    start=$(date +%s)
    touch "$place/stamp"
    caught=$(try "$name")
    restore
    echo "$name | $(word broken "$name") | $(word caught "$name") | $caught | $(($(date +%s) - start))"
    [ "$caught" = yes ] && continue
    survivors=$((survivors + 1))
    tail -n 5 "$place/$name.log" | sed 's/^/    /'
done
rm -rf "$place/tree" "$place/whole"
echo "$(($# - survivors)) of $# mutants caught"
[ "$survivors" -eq 0 ]
