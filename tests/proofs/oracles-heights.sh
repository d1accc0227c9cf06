#!/bin/sh
# oracles-heights.sh LIBRIDGELINE.A - what GDAL, netpbm and ImageMagick read in our files
# of heights, and what we read in theirs.  A tool that is missing is a failure that names
# it: `make deps-oracles` installs them.
#
# tests/support/heights_dump.c writes the files and, without the library, the samples
# that must be in them; all comparisons are of raw bytes (on a little-endian machine).
set -u
library=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
size=203x111
bytes=$((203 * 111 * 2))

need_tools gdal_translate pngtopnm pamtopnm pfmtopam pnmtopng pnmtoplainpnm convert pngcheck

# ---- theirs read ours ---------------------------------------------------------

build()
{
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -ffp-contract=off -Iinclude -Isrc \
        -o "$scratch/dump" tests/support/heights_dump.c "$library" -lpng -lz -lm -lpthread
}

gdal_reads() # FILE TYPE EXPECTED
{
    gdal_translate -q -of ENVI -ot "$2" "$1" "$scratch/theirs" || return
    cmp "$scratch/theirs" "$3"
}

netpbm_reads() # FILE TOOL OPTION...
{
    file=$1
    shift
    "$@" "$file" >"$scratch/theirs.pgm" || return
    tail -c $bytes "$scratch/theirs.pgm" >"$scratch/theirs"
    cmp "$scratch/theirs" "$scratch/16.msb"
}

imagemagick_reads() # OPTION... FILE
{
    convert "$@" -depth 16 -endian MSB gray:"$scratch/theirs" || return
    cmp "$scratch/theirs" "$scratch/16.msb"
}

# The rows of the file's floats, turned round.
pfm_holds_the_floats()
{
    row=$((203 * 4))
    y=110
    : >"$scratch/theirs"
    while [ $y -ge 0 ]; do
        tail -c $((203 * 111 * 4)) "$scratch/map.pfm" | tail -c +$((y * row + 1)) |
            head -c $row >>"$scratch/theirs"
        y=$((y - 1))
    done
    cmp "$scratch/theirs" "$scratch/32.lsb"
}

verdict 'heights_dump.c compiles' build
verdict 'all formats are written' "$scratch/dump" "$scratch"
verdict 'pngcheck of the PNG' pngcheck -q "$scratch/map.png"
verdict 'GDAL reads the PNG' gdal_reads "$scratch/map.png" UInt16 "$scratch/16.lsb"
verdict 'GDAL reads the PGM' gdal_reads "$scratch/map.pgm" UInt16 "$scratch/16.lsb"
verdict 'GDAL reads the .asc' gdal_reads "$scratch/map.asc" Float32 "$scratch/metres.lsb"
verdict 'netpbm reads the PNG' netpbm_reads "$scratch/map.png" pngtopnm
verdict 'netpbm reads the PGM' netpbm_reads "$scratch/map.pgm" pamtopnm
verdict 'netpbm reads the PFM' netpbm_reads "$scratch/map.pfm" pfmtopam -maxval=65535
verdict 'ImageMagick reads the PNG' imagemagick_reads "$scratch/map.png"
verdict 'ImageMagick reads the PGM' imagemagick_reads "$scratch/map.pgm"
verdict 'ImageMagick reads the PFM' imagemagick_reads "$scratch/map.pfm"
verdict 'ImageMagick reads the .r16' \
    imagemagick_reads -size $size -depth 16 -endian LSB gray:"$scratch/map.r16"
verdict 'the PFM holds the floats, bottom row first' pfm_holds_the_floats

# ---- ours reads theirs ----------------------------------------------------------

# we_read FILE EXPECTED: the floats of FILE are those of EXPECTED, a file of ours.
we_read()
{
    "$scratch/dump" "$1" "$scratch" theirs && "$scratch/dump" "$2" "$scratch" ours || return
    cmp "$scratch/theirs" "$scratch/ours"
}

make_theirs()
{
    cd "$scratch" || return
    gdal_translate -q -of PNG map.pgm gdal.png && gdal_translate -q -of PNM map.png gdal.pgm &&
        gdal_translate -q -of AAIGrid -co SIGNIFICANT_DIGITS=9 map.asc gdal.asc &&
        pnmtopng -interlace map.pgm >netpbm.png 2>/dev/null && pnmtoplainpnm map.pgm >plain.pgm &&
        convert map.pgm im.png && convert map.png -depth 16 im.pgm
}

verdict 'they write all formats' make_theirs
for file in gdal.png gdal.pgm netpbm.png plain.pgm im.png im.pgm; do
    verdict "we read $file" we_read "$scratch/$file" "$scratch/map.pgm"
done
verdict 'we read gdal.asc' we_read "$scratch/gdal.asc" "$scratch/map.asc"

verdicts_end
