# Bad command lines: each has its code and one line that says what is wrong.
# The numbers are the rows of the list of bad inputs.
. "$ROOT/tests/full/cli/common.sh"

# Sizes.
bad '1 width 0' 64 'width 0: must be 1..1000000' -s 0x10 -o x.png
bad '1 height 0' 64 'height 0: must be 1..1000000' -s 10x0 -o x.png
bad '2 width -1' 64 'width -1: must be 1' -s -1x5 -o x.png
bad '3 2^32+1' 64 'width 4294967297: must be' -s 4294967297x1 -o x.png
bad '4 20 digits' 64 'width 99999999999999999999: must be' -s 99999999999999999999x1 -o x.png
bad '5 one too wide' 64 'width 1000001: must be' -s 1000001x1 -o x.png
bad '5 both too large' 64 'width 2000000: must be' -s 2000000x2000000 -o x.png
good '6 50000x85899 streams' -s 50000x85899 --region 8x8+49992+85891 -f hash -q
good '7 32768x32769 streams' -s 32768x32769 --region 8x8+9+9 -f hash -q
good '8 23171x23171 of 16 bits streams' -s 23171x23171 --depth 16 --region 8x8+9+9 -f hash -q
for value in 1e9 640 '640x480 ' ' 640x480' '640 x480' +640x480 640x+480 nan inf 57.1E2857 0,75 \
    -0.0 4.9e-324 0x 10x 10x10x10 10X10 ''; do
    bad "9-16 -s '$value'" 64 '-s .*: must be\|no such size' -s "$value" -o x.png
done
bad '10 hexadecimal' 64 'must be' -s 0x10x0x10 -o x.png
bad '11 full width digits' 64 'must be WxH' -s "$(printf '\357\274\226\357\274\224x480')" -o x.png
bad 'a size name mistyped' 64 'did you mean hd?' -s hdd -o x.png

while read -r typed meant; do
    bad "size $typed" 64 "did you mean $meant?" -s "$typed" -o x.png
done <<'END_OF_SIZES'
1920*1080 1920x1080
1920,1080 1920x1080
1920 1920x1080
1080p fhd
16:9 fhd
UHD 4k
END_OF_SIZES
good 'the sizes by name' -s help
check 'the sizes have their numbers' grep -q '^4k  *3840x2160$' "$T/out"

# What is meant by words of other programs.
bad 'a width' 64 '--width: unknown option: did you mean -s WxH, as in -s 800x600?' --width 800
bad 'the moods' 66 'ridgeline -m help lists them' moods
good 'a size name in capitals' --seed 1 -s 4K --region 8x8+9+9 -f hash
good 'a size name in small letters' --seed 1 -s 4k --region 8x8+9+9 -f hash
good 'a size of an engine in capitals' map -q --seed 1 -s Unity-33 -f hash
for world in mountain Mountain; do
    bad "the world $world" 64 "^ridgeline: -w $world: no such world: did you mean alpine?\$" -w $world -f hash
done
bad 'a style by another name' 64 '^ridgeline: --style sea: no such world: did you mean coast, bay or' --style sea -f hash
bad 'a pass by another name' 64 \
    '^ridgeline: --pass erosion: no such pass: did you mean hydraulic, thermal or gullies?$' map --pass erosion
# Each name that a suggestion has is one.
sed -n '/^static const synonym worlds/,/^};/s/.*, "\(.*\)"},$/\1/p' "$ROOT/src/cli/common/request.c" |
    sed 's/, or -m winter//; s/ or /, /g' | tr -s ', ' '\n' | sort -u >meant.worlds
"$R" -w help | cut -d ' ' -f 1 | sort >names.worlds
check 'suggested worlds exist' test -s meant.worlds -a -z "$(comm -23 meant.worlds names.worlds)"
sed -n '/^static const synonym passes/,/^};/s/.*, "\(.*\)"},$/\1/p' "$ROOT/src/cli/common/request.c" |
    sed 's/ or /, /g' | tr -s ', ' '\n' | sort -u >meant.passes
"$R" map --pass help | grep '^[a-z]' | sort >names.passes
check 'suggested passes exist' test -s meant.passes -a -z "$(comm -23 meant.passes names.passes)"
rm meant.* names.*
# A mistyped command is named before its options are read.
bad 'a mistyped command' 66 '^ridgeline: wallpapers: no such scene or file: did you mean wallpaper? ' wallpapers --set
bad 'a mistyped command with its own option' 66 '^ridgeline: layrs: .*did you mean layers?' layrs --pot -o x
bad 'an hour as a mood' 64 'did you mean golden, ember or dusk?' -m sunset -f hash
good 'a setting of a lake' --seed 3 -w lake -s 8x8 --set lake.level=0.5 -f null
for setting in lake.level=0.5 city.height=0.3 city.lights=0.5 beach.far=0.2 moon.phase=0.4; do
    run --seed 3 -w alpine -m noon -s 8x8 --set "$setting" -f null
    check "setting $setting without effect is reported" \
        grep -q "^--set ${setting%=*}: no effect on this land: needs" "$T/err"
done
run --seed 3 -w alpine -m noon -s 8x8 --set city.height=0.3 --set city.lights=0.5 -f null
check 'city.lights needs what city.height needs' \
    grep -q '^--set city.lights: no effect on this land: needs lake.ridge above 0$' "$T/err"

# Numbers of the scene.
bad 'a decimal comma' 64 'must be 0..10 or auto, with a decimal point$' --set sun.radius=0,3 -f hash
good 'no digit before the point' --set sun.radius=.3 --seed 1 -s 8x8 -f null
bad 'too many decimals' 64 'must be 0..2 or auto, with at most 9 decimals$' \
    --set city.height=1.8479479760957231
bad 'no whole number' 64 'lake.open = 0.5: must be a whole number 0..1 or auto$' --set lake.open=0.5
printf '[lake]\nopen = 0.5\n' >whole.ini
bad 'no whole number in a scene' 65 'whole.ini:2: open = 0.5: must be a whole number 0..1 or auto$' \
    whole.ini
for value in nan inf 57.1E2857 0,75 4.9e-324 1e9 0x10 '640 ' +640 1.000001 -1000000 ''; do
    bad "9-16 roughness '$value'" 64 'ridge.1.roughness' -f hash --set "ridge.1.roughness=$value"
done
for value in 0 1 -1.0000001 -999999 auto; do
    good "17 roughness $value" -s 32x18 -f hash --set "ridge.1.roughness=$value"
done
for value in 0 65 257 2147483648 -1; do
    bad "18 $value layers" 64 'ridgeline.ridges' -f hash --set "ridgeline.ridges=$value"
done
good '18 64 layers' -s 32x18 -f hash --set ridgeline.ridges=64

# Seeds.
good '20 seed 2^64-1' -s 32x18 -f hash --seed 18446744073709551615
good '20 seed 2^64 is a text' -s 32x18 -f hash --seed 18446744073709551616
bad '20 empty seed' 64 seed -f hash --seed ''
good '20 a seed of text' -s 32x18 -f hash --seed -12,5e
bad 'seeds backwards' 64 'first must not be above' --seeds 3..1 -f hash
bad 'seeds of words' 64 'must be A..B' --seeds a..b -f hash
bad 'many seeds, one name' 64 '{seed} or {index}' --seeds 1..2 -o x.png
bad 'many seeds, no name' 64 '{seed} or {index}' --seeds 1..2 -f hash
bad 'many seeds, a doubled brace' 64 '{seed} or {index}' --seeds 1..2 -o '{{seed}}.png'
bad 'seed and seeds' 64 'remove one of them' --seeds 1..2 --seed 1 -o '{seed}.png'

# Outputs.
bad '21 -o without a name' 64 '-o: needs a value' -o
bad '21 --output without a name' 64 '--output: needs a value' --output
bad '21 empty name' 64 '-o: empty' -s 32x18 -o ''
mkdir folder
bad '21 a folder' 73 'folder' -s 32x18 -o folder
bad '21 no such folder' 73 'nodir/x.png' -s 32x18 -o nodir/x.png -q
bad '21 a name of 5000 bytes' 73 'name too long' -s 32x18 -q -o "$(printf '%05000d' 7).png"
bad 'unknown word in braces' 64 '{foo}' -o 'x{foo}.png'
bad 'brace left open' 64 '^ridgeline: -o x{see: {see: must be' -o 'x{see'
bad 'a command mistyped before a word of its own' 66 'did you mean palette?' pallete list
bad 'many options that begin so' 64 'ambiguous: .* and others' --s
bad 'a section without its number' 64 'did you mean ridge.1.roughness?' --set ridge1.roughness=1

# Options.
for pair in '-s 8x8 -s 8x8' '-s 8x8 --size 8x8' '-o a --output b' '--seed 1 --seed 1' \
    '-f hash -f hash' '--depth 8 --depth 8' '--threads 1 --threads 1'; do
    # shellcheck disable=SC2086
    bad "22 $pair" 64 'given twice' $pair
done
good '22 --set may be repeated' -s 32x18 -f hash --set sun.x=0 --set sun.x=1
good '22 a switch may be repeated' -s 32x18 -f hash -q -q
bad 'option mistyped' 64 '--sizee: unknown option: did you mean --size?' --sizee 4
bad 'option unknown' 64 '--xyzzyplugh: unknown option' --xyzzyplugh=3
bad 'letter unknown' 64 '-Z: unknown option' -Z
bad 'letter of foreign bytes' 64 'unknown option' "$(printf -- '-\033')"
bad 'option ambiguous' 64 '--se: ambiguous: --seed --seeds --set' --se 1
good 'option shortened' -s 32x18 --form hash
bad 'switch with a value' 64 '--quiet: takes no value' --quiet=1
bad 'option without a value' 64 '--size: needs a value: WxH|NAME' --size
bad 'choice unknown' 64 '--depth 12: must be 8|16' --depth 12
bad 'format unknown' 64 '-f bmp: must be png|' -f bmp
for value in 0 257 -1 1.5 '' ' 1'; do
    bad "threads '$value'" 64 'must be 1..256' --threads "$value" -f hash
done
bad 'set without =' 64 'must be KEY=VALUE' --set foo
bad 'set an unknown key' 64 'sun.colour = 1' --set sun.colour=1
bad 'region outside' 64 'must be inside the picture of 5x5' -s 5x5 --region 4x4+2+0 -f hash
bad 'region without place' 64 'must be WxH+X+Y' -s 5x5 --region 4x4 -f hash
bad 'region with a sign' 64 'must be' -s 5x5 --region 4x4+-1+0 -f hash
bad 'roles without a palette' 64 '--roles: needs -p: add it' --roles sun=1 -f hash
# A palette that is installed is a file, whose roles may be changed.
if [ -e "$(strings "$R" | grep '^/[^:]*/share$' | head -n 1)/ridgeline/palettes/dusk.gpl" ]; then
    good 'roles for an installed palette' -p dusk --roles sun=1 --seed 7 -f hash
else
    bad 'roles for a built-in palette' 64 'built in' -p dusk --roles sun=1 -f hash
fi
bad 'an option of another command' 64 'not an option of this command' --json

# Names.
cat >./-scene.ini <<'END'
[ridgeline]
scene = 1
seed = 3
END
good '23 a name after --' -s 32x18 -f hash -- -scene.ini
bad '23 no such name after --' 66 '-nothere: no such scene or file' -- -nothere
bad '24 %n%s%x as a scene' 66 '%n%s%x: no such' %n%s%x
good '24 %n%s%x as an output' -s 32x18 -q -o %n%s%x
check '24 output of the name %n%s%x is written' test -s %n%s%x
evil=$(printf 'a\033]0;x\007b\nc\rd\377\342\200\256\302\233e')
bad '25 escapes as a scene' 66 'a\\x1b\]0;x\\x07b\\x0ac\\x0dd\\xff\\xe2\\x80\\xae\\xc2\\x9be' "$evil"
bad '25 escapes as an output' 73 '\\x1b' -s 32x18 -q -o "nodir/$evil"
bad '25 escapes as a palette' 64 '\\x1b' -p "$evil"
bad '25 escapes as a size' 64 '\\x1b' -s "$evil"
bad '25 escapes as a region' 64 '\\x1b' --region "$evil"
bad '25 escapes as a format' 64 '\\x1b' -f "$evil"
bad '25 escapes as a setting' 64 '\\x1b' --set "$evil"
bad '25 escapes as a key' 64 '\\x1b' --set "$evil=1"
bad '25 escapes as a value' 64 '\\x1b' --set "sun.x=$evil"
bad '25 escapes as an option' 64 '\\x1b' "--$evil"
bad '25 escapes as seeds' 64 '\\x1b' --seeds "$evil"
bad '25 escapes as threads' 64 '\\x1b' --threads "$evil"
bad '25 escapes as roles' 64 '\\x1b' -p "$ROOT/palettes/dusk.gpl" --roles "$evil"
bad '25 escapes as a verb' 64 '\\x1b' palette "$evil"
bad '25 escapes as a picture' 66 '\\x1b' info "$evil"
good '25 escapes as a seed' -s 32x18 -f hash --seed "$evil"
bad 'two scenes' 64 'b: unexpected second operand' classic b
bad 'a world without its option' 66 'city: no such scene or file: did you mean -w city?$' city
bad 'a mood without its option' 66 'did you mean -m dusk?$' dusk
bad 'a composition without its option' 66 'did you mean --composition sun-gap?$' sun-gap
bad 'scene mistyped' 66 'clasic: no such scene or file: did you mean classic?' clasic
bad 'command mistyped' 66 'did you mean palette?' pallete
bad 'empty name of a scene' 66 'no such scene' ''
bad 'verb mistyped' 64 'did you mean show?' palette shwo
bad 'verb missing' 64 'needs list' palette
bad 'palette mistyped' 64 'did you mean dusk?' -p dsk
bad 'palette file missing' 66 'no/such.gpl' -p no/such.gpl
bad 'show without a name' 64 'takes one name' palette show
bad 'convert to a picture' 64 'must end in' palette convert dusk -o x.png
bad 'info without a file' 64 'takes one picture' info
bad 'info of a missing file' 66 nofile.png info nofile.png
bad 'info of a text' 65 scene.ini info ./-scene.ini
long=$(printf '%0120000d' 7)
bad '27 a scene of 120 KB' 66 'name too long' "$long"
bad '27 a size of 120 KB' 64 'must be' -s "$long" -o x.png
bad '27 a setting of 120 KB' 64 'no such key\|must be' --set "$long=1" -f hash
bad '27 an option of 120 KB' 64 'unknown option' "--$long"
bad '27 a palette of 120 KB' 64 'no such palette' -p "$long" -f hash
good '27 a seed of 120 KB' -s 32x18 -f hash --seed "x$long"

"$HELPER" noargs "$R" >"$T/out" 2>"$T/err"
check '26 argc 0 ends with 64' test $? -eq 64
check '26 argc 0 prints the usage' grep -q '^usage: ridgeline' "$T/err"

# Files that break their format.
printf '' >empty.ini
bad 'empty scene' 65 empty.ini ./empty.ini
printf '[ridgeline]\nseed = 1\nsede = 2\n' >typo.ini
bad 'scene with a typo' 65 'typo.ini:3: .*did you mean seed?' ./typo.ini
printf 'GIMP Palette\n1 2\n' >two.gpl
bad 'palette with two numbers' 65 'two.gpl:2: ' -p two.gpl
run -s 32x18 --seed 1 --metadata none -o none.png
bad 'picture without a recipe' 65 'none.png: holds no recipe' none.png
printf '[ridgeline]\nscene = 1\n[output]\nsize = 40000x10\n' >wide.ini
bad 'a file asks for too wide a picture' 65 'confirm it with -s 40000x10' ./wide.ini -f hash
printf '[ridgeline]\nscene = 1\n[output]\nsize = 10000x6401\n' >large.ini
bad 'a file asks for too large a picture' 65 'confirm it with -s 10000x6401' ./large.ini -f hash
good 'a part of it may be painted' ./large.ini --region 8x8+0+0 -f hash -q

# What a file says is right in itself, but not as a scene: told with its line.
printf '[palette]\nname = duks\n' >colour.ini
bad 'a palette that is not there' 65 \
    'colour.ini:2: palette.name = duks: no such palette: did you mean dusk?' ./colour.ini -f hash
good 'an option takes its place' ./colour.ini -p dusk -s 32x18 -f hash -q
bad 'an option of the same fault' 64 '^ridgeline: palette.name = dusc: no such' \
    ./colour.ini --set palette.name=dusc -f hash
bad 'a sheet of it' 65 'colour.ini:2: palette.name' sheet ./colour.ini --seeds 1..3 -q -o x.png
bad 'variants of it' 65 'colour.ini:2: palette.name' sheet ./colour.ini --like 3 -q -o x.png
printf '[ridgeline]\nscene = 1\n\nmood = dwan\n' >mood.ini
bad 'a mood that is not there' 65 \
    'mood.ini:4: ridgeline.mood = dwan: no such mood: did you mean dawn?' ./mood.ini -f hash
bad 'a mood that is not there, at an hour' 65 'mood.ini:4: ridgeline.mood = dwan' ./mood.ini --time 12:00 -f hash
printf '[output]\nsize = 8x8\nregion = 4x4+5+0\n' >part.ini
bad 'a region outside the size' 65 \
    'part.ini:3: output.region = 4x4+5+0: must be inside the picture of 8x8' ./part.ini -f hash
bad 'a region of an option outside it' 64 '^ridgeline: output.region = 9x9+0+0: must be inside' \
    ./part.ini --set output.region=9x9+0+0 -f hash
bad 'an option makes the size too small' 64 '^ridgeline: output.region = 4x4+5+0: must be' \
    ./part.ini --set output.size=7x7 -f hash
good 'a part of a scene at another size' ./part.ini -s 8x8 -f hash -q
printf '[output]\ncolours = 32\n# deep\ndepth = 16\n' >deep.ini
bad 'keys that exclude each other' 65 'deep.ini:4: output.depth = 16: must be 8 where' \
    ./deep.ini -f hash
printf '[output]\ndepth = 16\n' >deep.ini
bad 'a key and an option that do' 64 '^ridgeline: output.depth = 16: must be 8 where' \
    ./deep.ini --pixel-art -f hash
printf '[ridge 1]\n[ridge 2]\nkind = segment\nstart_x = 2\n' >ends.ini
bad 'a segment with its end before its start' 65 \
    'ends.ini:2: ridge.2.end_x = 1: must be to the right of start_x' ./ends.ini -f hash

# Ridges that cannot be sampled, whatever the size.
printf '[ridge 3]\nkind = range\nslope = 0.000001\n' >slope.ini
for size in 8x4 320x180 3840x2160; do
    bad "a slope too gentle, at $size" 65 \
        'slope.ini:3: ridge.3.slope = 0.000001: must be 0, or at least 0.0' \
        ./slope.ini -s "$size" -f hash
    bad "points too far aside, at $size" 64 \
        'ridge.2.displacement = 900: moves points of the line too far sideways: must be at most 400 U' \
        -s "$size" -f hash --set ridge.2.kind=fractal --set ridge.2.direction=perpendicular \
        --set ridge.2.displacement=900 --set ridge.2.amplitude=1
done

# Endings that no format has.
known='-o .*: must end in one of .png .jpg .webp .avif .jxl .ppm .pam .ini .svg .csv .json, '
for name in x.bmp x.HEIC ./x.v2 folder/x.gif 'x{seed}.tif' x. ./-.ora; do
    bad "the ending of $name" 64 "$known" -s 8x8 -q -o "$name"
done
for print in none poster woodblock ink; do
    bad "a drawing of the print $print" 64 '^ridgeline: -f svg: needs --print papercut or engraving$' \
        --seed 1 -s 32x18 -q --print "$print" -o x.svg
done
bad 'a drawing of a part' 64 '^ridgeline: -f svg: draws a whole picture .*: remove --region and --depth$' \
    --seed 1 -s 32x18 --region 8x8+0+0 -q --print papercut -o x.svg
check 'refused drawings leave no file' test ! -e x.svg
good 'a drawing' --seed 1 -s 32x18 -q --print papercut -o x.svg
check 'a drawing has sheets' grep -q '<path class="sheet"' x.svg
bad 'a sheet has fewer' 64 'must end in one of .png .jpg .webp .avif .jxl .ppm .pam .html, ' sheet --seeds 1..2 -o x.csv
bad 'a sheet that is a gif' 64 'must end in one of .png .jpg .webp .avif .jxl .ppm .pam .html, ' sheet --seeds 1..2 -o x.gif
bad 'a swatch that is a jpg' 64 '-o x.jpg: must end in .png' palette show dusk -o x.jpg
good 'any ending with -f' -s 8x8 --seed 1 -q -f ppm -o x.jpg
good 'endings of any case' -s 8x8 --seed 1 -q -o x.PPM
check 'endings in capitals give the same format' same x.jpg x.PPM
mkdir some.jpg
good 'a name without an ending' -s 8x8 --seed 1 -q -o some.jpg/x
good 'a hidden file without an ending' -s 8x8 --seed 1 -q -o .jpg
check 'names without an ending give PNGs' same some.jpg/x .jpg

# Pictures that are none, or no longer.
run -s 32x18 --seed 1 -o whole.png
for size in 1 4 7; do
    head -c "$size" whole.png >cut.png
    bad "the first $size bytes of a picture" 65 'cut.png: a damaged PNG signature: ' cut.png -f hash
    mv cut.png cut
    bad 'part of a PNG under another name' 65 'cut: a damaged PNG signature: ' ./cut -f hash
done
head -c 300 whole.png >cut.png
bad 'the first 300 bytes' 65 'cut.png: chunk .* cut short' cut.png -f hash
{ printf '\211PNG\n\032\n' && tail -c +9 whole.png; } >dos.png
bad 'a picture sent as text' 65 'dos.png: a damaged PNG signature: ' dos.png -f hash
printf '\377\330\377\340JFIF' >jpeg.png
bad '58 a JPEG named .png' 65 'jpeg.png: cut short: the file must be complete' jpeg.png -f hash
: >none.png
bad '58 an empty PNG' 65 'none.png: no signature of a picture: must be a PNG, JPEG, WebP, AVIF or JPEG XL file' none.png -f hash
{ cat ./-scene.ini && head -c 2000000 /dev/zero | tr '\0' '#'; } >large
bad 'info of a large text' 65 'large: no signature of a picture: must be a PNG, JPEG, WebP, AVIF or JPEG XL file' info large
bad 'a large text' 65 'large: 20000.* bytes: must be at most 1048576' ./large -f hash
{ head -c 7 whole.png && cat large; } >large.png
bad 'a large damaged picture' 65 'large.png: a damaged PNG signature: ' large.png -f hash

# Sizes that are large by their zoom.
bad 'a scale that makes it too large' 64 \
    '--scale 64: size 122880x69120: above 32768 a side or 64 Mpx: confirm it with -s 1920x1080' \
    --scale 64 -f hash
printf '[output]\nsize = 1000x1000\nzoom = 9\n' >zoom.ini
bad 'a zoom that does' 65 'zoom.ini: size 9000x9000: above' ./zoom.ini -f hash

# A region that is asked for beside a size.
run -s 32x18 --seed 1 --region 8x6+4+2 -f hash
cp "$T/out" want
good 'a region as a setting' -s 32x18 --seed 1 --set output.region=8x6+4+2 -f hash
check 'region as a setting equals that of the option' same "$T/out" want
bad 'a region as a setting outside' 64 'output.region = 8x6+4+2: must be inside .* 9x9' \
    -s 9x9 --seed 1 --set output.region=8x6+4+2 -f hash

# The nearest name, wherever there are names.
bad 'a style mistyped' 64 '--style lak: must be .*: did you mean lake?' --style lak
bad 'a word of a key mistyped' 64 'output.dither = blu: must be .*: did you mean blue?' \
    --set output.dither=blu
bad 'auto mistyped' 64 'ridge.3.kind = atuo: must be .*: did you mean auto?' --set ridge.3.kind=atuo
bad 'a word of an option mistyped' 64 '--calm topp: must be top|left|none: did you mean top?' \
    --calm topp
bad 'a format mistyped' 64 '-f pgn: must be .*: did you mean png?' -f pgn
bad 'a word far from all' 64 '--calm everywhere: must be top|left|none$' --calm everywhere
printf '[ridgeline]\nworld = forrest\n' >word.ini
bad 'a word in a text' 65 'word.ini:2: world = forrest: must be .*: did you mean forest?' ./word.ini
bad 'a stop that is none' 64 'palette.sky_17 = #fff: no such key: must be sky_1 to sky_16$' \
    --set palette.sky_17=#fff
bad 'a palette stop without a number' 64 'palette.ridge_ = #fff: no such key: must be ridge_1 to ridge_64$' \
    --set palette.ridge_=#fff
bad 'a stop mistyped' 64 'palette.skyy_3 = #fff: no such key: did you mean palette.sky_3?' \
    --set palette.skyy_3=#fff
printf '[palette]\nsky_0 = #fff\n' >stop.ini
bad 'a stop in a text' 65 'stop.ini:2: sky_0 = #fff: no such key: must be sky_1 to sky_16$' ./stop.ini
bad 'help of what is no command' 64 'help sheat: no such command: did you mean sheet?' help sheat
bad 'help of two' 64 'help info: unexpected second operand' help sheet info
bad 'help mistyped' 66 'hlep: no such scene or file: did you mean help?' hlep

# A value that may be left out.
for value in '' 0 1 257 -3 8.5 x; do
    bad "pixel art of '$value' colours" 64 "--pixel-art=$value: must be 2..256" \
        "--pixel-art=$value" -s 9x9 -f hash
done
run --seed 1 -s 32x18 --set output.colours=9 -f hash
cp "$T/out" want
good 'pixel art of 9 colours' --seed 1 -s 32x18 --pixel-art=9 -f hash
check 'pixel art of 9 colours equals the setting' same "$T/out" want
run --seed 1 -s 32x18 --set output.colours=32 -f hash
cp "$T/out" want
good 'pixel art of as many as usual' --seed 1 -s 32x18 --pixel-art -f hash
check 'pixel art without a number has 32 colours' same "$T/out" want
