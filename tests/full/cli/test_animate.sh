# Pictures in motion: that frames are those of their place on the loop, whatever the
# threads and the form of the output, and that nothing is left behind.
# shellcheck disable=SC2086 # $S is a list of arguments
. "$ROOT/tests/full/cli/common.sh"

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

# ---- the loop ------------------------------------------------------------

good 'four frames' animate $S --frames 4 -f hash
cp "$T/out" four
check 'hash of four frames is four lines' test "$(wc -l <four)" -eq 4
check 'hashes of four frames differ' test "$(sort -u four | wc -l)" -eq 4
good 'eight frames' animate $S --frames 8 -f hash
sed -n 'p;n' "$T/out" >every_second
check 'every second of eight frames is one of four' same four every_second
good 'one frame' animate $S --frames 1 -f hash
head -n 1 four >first
check 'loop of one frame is the first of four' same first "$T/out"
good 'frames in files' animate $S --frames 20 -o 'loop{frame}.ppm'
most=0 before=loop01.ppm
for frame in loop0[2-9].ppm loop1?.ppm loop20.ppm; do
    step=$("$HELPER" difference $before $frame)
    [ "$step" -le "$most" ] || most=$step
    [ "$step" -gt 0 ] || not_ok "$frame in a file equals the one before it, too"
    before=$frame
done
check 'last frame is as near to the first as frames to each other' \
    test "$("$HELPER" difference loop20.ppm loop01.ppm)" -le "$most" -a "$most" -gt 0
good 'the default number' animate --flight --seed 7 -s 16x9 --map-size 16 -f hash
check 'default number of frames is 240' test "$(wc -l <"$T/out")" -eq 240

# ---- forms of output -----------------------------------------------------

good 'an animation' animate $S --frames 12 --threads 1 -o one.png
for threads in 2 3 7 256; do
    run animate $S --frames 12 --threads "$threads" -o more.png
    check "animated PNG is equal with $threads threads" same one.png more.png
done
check 'animated PNG begins as a PNG' test "$(head -c 4 one.png | tail -c 3)" = PNG
check 'animated PNG says how many frames it has' test "$(byte one.png acTL 7)" -eq 12
check 'animated PNG loops without end' test "$(byte one.png acTL 11)" -eq 0
check 'animated PNG has 12 frames' test "$(chunks one.png fcTL)" -eq 12
check 'animated PNG shows each frame for 40 ms' test "$(byte one.png fcTL 25)" -eq 40
run animate $S --frames 2 --fps 30 -o fps.png
check 'animated PNG with --fps 30 shows each frame for 33 ms' test "$(byte fps.png fcTL 25)" -eq 33
if command -v pngcheck >/dev/null; then
    check 'animated PNG passes pngcheck' pngcheck -q one.png
fi
good 'animated PNG on standard output' animate $S --frames 12
check 'animated PNG on standard output equals the file' same one.png "$T/out"

good 'a stream' animate $S --frames 12 -f ppm -o -
cp "$T/out" stream
check 'stream of frames is twelve pictures' test "$(wc -c <stream)" -eq $((12 * (48 * 27 * 3 + 13)))
good 'a raw film' animate $S --frames 3 --fps 30 -o film.y4m
check 'raw film is one head and its frames' \
    test "$(head -n 1 film.y4m | cut -d' ' -f1-4) $(grep -ao FRAME film.y4m | wc -l) $(wc -c <film.y4m)" \
    = "YUV4MPEG2 W48 H27 F30:1 3 $((61 + 3 * (6 + 48 * 27 + 2 * 24 * 14)))"
good 'numbered pictures' animate $S --frames 12 --threads 3 -o 'f-{frame}-{w}x{h}-{seed}.ppm'
check 'frames in numbered files are twelve' \
    test "$(echo f-*)" = "$(for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
    printf 'f-%s-48x27-7.ppm ' $i; done | sed 's/ $//')"
cat f-*.ppm >joined
check 'frames in numbered files equal those of the stream' same stream joined
good 'numbered PNG' animate $S --frames 2 --title x -o 'p{frame}.png'
check 'numbered PNG files are not animated' test "$(chunks p1.png fcTL)" -eq 0 -a "$(ls p?.png | wc -l)" -eq 2
good 'a brace' animate $S --frames 1 -o 'b{{frame}}.png'
check 'doubled brace in a name stands for a brace' test -s 'b{frame}.png'
good 'null' animate $S --frames 3 -f null
check 'format null writes nothing' test ! -s "$T/out"

# ---- the map -------------------------------------------------------------

run info one.png
cp "$T/out" recipe.ini
check 'recipe of a flight is a map' grep -q '^kind = map' recipe.ini
check 'recipe of a flight has the size of the map' grep -q '^size = 64x64' recipe.ini
check 'recipe of a flight is wrapped' grep -q '^wrap = 1' recipe.ini
good 'an animation again' animate --flight one.png -s 48x27 --frames 12 -f ppm
check 'flight over an animated PNG repeats its frames' same stream "$T/out"
good 'flight over a recipe in a file' animate --flight ./recipe.ini -s 48x27 --frames 12 -f ppm
check 'flight over a recipe repeats its frames' same stream "$T/out"
run map --seed 7 -s 64 --wrap -o tile.png
good 'a map picture' animate --flight tile.png -s 48x27 --frames 12 -f ppm
check 'flight over a map picture has the same frames' same stream "$T/out"
run map --seed 7 -s 65 -o plate.png
bad 'a map that is no tile' 64 'plate.png: a map of 65x65.*add --map-size' \
    animate --flight plate.png -f hash
good 'flight over a map of other size with --map-size' animate --flight plate.png -s 48x27 --map-size 64 --frames 12 -f ppm
check 'flight over a map of other size has the same frames with --map-size' same stream "$T/out"
for arguments in '--sea 0.6' '--tint desert' '--noise gauss' '--pass thermal' '--pass gullies' \
    '--shade azimuth=200' '--method midpoint' '--persistence 0.6' '--set map.altitude=60' \
    '--set ridgeline.seed=8'; do
    good "$arguments" animate --flight --seed 7 $arguments -s 48x27 --map-size 64 --frames 4 -f hash
    check "$arguments changes the frames" fails cmp four "$T/out"
done
run animate --flight -s 48x27 --map-size 64 --frames 4 -f hash
cp "$T/out" new
check 'random seed of an animation is printed' grep -q '^seed [0-9]*$' "$T/err"
good 'flight with the printed seed' animate --flight --seed "$(sed 's/seed //' "$T/err")" -s 48x27 --map-size 64 --frames 4 \
    -f hash
check 'printed seed gives the same animation' same new "$T/out"
run animate --flight -q -s 48x27 --map-size 64 --frames 4 -f hash
check '-q prints no seed of an animation' test ! -s "$T/err"

# ---- a turn ----------------------------------------------------------------

V='--seed 7 -s 96x54 --map-size 65'
good 'a turn' animate --turn $V --frames 4 -f hash
cp "$T/out" four
check 'turn of four frames has four different sides' test "$(sort -u four | wc -l)" -eq 4
good 'turn of eight frames' animate --turn $V --frames 8 -f hash --threads 3
sed -n '1p;3p;5p;7p' "$T/out" >half
check 'every second of eight frames of a turn is one of four' same four half
good 'turn from azimuth 135' animate --turn $V --frames 4 --view azimuth=135 -f hash
{ sed -n '2,4p' four; sed -n 1p four; } >later
check 'turn from another azimuth begins a quarter later' same later "$T/out"
good 'turn as an animated PNG' animate --turn $V --frames 4 -o turn.png
run info turn.png
check 'recipe of an animated turn is a surface' grep -q '^view = surface' "$T/out"
good 'turn of a picture of a map' animate --turn turn.png -s 96x54 --frames 4 -f hash
check 'turn of a map that was made equals the turn of its scene' same four "$T/out"
good 'turn from elevation 60' animate --turn $V --view elevation=60,exaggeration=1 --frames 1 -f hash
check 'turn from a higher elevation has other frames' fails cmp "$T/out" four
bad 'a turn of a landscape' 64 'classic: is a landscape' animate --turn classic -f hash
bad 'too wide a turn' 64 'must be within 8192x8192' animate --turn -s 9000x100 -f hash
bad 'a view of a flight' 64 'no effect on --flight' animate --flight --view azimuth=3 -f hash
bad 'a view of a landscape' 64 'no effect on --day' animate --day --view azimuth=3 -f hash

# ---- sweeps of the surface: one frame, whatever the heights ------------------

good 'a sweep of a mesh' animate --sweep map.persistence=.2...9 --view mesh,axis_low=0,axis_high=2 \
    --seed 3 --map-size 9 -s 64x48 --frames 4 -f ppm -o 'm{frame}.ppm'
check 'frames of a mesh have the size of -s' test "$(cat m?.ppm | wc -c)" -eq $((4 * (64 * 48 * 3 + 13)))
check 'frames of a mesh differ' fails cmp -s m1.ppm m3.ppm

for sweep in 'pass.1.iterations=1..30 --pass thermal' 'pass.1.points=3..30 --pass voronoi' \
    'pass.1.mix=0..1 --pass combine' 'map.persistence=0.3..0.7' 'map.exaggeration=0.5..4' \
    'map.view_elevation=10..80' 'map.look_azimuth=0..90'; do
    good "a sweep of ${sweep%%=*} in perspective" animate --sweep $sweep $V --view surface \
        --frames 4 -f ppm -o 's{frame}.ppm'
    check "sweep of ${sweep%%=*} in perspective: frames have one size" \
        test "$(cat s?.ppm | wc -c)" -eq $((4 * (96 * 54 * 3 + 13)))
    check "sweep of ${sweep%%=*} in perspective: frames differ" fails cmp -s s1.ppm s3.ppm
    check "sweep of ${sweep%%=*} in perspective: it returns the same way" same s2.ppm s4.ppm
done
bad 'sweep of a map of samples and not a tile' 64 'as large as its frames' animate --sweep map.sea=0..1 --seed 7 --map-size 65 \
    -f hash

# ---- a parallax scroll ---------------------------------------------------

# Small and quick.
L='--seed 6 -s 64x36'

# within N A B - no byte of B is farther than N from that of A.
within()
{
    cmp -l "$2" "$3" | awk -v most="$1" '
        function octal(s) { return int(s / 100) * 64 + int(s / 10) % 10 * 8 + s % 10 }
        { d = octal($2) - octal($3); if (d > most || -d > most) exit 1 }'
}

good 'a scroll' animate --scroll $L --frames 4 -f hash
cp "$T/out" scroll4
check 'frames of a scroll differ' test "$(sort -u scroll4 | wc -l)" -eq 4
good 'scroll of eight frames' animate --scroll $L --frames 8 -f hash
sed -n 'p;n' "$T/out" >every_second
check 'every second of eight frames of a scroll is one of four' same scroll4 every_second
for threads in 1 2 7; do
    good "$threads threads" animate --scroll $L --frames 4 --threads $threads -f hash
    check "scroll is equal with $threads threads" same scroll4 "$T/out"
done
good 'scroll in numbered files' animate --scroll $L --frames 4 -f ppm -o 's{frame}.ppm'
run $L --loop -f ppm -o loop.ppm
check 'first frame of a scroll is the picture of the loop' within 1 loop.ppm s1.ppm
for i in 1 2 3 4; do tail -c $((64 * 36 * 3)) s$i.ppm | head -c $((64 * 2 * 3)); done >skies
head -c $((64 * 2 * 3)) skies >sky
cat sky sky sky sky >still
check 'sky of a scroll does not move' same still skies
# A lake passes with the shore beyond it, whose loops a search finds.
K='--seed 13 --style lake -s 64x36 --turns 6 --frames 7 -f hash'
run --seed 13 --style lake -s 64x36 -f scene
shore=$(sed -n '/^\[lake\]/,/^$/s/^ridge = //p' "$T/out")
good 'a scroll over a lake' animate --scroll $K
cp "$T/out" lake7
for loops in 1 2 3 4 5 6; do
    run animate --scroll $K --speed "ridge-$shore=$loops"
    cmp -s "$T/out" lake7 && break
done
check 'speed of a shore equal to that of its lake is found' same lake7 "$T/out"
run animate --scroll $K --speed "lake=$loops"
check 'water of a scroll moves with its shore' same lake7 "$T/out"
run animate --scroll $K --speed "lake=$((loops + 1))"
check 'other speed of the water of a scroll is visible' fails cmp -s lake7 "$T/out"
# Every layer of the land passes one loop: a quarter of it is the picture turned, but for the sky.
run render $L --loop --offset 16 -f ppm -o turned.ppm
good 'a scroll with tiles that do not show a layer' animate --scroll -w coast --seed 2 \
    --set extent.kind=endless --frames 3 -s 160x90 -f hash
good 'all layers together' animate --scroll $L --turns 1 --speed sky=1 --frames 4 -f ppm \
    -o 't{frame}.ppm'
check 'layers all at one speed turn the loop' within 1 turned.ppm t2.ppm
good 'scroll of negative turns' animate --scroll $L -w misty --turns 1 --frames 4 -f hash \
    --speed "sky=-1,$(seq 1 9 | sed 's/.*/ridge-&=-1/' | head -n "$(
        "$R" $L -w misty -f scene | grep -c '^\[ridge ')" | paste -s -d , -)"
tail -n 3 "$T/out" | sed '1!G;h;$!d' >backward
run animate --scroll $L -w misty --turns 1 --speed sky=1 --frames 4 -f hash
tail -n 3 "$T/out" >forward
check 'scroll of the other direction has the frames in reverse' same forward backward
good 'a layer at rest' animate --scroll $L --frames 4 --speed ridge-1=0 -f hash
check 'scroll with a layer at rest has other frames' fails cmp scroll4 "$T/out"
good 'more turns' animate --scroll $L --frames 4 --turns 9 -f hash
check 'scroll of more turns has other frames' fails cmp scroll4 "$T/out"
good 'pixel art' animate --scroll $L --pixel-art=16 --frames 8 -f ppm -o 'art{frame}.ppm'
colours=$(for i in 1 2 3 4 5 6 7 8; do tail -c $((64 * 36 * 3)) art$i.ppm; done |
    od -An -v -t x1 -w3 | sort -u | wc -l)
check 'pixel art has no more colours when it moves' test "$colours" -le 16 -a "$colours" -gt 4
good 'an animation' animate --scroll $L --frames 4 -o scroll.png
run info scroll.png
cp "$T/out" recipe.ini
check 'recipe of a scroll is a loop' grep -q '^kind = loop' recipe.ini
good 'scroll of its own recipe' animate --scroll scroll.png -s 64x36 --frames 4 -f hash
check 'recipe of a scroll gives it again' same scroll4 "$T/out"

for item in 'ridge-l=2:did you mean ridge-1' 'lak=1:did you mean lake' 'x=1:from sky to ridge-' \
    'sky=0.5:must be a whole number of loops, -64..64' 'sky=65:-64..64' 'sky=1e1:must be a whole' \
    'sky:must be NAME=N' '=1:must be NAME=N' 'sky=1,,lake=1:must be NAME=N' \
    'sky=1,sky=2:given twice' 'sky=:must be a whole'; do
    bad "--speed ${item%%:*}" 64 "${item#*:}" \
        animate --scroll --style lake $L --speed "${item%%:*}" -o x.png
done
for value in 0 65 -1 x; do
    bad "--turns $value" 64 'must be 1..64' animate --scroll $L --turns "$value" -o x.png
done

# ---- a scroll without an end ---------------------------------------------

# first N ARG... - hashes of the first N frames of a scroll that never ends, and its code in $code.
# (Of pictures: hashes come in blocks of 4 KiB, for which over a hundred frames are painted.)
first()
{
    lines=$1
    shift
    { "$R" animate --scroll --frames 0 "$@" -f ppm 2>"$T/err" </dev/null; echo $? >"$T/code"; } |
        "$HELPER" frames "$lines" >"$T/out"
    code=$(cat "$T/code")
}

check 'endless stream of hashes goes on' \
    test "$("$R" animate --scroll --frames 0 $L -f hash 2>/dev/null | head -n 150 | sort -u | wc -l)" -eq 150
first 150 $L
cp "$T/out" endless
check 'endless stream of pictures goes on' test "$(wc -l <endless)" -eq 150
check 'endless stream never repeats a frame' test "$(sort -u endless | wc -l)" -eq 150
check 'endless stream ends silently when its pipe closes' test "$code" -eq 141 -a ! -s "$T/err"
first 150 $L --threads 5
check 'endless stream is equal with any threads' same endless "$T/out"
first 75 $L --pace 8
sed -n 'p;n' endless >every_second
check 'endless stream of twice the pace is every second frame' same every_second "$T/out"
first 3 $L --pace -4
check 'endless stream of negative pace begins with the same frame' \
    test "$(wc -l <"$T/out")" -eq 3 -a "$(head -n 1 "$T/out")" = "$(head -n 1 endless)"
check 'endless stream of negative pace goes another way' fails cmp -s "$T/out" endless
first 10 $L --pace 25
check 'endless stream at a high pace has ten different frames' test "$(sort -u "$T/out" | wc -l)" -eq 10
first 50 --seed 6 -s 50x25
check 'endless stream needs no loop' test "$(wc -l <"$T/out")" -eq 50
"$R" animate --scroll --frames 0 --seed 7 -s 50x25 -f ppm 2>"$T/err" </dev/null |
    head -c $((50 * 25 * 3 + 13)) >endless.ppm
run --seed 7 -s 50x25 --offset 0 -f ppm -o window.ppm
check 'endless stream begins with the window at 0' within 1 window.ppm endless.ppm
# With one ridge and a sky that is the same everywhere a frame is the window at its place.
E='--seed 7 -w misty -s 64x36 --set ridgeline.ridges=1 --set output.dither=none --set clouds.amount=0'
for key in radius halo wide band bloom land_glow; do
    E="$E --set sun.$key=0"
done
for place in 101:4:400 2:-0.5:-1 60:-9:-531 40:300:11700; do
    frame=${place%%:*} offset=${place##*:} pace=${place#*:}
    pace=${pace%:*}
    "$R" animate --scroll --frames 0 --pace "$pace" $E -f ppm 2>"$T/err" </dev/null |
        head -c $((frame * (64 * 36 * 3 + 13))) | tail -c $((64 * 36 * 3 + 13)) >frame.ppm
    run $E --offset "$offset" -f ppm -o window.ppm
    check "endless frame $frame at pace $pace is the window at $offset" within 1 window.ppm frame.ppm
done
run $E --offset 11701 -f ppm -o beside.ppm
check 'endless frame differs from the window one pixel beside' fails within 1 window.ppm beside.ppm
mkfifo fifo
head -c 1000 fifo >"$T/out" &
"$R" animate --scroll --frames 0 $L -f ppm -o fifo 2>"$T/err" </dev/null
check 'endless stream to a closed named pipe ends with 74' test $? -eq 74
wait
"$HELPER" tty screen nap:200 15 "$R" animate --scroll --frames 0 $L -f null
check 'SIGTERM ends an endless stream by SIGTERM' test $? -eq $((128 + 15))
check 'endless stream draws no progress bar' fails grep -q % screen
rm -f fifo screen
bad 'no end to a file' 64 'x.ppm: --frames 0 never ends: must be - or a pipe' \
    animate --scroll --frames 0 -f ppm -o x.ppm
bad 'no end to files' 64 'must be - or a pipe' animate --scroll --frames 0 -f ppm -o 'x{frame}.ppm'
bad 'no end to an animation' 64 'f png: --frames 0 never ends' animate --scroll --frames 0 -f png
bad 'endless stream without a format' 64 'must be a stream of pictures: -f y4m' animate --scroll --frames 0 -o -
for motion in --flight --day --weather '--sweep sun.x=0..1'; do
    bad "$motion ends" 64 'must be 1..1024: only --scroll' animate $motion --frames 0 -f hash
done
for value in 0 -0.0001 1025 nan 1e2 -; do
    bad "--pace $value" 64 'must be pixels' animate --scroll --frames 0 --pace "$value" -f hash
done
# Layers at speeds of their own, also against each other.
first 40 $L
cp "$T/out" plain
first 40 $L --speed ridge-1=-0.5,sky=0
check 'layers of an endless stream have speeds' fails cmp -s plain "$T/out"
check 'endless stream with speeds never repeats a frame' test "$(sort -u "$T/out" | wc -l)" -eq 40
cp "$T/out" apart
first 40 $L --speed ridge-1=-0.5,sky=0 --threads 5
check 'endless stream with speeds is equal with any threads' same apart "$T/out"
first 20 $L --speed ridge-1=-1,sky=0 --pace 8
sed -n 'p;n' apart >every_second
check 'endless stream with speeds at twice the pace is every second frame' same every_second "$T/out"
first 3 $L --speed ridge-1=140
check 'endless layer that passes two frames at once differs each time' test "$(sort -u "$T/out" | wc -l)" -eq 3
for value in 1025 -1025 nan x ''; do
    bad "endless --speed $value" 64 "^ridgeline: --speed sky=$value: must be pixels per frame, -1024..1024" \
        animate --scroll --frames 0 $L --speed "sky=$value" -f hash
done
bad '--pace of a loop' 64 'goes with --scroll --frames 0' animate --scroll --pace 2 -f hash
bad '--turns of a day' 64 '^ridgeline: --turns: no effect on --day of a landscape$' animate --day --turns 2 -f hash
bad '--turns without an end' 64 'see --pace' animate --scroll --frames 0 --turns 2 -f hash

# ---- a day ---------------------------------------------------------------

# All frames have the motif of the first.
D="$L --motif none"
good 'a day' animate --day $D --frames 4 -f hash
cp "$T/out" day4
for time in 00:00 06:00 12:00 18:00; do
    run $D --time $time -f hash
    cat "$T/out"
done >hours
check 'frames of a day are its hours' same hours day4
good 'day from noon on' animate --day $D --time 12:00 --frames 4 -f hash
{ sed -n '3,4p' day4; sed -n '1,2p' day4; } >noon
check 'day from noon on is the same day, shifted' same noon "$T/out"
good 'day of eight hours' animate --day $D --frames 8 -f hash
sed -n 'p;n' "$T/out" >every_second
check 'every second of eight hours is one of four' same day4 every_second
run animate --day $D --frames 2 -o day.png
run info day.png
check 'recipe of a day is that of midnight' grep -q '^time = 00:00' "$T/out"

# ---- weather -------------------------------------------------------------

N='--seed 7 -s 96x54' # with stars to be seen
W="--weather $N --set clouds.amount=1 --set stars.amount=1"
good 'weather' animate $W --frames 4 -f hash
cp "$T/out" weather4
check 'frames of moving weather differ' test "$(sort -u weather4 | wc -l)" -eq 4
good 'weather of eight frames' animate $W --frames 8 -f hash
sed -n 'p;n' "$T/out" >every_second
check 'every second of eight frames of weather is one of four' same weather4 every_second
run $N --loop --set clouds.amount=1 --set stars.amount=1 --set extent.clouds=1 --set extent.mist=1 \
    --set extent.lake=1 --set extent.stars=1 --set extent.phase=0.5 -f hash
check 'frame of weather is a phase of the world' test "$(cat "$T/out")" = "$(sed -n 3p weather4)"
for key in clouds=-1 mist=2 stars=0; do
    good "extent.$key" animate $W --set extent.$key --frames 4 -f hash
    check "extent.$key changes the weather" fails cmp weather4 "$T/out"
done
good 'nothing moves' animate $W --frames 4 -f hash --set extent.clouds=0 --set extent.mist=0 \
    --set extent.lake=0 --set extent.stars=0
check 'frames in still air are equal' test "$(sort -u "$T/out" | wc -l)" -eq 1
for key in clouds=0.5 mist=-1.5 lake=0.001; do
    bad "extent.$key" 64 "extent.${key%=*} = ${key#*=}: must be a whole number of loops" \
        animate $W --set extent.$key -o x.png
done

# ---- sweeps --------------------------------------------------------------

for value in 0.1 0.5 0.9 0.5; do
    run $L --set sky.haze=$value -f hash
    cat "$T/out"
done >want
good 'a sweep' animate --sweep sky.haze=0.1..0.9 $L --frames 4 -f hash
check 'sweep there and back has the frames of both ways' same want "$T/out"
good 'sweep of eight frames' animate --sweep sky.haze=0.1..0.9 $L --frames 8 -f hash
sed -n '2,4p' "$T/out" >there
sed -n '6,8p' "$T/out" | sed '1!G;h;$!d' >back
check 'second half of a sweep returns the same way' same there back
run $L --set sky.haze=0.225 -f hash
check 'sweep begins slowly' test "$(cat "$T/out")" = "$("$R" animate --sweep sky.haze=0.1..0.9 $L \
    --frames 8 -f hash | sed -n 2p)"
good 'sweep with exchanged ends' animate --sweep sky.haze=0.9..0.1 $L --frames 4 -f hash
{ sed -n '3,4p' want; sed -n '1,2p' want; } >back
check 'sweep of exchanged ends is the other half' same back "$T/out"
good 'whole numbers' animate --sweep birds.count=0..3 $L --frames 12 -f hash
check 'sweep of a whole number has steps' test "$(sort -u "$T/out" | wc -l)" -eq 4
good 'seeds' animate --sweep ridgeline.seed=4..6 -s 64x36 --frames 4 -f hash
sed -n 2p "$T/out" >want
run --seed 5 -s 64x36 -f hash
check 'sweep of seeds shows their pictures' same want "$T/out"
good 'seeds that no int64_t holds' animate --sweep ridgeline.seed=1..10000000000000000000 -s 32x18 \
    --frames 2 -f hash
check 'sweep of seeds beyond int64 shows their pictures' test "$(tail -n 1 "$T/out")" = \
    "$("$R" --seed 10000000000000000000 -s 32x18 -f hash)"
# The sun goes from side to side, and the near land does not.
run animate --sweep sun.x=-0.5..0.5 --seed 4 -w forest -s 64x36 --frames 2 -f ppm -o 'sun{frame}.ppm' \
    --set sun.land_glow=0 --set sun.bloom=0 --set sun.wide=0 --set mist.amount=0 \
    --set trees.height=0 --set composition.slopes=0 # which are lit from the sun's side
for i in 1 2; do tail -c $((64 * 4 * 3)) sun$i.ppm >low$i; done
check 'land of a sweep of the sun stays' within 2 low1 low2
check 'light of a sweep of the sun changes' fails cmp -s sun1.ppm sun2.ppm

M='--seed 7 -s 65x65'
good 'a sweep of a map' animate --sweep map.persistence=0.2..0.8 $M --frames 4 -f ppm \
    -o 'm{frame}.ppm'
for value in 1:0.2 2:0.5 3:0.8 4:0.5; do
    run map $M --persistence ${value#*:} -f ppm -o want.ppm
    check "sweep of a map is the map at ${value#*:}" same want.ppm m${value%:*}.ppm
done
good 'sweep of a key of a pass' animate --sweep pass.1.iterations=1..5 --pass thermal $M --frames 4 -f hash
check 'sweep of a pass has different frames' test "$(sort -u "$T/out" | wc -l)" -eq 3
run map $M -o plate7.png
good 'sweep of a picture of a map' animate --sweep map.sea=0.2..0.6 plate7.png --frames 2 -f ppm
check 'sweep of a map that was made has its size' test "$(wc -c <"$T/out")" -eq $((2 * (65 * 65 * 3 + 13)))
run animate --sweep map.sea=0.2..0.6 $M --frames 2 -o sweep.png
run info sweep.png
check 'recipe of a sweep is a map of its first value' grep -q '^sea = 0.2' "$T/out"
run animate --sweep map.sea=0.2..0.6 --seed 7 --frames 1 -f ppm
check 'default size of a sweep of a map is 960x540' test "$(head -n 2 "$T/out" | tail -n 1)" = '960 540'

for item in 'sun.x:must be KEY=A..B' 'sun.x=1:must be KEY=A..B' 'sun.x=..2:must be KEY=A..B' \
    'sun.x=1..:must be KEY=A..B' '=1..2:must be KEY=A..B' 'sun.xx=1..2:sun.xx = 1: no such key' \
    'sun.x=x..2:sun.x = x: must be -1000..1000' 'sun.x=1..2000:sun.x = 2000: must be -1000' \
    'sun.x=auto..1:must be two numbers' 'ridgeline.world=alpine..misty:must be two numbers' \
    'palette.sun=1..2:palette.sun = 1: must be' 'output.depth=8..16:=8..16: frames have 8 bits' 'output.zoom=1..4:frames are not scaled' \
    'pass.1.iterations=1..5:pass.1.kind' 'output.size=1..4:output.size = 1: must be'; do
    bad "--sweep ${item%%:*}" 64 "${item#*:}" animate --sweep "${item%%:*}" $L -o x.png
done
bad '--sweep of a map by the sun' 64 'not a key of a map' animate --sweep sun.x=0..1 plate7.png \
    -o x.png

# ---- what goes together --------------------------------------------------

for pair in '--scroll --day' '--day --weather' '--flight --sweep sun.x=0..1' '--scroll --flight'; do
    bad "$pair" 64 'give one motion' animate $pair -o x.png
done
for pair in '--scroll --sea 0.5' '--day --pass thermal' '--weather --tint desert' \
    '--sweep sun.x=0..1 --smooth' '--flight -m dusk' '--flight --style lake' \
    '--sweep map.sea=0..1 --time 10:00' '--day --turns 2' '--flight --speed sky=1' \
    '--scroll --map-size 64'; do
    bad "$pair" 64 'no effect on' animate $pair -o x.png
done
bad 'a map to scroll' 64 'plate7.png: is a map: --scroll needs a landscape' \
    animate --scroll plate7.png -o x.png
bad '--scale' 64 'not an option of this command' animate --scroll --scale 2 -o x.png
printf '[ridgeline]\nseed = 4\n[sky]\nhaze = 2\n' >haze.ini
bad 'a fault of a file' 65 'haze.ini:4: haze = 2' animate --day haze.ini -o x.png
good '-m and -p' animate --scroll $L -m dusk --style lake --frames 1 -f hash
good 'a mood in a name' animate --day $L -p dusk --frames 1 -o '{palette}-{seed}-{frame}.ppm'
check 'mood in a file name is that of the palette' test -s dusk-6-1.ppm

mkdir show
good 'a slide show' animate --day $L --frames 3 -o 'show/f-{frame}.png' --preview
check 'slide show names its frames' grep -q '"f-1.png" *, *"f-2.png" *, *"f-3.png"' show/preview.html
check 'slide show writes its page and frames only' test "$(ls show | paste -s -d ' ' -)" = \
    'f-1.png f-2.png f-3.png preview.html'
bad 'a slide show of an animation' 64 'put {frame} into -o' animate --day $L --preview -o x.png
bad 'slide show of pictures that no browser shows' 64 'browsers show no ppm' animate --day $L --preview -o 'x{frame}.ppm'
good 'no-clobber' animate --day $L --frames 3 -o 'show/g-{frame}.png'
rm show/f-*.png
run animate --day $L --frames 3 -o 'show/f-{frame}.png' --preview --no-clobber
check 'no-clobber keeps the page of a slide show' test "$code" -eq 73

# ---- errors --------------------------------------------------------------

bad 'no kind of motion' 64 'needs a kind of motion: --flight' animate -o x.png
bad 'a landscape' 64 'classic: is a landscape' animate --flight classic -o x.png
bad 'no such scene' 66 'no such scene' animate --flight nothing.png -o x.png
bad 'two maps' 64 'unexpected second operand' animate --flight one.png tile.png -o x.png
for value in 0 1025 -1 1.5 ''; do
    bad "frames '$value'" 64 'must be 1..1024' animate $S --frames "$value" -o x.png
done
for value in 0 101 x; do
    bad "fps '$value'" 64 'must be 1..100' animate $S --fps "$value" -o x.png
done
for value in 8 63 1025; do
    bad "map-size '$value'" 64 'power of two, 16..16384' animate --flight --map-size "$value" \
        -o x.png
done
for value in 0 32768 x; do
    bad "map-size '$value'" 64 'must be 2..16385' animate --flight --map-size "$value" -o x.png
done
bad 'too large a frame' 64 'within 64 Mpx' animate --flight -s 9000x9000 -o x.png
bad 'no size' 64 '-s' animate --flight -s 0x5 -o x.png
bad 'a word for pictures' 64 '{palette} or {frame}' animate $S -o 'x{index}.png'
bad 'a word for frames' 64 '{palette} or {index}' --seed 7 -s 16x9 -o 'x{frame}.png'
bad 'an option of map' 64 'see ridgeline map --help' animate $S --contours 100 -o x.png
bad 'an option of animate' 64 'see ridgeline animate --help' map --seed 7 --flight -o x.png
bad 'an ending of no picture' 64 'must end in one of .png' animate $S -o x.svg
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
check 'no-clobber keeps a frame that exists' test "$code" -eq 73 -a "$(cat keep3.ppm)" = precious
check 'no-clobber ends at the frame that exists' test -s keep2.ppm -a ! -e keep4.ppm
if [ -c /dev/full ]; then
    for format in png ppm; do
        "$R" animate $S --frames 8 -f $format >/dev/full 2>"$T/err"
        check "full standard output ends an animation with 74: $format" test $? -eq 74
    done
fi
"$HELPER" tty screen 0 0 "$R" animate $S --frames 2
check 'animation is not written to a terminal' test $? -eq 64

# ---- a terminal, a signal ------------------------------------------------

mkdir stopped
cd stopped || exit 1
F="animate --flight --seed 7 -s 160x90 --map-size 64 --frames 1024 --threads 1"
"$HELPER" tty screen nap:shows:left 2 "$R" $F -o stop.png
check 'SIGINT ends an animation by SIGINT' test $? -eq $((128 + 2))
check 'progress bar tells the time left' grep -q '#*.*%  [0-9]*:[0-9][0-9] left' screen
check 'interrupted animation leaves no file' test "$(ls -A)" = screen
"$HELPER" tty screen file:stop0002.ppm 15 "$R" $F -o 'stop{frame}.ppm'
check 'SIGTERM ends numbered frames by SIGTERM' test $? -eq $((128 + 15))
check 'interrupted numbered frames are whole' \
    test -s stop0001.ppm -a "$(find . ! -name 'stop[0-9]*.ppm' ! -name . | sort)" = ./screen -a \
    "$(wc -c stop*.ppm | sed '$d' | awk '{ print $1 }' | sort -u | wc -l)" -eq 1
"$HELPER" tty screen nap:200 15 "$R" $F -q -f null
check '-q draws no progress bar' fails grep -q % screen
