# test_bot.sh - `ridgeline bot`: slots, at most one post, variety, limits, clocks.
. "$ROOT/tests/full/cli/common.sh"

# The first slot of these tests, 2026-11-21T06:00:00Z.
NOW=1795240800
S="-s 32x18"

# bot DIR SECONDS ARG...: a run of the bot so long after NOW.
bot()
{
    bot_dir=$1 bot_now=$((NOW + $2))
    shift 2
    # shellcheck disable=SC2086 # words of their own
    run bot -o "$bot_dir" --name test --now "@$bot_now" $S "$@"
}

# ends CODE NAME: how the last run ended.
ends()
{
    if [ "$code" -eq "$1" ]; then ok "$2"; else not_ok "$2" "exit $code, wanted $1" "$(cat "$T/err")"; fi
}

# says PATTERN NAME: what the last run told.
says()
{
    if grep -q -- "$1" "$T/err"; then ok "$2"; else not_ok "$2" "$(cat "$T/err")"; fi
}

# files DIR PATTERN COUNT NAME
files()
{
    # shellcheck disable=SC2010 # names of our own
    files_are=$(ls "$1" | grep -c -- "$2")
    if [ "$files_are" -eq "$3" ]; then ok "$4"; else not_ok "$4" "$files_are, wanted $3" "$(ls "$1")"; fi
}

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
ends 0 'a run'
says '^20261121T0600Z: .*: 32x18, [0-9]* bytes$' 'tells its picture'
says '^20261121T0600Z: posted: https://bots.example/20261121T0600Z$' 'tells its post'
check 'the files of a slot, and no other' test "$(ls one | tr '\n' ' ')" = \
    "20261121T0600Z.alt.txt 20261121T0600Z.json 20261121T0600Z.png 20261121T0600Z.posted feed.xml index.html latest.png lock "
check 'latest.png is the picture' cmp one/20261121T0600Z.png one/latest.png
check '.posted is what the command said' test "$(cat one/20261121T0600Z.posted)" = \
    'https://bots.example/20261121T0600Z'
length=$(head -n 1 one/20261121T0600Z.alt.txt | wc -c)
check 'an alt text of 80 to 420 letters' test "$length" -ge 81 -a "$length" -le 421
check 'the alt text stands in the JSON' grep -qF "$(cat one/20261121T0600Z.alt.txt)" one/20261121T0600Z.json
for key in algorithm alt bytes composition file format height metadata name pixels_crc32 scene seed slot software width; do
    check "JSON has $key" grep -q "^ \"$key\": " one/20261121T0600Z.json
done
check 'the size is that of the file' grep -q "\"bytes\": $(($(wc -c <one/20261121T0600Z.png)))," \
    one/20261121T0600Z.json
check 'its scene makes the picture again' sh -c '
    sed -n "s/^ \"scene\": \"\(.*\)\",\$/\1/p" one/20261121T0600Z.json | sed "s/\\\\n/\n/g" >again.ini
    "$1" ./again.ini -f hash -o a.hash && "$1" one/20261121T0600Z.png -f hash -o b.hash && cmp a.hash b.hash' - "$R"
composition_of() { # auto where it is null
    sed -n 's/^ "composition": null,$/auto/; s/^ "composition": "\(.*\)",$/\1/p; /^auto$/p' "$1"
}
run --seed test/20261121T0600Z -f hash -o seed.hash -s 32x18 \
    -m "$(sed -n 's/^ "mood": "\(.*\)",$/\1/p' one/20261121T0600Z.json)" \
    --style "$(sed -n 's/^ "world": "\(.*\)"$/\1/p' one/20261121T0600Z.json)" \
    --composition "$(composition_of one/20261121T0600Z.json)"
check 'the seed is NAME/SLOT' cmp seed.hash b.hash
check 'its command makes the picture again' sh -c '
    command=$(sed -n "s/^ \"command\": \"\(.*\)\",\$/\1/p" one/20261121T0600Z.json)
    case $command in "ridgeline --seed test/20261121T0600Z "*) ;; *) exit 1 ;; esac
    eval "\"\$1\" ${command#ridgeline} -f hash -o c.hash" && cmp c.hash b.hash' - "$R"
check 'and the gallery shows it' grep -q '<code>ridgeline --seed test/20261121T0600Z ' one/index.html
check 'the sum is that of the pixels' sh -c '
    "$1" one/20261121T0600Z.png -f ppm -o sum.ppm
    tail -c 1728 sum.ppm | gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d " \n" >sum
    grep -q "\"pixels_crc32\": \"$(cat sum)\"" one/20261121T0600Z.json' - "$R"

find one -type f -exec ls -li --time-style=full-iso {} + >before
bot one 10799 --post ./post
ends 0 'again in the same slot'
check 'says nothing' test ! -s "$T/err"
find one -type f -exec ls -li --time-style=full-iso {} + >after
check 'writes nothing' cmp before after
check 'posts once' test "$(cat log)" = test/20261121T0600Z
bot two 7000 -q
check 'another machine makes the same picture' cmp one/20261121T0600Z.png two/20261121T0600Z.png
check 'and says nothing with -q' test ! -s "$T/err"
bot one 10800 -q
check 'the next slot has another one' fails cmp -s one/20261121T0600Z.png one/20261121T0900Z.png
check 'which is the latest' cmp one/20261121T0900Z.png one/latest.png

# ---- time -------------------------------------------------------------------

# Most things hold for any land: dunes are painted in half of the time.
S="-s 32x18 --style dunes"
bot dunes 0 -q
for zone in Europe/Berlin Australia/Lord_Howe Pacific/Apia Asia/Kathmandu :/etc/passwd garbage; do
    rm -rf zone
    (TZ=$zone && export TZ && bot zone 0 -q)
    check "TZ=$zone changes nothing" cmp dunes/20261121T0600Z.png zone/20261121T0600Z.png
done
bot back 10800 -q --post ./post
bot back 0 -q --post ./post
bot back 10800 -q --post ./post
bot back 3600 -q --post ./post
check 'a clock set back posts nothing twice' test "$(grep -c . log)" -eq 3
bot future 4000000000 -q --post ./post
bot future 0 -q --post ./post
bot future 10800 -q --post ./post
check 'a clock in the year 2153 does not stop what follows' test "$(grep -c . log)" -eq 6
check 'nor is its picture the latest' cmp future/20261121T0900Z.png future/latest.png
check 'nor shown' fails grep -q 2153 future/index.html
run bot -o now --name test $S -q
ends 0 'by the clock'
for case in 0:19700101T0000Z 951782400:20000229T0000Z 2147483648:20380119T0300Z 253402300799:99991231T2100Z; do
    rm -rf far
    run bot -o far --name test $S -q --now "@${case%%:*}"
    check "slot of ${case%%:*}" test -f "far/${case##*:}.png"
done
for case in 1m:20261121T0625Z 30m:20261121T0600Z 1h:20261121T0600Z 2h:20261121T0600Z 1d:20261121T0000Z 7d:20261119T0000Z \
    hourly:20261121T0600Z daily:20261121T0000Z weekly:20261119T0000Z 1w:20261119T0000Z; do
    rm -rf every
    bot every 1535 -q --every "${case%%:*}"
    check "--every ${case%%:*}" test -f "every/${case##*:}.png"
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
check 'what is caught up on is posted, and not what was there' test "$(tr '\n' ' ' <log)" = \
    'test/20261121T0900Z test/20261121T1200Z '
: >log
bot few 0 -q --every 1h --post ./post
bot few 72000 -q --every 1h --catch-up 5 --keep 2 --post ./post
ends 0 '--catch-up of more than --keep keeps'
check 'posts them before they go' test "$(grep -c . log)" -eq 7
files few '^2.*\.png$' 2 'and keeps no more'
: >log
bot silent 0 -q --post ./post
bot silent 32400 -q --catch-up 5
bot silent 43200 -q --catch-up 5 --post ./post
check 'pictures that were made without a post are posted by --catch-up' \
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
check 'the gallery shows what is kept' test "$(grep -o 'src="2[^"]*\.png"' keep/index.html | sort -u | wc -l)" -eq 3
check 'and so does the feed' test "$(grep -c '<entry>' keep/feed.xml)" -eq 3
for page in feed.xml:atom.awk index.html:gallery.awk; do
    check "${page%%:*} keeps the rules" sh -c 'cd "$1" && awk -v folder=. -f "$2/markup.awk" \
        -f "$2/$3" "$4"' - keep "$ROOT/tests/support" "${page##*:}" "${page%%:*}"
done
lines=$(grep -c . log)
bot keep 0 -q --every 1h --keep 3 --post ./post
check 'a slot whose picture went is not posted again' test "$(grep -c . log)" -eq "$lines"
: >keep/index.txt
: >keep/20261399T9999Z.png
: >keep/20261121T0100Z.png.bak
bot keep $((7 * 3600)) -q --every 1h --keep 1
check 'files of others stay' test -f keep/index.txt -a -f keep/20261399T9999Z.png -a -f keep/20261121T0100Z.png.bak

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
says 'ridgeline: 20261121T0600Z: post status unknown: --post ./fail: exit code 3: 503: come back later' 'is told, with what it said last'
check 'its claim stays' test -f posts/20261121T0600Z.pending
check 'the picture is there all the same' cmp posts/20261121T0600Z.png posts/latest.png
bot posts 60 --post ./post
ends 74 'what may be posted'
says '20261121T0600Z: post status unknown: see ' 'is told'
check 'and not posted again' test "$(grep -c . log)" -eq 1
bot posts 10800 --post ./post
ends 0 'the next slot is posted'
says '20261121T0600Z: post status unknown; use --retry to post it again' 'the one before is told'
bot posts 10900 --post ./post --retry
ends 0 '--retry'
check 'posts it' test "$(tr '\n' ' ' <log)" = 'test/20261121T0600Z test/20261121T0900Z test/20261121T0600Z '
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
says '20261121T0600Z: posted, but this cannot be recorded: https://bots.example/norecord' 'is told, with its address'
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
EOF
chmod +x env.sh
run bot -o env --name "$NAME" --now "@$NOW" $S -q --post ./env.sh --url https://bots.example/it/
ends 0 'what the command is told'
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
check 'it reads nothing of the bot' sh -c '
    echo secret | "$1" bot -o read --name "$NAME" --now "@$2" -s 32x18 -q --post ./env.sh --url https://bots.example/it/' \
    - "$R" "$NOW"
printf 'not a program\n' >text
chmod +x text
bot none 0 --post ./text
ends 78 'a file that cannot be run'
says 'nothing was sent: --post ./text: .*: must be a program' 'is told'
check 'leaves no claim: it never ran' test ! -f none/20261121T0600Z.pending
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
    says "--post ${wrong%:*}: " 'is told'
    check 'and no claim is made' test ! -f setup/20261121T0600Z.pending
    bot setup 100 --post ./post
    ends 0 'the next run'
    check 'posts what nobody has sent' test "$(cat log)" = test/20261121T0600Z
done
says 'posted: ' 'and tells it'
bot older 0 -q --post ./fail
bot older 100 -q --post ./unset.sh --retry
ends 78 'a set-up error of --retry'
check 'keeps the claim of the run before' test -f older/20261121T0600Z.pending
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
check 'its record has an end' test "$size" -ge 32768 -a "$size" -le 65536
check 'and holds what it said last' test "$(tail -n 1 noise/20261121T0600Z.posted)" = https://bots.example/last
check 'and nothing of it reaches a terminal' fails env LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$T/err"
cat >parent <<'EOF'
#!/bin/sh
(sleep 20) &
echo https://bots.example/child
EOF
chmod +x parent
begun=$(date +%s)
bot left 0 -q --post ./parent
check 'what the command leaves behind is not waited for' test $(($(date +%s) - begun)) -lt 10
cat >slow <<'EOF'
#!/bin/sh
echo begun >>"$LOG"
sleep 30
EOF
chmod +x slow
rm -f log
# shellcheck disable=SC2086
"$HELPER" kill file:log 15 "$R" bot -o late --name test --now "@$NOW" $S -q --post ./slow >/dev/null 2>term
check 'SIGTERM during a post is told as such' grep -q 'post status unknown: --post ./slow: stopped with this run' term
check 'SIGTERM during a post leaves the claim' test -f late/20261121T0600Z.pending -a ! -f late/20261121T0600Z.posted

# ---- the scripts of samples/bot -----------------------------------------------

# A stand-in for curl and all servers.  $FAULT says which calls fail: STEP-down without a
# connection, STEP-lost without an answer, STEP-CODE by a code of HTTP.
mkdir tools
cat >tools/curl <<'EOF'
#!/bin/sh
case "$*" in
*createSession*) step=session good='{"did": "did:plc:a", "handle": "a.example", "accessJwt": "b"}' ;;
*uploadBlob*) step=blob good='{"blob": {"ref": {"$link": "c"}}}' ;;
*createRecord*) step=record good='{}' ;;
*getRecord*) step=look good='{}' ;;
*/api/v2/media*) step=media good='{"id": "1", "url": "https://a.example/1.png"}' ;;
*/api/v1/statuses*) step=status good='{"url": "https://a.example/2"}' ;;
*/media/v3/upload*) step=upload good='{"content_uri": "mxc://a.example/1"}' ;;
*/send/m.room.message/*) step=send good='{"event_id": "$1"}' ;;
*'files[0]'*) step=message good='{"channel_id": "1", "id": "2"}' ;;
*) step=webhook good='{"guild_id": "3"}' ;;
esac
echo "$step" >>"$LOG"
code=200
for fault in $FAULT; do
    case $fault in "$step"-*) code=${fault#*-} ;; esac
done
case $code in
200) echo "$good" >answer ;;
down) echo 'curl: (7) Failed to connect' >&2 && exit 7 ;;
lost) echo 'curl: (52) Empty reply from server' >&2 && exit 52 ;;
none) code=400 && echo '{"error": "RecordNotFound"}' >answer ;;
*) echo '{"error": "refused"}' >answer ;;
esac
printf %s "$code"
EOF
chmod +x tools/curl
echo 1/secret >token

# run_script NETWORK FAULT: runs the script as a bot does.  Leaves its exit code in the file
# "answers/NETWORK FAULT" and what it said in that with .said.
run_script()
{
    env FAULT="$2" RIDGELINE_NAME=test RIDGELINE_SLOT=20261121T0600Z RIDGELINE_TITLE='A lake' \
        RIDGELINE_KEY=test/20261121T0600Z RIDGELINE_TIME=2026-11-21T06:00:00Z \
        RIDGELINE_PICTURE="$PWD/one/20261121T0600Z.png" \
        RIDGELINE_ALT_FILE="$PWD/one/20261121T0600Z.alt.txt" \
        "$ROOT/samples/bot/post-$1.sh" >"answers/$1 $2.said" 2>&1 </dev/null
    echo $? >"answers/$1 $2"
}

# Exit codes: 75 and 78: nothing was sent; 69: unknown.
cat >cases <<'EOF'
75 bluesky session-down
78 bluesky session-401
75 bluesky blob-500
69 bluesky record-lost look-lost
75 bluesky record-lost look-none
75 mastodon media-down
78 mastodon media-401
75 mastodon media-500
69 mastodon status-500
69 mastodon status-lost
75 pixelfed media-down
78 pixelfed media-401
75 pixelfed media-500
69 pixelfed status-lost
75 matrix upload-down
78 matrix upload-401
75 matrix upload-500
75 matrix send-down
69 matrix send-lost
75 discord webhook-down
78 discord webhook-404
75 discord webhook-500
75 discord message-400
69 discord message-lost
EOF
if command -v jq >/dev/null; then
    mkdir answers temp
    PATH=$PWD/tools:$PATH TMPDIR=$PWD/temp RIDGELINE_TOKEN_FILE=$PWD/token
    BLUESKY_HANDLE=a.example MATRIX_ROOM='!a:a.example' MATRIX_URL=https://a.example
    MASTODON_URL=https://a.example PIXELFED_URL=https://a.example
    export PATH TMPDIR RIDGELINE_TOKEN_FILE BLUESKY_HANDLE MATRIX_ROOM MATRIX_URL
    export MASTODON_URL PIXELFED_URL
    while read -r _ network fault; do
        run_script "$network" "$fault" &
    done <cases
    wait
    while read -r wanted network fault; do
        code=$(cat "answers/$network $fault")
        cp "answers/$network $fault.said" "$T/err"
        ends "$wanted" "post-$network.sh, $fault: exit code $wanted"
    done <cases

    : >log
    FAULT=media-503 bot mastodon 0 -q --post "$ROOT/samples/bot/post-mastodon.sh"
    ends 69 'a run of the bot while the server is down'
    says '^ridgeline: 20261121T0600Z: nothing was sent: .*: media: 503: refused$' 'is told'
    check 'in one line' test "$(wc -l <"$T/err")" -eq 1
    files mastodon 'pending$' 0 'and no claim stays'
    FAULT=none bot mastodon 3600 -q --post "$ROOT/samples/bot/post-mastodon.sh"
    ends 0 'the next run in the same slot'
    check 'posts' test "$(cat mastodon/*.posted)" = https://a.example/2
    check 'once' test "$(tr '\n' ' ' <log)" = 'media media status '
    FAULT=none bot mastodon 7200 -q --post "$ROOT/samples/bot/post-mastodon.sh"
    check 'and the run after it calls nobody' test "$(grep -c . log)" -eq 3
    check 'no script leaves a file' test -z "$(ls temp)"

    TMPDIR=$PWD/nowhere bot full 0 -q --post "$ROOT/samples/bot/post-mastodon.sh"
    ends 69 'a script that can write no file has sent nothing'
    cp "$ROOT/samples/bot/post-discord.sh" .
    bot alone 0 -q --post ./post-discord.sh
    ends 78 'a script without post-common.sh has sent nothing'
fi

# ---- what would be posted -----------------------------------------------------

: >log
bot dry 0 --dry-run --post ./post
ends 0 '--dry-run'
check 'makes no folder' test ! -e dry -a ! -s log
cp "$T/out" shown
bot dry 0 -q
bot dry 0 --dry-run --post ./post
check 'shows what a run makes' same "$T/out" shown
check 'its text, words, size and command' sh -c '
    for key in title alt command; do sed -n "s/^ \"$key\": \"\(.*\)\",\$/\1/p" dry/*.json; done >want
    sed -n "s/^title: //p; s/^alt: //p; s/^recipe: //p" shown >got
    sort want >w && sort got >g && cmp w g && grep -q "^size: 32x18, $(($(wc -c <dry/latest.png))) bytes$" shown'
check 'and which command posts' grep -qx 'post: ./post' shown
ls dry >before
RIDGELINE_TEXT='{name}: {slot} {time}, {url} {other}{title' bot dry 0 --dry-run
check 'a text of its own' grep -qx 'text: test: 20261121T0600Z 2026-11-21T06:00:00Z,  {other}{title' "$T/out"
check 'nothing to post with' grep -qx 'post: no: --post is missing' "$T/out"
ls dry | cmp -s - before
check 'no file more' test $? -eq 0
bot dry 100 --post ./post
bot dry 200 --post ./post --dry-run
check 'a post that is made' grep -qx 'post: no: it is posted' "$T/out"
bot dry 10800 --post ./fail
bot dry 10900 --post ./post --dry-run
check 'one that is unknown' grep -q '^post: no: its status is unknown' "$T/out"
bot dry 10900 --post ./post --dry-run --retry
check 'which --retry posts' grep -qx 'post: ./post' "$T/out"
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
check 'each post is given its text' test "$(cat said)" = "$(for slot in 20261121T0900Z 20261121T1200Z; do
    printf '%s' "$(sed -n 's/^ "title": "\(.*\)",$/\1/p' says/$slot.json) $slot"; done)"

# ---- two at once ------------------------------------------------------------

: >log
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    # shellcheck disable=SC2086
    ("$R" bot -o twenty --name test --now "@$NOW" $S -q --post ./post 2>/dev/null
     echo $? >>codes) &
done
wait
check '20 at once: one post' test "$(cat log)" = test/20261121T0600Z
files twenty '^2.*\.png$' 1 '20 at once: one picture'
check '20 at once: they end by 0 or 75' test "$(grep -vc '^0$\|^75$' codes)" -eq 0
check 'none in the way of another' test "$(wc -l <codes)" -eq 20
(exec 9<twenty/lock && flock 9 && bot twenty 10800 && cp "$T/err" "$PWD/locked" && exit "$code")
check 'a lock that is held: 75 at once' test $? -eq 75
check 'and says so' grep -q '^ridgeline: twenty/lock: another run holds the lock$' locked

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
check 'the claim holds all the same: one post' test "$(cat log)" = test/20261121T0600Z
check 'which is recorded' test -f gone/20261121T0600Z.posted -a ! -f gone/20261121T0600Z.pending

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
check 'all moods' test "$(sort -u moods | wc -l)" -eq "$all"
check 'most worlds' test "$(sort -u worlds | wc -l)" -ge $(($("$R" -w help | wc -l) / 2))
check 'no mood again within half of them' awk -v all="$all" '
    $1 in last && NR - last[$1] < all / 2 { exit 1 } { last[$1] = NR }' moods
check 'no world twice in a row' awk '$1 == last { exit 1 } { last = $1 }' worlds
check 'some compositions' test "$(cat many/*.json | grep -c '^ "composition": "')" -ge 10
slots calm 10800 12 --calm top
check 'none of them where it must be calm' fails grep -q '^ "composition": "' calm/*.json
bot own 0 -q -m moonlight --style lake
cp "$ROOT/data/moods/dusk.ini" mine.ini
cp "$ROOT/data/worlds/lake.ini" shore.ini
bot files 0 -q -m ./mine.ini -w ./shore.ini
ends 0 'a mood and a world of files'
check 'have a title of what is seen' grep -q '"title": "[A-Z][a-z].*"' files/20261121T0600Z.json
check '-m is obeyed' grep -q '"mood": "moonlight"' own/20261121T0600Z.json
check '--style is obeyed' grep -q '"world": "lake"' own/20261121T0600Z.json
cat many/*.json | sed -n 's/^ "title": "\(.*\)",$/\1/p' >titles
check 'titles are of two to ten words' fails grep -vE "^[A-Z][a-z,-]*( [A-Za-z',-]+){1,9}\$" titles
check 'and none comes twice in 48' test "$(head -n 48 titles | sort | uniq -d | wc -l)" -eq 0
slots listed 10800 4 -m dawn,dusk
slots places 10800 4 -w alpine,lake
check 'a list of -w: no other world' test "$(cat places/*.json | grep -c '^ "world": "\(alpine\|lake\)"$')" -eq 4
check 'a list of -m: two moods in turn' test "$(cat listed/*.json | sed -n 's/^ "mood": "\(.*\)",$/\1/p' | sort | uniq -c | tr -s ' \n' ' ')" = ' 2 dawn 2 dusk '
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
    if [ -n "$moods" ] && [ -z "$wrong" ]; then ok "the light of ${case%%:*} h"; else not_ok "the light of ${case%%:*} h" "$moods: $wrong"; fi
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
    check 'as it was' cmp whole.png hurt/20261121T0600Z.png
    check 'and shown' cmp whole.png hurt/latest.png
done
: >log
rm hurt/latest.png
mkdir hurt/latest.png
bot hurt 200 -q --post ./post
ends 73 'a folder in place of latest.png'
check 'does not keep the post back' test "$(cat log)" = test/20261121T0600Z
bot hurt 10800 -q --keep 1
check 'nor lets a picture go that the pages still name' test -f hurt/20261121T0600Z.png
rmdir hurt/latest.png
ln -s 20261121T0600Z.png hurt/latest.png
bot hurt 10800 -q
ends 73 'a link in its place'
check 'is not followed' cmp whole.png hurt/20261121T0600Z.png
rm hurt/latest.png
mkfifo hurt/latest.png
bot hurt 10800 -q
ends 73 'a pipe in its place: nobody waits'
run bot -o one --name other --now "@$NOW" $S -q
ends 78 'a folder of another bot'
says "^ridgeline: -o one: holds the pictures of the bot test: other needs another folder$" 'is told'

# the name is in JSON, HTML and XML, and is read back as the folder's owner
for pass in 1 2; do
    run bot -o quoted --name 'a "b" \ <c> & d'"'" --now "@$NOW" $S -q
    ends 0 "a name of odd letters: run $pass"
done
check 'a name of odd letters is escaped in JSON' grep -qF '"name": "a \"b\" \\ \u003c' quoted/20261121T0600Z.json
check 'a name of odd letters is escaped in HTML' grep -qF '<h1>a &quot;b&quot; \ &lt;c&gt; &amp; d&#39;</h1>' quoted/index.html

printf 'GIMP Palette\nName: odd \342\200\256 name\n#\n10 20 40\n60 70 110\n200 160 120\n250 220 170\n' >odd.gpl
bot odd 0 -p odd.gpl
check 'the name of a palette reaches no terminal unescaped' fails env LC_ALL=C grep -q "$(printf '\342\200\256')" "$T/err"
bot odd 100 -p odd.gpl
check 'nor keeps a slot from being done' test ! -s "$T/err" -a -f odd/index.html

bot past 0 -q --post ./post
: >past/19500101T0000Z.pending
: >log
bot past 10800 -q --post ./post --retry
ends 0 'a slot before 1970 is none of ours'
check 'and is not posted' test "$(cat log)" = test/20261121T0900Z

# ---- limits -----------------------------------------------------------------

S="-s 128x72 --style dunes --set ridgeline.ridges=2"
for most in 15000 12000 10000 6000; do
    bot "most$most" 0 --max-bytes $most
    ends 0 "--max-bytes $most"
    check "--max-bytes $most is kept" test "$(wc -c <"most$most/20261121T0600Z.png")" -le $most
    check "--max-bytes $most: the file is a picture" "$R" info "most$most/20261121T0600Z.png"
done
says 'in place of [0-9]*, [0-9]*x[0-9]*' 'it says what it did'
check 'so does the JSON' grep -q '^ "made": "[0-9]*x[0-9]*' most6000/20261121T0600Z.json
check 'a palette on the ladder is no pixel art' fails grep -q 'pixel art' most*/2*.alt.txt
check 'a palette stands on the ladder' grep -qh '256 colours' most*/20261121T0600Z.json
S="-s 32x18 --style dunes"
bot least 0 --max-bytes 50
ends 78 'a limit that no picture keeps'
says '^ridgeline: --max-bytes 50: no picture is so small$' 'is told'
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
bad 'a scene' 64 'takes no scene' bot -o bad --name test classic
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
    bad '--longitude alone' 64 'needs --latitude' $B --longitude 5
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
    bad '--set of the seed' 64 'the slot is the seed' $B --set ridgeline.seed=4
    bad 'a mood that is mistyped' 64 'did you mean moonlight' $B -m monlight
    bad 'a mood of a list that is mistyped' 64 'did you mean moonlight' $B -m dawn,monlight
    bad 'a file in a list of moods' 64 'a list may name built-in moods alone' $B -m dawn,./mine.ini
    bad 'a world of a list that is mistyped' 64 'did you mean alpine' $B -w lake,alpin
    bad 'a file in a list of worlds' 64 'a list may name built-in worlds alone' $B -w lake,./shore.ini
    bad 'a list of moods with an end' 64 'no such mood' $B -m dawn,
    bad 'an option that is mistyped' 64 'did you mean --latitude' $B --lattitude 5
    bad 'a folder that is a file' 73 'is no folder' bot -o log --name test
    bad 'a folder in nowhere' 73 'cannot make the folder' bot -o no/where --name test
}
check 'nothing came of it' fails test -e bad/20261121T0600Z.png

# ---- the journal --------------------------------------------------------------

check 'lines for the journal have levels' sh -c '
    : >journal
    JOURNAL_STREAM=$(stat -c %d:%i journal) "$1" bot -o j --name test --now "@$2" -s 32x18 2>journal
    JOURNAL_STREAM=$(stat -c %d:%i journal) "$1" bot -o j --name test --now "@$2" -s 32x18 --post ./fail 2>>journal
    grep -q "^<6>20261121T0600Z: " journal && grep -q "^<3>ridgeline: " journal' - "$R" "$NOW"
check 'and elsewhere none' sh -c '
    JOURNAL_STREAM=1:1 "$1" bot -o k --name test --now "@$2" -s 32x18 2>journal
    grep -q "^20261121T0600Z: " journal' - "$R" "$NOW"
