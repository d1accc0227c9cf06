# Backdrops: that the layers are the picture, that all files speak of the same layers, and
# that a failure leaves nothing.
. "$ROOT/tests/full/cli/common.sh"

S='--seed 8 -m ember --style misty --set ridgeline.ridges=3 -s 128x72'
FILES='layers.json preview.html ridges.csv scene.ora scene.svg scene.tmx scene.tscn sky.png'

# What the checker needs are libraries of `make deps`; without a .pc file they have plain names.
libraries=$(${PKG_CONFIG:-pkg-config} --cflags --libs libpng jansson 2>/dev/null ||
    echo '-lpng -ljansson')
# shellcheck disable=SC2086 # a list of arguments
${CC:-cc} -std=c11 -O1 -o "$T/check_layers" "$ROOT/tests/support/layers_check.c" $libraries -lm ||
    not_ok 'layers_check.c compiles'
look()
{
    "$T/check_layers" "$@"
}

# godot FOLDER - its scene is one that Godot reads.
godot()
{
    awk -v folder="$1" -f "$ROOT/tests/support/tscn.awk" "$1/scene.tscn"
}

# words FILE NAME - the values of attribute NAME, in the order of the file.
words()
{
    LC_ALL=C tr '<' '\n' <"$1" | sed -n "s/.* $2=\"\([^\"]*\)\".*/\1/p"
}

# field N - that word of each line.
field()
{
    awk -v n="$1" '{ print $n }'
}

# good_set NAME ARG... - the program makes a set in silence.
good_set()
{
    # shellcheck disable=SC2086
    good "$@"
}

# ---- one set -------------------------------------------------------------

# shellcheck disable=SC2086
good_set 'a backdrop' layers $S -o a
for file in $FILES ridge-1.png; do
    check "layers have $file" test -s "a/$file"
done
check 'manifest of layers agrees with its files' look list a
look list a >list
check 'each layer is a PNG with alpha' fails grep -qv ' 128x72 type 6, ' list
check 'each layer has a file, and nothing else has' test "$(echo a/*.png | wc -w)" -eq "$(wc -l <list)"
good_set 'a backdrop of a lone peak' layers --seed 91028 -w alpine -s 128x72 -o peak
check 'land of layers keeps the summit of the picture' grep -q '"summit": "picture"' peak/layers.json
good_set 'a backdrop of a coast' layers --seed 91011 -w coast -s 128x72 -o coast
check 'manifest of layers tells another summit' grep -q '"summit": "other"' coast/layers.json
check 'sky of layers has speed 0' grep -q '^sky sky.png 0 0 ' list
check 'nearest ridge of layers has speed 0.8' test "$(tail -n 1 list | field 3)" = 0.8
# shellcheck disable=SC2086
run --loop $S -f ppm -o flat.ppm
check 'layers composed are the picture' look flat a flat.ppm
check 'transparent pixels of layers have the nearest colour' look bleed a
run a/ridge-2.png -f ppm -o again.ppm
check 'recipe of a layer is that of the whole' same flat.ppm again.ppm
# shellcheck disable=SC2086
run --loop $S -f csv
check 'ridges.csv of layers is that of the loop' same "$T/out" a/ridges.csv
check 'layers.json has the seed' grep -q '"seed": "8"' a/layers.json

check 'Tiled: the files are those of the manifest' test "$(words a/scene.tmx source)" = "$(field 2 <list)"
check 'Tiled: the factors are those of the manifest' test "$(words a/scene.tmx parallaxx)" = "$(field 3 <list)"
check 'Tiled: all layers repeat' test "$(words a/scene.tmx repeatx | grep -c 1)" -eq "$(wc -l <list)"
check 'Tiled: the middle of the view is that of the picture' \
    grep -q ' parallaxoriginx="64" parallaxoriginy="' a/scene.tmx
check 'Tiled: the picture has whole tiles' \
    grep -q ' width="16" height="9" tilewidth="8" tileheight="8"' a/scene.tmx
check 'Tiled: the file has the version that Excalibur reads' grep -q ' tiledversion="1' a/scene.tmx
check 'Godot reads the scene' godot a
check 'Godot: the factors are those of the manifest' test \
    "$(sed -n 's/^scroll_scale = Vector2(\(.*\), .*/\1/p' a/scene.tscn)" = "$(field 3 <list)"
check 'SVG has a group for each layer' test "$(words a/scene.svg inkscape:label)" = "$(field 1 <list)"
check 'SVG has a path or more for each ridge' test \
    "$(grep -c '<path' a/scene.svg)" -ge "$(grep -c ^ridge list)"
# shellcheck disable=SC2086
run layers $S --set ridge.3.trees=0.8 -q -o wood
check 'SVG has trees of a ridge as a shape of their own' grep -q 'id="ridge-3-trees" fill="#' wood/scene.svg
check 'SVG has no trees where there are none' test "$(grep -c 'id="ridge-1-trees"' wood/scene.svg)" -eq 0
check 'preview page needs no network' fails grep -q 'https*:' a/preview.html
check 'preview page holds every layer' test \
    "$(grep -o '"name":"[a-z0-9-]*"' a/preview.html | cut -d '"' -f 4)" = "$(field 1 <list)"

# byte FILE AT - one byte as a number.
byte()
{
    od -An -v -t u1 -j "$2" -N 1 "$1" | tr -d ' '
}
check 'OpenRaster file begins with its type' \
    test "$(head -c 54 a/scene.ora | tail -c 24)" = mimetypeimage/openraster
check 'OpenRaster type has no extra field, compression or descriptor' test \
    "$(byte a/scene.ora 28) $(byte a/scene.ora 29) $(byte a/scene.ora 8) $(byte a/scene.ora 6)" = '0 0 0 0'
check 'OpenRaster file has no times' test \
    "$(byte a/scene.ora 10) $(byte a/scene.ora 11) $(byte a/scene.ora 12) $(byte a/scene.ora 13)" = '0 0 33 0'
LC_ALL=C grep -ao 'layer name=.*' a/scene.ora >stack
check 'OpenRaster: the nearest layer is uppermost' test \
    "$(words stack src | sed 's|data/||')" = "$(field 2 <list | sed '1!G;h;$!d')"
for entry in mergedimage.png Thumbnails/thumbnail.png data/sky.png; do
    check "OpenRaster has $entry" grep -aq "$entry" a/scene.ora
done

# ---- variants ------------------------------------------------------------

for threads in 1 2 5; do
    # shellcheck disable=SC2086
    run layers $S --threads $threads -o "t$threads"
    check "layers are equal with $threads threads" diff -r a "t$threads"
done
# shellcheck disable=SC2086
good_set 'trimmed' layers $S --trim -o trim
look list trim >trimmed
check '--trim cuts the rows of ridges' awk '/^ridge/ && ($4 == 0 || $5 == "128x72") { exit 1 }' trimmed
check '--trim leaves the sky whole' grep -q '^sky sky.png 0 0 128x72 ' trimmed
check 'trimmed layers composed are the picture' look flat trim flat.ppm
check 'Tiled: trimmed layers have their offsets' test "$(words trim/scene.tmx offsety)" = "$(field 4 <trimmed)"
check 'Godot: trimmed layers have their offsets' \
    test "$(sed -n 's/^position = Vector2(0, \(.*\))/\1/p' trim/scene.tscn)" = \
    "$(field 4 <trimmed | sed 1d)"
check 'Godot reads trimmed layers' godot trim
LC_ALL=C grep -ao 'layer name=.*' trim/scene.ora >stack
check 'OpenRaster: trimmed layers have their offsets' \
    test "$(words stack y)" = "$(field 4 <trimmed | sed '1!G;h;$!d')"
check 'SVG of trimmed layers is unchanged' same a/scene.svg trim/scene.svg

# shellcheck disable=SC2086
good_set 'pixel art' layers $S --pixel-art=12 --scale 2 --trim -o pixels
look list pixels >pixelated
check 'layers of pixel art have one palette with one transparent index' test \
    "$(grep -c ' type 3, 13 colours, 1 transparent$' pixelated)" -eq "$(wc -l <pixelated)"
check 'zoomed layers of pixel art are twice as large' grep -q '^sky sky.png 0 0 256x144 ' pixelated
run pixels/sky.png -f ppm -o pixels.ppm
check 'layers of pixel art composed are the picture' look flat pixels pixels.ppm
check 'Tiled: layers of pixel art have their offsets' \
    test "$(words pixels/scene.tmx offsety)" = "$(field 4 <pixelated)"
check 'Godot: layers of pixel art have their offsets' \
    test "$(sed -n 's/^position = Vector2(0, \(.*\))/\1/p' pixels/scene.tscn)" = \
    "$(field 4 <pixelated | sed 1d)"
LC_ALL=C grep -ao 'layer name=.*' pixels/scene.ora >stack
check 'OpenRaster: layers of pixel art have their offsets' \
    test "$(words stack y)" = "$(field 4 <pixelated | sed '1!G;h;$!d')"
check 'Godot: layers of pixel art are not filtered' \
    test "$(grep -c '^texture_filter = 1$' pixels/scene.tscn)" -eq \
    "$(wc -l <pixelated)"
check 'Godot reads layers of pixel art' godot pixels

# shellcheck disable=SC2086
good_set 'other speeds' layers $S --parallax 0.05..1.25 -o fast
look list fast >speeds
check '--parallax sets the speed of the first ridge' test "$(sed -n 2p speeds | field 3)" = 0.05
check '--parallax sets the speed of the last ridge' test "$(tail -n 1 speeds | field 3)" = 1.25
check '--parallax leaves the sky still' test "$(head -n 1 speeds | field 3)" = 0
check 'speeds of --parallax are in the files of Tiled and Godot' test "$(words fast/scene.tmx parallaxx)" = "$(field 3 <speeds)" -a \
    "$(sed -n 's/^scroll_scale = Vector2(\(.*\), .*/\1/p' fast/scene.tscn)" = "$(field 3 <speeds)"
check '--parallax changes no pixels' same a/ridge-1.png fast/ridge-1.png

check 'vertical factors are 0 by default' test "$(words a/scene.tmx parallaxy | sort -u)" = 0
check 'Godot: no limit is set without vertical factors' fails grep -q limit_end a/scene.tscn
# shellcheck disable=SC2086
good_set 'speeds up and down' layers $S --vertical 0.1..0.4 -o down
check 'vertical factor of the first ridge is set' test "$(words down/scene.tmx parallaxy | sed -n 2p)" = 0.1
check 'vertical factor of the last ridge is set' test "$(words down/scene.tmx parallaxy | tail -n 1)" = 0.4
check 'vertical factor of the sky is 0' test "$(words down/scene.tmx parallaxy | head -n 1)" = 0
check 'layers.json has the vertical factors' grep -q '"parallax": \[0.8, 0.4\]' down/layers.json
check 'Godot: the camera stops where land ends' test \
    "$(grep -c '^limit_end = Vector2(10000000, 72)$' down/scene.tscn)" -eq "$(wc -l <list)"
check 'Godot reads vertical factors' godot down
good_set 'sides without a common tile' layers --seed 8 -s 31x17 -o odd -q
check 'Tiled: layers of an odd width are one tile' \
    grep -q ' width="1" height="1" tilewidth="31" tileheight="17"' odd/scene.tmx

good_set 'a lake' layers --seed 51 -m dusk --style lake -s 96x54 --trim -o lake
check 'lake is a layer' look list lake
run lake/sky.png -f ppm -o lake.ppm
check 'layers with a lake composed are the picture' look flat lake lake.ppm
check 'lake is at its place among the layers' \
    test "$(look list lake | field 1 | grep -n lake | cut -d : -f 1)" -gt 2

run layers --seed 8 -s 20x10 --pot -o pot
check '--pot rounds the size up and says so' test "$code" -eq 0 -a \
    "$(cat "$T/err")" = '--pot: 20x10 becomes 32x16'
check '--pot gives layers sides of powers of two' \
    test "$(look list pot | grep -c ' 32x16 ')" -eq "$(echo pot/*.png | wc -w)"
good '-q does not say so' layers --seed 8 -s 20x10 --pot -q -o pot
run layers --seed 8 -s 33x18 -o wide33
check 'layers of any width loop without a note' test "$code" -eq 0 -a ! -s "$T/err"
check 'layers of an odd width keep it' \
    test "$(look list wide33 | grep -c ' 33x18 ')" -eq "$(echo wide33/*.png | wc -w)"
run layers -s 64x36 -o random
check 'random seed of layers is printed' grep -qx 'seed [0-9]*' "$T/err"
check 'random seed of layers is in layers.json' \
    grep -q "\"seed\": \"$(sed 's/seed //' "$T/err")\"" random/layers.json
# shellcheck disable=SC2086
good_set 'farther along' layers $S --offset 64 -o far
run far/sky.png -f ppm -o far.ppm
check 'layers from another offset are another view' fails cmp -s flat.ppm far.ppm
check 'layers from another offset composed are their picture' look flat far far.ppm
good 'a picture again' layers a/sky.png -o again
check 'layer as its own recipe gives the same files' diff -r a again

# ---- hours ---------------------------------------------------------------

# The lights of a city and lava cover more by night than by day.
for land in 'city --seed 10' 'volcano --seed 219' 'lake --seed 51 --trim' \
    'city --seed 10 --pixel-art=16 --scale 2'; do
    # shellcheck disable=SC2086 # a list of arguments
    good "$land: three hours" layers -w $land -s 80x45 --hours 3 -o hours
    check 'layers of hours have one alpha' look hours hours
    check 'manifest of hours has the first hour first' \
        test "$(look list hours | head -n 1 | field 2)" = sky-0600.png
    check 'layers of hours differ in colour' fails cmp -s hours/sky-0600.png hours/sky-1400.png
    run hours/sky-2200.png -f ppm -o hour.ppm
    sed 's/-0600\.png/-2200.png/' hours/layers.json >hour.json
    mv hour.json hours/layers.json
    check 'layers of an hour composed are its picture' look flat hours hour.ppm
    check 'Godot: the day has the files of all hours' test "$(grep -c '^\[ext_resource' hours/day.tscn)" -eq \
        $((3 * $(look list hours | wc -l)))
    rm -r hours
done
good 'hours of one day' layers --seed 8 -s 16x9 --hours 18:30,23:00,05:15 -o hours -q
check 'layers of hours over midnight are written' test -s hours/sky-1830.png -a -s hours/sky-0515.png
check 'Godot: hours over midnight rise' grep -q 'HOURS: Array\[float\] = \[18.5, 23, 29.25\]$' hours/day.tscn
check 'Godot: the scene shows the first hour' grep -q 'path="sky-1830.png"' hours/scene.tscn
check 'layers without hours have no day' test ! -e a/day.tscn
for value in 1 25 x '' 06:00 6:00,7:00 06:00,06:00 24:00,01:00 06:00,05:00,07:00 06:60,07:00; do
    bad "hours '$value'" 64 '^ridgeline: --hours .*: must be 2..24, or hours of one day' \
        layers --seed 8 --hours "$value" -o x
done
run layers --seed 8 -w lake -m ember -s 64x36 -q -o moody
good 'hours of a picture with a mood' layers moody/sky.png --hours 2 -q -o moody
check 'layers of hours of a mood differ in colour' fails cmp -s moody/sky-0600.png moody/sky-1800.png
check 'layers of hours of a mood have one alpha' look hours moody
run moody/sky-1800.png -f scene
check 'layers of hours have no disc, of which a fade would show two' grep -q '^radius = 0$' "$T/out"
good 'hours with a disc' layers --seed 8 -w lake -s 64x36 --hours 2 --set sun.radius=0.03 -q -o moody
run moody/sky-1800.png -f scene
check 'layers of hours have the disc that is asked for' grep -q '^radius = 0.03$' "$T/out"
bad 'hours and a mood' 64 '^ridgeline: -m: conflicts with --hours' layers --seed 8 --hours 4 -m dusk -o x
bad 'hours and a time' 64 '^ridgeline: --time: conflicts with --hours' layers --seed 8 --hours 4 --time 12:00 -o x
bad 'hours beyond memory' 64 'of 4096x4096: must be at most 16 hours$' layers --seed 8 --hours 24 -s 4096x4096 -o x

# ---- maps ----------------------------------------------------------------

good 'maps' layers --seed 1 -w city -m noon -s 64x36 --trim --maps normal,depth,emissive -o maps
check 'each layer has its three maps' test "$(echo maps/*.png | wc -w)" -eq $((4 * $(look list maps | wc -l)))
check 'maps of a layer have its alpha and the right values' look maps maps
check 'layers.json names the maps' grep -q '"maps": \["normal", "depth", "emissive"\]' maps/layers.json
check 'Godot: layers have their normal maps' test "$(grep -c '^normal_texture' maps/scene.tscn)" -eq \
    "$(look list maps | wc -l)"
check 'Godot reads layers with normal maps' godot maps
good 'one map' layers --seed 1 -w city -s 16x9 --maps depth -o depth
check 'layers may have the depth map alone' \
    test "$(echo depth/*.png | wc -w)" -eq $((2 * $(look list depth | wc -l)))
check 'Godot: depth maps are not used' fails grep -q normal depth/scene.tscn
bad 'a map that there is not' 64 '^ridgeline: --maps height: no such map: must be one of normal depth emissive$' \
    layers --seed 8 --maps depth,height -o x

# ---- ground --------------------------------------------------------------

# Nearest ridges that were below the picture, in one corner of it, mountains, or a slope of trees.
for land in 'ice --seed 7' 'city --seed 5' 'heath --seed 3 -m mist' 'farmland --seed 5' 'alpine --seed 66'; do
    # shellcheck disable=SC2086 # a list of arguments
    good "$land: a ground" layers -w $land -s 320x180 --ground --trim --for phaser,love,unity,godot -q -o ground
    check 'ground is visible, continuous and loops' look ground ground
    check 'Godot reads the ground' godot ground
    check 'Tiled: the ground is a line from edge to edge' \
        grep -Eq '<polyline points="0,([0-9.]+) .* 320,\1" />' ground/scene.tmx
    check 'Godot: the line of the ground is that of Tiled' test \
        "$(sed -n 's/.*polyline points="\(.*\)" .*/\1/p' ground/scene.tmx | tr ' ' '\n' | tr ',' ' ' | sed 1d)" = \
        "$(sed -n 's/^polygon = .*, 0, [0-9.]*, \(.*\), 640, 360)$/\1/p' ground/scene.tscn |
            sed 's/\(, 320, [0-9.]*\), .*/\1/; s/\([0-9.]*\), \([0-9.]*\),* */\1 \2\n/g' | grep .)"
    check 'Lua: the line of the ground is that of the JavaScript' test \
        "$(sed -n 's/^local ground = {\(.*\)}/\1/p' ground/backdrop.lua)" = \
        "$(sed -n 's/^const GROUND = \[\(.*\)\];/\1/p' ground/backdrop.js)"
    ! command -v node >/dev/null ||
        check 'body dropped on the ground rests on it' node "$ROOT/tests/support/ground_drop.mjs" ground
    for file in backdrop.js RidgelineBackdrop.cs backdrop.lua scene.tmx scene.tscn layers.json; do
        check "$file of a ground has no template field left" fails grep -E '[{][#/]?[a-z_]+[}]' "ground/$file"
    done
    rm -r ground
done
# shellcheck disable=SC2086
good_set 'a ground of other speeds' layers $S --ground --scale 2 --parallax 0.2..0.5 --vertical 0.1..0.2 -q -o ground
look list ground >speeds
check 'ground moves with the world whatever the speeds' test "$(tail -n 1 speeds | field 3)" = 1
check '--parallax is for the ridges behind the ground' test "$(sed -n 4p speeds | field 3)" = 0.5
check '--scale is in the line of the ground' grep -Eq '<polyline points="0,.* 256,[0-9.]*" />' ground/scene.tmx
run --loop ground/sky.png -f csv
check 'recipe of a layer has the ground' same "$T/out" ground/ridges.csv
run layers ground/sky.png --ground -q -o again
check 'a ground that is there is not added again' same ground/ridges.csv again/ridges.csv
good 'a ground by day and night' layers -w lake --seed 8 -s 80x45 --ground --hours 2 -q -o days
check 'layers of hours with a ground have one alpha' look hours days
check 'Godot: the day has the ground' grep -q '^polygon = ' days/day.tscn
bad 'a ground beside the most ridges' 64 '^ridgeline: --ground: the scene has 64 ridges' \
    layers --seed 8 -s 32x18 --set ridgeline.ridges=64 --ground -o x
check 'layers without --ground have none' fails grep -iq '"ground"' a/layers.json a/scene.tmx a/scene.tscn

# ---- engines -------------------------------------------------------------

for land in 'misty --seed 8 -m ember' 'lake --seed 1' 'city --seed 1'; do
    # shellcheck disable=SC2086 # a list of arguments
    good "$land: for engines that mix sRGB values" layers -w $land -s 80x45 --trim --blend srgb -q -o mixed
    run mixed/sky.png -f ppm -o mixed.ppm
    check 'layers of --blend srgb mixed as sRGB are the picture' look mixed mixed mixed.ppm
    # shellcheck disable=SC2086
    good '... as they do not without' layers -w $land -s 80x45 --trim -q -o mixed
    check 'layers without --blend srgb mixed as sRGB are not the picture' fails look mixed mixed mixed.ppm
done
bad 'sRGB and hours' 64 'remove one of them' layers --seed 8 --hours 4 --blend srgb -o x
bad 'another blend' 64 'linear|srgb' layers --seed 8 --blend gamma -o x

# shellcheck disable=SC2086
good_set 'for all engines' layers $S --trim --for phaser,unity,love,gamemaker,html,hyprlax -o engines
for file in backdrop.js RidgelineBackdrop.cs backdrop.lua backdrop.gml index.html hyprlax.toml; do
    check "$file has all layers in their order" test "$(grep -o '[a-z0-9-]*\.png' "engines/$file")" = \
        "$(field 2 <list)"
    check "$file has no template field left" fails grep -E '[{][#/]?[a-z_]+[}]' "engines/$file"
    rm "engines/$file"
done
check 'engine files stand beside the usual ones' diff -r trim engines
# shellcheck disable=SC2086
good_set 'pixel art for engines' layers $S --pixel-art=12 --for love,html -o engines
check 'Lua file keeps pixel art unfiltered' grep -q 'setFilter("nearest")' engines/backdrop.lua
check 'page keeps pixel art unfiltered' grep -q pixelated engines/index.html
# shellcheck disable=SC2086
good_set 'for lwp' layers $S --trim --scale 2 --sun-layer --for lwp -q -o lwp
check 'lwp: BMP files have alpha, and a file counts them' look lwp lwp
# shellcheck disable=SC2086
good_set 'for Plasma' layers $S --trim --for plasma -q -o plasma
check 'Plasma: layers are a package of a wallpaper' \
    grep -q '"KPackageStructure": "Plasma/Wallpaper"' plasma/metadata.json
check 'Plasma: the package is for version 6' \
    grep -q '"X-Plasma-API-Minimum-Version": "6.0"' plasma/metadata.json
check 'Plasma: Qt Quick has all layers in their order' test \
    "$(grep -o '[a-z0-9-]*\.png' plasma/contents/ui/main.qml)" = "$(field 2 <list)"
check 'Plasma: Qt Quick has the places of all layers' \
    test "$(sed -n 's/.* speed: \(.*\), top: \(.*\), rows: .*/\1 \2/p' \
    plasma/contents/ui/main.qml)" = "$(awk '{ print $3, $4 }' trimmed)"
check 'Plasma: Qt Quick has no template field left' \
    fails grep -E '[{][#/]?[a-z_]+[}]' plasma/contents/ui/main.qml plasma/metadata.json
mkdir -p blocked/layers.json
# shellcheck disable=SC2086
bad 'a folder in the way of the last file' 73 'blocked/layers.json' layers $S --for plasma -q -o blocked
check 'refused layers write none of the later files' test "$(ls blocked)" = layers.json
# shellcheck disable=SC2086
good_set 'an atlas' layers $S --trim --scale 2 --for atlas -q -o atlas
check 'atlas is as high as its file says' grep -q "\"h\": $(od -An -v -t u1 -j 20 -N 4 atlas/atlas.png |
    awk '{ print $3 * 256 + $4 }')}," atlas/atlas.json
check 'atlas has all layers' test "$(grep -c '"frame"' atlas/atlas.json)" -eq "$(wc -l <list)"
check 'atlas has the layers at their places' look atlas atlas
bad 'an atlas that is too high' 64 'for atlas: [0-9]* rows: must be within 16384' \
    layers --seed 8 -s 16x4096 --for atlas -o x
good 'a page to play' layers -w lake --seed 8 -s 96x54 --for play -q -o play
check 'page to play has a light of day and of night' grep -q '"moon":true' play/play.html
check 'page to play asks for nothing' fails grep -E 'https?:|src=|url\(' play/play.html
check 'page to play has no template field left' fails grep -Eq '[{][#/]?[a-z_]+[}]' play/play.html
check 'page to play names the ground of the manifest' \
    grep -q "\"ground\":\"$(sed -n 's/^ "ground": "\(.*\)",/\1/p' play/layers.json)\"" play/play.html
check 'page to play has each layer at each hour' test "$(grep -o 'data:image/png' play/play.html | wc -l)" -eq \
    "$(echo play/*-[0-2]*.png | wc -w)"
good 'a page to play at one hour' layers -w lake --seed 8 -s 96x54 --time 12:00 --for play -q -o noon
check 'page to play by day has no lantern light' grep -q '"moon":0,' noon/play.html
good 'a page to play at night' layers -w lake --seed 8 -s 96x54 --time 23:00 --for play -q -o night
check 'page to play at night has lantern light' grep -q '"moon":1,' night/play.html
check 'page to play at one hour has no others' grep -qx '"hours":\[\],' noon/play.html
bad 'an engine that there is not' 64 '^ridgeline: --for phasr: no such engine: did you mean phaser?$' \
    layers --seed 8 --for love,phasr -o x
run layers --seed 8 -s 16x9 --for godot,tiled -o always
check '--for godot and tiled say that their files are always written' test "$code" -eq 0 -a "$(cat "$T/err")" = \
    '--for godot: scene.tscn is always written
--for tiled: scene.tmx is always written'
bad 'no engine' 64 'must be one of phaser unity love gamemaker atlas html lwp plasma hyprlax play$' layers --seed 8 --for ? -o x

check 'pages of docs/games.md for engines are whole HTML without a margin' test "$(awk '
    /^cat >.*\.html/ { getline; pages++; whole += ($0 == "<!doctype html>") }
    /margin: 0/ { bare++ }
    END { print (pages > 0 && whole == pages && bare == pages) }' "$ROOT/docs/games.md")" -eq 1

# ---- the folder ----------------------------------------------------------

echo mine >a/notes.txt
echo old >a/sky.png
# shellcheck disable=SC2086
good_set 'into a folder that is there' layers $S -o a/
check 'layers made again replace their files' same a/sky.png t1/sky.png
check 'layers made again keep files of others' test "$(cat a/notes.txt)" = mine
rm a/notes.txt
# shellcheck disable=SC2086
bad 'no-clobber' 73 'exists: --no-clobber keeps it' layers $S --no-clobber -o a
check 'refused layers change nothing' diff -r a t1
# shellcheck disable=SC2086
good_set 'no-clobber of a new one' layers $S --no-clobber -o fresh
mkdir meanwhile
"$R" layers --seed 8 -s 320x180 --no-clobber -o meanwhile 2>"$T/err" &
race=$!
until [ -n "$(find meanwhile -name '.ridgeline-*.tmp')" ] || ! kill -0 $race 2>/dev/null; do
    sleep 0.01
done
echo precious >meanwhile/scene.ora
wait $race
check 'no-clobber refuses a file that came meanwhile' test $? -eq 73
check 'no-clobber names the file that came meanwhile' grep -q '^ridgeline: meanwhile/scene.ora: exists' "$T/err"
check 'no-clobber keeps the file that came meanwhile' test "$(ls -A meanwhile; cat meanwhile/*)" = "scene.ora
precious"
echo file >file
bad 'a folder in none' 73 'none/deep: cannot make the folder: the one above' layers -o none/deep
bad 'a file in its place' 73 '-o file: is no folder' layers -o file
# In blocks of 512 bytes: less than a layer.
(
    ulimit -f 8
    # shellcheck disable=SC2086
    "$R" layers $S -o full >"$T/out" 2>"$T/err"
)
check 'full disk ends layers with 74' test $? -eq 74 -a "$(wc -l <"$T/err")" -eq 1
check 'full disk leaves no new folder' test ! -e full
cp -R a kept
(
    ulimit -f 8
    # shellcheck disable=SC2086
    "$R" layers $S --time 12:00 -o kept 2>"$T/err"
)
check 'full disk keeps the old layers' diff -r a kept
"$HELPER" kill 'file:stopped/.ridgeline-*.tmp' 2 "$R" layers --seed 8 -s 1024x512 -o stopped 2>/dev/null
check 'SIGINT ends layers by SIGINT' test $? -eq $((128 + 2))
check 'interrupted layers leave no folder' test ! -e stopped

# ---- errors --------------------------------------------------------------

bad 'no folder' 64 'needs a folder.*-o DIR' layers --seed 8
bad 'standard output' 64 'needs a folder' layers -o -
bad 'an empty name' 64 '-o: empty' layers -o ''
bad 'a file for a folder' 64 '^ridgeline: -o back.png: must be a folder' layers --seed 8 -o back.png
bad 'too wide' 64 'within 16384 a side' layers --seed 8 -s 16448x16 -o x
bad 'too large' 64 'within 16384 a side and 64 Mpx' layers --seed 8 -s 8256x8256 -o x
bad 'too large after --scale' 64 '-s 16384x16384: a layer' layers --seed 8 -s 256x256 --scale 64 -o x
bad 'trim and pot' 64 'remove one of them' layers --seed 8 --trim --pot -o x
bad 'pot and a scale of 3' 64 'power of two' layers --seed 8 -s 64x64 --pot --scale 3 -o x
for value in 1 0.8..0.1 ..1 0.1.. a..b 0.1..11 -1..1 0x1..2 0.1...5; do
    bad "parallax $value" 64 'must be FAR..NEAR' layers --seed 8 --parallax "$value" -o x
    bad "vertical $value" 64 'must be FAR..NEAR' layers --seed 8 --vertical "$value" -o x
done
run map --seed 7 -s 65 -o map.png
bad 'a map' 64 'map.png: is a map' layers map.png -o x
bad 'no such scene' 66 'no such scene' layers nothing.png -o x
bad 'two scenes' 64 'unexpected second operand' layers classic lake -o x
bad 'a format' 64 'not an option of this command (see ridgeline render --help)' layers -f png -o x
bad 'an option of layers' 64 'see ridgeline layers --help' --trim -o x.png
bad 'a key that is none' 64 'sky.hazee' layers --set sky.hazee=1 -o x
run layers classic --seed 8 -s 4160x1 -o wide
check 'layers of 4160 columns are written' test "$code" -eq 0 -a -s wide/sky.png
check 'layers of 4160 columns have a note about phones' \
    grep -qx '4160x1: many phones cannot load a texture above 4096 a side' "$T/err"
run layers classic --seed 8 -s 8256x1 -o wider
check 'layers of 8256 columns have a note about desktops' \
    grep -qx '8256x1: many desktops cannot load a texture above 8192 a side' "$T/err"

# A motif is part of what it is on, or a layer by itself.
for land in 'hills --motif windmill' 'lake --motif swans' 'hills --motif balloon' \
    'hills --motif tent --pixel-art=24'; do
    land="-w $land --set motif.size=0.3 --seed 3 -m dusk -s 112x64 -q"
    # shellcheck disable=SC2086 # a list of arguments
    {
        run --loop $land -f ppm -o motif.ppm
        good "$land: part of a layer" layers $land --trim -o with
        good '... or one by itself' layers $land --trim --motif-layer -o by-itself
    }
    check 'layers with a motif composed are the picture' look flat with motif.ppm
    check 'layers with the motif by itself composed are the picture' look flat by-itself motif.ppm
    check 'motif by itself is a layer' test -s by-itself/motif.png -a ! -e with/motif.png
    check 'motif by itself adds one layer' \
        test "$(echo by-itself/*.png | wc -w)" -eq $(($(echo with/*.png | wc -w) + 1))
    rm -r with by-itself
done

# Sun and moon are part of the sky, or a layer by themselves.
for land in 'alpine --seed 66 -m dawn' 'alpine --seed 10 -m moonlight' 'lake --seed 12 -m dusk --trim' \
    'misty --seed 8 -m ember --pixel-art=24 --scale 2' 'alpine --seed 23 -m vapor --blend srgb'; do
    how=flat disc=sun size=160x90
    case $land in *srgb) how=mixed size=320x180 ;; *moonlight) disc=moon ;; *pixel*) size=320x180 ;; esac
    # shellcheck disable=SC2086 # a list of arguments
    good "$land: a layer of the disc" layers -w $land -s $size --sun-layer -q -o disc
    run disc/sky.png -f ppm -o disc.ppm
    check 'disc as a layer composed with the others is the picture' look $how disc disc.ppm
    check 'disc as a layer is at the place of layers.json, and not in the sky' look disc disc
    check 'disc as a layer moves less than land' test "$(look list disc | sed -n 2p | field 3)" = 0.02
    check 'Tiled: the disc moves less than land' grep -q 'name="[a-z]*" .* parallaxx="0.02"' disc/scene.tmx
    check 'SVG: the disc is a group of its own' test "$(grep -A 1 "<g id=\"$disc\"" disc/scene.svg |
        grep -c 'id="disc')" -eq 1
    rm -r disc
done
# shellcheck disable=SC2086
good_set 'a disc that moves by other factors' layers $S --sun-layer --parallax 0.5..1 --vertical 0.1..0.4 -o disc
check 'disc as a layer is slower than the first ridge' grep -q '"parallax": \[0.1, 0.02\]' disc/layers.json
run layers --seed 8 --set sun.radius=0 -s 16x9 --sun-layer -o none
check 'layers without a sun have no disc and a note' \
    test "$code" -eq 0 -a ! -e none/sun.png -a "$(cat "$T/err")" = \
    '--sun-layer: the scene has no sun (sun.radius = 0): remove --sun-layer'
bad 'a disc and hours' 64 'remove one of them$' layers --seed 8 --hours 4 --sun-layer -o x

# A smaller set in the folder of a larger one.
good 'a set of six ridges' layers --seed 8 --style alpine -s 16x10 --set ridgeline.ridges=6 -o fewer -q
run layers --seed 8 --style alpine -s 16x10 --set ridgeline.ridges=4 -o fewer
check 'fewer layers replace a set of more' test "$code" -eq 0 -a -s fewer/ridge-6.png
check 'files that are no longer of the set are named' grep -qx 'fewer/ridge-6.png: is left from an earlier set' "$T/err"
check 'files that are of the set are not named' test "$(grep -c 'from an earlier set' "$T/err")" -eq 2
for setting in extent.kind=picture output.depth=16 output.region=8x8+0+0; do
    bad "layers with $setting" 64 "^ridgeline: --set ${setting%=*}: layers " \
        layers --seed 8 -s 64x40 --set "$setting" -o x
done
