# Where bytes go: files, standard output, devices, links, terminals; and that
# nothing is left behind.
. "$ROOT/tests/full/cli/common.sh"
S='-s 32x18 --seed 6'

# code_is NAME CODE - the last command's exit code.
code_is()
{
    check "$1" test "$code" -eq "$2"
}

# Files.
# shellcheck disable=SC2086
good 'a file' $S -o a.png
check 'picture leaves a file and nothing else' test "$(ls -A)" = a.png
umask 027
"$R" $S -o m.png
check 'a new file has the mode of the umask' test "$(ls -l m.png | cut -c 1-10)" = -rw-r-----
chmod 604 m.png
"$R" $S -o m.png
check 'a replaced file keeps its mode' test "$(ls -l m.png | cut -c 1-10)" = -rw----r--
umask 022
ln -s m.png link.png
"$R" -s 8x8 --seed 1 -o link.png
check 'a link stays a link' test -h link.png
"$R" -s 8x8 --seed 1 -o n.png
check 'target of a link is replaced' same m.png n.png
run $S -o a.png --no-clobber
code_is 'no-clobber refuses' 73
check 'no-clobber names the file' grep -q '^ridgeline: a.png: exists' "$T/err"
check 'no-clobber keeps the file' fails same a.png n.png
run $S -o new.png --no-clobber
code_is 'no-clobber makes a new file' 0
# One that comes while the picture is made is kept, too.
"$R" --seed 1 -s 4000x4000 --threads 1 -q --no-clobber -o race.png 2>"$T/race" &
race=$!
until [ -n "$(find . -name '.ridgeline-*.tmp')" ] || ! kill -0 $race 2>/dev/null; do
    sleep 0.01
done
echo precious >race.png
wait $race
check 'no-clobber refuses a file that came meanwhile' test $? -eq 73
check 'no-clobber names the file that came meanwhile' \
    grep -q '^ridgeline: race.png: cannot create: .*exists' "$T/race"
check 'no-clobber keeps the file that came meanwhile' test "$(cat race.png)" = precious
check 'no-clobber leaves no temporary file' test -z "$(find . -name '.ridgeline-*.tmp')"
echo precious >keep.png
run -s 32x18 --set sun.x=5000 -o keep.png
check 'a failure keeps the old file' test "$(cat keep.png)" = precious

# Devices.
run $S -o /dev/null
code_is '/dev/null as a file' 0
check '/dev/null is still a device' test -c /dev/null
# Only Linux and the BSDs have it; there its absence must not hide a test.
if [ -c /dev/full ] || [ "$(uname)" = Linux ]; then
    run $S -o /dev/full
    code_is '/dev/full as a file' 74
    check '/dev/full is still a device' test -c /dev/full
    for arguments in "$S" "$S -f hash" "$S -f csv" "$S -f json" "$S -f scene" --help --version \
        'palette list' 'palette show dusk' 'palette convert dusk' 'palette show dusk -o -' \
        'info a.png' 'info --json a.png'; do
        "$R" $arguments >/dev/full 2>"$T/err"
        code=$?
        code_is "full standard output: $arguments" 74
        check "full standard output prints one line: $arguments" test "$(wc -l <"$T/err")" -eq 1
    done
fi
for arguments in "$S" "$S -f hash" "$S -f csv" --help 'palette list' 'info a.png'; do
    "$R" $arguments >&- 2>"$T/err"
    code=$?
    code_is "closed standard output: $arguments" 74
    check "closed standard output is named: $arguments" grep -q '^ridgeline: standard output: ' "$T/err"
done
"$R" $S -o c.png >&- 2>&- <&-
code=$?
code_is 'all streams closed, a file' 0
check 'picture with all streams closed is the same file' same a.png c.png
"$R" --nonsense 2>&-
code=$?
code_is 'standard error closed' 64
mkfifo pipe
cat pipe >from.png &
run $S -o pipe
: <>pipe # a reader still waiting for a writer goes on
wait
code_is 'a named pipe' 0
check 'named pipe stays a named pipe' test -p pipe
check 'reader of a named pipe gets all bytes' same a.png from.png
code=$( ("$R" -s 640x360 --seed 7 -f ppm; echo $? >status) 2>"$T/err" | head -c 100 >/dev/null
    cat status)
code_is 'the reader of a pipe goes' $((128 + 13))
check 'closed pipe prints nothing' test ! -s "$T/err"
code=$( (ulimit -f 1; "$R" -s 640x360 --seed 7 -o limit.ppm 2>"$T/err"; echo $?) )
code_is 'a file size limit' 74
check 'file size limit leaves no file' test ! -e limit.ppm

# A size that may be a slip of the keys is announced before the work.
while IFS='|' read -r arguments said; do
    # shellcheck disable=SC2086
    "$HELPER" kill 300 2 "$R" $arguments >/dev/null 2>large
    check "$arguments is announced" grep -qx "$said" large
    # shellcheck disable=SC2086
    "$HELPER" kill 300 2 "$R" $arguments -q >/dev/null 2>large
    check "$arguments with -q is silent" test ! -s large
done <<'END'
--seed 1 -s 100000x100000 -f null|100000x100000: 10 billion pixels, about 8 minutes at 20 million a second
map --seed 1 -s 60000x50000 -f r16|60000x50000: 3 billion samples, about 2 minutes at 20 million a second
END
good 'a large picture is not announced' --seed 1 -s 40000x40000 --region 8x8+9+9 -f hash
good 'a part of a huge picture is not announced' --seed 1 -s 60000x50000 --region 8x8+9+9 -f hash

# Terminals.
for format in png ppm pam; do
    "$HELPER" tty screen 0 0 "$R" $S -f $format
    code=$?
    code_is "$format does not go to a terminal" 64
    check "refusal of $format on a terminal is one line" test "$(wc -l <screen)" -eq 1
done
"$HELPER" tty screen 0 0 "$R" $S
check 'png on a terminal by default is refused' test $? -eq 64
# A terminal is told what was made, a script is not.
while IFS='|' read -r arguments said; do
    # shellcheck disable=SC2086
    "$HELPER" tty screen 0 0 "$R" $arguments
    check "terminal is told what $arguments made" test "$(tr -d '\r' <screen | tail -n 1)" = "$said"
    # shellcheck disable=SC2086
    good "script is not told what $arguments made" $arguments
    # shellcheck disable=SC2086
    "$HELPER" tty screen 0 0 "$R" $arguments -q
    check "terminal with -q is not told what $arguments made" test ! -s screen
done <<'END'
--seed 5 -s 64x36 -o made.png|made.png: 64x36, seed 5, world desert
map --seed 7 -s 9 -o made.png|made.png: 9x9 samples, seed 7
map --seed 7 -s 9 -f asc --tiles 2x1 -o made.tiles|made.tiles: 2 tiles, seed 7: open made.tiles/index.json
map --seed 7 -s 9 --trace made.trace|made.trace: seed 7: open made.trace/trace.html
layers --seed 5 -s 64x36 -o made|made: 7 layers of 64x36, seed 5, world desert: open made/preview.html, scene.tmx (Tiled), scene.tscn (Godot)
animate --scroll --seed 5 -s 64x36 --frames 2 -o made.png|made.png: 2 frames of 64x36, seed 5, world desert
animate --scroll --seed 5 -s 64x36 --frames 1 -o made{frame}.png --preview|made{frame}.png: 1 frame of 64x36, seed 5, world desert: open preview.html
animate --flight --seed 5 -s 64x36 --frames 1 -o made{frame}.png|made{frame}.png: 1 frame of 64x36, seed 5
sheet --seeds 1..2 -s 64x36 -o made.html|made.html: 2 pictures of 64x36
END
"$HELPER" tty screen 0 0 "$R" $S -o /dev/tty -f ppm
check '/dev/tty counts as a terminal' fails grep -q '^P6' screen
# shows NAME=VALUE... - a preview on such a terminal.
shows()
{
    env TERM_PROGRAM= LC_TERMINAL= "$@" "$HELPER" tty screen 0 0 "$R" --seed 6 -s 160x90 --preview
    code=$?
    tr -d '\r' <screen | tr '\033\007' '^^' >lines
}
run --seed 6 -s 160x90 --metadata none --compress fast -o want.png
base64 -w0 want.png >want
shows TERM=xterm-kitty
code_is 'a preview on kitty' 0
check 'preview of kitty begins as its protocol says' grep -q '^^_Ga=T,f=100,q=2,m=1;' lines
sed 's/\^_G[^;]*;//g; s/\^\\//g' lines | tr -d '\n' >got
check 'preview of kitty is the picture' same want got
check 'preview of kitty has no long sequence' \
    test "$(tr -c 'A-Za-z0-9+/' '\n' <lines | awk 'length > 4096' | wc -l)" -eq 0
shows TERM=xterm TERM_PROGRAM=iTerm.app
code_is 'a preview on iTerm' 0
check 'preview of iTerm begins as its protocol says' \
    grep -q "^^\]1337;File=inline=1;size=$(wc -c <want.png);width=160px:" lines
sed 's/^[^:]*://; s/\^$//' lines | tr -d '\n' >got
check 'preview of iTerm is the picture' same want got
shows TERM=xterm TTY_ANSWER="$(printf '\033[?62;4;22c')"
code_is 'a preview on a terminal that answers: sixels' 0
check 'preview of sixel has its size' grep -q '\^P0;1q"1;1;160;90#0;2;0;0;0' lines
check 'preview of sixel has a row for each six' test "$(sed 's/.*\^P//' lines | tr -cd - | wc -c)" = 15
check 'preview of sixel ends' test "$(tail -c 3 lines)" = '^\'
for answer in '\033[?62;22c' '\033[?64;14;42c' ''; do
    # shellcheck disable=SC2059 # the answer is a format
    shows TERM=xterm TTY_ANSWER="$(printf "$answer")"
    code_is "no sixels with $answer" 69
done
shows TERM=dumb TTY_ANSWER="$(printf '\033[?4c')"
code_is 'a dumb terminal is not asked' 69
check 'terminal without pictures is named with those that have them' \
    grep -q 'preview: this terminal cannot show pictures' lines
env TERM=xterm-kitty "$HELPER" tty screen 0 0 "$R" --seed 7 -s 32x18 --preview -o both.png
code=$?
code_is 'a preview and a file' 0
check 'preview beside -o writes the file' test -s both.png
bad 'a preview on a pipe' 64 '--preview: standard output must be a terminal' --preview -o x.png
"$HELPER" tty screen 0 0 "$R" palette show dusk -o -
check 'swatch is not written to a terminal' test $? -eq 64
for format in hash csv json scene; do
    "$HELPER" tty screen 0 0 "$R" $S -f $format
    check "$format may go to a terminal" test $? -eq 0 -a -s screen
done

# Stopping, with the bar on a terminal.
"$HELPER" tty screen nap:shows:# 2 "$R" -s 30000x30000 --seed 6 --threads 1 -o stop.png
code=$?
code_is 'SIGINT ends by SIGINT' $((128 + 2))
check 'progress bar is shown' grep -q '#.*%' screen
check 'progress bar is erased' test "$(tail -c 81 screen | LC_ALL=C tr -d '\r ' | wc -c)" -eq 0
"$HELPER" tty screen 200 2 "$R" -s 30000x30000 --seed 6 --threads 1 -o stop.png
check 'progress bar is not shown in the first second' fails grep -q '%' screen
"$HELPER" tty screen nap:200 2 "$R" -s 30000x30000 --seed 6 --threads 1 -q -o stop.png
check 'progress bar is not shown with -q' fails grep -q '%' screen
for number in 1 15; do
    "$HELPER" kill 'file:.ridgeline-*.tmp' $number "$R" -s 30000x30000 --seed 6 --threads 1 -o stop.png 2>"$T/err"
    code=$?
    code_is "signal $number ends by it" $((128 + number))
    check "signal $number prints nothing" test ! -s "$T/err"
done
"$HELPER" kill 100 2 "$R" -s 1000000x9 --seed 7 -f csv -o stop.csv
check 'SIGINT ends csv by SIGINT' test $? -eq $((128 + 2))
start=$(date +%s)
"$HELPER" kill 100 2 "$R" -s 1000000x30 --style alpine --seed 7 -o stop.png 2>"$T/err"
check 'SIGINT ends preparing by SIGINT' test $? -eq $((128 + 2))
check 'interrupted preparing ends at once' test $(($(date +%s) - start)) -lt 15
check 'interrupted preparing prints nothing' test ! -s "$T/err"
check 'interrupted pictures leave no file' test ! -e stop.png -a ! -e stop.csv

check 'pictures leave no temporary files' test "$(ls -A | wc -l)" -eq "$(ls | wc -l)"
