# Palettes: list, show, convert, and where they are looked for.
. "$ROOT/tests/full/cli/common.sh"

good list palette list
check 'palette list is sorted, without doubles' test "$(cat "$T/out")" = "$(LC_ALL=C sort -u "$T/out")"
for file in "$ROOT"/palettes/*.gpl; do
    name=$(basename "$file" .gpl)
    check "palette list has $name" grep -qx "$name" "$T/out"
    good "show $name" palette show "$name"
    check "$name has lines of role and colour" \
        fails grep -qv '^[a-z0-9.]* #[0-9a-f]\{6\}$' "$T/out"
    check "$name has sky, land and sun" \
        test "$(grep -c '^sky.1 \|^ridge.1 \|^sun ' "$T/out")" -eq 3
    run palette list
done

# Show.
run palette show dusk
cp "$T/out" dusk.txt
good 'show a file' palette show "$ROOT/palettes/dusk.gpl"
check 'palette file equals the built-in one' same dusk.txt "$T/out"
good 'show in colour' palette show dusk --color always
check 'palette show has coloured escapes' grep -q "$(printf '\033\\[48;2;')" "$T/out"
good 'show a swatch' palette show dusk -o swatch.png
run info swatch.png
check 'palette swatch is a PNG' grep -q '^# size: 640x360, 8 bits$' "$T/out"
good 'a swatch to standard output' palette show dusk -o -
check 'palette swatch on standard output is the same' same swatch.png "$T/out"
"$HELPER" tty screen 0 0 "$R" palette show dusk
check 'palette show on a terminal is coloured' grep -q "$(printf '\033\\[48;2;')" screen
NO_COLOR=1 "$HELPER" tty screen 0 0 "$R" palette show dusk
check 'palette show with NO_COLOR has no colours' fails grep -q "$(printf '\033')" screen
TERM=dumb "$HELPER" tty screen 0 0 "$R" palette show dusk
check 'palette show on a dumb terminal has no colours' fails grep -q "$(printf '\033')" screen
"$HELPER" tty screen 0 0 "$R" palette show dusk --color never
check 'palette show with never has no colours' fails grep -q "$(printf '\033')" screen

# Convert.
good 'convert to gpl' palette convert dusk -o d.gpl
check 'gpl has its first line' test "$(head -n 1 d.gpl)" = 'GIMP Palette'
good 'show the converted one' palette show d.gpl
check 'gpl keeps every role' same dusk.txt "$T/out"
good 'convert to standard output' palette convert dusk
check 'gpl is the default' same d.gpl "$T/out"
good 'convert to hex' palette convert dusk -o d.hex
check 'hex is lines of six digits' fails grep -qv '^[0-9a-f]\{6\}$' d.hex
good 'convert by format' palette convert dusk -f hex
check 'format and ending agree' same d.hex "$T/out"
good 'convert to pal' palette convert dusk -o d.pal
check 'pal has its first line' test "$(head -n 1 d.pal | tr -d '\r')" = JASC-PAL
good 'read hex' palette convert d.hex
good 'read pal' palette convert d.pal
printf '101010\n404040\n808080\nc0c0c0\nf0e0d0\nffffff\n' >plain.hex
good 'a palette without roles' -p plain.hex -s 32x18 --seed 1 -f hash
cp "$T/out" hash
good 'picture with a palette file, again' -p plain.hex -s 32x18 --seed 1 -f hash
check 'palette made twice gives the same pixels' same hash "$T/out"
good 'a night scheme' palette show plain.hex --scheme night
good 'roles by hand' palette show plain.hex --roles sky=3-4,ridge=0-1,sun=5
check '--roles gives colour 5 to the sun' grep -qx 'sun #ffffff' "$T/out"
check '--roles gives colours 3 and 4 to the sky' grep -qx 'sky.1 #c0c0c0' "$T/out"
good 'roles by hand are kept' palette convert plain.hex --roles sky=3-4,ridge=0-1,sun=5 -o r.gpl
run palette show r.gpl
check 'palette file of --roles has the roles' grep -qx 'sun #ffffff' "$T/out"
good 'paint with roles by hand' -p plain.hex --roles sky=3-4,ridge=0-1,sun=5 -s 32x18 --seed 1 \
    -f scene
check 'scene of --roles has the roles' grep -q '^sun = #ffffff' "$T/out"
"$R" palette convert - <plain.hex >"$T/out"
check 'palette from standard input is read' test -s "$T/out"
run palette convert dusk -o d.gpl --no-clobber
check 'no-clobber keeps a palette' test "$code" -eq 73

# Where names are looked for: each place wins over those after it.
palette_put()
{
    mkdir -p "$1"
    printf 'GIMP Palette\nName: %s\n%s sun\n0 0 0 ridge\n9 9 9 sky\n' "$2" "$3" >"$1/$2.gpl"
}
sun()
{
    run palette show "$1"
    sed -n 's/^sun #//p' "$T/out"
}
check 'a built-in palette has its sun' test "$(sun mine)" = ''
XDG_DATA_DIRS=$PWD/sys1:$PWD/sys2
export XDG_DATA_DIRS
palette_put sys2/ridgeline/palettes mine '0 0 1'
check 'palette of the second data folder is found' test "$(sun mine)" = 000001
palette_put sys1/ridgeline/palettes mine '0 0 2'
check 'palette of the first data folder wins' test "$(sun mine)" = 000002
palette_put "$HOME/.local/share/ridgeline/palettes" mine '0 0 3'
check 'palette of the home wins over data folders' test "$(sun mine)" = 000003
XDG_DATA_HOME=relative
export XDG_DATA_HOME
palette_put relative/ridgeline/palettes mine '0 0 9'
check 'relative XDG_DATA_HOME is ignored' test "$(sun mine)" = 000003
XDG_DATA_HOME=$PWD/data
palette_put data/ridgeline/palettes mine '0 0 4'
check 'palette of XDG_DATA_HOME wins' test "$(sun mine)" = 000004
RIDGELINE_PALETTE_PATH=relative/ridgeline/palettes:$PWD/own
export RIDGELINE_PALETTE_PATH
palette_put own mine '0 0 5'
check 'palette of RIDGELINE_PALETTE_PATH wins' test "$(sun mine)" = 000005
palette_put own dusk '0 0 6'
check 'palette of the user wins over a built-in one' test "$(sun dusk)" = 000006
printf '#ff0000\n' >own/red.hex
good 'list has mine' palette list
check 'palette in several folders is listed once' test "$(grep -cx mine "$T/out")" -eq 1
check 'palette of a data folder is listed' grep -qx red "$T/out"
check 'palette that hides a built-in one is listed once' test "$(grep -cx dusk "$T/out")" -eq 1
check 'palette list with folders is sorted' test "$(cat "$T/out")" = "$(LC_ALL=C sort -u "$T/out")"
: >"own/$(printf 'evil\033name').gpl"
run palette list
check 'palette name with escapes is not listed' is_plain "$T/out"
good 'paint in mine' -p mine -s 32x18 --seed 1 -o mine.png
run info mine.png
check 'recipe has the name of the palette' grep -q '^name = mine$' "$T/out"
printf '[palette]\nname = mine\nmist = #123456\n' >mine.ini
good 'a scene may name it' ./mine.ini -s 32x18 --seed 1 -f scene
check 'recipe has the colours of the palette' grep -q '^sun = #000005$' "$T/out"
check 'recipe keeps the colours that the scene says' grep -q '^mist = #123456$' "$T/out"
cp "$ROOT/tests/support/data/palettes/base16.yaml" own/evening.yaml
good 'list has a scheme' palette list
check 'scheme is listed as a palette' grep -qx evening "$T/out"
good 'a scheme by its name' -p evening -s 32x18 --seed 1 -o scheme.png
unset RIDGELINE_PALETTE_PATH XDG_DATA_HOME
rm -r "$HOME/.local" own data sys1 sys2
good 'a picture needs no palette file' mine.png -o again.png
check 'picture with a palette file needs the file no more' same mine.png again.png
good 'the colours of a scheme stay with the picture' scheme.png -o again.png
check 'picture with a scheme needs the file no more' same scheme.png again.png
good 'typed colours' -p '#112233,#445566,#ffcc88' -s 32x18 --seed 1 -o typed.png
good 'typed colours as recipe' typed.png -o again.png
check 'picture with typed colours keeps them' same typed.png again.png
bad 'a single colour' 64 '-p: #112233: must be 2 to 16 colours' -p '#112233'
bad 'a typed colour that is none' 64 '-p: #12345: must be a colour, #RRGGBB' -p '#112233,#12345'
good 'a picture of sunset' --seed 1 -m dawn -s 160x90 -o photo.png
good 'colours of a photo as a palette' palette convert photo.png -o photo.gpl
check 'palette of a photo has at most eight colours, with roles' test "$(grep -c 'sky\.' photo.gpl)" -ge 1
good 'a picture as palette' -p photo.png -s 32x18 --seed 1 -o from.png
good 'a palette of its colours' -p ./photo.gpl -s 32x18 --seed 1 -o same.png
check 'palette of a photo by option and by file give one picture' \
    test "$("$R" info from.png | grep -v '^# ')" = "$("$R" info same.png | grep -v '^# ')"
for ending in jpg webp; do
    if "$R" photo.png -q -o "photo.$ending" 2>"$T/err"; then
        good "the colours of a photo, $ending" -p "photo.$ending" -s 32x18 --seed 1 -o lossy.png
        good "the recipe keeps them, $ending" lossy.png -o again.png
        check "palette of a $ending photo equals that of its PNG" same lossy.png again.png
    fi
done
bad 'a name that is nowhere' 64 'no such palette' -p mine
printf '#ff0000\n' >bare
bad 'a file without ending or slash' 64 'did you mean ./bare?' -p bare
good 'palette named with a slash' palette show ./bare
HOME='' run palette list
check 'palette list without a home succeeds' test "$code" -eq 0
