#!/bin/sh
# oracles-layers.sh PROGRAM - what Tiled, a browser, librsvg and others say
# about our backdrops.  A tool that is missing is a failure that names it: `make
# deps-oracles` installs them.
set -u
program=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools convert tmxrasterizer xmllint unzip rsvg-convert ffmpeg pngcheck pngtopnm python3 chromium

# The lists of libraries are words.
# shellcheck disable=SC2046
build()
{
    ${CC:-cc} -std=c11 -O2 -o "$scratch/check" tests/support/layers_check.c \
        $(pkg-config --cflags --libs libpng jansson) -lm
}

verdict 'the helpers compile' build || exit 1

# ---- layers -----------------------------------------------------------------

# Tiled's picture may be larger: it rounds up to tiles.
tiled()
{
    QT_QPA_PLATFORM=offscreen tmxrasterizer "$1/scene.tmx" "$scratch/tiled.png" || return
    "$scratch/check" tiled "$1" "$scratch/tiled.png" "$scratch/flat.ppm"
}

# near FILE FILE DB: the peak signal to noise of two pictures is so much at least.
near()
{
    ffmpeg -hide_banner -i "$1" -i "$2" -lavfi \
        '[0]format=gbrp[a];[1]format=gbrp[b];[a][b]psnr' -f null - 2>&1 |
        sed -n 's/.*average:\([0-9.]*\|inf\) .*/\1/p' |
        awk -v least="$3" '{ print $1 " dB"; n++; bad = $1 != "inf" && $1 < least } END { exit n != 1 || bad }'
}

# openraster FOLDER: the rules of its specification that a reader relies on.
openraster()
{
    unzip -tq "$1/scene.ora" || return
    unzip -Zs "$1/scene.ora" | grep '^-' >"$scratch/entries" || return
    head -n 1 "$scratch/entries" | grep -q 'mimetype$' || return
    grep -qv ' stor ' "$scratch/entries" && return 1
    [ "$(unzip -p "$1/scene.ora" mimetype)" = image/openraster ] || return
    awk '{ print $NF }' "$scratch/entries" |
        grep -Evx 'mimetype|stack\.xml|mergedimage\.png|data/[a-z0-9-]+\.png|Thumbnails/thumbnail\.png' &&
        return 1
    unzip -p "$1/scene.ora" stack.xml >"$scratch/stack.xml"
    xmllint --noout "$scratch/stack.xml" || return
    xmllint --xpath '//layer/@src' "$scratch/stack.xml" | tr ' ' '\n' | sed -n 's/^src="\(.*\)"/\1/p' |
        while read -r name; do unzip -p "$1/scene.ora" "$name" | cmp - "$1/${name#data/}" || exit; done || return
    [ "$(grep -c '<layer ' "$scratch/stack.xml")" -eq "$(echo "$1"/*.png | wc -w)" ] || return
    unzip -p "$1/scene.ora" mergedimage.png | pngtopnm >"$scratch/merged.ppm" || return
    cmp "$scratch/merged.ppm" "$scratch/flat.ppm" || return
    unzip -p "$1/scene.ora" Thumbnails/thumbnail.png >"$scratch/thumbnail.png"
    size=$(pngtopnm "$scratch/thumbnail.png" | sed -n 2p | tr ' ' x)
    echo "$size" | awk -F x '{ exit !($1 <= 256 && $2 <= 256 && ($1 == 256 || $2 == 256)) }' || return
    convert "$scratch/flat.ppm" -filter box -resize "$size!" "$scratch/small.png" || return
    near "$scratch/thumbnail.png" "$scratch/small.png" 30
}

# backdrop NAME ARG...: makes one and asks everybody.
backdrop()
{
    case=$1
    shift
    set_of=$scratch/set
    rm -rf "$set_of"
    verdict "$case: is made" "$program" layers "$@" -q -o "$set_of" || return
    "$program" "$set_of/sky.png" -o "$scratch/flat.ppm"
    verdict "$case: pngcheck" pngcheck -q "$set_of"/*.png
    verdict "$case: the layers are the picture, within 1" \
        "$scratch/check" flat "$set_of" "$scratch/flat.ppm"
    verdict "$case: Tiled shows the picture where nothing is half covered" tiled "$set_of"
    verdict "$case: xmllint takes .tmx and .svg" xmllint --noout "$set_of/scene.tmx" "$set_of/scene.svg"
    verdict "$case: OpenRaster's rules hold" openraster "$set_of"
}

backdrop 'dawn' --seed 66 -m dawn --style alpine -s 1280x720
backdrop 'a lake, trimmed' --seed 51 -m dusk --style lake -s 960x540 --trim
backdrop 'storm' --seed 55 -m storm -s 640x384 --offset 100000
backdrop 'pixel art, trimmed' --seed 8 -m ember --style misty -s 320x180 --scale 3 --pixel-art=24 --trim

# ---- hours ------------------------------------------------------------------

# Two scenes of every world at six hours: each layer has one alpha.
for world in data/worlds/*.ini; do
    world=$(basename "$world" .ini)
    for seed in 1 2; do
        rm -rf "$scratch/set"
        "$program" layers --seed "$seed" -w "$world" -s 320x180 --hours 6 -q -o "$scratch/set"
        verdict "six hours of $world $seed have one alpha" "$scratch/check" hours "$scratch/set"
    done
done

# ---- the drawing ------------------------------------------------------------

# Of the picture without relief, snow and trees librsvg's must be within 30 dB.
drawn_like()
{
    rm -rf "$scratch/set"
    "$program" layers "$@" -s 960x576 -q -o "$scratch/set" || return
    bare=
    for layer in "$scratch"/set/ridge-*.png; do
        n=${layer##*-}
        bare="$bare --set ridge.${n%.png}.relief=0 --set ridge.${n%.png}.trees=0"
        bare="$bare --set ridge.${n%.png}.snow=0"
    done
    # shellcheck disable=SC2086
    "$program" "$scratch/set/sky.png" $bare -o "$scratch/bare.png" || return
    # shellcheck disable=SC2086
    "$program" layers "$scratch/set/sky.png" $bare -q -o "$scratch/set" || return
    rsvg-convert "$scratch/set/scene.svg" -o "$scratch/drawn.png" || return
    near "$scratch/drawn.png" "$scratch/bare.png" 30
}

for scene in '66 dawn alpine' '7 golden dunes' '30 ember misty' '51 dusk lake' '14 noon lake' \
    '23 vapor alpine' '10 moonlight alpine' '83 emerald forest' '8 desert desert' '44 ink misty'; do
    # shellcheck disable=SC2086
    set -- $scene
    verdict "librsvg draws $scene within 30 dB" drawn_like --seed "$1" -m "$2" --style "$3"
done

# ---- the pages --------------------------------------------------------------

# trace_plays SIDE OPTION...
trace_plays()
{
    side=$1
    shift
    "$program" map --seed 3 -s "$side" "$@" --trace "$scratch/trace-$side" -q &&
        timeout 120 python3 tests/support/trace_drive.py "$scratch/trace-$side/trace.html"
}

verdict "a map's trace plays in Chromium" trace_plays 9
verdict 'so does that of a tile' trace_plays 16 --wrap --method midpoint

sheet_serves()
{
    "$program" sheet --seeds 1..24 -q -o "$scratch/sheet.html" &&
        timeout 120 python3 tests/support/sheet_drive.py "$scratch/sheet.html"
}

verdict 'a sheet is chosen from by mouse and keys' sheet_serves

drive()
{
    timeout 120 python3 tests/support/preview_drive.py "$1"
}

frames()
{
    mkdir -p "$scratch/frames" &&
        "$program" animate --day --seed 1 --frames 12 --fps 10 --preview -s 96x54 -q \
        -o "$scratch/frames/f #{frame}%.png" && drive "$scratch/frames/preview.html"
}

"$program" layers --seed 66 -m dawn --style alpine -s 1280x704 -q -o "$scratch/shown"
verdict 'Chromium: layers pass by their factors, by hand, key and finger' \
    drive "$scratch/shown/preview.html"
verdict 'Chromium: frames play, pause and step' frames

verdicts_end
