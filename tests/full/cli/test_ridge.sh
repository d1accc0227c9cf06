#!/bin/sh
# test_ridge.sh - ridges of the user's own heights: --ridge N=FILE in each command.
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"

S='--seed 7 -m dawn -w alpine -s 160x90 -q'

# profiles FILE - the sections [profile N] of its recipe.
profiles()
{
    "$R" info "$1" | awk '/^\[/ { shown = /^\[profile / } shown && NF'
}

# hash ARG... - of the picture.
hash()
{
    "$R" "$@" -q -f hash
}

# The same way northward as CSV, and as the GPX of a track.
awk 'BEGIN { print "m"; for (i = 0; i < 60; i++) print (i * 37 % 61) * 3 + i * i % 17 }' >h.csv
awk 'BEGIN { print "<gpx><trk><trkseg>" }
    NR > 1 { printf "<trkpt lat=\"%.6f\" lon=\"11\"><ele>%s</ele></trkpt>\n", 46 + NR * 0.001, $1 }
    END { print "</trkseg></trk></gpx>" }' h.csv >h.gpx
printf '1\n3\n2\n' >other.csv

# ---- a picture ------------------------------------------------------------------

# shellcheck disable=SC2086 # lists of words, here and below
{
    good 'a ridge of a CSV file' $S --ridge 1=h.csv -o csv.png
    good 'a ridge of a GPX file' $S --ridge 1=h.gpx -o gpx.png
    check 'ridge of a file differs from that of the seed'"'"'s own ridge' fails test "$(hash csv.png)" = "$(hash $S)"
    check 'ridge of CSV and GPX with the same heights is the same' same csv.png gpx.png
    profiles csv.png >want
    check 'recipe of a ridge holds the heights' \
        test "$(grep -c '^\[profile 1\]$' want) $(tail -n +2 want | wc -w)" = '1 60'
    hash $S --ridge 1=h.csv >whole
    $R $S --ridge 1=h.csv -f scene -o text.ini
    mkdir without && cp csv.png text.ini without
    for file in csv.png text.ini; do
        (cd without && hash "./$file") >again
        check "$file is its own recipe without the file of heights" same whole again
    done
    good 'a picture takes another ridge' csv.png --ridge 2=other.csv -q -o two.png
    check 'recipe holds a second ridge beside its own' \
        test "$(profiles two.png)" = "$(cat want && printf '[profile 2]\n0 9999 5000')"
    good 'two files for one ridge' $S --ridge 1=other.csv --ridge 1=h.gpx -o last.png
    check 'last file for a ridge counts' same csv.png last.png
}

# ---- each command: what is made, a file whose recipe holds the heights -------------------

while read -r file command; do
    # shellcheck disable=SC2086
    good "$command" $command --ridge 1=h.csv -q
    check "$command holds the heights" test "$(profiles "$file")" = "$(cat want)"
done <<'END'
layers/ridge-1.png layers --seed 7 -w alpine -s 160x90 -o layers
scroll.apng animate --scroll --frames 2 --seed 7 -w alpine -s 64x36 -o scroll.apng
day.apng animate --day --frames 2 --seed 7 -w alpine -s 64x36 -o day.apng
walls/n-160x90.png wallpaper --seed 7 -m dawn -w alpine -s 160x90 --name n -o walls
bot/latest.png bot --name n --now @1795240800 -w alpine -s 160x90 -o bot
END
check 'wallpaper with --ridge is what render paints' test "$(hash walls/n-160x90.png)" = "$(cat whole)"
# shellcheck disable=SC2086
"$R" --loop $S --ridge 1=h.csv -f csv -o loop.csv
check 'layers with --ridge are those of the loop' same loop.csv layers/ridges.csv
for seeds in '' '--ridge 1=h.csv'; do
    # shellcheck disable=SC2086
    run sheet --seeds 3..4 -w alpine $seeds -q -f hash
    cat "$T/out"
done >sheets
check 'sheet with --ridge shows the ridge' test "$(sort -u sheets | wc -l)" -eq 2
good 'a sheet of HTML' sheet --seeds 3..4 -w alpine -s 160x90 --ridge 1=h.csv -q -o sheet.html
check 'HTML sheet copies the option --ridge' test "$(grep -c -- '--ridge 1=h.csv' sheet.html)" -ge 2

# ---- settings -----------------------------------------------------------------------------

mkdir -p "$HOME/.config/ridgeline"
echo 'ridge = 1=h.csv' >"$HOME/.config/ridgeline/config"
# shellcheck disable=SC2086
{
    check '--ridge in settings is read' test "$(hash $S)" = "$(cat whole)"
    check '--ridge of the command line wins over settings' test "$(hash $S --ridge 1=other.csv)" = \
        "$(hash $S --no-config --ridge 1=other.csv)"
}
rm "$HOME/.config/ridgeline/config"

# ---- what is refused ------------------------------------------------------------------------

while IFS='|' read -r file code pattern; do
    printf '%b' "$file" >bad.txt
    # shellcheck disable=SC2086
    bad "a file: $pattern" "$code" "^ridgeline: $pattern\$" $S --ridge 1=bad.txt -o y.png
done <<'END'
|65|bad.txt: empty: must be CSV or GPX
metres\n12\n|65|bad.txt: one point: must have 2 points or more
1\n1,5;2\n|65|bad.txt:2: 1,5;2: must be a finite number, such as 1234.5
0;1\n5;2\n4;3\n|65|bad.txt:3: 4: a distance must not be less than the one before it
<gpx>\n<trkpt lat="1" lon="2"/>|65|bad.txt:2: trkpt: must have a height: <ele>
END
while IFS='|' read -r value code pattern; do
    # shellcheck disable=SC2086
    bad "--ridge $value" "$code" "^ridgeline: $pattern\$" --seed 7 --ridge $value -s 8x8 -q -o y.png
done <<'END'
0=h.csv|64|--ridge 0=h.csv: must be N=FILE, N 1..64
65=h.csv|64|--ridge 65=h.csv: must be N=FILE, N 1..64
far=h.csv|64|--ridge far=h.csv: must be N=FILE, N 1..64
1=|64|--ridge 1=: must be N=FILE, N 1..64
1=none.csv|66|none.csv: cannot open: no such file or folder
END
bad 'more ridges than a picture has' 64 '^ridgeline: --ridge 40=h.csv: must be 1..[0-9]*, a ridge of the scene$' \
    csv.png --ridge 40=h.csv -q -o y.png
# shellcheck disable=SC2046
bad 'nine ridges' 64 '^ridgeline: --ridge 9=h.csv: must be given at most 8 times$' \
    --seed 7 $(for n in 1 2 3 4 5 6 7 8 9; do echo "--ridge $n=h.csv"; done) -s 8x8 -q -o y.png
