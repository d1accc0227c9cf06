#!/bin/sh
# make-samples.sh PROGRAM - renders every picture that README shows, each with
# the command that stands beside it there.  Run from the project's top folder:
# `make samples`.
set -eu
program=${1:-build/ridgeline}

# FILE: the arguments of ridgeline that make it.
make_sample() {
    file=$1
    shift
    printf 'ridgeline %s -o %s\n' "$*" "$file"
    "$program" -q "$@" -o "$file"
}

make_sample samples/dawn.png --seed 28 -s 1600x900
make_sample samples/ember.png --seed 30 -s 1600x900
make_sample samples/violet.png --seed 15 -s 1600x900
make_sample samples/emerald.png --seed 49 -s 1600x900
make_sample samples/dusk.png --seed 51 -s 1600x900
make_sample samples/mist.png --seed 44 -s 1600x900
make_sample samples/hello.png --seed hello -p sakura -s 1600x900
make_sample samples/classic.png classic
make_sample samples/twelve.png twelve -s 1600x900
make_sample samples/crags.png crags -s 1600x900
make_sample samples/harbour.png --seed 21 -p samples/harbour.hex -s 1600x900
make_sample samples/phone.png --seed 10 -s 540x1170
make_sample samples/ultrawide.png --seed 8 -s 2560x720

printf 'ridgeline palette show samples/harbour.hex -o samples/harbour-swatch.png\n'
"$program" palette show samples/harbour.hex -o samples/harbour-swatch.png
