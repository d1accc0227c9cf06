#!/bin/sh
# oracles-mural.sh PROGRAM - samples/mural.sh: tiles that GNU parallel makes and vips joins
# are the picture made in one piece, sample by sample.  A tool that is missing is a failure
# that names it: `make deps-oracles` installs them.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
RIDGELINE=$program
export RIDGELINE
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
mural=samples/mural.sh

need_tools parallel vips

# samples FILE: the samples of a PPM of 640x360, without its header.
samples()
{
    tail -c $((640 * 360 * 3)) "$1"
}

same_as_whole() # FILE ARGUMENT...
{
    joined=$1
    shift
    "$program" -q "$@" -s 640x360 -o "$scratch/whole.ppm" || return
    samples "$scratch/whole.ppm" >"$scratch/whole"
    samples "$joined" | cmp - "$scratch/whole"
}

# The tiles of one plan one by one, in any order: what a job array does.
tile_by_tile()
{
    sh $mural plan "$scratch/array" 640x360 160 --seed 5 -m dusk || return
    for number in 12 3 7 1 2 4 11 10 9 8 6 5; do
        sh $mural tile "$scratch/array" $number || return
    done
    sh $mural join "$scratch/array" "$scratch/array.ppm"
}

# Of an interrupted run the tiles that are there stay; the joining names one that lacks.
goes_on()
{
    rm "$scratch/array/tile-00007.png" || return
    ! sh $mural join "$scratch/array" "$scratch/again.ppm" 2>"$scratch/error" || return
    grep -q 'tile-00007.png: is missing' "$scratch/error" || return
    touch -d 2001-01-01 "$scratch/array/tile-00001.png" || return
    MURAL_PARALLEL='--sshlogin 2/:' sh $mural tiles "$scratch/array" || return
    [ -z "$(find "$scratch/array/tile-00001.png" -newermt 2002-01-01)" ] || return
    sh $mural join "$scratch/array" "$scratch/again.ppm"
}

verdict 'a mural of tiles that do not fit' \
    sh $mural make "$scratch/a wall" 640x360 200 "$scratch/odd.ppm" --seed 7
verdict 'is the picture in one piece' same_as_whole "$scratch/odd.ppm" --seed 7
verdict 'a mural as a job array makes it' tile_by_tile
verdict 'is the picture in one piece' same_as_whole "$scratch/array.ppm" --seed 5 -m dusk
verdict 'an interrupted one goes on, with logins' goes_on
verdict 'is the picture in one piece' same_as_whole "$scratch/again.ppm" --seed 5 -m dusk
verdict 'a mural of a scene file as PNG' \
    sh $mural make "$scratch/lake" 640x360 160 "$scratch/lake.png" lake --seed 1
verdict 'can be read' vips copy "$scratch/lake.png" "$scratch/lake.ppm"
verdict 'is the picture in one piece' same_as_whole "$scratch/lake.ppm" lake --seed 1

verdicts_end
