# Bad pictures: PNG files whose recipe is wanted, and files of heights.  The numbers are
# the rows of the list of bad inputs.  What is legal in spite of its looks stands at the end.
. "$ROOT/tests/full/cli/bad_common.sh"
CHUNKS=$T/chunks
JSON=$T/json
${CC:-cc} -std=c11 -O1 -o "$CHUNKS" "$ROOT/tests/full/cli/chunks.c" || exit 1
${CC:-cc} -std=c11 -O1 -o "$JSON" "$ROOT/tests/full/cli/json.c" -ljansson || exit 1

seed='[ridgeline]\nseed = 1\n'
recipe="iTXt=ridgeline\\0\\0\\0\\0\\0$seed"

# refuse_picture NAME PLACE FILE - as a scene, and by info.
refuse_picture()
{
    refuse_scene "$1" 65 "$2" "$3" , "$1: info" info "$3" , "$1: info --json" info --json "$3"
}

# row NAME PLACE WORD... - a file made by chunks.c.
row()
{
    row_name=$1 row_place=$2
    shift 2
    "$CHUNKS" bad.png "$@"
    refuse_picture "$row_name" "bad.png: *$row_place" ./bad.png
}

# recipe_row NAME PLACE TEXT - a whole picture with a recipe that is none.
recipe_row()
{
    "$CHUNKS" bad.png sig ihdr:32x18 "iTXt=ridgeline\\0\\0\\0\\0\\0$3" IDAT=x IEND=
    refuse_scene "$1" 65 "bad.png$2" ./bad.png
    good "$1: info shows it" info ./bad.png
    check "$1: info prints escaped text" is_plain "$T/out"
    good "$1: info --json shows it" info --json ./bad.png
    check "$1: info --json prints JSON" "$JSON" "$T/out"
}

row '58 no bytes' 'no signature of a picture: '
row '58 seven bytes' 'a damaged PNG signature: ' 'raw=\x89PNG\x0d\x0a\x1a'
row '58 a signature alone' 'cut short: ' sig
row '58 a JPEG' 'cut short: ' 'raw=\xff\xd8\xff\xe0\0\x10JFIF'
row '58 a GIF' 'no signature of a picture: ' 'raw=GIF89a'
row '58 a text' 'no signature of a picture: ' "raw=$seed"
row '59 a wrong checksum of IHDR' 'chunk IHDR at byte 8: wrong checksum' sig '!ihdr:32x18' "$recipe" IDAT=x IEND=
row '59 a wrong checksum of a recipe' 'chunk iTXt at byte 33: wrong checksum' \
    sig ihdr:32x18 "!$recipe" IDAT=x IEND=
for length in 2147483647 2147483648 4294967295 4294967284 4294967288 1000; do
    row "59 a length of $length" 'chunk iTXt at byte 33: ' sig ihdr:32x18 "length:$length" raw=iTXt \
        'raw=ridgeline\0\0\0\0\0' IEND=
    row "59 a length of $length of data" 'chunk IDAT at byte 33: ' sig ihdr:32x18 "length:$length" raw=IDATxxxxxxxx
    row "59 a length of $length of IHDR" 'chunk IHDR at byte 8: ' sig "length:$length" raw=IHDRxxxxxxxxxxxxx
done
row '59 no IEND' 'cut short: must end with an IEND' sig ihdr:32x18 "$recipe" IDAT=x
row '59 IEND with data' 'chunk IEND at byte 33: must be empty' sig ihdr:32x18 IEND=x
for size in 0x1 1x0 0x0 2147483648x1 1x2147483648 4294967295x4294967295; do
    row "60 a size of $size" 'chunk IHDR at byte 8: width and height' sig "ihdr:$size" "$recipe" IEND=
done
for depth in 3:2 1:2 16:3 8:1 8:7 0:0 255:255; do
    row "a depth and colour of $depth" 'chunk IHDR at byte 8: ' sig "ihdr:1x1:$depth" "$recipe" IEND=
done
row 'no IHDR' 'chunk IDAT at byte 8: the first chunk' sig IDAT=0123456789abc IEND=
row 'two IHDR' 'chunk IHDR at byte 33: a second' sig ihdr:1x1 ihdr:1x1 IEND=
row 'IHDR of 12 bytes' 'chunk IHDR at byte 8: ' sig IHDR=0123456789ab IEND=
row 'a type of no letters' 'chunk I\x0aND at byte 33: ' sig ihdr:1x1 'raw=\0\0\0\0I\nND\0\0\0\0' IEND=
row 'a type a terminal would obey' 'chunk \x1b[2J at byte 33: ' sig ihdr:1x1 'raw=\0\0\0\0\x1b[2J\0\0\0\0' IEND=
row '62 two recipes' 'a second recipe' sig ihdr:32x18 "$recipe" "$recipe" IDAT=x IEND=
row '62 two recipes, one behind the data' 'a second recipe' sig ihdr:32x18 "$recipe" IDAT=x \
    'tEXt=ridgeline\0' IEND=
row '62 a keyword of no letters' 'a keyword must be' sig ihdr:1x1 'tEXt=\0x' IEND=
row '62 a keyword of 80 letters' 'a keyword must be' sig ihdr:1x1 'tEXt*80=k' IEND=
row '62 no NUL' 'a keyword must be' sig ihdr:1x1 'iTXt=ridgeline' IEND=
row '62 no text' 'a keyword must be' sig ihdr:1x1 'tEXt=' IEND=
row 'a recipe without a language' 'flag, method' sig ihdr:1x1 'iTXt=ridgeline\0\0\0de' IEND=
row 'a flag of 2' 'flag, method' sig ihdr:1x1 'iTXt=ridgeline\0\x02\0\0\0x' IEND=
row 'a compressed recipe' 'must not be compressed' sig ihdr:1x1 'iTXt=ridgeline\0\x01\0\0\0x' IEND=
row 'a compressed recipe, as zTXt' 'must not be compressed' sig ihdr:1x1 'zTXt=ridgeline\0\0x' IEND=
row 'a recipe of 131 073 bytes' 'at most 131072 bytes' sig ihdr:1x1 'iTXt*131073=ridgeline\0\0\0\0\0# ' IEND=
row '61 100 001 chunks' 'too many chunks' sig ihdr:1x1 '100001#teSt=' IEND=
row '61 a million chunks' 'too many chunks' sig ihdr:1x1 '1000000#teSt=' IEND=

# 59: cut anywhere.  (The unit tests recipe and heights do so at every byte of what is larger.)
"$CHUNKS" whole.png sig ihdr:8x8 "$recipe" IDAT=x IEND=
size=$(wc -c <whole.png)
check "59 cut at each of $size bytes" "$REFUSED" cut whole.png 1 cut.png 'cut.png: ' "$R" \
    render render cut.png -q -o old.png
check '59 cut at each seventh, by every reader' "$REFUSED" cut whole.png 7 cut.png 'cut.png: ' "$R" \
    sheet sheet cut.png --seeds 1..2 -q -o old.png , \
    map map cut.png -q -o old.png , \
    layers layers cut.png -q -o none , \
    animate animate cut.png --day -q -o old.png , \
    wallpaper wallpaper cut.png -q -o none , \
    info info cut.png , \
    --from-map --from-map cut.png -q -o old.png
good 'the whole of it' whole.png -s 32x18 -f hash
"$R" --seed 1 -s 8x8 -q -o real.png
check '59 a picture of our own cut at each 97th byte' \
    "$REFUSED" cut real.png 97 cut.png 'cut.png: ' "$R" render render cut.png -q -o old.png

# What a recipe may ask for.
recipe_row '63 256 layers' ':2: ridges = 256: must be' '[ridgeline]\nridges = 256\n'
recipe_row '63 a path to write to' ':2: file = /tmp/x: no such key' '[output]\nfile = /tmp/x\n'
recipe_row '63 a path to read' ':2: include = /etc/passwd: no such key' '[ridgeline]\ninclude = /etc/passwd\n'
recipe_row '63 another algorithm' ':2: algorithm = 4: must be 1, 2 or 3' '[ridgeline]\nalgorithm = 4\n'
recipe_row '63 another version' ':2: scene = 3: must be 1 or 2' '[ridgeline]\nscene = 3\n'
recipe_row 'an empty recipe' ': empty: ' ''
recipe_row 'a NUL' ':2: a NUL byte' '[sky]\n\0\n'
recipe_row 'foreign bytes' ':1: ' '\x1b]0;x\x07b\x1b[2J\xe2\x80\xae\xc2\x9b\xff\xfe\xed\xa0\x80'
recipe_row 'a JSON breaker' ':1: ' '"\\\\u0000}{"\x0d\x0a'
"$CHUNKS" bad.png sig ihdr:32x18 'iTXt=ridgeline\0\0\0\0\0[output]\nsize = 32768x32768\n' IDAT=x IEND=
refuse '63 a picture of 1 Gpx' 65 'bad.png: size 32768x32768: ' ./bad.png -q -o old.png
"$CHUNKS" bad.png sig ihdr:32x18 'iTXt=ridgeline\0\0\0\0\0[output]\nsize = 1000000x1000000\n' IDAT=x IEND=
refuse '63 a picture of 1 Tpx' 65 'bad.png: size 1000000x1000000: ' ./bad.png -q -o old.png
"$CHUNKS" bad.png sig ihdr:32x18 'iTXt=ridgeline\0\0\0\0\0[palette]\nname = ../../x\n' IDAT=x IEND=
refuse '63 a palette beyond the folders' 65 'bad.png:2: palette.name = ../../x: ' ./bad.png -s 8x8 -q -o old.png
"$CHUNKS" none.png sig ihdr:32x18 IDAT=x IEND=
refuse_scene 'no recipe' 65 'none.png: holds no recipe' ./none.png

# Files of many bytes: what is not wanted of them is not held.
"$CHUNKS" large.png sig ihdr:32x18 '40#iTXt*140000=Comment\0\x01\0\0\0' "$recipe" IDAT=x IEND=
good '61 3 MB of compressed texts' large.png -s 32x18 -f hash
# the file NAME is LENGTH bytes of a chunk, then what tail.png holds
"$CHUNKS" tail.png 'raw=\0\0\0\0' "$recipe" IDAT=x IEND=
hole()
{
    "$CHUNKS" "$1" sig ihdr:32x18 "length:$3" "raw=$2"
    dd if=tail.png of="$1" bs=1 seek=$((41 + $3)) 2>/dev/null
}
hole large.png 'iTXtComment\0\0\0\0\0' 200000000
good '61 a text of 200 MB' large.png -s 32x18 -f hash
hole large.png 'iTXtridgeline\0\0\0\0\0' 200000000
refuse '61 a recipe of 200 MB' 65 'large.png: chunk iTXt at byte 33: the recipe must be' large.png -q -o old.png
hole large.png IDAT 1400000000
good '61 a picture of 1.4 GB' large.png -s 32x18 -f hash
refuse '61 no more of it is held' 64 'sun.x = x: ' large.png --set sun.x=x -q -o old.png
"$CHUNKS" large.png sig ihdr:32x18 length:1400000000 raw=IDAT
dd if=/dev/null of=large.png bs=1 seek=1400001000 2>/dev/null
refuse '61 1.4 GB that are a hole' 65 'large.png: ' large.png -q -o old.png
refuse '61 info of them' 65 'large.png: ' info large.png
dd if=/dev/null of=large.png bs=1 seek=2147483648 2>/dev/null
refuse '61 2 GB that are a hole' 65 'large.png: ' large.png -q -o old.png
rm large.png

# Files of heights: maps and what is none.
heights()
{
    refuse "$1" "$2" "$3" map --input "$4" -q -o old.png
}
heights_row()
{
    row_name=$1 row_place=$2
    shift 2
    "$CHUNKS" bad.png "$@"
    heights "heights: $row_name" 65 "bad.png: $row_place" ./bad.png
}
"$R" map --seed 1 -s 9 -f png16 -q -o grey.png
check 'heights cut at each 37th byte' \
    "$REFUSED" cut grey.png 37 cut.png 'cut.png: ' "$R" heights map --input cut.png -q -o old.png
heights_row 'no bytes' ''
heights_row 'a signature alone' '' sig
heights_row 'colour' 'a PNG in colour' sig ihdr:2x2 IDAT=x IEND=
heights_row 'no data' '' sig ihdr:2x2:8:0 IEND=
heights_row 'data that are no stream' '' sig ihdr:2x2:8:0 IDAT=xxxxxxxxxxxx IEND=
heights_row 'a wrong checksum' '' sig '!ihdr:2x2:8:0' IDAT=x IEND=
for size in 0x1 1x0 1x1 2147483647x2147483647 2147483648x1 1000000x1000000 65536x65536 50000x85899 20000x20000; do
    heights_row "$size" '' sig "ihdr:$size:8:0" IDAT=x IEND=
    heights_row "$size of 16 bits" '' sig "ihdr:$size:16:0" IDAT=x IEND=
done
heights_row 'a million chunks' '' sig ihdr:2x2:8:0 '1000000#teSt=' IEND=
heights_row '100 texts' '' sig ihdr:2x2:8:0 '100#iTXt*500000=Comment\0\x01\0\0\0' IDAT=x IEND=
for text in 'P5\n' 'P5\n2\n' 'P5\n2 2\n' 'P5\n2 2\n0\nxxxx' 'P5\n2 2\n65536\nxxxxxxxx' 'P5\n0 2\n9\n' \
    'P5\n-1 2\n9\n' 'P5\n2 2\n9\nxxx' 'P2\n2 2\n9\n1 2 3\n' 'P2\n2 2\n9\n1 2 3 x\n' 'P5\n1000000 1000000\n255\n' \
    'P5\n20000 20000\n255\n' 'P5\n4294967297 1\n255\nx' 'P2\n2 2\n9\n1 2 3 99999999999999999999\n' 'P4\n2 2\n' \
    'P6\n1 1\n255\nabc' 'ncols 2\n' 'ncols 2\nnrows 2\n' 'ncols 0\nnrows 2\ncellsize 1\n1 2\n' \
    'ncols 2\nnrows 2\ncellsize nan\n1 2 3 4\n' 'ncols 2\nnrows 2\ncellsize 1\n1 2 3\n' \
    'ncols 2\nnrows 2\ncellsize 1\n1 2 3 nan\n' 'ncols 2\nnrows 2\ncellsize 1\n1 2 3 inf\n' \
    'ncols 20000\nnrows 20000\ncellsize 1\n1 2 3 4\n' 'ncols 99999999999\nnrows 2\ncellsize 1\n1 2 3 4\n' \
    'ncols 2\nnrows 2\ncellsize 1\n1,5 2 3 4\n' '\033[2J' '\377\376P\0005\0' ''; do
    # shellcheck disable=SC2059
    printf "$text" >bad.dem
    heights "heights: $(printf %.25s "$text" | tr '\134' '/')" 65 'bad.dem' ./bad.dem
done
{ printf 'ncols 2\nnrows 2\ncellsize 1\n1 2 3 ' && head -c 1000000 /dev/zero | tr '\0' 4; } >bad.dem
heights 'heights: a number of a million digits' 65 'bad.dem' ./bad.dem
refuse_odd_files heights 'heights: ' dem
heights 'heights: a hostile name' 66 'a\x1b]0;x\x07b' "./$hostile.png"

# Legal, and what is told of it is clean.
"$CHUNKS" good.png sig ihdr:32x18 IDAT=x "$recipe" IEND= 'raw=PK\x03\x04 what follows'
good '62 64 a recipe behind the data, a zip behind IEND' good.png -s 32x18 -f hash
# letters of two bytes, an odd byte before them
# shellcheck disable=SC2046
greek="a$(printf '\316\273%.0s' $(seq 1 40))"
"$CHUNKS" good.png sig ihdr:32x18 IDAT=x "$recipe" "iTXt=Description\\0\\0\\0\\0\\0$greek" IEND=
good 'a description in Greek' info good.png
check 'description in Greek is printed whole' grep -qx "# description: $greek" "$T/out"
"$CHUNKS" good.png sig ihdr:2147483647x2147483647 "$recipe" IEND=
good '60 a header of 2^31-1 pixels a side' info good.png
nasty='\x1b]0;x\x07b\x1b[2J"\\\\\n\xe2\x80\xae\xc2\x9b\xff\xfe\xed\xa0\x80\xc0\x80'
"$CHUNKS" good.png sig ihdr:32x18 "tEXt=Title\\0$nasty" "iTXt=Software\\0\\0\\0\\0\\0$nasty" \
    "iTXt=Description\\0\\0\\0\\0\\0$nasty" "$recipe" IDAT=x IEND=
good 'hostile texts' info good.png
check 'hostile texts are printed escaped' is_plain "$T/out"
good 'hostile texts as JSON' info --json good.png
check 'hostile texts are valid JSON' "$JSON" "$T/out"
check 'hostile texts as JSON are plain ASCII' is_plain "$T/out"
good 'heights as JSON' good.png -s 32x18 -f json -q
check 'heights as JSON are valid JSON' "$JSON" "$T/out"
cp good.png "$hostile.png"
good 'a hostile name' info "./$hostile.png"
check 'hostile file name is printed escaped' is_plain "$T/out"
good 'layers of a hostile name' layers "./$hostile.png" -s 64x32 -q -o lay
check 'list of layers with a hostile name is JSON' "$JSON" lay/layers.json
good 'a bot of a hostile name' bot --name "$(printf 'a"b<&>\\c')" --now "@$NOW" -s 32x18 -q -o home
for file in home/*.json; do
    check 'record of a bot with a hostile name is JSON' "$JSON" "$file"
done
