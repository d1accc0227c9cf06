#!/bin/sh
# oracles-dem.sh RIDGELINE - what GDAL says about maps of the real world, and admesh about solids: three
# grids (metres, NODATA, cells of 30, UTM) there and back as .asc and GeoTIFF, in the ways that a TIFF
# may be packed; hillshade; tiles; the STL.  A tool that is missing is a failure that names it:
# `make deps-oracles` installs them.
set -u
program=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools gdalinfo gdal_translate gdaldem gdalbuildvrt admesh python3

# GDAL's module belongs to the system's python.
grids()
{
    "$python" tests/support/dem_grids.py "$@"
}
python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3

# there_and_back NAME ENDING: a grid of GDAL's, through us, is the same to GDAL.
there_and_back()
{
    "$program" map -q --input "$scratch/$1.tif" -o "$scratch/back.$2" &&
        grids same "$scratch/$1.tif" "$scratch/back.$2"
}

# from_asc NAME ENDING: the same from an .asc with its .prj.
from_asc()
{
    gdal_translate -q -of AAIGrid -co SIGNIFICANT_DIGITS=9 "$scratch/$1.tif" "$scratch/$1.asc" &&
        "$program" map -q --input "$scratch/$1.asc" -o "$scratch/back.$2" &&
        grids same "$scratch/$1.tif" "$scratch/back.$2"
}

# packed NAME OPTION...: a TIFF that GDAL writes so holds the same for us.
packed()
{
    packed_name=$1
    shift
    gdal_translate -q "$@" "$scratch/$packed_name.tif" "$scratch/packed.tif" &&
        "$program" map -q --input "$scratch/packed.tif" -o "$scratch/back.tif" &&
        grids same "$scratch/packed.tif" "$scratch/back.tif"
}

# shade NAME AZIMUTH ALTITUDE Z
shade()
{
    gdaldem hillshade -q -compute_edges -az "$2" -alt "$3" -z "$4" "$scratch/$1.tif" \
        "$scratch/gdal.tif" &&
        "$program" map -q --input "$scratch/$1.tif" --view hillshade \
            --shade "azimuth=$2,altitude=$3,exaggeration=$4" -o "$scratch/ours.png" &&
        grids shade "$scratch/ours.png" "$scratch/gdal.tif"
}

# counts_from_the_sea LEAST MOST OPTION...: GDAL reads a made map as metres above the sea, from an .asc
# and from a GeoTIFF.
counts_from_the_sea()
{
    sea_range=$1,$2
    shift 2
    for sea_file in coast.asc coast.tif; do
        "$program" map -q -s 129 "$@" -o "$scratch/$sea_file" || return
        gdalinfo -mm "$scratch/$sea_file" | grep -F "Min/Max=$sea_range" || return
    done
}

tiles()
{
    rm -rf "$scratch/tiles"
    "$program" map -q --input "$scratch/a.tif" -f geotiff --tiles 4x3 -o "$scratch/tiles" &&
        gdalbuildvrt -q "$scratch/tiles.vrt" "$scratch"/tiles/*.tif &&
        grids same "$scratch/a.tif" "$scratch/tiles.vrt"
}

# closed OPTION...: admesh finds nothing to mend, and a volume.
closed()
{
    "$program" map -q "$@" -o "$scratch/solid.stl" || return
    admesh "$scratch/solid.stl" >"$scratch/said" || return
    awk '/Total disconnected facets/ { mended += $4 + $5; lines++ }
        /Degenerate facets|Edges fixed|Facets removed|Facets added|Facets reversed|Backwards edges|Normals fixed/ {
            mended += $NF
            lines++
        }
        /Number of parts/ { parts = $5; volume = $NF }
        END { print mended " mended, " parts " parts, volume " volume; exit mended > 0 || lines != 8 || parts != 1 || volume <= 0 }' \
        "$scratch/said"
}

verdict 'the grids are made' grids "$scratch"
for grid in a b c; do
    verdict "$grid through .asc" there_and_back "$grid" asc
    verdict "$grid through GeoTIFF" there_and_back "$grid" tif
    verdict "$grid from .asc to GeoTIFF" from_asc "$grid" tif
    verdict "$grid from .asc to .asc" from_asc "$grid" asc
    verdict "$grid: hillshade from the north-west is that of gdaldem" shade "$grid" 315 45 1
    verdict "$grid: hillshade from the low east is that of gdaldem" shade "$grid" 90 20 3
done
verdict 'tiles by deflate, predicted' packed a -co TILED=YES -co COMPRESS=DEFLATE -co PREDICTOR=3
verdict 'strips by LZW, predicted' packed a -co COMPRESS=LZW -co PREDICTOR=2
verdict 'big-endian' packed a -co ENDIANNESS=BIG
verdict 'doubles in a BigTIFF' packed a -ot Float64 -co BIGTIFF=YES -co COMPRESS=DEFLATE
verdict '16 bits with a sign, big-endian' packed b -co ENDIANNESS=BIG -co COMPRESS=PACKBITS
verdict '16 bits without a sign' packed b -ot UInt16 -scale -85 640 0 725 -a_nodata 65535
verdict '32 bits' packed b -ot Int32 -co TILED=YES
verdict 'another projection' packed a -a_srs EPSG:2056
verdict 'degrees' packed a -a_srs EPSG:4326 -a_ullr 10 47 10.5 46.6
verdict 'tiles are the map again' tiles
verdict 'a made map counts from its sea' counts_from_the_sea -1080.000 1920.000 --seed 7
verdict 'a deep sea is no hole' counts_from_the_sea -18000.000 12000.000 --seed 7 --sea 0.6 --relief 30000
verdict 'a made map without a sea counts from its lowest' counts_from_the_sea 0.000 3000.000 --seed 7 --sea 0
verdict 'a solid of a grid with holes is closed' closed --input "$scratch/a.tif"
verdict 'a solid of a coast is closed' closed --input "$scratch/b.tif" --millimetres 180
verdict 'a solid of a made map is closed' closed --seed 3 -s 129x65
verdict 'the least solid is closed' closed --seed 3 -s 2x2

verdicts_end
