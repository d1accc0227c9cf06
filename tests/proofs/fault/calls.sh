#!/bin/sh
# calls.sh PROGRAM - every call on a file fails once, and from then on, with each errno.
#
# strace lists the calls of a run without a fault and then makes one of them fail; it reaches
# those of the C library, too.  Afterwards the old file or the new one is there, whole, nothing
# beside it, and the exit code is that of its class: 73 when the output cannot be made, 74 when
# it cannot be written.  EINTR comes every other time in place of always: a call that is always
# interrupted is begun again for ever, as it should be.  ONCE=1 in the environment leaves out what
# goes on: a program of `make coverage` could not write its counters either.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
need_tools strace || exit 1
few=${POINTS:-3}

# The calls that meet a file, beside those of the loader, which come before the first munmap.
FILE_CALLS='openat|read|write|close|fsync|rename|renameat2|unlink|unlinkat|newfstatat|fstat|stat|lstat|lseek|flock|fcntl|
    getdents64|readlink|faccessat2|access|fchmod|mkdir|rmdir|pipe|pipe2|dup|dup3|poll'

# points_of ARG...: `CALL K` for each call on a file: the Kth of that name.  (What a program of
# `make coverage` writes of its own at the end is no part of the run.)
points_of()
{
    rm -rf "$scratch/dry"
    cp -r "$scratch/case/old" "$scratch/dry"
    (cd "$scratch/dry" && strace -qq -o "$scratch/calls" "$@" >/dev/null 2>&1)
    sed -n -e '/[.]gcda"/q' -e 's/^\([a-z_0-9]*\)(.*/\1/p' "$scratch/calls" |
        awk -v wanted="$FILE_CALLS" 'BEGIN { gsub(/[ \n]/, "", wanted) }
            { count[$1]++ } $1 == "munmap" { begun = 1 }
            begun && $1 ~ "^(" wanted ")$" { print $1, count[$1] }' >"$scratch/points"
}

# inject FILE ERRNO WHEN: the words that make each point of a file fail, once or on and on.
inject()
{
    some "$(wc -l <"$1")" $few | while read -r n; do
        sed -n "${n}s|\([^ ]*\) \(.*\)|strace -qq -o /dev/null -e trace=\1 -e inject=\1:error=$2:when=\2$3|p" "$1"
    done
}

# calls NAME ERRNOS CODES ARG...: CODES are those beside the class of the call.
calls()
{
    calls_name=$1 calls_errnos=$2 calls_codes=$3
    shift 3
    points_of "$R" "$@"
    grep -E '^(write|fsync|close) ' "$scratch/points" >"$scratch/writing"
    grep -vE '^(write|fsync|close) ' "$scratch/points" >"$scratch/other"
    for errno in $calls_errnos; do
        for when in '' +; do
            [ -z "$when" ] || [ -z "${ONCE:-}" ] || continue
            often='once'
            [ -z "$when" ] || often='from then on'
            if [ -n "$when" ] && [ "$errno" = EINTR ]; then
                when=+2 often='every other time'
            fi
            # with the disk full there is no name for a file either
            create=73
            case $errno in ENOSPC | EDQUOT) create=74 ;; esac
            # what tells of it is written, too, and standard output is closed
            words='-m 1'
            [ -z "$when" ] || words='-w -m 2'
            inject "$scratch/writing" "$errno" "$when" >"$scratch/faults"
            # shellcheck disable=SC2086
            bears "$calls_name, $errno $often: writing" \
                $words -c "74$calls_codes" "$scratch/case" "$R" "$@"
            inject "$scratch/other" "$errno" "$when" >"$scratch/faults"
            bears "$calls_name, $errno $often: others" \
                -c "$create$calls_codes" "$scratch/case" "$R" "$@"
        done
    done
}

# ---- calibration ----------------------------------------------------------------

case_new
old_file a.png
few=1000
points_of "$BAD" -o a.png
inject "$scratch/points" ENOSPC '' >"$scratch/faults"
caught 'a write that nobody asks after' -c 73,74 "$scratch/case" "$BAD" -o a.png
points_of "$BAD" --temporary -o a.png
inject "$scratch/points" EIO + >"$scratch/faults"
caught 'a temporary that stays' -c 73,74 "$scratch/case" "$BAD" --temporary -o a.png
few=${POINTS:-3}

# ---- the program ----------------------------------------------------------------

ALL='EIO ENOSPC EINTR EDQUOT EROFS EACCES EMFILE'
FEW='EIO ENOSPC EMFILE'
[ -z "$SLICE" ] || ALL='EIO ENOSPC EINTR' FEW=EIO
case_new
old_file a.png
calls 'render' "$ALL" '' -s 40x24 --seed 7 --threads 1 -q -o a.png
"$R" -s 40x24 --seed 7 -q -o "$scratch/case/old/in.png"
calls 'a picture again' "$FEW" ,66,74 in.png -s 40x24 --threads 1 -q -o a.png
case_new
calls 'a new picture' "$FEW EINVAL" '' -s 40x24 --seed 7 --threads 1 -q --no-clobber -o a.png
calls 'a map of heights' "$FEW" '' map --seed 7 -s 17 --threads 1 -q -o a.asc
calls 'layers' "$FEW" ,74 layers -s 64x24 --seed 7 --threads 1 -q -o layers
calls 'wallpaper' "$FEW" ,74 wallpaper -s 40x24 --seed 7 --threads 1 -q --dark --now @1795240800 -o walls
verdicts_end
