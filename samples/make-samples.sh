#!/bin/sh
# make-samples.sh PROGRAM - renders every picture that README shows, each with
# the command that stands beside it there.  Run from the project's top folder:
# `make samples`.
set -eu
program=${1:-build/ridgeline}
find samples -maxdepth 1 -name '*.png' ! -name 'backdrop-preview.png' -delete

# make_sample NAME ARGUMENT... - samples/NAME.png by `ridgeline ARGUMENT...`.
make_sample() {
    name=$1
    shift
    case $1 in
    animate) ;; # its frames are libpng's
    *) set -- "$@" --compress small ;;
    esac
    printf 'ridgeline %s -o samples/%s.png\n' "$*" "$name"
    "$program" "$@" -o "samples/$name.png" -q >/dev/null
}

# make_backdrop NAME ARGUMENT... - the folder samples/NAME by `ridgeline layers`.
make_backdrop() {
    name=$1
    shift
    rm -rf "samples/$name"
    printf 'ridgeline layers %s --compress small -o samples/%s\n' "$*" "$name"
    "$program" layers "$@" --compress small -o "samples/$name" -q
}

# make_wallpapers NAME ARGUMENT... - in the folder samples/wallpaper, by `ridgeline wallpaper`.
make_wallpapers() {
    name=$1
    shift
    printf 'ridgeline wallpaper %s --name %s --compress small -o samples/wallpaper\n' "$*" "$name"
    "$program" wallpaper "$@" --name "$name" --compress small -o samples/wallpaper -q
}

# wallpaper MOOD STYLE SEED - a picture of 1280x720.
wallpaper() {
    make_sample "$1-$2" --seed "$3" -m "$1" --style "$2" -s 1280x720
}

wallpaper dawn alpine 66
wallpaper ember misty 30
wallpaper violet lake 3
wallpaper moonlight alpine 10
wallpaper storm alpine 55
wallpaper golden dunes 7
wallpaper desert desert 8
wallpaper ink misty 44
wallpaper mist forest 10
wallpaper sakura alpine 79
wallpaper dusk lake 32
wallpaper noon lake 14
wallpaper vapor alpine 23
wallpaper emerald forest 83
wallpaper autumn hills 65
wallpaper winter alpine 2
wallpaper aurora lake 75
wallpaper mars dunes 27

make_sample seed-hello --seed hello -s 1280x720
make_sample harbour --seed 21 -p samples/harbour.hex -s 1280x720
make_sample crags crags -s 1280x720
make_sample twelve twelve -s 1280x720
make_sample classic classic
make_sample ultrawide --seed 8 -m ember --style misty -s 2560x720
make_sample phone-dawn --seed 66 -m dawn --style alpine -s 540x1170
make_sample phone-dusk --seed 51 -m dusk --style alpine -s 540x1170
make_sample phone-desert --seed 80 -m desert --style desert -s 540x1170

for time in 00:00 05:30 06:30 08:00 12:00 17:00 18:15 20:00; do
    make_sample "day-$(printf %s "$time" | tr -d :)" --seed 66 --style alpine --time "$time" -s 480x270
done

make_sample pixel-ember --seed 8 -m ember --style misty --pixel-art=24 -s 320x180 --scale 3
make_sample pixel-lake --seed 13 -m dusk --style lake --pixel-art=16 -s 320x180 --scale 3
make_sample map-plate map --seed 7 -s 513 --frame
make_sample map-surface map --seed 7 -s 800 --view azimuth=-47,elevation=40
make_sample map-eroded map --seed 3 -s 513 --pass voronoi --pass perturb:magnitude=0.1 --pass hydraulic
make_sample map-droplets map --seed 12 -s 513 --tint alpine --sea 0 --pass droplets
make_sample map-desert map --seed 9 -s 513 --tint desert --sea 0 --pass thermal
make_sample map-mars map --seed 21 -s 513 --tint mars --sea 0 --rivers 0 --contours 0
make_sample map-cells map --seed 5 -s 513 --pass voronoi:points=40 --set map.view=cells
make_sample map-bands map --preset one-sided --seed 4 -s 513 --tint bands --rivers 0 --contours 0
make_sample map-grey map --seed 7 -s 513 --tint topo-grey --sea 0
steps=$(mktemp -d)
"$program" map --seed 3 -s 5 --trace "$steps" -q
mv "$steps/trace.png" samples/map-trace.png
rm -r "$steps"

make_sample map-flight animate --flight --seed 8 --sea 0.4 -s 256x144 --frames 48 --fps 15
make_sample scroll animate --scroll --turns 3 gradient5 --seed 1 --set output.dither=none --frames 48 --fps 16
make_sample land-from-map --from-map samples/map-plate.png -m dawn -s 1280x720

make_backdrop backdrop --seed 66 -m dawn --style alpine -s 768x432
make_backdrop backdrop-pixel --seed 13 -m dusk --style lake --pixel-art=16 -s 320x180 --scale 3
if command -v chromium >/dev/null; then # else the old one stays
    python3 tests/helper/preview_drive.py samples/backdrop/preview.html samples/backdrop-preview.png
fi

rm -rf samples/wallpaper
make_wallpapers pair --seed 1 -s 640x360 --dark
make_wallpapers desk --seed 66 -m ember --style alpine --monitors 270x480+0+0,480x270+290+90
rm samples/wallpaper/desk-span.png samples/wallpaper/*.xml # these hold paths of one machine

make_sample sheet sheet --seeds 1..24 -s 240x135
"$program" palette show samples/harbour.hex -o samples/harbour-swatch.png
