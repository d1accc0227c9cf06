#!/bin/sh
# unchecked.sh PROGRAM - libraries that ask for memory and never look whether they got it.
#
# Each such call fails, unless a block as large was given back just before: then it cannot
# (heap.c), and the command does all that it does without a fault.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
verdict 'the failing allocator is built' \
    build -shared -fPIC -o "$scratch/heap.so" tests/proofs/fault/heap.c || exit 1

# unchecked FUNCTION COMMAND...: its calls alone fail; no code is allowed for it.
unchecked()
{
    function=$1
    shift
    case_new
    echo "env LD_PRELOAD=$scratch/heap.so HEAP_IN=$function" >"$scratch/faults"
    bears "unchecked, $function" "$scratch/case" "$R" "$@"
}

unchecked _mxml_global layers -s 64x24 --seed 7 --threads 1 -q -o layers
verdicts_end
