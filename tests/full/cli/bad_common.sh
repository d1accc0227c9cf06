# bad_common.sh - what the scripts of bad inputs share; they source it first.
#
# Each bad file is given to every command that takes such a file: refused.c says what each
# refusal owes.  An older file of the output's name is in the way of all of them.
# shellcheck shell=sh
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"
echo 'an older picture' >old.png
cp old.png old.gpl
NOW=1795240800 # of bots

# refuse NAME CODE PLACE ARG...
refuse()
{
    refuse_name=$1 refuse_code=$2 refuse_place=$3
    shift 3
    "$REFUSED" "$refuse_code" "$refuse_place" "$R" "$refuse_name" "$@"
}

# refuse_scene NAME CODE PLACE FILE [LIST...] - wherever a scene or its picture may stand, and
# as in the lists of refused.c.
refuse_scene()
{
    refuse_name=$1 refuse_code=$2 refuse_place=$3 refuse_file=$4
    shift 4
    "$REFUSED" "$refuse_code" "$refuse_place" "$R" \
        "$refuse_name: render" render "$refuse_file" -q -o old.png , \
        "$refuse_name: sheet" sheet "$refuse_file" --seeds 1..2 -q -o old.png , \
        "$refuse_name: map" map "$refuse_file" -s 9 -q -o old.png , \
        "$refuse_name: layers" layers "$refuse_file" -s 64x32 -q -o folder , \
        "$refuse_name: animate" animate "$refuse_file" -s 64x32 --day --frames 2 -q -o old.png , \
        "$refuse_name: wallpaper" wallpaper "$refuse_file" -s 64x32 -q -o folder , \
        "$refuse_name: --from-map" --from-map "$refuse_file" -s 32x18 -q -o old.png , \
        "$refuse_name: layers --from-map" layers --from-map "$refuse_file" -s 64x32 -q -o folder "$@"
}

# refuse_palette NAME CODE PLACE FILE - wherever a palette may stand.
refuse_palette()
{
    "$REFUSED" "$2" "$3" "$R" \
        "$1: render" -p "$4" -s 32x18 -q -o old.png , \
        "$1: sheet" sheet -p "$4" --seeds 1..2 -q -o old.png , \
        "$1: layers" layers -p "$4" -s 64x32 -q -o folder , \
        "$1: animate" animate -p "$4" -s 64x32 --day --frames 2 -q -o old.png , \
        "$1: wallpaper" wallpaper -p "$4" -s 64x32 -q -o folder , \
        "$1: bot" bot -p "$4" -s 32x18 --name x --now "@$NOW" -q -o folder , \
        "$1: show" palette show "$4" , \
        "$1: convert" palette convert "$4" -o old.gpl
}

# refuse_tint NAME CODE PLACE FILE - wherever a colour table may stand.
refuse_tint()
{
    "$REFUSED" "$2" "$3" "$R" \
        "$1: map" map --tint "$4" -s 9 -q -o old.png , \
        "$1: flight" animate --flight --tint "$4" -s 64x32 --map-size 64 --frames 2 -q -o old.png
}

# refuse_odd_files REFUSE NAME ENDING - REFUSE (NAME CODE PLACE FILE) is asked with what is no
# file: a folder, a pipe that nobody writes to, a device that never ends.
refuse_odd_files()
{
    mkdir "some.$3"
    mkfifo "pipe.$3"
    "$1" "$2a folder" 65 "some.$3: is not a regular file" "./some.$3"
    "$1" "$2a pipe that nobody writes to" 65 "pipe.$3: is not a regular file" "./pipe.$3"
    "$1" "$2a device without an end" 65 '/dev/zero: is not a regular file' /dev/zero
}

# What a terminal would obey: OSC and CSI, BEL, line end, return, DEL, broken UTF-8,
# overlong NUL, C1 in UTF-8 and as a byte, both kinds of marks of direction.
# shellcheck disable=SC2034
hostile=$(printf 'a\033]0;x\007b\033[2Jc\nd\re\177f\377g\300\200h\302\233i\233j\342\200\256k\342\201\246l')
