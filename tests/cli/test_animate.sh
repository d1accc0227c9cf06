# Pictures in motion: that frames are those of their place on the loop, whatever the
# threads and the form of the output, and that nothing is left behind.
# shellcheck disable=SC2086 # $S is a list of arguments
. "$ROOT/tests/cli/common.sh"

# Small and quick: most things hold for any size.
S='--flight --seed 7 -s 48x27 --map-size 64'

# chunks FILE TYPE - how many chunks of a type a PNG has.
chunks()
{
    LC_ALL=C grep -ao "$2" "$1" | wc -l
}

# byte FILE AFTER N - the byte N places after the first AFTER, as a number.
byte()
{
    byte_at=$(LC_ALL=C grep -abo "$2" "$1" | head -n 1 | cut -d : -f 1)
    od -An -v -t u1 -j $((byte_at + $3)) -N 1 "$1" | tr -d ' '
}

# difference A B - the sum of the differences of the bytes of two files.
difference()
{
    cmp -l "$1" "$2" | awk '
        function octal(s) { return int(s / 100) * 64 + int(s / 10) % 10 * 8 + s % 10 }
        { d = octal($2) - octal($3); sum += d < 0 ? -d : d }
        END { print sum + 0 }'
}

# ---- the loop ------------------------------------------------------------

good 'four frames' animate $S --frames 4 -f hash
cp "$T/out" four
check 'are four' test "$(wc -l <four)" -eq 4
check 'no two are the same' test "$(sort -u four | wc -l)" -eq 4
good 'eight frames' animate $S --frames 8 -f hash
sed -n 'p;n' "$T/out" >every_second
check 'every second one is one of the four' same four every_second
good 'one frame' animate $S --frames 1 -f hash
head -n 1 four >first
check 'is the first' same first "$T/out"
good 'frames in files' animate $S --frames 40 -o 'loop{frame}.ppm'
most=0
for index in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 \
    21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39; do
    step=$(difference loop$index.ppm loop$(printf %02d $((${index#0} + 1))).ppm)
    [ "$step" -le "$most" ] || most=$step
    [ "$step" -gt 0 ] || not_ok "frame $index is the next one, too"
done
check 'the last goes on to the first' \
    test "$(difference loop40.ppm loop01.ppm)" -le "$most" -a "$most" -gt 0
good 'the default number' animate $S -f hash
check 'is 240' test "$(wc -l <"$T/out")" -eq 240

# ---- forms of output -----------------------------------------------------

good 'an animation' animate $S --frames 12 --threads 1 -o one.png
for threads in 2 3 7 256; do
    run animate $S --frames 12 --threads "$threads" -o more.png
    check "$threads threads" same one.png more.png
done
check 'is a PNG' test "$(head -c 4 one.png | tail -c 3)" = PNG
check 'says how many frames it has' test "$(byte one.png acTL 7)" -eq 12
check 'loops for ever' test "$(byte one.png acTL 11)" -eq 0
check 'has 12 frames' test "$(chunks one.png fcTL)" -eq 12
check 'shows each for 40 ms' test "$(byte one.png fcTL 25)" -eq 40
run animate $S --frames 2 --fps 30 -o fps.png
check '--fps 30 is 33 ms' test "$(byte fps.png fcTL 25)" -eq 33
if command -v pngcheck >/dev/null; then
    check 'pngcheck likes it' pngcheck -q one.png
fi
good 'to standard output' animate $S --frames 12
check 'is the same' same one.png "$T/out"

good 'a stream' animate $S --frames 12 -f ppm -o -
cp "$T/out" stream
check 'is twelve pictures' test "$(wc -c <stream)" -eq $((12 * (48 * 27 * 3 + 13)))
good 'numbered pictures' animate $S --frames 12 --threads 3 -o 'f-{frame}-{w}x{h}-{seed}.ppm'
check 'are twelve' test "$(echo f-*)" = "$(for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
    printf 'f-%s-48x27-7.ppm ' $i; done | sed 's/ $//')"
cat f-*.ppm >joined
check 'are those of the stream' same stream joined
good 'numbered PNG' animate $S --frames 2 --title x -o 'p{frame}.png'
check 'they do not move' test "$(chunks p1.png fcTL)" -eq 0 -a "$(ls p?.png | wc -l)" -eq 2
good 'a brace' animate $S --frames 1 -o 'b{{frame}}.png'
check 'stands for itself' test -s 'b{frame}.png'
good 'null' animate $S --frames 3 -f null
check 'is nothing' test ! -s "$T/out"

# ---- the map -------------------------------------------------------------

run info one.png
cp "$T/out" recipe.ini
check 'the recipe is that of a map' grep -q '^kind = map' recipe.ini
check 'of its size, not the size of a frame' grep -q '^size = 64x64' recipe.ini
check 'that is wrapped' grep -q '^wrap = 1' recipe.ini
good 'an animation again' animate --flight one.png -s 48x27 --frames 12 -f ppm
check 'is the same' same stream "$T/out"
good 'its recipe' animate --flight ./recipe.ini -s 48x27 --frames 12 -f ppm
check 'gives it, too' same stream "$T/out"
run map --seed 7 -s 64 --wrap -o tile.png
good 'a map picture' animate --flight tile.png -s 48x27 --frames 12 -f ppm
check 'is flown over' same stream "$T/out"
run map --seed 7 -s 65 -o plate.png
bad 'a map that is no tile' 64 'plate.png: a map of 65x65.*add --map-size' \
    animate --flight plate.png -f hash
good 'given a size' animate --flight plate.png -s 48x27 --map-size 64 --frames 12 -f ppm
check 'it is flown over' same stream "$T/out"
for arguments in '--sea 0.6' '--tint desert' '--noise gauss' '--pass thermal' \
    '--shade azimuth=200' '--method midpoint' '--persistence 0.6' '--set map.altitude=60' \
    '--set ridgeline.seed=8'; do
    good "$arguments" animate --flight --seed 7 $arguments -s 48x27 --map-size 64 --frames 4 -f hash
    check "$arguments changes the frames" fails cmp four "$T/out"
done
run animate --flight -s 48x27 --map-size 64 --frames 4 -f hash
cp "$T/out" new
check 'a random seed is printed' grep -q '^seed [0-9]*$' "$T/err"
good 'it' animate --flight --seed "$(sed 's/seed //' "$T/err")" -s 48x27 --map-size 64 --frames 4 \
    -f hash
check 'gives the same' same new "$T/out"
run animate --flight -q -s 48x27 --map-size 64 --frames 4 -f hash
check '-q prints none' test ! -s "$T/err"

# ---- errors --------------------------------------------------------------

bad 'no kind of motion' 64 'needs a kind of motion: --flight' animate -o x.png
bad 'a landscape' 64 'classic: is a landscape' animate --flight classic -o x.png
bad 'no such scene' 66 'no such scene' animate --flight nothing.png -o x.png
bad 'two maps' 64 'this is the second' animate --flight one.png tile.png -o x.png
for value in 0 1025 -1 1.5 ''; do
    bad "frames '$value'" 64 'must be 1..1024' animate $S --frames "$value" -o x.png
done
for value in 0 101 x; do
    bad "fps '$value'" 64 'must be 1..100' animate $S --fps "$value" -o x.png
done
for value in 0 8 63 1025 32768 x; do
    bad "map-size '$value'" 64 'power of two, 16..16384' animate --flight --map-size "$value" \
        -o x.png
done
bad 'too large a frame' 64 'within 64 Mpx' animate --flight -s 9000x9000 -o x.png
bad 'no size' 64 '-s' animate --flight -s 0x5 -o x.png
bad 'a word for pictures' 64 '{palette} or {frame}' animate $S -o 'x{index}.png'
bad 'a word for frames' 64 '{palette} or {index}' --seed 7 -s 16x9 -o 'x{frame}.png'
bad 'an option of map' 64 'belongs to ridgeline map' animate $S --contours 100 -o x.png
bad 'an option of animate' 64 'belongs to ridgeline animate' map --seed 7 --flight -o x.png
bad 'an ending of no picture' 64 'must end in one of .png' animate $S -o x.gif
bad 'a format of no picture' 64 'must be png|' animate $S -f png16 -o x.png
bad 'a key that is none' 64 'map.seaa' animate $S --set map.seaa=1 -o x.png
bad 'no such pass' 64 'did you mean thermal' animate $S --pass thermall -o x.png
bad 'no such folder' 73 'nodir' animate $S --frames 2 -o nodir/x.png
bad 'no such folder for frames' 73 'nodir' animate $S --frames 2 --threads 3 -o 'nodir/{frame}.png'
bad 'command mistyped' 66 'did you mean animate?' animat
echo precious >keep.png
bad 'no-clobber' 73 'keep.png: exists' animate $S --frames 2 --no-clobber -o keep.png
echo precious >keep3.ppm
run animate $S --frames 5 --no-clobber -o 'keep{frame}.ppm'
check 'no-clobber of a frame' test "$code" -eq 73 -a "$(cat keep3.ppm)" = precious
check 'ends there' test -s keep2.ppm -a ! -e keep4.ppm
if [ -c /dev/full ]; then
    for format in png ppm; do
        "$R" animate $S --frames 8 -f $format >/dev/full 2>"$T/err"
        check "full standard output: $format" test $? -eq 74
    done
fi
"$HELPER" tty screen 0 0 "$R" animate $S --frames 2
check 'a terminal gets no animation' test $? -eq 64

# ---- a terminal, a signal ------------------------------------------------

mkdir stopped
cd stopped || exit 1
"$HELPER" tty screen 2500 2 "$R" animate --flight --seed 7 --frames 1024 --threads 2 -o stop.png
check 'SIGINT ends it by SIGINT' test $? -eq $((128 + 2))
check 'a bar told the time left' grep -q '#*.*%  [0-9]*:[0-9][0-9] left' screen
check 'and nothing is left' test "$(ls -A)" = screen
"$HELPER" tty screen 700 15 "$R" animate --flight --seed 7 --frames 1024 --threads 2 \
    -o 'stop{frame}.ppm'
check 'SIGTERM ends it by SIGTERM' test $? -eq $((128 + 15))
check 'whole frames stay, no part of one' \
    test -s stop0001.ppm -a "$(ls -A | grep -v '^stop[0-9]*.ppm$')" = screen -a \
    "$(wc -c stop*.ppm | sed '$d' | awk '{ print $1 }' | sort -u | wc -l)" -eq 1
"$HELPER" tty screen 0 0 "$R" animate --flight --seed 7 --frames 40 -q -f null
check '-q draws no bar' fails grep -q % screen
