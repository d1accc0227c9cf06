#!/bin/sh
# short.sh PROGRAM - reads and writes that move few bytes, or none because a signal came.
#
# The files are the same to the byte.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
verdict 'the short calls are built' \
    build -shared -fPIC -o "$scratch/short.so" tests/proofs/fault/short.c || exit 1

# shorts: the words that shorten the calls of a run.
shorts()
{
    preload=LD_PRELOAD=$scratch/short.so
    echo "env $preload SHORT_MAX=7 EINTR_EVERY=5"
    [ -n "$SLICE" ] || cat <<END
env $preload SHORT_MAX=1
env $preload SHORT_MAX=1 EINTR_EVERY=2
env $preload SHORT_MAX=4095 EINTR_EVERY=3
env $preload EINTR_EVERY=2
END
}

# short NAME ARG...
short()
{
    short_name=$1
    shift
    shorts >"$scratch/faults"
    bears "short, $short_name" "$scratch/case" "$R" "$@"
}

case_new
old_file a.png
shorts >"$scratch/faults"
caught 'a copy by bare calls' "$scratch/case" "$BAD" --bare -o a.png
short 'render' -s 40x24 --seed 7 -q -o a.png
short 'a file with a mode' -s 40x24 --seed 7 -q --depth 16 -f ppm -o a.png
short 'standard output' -s 40x24 --seed 7 -q -f ppm
"$R" -s 40x24 --seed 7 -q -o "$scratch/case/old/in.png"
short 'a picture again' in.png -q -o a.png
short 'info' info --json in.png
"$R" map -s 17 --seed 7 -q -f asc -o "$scratch/case/old/in.asc"
short 'heights' map --input in.asc -q -o a.png
short 'layers' layers -s 64x24 --seed 7 --threads 1 -q -o layers
short 'bot' bot -o bot --name test --now @1795240800 -s 32x18 --threads 1 -q
verdicts_end
