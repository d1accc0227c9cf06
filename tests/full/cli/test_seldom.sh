# What is seldom asked for: drawings of the moon, bots whose folder is in the way, scenes
# that a command cannot use.
. "$ROOT/tests/full/cli/common.sh"

# ---- drawings ----------------------------------------------------------------------

# shape FILE - the path of the moon; its second arc turns with the phase.
shape()
{
    sed -n 's/.*<path id="disc" d="\([^"]*\)".*/\1/p' "$1"
}

S='-s 64x36 --seed 6 -q'
# shellcheck disable=SC2086 # words of their own
for phase in 0.1 0.25 0.4 0.6 0.9; do
    good "a moon of phase $phase" layers $S -m moonlight --set moon.phase=$phase --set sun.y=0.25 -o m$phase
    check "moon of phase $phase is drawn as a path" test -n "$(shape m$phase/scene.svg)"
done
# Waxing it is lit on the right, waning on the left; a crescent's inner edge bends the other
# way than a gibbous moon's.
# flags PHASE - the sweeps of both arcs.
flags()
{
    shape "m$1/scene.svg" | sed 's/[AaMmzZ]/ /g; s/,/ /g' | awk '{ print $6 $7, $13 $14 }'
}
check 'crescent and gibbous moons differ in SVG' test "$(flags 0.1)" != "$(flags 0.4)"
check 'waxing and waning moons differ in SVG' test "$(flags 0.1)" != "$(flags 0.9)"
check 'moons of one phase have one shape' \
    test "$(flags 0.1)" = "$(flags 0.25)" -o "$(flags 0.4)" = "$(flags 0.25)"

# ---- scenes that do not fit ---------------------------------------------------------

printf '[ridgeline]\nkind = map\nseed = 3\n[output]\nsize = 33x33\n' >map.ini
printf '[ridgeline]\nseed = 3\n[world]\noffset = 5\n' >far.ini
printf '[ridgeline]\nseed = 3\n' >land.ini
bad 'a wallpaper of two scenes' 64 'far.ini: unexpected second operand: give one scene or picture' \
    wallpaper land.ini far.ini -o w
bad 'a wallpaper of a map' 64 'map.ini: is a map: ridgeline wallpaper needs a landscape' wallpaper map.ini -o w
bad 'a wallpaper with an offset' 64 'far.ini: must have no offset, which is in pixels of one size' wallpaper far.ini -o w
bad 'a dark half of no mood' 64 '--dark=: empty: needs the name of a mood' wallpaper --dark= -o w
bad 'monitors that cut a pixel' 64 '--monitors 62x36+0+0: must be multiples of' \
    wallpaper --pixel-art=8 --set output.zoom=4 --monitors 62x36+0+0,66x36+62+0 -o w
bad 'a size that cuts a pixel' 64 '-s 63x36: must be multiples of' \
    wallpaper --pixel-art=8 --set output.zoom=4 -s 63x36 -o w
bad 'a wallpaper folder with a bell' 73 'must be UTF-8 without control characters' \
    wallpaper land.ini -s 64x36 -o "$(printf 'w\007')"
bad 'words of a map' 64 '--alt-text: describes landscapes, not maps' map.ini -o a.png --alt-text a.txt
bad 'a mood like no other' 64 '-m qqqqqqqq: no such mood: must be one of dawn' -m qqqqqqqq -f hash
bad 'a flight over an odd map' 64 '--map-size 100: must be a power of two' \
    animate --flight --map-size 100 -o a.png
printf '[ridgeline]\nkind = map\nseed = 3\n[output]\nsize = 33x17\n' >oblong.ini
printf '[ridgeline]\nkind = map\nseed = 3\n[output]\nsize = 33x33\n[pass 1]\nkind = combine\nwith = input\n' \
    >fed.ini
bad 'land from a landscape' 65 'land.ini: must be a map: see ridgeline map' --from-map land.ini -f hash
bad 'land from an oblong map' 65 'oblong.ini: map of 33x17: must be square' --from-map oblong.ini -f hash
bad 'land from a map of heights' 65 'fed.ini: pass.1: combine reads a file, which the recipe of a map does not contain' \
    --from-map fed.ini -f hash
bad 'a second seed' 64 '--from-map map.ini: has its own seed: remove --seed' \
    --from-map map.ini --seed 4 -f hash

# ---- a panorama ---------------------------------------------------------------------
good 'heights of land' map --seed 5 -s 65 --sea 0 -f asc -o land.asc
V='--from-map land.asc -s 48x27 -f hash -q'
# shellcheck disable=SC2086 # words of their own
{
    bad 'heights without a place' 64 '--from-map land.asc: a DEM needs a place: add --at X,Y' $V
    bad 'a place without heights' 64 '--at: needs --from-map: add it' --at 1,2 -f hash
    bad 'a place of a seed' 64 '--at 1,2: needs a DEM' --from-map seed --at 1,2 -f hash
    bad 'half a place' 64 '--at 1: must be X,Y' $V --at 1
    bad 'a place with a typo' 64 '--at Y: 2m: must be ' $V --at 1,2m
    bad 'a place beside the heights' 64 'panorama.x = -20: must be .*: the DEM ends there' $V --at=-20,900
    bad 'other land, too' 64 '--at 9000,9000: takes its land from the DEM: remove -w' $V --at 9000,9000 -w lake
    bad 'a direction beyond north' 64 '--look 361: must be 0..360' $V --at 9000,9000 --look 361
    bad 'a direction from nowhere' 64 '--look: needs a panorama: add --at X,Y' --seed 1 --look 20 -f hash
    good 'a panorama' $V --at 9000,9000 --seed 3 -m dawn
    cp "$T/out" direct
    good 'a picture of it' --from-map land.asc -s 48x27 -q --at 9000,9000 --seed 3 -m dawn -o land.png
    good 'panorama from its recipe with the heights' land.png $V
    check 'panorama is made again from its recipe and the heights' same "$T/out" direct
    bad 'panorama from its recipe without the heights' 65 'land.png:[0-9]*: panorama.x = 9000: the scene has no heights' land.png -f hash
    good 'panorama in another direction' land.png $V --look 180
    check 'panorama in another direction differs' fails same "$T/out" direct
    good 'panorama with an alt text' --from-map land.asc --at 9000,9000 -s 48x27 -q --seed 3 --look 340 -o n.png --alt-text n.txt
    check 'alt text of a panorama says where it looks' grep -q 'from a real place toward the north\.$' n.txt
}
bad 'a palette list of options' 64 'palette list: takes no options' palette list -f gpl
bad 'a palette shown as a file' 64 'palette show: unexpected -f: use palette convert' palette show dusk -f gpl
printf 'GIMP Palette\nName: a/b\n10 20 30\n200 180 160\n' >slash.gpl
good 'a palette named like a path' --seed 1 -s 32x18 -q -p ./slash.gpl -o 'of-{palette}.png'
check 'palette named like a path makes no folder' test -s of-a-b.png
good 'layers without texts' layers -s 64x32 --seed 1 -q --metadata none -o bare
check 'layers of --metadata none have no texts' fails grep -aq 'ridgeline' bare/sky.png
good 'columns of a sheet' sheet --seeds 1..3 -s 32x18 --columns 3 -q -o sheet.png
run info sheet.png
check 'sheet of as many columns as seeds is one row' grep -q '^# size: 1[0-9][0-9]x' "$T/out"
bad 'no columns' 64 '--columns 0: must be 1..100' sheet --seeds 1..3 --columns 0 -o x.png

# ---- bots ----------------------------------------------------------------------------

NOW=1795240800
# bot DIR ARG...: a run in the slot of $NOW, 2026-11-21T06:00:00Z at first.
bot()
{
    bot_dir=$1
    shift
    run bot -o "$bot_dir" --name test --every 1h --now "@$NOW" -s 32x18 -q "$@"
}

# told NAME CODE PATTERN: how the last run ended.
told()
{
    if [ "$code" -eq "$2" ] && grep -q -e "$3" "$T/err"; then
        ok "$1"
    else
        not_ok "$1" "exit $code, wanted $2 and '$3'" "$(cat "$T/err")"
    fi
}

printf '#!/bin/sh\nkill -9 $$\n' >die
printf '#!/bin/sh\necho no; exit 3\n' >fail
chmod +x die fail
bot styled --style lake
check 'bot with a world succeeds' test "$code" -eq 0
check 'record of a bot has the world' grep -q '"world": "lake"' styled/20261121T0600Z.json
bot killed --post ./die
told 'a post that is killed' 74 '--post ./die: killed by signal 9'
bot failing --post ./fail
told 'a post that fails' 74 '--post ./fail: exit code 3: no'
mkdir -p locked/lock
bot locked
told 'a lock that is a folder' 73 'locked/lock: cannot lock: '
bot "$(printf '%04090d' 7)"
told 'a folder of 4090 letters' 73 'the path is too long'
mkdir -p pending/20261121T0600Z.pending
bot pending --post ./fail
told 'a folder where the record belongs' 74 'post status unknown'
bot old
mkdir old/in-the-way
rm old/20261121T0600Z.alt.txt
mkdir old/20261121T0600Z.alt.txt
NOW=$((NOW + 7200))
bot old --keep 1
told 'an old text that is a folder' 74 '20261121T0600Z.alt.txt: cannot be removed: '
check 'old picture whose removal is allowed is removed' test ! -e old/20261121T0600Z.png
check 'bot with an undeletable file makes the new picture' test -s old/20261121T0800Z.png

# ---- and ------------------------------------------------------------------------------

for offset in 63 -63; do
    printf '[ridgeline]\nseed = 3\n[world]\noffset = %d\n' "$offset" >from.ini
    good "layers from $offset on" layers from.ini -s 64x32 -q -o "from$offset"
done
check 'layers from 63 and -63 differ in SVG' fails cmp -s from63/scene.svg from-63/scene.svg
run map --seed 3 -s 33 --frame --set map.cell=0.01 -f hash
mv "$T/out" small
run map --seed 3 -s 33 --frame --set map.cell=10 -f hash
check 'scale bar of millimetres differs' fails same small "$T/out"
printf '[ridgeline]\nkind = map\nseed = 3\n[output]\nsize = 2049x2049\n' >large.ini
good 'land from a map of 2049 samples a side' --from-map large.ini -s 64x36 -f hash -q
good 'heights of any seed' map --sea 0 -s 65 -f r16 -o any.r16
check 'heights of a random seed print the seed' grep -qx 'seed [0-9]*' "$T/err"
good 'a day with few words' animate --day --seed 1 --frames 2 -s 64x36 --metadata minimal -q -o day.png
check 'animated PNG of --metadata minimal has no recipe' fails grep -aq 'ridgeline\]' day.png
bad 'two thousand letters of speeds' 64 'more than 2047 letters' \
    animate --scroll --seed 1 -s 64x36 --speed "$(printf '%02100d' 7)" -o x.png
bad 'a dark half of a noon' 64 '--dark: mean lightness 0.29 of the scene: no mood differs enough' \
    wallpaper --seed 7 -w misty -p dusk --time 12:00 --dark -s 64x36 -q -o w
good 'variants of pixel art' sheet --like 19 --pixel-art=8 -s 64x32 -o art.png
check 'lines of variants of pixel art have the option' grep -q -e '--pixel-art=8' "$T/out"
good 'slices beside a ridge of its own' --seed 3 -s 64x36 -f hash -q --set ridgeline.ridges=3 \
    --set ridge.1.kind=slice --set ridge.2.kind=fractal --set ridge.3.kind=slice
"$HELPER" tty screen nap:shows:% 2 "$R" --seeds 1..100000 -s 640x360 -f ppm -o '{seed}.ppm'
check 'bar of many pictures counts them' grep -aq '% of [0-9]*/100000' screen
rm -f [0-9]*.ppm
