#!/bin/sh
# heap.sh PROGRAM - every call of the allocator fails once, and from then on.
#
# The calls are counted in a run without a fault.  A run that gets NULL either does without
# (the same file, exit 0) or says that there is no memory (exit 71) and leaves the old file.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
verdict 'the failing allocator is built' \
    build -shared -fPIC -o "$scratch/heap.so" tests/proofs/fault/heap.c || exit 1
few=${POINTS:-6}

# calls_of ARG...: how often the command allocates.
calls_of()
{
    rm -rf "$scratch/count"
    cp -r "$scratch/case/old" "$scratch/count"
    (cd "$scratch/count" && HEAP_COUNT=$scratch/calls LD_PRELOAD=$scratch/heap.so "$@" >/dev/null)
    cat "$scratch/calls"
}

# faults COUNT: each call fails once, then each and all after it.
faults()
{
    some "$1" $few | sed "s|.*|env LD_PRELOAD=$scratch/heap.so HEAP_FAIL=&|"
    some "$1" $few | sed "s|.*|env LD_PRELOAD=$scratch/heap.so HEAP_ON=1 HEAP_FAIL=&|"
}

# heap NAME ARG...: of the program, with what stands in $scratch/case/old.
heap()
{
    heap_name=$1
    shift
    count=$(calls_of "$R" "$@")
    faults "$count" >"$scratch/faults"
    bears "heap, $heap_name, $count calls" $strict -c 71 "$scratch/case" "$R" "$@"
}

# ---- calibration ----------------------------------------------------------------

case_new
old_file a.png
few=40
faults "$(calls_of "$BAD" -o a.png)" >"$scratch/faults"
caught 'malloc unchecked' -c 71 "$scratch/case" "$BAD" -o a.png
few=${POINTS:-6}

# ---- one file -------------------------------------------------------------------

strict=-x
S='-s 40x24 --seed 7 --threads 1 -q'
# The words of $S are options.
# shellcheck disable=SC2086
{
    for mood in 'moonlight --style lake' 'aurora --style forest --loop -s 64x24' 'storm --style alpine' \
        'desert --style dunes'; do
        case_new
        old_file a.png
        case $mood in *-s*) size='--seed 7 --threads 1 -q' ;; *) size=$S ;; esac
        heap "render $mood" $size -m $mood -o a.png
    done
    for format in ppm pam csv json ini; do
        case_new
        old_file a.$format
        heap "render to $format" $S -o a.$format
    done
    case_new
    old_file a.png
    heap 'render with two threads' -s 40x24 --seed 7 --threads 2 -q -o a.png
    heap 'render 16 bits, small' $S --depth 16 --compress small -o a.png
    heap 'render pixel art' $S --pixel-art=8 --scale 2 -o a.png
    heap 'render with a palette' $S -p "$PWD/tests/support/data/palettes/lospec.gpl" -o a.png
    heap 'render a scene file' "$PWD/samples/scenes/lake.ini" -s 40x24 --threads 1 -q -o a.png
    heap 'render a hash' $S -f hash
    heap 'render to standard output' $S -f png -o -
    "$R" $S -o "$scratch/case/old/in.png"
    heap 'render a picture again' in.png $S -o a.png
    heap 'sheet of seeds' sheet --seeds 1..3 -s 32x18 --threads 1 -q -o a.png
    heap 'sheet of variants' sheet --like 7 -s 32x18 --threads 1 -q -o a.png
    heap 'info' info in.png
    heap 'info as JSON' info --json in.png
    M='map --seed 7 --threads 1 -q -s 33'
    heap 'map with passes' $M --pass voronoi:points=4 --pass droplets --pass thermal --pass hydraulic \
        --pass perturb --pass normalise -o a.png
    heap 'map plate' $M --frame --contours 200 --rivers 0.5 --tint desert -o a.png
    heap 'map surface' $M --view surface -o a.png
    heap 'map cells' $M --pass voronoi:points=4 --view cells -o a.png
    "$R" $M -o "$scratch/case/old/map.png"
    heap 'ridges from a map' --from-map map.png $S -o a.png
    for format in png16 pgm r16 pfm asc; do
        heap "map heights to $format" $M -f $format -o a.png
        "$R" $M -f $format -o "$scratch/case/old/in.$format"
    done
    for format in png16 pgm asc; do
        heap "map heights from $format" map --input in.$format --threads 1 -q -o a.png
    done
    heap 'palette list' palette list
    heap 'palette show' palette show dusk
    heap 'palette convert' palette convert "$PWD/tests/support/data/palettes/lospec.hex" -f pal -o a.png
    heap 'animate weather' animate --weather --frames 3 -s 64x24 --seed 7 --threads 1 -q -o a.png
    heap 'animate flight' animate --flight --frames 2 -s 64x24 --map-size 32 --seed 7 --threads 1 -q -o a.png
    heap 'animate scroll' animate --scroll --turns 1 --frames 3 -s 64x24 --seed 7 --threads 1 -q -o a.png

    # ---- folders: each file whole, one by one ----------------------------------------

    strict=
    case_new
    heap 'a picture and its words' $S -o a.png --alt-text a.txt
    heap 'animate frames and a page' animate --day --frames 3 $S -o 'f-{frame}.png' --preview
    heap 'layers' layers -s 64x24 --seed 7 --threads 1 -q -o layers
    heap 'wallpaper, dark, KDE' wallpaper -s 40x24,24x40 --seed 7 --threads 1 -q --dark --kde \
        --now @1795240800 -o walls
    heap 'wallpaper, timed' wallpaper -s 40x24 --seed 7 --threads 1 -q --timed 2 --now @1795240800 -o walls
    # a failure of the slot, then what there is to tell of the folder
    strict='-m 3'
    heap 'bot' bot -o bot --name test --now @1795240800 -s 32x18 --threads 1 -q
}
verdicts_end
