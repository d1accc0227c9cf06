# Bad scenes: each wherever a scene may stand.  The numbers are the rows of the list of bad
# inputs.  What is legal in spite of its looks stands at the end.
. "$ROOT/tests/full/cli/bad_common.sh"

# row NAME PLACE FORMAT... - a file made by printf.
row()
{
    row_name=$1 row_place=$2
    shift 2
    # shellcheck disable=SC2059
    printf "$@" >bad.ini
    refuse_scene "$row_name" 65 "bad.ini$row_place" ./bad.ini
}

row '28 empty' ': empty: must be' ''
row '28 a byte order mark alone' ': empty: must be' '\357\273\277'
row '29 one NUL' ':1: a NUL byte: ' '\0'
row '30 a NUL in the middle' ':2: a NUL byte: ' '[sky]\nhaze = 0.\0005\n'
row '30 a NUL after a comment' ':2: a NUL byte: ' '[sky]\n# x\0[sun]\n'
row '32 UTF-16, low byte first' ':1: UTF-16: ' '\377\376[\0s\0k\0y\0]\0'
row '32 UTF-16, high byte first' ':1: UTF-16: ' '\376\377\0[\0s\0k\0y\0]'
row '32 UTF-16 without a mark' ':1: ' '[\0s\0k\0y\0]\0'
row '33 lines that end in CR alone' ':1: ' '[sky]\rhaze = 0.5\r'
row '36 a key, a comment, no value' ':2: key1 # 100: must be' '[sky]\nkey1 # 100\n'
row '37 a bracket alone' ':1: [: must be a section' '['
row '37 a bracket that stays open' ':1: [sky: must be a section' '[sky\nhaze = 0.5\n'
row '37 two brackets' ':1: ' '[[sky]]\n'
row '38 no name' ':1: []: no such section' '[]\n'
row '38 blanks for a name' ':1: [ ]: no such section' '[ ]\n'
row '39 no equals sign' ':2: haze: must be' '[sky]\nhaze\n'
row '39 a colon for it' ':2: haze: 0.5: must be' '[sky]\nhaze: 0.5\n'
row '40 no value' ':2: haze = : must be' '[sky]\nhaze =\n'
row '40 no key' ':2:  = 0.5: ' '[sky]\n= 0.5\n'
row '41 a key twice' ':3: haze = 0.5: key given twice' '[sky]\nhaze = 0.5\nhaze = 0.5\n'
row '41 a section twice' ':3: [sky]: section given twice' '[sky]\n[sun]\n[sky]\n'
row '41 a ridge twice' ':2: [ridge 3]: section given twice' '[ridge 3]\n[ridge 3]\n'
row '42 no such key' ':2: hase = 1: no such key: did you mean haze?' '[sky]\nhase = 1\n'
row '42 no such section' ':1: [skyy]: no such section: did you mean sky?' '[skyy]\n'
row '42 a key before any section' ':1: seed = 1: a key must be in a section' 'seed = 1\n'
row 'a ridge too many' ':1: [ridge 65]: ' '[ridge 65]\n'
row 'a ridge of 2^32+1' ':1: [ridge 4294967297]: ' '[ridge 4294967297]\n'
row 'a ridge below one' ':1: [ridge -1]: ' '[ridge -1]\n'
row 'a pass too many' ':1: [pass 33]: ' '[pass 33]\n'
row 'a version that is to come' ':2: scene = 3: must be 1 or 2' '[ridgeline]\nscene = 3\n'
row 'an algorithm that is to come' ':2: algorithm = 4: must be 1, 2 or 3' '[ridgeline]\nalgorithm = 4\n'
row '45 a path to include' ':1: include = /etc/passwd: a key must' 'include=/etc/passwd\n'
row '45 a path to include in a section' ':2: include = /etc/passwd: no such key' \
    '[ridgeline]\ninclude=/etc/passwd\n'
row '45 a path as a section' ':1: [/etc/passwd]: no such section' '[/etc/passwd]\n'
row '45 a palette that is a path' ':2: palette = /dev/zero: no such key' \
    '[ridgeline]\npalette = /dev/zero\n'
row 'invalid UTF-8' ':2: ' '[palette]\nname = \377\n'
row 'overlong UTF-8' ':2: ' '[palette]\nname = \300\257\n'
row 'a surrogate' ':2: ' '[palette]\nname = \355\240\200\n'
row 'a text of 64 letters' ':2: name = ' '[palette]\nname = %064d\n' 7
row 'two values' ':2: haze = 0.5 0.6: must be' '[sky]\nhaze = 0.5 0.6\n'
row 'a comment after a value' ':2: haze = 0.5 ; half: ' '[sky]\nhaze = 0.5 ; half\n'
row 'a stop that is no colour' ':2: sky_1 = red: must be' '[palette]\nsky_1 = red\n'
row 'a tint out of its range' ':2: stop_1 = 1.5 #ffffff: must be' '[tint]\nstop_1 = 1.5 #ffffff\n'
for value in '0.5' '0.5 0.5' '1.1 0.5 1' '0.5 -0.1 1' '0.5 0.5 1001' '0.5 0.5 1 1' '0.5 x 1'; do
    row "the peak '$value'" ":2: peak_2 = $value: must be X Y WEIGHT" '[map]\npeak_2 = %s\n' "$value"
done
row 'a peak beyond the last' ':2: peak_65 = 0 0 1: no such key: must be peak_1 to peak_64' '[map]\npeak_65 = 0 0 1\n'
# 9-16: numbers that are none here, each refused where it stands.
for value in 1e9 0x10 +0.5 nan NaN inf -inf infinity 57.1E2857 0,75 4.9e-324 1e-400 ' - 1' 0.5.5 \
    99999999999999999999 1e308 0.5f "$(printf '\357\274\220.5')"; do
    row "9-16 the value '$value'" ':2: haze = ' '[sky]\nhaze = %s\n' "$value"
done
for value in 8.5 1e3 0x8 ' ' 2147483648 4294967296 99999999999999999999 -1; do
    row "the whole number '$value'" ':2: count = ' '[birds]\ncount = %s\n' "$value"
done
for value in 9223372036854775808 -9223372036854775809 1.5; do
    row "the offset $value" ':2: offset = ' '[extent]\noffset = %s\n' "$value"
done
for value in 0x5 5x0 5 5x 4294967297x1 1000001x1 -5x5 5x5x5; do
    row "the size $value" ':2: size = ' '[output]\nsize = %s\n' "$value"
done
for value in 24:01 5:00 05:0 05:60 -1:00 noon; do
    row "the time $value" ':2: time = ' '[ridgeline]\ntime = %s\n' "$value"
done

# Sizes of files and lines.
row '35 a line of 191 bytes' ':1: ' '#%0190d\n' 7
{ printf '[sky]\nhaze = ' && head -c 1000000 /dev/zero | tr '\0' '7'; } >bad.ini
refuse_scene '35 a line of 1 MB' 65 'bad.ini:2: ' ./bad.ini
awk 'BEGIN { for (i = 0; i < 100000; i++) print "[x" i "]" }' >bad.ini
refuse_scene '43 100 000 sections' 65 'bad.ini:1: [x0]: no such section' ./bad.ini
awk 'BEGIN { for (i = 0; i < 100000; i++) print "[sky]" }' >bad.ini
refuse_scene '43 a section 100 000 times' 65 'bad.ini:2: ' ./bad.ini
awk 'BEGIN { print "[ridgeline]"; for (i = 0; i < 140000; i++) print "# ......" }' >bad.ini
refuse_scene '44 one MiB and more of comments' 65 'at most 1048576' ./bad.ini
dd if=/dev/null of=bad.ini bs=1 seek=2147483648 2>/dev/null
refuse_scene '44 2 GB that are a hole' 65 'bad.ini: 2147483648 bytes: must be at most 1048576' ./bad.ini
rm bad.ini

# What is no file.
mkdir some
mkfifo pipe
ln -s loop loop
ln -s nowhere dangling
refuse_scene '45 a folder' 65 'some: is not a regular file' ./some
refuse_scene '45 a pipe that nobody writes to' 65 'pipe: is not a regular file' ./pipe
refuse_scene '45 a device without an end' 65 '/dev/zero: is not a regular file' /dev/zero
refuse_scene 'a link to itself' 66 'loop: cannot open' ./loop
refuse_scene 'a link to nothing' 66 'dangling: ' ./dangling
refuse_scene 'a file taken for a folder' 66 'old.gpl/x' ./old.gpl/x
[ ! -e /proc/self/mem ] || refuse_scene '47 its own memory' 74 '/proc/self/mem: cannot read' /proc/self/mem
refuse_scene 'a name of 5000 letters' 66 'name too long' "./$(printf '%05000d' 7)"

# Hostile bytes, wherever a text may stand, and as a name.
for format in '%s\n' '[%s]\n' '[sky]\n%s = 1\n' '[sky]\nhaze = %s\n' '[ridgeline]\nworld = %s\n' \
    '[palette]\nname = %s\n' '[tint]\nstop_1 = %s\n' '[ridge %s]\n'; do
    for text in "$hostile" "$(printf 'x\033[31m')" "$(printf 'x\302\233y')" \
        "$(printf 'x\342\200\256y')" "$(printf 'x\342\201\246y')" "$(printf 'x\177y')"; do
        # shellcheck disable=SC2059
        printf "$format" "$text" >bad.ini
        refuse "hostile bytes in $(printf %s "$format" | tr '\134' '/')" 65 bad.ini ./bad.ini -q -o old.png
    done
done
refuse_scene 'a hostile name that is not there' 66 'a\x1b]0;x\x07b' "./$hostile"
printf '[sky]\nhase = 1\n' >"$hostile"
refuse_scene 'a hostile name of a bad scene' 65 'a\x1b]0;x\x07b' "./$hostile"
rm "./$hostile"

# 46: a file that becomes shorter while it is read is one of its states or a fault, and
# nothing waits for it.
{
    printf '[ridgeline]\nseed = 1\n'
    awk 'BEGIN { for (i = 0; i < 20000; i++) print "# a line of a comment" }'
} >whole.ini
cp whole.ini short.ini
(while [ -e short.ini ]; do
    head -c 12 whole.ini >short.ini
    cat whole.ini >short.ini
done) 2>/dev/null &
writer=$!
i=0 strange=
while [ $i -lt 30 ]; do
    "$R" ./short.ini -s 8x8 -f hash -q >"$T/out" 2>"$T/err"
    case $? in 0 | 65) ;; *) strange="$strange $?" ;; esac
    i=$((i + 1))
done
rm short.ini
kill $writer 2>/dev/null
wait $writer 2>/dev/null
check '46 a file that changes while it is read' test -z "$strange"

# Texts that the file may hold, but no scene.
printf '[palette]\nname = ../../x\n' >bad.ini
refuse '45 a palette beyond the folders' 65 'bad.ini:2: palette.name = ../../x: ' \
    ./bad.ini -s 8x8 -q -o old.png
printf '[palette]\nname = /dev/zero\n' >bad.ini
refuse '45 a palette that is a device' 65 'bad.ini:2: palette.name = /dev/zero: ' \
    ./bad.ini -s 8x8 -q -o old.png
mkdir -p "$HOME/.local/share/ridgeline/palettes"
mkfifo "$HOME/.local/share/ridgeline/palettes/piped.gpl"
printf '[palette]\nname = piped\n' >bad.ini
refuse '45 a palette that is a pipe' 65 'bad.ini:2: palette.name = piped: ' \
    ./bad.ini -s 8x8 -q -o old.png

# Legal.
printf '\357\273\277[ridgeline]\nseed = 1\n' >good.ini
good '31 a byte order mark' ./good.ini -s 8x8 -f hash
cp "$T/out" want
printf '[ridgeline]\r\nseed = 1\r\n' >good.ini
good '33 lines that end in CR LF' ./good.ini -s 8x8 -f hash
check '33 lines that end in CR LF give the same scene' same want "$T/out"
printf '[ridgeline]\nseed = 1' >good.ini
good '34 no line end after the last line' ./good.ini -s 8x8 -f hash
check '34 scene without its last line end is the same' same want "$T/out"
printf '\n# nothing\n; nothing\n\n' >good.ini
good '28 comments alone' ./good.ini --seed 1 -s 8x8 -f hash
check '28 scene of comments is the default scene' same want "$T/out"
printf '[sky]\nhaze = -0.0\n' >good.ini
good '16 a negative nought' ./good.ini --seed 1 -s 8x8 -f hash
