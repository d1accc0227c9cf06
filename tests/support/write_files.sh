#!/bin/sh
# write_files.sh PROGRAM - writes every kind of file that the program knows into the
# empty working folder, and prints the checksum of each.  determinism.sh compares the
# lines from several surroundings.
set -eu
program=$1
"$program" --seed 7 -s 320x180 -o land.png
"$program" --seed 7 -s 320x180 --depth 16 -o land-16.png
"$program" --seed 7 -s 320x180 --compress small -o land-small.png
"$program" --seed 7 -s 320x180 --pixel-art --scale 2 -o art.png
"$program" --seed 7 -s 320x180 -o land.ppm
"$program" map --seed 3 -s 65 --pass droplets:drops=500 -o map.png
for format in png16 pgm r16 pfm asc; do
    "$program" map --seed 3 -s 65 -f "$format" -o "heights.$format"
done
"$program" animate --scroll --frames 6 --seed 7 -s 128x72 -o scroll.png
"$program" animate --flight --frames 3 --map-size 64 --seed 7 -s 64x36 -o 'flight-{frame}.png'
"$program" layers --seed 7 -s 256x144 -o layers
"$program" sheet --seeds 1..4 -s 160x90 -o sheet.png
"$program" info --json land.png >land.json
"$program" palette convert dusk -o dusk.gpl
find . -type f | LC_ALL=C sort | xargs sha256sum
