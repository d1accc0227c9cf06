# Contact sheets: where thumbnails and labels lie, that a thumbnail has the pixels
# of the picture it stands for, and that variants are mild and can be repeated.
. "$ROOT/tests/full/cli/common.sh"

# size FILE - "W H" of a PPM.
size()
{
    sed -n 2p "$1"
}

# With -s 64x36: margin and gap 8, labels of scale 1, so a cell is 64 x (36+4+7).
# thumb FILE COLUMNS INDEX - cuts thumbnail INDEX out of such a sheet.
thumb()
{
    crop "$1" $((8 + $3 % $2 * 72)) $((8 + $3 / $2 * 55)) 64 36
}

# label FILE COLUMNS INDEX LETTERS - cuts its label out and draws it with # and .
label()
{
    crop "$1" $((8 + $3 % $2 * 72)) $((48 + $3 / $2 * 55)) $(($4 * 6 - 1)) 7 |
        tail -n +4 | od -An -v -t u1 -w$((3 * ($4 * 6 - 1))) |
        awk '{ for (i = 1; i <= NF; i += 3) printf $i == 23 ? "." : "#"; print "" }'
}

# ---- seeds ---------------------------------------------------------------

good 'four seeds' sheet classic --seeds 1..4 -s 320x180 -o a.ppm -q
check 'sheet of four seeds is a row' test "$(size a.ppm)" = '1380 244'
good 'sixteen small ones' sheet classic --seeds 1..16 -s 64x36 -o b.ppm
check 'sheet of sixteen small seeds has four rows' test "$(size b.ppm)" = '296 228'
good 'seventeen' sheet classic --seeds 1..17 -s 64x36 -o c.ppm
check 'sheet of seventeen seeds has six columns' test "$(size c.ppm)" = '440 173'
good 'columns' sheet --seeds 7..12 -s 64x36 --columns 3 -o d.ppm
check 'sheet of six seeds has the three columns asked for' test "$(size d.ppm)" = '224 118'
good 'columns for fewer' sheet --seeds 1..2 -s 64x36 --columns 100 -o e.ppm
check 'sheet of fewer seeds than columns has no empty column' test "$(size e.ppm)" = '152 63'
good 'long labels' sheet --seeds 18446744073709551614..18446744073709551615 -s 16x9 -o f.ppm
check 'sheet cell is as wide as its label' test "$(size f.ppm)" = '262 36'

for index in 0 1 4 5; do
    seed=$((7 + index))
    thumb d.ppm 3 $index >got
    run --seed $seed -s 64x36 -o want.ppm
    check "thumbnail $index is seed $seed" same want.ppm got
done
crop d.ppm 0 0 224 8 | tail -n +4 >got
check 'sheet margin is dark' test "$(od -An -v -t u1 -w3 got | sort -u | tr -s ' ')" = ' 23 24 27'

# The second label is 8, the fourth is 10.
label d.ppm 3 1 1 >got
cat >want <<'END_OF_LABEL'
.###.
#...#
#...#
.###.
#...#
#...#
.###.
END_OF_LABEL
check 'sheet label of seed 8 is exact' same want got
label d.ppm 3 3 2 >got
cat >want <<'END_OF_LABEL'
..#....###.
.##...#...#
#.#...#..##
..#...#.#.#
..#...##..#
..#...#...#
#####..###.
END_OF_LABEL
check 'sheet label of seed 10 is exact' same want got
crop a.ppm 20 210 10 14 | tail -n +4 | od -An -v -t u1 -w30 |
    awk '{ for (i = 1; i <= NF; i += 3) printf $i == 23 ? "." : "#"; print "" }' >got
printf '%s\n' ..#.. .##.. '#.#..' ..#.. ..#.. ..#.. '#####' | sed 's/./&&/g;p' >want
check 'sheet label of seed 1 is exact at twice the size' same want got

# A web page: its pictures, commands and recipes are those of `render`.
good 'a page of two moonlit seeds' sheet --seeds 5..6 -m moonlight --set sun.x=0.1 -s 64x36 -o p.html
type=$(sed -n 's|.*src="data:image/\([a-z]*\);.*|\1|p' p.html | head -n 1)
run --seed 6 -m moonlight --set sun.x=0.1 -s 64x36 -f "$(echo "$type" | sed s/jpeg/jpg/)" --quality 85 \
    --metadata none -o want
[ "$type" = jpeg ] || run --seed 6 -m moonlight --set sun.x=0.1 -s 64x36 --metadata none -o want
base64 -w0 want >text
check 'HTML sheet has seed 6 as its second picture' grep -qFf text p.html
sed -n 's|^<code>ridgeline \(.*\) -o 6.png</code>$|\1|p' p.html >arguments
check 'HTML sheet has the command of a picture' grep -qx -- '--seed 6 -m moonlight --set sun.x=0.1' arguments
run --seed 6 -m moonlight --set sun.x=0.1 -s 64x36 -f scene -o want.ini
sed -n '/data-recipe/,/^">/p' p.html | awk '/data-recipe/ { n++ } n == 2' |
    sed -n '2,/^">/p' | sed '$d' >got.ini
sed 1d want.ini >rest.ini
check 'HTML sheet has the recipe of a picture' same rest.ini got.ini
check 'HTML sheet has the alt text of a picture' grep -q 'alt="[^"]\{80,\}"' p.html
check 'HTML sheet needs no network' fails grep -qE '(src|href)="?(https?:|//)|url\(' p.html
check 'HTML sheet has one item for each seed' test "$(grep -c '<li ' p.html)" = 2
good 'a page of a world and seeds' sheet --worlds --seeds 6..6 -s 16x9 -o p.html
check 'HTML sheet of a world has it in the command' \
    grep -q '^<code>ridgeline --seed 6 --set ridgeline.world=misty -o misty.png' p.html
good 'a page of variants' sheet --like 6 -s 16x9 -q -o p.html
check 'HTML sheet of variants has them in the commands' \
    grep -q '^<code>ridgeline --seed 6 --set .* -o b.png' p.html
mkdir openers
printf '#!/bin/sh\necho "$#:$1" >"%s/opened.new"\nmv "%s/opened.new" "%s/opened"\n' "$PWD" "$PWD" "$PWD" \
    >openers/xdg-open
chmod +x openers/xdg-open
before=$PATH
PATH=$PWD/openers:$PATH
good 'a page that is shown' sheet --seeds 6..6 -s 16x9 -o 'a page.html' --open
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e opened ] || sleep 0.3
done
check 'HTML sheet is given to the desktop' test "$(cat opened)" = "1:$PWD/a page.html"
PATH=$before
bad 'no file to show' 64 '--open: needs a file' sheet --open
check 'HTML sheet without a program that shows it is an error' \
    test "$(PATH=/nowhere "$R" sheet --seeds 6..6 -s 16x9 -o p.html --open 2>&1
    echo $?)" = "ridgeline: --open: no xdg-open: install xdg-utils, which has it
69"
good 'one seed as a number' sheet --prints --seed 6 -s 16x9 -o n.ppm
good 'one seed as a range' sheet --prints --seeds 6..6 -s 16x9 -o r.ppm
check 'sheet takes one seed as a number' cmp n.ppm r.ppm
bad 'a page too large' 64 'must be within 64 Mpx' sheet --seeds 1..1000 -s 4k -o p2.html

# The shape of a thumbnail.
good 'a scene of 2:1' sheet classic --seeds 1..1 -o e.ppm
check 'sheet of a 2:1 scene has thumbnails of 2:1' test "$(size e.ppm)" = '360 224'
run --seed 6 -s 90x195 -o phone.png
good 'a picture for a phone' sheet phone.png --seeds 1..1 -o e.ppm
check 'sheet of a phone has upright thumbnails' test "$(size e.ppm)" = '165 356'
printf '[ridgeline]\nscene = 1\n[output]\nsize = 1x1000\n' >line.ini
good 'a line' sheet ./line.ini --seeds 1..1 -o e.ppm

# Options go to each thumbnail.
good 'a sheet of a palette' sheet --seeds 5..6 -s 64x36 -p winter --style hills -o d.ppm
run --seed 6 -s 64x36 -p winter --style hills -o want.ppm
thumb d.ppm 2 1 >got
check 'palette and world reach the sheet' same want.ppm got
good 'a sheet of a mood' sheet --seeds 5..6 -s 64x36 -m moonlight --calm top --set sun.x=0.1 \
    -o d.ppm
run --seed 6 -s 64x36 -m moonlight --calm top --set sun.x=0.1 -o want.ppm
thumb d.ppm 2 1 >got
check 'mood, calm and settings reach the sheet' same want.ppm got
good 'a sheet of an hour' sheet --seeds 5..6 -s 64x36 --time 06:30 -o d.ppm
run --seed 6 -s 64x36 --time 06:30 -o want.ppm
thumb d.ppm 2 1 >got
check 'hour reaches the sheet' same want.ppm got
good 'a sheet of the worlds' sheet --worlds --seeds 6..6 -s 64x36 --columns 1 -o d.ppm
run --seed 6 -s 64x36 -w misty -o want.ppm
thumb d.ppm 1 1 >got
check 'sheet of worlds paints each world' same want.ppm got
good 'a sheet of compositions and seeds' sheet --compositions --seeds 5..6 -s 64x36 --columns 1 -o d.ppm
run --seed 6 -s 64x36 --composition wide-valley -o want.ppm
thumb d.ppm 1 3 >got
check 'sheet of compositions paints each with each seed' same want.ppm got
good 'a sheet of the worlds and a random seed' sheet --worlds -s 16x9 -o d.ppm
check 'random seed of a sheet of worlds is printed' grep -q '^seed [0-9]*$' "$T/err"
bad 'worlds and one world' 64 '-w: conflicts with --worlds: remove one of them' sheet --worlds -w lake -o x.ppm
good 'a sheet of the words of a key' sheet --each sky.cumulus --seeds 6..6 -s 64x36 --columns 1 -o d.ppm
run --seed 6 -s 64x36 --set sky.cumulus=fair -o want.ppm
thumb d.ppm 1 2 >got
check 'sheet of a key paints each of its words' same want.ppm got
good 'a sheet of values and seeds' sheet --each sky.haze=0,0.9 --seeds 5..6 -s 64x36 -o d.ppm
run --seed 6 -s 64x36 --set sky.haze=0.9 -o want.ppm
thumb d.ppm 2 3 >got
check 'sheet of values paints each with each seed' same want.ppm got
good 'a sheet of the kinds of a ridge' sheet --each ridge.2.kind --seeds 6..6 -s 16x9 -o d.ppm
bad '--each of no key' 64 'foo = auto: no such key' sheet --each foo -o x.ppm
bad '--each of a key without words' 64 '--each sky.haze: needs values: --each sky.haze=A,B' \
    sheet --each sky.haze -o x.ppm
bad 'a wrong value among those of each' 64 'sky.haze = 2: must be 0..1 or auto' \
    sheet --each sky.haze=1,2 -o x.ppm
bad 'too many values' 64 '--each sky.haze: must have at most 256 values' \
    sheet --each "sky.haze=$(seq -s, 300)" -o x.ppm
bad '--each beside --set' 64 '--each sky.haze: conflicts with --set sky.haze: remove one of them' \
    sheet --each sky.haze=1 --set sky.haze=1 -o x.ppm
bad '--each beside a list' 64 '--each: conflicts with --worlds: remove one of them' \
    sheet --worlds --each sky.haze=1 -o x.ppm
good 'a sheet of a scene' sheet classic --seeds 5..6 -s 64x36 -o d.ppm
run classic --seed 5 -s 64x36 -o want.ppm
thumb d.ppm 2 0 >got
check 'scene reaches the sheet' same want.ppm got
good 'a sheet in pixel art' sheet --seeds 5..6 -s 64x36 --pixel-art -o d.ppm
run --seed 5 -s 64x36 --pixel-art -o want.ppm
thumb d.ppm 2 0 >got
check 'pixel art reaches the sheet' same want.ppm got
good 'a scene of 16 bits' sheet --seeds 5..6 -s 64x36 --set output.depth=16 -o d.ppm
run --seed 5 -s 64x36 -o want.ppm
thumb d.ppm 2 0 >got
check 'sheet of a scene of 16 bits has 8 bits' same want.ppm got

# Threads and formats.
run sheet --seeds 4..10 -s 64x36 --threads 1 -f hash
cp "$T/out" hash
for threads in 2 3 7 256; do
    run sheet --seeds 4..10 -s 64x36 --threads "$threads" -f hash
    check "sheet is equal with $threads threads" same hash "$T/out"
done
good png sheet --seeds 4..10 -s 64x36 -o s.png
check 'sheet begins as a PNG' test "$(head -c 4 s.png | tail -c 3)" = PNG
run info s.png
check 'a sheet has no recipe' grep -q '^# recipe: none$' "$T/out"
good 'a sheet to standard output' sheet --seeds 4..10 -s 64x36
check 'sheet on standard output is the same' same s.png "$T/out"

# New seeds.
run sheet classic -s 64x36 -o new.ppm
check 'sheet without seeds has 24' test "$code" -eq 0 -a "$(size new.ppm)" = '440 228'
check 'random seeds of a sheet are printed' grep -q '^seeds [0-9]*\.\.[0-9]*$' "$T/err"
good 'the printed ones' sheet classic --seeds "$(sed 's/seeds //' "$T/err")" -s 64x36 -o again.ppm
check 'printed seeds give the same sheet' same new.ppm again.ppm
run sheet classic -s 64x36 -q -o new.ppm
check '-q prints no seeds of a sheet' test ! -s "$T/err" -a ! -s "$T/out"
check 'sheets of random seeds differ' fails cmp new.ppm again.ppm

# ---- variants ------------------------------------------------------------

for arguments in '--like 19' '--like 8 --style dunes' '--like 6 --time 06:30' '--like 32 -p dusk' \
    '--like 19 -m moonlight' '--like 6 --set sun.x=0.2' 'classic --like 13'; do
    # shellcheck disable=SC2086
    good "variants: $arguments" sheet $arguments -s 64x36 -o v.ppm
    cp "$T/out" list
    least=300
    case $arguments in classic*) least=100 ;; esac # four flat colours: only the land can move
    check "variants $arguments: a line for each" test "$(sed 's/:.*//' list | tr -d '\n')" = abcdefghijkl
    index=0
    while read -r line; do
        thumb v.ppm 4 $index >"v.$index"
        eval "run ${line#*: } -s 64x36 -o want.ppm"
        check "variants $arguments: line $index gives its thumbnail" same want.ppm "v.$index"
        if [ $index -gt 0 ]; then
            far=$("$HELPER" difference v.0 v.$index)
            check "variants $arguments: $index differs mildly: $far" \
                test "$far" -gt $least -a "$far" -lt 30000
        fi
        index=$((index + 1))
    done <list
    check "variants $arguments: no two are the same" \
        test "$(cksum v.* | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 13
done
check 'variants keep what was set' test "$(grep -c 'sun.x' list)" -ge 1
run sheet --like 19 -s 64x36 -p dusk --set sun.x=0.25 -o v.ppm
check 'variants keep -p' test "$(grep -c ' -p dusk ' "$T/out")" -eq 12
check 'variants keep --set' test "$(grep -o 'sun.x=[-0-9.]*' "$T/out" | sort -u)" = sun.x=0.25
run sheet --like 19 -s 64x36 -o v.ppm
cp "$T/out" list
check 'some variants have another palette' grep -q ' -p ' list
check 'some have the sun on the other side' \
    test "$(grep -o 'sun.x=-\{0,1\}' list | sort -u | wc -l)" -eq 2
run sheet --like 19 -s 64x36 -o w.ppm
check 'variants are the same each time' same v.ppm w.ppm
check 'lines of variants are the same each time' same list "$T/out"
run sheet --like 6 -s 64x36 -o w.ppm
check 'variants of another seed differ' fails cmp list "$T/out"
run sheet --like 19 -s 64x36 -o v.ppm -q
check '-q prints no lines of variants' test ! -s "$T/out" -a ! -s "$T/err"
run sheet --like 19 -s 64x36
check 'lines of variants beside standard output go to standard error' same list "$T/err"

# A picture is varied as it is; names with blanks and quotes come back whole.
run --seed 6 -s 100x50 -o "it's one.png"
good 'variants of a picture' sheet "it's one.png" -s 64x36 -o v.ppm
cp "$T/out" list
check 'lines of variants of a picture name it' grep -q "^a: 'it'\\\\''s one.png'$" list
thumb v.ppm 4 4 >got
eval "run $(sed -n 's/^e: //p' list) -s 64x36 -o want.ppm"
check 'line of a variant of a picture gives its thumbnail' same want.ppm got
evil=$(printf 'a\033]0;x\007b')
run sheet --like "$evil" -s 64x36 -o v.ppm
check 'lines of variants escape control characters' is_plain "$T/out"

# ---- errors --------------------------------------------------------------

bad 'seeds and like' 64 'remove one of them' sheet --seeds 1..2 --like 3 -o x.png
bad 'seeds backwards' 64 'first must not be above' sheet --seeds 3..1 -o x.png
bad 'too many seeds' 64 'at most 1000 pictures' sheet --seeds 1..1001 -o x.png
bad 'all seeds' 64 'at most 1000 pictures' sheet --seeds 0..18446744073709551615 -o x.png
bad 'too large a sheet' 64 'must be within 64 Mpx' sheet --seeds 1..64 -s 4k -o x.png
bad 'far too large a sheet' 64 'must be within 64 Mpx' \
    sheet --seeds 1..1000 -s 1000000x1000000 -o x.png
for value in 0 101 -1 1.5 ''; do
    bad "columns '$value'" 64 'must be 1..100' sheet --columns "$value" -o x.png
done
bad 'a seed that is empty' 64 seed sheet --like '' -o x.png
bad 'an ending of no picture' 64 'must end in one of .png' sheet --seeds 1..2 -o x.csv
bad 'a format of no picture' 64 'must be png|' sheet --seeds 1..2 -f csv -o x.png
bad 'a region' 64 'not an option of this command' sheet --seeds 1..2 --region 8x8+0+0 -o x.png
bad 'two scenes' 64 'unexpected second operand' sheet classic twelve -o x.png
bad 'no such scene' 66 'did you mean classic?' sheet clasic -o x.png
bad 'no such folder' 73 'nodir/x.png' sheet --seeds 1..2 -s 16x9 -o nodir/x.png
bad 'a scene that cannot be' 64 'sun.x' sheet --seeds 1..2 -s 16x9 --set sun.x=5000 -o x.png
bad 'unknown palette of a sheet' 64 'no such palette' sheet --seeds 1..9 -s 16x9 --threads 3 \
    --set palette.name=duskk -o x.png
bad 'command mistyped' 66 'did you mean sheet?' shet
for option in --style:alpin --style:x -m:moonligt -m:x --time:25:00 --time:6 --calm:bottom \
    --scale:65; do
    for command in render sheet; do
        [ "$command ${option%%:*}" != 'sheet --scale' ] || continue
        bad "$command $option" 64 "^ridgeline: ${option%%:*} ${option#*:}: " \
            $command "${option%%:*}" "${option#*:}" -s 16x9 -o x.png
    done
done
bad 'a mood mistyped' 64 'did you mean moonlight?' -m moonligt -f hash
echo precious >keep.png
"$R" map --seed 1 -s 17 -q -o plate.png
bad 'a map' 64 '^ridgeline: plate.png: is a map: ridgeline sheet needs a landscape' sheet plate.png -o s.png
bad 'no-clobber' 73 'keep.png: exists' sheet --seeds 1..2 -s 16x9 --no-clobber -o keep.png
"$HELPER" tty screen 0 0 "$R" sheet --seeds 1..2 -s 16x9
check 'sheet is not written to a terminal' test $? -eq 64
"$HELPER" tty screen nap:shows:% 2 "$R" sheet --seeds 1..900 -s 160x90 --threads 1 -o stop.png
check 'SIGINT ends a sheet by SIGINT' test $? -eq $((128 + 2))
check 'progress bar of a sheet is shown' grep -q '#*.*%' screen
check 'interrupted sheet leaves no file' test ! -e stop.png -a -z "$(find . -name '*.tmp')"
if [ -c /dev/full ]; then
    run sheet --like 6 -s 16x9 -o /dev/full
    check 'full disk ends a sheet with 74' test "$code" -eq 74
    "$R" sheet --like 6 -s 16x9 -o full.ppm >/dev/full 2>"$T/err"
    check 'full standard output ends a sheet with 74' test $? -eq 74
fi

# ---- the same options when one picture is painted ------------------------

run --seed 6 -s 64x36 -f hash
cp "$T/out" plain
for arguments in '-m moonlight' '--style dunes' '--calm top' '--time 06:30' --pixel-art \
    '--scale 2'; do
    # shellcheck disable=SC2086
    good "$arguments" --seed 6 -s 64x36 -f hash $arguments
    check "$arguments changes the picture" fails cmp plain "$T/out"
done
good 'mood and palette' --seed 7 -m moonlight -p dusk -f scene
check 'palette wins over that of a mood' grep -q '^name = dusk' "$T/out"
check 'mood stays beside a palette' grep -q '^mood = moonlight' "$T/out"
good 'style twice' --seed 7 --style dunes --set ridgeline.world=lake -f scene
check '--set wins over --style' grep -q '^world = lake' "$T/out"
good 'mood and style' --seed 7 -m desert --style lake -f scene
check '--style wins over -m' grep -q '^world = lake' "$T/out"
good 'zoomed' --seed 6 -s 64x36 --scale 3 -o z.ppm
check 'zoomed picture is three times as large' test "$(size z.ppm)" = '192 108'
