# The command `map`: each option once right and once wrong, what it reads and
# writes, and that a map is the same whatever way it is asked for.
. "$ROOT/tests/full/cli/common.sh"
S='map --seed 3 -s 17'

# differs NAME ARG... - the map is another one than $S, which is in the file plain.
"$R" $S -f hash >plain
differs()
{
    differs_name=$1
    shift
    good "$differs_name" $S "$@" -f hash
    check "$differs_name: another map" fails cmp "$T/out" plain
}

# as NAME ARG... - it is the very same map.
as()
{
    as_name=$1
    shift
    good "$as_name" "$@" -f hash
    check "$as_name: the same map" same "$T/out" plain
}

# ---- each option, once right ----------------------------------------------------

as 'no option but size and seed' $S
as 'the method by name' $S --method diamond-square
as 'the noise by name' $S --noise uniform
as 'no preset' $S --preset none
as 'persistence by default' $S --persistence 0.5
as 'light by default' $S --shade azimuth=315,altitude=45,z=2,amount=0.65
as 'relief by default' $S --relief 3000
as 'cell by default' $S --cell 1920
"$R" $S -o small.png
good 'another size of a map is the same land' map small.png -s 33 -f scene
check 'recipe at more samples has smaller cells' grep -qx 'cell = 960' "$T/out"
good 'a cut of the same grid' map small.png -s 12 -f scene
check 'recipe at a part of its grid keeps its cells' grep -qx 'cell = 1920' "$T/out"
"$R" $S -f scene >small.ini
"$R" - -f hash <small.ini >"$T/out"
check 'a map from standard input without its command' same "$T/out" plain
as 'sea by default' $S --sea 0.36
as 'contours by default' $S --contours 100
as 'rivers by default' $S --rivers 0.5
as 'tint by default' $S --tint atlas
as 'auto is the default' $S --sea auto --spread auto --corners auto,auto,auto,auto
as 'keys in place of options' map --set ridgeline.seed=3 --set output.size=17x17
as 'a size of two sides' map --seed 3 -s 17x17
differs 'midpoint' --method midpoint
differs 'gauss' --noise gauss
differs 'one-sided' --one-sided
differs 'spread' --spread 2 --raw
differs 'persistence' --persistence 0.7
"$R" map --preset help >presets
for preset in alps dunes fjords islands mesa volcano; do
    check "$preset is listed with a line" grep -q "^$preset  *[a-z].* .* " presets
    differs "landscape $preset" --preset "$preset"
done
good 'a landscape with options' $S --preset volcano --sea 0.5 --pass thermal -f scene
check 'options win over a preset' grep -qx 'sea = 0.5' "$T/out"
check 'passes are added to those of a preset' \
    sh -c 'grep -A 1 "^.pass 4" "$1" | grep -qx "kind = thermal"' - "$T/out"
"$R" $S --preset mesa -o mesa.png
"$R" $S --preset mesa -f hash >one
good 'the recipe of a landscape' map mesa.png -f hash
check 'recipe of a landscape makes it again' same "$T/out" one
for preset in roughness-coefficient one-sided persistence spread; do
    differs "preset $preset" --preset "$preset"
done
differs 'corners' --corners 0,0,1,-1.5
for shape in island archipelago continent bay range; do
    differs "shape $shape" --shape "$shape"
done
"$R" $S --shape island --sea 0.2 -o island.png
"$R" island.png -f hash >one
good 'the recipe of an outline' $S --shape island --sea 0.2 -f hash
check 'recipe of an outline makes it again' same "$T/out" one
"$R" --from-map island.png -s 64x36 -o slices.png
"$R" slices.png -f hash >one
good 'ridges of an outline' --from-map island.png -s 64x36 -f hash
check 'recipe of the slices of an outline makes them again' same "$T/out" one
differs 'smooth' --smooth
differs 'blur' --blur
"$R" $S --set map.smooth=1 -f hash >one
check 'older option --blur equals map.smooth' same "$T/out" one
differs 'raw' --raw
differs 'cell' --cell 30
differs 'relief' --relief 100
differs 'tint' --tint desert
differs 'tint of a palette' --tint dusk
differs 'shade' --shade azimuth=90
differs 'sea' --sea 0.6
differs 'contours' --contours 500
differs 'rivers' --rivers 0
differs 'frame' --frame
differs 'view' --view azimuth=10,elevation=40
as 'the view by name' $S --view above
differs 'the surface by name' --view surface
"$R" $S --view azimuth=45,elevation=35 -f hash >one
check 'surface has azimuth 45 and elevation 35 by default' same "$T/out" one
good 'north again' $S --view azimuth=-315 -f hash
check 'azimuth -315 equals azimuth 45' same "$T/out" one
good 'a scene that has the azimuth of before' $S --view surface --set map.view_azimuth=-47 -f hash
cp "$T/out" before
good 'the look of today' $S --view azimuth=47 -f hash
check 'older view_azimuth is seen from the same side' same "$T/out" before
good 'recipe of a view with the older key' $S --view surface --set map.view_azimuth=-47 -f scene
check 'new recipe has look_azimuth' grep -qx 'look_azimuth = 47' "$T/out"
check 'new recipe has no view_azimuth' fails grep -q 'view_azimuth' "$T/out"
for option in exaggeration=3 elevation=20; do
    good "$option" $S --view $option -f hash
    check "$option is another picture" fails cmp "$T/out" one
done
good 'a size of its own' $S --view surface --picture 64x48 -f ppm
check '--picture sets the size of the picture' test "$(head -n 2 "$T/out" | tail -n 1)" = '64 48'
good 'recipe of a surface with --picture' $S --view surface --picture 64x48 -f scene
check '--picture keeps the size of the map' grep -qx 'size = 17x17' "$T/out"
check 'recipe has the size of map and picture' grep -qx 'picture = 64x48' "$T/out"
bad 'a picture of a plate' 64 'no effect on a map from above' $S --picture 64x48 -f hash
bad 'too large a picture' 64 'each side must be 1..8192' $S --view surface --picture 8193x9 -f hash
bad '--picture as a key that is too large' 64 'must be WxH, each 1..8192' $S --set map.picture=9000x9 -f hash

# ---- the map as a mesh --------------------------------------------------------------

good 'a mesh' $S --view mesh,azimuth=-47,elevation=74,axis_low=0,axis_high=2.5 -o mesh.png
good 'a mesh, from its picture' map mesh.png -f ppm
check 'mesh is as large as a surface by default' test "$(head -n 2 "$T/out" | tail -n 1)" = '800 600'
good 'the size of a mesh' map mesh.png --picture 300x200 -f ppm
check 'mesh has the size of --picture' test "$(head -n 2 "$T/out" | tail -n 1)" = '300 200'
good 'a mesh as a drawing' $S --raw --view mesh,axis_low=0,axis_high=2.5 -o mesh.svg
check 'drawing of a mesh has a path for each cell' test "$(grep -c '<path fill' mesh.svg)" -eq 256
check 'drawing of a mesh has the numbers of the limits' grep -q '>2.5</text>' mesh.svg
good 'a surface as a drawing' $S --view surface -o surface.svg
check 'drawing of a surface has a path for each cell' test "$(grep -c '<path fill' surface.svg)" -eq 256
good 'a drawing of a larger map with equal limits' $S --view mesh,axis_low=0,axis_high=2.5 \
    --raw --persistence 0.7 -o other.svg
sed '/class="facets"/q' mesh.svg >axes
check 'axes do not depend on the heights' sh -c 'sed "/class=\"facets\"/q" other.svg | cmp - axes'
bad 'limits of a mesh in the wrong order' 64 'must be above map.axis_low' \
    $S --view mesh,axis_low=2,axis_high=1 -o x.png
bad 'a mesh of too many cells' 64 'must be 2..513 a side' map -s 1025 --view mesh -o x.png
good 'a trace' map --seed 3 -s 17 --trace steps
check '--trace has a page and a figure for each step' test "$(ls steps | tr '\n' ' ')" = "00-corners.svg \
01-diamond-1.svg 02-square-1.svg 03-diamond-2.svg 04-square-2.svg 05-diamond-3.svg 06-square-3.svg \
07-diamond-4.svg 08-square-4.svg trace.html "
# Sides above 16385 are streamed; both kinds stretch by the map's own least and most.
# range FILE - the least and most of a PGM of 16 bits without its header of three lines.
range()
{
    tail -n +4 "$1" | od -An -v -tu1 -w2 |
        awk '{ h = 256 * $1 + $2 } NR == 1 || h < least { least = h } h > most { most = h }
            END { print least ".." most }'
}
for side in 16385x3 3x16385 16386x3 3x16386; do
    good "a raw map of $side" map -q --seed 7 --raw -s "$side" -f pgm -o raw.pgm
    check "a raw map of $side has the whole range" test "$(range raw.pgm)" = 0..65535
done

"$R" map --seed 3 -s 17 --raw -f asc -o raw.asc
count_cells()
{
    grep -c '<text' "steps/$1"
}
check 'first figure of a trace has four corners' test "$(count_cells 00-corners.svg)" -eq 4
check 'second figure of a trace adds the centre' test "$(count_cells 01-diamond-1.svg)" -eq 5
check 'last figure of a trace has all cells' test "$(count_cells 08-square-4.svg)" -eq 289
# The numbers are the map's own, row by row.
"$R" map --seed 3 -s 17 --raw --relief 100 --sea 0 -f asc | sed 1,6d | tr ' ' '\n' | sed '/^$/d' |
    awk '{ printf "%.0f\n", $1 }' >heights
# (A minus is three bytes of UTF-8.)
grep -o '>[^<>]*</text>' steps/08-square-4.svg | LC_ALL=C tr -d '>\210\222.' | LC_ALL=C tr '\342' '-' |
    sed 's|</text||' | awk '{ print $1 + 0 }' >numbers
check 'figures of a trace have the heights of the map' awk 'NR == FNR { a[NR] = $1; next }
    { d = a[FNR] - $1; if (d > 1 || d < -1) bad = 1; n = FNR } END { exit bad || n != 289 }' heights numbers
check 'page of a trace holds all steps' test "$(grep -c '<li>' steps/trace.html)" -eq 9
check 'page of a trace needs no network' fails grep -Eq 'https?://(www\.)?[^w]' steps/trace.html
good 'a trace without numbers' map --seed 3 -s 33 --trace large
check 'figures of a large trace have no numbers' fails grep -q '<text' large/10-square-5.svg
# middle FILE SIDE COLUMN ROW - prints the colour of a pixel of a square ppm.
middle()
{
    tail -c $((3 * ($2 * $2 - $4 * $2 - $3))) "$1" | head -c 3 | od -A n -t x1
}
PLAIN='--contours 0 --rivers 0'
good 'a tile by its place' map --seed 4 -s 33 --tile 2/3/1 -f hash
"$R" map --seed 4 -s 33 --set map.zoom=2 --set map.tile_x=3 --set map.tile_y=1 -f hash >tile.hash
check 'a tile by its place is that of the keys' same "$T/out" tile.hash
good 'a tile without shared rows' map --seed 4 -s 32 --tile 2/3/1 $PLAIN -f ppm -o tile.ppm
good 'the map of a tile' map --seed 4 -s 129 --tile 0/0/0 $PLAIN -f ppm -o whole.ppm
check 'a tile has the colours of its map' \
    test "$(middle tile.ppm 32 16 16)" = "$(middle whole.ppm 129 112 48)"
"$R" map --seed 4 -s 33 --tile 2/3/1 -o tile.png
good 'a tile of a recorded tile' map tile.png --tile 1/0/0 -f scene
check 'a tile of a recorded tile has larger cells' grep -q '^cell = 480' "$T/out"
bad 'a tile beside the map' 64 '^ridgeline: --tile 2/5/1: x must be 0..3 at zoom 2$' \
    map --tile 2/5/1
bad 'a zoom without tiles' 64 '^ridgeline: --tile 15/0/0: z must be 0..14$' map --tile 15/0/0
bad 'a tile without a row' 64 '^ridgeline: --tile 2/1: must be Z/X/Y, such as 2/3/1$' map --tile 2/1
bad 'a tile that wraps' 64 'conflicts with --tile' map --tile 2/1/1 --wrap
good 'an edge seed that is a name' map --seed 4 -s 33 --set map.edge_seed=rhine -f scene
check 'a name is an edge seed' grep -q '^edge_seed = 911624087$' "$T/out"
bad 'a negative edge seed' 64 'must be 0..999999999, any text or auto' \
    map -s 33 --set map.edge_seed=-3
good 'a trace of a tile' map --seed 3 -s 16 --wrap --method midpoint --trace tile
check 'trace of a tile begins with a lattice' test "$(grep -c '<text' tile/00-corners.svg)" -eq 16
check 'trace of a tile has edges' test -s tile/02-edges-1.svg
good 'a trace of a surface' map --seed 3 -s 9 --view surface,axis_low=-2,axis_high=2 --trace surfaces
check 'each step of a surface has a figure in perspective' test "$(ls surfaces | grep -c surface)" -eq 7
count_facets() { grep -c '<path fill' "surfaces/$1-surface.svg"; }
check 'facets of a surface follow the grid' test \
    "$(count_facets 00-corners) $(count_facets 01-diamond-1) $(count_facets 04-square-2)" = '1 4 16'
check 'square step of a surface moves points' fails test \
    "$(grep '<path' surfaces/01-diamond-1-surface.svg)" = "$(grep '<path' surfaces/02-square-1-surface.svg)"
check 'last figure of a surface is the mesh of the map' test "$(grep '<path' surfaces/06-square-3-surface.svg)" = \
    "$("$R" map --seed 3 -s 9 --raw --view mesh,axis_low=-2,axis_high=2 -f svg | grep '<path')"
check 'page of a surface shows one figure at a time' test \
    "$(grep -c '<div class="surface" hidden>' surfaces/trace.html)" -eq 6
bad 'too large a trace' 64 'must be at most 33' map -s 65 --trace large
bad 'a trace of a picture' 64 'conflicts with --trace' map -s 9 --trace steps -o x.png
bad 'a trace of passes' 64 '--pass: conflicts with --trace' map -s 9 --trace steps --pass thermal
bad 'a trace again' 73 'steps' map -s 17 --trace steps --no-clobber
good 'relief' $S --relief 100 -f hash
cp "$T/out" one
run $S --height 100 -f hash
check '--height equals --relief' same "$T/out" one
check '--height prints that it is in metres' grep -q '^--height 100: is the height of the land in metres' "$T/err"
"$R" $S --view surface -f hash >one
good 'gullies' $S --view surface --pass gullies -f hash
check 'gullies change the surface' fails cmp "$T/out" one
differs 'cells' --view cells --pass voronoi
differs 'set' --set map.altitude=20
good 'wrap' map --seed 3 -s 16 --wrap -f hash
for pass in voronoi perturb thermal thermal-fast thermal-inverted hydraulic hydraulic-fast \
    droplets combine gullies terrace dunes volcano; do
    differs "pass $pass" --pass "$pass"
done
differs 'pass normalise' --pass normalise:low=0.2,high=0.7
good 'sizes for unreal' map -q --seed 3 -s unreal-127 -f r16 -o u.r16
check 'size unreal-127 has 127 samples a side' test "$(wc -c <u.r16)" -eq $((2 * 127 * 127))
good 'sizes for unity' map -q --seed 3 -s unity-33 -f r16 -o u.r16
check 'size unity-33 has 33 samples a side' test "$(wc -c <u.r16)" -eq $((2 * 33 * 33))
good 'a size by name' map --seed 3 -s thumb -f ppm -o thumb.ppm
check 'size thumb is 440x247' test "$(sed -n 2p thumb.ppm | tr -d '\n')" = '440 247'
good 'options may be shortened' $S --contour 10 -f hash

# The order of passes counts, and settings come after them.
"$R" $S --pass thermal --pass droplets -f hash >one
"$R" $S --pass droplets --pass thermal -f hash >two
check 'order of passes changes the map' fails cmp one two
"$R" $S --set pass.1.kind=droplets --set pass.2.kind=thermal -f hash >one
check 'order of passes is that of the line' same one two
"$R" $S --set pass.1.kind=thermal --set pass.1.talus=1 -f hash >one
"$R" $S --pass thermal:talus=1 -f hash >two
check 'pass on the line equals its keys' same one two

# Voronoi: a jittered point in each of 4x4 regions unless a number of points is given.
"$R" $S --pass voronoi -f hash >one
"$R" $S --pass voronoi:regions=4,points=1,metric=squared -f hash >two
check 'voronoi has one point a region by default' same one two
"$R" $S --pass voronoi:points=20,metric=euclidean -f hash >one
"$R" $S --pass voronoi:regions=0,metric=euclidean -f hash >two
check 'voronoi without regions has 20 points' same one two
printf '[ridgeline]\nkind = map\nseed = 3\n[output]\nsize = 17x17\n[pass 1]\nkind = voronoi\npoints = 20\nregions = 0\nmetric = euclidean\n' >old.ini
"$R" map old.ini -f hash >two
check 'voronoi of an older recipe is the same' same one two

# Drops are as many a sample at every size; numbers may begin with their point.
for size in 17:19 33:72; do
    "$R" map --seed 3 -s "${size%:*}" --pass droplets -f hash >one
    "$R" map --seed 3 -s "${size%:*}" --pass droplets:drops="${size#*:}" -f hash >two
    check "drops of a map of ${size%:*} have their default" same one two
done
"$R" $S --preset roughness-coefficient -f hash >one
"$R" $S --preset roughness-coefficient --persistence .2 --spread .2 -f hash >two
check 'midpoint of the article has the coefficient .2' same one two

# Points of one's own.
printf 'x,y,weight\n0.25,0.5,1\n.75, .5 ,0.5 # lower\n\n# none here\n0.5,.9\n' >points.csv
good 'points of a file' map -q --seed 3 -s 65 --pass voronoi:file=points.csv,mix=0 -o own.pgm
tail -c $((2 * 65 * 65)) own.pgm | od -An -tu1 -v -w2 | awk '{ h[NR - 1] = 256 * $1 + $2 }
    END { a = h[32 * 65 + 16]; b = h[32 * 65 + 48]; c = h[58 * 65 + 32]; d = h[32 * 65 + 32]
          exit !(a > b && c > b && b > d) }'
check 'peaks are at the places of the file, one of half the height' test $? = 0
awk -F, 'NR > 1 && NF > 1 { print $1 "," $2 "," 1 }' points.csv >level.csv
"$R" map --seed 3 -s 65 --pass voronoi:file=points.csv,mix=0 -f hash >one
"$R" map --seed 3 -s 65 --pass voronoi:file=level.csv,mix=0 -f hash >two
check 'weights of peaks change the map' fails cmp one two
"$R" map --seed 4 -s 65 --pass voronoi:file=points.csv,mix=0 -f hash >two
check 'seed does not place the peaks of a file' same one two
"$R" $S --pass voronoi:file=points.csv -o own.png
good 'info of them' info own.png
check 'map with peaks of a file has no recipe' grep -q '^# recipe: none$' "$T/out"
bad 'no scene of them' 64 'whose points are not in a scene' $S --pass voronoi:file=points.csv -f scene
bad 'a scene without them' 64 'pass.1.places = file: needs 1 to 1000000 points that were read' \
    $S --pass voronoi:places=file -f hash
bad 'no file of a pass without one' 64 'thermal:file: no such key' $S --pass thermal:file=points.csv
bad 'a file that is not there' 66 '^ridgeline: none.csv: cannot open' $S --pass voronoi:file=none.csv
for fault in '0.1|0.1: must be x,y or x,y,weight' '0.1,2|2: y must be 0..1' \
    '0.1,nan|nan: y must be 0..1' '0.1,0.2,x|x: weight must be 0..1000' \
    '0.1,0.2,1,4|0.1,0.2,1,4: must be x,y or x,y,weight'; do
    printf '.5,.5\n%s\n' "${fault%%|*}" >bad.csv
    bad "points ${fault%%|*}" 65 "^ridgeline: bad.csv:2: ${fault#*|}$" $S --pass voronoi:file=bad.csv
done
: >bad.csv
bad 'no points' 65 'bad.csv: no points: must be 1 to 1000000' $S --pass voronoi:file=bad.csv
# ---- names ---------------------------------------------------------------------------

printf 'x,y,name,kind\n.3,.4,K\303\266nigsfurt,city\n# none\n.7,.7,"Pont, le Haut"\n' >names.csv
"$R" map --seed 3 -s 129 -f hash >one
good 'names on a map' map --seed 3 -s 129 --names names.csv -f hash
check 'names change the picture' fails cmp "$T/out" one
for i in 1 2 3 4 5 6 7 8 9 10; do echo .5,.5,Crowd; done >crowd.csv
"$R" map --seed 3 -s 129 --names crowd.csv -o crowd.png 2>"$T/err"
check 'names without room are counted' grep -q '^crowd.csv: [1-9] names did not fit' "$T/err"
echo .5,.5,A,castle >bad.csv
bad 'a kind of names that is none' 65 \
    '^ridgeline: bad.csv:1: castle: must be city, town, village, peak, water or region$' \
    map --seed 3 -s 129 --names bad.csv -o x.png
bad 'names that are not there' 66 '^ridgeline: none.csv: cannot open' \
    map --seed 3 -s 129 --names none.csv -o x.png
bad 'names of heights' 64 '^ridgeline: --names: needs a picture format: remove -f r16' \
    map --seed 3 -s 129 --names names.csv -o x.r16
bad 'names on the surface' 64 '^ridgeline: --names: needs a map from above: remove --view' \
    map --seed 3 -s 129 --names names.csv --view surface -o x.png

# ---- lines and areas ----------------------------------------------------------------

"$R" map --shape island --seed 5 -s 129 --title 'A & B <C>' -q -o island.svg
check 'a drawing is neat markup' awk -f "$ROOT/tests/support/markup.awk" -f "$ROOT/tests/support/map.awk" \
    island.svg
for layer in sea land contours rivers coast; do
    check "drawing has a layer $layer" grep -q "<g inkscape:groupmode=\"layer\" id=\"$layer\"" island.svg
done
check 'drawing has the size of the map' grep -q 'width="129" height="129" viewBox="0 0 129 129"' island.svg
check 'drawing has its scale' grep -q 'metres-per-unit="240" contours="100"' island.svg
check 'drawing has a closed coast' sh -c 'grep "class=.coast" island.svg | grep -q "z\"/>"'
check 'drawing has a colour for every class of height' \
    sh -c 'grep -o "class=.height[0-9]*" island.svg | sort -u |
    sed "s/.*\"/./" | while read -r c; do grep -q "^$c{fill:#" island.svg || exit 1; done'
good 'a land without sea' map --preset alps --seed 5 -s 129 -f svg
check 'drawing of a map without sea has no coast' fails grep -q 'id="coast"' "$T/out"
good 'a drawing of a small map' map --seed 5 -s 5 -f svg
good 'a drawing of one sample' map --seed 5 -s 1 -f svg
bad 'a drawing of too many lines' 64 \
    '^ridgeline: map.contours: a drawing has at most 198 lines from its lowest' \
    map --seed 5 -s 129 --contours 1 -f svg

# ---- each option, once wrong ------------------------------------------------------

bad 'method' 64 '^ridgeline: --method diamond: must be diamond-square|midpoint' $S --method diamond
bad 'noise' 64 '--noise gaus: must be .*: did you mean gauss?' $S --noise gaus
bad 'a switch' 64 '--one-sided: takes no value' $S --one-sided=1
for option in spread persistence cell height sea contours rivers; do
    bad "$option" 64 "^ridgeline: --$option -1: must be [0-9.]*\.\.[0-9]* or auto$" $S "--$option" -1
    for value in nan 1e3 0,5 0x1 ' 1' 10000001; do
        bad "$option $value" 64 "^ridgeline: --$option $value: must be" $S "--$option" "$value"
    done
    bad "$option empty" 64 "--$option: empty" $S "--$option" ''
    bad "$option twice" 64 "--$option: given twice" $S "--$option" 1 "--$option" 1
done
bad 'preset' 64 '--preset sprad: no such preset: did you mean spread?' $S --preset sprad
bad 'a landscape mistyped' 64 '--preset alp: no such preset: did you mean alps?' $S --preset alp
for corners in 1,2,3 1,2,3,4,5 1 1,2,3,4,5,6,7; do
    bad "corners $corners" 64 "^ridgeline: --corners $corners: must be four heights" \
        $S --corners $corners
done
bad 'an outline mistyped' 64 '--shape iland: must be none.*: did you mean island?' $S --shape iland
bad 'an outline that is no tile' 64 \
    '^ridgeline: --shape range: must be island, archipelago or continent where map.wrap is 1' \
    map --seed 3 -s 16 --wrap --shape range
bad 'an outline and corners' 64 '^ridgeline: map.corner_1 = 1: must be unset where map.shape is bay' \
    $S --shape bay --corners 1,1,1,1
echo 0 0 0 | sed 's/^/P2 2 1 1 /' >flat.pgm
bad 'an outline of heights that are read' 64 '^ridgeline: --shape: conflicts with --input' \
    map --input flat.pgm --shape bay -o x.png
bad 'a landscape of heights that are read' 64 '^ridgeline: --preset: conflicts with --input' \
    map --input flat.pgm --preset alps -o x.png
good 'corners with blanks' $S --corners '1, 2,3, 4' -f hash
for item in x '' '4 ' 1001 nan; do
    bad "corners with '$item'" 64 "^ridgeline: --corners 1,2,3,$item: $item: must be -1000..1000" \
        $S --corners "1,2,3,$item"
done
bad 'a pass mistyped' 64 '^ridgeline: --pass thermall: no such pass: did you mean thermal?$' \
    $S --pass thermall
bad 'a pass unknown' 64 '^ridgeline: --pass q: no such pass: must be one of voronoi' \
    $S --pass q
bad 'a pass with capitals' 64 'did you mean droplets?' $S --pass Droplets
bad 'a key mistyped' 64 '^ridgeline: --pass thermal:tallus: no such key: did you mean talus?$' \
    $S --pass thermal:tallus=3
bad 'a key of another pass' 64 \
    '--pass thermal:points: no such key: must be one of iterations neighbours talus strength$' \
    $S --pass thermal:points=3
bad 'a key that is none here' 64 '--pass thermal:kind: no such key' $S --pass thermal:kind=voronoi
bad 'a value of a pass' 64 '^ridgeline: --pass voronoi:points=0: must be 1..1000000 or auto$' \
    $S --pass voronoi:points=0
bad 'a word of a pass' 64 '--pass voronoi:op=mx: must be mix.*: did you mean mix?' \
    $S --pass voronoi:op=mx
bad 'a key twice' 64 '--pass thermal:talus=2: given twice' $S --pass thermal:talus=1,talus=2
bad 'neighbours' 64 'neighbours=5: must be 4 or 8' $S --pass thermal:neighbours=5
for list in : :talus ':talus=1,' ':,talus=1' :=1; do
    bad "the list $list" 64 '^ridgeline: --pass thermal:.*: must be KEY=VALUE' $S --pass "thermal$list"
done
bad 'a pass without a name' 64 'must be NAME' $S --pass :talus=1
bad 'an empty pass' 64 '--pass : must be NAME' $S --pass ''
bad 'a comma for a colon' 64 '--pass thermal,talus=1: no such pass' $S --pass thermal,talus=1
# shellcheck disable=SC2046
bad '33 passes' 64 '--pass: given 33 times: must be at most 32' $S $(yes -- '--pass normalise' | head -n 33)
# shellcheck disable=SC2046
good '32 passes' $S -f hash $(yes -- '--pass normalise' | head -n 32)
bad 'a setting of a pass that is not there' 64 'pass.1.kind: unset: must be named' \
    $S --set pass.1.talus=1
bad 'a setting a pass does not have' 64 'pass.1.points: thermal has no such key' \
    $S --pass thermal --set pass.1.points=3
bad 'tint' 64 '^ridgeline: --tint atlsa: no such ramp or palette: did you mean atlas?$' \
    $S --tint atlsa
bad 'tint unknown' 64 '--tint help: no such ramp or palette: must be one of alpine' \
    $S --tint help
bad 'tint of no such file' 66 '^ridgeline: no.cpt: ' $S --tint no.cpt
bad 'shade key' 64 '--shade azimut: no such key: did you mean azimuth?' $S --shade azimut=3
bad 'shade value' 64 '^ridgeline: --shade altitude=91: must be 0..90' $S --shade altitude=91
bad 'shade without a key' 64 '--shade 315: must be KEY=VALUE' $S --shade 315
bad 'view key' 64 '--view elevatoin: no such key: did you mean elevation?' $S --view elevatoin=3
bad 'view value' 64 '^ridgeline: --view elevation=2: must be 5..90' $S --view elevation=2
bad 'view name' 64 '^ridgeline: --view sufrace: must be above, .*: did you mean surface?' \
    $S --view sufrace
bad 'cells of no pass' 64 '^ridgeline: --view cells: must have a pass' $S --view cells
bad 'view with a name and a word' 64 '--view azimuth: must be KEY=VALUE' $S --view surface,azimuth
bad 'view without a value' 64 '--view: needs a value' $S --view
for option in --flip-y --big-endian; do
    bad "$option of a picture" 64 "^ridgeline: $option: needs raw heights: add -f r16" $S $option -o x.png
done
bad 'threads' 64 '--threads 0: must be' $S --threads 0
bad 'set' 64 'map.seaa = 1: no such key: did you mean map.sea?' $S --set map.seaa=1
bad 'set of a landscape key' 64 '' $S --set sun.y=99
bad 'format' 64 '-f r15: must be .*did you mean' $S -f r15
bad 'format of landscapes' 64 '-f csv: must be' $S -f csv
known='must end in one of .png .jpg .webp .avif .jxl .ppm .pam .pgm .r16 .pfm .asc .tif .obj .stl .ini .svg, '
for name in x.bmp x.gif x.csv x.r32; do
    bad "the ending of $name" 64 "-o $name: $known" $S -o $name
done
"$R" --seed 1 -s 8x8 -q -o land.png
bad 'a landscape' 64 '^ridgeline: land.png: is a landscape: ridgeline map needs' map land.png
bad 'two maps' 64 'b.png: unexpected second operand' map - b.png
bad 'two of which the first is not there' 66 '^ridgeline: a.png: no such scene or file' map a.png b.png
bad 'an option of landscapes' 64 '--region: not an option of this command (see ridgeline render --help)' \
    $S --region 1x1+0+0
bad 'a letter of landscapes' 64 '-p: not an option of this command (see ridgeline render --help)' $S -p dusk
bad 'help in the second place' 66 'help: no such scene or file: a command must come first' map help
bad 'an option of maps elsewhere' 64 '--tint: not an option of this command (see ridgeline map --help)' \
    --tint atlas
bad 'an option mistyped' 64 '--presett: unknown option: did you mean --preset?' $S --presett none
bad 'no such scene' 66 'nothere: no such scene or file' map nothere

# Sizes.
for size in 17x unity unity- unreal unrael-1009 seventeen 1e3 17X17 ''; do
    bad "size '$size'" 64 '-s.*: must be' map -s "$size"
done
bad 'unreal of another number' 64 'must be one of 127 253 505 1009 2017 4033 8129' map -s unreal-1024
bad 'unity of another number' 64 'must be one of 33 65 .* 4097$' map -s unity-1024
bad 'side 0' 64 'side 0: must be 1..1000000' map -s 0
bad 'side 1000001' 64 'side 1000001: must be' map -s 1000001
for size in 17 15 16x32 2 1; do
    bad "a tile of $size" 64 '^ridgeline: -s .*: must be 2^n x 2^n, such as' map --seed 3 --wrap -s $size
done
bad 'a tile of a grid' 64 'such as 1024x1024' map --seed 3 --wrap -s 1025
bad 'map too large to be painted' 64 'at most 2 GiB of heights' map --seed 3 -s 40000 -o x.png
bad 'map too large for a pass' 64 'at most 2 GiB of heights' map --seed 3 -s 40000 --pass thermal -o x.r16
bad 'too large to be blurred' 64 'must not be blurred' map --seed 3 -s 40000 --blur -o x.r16
bad 'too large to begin below' 64 'must begin with the top row' map --seed 3 -s 40000 -o x.pfm
bad 'map too large to be measured' 64 'at most 2 GiB' map --seed 3 -s 40000 --stats
for size in 1 2 3 1x9 9x1 5x40; do
    good "a map of $size" map --seed 3 -s $size --pass droplets --pass voronoi --pass hydraulic \
        --pass perturb --pass thermal-fast -f hash
    good "map of $size in perspective" map --seed 3 -s $size --view azimuth=0 -f hash
done

# ---- formats ------------------------------------------------------------------------

for ending in png ppm pam pgm r16 pfm asc tif obj stl ini; do
    format=$ending
    [ $ending = ini ] && format=scene
    [ $ending = tif ] && format=geotiff
    good "ending .$ending" $S -q -o "x.$ending"
    good "format $format" $S -q -f $format -o by-name
    check "$format by -f and by ending are the same" same "x.$ending" by-name
done
good 'png16' $S -q -f png16 -o x16.png
check 'a map is a picture by default' test "$(head -c 26 x.png | tail -c 2 | od -A n -t u1 | tr -d ' ')" = 82
check 'png16 is grey of 16 bits' test "$(head -c 26 x16.png | tail -c 2 | od -A n -t u1 | tr -d ' ')" = 160
check 'pgm has its header' test "$(head -n 3 x.pgm | tr '\n' ' ')" = 'P5 17 17 65535 '
check 'r16 has no header' test "$(wc -c <x.r16)" -eq $((2 * 17 * 17))
check 'pfm has its header' test "$(head -n 3 x.pfm | tr '\n' ' ')" = 'Pf 17 17 -1.0 '
check 'asc has its header' grep -q '^ncols  *17$' x.asc
check 'asc is in metres' grep -q '^cellsize  *1920$' x.asc
$R $S --big-endian -o big.r16
tail -c $((2 * 17 * 17)) x.pgm >body
check 'r16 in big-endian order equals the body of PGM' same big.r16 body
$R $S --flip-y -o flip.r16
check 'flip-y begins with the last row' test "$(head -c 34 flip.r16 | cksum)" = "$(tail -c 34 x.r16 | cksum)"
check 'flip-y ends with the first row' test "$(tail -c 34 flip.r16 | cksum)" = "$(head -c 34 x.r16 | cksum)"
run $S -o keep.r16 --no-clobber
run $S --spread 2 -o keep.r16 --no-clobber
check 'no-clobber keeps a map' test "$code" -eq 73
bad 'a folder that is not there' 73 'nodir/x.png' $S -o nodir/x.png

# cells FILE - one line `x y bits` for each sample of a PFM, whose rows stand on
# their head.
cells()
{
    cells_size=$(sed -n 2p "$1")
    tail -c +$(($(head -n 3 "$1" | wc -c) + 1)) "$1" | od -A n -v -t x4 -w4 |
        awk -v size="$cells_size" 'BEGIN { split(size, side, " ") }
            { i = NR - 1; print i % side[1], side[2] - 1 - int(i / side[1]), $1 }' | sort
}

# part A B STEP - the samples of B are every STEPth ones of A, from the corner.
part()
{
    cells "$1" >whole.cells
    cells "$2" | awk -v step="$3" '{ print $1 * step, $2 * step, $3 }' | sort >part.cells
    [ -s part.cells ] && [ -z "$(comm -13 whole.cells part.cells)" ]
}
for more in '' '--noise gauss' '--method midpoint' '--one-sided' '--preset spread'; do
    # shellcheck disable=SC2086
    {
        $R map --seed 3 -s 65 --raw $more -o whole.pfm
        $R map --seed 3 -s 65x40 --raw $more -o crop.pfm
        $R map --seed 3 -s 33 --raw $more -o coarse.pfm
        $R map --seed 4 -s 33 --raw $more -o other.pfm
    }
    check "a crop is a part of the map $more" part whole.pfm crop.pfm 1
    check "a finer grid has the coarser one's samples $more" part whole.pfm coarse.pfm 2
    check "another seed has other heights $more" fails part whole.pfm other.pfm 2
done
$R $S --raw --corners 1,2,-1,0.5 -o corners.pfm
for corner in '0 0 3f800000' '16 0 40000000' '0 16 bf800000' '16 16 3f000000'; do
    cells corners.pfm >corners
    check "corner $corner is kept" grep -qx "$corner" corners
done
$R map --seed 3 -s 65 -o whole.pfm
$R map --seed 3 -s 34x50 -o crop.pfm
check 'crop of normalised heights is a part of the whole' part whole.pfm crop.pfm 1

# ---- statistics ----------------------------------------------------------------------

good 'statistics' $S --stats
check '--stats begin with the erosion score' grep -q '^erosion-score [0-9]\.[0-9]\{6\}$' "$T/out"
check '--stats have their names in order' test "$(cut -d ' ' -f 1 "$T/out" | uniq | tr '\n' ' ')" = \
    'erosion-score min max mean slope-mean slope-deviation slope '
check '--stats of a normalised map begin at 0' grep -q '^min 0.000000$' "$T/out"
check '--stats of a normalised map end at 1' grep -q '^max 1.000000$' "$T/out"
check '--stats count the slopes of all samples' test \
    "$(awk '$1 == "slope" { sum += $3 } END { print sum }' "$T/out")" -eq 289
check '--stats score is deviation by mean' awk '{ v[$1] = $2 } END {
    d = v["slope-deviation"] / v["slope-mean"] - v["erosion-score"]
    exit !(d < 1e-4 && d > -1e-4) }' "$T/out"
cp "$T/out" stats
good 'statistics and a file' $S --stats -o stats.png
check '--stats are equal the second time' same "$T/out" stats
check '--stats change no file' same stats.png x.png
"$R" $S --stats -o - -f ppm >out.ppm 2>lines
check '--stats beside standard output leave the map whole' same out.ppm x.ppm
check '--stats beside standard output go to standard error' same lines stats

mkdir some

# ---- help of passes ----------------------------------------------------------------------

good 'the passes' map --pass help
check '--pass help lists all passes' test "$(grep -c '^[a-z]' "$T/out")" -eq 14
check '--pass help gives defaults in words' grep -q '^  metric  *squared ' "$T/out"
check '--pass help fits 100 columns' fails grep -q '.\{101\}' "$T/out"
cp "$T/out" passes
# Each key may be given with the default that is shown.
while read -r key value _; do
    case $key in
    '') ;;
    *[!a-z0-9_-]*) ;;
    *)
        if [ -z "$value" ]; then
            pass=$key
            check "the manual has the pass $pass" grep -q "^.It Cm $pass\$" "$ROOT/docs/ridgeline.1.in"
        else
            good "$pass:$key=$value" map --seed 3 -s 3 --pass "$pass:$key=$value" -f null
        fi ;;
    esac
done <passes

# ---- recipes ---------------------------------------------------------------------------------

P='--preset spread --pass voronoi:points=5 --pass thermal:talus=2 --tint desert --shade z=5 --frame'
# shellcheck disable=SC2086
good 'a picture' $S $P -o one.png
good 'recipe of a map with the command' map one.png -o two.png
check 'recipe of a map gives the same bytes' same one.png two.png
good 'recipe of a map without the command' one.png -o two.png
check 'recipe of a map without the command gives the same bytes' same one.png two.png
good 'info' info one.png
check 'info of a map has its passes' grep -q '^\[pass 2\]$' "$T/out"
cp "$T/out" one.ini
good 'info of heights' info x16.png
check 'heights as PNG have a recipe' grep -q '^kind = map$' "$T/out"
good 'heights made again' map -q x16.png -f png16 -o again.png
check 'heights as PNG are their own recipe' same x16.png again.png
# shellcheck disable=SC2086
good 'the scene' $S $P -f scene -o scene.ini
"$R" one.png -f hash >one
good 'a map from scene text' map ./scene.ini -f hash
check 'scene text of a map gives that map' same "$T/out" one
good 'scene text of a map without the command' ./scene.ini -f hash
check 'scene text without the command gives that map' same "$T/out" one
"$R" map - -f hash <one.ini >two
check 'lines of info give the map' same two one
good 'the scene of the scene' map ./scene.ini -f scene -o again.ini
check 'scene text of a map is its own scene text' same scene.ini again.ini
good 'a picture larger' map one.png -s 33 -f hash
good 'a picture with another pass' map one.png --pass normalise:high=0.5 -f scene
check '--pass adds to the passes of a recipe' grep -q '^\[pass 3\]$' "$T/out"
printf '0 #203040\n50%% 80 160 60\n100%% white\n' >table.txt
good 'a colour table' $S --tint table.txt -o table.png
rm table.txt
good 'recipe of a map with a tint file' table.png -o two.png
check 'recipe with a tint file needs the file no more' same table.png two.png
for option in '--region 1x1+0+0' '-p dusk' '-m dusk' '--style lake' '--time 10:00' '--pixel-art' \
    '--scale 2' '--depth 16' '--dither row' '--calm top'; do
    # shellcheck disable=SC2086
    bad "$option of a map" 64 'no effect on a map: see ridgeline map --help' one.png $option -f hash
done
bad 'csv of a map' 64 '-f csv: is for landscapes' one.png -f csv
run $S --metadata none -o none.png
bad 'a map without a recipe' 65 'none.png: holds no recipe' map none.png
good 'a title' $S --title Island -o title.png
good 'info of it' info title.png
check 'info of a map has its title' grep -q '^# title: Island$' "$T/out"

# Faults of a text are told with their line.
printf '[ridgeline]\nkind = map\n[pass 1]\nkind = thermal\npoints = 3\n' >fault.ini
bad 'a key that the pass does not have' 65 'fault.ini:5: pass.1.points: thermal has' map ./fault.ini
printf '[ridgeline]\nkind = map\n[tint]\nname = atlsa\n' >fault.ini
bad 'a tint that is not there' 65 'fault.ini:4: tint.name = atlsa: .*did you mean atlas?' \
    map ./fault.ini
good 'an option takes its place' map ./fault.ini --seed 3 -s 9 --tint atlas -f hash
printf '[output]\nsize = 17x17\n[map]\nwrap = 1\n' >fault.ini
bad 'a size that is no tile' 65 'fault.ini:2: output.size = 17x17: must be 2^n' map ./fault.ini
bad 'size of an option that is no tile' 64 '^ridgeline: -s 18x18: must be 2^n' map ./fault.ini -s 18
printf '[map]\nsae = 1\n' >fault.ini
bad 'a key mistyped in a text' 65 'fault.ini:2: sae = 1: no such key' map ./fault.ini

# ---- input --------------------------------------------------------------------------------------

good 'heights read again' map -q --input x16.png -f r16 -o in.r16
check '16-bit heights from PNG are unchanged' same in.r16 x.r16
good 'heights of a PGM read again' map -q --input x.pgm -f r16 -o in.r16
check '16-bit heights from PGM are unchanged' same in.r16 x.r16
good 'heights of an .asc grid read again' map -q --input x.asc -f r16 -o in.r16
check '16-bit heights from an .asc grid are unchanged' same in.r16 x.r16
good 'a pass on them' map --input x.pgm --pass thermal -o in.png
good 'the input as the second map' map --input x.pgm --pass combine:with=input,op=multiply -f hash
good 'info of what was read' info in.png
check 'map from heights has no recipe' grep -q '^# recipe: none$' "$T/out"

# Metres count from the sea; a format without metres gets a line that says where the sea is.
mkdir sea
$R $S --sea 0.25 --relief 1000 -o sea/m.asc 2>"$T/err"
check 'asc of a map with a sea counts metres from the sea' test "$(sed 1,6d sea/m.asc | tr ' ' '\n' |
    sort -g | sed -n '/./{p;q;}')" = -250
check 'asc says nothing of the sea' test ! -s "$T/err"
good 'asc of a coast read again' map --input sea/m.asc -o sea/back.asc
millimetres()
{
    awk 'NR > 6 { for (i = 1; i <= NF; i++) printf "%.3f\n", $i }' "sea/$1.asc" >"sea/$1.txt"
}
millimetres m
millimetres back
check 'asc of a coast read again has the same millimetres' same sea/back.txt sea/m.txt
$R $S --sea 0 --relief 1000 -o sea/dry.asc
check 'asc of a map without a sea counts metres from the lowest' test "$(sed 1,6d sea/dry.asc |
    tr ' ' '\n' | sort -g | sed -n '/./{p;q;}')" = 0
for format in png16 pgm r16 pfm; do
    run $S --sea 0.25 -f $format -o sea/m
    check "$format of a coast says where the sea is" test "$(cat "$T/err")" = 'sea at 0.25 of the range'
    good "$format of a coast with -q is silent" $S --sea 0.25 -f $format -o sea/m -q
    good "$format without a sea is silent" $S --sea 0 -f $format -o sea/m
done
run map --input sea/m.asc -f r16 -o sea/m.r16
check 'r16 of a DEM with a coast says where the sea is' test "$(cat "$T/err")" = 'sea at 0.25 of the range'
run map --seed 3 -s 16386x2 --sea 0.25 -f r16 -o sea/m.r16
check 'streamed r16 says where the sea is' test "$(cat "$T/err")" = 'sea at 0.25 of the range'
good 'tiles of a coast' $S --sea 0.25 --relief 1000 -f r16 --tiles 2x1 -o sea/tiles
check 'tiles of a coast count metres from the sea' test "$(grep -o '"\(low\|high\|sea\)": [-0-9.]*' \
    sea/tiles/index.json | tr '\n' ' ')" = '"low": -250.0 "high": 750.0 "sea": 0.0 '
good 'tiles without a sea' $S --sea 0 -f r16 --tiles 2x1 -o sea/dry
check 'tiles without a sea name none' fails grep -q '"sea"' sea/dry/index.json
rm -r sea

# Where heights are on the earth; the projection is beside an .asc, the world beside a PNG, too.
mkdir earth
utm='PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",UNIT["Degree",0.0174]],UNIT["Meter",1]]'
printf 'ncols 3\nnrows 2\nxllcorner 500000.5\nyllcorner 5200000\ncellsize 30\nNODATA_value -1\n' >earth/a.asc
printf '100 180.25 -1\n120 140 160\n' >>earth/a.asc
printf '%s' "$utm" >earth/a.prj
good 'a grid with a place' map --input earth/a.asc -o earth/b.asc
check 'asc of a DEM keeps its numbers' test "$(tail -n 2 earth/b.asc)" = "$(tail -n 2 earth/a.asc)"
check 'asc of a DEM keeps its corner' grep -q '^xllcorner    500000.5$' earth/b.asc
check 'asc of a DEM keeps its NODATA value' grep -q '^NODATA_value -1$' earth/b.asc
check 'asc of a DEM keeps its projection' same earth/b.prj earth/a.prj
good 'DEM as a PNG of metres' map --input earth/a.asc --raw -f png16 -o earth/c.png
check 'picture of a DEM has a world file' test "$(tr '\n' ' ' <earth/c.pgw)" = '30 0 0 -30 500015.5 5200045 '
good 'PNG of metres with its world file' map --input earth/c.png -o earth/d.asc
check 'DEM from 16 bits keeps its numbers up to halves and holes' \
    test "$(tail -n 2 earth/d.asc | tr '\n' ' ')" = '100 180 0 120 140 160 '
check 'DEM from 16 bits keeps its projection' same earth/d.prj earth/a.prj
good 'a GeoTIFF needs none' map --input earth/a.asc -o earth/e.tif
check 'GeoTIFF has no projection or world file beside it' test ! -e earth/e.prj -a ! -e earth/e.tfw
good 'DEM as PGM' map --input earth/a.asc -f pgm -o earth/f.pgm
check 'PGM of a DEM has a world file and a projection' test -s earth/f.pmw -a -s earth/f.prj
for ending in stl obj r16 pfm; do
    good "DEM as $ending" map --input earth/a.asc -o "earth/alone.$ending"
    check "DEM as $ending has no file beside it" test "$(echo earth/alone.*)" = "earth/alone.$ending"
    rm "earth/alone.$ending"
done
bad 'DEM beyond its limits' 65 'a.asc: 3x2: must be within .* allows more' map --input earth/a.asc --limit side=2
mkdir keep
cp earth/a.prj keep/g.prj
bad 'a projection that is there is kept' 73 'g.prj: exists: --no-clobber keeps it' \
    map --input earth/a.asc -o keep/g.asc --no-clobber
echo x >earth/c.pgw
bad 'a world that is none' 65 '^ridgeline: earth/c.pgw:1: x: must be a number' map --input earth/c.png
good 'statistics of a grid' map --input earth/d.asc --stats
check '--stats of a DEM are in metres' grep -q '^metres-max 180.000000$' "$T/out"
check '--stats of a DEM have slopes in percent' grep -q '^slope-percent-mean [0-9.]*$' "$T/out"
good 'tiles of it' map --input earth/a.asc -f pfm --tiles 2x1 -o earth/tiles
check '--tiles of a DEM have an index' \
    test "$(cd earth/tiles && echo *)" = 'index.json tile-0-0.pfm tile-1-0.pfm'
check '--tiles of a DEM share a column with their neighbours' \
    test "$(tail -c 4 earth/tiles/tile-0-0.pfm | od -A n -t x1)" = \
    "$(tail -c 8 earth/tiles/tile-1-0.pfm | head -c 4 | od -A n -t x1)"
check '--tiles index has the range of each tile' grep -q '"most": 180.25' earth/tiles/index.json
bad 'tiles of a picture' 64 '--tiles: needs a format of heights: ' map --input earth/a.asc -f png --tiles 2x1 -o earth/t
bad 'tiles to nowhere' 64 '--tiles: needs a folder: add -o DIR' map --input earth/a.asc -f pfm --tiles 2x1
bad 'more tiles than heights' 64 '--tiles 4x1: must be fewer than the samples of the map, 3x2' \
    map --input earth/a.asc -f pfm --tiles 4x1 -o earth/t
for count in 0x1 2 2x x 96x1 12x12 -1x2; do
    bad "tiles $count" 64 'must be COLUMNSxROWS' $S -f pfm "--tiles=$count" -o earth/t
done
good 'a solid' map --input earth/a.asc -o earth/a.stl --millimetres 60
check 'stl head has the size in millimetres' \
    test "$(head -c 40 earth/a.stl)" = 'ridgeline: 60.0 x 30.0 x 82.1 mm, 1:1000'
check 'stl has its triangles' test "$(wc -c <earth/a.stl)" -eq $((84 + 50 * (2 * 2 + 3 * 6)))
bad 'millimetres of a grid' 64 '--millimetres: needs a solid: add -f stl' $S -f asc --millimetres 60
bad 'a solid of a line' 64 'must have at least 2x2' map -s 1x9 --seed 1 -f stl -o earth/b.stl
good 'a surface' map --input earth/a.asc -o earth/a.obj
check 'obj of a DEM leaves out holes' \
    test "$(grep -c '^v' earth/a.obj) $(grep '^f' earth/a.obj)" = '6 f 4 5 2 1'
check 'obj of a DEM is in metres' grep -q '^v 30 180.25 0$' earth/a.obj
rm -r earth keep
bad 'no scene of it' 64 '-f scene: conflicts with --input' map --input x.pgm -f scene
bad 'no size beside it' 64 '^ridgeline: -s: conflicts with --input' map --input x.pgm -s 17
for option in '--method midpoint' '--noise gauss' '--spread 2' '--persistence 0.4' --one-sided '--corners 0,0,1,1' --smooth --blur; do
    # shellcheck disable=SC2086
    bad "no ${option%% *} beside it" 64 "^ridgeline: ${option%% *}: .*" map --input x.pgm $option
done
bad 'a file that is missing' 66 '^ridgeline: no.png: cannot open' map --input no.png
bad 'an empty name' 64 '--input: empty' map --input ''
bad 'a folder' 65 'some: is not a regular file' map --input some
bad 'a picture in colour' 65 'x.png: a PNG in colour: must be a grey PNG' map --input x.png
bad 'a text' 65 'scene.ini: .*: must be a grey PNG, a PGM (P2, P5), a TIFF or an ESRI .asc' \
    map --input scene.ini
bad 'a PPM' 65 '^ridgeline: x.ppm: ' map --input x.ppm
: >empty
bad 'an empty file' 65 '^ridgeline: empty: ' map --input empty
for name in x16.png x.pgm x.asc; do
    size=$(wc -c <$name)
    for part in 1 5 9 40 100 300 $((size - 60)) $((size - 1)); do
        head -c "$part" $name >./cut
        case $name:$part in
        *.asc:$((size - 1))) ;; # only the last line's end is missing
        *) bad "the first $part bytes of $name" 65 '^ridgeline: cut[:0-9]*: ' map --input cut -f hash ;;
        esac
    done
done
size=$(wc -c <x16.png)
head -c $((size - 40)) x16.png >damaged
printf XYZ >>damaged
tail -c 37 x16.png >>damaged
bad 'a damaged PNG' 65 '^ridgeline: damaged: ' map --input damaged -f hash
printf 'P5\n1000000000 1000000000\n65535\n' >huge
bad 'a PGM of 2 EB' 65 '^ridgeline: huge:2: 1000000000: width: must be' map --input huge -f hash
printf 'P2\n2 2\n9\n1 2 3 4\n' >ascii.pgm
good 'a PGM of digits' map --input ascii.pgm -f hash
printf 'P2\n2 2\n9\n1 2 3 10\n' >ascii.pgm
bad 'a digit above the most' 65 '^ridgeline: ascii.pgm' map --input ascii.pgm -f hash
printf 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 30\n1 2\n3 nan\n' >nan.asc
bad 'a height that is no number' 65 '^ridgeline: nan.asc' map --input nan.asc -f hash

# Foreign names never reach a terminal as they are.
evil=$(printf 'a\033]0;x\007b')
for option in --pass --tint --shade --view --corners --sea --preset --input --method -s; do
    run map --seed 3 $option "$evil" -f hash
    check "escapes as $option" is_plain "$T/err"
    check "escapes as $option fail" test "$code" -ge 64
done
rm -rf "$evil"
long=$(printf '%0120000d' 7)
for option in --pass --tint --shade --view --corners --sea --preset --input; do
    run map --seed 3 $option "$long" -f hash
    check "120 KB as $option" test "$code" -ge 64 -a "$code" -le 73
    check "120 KB as $option is one line" test "$(wc -l <"$T/err")" -eq 1 -a "$(wc -c <"$T/err")" -lt 1000
done

# ---- seeds, threads, signals ------------------------------------------------------------------

good 'no seed' map -s 17 -f hash
check 'random seed of a map is printed' grep -q '^seed [0-9]*$' "$T/err"
cp "$T/out" one
good 'map of the printed seed' map -s 17 --seed "$(cut -d ' ' -f 2 "$T/err")" -f hash
check 'printed seed gives the same map' same "$T/out" one
run map -s 17 -f hash -q
check '-q prints no seed of a map' test "$code" -eq 0 -a ! -s "$T/err"
for arguments in '--pass hydraulic:iterations=5 --pass thermal:iterations=5' '--pass voronoi --frame' \
    '--pass perturb --view azimuth=30' '--pass droplets:drops=500 --smooth' '--wrap -s 128 --pass perturb'; do
    size='-s 130x75'
    case $arguments in *" -s "*) size= ;; esac
    for threads in 1 2 7; do
        # shellcheck disable=SC2086
        "$R" map --seed 3 $size $arguments --threads $threads -o "t$threads.png"
        check "map is equal with $threads threads: $arguments" same t1.png "t$threads.png"
    done
done

start=$(date +%s)
"$HELPER" kill 100 2 "$R" map --seed 3 -s 257 --pass hydraulic:iterations=20000 -o stop.png 2>"$T/err"
check 'SIGINT ends a pass by SIGINT' test $? -eq $((128 + 2))
check 'interrupted pass prints nothing' test ! -s "$T/err"
"$HELPER" kill 100 15 "$R" map --seed 3 -s 30000 -o stop.r16 2>"$T/err"
check 'SIGTERM ends a stream by SIGTERM' test $? -eq $((128 + 15))
check 'interrupted stream prints nothing' test ! -s "$T/err"
"$HELPER" kill 100 2 "$R" map --seed 3 -s 257 --pass droplets:drops=5000000 -o stop.png 2>"$T/err"
check 'SIGINT ends drops by SIGINT' test $? -eq $((128 + 2))
"$HELPER" kill 100 1 "$R" map --seed 3 -s 257 --pass thermal-fast:iterations=50000 -o stop.png
check 'SIGHUP ends a sweep in place by SIGHUP' test $? -eq $((128 + 1))
check 'interrupted sweep ends at once' test $(($(date +%s) - start)) -lt 15
check 'interrupted map leaves no file' test ! -e stop.png -a ! -e stop.r16
"$HELPER" tty screen nap:shows:% 2 "$R" map --seed 3 -s 257 --pass hydraulic:iterations=20000 -o stop.png
check 'a long pass has a bar' grep -q '\[.*%' screen
check 'bar of a long pass is erased' test "$(tail -c 81 screen | LC_ALL=C tr -d '\r ' | wc -c)" -eq 0
for format in png png16 pgm r16 pfm; do
    "$HELPER" tty screen 0 0 "$R" $S -f $format
    check "$format does not go to a terminal" test $? -eq 64
done
check 'maps leave no temporary files' test "$(ls -A | wc -l)" -eq "$(ls | wc -l)"
