#!/bin/sh
# mural.sh - a very large picture in tiles, on as many machines as there are.
#
# Each tile is a region of one picture, so the joined tiles are that picture, pixel for
# pixel.  Needs ridgeline, GNU parallel and vips; RIDGELINE names another program.
#
# On one machine, all of it:
#
#     sh samples/mural.sh make wall 60000x20000 4096 wall.tif --seed 7 -m dusk
#
#   FOLDER (wall) keeps the plan and the tiles: after an interruption `tiles` and `join`
#   go on, and only tiles that lack are made.  4096 is a tile's side.  The ending of the
#   joined file is any that vips writes: .png, .tif, 'wall.tif[compression=deflate,tile,
#   pyramid,bigtiff]', .dz ...
#
# On several machines by ssh (ridgeline must be on each one's PATH; : is this one):
#
#     sh samples/mural.sh plan wall 60000x20000 4096 --seed 7 -m dusk
#     MURAL_PARALLEL='--sshlogin 8/ada,8/grace,:' sh samples/mural.sh tiles wall
#     sh samples/mural.sh join wall wall.tif
#
# As a Slurm array, with the folder on a disk that all nodes see:
#
#     sh samples/mural.sh plan wall 60000x20000 4096 --seed 7 -m dusk
#     id=$(sbatch --parsable --array=1-$(wc -l <wall/plan) \
#         --wrap 'sh samples/mural.sh tile wall $SLURM_ARRAY_TASK_ID')
#     sbatch --dependency=afterok:$id --wrap 'sh samples/mural.sh join wall wall.tif'
set -eu
export RIDGELINE_CONFIG= # tiles of one picture, whatever the settings of a machine say
ridgeline=${RIDGELINE:-ridgeline}
case $ridgeline in
/*) ;;
*/*) ridgeline=$PWD/$ridgeline ;;
esac

fail()
{
    echo "mural.sh: $*" >&2
    exit 64
}

# mural_plan FOLDER WxH SIDE ARGUMENT...: scene.ini holds what a seed decides, once for
# all machines; plan has a line for each tile, row by row: its number and its region.
mural_plan()
{
    [ $# -ge 3 ] || fail 'plan FOLDER WxH SIDE [ARGUMENT...]'
    folder=$1 size=$2 side=$3
    shift 3
    case $size in *[!0-9x]* | *x*x* | x* | *x | 0* | *x0*) fail "$size: must be WxH" ;; *x*) ;;
    *) fail "$size: must be WxH" ;; esac
    case $side in '' | *[!0-9]* | 0*) fail "$side: must be a tile's side in pixels" ;; esac
    mkdir -p "$folder"
    rm -f "$folder"/tile-*.png "$folder/plan"
    "$ridgeline" "$@" -s "$size" -f scene -o "$folder/scene.ini"
    echo "$size $side" >"$folder/size"
    awk -v wide="${size%x*}" -v high="${size#*x}" -v side="$side" 'BEGIN {
        for (y = 0; y < high; y += side)
            for (x = 0; x < wide; x += side)
                printf "%05d %dx%d+%d+%d\n", ++n, x + side < wide ? side : wide - x,
                    y + side < high ? side : high - y, x, y }' >"$folder/plan"
    # vips takes their names as one argument, which has its limit.
    [ "$(wc -l <"$folder/plan")" -le 3000 ] || fail "$side: makes more than 3000 tiles"
}

# mural_tile FOLDER NUMBER: that line of the plan.
mural_tile()
{
    [ $# -eq 2 ] || fail 'tile FOLDER NUMBER'
    line=$(sed -n "$2p" "$1/plan")
    [ -n "$line" ] || fail "$2: is no line of $1/plan"
    read -r size _ <"$1/size"
    [ -e "$1/tile-${line% *}.png" ] ||
        "$ridgeline" "$1/scene.ini" -q -s "$size" --region "${line#* }" --threads 1 \
            --metadata none -o "$1/tile-${line% *}.png"
}

# mural_tiles FOLDER: those that lack, as many at once as there are processors.  Where
# parallel goes to other machines, it takes the scene there and brings the tile back.
mural_tiles()
{
    [ $# -eq 1 ] || fail 'tiles FOLDER'
    cd "$1"
    read -r pixels _ <size
    set --
    if [ -n "${MURAL_PARALLEL:-}" ]; then
        set -- --transferfile scene.ini --return 'tile-{1}.png' --cleanup
    fi
    while read -r number region; do
        [ -e "tile-$number.png" ] || echo "$number $region"
    done <plan >lacking
    # The words of MURAL_PARALLEL are options.
    # shellcheck disable=SC2086
    parallel --will-cite -q --halt now,fail=1 --colsep ' ' ${MURAL_PARALLEL:-} "$@" -a lacking \
        "$ridgeline" scene.ini -q -s "$pixels" --region '{2}' --threads 1 --metadata none \
        -o 'tile-{1}.png'
    rm lacking
}

# mural_join FOLDER FILE: tiles at the right and lower edge may be smaller, which
# arrayjoin pads; what is too much is cut away.
mural_join()
{
    [ $# -eq 2 ] || fail 'join FOLDER FILE'
    case $2 in
    /*) file=$2 ;;
    *) file=$PWD/$2 ;;
    esac
    cd "$1"
    read -r pixels side <size
    wide=${pixels%x*} high=${pixels#*x}
    tiles=
    while read -r number _; do
        [ -e "tile-$number.png" ] || fail "$1/tile-$number.png: is missing"
        tiles="$tiles tile-$number.png[access=sequential]"
    done <plan
    across=$(((wide + side - 1) / side))
    if [ $((wide % side + high % side)) -eq 0 ]; then
        vips arrayjoin "${tiles# }" "$file" --across $across
    else
        vips arrayjoin "${tiles# }" joined.v --across $across
        vips crop joined.v "$file" 0 0 "$wide" "$high"
        rm joined.v
    fi
}

# mural_make FOLDER WxH SIDE FILE ARGUMENT...: all three.
mural_make()
{
    [ $# -ge 4 ] || fail 'make FOLDER WxH SIDE FILE [ARGUMENT...]'
    folder=$1 size=$2 side=$3 file=$4
    shift 4
    mural_plan "$folder" "$size" "$side" "$@"
    (mural_tiles "$folder")
    mural_join "$folder" "$file"
}

case ${1:-} in
make | plan | tile | tiles | join)
    step=$1
    shift
    "mural_$step" "$@"
    ;;
*) fail 'make, plan, tile, tiles or join; see the head of this file' ;;
esac
