# bad_common.sh - what the scripts of bad inputs share; they source it first.
#
# Each bad file is given to every command that takes such a file: refused.c says what each
# refusal owes.  An older file of the output's name is in the way of all of them.
# shellcheck shell=sh
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"
REFUSED=$T/refused
${CC:-cc} -std=c11 -O1 -o "$REFUSED" "$ROOT/tests/full/cli/refused.c" || exit 1

echo 'an older picture' >old.png
cp old.png old.gpl
NOW=1795240800 # of bots

# refuse NAME CODE PLACE ARG...
refuse()
{
    refuse_name=$1 refuse_code=$2 refuse_place=$3
    shift 3
    if refuse_why=$("$REFUSED" "$refuse_code" "$refuse_place" "$R" "$@"); then
        ok "$refuse_name"
    else
        not_ok "$refuse_name" "$refuse_why" "$*"
    fi
}

# refuse_scene NAME CODE PLACE FILE - wherever a scene or its picture may stand.
refuse_scene()
{
    refuse "$1: render" "$2" "$3" render "$4" -q -o old.png
    refuse "$1: sheet" "$2" "$3" sheet "$4" --seeds 1..2 -q -o old.png
    refuse "$1: map" "$2" "$3" map "$4" -s 9 -q -o old.png
    refuse "$1: layers" "$2" "$3" layers "$4" -s 64x32 -q -o folder
    refuse "$1: animate" "$2" "$3" animate "$4" -s 64x32 --day --frames 2 -q -o old.png
    refuse "$1: wallpaper" "$2" "$3" wallpaper "$4" -s 64x32 -q -o folder
    refuse "$1: --from-map" "$2" "$3" --from-map "$4" -s 32x18 -q -o old.png
    refuse "$1: layers --from-map" "$2" "$3" layers --from-map "$4" -s 64x32 -q -o folder
}

# refuse_palette NAME CODE PLACE FILE - wherever a palette may stand.
refuse_palette()
{
    refuse "$1: render" "$2" "$3" -p "$4" -s 32x18 -q -o old.png
    refuse "$1: sheet" "$2" "$3" sheet -p "$4" --seeds 1..2 -q -o old.png
    refuse "$1: layers" "$2" "$3" layers -p "$4" -s 64x32 -q -o folder
    refuse "$1: animate" "$2" "$3" animate -p "$4" -s 64x32 --day --frames 2 -q -o old.png
    refuse "$1: wallpaper" "$2" "$3" wallpaper -p "$4" -s 64x32 -q -o folder
    refuse "$1: bot" "$2" "$3" bot -p "$4" -s 32x18 --name x --now "@$NOW" -q -o folder
    refuse "$1: show" "$2" "$3" palette show "$4"
    refuse "$1: convert" "$2" "$3" palette convert "$4" -o old.gpl
}

# refuse_tint NAME CODE PLACE FILE - wherever a colour table may stand.
refuse_tint()
{
    refuse "$1: map" "$2" "$3" map --tint "$4" -s 9 -q -o old.png
    refuse "$1: flight" "$2" "$3" animate --flight --tint "$4" -s 64x32 --map-size 64 --frames 2 \
        -q -o old.png
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
