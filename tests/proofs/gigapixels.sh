#!/bin/sh
# gigapixels.sh PROGRAM - a picture of 100 gigapixels, painted in bands by processes of their own
# and hashed, not kept.
#
# Each process may hold MEMORY KiB: memory goes by the width alone.  Across seams between two bands
# (each tenth) a region equals its two parts.  PROCESSES=4: at once (2); BANDS='0 100': these alone;
# SLICE=1: three bands.  All of them take about half an hour of two processors.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
WIDTH=447216 HEIGHT=223608 ROWS=1024 MEMORY=400000
SCENE='--seed 12 -m dusk -w alpine'
last=$(((HEIGHT - 1) / ROWS))
bands=${BANDS:-$(if [ -n "${SLICE:-}" ]; then echo "0 $((last * 6 / 10 / 10 * 10 + 8)) $last"; else seq 0 $last; fi)}

# part FORMAT WIDTHxHEIGHT+X+Y: a part of the picture, on standard output.
part()
{
    # shellcheck disable=SC2086 # words of SCENE
    "$program" $SCENE -s ${WIDTH}x$HEIGHT --region "$2" -f "$1" -q --threads=1 -o -
}

rows_of() # BAND
{
    if [ "$1" -eq $last ]; then echo $((HEIGHT - last * ROWS)); else echo $ROWS; fi
}

band() # BAND
{
    # shellcheck disable=SC3045 # of all shells that run this
    ulimit -v $MEMORY
    part hash "${WIDTH}x$(rows_of "$1")+0+$(($1 * ROWS))" >"$scratch/band-$1"
}

# Bands with one of the numbers I, I + PROCESSES ... of the list.
share() # I
{
    number=0
    for i in $bands; do
        [ $((number % processes)) -ne "$1" ] || band "$i" || exit
        number=$((number + 1))
    done
}

all_bands()
{
    processes=${PROCESSES:-2}
    running=''
    for turn in $(seq 0 $((processes - 1))); do
        share "$turn" &
        running="$running $!"
    done
    ok=0
    for process in $running; do
        wait "$process" || ok=1
    done
    return $ok
}

samples() # COLUMNSxROWS+X+Y
{
    part ppm "$1" | tail -c $((96 * $2 * 3))
}

# A region over the seam above a band, at a place that the band's number draws.
seam_holds() # BAND
{
    x=$(($1 * 7919 * 48 % (WIDTH - 96))) y=$(($1 * ROWS))
    samples "96x16+$x+$((y - 8))" 16 >"$scratch/whole"
    { samples "96x8+$x+$((y - 8))" 8 && samples "96x8+$x+$y" 8; } | cmp - "$scratch/whole" &&
        [ "$(wc -c <"$scratch/whole")" -eq $((96 * 16 * 3)) ]
}

verdict "bands of ${WIDTH}x$HEIGHT, each in $MEMORY KiB" all_bands
for i in $bands; do
    [ $((i % 10)) -ne 8 ] || verdict "the seam above band $i" seam_holds "$i"
done
for i in $bands; do
    echo "$i $(cat "$scratch/band-$i")"
done | sha256sum | sed "s/ .*/ = hashes of $(echo "$bands" | wc -w) bands/"

verdicts_end
