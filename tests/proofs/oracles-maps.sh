#!/bin/sh
# oracles-maps.sh LIBRIDGELINE.A - what GIS tools say about our maps.  A tool that is
# missing is a failure that names it: `make deps-oracles` installs them.
#
# Hillshade: gdaldem's pixels are ours but for at most one in 2000, by 1: its square root
# is approximate (one step of Newton on the processor's estimate), and ours sums heights in
# single precision before they become metres.
set -u
library=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools gdaldem gdal_translate

# ---- hillshade --------------------------------------------------------------

build()
{
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Iinclude -Isrc -o "$scratch/dump" \
        tests/support/hillshade_dump.c "$library" -lpthread
}

# few_differ OURS THEIRS: equal but for one byte in 2000, and those by 1?
few_differ()
{
    cmp -l "$1" "$2" | awk -v most="$(($(wc -c <"$1") / 2000))" '
        function octal(text, i, value) {
            for (i = 1; i <= length(text); i++)
                value = value * 8 + substr(text, i, 1)
            return value
        }
        { step = octal($2) - octal($3) }
        step > 1 || step < -1 { print "byte " $1 ": " octal($2) ", theirs " octal($3); far++ }
        END { print NR " differ"; exit far > 0 || NR > most }'
}

# shade_like_gdal SEED AZIMUTH ALTITUDE Z CELL
shade_like_gdal()
{
    "$scratch/dump" "$1" "$2" "$3" "$4" "$5" "$scratch" || return
    gdaldem hillshade -q -az "$2" -alt "$3" -z "$4" "$scratch/map.asc" "$scratch/gdal.tif" || return
    gdal_translate -q -of PNM "$scratch/gdal.tif" "$scratch/gdal.pgm" || return
    # Headers may differ: only the pixels count.
    for file in ours gdal; do
        tail -c "$((1025 * 1025))" "$scratch/$file.pgm" >"$scratch/$file.raw" || return
    done
    few_differ "$scratch/ours.raw" "$scratch/gdal.raw"
}

verdict 'hillshade_dump.c compiles' build
verdict 'hillshade from the north-west is that of gdaldem' shade_like_gdal 1 315 45 1 30
verdict 'hillshade with z 3 on a fine grid is that of gdaldem' shade_like_gdal 2 315 45 3 7.5
verdict 'hillshade from the low east is that of gdaldem' shade_like_gdal 3 90 20 2 30

verdicts_end
