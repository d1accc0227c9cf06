#!/bin/sh
# make-samples.sh PROGRAM - renders every picture that README and docs/*.md show, each by
# the command printed beside it there.  Run it from the top folder: `make samples`.
set -eu
export RIDGELINE_CONFIG= # the settings of who runs this have no influence
program=${1:-build/ridgeline}
# Kept: two need a browser.
find samples -maxdepth 1 -name '*.png' ! -name 'backdrop-preview.png' ! -name 'bot-gallery.png' -delete

# make_sample NAME ARGUMENT... - samples/NAME.png by `ridgeline ARGUMENT...`.
make_sample() {
    name=$1
    shift
    case $1 in
    animate) ;; # libpng writes its frames
    *) set -- "$@" --compress small ;;
    esac
    printf 'ridgeline %s -o samples/%s.png\n' "$*" "$name"
    "$program" "$@" -o "samples/$name.png" -q >/dev/null
}

# make_set COMMAND NAME ARGUMENT... - the folder samples/NAME by `ridgeline COMMAND`.
make_set() {
    command=$1 name=$2
    shift 2
    rm -rf "samples/$name"
    printf 'ridgeline %s %s -o samples/%s\n' "$command" "$*" "$name"
    "$program" "$command" "$@" --compress small -o "samples/$name" -q
}

# README
make_sample dawn-alpine --seed 66 -m dawn -w alpine -s 1280x720
make_sample seed-hello --seed hello -s 640x360
make_sample moonlight-lake --seed 51 -m moonlight -w lake -s 640x360
make_sample harbour --seed 21 -w misty -p samples/harbour.hex -s 640x360
make_sample classic classic -s 640x320 --seed 1
make_sample sheet sheet --seeds 1..12 -s 240x135 --columns 4
make_sample pixel-lake --seed 13 -m dusk -w lake --pixel-art=16 -s 320x180 --scale 2
make_sample map-plate map --seed 7 --pass gullies -s 513 --frame

# docs/worlds.md
make_sample species sheet --each trees.species --seeds 37..37 -w hills -m dawn -s 180x171 --columns 5 --set output.dither=none --motif none --set aloft.name=none --set hero.height=2.75 --set hero.trees=1 --set sun.radius=0 --set trees.height=0.05 --set land.x=0.3 --set land.mountains=0.4

# docs/motifs.md
make_sample motifs sheet --each motif.name=balloon,bridge,cabin,cactus,campfire,caravan,deer,geese,horse,lighthouse,lookout,pagoda,poles,rocket,rowboat,ruin,sailboat,stag,swans,tent,torii,turbine,village,wanderer,windmill --seeds 21..21 -w lake -m dawn -s 240x156 --columns 5 --set aloft.name=none --set motif.size=0.47 --set motif.x=-0.05 --set motif.ridge=4 --set hero.height=0 --set motif.glow=1 --set trees.height=0 --set land.mountains=0.3 --set land.x=0 --set sun.x=0.45 --set lake.level=0.46 --set composition.valley=0 --set composition.amplitude_near=0 --set composition.base_near=0.12 --set output.dither=none

# docs/prints.md
make_sample prints sheet --prints --seeds 51 -w lake -m dusk -s 320x180 --columns 3
make_sample print-poster --print poster --seed 27 -w desert -m copper -s 960x540
make_sample print-woodblock --print woodblock --seed 8 -w volcano -m dawn -s 640x360
make_sample print-ink --print ink --seed 27 -w karst -m mist -s 640x360
make_sample print-papercut --print papercut --seed 14 -w misty -m ember -s 640x360
make_sample print-engraving --print engraving --seed 46 -w fjord -m dawn -s 960x540

# docs/wallpapers.md
# Pictures with a subject.
make_sample autumn-village --seed 13 -m autumn -w alpine --motif village --set motif.path=1 --set motif.glow=1 --set motif.size=0.078 --set "trees.species=oak birch poplar spruce" --set aloft.name=none --set land.mountains=2 --set land.relief=0.45 --set land.relief_calm=1 --set composition.dip=0.6 -s 480x270
make_sample frame-tent --seed 36 -m ember -w alpine --motif tent --set motif.path=0 --set motif.glow=1 --set hero.frame=1 --set motif.size=0.038 --set land.mountains=1.5 --set land.relief=0.45 --set land.relief_calm=1 --set trees.species=spruce --set aloft.name=none -s 480x270
make_sample emerald-balloon --seed 44 -w hills -m emerald --motif balloon --set aloft.name=none --set motif.size=0.08 --set land.mountains=1.8 --set land.relief=0.45 --set land.relief_calm=1 --set "trees.species=oak spruce poplar" -s 480x270
make_sample sakura-torii --seed 31 -w alpine -m sakura --motif torii --set aloft.name=none --set land.mountains=2 --set land.relief=0.45 --set land.relief_calm=1 --set composition.dip=0.6 --set motif.size=0.068 -s 480x270
make_sample eink-spectra --seed 11 -m dawn -w misty --eink inky-7.3-spectra --proof
make_sample eink-grey --seed 5 -m moonlight -w lake --eink trmnl --proof
for first in 1 1001; do # what bare seeds are dealt: two sheets of 48
    last=$((first + 47))
    make_sample "seeds-$first-$last" sheet --seeds "$first..$last" -s 160x90 --columns 6 --set output.dither=none
done
while read -r mood world seed; do
    make_sample "$mood-$world" --seed "$seed" -m "$mood" -w "$world" -s 480x270
done <<'END'
ember misty 30
golden dunes 7
noon lake 14
storm alpine 55
mist forest 10
desert desert 8
sakura alpine 79
aurora lake 75
autumn hills 65
ink misty 44
violet archipelago 1
dawn cloudsea 2
desert canyon 1
dawn fjord 4
ink karst 43
savanna savanna 7
dusk volcano 14
dusk city 12
golden farmland 16
dawn ice 5
ember coast 9
violet heath 3
dusk bay 5
END
for time in 05:30 08:00 18:15 20:00; do
    make_sample "day-$(printf %s "$time" | tr -d :)" --seed 66 -w alpine --time "$time" -s 320x180
done
make_sample phone-dawn --seed 66 -m dawn -w alpine -s 270x585
make_sample phone-desert --seed 80 -m desert -w desert -s 270x585
make_sample ultrawide --seed 8 -m ember -w misty -s 1280x360
make_set wallpaper wallpaper --seed 66 -m ember -w alpine --name desk \
    --monitors 270x480+0+0,480x270+290+90
rm -f samples/wallpaper/desk-span.png samples/wallpaper/*.xml # paths of one machine
"$program" palette show samples/harbour.hex -o samples/harbour-swatch.png

# docs/games.md
make_set layers backdrop --seed 13 -m dusk -w lake --pixel-art=16 -s 320x180 --scale 3
if command -v chromium >/dev/null; then # else the old one stays
    python3 tests/support/preview_drive.py samples/backdrop/preview.html samples/backdrop-preview.png
fi
make_sample scroll animate --scroll --turns 2 gradient5 --seed 1 --set output.dither=none \
    -s 384x192 --frames 18 --fps 9

# docs/maps.md
make_sample map-surface map --seed 12 --pass gullies -s 800 --view azimuth=47,elevation=40
make_sample map-gullies map --seed 12 -s 385 --pass gullies --pass hydraulic --contours 0 --rivers 0.3
make_sample map-eroded map --seed 3 -s 385 --pass voronoi --pass perturb:magnitude=0.1 --pass hydraulic
make_sample map-desert map --seed 9 -s 385 --tint desert --sea 0 --pass thermal
make_sample map-cells map --seed 5 -s 513 --pass voronoi:points=40 --set map.view=cells
for landscape in alps dunes fjords islands mesa volcano; do
    make_sample "map-$landscape" map --preset "$landscape" --seed 2 -s 257
done
make_sample map-names map --preset volcano --seed 5 -s 385 --frame --names samples/names.csv
make_sample map-flight animate --flight --seed 8 --sea 0.4 --pass gullies:scale=14,strength=1.4 -s 192x108 --frames 20 --fps 8
make_sample map-turn animate --turn --seed 12 --pass gullies --map-size 257 -s 160x100 --frames 16 --fps 8
make_sample map-sweep animate --sweep pass.1.iterations=1..150 --seed 12 --persistence 0.6 \
    --pass hydraulic --map-size 129 --view surface -s 160x100 --frames 10 --fps 5
make_sample map-relief map --seed 21 --pass gullies -s 1025 --picture 640x400 \
    --view azimuth=20,elevation=28,exaggeration=3
for r in 10 25 50 90; do
    make_sample "mesh-$r" map --preset roughness-coefficient --persistence ".$r" --seed 1 -s 9 --picture 360x270 \
        --view mesh,azimuth=-47,elevation=74,axis_low=0,axis_high=2.5,colour_low=0,colour_high=1.8
done
printf 'ridgeline map --seed 3 -s 9 --trace trace\n'
"$program" map --seed 3 -s 9 --trace samples/trace -q
mv samples/trace/03-diamond-2.svg samples/map-trace.svg
rm -r samples/trace
alps=$(mktemp -d)
"$program" map --seed 5 -s 1025 --sea 0 --pass gullies:strength=1.2 --height 3400 -f asc \
    -o "$alps/alps.asc" -q
make_sample storm-lightning --seed 33 -m storm -w alpine --set weather.lightning=1 -s 480x270
make_sample panorama --seed 7 --from-map "$alps/alps.asc" --at 21255,14355 --eye 20 -m dawn -s 960x405
rm -r "$alps"
make_sample land-from-map --from-map samples/map-plate.png -m dawn -s 640x360
