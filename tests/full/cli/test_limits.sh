#!/bin/sh
# test_limits.sh - what a file may ask for, and --limit.
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"

# scene NAME KIND LINE... - writes NAME.ini.
scene()
{
    scene_file=$1.ini
    printf '[ridgeline]\nscene = 1\nkind = %s\nseed = 3\n' "$2" >"$scene_file"
    shift 2
    printf '%s\n' "$@" >>"$scene_file"
}

same_hash()
{
    [ -n "$(cat "$1")" ] && cmp -s "$1" "$2"
}

# ---- sizes --------------------------------------------------------------------

scene large landscape 'ridges = 1' '[output]' 'size = 40000x1'
scene area landscape '[output]' 'size = 8001x8000'
scene map map '[output]' 'size = 40000x40000'
scene zoom landscape '[output]' 'size = 4000x1000' 'colours = 8' 'zoom = 16'
for name in large area zoom; do
    bad "$name.ini: too large" 65 "^ridgeline: $name.ini: size .*: above 32768 a side or 64 Mpx: confirm" \
        "$name.ini" -o x.png
done
bad 'a map is too large' 65 '^ridgeline: map.ini: output.size = 40000x40000: must be within 32768 a side' \
    map map.ini -f r16 -o x.r16
bad 'picture of a map beyond its limits' 65 '^ridgeline: map.ini: output.size = ' map.ini -o x.png
good '-s confirms a side' large.ini -s 40000x1 -f null -o -
good '--limit confirms a side' large.ini --limit side=40000 -f null -o -
good 'a region of a large picture is small' area.ini --region 8x8+1+1 -f null -o -
good '-s makes a large map small' map map.ini -s 65 -f null -o -
bad 'a lower limit holds' 65 'above 32768 a side or 1 Mpx' area.ini --limit area=1M -o x.png

# The picture of a surface has a size of its own.
scene surface map '[output]' 'size = 33x33' '[map]' 'view = surface' 'picture = 120x90'
bad 'the picture of a surface is too large' 65 \
    '^ridgeline: surface.ini: map.picture = 120x90: must be within 32768 a side and 10000 pixels: --limit side=N,area=N or -s allows more$' \
    map surface.ini --limit area=10K -f null -o -
good '--limit confirms it' map surface.ini --limit area=10800 -f null -o -
good '-s confirms it' map surface.ini -s 33 --limit area=10K -f null -o -

# 200 bytes of PNG: the recipe of a large picture in a small one.
good 'a small picture' area.ini -s 64x64 --set output.size=64x64 -o small.png
run info small.png
check 'picture at its limits has a recipe' grep -q 'size = 64x64' "$T/out"

# What is read: heights, photos.
"$R" map --seed 3 -s 40 -q -f pgm -o square.pgm
"$R" --seed 3 -s 300x20 -q -o photo.png
"$R" map --seed 3 -s 300x20 -q -f png16 -o heights.png
bad 'heights' 65 '^ridgeline: heights.png: 300x20: must be within 200 a side .* samples: --limit side=N,area=N allows more' \
    map --input heights.png --limit side=200 -f null -o -
bad 'heights by area' 65 'must be within 32768 a side and 5000 samples' map --input heights.png --limit area=5K -f null -o -
bad 'a map that a landscape slices' 65 'square.pgm: 40x40: must be within' --from-map square.pgm --at 1,1 --limit side=30 -s 32x18 -o x.png
photos=photo.png
for ending in jpg webp; do
    if "$R" --seed 3 -s 300x20 -q -o photo.$ending 2>/dev/null; then photos="$photos photo.$ending"; fi
done
for photo in $photos; do
    bad "a photo, $photo" 65 "^ridgeline: $photo: 300x20: must be within 200 a side .* pixels: --limit side=N,area=N allows more" \
        -p "$photo" --limit side=200 -s 32x18 -f null -o -
    good '... that is allowed' -p "$photo" --limit side=300,area=6K -s 32x18 -f null -o -
done

# ---- work ---------------------------------------------------------------------

scene work map '[pass 1]' 'kind = thermal' 'iterations = 2' '[pass 2]' 'kind = droplets' 'drops = 100000000' \
    'lifetime = 10000'
scene slices landscape '[land]' 'slices = 1' '[pass 1]' 'kind = hydraulic' 'iterations = 100000'
for command in map render; do
    bad "$command: hours of work" 65 \
        '^ridgeline: work.ini: pass.2.kind = droplets: must be within 100000000000 steps.*--limit work=N allows more' \
        $command work.ini -o x.png
done
for command in render layers sheet wallpaper animate; do
    case $command in
    animate) set -- animate slices.ini --weather -o x.png ;;
    sheet) set -- sheet slices.ini -o x.png ;;
    render) set -- render slices.ini -o x.png ;;
    *) set -- $command slices.ini -o folder ;;
    esac
    bad "$command: hours of work for slices" 65 '^ridgeline: slices.ini: pass.1.kind = hydraulic: must be' "$@"
done
bad 'a map to slice, too' 65 'pass.1.kind\|pass.2.kind' --from-map work.ini -s 64x36 -o x.png
# 64 ridges on 62 Mpx: minutes from 100 bytes.
scene crowd landscape 'ridges = 64' '[output]' 'size = 32768x1900'
bad 'a landscape of minutes' 65 \
    '^ridgeline: crowd.ini: ridgeline.ridges = 64: .* steps of work.*--limit work=N or -s allows more' crowd.ini -o x.png
good '... is not refused where -s confirms a size' crowd.ini -s 64x36 -f null -o -
good '... or a part is small' crowd.ini --limit work=1T --region 8x8+1+1 -f null -o -
for scene_file in "$ROOT"/samples/scenes/*.ini; do
    good "$(basename "$scene_file") is within the limits" "$scene_file" --region 1x1+0+0 -f null -o -
done
scene light map '[pass 1]' 'kind = thermal' 'iterations = 2'
good 'light work passes' map light.ini -s 65 -f null -o -
bad 'a lower limit of work holds' 65 'must be within 1000 steps' map light.ini -s 65 --limit work=1K -o x.png
good 'map on the command line beyond a limit of work' map --seed 3 -s 65 --pass thermal:iterations=9 --limit work=1 -f null -o -
scene ridges landscape 'ridges = 9'
bad 'ridges' 65 '^ridgeline: ridges.ini: ridgeline.ridges = 9: must be within 4: --limit ridges=N' \
    ridges.ini --limit ridges=4 -o x.png

# ---- memory -------------------------------------------------------------------

"$R" --seed 3 -s 320x180 -f hash -o - >plain 2>/dev/null
"$R" --seed 3 -s 320x180 --limit memory=200M -f hash -o - >held 2>/dev/null
check 'limit of memory changes no pixel' same_hash plain held
for arguments in '--seed 3 -o x.png' 'map --seed 3 -s 129 --pass hydraulic -o x.png' 'layers --seed 3 -o folder' \
    'animate --weather --seed 3 --frames 2 -o x.png' 'sheet --seeds 1..2 -o x.png' 'wallpaper --seed 3 -s 64x36 -o folder' \
    'animate --flight --seed 3 --frames 2 -o x.png'; do
    # Plain words.
    # shellcheck disable=SC2086
    run $arguments --limit memory=40K
    if [ "$code" -eq 71 ] && [ ! -e x.png ] && head -n 1 "$T/err" | grep -q '^ridgeline: .*memory'; then
        ok "40 KB of memory are too little: $arguments"
    else
        not_ok "40 KB of memory are too little: $arguments" "exit $code" "$(head -c 300 "$T/err")"
    fi
    rm -rf folder
done
check 'second line of the error names the limit of memory' \
    grep -q '^40000 bytes are allowed: --limit memory=N' "$T/err"
"$R" map -s 1025 --seed 3 -f png16 -o heights.png 2>/dev/null
run map --input heights.png --limit memory=1M -o x.png
check 'heights that are read count as memory' [ "$code" -eq 71 ]

# ---- the option ---------------------------------------------------------------

bad 'an unknown limit' 64 '^ridgeline: --limit hight=3: must be KEY=N of side, area' --limit hight=3
bad 'a mistyped limit' 64 '^ridgeline: --limit memry=3: no such limit: did you mean memory?' --limit memry=3
for value in side side= side=0 side=-1 side=1.5 side=1000001 side=2M area=K work=1e9 memory=9999999T ',' 'side=1,,' \
    side=9223372036854775808; do
    bad "--limit $value" 64 '^ridgeline: --limit .*: must be' "--limit=$value"
done
good 'a list of them' --seed 3 -s 64x36 --limit side=5K,area=9M,ridges=64,work=2G,memory=1G -f null -o -
bad '--limit given twice' 64 '^ridgeline: --limit: given twice' --limit side=5 --limit area=5
