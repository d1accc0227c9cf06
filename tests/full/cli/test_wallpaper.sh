# Wallpapers: that all pictures of a set are one land, that desktops can read what names them,
# and that a run makes what has changed and nothing else.
. "$ROOT/tests/full/cli/common.sh"

S='--seed 7 -m dawn --style dunes'

# text FILE NAME - the texts of elements NAME, in the order of the file.
text()
{
    sed -n "s|.*<$2\( [^>]*\)\{0,1\}>\([^<]*\)</$2>.*|\2|p" "$1"
}

# ridges FILE - a sum over the heights of its land.
ridges()
{
    "$R" "$1" -f csv | cksum
}

# lightness FILE - the mean of its bytes, in thousandths.
lightness()
{
    "$R" "$1" -f ppm | tail -c +16 | od -An -v -t u1 |
        awk '{ for (i = 1; i <= NF; i++) sum += $i; n += NF } END { print int(1000 * sum / n / 255) }'
}

# list FOLDER - what is directly in it, a name a line.
list()
{
    (cd "$1" 2>/dev/null && find . ! -name . -prune | sed 's|^\./||' | LC_ALL=C sort)
}

# ---- sizes ---------------------------------------------------------------

# shellcheck disable=SC2086
good 'two sizes' wallpaper $S -s 64x36,30x66 --desktop all -o a
cp "$T/out" told
check 'wallpaper of two sizes is two pictures and a list' test "$(list a | tr '\n' ' ')" = \
    'dawn-dunes-7-30x66.png dawn-dunes-7-64x36.png dawn-dunes-7.xml '
for size in 64x36 30x66; do
    # shellcheck disable=SC2086
    run $S -s $size -f hash
    check "wallpaper of $size is what render paints" test "$(cat "$T/out")" = \
        "$("$R" a/dawn-dunes-7-$size.png -f hash)"
done
check 'list names the wide picture by its full path' test \
    "$(text a/dawn-dunes-7.xml filename)" = "$PWD/a/dawn-dunes-7-64x36.png"
check 'list is a document of its kind' test "$(sed -n 2p a/dawn-dunes-7.xml)" = \
    '<!DOCTYPE wallpapers SYSTEM "gnome-wp-list.dtd">'
check 'list shows pictures zoomed' test "$(text a/dawn-dunes-7.xml options)" = zoom
check 'list has a colour beside the picture' grep -q '<pcolor>#[0-9a-f]\{6\}</pcolor>' a/dawn-dunes-7.xml
check 'list without a dark half has none' fails grep -q filename-dark a/dawn-dunes-7.xml
for words in 'gsettings set org.gnome.desktop.background picture-uri file:///' \
    'gsettings set org.gnome.desktop.background picture-uri-dark file:///' \
    'gsettings set org.gnome.desktop.background picture-options zoom' \
    'plasma-apply-wallpaperimage /' "swaymsg output '\*' bg /" 'swaybg -m fill -i /' \
    'feh --bg-fill /' 'xfconf-query -c xfce4-desktop '; do
    check "wallpaper prints $words" grep -q "$words" told
done
check 'output of wallpaper is a shell script' sh -n told

good 'a size by name' wallpaper --seed 7 -s thumb --name n -o thumb -q
check 'wallpaper of a named size has its pixels' test -s thumb/n-440x247.png -a ! -s "$T/out"
run wallpaper --seed 7 --style lake -m noon -s 64x36 -q -o look
check 'wallpaper name has mood, world and seed' test -s look/noon-lake-7-64x36.png
run wallpaper -s 64x36 -q -o random
check '--quiet wallpaper prints nothing' test "$code" -eq 0 -a ! -s "$T/out" -a ! -s "$T/err"
run wallpaper -s 64x36 -o random2
check 'random seed of a wallpaper is printed' grep -q '^seed [0-9]*$' "$T/err"
run wallpaper a/dawn-dunes-7-30x66.png -s 30x66 -q -o again # a motif has its place by the size
check 'wallpaper of a picture is the same again' cmp a/dawn-dunes-7-30x66.png again/dawn-dunes-7-30x66.png
for threads in 1 3; do
    # shellcheck disable=SC2086
    run wallpaper $S -s 64x36,30x66 -q --threads $threads -o "t$threads"
    check "wallpaper is equal with $threads threads" cmp a/dawn-dunes-7-30x66.png \
        "t$threads/dawn-dunes-7-30x66.png"
done
run wallpaper $S -s 64x36 --pixel-art=8 --scale 4 -q -o art
check 'large pixels fill the size of a wallpaper' \
    test "$("$R" info art/*.png | grep -c 'size = 16x9')" -eq 1 -a \
    "$("$R" art/*.png -f ppm | sed -n 2p)" = '64 36'

# Paths that shells, XML and URIs have other words for.
mkdir "odd & it's"
odd=$(printf '\303\244 <b>') # a letter of two bytes
good 'a path of odd letters' wallpaper $S -s 64x36 --name "$odd" --desktop all -o "odd & it's/"
cp "$T/out" told
xml="odd & it's/$odd.xml"
check 'path of odd letters is escaped in XML' grep -q \
    "<filename>/.*/odd &amp; it's/${odd%% *} &lt;b&gt;-64x36.png</filename>" "$xml"
check 'path of odd letters is encoded in a URI' \
    grep -q 'picture-uri .*/odd%20&%20it%27s/%C3%A4%20%3Cb%3E-64x36.png' told
feh()
{
    printf '%s\n' "$2" >fed
}
line=$(grep '^feh ' told)
eval "$line"
check 'path of odd letters is quoted for a shell' test "$(cat fed)" = "$PWD/odd & it's/$odd-64x36.png"

# ---- light and dark ------------------------------------------------------

# shellcheck disable=SC2086
good 'a pair' wallpaper $S -s 64x36 --dark --name p --desktop gnome -o pair
light=pair/p-64x36-l.png dark=pair/p-64x36-d.png
check 'light and dark halves have equal ridges' test "$(ridges $light)" = "$(ridges $dark)"
check 'light half is the picture asked for' test "$("$R" $light -f hash)" = \
    "$("$R" --seed 7 -m dawn --style dunes -s 64x36 -f hash)"
check 'dark half is darker' test "$(lightness $dark)" -le $(($(lightness $light) * 3 / 4))
check 'list has both halves' test "$(text pair/p.xml filename) $(text pair/p.xml filename-dark)" = \
    "$PWD/$light $PWD/$dark"
check 'both halves are set' grep -q "picture-uri-dark file://$PWD/$dark" "$T/out"
for scene in '--seed 3' '--seed 8' '--seed 12 -m dusk' '--seed 4 --style desert' '--time 10:00' classic \
    "$light --set ridgeline.world=auto"; do
    # shellcheck disable=SC2086
    run wallpaper $scene -s 64x36 --dark --name q -q -o other
    check "light and dark halves of $scene have equal ridges" test "$(ridges other/q-64x36-l.png)" = \
        "$(ridges other/q-64x36-d.png)"
    check "dark half of $scene is darker" test "$(lightness other/q-64x36-d.png)" -le \
        $(($(lightness other/q-64x36-l.png) * 3 / 4))
done
for scene in '-m moonlight' '-m bloodmoon --style dunes' '--time 23:00'; do
    # shellcheck disable=SC2086
    run wallpaper --seed 5 $scene -s 64x36 --dark --name q -q -o night
    # shellcheck disable=SC2086
    check "the night of $scene is the dark half" test "$("$R" night/q-64x36-d.png -f hash)" = \
        "$("$R" --seed 5 $scene -s 64x36 -f hash)"
    check "the ridges of $scene are equal" test "$(ridges night/q-64x36-l.png)" = \
        "$(ridges night/q-64x36-d.png)"
done
run wallpaper --seed 7 --time 10:00 -s 64x36 --dark=aurora --name q -q -o aurora
check 'the ridges of an hour in another mood are equal' test "$(ridges aurora/q-64x36-l.png)" = \
    "$(ridges aurora/q-64x36-d.png)"
run wallpaper $S -s 64x36 --dark=aurora --name q -q -o aurora
cp "$ROOT/data/moods/bloodmoon.ini" mine.ini
run wallpaper $S -s 64x36 --dark=./mine.ini --name f -q -o filed
check 'dark mood of a file is used' test -s filed/f-64x36-d.png
check 'dark mood of a name is used' test "$("$R" info aurora/q-64x36-d.png | sed -n 's/^mood = //p')" = aurora

# ---- a day ---------------------------------------------------------------

# The durations of a slide show, and the pairs of its transitions: each begins where the one
# before ended, the first where the last did.
loops()
{
    tr -d '\n' <"$1" | awk '{
        gsub(/> *</, "><")
        while (match($0, /<duration>[^<]*/)) {
            sum += substr($0, RSTART + 10, RLENGTH - 10)
            $0 = substr($0, RSTART + RLENGTH)
            if (match($0, /<duration>/))
                part = substr($0, 1, RSTART - 1)
            else
                part = $0
            if (match(part, /<file>.*<\/file>/)) {
                now = substr(part, RSTART + 6, RLENGTH - 13)
                if (seen != "" && now != seen) exit 1
                if (first == "") first = now
            } else {
                match(part, /<from>.*<\/from>/)
                from = substr(part, RSTART + 6, RLENGTH - 13)
                match(part, /<to>.*<\/to>/)
                seen = substr(part, RSTART + 4, RLENGTH - 9)
                if (from != now || from == seen) exit 1
            }
        }
        print sum, (seen == first ? "loop" : "open")
    }'
}

for count in 2 3 8 23 96; do
    # shellcheck disable=SC2086
    run wallpaper --seed 6 -s 16x9 --timed $count --name d -q -o "day$count"
    check "$count pictures are as many files" test "$(list "day$count" | grep -c 'd-16x9-[0-9]*.png')" -eq "$count"
    check "the day of $count has 86400 seconds and loops" test \
        "$(loops "day$count/d-timed.xml")" = '86400 loop'
    check "noon is one of $count" test -s "day$count/d-16x9-1200.png"
    check "each picture of $count lasts some time" \
        fails grep -q '<duration>-\|<duration>0\.0' "day$count/d-timed.xml"
done
good 'a day in two sizes' wallpaper --seed 6 -s 64x36,36x64 --timed 6 --now @1792000000 --name d --desktop gnome -o day
check 'ridges of a day stay' \
    test "$(for file in day/d-64x36-*.png; do ridges "$file"; done | sort -u | wc -l)" -eq 1
check 'pixels of a day change' \
    test "$(for file in day/d-64x36-*.png; do "$R" "$file" -f hash; done | sort -u | wc -l)" -eq 6
check 'slide show of a day sums to a day and loops' test "$(loops day/d-timed.xml)" = '86400 loop'
check 'slide show of a day names both sizes' \
    test "$(grep -c '<size width="36" height="64">/' day/d-timed.xml)" -eq 18
check 'list names the slide show of a day' test "$(text day/d.xml filename)" = "$PWD/day/d-timed.xml"
check 'commands name the slide show of a day' grep -q "picture-uri file://$PWD/day/d-timed.xml" "$T/out"
check 'slide show has no blanks about a path' fails grep -q '>[[:space:]]\+/\|png[[:space:]]' day/d-timed.xml
run --seed 6 --time 12:00 -s 64x36 -f hash
check 'noon of a day is that of --time' test "$(cat "$T/out")" = "$("$R" day/d-64x36-1200.png -f hash)"

# start ZONE EPOCH - the date from which a slide show counts.
start()
{
    TZ=$1 "$R" wallpaper --seed 6 -s 16x9 --timed 2 --now "@$2" --name d -q -o zone
    echo "$(text zone/d-timed.xml year)-$(text zone/d-timed.xml month)-$(text zone/d-timed.xml day)" \
        "$(text zone/d-timed.xml hour):$(text zone/d-timed.xml minute)"
}
BERLIN='CET-1CEST,M3.5.0,M10.5.0/3' SYDNEY='AEST-10AEDT,M10.1.0,M4.1.0/3'
check 'slide show of a northern winter begins in January' test "$(start "$BERLIN" 1795266000)" = '2026-1-1 21:0'
check 'slide show of a northern autumn begins in this July' \
    test "$(start "$BERLIN" 1788500000)" = '2026-7-1 21:0'
check 'slide show of a northern spring begins in last July' \
    test "$(start "$BERLIN" 1777000000)" = '2025-7-1 21:0'
check 'slide show of a southern summer begins in January' test "$(start "$SYDNEY" 1795266000)" = '2026-1-1 21:0'
check 'slide show of a southern winter begins in July' test "$(start "$SYDNEY" 1788500000)" = '2026-7-1 21:0'
check 'slide show without summer time begins in January' test "$(start IST-5:30 1788500000)" = '2026-1-1 21:0'

# ---- monitors ------------------------------------------------------------

# shellcheck disable=SC2086
good 'two monitors' wallpaper $S --monitors 80x45+10+15,30x50+95+5 --name m -o desk
check 'two monitors have a span' test "$("$R" desk/m-span.png -f ppm | sed -n 2p)" = '115 55'
run desk/m-span.png -f ppm -o span.ppm
for part in '1 0 10 80 45' '2 85 0 30 50'; do
    # shellcheck disable=SC2086
    set -- $part
    run "desk/m-$1.png" -f ppm -o part.ppm
    crop span.ppm "$2" "$3" "$4" "$5" >cropped.ppm
    check "monitor $1 shows its part of the span" same cropped.ppm part.ppm
done
check 'list shows the span over all monitors' test "$(text desk/m.xml options) $(text desk/m.xml filename)" = \
    "spanned $PWD/desk/m-span.png"
run wallpaper $S --monitors 80x45+10+15,30x50+95+5 --name m --dark -q -o desk
check 'span has light and dark pictures' test "$(list desk | grep -c '^m-\(span\|1\|2\)-[ld].png')" -eq 6
# shellcheck disable=SC2086
good 'other land on each monitor' wallpaper $S --monitors 80x45+0+0,30x50+80+0 --each --name e -o each
check '--each makes no span' test "$(list each | tr '\n' ' ')" = 'e-1.png e-2.png e.xml '
check '--each gives the first monitor the seed' test "$("$R" each/e-1.png -f hash)" = \
    "$("$R" --seed 7 -m dawn --style dunes -s 80x45 -f hash)"
check '--each gives the second monitor the seed/2' test "$("$R" each/e-2.png -f hash)" = \
    "$("$R" --seed 7/2 -m dawn --style dunes -s 30x50 -f hash)"
check 'list of --each has both monitors' test "$(text each/e.xml filename | wc -l)" -eq 2
# shellcheck disable=SC2086
good 'monitors side by side and a phone' wallpaper $S --monitors 80x45,30x50 -s 36x64 --name m -o beside
check 'monitors without a place are a row from left to right' test \
    "$("$R" beside/m-span.png -f ppm | sed -n 2p)" = '110 50'
"$R" beside/m-span.png -f ppm -o span.ppm
"$R" beside/m-2.png -f ppm -o part.ppm
crop span.ppm 80 0 30 50 >cropped.ppm
check 'the second monitor shows the right end of the span' same cropped.ppm part.ppm
check 'a size beside monitors is a picture of its own' test "$("$R" beside/m-36x64.png -f hash)" = \
    "$("$R" --seed 7 -m dawn --style dunes -s 36x64 -f hash)"
check 'the list names the span alone' test "$(text beside/m.xml filename)" = "$PWD/beside/m-span.png"
run wallpaper --seed 6 --monitors 80x45,30x50 -s 36x64,64x36 --timed 4 --name t -q -o beside
check 'the slide show names the span alone' test "$(grep -c 't-span' beside/t-timed.xml)" -eq 12 -a \
    "$(grep -c '36x64\|64x36' beside/t-timed.xml)" -eq 0

# ---- KDE -----------------------------------------------------------------

mountain=$(printf '\303\234ber Berg')
# shellcheck disable=SC2086
good 'a package' wallpaper $S -s 64x36,36x64 --dark --kde --name "$mountain" --desktop plasma-apply -o kde
P=kde/$mountain
check 'package has its tree' test "$(cd "$P" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" = \
    './contents/images/36x64.png ./contents/images/64x36.png ./contents/images_dark/36x64.png ./contents/images_dark/64x36.png ./contents/screenshot.png ./metadata.json '
check 'package has a plain identifier' grep -q '"Id": "ridgeline-[A-Za-z0-9_-]*",' "$P/metadata.json"
check 'package has its name' grep -q "\"Name\": \"$mountain\"" "$P/metadata.json"
check 'package has a licence' grep -q '"License": "CC0-1.0"' "$P/metadata.json"
check 'package has a small picture' test "$("$R" "$P/contents/screenshot.png" -f ppm | sed -n 2p)" = '440 247'
check 'list points into the package' test "$(text "$P.xml" filename)" = \
    "$PWD/$P/contents/images/64x36.png"
check 'command names the package' grep -q "^plasma-apply-wallpaperimage '$PWD/$P'" "$T/out"

# ---- again ---------------------------------------------------------------

# shellcheck disable=SC2086
A="wallpaper $S -s 64x36,30x66 --dark --kde --name k -o once"
# shellcheck disable=SC2086
run $A
find once -type f >files
before=$(xargs ls -i <files)
# shellcheck disable=SC2086
run $A
check 'second run replaces nothing' test "$(xargs ls -i <files)" = "$before"
check 'second run says what was kept' grep -q '^# 5 pictures, 5 of them unchanged: ' "$T/out"
# shellcheck disable=SC2086
run $A --compress fast
check 'second run with other compression keeps all' grep -q '5 of them unchanged' "$T/out"
rm once/k/contents/images/30x66.png
# shellcheck disable=SC2086
run $A
check 'second run makes what is missing' grep -q ', 4 of them unchanged' "$T/out"
head -c 900 once/k/contents/images_dark/30x66.png >short
cp short once/k/contents/images_dark/30x66.png
# shellcheck disable=SC2086
run $A
check 'second run makes what is damaged' grep -q ', 4 of them unchanged' "$T/out"
run wallpaper --seed 7 -m noon --style dunes -s 64x36,30x66 --dark --kde --name k -o once
check 'second run of another mood keeps the dark half' grep -q ', 2 of them unchanged' "$T/out"
# shellcheck disable=SC2086
run $A --title other
check 'second run of another title makes all' grep -q '^# 5 pictures: ' "$T/out"
# shellcheck disable=SC2086
run $A --title other --metadata none
check 'second run without metadata makes all' grep -q '^# 5 pictures: ' "$T/out"
check 'wallpaper without metadata has none' fails grep -aq ridgeline once/k/contents/images/30x66.png
run wallpaper $S --monitors 80x45+10+15,30x50+95+5 --name m -o desk2 -q
run wallpaper $S --monitors 80x45+10+15,30x50+95+5 --name m -o desk2
check 'second run keeps spans' grep -q '3 of them unchanged' "$T/out"
run wallpaper $S --monitors 80x45+10+15,30x50+95+0 --name m -o desk2
check 'second run with moved monitors makes all' grep -q '^# 3 pictures: ' "$T/out"

# ---- stopped -------------------------------------------------------------

# whole FOLDER - every picture in it can be read, and what a list names is there.
whole()
{
    for file in "$1"/*.png; do
        "$R" info "$file" >info 2>&1 || return 1
    done
    for file in "$1"/*.xml; do
        [ -e "$file" ] || continue
        text "$file" filename | while read -r named; do
            [ -s "$named" ] || exit 1
        done || return 1
    done
}

"$R" wallpaper --seed 6 -s 128x72 --timed 40 --threads 1 --name s -q -o killed &
pid=$!
while [ "$(list killed | grep -c '^s-')" -lt 2 ] && kill -0 $pid 2>/dev/null; do
    sleep 0.01
done
kill -9 $pid
wait $pid 2>/dev/null
check 'a killed run leaves some pictures' test "$(list killed | grep -c '^s-.*png')" -ge 2 -a \
    ! -e killed/s-timed.xml
check 'killed run leaves whole pictures' whole killed
run wallpaper --seed 6 -s 128x72 --timed 40 --name s -o killed
check 'run after a killed one makes the rest' grep -q '^# 40 pictures, [0-9]* of them unchanged' "$T/out"
check 'run after a killed one has all pictures' test "$(list killed | grep -c '^s-.*png')" -eq 40
"$R" wallpaper --seed 6 -s 640x360 --timed 96 --threads 1 --name s -q -o stopped &
pid=$!
while [ "$(list stopped | grep -c '^s-')" -lt 1 ] && kill -0 $pid 2>/dev/null; do
    sleep 0.01
done
kill -TERM $pid
wait $pid 2>/dev/null
check 'SIGTERM ends a wallpaper by SIGTERM' test $? -eq 143
check 'interrupted wallpaper leaves no temporary files' test -z "$(list stopped | grep -v '^s-.*png$')"

# ---- bad input -----------------------------------------------------------

bad 'no folder' 64 'add -o DIR' wallpaper
bad 'a mistyped size' 64 '^ridgeline: -s 4q: no such size: did you mean 4k?' wallpaper -s 4q -o bad
bad 'a size twice' 64 '3840x2160: is given twice' wallpaper -s 4k,3840x2160 -o bad
bad 'an empty size' 64 'commas between' wallpaper -s 4k,,fhd -o bad
bad 'a size of nothing' 64 'must be 1..' wallpaper -s 0x9 -o bad
bad 'monitors with and without a place' 64 'must be WxH+X+Y' wallpaper --monitors 9x9+0+0,9x9 -o bad
for name in w.png w.jpeg w.JXL; do
    bad "a folder with the name of a picture: $name" 64 'must be a folder' wallpaper -s 9x9 -o "$name"
done
bad 'too many monitors' 64 'more than 16' wallpaper -o bad --monitors \
    9x9+0+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0,9x9+9+0
bad 'a span too wide' 64 'within 1000000 a side' wallpaper --monitors 9x9+0+0,9x9+999999+0 -o bad
bad '--each alone' 64 '--each: needs --monitors: add it' wallpaper --each -o bad
bad 'a mistyped dark mood' 64 'did you mean moonlight?' wallpaper --dark=moonligt -o bad
bad 'a dark half that is not' 64 'mean lightness' wallpaper --seed 7 -m dusk --dark=noon -s 9x9 -o bad
bad 'a mistyped mood' 64 'did you mean dusk?' wallpaper -m dusc -o bad
bad 'too few hours' 64 'must be 2..96' wallpaper --timed 1 -o bad
bad 'dark and timed' 64 'remove one of them' wallpaper --timed 4 --dark -o bad
bad 'a mood and hours' 64 'remove one of them' wallpaper --timed 4 -m dusk -o bad
bad 'a package and hours' 64 'conflicts with --timed.*: remove one of them' wallpaper --timed 4 --kde -o bad
bad 'a name with a slash' 64 'without a slash' wallpaper --name a/b -o bad
bad 'a clock of words' 64 'seconds since 1970' wallpaper --now noon -o bad
bad '16 bits' 64 'have 8 bits' wallpaper --set output.depth=16 -o bad
bad 'a cut pixel' 64 'must be multiples of 4' wallpaper --scale 4 -s 90x90 -o bad
bad 'no such scene' 66 'did you mean classic?' wallpaper clasic -o bad
bad 'no folder above' 73 'the one above it is missing' wallpaper -s 9x9 -o no/such/bad
: >file
bad 'a file for a folder' 73 'is no folder' wallpaper -s 9x9 -o file
mkdir ro
mkdir ro/x-9x9.png
bad 'a folder for a picture' 73 'x-9x9.png' wallpaper --seed 1 -s 9x9 --name x -o ro
bad 'a broken value' 64 'sky.haze' wallpaper --set sky.haze=7 -s 9x9 -o bad
printf '[ridgeline]\nscene = 1\n[sky]\nhaze = 7\n' >broken.ini
bad 'a broken scene' 65 'broken.ini:4: ' wallpaper broken.ini -s 9x9 -o bad
