# Bad palettes and colour tables: each wherever one may stand.  The numbers are the rows of
# the list of bad inputs.  What is legal in spite of its looks stands at the end.
. "$ROOT/tests/full/cli/bad_common.sh"

# row ENDING NAME PLACE FORMAT... - a palette made by printf.
row()
{
    row_file=bad.$1 row_name="$1: $2" row_place=$3
    shift 3
    # shellcheck disable=SC2059
    printf -- "$@" >"$row_file"
    refuse_palette "$row_name" 65 "$row_file$row_place" "./$row_file"
}

# tint ENDING NAME PLACE FORMAT... - a colour table made by printf.
tint()
{
    row_file=bad.$1 row_name="$1: $2" row_place=$3
    shift 3
    # shellcheck disable=SC2059
    printf -- "$@" >"$row_file"
    refuse_tint "$row_name" 65 "$row_file$row_place" "./$row_file"
}

# lines COUNT TEXT - so many equal lines.
lines()
{
    awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) print text }'
}

# ---- GIMP -----------------------------------------------------------------------------

g='GIMP Palette\n'
row gpl '48 empty' ': empty: ' ''
row gpl '48 a header, no colour' ': no colour: ' "${g}Name: x\nColumns: 4\n#\n"
row gpl '48 half a header' ': not a palette: ' 'GIMP Pal'
{ printf '%b' "$g" && lines 1025 '1 2 3'; } >bad.gpl
refuse_palette '50 1025 colours' 65 'bad.gpl:1026: 1 2 3: a palette has at most 1024' ./bad.gpl
{ printf '%b' "$g" && lines 4097 '1 2 3'; } >bad.gpl
refuse_palette '50 4097 colours' 65 'bad.gpl:1026: ' ./bad.gpl
{ printf '%b' "$g" && lines 10000000 '1 2 3'; } >bad.gpl
refuse_palette '50 10 million colours' 65 'bad.gpl: 60000013 bytes: must be at most 1048576' ./bad.gpl
for colour in '256 0 0' '-1 0 0' '1.5 0 0' '+1 0 0' '1e1 0 0' '0x1 0 0' '4294967296 0 0' \
    '4294967297 0 0' '99999999999999999999 0 0' 'nan 0 0' 'a 0 0' '1,2,3 4 5' '0 0 256'; do
    row gpl "51 the colour $colour" ':2: ' "$g%s sun\n" "$colour"
done
row gpl '51 two numbers' ':2: 1 2: must be three' "${g}1 2\n"
row gpl '51 one number' ':3: 9: must be three' "${g}1 2 3\n9\n"
row gpl '51 two numbers and a name' ':2: sun: must be a whole' "${g}1 2 sun\n"
row gpl '52 columns below nought' ':2: Columns: -1: ' "${g}Columns: -1\n1 2 3\n"
row gpl '52 columns of 2^31' ':2: Columns: 2147483648: ' "${g}Columns: 2147483648\n1 2 3\n"
row gpl '52 columns of no number' ':2: Columns: x: ' "${g}Columns: x\n1 2 3\n"
row gpl 'alpha that is missing' ':3: 1 2 3: must be four' "${g}Channels: RGBA\n1 2 3\n"
{ printf '%bName: ' "$g" && head -c 65536 /dev/zero | tr '\0' x && printf '\n1 2 3\n'; } >bad.gpl
refuse_palette '53 a name of 64 KB' 65 'bad.gpl:2: ' ./bad.gpl
{ printf '%b1 2 3 ' "$g" && head -c 65536 /dev/zero | tr '\0' x; } >bad.gpl
refuse_palette '53 a name of a colour of 64 KB' 65 'bad.gpl:2: ' ./bad.gpl
row gpl 'a NUL' ':2: ' "${g}1 2 \0003\n"
row gpl 'UTF-16' ':1: ' '\377\376G\0I\0M\0P\0'
row gpl 'hostile bytes for a colour' ':2: ' "$g%s\n" "$(printf %s "$hostile" | tr -d '\n\r')"
row gpl 'hostile bytes for a header' ':2: ' "${g}Columns: %s\n" "$(printf %s "$hostile" | tr -d '\n\r')"
row gpl 'hostile bytes for a file' ': not a palette: ' '%s' "$hostile"

# ---- JASC -----------------------------------------------------------------------------

j='JASC-PAL\r\n0100\r\n'
row pal '54 a header alone' ':1: ' 'JASC-PAL\r\n'
row pal '54 no count' ':2: ' "$j"
row pal '54 no colours' ':3: 0: must be the number' "${j}0\r\n"
row pal '54 three while two are given' ':3: 3: must be the number of the colours' \
    "${j}3\r\n1 2 3\r\n4 5 6\r\n"
row pal '54 two while three are given' ':6: 7 8 9: must be one of as many colours' \
    "${j}2\r\n1 2 3\r\n4 5 6\r\n7 8 9\r\n"
row pal '54 a count of 2^31' ':3: 2147483648: ' "${j}2147483648\r\n1 2 3\r\n"
row pal '54 a count of 2^32+1' ':3: 4294967297: ' "${j}4294967297\r\n1 2 3\r\n"
row pal '54 a count below nought' ':3: -1: ' "${j}-1\r\n1 2 3\r\n"
row pal '54 a blank count' ':4: 1 2 3: must be the number' "${j}\r\n1 2 3\r\n"
row pal '54 a count of 1025' ':3: 1025: ' "${j}1025\r\n1 2 3\r\n"
row pal '54 alpha of 256' ':4: 1 2 3 256: ' "${j}1\r\n1 2 3 256\r\n"
row pal '54 a fifth column' ':4: 1 2 3 4 5: ' "${j}1\r\n1 2 3 4 5\r\n"
row pal '54 two columns' ':4: 1 2: ' "${j}1\r\n1 2\r\n"
row pal '54 another version' ':2: 0101: ' 'JASC-PAL\r\n0101\r\n1\r\n1 2 3\r\n'
row pal '55 a RIFF palette' ': a RIFF palette' \
    'RIFF\030\0\0\0PAL data\014\0\0\0\0\003\002\0\001\002\003\0\004\005\006\0'
row pal '55 a RIFF palette cut short' ': a RIFF palette' 'RIFF\030\0\0\0PAL da'
row pal '55 a RIFF palette of 2^32-1 bytes' ': a RIFF palette' \
    'RIFF\377\377\377\377PAL data\377\377\377\377\0\003\377\377\001\002\003\0'
row pal '55 RIFF alone' ': a RIFF palette' 'RIFF'

# ---- Lospec ---------------------------------------------------------------------------

for colour in 12345 1234567 '#' '#12345' 11223344 '##112233' ff 0x112233; do
    row hex "56 the colour $colour" '' 'aabbcc\n%s\n' "$colour"
    row hex "56 the colour $colour first" '' '%s\n' "$colour"
done
row hex '56 letters' ':2: zzzzzz: must be six hex digits' 'aabbcc\nzzzzzz\n'
row hex '56 letters first' ': not a palette: ' 'zzzzzz\n'
row hex '56 two in a line' ':2: ' 'aabbcc\naabbcc aabbcc\n'
row hex '56 comments alone' ': no colour: ' '; nothing\n// nothing\n'
row hex '56 blank lines alone' ': no colour: ' '\n\n  \n'
row hex '56 a NUL' ':1: ' 'aab\0bcc\n'
{ lines 1025 aabbcc; } >bad.hex
refuse_palette '56 1025 colours' 65 'bad.hex:1025: ' ./bad.hex

# ---- what is no palette file -------------------------------------------------------------

mkdir some.gpl
mkfifo pipe.gpl
ln -s loop.gpl loop.gpl
dd if=/dev/null of=hole.gpl bs=1 seek=2147483648 2>/dev/null
refuse_palette 'a folder' 65 'some.gpl: is not a regular file' ./some.gpl
refuse_palette 'a pipe that nobody writes to' 65 'pipe.gpl: is not a regular file' ./pipe.gpl
refuse_palette 'a device without an end' 65 '/dev/zero: is not a regular file' /dev/zero
refuse_palette 'a link to itself' 66 'loop.gpl: cannot open' ./loop.gpl
refuse_palette 'a file that is missing' 66 'no.gpl: cannot open' ./no.gpl
refuse_palette '2 GB that are a hole' 65 'hole.gpl: 2147483648 bytes' ./hole.gpl
refuse_palette 'a hostile name that is not there' 66 'a\x1b]0;x\x07b' "./$hostile.gpl"
refuse_palette 'a hostile name of a palette' 64 'a\x1b]0;x\x07b' "x$(printf %s "$hostile" | tr -d /)"
printf 'GIMP Palette\n1 2\n' >"$hostile.gpl"
refuse_palette 'a hostile name of a bad palette' 65 'a\x1b]0;x\x07b' "./$hostile.gpl"
rm -f "./$hostile.gpl" hole.gpl
"$R" --seed 1 -s 8x8 -q -o good.png
head -c 200 good.png >cut.png
refuse_palette 'a picture cut short' 65 'cut.png: ' ./cut.png
cp good.png photo.gpl
refuse_palette 'a picture that is called a palette' 65 'photo.gpl: not a palette' ./photo.gpl
if "$R" good.png -q -o good.jpg 2>"$T/err"; then
    head -c 500 good.jpg >cut.jpg
    refuse_palette 'a JPEG cut short' 65 'cut.jpg: ' ./cut.jpg
fi
printf 'no photo' >text.webp
printf '\0\0\0\034ftypavif\0\0\0\0' >photo.avif
refuse_palette 'an AVIF' 65 'photo.avif: an AVIF or JPEG XL file: must be PNG, JPEG or WebP: save it as one of them' ./photo.avif
refuse_palette 'a text as photo' 65 'text.webp: not a photo: must be PNG, JPEG or WebP' ./text.webp

# Roles of a file that has none.
printf '112233\n445566\n778899\naabbcc\n' >plain.hex
for roles in sun=4 sun=-1 sun=1-2 sun sky=9-1 sky=0- 'sky=0,,sun=1' moon=1 '=' 'sun=99999999999999999999' \
    "$hostile" 'sky=0-4294967296'; do
    refuse "roles $(printf %s "$roles" | tr -cd ' -~' | tr '\134' '/')" 64 --roles palette show plain.hex --roles "$roles"
    refuse 'the same of a picture' 64 --roles -p plain.hex --roles "$roles" -s 8x8 -q -o old.png
done

# ---- GMT's colour tables ---------------------------------------------------------------

tint cpt '57 empty' '' ''
tint cpt '57 comments alone' '' '# nothing\n'
for number in nan NaN inf -inf 1e309 1,5 0x10 '--1' ''; do
    tint cpt "57 the height $number" '' '%s 1 2 3 1 4 5 6\n' "$number"
done
tint cpt '57 a height of 1e308' '' '0 1 2 3 1e308 4 5 6\n'
tint cpt '57 heights of -1e308 and 1e308' '' '-1e308 1 2 3 1e308 4 5 6\n'
tint cpt '57 descending' ':1: ' '1 1 2 3 0 4 5 6\n'
tint cpt '57 descending slices' ':2: ' '1 1 2 3 2 4 5 6\n0 1 2 3 1 4 5 6\n'
tint cpt '57 no width' ':1: ' '1 1 2 3 1 4 5 6\n'
tint cpt '57 a gap' ':2: ' '0 1 2 3 1 4 5 6\n2 1 2 3 3 4 5 6\n'
tint cpt '57 an overlap' ':2: ' '0 1 2 3 2 4 5 6\n1 1 2 3 3 4 5 6\n'
tint cpt '57 HSV' ':1: ' '# COLOR_MODEL = HSV\n0 1 0 1 1 2 1 1\n'
tint cpt '57 CMYK' ':1: ' '#COLOR_MODEL=CMYK\n0 1 2 3 4 1 5 6 7 8\n'
tint cpt '57 B, F and N alone' '' 'B 1 2 3\nF 4 5 6\nN 7 8 9\n'
tint cpt '57 no right side' '' '0 1 2 3\n1\n'
tint cpt '57 half a right side' ':1: ' '0 1 2 3 1 4 5\n'
tint cpt '57 a colour of 256' ':1: ' '0 256 2 3 1 4 5 6\n'
tint cpt '57 a colour below nought' ':1: ' '0 -1 2 3 1 4 5 6\n'
tint cpt '57 B without a colour' ':2: ' '0 1 2 3 1 4 5 6\nB\n'
tint cpt '57 a colour by no name' ':1: ' '0 red 1 bleu\n'
tint cpt 'hostile bytes' ':1: ' '0 1 2 %s 1 4 5 6\n' "$(printf %s "$hostile" | tr -d '\n\r ')"
{ awk 'BEGIN { for (i = 0; i < 100000; i++) print i, "1 2 3", i + 1, "4 5 6" }'; } >bad.cpt
refuse_tint '57 2.6 MB of slices' 65 'bad.cpt: ' ./bad.cpt
{ awk 'BEGIN { for (i = 0; i < 2000; i++) print i, "1 2 3", i + 1, "4 5 6" }'; } >bad.cpt
refuse_tint '57 2000 slices' 65 'bad.cpt:' ./bad.cpt
{ printf '0 1 2 3 1 4 5 ' && head -c 1000000 /dev/zero | tr '\0' 6; } >bad.cpt
refuse_tint 'a line of 1 MB' 65 'bad.cpt:1: ' ./bad.cpt

# ---- GDAL's colour tables ----------------------------------------------------------------

tint txt 'no colour' '' '# nothing\n'
tint txt 'nodata alone' '' 'nv 0 0 0\n'
for number in nan inf 1e309 1,5x 0x10 101% -1% '%' 1%% 1000001 -1000001; do
    tint txt "the height '$(printf %s "$number" | tr % p)'" '' '%s 1 2 3\n' "$number"
done
tint txt 'two numbers of a colour' ':1: ' '0 1 2\n'
tint txt 'a colour of 256' ':1: ' '0 256 2 3\n'
tint txt 'a colour below nought' ':1: ' '0 -1 2 3\n'
tint txt 'a sixth word' ':1: ' '0 1 2 3 255 6\n'
tint txt 'a name that is no colour' ':1: ' '0 blurple\n'
tint txt 'a NUL' ':1: ' '0 1 2 \0003\n'
tint txt 'hostile bytes' ':1: ' '%s 1 2 3\n' "$(printf %s "$hostile" | tr -d '\n\r ')"
tint txt 'UTF-16' ':1: ' '\377\3760\0 \0001\0 \0002\0 \0003\0\n'
awk 'BEGIN { for (i = 0; i < 1100; i++) print i, "1 2 3" }' >bad.txt
refuse_tint '1100 stops' 65 'bad.txt:' ./bad.txt
refuse_odd_files refuse_tint '' txt
refuse_tint 'a file that is missing' 66 'no.txt: cannot open' ./no.txt
refuse_tint 'a picture' 65 'good.png' ./good.png
refuse_tint 'a hostile name that is not there' 66 'a\x1b]0;x\x07b' "./$hostile.txt"

# ---- legal ---------------------------------------------------------------------------

printf 'GIMP Palette\n1 2 3' >good.gpl
good '49 one colour' -p ./good.gpl --seed 1 -s 8x8 -f hash
printf '\357\273\277GIMP Palette\r\nColumns: 0\r\n1 2 3\r\n' >good.gpl
good '52 no columns, a byte order mark, CR LF' -p ./good.gpl --seed 1 -s 8x8 -f hash
printf 'JASC-PAL\n0100\n2\n1 2 3 255\n4 5 6 0\n' >good.pal
good '54 LF alone, alpha' -p ./good.pal --seed 1 -s 8x8 -f hash
printf '#AABBCC\nddeeff' >good.hex
good '56 a sign, capitals, no line end' -p ./good.hex --seed 1 -s 8x8 -f hash
printf 'aabbcc\rddeeff\r' >good.hex
good '56 CR alone' -p ./good.hex --seed 1 -s 8x8 -f hash
printf '0 red 1 blue\n' >good.cpt
good '57 colours by name' map --tint ./good.cpt --seed 1 -s 9 -f hash
printf '0 1 2 3 1 4 5 6\nB 0 0 0\nF 9 9 9\nN 5 5 5\n' >good.cpt
good '57 B, F and N' map --tint ./good.cpt --seed 1 -s 9 -f hash
printf '0%% 1 2 3\n100%% 4 5 6 255 and more words\n' >good.txt
good 'words after a colour' map --tint ./good.txt --seed 1 -s 9 -q -o tint.png
good 'what they are told by is read again' tint.png -f hash
