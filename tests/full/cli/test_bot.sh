# test_bot.sh - `ridgeline bot`: slots, at most one post, variety, limits, clocks.
. "$ROOT/tests/full/cli/bot_common.sh"

cat >post <<'EOF'
#!/bin/sh
echo "$RIDGELINE_KEY" >>"$LOG"
echo "https://bots.example/$RIDGELINE_SLOT"
EOF
cat >fail <<'EOF'
#!/bin/sh
echo "$RIDGELINE_KEY" >>"$LOG"
echo '503: come back later' >&2
exit 3
EOF
chmod +x post fail
LOG=$PWD/log
export LOG

# ---- one run ----------------------------------------------------------------

bot one 100 --post ./post
ends 0 'first run of a slot'
says '^20261121T0600Z: .*: 32x18, [0-9]* bytes$' 'first run of a slot prints its picture'
says '^20261121T0600Z: posted: https://bots.example/20261121T0600Z$' 'first run of a slot prints its post'
check 'bot writes the files of a slot, and no other' test "$(ls one | tr '\n' ' ')" = \
    "20261121T0600Z.alt.txt 20261121T0600Z.json 20261121T0600Z.png 20261121T0600Z.posted feed.xml index.html latest.png lock "
check 'latest.png equals the picture of the slot' cmp one/20261121T0600Z.png one/latest.png
check '.posted holds what the command printed' test "$(cat one/20261121T0600Z.posted)" = \
    'https://bots.example/20261121T0600Z'
length=$(head -n 1 one/20261121T0600Z.alt.txt | wc -c)
check 'bot writes an alt text of 80 to 420 letters' test "$length" -ge 81 -a "$length" -le 421
check 'JSON of a slot has the alt text' grep -qF "$(cat one/20261121T0600Z.alt.txt)" one/20261121T0600Z.json
for key in algorithm alt bytes composition file format height metadata name pixels_crc32 scene seed slot software width; do
    check "JSON of a slot has $key" grep -q "^ \"$key\": " one/20261121T0600Z.json
done
check 'JSON of a slot has the size of the file' grep -q "\"bytes\": $(($(wc -c <one/20261121T0600Z.png)))," \
    one/20261121T0600Z.json
check 'scene of a slot makes the picture again' sh -c '
    sed -n "s/^ \"scene\": \"\(.*\)\",\$/\1/p" one/20261121T0600Z.json | sed "s/\\\\n/\n/g" >again.ini
    "$1" ./again.ini -f hash -o a.hash && "$1" one/20261121T0600Z.png -f hash -o b.hash && cmp a.hash b.hash' - "$R"
composition_of() { # auto where it is null
    sed -n 's/^ "composition": null,$/auto/; s/^ "composition": "\(.*\)",$/\1/p; /^auto$/p' "$1"
}
run --seed test/20261121T0600Z -f hash -o seed.hash -s 32x18 \
    -m "$(sed -n 's/^ "mood": "\(.*\)",$/\1/p' one/20261121T0600Z.json)" \
    --style "$(sed -n 's/^ "world": "\(.*\)"$/\1/p' one/20261121T0600Z.json)" \
    --composition "$(composition_of one/20261121T0600Z.json)"
check 'seed of a slot is NAME/SLOT' cmp seed.hash b.hash
check 'command of a slot makes the picture again' sh -c '
    command=$(sed -n "s/^ \"command\": \"\(.*\)\",\$/\1/p" one/20261121T0600Z.json)
    case $command in "ridgeline --seed test/20261121T0600Z "*) ;; *) exit 1 ;; esac
    eval "\"\$1\" ${command#ridgeline} -f hash -o c.hash" && cmp c.hash b.hash' - "$R"
check 'gallery shows the command of a slot' grep -q '<code>ridgeline --seed test/20261121T0600Z ' one/index.html
check 'sum of a slot is that of the pixels' sh -c '
    "$1" one/20261121T0600Z.png -f ppm -o sum.ppm
    tail -c 1728 sum.ppm | gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d " \n" >sum
    grep -q "\"pixels_crc32\": \"$(cat sum)\"" one/20261121T0600Z.json' - "$R"

find one -type f -exec ls -li --time-style=full-iso {} + >before
bot one 10799 --post ./post
ends 0 'second run in the same slot'
check 'second run in a slot prints nothing' test ! -s "$T/err"
find one -type f -exec ls -li --time-style=full-iso {} + >after
check 'second run in a slot writes nothing' cmp before after
check 'second run in a slot posts nothing' test "$(cat log)" = test/20261121T0600Z
bot two 7000 -q
check 'another machine makes the same picture' cmp one/20261121T0600Z.png two/20261121T0600Z.png
check 'bot with -q prints nothing' test ! -s "$T/err"
bot one 10800 -q
check 'next slot has another picture' fails cmp -s one/20261121T0600Z.png one/20261121T0900Z.png
check 'latest.png is the picture of the newest slot' cmp one/20261121T0900Z.png one/latest.png

# ---- time -------------------------------------------------------------------

# Most things hold for any land: dunes are painted in half of the time.
S="-s 32x18 --style dunes"
bot dunes 0 -q
for zone in Europe/Berlin Australia/Lord_Howe Pacific/Apia Asia/Kathmandu :/etc/passwd garbage; do
    rm -rf zone
    (TZ=$zone && export TZ && bot zone 0 -q)
    check "TZ=$zone changes no picture of the bot" cmp dunes/20261121T0600Z.png zone/20261121T0600Z.png
done
bot back 10800 -q --post ./post
bot back 0 -q --post ./post
bot back 10800 -q --post ./post
bot back 3600 -q --post ./post
check 'clock set back posts nothing twice' test "$(grep -c . log)" -eq 3
bot future 4000000000 -q --post ./post
bot future 0 -q --post ./post
bot future 10800 -q --post ./post
check 'clock in the year 2153 does not stop later slots' test "$(grep -c . log)" -eq 6
check 'picture of the year 2153 is not the latest' cmp future/20261121T0900Z.png future/latest.png
check 'picture of the year 2153 is not in the gallery' fails grep -q 2153 future/index.html
run bot -o now --name test $S -q
ends 0 'run by the clock of the system'
for case in 0:19700101T0000Z 951782400:20000229T0000Z 2147483648:20380119T0300Z 253402300799:99991231T2100Z; do
    rm -rf far
    run bot -o far --name test $S -q --now "@${case%%:*}"
    check "slot of time ${case%%:*} is named" test -f "far/${case##*:}.png"
done
for case in 1m:20261121T0625Z 30m:20261121T0600Z 1h:20261121T0600Z 2h:20261121T0600Z 1d:20261121T0000Z 7d:20261119T0000Z \
    hourly:20261121T0600Z daily:20261121T0000Z weekly:20261119T0000Z 1w:20261119T0000Z; do
    rm -rf every
    bot every 1535 -q --every "${case%%:*}"
    check "--every ${case%%:*} names its slot" test -f "every/${case##*:}.png"
done

# ---- slots that were missed, and old ones ------------------------------------

bot missed 0 -q
bot missed 108000 -q
files missed '\.png$' 3 'missed slots stay missed'
bot missed 151200 -q --catch-up 2
files missed '\.png$' 6 'but for those that --catch-up makes'
bot missed 194400 -q --catch-up 1000
files missed '\.png$' 10 'which goes back to the last picture'
: >log
bot caught 0 -q
bot caught 21600 -q --catch-up 5 --post ./post
check '--catch-up posts missed slots, and none that exist' test "$(tr '\n' ' ' <log)" = \
    'test/20261121T0900Z test/20261121T1200Z '
: >log
bot few 0 -q --every 1h --post ./post
bot few 72000 -q --every 1h --catch-up 5 --keep 2 --post ./post
ends 0 '--catch-up of more than --keep keeps'
check '--catch-up posts slots before --keep removes them' test "$(grep -c . log)" -eq 7
files few '^2.*\.png$' 2 'and keeps no more'
: >log
bot silent 0 -q --post ./post
bot silent 32400 -q --catch-up 5
bot silent 43200 -q --catch-up 5 --post ./post
check '--catch-up posts pictures that were made without a post' \
    test "$(tr -d '\n' <log | grep -o T....Z | tr -d '\n')" = T0600ZT0900ZT1200ZT1500ZT1800Z
bot fresh 0 -q --catch-up 5
files fresh '\.png$' 2 'and not before the first'
for hour in 0 1 2 3 4 5 6; do
    bot keep $((hour * 3600)) -q --every 1h --keep 3 --post ./post
done
files keep '^2.*\.png$' 3 '--keep 3: pictures'
files keep '\.alt\.txt$' 3 '--keep 3: alt texts'
files keep '\.json$' 3 '--keep 3: JSON'
files keep '\.posted$' 7 '--keep 3: records of posts stay'
check 'gallery shows what --keep leaves' \
    test "$(grep -o 'src="2[^"]*\.png"' keep/index.html | sort -u | wc -l)" -eq 3
check 'feed has what --keep leaves' test "$(grep -c '<entry>' keep/feed.xml)" -eq 3
for page in feed.xml:atom.awk index.html:gallery.awk; do
    check "${page%%:*} keeps the rules of its format" sh -c 'cd "$1" && awk -v folder=. -f "$2/markup.awk" \
        -f "$2/$3" "$4"' - keep "$ROOT/tests/support" "${page##*:}" "${page%%:*}"
done
lines=$(grep -c . log)
bot keep 0 -q --every 1h --keep 3 --post ./post
check 'slot whose picture was removed is not posted again' test "$(grep -c . log)" -eq "$lines"
: >keep/index.txt
: >keep/20261399T9999Z.png
: >keep/20261121T0100Z.png.bak
bot keep $((7 * 3600)) -q --every 1h --keep 1
check '--keep leaves files of others' \
    test -f keep/index.txt -a -f keep/20261399T9999Z.png -a -f keep/20261121T0100Z.png.bak

for hour in 0 1 2; do
    bot left-over $((hour * 3600)) -q --every 1h --keep 1 --post ./fail
done
files left-over '^2.*\.png$' 3 'pictures whose post failed stay'
bot left-over $((3 * 3600)) -q --every 1h --keep 1 --post ./post
files left-over '^2.*\.png$' 4 'also beside one that is posted'
bot left-over $((4 * 3600)) -q --every 1h --keep 1 --post ./post --retry
files left-over '^2.*\.png$' 1 'until --retry has posted them'

# ---- posts ------------------------------------------------------------------

: >log
bot posts 0 --post ./fail
ends 74 'a command that fails'
says 'ridgeline: 20261121T0600Z: post status unknown: --post ./fail: exit code 3: 503: come back later' 'failing post is reported with its last line'
check 'failed post keeps its claim' test -f posts/20261121T0600Z.pending
check 'failed post leaves the picture' cmp posts/20261121T0600Z.png posts/latest.png
bot posts 60 --post ./post
ends 74 'run of a slot with unknown status'
says '20261121T0600Z: post status unknown: see ' 'slot with unknown status is reported'
check 'slot with a claim is not posted again' test "$(grep -c . log)" -eq 1
bot posts 10800 --post ./post
ends 0 'the next slot is posted'
says '20261121T0600Z: post status unknown; use --retry to post it again' 'earlier slot with unknown status is reported'
bot posts 10900 --post ./post --retry
ends 0 '--retry'
check '--retry posts the slot of a failed post' \
    test "$(tr '\n' ' ' <log)" = 'test/20261121T0600Z test/20261121T0900Z test/20261121T0600Z '
files posts '\.pending$' 0 'and its claim is gone'
NAME=$(printf "it's \\303\\274")
export NAME
: >posts/20261121T0600Z.pending
bot posts 11000 --post ./post
ends 0 'a claim beside its record'
files posts '\.pending$' 0 'is taken away without a word'
cat >norecord <<'EOF'
#!/bin/sh
mkdir "${RIDGELINE_JSON%.json}.posted"
echo https://bots.example/norecord
EOF
chmod +x norecord
bot unrecorded 0 -q --post ./norecord
ends 74 'a post that cannot be recorded'
says '20261121T0600Z: posted, but this cannot be recorded: https://bots.example/norecord' 'post that cannot be recorded is reported with its address'
cat >env.sh <<'EOF'
#!/bin/sh
[ $# -eq 0 ] && [ ! -t 0 ] && [ -z "$(cat)" ] || exit 1
[ "$RIDGELINE_NAME $RIDGELINE_SLOT $RIDGELINE_TIME" = "$NAME 20261121T0600Z 2026-11-21T06:00:00Z" ] || exit 2
[ "$RIDGELINE_KEY" = "$NAME/20261121T0600Z" ] || exit 3
[ "$RIDGELINE_ALT" = "$(cat "$RIDGELINE_ALT_FILE")" ] || exit 4
case $RIDGELINE_PICTURE in /*/20261121T0600Z.png) ;; *) exit 5 ;; esac
grep -q "\"title\": \"$RIDGELINE_TITLE\"" "$RIDGELINE_JSON" || exit 6
[ "$RIDGELINE_URL" = https://bots.example/it/ ] || exit 7
[ -s "$RIDGELINE_PICTURE" ] && [ -f "${RIDGELINE_JSON%.json}.pending" ] || exit 8
[ "$("$RIDGELINE_PROGRAM" --version | head -n 1)" = "$VERSION" ] || exit 9
EOF
chmod +x env.sh
VERSION=$("$R" --version | head -n 1)
export VERSION
run bot -o env --name "$NAME" --now "@$NOW" $S -q --post ./env.sh --url https://bots.example/it/
ends 0 'post command that checks its environment'
# Linux tells what a process has open; 3 to 9 are those that the bot opens first.
cat >open.sh <<'EOF'
#!/bin/sh
[ -d /proc/self/fd ] || exit 0
ls -l "/proc/$$/fd" | grep ' [3-9] -> .*/\(null\|lock\)$' && exit 9
exit 0
EOF
chmod +x open.sh
(exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- && run bot -o open --name "$NAME" --now "@$NOW" $S -q --post ./open.sh &&
    ends 0 'the command is given none of its files')
check 'post command gets no input of the bot' sh -c '
    echo secret | "$1" bot -o read --name "$NAME" --now "@$2" -s 32x18 -q --post ./env.sh --url https://bots.example/it/' \
    - "$R" "$NOW"
printf 'not a program\n' >text
chmod +x text
bot none 0 --post ./text
ends 78 'a file that cannot be run'
says 'nothing was sent: --post ./text: .*: must be a program' 'post command that is no program is reported'
check 'post command that cannot run leaves no claim' test ! -f none/20261121T0600Z.pending
cat >unset.sh <<'EOF'
#!/bin/sh
echo 'MASTODON_URL: is not set' >&2
exit 78
EOF
printf '#!/nowhere/sh\n' >strange
cat >later.sh <<'EOF'
#!/bin/sh
echo 'curl: (7) Failed to connect' >&2
exit 75
EOF
chmod +x unset.sh strange later.sh
for wrong in ./missing:78 ./unset.sh:78 ./strange:78 ./later.sh:69; do
    : >log
    rm -rf setup
    bot setup 0 --post ${wrong%:*}
    ends ${wrong#*:} "${wrong%:*}: nothing was sent"
    says "--post ${wrong%:*}: " "${wrong%:*}: the command is named"
    check 'post command that sends nothing leaves no claim' test ! -f setup/20261121T0600Z.pending
    bot setup 100 --post ./post
    ends 0 "${wrong%:*}: the next run"
    check 'next run posts a slot that was never sent' test "$(cat log)" = test/20261121T0600Z
done
says 'posted: ' 'next run reports its post'
bot older 0 -q --post ./fail
bot older 100 -q --post ./unset.sh --retry
ends 78 'a set-up error of --retry'
check 'set-up error of --retry keeps the earlier claim' test -f older/20261121T0600Z.pending
cat >loud <<'EOF'
#!/bin/sh
head -c 300000 /dev/zero | tr '\0' x
printf '\033]0;owned\007\n'
echo https://bots.example/last
EOF
chmod +x loud
bot noise 0 --post ./loud
ends 0 'a command that says much'
size=$(wc -c <noise/20261121T0600Z.posted)
check 'record of a long post is cut to 64 KiB' test "$size" -ge 32768 -a "$size" -le 65536
check 'record of a long post has its last line' \
    test "$(tail -n 1 noise/20261121T0600Z.posted)" = https://bots.example/last
check 'record of a long post has no control characters' \
    fails env LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$T/err"
cat >parent <<'EOF'
#!/bin/sh
(sleep 20) &
echo https://bots.example/child
EOF
chmod +x parent
begun=$(date +%s)
bot left 0 -q --post ./parent
check 'background process of a post is not waited for' test $(($(date +%s) - begun)) -lt 10
cat >slow <<'EOF'
#!/bin/sh
echo begun >>"$LOG"
sleep 30
EOF
chmod +x slow
rm -f log
# shellcheck disable=SC2086
"$HELPER" kill file:log 15 "$R" bot -o late --name test --now "@$NOW" $S -q --post ./slow >/dev/null 2>term
check 'SIGTERM during a post is reported as unknown status' \
    grep -q 'post status unknown: --post ./slow: stopped with this run' term
check 'SIGTERM during a post leaves the claim' \
    test -f late/20261121T0600Z.pending -a ! -f late/20261121T0600Z.posted

# ---- what would be posted -----------------------------------------------------

: >log
bot dry 0 --dry-run --post ./post
ends 0 '--dry-run'
check '--dry-run makes no folder' test ! -e dry -a ! -s log
cp "$T/out" shown
bot dry 0 -q
bot dry 0 --dry-run --post ./post
check '--dry-run shows what a run makes' same "$T/out" shown
check '--dry-run shows text, words, size and command' sh -c '
    for key in title alt command; do sed -n "s/^ \"$key\": \"\(.*\)\",\$/\1/p" dry/*.json; done >want
    sed -n "s/^title: //p; s/^alt: //p; s/^recipe: //p" shown >got
    sort want >w && sort got >g && cmp w g && grep -q "^size: 32x18, $(($(wc -c <dry/latest.png))) bytes$" shown'
check '--dry-run names the post command' grep -qx 'post: ./post' shown
ls dry >before
RIDGELINE_TEXT='{name}: {slot} {time}, {url} {other}{title' bot dry 0 --dry-run
check '--dry-run shows a text of the user' \
    grep -qx 'text: test: 20261121T0600Z 2026-11-21T06:00:00Z,  {other}{title' "$T/out"
check '--dry-run without --post says so' grep -qx 'post: no: --post is missing' "$T/out"
ls dry | cmp -s - before
check '--dry-run beside a slot makes no file' test $? -eq 0
bot dry 100 --post ./post
bot dry 200 --post ./post --dry-run
check '--dry-run of a posted slot says so' grep -qx 'post: no: already posted' "$T/out"
bot dry 10800 --post ./fail
bot dry 10900 --post ./post --dry-run
check '--dry-run of a slot with unknown status says so' grep -q '^post: no: the status of an earlier post is unknown' "$T/out"
bot dry 10900 --post ./post --dry-run --retry
check '--dry-run with --retry shows the post' grep -qx 'post: ./post' "$T/out"
bot dry 21600 --post ./missing --dry-run
ends 78 'a set-up error is found'
cat >text.sh <<'EOF'
#!/bin/sh
printf '%s' "$RIDGELINE_TEXT" >>said
EOF
chmod +x text.sh
rm -f said
bot says 0 -q
RIDGELINE_TEXT='{title} {slot}' bot says 21600 -q --catch-up 2 --post ./text.sh
check 'each post gets the text of its slot' \
    test "$(cat said)" = "$(for slot in 20261121T0900Z 20261121T1200Z; do
    printf '%s' "$(sed -n 's/^ "title": "\(.*\)",$/\1/p' says/$slot.json) $slot"; done)"

# ---- two at once ------------------------------------------------------------

: >log
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    # shellcheck disable=SC2086
    ("$R" bot -o twenty --name test --now "@$NOW" $S -q --post ./post 2>/dev/null
     echo $? >>codes) &
done
wait
check '20 runs at once post once' test "$(cat log)" = test/20261121T0600Z
files twenty '^2.*\.png$' 1 '20 at once: one picture'
check '20 runs at once end with 0 or 75' test "$(grep -vc '^0$\|^75$' codes)" -eq 0
check '20 runs at once all end' test "$(wc -l <codes)" -eq 20
(exec 9<twenty/lock && flock 9 && bot twenty 10800 && cp "$T/err" "$PWD/locked" && exit "$code")
check 'run against a held lock ends with 75' test $? -eq 75
check 'run against a held lock says so' grep -q '^ridgeline: twenty/lock: another run holds the lock$' locked

: >log
cat >./wait <<'EOF'
#!/bin/sh
echo "$RIDGELINE_KEY" >>"$LOG"
: >waiting
while [ ! -f go ]; do sleep 0.05; done
EOF
chmod +x wait
# shellcheck disable=SC2086
"$R" bot -o gone --name test --now "@$NOW" $S -q --post ./wait &
while [ ! -f waiting ]; do sleep 0.05; done
rm gone/lock
bot gone 0 -q --post ./post
ends 74 'a lock that was deleted while it was held'
: >go
wait
check 'runs without a lock post once by their claim' test "$(cat log)" = test/20261121T0600Z
check 'runs without a lock record the post' \
    test -f gone/20261121T0600Z.posted -a ! -f gone/20261121T0600Z.pending

# ---- variety ----------------------------------------------------------------

# slots DIR EVERY COUNT ARG...: a bot that made no picture for COUNT slots of EVERY seconds makes all.
slots()
{
    slots_dir=$1 slots_last=$(($2 * ($3 - 1)))
    shift 3
    bot "$slots_dir" 0 -q --keep 0 "$@"
    bot "$slots_dir" $slots_last -q --keep 0 --catch-up 1000 "$@"
}

S="-s 16x9"
slots many 10800 60
cat many/*.json | sed -n 's/^ "mood": "\(.*\)",$/\1/p' >moods
cat many/*.json | sed -n 's/^ "world": "\(.*\)"$/\1/p' >worlds
all=$("$R" -m help | wc -l)
check 'bot shows all moods' test "$(sort -u moods | wc -l)" -eq "$all"
check 'bot shows most worlds' test "$(sort -u worlds | wc -l)" -ge $(($("$R" -w help | wc -l) / 2))
check 'bot repeats no mood within half of them' awk -v all="$all" '
    $1 in last && NR - last[$1] < all / 2 { exit 1 } { last[$1] = NR }' moods
check 'bot repeats no world in a row' awk '$1 == last { exit 1 } { last = $1 }' worlds
check 'bot shows some compositions' test "$(cat many/*.json | grep -c '^ "composition": "')" -ge 10
slots calm 10800 12 --calm top
check 'bot shows no composition with calm parts' fails grep -q '^ "composition": "' calm/*.json
bot own 0 -q -m moonlight --style lake
cp "$ROOT/data/moods/dusk.ini" mine.ini
cp "$ROOT/data/worlds/lake.ini" shore.ini
bot files 0 -q -m ./mine.ini -w ./shore.ini
ends 0 'a mood and a world of files'
check 'slots have a title of what is seen' grep -q '"title": "[A-Z][a-z].*"' files/20261121T0600Z.json
check 'bot obeys -m' grep -q '"mood": "moonlight"' own/20261121T0600Z.json
check 'bot obeys --style' grep -q '"world": "lake"' own/20261121T0600Z.json
cat many/*.json | sed -n 's/^ "title": "\(.*\)",$/\1/p' >titles
check 'titles of slots have two to ten words' fails grep -vE "^[A-Z][a-z,-]*( [A-Za-z',-]+){1,9}\$" titles
check 'titles of 48 slots differ' test "$(head -n 48 titles | sort | uniq -d | wc -l)" -eq 0
slots listed 10800 4 -m dawn,dusk
slots places 10800 4 -w alpine,lake
check 'bot with a list of -w shows no other world' \
    test "$(cat places/*.json | grep -c '^ "world": "\(alpine\|lake\)"$')" -eq 4
check 'bot with a list of -m takes two moods in turn' \
    test "$(cat listed/*.json | sed -n 's/^ "mood": "\(.*\)",$/\1/p' | sort | uniq -c | tr -s ' \n' ' ')" = ' 2 dawn 2 dusk '
slots sun 3600 24 --every 1h --latitude 52.5 --longitude 13.4
# sunrise at 6:33 UTC that day, sunset at 15:02
for case in '0[0-4]:moonlight bloodmoon dusk vapor aurora' '07:dawn violet mist' '1[01]:noon ink storm autumn' \
    '1[45]:ember golden mars' '2[0-3]:moonlight bloodmoon dusk vapor aurora'; do
    moods=$(cat sun/20261121T${case%%:*}00Z.json sun/20261122T${case%%:*}00Z.json 2>/dev/null |
        sed -n 's/^ "mood": "\(.*\)",$/\1/p' | sort -u)
    wrong=''
    for mood in $moods; do
        case " ${case##*:} " in *" $mood "*) ;; *) wrong="$wrong $mood" ;; esac
    done
    if [ -n "$moods" ] && [ -z "$wrong" ]; then ok "moods of the bot suit the light at ${case%%:*} h"; else not_ok "moods of the bot suit the light at ${case%%:*} h" "$moods: $wrong"; fi
done

# ---- what others have done to the folder ------------------------------------------

S="-s 32x18 --style dunes"
bot hurt 0 -q
cp hurt/20261121T0600Z.png whole.png
for damage in ': >hurt/20261121T0600Z.png' 'head -c 900 whole.png >hurt/20261121T0600Z.png' ': >hurt/20261121T0600Z.json' \
    'echo "{" >hurt/20261121T0600Z.json' 'rm hurt/20261121T0600Z.alt.txt' 'rm hurt/20261121T0600Z.png' \
    'sed "s/\"title\": \"/&\\\\u001b/" hurt/20261121T0600Z.json >h; cp h hurt/20261121T0600Z.json' \
    'sed "s/\"alt\": \".*\"/\"alt\": \"\"/" hurt/20261121T0600Z.json >h; cp h hurt/20261121T0600Z.json'; do
    eval "$damage"
    bot hurt 100
    says ': 32x18, ' "made again after: $damage"
    check 'damaged picture is made again as it was' cmp whole.png hurt/20261121T0600Z.png
    check 'picture made again is the latest' cmp whole.png hurt/latest.png
done
: >log
rm hurt/latest.png
mkdir hurt/latest.png
bot hurt 200 -q --post ./post
ends 73 'run with a folder in place of latest.png'
check 'folder in place of latest.png does not prevent the post' test "$(cat log)" = test/20261121T0600Z
bot hurt 10800 -q --keep 1
check 'folder in place of latest.png keeps pictures that the pages name' test -f hurt/20261121T0600Z.png
rmdir hurt/latest.png
ln -s 20261121T0600Z.png hurt/latest.png
bot hurt 10800 -q
ends 73 'run with a link in place of latest.png'
check 'link in place of a picture is not followed' cmp whole.png hurt/20261121T0600Z.png
rm hurt/latest.png
mkfifo hurt/latest.png
bot hurt 10800 -q
ends 73 'run with a pipe in place of latest.png'
run bot -o one --name other --now "@$NOW" $S -q
ends 78 'run in the folder of another bot'
says "^ridgeline: -o one: belongs to the bot test: choose another folder for other$" 'folder of another bot is reported'

# the name is in JSON, HTML and XML, and is read back as the folder's owner
for pass in 1 2; do
    run bot -o quoted --name 'a "b" \ <c> & d'"'" --now "@$NOW" $S -q
    ends 0 "a name of odd letters: run $pass"
done
check 'name of odd letters is escaped in JSON' grep -qF '"name": "a \"b\" \\ \u003c' quoted/20261121T0600Z.json
check 'name of odd letters is escaped in HTML' \
    grep -qF '<h1>a &quot;b&quot; \ &lt;c&gt; &amp; d&#39;</h1>' quoted/index.html

printf 'GIMP Palette\nName: odd \342\200\256 name\n#\n10 20 40\n60 70 110\n200 160 120\n250 220 170\n' >odd.gpl
bot odd 0 -p odd.gpl
check 'name of a palette reaches the terminal escaped' \
    fails env LC_ALL=C grep -q "$(printf '\342\200\256')" "$T/err"
bot odd 100 -p odd.gpl
check 'palette of odd name leaves the slot finished' test ! -s "$T/err" -a -f odd/index.html

bot past 0 -q --post ./post
: >past/19500101T0000Z.pending
: >log
bot past 10800 -q --post ./post --retry
ends 0 'run beside a slot before 1970'
check 'slot before 1970 is not posted' test "$(cat log)" = test/20261121T0900Z

# ---- limits -----------------------------------------------------------------

S="-s 128x72 --style dunes --set ridgeline.ridges=2"
for most in 15000 12000 10000 6000; do
    bot "most$most" 0 --max-bytes $most
    ends 0 "--max-bytes $most"
    check "--max-bytes $most is kept" test "$(wc -c <"most$most/20261121T0600Z.png")" -le $most
    check "--max-bytes $most leaves a whole picture" "$R" info "most$most/20261121T0600Z.png"
done
says 'in place of [0-9]*, [0-9]*x[0-9]*' 'reduction by --max-bytes is reported'
check 'JSON of a reduced picture has the size made' \
    grep -q '^ "made": "[0-9]*x[0-9]*' most6000/20261121T0600Z.json
check 'picture reduced to a palette is not called pixel art' fails grep -q 'pixel art' most*/2*.alt.txt
check 'JSON of a reduced picture names its 256 colours' grep -qh '256 colours' most*/20261121T0600Z.json
S="-s 32x18 --style dunes"
bot least 0 --max-bytes 50
ends 78 'a limit that no picture keeps'
says '^ridgeline: --max-bytes 50: must be more: even the smallest picture is larger$' 'limit that no picture keeps is reported'
files least '^2' 0 'and leaves no file of the slot'
bot loop 0 -q --set extent.kind=loop
ends 0 'pictures that loop'

# ---- bad input --------------------------------------------------------------

B="bot -o bad --name test --now @$NOW"
bad 'no folder' 64 'add -o DIR' bot --name test
bad 'standard output' 64 'add -o DIR' bot --name test -o -
bad 'no name' 64 'add --name NAME' bot -o bad
bad 'a name with a slash' 64 'slash' bot -o bad --name a/b
bad 'a long name' 64 'at most 64' bot -o bad --name "$(printf '%065d' 0)"
bad 'a scene' 64 'unexpected scene: each slot of a bot makes its own' bot -o bad --name test classic
for value in '' 0 3 3x -3h 0h 1.5h 367d 53w 3hh h day 99999999999999999999m; do
    # shellcheck disable=SC2086
    bad "--every '$value'" 64 'every' $B --every "$value"
done
for value in '' @ 1 @-1 @1e9 @253402300800 @99999999999999999999 now; do
    bad "--now '$value'" 64 'now' bot -o bad --name test --now "$value"
done
for value in 91 -91 nan inf 5e1 x 1,5; do
    # shellcheck disable=SC2086
    bad "--latitude $value" 64 'latitude' $B "--latitude=$value"
done
# shellcheck disable=SC2086
{
    bad '--longitude alone' 64 '--longitude: needs --latitude: add it' $B --longitude 5
    bad '--longitude 181' 64 '-180..180' $B --latitude 5 --longitude 181
    bad '--keep -1' 64 'keep' $B --keep=-1
    bad '--max-bytes 0' 64 'max-bytes' $B --max-bytes 0
    bad '--catch-up 0' 64 'catch-up' $B --catch-up 0
    bad '--retry alone' 64 'post' $B --retry
    bad '--post that is missing' 78 'no such file' $B --post ./nothing
    bad '--post that is no program' 78 'must be the path of a program' $B --post ./log
    bad '--post with arguments' 78 'without arguments' $B --post './post now'
    bad '--post that is a folder' 78 'must be the path of a program' $B --post .
    bad 'a picture of 65 Mpx' 64 'at most 64 Mpx' $B -s 10000x6500
    bad '--url without a host' 64 'must be http' $B --url https:///x/
    bad '--keep of a word' 64 'must be 0..1000000' $B --keep all
    bad '--url without a slash' 64 'must be http' $B --url https://bots.example
    bad '--url with a quote' 64 'must be http' $B --url 'https://bots.example/"/'
    bad '--set of the depth' 64 '8 bits' $B --set output.depth=16
    bad '--set of the seed' 64 'the slot sets the seed' $B --set ridgeline.seed=4
    bad 'a mood that is mistyped' 64 'did you mean moonlight' $B -m monlight
    bad 'a mood of a list that is mistyped' 64 'did you mean moonlight' $B -m dawn,monlight
    bad 'a file in a list of moods' 64 'must be the name of a built-in mood in a list' $B -m dawn,./mine.ini
    bad 'a world of a list that is mistyped' 64 'did you mean alpine' $B -w lake,alpin
    bad 'a file in a list of worlds' 64 'must be the name of a built-in world in a list' $B -w lake,./shore.ini
    bad 'a list of moods with an end' 64 'no such mood' $B -m dawn,
    bad 'an option that is mistyped' 64 'did you mean --latitude' $B --lattitude 5
    bad 'a folder that is a file' 73 'is no folder' bot -o log --name test
    bad 'a folder in nowhere' 73 'cannot make the folder' bot -o no/where --name test
}
check 'refused bot makes no picture' fails test -e bad/20261121T0600Z.png

# ---- the journal --------------------------------------------------------------

check 'messages for the journal have levels' sh -c '
    : >journal
    JOURNAL_STREAM=$(stat -c %d:%i journal) "$1" bot -o j --name test --now "@$2" -s 32x18 2>journal
    JOURNAL_STREAM=$(stat -c %d:%i journal) "$1" bot -o j --name test --now "@$2" -s 32x18 --post ./fail 2>>journal
    grep -q "^<6>20261121T0600Z: " journal && grep -q "^<3>ridgeline: " journal' - "$R" "$NOW"
check 'messages for a terminal have no levels' sh -c '
    JOURNAL_STREAM=1:1 "$1" bot -o k --name test --now "@$2" -s 32x18 2>journal
    grep -q "^20261121T0600Z: " journal' - "$R" "$NOW"
